//! The steps of a search as a tree.

use super::{Shown, too_large};
use crate::destination::Cut;
use crate::exit::Failure;
use crate::output::slashes;
use crate::signals;
use std::collections::HashSet;
use std::io;
use std::mem::ManuallyDrop;
use taquin::search::ChildStatus;
use taquin_draw::{NodeState, TreeNode};
use taquin_lesson::trace::Row;
use taquin_plot::Picture;

impl Shown<'_> {
    /// Draws the tree.
    ///
    /// # Errors
    /// If it has too many boards, or after a signal.
    pub(super) fn picture(&self) -> Result<Picture, Failure> {
        let title =
            format!("{} on {}", taquin_lesson::title(&self.recorded.method), slashes(self.puzzle.start()));
        // Freeing a large tree takes longer than a signal allows.
        let tree = ManuallyDrop::new(self.tree()?);
        signals::while_preparing(|| taquin_draw::tree(&title, &tree)).map_err(too_large)
    }

    /// Returns the boards of the steps and their children, in the order of generation.
    ///
    /// # Errors
    /// After a signal, because a part of the tree is of no use.
    pub(super) fn tree(&self) -> io::Result<Vec<TreeNode>> {
        let trace = &self.recorded.trace;
        // Building the tree takes longer than a signal allows, if it is large.
        let check = || match signals::is_late() {
            true => Err(io::Error::other(Cut { is_inside_record: false })),
            false => Ok(()),
        };
        // The step at which each board was expanded, with the f-limit if it is the first of an iteration. Arrays, because
        // freeing maps of a million nodes takes longer than a signal allows.
        let mut steps = vec![None; trace.nodes.len()];
        let mut bound = None;
        for row in self.rows() {
            check()?;
            match row {
                Row::Bound(next) => bound = Some(next),
                Row::Expanded { number, expansion } => steps[expansion.node] = Some((number, bound.take())),
                Row::Goal { number, node } => steps[node] = Some((number, None)),
            }
        }
        // Both sides of a bidirectional search have a node of the board where they meet; the solution has one of them.
        let meeting = trace.meeting().into_iter().flatten();
        let path: HashSet<usize> = trace.solution().into_iter().flatten().chain(meeting).collect();
        let goal = trace.goal();
        let mut places = vec![None; trace.nodes.len()];
        // After a signal, the process ends without freeing it.
        let mut nodes: ManuallyDrop<Vec<TreeNode>> = ManuallyDrop::default();
        for (index, node) in trace.nodes.iter().enumerate() {
            check()?;
            let parent = node.origin.and_then(|origin| places[origin.parent]);
            let step = steps[index];
            let is_child = node.origin.is_some_and(|origin| steps[origin.parent].is_some());
            let is_found = goal == Some(index);
            let is_all = is_found && node.origin.is_none();
            if step.is_none() && !is_child && !is_all {
                continue;
            }
            places[index] = Some(nodes.len());
            let fate = node.origin.map(|origin| origin.status);
            let is_kept = fate.is_none_or(ChildStatus::is_kept);
            let values = match (self.h(index), self.f(index)) {
                (Some(h), Some(f)) => format!("g {}  h {h}  f {f}", node.g),
                _ => format!("g {}", node.g),
            };
            let fate = match fate {
                _ if is_found => Some("goal"),
                // Boards in the open list need no caption.
                Some(fate) if !matches!(fate, ChildStatus::Kept | ChildStatus::Goal) => Some(fate.name()),
                _ => None,
            };
            nodes.push(TreeNode {
                parent,
                board: node.board.clone(),
                heading: step.map(heading).unwrap_or_default(),
                captions: [Some(values), fate.map(str::to_owned)].into_iter().flatten().collect(),
                state: match step {
                    Some(_) => NodeState::Expanded,
                    None if is_found => NodeState::Expanded,
                    None if is_kept => NodeState::Open,
                    None => NodeState::Pruned,
                },
                is_on_path: path.contains(&index),
            });
        }
        Ok(ManuallyDrop::into_inner(nodes))
    }
}

/// Formats the number of a step, and the limit if the step is the first of an iteration.
fn heading((number, bound): (usize, Option<u32>)) -> String {
    let within = bound.map(|bound| format!(", bound {bound}")).unwrap_or_default();
    format!("{number}{within}")
}
