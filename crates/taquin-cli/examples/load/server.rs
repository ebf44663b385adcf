//! Starts a `taquin serve` and talks to it.

use serde_json::Value;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The load reported by `/health`.
pub(crate) struct Health {
    pub(crate) searches: u64,
    pub(crate) queue: u64,
}

impl Health {
    pub(crate) fn is_idle(&self) -> bool {
        self.searches + self.queue == 0
    }
}

/// A server that is stopped when dropped.
pub(crate) struct Server {
    child: Child,
    address: String,
}

impl Server {
    pub(crate) fn start() -> io::Result<Server> {
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

    /// Sends a message to the engine.
    pub(crate) fn begin(&self, name: &str, body: &Value) -> io::Result<TcpStream> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        write!(
            stream,
            "POST /api/{name} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )?;
        Ok(stream)
    }

    /// Returns the numbers of running and waiting searches, and the time of the request.
    pub(crate) fn health(&self) -> io::Result<(Health, Duration)> {
        let begun = Instant::now();
        let mut stream = TcpStream::connect(&self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        write!(stream, "GET /health HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let elapsed = begun.elapsed();
        let health: Value = serde_json::from_str(body).map_err(io::Error::other)?;
        let number =
            |name: &str| health[name].as_u64().ok_or_else(|| io::Error::other(format!("no {name}: {body}")));
        Ok((Health { searches: number("searches")?, queue: number("queue")? }, elapsed))
    }

    /// Returns a number of `/proc/…/status`.
    pub(crate) fn status(&self, name: &str) -> u64 {
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
