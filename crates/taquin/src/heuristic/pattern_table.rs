//! A pattern database: the fewest moves of some of the tiles, for every placement of these tiles.
//!
//! Only moves of the pattern's own tiles count, so the values of disjoint patterns can be added (Korf & Felner 2002). The
//! state includes the blank's region, which makes the values larger than those of tables that ignore the blank, and
//! consistent: a move of one of the tiles changes the value by exactly one, any other move does not change it. The parity
//! of a value follows from the cells. So one bit per state suffices to update the value along a path.
//!
//! A search carries the value along its path or saves it with its nodes; only at the root is the table walked to the
//! goal once, to find the first value.

use crate::control::{Control, StopReason};
use crate::rank::Arrangement;
use crate::size::Size;
use crate::space::{Bits, Layers, Space, State, Step, Workers, explore};
use std::sync::Arc;

/// The goal cells of a pattern's tiles and of the blank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    /// Rows and columns.
    pub size: Size,
    /// The blank's goal cell.
    pub blank: u8,
    /// The goal cells of the tiles, one bit each.
    pub homes: u32,
}

impl Pattern {
    /// Returns the number of tiles.
    pub fn tiles(&self) -> usize {
        self.homes.count_ones() as usize
    }

    /// Returns the approximate number of states: the placements of the tiles times the regions of the remaining cells,
    /// which are one to three if the tiles fill at most half of the board.
    pub fn states(&self) -> u64 {
        let cells = self.size.cells() as u64;
        let places: u64 = (0..self.tiles() as u64).map(|tile| cells - tile).product();
        places * (cells + 4 * self.tiles() as u64) / cells
    }

    /// Returns the approximate size of the table in bytes.
    pub fn bytes(&self) -> u64 {
        self.states() / 8
    }

    /// Returns the approximate peak memory of the build in bytes: three bits per state, and a copy of one of them.
    pub fn building_bytes(&self) -> u64 {
        self.states() / 8 * 4
    }

    /// Returns the goal state.
    fn solved(&self) -> State {
        State { cells: self.homes, arrangement: Arrangement::default(), blank: self.blank }
    }
}

/// The table of a pattern.
#[derive(Debug)]
pub struct PatternTable {
    pattern: Pattern,
    space: Arc<Space>,
    /// The number of distances: no walk to the goal has as many moves.
    distances: usize,
    /// Whether the bits are known to be right: they were built, or have the known digest.
    is_proven: bool,
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
        Ok((PatternTable { pattern, space, distances: counts.len(), is_proven: true, bits }, counts))
    }

    /// Creates the table from its bits and the number of distances; `is_proven` tells whether the bits are known to be
    /// right. Returns `None` if the number of bits does not match the space.
    ///
    /// # Panics
    /// If the space is not that of the pattern.
    pub fn from_bits(
        pattern: Pattern,
        space: Arc<Space>,
        distances: usize,
        is_proven: bool,
        bits: Bits,
    ) -> Option<PatternTable> {
        assert!(space.size() == pattern.size && space.tiles() == pattern.tiles(), "the pattern's space");
        let fits = bits.len() == space.words() * size_of::<u64>();
        fits.then_some(PatternTable { pattern, space, distances, is_proven, bits })
    }

    /// Returns the bits, as [`from_bits`](PatternTable::from_bits) takes them.
    pub fn bits(&self) -> &[u8] {
        &self.bits
    }

    /// Returns the pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// Returns the size in bytes, without the space, which tables share.
    pub fn bytes(&self) -> u64 {
        self.bits.len() as u64
    }

    /// Returns whether the bits are known to be right. If not, every board to be searched must be
    /// [walked](PatternTable::value) first.
    pub(crate) fn is_proven(&self) -> bool {
        self.is_proven
    }

    fn bit(&self, state: State) -> u32 {
        self.bits.get(self.space.index(state)).into()
    }

    /// Returns cells, arrangement and value after a step of one of the tiles.
    #[inline]
    pub(super) fn stepped(&self, cells: u32, low: u16, value: u16, step: &Step) -> (u32, u16, u16) {
        let (cells, low, index) = self.space.stepped(cells, low, step);
        (cells, low, self.value_at(value, index))
    }

    /// Returns cells, arrangement and index after a step of one of the tiles, and requests the memory at the index.
    #[inline]
    pub(super) fn located(&self, cells: u32, low: u16, step: &Step) -> (u32, u16, usize) {
        let (cells, low, index) = self.space.stepped(cells, low, step);
        self.bits.prefetch(index);
        (cells, low, index)
    }

    /// Returns the value of a state at an index, given the value before the step that leads there.
    #[inline]
    pub(super) fn value_at(&self, before: u16, index: usize) -> u16 {
        // One more or one less: the bit in the table is the second bit of the new value.
        let nearer = (before.wrapping_add(1) >> 1 & 1) ^ u16::from(self.bits.get(index));
        // Wrapping: a table that is wrong gives wrong values, but never stops the program.
        before.wrapping_add(1).wrapping_sub(2 * nearer)
    }

    /// Computes the value of a state from scratch by following the table to the goal. Returns `None` if it does not lead
    /// there, which happens only if its bits are not those that were built.
    pub(crate) fn value(&self, state: State) -> Option<u32> {
        let solved = self.pattern.solved();
        let is_solved = |state: State| {
            state.arrangement == solved.arrangement
                && state.cells == solved.cells
                && self.space.index(state) == self.space.index(solved)
        };
        // The distance modulo 4, which a move changes by one.
        let odd = |state: State| self.space.is_odd(state) ^ self.space.is_odd(solved);
        let phase = |state: State| self.bit(state) << 1 | u32::from(odd(state));
        let mut state = state;
        for value in 0..self.distances as u32 {
            if is_solved(state) {
                return Some(value);
            }
            let nearer = (phase(state) + 3) % 4;
            let next = self.space.moves(state).map(|(from, to)| self.space.moved(state, from, to));
            state = next.into_iter().find(|&next| phase(next) == nearer)?;
        }
        None
    }

    /// Returns the state of the pattern's tiles on a board in canonical form: `tiles` has the goal cell of the tile at
    /// each cell.
    pub(super) fn state(&self, tiles: &[u8], blank: usize) -> State {
        let mut cells = 0_u32;
        let mut row = [0; u32::BITS as usize];
        for (cell, &home) in tiles.iter().enumerate() {
            if self.pattern.homes >> home & 1 == 1 {
                row[cells.count_ones() as usize] = home;
                cells |= 1 << cell;
            }
        }
        let row = &row[..cells.count_ones() as usize];
        State { cells, arrangement: self.space.arrangements().rank(row), blank: blank as u8 }
    }
}
