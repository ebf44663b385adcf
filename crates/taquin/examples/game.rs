//! The back end of a game: a board of a chosen difficulty, moves, undo, and hints to the end.
//!
//! `cargo run --example game`

use std::error::Error;
use std::time::Duration;
use taquin::scramble::Scrambler;
use taquin::solver::{Difficulty, Game, Solver};
use taquin::{Goal, Size};

fn main() -> Result<(), Box<dyn Error>> {
    // A player does not wait: larger boards get the best hint that this time allows.
    let solver = Solver::builder().time_limit(Duration::from_millis(400)).build()?;
    let goal = Goal::rows(Size::square(3)?);
    let mut game = Game::scrambled(solver, &mut Scrambler::seeded(7), goal, Difficulty::Medium)?;
    println!("{}", game.board());
    while let Some(direction) = game.hint()? {
        let left = game.remaining()?.upper_bound;
        if let Some(tile) = game.play(direction) {
            println!("{left:>2} left: tile {tile} goes {direction}");
        }
    }
    println!("solved in {} moves: {}", game.moves().as_slice().len(), game.moves());
    game.undo();
    println!("after undo, {} left", game.remaining()?.upper_bound);
    Ok(())
}
