//! What counts as one move.

use crate::display::Grouped;
use crate::names::named_enum;

named_enum! {
    /// How the length of a solution is counted.
    #[derive(Default)]
    pub enum Metric as "a metric" {
        /// Each tile that moves by one cell counts.
        #[default]
        Single = "single": "every tile that moves by one cell",
        /// A push of several tiles in one line counts once.
        Multi = "multi": "a push of several tiles in one line counts once",
    }
}

impl Metric {
    /// Returns the unit, in the singular: `move` or `push`.
    pub const fn unit(self) -> &'static str {
        match self {
            Metric::Single => "move",
            Metric::Multi => "push",
        }
    }

    /// Returns a number with its unit, for people: `1 move`, `2 pushes`, `12,345 moves`.
    pub fn counted(self, number: u64) -> String {
        let ending = match self {
            Metric::Single | Metric::Multi if number == 1 => "",
            Metric::Single => "s",
            Metric::Multi => "es",
        };
        format!("{} {}{ending}", Grouped(number), self.unit())
    }
}
