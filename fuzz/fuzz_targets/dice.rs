#![no_main]

// Each fuzz program calls only one of the targets.
#[allow(dead_code)]
#[path = "../targets.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::dice(bytes));
