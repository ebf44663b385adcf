//! Reads and writes table files: the header, then the data.
//!
//! Invariant: a table that is read is the table that was written, or reading fails. All threads read, sum and count the
//! data in chunks that fit into the cache, so verifying takes hardly longer than reading.

use super::error::Fault;
use super::header::Header;
use super::id::TableId;
use super::known_counts::known_counts;
use crate::space::{Bits, Workers};
use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;

/// The bytes that are read, summed and counted at a time.
const PIECE: usize = 1 << 18;

/// The contents of a table file besides its name.
#[derive(Debug)]
pub struct TableData {
    /// The number of states at each distance.
    pub counts: Vec<u64>,
    /// The bits of the table.
    pub bits: Bits,
}

/// Reads a table and verifies its checksums and counts.
///
/// # Errors
/// If it is another table, incomplete or damaged.
pub(super) fn read(mut file: File, id: &TableId, workers: Workers) -> Result<TableData, Fault> {
    let header = Header::of(&mut file)?;
    if header.id != *id {
        return Err(Fault::OtherTable { found: header.id });
    }
    let start = header.bytes() as u64;
    let bytes = usize::try_from(header.data_bytes).map_err(|_| Fault::Header("the lengths"))?;
    let mut bits = Bits::new(bytes);
    let source = Source::new(file);
    let plane = (bytes / usize::from(id.bits_per_state())).max(1);
    let mut checksum = crc32fast::Hasher::new();
    let mut set = Vec::new();
    for (number, plane_bits) in bits.chunks_mut(plane).enumerate() {
        let summed =
            sum(plane_bits, workers, |at, piece| source.read(piece, start + (number * plane + at) as u64))
                .map_err(Fault::io("read"))?;
        checksum.combine(&summed.checksum);
        set.push(summed.set);
    }
    if checksum.finalize() != header.data_checksum {
        return Err(Fault::DataChecksum);
    }
    if set != id.bits_set(&header.counts, plane as u64 * 8) {
        return Err(Fault::Counts);
    }
    if known_counts(id).is_some_and(|known| known != header.counts) {
        return Err(Fault::UnknownCounts);
    }
    Ok(TableData { counts: header.counts, bits })
}

/// Writes a table and flushes it to disk.
///
/// # Errors
/// If writing fails.
pub(super) fn write(
    mut file: &File,
    id: &TableId,
    counts: &[u64],
    bits: &[u8],
    workers: Workers,
) -> io::Result<()> {
    let header = Header {
        id: id.clone(),
        counts: counts.to_vec(),
        data_bytes: bits.len() as u64,
        data_checksum: data_checksum(bits, workers),
    };
    file.write_all(&header.encode())?;
    file.write_all(bits)?;
    file.sync_all()
}

fn data_checksum(bits: &[u8], workers: Workers) -> u32 {
    let pieces: Vec<&[u8]> = bits.chunks(PIECE).collect();
    let sums = Mutex::new(Vec::with_capacity(pieces.len()));
    workers.share(pieces.into_iter().enumerate(), |(number, piece)| {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(piece);
        kept(&sums).push((number, hasher));
    });
    combined(sums).finalize()
}

/// The checksum and the bit counts of data.
struct Summed {
    checksum: crc32fast::Hasher,
    /// The number of bits that are set.
    set: u64,
}

/// Fills data chunk by chunk, and sums and counts them.
fn sum(
    data: &mut [u8],
    workers: Workers,
    fill: impl Fn(usize, &mut [u8]) -> io::Result<()> + Sync,
) -> io::Result<Summed> {
    let sums = Mutex::new(Vec::with_capacity(data.len() / PIECE + 1));
    let counted = Mutex::new(Ok(0));
    workers.share(data.chunks_mut(PIECE).enumerate(), |(number, piece)| {
        let filled = fill(number * PIECE, piece);
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(piece);
        let set = bits_set(piece);
        kept(&sums).push((number, hasher));
        let mut counted = kept(&counted);
        match (&mut *counted, filled) {
            (Ok(counted), Ok(())) => *counted += set,
            (counted @ Ok(_), Err(error)) => *counted = Err(error),
            (Err(_), _) => {}
        }
    });
    let set = counted.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)?;
    Ok(Summed { checksum: combined(sums), set })
}

/// Combines the checksums of the chunks, each with its index.
fn combined(sums: Mutex<Vec<(usize, crc32fast::Hasher)>>) -> crc32fast::Hasher {
    let mut sums = sums.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    sums.sort_unstable_by_key(|(number, _)| *number);
    sums.iter().fold(crc32fast::Hasher::new(), |mut all, (_, piece)| {
        all.combine(piece);
        all
    })
}

/// Locks, ignoring poison: a thread that panics ends the others, so a poisoned value is never used.
fn kept<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn bits_set(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks();
    let of_words: u64 = words.iter().map(|word| u64::from(u64::from_le_bytes(*word).count_ones())).sum();
    of_words + rest.iter().map(|byte| u64::from(byte.count_ones())).sum::<u64>()
}

/// A file that several threads read.
#[cfg(unix)]
struct Source(File);

#[cfg(unix)]
impl Source {
    fn new(file: File) -> Source {
        Source(file)
    }

    fn read(&self, piece: &mut [u8], at: u64) -> io::Result<()> {
        use std::os::unix::fs::FileExt;
        self.0.read_exact_at(piece, at)
    }
}

/// Without positioned reads, one thread reads at a time.
#[cfg(not(unix))]
struct Source(Mutex<File>);

#[cfg(not(unix))]
impl Source {
    fn new(file: File) -> Source {
        Source(Mutex::new(file))
    }

    fn read(&self, piece: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = kept(&self.0);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(piece)
    }
}
