//! Lines that are broken between words where they would not fit the terminal.

/// Breaks the lines of a text between words, so that they are not wider than a terminal of that many columns. What follows a
/// break is indented. A text that is not for a terminal is unchanged.
pub(crate) fn wrapped(text: &str, indent: usize, columns: Option<usize>) -> String {
    let lines = text.split('\n').map(|line| match columns.filter(|columns| *columns > 2 * indent) {
        Some(columns) if line.chars().count() > columns => broken(line, indent, columns),
        _ => line.to_owned(),
    });
    lines.collect::<Vec<String>>().join("\n")
}

fn broken(line: &str, indent: usize, columns: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for word in line.split_inclusive(' ') {
        let width = word.trim_end().chars().count();
        if used > indent && used + width > columns {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            used = indent;
        }
        text.push_str(word);
        used += word.chars().count();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_are_between_words() {
        let line = "method  IDA*, patterns 7-8, two threads";
        assert_eq!(wrapped(line, 8, None), line);
        assert_eq!(wrapped(line, 8, Some(39)), line);
        assert_eq!(wrapped(line, 8, Some(38)), "method  IDA*, patterns 7-8, two\n        threads");
        assert_eq!(
            wrapped(line, 8, Some(20)),
            "method  IDA*,\n        patterns\n        7-8, two\n        threads"
        );
        // Where there is no room beside the label, or a word is too long, the terminal has to break it.
        assert_eq!(wrapped(line, 8, Some(16)), line);
        assert_eq!(wrapped("a b\naaaaaaaaa bb", 0, Some(4)), "a b\naaaaaaaaa\nbb");
    }
}
