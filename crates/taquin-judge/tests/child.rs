//! Misbehaving programs reach their limits, and none of their processes survives.

#![cfg(unix)]

use std::ops::ControlFlow;
use std::time::Duration;
use taquin_judge::child::{ExitReason, Program, ResourceLimits, Run};

const GENEROUS: ResourceLimits =
    ResourceLimits { time: Duration::from_secs(120), memory: 2 << 30, output: 1 << 20, processes: 50 };

/// Runs a shell script and returns its output.
fn sh(script: &str, input: &str, limits: &ResourceLimits) -> (Run, String) {
    let program = Program::new(&["sh", "-c", script].map(Into::into)).unwrap();
    let mut output = Vec::new();
    let run = program.run(input.as_bytes().to_vec(), limits, |chunk| {
        output.extend_from_slice(chunk);
        ControlFlow::Continue(())
    });
    (run.unwrap(), String::from_utf8(output).unwrap())
}

fn code(run: &Run) -> Option<i32> {
    match run.exit {
        ExitReason::Exited(status) => status.code(),
        _ => None,
    }
}

/// Returns whether a process with this text in its command line is alive.
#[cfg(target_os = "linux")]
fn is_alive(mark: &str) -> bool {
    let pids = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        entry.ok()?.file_name().to_str().filter(|name| name.parse::<u32>().is_ok()).map(str::to_owned)
    });
    pids.into_iter().any(|pid| {
        let words = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains(mark)
    })
}

#[test]
fn input_output_and_status() {
    let (run, output) = sh("cat; echo done; exit 3", "a\nb\n", &GENEROUS);
    assert_eq!((code(&run), output.as_str()), (Some(3), "a\nb\ndone\n"));
    let (run, output) = sh("echo why >&2; kill -9 $$", "", &GENEROUS);
    assert!(matches!(run.exit, ExitReason::Exited(status) if !status.success()), "{run:?}");
    assert_eq!((output.as_str(), run.stderr_tail.as_str()), ("", "why\n"));
    let missing = Program::new(&["taquin-no-such-program".into()]).unwrap();
    assert!(missing.run(Vec::new(), &GENEROUS, |_| ControlFlow::Continue(())).is_err());
    assert_eq!(Program::new(&[]), None);
}

/// Arguments are passed on unchanged, without a shell.
#[test]
fn nothing_is_expanded() {
    let words = ["printf", "%s", "$HOME `id` $(id) ; rm * > x 'a' \"b\""].map(Into::into);
    let mut output = Vec::new();
    let run = Program::new(&words).unwrap().run(Vec::new(), &GENEROUS, |chunk| {
        output.extend_from_slice(chunk);
        ControlFlow::Continue(())
    });
    assert_eq!(code(&run.unwrap()), Some(0));
    assert_eq!(String::from_utf8(output).unwrap(), "$HOME `id` $(id) ; rm * > x 'a' \"b\"");
}

/// Input and output that exceed the size of a pipe, read at once, line by line, or not at all.
#[test]
fn no_deadlock() {
    let input = "0123456789\n".repeat(50_000);
    let limits = ResourceLimits { output: 10 << 20, ..GENEROUS };
    for script in ["cat", "while read -r line; do echo \"$line\"; done"] {
        let (run, output) = sh(script, &input, &limits);
        assert_eq!((code(&run), output.len()), (Some(0), input.len()), "{script}");
    }
    for script in ["exit 0", "exec <&-; echo x"] {
        assert_eq!(code(&sh(script, &input, &limits).0), Some(0), "{script}");
    }
}

#[test]
fn floods() {
    for flood in ["yes", "yes | head -c 1100000", "cat /dev/zero | tr '\\0' x"] {
        let (run, output) = sh(flood, "", &GENEROUS);
        assert_eq!((run.exit, output.len()), (ExitReason::Output(1 << 20), 1 << 20), "{flood}");
    }
    // 64 KiB are within the limit.
    let (run, output) = sh("head -c 65536 /dev/zero | tr '\\0' x", "", &GENEROUS);
    assert_eq!((code(&run), output.len()), (Some(0), 65536));
    // Standard error is drained, and its end is kept.
    let (run, _) = sh("yes no | head -c 3000000 >&2; echo last >&2", "", &GENEROUS);
    assert_eq!(code(&run), Some(0));
    assert!(run.stderr_tail.len() <= 4096 && run.stderr_tail.ends_with("last\n"));
}

#[test]
fn cancellation() {
    let program = Program::new(&["yes".into()]).unwrap();
    let run = program.run(Vec::new(), &GENEROUS, |chunk| match chunk {
        [] => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    assert_eq!(run.unwrap().exit, ExitReason::Cancelled);
    // The caller is polled even if the program prints nothing.
    let silent = Program::new(&["sleep", "7531"].map(Into::into)).unwrap();
    assert_eq!(
        silent.run(Vec::new(), &GENEROUS, |_| ControlFlow::Break(())).unwrap().exit,
        ExitReason::Cancelled
    );
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_survives() {
    let soon = ResourceLimits { time: Duration::from_millis(300), ..GENEROUS };
    // The program itself, a child, a process in another session, an orphan, and one without environment.
    for (script, mark) in [
        ("exec sleep 7771", "7771"),
        ("sleep 7772 & sleep 7772 & wait", "7772"),
        ("setsid sleep 7773 & sleep 7773", "7773"),
        ("(setsid sh -c 'sleep 7774 & sleep 7774' &) ; sleep 7774", "7774"),
        ("env -i setsid setsid sleep 7775 < /dev/null > /dev/null 2>&1 & sleep 7775", "7775"),
        ("trap '' TERM INT HUP; while :; do sleep 7776; done", "7776"),
    ] {
        let (run, _) = sh(script, "", &soon);
        assert_eq!(run.exit, ExitReason::Time(soon.time), "{script}");
        assert!(!is_alive(mark), "{script}");
    }
    // Processes that are left when the program exits, and would hold its output open.
    for (script, mark) in [
        ("sleep 7781 & echo x", "7781"),
        ("setsid sleep 7782 & echo x", "7782"),
        ("(env -i setsid sh -c 'sleep 7783' &) ; echo x", "7783"),
    ] {
        let (run, output) = sh(script, "", &GENEROUS);
        assert_eq!((code(&run), output.as_str()), (Some(0), "x\n"), "{script}");
        assert!(!is_alive(mark), "{script}");
    }
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn memory_and_processes() {
    let limits = ResourceLimits { memory: 64 << 20, ..GENEROUS };
    // The memory of the whole process tree counts: none of the children alone exceeds the limit.
    let eat = "python3 -c 'import time; x = bytearray(30 << 20); time.sleep(7791)'";
    let (run, _) = sh(&format!("{eat} & {eat} & {eat} & wait"), "", &limits);
    assert_eq!(run.exit, ExitReason::Memory(64 << 20));
    assert!(!is_alive("7791"));
    let few = ResourceLimits { processes: 5, ..GENEROUS };
    let (run, _) = sh("for i in 1 2 3 4 5 6 7 8; do sleep 7792 & done; wait", "", &few);
    assert_eq!(run.exit, ExitReason::Processes(5));
    assert!(!is_alive("7792"));
}
