//! The arguments of `taquin scramble`.

use super::GoalArgs;
use crate::choice;
use crate::echo;
use crate::quantity;
use clap::Args;
use std::ops::RangeInclusive;
use taquin::notation::Notation;
use taquin::scramble::Scrambler;
use taquin::{Metric, Size};

pub(super) const EXAMPLES: &str = "\
EXAMPLES:
  taquin scramble --size 4x4
  taquin scramble --size 3x3 --seed 7 --count 3 --to slash
  taquin scramble --size 5x5 --moves 20 --seed 1
  taquin scramble --size 2x3 --unsolvable --seed 1
  taquin scramble --size 3x3 --depth 20..25 --seed 1 --count 2
  taquin scramble --size 4x4 --depth 15 --seed 1
  taquin scramble --size 3x3 --hardest --to slash";

pub(super) fn about() -> String {
    format!(
        "Make random boards: any from which the goal can be reached, all equally likely.\n\n\
         With --depth, boards at an exact distance from the goal. Up to 12 cells all of them are enumerated and equally \
         likely: they are numbered, by distance and at each distance in the order of the table, and for each board one \
         number is drawn. Larger boards come from random walks that go on until a proven shortest solution has the right \
         length; of a window A..B one distance is drawn first.\n\n\
         A seed gives the same boards on every machine. The generator behind it is called {}, and what it makes \
         will not change under this name.",
        Scrambler::GENERATOR
    )
}

#[derive(Args, Debug)]
pub(crate) struct ScrambleArgs {
    /// Rows and columns, as in 4x4
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Make boards from which the goal cannot be reached
    #[arg(long)]
    pub(crate) unsolvable: bool,
    /// The seed [default: a random one, which is told on standard error]
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) count: u64,
    /// Walk so many random moves from the goal instead
    #[arg(long, value_name = "K", conflicts_with = "unsolvable", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) moves: Option<u64>,
    /// Make boards at exactly this distance from the goal, or in a window of distances: 25, 20..30
    #[arg(long, value_name = "D|A..B", conflicts_with_all = ["unsolvable", "moves"], value_parser = quantity::range, allow_hyphen_values = true)]
    pub(crate) depth: Option<RangeInclusive<u32>>,
    /// List all boards at the largest distance instead: up to 12 cells, and 4x4
    #[arg(long, conflicts_with_all = ["unsolvable", "moves", "depth", "seed", "count"])]
    pub(crate) hardest: bool,
    /// What counts as one move for --depth and --hardest [default: single]
    #[arg(long, value_name = "METRIC", value_parser = choice::metrics())]
    pub(crate) metric: Option<Metric>,
    /// The notation to write [default: princeton, or header for rectangles]
    #[arg(long, value_name = "NOTATION", value_parser = choice::notations())]
    pub(crate) to: Option<Notation>,
}
