//! Answers that a game master could misread: impossible hits, custom outcomes, near certainty, missing quantiles.

use crate::support::written::{RARE_UPSET, exact, refusal, scenario, study};
use fudgelab::report::answers::brief::page;
use fudgelab::report::answers::full;
use fudgelab::report::formats::markdown;
use fudgelab::report::formats::terminal::Style;
use fudgelab::report::roster;
use fudgelab::study::{MethodChoice, Study, StudyResult, run};

fn solved(text: &str) -> StudyResult {
    run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap()
}

fn simulated(text: &str) -> StudyResult {
    run(&Study { goal: None, method: MethodChoice::Simulate, trials: 2_000, ..study(text) }, &()).unwrap()
}

fn printed(result: &StudyResult) -> String {
    page(result).text(&Style::plain(500))
}

fn warned(result: &StudyResult, words: &str) -> bool {
    result.warnings.iter().any(|warning| warning.message() == words)
}

const OUTNUMBERED: &str = "
[rules]
minimum_to_hit = 'Good'
[fighters.ada]
skill = 'Poor'
[fighters.orc]
skill = 'Fair'
side = 'foes'
count = 6
";

/// M15: six foes cost 5. Poor is −2, so the best result is −2 + 4 − 5 = −3, Terrible; a hit needs Good, +1. Ada fights
/// alone, so the number of orcs never drops.
#[test]
fn outnumbered_fighter_can_never_hit() {
    let result = simulated(OUTNUMBERED);
    let words = "Ada can never hit Orc: needs Good, best possible Terrible (outnumbered −5)";
    assert!(warned(&result, words), "{:?}", result.warnings);
    assert!(printed(&result).contains(words) && markdown::page(&full::page(&result)).contains(words));
}

/// Bo may put orcs out, so Ada is unable to hit only at the start: of ten orcs five face Ada (−4), and Fair reaches 0 +
/// 4 − 4 = 0, Fair.
#[test]
fn outnumbered_fighter_with_friends_cannot_hit_at_first() {
    let text = OUTNUMBERED.replace("'Poor'", "'Fair'\nside = 'party'")
        + "[fighters.bo]\nskill = 'Superb'\nside = 'party'\noffense = 9\n";
    let result = simulated(&text.replace("count = 6", "count = 10"));
    let words = "Ada cannot hit Orc at first: needs Good, best possible Fair (outnumbered −4)";
    assert!(warned(&result, words), "{:?}", result.warnings);
}

/// LITE caps the rolled results of player characters at Superb, +3 (A2), but not a static trait of +5 (reading 36). A
/// tie would hit (A9).
#[test]
fn capped_results_never_reach_a_trait_beyond_the_ladder() {
    let result = solved("[rules]\nbase = 'lite'\n[fighters.ada]\nskill = 'Good'\n[fighters.dragon]\nskill = 5\n");
    let words = "Ada can never hit Dragon: needs Superb+2, best possible Superb (results are capped)";
    assert!(warned(&result, words), "{:?}", result.warnings);
    let same = solved("[rules]\nbase = 'lite'\n[fighters.ada]\nskill = 'Good'\n[fighters.dragon]\nskill = 3\n");
    assert!(same.warnings.iter().all(|warning| !warning.message().contains("never hit")), "{:?}", same.warnings);
}

/// M3: the shield costs 1. From Terrible, −3, the best result is −3 + 4 − 1 = 0, Fair; from Poor it is +1, Good. A hit
/// needs Great, +2.
#[test]
fn warning_counts_the_cases_with_an_impossible_hit() {
    let text = "[rules]\nminimum_to_hit = 'Great'\n[fighters.ada]\nskill = 0\n[fighters.ogre]\nskill = 0\nshield = 1\n\
                [vary]\n'fighters.ada.skill' = [-3, -2, 1]\n";
    let result = solved(text);
    let words = "Ada can never hit Ogre: needs Great, best possible Fair (foe's shield −1), in 2 of 3 cases";
    assert!(warned(&result, words), "{:?}", result.warnings);
}

/// In a grid of duels, a fighter reported as unable to hit has no hits; in simultaneous rounds and in turns, each
/// fighter without hits is reported.
#[test]
fn fighters_who_can_never_hit_have_no_hits() {
    let mut impossible = 0;
    for pacing in ["simultaneous", "turns", "player-facing"] {
        for (minimum, cap) in [("'none'", "'off'"), ("'Fair'", "'off'"), ("'Superb'", "'off'"), ("'none'", "'ladder'")]
        {
            for skill in [-3, 0, 6] {
                for foe in [-2, 4, 9] {
                    let text = format!(
                        "[rules]\nbase = 'nutshell'\npacing = '{pacing}'\nminimum_to_hit = {minimum}\nresults_cap = {cap}\n\
                         round_limit = 30\n[fighters.ada]\nskill = {skill}\noffense = 9\n[fighters.bo]\nskill = {foe}\noffense = 9\n"
                    );
                    let result = solved(&text);
                    for (own, other) in [("Ada", "Bo"), ("Bo", "Ada")] {
                        let hits = result.cells[0].figure("hits in a round", own).unwrap().estimate.value;
                        let grazes =
                            result.cells[0].figure("grazes in a round", own).map_or(0.0, |one| one.estimate.value);
                        let lead = format!("{own} can never hit {other}: ");
                        let said = result.warnings.iter().any(|warning| warning.message().contains(&lead));
                        impossible += u32::from(said);
                        assert!(!said || hits + grazes == 0.0, "{text}{:?}", result.warnings);
                        assert!(pacing == "player-facing" || said || hits + grazes > 0.0, "{text}");
                    }
                }
            }
        }
    }
    assert!(impossible > 20, "{impossible}");
}

/// C9: a target that avoids each attack with Superb+6, 9, rolls 5 at worst, and Fair reaches 4. If it avoids only once
/// a round, the second attack hits with Poor.
#[test]
fn impossible_hits_in_turns_depend_on_avoidance() {
    let said = |avoidance: &str, attackers: u32| {
        let text = format!(
            "[rules]\nbase = 'srd'\npacing = 'turns'\navoidance = '{avoidance}'\noutnumbered = 'off'\nminimum_to_hit = 'none'\nround_limit = 4\n\
             [fighters.ada]\nskill = 'Fair'\ncount = {attackers}\n[fighters.bo]\nskill = 9\noffense = -30\n"
        );
        let result = simulated(&text);
        let hits = result.cells[0].figure("hits in a round", "Ada").map_or(0.0, |one| one.estimate.value);
        let said = warned(&result, "Ada can never hit Bo: needs Superb+3, best possible Superb+1");
        assert!(said == (hits == 0.0), "{text}{:?}", result.warnings);
        said
    };
    let all = [("every", 1), ("every", 2), ("one", 1), ("one", 2)];
    assert_eq!(all.map(|(avoidance, attackers)| said(avoidance, attackers)), [true, true, true, false]);
}

/// Poor is −2: the best roll of 4dF, or an automatic +4, makes it Great, +2; a hit needs Superb, +3. A shifted die may
/// add 1.
#[test]
fn impossible_hits_account_for_points_and_spells() {
    let duel = |own: &str, foe: &str| {
        let text = format!(
            "[rules]\nbase = 'srd'\nminimum_to_hit = 'Superb'\nround_limit = 4\n[fighters.ada]\nskill = 'Poor'\n{own}\n\
             [fighters.orc]\nskill = 'Poor'\n{foe}\n"
        );
        let result = simulated(&text);
        let says = |whose: &str| {
            let words = format!("{whose}: needs Superb, best possible Great");
            result.warnings.iter().any(|warning| warning.message().contains(&words))
        };
        let hits = |whose: &str| result.cells[0].figure("hits in a round", whose).map_or(0.0, |one| one.estimate.value);
        let said = [says("Ada can never hit Orc"), says("Orc can never hit Ada")];
        assert!(!(said[0] && hits("Ada") > 0.0 || said[1] && hits("Orc") > 0.0), "{text}");
        said
    };
    let points = |on: &str| format!("fudge_points = 2\nspend = '{on}'");
    for on in ["reroll", "automatic", "lighter-wound"] {
        assert_eq!(duel(&points(on), ""), [true, true], "{on}");
    }
    assert_eq!(duel(&points("shift"), ""), [false, true]);
    let spell = |effect: &str| format!("spells.bolt = {{ magic = {{ trait = 1, difficulty = 0 }}, {effect} }}");
    // A caster may harm with the spell instead of a blow, and a caster who improves its own skill may reach more.
    assert_eq!(duel("", &spell("harms = { offense = 3 }")), [true, false]);
    assert_eq!(duel("", &spell("removes = true")), [true, false]);
    assert_eq!(duel("", &spell("enchants = { skill = 2, on = 'caster' }")), [false, false]);
    // Nothing is reported for a swallower and the fighters inside it, but the limits of its friend are unchanged.
    let fight = |foe: &str| {
        format!(
            "[rules]\nminimum_to_hit = 'Superb'\nround_limit = 4\n[fighters.ada]\nskill = 'Poor'\ncount = 2\n\
             [fighters.orc]\nskill = 'Poor'\n[fighters.toad]\nskill = 'Poor'\nside = 'Orc'\n{foe}"
        )
    };
    let said = |text: &str, whose: &str| {
        let warnings = simulated(text).warnings;
        warnings.iter().any(|one| one.message().contains(&format!("{whose}: needs Superb, best possible Great")))
    };
    let swallows = fight("abilities.swallow = { scale = 1 }\n");
    for (text, of_toad) in [(fight(""), true), (swallows, false)] {
        assert!(said(&text, "Ada can never hit Orc") && said(&text, "Orc can never hit Ada"), "{text}");
        assert_eq!(["Ada can never hit Toad", "Toad can never hit Ada"].map(|whose| said(&text, whose)), [of_toad; 2]);
    }
}

/// `ask` prints no figures but its answers, and warns about impossible hits all the same.
#[test]
fn answers_alone_warn_about_impossible_hits() {
    let text = format!("{OUTNUMBERED}[run]\nmethod = 'simulate'\ntrials = 1000\n[[ask]]\nmeasure = 'ada wins'\n");
    let result = fudgelab::study::answer(&study(&text), &()).unwrap();
    let words = "Ada can never hit Orc: needs Good, best possible Terrible (outnumbered −5)";
    assert!(result.cells.is_empty() && warned(&result, words), "{:?}", result.warnings);
    assert!(printed(&result).contains(words));
}

const OUTCOMES: &str = "
[check]
trait = 'Good'
difficulty = 'Great'
outcomes = [{ name = 'failure' }, { name = 'minor success', from = 0 }, { name = 'major success', from = 2 }]
";

/// Good against Great with 4dF: 26 of 81 cases show +1 or +2 (16 + 10), 5 show more (4 + 1), and 50 miss.
#[test]
fn custom_outcomes_are_figures() {
    let asked = "[[ask]]\nmeasure = 'major success'\n[[expect]]\nmeasure = 'minor success'\nat_least = '32 %'\n";
    let found = exact(&format!("{OUTCOMES}{asked}"));
    assert!((found("success", "") - 31.0 / 81.0).abs() < 1e-12);
    let result = solved(&format!("{OUTCOMES}{asked}"));
    let value = |title: &str| result.cells[0].titled(title).unwrap().estimate.value;
    assert!(
        (value("minor success") - 26.0 / 81.0).abs() < 1e-12 && (value("Major Success") - 5.0 / 81.0).abs() < 1e-12
    );
    assert!((value("failure") - 50.0 / 81.0).abs() < 1e-12);
    assert!(result.judgements.iter().all(|one| one.holds == fudgelab::study::Holds::Surely), "{:?}", result.judgements);
}

#[test]
fn custom_outcomes_are_printed_on_every_page() {
    let varied = "[vary]\n'check.trait' = ['Fair', 'Good']\n";
    let variants = "[variants]\nfudge = {}\nd6 = { rules = { dice = '1d6-1d6' } }\n";
    let two = "[vary]\n'check.trait' = ['Fair', 'Good']\n'check.difficulty' = ['Fair', 'Good']\n";
    for more in [String::new(), varied.into(), variants.into(), format!("{varied}{variants}"), two.into()] {
        let words = printed(&solved(&format!("{OUTCOMES}{more}")));
        assert!(words.contains("minor success") && words.contains("major success"), "{words}");
    }
}

/// `success` is any margin of 0 or more, and `failure` any below: a custom outcome of that name must have the same
/// range.
#[test]
fn custom_outcomes_that_clash_with_figures_are_rejected() {
    let clash = |from: &str, to: &str| refusal(&OUTCOMES.replace(from, to));
    assert!(clash("minor success", "success").contains("every check has a figure `success`"));
    assert!(clash("from = 0", "from = -1").contains("every check has a figure `failure`"));
    assert!(clash("major success", "degree").contains("every check has a figure `degree`"));
    scenario(&OUTCOMES.replace(", { name = 'minor success', from = 0 }", "").replace("from = 2", "from = 0"));
}

/// The rats win 1 fight in 10⁶¹: no chance in this fight is 100 %, and none is printed as 100 %.
#[test]
fn near_certainty_is_not_printed_as_certain() {
    let result = solved(RARE_UPSET);
    let all = printed(&result) + &markdown::tables(&fudgelab::report::tables::all(&result));
    assert!(all.contains("> 99.99"), "{all}");
    let certain = all.split(['\n', '|', '·']).find(|part| part.split_whitespace().any(|word| word == "100"));
    assert_eq!(certain, None);
}

/// Unlike the rats above, LITE's dragon of +5 wins every fight.
#[test]
fn certainty_is_printed_as_certain() {
    let result = solved("[rules]\nbase = 'lite'\n[fighters.ada]\nskill = 'Good'\n[fighters.dragon]\nskill = 5\n");
    let words = printed(&result);
    assert!(words.contains("Dragon wins") && words.contains("100 %") && !words.contains("99.9"), "{words}");
}

/// Only hits of 7 or more wound, by one box each, and 26 of them put a fighter out: that makes 26² states between
/// rounds, and 160,000 rounds.
#[test]
fn missing_quantiles_are_explained() {
    let level = |name: &str, from: u8, more: &str| format!("{{ name = '{name}', from = {from}, {more} }}");
    let levels =
        [level("Hurt", 1, "boxes = 13"), level("Bad", 3, "boxes = 13"), level("Out", 7, "boxes = 1, out = true")];
    let fighter = |name: &str| format!("[fighters.{name}]\nskill = 'Good'\noffense = 0\ndefense = 7\n");
    let text = format!(
        "[rules]\nbase = 'nutshell'\nround_limit = 'none'\nrecord = {{ kind = 'boxes', levels = [{}] }}\n{}{}",
        levels.join(", "),
        fighter("ann"),
        fighter("bob")
    );
    let result = solved(&text);
    assert!(result.cells[0].figure("median rounds", "").is_none());
    let told = |warning: &fudgelab::study::Warning| {
        warning.message().starts_with("the median and the quantiles of the rounds are left out: > 99.9")
            && warning.message().contains("more than 600 states")
            && warning.remedy.contains("method = \"simulate\"")
    };
    assert!(result.warnings.iter().any(told), "{:?}", result.warnings);
    assert!(solved(&text.replace("boxes = 13", "boxes = 3")).warnings.iter().all(|warning| !told(warning)));
}

#[test]
fn page_names_sides_and_player_characters() {
    let lite = "[rules]\nbase = 'lite'\n[fighters.ada]\nskill = 'Good'\nside = 'party'\n[fighters.bo]\nskill = 'Good'\nside = 'party'\n\
                [fighters.orc]\nskill = 'Fair'\nside = 'orcs'\ncount = 3\n";
    let result = solved(lite);
    assert_eq!(roster::sides(&result), ["Ada and Bo against three orcs"]);
    for told in [printed(&result), markdown::page(&full::page(&result))] {
        assert!(told.contains("Ada and Bo against three orcs"), "{told}");
        assert!(told.contains("Ada and Bo are the player characters: only they act."), "{told}");
        assert!(told.contains("Gear has no effect: a hit does the same with any weapon and armor."), "{told}");
    }
    let srd = printed(&simulated(&lite.replace("lite", "srd")));
    assert!(!srd.contains("player character") && !srd.contains("Gear"), "{srd}");
}

/// Each stage of a campaign that is a fight is listed, with anything that varies in it.
#[test]
fn page_lists_the_fights_of_a_campaign() {
    let text = "[rules]\nbase = 'lite'\n[campaign.party]\nada = { skill = 'Good' }\nguard = { skill = 'Fair', count = 2 }\n\
                [campaign.stages.ford]\nfoes = { wolf = { skill = 'Fair', count = 3 }, orc = { skill = 'Good' } }\ntimes = 2\n\
                [campaign.stages.night]\nrest = 1\n[campaign.stages.gate]\nfoes = { orc = { skill = 'Good' } }\n";
    let (ford, gate) =
        ("ford (2 fights): Ada and two guards against three wolves and Orc", "gate: Ada and two guards against Orc");
    let result = solved(text);
    assert_eq!(roster::sides(&result), [ford, gate]);
    for told in [printed(&result), markdown::page(&full::page(&result))] {
        let all = [ford, gate, "Ada and two guards are the player characters: only they act.", "Gear has no effect"];
        assert!(all.iter().all(|words| told.contains(words)), "{told}");
    }
    let lines = roster::lines(&result);
    let heads: Vec<&str> = lines.iter().map(|(_, words)| words.split(": ").next().unwrap_or_default()).collect();
    let known = [" (of party)", " (2, of party)", " (3, of foes in ford)", " (of foes in ford)", " (of foes in gate)"];
    assert_eq!(heads, known);
    // A stage keeps its name if a variant adds another before it.
    let more =
        "[variants]\nplain = {}\nmore = { campaign.stages = { bridge.foes.troll.skill = 'Great', ford.times = 3 } }\n";
    let sides = roster::sides(&solved(&format!("{text}{more}")));
    assert!(sides[0].starts_with("ford (2 or 3 fights): ") && sides[1] == gate, "{sides:?}");
    assert_eq!(sides[2], "bridge: Ada and two guards against 0 or 1 trolls");
}

/// A fighter in a duel is left for dead if it ends Near Death or dead.
#[test]
fn duel_reports_fighters_left_for_dead() {
    let duel = "[fighters.ada]\nskill = 'Good'\noffense = 2\n[fighters.bo]\nskill = 'Good'\noffense = 3\n";
    let names =
        ["ada left for dead", "any of ada left for dead", "ada near death", "ada dies", "all of ada out", "bo wins"];
    let asks: String = names.iter().map(|name| format!("[[ask]]\nmeasure = '{name}'\n")).collect();
    let result = solved(&format!("{duel}{asks}"));
    let value = |title: &str| result.cells[0].titled(title).unwrap().estimate.value;
    let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-9 && one > 0.0, "{one} {other}");
    near(value("ada left for dead"), value("ada near death") + value("ada dies"));
    near(value("any of ada left for dead"), value("ada left for dead"));
    near(value("all of ada out"), value("bo wins") + value("both out of action"));
}
