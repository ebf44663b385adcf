//! A trace as a table: a row for every node that was taken up.

use super::{Expansion, Step, Trace};
use std::ops::RangeInclusive;

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// From here on nothing beyond this bound is looked at.
    Bound(u32),
    /// A node was taken up.
    Taken {
        /// The how manyth it is, from 1.
        number: usize,
        /// Who, and how many waited.
        expansion: Expansion,
    },
    /// The goal was found.
    Found {
        /// Its place.
        node: usize,
    },
}

impl Trace {
    /// The rows in a window of steps. A bound belongs to the step after it, the goal to the last one.
    pub fn rows(&self, steps: &RangeInclusive<usize>) -> Vec<Row> {
        let mut number = 0;
        let mut rows = Vec::new();
        for step in &self.steps {
            match step {
                Step::Iteration { bound } if steps.contains(&(number + 1)) => rows.push(Row::Bound(*bound)),
                Step::Expand(expansion) => {
                    number += 1;
                    if steps.contains(&number) {
                        rows.push(Row::Taken { number, expansion: *expansion });
                    }
                }
                // Nothing is taken up where the start is the goal.
                Step::Goal { node } if steps.contains(&number.max(1)) => {
                    rows.push(Row::Found { node: *node });
                }
                _ => {}
            }
        }
        rows
    }
}
