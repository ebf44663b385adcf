//! `taquin draw`.

use super::solve::{exit_of, report_outcome, report_table_fault};
use super::{Run, budget, check};
use crate::args::{BoardArg, GoalArgs, LimitArgs};
use crate::choice;
use crate::destination;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output;
use crate::picture_file;
use crate::progress::{self, SearchProgress};
use crate::signals;
use crate::table_dir;
use clap::{Args, ValueHint};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use taquin::notation::Mover;
use taquin::solver::Solver;
use taquin::{Moves, Puzzle};
use taquin_draw::Format;

const ABOUT: &str = "\
Draw a board or a solution as SVG, PNG or GIF

A board alone is one picture. With --solution or --solve, SVG and PNG show every board of the solution with the moved tile \
highlighted, and GIF animates the tiles. The web page of `taquin serve` draws the same pictures.";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin draw '8 1 3/4 0 2/7 6 5'
  taquin draw examples/puzzle4x4.txt -o target/board.png
  taquin draw examples/puzzle04.txt --solution 'tile: LULU' -o target/strip.svg
  taquin draw examples/puzzle3x3-31.txt --solve -o target/solution.gif
  taquin solve examples/puzzle04.txt | taquin draw examples/puzzle04.txt --solution - --format svg";

/// Draw a board or a solution as SVG, PNG or GIF
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    pub(crate) board: BoardArg,
    /// Moves to draw, in any dialect that `taquin solve` prints: a file, - for standard input, or the text itself
    ///
    /// The moves must be legal but need not reach the goal.
    #[arg(long, value_name = "MOVES", value_hint = ValueHint::FilePath, conflicts_with = "solve")]
    pub(crate) solution: Option<OsString>,
    /// Whether letters describe the tile or the blank, unless the text starts with tile: or blank:
    #[arg(long, value_name = "MOVER", value_parser = choice::movers(), default_value = "tile", requires = "solution")]
    pub(crate) letters: Mover,
    /// Solve the board as `taquin solve` does and draw the solution
    #[arg(long)]
    pub(crate) solve: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Image format [default: by the extension of the file of -o, svg on standard output]
    #[arg(long, value_name = "FORMAT", value_parser = choice::pictures())]
    pub(crate) format: Option<Format>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl Run for DrawArgs {
    const OLD_OUTPUT_FILE: Option<&'static str> = Some("output");

    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.goal.goal.is_some() && !self.solve {
            return Err(Failure::input("--goal: requires --solve"));
        }
        let format = format(self)?;
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        let item = reader.board(&self.board.board)?;
        let puzzle = goal.puzzle(&item)?;
        let text =
            self.solution.as_deref().map(|text| reader.solution(text, &item.board, None, self.letters));
        let text = text.transpose()?;
        picture_file::refuse_terminal(format, format!("write it to a file with -o board.{}", format.name()))?;
        let (moves, exit) = match text {
            Some(given) => (check::legal_moves(&puzzle, given.solution)?, Exit::Success),
            None if self.solve => match solved(self, folder, &item.name, &puzzle)? {
                (Some(moves), exit) => (moves, exit),
                (None, exit) => return Ok(exit),
            },
            None => (Moves::new(), Exit::Success),
        };
        let drawn = signals::while_preparing(|| taquin_draw::file(&item.board, &moves, format));
        let drawn = match drawn {
            Ok(drawn) => drawn,
            // A first solution, which a longer search would have made short enough.
            Err(error) if exit == Exit::Interrupted => {
                output::message(format_args!("{}: {error}", item.name));
                return Ok(exit);
            }
            Err(error) => return Err(Failure::input(format_args!("{}: {error}", item.name))),
        };
        let mut out = output::stdout();
        out.write_all(&drawn)?;
        out.flush()?;
        Ok(exit)
    }
}

/// Returns the format, from `--format` or the extension of the output file.
fn format(args: &DrawArgs) -> Result<Format, Failure> {
    if let Some(format) = args.format {
        return Ok(format);
    }
    let Some(path) = destination::name() else { return Ok(Format::Svg) };
    picture_file::format(path).ok_or_else(|| {
        let name = echo::file_name(&path.display().to_string());
        Failure::input(format_args!("-o {name}: unknown image format"))
            .hint("use the extension .svg, .png or .gif, or choose with --format")
    })
}

/// Solves the board; returns the moves, if a solution was found, and the exit status.
fn solved(
    args: &DrawArgs,
    folder: Option<&OsStr>,
    name: &str,
    puzzle: &Puzzle,
) -> Result<(Option<Moves>, Exit), Failure> {
    let solver = Solver::builder().store(table_dir::store(folder)).budget(budget(&args.limits)).build()?;
    let plan = solver.plan(puzzle)?;
    signals::catch();
    let outcome = {
        let mut watch = SearchProgress::new();
        let control = progress::control().on_event(|event| watch.show(event));
        plan.run(&control)
    };
    let outcome = outcome.map_err(|error| Failure::input(format_args!("{name}: {error}")))?;
    report_table_fault(&solver);
    report_outcome(name, &outcome);
    Ok((outcome.solution.as_ref().map(|verified| verified.moves().clone()), exit_of(&outcome)))
}
