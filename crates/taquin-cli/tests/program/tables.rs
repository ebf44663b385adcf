//! `taquin tables`: what is kept, mended, shared and removed.

use crate::run::{Run, program, taquin};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// A pattern set that takes a moment to build, and its files.
const SET: &str = "4x4-6-6-3";
const FILES: usize = 3;

fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = program();
    command.arg("tables").args(args).env("TAQUIN_TABLES", folder);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn tables(folder: &Path, args: &[&str]) -> Run {
    Run::new(command(folder, args).output().expect("the program starts"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).map(|files| files.map(|file| file.expect("a file").path()).collect());
    let mut files: Vec<PathBuf> = listing.unwrap_or_default();
    files.sort();
    files
}

fn listed(folder: &Path) -> Value {
    let run = tables(folder, &["list", "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    serde_json::from_str(&run.out).expect("one object")
}

fn count(run: &Run, words: &str) -> usize {
    run.out.lines().filter(|line| line.ends_with(words)).count()
}

/// The list has the sizes of the catalogue and those whose partitions are generated, and each can be planned.
#[test]
fn every_size_is_listed() {
    let folder = tempdir().expect("a folder");
    let list = listed(folder.path());
    let names: Vec<&str> =
        list["tables"].as_array().expect("a list").iter().filter_map(|row| row["name"].as_str()).collect();
    for name in
        ["3x3", "3x3-multi", "3x4", "4x4-7-8", "5x5-6-6-6-6", "3x5-4-5-5", "4x5-4-5-5-5", "2x12-5-6-6-6"]
    {
        assert!(names.contains(&name), "{name}: {names:?}");
    }
    let text = tables(folder.path(), &["list"]);
    assert!(text.out.contains("\n4x6-"), "{text:?}");
}

#[test]
fn where_tables_are_kept() {
    let home = tempdir().expect("a folder");
    let path = |flag: &[&str], variable: Option<&str>| {
        let mut command = program();
        command
            .env_remove("TAQUIN_TABLES")
            .env("HOME", home.path())
            .env("XDG_CACHE_HOME", home.path().join("cache"));
        if let Some(variable) = variable {
            command.env("TAQUIN_TABLES", variable);
        }
        Run::new(command.args(flag).args(["tables", "path"]).output().expect("it starts"))
    };
    path(&["--tables", "flag"], Some("variable")).expect(0, "flag\n");
    path(&[], Some("variable")).expect(0, "variable\n");
    for nothing in [None, Some("")] {
        let run = path(&[], nothing);
        assert_eq!(run.code, 0);
        assert!(
            run.out.starts_with(&home.path().display().to_string()) && run.out.ends_with("taquin\n"),
            "{run:?}"
        );
        #[cfg(all(unix, not(target_vendor = "apple")))]
        assert_eq!(run.out, format!("{}/cache/taquin\n", home.path().display()));
    }
    path(&["--tables", "none"], Some("variable")).complains(&["none", "--tables DIR"]);
    path(&[], Some("none")).complains(&["none"]);
    // Looking makes nothing.
    assert!(files(home.path()).is_empty());
    let mut list = program();
    list.args(["tables", "list", "--tables", "flag"]);
    assert!(Run::new(list.output().expect("it starts")).out.starts_with("directory  flag\n"));
}

/// Cells and tiles are those of the goal, and what solving does not store is not missing.
#[test]
fn patterns_are_named_and_listed_as_the_goal_has_them() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    let dir = folder.display().to_string();
    let solve =
        ["--tables", &dir, "solve", "--patterns", "6-6-3", "--output", "aizu", "examples/puzzle4x4.txt"];
    assert_eq!(taquin(&solve).code, 0);
    let on_disk = |list: &str| {
        let row = list.lines().find(|line| line.starts_with("4x4-6-6-3")).expect("a row").to_owned();
        row.split_whitespace().any(|word| word == "yes")
    };
    assert_eq!(files(folder).len(), 2);
    let list = tables(folder, &["list"]).out;
    assert!(on_disk(&list), "{list}");
    let build = |goal: &str| tables(folder, &["build", "4x4-6-6-3", "--goal", goal]).out;
    let named = |out: &str| -> Vec<String> {
        out.lines().filter_map(|line| line.strip_prefix("table     ")).map(str::to_owned).collect()
    };
    assert_eq!(named(&build("rows"))[2], "pattern 4x4, blank at 4,4, tiles 2 3 4");
    assert_eq!(named(&build("blank-first"))[2], "pattern 4x4, blank at 1,1, tiles 12 13 14");
    let by_size = |file: &PathBuf| fs::metadata(file).expect("a file").len();
    let largest = files(folder).into_iter().max_by_key(by_size).expect("a file");
    fs::remove_file(largest).expect("it is there");
    let list = tables(folder, &["list"]).out;
    assert!(!on_disk(&list), "{list}");
}

#[test]
fn built_listed_checked_removed() {
    let folder = tempdir().expect("a folder");
    let folder = &folder.path().join("new/folder");
    let first = tables(folder, &["build", "3x3"]);
    assert_eq!(first.code, 0, "{first:?}");
    assert!(first.err.starts_with("3x3: 1 table, about "), "{first:?}");
    for words in [
        "built, stored\n",
        "table     all boards 3x3, blank at 3,3, metric single\n",
        "states    181,440\n",
        "31 moves\n",
        "match the published counts\n",
        "   31       2\n",
    ] {
        assert!(first.out.contains(words), "{words:?} is not in {first:?}");
    }
    let again = tables(folder, &["build", "3x3"]);
    again.expect(0, &first.out.replace("built, stored", "on disk, intact"));
    let centre = tables(folder, &["build", "3x3-multi", "--goal", "spiral"]);
    assert_eq!((centre.code, count(&centre, "match the published counts")), (0, 1), "{centre:?}");
    let names: Vec<String> = files(folder)
        .iter()
        .map(|file| file.file_name().expect("a name").to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, ["perfect-3x3-blank0-single.taquin", "perfect-3x3-blank4-multi.taquin"]);

    let list = tables(folder, &["list"]);
    assert_eq!(list.code, 0);
    let rows: Vec<Vec<&str>> = list.out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(rows.iter().any(|row| row.starts_with(&["3x3", "3,3"]) && row.contains(&"yes")), "{}", list.out);
    assert!(
        rows.iter().any(|row| row.starts_with(&["3x3-multi", "2,2"]) && row.contains(&"yes")),
        "{}",
        list.out
    );
    assert!(
        rows.iter().any(|row| row.starts_with(&["4x4-7-8", "4,4"]) && row.contains(&"-")),
        "{}",
        list.out
    );
    let object = listed(folder);
    let sets = object["tables"].as_array().expect("an array");
    let set = sets.iter().find(|set| set["name"] == "3x3").expect("it is there");
    let bytes = fs::metadata(&files(folder)[0]).expect("a file").len();
    assert_eq!(set["files"][0]["bytes"], bytes);
    assert_eq!((&set["files"][0]["damage"], set["goal"][8].as_u64()), (&Value::Null, Some(0)));

    let whole = format!("intact   {}\nintact   {}\n", names[0], names[1]);
    tables(folder, &["check"]).expect(0, &whole);
    tables(folder, &["check", "3x3"])
        .expect(0, whole.lines().next().map(|line| format!("{line}\n")).as_deref().unwrap_or(""));
    let missing = tables(folder, &["check", "3x4"]);
    missing.expect(1, "");
    assert!(missing.err.contains("3x4: not on disk"), "{missing:?}");
    // By the file, and for whatever goal.
    tables(folder, &["remove", &names[0]]).expect(0, &format!("removed  {}\n", names[0]));
    tables(folder, &["remove", "3x3-multi"]).expect(0, &format!("removed  {}\n", names[1]));
    tables(folder, &["remove", "3x3"]).expect(0, "");
    assert!(files(folder).is_empty());
}

#[test]
fn damage_is_told_and_mended() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    assert_eq!(tables(folder, &["build", "2x4"]).code, 0);
    let file = &files(folder)[0];
    let good = fs::read(file).expect("it is there");
    let mut flipped = good.clone();
    *flipped.last_mut().expect("it has bytes") ^= 1;
    let mut older = good.clone();
    older[12] = 0;
    for (bad, words, in_list) in [
        (&flipped[..], "data are damaged", false),
        (&good[..100], "ends after 100 of its", true),
        (&older, "older format 0", true),
        (b"", "not a table", true),
    ] {
        fs::write(file, bad).expect("it can be written");
        let check = tables(folder, &["check"]);
        assert_eq!(check.code, 1, "{check:?}");
        assert!(check.out.starts_with("damaged  perfect-2x4-") && check.out.contains(words), "{check:?}");
        assert_eq!(tables(folder, &["list"]).out.contains("damaged"), in_list);
        let build = tables(folder, &["build", "2x4"]);
        assert_eq!((build.code, count(&build, "built, stored")), (0, 1), "{build:?}");
        assert!(build.err.contains(words) && build.err.contains("; rebuilt"), "{build:?}");
        assert_eq!(fs::read(file).expect("it is there"), good);
    }
    // Not ours: neither listed nor removed.
    fs::write(folder.join("notes.taquin"), "mine").expect("it can be written");
    fs::write(folder.join("pattern-of-mine.taquin"), "mine").expect("it can be written");
    assert!(tables(folder, &["list"]).out.contains("pattern-of-mine.taquin"));
    tables(folder, &["remove", "--all"]);
    assert_eq!(files(folder), [folder.join("notes.taquin")]);
}

/// A drawing can be read as a catalogue.
#[test]
fn drawn() {
    let folder = tempdir().expect("a temporary folder");
    let drawing = tables(folder.path(), &["draw", "4x4-7-8", "--goal", "blank-first"]);
    drawing.expect(0, "4x4 7-8\n. a b b\na a b b\na a b b\na a b b\n");
    let pool = tables(folder.path(), &["draw", "3x6-pool", "--goal", "spiral"]);
    assert_eq!(pool.code, 0, "{pool:?}");
    let catalogue = folder.path().join("catalogue.txt");
    fs::write(&catalogue, &pool.out).expect("it can be written");
    let catalogue = catalogue.to_str().expect("a plain name");
    let board =
        taquin(&["scramble", "--size", "3x6", "--goal", "spiral", "--moves", "30", "--seed", "1"]).out;
    let solve = |patterns| {
        let options = ["solve", "--goal", "spiral", "--patterns", patterns, "--catalogue", catalogue];
        taquin(&[&options[..], &["--output", "moves", &board]].concat())
    };
    let (first, second) = (solve("pool-1"), solve("pool-2"));
    assert_eq!((first.code, first.out.len()), (0, second.out.len()), "{first:?} {second:?}");
    tables(folder.path(), &["draw", "3x3"]).complains(&["has no patterns", "as in 4x4-7-8"]);
    tables(folder.path(), &["draw", "9x9-pool"]).complains(&["is not the name of tables"]);
}

#[test]
fn bad_usage() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    tables(folder, &["build", "7-8"]).complains(&["\"7-8\" is not the name of tables", "4x4-7-8"]);
    tables(folder, &["build", "4x4"]).complains(&["there are 4x4-5-5-5, 4x4-6-6-3, 4x4-7-8"]);
    tables(folder, &["build", "9x9"]).complains(&["not the name of tables"]);
    tables(folder, &["build", "3x3", "--goal", "1 2/3 0"]).complains(&["3x3", "2x2"]);
    tables(folder, &["check", "x"]).complains(&["\"x\""]);
    tables(folder, &["remove", "4x4-9-6"]).complains(&["there are"]);
    tables(folder, &["remove"]).complains(&["--all"]);
    tables(folder, &["remove", "--all", "3x3"]).complains(&["--all"]);
    tables(folder, &["build"]).complains(&["NAME"]);
    assert!(files(folder).is_empty());
}

/// The table is built and shown, but this command exists to store it.
#[test]
fn a_folder_that_takes_nothing() {
    let below = Path::new("Cargo.toml/tables");
    let build = tables(below, &["build", "2x3"]);
    assert_eq!((build.code, count(&build, "built, not stored")), (2, 1), "{build:?}");
    assert!(build.err.contains("cannot keep the table") && build.err.contains("--tables DIR"), "{build:?}");
    tables(below, &["list"]).complains(&["cannot list the folder"]);
    tables(below, &["check"]).complains(&["cannot list the folder"]);
    tables(below, &["remove", "--all"]).complains(&["cannot list the folder"]);
}

/// Writing fails halfway, as on a full disk.
#[test]
#[cfg(unix)]
fn a_full_disk() {
    let folder = tempdir().expect("a folder");
    let mut shell = Command::new("sh");
    let line =
        format!("trap '' XFSZ; ulimit -f 100; exec {} tables build {SET}", env!("CARGO_BIN_EXE_taquin"));
    shell.args(["-c", &line]).env("TAQUIN_TABLES", folder.path());
    let run = Run::new(shell.output().expect("there is a shell"));
    assert_eq!((run.code, count(&run, "built, not stored")), (2, 1), "{run:?}");
    assert!(run.err.contains("cannot keep the table"), "{run:?}");
    assert!(files(folder.path()).iter().all(|file| file.extension().is_some_and(|end| end == "lock")));
    tables(folder.path(), &["remove", "--all"]);
    assert!(files(folder.path()).is_empty());
}

#[test]
fn processes_at_once_build_each_table_once() {
    let folder = tempdir().expect("a folder");
    let start = |_| command(folder.path(), &["build", SET]).spawn().expect("it starts");
    let children: Vec<Child> = (0..4).map(start).collect();
    let runs: Vec<Run> =
        children.into_iter().map(|child| Run::new(child.wait_with_output().expect("it ends"))).collect();
    assert!(runs.iter().all(|run| run.code == 0), "{runs:?}");
    let built: usize = runs.iter().map(|run| count(run, "built, stored")).sum();
    let read: usize = runs.iter().map(|run| count(run, "on disk, intact")).sum();
    assert_eq!((built, read), (FILES, 3 * FILES));
    assert_eq!(files(folder.path()).len(), FILES);
}

/// Whenever it is killed: what has the name of a table is whole, and the next one goes on.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn killed_at_any_moment() {
    let folder = tempdir().expect("a folder");
    let folder = folder.path();
    for milliseconds in (0..400).step_by(20) {
        let mut child = command(folder, &["build", SET]).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        let check = tables(folder, &["check"]);
        assert_eq!(check.code, 0, "{check:?}");
        if milliseconds % 100 == 0 {
            let build = tables(folder, &["build", SET]);
            assert_eq!((build.code, build.out.contains("not stored")), (0, false), "{build:?}");
            assert_eq!(tables(folder, &["check"]).out.lines().count(), FILES);
            tables(folder, &["remove", "--all"]);
            assert!(files(folder).is_empty(), "{:?}", files(folder));
        }
    }
}

/// Another process builds and does not end: Ctrl-C works while waiting.
#[test]
#[cfg(unix)]
fn interrupted_while_waiting() {
    let folder = tempdir().expect("a folder");
    let lock = File::create(folder.path().join("perfect-2x3-blank0-single.taquin.lock")).expect("a file");
    lock.lock().expect("it can be locked");
    let mut child = command(folder.path(), &["build", "2x3"]).spawn().expect("it starts");
    let began = Instant::now();
    // The signal may arrive before the handler is installed; then the program ends without a message.
    std::thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().expect("it can be asked").is_none(), "it waits");
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(sent.success());
    let run = Run::new(child.wait_with_output().expect("it ends"));
    assert!(began.elapsed() < Duration::from_secs(20));
    assert!(run.code == 130 || run.code == -1, "{run:?}");
    assert_eq!(run.out, "");
    drop(lock);
    assert_eq!(tables(folder.path(), &["build", "2x3"]).code, 0);
}

/// The goals of a size are not compared with each other before its name is known to be wrong.
#[test]
fn sizes_without_tables_are_refused_at_once() {
    let folder = tempdir().unwrap();
    for command in ["check", "remove"] {
        let began = Instant::now();
        tables(folder.path(), &[command, "127x127"]).complains(&["is not the name of tables"]);
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    }
}

/// `tables build | head -1` builds all tables.
#[test]
#[cfg(unix)]
fn a_closed_pipe_does_not_end_the_build() {
    let folder = tempdir().unwrap();
    let mut build = command(folder.path(), &["build", "2x7-4-4-5"]);
    let mut build = build.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(build.stdout.take());
    assert!(build.wait().unwrap().success());
    assert_eq!(files(folder.path()).len(), 3);
}
