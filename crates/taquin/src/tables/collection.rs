//! The tables at hand, each made once and shared by all who solve.

use super::partition::Partition;
use crate::geometry::{Geometry, Order};
use crate::heuristic::{Pattern, PatternTable};
use crate::size::Size;
use crate::space::{Space, Stopped, Workers};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

    /// Are all tables of a partition at hand?
    pub fn has(&self, partition: &Partition) -> bool {
        let kept = self.kept();
        partition.patterns().iter().all(|pattern| kept.patterns.contains_key(pattern))
    }

    /// The tables of a partition, built if they are not at hand. `on_layer` is called every now and then while they
    /// are built, and may stop it.
    ///
    /// # Errors
    /// If `on_layer` asks to stop.
    pub fn patterns(
        &self,
        partition: &Partition,
        mut on_layer: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Vec<Arc<PatternTable>>, Stopped> {
        let mut kept = self.kept();
        let mut tables = Vec::with_capacity(partition.patterns().len());
        for pattern in partition.patterns() {
            let table = match kept.patterns.get(pattern) {
                Some(table) => table.clone(),
                None => {
                    let space = kept.space(pattern.size, pattern.tiles());
                    let (table, _) =
                        PatternTable::build(pattern.clone(), space, self.workers, |_| on_layer())?;
                    let table = Arc::new(table);
                    kept.patterns.insert(pattern.clone(), table.clone());
                    table
                }
            };
            tables.push(table);
        }
        Ok(tables)
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
