//! Builds a perfect table and walks home from many boards: `cargo run --release --example perfect -- 3x4 single 2`.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;
use taquin::Workers;
use taquin::control::Control;
use taquin::scramble::Scrambler;
use taquin::tables::{PerfectKey, PerfectTable};
use taquin::{Goal, Metric, Size};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let size: Size = args.next().as_deref().unwrap_or("3x3").parse()?;
    let metric: Metric = args.next().as_deref().unwrap_or("single").parse()?;
    let workers = Workers::new(args.next().as_deref().unwrap_or("1").parse()?);
    let goal = Goal::rows(size);
    let key = PerfectKey::of(&goal, metric).ok_or("there is no table for this size")?;
    let began = Instant::now();
    let table = PerfectTable::build(key, workers, &Control::new())?;
    let built = began.elapsed();
    println!("{size} {metric}: {} bytes, {} layers, built in {built:?}", table.bytes(), table.counts().len());
    let distances = table.for_goal(&goal).ok_or("another goal")?;
    let mut scrambler = Scrambler::seeded(1);
    let boards: Vec<_> = (0..181_440).map(|_| scrambler.solvable(&goal)).collect();
    let mut moves = Vec::with_capacity(128);
    for _ in 0..3 {
        let began = Instant::now();
        let mut total = 0;
        for board in &boards {
            total += u64::from(distances.moves_into(black_box(board), &mut moves).ok_or("unsolvable")?);
        }
        let each = began.elapsed() / boards.len() as u32;
        println!("{} moves on average, {each:?} a board", total as f64 / boards.len() as f64);
    }
    Ok(())
}
