//! The results as a table in plain text or Markdown, and as CSV.

use super::baseline::Comparison;
use super::machine::{COMMIT, Machine};
use super::measurement::{MethodResult, Outcome, SetUp, SuiteResult};
use crate::quantity::{counted, large, ratio, time};
use crate::text_table::{Markup, TextTable, csv_cell};
use std::io::{self, Write};
use taquin::display::{Bytes, Grouped};

/// Writes the program and machine.
pub(super) fn write_origin(out: &mut dyn Write, machine: &Machine, markdown: bool) -> io::Result<()> {
    let commit = COMMIT.map_or_else(String::new, |commit| format!(", commit {commit}"));
    let memory = machine.memory.map_or_else(String::new, |bytes| format!(", {} of memory", Bytes(bytes)));
    let rows = [
        ("program", format!("taquin {}{commit}", env!("CARGO_PKG_VERSION"))),
        ("machine", format!("{}, {}{memory}", machine.processor, counted(machine.threads as u64, "thread"))),
    ];
    for (label, value) in rows {
        if markdown { writeln!(out, "- {label}: {value}")? } else { writeln!(out, "{label:<8} {value}")? }
    }
    Ok(())
}

fn markup(markdown: bool) -> Markup {
    if markdown { Markup::Markdown } else { Markup::Plain }
}

fn write_heading(out: &mut dyn Write, heading: &str, markdown: bool) -> io::Result<()> {
    writeln!(out, "\n{}{heading}\n", if markdown { "## " } else { "" })
}

/// Writes the notes below a table.
fn write_notes(out: &mut dyn Write, notes: &[String], markdown: bool) -> io::Result<()> {
    for (index, note) in notes.iter().enumerate() {
        let gap = if index == 0 { "\n" } else { "" };
        writeln!(out, "{gap}{}{note}", if markdown { "- " } else { "" })?;
    }
    Ok(())
}

/// Writes the table of a suite and its notes.
pub(super) fn write(out: &mut dyn Write, result: &SuiteResult, markdown: bool) -> io::Result<()> {
    let of = match result.boards.len() {
        boards if boards == result.suite_boards => counted(boards as u64, "board"),
        boards => format!("{} of {}", Grouped(boards as u64), counted(result.suite_boards as u64, "board")),
    };
    let times = if result.repeat > 1 { format!(", median of {} runs", result.repeat) } else { String::new() };
    let heading = format!("{}: {}, {of}{times}", result.suite, result.title);
    write_heading(out, &heading, markdown)?;
    let names = [
        "method",
        "solved",
        "moves",
        "expanded",
        "generated",
        "set-up",
        "mean",
        "median",
        "max",
        "nodes/s",
        "tables",
        "ratio",
    ];
    let rows = result.entries.iter().map(|entry| row(entry, result.entries.first()));
    let dropped = ["tables", "max", "median", "set-up", "nodes/s", "expanded", "moves"];
    TextTable::with_text_columns(names, 1, rows).expendable(&dropped, 2).print(out, markup(markdown))?;
    let mut notes = Vec::new();
    for entry in &result.entries {
        notes.extend(note(entry));
    }
    if result.entries.iter().any(MethodResult::has_stopped) {
        notes.push("boards that were not solved count with what was used by then".to_owned());
    }
    notes.extend(result.disagreements.iter().map(|text| format!("WRONG: {text}")));
    write_notes(out, &notes, markdown)
}

fn row(entry: &MethodResult, first: Option<&MethodResult>) -> Vec<String> {
    let alone = |seconds: f64| if entry.timed_together { "–".to_owned() } else { time(seconds) };
    // A stopped board would have taken longer.
    let least = if entry.has_stopped() { "≥ " } else { "" };
    let to_first = first.map_or(f64::NAN, |first| entry.seconds() / first.seconds());
    let mean = |sum: u64| {
        let mean = entry.per_board(sum as f64);
        if mean.is_finite() { Grouped(mean.round() as u64).to_string() } else { "–".to_owned() }
    };
    vec![
        entry.method.clone(),
        if entry.has_stopped() {
            format!("{} of {}", Grouped(entry.solved() as u64), Grouped(entry.samples.len() as u64))
        } else {
            Grouped(entry.solved() as u64).to_string()
        },
        if entry.solved() > 0 { format!("{:.2}", entry.mean_moves()) } else { "–".to_owned() },
        mean(entry.expanded()),
        mean(entry.generated()),
        if entry.set_up.on_demand { "–".to_owned() } else { time(entry.set_up.seconds) },
        format!("{least}{}", time(entry.mean_seconds())),
        alone(entry.median_seconds()),
        alone(entry.max_seconds()),
        large(entry.nodes_per_second()),
        if entry.table_bytes == 0 { "–".to_owned() } else { Bytes(entry.table_bytes).to_string() },
        format!("{least}{}", ratio(to_first)),
    ]
}

/// Describes where tables came from and why boards were not solved.
fn note(entry: &MethodResult) -> Vec<String> {
    let mut notes = Vec::new();
    let SetUp { built, read, on_demand, .. } = entry.set_up;
    let tables = |number: usize| counted(number as u64, "table");
    let origin = match (built, read) {
        _ if on_demand => Some("tables are built on demand, in the time of the boards".to_owned()),
        (0, 0) => None,
        (built, 0) => Some(format!("{} built", tables(built))),
        (0, read) => Some(format!("{} read from disk", tables(read))),
        (built, read) => Some(format!("{} built, {} read from disk", tables(built), tables(read))),
    };
    let walks = entry.timed_together.then(|| "only the table walks, timed together".to_owned());
    let details: Vec<String> = origin.into_iter().chain(walks).collect();
    if !details.is_empty() {
        notes.push(format!("{}: {}", entry.method, details.join("; ")));
    }
    let mut reasons: Vec<(&str, u64)> = Vec::new();
    for sample in &entry.samples {
        let Outcome::Stopped(reason) = &sample.outcome else { continue };
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, number)) => *number += 1,
            None => reasons.push((reason, 1)),
        }
    }
    let details =
        |(reason, number)| format!("{}: {} not solved: {reason}", entry.method, counted(number, "board"));
    notes.extend(reasons.into_iter().map(details));
    notes
}

/// Writes the comparison with a baseline.
pub(super) fn write_comparison(
    out: &mut dyn Write,
    comparison: &Comparison,
    machine: &Machine,
    markdown: bool,
) -> io::Result<()> {
    let heading = format!("against {}", comparison.name);
    write_heading(out, &heading, markdown)?;
    let names = [
        "suite",
        "method",
        "boards",
        "nodes before",
        "nodes now",
        "ratio",
        "time before",
        "time now",
        "ratio",
    ];
    let rows = comparison.lines.iter().map(|line| {
        let nodes = |number: u64| Grouped((number as f64 / line.boards as f64).round() as u64).to_string();
        let seconds = |seconds: f64| time(seconds / line.boards as f64);
        vec![
            line.suite.clone(),
            line.method.clone(),
            Grouped(line.boards as u64).to_string(),
            nodes(line.nodes_before),
            nodes(line.nodes_now),
            ratio(line.nodes_now as f64 / line.nodes_before as f64),
            seconds(line.seconds_before),
            seconds(line.seconds_now),
            ratio(line.seconds_now / line.seconds_before),
        ]
    });
    TextTable::with_text_columns(names, 2, rows)
        .expendable(&["boards", "nodes before", "time before"], 2)
        .print(out, markup(markdown))?;
    let mut notes: Vec<String> =
        comparison.missing.iter().map(|name| format!("{name}: no boards in common")).collect();
    notes.extend(comparison.differences.iter().map(|difference| format!("DIFFERENT: {difference}")));
    if comparison.processor != machine.processor {
        notes
            .push(format!("the baseline was measured on {}: compare nodes, not times", comparison.processor));
    }
    write_notes(out, &notes, markdown)
}

/// Writes one line per method and board.
pub(super) fn write_csv(out: &mut dyn Write, results: &[SuiteResult]) -> io::Result<()> {
    writeln!(out, "suite,board,method,threads,status,length,expanded,generated,seconds")?;
    for result in results {
        for (index, board) in result.boards.iter().enumerate() {
            for entry in &result.entries {
                let sample = &entry.samples[index];
                let (status, length) = match &sample.outcome {
                    Outcome::Solved(length) => ("solved", length.to_string()),
                    Outcome::Stopped(_) => ("stopped", String::new()),
                };
                writeln!(
                    out,
                    "{},{},{},{},{status},{length},{},{},{:.9}",
                    csv_cell(&result.suite),
                    csv_cell(&board.name),
                    csv_cell(&entry.method),
                    entry.threads,
                    sample.expanded,
                    sample.generated,
                    sample.seconds()
                )?;
            }
        }
    }
    Ok(())
}
