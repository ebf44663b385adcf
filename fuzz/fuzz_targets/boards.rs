//! Any bytes as text that holds boards.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| taquin_fuzz::boards(data));
