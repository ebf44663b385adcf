//! Random boards by difficulty.

use super::{AtDepthError, Solver};
use crate::board::Board;
use crate::control::Control;
use crate::goal::Goal;
use crate::metric::Metric;
use crate::names::named_enum;
use crate::scramble::Scrambler;
use crate::size::Size;
use crate::tables::{PerfectKey, TableId, known_counts};
use std::ops::RangeInclusive;

named_enum! {
    /// The difficulty of a random board.
    #[derive(Default)]
    pub enum Difficulty as "a difficulty" {
        /// Few moves.
        Easy = "easy",
        /// More moves.
        Medium = "medium",
        /// As many moves as most boards need.
        Hard = "hard",
        /// All boards are equally likely.
        #[default]
        Any = "any",
    }
}

impl Difficulty {
    /// Returns the range of distances from the goal, where distances are known.
    pub fn depths(self, goal: &Goal) -> Option<RangeInclusive<u32>> {
        let size = goal.size();
        let fifteen = match self {
            Difficulty::Easy => Some(10..=20),
            Difficulty::Medium => Some(26..=38),
            Difficulty::Hard | Difficulty::Any => None,
        };
        if let Some(depths) = fifteen.filter(|_| is_fifteen(size)) {
            return Some(depths);
        }
        // The diameter for another blank cell is nearly the same.
        let rows = PerfectKey::of(&Goal::rows(size), Metric::Single)?;
        let diameter = known_counts(&TableId::Perfect(rows))?.len() as u32 - 1;
        match self {
            Difficulty::Easy => Some(diameter / 6..=diameter / 3),
            Difficulty::Medium => Some(diameter / 3 + 1..=diameter * 3 / 5),
            Difficulty::Hard => Some(diameter * 3 / 5 + 1..=diameter * 9 / 10),
            Difficulty::Any => None,
        }
    }
}

fn is_fifteen(size: Size) -> bool {
    size.rows() == 4 && size.cols() == 4
}

impl Solver {
    /// Draws a board of a difficulty, and returns its distance from the goal if the difficulty determines one.
    ///
    /// ```
    /// use taquin::control::Control;
    /// use taquin::scramble::Scrambler;
    /// use taquin::solver::{Difficulty, Solver};
    /// use taquin::{Goal, Size};
    /// let goal = Goal::rows(Size::square(3)?);
    /// let mut scrambler = Scrambler::seeded(1);
    /// let (_, depth) =
    ///     Solver::new().scramble(&mut scrambler, &goal, Difficulty::Easy, &Control::new()).unwrap();
    /// assert!((5..=10).contains(&depth.unwrap()));
    /// # Ok::<(), taquin::SizeError>(())
    /// ```
    ///
    /// # Errors
    /// If the control stops it.
    pub fn scramble(
        &self,
        scrambler: &mut Scrambler,
        goal: &Goal,
        difficulty: Difficulty,
        control: &Control,
    ) -> Result<(Board, Option<u32>), AtDepthError> {
        if let Some(depths) = difficulty.depths(goal) {
            let depth = scrambler.one_of(depths);
            return Ok((self.board_at(scrambler, goal, depth, control)?, Some(depth)));
        }
        let cells = goal.size().cells() as u64;
        let board = match difficulty {
            Difficulty::Easy => scrambler.walk(goal, 2 * cells),
            Difficulty::Medium => scrambler.walk(goal, 8 * cells),
            Difficulty::Hard | Difficulty::Any => scrambler.solvable(goal),
        };
        Ok((board, None))
    }
}

impl Scrambler {
    /// Draws a board whose optimal solution to the goal `1 2 … 0` has a length in a range.
    ///
    /// ```
    /// use taquin::Size;
    /// use taquin::scramble::Scrambler;
    /// let board = Scrambler::seeded(7).at_depth(10..=20, Size::square(4)?)?;
    /// assert!((10..=20).contains(&taquin::solve(&board.into())?.len()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no board of the size is at such a distance.
    pub fn at_depth(&mut self, depths: RangeInclusive<u32>, size: Size) -> Result<Board, AtDepthError> {
        Solver::new().board_within(self, &Goal::rows(size), depths, &Control::new())
    }
}
