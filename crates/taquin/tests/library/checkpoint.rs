//! Counts that are stopped and continued.

use std::fs;
use std::path::{Path, PathBuf};
use taquin::control::{CancelToken, Control, Event};
use taquin::tables::{CheckpointError, CheckpointFault, DepthHistogram, NoTable, ResumeError};
use taquin::{Board, Goal, Metric, Size, Workers};

fn rows(rows: usize, cols: usize) -> Goal {
    Goal::rows(Size::new(rows, cols).unwrap())
}

fn resume(goal: &Goal, folder: &Path) -> Result<DepthHistogram, ResumeError> {
    DepthHistogram::resume(goal, 100, folder, Workers::new(2), &Control::new())
}

/// Continues until `depth` has been counted but not saved; the layers of the run are saved up to the one before.
fn stopped_at(
    goal: &Goal,
    folder: &Path,
    depth: u32,
    workers: Workers,
) -> Result<DepthHistogram, ResumeError> {
    let token = CancelToken::new();
    let at_depth = token.clone();
    let control = Control::new().with_cancel_token(token).on_event(move |event| {
        if matches!(event, Event::Layer { depth: found, .. } if *found == depth) {
            at_depth.cancel();
        }
    });
    DepthHistogram::resume(goal, 100, folder, workers, &control)
}

fn layers(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut layers: Vec<PathBuf> = entries.filter(|path| !path.ends_with("lock")).collect();
    layers.sort();
    layers
}

fn fault(result: Result<DepthHistogram, ResumeError>) -> CheckpointFault {
    match result {
        Err(ResumeError::Checkpoint(CheckpointError { fault, .. })) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn stopped_at_every_layer() {
    let edge = Goal::from(Board::from_flat(&[1, 0, 2, 3, 4, 5, 6, 7, 8]).unwrap());
    for goal in [rows(2, 2), rows(2, 3), rows(3, 2), rows(4, 2), rows(3, 3), edge, rows(2, 5)] {
        let expected =
            DepthHistogram::count(&goal, Metric::Single, 100, Workers::ONE, &Control::new()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for depth in 1..=expected.diameter() as u32 {
            let stopped = stopped_at(&goal, folder.path(), depth, Workers::new(1 + depth as usize % 2));
            assert!(matches!(stopped, Err(ResumeError::NoTable(NoTable::Stopped(_)))), "{stopped:?}");
            let kept = layers(folder.path());
            assert!(kept.last().unwrap().ends_with(format!("layer-{:03}", depth - 1)), "{kept:?}");
            assert_eq!(kept.len(), if depth == 1 { 1 } else { 2 });
        }
        assert_eq!(resume(&goal, folder.path()).unwrap(), expected);
        // A finished count needs no work.
        assert_eq!(stopped_at(&goal, folder.path(), u32::MAX, Workers::ONE).unwrap(), expected);
    }
}

/// Every run of 2x6 is stopped after eight more layers.
#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn chunks_of_all_lengths() {
    let goal = rows(2, 6);
    let folder = tempfile::tempdir().unwrap();
    for depth in (8..80).step_by(8) {
        stopped_at(&goal, folder.path(), depth, Workers::new(2)).unwrap_err();
    }
    let histogram = resume(&goal, folder.path()).unwrap();
    let known = include_str!("../../data/statespace.txt").lines();
    let known = known.filter_map(|line| line.strip_prefix("2 6 corner single ")).next().unwrap();
    let known: Vec<u64> = known.split(' ').map(|count| count.parse().unwrap()).collect();
    assert_eq!(histogram.counts(), known);
    let by_blank = histogram.counts_by_blank().iter().map(|counts| counts.iter().sum::<u64>());
    assert!(by_blank.eq(known));
    let antipodes: Vec<Vec<u16>> =
        histogram.antipodes().iter().map(|board| board.numbers().collect()).collect();
    assert_eq!(antipodes, [[0, 6, 4, 3, 8, 1, 11, 5, 10, 9, 2, 7], [0, 11, 4, 3, 2, 1, 6, 5, 10, 9, 8, 7]]);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn damaged_files_are_errors_and_stay() {
    let goal = rows(2, 3);
    let folder = tempfile::tempdir().unwrap();
    stopped_at(&goal, folder.path(), 12, Workers::ONE).unwrap_err();
    for path in layers(folder.path()) {
        let whole = fs::read(&path).unwrap();
        let fails_with = |content: &[u8]| {
            fs::write(&path, content).unwrap();
            let found = fault(resume(&goal, folder.path()));
            assert_eq!(fs::read(&path).unwrap(), content);
            assert_eq!(layers(folder.path()).len(), 2);
            found
        };
        for bit in 0..whole.len() * 8 {
            let mut damaged = whole.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            let found = fails_with(&damaged);
            match bit / 8 {
                0..8 => assert!(matches!(found, CheckpointFault::NotACheckpoint), "{found:?}"),
                8..12 => assert!(matches!(found, CheckpointFault::Version { wanted: 1, .. }), "{found:?}"),
                12..15 => assert!(
                    matches!(found, CheckpointFault::Other { .. } | CheckpointFault::Damaged),
                    "{found:?}"
                ),
                _ => assert!(matches!(found, CheckpointFault::Damaged), "{found:?}"),
            }
        }
        for length in 0..whole.len() {
            assert!(matches!(fails_with(&whole[..length]), CheckpointFault::Damaged));
        }
        assert!(matches!(fails_with(&[&whole[..], b"x"].concat()), CheckpointFault::Damaged));
        assert!(matches!(fails_with(b"counts of 2x3, by hand\n"), CheckpointFault::NotACheckpoint));
        fs::write(&path, whole).unwrap();
    }
    let expected = DepthHistogram::count(&goal, Metric::Single, 100, Workers::ONE, &Control::new()).unwrap();
    assert_eq!(resume(&goal, folder.path()).unwrap(), expected);
}

#[test]
fn other_counts_and_missing_layers() {
    let goal = rows(2, 3);
    let folder = tempfile::tempdir().unwrap();
    stopped_at(&goal, folder.path(), 12, Workers::ONE).unwrap_err();
    let found = resume(&rows(3, 3), folder.path()).unwrap_err().to_string();
    assert!(
        found.ends_with("layer-011: the checkpoint is of another count: 2x3, blank at r1c1 of the goal"),
        "{found}"
    );
    let middle = Goal::from(Board::new(goal.size(), &[1, 0, 2, 3, 4, 5]).unwrap());
    assert!(matches!(fault(resume(&middle, folder.path())), CheckpointFault::Other { blank: 0, .. }));
    // Goals that differ by a symmetry share their counts.
    let swapped = Goal::from(Board::new(Size::new(3, 2).unwrap(), &[0, 2, 1, 3, 4, 5]).unwrap());
    stopped_at(&swapped, folder.path(), 12, Workers::ONE).unwrap_err();
    let [before, _] = &layers(folder.path())[..] else { panic!("two layers") };
    fs::remove_file(before).unwrap();
    assert!(matches!(fault(resume(&goal, folder.path())), CheckpointFault::Missing));
    assert!(matches!(
        resume(&rows(4, 4), folder.path()),
        Err(ResumeError::NoTable(NoTable::Size(size))) if size.cells() == 16
    ));
    assert_eq!(layers(folder.path()).len(), 1);
}

#[test]
fn one_run_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let lock = fs::File::create(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    assert!(matches!(fault(resume(&rows(2, 3), folder.path())), CheckpointFault::InUse));
    drop(lock);
    resume(&rows(2, 3), folder.path()).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk() {
    let goal = rows(2, 3);
    let folder = tempfile::tempdir().unwrap();
    stopped_at(&goal, folder.path(), 12, Workers::ONE).unwrap_err();
    let before = layers(folder.path());
    std::os::unix::fs::symlink("/dev/full", folder.path().join("layer-013.part")).unwrap();
    let full = resume(&goal, folder.path()).unwrap_err().to_string();
    assert!(full.ends_with("layer-013: cannot write: no space left on device"), "{full}");
    let after = layers(folder.path());
    assert_eq!((before.len(), after.len()), (2, 2));
    assert!(after[0].ends_with("layer-011") && after[1].ends_with("layer-012"), "{after:?}");
    assert_eq!(resume(&goal, folder.path()).unwrap().diameter(), 21);
}

#[test]
fn too_many_boards_in_pushes() {
    let counted = |goal: &Goal| {
        DepthHistogram::count(goal, Metric::Multi, 0, Workers::ONE, &Control::new()).unwrap_err()
    };
    assert_eq!(counted(&rows(2, 7)), NoTable::Pushes(Size::new(2, 7).unwrap()));
    assert_eq!(counted(&rows(3, 5)), NoTable::Size(Size::new(3, 5).unwrap()));
    let needed = |goal: &Goal, metric| DepthHistogram::needed_bytes(goal, metric, Workers::new(2));
    assert_eq!(needed(&rows(2, 7), Metric::Multi), None);
    assert_eq!(needed(&rows(2, 7), Metric::Single), needed(&rows(7, 2), Metric::Single));
    let bytes = needed(&rows(2, 7), Metric::Single).unwrap();
    assert!((5_448_643_200..5_700_000_000).contains(&bytes), "{bytes}");
}
