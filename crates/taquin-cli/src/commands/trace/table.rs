//! The steps of a search as a table.

use super::{Shown, cut};
use crate::destination;
use crate::output::slashes;
use crate::quantity::counted;
use crate::signals;
use crate::text_table::{Column, Markup, TextTable, escaped};
use crate::wrapped::wrapped;
use std::io::{self, Write};
use std::iter;
use taquin::display::Grouped;
use taquin_lesson::trace::{Children, Expansion, Row};

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
        if self.is_empty {
            return Ok(());
        }
        if markup != Markup::Latex {
            writeln!(out)?;
        }
        let children = self.recorded.trace.children();
        let rows = || self.rows().flat_map(|row| self.lines(&row, &children));
        let table = self.table().expendable(&["closed", "open", "move", "h", "f"], 9);
        // After a signal, the rows that have been measured must do.
        if table.print_rows(out, markup, rows, signals::is_late)?.is_break() {
            return cut(out);
        }
        if let Some(note) = self.note() {
            match markup {
                Markup::Plain | Markup::Markdown => writeln!(out, "\n{}", escaped(&note, markup))?,
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

    /// Returns the table without its rows.
    fn table(&self) -> TextTable {
        use Column::{Number, Text};
        let has_estimates = self.has_estimates();
        let estimates = [("h", Number), ("f", Number)].into_iter().filter(|_| has_estimates);
        let heading = [("step", Number), ("move", Text), ("board", Text), ("g", Number)].into_iter();
        let closed = [("closed", Number)].into_iter().filter(|_| self.has_closed_list);
        let rest = [("open", Number)].into_iter().chain(closed).chain([("status", Text)]);
        TextTable::new(heading.chain(estimates).chain(rest), [])
    }

    /// Returns the rows of the table for a step: the node, and its children.
    fn lines(&self, row: &Row, children: &Children) -> Vec<Vec<String>> {
        match row {
            Row::Bound(bound) => vec![self.bound(*bound)],
            Row::Expanded { number, expansion } => {
                let node = self.numbered(*number, expansion.node, Some(expansion), "expanded");
                let children = children[expansion.node].iter().map(|&child| self.child(child));
                iter::once(node).chain(children).collect()
            }
            Row::Goal { number, node } => {
                vec![self.numbered(*number, *node, None, "goal: the search ends")]
            }
        }
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
