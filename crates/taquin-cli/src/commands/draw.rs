//! `taquin draw`.

use super::check;
use super::limits;
use super::solve::{exit_of, report_outcome, report_table_fault};
use crate::args::DrawArgs;
use crate::atomic_file::AtomicFile;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Item, Reader};
use crate::output;
use crate::picture_file;
use crate::progress::{self, SearchProgress};
use crate::table_dir;
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use taquin::solver::{Request, Verdict, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;
use taquin::{Goal, Moves};
use taquin_draw::Format;

pub(crate) fn run(args: &DrawArgs, folder: Option<&OsStr>) -> Result<Exit, Failure> {
    if args.goal.goal.is_some() && !args.solve {
        return Err(Failure::input("--goal goes with --solve only: nothing else looks for it"));
    }
    let format = format(args)?;
    let mut reader = Reader::default();
    let goal = GoalChoice::read(args.goal.goal.as_deref(), &mut reader)?;
    let item = reader.board(&args.board.board)?;
    let goal = goal.of(&item)?;
    let said = args.solution.as_deref().map(|said| reader.solution(said, &item.board, None, args.letters));
    let said = said.transpose()?;
    let place = Place::reserve(&args.output, format)?;
    let (moves, exit) = match said {
        Some(said) => (check::legal_moves(&item, &goal, said)?, Exit::Success),
        None if args.solve => match solved(args, folder, &item, &goal)? {
            (Some(moves), exit) => (moves, exit),
            (None, exit) => return Ok(exit),
        },
        None => (Moves::new(), Exit::Success),
    };
    let drawn = taquin_draw::file(&item.board, &moves, format);
    place.fill(&drawn.map_err(|error| Failure::input(format_args!("{}: {error}", item.name)))?)?;
    Ok(exit)
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
