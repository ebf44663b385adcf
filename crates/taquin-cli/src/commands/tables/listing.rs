//! `taquin tables list`.

use super::args::TablesListArgs;
use super::{expected_time, file_name, rough};
use crate::exit::{Exit, Failure};
use crate::output;
use crate::text_table::{Column, Markup, TextTable};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::time::{Duration, SystemTime};
use taquin::Workers;
use taquin::display::Bytes;
use taquin::solver::Report;
use taquin::tables::{Entry, Store, TableCache, TableId, TableSet};
use taquin::{Goal, Size};

/// The most cells of a size with tables.
const MOST_CELLS: usize = 25;

/// Sizes up to this many cells have a perfect table.
const PERFECT_CELLS: usize = 12;

/// A table set for one goal, and its files on disk.
struct Row<'a> {
    set: TableSet,
    goal: Goal,
    entries: Vec<&'a Entry>,
}

impl Row<'_> {
    fn bytes(&self) -> u64 {
        self.set.tables().iter().map(TableId::bytes).sum()
    }

    fn time(&self) -> Duration {
        self.set.tables().iter().map(|id| expected_time(id, Workers::all())).sum()
    }

    /// Describes the files on disk: `-`, `yes`, `1 of 2` or `damaged`. Tables that solving builds anew instead of
    /// storing them need not be there.
    fn on_disk(&self) -> String {
        let has_file = |id: &&TableId| self.entries.iter().any(|entry| file_name(entry) == id.file_name());
        let is_missing = |id: &&TableId| !has_file(id) && TableCache::stores(id);
        match (self.entries.len(), self.set.tables().iter().filter(is_missing).count()) {
            (0, _) => "-".to_owned(),
            _ if self.entries.iter().any(|entry| entry.header.is_err()) => "damaged".to_owned(),
            (_, 0) => "yes".to_owned(),
            (found, missing) => format!("{found} of {}", found + missing),
        }
    }
}

pub(super) fn run(args: &TablesListArgs, store: &Store) -> Result<Exit, Failure> {
    let entries = store.list().map_err(Failure::input)?;
    let rows = rows(&entries);
    let is_named =
        |entry: &Entry| rows.iter().any(|row| row.entries.iter().any(|other| other.path == entry.path));
    let others: Vec<&Entry> = entries.iter().filter(|entry| !is_named(entry)).collect();
    let mut out = output::stdout();
    if args.json {
        let rows: Vec<Value> = rows.iter().map(row_object).collect();
        let others: Vec<Value> = others.iter().map(|entry| file_object(entry)).collect();
        let folder = store.folder().to_string_lossy();
        let object = json!({ "kind": "tables", "version": Report::VERSION, "directory": folder, "tables": rows, "other_files": others });
        writeln!(out, "{object}")?;
    } else {
        print(&mut out, store, &rows, &others)?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Returns all sizes with tables that are worth having; a size and its transpose share tables.
fn sizes() -> impl Iterator<Item = Size> {
    let rows = (2..).take_while(|side| side * side <= MOST_CELLS);
    let sizes =
        rows.flat_map(|side| (side..=MOST_CELLS / side).filter_map(move |cols| Size::new(side, cols).ok()));
    sizes.filter(|size| size.cells() > 4)
}

/// Returns the names of the sets that are always listed, without the work of listing their tables.
pub(crate) fn names() -> Vec<String> {
    let names = sizes().flat_map(|size| {
        let goal = Goal::rows(size);
        let is_listed = |name: &String| {
            size.cells() > PERFECT_CELLS
                || TableSet::named(name, &goal).is_ok_and(|set| is_useful(&set, size))
        };
        TableSet::names(&goal).into_iter().filter(is_listed).collect::<Vec<_>>()
    });
    names.collect()
}

/// Returns whether a set is worth listing: pattern databases are only useful where a perfect table would be too large.
fn is_useful(set: &TableSet, size: Size) -> bool {
    size.cells() > PERFECT_CELLS || !matches!(set.tables(), [TableId::Pattern(_), ..])
}

/// Returns every set for the default goal, and sets for other goals that have a file.
fn rows(entries: &[Entry]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for size in sizes() {
        for (number, goal) in TableSet::goals(size).into_iter().enumerate() {
            for set in TableSet::all(&goal) {
                let files: Vec<String> = set.tables().iter().map(TableId::file_name).collect();
                let entries: Vec<&Entry> =
                    entries.iter().filter(|entry| files.contains(&file_name(entry))).collect();
                let is_offered = number == 0 && is_useful(&set, size);
                if is_offered || !entries.is_empty() {
                    rows.push(Row { set, goal: goal.clone(), entries });
                }
            }
        }
    }
    rows
}

fn print(out: &mut dyn Write, store: &Store, rows: &[Row<'_>], others: &[&Entry]) -> io::Result<()> {
    writeln!(out, "directory  {}\n", store.folder().display())?;
    use Column::{Number, Text};
    let heading = [
        ("name", Text),
        ("blank", Text),
        ("about", Number),
        ("build", Number),
        ("on disk", Text),
        ("age", Text),
    ];
    let cells = rows.iter().map(|row| {
        vec![
            row.set.name().to_owned(),
            row.goal.size().place(row.goal.board().blank()),
            Bytes(row.bytes()).to_string(),
            rough(row.time()),
            row.on_disk(),
            row.entries.iter().filter_map(|entry| age(entry)).max().map_or_else(String::new, readable_age),
        ]
    });
    TextTable::new(heading, cells).expendable(&["age", "build", "blank"], 1).print(out, Markup::Plain)?;
    if !others.is_empty() {
        writeln!(out, "\nother files")?;
    }
    for entry in others {
        let what = match &entry.header {
            Ok(header) => header.id.to_string(),
            Err(error) => error.fault.to_string(),
        };
        writeln!(out, "  {}  {}  {what}", file_name(entry), Bytes(entry.bytes))?;
    }
    Ok(())
}

fn row_object(row: &Row<'_>) -> Value {
    json!({
        "name": row.set.name(),
        "goal": row.goal.board().numbers().collect::<Vec<_>>(),
        "expected_bytes": row.bytes(),
        "expected_building_bytes": row.set.tables().iter().map(TableId::building_bytes).max(),
        "expected_seconds": row.time().as_secs_f64(),
        "tables": row.set.tables().iter().map(TableId::file_name).collect::<Vec<_>>(),
        "files": row.entries.iter().map(|entry| file_object(entry)).collect::<Vec<_>>(),
    })
}

fn file_object(entry: &Entry) -> Value {
    let modified = entry.modified.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
    json!({
        "file": file_name(entry),
        "bytes": entry.bytes,
        "modified": modified.map(|time| time.as_secs()),
        "damage": entry.header.as_ref().err().map(|error| error.fault.to_string()),
    })
}

fn age(entry: &Entry) -> Option<Duration> {
    SystemTime::now().duration_since(entry.modified?).ok()
}

fn readable_age(age: Duration) -> String {
    match age.as_secs() {
        seconds @ 0..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds @ 7200..172_800 => format!("{} h", seconds / 3600),
        seconds => format!("{} days", seconds / 86_400),
    }
}
