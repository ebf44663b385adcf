//! Journals: searches that are stopped, resumed, divided and merged; damaged and foreign files.

use crate::pool_search::{optimal, size, solver, walks};
use std::fs;
use std::io::Write;
use std::path::Path;
use taquin::control::Control;
use taquin::solver::{Journal, JournalFault, SolveError, Solver};
use taquin::{Board, Goal, Puzzle};

/// Runs with a journal and a limit of nodes until the puzzle is solved; returns the length and the number of runs.
fn resumed(solver: &Solver, puzzle: &Puzzle, file: &Path, nodes: u64) -> (usize, u32) {
    for run in 1.. {
        let journal = Journal::open(file, puzzle).unwrap();
        // Each run gets twice as many nodes as the one before, because an unfinished part is repeated.
        let control = Control::new().node_limit(nodes << run.min(30));
        let outcome = solver.plan_optimal(puzzle).unwrap().run_with_journal(&journal, &control).unwrap();
        if outcome.stopped.is_none() {
            let solution = outcome.solution.unwrap();
            assert!(solution.is_optimal());
            return (solution.len(), run);
        }
    }
    unreachable!("the limit grows")
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_search_can_be_stopped_and_resumed() {
    let folder = tempfile::tempdir().unwrap();
    for (number, puzzle) in walks(&Goal::blank_first(size(3, 6)), 1, 400).iter().enumerate() {
        let length = optimal(&solver(1), puzzle).len();
        for threads in [1, 2] {
            let solver = &solver(threads);
            let file = folder.path().join(format!("{number}-{threads}.jsonl"));
            assert_eq!(resumed(solver, puzzle, &file, 1_000).0, length);
            // A journal of a solved board answers at once.
            assert_eq!(resumed(solver, puzzle, &file, 1), (length, 1));
            // Cut off anywhere, the rest is found again.
            let text = fs::read(&file).unwrap();
            let first = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
            for cut in (first..text.len()).step_by(text.len() / 3 + 1) {
                fs::write(&file, &text[..cut]).unwrap();
                assert_eq!(resumed(solver, puzzle, &file, 1_000_000).0, length, "cut at {cut}");
            }
        }
    }
}

#[test]
fn an_iteration_can_be_sampled() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = &walks(&Goal::rows(size(3, 6)), 1, 3_000)[0];
    let solver = solver(2);
    let journal = Journal::open(&folder.path().join("search.jsonl"), puzzle).unwrap();
    let plan = solver.plan_optimal(puzzle).unwrap();
    let control = Control::new();
    plan.run_with_journal(&journal, &control.clone().node_limit(100_000)).unwrap();
    let bound = journal.lower_bound();
    let sample = |step| plan.sample_iteration(&journal, bound, step, &control).unwrap();
    let all = sample(1);
    assert_eq!(all.expanded.len(), all.frontier);
    assert_eq!(all.estimate() as u64, all.expanded.iter().sum::<u64>());
    assert_eq!(all.standard_error(), 0.0);
    let some = sample(5);
    assert_eq!((some.frontier, some.expanded.len()), (all.frontier, all.frontier.div_ceil(5)));
    assert!(some.standard_error() > 0.0);
    assert!((some.estimate() - all.estimate()).abs() < 5.0 * some.standard_error());
    // Beyond the frontier there is nothing to search.
    assert_eq!(sample(usize::MAX).estimate(), 0.0);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_search_can_be_divided() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = &walks(&Goal::rows(size(3, 6)), 1, 3_000)[0];
    let solver = solver(2);
    let length = optimal(&solver, puzzle).len();
    let journal = Journal::open(&folder.path().join("search.jsonl"), puzzle).unwrap();
    let control = Control::new();
    let plan = solver.plan(puzzle).unwrap();
    for round in 0.. {
        let outcome = plan.run_until_divided(&journal, &control).unwrap();
        let Some(open) = journal.open_parts().filter(|_| outcome.stopped.is_some()) else {
            assert_eq!(outcome.solution.unwrap().len(), length);
            assert!(round > 0, "the board is too easy to be divided");
            return;
        };
        assert!(journal.lower_bound() as usize <= length);
        for number in 0..7 {
            let file = folder.path().join(format!("{round}-{number}.jsonl"));
            let parts: Vec<u32> = open.iter().copied().skip(number).step_by(7).collect();
            journal.assign(&file, &parts).unwrap();
            let part = Journal::read(&file).unwrap();
            assert_eq!(part.open_parts().unwrap(), parts);
            let outcome = plan.run_parts(&part, &control).unwrap();
            drop(part);
            let part = Journal::read(&file).unwrap();
            let added = journal.merge(&part).unwrap();
            assert_eq!(journal.merge(&part).unwrap(), 0, "nothing is added twice");
            if let Some(moves) = outcome.moves {
                assert_eq!(moves.len(), length);
                break;
            }
            assert_eq!(added as usize, parts.len());
        }
    }
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn a_long_part_can_be_divided() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = &walks(&Goal::rows(size(3, 6)), 1, 3_000)[0];
    let solver = solver(1);
    let length = optimal(&solver, puzzle).len();
    let journal = Journal::open(&folder.path().join("search.jsonl"), puzzle).unwrap();
    let control = Control::new();
    let plan = solver.plan(puzzle).unwrap();
    let mut files = 0;
    let mut read = |text: &str| {
        files += 1;
        let file = folder.path().join(format!("{files}.jsonl"));
        fs::write(&file, text).unwrap();
        Journal::read(&file).unwrap()
    };
    let expanded = |part: &Journal| part.iteration().unwrap().expanded;
    assert!(plan.run_until_divided(&journal, &control).unwrap().stopped.is_some());
    while !journal.is_solved() && journal.open_parts().is_some_and(|open| !open.is_empty()) {
        let open = journal.open_parts().unwrap();
        // One part as a whole, for comparison, and in pieces, in two files; then all others.
        let whole = read(&journal.assignment(&open[..1]).unwrap());
        plan.run_parts(&whole, &control).unwrap();
        let before = expanded(&journal);
        let (part, of) = (open[0], 5);
        for pieces in [&[1, 3][..], &[0, 2, 4]] {
            assert!(journal.open_parts().unwrap().contains(&part), "some pieces are not the whole part");
            let text = journal.piece_assignment(part, of, pieces).unwrap();
            let file = read(&text);
            plan.run_parts(&file, &control).unwrap();
            let path = file.path().to_owned();
            drop(file);
            let file = Journal::read(&path).unwrap();
            let merged = journal.merge(&file).unwrap();
            if journal.is_solved() {
                break;
            }
            assert_eq!(merged as usize, pieces.len());
            assert_eq!(journal.merge(&file).unwrap(), 0, "nothing is added twice");
        }
        if !journal.is_solved() {
            assert!(!journal.open_parts().is_some_and(|open| open.contains(&part)));
            // Pieces start from a frontier without duplicates, so they have rather fewer nodes.
            let (divided, undivided) = (expanded(&journal) - before, expanded(&whole));
            assert!(divided <= undivided && 2 * divided >= undivided, "{divided} of {undivided}");
            let rest = journal.open_parts().unwrap();
            let rest = read(&journal.assignment(&rest).unwrap());
            plan.run_parts(&rest, &control).unwrap();
            journal.merge(&rest).unwrap();
        }
        if !journal.is_solved() {
            plan.run_until_divided(&journal, &control).unwrap();
        }
    }
    assert_eq!(journal.incumbent().unwrap().len(), length);
    assert!(journal.is_solved());
}

#[test]
fn pieces_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = &walks(&Goal::rows(size(3, 6)), 1, 3_000)[0];
    let solver = solver(1);
    let journal = Journal::open(&folder.path().join("search.jsonl"), puzzle).unwrap();
    let plan = solver.plan(puzzle).unwrap();
    plan.run_until_divided(&journal, &Control::new()).unwrap();
    for (part, of, pieces) in
        [(u32::MAX, 5, &[0][..]), (0, 5, &[5]), (0, 5, &[1, 1]), (0, 0, &[]), (0, u32::MAX, &[0])]
    {
        let fault = journal.piece_assignment(part, of, pieces).unwrap_err().fault;
        assert_eq!(fault, JournalFault::OtherIteration, "{part} {of} {pieces:?}");
    }
    let text = journal.piece_assignment(0, 5, &[1, 3]).unwrap();
    let result = |kind: &str, number: u32, of: u32, part: u32| {
        let bound = journal.lower_bound();
        format!(
            r#"{{"kind":"{kind}","number":{number},"of":{of},"bound":{bound},"part":{part},"expanded":1,"generated":2,"seconds":0}}"#
        )
    };
    let file = folder.path().join("piece.jsonl");
    let read = |line: &str| {
        fs::write(&file, format!("{text}{line}\n")).unwrap();
        Journal::read(&file).map(|journal| journal.open_parts().unwrap())
    };
    assert_eq!(read(&result("piece", 1, 5, 0)).unwrap(), [0], "a piece is not the whole part");
    // A result of the whole part, and pieces of another division: a part must not count as done by mistake.
    for line in [
        result("part", 1, 5, 0),
        result("piece", 0, 1, 0),
        result("piece", 5, 5, 0),
        result("piece", 1, 5, 1),
    ] {
        assert!(matches!(read(&line).unwrap_err().fault, JournalFault::Line { line: 4 }), "{line}");
    }
}

#[test]
fn journals_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = walks(&Goal::rows(size(3, 6)), 2, 400);
    let file = folder.path().join("journal.jsonl");
    let fault = |file: &Path, puzzle: &Puzzle| Journal::open(file, puzzle).unwrap_err().fault;
    let open = Journal::open(&file, &puzzles[0]).unwrap();
    assert_eq!(fault(&file, &puzzles[0]), JournalFault::InUse);
    drop(open);
    assert_eq!(fault(&file, &puzzles[1]), JournalFault::OtherPuzzle);
    resumed(&solver(1), &puzzles[0], &file, 1_000_000);
    let text = fs::read_to_string(&file).unwrap();
    let damage = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        fs::write(&file, text.replacen(from, to, 1)).unwrap();
        fault(&file, &puzzles[0])
    };
    // Duplicate pruning depends on the order of successors, so parts of two orders must not be mixed.
    assert!(text.contains("\"order\":\"blank:ULRD\""));
    assert!(matches!(damage("blank:ULRD", "blank:ULRU"), JournalFault::Line { .. }));
    assert_eq!(damage("\"version\":3", "\"version\":7"), JournalFault::Version { found: 7 });
    assert!(matches!(damage("\"kind\":\"iteration\"", "\"kind\":\"other\""), JournalFault::Line { .. }));
    assert!(matches!(damage("\"part\":0", "\"part\":99999"), JournalFault::Line { .. }));
    assert!(matches!(damage("\"patterns\":[", "\"patterns\":[1,"), JournalFault::Line { .. }));
    assert!(matches!(damage("\"moves\":\"", "\"moves\":\"U"), JournalFault::Line { .. }));
    // Another frontier than the one that was recorded: the parts would be others.
    let open = text.lines().take_while(|line| !line.contains("proved")).collect::<Vec<_>>().join("\n");
    let (before, after) = open.split_once("\"fingerprint\":\"").unwrap();
    let mut forged = fs::File::create(&file).unwrap();
    write!(forged, "{before}\"fingerprint\":\"{}", after.replacen(&after[..4], "beef", 1)).unwrap();
    writeln!(forged).unwrap();
    drop(forged);
    let journal = Journal::open(&file, &puzzles[0]).unwrap();
    let solver = solver(1);
    let plan = solver.plan_optimal(&puzzles[0]).unwrap();
    let error = plan.run_with_journal(&journal, &Control::new());
    assert!(matches!(error, Err(SolveError::Journal(error)) if error.fault == JournalFault::OtherIteration));
    drop(journal);
    // The solution of a journal counts for a strict plan, too, and the file of a part is not a journal of the whole.
    fs::write(&file, &text).unwrap();
    let journal = Journal::open(&file, &puzzles[0]).unwrap();
    assert!(journal.is_solved());
    for _ in 0..2 {
        let plan = solver.plan_optimal(&puzzles[0]).unwrap();
        let outcome = plan.run_with_journal(&journal, &Control::new()).unwrap();
        assert_eq!(outcome.solution.unwrap().len() as u32, journal.lower_bound());
    }
    drop(journal);
    let end = text.find("\n{\"kind\":\"part\"").unwrap() + 1;
    fs::write(&file, &text[..end]).unwrap();
    let part = folder.path().join("part.jsonl");
    Journal::open(&file, &puzzles[0]).unwrap().assign(&part, &[0]).unwrap();
    let journal = Journal::open(&part, &puzzles[0]).unwrap();
    let error = solver.plan(&puzzles[0]).unwrap().run_with_journal(&journal, &Control::new());
    assert!(matches!(error, Err(SolveError::Journal(error)) if error.fault == JournalFault::Part));
    // Other sizes have no journal, and no file is created.
    let small = Puzzle::new(Board::new(size(2, 2), &[0, 1, 2, 3]).unwrap(), Goal::rows(size(2, 2))).unwrap();
    let none = folder.path().join("none.jsonl");
    assert_eq!(fault(&none, &small), JournalFault::Size { size: size(2, 2) });
    assert!(!none.exists());
}
