//! Progress of a sequence of searches.

use crate::progress::StatusLine;
use crate::signals;
use taquin::control::{Event, StopReason};
use taquin::display::Grouped;

/// A status line that shows the current search of a sequence and its progress.
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
    pub(crate) fn next(&mut self, description: Vec<String>) -> Result<(), StopReason> {
        self.current = description;
        self.draw(None);
        if signals::was_interrupted() { Err(StopReason::Cancelled) } else { Ok(()) }
    }

    /// Shows an event of the current search.
    pub(crate) fn show(&mut self, event: &Event<'_>) {
        if let Event::Progress(progress) = event {
            self.draw(Some(progress.stats.expanded));
        }
    }

    fn draw(&mut self, nodes: Option<u64>) {
        if let Some(seconds) = self.line.due() {
            let mut parts = vec![format!("{seconds:.1} s")];
            parts.extend_from_slice(&self.current);
            parts.extend(nodes.map(|nodes| format!("{} expanded", Grouped(nodes))));
            self.line.draw(&parts);
        }
    }
}
