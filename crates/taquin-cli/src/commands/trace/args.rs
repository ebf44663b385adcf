//! The arguments of `taquin trace`.

use crate::args::{BoardArg, GoalArgs, LimitArgs, MethodArgs};
use crate::quantity;
use clap::{Args, ValueEnum};
use std::ops::RangeInclusive;

const ABOUT: &str = "\
Show every step of a search: what was expanded, and what became of each child

It is the search itself that tells its steps. A row with a number is a board that was expanded, with g (the moves so far), \
h (the estimate) and f (what the search goes by), and how many boards wait (open) and are done (closed); the rows below it \
are its children, each with the reason why it was kept or cut. For a depth-first search, open is the path above the board.

The method is chosen as in `taquin solve`; without any, A* with Manhattan distance on boards of up to 12 cells, and IDA* \
on larger ones.";

const AFTER_HELP: &str = "\
EXIT CODES:
  0    solved
  1    proven unsolvable, or no solution within --bound
  2    wrong usage or input
  3    a limit was reached; the steps until then are printed
  130  interrupted; likewise

EXAMPLES:
  taquin trace examples/puzzle04.txt
  taquin trace '8 1 3/4 0 2/7 6 5' --steps 1..5 --ties insertion --output markdown
  taquin trace examples/puzzle04.txt --algorithm idastar --heuristic hamming
  taquin trace examples/puzzle04.txt --algorithm dfs --bound 4
  taquin trace examples/puzzle04.txt --output svg
  taquin trace '8 1 3/4 0 2/7 6 5' --steps 1..10 --output dot";

/// Show every step of a search: what was expanded, and what became of each child
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = AFTER_HELP)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Show these steps only, counted from 1: 7, 1..20
    #[arg(long, value_name = "N|A..B", value_parser = steps, allow_hyphen_values = true)]
    pub(crate) steps: Option<RangeInclusive<u32>>,
    /// How to print
    #[arg(long, value_name = "FORM", value_enum, default_value = "text")]
    pub(crate) output: TraceForm,
    /// Record no more than so many boards; the search goes on to its end
    #[arg(long, value_name = "N", value_parser = recorded, allow_negative_numbers = true, default_value = "10000")]
    pub(crate) record_limit: usize,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Depth-first search turns back after so many moves
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) bound: Option<u32>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Reads which steps to show.
fn steps(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let steps = quantity::range(text)?;
    if *steps.start() == 0 { Err("steps are counted from 1, as in 1..20") } else { Ok(steps) }
}

/// Reads how many boards to record.
fn recorded(text: &str) -> Result<usize, &'static str> {
    let number = quantity::whole::<usize>(text)?;
    if (1..=1_000_000).contains(&number) { Ok(number) } else { Err("write a number from 1 to 1000000") }
}

/// How to print a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TraceForm {
    /// A table
    Text,
    /// The same table in Markdown
    Markdown,
    /// The same table in LaTeX, which needs no package
    Latex,
    /// Everything as one object
    Json,
    /// The tree as a picture
    Svg,
    /// The same picture in pixels; not to a terminal
    Png,
    /// The tree for Graphviz, as in `taquin trace … | dot -Tpdf`
    Dot,
}
