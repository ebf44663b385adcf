//! A method as given to `--method`: `auto`, `table`, `astar:manhattan`, `astar:hamming,ties=state`, `7-8+8-7@2`,
//! `astar:6-6-3`.

use super::policies::Policies;
use super::requested_method;
use crate::choice::{self, AlgorithmChoice};
use crate::complaint::Complaint;
use crate::echo;
use crate::exit::Failure;
use crate::quantity;
use std::fmt;
use std::num::NonZero;
use taquin::solver::{Algorithm, MethodOption, MethodOptions, PlanError};
use taquin::{Goal, HeuristicChoice, HeuristicKind};

/// A method by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MethodSpec {
    kind: MethodKind,
    policies: Policies,
    /// Number of threads, if given.
    threads: Option<NonZero<usize>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum MethodKind {
    /// Chosen by the planner.
    Auto,
    /// An algorithm with its heuristics; empty if it supports none.
    Named(Algorithm, Vec<HeuristicKind>),
    /// An algorithm with the pattern databases of these partitions.
    Patterns(Algorithm, Vec<String>),
}

impl MethodSpec {
    /// Parses the compact syntax.
    ///
    /// # Errors
    /// If the text is not a method; the message says what would be valid.
    pub(crate) fn read(text: &str) -> Result<MethodSpec, Complaint> {
        let (name, threads) = match text.split_once('@') {
            Some((name, threads)) => {
                let fault = |error| format!("@{}: {error}", echo::argument(threads));
                (name, Some(quantity::threads(threads).map_err(fault)?))
            }
            None => (text, None),
        };
        let (name, policies) = match name.split_once(',') {
            Some((name, policies)) => (name, Policies::read(policies)?),
            None => (name, Policies::default()),
        };
        let kind = MethodKind::read(name)?;
        if kind == MethodKind::Auto && policies != Policies::default() {
            return Err("policies are not supported by auto".into());
        }
        if threads.is_some_and(|threads| threads.get() > 1) && !kind.supports_threads() {
            let message = format!("{kind} supports only one thread");
            return Err(Complaint::new(message, Some("use auto, table or patterns".to_owned())));
        }
        Ok(MethodSpec { kind, policies, threads })
    }

    /// Creates a method from an algorithm and a heuristic, if it supports one.
    pub(super) fn named(
        algorithm: Algorithm,
        heuristic: Option<HeuristicKind>,
        policies: Policies,
    ) -> MethodSpec {
        MethodSpec {
            kind: MethodKind::Named(algorithm, heuristic.into_iter().collect()),
            policies,
            threads: None,
        }
    }

    /// Sets the number of threads if none was given and several are supported.
    pub(super) fn with_default_threads(mut self, threads: NonZero<usize>) -> MethodSpec {
        if self.kind.supports_threads() {
            self.threads.get_or_insert(threads);
        }
        self
    }

    /// Sets one thread.
    pub(super) fn single_threaded(self) -> MethodSpec {
        MethodSpec { threads: None, ..self }
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or(1, NonZero::get)
    }

    /// Returns whether its answers are optimal.
    pub(super) fn is_optimal(&self) -> bool {
        match self.kind {
            MethodKind::Auto => true,
            MethodKind::Named(algorithm, _) | MethodKind::Patterns(algorithm, _) => algorithm.is_optimal(),
        }
    }

    /// Returns whether it is a walk along a perfect table.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.kind, MethodKind::Named(Algorithm::Table, _))
    }

    /// Returns whether the planner chooses.
    pub(super) fn is_auto(&self) -> bool {
        self.kind == MethodKind::Auto
    }

    /// Returns the options for boards with a goal.
    ///
    /// # Errors
    /// If there are no such pattern databases for the goal.
    pub(super) fn options(&self, goal: &Goal) -> Result<MethodOptions, Failure> {
        let mut options = MethodOptions::default();
        match &self.kind {
            MethodKind::Auto => {}
            MethodKind::Named(algorithm, kinds) => {
                options.algorithm = Some(*algorithm);
                options.heuristic =
                    (!kinds.is_empty()).then(|| HeuristicChoice::max_of(kinds.iter().copied()));
            }
            MethodKind::Patterns(algorithm, names) => {
                options.algorithm = Some(*algorithm);
                let found = names.iter().map(|name| requested_method::partition(goal, name, &[], "method"));
                options.patterns = found.collect::<Result<_, _>>()?;
            }
        }
        self.policies.apply(&mut options);
        Ok(options)
    }
}

impl MethodKind {
    fn read(name: &str) -> Result<MethodKind, Complaint> {
        let (head, heuristics) = match name.split_once(':') {
            Some((head, heuristics)) => (head, Some(heuristics)),
            None => (name, None),
        };
        match (choice::algorithms().find(head), heuristics) {
            (Some(AlgorithmChoice::Auto), None) => Ok(MethodKind::Auto),
            (Some(AlgorithmChoice::Auto), Some(_)) => Err("a heuristic is not supported by auto".into()),
            (Some(AlgorithmChoice::Named(algorithm)), Some(_))
                if !algorithm.takes(MethodOption::Heuristic) =>
            {
                Err(PlanError::Unsupported { option: MethodOption::Heuristic, algorithm }.into())
            }
            (Some(AlgorithmChoice::Named(algorithm)), Some(names)) if is_partition(first_of(names)) => {
                if !algorithm.takes(MethodOption::Patterns) {
                    return Err(PlanError::Unsupported { option: MethodOption::Patterns, algorithm }.into());
                }
                Ok(MethodKind::Patterns(algorithm, partitions(names)?))
            }
            (Some(AlgorithmChoice::Named(algorithm)), Some(heuristics)) => {
                let kinds: Result<Vec<HeuristicKind>, String> =
                    heuristics.split('+').map(heuristic).collect();
                Ok(MethodKind::Named(algorithm, kinds?))
            }
            (Some(AlgorithmChoice::Named(algorithm)), None) => {
                // The default of `taquin solve`.
                let has_heuristic = algorithm.takes(MethodOption::Heuristic);
                let kinds = if has_heuristic { vec![HeuristicKind::Manhattan] } else { Vec::new() };
                Ok(MethodKind::Named(algorithm, kinds))
            }
            (None, None) if is_partition(first_of(name)) => {
                Ok(MethodKind::Patterns(Algorithm::IdaStar, partitions(name)?))
            }
            (None, _) => Err(format!(
                "{:?} is not a method; expected auto, {}, or patterns such as 7-8",
                echo::argument(head),
                Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect::<Vec<_>>().join(", ")
            )
            .into()),
        }
    }

    fn supports_threads(&self) -> bool {
        match self {
            MethodKind::Auto | MethodKind::Patterns(Algorithm::IdaStar, _) => true,
            MethodKind::Named(algorithm, _) => *algorithm == Algorithm::Table,
            MethodKind::Patterns(..) => false,
        }
    }
}

fn heuristic(name: &str) -> Result<HeuristicKind, String> {
    choice::heuristics().find(name).ok_or_else(|| {
        let names: Vec<&str> = HeuristicKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("{:?} is not a heuristic; expected {}", echo::argument(name), names.join(", "))
    })
}

/// Returns the first of several names that a plus separates.
fn first_of(names: &str) -> &str {
    names.split('+').next().unwrap_or_default()
}

/// Parses partitions such as `7-8+8-7`.
fn partitions(text: &str) -> Result<Vec<String>, Complaint> {
    let names: Vec<String> = text.split('+').map(str::to_owned).collect();
    match names.iter().find(|name| !is_partition(name)) {
        Some(wrong) => Err(format!(
            "{:?} is not a partition; expected sizes separated by hyphens, as in 7-8+8-7",
            echo::argument(wrong)
        )
        .into()),
        None if names.len() > MethodOptions::MOST_PARTITIONS => {
            Err(PlanError::Partitions(names.len()).into())
        }
        None => Ok(names),
    }
}

/// Returns whether a name has the form `6-6-3`; which partitions exist depends on the goal.
fn is_partition(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    name.split('-').all(is_number)
}

impl fmt::Display for MethodKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MethodKind::Auto => f.write_str("auto"),
            MethodKind::Named(algorithm, kinds) => {
                f.write_str(algorithm.name())?;
                for (index, kind) in kinds.iter().enumerate() {
                    write!(f, "{}{kind}", if index == 0 { ':' } else { '+' })?;
                }
                Ok(())
            }
            MethodKind::Patterns(Algorithm::IdaStar, names) => f.write_str(&names.join("+")),
            MethodKind::Patterns(algorithm, names) => write!(f, "{algorithm}:{}", names.join("+")),
        }
    }
}

/// Formats the method as it is parsed; one thread is omitted.
impl fmt::Display for MethodSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.kind, self.policies)?;
        match self.threads() {
            1 => Ok(()),
            threads => write!(f, "@{threads}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        for (text, name) in [
            ("auto", "auto"),
            ("auto@2", "auto@2"),
            ("table", "table"),
            ("astar", "astar:manhattan"),
            ("a*:lc", "astar:linear-conflict"),
            ("idastar:linear-conflict+walking-distance", "idastar:linear-conflict+walking-distance"),
            ("breadth-first", "bfs"),
            ("6-6-3@1", "6-6-3"),
            ("astar,ties=state", "astar:manhattan,ties=state"),
            ("wa*:lc,duplicates=keep,weight=1.50", "wastar:linear-conflict,weight=1.5,duplicates=keep"),
            ("bfs,order=blank:DRLU", "bfs,order=blank:DRLU"),
            ("7-8+8-7@2", "7-8+8-7@2"),
            ("ida*:7-8@2", "7-8@2"),
            ("a*:5-5-5+6-6-3,ties=state", "astar:5-5-5+6-6-3,ties=state"),
        ] {
            let read = MethodSpec::read(text).expect(text);
            assert_eq!(read.to_string(), name);
            assert_eq!(MethodSpec::read(name).map(|read| read.to_string()), Ok(name.to_owned()));
        }
        let two = NonZero::new(2).unwrap();
        let with = |text| MethodSpec::read(text).unwrap().with_default_threads(two).to_string();
        assert_eq!((with("7-8"), with("7-8@1"), with("bfs")), ("7-8@2".into(), "7-8".into(), "bfs".into()));
    }

    #[test]
    fn errors_name_valid_values() {
        for (text, words) in [
            ("", "is not a method; expected auto, astar"),
            ("foo", "\"foo\" is not a method"),
            ("7-8:manhattan", "\"7-8\" is not a method"),
            ("astar:euclid", "\"euclid\" is not a heuristic; expected zero, hamming"),
            ("astar:", "\"\" is not a heuristic"),
            ("bfs:manhattan", "heuristic: not supported by bfs"),
            ("table:manhattan", "heuristic: not supported by table"),
            ("auto:zero", "not supported by auto"),
            ("astar,ties=big", "\"big\" is not a tie policy"),
            ("astar,ties", "\"\" is not a tie policy"),
            ("astar,tie=state", "expected weight=, duplicates=, ties=, goal-test= or order="),
            ("astar,", "\"\" is not a policy"),
            ("astar,ties=state,ties=state", "ties given twice"),
            ("wastar,weight=0", "is not a weight"),
            ("auto,ties=state", "not supported by auto"),
            ("bfs@2", "bfs supports only one thread"),
            ("lockstep:6-6-3", "patterns: not supported by lockstep"),
            ("astar:6-6-3+lc", "\"lc\" is not a partition"),
            ("astar:6-6-3@2", "astar:6-6-3 supports only one thread"),
            ("7-8@0", "from 1 to 1024"),
            ("7-8@", "from 1 to 1024"),
            ("7-8+", "\"\" is not a partition"),
            ("7-8+x", "\"x\" is not a partition"),
            ("7--8", "is not a method"),
            ("1+2+3+4+5", "patterns: 5 partitions given, at most 4 are supported"),
        ] {
            let error = MethodSpec::read(text).expect_err(text).to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
