//! A counting allocator, for tests of memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes and allocations of this thread; each test has its own.
    static NOW: Cell<i64> = const { Cell::new(0) };
    static PEAK: Cell<i64> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn count(bytes: i64) {
    let now = NOW.get() + bytes;
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
}

// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as i64 - layout.size() as i64);
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns the result of `work`, the peak of allocated bytes and the number of allocations.
pub(crate) fn allocated<T>(work: impl FnOnce() -> T) -> (T, u64, u64) {
    let (before, allocations) = (NOW.get(), ALLOCATIONS.get());
    PEAK.set(before);
    let result = work();
    (result, (PEAK.get() - before) as u64, ALLOCATIONS.get() - allocations)
}
