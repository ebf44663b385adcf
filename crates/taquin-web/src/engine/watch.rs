//! What the asking side hears while the engine works, and how it ends the work.

use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::search::{Improvement, Observer, Progress};
use taquin::solver::Gap;

/// Whoever asked.
pub trait Listener {
    /// Hears an event of a message that streams: an object with a field `event`.
    fn hear(&mut self, event: Value);

    /// Asked every few milliseconds; [`ControlFlow::Break`] ends the work.
    fn goes_on(&mut self) -> ControlFlow<()>;
}

/// Hears nothing and never ends the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unheard;

impl Listener for Unheard {
    fn hear(&mut self, _: Value) {}

    fn goes_on(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The least time between two events about progress.
const BETWEEN: Duration = Duration::from_millis(100);

/// Watches a search for a listener.
pub(super) struct Watch<'a> {
    listener: &'a mut dyn Listener,
    tells: bool,
    told: Option<Duration>,
    best: Option<usize>,
}

impl<'a> Watch<'a> {
    /// Tells progress and improvements.
    pub(super) fn telling(listener: &'a mut dyn Listener) -> Watch<'a> {
        Watch { listener, tells: true, told: None, best: None }
    }

    /// Only asks whether to go on.
    pub(super) fn silent(listener: &'a mut dyn Listener) -> Watch<'a> {
        Watch { tells: false, ..Watch::telling(listener) }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.listener.goes_on()?;
        let elapsed = progress.stats.elapsed;
        if self.tells && self.told.is_none_or(|told| elapsed >= told + BETWEEN) {
            self.told = Some(elapsed);
            let mut event = json!({
                "event": "progress",
                "expanded": progress.stats.expanded,
                "generated": progress.stats.generated,
                "lower_bound": progress.lower_bound,
                "seconds": elapsed.as_secs_f64(),
            });
            if let Some(best) = self.best {
                event["upper_bound"] = best.into();
            }
            self.listener.hear(event);
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, improvement: &Improvement) {
        let Improvement { length, lower_bound, elapsed } = *improvement;
        self.best = Some(length);
        if self.tells {
            self.listener.hear(json!({
                "event": "improved",
                "length": length,
                "lower_bound": lower_bound,
                "gap": Gap::of(length, lower_bound),
                "seconds": elapsed.as_secs_f64(),
            }));
        }
    }
}
