//! Where tables are kept: what the user says, or the platform's place for what can be made again.

use crate::exit::Failure;
use etcetera::BaseStrategy;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use taquin::tables::Store;

/// Instead of a folder: no table is kept.
const NONE: &str = "none";

/// Says where, unless the flag does.
const VARIABLE: &str = "TAQUIN_TABLES";

/// The tables on disk, as the flag, the variable or the platform says; `None` if none are to be kept, or there is no
/// place for them.
pub(crate) fn store(flag: Option<&OsStr>) -> Option<Store> {
    match given(flag) {
        Some(given) if given == NONE => None,
        Some(given) => Some(Store::new(given)),
        None => Some(Store::new(cache()?)),
    }
}

/// The same where there must be one.
///
/// # Errors
/// If there is none.
pub(crate) fn needed_store(flag: Option<&OsStr>) -> Result<Store, Failure> {
    store(flag).ok_or_else(|| {
        let why = match given(flag) {
            Some(_) => "no tables are kept: --tables or TAQUIN_TABLES says none",
            None => "there is no folder for tables: the user has no home",
        };
        Failure::input(why).hint("say where, as in `taquin --tables DIR tables list`")
    })
}

fn given(flag: Option<&OsStr>) -> Option<OsString> {
    let given = flag.map(OsStr::to_owned).or_else(|| env::var_os(VARIABLE));
    given.filter(|given| !given.is_empty())
}

fn cache() -> Option<PathBuf> {
    Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join("taquin"))
}
