//! Grades as CSV, one line per board. Columns that differ between runs come last.

use super::report::Report;
use crate::text_table::csv_cell;
use std::io::{self, Write};

impl Report {
    pub(super) fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "board,solvable,legal,reaches_goal,length,optimal,length_right,unsolvable_recognised,points,verdict,\
             seconds,reason"
        )?;
        for graded in &self.graded {
            let finding = &graded.score.finding;
            let yes_or_no = |yes: Option<bool>| yes.map_or_else(String::new, |yes| yes.to_string());
            let (kind, reason) = graded.verdict();
            let cells = [
                graded.exercise.name.clone(),
                graded.exercise.is_solvable().to_string(),
                yes_or_no(finding.is_legal()),
                yes_or_no(finding.reaches_goal()),
                finding.length().map_or_else(String::new, |length| length.to_string()),
                yes_or_no(finding.is_shortest()),
                yes_or_no(finding.is_count_correct()),
                yes_or_no(graded.is_unsolvable_recognised()),
                graded.score.points.to_string(),
                kind.to_owned(),
                format!("{:.3}", graded.seconds()),
                reason,
            ];
            writeln!(out, "{}", cells.map(|cell| csv_cell(&cell)).join(","))?;
        }
        Ok(())
    }
}
