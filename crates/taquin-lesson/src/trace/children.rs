//! The children of every node.

use super::Trace;
use std::ops::Index;

/// The indices of every node's children, in the order of their generation.
///
/// They are in one list, so that a trace with a million nodes is indexed within milliseconds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Children {
    /// Where the children of each node begin in `nodes`, and where those of the last one end.
    starts: Vec<usize>,
    nodes: Vec<usize>,
}

impl Children {
    pub(super) fn new(trace: &Trace) -> Children {
        let parents = || trace.nodes.iter().map(|node| node.origin.map(|origin| origin.parent));
        // The entry after that of a node first counts its children, then says where its next child belongs, which in the
        // end is where its children end.
        let mut starts = vec![0; trace.nodes.len() + 2];
        for parent in parents().flatten() {
            starts[parent + 2] += 1;
        }
        for node in 2..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut nodes = vec![0; starts[trace.nodes.len() + 1]];
        for (child, parent) in parents().enumerate() {
            if let Some(parent) = parent {
                nodes[starts[parent + 1]] = child;
                starts[parent + 1] += 1;
            }
        }
        Children { starts, nodes }
    }
}

impl Index<usize> for Children {
    type Output = [usize];

    fn index(&self, node: usize) -> &[usize] {
        &self.nodes[self.starts[node]..self.starts[node + 1]]
    }
}
