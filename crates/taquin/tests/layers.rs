//! Rules about the sources that the compiler does not check: which module may use which, what the library must never
//! do, and how long a file may be.
//!
//! Code under `#[cfg(test)]` is exempt: a test may compare a low layer with a high one.

mod rust_tokens;

use rust_tokens::{Token, tokens, without_tests};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules at the root of the library, lowest layer first. A module may use its own layer and lower ones.
const LAYERS: [&[&str]; 8] = [
    &[
        "decimal",
        "display",
        "mix",
        "names",
        "size",
        "cell",
        "tile",
        "direction",
        "metric",
        "moves",
        "board",
        "boards",
        "fingerprint",
        "hash_index",
        "gap",
        "goal",
        "parity",
        "puzzle",
        "stats",
        "task",
        "trace",
    ],
    &["control", "notation", "proof", "serial", "scramble"],
    &["geometry", "grid", "goal_symmetry", "rank", "space"],
    &["heuristic"],
    &["search"],
    &["tables", "large"],
    &["princeton", "solver"],
    &["course"],
];

/// Macros the library must not call: it never writes to the terminal.
const PRINTING_MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];

/// Modules of `std` the library must not use: it neither reads the environment nor exits the process.
const FORBIDDEN_STD: [&str; 2] = ["env", "process"];

/// Files should have at most 500 lines; this is the hard limit.
const LONGEST_FILE: usize = 600;

#[test]
fn every_module_uses_only_its_own_layer_and_lower_ones() {
    let sources = library_sources();
    let root = sources.iter().find(|source| source.modules.is_empty()).expect("src/lib.rs exists");
    let exports = exports(&tokens(&root.text));
    report(sources.iter().flat_map(|source| layer_faults(source, &exports)));
}

#[test]
fn the_library_is_silent_and_safe() {
    report(library_sources().iter().flat_map(conduct_faults));
}

#[test]
fn no_source_file_is_too_long() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in a folder");
    let folders = entries(crates).into_iter().map(|package| package.join("src")).filter(|path| path.is_dir());
    report(folders.flat_map(|folder| rust_files(&folder)).filter_map(|file| {
        let lines = read(&file).lines().count();
        (lines > LONGEST_FILE).then(|| {
            format!("{}: {lines} lines, at most {LONGEST_FILE}: split it by subject", file.display())
        })
    }));
}

/// A file of the library and its module: `["search", "ida"]` for `search/ida.rs`, empty for `lib.rs`.
struct Source {
    name: String,
    modules: Vec<String>,
    text: String,
}

impl Source {
    fn new(name: &str, text: &str) -> Source {
        let stem = name.strip_suffix(".rs").expect("a Rust file");
        let mut modules: Vec<String> = stem.split('/').map(str::to_owned).collect();
        if modules.last().is_some_and(|last| last == "mod" || last == "lib") {
            modules.pop();
        }
        Source { name: name.to_owned(), modules, text: text.to_owned() }
    }
}

fn library_sources() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    rust_files(&folder)
        .iter()
        // Modules declared by `#[cfg(test)] mod tests;`.
        .filter(|file| file.file_name().is_some_and(|name| name != "tests.rs"))
        .map(|file| {
            let relative = file.strip_prefix(&folder).expect("found below the folder");
            let parts: Vec<_> =
                relative.iter().map(|part| part.to_str().expect("file names are ASCII")).collect();
            Source::new(&parts.join("/"), &read(file))
        })
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = entries(folder).into_iter().partition(|path| path.is_dir());
    let mut found: Vec<_> =
        files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")).collect();
    found.extend(folders.iter().flat_map(|folder| rust_files(folder)));
    found
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let listing = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<_> = listing.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|why| panic!("{}: {why}", file.display()))
}

#[track_caller]
fn report(faults: impl Iterator<Item = String>) {
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

fn layer_of(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn layer_faults(source: &Source, exports: &HashMap<String, String>) -> Vec<String> {
    // lib.rs presents the whole library, so it may use everything.
    let Some(own) = source.modules.first() else { return Vec::new() };
    let Some(own_layer) = layer_of(own) else {
        return vec![format!(
            "{}: module `{own}` is in no layer: add it to the table in this test",
            source.name
        )];
    };
    let mut faults = Vec::new();
    for Use { line, path } in uses_within_crate(source) {
        let written = path.join("::");
        let first = path.first().map_or("*", String::as_str);
        // lib.rs re-exports `crate::Board` from `board`.
        let module = exports.get(first).map_or(first, String::as_str);
        let fault = match layer_of(module) {
            Some(layer) if layer <= own_layer => continue,
            Some(layer) => format!("layer {own_layer} (`{own}`) uses layer {layer} (`crate::{written}`)"),
            None => format!("`crate::{written}` names no module of the table in this test"),
        };
        faults.push(format!("{}:{line}: {fault}", source.name));
    }
    faults
}

fn conduct_faults(source: &Source) -> Vec<String> {
    let tokens = without_tests(tokens(&source.text));
    let mut faults = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).map(|next| next.text.as_str());
        let fault = match token.text.as_str() {
            name if next == Some("!") && PRINTING_MACROS.contains(&name) => format!("`{name}!`"),
            "unsafe" => "`unsafe`".to_owned(),
            "std" if next == Some("::") => {
                let mut paths = Vec::new();
                expand(&tokens, &mut (at + 2), &[], &mut paths);
                let forbidden =
                    |path: &Vec<String>| FORBIDDEN_STD.contains(&path.first()?.as_str()).then_some(());
                match paths.iter().find(|path| forbidden(path).is_some()) {
                    Some(path) => format!("`std::{}`", path.join("::")),
                    None => continue,
                }
            }
            _ => continue,
        };
        faults.push(format!("{}:{}: {fault} in the library", source.name, token.line));
    }
    faults
}

/// A path from the root of the crate, without `crate`: `["board", "Board"]`.
#[derive(PartialEq, Debug)]
struct Use {
    line: usize,
    path: Vec<String>,
}

/// Returns every path that begins with `crate` or leaves its module with `super`, with groups expanded.
fn uses_within_crate(source: &Source) -> Vec<Use> {
    let tokens = without_tests(tokens(&source.text));
    let mut here = source.modules.clone();
    let mut inline_modules = Vec::new();
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let text = |offset: usize| tokens.get(at + offset).map(|token| token.text.as_str());
        match token.text.as_str() {
            "mod" if text(2) == Some("{") => {
                here.push(tokens[at + 1].text.clone());
                inline_modules.push(depth);
            }
            "{" => depth += 1,
            "}" => {
                depth = depth.saturating_sub(1);
                if inline_modules.pop_if(|opened_at| *opened_at == depth).is_some() {
                    here.pop();
                }
            }
            "crate" | "self" | "super"
                if text(1) == Some("::") && (at == 0 || tokens[at - 1].text != "::") =>
            {
                let mut paths = Vec::new();
                expand(&tokens, &mut at.clone(), &[], &mut paths);
                found.extend(paths.iter().map(|path| Use { line: token.line, path: resolve(path, &here) }));
            }
            _ => {}
        }
    }
    found
}

/// Collects the paths of the tree that starts at token `at`: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn expand(tokens: &[Token], at: &mut usize, prefix: &[String], paths: &mut Vec<Vec<String>>) {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let mut path = prefix.to_vec();
    loop {
        if text(*at) == "{" {
            *at += 1;
            while !matches!(text(*at), "}" | "") {
                expand(tokens, at, &path, paths);
                // Past `as other_name` and the comma.
                while !matches!(text(*at), "," | "}" | "") {
                    *at += 1;
                }
                if text(*at) == "," {
                    *at += 1;
                }
            }
            *at += 1;
            return;
        }
        // `Vec::<T>` does not make the path longer; the scan reaches the type between the angle brackets later.
        if text(*at) == "<" {
            break;
        }
        path.push(text(*at).to_owned());
        *at += 1;
        if text(*at) != "::" {
            break;
        }
        *at += 1;
    }
    paths.push(path);
}

/// Converts a path, as written in a module, to a path from the root of the crate.
fn resolve(path: &[String], here: &[String]) -> Vec<String> {
    let mut absolute = here.to_vec();
    for step in path {
        match step.as_str() {
            "crate" => absolute.clear(),
            "super" => {
                absolute.pop();
            }
            "self" => {}
            name => absolute.push(name.to_owned()),
        }
    }
    absolute
}

/// Returns the re-exports of lib.rs: name to module.
fn exports(tokens: &[Token]) -> HashMap<String, String> {
    let mut paths = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.text == "use" {
            expand(tokens, &mut (at + 1), &[], &mut paths);
        }
    }
    paths
        .into_iter()
        .map(|path| path.into_iter().filter(|step| step != "crate" && step != "self").collect::<Vec<_>>())
        .filter_map(|path| match path.as_slice() {
            [module, .., name] => Some((name.clone(), module.clone())),
            _ => None,
        })
        .collect()
}

/// Returns the faults of an invented file, with a lib.rs of `pub use board::Board; pub use solver::{Plan, run::go};`.
fn faults(name: &str, text: &str) -> Vec<String> {
    let exports = exports(&tokens("pub use board::Board; pub use solver::{Plan, run::go};"));
    layer_faults(&Source::new(name, text), &exports)
}

#[test]
fn a_use_that_points_up_is_found() {
    let upward = [
        ("proof.rs", "use crate::search::Outcome;"),
        ("proof.rs", "use crate::{board::Board, goal::{Goal, NamedGoal}, solver::Plan};"),
        ("proof.rs", "use crate::Plan;"),
        ("proof.rs", "use crate::go as start;"),
        ("proof.rs", "fn f() -> u32 { 1 + crate::heuristic::manhattan::MAX }"),
        ("proof.rs", "fn f(x: Vec::<crate::search::Outcome>) {}"),
        ("proof.rs", "use super::search::Outcome;"),
        ("proof.rs", "mod inner { use super::super::search::Outcome; }"),
        ("proof.rs", "mod inner { } use super::search::Outcome;"),
        ("proof.rs", "#[cfg(test)] mod tests { use super::*; } use crate::search::Outcome;"),
        ("proof.rs", "#[cfg(not(test))] use crate::search::Outcome;"),
        ("proof.rs", "#[cfg(feature = \"test\")] use crate::search::Outcome;"),
        ("proof.rs", "const QUOTE: char = '\"'; use crate::search::Outcome; // \""),
        ("proof.rs", "fn f<'a>(x: &'a str) -> crate::search::Outcome<'a> {}"),
        ("proof.rs", "const R: &str = r#\"\"\"#; use crate::search::Outcome;"),
        ("search/mod.rs", "use super::solver::Plan;"),
        ("search/ida.rs", "use super::super::solver::Plan;"),
        ("search/ida.rs", "use super::{Limits, super::{board::Board, solver::Plan}};"),
    ];
    for (name, text) in upward {
        assert_eq!(faults(name, text).len(), 1, "{name}: {text}");
    }
    assert_eq!(
        faults("proof.rs", "\n\nuse crate::search::Outcome;"),
        ["proof.rs:3: layer 1 (`proof`) uses layer 4 (`crate::search::Outcome`)"]
    );
}

#[test]
fn what_is_allowed_is_not_reported() {
    let allowed = [
        ("lib.rs", "pub use solver::Plan; use crate::search::Outcome;"),
        ("proof.rs", "use crate::{Board, board::{self, Placement}, notation::*};"),
        (
            "proof.rs",
            "// use crate::search::Outcome;\n/// crate::search::Outcome\n/* /* */ crate::search::Outcome */",
        ),
        ("proof.rs", "const TEXT: &str = \"\\\" crate::search::Outcome\";"),
        ("proof.rs", "const TEXT: &str = r#\"\" crate::search::Outcome\"#;"),
        ("proof.rs", "pub(crate) fn f() {} pub(super) fn g() {} fn h() { self::f() }"),
        ("proof.rs", "#[cfg(test)] mod tests { use crate::search::Outcome; }"),
        (
            "proof.rs",
            "#[cfg(all(test, feature = \"disk\"))] #[path = \"x\"] use crate::search::{Outcome, Limits};",
        ),
        ("proof.rs", "mod inner { use super::Answer; } "),
        ("search/mod.rs", "pub use self::ida::ida_star; use crate::search::limits::Limits;"),
        ("search/ida.rs", "use super::limits::Limits; use super::super::heuristic::Heuristic;"),
        ("solver/run.rs", "use crate::{large::reduce, search, tables};"),
    ];
    for (name, text) in allowed {
        assert_eq!(faults(name, text), [""; 0], "{name}: {text}");
    }
}

#[test]
fn an_unknown_module_is_reported() {
    assert!(faults("gadget/mod.rs", "")[0].contains("`gadget` is in no layer"));
    assert!(faults("proof.rs", "use crate::gadget::X;")[0].contains("`crate::gadget::X` names no module"));
    assert!(faults("proof.rs", "use crate::*;")[0].contains("names no module"));
    assert!(faults("proof.rs", "use super::*;")[0].contains("names no module"));
}

#[test]
fn misconduct_is_reported() {
    let misdeeds = [
        "fn f() { println!(\"x\") }",
        "fn f() { dbg!(1); }",
        "use std::env;",
        "use std::{fmt, process::{self, Command}};",
        "fn f() { std::process::exit(1) }",
        "fn f() { unsafe { } }",
    ];
    for text in misdeeds {
        assert_eq!(conduct_faults(&Source::new("proof.rs", text)).len(), 1, "{text}");
    }
    let fine = "//! println!(\"x\")\nuse std::{fmt, mem}; const V: &str = env!(\"X\"); fn print() {} fn unsafety() {}";
    assert_eq!(conduct_faults(&Source::new("proof.rs", fine)), [""; 0]);
}
