//! Korf's node counts of 1985, exactly: IDA* with Manhattan distance on the 30 of his boards with the fewest nodes.
//! `cargo xtask korf` runs all 100; its output is in results/.

use crate::common::{instance_board, instances, solve};
use taquin::Goal;
use taquin::solver::{Algorithm, MethodOptions};

#[test]
fn the_thirty_smallest_counts() {
    let mut instances = instances(include_str!("../../data/korf100.txt"));
    assert_eq!(instances.len(), 100);
    instances.sort_by_key(|instance| instance[2]);
    for instance in &instances[..30] {
        let [id, optimal, generated, expanded, tiles @ ..] = &instance[..] else {
            panic!("the line is too short: {instance:?}")
        };
        let start = instance_board(tiles);
        let outcome = solve(&start, &Goal::blank_first(start.size()), &MethodOptions::of(Algorithm::IdaStar));
        let solution = outcome.solution.unwrap_or_else(|| panic!("board {id} was not solved"));
        assert_eq!(solution.moves().len() as u64, *optimal, "length of board {id}");
        assert_eq!((outcome.stats.generated, outcome.stats.expanded), (*generated, *expanded), "board {id}");
    }
}
