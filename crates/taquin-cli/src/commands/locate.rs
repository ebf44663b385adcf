//! `taquin where`: the relation between tiles and cells.

use super::Run;
use crate::args::BoardArg;
use crate::choice::{self, ValueForm};
use crate::exit::{Exit, Failure};
use crate::input::Reader;
use crate::output;
use crate::quantity;
use clap::Args;
use serde_json::json;
use std::ffi::OsStr;
use std::io::{self, Write};
use taquin::solver::Report;
use taquin::{Placement, PlacementQuery, Size, Tile};

const EXAMPLES: &str = "\
EXAMPLES:
  taquin where '[1,2,0,4,3,8,7,6,5]' --tile 2
  taquin where '[1,2,0,4,3,8,7,6,5]' --x 1 --y 2
  taquin where '[1,2,0,4,3,8,7,6,5]' --y 2 --output prolog";

/// Find tiles by number, column or row
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct WhereArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// Tile, 0 for the blank
    #[arg(long, value_name = "T", value_parser = quantity::whole::<u16>, allow_negative_numbers = true)]
    pub(crate) tile: Option<u16>,
    /// Column
    #[arg(long, value_name = "X", value_parser = quantity::whole::<usize>, allow_negative_numbers = true)]
    pub(crate) x: Option<usize>,
    /// Row
    #[arg(long, value_name = "Y", value_parser = quantity::whole::<usize>, allow_negative_numbers = true)]
    pub(crate) y: Option<usize>,
    /// Number of the first row and column
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = quantity::origin, allow_negative_numbers = true)]
    pub(crate) origin: u8,
    /// Output format
    #[arg(long, value_name = "FORM", value_parser = choice::value_forms(), default_value = "plain")]
    pub(crate) output: ValueForm,
    /// Print one JSON object per match
    #[arg(long, conflicts_with = "output")]
    pub(crate) json: bool,
}

impl Run for WhereArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let item = Reader::default().board(&self.board.board)?;
        let origin = usize::from(self.origin);
        let matches: Vec<Placement> = match query(self, origin) {
            Some(query) => item.board.coordinates(query).collect(),
            None => Vec::new(),
        };
        let matches: Vec<Placement> = matches
            .into_iter()
            .map(|Placement { tile, x, y }| Placement { tile, x: x + origin, y: y + origin })
            .collect();
        let mut out = output::stdout();
        if self.json {
            for Placement { tile, x, y } in &matches {
                writeln!(
                    out,
                    "{}",
                    json!({ "kind": "placement", "version": Report::VERSION, "tile": tile.number(), "x": x, "y": y })
                )?;
            }
        } else if self.output == ValueForm::Prolog {
            write_prolog(&mut out, self, &matches)?;
        } else {
            for Placement { tile, x, y } in &matches {
                writeln!(out, "tile={tile} x={x} y={y}")?;
            }
        }
        out.flush()?;
        // The Prolog answer itself says that nothing matches.
        if matches.is_empty() && self.output != ValueForm::Prolog {
            output::message(format_args!("{}: {}", item.name, nothing(self, item.board.size(), origin)));
        }
        Ok(Exit::from(!matches.is_empty()))
    }
}

/// Explains why nothing matches.
fn nothing(args: &WhereArgs, size: Size, origin: usize) -> String {
    let is_outside =
        |asked: Option<usize>, count| asked.is_some_and(|number| !(origin..origin + count).contains(&number));
    match args.tile {
        Some(tile) if usize::from(tile) >= size.cells() => {
            format!("no tile {tile}: the largest tile of a {size} board is {}", size.cells() - 1)
        }
        _ if is_outside(args.x, size.cols()) || is_outside(args.y, size.rows()) => {
            let (last_x, last_y) = (origin + size.cols() - 1, origin + size.rows() - 1);
            format!("no such cell: x ranges from {origin} to {last_x}, y from {origin} to {last_y}")
        }
        Some(0) => "the blank is elsewhere".to_owned(),
        Some(tile) => format!("tile {tile} is elsewhere"),
        None => "no tile matches".to_owned(),
    }
}

/// Returns the query, counted from 0; `None` if it asks for a cell before the first.
fn query(args: &WhereArgs, origin: usize) -> Option<PlacementQuery> {
    let from_zero = |asked: Option<usize>| match asked {
        Some(number) => number.checked_sub(origin).map(Some),
        None => Some(None),
    };
    Some(PlacementQuery { tile: args.tile.map(Tile::new), x: from_zero(args.x)?, y: from_zero(args.y)? })
}

/// Answers as Prolog does: the value of a single unknown, or all pairs of tile and coordinate.
fn write_prolog(out: &mut dyn Write, args: &WhereArgs, matches: &[Placement]) -> io::Result<()> {
    let all = |pair: fn(&Placement) -> String| {
        let pairs: Vec<String> = matches.iter().map(pair).collect();
        format!("Tiles = [{}].", pairs.join(", "))
    };
    let answer = match ((args.tile, args.x, args.y), matches) {
        ((None, None, None), _) => all(|p| format!("{}-({},{})", p.tile, p.x, p.y)),
        ((None, None, Some(_)), _) => all(|p| format!("{}-{}", p.tile, p.x)),
        ((None, Some(_), None), _) => all(|p| format!("{}-{}", p.tile, p.y)),
        (_, []) => "false.".to_owned(),
        ((Some(_), Some(_), Some(_)), _) => "true.".to_owned(),
        // Prolog puts a space before the full stop if it left a choice point.
        ((Some(_), None, None), [found, ..]) => format!("X = {},\nY = {} .", found.x, found.y),
        ((None, Some(_), Some(_)), [found, ..]) => format!("Tile = {}.", found.tile),
        ((Some(_), None, Some(_)), [found, ..]) => format!("X = {}.", found.x),
        ((Some(_), Some(_), None), [found, ..]) => format!("Y = {}.", found.y),
    };
    writeln!(out, "{answer}")
}
