//! Random command lines over every command and option, as the table of options lists them.

use super::Attempt;
use super::program::Program;
use super::random::Random;
use crate::workspace::root;
use std::fs;
use std::time::Duration;

/// Every command has half a second; the rest is for a busy machine.
const LIMIT: Duration = Duration::from_secs(60);

const VALUES: [&str; 23] = [
    "0",
    "1",
    "-1",
    "3",
    "1..4",
    "4..1",
    "3x3",
    "2x2",
    "127x127",
    "0x9",
    "1e9",
    "18446744073709551616",
    "50%",
    "10ms",
    "1K",
    "",
    "-",
    "none",
    "rows",
    "spiral",
    "astar",
    "manhattan",
    "ä—🦀",
];

const BOARDS: [&str; 8] =
    ["1 2 3/4 5 6/7 8 0", "8 6 7/2 5 4/3 0 1", "1 2/0 3", "2 1/3 0", "[1,2,3,0]", "", "garbage", "0"];

/// The server waits for clients, which are an attack of their own.
const LEFT_OUT: [&str; 2] = ["serve", "help"];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let table = fs::read_to_string(root().join("docs/options.md")).map_err(|error| error.to_string())?;
    let mut options: Vec<(&str, bool, Vec<&str>)> = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("| `--")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        let Some((option, of)) = cells.first().zip(cells.get(1)) else { continue };
        let Some(option) = option.trim_start_matches("| `").split('`').next() else { continue };
        let mut words = option.split(' ');
        let (Some(name), has_value) = (words.next(), words.next().is_some()) else { continue };
        options.push((name, has_value, of.split(", ").collect()));
    }
    // Some commands have no options of their own, and are not in the table.
    let help = program.run(program.command(&["-h"]), LIMIT)?.out;
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let listed = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let mut commands: Vec<&str> = listed.filter_map(|line| line.split_whitespace().next()).collect();
    commands.extend(options.iter().flat_map(|(_, _, of)| of).filter(|command| **command != "all"));
    commands.sort_unstable();
    commands.dedup();
    commands.retain(|command| !LEFT_OUT.contains(command));
    if options.is_empty() || !commands.contains(&"solve") || !commands.contains(&"merge") {
        return Err(format!("commands or options are missing: {commands:?}, {options:?}"));
    }
    // Options name files in it, which later lines may read.
    let folder = program.fresh("command-lines")?;
    const TRIES: u64 = 20;
    for _ in 0..TRIES {
        let command = random.one_of(&commands);
        let mut line: Vec<String> = command.split(' ').map(str::to_owned).collect();
        for _ in 0..random.below(4) {
            let fitting: Vec<_> = options
                .iter()
                .filter(|(_, _, of)| of.iter().any(|of| of == &command || *of == "all"))
                .collect();
            let (name, has_value, _) = fitting[random.below(fitting.len())];
            line.push((*name).to_owned());
            if *has_value && !random.once_in(8) {
                line.push(random.one_of(&VALUES).to_owned());
            }
        }
        for _ in 0..random.below(3) {
            line.push(random.one_of(&BOARDS).to_owned());
        }
        if matches!(line[0].as_str(), "audit" | "grade") && random.once_in(2) {
            line.extend(["--".to_owned(), "true".to_owned()]);
        }
        let mut command = program.command(&line);
        command.args(time_limit(&line)).current_dir(&folder);
        let ended = program.run(command, LIMIT)?;
        if !(0..=3).contains(&ended.code) {
            return Err(format!("exit code {}: {line:?}: {}", ended.code, ended.err));
        }
        if ended.code == 2 && ended.err.is_empty() {
            return Err(format!("refused without a message: {line:?}"));
        }
    }
    Ok(Attempt { tries: TRIES, ..Attempt::default() })
}

/// Commands that search have a limit, unless the line has one; it must come before a program.
fn time_limit(line: &[String]) -> &'static [&'static str] {
    const SEARCHING: [&str; 5] = ["solve", "enumerate", "check", "compare", "trace"];
    let is_limited = line.iter().any(|word| word == "--time-limit" || word == "--" || word == "--explain");
    if SEARCHING.contains(&line[0].as_str()) && !is_limited { &["--time-limit", "500ms"] } else { &[] }
}
