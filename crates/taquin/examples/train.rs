//! Learns the weights of the beam search for a square size, as they lie in `models/`.
//!
//! A round solves boards of random walks with the weights there are, and moves the weights so that along each solution
//! the estimate falls by one a move: for two boards of a solution that lie a few moves apart, it looks how much the
//! estimate falls between them, and corrects the weights of what is not the same in both. Differences, not lengths,
//! because a solution that is a bit too long is wrong by the same amount in all its boards; and the weights of what
//! stays the same are none of its business.
//!
//! ```text
//! cargo run --release -p taquin --example train -- 6x6 6x6 6000 1500 100..3000 3 0.1 1 models/6x6.pairs
//! ```
//! for boards of 6x6 whose pairs are kept as those of 6x6, 6000 boards a round, a beam of 1500 boards, walks of 100 to 3000
//! moves, three rounds, corrections that begin with a tenth of the error, and seed 1. The file is where it begins, if it
//! is there; otherwise it begins with what is known of other sizes. It is where the weights go. Boards of 10x10 keep their
//! pairs as those of 7x7: a hundred boards teach as much as thousands would otherwise.

use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::Mutex;
use taquin::control::Control;
use taquin::large::{Beam, Trainer, Weights, Width};
use taquin::scramble::Scrambler;
use taquin::space::Workers;
use taquin::{Board, Cell, Goal, Size, goal_symmetry::GoalSymmetry};

/// How often a round looks at each board.
const EPOCHS: usize = 2;

/// The largest number of moves between two boards that are compared.
const APART: u32 = 20;

/// Solutions of more moves, for each cell and line, are lost causes.
const LONGEST: f64 = 1.3;

/// One in this many boards is held back to measure the error.
const HELD_BACK: usize = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match Course::read(&words) {
        Some(course) => course.run(),
        None => {
            eprintln!("usage: train SIZE MODEL BOARDS WIDTH SHORTEST..LONGEST ROUNDS RATE SEED FILE");
            ExitCode::from(2)
        }
    }
}

struct Course {
    goal: Goal,
    model: Size,
    boards: usize,
    width: usize,
    walk: RangeInclusive<u32>,
    rounds: u64,
    /// The first correction takes this part of the error away, and the last nothing.
    rate: f32,
    seed: u64,
    file: String,
}

impl Course {
    fn read(words: &[&str]) -> Option<Course> {
        let [size, model, boards, width, walk, rounds, rate, seed, file] = words[..] else { return None };
        let (shortest, longest) = walk.split_once("..")?;
        let size: Size = size.parse().ok()?;
        Some(Course {
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
        let known = || {
            let weights = Weights::of(size);
            if weights.model() == self.model { weights } else { weights.untied() }
        };
        let mut weights = Weights::from_bytes(size, self.model, &bytes).unwrap_or_else(known);
        for round in 0..self.rounds {
            let seed = self.seed.wrapping_add(round);
            let solutions = self.solve(&weights, seed);
            let Some(lesson) = Lesson::new(&self.goal, &solutions) else { return ExitCode::FAILURE };
            let (before, after, learned) = lesson.learn(weights, self.rate, seed);
            println!("round {round}: error over {} moves {before:.2}, {after:.2} afterwards", APART / 2);
            // Other sizes have more pairs, or fewer.
            weights = if self.model == size { learned.centred() } else { learned };
            if let Err(error) = std::fs::write(&self.file, weights.to_bytes()) {
                eprintln!("{}: {error}", self.file);
                return ExitCode::FAILURE;
            }
        }
        ExitCode::SUCCESS
    }

    /// The boards of each solution from the start to the goal.
    fn solve(&self, weights: &Weights, seed: u64) -> Vec<Vec<Board>> {
        let Some(beam) = Beam::with_weights(&self.goal, weights, Workers::all()) else { return Vec::new() };
        let mut scrambler = Scrambler::new(seed);
        let starts: Vec<Board> = (0..self.boards)
            .map(|_| {
                let moves = scrambler.one_of(self.walk.clone());
                scrambler.walk(&self.goal, moves.into())
            })
            .collect();
        let size = self.goal.size();
        let longest = (LONGEST * (size.cells() * size.rows()) as f64) as usize;
        let width = Width::Boards(self.width);
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

/// Boards as the cells of their tiles, one solution after the other.
struct Lesson {
    cells: usize,
    places: Vec<u8>,
    /// How many moves remain.
    remaining: Vec<u32>,
    /// From here on nothing is learned.
    held_back: usize,
}

impl Lesson {
    fn new(goal: &Goal, solutions: &[Vec<Board>]) -> Option<Lesson> {
        let cells = goal.size().cells();
        let mut lesson = Lesson { cells, places: Vec::new(), remaining: Vec::new(), held_back: 0 };
        let frame = GoalSymmetry::all(goal).into_iter().next()?;
        for (number, boards) in solutions.iter().enumerate() {
            if number == solutions.len() - solutions.len() / HELD_BACK {
                lesson.held_back = lesson.remaining.len();
            }
            for (index, board) in boards.iter().enumerate() {
                lesson.add(&frame, board, (boards.len() - 1 - index) as u32);
            }
        }
        Some(lesson)
    }

    fn add(&mut self, frame: &GoalSymmetry, board: &Board, remaining: u32) {
        let begin = self.places.len();
        self.places.resize(begin + self.cells, 0);
        for (cell, &tile) in board.tiles().iter().enumerate() {
            self.places[begin + frame.home(tile)] = frame.cell(Cell::new(cell)) as u8;
        }
        self.remaining.push(remaining);
    }

    fn board(&self, index: usize) -> &[u8] {
        &self.places[index * self.cells..][..self.cells]
    }

    /// The mean square error of differences before and afterwards, on what was held back; and what was learned.
    fn learn(&self, weights: Weights, rate: f32, seed: u64) -> (f64, f64, Weights) {
        let mut pupil = Trainer::new(weights);
        let before = self.error(&mut pupil);
        let mut scrambler = Scrambler::new(seed);
        let mut order: Vec<u32> = (0..self.held_back as u32).collect();
        for epoch in 0..EPOCHS {
            for last in (1..order.len()).rev() {
                order.swap(last, scrambler.one_of(0..=last as u32) as usize);
            }
            for (done, &index) in order.iter().enumerate() {
                let done = epoch as f32 + done as f32 / order.len() as f32;
                let apart = scrambler.one_of(1..=APART);
                self.teach(&mut pupil, index as usize, apart, rate * (1.0 - done / EPOCHS as f32));
            }
        }
        (before, self.error(&mut pupil), pupil.finish())
    }

    fn teach(&self, pupil: &mut Trainer, index: usize, apart: u32, rate: f32) -> f32 {
        let apart = apart.min(self.remaining[index]);
        pupil.learn(self.board(index), self.board(index + apart as usize), apart as f32, rate)
    }

    fn error(&self, pupil: &mut Trainer) -> f64 {
        let apart = APART / 2;
        let held_back =
            (self.held_back..self.remaining.len()).filter(|&index| self.remaining[index] >= apart);
        let errors = held_back.map(|index| f64::from(self.teach(pupil, index, apart, 0.0)).powi(2));
        let (sum, count) = errors.fold((0.0, 0u64), |(sum, count), error| (sum + error, count + 1));
        sum / count as f64
    }
}
