//! `taquin tables`.

mod args;
mod listing;

pub(crate) use args::TablesArgs;
pub(crate) use listing::names;

use super::Run;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::memory;
use crate::output;
use crate::progress::{self, StatusLine};
use crate::quantity::counted;
use crate::signals;
use crate::table_dir;
use args::{TablesCheckArgs, TablesCommand, TablesNamedArgs, TablesRemoveArgs};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::time::Duration;
use taquin::control::{Event, StopReason};
use taquin::display::{Bytes, Grouped};
use taquin::tables::{Entry, Obtained, Origin, Store, TableError, TableId, TableSet, known_counts};
use taquin::{Goal, Metric, Workers};

impl Run for TablesArgs {
    fn run(&self, table_dir: Option<&OsStr>) -> Result<Exit, Failure> {
        let store = table_dir::required_store(table_dir)?;
        match &self.command {
            TablesCommand::List(args) => listing::run(args, &store),
            TablesCommand::Build(args) => build(args, &store),
            TablesCommand::Draw(args) => draw(args),
            TablesCommand::Check(args) => check(args, &store),
            TablesCommand::Remove(args) => remove(args, &store),
            TablesCommand::Path => {
                let mut out = output::stdout();
                writeln!(out, "{}", store.folder().display())?;
                out.flush()?;
                Ok(Exit::Success)
            }
        }
    }
}

/// Estimates the time to build a table, from nanoseconds per state on one machine.
fn expected_time(id: &TableId, workers: Workers) -> Duration {
    let nanoseconds = match (id, id.metric()) {
        (TableId::Pattern(_), _) => 13,
        (TableId::Perfect(_), Metric::Single) => 25,
        (TableId::Perfect(_), Metric::Multi) => 60,
        (TableId::Pruning(_), _) => 140,
    };
    Duration::from_nanos(id.states() * nanoseconds / workers.count() as u64)
}

/// Formats a rough time: `10 s`.
fn rough(time: Duration) -> String {
    match time.as_secs() {
        0 if time.as_millis() < 100 => "< 0.1 s".to_owned(),
        0 => format!("{:.1} s", time.as_secs_f64()),
        seconds @ 1..=99 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    }
}

/// Returns the tables with a name, and their goal.
fn named(args: &TablesNamedArgs) -> Result<(TableSet, Goal), Failure> {
    let goal = GoalChoice::read(&args.goal, &mut Reader::default())?;
    let size = TableSet::size_in(&args.name).map_err(Failure::input)?;
    let goal = goal.at(size)?;
    Ok((TableSet::named(&args.name, &goal).map_err(Failure::input)?, goal))
}

/// Draws the partitions of a set as a catalogue, in which each needs a name of its own.
fn draw(args: &TablesNamedArgs) -> Result<Exit, Failure> {
    let (set, goal) = named(args)?;
    let size = goal.size();
    let mut out = output::stdout();
    match set.partitions() {
        [] => {
            let what = format!("{}: a table of all boards has no patterns", set.name());
            return Err(Failure::input(what).hint("name a partition, as in 4x4-7-8"));
        }
        [partition] => write!(out, "{size} {partition}\n{}", partition.drawing(&goal))?,
        partitions => {
            for (number, partition) in (1..).zip(partitions) {
                let gap = if number > 1 { "\n" } else { "" };
                write!(out, "{gap}{size} pool-{number}\n{}", partition.drawing(&goal))?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn build(args: &TablesNamedArgs, store: &Store) -> Result<Exit, Failure> {
    let (set, goal) = named(args)?;
    let workers = Workers::all();
    let needed = set.tables().iter().map(TableId::building_bytes).max().unwrap_or_default();
    output::stderr_line(format_args!(
        "{}: {}, about {} on disk, {} of memory while building, {}",
        set.name(),
        counted(set.tables().len() as u64, "table"),
        Bytes(set.tables().iter().map(TableId::bytes).sum()),
        Bytes(needed),
        rough(set.tables().iter().map(|id| expected_time(id, workers)).sum()),
    ));
    let available = memory::default_limit();
    if needed > available {
        output::message(format_args!(
            "{}: needs {} of memory, more than the limit of {}",
            set.name(),
            Bytes(needed),
            Bytes(available)
        ));
        return Ok(Exit::Limit);
    }
    signals::catch();
    let mut out = output::stdout();
    let mut exit = Exit::Success;
    for (number, id) in (1..).zip(set.tables()) {
        let label = format!("table {number} of {}", set.tables().len());
        let Ok(built) = obtain(store, id, workers, &label) else {
            output::message(format_args!("interrupted; finished tables are stored"));
            return Ok(Exit::Interrupted);
        };
        if let Some(error) = &built.replaced {
            output::message(format_args!("{error}; rebuilt"));
        }
        let is_known = known_counts(id).map(|known| known == built.counts);
        let gap = if number > 1 { "\n" } else { "" };
        let printed = match set.partitions().len() > 1 {
            true => writeln!(out, "{label}: {}, {}", id.for_goal(&goal), state(&built)),
            false => write!(out, "{gap}").and_then(|()| describe(&mut out, id, &goal, &built, is_known)),
        };
        match printed.and_then(|()| out.flush()) {
            // The reader has seen enough, but the tables were asked for.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            printed => printed?,
        }
        if let Some(error) = built.not_kept {
            return Err(Failure::input(error).hint("choose another directory with --tables DIR"));
        }
        exit = exit.and(Exit::from(is_known != Some(false)));
    }
    Ok(exit)
}

/// Reads or builds a table, with a progress bar.
fn obtain(store: &Store, id: &TableId, workers: Workers, label: &str) -> Result<Obtained<()>, StopReason> {
    let mut line = StatusLine::new();
    let mut done = 0;
    let control = progress::control().on_event(|event| match event {
        Event::Waiting => line.waiting(),
        Event::Layer { states, .. } => {
            done += states;
            line.bar(label, done, id.states());
        }
        _ => line.bar(label, done, id.states()),
    });
    Ok(match id {
        TableId::Pattern(pattern) => store.pattern(pattern, workers, &control)?.map(drop),
        TableId::Perfect(key) => store.perfect(*key, workers, &control)?.map(drop),
        TableId::Pruning(key) => store.pruning(*key, &control)?.map(drop),
    })
}

/// Returns where a table is now.
fn state(built: &Obtained<()>) -> &'static str {
    match (built.origin, &built.not_kept) {
        (Origin::Disk, _) => "on disk, intact",
        (Origin::Built, None) => "built, stored",
        (Origin::Built, Some(_)) => "built, not stored",
    }
}

fn describe(
    out: &mut dyn Write,
    id: &TableId,
    goal: &Goal,
    built: &Obtained<()>,
    is_known: Option<bool>,
) -> io::Result<()> {
    let counts = &built.counts;
    writeln!(out, "table     {}", id.for_goal(goal))?;
    writeln!(out, "state     {}", state(built))?;
    writeln!(out, "states    {}", Grouped(counts.iter().sum()))?;
    writeln!(out, "farthest  {}", id.metric().counted(counts.len() as u64 - 1))?;
    let verdict = match is_known {
        Some(true) => "match the published counts",
        Some(false) => "DO NOT match the published counts: do not trust this table",
        None => "no published counts to compare with",
    };
    writeln!(out, "counts    {verdict}")?;
    let width = counts.iter().map(|&count| Grouped(count).to_string().len()).max().unwrap_or_default().max(6);
    writeln!(out, "\ndepth  {:>width$}", "states")?;
    for (depth, &count) in counts.iter().enumerate() {
        writeln!(out, "{depth:>5}  {:>width$}", Grouped(count))?;
    }
    Ok(())
}

/// Returns the files of a name, for every goal.
fn entries(store: &Store, name: &str) -> Result<Vec<Entry>, Failure> {
    let mut entries = store.list().map_err(Failure::input)?;
    let is_file = |entry: &Entry| entry.path.file_name() == Some(OsStr::new(name));
    if entries.iter().any(is_file) {
        entries.retain(is_file);
        return Ok(entries);
    }
    let size = TableSet::size_in(name).map_err(Failure::input)?;
    // The sizes without tables are large, and so are the numbers of their goals.
    TableSet::named(name, &Goal::rows(size)).map_err(Failure::input)?;
    let goals = TableSet::goals(size);
    let sets = goals.iter().filter_map(|goal| TableSet::named(name, goal).ok());
    let files: Vec<String> =
        sets.flat_map(|set| set.tables().iter().map(TableId::file_name).collect::<Vec<_>>()).collect();
    entries.retain(|entry| files.iter().any(|file| entry.path.file_name() == Some(OsStr::new(file))));
    Ok(entries)
}

fn check(args: &TablesCheckArgs, store: &Store) -> Result<Exit, Failure> {
    let entries = match &args.name {
        Some(name) => entries(store, name)?,
        None => store.list().map_err(Failure::input)?,
    };
    let mut out = output::stdout();
    let mut all_intact = true;
    for entry in &entries {
        let name = file_name(entry);
        match store.check(entry, Workers::all()) {
            Ok(_) => writeln!(out, "intact   {name}")?,
            Err(TableError { fault, .. }) => {
                all_intact = false;
                writeln!(out, "damaged  {name}: {fault}")?;
            }
        }
        out.flush()?;
    }
    if let (Some(name), []) = (&args.name, &entries[..]) {
        output::message(format_args!("{name}: not on disk"));
        return Ok(Exit::No);
    }
    Ok(Exit::from(all_intact))
}

fn remove(args: &TablesRemoveArgs, store: &Store) -> Result<Exit, Failure> {
    let entries = match &args.name {
        Some(name) => entries(store, name)?,
        None => store.list().map_err(Failure::input)?,
    };
    let mut out = output::stdout();
    for entry in &entries {
        store.remove(entry).map_err(Failure::input)?;
        writeln!(out, "removed  {}", file_name(entry))?;
    }
    out.flush()?;
    if args.all {
        store.tidy().map_err(Failure::input)?;
    }
    if entries.is_empty() {
        output::message(format_args!("nothing to remove"));
    }
    Ok(Exit::Success)
}

fn file_name(entry: &Entry) -> String {
    entry.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
