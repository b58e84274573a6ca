//! The output of `verify`: for each scenario, whether exact and simulated figures agree.

use super::super::formats::paint::Tone;
use super::super::number::thousands;
use super::super::page::{Page, Part};
use super::super::table::{Heading, Table, Words};
use super::agreement::{self, p_value};
use crate::error::{Error, Result};
use crate::study::{Comparison, CrossCheck, FALSE_ALARMS, StudyResult, judge};
use crate::text::clean;
use serde_json::{Value, json};

/// Maximum number of disagreements listed for one scenario.
const MAX_LISTED: usize = 20;

/// One scenario, verified or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Verification {
    /// The name of the scenario file.
    pub name: String,
    /// The result by both methods, or the reason why it could not be computed.
    pub outcome: Result<StudyResult>,
}

impl Verification {
    fn check(&self) -> Option<&CrossCheck> {
        self.outcome.as_ref().ok()?.cross_check.as_ref()
    }

    /// Whether exact and simulated figures agree; `None` if the scenario was not verified.
    pub fn agrees(&self) -> Option<bool> {
        self.check().map(|check| check.disagreements().next().is_none())
    }

    fn verdict_word(&self) -> &'static str {
        match self.agrees() {
            Some(true) => "agrees",
            Some(false) => "disagrees",
            None => "not verified",
        }
    }
}

/// Judges all comparisons of all scenarios together, so that the false-alarm rate holds for the whole run.
pub fn judge_all(verdicts: &mut [Verification]) {
    let checks = verdicts.iter_mut().filter_map(|one| one.outcome.as_mut().ok()?.cross_check.as_mut());
    let mut family: Vec<&mut Comparison> = checks.flat_map(|check| &mut check.comparisons).collect();
    judge(&mut family, FALSE_ALARMS);
}

/// One line per scenario, the disagreements, the scenarios that could not be verified with the reasons, and the totals.
pub fn page(verdicts: &[Verification]) -> Page {
    let disagreements = verdicts.iter().filter_map(|one| {
        let rows = one.check()?.disagreements().take(MAX_LISTED).map(disagreement_with_case);
        Some(vec![Part::Table(Table::new(one.name.clone(), agreement::comparison_headings(), rows).non_empty()?)])
    });
    let failures = verdicts.iter().filter_map(|one| {
        let error = one.outcome.as_ref().err()?;
        let cure = error.help().map(|help| format!("; {help}")).unwrap_or_default();
        Some(vec![Part::plain_sentence(format!("{}: not verified: {}{cure}", one.name, error.message()))])
    });
    let all = std::iter::once(vec![Part::Table(table(verdicts))]).chain(disagreements).chain(failures);
    Page::new(0, all.chain([vec![Part::plain_sentence(summary(verdicts))]]))
}

fn table(verdicts: &[Verification]) -> Table {
    let row = |one: &Verification| {
        let check = one.check();
        let shown = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let figures = [
            one.name.clone(),
            shown(check.map(|check| thousands(check.comparisons.len() as u64))),
            shown(check.map(|check| p_value(check.smallest()))),
            shown(check.and_then(CrossCheck::headline).and_then(agreement::detectable_size)),
        ];
        figures.into_iter().map(Words::from).chain([Words::toned(one.verdict_word(), Tone::of(one.agrees()))])
    };
    let columns = [
        Heading::left("scenario"),
        Heading::right("comparisons"),
        Heading::right("least p"),
        Heading::right("detectable"),
        Heading::left("verdict"),
    ];
    Table::new("", columns, verdicts.iter().map(row))
}

/// The entries of a disagreement, with its case before the name of the figure.
fn disagreement_with_case(found: &Comparison) -> [String; 4] {
    let mut entries = agreement::comparison_entries(found);
    let values = found.varied.iter().map(ToString::to_string);
    let place = found.variant.clone().into_iter().chain(values).collect::<Vec<_>>().join(", ");
    if !place.is_empty() {
        entries[0] = format!("{place}: {}", entries[0]);
    }
    entries
}

fn summary(verdicts: &[Verification]) -> String {
    let count = |agrees| verdicts.iter().filter(|one| one.agrees() == agrees).count();
    let all: usize = verdicts.iter().filter_map(Verification::check).map(|check| check.comparisons.len()).sum();
    format!(
        "{} agree, {} disagree, {} not verified, in {} comparisons. If nothing is wrong, a false mismatch is reported at most \
         once in {} runs. A true difference of the detectable size in the first figure is found nine times in ten.",
        count(Some(true)),
        count(Some(false)),
        count(None),
        thousands(all as u64),
        thousands((1.0 / FALSE_ALARMS).round() as u64),
    )
}

/// Checks that no figures disagree.
///
/// # Errors
/// If figures disagree, if no scenario could be verified, or if `strict` and one could not.
pub fn check(verdicts: &[Verification], strict: bool) -> Result<()> {
    let names = |agrees| -> Vec<String> {
        verdicts.iter().filter(|one| one.agrees() == agrees).map(|one| clean(&one.name).into_owned()).collect()
    };
    let (wrong, unknown) = (names(Some(false)), names(None));
    if !wrong.is_empty() {
        return Err(disagreement_error(&wrong));
    }
    if !unknown.is_empty() && (strict || unknown.len() == verdicts.len()) {
        return Err(Error::run(format!("could not be verified: {}", unknown.join(", "))));
    }
    Ok(())
}

/// The error for exact and simulated figures that disagree. Both use the same rules, so it is a bug of the solver or
/// the sampler.
pub fn disagreement_error(names: &[String]) -> Error {
    Error::run(format!("exact and simulated figures disagree: {}", names.join(", "))).with_help(
        "this is a bug, or a false alarm (one run in 1,000): try another --seed; if it happens again, please report it",
    )
}

pub fn document(verdicts: &[Verification]) -> Value {
    let finite = |number: f64| number.is_finite().then_some(number);
    let row = |one: &Comparison| {
        json!({
            "variant": one.variant,
            "baseline": one.baseline,
            "varied": one.varied.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "figure": one.measure.id,
            "subject": one.subject,
            "label": one.point.as_ref().or(Some(&one.label).filter(|label| !label.is_empty())),
            "title": agreement::name(one),
            "exact": one.exact.value,
            "simulated": one.simulated.value,
            "p_adjusted": one.adjusted,
        })
    };
    let scenario = |verdict: &Verification| {
        let check = verdict.check();
        let headline = check.and_then(CrossCheck::headline);
        json!({
            "name": verdict.name,
            "verdict": verdict.verdict_word(),
            "reason": verdict.outcome.as_ref().err().map(Error::message),
            "trials": verdict.outcome.as_ref().ok().and_then(|result| result.provenance.trials),
            "seed": verdict.outcome.as_ref().ok().and_then(|result| result.provenance.seed),
            "comparisons": check.map(|check| check.comparisons.len()),
            "smallest_p": check.map(CrossCheck::smallest),
            "headline": headline.map(agreement::name),
            "detectable": headline.and_then(|one| finite(one.detectable)),
            "disagreements": check.map(|check| check.disagreements().map(row).collect::<Vec<_>>()),
        })
    };
    let scenarios: Vec<Value> = verdicts.iter().map(scenario).collect();
    json!({ "fudgelab": super::super::formats::json::VERSION, "false_alarms": FALSE_ALARMS, "scenarios": scenarios })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::report::formats::terminal::Style;

    fn verdicts() -> Vec<Verification> {
        let verdict = |name: &str, outcome| Verification { name: name.to_owned(), outcome };
        let large = Error::input("this fight has too many states").with_help("use method = simulate");
        let mut all = vec![
            verdict("duel.toml", Ok(fixture::both(5_600))),
            verdict("ambush.toml", Ok(fixture::both(5_000))),
            verdict("war.toml", Err(large)),
        ];
        judge_all(&mut all);
        all
    }

    #[test]
    fn page_matches_snapshot() {
        insta::assert_snapshot!(page(&verdicts()).text(&Style::plain(80)), @r"
        scenario     comparisons  least p  detectable  verdict
        duel.toml             17        1  2.7 points  agrees
        ambush.toml           17    7e-33  2.7 points  disagrees
        war.toml               –        –           –  not verified

        ambush.toml
        figure           exact     simulated  p value
        Snorri wins    56.10 %  50.0 % ± 1.0    7e-33
        Brynhild wins  43.90 %  50.0 % ± 1.0    7e-33

        war.toml: not verified: this fight has too many states; use method = simulate

        1 agree, 1 disagree, 1 not verified, in 34 comparisons. If nothing is wrong, a
        false mismatch is reported at most once in 1,000 runs. A true difference of the
        detectable size in the first figure is found nine times in ten.
        ");
    }

    #[test]
    fn page_strips_control_characters_from_names() {
        let mut all = verdicts();
        all.iter_mut().for_each(|one| one.name = "\u{1b}[2Jx".to_owned());
        assert!(!page(&all).text(&Style::plain(60)).contains('\u{1b}'));
    }

    #[test]
    fn document_matches_the_verdicts() {
        let document = document(&verdicts());
        let words: Vec<&str> =
            document["scenarios"].as_array().unwrap().iter().filter_map(|one| one["verdict"].as_str()).collect();
        assert_eq!(words, ["agrees", "disagrees", "not verified"]);
        assert_eq!(document["scenarios"][1]["disagreements"][0]["figure"], "wins");
        assert_eq!(document["scenarios"][2]["reason"], "this fight has too many states");
    }

    /// A p value that counts as a disagreement in one scenario may be chance among many.
    #[test]
    fn scenarios_are_judged_as_one_family() {
        let count = |copies: usize| {
            let verdict = || Verification { name: String::new(), outcome: Ok(fixture::both(5_390)) };
            let mut all: Vec<Verification> = (0..copies).map(|_| verdict()).collect();
            judge_all(&mut all);
            all[0].agrees()
        };
        assert_eq!((count(1), count(100)), (Some(false), Some(true)));
    }

    #[test]
    fn disagreement_fails_and_strict_rejects_unverified_scenarios() {
        let (good, bad) = (Ok(fixture::both(5_600)), Ok(fixture::both(5_000)));
        let unknown = Err(Error::input("too large"));
        let cases = [
            (vec![&good, &good], false, true),
            (vec![&good, &bad], false, false),
            (vec![&good, &unknown], false, true),
            (vec![&good, &unknown], true, false),
            (vec![&unknown], false, false),
            (vec![&unknown, &bad], false, false),
        ];
        for (outcomes, strict, passes) in cases {
            let mut verdicts: Vec<Verification> =
                outcomes.into_iter().map(|one| Verification { name: "a".into(), outcome: one.clone() }).collect();
            judge_all(&mut verdicts);
            match check(&verdicts, strict) {
                Ok(()) => assert!(passes, "{verdicts:?}"),
                // The exit code is 1 for a failed run, and 2 for bad input.
                Err(error) => assert!(!passes && !error.is_input(), "{error:?}"),
            }
        }
    }
}
