//! The memory of a cache: the bytes of its tables, who builds or uses some, and who waits for that to end.
//!
//! A table is built only after its bytes are reserved, so the capacity holds whatever the threads do. A thread that finds no room waits for the others. Nothing can deadlock: a thread that builds has its reservation, a thread that
//! searches has all its tables, and a thread that waits for searches to end holds no table.

use crate::control::{Control, StopReason};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a blocked caller polls its control.
const POLL: Duration = Duration::from_millis(5);

#[derive(Debug, Default)]
pub(super) struct Room {
    /// The most bytes of tables.
    capacity: Option<u64>,
    state: Mutex<State>,
    /// Notified when something ends that others may wait for.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// The bytes of cached tables and of those that are being built.
    bytes: u64,
    /// The number of tables that are being built.
    building: usize,
    /// The number of threads that use tables or request them.
    users: usize,
    /// The number of threads that have ever used tables.
    entries: u64,
    /// Whether a thread waits for the users. Others wait for that thread, lest they evict each other's tables.
    is_awaited: bool,
}

impl State {
    fn is_idle(&self) -> bool {
        self.users == 0 && self.building == 0
    }
}

impl Room {
    pub(super) fn with_capacity(capacity: Option<u64>) -> Room {
        Room { capacity, ..Room::default() }
    }

    /// Returns whether tables of this many bytes can ever be cached.
    pub(super) fn can_hold(&self, bytes: u64) -> bool {
        self.capacity.is_none_or(|capacity| bytes <= capacity)
    }

    /// Returns the bytes of cached tables and of those that are being built.
    pub(super) fn bytes(&self) -> u64 {
        self.lock().bytes
    }

    /// Gives back the bytes of a table that was dropped.
    pub(super) fn release(&self, bytes: u64) {
        self.change(|state| state.bytes = state.bytes.saturating_sub(bytes));
    }

    /// Reserves bytes for building a table. As long as there is no room, `evict` drops a table and returns its bytes, and
    /// if it finds none, this waits for tables that other threads are building.
    ///
    /// # Errors
    /// If the control stops it; [`StopReason::Memory`] if there is no room and no table is being built.
    pub(super) fn reserve(
        &self,
        bytes: u64,
        control: &Control,
        evict: impl Fn() -> Option<u64>,
    ) -> Result<Reserved<'_>, StopReason> {
        let mut state = self.lock();
        while !self.can_hold(state.bytes + bytes) {
            state = match evict() {
                Some(evicted) => {
                    state.bytes -= evicted;
                    state
                }
                None if state.building == 0 => return Err(StopReason::Memory),
                None => self.wait(state, control)?,
            };
        }
        state.bytes += bytes;
        state.building += 1;
        Ok(Reserved { room: self, bytes, kept: 0 })
    }

    /// Calls `obtain`, which returns tables, and calls it again if there was no room because other threads used theirs.
    /// The tables are in use until the returned guard is dropped, which must not be before the tables are.
    ///
    /// # Errors
    /// If the control stops it, or `obtain` fails while no other thread uses tables.
    pub(super) fn obtain<T>(
        &self,
        control: &Control,
        obtain: impl Fn() -> Result<T, StopReason>,
    ) -> Result<(Option<InUse<'_>>, T), StopReason> {
        let in_use = self.enter();
        match obtain() {
            Err(StopReason::Memory) if self.capacity.is_some() => drop(in_use),
            obtained => return Ok((in_use, obtained?)),
        }
        let _turn = self.take_turn(control)?;
        loop {
            let alone_since = self.look(|state| state.is_idle().then_some(state.entries));
            let in_use = self.enter();
            match obtain() {
                Err(StopReason::Memory) => drop(in_use),
                obtained => return Ok((in_use, obtained?)),
            }
            if alone_since.is_some_and(|entries| self.look(|state| state.entries == entries + 1)) {
                return Err(StopReason::Memory);
            }
            drop(self.wait(self.lock(), control)?);
        }
    }

    /// Waits until no other thread waits for the users.
    fn take_turn(&self, control: &Control) -> Result<Turn<'_>, StopReason> {
        let mut state = self.lock();
        while state.is_awaited {
            state = self.wait(state, control)?;
        }
        state.is_awaited = true;
        Ok(Turn { room: self })
    }

    fn look<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.lock())
    }

    /// Starts to use tables. Without a capacity nobody waits for that to end, and there is no guard.
    pub(super) fn enter(&self) -> Option<InUse<'_>> {
        self.capacity?;
        let mut state = self.lock();
        state.users += 1;
        state.entries += 1;
        Some(InUse { room: self })
    }

    /// Waits for a change, but not longer than until the control should be polled.
    fn wait<'a>(
        &'a self,
        state: MutexGuard<'a, State>,
        control: &Control,
    ) -> Result<MutexGuard<'a, State>, StopReason> {
        drop(self.changed.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner));
        // The control may call back, so the lock must not be held.
        control.check()?;
        Ok(self.lock())
    }

    /// Locks, ignoring poison: nothing panics while the lock is held.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }
}

/// Bytes of a table that is being built. They are released when it is dropped, but for those to [keep](Reserved::keep).
pub(super) struct Reserved<'a> {
    room: &'a Room,
    bytes: u64,
    kept: u64,
}

impl Reserved<'_> {
    /// The table is built and has this many bytes.
    pub(super) fn keep(mut self, bytes: u64) {
        self.kept = bytes;
    }
}

impl Drop for Reserved<'_> {
    fn drop(&mut self) {
        self.room.change(|state| {
            state.bytes = state.bytes - self.bytes + self.kept;
            state.building -= 1;
        });
    }
}

/// Tables that are in use until it is dropped.
pub(crate) struct InUse<'a> {
    room: &'a Room,
}

impl Drop for InUse<'_> {
    fn drop(&mut self) {
        self.room.change(|state| state.users -= 1);
    }
}

/// The right to wait for the users of tables, until it is dropped.
struct Turn<'a> {
    room: &'a Room,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.room.change(|state| state.is_awaited = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::CancelToken;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    #[test]
    fn a_reservation_waits_for_one_that_is_released() {
        let room = Room::with_capacity(Some(10));
        let control = Control::new();
        let first = room.reserve(7, &control, || None).unwrap();
        let is_built = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                let second = room.reserve(8, &control, || None).unwrap();
                assert!(is_built.load(Ordering::SeqCst) && room.bytes() == 10);
                second.keep(5);
            });
            thread::sleep(4 * POLL);
            is_built.store(true, Ordering::SeqCst);
            first.keep(2);
        });
        assert_eq!(room.bytes(), 7);
        // Nothing is being built that could make room.
        assert_eq!(room.reserve(4, &control, || None).err(), Some(StopReason::Memory));
        let evicted = room.reserve(4, &control, || Some(2)).unwrap();
        assert_eq!(room.bytes(), 9);
        drop(evicted);
        assert_eq!(room.bytes(), 5);
    }

    #[test]
    fn tables_are_obtained_when_others_are_no_longer_in_use() {
        let room = Room::with_capacity(Some(10));
        let control = Control::new();
        let has_room = AtomicBool::new(false);
        let tables = || if has_room.load(Ordering::SeqCst) { Ok(()) } else { Err(StopReason::Memory) };
        // No other thread uses tables, so waiting is useless.
        assert_eq!(room.obtain(&control, tables).err(), Some(StopReason::Memory));
        let (user, _) = room.obtain(&control, || Ok(())).unwrap();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| room.obtain(&control, tables).map(drop));
            let token = CancelToken::new();
            token.cancel();
            let cancelled = Control::new().with_cancel_token(token);
            assert_eq!(room.obtain(&cancelled, tables).err(), Some(StopReason::Cancelled));
            thread::sleep(4 * POLL);
            assert!(!waiting.is_finished());
            has_room.store(true, Ordering::SeqCst);
            drop(user);
            assert_eq!(waiting.join().unwrap(), Ok(()));
        });
    }
}
