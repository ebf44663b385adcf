//! Lists among words, and boards among sentences.

use taquin::notation::{Notation, read, read_all, write};

/// Returns the boards of a text as rows between slashes.
fn boards(text: &str) -> Vec<String> {
    let records = read_all(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    records.iter().map(|record| write(&record.board, Notation::Slash).unwrap()).collect()
}

#[test]
fn lists_among_words() {
    let two = ["1 2/3 0", "1 2/0 3"];
    assert_eq!(boards("from [1,2,3,0] to [1,2,0,3]"), two);
    assert_eq!(boards("queue: (7, (1,2,3,0)), (8, [1, 2, 0, 3], (1, 6, 0))"), two);
    assert_eq!(
        boards("the start is [[1, 2], [3, 0]]\n\nthe other one is [[1, 2], [0, 3]]\n\nand that is all"),
        two
    );
    for (text, message) in [
        // A list that should be a board is not left out.
        (
            "from [1,2,3,0] to [1,2,3,3]",
            "line 1, column 26: tile 3 appears twice (first at line 1, column 24); the blank is missing",
        ),
        (
            "from [[1,2],[3,0]] to [[1,2],[3,-4]]",
            "line 1, column 33: the number -4 is negative: tiles count from 1, and 0 is the blank",
        ),
        ("from [1,2,3,0] to [1,2,0,3;,x4]", "line 1, column 28: found \",\" where a number was expected"),
        ("from [1,2,3,0] to [1,2,0,3", "line 1, column 19: the bracket [ is never closed"),
        (
            "this is [1,2,3,0] and\n1 2 3\n4 5 6\n7 8 0",
            "line 2, column 5: found \"3\" where brackets around a board among words was expected",
        ),
        (
            "1 2/3 0\nthe other is [1,2,0,3]",
            "line 1, column 5: found \"3\" where brackets around a board among words was expected",
        ),
        ("[1, 2, 3, 0] left", "line 1, column 14: found \"left\" where the end of the board was expected"),
        ("see (2,2) and (1,1) there", "line 1, column 1: found \"see\" where a number was expected"),
    ] {
        assert_eq!(read_all(text).unwrap_err().to_string(), message, "{text}");
    }
    assert_eq!(boards("the file says\n2\n1 2\n3 0\nand that is all"), ["1 2/3 0"]);
    assert!(read("1 2 3\n4 five six\n7 8 0").is_err());
}

#[test]
fn what_is_not_clear_is_named() {
    let error = |text: &str| {
        let error = read_all(text).unwrap_err();
        (error.to_string(), error.hint().unwrap_or_default())
    };
    for text in ["1 2 3 1 2 3\n4 5 6 4 5 6\n7 8 0 7 0 8", "1 2 3  1 2 3\n4 5 6  4 5 6\n7 8 0  7 0 8"] {
        let (message, hint) = error(text);
        assert_eq!(message, "line 1, column 1: 2 boards of 3x3 are side by side, and nothing separates them");
        assert!(hint.starts_with("paste one board, or separate the boards by =>"), "{hint}");
    }
    // What the hint says is true.
    let both = ["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 0 8"];
    assert_eq!(boards("1 2 3 => 1 2 3\n4 5 6 => 4 5 6\n7 8 0 => 7 0 8"), both);
    assert_eq!(boards("1 2 3    1 2 3\n4 5 6    4 5 6\n7 8 0    7 0 8"), both);
    let tiles = "a 3x3 board has tiles 1 to 8 and the blank, 0";
    for text in ["1 2 3 4 5 6 8 7", "[1,2,3,4,5,6,8,7]"] {
        let message = format!("line 1, column 1: no blank: write 0, _ or . for the empty place; {tiles}");
        assert_eq!(error(text).0, message);
    }
}
