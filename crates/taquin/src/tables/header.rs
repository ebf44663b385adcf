//! The header of a table file.
//!
//! All numbers are little-endian. CRC-32 protects the header, which can be read alone; BLAKE3 protects the data.
//!
//! | at | bytes | what |
//! |---|---|---|
//! | 0 | 8 | `89 t a q u i n 0A` in every version: not the start of a text, and broken by a transfer as text |
//! | 8 | 4 | `04 03 02 01`; with the other byte order it would be `01 02 03 04` |
//! | 12 | 4 | the version of the format, 2 |
//! | 16 | 4 | CRC-32 of the header without this field |
//! | 20 | 4 | bytes of the header |
//! | 24 | 1 | kind: 1 pattern, 2 all boards, 3 duplicate pruning |
//! | 25 | 3 | rows, columns, the blank's goal cell; for duplicate pruning, its depth |
//! | 28 | 4 | the goal cells of the pattern's tiles, one bit each; 0 for all boards; for duplicate pruning, the order |
//! | 32 | 1 | metric: 1 single, 2 multi |
//! | 33 | 1 | bits per state; the first bits of all states come first |
//! | 34 | 2 | the number of distances |
//! | 36 | 8 | bytes of the data |
//! | 44 | 32 | BLAKE3 of the data |
//! | 76 | 8 each | the number of states at each distance |

use super::digest::Digest;
use super::error::Fault;
use super::id::{PruningKey, TableId};
use super::perfect::PerfectKey;
use crate::direction::Direction;
use crate::geometry::Order;
use crate::metric::Metric;
use crate::size::Size;
use std::fs::File;
use std::io::Read;

/// The version that is written and read.
const VERSION: u32 = 2;

const MAGIC: [u8; 8] = *b"\x89taquin\n";
const ORDER: u32 = 0x0102_0304;
const FIXED: usize = 76;
const CHECKSUM: std::ops::Range<usize> = 16..20;

/// The header of a table file: which table it is, and the size and digest of its data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The table.
    pub id: TableId,
    /// The number of states at each distance.
    pub counts: Vec<u64>,
    /// The bytes of the data.
    pub data_bytes: u64,
    /// The digest of the data.
    pub digest: Digest,
}

impl Header {
    /// Returns the bytes of header and data.
    pub fn file_bytes(&self) -> u64 {
        self.bytes() as u64 + self.data_bytes
    }

    /// Returns the bytes of the header.
    pub(super) fn bytes(&self) -> usize {
        FIXED + self.counts.len() * size_of::<u64>()
    }

    /// Encodes the header.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(self.bytes());
        text.extend(MAGIC);
        text.extend(ORDER.to_le_bytes());
        text.extend(VERSION.to_le_bytes());
        text.extend([0; 4]);
        text.extend((self.bytes() as u32).to_le_bytes());
        let (kind, blank, homes) = match &self.id {
            TableId::Pattern(pattern) => (1, pattern.blank, pattern.homes.to_le_bytes()),
            TableId::Perfect(key) => (2, key.blank(), [0; 4]),
            TableId::Pruning(key) => (3, key.depth, key.order.directions().map(|direction| direction as u8)),
        };
        let size = self.id.size();
        text.extend([kind, size.rows() as u8, size.cols() as u8, blank]);
        text.extend(homes);
        let metric = match self.id.metric() {
            Metric::Single => 1,
            Metric::Multi => 2,
        };
        text.extend([metric, self.id.bits_per_state()]);
        text.extend((self.counts.len() as u16).to_le_bytes());
        text.extend(self.data_bytes.to_le_bytes());
        text.extend(self.digest.as_bytes());
        self.counts.iter().for_each(|count| text.extend(count.to_le_bytes()));
        let checksum = checksum(&text);
        text[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        text
    }

    /// Reads the header of a file.
    ///
    /// # Errors
    /// If it is not the header of a table, or the length of the file does not match.
    pub(super) fn of(file: &mut File) -> Result<Header, Fault> {
        let bytes = file.metadata().map_err(Fault::io("read"))?.len();
        Header::decode(file, bytes)
    }

    /// Reads the header of a file with a length of `file_bytes`.
    ///
    /// # Errors
    /// If it is not the header of a table, or the length of the file does not match.
    fn decode(file: &mut impl Read, file_bytes: u64) -> Result<Header, Fault> {
        let cannot_read = Fault::io("read");
        let mut text = vec![0; FIXED.min(file_bytes.try_into().unwrap_or(FIXED))];
        file.read_exact(&mut text).map_err(&cannot_read)?;
        if !text.starts_with(&MAGIC) {
            return Err(Fault::NotATable);
        }
        if text.len() < FIXED {
            return Err(Fault::Length { found: file_bytes, wanted: FIXED as u64 });
        }
        match u32_at(&text, 8) {
            ORDER => {}
            other if other == ORDER.swap_bytes() => return Err(Fault::ForeignEndian),
            _ => return Err(Fault::NotATable),
        }
        // Other versions may have another layout, so the version comes before the checksum.
        let found = u32_at(&text, 12);
        if found != VERSION {
            return Err(Fault::Version { found, wanted: VERSION });
        }
        let distances = usize::from(u16_at(&text, 34));
        let bytes = FIXED + distances * size_of::<u64>();
        if file_bytes < bytes as u64 {
            return Err(Fault::Length { found: file_bytes, wanted: bytes as u64 });
        }
        text.resize(bytes, 0);
        file.read_exact(&mut text[FIXED..]).map_err(&cannot_read)?;
        if u32_at(&text, CHECKSUM.start) != checksum(&text) {
            return Err(Fault::HeaderChecksum);
        }
        let header = Header::parse(&text)?;
        if file_bytes != header.file_bytes() {
            return Err(Fault::Length { found: file_bytes, wanted: header.file_bytes() });
        }
        Ok(header)
    }

    /// Parses a header whose checksum is right.
    fn parse(text: &[u8]) -> Result<Header, Fault> {
        let size = Size::new(text[25].into(), text[26].into()).map_err(|_| Fault::Header("the size"))?;
        let (blank, homes) = (text[27], u32_at(text, 28));
        let metric = match text[32] {
            1 => Metric::Single,
            2 => Metric::Multi,
            _ => return Err(Fault::Header("the metric")),
        };
        let id = match (text[24], homes, metric) {
            (1, _, Metric::Single) => TableId::pattern(size, blank, homes),
            (2, 0, _) => PerfectKey::new(size, blank, metric).map(TableId::Perfect),
            (3, _, Metric::Single) => order(homes.to_le_bytes())
                .and_then(|order| PruningKey::stored(size, order, blank))
                .map(TableId::Pruning),
            _ => return Err(Fault::Header("the kind of table")),
        };
        let id = id.ok_or(Fault::Header("the homes"))?;
        if text[33] != id.bits_per_state() {
            return Err(Fault::Header("the bits per state"));
        }
        let (words, _) = text[FIXED..].as_chunks();
        let counts: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let data_bytes = u64_at(text, 36);
        let states = counts.iter().try_fold(0_u64, |sum, &count| sum.checked_add(count));
        let bits = states.and_then(|states| states.checked_mul(id.bits_per_state().into()));
        if u32_at(text, 20) as usize != text.len()
            || !data_bytes.is_multiple_of(id.bits_per_state().into())
            || bits.is_none_or(|bits| bits.div_ceil(8) > data_bytes)
        {
            return Err(Fault::Header("the lengths"));
        }
        Ok(Header { id, counts, data_bytes, digest: Digest::new(bytes_at(text, 44)) })
    }
}

/// Returns the order of successors whose directions have these numbers.
fn order(numbers: [u8; 4]) -> Option<Order> {
    const ALL: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];
    let directions: Option<Vec<Direction>> =
        numbers.iter().map(|&number| ALL.get(usize::from(number)).copied()).collect();
    Order::new(directions?.try_into().ok()?)
}

fn checksum(text: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&text[..CHECKSUM.start]);
    hasher.update(&text[CHECKSUM.end..]);
    hasher.finalize()
}

fn bytes_at<const N: usize>(text: &[u8], at: usize) -> [u8; N] {
    std::array::from_fn(|index| text[at + index])
}

fn u16_at(text: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(bytes_at(text, at))
}

fn u32_at(text: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes_at(text, at))
}

fn u64_at(text: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes_at(text, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers() -> Vec<Header> {
        let size = Size::new(3, 4).unwrap();
        let ids = [
            TableId::pattern(size, 3, 0b1010_0000_0110).unwrap(),
            TableId::Perfect(PerfectKey::new(size, 0, Metric::Single).unwrap()),
            TableId::Perfect(PerfectKey::new(size, 0, Metric::Multi).unwrap()),
            TableId::Pruning(PruningKey::stored(size, Order::default(), 12).unwrap()),
        ];
        ids.map(|id| Header { id, counts: vec![1, 2, 3, 4], data_bytes: 16, digest: Digest::new([7; 32]) })
            .into()
    }

    fn decode(text: &[u8]) -> Result<Header, Fault> {
        Header::decode(&mut &text[..], text.len() as u64 + 16)
    }

    #[test]
    fn what_is_written_is_read() {
        for header in headers() {
            assert_eq!(decode(&header.encode()).unwrap(), header);
        }
    }

    #[test]
    fn every_flipped_bit_is_found() {
        for header in headers() {
            let text = header.encode();
            for bit in 0..text.len() * 8 {
                let mut text = text.clone();
                text[bit / 8] ^= 1 << (bit % 8);
                assert!(decode(&text).is_err(), "bit {bit}");
            }
        }
    }

    /// A header with a right checksum is rejected or consistent, and never panics.
    #[test]
    fn every_byte_with_a_right_checksum() {
        for header in headers() {
            for at in 0..header.bytes() {
                for byte in 0..=u8::MAX {
                    let mut text = header.encode();
                    text[at] = byte;
                    let sum = checksum(&text);
                    text[CHECKSUM].copy_from_slice(&sum.to_le_bytes());
                    if let Ok(read) = decode(&text) {
                        assert_eq!(read.encode(), text, "byte {at}");
                    }
                }
            }
        }
    }

    #[test]
    fn faults_by_name() {
        let text = headers()[0].encode();
        let with = |at: usize, bytes: &[u8]| {
            let mut text = text.clone();
            text[at..at + bytes.len()].copy_from_slice(bytes);
            decode(&text).unwrap_err()
        };
        assert!(matches!(with(0, b"P"), Fault::NotATable));
        assert!(matches!(with(8, &[1, 2, 3, 4]), Fault::ForeignEndian));
        assert!(matches!(with(12, &[0]), Fault::Version { found: 0, wanted: VERSION }));
        assert!(matches!(with(12, &[9]), Fault::Version { found: 9, wanted: VERSION }));
        assert!(matches!(with(28, &[0]), Fault::HeaderChecksum));
        for length in 0..text.len() {
            let fault = Header::decode(&mut &text[..length], length as u64).unwrap_err();
            assert!(matches!(fault, Fault::NotATable | Fault::Length { .. }), "{length}: {fault}");
        }
        assert!(matches!(Header::decode(&mut &text[..], 1000), Err(Fault::Length { found: 1000, .. })));
    }
}
