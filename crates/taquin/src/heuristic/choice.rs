//! The heuristic a user chose: one by name, or the maximum of several.

use super::registry::HeuristicVisitor;
use super::{Heuristic, HeuristicKind, HeuristicTables, Max};
use crate::board::Board;
use crate::goal::Goal;
use crate::names::UnknownName;
use crate::size::Size;
use std::fmt;
use std::str::FromStr;

/// One heuristic, or the maximum of several.
///
/// ```
/// use taquin::{Board, Goal, HeuristicChoice};
/// let board = Board::from_rows(&[[7, 8, 0], [6, 5, 4], [1, 2, 3]])?;
/// let goal = Goal::rows(board.size());
/// let h: HeuristicChoice = "linear-conflict".parse().unwrap();
/// assert_eq!(h.evaluate(&board, &goal), 24);
/// let h: HeuristicChoice = "hamming,manhattan".parse().unwrap();
/// assert_eq!((h.to_string().as_str(), h.evaluate(&board, &goal)), ("max(hamming,manhattan)", 14));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeuristicChoice(Vec<HeuristicKind>);

impl HeuristicChoice {
    /// Returns the maximum of these kinds, or zero if there are none.
    pub fn max_of(kinds: impl IntoIterator<Item = HeuristicKind>) -> HeuristicChoice {
        let mut kinds: Vec<HeuristicKind> = kinds.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.is_empty() {
            kinds.push(HeuristicKind::Zero);
        }
        HeuristicChoice(kinds)
    }

    /// Returns the distinct kinds, at least one.
    pub fn kinds(&self) -> &[HeuristicKind] {
        &self.0
    }

    /// Returns the estimate of one board. For many boards, build a [`Max`] once and call its
    /// [`evaluate`](Heuristic::evaluate).
    ///
    /// # Panics
    /// If board and goal differ in size.
    pub fn evaluate(&self, board: &Board, goal: &Goal) -> u32 {
        assert_eq!(board.size(), goal.size(), "an estimate needs boards of one size");
        Max::new(self.kinds(), goal).evaluate(board)
    }

    /// Returns an upper bound of the bytes allocated while the tables of a size are built.
    pub fn building_bytes(&self, size: Size) -> u64 {
        self.0.iter().map(|kind| kind.building_bytes(size)).sum()
    }

    /// Builds the heuristic and passes it to a visitor. A single heuristic is passed as its own type, several as a
    /// [`Max`].
    pub(crate) fn visit<V: HeuristicVisitor>(
        &self,
        goal: &Goal,
        tables: &HeuristicTables,
        visitor: V,
    ) -> V::Output {
        match self.kinds() {
            [kind] => kind.visit(goal, tables, visitor),
            several => visitor.visit(&Max::with_tables(several, goal, tables)),
        }
    }
}

impl From<HeuristicKind> for HeuristicChoice {
    fn from(kind: HeuristicKind) -> HeuristicChoice {
        HeuristicChoice(vec![kind])
    }
}

impl fmt::Display for HeuristicChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0[..] {
            [kind] => kind.fmt(f),
            kinds => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                write!(f, "max({})", names.join(","))
            }
        }
    }
}

impl FromStr for HeuristicChoice {
    type Err = UnknownName;

    /// Parses one name, or several separated by commas, with or without `max(…)` around them.
    fn from_str(text: &str) -> Result<HeuristicChoice, UnknownName> {
        let names = text.strip_prefix("max(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
        let kinds: Result<Vec<HeuristicKind>, UnknownName> =
            names.split(',').map(|name| name.trim().parse()).collect();
        Ok(HeuristicChoice::max_of(kinds?))
    }
}
