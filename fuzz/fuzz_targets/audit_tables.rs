//! Any bytes as the table of a heuristic and as the answers of an audited program.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| taquin_fuzz::audit_tables(data));
