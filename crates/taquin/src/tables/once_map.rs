//! Things that are made once, when somebody first needs them, and then shared.
//!
//! Who needs what another thread is making waits for it, unless it does not want it any more; who only asks what is there
//! does not wait.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::Duration;

/// Who waits looks so often whether it is there.
const PAUSE: Duration = Duration::from_millis(1);

#[derive(Debug)]
pub(super) struct OnceMap<K, V>(Mutex<HashMap<K, Place<V>>>);

/// Where a thing will stand; locked while it is made.
type Place<V> = Arc<Mutex<Option<Arc<V>>>>;

impl<K, V> Default for OnceMap<K, V> {
    fn default() -> OnceMap<K, V> {
        OnceMap(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash, V> OnceMap<K, V> {
    /// What is there, or what is made now.
    ///
    /// # Errors
    /// Those of making it; then nothing is there.
    pub(super) fn get_or_make<E>(&self, key: &K, make: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        self.get_or_make_watched(key, (), |()| Ok(()), |()| make())
    }

    /// The same with somebody who watches: while another thread makes it, `wait` asks whether to go on.
    ///
    /// # Errors
    /// Those of making it, and of waiting.
    pub(super) fn get_or_make_watched<W, E>(
        &self,
        key: &K,
        mut watcher: W,
        wait: impl Fn(&mut W) -> Result<(), E>,
        make: impl FnOnce(W) -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        let place = Arc::clone(locked(&self.0).entry(key.clone()).or_default());
        let mut place = loop {
            match place.try_lock() {
                Ok(place) => break place,
                Err(TryLockError::Poisoned(place)) => break place.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    wait(&mut watcher)?;
                    std::thread::sleep(PAUSE);
                }
            }
        };
        if let Some(thing) = &*place {
            return Ok(Arc::clone(thing));
        }
        let thing = Arc::new(make(watcher)?);
        *place = Some(Arc::clone(&thing));
        Ok(thing)
    }

    /// Is it there already?
    pub(super) fn has(&self, key: &K) -> bool {
        locked(&self.0).get(key).is_some_and(|place| there(place).is_some())
    }

    /// The sum of something over all that is there.
    pub(super) fn sum(&self, of: impl Fn(&V) -> u64) -> u64 {
        locked(&self.0).values().filter_map(there).map(|thing| of(&thing)).sum()
    }
}

fn there<V>(place: &Place<V>) -> Option<Arc<V>> {
    place.try_lock().ok()?.clone()
}

/// Whoever panics while making leaves nothing half made behind, so what is there is good.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_once_and_seen_only_when_whole() {
        let shelf: OnceMap<u8, u64> = OnceMap::default();
        let asked_while_made = shelf.get_or_make(&1, || {
            assert!(!shelf.has(&1) && shelf.sum(|number| *number) == 0);
            // Something else can be made meanwhile.
            assert_eq!(shelf.get_or_make::<()>(&2, || Ok(20)).as_deref(), Ok(&20));
            Ok::<u64, ()>(1)
        });
        assert_eq!(asked_while_made.as_deref(), Ok(&1));
        assert_eq!(shelf.get_or_make::<()>(&1, || unreachable!()).as_deref(), Ok(&1));
        assert!(shelf.has(&1) && shelf.has(&2) && !shelf.has(&3));
        assert_eq!(shelf.sum(|number| *number), 21);
    }

    #[test]
    fn who_waits_may_stop_waiting() {
        let shelf: OnceMap<u8, u64> = OnceMap::default();
        let made = shelf.get_or_make(&1, || {
            let impatient = |asked: &mut u32| {
                *asked += 1;
                if *asked > 3 { Err("enough") } else { Ok(()) }
            };
            let wait = || shelf.get_or_make_watched(&1, 0, impatient, |_| unreachable!());
            let refused = std::thread::scope(|scope| scope.spawn(wait).join().unwrap());
            assert_eq!(refused, Err("enough"));
            Ok::<u64, ()>(5)
        });
        assert_eq!(made.as_deref(), Ok(&5));
    }

    #[test]
    fn what_could_not_be_made_can_be_tried_again() {
        let shelf: OnceMap<u8, u64> = OnceMap::default();
        assert_eq!(shelf.get_or_make(&1, || Err("no")), Err("no"));
        assert!(!shelf.has(&1));
        assert_eq!(shelf.get_or_make::<()>(&1, || Ok(7)).as_deref(), Ok(&7));
    }
}
