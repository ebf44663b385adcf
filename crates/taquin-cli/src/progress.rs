//! Watching a search: a line on the terminal, and Ctrl-C.

use crate::quantity::{grouped, readable_bytes};
use crate::terminal;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use taquin::Metric;
use taquin::search::{Improvement, Observer, Progress};
use taquin::solver::{Gap, ImprovementReport};

/// Set by Ctrl-C; the search sees it at its next poll.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A search that is done sooner needs no line.
const QUIET: Duration = Duration::from_millis(500);
const BETWEEN_LINES: Duration = Duration::from_millis(100);

/// The columns of a bar.
const BAR: usize = 20;

/// The columns of a terminal that does not tell.
const COLUMNS: usize = 80;

/// From now on the first Ctrl-C stops the search in good order, and the second ends the program at once.
///
/// Called right before searching, not earlier: while input is read, Ctrl-C should simply end the program.
pub(crate) fn catch_interrupts() {
    // If there is no such handler to be had, Ctrl-C ends the program at once, which is no harm.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::SeqCst) {
            process::exit(130);
        }
    });
}

/// Was Ctrl-C pressed?
pub(crate) fn was_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// Stops a search on Ctrl-C, and shows nothing.
pub(crate) struct StopOnInterrupt;

impl Observer for StopOnInterrupt {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        if was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A line on the terminal that is drawn over again and again, and goes when it is dropped.
pub(crate) struct StatusLine {
    started: Instant,
    drawn: Option<Instant>,
    /// The characters on the line now; `None` if no line is wanted.
    width: Option<usize>,
}

impl StatusLine {
    /// Draws only on a terminal.
    pub(crate) fn new() -> StatusLine {
        StatusLine { started: Instant::now(), drawn: None, width: io::stderr().is_terminal().then_some(0) }
    }

    /// On a terminal that shows improvements as they come, a line would be in their way.
    pub(crate) fn beside_answers() -> StatusLine {
        let mut line = StatusLine::new();
        line.width = line.width.filter(|_| !io::stdout().is_terminal());
        line
    }

    /// Tells how far a table is, of which so many states are done.
    pub(crate) fn table(&mut self, name: &str, done: u64, total: u64) -> ControlFlow<()> {
        if was_interrupted() {
            return ControlFlow::Break(());
        }
        if let Some(seconds) = self.due() {
            let part = (done as f64 / total.max(1) as f64).min(1.0);
            let filled = (part * BAR as f64) as usize;
            self.draw(&[
                format!("[{:<BAR$}]", "#".repeat(filled)),
                format!("{:.0} %", part * 100.0),
                format!("{seconds:.1} s"),
                name.to_owned(),
            ]);
        }
        ControlFlow::Continue(())
    }

    /// Tells that another process is building a table.
    pub(crate) fn waiting(&mut self) -> ControlFlow<()> {
        if was_interrupted() {
            return ControlFlow::Break(());
        }
        if let Some(seconds) = self.due() {
            self.draw(&[
                format!("{seconds:.1} s"),
                "waiting for another process to build the table".to_owned(),
            ]);
        }
        ControlFlow::Continue(())
    }

    /// The seconds since the start, if it is time to draw again.
    pub(crate) fn due(&mut self) -> Option<f64> {
        let due = self.drawn.map_or(self.started + QUIET, |drawn| drawn + BETWEEN_LINES);
        let now = Instant::now();
        (self.width.is_some() && now >= due).then(|| {
            self.drawn = Some(now);
            (now - self.started).as_secs_f64()
        })
    }

    /// Shows as many of the parts as fit.
    pub(crate) fn draw(&mut self, parts: &[String]) {
        let Some(width) = &mut self.width else { return };
        // Asked for each time, for a window can change. The last column stays free: what fills it wraps on some
        // terminals, and a line that wraps cannot be drawn over.
        let room = terminal::stderr_columns().unwrap_or(COLUMNS).saturating_sub(1);
        let text = fitting(parts, room);
        let now = text.chars().count();
        // Spaces instead of control sequences: they work on every terminal.
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r{text}{:1$}\r", "", (*width).min(room).saturating_sub(now));
        let _ = stderr.flush();
        *width = now;
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        if self.width.is_some_and(|width| width > 0) {
            self.draw(&[]);
        }
    }
}

/// Shows how a search goes on, and stops it on Ctrl-C.
pub(crate) struct SearchProgress<'a> {
    line: StatusLine,
    metric: Metric,
    /// The length of the best answer so far.
    best: Option<usize>,
    /// Where every better answer is reported, and whether that failed.
    improvements: Option<&'a mut dyn Write>,
    reported: io::Result<()>,
}

impl<'a> SearchProgress<'a> {
    /// Draws only on a terminal.
    pub(crate) fn new() -> SearchProgress<'a> {
        SearchProgress::counting(Metric::Single)
    }

    /// For solutions that are counted in a metric.
    pub(crate) fn counting(metric: Metric) -> SearchProgress<'a> {
        SearchProgress { line: StatusLine::new(), metric, best: None, improvements: None, reported: Ok(()) }
    }

    /// For a search whose improvements come one by one.
    pub(crate) fn beside_answers() -> SearchProgress<'a> {
        SearchProgress { line: StatusLine::beside_answers(), ..SearchProgress::new() }
    }

    /// Also writes an object for every better answer.
    pub(crate) fn reporting_to(out: &'a mut dyn Write, metric: Metric) -> SearchProgress<'a> {
        SearchProgress {
            line: StatusLine::beside_answers(),
            improvements: Some(out),
            ..SearchProgress::counting(metric)
        }
    }

    /// # Errors
    /// If an answer could not be written.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.reported
    }

    /// Tells how far an enumeration of all boards of a size is, given how many were found at each depth.
    pub(crate) fn layer(&mut self, counts: &[u64], total: Option<u64>) -> ControlFlow<()> {
        if was_interrupted() {
            return ControlFlow::Break(());
        }
        if let Some(seconds) = self.line.due() {
            let found = grouped(counts.iter().sum());
            let of_all = total.map_or_else(String::new, |total| format!(" of {}", grouped(total)));
            self.line.draw(&[
                format!("{seconds:.1} s"),
                format!("depth {}", counts.len() - 1),
                format!("{found}{of_all} boards"),
            ]);
        }
        ControlFlow::Continue(())
    }
}

/// As many of the first parts as have room on one line: half a number would be a wrong one.
pub(crate) fn fitting(parts: &[String], room: usize) -> String {
    let mut line = String::new();
    let mut used = 0;
    for part in parts {
        let gap = if line.is_empty() { "" } else { "  " };
        used += gap.len() + part.chars().count();
        if used > room {
            break;
        }
        line.push_str(gap);
        line.push_str(part);
    }
    line
}

impl Observer for SearchProgress<'_> {
    fn progress(&mut self, progress: &Progress) -> ControlFlow<()> {
        let bound = progress.lower_bound;
        if was_interrupted() || self.reported.is_err() {
            return ControlFlow::Break(());
        }
        if let Some(seconds) = self.line.due() {
            let stats = &progress.stats;
            let mut parts = vec![format!("{seconds:.1} s")];
            match self.best {
                None => parts.push(format!("at least {}", self.metric.counted(bound.into()))),
                Some(best) => parts.extend([
                    self.metric.counted(best as u64),
                    format!("at least {bound}"),
                    format!("gap {:.1} %", Gap::of(best, bound) * 100.0),
                ]),
            }
            parts.push(format!("{} expanded", grouped(stats.expanded)));
            parts.push(format!("{} kept", readable_bytes(stats.bytes)));
            self.line.draw(&parts);
        }
        ControlFlow::Continue(())
    }

    fn improved(&mut self, improvement: &Improvement) {
        self.best = Some(improvement.length);
        if let (Some(out), Ok(())) = (&mut self.improvements, &self.reported) {
            let report = ImprovementReport::new(self.metric, improvement);
            self.reported = serde_json::to_writer(&mut *out, &report)
                .map_err(io::Error::from)
                .and_then(|()| writeln!(out))
                .and_then(|()| out.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn a_line_never_wraps() {
        let parts = ["1.5 s", "12,345 expanded", "1.0 MiB kept"].map(str::to_owned);
        let whole = "1.5 s  12,345 expanded  1.0 MiB kept";
        assert_eq!(fitting(&parts, 80), whole);
        assert_eq!(fitting(&parts, whole.len()), whole);
        assert_eq!(fitting(&parts, whole.len() - 1), "1.5 s  12,345 expanded");
        assert_eq!(fitting(&parts, 10), "1.5 s");
        assert_eq!(fitting(&parts, 0), "");
        assert_eq!(fitting(&[], 80), "");
    }
}
