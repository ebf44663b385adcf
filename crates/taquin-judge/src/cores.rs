//! Processor cores for programs that run at the same time.
//!
//! A program with many threads would take time away from the others. If every program is confined to cores of its own, its
//! time does not depend on what runs beside it. Only Linux can do that; elsewhere there are no cores to hand out.

use std::num::NonZero;
use std::thread;

/// Returns how many programs can run at once without sharing a core.
pub fn available() -> NonZero<usize> {
    thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

/// Divides the cores of this process into groups of equal size. The groups are empty if cores cannot be assigned.
pub fn groups(count: NonZero<usize>) -> Vec<Vec<usize>> {
    let cores = system::allowed();
    let size = cores.len() / count;
    (0..count.get()).map(|group| cores[group * size..(group + 1) * size].to_vec()).collect()
}

/// Confines this thread, and the threads and processes that it starts from now on, to some cores. Without cores, or if
/// that is not permitted, nothing changes.
pub fn confine(cores: &[usize]) {
    if !cores.is_empty() {
        system::confine(cores);
    }
}

#[cfg(target_os = "linux")]
mod system {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    pub(super) fn allowed() -> Vec<usize> {
        let Ok(set) = sched_getaffinity(None) else { return Vec::new() };
        (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect()
    }

    pub(super) fn confine(cores: &[usize]) {
        let mut set = CpuSet::new();
        cores.iter().filter(|&&core| core < CpuSet::MAX_CPU).for_each(|&core| set.set(core));
        let _ = sched_setaffinity(None, &set);
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    pub(super) fn allowed() -> Vec<usize> {
        Vec::new()
    }

    pub(super) fn confine(_: &[usize]) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_disjoint() {
        let all = available();
        let groups = groups(all);
        assert_eq!(groups.len(), all.get());
        let mut cores = groups.concat();
        let length = cores.len();
        cores.sort_unstable();
        cores.dedup();
        assert_eq!(cores.len(), length);
        // More programs than cores share them.
        assert!(super::groups(NonZero::new(10_000).expect("not zero")).iter().all(Vec::is_empty));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_confined_thread() {
        let first = system::allowed()[0];
        let seen = thread::spawn(move || {
            confine(&[first]);
            thread::spawn(system::allowed).join()
        });
        assert_eq!(seen.join().expect("it ends").expect("it ends"), [first]);
    }
}
