//! Turns: few compute at a time, some more have begun and wait, and nobody else is let in.
//!
//! Whoever has computed for a while gives the turn to the one who waits longest, so that a quick search need not wait for a
//! long one to end. Who has a turn and does not ask for a while is taken to be absent: it waits for a table that somebody
//! else is building, perhaps somebody without a turn. Invariants: no more than `turns` that are not absent get a turn; at
//! most `places` exist.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// After this time the turn goes to the next.
const SLICE: Duration = Duration::from_millis(50);

/// Who waits looks so often whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(20);

/// Who computes asks much more often than this.
const ABSENT: Duration = Duration::from_millis(300);

/// A few turns for some more places.
///
/// ```
/// use taquin_web::server::Turns;
/// let turns = Turns::new(1, 2);
/// let (first, second) = (turns.enter().unwrap(), turns.enter().unwrap());
/// assert!(turns.enter().is_none());
/// drop(first);
/// assert!(turns.enter().is_some());
/// # drop(second);
/// ```
#[derive(Clone)]
pub struct Turns {
    shared: Arc<Shared>,
}

struct Shared {
    turns: usize,
    places: usize,
    absent: Duration,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    taken: usize,
    tickets: u64,
    /// The tickets of those who have a turn, and when they were last seen.
    running: Vec<(u64, Instant)>,
    /// The tickets of those who wait, the longest wait first.
    queue: VecDeque<u64>,
}

impl State {
    /// How many compute.
    fn present(&self, absent: Duration) -> usize {
        self.running.iter().filter(|(_, seen)| seen.elapsed() < absent).count()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turns {
    /// So many turns, for so many places.
    pub fn new(turns: usize, places: usize) -> Turns {
        Turns::noticing(turns, places, ABSENT)
    }

    /// The same where one is absent after a time.
    fn noticing(turns: usize, places: usize, absent: Duration) -> Turns {
        let (state, changed) = (Mutex::default(), Condvar::new());
        Turns { shared: Arc::new(Shared { turns, places, absent, state, changed }) }
    }

    /// A place, unless all are taken.
    pub fn enter(&self) -> Option<Place> {
        let mut state = self.shared.lock();
        if state.taken == self.shared.places {
            return None;
        }
        state.taken += 1;
        Some(Place { shared: self.shared.clone(), turn: None })
    }

    /// How many have a turn, and how many do not.
    pub fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.running.len(), state.taken - state.running.len())
    }
}

/// A place, with or without a turn. Dropping it gives both back.
pub struct Place {
    shared: Arc<Shared>,
    /// The ticket of its turn, and since when it has it.
    turn: Option<(u64, Instant)>,
}

impl Place {
    /// Waits for a turn; gives up as soon as `is_wanted` says no, which must not ask for anything here.
    pub fn begin(&mut self, is_wanted: impl Fn() -> bool) -> ControlFlow<()> {
        if self.turn.is_some() {
            return ControlFlow::Continue(());
        }
        let shared = &*self.shared;
        let mut state = shared.lock();
        let ticket = state.tickets;
        state.tickets += 1;
        state.queue.push_back(ticket);
        loop {
            if !is_wanted() {
                state.queue.retain(|&other| other != ticket);
                shared.changed.notify_all();
                return ControlFlow::Break(());
            }
            if state.queue.front() == Some(&ticket) && state.present(shared.absent) < shared.turns {
                let now = Instant::now();
                state.queue.pop_front();
                state.running.push((ticket, now));
                self.turn = Some((ticket, now));
                // There may be a turn for the next as well.
                shared.changed.notify_all();
                return ControlFlow::Continue(());
            }
            let waited = shared.changed.wait_timeout(state, GLANCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Lets others compute if it is their turn; asked again and again while computing.
    pub fn share(&mut self, is_wanted: impl Fn() -> bool) -> ControlFlow<()> {
        if !is_wanted() {
            return ControlFlow::Break(());
        }
        let Some((ticket, since)) = self.turn else { return self.begin(is_wanted) };
        let mut state = self.shared.lock();
        let now = Instant::now();
        if let Some((_, seen)) = state.running.iter_mut().find(|(other, _)| *other == ticket) {
            *seen = now;
        }
        // Who comes back may find that others have taken its turn.
        let is_one_too_many = state.present(self.shared.absent) > self.shared.turns;
        let is_due = now - since >= SLICE && !state.queue.is_empty();
        drop(state);
        if !is_one_too_many && !is_due {
            return ControlFlow::Continue(());
        }
        self.rest();
        self.begin(is_wanted)
    }

    fn rest(&mut self) {
        if let Some((ticket, _)) = self.turn.take() {
            self.shared.lock().running.retain(|(other, _)| *other != ticket);
            self.shared.changed.notify_all();
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.rest();
        self.shared.lock().taken -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn never_more_than_the_turns_and_everybody_gets_one() {
        let turns = Turns::noticing(2, 12, Duration::MAX);
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..12 {
                let mut place = turns.enter().expect("there are twelve places");
                scope.spawn(|| {
                    let mut slices = 0;
                    let mut place = {
                        assert!(place.begin(|| true).is_continue());
                        place
                    };
                    while slices < 20 {
                        let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        thread::sleep(Duration::from_millis(5));
                        running.fetch_sub(1, Ordering::SeqCst);
                        assert!(place.share(|| true).is_continue());
                        slices += 1;
                    }
                });
            }
        });
        assert_eq!((most.into_inner(), turns.load()), (2, (0, 0)));
    }

    #[test]
    fn who_waits_can_give_up_and_a_short_one_passes_a_long_one() {
        let turns = Turns::new(1, 3);
        let mut long = turns.enter().expect("there is a place");
        assert!(long.begin(|| true).is_continue());
        let mut gone = turns.enter().expect("there is a place");
        assert!(gone.begin(|| false).is_break());
        drop(gone);
        thread::scope(|scope| {
            let short = scope.spawn(|| {
                let mut short = turns.enter().expect("there is a place");
                assert!(short.begin(|| true).is_continue());
            });
            while !short.is_finished() {
                assert!(long.share(|| true).is_continue());
            }
        });
    }

    /// Who builds a table and has lent its turn to somebody who waits for that table gets another.
    #[test]
    fn who_is_absent_holds_nobody_up() {
        let turns = Turns::noticing(1, 2, Duration::from_millis(50));
        let mut absent = turns.enter().expect("there is a place");
        assert!(absent.begin(|| true).is_continue());
        let mut builder = turns.enter().expect("there is a place");
        assert!(builder.begin(|| true).is_continue());
        assert_eq!(turns.load(), (2, 0));
        // It comes back, and is one too many.
        let asked = AtomicUsize::new(0);
        assert!(absent.share(|| asked.fetch_add(1, Ordering::SeqCst) == 0).is_break());
        assert_eq!(turns.load(), (1, 1));
    }
}
