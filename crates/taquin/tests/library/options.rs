//! Options of a method: set from text, and checked when the solver is built.

use crate::common::options;
use std::num::NonZeroUsize;
use taquin::search::{Duplicates, GoalTest, Ties, Weight};
use taquin::solver::{Algorithm, MethodOption, MethodOptions, OptionError, PlanError, Solver};
use taquin::tables::Partition;
use taquin::{Gap, Goal, HeuristicKind, Metric, Order, Size};

/// Returns a text for every option that has one, and the options it sets.
fn examples() -> Vec<(MethodOption, &'static str, MethodOptions)> {
    use MethodOption as Name;
    vec![
        (Name::Algorithm, "ida*", MethodOptions::of(Algorithm::IdaStar)),
        (Name::Heuristic, "hamming", options(|o| o.heuristic = Some(HeuristicKind::Hamming.into()))),
        (Name::Weight, "2", options(|o| o.weight = Some(Weight::TWO))),
        (Name::Duplicates, "parent", options(|o| o.duplicates = Some(Duplicates::Parent))),
        (Name::Ties, "state", options(|o| o.ties = Some(Ties::State))),
        (Name::GoalTest, "selected", options(|o| o.goal_test = Some(GoalTest::Selected))),
        (Name::Order, "blank:ULRD", options(|o| o.order = Some(Order::default()))),
        (Name::Metric, "multi", options(|o| o.metric = Metric::Multi)),
        (Name::BeamWidth, "30", options(|o| o.beam_width = NonZeroUsize::new(30))),
    ]
}

#[test]
fn every_option_is_set_from_text() {
    let examples = examples();
    for &option in MethodOption::ALL {
        let mut set = MethodOptions::default();
        assert!(!set.is_set(option), "{option}");
        let Some((_, text, expected)) = examples.iter().find(|example| example.0 == option) else {
            assert_eq!(set.set(option, "7-8"), Err(OptionError::NotText(option)));
            assert_eq!(option, MethodOption::Patterns);
            continue;
        };
        set.set(option, text).unwrap();
        assert_eq!(&set, expected, "{option}");
        let others = MethodOption::ALL.iter().filter(|&&other| set.is_set(other));
        assert_eq!(others.collect::<Vec<_>>(), [&option]);
        // The builder reads the same texts.
        let builder = Solver::builder().option(option, text).unwrap();
        assert_eq!(builder.build().unwrap().options(), expected);
        // Wrong texts change nothing.
        let before = set.clone();
        for wrong in ["", "nonsense", "-1", "0"] {
            let error = set.set(option, wrong).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{wrong:?} is not a")), "{option}: {error}");
            assert_eq!(set, before, "{option} {wrong:?}");
        }
    }
    let mut automatic = MethodOptions::of(Algorithm::AStar);
    automatic.set(MethodOption::Algorithm, "auto").unwrap();
    assert_eq!(automatic, MethodOptions::default());
}

#[test]
fn algorithms_have_names_and_aliases() {
    let mut seen = std::collections::HashSet::new();
    for &algorithm in Algorithm::ALL {
        for name in [algorithm.name()].iter().chain(algorithm.aliases()) {
            assert_eq!(Algorithm::named(name), Some(algorithm), "{name}");
            assert!(seen.insert(*name), "{name} has two meanings");
            let mut options = MethodOptions::default();
            options.set(MethodOption::Algorithm, name).unwrap();
            assert_eq!(options.algorithm, Some(algorithm));
        }
    }
    assert_eq!(Algorithm::named("weighted-a-star"), Some(Algorithm::WeightedAStar));
    assert_eq!(Algorithm::named("ucs"), Some(Algorithm::BreadthFirst));
    assert_eq!(Algorithm::named("auto"), None);
    assert_eq!(Algorithm::named("A*"), None, "names are lower case");
}

/// Every algorithm with every option: rejected exactly if it does not take it, naming both and a remedy.
#[test]
fn every_contradiction_of_an_algorithm_is_refused() {
    for &algorithm in Algorithm::ALL {
        for (option, text, _) in examples() {
            if matches!(option, MethodOption::Algorithm | MethodOption::Metric) {
                continue;
            }
            let built = Solver::builder().algorithm(algorithm).option(option, text).unwrap().build();
            if algorithm.takes(option) {
                assert!(built.is_ok(), "{algorithm} {option}");
                continue;
            }
            let error = built.unwrap_err();
            assert_eq!(error, PlanError::Unsupported { option, algorithm });
            let message = error.to_string();
            assert_eq!(error.option(), option.name());
            assert_eq!(message, format!("{option}: not supported by {algorithm}"));
            let hint = error.hint().unwrap();
            let remedies = hint.strip_prefix("use ").unwrap();
            for remedy in remedies.split(", ").flat_map(|names| names.split(" or ")) {
                let remedy = Algorithm::named(remedy).unwrap();
                assert!(remedy.takes(option), "{message}");
            }
        }
        let pushes = Solver::builder().algorithm(algorithm).metric(Metric::Multi).build();
        let option = MethodOption::Algorithm;
        let refused = (!algorithm.counts_pushes()).then_some(PlanError::UnsupportedForPushes { option });
        assert_eq!(pushes.err(), refused, "{algorithm}");
        let gap = Solver::builder().algorithm(algorithm).gap(Gap::ZERO).build();
        let refused = (algorithm != Algorithm::Improve).then_some(PlanError::Gap { algorithm });
        assert_eq!(gap.err(), refused, "{algorithm}");
    }
}

/// The contradictions between other options.
#[test]
fn other_contradictions_are_refused() {
    let goal = Goal::rows(Size::square(4).unwrap());
    let patterns = |count| vec![Partition::named(&goal, "5-5-5", &[]).unwrap(); count];
    let build = |set: &dyn Fn(&mut MethodOptions)| {
        let error = Solver::builder().options(options(set)).build().unwrap_err();
        (error.option(), error.to_string())
    };
    let refused = |option: &'static str, rest: &str| (option, format!("{option}: {rest}"));
    let manhattan = || Some(HeuristicKind::Manhattan.into());
    assert_eq!(
        build(&|o| (o.heuristic, o.patterns) = (manhattan(), patterns(1))),
        refused("patterns", "cannot be combined with heuristic: pattern databases are the estimate")
    );
    assert_eq!(
        build(&|o| o.patterns = patterns(5)),
        refused("patterns", "5 partitions given, at most 4 are supported")
    );
    assert_eq!(
        build(&|o| (o.metric, o.heuristic) = (Metric::Multi, manhattan())),
        refused("heuristic", "not supported with metric multi")
    );
    for (option, set) in [
        ("patterns", (&|o: &mut MethodOptions| o.patterns = patterns(1)) as &dyn Fn(&mut MethodOptions)),
        ("weight", &|o| o.weight = Some(Weight::TWO)),
        ("ties", &|o| o.ties = Some(Ties::State)),
        ("duplicates", &|o| o.duplicates = Some(Duplicates::Keep)),
        ("goal-test", &|o| o.goal_test = Some(GoalTest::Selected)),
    ] {
        let with_pushes = |o: &mut MethodOptions| {
            set(o);
            o.metric = Metric::Multi;
        };
        assert_eq!(build(&with_pushes), refused(option, "not supported with metric multi"));
    }
    // Two options that no algorithm takes both.
    assert_eq!(
        build(&|o| (o.weight, o.goal_test) = (Some(Weight::TWO), Some(GoalTest::Selected))),
        refused("goal-test", "not supported by wastar")
    );
    // An existing solver rejects them, too.
    let ties = options(|o| (o.algorithm, o.ties) = (Some(Algorithm::IdaStar), Some(Ties::State)));
    assert!(Solver::new().with_options(ties).is_err());
    assert!(Solver::builder().heuristic(HeuristicKind::Manhattan).gap(Gap::ZERO).build().is_err());
}
