//! The identity of a table: its parameters and its file name.

use super::perfect::PerfectKey;
use crate::heuristic::Pattern;
use crate::metric::Metric;
use crate::size::Size;
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
/// assert_eq!(id.to_string(), "pattern 4x4, blank at home in cell 0, tiles in 1 8 11");
/// assert_eq!(id.file_name(), "pattern-4x4-blank0-tiles1_8_11.taquin");
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TableId {
    /// A pattern database.
    Pattern(Pattern),
    /// A perfect table: the distances of all boards.
    Perfect(PerfectKey),
}

impl TableId {
    /// The extension of table files.
    pub const EXTENSION: &'static str = "taquin";

    /// Returns the rows and columns.
    pub fn size(&self) -> Size {
        match self {
            TableId::Pattern(pattern) => pattern.size,
            TableId::Perfect(key) => key.size(),
        }
    }

    /// Returns the blank's goal cell.
    pub fn blank(&self) -> u8 {
        match self {
            TableId::Pattern(pattern) => pattern.blank,
            TableId::Perfect(key) => key.blank(),
        }
    }

    /// Returns the metric.
    pub fn metric(&self) -> Metric {
        match self {
            TableId::Pattern(_) => Metric::Single,
            TableId::Perfect(key) => key.metric(),
        }
    }

    /// Returns the bits per state: one for the second-lowest bit of its distance, or two for its distance modulo three.
    pub fn bits_per_state(&self) -> u8 {
        match self.metric() {
            Metric::Single => 1,
            Metric::Multi => 2,
        }
    }

    /// Returns how many of the first bits of all states are set, and how many of the second, from the number of states
    /// at each distance and the number of first bits. Bits without a state are clear in tables of one bit per state,
    /// and set in those of two.
    #[cfg(feature = "disk")]
    pub(super) fn bits_set(&self, counts: &[u64], bits: u64) -> Vec<u64> {
        let count = |has_bit: &dyn Fn(usize) -> bool| -> u64 {
            counts.iter().enumerate().filter(|&(distance, _)| has_bit(distance)).map(|(_, count)| count).sum()
        };
        match self.metric() {
            Metric::Single => vec![count(&|distance| distance & 2 != 0)],
            Metric::Multi => {
                let unused = bits.saturating_sub(counts.iter().sum());
                [1, 2].map(|rest| unused + count(&|distance| distance % 3 == rest)).into()
            }
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

    /// Returns the approximate number of states.
    pub fn states(&self) -> u64 {
        match self {
            TableId::Pattern(pattern) => pattern.states(),
            TableId::Perfect(key) => key.states(),
        }
    }

    /// Returns the approximate bytes of the table, in memory and on disk.
    pub fn bytes(&self) -> u64 {
        match self {
            TableId::Pattern(pattern) => pattern.bytes(),
            TableId::Perfect(key) => key.bytes(),
        }
    }

    /// Returns the approximate peak memory while it is built.
    pub fn building_bytes(&self) -> u64 {
        match self {
            TableId::Pattern(pattern) => pattern.building_bytes(),
            TableId::Perfect(key) => key.building_bytes(),
        }
    }

    /// Returns whether a file name is that of a table.
    #[cfg(feature = "disk")]
    pub(super) fn is_file_name(name: &str) -> bool {
        let stem = name.strip_suffix(TableId::EXTENSION).and_then(|stem| stem.strip_suffix('.'));
        stem.is_some_and(|stem| ["pattern-", "perfect-"].iter().any(|kind| stem.starts_with(kind)))
    }

    /// Returns the name of its file.
    pub fn file_name(&self) -> String {
        let (size, blank) = (self.size(), self.blank());
        let end = TableId::EXTENSION;
        match self {
            TableId::Pattern(pattern) => {
                format!("pattern-{size}-blank{blank}-tiles{}.{end}", homes(pattern, "_"))
            }
            TableId::Perfect(key) => format!("perfect-{size}-blank{blank}-{}.{end}", key.metric()),
        }
    }
}

/// Lists the goal cells of a pattern's tiles.
fn homes(pattern: &Pattern, separator: &str) -> String {
    let cells = (0..u32::BITS).filter(|cell| pattern.homes >> cell & 1 == 1);
    cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(separator)
}

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (size, blank) = (self.size(), self.blank());
        match self {
            TableId::Pattern(pattern) => {
                write!(f, "pattern {size}, blank at home in cell {blank}, tiles in {}", homes(pattern, " "))
            }
            TableId::Perfect(key) => {
                write!(f, "all boards {size}, blank at home in cell {blank}, metric {}", key.metric())
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
        assert_eq!(perfect(Metric::Single).bits_set(&[1, 2, 4, 8, 16, 32], 64), [12]);
        assert_eq!(perfect(Metric::Multi).bits_set(&[1, 2, 4, 8, 16, 32], 64), [2 + 16 + 1, 4 + 32 + 1]);
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
