//! Comparing estimates with the truth, and along every move.

use super::{Estimates, State, States, TOLERANCE};
use taquin::{Board, Direction};

/// What is found on all boards of a size.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The boards whose estimate is larger than the distance.
    pub overestimates: Violations<Overestimate>,
    /// The moves that the estimate falls by more than one in.
    pub breaches: Violations<Breach>,
    /// The estimate of the goal, which should be 0.
    pub at_goal: f64,
    /// The mean of the estimates.
    pub mean: f64,
    /// The mean of the distances.
    pub mean_distance: f64,
}

/// What is against a rule.
#[derive(Clone, PartialEq, Debug)]
pub struct Violations<T> {
    /// How often the rule is broken.
    pub count: u64,
    /// Where it is broken nearest to the goal; of several the smallest board, and its first move.
    pub smallest: Option<T>,
}

/// An estimate that is too large.
#[derive(Clone, PartialEq, Debug)]
pub struct Overestimate {
    /// The board and its distance.
    pub state: State,
    /// The estimate.
    pub value: f64,
}

/// A move that the estimate falls by more than one in.
#[derive(Clone, PartialEq, Debug)]
pub struct Breach {
    /// The board before the move, and its distance.
    pub state: State,
    /// Its estimate.
    pub value: f64,
    /// What the tile does.
    pub direction: Direction,
    /// The board after the move.
    pub next: Board,
    /// Its estimate.
    pub next_value: f64,
}

impl<T> Violations<T> {
    fn none() -> Violations<T> {
        Violations { count: 0, smallest: None }
    }

    /// One more. They come in the order of their boards, so only a nearer one is smaller.
    fn push(&mut self, violation: T, distance: impl Fn(&T) -> u32) {
        self.count += 1;
        if self.smallest.as_ref().is_none_or(|smallest| distance(&violation) < distance(smallest)) {
            self.smallest = Some(violation);
        }
    }
}

impl Verdict {
    /// Compares estimates with the truth.
    pub fn new(states: &States, estimates: &Estimates) -> Verdict {
        let mut verdict = Verdict {
            overestimates: Violations::none(),
            breaches: Violations::none(),
            at_goal: 0.0,
            mean: 0.0,
            mean_distance: 0.0,
        };
        for state in states.iter() {
            let value = estimates.of(&state);
            verdict.mean += value;
            verdict.mean_distance += f64::from(state.distance);
            if state.distance == 0 {
                verdict.at_goal = value;
            }
            if value > f64::from(state.distance) + TOLERANCE {
                let found = Overestimate { state: state.clone(), value };
                verdict.overestimates.push(found, |violation| violation.state.distance);
            }
            for (direction, next) in state.board.neighbours() {
                let next_value = estimates.values[states.number(next.numbers())];
                if value > 1.0 + next_value + TOLERANCE {
                    let breach = Breach { state: state.clone(), value, direction, next, next_value };
                    verdict.breaches.push(breach, |violation| violation.state.distance);
                }
            }
        }
        verdict.mean /= states.count() as f64;
        verdict.mean_distance /= states.count() as f64;
        verdict
    }

    /// Never more than the distance?
    pub fn is_admissible(&self) -> bool {
        self.overestimates.count == 0
    }

    /// Never falls by more than one in a move, and is 0 at the goal?
    pub fn is_consistent(&self) -> bool {
        self.breaches.count == 0 && self.at_goal <= TOLERANCE
    }
}
