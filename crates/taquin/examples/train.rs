//! Trains the weights of the beam search for a square size, as stored in `models/`.
//!
//! A round solves random walks with the current weights, then adjusts the weights so that the estimate falls by one for
//! each move along the solutions: it takes two boards of a solution that are a few moves apart, compares the fall of the
//! estimate with the number of moves, and corrects the weights that differ between the two. Differences are used instead
//! of remaining lengths, because a solution that is slightly too long has the same error at all its boards.
//!
//! ```text
//! cargo run --release -p taquin --example train -- 6x6 6x6 6000 1500 100..3000 3 0.1 1 models/6x6.pairs
//! ```
//! trains 6x6 boards with a 6x6 model: 6000 boards a round, a beam width of 1500, walks of 100 to 3000 moves, three rounds,
//! an initial learning rate of a tenth, and seed 1. Training starts from the weights in the file if it exists, and
//! otherwise from the built-in weights; the result replaces the file. Boards of 10x10 use a 7x7 model, so that a hundred
//! boards teach as much as thousands would otherwise.
//!
//! Thousands of boards solved with narrow beams train better than hundreds solved with wide ones, except on 10x10, where
//! narrow beams find poor solutions. The learning rate has to fall to zero: with half the initial rate at the end, solutions
//! of 10x10 boards are several percent longer.

use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::Mutex;
use taquin::Workers;
use taquin::control::Control;
use taquin::internals::goal_symmetry::GoalSymmetry;
use taquin::internals::large::{Beam, BeamWidth, Trainer, Weights};
use taquin::scramble::Scrambler;
use taquin::{Board, Cell, Goal, Size};

/// The passes over all boards of a round.
const EPOCHS: usize = 2;

/// The most moves between two boards that are compared.
const MAX_APART: u32 = 20;

/// The most moves of a solution, for each cell and row; longer ones are not searched for.
const MAX_MOVES: f64 = 1.3;

/// One solution of this many is held back to measure the error.
const HELD_BACK: usize = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match Training::read(&words) {
        Some(training) => training.run(),
        None => {
            eprintln!("usage: train SIZE MODEL BOARDS WIDTH SHORTEST..LONGEST ROUNDS RATE SEED FILE");
            ExitCode::from(2)
        }
    }
}

struct Training {
    goal: Goal,
    model: Size,
    boards: usize,
    width: usize,
    walk: RangeInclusive<u32>,
    rounds: u64,
    /// The part of the error that the first step corrects; it decreases linearly to 0.
    rate: f32,
    seed: u64,
    file: String,
}

impl Training {
    fn read(words: &[&str]) -> Option<Training> {
        let [size, model, boards, width, walk, rounds, rate, seed, file] = words[..] else { return None };
        let (shortest, longest) = walk.split_once("..")?;
        let size: Size = size.parse().ok()?;
        Some(Training {
            goal: Goal::rows(size),
            model: model.parse().ok()?,
            boards: boards.parse().ok()?,
            width: width.parse().ok()?,
            walk: shortest.parse().ok()?..=longest.parse().ok()?,
            rounds: rounds.parse().ok()?,
            rate: rate.parse().ok()?,
            seed: seed.parse().ok()?,
            file: file.to_owned(),
        })
        .filter(|_| Beam::is_for(size) && size.rows() == size.cols())
    }

    fn run(&self) -> ExitCode {
        let size = self.goal.size();
        let bytes = std::fs::read(&self.file).unwrap_or_default();
        let built_in = || {
            let weights = Weights::for_size(size);
            if weights.model() == self.model { weights } else { weights.with_own_model() }
        };
        let mut weights = Weights::from_bytes(size, self.model, &bytes).unwrap_or_else(built_in);
        for round in 0..self.rounds {
            let seed = self.seed.wrapping_add(round);
            let solutions = self.solve(&weights, seed);
            let Some(set) = TrainingSet::new(&self.goal, &solutions) else { return ExitCode::FAILURE };
            let (before, after, trained) = set.train(weights, self.rate, seed);
            println!("round {round}: error over {} moves {before:.2}, {after:.2} afterwards", MAX_APART / 2);
            // Resizing to other sizes relies on centred weights.
            weights = if self.model == size { trained.centred() } else { trained };
            if let Err(error) = std::fs::write(&self.file, weights.to_bytes()) {
                eprintln!("{}: {error}", self.file);
                return ExitCode::FAILURE;
            }
        }
        ExitCode::SUCCESS
    }

    /// Solves random walks; returns the boards of each solution from the start to the goal.
    fn solve(&self, weights: &Weights, seed: u64) -> Vec<Vec<Board>> {
        let Some(beam) = Beam::with_weights(&self.goal, weights, Workers::all()) else { return Vec::new() };
        let mut scrambler = Scrambler::seeded(seed);
        let starts: Vec<Board> = (0..self.boards)
            .map(|_| {
                let moves = scrambler.one_of(self.walk.clone());
                scrambler.walk(&self.goal, moves.into())
            })
            .collect();
        let size = self.goal.size();
        let longest = (MAX_MOVES * (size.cells() * size.rows()) as f64) as usize;
        let width = BeamWidth::Fixed(self.width);
        let search =
            |start: &Board| beam.search(start, width, Some(longest), Workers::ONE, &Control::new()).moves;
        let solved = Mutex::new(Vec::new());
        Workers::all().share(starts.iter().enumerate(), |(number, start)| {
            let found = search(start);
            if let (Some(moves), Ok(mut solved)) = (found, solved.lock()) {
                solved.push((number, moves.boards(start).collect::<Vec<Board>>()));
                if solved.len() % 500 == 0 {
                    eprintln!("{} of {}", solved.len(), self.boards);
                }
            }
        });
        let mut solved = solved.into_inner().unwrap_or_default();
        solved.sort_by_key(|(number, _)| *number);
        let moves: usize = solved.iter().map(|(_, boards)| boards.len() - 1).sum();
        println!(
            "{} of {} solved, {:.2} moves",
            solved.len(),
            self.boards,
            moves as f64 / solved.len() as f64
        );
        solved.into_iter().map(|(_, boards)| boards).collect()
    }
}

/// The boards of all solutions, each as the cell of each tile.
struct TrainingSet {
    cells: usize,
    positions: Vec<u8>,
    /// The remaining moves of each board.
    remaining: Vec<u32>,
    /// The first board that is held back.
    held_back: usize,
}

impl TrainingSet {
    fn new(goal: &Goal, solutions: &[Vec<Board>]) -> Option<TrainingSet> {
        let cells = goal.size().cells();
        let mut set = TrainingSet { cells, positions: Vec::new(), remaining: Vec::new(), held_back: 0 };
        let symmetry = GoalSymmetry::all(goal).into_iter().next()?;
        for (number, boards) in solutions.iter().enumerate() {
            if number == solutions.len() - solutions.len() / HELD_BACK {
                set.held_back = set.remaining.len();
            }
            for (index, board) in boards.iter().enumerate() {
                set.add(&symmetry, board, (boards.len() - 1 - index) as u32);
            }
        }
        Some(set)
    }

    fn add(&mut self, symmetry: &GoalSymmetry, board: &Board, remaining: u32) {
        let begin = self.positions.len();
        self.positions.resize(begin + self.cells, 0);
        for (cell, &tile) in board.tiles().iter().enumerate() {
            self.positions[begin + symmetry.home(tile)] = symmetry.cell(Cell::new(cell)) as u8;
        }
        self.remaining.push(remaining);
    }

    fn board(&self, index: usize) -> &[u8] {
        &self.positions[index * self.cells..][..self.cells]
    }

    /// Trains the weights. Returns the mean squared error on the held-back boards before and afterwards, and the new
    /// weights.
    fn train(&self, weights: Weights, rate: f32, seed: u64) -> (f64, f64, Weights) {
        let mut trainer = Trainer::new(weights);
        let before = self.error(&mut trainer);
        let mut scrambler = Scrambler::seeded(seed);
        let mut order: Vec<u32> = (0..self.held_back as u32).collect();
        for epoch in 0..EPOCHS {
            for last in (1..order.len()).rev() {
                order.swap(last, scrambler.one_of(0..=last as u32) as usize);
            }
            for (done, &index) in order.iter().enumerate() {
                let done = epoch as f32 + done as f32 / order.len() as f32;
                let apart = scrambler.one_of(1..=MAX_APART);
                self.train_on(&mut trainer, index as usize, apart, rate * (1.0 - done / EPOCHS as f32));
            }
        }
        (before, self.error(&mut trainer), trainer.finish())
    }

    fn train_on(&self, trainer: &mut Trainer, index: usize, apart: u32, rate: f32) -> f32 {
        let apart = apart.min(self.remaining[index]);
        trainer.learn(self.board(index), self.board(index + apart as usize), apart as f32, rate)
    }

    fn error(&self, trainer: &mut Trainer) -> f64 {
        let apart = MAX_APART / 2;
        let held_back =
            (self.held_back..self.remaining.len()).filter(|&index| self.remaining[index] >= apart);
        let errors = held_back.map(|index| f64::from(self.train_on(trainer, index, apart, 0.0)).powi(2));
        let (sum, count) = errors.fold((0.0, 0u64), |(sum, count), error| (sum + error, count + 1));
        sum / count as f64
    }
}
