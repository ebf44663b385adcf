//! Files other than boards and solutions: catalogues, audit tables, saved benchmarks, tables on disk.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use taquin::control::Control;
use taquin::heuristic::Pattern;
use taquin::tables::{Partition, PerfectKey, Store, TableId};
use taquin::{Board, Goal, Metric, Size, Workers};
use taquin_judge::audit::{Answers, States, Table};
use taquin_lesson::benchmark::SavedBenchmark;

/// Reads any bytes as a catalogue of partitions, and draws what was read.
pub fn catalogues(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let partitions = match Partition::read(&text) {
        Ok(partitions) => partitions,
        Err(error) => {
            assert!(!error.to_string().contains('\n'), "{error}");
            assert!((1..=text.lines().count()).contains(&error.line), "line {}", error.line);
            return;
        }
    };
    for partition in partitions {
        let Pattern { size, blank, .. } = partition.patterns()[0];
        let mut numbers: Vec<u16> = (0..size.cells() as u16).collect();
        numbers.swap(0, blank.into());
        let goal = Goal::from(Board::new(size, &numbers).expect("a swap keeps a permutation"));
        let drawn = format!("{size} {partition}\n{}", partition.drawing(&goal));
        assert_eq!(Partition::read(&drawn).as_deref(), Ok(&[partition][..]), "{drawn:?}");
    }
}

/// Reads any bytes as the table of a heuristic, and as the answers of an audited program, whole and in pieces.
pub fn audit_tables(data: &[u8]) {
    static STATES: LazyLock<[States; 2]> = LazyLock::new(|| {
        [(2, 2), (2, 3)].map(|(rows, cols)| {
            let size = Size::new(rows, cols).expect("a size in range");
            States::new(&Goal::rows(size)).expect("a size small enough")
        })
    });
    let Some((&choice, rest)) = data.split_first() else { return };
    let states = &STATES[usize::from(choice) % STATES.len()];
    let mut table = Table::new(states);
    let lines = String::from_utf8_lossy(rest);
    if lines.lines().try_for_each(|line| table.push(line)).is_ok()
        && let Ok(estimates) = table.finish()
    {
        states.iter().for_each(|state| assert!(estimates.of(&state) >= 0.0));
    }
    let read = |pieces: usize| {
        let mut answers = Answers::new(states);
        let pushed = rest.chunks(pieces).try_for_each(|chunk| answers.push(chunk));
        let count = answers.count();
        (count, pushed.and_then(|()| answers.finish().map(|_| ())).map_err(|error| error.to_string()))
    };
    let whole = read(rest.len().max(1));
    assert_eq!(read(usize::from(choice) % 7 + 1), whole, "answers depend on the pieces they come in");
}

/// Reads any bytes as a saved benchmark.
pub fn benchmarks(data: &[u8]) {
    if let Err(error) = SavedBenchmark::read(&String::from_utf8_lossy(data)) {
        assert!(!error.to_string().contains('\n'), "{error}");
    }
}

/// The tables on disk that [`tables`] damages.
struct Stored {
    store: Store,
    /// Each with its file and its data.
    tables: Vec<(TableId, Vec<u8>, Vec<u8>)>,
}

impl Stored {
    fn new() -> Stored {
        // Always the same folder, so that runs leave nothing behind; several at once disturb no assertion.
        let target =
            option_env!("CARGO_TARGET_TMPDIR").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/target"));
        let store = Store::new(Path::new(target).join("fuzz-tables"));
        let size = |rows, cols| Size::new(rows, cols).expect("a size in range");
        let control = Control::new();
        // A table whose digest the program knows, and one whose digest only its header has.
        let perfect = PerfectKey::of(&Goal::rows(size(2, 3)), Metric::Single).expect("a size with a table");
        let pattern = Pattern { size: size(3, 3), blank: 0, homes: 0b1_0101_0010 };
        store.perfect(perfect, Workers::ONE, &control).expect("no limit");
        store.pattern(&pattern, Workers::ONE, &control).expect("no limit");
        let tables = [TableId::Perfect(perfect), TableId::Pattern(pattern)].map(|id| {
            let data = store.load(&id, Workers::ONE).expect("it was stored just now");
            let file = fs::read(store.path(&id)).expect("it was stored just now");
            (id, file, data.bits.to_vec())
        });
        Stored { store, tables: tables.into() }
    }
}

/// Reads any bytes as a table on disk, or a true table with some bytes changed: what is accepted is the true table.
pub fn tables(data: &[u8]) {
    static STORED: LazyLock<Stored> = LazyLock::new(Stored::new);
    let Some((&choice, rest)) = data.split_first() else { return };
    let Stored { store, tables } = &*STORED;
    let (id, file, bits) = &tables[usize::from(choice) % 2];
    let content = match choice & 2 {
        0 => rest.to_vec(),
        _ => {
            let mut content = file.clone();
            for change in rest.chunks_exact(3) {
                let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % content.len();
                content[at] = change[2];
            }
            // A last piece that is not a change cuts off as many bytes.
            let cut = rest.chunks_exact(3).remainder().first().map_or(0, |&cut| usize::from(cut));
            content.truncate(content.len() - cut.min(content.len()));
            content
        }
    };
    fs::write(store.path(id), content).expect("the folder can be written");
    if let Ok(data) = store.load(id, Workers::ONE) {
        assert_eq!(data.bits.to_vec(), *bits, "a false table was accepted");
    }
    for entry in store.list().expect("the folder can be read") {
        let _ = store.check(&entry, Workers::ONE);
    }
}
