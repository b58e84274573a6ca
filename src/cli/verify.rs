//! `verify`: solves and simulates scenarios, and compares the results.

use super::args::VerifyArgs;
use super::files::ValidScenario;
use super::output::Unfinished;
use super::progress::{self, Watch};
use super::screen::{self, Done};
use super::{files, threads};
use fudgelab::error::Error;
use fudgelab::report::answers::verdicts::{self, Verification};
use fudgelab::report::formats::json;
use fudgelab::scenario::Overrides;
use fudgelab::sim::{BLOCK, map_indices};
use fudgelab::stats::trials_to_detect;
use fudgelab::study::{self, FALSE_ALARMS, MethodChoice};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Verifies all scenarios, as one family of comparisons.
///
/// # Errors
/// If any file has errors, before anything is run; if figures disagree; if no scenario could be verified, or with
/// `--strict` if one could not; or if the user pressed Ctrl-C.
pub(super) fn verify(args: &VerifyArgs) -> Done {
    let overrides = Overrides {
        trials: args.trials,
        seed: args.seed,
        method: Some(MethodChoice::Both),
        allow_outside: args.files.allow_outside,
        ..Overrides::default()
    };
    let mut scenarios = match args.all {
        true => files::read_recursively(&args.files.files, &overrides)?,
        false => files::read(&files::list_files(&args.files.files)?, &overrides, false)?,
    };
    if args.trials.is_none() {
        let figures = |ready: &ValidScenario| {
            ready.scenario.study.figures().iter().map(|found| found.figures.len()).sum::<usize>()
        };
        let compared: usize = scenarios.iter().map(figures).sum();
        let trials = trials_to_detect(DETECTED_ERROR, FALSE_ALARMS / compared.max(1) as f64).next_multiple_of(BLOCK);
        scenarios.iter_mut().for_each(|ready| ready.scenario.study.trials = trials);
    }
    let pool = threads::pool(args.work.threads)?;
    let interrupted = progress::listen(Arc::new(Unfinished::default()))?;
    let bars = progress::bars(args.work.quiet);
    let times = OrderedLines::default();
    // Many scenarios have only a case or two, which keep one core busy, so several scenarios run at the same time.
    let work = |k: usize| {
        let study = &scenarios[k].scenario.study;
        let watch = Watch::with_shared_bars(&bars, study, &interrupted);
        let outcome = study::run(study, &watch);
        let is_partial = outcome.as_ref().is_ok_and(|result| result.provenance.interrupted);
        let outcome = if is_partial { Err(Error::run("interrupted")) } else { outcome };
        let (took, _) = watch.finish(outcome.is_ok(), scenarios[k].reading);
        if !args.work.quiet {
            times.add(k, format!("{}: {took}", scenarios[k].name), |line| bars.suspend(|| screen::print_message(line)));
        }
        outcome
    };
    let outcomes = pool.install(|| map_indices(scenarios.len(), work));
    let names = scenarios.into_iter().map(|ready| ready.name);
    let mut verdicts: Vec<Verification> =
        names.zip(outcomes).map(|(name, outcome)| Verification { name, outcome }).collect();
    verdicts::judge_all(&mut verdicts);
    let printed = screen::print(&if args.work.json {
        json::printed(&verdicts::document(&verdicts))
    } else {
        verdicts::page(&verdicts).text(&screen::style())
    });
    // A closed pipe must not hide a disagreement.
    let judged = verdicts::check(&verdicts, args.strict).map_err(Into::into).and(printed);
    if interrupted.load(Ordering::Relaxed) { screen::end_interrupted(judged) } else { judged }
}

/// The smallest error of a chance that should be detected.
const DETECTED_ERROR: f64 = 0.01;

/// Lines that are added in any order, and are shown in the order of their numbers.
#[derive(Default)]
struct OrderedLines(Mutex<(usize, BTreeMap<usize, String>)>);

impl OrderedLines {
    /// Adds line `k`. Shows it and the lines that waited for it, if no earlier line is missing.
    fn add(&self, k: usize, line: String, show: impl Fn(&str)) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (next, waiting) = &mut *lines;
        waiting.insert(k, line);
        while let Some(line) = waiting.remove(next) {
            show(&line);
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn lines_are_shown_in_order() {
        let (lines, shown) = (OrderedLines::default(), RefCell::new(String::new()));
        for (k, so_far) in [(1, ""), (0, "01"), (4, "01"), (2, "012"), (3, "01234")] {
            lines.add(k, k.to_string(), |line| shown.borrow_mut().push_str(line));
            assert_eq!(*shown.borrow(), so_far);
        }
    }
}
