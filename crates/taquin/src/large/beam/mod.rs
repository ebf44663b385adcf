//! Beam search: from each depth only the boards that look nearest to the goal go on.
//!
//! It proves nothing, but with a good estimate it ends close to the shortest length. The estimate is a sum of weights
//! that were learned ([`Weights`]); a slide changes it by one sum over a row of a table ([`steps`]). All boards of a
//! layer have made the same number of moves, so the estimate alone decides, and only differences matter.

mod back_pointers;
mod descent;
mod layer;
mod size_mapping;
mod steps;
mod trainer;
mod weights;

pub use trainer::Trainer;
pub use weights::Weights;

use crate::board::Board;
use crate::cell::Cell;
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::moves::Moves;
use crate::search::{Monitor, SearchOutcome};
use crate::size::Size;
use crate::space::Workers;
use back_pointers::Link;
use descent::{Arrival, Descent};
use layer::{Expansion, Keys, Selection, Target};
use std::time::Duration;
use steps::{Exit, Steps};

/// The largest number of cells: the tables of 10x10 boards take 461 MB.
const MOST_CELLS: usize = 100;

/// So many more children than boards are chosen from, because some of them are equal.
const WITH_EQUALS: f64 = 1.25;

/// Beam search for a goal.
///
/// ```
/// use taquin::large::{Beam, Width};
/// use taquin::scramble::Scrambler;
/// use taquin::control::Control;
/// use taquin::space::Workers;
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::rows(Size::square(5)?);
/// let start = Scrambler::new(1).walk(&goal, 100);
/// let beam = Beam::new(&goal, Workers::ONE).unwrap();
/// let found = beam.search(&start, Width::Boards(1000), None, Workers::ONE, &Control::new());
/// assert_eq!(found.moves.unwrap().apply(&start).as_ref(), Ok(goal.board()));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct Beam {
    tables: Tables,
    frame: GoalSymmetry,
    /// The goal itself, and with the blank in a corner: the estimate leads there.
    targets: [Target; 2],
    /// From that corner to the goal.
    rest: Moves,
    size: Size,
}

/// Changes of the estimate, for boards of few cells and for larger ones, and the keys of hashes.
struct Tables {
    steps: AnySteps,
    keys: Keys,
}

enum AnySteps {
    Small(Steps<SMALL>),
    Large(Steps<LARGE>),
}

/// So many cells have room in the tables.
const SMALL: usize = 64;
const LARGE: usize = 128;

impl Tables {
    fn new(weights: &Weights, workers: Workers, control: &Control) -> Result<Tables, StopReason> {
        let cells = weights.size().cells();
        let steps = if cells <= SMALL {
            AnySteps::Small(Steps::new(weights, workers, control)?)
        } else {
            AnySteps::Large(Steps::new(weights, workers, control)?)
        };
        Ok(Tables { steps, keys: Keys::new(cells) })
    }

    fn bytes(size: Size) -> u64 {
        let (rows, cols) = (size.rows(), size.cols());
        if size.cells() <= SMALL {
            Steps::<SMALL>::bytes(rows, cols)
        } else {
            Steps::<LARGE>::bytes(rows, cols)
        }
    }
}

/// How wide a beam is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// So many boards of each depth.
    Boards(usize),
    /// As many as can be looked at until a time on the clock of the limits, if it takes so many moves; but not more than
    /// `most`.
    Until {
        /// When to be done.
        time: Duration,
        /// How many moves the solution is expected to have.
        moves: usize,
        /// The largest width.
        most: usize,
    },
}

impl Width {
    fn most(self) -> usize {
        let (Width::Boards(most) | Width::Until { most, .. }) = self;
        most.clamp(1, Link::MOST / 4)
    }

    /// The width of the next layer, when so many boards were expanded in some time, and where the depth is.
    fn next(self, begun: Duration, now: Duration, expanded: u64, depth: usize) -> usize {
        let Width::Until { time, moves, .. } = self else { return self.most() };
        let spent = now.saturating_sub(begun).as_secs_f64().max(1e-4);
        let left = time.saturating_sub(now).as_secs_f64();
        let layers = moves.saturating_sub(depth).max(8);
        let boards = expanded as f64 / spent * left / layers as f64;
        (boards as usize).clamp(NARROWEST, self.most().max(NARROWEST))
    }
}

/// A beam that has to hurry does not get narrower.
const NARROWEST: usize = 100;

impl Beam {
    /// For a goal; `None` for lines, and for more than 100 cells.
    pub fn new(goal: &Goal, workers: Workers) -> Option<Beam> {
        Beam::prepared(goal, workers, &Control::new())?.ok()
    }

    /// The same, unless a limit is reached or the observer wants to stop while the tables are made: those of a 10x10 board
    /// take about a second.
    pub fn prepared(goal: &Goal, workers: Workers, control: &Control) -> Option<Result<Beam, StopReason>> {
        let size = goal.size();
        if control.budget().memory.is_some_and(|limit| Beam::table_bytes(size) > limit) {
            return Beam::is_for(size).then_some(Err(StopReason::Memory));
        }
        let shown = if size.rows() <= size.cols() { size } else { size.transposed() };
        Beam::is_for(size).then(|| {
            let weights = Weights::prepared(shown, control)?;
            Ok(Beam::with(goal, Tables::new(&weights, workers, control)?))
        })
    }

    /// For a goal with the blank in a corner, and weights of its size.
    pub fn with_weights(goal: &Goal, weights: &Weights, workers: Workers) -> Option<Beam> {
        let is_right =
            GoalSymmetry::all(goal).iter().any(|frame| frame.blank() == 0 && frame.size() == weights.size());
        if !Beam::is_for(goal.size()) || !is_right {
            return None;
        }
        Some(Beam::with(goal, Tables::new(weights, workers, &Control::new()).ok()?))
    }

    fn with(goal: &Goal, tables: Tables) -> Beam {
        let (corner, rest) = with_blank_in_a_corner(goal);
        // There is always one.
        let frame = GoalSymmetry::all(&corner).swap_remove(0);
        let targets = [goal, &corner].map(|goal| Target::new(framed(&frame, goal.board()), &tables.keys));
        Beam { tables, frame, targets, rest, size: goal.size() }
    }

    /// Is there a beam search for boards of this size?
    pub fn is_for(size: Size) -> bool {
        size.cells() <= MOST_CELLS && !size.is_line()
    }

    /// How many bytes the tables of a size take, and the weights while they are made.
    pub fn table_bytes(size: Size) -> u64 {
        Tables::bytes(size) + Weights::most_bytes(size)
    }

    /// How many bytes a beam of a width keeps besides the tables, but for the links of its layers.
    pub fn bytes(&self, width: usize, workers: Workers) -> u64 {
        let (share, cells) = (share(width, workers), self.size.cells());
        workers.count() as u64 * (Expansion::bytes(share) + Selection::bytes(share, cells))
    }

    /// Looks for a solution, of fewer moves than a number if there is one.
    pub fn search(
        &self,
        start: &Board,
        width: Width,
        below: Option<usize>,
        workers: Workers,
        control: &Control,
    ) -> SearchOutcome {
        let control = &control.started();
        let mut monitor = Monitor::new(self.size.cells(), control);
        let found = Descent::new(self, width, below, workers, control).run(start, &mut monitor);
        monitor.finish(found.map(|arrival| arrival.map(|arrival| self.moves(start, &arrival))))
    }

    /// The moves of tiles on the board itself, from the ways of the blank in the frame.
    fn moves(&self, start: &Board, arrival: &Arrival) -> Moves {
        let size = self.size;
        let mut shown_at = vec![Cell::new(0); size.cells()];
        for cell in (0..size.cells()).map(Cell::new) {
            shown_at[self.frame.cell(cell)] = cell;
        }
        let mut blank = start.blank();
        let mut moves = Moves::new();
        for &way in &arrival.ways {
            let shown = self.frame.size().step(Cell::new(self.frame.cell(blank)), Exit::direction(way));
            let next = shown.map_or(blank, |cell| shown_at[cell.index()]);
            let step =
                Direction::SUCCESSOR_ORDER.into_iter().find(|&step| size.step(blank, step) == Some(next));
            step.into_iter().for_each(|step| moves.push(step.of_blank()));
            blank = next;
        }
        if arrival.is_detour {
            moves = moves.then(&self.rest);
        }
        moves.without_circles(start)
    }
}

/// The tile on each cell, as a frame shows it.
fn framed(frame: &GoalSymmetry, board: &Board) -> Vec<u8> {
    let mut tiles = vec![0; board.size().cells()];
    for (cell, tile) in board.tiles().iter().enumerate() {
        tiles[frame.cell(Cell::new(cell))] = frame.home(*tile) as u8;
    }
    tiles
}

/// How many boards of a beam each thread gets at most: the hashes are not spread quite evenly.
fn share(width: usize, workers: Workers) -> usize {
    let most = (width as f64 * WITH_EQUALS) as usize;
    most / workers.count() + most / 16 + 64
}

/// The same goal with the blank in the nearest corner, and the moves back.
fn with_blank_in_a_corner(goal: &Goal) -> (Goal, Moves) {
    let size = goal.size();
    let mut board = goal.board().clone();
    let mut moves = Moves::new();
    let blank = board.blank();
    let vertical = if 2 * size.row(blank) >= size.rows() { Direction::Down } else { Direction::Up };
    let horizontal = if 2 * size.col(blank) >= size.cols() { Direction::Right } else { Direction::Left };
    for step in [vertical, horizontal] {
        while board.slide_in_place(step.of_blank()).is_some() {
            moves.push(step.of_blank());
        }
    }
    (Goal::from(board), moves.inverse())
}
