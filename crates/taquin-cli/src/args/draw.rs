//! The arguments of `taquin draw`.

use super::{BoardArg, GoalArgs, LimitArgs};
use crate::choice;
use clap::{Args, ValueHint};
use std::ffi::OsString;
use taquin::notation::Mover;
use taquin_draw::Format;

pub(super) const ABOUT: &str = "\
Draw a board, or a solution

A board alone is one picture. With --solution or --solve, SVG and PNG show all boards of the solution with the tile that \
moved, and a GIF moves the tiles. The page of `taquin serve` draws the same pictures.";

pub(super) const EXAMPLES: &str = "\
EXAMPLES:
  taquin draw '8 1 3/4 0 2/7 6 5'
  taquin draw examples/puzzle4x4.txt --output target/board.png
  taquin draw examples/puzzle04.txt --solution 'tile: LULU' --output target/strip.svg
  taquin draw examples/puzzle3x3-31.txt --solve --output target/solution.gif
  taquin solve examples/puzzle04.txt | taquin draw examples/puzzle04.txt --solution - --format svg";

#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// Draw these moves, in any dialect that `taquin solve` prints: a file, - or the text itself
    ///
    /// They must be legal, but need not lead to a goal.
    #[arg(long, value_name = "MOVES", value_hint = ValueHint::FilePath, conflicts_with = "solve")]
    pub(crate) solution: Option<OsString>,
    /// What letters describe, if the text does not say it with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile", requires = "solution")]
    pub(crate) letters: Mover,
    /// Draw the solution that is found, as `taquin solve` does
    #[arg(long)]
    pub(crate) solve: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The file to write, as a whole or not at all; - is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: OsString,
    /// What to write [default: as the name of the file ends; svg on standard output]
    #[arg(long, value_name = "FORMAT", value_parser = choice::pictures())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
