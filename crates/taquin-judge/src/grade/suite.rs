//! The exercises of published assignments, and how their programs are called.

use super::{Exercise, Requirement};
use taquin::notation::{self, Dialect, Notation};
use taquin::{Board, Course, NamedGoal};

/// The exercises of an assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suite {
    /// Its name.
    pub name: &'static str,
    /// A short description.
    pub title: &'static str,
    /// The dialect of its answers, if it requires one.
    pub dialect: Option<Dialect>,
    /// The notation in which its programs read a board.
    pub notation: Notation,
    /// An example of a student's command.
    pub command: &'static str,
    goal: NamedGoal,
    boards: &'static [(&'static str, &'static str, Requirement)],
}

use Requirement::{AllWithin, Any, Shortest};

impl Suite {
    /// All suites.
    pub const ALL: &'static [Suite] = &[
        Suite {
            name: "prolog",
            title: "optimal solutions in Prolog: solve(Board, Heuristic, Solution)",
            dialect: Some(Dialect::Prolog),
            notation: Notation::List,
            command: "swipl -g 'solve({board},manhattan,S),format(\"Sol = ~w.~n\",[S]),halt' student.pl",
            goal: NamedGoal::Rows,
            boards: &[
                ("home", "1 2 3/4 5 6/7 8 0", Shortest),
                ("the first example", "0 1 3/4 2 5/7 8 6", Shortest),
                ("17 moves", "1 3 4/2 5 0/7 8 6", Shortest),
                ("14 moves", "1 2 3/4 0 5/6 7 8", Shortest),
                ("31 moves", "8 6 7/2 5 4/3 0 1", Shortest),
            ],
        },
        Suite {
            name: "prolog-bounded",
            title: "all solutions within a bound in Prolog: solve_bounded(Board, Bound, Solution)",
            dialect: Some(Dialect::Prolog),
            notation: Notation::List,
            command: "swipl -g 'forall(solve_bounded({board},{bound},S),format(\"Sol = ~w.~n\",[S])),halt' student.pl",
            goal: NamedGoal::BlankFirst,
            boards: &[
                ("home", "0 1 2/3 4 5/6 7 8", AllWithin(0)),
                ("the first example", "1 2 0/3 4 5/6 7 8", AllWithin(4)),
                ("the second example", "4 3 2/1 0 5/6 7 8", AllWithin(6)),
            ],
        },
        Suite {
            name: "princeton",
            title: "Princeton's 8puzzle: java Solver FILE",
            dialect: Some(Dialect::Princeton),
            notation: Notation::Princeton,
            command: "java Solver {}",
            goal: NamedGoal::Rows,
            boards: &[
                ("puzzle00", "1 2 3/4 5 6/7 8 0", Shortest),
                ("puzzle04", "0 1 3/4 2 5/7 8 6", Shortest),
                ("the priorities", "8 1 3/4 0 2/7 6 5", Shortest),
                ("31 moves", "8 6 7/2 5 4/3 0 1", Shortest),
                ("2x2", "0 3/2 1", Shortest),
                ("4x4", "1 2 3 4/5 6 0 8/9 10 7 11/13 14 15 12", Shortest),
                ("unsolvable 3x3", "1 2 3/4 5 6/8 7 0", Shortest),
                ("unsolvable 4x4", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", Shortest),
            ],
        },
        Suite {
            name: "python",
            title: "A* in Python: solve(state) of funny_puzzle.py",
            dialect: Some(Dialect::Python),
            notation: Notation::List,
            command: "python3 -c 'import funny_puzzle; funny_puzzle.solve({board})'",
            goal: NamedGoal::Rows,
            boards: &[
                ("one move", "1 2 3/4 5 6/7 0 8", Shortest),
                ("the picture", "2 5 8/4 3 6/7 1 0", Shortest),
                ("the successors", "1 2 3/4 5 0/6 7 8", Shortest),
                ("22 moves", "4 3 8/5 1 6/7 2 0", Shortest),
                ("backwards", "8 7 6/5 4 3/2 1 0", Shortest),
            ],
        },
        Suite {
            name: "lockstep",
            title: "the slider puzzle in C++, board and twin in lockstep: ./solver FILE",
            dialect: Some(Dialect::Princeton),
            notation: Notation::Princeton,
            command: "./solver {}",
            goal: NamedGoal::Rows,
            boards: &[
                ("puzzle04", "0 1 3/4 2 5/7 8 6", Shortest),
                ("one move", "1 2 3/4 5 6/7 0 8", Shortest),
                ("2x2", "2 3/1 0", Shortest),
                ("unsolvable 2x2", "2 1/3 0", Shortest),
                ("unsolvable 3x3", "1 2 3/4 5 6/8 7 0", Shortest),
                ("its twin", "2 1 3/4 5 6/8 7 0", Shortest),
            ],
        },
        Suite {
            name: "coordinates",
            title: "Prolog on coordinates, depth first: any solution of the starting states",
            dialect: None,
            notation: Notation::Coordinates,
            command: "swipl -g 'solve({board},[],S),reverse(S,P),showPath(P),halt' student.pl",
            goal: NamedGoal::Spiral,
            boards: &[
                ("start4", "1 3 4/8 0 2/7 6 5", Any),
                ("start5", "2 8 3/1 6 4/7 0 5", Any),
                ("start6", "2 8 3/1 6 4/0 7 5", Any),
                ("start7", "2 8 3/0 6 4/1 7 5", Any),
                ("start8", "2 8 3/6 0 4/1 7 5", Any),
                ("start18", "2 1 6/4 0 8/7 5 3", Any),
            ],
        },
    ];

    /// Returns the suite of this name.
    pub fn named(name: &str) -> Option<&'static Suite> {
        Suite::ALL.iter().find(|suite| suite.name == name)
    }

    /// Returns the suite of a course, if there is one.
    pub fn of(course: Course) -> Option<&'static Suite> {
        match course {
            Course::Princeton => Suite::named("princeton"),
            Course::Coursera => Suite::named("lockstep"),
            Course::Wisconsin => Suite::named("python"),
            Course::Maryland => Suite::named("prolog"),
            Course::Coordinates => Suite::named("coordinates"),
            Course::Columbia | Course::FortyTwo | Course::Sise => None,
        }
    }

    /// Returns the exercises.
    pub fn exercises(&self) -> Vec<Exercise> {
        let read = |text: &str| -> Option<Board> { notation::read(text).ok() };
        let exercise = |&(name, text, requirement): &(&str, &str, Requirement)| {
            let start = read(text)?;
            let goal = self.goal.of(start.size());
            Some(Exercise { name: name.to_owned(), start, goal, requirement, optimum: None })
        };
        self.boards.iter().filter_map(exercise).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `exercises` skips a board that cannot be parsed, so this makes sure that there is none.
    #[test]
    fn all_boards_are_valid() {
        for suite in Suite::ALL {
            let exercises = suite.exercises();
            assert_eq!(exercises.len(), suite.boards.len(), "{}", suite.name);
            for exercise in &exercises {
                assert_eq!(
                    exercise.is_solvable(),
                    !exercise.name.starts_with("unsolvable"),
                    "{}",
                    exercise.name
                );
                assert!(notation::write(&exercise.start, suite.notation).is_ok());
            }
            assert_eq!(Suite::named(suite.name), Some(suite));
        }
    }
}
