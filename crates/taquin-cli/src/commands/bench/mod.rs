//! `taquin bench`: benchmarks methods on suites of boards.
//!
//! A [`MethodSpec`] is parsed from `--method` and prepared with its own tables. A suite run lets the prepared methods take
//! turns on the boards of a suite and returns a result of plain numbers, which table, JSON and chart show.
//!
//! Every method has its own tables, so none pays for the set-up of another. A time is that of planning, searching and
//! replaying; anything shorter than 100 µs is repeated. The walk down a perfect table is much shorter than that, and a
//! processor learns a walk that it repeats, so walks are timed through all boards in turn. Boards are in `data/` of
//! this package, because a package contains only its own directory; a test compares them with those of the library. The
//! commit is the variable `TAQUIN_COMMIT` at build time, which `cargo xtask measure` sets: a build script that asks git
//! would relink the program after every commit.

mod args;
mod baseline;
mod board_list;
mod chart;
mod json;
mod machine;
mod measurement;
mod prepared_method;
mod signature;
mod suite;
mod suite_run;
mod table;

pub(crate) use suite::{SuiteArg, SuiteParser};

pub(crate) use args::BenchArgs;

use super::Run;
use crate::atomic_file::AtomicFile;
use crate::commands;
use crate::commands::method_spec::MethodSpec;
use crate::destination;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::output;
use crate::picture_file::{self, PNG_SCALE};
use crate::signals;
use crate::wrapped::wrapped;
use args::BenchForm;
use baseline::{Baseline, Comparison, Difference};
use clap::ValueEnum;
use machine::Machine;
use measurement::{MethodResult, SuiteResult};
use prepared_method::{PreparedMethod, TableLocation};
use signature::{Line, NoSignature};
use std::ffi::OsStr;
use std::io::{self, Write};
use suite::{Description, Suite, SuiteName};
use suite_run::SuiteRun;
use taquin::Metric;
use taquin_draw::Format;
use taquin_plot::Chart;

impl Run for BenchArgs {
    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.list {
            return Ok(list(&mut output::stdout()).map(|()| Exit::Success)?);
        }
        let form = self.format.resolve()?;
        let suites = suites(self)?;
        if self.signature {
            return print_signature(self, &suites);
        }
        let is_chart = matches!(form, BenchForm::Svg | BenchForm::Png);
        if (self.chart.is_some() || is_chart) && suites.len() > 1 {
            return Err(Failure::input("a chart requires a single suite"));
        }
        if form == BenchForm::Png {
            picture_file::refuse_terminal(Format::Png, "write it to a file with -o times.png")?;
        }
        if self.against.is_some() && (form == BenchForm::Csv || is_chart) {
            return Err(Failure::input("--against: not supported with this format")
                .hint("use text, markdown or json"));
        }
        let baseline = self.against.as_deref().map(Baseline::read).transpose()?;
        let budget = commands::budget(&self.limits);
        let mut runs = Vec::new();
        for suite in &suites {
            let mut specs = Vec::new();
            for spec in method_specs(self, suite)? {
                let options = PreparedMethod::options(&spec, suite, Metric::Single)?;
                specs.push((spec, options));
            }
            let (repeat, location) = (self.repeat.get(), TableLocation::Disk(folder));
            runs.push(SuiteRun { suite, specs, repeat, location, budget });
        }
        let save = self.save.as_deref().map(AtomicFile::reserve).transpose()?;
        let picture = self.chart.as_ref().map(|picture| Ok::<_, Failure>((picture, picture.reserve()?)));
        let picture = picture.transpose()?;
        signals::catch();
        let mut results: Vec<SuiteResult> = Vec::new();
        for run in runs {
            if !signals::was_interrupted() {
                results.push(run.run());
            }
        }
        let report = Report::new(&results, baseline.as_ref());
        // Write the files even if printing failed.
        let printed = report.print(form);
        report.report_problems();
        if let Some(file) = save {
            file.write(format!("{}\n", report.object()).as_bytes())?;
        }
        if let (Some((picture, file)), [result]) = (picture, &results[..]) {
            let name = picture.name().display();
            // A partial chart could be mistaken for a complete one.
            if result.is_complete() {
                picture.draw(file, &chart::chart(result))?;
                output::message(format_args!("chart written to {name}"));
            } else {
                output::message(format_args!(
                    "--chart {name}: not written, because the results are incomplete"
                ));
            }
        }
        printed?;
        Ok(report.exit())
    }
}

/// Returns the suites and files of the arguments, with the selected boards.
fn suites(args: &BenchArgs) -> Result<Vec<Suite>, Failure> {
    let mut reader = Reader::default();
    let goal = GoalChoice::read(&args.goal, &mut reader)?;
    let default = [SuiteArg::Named(SuiteName::Small)];
    let arguments = if args.suites.is_empty() { &default[..] } else { &args.suites };
    let mut suites: Vec<Suite> = Vec::new();
    for argument in arguments {
        let mut suite = match argument {
            SuiteArg::Named(_) if args.goal.goal.is_some() || args.columns.is_some() => {
                let flag = if args.columns.is_some() { "--columns" } else { "--goal" };
                return Err(Failure::input(format_args!("{flag}: requires a file of boards, not a suite")));
            }
            SuiteArg::Named(name) => Suite::new(*name)?,
            SuiteArg::Boards(argument) => {
                board_list::read(argument, args.columns.as_ref(), &goal, &mut reader)?
            }
        };
        if suites.iter().any(|other| other.name == suite.name) {
            return Err(Failure::input(format_args!("{} given twice", suite.name)));
        }
        if !args.boards.is_empty() {
            let is_there = |name: &&String| suite.instances.iter().any(|instance| instance.name == **name);
            if let Some(name) = args.boards.iter().find(|name| !is_there(name)) {
                let name = echo::argument(name);
                return Err(Failure::input(format_args!("--board: no board {name:?} in {}", suite.name)));
            }
            suite = suite.selected(|instance| args.boards.contains(&instance.name));
        }
        suites.push(suite);
    }
    Ok(suites)
}

/// Returns the given methods, or else those of the suite.
fn method_specs(args: &BenchArgs, suite: &Suite) -> Result<Vec<MethodSpec>, Failure> {
    let named: Vec<MethodSpec> = if args.methods.is_empty() {
        let read = suite.methods.iter().map(|method| MethodSpec::read(method));
        read.collect::<Result<_, _>>().map_err(Failure::input)?
    } else {
        args.methods.clone()
    };
    let mut specs: Vec<MethodSpec> = Vec::new();
    for spec in named {
        let spec = spec.with_default_threads(args.threads);
        if specs.iter().any(|other| other.to_string() == spec.to_string()) {
            return Err(Failure::input(format_args!("--method: {spec} given twice")));
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// Lists the suites and their methods.
fn list(out: &mut dyn Write) -> io::Result<()> {
    for &name in SuiteName::value_variants() {
        let Description { name, title, boards, methods } = name.description();
        let line = format!("{name:<10} {boards:>6} boards  {title}");
        writeln!(out, "{}", wrapped(&line, 26, destination::columns()))?;
        for (index, method) in methods.iter().enumerate() {
            writeln!(
                out,
                "{:<10} {} {method}",
                "",
                if index == 0 { "methods      " } else { "             " }
            )?;
        }
    }
    out.flush()
}

/// The results, and the machine they were measured on.
struct Report<'a> {
    results: &'a [SuiteResult],
    machine: Machine,
    comparison: Option<Comparison>,
}

impl Report<'_> {
    fn new<'a>(results: &'a [SuiteResult], baseline: Option<&Baseline>) -> Report<'a> {
        let comparison = baseline.map(|baseline| baseline.compare(results));
        Report { results, machine: Machine::here(), comparison }
    }

    fn object(&self) -> serde_json::Value {
        json::object(self.results, &self.machine, self.comparison.as_ref())
    }

    fn print(&self, form: BenchForm) -> io::Result<()> {
        let mut out = output::stdout();
        let markdown = form == BenchForm::Markdown;
        match form {
            BenchForm::Text | BenchForm::Markdown => {
                table::write_origin(&mut out, &self.machine, markdown)?;
                for result in self.results {
                    table::write(&mut out, result, markdown)?;
                }
                if let Some(comparison) = &self.comparison {
                    table::write_comparison(&mut out, comparison, &self.machine, markdown)?;
                }
            }
            BenchForm::Csv => table::write_csv(&mut out, self.results)?,
            BenchForm::Json => writeln!(out, "{}", self.object())?,
            BenchForm::Svg => {
                for chart in self.charts() {
                    out.write_all(chart.svg().as_bytes())?;
                }
            }
            BenchForm::Png => {
                for chart in self.charts() {
                    out.write_all(&chart.png(PNG_SCALE).map_err(io::Error::other)?)?;
                }
            }
        }
        out.flush()
    }

    /// Returns the charts of the complete results: a partial chart could be mistaken for a complete one.
    fn charts(&self) -> impl Iterator<Item = Chart> {
        self.results.iter().filter(|result| result.is_complete()).map(chart::chart)
    }

    /// Reports disagreements and interruption.
    fn report_problems(&self) {
        for result in self.results {
            for fault in &result.disagreements {
                if result.is_own {
                    output::error(format_args!("{fault}"));
                } else {
                    output::error(format_args!("WRONG: {fault}; this is a bug, please report it"));
                }
            }
            if result.is_own && !result.disagreements.is_empty() {
                output::hint(format_args!(
                    "check the lengths and the goal of {}; if they are right, this is a bug, please report it",
                    result.suite
                ));
            }
        }
        for difference in self.differences() {
            output::error(format_args!("--against: {difference}"));
        }
        if signals::was_interrupted() {
            let measured: Vec<String> = self
                .results
                .iter()
                .map(|result| {
                    format!("{} of {} boards of {}", result.boards.len(), result.suite_boards, result.suite)
                })
                .collect();
            output::message(format_args!("interrupted; measured {}", measured.join(", ")));
        }
    }

    /// Returns the boards whose lengths are not those of the baseline.
    fn differences(&self) -> &[Difference] {
        self.comparison.as_ref().map_or(&[], |comparison| &comparison.differences)
    }

    fn exit(&self) -> Exit {
        let has_stopped =
            self.results.iter().flat_map(|result| &result.entries).any(MethodResult::has_stopped);
        let disagrees = self.results.iter().any(|result| !result.disagreements.is_empty());
        if signals::was_interrupted() {
            Exit::Interrupted
        } else if disagrees || !self.differences().is_empty() {
            Exit::No
        } else if has_stopped {
            Exit::Limit
        } else {
            Exit::Success
        }
    }
}

/// Prints the number of generated nodes, of the fixed selection or of methods on suites.
fn print_signature(args: &BenchArgs, suites: &[Suite]) -> Result<Exit, Failure> {
    signals::catch();
    let is_fixed = args.suites.is_empty() && args.methods.is_empty() && args.boards.is_empty();
    let lines = if is_fixed { signature::selection() } else { counts(args, suites) };
    let lines = match lines {
        Ok(lines) => lines,
        Err(NoSignature::Interrupted) => {
            output::message(format_args!("interrupted; the signature is incomplete"));
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
        for spec in method_specs(args, suite)? {
            lines.push(signature::count(suite, spec, Metric::Single)?);
        }
    }
    Ok(lines)
}
