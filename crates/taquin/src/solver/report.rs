//! The JSON object of the program, the page and the Python package: one per line, the same everywhere.
//!
//! Its schema is published as `schema/taquin.schema.json`.

use super::{Algorithm, Method, Outcome};
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

/// One board and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The version of this format.
    pub version: u32,
    /// The line of the input where the board stood, from 1, if boards came line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Rows and columns.
    pub size: [usize; 2],
    /// The start's tiles in row-major order.
    pub start: Vec<u16>,
    /// The goal's tiles in row-major order.
    pub goal: Vec<u16>,
    /// What came of it.
    pub status: Status,
    /// What `length` and `lower_bound` count: tile moves, or pushes of several tiles at once.
    #[serde(default)]
    pub metric: Metric,
    /// The length in the metric, if it was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// No solution is shorter in the metric; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// How far the length is above the lower bound, as a fraction of the bound; 0 if it is proven to be shortest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// The moves, if it was solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<MovesReport>,
    /// What is known of the length, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// What was run.
    pub method: MethodReport,
    /// What it cost.
    pub stats: StatsReport,
    /// What ended it before it was known whether a shorter solution exists, if anything did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<StopWord>,
    /// Why it stopped, or why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What came of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Solved, and proven to be shortest.
    Optimal,
    /// Solved.
    Valid,
    /// There is no solution.
    Unsolvable,
    /// A limit was reached first.
    Stopped,
}

/// What ends a search too early, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopWord {
    /// The time was up: what was given, or what is usual.
    Time,
    /// There was no more memory, or there were no more numbers for nodes.
    Memory,
    /// There were no more nodes.
    Nodes,
    /// Whoever watched asked for it.
    Interrupted,
}

impl From<StopReason> for StopWord {
    fn from(reason: StopReason) -> StopWord {
        match reason {
            StopReason::Time | StopReason::DefaultTime => StopWord::Time,
            StopReason::Memory | StopReason::NodeNumbers => StopWord::Memory,
            StopReason::Nodes => StopWord::Nodes,
            // The last two end a search that has done what was asked for.
            StopReason::Cancelled | StopReason::Gap | StopReason::Bound => StopWord::Interrupted,
        }
    }
}

/// An answer while the search for a better one goes on: one line for each, before the [`Report`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ImprovementReport {
    /// The version of this format.
    pub version: u32,
    /// Always `improved`.
    pub status: Improved,
    /// What `length` and `lower_bound` count.
    #[serde(default)]
    pub metric: Metric,
    /// The length of the best solution so far.
    pub length: usize,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// How far the length is above the lower bound, as a fraction of the bound.
    pub gap: f64,
    /// The time it took.
    pub seconds: f64,
}

/// The status of an [`ImprovementReport`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Improved {
    /// There is a better answer.
    Improved,
}

impl ImprovementReport {
    /// What an improvement says.
    pub fn new(improvement: &Improvement) -> ImprovementReport {
        let Improvement { solution, lower_bound, elapsed } = *improvement;
        let length = solution.len();
        ImprovementReport {
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

/// Moves in three spellings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovesReport {
    /// The numbers of the tiles that move.
    pub tiles: Vec<u16>,
    /// What each tile does, as letters.
    pub tile: String,
    /// What the blank does, as letters.
    pub blank: String,
}

impl MovesReport {
    /// The moves of a start.
    pub fn new(start: &Board, moves: &Moves) -> MovesReport {
        MovesReport {
            tiles: moves.tiles(start).map(Tile::number).collect(),
            tile: letters(moves, Mover::Tile),
            blank: letters(moves, Mover::Blank),
        }
    }
}

/// The method by its names; what does not apply is absent.
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
    /// When it looks whether a board is the goal.
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
    /// The most nodes that ever waited.
    pub max_queue: u64,
    /// The deepest node expanded.
    pub max_depth: u32,
    /// The most bytes ever kept.
    pub bytes: u64,
    /// The time it took.
    pub seconds: f64,
}

impl From<&Stats> for StatsReport {
    fn from(stats: &Stats) -> StatsReport {
        let Stats { expanded, generated, max_queue, max_depth, bytes, elapsed, .. } = *stats;
        StatsReport { expanded, generated, max_queue, max_depth, bytes, seconds: elapsed.as_secs_f64() }
    }
}

impl Report {
    /// The version of the format written here.
    pub const VERSION: u32 = 1;

    /// What came of solving a puzzle.
    pub fn new(puzzle: &Puzzle, outcome: &Outcome) -> Report {
        let (start, goal) = (puzzle.start(), puzzle.goal());
        let mut report = Report {
            version: Report::VERSION,
            line: None,
            size: [start.size().rows(), start.size().cols()],
            start: start.numbers().collect(),
            goal: goal.board().numbers().collect(),
            status: Status::Stopped,
            metric: outcome.method.metric,
            length: None,
            lower_bound: Some(outcome.lower_bound),
            gap: None,
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
}
