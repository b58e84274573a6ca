//! What the tests of the program share.

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The program, killed after three minutes; other tests may be using all cores.
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

/// Lets programs that are started from here on obey Ctrl-C and hangups, even if this process was started to ignore them: what a process
/// handles is the default in the programs that it starts.
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

/// Output as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command has printed.
pub fn stdout(assert: &Assert) -> String {
    text(&assert.get_output().stdout)
}

/// What it has told besides.
pub fn stderr(assert: &Assert) -> String {
    text(&assert.get_output().stderr)
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::create_dir_all(place.path().join(name).parent().unwrap()).unwrap();
        fs::write(place.path().join(name), content).unwrap();
    }
    place
}

/// The files of a folder with their bytes, but for the one that says which scenario they are of.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let file = |path: PathBuf| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap());
    paths.map(file).filter(|(name, _)| name != ".scenario").collect()
}
