//! Boards as planning problems: tiles `t1`, `t2`, …, cells `r1c1`, `r1c2`, … by row and column, and one action.
//!
//! Only these names are read, and the adjacent cells must be exactly those of a board: any other problem is a different
//! puzzle. Names are case-insensitive, as PDDL prescribes.

use super::Notation;
use super::bracket;
use super::error::{ParseError, ParseErrorKind};
use super::format::{Format, Reading, any_size};
use super::record::Record;
use super::token::{self, Place, Token};
use crate::board::Board;
use crate::cell::Cell;
use crate::direction::Direction;
use crate::goal::Goal;
use crate::size::Size;
use std::collections::HashSet;
use std::fmt::Write as _;

pub(super) const FORMAT: Format = Format {
    reading: Reading::Text { is: is_pddl, read: problems },
    refusal: any_size,
    write,
    holds_goal: true,
};

/// The planning domain that the problems of all boards share.
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

/// The sign that starts a comment.
pub(super) const COMMENT: char = ';';

/// Writes a board and its goal as a problem; without a goal, the goal is `1 2 … 0`.
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

/// Appends what lies on each cell.
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
    // Writing to a String cannot fail.
    let _ = text.write_fmt(arguments);
}

/// Returns the name of a cell: `r1c2`.
pub(super) fn name(size: Size, cell: Cell) -> String {
    format!("r{}c{}", size.row(cell) + 1, size.col(cell) + 1)
}

/// Returns true for PDDL: no other notation begins with a word in parentheses, or with a semicolon.
pub(super) fn is_pddl(text: &str) -> bool {
    let text = token::without_mark(text).trim_start();
    let inside = text.strip_prefix('(').map(str::trim_start);
    text.starts_with(COMMENT) || inside.is_some_and(|inside| inside.starts_with(char::is_alphabetic))
}

/// Reads every problem of a text and skips domains.
///
/// # Errors
/// If something is not a problem of this kind.
fn problems(text: &str) -> Result<Vec<Record>, ParseError> {
    let tokens = token::scan_with(text, &[COMMENT])?;
    let mut reader = Reader::new(&tokens);
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

/// Reads the tokens of problems and plans in order.
pub(super) struct Reader<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
}

/// The facts of one section.
#[derive(Default)]
struct Facts {
    /// Column and row of each tile, from 1; the blank comes first.
    places: Vec<Option<((usize, usize), Place)>>,
    adjacent: HashSet<[(usize, usize); 2]>,
}

impl<'a, 't> Reader<'a, 't> {
    pub(super) fn new(tokens: &'a [Token<'t>]) -> Reader<'a, 't> {
        Reader { tokens, next: 0 }
    }

    pub(super) fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.next).copied()
    }

    /// Returns the next token.
    fn word(&mut self) -> Result<Token<'t>, ParseError> {
        let end = self.tokens.last().map_or(Place::START, |last| last.place);
        let unclosed = || ParseError::at(end, ParseErrorKind::Unclosed { bracket: '(' });
        let token = self.peek().ok_or_else(unclosed)?;
        self.next += 1;
        Ok(token)
    }

    /// Consumes the next token, which must be this word.
    pub(super) fn expect(&mut self, wanted: &'static str) -> Result<Token<'t>, ParseError> {
        let token = self.word()?;
        if token.text.eq_ignore_ascii_case(wanted) { Ok(token) } else { Err(token.unexpected(wanted)) }
    }

    /// Skips tokens until `depth` brackets are closed.
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

    /// Reads what follows `(define (problem`.
    fn problem(&mut self, open: Token<'t>) -> Result<Record, ParseError> {
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
        let goal = Some(goal.board(&label)?);
        Ok(Record { goal, line: open.place.line(), ..Record::of_board(board, Notation::Pddl) })
    }

    /// Reads facts up to the closing bracket.
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

    /// Reads the number of a tile.
    pub(super) fn tile(&mut self) -> Result<usize, ParseError> {
        let token = self.word()?;
        let number = token.text.strip_prefix(['t', 'T']).and_then(number);
        number.ok_or_else(|| token.unexpected("a tile such as t1"))
    }

    /// Reads the column and row of a cell, both from 1.
    pub(super) fn cell(&mut self) -> Result<(usize, usize), ParseError> {
        let token = self.word()?;
        let parts = token.text.strip_prefix(['r', 'R']).and_then(|text| text.split_once(['c', 'C']));
        let place = parts.and_then(|(row, col)| Some((number(col)?, number(row)?)));
        let place = place.filter(|&(x, y)| x.max(y) <= Size::MAX_SIDE);
        place.ok_or_else(|| token.unexpected("a cell such as r1c1"))
    }
}

/// Reads the number of a tile, a row or a column, from 1.
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
