use super::Session;
use std::env;

#[allow(dead_code, reason = "the tests of the whole program use the rest")]
#[path = "../../../../tests/program/tmux.rs"]
mod tmux;

const ON_PURPOSE: &str = "commands::play::session::tests::panics_with_a_game_on_the_screen";

/// Set by the test below, which provides the terminal.
const HAS_TERMINAL: &str = "TAQUIN_TEST_TERMINAL";

#[test]
fn panics_with_a_game_on_the_screen() {
    if env::var_os(HAS_TERMINAL).is_none() {
        return;
    }
    // Only the hook is left to give the terminal back.
    std::mem::forget(Session::begin().expect("a terminal"));
    panic!("a defect on purpose");
}

#[test]
#[ignore = "needs tmux; run by `cargo xtask test`"]
fn a_panic_leaves_the_terminal_as_it_was() {
    let this = env::current_exe().expect("this test");
    let command = format!("{HAS_TERMINAL}=1 {} --exact --nocapture {ON_PURPOSE}", this.display());
    let terminal = tmux::Tmux::start(80, 24, &command);
    terminal.wait_for("a defect on purpose");
    terminal.wait_for("ended with 101");
    terminal.expect_restored();
}
