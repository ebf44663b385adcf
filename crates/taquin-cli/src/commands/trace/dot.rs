//! The tree for Graphviz.

use super::Shown;
use crate::output::slashes;
use std::io::{self, Write};
use taquin_draw::Look;

impl Shown<'_> {
    /// Boards are boxes with their rows, numbers of steps above and values below; what was cut is dashed, and the way to the
    /// goal is bold.
    pub(super) fn write_dot(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "digraph trace {{")?;
        writeln!(out, "  label=\"{}\";", quoted(&taquin_lesson::title(&self.recorded.method)))?;
        writeln!(out, "  node [shape=box, fontname=\"monospace\"];")?;
        for (index, node) in self.tree().iter().enumerate() {
            let rows = slashes(&node.board).replace('/', "\n");
            let parts = [&node.heading, &rows].into_iter().chain(&node.captions);
            let lines: Vec<&str> = parts.map(String::as_str).filter(|line| !line.is_empty()).collect();
            let style = match node.look {
                _ if node.is_on_path => ", style=bold",
                Look::Taken => "",
                Look::Waiting => ", style=rounded",
                Look::Cut => ", style=dashed",
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

/// Text between quotation marks.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
