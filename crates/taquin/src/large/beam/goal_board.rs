//! A board that the beam search looks for among the generated children.

use crate::large::zobrist::ZobristKeys;

pub(super) struct GoalBoard {
    /// The tile in each cell.
    tiles: Vec<u8>,
    pub(super) hash: u64,
}

impl GoalBoard {
    pub(super) fn new(tiles: Vec<u8>, keys: &ZobristKeys) -> GoalBoard {
        GoalBoard { hash: keys.hash(&tiles), tiles }
    }

    pub(super) fn is_board(&self, tiles: &[u8]) -> bool {
        self.tiles == tiles
    }

    /// Returns whether a child is this board, given the tiles of its parent and the slide of a tile from a cell into the
    /// blank.
    pub(super) fn is_child(&self, tiles: &[u8], from: usize, blank: usize) -> bool {
        let before = |cell: usize| match cell {
            cell if cell == from => blank,
            cell if cell == blank => from,
            cell => cell,
        };
        self.tiles.iter().enumerate().all(|(cell, &tile)| tile == tiles[before(cell)])
    }
}
