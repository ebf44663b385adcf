//! Values that are built once, when they are first needed, and then shared.
//!
//! Callers block while another thread builds the value, unless their control stops them; lookups never block.

use crate::control::{Control, StopReason};
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a blocked caller polls its control.
const POLL: Duration = Duration::from_millis(5);

#[derive(Debug)]
pub(super) struct OnceMap<K, V> {
    slots: Mutex<HashMap<K, Slot<V>>>,
    /// Notified when a slot is filled or abandoned.
    changed: Condvar,
}

#[derive(Debug)]
enum Slot<V> {
    /// A thread is building the value.
    Building,
    /// The value, and when it was last used.
    Ready(Arc<V>, u64),
}

impl<V> Slot<V> {
    fn value(&self) -> Option<&Arc<V>> {
        match self {
            Slot::Building => None,
            Slot::Ready(value, _) => Some(value),
        }
    }

    fn into_value(self) -> Option<Arc<V>> {
        match self {
            Slot::Building => None,
            Slot::Ready(value, _) => Some(value),
        }
    }
}

impl<K, V> Default for OnceMap<K, V> {
    fn default() -> OnceMap<K, V> {
        OnceMap { slots: Mutex::default(), changed: Condvar::new() }
    }
}

impl<K: Clone + Eq + Hash, V> OnceMap<K, V> {
    /// Returns the value, building it if it is missing. `now` becomes its time of last use.
    ///
    /// # Errors
    /// If `build` fails, or the control stops a caller that is blocked; then the next caller builds it.
    pub(super) fn get_or_build(
        &self,
        key: &K,
        now: u64,
        control: &Control,
        build: impl FnOnce() -> Result<V, StopReason>,
    ) -> Result<Arc<V>, StopReason> {
        let mut slots = self.lock();
        loop {
            match slots.get_mut(key) {
                Some(Slot::Ready(value, used)) => {
                    *used = now;
                    return Ok(Arc::clone(value));
                }
                Some(Slot::Building) => {
                    slots = self.changed.wait_timeout(slots, POLL).unwrap_or_else(PoisonError::into_inner).0;
                    // The control may call back, so the lock must not be held.
                    drop(slots);
                    control.check()?;
                    slots = self.lock();
                }
                None => break,
            }
        }
        slots.insert(key.clone(), Slot::Building);
        drop(slots);
        let reservation = Reservation { map: self, key };
        let value = Arc::new(build()?);
        self.lock().insert(key.clone(), Slot::Ready(Arc::clone(&value), now));
        drop(reservation);
        Ok(value)
    }

    /// Returns the value if it is built.
    pub(super) fn get(&self, key: &K, now: u64) -> Option<Arc<V>> {
        match self.lock().get_mut(key)? {
            Slot::Building => None,
            Slot::Ready(value, used) => {
                *used = now;
                Some(Arc::clone(value))
            }
        }
    }

    /// Returns whether the value is built.
    pub(super) fn has(&self, key: &K) -> bool {
        self.lock().get(key).is_some_and(|slot| slot.value().is_some())
    }

    /// Returns when the least recently used value that is not in use was last used.
    pub(super) fn oldest(&self) -> Option<u64> {
        self.lock().values().filter_map(unused_since).min()
    }

    /// Removes the value that was last used at `used`, unless it is in use.
    pub(super) fn evict(&self, used: u64) -> Option<Arc<V>> {
        let mut slots = self.lock();
        let key =
            slots.iter().find(|(_, slot)| unused_since(slot) == Some(used)).map(|(key, _)| key.clone())?;
        slots.remove(&key)?.into_value()
    }

    /// Removes a value if `is_it` confirms it, even if it is in use.
    pub(super) fn remove_if(&self, key: &K, is_it: impl FnOnce(&Arc<V>) -> bool) -> Option<Arc<V>> {
        let mut slots = self.lock();
        slots.get(key)?.value().filter(|value| is_it(value))?;
        slots.remove(key)?.into_value()
    }

    /// Locks, ignoring poison: a thread that panics while it builds leaves no partial value, so the map stays valid.
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Slot<V>>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn unused_since<V>(slot: &Slot<V>) -> Option<u64> {
    match slot {
        Slot::Ready(value, used) if Arc::strong_count(value) == 1 => Some(*used),
        Slot::Ready(..) | Slot::Building => None,
    }
}

/// Frees the slot unless it was filled, and wakes the blocked callers, however building ends.
struct Reservation<'a, K: Clone + Eq + Hash, V> {
    map: &'a OnceMap<K, V>,
    key: &'a K,
}

impl<K: Clone + Eq + Hash, V> Drop for Reservation<'_, K, V> {
    fn drop(&mut self) {
        let mut slots = self.map.lock();
        if matches!(slots.get(self.key), Some(Slot::Building)) {
            slots.remove(self.key);
        }
        drop(slots);
        self.map.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::CancelToken;

    fn get_or_build(
        map: &OnceMap<u8, u64>,
        key: u8,
        build: impl FnOnce() -> Result<u64, StopReason>,
    ) -> Result<u64, StopReason> {
        map.get_or_build(&key, 0, &Control::new(), build).map(|value| *value)
    }

    #[test]
    fn a_value_is_built_once_and_seen_only_when_complete() {
        let map = OnceMap::default();
        let built = get_or_build(&map, 1, || {
            assert!(!map.has(&1));
            // Another value can be built in the meantime.
            assert_eq!(get_or_build(&map, 2, || Ok(20)), Ok(20));
            Ok(1)
        });
        assert_eq!(built, Ok(1));
        assert_eq!(get_or_build(&map, 1, || unreachable!()), Ok(1));
        assert!(map.has(&1) && map.has(&2) && !map.has(&3));
    }

    #[test]
    fn a_blocked_caller_can_be_cancelled() {
        let map = OnceMap::default();
        let built = get_or_build(&map, 1, || {
            let token = CancelToken::new();
            let control = Control::new().with_cancel_token(token.clone());
            token.cancel();
            let wait = || map.get_or_build(&1, 0, &control, || unreachable!()).map(|value| *value);
            let refused = std::thread::scope(|scope| scope.spawn(wait).join().unwrap());
            assert_eq!(refused, Err(StopReason::Cancelled));
            Ok(5)
        });
        assert_eq!(built, Ok(5));
    }

    #[test]
    fn a_value_that_could_not_be_built_can_be_tried_again() {
        let map = OnceMap::default();
        assert_eq!(get_or_build(&map, 1, || Err(StopReason::Memory)), Err(StopReason::Memory));
        assert!(!map.has(&1));
        assert_eq!(get_or_build(&map, 1, || Ok(7)), Ok(7));
    }

    #[test]
    fn only_values_that_nobody_holds_are_evicted() {
        let map: OnceMap<u8, u64> = OnceMap::default();
        let held = map.get_or_build(&1, 1, &Control::new(), || Ok(1)).unwrap();
        drop(map.get_or_build(&2, 2, &Control::new(), || Ok(2)).unwrap());
        assert_eq!(map.oldest(), Some(2));
        assert_eq!(map.evict(2).as_deref(), Some(&2));
        assert!(map.has(&1) && !map.has(&2) && map.oldest().is_none());
        drop(held);
        assert_eq!(map.oldest(), Some(1));
    }
}
