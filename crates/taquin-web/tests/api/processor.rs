//! The processor's time, which passes only while it is ours: other tests, and other programs, run as well.

use std::fs;
use std::time::{Duration, Instant};

/// The time that the processor has spent on this thread; the time that has passed, where the system does not tell.
pub(crate) fn time(begun: Instant) -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse().ok());
    nanoseconds.map_or_else(|| begun.elapsed(), Duration::from_nanos)
}

/// How many times as long everything takes now as it would on an idle machine.
pub(crate) fn slowness() -> f64 {
    let begun = Instant::now();
    let first = time(begun);
    let mut worked = Duration::ZERO;
    while worked < Duration::from_millis(30) {
        worked = time(begun).saturating_sub(first);
    }
    (begun.elapsed().as_secs_f64() / worked.as_secs_f64()).max(1.0)
}
