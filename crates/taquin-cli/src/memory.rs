//! How much memory a search may keep if the user does not say.

use std::fs;
use std::sync::LazyLock;

/// Where the system does not tell what is free.
const FALLBACK: u64 = 4 << 30;

/// Three quarters of what is available when it is first asked: running out of memory would stop far more than this
/// program. Later on its own tables would not count as available, though the searches may use them.
pub(crate) fn default_limit() -> u64 {
    static LIMIT: LazyLock<u64> = LazyLock::new(|| {
        let information = fs::read_to_string("/proc/meminfo").unwrap_or_default();
        available(&information).map_or(FALLBACK, |bytes| bytes / 4 * 3)
    });
    *LIMIT
}

/// The line `MemAvailable:   16384 kB`.
fn available(information: &str) -> Option<u64> {
    let line = information.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_linux_tells() {
        let text = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\nBuffers: 1 kB\n";
        assert_eq!(super::available(text), Some(8 << 20));
        assert_eq!(super::available("MemTotal: 1 kB\n"), None);
        assert_eq!(super::available("MemAvailable: many kB\n"), None);
    }
}
