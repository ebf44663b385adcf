//! `taquin grade --submissions`: many students, some of them hostile, and runs that are interrupted.

use crate::json::described;
use crate::run::{Run, program, taquin};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A folder with submissions.
struct Class {
    folder: TempDir,
}

impl Class {
    fn new(students: &[(&str, &str)]) -> Class {
        let class = Class { folder: tempfile::tempdir().expect("a folder") };
        fs::create_dir(class.submissions()).expect("a folder");
        students.iter().for_each(|(name, script)| class.hand_in(name, script));
        class
    }

    fn submissions(&self) -> PathBuf {
        self.folder.path().join("homework")
    }

    fn reports(&self) -> PathBuf {
        self.folder.path().join("homework-reports")
    }

    fn hand_in(&self, name: &str, script: &str) {
        let path = self.submissions().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, script).expect("a file");
    }

    /// The command that grades the class on two boards, one of them unsolvable.
    fn command(&self, options: &[&str]) -> Command {
        let mut command = program();
        command.args(["grade", "0 1 3/4 2 5/7 8 6", "1 2 3/4 5 6/8 7 0", "--submissions"]);
        command.arg(self.submissions()).args(options).args(["--", "sh", "{submission}", "{}"]);
        command
    }

    fn grade(&self, options: &[&str]) -> Run {
        Run::new(self.command(options).output().expect("the program starts"))
    }

    fn summary(&self) -> Vec<String> {
        let text = fs::read_to_string(self.reports().join("summary.csv")).expect("a summary");
        text.lines().map(str::to_owned).collect()
    }

    /// The first two columns of the summary.
    fn points(&self) -> Vec<(String, String)> {
        let lines = self.summary().into_iter().skip(1);
        let cells = lines.map(|line| line.split(',').take(2).map(str::to_owned).collect::<Vec<_>>());
        cells.map(|mut cells| (cells.remove(0), cells.remove(0))).collect()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.reports().join(name)).expect("a report")
    }
}

/// Answers both boards; the second line of the board tells which.
const RIGHT: &str =
    "echo Solving...; if grep -q '8 *7 *0' \"$1\"; then echo No solution.; else echo LULU; fi";

fn is(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, points)| ((*name).to_owned(), (*points).to_owned())).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn every_kind_of_student() {
    let class = Class::new(&[
        ("dora.sh", RIGHT),
        ("Carl.sh", "sleep 6694"),
        ("bob.sh", "echo '<script>alert(1)</script> & '; echo 'Trace<back>' >&2; exit 1"),
        ("ann.sh", "yes"),
        ("eve.sh", "kill -9 $PPID; sleep 6694"),
        ("=1+1.sh", "echo None"),
        (".hidden", "exit"),
    ]);
    let run = class.grade(&["--time-limit", "1s"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("the summary is in ") && run.err.contains("summary.html"), "{run:?}");
    let wanted = [
        ("'=1+1.sh", "4"),
        ("ann.sh", "0"),
        ("bob.sh", "0"),
        ("Carl.sh", "0"),
        ("dora.sh", "8"),
        ("eve.sh", "0"),
    ];
    assert_eq!(class.points(), is(&wanted));
    assert!(
        class.summary()[6].contains("the process that ran the program ended early"),
        "{:?}",
        class.summary()
    );
    assert!(class.summary()[4].contains("time: "), "{:?}", class.summary());
    let names: Vec<&str> =
        run.out.lines().skip(1).take(6).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, ["=1+1.sh", "ann.sh", "bob.sh", "Carl.sh", "dora.sh", "eve.sh"]);
    // What students write cannot break out of the page.
    for page in ["summary.html", "students/bob.sh.html"] {
        let page = class.read(page);
        assert!(!page.contains("<script") && !page.contains("Trace<back>"), "{page}");
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("default-src 'none'"), "{page}");
    }
    assert!(class.read("students/bob.sh.html").contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp;"));
    assert!(class.read("summary.html").contains("<a href=\"students/%3D1%2B1.sh.html\">=1+1.sh</a>"));
    // Chatter is named.
    assert!(class.read("students/dora.sh.json").contains("ignored 1 line \\\"Solving...\\\""));
    assert!(!crate::grade::is_alive("6694"));
}

#[test]
fn continued_where_it_was() {
    let class = Class::new(&[]);
    let log = class.folder.path().join("log");
    let script = |name: &str| format!("echo {name} >> '{}'; {RIGHT}", log.display());
    for name in ["ann", "bob", "carl"] {
        class.hand_in(&format!("{name}.sh"), &script(name));
    }
    let ran = || {
        let text = fs::read_to_string(&log).unwrap_or_default();
        fs::write(&log, "").expect("a file");
        let mut names: Vec<String> = text.lines().map(str::to_owned).collect();
        names.sort();
        names.dedup();
        names.join(" ")
    };
    assert_eq!((class.grade(&[]).code, ran().as_str()), (0, "ann bob carl"));
    let before = class.read("students/ann.sh.json");
    // Never by accident.
    class.grade(&[]).complains(&["homework-reports: has reports already", "hint: add --resume"]);
    let again = class.grade(&["--resume"]);
    assert_eq!((again.code, ran().as_str()), (0, ""), "{again:?}");
    assert_eq!(class.read("students/ann.sh.json"), before);
    // A new version, a new student, a lost and a damaged report.
    class.hand_in("ann.sh", &format!("{}\n", script("ann")));
    class.hand_in("dora.sh", &script("dora"));
    fs::write(class.reports().join("students/bob.sh.json"), &before[..before.len() / 2]).expect("a file");
    assert_eq!((class.grade(&["--resume"]).code, ran().as_str()), (0, "ann bob dora"));
    assert_eq!(class.points().len(), 4);
    assert!(class.points().iter().all(|(_, points)| points == "8"), "{:?}", class.points());
    // Other settings.
    let changed = class.grade(&["--resume", "--any-length"]);
    assert!(changed.err.contains("the settings have changed"), "{changed:?}");
    assert_eq!(ran(), "ann bob carl dora");
}

/// Waits for a file that a student's program writes, and stops the class with a signal.
#[cfg(target_os = "linux")]
fn stopped(class: &Class, mark: &Path, signal: &str) -> Run {
    use std::process::Stdio;
    let mut command = class.command(&["--threads", "1", "--time-limit", "5m"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    while !mark.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(kill.expect("there is kill").success());
    Run::new(child.wait_with_output().expect("it ends"))
}

#[test]
#[cfg(target_os = "linux")]
fn interrupted_and_killed() {
    for (signal, mark) in [("-INT", "6695"), ("-KILL", "6696")] {
        let class = Class::new(&[("ann.sh", RIGHT), ("carl.sh", RIGHT)]);
        let started = class.folder.path().join("started");
        class.hand_in("bob.sh", &format!("touch '{}'; sleep {mark}", started.display()));
        let run = stopped(&class, &started, signal);
        if signal == "-INT" {
            assert_eq!(run.code, 130, "{run:?}");
            assert!(run.err.contains("interrupted after 1 of 3 submissions\nhint: "), "{run:?}");
            assert_eq!(class.points(), is(&[("ann.sh", "8"), ("bob.sh", ""), ("carl.sh", "")]));
        }
        // The worker notices that nobody waits for it, and ends the program.
        let began = std::time::Instant::now();
        while crate::grade::is_alive(mark) {
            assert!(began.elapsed().as_secs() < 60, "the program survived");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let names = fs::read_dir(class.reports().join("students")).expect("a folder").flatten();
        for file in names.filter(|file| file.path().extension().is_some_and(|ending| ending == "json")) {
            let text = fs::read_to_string(file.path()).expect("a report");
            assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
        }
        class.hand_in("bob.sh", RIGHT);
        let run = class.grade(&["--resume"]);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(class.points(), is(&[("ann.sh", "8"), ("bob.sh", "8"), ("carl.sh", "8")]));
    }
}

/// A folder is the directory of its program, which runs in a copy.
#[test]
fn folders_are_prepared() {
    let class = Class::new(&[("ann/src/main.txt", "LULU"), ("bob/other.txt", "x")]);
    let run = |options: &[&str]| {
        let mut command = program();
        command.args(["grade", "0 1 3/4 2 5/7 8 6", "--submissions"]).arg(class.submissions());
        command.args(["--prepare", "cp src/main.txt built && echo made >&2"]).args(options);
        Run::new(command.args(["--", "cat", "built"]).output().expect("the program starts"))
    };
    let text = run(&[]);
    assert_eq!(text.code, 0, "{text:?}");
    assert_eq!(class.points(), is(&[("ann", "4"), ("bob", "0")]));
    assert!(class.summary()[2].contains("the preparation failed: exit status: 1"), "{:?}", class.summary());
    assert!(class.read("students/bob.html").contains("src/main.txt"));
    assert!(!class.submissions().join("ann/built").exists());
    let object = described("class", &run(&["--resume", "--json"]));
    assert_eq!((&object["kind"], &object["submissions"][0]["points"]), (&"class".into(), &4.into()));
    assert!(
        object["submissions"][1]["problem"].as_str().is_some_and(|why| why.starts_with("the preparation"))
    );
    let csv = run(&["--resume", "--format", "csv"]);
    assert_eq!(csv.out, class.read("summary.csv"));
}

#[test]
fn bad_classes() {
    let class = Class::new(&[]);
    class
        .grade(&[])
        .complains(&["no submissions", "hint: give a folder with one file or folder per student"]);
    class.hand_in("ann.sh", RIGHT);
    let path = class.submissions();
    let path = path.to_str().expect("a plain name");
    taquin(&["grade", "1 2/0 3", "--submissions", path, "--", "cat"])
        .complains(&["has no {submission} for ann.sh", "hint: "]);
    taquin(&["grade", "1 2/0 3", "--submissions", "missing-folder", "--", "cat"])
        .complains(&["missing-folder"]);
    taquin(&["grade", "1 2/0 3", "--resume", "--", "cat"]).complains(&["--submissions"]);
    taquin(&["grade", "1 2/0 3", "--submissions", path, "--format", "junit", "--", "cat", "{submission}"])
        .complains(&["--format junit: not supported with --submissions"]);
    let run =
        taquin(&["grade", "1 2/0 3", "--submissions", path, "--", "taquin-no-such-program", "{submission}"]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("no submission could be graded: cannot start the program"), "{run:?}");
    let worker = crate::run::taquin_reading("{}\n", &["grade", "--worker"]);
    worker.complains(&["--worker: not a job"]);
}

/// Programs that run at the same time have different cores.
#[test]
#[cfg(target_os = "linux")]
fn cores_of_their_own() {
    let script = "grep Cpus_allowed_list /proc/self/status >> \"$LOG\"; sleep 0.3; echo LULU";
    let class = Class::new(&[("ann.sh", script), ("bob.sh", script)]);
    let log = class.folder.path().join("log");
    let run = class.command(&["--threads", "2"]).env("LOG", &log).output().expect("the program starts");
    assert_eq!(Run::new(run).code, 0);
    let text = fs::read_to_string(&log).expect("a log");
    let mut lists: Vec<&str> = text.lines().collect();
    assert_eq!(lists.len(), 4);
    lists.sort_unstable();
    lists.dedup();
    let wanted = if std::thread::available_parallelism().is_ok_and(|cores| cores.get() >= 2) { 2 } else { 1 };
    assert_eq!(lists.len(), wanted, "{text}");
}

/// Reports never replace or delete other files.
#[test]
fn other_files_survive() {
    let class = Class::new(&[("students/ann.sh", RIGHT), ("students/bob.json", "{}")]);
    let course = class.submissions();
    let submissions = course.join("students");
    let grade = |reports: &Path, options: &[&str]| {
        let mut command = program();
        command.args(["grade", "0 1 3/4 2 5/7 8 6", "--submissions"]).arg(&submissions);
        command.arg("--reports").arg(reports).args(options).args(["--", "sh", "{submission}", "{}"]);
        Run::new(command.output().expect("the program starts"))
    };
    for reports in [course.clone(), submissions.clone(), submissions.join("new"), course.join("./students/.")]
    {
        grade(&reports, &[]).complains(&["--reports", "would write among the submissions", "hint: choose"]);
        grade(&reports, &["--resume"]).complains(&["would write among the submissions"]);
    }
    assert!(!submissions.join("new").exists());
    let other = class.folder.path().join("other");
    fs::create_dir_all(other.join("students")).expect("a folder");
    fs::write(other.join("students/notes.txt"), "x").expect("a file");
    for options in [&[][..], &["--resume"]] {
        grade(&other, options).complains(&["students/ has other files than reports", "hint: choose"]);
    }
    fs::write(other.join("settings.json"), "{}").expect("a file");
    grade(&other, &["--resume"]).complains(&["settings.json was not written by"]);
    assert_eq!(fs::read_to_string(other.join("settings.json")).expect("a file"), "{}");
    // Other settings delete only reports, also those about submissions that are gone.
    let reports = class.folder.path().join("reports");
    assert_eq!(grade(&reports, &[]).code, 0);
    let report = |name: &str| reports.join("students").join(name);
    fs::write(report("notes.json"), "{}").expect("a file");
    fs::remove_file(submissions.join("bob.json")).expect("it is there");
    assert!(report("bob.json.html").exists());
    assert_eq!(grade(&reports, &["--resume", "--any-length"]).code, 0);
    assert!(report("notes.json").exists() && report("ann.sh.json").exists());
    assert!(!report("bob.json.html").exists() && !report("bob.json.json").exists());
    assert_eq!(fs::read_to_string(submissions.join("ann.sh")).expect("a file"), RIGHT);
}

/// A program that writes the worker's report and kills the worker has no points, and its files are deleted.
#[test]
#[cfg(target_os = "linux")]
fn forged_reports() {
    let board = r#"{"name":"x","points":4,"verdict":"right","reason":"","seconds":0,"ignored":[],"answer":"","stderr":""}"#;
    let report = format!(r#"{{"problem":null,"stderr":"","grades":{{"boards":[{board},{board}]}}}}"#);
    let class = Class::new(&[
        ("eve.sh", &format!("echo '{report}' >/proc/$PPID/fd/1; kill -9 $PPID; sleep 6697")),
        ("mallory.sh", &format!("echo '{report}' >/proc/$PPID/fd/1; {RIGHT}")),
    ]);
    let temporary = class.folder.path().join("tmp");
    fs::create_dir(&temporary).expect("a folder");
    let run = class.command(&[]).env("TMPDIR", &temporary).output().expect("the program starts");
    // All submissions have problems, but not the same.
    let run = Run::new(run);
    assert_eq!(class.points(), is(&[("eve.sh", "0"), ("mallory.sh", "0")]), "{run:?}");
    assert!(class.summary()[1].contains("ended early (signal: 9"), "{:?}", class.summary());
    assert!(!crate::grade::is_alive("6697"));
    assert_eq!(fs::read_dir(&temporary).expect("a folder").count(), 0);
}

/// Saved reports are files, which can claim any number of points; their sums do not overflow.
#[test]
#[cfg(unix)]
fn saved_points_of_any_size() {
    let class = Class::new(&[("ann.sh", RIGHT), ("bob.sh", RIGHT)]);
    class.grade(&[]);
    for name in ["students/ann.sh.json", "students/bob.sh.json"] {
        let path = class.reports().join(name);
        let report = fs::read_to_string(&path).expect("a file");
        let forged = report.replace("\"points\": 4,", "\"points\": 4294967295,");
        assert_ne!(forged, report);
        fs::write(&path, forged).expect("it can be written");
    }
    let run = class.grade(&["--resume"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(class.points(), is(&[("ann.sh", "4294967295"), ("bob.sh", "4294967295")]));
}

/// A worker that its program keeps from ending is killed after its time, and the others are graded.
#[test]
#[cfg(target_os = "linux")]
fn a_worker_has_a_deadline() {
    let class = Class::new(&[("ann.sh", "echo LULU"), ("eve.sh", "kill -STOP $PPID; sleep 6699")]);
    let began = std::time::Instant::now();
    let run = class.grade(&["--worker-time", "3s"]);
    assert!(began.elapsed().as_secs() < 60);
    assert_eq!(run.code, 0, "{run:?}");
    // A remark is whole where it is not for a terminal.
    assert!(run.out.contains("the process that ran the program did not end within 3s"), "{run:?}");
    assert_eq!(class.points(), is(&[("ann.sh", "4"), ("eve.sh", "0")]));
    assert!(!crate::grade::is_alive("6699"));
}

/// What is saved with the reports is described by the schema.
#[test]
fn saved_files_have_a_kind() {
    let class = Class::new(&[("ann.sh", "echo LULU")]);
    class.grade(&[]);
    for (name, kind) in [("settings.json", "settings"), ("students/ann.sh.json", "submission")] {
        let text = fs::read_to_string(class.reports().join(name)).expect("a file");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        crate::json::accepted(&value);
        assert_eq!(value["kind"], kind);
    }
}

/// A program that stops its worker does not keep Ctrl-C from ending the class.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
#[cfg(target_os = "linux")]
fn a_stopped_worker_is_killed() {
    let class = Class::new(&[]);
    let started = class.folder.path().join("started");
    class.hand_in("eve.sh", &format!("kill -STOP $PPID; touch '{}'; sleep 6698", started.display()));
    let began = std::time::Instant::now();
    let run = stopped(&class, &started, "-INT");
    assert_eq!(run.code, 130, "{run:?}");
    assert!(began.elapsed().as_secs() < 60);
    assert!(!crate::grade::is_alive("6698"));
}

/// Long names, links and pipes are the problem of one student at most.
#[test]
#[cfg(unix)]
fn awkward_submissions() {
    let long = format!("{}.sh", "é".repeat(120));
    let class = Class::new(&[("ann.sh", RIGHT), (&long, RIGHT)]);
    std::os::unix::fs::symlink("/", class.submissions().join("link")).expect("a link");
    let made = Command::new("mkfifo").arg(class.submissions().join("pipe")).status();
    assert!(made.expect("there is mkfifo").success());
    let run = class.grade(&[]);
    assert_eq!(run.code, 0, "{run:?}");
    let wanted = [("ann.sh", "8"), ("link", "0"), ("pipe", "0"), (&long, "8")];
    assert_eq!(class.points(), is(&wanted));
    for line in [2, 3] {
        assert!(
            class.summary()[line].contains("neither a regular file nor a folder"),
            "{:?}",
            class.summary()
        );
    }
    let log = class.read("summary.html");
    let link = log.split('"').find(|text| text.starts_with("students/%C3%A9")).expect("a link");
    assert!(link.ends_with(".html") && link.contains('~'), "{link}");
    let before = class.read("students/ann.sh.json");
    assert_eq!(class.grade(&["--resume"]).code, 0);
    assert_eq!(class.read("students/ann.sh.json"), before);
}
