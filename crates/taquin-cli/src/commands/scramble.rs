//! `taquin scramble`.

use super::convert::write_one;
use crate::args::ScrambleArgs;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output::{self, talk};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::Write;
use taquin::NamedGoal;
use taquin::notation::{self, Notation};
use taquin::scramble::Scrambler;

pub(crate) fn run(args: &ScrambleArgs) -> Result<Exit, Failure> {
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut Reader::default())?.at(args.size)?;
    // Whoever reads the board takes rows for granted.
    let said_goal = (goal != NamedGoal::Rows.of(args.size)).then(|| goal.board());
    let is_square = args.size.rows() == args.size.cols();
    let notation = args.to.unwrap_or(if is_square { Notation::Princeton } else { Notation::Header });
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut scrambler = Scrambler::new(seed);
    let mut out = output::stdout();
    for index in 0..args.count {
        let board = match args.moves {
            Some(moves) => scrambler.walk(&goal, moves),
            None if args.unsolvable => scrambler.unsolvable(&goal).map_err(Failure::input)?,
            None => scrambler.solvable(&goal),
        };
        let text = notation::write_with_goal(&board, said_goal, notation).map_err(Failure::input)?;
        write_one(&mut out, notation, index == 0, &text)?;
        if index == 0 && args.seed.is_none() {
            talk(format_args!("taquin: --seed {seed} makes the same again ({})", Scrambler::GENERATOR));
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// The standard library takes the keys of its hash maps from the operating system's randomness.
fn random_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
