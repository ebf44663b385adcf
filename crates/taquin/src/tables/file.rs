//! Reads and writes table files: the header, then the data.
//!
//! Invariant: a table that is read is the table that was written, or reading fails. All threads read, hash and count the
//! data in chunks that fit into the cache, so verifying takes hardly longer than reading.

use super::digest::{self, Digest, PIECE, PieceDigest};
use super::error::Fault;
use super::header::Header;
use super::id::TableId;
use super::known_counts::known_counts;
use crate::control::CancelToken;
use crate::space::{Bits, Workers};
use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// The contents of a table file besides its name.
#[derive(Debug)]
pub struct TableData {
    /// The number of states at each distance.
    pub counts: Vec<u64>,
    /// The bits of the table.
    pub bits: Bits,
    /// Whether the bits have the known digest of the table, and the counts are the known ones.
    pub is_proven: bool,
}

/// Reads a table and verifies its digest and counts. `is_own` tells whether no other user can have written the file; only
/// a known digest with known counts makes up for that, because the digest does not cover the counts.
///
/// # Errors
/// If it is another table, incomplete, damaged or not to be trusted.
pub(super) fn read(mut file: File, id: &TableId, is_own: bool, workers: Workers) -> Result<TableData, Fault> {
    let header = Header::of(&mut file)?;
    if header.id != *id {
        return Err(Fault::OtherTable { found: header.id });
    }
    let (known, counts) = (Digest::known(id), known_counts(id));
    let is_proven = known.is_some() && (counts.is_some() || !id.has_counts());
    if known.is_some_and(|known| known != header.digest) {
        return Err(Fault::KnownDigest);
    }
    if !is_own && !is_proven {
        return Err(Fault::Untrusted);
    }
    let bytes = usize::try_from(header.data_bytes).map_err(|_| Fault::Header("the lengths"))?;
    let (mut bits, source) = (Bits::new(bytes), Source::new(file));
    let plane = bytes / usize::from(id.bits_per_state());
    let start = header.bytes() as u64;
    let summed = sum(&mut bits, plane, workers, |at, piece| source.read(piece, start + at as u64))
        .map_err(Fault::io("read"))?;
    if summed.digest != header.digest {
        return Err(Fault::DataDigest);
    }
    let expected = id.bits_set(&header.counts, plane as u64 * 8);
    if expected.is_some_and(|expected| summed.set[..expected.len()] != expected) {
        return Err(Fault::Counts);
    }
    if counts.is_some_and(|known| known != header.counts) {
        return Err(Fault::UnknownCounts);
    }
    Ok(TableData { counts: header.counts, bits, is_proven })
}

/// How much of a table is flushed to disk between two polls: flushing all of a large one at once can take seconds.
const FLUSHED: usize = 4 << 20;

/// Writes a table and flushes it to disk.
///
/// # Errors
/// If writing fails, or is cancelled.
pub(super) fn write(
    mut file: &File,
    id: &TableId,
    counts: &[u64],
    bits: &[u8],
    workers: Workers,
    cancel: &CancelToken,
) -> io::Result<()> {
    let header = Header {
        id: id.clone(),
        counts: counts.to_vec(),
        data_bytes: bits.len() as u64,
        digest: data_digest(bits, workers),
    };
    file.write_all(&header.encode())?;
    for piece in bits.chunks(FLUSHED) {
        if cancel.is_cancelled() {
            return Err(io::Error::other("cancelled"));
        }
        file.write_all(piece)?;
        file.sync_data()?;
    }
    file.sync_all()
}

/// Hashes the data of a table, each thread a part.
pub fn data_digest(bits: &[u8], workers: Workers) -> Digest {
    let digests = Mutex::new(Vec::with_capacity(bits.len() / PIECE + 1));
    workers.share(bits.chunks(PIECE).enumerate(), |(number, piece)| {
        kept(&digests).push((number, PieceDigest::of(number, piece)));
    });
    joined(digests)
}

/// The digest and the bit counts of data.
struct Summed {
    digest: Digest,
    /// The number of bits that are set in the first and in the second plane.
    set: [u64; 2],
}

/// Fills data piece by piece, and hashes and counts them. Bytes from `plane` on belong to the second plane.
fn sum(
    data: &mut [u8],
    plane: usize,
    workers: Workers,
    fill: impl Fn(usize, &mut [u8]) -> io::Result<()> + Sync,
) -> io::Result<Summed> {
    let digests = Mutex::new(Vec::with_capacity(data.len() / PIECE + 1));
    let counted = Mutex::new(Ok([0; 2]));
    workers.share(data.chunks_mut(PIECE).enumerate(), |(number, piece)| {
        let at = number * PIECE;
        let filled = fill(at, piece);
        kept(&digests).push((number, PieceDigest::of(number, piece)));
        let (first, second) = piece.split_at(plane.saturating_sub(at).min(piece.len()));
        let set = [bits_set(first), bits_set(second)];
        let mut counted = kept(&counted);
        match (&mut *counted, filled) {
            (Ok(counted), Ok(())) => counted.iter_mut().zip(set).for_each(|(all, set)| *all += set),
            (counted @ Ok(_), Err(error)) => *counted = Err(error),
            (Err(_), _) => {}
        }
    });
    let set = counted.into_inner().unwrap_or_else(PoisonError::into_inner)?;
    Ok(Summed { digest: joined(digests), set })
}

/// Joins the digests of the pieces, each with its index.
fn joined(digests: Mutex<Vec<(usize, PieceDigest)>>) -> Digest {
    let mut digests = digests.into_inner().unwrap_or_else(PoisonError::into_inner);
    digests.sort_unstable_by_key(|(number, _)| *number);
    let digests: Vec<PieceDigest> = digests.into_iter().map(|(_, piece)| piece).collect();
    digest::join(&digests)
}

/// Locks, ignoring poison: a thread that panics ends the others, so a poisoned value is never used.
fn kept<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::Size;

    #[test]
    fn a_cancelled_table_is_not_written() {
        let id = TableId::pattern(Size::square(3).unwrap(), 0, 0b110).unwrap();
        let bits = vec![0; FLUSHED + 1];
        for is_cancelled in [false, true] {
            let cancel = CancelToken::new();
            if is_cancelled {
                cancel.cancel();
            }
            let file = tempfile::tempfile().unwrap();
            assert_eq!(write(&file, &id, &[1], &bits, Workers::ONE, &cancel).is_err(), is_cancelled);
            assert_eq!(file.metadata().unwrap().len() > FLUSHED as u64, !is_cancelled);
        }
    }
}
