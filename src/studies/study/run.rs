//! Runs a study with a single method.

use super::cell::Cell;
use super::plan::{Lab, MethodChoice, PlannedCell, Solver, Study};
use super::progress::{FinishedPart, StudyPart};
use super::reply::Reply;
use super::result::{Difference, FighterCost, Provenance, RuleInForce, SETTINGS_SEPARATOR, StudyResult, Warning};
use super::roster::roster;
use super::trials::{play, spans};
use super::winning_case::shown_study;
use super::{cell, expect, highest_value, lab, sequential};
use crate::error::{Error, Result};
use crate::measure::{Compared, Figure, Findings};
use crate::rules::OPTIONS;
use crate::sim::Monitor;
use crate::stats::{CONFIDENCE, holm};
use crate::subject::{Answered, Changed};

/// Simulated figures from fewer trials than this are unreliable.
const FEW_TRIALS: u64 = 1000;

/// Solves or simulates a study, continuing from the checkpoint `kept`.
///
/// # Errors
/// Like [`resume`](super::resume).
pub(super) fn solve_or_simulate(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    let mut warnings = Vec::new();
    let solved = match Solver::new(study, monitor).solve_plan() {
        Err(error) if study.method == MethodChoice::Exact => return Err(error),
        Err(error) => {
            warnings.push(fallback_warning(&error));
            None
        }
        Ok(solved) => solved,
    };
    let simulates = solved.is_none();
    let answers = match solved {
        Some(solved) => exact_answers(study, solved),
        None => {
            monitor.simulating();
            let (answers, unmet) = simulate_rows(study, kept, monitor)?;
            warnings.extend(unmet);
            answers
        }
    };
    conclude(study, answers, simulates, warnings, monitor)
}

/// Builds the result of a study from the answers of its rows; there are fewer answers if the study was interrupted. The
/// warnings in `unmet` come before those of the study.
///
/// # Errors
/// If an analysis cannot be answered.
pub(super) fn conclude(
    study: &Study,
    answers: Vec<Answered>,
    simulates: bool,
    unmet: Vec<Warning>,
    monitor: &dyn Monitor,
) -> Result<StudyResult> {
    // Warnings about the answer come before those about the file.
    let mut warnings = unmet;
    let mut found: Vec<Findings> = Vec::with_capacity(study.cells.len());
    let mut differences = Vec::new();
    let mut fewest = simulates.then_some(u64::MAX);
    let mut interrupted = monitor.stopped() && (simulates || answers.len() < study.rows().len());
    for (row, answered) in study.rows().zip(answers) {
        if answered.trials == Some(0) {
            interrupted = true;
            break;
        }
        interrupted |= study.goal.is_none() && answered.trials.is_some_and(|trials| trials < study.trials);
        fewest = fewest.min(answered.trials);
        let planned = &study.cells[row[0]..=row[row.len() - 1]];
        found.extend(answered.cells);
        note_differences(&mut differences, study.baseline, planned, answered.changes);
    }
    correct_differences(&mut differences);
    let remarks = study.subjects.remarks(&study.ladder, &found);
    // The findings are moved, so that a large grid is in memory only once.
    let mut cells = Vec::with_capacity(found.len());
    for (planned, findings) in study.cells.iter().zip(found) {
        cells.push(Cell { variant: planned.variant.clone(), varied: planned.varied.clone(), findings });
    }
    let fewest = fewest.filter(|_| !cells.is_empty()).or(fewest.map(|_| 0));
    warnings.extend(few_trials(fewest));
    warnings.extend(unanswered(study, &cells));
    warnings.extend(remarks);
    warnings.extend(study.warnings.iter().cloned());
    let until = cells.first().zip(study.goal.as_ref()).and_then(|(cell, goal)| goal.main_figure(&cell.findings));
    let replies = analyse(study, &differences, monitor)?;
    interrupted |= replies.len() < study.analyses.len();
    let shown = shown_study(study, &replies, monitor)
        .and_then(|shown| shown.map(|one| solve_or_simulate(&one, None, monitor)).transpose());
    let shown = match shown {
        // The file's own cells are finished, so their result is returned.
        _ if monitor.stopped() && replies.iter().any(|reply| reply.winning_case.is_some()) => {
            interrupted = true;
            None
        }
        shown => shown?,
    };
    let provenance = provenance(study, fewest, until, interrupted);
    let unwritten = study.variants.first().filter(|_| study.adds_own_setting);
    let written = || cells.iter().filter(|cell| unwritten.is_none() || cell.variant.as_ref() != unwritten);
    let own = StudyResult {
        answers: study.questions.iter().flat_map(|question| highest_value::answers(question, &cells)).collect(),
        replies,
        judgements: study.expectations.iter().map(|expected| expect::judge(expected, written())).collect(),
        cells,
        differences,
        grid: study.grid.clone(),
        listed: study.listed.clone(),
        warnings,
        costs: costs(study),
        ..without_cells(study, provenance)
    };
    let Some(shown) = shown else { return Ok(own) };
    // The cells of the winning case replace the file's. Expectations are still about the file's cells.
    Ok(StudyResult { replies: own.replies, answers: own.answers, judgements: own.judgements, ..shown })
}

/// The result of a study before anything has been found.
pub(super) fn without_cells(study: &Study, provenance: Provenance) -> StudyResult {
    StudyResult {
        title: study.title.clone(),
        variants: study.variants.clone(),
        varied: study.varied.clone(),
        baseline: study.variants.get(study.baseline).cloned(),
        provenance,
        roster: roster(study),
        ..StudyResult::default()
    }
}

/// The prices of fighters' sheets: once if they are the same in all cells, for each variant if the varied values do not
/// matter, otherwise for each cell.
fn costs(study: &Study) -> Vec<FighterCost> {
    let cells = &study.cells;
    let [one, row] = [1, study.variants.len().max(1)].map(|count| count.min(cells.len()));
    let repeats = |every: usize| cells.iter().zip(&cells[every..]).all(|(own, next)| own.costs == next.costs);
    let (same, by_variant) = (repeats(one), repeats(row));
    let shown = match (same, by_variant) {
        (true, _) => &cells[..one],
        (_, true) => &cells[..row],
        _ => &cells[..],
    };
    let of = |planned: &PlannedCell| {
        let varied = if by_variant { &[][..] } else { &planned.varied };
        let cell = (!same).then(|| cell::label(planned.variant.as_deref(), varied));
        let cost = |(fighter, levels): &(String, i64)| FighterCost {
            cell: cell.clone(),
            fighter: fighter.clone(),
            levels: *levels,
        };
        planned.costs.iter().map(cost).collect::<Vec<_>>()
    };
    shown.iter().flat_map(of).collect()
}

/// Returns the answers of a study's analyses; fewer if the monitor stopped the work. `differences` are those from the
/// baseline, as far as they are known.
///
/// # Errors
/// If a case cannot be read or solved.
pub(super) fn analyse(study: &Study, differences: &[Difference], monitor: &dyn Monitor) -> Result<Vec<Reply>> {
    let mut asked = study.asked.clone();
    for name in study.analyses.iter().flat_map(|one| one.figures(study)) {
        if !asked.contains(&name) {
            asked.push(name);
        }
    }
    let lab = Lab { differences, ..Lab::new(study, asked, monitor) };
    let mut replies = Vec::new();
    for analysis in &study.analyses {
        match analysis.answer(&lab) {
            Ok(reply) => replies.push(reply),
            // The finished answers are returned, so that they are not lost.
            Err(_) if monitor.stopped() => break,
            Err(error) => return Err(error),
        }
    }
    Ok(replies)
}

/// The answers of the rows whose cells were all solved, with the changes of each figure from the baseline.
pub(super) fn exact_answers(study: &Study, solved: Vec<Findings>) -> Vec<Answered> {
    let asked = |figure: &Figure| study.asked.iter().any(|title| figure.has_name(title));
    let compared = |figure: &Figure| figure.measure.compared != Compared::No || asked(figure);
    let rows = solved.len() / study.variants.len().max(1);
    let mut solved = solved.into_iter();
    let answers = study.rows().take(rows).map(|row| {
        let cells: Vec<Findings> = solved.by_ref().take(row.len()).collect();
        let changes = match cells.get(study.baseline) {
            Some(base) if cells.len() > 1 => cells.iter().map(|own| lab::changes(own, base, &compared)).collect(),
            _ => Vec::new(),
        };
        Answered { cells, changes, trials: None }
    });
    answers.collect()
}

/// Simulates all rows, with a fixed number of trials each or until they are precise enough.
fn simulate_rows(
    study: &Study,
    kept: Option<&[u8]>,
    monitor: &dyn Monitor,
) -> Result<(Vec<Answered>, Option<Warning>)> {
    let mut done = FinishedPart::of(study, StudyPart::WHOLE, kept)?;
    if let Some(goal) = &study.goal {
        return sequential::answers(study, goal, &mut done, monitor);
    }
    let mut answers = Vec::new();
    play(study, &spans(study, StudyPart::WHOLE), &mut done, false, monitor, &mut |job| {
        let mut answered = job.answer()?;
        study.reduce_findings(&mut answered.cells);
        answers.push(answered);
        Ok(())
    })?;
    Ok((answers, None))
}

/// Corrects the simulated differences for multiple comparisons: by chance alone, at most 1 result in 20 reports any
/// difference as real.
fn correct_differences(differences: &mut [Difference]) {
    let simulated: Vec<&mut Difference> = differences.iter_mut().filter(|one| one.adjusted.is_some()).collect();
    let adjusted = holm(&simulated.iter().filter_map(|one| one.adjusted).collect::<Vec<_>>());
    for (one, adjusted) in simulated.into_iter().zip(adjusted) {
        one.adjusted = Some(adjusted);
        one.resolved = adjusted <= 1.0 - CONFIDENCE;
    }
}

/// Adds the differences of all variants from the baseline to `all`.
fn note_differences(all: &mut Vec<Difference>, baseline: usize, planned: &[PlannedCell], changes: Vec<Vec<Changed>>) {
    for (place, (planned, changes)) in planned.iter().zip(changes).enumerate() {
        if place == baseline {
            continue;
        }
        all.extend(changes.into_iter().map(|Changed { figure, change, p }| Difference {
            variant: planned.variant.clone().unwrap_or_default(),
            varied: planned.varied.clone(),
            figure,
            change,
            adjusted: p,
            resolved: change.bound().is_some_and(|bound| change.value.abs() > bound),
        }));
    }
}

/// Warns that fights were simulated because they are too large to solve.
fn fallback_warning(error: &Error) -> Warning {
    Warning::new(format!("simulated: {}", error.message()), error.help().unwrap_or("choose method = \"simulate\""))
}

pub(super) fn provenance(study: &Study, trials: Option<u64>, until: Option<&Figure>, interrupted: bool) -> Provenance {
    Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        method: if trials.is_some() { "simulate" } else { "exact" }.to_owned(),
        trials,
        until: trials.and(study.goal.as_ref()).zip(until).map(|(goal, figure)| goal.words(figure)),
        seed: trials.map(|_| study.seed),
        bases: settings_in_words(study, None, &|cell| cell.base.clone()),
        rules: rules(study),
        scenario: study.text.clone(),
        interrupted,
    }
}

/// The rules in force: the options that apply to the subject, then the custom rules that some cell has.
fn rules(study: &Study) -> Vec<RuleInForce> {
    let in_force =
        |[option, meaning, source]: [&'static str; 3], own: bool, setting: &dyn Fn(&PlannedCell) -> String| {
            let by_variant = study
                .variants
                .iter()
                .map(|name| settings_in_words(study, Some(name), setting).join(SETTINGS_SEPARATOR))
                .collect();
            let is_changed = own || study.cells.iter().any(|cell| cell.changed.contains(&option));
            RuleInForce {
                option,
                meaning,
                source,
                choice: settings_in_words(study, None, setting).join(SETTINGS_SEPARATOR),
                by_variant,
                is_changed,
            }
        };
    let mut found = Vec::new();
    for option in OPTIONS.iter().filter(|option| study.subjects.info().heeds.contains(&option.scope)) {
        let setting = |cell: &PlannedCell| option.setting(&cell.rules, &study.ladder);
        found.push(in_force([option.key, option.meaning, option.source], false, &setting));
    }
    let options = found.len();
    for (option, meaning, _) in study.cells.iter().flat_map(|cell| cell.rules.own.described()) {
        if found[options..].iter().any(|known| known.option == option) {
            continue;
        }
        let setting = |cell: &PlannedCell| {
            let own = cell.rules.own.described().into_iter().find(|(key, ..)| *key == option);
            own.map_or("none".to_owned(), |(.., text)| text)
        };
        found.push(in_force([option, meaning, ""], true, &setting));
    }
    found
}

/// The settings of all cells, or of those of one variant, in words; each once, in the order of the cells.
fn settings_in_words(study: &Study, variant: Option<&String>, setting: &dyn Fn(&PlannedCell) -> String) -> Vec<String> {
    let mut settings: Vec<String> = Vec::new();
    for cell in study.cells.iter().filter(|cell| variant.is_none() || cell.variant.as_ref() == variant) {
        let setting = setting(cell);
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings
}

/// Warns about questions without an answer, because their condition never happens.
fn unanswered(study: &Study, cells: &[Cell]) -> Option<Warning> {
    let lacks = |asked: &&String| cells.iter().any(|cell| !cell.has(asked));
    let asked: Vec<String> = study.asked.iter().filter(lacks).map(|asked| format!("`{asked}`")).collect();
    (!asked.is_empty()).then(|| {
        let message = format!("no value for {} in some cases: the condition never happened there", asked.join(", "));
        Warning::new(message, "ask about something that can happen, or run more trials")
    })
}

/// Warns about figures from very few trials.
pub fn few_trials(trials: Option<u64>) -> Option<Warning> {
    trials.filter(|trials| *trials < FEW_TRIALS).map(|trials| {
        let message = format!("{trials} trials are too few for reliable figures");
        Warning::new(message, "run more, as with --trials 1_000_000")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Measure, Per};
    use crate::stats::Estimate;

    static WINS: Measure = Measure::share("wins", Per::Side, "");

    fn difference(p: Option<f64>) -> Difference {
        let estimate = Estimate::paired(30, 200, 1000);
        let figure = Figure::new(&WINS, "A", estimate);
        Difference { variant: "v".into(), varied: vec![], figure, change: estimate, adjusted: p, resolved: true }
    }

    /// p = 0.03 resolves a single difference, but none of twenty.
    #[test]
    fn differences_are_corrected_as_a_family() {
        for (count, resolved) in [(1, true), (20, false)] {
            let mut all: Vec<Difference> = (0..count).map(|_| difference(Some(0.03))).collect();
            correct_differences(&mut all);
            assert!(all.iter().all(|one| one.resolved == resolved), "{count}: {:?}", all[0]);
        }
        let mut mixed = vec![difference(Some(1e-9)), difference(Some(0.2)), difference(None)];
        correct_differences(&mut mixed);
        assert_eq!(mixed.iter().map(|one| one.resolved).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!((mixed[0].adjusted, mixed[2].adjusted), (Some(2e-9), None));
    }
}
