//! The words of a file that are written for readers, each with its place.

/// How a file is read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Comments and strings.
    Rust,
    /// Comments and strings, with other quotes.
    JavaScript,
    /// Everything.
    Text,
}

impl Kind {
    /// By the end of the name; none for what is not read at all.
    pub(super) fn of(path: &str) -> Option<Kind> {
        let (_, extension) = path.rsplit_once('.')?;
        match extension {
            "rs" => Some(Kind::Rust),
            "js" | "mjs" => Some(Kind::JavaScript),
            "md" | "html" | "toml" | "yml" | "yaml" | "json" => Some(Kind::Text),
            _ => None,
        }
    }
}

/// One word in lower case.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) column: usize,
    /// Something other than white space comes between the previous word and this one.
    pub(super) after_break: bool,
    pub(super) opens_sentence: bool,
    /// The mark that ends the sentence after this word.
    pub(super) sentence_end: Option<char>,
}

/// The words of a text, without those of its code.
pub(super) fn words(text: &str, kind: Kind) -> Vec<Word> {
    let shown = match kind {
        Kind::Text => text.to_owned(),
        Kind::Rust | Kind::JavaScript => without_code(text, kind),
    };
    let mut words: Vec<Word> = Vec::new();
    let (mut after_break, mut opens_sentence_here) = (true, true);
    for (line, content) in shown.lines().enumerate() {
        let mut letters = content.chars().enumerate().peekable();
        while let Some((column, letter)) = letters.next() {
            if letter.is_alphanumeric() {
                let mut text: String = letter.to_lowercase().collect();
                while let Some((_, next)) = letters.next_if(|(_, next)| is_within_word(*next)) {
                    text.extend(next.to_lowercase());
                }
                let (line, column) = (line + 1, column + 1);
                let opens_sentence = opens_sentence_here && letter.is_uppercase();
                words.push(Word { text, line, column, after_break, opens_sentence, sentence_end: None });
                (after_break, opens_sentence_here) = (false, false);
            } else if !letter.is_whitespace() {
                after_break = true;
                if matches!(letter, '.' | '!' | '?' | ':' | CODE) {
                    opens_sentence_here = true;
                    if let Some(last) = words.last_mut().filter(|last| last.sentence_end.is_none()) {
                        last.sentence_end = Some(letter);
                    }
                }
            }
        }
    }
    words
}

fn is_within_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '\'' | '’')
}

/// Stands in place of code.
const CODE: char = '\u{0}';

/// The text with [`CODE`] for every character that is in neither a comment nor a string, and spaces for the marks of
/// comments. Every character that is left keeps its line and column.
fn without_code(text: &str, kind: Kind) -> String {
    let mut scanner = Scanner { letters: text.chars().collect(), at: 0, shown: String::new() };
    while let Some(letter) = scanner.letter(0) {
        match (letter, scanner.letter(1)) {
            ('/', Some('/')) => scanner.line_comment(),
            ('/', Some('*')) => scanner.block_comment(kind),
            ('"', _) => scanner.string('"'),
            ('\'' | '`', _) if kind == Kind::JavaScript => scanner.string(letter),
            ('/', _) if kind == Kind::JavaScript && scanner.begins_expression() => {
                scanner.regular_expression();
            }
            ('\'', _) => scanner.character(),
            ('r', Some('"' | '#')) if kind == Kind::Rust && !scanner.is_within_name() => scanner.raw_string(),
            _ if letter.is_whitespace() => scanner.keep(1),
            _ => scanner.replace(1, CODE),
        }
    }
    scanner.shown
}

struct Scanner {
    letters: Vec<char>,
    at: usize,
    shown: String,
}

impl Scanner {
    fn letter(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    fn keep(&mut self, count: usize) {
        let end = (self.at + count).min(self.letters.len());
        self.shown.extend(&self.letters[self.at..end]);
        self.at = end;
    }

    /// Writes `mark` for as many characters, except for ends of lines.
    fn replace(&mut self, count: usize, mark: char) {
        let end = (self.at + count).min(self.letters.len());
        let marks = self.letters[self.at..end].iter().map(|&letter| if letter == '\n' { '\n' } else { mark });
        self.shown.extend(marks);
        self.at = end;
    }

    fn line_comment(&mut self) {
        while matches!(self.letter(0), Some('/' | '!')) {
            self.replace(1, ' ');
        }
        while self.letter(0).is_some_and(|letter| letter != '\n') {
            self.keep(1);
        }
    }

    /// Rust's block comments contain each other.
    fn block_comment(&mut self, kind: Kind) {
        let mut depth = 0;
        while let Some(letter) = self.letter(0) {
            match (letter, self.letter(1)) {
                ('/', Some('*')) if depth == 0 || kind == Kind::Rust => {
                    depth += 1;
                    self.replace(2, ' ');
                }
                ('*', Some('/')) => {
                    depth -= 1;
                    self.replace(2, ' ');
                    if depth == 0 {
                        return;
                    }
                }
                ('*', _) => self.replace(1, ' '),
                _ => self.keep(1),
            }
        }
    }

    fn string(&mut self, quote: char) {
        self.replace(1, CODE);
        while let Some(letter) = self.letter(0) {
            match letter {
                // A line that is continued: the sentence goes on.
                '\\' if self.letter(1) == Some('\n') => self.replace(2, ' '),
                '\\' => self.replace(2, CODE),
                _ if letter == quote => return self.replace(1, CODE),
                _ => self.keep(1),
            }
        }
    }

    /// A character of Rust, or the quote of a lifetime.
    fn character(&mut self) {
        let length = match (self.letter(1), self.letter(2)) {
            (Some('\\'), Some(_)) => {
                let rest = self.letters[self.at + 3..].iter();
                rest.take_while(|&&letter| letter != '\'').count() + 4
            }
            (Some(_), Some('\'')) => 3,
            _ => 1,
        };
        self.replace(length, CODE);
    }

    fn raw_string(&mut self) {
        let hashes = self.letters[self.at + 1..].iter().take_while(|&&letter| letter == '#').count();
        if self.letter(1 + hashes) != Some('"') {
            // A raw name, such as r#type.
            return self.replace(1, CODE);
        }
        self.replace(2 + hashes, CODE);
        while let Some(letter) = self.letter(0) {
            if letter == '"' && (1..=hashes).all(|ahead| self.letter(ahead) == Some('#')) {
                return self.replace(1 + hashes, CODE);
            }
            self.keep(1);
        }
    }

    fn regular_expression(&mut self) {
        self.replace(1, CODE);
        while let Some(letter) = self.letter(0).filter(|letter| *letter != '\n') {
            self.replace(if letter == '\\' { 2 } else { 1 }, CODE);
            if letter == '/' {
                return;
            }
        }
    }

    /// Whether the letters before are those of a name, so that an `r` is part of it. The `b` of bytes is not.
    fn is_within_name(&self) -> bool {
        let before = |ago: usize| self.at.checked_sub(ago).map(|at| self.letters[at]);
        let is_name =
            |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
        is_name(before(1)) && (before(1) != Some('b') || is_name(before(2)))
    }

    /// Whether a value may begin here, so that a slash begins a regular expression and does not divide.
    fn begins_expression(&self) -> bool {
        let before = self.letters[..self.at].iter().rev().find(|letter| !letter.is_whitespace());
        before.is_none_or(|letter| "(,=:[!&|?{};>".contains(*letter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, kind: Kind) -> String {
        without_code(text, kind).replace(CODE, "·")
    }

    #[test]
    fn rust_has_strings_characters_lifetimes_and_comments() {
        assert_eq!(shown("f('\"', 'a) // b", Kind::Rust), "······ ···    b");
        assert_eq!(shown("r#\"a\"b\"# c", Kind::Rust), "···a\"b·· ·");
        assert_eq!(shown("/* a /* b */ c */ d", Kind::Rust), "   a    b    c    ·");
        assert_eq!(shown("\"a\\n b\\\n c\"", Kind::Rust), "·a·· b \n c·");
        assert_eq!(shown("br\"a\" var\"b\"", Kind::Rust), "···a· ····b·");
        assert_eq!(shown("'\\u{1F}' x", Kind::Rust), "········ ·");
    }

    #[test]
    fn javascript_has_regular_expressions() {
        assert_eq!(shown("x = /\"/; 'a' / 2 / `b`", Kind::JavaScript), "· · ···· ·a· · · · ·b·");
    }

    #[test]
    fn words_have_their_places() {
        let words = words("One, two\nthree? Four", Kind::Text);
        let places: Vec<_> = words.iter().map(|word| (word.text.as_str(), word.line, word.column)).collect();
        assert_eq!(places, [("one", 1, 1), ("two", 1, 6), ("three", 2, 1), ("four", 2, 8)]);
        assert!(words[1].after_break && !words[1].opens_sentence && !words[2].after_break);
        assert!(words[3].opens_sentence && words[2].sentence_end == Some('?'));
    }
}
