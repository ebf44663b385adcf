//! The JSON objects of the program, the page and the Python package, one per line.
//!
//! The schema is published as `schema/taquin.schema.json`.

use super::{Algorithm, Method, Outcome, Shortest};
use crate::board::Board;
use crate::control::{Improvement, StopReason};
use crate::gap::Gap;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::notation::{Mover, letters};
use crate::puzzle::Puzzle;
use crate::stats::Stats;
use crate::tile::Tile;
use serde::{Deserialize, Serialize};

/// The result of solving one board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Always `solution`.
    #[serde(default)]
    pub kind: ReportKind,
    /// The version of this format.
    pub version: u32,
    /// The line of the input, from 1, if boards were given line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The name of the board in the input, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Rows and columns.
    pub size: [usize; 2],
    /// The start's tiles in row-major order.
    pub start: Vec<u16>,
    /// The goal's tiles in row-major order.
    pub goal: Vec<u16>,
    /// How the search ended.
    pub status: Status,
    /// What `length` and `lower_bound` count: tile moves, or pushes of several tiles at once.
    #[serde(default)]
    pub metric: Metric,
    /// The length in the metric, if the board was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The optimal solution length that the input gives, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_length: Option<u32>,
    /// A lower bound on the length in the metric; absent for an unsolvable board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// How far the length is above the lower bound, as a fraction of the bound; 0 if the solution is proved optimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The number of optimal solutions, if they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimal_solutions: Option<u64>,
    /// The moves, if the board was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesReport>,
    /// What is proved about the length, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// The method that was run last.
    pub method: MethodReport,
    /// The statistics of the search.
    pub stats: StatsReport,
    /// Why the search stopped early, as one word, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopWord>,
    /// Why the search stopped, or why there is no solution, as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The kind of a [`Report`] and of an [`ImprovementReport`], which tells them from the other objects of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    /// The result of solving a board.
    #[default]
    Solution,
}

/// How the search for a solution ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Solved, and proved optimal.
    Optimal,
    /// Solved.
    Valid,
    /// Unsolvable.
    Unsolvable,
    /// Stopped without a solution.
    Stopped,
}

/// Why a search stopped early, as one word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopWord {
    /// The time limit, given or by default.
    Time,
    /// The memory limit, or the limit of node numbers.
    Memory,
    /// The node limit.
    Nodes,
    /// Cancelled by the caller.
    Interrupted,
}

impl From<StopReason> for StopWord {
    fn from(reason: StopReason) -> StopWord {
        match reason {
            StopReason::Time | StopReason::DefaultTime | StopReason::NoClock => StopWord::Time,
            StopReason::Memory | StopReason::NodeNumbers => StopWord::Memory,
            StopReason::Nodes => StopWord::Nodes,
            // The last two stop a search that has reached what was requested; a journal that cannot be written is an
            // error, not a result.
            StopReason::Cancelled | StopReason::Journal | StopReason::Gap | StopReason::Bound => {
                StopWord::Interrupted
            }
        }
    }
}

/// A better solution, written as one line before the [`Report`] while the search continues.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ImprovementReport {
    /// Always `solution`.
    #[serde(default)]
    pub kind: ReportKind,
    /// The version of this format.
    pub version: u32,
    /// Always `improved`.
    pub status: Improved,
    /// What `length` and `lower_bound` count.
    #[serde(default)]
    pub metric: Metric,
    /// The length of the incumbent.
    pub length: usize,
    /// A lower bound on the length.
    pub lower_bound: u32,
    /// How far the length is above the lower bound, as a fraction of the bound.
    pub gap: f64,
    /// The elapsed time in seconds.
    pub seconds: f64,
}

/// The status of an [`ImprovementReport`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Improved {
    /// A better solution was found.
    Improved,
}

impl ImprovementReport {
    /// Builds the report of an improvement.
    pub fn new(improvement: &Improvement) -> ImprovementReport {
        let Improvement { solution, lower_bound, elapsed } = *improvement;
        let length = solution.len();
        ImprovementReport {
            kind: ReportKind::Solution,
            version: Report::VERSION,
            status: Improved::Improved,
            metric: solution.metric(),
            length,
            lower_bound,
            gap: Gap::of(length, lower_bound),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// Moves in three notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovesReport {
    /// The numbers of the tiles that move.
    pub tiles: Vec<u16>,
    /// The directions of the tiles, as letters.
    pub tile: String,
    /// The directions of the blank, as letters.
    pub blank: String,
}

impl MovesReport {
    /// Builds the report of the moves from a start.
    pub fn new(start: &Board, moves: &Moves) -> MovesReport {
        MovesReport {
            tiles: moves.tiles(start).map(Tile::number).collect(),
            tile: letters(moves, Mover::Tile),
            blank: letters(moves, Mover::Blank),
        }
    }
}

/// The method as text; options that do not apply are absent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MethodReport {
    /// The search.
    pub algorithm: String,
    /// Its estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The factor of the estimate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// The duplicate policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicates: Option<String>,
    /// The tie policy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<String>,
    /// When it tests for the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_test: Option<String>,
    /// The order of successors.
    pub order: String,
    /// The tables it used.
    pub tables: Vec<String>,
}

impl From<&Method> for MethodReport {
    fn from(method: &Method) -> MethodReport {
        let partitions = method.patterns.iter().map(|partition| format!("patterns {partition}"));
        let pushes = (method.push_tiles > 0).then(|| format!("patterns of {} tiles", method.push_tiles));
        let perfect = (method.algorithm == Algorithm::Table).then(|| "all boards".to_owned());
        let tables = partitions.chain(pushes).chain(perfect);
        MethodReport {
            algorithm: method.algorithm.to_string(),
            heuristic: method.heuristic.as_ref().map(ToString::to_string),
            weight: method.weight.map(|weight| weight.to_string()),
            duplicates: method.duplicates.map(|duplicates| duplicates.to_string()),
            ties: method.ties.map(|ties| ties.to_string()),
            goal_test: method.goal_test.map(|goal_test| goal_test.to_string()),
            order: method.order.to_string(),
            tables: tables.collect(),
        }
    }
}

/// The counts of a search.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct StatsReport {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// The largest number of open nodes.
    pub max_queue: u64,
    /// The depth of the deepest expanded node.
    pub max_depth: u32,
    /// The peak memory in bytes.
    pub bytes: u64,
    /// The elapsed time in seconds.
    pub seconds: f64,
}

impl From<&Stats> for StatsReport {
    fn from(stats: &Stats) -> StatsReport {
        let Stats { expanded, generated, max_queue, max_depth, bytes, elapsed, .. } = *stats;
        StatsReport { expanded, generated, max_queue, max_depth, bytes, seconds: elapsed.as_secs_f64() }
    }
}

impl Report {
    /// The current version of the format.
    pub const VERSION: u32 = 1;

    /// Builds the report of an outcome.
    pub fn new(puzzle: &Puzzle, outcome: &Outcome) -> Report {
        let (start, goal) = (puzzle.start(), puzzle.goal());
        let mut report = Report {
            kind: ReportKind::Solution,
            version: Report::VERSION,
            line: None,
            id: None,
            given_length: None,
            size: [start.size().rows(), start.size().cols()],
            start: start.numbers().collect(),
            goal: goal.board().numbers().collect(),
            status: Status::Stopped,
            metric: outcome.method.metric,
            length: None,
            lower_bound: Some(outcome.lower_bound),
            gap: None,
            optimal_solutions: None,
            moves: None,
            claim: None,
            method: MethodReport::from(&outcome.method),
            stats: StatsReport::from(&outcome.stats),
            stopped: outcome.stopped.map(StopWord::from),
            reason: outcome.stopped.map(|reason| reason.to_string()),
        };
        if let Some(solution) = &outcome.solution {
            report.status = if solution.is_optimal() { Status::Optimal } else { Status::Valid };
            report.length = Some(solution.len());
            report.gap = Some(Gap::of(solution.len(), outcome.lower_bound));
            report.moves = Some(MovesReport::new(start, solution.moves()));
            report.claim = Some(solution.claim().to_string());
        }
        if let Some(why) = &outcome.unsolvable {
            report.status = Status::Unsolvable;
            report.lower_bound = None;
            report.reason = Some(why.to_string());
        }
        report
    }
    /// Builds the report of a count of the optimal solutions, with the moves of one of them and the statistics of both
    /// searches together.
    pub fn counted(puzzle: &Puzzle, shortest: &Shortest) -> Report {
        let Shortest { first, count, stopped, stats } = shortest;
        let mut report = Report::new(puzzle, first);
        if first.solution.is_some() {
            report.optimal_solutions = stopped.is_none().then_some(*count);
            report.stopped = stopped.map(StopWord::from);
            report.reason = stopped.map(|reason| reason.to_string());
            report.stats = StatsReport::from(&first.stats.followed_by(stats));
        }
        report
    }
}
