//! Messages of the page.

use serde_json::Value;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use taquin::solver::Solver;
use taquin_engine::{Engine, Listener, Request};

/// Cancels after a number of polls, because the time limit of a message can be minutes.
struct Impatient {
    polls: u32,
}

impl Listener for Impatient {
    fn event(&mut self, event: Value) {
        assert!(event["event"].is_string(), "{event}");
    }

    fn poll(&mut self) -> ControlFlow<()> {
        self.polls += 1;
        if self.polls > 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Parses any bytes as a message whose name the first byte chooses, and answers it.
pub fn messages(data: &[u8]) {
    static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
        let solver = Solver::builder().threads(1).table_memory(8 << 20).build().expect("no contradiction");
        Engine::new(&solver, 8 << 20).with_seeds(|| 1)
    });
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(body) = serde_json::from_slice(rest) else { return };
    let names: Vec<&str> = Request::names().collect();
    let name = names[usize::from(choice) % names.len()];
    match Request::parse(name, body).and_then(|request| ENGINE.answer(request, &mut Impatient { polls: 0 })) {
        Ok(answer) => assert!(answer.is_object(), "{name}: {answer}"),
        Err(error) => assert!(!error.to_string().is_empty(), "{name}"),
    }
}
