//! Korf's 1985 node counts to the digit: IDA* with Manhattan distance on the 30 of his boards with the fewest nodes.
//! All 100 are a command of their own, `cargo xtask korf`, with its output in results/.

use taquin::search::{Limits, Unobserved};
use taquin::solver::{Algorithm, Request, Verdict, solve};
use taquin::{Board, Goal, Metric};

#[test]
fn the_thirty_smallest_counts() {
    let text = include_str!("../data/korf100.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let mut instances: Vec<Vec<u64>> =
        lines.map(|line| line.split_whitespace().map(|number| number.parse().unwrap()).collect()).collect();
    assert_eq!(instances.len(), 100);
    instances.sort_by_key(|instance| instance[2]);
    for instance in &instances[..30] {
        let [id, optimal, generated, expanded, tiles @ ..] = &instance[..] else {
            panic!("too short a line")
        };
        let tiles: Vec<u16> = tiles.iter().map(|&tile| tile as u16).collect();
        let start = Board::from_flat(&tiles).unwrap();
        let goal = Goal::blank_first(start.size());
        let request = Request { algorithm: Some(Algorithm::IdaStar), ..Request::default() };
        let resolution = solve(&start, &goal, &request, &Limits::none(), &mut Unobserved).unwrap();
        let Verdict::Solved(solution) = &resolution.verdict else { panic!("board {id} was not solved") };
        assert_eq!(solution.moves().len(Metric::Single) as u64, *optimal, "length of board {id}");
        assert_eq!(
            (resolution.stats.generated, resolution.stats.expanded),
            (*generated, *expanded),
            "board {id}"
        );
    }
}
