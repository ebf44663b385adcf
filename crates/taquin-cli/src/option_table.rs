//! The page `docs/options.md`, made from the definitions of the options, and tests about all options.

use crate::args;
use clap::{Arg, Command};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

const HEADER: &str = "\
# Options

One name means one thing in every command. This table is made from the definitions that the program itself uses
(`UPDATE=1 cargo test -p taquin-cli option_table` writes it). Old names still work, but the help does not show them.

Names of values are matched without regard to case: `-a 'IDA*' -H Manhattan -g Spiral`. The file of `-o` replaces standard
output in every command; its extension gives the format where a command has several (`.txt`, `.md`, `.tex`, `.csv`, `.json`,
`.svg`, `.png`, `.gif`, `.dot`, `.xml`), unless `--format` does. Every JSON object that a command prints has a `kind`
and a `version`, and is described in the [schema](../schema/taquin.schema.json); so are the lines of
[journals](../schema/journal.schema.json). `--verbose` is an option of `solve` alone, where the answer itself must
not change; other commands print all they know, and `--quiet` is for all.

| option | commands | meaning | old names |
|---|---|---|---|
";

/// A row of the table.
#[derive(Default)]
struct Row {
    commands: Vec<String>,
    short: Option<char>,
    /// The name of its value, with a space before it.
    value: String,
    help: String,
    old: Vec<String>,
}

/// Calls `see` with the name of every command that has options, and each of its options.
fn walk(command: &Command, name: &str, see: &mut dyn FnMut(&str, &Arg)) {
    command.get_arguments().filter(|arg| arg.get_long().is_some()).for_each(|arg| see(name, arg));
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let below_name = if name == "all" { String::new() } else { format!("{name} ") } + below.get_name();
        walk(below, &below_name, see);
    }
}

fn page() -> String {
    // A flag and an option with a value are different things, even if they have the same name.
    let mut rows: BTreeMap<(String, bool), Row> = BTreeMap::new();
    walk(&args::command(), "all", &mut |command, arg| {
        // General options are hidden in commands where they do not matter, and their old names are listed all the same.
        if arg.is_hide_set() && !arg.is_global_set() {
            return;
        }
        let long = arg.get_long().unwrap_or_default();
        let takes_value = arg.get_action().takes_values();
        let row = rows.entry((long.to_owned(), takes_value)).or_default();
        if takes_value && row.value.is_empty() {
            let names = arg.get_value_names().unwrap_or_default();
            row.value = names.first().map(|name| format!(" {name}")).unwrap_or_default();
        }
        // Global options are defined in every command; the one of the program speaks for all.
        if arg.is_global_set() && command != "all" {
            row.old.extend(hidden_aliases(arg).into_iter().map(|old| format!("`--{old}` of {command}")));
            return;
        }
        row.short = row.short.or(arg.get_short());
        row.commands.push(command.to_owned());
        if row.help.is_empty() {
            let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
            row.help = help.split(" [default").next().unwrap_or_default().to_owned();
        }
        row.old.extend(hidden_aliases(arg).into_iter().map(|old| format!("`--{old}` of {command}")));
    });
    let mut page = HEADER.to_owned();
    for ((long, _), Row { commands, short, value, help, old }) in rows {
        let short = short.map_or_else(String::new, |short| format!(", `-{short}`"));
        let value = value.replace('|', "\\|");
        let help = help.replace('|', "\\|").replace('*', "\\*");
        let (commands, old) = (commands.join(", "), old.join(", "));
        let _ = writeln!(page, "| `--{long}{value}`{short} | {commands} | {help} | {old} |");
    }
    page
}

fn hidden_aliases(arg: &Arg) -> Vec<&str> {
    let visible = arg.get_visible_aliases().unwrap_or_default();
    arg.get_all_aliases().unwrap_or_default().into_iter().filter(|name| !visible.contains(name)).collect()
}

#[test]
fn the_page_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, page()).expect("the page can be written");
    }
    let found = fs::read_to_string(&file).expect("the page exists");
    assert!(found == page(), "docs/options.md differs: run UPDATE=1 cargo test -p taquin-cli option_table");
}

/// One name has one short form, and one short form one name.
#[test]
fn short_names() {
    let mut shorts: BTreeMap<char, String> = BTreeMap::new();
    walk(&args::command(), "all", &mut |command, arg| {
        let long = arg.get_long().unwrap_or_default();
        if let Some(short) = arg.get_short() {
            let known = shorts.entry(short).or_insert_with(|| long.to_owned());
            assert_eq!(known, long, "-{short} of {command}");
        }
    });
    let expected = ["algorithm", "heuristic", "goal", "threads", "output-file", "quiet", "verbose"];
    let mut found: Vec<&str> = shorts.values().map(String::as_str).collect();
    found.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
    walk(&args::command(), "all", &mut |command, arg| {
        let long = arg.get_long().unwrap_or_default();
        let short = shorts.iter().find(|(_, name)| *name == long).map(|(short, _)| *short);
        assert_eq!(arg.get_short(), short, "--{long} of {command}");
    });
}

/// The options of taquin 0.2.0.
const OLD: &[(&str, &str)] = &[
    (
        "solve",
        "goal algorithm heuristic metric gap beam-width patterns catalogue weight duplicates ties goal-test order all \
         count output moves-as letters write progress stats explain lines threads shard output-file resume time-limit \
         memory-limit node-limit tables",
    ),
    (
        "enumerate",
        "bound length count goal order output moves-as letters time-limit memory-limit node-limit tables",
    ),
    ("moves", "goal output heuristic tables"),
    ("inspect", "goal print output json tables"),
    ("where", "tile x y origin output json tables"),
    ("check", "goal from letters json time-limit memory-limit node-limit tables"),
    ("convert", "to goal write tables"),
    ("scramble", "size goal unsolvable seed count moves depth hardest metric to tables"),
    ("explore", "goal metric output antipodes tables"),
    ("draw", "solution letters solve goal output format time-limit memory-limit node-limit tables"),
    ("play", "size difficulty depth goal seed invert tables"),
    (
        "compare",
        "goal output columns textbook no-time chart size depths step count seed method algorithm heuristic duplicates \
         ties metric time-limit memory-limit node-limit tables",
    ),
    (
        "trace",
        "goal steps output record-limit algorithm heuristic metric gap beam-width patterns catalogue weight duplicates \
         ties goal-test order bound time-limit memory-limit node-limit tables",
    ),
    (
        "bench",
        "method threads repeat output chart save against signature list time-limit memory-limit node-limit tables",
    ),
    ("audit", "size goal table boards sample seed json time-limit memory-limit tables"),
    (
        "grade",
        "suite size depths count unsolvable seed goal any-length notation dialect letters output time-limit \
         memory-limit tables",
    ),
    ("tables list", "json tables"),
    ("tables build", "goal tables"),
    ("tables remove", "all tables"),
    ("serve", "port bind open log tables"),
    ("man", "dir tables"),
];

/// Every option that ever existed still does, perhaps under another name.
#[test]
fn old_names_still_work() {
    let mut command = args::command();
    command.build();
    let mut known: Vec<(String, String)> = Vec::new();
    walk(&command, "all", &mut |command, arg| {
        let names = arg.get_long().into_iter().chain(arg.get_all_aliases().unwrap_or_default());
        known.extend(names.map(|name| (command.to_owned(), name.to_owned())));
    });
    for (command, options) in OLD {
        for option in options.split_whitespace() {
            let wanted = ((*command).to_owned(), option.to_owned());
            assert!(known.contains(&wanted), "--{option} of {command}");
        }
    }
}

/// Options without a default: without them there is no such limit, file, filter or the like.
const WITHOUT_DEFAULT: &[&str] = &[
    "against",
    "algorithm",
    "board",
    "bound",
    "catalogue",
    "chart",
    "columns",
    "course",
    "depth",
    "duplicates",
    "length",
    "lines",
    "moves",
    "node-limit",
    "output-file",
    "part",
    "patterns",
    "prepare",
    "print",
    "resume",
    "save",
    "shard",
    "size",
    "solution",
    "steps",
    "submissions",
    "suite",
    "ties",
    "tile",
    "time-limit",
    "unsolvable",
    "values",
    "write",
    "x",
    "y",
];

/// The help of every other option that has a value shows the value without it.
#[test]
fn defaults_are_shown() {
    let mut silent = Vec::new();
    walk(&args::command(), "all", &mut |command, arg| {
        let (long, help) = (arg.get_long().unwrap_or_default(), arg.get_help().map(ToString::to_string));
        let takes_value = arg.get_action().takes_values();
        let is_shown = !arg.get_default_values().is_empty() || help.unwrap_or_default().contains("[default");
        if takes_value && !is_shown && !arg.is_required_set() && !WITHOUT_DEFAULT.contains(&long) {
            silent.push(format!("--{long} of {command}"));
        }
    });
    assert_eq!(silent, [""; 0]);
}

/// The help of a command has the general options that matter to it, and no other.
#[test]
fn only_what_matters() {
    let mut command = args::command();
    command.build();
    let help = |name: &str| {
        let found = command.find_subcommand(name).expect("a command").clone();
        found.clone().render_long_help().to_string()
    };
    for (name, shown, hidden) in [
        ("solve", &["--tables", "--quiet", "--output-file"][..], &["--color"][..]),
        ("convert", &["--output-file"], &["--color", "--tables", "--quiet"]),
        ("inspect", &["--color"], &["--tables"]),
        ("play", &["--color", "--tables"], &["--output-file", "--quiet"]),
        ("completions", &["--output-file"], &["--color", "--tables", "--quiet", "--course"]),
    ] {
        let help = help(name);
        assert!(shown.iter().all(|option| help.contains(option)), "{name}: {help}");
        assert!(!hidden.iter().any(|option| help.contains(option)), "{name}: {help}");
    }
}
