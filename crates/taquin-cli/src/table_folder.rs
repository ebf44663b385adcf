//! Where tables are kept: what the user says, or the platform's place for what can be made again.

use crate::exit::Failure;
use etcetera::BaseStrategy;
use std::ffi::OsStr;
use std::path::PathBuf;
use taquin::tables::Store;

/// Instead of a folder: no table is kept.
const NONE: &str = "none";

/// The tables on disk; `None` if none are to be kept, or there is no place for them. What the flag and the variable
/// say comes first; the flag has taken precedence by then.
pub(crate) fn store(said: Option<&OsStr>) -> Option<Store> {
    match said.filter(|said| !said.is_empty()) {
        Some(said) if said == NONE => None,
        Some(said) => Some(Store::new(said)),
        None => Some(Store::new(cache()?)),
    }
}

/// The same where there must be one.
///
/// # Errors
/// If there is none.
pub(crate) fn needed_store(said: Option<&OsStr>) -> Result<Store, Failure> {
    store(said).ok_or_else(|| {
        let why = match said.filter(|said| !said.is_empty()) {
            Some(_) => "--tables none: no tables are kept",
            None => "there is no folder for tables: the user has no home",
        };
        Failure::input(why).hint("say where, as in `taquin --tables DIR tables list`")
    })
}

fn cache() -> Option<PathBuf> {
    Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join("taquin"))
}
