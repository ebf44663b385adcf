//! `cargo xtask fuzz`: coverage-guided fuzzing of everything that reads input, on stable Rust.
//!
//! cargo-fuzz needs a nightly compiler only for its sanitizers, which find little in safe Rust. The coverage pass that
//! guides libFuzzer is part of the stable compiler.

use crate::failure::Failure;
use crate::workspace::{cargo, root, run};
use crate::{Command, compiler};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

pub(crate) const COMMAND: Command = Command {
    name: "fuzz",
    arguments: "[TARGET] [SECONDS | INPUT]",
    about: "fuzz all targets or one, 60 s each by default, or replay an input",
    run: |arguments| Job::parse(arguments)?.run(),
};

/// The targets, each a file in `fuzz/fuzz_targets`.
const TARGETS: [&str; 9] = [
    "audit_tables",
    "benchmarks",
    "boards",
    "catalogues",
    "messages",
    "moves",
    "solutions",
    "structured",
    "tables",
];

/// The default time for each target.
const DEFAULT_SECONDS: u32 = 60;

/// Coverage counters at every edge, a table of their addresses, and the operands of comparisons.
const INSTRUMENTATION: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    "-Cforce-frame-pointers=yes",
];

/// libFuzzer prints this at its start if the program is instrumented.
const INSTRUMENTED: &str = "inline 8-bit counters";

/// libFuzzer prints this before the path of an input that failed.
const KEPT: &str = "Test unit written to ";

/// Checks that the targets compile, for `cargo xtask test`.
///
/// Building them takes minutes: instrumented searches, and libFuzzer in C++. The test `fuzz_seeds` of the program calls the
/// same functions in the build of the other tests, with all seeds and with variants of them.
pub(crate) fn check() -> Result<(), Failure> {
    let mut check = cargo();
    check.args(["check", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "fuzz/target"]);
    run(check.args(["--all-targets", "--no-default-features"]))
}

/// The parsed command line.
#[derive(Debug, PartialEq)]
enum Job {
    Explore { targets: Vec<&'static str>, seconds: u32 },
    Replay { target: &'static str, input: PathBuf },
}

impl Job {
    fn parse(arguments: &[String]) -> Result<Job, Failure> {
        let all = TARGETS.to_vec();
        match arguments {
            [] => Ok(Job::Explore { targets: all, seconds: DEFAULT_SECONDS }),
            [only] => match only.parse() {
                Ok(seconds) => Ok(Job::Explore { targets: all, seconds }),
                Err(_) => Ok(Job::Explore { targets: vec![target(only)?], seconds: DEFAULT_SECONDS }),
            },
            [name, second] => match second.parse() {
                Ok(seconds) => Ok(Job::Explore { targets: vec![target(name)?], seconds }),
                Err(_) => Ok(Job::Replay { target: target(name)?, input: PathBuf::from(second) }),
            },
            [_, _, third, ..] => Err(Failure::Usage(format!("unexpected argument `{third}`"))),
        }
    }

    fn run(self) -> Result<(), Failure> {
        compiler::cpp()?;
        match self {
            Job::Explore { targets, seconds } => {
                let folder = build(&targets)?;
                for target in targets {
                    // Kept between runs, and ignored by git.
                    let corpus = root().join("fuzz/corpus").join(target);
                    explore(&folder, target, &corpus, seconds)?;
                }
                Ok(())
            }
            Job::Replay { target, input } => {
                // libFuzzer treats a missing file as an empty corpus and succeeds.
                let input = fs::canonicalize(&input).map_err(|why| unusable(&input, &why))?;
                let folder = build(&[target])?;
                run(process::Command::new(folder.join(target)).arg(input))
            }
        }
    }
}

fn target(name: &str) -> Result<&'static str, Failure> {
    TARGETS.into_iter().find(|target| *target == name).ok_or_else(|| {
        Failure::Usage(format!("unknown fuzz target `{name}`; expected {}", TARGETS.join(", ")))
    })
}

/// Compiles the targets with instrumentation and returns the folder of the programs.
fn build(targets: &[&str]) -> Result<PathBuf, Failure> {
    let host = compiler::host()?;
    let mut build = cargo();
    build.args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "fuzz/target"]);
    // With an explicit target the flags do not apply to build scripts and procedural macros, which would fail to link.
    build.args(["--target", &host]);
    build.args(targets.iter().flat_map(|target| ["--bin", target]));
    // This variable overrides RUSTFLAGS, which may hold flags for the main build.
    run(build.env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENTATION.join("\u{1f}")))?;
    Ok(root().join("fuzz/target").join(host).join("release"))
}

/// Runs a target from its seeds and the inputs in `corpus`, and adds new inputs to `corpus`.
fn explore(folder: &Path, target: &str, corpus: &Path, seconds: u32) -> Result<(), Failure> {
    let artifacts = Path::new("fuzz/artifacts").join(target);
    for path in [corpus, &root().join(&artifacts)] {
        fs::create_dir_all(path).map_err(|why| unusable(path, &why))?;
    }
    let mut fuzzer = process::Command::new(folder.join(target));
    fuzzer.current_dir(root()).args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"]);
    fuzzer.arg(format!("-max_total_time={seconds}"));
    fuzzer.arg(format!("-artifact_prefix={}/", artifacts.display())).arg(corpus);
    // libFuzzer writes only to the first folder: the seeds stay as they are.
    let seeds = Path::new("fuzz/seeds").join(target);
    if root().join(&seeds).is_dir() {
        fuzzer.arg(seeds);
    }
    let transcript = Transcript::of(&mut fuzzer)
        .map_err(|why| Failure::Work(format!("fuzz target `{target}` cannot be started: {why}")))?;
    if !transcript.status.success() {
        return Err(Failure::Work(transcript.explain(target)));
    }
    if !transcript.instrumented {
        return Err(Failure::Work(format!(
            "fuzz target `{target}` was built without coverage instrumentation: \
             does this compiler still have the pass `sancov-module`?"
        )));
    }
    Ok(())
}

/// The output and exit status of libFuzzer.
struct Transcript {
    status: process::ExitStatus,
    instrumented: bool,
    /// The input that failed.
    kept: Option<String>,
}

impl Transcript {
    /// Runs libFuzzer and prints its output.
    fn of(fuzzer: &mut process::Command) -> io::Result<Transcript> {
        let mut child = fuzzer.stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let (mut instrumented, mut kept) = (false, None);
        if let Some(errors) = child.stderr.take() {
            for line in BufReader::new(errors).split(b'\n') {
                let line = String::from_utf8_lossy(&line?).into_owned();
                instrumented |= line.contains(INSTRUMENTED);
                if let Some((_, path)) = line.split_once(KEPT) {
                    kept = Some(path.trim().to_owned());
                }
                eprintln!("{line}");
            }
        }
        Ok(Transcript { status: child.wait()?, instrumented, kept })
    }

    fn explain(self, target: &str) -> String {
        let mut text = format!("fuzz target `{target}` failed: {}", self.status);
        if let Some(input) = self.kept {
            text += &format!("\n  input:   {input}\n  replay:  cargo xtask fuzz {target} {input}");
        }
        text
    }
}

fn unusable(path: &Path, why: &io::Error) -> Failure {
    Failure::Work(format!("{}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Job, Failure> {
        Job::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn target_seconds_and_input_are_told_apart() {
        let explore =
            |targets: &[&'static str], seconds| Ok(Job::Explore { targets: targets.to_vec(), seconds });
        assert_eq!(parse(""), explore(&TARGETS, DEFAULT_SECONDS));
        assert_eq!(parse("300"), explore(&TARGETS, 300));
        assert_eq!(parse("moves"), explore(&["moves"], DEFAULT_SECONDS));
        assert_eq!(parse("moves 5"), explore(&["moves"], 5));
        assert_eq!(parse("moves crash-1"), Ok(Job::Replay { target: "moves", input: "crash-1".into() }));
    }

    #[test]
    fn a_wrong_call_is_a_usage_failure() {
        for line in ["move", "move 5", "moves 5 6"] {
            assert!(matches!(parse(line), Err(Failure::Usage(_))), "{line}");
        }
    }

    #[test]
    fn every_target_has_its_file_and_every_file_is_a_target() {
        let listing = fs::read_dir(root().join("fuzz/fuzz_targets")).expect("the folder exists");
        let mut files: Vec<_> = listing
            .map(|file| file.expect("it is readable").file_name().into_string().expect("ASCII"))
            .collect();
        files.sort();
        assert_eq!(files, TARGETS.map(|target| format!("{target}.rs")));
    }
}
