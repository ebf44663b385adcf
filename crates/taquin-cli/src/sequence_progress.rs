//! Progress of a sequence of searches.

use crate::progress::{StatusLine, was_interrupted};
use crate::quantity::grouped;
use std::ops::ControlFlow;
use taquin::search::{Observer, Progress};
use taquin::space::Stopped;

/// A status line that shows the current search of a sequence and its progress. Ctrl-C stops the search.
pub(crate) struct SequenceProgress {
    line: StatusLine,
    current: Vec<String>,
}

impl SequenceProgress {
    /// Creates a display that is shown only on a terminal.
    pub(crate) fn new() -> SequenceProgress {
        SequenceProgress { line: StatusLine::new(), current: Vec::new() }
    }

    /// Starts the next search, described by the given parts.
    ///
    /// # Errors
    /// If the user pressed Ctrl-C, which very short searches never poll.
    pub(crate) fn next(&mut self, description: Vec<String>) -> Result<(), Stopped> {
        self.current = description;
        self.show(None)
    }

    fn show(&mut self, nodes: Option<u64>) -> Result<(), Stopped> {
        if was_interrupted() {
            return Err(Stopped);
        }
        if let Some(seconds) = self.line.due() {
            let mut parts = vec![format!("{seconds:.1} s")];
            parts.extend_from_slice(&self.current);
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
