//! Running a study: cells in, results out.

use super::axis::axis;
use super::both::both;
use super::cells::Solver;
use super::kept::{Kept, Part};
use super::lab::Lab;
use super::plan::{MethodChoice, Planned, Study};
use super::reply::{Column, Entry, Reply};
use super::result::{Cell, Cost, Difference, Provenance, RuleInForce, StudyResult, Warning, label};
use super::roster::roster;
use super::shard::{play, spans};
use super::shown::shown;
use super::{expect, goal, most};
use crate::error::{Error, Result};
use crate::measure::{Compared, Figure, Findings, number};
use crate::rules::OPTIONS;
use crate::sim::Monitor;
use crate::stats::{CONFIDENCE, Estimate, holm};
use crate::subject::{Answered, Changed, Job, Rolled, Wording, capitalized};

/// With fewer trials, simulated figures are unreliable.
const FEW_TRIALS: u64 = 1000;

/// Runs a study. `monitor` is called during the trials and may stop them; the result then has the trials finished so far, and
/// cells without any are left out.
///
/// # Errors
/// The method is `exact` or `both` and a cell is too large to solve; a question is about something unknown.
pub fn run(study: &Study, monitor: &dyn Monitor) -> Result<StudyResult> {
    resume(study, None, monitor)
}

/// As [`run`], going on with what the monitor's keeper was given of an earlier run of the same study.
///
/// # Errors
/// Those of [`run`]; what was kept is damaged, or of another study.
pub fn resume(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<StudyResult> {
    if study.method == MethodChoice::Both {
        return both(study, kept, monitor);
    }
    let mut warnings = Vec::new();
    let solved = match Solver::new(study, monitor).planned() {
        Err(error) if study.method == MethodChoice::Exact => return Err(error),
        Err(error) => {
            warnings.push(fallback(&error));
            None
        }
        Ok(solved) => solved,
    };
    let simulates = solved.is_none();
    let answers = match solved {
        Some(solved) => exactly(study, solved),
        None => {
            monitor.simulating();
            let (answers, unmet) = simulated(study, kept, monitor)?;
            warnings.extend(unmet);
            answers
        }
    };
    conclude(study, answers, simulates, warnings, monitor)
}

/// The result of a study by the answers of its rows, fewer where it was interrupted. `warnings` come on top of those of the study.
///
/// # Errors
/// An analysis cannot be answered.
pub(super) fn conclude(
    study: &Study,
    answers: Vec<Answered>,
    simulates: bool,
    unmet: Vec<Warning>,
    monitor: &dyn Monitor,
) -> Result<StudyResult> {
    // Remarks on the answer stand before those on the file.
    let mut warnings = unmet;
    let mut found: Vec<Findings> = Vec::with_capacity(study.cells.len());
    let mut differences = Vec::new();
    let mut fewest = simulates.then_some(u64::MAX);
    let mut interrupted = simulates && monitor.stopped();
    for (row, answered) in study.rows().zip(answers) {
        if answered.trials == Some(0) {
            interrupted = true;
            break;
        }
        interrupted |= study.goal.is_none() && answered.trials.is_some_and(|trials| trials < study.trials);
        fewest = fewest.min(answered.trials);
        let planned = &study.cells[row[0]..=row[row.len() - 1]];
        found.extend(answered.cells);
        differences.extend(differences_of(study, planned, answered.changes));
    }
    resolve(&mut differences);
    let remarks = study.subjects.remarks(&study.ladder, &found);
    // A large grid fills memory once, not twice.
    let cell = |(planned, findings): (&Planned, Findings)| {
        let (variant, varied) = (planned.variant.clone(), planned.varied.clone());
        Cell { variant, varied, findings }
    };
    let cells: Vec<Cell> = study.cells.iter().zip(found).map(cell).collect();
    let fewest = fewest.filter(|_| !cells.is_empty()).or(fewest.map(|_| 0));
    warnings.extend(few(fewest));
    warnings.extend(unanswered(study, &cells));
    warnings.extend(remarks);
    warnings.extend(study.warnings.iter().cloned());
    let until = cells.first().zip(study.goal.as_ref()).and_then(|(cell, goal)| goal.of(&cell.findings));
    let replies = match analyse(study, &differences, monitor) {
        Ok(replies) => replies,
        // The cells that are finished are not lost.
        Err(_) if monitor.stopped() => {
            interrupted = true;
            Vec::new()
        }
        Err(error) => return Err(error),
    };
    let provenance = provenance(study, fewest, until, interrupted);
    let shown = shown(study, &replies)?.map(|shown| resume(&shown, None, monitor)).transpose()?;
    let unwritten = study.variants.first().filter(|_| study.adds_own_setting);
    let written = || cells.iter().filter(|cell| unwritten.is_none() || cell.variant.as_ref() != unwritten);
    let own = StudyResult {
        title: study.title.clone(),
        answers: study.questions.iter().flat_map(|question| most::answer(question, &cells)).collect(),
        replies,
        judgements: study.expectations.iter().map(|expected| expect::judge(expected, written())).collect(),
        cells,
        variants: study.variants.clone(),
        varied: study.varied.clone(),
        differences,
        baseline: study.variants.get(study.baseline).cloned(),
        grid: study.grid.clone(),
        listed: study.listed.clone(),
        provenance,
        warnings,
        costs: costs(study),
        roster: roster(study),
        cross_check: None,
    };
    Ok(match shown {
        None => own,
        Some(shown) => in_case(own, shown),
    })
}

/// A result with the cells of the case that its answers have settled on in place of the file's. What was expected is expected of the file.
fn in_case(own: StudyResult, shown: StudyResult) -> StudyResult {
    let StudyResult { replies, answers, judgements, .. } = own;
    StudyResult { replies, answers, judgements, ..shown }
}

/// A result that holds the answers of a study's questions and nothing else. Its own cells are run only if it asks for figures.
///
/// # Errors
/// A case that cannot be read or solved; the monitor stopped the work.
pub fn answer(study: &Study, monitor: &dyn Monitor) -> Result<StudyResult> {
    let mut replies: Vec<Reply> = figures(study, monitor)?.into_iter().collect();
    replies.extend(analyse(study, &[], monitor)?);
    let trials = replies.iter().filter_map(|reply| reply.trials).min();
    // Without findings: what holds of the cells whatever their figures are.
    let remarks = study.subjects.remarks(&study.ladder, &[]);
    Ok(StudyResult {
        title: study.title.clone(),
        cells: Vec::new(),
        variants: study.variants.clone(),
        varied: study.varied.clone(),
        differences: Vec::new(),
        baseline: study.variants.get(study.baseline).cloned(),
        grid: None,
        listed: Vec::new(),
        answers: Vec::new(),
        replies,
        judgements: Vec::new(),
        provenance: provenance(study, trials, None, false),
        warnings: few(trials).into_iter().chain(remarks).chain(study.warnings.iter().cloned()).collect(),
        costs: Vec::new(),
        roster: roster(study),
        cross_check: None,
    })
}

/// The figures that a study asks for by name, in each of its cells. `None` if it asks for none.
///
/// # Errors
/// Those of [`run`].
fn figures(study: &Study, monitor: &dyn Monitor) -> Result<Option<Reply>> {
    if study.listed.is_empty() {
        return Ok(None);
    }
    let alone = Study { analyses: Vec::new(), questions: Vec::new(), expectations: Vec::new(), ..study.clone() };
    let result = run(&alone, monitor)?;
    let mut reply = Reply::new("measure", "Questions");
    reply.trials = result.provenance.trials;
    reply.columns.extend((!study.variants.is_empty()).then(|| Column::plain("variant")));
    let varied = study.varied.iter().enumerate().map(|(place, path)| Column::headed(path, axis(&study.varied, place)));
    reply.columns.extend(varied);
    reply.columns.extend([Column::plain("asked"), Column::units(), Column::figures("value")]);
    for cell in &result.cells {
        for figure in study.listed.iter().filter_map(|title| cell.titled(title)) {
            let mut row: Vec<Entry> = cell.variant.iter().map(|name| Entry::from(name.as_str())).collect();
            row.extend(cell.varied.iter().map(Entry::from));
            row.extend([figure.title().into(), figure.unit().name().into(), Entry::figure(Some(figure))]);
            reply.rows.push(row);
        }
    }
    if let [cell] = &result.cells[..] {
        let told = |figure: &Figure| {
            let value = number::figure(&figure.estimate, figure.unit());
            format!("{}: {value}.", capitalized(&figure.title()))
        };
        reply.sentences = study.listed.iter().filter_map(|title| cell.titled(title)).map(told).collect();
    }
    Ok(Some(reply))
}

/// What fighters cost on paper: once where that is the same in all cells, for each variant where what varies does not matter, else for
/// each cell.
fn costs(study: &Study) -> Vec<Cost> {
    let cells = &study.cells;
    let [one, row] = [1, study.variants.len().max(1)].map(|count| count.min(cells.len()));
    let repeats = |every: usize| cells.iter().zip(&cells[every..]).all(|(own, next)| own.costs == next.costs);
    let (same, by_variant) = (repeats(one), repeats(row));
    let shown = match (same, by_variant) {
        (true, _) => &cells[..one],
        (_, true) => &cells[..row],
        _ => &cells[..],
    };
    let of = |planned: &Planned| {
        let varied = if by_variant { &[][..] } else { &planned.varied };
        let cell = (!same).then(|| label(planned.variant.as_deref(), varied));
        let cost =
            |(fighter, levels): &(String, i64)| Cost { cell: cell.clone(), fighter: fighter.clone(), levels: *levels };
        planned.costs.iter().map(cost).collect::<Vec<_>>()
    };
    shown.iter().flat_map(of).collect()
}

/// The answers of a study's analyses, whose differences from the baseline are these as far as they are known.
///
/// # Errors
/// A case that cannot be read or solved; the monitor stopped the work.
fn analyse(study: &Study, differences: &[Difference], monitor: &dyn Monitor) -> Result<Vec<Reply>> {
    let mut asked = study.asked.clone();
    for name in study.analyses.iter().flat_map(|one| one.figures(study)) {
        if !asked.contains(&name) {
            asked.push(name);
        }
    }
    let lab = Lab::new(study, asked, monitor).knowing(differences);
    study.analyses.iter().map(|analysis| analysis.answer(&lab)).collect()
}

/// The answers of cells that were solved, by row: how far each figure lies from the baseline's.
pub(super) fn exactly(study: &Study, solved: Vec<Findings>) -> Vec<Answered> {
    let asked = |figure: &Figure| study.asked.iter().any(|title| figure.is_called(title));
    let compared = |figure: &Figure| figure.measure.compared != Compared::No || asked(figure);
    let mut solved = solved.into_iter();
    let answers = study.rows().map(|row| {
        let cells: Vec<Findings> = solved.by_ref().take(row.len()).collect();
        let changes = match cells.get(study.baseline) {
            Some(base) if cells.len() > 1 => cells.iter().map(|own| changes(own, base, compared)).collect(),
            _ => Vec::new(),
        };
        Answered { cells, changes, trials: None }
    });
    answers.collect()
}

/// How far the exact figures that are compared lie from the baseline's.
pub(super) fn changes(own: &Findings, base: &Findings, compared: impl Fn(&Figure) -> bool) -> Vec<Changed> {
    let change = |figure: &Figure| {
        let other = base.same(figure)?;
        let bound = figure.estimate.bound()? + other.estimate.bound()?;
        let change = Estimate::exact(figure.estimate.value - other.estimate.value, bound);
        Some(Changed { figure: figure.clone(), change, p: None })
    };
    own.figures.iter().filter(|figure| compared(figure)).filter_map(change).collect()
}

/// The answers of all rows, simulated: a fixed number of trials each, or until they are precise enough.
fn simulated(study: &Study, kept: Option<&[u8]>, monitor: &dyn Monitor) -> Result<(Vec<Answered>, Option<Warning>)> {
    let mut done = match kept {
        Some(bytes) => Kept::resume(study, Part::WHOLE, bytes)?,
        None => Kept::new(study, Part::WHOLE),
    };
    if let Some(goal) = &study.goal {
        return goal::answers(study, goal, &mut done, monitor);
    }
    let mut answers = Vec::new();
    play(study, &spans(study, Part::WHOLE), &mut done, false, monitor, |job| {
        let mut answered = job.answer();
        study.spare(&mut answered.cells);
        answers.push(answered);
    })?;
    Ok((answers, None))
}

/// `Snorri wins 56.1 % ± 0.3`, and in which case where there are several.
pub(super) fn so_far(study: &Study, row: &[usize], answered: &Answered) -> String {
    let (Some(figure), Some(cell)) = (answered.cells.first().and_then(Findings::headline), row.first()) else {
        return String::new();
    };
    let planned = &study.cells[*cell];
    let place = label(planned.variant.as_deref(), &planned.varied);
    let place = if place.is_empty() { place } else { format!(" ({place})") };
    format!("{} {}{place}", figure.title(), number::figure(&figure.estimate, figure.unit()))
}

/// How the figures of a row are put into words.
pub(super) fn wordings<'s>(study: &'s Study, row: &[usize]) -> Vec<Wording<'s>> {
    row.iter().map(|cell| study.words(&study.cells[*cell])).collect()
}

/// The simulation of a row, without trials yet.
pub(super) fn job<'j>(study: &'j Study, row: &'j [usize], words: &'j [Wording<'j>]) -> Result<Box<dyn Job + 'j>> {
    study.subjects.job(Rolled { cells: row, words, baseline: study.baseline, asked: &study.asked })
}

/// Corrects the simulated differences for their number: chance alone resolves one in 1 of 20 results, not in 1 of 20 lines.
fn resolve(differences: &mut [Difference]) {
    let simulated: Vec<&mut Difference> = differences.iter_mut().filter(|one| one.adjusted.is_some()).collect();
    let adjusted = holm(&simulated.iter().filter_map(|one| one.adjusted).collect::<Vec<_>>());
    for (one, adjusted) in simulated.into_iter().zip(adjusted) {
        one.adjusted = Some(adjusted);
        one.resolved = adjusted <= 1.0 - CONFIDENCE;
    }
}

/// The differences of all variants from the baseline.
fn differences_of<'a>(
    study: &'a Study,
    planned: &'a [Planned],
    changes: Vec<Vec<Changed>>,
) -> impl Iterator<Item = Difference> + 'a {
    let others = planned.iter().zip(changes).enumerate().filter(|(place, _)| *place != study.baseline);
    others.flat_map(|(_, (planned, changes))| {
        changes.into_iter().map(|Changed { figure, change, p }| Difference {
            variant: planned.variant.clone().unwrap_or_default(),
            varied: planned.varied.clone(),
            figure,
            change,
            adjusted: p,
            resolved: change.bound().is_some_and(|bound| change.value.abs() > bound),
        })
    })
}

/// Warns that fights were simulated because they are too large to solve.
fn fallback(error: &Error) -> Warning {
    Warning {
        message: format!("simulated: {}", error.message()),
        remedy: error.help().unwrap_or("choose method = \"simulate\"").to_owned(),
    }
}

fn provenance(study: &Study, trials: Option<u64>, until: Option<&Figure>, interrupted: bool) -> Provenance {
    let heeded = OPTIONS.iter().filter(|option| study.subjects.info().heeds.contains(&option.scope));
    let rules = heeded.map(|option| {
        let setting = |cell: &Planned| option.setting(&cell.rules, &study.ladder);
        let of_variant =
            |name: &String| over(study.cells.iter().filter(|cell| cell.variant.as_ref() == Some(name)), setting);
        RuleInForce {
            option: option.key,
            meaning: option.meaning,
            source: option.source,
            choice: over(&study.cells, setting),
            by_variant: study.variants.iter().map(of_variant).collect(),
            is_changed: study.cells.iter().any(|cell| cell.changed.contains(&option.key)),
        }
    });
    Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        method: if trials.is_some() { "simulate" } else { "exact" }.to_owned(),
        trials,
        until: trials.and(study.goal.as_ref()).zip(until).map(|(goal, figure)| goal.words(figure)),
        seed: trials.map(|_| study.seed),
        base: over(&study.cells, |cell| cell.base.clone()),
        rules: rules.chain(own_rules(study)).collect(),
        scenario: study.text.clone(),
        interrupted,
    }
}

/// The rules that the file states by formulas, those that some cell has.
fn own_rules(study: &Study) -> Vec<RuleInForce> {
    let mut found: Vec<RuleInForce> = Vec::new();
    for (option, meaning, _) in study.cells.iter().flat_map(|cell| cell.rules.own.told()) {
        if found.iter().any(|known| known.option == option) {
            continue;
        }
        let setting = |cell: &Planned| {
            let own = cell.rules.own.told().into_iter().find(|(key, ..)| *key == option);
            own.map_or("none".to_owned(), |(.., text)| text)
        };
        let of_variant =
            |name: &String| over(study.cells.iter().filter(|cell| cell.variant.as_ref() == Some(name)), setting);
        found.push(RuleInForce {
            option,
            meaning,
            source: "",
            choice: over(&study.cells, setting),
            by_variant: study.variants.iter().map(of_variant).collect(),
            is_changed: true,
        });
    }
    found
}

/// A setting in words; where cells differ in it, the different ones, in the order of the cells.
fn over<'a>(cells: impl IntoIterator<Item = &'a Planned>, setting: impl Fn(&Planned) -> String) -> String {
    let mut settings: Vec<String> = Vec::new();
    for cell in cells {
        let setting = setting(cell);
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings.join(" / ")
}

/// Warns of questions without an answer, because their condition never happens.
fn unanswered(study: &Study, cells: &[Cell]) -> Option<Warning> {
    let lacks = |asked: &&String| cells.iter().any(|cell| !cell.has(asked));
    let asked: Vec<String> = study.asked.iter().filter(lacks).map(|asked| format!("`{asked}`")).collect();
    (!asked.is_empty()).then(|| Warning {
        message: format!("{} cannot be computed in every case: its condition never happens", asked.join(", ")),
        remedy: "ask about something that can happen, or run more trials".to_owned(),
    })
}

/// Warns of figures from very few trials.
fn few(trials: Option<u64>) -> Option<Warning> {
    trials.filter(|trials| *trials < FEW_TRIALS).map(|trials| Warning {
        message: format!("{trials} trials are too few for reliable figures"),
        remedy: "run more, as with --trials 1_000_000".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Measure, Per};

    static WINS: Measure = Measure::share("wins", Per::Side, "");

    fn difference(p: Option<f64>) -> Difference {
        let estimate = Estimate::paired(30, 200, 1000);
        let figure = Figure::new(&WINS, "A", estimate);
        Difference { variant: "v".into(), varied: vec![], figure, change: estimate, adjusted: p, resolved: true }
    }

    /// p = 0.03 resolves a difference that stands alone, and none of twenty.
    #[test]
    fn differences_are_resolved_as_a_family() {
        for (count, resolved) in [(1, true), (20, false)] {
            let mut all: Vec<Difference> = (0..count).map(|_| difference(Some(0.03))).collect();
            resolve(&mut all);
            assert!(all.iter().all(|one| one.resolved == resolved), "{count}: {:?}", all[0]);
        }
        let mut mixed = vec![difference(Some(1e-9)), difference(Some(0.2)), difference(None)];
        resolve(&mut mixed);
        assert_eq!(mixed.iter().map(|one| one.resolved).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!((mixed[0].adjusted, mixed[2].adjusted), (Some(2e-9), None));
    }
}
