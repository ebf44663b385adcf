//! Boards as hard as a player likes.

use super::{AtDepthError, Workshop};
use crate::board::Board;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::names::named_enum;
use crate::scramble::Scrambler;
use crate::search::{Limits, Observer, Progress, Stats, StopReason};
use crate::size::Size;
use crate::tables::{DepthError, NoTable, PerfectKey, TableId, boards_between, known_counts};
use std::ops::RangeInclusive;

named_enum! {
    /// How hard a random board is to be.
    #[derive(Default)]
    pub enum Difficulty as "a difficulty" {
        /// A few moves.
        Easy = "easy",
        /// Some more.
        Medium = "medium",
        /// Most boards are like this.
        Hard = "hard",
        /// All boards are equally likely.
        #[default]
        Any = "any",
    }
}

impl Difficulty {
    /// How far from the goal such boards are, where distances are known.
    pub fn depths(self, goal: &Goal) -> Option<RangeInclusive<u32>> {
        let size = goal.size();
        match self {
            Difficulty::Easy if is_fifteen(size) => Some(10..=20),
            Difficulty::Medium if is_fifteen(size) => Some(26..=38),
            Difficulty::Any => None,
            _ => {
                // The largest distance from a goal whose blank lies elsewhere is nearly the same.
                let rows = PerfectKey::of(&Goal::rows(size), Metric::Single)?;
                let diameter = known_counts(&TableId::Perfect(rows))?.len() as u32 - 1;
                Some(match self {
                    Difficulty::Easy => diameter / 6..=diameter / 3,
                    Difficulty::Medium => diameter / 3 + 1..=diameter * 3 / 5,
                    Difficulty::Hard | Difficulty::Any => diameter * 3 / 5 + 1..=diameter * 9 / 10,
                })
            }
        }
    }
}

fn is_fifteen(size: Size) -> bool {
    size.rows() == 4 && size.cols() == 4
}

impl Workshop<'_> {
    /// Draws a board of a difficulty, and tells how far from the goal it is if the difficulty is a distance.
    ///
    /// ```
    /// use taquin::scramble::Scrambler;
    /// use taquin::search::{Limits, Unobserved};
    /// use taquin::solver::{Difficulty, Workshop};
    /// use taquin::{Goal, Size, space::Workers, tables::TableCache};
    /// let (tables, goal) = (TableCache::new(Workers::all()), Goal::rows(Size::square(3)?));
    /// let (mut scrambler, limits) = (Scrambler::seeded(1), Limits::none());
    /// let (_, depth) = Workshop::new(&tables)
    ///     .scramble(&mut scrambler, &goal, Difficulty::Easy, &limits, &mut Unobserved)
    ///     .unwrap();
    /// assert!((5..=10).contains(&depth.unwrap()));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If the work was stopped.
    pub fn scramble(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        difficulty: Difficulty,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(Board, Option<u32>), AtDepthError> {
        if let Some(depths) = difficulty.depths(goal) {
            let depth = scrambler.one_of(depths);
            return Ok((self.scramble_to(scrambler, goal, depth, limits, observer)?, Some(depth)));
        }
        let cells = goal.size().cells() as u64;
        let board = match difficulty {
            Difficulty::Easy => scrambler.walk(goal, 2 * cells),
            Difficulty::Medium => scrambler.walk(goal, 8 * cells),
            Difficulty::Hard | Difficulty::Any => scrambler.solvable(goal),
        };
        Ok((board, None))
    }

    /// Draws a board at an exact distance from a goal: from all of them where they can be enumerated, otherwise as
    /// [`board_at`](Workshop::board_at) does.
    ///
    /// # Errors
    /// If no board is as far away, or the work was stopped.
    pub fn scramble_to(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        depth: u32,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Board, AtDepthError> {
        let metric = Metric::Single;
        let key = PerfectKey::of(goal, metric);
        if !goal.size().is_line() && key.is_none() {
            return self.board_at(scrambler, goal, metric, depth, limits, observer);
        }
        let needed = key.map_or(0, PerfectKey::building_bytes);
        if let Some(memory) = limits.memory.filter(|&memory| needed > memory) {
            return Err(AtDepthError::Stopped(StopReason::Memory(memory)));
        }
        let workers = self.tables.workers();
        let boards = boards_between(scrambler, goal, metric, depth..=depth, 1, workers, |_| {
            observer.progress(&Progress { stats: Stats::default(), lower_bound: 0 })
        });
        match boards {
            // As many boards come as were asked for.
            Ok(mut boards) => boards.pop().ok_or(AtDepthError::Stopped(StopReason::Asked)),
            Err(DepthError::NoTable(NoTable::Stopped)) => Err(AtDepthError::Stopped(StopReason::Asked)),
            Err(error) => Err(AtDepthError::Enumeration(error)),
        }
    }
}
