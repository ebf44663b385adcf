//! On Windows, no process of a program survives its limits, its exit or the judge.
//!
//! The test executable starts itself in other roles. Its processes connect to the test; the system closes a connection when
//! the process at its other end is gone.

#![cfg(windows)]

use std::env;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::ops::ControlFlow;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use taquin_judge::child::{ExitReason, Program, ResourceLimits, Run};

const GENEROUS: ResourceLimits =
    ResourceLimits { time: Duration::from_secs(120), memory: 2 << 30, output: 1 << 20, processes: 50 };

/// How long to wait for processes to start or to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// A test that is a role does nothing without the port to connect to, which it finds among the filters of the tests.
fn port() -> Option<u16> {
    env::args().find_map(|argument| argument.parse().ok())
}

/// The words that start this executable in a role.
fn words(role: &str, port: u16) -> [String; 4] {
    let executable = env::current_exe().unwrap().into_os_string().into_string().unwrap();
    [executable, "--exact".to_owned(), role.to_owned(), port.to_string()]
}

fn start(role: &str, port: u16) -> Child {
    let [executable, arguments @ ..] = words(role, port);
    Command::new(executable).args(arguments).stdin(Stdio::null()).spawn().unwrap()
}

/// Runs the role `program`.
fn run_program(port: u16, limits: &ResourceLimits) -> Run {
    let program = Program::new(&words("program", port).map(Into::into)).unwrap();
    program.run(Vec::new(), limits, |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn judge() {
    if let Some(port) = port() {
        run_program(port, &GENEROUS);
    }
}

/// Starts a grandchild, and exits when the test writes a byte.
#[test]
#[expect(clippy::zombie_processes, reason = "the judge ends the grandchild")]
fn program() {
    if let Some(port) = port() {
        let mut test = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let _grandchild = start("grandchild", port);
        let _ = test.read(&mut [0]);
    }
}

#[test]
fn grandchild() {
    if let Some(port) = port() {
        let _ = TcpStream::connect(("127.0.0.1", port)).unwrap().read(&mut [0]);
    }
}

/// Listens on a free port.
fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Waits for the connection of the next process: first the program, then its grandchild.
fn next_process(listener: &TcpListener) -> TcpStream {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match listener.accept() {
            Ok((connection, _)) => {
                connection.set_nonblocking(false).unwrap();
                connection.set_read_timeout(Some(PATIENCE)).unwrap();
                return connection;
            }
            Err(_) if Instant::now() < deadline => thread::sleep(Duration::from_millis(10)),
            Err(error) => panic!("no process has connected: {error}"),
        }
    }
}

/// Waits until the process at the other end is gone.
fn has_ended(mut connection: TcpStream) -> bool {
    match connection.read(&mut [0]) {
        Ok(length) => length == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock),
    }
}

#[test]
fn the_time_limit_ends_all_processes() {
    let (listener, port) = listen();
    let limits = ResourceLimits { time: Duration::from_secs(5), ..GENEROUS };
    assert_eq!(run_program(port, &limits).exit, ExitReason::Time(limits.time));
    assert!(has_ended(next_process(&listener)) && has_ended(next_process(&listener)));
}

#[test]
fn processes_are_counted() {
    let (listener, port) = listen();
    let limits = ResourceLimits { processes: 1, ..GENEROUS };
    assert_eq!(run_program(port, &limits).exit, ExitReason::Processes(1));
    assert!(has_ended(next_process(&listener)));
}

#[test]
fn a_program_that_exits_leaves_no_process() {
    let (listener, port) = listen();
    thread::scope(|scope| {
        let run = scope.spawn(|| run_program(port, &GENEROUS));
        let (mut program, grandchild) = (next_process(&listener), next_process(&listener));
        program.write_all(b"x").unwrap();
        assert!(has_ended(grandchild));
        let exit = run.join().unwrap().exit;
        assert!(matches!(exit, ExitReason::Exited(status) if status.success()), "{exit:?}");
    });
}

#[test]
fn killing_the_judge_leaves_no_process() {
    let (listener, port) = listen();
    let mut judge = start("judge", port);
    let (program, grandchild) = (next_process(&listener), next_process(&listener));
    judge.kill().unwrap();
    judge.wait().unwrap();
    assert!(has_ended(program) && has_ended(grandchild));
}
