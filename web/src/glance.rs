//! Quick answers while the user types: exact if that is fast, otherwise from a few trials and then from more.
//!
//! Each round of more trials starts over with the same seed, so it equals `fudgelab run --method simulate --trials N`.
//! With four times the trials in each round, this costs at most a third more than continuing would.

use super::rejection::Result;
use super::watch::Watch;
use super::{read, words};
use fudgelab::fights::Combat;
use fudgelab::measure::{id, number};
use fudgelab::report::difficulty::{cut_points, labels};
use fudgelab::stats::Estimate;
use fudgelab::study::{self, Cell, Difference, Figure, MethodChoice, Study, StudyResult, Unit};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request for a quick answer to a scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Glance {
    toml: String,
    /// Number of trials; `None` for an exact answer.
    trials: Option<u64>,
    /// Time limit for an exact answer.
    #[serde(default)]
    milliseconds: f64,
}

impl Glance {
    /// Returns the answer; null if there is no exact answer within the time limit.
    pub(crate) fn answer(&self) -> Result<Value> {
        let study = Study { goal: None, ..read(&self.toml)?.study };
        if let Some(trials) = self.trials {
            let study = Study { method: MethodChoice::Simulate, trials, ..study };
            return Ok(result_to_json(&study, &study::run(&study, &())?));
        }
        let study = Study { method: MethodChoice::Exact, ..study };
        // Errors are ignored: if an exact answer fails for any reason, the page asks for trials.
        let result = study::run(&study, &Watch::within(self.milliseconds)).ok();
        let whole = result.filter(|result| result.is_exact() && result.cells.len() == study.cells.len());
        Ok(whole.map_or(Value::Null, |result| result_to_json(&study, &result)))
    }
}

fn result_to_json(study: &Study, result: &StudyResult) -> Value {
    // The page already shows how few trials there are.
    let few = study::few_trials(result.provenance.trials);
    let warnings = result.warnings.iter().filter(|one| Some(*one) != few.as_ref());
    json!({
        "exact": result.is_exact(),
        "trials": result.provenance.trials,
        "labels": cut_points(),
        "cells": result.cells.iter().enumerate().map(|(case_index, cell)| case_to_json(study, case_index, cell)).collect::<Vec<_>>(),
        "changes": result.differences.iter().filter(|one| is_headline(result, &one.figure)).map(change_to_json).collect::<Vec<_>>(),
        "warnings": super::run::warnings(warnings),
    })
}

/// Returns a case as JSON: a sentence, its difficulty in words, and its chances.
fn case_to_json(study: &Study, case_index: usize, cell: &Cell) -> Value {
    let combat = study.subjects.cell(case_index).downcast_ref::<Combat>();
    let verdict = combat.and_then(|combat| Verdict::of(combat, cell));
    let chances = cell.figures.iter().filter(|figure| figure.unit() == Unit::Probability);
    json!({
        "variant": cell.variant,
        "varied": cell.varied.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "sentence": verdict.as_ref().map_or_else(|| campaign_sentence(cell), |verdict| verdict.sentence(combat)),
        "words": verdict.as_ref().map(|verdict| verdict.words),
        "chances": chances.map(chance_to_json).collect::<Vec<_>>(),
    })
}

fn chance_to_json(figure: &Figure) -> Value {
    let estimate = &figure.estimate;
    let (low, high) = estimate.interval().unwrap_or((estimate.value, estimate.value));
    json!({
        "figure": figure.name(),
        "subject": figure.subject,
        "title": figure.title(),
        "value": estimate.value,
        "low": low,
        "high": high,
        "text": percent(estimate),
        "full": number::figure(estimate, Unit::Probability),
    })
}

fn change_to_json(one: &Difference) -> Value {
    json!({
        "variant": one.variant,
        "value": one.change.value,
        "resolved": one.resolved,
        "text": number::difference(&one.change, one.figure.unit(), true),
    })
}

fn is_headline(result: &StudyResult, figure: &Figure) -> bool {
    let headline = result.cells.first().and_then(|cell| cell.headline());
    headline.is_some_and(|headline| headline.identity() == figure.identity())
}

/// The difficulty of a fight for the side named first.
struct Verdict {
    wins: Estimate,
    left_for_dead: Estimate,
    /// The mildest and the worst label that the figures allow.
    words: [&'static str; 2],
}

impl Verdict {
    fn of(combat: &Combat, cell: &Cell) -> Option<Self> {
        let wins = cell.headline()?;
        let own = cell.figure(id::ANY_LEFT_FOR_DEAD, &wins.subject);
        let left_for_dead = own.map(|figure| figure.estimate).or_else(|| left_for_dead_in_duel(combat, cell))?;
        let (mild, bad) = labels(&wins.estimate, &left_for_dead);
        Some(Self { wins: wins.estimate, left_for_dead, words: [mild.word, bad.word] })
    }

    /// Returns a sentence such as `Six goblins: hard. You win 89 %; you are left for dead in 12 %.`
    fn sentence(&self, combat: Option<&Combat>) -> String {
        let [mild, bad] = self.words;
        let word = if mild == bad { mild.to_owned() } else { format!("{mild} or {bad}") };
        let foes = combat.map(|combat| words::foes(&combat.cast)).unwrap_or_default();
        let alone = combat.is_some_and(|combat| words::is_alone(&combat.cast));
        let who = if alone { "you are" } else { "a hero is" };
        format!(
            "{foes}: {word}. You win {}; {who} left for dead in {}.",
            percent(&self.wins),
            percent(&self.left_for_dead)
        )
    }
}

/// Returns how often the first of two lone fighters is left for dead. A duel has no such figure, so it is computed from
/// the distribution of wounds.
fn left_for_dead_in_duel(combat: &Combat, cell: &Cell) -> Option<Estimate> {
    let first = combat.cast.fighters.first()?;
    let wounds = cell.distributions.iter().find(|one| one.name() == id::WOUNDS && one.subject == first.name)?;
    // The last level before Dead.
    let worst = wounds.levels?.count - 2;
    let points = wounds.points.iter().filter(|point| point.value >= worst);
    let share: f64 = points.map(|point| point.estimate.value).sum();
    let trials = wounds.points.first().and_then(|point| point.estimate.trials());
    Some(match trials {
        Some(trials) => Estimate::share((share * trials as f64).round() as u64, trials),
        None => Estimate::exact(share, 1e-9),
    })
}

/// Returns a sentence about the result of a campaign; empty for other scenarios.
fn campaign_sentence(cell: &Cell) -> String {
    let share =
        |id: &str| cell.figures.iter().find(|figure| figure.name() == id).map(|figure| percent(&figure.estimate));
    let Some(out) = share(id::PARTY_HOLDS_OUT) else { return String::new() };
    let fights = cell.figures.iter().filter(|figure| figure.name() == id::GOES_ON).count();
    let all = match fights {
        1 => "the fight".to_owned(),
        2 => "both fights".to_owned(),
        _ => format!("all {} fights", words::number(fights)),
    };
    let fit = share(id::ALL_FIT).map(|share| format!("; all of you are fit at the end in {share}"));
    let dead = share(id::ANY_DIES).or_else(|| share(id::DIES));
    let dead = dead.map(|share| format!("{} a hero is dead in {share}", if fit.is_some() { "," } else { ";" }));
    format!("You come through {all} {out} of the time{}{}.", fit.unwrap_or_default(), dead.unwrap_or_default())
}

/// Returns a chance for use in a sentence: in whole percent, or with more precision near 0 and 100 %.
fn percent(estimate: &Estimate) -> String {
    let share = 100.0 * estimate.value;
    let words = match share {
        1.0..=99.0 => format!("{share:.0} %"),
        0.1..1.0 | 99.0..=99.9 => format!("{share:.1} %"),
        _ => number::short(estimate, Unit::Probability).replace('≤', "at most").replace('≥', "at least"),
    };
    words.replace(" %", "\u{a0}%")
}
