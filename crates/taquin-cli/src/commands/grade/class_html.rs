//! The reports about a class as pages: no scripts, nothing loaded, everything that students wrote escaped.

use super::class_summary::{ClassRow, ClassSummary};
use super::report_folder::report_name;
use super::student::{BoardGrade, Student};
use crate::quantity::counted;
use crate::xml::escaped;
use std::fmt::Write;
use taquin_judge::grade::MAX_POINTS;

const STYLE: &str = "\
:root { color-scheme: light; }
body { font: 15px/1.45 system-ui, sans-serif; color: #1c1c1c; background: #fff; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: .2rem; }
p { margin: .3rem 0; color: #555; }
code, pre { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: #f5f5f5; border-radius: 4px; padding: .6rem; max-height: 16rem; overflow: auto; white-space: pre-wrap; margin: .3rem 0 .8rem; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #ddd; text-align: left; vertical-align: top; }
thead th { border-bottom: 2px solid #999; white-space: nowrap; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.p { text-align: center; }
th.b { white-space: normal; min-width: 3.5rem; max-width: 6rem; text-align: center; font-size: 13px; vertical-align: bottom; }
td.r { min-width: 13rem; }
.p0 { background: #f8d7d4; } .p1, .p2, .p3 { background: #fdf0c8; } .p4 { background: #d9efdc; } .p- { background: #eee; }
tfoot td { border-top: 2px solid #999; color: #555; }
h2 { font-size: 1.1rem; margin: 1.4rem 0 .2rem; }
";

/// Returns the page of a class.
pub(super) fn summary_page(summary: &ClassSummary) -> String {
    let mut body = String::new();
    let graded = summary.rows.iter().filter(|row| row.student.is_some()).count();
    let _ = write!(
        body,
        "<h1>Summary</h1>\n<p>{graded} of {} graded on {}{}. Mean: {} of {} points.</p>\n\
         <p>Command: <code>{}</code></p>\n<div class=\"wide\"><table>\n<thead><tr><th>submission</th>\
         <th class=\"n\">points</th><th class=\"n\">percent</th><th class=\"n\">time</th><th>remark</th>",
        counted(summary.rows.len() as u64, "submission"),
        counted(summary.boards.len() as u64, "board"),
        summary.suite.as_ref().map_or_else(String::new, |suite| format!(" of the suite {}", escaped(suite))),
        summary.mean().map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}")),
        summary.most(),
        escaped(&summary.program),
    );
    for board in &summary.boards {
        let _ = write!(body, "<th class=\"b\">{}</th>", escaped(board));
    }
    body += "</tr></thead>\n<tbody>\n";
    for row in &summary.rows {
        body += &summary_row(summary, row);
    }
    body += "</tbody>\n<tfoot><tr><td>submissions with all points</td><td></td><td></td><td></td><td></td>";
    for index in 0..summary.boards.len() {
        let _ = write!(body, "<td class=\"p\">{}</td>", summary.right(index));
    }
    body += "</tr></tfoot>\n</table></div>\n";
    page("Summary", &body)
}

fn summary_row(summary: &ClassSummary, row: &ClassRow) -> String {
    let (name, remark) = (escaped(&row.name), escaped(&row.remark()));
    let Some(student) = &row.student else {
        let empty = "<td class=\"n\">-</td>".repeat(3);
        let boards = "<td class=\"p p-\">-</td>".repeat(summary.boards.len());
        return format!("<tr><td>{name}</td>{empty}<td class=\"r\">{remark}</td>{boards}</tr>\n");
    };
    let (points, link) = (student.points(), percent_encoded(&report_name(&row.name)));
    let mut text = format!(
        "<tr><td><a href=\"students/{link}.html\">{name}</a></td><td class=\"n\">{points}</td>\
         <td class=\"n\">{:.1}</td><td class=\"n\">{:.2} s</td><td class=\"r\">{remark}</td>",
        summary.percent(points),
        row.seconds()
    );
    let boards = student.boards();
    for index in 0..summary.boards.len() {
        text += &match boards.get(index) {
            Some(board) => format!(
                "<td class=\"p p{0}\" title=\"{1}: {2}\">{0}</td>",
                board.points,
                escaped(&board.verdict),
                escaped(&board.reason)
            ),
            // A board that was not reached.
            None => "<td class=\"p p0\">0</td>".to_owned(),
        };
    }
    text + "</tr>\n"
}

/// Returns the page of a submission.
pub(super) fn student_page(student: &Student, boards: usize) -> String {
    let name = escaped(&student.submission);
    let mut body = format!(
        "<p><a href=\"../summary.html\">Summary</a></p>\n<h1>{name}</h1>\n<p>{} of {} points.</p>\n",
        student.points(),
        boards as u32 * MAX_POINTS
    );
    if let Some(problem) = &student.problem {
        let _ = writeln!(body, "<p>Problem: {}</p>", escaped(problem));
        body += &listing("standard error", &student.stderr);
    }
    let graded = student.boards();
    body += "<div class=\"wide\"><table>\n<thead><tr><th>board</th><th class=\"n\">points</th><th class=\"n\">time</th>\
             <th>verdict</th></tr></thead>\n<tbody>\n";
    for board in graded {
        let _ = writeln!(
            body,
            "<tr><td>{}</td><td class=\"n p{}\">{}</td><td class=\"n\">{:.2} s</td><td>{}: {}</td></tr>",
            escaped(&board.name),
            board.points,
            board.points,
            board.seconds,
            escaped(&board.verdict),
            escaped(&board.reason)
        );
    }
    body += "</tbody>\n</table></div>\n";
    graded.iter().for_each(|board| body += &details(board));
    page(&name, &body)
}

/// Returns what the program wrote about a board, if points were lost or something was ignored.
fn details(board: &BoardGrade) -> String {
    if board.points == MAX_POINTS && board.ignored.is_empty() {
        return String::new();
    }
    let mut text = format!("<h2>{}</h2>\n", escaped(&board.name));
    text += &listing("answer", &board.answer);
    text += &listing("ignored lines", &board.ignored.join("\n"));
    text += &listing("standard error", &board.stderr);
    text
}

fn listing(title: &str, content: &str) -> String {
    if content.trim().is_empty() {
        return String::new();
    }
    format!("<p>{title}:</p>\n<pre>{}</pre>\n", escaped(content))
}

/// Returns a whole page; `title` and `body` are HTML.
fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Encodes a file name for a link.
fn percent_encoded(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links() {
        assert_eq!(percent_encoded("ann lee#1?.py"), "ann%20lee%231%3F.py");
        assert_eq!(percent_encoded("é\"<"), "%C3%A9%22%3C");
    }
}
