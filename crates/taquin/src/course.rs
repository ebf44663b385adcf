//! Courses whose assignment is a sliding-tile puzzle: the defaults of each.
//!
//! A course is one constant here and one row in the table of [`Course`]. Front ends use its values as defaults, so that a
//! student need not know which goal, policies and letters the handout means.
//!
//! ```
//! use taquin::solver::{MethodOptions, Solver};
//! use taquin::{Course, Puzzle};
//! let course = Course::Wisconsin;
//! let start = taquin::notation::read("[4,3,8,5,1,6,7,2,0]")?;
//! let goal = course.goal().of(start.size());
//! let options = MethodOptions::default().with_defaults(&course.method());
//! let solver = Solver::builder().options(options).build()?;
//! let outcome = solver.solve(&Puzzle::new(start, goal)?)?;
//! assert_eq!(outcome.stats.max_queue, 352_775);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::goal::NamedGoal;
use crate::names::named_enum;
use crate::notation::{Dialect, Mover, Notation};
use crate::solver::{MethodOption, MethodOptions};

named_enum! {
    /// A course with an assignment about sliding-tile puzzles.
    pub enum Course as "a course" with Row {
        /// COS 226 at Princeton University.
        Princeton = "princeton": "8 Puzzle in Java, COS 226 at Princeton University" => PRINCETON,
        /// Algorithms, Part I, of Princeton University on Coursera.
        Coursera = "coursera": "Slider Puzzle of Algorithms, Part I, on Coursera" => COURSERA,
        /// The University of Wisconsin–Madison.
        Wisconsin = "wisconsin": "A* in Python, University of Wisconsin–Madison" => WISCONSIN,
        /// The University of Maryland.
        Maryland = "maryland": "Puzzle Solver in Prolog, University of Maryland" => MARYLAND,
        /// Prolog on lists of coordinates.
        Coordinates = "coordinates": "Eight Puzzle in Prolog, on lists of coordinates" => COORDINATES,
        /// Columbia University on edX.
        Columbia = "columbia": "driver.py of Artificial Intelligence, Columbia University on edX" => COLUMBIA,
        /// The school 42.
        FortyTwo = "42": "n-puzzle of the school 42" => FORTY_TWO,
        /// SISE at the Technical University of Łódź.
        Sise = "sise": "Fifteen Puzzle of SISE, Technical University of Łódź" => SISE,
    }
}

/// Defaults of a course.
struct Row {
    /// Where its assignment is described.
    source: &'static str,
    goal: NamedGoal,
    notation: Notation,
    dialect: Dialect,
    /// What letters describe.
    mover: Mover,
    /// The search of the assignment; what it leaves open is left to the planner.
    method: &'static [(MethodOption, &'static str)],
    /// A board of the assignment, as it writes it.
    example: &'static str,
}

use MethodOption::{Algorithm, Duplicates, GoalTest, Heuristic, Order, Ties};

const PRINCETON: Row = Row {
    source: "https://www.cs.princeton.edu/courses/archive/fall12/cos226/assignments/8puzzle.html",
    goal: NamedGoal::Rows,
    notation: Notation::Princeton,
    dialect: Dialect::Princeton,
    mover: Mover::Tile,
    method: &[(Algorithm, "astar"), (Heuristic, "manhattan"), (Duplicates, "parent")],
    example: "3  0 1 3  4 2 5  7 8 6",
};

const COURSERA: Row = Row {
    source: "https://github.com/christine-jones/dsa-excercises",
    method: &[(Algorithm, "lockstep"), (Heuristic, "manhattan"), (Duplicates, "parent")],
    ..PRINCETON
};

const WISCONSIN: Row = Row {
    source: "homework 9, funny_puzzle.py",
    goal: NamedGoal::Rows,
    notation: Notation::List,
    dialect: Dialect::Python,
    mover: Mover::Tile,
    method: &[(Algorithm, "astar"), (Heuristic, "manhattan"), (Duplicates, "keep"), (Ties, "state")],
    example: "[4,3,8,5,1,6,7,2,0]",
};

const MARYLAND: Row = Row {
    source: "extra credit, Puzzle Solver",
    goal: NamedGoal::Rows,
    notation: Notation::List,
    dialect: Dialect::Prolog,
    mover: Mover::Tile,
    method: &[(Algorithm, "astar"), (Heuristic, "manhattan"), (Duplicates, "closed")],
    example: "[0,1,3,4,2,5,7,8,6]",
};

/// Its program searches depth first. Its own lengths of solutions are the optimal ones, so the planner may choose.
const COORDINATES: Row = Row {
    source: "an exercise in Prolog, Representing and Solving the 8-Puzzle",
    goal: NamedGoal::Spiral,
    notation: Notation::Coordinates,
    dialect: Dialect::Coordinates,
    mover: Mover::Tile,
    method: &[],
    example: "[(2,2), (1,1), (3,2), (2,1), (3,1), (3,3), (2,3), (1,3), (1,2)]",
};

/// The board usually comes with a method, whose policies are the same.
const COLUMBIA: Row = Row {
    source: "ColumbiaX CSMM.101x on edX",
    goal: NamedGoal::BlankFirst,
    notation: Notation::Comma,
    dialect: Dialect::Columbia,
    mover: Mover::Blank,
    method: &[(Algorithm, "astar"), (Heuristic, "manhattan"), (Order, "blank:UDLR"), (GoalTest, "selected")],
    example: "bfs 1,2,5,3,4,0,6,7,8",
};

const FORTY_TWO: Row = Row {
    source: "https://github.com/jongdetim/npuzzle",
    goal: NamedGoal::Spiral,
    notation: Notation::FortyTwo,
    dialect: Dialect::FortyTwo,
    mover: Mover::Tile,
    method: &[(Algorithm, "astar"), (Heuristic, "manhattan")],
    example: "1 2 3/8 4 0/7 6 5",
};

const SISE: Row = Row {
    source: "https://github.com/madrian98/15_puzzle_BFS_DFS_A-star",
    goal: NamedGoal::Rows,
    notation: Notation::Sise,
    dialect: Dialect::Sise,
    mover: Mover::Blank,
    method: &[(Algorithm, "astar"), (Heuristic, "manhattan")],
    example: "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12",
};

impl Course {
    /// Returns where the assignment is described: an address, or the name of the document.
    pub const fn source(self) -> &'static str {
        self.row().source
    }

    /// Returns the goal of a board that comes without one.
    pub const fn goal(self) -> NamedGoal {
        self.row().goal
    }

    /// Returns the notation in which the course's programs read boards.
    pub const fn notation(self) -> Notation {
        self.row().notation
    }

    /// Returns the dialect in which the course's programs print solutions.
    pub const fn dialect(self) -> Dialect {
        self.row().dialect
    }

    /// Returns what letters describe.
    pub const fn mover(self) -> Mover {
        self.row().mover
    }

    /// Returns a board of the assignment, as it writes it.
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// Returns the search of the assignment by option and value. Options that are missing are left to the planner.
    pub const fn policies(self) -> &'static [(MethodOption, &'static str)] {
        self.row().method
    }

    /// Returns the search of the assignment, to complete the options of a user with
    /// [`MethodOptions::with_defaults`].
    ///
    /// # Panics
    /// Never: the tests read all rows.
    pub fn method(self) -> MethodOptions {
        let mut options = MethodOptions::default();
        for &(option, value) in self.policies() {
            options.set(option, value).expect("the tests read all rows");
        }
        options
    }
}
