//! Named sets of tables that are built and used together.

use super::id::TableId;
use super::partition::Partition;
use super::perfect::PerfectKey;
use super::pool::{has_pool, pool};
use crate::board::Board;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::size::Size;
use std::fmt;

/// A named set of tables: those of a partition, of a [pool](super::pool) of partitions, or the perfect table of a size.
///
/// ```
/// use taquin::tables::TableSet;
/// use taquin::{Goal, Size};
/// let goal = Goal::rows(Size::new(4, 4)?);
/// let set = TableSet::named("4x4-7-8", &goal).unwrap();
/// assert_eq!((set.name(), set.tables().len()), ("4x4-7-8", 2));
/// assert!(TableSet::names(&goal).contains(&"4x4-6-6-3".to_owned()));
/// # Ok::<(), taquin::SizeError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSet {
    name: String,
    partitions: Vec<Partition>,
    tables: Vec<TableId>,
}

/// The name of a pool after its size.
const POOL: &str = "pool";

impl TableSet {
    /// Returns the names of all sets for a goal, the fastest to build first.
    pub fn names(goal: &Goal) -> Vec<String> {
        let size = goal.size();
        let perfect = Metric::ALL.iter().filter(|&&metric| PerfectKey::of(goal, metric).is_some());
        let perfect = perfect.map(|&metric| perfect_name(size, metric));
        let partitions = Partition::all(goal).into_iter().map(|partition| format!("{size}-{partition}"));
        let pool = has_pool(size).then(|| format!("{size}-{POOL}"));
        perfect.chain(partitions).chain(pool).collect()
    }

    /// Returns all sets for a goal, the fastest to build first.
    pub fn all(goal: &Goal) -> Vec<TableSet> {
        TableSet::names(goal).iter().filter_map(|name| TableSet::named(name, goal).ok()).collect()
    }

    /// Returns the size at the beginning of a name.
    ///
    /// # Errors
    /// If the name does not begin with a size.
    pub fn size_in(name: &str) -> Result<Size, UnknownTable> {
        let size = name.trim().split([' ', '-']).next().unwrap_or_default();
        size.parse().map_err(|_| UnknownTable { found: name.trim().to_owned(), known: Vec::new() })
    }

    /// Returns the set with a name: a size for its perfect table (`3x4`, in pushes `3x4-multi`), a size and a partition
    /// for pattern databases (`4x4-7-8`), or a size and `pool` for those from which a long search chooses (`5x5-pool`).
    ///
    /// # Errors
    /// If there is no such set for the goal.
    pub fn named(name: &str, goal: &Goal) -> Result<TableSet, UnknownTable> {
        let (found, size) = (name.trim(), goal.size());
        let name = found.split_whitespace().collect::<Vec<_>>().join("-");
        let unknown = || UnknownTable { found: found.to_owned(), known: TableSet::names(goal) };
        let metric = Metric::ALL.iter().copied().find(|&metric| perfect_name(size, metric) == name);
        if let Some(metric) = metric {
            let key = PerfectKey::of(goal, metric).ok_or_else(unknown)?;
            return Ok(TableSet { name, partitions: Vec::new(), tables: vec![TableId::Perfect(key)] });
        }
        let partitions = match name.strip_prefix(&format!("{size}-")) {
            Some(POOL) => pool(goal),
            Some(partition) => Partition::named(goal, partition, &[]).into_iter().collect(),
            None => Vec::new(),
        };
        if partitions.is_empty() {
            return Err(unknown());
        }
        let mut tables: Vec<TableId> = Vec::new();
        for pattern in partitions.iter().flat_map(Partition::patterns) {
            let table = TableId::Pattern(pattern.clone());
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        Ok(TableSet { name, partitions, tables })
    }

    /// Returns goals of a size whose tables differ, one for each equivalence class of the blank's goal cell; the first
    /// is [`Goal::rows`].
    pub fn goals(size: Size) -> Vec<Goal> {
        let mut seen = Vec::new();
        let goals = (0..size.cells()).rev().filter_map(|blank| {
            let mut numbers: Vec<u16> = (1..size.cells() as u16).collect();
            numbers.insert(blank, 0);
            let goal = Goal::from(Board::new(size, &numbers).ok()?);
            let symmetry = crate::goal_symmetry::GoalSymmetry::all(&goal).into_iter().next()?;
            let kind = (symmetry.size(), symmetry.blank());
            (!seen.contains(&kind)).then(|| {
                seen.push(kind);
                goal
            })
        });
        goals.collect()
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the partitions whose tables these are; none for a perfect table.
    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    /// Returns the tables.
    pub fn tables(&self) -> &[TableId] {
        &self.tables
    }

    /// Returns the blank's goal cell in the canonical symmetry of the tables.
    pub fn blank(&self) -> u8 {
        self.tables.first().and_then(TableId::blank).unwrap_or_default()
    }
}

fn perfect_name(size: Size, metric: Metric) -> String {
    match metric {
        Metric::Single => size.to_string(),
        Metric::Multi => format!("{size}-{metric}"),
    }
}

/// A name that no set of tables has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTable {
    /// The name that was given.
    pub found: String,
    /// The names for that size.
    pub known: Vec<String>,
}

impl fmt::Display for UnknownTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not the name of tables; ", self.found)?;
        match &self.known[..] {
            [] => write!(f, "write a size alone or with a partition, as in 3x4 and 4x4-7-8"),
            known => write!(f, "there are {}", known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownTable {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let named = |name| TableSet::named(name, &Goal::rows(TableSet::size_in(name)?));
        for (name, tables) in [
            ("3x4", 1),
            ("3x4-multi", 1),
            ("4x3", 1),
            ("4x4-7-8", 2),
            ("4x4 6-6-3", 3),
            (" 5x5-6-6-6-6 ", 4),
            ("5x5-pool", 57),
        ] {
            let set = named(name).unwrap();
            assert_eq!((set.name(), set.tables().len()), (&*name.trim().replace(' ', "-"), tables));
        }
        assert_eq!(named("4x3").unwrap().tables(), named("3x4").unwrap().tables());
        for (name, advice) in [
            ("", "as in 3x4"),
            ("7-8", "as in 3x4"),
            ("4x4", "there are 4x4-5-5-5, 4x4-6-6-3, 4x4-7-8"),
            ("4x4-9-6", "there are 4x4-5-5-5"),
            ("4x4-pool", "there are 4x4-5-5-5"),
            ("1x5", "as in 3x4"),
            ("9x9", "as in 3x4"),
            ("é", "as in 3x4"),
        ] {
            let error = named(name).unwrap_err().to_string();
            assert!(error.contains(advice), "{error}");
        }
    }

    #[test]
    fn every_name_names_a_set() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (2, 9), (5, 5), (1, 5), (6, 6)] {
            let goal = Goal::rows(Size::new(rows, cols).unwrap());
            let names: Vec<String> = TableSet::all(&goal).iter().map(|set| set.name.clone()).collect();
            assert_eq!(names, TableSet::names(&goal));
        }
    }

    #[test]
    fn kinds_of_homes() {
        let goals = |rows, cols| TableSet::goals(Size::new(rows, cols).unwrap());
        assert_eq!(
            [goals(3, 3).len(), goals(4, 4).len(), goals(3, 4).len(), goals(2, 2).len()],
            [3, 3, 4, 1]
        );
        assert_eq!(goals(4, 4)[0], Goal::rows(Size::square(4).unwrap()));
    }
}
