//! Tables that are damaged, and tables that are forged: wrong, with a header, a checksum and a digest that are right.
//!
//! The format is described in `crates/taquin/src/tables/header.rs`.

use super::random::Random;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The bytes of a header before the number of states at each distance.
const FIXED: usize = 76;
const CHECKSUM: Range<usize> = 16..20;
const HEADER_BYTES: Range<usize> = 20..24;
/// The kind of table, size, blank, homes, metric and bits per state.
const IDENTITY: Range<usize> = 24..34;
const DISTANCES: Range<usize> = 34..36;
const DATA_BYTES: Range<usize> = 36..44;
const DIGEST: Range<usize> = 44..76;

/// Damages or forges a file; `files` are those beside it.
pub(super) fn spoil(file: &Path, files: &[PathBuf], random: &mut Random) -> Result<(), String> {
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let bytes = read(file)?;
    let spoilt = match Table::split(&bytes) {
        Some(mut table) if !random.once_in(3) => {
            let other = read(&files[random.below(files.len())])?;
            table.forge(&other, random);
            table.joined()
        }
        _ => damaged(bytes, &read(&files[random.below(files.len())])?, random),
    };
    // The permissions stay as they are.
    fs::write(file, spoilt).map_err(|error| format!("{}: {error}", file.display()))
}

/// Flips bits, cuts off the end, or exchanges the content for something else, also for that of another table.
fn damaged(mut bytes: Vec<u8>, other: &[u8], random: &mut Random) -> Vec<u8> {
    match random.below(5) {
        _ if bytes.is_empty() => bytes = vec![0; 100],
        0 => bytes.truncate(random.below(bytes.len())),
        1 => bytes = vec![random.below(256) as u8; bytes.len()],
        2 => bytes.extend([0; 8]),
        3 => bytes = other.to_vec(),
        _ => (0..1 + random.below(8)).for_each(|_| {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }),
    }
    bytes
}

/// A table file in its parts.
struct Table {
    header: Vec<u8>,
    data: Vec<u8>,
}

impl Table {
    /// Divides a file; `None` if it is not long enough to be a table.
    fn split(bytes: &[u8]) -> Option<Table> {
        let distances = u16::from_le_bytes(bytes.get(DISTANCES)?.try_into().ok()?);
        let (header, data) = bytes.split_at_checked(FIXED + 8 * usize::from(distances))?;
        (!data.is_empty()).then(|| Table { header: header.to_vec(), data: data.to_vec() })
    }

    fn forge(&mut self, other: &[u8], random: &mut Random) {
        match random.below(6) {
            // As many states at each distance as before, but not the same ones.
            0 => (0..1 + random.below(100)).for_each(|_| {
                let (one, two) = (random.below(self.data.len()), random.below(self.data.len()));
                self.data.swap(one, two);
            }),
            1 => self.data.iter_mut().for_each(|byte| *byte = random.next() as u8),
            // Few distances, which agree with the data: walks along the table do not end.
            2 => {
                let fill = [0x00, 0xff, 0xaa, 0x5a][random.below(4)];
                self.data.fill(fill);
                let bits = self.data.len() as u64 * 8;
                let set = self.data.len() as u64 * u64::from(fill.count_ones());
                self.set_counts(&[bits - set, 0, set, 0]);
            }
            // Distances and lengths that do not fit into memory, or not into their numbers.
            3 => {
                let huge = [u64::MAX, u64::MAX / 2, 1 << 40, 0][random.below(4)];
                match random.below(3) {
                    0 => self.set_counts(&[huge; 9]),
                    1 => self.set_counts(&vec![huge; usize::from(u16::MAX)]),
                    _ => return self.header[DATA_BYTES].copy_from_slice(&huge.to_le_bytes()),
                }
            }
            // Another table, or one that does not exist.
            4 => {
                let at = IDENTITY.start + random.below(IDENTITY.len());
                self.header[at] = random.next() as u8;
            }
            // The data of another table.
            _ => {
                if let Some(other) = Table::split(other) {
                    self.data = other.data;
                }
            }
        }
        self.header[DATA_BYTES].copy_from_slice(&(self.data.len() as u64).to_le_bytes());
    }

    fn set_counts(&mut self, counts: &[u64]) {
        self.header.truncate(FIXED);
        self.header.extend(counts.iter().flat_map(|count| count.to_le_bytes()));
        self.header[DISTANCES].copy_from_slice(&(counts.len() as u16).to_le_bytes());
        let bytes = self.header.len() as u32;
        self.header[HEADER_BYTES].copy_from_slice(&bytes.to_le_bytes());
    }

    /// Returns the file, with the right digest and checksum.
    fn joined(mut self) -> Vec<u8> {
        self.header[DIGEST].copy_from_slice(blake3::hash(&self.data).as_bytes());
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&self.header[..CHECKSUM.start]);
        hasher.update(&self.header[CHECKSUM.end..]);
        let checksum = hasher.finalize();
        self.header[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        [self.header, self.data].concat()
    }
}
