//! Tables on disk: damaged files are found and replaced, and tables are built even if the folder cannot be used.
#![cfg(feature = "disk")]

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::Path;
use std::sync::mpsc;
use taquin::Workers;
use taquin::control::{CancelToken, Control, Event, StopReason};
use taquin::heuristic::{Pattern, PatternTable};
use taquin::internals::space::Space;
use taquin::tables::{
    Digest, Fault, Obtained, Origin, PerfectKey, PruningKey, Store, TableCache, TableId, TableSet,
    known_counts,
};
use taquin::{Goal, Metric, Order, Size};
use tempfile::tempdir;

fn pattern() -> Pattern {
    Pattern { size: Size::square(3).unwrap(), blank: 0, homes: 0b1_0010_0110 }
}

fn id() -> TableId {
    TableId::Pattern(pattern())
}

/// Returns the table, and the fault of the file that it replaced.
fn obtain(store: &Store) -> (Obtained<PatternTable>, Option<String>) {
    let obtained = store.pattern(&pattern(), Workers::new(2), &Control::new()).unwrap();
    let replaced = obtained.replaced.as_ref().map(ToString::to_string);
    (obtained, replaced)
}

/// Builds a folder with the table in it; returns the bytes of the file, too.
fn with_table(folder: &Path) -> (Store, Vec<u8>) {
    let store = Store::new(folder.join("deep/er"));
    assert_eq!(obtain(&store).0.origin, Origin::Built);
    let bytes = fs::read(store.path(&id())).unwrap();
    (store, bytes)
}

fn names(store: &Store) -> Vec<String> {
    let files = fs::read_dir(store.folder()).unwrap();
    files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn stored_tables_are_read() {
    let folder = tempdir().unwrap();
    let (store, bytes) = with_table(folder.path());
    let (built, _) = obtain(&Store::new(folder.path().join("other")));
    let (read, replaced) = obtain(&store);
    assert_eq!((read.origin, replaced), (Origin::Disk, None));
    assert!(read.not_kept.is_none() && built.not_kept.is_none());
    assert_eq!((read.table.bits(), &read.counts), (built.table.bits(), &built.counts));
    // Two processes write identical files and leave nothing else.
    assert_eq!(fs::read(folder.path().join("other").join(id().file_name())).unwrap(), bytes);
    assert_eq!(names(&store), [id().file_name()]);
    assert!(store.has(&id()));
    let [entry] = &store.list().unwrap()[..] else { panic!("one table") };
    let header = entry.header.as_ref().unwrap();
    assert_eq!((&header.id, &header.counts, entry.bytes), (&id(), &read.counts, header.file_bytes()));
    assert_eq!(store.check(entry, Workers::ONE).unwrap(), *header);
    store.remove(entry).unwrap();
    store.remove(entry).unwrap();
    assert!(store.list().unwrap().is_empty() && !store.has(&id()));
}

/// Checks that a damaged file is rejected and replaced by a good one.
#[track_caller]
fn is_replaced(store: &Store, good: &[u8], bad: &[u8], what: &str) -> Fault {
    fs::write(store.path(&id()), bad).unwrap();
    let fault = store.load(&id(), Workers::ONE).expect_err(what).fault;
    let checked = store.list().unwrap().iter().all(|entry| store.check(entry, Workers::ONE).is_err());
    assert!(checked, "{what}");
    let (obtained, replaced) = obtain(store);
    assert_eq!(obtained.origin, Origin::Built, "{what}");
    assert!(obtained.not_kept.is_none(), "{what}: {:?}", obtained.not_kept);
    let replaced = replaced.expect(what);
    assert!(replaced.contains(&id().file_name()) && replaced.ends_with(&fault.to_string()), "{replaced}");
    assert_eq!(fs::read(store.path(&id())).unwrap(), good, "{what}");
    fault
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn every_damaged_file_is_found_and_replaced() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    let header = store.list().unwrap()[0].header.as_ref().unwrap().clone();
    let data = good.len() - header.data_bytes as usize;
    let places = (0..data).chain((data..good.len()).step_by(97)).chain([good.len() - 1]);
    for (place, bit) in places.zip((0..8).cycle()) {
        let mut bad = good.clone();
        bad[place] ^= 1 << bit;
        let fault = is_replaced(&store, &good, &bad, &format!("bit {bit} of byte {place}"));
        assert_eq!(matches!(fault, Fault::DataDigest), place >= data, "{fault}");
    }
    for length in [0, 1, 7, 8, 12, 47, 48, 49, data - 1, data, data + 1, good.len() / 2, good.len() - 1] {
        is_replaced(&store, &good, &good[..length], &format!("cut to {length}"));
    }
    for more in [1, 8, 4096] {
        let long = [&good[..], &vec![0; more]].concat();
        let fault = is_replaced(&store, &good, &long, &format!("{more} bytes more"));
        assert!(matches!(fault, Fault::Length { .. }), "{fault}");
    }
    is_replaced(&store, &good, b"1 2 3\n4 5 6\n7 8 0\n", "a board");
    is_replaced(&store, &good, &vec![0; good.len()], "zeros");
    is_replaced(&store, &good, &vec![0xff; good.len()], "ones");
}

/// Opening a pipe blocks until another process writes into it.
#[cfg(unix)]
#[test]
fn a_pipe_is_not_a_table() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    fs::remove_file(store.path(&id())).unwrap();
    let made = std::process::Command::new("mkfifo").arg(store.path(&id())).status();
    assert!(made.unwrap().success());
    assert!(!store.has(&id()));
    let fault = store.load(&id(), Workers::ONE).unwrap_err().to_string();
    assert!(fault.contains("not a regular file"), "{fault}");
    assert_eq!(obtain(&store).0.origin, Origin::Built);
    assert_eq!(fs::read(store.path(&id())).unwrap(), good);
}

#[test]
fn other_formats_are_recognised() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    let with = |at: usize, bytes: &[u8]| {
        let mut bad = good.clone();
        bad[at..at + bytes.len()].copy_from_slice(bytes);
        is_replaced(&store, &good, &bad, "a number")
    };
    assert!(with(8, &[1, 2, 3, 4]).to_string().contains("byte order"));
    assert!(with(12, &[1]).to_string().contains("older format 1"));
    assert!(with(12, &[3]).to_string().contains("newer format 3"));
}

/// Complete files with wrong contents.
#[test]
fn wrong_tables_are_recognised() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    let data = store.load(&id(), Workers::ONE).unwrap();
    let file = |id: &TableId, counts: &[u64], bits: &[u8]| {
        let other = Store::new(folder.path().join("other"));
        other.save(id, counts, bits, Workers::ONE).unwrap();
        fs::read(other.path(id)).unwrap()
    };
    let mirrored = TableId::Pattern(Pattern { homes: 0b1_0010_1010, ..pattern() });
    let fault = is_replaced(&store, &good, &file(&mirrored, &data.counts, &data.bits), "another table");
    assert!(matches!(fault, Fault::OtherTable { found } if found == mirrored));
    let mut counts = data.counts.clone();
    counts.swap(1, 2);
    let fault = is_replaced(&store, &good, &file(&id(), &counts, &data.bits), "other counts");
    assert!(matches!(fault, Fault::Counts));
    counts[3] = u64::MAX;
    is_replaced(&store, &good, &file(&id(), &counts, &data.bits), "impossible counts");
    // Only the space shows that these are too many bits.
    let long = [&data.bits[..], &[0; 64]].concat();
    fs::write(store.path(&id()), file(&id(), &data.counts, &long)).unwrap();
    let (obtained, replaced) = obtain(&store);
    assert_eq!((obtained.origin, replaced.is_some()), (Origin::Built, true));
    assert_eq!(fs::read(store.path(&id())).unwrap(), good);
}

#[test]
fn tables_are_built_if_the_folder_cannot_be_used() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let (built, _) = obtain(&Store::new(folder.path().join("good")));
    let proc = Path::new("/proc/taquin").to_path_buf();
    for folder in [file.clone(), file.join("below"), proc] {
        let (obtained, replaced) = obtain(&Store::new(&folder));
        assert_eq!((obtained.origin, replaced), (Origin::Built, None));
        assert_eq!(obtained.table.bits(), built.table.bits());
        let warning = obtained.not_kept.expect("it was not kept").to_string();
        assert!(warning.contains("cannot keep the table: "), "{warning}");
    }
    assert!(Store::new(file.join("below")).list().is_err());
    assert!(Store::new(folder.path().join("nothing")).list().unwrap().is_empty());
    // A folder in the place of the file keeps the table from being stored, but not from being built.
    let store = Store::new(folder.path().join("blocked"));
    fs::create_dir_all(store.path(&id()).join("x")).unwrap();
    let (obtained, replaced) = obtain(&store);
    assert!(obtained.not_kept.is_some() && replaced.is_some());
    assert!(names(&store).iter().all(|name| !name.ends_with(".tmp")));
}

#[test]
fn only_files_of_killed_processes_are_removed() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    let name = id().file_name();
    let put = |name: &str| fs::write(store.folder().join(name), &good[..good.len() / 2]).unwrap();
    let foreign = ["notes.tmp", "x.lock", "my.taquin", "my.taquin.1.tmp", "pattern-x.taquin.x.tmp"];
    foreign.iter().for_each(|name| put(name));
    let other = "pattern-3x3-blank0-tiles1.taquin.1.tmp";
    put(other);
    (1..=3).for_each(|number| put(&format!("{name}.{number}.tmp")));
    put(&format!("{name}.lock"));
    // A file that another process is writing.
    let writing = fs::File::options().write(true).open(store.folder().join(format!("{name}.2.tmp"))).unwrap();
    writing.lock().unwrap();
    fs::remove_file(store.path(&id())).unwrap();
    assert_eq!(obtain(&store).0.origin, Origin::Built);
    assert_eq!(fs::read(store.path(&id())).unwrap(), good);
    let sorted = |names: &[&str]| {
        let mut names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        names.sort_unstable();
        names
    };
    let found = || {
        let names = names(&store);
        sorted(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let second = format!("{name}.2.tmp");
    assert_eq!(found(), sorted(&[&foreign[..], &[&name, other, &second]].concat()));
    store.tidy().unwrap();
    assert_eq!(found(), sorted(&[&foreign[..], &[&name, &second]].concat()));
    drop(writing);
    store.tidy().unwrap();
    assert_eq!(found(), sorted(&[&foreign[..], &[&name]].concat()));
    assert_eq!(store.list().unwrap().len(), 1);
}

/// While one thread builds, the other blocks and then reads.
#[test]
fn two_at_once_build_once() {
    let folder = tempdir().unwrap();
    let store = Store::new(folder.path());
    let (send_waiting, waiting) = mpsc::channel();
    let (send_building, building) = mpsc::channel();
    let obtain = |control: Control| store.pattern(&pattern(), Workers::ONE, &control).unwrap();
    std::thread::scope(|scope| {
        let first = scope.spawn(move || {
            let mut send_building = Some(send_building);
            obtain(Control::new().on_event(move |event| {
                if let Event::Layer { .. } = event
                    && let Some(send) = send_building.take()
                {
                    send.send(()).unwrap();
                    // The table is not finished before the other thread blocks.
                    waiting.recv().unwrap();
                }
            }))
        });
        let second = scope.spawn(move || {
            building.recv().unwrap();
            let mut send_waiting = Some(send_waiting);
            obtain(Control::new().on_event(move |event| {
                assert!(matches!(event, Event::Waiting), "{event:?}");
                if let Some(send) = send_waiting.take() {
                    send.send(()).unwrap();
                }
            }))
        });
        let (first, second) = (first.join().unwrap(), second.join().unwrap());
        assert_eq!((first.origin, second.origin), (Origin::Built, Origin::Disk));
        assert_eq!(first.table.bits(), second.table.bits());
    });
    assert_eq!(names(&store), [id().file_name()]);
}

#[test]
fn waiting_and_building_can_be_stopped() {
    let folder = tempdir().unwrap();
    let store = Store::new(folder.path());
    let stop = |store: &Store| {
        let mut events = 0;
        let token = CancelToken::new();
        let control = Control::new().with_cancel_token(token.clone()).on_event(|_| {
            events += 1;
            token.cancel();
        });
        let stopped = store.pattern(&pattern(), Workers::ONE, &control);
        drop(control);
        assert_eq!((stopped.unwrap_err(), events), (StopReason::Cancelled, 1));
    };
    stop(&store);
    let lock = fs::File::create(folder.path().join(format!("{}.lock", id().file_name()))).unwrap();
    lock.lock().unwrap();
    stop(&store);
    drop(lock);
    assert_eq!(obtain(&store).0.origin, Origin::Built);
}

#[test]
fn perfect_tables_are_stored_too() {
    let folder = tempdir().unwrap();
    let store = Store::new(folder.path());
    let goal = Goal::rows(Size::new(4, 2).unwrap());
    for &metric in Metric::ALL {
        let key = PerfectKey::of(&goal, metric).unwrap();
        let obtain = || store.perfect(key, Workers::new(2), &Control::new()).unwrap();
        let (built, read) = (obtain(), obtain());
        assert_eq!((built.origin, read.origin), (Origin::Built, Origin::Disk));
        assert_eq!((built.table.bits(), built.table.counts()), (read.table.bits(), read.table.counts()));
        // Other bits in another order: every sum of the file agrees, but it is not this table.
        let id = TableId::Perfect(key);
        let mut bits = built.table.bits().to_vec();
        let half = bits.len() / 2;
        bits.rotate_right(half / 2 + half % 2);
        store.save(&id, &built.counts, &bits, Workers::ONE).unwrap();
        assert!(matches!(store.load(&id, Workers::ONE).unwrap_err().fault, Fault::KnownDigest));
        // Counts that match the data, but not the published ones.
        let mut counts = built.counts.clone();
        counts.swap(3, 15);
        store.save(&id, &counts, built.table.bits(), Workers::ONE).unwrap();
        assert!(matches!(store.load(&id, Workers::ONE).unwrap_err().fault, Fault::UnknownCounts));
    }
}

/// The counts that tables are compared with are the published ones.
/// Duplicate pruning of long searches is stored; a damaged file or one of another depth is replaced.
#[test]
fn duplicate_pruning_is_stored_too() {
    let folder = tempdir().unwrap();
    let (store, control) = (Store::new(folder.path()), Control::new());
    let key = PruningKey { size: Size::square(4).unwrap(), order: Order::default(), depth: 10 };
    let built = store.pruning(key, &control).unwrap();
    assert_eq!(built.origin, Origin::Built);
    let file = store.path(&TableId::Pruning(key));
    let good = fs::read(&file).unwrap();
    let read = store.pruning(key, &control).unwrap();
    assert_eq!(read.origin, Origin::Disk);
    assert_eq!(read.table.successor_lists(), built.table.successor_lists());
    let damaged: Vec<u8> = [&good[..good.len() - 1], &[good[good.len() - 1] ^ 1]].concat();
    let other = PruningKey { depth: 8, ..key };
    store.pruning(other, &control).unwrap();
    for bad in [&damaged, &fs::read(store.path(&TableId::Pruning(other))).unwrap()] {
        fs::write(&file, bad).unwrap();
        let replaced = store.pruning(key, &control).unwrap();
        assert!(replaced.replaced.is_some() && replaced.origin == Origin::Built);
        assert_eq!(fs::read(&file).unwrap(), good);
    }
    // A right digest does not make other data a table.
    store.save(&TableId::Pruning(key), &[], &[0; 4000], Workers::ONE).unwrap();
    assert_eq!(store.pruning(key, &control).unwrap().origin, Origin::Built);
    // The digest of what most long searches use is known.
    let five = PruningKey { size: Size::square(5).unwrap(), depth: 14, ..key };
    store.pruning(five, &control).unwrap();
    let five = TableId::Pruning(five);
    let mut headers = store.list().unwrap().into_iter().filter_map(|entry| entry.header.ok());
    let digest = headers.find(|header| header.id == five).map(|header| header.digest);
    assert!(digest.is_some() && digest == Digest::known(&five));
    // Searches store what takes longer to build than to read.
    let tables = TableCache::stored(Some(store.clone()), Workers::ONE);
    let long = PruningKey { size: Size::new(4, 5).unwrap(), depth: 14, ..key };
    assert!(TableCache::stores(&TableId::Pruning(long)) && !TableCache::stores(&TableId::Pruning(key)));
    tables.geometry(long.size, long.order, long.depth.into());
    assert!(store.has(&TableId::Pruning(long)));
    assert!(store.list().unwrap().iter().all(|entry| store.check(entry, Workers::ONE).is_ok()));
}

#[test]
fn known_numbers_of_all_boards() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/statespace.txt");
    let text = fs::read_to_string(path).unwrap();
    let mut compared = 0;
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.ends_with("...")) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let size: Size = format!("{}x{}", words[0], words[1]).parse().unwrap();
        let goals = TableSet::goals(size);
        let kind = ["corner", "edge", "centre"].iter().position(|kind| *kind == words[2]).unwrap();
        let Some(key) = PerfectKey::of(&goals[kind], words[3].parse().unwrap()) else { continue };
        let counts: Vec<u64> = words[4..].iter().map(|word| word.parse().unwrap()).collect();
        assert_eq!(known_counts(&TableId::Perfect(key)), Some(counts), "{line}");
        compared += 1;
    }
    assert_eq!(compared, 18);
}

/// Every pattern of the catalogue has known counts, and those of three tiles are recomputed here by a plain search.
#[test]
fn known_numbers_of_patterns() {
    for size in [4, 5].map(|side| Size::square(side).unwrap()) {
        // For other blank cells, partitions of 5x5 are generated, not drawn.
        let goals = TableSet::goals(size).into_iter().take(if size.cells() == 16 { 3 } else { 1 });
        // Those of a pool are not in the catalogue.
        let sets = goals.flat_map(|goal| TableSet::all(&goal)).filter(|set| !set.name().ends_with("-pool"));
        for id in sets.flat_map(|set| set.tables().to_vec()) {
            let TableId::Pattern(pattern) = &id else { continue };
            let known = known_counts(&id).unwrap_or_else(|| panic!("{id} has none"));
            let states = Space::new(size, pattern.tiles()).states();
            assert_eq!(known.iter().sum::<u64>(), states, "{id}");
            if pattern.tiles() == 3 {
                assert_eq!(known, counted(pattern), "{id}");
            }
        }
    }
}

/// Counts states by breadth-first search over the cells of the tiles and the blank, where moves of other tiles cost
/// nothing.
fn counted(pattern: &Pattern) -> Vec<u64> {
    let (rows, cols) = (pattern.size.rows(), pattern.size.cols());
    let near = |cell: usize| {
        let (row, col) = (cell / cols, cell % cols);
        let mut cells = Vec::new();
        cells.extend((row > 0).then(|| cell - cols));
        cells.extend((row + 1 < rows).then_some(cell + cols));
        cells.extend((col > 0).then(|| cell - 1));
        cells.extend((col + 1 < cols).then_some(cell + 1));
        cells
    };
    let homes: Vec<usize> = (0..rows * cols).filter(|cell| pattern.homes >> cell & 1 == 1).collect();
    let start = (homes, usize::from(pattern.blank));
    let mut distances = HashMap::from([(start.clone(), 0)]);
    let mut waiting = VecDeque::from([(start, 0)]);
    while let Some((state, distance)) = waiting.pop_front() {
        if distances[&state] < distance {
            continue;
        }
        let (tiles, blank) = &state;
        for cell in near(*blank) {
            let mut moved = tiles.clone();
            let own = moved.iter_mut().find(|tile| **tile == cell).map(|tile| *tile = *blank).is_some();
            let (next, cost) = ((moved, cell), distance + usize::from(own));
            if distances.get(&next).is_none_or(|known| *known > cost) {
                distances.insert(next.clone(), cost);
                if own { waiting.push_back((next, cost)) } else { waiting.push_front((next, cost)) }
            }
        }
    }
    // States that differ only in the blank's cell within one region count once, with its first cell.
    let is_first = |(tiles, blank): &(Vec<usize>, usize)| {
        let mut region = vec![*blank];
        let mut at = 0;
        while at < region.len() {
            let more = near(region[at]).into_iter().filter(|cell| !tiles.contains(cell));
            let more: Vec<usize> = more.filter(|cell| !region.contains(cell)).collect();
            region.extend(more);
            at += 1;
        }
        region.iter().min() == Some(blank)
    };
    let mut counts = Vec::new();
    for distance in distances.iter().filter(|(state, _)| is_first(state)).map(|(_, distance)| *distance) {
        if counts.len() <= distance {
            counts.resize(distance + 1, 0);
        }
        counts[distance] += 1;
    }
    counts
}
