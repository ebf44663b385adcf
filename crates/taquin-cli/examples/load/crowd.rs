//! Clients that solve random 3x3 and 4x4 boards while two long 5x5 searches run.

use crate::server::Server;
use crate::{about, percentiles, random};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use taquin::{Board, Goal, Moves};

/// Number of long searches that run all the time.
const LONG: u64 = 2;

/// Interval between queries of the load.
const PAUSE: Duration = Duration::from_millis(10);

/// The results of the clients.
struct Tally {
    solved: Vec<Duration>,
    /// Number of answers per client.
    served: Vec<u64>,
    refused: u64,
    faults: Vec<String>,
    health: Vec<Duration>,
    /// Memory, threads and load over time, as rows of a table.
    moments: Vec<String>,
}

/// Returns whether there were no errors and the server is idle at the end.
pub(crate) fn measure(server: &Server, clients: u64, time: Duration) -> io::Result<bool> {
    let tally = Mutex::new(Tally {
        solved: Vec::new(),
        served: vec![0; clients as usize],
        refused: 0,
        faults: Vec::new(),
        health: Vec::new(),
        moments: Vec::new(),
    });
    note_moment(server, &tally, "before")?;
    // The first boards of a size pay for tables that the others share.
    for seed in 0..20 {
        solve(server, &board(seed))?;
    }
    note_moment(server, &tally, "with the first tables")?;
    let over = AtomicBool::new(false);
    let long_begun = AtomicU64::new(0);
    thread::scope(|scope| {
        for seed in 0..LONG {
            let (long_begun, over, tally) = (&long_begun, &over, &tally);
            scope.spawn(move || {
                if let Err(error) = search_long(server, seed, long_begun, over) {
                    lock(tally).faults.push(error.to_string());
                }
            });
        }
        // Start the clients when both searches are running.
        let patience = Instant::now();
        while long_begun.load(Ordering::Relaxed) < LONG && patience.elapsed() < Duration::from_secs(10) {
            thread::sleep(PAUSE);
        }
        for client in 0..clients {
            let (over, tally) = (&over, &tally);
            scope.spawn(move || {
                let mut seed = 1000 * (client + 1);
                while !over.load(Ordering::Relaxed) {
                    seed += 1;
                    visit(server, client, &board(seed), tally);
                }
            });
        }
        scope.spawn(|| {
            while !over.load(Ordering::Relaxed) {
                match server.health() {
                    Ok((_, elapsed)) => lock(&tally).health.push(elapsed),
                    Err(error) => lock(&tally).faults.push(format!("/health: {error}")),
                }
                thread::sleep(PAUSE);
            }
        });
        let begun = Instant::now();
        let noted = (1..=3).try_for_each(|part| {
            thread::sleep((begun + time * part / 3).saturating_duration_since(Instant::now()));
            note_moment(server, &tally, &format!("after {} s", begun.elapsed().as_secs()))
        });
        over.store(true, Ordering::Relaxed);
        noted
    })?;
    thread::sleep(Duration::from_secs(1));
    note_moment(server, &tally, "idle again")?;
    let is_idle = server.health()?.0.is_idle();
    let are_long = long_begun.into_inner() == LONG;
    let tally = tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.faults.iter().take(10).for_each(|fault| eprintln!("load: {fault}"));
    let is_well = tally.faults.is_empty() && is_idle && are_long;
    tally.print(time);
    Ok(is_well)
}

impl Tally {
    fn print(mut self, time: Duration) {
        let clients = self.served.len();
        self.served.sort_unstable();
        let served = |part: usize| self.served.get(clients * part / 100).or(self.served.last()).unwrap_or(&0);
        println!("## Many clients\n");
        println!(
            "{clients} clients for {} s, each solving random 3x3 and 4x4 boards one after the other;",
            time.as_secs()
        );
        println!(
            "{LONG} searches of random 5x5 boards run all the time. Clients that get 429 wait as long as Retry-After says.\n"
        );
        println!("| | |\n|---|---|");
        println!("| boards solved and verified | {} |", self.solved.len());
        println!(
            "| boards per client: least / median / most | {} / {} / {} |",
            served(0),
            served(50),
            served(100)
        );
        println!("| refused with 429 | {} |", self.refused);
        println!("| errors | {} |", self.faults.len());
        println!("| time of a solved board, median / 99 % | {} |", percentiles(self.solved));
        println!("| time of `/health`, median / 99 % | {} |", percentiles(self.health));
        println!("\n| | resident MB | threads | searches | waiting |\n|---|---|---|---|---|");
        self.moments.iter().for_each(|line| println!("{line}"));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn note_moment(server: &Server, tally: &Mutex<Tally>, name: &str) -> io::Result<()> {
    let (memory, threads) = (server.status("VmRSS") / 1024, server.status("Threads"));
    let load = server.health()?.0;
    let row = format!("| {name} | {memory} | {threads} | {} | {} |", load.searches, load.queue);
    lock(tally).moments.push(row);
    Ok(())
}

/// Every other one is 4x4.
fn board(seed: u64) -> Board {
    random(if seed.is_multiple_of(2) { 3 } else { 4 }, seed)
}

fn visit(server: &Server, client: u64, board: &Board, tally: &Mutex<Tally>) {
    let begun = Instant::now();
    match solve(server, board) {
        Ok(Visit::Solved) => {
            let mut tally = lock(tally);
            tally.solved.push(begun.elapsed());
            tally.served[client as usize] += 1;
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
    /// Rejected; retry later.
    Busy(Duration),
}

/// Sends a board to be solved.
fn begin(server: &Server, board: &Board, seconds: u64) -> io::Result<TcpStream> {
    let mut body = about(board);
    body["seconds"] = seconds.into();
    server.begin("solve", &body)
}

/// Solves a board and replays the answer.
fn solve(server: &Server, board: &Board) -> io::Result<Visit> {
    let mut answer = String::new();
    begin(server, board, 60)?.read_to_string(&mut answer)?;
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
    let is_right = end.is_some_and(|end| end.is_solved(&Goal::rows(board.size())));
    if is_right { Ok(Visit::Solved) } else { Err(io::Error::other(last.to_string())) }
}

/// Runs a search until the end of the measurement, then disconnects. Signals when it has started.
///
/// # Errors
/// If it ends before.
fn search_long(server: &Server, seed: u64, begun: &AtomicU64, over: &AtomicBool) -> io::Result<()> {
    let mut is_told = false;
    for line in BufReader::new(begin(server, &random(5, seed), 600)?).lines() {
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
