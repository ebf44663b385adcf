//! The bits of a table, in large pages where the system has them.
//!
//! A search reads tables at random. With 4 KiB pages nearly every read of a large table is also a miss in the address
//! translation cache; with 2 MiB pages it is not.

use std::ops::{Deref, DerefMut};

/// The bits of a table that is read at random, initially zero.
#[derive(Debug)]
pub struct Bits(Memory);

#[cfg(feature = "disk")]
#[derive(Debug)]
enum Memory {
    Mapped(memmap2::MmapMut),
    Plain(Vec<u8>),
}

#[cfg(not(feature = "disk"))]
#[derive(Debug)]
enum Memory {
    Plain(Vec<u8>),
}

/// Smaller tables do not benefit from large pages.
#[cfg(feature = "disk")]
const LARGE_PAGE: usize = 1 << 21;

impl Bits {
    /// Allocates zeroed bytes.
    pub fn new(bytes: usize) -> Bits {
        #[cfg(feature = "disk")]
        if bytes >= LARGE_PAGE
            && let Ok(map) = memmap2::MmapMut::map_anon(bytes)
        {
            // Advisory: the table works without large pages.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Bits(Memory::Mapped(map));
        }
        Bits(Memory::Plain(vec![0; bytes]))
    }

    /// Concatenates vectors of words.
    pub(super) fn of(words: &[Vec<u64>]) -> Bits {
        let mut bits = Bits::new(words.iter().map(|words| size_of_val(&**words)).sum());
        for (bytes, word) in bits.chunks_exact_mut(size_of::<u64>()).zip(words.iter().flatten()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bits
    }

    /// Returns true if a bit is set.
    #[inline]
    pub fn get(&self, index: usize) -> bool {
        self[index / 8] >> (index % 8) & 1 == 1
    }
}

impl Bits {
    /// Requests the memory of a bit, so that reading it soon is fast.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        prefetch_index::prefetch_index(&**self, index / 8);
    }
}

impl Deref for Bits {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            #[cfg(feature = "disk")]
            Memory::Mapped(map) => map,
            Memory::Plain(bytes) => bytes,
        }
    }
}

impl DerefMut for Bits {
    fn deref_mut(&mut self) -> &mut [u8] {
        match &mut self.0 {
            #[cfg(feature = "disk")]
            Memory::Mapped(map) => map,
            Memory::Plain(bytes) => bytes,
        }
    }
}
