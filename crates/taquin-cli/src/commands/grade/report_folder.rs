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
use super::job::Settings;
use super::student::Student;
use super::submission::Submission;
use super::{class_csv, class_html};
use crate::atomic_file::AtomicFile;
use crate::echo;
use crate::exit::Failure;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder with the reports.
#[derive(Clone)]
pub(super) struct ReportFolder {
    path: PathBuf,
}

impl ReportFolder {
    /// Creates the folder, or opens it to continue.
    ///
    /// # Errors
    /// If it cannot be created, or has reports that are not to be continued.
    pub(super) fn open(path: &Path, resume: bool) -> Result<ReportFolder, Failure> {
        let folder = ReportFolder { path: path.to_owned() };
        let name = echo::file_name(&path.display().to_string());
        if !resume && folder.settings_path().exists() {
            return Err(Failure::input(format_args!("{name}: has reports already")).hint(
                "add --resume to grade only what is missing, or choose another folder with --reports",
            ));
        }
        folder.prepare().map_err(|error| Failure::input(format_args!("--reports: {name}: {error}")))?;
        Ok(folder)
    }

    fn prepare(&self) -> io::Result<()> {
        fs::create_dir_all(self.students())?;
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
        serde_json::from_str(&fs::read_to_string(self.settings_path()).ok()?).ok()
    }

    /// Deletes the reports of other settings, and saves these.
    ///
    /// # Errors
    /// If that is not possible.
    pub(super) fn start(&self, settings: &Settings) -> Result<(), Failure> {
        let cleared = || -> io::Result<()> {
            for entry in fs::read_dir(self.students())? {
                fs::remove_file(entry?.path())?;
            }
            Ok(())
        };
        let name = echo::file_name(&self.path.display().to_string());
        cleared().map_err(|error| Failure::input(format_args!("--reports: {name}: {error}")))?;
        write(&self.settings_path(), &serde_json::to_string_pretty(settings)?)
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
        self.students().join(format!("{name}.{ending}"))
    }
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    AtomicFile::reserve(path)?.write(text.as_bytes())
}
