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
