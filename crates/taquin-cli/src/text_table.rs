//! Tables of text and numbers, as plain text, Markdown and LaTeX.

use crate::destination;
use crate::wrapped::wrapped;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// The markup of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Markup {
    /// Aligned columns separated by spaces.
    Plain,
    /// A Markdown table.
    Markdown,
    /// A LaTeX `tabular`.
    Latex,
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Column {
    /// Left-aligned text.
    Text,
    /// Right-aligned numbers.
    Number,
}

/// A table with a heading.
pub(crate) struct TextTable {
    columns: Vec<Column>,
    /// The group of each column, mostly empty; adjacent columns with the same group share a heading.
    group: Vec<String>,
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    /// The columns that can be left out on a narrow terminal, the first one first.
    expendable: Vec<usize>,
}

impl TextTable {
    /// Creates a table from the name and type of each column.
    pub(crate) fn new<S: Into<String>>(
        heading: impl IntoIterator<Item = (S, Column)>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> TextTable {
        let ungrouped = |(name, column): (S, Column)| (String::new(), name.into(), column);
        TextTable::with_groups(heading.into_iter().map(ungrouped), rows)
    }

    /// Creates a table whose columns have a group, a name and a type.
    pub(crate) fn with_groups(
        heading: impl IntoIterator<Item = (String, String, Column)>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> TextTable {
        let mut table = TextTable {
            columns: Vec::new(),
            group: Vec::new(),
            names: Vec::new(),
            rows: rows.into_iter().collect(),
            expendable: Vec::new(),
        };
        for (group, name, column) in heading {
            table.group.push(group);
            table.names.push(name);
            table.columns.push(column);
        }
        table
    }

    /// Creates a table whose first `text` columns are text and the others numbers.
    pub(crate) fn with_text_columns<const N: usize>(
        heading: [&str; N],
        text: usize,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> TextTable {
        let column = |index| if index < text { Column::Text } else { Column::Number };
        TextTable::new(heading.into_iter().enumerate().map(|(index, name)| (name, column(index))), rows)
    }

    /// Marks the columns that can be left out on a narrow terminal: those with these names, the first one first, and if
    /// that is not enough all others but the first ones, from the right.
    pub(crate) fn expendable(mut self, names: &[&str], kept: usize) -> TextTable {
        let named = names.iter().filter_map(|name| self.names.iter().position(|other| other == name));
        self.expendable = named.collect();
        let others = (kept..self.names.len()).rev().filter(|column| !self.expendable.contains(column));
        let others: Vec<usize> = others.collect();
        self.expendable.extend(others);
        self
    }

    /// Writes the table for people: on a terminal it is as wide as that at most, and a line below it names the columns
    /// that were left out. Elsewhere it is complete.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn print(&self, out: &mut dyn Write, markup: Markup) -> io::Result<()> {
        self.print_rows(out, markup, || self.rows.iter().cloned(), || false).map(|_| ())
    }

    /// Writes the table as [`TextTable::print`] does, with rows that are formatted twice and never all in memory: once for
    /// the widths of the columns, and once to be written. If `is_late` returns true before all are measured, only those
    /// that are measured are written, and the result is `Break`.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn print_rows<I: Iterator<Item = Vec<String>>>(
        &self,
        out: &mut dyn Write,
        markup: Markup,
        rows: impl Fn() -> I,
        is_late: impl Fn() -> bool,
    ) -> io::Result<ControlFlow<()>> {
        let width = destination::columns().filter(|_| markup == Markup::Plain);
        self.write_rows(out, markup, width, rows, is_late)
    }

    /// Writes the table.
    ///
    /// # Errors
    /// If writing fails.
    pub(crate) fn write(&self, out: &mut dyn Write, markup: Markup) -> io::Result<()> {
        self.write_within(out, markup, None)
    }

    fn write_within(&self, out: &mut dyn Write, markup: Markup, width: Option<usize>) -> io::Result<()> {
        self.write_rows(out, markup, width, || self.rows.iter().cloned(), || false).map(|_| ())
    }

    /// Writes the table. If it must not be wider than `width`, columns that do not fit are left out, and a last column of
    /// text is broken between words.
    fn write_rows<I: Iterator<Item = Vec<String>>>(
        &self,
        out: &mut dyn Write,
        markup: Markup,
        width: Option<usize>,
        rows: impl Fn() -> I,
        is_late: impl Fn() -> bool,
    ) -> io::Result<ControlFlow<()>> {
        let escape =
            |cells: Vec<String>| -> Vec<String> { cells.iter().map(|cell| escaped(cell, markup)).collect() };
        let heading = escape(self.heading(markup));
        let mut widths: Vec<usize> = heading.iter().map(|cell| cell.chars().count()).collect();
        let (mut measured, mut flow) = (0, ControlFlow::Continue(()));
        for row in rows() {
            if is_late() {
                flow = ControlFlow::Break(());
                break;
            }
            for (cell, width) in escape(row).iter().zip(&mut widths) {
                *width = cell.chars().count().max(*width);
            }
            measured += 1;
        }
        let kept = self.kept(&widths, width);
        let room = self.room(&widths, &kept, width);
        if markup == Markup::Latex {
            let letters = self.columns.iter().map(|column| if *column == Column::Text { 'l' } else { 'r' });
            writeln!(out, "\\begin{{tabular}}{{{}}}\n\\hline", letters.collect::<String>())?;
            self.write_groups(out)?;
        }
        self.write_row(out, markup, &heading, &widths, &kept)?;
        self.write_rule(out, markup, &widths)?;
        for mut row in rows().take(measured).map(escape) {
            let last = kept.last().and_then(|&column| row.get_mut(column));
            let Some((last, room)) = last.zip(room) else {
                self.write_row(out, markup, &row, &widths, &kept)?;
                continue;
            };
            for line in broken(&std::mem::take(last), room) {
                if let Some(last) = kept.last().and_then(|&column| row.get_mut(column)) {
                    *last = line;
                }
                self.write_row(out, markup, &row, &widths, &kept)?;
                row.iter_mut().for_each(String::clear);
            }
        }
        if markup == Markup::Latex {
            writeln!(out, "\\hline\n\\end{{tabular}}")?;
        }
        if let Some(width) = width {
            self.write_left_out(out, width, &kept)?;
        }
        Ok(flow)
    }

    /// Returns the columns that fit into a width.
    fn kept(&self, widths: &[usize], width: Option<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = (0..self.columns.len()).collect();
        for column in &self.expendable {
            if width.is_none_or(|width| self.needed_width(widths, &kept) <= width) {
                break;
            }
            kept.retain(|other| other != column);
        }
        kept
    }

    /// Returns the smallest width of these columns; a last column of text can be wrapped.
    fn needed_width(&self, widths: &[usize], kept: &[usize]) -> usize {
        let mut widths: Vec<usize> = kept.iter().map(|&column| widths[column]).collect();
        if let (Some(last), Some(&column)) = (widths.last_mut(), kept.last())
            && self.columns[column] == Column::Text
        {
            *last = READABLE.min(*last);
        }
        widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1)
    }

    /// Returns the width of a last column of text that has to be wrapped.
    fn room(&self, widths: &[usize], kept: &[usize], width: Option<usize>) -> Option<usize> {
        let (&last, others) = kept.split_last()?;
        if self.columns[last] != Column::Text {
            return None;
        }
        let before = others.iter().map(|&column| widths[column] + 2).sum::<usize>();
        let room = width?.saturating_sub(before).max(NARROWEST);
        (widths[last] > room).then_some(room)
    }

    fn write_row(
        &self,
        out: &mut dyn Write,
        markup: Markup,
        row: &[String],
        widths: &[usize],
        kept: &[usize],
    ) -> io::Result<()> {
        let padded = kept.iter().filter_map(|&column| {
            let (cell, width) = (row.get(column)?, widths[column]);
            Some(match self.columns[column] {
                Column::Text => format!("{cell:<width$}"),
                Column::Number => format!("{cell:>width$}"),
            })
        });
        let cells: Vec<String> = padded.collect();
        match markup {
            Markup::Plain => writeln!(out, "{}", cells.join("  ").trim_end()),
            Markup::Markdown => writeln!(out, "| {} |", cells.join(" | ")),
            Markup::Latex => writeln!(out, "{} \\\\", cells.join(" & ")),
        }
    }

    /// Names the columns that were left out, if there are any.
    fn write_left_out(&self, out: &mut dyn Write, width: usize, kept: &[usize]) -> io::Result<()> {
        let heading = self.heading(Markup::Plain);
        let names = heading.iter().enumerate().filter(|(column, _)| !kept.contains(column));
        let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        if names.is_empty() {
            return Ok(());
        }
        let note = format!("(not shown in {width} columns: {})", names.join(", "));
        writeln!(out, "{}", wrapped(&note, 1, Some(width)))
    }

    /// Returns the names of the columns; only LaTeX has a separate line for groups.
    fn heading(&self, markup: Markup) -> Vec<String> {
        let pairs = self.group.iter().zip(&self.names);
        let heading = |(group, name): (&String, &String)| match markup {
            Markup::Plain | Markup::Markdown if !group.is_empty() => format!("{group} {name}"),
            Markup::Plain | Markup::Markdown | Markup::Latex => name.clone(),
        };
        pairs.map(heading).collect()
    }

    /// Writes the line of groups for LaTeX, each with a rule below it.
    fn write_groups(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.group.iter().all(String::is_empty) {
            return Ok(());
        }
        let (mut cells, mut rules, mut first) = (Vec::new(), String::new(), 1);
        for group in self.group.chunk_by(|one, next| one == next) {
            let last = first + group.len() - 1;
            if group[0].is_empty() {
                cells.extend(group.iter().cloned());
            } else {
                let word = escaped(&group[0], Markup::Latex);
                cells.push(format!("\\multicolumn{{{}}}{{c}}{{{word}}}", group.len()));
                rules.push_str(&format!("\\cline{{{first}-{last}}}"));
            }
            first = last + 1;
        }
        writeln!(out, "{} \\\\\n{rules}", cells.join(" & "))
    }

    /// Writes the rule below the heading.
    fn write_rule(&self, out: &mut dyn Write, markup: Markup, widths: &[usize]) -> io::Result<()> {
        match markup {
            Markup::Plain => Ok(()),
            Markup::Markdown => {
                let rules = self.columns.iter().zip(widths).map(|(column, &width)| match column {
                    Column::Text => "-".repeat(width + 2),
                    Column::Number => format!("{}:", "-".repeat(width + 1)),
                });
                writeln!(out, "|{}|", rules.collect::<Vec<_>>().join("|"))
            }
            Markup::Latex => writeln!(out, "\\hline"),
        }
    }
}

/// Rather than wrapping a text into a narrower column, other columns are left out.
const READABLE: usize = 24;

/// Width of a wrapped column at least.
const NARROWEST: usize = 12;

/// Breaks a text between words into lines of at most `room` characters; a longer word has a line of its own.
fn broken(text: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Quotes a CSV cell if necessary, as in RFC 4180.
pub(crate) fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Escapes the special characters of the markup.
pub(crate) fn escaped(text: &str, markup: Markup) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match (markup, c) {
            (Markup::Markdown, '|' | '*' | '\\') => out.extend(['\\', c]),
            (Markup::Latex, '&' | '%' | '$' | '#' | '_' | '{' | '}') => out.extend(['\\', c]),
            (Markup::Latex, _) => match latex(c) {
                Some(command) => out.push_str(command),
                None => out.push(c),
            },
            (Markup::Plain | Markup::Markdown, _) => out.push(c),
        }
    }
    out
}

/// Returns the LaTeX command for a special character.
fn latex(c: char) -> Option<&'static str> {
    Some(match c {
        '\\' => "\\textbackslash{}",
        '~' => "\\textasciitilde{}",
        '^' => "\\textasciicircum{}",
        '<' => "\\textless{}",
        '>' => "\\textgreater{}",
        '|' => "\\textbar{}",
        '–' => "--",
        '≥' => "$\\geq$",
        'µ' => "$\\mu$",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(markup: Markup) -> String {
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let table = TextTable::with_text_columns(
            ["what", "n"],
            1,
            [row(["a|b", "1"]), row(["50 % of A* \\ _", "≥ 12"])],
        );
        let mut out = Vec::new();
        table.write(&mut out, markup).expect("memory takes everything");
        String::from_utf8(out).expect("text")
    }

    /// Columns are left out or wrapped, never broken by the terminal.
    #[test]
    fn narrow_terminals() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
        let heading = ["method", "n", "time", "why"].map(|name| (name, Column::Text));
        let table = || TextTable::new(heading, [row(["astar", "12,345", "1.0 s", "because it is shorter"])]);
        let at = |width: usize| {
            let mut out = Vec::new();
            table()
                .expendable(&["time"], 1)
                .write_within(&mut out, Markup::Plain, Some(width))
                .expect("memory takes everything");
            String::from_utf8(out).expect("text")
        };
        let whole = "method  n       time   why\nastar   12,345  1.0 s  because it is shorter\n";
        assert_eq!(at(200), whole);
        assert_eq!(at(44), whole);
        assert_eq!(
            at(40),
            "method  n       why\nastar   12,345  because it is shorter\n(not shown in 40 columns: time)\n"
        );
        assert_eq!(at(20), "method  n\nastar   12,345\n(not shown in 20\n columns: time, why)\n");
        let kept = |width: usize| {
            let mut out = Vec::new();
            table().write_within(&mut out, Markup::Plain, Some(width)).expect("memory takes everything");
            String::from_utf8(out).expect("text")
        };
        assert_eq!(
            kept(36),
            "method  n       time   why\nastar   12,345  1.0 s  because it is\n                       shorter\n"
        );
    }

    #[test]
    fn column_groups() {
        let column = |group: &str, name: &str| (group.to_owned(), name.to_owned(), Column::Number);
        let heading = [column("", "d"), column("b*", "x"), column("b*", "y"), column("50 %", "x")];
        let table = TextTable::with_groups(heading, [["1", "2", "3", "4"].map(str::to_owned).to_vec()]);
        let written = |markup| {
            let mut out = Vec::new();
            table.write(&mut out, markup).expect("memory takes everything");
            String::from_utf8(out).expect("text")
        };
        assert_eq!(written(Markup::Plain), "d  b* x  b* y  50 % x\n1     2     3       4\n");
        assert_eq!(
            written(Markup::Latex),
            "\\begin{tabular}{rrrr}\n\\hline\n & \\multicolumn{2}{c}{b*} & \\multicolumn{1}{c}{50 \\%} \\\\\n\
             \\cline{2-3}\\cline{4-4}\nd & x & y & x \\\\\n\\hline\n1 & 2 & 3 & 4 \\\\\n\\hline\n\\end{tabular}\n"
        );
    }

    #[test]
    fn csv_cells() {
        for (cell, wanted) in [("a b", "a b"), ("a,b", "\"a,b\""), ("\"", "\"\"\"\""), ("a\nb", "\"a\nb\"")] {
            assert_eq!(csv_cell(cell), wanted);
        }
    }

    #[test]
    fn aligned_and_escaped() {
        assert_eq!(
            written(Markup::Plain),
            "what               n\na|b                1\n50 % of A* \\ _  ≥ 12\n"
        );
        assert_eq!(
            written(Markup::Markdown),
            "| what             |    n |\n|------------------|-----:|\n| a\\|b             |    1 |\n\
             | 50 % of A\\* \\\\ _ | ≥ 12 |\n"
        );
        let latex = written(Markup::Latex);
        assert!(latex.starts_with("\\begin{tabular}{lr}\n\\hline\nwhat "), "{latex}");
        assert!(latex.contains("a\\textbar{}b "), "{latex}");
        assert!(latex.contains("50 \\% of A* \\textbackslash{} \\_ & $\\geq$ 12 \\\\\n"), "{latex}");
        assert!(latex.ends_with("\\\\\n\\hline\n\\end{tabular}\n"), "{latex}");
    }
}
