//! The program, machine and date of a measurement.

use crate::memory;
use std::env::consts::{ARCH, OS};
use std::fs;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// The commit the program was built from, if given at build time, as `cargo xtask measure` does. Asking git at every
/// build would relink the program after every commit.
pub(super) const COMMIT: Option<&str> = option_env!("TAQUIN_COMMIT");

/// The machine.
#[derive(Debug)]
pub(super) struct Machine {
    /// The name of the processor, or its architecture.
    pub(super) processor: String,
    /// Number of hardware threads.
    pub(super) threads: usize,
    /// Total memory, if known.
    pub(super) memory: Option<u64>,
}

impl Machine {
    pub(super) fn here() -> Machine {
        let read = |path| fs::read_to_string(path).unwrap_or_default();
        let processor = processor(&read("/proc/cpuinfo")).unwrap_or_else(|| format!("{ARCH}, {OS}"));
        let threads = thread::available_parallelism().map_or(1, usize::from);
        Machine { processor, threads, memory: memory::total() }
    }
}

/// The line `model name : …`.
fn processor(information: &str) -> Option<String> {
    let line = information.lines().find_map(|line| line.strip_prefix("model name"))?;
    line.split_once(':').map(|(_, name)| name.trim().to_owned())
}

/// Returns the current time in UTC: `2026-01-31T12:30:00Z`.
pub(super) fn date() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    written(seconds)
}

fn written(seconds: u64) -> String {
    let (year, month, day) = calendar(seconds / 86_400);
    let time = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

/// Converts days since 1970-01-01 to year, month and day.
fn calendar(mut days: u64) -> (u64, u64, u64) {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_name() {
        let text = "processor\t: 0\nmodel name\t: A Processor: 3 GHz\nmodel name\t: another\n";
        assert_eq!(processor(text).as_deref(), Some("A Processor: 3 GHz"));
        assert_eq!(processor("Hardware : X"), None);
    }

    #[test]
    fn dates() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_798_761_599, "2026-12-31T23:59:59Z"),
        ] {
            assert_eq!(written(seconds), date);
        }
    }
}
