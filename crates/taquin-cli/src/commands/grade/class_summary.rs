//! The summary of a class, for all output formats.

use super::student::Student;
use crate::text_table::{Markup, TextTable};
use serde_json::{Value, json};
use std::io::{self, Write};
use taquin::solver::Report;
use taquin_judge::grade::MAX_POINTS;

/// The results of a class, by the name of the submission.
pub(super) struct ClassSummary {
    /// The command template.
    pub(super) program: String,
    pub(super) suite: Option<String>,
    /// The names of the boards.
    pub(super) boards: Vec<String>,
    pub(super) rows: Vec<ClassRow>,
}

/// One submission.
pub(super) struct ClassRow {
    pub(super) name: String,
    /// Its report; `None` if it has not been graded.
    pub(super) student: Option<Student>,
}

impl ClassSummary {
    /// Returns the most points that a submission can have.
    pub(super) fn most(&self) -> u32 {
        self.boards.len() as u32 * MAX_POINTS
    }

    /// Returns the mean points of the submissions that have been graded.
    pub(super) fn mean(&self) -> Option<f64> {
        let points: Vec<f64> =
            self.rows.iter().filter_map(|row| Some(row.student.as_ref()?.points().into())).collect();
        (!points.is_empty()).then(|| points.iter().sum::<f64>() / points.len() as f64)
    }

    /// Returns how many submissions have all points of a board.
    pub(super) fn right(&self, board: usize) -> usize {
        let is_right = |row: &&ClassRow| {
            let boards = row.student.as_ref().map(Student::boards).unwrap_or_default();
            boards.get(board).is_some_and(|board| board.points == MAX_POINTS)
        };
        self.rows.iter().filter(is_right).count()
    }

    /// Writes the summary as a table of text.
    ///
    /// # Errors
    /// If the writer fails.
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let heading = ["submission", "remark", "points", "percent", "right"];
        let row = |row: &ClassRow| {
            let numbers = match &row.student {
                Some(student) => {
                    let points = student.points();
                    [points.to_string(), format!("{:.1} %", self.percent(points)), row.right().to_string()]
                }
                None => ["-".to_owned(), "-".to_owned(), "-".to_owned()],
            };
            let mut cells = vec![crate::echo::argument(&row.name), crate::echo::whole(&row.remark())];
            cells.extend(numbers);
            cells
        };
        TextTable::with_text_columns(heading, 2, self.rows.iter().map(row)).write(out, Markup::Plain)?;
        let mean = self.mean().map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"));
        writeln!(out, "\nmean    {mean} of {} points", self.most())
    }

    /// Returns the summary as a JSON object.
    pub(super) fn object(&self) -> Value {
        let row = |row: &ClassRow| {
            json!({
                "submission": row.name,
                "graded": row.student.is_some(),
                "points": row.student.as_ref().map(Student::points),
                "right": row.student.as_ref().map(|_| row.right()),
                "seconds": row.student.as_ref().map(|_| row.seconds()),
                "problem": row.student.as_ref().and_then(|student| student.problem.clone()),
            })
        };
        json!({
            "kind": "class",
            "version": Report::VERSION,
            "program": self.program,
            "suite": self.suite,
            "max_points": self.most(),
            "mean_points": self.mean(),
            "submissions": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }

    /// Returns the part of the points in percent.
    pub(super) fn percent(&self, points: u32) -> f64 {
        f64::from(points) * 100.0 / f64::from(self.most().max(1))
    }
}

impl ClassRow {
    /// Returns the number of boards with full points.
    pub(super) fn right(&self) -> usize {
        let boards = self.student.as_ref().map(Student::boards).unwrap_or_default();
        boards.iter().filter(|board| board.points == MAX_POINTS).count()
    }

    /// Returns how long the program ran on all boards.
    pub(super) fn seconds(&self) -> f64 {
        let boards = self.student.as_ref().map(Student::boards).unwrap_or_default();
        boards.iter().fold(0.0, |sum, board| sum + board.seconds)
    }

    /// Returns what kept the submission from full points, in a few words.
    pub(super) fn remark(&self) -> String {
        let Some(student) = &self.student else { return "not graded".to_owned() };
        if let Some(problem) = &student.problem {
            return problem.clone();
        }
        let boards = student.boards();
        let worst = boards.iter().min_by_key(|board| board.points);
        match worst.filter(|board| board.points < MAX_POINTS) {
            Some(board) => format!("{}: {}", board.verdict, board.name),
            None => String::new(),
        }
    }
}
