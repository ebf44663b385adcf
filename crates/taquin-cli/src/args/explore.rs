//! The arguments of `taquin explore`.

use super::GoalArgs;
use crate::choice;
use crate::echo;
use clap::{Args, ValueEnum};
use taquin::{Metric, Size};

pub(super) const ABOUT: &str = "\
Enumerate all boards of a size: how many at each distance, and which are farthest.

Breadth-first search from the goal over every board, up to 12 cells, where there are 239,500,800. Boards that cannot \
be solved are not counted.";

pub(super) const EXAMPLES: &str = "\
EXAMPLES:
  taquin explore 3x3
  taquin explore 2x5 --metric multi --antipodes
  taquin explore 3x3 --goal spiral --output csv
  taquin explore 2x4 --output svg";

#[derive(Args, Debug)]
pub(crate) struct ExploreArgs {
    /// Rows and columns, as in 3x4: at most 12 cells
    #[arg(value_name = "SIZE", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// What counts as one move
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics(), default_value = "single")]
    pub(crate) metric: Metric,
    /// How to print
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    pub(crate) output: ExploreForm,
    /// List all of the farthest boards; otherwise text and JSON list no more than a few
    #[arg(long)]
    pub(crate) antipodes: bool,
}

/// How to print what was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ExploreForm {
    /// A table and what follows from it
    Text,
    /// depth,states
    Csv,
    /// One object
    Json,
    /// A chart
    Svg,
    /// The same chart in pixels; not to a terminal
    Png,
}
