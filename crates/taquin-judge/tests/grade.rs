//! Grading answers: every dialect, statements, chatter, lists of solutions, and the referee's clock.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::control::Control;
use taquin::notation::{self, Dialect, MoveNotation, Mover, Transcript};
use taquin::solver::Solver;
use taquin::{Metric, Moves, NamedGoal};
use taquin_judge::child::{Program, ResourceLimits};
use taquin_judge::grade::{Exercise, Finding, Grader, MAX_POINTS, Requirement, Score};
use taquin_judge::optimum::Optimum;

fn exercise(board: &str, goal: NamedGoal) -> Exercise {
    let start = notation::read(board).expect("a board");
    let goal = goal.of(start.size());
    Exercise { name: board.to_owned(), start, goal, requirement: Requirement::Shortest, optimum: None }
}

/// Grades a program on an exercise.
fn graded(words: &[&str], exercise: &Exercise, dialect: Option<Dialect>, control: &Control) -> Score {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let program = Program::new(&words).expect("a program");
    let limits =
        ResourceLimits { time: Duration::from_secs(60), memory: 1 << 30, output: 1 << 20, processes: 10 };
    let grader = Grader {
        program: &program,
        submission: None,
        notation: None,
        mover: Mover::Tile,
        dialect,
        resource_limits: limits,
        solver: &Solver::new(),
    };
    let score = grader.grade(exercise, control, || ControlFlow::Continue(())).expect("it starts");
    score.expect("nobody cancels it")
}

fn answered(answer: &str, exercise: &Exercise, dialect: Option<Dialect>) -> Score {
    graded(&["printf", "%s", answer], exercise, dialect, &Control::new())
}

fn written(dialect: Dialect, exercise: &Exercise, moves: &Moves) -> String {
    let transcript = Transcript {
        start: &exercise.start,
        moves,
        metric: Metric::Single,
        minimal: true,
        heuristic: &|board| board.manhattan(&exercise.goal),
        max_queue: None,
        stats: None,
        move_notation: MoveNotation::Letters,
        mover: Mover::Tile,
    };
    let mut text = Vec::new();
    dialect.write_solution(&mut text, &transcript).expect("legal moves");
    String::from_utf8(text).expect("text")
}

/// Whatever earns points in a dialect earns as many without one.
#[test]
fn without_a_dialect_grading_is_never_stricter() {
    let boards = ["0 1 3/4 2 5/7 8 6", "1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 0 8"];
    for exercise in boards.map(|board| exercise(board, NamedGoal::Rows)) {
        let puzzle = taquin::Puzzle::new(exercise.start.clone(), exercise.goal.clone()).expect("a puzzle");
        let solution = taquin::solve(&puzzle).ok().map(|solution| solution.moves().clone());
        for required in Dialect::ALL.iter().copied() {
            let mut texts = vec![required.unsolvable().to_owned(), String::new(), "4".to_owned()];
            texts.extend(solution.iter().map(|moves| written(required, &exercise, moves)));
            for text in texts {
                let strict = answered(&text, &exercise, Some(required)).points;
                let lenient = answered(&text, &exercise, None).points;
                assert!(
                    lenient >= strict,
                    "{required}: {lenient} < {strict} for {text:?} on {}",
                    exercise.name
                );
                if text == required.unsolvable() && solution.is_none() {
                    assert_eq!((strict, lenient), (MAX_POINTS, MAX_POINTS), "{required}");
                }
            }
        }
    }
}

#[test]
fn unsolvable_in_the_words_of_people() {
    let (solvable, unsolvable) = ("0 1 3/4 2 5/7 8 6", "1 2 3/4 5 6/8 7 0");
    for words in [
        "Unsolvable",
        "UNSOLVABLE.",
        "No solution",
        "no solution.",
        "not solvable",
        "Impossible!",
        "None",
        "null",
        "-1",
        "The puzzle is not solvable.",
        "Solving...\nThis puzzle has no solution.\nTime: 0.2 s",
        "1 2 3\n4 5 6\n8 7 0\nUnsolvable",
    ] {
        for (board, points) in [(unsolvable, MAX_POINTS), (solvable, 0)] {
            let score = answered(words, &exercise(board, NamedGoal::Rows), None);
            assert_eq!(score.points, points, "{words:?}: {:?}", score.finding);
        }
    }
    let hedged = "No solution found yet, searching deeper\nLULU\n";
    let score = answered(hedged, &exercise(solvable, NamedGoal::Rows), None);
    assert_eq!((score.points, score.ignored.count), (MAX_POINTS, 1));
    let score =
        answered("No solution found yet, searching deeper\n", &exercise(unsolvable, NamedGoal::Rows), None);
    assert_eq!(score.points, 0, "{:?}", score.finding);
}

#[test]
fn chatter_is_named_and_free_without_a_dialect() {
    let exercise = exercise("0 1 3/4 2 5/7 8 6", NamedGoal::Rows);
    for (answer, ignored) in [
        ("LULU", &[][..]),
        ("Solving...\nLULU\nTime: 0.31 s\n", &["Solving...", "Time: 0.31 s"]),
        ("INFO:root:LULU\n", &["INFO:root:"]),
        ("Enter a board: \nSolution: RDRD\n", &["Enter a board:", "Solution:"]),
        ("Start:\n0 1 3\n4 2 5\n7 8 6\nMoves: LULU", &["Start:", "0 1 3", "4 2 5", "7 8 6", "Moves:"]),
    ] {
        let score = answered(answer, &exercise, None);
        let owned: Vec<String> = ignored.iter().map(ToString::to_string).collect();
        assert_eq!((score.points, &score.ignored.first[..]), (MAX_POINTS, &owned[..]), "{answer}");
        assert_eq!(score.ignored.count, ignored.len());
    }
    // A required dialect has no place for it, but the solution is still one.
    let score = answered("Solving...\nLULU\n", &exercise, Some(Dialect::Moves));
    assert_eq!(score.points, 3, "{:?}", score.finding);
    assert_eq!(answered("Hello world\n", &exercise, None).points, 0);
}

#[test]
fn all_solutions_within_a_bound() {
    let all = [
        "Sol = [[4,3,2,1,0,5,6,7,8],[4,0,2,1,3,5,6,7,8],[0,4,2,1,3,5,6,7,8],[1,4,2,0,3,5,6,7,8],[1,4,2,3,0,5,6,7,8],\
         [1,0,2,3,4,5,6,7,8],[0,1,2,3,4,5,6,7,8]].\n",
        "Sol = [[4,3,2,1,0,5,6,7,8],[4,3,2,0,1,5,6,7,8],[0,3,2,4,1,5,6,7,8],[3,0,2,4,1,5,6,7,8],[3,1,2,4,0,5,6,7,8],\
         [3,1,2,0,4,5,6,7,8],[0,1,2,3,4,5,6,7,8]].\n",
    ];
    let start = "Sol = [[4,3,2,1,0,5,6,7,8],[0,1,2,3,4,5,6,7,8]].\n";
    let mut exercise = exercise("4 3 2/1 0 5/6 7 8", NamedGoal::BlankFirst);
    exercise.requirement = Requirement::AllWithin(6);
    let points = |answer: &str| {
        let score = answered(answer, &exercise, Some(Dialect::Prolog));
        let Finding::Solutions { completeness, .. } = score.finding else { return (score.points, None) };
        (score.points, Some((completeness.found, completeness.repeated, completeness.is_complete())))
    };
    assert_eq!(points(&all.concat()), (4, Some((2, 0, Some(true)))));
    assert_eq!(points(&format!("{}{}", all[1], all[0])), (4, Some((2, 0, Some(true)))));
    assert_eq!(points(&format!("{}{}false.\n", all[1], all[0])), (4, Some((2, 0, Some(true)))));
    assert_eq!(points(all[0]), (3, Some((1, 0, Some(false)))));
    assert_eq!(points(&format!("{}{}{}", all[1], all[0], all[1])), (3, Some((2, 1, Some(false)))));
    assert_eq!(points(&format!("{}{start}", all.concat())).0, 0);
    assert_eq!(points("hello"), (0, None));
    assert_eq!(points(""), (0, None));
    assert_eq!(points("false."), (0, Some((0, 0, Some(false)))));
    // Moves are a solution, but the list is incomplete and not in the dialect.
    assert_eq!(points("tile: DRULDR\n").0, 2);
    // Within a larger bound there are more, and a longer one is not wanted within a smaller.
    exercise.requirement = Requirement::AllWithin(5);
    let score = answered(&all.concat(), &exercise, Some(Dialect::Prolog));
    let Finding::Solutions { completeness, .. } = &score.finding else { panic!("{:?}", score.finding) };
    assert_eq!((completeness.expected, completeness.unwanted, score.points), (0, 2, 3));
    assert_eq!(answered("false.", &exercise, Some(Dialect::Prolog)).points, MAX_POINTS);
}

/// The time of the search for the optimum begins when the program has ended.
#[test]
fn the_clock_of_the_referee() {
    let exercise = exercise("0 1 3/4 2 5/7 8 6", NamedGoal::Rows);
    let control = Control::new().time_limit(Duration::from_millis(900));
    let score = graded(&["sh", "-c", "sleep 1; echo LULU"], &exercise, None, &control);
    assert_eq!(score.points, MAX_POINTS);
    let Finding::Moves { optimum, .. } = score.finding else { panic!("{:?}", score.finding) };
    assert_eq!(optimum, Some(Optimum::Length(4)));
}

/// What is known beforehand is not searched for again.
#[test]
fn a_known_optimum() {
    let mut exercise = exercise("0 1 3/4 2 5/7 8 6", NamedGoal::Rows);
    exercise.optimum = Some(Optimum::Length(2));
    let score = answered("LULU", &exercise, None);
    assert_eq!((score.points, score.finding.shortest()), (3, Some(2)));
    exercise.optimum = None;
    exercise.find_optimum(&Solver::new(), &Control::new()).expect("it can be solved");
    assert_eq!(exercise.optimum, Some(Optimum::Length(4)));
}

/// The right number of moves does not make up for wrong moves.
#[test]
fn a_length_beside_wrong_moves() {
    let exercise = exercise("0 1 3/4 2 5/7 8 6", NamedGoal::Rows);
    for answer in ["RRRR\n4", "RRRR\n\nbye\n4", "Moves: RRRR\n4", "1 2 3\n4 5 6\n7 0 8\n\n4"] {
        for dialect in [None, Some(Dialect::Aizu)] {
            let score = answered(answer, &exercise, dialect);
            assert_eq!(score.points, 0, "{answer:?} {dialect:?}: {:?}", score.finding);
        }
    }
    for answer in ["4", "Solving...\n4", "4\nTime: 0.3 s"] {
        assert_eq!(answered(answer, &exercise, None).points, MAX_POINTS, "{answer:?}");
    }
}
