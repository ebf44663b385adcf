//! `taquin solve --lines --output-file --resume`: an interrupted run resumes without repeating or losing a line.

use crate::batch::{boards, without_time};
use crate::run::{Run, file, path, program, taquin};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;
use tempfile::{TempDir, TempPath};

/// An input, and a folder for the answers.
struct Scene {
    input: TempPath,
    folder: TempDir,
}

impl Scene {
    fn new(input: impl AsRef<[u8]>) -> Scene {
        Scene { input: file(input), folder: tempfile::tempdir().expect("a temporary folder") }
    }

    fn output(&self) -> PathBuf {
        self.folder.path().join("answers.jsonl")
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = program();
        command.args(["solve", "--lines", path(&self.input), "--output-file"]).arg(self.output()).args(more);
        command
    }

    fn run(&self, more: &[&str]) -> Run {
        Run::new(self.command(more).output().expect("it starts"))
    }

    fn resume(&self) -> Run {
        self.run(&["--resume"])
    }

    fn answers(&self) -> String {
        fs::read_to_string(self.output()).expect("answers")
    }

    /// The output of an uninterrupted run.
    fn undisturbed(&self) -> String {
        taquin(&["solve", "--lines", path(&self.input)]).out
    }
}

/// The answers of an earlier run are a file, which can claim any length; their sum does not overflow.
#[test]
fn lengths_of_any_size() {
    let scene = Scene::new("1 2/0 3\n1 2/0 3\n1 2/0 3\n");
    assert_eq!(scene.run(&[]).code, 0);
    let answers = scene.answers();
    let forged = answers.replace("\"length\":1,", "\"length\":18446744073709551615,");
    assert_ne!(forged, answers);
    let kept = forged.split_inclusive('\n').take(2).collect::<String>();
    fs::write(scene.output(), kept).expect("it can be written");
    let run = scene.resume();
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(scene.answers().lines().count(), 3);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn cut_anywhere() {
    let scene = Scene::new("1 2/0 3\nno board\n# next\n2 1/3 0\n");
    assert_eq!(scene.run(&[]).code, 2);
    let whole = scene.answers();
    assert_eq!(without_time(&whole), without_time(&scene.undisturbed()));
    // At every byte of the second line, and here and there in the others.
    let line = |number: usize| whole.split_inclusive('\n').take(number).map(str::len).sum::<usize>();
    for length in (0..=whole.len()).filter(|length| length % 7 == 0 || (line(1)..line(2)).contains(length)) {
        fs::write(scene.output(), &whole[..length]).expect("it can be written");
        let run = scene.resume();
        run.expect(2, "");
        let answers = scene.answers();
        assert_eq!(without_time(&answers), without_time(&whole), "cut at {length}");
        // Complete answers are not solved again: even their times are unchanged.
        let kept = whole[..length].rfind('\n').map_or(0, |end| end + 1);
        assert_eq!(answers[..kept], whole[..kept], "cut at {length}");
    }
}

#[test]
fn nothing_is_overwritten() {
    let scene = Scene::new("1 2/0 3\n1 2/3 0\n");
    scene.run(&[]).expect(0, "");
    let whole = scene.answers();
    scene.run(&[]).complains(&["file exists", "--resume"]);
    assert_eq!(scene.answers(), whole);
    // An empty file has nothing to lose.
    fs::write(scene.output(), "").expect("it can be written");
    scene.run(&[]).expect(0, "");
    assert_eq!(without_time(&scene.answers()), without_time(&whole));
    // Answers must not overwrite the input.
    let onto_itself = ["solve", "--lines", path(&scene.input), "--output-file", path(&scene.input)];
    taquin(&onto_itself).complains(&["file exists"]);
    taquin(&[&onto_itself[..], &["--resume"]].concat()).complains(&["line 1: not an answer"]);
    assert_eq!(fs::read_to_string(&scene.input).expect("the input"), "1 2/0 3\n1 2/3 0\n");
}

#[test]
fn from_the_beginning_and_after_the_end() {
    let scene = Scene::new("1 2/0 3\n2 1/3 0\n1 2/3 0\n");
    scene.resume().expect(1, "");
    let whole = scene.answers();
    assert_eq!(whole.lines().count(), 3);
    // Nothing is left to do, and the code is still that of all boards.
    let run = scene.run(&["--resume", "--stats"]);
    run.expect(1, "");
    assert!(run.err.contains("1 of 3 boards not solved: 1 unsolvable (line 2)"), "{run:?}");
    assert!(run.err.contains("0 boards in ") && run.err.contains(", 3 from previous runs"), "{run:?}");
    assert_eq!(scene.answers(), whole);
    // The input may have grown.
    fs::write(&scene.input, "1 2/0 3\n2 1/3 0\n1 2/3 0\n# more\n0 2/1 3").expect("it can be written");
    scene.resume().expect(1, "");
    assert!(scene.answers().starts_with(&whole));
    assert_eq!(without_time(&scene.answers()), without_time(&scene.undisturbed()));
}

/// Files that were not written by the program are not changed.
#[test]
fn foreign_files() {
    let scene = Scene::new("1 2/0 3\n1 2/3 0\nwrong\n");
    scene.run(&[]).expect(2, "");
    let whole = scene.answers();
    let lines: Vec<&str> = whole.lines().collect();
    let other_metric = whole.replace("\"metric\":\"single\"", "\"metric\":\"multi\"");
    let other_goal = whole.replace("\"goal\":[1,2,3,0]", "\"goal\":[1,2,0,3]");
    let board = whole.replace("\"start\":[1,2,0,3]", "\"start\":[0,2,1,3]");
    let size = whole.replace("\"size\":[2,2]", "\"size\":[1,4]");
    let no_error = whole.replace("\"status\":\"error\"", "\"status\":\"stopped\"");
    let no_status = whole.replace("\"status\":\"optimal\"", "\"status\":\"fine\"");
    for (content, words) in [
        ("hello", "line 1: not the beginning of an answer"),
        ("hello\n", "line 1: not an answer in JSON"),
        ("\n", "line 1: not an answer"),
        ("{\"version\":1}\n", "has no line number"),
        (&format!("{}\nhello", lines[0]), "line 2: not the beginning"),
        (&format!("{}\n{}\n", lines[1], lines[0]), "the answer is for line 2, but the next board"),
        (&format!("{}\n{}\n", lines[0], lines[0]), "the answer is for line 1, but the next board"),
        (&format!("{}\n{}\n", lines[0], lines[2]), "is on line 2"),
        (&format!("{whole}{}\n", lines[0]), "has no more boards"),
        (&format!("{whole}\0\0\0\0"), "not the beginning"),
        (&board, "line 1: the answer is for a different board than line 1 of "),
        (&size, "a different board"),
        (&other_goal, "a different goal"),
        (&other_metric, "uses the metric multi"),
        (&no_error, "line 3: the answer is for a different board"),
        (&no_status, "no valid status"),
    ] {
        fs::write(scene.output(), content).expect("it can be written");
        scene.resume().complains(&[words, "--resume requires a file"]);
        assert_eq!(scene.answers(), content);
    }
    fs::write(scene.output(), &whole).expect("it can be written");
    scene.run(&["--resume", "--shard", "2/2"]).complains(&["the answer is for line 1"]);
    scene.run(&["--resume", "--goal", "blank-first"]).complains(&["a different goal"]);
    let folder = scene.folder.path().to_str().expect("a plain name");
    taquin(&["solve", "--lines", path(&scene.input), "--output-file", folder]).complains(&["-o "]);
    taquin(&["solve", "--lines", path(&scene.input), "--output-file", folder, "--resume"])
        .complains(&["-o "]);
    let nowhere = format!("{folder}/no/such/folder");
    taquin(&["solve", "--lines", path(&scene.input), "--output-file", &nowhere]).complains(&["no such file"]);
}

fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |found| found.len())
}

/// Starts a run that continues, waits for more answers, sends the signal, and returns the result.
#[cfg(unix)]
fn disturbed(scene: &Scene, signal: &str) -> Run {
    disturbed_with(scene, &["--resume", "--threads", "2"], signal)
}

#[cfg(unix)]
fn disturbed_with(scene: &Scene, more: &[&str], signal: &str) -> Run {
    let mut command = scene.command(more);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let before = length(&scene.output());
    while length(&scene.output()) <= before + 2000 && child.try_wait().expect("it is ours").is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    // It may just have ended.
    let _ = Command::new("kill").args([signal, &child.id().to_string()]).stderr(Stdio::null()).status();
    Run::new(child.wait_with_output().expect("it ends"))
}

#[test]
#[cfg(unix)]
fn killed_again_and_again() {
    let scene = Scene::new(boards("3x3", 3000, 1));
    let mut kills = 0;
    while kills < 8 && disturbed(&scene, "-KILL").code != 0 {
        kills += 1;
    }
    assert!(kills > 0, "it was never killed");
    scene.resume().expect(0, "");
    assert_eq!(without_time(&scene.answers()), without_time(&scene.undisturbed()));
}

#[test]
#[cfg(unix)]
fn interrupted() {
    // The last board takes days, so there is something to interrupt.
    let (easy, hopeless) = (boards("3x3", 20, 1), boards("5x5", 1, 1));
    let scene = Scene::new(format!("{easy}{hopeless}1 2/0 3\n"));
    let run = disturbed(&scene, "-INT");
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.err.contains("interrupted after ") && run.err.contains("and --resume"), "{run:?}");
    let answers = scene.answers();
    assert!(answers.ends_with('\n') && !answers.contains("\"stopped\""), "{answers}");
    // Without the hopeless board it can be done.
    fs::write(&scene.input, format!("{easy}1 2/0 3\n")).expect("it can be written");
    scene.resume().expect(0, "");
    assert!(scene.answers().starts_with(&answers));
    assert_eq!(without_time(&scene.answers()), without_time(&scene.undisturbed()));
}

/// Only JSON can be continued.
#[test]
#[cfg(unix)]
fn interrupted_csv() {
    let scene = Scene::new("1 2/0 3\n".repeat(300_000));
    let run = disturbed_with(&scene, &["--csv"], "-INT");
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.err.contains("the rest was not tried") && !run.err.contains("--resume"), "{run:?}");
}

/// A running process locks its file, and releases it however it ends.
#[test]
fn two_at_once() {
    // The last board takes days, so the first run is there for as long as it is needed.
    let (easy, hopeless) = (boards("3x3", 20, 1), boards("5x5", 1, 1));
    for first in [&["--algorithm", "idastar"][..], &["--algorithm", "idastar", "--resume"]] {
        let scene = Scene::new(format!("{easy}{hopeless}"));
        let mut child = scene.command(first).stderr(Stdio::null()).spawn().expect("it starts");
        while fs::read_to_string(scene.output()).map_or(0, |answers| answers.lines().count()) < 20 {
            thread::sleep(Duration::from_millis(1));
            assert_eq!(child.try_wait().expect("it is ours"), None, "it has not ended");
        }
        let answers = scene.answers();
        for second in [&[][..], &["--resume"]] {
            scene.run(second).complains(&["answers.jsonl: another run is writing to this file", "--resume"]);
        }
        assert_eq!(child.try_wait().expect("it is ours"), None, "it has not ended");
        assert_eq!(scene.answers(), answers);
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        fs::write(&scene.input, format!("{easy}1 2/0 3\n")).expect("it can be written");
        scene.resume().expect(0, "");
        assert!(scene.answers().starts_with(&answers));
        assert_eq!(scene.answers().lines().count(), 21);
    }
}

/// Very short searches can be interrupted as well.
#[test]
#[cfg(unix)]
fn interrupted_between_boards() {
    let scene = Scene::new("1 2/0 3\n".repeat(300_000));
    let run = disturbed(&scene, "-INT");
    assert_eq!(run.code, 130, "{run:?}");
    let answers = scene.answers();
    let count = answers.lines().count();
    assert!(answers.ends_with('\n') && count < 300_000, "{count}");
    // The message counts what is there.
    let err = run.err.replace(',', "");
    assert!(
        err.contains(&format!("interrupted after {count} boards; continue with the same command")),
        "{count}: {run:?}"
    );
}

/// A partial answer on a full disk is truncated; the run can be resumed.
#[test]
#[cfg(unix)]
fn no_room() {
    let scene = Scene::new(boards("3x3", 20, 1));
    let mut shell = Command::new("sh");
    let line = "trap '' XFSZ; ulimit -f 4; exec \"$0\" solve --lines \"$1\" --output-file \"$2\"";
    shell.args(["-c", line, env!("CARGO_BIN_EXE_taquin"), path(&scene.input)]).arg(scene.output());
    let run = Run::new(shell.output().expect("there is a shell"));
    run.complains(&["cannot write answers", "--resume"]);
    assert!(!scene.answers().ends_with('\n'), "it ends amid an answer");
    scene.resume().expect(0, "");
    assert_eq!(without_time(&scene.answers()), without_time(&scene.undisturbed()));
}
