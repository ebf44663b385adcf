//! Reports a search's progress to a listener.

use super::listener::Listener;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::search::{Improvement, Observer, Progress};
use taquin::solver::Gap;

/// The shortest time between two progress events.
const INTERVAL: Duration = Duration::from_millis(100);

/// Observes a search for a listener.
pub(super) struct ProgressReporter<'a> {
    listener: &'a mut dyn Listener,
    sends_events: bool,
    last_sent: Option<Duration>,
    best: Option<usize>,
}

impl<'a> ProgressReporter<'a> {
    /// Sends progress and improvements, and polls for cancellation.
    pub(super) fn new(listener: &'a mut dyn Listener) -> ProgressReporter<'a> {
        ProgressReporter { listener, sends_events: true, last_sent: None, best: None }
    }

    /// Only polls for cancellation.
    pub(super) fn silent(listener: &'a mut dyn Listener) -> ProgressReporter<'a> {
        ProgressReporter { sends_events: false, ..ProgressReporter::new(listener) }
    }

    fn send(&mut self, event: Value) {
        if self.sends_events {
            self.listener.event(event);
        }
    }
}

impl Observer for ProgressReporter<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        self.listener.poll()?;
        let elapsed = progress.stats.elapsed;
        if self.last_sent.is_none_or(|last| elapsed >= last + INTERVAL) {
            self.last_sent = Some(elapsed);
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
            self.send(event);
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, improvement: &Improvement) {
        let Improvement { length, lower_bound, elapsed } = *improvement;
        self.best = Some(length);
        self.send(json!({
            "event": "improved",
            "length": length,
            "lower_bound": lower_bound,
            "gap": Gap::of(length, lower_bound),
            "seconds": elapsed.as_secs_f64(),
        }));
    }
}
