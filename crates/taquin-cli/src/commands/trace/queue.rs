//! The priority queue after each step, as Python prints the list of `heapq`.

use super::{Shown, cut};
use crate::exit::Failure;
use crate::signals;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use taquin::solver::{Algorithm, MethodOption};
use taquin_lesson::trace::{OpenList, Row};

/// Returns whether a search selects nodes from one priority queue. Lockstep search has two.
pub(super) fn has_queue(algorithm: Algorithm) -> bool {
    algorithm.takes(MethodOption::Ties) && algorithm != Algorithm::Lockstep
}

/// Returns the failure of a search without a priority queue.
pub(super) fn unsupported(algorithm: Algorithm) -> Failure {
    let names: Vec<&str> =
        Algorithm::ALL.iter().filter(|&&other| has_queue(other)).map(|other| other.name()).collect();
    Failure::input(format_args!("--format queue: not supported by {algorithm}"))
        .hint(format!("use {}", names.join(", ")))
}

impl Shown<'_> {
    /// Writes for each step the node that is popped, and the queue afterwards in the order in which it would be popped if
    /// nothing were added. An entry is `(f, board, (g, h, parent))`; the parent is the number of nodes popped before it,
    /// and -1 for the start.
    pub(super) fn write_queue(&self, out: &mut dyn Write) -> io::Result<()> {
        let trace = &self.recorded.trace;
        let children = trace.children();
        // Sorting a million nodes takes a second, and freeing them longer than a signal allows.
        let mut open = ManuallyDrop::new(signals::while_preparing(|| OpenList::new(self.recorded)));
        let mut rows = self.rows().peekable();
        let mut is_first = true;
        for expansion in trace.expansions() {
            if signals::is_late() {
                return cut(out);
            }
            let node = expansion.node;
            open.expand(node, &children[node]);
            let Some(Row::Expanded { number, expansion: shown }) = rows.peek() else { break };
            if *shown != expansion {
                continue;
            }
            let gap = if std::mem::take(&mut is_first) { "" } else { "\n" };
            writeln!(out, "{gap}step {number}, popped\n{}\nqueue", self.entry(&open, node))?;
            for node in open.nodes(0) {
                writeln!(out, "{}", self.entry(&open, node))?;
            }
            rows.next();
        }
        match rows.next() {
            Some(Row::Goal { number, node }) => {
                let gap = if is_first { "" } else { "\n" };
                writeln!(out, "{gap}step {number}, popped the goal\n{}", self.entry(&open, node))
            }
            _ => Ok(()),
        }
    }

    /// Formats a node as the tuple of the assignment.
    fn entry(&self, open: &OpenList<'_>, node: usize) -> String {
        let at = &self.recorded.trace.nodes[node];
        let numbers: Vec<String> = at.board.numbers().map(|number| number.to_string()).collect();
        let parent = at.origin.and_then(|origin| open.place(origin.parent));
        let parent = parent.map_or_else(|| "-1".to_owned(), |place| place.to_string());
        let [f, h] = [self.f(node), self.h(node).map(f64::from)].map(Option::unwrap_or_default);
        format!("({f}, [{}], ({}, {h}, {parent}))", numbers.join(", "), at.g)
    }
}
