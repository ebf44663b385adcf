//! A trace as a table with a row for every expanded node.

use super::{Expansion, Step, Trace};
use std::ops::RangeInclusive;
use taquin::search::ChildStatus;

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
    /// The goal was selected from the open list, or reached by a depth-first search, and ended the search.
    Goal {
        /// The number of the step, counted from 1.
        number: usize,
        /// The index of the node.
        node: usize,
    },
}

impl Trace {
    /// Returns the number of steps: expansions, and the selection of the goal if that is one.
    pub fn step_count(&self) -> usize {
        self.expansions().count() + usize::from(self.selected_goal().is_some())
    }

    /// Returns the goal if the search found it by selecting it. A search that tests boards when it generates them finds it
    /// among the children of its last expansion.
    fn selected_goal(&self) -> Option<usize> {
        let is_selected =
            |goal: &usize| self.nodes[*goal].origin.is_none_or(|origin| origin.status != ChildStatus::Goal);
        self.goal().filter(is_selected)
    }

    /// Returns the rows of a range of steps, one after the other. An iteration belongs to the step after it.
    pub fn rows(&self, steps: RangeInclusive<usize>) -> impl Iterator<Item = Row> + '_ {
        let mut number = 0;
        let goal = self.selected_goal();
        let row = move |step: &Step| {
            if number >= *steps.end() {
                return None;
            }
            let row = match step {
                Step::Iteration { bound } => Row::Bound(*bound),
                Step::Expand(expansion) => {
                    number += 1;
                    return Some(
                        steps.contains(&number).then_some(Row::Expanded { number, expansion: *expansion }),
                    );
                }
                Step::Goal { node } if goal == Some(*node) => Row::Goal { number: number + 1, node: *node },
                Step::Goal { .. } | Step::Child { .. } | Step::Backtrack => return Some(None),
            };
            Some(steps.contains(&(number + 1)).then_some(row))
        };
        self.steps.iter().map_while(row).flatten()
    }
}
