//! The tables at hand, each made once and shared by all who solve.

#[cfg(feature = "disk")]
use super::fault::TableError;
use super::id::TableId;
use super::perfect::{PerfectKey, PerfectTable};
#[cfg(feature = "disk")]
use super::store::{Store, StoreEvent};
use crate::geometry::{Geometry, Order};
use crate::heuristic::{Pattern, PatternTable, PushPattern, PushTable};
use crate::size::Size;
use crate::space::{Space, Stopped, Workers};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const WORTH_SHARING: u64 = 10_000_000;

/// Tables of fewer states are built sooner than they are read and verified.
#[cfg(feature = "disk")]
const WORTH_KEEPING: u64 = 4_000_000;

/// Passes on what happens in the store. A file that cannot be used is replaced, and needs no mention.
#[cfg(feature = "disk")]
fn watcher(
    mut on_layer: impl FnMut(u64) -> ControlFlow<()>,
) -> impl FnMut(StoreEvent<'_>) -> ControlFlow<()> {
    move |event| match event {
        StoreEvent::Layer(found) => on_layer(found),
        StoreEvent::Waiting => on_layer(0),
        StoreEvent::Unusable(_) => ControlFlow::Continue(()),
    }
}

/// Tables in memory. Threads share it by reference; who needs a table that another thread is building waits for it.
#[derive(Debug)]
pub struct Tables {
    workers: Workers,
    #[cfg(feature = "disk")]
    store: Option<Store>,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    spaces: HashMap<(Size, usize), Arc<Space>>,
    patterns: HashMap<Pattern, Arc<PatternTable>>,
    perfect: HashMap<PerfectKey, Arc<PerfectTable>>,
    pushes: HashMap<PushPattern, Arc<PushTable>>,
    geometries: HashMap<(Size, Order, usize), Arc<Geometry>>,
    /// The first thing that went wrong with the folder.
    #[cfg(feature = "disk")]
    fault: Option<TableError>,
}

impl Tables {
    /// No tables yet; they are built by so many threads.
    pub fn new(workers: Workers) -> Tables {
        Tables {
            workers,
            #[cfg(feature = "disk")]
            store: None,
            kept: Mutex::default(),
        }
    }

    /// The same with a folder where larger tables are kept, and found again.
    #[cfg(feature = "disk")]
    pub fn stored(store: Option<Store>, workers: Workers) -> Tables {
        Tables { workers, store, kept: Mutex::default() }
    }

    /// What went wrong with the folder, told once.
    #[cfg(feature = "disk")]
    pub fn take_fault(&self) -> Option<TableError> {
        self.kept().fault.take()
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

    /// Is the table of a pattern in pushes at hand?
    pub fn has_pushes(&self, pattern: &PushPattern) -> bool {
        self.kept().pushes.contains_key(pattern)
    }

    /// Is a table in the folder? Only a look, no reading.
    pub fn has_stored(&self, id: &TableId) -> bool {
        #[cfg(feature = "disk")]
        if let Some(store) = &self.store {
            return store.has(id);
        }
        let _ = id;
        false
    }

    /// The bytes of all tables at hand.
    pub fn bytes(&self) -> u64 {
        let kept = self.kept();
        let patterns: u64 = kept.patterns.values().map(|table| table.bytes()).sum();
        let pushes: u64 = kept.pushes.keys().map(PushPattern::bytes).sum();
        patterns + pushes + kept.perfect.values().map(|table| table.bytes()).sum::<u64>()
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
        #[cfg(feature = "disk")]
        if let Some(store) = self.store.as_ref().filter(|_| pattern.states() >= WORTH_KEEPING) {
            let watch = &mut watcher(on_layer);
            let obtained = store.pattern(pattern, &space, self.workers, watch)?;
            let table = Arc::new(obtained.table);
            kept.fault = kept.fault.take().or(obtained.not_kept);
            kept.patterns.insert(pattern.clone(), table.clone());
            return Ok(table);
        }
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
        #[cfg(feature = "disk")]
        if let Some(store) = self.store.as_ref().filter(|_| key.states() >= WORTH_KEEPING) {
            let obtained = store.perfect(key, workers, &mut watcher(on_layer))?;
            let table = Arc::new(obtained.table);
            kept.fault = kept.fault.take().or(obtained.not_kept);
            kept.perfect.insert(key, table.clone());
            return Ok(table);
        }
        let table = Arc::new(PerfectTable::build(key, workers, on_layer)?);
        kept.perfect.insert(key, table.clone());
        Ok(table)
    }

    /// The table of a pattern in pushes, likewise. It is never in the folder.
    ///
    /// # Errors
    /// If `on_layer` asks to stop.
    pub fn pushes(
        &self,
        pattern: &PushPattern,
        on_layer: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Arc<PushTable>, Stopped> {
        let mut kept = self.kept();
        if let Some(table) = kept.pushes.get(pattern) {
            return Ok(table.clone());
        }
        let table = Arc::new(PushTable::build(pattern.clone(), self.workers, on_layer)?);
        kept.pushes.insert(pattern.clone(), table.clone());
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
