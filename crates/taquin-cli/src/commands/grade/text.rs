//! Grades as a text table.

use super::report::{Graded, Report};
use crate::echo;
use crate::quantity::counted;
use crate::text_table::{Column, Markup, TextTable};
use std::io::{self, Write};

use Column::{Number, Text};
const HEADING: [(&str, Column); 8] = [
    ("board", Text),
    ("legal", Text),
    ("goal", Text),
    ("optimal", Text),
    ("length", Text),
    ("points", Number),
    ("time", Number),
    ("verdict", Text),
];

impl Report {
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let yes_or_no = |yes: Option<bool>| yes.map_or("-", |yes| if yes { "yes" } else { "no" }).to_owned();
        let rows = self.graded.iter().map(|graded| {
            let finding = &graded.score.finding;
            let (kind, reason) = graded.verdict();
            vec![
                echo::argument(&graded.exercise.name),
                yes_or_no(finding.is_legal()),
                yes_or_no(finding.reaches_goal()),
                yes_or_no(finding.is_shortest()),
                yes_or_no(finding.is_count_correct()),
                graded.score.points.to_string(),
                format!("{:.2} s", graded.seconds()),
                echo::file_name(&format!("{kind}: {reason}")),
            ]
        });
        // The verdict is wrapped before anything else is left out.
        let table =
            TextTable::new(HEADING, rows).expendable(&["time", "length", "legal", "goal", "optimal"], 8);
        table.print(out, Markup::Plain)?;
        let (points, most) = (self.points(), self.most());
        let percent = f64::from(points) * 100.0 / f64::from(most.max(1));
        writeln!(out, "\nright   {} of {}", self.right(), counted(self.graded.len() as u64, "board"))?;
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
