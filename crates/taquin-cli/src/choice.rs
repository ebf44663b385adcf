//! Options that take one of a few names: the same list feeds help, completions, suggestions and parsing.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{Error, ErrorKind};
use clap::{Arg, Command};
use std::ffi::OsStr;
use taquin::notation::{Dialect, MoveNotation, Mover, Notation};
use taquin::search::{Duplicates, GoalTest, Ties};
use taquin::solver::{Algorithm, Difficulty};
use taquin::{HeuristicKind, Metric, NamedGoal};
use taquin_draw::Format;
use taquin_judge::grade::Suite;
use taquin_lesson::compare::Measure;

/// One of the listed values, by its name.
#[derive(Clone)]
pub(crate) struct Choice<T> {
    values: Vec<(PossibleValue, T)>,
}

impl<T: Copy> Choice<T> {
    fn new(values: impl IntoIterator<Item = (&'static str, &'static str, T)>) -> Choice<T> {
        let values = values.into_iter();
        Choice {
            values: values.map(|(name, help, value)| (PossibleValue::new(name).help(help), value)).collect(),
        }
    }

    /// The same with other names for the value called `name`, which are understood but not listed.
    fn also(mut self, name: &str, others: &'static [&'static str]) -> Choice<T> {
        for (possible, _) in &mut self.values {
            if possible.get_name() == name {
                *possible = possible.clone().aliases(others);
            }
        }
        self
    }

    /// The value of a name, listed or not.
    pub(crate) fn find(&self, name: &str) -> Option<T> {
        self.values.iter().find(|(possible, _)| possible.matches(name, false)).map(|(_, value)| *value)
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        // clap's own parser makes the error, with its suggestion.
        let names = PossibleValuesParser::new(self.values.iter().map(|(possible, _)| possible.clone()));
        let name = names.parse_ref(command, arg, value)?;
        let found = self.values.iter().find(|(possible, _)| possible.matches(&name, false));
        found.map(|(_, value)| value.clone()).ok_or_else(|| Error::new(ErrorKind::InvalidValue))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(|(possible, _)| possible.clone())))
    }
}

/// How to print an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As one of the course documents does.
    Dialect(Dialect),
    /// As one JSON object per line.
    Json,
}

impl Form {
    /// The goal that is meant where nobody says another.
    pub(crate) fn goal(self) -> NamedGoal {
        match self {
            Form::Dialect(dialect) => dialect.goal(),
            Form::Json => NamedGoal::Rows,
        }
    }
}

/// The names of `--from`.
pub(crate) fn dialects() -> Choice<Dialect> {
    Choice::new(Dialect::ALL.iter().map(|&dialect| (dialect.name(), dialect.title(), dialect)))
}

/// The names of `--output`.
pub(crate) fn forms() -> Choice<Form> {
    let dialects = Dialect::ALL.iter().map(|&d| (d.name(), d.title(), Form::Dialect(d)));
    Choice::new(dialects.chain([("json", "one object per line; see schema/taquin.schema.json", Form::Json)]))
}

/// The two ways to print single values.
pub(crate) fn value_forms() -> Choice<ValueForm> {
    Choice::new([
        ("plain", "the value alone", ValueForm::Plain),
        ("prolog", "as at the Prolog prompt", ValueForm::Prolog),
    ])
}

/// How to print a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueForm {
    /// The value alone.
    Plain,
    /// `N = 3.`
    Prolog,
}

/// A search by name, or the planner's choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AlgorithmChoice {
    /// Whatever suits the board.
    Auto,
    /// This one.
    Named(Algorithm),
}

/// The names of `--algorithm`.
pub(crate) fn algorithms() -> Choice<AlgorithmChoice> {
    let named = Algorithm::ALL.iter().map(|&a| (a.name(), a.title(), AlgorithmChoice::Named(a)));
    Choice::new(
        [("auto", "what suits the board; --explain tells", AlgorithmChoice::Auto)].into_iter().chain(named),
    )
    .also("astar", &["a-star", "a*"])
    .also("wastar", &["weighted", "weighted-astar", "weighted-a-star", "wa*"])
    .also("greedy", &["best-first", "gbfs"])
    .also("bfs", &["breadth-first", "ucs", "uniform-cost"])
    .also("dfs", &["depth-first"])
    .also("iddfs", &["ids", "iterative-deepening"])
    .also("idastar", &["ida", "ida*", "ida-star"])
    .also("bidirectional", &["bibfs"])
}

/// The names of searches where nothing is left to the planner.
pub(crate) fn named_algorithms() -> Choice<Algorithm> {
    let named = |(possible, wanted)| match wanted {
        AlgorithmChoice::Named(algorithm) => Some((possible, algorithm)),
        AlgorithmChoice::Auto => None,
    };
    Choice { values: algorithms().values.into_iter().filter_map(named).collect() }
}

/// The names of `--columns`.
pub(crate) fn measures() -> Choice<Measure> {
    Choice::new(Measure::ALL.map(|measure| (measure.name(), measure.title(), measure)))
}

/// The names of `--heuristic`.
pub(crate) fn heuristics() -> Choice<HeuristicKind> {
    Choice::new(HeuristicKind::ALL.iter().map(|&kind| (kind.name(), kind.title(), kind)))
        .also("linear-conflict", &["lc", "linear"])
        .also("walking-distance", &["wd", "walking"])
}

/// The names of `--metric`.
pub(crate) fn metrics() -> Choice<Metric> {
    Choice::new(Metric::ALL.iter().map(|&metric| (metric.name(), metric.title(), metric)))
}

/// The names of `--duplicates`.
pub(crate) fn duplicates() -> Choice<Duplicates> {
    Choice::new(Duplicates::ALL.iter().map(|&policy| (policy.name(), policy.title(), policy)))
}

/// The names of `--ties`.
pub(crate) fn ties() -> Choice<Ties> {
    Choice::new(Ties::ALL.iter().map(|&policy| (policy.name(), policy.title(), policy)))
}

/// The names of `--goal-test`.
pub(crate) fn goal_tests() -> Choice<GoalTest> {
    Choice::new(GoalTest::ALL.iter().map(|&policy| (policy.name(), policy.title(), policy)))
}

/// The names of `--to`.
pub(crate) fn notations() -> Choice<Notation> {
    let help = |notation| match notation {
        Notation::Princeton => "the size on a line, then the rows; square boards",
        Notation::Rows => "bare rows",
        Notation::Header => "rows and columns on a line, then the rows",
        Notation::List => "[1, 2, 3, 0]; square boards",
        Notation::Nested => "[[1, 2], [3, 0]]",
        Notation::Comma => "1,2,3,0; square boards",
        Notation::Slash => "1 2/3 0",
        Notation::Coordinates => "[(2,2), (1,1), …]: (column, row) of the blank, of tile 1, …",
        Notation::Letters => "AB/C. ; up to 52 tiles",
        Notation::Columbia => "bfs 1,2,3,0: the arguments of Columbia's driver; square boards",
        Notation::FortyTwo => "the files of the school 42: a comment, the size, bare rows; square boards",
        Notation::Sise => "the files of the course SISE: rows and columns, then bare rows",
        Notation::Hex => "1230: a hexadecimal digit for each cell; square boards up to 4x4",
        Notation::Pddl => "a problem for planners; --write adds the domain",
        Notation::Json => "an object per line",
    };
    Choice::new(Notation::ALL.iter().map(|&notation| (notation.name(), help(notation), notation)))
        .also("slash", &["slidysim"])
        .also("rows", &["aizu"])
        .also("hex", &["rosetta"])
}

/// The dialect that an answer must have, if it must have one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AskedDialect(pub(crate) Option<Dialect>);

/// The dialects that `taquin grade` can ask for.
pub(crate) fn asked_dialects() -> Choice<AskedDialect> {
    let asked = Dialect::ALL.iter().map(|&d| (d.name(), d.title(), AskedDialect(Some(d))));
    Choice::new([("any", "whatever can be read", AskedDialect(None))].into_iter().chain(asked))
}

/// The names of `--suite`.
pub(crate) fn grading_suites() -> Choice<&'static Suite> {
    Choice::new(Suite::ALL.iter().map(|suite| (suite.name, suite.title, suite)))
}

/// The names of `--moves-as`.
pub(crate) fn move_notations() -> Choice<MoveNotation> {
    let help = |notation| match notation {
        MoveNotation::Letters => "tile: ULDR",
        MoveNotation::Counted => "tile: R2U2L",
        MoveNotation::Words => "tile: up left",
        MoveNotation::Numbers => "the numbers of the tiles",
    };
    Choice::new(MoveNotation::ALL.iter().map(|&notation| (notation.name(), help(notation), notation)))
}

/// The names of `--letters`.
pub(crate) fn movers() -> Choice<Mover> {
    let help = |mover| match mover {
        Mover::Tile => "what the tile does",
        Mover::Blank => "what the blank does",
    };
    Choice::new(Mover::ALL.iter().map(|&mover| (mover.name(), help(mover), mover)))
}

/// The names of `--format`.
pub(crate) fn pictures() -> Choice<Format> {
    let help = |format| match format {
        Format::Svg => "shapes: the board, or all boards of the solution",
        Format::Png => "the same in pixels",
        Format::Gif => "the board, or the solution animated",
    };
    Choice::new(Format::ALL.iter().map(|&format| (format.name(), help(format), format)))
}

/// The names of `--difficulty`.
pub(crate) fn difficulties() -> Choice<Difficulty> {
    let help = |difficulty| match difficulty {
        Difficulty::Easy => "a few moves",
        Difficulty::Medium => "some more",
        Difficulty::Hard => "like most boards",
        Difficulty::Any => "all boards equally likely",
    };
    Choice::new(Difficulty::ALL.iter().map(|&difficulty| (difficulty.name(), help(difficulty), difficulty)))
}
