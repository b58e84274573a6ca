//! The progress bar of a long run, and Ctrl-C.

use super::disk::{self, RealDisk};
use super::output::Unfinished;
use super::screen;
use fudgelab::error::{Error, Result, system_words};
use fudgelab::report::number::thousands;
use fudgelab::sim::{BLOCK, Keeper, Monitor, shortest_look, threads};
use fudgelab::study::{self, MethodChoice, Study, StudyPart};
use fudgelab::text::clean;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
#[cfg(unix)]
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Whether the user has pressed Ctrl-C, or the system has asked the program to end.
pub(super) type Interrupted = Arc<AtomicBool>;

/// Listens for Ctrl-C, and on Unix for SIGTERM and SIGHUP: the first one stops the simulation, the second the program.
///
/// # Errors
/// If the system does not let the program listen.
pub(super) fn listen(unfinished: Arc<Unfinished>) -> Result<Interrupted> {
    let interrupted = Interrupted::default();
    let pressed = Arc::clone(&interrupted);
    let handler = move || {
        if pressed.swap(true, Ordering::Relaxed) {
            unfinished.abandon(130);
        }
        screen::print_message("stopping; results so far are kept (Ctrl-C again: stop immediately, keep nothing)");
    };
    on_signals(handler).map_err(|_| Error::run("the system does not let the program listen for Ctrl-C"))?;
    Ok(interrupted)
}

#[cfg(unix)]
fn on_signals(mut handler: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    let ignored = ignored_signals();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(heard)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || signals.forever().for_each(|_| handler()))?;
    Ok(())
}

#[cfg(not(unix))]
fn on_signals(handler: impl FnMut() + Send + 'static) -> std::result::Result<(), ctrlc::Error> {
    ctrlc::set_handler(handler)
}

/// The signals that the program was started to ignore, as bits: hangups with `nohup`, Ctrl-C in a script's background
/// job. Always 0 except on Linux, the only system that lists them.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}

/// The progress bars, on standard error; hidden if `quiet`.
pub(super) fn bars(quiet: bool) -> MultiProgress {
    MultiProgress::with_draw_target(if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() })
}

/// Watches the work on one study, and shows its progress.
pub(super) struct Watch<'s> {
    study: &'s Study,
    /// Whether to announce a long run with the time that it will take.
    announces: bool,
    checkpoints: Option<CheckpointPlan>,
    bar: ProgressBar,
    interrupted: Interrupted,
    trials: AtomicU64,
    /// Number of trials of the whole work.
    work: u64,
    start: Instant,
    /// The time when the simulation began.
    simulating: OnceLock<Instant>,
    solving: Arc<Solving>,
    /// Reports if solving takes long.
    announcer: Option<Announcer>,
    ended_by_clock: AtomicBool,
    /// The number of trials between two estimates; 0 before the first.
    apart: AtomicU64,
    /// The time of the last estimate.
    looked: Mutex<Instant>,
}

/// The total time of a run is printed too if the time before its first trial is at least this, in seconds.
const NOTICEABLE_SECONDS: f64 = 0.5;

/// Minimum time between two estimates, so that they take little time.
const MIN_ESTIMATE_INTERVAL: Duration = Duration::from_millis(500);

impl<'s> Watch<'s> {
    /// Begins to watch. The bar shows only on a terminal, and only if not `quiet`.
    pub(super) fn new(study: &'s Study, interrupted: &Interrupted, quiet: bool) -> Self {
        let mut watch = Self::with_shared_bars(&bars(quiet), study, interrupted);
        if !quiet && study.method != MethodChoice::Simulate {
            let (title, bar) = (clean(&study.title).into_owned(), watch.bar.clone());
            watch.announcer = Announcer::new(title, bar, Arc::clone(&watch.solving));
        }
        watch
    }

    /// Like [`Watch::new`], for a part of a study. Announces a long run, and saves checkpoints in `checkpoints`.
    pub(super) fn for_part(
        study: &'s Study,
        part: StudyPart,
        checkpoints: Option<CheckpointPlan>,
        interrupted: &Interrupted,
        quiet: bool,
    ) -> Self {
        let work = if study.goal.is_some() { study.total_trials() } else { study::part_trials(study, part) };
        Self { announces: !quiet, work, checkpoints, ..Self::new(study, interrupted, quiet) }
    }

    /// Like [`Watch::new`], with a bar among those of other studies that run at the same time.
    pub(super) fn with_shared_bars(bars: &MultiProgress, study: &'s Study, interrupted: &Interrupted) -> Self {
        let bar = bars.add(ProgressBar::no_length().with_style(style(SOLVING_BAR)));
        bar.set_prefix(clean(&study.title).into_owned());
        let watch = Self {
            study,
            announces: false,
            checkpoints: None,
            bar,
            interrupted: Arc::clone(interrupted),
            trials: AtomicU64::new(0),
            work: study.total_trials(),
            start: Instant::now(),
            simulating: OnceLock::new(),
            solving: Arc::default(),
            announcer: None,
            ended_by_clock: AtomicBool::new(false),
            apart: AtomicU64::new(0),
            looked: Mutex::new(Instant::now()),
        };
        watch.bar.enable_steady_tick(Duration::from_millis(200));
        watch
    }

    /// Whether the run ends when it is precise enough, so that its length is unknown.
    fn stops_at_precision(&self) -> bool {
        self.study.goal.is_some()
    }

    /// Removes the bar. Returns the time that everything took in words, including `reading`, the time to read the file;
    /// and whether the time limit ended the run. `solved` says whether the work succeeded.
    pub(super) fn finish(mut self, solved: bool, reading: Duration) -> (String, bool) {
        self.announcer.take().into_iter().for_each(Announcer::end);
        self.bar.finish_and_clear();
        let ended_by_clock = self.ended_by_clock.into_inner();
        let all = (reading + self.start.elapsed()).as_secs_f64();
        let Some(simulating) = self.simulating.into_inner() else {
            let took = if solved { "solved" } else { "given up" };
            return (format!("{took} in {all:.2} s"), ended_by_clock);
        };
        let (trials, seconds) = (self.trials.into_inner(), simulating.elapsed().as_secs_f64());
        let rate = thousands((trials as f64 / seconds.max(1e-9)) as u64);
        let whole = if all - seconds >= NOTICEABLE_SECONDS { format!(", {all:.2} s in all") } else { String::new() };
        (format!("{} trials in {seconds:.2} s ({rate} a second){whole}", thousands(trials)), ended_by_clock)
    }
}

impl Monitor for Watch<'_> {
    fn solving(&self, done: usize, of: usize) {
        self.bar.set_message(self.solving.set(done, of));
    }

    fn simulating(&self) {
        self.solving.is_over.store(true, Ordering::Relaxed);
        self.simulating.get_or_init(|| {
            if self.announces
                && let Some(estimate) = self.time_needed()
            {
                let most = if self.stops_at_precision() { " at most" } else { "" };
                self.bar
                    .suspend(|| screen::print_message(&format!("{}: this takes {estimate}{most}", self.study.title)));
            }
            if self.stops_at_precision() {
                self.bar.set_style(style(PRECISION_BAR));
            } else {
                self.bar.set_length(self.work);
                self.bar.set_style(style(TRIALS_BAR));
            }
            self.bar.reset();
            Instant::now()
        });
    }

    fn advance(&self, trials: u64) {
        self.trials.fetch_add(trials, Ordering::Relaxed);
        self.bar.inc(trials);
    }

    /// `None` if no bar is drawn. If estimates follow each other too quickly, the next one comes later.
    fn trials_to_estimate(&self) -> Option<u64> {
        if self.bar.is_hidden() {
            return None;
        }
        let shortest = self.apart.load(Ordering::Relaxed).max(shortest_look());
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let came_fast = std::mem::replace(&mut *looked, Instant::now()).elapsed() < MIN_ESTIMATE_INTERVAL;
        let apart = if came_fast { shortest.saturating_mul(2) } else { shortest };
        self.apart.store(apart, Ordering::Relaxed);
        Some(apart)
    }

    fn estimate(&self, words: &str) {
        self.bar.set_style(style(&format!(
            "{}\n  {{wide_msg}}",
            if self.stops_at_precision() { PRECISION_BAR } else { TRIALS_BAR }
        )));
        self.bar.set_message(clean(words).into_owned());
    }

    fn skip(&self, trials: u64) {
        self.bar.inc(trials);
        // The time left depends on the speed of this run only.
        self.bar.reset_eta();
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn keeper(&self) -> Option<&dyn Keeper> {
        self.checkpoints.as_ref().map(|_| self as &dyn Keeper)
    }

    fn time_is_up(&self) -> bool {
        let is_up = self
            .study
            .goal
            .as_ref()
            .and_then(|goal| goal.max_seconds)
            .is_some_and(|longest| self.start.elapsed().as_secs_f64() >= longest);
        self.ended_by_clock.fetch_or(is_up, Ordering::Relaxed) || is_up
    }
}

/// The progress of exact solving.
#[derive(Default)]
struct Solving {
    /// The number of cases done, the number of all cases, and the time when the first one began.
    cases: Mutex<Option<(usize, usize, Instant)>>,
    /// Whether simulation has begun instead.
    is_over: AtomicBool,
}

impl Solving {
    /// Records the progress. Returns it in words for the bar; empty for a single case.
    fn set(&self, done: usize, of: usize) -> String {
        let mut cases = self.cases.lock().unwrap_or_else(PoisonError::into_inner);
        let start = cases.filter(|_| done > 0).map_or_else(Instant::now, |(.., start)| start);
        *cases = Some((done, of, start));
        drop(cases);
        if of > 1 { format!(" · {}", self.words()) } else { String::new() }
    }

    /// The progress in words, such as `3 of 13 cases done, about 2 minutes left`.
    fn words(&self) -> String {
        let Some((done, of, start)) = *self.cases.lock().unwrap_or_else(PoisonError::into_inner) else {
            return "preparing".to_owned();
        };
        let cases = if of == 1 { "one case".to_owned() } else { format!("{done} of {of} cases done") };
        let left = match done {
            0 => "time left unknown".to_owned(),
            _ => format!("{} left", approximate_time(start.elapsed().as_secs_f64() * (of - done) as f64 / done as f64)),
        };
        format!("{cases}, {left}")
    }
}

/// A thread that reports on standard error if solving takes long: the progress, the time so far, and how to stop it.
struct Announcer {
    /// Dropping it stops the thread.
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Announcer {
    /// `None` if the system does not start the thread: then nothing is reported.
    fn new(title: String, bar: ProgressBar, solving: Arc<Solving>) -> Option<Self> {
        let (stop, ended) = channel();
        let start = Instant::now();
        let work = move || {
            let mut wait = Duration::from_secs_f64(LONG_RUN_SECONDS);
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) && !solving.is_over.load(Ordering::Relaxed)
            {
                let (words, taken) = (solving.words(), approximate_time(start.elapsed().as_secs_f64()));
                bar.suspend(|| {
                    screen::print_message(&format!(
                        "{title}: still solving exactly after {taken} ({words}). Press Ctrl-C to stop. `--method \
                         simulate` is faster, but its answers have intervals."
                    ));
                });
                // Wait as long again, so that reports become rarer.
                wait = start.elapsed();
            }
        };
        let thread = std::thread::Builder::new().name("announcer".to_owned()).spawn(work).ok()?;
        Some(Self { stop, thread })
    }

    fn end(self) {
        drop(self.stop);
        drop(self.thread.join());
    }
}

/// The line of the bar during solving.
const SOLVING_BAR: &str =
    "{spinner} {prefix}: solving exactly, {elapsed}{msg} · Ctrl-C stops, --method simulate is quicker";
/// The line of the bar for a run that ends when it is precise enough.
const PRECISION_BAR: &str = "{spinner} {prefix}: {human_pos} trials · {rate} · {elapsed}, until precise";
/// The line of the bar for a run with a known number of trials.
const TRIALS_BAR: &str = "{prefix} {wide_bar} {percent} % · {rate} · {eta} left";
/// Checks the clock after about a second of work each time.
impl Keeper for Watch<'_> {
    fn blocks(&self) -> u64 {
        let seconds = self.simulating.get().map_or(0.0, |start| start.elapsed().as_secs_f64());
        let variants = self.study.variants.len().max(1) as f64;
        let blocks = self.trials.load(Ordering::Relaxed) as f64 / (seconds.max(1e-3) * variants * BLOCK as f64);
        (blocks as u64).max(threads() as u64)
    }

    fn is_due(&self) -> bool {
        self.checkpoints.as_ref().is_some_and(CheckpointPlan::is_due)
    }

    fn keep(&self, done: &[u8]) {
        let Some(Err(problem)) = self.checkpoints.as_ref().map(|kept| kept.keep(done)) else { return };
        self.bar.suspend(|| {
            screen::print_message(&format!(
                "{}: cannot save the progress: {}",
                self.study.title,
                system_words(&problem)
            ));
        });
    }
}

/// The file for the checkpoints of a run, and the time between them.
pub(super) struct CheckpointPlan {
    path: PathBuf,
    every: Duration,
    /// The time of the last checkpoint, and how long it took to save.
    last: Mutex<(Instant, Duration)>,
}

/// Minimum time between two checkpoints, as a multiple of the time that it took to save the last one.
const CHECKPOINT_COST_FACTOR: u32 = 20;

impl CheckpointPlan {
    pub(super) fn new(path: PathBuf, every: Duration) -> Self {
        Self { path, every, last: Mutex::new((Instant::now(), Duration::ZERO)) }
    }

    fn is_due(&self) -> bool {
        let (last, took) = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.elapsed() >= self.every.max(took * CHECKPOINT_COST_FACTOR)
    }

    fn keep(&self, done: &[u8]) -> std::io::Result<()> {
        let start = Instant::now();
        let kept = disk::replace(&RealDisk, &self.path, done);
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = (Instant::now(), start.elapsed());
        kept
    }
}

/// Number of rows of the study that are simulated to estimate the time of a run.
const PROBED_ROWS: usize = 8;
/// Time spent on each of these rows.
const PROBE_TIME: Duration = Duration::from_millis(20);
/// Minimum length of a run that is announced, in seconds.
const LONG_RUN_SECONDS: f64 = 2.0;

impl Watch<'_> {
    /// The time that the simulation will take, in words, estimated by simulating some rows briefly. `None` if it is
    /// short, or unknown.
    fn time_needed(&self) -> Option<String> {
        let rows = self.study.rows().len();
        let probed = rows.min(PROBED_ROWS);
        let mut each = 0.0;
        for row in (0..probed).map(|place| place * rows / probed) {
            let time = |trials: u64| {
                let start = Instant::now();
                study::probe(self.study, row, trials).ok().map(|()| start.elapsed())
            };
            // The setup before the first trial takes the same time for any number of trials.
            let before = time(1)?;
            let mut trials = 16;
            let seconds = loop {
                let took = time(trials)?.saturating_sub(before);
                if took >= PROBE_TIME || trials >= BLOCK || self.stopped() {
                    break took.as_secs_f64();
                }
                trials *= 4;
            };
            each += seconds / trials as f64 / probed as f64;
        }
        let variants = self.study.variants.len().max(1) as f64;
        let work = match &self.study.goal {
            Some(goal) => rows as f64 * goal.trials_of_half()? as f64,
            None => self.work as f64 / variants,
        };
        let seconds = work * each / threads() as f64;
        (seconds > LONG_RUN_SECONDS).then(|| approximate_time(seconds))
    }
}

/// A time in words, such as `about 2 minutes`.
fn approximate_time(seconds: f64) -> String {
    let (minutes, hours) = (seconds / 60.0, seconds / 3600.0);
    match seconds {
        ..100.0 => format!("about {seconds:.0} seconds"),
        ..6000.0 => format!("about {minutes:.0} minutes"),
        ..180_000.0 => format!("about {hours:.0} hours"),
        _ => format!("about {} days", thousands((hours / 24.0).round() as u64)),
    }
}

fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{} trials/s", thousands(state.per_sec() as u64));
    };
    // The templates are constants in this file; an invalid one would only change the looks.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solving_reports_cases_and_time_left() {
        let solving = Solving::default();
        assert_eq!(solving.words(), "preparing");
        assert_eq!(solving.set(0, 1), "");
        assert_eq!(solving.words(), "one case, time left unknown");
        assert_eq!(solving.set(0, 13), " · 0 of 13 cases done, time left unknown");
        assert_eq!(solving.set(3, 13), " · 3 of 13 cases done, about 0 seconds left");
    }

    #[test]
    fn about_uses_a_fitting_unit() {
        let known = [(11.2, "11 seconds"), (130.0, "2 minutes"), (5.5 * 3600.0, "6 hours"), (1e9, "11,574 days")];
        known.iter().for_each(|(seconds, words)| assert_eq!(approximate_time(*seconds), format!("about {words}")));
    }
}
