//! A folder for the files that a course wants to have.

use crate::atomic_file::AtomicFile;
use crate::echo;
use crate::exit::Failure;
use std::fs;
use std::path::Path;
use taquin::notation::AnswerFile;

/// Makes sure that the folder exists, before any work is done for it.
pub(crate) fn prepare(folder: &Path) -> Result<(), Failure> {
    let name = echo::file_name(&folder.display().to_string());
    fs::create_dir_all(folder).map_err(|error| Failure::input(format_args!("--write: {name}: {error}")))
}

/// Writes the files, each as a whole; all of them can be written before the first is replaced.
pub(crate) fn fill(folder: &Path, files: &[AnswerFile]) -> Result<(), Failure> {
    let places = files.iter().map(|file| AtomicFile::reserve(&folder.join(file.name)));
    let places: Vec<AtomicFile> = places.collect::<Result<_, _>>()?;
    places.into_iter().zip(files).try_for_each(|(place, file)| place.write(&file.content))
}
