//! How busy the machine is, so that a promise about time is checked on any machine.

use std::fs;
use std::time::{Duration, Instant};

/// Long enough for the scheduler to give other programs their share several times.
const TIME: Duration = Duration::from_millis(200);

/// Returns how many times longer a computation takes than on an idle machine, at least 1: the time that passes divided by
/// the time that a thread gets of a processor when it never waits for anything else.
pub(super) fn slowdown() -> f64 {
    let Some(before) = processor_time() else { return 1.0 };
    let began = Instant::now();
    let mut number = 1_u64;
    while began.elapsed() < TIME {
        number = std::hint::black_box(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
    let passed = began.elapsed();
    match processor_time().and_then(|after| after.checked_sub(before)) {
        Some(used) if !used.is_zero() => (passed.as_secs_f64() / used.as_secs_f64()).max(1.0),
        _ => 1.0,
    }
}

/// Returns how long this thread has run, where the system says it.
fn processor_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}
