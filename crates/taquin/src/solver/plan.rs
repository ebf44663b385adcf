//! From what the user asked for to a method that can be run.

use super::cost;
use super::gap::Gap;
use super::method::{Algorithm, Method};
use crate::geometry::Order;
use crate::heuristic::{HeuristicChoice, HeuristicKind};
use crate::large::Beam;
use crate::metric::Metric;
use crate::search::{Duplicates, GoalTest, Ties, Weight};
use crate::size::Size;
use crate::space::PuzzleSpace;
use crate::tables::{NoTable, Partition};
use std::fmt;
use std::time::Duration;

/// What the user asked for; the planner fills in the rest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// The search; otherwise the planner chooses.
    pub algorithm: Option<Algorithm>,
    /// The estimate.
    pub heuristic: Option<HeuristicChoice>,
    /// The factor of the estimate.
    pub weight: Option<Weight>,
    /// What to do with boards met before.
    pub duplicates: Option<Duplicates>,
    /// Which of equal nodes comes first.
    pub ties: Option<Ties>,
    /// When to look whether a board is the goal.
    pub goal_test: Option<GoalTest>,
    /// The order of successors.
    pub order: Option<Order>,
    /// What counts as one move.
    pub metric: Metric,
    /// The partitions whose pattern databases are the estimate, instead of a heuristic.
    pub patterns: Vec<Partition>,
    /// How far above the least possible an answer may be. Without it a shortest one is wanted, but on boards whose
    /// optimum is out of reach not at any price: then time is limited even if the limits do not say so.
    pub gap: Option<Gap>,
    /// How many boards of each depth beam search keeps.
    pub beam_width: Option<usize>,
}

impl Request {
    /// The most partitions of which the largest sum counts.
    pub const MOST_PARTITIONS: usize = 4;

    /// Is everything left to the planner but the order, what counts as a move, and how good the answer has to be?
    pub(super) fn is_open(&self) -> bool {
        Request { order: None, metric: Metric::Single, gap: None, ..self.clone() } == Request::default()
    }
}

/// A method, and why it was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// What will be run.
    pub method: Method,
    /// Why this method.
    pub reason: String,
    /// What it will keep in memory.
    pub memory: String,
    /// What is expected, where there is a guess.
    pub expected: Option<Expectation>,
    /// What is tried first, one after the other; each goes on where the one before has stopped.
    pub first: Vec<Stage>,
}

/// How long a plan is expected to take. A board can easily be five times as hard, or as easy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// Until the first tables are there.
    pub set_up: Duration,
    /// The search of this board.
    pub search: Duration,
}

impl Expectation {
    /// From nanoseconds.
    pub(super) fn new(set_up: f64, search: f64) -> Expectation {
        let duration = |nanoseconds: f64| Duration::try_from_secs_f64(nanoseconds / 1e9);
        let [set_up, search] = [set_up, search].map(|time| duration(time).unwrap_or(Duration::MAX));
        Expectation { set_up, search }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = cost::readable(self.search);
        match self.set_up {
            Duration::ZERO => write!(f, "about {search}; nothing has to be built"),
            set_up => write!(f, "about {} for the tables and {search} for the board", cost::readable(set_up)),
        }
    }
}

/// A method that is tried for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What is run.
    pub method: Method,
    /// After so many expanded nodes it gives up.
    pub nodes: u64,
}

/// Up to this many cells A* fits into memory whatever the board: 3x4 has 239,500,800 states, of which A* with
/// linear conflict meets a small part.
const A_STAR_CELLS: usize = 12;

/// Up to this many cells A* is done before a table is built, and shows what the textbooks show.
pub(super) const TEXTBOOK_CELLS: usize = 9;

/// Chooses a method for a size.
///
/// # Errors
/// If an option was asked for that the algorithm does not have, or a heuristic that the size does not have.
pub fn plan(size: Size, request: &Request) -> Result<Plan, PlanError> {
    if request.metric == Metric::Multi {
        return plan_pushes(size, request);
    }
    let (algorithm, reason) = choose_algorithm(size, request);
    let refuse = |option, asked: bool, applies: bool| {
        if asked && !applies { Err(PlanError::Inapplicable { option, algorithm }) } else { Ok(()) }
    };
    refuse("heuristic", request.heuristic.is_some(), algorithm.is_informed())?;
    refuse("weight", request.weight.is_some(), algorithm == Algorithm::WeightedAStar)?;
    refuse("duplicates", request.duplicates.is_some(), algorithm.is_best_first())?;
    refuse("ties", request.ties.is_some(), algorithm.is_best_first())?;
    refuse("goal-test", request.goal_test.is_some(), algorithm.has_goal_test())?;
    refuse("order", request.order.is_some(), algorithm.is_ordered())?;
    refuse("gap", request.gap.is_some() && !request.is_open(), algorithm == Algorithm::Improve)?;
    refuse("beam-width", request.beam_width.is_some(), algorithm == Algorithm::Beam)?;
    refuse("patterns", !request.patterns.is_empty(), algorithm == Algorithm::IdaStar)?;
    if request.patterns.len() > Request::MOST_PARTITIONS {
        return Err(PlanError::Partitions(request.patterns.len()));
    }
    if request.heuristic.is_some() && !request.patterns.is_empty() {
        return Err(PlanError::TwoEstimates);
    }
    if algorithm == Algorithm::Table && !PuzzleSpace::exists(size) {
        return Err(PlanError::NoTable { size });
    }
    if algorithm == Algorithm::Beam && !Beam::is_for(size) {
        return Err(PlanError::NoBeam { size });
    }
    let asked = request.heuristic.as_ref().map_or(&[][..], HeuristicChoice::kinds);
    if let Some(&heuristic) = asked.iter().find(|kind| !kind.is_for(size)) {
        return Err(PlanError::TableTooLarge { heuristic, size });
    }
    // The planner's own choice is the strongest; a named method starts from the textbooks' usual estimate.
    let planners_choice = Request { heuristic: None, ..request.clone() }.is_open();
    let default_heuristic =
        if planners_choice { HeuristicKind::LinearConflict } else { HeuristicKind::Manhattan };
    let heuristic = request.heuristic.clone().unwrap_or(default_heuristic.into());
    let best_first = algorithm.is_best_first();
    let method = Method {
        algorithm,
        heuristic: (algorithm.is_informed() && request.patterns.is_empty()).then_some(heuristic),
        weight: (algorithm == Algorithm::WeightedAStar).then(|| request.weight.unwrap_or(Weight::TWO)),
        duplicates: best_first.then(|| request.duplicates.unwrap_or_default()),
        ties: best_first.then(|| request.ties.unwrap_or_default()),
        goal_test: algorithm.has_goal_test().then(|| request.goal_test.unwrap_or_default()),
        order: request.order.unwrap_or_default(),
        metric: Metric::Single,
        patterns: request.patterns.clone(),
        push_tiles: 0,
        fsm_depth: 2,
        threads: 1,
    };
    let is_textbook = size.cells() <= TEXTBOOK_CELLS && algorithm == Algorithm::AStar;
    let expected = is_textbook.then_some(Expectation::new(0.0, cost::TEXTBOOK_BOARD));
    Ok(Plan { method, reason, memory: memory(algorithm, size), expected, first: Vec::new() })
}

/// IDA* with walking distance, to which a workshop adds patterns, and a table for the sizes that have one, are all there is for pushes.
fn plan_pushes(size: Size, request: &Request) -> Result<Plan, PlanError> {
    let is_for_both = |algorithm: Algorithm| algorithm == Algorithm::Table || algorithm.has_first_answer();
    if request.algorithm.is_some_and(is_for_both) || request.beam_width.is_some() {
        let plan = plan(size, &Request { metric: Metric::Single, ..request.clone() })?;
        return Ok(Plan { method: Method { metric: Metric::Multi, ..plan.method }, ..plan });
    }
    let algorithm = Algorithm::IdaStar;
    let walking = HeuristicChoice::from(HeuristicKind::WalkingDistance);
    let refuse = |option, asked: bool| if asked { Err(PlanError::NotForPushes { option }) } else { Ok(()) };
    refuse("algorithm", request.algorithm.is_some_and(|asked| asked != algorithm))?;
    refuse("heuristic", request.heuristic.as_ref().is_some_and(|asked| *asked != walking))?;
    refuse("weight", request.weight.is_some())?;
    refuse("duplicates", request.duplicates.is_some())?;
    refuse("ties", request.ties.is_some())?;
    refuse("goal-test", request.goal_test.is_some())?;
    refuse("patterns", !request.patterns.is_empty())?;
    if request.gap.is_some() && !request.is_open() {
        return Err(PlanError::Inapplicable { option: "gap", algorithm });
    }
    let method = Method {
        algorithm,
        heuristic: Some(walking),
        weight: None,
        duplicates: None,
        ties: None,
        goal_test: None,
        order: request.order.unwrap_or_default(),
        metric: Metric::Multi,
        patterns: Vec::new(),
        push_tiles: 0,
        fsm_depth: 2,
        threads: 1,
    };
    let reason = "IDA* is the search that counts pushes".to_owned();
    Ok(Plan { method, reason, memory: memory(algorithm, size), expected: None, first: Vec::new() })
}

fn choose_algorithm(size: Size, request: &Request) -> (Algorithm, String) {
    if let Some(algorithm) = request.algorithm {
        return (algorithm, "asked for".to_owned());
    }
    if request.beam_width.is_some() {
        return (Algorithm::Beam, "a width was asked for".to_owned());
    }
    if request.weight.is_some() {
        return (Algorithm::WeightedAStar, "a weight was asked for".to_owned());
    }
    if !request.patterns.is_empty() {
        return (Algorithm::IdaStar, "patterns were asked for".to_owned());
    }
    if request.duplicates.is_some() || request.ties.is_some() {
        return (Algorithm::AStar, "a policy of A* was asked for".to_owned());
    }
    if request.goal_test.is_some() {
        return (Algorithm::BreadthFirst, "a policy of breadth-first search was asked for".to_owned());
    }
    if size.cells() <= A_STAR_CELLS || size.is_line() {
        (Algorithm::AStar, format!("{size} is small enough to keep every board A* meets"))
    } else {
        (Algorithm::IdaStar, format!("{size} has too many boards to keep; IDA* keeps only its path"))
    }
}

fn memory(algorithm: Algorithm, size: Size) -> String {
    match algorithm {
        Algorithm::IdaStar | Algorithm::IterativeDeepening => "one path".to_owned(),
        Algorithm::Fast | Algorithm::Improve => "the solution".to_owned(),
        Algorithm::Beam => {
            "the boards of one depth, tables of pairs, and for each depth who came from whom".to_owned()
        }
        Algorithm::Table => "a bit for every board of the size, or two for pushes".to_owned(),
        _ if size.cells() <= 16 => "every board kept, at 24 bytes each with the default policies".to_owned(),
        _ => "every board kept".to_owned(),
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Stage { method, nodes }) in self.first.iter().enumerate() {
            let word = if index == 0 { "first" } else { "then" };
            let (estimate, nodes) = (method.estimate(), Grouped(*nodes));
            let threads =
                if method.threads > 1 { format!(" on {} threads", method.threads) } else { String::new() };
            writeln!(
                f,
                "{word:<8}{} with {estimate}{threads}, up to {nodes} nodes",
                method.algorithm.title()
            )?;
        }
        writeln!(f, "method  {}", self.method)?;
        writeln!(f, "why     {}", self.reason)?;
        let proof = if self.method.algorithm == Algorithm::Improve {
            "a solution at once, then shorter ones, and how long a shortest one is at least"
        } else if self.method.algorithm.is_optimal() {
            match self.method.metric {
                Metric::Single => "a shortest solution",
                Metric::Multi => "a solution with the fewest pushes",
            }
        } else {
            "a solution, not always a shortest one"
        };
        writeln!(f, "finds   {proof}")?;
        write!(f, "memory  {}", self.memory)?;
        match &self.expected {
            Some(expected) => write!(f, "\nexpect  {expected}"),
            None => Ok(()),
        }
    }
}

/// A number with commas between thousands.
struct Grouped(u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 1000 {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{},{:03}", Grouped(self.0 / 1000), self.0 % 1000)
        }
    }
}

/// What contradicts itself in a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// An option that the algorithm does not have.
    Inapplicable {
        /// The option.
        option: &'static str,
        /// The algorithm.
        algorithm: Algorithm,
    },
    /// A heuristic whose table would be too large for the size.
    TableTooLarge {
        /// The heuristic.
        heuristic: HeuristicKind,
        /// The size.
        size: Size,
    },
    /// A size that has no table of all boards.
    NoTable {
        /// The size.
        size: Size,
    },
    /// A size that beam search is not for.
    NoBeam {
        /// The size.
        size: Size,
    },
    /// So many partitions at once are too many.
    Partitions(usize),
    /// Both a heuristic and patterns were asked for.
    TwoEstimates,
    /// An option that cannot be had with pushes.
    NotForPushes {
        /// The option.
        option: &'static str,
    },
}

impl PlanError {
    /// The option that is at fault.
    pub fn option(&self) -> &'static str {
        match self {
            PlanError::Inapplicable { option, .. } | PlanError::NotForPushes { option } => option,
            PlanError::TableTooLarge { .. } => "heuristic",
            PlanError::NoTable { .. } | PlanError::NoBeam { .. } => "algorithm",
            PlanError::TwoEstimates | PlanError::Partitions(_) => "patterns",
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlanError::Inapplicable { option, algorithm } => {
                write!(f, "{} takes no {option}", algorithm.title())?;
                let taking = Algorithm::ALL.iter().filter(|algorithm| match option {
                    "heuristic" => algorithm.is_informed(),
                    "weight" => **algorithm == Algorithm::WeightedAStar,
                    "patterns" => **algorithm == Algorithm::IdaStar,
                    "order" => algorithm.is_ordered(),
                    "beam-width" => **algorithm == Algorithm::Beam,
                    "gap" => **algorithm == Algorithm::Improve,
                    _ => algorithm.is_best_first(),
                });
                let names: Vec<&str> = taking.map(|algorithm| algorithm.name()).collect();
                write!(f, "; it goes with {}", names.join(", "))
            }
            PlanError::TableTooLarge { heuristic, size } => {
                write!(f, "the table of {heuristic} would be too large for {size}; ")?;
                let others = HeuristicKind::ALL.iter().filter(|kind| kind.is_for(size));
                let names: Vec<&str> = others.map(|kind| kind.name()).collect();
                write!(f, "this size has {}", names.join(", "))
            }
            PlanError::NoTable { size } => NoTable::Size(size).fmt(f),
            PlanError::NoBeam { size } => {
                write!(
                    f,
                    "beam search is for boards of two or more rows and columns and at most 100 cells, "
                )?;
                write!(f, "not for {size}; {} is for every size", Algorithm::Improve)
            }
            PlanError::Partitions(found) => {
                write!(f, "{found} partitions at once; at most {} are possible", Request::MOST_PARTITIONS)
            }
            PlanError::TwoEstimates => {
                write!(f, "patterns are an estimate themselves; leave the heuristic out")
            }
            PlanError::NotForPushes { option } => {
                let metric = Metric::Multi;
                match option {
                    "algorithm" => {
                        let (search, table) = (Algorithm::IdaStar, Algorithm::Table);
                        write!(f, "the metric {metric} goes with {search} and {table} only")
                    }
                    "heuristic" => {
                        write!(f, "the metric {metric} goes with {} only", HeuristicKind::WalkingDistance)
                    }
                    _ => write!(f, "this is for single moves; leave it out with the metric {metric}"),
                }
            }
        }
    }
}

impl std::error::Error for PlanError {}
