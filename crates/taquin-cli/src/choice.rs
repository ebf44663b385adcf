//! Options with a fixed set of values: one list feeds parsing, help, completions and suggestions.

use crate::commands;
use clap::builder::{
    OsStringValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::error::{Error, ErrorKind};
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::sync::LazyLock;
use taquin::notation::{Dialect, MoveNotation, Mover, Notation};
use taquin::search::{Duplicates, GoalTest, Ties};
use taquin::solver::{Algorithm, Difficulty};
use taquin::tables::Partition;
use taquin::{Course, Goal, HeuristicKind, Metric, NamedGoal, Size};
use taquin_draw::Format;
use taquin_judge::grade::Suite;
use taquin_lesson::compare::Measure;
use taquin_plot::Scale;

/// A value parser that accepts the names of the listed values.
#[derive(Clone)]
pub(crate) struct Choice<T> {
    values: Vec<(PossibleValue, T)>,
}

impl<T: Clone> Choice<T> {
    /// Creates a parser from rows of name, help and value.
    pub(crate) fn new(values: impl IntoIterator<Item = (&'static str, &'static str, T)>) -> Choice<T> {
        let values = values.into_iter();
        Choice {
            values: values.map(|(name, help, value)| (PossibleValue::new(name).help(help), value)).collect(),
        }
    }

    /// Adds hidden aliases for the value called `name`.
    fn also(mut self, name: &str, others: &'static [&'static str]) -> Choice<T> {
        for (possible, _) in &mut self.values {
            if possible.get_name() == name {
                *possible = possible.clone().aliases(others);
            }
        }
        self
    }

    /// Returns the value of a name or alias, without regard to case.
    pub(crate) fn find(&self, name: &str) -> Option<T> {
        self.values.iter().find(|(possible, _)| possible.matches(name, true)).map(|(_, value)| value.clone())
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Choice<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        // clap's own parser produces the error with its suggestion.
        let names = PossibleValuesParser::new(self.values.iter().map(|(possible, _)| possible.clone()));
        match value.to_str().and_then(|name| self.find(name)) {
            Some(found) => Ok(found),
            None => Err(names
                .parse_ref(command, arg, value)
                .err()
                .unwrap_or_else(|| Error::new(ErrorKind::InvalidValue))),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(|(possible, _)| possible.clone())))
    }
}

/// The output format of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A dialect of a course document.
    Dialect(Dialect),
    /// One JSON object per line.
    Json,
}

impl Form {
    /// Returns the goal that the format implies.
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
    Choice::new(dialects.chain([(
        "json",
        "one JSON object per line; see schema/taquin.schema.json",
        Form::Json,
    )]))
}

/// The names of `--output` of commands that print single values.
pub(crate) fn value_forms() -> Choice<ValueForm> {
    Choice::new([
        ("plain", "the bare value", ValueForm::Plain),
        ("prolog", "an answer of the Prolog prompt", ValueForm::Prolog),
    ])
}

/// The output format of a single value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueForm {
    /// The bare value.
    Plain,
    /// `N = 3.`
    Prolog,
}

/// An algorithm by name, or the choice of the planner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AlgorithmChoice {
    /// Chosen for each board.
    Auto,
    /// This algorithm.
    Named(Algorithm),
}

/// The names of `--algorithm`.
pub(crate) fn algorithms() -> Choice<AlgorithmChoice> {
    let named = Algorithm::ALL.iter().map(|&a| (a.name(), a.title(), AlgorithmChoice::Named(a)));
    let auto = ("auto", "chosen for each board; see --explain", AlgorithmChoice::Auto);
    let choice = Choice::new([auto].into_iter().chain(named));
    Algorithm::ALL.iter().fold(choice, |choice, algorithm| choice.also(algorithm.name(), algorithm.aliases()))
}

/// The names of algorithms without `auto`.
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

/// A parser whose values are not all known, with names to complete.
#[derive(Clone)]
pub(crate) struct Suggested<P> {
    parser: P,
    /// Not a list, because only completions and help need the names, and every run creates the parser.
    names: fn() -> Vec<PossibleValue>,
}

impl<P: TypedValueParser> TypedValueParser for Suggested<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter()))
    }
}

/// The names of `--goal`; any other value is a board.
pub(crate) fn goals() -> Suggested<OsStringValueParser> {
    let names =
        || NamedGoal::ALL.iter().map(|goal| PossibleValue::new(goal.name()).help(goal.title())).collect();
    Suggested { parser: OsStringValueParser::new(), names }
}

/// The names of `--patterns`; a catalogue can define others.
pub(crate) fn partitions() -> Suggested<StringValueParser> {
    Suggested { parser: StringValueParser::new(), names: partition_names }
}

/// The partitions of the sizes that need pattern databases.
fn partition_names() -> Vec<PossibleValue> {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let goals = [4, 5].into_iter().filter_map(|side| Size::square(side).ok()).map(Goal::rows);
        let partitions = goals.flat_map(|goal| Partition::all(&goal));
        partitions.map(|partition| partition.name().to_owned()).collect()
    });
    NAMES.iter().map(|name| PossibleValue::new(name.as_str())).collect()
}

/// The names of tables.
pub(crate) fn tables() -> Suggested<StringValueParser> {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(commands::tables::names);
    let names = || NAMES.iter().map(|name| PossibleValue::new(name.as_str())).collect();
    Suggested { parser: StringValueParser::new(), names }
}

/// The methods of `--method`: algorithms and partitions; both can have more after a colon, a comma or an @.
pub(crate) fn methods<P: TypedValueParser>(parser: P) -> Suggested<P> {
    let names = || {
        let named = algorithms().values.into_iter().map(|(possible, _)| possible);
        named.chain(partition_names()).collect()
    };
    Suggested { parser, names }
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
    Choice::new(Notation::ALL.iter().map(|&notation| (notation.name(), notation.title(), notation)))
        .also("slash", &["slidysim"])
        .also("rows", &["aizu"])
        .also("hex", &["rosetta"])
}

/// The required dialect of an answer, if any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RequiredDialect(pub(crate) Option<Dialect>);

/// The names of `--from` of `taquin grade`.
pub(crate) fn required_dialects() -> Choice<RequiredDialect> {
    let required = Dialect::ALL.iter().map(|&d| (d.name(), d.title(), RequiredDialect(Some(d))));
    Choice::new([("any", "any dialect that can be read", RequiredDialect(None))].into_iter().chain(required))
}

/// The names of `--suite`.
pub(crate) fn grading_suites() -> Choice<&'static Suite> {
    Choice::new(Suite::ALL.iter().map(|suite| (suite.name, suite.title, suite)))
}

/// The names of `--moves-as`.
pub(crate) fn move_notations() -> Choice<MoveNotation> {
    Choice::new(MoveNotation::ALL.iter().map(|&notation| (notation.name(), notation.title(), notation)))
}

/// The names of `--letters`.
pub(crate) fn movers() -> Choice<Mover> {
    Choice::new(Mover::ALL.iter().map(|&mover| (mover.name(), mover.title(), mover)))
}

/// The names of `--format`.
pub(crate) fn pictures() -> Choice<Format> {
    let help = |format| match format {
        Format::Svg => "vector graphics: the board, or all boards of the solution",
        Format::Png => "the same as pixels",
        Format::Gif => "the board, or an animation of the solution",
    };
    Choice::new(Format::ALL.iter().map(|&format| (format.name(), help(format), format)))
}

/// The names of `--scale`.
pub(crate) fn scales() -> Choice<Scale> {
    Choice::new([
        ("log", "equal ratios have equal lengths: every bar can be seen", Scale::Log),
        ("linear", "equal differences have equal lengths: the shape can be seen", Scale::Linear),
    ])
}

/// The names of `--course`.
pub(crate) fn courses() -> Choice<Course> {
    Choice::new(Course::ALL.iter().map(|&course| (course.name(), course.title(), course)))
}

/// The names of `--difficulty`.
pub(crate) fn difficulties() -> Choice<Difficulty> {
    let help = |difficulty| match difficulty {
        Difficulty::Easy => "a few moves from the goal",
        Difficulty::Medium => "more moves from the goal",
        Difficulty::Hard => "as hard as a typical board",
        Difficulty::Any => "uniformly random",
    };
    Choice::new(Difficulty::ALL.iter().map(|&difficulty| (difficulty.name(), help(difficulty), difficulty)))
}
