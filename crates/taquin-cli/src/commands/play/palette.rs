//! Styles that are readable on light and dark terminals, and without colours.
//!
//! Without colours, everything differs by bold and reverse. crossterm resets these attributes under `NO_COLOR` when a
//! colour is set, so no colour is ever set then.

use crate::colour;
use ratatui::style::{Color, Modifier, Style};

/// The styles, with or without colours. No information is conveyed by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Palette {
    has_colours: bool,
}

impl Palette {
    /// Creates a palette according to `--color`, `NO_COLOR` and the terminal.
    pub(super) fn of_environment() -> Palette {
        Palette { has_colours: colour::is_on() }
    }

    /// Creates a palette with or without colours.
    #[cfg(test)]
    pub(super) fn new(has_colours: bool) -> Palette {
        Palette { has_colours }
    }

    fn coloured(self, colour: Color) -> Style {
        if self.has_colours { Style::new().fg(colour) } else { Style::new() }
    }

    /// A tile on its goal cell.
    pub(super) fn home(self) -> Style {
        self.coloured(Color::Green).add_modifier(Modifier::BOLD)
    }

    /// Any other tile.
    pub(super) fn away(self) -> Style {
        Style::new()
    }

    /// The tile of a hint.
    pub(super) fn hint(self) -> Style {
        self.coloured(Color::Magenta).add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// The history chart.
    pub(super) fn history(self) -> Style {
        self.coloured(Color::Cyan)
    }

    /// Messages.
    pub(super) fn note(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Secondary text.
    pub(super) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}
