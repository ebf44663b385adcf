//! The folder with the reports about a class.
//!
//! Every file in it is complete or absent, at any moment. A run that was interrupted or killed continues with the
//! submissions that have no report yet.
//!
//! ```text
//! settings.json          the command, the boards and the limits
//! students/NAME.json     the report about a submission
//! students/NAME.html     the same for people
//! summary.html           the class
//! summary.csv
//! ```

use super::class_summary::ClassSummary;
use super::job::{SavedSettings, Settings};
use super::student::Student;
use super::submission::Submission;
use super::{class_csv, class_html};
use crate::atomic_file::AtomicFile;
use crate::echo;
use crate::exit::Failure;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{self, Path, PathBuf};
use taquin::display::SystemError;

/// The longest name of a submission, in bytes, that is used for its reports unchanged. File names have at most 255 bytes
/// on most systems, and the name of a temporary file is a little longer.
const MAX_NAME: usize = 200;

/// The folder with the reports.
#[derive(Clone)]
pub(super) struct ReportFolder {
    path: PathBuf,
}

impl ReportFolder {
    /// Creates the folder, or opens it to continue.
    ///
    /// # Errors
    /// If it cannot be created, has reports that are not to be continued, has other files where the reports would be, or
    /// overlaps the folder of the submissions.
    pub(super) fn open(path: &Path, submissions: &Path, resume: bool) -> Result<ReportFolder, Failure> {
        let folder = ReportFolder { path: path.to_owned() };
        let name = folder.shown();
        let refused = |why: &str| {
            Err(Failure::input(format_args!("--reports: {name}: {why}"))
                .hint("choose another folder with --reports"))
        };
        let submissions = resolved(submissions);
        if resolved(path).starts_with(&submissions) || resolved(&folder.students()).starts_with(&submissions)
        {
            return refused("would write among the submissions");
        }
        let has_settings = folder.settings_path().exists();
        if has_settings && !resume {
            return Err(Failure::input(format_args!("{name}: has reports already")).hint(
                "add --resume to grade only what is missing, or choose another folder with --reports",
            ));
        }
        if has_settings && folder.settings().is_none() {
            return refused("settings.json was not written by this version of taquin grade");
        }
        if !has_settings && fs::read_dir(folder.students()).is_ok_and(|mut files| files.next().is_some()) {
            return refused("students/ has other files than reports");
        }
        folder.prepare(has_settings).map_err(|error| folder.failure(&error))?;
        Ok(folder)
    }

    fn shown(&self) -> String {
        echo::file_name(&self.path.display().to_string())
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::input(format_args!("--reports: {}: {}", self.shown(), SystemError(error)))
    }

    fn prepare(&self, has_settings: bool) -> io::Result<()> {
        fs::create_dir_all(self.students())?;
        if !has_settings {
            return Ok(());
        }
        // What a killed run has left.
        for folder in [&self.path, &self.students()] {
            for entry in fs::read_dir(folder)?.flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.starts_with('.') && name.ends_with(".part") {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    /// Returns the path of the folder.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the settings of the reports, if there are any.
    pub(super) fn settings(&self) -> Option<Settings> {
        let text = fs::read_to_string(self.settings_path()).ok()?;
        serde_json::from_str(&text).ok().and_then(SavedSettings::current)
    }

    /// Deletes the reports of other settings, and saves these. Other files are kept.
    ///
    /// # Errors
    /// If that is not possible.
    pub(super) fn start(&self, settings: &Settings, submissions: &[Submission]) -> Result<(), Failure> {
        // Students who have withdrawn their submissions since.
        let mut names: Vec<String> = fs::read_dir(self.students())
            .map_err(|error| self.failure(&error))?
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                let name = Student::name_in(&fs::read_to_string(&path).ok()?)?;
                (path == self.student_path(&name, "json")).then_some(name)
            })
            .collect();
        names.extend(submissions.iter().map(|submission| submission.name.clone()));
        for path in
            names.iter().flat_map(|name| ["json", "html"].map(|ending| self.student_path(name, ending)))
        {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(self.failure(&error)),
                Ok(()) | Err(_) => {}
            }
        }
        write(&self.settings_path(), &serde_json::to_string_pretty(&SavedSettings::new(settings))?)
    }

    /// Returns the report about this version of a submission, if there is one.
    pub(super) fn student(&self, submission: &Submission) -> Option<Student> {
        let text = fs::read_to_string(self.student_path(&submission.name, "json")).ok()?;
        Student::read(&text, submission)
    }

    /// Saves a report. The JSON comes last, because it says that the submission is done.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn save(&self, student: &Student, boards: usize) -> Result<(), Failure> {
        let name = &student.submission;
        write(&self.student_path(name, "html"), &class_html::student_page(student, boards))?;
        write(&self.student_path(name, "json"), &serde_json::to_string_pretty(student)?)
    }

    /// Writes the summary.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn save_summary(&self, summary: &ClassSummary) -> Result<(), Failure> {
        write(&self.path.join("summary.csv"), &class_csv::table(summary))?;
        write(&self.path.join("summary.html"), &class_html::summary_page(summary))
    }

    fn settings_path(&self) -> PathBuf {
        self.path.join("settings.json")
    }

    fn students(&self) -> PathBuf {
        self.path.join("students")
    }

    fn student_path(&self, name: &str, ending: &str) -> PathBuf {
        self.students().join(format!("{}.{ending}", report_name(name)))
    }
}

/// Returns the name of the reports about a submission, without the ending: that of the submission, or its beginning and a
/// hash if it is too long.
pub(super) fn report_name(submission: &str) -> String {
    if submission.len() <= MAX_NAME {
        return submission.to_owned();
    }
    let mut hasher = DefaultHasher::new();
    submission.hash(&mut hasher);
    let end = (0..=MAX_NAME - 17).rev().find(|&end| submission.is_char_boundary(end)).unwrap_or(0);
    format!("{}~{:016x}", &submission[..end], hasher.finish())
}

/// Returns the absolute path without links, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let path = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let existing = path.ancestors().find_map(|ancestor| Some((ancestor, fs::canonicalize(ancestor).ok()?)));
    match existing {
        Some((ancestor, resolved)) => {
            let rest = path.strip_prefix(ancestor).unwrap_or(Path::new(""));
            resolved.components().chain(rest.components()).collect()
        }
        None => path,
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    AtomicFile::reserve(path)?.write(text.as_bytes())
}
