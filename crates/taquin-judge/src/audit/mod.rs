//! Checks whether a heuristic is admissible and consistent on every board of a size.
//!
//! [`States`] are the boards with their true distances. A program ([`Answers`]) or a file ([`Table`]) provides
//! [`Estimates`] for them. [`Properties`] compares the estimates with the distances and along every move; [`Effort`] is
//! the cost of searches with them.
//!
//! Estimates may have decimals. Values that differ by less than a [millionth](TOLERANCE) count as equal, because sums of
//! square roots are not exact. A search rounds estimates up to integers: distances are integers, so an admissible
//! estimate stays admissible and a consistent one consistent.
//!
//! ```
//! use taquin::{Goal, Size};
//! use taquin_judge::audit::{Answers, Properties, States};
//! let states = States::new(&Goal::rows(Size::square(2)?))?;
//! let mut answers = Answers::new(&states);
//! for state in states.iter() {
//!     let misplaced = state.board.hamming(states.goal());
//!     answers.push(format!("{misplaced}\n").as_bytes())?;
//! }
//! let properties = Properties::new(&states, &answers.finish()?);
//! assert!(properties.is_admissible() && properties.is_consistent());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod effort;
mod lookup;
mod properties;
mod states;
mod table;

pub use answers::{AnswerError, Answers};
pub use effort::{Effort, Sample, Searches};
pub use properties::{Inconsistency, Overestimate, Properties, Violations};
pub use states::{State, States, StatesError};
pub use table::{Table, TableError};

/// Estimates that differ by less count as equal.
pub const TOLERANCE: f64 = 1e-6;

/// The largest valid estimate. The greatest distance on these sizes is 55.
pub const MAX_ESTIMATE: f64 = 65_535.0;

/// An estimate for every state.
#[derive(Clone, Debug)]
pub struct Estimates {
    /// Indexed by board number.
    values: Vec<f64>,
}

impl Estimates {
    /// Returns the estimate of a state.
    pub fn of(&self, state: &State) -> f64 {
        self.values[state.number]
    }
}

/// Parses an estimate: a number from 0 to [`MAX_ESTIMATE`].
fn estimate(text: &str) -> Option<f64> {
    let value: f64 = text.trim().parse().ok()?;
    (0.0..=MAX_ESTIMATE).contains(&value).then_some(value)
}
