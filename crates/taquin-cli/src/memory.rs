//! The memory of the machine, and the default memory limit.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use std::thread;

/// The limit if the available memory is unknown.
const FALLBACK: u64 = 4 << 30;

/// The address space that a thread reserves for its stack and its allocations.
const PER_THREAD: u64 = 66 << 20;

/// Returns three quarters of the memory that is available at the first call: running out of memory would affect other
/// programs. Later calls must not see less because of this program's own tables.
///
/// Available is what the machine, the control group of the process (Linux) and its address space (`ulimit -v`) have left.
pub(crate) fn default_limit() -> u64 {
    static LIMIT: LazyLock<u64> = LazyLock::new(|| {
        let machine = meminfo("MemAvailable").map_or(FALLBACK, |bytes| bytes / 4 * 3);
        let limits = [address_space(), control_group()].into_iter().flatten();
        limits.map(|bytes| bytes / 4 * 3).fold(machine, u64::min)
    });
    *LIMIT
}

/// Returns how much of a limited address space is left beside that of the threads, but at least a quarter of what there is.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    let limit = getrlimit(Resource::As).current?;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let left = limit.saturating_sub(bytes_of("VmSize", &status).unwrap_or_default());
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get() as u64);
    // Beside those of a search, one waits for signals.
    Some(left.saturating_sub((threads + 1) * PER_THREAD).max(left / 4))
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

/// Returns how much memory the control group of the process and those around it have left; `None` without a limit.
fn control_group() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let root = Path::new("/sys/fs/cgroup");
    let folder = root.join(path);
    let folders = folder.ancestors().take_while(|folder| folder.starts_with(root));
    folders.filter_map(left_in_group).min()
}

/// Returns the limit of a control group without the memory that its processes have allocated. Cached files do not count:
/// the system frees them.
fn left_in_group(folder: &Path) -> Option<u64> {
    let limit: u64 = fs::read_to_string(folder.join("memory.max")).ok()?.trim().parse().ok()?;
    let stat = fs::read_to_string(folder.join("memory.stat")).unwrap_or_default();
    let allocated = stat.lines().find_map(|line| line.strip_prefix("anon ")?.parse().ok());
    Some(limit.saturating_sub(allocated.unwrap_or_default()))
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
    use super::{bytes_of, left_in_group};
    use std::fs;

    #[test]
    fn fields_of_meminfo() {
        let text = "MemTotal:       16384 kB\nMemAvailable:    8192 kB\nBuffers: 1 kB\n";
        assert_eq!(bytes_of("MemAvailable", text), Some(8 << 20));
        assert_eq!(bytes_of("MemTotal", text), Some(16 << 20));
        assert_eq!(bytes_of("MemAvailable", "MemTotal: 1 kB\n"), None);
        assert_eq!(bytes_of("MemAvailable", "MemAvailable: many kB\n"), None);
    }

    #[test]
    fn limits_of_control_groups() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
        assert_eq!(left_in_group(folder.path()), None);
        write("memory.max", "max\n");
        assert_eq!(left_in_group(folder.path()), None);
        write("memory.max", "1000000\n");
        assert_eq!(left_in_group(folder.path()), Some(1_000_000));
        write("memory.stat", "anon 400000\nfile 500000\nanon_thp 0\n");
        assert_eq!(left_in_group(folder.path()), Some(600_000));
    }
}
