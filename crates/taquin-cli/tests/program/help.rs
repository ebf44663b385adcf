//! Help, manual pages and completions.

use crate::run::{Run, root, taquin};
use std::process::{Command, Stdio};

const COMMANDS: &[&str] = &[
    "solve",
    "enumerate",
    "moves",
    "inspect",
    "where",
    "check",
    "convert",
    "scramble",
    "explore",
    "draw",
    "play",
    "compare",
    "trace",
    "bench",
    "audit",
    "grade",
    "courses",
    "tables list",
    "tables build",
    "tables check",
    "tables remove",
    "tables path",
    "tables",
    "serve",
    "completions",
    "man",
];

fn examples(help: &str) -> impl Iterator<Item = &str> {
    help.lines()
        .skip_while(|line| *line != "EXAMPLES:")
        .skip(1)
        .map(str::trim)
        .filter(|line| !line.is_empty())
}

/// The examples in the help can be copied and run.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
#[cfg(unix)]
fn every_example_of_the_help_works() {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_taquin")).parent().expect("it is in a folder");
    let search_path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let mut ran = 0;
    let words = |command: &&'static str| command.split(' ').chain(["--help"]).collect::<Vec<_>>();
    let helps = COMMANDS.iter().map(words).chain([vec!["--help"]]);
    for args in helps {
        let help = taquin(&args);
        assert_eq!(help.code, 0);
        let before = ran;
        for example in examples(&help.out) {
            assert!(example.starts_with("taquin "), "{args:?}: {example:?}");
            if ["taquin serve", "taquin play"].iter().any(|endless| example.starts_with(endless)) {
                // It would not end; tests of its own start it.
                ran += 1;
                continue;
            }
            let folder = scratch.path().to_str().expect("a plain name");
            let example = example
                .replace("target/", &format!("{folder}/"))
                .replace("answers.jsonl", &format!("{folder}/answers"));
            let mut shell = Command::new("sh");
            shell.args(["-c", &example]).env("PATH", &search_path).current_dir(root()).stdin(Stdio::null());
            shell.env("TAQUIN_TABLES", scratch.path().join("kept"));
            let run = Run::new(shell.output().expect("there is a shell"));
            // An example may show what a negative answer looks like.
            let negative = example.contains("--print solvable");
            assert_eq!(run.code, i32::from(negative), "{example}: {run:?}");
            let to_file = ["--write", " -o "];
            let goes_elsewhere = to_file.iter().any(|option| example.contains(option));
            assert!(goes_elsewhere == run.out.is_empty(), "{example}");
            ran += 1;
        }
        assert!(ran > before, "{args:?} has no examples");
    }
    assert!(ran >= 30, "{ran}");
}

#[test]
fn version() {
    taquin(&["--version"]).expect(0, &format!("taquin {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn help_as_a_command() {
    taquin(&["help", "solve"]).expect(0, &taquin(&["solve", "--help"]).out);
    taquin(&["help"]).expect(0, &taquin(&["--help"]).out);
    taquin(&["help", "slove"]).complains(&["slove"]);
}

#[test]
fn check_tells_its_time_limit_and_exit_codes() {
    let help = taquin(&["check", "--help"]);
    for words in ["for at most 10s, or the time given with --time-limit", "optimal or not"] {
        assert!(help.out.split_whitespace().collect::<Vec<_>>().join(" ").contains(words), "{help:?}");
    }
}

#[test]
fn scramble_names_its_generator() {
    let help = taquin(&["scramble", "--help"]);
    assert!(help.out.contains("taquin-chacha20-1"), "{help:?}");
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = taquin(&["completions", shell]);
        assert_eq!(run.code, 0);
        for word in ["enumerate", "time-limit"] {
            assert!(run.out.contains(word), "{word} is not completed in {shell}");
        }
    }
    // Not every shell's script lists the values of an option.
    assert!(taquin(&["completions", "bash"]).out.contains("linear-conflict"));
    taquin(&["completions", "bsh"]).complains(&["bash"]);
}

#[test]
fn manual_pages() {
    let page = taquin(&["man"]);
    assert_eq!(page.code, 0);
    assert!(page.out.contains(".TH taquin 1"), "{}", page.out);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("new/man1");
    taquin(&["man", "--write", pages.to_str().expect("a plain name")]).expect(0, "");
    for command in COMMANDS {
        let page = std::fs::read_to_string(pages.join(format!("taquin-{}.1", command.replace(' ', "-"))))
            .expect(command);
        assert!(page.contains("EXAMPLES"), "{command}");
    }
    taquin(&["man", "--write", "Cargo.toml/x"]).complains(&["--write Cargo.toml/x"]);
}
