//! Which engine tries next to make an answer shorter, and how hard.

use crate::large::Windows;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{Limits, Observer, Stats, StopReason};
use crate::task::Task;

/// What came of one attempt.
pub(super) struct Step {
    /// An answer that may be better than the one before.
    pub(super) moves: Option<Moves>,
    pub(super) stats: Stats,
    /// Why it is not what it could be.
    pub(super) stopped: Option<StopReason>,
}

/// Something that makes answers shorter.
enum Engine {
    /// Looks at every stretch of the answer.
    Windows(Windows),
}

/// Tries one engine after the other, harder each time.
pub(super) struct Improver<'a> {
    task: &'a Task,
    effort: u32,
}

/// Beyond this effort nothing more is to be expected.
const MOST_EFFORT: u32 = 14;

/// An attempt that gains more than one move in so many is repeated as it is.
const WORTHWHILE: usize = 200;

impl<'a> Improver<'a> {
    pub(super) fn new(task: &'a Task) -> Improver<'a> {
        Improver { task, effort: 0 }
    }

    /// Tries the next engine; `None` if there is nothing left to try.
    pub(super) fn step(
        &mut self,
        best: &Moves,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Option<Step> {
        let step = match self.engine()? {
            Engine::Windows(windows) => {
                let shortened = windows.shorten(self.task.start(), best, limits, observer);
                let (stats, stopped) = (shortened.stats, shortened.stopped);
                Step { moves: Some(shortened.moves), stats, stopped }
            }
        };
        let [before, after] =
            [best, step.moves.as_ref().unwrap_or(best)].map(|moves| moves.len(Metric::Single));
        if before.saturating_sub(after) <= before / WORTHWHILE {
            self.effort += 1;
        }
        Some(step)
    }

    fn engine(&self) -> Option<Engine> {
        let effort = self.effort;
        (effort <= MOST_EFFORT).then(|| {
            Engine::Windows(Windows { length: 12 + 6 * effort as usize, nodes: 200 << effort.min(12) })
        })
    }
}
