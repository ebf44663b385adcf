//! Streams numbered lines of an input that may not fit in memory, one board each, optionally only a shard of them.
//!
//! Invariant: at most [`LONGEST`] bytes of a line are kept. Blank lines and comments are skipped but counted, so that line
//! numbers match an editor.

use crate::ordered::MemorySize;
use std::fmt;
use std::io::{self, BufRead};
use std::str::FromStr;

/// Maximum length of a line, far longer than the largest board and its goal in any notation.
pub(crate) const LONGEST: usize = 4 << 20;

/// The byte order mark in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A line that is neither blank nor a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Line {
    /// Line number, from 1.
    pub(crate) number: u64,
    /// Bytes of the input up to the end of this line.
    pub(crate) end: u64,
    /// Its bytes without the line end; `None` if it is too long.
    pub(crate) text: Option<Vec<u8>>,
}

impl MemorySize for io::Result<Line> {
    fn bytes(&self) -> usize {
        size_of::<Line>() + self.as_ref().map_or(0, |line| line.text.as_ref().map_or(0, Vec::len))
    }
}

/// Every `count`-th line that is not skipped, starting with the one at `index`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    /// From 0.
    index: u64,
    count: u64,
}

impl Shard {
    /// Everything.
    pub(crate) const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Returns the number of parts.
    pub(crate) fn parts(self) -> u64 {
        self.count
    }
}

/// The error for a text that is not a shard.
#[derive(Debug)]
pub(crate) struct InvalidShard(String);

impl fmt::Display for InvalidShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InvalidShard(found) = self;
        write!(f, "{found:?} is not a shard; expected I/N with I from 1 to N, as in 1/4")
    }
}

impl FromStr for Shard {
    type Err = InvalidShard;

    fn from_str(text: &str) -> Result<Shard, InvalidShard> {
        let number = |digits: &str| {
            let digits = digits.trim();
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse::<u64>().ok().filter(|_| is_number)
        };
        let parts = text.split_once('/').and_then(|(part, count)| Some((number(part)?, number(count)?)));
        match parts {
            Some((part, count)) if (1..=count).contains(&part) => Ok(Shard { index: part - 1, count }),
            _ => Err(InvalidShard(text.to_owned())),
        }
    }
}

/// An iterator over lines, which ends after an error.
pub(crate) struct Lines<I> {
    input: I,
    shard: Shard,
    number: u64,
    /// Number of lines that were not skipped.
    boards: u64,
    end: u64,
    is_over: bool,
}

impl<I: BufRead> Lines<I> {
    /// Creates an iterator over the lines of `input` that belong to `shard`.
    pub(crate) fn new(input: I, shard: Shard) -> Lines<I> {
        Lines { input, shard, number: 0, boards: 0, end: 0, is_over: false }
    }
}

impl<I: BufRead> Iterator for Lines<I> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        let mut text = Vec::new();
        while !self.is_over {
            text.clear();
            let read = match read_line(&mut self.input, &mut text, LONGEST) {
                Ok(read) => read,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            };
            if read.bytes == 0 {
                self.is_over = true;
                return None;
            }
            self.number += 1;
            self.end += read.bytes;
            if self.number == 1 && text.starts_with(MARK) {
                text.drain(..MARK.len());
            }
            let is_skipped = match text.trim_ascii() {
                [] => !read.is_cut,
                [first, ..] => *first == b'#',
            };
            if is_skipped {
                continue;
            }
            let index = self.boards;
            self.boards += 1;
            if index % self.shard.count == self.shard.index {
                let text = (!read.is_cut).then_some(text);
                return Some(Ok(Line { number: self.number, end: self.end, text }));
            }
        }
        None
    }
}

/// The result of reading a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Read {
    /// Length in bytes with the line end; 0 at the end of the input.
    pub(crate) bytes: u64,
    /// Whether it has a line end.
    pub(crate) is_whole: bool,
    /// Whether it was truncated.
    pub(crate) is_cut: bool,
}

/// Appends at most `longest` bytes of the next line to `text`, without its line end.
///
/// # Errors
/// If the input cannot be read.
pub(crate) fn read_line(input: &mut impl BufRead, text: &mut Vec<u8>, longest: usize) -> io::Result<Read> {
    let mut read = Read { bytes: 0, is_whole: false, is_cut: false };
    let limit = text.len() + longest;
    while !read.is_whole {
        let buffer = match input.fill_buf() {
            Ok([]) => return Ok(read),
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let kept = part.len().min(limit - text.len());
        text.extend_from_slice(&part[..kept]);
        read.is_cut |= kept < part.len();
        read.is_whole = end.is_some();
        let used = part.len() + usize::from(read.is_whole);
        read.bytes += used as u64;
        input.consume(used);
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8], shard: &str) -> Vec<(u64, Vec<u8>)> {
        let lines = Lines::new(input, shard.parse().expect("a shard"));
        lines
            .map(|line| line.expect("readable"))
            .map(|line| (line.number, line.text.expect("short")))
            .collect()
    }

    #[test]
    fn numbers_lead_to_the_lines() {
        let input = b"\xef\xbb\xbf# first\n\n a\r\n\t \nb # why\n   # no\n\xff\nc";
        let wanted: Vec<(u64, Vec<u8>)> =
            vec![(3, b" a\r".into()), (5, b"b # why".into()), (7, b"\xff".into()), (8, b"c".into())];
        assert_eq!(lines(input, "1/1"), wanted);
        assert_eq!(lines(input, "1/2"), [wanted[0].clone(), wanted[2].clone()]);
        assert_eq!(lines(input, "2/2"), [wanted[1].clone(), wanted[3].clone()]);
        assert_eq!(lines(input, "5/9"), []);
        assert_eq!(lines(b"", "1/1"), []);
        assert_eq!(lines(b"\n\n# no\n", "1/1"), []);
        assert_eq!(lines(b"\xef\xbb\xbfa", "1/1"), [(1, b"a".into())]);
        let last = Lines::new(&input[..], Shard::WHOLE).last().expect("a line").expect("readable");
        assert_eq!(last.end, input.len() as u64);
    }

    #[test]
    fn long_lines_are_not_kept() {
        let mut input = vec![b' '; LONGEST + 1];
        input.extend_from_slice(b"\n");
        input.extend(vec![b'1'; LONGEST]);
        input.extend_from_slice(b"\n#");
        input.extend(vec![b'1'; LONGEST]);
        let found: Vec<Line> =
            Lines::new(&input[..], Shard::WHOLE).map(|line| line.expect("readable")).collect();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].number, &found[0].text), (1, &None));
        assert_eq!((found[1].number, found[1].text.as_ref().map(Vec::len)), (2, Some(LONGEST)));
    }

    #[test]
    fn an_error_ends_them() {
        struct Broken;
        impl io::Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let input = io::BufReader::new(io::Read::chain(&b"a\nb"[..], Broken));
        let mut lines = Lines::new(input, Shard::WHOLE);
        assert!(lines.next().is_some_and(|line| line.is_ok()));
        assert!(lines.next().is_some_and(|line| line.is_err()));
        assert!(lines.next().is_none());
    }

    #[test]
    fn shards() {
        for (text, index, count) in [("1/1", 0, 1), ("2/4", 1, 4), (" 4 / 4 ", 3, 4)] {
            assert_eq!(text.parse::<Shard>().expect(text), Shard { index, count });
        }
        for text in [
            "",
            "/",
            "1",
            "1/",
            "/2",
            "0/2",
            "3/2",
            "-1/2",
            "+1/2",
            "1/2/3",
            "0/0",
            "a/b",
            "1/99999999999999999999",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
