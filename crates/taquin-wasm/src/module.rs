//! The exports and imports.

// Exports are found by their names and not by paths.
#![allow(unreachable_pub)]

use serde_json::{Value, json};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::panic;
use std::sync::OnceLock;
use std::time::Duration;
use taquin::Solver;
use taquin::control::Clock;
use taquin_engine::{ApiError, Engine, ErrorKind, Listener, Request};

#[link(wasm_import_module = "taquin")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn seed() -> f64;
    safe fn poll() -> u32;
    safe fn send(kind: u32, address: *const u8, length: usize);
    safe fn load(address: *const u8, length: usize) -> usize;
    safe fn copy(address: *mut u8);
}

/// What [`send`] transmits.
#[repr(u32)]
enum Kind {
    Event = 0,
    Answer = 1,
    Error = 2,
    Panic = 3,
}

fn transmit(kind: Kind, text: &str) {
    send(kind as u32, text.as_ptr(), text.len());
}

static ENGINE: OnceLock<Engine> = OnceLock::new();

thread_local! {
    /// The bytes of the next message.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The worker's clock.
struct WorkerClock;

impl Clock for WorkerClock {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
    }
}

/// The worker, which receives progress.
struct Worker;

impl Listener for Worker {
    fn event(&mut self, event: Value) {
        transmit(Kind::Event, &event.to_string());
    }

    fn poll(&mut self) -> ControlFlow<()> {
        if poll() == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Loads a model through the worker.
fn load_model(name: &str) -> Option<Vec<u8>> {
    let length = load(name.as_ptr(), name.len());
    (length > 0).then(|| {
        let mut bytes = vec![0; length];
        copy(bytes.as_mut_ptr());
        bytes
    })
}

/// Creates the engine; one search uses at most `memory` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn start(memory: u32) {
    panic::set_hook(Box::new(|info| transmit(Kind::Panic, &json!(info.to_string()).to_string())));
    ENGINE.get_or_init(|| {
        let memory = memory.into();
        let solver = Solver::builder().models(load_model).table_memory(memory).build();
        let solver = solver.expect("nothing contradicts itself");
        Engine::new(&solver, memory).with_clock(WorkerClock).with_seeds(|| seed() as u64)
    });
}

/// Makes room for the next message and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Answers the message.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    match answer_message(&INPUT.take()) {
        Ok(answer) => transmit(Kind::Answer, &answer.to_string()),
        Err(error) => transmit(Kind::Error, &error.json().to_string()),
    }
}

fn answer_message(message: &[u8]) -> Result<Value, ApiError> {
    let internal = |what: &str| ApiError::new(ErrorKind::Internal, what);
    let engine = ENGINE.get().ok_or_else(|| internal("the engine was not started"))?;
    let mut message: Value = serde_json::from_slice(message)
        .map_err(|error| ApiError::new(ErrorKind::BadRequest, format_args!("invalid JSON: {error}")))?;
    let body = message["body"].take();
    let name = message["name"].as_str().unwrap_or_default();
    engine.answer(Request::parse(name, body)?, &mut Worker)
}
