//! The registry of named heuristics: one row per heuristic generates everything that depends on the list.

use super::{Heuristic, HeuristicTables};
use crate::goal::Goal;
use crate::size::Size;

/// A heuristic that can be chosen by name: it is built from the goal alone.
pub(crate) trait Registered: Heuristic<Acc: PackedAcc> {
    /// Builds the heuristic for a goal.
    fn for_goal(goal: &Goal, tables: &HeuristicTables) -> Self;

    /// Returns true if the heuristic supports a size.
    fn is_for(_size: Size) -> bool {
        true
    }

    /// Returns an upper bound of the bytes allocated while the tables of a size are built.
    fn building_bytes(_size: Size) -> u64 {
        0
    }
}

/// An accumulator that fits into two words, so that [`Max`](super::Max) can carry any mix of them in one array.
pub(crate) trait PackedAcc: Copy {
    fn pack(self) -> [u32; 2];

    fn unpack(words: [u32; 2]) -> Self;
}

impl PackedAcc for () {
    #[inline]
    fn pack(self) -> [u32; 2] {
        [0, 0]
    }

    #[inline]
    fn unpack(_words: [u32; 2]) {}
}

impl PackedAcc for u32 {
    #[inline]
    fn pack(self) -> [u32; 2] {
        [self, 0]
    }

    #[inline]
    fn unpack(words: [u32; 2]) -> u32 {
        words[0]
    }
}

impl PackedAcc for [u32; 2] {
    #[inline]
    fn pack(self) -> [u32; 2] {
        self
    }

    #[inline]
    fn unpack(words: [u32; 2]) -> [u32; 2] {
        words
    }
}

/// Code that is compiled once for each heuristic and run with the one that was chosen.
pub(crate) trait HeuristicVisitor {
    type Output;

    fn visit<H: Heuristic>(self, heuristic: &H) -> Self::Output;
}

/// Declares the named heuristics, one row each: `module::Type = "name", "one-line description";`.
///
/// Generates the re-exports, [`HeuristicKind`](super::HeuristicKind), the parts of [`Max`](super::Max) and the dispatch
/// from a kind to a monomorphic heuristic.
macro_rules! heuristics {
    ($($module:ident::$heuristic:ident = $name:literal, $title:literal;)+) => {
        $(pub use $module::$heuristic;)+

        $crate::names::named_enum! {
            /// The heuristics by name.
            #[non_exhaustive]
            pub enum HeuristicKind as "a heuristic" {
                $(#[doc = concat!("[`", stringify!($heuristic), "`]: ", $title, ".")] $heuristic = $name,)+
            }
        }

        impl HeuristicKind {
            /// Returns a one-line description.
            pub const fn title(self) -> &'static str {
                match self {
                    $(HeuristicKind::$heuristic => $title,)+
                }
            }

            /// Returns true if the estimate never exceeds the true number of moves.
            pub const fn is_admissible(self) -> bool {
                match self {
                    $(HeuristicKind::$heuristic => <$heuristic as Heuristic>::ADMISSIBLE,)+
                }
            }

            /// Returns true if the estimate never decreases by more than one per move.
            pub const fn is_consistent(self) -> bool {
                match self {
                    $(HeuristicKind::$heuristic => <$heuristic as Heuristic>::CONSISTENT,)+
                }
            }

            /// Returns true if the heuristic supports a size: some need a table that is too large for most sizes.
            pub fn is_for(self, size: $crate::Size) -> bool {
                match self {
                    $(HeuristicKind::$heuristic => <$heuristic as registry::Registered>::is_for(size),)+
                }
            }

            /// Returns an upper bound of the bytes allocated while the tables of a size are built.
            pub fn building_bytes(self, size: $crate::Size) -> u64 {
                match self {
                    $(HeuristicKind::$heuristic => <$heuristic as registry::Registered>::building_bytes(size),)+
                }
            }

            /// Builds the heuristic and passes it to a visitor, which is compiled for its type.
            pub(crate) fn visit<V: HeuristicVisitor>(
                self,
                goal: &$crate::Goal,
                tables: &HeuristicTables,
                visitor: V,
            ) -> V::Output {
                match self {
                    $(HeuristicKind::$heuristic => {
                        visitor.visit(&<$heuristic as registry::Registered>::for_goal(goal, tables))
                    })+
                }
            }
        }

        /// One of the named heuristics, chosen at run time.
        #[derive(Clone, Debug)]
        enum Part {
            $($heuristic($heuristic),)+
        }

        impl Part {
            fn new(kind: HeuristicKind, goal: &$crate::Goal, tables: &HeuristicTables) -> Part {
                match kind {
                    $(HeuristicKind::$heuristic => {
                        Part::$heuristic(<$heuristic as registry::Registered>::for_goal(goal, tables))
                    })+
                }
            }

            fn start<G: Grid>(&self, grid: &G) -> [u32; 2] {
                use registry::PackedAcc;
                match self {
                    $(Part::$heuristic(heuristic) => heuristic.start(grid).pack(),)+
                }
            }

            #[inline]
            fn step<G: Grid>(&self, before: &G, words: [u32; 2], slide: Slide) -> [u32; 2] {
                use registry::PackedAcc;
                match self {
                    $(Part::$heuristic(heuristic) => {
                        heuristic.step(before, PackedAcc::unpack(words), slide).pack()
                    })+
                }
            }

            #[inline]
            fn value(&self, words: [u32; 2]) -> u32 {
                match self {
                    $(Part::$heuristic(heuristic) => heuristic.value(registry::PackedAcc::unpack(words)),)+
                }
            }
        }
    };
}
pub(super) use heuristics;
