//! The memory of the machine, and the default memory limit.

use std::fs;
use std::sync::LazyLock;

/// The limit if the available memory is unknown.
const FALLBACK: u64 = 4 << 30;

/// Returns three quarters of the memory that is available at the first call: running out of memory would affect other
/// programs. Later calls must not see less because of this program's own tables.
pub(crate) fn default_limit() -> u64 {
    static LIMIT: LazyLock<u64> =
        LazyLock::new(|| meminfo("MemAvailable").map_or(FALLBACK, |bytes| bytes / 4 * 3));
    *LIMIT
}

/// Returns the total memory of the machine, if known.
pub(crate) fn total() -> Option<u64> {
    meminfo("MemTotal")
}

fn meminfo(field: &str) -> Option<u64> {
    bytes_of(field, &fs::read_to_string("/proc/meminfo").ok()?)
}

/// Parses a line of `/proc/meminfo`: `MemAvailable:   16384 kB`.
fn bytes_of(field: &str, information: &str) -> Option<u64> {
    let line = information.lines().find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::bytes_of;

    #[test]
    fn fields_of_meminfo() {
        let text = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\nBuffers: 1 kB\n";
        assert_eq!(bytes_of("MemAvailable", text), Some(8 << 20));
        assert_eq!(bytes_of("MemTotal", text), Some(16 << 20));
        assert_eq!(bytes_of("MemAvailable", "MemTotal: 1 kB\n"), None);
        assert_eq!(bytes_of("MemAvailable", "MemAvailable: many kB\n"), None);
    }
}
