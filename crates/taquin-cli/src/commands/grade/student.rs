//! The report about one submission, as it is saved.

use super::submission::{Stamp, Submission};
use super::worker::WorkerReport;
use crate::ordered::MemorySize;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use taquin::solver::Report;

/// The report about one submission.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Student {
    kind: String,
    version: u32,
    /// The name of the submission.
    pub(super) submission: String,
    pub(super) stamp: Stamp,
    /// Why not all boards were graded.
    pub(super) problem: Option<String>,
    pub(super) stderr: String,
    /// The object of `taquin grade --json`; `null` if there is none.
    grades: Value,
    /// The boards of `grades`.
    #[serde(skip)]
    boards: Vec<BoardGrade>,
}

/// A graded board, with the fields of the object that the summaries show.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub(super) struct BoardGrade {
    pub(super) name: String,
    pub(super) points: u32,
    pub(super) verdict: String,
    pub(super) reason: String,
    pub(super) seconds: f64,
    pub(super) ignored: Vec<String>,
    pub(super) answer: String,
    pub(super) stderr: String,
}

impl MemorySize for Student {
    fn bytes(&self) -> usize {
        size_of::<Student>() + self.stderr.len() + 4096 * (1 + self.boards.len())
    }
}

impl Student {
    const KIND: &str = "submission";
    const VERSION: u32 = Report::VERSION;

    /// Creates the report about a submission.
    pub(super) fn new(submission: &Submission, report: WorkerReport) -> Student {
        Student {
            kind: Student::KIND.to_owned(),
            version: Student::VERSION,
            submission: submission.name.clone(),
            stamp: submission.stamp,
            problem: report.problem,
            stderr: report.stderr,
            boards: boards(&report.grades),
            grades: report.grades,
        }
    }

    /// Reads a saved report; `None` if it is damaged, of another version, or about another version of the submission.
    pub(super) fn read(text: &str, submission: &Submission) -> Option<Student> {
        let mut student: Student = serde_json::from_str(text).ok()?;
        student.boards = boards(&student.grades);
        let is_current = student.kind == Student::KIND
            && student.version == Student::VERSION
            && student.submission == submission.name
            && student.stamp == submission.stamp;
        is_current.then_some(student)
    }

    /// Returns the name of the submission that a saved report of any version is about; `None` if it is not a report.
    pub(super) fn name_in(text: &str) -> Option<String> {
        let report: Value = serde_json::from_str(text).ok()?;
        (report["kind"] == Student::KIND).then(|| report["submission"].as_str().map(str::to_owned))?
    }

    /// Returns the graded boards, in order.
    pub(super) fn boards(&self) -> &[BoardGrade] {
        &self.boards
    }

    /// Returns the points of all boards. A saved report can claim any number.
    pub(super) fn points(&self) -> u32 {
        self.boards().iter().fold(0, |sum, board| sum.saturating_add(board.points))
    }
}

fn boards(grades: &Value) -> Vec<BoardGrade> {
    Deserialize::deserialize(&grades["boards"]).unwrap_or_default()
}
