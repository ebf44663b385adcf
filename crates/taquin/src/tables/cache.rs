//! The tables in memory, each built once and shared.

use super::distance_table::DistanceTable;
#[cfg(feature = "disk")]
use super::error::{Fault, TableError};
#[cfg(feature = "disk")]
use super::id::PruningKey;
use super::id::TableId;
use super::once_map::OnceMap;
use super::perfect::{PerfectKey, PerfectTable, PreparedTable};
use super::room::{InUse, Room};
#[cfg(feature = "disk")]
use super::store::{Obtained, Store};
use crate::control::{Control, StopReason};
use crate::geometry::{Geometry, Order};
use crate::goal::Goal;
use crate::heuristic::{HeuristicTables, Pattern, PatternTable, PushPattern, PushTable};
use crate::metric::Metric;
use crate::size::Size;
use crate::space::{Space, Workers};
#[cfg(feature = "disk")]
use std::collections::HashSet;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Tables of fewer states are built by one thread: that takes less time than starting a second.
const WORTH_SHARING: u64 = 10_000_000;

/// Tables of fewer states are not stored: building takes less time than reading and verifying.
const WORTH_KEEPING: u64 = 4_000_000;

/// The tables in memory, each built once and shared by all threads. Callers block while another thread builds the table
/// they need.
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
    /// The memory of the tables, without those of heuristics. Tables that are not in use are evicted for others.
    room: Room,
    /// The perfect table used last, prepared for its goal.
    last: Mutex<Option<Arc<PreparedTable>>>,
    /// The table of distances used last.
    distances: Mutex<Option<Arc<DistanceTable>>>,
    /// A logical clock that counts requests, to evict the least recently used table.
    clock: AtomicU64,
    /// The first problem with the folder.
    #[cfg(feature = "disk")]
    fault: Mutex<Option<TableError>>,
    /// Tables whose files contradict themselves and cannot be removed.
    #[cfg(feature = "disk")]
    rejected: Mutex<HashSet<TableId>>,
}

impl TableCache {
    /// Builds an empty cache whose tables are built by `workers`.
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
            room: Room::default(),
            last: Mutex::default(),
            distances: Mutex::default(),
            clock: AtomicU64::new(0),
            #[cfg(feature = "disk")]
            fault: Mutex::default(),
            #[cfg(feature = "disk")]
            rejected: Mutex::default(),
        }
    }

    /// Builds an empty cache in front of a folder that stores larger tables.
    #[cfg(feature = "disk")]
    pub fn stored(store: Option<Store>, workers: Workers) -> TableCache {
        TableCache { store, ..TableCache::new(workers) }
    }

    /// Limits the cache to this many bytes of tables, those that are being built included. Tables that no search is using
    /// are evicted for others. The small tables of named heuristics are not counted.
    #[must_use]
    pub fn with_capacity(self, bytes: Option<u64>) -> TableCache {
        TableCache { room: Room::with_capacity(bytes), ..self }
    }

    /// Returns the first problem with the folder, once.
    #[cfg(feature = "disk")]
    pub fn take_fault(&self) -> Option<TableError> {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns the table that the store has read or built, and records the first problem.
    #[cfg(feature = "disk")]
    fn taken<T>(&self, obtained: Obtained<T>) -> T {
        let untrusted = obtained.replaced.filter(|error| matches!(error.fault, Fault::Untrusted));
        // A table that is not trusted may be why the new one cannot be stored, and has a remedy.
        self.record(untrusted.or(obtained.not_kept));
        obtained.table
    }

    #[cfg(feature = "disk")]
    fn record(&self, error: Option<TableError>) {
        let mut fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        *fault = fault.take().or(error);
    }

    /// Returns the folder to read a table from and to store it in, if there is one for it.
    #[cfg(feature = "disk")]
    fn store_of(&self, id: &TableId) -> Option<&Store> {
        let is_rejected = || self.rejected.lock().unwrap_or_else(PoisonError::into_inner).contains(id);
        self.store.as_ref().filter(|_| TableCache::stores(id) && !is_rejected())
    }

    /// Removes the file of a table that contradicts itself. If it cannot be removed, it is not read again.
    fn reject(&self, id: &TableId) {
        #[cfg(feature = "disk")]
        if let Some(store) = &self.store {
            let path = store.path(id);
            if std::fs::remove_file(&path).is_err() {
                self.rejected.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone());
            }
            self.record(Some(TableError { path, fault: Fault::Inconsistent }));
        }
        #[cfg(not(feature = "disk"))]
        let _ = id;
    }

    /// Drops a table that does not lead to the goal, in memory and on disk: the next request builds it.
    pub(crate) fn reject_pattern(&self, table: &Arc<PatternTable>) {
        let pattern = table.pattern();
        if self.patterns.remove_if(pattern, |cached| Arc::ptr_eq(cached, table)).is_some() {
            self.room.release(table.bytes());
            self.reject(&TableId::Pattern(pattern.clone()));
        }
    }

    /// Drops a perfect table that does not lead to the goal, in memory and on disk: the next request builds it.
    pub(crate) fn reject_perfect(&self, key: PerfectKey) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
        if let Some(table) = self.perfect.remove_if(&key, |_| true) {
            self.room.release(table.bytes());
            self.reject(&TableId::Perfect(key));
        }
    }

    /// Returns the threads that build.
    pub fn workers(&self) -> Workers {
        self.workers
    }

    /// Returns whether the table of a pattern is cached.
    pub fn has_pattern(&self, pattern: &Pattern) -> bool {
        self.patterns.has(pattern)
    }

    /// Returns whether a perfect table is cached.
    pub fn has_perfect(&self, key: PerfectKey) -> bool {
        self.perfect.has(&key)
    }

    /// Returns whether the table of a pattern in pushes is cached.
    pub fn has_pushes(&self, pattern: &PushPattern) -> bool {
        self.pushes.has(pattern)
    }

    /// Returns whether solving stores a table in the folder. Smaller ones are built faster than they are read.
    pub fn stores(id: &TableId) -> bool {
        id.states() >= WORTH_KEEPING
    }

    /// Returns whether the folder has a table. Reads only the header.
    pub fn has_stored(&self, id: &TableId) -> bool {
        #[cfg(feature = "disk")]
        if let Some(store) = &self.store {
            return store.has(id);
        }
        let _ = id;
        false
    }

    /// Returns whether tables of this many bytes can ever be cached.
    pub fn has_room_for(&self, bytes: u64) -> bool {
        self.room.can_hold(bytes)
    }

    /// Returns the bytes of all cached tables and of those that are being built.
    pub fn bytes(&self) -> u64 {
        self.room.bytes() + self.heuristics.bytes()
    }

    fn now(&self) -> u64 {
        self.clock.fetch_add(1, Ordering::Relaxed)
    }

    /// Returns a table, building it if it is not cached, which takes `most_bytes`.
    fn get_or_build<K: Clone + Eq + Hash, V: Bytes>(
        &self,
        map: &OnceMap<K, V>,
        key: &K,
        most_bytes: u64,
        control: &Control,
        build: impl FnOnce() -> Result<V, StopReason>,
    ) -> Result<Arc<V>, StopReason> {
        map.get_or_build(key, self.now(), control, || {
            let reserved = self.room.reserve(most_bytes, control, || self.evict())?;
            let table = build()?;
            reserved.keep(table.bytes());
            Ok(table)
        })
    }

    /// Drops the least recently used table that is not in use, and returns its bytes.
    fn evict(&self) -> Option<u64> {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let oldest = [self.patterns.oldest(), self.perfect.oldest(), self.pushes.oldest()];
        let used = oldest.into_iter().flatten().min()?;
        let evicted = [
            self.patterns.evict(used).map(|table| table.bytes()),
            self.perfect.evict(used).map(|table| table.bytes()),
            self.pushes.evict(used).map(|table| table.pattern().bytes()),
        ];
        Some(evicted.into_iter().flatten().sum())
    }

    /// Calls `obtain`, which returns tables. If the cache is full of tables in use, waits for other searches to end. The
    /// tables count as in use until the returned guard is dropped, which must not be before the tables are.
    ///
    /// # Errors
    /// If the control stops it, or `obtain` fails and waiting does not help.
    pub(crate) fn obtain<T>(
        &self,
        control: &Control,
        obtain: impl Fn() -> Result<T, StopReason>,
    ) -> Result<(Option<InUse<'_>>, T), StopReason> {
        self.room.obtain(control, obtain)
    }

    /// Returns the table of a pattern, building it if it is not cached.
    ///
    /// # Errors
    /// If the control stops it, or tables in use leave no room for it.
    pub fn pattern(&self, pattern: &Pattern, control: &Control) -> Result<Arc<PatternTable>, StopReason> {
        let control = &control.started();
        let build = || {
            let (size, tiles) = (pattern.size, pattern.tiles());
            let make = || Ok(Space::new(size, tiles));
            let space = self.spaces.get_or_build(&(size, tiles), self.now(), control, make)?;
            #[cfg(feature = "disk")]
            if let Some(store) = self.store_of(&TableId::Pattern(pattern.clone())) {
                return Ok(self.taken(store.pattern_in(&space, pattern, self.workers, control)?));
            }
            Ok(PatternTable::build(pattern.clone(), space, self.workers, control)?.0)
        };
        self.get_or_build(&self.patterns, pattern, pattern.building_bytes(), control, build)
    }

    /// Returns a perfect table, building it if it is not cached.
    ///
    /// # Errors
    /// If the control stops it, or tables in use leave no room for it.
    pub fn perfect(&self, key: PerfectKey, control: &Control) -> Result<Arc<PerfectTable>, StopReason> {
        let control = &control.started();
        let build = || {
            let workers = if key.states() < WORTH_SHARING { Workers::ONE } else { self.workers };
            #[cfg(feature = "disk")]
            if let Some(store) = self.store_of(&TableId::Perfect(key)) {
                return Ok(self.taken(store.perfect(key, workers, control)?));
            }
            PerfectTable::build(key, workers, control)
        };
        self.get_or_build(&self.perfect, &key, key.building_bytes(), control, build)
    }

    /// Passes the perfect table of a goal to `look`, if it is cached.
    pub(crate) fn prepared<T>(
        &self,
        goal: &Goal,
        metric: Metric,
        look: impl FnOnce(&PreparedTable) -> T,
    ) -> Option<T> {
        let _in_use = self.room.enter();
        let last = || self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let prepared = last().as_ref().filter(|prepared| prepared.is_for(goal, metric)).cloned();
        if let Some(prepared) = prepared {
            return Some(look(&prepared));
        }
        let table = self.perfect.get(&PerfectKey::of(goal, metric)?, self.now())?;
        let prepared = Arc::new(PreparedTable::new(table, goal)?);
        *last() = Some(Arc::clone(&prepared));
        Some(look(&prepared))
    }

    /// Returns the distances of all boards from a goal, building them if they are not cached; `None` for more than nine cells.
    pub(crate) fn distances(&self, goal: &Goal, metric: Metric) -> Option<Arc<DistanceTable>> {
        let mut last = self.distances.lock().unwrap_or_else(PoisonError::into_inner);
        if last.as_ref().is_none_or(|table| !table.is_for(goal, metric)) {
            *last = Some(Arc::new(DistanceTable::build(goal, metric)?));
        }
        last.clone()
    }

    /// Returns the table of a pattern in pushes, building it if it is not cached. It is never stored in the folder.
    ///
    /// # Errors
    /// If the control stops it, or tables in use leave no room for it.
    pub fn pushes(&self, pattern: &PushPattern, control: &Control) -> Result<Arc<PushTable>, StopReason> {
        let control = &control.started();
        let build = || PushTable::build(pattern.clone(), self.workers, control);
        self.get_or_build(&self.pushes, pattern, pattern.building_bytes(), control, build)
    }

    /// Returns the tables that the named heuristics share.
    pub fn heuristics(&self) -> &HeuristicTables {
        &self.heuristics
    }

    /// Returns the neighbour table with duplicate pruning up to `depth` moves.
    pub fn geometry(&self, size: Size, order: Order, depth: usize) -> Arc<Geometry> {
        let control = Control::new();
        let build = || {
            #[cfg(feature = "disk")]
            if let Some(obtained) = self.stored_geometry(size, order, depth, &control) {
                return Ok(self.taken(obtained?));
            }
            Ok(Geometry::pruned(size, order, depth))
        };
        // Building it cannot fail, and this control never stops.
        self.geometries
            .get_or_build(&(size, order, depth), self.now(), &control, build)
            .unwrap_or_else(|_| Arc::new(Geometry::pruned(size, order, depth)))
    }

    /// Returns the neighbour table with duplicate pruning from the folder, if it is one that is stored there.
    #[cfg(feature = "disk")]
    fn stored_geometry(
        &self,
        size: Size,
        order: Order,
        depth: usize,
        control: &Control,
    ) -> Option<Result<Obtained<Geometry>, StopReason>> {
        let key = PruningKey::stored(size, order, depth.try_into().ok()?)?;
        let store = self.store_of(&TableId::Pruning(key))?;
        Some(store.pruning(key, control))
    }
}

/// A table that can be evicted.
trait Bytes {
    fn bytes(&self) -> u64;
}

impl Bytes for PatternTable {
    fn bytes(&self) -> u64 {
        self.bytes()
    }
}

impl Bytes for PerfectTable {
    fn bytes(&self) -> u64 {
        self.bytes()
    }
}

impl Bytes for PushTable {
    fn bytes(&self) -> u64 {
        self.pattern().bytes()
    }
}
