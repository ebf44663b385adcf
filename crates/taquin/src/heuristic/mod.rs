//! Estimates of the moves that remain, carried along a path.
//!
//! A [`Heuristic`] gives a small accumulator for the start and steps it with every slide, asked *before* the tile
//! moves, so that a child which is not kept is never built. All heuristics here are admissible (never more than
//! the true distance) and consistent (never fall by more than one in a move), which the tests check on every
//! state of the small sizes.

mod hamming;
mod linear_conflict;
mod manhattan;
mod max;
mod pattern_table;
mod patterns;
mod push_distance;
mod push_table;
mod walking_distance;
mod walking_table;
mod zero;

pub use hamming::Hamming;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use max::Max;
pub use pattern_table::{Pattern, PatternTable};
pub use patterns::{PatternValues, Patterns};
pub use push_distance::PushDistance;
pub use push_table::{Axis, PushPattern, PushTable};
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

use crate::board::Board;
use crate::geometry::Slide;
use crate::goal::Goal;
use crate::grid::Grid;
use crate::names::{UnknownName, named_enum};
use crate::size::Size;
use std::fmt;
use std::str::FromStr;

/// An estimate of the moves to the goal, kept up to date move by move.
pub trait Heuristic: Sync {
    /// What is carried along a path.
    type Acc: Copy + Send + Sync;

    /// Never more than the true number of moves?
    const ADMISSIBLE: bool;

    /// Never falls by more than one in a move?
    const CONSISTENT: bool;

    /// The accumulator of a grid, from nothing.
    fn start<G: Grid>(&self, grid: &G) -> Self::Acc;

    /// The accumulator after a slide of `before`, which has not moved yet.
    fn step<G: Grid>(&self, before: &G, acc: Self::Acc, slide: Slide) -> Self::Acc;

    /// The same, unless the estimate would be more than `most`; then a lower bound of it that is, too. A search that
    /// cuts such a child asks this, so that an estimate of several parts need not be worked out to the end.
    ///
    /// # Errors
    /// The lower bound, if the child is to be cut.
    #[inline]
    fn step_within<G: Grid>(
        &self,
        before: &G,
        acc: Self::Acc,
        slide: Slide,
        most: u32,
    ) -> Result<Self::Acc, u32> {
        let acc = self.step(before, acc, slide);
        let value = self.value(acc);
        if value <= most { Ok(acc) } else { Err(value) }
    }

    /// The estimate.
    fn value(&self, acc: Self::Acc) -> u32;

    /// The accumulator of a grid whose estimate is known to be `value`. A best-first search keeps the estimate
    /// of its open nodes, not their accumulators.
    fn resume<G: Grid>(&self, grid: &G, value: u32) -> Self::Acc;
}

named_enum! {
    /// The heuristics by name.
    pub enum HeuristicKind as "a heuristic" {
        /// Always 0.
        Zero = "zero",
        /// Tiles out of place.
        Hamming = "hamming",
        /// Distances of the tiles to their homes.
        Manhattan = "manhattan",
        /// Manhattan plus two moves for every tile that has to leave its line to let others pass.
        LinearConflict = "linear-conflict",
        /// Rows and columns apart, each solved exactly with tiles that only know their line.
        WalkingDistance = "walking-distance",
    }
}

impl HeuristicKind {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            HeuristicKind::Zero => "always 0",
            HeuristicKind::Hamming => "tiles out of place",
            HeuristicKind::Manhattan => "distances of the tiles to their homes",
            HeuristicKind::LinearConflict => "manhattan, and 2 for each tile that must let others pass",
            HeuristicKind::WalkingDistance => "rows and columns apart, with tiles that only know their line",
        }
    }

    /// Never more than the true number of moves?
    pub const fn is_admissible(self) -> bool {
        match self {
            HeuristicKind::Zero => Zero::ADMISSIBLE,
            HeuristicKind::Hamming => Hamming::ADMISSIBLE,
            HeuristicKind::Manhattan => Manhattan::ADMISSIBLE,
            HeuristicKind::LinearConflict => LinearConflict::ADMISSIBLE,
            HeuristicKind::WalkingDistance => WalkingDistance::ADMISSIBLE,
        }
    }

    /// Never falls by more than one in a move?
    pub const fn is_consistent(self) -> bool {
        match self {
            HeuristicKind::Zero => Zero::CONSISTENT,
            HeuristicKind::Hamming => Hamming::CONSISTENT,
            HeuristicKind::Manhattan => Manhattan::CONSISTENT,
            HeuristicKind::LinearConflict => LinearConflict::CONSISTENT,
            HeuristicKind::WalkingDistance => WalkingDistance::CONSISTENT,
        }
    }

    /// Is there such an estimate for a size? Walking distance needs a table, and some are too large.
    pub fn is_for(self, size: Size) -> bool {
        self != HeuristicKind::WalkingDistance || WalkingDistance::has_table(size)
    }
}

/// One heuristic, or the largest of several.
///
/// ```
/// use taquin::{Board, Goal, HeuristicChoice};
/// let board = Board::from_rows(&[[7, 8, 0], [6, 5, 4], [1, 2, 3]])?;
/// let goal = Goal::rows(board.size());
/// let h: HeuristicChoice = "linear-conflict".parse().unwrap();
/// assert_eq!(h.evaluate(&board, &goal), 24);
/// let h: HeuristicChoice = "hamming,manhattan".parse().unwrap();
/// assert_eq!((h.to_string().as_str(), h.evaluate(&board, &goal)), ("max(hamming,manhattan)", 14));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeuristicChoice(Vec<HeuristicKind>);

impl HeuristicChoice {
    /// The largest of these; zero if there are none.
    pub fn max_of(kinds: impl IntoIterator<Item = HeuristicKind>) -> HeuristicChoice {
        let mut kinds: Vec<HeuristicKind> = kinds.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.is_empty() {
            kinds.push(HeuristicKind::Zero);
        }
        HeuristicChoice(kinds)
    }

    /// The heuristics of which the largest counts: at least one, none twice.
    pub fn kinds(&self) -> &[HeuristicKind] {
        &self.0
    }

    /// The estimate for one board. For many boards make a [`Max`] once and ask [`Max::evaluate`].
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn evaluate(&self, board: &Board, goal: &Goal) -> u32 {
        assert_eq!(board.size(), goal.size(), "an estimate needs boards of one size");
        Max::new(self.kinds(), goal).evaluate(board)
    }
}

impl From<HeuristicKind> for HeuristicChoice {
    fn from(kind: HeuristicKind) -> HeuristicChoice {
        HeuristicChoice(vec![kind])
    }
}

impl fmt::Display for HeuristicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [kind] => kind.fmt(f),
            kinds => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                write!(f, "max({})", names.join(","))
            }
        }
    }
}

impl FromStr for HeuristicChoice {
    type Err = UnknownName;

    /// Reads one name, or several with commas between them, with or without `max( )` around them.
    fn from_str(text: &str) -> Result<HeuristicChoice, UnknownName> {
        let names = text.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
        let kinds: Result<Vec<HeuristicKind>, UnknownName> =
            names.split(',').map(|name| name.trim().parse()).collect();
        Ok(HeuristicChoice::max_of(kinds?))
    }
}
