//! Progress of an enumeration that goes layer by layer.

use crate::progress::StatusLine;
use taquin::control::Event;
use taquin::display::Grouped;

/// Counts the boards at each depth and shows them on a status line.
pub(crate) struct LayerProgress {
    line: StatusLine,
    counts: Vec<u64>,
    /// The number of all boards, if known.
    total: Option<u64>,
}

impl LayerProgress {
    /// Creates a display that is shown only on a terminal.
    pub(crate) fn new(total: Option<u64>) -> LayerProgress {
        LayerProgress { line: StatusLine::new(), counts: vec![1], total }
    }

    /// Shows an event of the enumeration.
    pub(crate) fn show(&mut self, event: &Event<'_>) {
        if let Event::Layer { states, .. } = event {
            self.counts.push(*states);
        }
        if let Some(seconds) = self.line.due() {
            let found = Grouped(self.counts.iter().sum());
            let of_all = self.total.map_or_else(String::new, |total| format!(" of {}", Grouped(total)));
            self.line.draw(&[
                format!("{seconds:.1} s"),
                format!("depth {}", self.counts.len() - 1),
                format!("{found}{of_all} boards"),
            ]);
        }
    }

    /// Ends the display; returns the number of boards at each depth that was finished.
    pub(crate) fn finish(self) -> Vec<u64> {
        self.counts
    }
}
