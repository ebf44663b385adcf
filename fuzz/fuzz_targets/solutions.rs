//! Any bytes as text that holds solutions.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| taquin_fuzz::solutions(data));
