//! Builds the named tables and prints their digests, as `src/tables/digests.txt` has them.
//!
//! ```console
//! $ cargo run --release --example digests > digests.txt
//! ```
//!
//! These are the perfect tables and the partitions of 4x4 for all goals, and the partitions of the other sizes up to 16
//! cells and of 5x5 for the goal `rows`, and the duplicate pruning of long searches on 5x5.

use std::sync::Arc;
use taquin::control::Control;
use taquin::heuristic::PatternTable;
use taquin::internals::geometry::Geometry;
use taquin::internals::space::Space;
use taquin::tables::{PerfectTable, PruningKey, TableId, TableSet, data_digest};
use taquin::{Order, Size, Workers};

/// The most cells of a board with tables.
const MOST_CELLS: usize = 25;

/// The longest duplicates that long searches on 5x5 prune.
const PRUNING_DEPTH: u8 = 14;

/// The most cells of a size whose partitions are listed, besides 5x5.
const LISTED_CELLS: usize = 16;

fn main() {
    println!("# BLAKE3 of the data of named tables. Written by `cargo xtask digests`.");
    let mut tables = tables();
    tables.sort_by_cached_key(|id| (id.size().cells(), id.size().rows(), id.file_name()));
    tables.dedup();
    let count = tables.len();
    let mut spaces: Vec<Arc<Space>> = Vec::new();
    for (number, id) in (1..).zip(&tables) {
        eprintln!("{number} of {count}: {id}");
        let (workers, control) = (Workers::all(), Control::new());
        let digest = match id {
            TableId::Pruning(key) => {
                data_digest(&Geometry::pruned(key.size, key.order, key.depth.into()).to_bytes(), workers)
            }
            TableId::Perfect(key) => {
                let table = PerfectTable::build(*key, workers, &control).expect("nothing stops it");
                data_digest(table.bits(), workers)
            }
            TableId::Pattern(pattern) => {
                spaces.retain(|space| space.size() == pattern.size);
                let known = spaces.iter().find(|space| space.tiles() == pattern.tiles()).cloned();
                let space = known.unwrap_or_else(|| {
                    spaces.push(Arc::new(Space::new(pattern.size, pattern.tiles())));
                    Arc::clone(&spaces[spaces.len() - 1])
                });
                let built = PatternTable::build(pattern.clone(), space, workers, &control);
                data_digest(built.expect("nothing stops it").0.bits(), workers)
            }
        };
        let file = id.file_name();
        println!("{} {digest}", file.trim_end_matches(&format!(".{}", TableId::EXTENSION)));
    }
}

/// Returns the named tables.
fn tables() -> Vec<TableId> {
    let sides = (2..).take_while(|side| side * side <= MOST_CELLS);
    let sizes =
        sides.flat_map(|rows| (rows..=MOST_CELLS / rows).filter_map(move |cols| Size::new(rows, cols).ok()));
    let mut tables = Vec::new();
    for size in sizes {
        if size.cells() == MOST_CELLS && size.rows() == size.cols() {
            let key = PruningKey { size, order: Order::default(), depth: PRUNING_DEPTH };
            tables.push(TableId::Pruning(key));
        }
        for (number, goal) in TableSet::goals(size).iter().enumerate() {
            let is_default = number == 0 && (size.cells() <= LISTED_CELLS || size.cells() == MOST_CELLS);
            let is_listed = is_default || (size.rows() == 4 && size.cols() == 4);
            for set in TableSet::all(goal) {
                let is_perfect = matches!(set.tables(), [TableId::Perfect(_)]);
                if is_perfect || (is_listed && !set.name().ends_with("pool")) {
                    tables.extend(set.tables().iter().cloned());
                }
            }
        }
    }
    tables
}
