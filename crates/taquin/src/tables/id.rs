//! The identity of a table: its parameters and its file name.

use super::goal_mapping::canonical_symmetry;
use super::perfect::PerfectKey;
use crate::cell::Cell;
use crate::geometry::Order;
use crate::goal::Goal;
use crate::heuristic::Pattern;
use crate::metric::Metric;
use crate::size::Size;
use crate::tile::Tile;
use std::fmt;

/// The most cells of a board with tables.
#[cfg(feature = "disk")]
const MAX_CELLS: usize = 25;

/// The identity of a table. Tables with equal identities are equal, however they were built.
///
/// ```
/// use taquin::heuristic::Pattern;
/// use taquin::{Size, tables::TableId};
/// let id = TableId::Pattern(Pattern { size: Size::square(4)?, blank: 0, homes: 0b_1001_0000_0010 });
/// assert_eq!(id.to_string(), "pattern 4x4, blank at 1,1, tiles at 1,2 3,1 3,4");
/// assert_eq!(id.file_name(), "pattern-4x4-blank0-tiles1_8_11.taquin");
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TableId {
    /// A pattern database.
    Pattern(Pattern),
    /// A perfect table: the distances of all boards.
    Perfect(PerfectKey),
    /// The finite-state machine of duplicate pruning.
    Pruning(PruningKey),
}

/// What determines the finite-state machine of duplicate pruning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PruningKey {
    /// Rows and columns.
    pub size: Size,
    /// The order of successors, which decides which of two sequences is the duplicate.
    pub order: Order,
    /// The longest duplicate that is pruned, in moves.
    pub depth: u8,
}

impl PruningKey {
    /// The longest duplicates of a stored machine; longer ones would take minutes to find.
    #[cfg(feature = "disk")]
    const MAX_DEPTH: u8 = 20;

    /// Returns the key of a machine that can be stored; `None` if there is none.
    #[cfg(feature = "disk")]
    pub(super) fn stored(size: Size, order: Order, depth: u8) -> Option<PruningKey> {
        let can_be_stored = size.cells() <= MAX_CELLS && (3..=PruningKey::MAX_DEPTH).contains(&depth);
        can_be_stored.then_some(PruningKey { size, order, depth })
    }

    /// Returns the approximate number of sequences that are compared. Each move has 2.4 successors that lead to new boards.
    fn sequences(&self) -> u64 {
        (self.size.cells() as f64 * 2.4_f64.powi(self.depth.into())) as u64
    }

    /// Returns the letters of the order: the blank's movements.
    fn letters(&self) -> String {
        self.order.directions().iter().map(|direction| direction.of_blank().letter()).collect()
    }
}

impl TableId {
    /// The extension of table files.
    pub const EXTENSION: &'static str = "taquin";

    /// Returns the rows and columns.
    pub fn size(&self) -> Size {
        match self {
            TableId::Pattern(pattern) => pattern.size,
            TableId::Perfect(key) => key.size(),
            TableId::Pruning(key) => key.size,
        }
    }

    /// Returns the blank's goal cell; `None` if the table does not depend on the goal.
    pub fn blank(&self) -> Option<u8> {
        match self {
            TableId::Pattern(pattern) => Some(pattern.blank),
            TableId::Perfect(key) => Some(key.blank()),
            TableId::Pruning(_) => None,
        }
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        match self {
            TableId::Pattern(_) | TableId::Pruning(_) => Metric::Single,
            TableId::Perfect(key) => key.metric(),
        }
    }

    /// Returns the bits per state: one for the second-lowest bit of its distance, or two for its distance modulo three.
    /// The data of duplicate pruning are not divided.
    pub fn bits_per_state(&self) -> u8 {
        match self.metric() {
            Metric::Single => 1,
            Metric::Multi => 2,
        }
    }

    /// Returns how many of the first bits of all states are set, and how many of the second, from the number of states
    /// at each distance and the number of first bits. Bits without a state are clear in tables of one bit per state,
    /// and set in those of two. Returns `None` if the data are not bits of states.
    #[cfg(feature = "disk")]
    pub(super) fn bits_set(&self, counts: &[u64], bits: u64) -> Option<Vec<u64>> {
        let count = |has_bit: &dyn Fn(usize) -> bool| -> u64 {
            counts.iter().enumerate().filter(|&(distance, _)| has_bit(distance)).map(|(_, count)| count).sum()
        };
        self.has_counts().then(|| match self.metric() {
            Metric::Single => vec![count(&|distance| distance & 2 != 0)],
            Metric::Multi => {
                let unused = bits.saturating_sub(counts.iter().sum());
                [1, 2].map(|rest| unused + count(&|distance| distance % 3 == rest)).into()
            }
        })
    }

    /// Returns whether the data are bits of states, whose header counts them.
    #[cfg(feature = "disk")]
    pub(super) fn has_counts(&self) -> bool {
        match self {
            TableId::Pattern(_) | TableId::Perfect(_) => true,
            TableId::Pruning(_) => false,
        }
    }

    /// Returns the identity of a pattern; `None` if there is no such pattern.
    #[cfg(feature = "disk")]
    pub(super) fn pattern(size: Size, blank: u8, homes: u32) -> Option<TableId> {
        let cells = size.cells();
        if size.is_line() || cells > MAX_CELLS || usize::from(blank) >= cells {
            return None;
        }
        let others = !(1 << blank) & ((1_u32 << cells) - 1);
        (homes != 0 && homes & !others == 0).then_some(TableId::Pattern(Pattern { size, blank, homes }))
    }

    /// Returns the approximate number of states, or of the sequences of moves that are compared.
    pub fn states(&self) -> u64 {
        match self {
            TableId::Pattern(pattern) => pattern.states(),
            TableId::Perfect(key) => key.states(),
            TableId::Pruning(key) => key.sequences(),
        }
    }

    /// Returns the approximate bytes of the table, in memory and on disk.
    pub fn bytes(&self) -> u64 {
        match self {
            TableId::Pattern(pattern) => pattern.bytes(),
            TableId::Perfect(key) => key.bytes(),
            TableId::Pruning(key) => key.sequences(),
        }
    }

    /// Returns the approximate peak memory while it is built.
    pub fn building_bytes(&self) -> u64 {
        match self {
            TableId::Pattern(pattern) => pattern.building_bytes(),
            TableId::Perfect(key) => key.building_bytes(),
            TableId::Pruning(key) => 40 * key.sequences(),
        }
    }

    /// Returns whether a file name is that of a table.
    #[cfg(feature = "disk")]
    pub(super) fn is_file_name(name: &str) -> bool {
        let stem = name.strip_suffix(TableId::EXTENSION).and_then(|stem| stem.strip_suffix('.'));
        stem.is_some_and(|stem| {
            ["pattern-", "perfect-", "pruning-"].iter().any(|kind| stem.starts_with(kind))
        })
    }

    /// Describes the table as one of a goal: the blank's goal cell by row and column from 1, and the tiles of a pattern
    /// by number.
    ///
    /// ```
    /// use taquin::tables::TableSet;
    /// use taquin::{Goal, Size};
    /// let goal = Goal::rows(Size::square(4)?);
    /// let set = TableSet::named("4x4-6-6-3", &goal).unwrap();
    /// let described: Vec<String> = set.tables().iter().map(|id| id.for_goal(&goal)).collect();
    /// assert_eq!(described[2], "pattern 4x4, blank at 4,4, tiles 2 3 4");
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn for_goal(&self, goal: &Goal) -> String {
        let (size, blank) = (goal.size(), goal.size().place(goal.board().blank()));
        match self {
            TableId::Pattern(pattern) => {
                let symmetry = canonical_symmetry(goal);
                let tiles = (1..size.cells() as u16).map(Tile::new);
                let tiles = tiles.filter(|&tile| pattern.homes >> symmetry.home(tile) & 1 == 1);
                format!("pattern {size}, blank at {blank}, tiles {}", joined(tiles, " "))
            }
            TableId::Perfect(key) => format!("all boards {size}, blank at {blank}, metric {}", key.metric()),
            TableId::Pruning(_) => self.to_string(),
        }
    }

    /// Returns the name of its file.
    pub fn file_name(&self) -> String {
        let (size, end) = (self.size(), TableId::EXTENSION);
        match self {
            TableId::Pattern(pattern) => {
                let tiles = joined(homes(pattern), "_");
                format!("pattern-{size}-blank{}-tiles{tiles}.{end}", pattern.blank)
            }
            TableId::Perfect(key) => format!("perfect-{size}-blank{}-{}.{end}", key.blank(), key.metric()),
            TableId::Pruning(key) => format!("pruning-{size}-{}-depth{}.{end}", key.letters(), key.depth),
        }
    }
}

/// Returns the goal cells of a pattern's tiles.
fn homes(pattern: &Pattern) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(|cell| pattern.homes >> cell & 1 == 1)
}

/// Joins items with a separator.
fn joined(items: impl Iterator<Item = impl fmt::Display>, separator: &str) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(separator)
}

/// Names the cells of the table, which is shared by all goals that are rotations or reflections of each other. To name
/// those of one goal, use [`TableId::for_goal`].
impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let place = |cell: u8| size.place(Cell::new(cell.into()));
        match self {
            TableId::Pattern(pattern) => {
                let cells = homes(pattern).map(|cell| size.place(Cell::new(cell)));
                let blank = place(pattern.blank);
                write!(f, "pattern {size}, blank at {blank}, tiles at {}", joined(cells, " "))
            }
            TableId::Perfect(key) => {
                write!(f, "all boards {size}, blank at {}, metric {}", place(key.blank()), key.metric())
            }
            TableId::Pruning(key) => {
                write!(f, "duplicate pruning {size}, up to {} moves, order {}", key.depth, key.order)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "disk")]
    fn bits_follow_from_the_counts() {
        let size = Size::square(3).unwrap();
        let perfect = |metric| TableId::Perfect(PerfectKey::new(size, 0, metric).unwrap());
        let counts = [1, 2, 4, 8, 16, 32];
        assert_eq!(perfect(Metric::Single).bits_set(&counts, 64), Some(vec![12]));
        assert_eq!(perfect(Metric::Multi).bits_set(&counts, 64), Some(vec![2 + 16 + 1, 4 + 32 + 1]));
    }

    #[test]
    #[cfg(feature = "disk")]
    fn impossible_tables() {
        let is_possible = |blank, homes| TableId::pattern(Size::square(3).unwrap(), blank, homes).is_some();
        assert!(is_possible(0, 0b1_0000_0110));
        assert!(!is_possible(0, 0));
        assert!(!is_possible(1, 0b10));
        assert!(!is_possible(0, 1 << 9));
        assert!(!is_possible(9, 1));
    }
}
