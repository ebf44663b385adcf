//! Progress of searches on the terminal, and their cancellation.

use crate::destination;
use crate::output;
use crate::signals;
use crate::terminal;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use taquin::control::{Control, Event, Improvement, Progress};
use taquin::display::{Bytes, Grouped};
use taquin::solver::ImprovementReport;
use taquin::{Gap, Metric};

/// Searches shorter than this show no status line.
const DELAY: Duration = Duration::from_millis(500);
const BETWEEN_LINES: Duration = Duration::from_millis(100);

/// Width of a progress bar.
const BAR: usize = 20;

/// Width of a terminal that does not report it.
const COLUMNS: usize = 80;

/// Returns a control that Ctrl-C cancels. Limits are those of the solver.
pub(crate) fn control<'a>() -> Control<'a> {
    Control::new().with_cancel_token(signals::token())
}

/// Returns whether to go on, for callbacks that are asked: not after Ctrl-C.
pub(crate) fn poll() -> ControlFlow<()> {
    if signals::was_interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// A status line on the terminal that is redrawn in place and erased when dropped.
pub(crate) struct StatusLine {
    started: Instant,
    drawn: Option<Instant>,
    /// Width of the line now; `None` if it is never shown.
    width: Option<usize>,
}

impl StatusLine {
    /// Creates a status line that is shown only on a terminal.
    pub(crate) fn new() -> StatusLine {
        StatusLine {
            started: Instant::now(),
            drawn: None,
            width: (io::stderr().is_terminal() && !output::is_quiet()).then_some(0),
        }
    }

    /// Creates a status line that is hidden if answers are printed to the same terminal.
    pub(crate) fn beside_answers() -> StatusLine {
        let mut line = StatusLine::new();
        line.width = line.width.filter(|_| !destination::is_terminal());
        line
    }

    /// Shows the progress of a list of things: `done` of `total`.
    pub(crate) fn bar(&mut self, name: &str, done: u64, total: u64) {
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
    }

    /// Shows that another process is building the table.
    pub(crate) fn waiting(&mut self) {
        if let Some(seconds) = self.due() {
            self.draw(&[
                format!("{seconds:.1} s"),
                "waiting for another process to build the table".to_owned(),
            ]);
        }
    }

    /// Returns the seconds since the start if the line is due to be redrawn.
    pub(crate) fn due(&mut self) -> Option<f64> {
        let due = self.drawn.map_or(self.started + DELAY, |drawn| drawn + BETWEEN_LINES);
        let now = Instant::now();
        (self.width.is_some() && now >= due).then(|| {
            self.drawn = Some(now);
            (now - self.started).as_secs_f64()
        })
    }

    /// Draws as many of the parts as fit.
    pub(crate) fn draw(&mut self, parts: &[String]) {
        let Some(width) = &mut self.width else { return };
        // Query the width every time, because windows are resized. Keep the last column free: filling it wraps the line
        // on some terminals, and a wrapped line cannot be redrawn.
        let room = terminal::stderr_columns().unwrap_or(COLUMNS).saturating_sub(1);
        let text = fitting(parts, room);
        let now = text.chars().count();
        // Overwrite with spaces, which work on every terminal, instead of control sequences.
        let mut stderr = io::stderr().lock();
        let _ = write!(stderr, "\r{text}{:1$}\r", "", (*width).min(room).saturating_sub(now));
        let _ = stderr.flush();
        *width = now;
    }

    /// Erases the line, so that another can be written.
    pub(crate) fn erase(&mut self) {
        if self.width.is_some_and(|width| width > 0) {
            self.draw(&[]);
        }
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.erase();
    }
}

/// The progress of a search on a status line.
pub(crate) struct SearchProgress {
    line: StatusLine,
    metric: Metric,
    /// The length of the best solution so far.
    best: Option<usize>,
    /// The lower bound of the iteration that is being searched, and when and with how many nodes and parts it began.
    iteration: Option<(u32, Instant, Progress)>,
    /// The last progress of the search.
    last: Progress,
    /// The partitions whose tables are being read or built: those that are ready, and all.
    tables: Option<(usize, usize)>,
    /// Whether to say what a search has chosen.
    is_verbose: bool,
    /// Where improved solutions are reported, and whether that failed.
    has_improvements: bool,
    reported: io::Result<()>,
}

impl SearchProgress {
    /// Creates a display that is shown only on a terminal.
    pub(crate) fn new() -> SearchProgress {
        SearchProgress::counting(Metric::Single)
    }

    /// Creates a display for solutions in a metric.
    pub(crate) fn counting(metric: Metric) -> SearchProgress {
        SearchProgress {
            line: StatusLine::new(),
            metric,
            best: None,
            iteration: None,
            last: Progress::default(),
            tables: None,
            is_verbose: false,
            has_improvements: false,
            reported: Ok(()),
        }
    }

    /// Creates a display for a search whose answers are printed one by one.
    pub(crate) fn beside_answers() -> SearchProgress {
        SearchProgress { line: StatusLine::beside_answers(), ..SearchProgress::new() }
    }

    /// Creates a display that also prints a JSON object for every improved solution.
    pub(crate) fn with_improvements(metric: Metric) -> SearchProgress {
        SearchProgress {
            line: StatusLine::beside_answers(),
            has_improvements: true,
            ..SearchProgress::counting(metric)
        }
    }

    /// Also says on standard error what a search has chosen.
    pub(crate) fn verbose(self, is_verbose: bool) -> SearchProgress {
        SearchProgress { is_verbose, ..self }
    }

    /// Ends the display.
    ///
    /// # Errors
    /// If an improved solution could not be written.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.reported
    }

    /// Shows an event of the search.
    pub(crate) fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Improved(improvement) => self.improved(improvement),
            Event::Waiting => self.line.waiting(),
            Event::Tables { done, all } => {
                self.tables = (done < all).then_some((*done, *all));
                self.progress(&Progress { parts: None, ..self.last });
                // The time for tables is not part of the iteration.
                self.iteration = None;
            }
            Event::Views(choice) if self.is_verbose => {
                self.line.erase();
                output::stderr_line(format_args!("chosen  {choice}"));
            }
            // Those of building a table, and what the library may add.
            _ => {}
        }
    }

    fn progress(&mut self, progress: &Progress) {
        self.last = *progress;
        if progress.parts.is_some() && self.iteration.is_none_or(|(bound, ..)| bound != progress.lower_bound)
        {
            self.iteration = Some((progress.lower_bound, Instant::now(), *progress));
        }
        let Some(seconds) = self.line.due() else { return };
        let (stats, bound) = (&progress.stats, progress.lower_bound);
        let mut parts = vec![format!("{seconds:.1} s")];
        match self.best {
            None => parts.push(format!("at least {}", self.metric.counted(bound.into()))),
            Some(best) => parts.extend([self.metric.counted(best as u64), format!("at least {bound}")]),
        }
        match self.tables {
            Some((done, all)) => parts.push(format!("tables of partition {} of {all}", done + 1)),
            None => parts.extend(self.iteration_parts(progress)),
        }
        parts.extend(self.best.map(|best| format!("gap {:.1} %", Gap::of(best, bound) * 100.0)));
        parts.push(format!("{} expanded", Grouped(stats.expanded)));
        parts.push(format!("{} used", Bytes(stats.bytes)));
        self.line.draw(&parts);
    }

    /// Returns how much of the iteration is done, its speed, and how long the rest is expected to take.
    fn iteration_parts(&self, progress: &Progress) -> Vec<String> {
        let (Some(parts), Some((_, began, first))) = (progress.parts, self.iteration) else {
            return Vec::new();
        };
        let seconds = began.elapsed().as_secs_f64();
        let nodes = progress.stats.expanded.saturating_sub(first.stats.expanded);
        let before = first.parts.map_or(0, |parts| parts.done);
        let mut shown = vec![
            format!("{:.0} % of this iteration", 100.0 * f64::from(parts.done) / f64::from(parts.all)),
            format!("{:.1} M nodes/s", nodes as f64 / seconds.max(1e-3) / 1e6),
        ];
        if parts.done > before {
            let left = seconds / f64::from(parts.done - before) * f64::from(parts.all - parts.done);
            shown.push(format!("{left:.0} s left of it"));
        }
        shown
    }

    fn improved(&mut self, improvement: &Improvement<'_>) {
        self.best = Some(improvement.solution.len());
        if self.has_improvements && self.reported.is_ok() {
            let mut out = output::stdout();
            let report = ImprovementReport::new(improvement);
            self.reported = serde_json::to_writer(&mut out, &report)
                .map_err(io::Error::from)
                .and_then(|()| writeln!(out))
                .and_then(|()| out.flush());
            if self.reported.is_err() {
                // Nobody reads the answers, so the whole command ends.
                signals::interrupt();
            }
        }
    }
}

/// Joins as many leading parts as fit on one line; a truncated number would be wrong.
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

#[cfg(test)]
mod tests {
    use super::fitting;

    #[test]
    fn a_line_never_wraps() {
        let parts = ["1.5 s", "12,345 expanded", "1.0 MiB used"].map(str::to_owned);
        let whole = "1.5 s  12,345 expanded  1.0 MiB used";
        assert_eq!(fitting(&parts, 80), whole);
        assert_eq!(fitting(&parts, whole.len()), whole);
        assert_eq!(fitting(&parts, whole.len() - 1), "1.5 s  12,345 expanded");
        assert_eq!(fitting(&parts, 10), "1.5 s");
        assert_eq!(fitting(&parts, 0), "");
        assert_eq!(fitting(&[], 80), "");
    }
}
