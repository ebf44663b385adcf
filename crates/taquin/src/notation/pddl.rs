//! Boards as planning problems: tiles `t1`, `t2`, …, cells `r1c1`, `r1c2`, … by row and column, and one action.
//!
//! Only these names are understood, and the cells that are adjacent must be those of a board: another problem would
//! be another puzzle. Names are case-insensitive, as PDDL has it.

use super::bracket;
use super::error::{ParseError, ParseErrorKind};
use super::moves::{self, IllegalStep, Step};
use super::solution::SolutionText;
use super::token::{self, Place, Token};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::size::Size;
use crate::tile::Tile;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};

/// The domain of every board, for planners.
pub const PDDL_DOMAIN: &str = "\
; Sliding tiles: a tile moves from its cell to the adjacent one that is blank.
(define (domain taquin)
  (:requirements :strips :typing)
  (:types tile cell)
  (:predicates
    (at ?tile - tile ?cell - cell)
    (blank ?cell - cell)
    (adjacent ?one - cell ?other - cell))
  (:action slide
    :parameters (?tile - tile ?from - cell ?to - cell)
    :precondition (and (at ?tile ?from) (blank ?to) (adjacent ?from ?to))
    :effect (and
      (at ?tile ?to) (blank ?from)
      (not (at ?tile ?from)) (not (blank ?to)))))";

/// What starts a comment.
const COMMENT: char = ';';

/// Writes a board and its goal as a problem.
pub(super) fn write(board: &Board, goal: Option<&Board>) -> String {
    let size = board.size();
    let rows = Goal::rows(size);
    let goal = goal.unwrap_or(rows.board());
    let cells = || (0..size.cells()).map(Cell::new);
    let mut text = format!("(define (problem taquin-{size})\n  (:domain taquin)\n  (:objects\n   ");
    (1..size.cells()).for_each(|tile| push(&mut text, format_args!(" t{tile}")));
    text.push_str(if size.cells() > 1 { " - tile\n   " } else { "" });
    cells().for_each(|cell| push(&mut text, format_args!(" {}", name(size, cell))));
    text.push_str(" - cell)\n  (:init");
    push_facts(&mut text, board);
    for cell in cells() {
        for direction in Direction::SUCCESSOR_ORDER {
            if let Some(next) = size.step(cell, direction) {
                push(&mut text, format_args!("\n    (adjacent {} {})", name(size, cell), name(size, next)));
            }
        }
    }
    text.push_str(")\n  (:goal (and");
    push_facts(&mut text, goal);
    text.push_str(")))");
    text
}

/// Where everything is, cell by cell.
fn push_facts(text: &mut String, board: &Board) {
    for (index, tile) in board.tiles().iter().enumerate() {
        let cell = name(board.size(), Cell::new(index));
        match tile.number() {
            0 => push(text, format_args!("\n    (blank {cell})")),
            number => push(text, format_args!("\n    (at t{number} {cell})")),
        }
    }
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // A String takes everything, so there is no error to pass on.
    let _ = text.write_fmt(arguments);
}

fn name(size: Size, cell: Cell) -> String {
    format!("r{}c{}", size.row(cell) + 1, size.col(cell) + 1)
}

/// Is this PDDL? Nothing else begins with a word in a round bracket, or with a comment of this kind.
pub(super) fn is_pddl(text: &str) -> bool {
    let text = token::without_mark(text).trim_start();
    let inside = text.strip_prefix('(').map(str::trim_start);
    text.starts_with(COMMENT) || inside.is_some_and(|inside| inside.starts_with(char::is_alphabetic))
}

/// A board, its goal, and the line where the problem begins.
pub(super) struct Problem {
    pub(super) board: Board,
    pub(super) goal: Board,
    pub(super) line: usize,
}

/// Reads every problem of a text; domains are passed over.
///
/// # Errors
/// If something is not a problem of this kind.
pub(super) fn problems(text: &str) -> Result<Vec<Problem>, ParseError> {
    let tokens = token::scan_with(text, COMMENT)?;
    let mut reader = Reader { tokens: &tokens, next: 0 };
    let mut problems = Vec::new();
    while let Some(open) = reader.peek() {
        reader.expect("(")?;
        reader.expect("define")?;
        reader.expect("(")?;
        let kind = reader.word()?;
        match kind.text.to_ascii_lowercase().as_str() {
            "domain" => reader.skip_to_end(2, open)?,
            "problem" => problems.push(reader.problem(open)?),
            _ => return Err(kind.unexpected("problem or domain")),
        }
    }
    if problems.is_empty() {
        return Err(ParseError::at(Place::START, ParseErrorKind::Empty));
    }
    Ok(problems)
}

struct Reader<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
}

/// What a section says of the places.
#[derive(Default)]
struct Facts {
    /// By number, the blank first: column and row from 1.
    places: Vec<Option<((usize, usize), Place)>>,
    adjacent: HashSet<[(usize, usize); 2]>,
}

impl<'t> Reader<'_, 't> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    /// The next token, whatever it is.
    fn word(&mut self) -> Result<Token<'t>, ParseError> {
        let end = self.tokens.last().map_or(Place::START, |last| last.place);
        let unclosed = || ParseError::at(end, ParseErrorKind::Unclosed { bracket: '(' });
        let token = self.peek().ok_or_else(unclosed)?;
        self.next += 1;
        Ok(token)
    }

    fn expect(&mut self, wanted: &'static str) -> Result<Token<'t>, ParseError> {
        let token = self.word()?;
        if token.text.eq_ignore_ascii_case(wanted) { Ok(token) } else { Err(token.unexpected(wanted)) }
    }

    /// Goes on until so many brackets are closed.
    fn skip_to_end(&mut self, mut depth: usize, open: Token<'t>) -> Result<(), ParseError> {
        while depth > 0 {
            let token = self.peek().ok_or_else(|| open.unclosed())?;
            self.next += 1;
            match token.text {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// The rest of `(define (problem`.
    fn problem(&mut self, open: Token<'t>) -> Result<Problem, ParseError> {
        self.word()?;
        self.expect(")")?;
        let (mut init, mut goal) = (None, None);
        loop {
            let section = self.word()?;
            match section.text {
                ")" => break,
                "(" => {}
                _ => return Err(section.unexpected("a section, or )")),
            }
            let label = self.word()?;
            match label.text.to_ascii_lowercase().as_str() {
                ":init" => init = Some((self.facts()?, label)),
                ":goal" => {
                    self.expect("(")?;
                    self.expect("and")?;
                    goal = Some((self.facts()?, label));
                    self.expect(")")?;
                }
                _ => self.skip_to_end(1, section)?,
            }
        }
        let (init, label) = init.ok_or_else(|| open.unexpected("a problem with (:init …)"))?;
        let board = init.board(&label)?;
        init.check_adjacent(board.size(), &label)?;
        let (goal, label) = goal.ok_or_else(|| open.unexpected("a problem with (:goal (and …))"))?;
        Ok(Problem { board, goal: goal.board(&label)?, line: open.place.line() })
    }

    /// Facts up to the bracket that closes them.
    fn facts(&mut self) -> Result<Facts, ParseError> {
        let mut facts = Facts::default();
        loop {
            let token = self.word()?;
            match token.text {
                ")" => return Ok(facts),
                "(" => {}
                _ => return Err(token.unexpected("a fact, or )")),
            }
            let predicate = self.word()?;
            match predicate.text.to_ascii_lowercase().as_str() {
                "at" => {
                    let tile = self.tile()?;
                    facts.put(tile, self.cell()?, predicate)?;
                }
                "blank" => facts.put(0, self.cell()?, predicate)?,
                "adjacent" => _ = facts.adjacent.insert([self.cell()?, self.cell()?]),
                _ => return Err(predicate.unexpected("at, blank or adjacent")),
            }
            self.expect(")")?;
        }
    }

    fn tile(&mut self) -> Result<usize, ParseError> {
        let token = self.word()?;
        let number = token.text.strip_prefix(['t', 'T']).and_then(number);
        number.ok_or_else(|| token.unexpected("a tile such as t1"))
    }

    /// Column and row, both from 1.
    fn cell(&mut self) -> Result<(usize, usize), ParseError> {
        let token = self.word()?;
        let parts = token.text.strip_prefix(['r', 'R']).and_then(|text| text.split_once(['c', 'C']));
        let place = parts.and_then(|(row, col)| Some((number(col)?, number(row)?)));
        let place = place.filter(|&(x, y)| x.max(y) <= Size::MAX_SIDE);
        place.ok_or_else(|| token.unexpected("a cell such as r1c1"))
    }
}

/// A number from 1 that a board can have.
fn number(text: &str) -> Option<usize> {
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())??;
    (1..Size::MAX_SIDE * Size::MAX_SIDE).contains(&number).then_some(number)
}

impl Facts {
    fn put(&mut self, tile: usize, cell: (usize, usize), at: Token<'_>) -> Result<(), ParseError> {
        if self.places.len() <= tile {
            self.places.resize(tile + 1, None);
        }
        match self.places[tile].replace((cell, at.place)) {
            None => Ok(()),
            Some(_) => Err(at.unexpected("one place for each tile and for the blank")),
        }
    }

    fn board(&self, section: &Token<'_>) -> Result<Board, ParseError> {
        let places: Option<Vec<_>> = self.places.iter().copied().collect();
        let places = places.filter(|places| !places.is_empty());
        let places = places.ok_or_else(|| section.unexpected("a place for the blank and for every tile"))?;
        bracket::board_of_pairs(&places, section.place)
    }

    fn check_adjacent(&self, size: Size, section: &Token<'_>) -> Result<(), ParseError> {
        let (rows, cols) = (size.rows(), size.cols());
        let is_fine = |[(x, y), (u, v)]: &[(usize, usize); 2]| {
            x.abs_diff(*u) + y.abs_diff(*v) == 1 && *x.max(u) <= cols && *y.max(v) <= rows
        };
        let wanted = 2 * (rows * (cols - 1) + cols * (rows - 1));
        if self.adjacent.len() == wanted && self.adjacent.iter().all(is_fine) {
            return Ok(());
        }
        Err(section.unexpected("(adjacent …) for every two neighbouring cells, both ways, and for no others"))
    }
}

/// Writes the action that brings a tile from one cell to another.
pub(super) fn write_action(
    out: &mut dyn Write,
    size: Size,
    tile: Tile,
    [from, to]: [Cell; 2],
) -> io::Result<()> {
    writeln!(out, "(slide t{tile} {} {})", name(size, from), name(size, to))
}

/// Writes a plan, as planners do.
pub(super) fn write_plan(out: &mut dyn Write, start: &Board, moves: &Moves) -> io::Result<()> {
    let mut board = start.clone();
    for (index, direction) in moves.iter().enumerate() {
        let to = board.blank();
        let tile = moves::slide(&mut board, index, direction)?;
        write_action(out, start.size(), tile, [board.blank(), to])?;
    }
    writeln!(out, "; cost = {} (unit cost)", moves.as_slice().len())
}

/// Reads a plan. A step that the board does not allow is kept for the judge.
///
/// # Errors
/// If something is not a step.
pub(super) fn plan(text: &str, start: &Board) -> Result<SolutionText, ParseError> {
    let tokens = token::scan_with(text, COMMENT)?;
    let mut reader = Reader { tokens: &tokens, next: 0 };
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

/// The direction from a cell to a neighbour.
fn between((x, y): (usize, usize), (u, v): (usize, usize)) -> Option<Direction> {
    match (u as isize - x as isize, v as isize - y as isize) {
        (0, -1) => Some(Direction::Up),
        (0, 1) => Some(Direction::Down),
        (-1, 0) => Some(Direction::Left),
        (1, 0) => Some(Direction::Right),
        _ => None,
    }
}
