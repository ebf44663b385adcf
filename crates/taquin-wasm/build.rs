//! Limits the memory of the module.

use std::env;

/// A search gets less, see `start`. The rest is for tables that are being built, messages and the allocator's gaps.
const MAX_MEMORY: u64 = 1 << 30;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        println!("cargo::rustc-link-arg-cdylib=--max-memory={MAX_MEMORY}");
    }
}
