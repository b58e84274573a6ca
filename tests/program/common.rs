//! What the tests of the program share.

use assert_cmd::Command;
use std::time::Duration;

/// The program, killed after three minutes; other tests may be using all cores.
pub fn fudgelab() -> Command {
    let mut command = assert_cmd::cargo_bin_cmd!("fudgelab");
    command.timeout(Duration::from_secs(180)).env_remove("COLUMNS");
    command
}

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
