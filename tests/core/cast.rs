//! Spells in fights (X1 to X6, "Spells in fights" in docs/readings.md), each chance calculated by hand.

use crate::spells::near;

use crate::support::written::{exact, refusal, study};
use fudgelab::study::replay::{Rolls, parse_script, replay};

/// The chance that 4dF show exactly `natural`: 0 in 19 of 81 rolls, −1 and +1 in 16 each, ±2 in 10, ±3 in 4, ±4 in 1.
fn shows(natural: i32) -> f64 {
    [19.0, 16.0, 10.0, 4.0, 1.0].get(natural.unsigned_abs() as usize).map_or(0.0, |ways| ways / 81.0)
}

fn reaches(natural: i32) -> f64 {
    (natural.max(-4)..=4).map(shows).sum()
}

/// Rules in which seven points put a fighter out and fewer have no effect.
const RULES: &str = "
[rules]
base = 'nutshell'
round_limit = LIMIT
record = { kind = 'boxes', levels = [{ name = 'Grazed', from = 1, boxes = 9 }, { name = 'Out', from = 7, boxes = 1, out = true }] }
";

/// The chance that a mage puts out a guard within `rounds`, if neither can hurt the other with weapons.
fn out_within(rounds: u32, mage: &str, guard: &str) -> f64 {
    let rules = RULES.replace("LIMIT", &rounds.to_string());
    let text = format!(
        "{rules}[fighters.mage]\nskill = -9\noffense = -50\n{mage}\n[fighters.guard]\nskill = 0\nonly_defends = true\n{guard}\n"
    );
    exact(&text)("wins", "Mage")
}

fn out(mage: &str, guard: &str) -> f64 {
    out_within(1, mage, guard)
}

/// SRD 7.15: a spell that is not thrown hits by the margin of the casting, 0 included, less the guard's defense. LITE's
/// touch is Mediocre, so 4dF beat it by one more than they show.
#[test]
fn harm_equals_the_casting_margin() {
    for needed in -2..=5 {
        let bolt =
            |offense: i32| format!("spells.bolt = {{ lite = {{ trait = 0 }}, harms = {{ offense = {offense} }} }}");
        near(out(&bolt(7 - needed), ""), reaches(needed.max(0) - 1));
        near(out(&bolt(9 - needed), "defense = 2"), reaches(needed.max(0) - 1));
    }
}

/// SRD 7.15: a spell that only equals its difficulty is watered down and hits by 0. A natural −4 fails even above the
/// difficulty.
#[test]
fn watered_down_spell_hits_by_0() {
    let bolt = |level: i32, offense: i32| {
        out(
            &format!(
                "spells.bolt = {{ magic = {{ trait = {level}, difficulty = 0, no_drain = ['average'], highest_skill = 9 }}, harms = {{ offense = {offense} }} }}"
            ),
            "",
        )
    };
    for needed in 0..=4 {
        near(bolt(0, 7 - needed), reaches(needed));
    }
    near(bolt(5, 7), 80.0 / 81.0);
    near(bolt(5, 6), 80.0 / 81.0);
}

/// X5, KAER: the mage's shortfall of Will is subtracted from the spell, which has no effect below 0.
#[test]
fn will_shortfall_weakens_the_spell() {
    // The chance that the target's 4dF beat the mage's by at most `short`.
    let within = |short: i32| -> f64 { (-4..=4).map(|own| shows(own) * (1.0 - reaches(own + short + 1))).sum() };
    for needed in 0..=4 {
        let spell = format!(
            "spells.bolt = {{ kaer = {{ trait = 0, difficulty = 0, will = 0, target = {{ trait = 0 }} }}, harms = {{ offense = {} }} }}",
            7 - needed
        );
        let expected: f64 = (needed..=4).map(|natural| shows(natural) * within(natural - needed)).sum();
        near(out(&spell, ""), expected);
    }
    // If a shortfall of one level stops the spell, only a full success strikes.
    let stopped = "spells.bolt = { kaer = { trait = 0, difficulty = 0, will = 0, target = { trait = 0 }, stopped_at = 1 }, harms = { offense = 7 } }";
    near(out(stopped, ""), reaches(0) * within(0));
    // A target's own level of resistance overrides that of the spell.
    let resists = stopped.replace("target = { trait = 0 }", "target = { trait = 9 }");
    near(out(&resists, "resists_magic = 0"), reaches(0) * within(0));
    near(out(&resists, ""), 0.0);
}

/// M1: wounds count against the casting, and with `wound_penalties = 'all'` against the resistance too.
#[test]
fn wounds_lower_casting_and_resistance() {
    let hurt = |rules: &str, mage: &str, guard: &str, spell: &str| {
        let text = format!(
            "[rules]\nbase = 'srd'\nround_limit = 1\n{rules}\n[fighters.mage]\nskill = -9\noffense = -50\nspells.sleep = {{ {spell}, removes = true }}\n{mage}\n\
             [fighters.guard]\nskill = 0\nonly_defends = true\n{guard}\n"
        );
        exact(&text)("wins", "Mage")
    };
    let lite = "lite = { trait = 0 }";
    near(hurt("", "", "", lite), reaches(-1));
    near(hurt("", "wounds = ['Hurt']", "", lite), reaches(0));
    near(hurt("", "wounds = ['Very Hurt']", "", lite), reaches(1));
    near(hurt("", "", "wounds = ['Very Hurt']", lite), reaches(-1));
    // The mage's Will against the guard's; the mage wins ties.
    let kaer = "kaer = { trait = 9, difficulty = 0, will = 0, target = { trait = 0 }, stopped_at = 1 }";
    let ahead = |more: i32| -> f64 { (-4..=4).map(|other| shows(other) * reaches(other - more)).sum() };
    near(hurt("", "", "", kaer), ahead(0));
    near(hurt("wound_penalties = 'all'", "", "wounds = ['Very Hurt']", kaer), ahead(2));
    near(hurt("wound_penalties = 'all'", "wounds = ['Hurt']", "", kaer), ahead(-1));
}

/// SRD 7.13: each casting makes the next one harder by one, until none can succeed: six at Fair against Mediocre, the
/// last of them watered down at best. Then the fight never ends.
#[test]
fn castings_use_up_mana() {
    let bolt = "spells.bolt = { magic = { trait = 0, difficulty = -1, potential = 1, no_drain = ['trivial'], repeats = true }, harms = { offense = 7 } }";
    // After a failure the mage loses a round.
    let misses: f64 = (0..=5).map(|before| 1.0 - reaches(before - 1)).product();
    near(out_within(40, bolt, ""), 1.0 - misses);
    near(out_within(2, bolt, ""), reaches(-1));
    near(out_within(3, bolt, ""), 1.0 - (1.0 - reaches(-1)) * (1.0 - reaches(0)));
}

/// LITE, FF: a reservoir pays for a limited number of castings, and `keeps` holds some back.
#[test]
fn reservoir_limits_castings() {
    let p = reaches(-1);
    let tries = |count: i32| 1.0 - (1.0 - p).powi(count);
    let mana = |keeps: &str| {
        format!(
            "spells.bolt = {{ lite = {{ trait = 0, small_mana = 2, large_mana = 1 }}, harms = {{ offense = 7 }}{keeps} }}"
        )
    };
    for keeps in 0..3 {
        near(out_within(20, &mana(&format!(", keeps = {keeps}")), ""), tries(3 - keeps));
    }
    near(out_within(20, &mana(""), ""), tries(20));
    near(out_within(20, &mana(", keeps = 3"), ""), 0.0);
    // A gift has five power points, and Health is high enough.
    for (costs, castings) in [(1, 5), (2, 2), (3, 1), (5, 1)] {
        let scholar = format!(
            "spells.bolt = {{ scholarly = {{ trait = 0, difficulty = -1, gifts = 1, costs = {costs}, tires = 0, willpower = 9 }}, harms = {{ offense = 7 }} }}"
        );
        near(out_within(20, &scholar, ""), tries(castings));
    }
    // Poor Health is two levels above a collapse. The second use puts the mage out, but the spell still takes effect.
    let witch = |keeps: &str| {
        format!(
            "spells.bolt = {{ hedge = {{ trait = 0, difficulty = -1, health = -2 }}, harms = {{ offense = 7 }}{keeps} }}"
        )
    };
    near(out_within(20, &witch(", keeps = 0"), ""), tries(1));
    near(out_within(20, &witch(", keeps = 'nothing'"), ""), p);
}

/// Reading 57: in a fight, casters do not cast a spell if its price would make them faint, unless the spell keeps
/// nothing back. The test spell always succeeds and does too little to end the fight.
#[test]
fn casters_stop_before_fainting() {
    let prices = [
        ("hedge = { trait = 9, difficulty = -1, health = 0, tires = 2 }", 1.0),
        ("magic = { trait = 9, difficulty = -1, potential = 9, fatigue = 1, tires = 2 }", 2.0),
        ("psi = { trait = 9, difficulty = -1, reservoir = 0, tires = 1, augments = 'never' }", 3.0),
    ];
    let fight = |price: &str, keeps: &str| {
        exact(&format!(
            "[rules]\nbase = 'nutshell'\ndice = '1d1'\nround_limit = 9\n[fighters.mage]\nskill = 0\n\
             spells.bolt = {{ {price}, harms = {{ offense = -99 }}{keeps} }}\n[fighters.guard]\nskill = 0\nonly_defends = true\n"
        ))
    };
    for (price, castings) in prices {
        let [careful, reckless] = ["", ", keeps = 'nothing'"].map(|keeps| fight(price, keeps));
        near(careful("spells cast", "Mage"), castings);
        near(careful("faints from casting", "Mage"), 0.0);
        near(reckless("spells cast", "Mage"), castings + 1.0);
        near(reckless("faints from casting", "Mage"), 1.0);
    }
}

/// The lines about spells in the transcript of a fight with the rolls `dice`.
fn told(text: &str, dice: &str) -> Vec<String> {
    let transcript = replay(&study(text), 0, Rolls::Script(&parse_script(dice).unwrap())).unwrap();
    let words = |line: &fudgelab::Line| line.text.replace('\u{a0}', " ");
    transcript.all("casts").into_iter().map(words).collect()
}

/// SRD 7.22: the most wounded fighter is healed, and the first of several equals. Fighters with lighter wounds than
/// `from` are not.
#[test]
fn most_wounded_fighter_is_healed() {
    let fight = |spell: &str, ben: &str, cy: &str| {
        let text = format!(
            "[rules]\nbase = 'nutshell'\nround_limit = 1\n[fighters.ada]\nside = 'us'\nskill = 0\nonly_defends = true\n[fighters.ben]\nside = 'us'\nskill = 0\nonly_defends = true\n{ben}\n\
             [fighters.cy]\nside = 'us'\nskill = 0\n{cy}\nspells.heal = {{ clerical = {{ trait = 8 }}, heals = {{ {spell} }} }}\n[fighters.guard]\nskill = 0\nonly_defends = true\n"
        );
        told(&text, "0, 0, 0, 0, 0, 0, 0, 0")
    };
    let hurt = |level: &str| format!("wounds = ['{level}']");
    assert_eq!(fight("", &hurt("Hurt"), &hurt("Very Hurt")), ["Cy casts heal."]);
    assert_eq!(fight("", &hurt("Very Hurt"), &hurt("Very Hurt")), ["Cy casts heal on Ben."]);
    assert_eq!(fight("from = 'Very Hurt'", &hurt("Very Hurt"), ""), ["Cy casts heal on Ben."]);
    assert_eq!(fight("from = 'Very Hurt'", &hurt("Hurt"), &hurt("Hurt")), [""; 0]);
    assert_eq!(fight("", "", ""), [""; 0]);
}

/// Fantasy Fudge: a blessing goes to each friend who lacks it, in order, a curse to a foe who lacks it, and a ward only
/// to the caster.
#[test]
fn enchantments_go_to_fighters_who_lack_them() {
    let fight = |spell: &str, dice: &str| {
        let text = format!(
            "[rules]\nbase = 'nutshell'\nround_limit = 3\n[fighters.ada]\nside = 'us'\nskill = 0\nonly_defends = true\n\
             [fighters.cy]\nside = 'us'\nskill = 0\nspells.bless = {{ clerical = {{ trait = 8 }}, enchants = {{ {spell} }} }}\n\
             [fighters.guard]\nskill = 0\nonly_defends = true\n"
        );
        told(&text, dice)
    };
    let dice = ["0"; 40].join(", ");
    assert_eq!(fight("defense = 2, on = 'friend'", &dice), ["Cy casts bless on Ada.", "Cy casts bless."]);
    assert_eq!(fight("defense = 2", &dice), ["Cy casts bless."]);
    assert_eq!(fight("skill = -1, on = 'foe'", &dice), ["Cy casts bless on Guard."]);
}

/// Spells are tried in order. The caster uses the first one that it can pay for, whose conditions are true and that has
/// an effect.
#[test]
fn first_useful_spell_is_cast() {
    let text = |first: &str| {
        format!(
            "[rules]\nbase = 'nutshell'\nround_limit = 2\n[fighters.cy]\nskill = 0\noffense = -50\n\
             spells.ward = {{ lite = {{ trait = 8 }}, enchants = {{ defense = 1 }}{first} }}\n\
             spells.bolt = {{ lite = {{ trait = 8 }}, harms = {{ offense = -50 }} }}\n[fighters.guard]\nskill = 0\nonly_defends = true\n"
        )
    };
    let dice = ["0"; 30].join(", ");
    assert_eq!(told(&text(""), &dice), ["Cy casts ward.", "Cy casts bolt on Guard."]);
    assert_eq!(told(&text(", from_round = 2"), &dice), ["Cy casts bolt on Guard.", "Cy casts ward."]);
    assert_eq!(told(&text(", keeps = 4"), &dice), ["Cy casts bolt on Guard.", "Cy casts bolt on Guard."]);
}

/// Fighters who only defend cast nothing, and neither do foes if only player characters act.
#[test]
fn passive_fighters_cast_nothing() {
    let cast = |rules: &str, mage: &str| {
        let text = format!(
            "[rules]\n{rules}\nround_limit = 1\n[fighters.hero]\nskill = 2\n[fighters.mage]\nskill = 0\n{mage}\n\
             spells.sleep = {{ lite = {{ trait = 8 }}, removes = true }}\n"
        );
        exact(&text)("spells cast", "Mage")
    };
    near(cast("base = 'nutshell'", ""), 1.0);
    near(cast("base = 'nutshell'", "only_defends = true"), 0.0);
    near(cast("base = 'lite'", "injury_boxes = 9"), 0.0);
}

/// SRD 4.34: with random targets, a spell hits each foe equally often; otherwise it hits the first.
#[test]
fn random_targets_apply_to_spells() {
    let fight = |more: &str| {
        exact(&format!(
            "[rules]\nbase = 'nutshell'\nround_limit = 1\n[fighters.mage]\nskill = -9\noffense = -50\nside = 'us'\n{more}\n\
             spells.sleep = {{ lite = {{ trait = 8 }}, removes = true }}\n[fighters.a]\nskill = 0\nonly_defends = true\nside = 'they'\n\
             [fighters.b]\nskill = 0\nonly_defends = true\nside = 'they'\n"
        ))
    };
    let random = fight("targets = 'random'");
    assert_eq!(["A", "B"].map(|who| random("out", who)), [0.5; 2]);
    let first = fight("");
    assert_eq!(["A", "B"].map(|who| first("out", who)), [1.0, 0.0]);
}

#[test]
fn rejects_more_than_fifty_spells() {
    let text = |count: usize| {
        let spells: String = (0..count)
            .map(|number| format!("spells.s{number} = {{ lite = {{ trait = 0 }}, removes = true }}\n"))
            .collect();
        format!("[rules]\nbase = 'nutshell'\n[fighters.mage]\nskill = 0\n{spells}[fighters.guard]\nskill = 0\n")
    };
    assert_eq!(study(&text(50)).subjects.len(), 1);
    assert!(refusal(&text(51)).contains("has 51 spells"));
}

/// SRD 7.11: a natural −4, 1 of 81 rolls, makes the mage faint. Without a `constitution` to wake up, the mage is out.
#[test]
fn fainting_caster_is_out() {
    let text = "[rules]\nbase = 'nutshell'\nround_limit = 1\n[fighters.mage]\nskill = 0\noffense = -50\n\
                spells.sleep = { magic = { trait = 0, difficulty = 0 }, removes = true }\n[fighters.guard]\nskill = 0\nonly_defends = true\n";
    let of = exact(text);
    near(of("faints from casting", "Mage"), shows(4));
    near(of("wins", "Guard"), shows(4));
    near(of("wins", "Mage"), reaches(1));
    near(of("spells cast", "Mage"), reaches(0));
    near(of("spells that fail", "Mage"), 1.0 - reaches(0));
}

/// Reading 16, W6: hitting with a spell takes no roll, so parity makes no difference.
#[test]
fn parity_does_not_affect_spells() {
    let rules = RULES.replace("LIMIT", "1").replace("round_limit", "damage_roll = 'parity-points'\nround_limit");
    for needed in 0..=3 {
        let text = format!(
            "{rules}[fighters.mage]\nskill = -9\noffense = -50\nspells.bolt = {{ lite = {{ trait = 0 }}, harms = {{ offense = {} }} }}\n\
             [fighters.guard]\nskill = 0\nonly_defends = true\n",
            7 - needed
        );
        near(exact(&text)("wins", "Mage"), reaches(needed - 1));
    }
}

/// C5, LITE: if only player characters act and a spell fails, the foe strikes by the margin of failure, at least 1.
#[test]
fn foe_strikes_by_the_margin_of_a_failed_spell() {
    let fight = |level: i32, offense: i32| {
        let rules = RULES.replace("LIMIT", "1").replace("round_limit", "pacing = 'player-facing'\nround_limit");
        let spell = format!("magic = {{ trait = {level}, difficulty = 0, no_drain = ['average'], highest_skill = 9 }}");
        let text = format!(
            "{rules}[fighters.mage]\nskill = 0\npc = true\nspells.sleep = {{ {spell}, removes = true }}\n[fighters.imp]\nskill = 0\noffense = {offense}\n"
        );
        exact(&text)("wins", "Imp")
    };
    for needed in 1..=4 {
        near(fight(0, 7 - needed), reaches(needed));
        near(fight(0, 8 - needed), reaches((needed - 1).max(1)));
    }
    // A natural −4 fails even above the difficulty.
    near(fight(5, 6), shows(4));
    near(fight(5, 5), 0.0);
}

/// SRD 7.34: a psionic attack must beat the subject's result, and hits by its margin over that or the difficulty,
/// whichever is higher.
#[test]
fn psionic_attack_must_beat_the_subject() {
    for needed in 0..=4 {
        let mind = format!(
            "spells.mind = {{ psi = {{ trait = 0, difficulty = 0, augments = 'never', subject = {{ trait = 0, augments = 'never' }} }}, harms = {{ offense = {} }} }}",
            7 - needed
        );
        let expected: f64 = (needed..=4).map(|own| shows(own) * (1.0 - reaches(own - needed.max(1) + 1))).sum();
        near(out(&mind, ""), expected);
    }
}

/// A transcript shows the spell's own damage factor, not that of the mage's weapon.
#[test]
fn transcript_shows_the_spells_own_factor() {
    fn texts(lines: &[fudgelab::Line]) -> Vec<String> {
        let own = |line: &fudgelab::Line| line.text.replace('\u{a0}', " ");
        lines.iter().flat_map(|line| std::iter::once(own(line)).chain(texts(&line.lines))).collect()
    }
    let text = "[rules]\nbase = 'nutshell'\nround_limit = 1\n[fighters.mage]\nskill = 0\noffense = 2\n\
                spells.bolt = { lite = { trait = 0 }, harms = { offense = 5 } }\n\
                [fighters.guard]\nskill = 0\ndefense = 1\nonly_defends = true\n";
    let transcript = replay(&study(text), 0, Rolls::Script(&parse_script("0, 0, 0, 0").unwrap())).unwrap();
    let damage = "Damage: relative degree 1, offense +5, foe's defense −1 = 5: Very Hurt.";
    assert!(texts(&transcript.lines).iter().any(|text| text == damage), "{transcript:?}");
}

/// A9 (FF): hedge and scholarly magic drain Health, as poison does, and both add up. Fair Health is four levels above a
/// collapse, so a use of one level is paid for while at most three are gone. Two levels lost to poison leave one use.
/// Three levels of poison count as one for a resistant caster, which leaves two uses. Fatigue and the psychic reservoir
/// are separate from Health.
#[test]
fn poison_and_casting_drain_the_same_health() {
    let hedge = "hedge = { trait = 9, difficulty = -1, health = 0 }";
    let scholar = "scholarly = { trait = 9, difficulty = -1, health = 0, gifts = 9, costs = 1 }";
    let magic = "magic = { trait = 9, difficulty = -1, potential = 9, fatigue = 0 }";
    let psi = "psi = { trait = 9, difficulty = -1, reservoir = 0, tires = 1, augments = 'never' }";
    let fight = |system: &str, keys: &str, keeps: &str| {
        exact(&format!(
            "[rules]\nbase = 'nutshell'\ndice = '1d1'\nround_limit = 9\n[fighters.mage]\nskill = 0\n{keys}\n\
             spells.bolt = {{ {system}, harms = {{ offense = -99 }}{keeps} }}\n[fighters.guard]\nskill = 0\nonly_defends = true\n"
        ))
    };
    let casts = |system: &str, keys: &str| fight(system, keys, "")("spells cast", "Mage");
    let lost = "begins_poisoned = { drains = 0, lost = 2 }";
    for system in [hedge, scholar] {
        near(casts(system, ""), 3.0);
        near(casts(system, lost), 1.0);
        near(casts(system, "poisoned = 'resistant'\nbegins_poisoned = { drains = 0, lost = 3 }"), 2.0);
        let reckless = fight(system, lost, ", keeps = 'nothing'");
        near(reckless("spells cast", "Mage"), 2.0);
        near(reckless("faints from casting", "Mage"), 1.0);
    }
    for system in [magic, psi] {
        near(casts(system, lost), 3.0);
    }
    // With a level lost to poison and one to the spell each round, Health is below Terrible after two rounds; with
    // poison alone, after four.
    let drained = |system: &str| fight(system, "begins_poisoned = { drains = 1 }", "")("rounds", "");
    near(drained(hedge), 2.0);
    near(drained(magic), 4.0);
}
