//! Programs that flood, fork, ignore signals and leave their session, and judges that are killed.

use super::Attempt;
use super::program::{Program, signal, wait};
use super::random::Random;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Each writes the number of a process that must not survive.
const PROGRAMS: [&str; 9] = [
    "echo $$ > PID; sleep 1000",
    "trap '' INT TERM HUP; echo $$ > PID; while :; do :; done",
    "echo $$ > PID; yes",
    "echo $$ > PID; (sleep 1000 &) ; sleep 1000",
    "setsid sh -c 'echo $$ > PID; sleep 1000' & sleep 1000",
    // It has ended before what it has started.
    "setsid sh -c 'echo $$ > PID; sleep 1000' > /dev/null 2>&1 & while [ ! -s PID ]; do :; done",
    "echo $$ > PID; text=x; while :; do text=$text$text; done",
    "echo $$ > PID; number=0; while [ $number -lt 300 ]; do sleep 1000 & number=$((number + 1)); done; wait",
    "echo $$ > PID; exec >&- 2>&- <&-; while :; do echo > \"$(mktemp)\"; sleep 1; done",
];

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let pid = program.file("pid");
    let _ = fs::remove_file(&pid);
    let script = random.one_of(&PROGRAMS).replace("PID", &pid.to_string_lossy());
    let arguments = ["grade", "--time-limit", "1m", "1 2/0 3", "--", "sh", "-c", &script];
    let temporary = program.fresh("graded-files")?;
    let mut command = program.command(&arguments);
    command.env("TMPDIR", &temporary);
    let mut judge =
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|error| error.to_string())?;
    let began = Instant::now();
    let number: u32 = loop {
        if let Some(number) = fs::read_to_string(&pid).ok().and_then(|text| text.trim().parse().ok()) {
            break number;
        }
        if began.elapsed() > Duration::from_secs(30) {
            let _ = judge.kill();
            let _ = judge.wait();
            return Err("the program did not start".to_owned());
        }
        thread::sleep(Duration::from_millis(2));
    };
    let ways: [&[&str]; 4] = [&["-INT"], &["-TERM"], &["-KILL"], &["-INT", "-INT"]];
    let way = ways[random.below(ways.len())];
    for name in way {
        signal(judge.id(), name);
        thread::sleep(Duration::from_millis(60));
    }
    wait(&mut judge, Duration::from_secs(30)).ok_or_else(|| format!("{way:?} did not end the judge"))?;
    let ended = Instant::now();
    while is_alive(number) {
        if ended.elapsed() > Duration::from_secs(10) {
            signal(number, "-KILL");
            return Err(format!("after {way:?}, the program survived: {script}"));
        }
        thread::sleep(Duration::from_millis(2));
    }
    // Nobody is left to remove the files of a judge that was killed; those of the program are its own.
    let may_leave_files = way == ["-KILL"] || script.contains("mktemp");
    if !may_leave_files && fs::read_dir(&temporary).map_err(|error| error.to_string())?.next().is_some() {
        return Err(format!("after {way:?}, temporary files are left: {script}"));
    }
    Ok(Attempt {
        tries: 1,
        worst: Some((ended.elapsed().as_secs_f64() * 1000.0, "ms after the judge")),
        ..Attempt::default()
    })
}

/// Returns whether a process runs; one that has ended and waits for its parent does not.
fn is_alive(pid: u32) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", &pid.to_string()]).output();
    state.is_ok_and(|output| !output.stdout.is_empty() && !output.stdout.starts_with(b"Z"))
}
