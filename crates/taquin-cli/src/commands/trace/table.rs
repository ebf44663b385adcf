//! The steps of a search as a table.

use super::Shown;
use crate::destination::{self, Cut};
use crate::output::slashes;
use crate::quantity::counted;
use crate::signals;
use crate::text_table::{Column, Markup, TextTable, escaped};
use crate::wrapped::wrapped;
use std::io::{self, Write};
use taquin::display::Grouped;
use taquin_lesson::trace::{Expansion, Row};

impl Shown<'_> {
    /// Writes the problem and result, then the steps.
    pub(super) fn write_table(&self, out: &mut dyn Write, markup: Markup) -> io::Result<()> {
        for (label, text) in self.heading() {
            match markup {
                Markup::Plain => {
                    let line = format!("{label:<7} {text}");
                    writeln!(out, "{}", wrapped(&line, 8, destination::columns()))?;
                }
                Markup::Markdown => writeln!(out, "- {label}: {}", escaped(&text, markup))?,
                Markup::Latex => writeln!(out, "% {label}: {text}")?,
            }
        }
        if self.rows.is_empty() {
            return Ok(());
        }
        if markup != Markup::Latex {
            writeln!(out)?;
        }
        let (table, is_complete) = self.table();
        table.expendable(&["closed", "open", "move", "h", "f"], 9).print(out, markup)?;
        if !is_complete {
            out.flush()?;
            return Err(io::Error::other(Cut { is_inside_record: false }));
        }
        for note in &self.notes {
            match markup {
                Markup::Plain | Markup::Markdown => writeln!(out, "\n{}", escaped(note, markup))?,
                Markup::Latex => writeln!(out, "% {note}")?,
            }
        }
        Ok(())
    }

    fn heading(&self) -> Vec<(&'static str, String)> {
        let mut heading = vec![
            ("start", slashes(self.puzzle.start())),
            ("goal", slashes(self.puzzle.goal().board())),
            ("method", self.recorded.method.to_string()),
        ];
        let Some(outcome) = &self.recorded.outcome else {
            heading.push(("result", "no solution within the bound".to_owned()));
            return heading;
        };
        heading.push((
            "result",
            match (&outcome.solution, outcome.stopped) {
                (Some(solution), _) => {
                    format!("{}, {}", counted(solution.len() as u64, "move"), solution.claim())
                }
                (None, Some(reason)) => reason.to_string(),
                (None, None) => "unsolvable".to_owned(),
            },
        ));
        let stats = &outcome.stats;
        let waiting = match self.recorded.method.algorithm.has_open_list() {
            true => "in the open list at most",
            false => "on the longest path",
        };
        heading.push((
            "nodes",
            format!(
                "{} expanded, {} generated, {} {waiting}",
                Grouped(stats.expanded),
                Grouped(stats.generated),
                Grouped(stats.max_queue)
            ),
        ));
        heading
    }

    /// Returns the table, and whether it has all rows.
    fn table(&self) -> (TextTable, bool) {
        use Column::{Number, Text};
        let has_estimates = self.has_estimates();
        let estimates = [("h", Number), ("f", Number)].into_iter().filter(|_| has_estimates);
        let heading = [("step", Number), ("move", Text), ("board", Text), ("g", Number)].into_iter();
        let closed = [("closed", Number)].into_iter().filter(|_| self.has_closed_list);
        let rest = [("open", Number)].into_iter().chain(closed).chain([("status", Text)]);
        let children = self.recorded.trace.children();
        let mut rows = Vec::new();
        let mut remaining = self.rows.iter();
        // After a signal, the rows that are ready must do.
        while !signals::is_late()
            && let Some(row) = remaining.next()
        {
            match row {
                Row::Bound(bound) => rows.push(self.bound(*bound)),
                Row::Expanded { number, expansion } => {
                    rows.push(self.numbered(*number, expansion.node, Some(expansion), "expanded"));
                    rows.extend(children[expansion.node].iter().map(|&child| self.child(child)));
                }
                Row::Goal { number, node } => {
                    rows.push(self.numbered(*number, *node, None, "goal: the search ends"));
                }
            }
        }
        (TextTable::new(heading.chain(estimates).chain(rest), rows), remaining.as_slice().is_empty())
    }

    fn bound(&self, bound: u32) -> Vec<String> {
        let cells = 5 + 2 * usize::from(self.has_estimates()) + usize::from(self.has_closed_list);
        let mut row = vec![String::new(); cells];
        row[2] = format!("bound {bound}");
        row.push("boards beyond it are pruned".to_owned());
        row
    }

    fn numbered(
        &self,
        number: usize,
        node: usize,
        expansion: Option<&Expansion>,
        status: &str,
    ) -> Vec<String> {
        let mut row = self.line(&Grouped(number as u64).to_string(), node, expansion, status.to_owned());
        // The move is shown where the board was generated.
        row[1] = String::new();
        row
    }

    fn child(&self, child: usize) -> Vec<String> {
        let fate = self.recorded.trace.nodes[child].origin.map(|origin| origin.status);
        let reason = fate.map(|fate| format!("{fate}: {}", fate.title())).unwrap_or_default();
        self.line("", child, None, reason)
    }

    fn line(&self, step: &str, node: usize, expansion: Option<&Expansion>, reason: String) -> Vec<String> {
        let (at, has_estimates) = (&self.recorded.trace.nodes[node], self.has_estimates());
        let motion = at.origin.map(|origin| format!("{} {}", origin.tile, origin.direction.word()));
        let dash = || "–".to_owned();
        let mut row = vec![step.to_owned(), motion.unwrap_or_default(), slashes(&at.board), at.g.to_string()];
        if has_estimates {
            row.push(self.h(node).map_or_else(dash, |h| h.to_string()));
            row.push(self.f(node).map_or_else(dash, |f| f.to_string()));
        }
        let count = |of: fn(&Expansion) -> usize| {
            expansion.map(|at| Grouped(of(at) as u64).to_string()).unwrap_or_default()
        };
        row.push(count(|at| at.open));
        if self.has_closed_list {
            row.push(count(|at| at.closed));
        }
        row.push(reason);
        row
    }
}
