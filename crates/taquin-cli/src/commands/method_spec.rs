//! A method as `--method` names it: `auto`, `table`, `astar:manhattan`, `astar:hamming,ties=state`, `7-8+8-7@2`.

use super::method_options;
use super::policies::Policies;
use crate::choice::{self, AlgorithmChoice};
use crate::echo;
use crate::exit::Failure;
use crate::quantity;
use std::fmt;
use std::num::NonZero;
use taquin::solver::{Algorithm, PlanError, Request};
use taquin::{Goal, HeuristicChoice, HeuristicKind};

/// A method to be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MethodSpec {
    search: Search,
    policies: Policies,
    /// How many threads, if it was said.
    threads: Option<NonZero<usize>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Search {
    /// The planner's choice.
    Auto,
    /// A search by name; no heuristics where it takes none.
    Named(Algorithm, Vec<HeuristicKind>),
    /// IDA* with pattern databases of these partitions.
    Patterns(Vec<String>),
}

impl MethodSpec {
    /// Reads the compact syntax.
    ///
    /// # Errors
    /// If it is none; the text says what was found and what would be right.
    pub(crate) fn read(text: &str) -> Result<MethodSpec, String> {
        let (name, threads) = match text.split_once('@') {
            Some((name, threads)) => {
                let fault = |error| format!("{:?} behind @: {error}", echo::argument(threads));
                (name, Some(quantity::threads(threads).map_err(fault)?))
            }
            None => (text, None),
        };
        let (name, policies) = match name.split_once(',') {
            Some((name, policies)) => (name, Policies::read(policies)?),
            None => (name, Policies::default()),
        };
        let search = Search::read(name)?;
        if search == Search::Auto && policies != Policies::default() {
            return Err("auto takes no policies; it chooses by itself".to_owned());
        }
        if threads.is_some_and(|threads| threads.get() > 1) && !search.takes_threads() {
            return Err(format!("{search} works with one thread; auto, table and patterns can use several"));
        }
        Ok(MethodSpec { search, policies, threads })
    }

    /// A search by name with one estimate, where it takes one.
    pub(super) fn named(
        algorithm: Algorithm,
        heuristic: Option<HeuristicKind>,
        policies: Policies,
    ) -> MethodSpec {
        MethodSpec {
            search: Search::Named(algorithm, heuristic.into_iter().collect()),
            policies,
            threads: None,
        }
    }

    /// The same with the number of threads that is meant where none was named.
    pub(super) fn with_default_threads(mut self, threads: NonZero<usize>) -> MethodSpec {
        if self.search.takes_threads() {
            self.threads.get_or_insert(threads);
        }
        self
    }

    /// The same with one thread.
    pub(super) fn alone(self) -> MethodSpec {
        MethodSpec { threads: None, ..self }
    }

    /// How many threads it may use.
    pub(super) fn threads(&self) -> usize {
        self.threads.map_or(1, NonZero::get)
    }

    /// Are its answers shortest?
    pub(super) fn is_optimal(&self) -> bool {
        !matches!(&self.search, Search::Named(algorithm, _) if !algorithm.is_optimal())
    }

    /// Is it a walk down a table of all boards?
    pub(super) fn is_table(&self) -> bool {
        matches!(self.search, Search::Named(Algorithm::Table, _))
    }

    /// Is it left to the planner?
    pub(super) fn is_auto(&self) -> bool {
        self.search == Search::Auto
    }

    /// What to ask of the library for boards of a goal.
    ///
    /// # Errors
    /// If the goal's size has no such patterns.
    pub(super) fn request(&self, goal: &Goal) -> Result<Request, Failure> {
        let open = Request::default();
        Ok(self.policies.of(match &self.search {
            Search::Auto => open,
            Search::Named(algorithm, kinds) => Request {
                algorithm: Some(*algorithm),
                heuristic: (!kinds.is_empty()).then(|| HeuristicChoice::max_of(kinds.iter().copied())),
                ..open
            },
            Search::Patterns(names) => {
                let found = names.iter().map(|name| method_options::partition(goal, name, &[], "method"));
                Request { patterns: found.collect::<Result<_, _>>()?, ..open }
            }
        }))
    }
}

impl Search {
    fn read(name: &str) -> Result<Search, String> {
        let (head, estimate) = match name.split_once(':') {
            Some((head, estimate)) => (head, Some(estimate)),
            None => (name, None),
        };
        match (choice::algorithms().find(head), estimate) {
            (Some(AlgorithmChoice::Auto), None) => Ok(Search::Auto),
            (Some(AlgorithmChoice::Auto), Some(_)) => {
                Err("auto takes no heuristic; it chooses by itself".to_owned())
            }
            (Some(AlgorithmChoice::Named(algorithm)), Some(_)) if !algorithm.is_informed() => {
                Err(PlanError::Inapplicable { option: "heuristic", algorithm }.to_string())
            }
            (Some(AlgorithmChoice::Named(algorithm)), Some(estimate)) => {
                let kinds: Result<Vec<HeuristicKind>, String> = estimate.split('+').map(heuristic).collect();
                Ok(Search::Named(algorithm, kinds?))
            }
            (Some(AlgorithmChoice::Named(algorithm)), None) => {
                // The textbooks' usual estimate, as in `taquin solve`.
                let kinds = if algorithm.is_informed() { vec![HeuristicKind::Manhattan] } else { Vec::new() };
                Ok(Search::Named(algorithm, kinds))
            }
            (None, None) if is_partition(name.split('+').next().unwrap_or_default()) => {
                let names: Vec<String> = name.split('+').map(str::to_owned).collect();
                match names.iter().find(|name| !is_partition(name)) {
                    Some(wrong) => Err(format!(
                        "{:?} is no partition; write tiles with hyphens between them, as in 7-8+8-7",
                        echo::argument(wrong)
                    )),
                    None if names.len() > Request::MOST_PARTITIONS => {
                        Err(PlanError::Partitions(names.len()).to_string())
                    }
                    None => Ok(Search::Patterns(names)),
                }
            }
            (None, _) => Err(format!(
                "{:?} is no method; there are auto, {}, and patterns such as 7-8",
                echo::argument(head),
                Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect::<Vec<_>>().join(", ")
            )),
        }
    }

    fn takes_threads(&self) -> bool {
        matches!(self, Search::Auto | Search::Patterns(_) | Search::Named(Algorithm::Table, _))
    }
}

fn heuristic(name: &str) -> Result<HeuristicKind, String> {
    choice::heuristics().find(name).ok_or_else(|| {
        let names: Vec<&str> = HeuristicKind::ALL.iter().map(|kind| kind.name()).collect();
        format!("{:?} is not a heuristic; there are {}", echo::argument(name), names.join(", "))
    })
}

/// `6-6-3`: numbers with hyphens between them. Which of them exist, the goal must say.
fn is_partition(name: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    name.split('-').all(is_number)
}

impl fmt::Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Search::Auto => f.write_str("auto"),
            Search::Named(algorithm, kinds) => {
                f.write_str(algorithm.name())?;
                for (index, kind) in kinds.iter().enumerate() {
                    write!(f, "{}{kind}", if index == 0 { ':' } else { '+' })?;
                }
                Ok(())
            }
            Search::Patterns(names) => f.write_str(&names.join("+")),
        }
    }
}

/// As it is read; one thread is not mentioned.
impl fmt::Display for MethodSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.search, self.policies)?;
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
    fn what_is_written_is_read_back() {
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
    fn errors_say_what_would_be_right() {
        for (text, words) in [
            ("", "is no method; there are auto, astar"),
            ("foo", "\"foo\" is no method"),
            ("7-8:manhattan", "\"7-8\" is no method"),
            ("astar:euclid", "\"euclid\" is not a heuristic; there are zero, hamming"),
            ("astar:", "\"\" is not a heuristic"),
            ("bfs:manhattan", "takes no heuristic; it goes with astar"),
            ("table:manhattan", "takes no heuristic"),
            ("auto:zero", "auto takes no heuristic"),
            ("astar,ties=big", "\"big\" is not a tie policy; there are state, deep-first"),
            ("astar,ties", "\"\" is not a tie policy"),
            ("astar,tie=state", "write weight=, duplicates=, ties=, goal-test= or order="),
            ("astar,", "\"\" behind a comma"),
            ("astar,ties=state,ties=state", "ties is said twice"),
            ("wastar,weight=0", "is not a weight"),
            ("auto,ties=state", "auto takes no policies"),
            ("bfs@2", "bfs works with one thread"),
            ("7-8@0", "from 1 to 1024"),
            ("7-8@", "from 1 to 1024"),
            ("7-8+", "\"\" is no partition"),
            ("7-8+x", "\"x\" is no partition"),
            ("7--8", "is no method"),
            ("1+2+3+4+5", "5 partitions at once"),
        ] {
            let error = MethodSpec::read(text).expect_err(text);
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
