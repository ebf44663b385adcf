//! A goal as a table sees it: cells, tiles and directions translated both ways, in arrays.

use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::size::Size;
use crate::space::{Position, PuzzleSpace};
use crate::tile::Tile;

/// No puzzle with a table has more cells.
const MAX_CELLS: usize = 12;

/// The boards of one goal seen through a frame.
#[derive(Clone, Debug)]
pub(super) struct View {
    size: Size,
    /// For each cell of the board where it is seen.
    cells: [u8; MAX_CELLS],
    /// For each tile what it is called.
    homes: [u8; MAX_CELLS],
    /// What tiles really do when they are seen to do something.
    directions: [Direction; 4],
}

/// The frame in which a goal is seen.
pub(super) fn frame(goal: &Goal) -> GoalSymmetry {
    let mut frames = GoalSymmetry::all(goal);
    frames.swap_remove(0)
}

impl View {
    /// How a goal of at most twelve cells and more than one row and column is seen.
    pub(super) fn new(goal: &Goal, frame: &GoalSymmetry) -> View {
        let size = goal.size();
        let (mut cells, mut homes) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        for index in 0..size.cells() {
            cells[index] = frame.cell(Cell::new(index)) as u8;
            homes[index] = frame.home(Tile::new(index as u16)) as u8;
        }
        let seen = frame.size();
        let mut directions = [Direction::Up; 4];
        for direction in Direction::SUCCESSOR_ORDER {
            // A step between the first cell and one of its two neighbours shows what every step does.
            let Some(next) = size.step(Cell::new(0), direction) else { continue };
            let [here, there] = [Cell::new(0), next].map(|cell| Cell::new(frame.cell(cell)));
            let ways = Direction::SUCCESSOR_ORDER.into_iter();
            for way in ways.filter(|&way| seen.step(here, way) == Some(there)) {
                directions[way as usize] = direction;
                directions[way.opposite() as usize] = direction.opposite();
            }
        }
        View { size, cells, homes, directions }
    }

    /// The position of a board; `None` if it has another size or the goal cannot be reached.
    #[inline]
    pub(super) fn position(&self, puzzle: &PuzzleSpace, board: &Board) -> Option<Position> {
        let tiles = board.tiles();
        if board.size() != self.size {
            return None;
        }
        let mut homes = [0; MAX_CELLS];
        for (tile, &cell) in tiles.iter().zip(&self.cells) {
            homes[usize::from(cell)] = self.homes[tile.index()];
        }
        puzzle.position(&homes[..tiles.len()])
    }

    /// The board at a position.
    pub(super) fn board(&self, puzzle: &PuzzleSpace, position: Position) -> Board {
        let count = self.size.cells();
        let mut tiles = [0; MAX_CELLS];
        for (tile, &home) in (0..).zip(&self.homes[..count]) {
            tiles[usize::from(home)] = tile;
        }
        let homes = puzzle.homes(position);
        let numbers: Vec<u16> =
            self.cells[..count].iter().map(|&cell| tiles[usize::from(homes[usize::from(cell)])]).collect();
        Board::new(self.size, &numbers).expect("a frame permutes the tiles")
    }

    /// What a tile really does when it is seen to do something.
    #[inline]
    pub(super) fn direction(&self, seen: Direction) -> Direction {
        self.directions[seen as usize]
    }
}
