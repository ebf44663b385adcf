//! `taquin draw`.

use super::solve::{exit_of, report_outcome, report_table_fault};
use super::{Run, check, limits};
use crate::args::{BoardArg, GoalArgs, LimitArgs};
use crate::atomic_file::AtomicFile;
use crate::choice;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output;
use crate::picture_file;
use crate::progress::{self, SearchProgress};
use crate::table_dir;
use clap::{Args, ValueHint};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use taquin::notation::Mover;
use taquin::solver::{Request, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Goal, Moves};
use taquin_draw::Format;

const ABOUT: &str = "\
Draw a board, or a solution

A board alone is one picture. With --solution or --solve, SVG and PNG show all boards of the solution with the tile that \
moved, and a GIF moves the tiles. The page of `taquin serve` draws the same pictures.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin draw '8 1 3/4 0 2/7 6 5'
  taquin draw examples/puzzle4x4.txt --output target/board.png
  taquin draw examples/puzzle04.txt --solution 'tile: LULU' --output target/strip.svg
  taquin draw examples/puzzle3x3-31.txt --solve --output target/solution.gif
  taquin solve examples/puzzle04.txt | taquin draw examples/puzzle04.txt --solution - --format svg";

/// Draw a board, or a solution, as SVG, PNG or GIF
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// Draw these moves, in any dialect that `taquin solve` prints: a file, - or the text itself
    ///
    /// They must be legal, but need not lead to a goal.
    #[arg(long, value_name = "MOVES", value_hint = ValueHint::FilePath, conflicts_with = "solve")]
    pub(crate) solution: Option<OsString>,
    /// What letters describe, if the text does not say it with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile", requires = "solution")]
    pub(crate) letters: Mover,
    /// Draw the solution that is found, as `taquin solve` does
    #[arg(long)]
    pub(crate) solve: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The file to write, as a whole or not at all; - is standard output
    #[arg(long, short, value_name = "FILE", default_value = "-", value_hint = ValueHint::FilePath)]
    pub(crate) output: OsString,
    /// What to write [default: as the name of the file ends; svg on standard output]
    #[arg(long, value_name = "FORMAT", value_parser = choice::pictures())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl Run for DrawArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.goal.goal.is_some() && !self.solve {
            return Err(Failure::input("--goal goes with --solve only: nothing else looks for it"));
        }
        let format = format(self)?;
        let mut reader = Reader::default();
        let goal = GoalChoice::read(self.goal.goal.as_deref(), &mut reader)?;
        let item = reader.board(&self.board.board)?;
        let goal = goal.of(&item)?;
        let said =
            self.solution.as_deref().map(|said| reader.solution(said, &item.board, None, self.letters));
        let said = said.transpose()?;
        let place = Place::reserve(&self.output, format)?;
        let (moves, exit) = match said {
            Some(said) => (check::legal_moves(&item, &goal, said)?, Exit::Success),
            None if self.solve => match solved(self, folder, &item, &goal)? {
                (Some(moves), exit) => (moves, exit),
                (None, exit) => return Ok(exit),
            },
            None => (Moves::new(), Exit::Success),
        };
        let drawn = taquin_draw::file(&item.board, &moves, format);
        place.fill(&drawn.map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))?)?;
        Ok(exit)
    }
}

/// What the picture is to be: as said, or as the file's name says.
fn format(args: &DrawArgs) -> Result<Format, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    if args.output == "-" {
        return Ok(Format::Svg);
    }
    let path = Path::new(&args.output);
    picture_file::format(path).ok_or_else(|| {
        let name = echo::file_name(&path.display().to_string());
        Failure::input(format_args!("--output {name}: the name does not say what to draw"))
            .hint("let it end in .svg, .png or .gif, or say it with --format")
    })
}

/// The moves to draw, if there are any, and how it ends.
fn solved(
    args: &DrawArgs,
    folder: Option<&OsStr>,
    item: &Item,
    goal: &Goal,
) -> Result<(Option<Moves>, Exit), Failure> {
    progress::catch_interrupts();
    let tables = TableCache::stored(table_dir::store(folder), Workers::all());
    let resolution = Workshop::new(&tables)
        .solve(
            &item.board,
            goal,
            &Request::default(),
            &limits(&args.limits, None),
            &mut SearchProgress::new(),
        )
        .map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))?;
    report_table_fault(&tables);
    report_outcome(&item.name, &resolution);
    let exit = exit_of(&resolution);
    let moves = match resolution.verdict {
        Verdict::Solved(verified) => Some(verified.moves().clone()),
        Verdict::Unsolvable(_) | Verdict::Stopped(_) => None,
    };
    Ok((moves, exit))
}

/// Where the picture goes.
enum Place {
    Stdout,
    File(AtomicFile),
}

impl Place {
    fn reserve(output: &OsStr, format: Format) -> Result<Place, Failure> {
        if output != "-" {
            return Ok(Place::File(AtomicFile::reserve(Path::new(output))?));
        }
        if io::stdout().is_terminal() && !format.is_text() {
            let (name, capital) = (format.name(), format.name().to_uppercase());
            return Err(Failure::input(format_args!(
                "a {capital} is no text: it cannot be shown on a terminal"
            ))
            .hint(format!("--output board.{name} writes a file")));
        }
        Ok(Place::Stdout)
    }

    fn fill(self, content: &[u8]) -> Result<(), Failure> {
        match self {
            Place::File(file) => file.write(content),
            Place::Stdout => {
                let mut out = output::stdout();
                out.write_all(content)?;
                Ok(out.flush()?)
            }
        }
    }
}
