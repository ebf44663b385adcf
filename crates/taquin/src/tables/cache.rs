//! The tables at hand, each made once and shared by all who solve.

#[cfg(feature = "disk")]
use super::fault::TableError;
use super::id::TableId;
use super::once_map::OnceMap;
use super::perfect::{PerfectKey, PerfectTable};
#[cfg(feature = "disk")]
use super::store::{Obtained, Store, StoreEvent};
use crate::geometry::{Geometry, Order};
use crate::heuristic::{HeuristicTables, Pattern, PatternTable, PushPattern, PushTable};
use crate::size::Size;
use crate::space::{Space, Stopped, Workers};
use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "disk")]
use std::sync::{Mutex, PoisonError};

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

/// Asks whether to wait for what another thread builds.
fn waiting(on_layer: &mut impl FnMut(u64) -> ControlFlow<()>) -> Result<(), Stopped> {
    if on_layer(0).is_break() { Err(Stopped) } else { Ok(()) }
}

/// Tables in memory. Threads share it by reference; who needs a table that another thread is building waits for it.
#[derive(Debug)]
pub struct TableCache {
    workers: Workers,
    #[cfg(feature = "disk")]
    store: Option<Store>,
    spaces: OnceMap<(Size, usize), Space>,
    patterns: OnceMap<Pattern, PatternTable>,
    perfect: OnceMap<PerfectKey, PerfectTable>,
    pushes: OnceMap<PushPattern, PushTable>,
    geometries: OnceMap<(Size, Order, usize), Geometry>,
    heuristics: HeuristicTables,
    /// What is being built takes so many bytes.
    building: AtomicU64,
    /// The first thing that went wrong with the folder.
    #[cfg(feature = "disk")]
    fault: Mutex<Option<TableError>>,
}

impl TableCache {
    /// No tables yet; they are built by so many threads.
    pub fn new(workers: Workers) -> TableCache {
        TableCache {
            workers,
            #[cfg(feature = "disk")]
            store: None,
            spaces: OnceMap::default(),
            patterns: OnceMap::default(),
            perfect: OnceMap::default(),
            pushes: OnceMap::default(),
            geometries: OnceMap::default(),
            heuristics: HeuristicTables::default(),
            building: AtomicU64::new(0),
            #[cfg(feature = "disk")]
            fault: Mutex::default(),
        }
    }

    /// The same with a folder where larger tables are kept, and found again.
    #[cfg(feature = "disk")]
    pub fn stored(store: Option<Store>, workers: Workers) -> TableCache {
        TableCache { store, ..TableCache::new(workers) }
    }

    /// What went wrong with the folder, told once.
    #[cfg(feature = "disk")]
    pub fn take_fault(&self) -> Option<TableError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The table that the store has or has made; the first fault is kept.
    #[cfg(feature = "disk")]
    fn taken<T>(&self, obtained: Obtained<T>) -> T {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        *fault = fault.take().or(obtained.not_kept);
        obtained.table
    }

    /// The threads that build.
    pub fn workers(&self) -> Workers {
        self.workers
    }

    /// Is the table of a pattern at hand?
    pub fn has_pattern(&self, pattern: &Pattern) -> bool {
        self.patterns.has(pattern)
    }

    /// Is a perfect table at hand?
    pub fn has_perfect(&self, key: PerfectKey) -> bool {
        self.perfect.has(&key)
    }

    /// Is the table of a pattern in pushes at hand?
    pub fn has_pushes(&self, pattern: &PushPattern) -> bool {
        self.pushes.has(pattern)
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

    /// The bytes of all tables at hand, and of those that are being built.
    pub fn bytes(&self) -> u64 {
        self.patterns.sum(PatternTable::bytes)
            + self.perfect.sum(PerfectTable::bytes)
            + self.pushes.sum(|table| table.pattern().bytes())
            + self.heuristics.bytes()
            + self.building.load(Ordering::Relaxed)
    }

    /// Builds something that takes so many bytes meanwhile.
    fn built<T>(&self, bytes: u64, build: impl FnOnce() -> T) -> T {
        self.building.fetch_add(bytes, Ordering::Relaxed);
        let built = build();
        self.building.fetch_sub(bytes, Ordering::Relaxed);
        built
    }

    /// The table of a pattern, built if it is not at hand. `on_layer` is told the number of states at every distance
    /// while it is built, and 0 now and then while another thread builds it; it may stop both.
    ///
    /// # Errors
    /// If `on_layer` asks to stop.
    pub fn pattern(
        &self,
        pattern: &Pattern,
        on_layer: impl FnMut(u64) -> ControlFlow<()>,
    ) -> Result<Arc<PatternTable>, Stopped> {
        let build = |on_layer| {
            let (size, tiles) = (pattern.size, pattern.tiles());
            let space = self.spaces.get_or_make(&(size, tiles), || Ok(Space::new(size, tiles)))?;
            #[cfg(feature = "disk")]
            if let Some(store) = self.store.as_ref().filter(|_| pattern.states() >= WORTH_KEEPING) {
                let watch = &mut watcher(on_layer);
                return Ok(self.taken(store.pattern(pattern, &space, self.workers, watch)?));
            }
            Ok(PatternTable::build(pattern.clone(), space, self.workers, on_layer)?.0)
        };
        let build = |on_layer| self.built(pattern.building_bytes(), || build(on_layer));
        self.patterns.get_or_make_watched(pattern, on_layer, waiting, build)
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
        let build = |on_layer| {
            // Fewer boards are counted before a second thread has begun.
            let workers = if key.states() < WORTH_SHARING { Workers::ONE } else { self.workers };
            #[cfg(feature = "disk")]
            if let Some(store) = self.store.as_ref().filter(|_| key.states() >= WORTH_KEEPING) {
                return Ok(self.taken(store.perfect(key, workers, &mut watcher(on_layer))?));
            }
            PerfectTable::build(key, workers, on_layer)
        };
        let build = |on_layer| self.built(key.building_bytes(), || build(on_layer));
        self.perfect.get_or_make_watched(&key, on_layer, waiting, build)
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
        let build = |on_layer| {
            let build = || PushTable::build(pattern.clone(), self.workers, on_layer);
            self.built(pattern.building_bytes(), build)
        };
        self.pushes.get_or_make_watched(pattern, on_layer, waiting, build)
    }

    /// Returns the tables that the named heuristics share.
    pub fn heuristics(&self) -> &HeuristicTables {
        &self.heuristics
    }

    /// The neighbour table without detours of at most so many moves.
    pub fn geometry(&self, size: Size, order: Order, length: usize) -> Arc<Geometry> {
        let make = || Ok::<_, Infallible>(Geometry::pruned(size, order, length));
        self.geometries.get_or_make(&(size, order, length), make).unwrap_or_else(|never| match never {})
    }
}
