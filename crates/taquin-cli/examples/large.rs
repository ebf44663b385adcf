//! Measures the solutions that `taquin solve` finds within a time limit on boards that are too large to be solved
//! optimally, and prints Markdown tables. `cargo xtask large` saves the output. Boards are solved one by one on all threads,
//! without tables on disk.
//!
//! ```text
//! cargo run --release -p taquin-cli --example large -- --data FOLDER --chart FILE [set…]
//! ```
//! `walk6x6` and `walk7x7` are read from the folder and skipped if they are missing; the other boards are random.
//! `--seconds N` replaces the time limit of every set, `--boards N` takes the first boards only, and `--seed N` draws other
//! random boards: parameters must not be chosen on the boards of the default seed.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use taquin::control::{Control, Event};
use taquin::scramble::Scrambler;
use taquin::solver::Solver;
use taquin::{Board, Goal, Puzzle, Size};
use taquin_plot::{Axis, Chart, Series};

/// Boards that are solved with the same limit, and the target for their mean.
struct Set {
    name: &'static str,
    side: usize,
    source: Source,
    seconds: u64,
    bar: Aim,
    goal: Aim,
}

enum Source {
    /// A file in the folder.
    File(&'static str),
    /// A number of uniformly random solvable boards.
    Random(usize),
}

/// The target length of solutions.
#[derive(Clone, Copy)]
enum Aim {
    Moves(f64),
    /// In units of 2/3 n³, about the Manhattan distance of a random board.
    Cubes(f64),
}

const SETS: [Set; 7] = [
    Set {
        name: "walk6x6",
        side: 6,
        source: Source::File("walk6x6.txt"),
        seconds: 10,
        bar: Aim::Moves(127.5),
        goal: Aim::Moves(126.0),
    },
    Set {
        name: "walk7x7",
        side: 7,
        source: Source::File("walk7x7.txt"),
        seconds: 20,
        bar: Aim::Moves(249.0),
        goal: Aim::Moves(243.0),
    },
    Set {
        name: "random5x5",
        side: 5,
        source: Source::Random(100),
        seconds: 1,
        bar: Aim::Moves(101.5),
        goal: Aim::Moves(101.0),
    },
    Set {
        name: "random8x8",
        side: 8,
        source: Source::Random(20),
        seconds: 10,
        bar: Aim::Moves(415.0),
        goal: Aim::Moves(400.0),
    },
    Set {
        name: "random10x10",
        side: 10,
        source: Source::Random(20),
        seconds: 10,
        bar: Aim::Cubes(1.33),
        goal: Aim::Cubes(1.25),
    },
    Set {
        name: "random32x32",
        side: 32,
        source: Source::Random(5),
        seconds: 10,
        bar: Aim::Cubes(1.4),
        goal: Aim::Cubes(1.3),
    },
    Set {
        name: "random127x127",
        side: 127,
        source: Source::Random(3),
        seconds: 30,
        bar: Aim::Cubes(1.5),
        goal: Aim::Cubes(1.4),
    },
];

/// The name of the set of all sizes.
const GROWTH: &str = "growth";

/// The sides of its boards, how many of each, and for how many seconds.
const SIDES: [(usize, usize, u64); 10] = [
    (3, 20, 10),
    (4, 20, 10),
    (5, 5, 10),
    (6, 5, 10),
    (8, 5, 10),
    (10, 5, 10),
    (16, 3, 10),
    (32, 3, 10),
    (64, 2, 10),
    (127, 1, 30),
];

const SEED: u64 = 4;

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)) {
        Ok(options) => options.run(),
        Err(why) => {
            eprintln!("large: {why}");
            eprintln!(
                "usage: large [--data FOLDER] [--chart FILE] [--seconds N] [--boards N] [--seed N] [set…]"
            );
            ExitCode::from(2)
        }
    }
}

struct Options {
    data: PathBuf,
    chart: Option<PathBuf>,
    /// Replaces the time limits of the sets.
    seconds: Option<u64>,
    /// The most boards of each set.
    boards: usize,
    /// The seed of random boards.
    seed: u64,
    /// The chosen sets; all if empty.
    sets: Vec<String>,
}

impl Options {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
        let (data, chart, sets) = (PathBuf::new(), None, Vec::new());
        let mut options = Options { data, chart, seconds: None, boards: usize::MAX, seed: SEED, sets };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
            let number = |text: String| text.parse::<u64>().map_err(|_| format!("not a number: {text}"));
            match word.as_str() {
                "--data" => options.data = value()?.into(),
                "--chart" => options.chart = Some(value()?.into()),
                "--seconds" => options.seconds = Some(number(value()?)?),
                "--boards" => options.boards = number(value()?)?.max(1) as usize,
                "--seed" => options.seed = number(value()?)?,
                name if name == GROWTH || SETS.iter().any(|set| set.name == name) => options.sets.push(word),
                name => return Err(format!("unknown set `{name}`")),
            }
        }
        Ok(options)
    }

    fn wants(&self, name: &str) -> bool {
        self.sets.is_empty() || self.sets.iter().any(|wanted| wanted == name)
    }

    fn run(&self) -> ExitCode {
        if SETS.iter().any(|set| self.wants(set.name)) {
            println!(
                "| set | boards | time | moves | per 2/3 n³ | bar | goal | gap | first answer | done | memory |"
            );
            println!("|---|---|---|---|---|---|---|---|---|---|---|");
        }
        for set in SETS.iter().filter(|set| self.wants(set.name)) {
            match set.boards(&self.data, self.seed) {
                Ok(boards) => {
                    let seconds = self.seconds.unwrap_or(set.seconds);
                    set.print(seconds, &measure(&boards[..boards.len().min(self.boards)], seconds));
                }
                Err(why) => eprintln!("large: {} is left out: {why}", set.name),
            }
        }
        if self.wants(GROWTH)
            && let Err(why) = growth(self.chart.as_deref())
        {
            eprintln!("large: {why}");
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}

impl Set {
    fn boards(&self, data: &Path, seed: u64) -> Result<Vec<Board>, String> {
        match self.source {
            Source::File(name) => {
                let text = std::fs::read_to_string(data.join(name)).map_err(|error| error.to_string())?;
                text.lines().filter(|line| !line.starts_with('#')).map(numbered_board).collect()
            }
            Source::Random(count) => Ok(random(self.side, count, seed)),
        }
    }

    fn print(&self, seconds: u64, result: &Measured) {
        let cubes = cubes(self.side);
        let aim = |aim: Aim| match aim {
            Aim::Moves(moves) => format!("{moves:.2}"),
            Aim::Cubes(times) => format!("{:.0} ({times} ×)", times * cubes),
        };
        let Measured { boards, moves, error, bound, first, last, bytes } = *result;
        println!(
            "| {} | {boards} | {seconds} s | {moves:.2} ± {error:.2} | {:.3} | {} | {} | {:.1} % | {:.1} ms | {:.2} s | {} MB |",
            self.name,
            moves / cubes,
            aim(self.bar),
            aim(self.goal),
            (moves / bound - 1.0) * 100.0,
            first * 1e3,
            last,
            bytes.div_ceil(1_000_000),
        );
    }
}

/// Parses a line: a number, the side, and the tiles.
fn numbered_board(line: &str) -> Result<Board, String> {
    let tiles: Result<Vec<u16>, _> = line.split_whitespace().skip(2).map(str::parse).collect();
    let tiles = tiles.map_err(|error| format!("{line}: {error}"))?;
    Board::from_flat(&tiles).map_err(|error| format!("{line}: {error}"))
}

fn random(side: usize, count: usize, seed: u64) -> Vec<Board> {
    let goal = Goal::rows(square(side));
    let mut scrambler = Scrambler::seeded(seed);
    (0..count).map(|_| scrambler.solvable(&goal)).collect()
}

fn square(side: usize) -> Size {
    Size::square(side).expect("all sides here are small enough")
}

fn cubes(side: usize) -> f64 {
    2.0 / 3.0 * (side as f64).powi(3)
}

/// Means over boards, and maxima of waiting times and memory.
struct Measured {
    boards: usize,
    moves: f64,
    /// The standard error of the mean number of moves.
    error: f64,
    bound: f64,
    /// The longest time to the first and the last answer, in seconds.
    first: f64,
    last: f64,
    bytes: u64,
}

fn measure(boards: &[Board], seconds: u64) -> Measured {
    let mut lengths = Vec::new();
    let mut sum = Measured {
        boards: boards.len(),
        moves: 0.0,
        error: 0.0,
        bound: 0.0,
        first: 0.0,
        last: 0.0,
        bytes: 0,
    };
    for (number, board) in boards.iter().enumerate() {
        // Each board has a solver of its own, so that none profits from the tables of another.
        let (solver, puzzle) = (Solver::new(), Puzzle::from(board.clone()));
        let mut first = None;
        let started = Instant::now();
        let outcome = {
            let control = Control::new().time_limit(Duration::from_secs(seconds)).on_event(|event| {
                if let Event::Improved(improvement) = event {
                    first.get_or_insert(improvement.elapsed);
                }
            });
            solver.plan(&puzzle).expect("no options").run(&control)
        };
        let elapsed = started.elapsed();
        let outcome = outcome.expect("there is a clock");
        let Some(solution) = outcome.solution else { panic!("no solution of {board}") };
        eprintln!(
            "{} {}: {} moves, at least {}, {:.2} s",
            board.size(),
            number + 1,
            solution.len(),
            outcome.lower_bound,
            elapsed.as_secs_f64()
        );
        lengths.push(solution.len() as f64);
        sum.bound += f64::from(outcome.lower_bound) / boards.len() as f64;
        sum.first = sum.first.max(first.unwrap_or(elapsed).as_secs_f64());
        sum.last = sum.last.max(elapsed.as_secs_f64());
        sum.bytes = sum.bytes.max(outcome.stats.bytes);
    }
    let count = boards.len() as f64;
    sum.moves = lengths.iter().sum::<f64>() / count;
    let squares: f64 = lengths.iter().map(|length| (length - sum.moves).powi(2)).sum();
    sum.error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    sum
}

/// How results scale with the side of the board.
fn growth(chart: Option<&Path>) -> Result<(), String> {
    println!(
        "\n| n | boards | time limit | moves | moves/n³ | at least | gap | first answer | done | memory |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let mut lines: [(&str, Vec<(f64, f64)>); 4] = [
        ("moves / n³", Vec::new()),
        ("first answer, ms", Vec::new()),
        ("seconds", Vec::new()),
        ("memory, MB", Vec::new()),
    ];
    for (side, count, seconds) in SIDES {
        let Measured { boards, moves, bound, first, last, bytes, .. } =
            measure(&random(side, count, SEED), seconds);
        let ratio = moves / (side as f64).powi(3);
        let gap = (moves / bound - 1.0) * 100.0;
        let megabytes = bytes as f64 / 1e6;
        println!(
            "| {side} | {boards} | {seconds} s | {moves:.1} | {ratio:.3} | {bound:.1} | {gap:.1} % | {:.2} ms | {last:.3} s | {megabytes:.1} MB |",
            first * 1e3,
        );
        for ((_, points), value) in lines.iter_mut().zip([ratio, first * 1e3, last, megabytes]) {
            points.push((side as f64, value));
        }
    }
    let Some(file) = chart else { return Ok(()) };
    let picture = Chart {
        title: "Growth with the side of the board".to_owned(),
        subtitle: format!("random n x n boards, seed {SEED}; both axes logarithmic"),
        x: Axis::log("n"),
        y: Axis::log("see the legend"),
        series: lines.map(|(name, points)| Series::line(name, points)).into(),
    };
    std::fs::write(file, picture.svg()).map_err(|error| format!("{}: {error}", file.display()))
}
