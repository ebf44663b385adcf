//! Digests of tables: BLAKE3 of their data, computed by all threads, and the known digests of named tables.
//!
//! A table is determined by its identity, so its digest is, too. The digests in `digests.txt` are part of the program:
//! a file with another digest is not that table, regardless of its writer and of its header. `cargo xtask digests`
//! builds the tables and writes that file.

use super::id::TableId;
use blake3::hazmat::{self, HasherExt, Mode};
use std::fmt;

/// The bytes that one thread reads, hashes and counts at a time: a power of two, as the subtrees of BLAKE3 require.
pub(super) const PIECE: usize = 1 << 18;

/// The BLAKE3 digest of a table's data, as `b3sum` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    pub(super) fn new(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    pub(super) fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the known digest of a table, if it is one of those that are built most: perfect tables, the partitions of
    /// sizes up to 16 cells and of 5x5, and duplicate pruning of 5x5.
    ///
    /// ```
    /// use taquin::tables::{Digest, TableSet};
    /// use taquin::{Goal, Size};
    /// let set = TableSet::named("4x4-7-8", &Goal::rows(Size::square(4)?)).unwrap();
    /// assert!(set.tables().iter().all(|id| Digest::known(id).is_some()));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    pub fn known(id: &TableId) -> Option<Digest> {
        let name = id.file_name();
        let name = name.strip_suffix(TableId::EXTENSION)?.strip_suffix('.')?;
        let mut lines = include_str!("digests.txt").lines();
        let digest = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        Some(Digest(blake3::Hash::from_hex(digest).ok()?.into()))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        blake3::Hash::from_bytes(self.0).fmt(f)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The digest of one [`PIECE`] of the data. Pieces can be hashed in any order and are joined by [`join`].
#[derive(Clone, Copy)]
pub(super) struct PieceDigest {
    /// As a part of longer data.
    subtree: [u8; 32],
    /// As all of the data.
    root: [u8; 32],
}

impl PieceDigest {
    /// Hashes the piece with this number.
    pub(super) fn of(number: usize, piece: &[u8]) -> PieceDigest {
        let mut hasher = blake3::Hasher::new();
        hasher.set_input_offset((number * PIECE) as u64).update(piece);
        // A piece after the first is never all of the data, and its hasher cannot be finalized as if it were.
        let root = if number == 0 { hasher.finalize().into() } else { [0; 32] };
        PieceDigest { subtree: hasher.finalize_non_root(), root }
    }
}

/// Joins the digests of all pieces, in order, to that of the data.
pub(super) fn join(pieces: &[PieceDigest]) -> Digest {
    match pieces {
        [] => Digest(blake3::hash(&[]).into()),
        [piece] => Digest(piece.root),
        _ => {
            let (left, right) = split(pieces);
            Digest(hazmat::merge_subtrees_root(&subtree(left), &subtree(right), Mode::Hash).into())
        }
    }
}

fn subtree(pieces: &[PieceDigest]) -> [u8; 32] {
    match pieces {
        [piece] => piece.subtree,
        _ => {
            let (left, right) = split(pieces);
            hazmat::merge_subtrees_non_root(&subtree(left), &subtree(right), Mode::Hash)
        }
    }
}

/// Divides at least two pieces as BLAKE3 divides its input: the left part is the largest power of two that leaves
/// something to the right.
fn split(pieces: &[PieceDigest]) -> (&[PieceDigest], &[PieceDigest]) {
    pieces.split_at(pieces.len().next_power_of_two() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_joined_to_the_digest_of_the_whole() {
        let data: Vec<u8> = (0..7 * PIECE as u32 + 5).map(|byte| ((byte * 31) >> 3) as u8).collect();
        for length in
            [0, 1, 1024, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE, 4 * PIECE + 9, data.len()]
        {
            let pieces: Vec<PieceDigest> = data[..length]
                .chunks(PIECE)
                .enumerate()
                .map(|(number, piece)| PieceDigest::of(number, piece))
                .collect();
            assert_eq!(
                join(&pieces).to_string(),
                blake3::hash(&data[..length]).to_string(),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn every_line_has_a_name_and_a_digest() {
        for line in
            include_str!("digests.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (name, digest) = line.split_once(' ').unwrap();
            assert!(TableId::is_file_name(&format!("{name}.{}", TableId::EXTENSION)), "{line}");
            assert!(blake3::Hash::from_hex(digest).is_ok(), "{line}");
        }
    }
}
