//! Completions in the shells that people use, and manual pages as groff reads them.

use crate::run::taquin;
use crate::tmux::Tmux;
use std::fs;
use std::process::Command;
use tempfile::TempDir;

/// What a user has typed, and one of the words that complete it.
const LINES: &[(&str, &str)] = &[
    ("taquin enum", "enumerate"),
    ("taquin solve --goal sp", "spiral"),
    ("taquin solve -g bl", "blank-first"),
    ("taquin solve -a ida", "idastar"),
    ("taquin solve -H lin", "linear-conflict"),
    ("taquin solve --patterns 8", "8-7"),
    ("taquin compare --method bid", "bidirectional"),
    ("taquin tables build 4x4-6", "4x4-6-6-3"),
    ("taquin bench korf1", "korf100"),
    ("taquin grade --suite prin", "princeton"),
    ("taquin trace --format mark", "markdown"),
    ("taquin convert --to coo", "coordinates"),
];

/// The script for a shell, in a folder of its own.
fn script(shell: &str) -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(format!("taquin.{shell}"));
    let name = file.to_str().expect("a plain name").to_owned();
    taquin(&["completions", shell, "-o", &name]).expect(0, "");
    (folder, name)
}

fn output(program: &str, args: &[&str]) -> String {
    let output =
        Command::new(program).args(args).output().unwrap_or_else(|error| panic!("{program}: {error}"));
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaints.is_empty(), "{program} {args:?}: {complaints}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
#[ignore = "needs bash; run by `cargo xtask test`"]
fn bash() {
    let (_folder, name) = script("bash");
    for (line, word) in LINES {
        let words: Vec<&str> = line.split(' ').collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let code = format!(
            "compopt() {{ :; }}; source {name}; COMP_WORDS=({line}); COMP_CWORD={}; _taquin taquin '{last}' '{before}'; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            words.len() - 1
        );
        let found = output("bash", &["--norc", "-c", &code]);
        assert!(found.lines().any(|found| found == *word), "{line}: {found}");
    }
}

#[test]
#[ignore = "needs fish; run by `cargo xtask test`"]
fn fish() {
    let (_folder, name) = script("fish");
    for (line, word) in LINES {
        let found = output("fish", &["--no-config", "-c", &format!("source {name}; complete -C '{line}'")]);
        assert!(found.lines().any(|found| found.split('\t').next() == Some(*word)), "{line}: {found}");
    }
}

/// The line editor of zsh needs a terminal.
#[test]
#[ignore = "needs zsh and tmux; run by `cargo xtask test`"]
fn zsh() {
    let (folder, name) = script("zsh");
    let start = format!("PS1='ready> ' ZDOTDIR={} zsh -f -i", folder.path().display());
    let terminal = Tmux::start(100, 40, &start);
    terminal.wait_for("ready>");
    terminal.send(&format!("autoload -U compinit && compinit -u -D && source {name} && clear"));
    terminal.press("Enter");
    for (line, word) in LINES {
        terminal.send("clear; echo 'now 'it; true");
        terminal.press("Enter");
        terminal.wait_for("now it");
        terminal.send(line);
        terminal.press("Tab");
        let completed = format!("{}{word}", &line[..line.rfind(' ').expect("words") + 1]);
        terminal.wait_for(&completed);
        terminal.press("C-u");
    }
}

#[test]
#[ignore = "needs groff; run by `cargo xtask test`"]
fn groff() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    taquin(&["man", "--write", folder.path().to_str().expect("a plain name")]).expect(0, "");
    let mut pages = 0;
    for entry in fs::read_dir(folder.path()).expect("a folder") {
        let page = entry.expect("a file").path();
        let name = page.to_str().expect("a plain name");
        let shown = output("groff", &["-ww", "-man", "-Tutf8", "-P-c", name]);
        // Bold is overstruck in this format.
        let plain: String = {
            let mut plain = String::new();
            for character in shown.chars() {
                if character == '\u{8}' {
                    plain.pop();
                } else {
                    plain.push(character);
                }
            }
            plain
        };
        let titles: Vec<&str> = plain.lines().filter(|line| line.starts_with(char::is_uppercase)).collect();
        let place = |title: &str| titles.iter().position(|line| *line == title);
        let order = ["NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "EXAMPLES"].map(place);
        assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{name}: {titles:?}");
        pages += 1;
    }
    assert!(pages >= 25, "{pages}");
}
