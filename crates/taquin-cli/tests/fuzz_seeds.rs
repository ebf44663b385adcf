//! Every fuzz target without the fuzzer: its seeds, and variants of them, in the build of the other tests. `cargo xtask fuzz`
//! finds more, but building the instrumented targets takes minutes.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is the library of the fuzz targets")]
mod oracles;

/// A target, and how many variants of each seed are tried.
type Target = (&'static str, fn(&[u8]), usize);

const TARGETS: [Target; 9] = [
    ("audit_tables", oracles::audit_tables, 300),
    ("benchmarks", oracles::benchmarks, 1000),
    ("boards", oracles::boards, 200),
    ("catalogues", oracles::catalogues, 1000),
    ("messages", oracles::messages, 100),
    ("moves", oracles::moves, 1000),
    ("solutions", oracles::solutions, 200),
    ("structured", oracles::structured, 100),
    ("tables", oracles::tables, 100),
];

/// Values that are put in the place of others.
const PIECES: [&str; 20] = [
    "",
    " ",
    "\n",
    "0",
    "-1",
    "127",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "null",
    "true",
    "\"\"",
    "\"\\u0000\"",
    "[]",
    "{}",
    "[[1,2],[0,3]]",
    "x",
    "ä",
    "_",
    "\u{0}",
];

#[test]
fn seeds_and_variants() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let names = |folder: &Path| -> Vec<String> {
        let listing = fs::read_dir(folder).expect("a folder of the repository");
        let mut names: Vec<String> = listing
            .map(|entry| entry.expect("it is readable").file_name().into_string().expect("ASCII"))
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&folder.join("fuzz_targets")), TARGETS.map(|(name, ..)| format!("{name}.rs")));
    for (name, oracle, variants) in TARGETS {
        let mut random = Random(1);
        let seeds: Vec<Vec<u8>> = match name {
            // Any bytes are a recipe for a board.
            "structured" => (0..10).map(|_| (0..200).map(|_| random.below(256) as u8).collect()).collect(),
            _ => {
                let folder = folder.join("seeds").join(name);
                names(&folder).iter().map(|seed| fs::read(folder.join(seed)).expect("a file")).collect()
            }
        };
        assert!(!seeds.is_empty(), "{name}");
        for seed in &seeds {
            oracle(seed);
            for _ in 0..variants {
                let mut variant = seed.clone();
                for _ in 0..1 + random.below(4) {
                    change(&mut variant, &seeds, &mut random);
                }
                // The test prints it if it fails.
                println!("{name}: {}", variant.escape_ascii());
                oracle(&variant);
            }
        }
    }
}

/// Changes a byte or a value, cuts off the end, or continues with another seed.
fn change(input: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(input.len() + 1);
    let is_edge = |byte: &u8| !byte.is_ascii_alphanumeric();
    let start = input[..at].iter().rposition(is_edge).map_or(0, |at| at + 1);
    let end = input[at..].iter().position(is_edge).map_or(input.len(), |length| at + length);
    let word = input[start..end].to_vec();
    match random.below(8) {
        0 if !input.is_empty() => input[0] = random.below(256) as u8,
        1 if at < input.len() => input[at] ^= 1 << random.below(8),
        2 => input.truncate(at),
        3 => _ = input.splice(start..start, word),
        4 => _ = input.splice(start..end, []),
        5 => {
            let other = &seeds[random.below(seeds.len())];
            let rest = other[random.below(other.len() + 1)..].to_vec();
            input.splice(at.., rest);
        }
        _ => _ = input.splice(start..end, PIECES[random.below(PIECES.len())].bytes()),
    }
}

/// A small random generator (SplitMix64).
struct Random(u64);

impl Random {
    /// Returns a number below `bound`, which must not be 0.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
