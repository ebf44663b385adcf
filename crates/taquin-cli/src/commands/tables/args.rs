//! The arguments of `taquin tables`.

use crate::args::GoalArgs;
use clap::{ArgGroup, Args, Subcommand};

const ABOUT: &str = "\
Build, list, check and remove the tables that are kept on disk.

A table is built when it is needed and kept for the next time; nothing has to be done for that. A file that is damaged \
or comes from another version is built anew. All of them can be removed at any time.

A NAME is a size for the table of all its boards (3x4, in pushes 3x4-multi), or a size and a partition of the tiles into \
patterns (4x4-7-8).";

const EXAMPLES: &str = "\
EXAMPLES:
  taquin tables list
  taquin tables path";

const LIST_EXAMPLES: &str = "\
EXAMPLES:
  taquin tables list
  taquin tables list --json";

const BUILD_EXAMPLES: &str = "\
EXAMPLES:
  taquin tables build 3x3
  taquin tables build 4x4-5-5-5
  taquin --tables target/tables tables build 3x3-multi --goal spiral";

const CHECK_AFTER_HELP: &str = "\
EXIT CODES:
  0  all are whole
  1  one is damaged, or missing
  2  wrong usage

EXAMPLES:
  taquin tables check
  taquin --tables target/tables tables check";

const REMOVE_EXAMPLES: &str = "\
EXAMPLES:
  taquin --tables target/tables tables remove 3x3-multi
  taquin tables remove --all";

const PATH_EXAMPLES: &str = "\
EXAMPLES:
  taquin tables path";

/// Build, list, check and remove the tables that are kept on disk
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    /// List the tables there are names for, and which of them are on disk
    #[command(after_help = LIST_EXAMPLES)]
    List(TablesListArgs),
    /// Build the tables of a name and keep them
    #[command(after_help = BUILD_EXAMPLES)]
    Build(TablesBuildArgs),
    /// Read tables and verify them to the last bit
    #[command(after_help = CHECK_AFTER_HELP)]
    Check(TablesCheckArgs),
    /// Remove tables from the disk
    #[command(after_help = REMOVE_EXAMPLES)]
    Remove(TablesRemoveArgs),
    /// Print the folder where tables are kept
    #[command(after_help = PATH_EXAMPLES)]
    Path,
}

#[derive(Args, Debug)]
pub(crate) struct TablesListArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct TablesBuildArgs {
    /// Which tables: 3x4, 3x4-multi, 4x4-7-8
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TablesCheckArgs {
    /// Only these, for whatever goal, or a file that `taquin tables list` names
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
}

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("which").args(["name", "all"]).required(true))]
pub(crate) struct TablesRemoveArgs {
    /// Which tables, for whatever goal, or a file that `taquin tables list` names
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// All of them, and what was left behind by programs that were killed
    #[arg(long)]
    pub(crate) all: bool,
}
