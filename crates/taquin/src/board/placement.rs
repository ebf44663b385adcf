//! Where the tiles of a board are, by column and row.

use super::Board;
use crate::cell::Cell;
use crate::tile::Tile;

/// The place of one tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// The tile, or the blank.
    pub tile: Tile,
    /// Its column, from 0.
    pub x: usize,
    /// Its row, from 0.
    pub y: usize,
}

/// A query for [`Placement`]s; `None` matches everything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlacementQuery {
    /// The tile.
    pub tile: Option<Tile>,
    /// The column, from 0.
    pub x: Option<usize>,
    /// The row, from 0.
    pub y: Option<usize>,
}

impl PlacementQuery {
    fn admits(&self, placement: &Placement) -> bool {
        self.tile.is_none_or(|tile| tile == placement.tile)
            && self.x.is_none_or(|x| x == placement.x)
            && self.y.is_none_or(|y| y == placement.y)
    }
}

impl Board {
    /// Returns the placements that match a query, in row-major order: tile, column and row, each given or left open.
    ///
    /// ```
    /// use taquin::{Board, Placement, PlacementQuery, Tile};
    /// let board = Board::from_flat(&[1, 2, 0, 4, 3, 8, 7, 6, 5])?;
    /// let row2 = PlacementQuery { y: Some(2), ..PlacementQuery::default() };
    /// let found: Vec<_> = board.coordinates(row2).map(|p| (p.tile.number(), p.x)).collect();
    /// assert_eq!(found, [(7, 0), (6, 1), (5, 2)]);
    /// # Ok::<(), taquin::BoardError>(())
    /// ```
    pub fn coordinates(&self, query: PlacementQuery) -> impl Iterator<Item = Placement> + '_ {
        let placements = self.tiles.iter().enumerate().map(|(index, &tile)| {
            let cell = Cell::new(index);
            let (x, y) = (self.size.col(cell), self.size.row(cell));
            Placement { tile, x, y }
        });
        placements.filter(move |placement| query.admits(placement))
    }
}
