//! Clients that disconnect during a search: how long the search continues.

use crate::server::Server;
use crate::{about, percentiles, random};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader};
use std::thread;
use std::time::{Duration, Instant};

/// Number of times each search is started and abandoned.
const TIMES: u32 = 10;

/// A hardest 4x4 board: 80 moves.
const HARD: [u16; 16] = [0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1];

pub(crate) fn measure(server: &Server) -> io::Result<()> {
    println!("\n## Cancellation\n");
    println!(
        "The time from closing a connection until `/health` reports no search: {TIMES} times each, closed between 0.2 and 2 s"
    );
    println!("after the first progress event.\n");
    println!("| search | median / 99 % |\n|---|---|");
    let and = |mut body: Value, name: &str, value: &str| {
        body[name] = value.into();
        body
    };
    let hard = json!({ "size": [4, 4], "start": HARD });
    let random = |side| about(&random(side, 1));
    for (name, body) in [
        ("4x4, 80 moves", hard.clone()),
        ("4x4, 80 moves, A*", and(hard, "algorithm", "astar")),
        ("5x5", random(5)),
        ("5x5, pushes", and(random(5), "metric", "multi")),
        ("6x6", random(6)),
        ("10x10", random(10)),
    ] {
        let times =
            (0..TIMES).map(|time| leave(server, &body, Duration::from_millis(200 * u64::from(time + 1))));
        println!("| {name} | {} |", percentiles(times.collect::<io::Result<_>>()?));
    }
    Ok(())
}

fn leave(server: &Server, body: &Value, pause: Duration) -> io::Result<Duration> {
    let stream = server.begin("solve", body)?;
    for line in BufReader::new(&stream).lines() {
        if line?.contains("\"progress\"") {
            break;
        }
    }
    thread::sleep(pause);
    if server.health()?.0.is_idle() {
        return Err(io::Error::other(format!("{body} was over too soon")));
    }
    let begun = Instant::now();
    drop(stream);
    while !server.health()?.0.is_idle() {
        thread::sleep(Duration::from_millis(1));
    }
    Ok(begun.elapsed())
}
