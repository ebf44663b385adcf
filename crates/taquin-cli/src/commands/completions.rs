//! `taquin completions`.

use super::Run;
use crate::args;
use crate::exit::{Exit, Failure};
use crate::output;
use clap::{Arg, Args, Command};
use clap_complete::Shell;
use std::ffi::OsStr;
use std::io::Write;

const EXAMPLES: &str = "\
EXAMPLES:
  taquin completions bash
  taquin completions zsh";

/// Generate a shell completion script
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum, ignore_case = true)]
    pub(crate) shell: Shell,
}

impl Run for CompletionsArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        // The generator panics if its writer fails; writing to a vector cannot fail.
        let mut script = Vec::new();
        let mut command = args::command();
        clap_complete::generate(self.shell, &mut command, "taquin", &mut script);
        if self.shell == Shell::Fish {
            script.extend(arguments_for_fish(&command, &[]).into_bytes());
        }
        let mut out = output::stdout();
        out.write_all(&script)?;
        out.flush()?;
        Ok(Exit::Success)
    }
}

/// Returns the lines that complete arguments which are not options; the generator for fish has none.
fn arguments_for_fish(command: &Command, path: &[&str]) -> String {
    let mut lines = String::new();
    let condition = match path {
        [] => String::new(),
        [first] => format!("__fish_taquin_using_subcommand {first}"),
        [first, .., last] => {
            format!("__fish_taquin_using_subcommand {first}; and __fish_seen_subcommand_from {last}")
        }
    };
    let names = command.get_positionals().flat_map(Arg::get_possible_values);
    let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
    if !names.is_empty() {
        lines += &format!("complete -c taquin -n \"{condition}\" -a \"{}\"\n", names.join(" "));
    }
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        lines += &arguments_for_fish(below, &[path, &[below.get_name()]].concat());
    }
    lines
}
