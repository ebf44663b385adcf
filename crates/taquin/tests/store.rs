//! Tables on disk: damage of every kind is found and mended, and a folder that cannot be used costs no answer.
#![cfg(feature = "disk")]

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, mpsc};
use taquin::Size;
use taquin::heuristic::{Pattern, PatternTable};
use taquin::space::{Space, Stopped, Workers};
use taquin::tables::{Fault, Obtained, Origin, Store, StoreEvent, TableId};
use tempfile::tempdir;

fn pattern() -> Pattern {
    Pattern { size: Size::square(3).unwrap(), blank: 0, homes: 0b_1_0010_0110 }
}

fn id() -> TableId {
    TableId::Pattern(pattern())
}

fn space() -> Arc<Space> {
    Arc::new(Space::new(pattern().size, pattern().tiles()))
}

/// Gets the table; also says whether a file was found unusable.
fn obtain(store: &Store) -> (Obtained<PatternTable>, Vec<String>) {
    let mut unusable = Vec::new();
    let watcher = &mut |event: StoreEvent<'_>| {
        if let StoreEvent::Unusable(error) = event {
            unusable.push(error.to_string());
        }
        ControlFlow::Continue(())
    };
    let obtained = store.pattern(&pattern(), &space(), Workers::new(2), watcher).unwrap();
    (obtained, unusable)
}

/// A folder with the table in it, and the bytes of the file.
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
fn what_is_kept_is_read() {
    let folder = tempdir().unwrap();
    let (store, bytes) = with_table(folder.path());
    let (built, _) = obtain(&Store::new(folder.path().join("other")));
    let (read, unusable) = obtain(&store);
    assert_eq!((read.origin, unusable.len()), (Origin::Disk, 0));
    assert!(read.not_kept.is_none() && built.not_kept.is_none());
    assert_eq!((read.table.bits(), &read.counts), (built.table.bits(), &built.counts));
    // Two processes write the same file to the last byte, and leave nothing else.
    assert_eq!(fs::read(folder.path().join("other").join(id().file_name())).unwrap(), bytes);
    assert_eq!(names(&store), [id().file_name()]);
    let [entry] = &store.list().unwrap()[..] else { panic!("one table") };
    let header = entry.header.as_ref().unwrap();
    assert_eq!((&header.id, &header.counts, entry.bytes), (&id(), &read.counts, header.file_bytes()));
    assert_eq!(store.check(entry, Workers::ONE).unwrap(), *header);
    store.remove(entry).unwrap();
    store.remove(entry).unwrap();
    assert!(store.list().unwrap().is_empty());
}

/// The file is damaged in some way: it is not used, and there is a good one afterwards.
#[track_caller]
fn is_mended(store: &Store, good: &[u8], bad: &[u8], what: &str) -> Fault {
    fs::write(store.path(&id()), bad).unwrap();
    let fault = store.load(&id(), Workers::ONE).expect_err(what).fault;
    let checked =
        store.list().unwrap().iter().map(|entry| store.check(entry, Workers::ONE).is_err()).all(|bad| bad);
    assert!(checked, "{what}");
    let (obtained, unusable) = obtain(store);
    assert_eq!((obtained.origin, unusable.len()), (Origin::Built, 1), "{what}");
    assert!(obtained.not_kept.is_none(), "{what}: {:?}", obtained.not_kept);
    assert!(
        unusable[0].contains(&id().file_name()) && unusable[0].ends_with(&fault.to_string()),
        "{unusable:?}"
    );
    assert_eq!(fs::read(store.path(&id())).unwrap(), good, "{what}");
    fault
}

#[test]
fn every_damage_is_found_and_mended() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    let header = store.list().unwrap()[0].header.as_ref().unwrap().clone();
    let data = good.len() - header.data_bytes as usize;
    let places = (0..data).chain((data..good.len()).step_by(97)).chain([good.len() - 1]);
    for (place, bit) in places.zip((0..8).cycle()) {
        let mut bad = good.clone();
        bad[place] ^= 1 << bit;
        let fault = is_mended(&store, &good, &bad, &format!("bit {bit} of byte {place}"));
        assert_eq!(matches!(fault, Fault::DataChecksum), place >= data, "{fault}");
    }
    for length in [0, 1, 7, 8, 12, 47, 48, 49, data - 1, data, data + 1, good.len() / 2, good.len() - 1] {
        is_mended(&store, &good, &good[..length], &format!("cut to {length}"));
    }
    for more in [1, 8, 4096] {
        let long = [&good[..], &vec![0; more]].concat();
        let fault = is_mended(&store, &good, &long, &format!("{more} bytes more"));
        assert!(matches!(fault, Fault::Length { .. }), "{fault}");
    }
    is_mended(&store, &good, b"1 2 3\n4 5 6\n7 8 0\n", "a board");
    is_mended(&store, &good, &vec![0; good.len()], "zeros");
    is_mended(&store, &good, &vec![0xff; good.len()], "ones");
}

#[test]
fn other_formats_are_recognised() {
    let folder = tempdir().unwrap();
    let (store, good) = with_table(folder.path());
    let with = |at: usize, bytes: &[u8]| {
        let mut bad = good.clone();
        bad[at..at + bytes.len()].copy_from_slice(bytes);
        is_mended(&store, &good, &bad, "a number")
    };
    assert!(with(8, &[1, 2, 3, 4]).to_string().contains("other order"));
    assert!(with(12, &[0]).to_string().contains("older format 0"));
    assert!(with(12, &[2]).to_string().contains("newer format 2"));
}

/// Files that are whole and nevertheless wrong.
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
    let mirrored = TableId::Pattern(Pattern { homes: 0b_1_0010_1010, ..pattern() });
    let fault = is_mended(&store, &good, &file(&mirrored, &data.counts, &data.bits), "another table");
    assert!(matches!(fault, Fault::OtherTable { found } if found == mirrored));
    let mut counts = data.counts.clone();
    counts.swap(1, 2);
    let fault = is_mended(&store, &good, &file(&id(), &counts, &data.bits), "other counts");
    assert!(matches!(fault, Fault::Counts));
    counts[3] = u64::MAX;
    is_mended(&store, &good, &file(&id(), &counts, &data.bits), "impossible counts");
    // Only who knows the space sees that this has too many bits.
    let long = [&data.bits[..], &[0; 64]].concat();
    fs::write(store.path(&id()), file(&id(), &data.counts, &long)).unwrap();
    let (obtained, unusable) = obtain(&store);
    assert_eq!((obtained.origin, unusable.len()), (Origin::Built, 1));
    assert_eq!(fs::read(store.path(&id())).unwrap(), good);
}

#[test]
fn a_folder_that_cannot_be_used_costs_no_answer() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let (built, _) = obtain(&Store::new(folder.path().join("good")));
    let proc = Path::new("/proc/taquin").to_path_buf();
    for folder in [file.clone(), file.join("below"), proc] {
        let (obtained, unusable) = obtain(&Store::new(&folder));
        assert_eq!((obtained.origin, unusable.len()), (Origin::Built, 0), "{unusable:?}");
        assert_eq!(obtained.table.bits(), built.table.bits());
        let warning = obtained.not_kept.expect("it was not kept").to_string();
        assert!(warning.contains("cannot keep the table: "), "{warning}");
    }
    assert!(Store::new(file.join("below")).list().is_err());
    assert!(Store::new(folder.path().join("nothing")).list().unwrap().is_empty());
    // What has the place of the file is in the way of the table, but not of the answer.
    let store = Store::new(folder.path().join("blocked"));
    fs::create_dir_all(store.path(&id()).join("x")).unwrap();
    let (obtained, unusable) = obtain(&store);
    assert!(obtained.not_kept.is_some() && unusable.len() == 1, "{unusable:?}");
    assert!(names(&store).iter().all(|name| !name.ends_with(".tmp")));
}

#[test]
fn what_killed_processes_left_is_removed_and_nothing_else() {
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
    // A file that somebody is writing.
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

/// While one builds, the other waits and then reads.
#[test]
fn two_at_once_build_once() {
    let folder = tempdir().unwrap();
    let store = Store::new(folder.path());
    let (told_waiting, waiting) = mpsc::channel();
    let (told_building, building) = mpsc::channel();
    let shared = &store;
    std::thread::scope(|scope| {
        let first = scope.spawn(move || {
            let mut told_building = Some(told_building);
            let watcher = &mut |event: StoreEvent<'_>| {
                if let (StoreEvent::Layer(_), Some(told)) = (event, told_building.take()) {
                    told.send(()).unwrap();
                    // The other one is not ahead of this one.
                    waiting.recv().unwrap();
                }
                ControlFlow::Continue(())
            };
            shared.pattern(&pattern(), &space(), Workers::ONE, watcher).unwrap()
        });
        let second = scope.spawn(move || {
            building.recv().unwrap();
            let mut told_waiting = Some(told_waiting);
            let watcher = &mut |event: StoreEvent<'_>| {
                assert!(matches!(event, StoreEvent::Waiting), "{event:?}");
                if let Some(told) = told_waiting.take() {
                    told.send(()).unwrap();
                }
                ControlFlow::Continue(())
            };
            shared.pattern(&pattern(), &space(), Workers::ONE, watcher).unwrap()
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
        let watcher = &mut |_: StoreEvent<'_>| {
            events += 1;
            ControlFlow::Break(())
        };
        let stopped = store.pattern(&pattern(), &space(), Workers::ONE, watcher);
        assert_eq!((stopped.unwrap_err(), events), (Stopped, 1));
    };
    stop(&store);
    let lock = fs::File::create(folder.path().join(format!("{}.lock", id().file_name()))).unwrap();
    lock.lock().unwrap();
    stop(&store);
    drop(lock);
    assert_eq!(obtain(&store).0.origin, Origin::Built);
}
