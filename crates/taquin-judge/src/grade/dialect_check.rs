//! Checks whether a solution is in the required dialect.
//!
//! Where the moves determine the text, the solution is compared with the library's own; where a course leaves room, the
//! dialect's reader decides.

use super::Exercise;
use taquin::notation::{self, Dialect, Freedom, MoveNotation, Mover, SolutionText, Transcript};
use taquin::{Metric, Moves};

/// Returns whether `text`, a solution with these `moves`, is in a dialect.
///
/// If the moves determine the text, the texts are compared. If the dialect leaves some freedom, for instance for
/// statistics, it is sufficient that the dialect's own parser accepts the text.
pub(super) fn is_in_dialect(
    dialect: Dialect,
    text: &str,
    exercise: &Exercise,
    moves: &Moves,
    mover: Mover,
) -> bool {
    let read = || dialect.read_solution(text, &exercise.start, mover);
    match dialect.freedom() {
        Freedom::Spaces => normalized(text) == normalized(&written(dialect, exercise, moves)),
        Freedom::MoveNotation => {
            text.trim().lines().count() <= 1
                && notation::read_moves(text, &exercise.start, mover).is_ok_and(|read| read == *moves)
        }
        Freedom::Statistics => {
            matches!(read(), Ok(SolutionText::Moves { moves: read, .. }) if read == *moves)
        }
        Freedom::Layout => matches!(read(), Ok(SolutionText::Boards { reported: Some(_), .. })),
        // A length is not a solution.
        Freedom::Moves => false,
    }
}

/// Returns whether `text`, a list of solutions with these `moves`, is in a dialect.
pub(super) fn is_list_in_dialect(dialect: Dialect, text: &str, exercise: &Exercise, list: &[Moves]) -> bool {
    match dialect.freedom() {
        Freedom::Spaces => {
            // At the prompt, Prolog says that there are no more.
            let text = normalized(text);
            let text = if list.is_empty() { &text } else { text.strip_suffix("false").unwrap_or(&text) };
            let expected = list.iter().map(|moves| normalized(&written(dialect, exercise, moves)));
            text == if list.is_empty() { normalized(dialect.unsolvable()) } else { expected.collect() }
        }
        // What could be read as a list is in one of their forms.
        Freedom::MoveNotation | Freedom::Statistics | Freedom::Layout => true,
        Freedom::Moves => false,
    }
}

/// Writes a solution in a dialect.
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
    // Writing to memory does not fail.
    let _ = dialect.write_solution(&mut text, &transcript);
    String::from_utf8_lossy(&text).into_owned()
}

/// Removes what may differ: white space, the length of the queue, and the name of a term.
fn normalized(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("Max queue length"));
    let is_name = |name: &str| name.trim().chars().all(char::is_alphanumeric);
    let normalize = |line: &str| {
        let term = line.split_once('=').filter(|(name, _)| is_name(name)).map_or(line, |(_, term)| term);
        term.split_whitespace().collect::<String>().trim_end_matches(['.', ';']).to_owned()
    };
    lines.map(normalize).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Requirement;
    use super::*;
    use taquin::{Goal, NamedGoal};

    #[test]
    fn normalization() {
        assert_eq!(normalized("Sol = [\n [1, 2]\n].\n"), normalized("Solution=[[1,2]] ;"));
        assert_eq!(normalized("a h=1\nMax queue length: 7\n"), "ah=1");
        assert_ne!(normalized("Minimum number of moves = 4"), normalized("Number of moves = 4"));
    }

    /// Checks a text about the board `1 2/0 3`, which takes one move.
    fn accepts(dialect: Dialect, text: &str) -> bool {
        let start = notation::read("1 2/0 3").expect("a board");
        let goal: Goal = NamedGoal::Rows.of(start.size());
        let moves = notation::read_moves("3", &start, Mover::Tile).expect("a move");
        let exercise =
            Exercise { name: String::new(), start, goal, requirement: Requirement::Shortest, optimum: None };
        is_in_dialect(dialect, text, &exercise, &moves, Mover::Blank)
    }

    #[test]
    fn every_dialect_accepts_only_its_own_text() {
        let texts = [
            (Dialect::Princeton, "Minimum number of moves = 1\n\n2\n1 2\n0 3\n\n2\n1 2\n3 0\n"),
            (Dialect::Python, "[1,2,0,3] h=1 moves: 0\n[1,2,3,0] h=0 moves: 1\nMax queue length: 9"),
            (Dialect::Prolog, "X = [[1,2,0,3],[1,2,3,0]]."),
            (Dialect::Coordinates, "[(1,2),(1,1),(2,1),(2,2)]\n[(2,2),(1,1),(2,1),(1,2)]"),
            (Dialect::Moves, "R"),
            (Dialect::Columbia, "path_to_goal: ['Right']\ncost_of_path: 1\nrunning_time: 7"),
            (Dialect::FortyTwo, "Complexity in time: 1\nNumber of moves: 1\n\n1 2\n0 3\n\n1 2\n3 0"),
            (Dialect::Sise, "1\nR"),
            (Dialect::Aizu, "1"),
            (Dialect::Rosetta, "r"),
            (Dialect::Slidysim, "L"),
            (Dialect::Pddl, "(slide t3 r2c2 r2c1) ; at last"),
        ];
        assert_eq!(texts.map(|(dialect, _)| dialect), Dialect::ALL);
        for (required, _) in texts.into_iter().filter(|&(required, _)| required != Dialect::Aizu) {
            for (dialect, text) in texts {
                // Princeton's output also has boards and their number.
                let are_boards = (required, dialect) == (Dialect::FortyTwo, Dialect::Princeton);
                // A single letter of either case is a move.
                let is_letter = required == Dialect::Moves && dialect == Dialect::Rosetta;
                let expected = required == dialect || are_boards || is_letter;
                assert_eq!(accepts(required, text), expected, "{text:?} for {required}");
            }
        }
        for moves in ["right", "3", "tile: L", "blank: R"] {
            assert!(accepts(Dialect::Moves, moves), "{moves}");
        }
    }
}
