//! The public searches on a [`Puzzle`], for programs that bring their own heuristic or study one algorithm.
//!
//! Each function packs the puzzle once and runs the kernel of the same name.

use super::kernel;
use super::outcome::SearchOutcome;
use super::policy::{GoalTest, Policies, Weight};
use super::root::Root;
use crate::control::Control;
use crate::geometry::{Geometry, Order};
use crate::grid::{Flat, Layout, Packed16, Packed25};
use crate::heuristic::Heuristic;
use crate::puzzle::Puzzle;

/// Runs an expression with the root of a puzzle in the layout of its size.
macro_rules! on_puzzle {
    ($puzzle:expr, $control:expr, |$root:ident, $started:ident| $run:expr) => {{
        let (puzzle, $started): (&Puzzle, &Control) = ($puzzle, &$control.started());
        let geometry = Geometry::new(puzzle.size(), Order::default());
        match Layout::of(puzzle.size().cells()) {
            Layout::Packed16 => {
                let $root = &Root::<Packed16>::new(puzzle.start(), puzzle.goal().board(), &geometry);
                $run
            }
            Layout::Packed25 => {
                let $root = &Root::<Packed25>::new(puzzle.start(), puzzle.goal().board(), &geometry);
                $run
            }
            Layout::Flat => {
                let $root = &Root::<Flat>::new(puzzle.start(), puzzle.goal().board(), &geometry);
                $run
            }
        }
    }};
}

/// Runs A*: always expands an open node with the smallest f = g + h. Finds an optimal solution if the heuristic is
/// admissible and, unless duplicates are kept, consistent.
///
/// ```
/// use taquin::control::Control;
/// use taquin::heuristic::Manhattan;
/// use taquin::search::{Policies, a_star};
/// let puzzle: taquin::Puzzle = "0 1 3/4 2 5/7 8 6".parse()?;
/// let heuristic = Manhattan::new(puzzle.goal());
/// let outcome = a_star(&puzzle, &heuristic, Policies::default(), &Control::new());
/// assert_eq!((outcome.lower_bound, outcome.stats.expanded), (4, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn a_star<H: Heuristic>(
    puzzle: &Puzzle,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::a_star(root, heuristic, policies, control))
}

/// Runs weighted A*: A* with the estimate multiplied by a weight. The solution is at most that factor longer than
/// optimal if the heuristic is admissible.
pub fn weighted_a_star<H: Heuristic>(
    puzzle: &Puzzle,
    heuristic: &H,
    weight: Weight,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| {
        kernel::weighted_a_star(root, heuristic, weight, policies, control)
    })
}

/// Runs greedy best-first search: always expands an open node with the smallest h. With duplicates other than
/// [`Duplicates::Closed`](super::Duplicates::Closed) it may cycle until a limit stops it.
pub fn greedy<H: Heuristic>(
    puzzle: &Puzzle,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::greedy(root, heuristic, policies, control))
}

/// Runs IDA*: depth-first search within an f-limit, repeated with the next larger limit. Finds an optimal solution if
/// the heuristic is admissible. On an unsolvable puzzle it runs until a limit stops it.
pub fn ida_star<H: Heuristic>(puzzle: &Puzzle, heuristic: &H, control: &Control) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::ida_star(root, heuristic, control))
}

/// Runs breadth-first search, which is uniform-cost search on this puzzle. Finds an optimal solution.
pub fn breadth_first(puzzle: &Puzzle, goal_test: GoalTest, control: &Control) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::breadth_first(root, goal_test, control))
}

/// Runs depth-first graph search. Its solutions are tens of thousands of moves long.
pub fn depth_first(puzzle: &Puzzle, goal_test: GoalTest, control: &Control) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::depth_first(root, goal_test, control))
}

/// Runs iterative deepening: depth-first search with an increasing depth limit. Finds an optimal solution.
pub fn iterative_deepening(puzzle: &Puzzle, control: &Control) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::iterative_deepening(root, control))
}

/// Runs breadth-first search from both ends. Finds an optimal solution.
pub fn bidirectional(puzzle: &Puzzle, control: &Control) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| kernel::bidirectional(root, control))
}

/// Runs A* on a board and its twin alternately. Finds an optimal solution, or proves that there is none: then the
/// outcome [is exhausted](SearchOutcome::is_exhausted).
pub fn lockstep<H: Heuristic>(
    puzzle: &Puzzle,
    heuristic: &H,
    policies: Policies,
    control: &Control,
) -> SearchOutcome {
    on_puzzle!(puzzle, control, |root, control| {
        let twin = puzzle.start().twin().map(|twin| root.with_start(&twin));
        kernel::lockstep(root, twin.as_ref(), heuristic, policies, control)
    })
}
