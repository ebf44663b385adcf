//! The tree in the DOT language of Graphviz.

use super::Shown;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use taquin::{Board, Tile};
use taquin_draw::NodeState;

impl Shown<'_> {
    /// Writes boards as boxes with the step above and the values below; pruned boards are dashed, the solution is bold.
    pub(super) fn write_dot(&self, out: &mut dyn Write) -> io::Result<()> {
        // Freeing a large tree takes longer than a signal allows.
        let tree = ManuallyDrop::new(self.tree()?);
        writeln!(out, "digraph trace {{")?;
        // Keep children in the order of generation.
        writeln!(out, "  ordering=out;\n  fontname=\"sans-serif\";")?;
        writeln!(out, "  label=\"{}\";", quoted(&taquin_lesson::title(&self.recorded.method)))?;
        writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
        for (index, node) in tree.iter().enumerate() {
            let rows = aligned(&node.board);
            let parts = [&node.heading, &rows].into_iter().chain(&node.captions);
            let lines: Vec<&str> = parts.map(String::as_str).filter(|line| !line.is_empty()).collect();
            let style = match node.state {
                _ if node.is_on_path => ", style=bold",
                NodeState::Expanded => "",
                NodeState::Open => ", style=rounded",
                NodeState::Pruned => ", style=dashed",
            };
            writeln!(out, "  n{index} [label=\"{}\"{style}];", quoted(&lines.join("\n")))?;
            if let Some(parent) = node.parent {
                let bold = if node.is_on_path { " [style=bold]" } else { "" };
                writeln!(out, "  n{parent} -> n{index}{bold};")?;
            }
        }
        writeln!(out, "}}")
    }
}

/// Formats the rows of a board with aligned numbers.
fn aligned(board: &Board) -> String {
    let width = (board.size().cells() - 1).to_string().len();
    let row = |tiles: &[Tile]| {
        let numbers = tiles.iter().map(|tile| format!("{:>width$}", tile.number()));
        numbers.collect::<Vec<_>>().join(" ")
    };
    board.rows().map(row).collect::<Vec<_>>().join("\n")
}

/// Escapes text for a quoted string.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
