//! The arguments of `taquin tables`.

use crate::args::GoalArgs;
use crate::choice;
use clap::{ArgGroup, Args, Subcommand};

const ABOUT: &str = "\
Build, list, check and remove tables on disk

Tables are built when needed and stored for later runs automatically. Files that are damaged or come from another version \
are rebuilt. Tables can be removed at any time.

A NAME is a size for the table of all its boards (3x4, or 3x4-multi for the multi metric), or a size and a partition of the \
tiles into patterns (4x4-7-8), or a size and the word pool for the tables from which a long search chooses (5x5-pool).";

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

const DRAW_ABOUT: &str = "\
Draw the partitions of the tiles into patterns

Cells with the same letter are the homes of the tiles of one pattern; the dot is the home of the blank. The drawings can be \
changed and read with `solve --catalogue`.";

const DRAW_EXAMPLES: &str = "\
EXAMPLES:
  taquin tables draw 4x4-7-8
  taquin tables draw 5x5-pool --goal spiral";

const CHECK_AFTER_HELP: &str = "\
EXIT CODES:
  0  all tables are intact
  1  a table is damaged or missing
  2  bad usage

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

/// Build, list, check and remove tables on disk
#[derive(Args, Debug)]
#[command(long_about = ABOUT, after_help = EXAMPLES)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TablesCommand {
    /// List known tables and which of them are on disk
    #[command(after_help = LIST_EXAMPLES)]
    List(TablesListArgs),
    /// Build tables and store them
    #[command(after_help = BUILD_EXAMPLES)]
    Build(TablesNamedArgs),
    /// Draw the partitions of the tiles into patterns
    #[command(long_about = DRAW_ABOUT, after_help = DRAW_EXAMPLES)]
    Draw(TablesNamedArgs),
    /// Verify tables against their digests
    #[command(after_help = CHECK_AFTER_HELP)]
    Check(TablesCheckArgs),
    /// Remove tables
    #[command(after_help = REMOVE_EXAMPLES)]
    Remove(TablesRemoveArgs),
    /// Print the directory of the tables
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
pub(crate) struct TablesNamedArgs {
    /// Table name: 3x4, 3x4-multi, 4x4-7-8, 5x5-pool
    #[arg(value_name = "NAME", value_parser = choice::tables(), hide_possible_values = true)]
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

#[derive(Args, Debug)]
pub(crate) struct TablesCheckArgs {
    /// Table name, for any goal, or a file listed by `taquin tables list` [default: all tables]
    #[arg(value_name = "NAME", value_parser = choice::tables(), hide_possible_values = true)]
    pub(crate) name: Option<String>,
}

#[derive(Args, Debug)]
#[command(group = ArgGroup::new("which").args(["name", "all"]).required(true))]
pub(crate) struct TablesRemoveArgs {
    /// Table name, for any goal, or a file listed by `taquin tables list`
    #[arg(value_name = "NAME", value_parser = choice::tables(), hide_possible_values = true)]
    pub(crate) name: Option<String>,
    /// Remove all tables, and temporary files left by killed processes
    #[arg(long)]
    pub(crate) all: bool,
}
