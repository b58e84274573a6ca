//! A job: runs studies, whole or in parts, and saves and prints their results.

use super::args::{OutputArgs, RunArgs};
use super::checkpoint::{self, Checkpoint};
use super::disk::FileSink;
use super::files::{self, ValidScenario};
use super::output::{self, Claim, FolderUse, Unfinished};
use super::progress::{self, CheckpointPlan, Interrupted, Watch};
use super::result_files::{self, OutputChoice, WrittenStudy};
use super::screen::{self, Done};
use super::{origin, threads};
use fudgelab::data::Format;
use fudgelab::error::{Error, Result};
use fudgelab::report::answers::{agreement, brief, expected, verdicts};
use fudgelab::report::formats::json;
use fudgelab::report::number::thousands;
use fudgelab::report::tables;
use fudgelab::sim::Monitor;
use fudgelab::study::{self, Holds, MethodChoice, Study, StudyPart, StudyResult};
use fudgelab::subject::counted;
use fudgelab::text::clean;
use rayon::ThreadPool;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Runs the studies of a command, and saves and prints their results.
pub(super) struct StudyRunner<'a> {
    args: &'a OutputArgs,
    /// The figures that are printed instead of a page; empty for a page.
    figures: &'a [String],
    formats: Vec<Format>,
    pool: ThreadPool,
    unfinished: Arc<Unfinished>,
    interrupted: Interrupted,
}

impl<'a> StudyRunner<'a> {
    /// Starts to listen for Ctrl-C.
    ///
    /// # Errors
    /// If options contradict each other, or the system does not let the program listen or start threads.
    pub(super) fn new(args: &'a OutputArgs, figures: &'a [String]) -> Result<Self> {
        let formats = args.formats()?;
        let unfinished = Arc::new(Unfinished::default());
        let interrupted = progress::listen(Arc::clone(&unfinished))?;
        Ok(Self { args, figures, formats, pool: threads::pool(args.work.threads)?, unfinished, interrupted })
    }

    /// The results folder of a scenario.
    pub(super) fn folder(&self, ready: &ValidScenario) -> PathBuf {
        self.args.out().join(&ready.stem)
    }

    /// Makes the study of a large grid discard its distributions, unless an option or the file needs them.
    pub(super) fn drop_large_distributions(&self, ready: &mut ValidScenario) {
        let study = &mut ready.scenario.study;
        let are_shown = self.args.distributions || self.args.work.json || !ready.scenario.shows.is_empty();
        let are_asked_for = study.method == MethodChoice::Both || !study.asked.is_empty();
        study.keeps_distributions = are_shown || are_asked_for || !tables::is_large(study.cells.len());
    }

    /// Makes sure that all folders can be written to. The claims keep other runs away until they are dropped.
    ///
    /// # Errors
    /// If a folder cannot be written to, or contains the results of another scenario.
    pub(super) fn claim(&self, scenarios: &[ValidScenario], by: FolderUse) -> Result<Vec<Claim>> {
        if self.args.writes_nothing() {
            return Ok(Vec::new());
        }
        scenarios.iter().try_for_each(|ready| origin::check(&self.folder(ready), &ready.path))?;
        scenarios.iter().map(|ready| output::claim(&self.folder(ready), by)).collect()
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Answers all scenarios, and saves and prints the results. If the output pipe is closed, the files are
    /// written all the same.
    pub(super) fn run_all(
        &self,
        scenarios: &[ValidScenario],
        answer: &dyn Fn(&ValidScenario) -> Result<StudyResult>,
    ) -> Done {
        let mut documents = Vec::new();
        let (mut printed, mut unsaved) = (Ok(()), Ok(()));
        let mut disagree = Vec::new();
        let mut expected = FailedExpectations::default();
        for ready in scenarios {
            if self.is_interrupted() {
                break;
            }
            let result = answer(ready)?;
            if result.cells.is_empty() {
                self.print_message(&format!("{}: interrupted before there was anything to write", ready.name));
                break;
            }
            let saved = (!self.args.writes_nothing()).then(|| self.save(ready, &result)).transpose();
            let line = saved.as_ref().ok().and_then(Option::as_ref);
            if agreement::sentence(&result).is_some_and(|(agrees, _)| !agrees) {
                disagree.push(clean(&ready.name).into_owned());
            }
            expected.record(ready, &result);
            if self.args.work.json {
                documents.push(json::document(&result, &ready.name));
                line.into_iter().for_each(|line| self.print_message(line));
            } else if !self.figures.is_empty() {
                printed = printed.and_then(|()| screen::print(&figure_lines(&result, self.figures)));
                result
                    .warnings
                    .iter()
                    .for_each(|warning| self.print_message(&files::warning_line(&ready.name, warning)));
            } else if !self.args.work.quiet {
                let line = line.map(|line| format!("\n  {line}\n")).unwrap_or_default();
                let page = brief::page(&result).text(&screen::style()) + &line;
                let gap = if scenarios.len() > 1 { "\n" } else { "" };
                printed = printed.and_then(|()| screen::print(&format!("{page}{gap}")));
            }
            // A result that cannot be saved is still printed, but nothing more is run.
            if let Err(error) = saved {
                unsaved = Err(error);
                break;
            }
        }
        let printed = match (self.args.work.json, documents.as_slice(), scenarios.len()) {
            (false, ..) | (true, [], _) => printed,
            (true, [document], 1) => screen::print(&json::printed(document)),
            (true, ..) => screen::print(&json::printed(&Value::Array(documents))),
        };
        unsaved?;
        match disagree.as_slice() {
            [] => expected.check()?,
            names => return Err(verdicts::disagreement_error(names).into()),
        }
        // A closed pipe must not hide a failure.
        printed
    }

    /// Does the work on a part of a study in all threads, with a progress bar. `checkpoints` says where checkpoints go.
    /// Returns the result, the time it took in words, and whether the time limit ended the run.
    ///
    /// # Errors
    /// If the work fails.
    pub(super) fn run_watched<T: Send>(
        &self,
        ready: &ValidScenario,
        part: StudyPart,
        checkpoints: Option<CheckpointPlan>,
        work: impl FnOnce(&Study, &dyn Monitor) -> Result<T> + Send,
    ) -> Result<(T, String, bool)> {
        let study = &ready.scenario.study;
        let watch = Watch::for_part(study, part, checkpoints, &self.interrupted, self.args.work.quiet);
        let done = self.pool.install(|| work(study, &watch));
        let (took, ended_by_clock) = watch.finish(done.is_ok(), ready.reading);
        let done = done.map_err(|error| error.context(clean(&ready.name)))?;
        Ok((done, took, ended_by_clock))
    }

    pub(super) fn simulate(&self, ready: &ValidScenario, args: &RunArgs) -> Result<StudyResult> {
        let checkpoint =
            (!self.args.writes_nothing()).then(|| Checkpoint::new(&self.folder(ready), StudyPart::WHOLE, args));
        let kept = checkpoint
            .as_ref()
            .map_or(Ok(None), |checkpoint| checkpoint.read(ready, &|text| self.print_message(text)))?;
        let keeper = checkpoint.as_ref().map(Checkpoint::plan);
        let work = |study: &Study, watch: &dyn Monitor| study::resume(study, kept.as_deref(), watch);
        let (result, took, ended_by_clock) = self.run_watched(ready, StudyPart::WHOLE, keeper, work)?;
        self.print_message(&format!("{}: {took}", ready.name));
        if let Some((_, trials)) = result.trials().filter(|_| ended_by_clock) {
            self.print_message(&format!(
                "{}: time ran out, so the clock decided the number of trials; to repeat this run, use --max-trials \
                 {trials} instead",
                ready.name
            ));
        }
        Ok(result)
    }

    /// Writes all files of a result. Returns a line on what was written, and where.
    fn save(&self, ready: &ValidScenario, result: &StudyResult) -> Result<String> {
        let folder = self.folder(ready);
        let (distributions, drawn) = (self.args.distributions, !self.args.no_charts);
        let wanted = OutputChoice { formats: &self.formats, distributions, drawn };
        let write = |files: &mut FileSink<'_>| {
            origin::record_for(&folder, &ready.path)
                .map_or(Ok(()), |record| files(origin::RECORD_FILE, format!("{record}\n").as_bytes()))?;
            result_files::write_all(&ready.scenario, result, &wanted, files)
        };
        let mut drawn_before = false;
        let stale = |written: &WrittenStudy| {
            let (stale, stay) = result_files::stale_files(&folder, &written.names, drawn);
            drawn_before = stay;
            stale
        };
        let written = self.unfinished.save(&folder, write, stale)?;
        if !result.provenance.interrupted {
            checkpoint::remove_checkpoint(&folder, StudyPart::WHOLE);
        }
        if drawn_before {
            self.print_message(&format!("{}: the charts and report in the folder are from an earlier run", ready.name));
        }
        if tables::is_large(result.cells.len()) {
            let left_out = match result_files::omits_distributions(result, &wanted) {
                true => ", and distributions are written only with --distributions",
                false => "",
            };
            let cells = thousands(result.cells.len() as u64);
            self.print_message(&format!(
                "{}: with {cells} cells, tables.md has only the key figures{left_out}",
                ready.name
            ));
        }
        if self.args.distributions && self.formats.is_empty() {
            self.print_message(&format!("{}: --distributions writes nothing with --format none", ready.name));
        }
        for kind in &written.unfitting_requests {
            self.print_message(&format!("{}: no data for a chart of `{kind}`", ready.name));
        }
        // The slash at the end shows that it is a folder.
        let place = folder.join("");
        let charts = (!self.args.no_charts).then(|| counted(written.charts as u64, "chart"));
        let tables =
            if self.formats.is_empty() { "tables.md".to_owned() } else { counted(written.tables as u64, "table") };
        let what = charts.into_iter().chain([tables]).collect::<Vec<_>>().join(", ");
        Ok(format!("{what} in {}", clean(&place.display().to_string())))
    }

    /// Prints a message for the user, unless `--quiet` is set.
    pub(super) fn print_message(&self, text: &str) {
        if !self.args.work.quiet {
            screen::print_message(text);
        }
    }
}

/// Expectations that fail or cannot be judged.
#[derive(Default)]
struct FailedExpectations {
    failed: Vec<String>,
    unsure: Vec<String>,
}

impl FailedExpectations {
    fn record(&mut self, ready: &ValidScenario, result: &StudyResult) {
        for judgement in &result.judgements {
            let line = judgement.expected.line.map(|line| format!(", line {line}")).unwrap_or_default();
            let name = format!("{} in {}{line}", judgement.expected.measure, ready.name);
            let measure = clean(&format!("{name}: {}", expected::with_finding(result, judgement))).into_owned();
            match judgement.holds {
                Holds::Surely => {}
                Holds::Unsure => self.unsure.push(measure),
                Holds::Not => self.failed.push(measure),
            }
        }
    }

    fn check(&self) -> Done {
        if !self.failed.is_empty() {
            return Err(Error::run(format!("not as expected: {}", self.failed.join("; "))).into());
        }
        if !self.unsure.is_empty() {
            let message = format!("expectations that cannot be judged at this precision: {}", self.unsure.join("; "));
            return Err(Error::input(message).with_help("run more trials, such as --trials 10_000_000").into());
        }
        Ok(())
    }
}

/// The values of figures in every cell to full precision, one on each line; `-` if a cell has no such figure. Several
/// figures are labeled: case, figure and value, separated by tabs.
fn figure_lines(result: &StudyResult, names: &[String]) -> String {
    let line = |cell: &study::Cell, name: &String| {
        let value = cell.titled(name).map_or("-".to_owned(), |one| one.estimate.value.to_string());
        let place = Some(cell.label()).filter(|place| !place.is_empty());
        let labels = place.into_iter().chain([name.clone()]).map(|label| format!("{}\t", clean(&label)));
        let labels = labels.filter(|_| names.len() > 1).collect::<String>();
        format!("{labels}{value}\n")
    };
    result.cells.iter().flat_map(|cell| names.iter().map(move |name| line(cell, name))).collect()
}
