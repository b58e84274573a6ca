//! Every way out of a fight is a segment of the chart of how fighters end: by hand, in exact answers, and in trials of
//! the whole library.

use crate::support::fights::fight_of;
use crate::support::written::{refused, study};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{End, Fight};
use fudgelab::fights::Extra;
use fudgelab::scenario::{Overrides, Source, library, read_source};
use fudgelab::study::{Distribution, MethodChoice, Study, StudyResult, run};
use fudgelab::subject::Subject;

/// One die from −1 to +1 on both sides: an exchange is a tie in 3 of 9 outcomes, and each side wins 3. Ada's hits mark
/// Hurt (2 + 1 or 2), Bo's hits Near Death (8 + 1 or 2). The first exchange without a tie decides the fight, so each
/// side wins half of the time.
const COIN: &str = "
[rules]
base = 'nutshell'
dice = '1dF'
minimum_to_hit = 'Terrible'
[fighters.ada]
skill = 'Fair'
offense = 2
[fighters.bo]
skill = 'Fair'
offense = 8
";

/// Whether, for each stat block, the number of fighters out equals the number with a wound that puts them out or with
/// another exit.
pub fn out_is_told(fight: &Fight, end: &End<'_>) -> bool {
    let told = |entry: usize| {
        let out_at = usize::from(fight.roster.kind(fight.roster.first(entry)).out_at);
        end.fates(entry)[out_at..].iter().sum::<u16>()
    };
    (0..fight.roster.entries()).all(|entry| told(entry) == end.out(entry))
}

fn solved(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn ends<'r>(result: &'r StudyResult, who: &str) -> &'r Distribution {
    let mut all = result.cells[0].distributions.iter();
    all.find(|one| one.name() == "ends" && one.subject == who).unwrap()
}

/// The shares above 0, by name.
fn shares(result: &StudyResult, who: &str) -> Vec<(String, f64)> {
    let points = ends(result, who).points.iter().filter(|point| point.estimate.value > 0.0);
    points.map(|point| (point.label().into_owned(), (point.estimate.value * 1e9).round() / 1e9)).collect()
}

fn is(result: &StudyResult, measure: &str, who: &str, value: f64) {
    let found = result.cells[0].figure(measure, who).unwrap().estimate.value;
    assert!((found - value).abs() < 1e-12, "{measure} of {who}: {found}");
}

#[test]
fn yielding_at_hurt_ends_half_of_the_fights() {
    let text = COIN.to_owned() + "yields_at = 'Hurt'\n";
    let result = solved(&text);
    is(&result, "surrenders", "Bo", 0.5);
    is(&result, "flights", "Bo", 0.5);
    assert_eq!(shares(&result, "Bo"), [("Undamaged".to_owned(), 0.5), ("surrendered".to_owned(), 0.5)]);
    assert_eq!(shares(&result, "Ada"), [("Undamaged".to_owned(), 0.5), ("Near Death".to_owned(), 0.5)]);
    assert_eq!(refused(&text, &text), []);
}

/// `flights` counts the surrenders of both, `surrenders` is the share of each.
#[test]
fn each_of_several_can_surrender() {
    let text = COIN.to_owned() + "yields_at = 'Hurt'\ncount = 2\n[run]\ntrials = 20000\n";
    let result = solved(&text);
    let [each, all] = ["surrenders", "flights"].map(|id| result.cells[0].figure(id, "Bo").unwrap().estimate.value);
    assert!((2.0 * each - all).abs() < 1e-12 && each > 0.0, "{each} {all}");
    assert_eq!(refused(&text, &text), []);
}

#[test]
fn fighter_flees_at_a_wound_level() {
    let text = COIN.to_owned() + "flees = 'Hurt'\n";
    let result = solved(&text);
    is(&result, "gets away", "Bo", 0.5);
    assert_eq!(shares(&result, "Bo"), [("Undamaged".to_owned(), 0.5), ("got away".to_owned(), 0.5)]);
    assert_eq!(refused(&text, &text), []);
}

/// A wound that puts out comes before fleeing, and so does yielding.
#[test]
fn wounds_and_surrender_come_before_fleeing() {
    let both = COIN.to_owned() + "flees = 'Hurt'\nyields_at = 'Hurt'\n";
    assert_eq!(shares(&solved(&both), "Bo")[1], ("surrendered".to_owned(), 0.5));
    let late = COIN.replace("offense = 2", "offense = 9") + "flees = 'Hurt'\n";
    assert_eq!(shares(&solved(&late), "Bo")[1].0, "Near Death");
}

/// Every creature against fighters who flee, yield or neither: each fighter out of action has a recorded exit, and the
/// shares add up to 1.
#[test]
fn every_library_fight_records_all_exits() {
    let mut seen = std::collections::BTreeSet::new();
    for entry in library::entries() {
        let name = entry.full_name();
        let text = format!(
            "[rules]\nbase = 'srd'\n[run]\nmethod = 'simulate'\ntrials = 300\n[sides.foes]\nranges = 'middle'\n\
             [fighters.creature]\nlike = \"{name}\"\nside = 'foes'\n\
             [fighters]\nada = {{ skill = 'Great', offense = 5, defense = 2, yields_at = 'Very Hurt', side = 'heroes' }}\n\
             bo = {{ skill = 'Good', offense = 4, defense = 2, flees = 'Hurt', side = 'heroes' }}\n\
             cy = {{ skill = 'Good', offense = 4, defense = 3, side = 'heroes' }}\n"
        );
        // Some library entries have no figures to fight with.
        let source = Source::from_bytes("fight.toml", text.into_bytes()).unwrap();
        let Ok(scenario) = read_source(source, "".as_ref(), &Overrides::default()) else { continue };
        let study = scenario.study;
        let combat = fight_of(&study, 0);
        for trial in 0..100 {
            let outcome = combat.play(&mut Sampler::new(Seed::new(3), trial), &Extra::default());
            assert!(out_is_told(&combat.fight, &outcome.end()), "{name}, trial {trial}");
        }
        let result = run(&study, &()).unwrap();
        for one in result.cells[0].distributions.iter().filter(|one| one.name() == "ends") {
            let whole: f64 = one.points.iter().map(|point| point.estimate.value).sum();
            assert!((whole - 1.0).abs() < 1e-9, "{name}: {} {whole}", one.subject);
            seen.extend(
                one.points.iter().filter(|point| point.estimate.value > 0.0).map(|point| point.label().into_owned()),
            );
        }
    }
    for words in ["got away", "surrendered", "turned to stone", "swallowed"] {
        assert!(seen.contains(words), "{words} is not seen: {seen:?}");
    }
}
