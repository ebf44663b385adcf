//! How wide the beam of a run is at each moment: always the same, or as wide as the time until a deadline allows.
//!
//! A run that does not reach the goal in time is useless, and one that ends early could have been wider. So a run with a
//! deadline measures how long a state takes, estimates the moves that are left, and adapts its width now and then.

use crate::control::Control;
use std::time::Duration;

/// The moves of the global phase for each step that the tiles come nearer.
const MOVES_PER_STEP: f64 = 1.45;

/// The mean distance of the tiles at the end of the global phase.
const DISTANCE_LEFT: f64 = 2.0;

/// The moves of the line phase for each step that the tiles come nearer: measured between 2.9 and 3.1, from 32x32 to 127x127
/// and for beams of any width.
const LINE_MOVES_PER_STEP: f64 = 3.0;

/// How many times as long as in the global phase a state takes in the line phase.
const LINE_STATE: f64 = 2.0;

/// The least width of a beam that is behind its schedule.
const MIN_WIDTH: usize = 10;

/// At the end of the global phase, when at most this part of its moves is left, the width stays above this part of the mean:
/// a small error of the estimate would change it much, and there is little time to gain.
const END_SHARE: f64 = 0.1;
const END_WIDTH: f64 = 0.5;

/// A run is too slow if it exceeds the time until its deadline by this part.
const LATE_SHARE: f64 = 0.03;

/// The width of the first run, and of a beam whose speed is unknown; much narrower beams get lost on large boards.
pub(super) const FIRST_WIDTH: usize = 30;

/// How wide a beam may become.
#[derive(Clone, Copy, Debug)]
pub(super) enum WidthPlan {
    Fixed(usize),
    Timed {
        /// When the run should end, on the clock of the control.
        deadline: Duration,
        /// The expected width, if the speed is known from another run.
        expected: Option<usize>,
        max: usize,
    },
}

impl WidthPlan {
    /// Returns the largest width that a run may use.
    pub(super) fn max(self) -> usize {
        let (WidthPlan::Fixed(max) | WidthPlan::Timed { max, .. }) = self;
        max.max(1)
    }

    /// Returns the width that a run will probably have.
    pub(super) fn expected(self) -> usize {
        match self {
            WidthPlan::Fixed(width) => width.max(1),
            WidthPlan::Timed { expected, max, .. } => expected.unwrap_or(FIRST_WIDTH).clamp(1, max.max(1)),
        }
    }
}

/// The width of a run so far, and what determines it.
pub(super) struct Pace<'a> {
    plan: WidthPlan,
    control: &'a Control<'a>,
    width: usize,
    /// The least width of the line phase, in which narrower beams get stuck.
    min_line_width: usize,
    /// When the phase began, how many states it has expanded, and in how many layers.
    begun: Duration,
    states: f64,
    layers: f64,
    /// The expected moves of the line phase for each cell.
    line_moves: f64,
    /// When the rest of the solution is constructed because the run is too slow.
    latest: Duration,
}

impl<'a> Pace<'a> {
    pub(super) fn new(plan: WidthPlan, min_line_width: usize, control: &'a Control<'a>) -> Pace<'a> {
        let (width, begun) = (plan.expected(), control.elapsed());
        let latest = match plan {
            WidthPlan::Fixed(_) => Duration::MAX,
            WidthPlan::Timed { deadline, .. } => {
                deadline + deadline.saturating_sub(begun).mul_f64(LATE_SHARE)
            }
        };
        let line_moves = LINE_MOVES_PER_STEP * DISTANCE_LEFT;
        Pace { plan, control, width, min_line_width, begun, states: 0.0, layers: 0.0, line_moves, latest }
    }

    /// Returns the current width.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Returns the most states that a layer of the run may have.
    pub(super) fn max_width(&self) -> usize {
        self.plan.max().max(self.min_line_width)
    }

    /// Begins the line phase at a mean distance of the tiles; returns its width. Its tables must be ready: building them is
    /// not part of its speed.
    pub(super) fn begin_lines(&mut self, distance: f64) -> usize {
        self.line_moves = LINE_MOVES_PER_STEP * distance.max(1.0);
        (self.begun, self.states, self.layers) = (self.control.elapsed(), 0.0, 0.0);
        self.width = self.width.max(self.min_line_width);
        self.width
    }

    /// Counts a layer that is expanded.
    pub(super) fn count(&mut self, states: usize) {
        (self.states, self.layers) = (self.states + states as f64, self.layers + 1.0);
    }

    /// Returns whether the rest of the solution must be constructed.
    pub(super) fn is_late(&self) -> bool {
        self.control.elapsed() >= self.latest
    }

    /// Adapts the width during the global phase, given the total distance of the tiles and the cells of all lines.
    pub(super) fn adapt_globally(&mut self, distance: u64, cells: usize) -> usize {
        if let Some(states) = self.states_left() {
            let cells = cells as f64;
            let moves = MOVES_PER_STEP * (distance as f64 - DISTANCE_LEFT * cells).max(cells);
            let line_moves = LINE_STATE * self.line_moves * cells;
            let width = states / (moves + line_moves);
            // The line phase of a narrow beam is wider than its global phase.
            let least = self.min_line_width as f64;
            let width = if width < least { (states - line_moves * least) / moves } else { width };
            let is_ending = moves < END_SHARE * self.layers;
            let least = if is_ending { END_WIDTH * self.states / self.layers } else { 0.0 };
            let most = self.plan.max();
            self.width = (width.max(least) as usize).clamp(MIN_WIDTH.min(most), most);
        }
        self.width
    }

    /// Adapts the width during the line phase, given the number of cells left.
    pub(super) fn adapt_on_lines(&mut self, cells: usize) -> usize {
        if let Some(states) = self.states_left() {
            let width = states / (self.line_moves * cells.max(1) as f64);
            self.width = (width as usize).clamp(self.min_line_width, self.max_width());
        }
        self.width
    }

    /// Returns how many states can be expanded before the deadline at the speed of this phase; `None` if there is no deadline.
    fn states_left(&self) -> Option<f64> {
        let WidthPlan::Timed { deadline, .. } = self.plan else { return None };
        let now = self.control.elapsed();
        let spent = now.saturating_sub(self.begun).as_secs_f64().max(1e-6);
        Some(deadline.saturating_sub(now).as_secs_f64() / spent * self.states)
    }
}
