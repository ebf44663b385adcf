//! `cargo xtask fuzz`: coverage-guided fuzzing of every parser on stable Rust.
//!
//! cargo-fuzz needs a nightly compiler only for its sanitizers. Coverage alone, which is what guides libFuzzer,
//! is a pass that the stable compiler has too, and safe Rust has little use for the rest.

use crate::failure::Failure;
use crate::workspace::{cargo, root, run};
use crate::{Command, compiler};
use std::collections::VecDeque;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

pub(crate) const COMMAND: Command = Command {
    name: "fuzz",
    arguments: "[TARGET] [SECONDS | INPUT]",
    about: "fuzz all targets or one, 60 s each unless told; or replay an input",
    run: |arguments| Job::parse(arguments)?.run(),
};

/// The targets, each a file in `fuzz/fuzz_targets`, and how often `cargo xtask test` executes them: a number, not
/// a time, so that every machine tries the same inputs. `structured` writes and reads every notation each time.
const TARGETS: [(&str, u32); 4] =
    [("boards", 200_000), ("moves", 200_000), ("solutions", 200_000), ("structured", 5_000)];

/// How long a target is explored when nobody says.
const DEFAULT_SECONDS: u32 = 60;

/// Where a slow machine stops a short run all the same; four targets then stay within a minute.
const SMOKE_SECONDS: u32 = 15;

/// Coverage counters at every edge, a table of their places, and the operands of comparisons.
const INSTRUMENTATION: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    "-Cforce-frame-pointers=yes",
];

/// What libFuzzer says at its start when the instrumentation is there.
const INSTRUMENTED: &str = "inline 8-bit counters";

/// What libFuzzer says before the path of an input it kept because it failed.
const KEPT: &str = "Test unit written to ";

/// How much of libFuzzer's talk is shown when a quiet run fails.
const SHOWN_LINES: usize = 60;

/// A short run of every target with fixed random numbers, for `cargo xtask test`.
pub(crate) fn smoke() -> Result<(), Failure> {
    let folder = build(&target_names())?;
    for (target, runs) in TARGETS {
        // Below the build folder and emptied each time: the run starts from the seeds and nothing else.
        let corpus = root().join("fuzz/target/smoke").join(target);
        if corpus.exists() {
            fs::remove_dir_all(&corpus).map_err(|why| unusable(&corpus, &why))?;
        }
        let (runs, time) = (format!("-runs={runs}"), format!("-max_total_time={SMOKE_SECONDS}"));
        // libFuzzer lengthens its inputs slowly; at its own pace a short run would not get past a few bytes.
        let limits = [runs, time, "-seed=1".to_owned(), "-len_control=10".to_owned()];
        let last = explore(&folder, target, &corpus, &limits, Talk::Quiet)?;
        eprintln!("{target:<12} {last}");
    }
    Ok(())
}

/// What the command line asks for.
#[derive(Debug, PartialEq)]
enum Job {
    Explore { targets: Vec<&'static str>, seconds: u32 },
    Replay { target: &'static str, input: PathBuf },
}

impl Job {
    fn parse(arguments: &[String]) -> Result<Job, Failure> {
        let all = target_names();
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
                    // Kept from run to run, and outside version control.
                    let corpus = root().join("fuzz/corpus").join(target);
                    explore(&folder, target, &corpus, &[format!("-max_total_time={seconds}")], Talk::Loud)?;
                }
                Ok(())
            }
            Job::Replay { target, input } => {
                // libFuzzer takes a missing file for an empty corpus and would be content.
                let input = fs::canonicalize(&input).map_err(|why| unusable(&input, &why))?;
                let folder = build(&[target])?;
                run(process::Command::new(folder.join(target)).arg(input))
            }
        }
    }
}

fn target_names() -> Vec<&'static str> {
    TARGETS.iter().map(|(name, _)| *name).collect()
}

fn target(name: &str) -> Result<&'static str, Failure> {
    target_names().into_iter().find(|target| *target == name).ok_or_else(|| {
        Failure::Usage(format!("there is no fuzz target `{name}`; there are: {}", target_names().join(", ")))
    })
}

/// Compiles the targets with instrumentation and tells the folder of the programs.
fn build(targets: &[&str]) -> Result<PathBuf, Failure> {
    let host = compiler::host()?;
    let mut build = cargo();
    build.args(["build", "--release", "--manifest-path", "fuzz/Cargo.toml", "--target-dir", "fuzz/target"]);
    // With a named target the flags do not reach build scripts and procedural macros, which could not link.
    build.args(["--target", &host]);
    build.args(targets.iter().flat_map(|target| ["--bin", target]));
    // This variable wins over RUSTFLAGS, so flags meant for the main build do not mix in.
    run(build.env("CARGO_ENCODED_RUSTFLAGS", INSTRUMENTATION.join("\u{1f}")))?;
    Ok(root().join("fuzz/target").join(host).join("release"))
}

/// Whether libFuzzer's output is shown as it comes.
#[derive(Clone, Copy, PartialEq)]
enum Talk {
    Quiet,
    Loud,
}

/// Runs a target from its seeds and what `corpus` holds, adds to `corpus`, and tells the final tally.
fn explore(
    folder: &Path,
    target: &str,
    corpus: &Path,
    limits: &[String],
    talk: Talk,
) -> Result<String, Failure> {
    let artifacts = Path::new("fuzz/artifacts").join(target);
    for path in [corpus, &root().join(&artifacts)] {
        fs::create_dir_all(path).map_err(|why| unusable(path, &why))?;
    }
    let mut fuzzer = process::Command::new(folder.join(target));
    fuzzer.current_dir(root()).args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=4096"]).args(limits);
    fuzzer.arg(format!("-artifact_prefix={}/", artifacts.display())).arg(corpus);
    // libFuzzer writes only to the first folder: the seeds stay as they are.
    let seeds = Path::new("fuzz/seeds").join(target);
    if root().join(&seeds).is_dir() {
        fuzzer.arg(seeds);
    }
    let transcript = Transcript::of(&mut fuzzer, talk)
        .map_err(|why| Failure::Work(format!("fuzz target `{target}` could not be run: {why}")))?;
    if !transcript.status.success() {
        return Err(Failure::Work(transcript.explain(target)));
    }
    if !transcript.instrumented {
        return Err(Failure::Work(format!(
            "fuzz target `{target}` was built without coverage, so it only guessed: \
             does this compiler still have the pass `sancov-module`?"
        )));
    }
    Ok(transcript.tally)
}

/// What libFuzzer said and how it ended.
struct Transcript {
    status: process::ExitStatus,
    instrumented: bool,
    /// The last line of statistics.
    tally: String,
    /// The input that failed.
    kept: Option<String>,
    /// The last lines, unless they were shown already.
    unseen: VecDeque<String>,
}

impl Transcript {
    fn of(fuzzer: &mut process::Command, talk: Talk) -> io::Result<Transcript> {
        let mut child = fuzzer.stdin(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let (mut instrumented, mut tally, mut kept) = (false, String::new(), None);
        let mut unseen = VecDeque::new();
        if let Some(errors) = child.stderr.take() {
            for line in BufReader::new(errors).split(b'\n') {
                let line = String::from_utf8_lossy(&line?).into_owned();
                instrumented |= line.contains(INSTRUMENTED);
                if let Some((_, path)) = line.split_once(KEPT) {
                    kept = Some(path.trim().to_owned());
                }
                if let Some((runs, counts)) = line.split_once("\tDONE") {
                    tally = format!("{} runs, {}", runs.trim_start_matches('#'), counts.trim());
                }
                match talk {
                    Talk::Loud => eprintln!("{line}"),
                    Talk::Quiet => unseen.push_back(line),
                }
                if unseen.len() > SHOWN_LINES {
                    unseen.pop_front();
                }
            }
        }
        Ok(Transcript { status: child.wait()?, instrumented, tally, kept, unseen })
    }

    fn explain(self, target: &str) -> String {
        let mut text: String = self.unseen.into_iter().map(|line| line + "\n").collect();
        text += &format!("fuzz target `{target}` ended with {}", self.status);
        if let Some(input) = self.kept {
            text += &format!("\n  the input:  {input}\n  once more:  cargo xtask fuzz {target} {input}");
        }
        text
    }
}

fn unusable(path: &Path, why: &io::Error) -> Failure {
    Failure::Work(format!("{} cannot be used: {why}", path.display()))
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
        assert_eq!(parse(""), explore(&target_names(), DEFAULT_SECONDS));
        assert_eq!(parse("300"), explore(&target_names(), 300));
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
        assert_eq!(files, TARGETS.map(|(target, _)| format!("{target}.rs")));
    }
}
