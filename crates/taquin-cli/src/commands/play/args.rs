//! The arguments of `taquin play`.

use crate::args::GoalArgs;
use crate::choice;
use crate::echo;
use crate::quantity;
use clap::{Args, ValueHint};
use std::ffi::OsString;
use taquin::Size;
use taquin::solver::Difficulty;

const ABOUT: &str = "\
Play in the terminal, with hints and solutions

Move tiles with the arrow keys, hjkl or wasd, or click a tile. Press ? for all keys. The number of remaining moves is \
computed while you play: exactly for up to 16 cells, as bounds for larger boards. Any size that fits the window works.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin play
  taquin play --size 3x3 --difficulty easy
  taquin play --size 3x3 --depth 31 --goal spiral
  taquin play examples/puzzle04.txt";

/// Play in the terminal, with hints and solutions
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    /// Start board: a file, or the board itself [default: random]
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["size", "difficulty", "depth"])]
    pub(crate) board: Option<OsString>,
    /// Rows and columns of the random board [default: 4x4]
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Difficulty of the random board [default: medium]
    #[arg(long, value_name = "NAME", value_parser = choice::difficulties(), conflicts_with = "depth")]
    pub(crate) difficulty: Option<Difficulty>,
    /// Exact distance of the random board from the goal
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Random seed [default: random]
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Keys move the blank instead of the tile
    #[arg(long)]
    pub(crate) invert: bool,
}
