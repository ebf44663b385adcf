//! Draws the game.

use super::app::App;
use super::help;
use super::layout::{Layout, State};
use super::mode::Mode;
use super::palette::Palette;
use crate::progress::fitting;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Sparkline, Wrap};
use std::time::Duration;
use taquin::{Board, Cell, Tile};

/// Maximum height of the history chart, and its minimum with the title.
const HISTORY: u16 = 6;
const LEAST_HISTORY: u16 = 4;

const PLAYING: [&str; 9] =
    ["? help", "q quit", "arrows move", "t hint", "u undo", "r redo", "p watch", "n new", "x restart"];
const CHOOSING: [&str; 7] =
    ["Esc back", "e easy", "m medium", "h hard", "a any", "or type a number of moves and Enter", "q quit"];
const WATCHING: [&str; 6] =
    ["Esc back to the game", "space play or pause", "← → step", "+ - speed", "n new", "q quit"];

/// Draws everything that fits.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App, palette: Palette, now: Duration) {
    let area = frame.area();
    if matches!(app.mode(), Mode::Help) {
        frame.render_widget(Paragraph::new(help::lines(area)).wrap(Wrap { trim: true }), area);
        return;
    }
    let size = app.shown().size();
    let layout = match Layout::new(area, size) {
        Ok(layout) => layout,
        Err(needed) => {
            let text = format!(
                "A {size} board needs a window of {} x {}; this one has {} x {}. Make it larger, or press q to quit.",
                needed.columns, needed.rows, area.width, area.height
            );
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
    };
    let goal = app.game().goal();
    let aim = goal.name().map_or_else(|| "custom goal".to_owned(), |name| format!("goal {name}"));
    let inverted = if app.is_inverted() { ", keys move the blank" } else { "" };
    frame.render_widget(
        Line::styled(format!("taquin {size}, {aim}{inverted}"), palette.quiet()),
        layout.title,
    );
    draw_board(frame, &layout, app.shown(), app, palette);
    match layout.state {
        State::Panel(area) => draw_panel(frame, area, app, palette, now),
        State::Line(area) => {
            let facts: Vec<String> =
                facts(app, now).iter().map(|(name, value)| format!("{name} {value}")).collect();
            frame.render_widget(Line::raw(fitting(&facts, area.width.into())), area);
        }
    }
    let note = Paragraph::new(note(app)).style(palette.note()).wrap(Wrap { trim: true });
    frame.render_widget(note, layout.note);
    let keys: &[&str] = match app.mode() {
        Mode::New(_) => &CHOOSING,
        Mode::Watch(_) => &WATCHING,
        Mode::Scrambling => &["Esc back to the game", "q quit"],
        Mode::Play | Mode::Help => &PLAYING,
    };
    let keys: Vec<String> = keys.iter().map(|&key| key.to_owned()).collect();
    frame.render_widget(Line::styled(fitting(&keys, layout.keys.width.into()), palette.quiet()), layout.keys);
}

/// Returns the message below the board.
fn note(app: &App) -> String {
    match app.mode() {
        Mode::New(chooser) => chooser.title(),
        Mode::Watch(playback) => {
            let (at, all) = playback.position();
            let state = if playback.is_playing() { "playing" } else { "paused" };
            format!("Move {at} of {all}, {state}, speed {}", playback.speed())
        }
        Mode::Play | Mode::Scrambling | Mode::Help => app.note().to_owned(),
    }
}

/// Returns the labels and values of the panel.
fn facts(app: &App, now: Duration) -> [(&'static str, String); 3] {
    let game = app.game();
    let seconds = game.time(now).as_secs();
    // While a solution is watched, its moves count as made.
    let (watched, rest) = match app.mode() {
        Mode::Watch(playback) => {
            let (at, all) = playback.position();
            (at, Some(all - at))
        }
        Mode::Play | Mode::New(_) | Mode::Scrambling | Mode::Help => (0, None),
    };
    let left = match (rest, game.remaining()) {
        (Some(rest), Some(known)) if !known.is_exact() => format!("at most {rest}"),
        (Some(rest), _) => rest.to_string(),
        _ if game.is_won() => "0".to_owned(),
        _ if app.is_unsolvable() => "no solution".to_owned(),
        (None, Some(known)) if known.is_exact() => known.upper_bound.to_string(),
        (None, Some(known)) => format!("{} to {}", known.lower_bound, known.upper_bound),
        (None, None) => "…".to_owned(),
    };
    [
        ("moves", (game.made() + watched).to_string()),
        ("time", format!("{}:{:02}", seconds / 60, seconds % 60)),
        ("left", left),
    ]
}

fn draw_panel(frame: &mut Frame<'_>, area: Rect, app: &App, palette: Palette, now: Duration) {
    let inner = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
    let facts = facts(app, now);
    let mut lines: Vec<Line<'_>> = facts
        .iter()
        .map(|(name, value)| {
            Line::from(vec![Span::styled(format!("{name:<7}"), palette.quiet()), Span::raw(value.clone())])
        })
        .collect();
    lines.insert(0, Line::raw(""));
    let goal = goal_lines(app.game().goal().board(), inner.width.into());
    let needed = lines.len() + 2 + goal.len() + usize::from(LEAST_HISTORY);
    let has_goal = !goal.is_empty() && needed <= inner.height.into();
    if has_goal {
        lines.push(Line::raw(""));
        lines.push(Line::styled("goal", palette.quiet()));
        lines.extend(goal.into_iter().map(Line::raw));
    }
    let used = lines.len() as u16;
    frame.render_widget(Paragraph::new(lines), inner);
    let below =
        Rect { y: inner.y + used.min(inner.height), height: inner.height.saturating_sub(used), ..inner };
    draw_history(frame, below, app, palette);
}

/// Draws the history of remaining moves.
fn draw_history(frame: &mut Frame<'_>, area: Rect, app: &App, palette: Palette) {
    if area.height < 3 {
        return;
    }
    let title = Rect { y: area.y + 1, height: 1, ..area };
    let bars = Rect { y: area.y + 2, height: (area.height - 2).min(HISTORY), ..area };
    let history: Vec<Option<u64>> = app.game().history().collect();
    // Show the last ones if not all fit.
    let shown = &history[history.len().saturating_sub(bars.width.into())..];
    let most = history.iter().flatten().copied().max().unwrap_or(1).max(1);
    frame.render_widget(Line::styled("remaining moves", palette.quiet()), title);
    let line = Sparkline::default().data(shown).max(most).style(palette.history()).absent_value_symbol(" ");
    frame.render_widget(line, bars);
}

/// Formats the goal in plain rows; empty if it is too wide.
fn goal_lines(goal: &Board, width: usize) -> Vec<String> {
    let digits = (goal.size().cells() - 1).to_string().len();
    if goal.size().cols() * (digits + 1) > width {
        return Vec::new();
    }
    let cell = |tile: &Tile| {
        if tile.is_blank() { format!("{:>digits$} ", "·") } else { format!("{tile:>digits$} ") }
    };
    goal.rows().map(|row| row.iter().map(cell).collect()).collect()
}

fn draw_board(frame: &mut Frame<'_>, layout: &Layout, board: &Board, app: &App, palette: Palette) {
    let goal = app.game().goal();
    for (index, &tile) in board.tiles().iter().enumerate() {
        let cell = Cell::new(index);
        let style = match tile {
            _ if app.hinted() == Some(tile) => palette.hint(),
            _ if tile.is_blank() => palette.quiet(),
            _ if goal.home(tile) == cell => palette.home(),
            _ => palette.away(),
        };
        let (columns, rows) = layout.tile;
        let corner = layout.corner(cell);
        let area = Rect { x: corner.x, y: corner.y, width: columns, height: rows };
        draw_tile(frame, area, tile, style);
    }
}

fn draw_tile(frame: &mut Frame<'_>, area: Rect, tile: Tile, style: Style) {
    let inside = usize::from(area.width).saturating_sub(2);
    let lines: Vec<String> = match (area.height, tile.is_blank()) {
        (1, true) => vec![format!("{:>1$}", "·", usize::from(area.width))],
        (1, false) => vec![format!("{tile:>0$}", usize::from(area.width))],
        (_, true) => Vec::new(),
        (height, false) => (0..height)
            .map(|row| match row {
                0 => format!("╭{}╮", "─".repeat(inside)),
                _ if row + 1 == height => format!("╰{}╯", "─".repeat(inside)),
                _ if row == height / 2 => format!("│{:^inside$}│", tile.number()),
                _ => format!("│{:inside$}│", ""),
            })
            .collect(),
    };
    let lines: Vec<Line<'_>> = lines.into_iter().map(|line| Line::styled(line, style)).collect();
    frame.render_widget(Paragraph::new(lines), area);
}

#[cfg(test)]
mod tests;
