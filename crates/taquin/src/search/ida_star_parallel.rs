//! IDA* on several threads: the tree of each iteration is split into many [branches](super::branches).

use super::branches::{Branch, SplitTree, deepen_in_parallel, split_tree};
use super::deepening::IterationResult;
use super::ida_star::{Subtree, ida_star_from, iteration};
use super::monitor::Monitor;
use super::outcome::SearchOutcome;
use super::root::{Root, slide_through};
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::grid::Grid;
use crate::heuristic::Heuristic;
use crate::moves::Moves;
use crate::space::Workers;

/// Runs [`ida_star_from`] on several threads.
pub fn ida_star_parallel<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    lower_bound: u32,
    workers: Workers,
    control: &Control,
) -> SearchOutcome {
    // A trace must be sequential. Without the feature `parallel` there is one worker.
    if workers.count() == 1 || control.is_traced() {
        return ida_star_from(root, heuristic, lower_bound, control);
    }
    SearchOutcome::of(root.geometry.cells(), control, |monitor| {
        if root.start == root.goal {
            return Ok(Some(Moves::default()));
        }
        let whole = Subtree::whole(root, heuristic);
        let bound = heuristic.value(whole.acc).max(lower_bound);
        let cut = |bound: u32, monitor: &mut Monitor| cut(root, heuristic, &whole, bound, workers, monitor);
        deepen_in_parallel(workers, bound, H::ADMISSIBLE, monitor, cut, |subtree, bound, path, monitor| {
            path.resize(bound as usize + 1, subtree.frame());
            iteration::<G, H, _, false>(root, heuristic, subtree, bound, path, monitor)
        })
    })
}

/// Splits the tree of an iteration.
fn cut<G: Grid, H: Heuristic>(
    root: &Root<G>,
    heuristic: &H,
    whole: &Subtree<G, H::Acc>,
    bound: u32,
    workers: Workers,
    monitor: &mut Monitor,
) -> Result<SplitTree<Subtree<G, H::Acc>>, StopReason> {
    let branch_bytes = size_of::<Branch<Subtree<G, H::Acc>>>() as u64 + whole.grid.heap_bytes();
    split_tree(whole.clone(), bound, branch_bytes, workers, monitor, |branch, children, monitor| {
        let Branch { subtree: Subtree { grid, acc, exits }, depth, moves } = branch;
        let (blank, g) = (grid.blank(), depth + 1);
        let mut next_bound = u32::MAX;
        for exit in root.geometry.successor_lists()[*exits as usize..].iter().map_while(|exit| *exit) {
            monitor.stats.generated += 1;
            let slide = slide_through(grid, blank, exit);
            match heuristic.step_within(grid, *acc, slide, bound - g) {
                Err(h) => next_bound = next_bound.min(g + h),
                Ok(acc) => {
                    let mut grid = grid.clone();
                    grid.slide(slide);
                    let moves: Vec<Direction> = moves.iter().copied().chain([slide.direction]).collect();
                    if grid == root.goal {
                        return IterationResult::Goal(moves.into_iter().collect());
                    }
                    let subtree = Subtree { grid, acc, exits: exit.next_list };
                    children.push_back(Branch { subtree, depth: g, moves });
                }
            }
        }
        IterationResult::without_goal(next_bound)
    })
}
