//! `taquin play`.
//!
//! [`app`] is the state of the game, [`screen`] draws it, [`session`] owns the terminal, and [`worker`] searches on its own
//! thread. Only this file connects them.

mod action;
mod app;
mod args;
mod chooser;
mod game;
mod help;
mod layout;
mod mode;
mod palette;
mod playback;
mod screen;
mod session;
mod worker;

pub(crate) use args::PlayArgs;

use super::Run;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::memory;
use crate::progress::StatusLine;
use crate::table_dir;
use action::Action;
use app::{App, Effect};
use layout::Layout;
use palette::Palette;
use ratatui::crossterm::event::{self, Event, MouseButton, MouseEventKind};
use ratatui::layout::{Position, Rect};
use session::Session;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};
use taquin::scramble::Scrambler;
use taquin::solver::{Difficulty, Hints, Solver};
use taquin::{Board, Goal, Size};
use worker::{Challenge, Worker, WorkerEvent};

/// Interval for updating the clock and handling worker events while no key is pressed.
const TICK: Duration = Duration::from_millis(40);

/// Rows and columns of the default board.
const DEFAULT_SIDE: usize = 4;

impl Run for PlayArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        for (name, is_terminal) in
            [("input", io::stdin().is_terminal()), ("output", io::stdout().is_terminal())]
        {
            if !is_terminal {
                return Err(Failure::input(format_args!("standard {name} is not a terminal")));
            }
        }
        let mut reader = Reader::default();
        let goal = GoalChoice::read(&self.goal, &mut reader)?;
        let given = self.board.as_deref().map(|board| reader.board(board)).transpose()?;
        let goal = match &given {
            Some(item) => goal.puzzle(item)?.goal().clone(),
            None => {
                goal.at(self.size.map_or_else(|| Size::square(DEFAULT_SIDE), Ok).map_err(Failure::input)?)?
            }
        };
        let hints = Arc::new(Hints::default());
        // Larger tables would keep the player waiting.
        let solver = Solver::builder()
            .store(table_dir::store(folder))
            .expected_boards(1)
            .memory_limit(memory::default_limit())
            .build()?;
        let scrambler = Scrambler::seeded(self.seed.unwrap_or_else(Scrambler::any_seed));
        let worker = Worker::start(solver, Arc::clone(&hints), scrambler);
        let start = match given {
            Some(item) => item.board,
            None => first_board(&worker, &goal, challenge(self))?,
        };
        let app = App::new(start, goal, hints, self.invert);
        let mut session = Session::begin()?;
        let exit = game(&mut session, app, &worker);
        drop(session);
        exit
    }
}

fn challenge(args: &PlayArgs) -> Challenge {
    match args.depth {
        Some(depth) => Challenge::Depth(depth),
        None => Challenge::Difficulty(args.difficulty.unwrap_or(Difficulty::Medium)),
    }
}

/// Waits for the first board, before taking over the terminal: Ctrl-C simply ends the program.
fn first_board(worker: &Worker, goal: &Goal, challenge: Challenge) -> Result<Board, Failure> {
    worker.scramble(goal, challenge);
    let mut line = StatusLine::new();
    loop {
        match worker.events().recv_timeout(TICK) {
            Ok(WorkerEvent::Scrambled(made)) => return made.map_err(Failure::input),
            Ok(WorkerEvent::Remaining(..)) => {}
            Err(RecvTimeoutError::Timeout) => {
                if let Some(seconds) = line.due() {
                    line.draw(&[format!("{seconds:.1} s"), format!("generating {challenge}")]);
                }
            }
            Err(RecvTimeoutError::Disconnected) => return Err(worker_failure()),
        }
    }
}

/// The failure of a worker thread that panicked; the panic message has been printed.
fn worker_failure() -> Failure {
    Failure::input("a search failed; this is a bug, please report it")
}

/// Runs the game until the player quits.
fn game(session: &mut Session, mut app: App, worker: &Worker) -> Result<Exit, Failure> {
    let (palette, begun) = (Palette::of_environment(), Instant::now());
    let mut asked: Option<Board> = None;
    loop {
        if Session::is_signalled() {
            return Ok(Exit::Interrupted);
        }
        loop {
            match worker.events().try_recv() {
                Ok(event) => app.handle(event, begun.elapsed()),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Err(worker_failure()),
            }
        }
        app.tick(begun.elapsed());
        if let Some(board) = app.question().filter(|&board| asked.as_ref() != Some(board)) {
            worker.ask(board, app.game().goal());
            asked = Some(board.clone());
        }
        let area = session.terminal().draw(|frame| screen::draw(frame, &app, palette, begun.elapsed()))?.area;
        // Handle all pending input before drawing again.
        let mut wait = TICK;
        while event::poll(wait)? {
            wait = Duration::ZERO;
            let Some(action) = action_of(&event::read()?, &app, area) else { continue };
            match app.act(action, begun.elapsed()) {
                None => {}
                Some(Effect::Quit) => return Ok(Exit::Success),
                Some(Effect::Interrupt) => return Ok(Exit::Interrupted),
                Some(Effect::Scramble(challenge)) => {
                    worker.scramble(app.game().goal(), challenge);
                    asked = None;
                }
                Some(Effect::CancelScramble) => {
                    worker.cancel();
                    asked = None;
                }
            }
        }
    }
}

/// Returns the action of a terminal event, if any.
fn action_of(event: &Event, app: &App, area: Rect) -> Option<Action> {
    match event {
        Event::Key(key) => action::of_key(*key, app.mode()),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            let layout = Layout::new(area, app.shown().size()).ok()?;
            layout.cell_at(Position { x: mouse.column, y: mouse.row }).map(Action::Push)
        }
        _ => None,
    }
}
