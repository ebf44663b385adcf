//! Measures and breaks text.
//!
//! Widths are those of Noto Sans. A browser may show the SVG in a wider font, so layouts use [`room`], which is slightly
//! more.

use std::sync::LazyLock;

use ttf_parser::Face;

use crate::number;

/// The size and shift of superscripts, relative to the font size.
pub(crate) const RAISED_SIZE: f64 = 0.72;
pub(crate) const RAISED_BY: f64 = 0.36;

// The font is embedded, so parsing it either always succeeds or fails in every test.
static REGULAR: LazyLock<Face<'static>> = LazyLock::new(|| parse(notosans::REGULAR_TTF));
static BOLD: LazyLock<Face<'static>> = LazyLock::new(|| parse(notosans::BOLD_TTF));

fn parse(data: &'static [u8]) -> Face<'static> {
    Face::parse(data, 0).expect("the embedded font is valid")
}

pub(crate) fn face(bold: bool) -> &'static Face<'static> {
    if bold { &BOLD } else { &REGULAR }
}

/// A part of a line of text: plain or superscript.
pub(crate) struct Run {
    pub(crate) text: String,
    pub(crate) raised: bool,
}

/// Splits a text into plain parts and superscripts, and turns superscripts into plain digits.
pub(crate) fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for c in text.chars() {
        let (c, raised) = number::lowered(c).map_or((c, false), |low| (low, true));
        match runs.last_mut() {
            Some(run) if run.raised == raised => run.text.push(c),
            _ => runs.push(Run { text: c.into(), raised }),
        }
    }
    runs
}

/// Returns the advance of a character, relative to the font size.
pub(crate) fn advance(c: char, bold: bool) -> f64 {
    let face = face(bold);
    let glyph = face.glyph_index(c).unwrap_or_default();
    f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / f64::from(face.units_per_em())
}

/// Returns the width of a text.
pub(crate) fn width(text: &str, size: f64, bold: bool) -> f64 {
    let one = |c| match number::lowered(c) {
        Some(low) => RAISED_SIZE * advance(low, bold),
        None => advance(c, bold),
    };
    size * text.chars().map(one).sum::<f64>()
}

/// Returns the width to reserve for a text, whatever the font.
pub(crate) fn room(text: &str, size: f64, bold: bool) -> f64 {
    1.12 * width(text, size, bold)
}

/// Cuts a text with an ellipsis if it is too wide.
pub(crate) fn cut(text: &str, size: f64, bold: bool, limit: f64) -> String {
    if room(text, size, bold) <= limit {
        return text.to_string();
    }
    let mut kept = String::new();
    let mut free = limit - room("…", size, bold);
    for c in text.chars() {
        free -= room(c.encode_utf8(&mut [0; 4]), size, bold);
        if free < 0.0 {
            break;
        }
        kept.push(c);
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// Breaks a text into at most `lines` lines between words; the last line is cut with an ellipsis if needed.
pub(crate) fn wrap(text: &str, size: f64, bold: bool, limit: f64, lines: usize) -> Vec<String> {
    let mut done: Vec<String> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while words.peek().is_some() {
        let last = done.len() + 1 >= lines;
        let mut line = String::new();
        while let Some(&word) = words.peek() {
            let longer = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
            if !line.is_empty() && !last && room(&longer, size, bold) > limit {
                break;
            }
            line = longer;
            words.next();
        }
        done.push(cut(&line, size, bold, limit));
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_and_cuts_the_rest() {
        let text = "the quick brown fox jumps over the lazy dog";
        let lines = wrap(text, 10.0, false, 100.0, 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'));
        assert!(lines.iter().all(|line| room(line, 10.0, false) <= 100.0));
        assert_eq!(wrap(text, 10.0, false, 100.0, 9).join(" "), text);
        assert!(wrap(" \n", 10.0, false, 100.0, 2).is_empty());
        assert_eq!(wrap("incomprehensibilities", 10.0, true, 30.0, 3).len(), 1);
    }

    #[test]
    fn superscripts_are_narrower() {
        assert!(width("10⁹", 10.0, false) < width("109", 10.0, false));
        let runs = runs("(× 10¹²)");
        assert_eq!(runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>(), ["(× 10", "12", ")"]);
    }
}
