//! The requested method: one reader for the program, the page and other front ends.

use super::algorithm::Algorithm;
use super::error::PlanError;
use super::method::Method;
use super::planner::Planner;
use crate::geometry::{Order, OrderError};
use crate::heuristic::HeuristicChoice;
use crate::metric::Metric;
use crate::names::{UnknownName, named_enum};
use crate::search::{Duplicates, GoalTest, Ties, Weight, WeightError};
use crate::size::Size;
use crate::tables::Partition;
use std::fmt;
use std::num::NonZeroUsize;

named_enum! {
    /// An option of a method.
    pub enum MethodOption as "an option" {
        /// Which search to run.
        Algorithm = "algorithm",
        /// The estimate of the remaining moves.
        Heuristic = "heuristic",
        /// The factor of the estimate in weighted A*.
        Weight = "weight",
        /// What to do with boards generated before.
        Duplicates = "duplicates",
        /// Which of the open nodes with equal f is expanded first.
        Ties = "ties",
        /// When to test whether a board is the goal.
        GoalTest = "goal-test",
        /// The order of successors.
        Order = "order",
        /// What counts as one move.
        Metric = "metric",
        /// The partitions whose pattern databases are the estimate.
        Patterns = "patterns",
        /// How many boards of each depth beam search keeps.
        BeamWidth = "beam-width",
    }
}

/// The requested method; the planner chooses what is not set.
///
/// ```
/// use taquin::solver::{Algorithm, MethodOption, MethodOptions};
/// let mut options = MethodOptions::default();
/// options.set(MethodOption::Algorithm, "ida*")?;
/// options.set(MethodOption::Heuristic, "linear-conflict")?;
/// assert_eq!(options.algorithm, Some(Algorithm::IdaStar));
/// assert!(options.set(MethodOption::Weight, "heavy").is_err());
/// # Ok::<(), taquin::solver::OptionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct MethodOptions {
    /// The search.
    pub algorithm: Option<Algorithm>,
    /// The estimate.
    pub heuristic: Option<HeuristicChoice>,
    /// The factor of the estimate.
    pub weight: Option<Weight>,
    /// What to do with boards generated before.
    pub duplicates: Option<Duplicates>,
    /// Which of the open nodes with equal f is expanded first.
    pub ties: Option<Ties>,
    /// When to test whether a board is the goal.
    pub goal_test: Option<GoalTest>,
    /// The order of successors.
    pub order: Option<Order>,
    /// What counts as one move.
    pub metric: Metric,
    /// The partitions whose pattern databases are the estimate, instead of a heuristic.
    pub patterns: Vec<Partition>,
    /// How many boards of each depth beam search keeps.
    pub beam_width: Option<NonZeroUsize>,
}

impl MethodOptions {
    /// The most partitions that can be combined; the largest sum is the estimate.
    pub const MOST_PARTITIONS: usize = 4;

    /// Sets only the search.
    pub fn of(algorithm: Algorithm) -> MethodOptions {
        MethodOptions { algorithm: Some(algorithm), ..MethodOptions::default() }
    }

    /// Sets an option from text. `auto` leaves the algorithm to the planner. Partitions depend on the goal, so they are set
    /// in [`patterns`](MethodOptions::patterns).
    ///
    /// # Errors
    /// If the text is not a value of the option.
    pub fn set(&mut self, option: MethodOption, value: &str) -> Result<(), OptionError> {
        match option {
            MethodOption::Algorithm => {
                self.algorithm = match value {
                    "auto" => None,
                    name => match Algorithm::named(name) {
                        Some(algorithm) => Some(algorithm),
                        None => Some(name.parse()?),
                    },
                };
            }
            MethodOption::Heuristic => self.heuristic = Some(value.parse()?),
            MethodOption::Weight => self.weight = Some(value.parse()?),
            MethodOption::Duplicates => self.duplicates = Some(value.parse()?),
            MethodOption::Ties => self.ties = Some(value.parse()?),
            MethodOption::GoalTest => self.goal_test = Some(value.parse()?),
            MethodOption::Order => self.order = Some(value.parse()?),
            MethodOption::Metric => self.metric = value.parse()?,
            MethodOption::Patterns => return Err(OptionError::NotText(option)),
            MethodOption::BeamWidth => {
                let width = value.parse().map_err(|_| OptionError::Width(value.to_owned()))?;
                self.beam_width = Some(width);
            }
        }
        Ok(())
    }

    /// Returns the method for boards of a size, without looking at tables.
    ///
    /// # Errors
    /// If options contradict each other, or the size does not support them.
    pub fn method(&self, size: Size) -> Result<Method, PlanError> {
        Ok(Planner::method(size, self, false)?.method)
    }

    /// Returns whether an option differs from its default.
    pub fn is_set(&self, option: MethodOption) -> bool {
        match option {
            MethodOption::Algorithm => self.algorithm.is_some(),
            MethodOption::Heuristic => self.heuristic.is_some(),
            MethodOption::Weight => self.weight.is_some(),
            MethodOption::Duplicates => self.duplicates.is_some(),
            MethodOption::Ties => self.ties.is_some(),
            MethodOption::GoalTest => self.goal_test.is_some(),
            MethodOption::Order => self.order.is_some(),
            MethodOption::Metric => self.metric != Metric::default(),
            MethodOption::Patterns => !self.patterns.is_empty(),
            MethodOption::BeamWidth => self.beam_width.is_some(),
        }
    }

    /// Returns these options, completed by defaults that do not contradict them: an algorithm that takes every option that
    /// is set, and then the options that the algorithm takes. What is left open is left to the planner.
    ///
    /// ```
    /// use taquin::solver::{Algorithm, MethodOption, MethodOptions};
    /// let mut defaults = MethodOptions::of(Algorithm::AStar);
    /// defaults.set(MethodOption::Ties, "state")?;
    ///
    /// let completed = MethodOptions::default().with_defaults(&defaults);
    /// assert_eq!(completed, defaults);
    /// let named = MethodOptions::of(Algorithm::IdaStar);
    /// assert_eq!(named.clone().with_defaults(&defaults), named);
    /// # Ok::<(), taquin::solver::OptionError>(())
    /// ```
    #[must_use]
    pub fn with_defaults(mut self, defaults: &MethodOptions) -> MethodOptions {
        let takes_all = |algorithm: &Algorithm| {
            let is_taken = |&option: &MethodOption| !self.is_set(option) || algorithm.takes(option);
            MethodOption::ALL.iter().all(is_taken)
                && (self.metric == Metric::Single || algorithm.counts_pushes())
        };
        self.algorithm = self.algorithm.or(defaults.algorithm.filter(takes_all));
        let Some(algorithm) = self.algorithm else { return self };
        let takes = |option| algorithm.takes(option);
        if takes(MethodOption::Heuristic) && self.patterns.is_empty() && self.metric == Metric::Single {
            self.heuristic = self.heuristic.or_else(|| defaults.heuristic.clone());
        }
        self.weight = self.weight.or(defaults.weight.filter(|_| takes(MethodOption::Weight)));
        self.duplicates = self.duplicates.or(defaults.duplicates.filter(|_| takes(MethodOption::Duplicates)));
        self.ties = self.ties.or(defaults.ties.filter(|_| takes(MethodOption::Ties)));
        self.goal_test = self.goal_test.or(defaults.goal_test.filter(|_| takes(MethodOption::GoalTest)));
        self.order = self.order.or(defaults.order.filter(|_| takes(MethodOption::Order)));
        self.beam_width = self.beam_width.or(defaults.beam_width.filter(|_| takes(MethodOption::BeamWidth)));
        self
    }

    /// Returns whether the method is left to the planner: only the order and the metric may be set.
    pub(super) fn is_open(&self) -> bool {
        MethodOption::ALL.iter().all(|&option| match option {
            MethodOption::Order | MethodOption::Metric => true,
            option => !self.is_set(option),
        })
    }
}

/// Why a text is not the value of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OptionError {
    /// Not one of the names.
    Name(UnknownName),
    /// Not a weight.
    Weight(WeightError),
    /// Not an order of successors.
    Order(OrderError),
    /// Not a beam width.
    Width(String),
    /// An option that cannot be given as text.
    NotText(MethodOption),
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Name(error) => error.fmt(f),
            OptionError::Weight(error) => error.fmt(f),
            OptionError::Order(error) => error.fmt(f),
            OptionError::Width(found) => write!(f, "{found:?} is not a beam width: write a number from 1"),
            OptionError::NotText(option) => write!(f, "{option} cannot be given as text"),
        }
    }
}

impl std::error::Error for OptionError {}

impl From<UnknownName> for OptionError {
    fn from(error: UnknownName) -> OptionError {
        OptionError::Name(error)
    }
}

impl From<WeightError> for OptionError {
    fn from(error: WeightError) -> OptionError {
        OptionError::Weight(error)
    }
}

impl From<OrderError> for OptionError {
    fn from(error: OrderError) -> OptionError {
        OptionError::Order(error)
    }
}
