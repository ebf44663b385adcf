//! What counts as one move.

use crate::names::named_enum;

named_enum! {
    /// How the length of a solution is counted.
    #[derive(Default)]
    pub enum Metric as "a metric" {
        /// Every tile that moves by one cell counts.
        #[default]
        Single = "single",
        /// A push of several tiles in one line counts once.
        Multi = "multi",
    }
}

impl Metric {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Metric::Single => "every tile that moves by one cell",
            Metric::Multi => "a push of several tiles in one line counts once",
        }
    }

    /// What is counted, in the singular.
    pub const fn unit(self) -> &'static str {
        match self {
            Metric::Single => "move",
            Metric::Multi => "push",
        }
    }

    /// So many of what is counted: `1 move`, `2 pushes`.
    pub fn counted(self, number: u64) -> String {
        let ending = match self {
            _ if number == 1 => "",
            Metric::Single => "s",
            Metric::Multi => "es",
        };
        format!("{number} {}{ending}", self.unit())
    }
}
