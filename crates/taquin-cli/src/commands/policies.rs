//! The policies of a search, written after its name: `,ties=state,weight=1.5`.

use crate::echo;
use std::fmt;
use taquin::Order;
use taquin::search::{Duplicates, GoalTest, Ties, Weight};
use taquin::solver::{MethodOption, MethodOptions};

/// The given policies; the others are the defaults of the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Policies {
    pub(crate) weight: Option<Weight>,
    pub(crate) duplicates: Option<Duplicates>,
    pub(crate) ties: Option<Ties>,
    pub(crate) goal_test: Option<GoalTest>,
    pub(crate) order: Option<Order>,
}

impl Policies {
    /// Parses `ties=state,duplicates=keep`.
    ///
    /// # Errors
    /// If a policy is unknown or given twice; the message says what would be valid.
    pub(crate) fn read(text: &str) -> Result<Policies, String> {
        let mut policies = Policies::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let is_new = match name.parse() {
                Ok(MethodOption::Weight) => set(&mut policies.weight, echo::value(value)?),
                Ok(MethodOption::Duplicates) => set(&mut policies.duplicates, echo::value(value)?),
                Ok(MethodOption::Ties) => set(&mut policies.ties, echo::value(value)?),
                Ok(MethodOption::GoalTest) => set(&mut policies.goal_test, echo::value(value)?),
                Ok(MethodOption::Order) => set(&mut policies.order, echo::value(value)?),
                Ok(
                    MethodOption::Algorithm
                    | MethodOption::Heuristic
                    | MethodOption::Metric
                    | MethodOption::Patterns
                    | MethodOption::BeamWidth,
                )
                | Err(_) => {
                    return Err(format!(
                        "{:?} is not a policy; expected weight=, duplicates=, ties=, goal-test= or order=, as in ties=state",
                        echo::argument(part)
                    ));
                }
            };
            if !is_new {
                return Err(format!("{name} given twice"));
            }
        }
        Ok(policies)
    }

    /// Applies the policies to the options of a method.
    pub(crate) fn apply(&self, options: &mut MethodOptions) {
        let Policies { weight, duplicates, ties, goal_test, order } = *self;
        options.weight = weight;
        options.duplicates = duplicates;
        options.ties = ties;
        options.goal_test = goal_test;
        options.order = order;
    }
}

/// Sets a value; returns false if it was set already.
fn set<T>(slot: &mut Option<T>, value: T) -> bool {
    slot.replace(value).is_none()
}

/// Formats the policies as they are parsed, each with a comma before it.
impl fmt::Display for Policies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Policies { weight, duplicates, ties, goal_test, order } = self;
        let mut write = |option: MethodOption, value: Option<&dyn fmt::Display>| match value {
            Some(value) => write!(f, ",{option}={value}"),
            None => Ok(()),
        };
        write(MethodOption::Weight, weight.as_ref().map(|value| value as &dyn fmt::Display))?;
        write(MethodOption::Duplicates, duplicates.as_ref().map(|value| value as &dyn fmt::Display))?;
        write(MethodOption::Ties, ties.as_ref().map(|value| value as &dyn fmt::Display))?;
        write(MethodOption::GoalTest, goal_test.as_ref().map(|value| value as &dyn fmt::Display))?;
        write(MethodOption::Order, order.as_ref().map(|value| value as &dyn fmt::Display))
    }
}
