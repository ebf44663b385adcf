//! Any bytes as the recipe for valid values, which must survive writing and reading.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| taquin_fuzz::structured(data));
