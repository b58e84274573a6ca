//! Magic, miracles and psi outside fights: the sources' examples with their rolls, hand calculations, and exact answers
//! against simulation.

use crate::support::written::{refusal, refused, study};
use fudgelab::chance::Script;
use fudgelab::check::{
    CasterEvent, Casting, CastingEnd, CastingEvent, CastingOver, CastingPart, CastingRoll, Finished, MOST_CASTINGS,
    ReserveLosses, SavedReserve, System, play,
};
use fudgelab::study::replay::{Rolls, parse_script, replay};
use fudgelab::study::{MethodChoice, Study, run};

/// Exact figures of the first case, by measure.
fn exact(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    let text = text.to_owned();
    move |measure| result.cells[0].figure(measure, "").unwrap_or_else(|| panic!("{measure} of {text}")).estimate.value
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "{found}, not {expected}");
}

/// Plays the castings of `text` with `rolls`, all of which must be used.
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

/// The chances that 4dF roll at least 0, 1, 2, 3 and 4.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];

/// The chances that 4dF roll exactly 0, 1, 2, 3 and 4.
const SHOW: [f64; 5] = [19.0 / 81.0, 16.0 / 81.0, 10.0 / 81.0, 4.0 / 81.0, 1.0 / 81.0];

fn shows(natural: i32) -> f64 {
    SHOW.get(natural.unsigned_abs() as usize).copied().unwrap_or(0.0)
}

fn reaches(natural: i32) -> f64 {
    (natural.max(-4)..=4).map(shows).sum()
}

/// X1, SRD 7.15: a result above the difficulty is a full success, an equal one is watered down, and a lower one stuns.
/// A natural −4 drains a level.
#[test]
fn average_spell_matches_calculation() {
    let of = exact("[casting.magic]\ntrait = 0\npotency = 'average'\n");
    near(of("succeeds"), REACH[1]);
    near(of("partly succeeds"), SHOW[0]);
    near(of("fails"), REACH[1]);
    near(of("stunned"), REACH[1]);
    near(of("faints"), SHOW[4]);
    near(of("levels drained"), SHOW[4]);
    // SRD 7.192: a magician without Potential falls into a coma immediately.
    near(exact("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 0\n")("coma"), SHOW[4]);
}

/// X1 (V14), SRD 7.15: Barney creates no pizza and does not detect food.
#[test]
fn barneys_spells_match_the_example() {
    let (pizza, rolls) = played("[casting.magic]\ntrait = 'Fair'\npotency = 'average'\n", &[-3]);
    assert_eq!((rolls[0].degree, pizza.end.sum.successes, pizza.end.sum.drained), (-3, 0, 0));
    assert!(pizza.end.sum.has(CasterEvent::Stunned) && !pizza.end.sum.has(CasterEvent::Fainted));
    let food = "[casting.magic]\ntrait = 'Fair'\npotency = 'very-trivial'\nmanner = ['mana-rich', 'long']\n";
    let (food, rolls) = played(food, &[-4]);
    assert_eq!((rolls[0].level + rolls[0].modifiers, rolls[0].degree), (2, -2));
    assert_eq!((food.end.sum.successes, food.end.sum.partials, food.end.sum.drained), (0, 0, 1));
    assert!(food.end.sum.has(CasterEvent::Fainted));
}

/// X1, SRD 7.14: each modifier of the list, by its word.
#[test]
fn manners_modify_the_skill() {
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
    // Modifiers raise a skill to Great at most, and leave a higher skill unchanged.
    let all = "manner = ['long', 'formula', 'verse']\n";
    near(exact(&format!("[casting.magic]\ntrait = 0\ndifficulty = 3\n{all}"))("succeeds"), reaches(2));
    near(exact(&format!("[casting.magic]\ntrait = 3\ndifficulty = 3\n{all}"))("succeeds"), reaches(1));
    let open = format!("[casting.magic]\ntrait = 0\ndifficulty = 3\nhighest_skill = 5\n{all}");
    near(exact(&open)("succeeds"), reaches(1));
    let twice = refusal("[casting.magic]\ntrait = 0\ndifficulty = 0\nmanner = ['long', 'quick']\n");
    assert!(twice.contains("`long` and `quick` are both about the time it takes"), "{twice}");
}

/// X1, SRD 7.12, 7.15: the difficulty of each potency. With `potential_eases`, each level of Potential above three
/// makes spells easier by one, down to Poor, and each level below three makes them harder.
#[test]
fn potency_sets_the_difficulty() {
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
    // Against Poor, the lowest difficulty, a Mediocre result succeeds.
    near(eased(9), reaches(-1));
}

/// X1, SRD 7.15.
#[test]
fn terrible_result_always_fails() {
    let of = exact("[casting.magic]\ntrait = -1\ndifficulty = -5\n");
    near(of("succeeds"), reaches(-1));
    near(of("partly succeeds"), 0.0);
}

/// X1, SRD 7.13: repeating an effect in the same area is harder by one each time, until a rest.
#[test]
fn repeated_castings_use_up_mana() {
    let of =
        exact("[casting]\ncastings = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\nrepeats = true\npotential = 9\n");
    near(of("full successes"), REACH[1] + REACH[2] + REACH[3]);
    near(of("partial successes"), SHOW[0] + SHOW[1] + SHOW[2]);
    near(of("failures"), 3.0 - reaches(0) - reaches(1) - reaches(2));
    near(of("succeeds"), 1.0 - (1.0 - REACH[1]) * (1.0 - REACH[2]) * (1.0 - REACH[3]));
    let rested = "[casting]\ncastings = 3\nrest_every = 2\n[casting.magic]\ntrait = 0\ndifficulty = 0\nrepeats = true\npotential = 9\n";
    near(exact(rested)("full successes"), 2.0 * REACH[1] + REACH[2]);
}

/// X1, SRD 7.11: with one level of Potential, the second natural −4 is a coma.
#[test]
fn lost_potential_ends_in_a_coma() {
    let p = SHOW[4];
    let of = exact("[casting]\ncastings = 3\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n");
    let coma = p * p + 2.0 * p * p * (1.0 - p);
    near(of("coma"), coma);
    near(of("reservoir empty"), coma);
    near(of("castings"), 3.0 - p * p);
    near(of("faints"), 1.0 - (1.0 - p).powi(3));
    near(of("levels drained"), 3.0 * p - p * p * p);
    // With a week's rest after each casting, losses never add up.
    let rested = "[casting]\ncastings = 3\nrest_every = 1\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n";
    near(exact(rested)("coma"), 0.0);
    // A magician who keeps back the rest stops at the first loss.
    let kept = "[casting]\ncastings = 3\nkeeps = 0\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 1\n";
    near(exact(kept)("castings"), 1.0 + (1.0 - p) + (1.0 - p).powi(2));
    near(exact(kept)("coma"), 0.0);
}

/// X1, SRD 7.11: waking up takes a Good roll of Constitution, one roll a round. A coma needs a roll immediately, and
/// one for each day of activity.
#[test]
fn fainting_and_coma_roll_constitution() {
    let of = exact("[casting.magic]\ntrait = 0\ndifficulty = 0\nconstitution = 0\n");
    near(of("rounds unconscious"), SHOW[4] / REACH[1]);
    let coma = exact("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 0\nconstitution = 0\nactive_days = 2\n");
    near(coma("rounds unconscious"), 0.0);
    near(coma("damage after a coma"), SHOW[4] * 3.0 * REACH[1]);
    let text = "[casting.magic]\ntrait = 0\ndifficulty = 0\nconstitution = 0\n";
    let (over, rolls) = played(text, &[-4, 0, -1, 1]);
    assert_eq!((over.end.sum.rounds, rolls[3].part, over.end.end), (3, CastingPart::Wakes, CastingEnd::Done));
}

/// X1, SRD 7.17: a level of Potential buys certain success.
#[test]
fn certain_spells_cost_potential() {
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

/// X1, SRD 7.194: if no natural −4 drains, only a magician who makes spells certain at any price can fall into a coma.
#[test]
fn coma_is_shown_only_if_possible() {
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

/// The chance that 4dF plus `more` beat another 4dF.
fn above(more: i32) -> f64 {
    (-4..=4).map(|other| shows(other) * reaches(other + 1 - more)).sum()
}

/// X1, SRD 7.16: spells of control need an opposed roll, at the skill or at the result. Ties resist.
#[test]
fn spells_of_control_can_be_resisted() {
    let text = "[casting.magic]\ntrait = 0\ndifficulty = 0\nresisted_by = { trait = 1 }\n";
    near(exact(text)("succeeds"), REACH[1] * above(-1));
    near(exact(text)("partly succeeds"), SHOW[0] * above(-1));
    near(exact(text)("resisted"), REACH[0] * (1.0 - above(-1)));
    near(exact(text)("stunned"), REACH[1]);
    let at_result: f64 = (1..=4).map(|natural| shows(natural) * above(natural - 1)).sum();
    near(exact(&format!("{text}at_result = true\n"))("succeeds"), at_result);
    // SRD 7.17: a certain spell is resisted as if cast at Great.
    near(exact(&format!("{text}certain = 'above-zero'\n"))("succeeds"), above(1));
}

/// X1, SRD 7.194: exemptions from the drain of a natural −4.
#[test]
fn no_drain_exempts_castings() {
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

/// X1, SRD 7.12: each casting tires, and the magician passes out below Terrible. Good is five levels above that.
#[test]
fn fatigue_limits_castings() {
    let of = exact(
        "[casting]\ncastings = 9\n[casting.magic]\ntrait = 0\ndifficulty = 0\nno_drain = ['average']\nfatigue = 'Good'\n",
    );
    near(of("castings"), 5.0);
    near(of("collapses"), 1.0);
    near(of("fatigue"), 5.0);
}

/// X2, SRD 7.22: Divine Favor gives more rolls until one is Good. Petitioning is Fair with it and Poor without.
#[test]
fn divine_favor_gives_more_petition_rolls() {
    for favor in 0..4 {
        let of = exact(&format!("[casting.miracle]\ntrait = 0\nfavor = {favor}\n"));
        let left = (1.0 - REACH[1]).powi(favor);
        near(of("succeeds"), 1.0 - left * (1.0 - REACH[1]));
        near(of("angers the deity"), left * REACH[2]);
        near(of("rolls"), (0..=favor).map(|rolled| (1.0 - REACH[1]).powi(rolled)).sum());
    }
    near(exact("[casting.miracle]\n")("succeeds"), REACH[3]);
    near(exact("[casting.miracle]\nfavor = 1\n")("succeeds"), 1.0 - (1.0 - REACH[1]).powi(2));
    // A petitioner who stops at Mediocre angers the deity only if every roll is Poor.
    let of = exact("[casting.miracle]\nfavor = 1\nstops_at = 'Mediocre'\n");
    near(of("angers the deity"), REACH[2] * REACH[2]);
    near(of("succeeds"), REACH[1] + REACH[2] * REACH[1]);
}

/// X2, D16 (V16), SRD 7.22: Good, Fair and Mediocre, in that order, are Mediocre. A petitioner who stops at Good has
/// Good.
#[test]
fn last_petition_counts() {
    let (over, rolls) = played("[casting.miracle]\nfavor = 2\nstops_at = 'Great'\n", &[1, 0, -1]);
    assert_eq!(rolls.iter().map(|roll| roll.degree).collect::<Vec<_>>(), [1, 0, -1]);
    assert_eq!((over.end.sum.successes, over.end.sum.has(CasterEvent::Angered)), (0, false));
    let (over, rolls) = played("[casting.miracle]\nfavor = 2\n", &[1]);
    assert_eq!((over.end.sum.successes, rolls.len()), (1, 1));
}

/// X2, SRD 7.22: an angry deity makes the next petition harder by one.
#[test]
fn angry_deity_hardens_the_next_petition() {
    let of = exact("[casting]\ncastings = 2\n[casting.miracle]\ntrait = 0\n");
    let angry = REACH[2];
    near(of("full successes"), REACH[1] + angry * REACH[2] + (1.0 - angry) * REACH[1]);
    near(of("angers the deity"), angry + (1.0 - angry) * angry);
}

/// X3 (V15), SRD 7.37: Yardmower Man mows his lawn, but not well.
#[test]
fn yardmower_man_mows_with_a_degree_of_1() {
    let text = "[casting.psi]\ntrait = 'Fair'\ndifficulty = 'Great'\npower = 'Good'\nminimum_power = 'Mediocre'\n\
                reservoir = 'Good'\nconcentration = 'doubled'\nmodifiers = { 'Batch-5' = 1 }\naugments = 'never'\n";
    let (over, rolls) = played(text, &[-1]);
    assert_eq!((rolls[0].degree, over.end.sum.successes, over.end.sum.drained), (1, 0, 0));
}

/// X3 (V15), SRD 7.37: Yardmower Man turns the director into a bush.
#[test]
fn yardmower_man_beats_the_director() {
    let text = "[casting.psi]\ntrait = 'Superb'\ndifficulty = 'Superb'\npower = 'Superb'\nminimum_power = 'Great'\n\
                reservoir = 'Mediocre'\nmodifiers = { 'Batch-5' = 2 }\ntires = 1\n\
                subject = { trait = 'Good', reservoir = 'Fair' }\n";
    // Yardmower Man is Superb and the director Great. The director augments with Good, Yardmower Man with Good, and the
    // director with Fair.
    let (over, rolls) = played(text, &[-1, 1, 2, -3, 1]);
    assert_eq!(rolls.iter().map(|roll| roll.degree).collect::<Vec<_>>(), [3, 2, 1, 1, 0]);
    let parts =
        [CastingPart::Casts, CastingPart::Defends, CastingPart::Augments, CastingPart::Augments, CastingPart::Augments];
    assert_eq!(rolls.iter().map(|roll| roll.part).collect::<Vec<_>>(), parts);
    assert_eq!(rolls.iter().map(|roll| roll.ask.who).collect::<Vec<_>>(), [0, 1, 1, 0, 1]);
    let sum = over.end.sum;
    // Yardmower Man falls from Mediocre to Terrible, and the director to Mediocre.
    assert_eq!((sum.successes, sum.drained, sum.spent, over.end.end), (1, 2, 1, CastingEnd::Done));
}

/// X3 (V15), SRD 7.37: the same struggle as a transcript.
#[test]
fn transcript_shows_a_struggle_as_one_casting() {
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

/// X3, SRD 7.36: effects of a low reservoir, spare power and concentration on the skill.
#[test]
fn psionic_modifiers_change_the_skill() {
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
    // With a reservoir below Terrible, no attempt is possible.
    near(succeeds("reservoir = -4"), 0.0);
}

/// X3, SRD 7.34: augmenting adds and costs one level with a Good result, two with Great and three with Superb. A
/// Terrible result drains a level.
#[test]
fn augmenting_turns_near_misses_into_successes() {
    let of = exact("[casting.psi]\ntrait = 0\ndifficulty = 1\n");
    let turned = [SHOW[0] * REACH[1], SHOW[1] * REACH[2], SHOW[2] * REACH[3]];
    near(of("succeeds"), REACH[1] + turned.iter().sum::<f64>());
    let given = turned[0] + 2.0 * turned[1] + 3.0 * turned[2];
    let tried = SHOW[0] + SHOW[1] + SHOW[2];
    near(of("levels drained"), given + (REACH[3] + tried * REACH[3]));
    near(of("backfires"), REACH[3]);
    // With one level left to give, only failures by 1 can be turned.
    let poor = exact("[casting.psi]\ntrait = 2\ndifficulty = 1\nreservoir = 'Poor'\n");
    near(poor("succeeds"), REACH[1] + SHOW[0] * REACH[1]);
}

/// X3, SRD 7.35: each missing level of power costs a level of the reservoir and −2 on the roll. Below Terrible, the psi
/// is unconscious.
#[test]
fn desperate_attempts_drain_the_reservoir() {
    let text =
        "[casting.psi]\ntrait = 2\ndifficulty = 0\npower = 0\nminimum_power = 1\naugments = 'never'\nreservoir = 1\n";
    let of = exact(&format!("{text}desperate = true\n"));
    near(of("succeeds"), REACH[0]);
    // A Terrible result, a natural −3 or −4 at Fair, drains another level.
    near(of("levels drained"), 1.0 + REACH[3]);
    assert!(refusal(text).contains("`power` is below the `minimum_power` of the action"));
    let low =
        "[casting.psi]\ntrait = 0\ndifficulty = 0\naugments = 'never'\nreservoir = 'Terrible'\nconstitution = 0\n";
    near(exact(low)("collapses"), REACH[0]);
    near(exact(low)("rounds unconscious"), REACH[0] / REACH[1]);
}

/// X3, SRD 7.34: an attack must beat the subject and reach its own difficulty. A tie changes nothing.
#[test]
fn psionic_attack_must_beat_subject_and_difficulty() {
    let of = |augments: &str| {
        exact(&format!(
            "[casting.psi]\ntrait = 2\ndifficulty = 1\naugments = 'never'\n\
             subject = {{ trait = 1, augments = '{augments}' }}\n"
        ))
    };
    let plain: f64 = (-1..=4).map(|own| shows(own) * (1.0 - reaches(own + 1))).sum();
    near(of("never")("succeeds"), plain);
    // The subject turns a loss by one, two or three with Good, Great or Superb, rolled at two below Willpower, so −1.
    let turned = |short: i32| reaches(1 + short);
    let lost = |short: i32| (-1..=4).map(|own| shows(own) * shows(own + 1 - short)).sum::<f64>();
    let defended: f64 = (1..=3).map(|short| lost(short) * turned(short)).sum();
    near(of("to-prevail")("succeeds"), plain - defended);
    // An attack is resisted only if it does not beat the subject. One that misses the difficulty or backfires is not.
    let held: f64 = (-4..=4).map(|own| shows(own) * reaches(own + 1)).sum();
    near(of("never")("resisted"), held);
}

/// X4, FF: a cleric's prayer is answered at Good or better, and a result of Poor or worse angers the deity.
#[test]
fn clerical_prayers_need_a_good_result() {
    let of = exact("[casting.clerical]\ntrait = 1\n");
    near(of("succeeds"), REACH[0]);
    near(of("angers the deity"), REACH[3]);
}

/// X4, FF: each use costs a level of Health. From Fair, the fourth use is a collapse; a quarter of an hour restores a
/// level.
#[test]
fn hedge_magic_costs_health() {
    let of = exact("[casting]\ncastings = 9\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nhealth = 'Fair'\n");
    near(of("castings"), 4.0);
    near(of("collapses"), 1.0);
    near(of("full successes"), 4.0 * reaches(-1));
    let rested =
        exact("[casting]\ncastings = 9\nrest_every = 3\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nminutes = 45\n");
    near(rested("castings"), 9.0);
    near(rested("collapses"), 0.0);
}

/// X4, FF: Azrath has ten points and spends two on a spell. Beyond the limit, a failed roll of Willpower costs Health.
#[test]
fn scholarly_magic_costs_power_points() {
    let azrath = "trait = 'Good'\ndifficulty = 'Fair'\ngifts = 2\nwillpower = 'Good'\n";
    let spells =
        exact(&format!("[casting]\ncastings = 9\n[casting.scholarly]\n{azrath}costs = 2\nhealth = 'Superb'\n"));
    near(spells("castings"), 5.0);
    near(spells("points spent"), 10.0);
    near(spells("reservoir empty"), 1.0);
    // Two points beyond the limit are a roll against Great. Mediocre misses by three and costs three levels, from Fair
    // to Terrible.
    let beyond = format!("[casting.scholarly]\n{azrath}costs = 4\n");
    let (over, rolls) = played(&beyond, &[-2]);
    assert_eq!(
        (rolls[0].part, rolls[0].degree, rolls[0].difficulty_and_verdict.unwrap().0),
        (CastingPart::Channels, -1, 2)
    );
    assert_eq!((over.end.sum.drained, over.end.end), (3, CastingEnd::Done));
    near(exact(&beyond)("succeeds"), REACH[1] * reaches(-1));
    // Two hours of sleep restore a point.
    let rested = format!(
        "[casting]\ncastings = 9\nrest_every = 5\n[casting.scholarly]\n{azrath}costs = 2\nhealth = 'Superb'\nsleep = 8\n"
    );
    near(exact(&rested)("castings"), 7.0);
}

/// X5, KAER: a spell that succeeds is followed by Will against Will. A shortfall reduces the spell by the difference.
#[test]
fn kaer_spells_are_reduced_by_will() {
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

/// X6, LITE: the largest of range, duration and area sets the difficulty.
#[test]
fn largest_size_sets_the_difficulty_in_lite() {
    let succeeds = |more: &str| exact(&format!("[casting.lite]\ntrait = 0\n{more}\n"))("succeeds");
    near(succeeds(""), reaches(-1));
    near(succeeds("range = 'medium'"), reaches(1));
    near(succeeds("duration = 'long'"), reaches(3));
    near(succeeds("area = 'large'\nrange = 'medium'"), reaches(3));
    near(succeeds("area = 'medium'\nrange = 'medium'\neach_more = 1"), reaches(2));
}

/// X6 (V18), LITE: the flash cantrip, Mediocre against Mediocre. A roll of −1 is Poor, and the cantrip fizzles.
#[test]
fn flash_cantrip_matches_the_example() {
    let text = "[rules]\nbase = 'lite'\n[casting.lite]\ntrait = 'Mediocre'\nsmall_mana = 0\nlarge_mana = 0\n";
    let (over, rolls) = played(text, &[-1]);
    assert_eq!((rolls[0].degree, over.end.sum.successes), (-2, 0));
    assert!(over.end.sum.has(CasterEvent::Unsoftened));
    near(exact(text)("succeeds"), REACH[0]);
}

/// X6, LITE: two small and two large boxes soften four failures. A few minutes clear the small ones.
#[test]
fn mana_boxes_soften_failures() {
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

/// With `until = 1` the caster stops at the first success, so the second and the third casting follow only failures.
#[test]
fn caster_stops_after_enough_successes() {
    let of = exact("[casting]\ncastings = 3\nuntil = 1\n[casting.lite]\ntrait = 0\n");
    let fails = 1.0 - reaches(-1);
    near(of("castings"), 1.0 + fails + fails * fails);
    near(of("full successes"), 1.0 - fails.powi(3));
}

#[test]
fn table_must_name_one_system() {
    assert!(refusal("[casting]\ncastings = 2\n").contains("`casting` needs exactly one of `magic`, `miracle`"));
    let two = refusal("[casting.miracle]\n[casting.lite]\ntrait = 0\n");
    assert!(two.contains("here are `miracle`, `lite`"), "{two}");
    assert!(refusal("[casting]\nkeeps = 1\n[casting.miracle]\n").contains("`keeps` has no effect"));
}

#[test]
fn rejects_exact_answers_with_too_many_states() {
    let text = "[casting]\ncastings = 1000\n[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 3\n";
    assert!(run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).is_err());
    // Castings until the first success have few states, however many are allowed.
    let of = exact(&text.replace("castings = 1000", "castings = 100\nuntil = 1"));
    assert!(of("succeeds") > 0.999, "{}", of("succeeds"));
}

/// The limit depends on what the state of each system holds.
#[test]
fn solvable_castings_match_known_limits() {
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

/// Systems, with the number of castings that can be solved for any number of successes and for `until = 2`.
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

/// Castings built in code have the same limits as those in files.
#[test]
fn rejects_castings_out_of_range() {
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
            assert_eq!(
                said,
                format!("the number of {what} cannot be {number} (use a number from 1 to {MOST_CASTINGS})")
            );
        }
    }
    let miracle = "[casting]\n[casting.miracle]\n";
    for key in ["keeps", "rest_every"] {
        let vain = refusal(&miracle.replace("[casting]\n", &format!("[casting]\n{key} = 1\n")));
        assert!(vain.contains(&format!("`{key}` has no effect if casting drains nothing")), "{vain}");
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
fn exact_matches_simulation() {
    for case in CASES {
        let found = refused(case, case);
        assert_eq!(found.len(), 0, "{case}: {found:?}");
    }
}

#[test]
fn comparison_detects_a_better_trait() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("trait = 0", "trait = 1", 1)).is_empty(), "{case}");
    }
}

/// The template that `fudgelab new casting` prints, as it is and with all suggestions uncommented.
#[test]
fn starter_is_valid() {
    let starter = include_str!("../../src/api/starters/casting.toml");
    assert_eq!(study(starter).subjects.len(), 1);
    let setting = |line: &str| line.starts_with("# ") && (line.contains(" = ") || line.starts_with("# ["));
    let all: Vec<&str> = starter.lines().map(|line| if setting(line) { &line[2..] } else { line }).collect();
    assert_eq!(study(&all.join("\n")).subjects.len(), 2);
}

/// An exact answer near the state limit must not take long.
#[test]
fn many_castings_equal_the_sum_of_single_ones() {
    let of = exact("[casting]\ncastings = 80\n[casting.lite]\ntrait = -1\nsmall_mana = 2\nlarge_mana = 2\n");
    near(of("full successes"), 80.0 * REACH[0]);
    near(of("castings"), 80.0);
}

/// X3, SRD 7.33: an attempt that backfires costs a level, and a rest restores `regains` levels.
#[test]
fn rest_restores_the_reservoir() {
    let drained = |keys: &str| {
        let psi = "[casting.psi]\ntrait = -9\ndifficulty = 0\nreservoir = 3\nregains = 1\n";
        exact(&format!("[casting]\ncastings = 3\n{keys}\n{psi}"))("levels drained")
    };
    near(drained(""), 3.0);
    near(drained("rest_every = 1"), 1.0);
}

/// X3, SRD 7.33: a Terrible result backfires and costs a level, also for a subject who defends.
#[test]
fn transcript_reports_backfires() {
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

/// X1.
#[test]
fn rejects_potency_with_difficulty() {
    let both = refusal("[casting.magic]\ntrait = 0\npotency = 'average'\ndifficulty = 0\npotential = 3\n");
    assert!(both.contains("`potency` and `difficulty` exclude each other"), "{both}");
    assert!(both.contains("leave one of them out") && !both.contains("unknown key"), "{both}");
}

/// X6, LITE: each failure marks a box, small ones first. A rest clears the small boxes, or all with `rest_clears =
/// 'all'`.
#[test]
fn failures_mark_small_boxes_first() {
    let text = |castings: usize, keys: &str| {
        format!(
            "[casting]\ncastings = {castings}\n[casting.lite]\ntrait = -1\nsmall_mana = 3\nlarge_mana = 1\n{keys}\n"
        )
    };
    for (failures, boxes) in [(1, (1, 0)), (2, (2, 0)), (3, (3, 0)), (4, (3, 1)), (5, (3, 1))] {
        let (over, _) = played(&text(failures, ""), &vec![-1; failures]);
        assert_eq!((over.end.sum.drained, over.end.sum.spent), boxes);
        assert_eq!(over.end.sum.has(CasterEvent::Unsoftened), failures == 5);
    }
    // With `keeps = 1` the caster stops after three failures, with 2 after two.
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

/// X4, FF: each use costs a level of Health, or `tires` levels, until Health is below Terrible. Losses beyond the
/// collapse are not counted. A quarter of an hour restores a level.
#[test]
fn hedge_magic_stops_at_the_collapse() {
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
    // 14 minutes restore nothing, 30 restore two levels.
    for (minutes, drained) in [(14, 3.0), (15, 2.0), (29, 2.0), (30, 1.0), (45, 1.0)] {
        let three = format!(
            "[casting]\ncastings = 3\nrest_every = 2\n[casting.hedge]\ntrait = 1\ndifficulty = 0\nminutes = {minutes}\n"
        );
        near(exact(&three)("levels drained"), drained);
    }
}

/// X4, FF: each level of the Gift has five points. Two hours of sleep or one of meditation restore a point, and an hour
/// restores four levels of Health.
#[test]
fn power_points_return_with_sleep_and_meditation() {
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
    // Within the limit, a feat takes no roll of Willpower; one point beyond it, the roll is against Good.
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

/// Reserves after days of rest (SRD 7.11, 7.12, 7.33; FF; LITE) and after a few minutes (LITE). Some return by the
/// week, some overnight, some all together.
#[test]
fn reserves_return_with_rest() {
    let system = |text: &str| -> System {
        study(&format!("[casting]\n{text}\n")).subjects.cell(0).downcast_ref::<Casting>().unwrap().system.clone()
    };
    let down = ReserveLosses { drained: 9, spent: 7 };
    let magic = system("[casting.magic]\ntrait = 0\ndifficulty = 0\npotential = 9\nregains = 2\nfatigue = 'Superb'");
    let psi = system("[casting.psi]\ntrait = 0\ndifficulty = 0\nsubject = { trait = 0 }");
    let hedge = system("[casting.hedge]\ntrait = 0\ndifficulty = 0\nminutes = 30");
    let scholar = system("[casting.scholarly]\ntrait = 0\ndifficulty = 0\nsleep = 6");
    let lite = system("[casting.lite]\ntrait = 0\nsmall_mana = 9\nlarge_mana = 9");
    let miracle = system("[casting.miracle]");
    let after = |system: &System, days: u32| {
        let ReserveLosses { drained, spent } = system.after_days(down, days, 10);
        (drained, spent)
    };
    assert_eq!([6, 7, 13, 14, 600].map(|days| after(&magic, days)), [(9, 0), (7, 0), (7, 0), (5, 0), (0, 0)]);
    // The subject's reservoir is separate from the caster's.
    assert_eq!([6, 7, 14, 4000].map(|days| after(&psi, days)), [(9, 0), (8, 0), (7, 0), (0, 0)]);
    assert_eq!([0, 1, 2].map(|days| after(&hedge, days)), [(9, 7), (0, 7), (0, 7)]);
    assert_eq!([0, 1, 2].map(|days| after(&scholar, days)), [(9, 7), (0, 4), (0, 1)]);
    assert_eq!([0, 9, 10, 11].map(|days| after(&lite, days)), [(0, 7), (0, 7), (0, 0), (0, 0)]);
    assert_eq!(after(&miracle, 365), (9, 7));
    let minutes = |system: &System| system.after_minutes(down).drained;
    assert_eq!([&magic, &psi, &hedge, &scholar, &lite, &miracle].map(minutes), [9, 9, 9, 9, 0, 9]);
}

/// A caster in a fight cannot cast what it cannot pay for, and holds back what the spell keeps.
#[test]
fn casting_needs_enough_reserves() {
    let system = |text: &str| -> System {
        study(&format!("[casting]\n{text}\n")).subjects.cell(0).downcast_ref::<Casting>().unwrap().system.clone()
    };
    let scholar = system("[casting.scholarly]\ntrait = 0\ndifficulty = 0\ngifts = 1\ncosts = 2\nhealth = 'Fair'");
    let pays = |spent, drained, keeps| scholar.can_pay(ReserveLosses { drained, spent }, keeps);
    assert_eq!([0, 3, 4, 5].map(|spent| pays(spent, 0, SavedReserve::Nothing)), [true, true, false, false]);
    assert_eq!([0, 1, 2].map(|drained| pays(0, drained, SavedReserve::MoreThan(1))), [true, true, false]);
    assert_eq!(
        [0, 3].map(|drained| scholar.levels_left_after(ReserveLosses { drained, spent: 0 })),
        [Some(3), Some(0)]
    );
    let psi = system(
        "[casting.psi]\ntrait = 0\ndifficulty = 0\nreservoir = 'Mediocre'\npower = 0\nminimum_power = 1\ndesperate = true",
    );
    // Mediocre is two levels above Terrible, and a desperate attempt costs one.
    let left = |drained| {
        (
            psi.can_pay(ReserveLosses { drained, spent: 0 }, SavedReserve::Nothing),
            psi.levels_left_after(ReserveLosses { drained, spent: 0 }),
        )
    };
    assert_eq!([0, 1, 2, 3].map(left), [(true, Some(2)), (true, Some(1)), (false, Some(0)), (false, Some(0))]);
    let miracle = system("[casting.miracle]");
    assert!(
        miracle.can_pay(ReserveLosses { drained: 9, spent: 9 }, SavedReserve::MoreThan(100))
            && miracle.levels_left_after(ReserveLosses::default()).is_none()
    );
}

/// X2, X5, X6: transcripts of castings, line by line, and their results.
#[test]
fn transcripts_list_castings() {
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
    // Castings without a cost print none.
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

/// If two sides roll, the error about a short script names whose roll is missing.
#[test]
fn short_script_error_names_the_roller() {
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
    // Only the caster wakes up, so the roll needs no name.
    assert!(!missing(magic, "-4").contains(" of caster"), "{}", missing(magic, "-4"));
}

/// A17 (P1, P2, P4, P5): Fudge points work on casting rolls as on checks, in every system. With a point for `spend =
/// "reroll"`, a roll with success chance r succeeds with chance r + (1 − r) r and uses 1 − r points.
#[test]
fn fudge_points_work_on_castings() {
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
        // Fudge Magic must beat the difficulty.
        ("magic = { trait = 0, difficulty = 0 }", good),
    ] {
        let of = exact(&format!("[casting]\nspend = 'reroll'\n{system}\n"));
        near(of("succeeds"), once(r));
        near(of("Fudge points spent"), 1.0 - r);
        near(exact(&format!("[casting]\nspend = 'success'\n{system}\n"))("succeeds"), 1.0);
        near(exact(&format!("[casting]\nspend = 'automatic'\n{system}\n"))("succeeds"), 1.0);
        // A point makes up for a result that is one short.
        let less = [reaches(-1), fair][usize::from(r == good)];
        let shift = exact(&format!("[casting]\nspend = 'shift'\n{system}\n"));
        near(shift("succeeds"), less);
        near(shift("Fudge points spent"), less - r);
    }
}

/// A17: all castings share the points. With one reroll and two feats of success chance r, the second feat has the
/// reroll if the first did not use it.
#[test]
fn fudge_points_are_shared_by_all_castings() {
    let r = REACH[0];
    let of = exact("[casting]\ncastings = 2\nspend = 'reroll'\nhedge = { trait = 0, difficulty = 0 }\n");
    near(of("full successes"), 2.0 * r + (1.0 - r) * r * (1.0 + r));
    near(of("Fudge points spent"), 1.0 - r * r);
    // Two points are enough for both.
    let both = "[casting]\ncastings = 2\nspend = 'reroll'\nfudge_points = 2\nhedge = { trait = 0, difficulty = 0 }\n";
    near(exact(both)("full successes"), 2.0 * (r + (1.0 - r) * r));
}

/// SRD 7.15: a natural −4 fails whatever its total. A shift does not change what was rolled, so no point is spent on
/// it; a reroll does.
#[test]
fn shift_cannot_undo_a_natural_minus_4() {
    let text = |spend: &str| format!("[casting]\nspend = '{spend}'\nmagic = {{ trait = 3, difficulty = 0 }}\n");
    // At Superb, −3 is Fair, which a shift makes Good. A −4 still fails.
    let shift = exact(&text("shift"));
    near(shift("succeeds"), 1.0 - SHOW[4]);
    near(shift("Fudge points spent"), SHOW[3]);
    near(shift("faints"), SHOW[4]);
    // A −3 or −4 is rerolled.
    let again = SHOW[3] + SHOW[4];
    let reroll = exact(&text("reroll"));
    near(reroll("succeeds"), 1.0 - again * again);
    near(reroll("faints"), again * SHOW[4]);
}

/// X2: further rolls of Divine Favor are free, so points are spent on the last one. At least one of three rolls must
/// succeed.
#[test]
fn points_are_spent_on_the_last_petition() {
    let r = REACH[1];
    let of = exact("[casting]\nspend = 'reroll'\nmiracle = { trait = 0, favor = 1 }\n");
    near(of("succeeds"), 1.0 - (1.0 - r).powi(3));
    near(of("Fudge points spent"), (1.0 - r).powi(2));
}

/// X4: the Willpower roll for a feat beyond the limit can use points too. Fair must reach Good.
#[test]
fn points_are_spent_on_willpower_rolls() {
    let [feat, will] = [REACH[0], REACH[1]];
    let of = exact("[casting]\nspend = 'reroll'\nscholarly = { trait = 0, difficulty = 0, gifts = 1, costs = 2 }\n");
    near(of("succeeds"), will * (feat + (1.0 - feat) * feat) + (1.0 - will) * will * feat);
    near(of("Fudge points spent"), 1.0 - will * feat);
}

/// The rerolled dice count, and the point is printed.
#[test]
fn transcript_reports_spent_points() {
    let told = |spend: &str, dice: &str| {
        let text = format!("[casting]\nspend = '{spend}'\nfudge_points = 2\nclerical = {{ trait = 0 }}\n");
        let transcript = replay(&study(&text), 0, Rolls::Script(&parse_script(dice).unwrap())).unwrap();
        transcript.all("casting")[0].lines[0].text.replace('\u{a0}', " ")
    };
    assert_eq!(told("reroll", "-1, 3"), "Casting: Fair, 4dF +3 = Superb; difficulty Good: success, for 1 Fudge point");
    assert_eq!(told("shift", "0"), "Casting: Fair, 4dF 0 → Good; difficulty Good: success, for 1 Fudge point");
    assert_eq!(told("reroll", "1"), "Casting: Fair, 4dF +1 = Good; difficulty Good: success");
}

#[test]
fn unused_points_are_rejected_or_warned_about() {
    let wrong = refusal("[casting]\nfudge_points = 2\nclerical = { trait = 0 }\n");
    assert!(wrong.starts_with("error: `fudge_points` has no effect without `spend`"), "{wrong}");
    let warned = |castings: u16, certain: &str| {
        let magic = format!("magic = {{ trait = 0, difficulty = 0, potential = 2, certain = '{certain}' }}");
        let study = study(&format!("[casting]\ncastings = {castings}\nspend = 'reroll'\n{magic}\n"));
        study
            .warnings
            .iter()
            .any(|one| one.message().starts_with("`spend` of `casting` has no effect: every spell succeeds"))
    };
    assert!(warned(1, "always") && warned(2, "above-zero"));
    assert!(!warned(3, "above-zero") && !warned(3, "never"));
}
