//! The transcripts in the documentation are what the program prints: every `$ command` of a console block is run
//! and its standard output compared to the letter.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents of the folder docs and of its pages about courses.
fn guides() -> impl Iterator<Item = PathBuf> {
    let folders = ["docs", "docs/courses"].into_iter().map(|folder| root().join(folder));
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap()).map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md"))
}

/// A command and what the document says it prints.
struct Transcript {
    command: String,
    expected: String,
}

fn transcripts(document: &str) -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let mut in_console = false;
    for line in document.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if in_console {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => {
                    found.push(Transcript { command: command.to_owned(), expected: String::new() });
                }
                (None, Some(last)) => last.expected += &format!("{line}\n"),
                (None, None) => panic!("output without a command: {line}"),
            }
        }
    }
    found
}

/// The numbers of a text that are written with separators: 352,775.
fn large_numbers(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != ',');
    words.map(|word| word.trim_matches(',')).filter(|word| word.contains(','))
}

/// What the guide says in its sentences, a command has printed.
#[test]
fn every_large_number_of_the_guide_was_printed() {
    let document = fs::read_to_string(root().join("docs/eight-puzzle.md")).unwrap();
    let printed: String = transcripts(&document).into_iter().map(|transcript| transcript.expected).collect();
    let mut checked = 0;
    for sentence in document.split("```").step_by(2) {
        for number in large_numbers(sentence) {
            assert!(large_numbers(&printed).any(|other| other == number), "{number} was printed nowhere");
            checked += 1;
        }
    }
    assert!(checked >= 4, "only {checked} numbers were found");
}

/// Runs the commands that `is_wanted` selects, compares what they print, and returns how many there were.
fn check_transcripts(is_wanted: impl Fn(&str) -> bool) -> usize {
    let root = root();
    let programs = Path::new(env!("CARGO_BIN_EXE_taquin")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), env::var("PATH").unwrap());
    let run = |command: &str| {
        // The test has built the program already.
        let command = command.replace("cargo run --release --", "taquin");
        let mut shell = Command::new("sh");
        let output = shell.args(["-c", &command]).current_dir(&root).env("PATH", &path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // Several documents show the same command, and auditing a program takes many seconds.
    let mut printed: HashMap<String, String> = HashMap::new();
    let mut checked = 0;
    for document in [root.join("README.md")].into_iter().chain(guides()) {
        let transcripts = transcripts(&fs::read_to_string(&document).unwrap());
        for Transcript { command, expected } in transcripts.into_iter().filter(|t| is_wanted(&t.command)) {
            let printed = printed.entry(command.clone()).or_insert_with(|| run(&command));
            assert_eq!(*printed, expected, "{}: {command}", document.display());
            checked += 1;
        }
    }
    checked
}

fn needs_python(command: &str) -> bool {
    command.contains("python3 ")
}

#[test]
fn every_transcript_is_true() {
    let checked = check_transcripts(|command| !needs_python(command));
    assert!(checked >= 8, "only {checked} transcripts were found");
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
fn every_transcript_with_python_is_true() {
    let checked = check_transcripts(needs_python);
    assert!(checked >= 4, "only {checked} transcripts were found");
}

/// Every course has a page that goes from the handout to being graded, and every page is about a course.
#[test]
fn every_course_has_a_page() {
    let folder = root().join("docs/courses");
    for course in taquin::Course::ALL {
        let page = fs::read_to_string(folder.join(format!("{course}.md"))).unwrap();
        for section in ["The handout", "Solving", "Comparing", "Checking", "Being graded"] {
            let (_, text) = page.split_once(&format!("\n## {section}\n")).expect(section);
            let text = text.split("\n## ").next().unwrap_or_default();
            assert!(!transcripts(text).is_empty(), "{course}: nothing is shown under {section}");
        }
    }
    assert_eq!(fs::read_dir(folder).unwrap().count(), taquin::Course::ALL.len());
}

/// The files a document links to by relative paths.
fn links(document: &str) -> impl Iterator<Item = &str> {
    let targets = document.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    targets.map(|(target, _)| target).filter(|target| !target.contains("://") && !target.starts_with('#'))
}

#[test]
fn every_linked_file_is_there() {
    let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut checked = 0;
    for path in documents.map(|name| root().join(name)).into_iter().chain(guides()) {
        let document = fs::read_to_string(&path).unwrap();
        for link in links(&document) {
            assert!(path.with_file_name(link).exists(), "{} links to {link}", path.display());
            checked += 1;
        }
    }
    assert!(checked >= 8, "only {checked} links were found");
}
