//! The directory of tables: from `--tables`, the environment, or the cache directory of the platform.

use crate::exit::Failure;
use etcetera::BaseStrategy;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use taquin::tables::Store;

/// The value that disables storing tables.
const NONE: &str = "none";

/// The environment variable, used unless `--tables` is given.
const VARIABLE: &str = "TAQUIN_TABLES";

/// Returns the store for tables; `None` if storing is disabled or there is no directory.
pub(crate) fn store(flag: Option<&OsStr>) -> Option<Store> {
    match given(flag) {
        Some(given) if given == NONE => None,
        Some(given) => Some(Store::new(given)),
        None => Some(Store::new(cache()?)),
    }
}

/// Returns the store for tables.
///
/// # Errors
/// If storing is disabled or there is no directory.
pub(crate) fn required_store(flag: Option<&OsStr>) -> Result<Store, Failure> {
    store(flag).ok_or_else(|| {
        let why = match given(flag) {
            Some(_) => "storing tables is disabled by --tables none or TAQUIN_TABLES=none",
            None => "no directory for tables: the user has no home directory",
        };
        Failure::input(why).hint("choose one, as in `taquin --tables DIR tables list`")
    })
}

fn given(flag: Option<&OsStr>) -> Option<OsString> {
    let given = flag.map(OsStr::to_owned).or_else(|| env::var_os(VARIABLE));
    given.filter(|given| !given.is_empty())
}

fn cache() -> Option<PathBuf> {
    Some(etcetera::base_strategy::choose_native_strategy().ok()?.cache_dir().join("taquin"))
}
