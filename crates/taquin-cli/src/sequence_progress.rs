//! Watching many searches one after the other.

use crate::progress::{StatusLine, was_interrupted};
use crate::quantity::grouped;
use std::ops::ControlFlow;
use taquin::search::{Observer, Progress};
use taquin::space::Stopped;

/// A line on the terminal that says whose turn it is and how far that search is. Ctrl-C stops it.
pub(crate) struct SequenceProgress {
    line: StatusLine,
    turn: Vec<String>,
}

impl SequenceProgress {
    /// Draws only on a terminal.
    pub(crate) fn new() -> SequenceProgress {
        SequenceProgress { line: StatusLine::new(), turn: Vec::new() }
    }

    /// It is the turn of what these words say.
    ///
    /// # Errors
    /// If the user pressed Ctrl-C: searches that are done in no time never ask.
    pub(crate) fn next(&mut self, turn: Vec<String>) -> Result<(), Stopped> {
        self.turn = turn;
        self.show(None)
    }

    fn show(&mut self, nodes: Option<u64>) -> Result<(), Stopped> {
        if was_interrupted() {
            return Err(Stopped);
        }
        if let Some(seconds) = self.line.due() {
            let mut parts = vec![format!("{seconds:.1} s")];
            parts.extend_from_slice(&self.turn);
            parts.extend(nodes.map(|nodes| format!("{} expanded", grouped(nodes))));
            self.line.draw(&parts);
        }
        Ok(())
    }
}

impl Observer for SequenceProgress {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        match self.show(Some(progress.stats.expanded)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(Stopped) => ControlFlow::Break(()),
        }
    }
}
