//! Learns the weights of the beam search for a square size, as they lie in `models/`.
//!
//! A round solves boards of random walks with the weights there are, and moves the weights so that along each solution
//! the estimate falls by one a move: for two boards of a solution that lie a few moves apart, it looks how much the
//! estimate falls between them, and corrects the weights of what is not the same in both. Differences, not lengths,
//! because a solution that is a bit too long is wrong by the same amount in all its boards; and the weights of what
//! stays the same are none of its business.
//!
//! ```text
//! cargo run --release -p taquin --example train -- 6x6 6000 1500 100..3000 3 1 models/6x6.pairs
//! ```
//! for 6000 boards a round, a beam of 1500 boards, walks of 100 to 3000 moves, three rounds, and seed 1. The file is where it
//! begins, if it is there and not empty; otherwise it begins with what is known of other sizes. It is where the weights
//! go.

use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::sync::Mutex;
use taquin::large::{Beam, Weights, Width};
use taquin::scramble::Scrambler;
use taquin::search::{Limits, Unobserved};
use taquin::space::Workers;
use taquin::{Board, Cell, Goal, Size, frame::Frame};

/// The first correction takes this part of the error away, and the last almost nothing.
const RATE: f32 = 0.15;

/// How often a round looks at each board.
const EPOCHS: usize = 3;

/// Two boards that are compared lie up to so many moves apart.
const APART: u32 = 20;

/// Solutions of more moves for each cell are lost causes.
const LONGEST: usize = 7;

/// A board that a beam does not solve is tried again with one so many times as wide.
const WIDER: usize = 8;

/// One of so many boards is not learned from, to see what was learned.
const HELD_BACK: usize = 20;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match Course::read(&words) {
        Some(course) => course.run(),
        None => {
            eprintln!("usage: train SIZE BOARDS WIDTH SHORTEST..LONGEST ROUNDS SEED FILE");
            ExitCode::from(2)
        }
    }
}

struct Course {
    goal: Goal,
    boards: usize,
    width: usize,
    walk: RangeInclusive<u32>,
    rounds: u64,
    seed: u64,
    file: String,
}

impl Course {
    fn read(words: &[&str]) -> Option<Course> {
        let [size, boards, width, walk, rounds, seed, file] = words[..] else { return None };
        let (shortest, longest) = walk.split_once("..")?;
        let size: Size = size.parse().ok()?;
        Some(Course {
            goal: Goal::rows(size),
            boards: boards.parse().ok()?,
            width: width.parse().ok()?,
            walk: shortest.parse().ok()?..=longest.parse().ok()?,
            rounds: rounds.parse().ok()?,
            seed: seed.parse().ok()?,
            file: file.to_owned(),
        })
        .filter(|_| Beam::is_for(size) && size.rows() == size.cols())
    }

    fn run(&self) -> ExitCode {
        let size = self.goal.size();
        let bytes = std::fs::read(&self.file).unwrap_or_default();
        let mut weights = Weights::from_bytes(size, &bytes).unwrap_or_else(|| Weights::of(size));
        for round in 0..self.rounds {
            let seed = self.seed.wrapping_add(round);
            let solutions = self.solve(&weights, seed);
            let learned = Lesson::new(&self.goal, &solutions).learn(&mut weights, seed);
            println!(
                "round {round}: error over {} moves {:.2}, {:.2} afterwards",
                APART / 2,
                learned.0,
                learned.1
            );
            if let Err(error) = std::fs::write(&self.file, weights.to_bytes()) {
                eprintln!("{}: {error}", self.file);
                return ExitCode::FAILURE;
            }
        }
        ExitCode::SUCCESS
    }

    /// The boards of each solution from the start to the goal.
    fn solve(&self, weights: &Weights, seed: u64) -> Vec<Vec<Board>> {
        let Some(beam) = Beam::with_weights(&self.goal, weights) else { return Vec::new() };
        let mut scrambler = Scrambler::new(seed);
        let starts: Vec<Board> = (0..self.boards)
            .map(|_| {
                let moves = scrambler.one_of(self.walk.clone());
                scrambler.walk(&self.goal, moves.into())
            })
            .collect();
        let longest = LONGEST * self.goal.size().cells();
        let search = |start: &Board, width| {
            let width = Width::Boards(width);
            beam.search(start, width, Some(longest), Workers::ONE, &Limits::none(), &mut Unobserved).moves
        };
        let solved = Mutex::new(Vec::new());
        Workers::all().share(starts.iter().enumerate(), |(number, start)| {
            // What a narrow beam does not find is what there is most to learn from.
            let found = search(start, self.width).or_else(|| search(start, WIDER * self.width));
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

/// Boards as the cells of their tiles, one solution after the other, each also in the mirror.
struct Lesson {
    cells: usize,
    places: Vec<u8>,
    /// How many moves remain.
    remaining: Vec<u32>,
    /// From here on nothing is learned.
    held_back: usize,
}

impl Lesson {
    fn new(goal: &Goal, solutions: &[Vec<Board>]) -> Lesson {
        let cells = goal.size().cells();
        let mut lesson = Lesson { cells, places: Vec::new(), remaining: Vec::new(), held_back: 0 };
        let frames: Vec<Frame> = Frame::all(goal);
        for (number, boards) in solutions.iter().enumerate() {
            if number == solutions.len() - solutions.len() / HELD_BACK {
                lesson.held_back = lesson.remaining.len();
            }
            for frame in &frames {
                for (index, board) in boards.iter().enumerate() {
                    lesson.add(frame, board, (boards.len() - 1 - index) as u32);
                }
            }
        }
        lesson
    }

    fn add(&mut self, frame: &Frame, board: &Board, remaining: u32) {
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

    /// The mean square error of differences before and afterwards, on what was held back.
    fn learn(&self, weights: &mut Weights, seed: u64) -> (f64, f64) {
        let before = self.error(weights);
        let mut scrambler = Scrambler::new(seed);
        let mut order: Vec<u32> = (0..self.held_back as u32).collect();
        for epoch in 0..EPOCHS {
            let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
            for last in (1..order.len()).rev() {
                order.swap(last, scrambler.one_of(0..=last as u32) as usize);
            }
            for &index in &order {
                let apart = scrambler.one_of(1..=APART);
                self.correct(weights, index as usize, apart, rate);
            }
        }
        (before, self.error(weights))
    }

    fn correct(&self, weights: &mut Weights, index: usize, apart: u32, rate: f32) {
        let apart = apart.min(self.remaining[index]);
        let (here, there) = (self.board(index), self.board(index + apart as usize));
        let moved = here.iter().zip(there).filter(|(a, b)| a != b).count() as f32;
        if moved == 0.0 {
            return;
        }
        let error = apart as f32 - (weights.estimate(here) - weights.estimate(there));
        // So many weights are not the same in both boards.
        let different = 2.0 * moved * (self.cells as f32 + 1.0 - moved / 2.0);
        let change = rate * error / different;
        weights.add(here, change);
        weights.add(there, -change);
    }

    fn error(&self, weights: &Weights) -> f64 {
        let apart = APART / 2;
        let held_back =
            (self.held_back..self.remaining.len()).filter(|&index| self.remaining[index] >= apart);
        let errors = held_back.map(|index| {
            let fall =
                weights.estimate(self.board(index)) - weights.estimate(self.board(index + apart as usize));
            f64::from(apart as f32 - fall).powi(2)
        });
        let (sum, count) = errors.fold((0.0, 0u64), |(sum, count), error| (sum + error, count + 1));
        sum / count as f64
    }
}
