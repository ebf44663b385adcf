//! `cargo xtask words`: fails on phrases that a reader stumbles over, and says what to write instead.
//!
//! It reads what a person can meet: comments and strings of Rust and JavaScript, and all of Markdown, HTML, TOML, YAML and
//! JSON. To forbid another phrase, add a row to [`PHRASES`].

mod prose;

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{root, run_captured};
use prose::Word;
use std::fmt;
use std::process;

pub(crate) const COMMAND: Command = Command {
    name: "words",
    arguments: "",
    about: "find phrases that are not plain English in messages, comments and docs",
    run: |arguments| {
        no_arguments(arguments)?;
        check()
    },
};

/// A sequence of words to avoid.
struct Phrase {
    /// The words, separated by spaces; a word may have alternatives, separated by `|`.
    words: &'static str,
    /// What to write instead.
    instead: &'static str,
    /// The phrase is right after one of these words.
    unless_after: &'static [&'static str],
    /// The phrase is right before one of these words.
    unless_before: &'static [&'static str],
    /// The phrase is wrong only where a sentence begins with it. Questions may begin with any phrase.
    opens_sentence: bool,
}

/// A phrase that is wrong wherever it stands.
const fn never(words: &'static str, instead: &'static str) -> Phrase {
    Phrase { words, instead, unless_after: &[], unless_before: &[], opens_sentence: false }
}

const PHRASES: [Phrase; 27] = [
    Phrase { opens_sentence: true, ..never("who|whose", "name the subject: the caller, the user, a thread") },
    never("whoever|whosoever", "name the subject: the caller, the user, a thread"),
    Phrase { unless_before: &["that"], ..never("so many", "name the number: N, COUNT, as many as given") },
    Phrase {
        unless_after: &["there"],
        unless_before: &[
            "better",
            "closer",
            "cheaper",
            "different",
            "earlier",
            "easier",
            "faster",
            "fewer",
            "further",
            "greater",
            "harder",
            "higher",
            "larger",
            "later",
            "less",
            "longer",
            "lower",
            "more",
            "one",
            "shorter",
            "slower",
            "smaller",
            "worse",
        ],
        ..never("is|are|was|were|be no", "is not a, has no, there is no")
    },
    never("likewise", "also, in the same way"),
    never("is|are told by", "is reported by"),
    never("proven is told", "reports what it proved"),
    never("was|were come by", "came from"),
    never("stand|stands|stood once|twice", "appears once, appears twice"),
    never("circles", "cycles"),
    never("in a circle", "in a cycle"),
    never("said twice", "given twice"),
    never("is|are said once", "is given once"),
    never("goes|go|going|went with", "requires, works with, is supported by"),
    never("is|are|was|were taken up", "is expanded"),
    never("takes|take up a|the node|nodes|board|boards|state|states", "expands"),
    never("is|are|was|were|been|be looked at", "is expanded, is examined"),
    Phrase {
        unless_after: &["call", "choice", "copy", "decision", "move", "moves"],
        unless_before: &["of", "up", "available", "by", "from"],
        ..never("is|are|was|were made", "is generated, is built, is created")
    },
    never("looked for", "searched for, sought"),
    never("at hand", "available, cached"),
    never("may|can be turned", "tunable parameters"),
    never("what|one may turn", "tunable parameters"),
    never("be|is|are content with", "accept"),
    never("as is usual", "by default"),
    never("sees|see|saw to it", "ensures"),
    never("nobody|no-one|none asks|asked|says|said", "by default, unless given"),
    never("is|are asked for twice", "is given twice"),
];

/// A path's end and a phrase that is right there, such as a quotation.
const EXCEPTIONS: [(&str, &str); 2] = [
    // The table itself and its tests.
    ("xtask/src/words.rs", "*"),
    ("xtask/src/words/prose.rs", "*"),
];

/// Where a phrase was found.
#[derive(Debug, PartialEq)]
struct Finding {
    line: usize,
    column: usize,
    found: String,
    instead: &'static str,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { line, column, found, instead } = self;
        write!(f, "{line}:{column}: \"{found}\": write: {instead}")
    }
}

pub(crate) fn check() -> Result<(), Failure> {
    let mut git = process::Command::new("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]).current_dir(root());
    let (mut count, mut files) = (0, 0);
    for path in run_captured(&mut git)?.lines().filter(|path| is_read(path)) {
        // A file that was deleted and not yet committed is listed, too.
        let Ok(text) = std::fs::read_to_string(root().join(path)) else { continue };
        let found = findings(path, &text);
        for finding in &found {
            println!("{path}:{finding}");
        }
        count += found.len();
        files += usize::from(!found.is_empty());
    }
    match count {
        0 => Ok(()),
        _ => Err(Failure::Work(format!("{count} phrases to rewrite in {files} files"))),
    }
}

/// Whether a file is written for readers and by hand. Measurements are written by the program.
fn is_read(path: &str) -> bool {
    let generated = ["results/", "fuzz/seeds/", "examples/"];
    prose::Kind::of(path).is_some() && !generated.iter().any(|folder| path.starts_with(folder))
}

fn findings(path: &str, text: &str) -> Vec<Finding> {
    let Some(kind) = prose::Kind::of(path) else { return Vec::new() };
    let words = prose::words(text, kind);
    let mut found = Vec::new();
    for at in 0..words.len() {
        let phrases = PHRASES.iter().filter(|phrase| !is_excepted(path, phrase));
        for (phrase, length) in phrases.filter_map(|phrase| Some((phrase, phrase.length_at(&words, at)?))) {
            let written: Vec<&str> = words[at..at + length].iter().map(|word| word.text.as_str()).collect();
            let Word { line, column, .. } = words[at];
            found.push(Finding { line, column, found: written.join(" "), instead: phrase.instead });
        }
    }
    found
}

fn is_excepted(path: &str, phrase: &Phrase) -> bool {
    EXCEPTIONS.iter().any(|(end, words)| path.ends_with(end) && (*words == "*" || *words == phrase.words))
}

impl Phrase {
    /// How many words from `at` on are this phrase, if they are.
    fn length_at(&self, words: &[Word], at: usize) -> Option<usize> {
        let wanted = self.words.split(' ');
        let length = wanted.clone().count();
        let here = words.get(at..at + length)?;
        let is_phrase = wanted.zip(here).enumerate().all(|(index, (alternatives, word))| {
            // Only the first word may begin a sentence or a string.
            (index == 0 || !word.after_break) && alternatives.split('|').any(|wanted| *word.text == *wanted)
        });
        let before = at.checked_sub(1).map(|before| &words[before]).filter(|_| !words[at].after_break);
        let after = words.get(at + length).filter(|after| !after.after_break);
        let is_right = before.is_some_and(|word| self.unless_after.contains(&word.text.as_str()))
            || after.is_some_and(|word| self.unless_before.contains(&word.text.as_str()));
        let (opens, asks) = (words[at].opens_sentence, words[at].opens_sentence && is_question(&words[at..]));
        (is_phrase && !is_right && !asks && (opens || !self.opens_sentence)).then_some(length)
    }
}

/// Whether the sentence that these words begin with ends with a question mark.
fn is_question(words: &[Word]) -> bool {
    words.iter().find_map(|word| word.sentence_end) == Some('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        findings(path, text).into_iter().map(|finding| finding.found).collect()
    }

    #[test]
    fn comments_and_strings_are_read_and_code_is_not() {
        let text = "let likewise = at_hand; // at hand\nprintln!(\"a PNG is no text\"); let c = 'x'; /* likewise */\n";
        assert_eq!(found("a.rs", text), ["at hand", "is no", "likewise"]);
        assert_eq!(found("a.js", "const likewise = `so many`; // whoever\n"), ["so many", "whoever"]);
        assert_eq!(found("a.md", "Likewise, so\nmany boards\n"), ["likewise", "so many"]);
        assert_eq!(found("a.py", "# likewise"), [""; 0]);
    }

    #[test]
    fn a_phrase_may_be_wrapped_but_not_interrupted() {
        let wrapped = "/// There are so\n    /// many boards.\nfn f() {}\n";
        let finding = &findings("a.rs", wrapped)[0];
        assert_eq!((finding.line, finding.column, finding.found.as_str()), (1, 15, "so many"));
        for text in ["// It does so. Many do.\n", "f(\"so\", \"many\")", "// so\nmany();\n"] {
            assert_eq!(found("a.rs", text), [""; 0], "{text}");
        }
    }

    #[test]
    fn plain_english_is_left_alone() {
        for text in [
            "there is no solution",
            "there are no more boards",
            "the answer is no longer than that",
            "so many that they do not fit",
            "a thread who waits",
            "Who is it for?",
            "Is no solution shorter?",
            "no move was made",
            "the node is made of cells",
        ] {
            assert_eq!(found("a.md", text), [""; 0], "{text}");
        }
        assert_eq!(found("a.md", "Ends. Who goes away ends the search."), ["who"]);
        assert_eq!(found("a.md", "the children are made"), ["are made"]);
    }

    #[test]
    fn a_finding_says_where_and_what_to_write() {
        let found = findings("a.rs", "\n  // x likewise\n");
        assert_eq!(found[0].to_string(), "2:8: \"likewise\": write: also, in the same way");
    }
}
