//! Beam search: only the most promising boards of each depth are expanded.
//!
//! It proves nothing, but with a good estimate it comes close to the optimal solution length. The estimate is a sum of
//! learned weights ([`Weights`]); a slide changes it by one sum over a row of a table ([`slide_deltas`]). All boards of a
//! layer are at the same depth, so the estimate alone ranks them, and only its differences matter.
//!
//! The boards of a layer are expanded together by the blank's cell and the tile that moves, so that the row of the
//! table stays in the cache. Threads share the boards of a layer; their number changes nothing but speed. A beam has no
//! solution to show before it is done.

mod back_pointers;
mod demonstration;
mod expansion;
mod goal_board;
mod lanes;
mod layer;
mod models;
mod rans;
mod search;
mod selection;
mod size_mapping;
mod slide_deltas;
mod trainer;
mod weights;
mod width;

pub use demonstration::Demonstration;
pub use models::Models;
pub use trainer::Trainer;
pub use weights::Weights;
pub use width::BeamWidth;

use super::zobrist::ZobristKeys;

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
use expansion::Expansion;
use goal_board::GoalBoard;
use layer::Layer;
use search::{BeamSearch, FoundPath};
use selection::Selection;
use slide_deltas::{Slide, SlideDeltas};

/// The largest number of cells: the tables of 10x10 boards take 360 MB.
const MAX_CELLS: usize = 100;

/// The ratio of selected children to the beam width, because some of them are duplicates.
const DUPLICATE_MARGIN: f64 = 1.25;

/// Beam search for a goal.
///
/// ```
/// use taquin::internals::large::{Beam, BeamWidth};
/// use taquin::scramble::Scrambler;
/// use taquin::control::Control;
/// use taquin::Workers;
/// use taquin::{Goal, Metric, Size};
/// let goal = Goal::rows(Size::square(5)?);
/// let start = Scrambler::seeded(1).walk(&goal, 100);
/// let beam = Beam::new(&goal, Workers::ONE).unwrap();
/// let width = BeamWidth::Fixed(1000);
/// let found = beam.search(&start, width, None, Workers::ONE, &Control::new());
/// assert_eq!(found.moves.unwrap().apply(&start).as_ref(), Ok(goal.board()));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub struct Beam {
    tables: Tables,
    symmetry: GoalSymmetry,
    /// The goal, and the goal with the blank in a corner, where the estimate leads.
    goals: [GoalBoard; 2],
    /// The moves from the second to the first.
    from_corner: Moves,
    size: Size,
}

struct Tables {
    deltas: AnyDeltas,
    keys: ZobristKeys,
}

/// The tables of the kernel with the least cells that are enough.
enum AnyDeltas {
    Cells16(SlideDeltas<16>),
    Cells25(SlideDeltas<25>),
    Cells36(SlideDeltas<36>),
    Cells49(SlideDeltas<49>),
    Cells64(SlideDeltas<64>),
    Cells81(SlideDeltas<81>),
    Cells100(SlideDeltas<100>),
}

/// Evaluates an expression with the tables of any kernel.
macro_rules! with_deltas {
    ($any:expr, $deltas:ident => $expression:expr) => {
        match $any {
            AnyDeltas::Cells16($deltas) => $expression,
            AnyDeltas::Cells25($deltas) => $expression,
            AnyDeltas::Cells36($deltas) => $expression,
            AnyDeltas::Cells49($deltas) => $expression,
            AnyDeltas::Cells64($deltas) => $expression,
            AnyDeltas::Cells81($deltas) => $expression,
            AnyDeltas::Cells100($deltas) => $expression,
        }
    };
}

/// Evaluates an expression with a constant for the cells of the kernel that a number of cells needs, and the variant of its
/// tables.
macro_rules! with_kernel {
    ($cells:expr, $n:ident, $wrap:ident => $expression:expr) => {
        match $cells {
            ..=16 => with_kernel!(@ 16, Cells16, $n, $wrap, $expression),
            ..=25 => with_kernel!(@ 25, Cells25, $n, $wrap, $expression),
            ..=36 => with_kernel!(@ 36, Cells36, $n, $wrap, $expression),
            ..=49 => with_kernel!(@ 49, Cells49, $n, $wrap, $expression),
            ..=64 => with_kernel!(@ 64, Cells64, $n, $wrap, $expression),
            ..=81 => with_kernel!(@ 81, Cells81, $n, $wrap, $expression),
            _ => with_kernel!(@ 100, Cells100, $n, $wrap, $expression),
        }
    };
    (@ $number:literal, $variant:ident, $n:ident, $wrap:ident, $expression:expr) => {{
        const $n: usize = $number;
        #[allow(unused_variables)]
        let $wrap = AnyDeltas::$variant;
        $expression
    }};
}
use with_deltas;

impl Tables {
    fn new(weights: &Weights, workers: Workers, control: &Control) -> Result<Tables, StopReason> {
        let cells = weights.size().cells();
        let keys = ZobristKeys::new(cells);
        let deltas =
            with_kernel!(cells, N, wrap => wrap(SlideDeltas::<N>::new(weights, &keys, workers, control)?));
        Ok(Tables { deltas, keys })
    }

    fn bytes(size: Size) -> u64 {
        with_kernel!(size.cells(), N, wrap => SlideDeltas::<N>::bytes(size.rows(), size.cols()))
    }
}

impl Beam {
    /// Builds the tables for a goal; `None` for single rows and columns, and for more than 100 cells.
    pub fn new(goal: &Goal, workers: Workers) -> Option<Beam> {
        Beam::prepared(goal, &Models::default(), workers, &Control::new())?.ok()
    }

    /// Builds the tables for a goal as [`new`](Beam::new) does, with models from anywhere, unless the control stops it.
    pub fn prepared(
        goal: &Goal,
        models: &Models,
        workers: Workers,
        control: &Control,
    ) -> Option<Result<Beam, StopReason>> {
        let size = goal.size();
        if control.budget().memory.is_some_and(|limit| Beam::table_bytes(size) > limit) {
            return Beam::is_for(size).then_some(Err(StopReason::Memory));
        }
        let canonical = if size.rows() <= size.cols() { size } else { size.transposed() };
        Beam::is_for(size).then(|| {
            let weights = Weights::prepared(canonical, models, control)?;
            Ok(Beam::with(goal, Tables::new(&weights, workers, control)?))
        })
    }

    /// Builds the tables for a goal from given weights; `None` unless the weights have its size and its blank is in a
    /// corner.
    pub fn with_weights(goal: &Goal, weights: &Weights, workers: Workers) -> Option<Beam> {
        let fits = |symmetry: &GoalSymmetry| symmetry.blank() == 0 && symmetry.size() == weights.size();
        if !Beam::is_for(goal.size()) || !GoalSymmetry::all(goal).iter().any(fits) {
            return None;
        }
        Some(Beam::with(goal, Tables::new(weights, workers, &Control::new()).ok()?))
    }

    fn with(goal: &Goal, tables: Tables) -> Beam {
        let (corner, from_corner) = with_blank_in_corner(goal);
        // Every goal has at least one symmetry.
        let symmetry = GoalSymmetry::all(&corner).swap_remove(0);
        let goals = [goal, &corner]
            .map(|goal| GoalBoard::new(canonical_tiles(&symmetry, goal.board()), &tables.keys));
        Beam { tables, symmetry, goals, from_corner, size: goal.size() }
    }

    /// Returns whether there is a beam search for boards of a size.
    pub fn is_for(size: Size) -> bool {
        size.cells() <= MAX_CELLS && !size.is_line()
    }

    /// Returns the bytes that the tables of a size take, including the weights while they are built.
    pub fn table_bytes(size: Size) -> u64 {
        Tables::bytes(size) + Weights::most_bytes(size)
    }

    /// Returns the bytes that a beam takes in addition to the tables and the back-pointers.
    pub fn bytes(&self, width: usize, workers: Workers) -> u64 {
        let boards = (width as f64 * DUPLICATE_MARGIN) as usize;
        let layers = with_kernel!(self.size.cells(), N, wrap => Layer::<N>::bytes(boards));
        let expansions = workers.count() as u64 * Expansion::<0>::bytes(share(width, workers));
        layers + expansions + Selection::bytes(boards)
    }

    /// Searches for a solution, with fewer than `below` moves if given.
    pub fn search(
        &self,
        start: &Board,
        width: BeamWidth,
        below: Option<usize>,
        workers: Workers,
        control: &Control,
    ) -> SearchOutcome {
        let control = &control.started();
        let mut monitor = Monitor::new(self.size.cells(), control);
        let found = BeamSearch::new(self, width, below, workers, control).run(start, &mut monitor);
        monitor.finish(found.map(|path| path.map(|path| self.moves(start, &path))))
    }

    /// Converts a path of the blank in canonical coordinates to moves of the tiles on the board itself.
    fn moves(&self, start: &Board, path: &FoundPath) -> Moves {
        let size = self.size;
        let mut original = vec![Cell::new(0); size.cells()];
        for cell in (0..size.cells()).map(Cell::new) {
            original[self.symmetry.cell(cell)] = cell;
        }
        let mut blank = start.blank();
        let mut moves = Moves::new();
        for &step in &path.steps {
            let canonical = Cell::new(self.symmetry.cell(blank));
            let next = self.symmetry.size().step(canonical, Slide::direction(step));
            let next = next.map_or(blank, |cell| original[cell.index()]);
            let step =
                Direction::SUCCESSOR_ORDER.into_iter().find(|&step| size.step(blank, step) == Some(next));
            step.into_iter().for_each(|step| moves.push(step.of_blank()));
            blank = next;
        }
        if path.ends_in_corner {
            moves = moves.then(&self.from_corner);
        }
        moves.without_cycles(start)
    }
}

/// Returns the tile in each cell in canonical coordinates, each tile numbered by its home.
fn canonical_tiles(symmetry: &GoalSymmetry, board: &Board) -> Vec<u8> {
    let mut tiles = vec![0; board.size().cells()];
    for (cell, tile) in board.tiles().iter().enumerate() {
        tiles[symmetry.cell(Cell::new(cell))] = symmetry.home(*tile) as u8;
    }
    tiles
}

/// Returns the most boards of a beam that each thread gets, with a margin because hashes are not distributed evenly.
fn share(width: usize, workers: Workers) -> usize {
    let most = (width as f64 * DUPLICATE_MARGIN) as usize;
    most / workers.count() + most / 16 + 64
}

/// Moves the blank of a goal to the nearest corner; returns that goal and the moves back.
fn with_blank_in_corner(goal: &Goal) -> (Goal, Moves) {
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
