//! `cargo xtask torture [MINUTES] [SEED] [ATTACK…]`: attacks the program and reports every finding.
//!
//! Every attack is a file of `torture/` that makes one random attempt per call, from the seed and the number of the attempt
//! alone and in folders of its own, so a finding is reproduced with the same seed, as far as it does not depend on the moment
//! at which a process is killed. The attacks take turns until the time is over. An attempt has a
//! time limit of its own, and processes are ended by their number.

mod batches;
mod boards;
mod bombs;
mod clients;
mod command_lines;
mod forgery;
mod full_disk;
mod graded;
mod load;
mod memory;
mod program;
mod random;
mod signals;
mod tables;

use crate::Command;
use crate::failure::Failure;
use crate::results;
use crate::workspace::{cargo, run};
use program::{Profile, Program};
use random::Random;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

pub(crate) const COMMAND: Command = Command {
    name: "torture",
    arguments: "[MINUTES] [SEED] [ATTACK…]",
    about: "attack the program at random (1 minute; an hour or more writes results/)",
    run: |arguments| {
        let attacks = chosen(arguments.get(2..).unwrap_or_default())?;
        let number = |at: usize, default: u64| match arguments.get(at).map(|text| text.parse()) {
            None => Ok(default),
            Some(Ok(number)) => Ok(number),
            Some(Err(_)) => Err(Failure::Usage(format!("not a number: {}", arguments[at]))),
        };
        let minutes = number(0, 1)?;
        run(cargo().args(["build", "--release", "--package", "taquin-cli"]))?;
        let time = Duration::from_secs(60 * minutes);
        torture(&Program::new(Profile::Release)?, &attacks, time, number(1, 1)?)
    },
};

/// The time in `cargo xtask test`; a round that has begun is finished for the attack that is running.
const SHORT: Duration = Duration::from_secs(40);

/// Attacks the build that the tests have used, with every attack at least once.
pub(crate) fn short() -> Result<(), Failure> {
    // The same features as for the tests: `cargo build` leaves out those that only tests need, and would compile a third
    // of the dependencies and most of this project once more.
    run(cargo().args(["test", "--workspace", "--all-features", "--no-run", "--test", "program"]))?;
    torture(&Program::new(Profile::Debug)?, &chosen(&[])?, SHORT, 1)
}

/// A run of this long is kept in `results/`.
const KEPT: Duration = Duration::from_secs(60 * 60);

/// One attack: its name, what it promises, and one attempt.
struct Attack {
    name: &'static str,
    promise: &'static str,
    attempt: fn(&Program, &mut Random) -> Result<Attempt, String>,
}

/// What an attempt measured.
#[derive(Default)]
struct Attempt {
    /// How many things were tried.
    tries: u64,
    /// The worst measurement, with its unit: latency, memory, connections.
    worst: Option<(f64, &'static str)>,
    /// Whether this machine does not allow the attack.
    is_impossible: bool,
}

static ATTACKS: [Attack; 10] = [
    Attack {
        name: "command lines",
        promise: "every exit code is documented, nothing panics, nothing outlives its limits",
        attempt: command_lines::attempt,
    },
    Attack {
        name: "boards",
        promise: "optimal lengths and solvability agree with a plain breadth-first search",
        attempt: boards::attempt,
    },
    Attack {
        name: "tables",
        promise: "killed builds and damaged or forged files never change an answer",
        attempt: tables::attempt,
    },
    Attack {
        name: "batches",
        promise: "killed batches that share tables are resumed without a lost or wrong line",
        attempt: batches::attempt,
    },
    Attack {
        name: "full disk",
        promise: "a disk of 1 MB costs tables but no answer, and an incomplete output is an error",
        attempt: full_disk::attempt,
    },
    Attack {
        name: "signals",
        promise: "SIGINT and SIGTERM end a command within 200 ms at any moment (a busy machine may take longer)",
        attempt: signals::attempt,
    },
    Attack {
        name: "memory",
        promise: "searches, batches and recordings keep to --memory-limit, with 40 MB for the process itself",
        attempt: memory::attempt,
    },
    Attack {
        name: "parser bombs",
        promise: "texts of 8 MiB are read or refused within 700 MB of address space",
        attempt: bombs::attempt,
    },
    Attack {
        name: "graded programs",
        promise: "hostile programs end with the judge",
        attempt: graded::attempt,
    },
    Attack {
        name: "clients",
        promise: "/health and a message are answered beside idle, slow and malformed connections",
        attempt: clients::attempt,
    },
];

/// What an attack has found so far.
#[derive(Default)]
struct Tally {
    attempts: u64,
    tries: u64,
    time: Duration,
    worst: Option<(f64, &'static str)>,
    is_impossible: bool,
}

/// Returns the attacks with these names, or all of them if there are no names.
fn chosen(names: &[String]) -> Result<Vec<&'static Attack>, Failure> {
    if let Some(unknown) = names.iter().find(|name| ATTACKS.iter().all(|attack| attack.name != *name)) {
        let known: Vec<&str> = ATTACKS.iter().map(|attack| attack.name).collect();
        return Err(Failure::Usage(format!("unknown attack `{unknown}`; expected {}", known.join(", "))));
    }
    Ok(ATTACKS
        .iter()
        .filter(|attack| names.is_empty() || names.iter().any(|name| name == attack.name))
        .collect())
}

fn torture(program: &Program, attacks: &[&Attack], time: Duration, seed: u64) -> Result<(), Failure> {
    let end = Instant::now() + time;
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut findings = Vec::new();
    for round in 0.. {
        for attack in attacks {
            if round > 0 && Instant::now() >= end {
                return report(attacks, time, seed, &tallies, &findings);
            }
            let mut random = Random::new(seed, attack.name, round);
            let tally = tallies.entry(attack.name).or_default();
            tally.attempts += 1;
            let began = Instant::now();
            let made = (attack.attempt)(program, &mut random);
            tally.time += began.elapsed();
            match made {
                Ok(attempt) => {
                    tally.tries += attempt.tries;
                    tally.is_impossible |= attempt.is_impossible;
                    let worst = tally.worst.map_or(f64::NEG_INFINITY, |(worst, _)| worst);
                    tally.worst = attempt.worst.filter(|(value, _)| *value >= worst).or(tally.worst);
                }
                Err(what) => {
                    eprintln!("xtask: torture: {}, attempt {round} of seed {seed}: {what}", attack.name);
                    findings.push(format!("{}, attempt {round}: {what}", attack.name));
                }
            }
        }
    }
    Ok(())
}

fn report(
    attacks: &[&Attack],
    time: Duration,
    seed: u64,
    tallies: &BTreeMap<&str, Tally>,
    findings: &[String],
) -> Result<(), Failure> {
    let minutes = time.as_secs() / 60;
    let mut text = format!(
        "# `cargo xtask torture {minutes} {seed}`\n\ncommit {}, {}\n\n| attack | promise | attempts | tries | seconds | worst case |\n|---|---|---|---|---|---|\n",
        results::commit(),
        results::machine()
    );
    for Attack { name, promise, .. } in attacks {
        let Some(tally) = tallies.get(name) else { continue };
        let Tally { attempts, tries, time, worst, is_impossible } = tally;
        let worst = match worst {
            _ if *is_impossible => "not possible here".to_owned(),
            Some((value, unit)) => format!("{value:.0} {unit}"),
            None => "–".to_owned(),
        };
        // Writing to a string cannot fail.
        let _ =
            writeln!(text, "| {name} | {promise} | {attempts} | {tries} | {} | {worst} |", time.as_secs());
    }
    let _ = writeln!(text, "\n{} findings", findings.len());
    findings.iter().for_each(|finding| _ = writeln!(text, "- {finding}"));
    print!("{text}");
    if time >= KEPT && attacks.len() == ATTACKS.len() {
        results::write("torture.md", &text)?;
    }
    match findings.len() {
        0 => Ok(()),
        count => Err(Failure::Work(format!("{count} findings"))),
    }
}
