//! The help screen.

use ratatui::layout::Rect;
use ratatui::text::Line;

const KEYS: [(&str, &str); 12] = [
    ("arrows, hjkl, wasd", "move a tile in this direction"),
    ("mouse", "click a tile in line with the blank"),
    ("u, Ctrl-Z", "undo; also Backspace"),
    ("r, Ctrl-Y", "redo"),
    ("x", "restart this board"),
    ("t", "hint: show the next tile to move"),
    ("p, space", "play back a solution from here"),
    ("n", "new board"),
    ("i", "invert: keys move the blank"),
    ("q, Ctrl-C", "quit"),
    ("left", "optimal number of remaining moves, or bounds"),
    ("bold tiles", "are on their goal cells"),
];

const BACK: &str = "Press any key to return to the game.";

/// Width of the column of keys.
const KEY: usize = 20;

/// Returns one line per key, or if the window is too small, a paragraph to be wrapped.
pub(super) fn lines(area: Rect) -> Vec<Line<'static>> {
    let widest = KEYS.iter().map(|(_, what)| KEY + what.len()).max().unwrap_or_default();
    if widest <= area.width.into() && KEYS.len() + 2 <= area.height.into() {
        let keys = KEYS.iter().map(|(key, what)| Line::raw(format!("{key:<KEY$}{what}")));
        return keys.chain([Line::raw(""), Line::raw(BACK)]).collect();
    }
    let keys: Vec<String> = KEYS.iter().map(|(key, what)| format!("{key}: {what}")).collect();
    vec![Line::raw(BACK), Line::raw(format!("{}.", keys.join(" · ")))]
}
