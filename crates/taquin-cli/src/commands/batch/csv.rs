//! Answers as rows of CSV. A row has every column; a column that does not apply is empty.

use crate::text_table::csv_cell;
use serde_json::json;
use std::io::{self, Write};
use taquin::solver::Report;

/// The names of the columns, as in JSON; `moves` are the letters of the tiles.
pub(super) const HEADER: &str = "line,status,length,lower_bound,optimal_solutions,expanded,generated,seconds,moves,id,given_length,reason\n";

/// Writes the row of a board.
pub(super) fn write(out: &mut dyn Write, line: u64, report: &Report) -> io::Result<()> {
    let Report { status, length, lower_bound, optimal_solutions, moves, stats, reason, .. } = report;
    let name = csv_cell(&on_one_line(report.id.as_deref().unwrap_or_default()));
    // The words of JSON.
    let status = json!(status);
    let moves = moves.as_ref().map_or("", |moves| &moves.tile);
    writeln!(
        out,
        "{line},{},{},{},{},{},{},{:.6},{moves},{name},{},{}",
        status.as_str().unwrap_or_default(),
        optional(*length),
        optional(*lower_bound),
        optional(*optimal_solutions),
        stats.expanded,
        stats.generated,
        stats.seconds,
        optional(report.given_length),
        csv_cell(&on_one_line(reason.as_deref().unwrap_or_default()))
    )
}

/// Writes the row of a line that was not tried.
pub(super) fn write_error(out: &mut dyn Write, line: u64, reason: &str) -> io::Result<()> {
    writeln!(out, "{line},error,,,,,,,,,,{}", csv_cell(&on_one_line(reason)))
}

fn optional(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Every row is one line, even if the reason quotes control characters of the input.
fn on_one_line(reason: &str) -> String {
    reason.replace(char::is_control, " ")
}
