//! Trains the weights of the beam search for a square size, as stored in `crates/taquin/models`.
//!
//! A round solves random walks with the current weights, and then learns from each of their boards once. A board of a
//! solution should have a lower estimate than the board that competed with it in its layer, and the estimate should fall by
//! one for each move along a solution: two boards that are a few moves apart are compared, because a solution that is
//! slightly too long has the same error at all its boards. What else matters is in the docs of the [`Trainer`].
//!
//! ```text
//! cargo run --release -p taquin --example train -- 6x6 6x6 40000 1000 100..4000 1 0.1 1 crates/taquin/models/6x6.pairs
//! ```
//! trains 6x6 boards with a 6x6 model: 40000 boards a round, a beam width of 1000, walks of 100 to 4000 moves, one round,
//! an initial learning rate of a tenth, and seed 1. Training starts from the weights in the file if it exists, and
//! otherwise from the built-in weights, or from those of another size if one more argument names it:
//!
//! ```text
//! cargo run --release -p taquin --example train -- 8x8 7x7 16000 1000 1000..30000 1 0.1 1 8x8.pairs 10x10
//! ```
//! The result replaces the file. Boards of 8x8 and 10x10 use a 7x7 model: they have many more pairs of tiles, which would
//! need many more boards. The result depends on the arguments and the first weights alone.

use std::fs;
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::Mutex;
use taquin::Workers;
use taquin::internals::large::{Beam, Demonstration, Trainer, Weights};
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Size};

/// The weight of a comparison with a competitor, relative to one along a solution.
const RANKING_WEIGHT: f32 = 16.0;

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
            eprintln!("usage: train SIZE MODEL BOARDS WIDTH SHORTEST..LONGEST ROUNDS RATE SEED FILE [FROM]");
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
    /// The size of the built-in weights to start from, if it is another one.
    from: Option<Size>,
}

impl Training {
    fn read(words: &[&str]) -> Option<Training> {
        let [size, model, boards, width, walk, rounds, rate, seed, file, ref from @ ..] = *words else {
            return None;
        };
        let from = match *from {
            [] => None,
            [from] => Some(from.parse().ok()?),
            _ => return None,
        };
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
            from,
        })
        .filter(|_| Beam::is_for(size) && size.rows() == size.cols())
    }

    fn run(&self) -> ExitCode {
        match self.first_weights().and_then(|weights| self.train(weights)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("train: {why}");
                ExitCode::FAILURE
            }
        }
    }

    /// Returns the weights to start from, after a test that the file can be written.
    fn first_weights(&self) -> Result<Weights, String> {
        let Training { file, model, .. } = self;
        let size = self.goal.size();
        let failed = |error: std::io::Error| format!("{file}: {error}");
        match fs::read(file) {
            Ok(_) if self.from.is_some() => Err(format!(
                "{file} exists, so training starts from it\nhint: leave out the last size, or remove the file"
            )),
            Ok(bytes) => Weights::from_bytes(size, *model, &bytes)
                .ok_or_else(|| format!("{file} does not contain weights of {size} with a model of {model}")),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let weights = self.built_in_weights()?;
                fs::write(file, weights.to_bytes()).map_err(failed)?;
                Ok(weights)
            }
            Err(error) => Err(failed(error)),
        }
    }

    fn built_in_weights(&self) -> Result<Weights, String> {
        let size = self.goal.size();
        let from = self.from.unwrap_or(size);
        let weights = Weights::for_size(from);
        let weights = if from == size { weights } else { weights.resized(size) };
        match weights.model() {
            model if model == self.model => Ok(weights),
            _ if self.model == size => Ok(weights.with_own_model()),
            model => Err(format!(
                "the weights of {from} have a model of {model}\nhint: use {model} or {size} as MODEL, or another size to start from"
            )),
        }
    }

    fn train(&self, mut weights: Weights) -> Result<(), String> {
        let size = self.goal.size();
        for round in 0..self.rounds {
            let seed = self.seed.wrapping_add(round);
            let mut set = TrainingSet::new(size.cells());
            for demonstration in self.solve(&weights, seed) {
                set.add(&demonstration);
            }
            let (before, after, trained) = set.train(weights, self.rate, seed);
            println!("round {round}: before {before}; afterwards {after}");
            // Resizing to other sizes relies on centred weights.
            weights = if self.model == size { trained.centred() } else { trained };
            fs::write(&self.file, weights.to_bytes()).map_err(|error| format!("{}: {error}", self.file))?;
        }
        Ok(())
    }

    /// Solves random walks.
    fn solve(&self, weights: &Weights, seed: u64) -> Vec<Demonstration> {
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
        let solved = Mutex::new(Vec::new());
        Workers::all().share(starts.iter().enumerate(), |(number, start)| {
            let found = beam.demonstrate(start, self.width, longest, number as u64);
            if let (Some(found), Ok(mut solved)) = (found, solved.lock()) {
                solved.push((number, found));
                if solved.len() % 500 == 0 {
                    eprintln!("{} of {}", solved.len(), self.boards);
                }
            }
        });
        let mut solved = solved.into_inner().unwrap_or_default();
        solved.sort_by_key(|(number, _)| *number);
        let moves: usize = solved.iter().map(|(_, found)| found.path.len() - 1).sum();
        println!(
            "{} of {} solved, {:.2} moves",
            solved.len(),
            self.boards,
            moves as f64 / solved.len() as f64
        );
        solved.into_iter().map(|(_, found)| found).collect()
    }
}

/// The boards of all solutions and their competitors.
struct TrainingSet {
    cells: usize,
    /// For each board of a solution, the board and its competitor, each as the cell of each tile.
    boards: Vec<u8>,
    /// The remaining moves of each board of a solution.
    remaining: Vec<u32>,
    /// Of those, which are for training and which are held back.
    training: Vec<u32>,
    held_back: Vec<u32>,
    solutions: usize,
}

/// Errors on the boards that are held back.
struct Errors {
    /// The mean squared error over half the most moves between two boards.
    along: f64,
    /// How often a board of a solution has a higher estimate than a competitor.
    ranking: f64,
}

impl std::fmt::Display for Errors {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = 100.0 * self.ranking;
        write!(
            f,
            "squared error over {} moves {:.3}, competitors preferred {percent:.2} %",
            MAX_APART / 2,
            self.along
        )
    }
}

impl TrainingSet {
    fn new(cells: usize) -> TrainingSet {
        let (training, held_back) = (Vec::new(), Vec::new());
        TrainingSet { cells, boards: Vec::new(), remaining: Vec::new(), training, held_back, solutions: 0 }
    }

    fn add(&mut self, found: &Demonstration) {
        let numbers =
            if self.solutions.is_multiple_of(HELD_BACK) { &mut self.held_back } else { &mut self.training };
        self.solutions += 1;
        // The first and the last board of a solution are alone in their layers.
        for (index, (board, competitor)) in found.path.iter().skip(1).zip(&found.competitors).enumerate() {
            numbers.push(self.remaining.len() as u32);
            self.remaining.push((found.path.len() - 2 - index) as u32);
            self.boards.extend(board);
            self.boards.extend(competitor);
        }
    }

    /// Returns a board of a solution and its competitor.
    fn pair(&self, index: usize) -> (&[u8], &[u8]) {
        self.boards[2 * index * self.cells..][..2 * self.cells].split_at(self.cells)
    }

    /// Trains the weights. Returns the errors before and afterwards, and the new weights.
    fn train(&self, weights: Weights, rate: f32, seed: u64) -> (Errors, Errors, Weights) {
        let mut trainer = Trainer::new(weights);
        let before = self.errors(&mut trainer);
        let mut scrambler = Scrambler::seeded(seed);
        let mut order = self.training.clone();
        for last in (1..order.len()).rev() {
            order.swap(last, scrambler.one_of(0..=last as u32) as usize);
        }
        for (done, &index) in order.iter().enumerate() {
            let rate = rate * (1.0 - done as f32 / order.len() as f32);
            let apart = scrambler.one_of(1..=MAX_APART);
            self.learn(&mut trainer, index as usize, apart, rate);
            self.rank(&mut trainer, index as usize, RANKING_WEIGHT * rate);
        }
        (before, self.errors(&mut trainer), trainer.finish())
    }

    fn learn(&self, trainer: &mut Trainer, index: usize, apart: u32, rate: f32) -> f32 {
        // The board before the goal is the last one here.
        let apart = apart.min(self.remaining[index] - 1);
        trainer.learn(self.pair(index).0, self.pair(index + apart as usize).0, apart as f32, rate)
    }

    fn rank(&self, trainer: &mut Trainer, index: usize, rate: f32) -> f32 {
        let (solving, competing) = self.pair(index);
        trainer.rank(solving, competing, rate)
    }

    fn errors(&self, trainer: &mut Trainer) -> Errors {
        let held_back = || self.held_back.iter().map(|&index| index as usize);
        let apart = MAX_APART / 2;
        let along: Vec<f64> = held_back()
            .filter(|&index| self.remaining[index] > apart)
            .map(|index| f64::from(self.learn(trainer, index, apart, 0.0)).powi(2))
            .collect();
        let ranking: Vec<f64> =
            held_back().map(|index| f64::from(u8::from(self.rank(trainer, index, 0.0) > 0.5))).collect();
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        Errors { along: mean(&along), ranking: mean(&ranking) }
    }
}
