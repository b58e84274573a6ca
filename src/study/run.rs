//! Running a study: cells in, results out.

use super::both::both;
use super::job::{Job, checks_of, opposed_of};
use super::plan::{MethodChoice, Planned, Study, Subject};
use super::result::{Cell, Difference, Figure, Provenance, StudyResult, Warning};
use super::{action, contest, fight, goal, task};
use crate::check::TaskEnd;
use crate::error::{Error, Result};
use crate::exact::ExactFight;
use crate::rules::OPTIONS;
use crate::sim::Monitor;
use crate::stats::{CONFIDENCE, Estimate, holm};

/// Below this, simulated figures are too uncertain to quote.
const FEW_TRIALS: u64 = 1000;

/// Up to this share of fights at the round limit, or of tasks at theirs, nothing is said: it changes no chance that is shown, and the mean rounds
/// by no more than a hundredth at a limit of a thousand.
pub(super) const MINOR_UNDECIDED: f64 = 1e-5;

/// The variants of one combination of varied values, answered.
pub(super) struct Answered {
    /// Figures and distributions, one for each variant.
    pub(super) cells: Vec<(Vec<Figure>, Vec<super::Distribution>)>,
    /// For each variant, each compared figure's change against the baseline; empty without variants.
    pub(super) changes: Vec<Vec<Change>>,
    /// Trials each variant rests on; none where exact.
    pub(super) trials: Option<u64>,
}

/// How far a figure lies from the baseline's.
pub(super) struct Change {
    pub(super) figure: Figure,
    pub(super) change: Estimate,
    /// The p value of no difference; none where exact.
    pub(super) p: Option<f64>,
}

/// Runs a study. `monitor` watches the trials and may stop them; the result then rests on those finished, and cells
/// without any are left out.
///
/// # Errors
/// The method is `exact` or `both` and a fight is past what can be solved.
pub fn run(study: &Study, monitor: &impl Monitor) -> Result<StudyResult> {
    if study.method == MethodChoice::Both {
        return both(study, monitor);
    }
    let solved = fight::solve(study, monitor);
    let mut warnings = study.warnings.clone();
    let solved = match solved {
        Err(error) if study.method == MethodChoice::Exact => return Err(error),
        Err(error) => {
            warnings.push(fallback(&error));
            None
        }
        Ok(solved) => solved,
    };
    warnings.extend(solved.as_deref().and_then(fight::endless));
    let fights = matches!(study.cells[0].subject, Subject::Fight(..));
    let simulates = study.simulates() || (fights && solved.is_none());
    if simulates {
        monitor.simulating();
    }
    let variants = study.variants.len().max(1);
    let mut cells = Vec::with_capacity(study.cells.len());
    let mut differences = Vec::new();
    let mut fewest = simulates.then_some(u64::MAX);
    let aimed = study.goal.as_ref().filter(|_| simulates).map(|goal| goal::answers(study, goal, monitor));
    let (mut aimed, unmet) = aimed.map_or((None, None), |(answers, unmet)| (Some(answers.into_iter()), unmet));
    let mut interrupted = aimed.is_some() && monitor.stopped();
    for (number, planned) in study.cells.chunks(variants).enumerate() {
        let solved = solved.as_deref().and_then(|solved| solved.chunks(variants).nth(number));
        let answered = match &mut aimed {
            Some(answers) => answers.next(),
            None => Some(answer(study, planned, solved, monitor)),
        };
        let Some(answered) = answered else { break };
        if answered.trials == Some(0) {
            interrupted = true;
            break;
        }
        interrupted |= aimed.is_none() && answered.trials.is_some_and(|trials| trials < study.trials);
        fewest = fewest.min(answered.trials);
        for (planned, (figures, distributions)) in planned.iter().zip(answered.cells) {
            let (variant, varied) = (planned.variant.clone(), planned.varied.clone());
            cells.push(Cell { variant, varied, figures, distributions });
        }
        differences.extend(differences_of(study, planned, answered.changes));
    }
    resolve(&mut differences);
    let fewest = fewest.filter(|_| !cells.is_empty()).or(fewest.map(|_| 0));
    warnings.extend(unmet);
    warnings.extend(warnings_of(study, &cells, fewest));
    let until = cells.first().zip(study.goal.as_ref()).and_then(|(cell, goal)| goal.of(&cell.figures));
    let provenance = provenance(study, fewest, until, interrupted);
    Ok(StudyResult {
        title: study.title.clone(),
        cells,
        variants: study.variants.clone(),
        varied: study.varied.clone(),
        differences,
        baseline: study.variants.get(study.baseline).cloned(),
        grid: study.grid.clone(),
        provenance,
        warnings,
        cross_check: None,
    })
}

/// Corrects the simulated differences for there being so many: one that is resolved by chance alone stands in 1 of 20
/// results, not in 1 of 20 lines.
fn resolve(differences: &mut [Difference]) {
    let simulated: Vec<&mut Difference> = differences.iter_mut().filter(|one| one.adjusted.is_some()).collect();
    let adjusted = holm(&simulated.iter().filter_map(|one| one.adjusted).collect::<Vec<_>>());
    for (one, adjusted) in simulated.into_iter().zip(adjusted) {
        one.adjusted = Some(adjusted);
        one.resolved = adjusted <= 1.0 - CONFIDENCE;
    }
}

/// What each variant but the baseline differs by from it.
fn differences_of<'a>(
    study: &'a Study,
    planned: &'a [Planned],
    changes: Vec<Vec<Change>>,
) -> impl Iterator<Item = Difference> + 'a {
    let others = planned.iter().zip(changes).enumerate().filter(|(place, _)| *place != study.baseline);
    others.flat_map(|(_, (planned, changes))| {
        changes.into_iter().map(|Change { figure, change, p }| Difference {
            variant: planned.variant.clone().unwrap_or_default(),
            varied: planned.varied.clone(),
            figure,
            change,
            adjusted: p,
            resolved: change.bound().is_some_and(|bound| change.value.abs() > bound),
        })
    })
}

/// Why fights were simulated that were to be solved where that can be done.
fn fallback(error: &Error) -> Warning {
    Warning {
        message: format!("simulated, since {}", error.message()),
        remedy: error.help().unwrap_or("choose method = \"simulate\"").to_owned(),
    }
}

/// Answers all variants of one combination of varied values together, so that they share their trials. `solved` are
/// the exact answers of fights that have them.
fn answer(study: &Study, planned: &[Planned], solved: Option<&[ExactFight]>, monitor: &impl Monitor) -> Answered {
    match (&planned[0].subject, solved) {
        (Subject::Fight(..), Some(solved)) => fight::exactly(study, planned, solved),
        (Subject::Check(_), _) if !study.simulates() => action::checks(study, &checks_of(planned), None),
        (Subject::Opposed(_, names), _) if !study.simulates() => {
            action::opposed(study, &opposed_of(planned), names, None)
        }
        (Subject::Contest(..), _) if !study.simulates() => contest::contests_exactly(study, planned),
        (Subject::Reaction(_), _) if !study.simulates() => contest::reactions_exactly(study, planned),
        (Subject::Task(..), _) if !study.simulates() => task::exactly(study, planned),
        _ => {
            let mut job = Job::new(planned);
            job.extend(study, study.trials, monitor);
            job.answer(study)
        }
    }
}

fn provenance(study: &Study, trials: Option<u64>, until: Option<&Figure>, interrupted: bool) -> Provenance {
    let first = &study.cells[0];
    let base = ("base".to_owned(), over_cells(study, |cell| cell.base.clone()), String::new());
    let rules = OPTIONS.iter().filter(|option| first.subject.kind().heeds(option.scope)).map(|option| {
        let value = over_cells(study, |cell| option.setting(&cell.rules, &study.ladder));
        (option.key.to_owned(), value, option.source.to_owned())
    });
    Provenance {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        method: if trials.is_some() { "simulate" } else { "exact" }.to_owned(),
        trials,
        until: trials.and(study.goal.as_ref()).zip(until).map(|(goal, figure)| goal.words(figure)),
        seed: trials.map(|_| study.seed),
        rules: std::iter::once(base).chain(rules).collect(),
        scenario: study.text.clone(),
        interrupted,
    }
}

/// A setting in words; where cells differ in it, the different ones, in the order of the cells.
fn over_cells(study: &Study, setting: impl Fn(&Planned) -> String) -> String {
    let mut settings: Vec<String> = Vec::new();
    for cell in &study.cells {
        let setting = setting(cell);
        if !settings.contains(&setting) {
            settings.push(setting);
        }
    }
    settings.join(" / ")
}

fn warnings_of(study: &Study, cells: &[Cell], trials: Option<u64>) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if let Some(trials) = trials
        && trials < FEW_TRIALS
    {
        warnings.push(Warning {
            message: format!("{trials} trials are too few to quote a figure"),
            remedy: "run more, as with --trials 1_000_000".to_owned(),
        });
    }
    let most = |name: &str| {
        let figures = cells.iter().filter_map(|cell| cell.figure(name, ""));
        figures.map(|figure| figure.estimate.value).fold(0.0, f64::max)
    };
    warnings.extend(task::unfinished(&study.cells, most(TaskEnd::Unfinished.word())));
    let undecided = most("undecided");
    if undecided > MINOR_UNDECIDED {
        let limit = study.cells[0].rules.round_limit;
        warnings.push(Warning {
            message: format!(
                "up to {} % of the fights reached the limit of {limit} rounds",
                significant(100.0 * undecided)
            ),
            remedy: "raise `round_limit` in [rules], or look whether the fighters can hurt each other".to_owned(),
        });
    }
    warnings
}

/// A number of two significant digits, for a sentence.
pub(super) fn significant(number: f64) -> String {
    let digits = (1.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{number:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::super::Unit;
    use super::*;

    fn difference(p: Option<f64>) -> Difference {
        let estimate = Estimate::paired(30, 200, 1000);
        let figure = Figure { name: "wins".into(), subject: "A".into(), unit: Unit::Probability, estimate };
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
