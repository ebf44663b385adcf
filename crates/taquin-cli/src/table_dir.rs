//! The directory of tables: from `--tables`, the environment, or the cache directory of the platform.

use crate::exit::Failure;
use etcetera::BaseStrategy;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use taquin::tables::Store;

/// The value that disables storing tables.
const NONE: &str = "none";

/// The environment variable, used unless `--tables` is given.
const VARIABLE: &str = "TAQUIN_TABLES";

/// Whether `--trust-tables` was given.
static IS_TRUSTED: AtomicBool = AtomicBool::new(false);

/// Trusts tables that other users can write.
pub(crate) fn trust() {
    IS_TRUSTED.store(true, Ordering::Relaxed);
}

/// Returns the store for tables; `None` if storing is disabled or there is no directory.
pub(crate) fn store(flag: Option<&OsStr>) -> Option<Store> {
    let folder = match given(flag) {
        Some(given) if given == NONE => return None,
        Some(given) => PathBuf::from(given),
        None => cache()?,
    };
    Some(Store::new(folder).trusting_others(IS_TRUSTED.load(Ordering::Relaxed)))
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
