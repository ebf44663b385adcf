//! Builds of tables that are killed, files that are damaged or forged, and caches that several processes share.

use super::Attempt;
use super::forgery;
use super::program::{Program, wait};
use super::random::Random;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// A board of 14 moves, and one of ten cells.
const FIFTEEN: &str = "5 1 3 4/2 10 6 8/13 9 0 12/14 11 7 15";
const WIDE: &str = "3 9 7 1 5/2 8 4 6 0";

/// Tables of a kind, and what is solved with them and without them.
struct Kind {
    /// The name for `taquin tables`; `None` for the partition of the user.
    set: Option<&'static str>,
    with: &'static [&'static str],
    without: &'static [&'static str],
}

/// `CATALOGUE` is a file with a partition that the program does not know.
const KINDS: [Kind; 5] = [
    Kind {
        set: Some("4x4-6-6-3"),
        with: &["--algorithm", "idastar", "--patterns", "6-6-3", FIFTEEN],
        without: &["--algorithm", "idastar", FIFTEEN],
    },
    Kind {
        set: Some("4x4-5-5-5"),
        with: &["--algorithm", "astar", "--patterns", "5-5-5", FIFTEEN],
        without: &["--algorithm", "idastar", FIFTEEN],
    },
    Kind {
        set: Some("2x5"),
        with: &["--algorithm", "table", WIDE],
        without: &["--algorithm", "astar", WIDE],
    },
    Kind {
        set: Some("2x5-multi"),
        with: &["--algorithm", "table", "--metric", "multi", WIDE],
        without: &["--algorithm", "idastar", "--metric", "multi", WIDE],
    },
    Kind {
        set: None,
        with: &["--algorithm", "idastar", "--catalogue", "CATALOGUE", "--patterns", "own", FIFTEEN],
        without: &["--algorithm", "idastar", FIFTEEN],
    },
];

const CATALOGUE: &str = "4x4 own\n. a a a\na a a b\nb b b b\nc c c c\n";

const LIMIT: Duration = Duration::from_secs(300);

pub(super) fn attempt(program: &Program, random: &mut Random) -> Result<Attempt, String> {
    let Kind { set, with, without } = &KINDS[random.below(KINDS.len())];
    let catalogue = program.written("catalogue.txt", CATALOGUE.as_bytes())?;
    let folder = program.fresh("tables")?;
    let solving = |arguments: &[&str]| {
        let words = arguments.iter().map(|&word| if word == "CATALOGUE" { &catalogue } else { word });
        program.command(&["solve", "--json"].into_iter().chain(words).collect::<Vec<_>>())
    };
    let solve = |arguments: &[&str], tables: Option<&Path>| -> Result<String, String> {
        let mut command = solving(arguments);
        command.envs(tables.map(|folder| ("TAQUIN_TABLES", folder)));
        let ended = program.run(command, LIMIT)?;
        let length = ended.out.split_once("\"length\":").and_then(|(_, rest)| rest.split([',', '}']).next());
        let length = length.ok_or_else(|| format!("no length: {arguments:?}: {}", ended.err))?;
        // The claim is compared, too.
        Ok(format!(
            "{length} moves, exit code {}, optimal: {}",
            ended.code,
            ended.out.contains("\"optimal\"")
        ))
    };
    let mut tries = 0;
    // Several processes build the same tables; some are killed.
    let mut children = Vec::new();
    for _ in 0..1 + random.below(3) {
        let mut command = match set {
            Some(set) => program.command(&["tables", "build", set]),
            None => solving(with),
        };
        command.env("TAQUIN_TABLES", &folder).stdout(Stdio::null()).stderr(Stdio::null());
        children.push(command.spawn().map_err(|error| error.to_string())?);
    }
    for child in &mut children {
        if random.once_in(2) {
            thread::sleep(Duration::from_millis(random.below(400) as u64));
            let _ = child.kill();
            tries += 1;
        }
        wait(child, LIMIT).ok_or("a build does not end")?;
    }
    // Some files are damaged or forged.
    let files = files(&folder);
    for file in &files {
        if random.once_in(2) {
            forgery::spoil(file, &files, random)?;
            tries += 1;
        }
        if set.is_none() {
            // A table that the program does not know is only as trustworthy as those who can write it.
            let shared = Command::new("chmod").arg("666").arg(file).status();
            shared.map_err(|error| format!("chmod: {error}"))?;
        }
    }
    let (found, expected) = (solve(with, Some(&folder))?, solve(without, None)?);
    if found != expected {
        return Err(format!("{with:?}: {found} instead of {expected}"));
    }
    // What is on disk now is right, or is built again.
    if let Some(set) = set {
        let tables = |name: &str| {
            let mut command = program.command(&["tables", name, set]);
            command.env("TAQUIN_TABLES", &folder);
            program.run(command, LIMIT)
        };
        tables("build")?;
        let checked = tables("check")?;
        if checked.code != 0 {
            return Err(format!("{set} is damaged after it was built: {}", checked.out));
        }
    }
    Ok(Attempt { tries, ..Attempt::default() })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(listing) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = listing.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    files
}
