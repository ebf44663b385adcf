//! A trace as a table with a row for every expanded node.

use super::{Expansion, Step, Trace};
use std::ops::RangeInclusive;

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// An iteration with this f-limit or depth limit starts.
    Bound(u32),
    /// A node was expanded.
    Expanded {
        /// The number of the expansion, counted from 1.
        number: usize,
        /// The node and the sizes of the lists.
        expansion: Expansion,
    },
    /// The goal was found.
    Goal {
        /// The index of the node.
        node: usize,
    },
}

impl Trace {
    /// Returns the rows of a range of expansions. An iteration belongs to the expansion after it, the goal to the last one.
    pub fn rows(&self, steps: &RangeInclusive<usize>) -> Vec<Row> {
        let mut number = 0;
        let mut rows = Vec::new();
        for step in &self.steps {
            match step {
                Step::Iteration { bound } => {
                    if steps.contains(&(number + 1)) {
                        rows.push(Row::Bound(*bound));
                    }
                }
                Step::Expand(expansion) => {
                    number += 1;
                    if steps.contains(&number) {
                        rows.push(Row::Expanded { number, expansion: *expansion });
                    }
                }
                Step::Goal { node } => {
                    // If the start is the goal, no node is expanded.
                    if steps.contains(&number.max(1)) {
                        rows.push(Row::Goal { node: *node });
                    }
                }
                Step::Child { .. } | Step::Backtrack => {}
            }
        }
        rows
    }
}
