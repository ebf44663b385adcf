//! The description of one iteration: everything that its parts depend on.

#[cfg(all(feature = "disk", feature = "serde"))]
use super::{MANY_PARTS, MOST_PARTS};
use crate::geometry::Order;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::heuristic::view::View;
use crate::heuristic::{Pattern, PatternTable};
#[cfg(all(feature = "disk", feature = "serde"))]
use crate::puzzle::Puzzle;
use crate::search::views::PartResult;
#[cfg(all(feature = "disk", feature = "serde"))]
use crate::search::views::{MOST_PATTERNS, MOST_VIEWS};
use crate::tables::Partition;
#[cfg(all(feature = "disk", feature = "serde"))]
use crate::tables::has_pool;
#[cfg(all(feature = "disk", feature = "serde"))]
use most::{MOST_BOUND, MOST_FSM_DEPTH, MOST_PREFIXES, MOST_TILES};
use std::sync::Arc;

/// What an iteration searches, and how: two processes with equal plans divide it into the same parts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct IterationPlan {
    /// The f-limit.
    pub(crate) bound: u32,
    /// Whether it searches from the goal to the start.
    pub(crate) backward: bool,
    /// Whether the views were chosen for the board.
    pub(crate) chosen: bool,
    /// The views, in the order in which they are looked up.
    pub(crate) views: Vec<ViewPlan>,
    /// The order of successors: of two paths to a board, duplicate pruning keeps the first in this order.
    pub(crate) order: Order,
    /// The depth of duplicate pruning.
    pub(crate) fsm_depth: usize,
    /// The number of nodes that it is expected to have.
    pub(crate) expected: u64,
    /// The frontier is expanded until it has this many nodes.
    pub(crate) prefixes: usize,
    /// The most parts.
    pub(crate) parts: u32,
}

/// A partition and a symmetry of the goal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ViewPlan {
    /// The goal cells of each pattern's tiles, one bit each, on the canonical goal.
    pub(crate) patterns: Vec<u32>,
    /// The number of the symmetry that maps the goal to the canonical goal.
    pub(crate) symmetry: usize,
}

impl IterationPlan {
    /// Returns whether the iteration is expected to be long enough to distribute.
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub(crate) fn is_long(&self) -> bool {
        u64::from(self.parts) >= MANY_PARTS
    }

    /// Returns the number of parts of an iteration with this many nodes in its frontier.
    pub(crate) fn part_count(&self, nodes: usize) -> u32 {
        self.parts.clamp(1, u32::try_from(nodes).unwrap_or(u32::MAX).max(1))
    }

    /// Returns the result of a part with a solution from the start to the goal.
    pub(super) fn forward(&self, result: PartResult) -> PartResult {
        let moves = result.moves.map(|moves| if self.backward { moves.inverse() } else { moves });
        PartResult { moves, ..result }
    }

    /// Returns whether the plan is for a puzzle.
    #[cfg(all(feature = "disk", feature = "serde"))]
    pub(crate) fn is_for(&self, puzzle: &Puzzle) -> bool {
        let goal = if self.backward { Goal::from(puzzle.start().clone()) } else { puzzle.goal().clone() };
        let fits = |view: &ViewPlan| {
            view.patterns.len() <= MOST_PATTERNS
                && view.patterns.iter().all(|homes| homes.count_ones() <= MOST_TILES)
                && view.patterns_for(&goal).is_some()
        };
        has_pool(puzzle.size())
            && (1..=MOST_VIEWS).contains(&self.views.len())
            && self.views.iter().all(fits)
            && self.bound <= MOST_BOUND
            && self.fsm_depth <= MOST_FSM_DEPTH
            && self.prefixes <= MOST_PREFIXES
            && u64::from(self.parts) <= MOST_PARTS
            && (self.bound + puzzle.start().manhattan(puzzle.goal())).is_multiple_of(2)
    }
}

/// A plan from a file is refused beyond these, which no search plans.
#[cfg(all(feature = "disk", feature = "serde"))]
mod most {
    pub(super) const MOST_TILES: u32 = 8;
    pub(super) const MOST_BOUND: u32 = 10_000;
    pub(super) const MOST_FSM_DEPTH: usize = 16;
    pub(super) const MOST_PREFIXES: usize = 10_000_000;
}

impl ViewPlan {
    /// Returns the views of a partition, one for each symmetry of the goal.
    pub(super) fn all(partition: &Partition, symmetries: &[GoalSymmetry]) -> Vec<ViewPlan> {
        let patterns: Vec<u32> = partition.patterns().iter().map(|pattern| pattern.homes).collect();
        let mut views: Vec<ViewPlan> = Vec::new();
        let mut images = Vec::new();
        for (number, symmetry) in symmetries.iter().enumerate() {
            let mut image: Vec<u32> =
                patterns.iter().map(|&homes| symmetry.image_of(&symmetries[0], homes)).collect();
            image.sort_unstable();
            // A symmetric partition looks the same under two symmetries.
            if !images.contains(&image) {
                images.push(image);
                views.push(ViewPlan { patterns: patterns.clone(), symmetry: number });
            }
        }
        views
    }

    /// Returns the patterns for a goal, or `None` if they are not a partition of its tiles.
    pub(super) fn patterns_for(&self, goal: &Goal) -> Option<Vec<Pattern>> {
        let symmetries = GoalSymmetry::all(goal);
        let symmetry = symmetries.get(self.symmetry)?;
        let (size, blank) = (symmetry.size(), symmetry.blank());
        let all = (1_u32 << size.cells()) - 1;
        let mut covered = 1_u32 << blank;
        for homes in &self.patterns {
            if homes & covered != 0 || homes & !all != 0 || *homes == 0 {
                return None;
            }
            covered |= homes;
        }
        let pattern = |&homes: &u32| Pattern { size, blank: blank as u8, homes };
        (covered == all).then(|| self.patterns.iter().map(pattern).collect())
    }

    /// Creates the view with the tables of its patterns.
    pub(super) fn view(&self, goal: &Goal, tables: Vec<Arc<PatternTable>>) -> Option<View> {
        let symmetry = GoalSymmetry::all(goal).into_iter().nth(self.symmetry)?;
        Some(View::new(symmetry, goal.size(), tables))
    }
}
