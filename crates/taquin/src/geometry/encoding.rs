//! A successor table with duplicate pruning as bytes, so that it can be stored.
//!
//! The starts of the lists come first, then the lists: four bytes for a number, little-endian. A successor is its next list,
//! shifted by two bits, and its direction; the end of a list is all ones. Cells are not stored: they follow from the
//! blank's cell at the start of a list.

use super::{Geometry, LAST_MOVES, Order, Successor};
use crate::direction::Direction;
use crate::size::Size;

/// The end of a list.
const END: u32 = u32::MAX;

/// The directions by their stored number.
const DIRECTIONS: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

impl Geometry {
    /// Encodes the table.
    pub fn to_bytes(&self) -> Vec<u8> {
        let starts = self.list_starts.iter().copied();
        let successors = self.successors.iter().map(|successor| match successor {
            Some(successor) => successor.next_list << 2 | successor.direction as u32,
            None => END,
        });
        starts.chain(successors).flat_map(u32::to_le_bytes).collect()
    }

    /// Decodes a table of a size and order. Returns `None` if it is not a table in which every list has legal moves of its
    /// blank cell and every move leads to a list of the next one. Whether it prunes duplicates only is not checked.
    pub(crate) fn from_bytes(size: Size, order: Order, bytes: &[u8]) -> Option<Geometry> {
        let plain = Geometry::new(size, order);
        let (words, rest) = bytes.as_chunks();
        let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
        let list_starts: Vec<u32> = words.by_ref().take(size.cells() * LAST_MOVES).collect();
        let words: Vec<u32> = words.collect();
        if !rest.is_empty() || list_starts.len() < size.cells() * LAST_MOVES || words.last() != Some(&END) {
            return None;
        }
        // The blank's cell of each list that was reached.
        let mut blanks: Vec<Option<u8>> = vec![None; words.len()];
        let mut successors: Vec<Option<Successor>> = vec![None; words.len()];
        let starts = list_starts.iter().enumerate();
        let mut queue: Vec<(u32, usize)> =
            starts.map(|(number, &start)| (start, number / LAST_MOVES)).collect();
        while let Some((start, blank)) = queue.pop() {
            match blanks.get_mut(start as usize)? {
                Some(known) if usize::from(*known) == blank => continue,
                Some(_) => return None,
                unknown => *unknown = Some(blank as u8),
            }
            let list = words[start as usize..].iter().take_while(|word| **word != END);
            for (at, word) in (start as usize..).zip(list) {
                let direction = DIRECTIONS[(word & 3) as usize];
                let from = plain.beyond(blank, direction)?;
                let next_list = word >> 2;
                successors[at] = Some(Successor { from: from as u16, direction, next_list });
                queue.push((next_list, from));
            }
        }
        // Lists that nothing leads to would be lost.
        let is_complete =
            successors.iter().zip(&words).all(|(successor, word)| successor.is_none() == (*word == END));
        is_complete.then_some(Geometry { successors, list_starts, ..plain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tables() -> impl Iterator<Item = Geometry> {
        let reversed = Order::new([Direction::Down, Direction::Right, Direction::Left, Direction::Up]);
        [(3, 3, Order::default(), 10), (2, 5, reversed.unwrap(), 8), (5, 5, Order::default(), 8)]
            .map(|(rows, cols, order, depth)| Geometry::pruned(Size::new(rows, cols).unwrap(), order, depth))
            .into_iter()
    }

    #[test]
    fn what_is_written_is_read() {
        for table in tables() {
            let read = Geometry::from_bytes(table.size, table.order, &table.to_bytes()).unwrap();
            assert_eq!(read.successors, table.successors);
            assert_eq!(read.list_starts, table.list_starts);
        }
    }

    /// Damaged bytes are rejected, or are a table in which every path has legal moves.
    #[test]
    fn damaged_tables_have_legal_moves() {
        let table = tables().next().unwrap();
        let bytes = table.to_bytes();
        let plain = Geometry::new(table.size, table.order);
        for length in (0..bytes.len()).step_by(7) {
            assert!(Geometry::from_bytes(table.size, table.order, &bytes[..length]).is_none(), "{length}");
        }
        let mut rejected = 0;
        for bit in (0..bytes.len() * 8).step_by(3) {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            let Some(read) = Geometry::from_bytes(table.size, table.order, &bytes) else {
                rejected += 1;
                continue;
            };
            for blank in 0..plain.cells() {
                let legal: Vec<usize> = plain.successors(blank, None).map(Successor::from).collect();
                assert!(read.successors(blank, None).all(|successor| legal.contains(&successor.from())));
            }
        }
        assert!(rejected > 0);
    }
}
