//! Grades as a text table.

use super::report::{Graded, Report};
use crate::echo;
use std::io::{self, Write};

const HEADER: [&str; 7] = ["board", "legal", "goal", "shortest", "count", "points", "time"];

impl Report {
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let yes_or_no = |yes: Option<bool>| yes.map_or("-", |yes| if yes { "yes" } else { "no" }).to_owned();
        let rows: Vec<([String; 7], String)> = self
            .graded
            .iter()
            .map(|graded| {
                let finding = &graded.score.finding;
                let cells = [
                    echo::argument(&graded.exercise.name),
                    yes_or_no(finding.is_legal()),
                    yes_or_no(finding.reaches_goal()),
                    yes_or_no(finding.is_shortest()),
                    yes_or_no(finding.is_count_correct()),
                    graded.score.points.to_string(),
                    format!("{:.2} s", graded.seconds()),
                ];
                let (kind, story) = graded.verdict();
                (cells, echo::file_name(&format!("{kind}: {story}")))
            })
            .collect();
        let width = |column: usize| {
            let cells = rows.iter().map(|(cells, _)| cells[column].chars().count());
            cells.chain([HEADER[column].len()]).max().unwrap_or_default()
        };
        let mut line = |cells: [&str; 7], verdict: &str| {
            for (column, cell) in cells.into_iter().enumerate() {
                let width = width(column);
                // Text is left-aligned, numbers are right-aligned.
                if column < 5 { write!(out, "{cell:<width$}  ")? } else { write!(out, "{cell:>width$}  ")? }
            }
            writeln!(out, "{verdict}")
        };
        line(HEADER, "verdict")?;
        for (cells, verdict) in &rows {
            line(cells.each_ref().map(String::as_str), verdict)?;
        }
        let (points, most) = (self.points(), self.most());
        let percent = f64::from(points) * 100.0 / f64::from(most.max(1));
        writeln!(out, "\nright   {} of {} boards", self.right(), self.graded.len())?;
        writeln!(out, "points  {points} of {most} ({percent:.1} %)")?;
        // A failure on one board is usually the same on all, so one is enough.
        let failed =
            |graded: &&Graded| !graded.has_answer() && !graded.score.run.stderr_tail.trim().is_empty();
        match self.graded.iter().find(failed) {
            Some(Graded { exercise, score }) => {
                let (name, lines) =
                    (echo::argument(&exercise.name), echo::last_lines(&score.run.stderr_tail));
                writeln!(out, "\nstandard error of the program on board {name}:{lines}")
            }
            None => Ok(()),
        }
    }
}
