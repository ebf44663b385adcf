//! Batches that share tables, are killed at random moments, and are resumed.

use super::Attempt;
use super::program::{Program, wait};
use super::random::Random;
use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

const BOARDS: usize = 60;
const COLS: usize = 5;

const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let line = |board: Vec<u8>| {
        let row = |row: &[u8]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        board.chunks(COLS).map(row).collect::<Vec<_>>().join("/") + "\n"
    };
    let text: String = (0..BOARDS).map(|_| line(random.permutation(2 * COLS))).collect();
    let boards = program.written("batch.txt", text.as_bytes())?;
    let folder = program.file("batch-tables");
    let whole = program.run(program.command(&["solve", "--lines", &boards, "--json"]), LIMIT)?;
    let expected: Vec<String> = whole.out.lines().map(essence).collect();
    if expected.len() != BOARDS {
        return Err(format!("{} answers for {BOARDS} boards: {}", expected.len(), whole.err));
    }
    let mut kills = 0;
    let mut found = Vec::new();
    for shard in ["1/2", "2/2"] {
        let answers = program.file(&format!("answers-{}", &shard[..1]));
        let _ = fs::remove_file(&answers);
        let path = answers.to_string_lossy().into_owned();
        let arguments =
            ["solve", "--lines", &boards, "--json", "--shard", shard, "-o", &path, "--resume", "--quiet"];
        let command = || {
            let mut command = program.command(&arguments);
            command.env("TAQUIN_TABLES", &folder);
            command
        };
        for _ in 0..random.below(4) {
            let mut child = command()
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .map_err(|error| error.to_string())?;
            thread::sleep(Duration::from_millis(random.below(300) as u64));
            let _ = child.kill();
            wait(&mut child, LIMIT).ok_or("a killed batch does not end")?;
            kills += 1;
        }
        program.run(command(), LIMIT)?;
        let text = fs::read_to_string(&answers).map_err(|error| format!("{path}: {error}"))?;
        found.push(text.lines().map(essence).collect::<Vec<_>>());
    }
    if random.once_in(3) {
        let _ = fs::remove_dir_all(&folder);
    }
    let (mut found, mut expected) = (found.concat(), expected);
    found.sort_unstable();
    expected.sort_unstable();
    match found == expected {
        true => Ok(Attempt { tries: kills + 1, worst: None }),
        false => Err(format!("after {kills} kills the answers differ: {found:?} instead of {expected:?}")),
    }
}

/// Returns what does not depend on the method: the board, the status and the length.
fn essence(answer: &str) -> String {
    let field = |name: &str| {
        let rest = answer.split_once(&format!("\"{name}\":")).map_or("", |(_, rest)| rest);
        let end = if rest.starts_with('[') { ']' } else { ',' };
        rest.split(end).next().unwrap_or_default().to_owned()
    };
    format!("{} {} {}", field("start"), field("status"), field("length"))
}
