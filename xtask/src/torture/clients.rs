//! Clients of the server that connect and say nothing, say half of something, or do not read.

use super::Attempt;
use super::program::{Program, wait};
use super::random::Random;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// More than the server keeps open.
const CONNECTIONS: usize = 1000;

const BEGINNINGS: [&[u8]; 4] = [
    b"",
    b"GET / HT",
    b"POST /api/solve HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{",
    b"\x16\x03\x01\x00\xff\x00\x00",
];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let mut command = program.command(&["serve", "--port", "0"]);
    let mut server =
        command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    let attacked = attack(&mut server, random);
    let _ = server.kill();
    let _ = wait(&mut server, Duration::from_secs(10));
    attacked
}

fn attack(server: &mut std::process::Child, random: &mut Random) -> Result<Attempt, String> {
    let mut line = String::new();
    let stdout = server.stdout.as_mut().ok_or("no output")?;
    BufReader::new(stdout).read_line(&mut line).map_err(|error| error.to_string())?;
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let mut connections = Vec::new();
    for _ in 0..CONNECTIONS {
        let Ok(mut stream) = TcpStream::connect(&address) else { break };
        let _ = stream.write_all(BEGINNINGS[random.below(BEGINNINGS.len())]);
        connections.push(stream);
    }
    let began = Instant::now();
    let mut stream = TcpStream::connect(&address).map_err(|error| format!("{address}: {error}"))?;
    let _ = stream.set_read_timeout(Some(Duration::from_secs(10)));
    let request = format!("GET /health HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(|error| error.to_string())?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).map_err(|error| {
        format!("/health does not answer beside {} connections: {error}", connections.len())
    })?;
    if &status != b"HTTP/1.1 200" {
        return Err(format!("/health answers {:?}", String::from_utf8_lossy(&status)));
    }
    let took = began.elapsed().as_secs_f64() * 1000.0;
    Ok(Attempt { tries: connections.len() as u64, worst: Some((took, "ms until /health")) })
}
