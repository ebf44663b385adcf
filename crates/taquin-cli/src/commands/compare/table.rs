//! The comparison as a table and as CSV.

use super::Report;
use crate::quantity::{self, counted};
use crate::text_table::{Column, Markup, TextTable, csv_cell, escaped};
use std::io::{self, Write};
use taquin::display::{Bytes, Grouped};
use taquin_lesson::compare::{Depth, Group, Mean, Measure};

/// Stands for a missing value.
const NONE: &str = "–";

impl Report<'_> {
    /// Writes the origin of the boards, the means and notes.
    pub(super) fn write_table(&self, out: &mut dyn Write, markup: Markup) -> io::Result<()> {
        let origin = &self.boards.origin;
        match markup {
            Markup::Plain => writeln!(out, "{origin}\n")?,
            Markup::Markdown => writeln!(out, "{}\n", escaped(origin, markup))?,
            Markup::Latex => writeln!(out, "% {origin}")?,
        }
        let table = if self.args.textbook { self.side_by_side() } else { self.rows_per_method() };
        // Leave the depth, the method or number of boards, and what was solved.
        table.expendable(&[], if self.args.textbook { 2 } else { 3 }).print(out, markup)?;
        for (index, note) in self.notes().iter().enumerate() {
            let gap = if index == 0 { "\n" } else { "" };
            match markup {
                Markup::Plain => writeln!(out, "{gap}{note}")?,
                Markup::Markdown => writeln!(out, "{gap}- {}", escaped(note, markup))?,
                Markup::Latex => writeln!(out, "% {note}")?,
            }
        }
        Ok(())
    }

    /// One row per depth and method.
    fn rows_per_method(&self) -> TextTable {
        let fixed = [("d", Column::Number), ("method", Column::Text), ("solved", Column::Number)];
        let measures = self.columns.iter().map(|&measure| (heading(measure), Column::Number));
        let mut rows = Vec::new();
        for group in self.comparison.groups() {
            for (method, name) in self.comparison.methods().iter().enumerate() {
                let solved = match (group.depth, self.unsolved(&group, method)) {
                    (Depth::Unsolvable, 0) => NONE.to_owned(),
                    (_, 0) => Grouped(group.boards.len() as u64).to_string(),
                    (_, unsolved) => of(group.boards.len() - unsolved, group.boards.len()),
                };
                let means = self.columns.iter().map(|&measure| self.cell(&group, method, measure));
                rows.push([depth(&group), name.clone(), solved].into_iter().chain(means).collect());
            }
        }
        TextTable::new(fixed.into_iter().chain(measures), rows)
    }

    /// One row per depth; the columns are grouped by measure.
    fn side_by_side(&self) -> TextTable {
        let methods = self.comparison.methods();
        let names = self.columns.iter().flat_map(|&measure| {
            let over = heading(measure);
            methods.iter().map(move |method| (over.to_owned(), method.clone(), Column::Number))
        });
        let fixed = ["d", "boards"].map(|name| (String::new(), name.to_owned(), Column::Number));
        let row = |group: &Group| {
            let cells = self.columns.iter().flat_map(|&measure| {
                (0..methods.len()).map(move |method| {
                    let cell = self.cell(group, method, measure);
                    // This layout has no column for solved boards.
                    match self.unsolved(group, method) {
                        unsolved if unsolved > 0 && cell != NONE => {
                            format!("{cell} ({})", of(group.boards.len() - unsolved, group.boards.len()))
                        }
                        _ => cell,
                    }
                })
            });
            [depth(group), Grouped(group.boards.len() as u64).to_string()].into_iter().chain(cells).collect()
        };
        let rows: Vec<Vec<String>> = self.comparison.groups().iter().map(row).collect();
        TextTable::with_groups(fixed.into_iter().chain(names), rows)
    }

    /// Returns on how many boards a method reached a limit.
    fn unsolved(&self, group: &Group, method: usize) -> usize {
        self.comparison.stopped(group, method)
    }

    /// Formats a mean.
    fn cell(&self, group: &Group, method: usize, measure: Measure) -> String {
        let Mean { value, is_least } = self.comparison.mean(group, method, measure);
        let Some(value) = value else { return NONE.to_owned() };
        let written = match measure {
            Measure::Memory => Bytes(value.round() as u64).to_string(),
            Measure::Branching => format!("{value:.2}"),
            Measure::Time => quantity::time(value),
            Measure::Length | Measure::Expanded | Measure::Generated | Measure::Queue | Measure::Depth => {
                // Show a decimal of small means.
                match value < 100.0 && value.fract() != 0.0 {
                    true => format!("{value:.1}"),
                    false => Grouped(value.round() as u64).to_string(),
                }
            }
        };
        if is_least { format!("≥ {written}") } else { written }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (method, name) in self.comparison.methods().iter().enumerate() {
            let mut reasons: Vec<(String, u64)> = Vec::new();
            for reason in self.comparison.boards().filter_map(|(_, trials)| trials.get(method)?.stopped) {
                let reason = reason.to_string();
                match reasons.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, number)) => *number += 1,
                    None => reasons.push((reason, 1)),
                }
            }
            let note = |(reason, number)| format!("{name}: {} stopped: {reason}", counted(number, "board"));
            notes.extend(reasons.into_iter().map(note));
        }
        if !notes.is_empty() {
            notes.push("boards on which a limit was reached count with what was used by then".to_owned());
        }
        let disagreements = self.comparison.disagreements();
        notes.extend(disagreements.into_iter().map(|fault| format!("WRONG: {fault}")));
        notes
    }

    /// Writes plain numbers; means of stopped boards are what was used by then.
    pub(super) fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = self.columns.iter().map(|&measure| field(measure));
        let fixed = ["depth", "method", "boards", "stopped"];
        writeln!(out, "{}", fixed.into_iter().chain(names).collect::<Vec<_>>().join(","))?;
        for group in self.comparison.groups() {
            for (method, name) in self.comparison.methods().iter().enumerate() {
                let unsolved = self.unsolved(&group, method);
                write!(out, "{},{},{},{unsolved}", depth(&group), csv_cell(name), group.boards.len())?;
                for &measure in self.columns {
                    let mean = self.comparison.mean(&group, method, measure);
                    write!(out, ",{}", mean.value.map(|value| value.to_string()).unwrap_or_default())?;
                }
                writeln!(out)?;
            }
        }
        Ok(())
    }
}

fn depth(group: &Group) -> String {
    match group.depth {
        Depth::Exact(depth) => depth.to_string(),
        Depth::Unknown => "unknown".to_owned(),
        Depth::Unsolvable => "unsolvable".to_owned(),
    }
}

/// Returns the name of a measure in CSV and JSON.
pub(super) fn field(measure: Measure) -> &'static str {
    match measure {
        Measure::Memory => "bytes",
        Measure::Time => "seconds",
        Measure::Depth => "max_depth",
        Measure::Queue => "max_queue",
        measure => measure.name(),
    }
}

fn heading(measure: Measure) -> &'static str {
    match measure {
        Measure::Queue => "max queue",
        Measure::Depth => "max depth",
        Measure::Branching => "b*",
        measure => measure.name(),
    }
}

fn of(part: usize, whole: usize) -> String {
    format!("{part} of {whole}")
}
