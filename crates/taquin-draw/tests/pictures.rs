//! The pictures show the boards.

use gif::{ColorOutput, DecodeOptions};
use std::collections::BTreeSet;
use taquin::notation::{self, Mover};
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Moves, Size};
use taquin_draw::{FileError, Format, animation, board, file, strip};

fn example() -> (Board, Moves) {
    let start = notation::read("0 1 3/4 2 5/7 8 6").expect("a board");
    let moves = notation::read_moves("1 2 5 6", &start, Mover::Tile).expect("moves");
    (start, moves)
}

fn numbers(svg: &str) -> Vec<String> {
    numbers_and_sizes(svg).into_iter().map(|(number, _)| number).collect()
}

/// Returns the numbers on the tiles, each with its font size.
fn numbers_and_sizes(svg: &str) -> Vec<(String, String)> {
    let document = roxmltree::Document::parse(svg).expect("XML");
    let texts = document.descendants().filter(|node| node.attribute("class") == Some("board-number"));
    let parts =
        texts.map(|node| (node.text().expect("a number"), node.attribute("font-size").expect("a size")));
    parts.map(|(number, size)| (number.to_owned(), size.to_owned())).collect()
}

#[test]
fn a_board_shows_every_tile_once() {
    for size in ["1x1", "2x2", "3x5", "10x10", "127x127"] {
        let size: Size = size.parse().expect("a size");
        let picture = board(&Scrambler::seeded(1).any(size));
        let svg = picture.svg();
        let sizes: BTreeSet<String> = numbers_and_sizes(&svg).into_iter().map(|(_, size)| size).collect();
        assert!(sizes.len() <= 1, "all numbers have the same size: {sizes:?}");
        let mut shown: Vec<usize> = numbers(&svg).iter().map(|n| n.parse().expect("a number")).collect();
        shown.sort_unstable();
        assert_eq!(shown, (1..size.cells()).collect::<Vec<_>>());
        if size.cells() <= 100 {
            assert!(picture.png(1.0).is_ok());
        }
    }
}

#[test]
fn a_strip_shows_every_board_and_what_moved() {
    let (start, moves) = example();
    let svg = strip(&start, &moves).expect("it is short").svg();
    let shown = numbers(&svg);
    assert_eq!(shown.len(), 5 * 8);
    assert_eq!(shown[32..], ["1", "2", "3", "4", "5", "6", "7", "8"]);
    assert_eq!(svg.matches("board-moved").count(), 4);
}

#[test]
fn solutions_can_be_too_long() {
    let size = Size::square(10).expect("a size");
    let goal = Goal::rows(size);
    let mut moves = Moves::new();
    for direction in [taquin::Direction::Down, taquin::Direction::Up].into_iter().cycle().take(3000) {
        moves.push(direction);
    }
    let error = strip(goal.board(), &moves).expect_err("too long");
    assert_eq!((error.moves, error.max), (3000, 199));
    assert_eq!(animation(goal.board(), &moves).expect_err("too long").max, 2000);
}

/// The last frame of the animation shows the last board.
#[test]
fn an_animation_ends_at_the_goal() {
    let (start, moves) = example();
    let end = moves.apply(&start).expect("legal");
    let last = |board: &Board, moves: &Moves| {
        let bytes = animation(board, moves).expect("it is short");
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::Indexed);
        let mut decoder = options.read_info(&bytes[..]).expect("a GIF");
        let palette = decoder.global_palette().expect("one palette").to_vec();
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut canvas = vec![0; width * height];
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            frames += 1;
            for (row, line) in frame.buffer.chunks(frame.width.into()).enumerate() {
                let from = (usize::from(frame.top) + row) * width + usize::from(frame.left);
                canvas[from..from + line.len()].copy_from_slice(line);
            }
        }
        let colours: Vec<[u8; 3]> = canvas
            .iter()
            .map(|&index| palette[3 * usize::from(index)..][..3].try_into().expect("three bytes"))
            .collect();
        (frames, colours)
    };
    let (frames, animated) = last(&start, &moves);
    assert_eq!(frames, 1 + 4 * 4);
    assert_eq!(animated, last(&end, &Moves::new()).1);
    assert_ne!(animated, last(&start, &Moves::new()).1);
}

/// Large boards and long strips: a file of reasonable size or an error.
#[test]
fn files_of_any_size() {
    let (start, moves) = example();
    for (format, magic) in [(Format::Svg, &b"<svg"[..]), (Format::Png, b"\x89PNG"), (Format::Gif, b"GIF89a")]
    {
        for moves in [&moves, &Moves::new()] {
            assert!(
                file(&start, moves, format).expect("it is small").starts_with(magic),
                "{}",
                format.name()
            );
        }
        assert_eq!(format.is_text(), format == Format::Svg);
    }
    let back_and_forth = |count: usize| {
        let directions = [taquin::Direction::Left, taquin::Direction::Right];
        directions.into_iter().cycle().take(count).fold(Moves::new(), |mut moves, direction| {
            moves.push(direction);
            moves
        })
    };
    let strip = |count| file(&start, &back_and_forth(count), Format::Png);
    let width = |png: Vec<u8>| u32::from_be_bytes(png[16..20].try_into().expect("four bytes"));
    let (short, long) = (strip(20).expect("it fits twice"), strip(400).expect("it fits once"));
    assert_eq!(width(short), 2 * width(long));
    let error = strip(2000).expect_err("too high").to_string();
    assert!(error.contains("SVG has no such limit"), "{error}");
    assert!(matches!(strip(3000), Err(FileError::TooLong(_))));
}
