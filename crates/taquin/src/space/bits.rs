//! The bits of a table, in large pages where the system has them.
//!
//! A search looks tables up at random. With pages of four kilobytes nearly every look at a large table first misses the
//! address translation, too; with pages of two megabytes it does not.

use std::ops::{Deref, DerefMut};

/// Bytes of bits that are looked up at random, zero at first.
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

/// Smaller tables have no use for large pages.
#[cfg(feature = "disk")]
const LARGE_PAGE: usize = 1 << 21;

impl Bits {
    /// So many bytes.
    pub fn new(bytes: usize) -> Bits {
        #[cfg(feature = "disk")]
        if bytes >= LARGE_PAGE
            && let Ok(map) = memmap2::MmapMut::map_anon(bytes)
        {
            // A wish, not a need.
            #[cfg(target_os = "linux")]
            let _ = map.advise(memmap2::Advice::HugePage);
            return Bits(Memory::Mapped(map));
        }
        Bits(Memory::Plain(vec![0; bytes]))
    }

    /// The bits of words, one vector behind the other.
    pub(super) fn of(words: &[Vec<u64>]) -> Bits {
        let mut bits = Bits::new(words.iter().map(|words| size_of_val(&**words)).sum());
        for (bytes, word) in bits.chunks_exact_mut(size_of::<u64>()).zip(words.iter().flatten()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        bits
    }

    /// Is a bit set?
    #[inline]
    pub fn get(&self, index: usize) -> bool {
        self[index / 8] >> (index % 8) & 1 == 1
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
