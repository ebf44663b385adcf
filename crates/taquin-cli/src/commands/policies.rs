//! What can be said of a search behind its name: `,ties=state,weight=1.5`.

use crate::echo;
use std::fmt;
use taquin::Order;
use taquin::search::{Duplicates, GoalTest, Ties, Weight};
use taquin::solver::Request;

/// The policies that were named; the others are the search's own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Policies {
    pub(crate) weight: Option<Weight>,
    pub(crate) duplicates: Option<Duplicates>,
    pub(crate) ties: Option<Ties>,
    pub(crate) goal_test: Option<GoalTest>,
    pub(crate) order: Option<Order>,
}

impl Policies {
    /// Reads `ties=state,duplicates=keep`.
    ///
    /// # Errors
    /// If there is something else; the text says what was found and what would be right.
    pub(crate) fn read(text: &str) -> Result<Policies, String> {
        let mut policies = Policies::default();
        for part in text.split(',') {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let is_new = match name {
                "weight" => put(&mut policies.weight, echo::value(value)?),
                "duplicates" => put(&mut policies.duplicates, echo::value(value)?),
                "ties" => put(&mut policies.ties, echo::value(value)?),
                "goal-test" => put(&mut policies.goal_test, echo::value(value)?),
                "order" => put(&mut policies.order, echo::value(value)?),
                _ => {
                    return Err(format!(
                        "{:?} behind a comma: write weight=, duplicates=, ties=, goal-test= or order=, as in ties=state",
                        echo::argument(part)
                    ));
                }
            };
            if !is_new {
                return Err(format!("{name} is said twice"));
            }
        }
        Ok(policies)
    }

    /// The request with these policies.
    pub(crate) fn of(&self, request: Request) -> Request {
        let Policies { weight, duplicates, ties, goal_test, order } = *self;
        Request { weight, duplicates, ties, goal_test, order, ..request }
    }
}

/// Keeps a value; false if there was one already.
fn put<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_none()
}

/// As they are read, each with a comma before it.
impl fmt::Display for Policies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Policies { weight, duplicates, ties, goal_test, order } = self;
        let mut write = |name: &str, value: Option<&dyn fmt::Display>| match value {
            Some(value) => write!(f, ",{name}={value}"),
            None => Ok(()),
        };
        write("weight", weight.as_ref().map(|value| value as &dyn fmt::Display))?;
        write("duplicates", duplicates.as_ref().map(|value| value as &dyn fmt::Display))?;
        write("ties", ties.as_ref().map(|value| value as &dyn fmt::Display))?;
        write("goal-test", goal_test.as_ref().map(|value| value as &dyn fmt::Display))?;
        write("order", order.as_ref().map(|value| value as &dyn fmt::Display))
    }
}
