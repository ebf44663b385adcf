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
Play in the terminal, with hints, solutions and the moves left

Arrows, hjkl or wasd move a tile that way, or click it. Press ? for all keys. The moves left are counted while you play, \
up to 16 cells exactly; larger boards get bounds. Any size is played that fits the window.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin play
  taquin play --size 3x3 --difficulty easy
  taquin play --size 3x3 --depth 31 --goal spiral
  taquin play examples/puzzle04.txt";

/// Play in the terminal, with hints, solutions and the moves left
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct PlayArgs {
    /// The board to begin with: a file, or the board itself as text [default: a random one]
    #[arg(value_name = "BOARD", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["size", "difficulty", "depth"])]
    pub(crate) board: Option<OsString>,
    /// Rows and columns of a random board [default: 4x4]
    #[arg(long, value_name = "ROWSxCOLS", value_parser = echo::value::<Size>, allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// How hard it is to be [default: medium]
    #[arg(long, value_name = "NAME", value_parser = choice::difficulties(), conflicts_with = "depth")]
    pub(crate) difficulty: Option<Difficulty>,
    /// How many moves from the goal it is to be, exactly
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) depth: Option<u32>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The seed of random boards [default: a random one]
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// The keys move the gap instead of the tile
    #[arg(long)]
    pub(crate) invert: bool,
}
