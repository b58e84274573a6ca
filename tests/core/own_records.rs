//! Boxes that absorb hits, and records of single fighters: known answers, exact against simulated, two tracks side by
//! side, and records that are rejected.

use crate::support::fights::fight_of;
use crate::support::written::{exact, refusal, refused, study};
use fudgelab::report::formats::markdown;
use fudgelab::report::tables;
use fudgelab::rules::Track;
use fudgelab::study::replay::page::whole as page;
use fudgelab::study::replay::{Rolls, replay};
use fudgelab::study::run;
use serde_json::Value;

/// The rules of the known duels: points are degree plus damage factor, and nothing else changes them.
const PLAIN: &str = "[rules]\nbase = 'nutshell'\ndice = '4dF'\nminimum_to_hit = 'none'\nround_limit = 'none'\n\
    damage_roll = 'none'\ngraze = 'off'\ndamage_capacity = 'ignored'\n";

fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-12, "{what}: {found} and not {expected}");
}

/// A record of the known duels in the syntax of a scenario.
fn record(of: &Value) -> String {
    let boxes = of["boxes"].as_array().unwrap().iter().map(|one| {
        let penalty = one.get("penalty").map_or_else(String::new, |penalty| format!(", penalty = {penalty}"));
        format!("{{ value = {}{penalty} }}", one["value"])
    });
    let per_hit = of.get("per_hit").map_or_else(String::new, |most| format!(", per_hit = {most}"));
    let boxes = boxes.collect::<Vec<_>>().join(", ");
    format!("{{ kind = 'absorb', boxes = [{boxes}], policy = {}{per_hit} }}", of["policy"])
}

/// Figures computed in fractions by an independent program, which shares no code with this one.
#[test]
fn absorbing_boxes_match_known_duels() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../absorb-duels.json")).unwrap();
    assert_eq!(cases.len(), 3);
    for case in &cases {
        let fighters = case["scenario"]["fighters"].as_object().unwrap().iter().map(|(name, fighter)| {
            let figure = |key: &str| fighter[key].as_i64().unwrap();
            let figures = [figure("skill"), figure("offense"), figure("defense")];
            format!(
                "[fighters.{name}]\nskill = {}\noffense = {}\ndefense = {}\nrecord = {}\n",
                figures[0],
                figures[1],
                figures[2],
                record(&fighter["record"])
            )
        });
        let text = format!("{PLAIN}{}", fighters.collect::<String>());
        let (figure, id) = (exact(&text), case["id"].as_str().unwrap());
        let expected = |key: &str| case["expected"][key]["value"].as_f64().unwrap();
        near(figure("wins", "Ann"), expected("p_a"), id);
        near(figure("wins", "Bob"), expected("p_b"), id);
        near(figure("draw", ""), expected("p_draw"), id);
        near(figure("rounds", ""), expected("mean_rounds"), id);
        assert_eq!(refused(&text, &text), [], "{id}");
    }
}

/// A hero and an ogre. Lines appended to it set keys of the ogre.
const HERO_AND_OGRE: &str =
    "[fighters.hero]\nskill = 1\noffense = 3\ndefense = 2\n[fighters.ogre]\nskill = 0\noffense = 4\ndefense = 1\n";

/// Figures computed in fractions by a Python program: a hero on the standard boxes against an ogre with five boxes of 1
/// to 5, one per hit; and two identical fighters, except that one has a second box at Hurt.
#[test]
fn duels_of_two_tracks_match_known_figures() {
    let ogre = format!("{PLAIN}{HERO_AND_OGRE}record = {{ kind = 'absorb', boxes = [1, 2, 3, 4, 5], per_hit = 1 }}\n");
    near(exact(&ogre)("wins", "Hero"), 0.573_540_285_659_572_2, "one box a hit");
    near(exact(&ogre)("rounds", ""), 3.808_999_299_267_968, "one box a hit");
    assert_eq!(refused(&ogre, &ogre), []);
    let alike =
        "[fighters.a]\nskill = 0\noffense = 2\ndefense = 1\n[fighters.b]\nskill = 0\noffense = 2\ndefense = 1\n";
    let text = format!("{PLAIN}{alike}record = 'moderately-cinematic'\n");
    near(exact(&text)("wins", "A"), 0.433_210_556_350_096_1, "one more box");
    near(exact(&text)("rounds", ""), 6.199_785_576_970_231, "one more box");
    assert_eq!(refused(&text, &text), []);
    // Without that box neither is better.
    let same = exact(&format!("{PLAIN}{alike}"));
    near(same("wins", "A"), same("wins", "B"), "the same boxes");
}

/// W15: toughness of the ogre has the same effect as in the rules, since the hero is of usual resistance.
#[test]
fn toughness_of_a_fighter_equals_toughness_in_rules() {
    let tough = "toughness = 'gifts'\n";
    let of_rules = exact(&format!("{PLAIN}{tough}{HERO_AND_OGRE}resistance = 'fragile'\n"))("wins", "Hero");
    let own = format!("{PLAIN}{HERO_AND_OGRE}{tough}resistance = 'fragile'\n");
    near(exact(&own)("wins", "Hero"), of_rules, "its own");
    assert!(of_rules > exact(&format!("{PLAIN}{HERO_AND_OGRE}"))("wins", "Hero") + 0.01);
    assert_eq!(refused(&own, &own), []);
    let fault = refusal(&format!("{PLAIN}{HERO_AND_OGRE}{tough}record = 'injuries'\n"));
    assert!(fault.contains("`toughness` and `record` contradict each other"), "{fault}");
}

/// A level that a track lacks is shown as "—". The levels of each track keep their order.
#[test]
fn tables_keep_levels_of_two_tracks_in_order() {
    let record = "record = { levels = [{ name = 'Nick', from = 1, boxes = 2 }, { name = 'Hurt', from = 4, penalty = -1 }, { name = 'Down', from = 8, out = true }] }\n";
    let result = run(&study(&format!("{PLAIN}{HERO_AND_OGRE}{record}")), &()).unwrap();
    let table = tables::distribution(&result, "wounds");
    let rows: Vec<(&str, [bool; 2])> =
        table.rows.iter().map(|row| (row[0].as_str(), [row[1] != "—", row[2] != "—"])).collect();
    let (hero, ogre, both) = ([true, false], [false, true], [true, true]);
    let expected = [
        ("Undamaged", both),
        ("Scratch", hero),
        ("Nick", ogre),
        ("Hurt", both),
        ("Very Hurt", hero),
        ("Incapacitated", hero),
        ("Near Death", hero),
        ("Down", ogre),
    ];
    assert_eq!(rows, expected);
    let absorb = "record = { kind = 'absorb', boxes = [2, 4] }\n";
    let party = "[fighters.hero]\nside = 'party'\ncount = 2\nskill = 1\n[fighters.ogre]\nskill = 0\noffense = 4\n";
    let result = run(&study(&format!("{PLAIN}{party}{absorb}")), &()).unwrap();
    let page = markdown::tables(&tables::all(&result));
    assert!(
        page.contains("(left for dead: Near Death, Out or worse; first: among the first of all to fall)"),
        "{page}"
    );
    // The hero's foe has no levels by which to count blows. The ogre's foe has.
    assert!(page.contains("Ogre's Hurt wounds") || page.contains("| Ogre"), "{page}");
}

#[test]
fn fighters_record_overrides_side_and_cast() {
    let own = "record = 'moderately-cinematic'\n";
    let text = |sides: &str| format!("{PLAIN}{sides}{HERO_AND_OGRE}");
    let direct = exact(&format!("{}{own}", text("")))("wins", "Hero");
    near(exact(&text(&format!("[sides.Ogre]\n{own}")))("wins", "Hero"), direct, "of its side");
    let cast = format!("{PLAIN}[cast.brute]\nskill = 0\noffense = 4\ndefense = 1\n{own}");
    let hero = "[fighters.hero]\nskill = 1\noffense = 3\ndefense = 2\n[fighters.ogre]\nlike = 'brute'\n";
    near(exact(&format!("{cast}{hero}"))("wins", "Hero"), direct, "of the cast");
    let both = format!("{}record = 'standard'\n", text(&format!("[sides.Ogre]\n{own}")));
    near(exact(&both)("wins", "Hero"), exact(&text(""))("wins", "Hero"), "its own");
}

/// Fights with several fighters and fights in turns, with tracks of all kinds side by side, boxes with a bonus, and a
/// fighter who starts hurt.
#[test]
fn exact_and_simulated_agree_on_mixed_tracks() {
    let absorbing = "record = { kind = 'absorb', boxes = { stress = [1, 2], slots = [2, { value = 4, penalty = -1 }, { value = 6, penalty = 2 }] }, \
        per_hit = { stress = 1 }, policy = 'fate-core' }\n";
    let wolves = "[fighters.wolf]\nside = 'wolves'\ncount = 2\nskill = 0\noffense = 3\nrecord = { kind = 'in-order', levels = [{ name = 'Bite', boxes = 4, penalty = -1 }, \
        { name = 'Down', out = true }] }\n";
    let party = "[fighters.ada]\nside = 'party'\nskill = 1\noffense = 2\n";
    for text in [
        format!("{PLAIN}{party}{absorbing}[fighters.ben]\nside = 'party'\nskill = 1\noffense = 2\n{wolves}"),
        format!("{PLAIN}pacing = 'turns'\n{HERO_AND_OGRE}{absorbing}wounds = [1, 5]\n"),
        format!("{PLAIN}{HERO_AND_OGRE}{absorbing}"),
        format!(
            "{PLAIN}ends_at = 'Hurt'\n{HERO_AND_OGRE}record = {{ levels = [{{ name = 'Nick', from = 1, boxes = 3 }}, {{ name = 'Hurt', from = 6, penalty = -1 }}, {{ name = 'Down', from = 9, out = true }}] }}\n"
        ),
    ] {
        assert_eq!(refused(&text, &text), [], "{text}");
    }
}

/// Reads a track of boxes that absorb hits from a scenario, with the names of its boxes.
fn track(policies: &str, record: &str) -> (Track, Vec<String>) {
    let study = study(&format!("{PLAIN}{policies}{HERO_AND_OGRE}record = {record}\n"));
    let combat = fight_of(&study, 0);
    let names = combat.cast.fighters[1].record.as_ref().unwrap().row_names();
    (combat.fight.roster.track(1).clone(), names)
}

/// The values of the marked boxes in `groups`, ascending.
fn marked(track: &Track, names: &[String], state: u16, groups: &[&str]) -> Vec<i64> {
    let rows = names.iter().zip(track.marks(state)).filter_map(|(name, marks)| {
        let (group, value) = name.split_once(' ').unwrap();
        groups.contains(&group).then(|| vec![value.parse::<i64>().unwrap(); marks.into()])
    });
    let mut values: Vec<i64> = rows.flatten().collect();
    values.sort_unstable();
    values
}

/// F23: a policy that fills the slot of 8 only if nothing else can pay, and pays the rest as usual.
const EXTREME: &str = "[rules.policies]\nextreme = [{ of = ['stress'], most = 1, least = ['total'] }, { of = ['slots'], most = 1, least = ['total'] }, \
    { of = ['stress', 'slots'], least = ['total', 'slots', 'count'] }, { of = ['extreme'] }, { of = ['stress', 'extreme'], most = 2, least = ['total'] }, \
    { of = ['slots', 'extreme'], most = 2, least = ['total'] }, { least = ['total', 'slots', 'count'] }]\n";

/// Boxes and slots marked after each hit, in the cases of the catalog.
#[test]
fn fate_policies_match_known_cases() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../fate-absorb.json")).unwrap();
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let fighter = &case["setup"]["fighter"];
        let list = |key: &str| fighter[key].to_string();
        let stress = match fighter["track"]["boxes"].as_array() {
            Some(_) => fighter["track"]["boxes"].to_string(),
            None => format!("{:?}", (1..=fighter["track"]["n"].as_i64().unwrap()).collect::<Vec<_>>()),
        };
        let extreme = fighter.get("extreme").is_some();
        let (policy, slots, more) = match fighter["version"].as_str() {
            // A consequence pays for any hit, whatever its size.
            Some("sotc") => ("sotc", "[99, 99, 99]".to_owned(), ""),
            _ if extreme => ("extreme", list("slots"), ", extreme = [8]"),
            _ => ("fate-core", list("slots"), ""),
        };
        let boxes = format!("{{ stress = {stress}, slots = {slots}{more} }}");
        let record = format!("{{ kind = 'absorb', boxes = {boxes}, per_hit = {{ stress = 1 }}, policy = '{policy}' }}");
        let (track, names) = track(if extreme { EXTREME } else { "" }, &record);
        let mut state = 0;
        let hits = case["setup"]["hits"].as_array().unwrap();
        for (hit, after) in hits.iter().zip(case["expected"]["after"].as_array().unwrap()) {
            state = track.after(state, track.severity(hit.as_i64().unwrap() as i32));
            let is_out = after.as_str() == Some("out");
            assert_eq!(track.is_unpaid(state), is_out, "{} at {hit}", case["id"]);
            if is_out {
                continue;
            }
            let filled = marked(&track, &names, state, &["slots", "extreme"]);
            assert_eq!(
                Value::from(marked(&track, &names, state, &["stress"])),
                after["marked"],
                "{} at {hit}",
                case["id"]
            );
            match after.get("filled") {
                Some(slots) => assert_eq!(Value::from(filled), *slots, "{} at {hit}", case["id"]),
                None => assert_eq!(Value::from(filled.len()), after["consequences"], "{} at {hit}", case["id"]),
            }
        }
    }
}

/// FATE.md: a first hit of 5 is mild and three boxes by P-THRIFT, moderate and one box by P-SAVE. By hand.
#[test]
fn condensed_policies_match_hand_calculation() {
    let after = |policy: &str, hits: &[i32]| {
        let boxes = "{ stress = [1, 1, 1], slots = [2, 4, 6] }";
        let (track, names) = track("", &format!("{{ kind = 'absorb', boxes = {boxes}, policy = '{policy}' }}"));
        let state = hits.iter().fold(0, |state, points| track.after(state, track.severity(*points)));
        assert!(!track.is_unpaid(state));
        (marked(&track, &names, state, &["stress"]).len(), marked(&track, &names, state, &["slots"]))
    };
    assert_eq!(after("fate-thrift", &[5]), (3, vec![2]));
    assert_eq!(after("fate-save", &[5]), (1, vec![4]));
    // Then 3 more. Thrift has no stress left, and 4 is the cheapest slot that suffices. Saving uses the slot of 2 and
    // one box, which are exact.
    assert_eq!(after("fate-thrift", &[5, 3]), (3, vec![2, 4]));
    assert_eq!(after("fate-save", &[5, 3]), (2, vec![2, 4]));
    // By thrift a hit of 3 is three boxes; by saving, the slot of 2 and one box. For a hit of 1 after that there is
    // nothing to save.
    assert_eq!(after("fate-thrift", &[3]), (3, vec![]));
    assert_eq!(after("fate-save", &[3, 1]), (2, vec![2]));
    // No exact payment exists: with all stress gone, a hit of 3 takes the slot of 4 alone.
    assert_eq!(after("fate-save", &[1, 1, 1, 3]), (3, vec![4]));
}

/// The boxes that pay for a hit, from the wording of the policy and without the code under test. `free` and the result
/// are sets of indices as bits; `None` if the hit cannot be paid.
fn paid(values: &[i32], free: u32, points: i32, policy: &str) -> Option<u32> {
    let places: Vec<usize> = (0..values.len()).filter(|place| free >> place & 1 == 1).collect();
    let greedy = |mut places: Vec<usize>, largest: bool| {
        if largest {
            places.sort_by_key(|place| (-values[*place], *place));
        }
        let mut left = points;
        let taken = places.iter().take_while(|place| {
            let needed = left > 0;
            left -= if needed { values[**place] } else { 0 };
            needed
        });
        let taken = taken.fold(0, |set, place| set | 1 << place);
        (left <= 0).then_some(taken)
    };
    match policy {
        "in-order" => greedy(places, false),
        "largest-first" => greedy(places, true),
        _ => {
            let of = |set: u32| (0..values.len()).filter(move |place| set >> place & 1 == 1);
            let sum = |set: u32| of(set).map(|place| values[place]).sum::<i32>();
            let sets = (1..1u32 << values.len()).filter(|set| set & !free == 0 && sum(*set) >= points);
            sets.min_by_key(|set| (sum(*set), set.count_ones(), of(*set).collect::<Vec<_>>()))
        }
    }
}

/// Identical boxes may be merged, wherever they are in the list. The reference treats every box separately.
#[test]
fn merged_boxes_equal_single_ones() {
    let mut drawn = 7u32;
    let mut draw = |most: u32| {
        drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + (drawn >> 16) % most
    };
    for policy in ["least-waste", "in-order", "largest-first"] {
        for _ in 0..6 {
            let values: Vec<i32> = (0..5).map(|_| draw(4) as i32).collect();
            let (track, names) = track("", &format!("{{ kind = 'absorb', boxes = {values:?}, policy = '{policy}' }}"));
            for _ in 0..40 {
                let (mut state, mut free) = (0, (1u32 << values.len()) - 1);
                loop {
                    let points = draw(7) as i32;
                    state = track.after(state, track.severity(points));
                    let Some(taken) = paid(&values, free, points, policy) else { break };
                    free &= !taken;
                    let mut expected: Vec<i64> = (0..values.len())
                        .filter(|place| free >> place & 1 == 0)
                        .map(|place| values[place].into())
                        .collect();
                    expected.sort_unstable();
                    assert_eq!(marked(&track, &names, state, &["box"]), expected, "{policy} of {values:?}");
                }
                assert!(track.is_unpaid(state), "{policy} of {values:?}");
            }
        }
    }
}

/// Wound levels that are named for a whole fight are found by name on each track, or rejected.
#[test]
fn levels_of_a_fight_are_found_on_both_tracks() {
    let levels = |name: &str| {
        format!(
            "record = {{ levels = [{{ name = 'Touch', from = 1, boxes = 0 }}, {{ name = 'Nick', from = 2, boxes = 3 }}, {{ name = '{name}', from = 3 }}, {{ name = 'Down', from = 9, out = true }}] }}\n"
        )
    };
    let ends = |name: &str| format!("{PLAIN}ends_at = 'Hurt'\n{HERO_AND_OGRE}{}", levels(name));
    // A Touch has no box, so 1 or 2 points mark one of three boxes on both tracks, and 3 points mark a Hurt: the second
    // level of one track and the third of the other.
    let same = format!("{PLAIN}ends_at = 'Hurt'\n{HERO_AND_OGRE}");
    near(exact(&ends("Hurt"))("wins", "Hero"), exact(&same)("wins", "Hero"), "the mark of 3 points");
    let fault = refusal(&ends("Maimed"));
    assert!(fault.contains("`ends_at` is `Hurt`, and the record of Ogre has no such level"), "{fault}");
    let fault = refusal(&format!("{PLAIN}{HERO_AND_OGRE}{}pulls = 'Nick'\n", levels("Hurt")));
    assert!(fault.contains("`pulls` of Ogre names a wound level, and Hero has other levels"), "{fault}");
    let watchful = "tactic = { when = [{ foe_wounds = 'Hurt', then = 'normal' }] }\n";
    let fault = refusal(&format!("{PLAIN}{HERO_AND_OGRE}{}{watchful}", levels("Hurt")));
    assert!(fault.contains("`foe_wounds` of Ogre names a wound level"), "{fault}");
    // A fighter's own keys name levels of its own record.
    let yields = |level: &str| format!("{PLAIN}{HERO_AND_OGRE}{}yields_at = '{level}'\n", levels("Maimed"));
    assert!(exact(&yields("Maimed"))("wins", "Hero") > 0.0);
    assert!(refusal(&yields("Hurt")).contains("expected one of `Touch`, `Nick`, `Maimed`, `Down`"));
}

/// The error points to the fighter's key.
#[test]
fn rules_reject_records_without_levels() {
    let absorb = "record = { kind = 'absorb', boxes = [1, 2, 3] }\n";
    let fault = |rules: &str, record: &str| refusal(&format!("{PLAIN}{rules}{HERO_AND_OGRE}{record}"));
    let grazes = refusal(&format!("[rules]\nbase = 'srd'\n{HERO_AND_OGRE}{absorb}"));
    assert!(grazes.contains("`graze` and `record` contradict each other"), "{grazes}");
    assert!(fault("stun = 'srd'\n", absorb).contains("`stun` and `record`"));
    assert!(fault("", "record = { kind = 'absorb' }\n").contains("has no `boxes`"));
    assert!(
        fault("", "record = { kind = 'absorb', boxes = [1], policy = 'thrift' }\n")
            .contains("expected one of `least-waste`")
    );
    let groups = "record = { kind = 'absorb', boxes = { a = [1] }, per_hit = { b = 1 } }\n";
    assert!(fault("", groups).contains("`per_hit` names `b`, which is not a group of `boxes`"));
    let slots = "record = { kind = 'absorb', boxes = [1, 2], policy = 'fate-core' }\n";
    assert!(
        fault("", slots).contains("the policy `fate-core` uses `stress`, which is not a group of these boxes"),
        "{}",
        fault("", slots)
    );
    let many = "record = { kind = 'absorb', boxes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }\n";
    assert!(fault("", many).contains("more than 4096 ways"));
    assert!(fault("", "record = { kind = 'boxes', boxes = [1] }\n").contains("`boxes` has no effect here"));
}

/// The transcript names the boxes, and reports how they change later rolls.
#[test]
fn transcripts_report_absorbing_boxes() {
    let record = "record = { kind = 'absorb', boxes = [1, 1, { value = 3, penalty = -1 }] }\n";
    let study = study(&format!("{PLAIN}{HERO_AND_OGRE}{record}"));
    // Degrees of 1 and 2, the second because of the penalty, with +3 against −1: 3 and 4 points.
    let transcript = replay(&study, 0, Rolls::Script(&[0, 0, 0, 0])).unwrap();
    let told = page(&transcript, 120);
    assert!(told.contains("Wound boxes, left to right: Hero: Scratch ×3, Hurt, Very Hurt, Incapacitated, Near Death; Ogre: box 1 ×2, box 3."), "{told}");
    assert!(told.contains("Ogre absorbs 3 points with box 3."), "{told}");
    assert!(told.contains("Ogre: Fair, marked boxes −1"), "{told}");
    assert!(told.contains("Ogre is out: no free boxes absorb 4 points."), "{told}");
}
