//! The text output of `taquin inspect`: board and goal side by side, and their properties below.

use super::Facts;
use crate::output::{self, slashes};
use crate::quantity::counted;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;
use taquin::display::Grouped;
use taquin::{Board, Goal, Obstacle, ParitySum, Size};

const HOME: Style = AnsiColor::Green.on_default();
const AWAY: Style = Style::new().bold();
const FRAME: Style = Style::new().dimmed();
const LABEL: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();
const TITLE: Style = Style::new().bold();

/// Rows wrap to the width of the terminal within these bounds.
const NARROWEST: usize = 40;
const WIDEST: usize = 100;
const INDENT: usize = 2;
const LABELS: usize = 17;
const TALLEST: usize = 24;
const PAIRS: usize = 24;
/// The most tiles whose values fit on a line.
const MOST_TILES: usize = 15;

/// A line of text and its visible width, without colour sequences.
#[derive(Clone, Default)]
struct Line {
    text: String,
    width: usize,
}

impl Line {
    fn push(&mut self, style: Style, text: &str) {
        self.width += text.chars().count();
        // Colour sequences around invisible text would only add bytes.
        if style == Style::new() || text.trim().is_empty() {
            self.text.push_str(text);
        } else {
            let _ = write!(self.text, "{style}{text}{style:#}");
        }
    }
}

/// The area that the summary is rendered for.
#[derive(Clone, Copy)]
pub(super) struct Canvas {
    /// Columns available.
    pub(super) width: usize,
    /// Whether tiles have frames.
    pub(super) framed: bool,
}

impl Canvas {
    /// Width of a file, and of a terminal of unknown width.
    pub(super) const WIDTH: usize = 80;
}

/// The text rendered so far.
struct Summary {
    text: String,
    canvas: Canvas,
}

/// Renders the summary, with colours.
pub(super) fn render(facts: &Facts, canvas: Canvas) -> String {
    let mut summary = Summary { text: String::new(), canvas };
    boards(&mut summary, facts);
    summary.text.push('\n');
    verdict(&mut summary, facts);
    summary.text.push('\n');
    measures(&mut summary, facts);
    summary.text
}

fn boards(summary: &mut Summary, facts: &Facts) {
    let Canvas { width: room, framed } = summary.canvas;
    let goal_title = format!("goal: {}", facts.goal.name().unwrap_or("custom"));
    let pictures = |framed| {
        (picture(&facts.board, Some(&facts.goal), framed), picture(facts.goal.board(), None, framed))
    };
    let width_of = |lines: &[Line]| lines.first().map_or(0, |line| line.width);
    let is_too_large = |lines: &[Line]| INDENT + width_of(lines) > room || lines.len() > 2 * TALLEST + 1;
    let (mut start, mut goal) = pictures(framed);
    if framed && is_too_large(&start) {
        // Bare numbers take less space than framed tiles.
        (start, goal) = pictures(false);
    }
    let width = width_of(&start);
    if is_too_large(&start) {
        let size = facts.board.size();
        summary.row("board", &format!("{size}, too large to draw here; use `taquin convert` to print it"));
        summary.row("goal", facts.goal.name().unwrap_or("custom"));
        return;
    }
    let arrow = "   →   ";
    let left = width.max("start".len());
    if INDENT + left + arrow.chars().count() + width.max(goal_title.len()) > room {
        // One below the other; a named goal need not be drawn.
        let goal = if facts.goal.name().is_some() { Vec::new() } else { goal };
        for (title, lines) in [("start", start), (goal_title.as_str(), goal)] {
            let _ = writeln!(summary.text, "{:INDENT$}{TITLE}{title}{TITLE:#}", "");
            for line in lines {
                let _ = writeln!(summary.text, "{:INDENT$}{}", "", line.text);
            }
        }
        return;
    }
    let gap = arrow.chars().count();
    let _ = writeln!(
        summary.text,
        "{:INDENT$}{TITLE}start{TITLE:#}{:pad$}{TITLE}{goal_title}{TITLE:#}",
        "",
        "",
        pad = left - "start".len() + gap
    );
    let middle = start.len() / 2;
    for (index, (here, there)) in start.iter().zip(&goal).enumerate() {
        let between = if index == middle { arrow.to_owned() } else { " ".repeat(gap) };
        let pad = left - here.width;
        let _ = writeln!(summary.text, "{:INDENT$}{}{:pad$}{between}{}", "", here.text, "", there.text);
    }
}

/// Draws the board; tiles on their goal cells are green.
fn picture(board: &Board, goal: Option<&Goal>, framed: bool) -> Vec<Line> {
    let digits = (board.size().cells() - 1).to_string().len().max(2);
    let cols = board.size().cols();
    let rule = |left: &str, cross: &str, right: &str| {
        let mut line = Line::default();
        let parts = vec!["─".repeat(digits + 2); cols];
        line.push(FRAME, &format!("{left}{}{right}", parts.join(cross)));
        line
    };
    let mut lines = Vec::new();
    if framed {
        lines.push(rule("╭", "┬", "╮"));
    }
    for (y, tiles) in board.rows().enumerate() {
        if framed && y > 0 {
            lines.push(rule("├", "┼", "┤"));
        }
        let mut line = Line::default();
        for (x, &tile) in tiles.iter().enumerate() {
            let is_home = goal.is_some_and(|goal| board.size().cell(y, x) == Some(goal.home(tile)));
            let style = match goal {
                None => Style::new(),
                Some(_) if is_home => HOME,
                Some(_) => AWAY,
            };
            let text = match (tile.is_blank(), framed) {
                (true, true) => " ".repeat(digits),
                _ => format!("{tile:>digits$}", tile = tile.number()),
            };
            if framed {
                line.push(FRAME, "│");
                line.push(style, &format!(" {text} "));
            } else {
                line.push(Style::new(), if x > 0 { " " } else { "" });
                line.push(style, &text);
            }
        }
        if framed {
            line.push(FRAME, "│");
        }
        lines.push(line);
    }
    if framed {
        lines.push(rule("╰", "┴", "╯"));
    }
    lines
}

fn verdict(summary: &mut Summary, facts: &Facts) {
    let (style, word) = if facts.is_solvable() { (GOOD, "yes") } else { (BAD, "no") };
    summary.row("solvable", &format!("{style}{word}{style:#}"));
    summary.row("because", &argument(facts));
    if let Some(hint) = facts.unsolvable.as_ref().and_then(output::goals_hint) {
        summary.row("hint", &hint);
    }
    summary.row("is goal", if facts.is_goal() { "yes" } else { "no" });
}

/// Explains why the goal can or cannot be reached.
fn argument(facts: &Facts) -> String {
    let size = facts.board.size();
    if size.cells() < 3 {
        return "boards with fewer than two tiles are always solvable".to_owned();
    }
    if size.is_line() {
        return match facts.unsolvable.as_ref().map(taquin::Unsolvable::obstacle) {
            Some(Obstacle::Order { place, start, goal }) => format!(
                "tiles in a single line cannot pass each other, but tile number {} is {start} instead of {goal}",
                place + 1
            ),
            // In a line, parity is never the obstacle.
            Some(Obstacle::Parity { .. }) | None => {
                "tiles in a single line cannot pass each other, and their order is that of the goal"
                    .to_owned()
            }
        };
    }
    let (start, goal) = (ParitySum::of(&facts.board), ParitySum::of(facts.goal.board()));
    let what = match start.blank_row {
        None => "inversions",
        Some(_) => "inversions + blank row",
    };
    let same = start.is_odd() == goal.is_odd();
    let end = if same {
        format!("both are {}", start.parity())
    } else {
        format!("start is {}, goal is {}", start.parity(), goal.parity())
    };
    format!("moves preserve the parity of {what}, {} {end}", if same { "and" } else { "but" })
}

fn measures(summary: &mut Summary, facts: &Facts) {
    let board = &facts.board;
    let size = board.size();
    let tiles = counted(size.cells() as u64 - 1, "tile");
    summary.row("size", &format!("{size}, {tiles}"));
    summary.row("blank", &format!("row {}, column {}, counted from 0", board.blank_row(), facts.blank_col()));
    summary.row("inversions", &inversions(facts));
    if !size.is_line() {
        summary.row("parity of start", &ParitySum::of(board).to_string());
        summary.row("parity of goal", &ParitySum::of(facts.goal.board()).to_string());
    }
    if let Some(twin) = board.twin().filter(|_| are_tiles_shown(size)) {
        summary.row("twin", &slashes(&twin));
    }
    summary.text.push('\n');
    for kind in facts.kinds() {
        let (value, title) = (facts.estimate(kind).to_string(), kind.title());
        summary.row(kind.name(), &format!("{value:<4} {LABEL}{title}{LABEL:#}"));
    }
    if facts.is_solvable() {
        let least = facts.kinds().map(|kind| facts.estimate(kind)).max();
        summary.row("moves", &format!("at least {}", least.unwrap_or_default()));
    }
    if are_tiles_shown(size) {
        tile_rows(summary, facts);
    }
}

/// Returns whether the values of all tiles fit on a line.
fn are_tiles_shown(size: Size) -> bool {
    (1..=MOST_TILES).contains(&(size.cells() - 1))
}

/// Writes a row with the number of every tile, and below it what the tile adds to Hamming and Manhattan distance.
fn tile_rows(summary: &mut Summary, facts: &Facts) {
    let board = &facts.board;
    let tiles = board.size().cells() as u32;
    let width = (tiles - 1).to_string().len();
    let aligned = |values: &mut dyn Iterator<Item = u32>| {
        values.map(|value| format!("{value:>width$}")).collect::<Vec<_>>().join(" ")
    };
    summary.text.push('\n');
    summary.row("tile", &aligned(&mut (1..tiles)));
    summary.row("hamming", &aligned(&mut board.misplaced_tiles(&facts.goal)));
    summary.row("manhattan", &aligned(&mut board.tile_distances(&facts.goal)));
}

/// Formats the number of inversions and the first pairs, as in `8-7`.
fn inversions(facts: &Facts) -> String {
    let mut text = Grouped(facts.inversions).to_string();
    let mut shown = 0;
    for (larger, smaller) in facts.board.inversion_pairs().take(PAIRS) {
        let _ = write!(text, "{} {larger}-{smaller}", if shown == 0 { ":" } else { "" });
        shown += 1;
    }
    let more = facts.inversions - shown;
    if more > 0 {
        let _ = write!(text, " … and {} more", Grouped(more));
    }
    text
}

impl Summary {
    /// Appends a label and its value, wrapped below itself.
    fn row(&mut self, label: &str, value: &str) {
        let text = &mut self.text;
        let _ = write!(text, "{:INDENT$}{LABEL}{label:<LABELS$}{LABEL:#}", "");
        let room = self.canvas.width.clamp(NARROWEST, WIDEST) - INDENT - LABELS;
        let mut used = 0;
        for word in value.split(' ') {
            let width = visible_width(word);
            if used > 0 && used + 1 + width > room {
                let _ = write!(text, "\n{:1$}", "", INDENT + LABELS);
                used = 0;
            } else if used > 0 {
                text.push(' ');
                used += 1;
            }
            text.push_str(word);
            used += width;
        }
        text.push('\n');
    }
}

/// Counts the characters of a text without control sequences.
fn visible_width(text: &str) -> usize {
    let mut in_sequence = false;
    let is_visible = |c: char| {
        let was_in_sequence = in_sequence;
        in_sequence = c == '\u{1b}' || (in_sequence && c != 'm');
        !was_in_sequence && !in_sequence
    };
    text.chars().map(is_visible).filter(|&visible| visible).count()
}
