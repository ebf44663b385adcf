//! Reading a list of solutions, as an enumeration prints it.

use super::error::ParseError;
use super::moves::{self, Mover};
use super::record;
use super::solution::{Lines, SolutionText, are_moves, is_term, term};
use super::token::{self, Token};
use crate::board::Board;

/// Reads all solutions of `start` in a text: terms, boards, or moves on one line per solution. The statement that there is
/// none is an empty list.
///
/// Boards belong to the next solution whenever the start appears again: a solution that returns to the start is read as two.
///
/// ```
/// use taquin::notation::{self, Mover};
/// let start = notation::read("1 2/0 3")?;
/// let text = "Sol = [[1,2,0,3],[1,2,3,0]] ;\nSol = [[1,2,0,3],[0,2,1,3]].\nfalse.\n";
/// assert_eq!(notation::read_solutions(text, &start, Mover::Tile)?.len(), 2);
/// assert_eq!(notation::read_solutions("false.", &start, Mover::Tile)?, []);
/// # Ok::<(), taquin::notation::ParseError>(())
/// ```
///
/// # Errors
/// If something is neither a board nor a move. Illegal moves are not errors.
pub fn read_solutions(text: &str, start: &Board, mover: Mover) -> Result<Vec<SolutionText>, ParseError> {
    let tokens = token::scan(text)?;
    // At the Prolog prompt, `false.` follows the last solution.
    let Lines { kept, .. } = Lines::of(tokens);
    if is_term(&kept) {
        let mut rest = &kept[..];
        let mut solutions = Vec::new();
        while !rest.is_empty() {
            let (boards, after) = term(rest)?;
            solutions.push(SolutionText::Boards { boards: record::records(&boards, None)?, reported: None });
            rest = after;
        }
        return Ok(solutions);
    }
    if are_moves(&kept) {
        let lines = kept.chunk_by(Token::same_line).map(|line| {
            let (moves, illegal) = moves::moves_of(line, start, mover)?;
            Ok(SolutionText::Moves { moves, illegal, reported: None })
        });
        return lines.collect();
    }
    let mut solutions: Vec<Vec<record::Record>> = Vec::new();
    for board in record::records(&kept, None)? {
        match solutions.last_mut() {
            Some(solution) if board.board != *start => solution.push(board),
            _ => solutions.push(vec![board]),
        }
    }
    Ok(solutions.into_iter().map(|boards| SolutionText::Boards { boards, reported: None }).collect())
}
