//! The choices that make A* the algorithm of one textbook or another.

use crate::decimal::Decimal;
use crate::names::named_enum;
use std::fmt;
use std::str::FromStr;

named_enum! {
    /// What a best-first search does with a board it has met before.
    #[derive(Default)]
    pub enum Duplicates as "a duplicate policy" {
        /// Keeps it as one more node: tree search.
        Keep = "keep",
        /// Never steps straight back to the previous board, and keeps everything else.
        Parent = "parent",
        /// Never expands a board twice; a shorter path to a waiting board replaces the longer one.
        #[default]
        Closed = "closed",
    }
}

named_enum! {
    /// Which of the waiting nodes with equal f comes first.
    #[derive(Default)]
    pub enum Ties as "a tie policy" {
        /// The smallest board, read as a number; of equal boards the one that was made first.
        State = "state",
        /// The one with the largest g; of these the ones that were made last, up to sixteen of them before any of
        /// their children.
        #[default]
        DeepFirst = "deep-first",
        /// The one with the smallest g; of these the one that was made first.
        ShallowFirst = "shallow-first",
        /// The one that was made first.
        Insertion = "insertion",
    }
}

named_enum! {
    /// When breadth-first and depth-first search look whether a board is the goal.
    #[derive(Default)]
    pub enum GoalTest as "a time for the goal test" {
        /// As soon as it is made.
        #[default]
        Generated = "generated",
        /// When it is its turn to be expanded. Then depth-first search keeps what waits on a stack, and boards that wait
        /// are not put there again.
        Selected = "selected",
    }
}

impl Duplicates {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Duplicates::Keep => "keep every board as often as it is met",
            Duplicates::Parent => "never step straight back",
            Duplicates::Closed => "never expand a board twice",
        }
    }
}

impl Ties {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Ties::State => "the smallest board, read as a number",
            Ties::DeepFirst => "the deepest",
            Ties::ShallowFirst => "the shallowest",
            Ties::Insertion => "the one that waits longest",
        }
    }
}

impl GoalTest {
    /// What it is, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            GoalTest::Generated => "as soon as a board is made",
            GoalTest::Selected => "when it is the board's turn",
        }
    }
}

/// What a best-first search does where textbooks differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Policies {
    /// What to do with boards met before.
    pub duplicates: Duplicates,
    /// Which of equal nodes comes first.
    pub ties: Ties,
}

/// The factor of the estimate in weighted A*: a decimal number from 1 to 1000 with up to three places, kept exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Weight {
    factor: Decimal,
}

impl Weight {
    /// Factor 1: plain A*.
    pub const ONE: Weight = Weight { factor: Decimal::from_thousandths(1000) };

    /// Factor 2: the planner's choice where none is given.
    pub const TWO: Weight = Weight { factor: Decimal::from_thousandths(2000) };

    /// The factor as a fraction in lowest terms.
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

/// The error of a text that is not a [`Weight`]; carries the text.
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
