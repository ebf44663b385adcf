//! The table of courses: every row can be used, and does what the handout says.

use taquin::notation::{self, Dialect, Mover};
use taquin::solver::{Algorithm, MethodOption, MethodOptions, Solver};
use taquin::{Course, Metric, Puzzle};

#[test]
fn every_course_solves_its_own_example() {
    for &course in Course::ALL {
        let name = course.name();
        let board = notation::read_all(course.example()).expect(name).remove(0).board;
        let goal = course.goal().of(board.size());
        let puzzle = Puzzle::new(board, goal).expect("of the same size");
        let options = MethodOptions::default().with_defaults(&course.method());
        let solver = Solver::builder().options(options).build().expect(name);
        let outcome = solver.solve(&puzzle).expect(name);
        assert!(outcome.solution.expect(name).is_optimal(), "{course}");
        assert!(!course.source().is_empty() && !course.title().is_empty());
        assert_eq!(name.parse(), Ok(course));
    }
}

#[test]
fn letters_are_those_of_the_dialect() {
    for &course in Course::ALL {
        let is_blank = matches!(course.dialect(), Dialect::Columbia | Dialect::Sise);
        assert_eq!(course.mover() == Mover::Blank, is_blank, "{course}");
    }
}

#[test]
fn explicit_options_win() {
    let wisconsin = Course::Wisconsin.method();
    let completed = |set: &[(MethodOption, &str)]| {
        let mut options = MethodOptions::default();
        for (option, value) in set {
            options.set(*option, value).expect("a value");
        }
        options.with_defaults(&wisconsin)
    };
    assert_eq!(completed(&[]), wisconsin);
    let hamming = completed(&[(MethodOption::Heuristic, "hamming")]);
    assert_eq!((hamming.algorithm, hamming.ties), (wisconsin.algorithm, wisconsin.ties));
    assert_eq!(hamming.heuristic, Some(taquin::HeuristicKind::Hamming.into()));
    // An algorithm takes those policies of the course that it supports.
    let greedy = completed(&[(MethodOption::Algorithm, "greedy")]);
    assert_eq!((greedy.ties, greedy.heuristic.is_some()), (wisconsin.ties, true));
    let bfs = completed(&[(MethodOption::Algorithm, "bfs")]);
    assert_eq!(bfs, MethodOptions::of(Algorithm::BreadthFirst));
    // An option that the course's algorithm does not take leaves the algorithm to the planner.
    for (option, value) in [(MethodOption::Weight, "2"), (MethodOption::BeamWidth, "10")] {
        let options = completed(&[(option, value)]);
        assert_eq!((options.algorithm, options.ties), (None, None), "{option}");
    }
    let pushes = completed(&[(MethodOption::Metric, "multi")]);
    assert_eq!((pushes.algorithm, pushes.heuristic, pushes.metric), (None, None, Metric::Multi));
}
