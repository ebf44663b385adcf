//! Clients of the server that say nothing, half of something, or nonsense, or that do not read.

use super::Attempt;
use super::program::{Program, wait};
use super::random::Random;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// More than the server keeps open.
const CONNECTIONS: usize = 1000;

/// As many take a minute, so that they are rare, and not for `cargo xtask test`.
const MANY_CONNECTIONS: usize = 10_000;

/// Connections that stay free for the client that must be answered, if the system allows no more.
const SPARE: usize = 10;

const LIMIT: Duration = Duration::from_secs(20);

/// `HOST` stands for the address, and `BODY` for a body of a megabyte.
const BEGINNINGS: [&str; 12] = [
    "",
    "GET / HT",
    "POST /api/solve HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
    "POST /api/solve HTTP/1.1\r\nhost: HOST\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{",
    "POST /api/solve HTTP/1.1\r\nhost: HOST\r\ncontent-length: 18446744073709551615\r\n\r\n[",
    "POST /api/inspect HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\ncontent-length: 1048576\r\n\r\nBODY",
    "\x16\x03\x01\x00\x7f\x00\x00",
    "GET /\r\n\r\n",
    "GET /../../etc/passwd HTTP/1.1\r\nhost: HOST\r\n\r\n",
    "GET / HTTP/1.1\r\nhost: attacker.example\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    // Many answers that nobody reads.
    "MANY",
];

/// A page of the server, as often as a reader that does not read can ask for it.
const MANY: usize = 200;

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let mut command = program.command(&["serve", "--port", "0"]);
    let mut server =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let is_large = random.once_in(10) && !program.is_debug();
    let count = if is_large { MANY_CONNECTIONS } else { CONNECTIONS };
    let attacked = attack(&mut server, count, random);
    let has_ended = server.try_wait().is_ok_and(|status| status.is_some());
    let _ = server.kill();
    let _ = wait(&mut server, Duration::from_secs(10));
    let mut errors = String::new();
    if let Some(mut stderr) = server.stderr.take() {
        let _ = stderr.read_to_string(&mut errors);
    }
    match attacked {
        Ok(_) if has_ended || errors.contains("panicked") => Err(format!("the server failed: {errors}")),
        attacked => attacked,
    }
}

fn attack(server: &mut Child, count: usize, random: &mut Random) -> Result<Attempt, String> {
    let mut line = String::new();
    let stdout = server.stdout.as_mut().ok_or("no output")?;
    BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut connections = Vec::new();
    for _ in 0..count {
        let Ok(mut stream) = TcpStream::connect(&address) else {
            // As many as the system allows.
            connections.truncate(connections.len().saturating_sub(SPARE));
            break;
        };
        // A server that has closed the connection, or does not read, is right.
        let _ = stream.set_write_timeout(Some(Duration::from_millis(10)));
        let _ = stream.write_all(&beginning(&address, random));
        connections.push(stream);
    }
    let began = Instant::now();
    let health = answer(&address, &format!("GET /health HTTP/1.1\r\nhost: {address}\r\n\r\n"));
    let health = health.map_err(|error| {
        format!("/health does not answer beside {} connections: {error}", connections.len())
    })?;
    if health != 200 {
        return Err(format!("/health answers {health}"));
    }
    let took = began.elapsed().as_secs_f64() * 1000.0;
    let body = r#"{"size":[2,2],"start":[1,2,0,3]}"#;
    let message = format!(
        "POST /api/inspect HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let status = answer(&address, &message).map_err(|error| format!("a message is not answered: {error}"))?;
    // All clients have the same address, so that this one may have to wait.
    if !matches!(status, 200 | 429) {
        return Err(format!("a message gets {status}"));
    }
    // A page of another name could otherwise use the server of a visitor.
    let foreign = answer(&address, "GET / HTTP/1.1\r\nhost: attacker.example\r\n\r\n")?;
    if foreign == 200 {
        return Err("a request for another host is answered".to_owned());
    }
    Ok(Attempt {
        tries: connections.len() as u64,
        worst: Some((took, "ms until /health")),
        ..Attempt::default()
    })
}

fn beginning(address: &str, random: &mut Random) -> Vec<u8> {
    match random.one_of(&BEGINNINGS) {
        "MANY" => format!("GET / HTTP/1.1\r\nhost: {address}\r\n\r\n").repeat(MANY).into_bytes(),
        text => {
            let body = if text.contains("BODY") { "[".repeat(1 << 20) } else { String::new() };
            text.replace("HOST", address).replace("BODY", &body).into_bytes()
        }
    }
}

/// Sends a request and returns the status of the answer.
fn answer(address: &str, request: &str) -> Result<u16, String> {
    let mut stream = TcpStream::connect(address).map_err(|error| format!("{address}: {error}"))?;
    let _ = stream.set_read_timeout(Some(LIMIT));
    stream.write_all(request.as_bytes()).map_err(|error| error.to_string())?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&status).into_owned();
    let number = text.strip_prefix("HTTP/1.1 ").and_then(|number| number.parse().ok());
    number.ok_or_else(|| format!("not an answer: {text:?}"))
}
