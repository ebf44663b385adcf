//! Programs that behave badly are contained, and nothing is left of them.

#![cfg(unix)]

use std::ops::ControlFlow;
use std::time::Duration;
use taquin_judge::child::{Containment, Ending, Program, Run};

const FREELY: Containment =
    Containment { time: Duration::from_secs(120), memory: 2 << 30, output: 1 << 20, processes: 50 };

/// Runs a script of the shell, which is a program like any other, and keeps what it says.
fn sh(script: &str, input: &str, containment: &Containment) -> (Run, String) {
    let program = Program::new(&["sh", "-c", script].map(Into::into)).unwrap();
    let mut heard = Vec::new();
    let run = program.run(input.as_bytes().to_vec(), containment, |piece| {
        heard.extend_from_slice(piece);
        ControlFlow::Continue(())
    });
    (run.unwrap(), String::from_utf8(heard).unwrap())
}

fn code(run: &Run) -> Option<i32> {
    match run.ending {
        Ending::Exited(status) => status.code(),
        _ => None,
    }
}

/// Is a process with this in its command line alive anywhere?
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
    let (run, heard) = sh("cat; echo done; exit 3", "a\nb\n", &FREELY);
    assert_eq!((code(&run), heard.as_str()), (Some(3), "a\nb\ndone\n"));
    let (run, heard) = sh("echo why >&2; kill -9 $$", "", &FREELY);
    assert!(matches!(run.ending, Ending::Exited(status) if !status.success()), "{run:?}");
    assert_eq!((heard.as_str(), run.complaints.as_str()), ("", "why\n"));
    let missing = Program::new(&["taquin-no-such-program".into()]).unwrap();
    assert!(missing.run(Vec::new(), &FREELY, |_| ControlFlow::Continue(())).is_err());
    assert_eq!(Program::new(&[]), None);
}

/// Arguments are what they are, whatever a shell would make of them.
#[test]
fn nothing_is_expanded() {
    let words = ["printf", "%s", "$HOME `id` $(id) ; rm * > x 'a' \"b\""].map(Into::into);
    let mut heard = Vec::new();
    let run = Program::new(&words).unwrap().run(Vec::new(), &FREELY, |piece| {
        heard.extend_from_slice(piece);
        ControlFlow::Continue(())
    });
    assert_eq!(code(&run.unwrap()), Some(0));
    assert_eq!(String::from_utf8(heard).unwrap(), "$HOME `id` $(id) ; rm * > x 'a' \"b\"");
}

/// More than a pipe holds, both ways, read at once or line by line, and not read at all.
#[test]
fn no_deadlock() {
    let input = "0123456789\n".repeat(50_000);
    let containment = Containment { output: 10 << 20, ..FREELY };
    for script in ["cat", "while read -r line; do echo \"$line\"; done"] {
        let (run, heard) = sh(script, &input, &containment);
        assert_eq!((code(&run), heard.len()), (Some(0), input.len()), "{script}");
    }
    for script in ["exit 0", "exec <&-; echo x"] {
        assert_eq!(code(&sh(script, &input, &containment).0), Some(0), "{script}");
    }
}

#[test]
fn floods() {
    for flood in ["yes", "yes | head -c 1100000", "cat /dev/zero | tr '\\0' x"] {
        let (run, heard) = sh(flood, "", &FREELY);
        assert_eq!((run.ending, heard.len()), (Ending::Output(1 << 20), 1 << 20), "{flood}");
    }
    // 64 kB are no flood.
    let (run, heard) = sh("head -c 65536 /dev/zero | tr '\\0' x", "", &FREELY);
    assert_eq!((code(&run), heard.len()), (Some(0), 65536));
    // Complaints are drained, and their end is kept.
    let (run, _) = sh("yes no | head -c 3000000 >&2; echo last >&2", "", &FREELY);
    assert_eq!(code(&run), Some(0));
    assert!(run.complaints.len() <= 4096 && run.complaints.ends_with("last\n"));
}

#[test]
fn a_listener_who_wants_no_more() {
    let program = Program::new(&["yes".into()]).unwrap();
    let run = program.run(Vec::new(), &FREELY, |piece| match piece {
        [] => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    });
    assert_eq!(run.unwrap().ending, Ending::Unheard);
    // Asked although the program is silent.
    let silent = Program::new(&["sleep", "7531"].map(Into::into)).unwrap();
    assert_eq!(silent.run(Vec::new(), &FREELY, |_| ControlFlow::Break(())).unwrap().ending, Ending::Unheard);
}

#[test]
#[cfg(target_os = "linux")]
fn nobody_is_left_over() {
    let soon = Containment { time: Duration::from_millis(300), ..FREELY };
    // The program itself, a child, one in another session, one whose parent is gone, and all of it without a name.
    for (script, mark) in [
        ("exec sleep 7771", "7771"),
        ("sleep 7772 & sleep 7772 & wait", "7772"),
        ("setsid sleep 7773 & sleep 7773", "7773"),
        ("(setsid sh -c 'sleep 7774 & sleep 7774' &) ; sleep 7774", "7774"),
        ("env -i setsid setsid sleep 7775 < /dev/null > /dev/null 2>&1 & sleep 7775", "7775"),
        ("trap '' TERM INT HUP; while :; do sleep 7776; done", "7776"),
    ] {
        let (run, _) = sh(script, "", &soon);
        assert_eq!(run.ending, Ending::Time(soon.time), "{script}");
        assert!(!is_alive(mark), "{script}");
    }
    // Whoever is left when the program itself ends, and would hold its output open.
    for (script, mark) in [
        ("sleep 7781 & echo x", "7781"),
        ("setsid sleep 7782 & echo x", "7782"),
        ("(env -i setsid sh -c 'sleep 7783' &) ; echo x", "7783"),
    ] {
        let (run, heard) = sh(script, "", &FREELY);
        assert_eq!((code(&run), heard.as_str()), (Some(0), "x\n"), "{script}");
        assert!(!is_alive(mark), "{script}");
    }
}

#[test]
#[ignore = "needs python3; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn memory_and_processes() {
    let containment = Containment { memory: 64 << 20, ..FREELY };
    // The whole family counts: none of the children alone is too large.
    let eat = "python3 -c 'import time; x = bytearray(30 << 20); time.sleep(7791)'";
    let (run, _) = sh(&format!("{eat} & {eat} & {eat} & wait"), "", &containment);
    assert_eq!(run.ending, Ending::Memory(64 << 20));
    assert!(!is_alive("7791"));
    let few = Containment { processes: 5, ..FREELY };
    let (run, _) = sh("for i in 1 2 3 4 5 6 7 8; do sleep 7792 & done; wait", "", &few);
    assert_eq!(run.ending, Ending::Processes(5));
    assert!(!is_alive("7792"));
}
