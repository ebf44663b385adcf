//! Random 4x4 boards: threads, layouts, duplicate pruning and goals never change the length of an optimal solution.
//! `cargo xtask agree` runs larger samples.

use crate::common::goals;
use std::sync::Arc;
use taquin::Workers;
use taquin::control::Control;
use taquin::heuristic::{PatternTable, Patterns};
use taquin::internals::geometry::{Geometry, Order};
use taquin::internals::grid::{Flat, Grid, Packed16, Packed25};
use taquin::internals::kernel::Root;
use taquin::internals::kernel::ida_star_parallel;
use taquin::proof::verify;
use taquin::scramble::Scrambler;
use taquin::tables::{Partition, TableCache};
use taquin::{Goal, Metric, Size, Task};

type Estimate = Patterns<4, 2>;

/// Returns the proved length and the nodes.
type Search = fn(&Task, &Estimate, &Geometry, Workers) -> (usize, u64);

fn search<G: Grid>(task: &Task, estimate: &Estimate, geometry: &Geometry, workers: Workers) -> (usize, u64) {
    let root = Root::<G>::new(task.start(), task.goal().board(), geometry);
    let outcome = ida_star_parallel(&root, estimate, 0, workers, &Control::new());
    let moves = outcome.moves.unwrap_or_else(|| panic!("{:?}", task.start()));
    let verified = verify(task, moves, Metric::Single, outcome.lower_bound).unwrap();
    assert!(verified.is_optimal());
    (verified.len(), outcome.stats.generated)
}

fn estimate(kept: &TableCache, goal: &Goal) -> Estimate {
    let partition = Partition::named(goal, "6-6-3", &[]).unwrap();
    let build = |pattern| kept.pattern(pattern, &Control::new()).unwrap();
    let tables: Vec<Arc<PatternTable>> = partition.patterns().iter().map(build).collect();
    Patterns::new(goal, vec![tables])
}

#[test]
fn every_thread_count_layout_and_pruning_gives_the_same_length() {
    let size = Size::square(4).unwrap();
    let kept = TableCache::new(Workers::all());
    let layouts: [Search; 3] = [search::<Packed16>, search::<Packed25>, search::<Flat>];
    let geometries = [2, 10].map(|fsm_depth| Geometry::pruned(size, Order::default(), fsm_depth));
    let mut scrambler = Scrambler::seeded(25);
    for goal in &goals(size)[..3] {
        let there = estimate(&kept, goal);
        for _ in 0..3 {
            let task = Task::new(scrambler.solvable(goal), goal.clone()).unwrap();
            // From the goal to the board: another goal cell of the blank, other tile numbers, other tables.
            let back = Task::new(goal.board().clone(), Goal::from(task.start().clone())).unwrap();
            let length =
                search::<Packed16>(&back, &estimate(&kept, back.goal()), &geometries[1], Workers::ONE).0;
            for geometry in &geometries {
                let mut alone = None;
                for layout in layouts {
                    for threads in 1..=3 {
                        let (found, nodes) = layout(&task, &there, geometry, Workers::new(threads));
                        assert_eq!(found, length, "{:?}, {threads} threads", task.start());
                        if threads == 1 {
                            assert_eq!(*alone.get_or_insert(nodes), nodes, "{:?}", task.start());
                        }
                    }
                }
            }
        }
    }
}
