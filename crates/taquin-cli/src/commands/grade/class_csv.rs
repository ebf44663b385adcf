//! The summary of a class as CSV: one line per submission, one column per board.

use super::class_summary::{ClassRow, ClassSummary};
use super::student::Student;
use crate::text_table::csv_cell;

/// Returns the table.
pub(super) fn table(summary: &ClassSummary) -> String {
    let fixed = ["submission", "points", "max_points", "percent", "right", "boards", "seconds", "remark"];
    let mut text =
        line(fixed.iter().map(ToString::to_string).chain(summary.boards.iter().map(|name| safe(name))));
    for row in &summary.rows {
        text += &line(cells(summary, row).into_iter());
    }
    text
}

fn cells(summary: &ClassSummary, row: &ClassRow) -> Vec<String> {
    let boards = row.student.as_ref().map(Student::boards).unwrap_or_default();
    let points = row.student.as_ref().map(Student::points);
    let shown = |value: Option<String>| value.unwrap_or_default();
    let mut cells = vec![
        safe(&row.name),
        shown(points.map(|points| points.to_string())),
        summary.most().to_string(),
        shown(points.map(|points| format!("{:.1}", summary.percent(points)))),
        shown(points.map(|_| row.right().to_string())),
        summary.boards.len().to_string(),
        shown(points.map(|_| format!("{:.3}", row.seconds()))),
        safe(&row.remark()),
    ];
    // A board that was not reached has no points.
    let board = |index: usize| boards.get(index).map_or(0, |board| board.points).to_string();
    cells.extend((0..summary.boards.len()).map(|index| shown(points.map(|_| board(index)))));
    cells
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.map(|cell| csv_cell(&cell)).collect::<Vec<_>>().join(",") + "\n"
}

/// Students choose the names of their files, and a spreadsheet would evaluate a cell that begins like a formula.
fn safe(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_text() {
        assert_eq!(safe("=1+1"), "'=1+1");
        assert_eq!(safe("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(safe("ann.py"), "ann.py");
    }
}
