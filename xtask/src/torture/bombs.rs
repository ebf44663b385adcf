//! Texts that are small to write and large to read, under a limit of the system on memory.

use super::Attempt;
use super::program::Program;
use super::random::Random;
use std::time::Duration;

const BYTES: usize = 8 << 20;

const MEGABYTES: u64 = 700;

const PIECES: [&str; 21] = [
    "[",
    "[1,",
    "(1,",
    "{",
    "{\"a\":",
    "[[",
    "1 ",
    "a ",
    "1,",
    "1,\n",
    "a\n",
    "\n",
    "| ",
    "|1",
    "\\begin{array}{c}",
    "1/",
    "9",
    "L",
    "(:init (",
    "[1, 2, 3, 0]\n",
    "1 2/0 3\n",
];

/// `FILE` stands for the file, which is otherwise the last argument.
const COMMANDS: [&[&str]; 13] = [
    &["check", "1 2/0 3"],
    &["inspect"],
    &["convert", "--to", "rows"],
    &["solve", "--explain"],
    &["moves"],
    &["solve", "--time-limit", "1s", "--csv", "--lines"],
    &["solve", "--patterns", "own", "5 1 3 4/2 10 6 8/13 9 0 12/14 11 7 15", "--catalogue"],
    &["draw", "1 2/0 3", "--solution"],
    &["enumerate", "--bound", "4"],
    &["merge", "FILE"],
    &["audit", "--size", "2x3", "--values"],
    &["bench", "small", "--board", "2x2-rows", "--against"],
    &["where", "--tile", "0"],
];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let piece = random.one_of(&PIECES);
    let mut text = piece.repeat(BYTES / piece.len());
    if random.once_in(3) {
        text.insert_str(0, random.one_of(&PIECES));
    }
    let file = program.written("bomb.txt", text.as_bytes())?;
    let command = COMMANDS[random.below(COMMANDS.len())];
    let words = command.iter().chain(&["FILE"]).map(|&word| if word == "FILE" { &file } else { word });
    let arguments: Vec<&str> = words.collect();
    let ended = program.run(program.within(MEGABYTES, &arguments), Duration::from_secs(300))?;
    match ended.code {
        0..=3 => Ok(Attempt {
            tries: 1,
            worst: Some((ended.peak as f64 / 1e6, "MB resident")),
            ..Attempt::default()
        }),
        code => Err(format!("{command:?} on {piece:?}: exit code {code}: {}", ended.err)),
    }
}
