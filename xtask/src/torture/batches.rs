//! Batches that share tables, are killed at random moments, and are resumed.

use super::Attempt;
use super::program::{Program, wait};
use super::random::Random;
use std::fs;
use std::process::{Child, Stdio};
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
    let folder = program.fresh("batch-tables")?;
    let whole = program.run(program.command(&["solve", "--lines", &boards, "--json"]), LIMIT)?;
    let mut expected: Vec<String> = whole.out.lines().map(essence).collect();
    if expected.len() != BOARDS {
        return Err(format!("{} answers for {BOARDS} boards: {}", expected.len(), whole.err));
    }
    let answers = ["1/2", "2/2"].map(|shard| program.file(&format!("answers-{}", &shard[..1])));
    answers.iter().for_each(|answers| _ = fs::remove_file(answers));
    // Both shards run at once, and build the same tables.
    let start = |shard: usize| -> Result<Child, String> {
        let (path, number) = (answers[shard].to_string_lossy(), ["1/2", "2/2"][shard]);
        let arguments =
            ["solve", "--lines", &boards, "--json", "--shard", number, "-o", &path, "--resume", "--quiet"];
        let mut command = program.command(&arguments);
        command.env("TAQUIN_TABLES", &folder).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().map_err(|error| error.to_string())
    };
    let mut kills = 0;
    for _ in 0..random.below(4) {
        let mut children = [start(0)?, start(1)?];
        for child in &mut children {
            thread::sleep(Duration::from_millis(random.below(200) as u64));
            let _ = child.kill();
            wait(child, LIMIT).ok_or("a killed batch does not end")?;
            kills += 1;
        }
    }
    for mut child in [start(0)?, start(1)?] {
        let Some(status) = wait(&mut child, LIMIT) else {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("a batch still runs after {} s", LIMIT.as_secs()));
        };
        // Half of the boards are unsolvable.
        if !matches!(status.code(), Some(0 | 1)) {
            return Err(format!("a batch ended with {status}"));
        }
    }
    let mut found = Vec::new();
    for path in &answers {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        found.extend(text.lines().map(essence));
    }
    found.sort_unstable();
    expected.sort_unstable();
    match found == expected {
        true => Ok(Attempt { tries: kills + 1, ..Attempt::default() }),
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
