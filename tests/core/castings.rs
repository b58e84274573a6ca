//! Magic, miracles and psi outside fights: the sources' examples with their dice, sums by hand, and exact against simulated.

use crate::support::written::{refusal, refused, study};
use fudgelab::chance::Script;
use fudgelab::check::{
    Casting, CastingEnd, CastingEvent, CastingOver, CastingPart, CastingRoll, Finished, Keeps, MOST_CASTINGS, Reserve,
    Sign, System, play,
};
use fudgelab::study::replay::{Rolls, parse_script, replay};
use fudgelab::study::{MethodChoice, Study, run};

/// The exact figures of the whole, by measure.
fn exact(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    let text = text.to_owned();
    move |measure| result.cells[0].figure(measure, "").unwrap_or_else(|| panic!("{measure} of {text}")).estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "{found}, not {expected}");
}

/// The same castings with these dice; all of them are rolled.
fn played(text: &str, rolls: &[i32]) -> (Finished<CastingOver>, Vec<CastingRoll>) {
    let study = study(text);
    let casting = study.subjects.cell(0).downcast_ref::<Casting>().unwrap();
    let mut script = Script::new(rolls.iter().copied());
    let mut rolled = Vec::new();
    let over = play(casting, &mut script, &mut |event| {
        if let CastingEvent::Rolls(roll) = event {
            rolled.push(roll);
        }
    });
    assert_eq!((script.left(), script.ran_out()), (0, false), "{rolled:?}");
    (over, rolled)
}

/// 4dF reach 0 in 50 of 81, 1 in 31, 2 in 15, 3 in 5, 4 in 1.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];

/// 4dF show 0 in 19 of 81, and either 1 in 16, 2 in 10, 3 in 4, 4 in 1.
const SHOW: [f64; 5] = [19.0 / 81.0, 16.0 / 81.0, 10.0 / 81.0, 4.0 / 81.0, 1.0 / 81.0];

fn shows(natural: i32) -> f64 {
    SHOW.get(natural.unsigned_abs() as usize).copied().unwrap_or(0.0)
}

fn reaches(natural: i32) -> f64 {
    (natural.max(-4)..=4).map(shows).sum()
}

/// X1, SRD 7.15: to surpass the difficulty is full success, to equal it is watered down, below it stuns; a natural −4 drains a level.
#[test]
fn a_spell_of_average_potency() {
    let of = exact("[casting.magic]\ntrait = 0\npotency = 'average'\n");
    near(of("succeeds"), REACH[1]);
    near(of("partly succeeds"), SHOW[0]);
    near(of("fails"), REACH[1]);
    near(of("stunned"), REACH[1]);
    near(of("faints"), SHOW[4]);
    near(of("levels drained"), SHOW[4]);
    // SRD 7.192: who has no Potential is in a coma at once.
    near(exact("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 0\n")("coma"), SHOW[4]);
}

/// X1 (V14), SRD 7.15: Barney creates no pizza, and does not detect food.
#[test]
fn barneys_spells() {
    let (pizza, rolls) = played("[casting.magic]\ntrait = 'Fair'\npotency = 'average'\n", &[-3]);
    assert_eq!((rolls[0].degree, pizza.end.sum.successes, pizza.end.sum.drained), (-3, 0, 0));
    assert!(pizza.end.sum.has(Sign::Stunned) && !pizza.end.sum.has(Sign::Fainted));
    let food = "[casting.magic]\ntrait = 'Fair'\npotency = 'very-trivial'\nmanner = ['mana-rich', 'long']\n";
    let (food, rolls) = played(food, &[-4]);
    assert_eq!((rolls[0].level + rolls[0].modifiers, rolls[0].degree), (2, -2));
    assert_eq!((food.end.sum.successes, food.end.sum.partials, food.end.sum.drained), (0, 0, 1));
    assert!(food.end.sum.has(Sign::Fainted));
}

/// X1, SRD 7.14: what the list of modifiers has, each by its word.
#[test]
fn manners_of_casting() {
    for (manner, modifier) in [
        ("long", 1),
        ("quick", -1),
        ("extra-effort", 1),
        ("great-effort", 2),
        ("less-effort", -1),
        ("formula", 1),
        ("verse", 1),
        ("group", 1),
        ("large-group", 2),
        ("mana-rich", 1),
        ("mana-very-rich", 2),
        ("mana-poor", -1),
    ] {
        let of = exact(&format!("[casting.magic]\ntrait = 0\ndifficulty = 0\nmanner = ['{manner}']\n"));
        near(of("succeeds"), reaches(1 - modifier));
    }
    // To a maximum of Great, whatever they add up to; a skill above that stays.
    let all = "manner = ['long', 'formula', 'verse']\n";
    near(exact(&format!("[casting.magic]\ntrait = 0\ndifficulty = 3\n{all}"))("succeeds"), reaches(2));
    near(exact(&format!("[casting.magic]\ntrait = 3\ndifficulty = 3\n{all}"))("succeeds"), reaches(1));
    let open = format!("[casting.magic]\ntrait = 0\ndifficulty = 3\nhighest_skill = 5\n{all}");
    near(exact(&open)("succeeds"), reaches(1));
    let twice = refusal("[casting.magic]\ntrait = 0\ndifficulty = 0\nmanner = ['long', 'quick']\n");
    assert!(twice.contains("`long` and `quick` are both about the time it takes"), "{twice}");
}

/// X1, SRD 7.12, 7.15: the difficulty of each potency; Potential beyond three eases a spell where that is asked for, never below Poor.
#[test]
fn potencies() {
    let words = ["very-trivial", "trivial", "average", "potent", "very-potent", "extraordinary"];
    for (difficulty, word) in (-2..).zip(words) {
        let of = exact(&format!("[casting.magic]\ntrait = 0\npotency = '{word}'\n"));
        near(of("succeeds"), reaches(difficulty + 1));
    }
    let eased = |potential| {
        let text = format!("[casting.magic]\ntrait = 0\npotency = 'average'\npotential = {potential}\n");
        exact(&format!("{text}potential_eases = true\n"))("succeeds")
    };
    near(eased(3), reaches(1));
    near(eased(1), reaches(3));
    // Against Poor a result of Mediocre succeeds; a Terrible one never comes into it.
    near(eased(9), reaches(-1));
}

/// X1, SRD 7.15: a Terrible result always fails.
#[test]
fn a_terrible_result_fails() {
    let of = exact("[casting.magic]\ntrait = -1\ndifficulty = -5\n");
    near(of("succeeds"), reaches(-1));
    near(of("partly succeeds"), 0.0);
}

/// X1, SRD 7.13: the same effect again in the same area is harder by one, until a rest.
#[test]
fn mana_is_used_up() {
    let of =
        exact("[casting]\ncastings = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\nrepeats = true\npotential = 9\n");
    near(of("full successes"), REACH[1] + REACH[2] + REACH[3]);
    near(of("partial successes"), SHOW[0] + SHOW[1] + SHOW[2]);
    near(of("failures"), 3.0 - reaches(0) - reaches(1) - reaches(2));
    near(of("succeeds"), 1.0 - (1.0 - REACH[1]) * (1.0 - REACH[2]) * (1.0 - REACH[3]));
    let rested = "[casting]\ncastings = 3\nrest_every = 2\n[casting.magic]\ntrait = 0\ndifficulty = 0\nrepeats = true\npotential = 9\n";
    near(exact(rested)("full successes"), 2.0 * REACH[1] + REACH[2]);
}

/// X1, SRD 7.11: how long Potential lasts. One level: the second natural −4 is the coma.
#[test]
fn potential_runs_out() {
    let p = SHOW[4];
    let of = exact("[casting]\ncastings = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n");
    let coma = p * p + 2.0 * p * p * (1.0 - p);
    near(of("coma"), coma);
    near(of("reservoir empty"), coma);
    near(of("castings"), 3.0 - p * p);
    near(of("faints"), 1.0 - (1.0 - p).powi(3));
    near(of("levels drained"), 3.0 * p - p * p * p);
    // A week's rest after each casting, and nothing ever adds up.
    let rested = "[casting]\ncastings = 3\nrest_every = 1\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n";
    near(exact(rested)("coma"), 0.0);
    // Who keeps what is left stops at the first.
    let kept = "[casting]\ncastings = 3\nkeeps = 0\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n";
    near(exact(kept)("castings"), 1.0 + (1.0 - p) + (1.0 - p).powi(2));
    near(exact(kept)("coma"), 0.0);
}

/// X1, SRD 7.11: a Good roll of Constitution each round to wake; after a coma a roll at once, and one for each day of activity.
#[test]
fn waking() {
    let of = exact("[casting.magic]\ntrait = 0\ndifficulty = 0\nconstitution = 0\n");
    near(of("rounds unconscious"), SHOW[4] / REACH[1]);
    let coma = exact("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 0\nconstitution = 0\nactive_days = 2\n");
    near(coma("rounds unconscious"), 0.0);
    near(coma("damage after a coma"), SHOW[4] * 3.0 * REACH[1]);
    let text = "[casting.magic]\ntrait = 0\ndifficulty = 0\nconstitution = 0\n";
    let (over, rolls) = played(text, &[-4, 0, -1, 1]);
    assert_eq!((over.end.sum.rounds, rolls[3].part, over.end.end), (3, CastingPart::Wakes, CastingEnd::Done));
}

/// X1, SRD 7.17: a level of Potential for certain success.
#[test]
fn certain_spells() {
    let text = |policy: &str| {
        format!(
            "[casting]\ncastings = 3\n[casting.magic]\ntrait = -3\ndifficulty = 3\npotential = 1\ncertain = '{policy}'\n"
        )
    };
    let always = exact(&text("always"));
    near(always("full successes"), 2.0);
    near(always("castings"), 2.0);
    near(always("coma"), 1.0);
    let careful = exact(&text("above-zero"));
    near(careful("full successes"), 1.0);
    near(careful("coma"), 1.0 - (1.0 - SHOW[4]).powi(2));
}

/// X1, SRD 7.194: where no natural −4 drains, only a magician who makes spells succeed at any price can fall into a coma.
#[test]
fn who_may_fall_into_a_coma() {
    let shown = |certain: &str, spares: &str| {
        let text = format!(
            "[casting]\ncastings = 3\n[casting.magic]\ntrait = 0\npotency = 'average'\npotential = 1\ncertain = '{certain}'\nno_drain = [{spares}]\n"
        );
        run(&study(&text), &()).unwrap().cells[0].figure("coma", "").is_some()
    };
    for certain in ["never", "above-zero", "always"] {
        assert!(shown(certain, "'trivial'"), "{certain}");
        assert_eq!(shown(certain, "'average'"), certain == "always", "{certain}");
    }
}

/// The chance that 4dF and so much more are above another 4dF.
fn above(more: i32) -> f64 {
    (-4..=4).map(|other| shows(other) * reaches(other + 1 - more)).sum()
}

/// X1, SRD 7.16: a spell of control is followed by an opposed roll, at the skill or at the result; a tie resists.
#[test]
fn personal_resistance() {
    let text = "[casting.magic]\ntrait = 0\ndifficulty = 0\nresisted_by = { trait = 1 }\n";
    near(exact(text)("succeeds"), REACH[1] * above(-1));
    near(exact(text)("partly succeeds"), SHOW[0] * above(-1));
    near(exact(text)("resisted"), REACH[0] * (1.0 - above(-1)));
    near(exact(text)("stunned"), REACH[1]);
    let at_result: f64 = (1..=4).map(|natural| shows(natural) * above(natural - 1)).sum();
    near(exact(&format!("{text}at_result = true\n"))("succeeds"), at_result);
    // SRD 7.17: a certain spell is resisted as one cast at Great.
    near(exact(&format!("{text}certain = 'above-zero'\n"))("succeeds"), above(1));
}

/// X1, SRD 7.194: when a natural −4 drains nothing.
#[test]
fn less_risky_spells() {
    let drained = |more: &str| exact(&format!("[casting.magic]\ntrait = 0\n{more}\n"))("levels drained");
    let p = SHOW[4];
    near(drained("potency = 'trivial'\nno_drain = ['trivial']"), 0.0);
    near(drained("potency = 'average'\nno_drain = ['trivial']"), p);
    near(drained("potency = 'average'\nno_drain = ['average']"), 0.0);
    near(drained("potency = 'potent'\nno_drain = ['average']"), p);
    near(drained("potency = 'potent'\nno_drain = ['careful']\nmanner = ['long']"), 0.0);
    near(drained("potency = 'potent'\nno_drain = ['careful']"), p);
    near(drained("potency = 'potent'\nno_drain = ['unhurried']"), 0.0);
    near(drained("potency = 'potent'\nno_drain = ['unhurried']\nmanner = ['quick']"), p);
    let three = |rest: &str| {
        exact(&format!(
            "[casting]\ncastings = 3\n{rest}[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 9\nno_drain = ['first']\nregains = 0\n"
        ))("levels drained")
    };
    near(three(""), 2.0 * p);
    near(three("rest_every = 2\n"), p);
    // Of five castings the first and the fourth follow a rest.
    let five = "[casting]\ncastings = 5\nrest_every = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 9\nno_drain = ['first']\nregains = 0\n";
    near(exact(five)("levels drained"), 3.0 * p);
}

/// X1, SRD 7.12: each casting tires; below Terrible the magician passes out. Good is five levels above that.
#[test]
fn fatigue() {
    let of = exact(
        "[casting]\ncastings = 9\n[casting.magic]\ntrait = 0\ndifficulty = 0\nno_drain = ['average']\nfatigue = 'Good'\n",
    );
    near(of("castings"), 5.0);
    near(of("collapses"), 1.0);
    near(of("fatigue"), 5.0);
}

/// X2, SRD 7.22: more rolls for Divine Favor until one is Good; Petitioning Fair with it, Poor without.
#[test]
fn petitions() {
    for favor in 0..4 {
        let of = exact(&format!("[casting.miracle]\ntrait = 0\nfavor = {favor}\n"));
        let left = (1.0 - REACH[1]).powi(favor);
        near(of("succeeds"), 1.0 - left * (1.0 - REACH[1]));
        near(of("angers the deity"), left * REACH[2]);
        near(of("rolls"), (0..=favor).map(|rolled| (1.0 - REACH[1]).powi(rolled)).sum());
    }
    near(exact("[casting.miracle]\n")("succeeds"), REACH[3]);
    near(exact("[casting.miracle]\nfavor = 1\n")("succeeds"), 1.0 - (1.0 - REACH[1]).powi(2));
    // Who is content with Mediocre angers nobody unless every roll is Poor.
    let of = exact("[casting.miracle]\nfavor = 1\nstops_at = 'Mediocre'\n");
    near(of("angers the deity"), REACH[2] * REACH[2]);
    near(of("succeeds"), REACH[1] + REACH[2] * REACH[1]);
}

/// X2, D16 (V16), SRD 7.22: Good, Fair and Mediocre in that order are Mediocre; who stops at Good has Good.
#[test]
fn the_last_petition_counts() {
    let (over, rolls) = played("[casting.miracle]\nfavor = 2\nstops_at = 'Great'\n", &[1, 0, -1]);
    assert_eq!(rolls.iter().map(|roll| roll.degree).collect::<Vec<_>>(), [1, 0, -1]);
    assert_eq!((over.end.sum.successes, over.end.sum.has(Sign::Angered)), (0, false));
    let (over, rolls) = played("[casting.miracle]\nfavor = 2\n", &[1]);
    assert_eq!((over.end.sum.successes, rolls.len()), (1, 1));
}

/// X2, SRD 7.22: an angry deity makes the next petition harder by one.
#[test]
fn an_angry_deity() {
    let of = exact("[casting]\ncastings = 2\n[casting.miracle]\ntrait = 0\n");
    let angry = REACH[2];
    near(of("full successes"), REACH[1] + angry * REACH[2] + (1.0 - angry) * REACH[1]);
    near(of("angers the deity"), angry + (1.0 - angry) * angry);
}

/// X3 (V15), SRD 7.37: Yardmower Man mows his lawn, and does not do it well.
#[test]
fn yardmower_man_mows() {
    let text = "[casting.psi]\ntrait = 'Fair'\ndifficulty = 'Great'\npower = 'Good'\nminimum_power = 'Mediocre'\n\
                reservoir = 'Good'\nconcentration = 'doubled'\nmodifiers = { 'Batch-5' = 1 }\naugments = 'never'\n";
    let (over, rolls) = played(text, &[-1]);
    assert_eq!((rolls[0].degree, over.end.sum.successes, over.end.sum.drained), (1, 0, 0));
}

/// X3 (V15), SRD 7.37: the director becomes a bush.
#[test]
fn yardmower_man_and_the_director() {
    let text = "[casting.psi]\ntrait = 'Superb'\ndifficulty = 'Superb'\npower = 'Superb'\nminimum_power = 'Great'\n\
                reservoir = 'Mediocre'\nmodifiers = { 'Batch-5' = 2 }\ntires = 1\n\
                subject = { trait = 'Good', reservoir = 'Fair' }\n";
    // Superb, Great; the director's Good against Presence, a Good sacrifice of the psi, the director's Fair.
    let (over, rolls) = played(text, &[-1, 1, 2, -3, 1]);
    assert_eq!(rolls.iter().map(|roll| roll.degree).collect::<Vec<_>>(), [3, 2, 1, 1, 0]);
    let parts =
        [CastingPart::Casts, CastingPart::Defends, CastingPart::Augments, CastingPart::Augments, CastingPart::Augments];
    assert_eq!(rolls.iter().map(|roll| roll.part).collect::<Vec<_>>(), parts);
    assert_eq!(rolls.iter().map(|roll| roll.ask.who).collect::<Vec<_>>(), [0, 1, 1, 0, 1]);
    let sum = over.end.sum;
    // From Mediocre down to Terrible; the director is at Mediocre.
    assert_eq!((sum.successes, sum.drained, sum.spent, over.end.end), (1, 2, 1, CastingEnd::Done));
}

/// X3 (V15), SRD 7.37: the same struggle as a transcript, all of it in one casting.
#[test]
fn a_struggle_is_told_as_one_casting() {
    let text = "[casting.psi]\ntrait = 'Superb'\ndifficulty = 'Superb'\nreservoir = 'Mediocre'\nmodifiers = { 'Batch-5' = 2 }\n\
                tires = 1\nsubject = { trait = 'Good', reservoir = 'Fair' }\n";
    let rolls = parse_script("-1, 1, 2, -3, 1").unwrap();
    let transcript = replay(&study(text), 0, Rolls::Script(&rolls)).unwrap();
    let [casting] = transcript.all("casting")[..] else { panic!("one casting: {transcript:?}") };
    let told: Vec<String> = casting.lines.iter().map(|line| line.text.replace('\u{a0}', " ")).collect();
    assert_eq!(
        told,
        [
            "Casting: Superb, modifiers +2, so far −1, 4dF −1 = Superb; difficulty Superb: success",
            "Subject: Good, 4dF +1 = Great",
            "Subject augments: Good, as things stand −2, 4dF +2 = Good",
            "The subject loses 1 level.",
            "Caster augments: Superb, modifiers +2, as things stand −1, 4dF −3 = Good",
            "Loses 1 level.",
            "Subject augments: Good, as things stand −2, 4dF +1 = Fair",
            "Loses 1 level.",
            "0 levels left to lose.",
        ]
    );
    let [end] = transcript.all("result")[..] else { panic!("one result: {transcript:?}") };
    assert_eq!(end.text, "Over after 1 casting: 1 success in full.");
}

/// X3, SRD 7.36: what a low reservoir, power to spare and concentration do to the skill.
#[test]
fn psionic_modifiers() {
    let succeeds = |more: &str| {
        exact(&format!("[casting.psi]\ntrait = 0\ndifficulty = 1\naugments = 'never'\n{more}\n"))("succeeds")
    };
    for (reservoir, modifier) in [("Superb", 0), ("Fair", 0), ("Mediocre", -1), ("Poor", -2), ("Terrible", -3)] {
        near(succeeds(&format!("reservoir = '{reservoir}'")), reaches(1 - modifier));
    }
    near(succeeds("power = 'Great'\nminimum_power = 'Mediocre'"), reaches(0));
    near(succeeds("power = 'Good'\nminimum_power = 'Mediocre'"), reaches(1));
    near(succeeds("concentration = 'doubled'"), reaches(0));
    near(succeeds("concentration = 'halved'"), reaches(2));
    // Below Terrible nothing can be tried.
    near(succeeds("reservoir = -4"), 0.0);
}

/// X3, SRD 7.34: a level for a Good result, two for Great, three for Superb; a Terrible one drains a level.
#[test]
fn augmenting() {
    let of = exact("[casting.psi]\ntrait = 0\ndifficulty = 1\n");
    let turned = [SHOW[0] * REACH[1], SHOW[1] * REACH[2], SHOW[2] * REACH[3]];
    near(of("succeeds"), REACH[1] + turned.iter().sum::<f64>());
    let given = turned[0] + 2.0 * turned[1] + 3.0 * turned[2];
    let tried = SHOW[0] + SHOW[1] + SHOW[2];
    near(of("levels drained"), given + (REACH[3] + tried * REACH[3]));
    near(of("backfires"), REACH[3]);
    // Who has one level to give can turn the narrowest failures only.
    let poor = exact("[casting.psi]\ntrait = 2\ndifficulty = 1\nreservoir = 'Poor'\n");
    near(poor("succeeds"), REACH[1] + SHOW[0] * REACH[1]);
}

/// X3, SRD 7.35: a level of the reservoir for each level of power that is missing, at −2 each; below Terrible is unconscious.
#[test]
fn desperation() {
    let text =
        "[casting.psi]\ntrait = 2\ndifficulty = 0\npower = 0\nminimum_power = 1\naugments = 'never'\nreservoir = 1\n";
    let of = exact(&format!("{text}desperate = true\n"));
    near(of("succeeds"), REACH[0]);
    // A Terrible result, natural −3 or −4 at Fair, drains another.
    near(of("levels drained"), 1.0 + REACH[3]);
    assert!(refusal(text).contains("the power is below the least that the action takes"));
    let low =
        "[casting.psi]\ntrait = 0\ndifficulty = 0\naugments = 'never'\nreservoir = 'Terrible'\nconstitution = 0\n";
    near(exact(low)("collapses"), REACH[0]);
    near(exact(low)("rounds unconscious"), REACH[0] / REACH[1]);
}

/// X3, SRD 7.34: an attack must beat the subject and reach its difficulty; a tie changes nothing.
#[test]
fn psionic_attacks() {
    let of = |augments: &str| {
        exact(&format!(
            "[casting.psi]\ntrait = 2\ndifficulty = 1\naugments = 'never'\n\
             subject = {{ trait = 1, augments = '{augments}' }}\n"
        ))
    };
    let plain: f64 = (-1..=4).map(|own| shows(own) * (1.0 - reaches(own + 1))).sum();
    near(of("never")("succeeds"), plain);
    // The subject turns a loss by one, two or three with Good, Great or Superb at two less than Willpower, so −1.
    let turned = |short: i32| reaches(1 + short);
    let lost = |short: i32| (-1..=4).map(|own| shows(own) * shows(own + 1 - short)).sum::<f64>();
    let defended: f64 = (1..=3).map(|short| lost(short) * turned(short)).sum();
    near(of("to-prevail")("succeeds"), plain - defended);
    // Held on to by the subject alone: a result above the subject's that misses the difficulty is not resisted, nor one that backfires.
    let held: f64 = (-4..=4).map(|own| shows(own) * reaches(own + 1)).sum();
    near(of("never")("resisted"), held);
}

/// X4, FF: a cleric's call is answered from Good on, and a result of Poor or worse angers.
#[test]
fn clerical_magic() {
    let of = exact("[casting.clerical]\ntrait = 1\n");
    near(of("succeeds"), REACH[0]);
    near(of("angers the deity"), REACH[3]);
}

/// X4, FF: each use costs a level of Health; from Fair the fourth one is too much, a quarter of an hour restores a level.
#[test]
fn hedge_magic() {
    let of = exact("[casting]\ncastings = 9\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nhealth = 'Fair'\n");
    near(of("castings"), 4.0);
    near(of("collapses"), 1.0);
    near(of("full successes"), 4.0 * reaches(-1));
    let rested =
        exact("[casting]\ncastings = 9\nrest_every = 3\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nminutes = 45\n");
    near(rested("castings"), 9.0);
    near(rested("collapses"), 0.0);
}

/// X4, FF: Azrath has ten points, two for a spell; beyond the limit a roll of Willpower costs Health where it fails.
#[test]
fn scholarly_magic() {
    let azrath = "trait = 'Good'\ndifficulty = 'Fair'\ngifts = 2\nwillpower = 'Good'\n";
    let spells =
        exact(&format!("[casting]\ncastings = 9\n[casting.scholarly]\n{azrath}costs = 2\nhealth = 'Superb'\n"));
    near(spells("castings"), 5.0);
    near(spells("points spent"), 10.0);
    near(spells("reservoir empty"), 1.0);
    // Two points beyond the limit: against Great, and Mediocre costs three levels, which leave Terrible of Fair.
    let beyond = format!("[casting.scholarly]\n{azrath}costs = 4\n");
    let (over, rolls) = played(&beyond, &[-2]);
    assert_eq!((rolls[0].part, rolls[0].degree, rolls[0].judged.unwrap().0), (CastingPart::Channels, -1, 2));
    assert_eq!((over.end.sum.drained, over.end.end), (3, CastingEnd::Done));
    near(exact(&beyond)("succeeds"), REACH[1] * reaches(-1));
    // Two hours of sleep are a point, an hour of meditation too.
    let rested = format!(
        "[casting]\ncastings = 9\nrest_every = 5\n[casting.scholarly]\n{azrath}costs = 2\nhealth = 'Superb'\nsleep = 8\n"
    );
    near(exact(&rested)("castings"), 7.0);
}

/// X5, KAER: Will against Will once the spell succeeds; short of the target's, the spell is reduced by the difference.
#[test]
fn spells_of_kaer() {
    let text = "[casting.kaer]\ntrait = 1\ndifficulty = 0\nwill = 0\ntarget = { trait = 0 }\n";
    let of = exact(text);
    let cast = reaches(-1);
    near(of("fails"), 1.0 - cast);
    near(of("succeeds"), cast * (1.0 - above(0)));
    near(of("partly succeeds"), cast * above(0));
    let short = |from: i32, to: i32| {
        (from..=to)
            .map(|short| f64::from(short) * (-4..=4).map(|own| shows(own) * shows(own + short)).sum::<f64>())
            .sum::<f64>()
    };
    near(of("levels short"), cast * short(1, 8));
    let stopped = exact(&format!("{text}stopped_at = 3\n"));
    near(stopped("levels short"), cast * short(1, 2));
    near(stopped("resisted"), cast * above(-2));
}

/// X6, LITE: the difficulty goes by the largest of range, duration and area.
#[test]
fn sizes_of_lite() {
    let succeeds = |more: &str| exact(&format!("[casting.lite]\ntrait = 0\n{more}\n"))("succeeds");
    near(succeeds(""), reaches(-1));
    near(succeeds("range = 'medium'"), reaches(1));
    near(succeeds("duration = 'long'"), reaches(3));
    near(succeeds("area = 'large'\nrange = 'medium'"), reaches(3));
    near(succeeds("area = 'medium'\nrange = 'medium'\neach_more = 1"), reaches(2));
}

/// X6 (V18), LITE: the flash cantrip: Mediocre against Mediocre, a roll of −1 is Poor, and it fizzles out.
#[test]
fn the_flash_cantrip() {
    let text = "[rules]\nbase = 'lite'\n[casting.lite]\ntrait = 'Mediocre'\nsmall_mana = 0\nlarge_mana = 0\n";
    let (over, rolls) = played(text, &[-1]);
    assert_eq!((rolls[0].degree, over.end.sum.successes), (-2, 0));
    assert!(over.end.sum.has(Sign::Unsoftened));
    near(exact(text)("succeeds"), REACH[0]);
}

/// X6, LITE: two small and two large boxes soften four failures; minutes clear the small ones.
#[test]
fn mana_softens_failures() {
    let fails = 1.0 - REACH[0];
    let text =
        |castings: u32, more: &str| format!("[casting]\ncastings = {castings}\n{more}[casting.lite]\ntrait = -1\n");
    near(exact(&text(4, ""))("something bad happens"), 0.0);
    near(exact(&text(4, ""))("boxes marked"), 4.0 * fails);
    near(exact(&text(5, ""))("something bad happens"), fails.powi(5));
    near(exact(&text(6, "rest_every = 2\n"))("something bad happens"), 0.0);
    let mut script = vec![-1; 4];
    script.push(0);
    let (over, _) = played(&text(5, "keeps = 0\n"), &script[..4]);
    assert_eq!((over.end.end, over.end.sum.drained, over.end.sum.spent), (CastingEnd::Kept, 2, 2));
}

/// A caster who is content with one success stops there: of three castings the second and the third follow failures alone.
#[test]
fn one_success_is_enough() {
    let of = exact("[casting]\ncastings = 3\nuntil = 1\n[casting.lite]\ntrait = 0\n");
    let fails = 1.0 - reaches(-1);
    near(of("castings"), 1.0 + fails + fails * fails);
    near(of("full successes"), 1.0 - fails.powi(3));
}

/// A table names one system.
#[test]
fn one_system() {
    assert!(refusal("[casting]\ncastings = 2\n").contains("[casting] names no system of magic"));
    let two = refusal("[casting.miracle]\n[casting.lite]\ntrait = 0\n");
    assert!(two.contains("[casting] names several systems: `miracle`, `lite`"), "{two}");
    assert!(refusal("[casting]\nkeeps = 1\n[casting.miracle]\n").contains("`keeps` has no effect"));
}

/// More states than are solved: simulated by itself, refused where an exact answer is asked for.
#[test]
fn too_many_castings_are_simulated() {
    let text = "[casting]\ncastings = 1000\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 3\n";
    assert!(run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).is_err());
    // Until the first success it is a short story, however long it may take.
    let of = exact(&text.replace("castings = 1000", "castings = 100\nuntil = 1"));
    assert!(of("succeeds") > 0.999, "{}", of("succeeds"));
}

/// So many castings are solved, and one more is not: what a state of each system is made of.
#[test]
fn how_many_castings_are_solved() {
    let solved = |text: &str| {
        let one = study(&format!("[casting]\ncastings = 1\n{text}\n"));
        let one = one.subjects.cell(0).downcast_ref::<Casting>().unwrap().clone();
        let sizes: Vec<u16> = (1..=MOST_CASTINGS).collect();
        sizes.partition_point(|castings| Casting { castings: *castings, ..one.clone() }.solvable().is_ok())
    };
    let found: Vec<(usize, usize)> =
        SYSTEMS.into_iter().map(|(text, _)| (solved(text), solved(&format!("until = 2\n{text}")))).collect();
    assert_eq!(found, SYSTEMS.map(|(_, solved)| solved));
}

/// A system, and how many of its castings are solved, of as many successes as may be and of two.
const SYSTEMS: [(&str, (usize, usize)); 9] = [
    ("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 3", (104, 630)),
    ("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 3\nconstitution = 0", (21, 61)),
    ("[casting.miracle]\ntrait = 0\nfavor = 1", (99, 576)),
    ("[casting.psi]\ntrait = 0\ndifficulty = 0\nreservoir = 2", (534, 1000)),
    ("[casting.hedge]\ntrait = 0\ndifficulty = 0\nhealth = 2", (706, 1000)),
    ("[casting.kaer]\ntrait = 0\ndifficulty = 0", (109, 666)),
    ("[casting.kaer]\ntrait = 0\ndifficulty = 0\ntarget = { trait = 1 }\nstopped_at = 3", (43, 109)),
    ("[casting.lite]\ntrait = 0", (631, 1000)),
    ("[casting.lite]\ntrait = 0\nsmall_mana = 4\nlarge_mana = 3", (435, 1000)),
];

/// Numbers out of range are refused of a casting that is made by hand, too.
#[test]
fn castings_out_of_range() {
    let one = study("[casting]\n[casting.lite]\ntrait = 0\n");
    let one = one.subjects.cell(0).downcast_ref::<Casting>().unwrap().clone();
    for most in [1, MOST_CASTINGS] {
        let all = Casting { castings: most, until: Some(most), rest_every: Some(most), ..one.clone() };
        assert!(all.checked().is_ok());
    }
    for number in [0, MOST_CASTINGS + 1] {
        for (what, wrong) in [
            ("castings", Casting { castings: number, ..one.clone() }),
            ("successes", Casting { until: Some(number), ..one.clone() }),
            ("castings between rests", Casting { rest_every: Some(number), ..one.clone() }),
        ] {
            let said = wrong.checked().unwrap_err().to_string();
            assert_eq!(said, format!("{number} {what} (use a number from 1 to {MOST_CASTINGS})"));
        }
    }
    let miracle = "[casting]\n[casting.miracle]\n";
    for key in ["keeps", "rest_every"] {
        let vain = refusal(&miracle.replace("[casting]\n", &format!("[casting]\n{key} = 1\n")));
        assert!(vain.contains(&format!("`{key}` has no effect where nothing is drained")), "{vain}");
    }
}

const CASES: [&str; 10] = [
    "[casting]\ncastings = 5\nrest_every = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\nrepeats = true\nresisted_by = { trait = 0 }\nfatigue = 1\n",
    "[casting]\ncastings = 2\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 0\nconstitution = 0\nactive_days = 1\ncertain = 'above-zero'\n",
    "[casting]\ncastings = 4\n[casting.miracle]\ntrait = 0\nfavor = 1\n",
    "[casting]\ncastings = 4\n[casting.psi]\ntrait = 0\ndifficulty = 0\nreservoir = 1\nconstitution = 0\nsubject = { trait = -1, reservoir = 0 }\n",
    "[casting]\ncastings = 6\n[casting.hedge]\ntrait = 0\ndifficulty = 0\n",
    "[casting]\ncastings = 4\n[casting.scholarly]\ntrait = 0\ndifficulty = 0\ncosts = 2\nhealth = 2\n",
    "[casting]\ncastings = 3\n[casting.kaer]\ntrait = 0\ndifficulty = 0\ntarget = { trait = 1 }\nstopped_at = 3\n",
    "[casting]\ncastings = 7\nuntil = 3\n[casting.lite]\ntrait = 0\narea = 'medium'\n",
    "[casting]\ncastings = 3\nspend = ['shift', 'reroll']\nfudge_points = 2\n[casting.magic]\ntrait = 0\ndifficulty = 0\n",
    "[casting]\ncastings = 2\nspend = 'reroll'\n[casting.miracle]\ntrait = 0\nfavor = 2\n",
];

#[test]
fn exact_answers_are_those_of_the_simulation() {
    for case in CASES {
        let found = refused(case, case);
        assert_eq!(found.len(), 0, "{case}: {found:?}");
    }
}

/// Teeth: a level of the trait shows.
#[test]
fn another_casting_has_other_figures() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("trait = 0", "trait = 1", 1)).is_empty(), "{case}");
    }
}

/// What `new casting` prints, as it is and with all that it suggests in comments.
#[test]
fn the_starter_is_good() {
    let starter = include_str!("../../src/cli/starters/casting.toml");
    assert_eq!(study(starter).subjects.len(), 1);
    let setting = |line: &str| line.starts_with("# ") && (line.contains(" = ") || line.starts_with("# ["));
    let all: Vec<&str> = starter.lines().map(|line| if setting(line) { &line[2..] } else { line }).collect();
    assert_eq!(study(&all.join("\n")).subjects.len(), 2);
}

/// How long an exact answer near the limit of states takes is bearable, and it is the sum of single castings.
#[test]
fn many_castings_exactly() {
    let of = exact("[casting]\ncastings = 80\n[casting.lite]\ntrait = -1\nsmall_mana = 2\nlarge_mana = 2\n");
    near(of("full successes"), 80.0 * REACH[0]);
    near(of("castings"), 80.0);
}

/// X3, SRD 7.33: an attempt that backfires costs a level, of which a rest gives back what it gives.
#[test]
fn a_reservoir_comes_back() {
    let drained = |keys: &str| {
        let psi = "[casting.psi]\ntrait = -9\ndifficulty = 0\nreservoir = 3\nregains = 1\n";
        exact(&format!("[casting]\ncastings = 3\n{keys}\n{psi}"))("levels drained")
    };
    near(drained(""), 3.0);
    near(drained("rest_every = 1"), 1.0);
}

/// X3, SRD 7.33: a Terrible result backfires and costs a level; a subject who resists terribly loses one, too.
#[test]
fn what_backfires_is_told() {
    let text = "[casting.psi]\ntrait = 'Fair'\ndifficulty = 'Fair'\nreservoir = 'Fair'\nsubject = { trait = 'Fair', reservoir = 'Fair', psionic = true }\n";
    let told = |script: &str| {
        let transcript = replay(&study(text), 0, Rolls::Script(&parse_script(script).unwrap())).unwrap();
        let lines: Vec<String> =
            transcript.all("casting")[0].lines.iter().map(|line| line.text.replace('\u{a0}', " ")).collect();
        lines.join(" | ")
    };
    assert_eq!(
        told("-4, 0"),
        "Casting: Fair, 4dF −4 = Terrible−1; difficulty Fair: failure | It backfires. | Loses 1 level. | \
         Subject: Fair, 4dF 0 = Fair | 2 levels left to lose."
    );
    assert_eq!(
        told("0, -4"),
        "Casting: Fair, 4dF 0 = Fair; difficulty Fair: success | Subject: Fair, 4dF −4 = Terrible−1 | \
         The subject loses 1 level. | 3 levels left to lose."
    );
}

/// X1: a spell has a potency or a difficulty.
#[test]
fn potency_or_difficulty() {
    let both = refusal("[casting.magic]\ntrait = 0\npotency = 'average'\ndifficulty = 0\npotential = 3\n");
    assert!(both.contains("`potency` and `difficulty` exclude each other"), "{both}");
    assert!(both.contains("leave one of them out") && !both.contains("unknown key"), "{both}");
}

/// X6, LITE: small boxes go before large ones, one for each failure; what is left is both, and a rest clears the small ones or all.
#[test]
fn boxes_of_mana_one_by_one() {
    let text = |castings: usize, keys: &str| {
        format!(
            "[casting]\ncastings = {castings}\n[casting.lite]\ntrait = -1\nsmall_mana = 3\nlarge_mana = 1\n{keys}\n"
        )
    };
    for (failures, boxes) in [(1, (1, 0)), (2, (2, 0)), (3, (3, 0)), (4, (3, 1)), (5, (3, 1))] {
        let (over, _) = played(&text(failures, ""), &vec![-1; failures]);
        assert_eq!((over.end.sum.drained, over.end.sum.spent), boxes);
        assert_eq!(over.end.sum.has(Sign::Unsoftened), failures == 5);
    }
    // Who keeps a box stops after three failures, who keeps two after two.
    for keeps in 0..4u16 {
        let kept = text(9, "").replace("castings = 9\n", &format!("castings = 9\nkeeps = {keeps}\n"));
        let (over, rolls) = played(&kept, &vec![-1; usize::from(4 - keeps)]);
        assert_eq!((over.end.end, rolls.len()), (CastingEnd::Kept, usize::from(4 - keeps)));
    }
    let rested = |clears: &str| {
        let text = text(5, clears).replace("castings = 5\n", "castings = 5\nrest_every = 4\n");
        let sum = played(&text, &[-1; 5]).0.end.sum;
        (sum.drained, sum.spent)
    };
    assert_eq!([rested(""), rested("rest_clears = 'all'")], [(1, 1), (1, 0)]);
}

/// X4, FF: Health from Terrible up is what may be lost: a level for each use, or several; beyond the collapse nothing is counted. A
/// quarter of an hour gives a level back.
#[test]
fn hedge_magic_to_the_end() {
    let of = |series: &str, keys: &str| {
        exact(&format!(
            "[casting]\ncastings = 9\n{series}\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nhealth = 'Fair'\n{keys}\n"
        ))
    };
    for (tires, castings, drained) in [(1, 4.0, 4.0), (2, 2.0, 4.0), (3, 2.0, 4.0), (4, 1.0, 4.0), (0, 9.0, 0.0)] {
        let of = of("", &format!("tires = {tires}"));
        near(of("castings"), castings);
        near(of("levels drained"), drained);
        near(of("collapses"), f64::from(tires > 0));
    }
    for keeps in 0..3 {
        let of = of(&format!("keeps = {keeps}"), "");
        near(of("castings"), f64::from(3 - keeps));
        near(of("collapses"), 0.0);
    }
    // Fourteen minutes are nothing, thirty are two levels.
    for (minutes, drained) in [(14, 3.0), (15, 2.0), (29, 2.0), (30, 1.0), (45, 1.0)] {
        let three = format!(
            "[casting]\ncastings = 3\nrest_every = 2\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nminutes = {minutes}\n"
        );
        near(exact(&three)("levels drained"), drained);
    }
}

/// X4, FF: points for each level of the Gift, and what hours of sleep and of meditation give back: of points one for two hours, or for
/// each; of Health four levels an hour.
#[test]
fn power_points_to_the_end() {
    let of = |series: &str, keys: &str| {
        exact(&format!(
            "[casting]\ncastings = 9\n{series}\n[casting.scholarly]\ntrait = 9\ndifficulty = 0\nhealth = 9\nwillpower = 9\n{keys}\n"
        ))
    };
    for (gifts, costs, castings) in [(1, 1, 5.0), (1, 2, 2.0), (1, 5, 1.0), (2, 3, 3.0), (1, 0, 9.0)] {
        near(of("", &format!("gifts = {gifts}\ncosts = {costs}"))("castings"), castings);
    }
    near(of("", "gifts = 1\ncosts = 6")("castings"), 0.0);
    for (hours, points, levels) in [
        ("sleep = 1", 5.0, 1.0),
        ("sleep = 2", 4.0, 1.0),
        ("sleep = 5", 3.0, 1.0),
        ("meditation = 1", 4.0, 1.0),
        ("meditation = 2\nsleep = 2", 2.0, 1.0),
    ] {
        let rested = of("rest_every = 4\nuntil = 5", &format!("gifts = 1\n{hours}"));
        near(rested("points spent"), points);
        near(rested("levels drained"), levels);
    }
    // A feat within the limit takes no roll of Willpower; one point beyond is against Good.
    let beyond = |costs: u32, will: &str| {
        let text = format!(
            "[casting.scholarly]\ntrait = 9\ndifficulty = 0\ngifts = 2\ncosts = {costs}\nwillpower = '{will}'\n"
        );
        exact(&text)("succeeds")
    };
    near(beyond(2, "Terrible"), 1.0);
    near(beyond(3, "Fair"), reaches(1));
    near(beyond(4, "Fair"), reaches(2));
}

/// What reservoirs come to in days of rest (SRD 7.11, 7.12, 7.33; FF; LITE), and in some minutes (LITE): by the week, by the night, at once.
#[test]
fn what_days_give_back() {
    let system = |text: &str| -> System {
        study(&format!("[casting]\n{text}\n")).subjects.cell(0).downcast_ref::<Casting>().unwrap().system.clone()
    };
    let down = Reserve { drained: 9, spent: 7 };
    let magic = system("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 9\nregains = 2\nfatigue = 'Superb'");
    let psi = system("[casting.psi]\ntrait = 0\ndifficulty = 0\nsubject = { trait = 0 }");
    let hedge = system("[casting.hedge]\ntrait = 0\ndifficulty = 0\nminutes = 30");
    let scholar = system("[casting.scholarly]\ntrait = 0\ndifficulty = 0\nsleep = 6");
    let lite = system("[casting.lite]\ntrait = 0\nsmall_mana = 9\nlarge_mana = 9");
    let miracle = system("[casting.miracle]");
    let after = |system: &System, days: u32| {
        let Reserve { drained, spent } = system.after_days(down, days, 10);
        (drained, spent)
    };
    assert_eq!([6, 7, 13, 14, 600].map(|days| after(&magic, days)), [(9, 0), (7, 0), (7, 0), (5, 0), (0, 0)]);
    // The subject's reservoir is not the caster's.
    assert_eq!([6, 7, 14, 4000].map(|days| after(&psi, days)), [(9, 0), (8, 0), (7, 0), (0, 0)]);
    assert_eq!([0, 1, 2].map(|days| after(&hedge, days)), [(9, 7), (0, 7), (0, 7)]);
    assert_eq!([0, 1, 2].map(|days| after(&scholar, days)), [(9, 7), (0, 4), (0, 1)]);
    assert_eq!([0, 9, 10, 11].map(|days| after(&lite, days)), [(0, 7), (0, 7), (0, 0), (0, 0)]);
    assert_eq!(after(&miracle, 365), (9, 7));
    let minutes = |system: &System| system.after_minutes(down).drained;
    assert_eq!([&magic, &psi, &hedge, &scholar, &lite, &miracle].map(minutes), [9, 9, 9, 9, 0, 9]);
}

/// What keeps a caster from another casting in a fight: what cannot be paid, and what is to be kept.
#[test]
fn what_a_casting_takes() {
    let system = |text: &str| -> System {
        study(&format!("[casting]\n{text}\n")).subjects.cell(0).downcast_ref::<Casting>().unwrap().system.clone()
    };
    let scholar = system("[casting.scholarly]\ntrait = 0\ndifficulty = 0\ngifts = 1\ncosts = 2\nhealth = 'Fair'");
    let pays = |spent, drained, keeps| scholar.can_pay(Reserve { drained, spent }, keeps);
    assert_eq!([0, 3, 4, 5].map(|spent| pays(spent, 0, Keeps::Nothing)), [true, true, false, false]);
    assert_eq!([0, 1, 2].map(|drained| pays(0, drained, Keeps::MoreThan(1))), [true, true, false]);
    assert_eq!([0, 3].map(|drained| scholar.left_of(Reserve { drained, spent: 0 })), [Some(3), Some(0)]);
    let psi = system(
        "[casting.psi]\ntrait = 0\ndifficulty = 0\nreservoir = 'Mediocre'\npower = 0\nminimum_power = 1\ndesperate = true",
    );
    // Mediocre is two levels above Terrible, of which a desperate attempt takes one.
    let left = |drained| {
        (psi.can_pay(Reserve { drained, spent: 0 }, Keeps::Nothing), psi.left_of(Reserve { drained, spent: 0 }))
    };
    assert_eq!([0, 1, 2, 3].map(left), [(true, Some(2)), (true, Some(1)), (false, Some(0)), (false, Some(0))]);
    let miracle = system("[casting.miracle]");
    assert!(
        miracle.can_pay(Reserve { drained: 9, spent: 9 }, Keeps::MoreThan(100))
            && miracle.left_of(Reserve::default()).is_none()
    );
}

/// X2, X5, X6: what is told of castings in which these dice fall, line by line, and how they end.
#[test]
fn castings_are_told() {
    let told = |text: &str, dice: &str| {
        let transcript = replay(&study(text), 0, Rolls::Script(&parse_script(dice).unwrap())).unwrap();
        let below = transcript.all("casting").into_iter().flat_map(|casting| casting.lines.clone());
        let lines = below.chain(transcript.all("result").into_iter().cloned());
        lines.map(|line| line.text.replace('\u{a0}', " ")).collect::<Vec<_>>()
    };
    let fails = "Casting: Mediocre, 4dF −1 = Poor; difficulty Mediocre: failure";
    assert_eq!(
        told("[casting]\ncastings = 3\n[casting.lite]\ntrait = -1\nsmall_mana = 1\nlarge_mana = 1\n", "-1, -1, -1"),
        [
            fails,
            "Marks a small box of mana.",
            "1 box of mana left.",
            fails,
            "Marks a large box of mana.",
            "0 boxes of mana left.",
            fails,
            "Something bad happens.",
            "0 boxes of mana left.",
            "Over after 3 castings: 0 successes in full.",
        ]
    );
    let magic = "[casting]\ncastings = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n";
    assert_eq!(
        told(magic, "-4, -1, -4"),
        [
            "Casting: Fair, 4dF −4 = Terrible−1; difficulty Fair: failure",
            "Stunned for a round.",
            "Loses 1 level.",
            "Unconscious.",
            "0 levels left to lose.",
            "Casting: Fair, 4dF −1 = Mediocre; difficulty Fair: failure",
            "Stunned for a round.",
            "0 levels left to lose.",
            "Casting: Fair, 4dF −4 = Terrible−1; difficulty Fair: failure",
            "Stunned for a round.",
            "Loses 1 level.",
            "Falls into a coma.",
            "0 levels left to lose.",
            "In a coma after 3 castings: 0 successes in full.",
        ]
    );
    // What costs nothing is not told.
    assert_eq!(
        told("[casting.hedge]\ntrait = 0\ndifficulty = 0\nhealth = 'Poor'\ntires = 0\n", "0"),
        [
            "Casting: Fair, 4dF 0 = Fair; difficulty Fair: success",
            "1 level left to lose.",
            "Over after 1 casting: 1 success in full.",
        ]
    );
    assert_eq!(
        told("[casting.miracle]\nfavor = 1\n", "-1, 1"),
        [
            "Casting: Fair, 4dF −1 = Mediocre; difficulty Good: failure",
            "Once more: Fair, 4dF +1 = Good; difficulty Good: success",
            "Over after 1 casting: 1 success in full.",
        ]
    );
    assert_eq!(
        told("[casting.miracle]\ntrait = 0\n", "-4"),
        [
            "Casting: Fair, 4dF −4 = Terrible−1; difficulty Good: failure",
            "The deity is angry.",
            "Over after 1 casting: 0 successes in full.",
        ]
    );
    assert_eq!(
        told("[casting.kaer]\ntrait = 0\ndifficulty = 0\nwill = 0\ntarget = { trait = 0 }\n", "0, 0, 1"),
        [
            "Casting: Fair, 4dF 0 = Fair; difficulty Fair: success",
            "Caster: Fair, 4dF 0 = Fair",
            "Subject: Fair, 4dF +1 = Good",
            "Reduced by 1 level.",
            "Over after 1 casting: 0 successes in full, 1 partly.",
        ]
    );
}

/// A script that is too short says whose roll is missing, where there are two who roll.
#[test]
fn whose_roll_is_missing() {
    let missing = |text: &str, dice: &str| {
        let error = replay(&study(text), 0, Rolls::Script(&parse_script(dice).unwrap())).unwrap_err().to_string();
        error.split(" is not in it").next().unwrap_or_default().to_owned()
    };
    let kaer = "[casting.kaer]\ntrait = 0\ndifficulty = 0\nwill = 0\ntarget = { trait = 0 }\n";
    assert!(missing(kaer, "0").ends_with(" of caster"), "{}", missing(kaer, "0"));
    assert!(missing(kaer, "0, 0").ends_with(" of subject"), "{}", missing(kaer, "0, 0"));
    let lite = "[casting]\ncastings = 2\n[casting.lite]\ntrait = 0\n";
    assert!(!missing(lite, "0").contains(" of "), "{}", missing(lite, "0"));
    let magic = "[casting.magic]\ntrait = 0\ndifficulty = 0\nconstitution = 0\nresisted_by = { trait = 0 }\n";
    assert!(missing(magic, "1, 1").ends_with(" of subject"), "{}", missing(magic, "1, 1"));
    // Nobody else wakes.
    assert!(!missing(magic, "-4").contains(" of caster"), "{}", missing(magic, "-4"));
}

/// A17 (P1, P2, P4, P5): Fudge points are spent on the rolls of castings as on those of checks, in every system: `spend = "reroll"` with a
/// point, where a roll succeeds with the chance r, succeeds with r + (1 − r) r and takes 1 − r points.
#[test]
fn fudge_points_are_spent_on_castings() {
    let once = |r: f64| r + (1.0 - r) * r;
    let [fair, good] = [REACH[0], REACH[1]];
    for (system, r) in [
        ("clerical = { trait = 0 }", good),
        ("miracle = { trait = 0 }", good),
        ("hedge = { trait = 0, difficulty = 0 }", fair),
        ("scholarly = { trait = 0, difficulty = 0 }", fair),
        ("psi = { trait = 0, difficulty = 0, augments = 'never' }", fair),
        ("kaer = { trait = 0, difficulty = 0 }", fair),
        ("lite = { trait = 0, difficulty = 0 }", fair),
        // Fudge Magic has to surpass it.
        ("magic = { trait = 0, difficulty = 0 }", good),
    ] {
        let of = exact(&format!("[casting]\nspend = 'reroll'\n{system}\n"));
        near(of("succeeds"), once(r));
        near(of("Fudge points spent"), 1.0 - r);
        near(exact(&format!("[casting]\nspend = 'success'\n{system}\n"))("succeeds"), 1.0);
        near(exact(&format!("[casting]\nspend = 'automatic'\n{system}\n"))("succeeds"), 1.0);
        // One less is enough, for a point.
        let less = [reaches(-1), fair][usize::from(r == good)];
        let shift = exact(&format!("[casting]\nspend = 'shift'\n{system}\n"));
        near(shift("succeeds"), less);
        near(shift("Fudge points spent"), less - r);
    }
}

/// A17: the points are for all castings together. One reroll for two feats that succeed with r: the second has it where the first did without.
#[test]
fn fudge_points_last_for_all_castings() {
    let r = REACH[0];
    let of = exact("[casting]\ncastings = 2\nspend = 'reroll'\nhedge = { trait = 0, difficulty = 0 }\n");
    near(of("full successes"), 2.0 * r + (1.0 - r) * r * (1.0 + r));
    near(of("Fudge points spent"), 1.0 - r * r);
    // Two points are enough for both.
    let both = "[casting]\ncastings = 2\nspend = 'reroll'\nfudge_points = 2\nhedge = { trait = 0, difficulty = 0 }\n";
    near(exact(both)("full successes"), 2.0 * (r + (1.0 - r) * r));
}

/// SRD 7.15: a natural −4 fails whatever its result. A die by one does not change what was rolled, so no point goes on it; a reroll does.
#[test]
fn a_shift_saves_no_severe_failure() {
    let text = |spend: &str| format!("[casting]\nspend = '{spend}'\nmagic = {{ trait = 3, difficulty = 0 }}\n");
    // Superb: −3 is Fair, which a shift makes Good; −4 stays.
    let shift = exact(&text("shift"));
    near(shift("succeeds"), 1.0 - SHOW[4]);
    near(shift("Fudge points spent"), SHOW[3]);
    near(shift("faints"), SHOW[4]);
    // −3 and −4 are rolled again.
    let again = SHOW[3] + SHOW[4];
    let reroll = exact(&text("reroll"));
    near(reroll("succeeds"), 1.0 - again * again);
    near(reroll("faints"), again * SHOW[4]);
}

/// X2: another roll of Divine Favor costs nothing, so points go on the last one: of three rolls at most one succeeds.
#[test]
fn points_go_on_the_last_petition() {
    let r = REACH[1];
    let of = exact("[casting]\nspend = 'reroll'\nmiracle = { trait = 0, favor = 1 }\n");
    near(of("succeeds"), 1.0 - (1.0 - r).powi(3));
    near(of("Fudge points spent"), (1.0 - r).powi(2));
}

/// X4: the roll of Willpower for a feat beyond the limit takes points as well: Good is to be reached with Fair.
#[test]
fn points_go_on_the_control_of_power() {
    let [feat, will] = [REACH[0], REACH[1]];
    let of = exact("[casting]\nspend = 'reroll'\nscholarly = { trait = 0, difficulty = 0, gifts = 1, costs = 2 }\n");
    near(of("succeeds"), will * (feat + (1.0 - feat) * feat) + (1.0 - will) * will * feat);
    near(of("Fudge points spent"), 1.0 - will * feat);
}

/// Dice that were rolled again are those that count, and the point is told.
#[test]
fn points_are_told() {
    let told = |spend: &str, dice: &str| {
        let text = format!("[casting]\nspend = '{spend}'\nfudge_points = 2\nclerical = {{ trait = 0 }}\n");
        let transcript = replay(&study(&text), 0, Rolls::Script(&parse_script(dice).unwrap())).unwrap();
        transcript.all("casting")[0].lines[0].text.replace('\u{a0}', " ")
    };
    assert_eq!(told("reroll", "-1, 3"), "Casting: Fair, 4dF +3 = Superb; difficulty Good: success, for 1 Fudge point");
    assert_eq!(told("shift", "0"), "Casting: Fair, 4dF 0 → Good; difficulty Good: success, for 1 Fudge point");
    assert_eq!(told("reroll", "1"), "Casting: Fair, 4dF +1 = Good; difficulty Good: success");
}

/// Points that nothing asks for are refused or warned of.
#[test]
fn points_without_a_roll() {
    let wrong = refusal("[casting]\nfudge_points = 2\nclerical = { trait = 0 }\n");
    assert!(wrong.starts_with("error: `fudge_points` has no effect without `spend`"), "{wrong}");
    let warned = |castings: u16, certain: &str| {
        let magic = format!("magic = {{ trait = 0, difficulty = 0, potential = 2, certain = '{certain}' }}");
        let study = study(&format!("[casting]\ncastings = {castings}\nspend = 'reroll'\n{magic}\n"));
        study
            .warnings
            .iter()
            .any(|one| one.message().starts_with("`spend` of `casting` does nothing: every spell succeeds"))
    };
    assert!(warned(1, "always") && warned(2, "above-zero"));
    assert!(!warned(3, "above-zero") && !warned(3, "never"));
}
