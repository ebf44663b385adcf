//! IDA* with Manhattan distance on Korf's boards.
use std::io::Write;
use taquin::geometry::Geometry;
use taquin::grid::Packed16;
use taquin::heuristic::Manhattan;
use taquin::search::{Ending, Limits, Root, Unobserved, ida_star};
use taquin::{Board, Goal, Order};
fn main() {
    let max: u64 = std::env::args().nth(1).map_or(u64::MAX, |a| a.parse().unwrap());
    let text = std::fs::read_to_string("data/korf100.txt").unwrap();
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let n: Vec<u64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
        if n[2] > max {
            continue;
        }
        let tiles: Vec<u16> = n[4..].iter().map(|&t| t as u16).collect();
        let board = Board::from_flat(&tiles).unwrap();
        let goal = Goal::blank_first(board.size());
        let geometry = Geometry::new(board.size(), Order::default());
        let root = Root::<Packed16>::new(&board, goal.board(), &geometry);
        let t = std::time::Instant::now();
        let o = ida_star(&root, &Manhattan::new(&goal), &Limits::none(), &mut Unobserved);
        let s = t.elapsed().as_secs_f64();
        let Ending::Solved(m) = &o.ending else { panic!() };
        println!(
            "{} {} gen {} ({}) exp {} ({}) {:.1} M/s",
            n[0],
            m.as_slice().len(),
            o.stats.generated,
            o.stats.generated as i64 - n[2] as i64,
            o.stats.expanded,
            o.stats.expanded as i64 - n[3] as i64,
            o.stats.generated as f64 / s / 1e6
        );
        std::io::stdout().flush().unwrap();
    }
}
