//! A pool of partitions to choose from, board by board.
//!
//! One partition is good for some boards and bad for others. The pool has many, all of compact patterns: tiles that are
//! neighbours at home get in each other's way, so a pattern is worth more the more of its tiles are neighbours. Of all
//! ways to divide the tiles into connected patterns, the pool has those with the most pairs of neighbours within
//! patterns.

use super::partition::Partition;
use crate::goal::Goal;
use crate::goal_symmetry::GoalSymmetry;
use crate::rank::MAX_CELLS;
use crate::size::Size;
use crate::space::{bits, neighbours};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The most tiles of a pattern: on 5x5, a table takes about a second to build, and 24 MB.
const MOST_TILES: usize = 6;

/// Partitions are added, those with the most neighbours first, until there are this many; those with as many neighbours
/// as the last are added, too.
const ENOUGH: usize = 50;

/// Smaller boards are solved in less time than the tables of a pool take to build.
const FEWEST_CELLS: usize = 17;

/// Returns whether there is a pool for a size.
pub(crate) fn has_pool(size: Size) -> bool {
    !size.is_line() && (FEWEST_CELLS..=MAX_CELLS).contains(&size.cells())
}

/// Returns the partitions of the pool for a goal, those with the most neighbours first. Of partitions that are equal up
/// to a symmetry of the goal, only one is there.
///
/// ```
/// use taquin::tables::pool;
/// use taquin::{Goal, Size};
/// let partitions = pool(&Goal::rows(Size::square(5)?));
/// assert_eq!((partitions.len(), partitions[0].name()), (29, "6-6-6-6"));
/// # Ok::<(), taquin::SizeError>(())
/// ```
pub fn pool(goal: &Goal) -> Vec<Partition> {
    if !has_pool(goal.size()) {
        return Vec::new();
    }
    let symmetries = GoalSymmetry::all(goal);
    let (size, blank) = (symmetries[0].size(), symmetries[0].blank());
    let mut divisions = Divisions::new(size, blank).all();
    divisions.sort_by_key(|&(pairs, _)| Reverse(pairs));
    let least = divisions.get(ENOUGH - 1).map_or(0, |&(pairs, _)| pairs);
    let mut seen = BTreeSet::new();
    let mut partitions = Vec::new();
    for (_, homes) in divisions.into_iter().take_while(|&(pairs, _)| pairs >= least) {
        // The symmetries of the canonical goal: each followed by the inverse of the first.
        let images = symmetries.iter().map(|symmetry| {
            let image = |&homes: &u32| symmetry.image_of(&symmetries[0], homes);
            let mut images: Vec<u32> = homes.iter().map(image).collect();
            images.sort_unstable();
            images
        });
        if seen.insert(images.min()) {
            partitions.push(Partition::new(size, blank as u8, &homes));
        }
    }
    partitions
}

/// The ways to divide the tiles into connected patterns of nearly equal sizes.
struct Divisions {
    /// All tiles, by their goal cells.
    tiles: u32,
    /// The number of patterns with the larger and with the smaller number of tiles.
    counts: [usize; 2],
    /// The connected sets of cells by their first cell, each with its number of neighbouring pairs, and whether it has the
    /// smaller number of tiles.
    shapes: Vec<Vec<(u32, u32, usize)>>,
}

impl Divisions {
    fn new(size: Size, blank: usize) -> Divisions {
        let neighbours: Vec<u32> = (0..size.cells()).map(|cell| neighbours(size, cell)).collect();
        let tiles = ((1 << size.cells()) - 1) & !(1 << blank);
        let count = size.cells() - 1;
        let patterns = count.div_ceil(MOST_TILES);
        let larger = count.div_ceil(patterns);
        let smaller_patterns = patterns * larger - count;
        let pairs =
            |shape: u32| bits(shape).map(|cell| (neighbours[cell] & shape).count_ones()).sum::<u32>() / 2;
        let mut shapes = vec![Vec::new(); size.cells()];
        let mut connected: BTreeSet<u32> = bits(tiles).map(|cell| 1 << cell).collect();
        for length in 1..=larger {
            if let Some(smaller) = larger.checked_sub(length).filter(|&smaller| smaller <= 1) {
                for &shape in &connected {
                    shapes[shape.trailing_zeros() as usize].push((shape, pairs(shape), smaller));
                }
            }
            let wider = |shape: &u32| {
                let shape = *shape;
                let around = bits(shape).fold(0, |around, cell| around | neighbours[cell]) & tiles & !shape;
                bits(around).map(move |cell| shape | 1 << cell)
            };
            connected = connected.iter().flat_map(wider).collect();
        }
        Divisions { tiles, counts: [patterns - smaller_patterns, smaller_patterns], shapes }
    }

    /// Returns all divisions, each with its number of neighbouring pairs.
    fn all(&self) -> Vec<(u32, Vec<u32>)> {
        let mut found = Vec::new();
        self.divide(self.tiles, self.counts, 0, &mut Vec::new(), &mut found);
        found
    }

    fn divide(
        &self,
        tiles: u32,
        counts: [usize; 2],
        pairs: u32,
        shapes: &mut Vec<u32>,
        found: &mut Vec<(u32, Vec<u32>)>,
    ) {
        if tiles == 0 {
            found.push((pairs, shapes.clone()));
            return;
        }
        for &(shape, more, smaller) in &self.shapes[tiles.trailing_zeros() as usize] {
            if shape & !tiles == 0 && counts[smaller] > 0 {
                let mut counts = counts;
                counts[smaller] -= 1;
                shapes.push(shape);
                self.divide(tiles & !shape, counts, pairs + more, shapes, found);
                shapes.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::TableSet;

    #[test]
    fn every_size_and_goal_has_a_pool() {
        for (rows, cols) in
            [(5, 5), (4, 5), (3, 6), (2, 9), (4, 6), (2, 10), (2, 11), (2, 12), (3, 7), (3, 8), (6, 4)]
        {
            for goal in TableSet::goals(Size::new(rows, cols).unwrap()) {
                let partitions = pool(&goal);
                assert!(!partitions.is_empty(), "{rows}x{cols}");
                for partition in &partitions {
                    let homes = partition.patterns().iter().fold(
                        1_u32 << partition.patterns()[0].blank,
                        |all, pattern| {
                            assert_eq!(all & pattern.homes, 0);
                            assert!(pattern.tiles() <= MOST_TILES);
                            all | pattern.homes
                        },
                    );
                    assert_eq!(homes, (1 << goal.size().cells()) - 1);
                    assert!(partition.patterns().len() <= crate::search::views::MOST_PATTERNS);
                }
            }
        }
    }

    #[test]
    fn other_sizes_have_none() {
        for (rows, cols) in [(4, 4), (1, 20), (6, 6), (2, 8)] {
            assert!(pool(&Goal::rows(Size::new(rows, cols).unwrap())).is_empty());
        }
    }
}
