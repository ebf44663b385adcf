//! `taquin serve` as a service: where it listens, what it logs, how it ends.

use crate::run::{Run, program, taquin};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server, and its address as it was printed.
fn start(args: &[&str]) -> (Child, String) {
    let mut command = program();
    command.arg("serve").args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("it has an output")).read_line(&mut line).expect("a line");
    let address = line.strip_prefix("http://").and_then(|rest| rest.strip_suffix("/\n")).expect("an address");
    (child, address.to_owned())
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")
        .expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Presses Ctrl-C, or sends another signal.
fn end(child: Child, signal: &str) -> Run {
    Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().expect("there is kill");
    Run::new(child.wait_with_output().expect("it ends"))
}

#[test]
#[cfg(unix)]
fn it_serves_logs_and_ends() {
    for signal in ["INT", "TERM"] {
        let (child, address) = start(&["--port", "0", "--log"]);
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        assert!(get(&address, "/").contains("<!doctype html>"));
        assert!(get(&address, "/nothing").starts_with("HTTP/1.1 404"));
        let run = end(child, signal);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{run:?}");
        let lines: Vec<Value> =
            run.err.lines().map(|line| serde_json::from_str(line).expect("every line is JSON")).collect();
        let logged: Vec<_> = lines.iter().map(|line| (&line["path"], &line["status"])).collect();
        assert_eq!(logged, [(&"/".into(), &200.into()), (&"/nothing".into(), &404.into())]);
    }
}

#[test]
#[cfg(unix)]
fn others_are_let_in_only_with_a_warning() {
    let (child, address) = start(&["--port", "0", "--bind", "0.0.0.0"]);
    assert!(address.starts_with("127.0.0.1:"), "the address is one to visit: {address}");
    assert!(get(&address, "/health").contains("\"ok\""));
    let run = end(child, "INT");
    assert!(run.err.contains("--bind 0.0.0.0: everyone who can reach this address"), "{run:?}");
    let (child, _) = start(&["--port", "0"]);
    assert_eq!(end(child, "INT").err, "");
}

#[test]
fn bad_input() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    taquin(&["serve", "--port", &port]).complains(&[&port, "--port 0"]);
    taquin(&["serve", "--port", "70000"]).complains(&["--port", "too large"]);
    taquin(&["serve", "--port", "-1"]).complains(&["--port", "negative"]);
    taquin(&["serve", "--bind", "localhost"]).complains(&["--bind"]);
    taquin(&["serve", "--bind", "192.0.2.1", "--port", "0"])
        .complains(&["192.0.2.1", "address of this machine"]);
}
