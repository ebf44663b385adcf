//! The plan of a planner, an action per line.

use super::super::error::ParseError;
use super::super::moves::{self, IllegalStep, Step};
use super::super::pddl::{COMMENT, Reader, is_pddl, name};
use super::super::solution::SolutionText;
use super::super::token;
use super::{AnswerFile, Answered, Freedom, Row, Signature, Successors, Transcript, pddl_files};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::NamedGoal;
use crate::moves::Moves;
use crate::size::Size;
use crate::tile::Tile;
use std::io::{self, Write};

pub(super) const ROW: Row = Row {
    goal: NamedGoal::Rows,
    unsolvable: "; Unsolvable puzzle",
    is_one_line: false,
    freedom: Freedom::Statistics,
    signature: Signature::Text(is_pddl),
    read_solution: |text, start, _| read(text, start),
    write_solution: write,
    write_successors,
    files: Some(files),
};

/// Returns the files of an answer: the domain, the problem and the plan.
fn files(answered: &Answered<'_>, plan: Vec<u8>) -> io::Result<Vec<AnswerFile>> {
    let mut files = Vec::from(pddl_files(answered.start, Some(answered.goal.board())));
    files.push(AnswerFile { name: "plan.txt", content: plan });
    Ok(files)
}

/// Writes the applicable actions.
fn write_successors(out: &mut dyn Write, successors: Successors<'_>) -> io::Result<()> {
    let Successors { board, ref list, .. } = successors;
    list.iter().try_for_each(|next| write_action(out, board.size(), next.tile, [next.from, board.blank()]))
}

/// Writes the action that moves a tile from one cell to another.
fn write_action(out: &mut dyn Write, size: Size, tile: Tile, [from, to]: [Cell; 2]) -> io::Result<()> {
    writeln!(out, "(slide t{tile} {} {})", name(size, from), name(size, to))
}

/// Writes a plan in the form that planners print.
fn write(out: &mut dyn Write, transcript: &Transcript<'_>) -> io::Result<()> {
    let Transcript { start, moves, .. } = *transcript;
    let mut board = start.clone();
    for (index, direction) in moves.iter().enumerate() {
        let to = board.blank();
        let tile = moves::slide(&mut board, index, direction)?;
        write_action(out, start.size(), tile, [board.blank(), to])?;
    }
    writeln!(out, "; cost = {} (unit cost)", moves.as_slice().len())
}

/// Reads a plan. An illegal step is returned with its place, for the judge.
///
/// # Errors
/// If something is not a step.
fn read(text: &str, start: &Board) -> Result<SolutionText, ParseError> {
    let tokens = token::scan_with(text, &[COMMENT])?;
    let mut reader = Reader::new(&tokens);
    let mut board = start.clone();
    let mut moves = Moves::new();
    let mut illegal = None;
    while let Some(open) = reader.peek() {
        reader.expect("(")?;
        reader.expect("slide")?;
        let (tile, from, to) = (reader.tile()?, reader.cell()?, reader.cell()?);
        reader.expect(")")?;
        if illegal.is_some() {
            continue;
        }
        let is_at = |board: &Board, (x, y): (usize, usize), number: usize| {
            let (rows, cols) = (board.size().rows(), board.size().cols());
            let found = board.tiles().get((y - 1) * cols + x - 1);
            x <= cols && y <= rows && found.is_some_and(|tile| tile.index() == number)
        };
        let direction = between(from, to).filter(|_| is_at(&board, from, tile) && is_at(&board, to, 0));
        match direction.filter(|&direction| board.slide_in_place(direction).is_some()) {
            Some(direction) => moves.push(direction),
            None => {
                let (line, column) = (open.place.line(), open.place.column());
                let index = moves.as_slice().len();
                illegal = Some(IllegalStep { index, step: Step::Tile(tile as u32), line, column });
            }
        }
    }
    Ok(SolutionText::Moves { moves, illegal, reported: None })
}

/// Returns the direction from a cell to a neighbour.
fn between((x, y): (usize, usize), (u, v): (usize, usize)) -> Option<Direction> {
    match (u as isize - x as isize, v as isize - y as isize) {
        (0, -1) => Some(Direction::Up),
        (0, 1) => Some(Direction::Down),
        (-1, 0) => Some(Direction::Left),
        (1, 0) => Some(Direction::Right),
        _ => None,
    }
}
