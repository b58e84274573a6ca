//! The progress bar of a long run, and Ctrl-C.

use super::output::Unfinished;
use super::screen;
use crate::error::{Error, Result};
use crate::report::number::thousands;
use crate::report::text::clean;
use crate::sim::{Monitor, shortest_look};
use crate::study::Study;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// True once the user pressed Ctrl-C.
pub(super) type Interrupted = Arc<AtomicBool>;

/// Listens for Ctrl-C from now on: the first ends the simulation, the second the program.
///
/// # Errors
/// The system does not let us listen.
pub(super) fn listen(unfinished: Arc<Unfinished>) -> Result<Interrupted> {
    let interrupted = Interrupted::default();
    let pressed = Arc::clone(&interrupted);
    let handler = move || {
        if pressed.swap(true, Ordering::Relaxed) {
            unfinished.abandon(130);
        }
        screen::tell("stopping; results so far will be written (Ctrl-C again: stop at once, write nothing)");
    };
    ctrlc::set_handler(handler).map_err(|problem| Error::run(format!("cannot listen for Ctrl-C: {problem}")))?;
    Ok(interrupted)
}

/// Where bars are drawn: on standard error, or nowhere for those who want quiet.
pub(super) fn bars(quiet: bool) -> MultiProgress {
    MultiProgress::with_draw_target(if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() })
}

/// Watches one study.
pub(super) struct Watch {
    bar: ProgressBar,
    interrupted: Interrupted,
    trials: AtomicU64,
    work: u64,
    start: Instant,
    simulating: OnceLock<Instant>,
    /// Whether the run ends when it is precise enough, so that nobody knows how long it takes.
    is_open: bool,
    longest: Option<f64>,
    by_clock: AtomicBool,
    /// How many trials lie between two looks at the estimate; 0 before the first.
    apart: AtomicU64,
    looked: Mutex<Instant>,
}

/// Looks are to be at least so far apart that none costs anything.
const LOOKS: Duration = Duration::from_millis(500);

impl Watch {
    /// Begins to watch; the bar shows only on a terminal, and not to those who want quiet.
    pub(super) fn new(study: &Study, interrupted: &Interrupted, quiet: bool) -> Self {
        Self::among(&bars(quiet), study, interrupted)
    }

    /// As [`Watch::new`], with a bar among those of other studies that run at the same time.
    pub(super) fn among(bars: &MultiProgress, study: &Study, interrupted: &Interrupted) -> Self {
        let bar = bars.add(ProgressBar::no_length().with_style(style("{spinner} {prefix}: solving, {elapsed}")));
        bar.set_prefix(clean(&study.title).into_owned());
        let watch = Self {
            bar,
            interrupted: Arc::clone(interrupted),
            trials: AtomicU64::new(0),
            work: study.work(),
            start: Instant::now(),
            simulating: OnceLock::new(),
            is_open: study.goal.is_some(),
            longest: study.goal.as_ref().and_then(|goal| goal.max_seconds),
            by_clock: AtomicBool::new(false),
            apart: AtomicU64::new(0),
            looked: Mutex::new(Instant::now()),
        };
        watch.bar.enable_steady_tick(Duration::from_millis(200));
        watch
    }

    /// Takes the bar away; says how long it took, and whether the clock ended it. `solved` says whether there is an answer.
    pub(super) fn finish(self, solved: bool) -> (String, bool) {
        self.bar.finish_and_clear();
        let by_clock = self.by_clock.into_inner();
        let all = self.start.elapsed().as_secs_f64();
        let Some(simulating) = self.simulating.into_inner() else {
            let took = if solved { "solved" } else { "given up" };
            return (format!("{took} in {all:.2} s"), by_clock);
        };
        let (trials, seconds) = (self.trials.into_inner(), simulating.elapsed().as_secs_f64());
        let rate = thousands((trials as f64 / seconds.max(1e-9)) as u64);
        (format!("{} trials in {seconds:.2} s ({rate} a second)", thousands(trials)), by_clock)
    }
}

impl Monitor for Watch {
    fn simulating(&self) {
        self.simulating.get_or_init(|| {
            if self.is_open {
                self.bar.set_style(style(OPEN));
            } else {
                self.bar.set_length(self.work);
                self.bar.set_style(style(CLOSED));
            }
            self.bar.reset();
            Instant::now()
        });
    }

    fn advance(&self, trials: u64) {
        self.trials.fetch_add(trials, Ordering::Relaxed);
        self.bar.inc(trials);
    }

    /// Nobody looks where no bar is drawn. Looks that come too fast are made rarer.
    fn look_after(&self) -> Option<u64> {
        if self.bar.is_hidden() {
            return None;
        }
        let shortest = self.apart.load(Ordering::Relaxed).max(shortest_look());
        let mut looked = self.looked.lock().unwrap_or_else(PoisonError::into_inner);
        let came_fast = std::mem::replace(&mut *looked, Instant::now()).elapsed() < LOOKS;
        let apart = if came_fast { shortest.saturating_mul(2) } else { shortest };
        self.apart.store(apart, Ordering::Relaxed);
        Some(apart)
    }

    fn estimate(&self, words: &str) {
        self.bar.set_style(style(&format!("{}\n  {{wide_msg}}", if self.is_open { OPEN } else { CLOSED })));
        self.bar.set_message(clean(words).into_owned());
    }

    fn stopped(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn time_is_up(&self) -> bool {
        let is_up = self.longest.is_some_and(|longest| self.start.elapsed().as_secs_f64() >= longest);
        self.by_clock.fetch_or(is_up, Ordering::Relaxed) || is_up
    }
}

/// The line of a run that ends when it is precise, and of one with a number of trials.
const OPEN: &str = "{spinner} {prefix}: {human_pos} trials · {rate} · {elapsed}, until precise";
const CLOSED: &str = "{prefix} {wide_bar} {percent} % · {rate} · {eta} left";

fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{} trials/s", thousands(state.per_sec() as u64));
    };
    // The templates are written above; an unreadable one would cost the looks alone.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate)
}
