//! Compares estimates with true distances, and along every move.

use super::{Estimates, State, States, TOLERANCE};
use taquin::{Board, Direction};

/// The properties of a heuristic on all boards of a size.
#[derive(Clone, PartialEq, Debug)]
pub struct Properties {
    /// The boards whose estimate exceeds the distance.
    pub overestimates: Violations<Overestimate>,
    /// The moves along which the estimate decreases by more than one.
    pub inconsistencies: Violations<Inconsistency>,
    /// The estimate of the goal, which should be 0.
    pub at_goal: f64,
    /// The mean of the estimates.
    pub mean: f64,
    /// The mean of the distances.
    pub mean_distance: f64,
}

/// The violations of a property.
#[derive(Clone, PartialEq, Debug)]
pub struct Violations<T> {
    /// The number of violations.
    pub count: u64,
    /// The violation nearest to the goal; of several, the one with the smallest board and its first move.
    pub smallest: Option<T>,
}

/// An estimate that exceeds the distance.
#[derive(Clone, PartialEq, Debug)]
pub struct Overestimate {
    /// The board and its distance.
    pub state: State,
    /// The estimate.
    pub value: f64,
}

/// A move along which the estimate decreases by more than one.
#[derive(Clone, PartialEq, Debug)]
pub struct Inconsistency {
    /// The board before the move, and its distance.
    pub state: State,
    /// Its estimate.
    pub value: f64,
    /// The direction in which the tile moves.
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

    /// Adds a violation. They are added in the order of their boards, so only a nearer one replaces the smallest.
    fn push(&mut self, violation: T, distance: impl Fn(&T) -> u32) {
        self.count += 1;
        if self.smallest.as_ref().is_none_or(|smallest| distance(&violation) < distance(smallest)) {
            self.smallest = Some(violation);
        }
    }
}

impl Properties {
    /// Compares estimates with the true distances.
    pub fn new(states: &States, estimates: &Estimates) -> Properties {
        let mut properties = Properties {
            overestimates: Violations::none(),
            inconsistencies: Violations::none(),
            at_goal: 0.0,
            mean: 0.0,
            mean_distance: 0.0,
        };
        for state in states.iter() {
            let value = estimates.of(&state);
            properties.mean += value;
            properties.mean_distance += f64::from(state.distance);
            if state.distance == 0 {
                properties.at_goal = value;
            }
            if value > f64::from(state.distance) + TOLERANCE {
                let found = Overestimate { state: state.clone(), value };
                properties.overestimates.push(found, |violation| violation.state.distance);
            }
            for (direction, next) in state.board.neighbours() {
                let next_value = estimates.values[states.number(next.tiles())];
                if value > 1.0 + next_value + TOLERANCE {
                    let found = Inconsistency { state: state.clone(), value, direction, next, next_value };
                    properties.inconsistencies.push(found, |violation| violation.state.distance);
                }
            }
        }
        properties.mean /= states.count() as f64;
        properties.mean_distance /= states.count() as f64;
        properties
    }

    /// Returns whether no estimate exceeds the distance.
    pub fn is_admissible(&self) -> bool {
        self.overestimates.count == 0
    }

    /// Returns whether the estimate decreases by at most one along every move and is 0 at the goal.
    pub fn is_consistent(&self) -> bool {
        self.inconsistencies.count == 0 && self.at_goal <= TOLERANCE
    }
}
