//! `taquin bench`: methods side by side on named suites of boards.
//!
//! From arguments to numbers: a [`Contestant`] is read from `--method` and made ready as an entrant with tables of its
//! own; the race lets entrants take turns on the boards of a suite and gives a contest, which is numbers only; table,
//! JSON and chart show it.

mod chart;
mod earlier;
mod entrant;
mod json;
mod machine;
mod measurement;
mod race;
mod signature;
mod suite;
mod table;

pub(crate) use suite::SuiteName;

use crate::args::{BenchArgs, BenchForm};
use crate::commands;
use crate::commands::contestant::Contestant;
use crate::exit::{Exit, Failure};
use crate::output::{self, talk};
use crate::progress;
use crate::whole_file::WholeFile;
use clap::ValueEnum;
use earlier::{Comparison, Earlier};
use entrant::{Entrant, Shelf};
use machine::Machine;
use measurement::{Contest, Entry};
use race::Race;
use signature::{Line, NoSignature};
use std::ffi::OsStr;
use std::io::{self, Write};
use suite::Suite;
use taquin::Metric;

pub(crate) fn run(args: &BenchArgs, folder: Option<&OsStr>) -> Result<Exit, Failure> {
    if args.list {
        return Ok(list(&mut output::stdout()).map(|()| Exit::Success)?);
    }
    let suites = suites(args)?;
    if args.signature {
        return sign(args, &suites);
    }
    if args.chart.is_some() && suites.len() > 1 {
        return Err(Failure::input("--chart: one chart shows one suite"));
    }
    if args.against.is_some() && args.output == BenchForm::Csv {
        return Err(Failure::input("--against goes with --output text, markdown or json"));
    }
    let earlier = args.against.as_deref().map(Earlier::read).transpose()?;
    let limits = commands::limits(&args.limits, None);
    let mut races = Vec::new();
    for suite in &suites {
        let mut contestants = Vec::new();
        for contestant in contestants_of(args, suite)? {
            let requests = Entrant::requests(&contestant, suite)?;
            contestants.push((contestant, requests));
        }
        let (repeat, shelf) = (args.repeat.get(), Shelf::Folder(folder));
        races.push(Race { suite, contestants, repeat, shelf, limits: limits.clone() });
    }
    let save = args.save.as_deref().map(WholeFile::reserve).transpose()?;
    let picture = args.chart.as_ref().map(|picture| Ok::<_, Failure>((picture, picture.reserve()?)));
    let picture = picture.transpose()?;
    progress::catch_interrupts();
    let mut contests: Vec<Contest> = Vec::new();
    for race in races {
        if !progress::was_interrupted() {
            contests.push(race.run());
        }
    }
    let report = Report::new(&contests, earlier.as_ref());
    // Whoever closed the pipe may still want the files.
    let printed = report.print(args.output);
    tell(&contests);
    if let Some(file) = save {
        file.write(format!("{}\n", report.object()).as_bytes())?;
    }
    // A chart of a part would be taken for the whole.
    if let (Some((picture, file)), [contest]) = (picture, &contests[..])
        && contest.is_complete()
    {
        picture.draw(file, &chart::chart(contest))?;
        talk(format_args!("taquin: drawn in {}", picture.name().display()));
    }
    printed?;
    Ok(exit(&contests))
}

fn suites(args: &BenchArgs) -> Result<Vec<Suite>, Failure> {
    if let Some((_, twice)) =
        (1..).zip(&args.suites).find(|(index, name)| args.suites[*index..].contains(name))
    {
        return Err(Failure::input(format_args!("{} is named twice", Suite::new(*twice).name)));
    }
    let names = if args.suites.is_empty() { &[SuiteName::Small][..] } else { &args.suites };
    Ok(names.iter().map(|&name| Suite::new(name)).collect())
}

/// The methods that were named, or else those of the suite.
fn contestants_of(args: &BenchArgs, suite: &Suite) -> Result<Vec<Contestant>, Failure> {
    let named: Vec<Contestant> = if args.methods.is_empty() {
        let read = suite.methods.iter().map(|method| Contestant::read(method));
        read.collect::<Result<_, _>>().map_err(Failure::input)?
    } else {
        args.methods.clone()
    };
    let mut contestants: Vec<Contestant> = Vec::new();
    for contestant in named {
        let contestant = contestant.with_default_threads(args.threads);
        if contestants.iter().any(|other| other.to_string() == contestant.to_string()) {
            return Err(Failure::input(format_args!("--method {contestant} is named twice")));
        }
        contestants.push(contestant);
    }
    Ok(contestants)
}

/// The suites and their methods.
fn list(out: &mut dyn Write) -> io::Result<()> {
    for &name in SuiteName::value_variants() {
        let suite = Suite::new(name);
        writeln!(out, "{:<10} {:>4} boards  {}", suite.name, suite.puzzles.len(), suite.title)?;
        for (index, method) in suite.methods.iter().enumerate() {
            writeln!(out, "{:<10} {} {method}", "", if index == 0 { "methods    " } else { "           " })?;
        }
    }
    out.flush()
}

/// What was measured, and with what.
struct Report<'a> {
    contests: &'a [Contest],
    machine: Machine,
    comparison: Option<Comparison>,
}

impl Report<'_> {
    fn new<'a>(contests: &'a [Contest], earlier: Option<&Earlier>) -> Report<'a> {
        let comparison = earlier.map(|earlier| earlier.compare(contests));
        Report { contests, machine: Machine::here(), comparison }
    }

    fn object(&self) -> serde_json::Value {
        json::object(self.contests, &self.machine, self.comparison.as_ref())
    }

    fn print(&self, form: BenchForm) -> io::Result<()> {
        let mut out = output::stdout();
        let markdown = form == BenchForm::Markdown;
        match form {
            BenchForm::Text | BenchForm::Markdown => {
                table::write_origin(&mut out, &self.machine, markdown)?;
                for contest in self.contests {
                    table::write(&mut out, contest, markdown)?;
                }
                if let Some(comparison) = &self.comparison {
                    table::write_comparison(&mut out, comparison, &self.machine, markdown)?;
                }
            }
            BenchForm::Csv => table::write_csv(&mut out, self.contests)?,
            BenchForm::Json => writeln!(out, "{}", self.object())?,
        }
        out.flush()
    }
}

/// What must not be overlooked.
fn tell(contests: &[Contest]) {
    for fault in contests.iter().flat_map(|contest| &contest.disagreements) {
        talk(format_args!("taquin: WRONG: {fault}; this is a defect, please report it"));
    }
    if progress::was_interrupted() {
        let measured: Vec<String> = contests
            .iter()
            .map(|contest| {
                format!("{} of {} boards of {}", contest.boards.len(), contest.suite_boards, contest.suite)
            })
            .collect();
        talk(format_args!("taquin: interrupted; measured {}", measured.join(", ")));
    }
}

fn exit(contests: &[Contest]) -> Exit {
    let has_stopped = contests.iter().flat_map(|contest| &contest.entries).any(Entry::has_stopped);
    if progress::was_interrupted() {
        Exit::Interrupted
    } else if contests.iter().any(|contest| !contest.disagreements.is_empty()) {
        Exit::No
    } else if has_stopped {
        Exit::Limit
    } else {
        Exit::Success
    }
}

/// Prints the number of nodes, of the fixed selection or of methods on suites.
fn sign(args: &BenchArgs, suites: &[Suite]) -> Result<Exit, Failure> {
    progress::catch_interrupts();
    let is_fixed = args.suites.is_empty() && args.methods.is_empty();
    let lines = if is_fixed { signature::selection() } else { counts(args, suites) };
    let lines = match lines {
        Ok(lines) => lines,
        Err(NoSignature::Interrupted) => {
            talk(format_args!("taquin: interrupted; the signature is not known"));
            return Ok(Exit::Interrupted);
        }
        Err(NoSignature::Failed(failure)) => return Err(failure),
    };
    let mut out = output::stdout();
    if !is_fixed {
        let width = lines.iter().map(|line| line.method.len()).max().unwrap_or_default();
        for Line { suite, method, nodes } in &lines {
            writeln!(out, "{suite:<9}  {method:<width$}  {nodes}")?;
        }
    }
    writeln!(out, "{}", lines.iter().map(|line| line.nodes).sum::<u64>())?;
    out.flush()?;
    Ok(Exit::Success)
}

fn counts(args: &BenchArgs, suites: &[Suite]) -> Result<Vec<Line>, NoSignature> {
    let mut lines = Vec::new();
    for suite in suites {
        for contestant in contestants_of(args, suite)? {
            lines.push(signature::count(suite, contestant, Metric::Single)?);
        }
    }
    Ok(lines)
}
