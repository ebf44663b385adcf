//! A crowd at `taquin serve`: clients that solve random 3x3 and 4x4 boards while two long 5x5 searches run. Prints Markdown;
//! `cargo xtask load` keeps it.
//!
//! ```text
//! cargo build --release -p taquin-cli && cargo run --release -p taquin-cli --example load -- [clients [seconds]]
//! ```
//! The program is the one that was built beside this. Memory and threads are read from `/proc`, so it needs Linux.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Moves, Size};

/// So many long searches run all the time.
const LONG: u64 = 2;

const HEALTH_PAUSE: Duration = Duration::from_millis(10);

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A server of its own, until this is dropped.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> io::Result<Server> {
        let here = std::env::current_exe()?;
        let folder = here.parent().and_then(|folder| folder.parent());
        let program = folder.ok_or_else(|| io::Error::other("no folder for the program"))?.join("taquin");
        let mut child = Command::new(&program)
            .args(["--tables", "none", "serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", program.display())))?;
        let mut line = String::new();
        if let Some(out) = child.stdout.take() {
            BufReader::new(out).read_line(&mut line)?;
        }
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        Ok(Server { child, address })
    }

    /// A number of `/proc/…/status`.
    fn status(&self, name: &str) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or_default()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the crowd met.
#[derive(Default)]
struct Tally {
    solved: Vec<Duration>,
    /// The clients that had at least one answer.
    served: BTreeSet<u64>,
    refused: u64,
    faults: Vec<String>,
}

fn run() -> io::Result<bool> {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().map_err(io::Error::other));
    let clients = numbers.next().transpose()?.unwrap_or(64);
    let seconds = numbers.next().transpose()?.unwrap_or(30);
    let server = Server::start()?;
    let (tally, health, moments) =
        (Mutex::new(Tally::default()), Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    let over = AtomicBool::new(false);
    let moment = |name: String| {
        let (memory, threads) = (server.status("VmRSS") / 1024, server.status("Threads"));
        let load = get_health(&server.address).map(|(load, _)| load).unwrap_or_default();
        lock(&moments)
            .push(format!("| {name} | {memory} | {threads} | {} | {} |", load["searches"], load["queue"]));
    };
    moment("before".to_owned());
    // The first boards of a size pay for tables that the others share.
    for seed in 0..20 {
        let _ = solve(&server.address, &board(seed));
    }
    moment("with the first tables".to_owned());
    let long_begun = AtomicU64::new(0);
    thread::scope(|scope| {
        for long in 0..LONG {
            let (server, long_begun, over, tally) = (&server, &long_begun, &over, &tally);
            scope.spawn(move || {
                if let Err(error) = search_long(&server.address, long, long_begun, over) {
                    lock(tally).faults.push(error.to_string());
                }
            });
        }
        // The crowd comes when both are at work.
        let patience = Instant::now();
        while long_begun.load(Ordering::Relaxed) < LONG && patience.elapsed() < Duration::from_secs(10) {
            thread::sleep(HEALTH_PAUSE);
        }
        let begun = Instant::now();
        for client in 0..clients {
            let (server, over, tally) = (&server, &over, &tally);
            scope.spawn(move || {
                let mut seed = 1000 * (client + 1);
                while !over.load(Ordering::Relaxed) {
                    seed += 1;
                    visit(&server.address, client, &board(seed), tally);
                }
            });
        }
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                match get_health(&server.address) {
                    Ok((_, elapsed)) => lock(&health).push(elapsed),
                    Err(error) => lock(&tally).faults.push(format!("/health: {error}")),
                }
                thread::sleep(HEALTH_PAUSE);
            }
        });
        for part in 1..=3 {
            thread::sleep(
                (begun + Duration::from_secs(seconds) * part / 3).saturating_duration_since(Instant::now()),
            );
            moment(format!("after {} s", begun.elapsed().as_secs()));
        }
        over.store(true, Ordering::Relaxed);
    });
    thread::sleep(Duration::from_secs(1));
    moment("idle again".to_owned());
    let idle = get_health(&server.address)?.0;
    let are_long = long_begun.into_inner() == LONG;
    let is_idle = (&idle["searches"], &idle["queue"]) == (&json!(0), &json!(0));
    let tally = tally.into_inner().unwrap_or_default();
    let health = health.into_inner().unwrap_or_default();
    println!(
        "{clients} clients for {seconds} s, each solving random 3x3 and 4x4 boards one after the other; two searches"
    );
    println!("of random 5x5 boards run all the time. Whoever gets 429 waits as long as Retry-After says.\n");
    println!("| | |\n|---|---|");
    println!("| boards solved, replayed and found right | {} |", tally.solved.len());
    println!("| clients that had an answer | {} of {clients} |", tally.served.len());
    println!("| refused with 429 | {} |", tally.refused);
    println!("| errors | {} |", tally.faults.len());
    println!("| time of a solved board, median / 99 % | {} |", percentiles(tally.solved));
    println!("| time of `/health`, median / 99 % | {} |", percentiles(health));
    println!("\n| | resident MB | threads | searches | waiting |\n|---|---|---|---|---|");
    lock(&moments).iter().for_each(|line| println!("{line}"));
    tally.faults.iter().take(10).for_each(|fault| eprintln!("load: {fault}"));
    Ok(tally.faults.is_empty() && is_idle && are_long)
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Every other one is 4x4.
fn board(seed: u64) -> Board {
    let side = if seed.is_multiple_of(2) { 3 } else { 4 };
    random(side, seed)
}

fn random(side: usize, seed: u64) -> Board {
    let size = Size::square(side).expect("a small side");
    Scrambler::new(seed).solvable(&Goal::rows(size))
}

fn percentiles(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("{:.1} / {:.1} ms of {}", at(50), at(99), times.len())
}

fn visit(address: &str, client: u64, board: &Board, tally: &Mutex<Tally>) {
    let begun = Instant::now();
    match solve(address, board) {
        Ok(Visit::Solved) => {
            let mut tally = lock(tally);
            tally.solved.push(begun.elapsed());
            tally.served.insert(client);
        }
        Ok(Visit::Busy(pause)) => {
            lock(tally).refused += 1;
            thread::sleep(pause);
        }
        Err(error) => lock(tally).faults.push(error.to_string()),
    }
}

enum Visit {
    Solved,
    /// Not now; try again after a while.
    Busy(Duration),
}

/// Solves a board and replays the answer.
fn solve(address: &str, board: &Board) -> io::Result<Visit> {
    let mut answer = String::new();
    begin(address, board, 60)?.read_to_string(&mut answer)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| io::Error::other("half an answer"))?;
    if head.starts_with("HTTP/1.1 429") {
        let pause = head.lines().find_map(|line| line.strip_prefix("retry-after: ")?.parse().ok());
        return pause
            .map(|pause| Visit::Busy(Duration::from_secs(pause)))
            .ok_or_else(|| io::Error::other(head));
    }
    let last = body.lines().rev().find_map(|line| line.strip_prefix("data: "));
    let last: Value =
        serde_json::from_str(last.unwrap_or_default()).map_err(|_| io::Error::other(answer.clone()))?;
    let moves = serde_json::from_value::<Moves>(last["answer"]["moves"]["tile"].clone());
    let end = moves.ok().and_then(|moves| moves.apply(board).ok());
    let is_right = end.is_some_and(|end| end.is_goal(&Goal::rows(board.size())));
    if is_right { Ok(Visit::Solved) } else { Err(io::Error::other(last.to_string())) }
}

/// Sends a board to be solved.
fn begin(address: &str, board: &Board, seconds: u64) -> io::Result<TcpStream> {
    let size = board.size();
    let start: Vec<u16> = board.numbers().collect();
    let body = json!({ "size": [size.rows(), size.cols()], "start": start, "seconds": seconds }).to_string();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(120)))?;
    write!(
        stream,
        "POST /api/solve HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    Ok(stream)
}

/// Lets a search run until everything is over, then goes away. Tells when it has begun.
///
/// # Errors
/// If it ends before.
fn search_long(address: &str, seed: u64, begun: &AtomicU64, over: &AtomicBool) -> io::Result<()> {
    let mut is_told = false;
    for line in BufReader::new(begin(address, &random(5, seed), 600)?).lines() {
        if over.load(Ordering::Relaxed) {
            return Ok(());
        }
        if line?.contains("\"progress\"") && !is_told {
            is_told = true;
            begun.fetch_add(1, Ordering::Relaxed);
        }
    }
    Err(io::Error::other("a long search ended too early"))
}

fn get_health(address: &str) -> io::Result<(Value, Duration)> {
    let begun = Instant::now();
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    write!(stream, "GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((serde_json::from_str(body).map_err(io::Error::other)?, begun.elapsed()))
}
