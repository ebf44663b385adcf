//! Reports a search's progress to a listener.

use super::Engine;
use super::listener::Listener;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use taquin::Gap;
use taquin::control::{CancelToken, Control, Event, Improvement, Progress};

/// The shortest time between two progress events.
const INTERVAL: Duration = Duration::from_millis(100);

/// Passes the events of a search on to a listener, and cancels the search when the listener says so.
struct ProgressReporter<'a> {
    listener: &'a mut dyn Listener,
    cancel: CancelToken,
    sends_events: bool,
    last_sent: Option<Duration>,
    best: Option<usize>,
}

/// Sends progress and improvements to a listener, and polls it for cancellation.
pub(super) fn reporting<'a>(engine: &Engine, listener: &'a mut dyn Listener) -> Control<'a> {
    control(engine, listener, true)
}

/// Only polls a listener for cancellation.
pub(super) fn silent<'a>(engine: &Engine, listener: &'a mut dyn Listener) -> Control<'a> {
    control(engine, listener, false)
}

fn control<'a>(engine: &Engine, listener: &'a mut dyn Listener, sends_events: bool) -> Control<'a> {
    let cancel = CancelToken::new();
    let mut control = Control::new().with_cancel_token(cancel.clone());
    if let Some(clock) = &engine.clock {
        control = control.with_clock(Arc::clone(clock));
    }
    let mut reporter = ProgressReporter { listener, cancel, sends_events, last_sent: None, best: None };
    control.on_event(move |event| reporter.event(event))
}

impl ProgressReporter<'_> {
    fn event(&mut self, event: &Event) {
        match event {
            Event::Improved(improvement) => self.improved(improvement),
            Event::Progress(progress) => {
                self.poll();
                self.progress(progress);
            }
            _ => self.poll(),
        }
    }

    fn poll(&mut self) {
        if self.listener.poll().is_break() {
            self.cancel.cancel();
        }
    }

    fn send(&mut self, event: Value) {
        if self.sends_events {
            self.listener.event(event);
        }
    }

    fn progress(&mut self, progress: &Progress) {
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
    }

    fn improved(&mut self, improvement: &Improvement) {
        let Improvement { solution, lower_bound, elapsed } = *improvement;
        self.best = Some(solution.len());
        self.send(json!({
            "event": "improved",
            "length": solution.len(),
            "lower_bound": lower_bound,
            "gap": Gap::of(solution.len(), lower_bound),
            "seconds": elapsed.as_secs_f64(),
        }));
    }
}
