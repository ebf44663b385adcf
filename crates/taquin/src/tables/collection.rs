//! The tables at hand, each made once and shared by all who solve.

use super::perfect::{PerfectKey, PerfectTable};
use crate::geometry::{Geometry, Order};
use crate::heuristic::{Pattern, PatternTable};
use crate::size::Size;
use crate::space::{Space, Stopped, Workers};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const WORTH_SHARING: u64 = 10_000_000;

/// Tables in memory. Threads share it by reference; who needs a table that another thread is building waits for it.
#[derive(Debug)]
pub struct Tables {
    workers: Workers,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    spaces: HashMap<(Size, usize), Arc<Space>>,
    patterns: HashMap<Pattern, Arc<PatternTable>>,
    perfect: HashMap<PerfectKey, Arc<PerfectTable>>,
    geometries: HashMap<(Size, Order, usize), Arc<Geometry>>,
}

impl Tables {
    /// No tables yet; they are built by so many threads.
    pub fn new(workers: Workers) -> Tables {
        Tables { workers, kept: Mutex::default() }
    }

    /// The threads that build.
    pub fn workers(&self) -> Workers {
        self.workers
    }

    /// Whoever panics while building leaves no half of a table behind, so what is kept is good.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is the table of a pattern at hand?
    pub fn has_pattern(&self, pattern: &Pattern) -> bool {
        self.kept().patterns.contains_key(pattern)
    }

    /// Is a perfect table at hand?
    pub fn has_perfect(&self, key: PerfectKey) -> bool {
        self.kept().perfect.contains_key(&key)
    }

    /// The bytes of all tables at hand.
    pub fn bytes(&self) -> u64 {
        let kept = self.kept();
        let patterns: u64 = kept.patterns.values().map(|table| table.bytes()).sum();
        patterns + kept.perfect.values().map(|table| table.bytes()).sum::<u64>()
    }

    /// The table of a pattern, built if it is not at hand. `on_layer` is told the number of states at every distance
    /// while it is built, and may stop it.
    ///
    /// # Errors
    /// If `on_layer` asks to stop.
    pub fn pattern(
        &self,
        pattern: &Pattern,
        on_layer: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Arc<PatternTable>, Stopped> {
        let mut kept = self.kept();
        if let Some(table) = kept.patterns.get(pattern) {
            return Ok(table.clone());
        }
        let space = kept.space(pattern.size, pattern.tiles());
        let table = Arc::new(PatternTable::build(pattern.clone(), space, self.workers, on_layer)?.0);
        kept.patterns.insert(pattern.clone(), table.clone());
        Ok(table)
    }

    /// A perfect table, likewise.
    ///
    /// # Errors
    /// If `on_layer` asks to stop.
    pub fn perfect(
        &self,
        key: PerfectKey,
        on_layer: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Arc<PerfectTable>, Stopped> {
        let mut kept = self.kept();
        if let Some(table) = kept.perfect.get(&key) {
            return Ok(table.clone());
        }
        // Fewer boards are counted before a second thread has begun.
        let workers = if key.states() < WORTH_SHARING { Workers::ONE } else { self.workers };
        let table = Arc::new(PerfectTable::build(key, workers, on_layer)?);
        kept.perfect.insert(key, table.clone());
        Ok(table)
    }

    /// The neighbour table without detours of at most so many moves.
    pub fn geometry(&self, size: Size, order: Order, length: usize) -> Arc<Geometry> {
        let make = || Arc::new(Geometry::without_detours(size, order, length));
        self.kept().geometries.entry((size, order, length)).or_insert_with(make).clone()
    }
}

impl Kept {
    fn space(&mut self, size: Size, tiles: usize) -> Arc<Space> {
        self.spaces.entry((size, tiles)).or_insert_with(|| Arc::new(Space::new(size, tiles))).clone()
    }
}
