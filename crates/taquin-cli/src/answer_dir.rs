//! The directory for the answer files of a course.

use crate::atomic_file::AtomicFile;
use crate::echo;
use crate::exit::Failure;
use std::fs;
use std::path::Path;
use taquin::display::SystemError;
use taquin::notation::AnswerFile;

/// Creates the directory before any work is done.
pub(crate) fn prepare(dir: &Path) -> Result<(), Failure> {
    let name = echo::file_name(&dir.display().to_string());
    fs::create_dir_all(dir)
        .map_err(|error| Failure::input(format_args!("--write: {name}: {}", SystemError(&error))))
}

/// Writes the files atomically; all are reserved before the first is replaced.
pub(crate) fn write(dir: &Path, files: &[AnswerFile]) -> Result<(), Failure> {
    let reserved = files.iter().map(|file| AtomicFile::reserve(&dir.join(file.name)));
    let reserved: Vec<AtomicFile> = reserved.collect::<Result<_, _>>()?;
    reserved.into_iter().zip(files).try_for_each(|(target, file)| target.write(&file.content))
}
