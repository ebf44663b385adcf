//! A line of a journal.

use super::error::JournalFault;
use crate::board::Board;
use crate::goal::Goal;
use crate::puzzle::Puzzle;
use crate::size::Size;
use crate::solver::pool_search::IterationPlan;
use serde::{Deserialize, Serialize};

/// The version of the format. A change of the search that divides iterations differently changes it, too.
pub(super) const VERSION: u32 = 3;

/// A line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Line {
    /// The puzzle; the first line.
    Journal { version: u32, size: [usize; 2], start: Vec<u16>, goal: Vec<u16> },
    /// A solution.
    Incumbent { length: usize, moves: String },
    /// Beam search has expanded this many nodes in all to find shorter solutions.
    Improving { nodes: u64 },
    /// The beginning of an iteration.
    Iteration(IterationLine),
    /// The parts of the iteration that this journal is for; without such a line, all.
    Assignment { bound: u32, parts: Vec<u32> },
    /// The pieces of one part of the iteration that this journal is for: the part takes long and was divided again.
    Pieces { bound: u32, part: u32, of: u32, numbers: Vec<u32> },
    /// A part that is done.
    Part(PartLine),
    /// A piece that is done. Once all are, the part is done.
    Piece(PieceLine),
    /// All parts of an iteration are done: no solution is shorter than this.
    Proved { lower_bound: u32 },
}

/// An iteration: its plan and the frontier that followed from it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct IterationLine {
    #[serde(flatten)]
    pub(super) plan: IterationPlan,
    pub(super) depth: u32,
    pub(super) nodes: usize,
    pub(super) fingerprint: String,
}

/// The result of a part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct PartLine {
    pub(super) bound: u32,
    pub(super) part: u32,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) seconds: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<String>,
}

/// The result of a piece of a part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct PieceLine {
    pub(super) number: u32,
    pub(super) of: u32,
    #[serde(flatten)]
    pub(super) result: PartLine,
}

impl PartLine {
    /// Returns the result of a part from those of its pieces.
    pub(super) fn joined<'a>(first: PartLine, rest: impl Iterator<Item = &'a PartLine>) -> PartLine {
        rest.fold(first, |all, piece| PartLine {
            expanded: all.expanded.saturating_add(piece.expanded),
            generated: all.generated.saturating_add(piece.generated),
            seconds: all.seconds + piece.seconds,
            moves: all.moves.or_else(|| piece.moves.clone()),
            ..all
        })
    }
}

impl Line {
    /// Returns the first line of the journal of a puzzle.
    pub(super) fn first(puzzle: &Puzzle) -> Line {
        let size = puzzle.size();
        Line::Journal {
            version: VERSION,
            size: [size.rows(), size.cols()],
            start: puzzle.start().numbers().collect(),
            goal: puzzle.goal().board().numbers().collect(),
        }
    }

    /// Reads the first line.
    pub(super) fn read_first(text: &str) -> Result<Puzzle, JournalFault> {
        let damaged = JournalFault::Line { line: 1 };
        let line: Line = serde_json::from_str(text).map_err(|_| damaged.clone())?;
        let Line::Journal { version, size: [rows, cols], start, goal } = line else { return Err(damaged) };
        if version != VERSION {
            return Err(JournalFault::Version { found: version });
        }
        let size = Size::new(rows, cols).map_err(|_| damaged.clone())?;
        let board = |numbers: &[u16]| Board::new(size, numbers).map_err(|_| damaged.clone());
        Puzzle::new(board(&start)?, Goal::from(board(&goal)?)).map_err(|_| damaged.clone())
    }
}
