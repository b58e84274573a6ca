//! Reads and runs shipped files with a few changes, which must not cause a panic. `fuzz/README.md` explains longer
//! runs.

#[path = "../../fuzz/nearly.rs"]
mod generator;

use crate::fuzzed::{number, peak_memory};
use fudgelab::scenario::{Overrides, Source, read_source};
use generator::{Choices, Ingredients, Outcome, Plan, play};
use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// Files that take longer are reported.
const SLOW: Duration = Duration::from_secs(5);

/// Files that take longer are considered hanging.
const HANGS: Duration = Duration::from_secs(60);

#[derive(Debug, Clone)]
struct File {
    seed: u64,
    folder: PathBuf,
    text: String,
    plan: Plan,
}

#[derive(Debug, Default)]
struct Found {
    outcomes: BTreeMap<Outcome, u64>,
    /// The first file that panics at each code location.
    panics: BTreeMap<String, File>,
    slow: Vec<(Duration, File)>,
    slowest: Option<(Duration, File)>,
    largest: Option<File>,
}

type Play = dyn Fn(&Path, &str, Plan) -> Outcome;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Records the locations of panics on the current thread and on worker threads as long as it lives, the latest last.
/// Each location is printed once. Test threads have names, so that panics of other tests are not taken for its own.
struct Places(Arc<Mutex<Vec<String>>>);

impl Places {
    fn watched() -> Self {
        let places = Arc::new(Mutex::new(Vec::<String>::new()));
        let (known, before) = (Arc::clone(&places), take_hook());
        let own = std::thread::current().id();
        set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
            let thread = std::thread::current();
            if thread.id() != own && thread.name().is_some() {
                return before(info);
            }
            let place = info.location().map_or_else(|| "unknown".to_owned(), ToString::to_string);
            let mut known = known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let is_new = !known.contains(&place);
            known.retain(|one| *one != place);
            known.push(place);
            drop(known);
            if is_new {
                before(info);
            }
        }));
        Self(places)
    }

    fn last(&self) -> String {
        let known = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        known.last().cloned().unwrap_or_default()
    }
}

/// Plays generated files, starting at `seed`, as long as `goes_on` accepts the number played so far.
fn played(ingredients: &Ingredients, play: &Play, seed: u64, mut goes_on: impl FnMut(u64) -> bool) -> Found {
    let (mut found, places) = (Found::default(), Places::watched());
    let playing = &Mutex::new(None::<(Instant, File)>);
    let (done, is_done) = mpsc::channel::<()>();
    std::thread::scope(|threads| {
        threads.spawn(move || watch(playing, &is_done));
        let _done = done;
        let mut count = 0;
        while goes_on(count) {
            let seed = seed.wrapping_add(count);
            count += 1;
            let mut choices = Choices::new(&[], seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let (folder, text) = ingredients.file(&mut choices);
            let file = File { seed, folder, text, plan: Plan::of(&mut choices) };
            let since = Instant::now();
            *playing.lock().unwrap() = Some((since, file.clone()));
            let outcome = catch_unwind(AssertUnwindSafe(|| play(&file.folder, &file.text, file.plan)));
            *playing.lock().unwrap() = None;
            found.add(outcome.map_err(|_| places.last()), since.elapsed(), file);
        }
    });
    // The previous hook was moved into ours.
    drop(take_hook());
    found
}

/// Reports a file that hangs, and ends the process.
fn watch(playing: &Mutex<Option<(Instant, File)>>, is_done: &mpsc::Receiver<()>) {
    while is_done.recv_timeout(Duration::from_millis(250)) == Err(mpsc::RecvTimeoutError::Timeout) {
        let Some((since, file)) = playing.lock().unwrap().clone() else { continue };
        // If the process is killed or runs out of memory, the file is still there.
        if since.elapsed() > Duration::from_secs(1) {
            file.keep("running");
        }
        if since.elapsed() > HANGS {
            eprintln!("seed {} takes more than {HANGS:?}: {}", file.seed, file.keep("hangs"));
            std::process::exit(1);
        }
    }
}

impl File {
    /// Writes the file to `target/nearly`, and returns its path or the error.
    fn keep(&self, name: &str) -> String {
        let path = root().join(format!("target/nearly/{name}.toml"));
        let folder = self.folder.strip_prefix(root()).unwrap_or(&self.folder).display();
        let text = format!("# seed {}, {:?}, for the folder {folder}\n{}", self.seed, self.plan, self.text);
        let written = fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, text));
        written.map_or_else(|error| error.to_string(), |()| path.display().to_string())
    }
}

impl Found {
    fn add(&mut self, outcome: Result<Outcome, String>, took: Duration, file: File) {
        match outcome {
            Ok(outcome) => *self.outcomes.entry(outcome).or_default() += 1,
            Err(place) => drop(self.panics.entry(place).or_insert_with(|| file.clone())),
        }
        if self.largest.as_ref().is_none_or(|largest| largest.text.len() < file.text.len()) {
            self.largest = Some(file.clone());
        }
        if took > SLOW {
            self.slow.push((took, file.clone()));
        }
        if self.slowest.as_ref().is_none_or(|(longest, _)| took > *longest) {
            self.slowest = Some((took, file));
        }
    }

    /// Prints the findings, and leaves their files in `target/nearly`.
    fn report(&self, seed: u64) {
        let runs: u64 = self.outcomes.values().sum();
        println!("seed {seed}: {runs} files without a panic, {:?}", self.outcomes);
        if let Some((took, file)) = &self.slowest {
            println!("slowest: {took:.1?}, seed {}: {}", file.seed, file.keep("slowest"));
        }
        if let Some(file) = &self.largest {
            println!("largest: {} bytes, seed {}: {}", file.text.len(), file.seed, file.keep("largest"));
        }
        println!("peak memory: {} MB", peak_memory().unwrap_or(0) >> 20);
        for (number, (took, file)) in self.slow.iter().enumerate() {
            println!("slow: {took:.1?}, seed {}: {}", file.seed, file.keep(&format!("slow-{}", number + 1)));
        }
        for (place, file) in &self.panics {
            let name: String = place.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '-' }).collect();
            println!("panic at {place}, seed {}: {}", file.seed, file.keep(&format!("panic-{name}")));
        }
    }
}

/// Plays `FUZZ` files, or as many as fit in `FUZZ_SECONDS`, starting at `FUZZ_SEED`. Without these variables, 250.
#[test]
fn nearly_valid_files_never_panic() {
    let seed = number("FUZZ_SEED").unwrap_or(1);
    let (count, seconds) = (number("FUZZ"), number("FUZZ_SECONDS"));
    let since = Instant::now();
    let goes_on = |played: u64| match (count, seconds) {
        (None, None) => played < 250,
        (Some(count), _) => played < count,
        (None, Some(seconds)) => since.elapsed().as_secs() < seconds,
    };
    let found = played(&Ingredients::of(&root().join("scenarios")), &play, seed, goes_on);
    if count.is_some() || seconds.is_some() {
        found.report(seed);
    }
    let places: Vec<_> = found.panics.iter().map(|(place, file)| format!("{place}:\n{}", file.text)).collect();
    assert!(places.is_empty(), "{}", places.join("\n"));
    // At least a fifth of the files must run, or the generator has lost its purpose.
    let run = found.outcomes.get(&Outcome::Run).copied().unwrap_or(0);
    assert!(run * 5 > found.outcomes.values().sum(), "{:?}", found.outcomes);
}

#[test]
fn planted_panic_is_reported_once() {
    let faulty = |folder: &Path, text: &str, plan: Plan| {
        let outcome = play(folder, text, plan);
        assert!(!(outcome == Outcome::Run && text.contains("[fighters]")), "planted");
        outcome
    };
    let found = played(&Ingredients::of(&root().join("scenarios")), &faulty, 1, |played| played < 60);
    let [(place, file)] = &found.panics.iter().collect::<Vec<_>>()[..] else { panic!("{:?}", found.panics.keys()) };
    assert!(place.starts_with("tests/core/nearly.rs"), "{place}");
    assert!(file.text.contains("[fighters]") && found.outcomes.values().sum::<u64>() < 60);
}

/// The same choices make the same file, and a shipped file without changes reads the same from its tree.
#[test]
fn equal_choices_make_equal_files() {
    let ingredients = Ingredients::of(&root().join("scenarios"));
    let file = |seed| ingredients.file(&mut Choices::new(&[], seed)).1;
    assert_eq!(file(7), file(7));
    assert_ne!(file(7), file(8));
    let read = |folder: &Path, text: String| {
        let source = Source::from_bytes("shipped.toml", text.into_bytes()).unwrap();
        read_source(source, folder, &Overrides::default()).map(|scenario| scenario.study.cells.len())
    };
    for (path, file) in &ingredients.files {
        let folder = path.parent().unwrap();
        let shipped = read(folder, fs::read_to_string(path).unwrap()).map_err(|problems| problems.iter().count());
        let again = read(folder, file.file()).map_err(|problems| problems.iter().count());
        assert_eq!(shipped, again, "{}", path.display());
    }
}
