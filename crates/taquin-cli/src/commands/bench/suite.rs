//! The suites of `taquin bench`: fixed boards, with their optimal lengths where known.

use super::board_list;
use crate::exit::Failure;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error, ValueEnum};
use std::ffi::{OsStr, OsString};
use taquin::control::Control;
use taquin::notation;
use taquin::scramble::Scrambler;
use taquin::tables::{PerfectKey, PerfectTable, fifteen_diameter, hardest_fifteen};
use taquin::{Board, Goal, Metric, NamedGoal, Puzzle, Size, Workers};

/// A suite by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SuiteName {
    /// Korf's 100 random 15-puzzles
    #[value(name = "korf100")]
    Korf100,
    /// The 17 hardest 15-puzzles, and six that are hard for pattern databases
    #[value(name = "hard15")]
    Hard15,
    /// 1,000 random 15-puzzles
    #[value(name = "random4x4")]
    Random4x4,
    /// Korf and Felner's 50 random 24-puzzles, read from the file korf24.txt
    #[value(name = "korf24")]
    Korf24,
    /// 50 random 24-puzzles that are proved optimal in seconds or minutes
    #[value(name = "random5x5")]
    Random5x5,
    /// 1,000 random 8-puzzles
    #[value(name = "random3x3")]
    Random3x3,
    /// All 181,440 solvable 8-puzzles, the nearest to the goal first
    #[value(name = "all3x3")]
    All3x3,
    /// Boards of every size from 2x2 to 3x4 and several goals, for any search
    #[value(name = "small")]
    Small,
}

/// An argument that stands for boards: the name of a suite, or a board or file as in other commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SuiteArg {
    /// A suite of this program.
    Named(SuiteName),
    /// Boards of the user.
    Boards(OsString),
}

/// Parses any argument, and lists the names of suites in help and completions.
#[derive(Clone)]
pub(crate) struct SuiteParser;

impl TypedValueParser for SuiteParser {
    type Value = SuiteArg;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<SuiteArg, Error> {
        let name = value.to_str().and_then(|text| SuiteName::from_str(text, true).ok());
        Ok(name.map_or_else(|| SuiteArg::Boards(value.to_owned()), SuiteArg::Named))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(SuiteName::value_variants().iter().filter_map(ValueEnum::to_possible_value)))
    }
}

/// A suite of boards.
pub(super) struct Suite {
    pub(super) name: String,
    pub(super) title: String,
    /// Whether the user gave the boards, and their lengths.
    pub(super) is_own: bool,
    pub(super) instances: Vec<Instance>,
    /// The default methods, in the syntax of `--method`.
    pub(super) methods: &'static [&'static str],
}

/// One board of a suite.
#[derive(Clone)]
pub(super) struct Instance {
    pub(super) name: String,
    pub(super) puzzle: Puzzle,
    /// The optimal solution length, if known.
    pub(super) length: Option<u32>,
}

/// Fixes the random boards.
const SEED: u64 = 1985;

const RANDOM_BOARDS: usize = 1000;

/// The rows and columns of the small boards.
const SMALL_SIZES: [(usize, usize); 8] = [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (2, 5), (5, 2), (3, 4)];

/// What is known of a suite without its boards.
pub(super) struct Description {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    /// The number of boards.
    pub(super) boards: usize,
    /// The default methods, in the syntax of `--method`.
    pub(super) methods: &'static [&'static str],
}

impl SuiteName {
    /// Returns the description of the suite, without building its boards.
    pub(super) fn description(self) -> Description {
        match self {
            SuiteName::Korf100 => Description {
                name: "korf100",
                title: "Korf's 100 random 15-puzzles",
                boards: 100,
                methods: &["5-5-5", "6-6-3", "7-8"],
            },
            SuiteName::Hard15 => Description {
                name: "hard15",
                title: "the 17 hardest 15-puzzles, and six that are hard for pattern databases",
                boards: 23,
                methods: &["7-8+8-7@2"],
            },
            SuiteName::Random4x4 => Description {
                name: "random4x4",
                title: "1,000 random 15-puzzles",
                boards: RANDOM_BOARDS,
                methods: &["5-5-5", "6-6-3", "7-8"],
            },
            SuiteName::Korf24 => Description {
                name: "korf24",
                title: "Korf and Felner's 50 random 24-puzzles, from the file korf24.txt",
                boards: 50,
                methods: &["auto"],
            },
            SuiteName::Random5x5 => Description {
                name: "random5x5",
                title: "50 random 24-puzzles that are proved optimal in seconds or minutes",
                boards: 50,
                methods: &["auto"],
            },
            SuiteName::All3x3 => Description {
                name: "all3x3",
                title: "all solvable 8-puzzles",
                boards: 181_440,
                methods: &["idastar:manhattan"],
            },
            SuiteName::Random3x3 => Description {
                name: "random3x3",
                title: "1,000 random 8-puzzles",
                boards: RANDOM_BOARDS,
                methods: &[
                    "table",
                    "auto",
                    "astar:manhattan",
                    "astar:linear-conflict",
                    "idastar:linear-conflict",
                ],
            },
            SuiteName::Small => Description {
                name: "small",
                title: "boards from 2x2 to 3x4, several goals",
                boards: SMALL_SIZES.len() * NamedGoal::ALL.len(),
                methods: &[
                    "astar:manhattan",
                    "astar:hamming",
                    "astar:linear-conflict",
                    "astar:walking-distance",
                    "idastar:manhattan",
                    "idastar:linear-conflict",
                    "idastar:linear-conflict+walking-distance",
                    "bfs",
                    "bidirectional",
                    "iddfs",
                    "lockstep:manhattan",
                    "wastar:manhattan",
                    "greedy:manhattan",
                    "auto",
                ],
            },
        }
    }

    fn instances(self) -> Result<Vec<Instance>, Failure> {
        Ok(match self {
            SuiteName::Korf24 => board_list::korf24()?.instances,
            SuiteName::Korf100 => korf(),
            SuiteName::Hard15 => hardest().chain(six()).collect(),
            SuiteName::Random4x4 => random(size(4, 4), RANDOM_BOARDS).collect(),
            SuiteName::Random5x5 => easy_24().collect(),
            SuiteName::All3x3 => all_eight(),
            SuiteName::Random3x3 => random(size(3, 3), RANDOM_BOARDS).collect(),
            SuiteName::Small => small(),
        })
    }
}

impl Suite {
    /// Returns a suite.
    ///
    /// # Errors
    /// If its boards are read from a file of the user, and cannot be.
    pub(super) fn new(suite: SuiteName) -> Result<Suite, Failure> {
        let Description { name, title, methods, .. } = suite.description();
        let instances = suite.instances()?;
        // The lengths of korf24 are in the user's file, too.
        let is_own = suite == SuiteName::Korf24;
        Ok(Suite { name: name.to_owned(), title: title.to_owned(), is_own, instances, methods })
    }

    /// Returns the suite with some of its boards.
    pub(super) fn selected(&self, wanted: impl Fn(&Instance) -> bool) -> Suite {
        let Suite { name, title, is_own, instances, methods } = self;
        let instances = instances.iter().filter(|instance| wanted(instance)).cloned().collect();
        Suite { name: name.clone(), title: title.clone(), is_own: *is_own, instances, methods }
    }
}

/// Reads the embedded data; the tests check that it is well-formed.
fn korf() -> Vec<Instance> {
    let boards = listed(include_str!("../../../data/korf100.txt"));
    boards.map(|(id, length, start)| known(id, length, start, NamedGoal::BlankFirst)).collect()
}

fn six() -> impl Iterator<Item = Instance> {
    let boards = listed(include_str!("../../../data/hard6.txt"));
    boards.map(|(id, length, start)| known(format!("six-{id}"), length, start, NamedGoal::Rows))
}

fn hardest() -> impl Iterator<Item = Instance> {
    let goal = NamedGoal::Rows.of(size(4, 4));
    let boards = hardest_fifteen(&goal, Metric::Single).unwrap_or_default();
    let length = fifteen_diameter(Metric::Single);
    (1..).zip(boards).map(move |(n, start)| known(format!("hardest-{n}"), length, start, NamedGoal::Rows))
}

fn easy_24() -> impl Iterator<Item = Instance> {
    let boards = listed(include_str!("../../../data/random5x5.txt"));
    boards.map(|(id, length, start)| known(id, length, start, NamedGoal::Rows))
}

fn known(name: impl Into<String>, length: u32, start: Board, goal: NamedGoal) -> Instance {
    let goal = goal.of(start.size());
    Instance { name: name.into(), puzzle: puzzle(start, goal), length: Some(length) }
}

fn puzzle(start: Board, goal: Goal) -> Puzzle {
    Puzzle::new(start, goal).expect("a goal of the same size")
}

/// Reads the boards of embedded data with their names and lengths.
fn listed(text: &str) -> impl Iterator<Item = (String, u32, Board)> {
    let records = notation::read_all(text).expect("the tests read all boards");
    records.into_iter().map(|record| {
        let (Some(id), Some(length)) = (record.id, record.length) else {
            panic!("the tests read all columns")
        };
        (id, length, record.board)
    })
}

/// Returns all solvable 8-puzzles with their distances, the nearest to the goal first.
fn all_eight() -> Vec<Instance> {
    let goal = NamedGoal::Rows.of(size(3, 3));
    let key = PerfectKey::of(&goal, Metric::Single).expect("3x3 has a table");
    let table = PerfectTable::build(key, Workers::ONE, &Control::new()).expect("nothing stops it");
    let distances = table.for_goal(&goal).expect("a table of this goal");
    let boards = (0..).map_while(|rank| Board::from_rank(goal.size(), rank));
    let mut boards: Vec<(u32, Board)> =
        boards.filter_map(|board| Some((distances.distance(&board)?, board))).collect();
    // A stable sort: boards at the same distance stay in lexicographic order.
    boards.sort_by_key(|&(distance, _)| distance);
    let instance = |(number, (distance, board)): (usize, (u32, Board))| Instance {
        name: number.to_string(),
        puzzle: puzzle(board, goal.clone()),
        length: Some(distance),
    };
    (1..).zip(boards).map(instance).collect()
}

fn random(size: Size, count: usize) -> impl Iterator<Item = Instance> {
    let mut scrambler = Scrambler::seeded(SEED);
    let goal = NamedGoal::Rows.of(size);
    (1..=count).map(move |n| {
        let start = scrambler.solvable(&goal);
        Instance { name: n.to_string(), puzzle: puzzle(start, goal.clone()), length: None }
    })
}

/// Length of the random walks for sizes that are too large for uninformed search on random boards.
const WALK: u64 = 24;

fn small() -> Vec<Instance> {
    let mut scrambler = Scrambler::seeded(SEED);
    let mut instances = Vec::new();
    for (rows, cols) in SMALL_SIZES {
        let size = size(rows, cols);
        for &named in NamedGoal::ALL {
            let goal = named.of(size);
            let is_walk = size.cells() > 9;
            let start = if is_walk { scrambler.walk(&goal, WALK) } else { scrambler.solvable(&goal) };
            let name = format!("{size}-{named}");
            instances.push(Instance { name, puzzle: puzzle(start, goal), length: None });
        }
    }
    instances
}

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("a small size")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::bench::MethodSpec;
    use std::collections::HashSet;

    #[test]
    fn every_suite_can_be_solved_by_its_methods() {
        // The boards of korf24 are in a file of the user.
        let names = SuiteName::value_variants().iter().filter(|&&name| name != SuiteName::Korf24);
        for (&name, boards) in names.zip([100, 23, 1000, 50, 1000, 181_440, 24]) {
            let suite = Suite::new(name).unwrap();
            assert_eq!(
                (suite.instances.len(), name.description().boards),
                (boards, boards),
                "{}",
                suite.name
            );
            assert_eq!(
                name.to_possible_value().map(|value| value.get_name().to_owned()),
                Some(suite.name.clone())
            );
            let names: HashSet<&str> =
                suite.instances.iter().map(|instance| instance.name.as_str()).collect();
            assert_eq!(names.len(), boards, "every board has a name of its own");
            for instance in &suite.instances {
                assert!(instance.puzzle.is_solvable(), "{}", instance.name);
            }
            for &method in suite.methods {
                let read = MethodSpec::read(method).expect(method);
                assert_eq!(read.to_string(), method, "written as it is printed");
            }
        }
    }
}
