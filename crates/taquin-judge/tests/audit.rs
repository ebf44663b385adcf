//! Audits of heuristics that are programs, on every board.

use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;
use taquin::heuristic::{Heuristic, Max};
use taquin::{Goal, HeuristicChoice, NamedGoal, Size};
use taquin_judge::audit::{AnswerError, Answers, Estimates, Properties, Sample, States, Table, TableError};
use taquin_judge::child::{ExitReason, Program, ResourceLimits};

const FREELY: ResourceLimits =
    ResourceLimits { time: Duration::from_secs(600), memory: 4 << 30, output: 1 << 30, processes: 10 };

fn states(rows: usize, cols: usize) -> States {
    States::new(&Goal::rows(Size::new(rows, cols).unwrap())).unwrap()
}

/// Returns the answers of a program.
fn asked(states: &States, words: &[&str]) -> Estimates {
    let words: Vec<_> = words.iter().map(Into::into).collect();
    let mut answers = Answers::new(states);
    let run = Program::new(&words).unwrap().run(states.text(), &FREELY, |chunk| {
        answers.push(chunk).unwrap();
        ControlFlow::Continue(())
    });
    let run = run.unwrap();
    assert!(matches!(run.exit, ExitReason::Exited(status) if status.success()), "{run:?}");
    answers.finish().unwrap()
}

/// Returns the estimates of a function.
fn computed(states: &States, estimate: impl Fn(&[u16]) -> f64) -> Estimates {
    let mut answers = Answers::new(states);
    for state in states.iter() {
        let numbers: Vec<u16> = state.board.numbers().collect();
        answers.push(format!("{}\n", estimate(&numbers)).as_bytes()).unwrap();
    }
    answers.finish().unwrap()
}

fn python(states: &States, name: &str) -> Properties {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/heuristics").join(name);
    Properties::new(states, &asked(states, &["python3", path.to_str().unwrap()]))
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn the_mistakes_of_the_textbooks_to_the_number() {
    let states = states(3, 3);
    assert_eq!(states.count(), 181_440);
    for (name, overestimates) in [
        ("manhattan.py", 0),
        ("hamming_with_blank.py", 78),
        ("manhattan_with_blank.py", 4650),
        ("pairwise_conflict.py", 7),
    ] {
        let properties = python(&states, name);
        assert_eq!(properties.overestimates.count, overestimates, "{name}");
        assert_eq!(properties.is_consistent(), overestimates == 0, "{name}: {properties:?}");
    }
}

#[test]
fn the_same_mistakes_in_rust() {
    let states = states(3, 3);
    let home = |tile: u16| if tile == 0 { 8 } else { usize::from(tile) - 1 };
    let distance = |cell: usize, home: usize| (cell / 3).abs_diff(home / 3) + (cell % 3).abs_diff(home % 3);
    let manhattan = |board: &[u16], with_blank: bool| {
        let tiles = board.iter().enumerate().filter(|&(_, &tile)| with_blank || tile != 0);
        tiles.map(|(cell, &tile)| distance(cell, home(tile))).sum::<usize>() as f64
    };
    let hamming = Properties::new(
        &states,
        &computed(&states, |board| {
            board.iter().enumerate().filter(|&(cell, &tile)| home(tile) != cell).count() as f64
        }),
    );
    assert_eq!(hamming.overestimates.count, 78);
    let smallest = hamming.overestimates.smallest.unwrap();
    assert_eq!((smallest.state.distance, smallest.value), (1, 2.0));
    assert_eq!(smallest.state.board.numbers().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 0, 7, 8, 6]);
    let blank = Properties::new(&states, &computed(&states, |board| manhattan(board, true)));
    assert_eq!(blank.overestimates.count, 4650);
    let conflicts = |board: &[u16]| {
        let mut pairs = 0;
        for (a, b) in (0..9).flat_map(|a| (a + 1..9).map(move |b| (a, b))) {
            let (x, y) = (home(board[a]), home(board[b]));
            let in_row = a / 3 == b / 3 && x / 3 == a / 3 && y / 3 == b / 3;
            let in_col = a % 3 == b % 3 && x % 3 == a % 3 && y % 3 == b % 3;
            pairs += usize::from(board[a] * board[b] != 0 && (in_row || in_col) && x > y);
        }
        manhattan(board, false) + 2.0 * pairs as f64
    };
    let pairwise = Properties::new(&states, &computed(&states, conflicts));
    assert_eq!(pairwise.overestimates.count, 7);
}

#[test]
fn built_in_heuristics_as_programs_are_sound() {
    for (rows, cols, size) in [(2, 3, "2x3"), (3, 3, "3x3")] {
        let states = states(rows, cols);
        for name in ["zero", "hamming", "manhattan", "linear-conflict", "walking-distance"] {
            let estimates = asked(&states, &[env!("CARGO_BIN_EXE_taquin-estimate"), name, size]);
            let properties = Properties::new(&states, &estimates);
            assert!(properties.is_admissible() && properties.is_consistent(), "{name}: {properties:?}");
            let choice: HeuristicChoice = name.parse().unwrap();
            let heuristic = Max::new(choice.kinds(), states.goal());
            for state in states.iter().step_by(997) {
                assert_eq!(estimates.of(&state), f64::from(heuristic.evaluate(&state.board)), "{name}");
            }
        }
    }
}

/// A consistent estimate that is 0 at the goal is also admissible.
#[test]
fn admissible_but_not_consistent() {
    let states = states(2, 3);
    let distance = |numbers: &[u16]| {
        let board = taquin::Board::new(states.goal().size(), numbers).unwrap();
        states.find(&board).unwrap().distance
    };
    // The true distance for half of the boards, and 0 for the others.
    let properties = Properties::new(
        &states,
        &computed(&states, |numbers| f64::from(distance(numbers) * u32::from(distance(numbers) % 2 == 0))),
    );
    assert!(properties.is_admissible() && !properties.is_consistent());
    let found = properties.inconsistencies.smallest.unwrap();
    assert_eq!((found.state.distance, found.value, found.next_value), (2, 2.0, 0.0));
    assert_eq!(found.state.board.slide(found.direction), Some(found.next));
    let at_goal = Properties::new(&states, &computed(&states, |_| 0.5));
    assert!(!at_goal.is_admissible() && !at_goal.is_consistent());
    assert_eq!((at_goal.inconsistencies.count, at_goal.overestimates.count), (0, 1));
}

/// Sums of square roots have rounding errors.
#[test]
fn decimals() {
    let states = states(3, 3);
    let euclid = computed(&states, |board| {
        let distance = |(cell, tile): (usize, usize)| {
            let (rows, cols) = ((cell / 3).abs_diff((tile - 1) / 3), (cell % 3).abs_diff((tile - 1) % 3));
            ((rows * rows + cols * cols) as f64).sqrt()
        };
        let tiles = board.iter().enumerate().map(|(cell, &tile)| (cell, usize::from(tile)));
        tiles.filter(|&(_, tile)| tile != 0).map(distance).sum()
    });
    let properties = Properties::new(&states, &euclid);
    assert!(properties.is_admissible() && properties.is_consistent(), "{properties:?}");
    let sample = Sample { boards: 3, seed: 1, nodes: 1_000_000 };
    let searches = sample.search(&states, &euclid, &properties, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((searches.a_star.longer, searches.ida_star.longer), (0, 0));
}

/// Compares the searches with the same heuristic of the library.
#[test]
fn searches_cost_what_they_cost_elsewhere() {
    use taquin::Puzzle;
    use taquin::solver::{Algorithm, Solver};
    let states = states(3, 3);
    let heuristic = Max::new(&[taquin::HeuristicKind::Manhattan], states.goal());
    let estimates = computed(&states, |numbers| {
        f64::from(heuristic.evaluate(&taquin::Board::new(states.goal().size(), numbers).unwrap()))
    });
    let properties = Properties::new(&states, &estimates);
    let sample = Sample { boards: 5, seed: 7, nodes: 1_000_000 };
    let searches = sample.search(&states, &estimates, &properties, |_| ControlFlow::Continue(())).unwrap();
    let mut scrambler = taquin::scramble::Scrambler::seeded(7);
    let mut expanded = [0; 2];
    for _ in 0..5 {
        let board = scrambler.solvable(states.goal());
        for (algorithm, sum) in [Algorithm::AStar, Algorithm::IdaStar].into_iter().zip(&mut expanded) {
            let solver = Solver::builder().algorithm(algorithm).heuristic(taquin::HeuristicKind::Manhattan);
            let puzzle = Puzzle::new(board.clone(), states.goal().clone()).unwrap();
            let found = solver.build().unwrap().solve(&puzzle).unwrap();
            *sum += found.stats.expanded;
        }
    }
    assert_eq!(expanded, [searches.a_star.expanded, searches.ida_star.expanded]);
    assert!(sample.search(&states, &estimates, &properties, |_| ControlFlow::Break(())).is_none());
    let few = Sample { nodes: 2, ..sample };
    let stopped = few.search(&states, &estimates, &properties, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((stopped.a_star.stopped, stopped.ida_star.stopped), (5, 5));
}

#[test]
fn wrong_answers() {
    let states = states(2, 2);
    let heard = |text: &str| {
        let mut answers = Answers::new(&states);
        // Byte by byte.
        text.as_bytes().iter().try_for_each(|byte| answers.push(&[*byte]))?;
        answers.finish().map(|_| ())
    };
    assert_eq!(heard(&"0\n".repeat(12)), Ok(()));
    assert_eq!(heard("0\r\n\n 0 \n1.5\n0\n0\n0\n0\n0\n0\n0\n1e1\n+0"), Ok(()));
    for wrong in ["h=3", "nan", "inf", "-1", "65536", "1 2", "1,5", "\u{7}"] {
        let told = heard(&format!("0\n{wrong}\n")).unwrap_err();
        assert!(matches!(&told, AnswerError::NotANumber { line: 2, .. }), "{told}");
        assert!(told.to_string().contains("0 2 3 1") || told.to_string().contains("not a number"), "{told}");
    }
    assert!(
        matches!(heard(&"x".repeat(1000)).unwrap_err(), AnswerError::NotANumber { line: 1, text, .. } if text.len() == 200)
    );
    assert!(matches!(heard(&"0\n".repeat(11)), Err(AnswerError::TooFew { given: 11, expected: 12, .. })));
    assert!(matches!(heard(""), Err(AnswerError::TooFew { given: 0, .. })));
    assert!(matches!(heard(&"0\n".repeat(13)), Err(AnswerError::TooMany { line: 13, expected: 12, .. })));
}

/// A pipe divides the output anywhere. A line that is too long was one answer in one piece, and two in several.
#[test]
fn answers_do_not_depend_on_the_pieces_they_come_in() {
    let states = states(2, 2);
    let padding = " ".repeat(300);
    let eleven = "0\n".repeat(11);
    for text in
        [format!("{eleven}5{padding}\n"), format!("5{padding}7\n{eleven}"), format!("{padding}\n0\n{eleven}")]
    {
        let heard = |pieces: usize| {
            let mut answers = Answers::new(&states);
            let pushed = text.as_bytes().chunks(pieces).try_for_each(|chunk| answers.push(chunk));
            pushed.and_then(|()| answers.finish().map(|_| ())).unwrap_err()
        };
        let whole = heard(text.len());
        assert!(matches!(whole, AnswerError::NotANumber { .. }), "{whole}");
        for pieces in 1..250 {
            assert_eq!(heard(pieces), whole, "pieces of {pieces} bytes");
        }
    }
    // As long as a line may be.
    let mut answers = Answers::new(&states);
    answers.push(format!("0{}\n{eleven}", " ".repeat(199)).as_bytes()).unwrap();
    assert!(answers.finish().is_ok());
}

#[test]
fn tables() {
    let states = states(2, 2);
    let read = |text: &str| {
        let mut table = Table::new(&states);
        text.lines().try_for_each(|line| table.push(line))?;
        table.finish()
    };
    let lines = |states: &States| -> Vec<String> {
        String::from_utf8(states.text()).unwrap().lines().map(|line| format!("{line} 1")).collect()
    };
    let mut table = lines(&states);
    table.reverse();
    table[3] = table[3].replace(' ', ",");
    // Unsolvable boards need no estimate, but may have one.
    table.push("[2, 1, 3, 0] = 7".to_owned());
    assert!(read(&table.join("\n")).is_ok());
    assert!(matches!(read(&table[1..].join("\n")), Err(TableError::Missing { boards: 1, .. })));
    assert!(matches!(read(&[&table[..], &table[..1]].concat().join("\n")), Err(TableError::Duplicate(_))));
    for wrong in ["1 2 3 0", "1 2 3 3 4", "1 2 3 0 4 5", "a b c d e", ""] {
        assert!(
            matches!(read(wrong), Err(TableError::Malformed { .. } | TableError::Missing { .. })),
            "{wrong}"
        );
    }
    assert!(matches!(read("1 2 3 0 x"), Err(TableError::NotANumber(_))));
}

#[test]
fn sizes_and_goals() {
    for (rows, cols, count) in [(2, 2, 12), (2, 3, 360), (3, 2, 360), (2, 4, 20_160), (2, 5, 1_814_400)] {
        assert_eq!(states(rows, cols).count(), count);
    }
    for (rows, cols) in [(3, 4), (4, 4), (1, 5), (1, 1), (127, 127)] {
        assert!(States::new(&Goal::rows(Size::new(rows, cols).unwrap())).is_err(), "{rows}x{cols}");
    }
    let spiral = States::new(&NamedGoal::Spiral.of(Size::square(3).unwrap())).unwrap();
    assert_eq!(spiral.count(), 181_440);
    assert_eq!(spiral.iter().map(|state| state.distance).max(), Some(30));
}
