//! Policies: the choices where textbook versions of A* differ.

use crate::decimal::Decimal;
use crate::names::named_enum;
use std::fmt;
use std::str::FromStr;

named_enum! {
    /// What a best-first search does with a board that was generated before.
    #[derive(Default)]
    pub enum Duplicates as "a duplicate policy" {
        /// Adds it as another node: tree search.
        Keep = "keep",
        /// Never undoes the last move, and keeps all other duplicates.
        Parent = "parent",
        /// Never expands a board twice; a shorter path to an open board replaces the longer one.
        #[default]
        Closed = "closed",
    }
}

named_enum! {
    /// Which of the open nodes with equal f is expanded first.
    #[derive(Default)]
    pub enum Ties as "a tie policy" {
        /// The smallest board, read as a number; of equal boards the one that was generated first.
        State = "state",
        /// The one with the largest g; of these the ones that were generated last, up to sixteen of them before any of
        /// their children.
        #[default]
        DeepFirst = "deep-first",
        /// The one with the smallest g; of these the one that was generated first.
        ShallowFirst = "shallow-first",
        /// The one that was generated first.
        Insertion = "insertion",
    }
}

named_enum! {
    /// When breadth-first and depth-first search test whether a board is the goal.
    #[derive(Default)]
    pub enum GoalTest as "a time for the goal test" {
        /// When the board is generated.
        #[default]
        Generated = "generated",
        /// When the board is selected for expansion. Then depth-first search keeps its open boards on a stack, and an
        /// open board is not pushed again.
        Selected = "selected",
    }
}

impl Duplicates {
    /// Returns a short description.
    pub const fn title(self) -> &'static str {
        match self {
            Duplicates::Keep => "keep all duplicates (tree search)",
            Duplicates::Parent => "never undo the last move",
            Duplicates::Closed => "never expand a board twice",
        }
    }
}

impl Ties {
    /// Returns a short description.
    pub const fn title(self) -> &'static str {
        match self {
            Ties::State => "smallest board, read as a number",
            Ties::DeepFirst => "largest g first",
            Ties::ShallowFirst => "smallest g first",
            Ties::Insertion => "oldest first",
        }
    }
}

impl GoalTest {
    /// Returns a short description.
    pub const fn title(self) -> &'static str {
        match self {
            GoalTest::Generated => "when a board is generated",
            GoalTest::Selected => "when a board is selected for expansion",
        }
    }
}

/// The policies of a best-first search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Policies {
    /// What to do with boards that were generated before.
    pub duplicates: Duplicates,
    /// Which of the open nodes with equal f is expanded first.
    pub ties: Ties,
}

/// The factor of the estimate in weighted A*: a decimal number from 1 to 1000 with up to three decimals, stored
/// exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Weight {
    factor: Decimal,
}

impl Weight {
    /// Factor 1: plain A*.
    pub const ONE: Weight = Weight { factor: Decimal::from_thousandths(1000) };

    /// Factor 2: the planner's default.
    pub const TWO: Weight = Weight { factor: Decimal::from_thousandths(2000) };

    /// Returns the factor as a fraction in lowest terms.
    pub fn fraction(self) -> (u32, u32) {
        let thousandths = self.factor.thousandths();
        let divisor = gcd(thousandths, Decimal::ONE);
        (thousandths / divisor, Decimal::ONE / divisor)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.factor.fmt(f)
    }
}

impl FromStr for Weight {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Weight, WeightError> {
        let factor = Decimal::parse(text).filter(|factor| (1000..=1_000_000).contains(&factor.thousandths()));
        factor.map(|factor| Weight { factor }).ok_or_else(|| WeightError(text.to_owned()))
    }
}

/// A text that is not a [`Weight`]; carries the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightError(pub String);

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} is not a weight: write a number from 1 to 1000 with up to three decimals, as in 1.5",
            self.0
        )
    }
}

impl std::error::Error for WeightError {}
