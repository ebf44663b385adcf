//! What the keys do.

use ratatui::layout::Rect;
use ratatui::text::Line;

const KEYS: [(&str, &str); 12] = [
    ("arrows, hjkl, wasd", "move a tile that way"),
    ("mouse", "click a tile in line with the gap"),
    ("u, Ctrl-Z", "undo; Backspace, too"),
    ("r, Ctrl-Y", "redo"),
    ("x", "restart this board"),
    ("t", "hint: the next tile to move"),
    ("p, space", "watch the solution from here"),
    ("n", "a new board, as hard as you like"),
    ("i", "invert: the keys move the gap"),
    ("q, Ctrl-C", "quit"),
    ("left", "the fewest moves to the goal, or bounds of it"),
    ("bold tiles", "lie where they belong"),
];

const BACK: &str = "Any key leads back to the game.";

/// The columns of the keys, where each has a line.
const KEY: usize = 20;

/// A line for each key, or where there is no room for that, one after the other; they are to be wrapped.
pub(super) fn lines(area: Rect) -> Vec<Line<'static>> {
    let widest = KEYS.iter().map(|(_, what)| KEY + what.len()).max().unwrap_or_default();
    if widest <= area.width.into() && KEYS.len() + 2 <= area.height.into() {
        let keys = KEYS.iter().map(|(key, what)| Line::raw(format!("{key:<KEY$}{what}")));
        return keys.chain([Line::raw(""), Line::raw(BACK)]).collect();
    }
    let keys: Vec<String> = KEYS.iter().map(|(key, what)| format!("{key}: {what}")).collect();
    vec![Line::raw(BACK), Line::raw(format!("{}.", keys.join(" · ")))]
}
