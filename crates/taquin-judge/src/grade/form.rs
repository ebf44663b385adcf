//! Is a solution in the dialect that was asked for?

use super::Exercise;
use taquin::notation::{self, Dialect, Freedom, MoveNotation, Mover, SolutionText, Transcript};
use taquin::{Metric, Moves};

/// Is what was `said`, a solution of an exercise with these `moves`, in a dialect?
///
/// Where the moves determine the text, it is compared. Where a dialect leaves room, as for statistics, it is enough that
/// the dialect's own reader takes it.
pub(super) fn is_in(dialect: Dialect, said: &str, exercise: &Exercise, moves: &Moves, mover: Mover) -> bool {
    let read = || dialect.read_solution(said, &exercise.start, mover);
    match dialect.freedom() {
        Freedom::Spaces => essence(said) == essence(&written(dialect, exercise, moves)),
        Freedom::MoveNotation => {
            said.trim().lines().count() <= 1
                && notation::read_moves(said, &exercise.start, mover).is_ok_and(|read| read == *moves)
        }
        Freedom::Statistics => {
            matches!(read(), Ok(SolutionText::Moves { moves: read, .. }) if read == *moves)
        }
        Freedom::Layout => matches!(read(), Ok(SolutionText::Boards { reported: Some(_), .. })),
        // A length is not a solution.
        Freedom::Moves => false,
    }
}

/// A solution as a dialect has it.
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
    // Legal moves can be written, and memory takes them.
    let _ = dialect.write_solution(&mut text, &transcript);
    String::from_utf8_lossy(&text).into_owned()
}

/// What counts of a text in a dialect: not its spaces, not how long a queue was, and not how a term is called.
fn essence(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("Max queue length"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let is_name = |name: &str| name.trim().chars().all(char::is_alphanumeric);
    let term = text.split_once('=').filter(|(name, _)| is_name(name)).map_or(text.as_str(), |(_, term)| term);
    let whole: String = term.split_whitespace().collect();
    whole.trim_end_matches(['.', ';']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::Wanted;
    use super::*;
    use taquin::{Goal, NamedGoal};

    #[test]
    fn what_counts_of_a_text() {
        assert_eq!(essence("Sol = [\n [1, 2]\n].\n"), essence("Solution=[[1,2]] ;"));
        assert_eq!(essence("a h=1\nMax queue length: 7\n"), "ah=1");
        assert_ne!(essence("Minimum number of moves = 4"), essence("Number of moves = 4"));
    }

    /// `1 2/0 3`, where one move is enough.
    fn is_taken(dialect: Dialect, said: &str) -> bool {
        let start = notation::read("1 2/0 3").expect("a board");
        let goal: Goal = NamedGoal::Rows.of(start.size());
        let moves = notation::read_moves("3", &start, Mover::Tile).expect("a move");
        let exercise = Exercise { name: String::new(), start, goal, wanted: Wanted::Shortest };
        is_in(dialect, said, &exercise, &moves, Mover::Blank)
    }

    #[test]
    fn every_dialect_takes_its_own_text_and_no_other() {
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
        for (asked, _) in texts.into_iter().filter(|&(asked, _)| asked != Dialect::Aizu) {
            for (dialect, text) in texts {
                // Princeton's boards are boards with their number.
                let are_boards = (asked, dialect) == (Dialect::FortyTwo, Dialect::Princeton);
                // A lone letter, large or small, is a move.
                let is_letter = asked == Dialect::Moves && dialect == Dialect::Rosetta;
                let wanted = asked == dialect || are_boards || is_letter;
                assert_eq!(is_taken(asked, text), wanted, "{text:?} for {asked}");
            }
        }
        for moves in ["right", "3", "tile: L", "blank: R"] {
            assert!(is_taken(Dialect::Moves, moves), "{moves}");
        }
    }
}
