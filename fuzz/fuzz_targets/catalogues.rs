//! Any bytes as a catalogue of partitions.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| taquin_fuzz::catalogues(data));
