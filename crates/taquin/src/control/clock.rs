//! Where a control reads the time.

use std::sync::Arc;
use std::time::Duration;

/// A source of time, for targets without a system clock and for tests.
pub trait Clock: Send + Sync {
    /// Returns the time since some fixed moment; it never decreases.
    fn now(&self) -> Duration;
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Duration {
        (**self).now()
    }
}

/// The clock of a control.
#[derive(Clone)]
pub(super) enum TimeSource<'a> {
    /// The system's monotonic clock.
    #[cfg(not(target_family = "wasm"))]
    System,
    /// A clock given by the caller.
    Given(Arc<dyn Clock + 'a>),
    /// No clock: a time limit is refused.
    #[cfg(target_family = "wasm")]
    Missing,
}

impl TimeSource<'_> {
    #[cfg(not(target_family = "wasm"))]
    pub(super) const DEFAULT: TimeSource<'static> = TimeSource::System;
    #[cfg(target_family = "wasm")]
    pub(super) const DEFAULT: TimeSource<'static> = TimeSource::Missing;

    pub(super) fn now(&self) -> Duration {
        match self {
            #[cfg(not(target_family = "wasm"))]
            TimeSource::System => {
                static ORIGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
                ORIGIN.get_or_init(std::time::Instant::now).elapsed()
            }
            TimeSource::Given(clock) => clock.now(),
            #[cfg(target_family = "wasm")]
            TimeSource::Missing => Duration::ZERO,
        }
    }
}
