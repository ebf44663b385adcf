//! Beam search: from each depth only the boards that look nearest to the goal go on.
//!
//! It proves nothing, but with a good estimate it ends close to the shortest length. The estimate is a sum of weights
//! that were learned ([`Weights`]); a slide changes it by one sum over a row of a table ([`steps`]). All boards of a
//! layer have made the same number of moves, so the estimate alone decides, and only differences matter.

mod ancestry;
mod layer;
mod steps;
mod weights;

pub use weights::Weights;

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::frame::Frame;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::search::{Limits, Monitor, Observer, Stats, StopReason};
use crate::size::Size;
use crate::space::Workers;
use ancestry::{Ancestry, Link};
use layer::{Brood, Keys, Layer, Sieve};
use std::sync::Mutex;
use std::time::Duration;
use steps::{Exit, Steps};

/// The largest number of cells: the tables of 8x8 boards take 59 MB.
const MOST_CELLS: usize = 64;

/// So many more children than boards are chosen from, because some of them are equal.
const WITH_EQUALS: f64 = 1.25;

/// A thread is worth its start from so many boards on.
const FOR_A_THREAD: usize = 500;

/// Beam search for a goal.
///
/// ```
/// use taquin::large::{Beam, Width};
/// use taquin::scramble::Scrambler;
/// use taquin::search::{Limits, Unobserved};
/// use taquin::space::Workers;
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::rows(Size::square(5)?);
/// let start = Scrambler::new(1).walk(&goal, 100);
/// let beam = Beam::new(&goal).unwrap();
/// let found = beam.search(&start, Width::Boards(1000), None, Workers::ONE, &Limits::none(), &mut Unobserved);
/// assert_eq!(found.moves.unwrap().apply(&start).as_ref(), Ok(goal.board()));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct Beam {
    frame: Frame,
    steps: Steps,
    keys: Keys,
    /// From the goal with the blank in a corner to the goal.
    rest: Moves,
    size: Size,
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

/// What came of a beam search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beamed {
    /// A solution, if one was found.
    pub moves: Option<Moves>,
    /// Why it was stopped, if it was.
    pub stopped: Option<StopReason>,
    /// What it cost.
    pub stats: Stats,
}

impl Beam {
    /// For a goal; `None` for lines, and for more than 64 cells.
    pub fn new(goal: &Goal) -> Option<Beam> {
        let (corner, rest) = with_blank_in_a_corner(goal);
        let frame = Frame::all(&corner).into_iter().next()?;
        Beam::is_for(goal.size()).then(|| Beam {
            steps: Steps::new(&Weights::of(frame.size())),
            keys: Keys::new(goal.size().cells()),
            size: goal.size(),
            frame,
            rest,
        })
    }

    /// For a goal with the blank in a corner, and weights of its size.
    pub fn with_weights(goal: &Goal, weights: &Weights) -> Option<Beam> {
        let frame = Frame::all(goal).into_iter().find(|frame| frame.blank() == 0)?;
        (Beam::is_for(goal.size()) && frame.size() == weights.size()).then(|| Beam {
            steps: Steps::new(weights),
            keys: Keys::new(goal.size().cells()),
            size: goal.size(),
            rest: Moves::new(),
            frame,
        })
    }

    /// Is there a beam search for boards of this size?
    pub fn is_for(size: Size) -> bool {
        size.cells() <= MOST_CELLS && !size.is_line()
    }

    /// How many bytes the tables of a size take.
    pub fn table_bytes(size: Size) -> u64 {
        // The weights are dropped once the steps are made of them.
        Steps::bytes(size.rows(), size.cols()) + (size.cells() as u64).pow(4) * 2
    }

    /// How many bytes a beam of a width keeps besides the tables, but for the links of its layers.
    pub fn bytes(&self, width: usize, workers: Workers) -> u64 {
        let (share, cells) = (share(width, workers), self.size.cells());
        workers.count() as u64 * (Brood::bytes(share, cells) + Sieve::bytes(share, cells))
    }

    /// Looks for a solution, of fewer moves than a number if there is one.
    pub fn search(
        &self,
        start: &Board,
        width: Width,
        below: Option<usize>,
        workers: Workers,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Beamed {
        let mut monitor = Monitor::new(self.size.cells(), limits, observer);
        let found = self.ways(start, width, below, workers, limits, &mut monitor);
        let (_, stats) = monitor.finish();
        match found {
            Ok(ways) => Beamed { moves: ways.map(|ways| self.moves(start, &ways)), stopped: None, stats },
            Err(reason) => Beamed { moves: None, stopped: Some(reason), stats },
        }
    }

    fn ways(
        &self,
        start: &Board,
        width: Width,
        below: Option<usize>,
        workers: Workers,
        limits: &Limits,
        monitor: &mut Monitor,
    ) -> Result<Option<Vec<u8>>, StopReason> {
        let (steps, keys, cells) = (&self.steps, &self.keys, self.size.cells());
        let tiles = self.framed(start);
        if tiles.iter().enumerate().all(|(cell, &tile)| usize::from(tile) == cell) {
            return Ok(Some(Vec::new()));
        }
        monitor.keep(self.bytes(width.most(), workers))?;
        let share = share(width.most(), workers);
        let begun = limits.clock.elapsed();
        let mut layer = Layer::start(&tiles, keys, workers.count());
        let mut broods: Vec<Brood> = layer.parts.iter().map(|_| Brood::new(share, cells)).collect();
        let mut sieves: Vec<Sieve> = layer.parts.iter().map(|_| Sieve::new(share)).collect();
        let mut ancestry = Ancestry::default();
        let mut links_kept = 0;
        let longest =
            below.map_or(MOST_LAYERS * cells, |below| below.saturating_sub(1 + self.rest.as_slice().len()));
        let goes_on = || limits.time.is_none_or(|time| limits.clock.elapsed() < time);
        for depth in 0..longest {
            monitor.allowance()?;
            if monitor.nodes_left() < layer.len() as u64 {
                return Err(monitor.out_of_nodes());
            }
            let threads = if layer.len() < FOR_A_THREAD { Workers::ONE } else { workers };
            let lowest = layer.lowest();
            let goal = Mutex::new(None);
            let mut next = 0;
            let numbered = layer.parts.iter().map(|part| {
                let first = next;
                next += part.len();
                (first, part)
            });
            threads.share(numbered.zip(&mut broods), |((first, part), brood)| {
                let found = brood.of(part, first, lowest, steps, keys, goes_on);
                if let (Some(link), Ok(mut goal)) = (found, goal.lock()) {
                    // The first, whichever thread is faster.
                    *goal = Some(goal.map_or(link, |other: Link| link.min(other)));
                }
            });
            let generated = broods.iter().map(|brood| brood.children.len() as u64).sum();
            monitor.count(layer.len() as u32, generated, depth as u32);
            if let Some(link) = goal.into_inner().ok().flatten() {
                return Ok(Some(ancestry.ways_to(link)));
            }
            if !goes_on() {
                monitor.allowance()?;
            }
            let next = width.next(begun, limits.clock.elapsed(), monitor.stats.expanded, depth);
            let highest = Brood::highest(&broods, (next as f64 * WITH_EQUALS) as usize);
            threads.share(sieves.iter_mut().enumerate(), |(number, sieve)| {
                sieve.choose(number, &layer, &broods, highest, steps);
            });
            let links: Vec<Link> = sieves.iter().flat_map(|sieve| &sieve.part.links).copied().collect();
            let now = ancestry.add(links);
            monitor.release(std::mem::replace(&mut links_kept, now));
            monitor.keep(now)?;
            for (part, sieve) in layer.parts.iter_mut().zip(&mut sieves) {
                std::mem::swap(part, &mut sieve.part);
            }
            if layer.len() == 0 {
                break;
            }
        }
        Ok(None)
    }

    /// The tile on each cell, as the frame shows it.
    fn framed(&self, board: &Board) -> Vec<u8> {
        let mut tiles = vec![0; self.size.cells()];
        for (cell, tile) in board.tiles().iter().enumerate() {
            tiles[self.frame.cell(Cell::new(cell))] = self.frame.home(*tile) as u8;
        }
        tiles
    }

    /// The moves of tiles on the board itself, from the ways of the blank in the frame.
    fn moves(&self, start: &Board, ways: &[u8]) -> Moves {
        let size = self.size;
        let mut shown_at = vec![Cell::new(0); size.cells()];
        for cell in (0..size.cells()).map(Cell::new) {
            shown_at[self.frame.cell(cell)] = cell;
        }
        let mut blank = start.blank();
        let mut moves = Moves::new();
        for &way in ways {
            let shown = self.frame.size().step(Cell::new(self.frame.cell(blank)), Exit::direction(way));
            let next = shown.map_or(blank, |cell| shown_at[cell.index()]);
            let step =
                Direction::SUCCESSOR_ORDER.into_iter().find(|&step| size.step(blank, step) == Some(next));
            step.into_iter().for_each(|step| moves.push(step.of_blank()));
            blank = next;
        }
        moves.then(&self.rest).without_circles(start)
    }
}

/// A solution of more layers for each cell is given up.
const MOST_LAYERS: usize = 16;

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
