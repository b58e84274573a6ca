//! Helpers for the tests of the program.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The root folder of the project, where users run the program.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The program, killed after three minutes: other tests may be using all cores.
pub fn fudgelab() -> Command {
    let mut command = assert_cmd::cargo_bin_cmd!("fudgelab");
    command.timeout(Duration::from_secs(180)).env_remove("COLUMNS");
    command
}

/// A fight of one round that takes many seconds to solve.
#[cfg(unix)]
pub const VOLLEY: &str = "
[rules]
closing = 1
round_limit = 1
[fighters.mage]
skill = 'Poor'
dodge = 'Fair'
[fighters.archer]
count = 3
skill = 'Fair'
missile = { weapon = 'bow', skill = 'Good' }
";

/// Makes programs started from now on obey Ctrl-C and hangups, even if this process was started to ignore them: a
/// signal that a process handles has its default effect in the programs it starts.
#[cfg(unix)]
pub fn obey_signals() {
    use signal_hook::{consts, flag};
    use std::sync::{Arc, Once, atomic::AtomicBool};
    static HANDLED: Once = Once::new();
    HANDLED.call_once(|| {
        for signal in [consts::SIGINT, consts::SIGHUP] {
            flag::register_conditional_shutdown(signal, 130, Arc::new(AtomicBool::new(true))).unwrap();
        }
    });
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub fn stdout(assert: &Assert) -> String {
    text(&assert.get_output().stdout)
}

pub fn stderr(assert: &Assert) -> String {
    text(&assert.get_output().stderr)
}

/// Creates a temporary folder with `files`, each a name and its content.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::create_dir_all(place.path().join(name).parent().unwrap()).unwrap();
        fs::write(place.path().join(name), content).unwrap();
    }
    place
}

/// Returns the names and bytes of the files in a folder, except `.scenario`, which names the scenario of the results.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let file = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap());
    paths.map(file).filter(|(name, _)| name != ".scenario").collect()
}
