//! Any bytes as a saved benchmark.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| taquin_fuzz::benchmarks(data));
