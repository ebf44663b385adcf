//! What counts as one move.

use std::fmt;

/// How the length of a solution is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// Every tile that moves by one cell counts.
    #[default]
    Single,
    /// A push of several tiles in one line counts once.
    Multi,
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Metric::Single => "single",
            Metric::Multi => "multi",
        })
    }
}
