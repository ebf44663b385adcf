//! The arguments of `taquin trace`.

use crate::args::{BoardArg, FormatArgs, GoalArgs, LimitArgs, MethodArgs};
use crate::quantity;
use clap::{Args, ValueEnum};
use std::ops::RangeInclusive;

const ABOUT: &str = "\
Show every step of a search: expanded boards and their children

The steps are recorded by the search itself. A numbered row is an expanded board with g (moves so far), h (heuristic), f \
(priority) and the sizes of the open and closed lists; the rows below it are its children, each with the reason why it was \
kept or pruned. For depth-first searches, open is the length of the current path; iterative deepening and IDA* have no \
closed list.

The method is chosen as in `taquin solve`; the default is A* with Manhattan distance for boards of up to 12 cells, and IDA* \
for larger ones.";

const AFTER_HELP: &str = "\
EXIT CODES:
  0    solved
  1    proven unsolvable, or no solution within --bound
  2    bad usage or input
  3    a limit was reached; the steps so far are printed
  130  interrupted, 143 terminated by SIGTERM; the output ends after a complete line

EXAMPLES:
  taquin trace examples/puzzle04.txt
  taquin trace '8 1 3/4 0 2/7 6 5' --steps 1..5 --ties insertion --format markdown
  taquin trace examples/puzzle04.txt --algorithm idastar --heuristic hamming
  taquin trace examples/puzzle04.txt --algorithm dfs --bound 4
  taquin trace '[1,2,3,4,5,0,6,7,8]' --ties state --duplicates keep --format queue --steps 1..2
  taquin trace examples/puzzle04.txt -o target/tree.svg
  taquin trace '8 1 3/4 0 2/7 6 5' --steps 1..10 --format dot";

/// Show every step of a search
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = AFTER_HELP)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Steps to show, counted from 1: 7, 1..20
    #[arg(long, value_name = "N|A..B", value_parser = steps, allow_hyphen_values = true)]
    pub(crate) steps: Option<RangeInclusive<u32>>,
    /// Maximum number of boards to record; the search still runs to its end
    ///
    /// The recording and what is printed of it take at most half of --memory-limit.
    #[arg(long, value_name = "N", value_parser = recorded, allow_negative_numbers = true, default_value = "10000")]
    pub(crate) record_limit: usize,
    #[command(flatten)]
    pub(crate) method: MethodArgs,
    /// Depth limit of depth-first search
    #[arg(long, value_name = "N", value_parser = quantity::whole::<u32>, allow_negative_numbers = true)]
    pub(crate) bound: Option<u32>,
    #[command(flatten)]
    pub(crate) format: FormatArgs<TraceForm>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Parses the range of steps.
fn steps(text: &str) -> Result<RangeInclusive<u32>, &'static str> {
    let steps = quantity::range(text)?;
    if *steps.start() == 0 { Err("steps are counted from 1, as in 1..20") } else { Ok(steps) }
}

/// Parses the number of boards to record.
fn recorded(text: &str) -> Result<usize, &'static str> {
    let number = quantity::whole::<usize>(text)?;
    if (1..=1_000_000).contains(&number) { Ok(number) } else { Err("expected a number from 1 to 1000000") }
}

/// The output formats of `trace`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum TraceForm {
    /// A table
    Text,
    /// A Markdown table
    Markdown,
    /// A LaTeX tabular
    Latex,
    /// One JSON object
    Json,
    /// The priority queue after each step in the order of popping, one (f, board, (g, h, parent)) per line; the parent is
    /// counted in steps from 0
    Queue,
    /// The tree as SVG
    Svg,
    /// The tree as PNG; not to a terminal
    Png,
    /// The tree for Graphviz, as in `taquin trace … | dot -Tpdf`
    Dot,
}

impl TraceForm {
    /// Returns the approximate memory that a recorded node takes until it is printed. Measured with 4x4 to 40x40 boards:
    /// the node, its entry among the open nodes and its steps, then what the output holds at once.
    pub(super) fn bytes_per_node(self, cells: usize) -> u64 {
        let (printed, per_cell) = match self {
            // Tables are held as text, because their columns are as wide as the widest entry.
            TraceForm::Text | TraceForm::Markdown | TraceForm::Latex => (700, 14),
            TraceForm::Json | TraceForm::Queue => (100, 0),
            TraceForm::Dot => (400, 4),
            // The number of boards of a picture is limited by itself.
            TraceForm::Svg | TraceForm::Png => (400, 4),
        };
        (700 + printed + (8 + per_cell) * cells) as u64
    }
}
