//! Tables on disk whose headers and digests are right, but whose data are not those of the table: forged, or written by
//! another user.
#![cfg(feature = "disk")]

use std::fs;
use taquin::control::{Budget, Control};
use taquin::heuristic::{Pattern, PatternTable};
use taquin::internals::space::{Bits, Space};
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, MethodOptions, Solver};
use taquin::tables::{
    Digest, Fault, Origin, Partition, PerfectKey, PerfectTable, Store, TableCache, TableId, TableSet,
    data_digest,
};
use taquin::{Board, Goal, Metric, Puzzle, Size, Workers};
use tempfile::tempdir;

/// A pattern of no named set.
fn own_pattern() -> Pattern {
    Pattern { size: Size::square(3).unwrap(), blank: 0, homes: 0b1_0101_0010 }
}

/// Every digest of a table that is built quickly is right, and the tables of the default goal have one.
#[test]
fn known_digests() {
    let sizes = [(2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (4, 4), (5, 5), (2, 7), (3, 5)];
    for (rows, cols) in sizes {
        let goal = Goal::rows(Size::new(rows, cols).unwrap());
        for set in TableSet::all(&goal).iter().filter(|set| !set.name().ends_with("pool")) {
            for id in set.tables() {
                let known = Digest::known(id).unwrap_or_else(|| panic!("{id}"));
                let control = Control::new();
                let digest = match id {
                    TableId::Pruning(_) => panic!("not part of a set: {id}"),
                    _ if id.states() > 600_000 => continue,
                    TableId::Perfect(key) => data_digest(
                        PerfectTable::build(*key, Workers::ONE, &control).unwrap().bits(),
                        Workers::new(2),
                    ),
                    TableId::Pattern(pattern) => {
                        let space = Space::new(pattern.size, pattern.tiles()).into();
                        let built =
                            PatternTable::build(pattern.clone(), space, Workers::ONE, &control).unwrap();
                        data_digest(built.0.bits(), Workers::ONE)
                    }
                };
                assert_eq!(digest, known, "{id}");
            }
        }
    }
    assert_eq!(Digest::known(&TableId::Pattern(own_pattern())), None);
}

/// Two bits of a table of all boards are exchanged, so that the number of set bits stays the same.
#[test]
fn a_forged_table_of_the_catalogue_is_rebuilt() {
    let folder = tempdir().unwrap();
    let store = Store::new(folder.path());
    let goal = Goal::rows(Size::square(3).unwrap());
    for &metric in Metric::ALL {
        let key = PerfectKey::of(&goal, metric).unwrap();
        let id = TableId::Perfect(key);
        let obtain = || store.perfect(key, Workers::ONE, &Control::new()).unwrap();
        let built = obtain();
        let mut bits = built.table.bits().to_vec();
        let other = (1..bits.len() / 2).find(|&at| bits[at] != bits[0]).unwrap();
        bits.swap(0, other);
        store.save(&id, &built.counts, &bits, Workers::ONE).unwrap();
        assert!(matches!(store.load(&id, Workers::ONE).unwrap_err().fault, Fault::KnownDigest));
        let again = obtain();
        assert_eq!(again.origin, Origin::Built);
        assert_eq!(again.table.bits(), built.table.bits());
        assert_eq!(obtain().origin, Origin::Disk);
    }
}

/// Tables of any content: their walks end, at the goal or with nothing.
#[test]
fn walks_of_perfect_tables_end() {
    let goal = Goal::rows(Size::new(2, 4).unwrap());
    for &metric in Metric::ALL {
        let key = PerfectKey::of(&goal, metric).unwrap();
        let built = PerfectTable::build(key, Workers::ONE, &Control::new()).unwrap();
        let mut refused = 0;
        for (counts, fill) in
            [(built.counts(), 0x00), (built.counts(), 0xff), (built.counts(), 0x5a), (&[], 0xc3)]
        {
            let mut bits = Bits::new(built.bits().len());
            bits.fill(fill);
            let table = PerfectTable::from_bits(key, counts.to_vec(), bits).unwrap();
            let table = table.for_goal(&goal).unwrap();
            for rank in (0..40_320).step_by(41) {
                let board = Board::from_rank(goal.size(), rank).unwrap();
                let moves = table.solve(&board);
                refused += usize::from(moves.is_none());
                assert!(moves.is_none_or(|moves| moves.len() <= 8 * built.counts().len()), "{board:?}");
            }
        }
        assert!(refused > 0);
    }
}

/// A solver whose cache has a table that does not lead to the goal rebuilds it and solves the board.
#[test]
fn a_table_that_contradicts_itself_is_rebuilt() {
    let folder = tempdir().unwrap();
    let store = Store::new(folder.path());
    let size = Size::square(4).unwrap();
    let goal = Goal::rows(size);
    let drawing = "4x4 own\n. a a a\na a a b\nb b b b\nc c c c";
    let partition = Partition::named(&goal, "own", &Partition::read(drawing).unwrap()).unwrap();
    let forged: Vec<TableId> = partition.patterns().iter().cloned().map(TableId::Pattern).collect();
    let stored: Vec<&TableId> = forged.iter().filter(|id| TableCache::stores(id)).collect();
    assert!(!stored.is_empty());
    let puzzle = Puzzle::new(Scrambler::seeded(7).walk(&goal, 60), goal.clone()).unwrap();
    let solver = |store: Option<Store>| {
        let mut options = MethodOptions::of(Algorithm::IdaStar);
        options.patterns = vec![partition.clone()];
        let budget = Budget { nodes: Some(50_000_000), ..Budget::default() };
        Solver::builder().store(store).options(options).budget(budget).build().unwrap()
    };
    let length = |solver: &Solver| {
        let solution = solver.solve(&puzzle).unwrap().solution?;
        solution.is_optimal().then(|| solution.len())
    };
    let optimum = length(&solver(None));
    assert!(optimum.is_some());
    for fill in [0x00_u8, 0xff, 0xaa] {
        for id in &stored {
            let TableId::Pattern(pattern) = id else { unreachable!("patterns only") };
            let space = Space::new(size, pattern.tiles());
            let bits = vec![fill; space.words() * 8];
            // Counts that agree with the bits: every other distance has its second bit set.
            let set = u64::from(fill.count_ones()) * bits.len() as u64;
            let counts = [bits.len() as u64 * 8 - set, 0, set, 0];
            store.save(id, &counts, &bits, Workers::ONE).unwrap();
            store.load(id, Workers::ONE).unwrap();
        }
        let solver = solver(Some(store.clone()));
        assert_eq!(length(&solver), optimum, "{fill:x}");
        let fault = solver.tables().take_fault().unwrap();
        assert!(matches!(fault.fault, Fault::Inconsistent), "{fault}");
        // The file has been replaced by that of the right table.
        for id in &stored {
            let counts = store.load(id, Workers::ONE).unwrap().counts;
            assert!(counts.len() > 10, "{counts:?}");
        }
    }
}

#[cfg(unix)]
mod permissions {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn allow(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn folders_and_files_are_their_owners() {
        let folder = tempdir().unwrap();
        let store = Store::new(folder.path().join("new/cache"));
        store.pattern(&own_pattern(), Workers::ONE, &Control::new()).unwrap();
        assert_eq!(mode(store.folder()), 0o700);
        assert_eq!(mode(&store.path(&TableId::Pattern(own_pattern()))), 0o600);
        // What is shared has the permissions of any other new file.
        let plain = folder.path().join("plain");
        fs::create_dir(&plain).unwrap();
        let shared = Store::new(folder.path().join("shared")).trusting_others(true);
        shared.pattern(&own_pattern(), Workers::ONE, &Control::new()).unwrap();
        assert_eq!(mode(shared.folder()), mode(&plain));
        let file = shared.path(&TableId::Pattern(own_pattern()));
        assert_eq!(mode(&file), mode(&plain) & 0o666);
    }

    #[test]
    fn a_table_that_others_can_write_is_not_used() {
        let folder = tempdir().unwrap();
        let store = Store::new(folder.path());
        let id = TableId::Pattern(own_pattern());
        let obtain = |store: &Store| store.pattern(&own_pattern(), Workers::ONE, &Control::new()).unwrap();
        for bits in [0o666, 0o620, 0o602] {
            obtain(&store);
            allow(&store.path(&id), bits);
            assert!(matches!(store.load(&id, Workers::ONE).unwrap_err().fault, Fault::Untrusted), "{bits:o}");
            let trusting = store.clone().trusting_others(true);
            assert_eq!(obtain(&trusting).origin, Origin::Disk);
            // It is replaced by one that only its owner can write.
            let again = obtain(&store);
            assert!(matches!(again.replaced.unwrap().fault, Fault::Untrusted));
            assert_eq!((again.origin, mode(&store.path(&id))), (Origin::Built, 0o600));
            assert_eq!(obtain(&store).origin, Origin::Disk);
        }
    }

    /// The known digest shows that the table is right, even if other users can write it.
    #[test]
    fn a_known_table_needs_no_trust() {
        let folder = tempdir().unwrap();
        let store = Store::new(folder.path());
        let key = PerfectKey::of(&Goal::rows(Size::square(3).unwrap()), Metric::Single).unwrap();
        let obtain = || store.perfect(key, Workers::ONE, &Control::new()).unwrap();
        obtain();
        allow(&store.path(&TableId::Perfect(key)), 0o666);
        assert_eq!(obtain().origin, Origin::Disk);
    }
}
