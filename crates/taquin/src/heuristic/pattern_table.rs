//! A pattern database: the moves that some of the tiles need at least, for every place they can lie in.
//!
//! Only moves of the pattern's own tiles count, so the values of patterns without a common tile add up (Korf and
//! Felner 2002). The state knows the blank's region, which makes the values larger than those of tables that forget the
//! blank, and consistent: a move of one of the tiles changes the value by exactly one, any other move not at all. The
//! parity of a value follows from the cells. So one bit a state is enough to carry the value along a path.

use crate::control::{Control, StopReason};
use crate::rank::Arrangement;
use crate::size::Size;
use crate::space::{Bits, Layers, Space, State, Step, Workers, explore};
use std::sync::Arc;

/// Where the tiles of a pattern are at home, on a board with the blank's home in a given cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    /// Rows and columns.
    pub size: Size,
    /// The blank's home.
    pub blank: u8,
    /// The homes of the tiles, a bit each.
    pub homes: u32,
}

impl Pattern {
    /// How many tiles it has.
    pub fn tiles(&self) -> usize {
        self.homes.count_ones() as usize
    }

    /// About how many states it has: the places of its tiles, times the regions the others leave, which are between
    /// one and three as long as the tiles fill at most half of the board.
    pub fn states(&self) -> u64 {
        let cells = self.size.cells() as u64;
        let places: u64 = (0..self.tiles() as u64).map(|tile| cells - tile).product();
        places * (cells + 4 * self.tiles() as u64) / cells
    }

    /// About the bytes of its table.
    pub fn bytes(&self) -> u64 {
        self.states() / 8
    }

    /// About the most bytes that are kept while it is built: three bits a state, and a copy of one.
    pub fn building_bytes(&self) -> u64 {
        self.states() / 8 * 4
    }

    /// The state in which every tile is at home.
    fn solved(&self) -> State {
        State { cells: self.homes, arrangement: Arrangement::default(), blank: self.blank }
    }
}

/// The table of a pattern.
#[derive(Debug)]
pub struct PatternTable {
    pattern: Pattern,
    space: Arc<Space>,
    bits: Bits,
}

impl PatternTable {
    /// Builds the table and counts its states by their distance.
    ///
    /// # Errors
    /// If the control stops it.
    ///
    /// # Panics
    /// If the space is not that of the pattern.
    pub fn build(
        pattern: Pattern,
        space: Arc<Space>,
        workers: Workers,
        control: &Control,
    ) -> Result<(PatternTable, Vec<u64>), StopReason> {
        assert!(space.size() == pattern.size && space.tiles() == pattern.tiles(), "the pattern's space");
        let Layers { bits, counts } = explore(&space, pattern.solved(), workers, control)?;
        Ok((PatternTable { pattern, space, bits }, counts))
    }

    /// The table of a pattern from its bits; `None` if there are not as many as the space has.
    ///
    /// # Panics
    /// If the space is not that of the pattern.
    pub fn from_bits(pattern: Pattern, space: Arc<Space>, bits: Bits) -> Option<PatternTable> {
        assert!(space.size() == pattern.size && space.tiles() == pattern.tiles(), "the pattern's space");
        let fits = bits.len() == space.words() * size_of::<u64>();
        fits.then_some(PatternTable { pattern, space, bits })
    }

    /// Its bits, as [`from_bits`](PatternTable::from_bits) takes them.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// Its pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The bytes it keeps, without the space it shares with others.
    pub fn bytes(&self) -> u64 {
        self.bits.len() as u64
    }

    fn bit(&self, state: State) -> u32 {
        self.bits.get(self.space.index(state)).into()
    }

    /// Cells, arrangement and value after a step of one of the tiles.
    #[inline]
    pub(super) fn stepped(&self, cells: u32, low: u16, value: u16, step: &Step) -> (u32, u16, u16) {
        let (cells, low, index) = self.space.stepped(cells, low, step);
        // One more or one less, whichever has the second bit that the table says.
        let nearer = ((value + 1) >> 1 & 1) ^ u16::from(self.bits.get(index));
        (cells, low, value + 1 - 2 * nearer)
    }

    /// The value of a state from nothing: the table leads home, and the moves are counted.
    pub(super) fn value(&self, state: State) -> u32 {
        let solved = self.pattern.solved();
        let is_solved = |state: State| {
            state.arrangement == solved.arrangement
                && state.cells == solved.cells
                && self.space.index(state) == self.space.index(solved)
        };
        // The last two bits of the distance, which one move changes by one.
        let odd = |state: State| self.space.is_odd(state) ^ self.space.is_odd(solved);
        let phase = |state: State| self.bit(state) << 1 | u32::from(odd(state));
        let mut state = state;
        let mut value = 0;
        while !is_solved(state) {
            let nearer = (phase(state) + 3) % 4;
            let next = self.space.moves(state).map(|(from, to)| self.space.moved(state, from, to));
            let Some(next) = next.into_iter().find(|&next| phase(next) == nearer) else {
                unreachable!("a state that is not home has a neighbour that is nearer")
            };
            state = next;
            value += 1;
        }
        value
    }

    /// The state of the pattern's tiles on a board seen through a frame: `tiles` are the homes of the tiles at the
    /// frame's cells.
    pub(super) fn state(&self, tiles: &[u8], blank: usize) -> State {
        let mut cells = 0;
        let mut row = Vec::with_capacity(self.pattern.tiles());
        for (cell, &home) in tiles.iter().enumerate() {
            if self.pattern.homes >> home & 1 == 1 {
                cells |= 1 << cell;
                row.push(home);
            }
        }
        State { cells, arrangement: self.space.arrangements().rank(&row), blank: blank as u8 }
    }
}
