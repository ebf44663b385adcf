//! Is a heuristic admissible and consistent? It is asked about every board of a size.
//!
//! [`States`] are the boards with their true distances; a program or a file gives [`Answers`] about them, which make
//! [`Estimates`]; [`Verdict`] compares these with the distances and along every move; [`Effort`] tells what searches
//! with them cost.
//!
//! Estimates may have decimals. What differs by less than a [millionth](TOLERANCE) is taken for equal, because sums of
//! square roots are not exact. A search needs whole numbers and takes the next larger one: distances are whole, so this
//! keeps an admissible estimate admissible and a consistent one consistent.
//!
//! ```
//! use taquin::{Goal, Size};
//! use taquin_judge::audit::{Answers, States, Verdict};
//! let states = States::new(&Goal::rows(Size::square(2)?))?;
//! let mut answers = Answers::new(&states);
//! for state in states.iter() {
//!     let misplaced = state.board.hamming(states.goal());
//!     answers.hear(format!("{misplaced}\n").as_bytes())?;
//! }
//! let verdict = Verdict::new(&states, &answers.finish()?);
//! assert!(verdict.is_admissible() && verdict.is_consistent());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod effort;
mod lookup;
mod states;
mod table;
mod verdict;

pub use answers::{AnswerError, Answers};
pub use effort::{Effort, Sample, Searches};
pub use states::{State, States, StatesError};
pub use table::{Table, TableError};
pub use verdict::{Breach, Overestimate, Verdict, Violations};

/// Estimates that differ by less are taken for equal.
pub const TOLERANCE: f64 = 1e-6;

/// No estimate is larger: the farthest board of these sizes is 55 moves away.
pub const LARGEST: f64 = 65_535.0;

/// An estimate for every state.
#[derive(Clone, Debug)]
pub struct Estimates {
    /// By the number of the board.
    values: Vec<f64>,
}

impl Estimates {
    /// The estimate of a state.
    pub fn of(&self, state: &State) -> f64 {
        self.values[state.number]
    }
}

/// Reads an estimate: a number from 0 to [`LARGEST`].
fn estimate(text: &str) -> Option<f64> {
    let value: f64 = text.trim().parse().ok()?;
    (0.0..=LARGEST).contains(&value).then_some(value)
}
