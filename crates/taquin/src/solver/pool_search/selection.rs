//! Which parts of an iteration are searched.

use super::plan::IterationPlan;

/// An iteration with which to continue.
pub(in crate::solver) struct OpenIteration {
    pub(in crate::solver) plan: IterationPlan,
    /// What is left to search.
    pub(in crate::solver) selection: Selection,
    /// The nodes expanded in what is done.
    pub(in crate::solver) expanded: u64,
}

/// Which parts of an iteration are searched.
pub(in crate::solver) enum Selection {
    All,
    /// Those that are not done.
    #[cfg(all(feature = "disk", feature = "serde"))]
    Open(OpenParts),
    /// Those pieces of one part that are not done.
    #[cfg(all(feature = "disk", feature = "serde"))]
    Pieces {
        part: u32,
        /// The number of pieces of the part.
        of: u32,
        open: OpenParts,
    },
    /// Every N-th.
    #[cfg(all(feature = "disk", feature = "serde"))]
    Every(usize),
}

/// The numbers of what is not done.
pub(in crate::solver) struct OpenParts {
    pub(in crate::solver) numbers: Vec<u32>,
    /// How many there were before any was done.
    pub(in crate::solver) total: u32,
}

impl Selection {
    /// Returns the part whose pieces are searched, and their number, if it is not parts that are searched.
    pub(super) fn divided_part(&self) -> Option<(u32, u32)> {
        match self {
            Selection::All => None,
            #[cfg(all(feature = "disk", feature = "serde"))]
            Selection::Open(_) | Selection::Every(_) => None,
            #[cfg(all(feature = "disk", feature = "serde"))]
            Selection::Pieces { part, of, .. } => Some((*part, *of)),
        }
    }

    /// Returns the selected ones of this number of parts, or pieces.
    pub(super) fn of(self, parts: u32) -> OpenParts {
        let numbers: Vec<u32> = match self {
            Selection::All => (0..parts).collect(),
            #[cfg(all(feature = "disk", feature = "serde"))]
            Selection::Open(open) | Selection::Pieces { open, .. } => return open,
            #[cfg(all(feature = "disk", feature = "serde"))]
            Selection::Every(step) => (0..parts).skip(step / 2).step_by(step.max(1)).collect(),
        };
        OpenParts { total: numbers.len() as u32, numbers }
    }
}
