//! Optimal lengths of random boards, by random methods, against a plain breadth-first search.

use super::Attempt;
use super::program::Program;
use super::random::Random;
use std::collections::HashMap;
use std::time::Duration;

const BOARDS: usize = 200;

const METHODS: [&[&str]; 8] = [
    &[],
    &["--algorithm", "astar", "--heuristic", "manhattan"],
    &["--algorithm", "astar", "--heuristic", "linear-conflict", "--duplicates", "keep"],
    &["--algorithm", "idastar", "--heuristic", "walking-distance"],
    &["--algorithm", "bfs"],
    &["--algorithm", "bidirectional"],
    &["--algorithm", "table"],
    &["--algorithm", "lockstep"],
];

const SIZES: [(usize, usize); 6] = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let (rows, cols) = SIZES[random.below(SIZES.len())];
    let distances = distances(rows, cols);
    let boards: Vec<Vec<u8>> = (0..BOARDS).map(|_| random.permutation(rows * cols)).collect();
    let line = |board: &Vec<u8>| {
        let rows: Vec<String> = board
            .chunks(cols)
            .map(|row| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
            .collect();
        rows.join("/")
    };
    let text = boards.iter().map(line).collect::<Vec<_>>().join("\n");
    let file = program.written("boards.txt", text.as_bytes())?;
    let method = METHODS[random.below(METHODS.len())];
    let arguments = [&["solve", "--lines", &file, "--csv"], method].concat();
    let ended = program.run(program.command(&arguments), Duration::from_secs(300))?;
    let mut lines = ended.out.lines();
    let heading: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = |name: &str| {
        heading
            .iter()
            .position(|found| *found == name)
            .ok_or_else(|| format!("no column {name}: {heading:?}"))
    };
    let (status, length) = (column("status")?, column("length")?);
    let (mut answered, mut compared) = (0, 0);
    for (board, line) in boards.iter().zip(lines) {
        let cells: Vec<&str> = line.split(',').collect();
        let found = cells.get(length).and_then(|length| length.parse::<u32>().ok());
        let expected = distances.get(board).copied();
        let status = cells.get(status).copied().unwrap_or_default();
        answered += 1;
        // A tree search reaches its limit on the hardest boards, and says so.
        if status == "stopped" && method.contains(&"keep") {
            continue;
        }
        if found != expected {
            return Err(format!("{board:?} with {method:?}: {found:?} ({status}) instead of {expected:?}"));
        }
        compared += 1;
    }
    match answered == boards.len() {
        true => Ok(Attempt { tries: compared, ..Attempt::default() }),
        false => Err(format!("{answered} of {} boards answered: {}", boards.len(), ended.err)),
    }
}

/// Returns the distance of every board that can be solved, by its definition.
fn distances(rows: usize, cols: usize) -> HashMap<Vec<u8>, u32> {
    let mut goal: Vec<u8> = (1..(rows * cols) as u8).collect();
    goal.push(0);
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for board in &layer {
            let blank = board.iter().position(|&tile| tile == 0).unwrap_or_default();
            let (row, col) = (blank / cols, blank % cols);
            let up = (row > 0).then(|| blank - cols);
            let down = (row + 1 < rows).then(|| blank + cols);
            let left = (col > 0).then(|| blank - 1);
            let right = (col + 1 < cols).then(|| blank + 1);
            for cell in [up, down, left, right].into_iter().flatten() {
                let mut child = board.clone();
                child.swap(blank, cell);
                if !distances.contains_key(&child) {
                    distances.insert(child.clone(), depth);
                    next.push(child);
                }
            }
        }
        layer = next;
    }
    distances
}
