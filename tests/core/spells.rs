//! Spells in fights (X1 to X6): chances computed by hand, equivalent fights without spells, and exact against simulated
//! answers.

use crate::support::written::{exact, refusal, refused};

pub fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "{found}, not {expected}");
}

/// The chance that 4dF shows -1 or more.
const MEDIOCRE: f64 = 66.0 / 81.0;

/// The chance that one 4dF beats another: they are equal in 1,107 of 6,561 cases.
const HIGHER: f64 = (1.0 - 1107.0 / 6561.0) / 2.0;

/// Rules under which a fighter who is hit is out.
const RULES: &str = "
[rules]
base = 'nutshell'
record = { kind = 'in-order', levels = [{ name = 'Out', out = true }] }
damage = 'hit'
";

/// A mage with a sleep spell, against a guard with the keys `guard`.
fn asleep(guard: &str) -> String {
    let mage = "[fighters.mage]\nskill = 0\nspells.sleep = { lite = { trait = 0 }, removes = true }\n";
    format!("{RULES}{mage}[fighters.guard]\nskill = 0\n{guard}\n")
}

/// X6, LITE: the difficulty of touch range is Mediocre. Against a guard who never strikes back, the spell is cast until
/// it succeeds.
#[test]
fn spell_puts_a_fighter_out_without_a_wound() {
    let of = exact(&asleep("only_defends = true"));
    near(of("wins", "Mage"), 1.0);
    near(of("rounds", ""), 1.0 / MEDIOCRE);
    near(of("spells cast", "Mage"), 1.0);
    near(of("spells that fail", "Mage"), 1.0 / MEDIOCRE - 1.0);
}

/// A caster in melee only defends in that round, and the actions of both take effect at its end.
#[test]
fn caster_in_melee_only_defends() {
    let of = exact(&asleep(""));
    let [p, q] = [MEDIOCRE, HIGHER];
    let ends = 1.0 - (1.0 - p) * (1.0 - q);
    near(of("wins", "Mage"), p * (1.0 - q) / ends);
    near(of("wins", "Guard"), (1.0 - p) * q / ends);
    near(of("rounds", ""), 1.0 / ends);
}

/// SRD 7.15: a fireball is thrown like a missile, so one whose casting never fails equals a missile.
#[test]
fn thrown_spell_that_never_fails_equals_a_missile() {
    let fight = |mage: &str| {
        format!(
            "[rules]\nbase = 'srd'\n[fighters.friend]\nskill = 0\nside = 'us'\nleader = true\n[fighters.mage]\nskill = -1\nside = 'us'\n\
             place = 'back'\nflees = 'leader down'\n{mage}\n[fighters.ogre]\nskill = 1\ndodge = 0\noffense = 2\ndefense = 1\nscale = 1\n"
        )
    };
    let spell = "spells.fireball = { lite = { trait = 4 }, harms = { offense = 4, thrown = 1 } }";
    let missile = "missile = { skill = 1, offense = 4, scaled = false, thrown = true }";
    let (cast, shot) = (exact(&fight(spell)), exact(&fight(missile)));
    for (measure, whose) in [("wins", "us"), ("wins", "Ogre"), ("rounds", "")] {
        near(cast(measure, whose), shot(measure, whose));
    }
    // Negative control: a spell that may fail wins less often.
    let fails = exact(&fight(&spell.replace("trait = 4", "trait = 0")));
    assert!(fails("wins", "us") < cast("wins", "us") - 0.01);
}

/// Reading 58: spells and arrows do not carry the effects of a bite or a blade. Neither edges nor a body without
/// substance stop energy, and it is not resisted (SRD 7.16). The fight equals one without any of these.
#[test]
fn spells_and_arrows_have_no_bite_or_blade_effects() {
    let fight = |rules: &str, magic: &str, attack: &str, own: &str, foe: &str| {
        exact(&format!(
            "[rules]\nbase = 'nutshell'\n{rules}\n[fighters.wiz]\nskill = 0\noffense = 1\ndefense = 1\n{own}\n{}\n\
             [fighters.foe]\nskill = 0\noffense = 2\ndefense = 1\n{foe}\n",
            attack.replace("MAGIC", magic)
        ))
    };
    let bites = [
        "abilities.poison = { check = 'Superb', effect = 'death' }",
        "abilities.poison = { check = 'Superb', effect = 'paralysis', drains = 1 }",
        "abilities.bleeding = { degree = 1, every = 'round' }",
        "abilities.burning = true",
        "blade = 'slashing'",
    ];
    let magic = "magic = { trait = 1, difficulty = 0, potential = 1, constitution = 1";
    let attacks = [
        ("", "spells.bolt = { MAGIC }, harms = { offense = 3 } }"),
        ("", "spells.bolt = { MAGIC }, harms = { offense = 3, thrown = 1 } }"),
        ("closing = 'never'", "missile = { skill = 1, offense = 3 }"),
    ];
    for (rules, attack) in attacks {
        let rules = if rules.is_empty() { "closing = 0" } else { rules };
        let plain = fight(rules, magic, attack, "", "");
        let same = |own: &str, foe: &str, magic: &str| {
            let changed = fight(rules, magic, attack, own, foe);
            for (measure, whose) in [("wins", "Wiz"), ("wins", "Foe"), ("rounds", "")] {
                near(changed(measure, whose), plain(measure, whose));
            }
        };
        bites.iter().for_each(|bite| same(bite, "", magic));
        if attack.contains("MAGIC") {
            same("", "abilities.edges = { slashing = 'half', piercing = 1 }", magic);
            same("", "", &format!("{magic}, resisted_by = {{ trait = 3 }}"));
            same("", "resists_magic = 5", &format!("{magic}, resisted_by = {{ trait = 3 }}"));
        }
    }
}

/// In turns, a thrown spell costs its target an avoidance, as a missile does; one that fails costs nothing, and the
/// next fighter acts.
#[test]
fn thrown_spell_takes_a_turn() {
    let fight = |avoidance: &str, mage: &str| {
        format!(
            "[rules]\nbase = 'srd'\npacing = 'turns'\navoidance = '{avoidance}'\ndamage = 'hit'\n\
             record = {{ kind = 'in-order', levels = [{{ name = 'Hurt', penalty = -1 }}, {{ name = 'Out', out = true }}] }}\n\
             [fighters.mage]\nskill = -1\nside = 'us'\nplace = 'back'\n{mage}\n[fighters.friend]\nskill = 0\nside = 'us'\n\
             [fighters.ogre]\nskill = 1\nonly_defends = true\n"
        )
    };
    let rounds = |avoidance: &str, mage: &str| exact(&fight(avoidance, mage))("rounds", "");
    let spell = "spells.fireball = { lite = { trait = 4 }, harms = { offense = 4, thrown = 1 } }";
    let missile = "missile = { skill = 1, offense = 4, scaled = false, thrown = true }";
    let hopeless = spell.replace("trait = 4", "trait = -4, difficulty = 9");
    for avoidance in ["one", "every"] {
        near(rounds(avoidance, spell), rounds(avoidance, missile));
        near(rounds(avoidance, &hopeless), rounds(avoidance, ""));
    }
    // Negative control: the number of avoidances matters.
    assert!(rounds("one", missile) < rounds("every", missile) - 0.1);
}

/// Fantasy Fudge: a blessing of +1 or +2 to defense lasts for the fight, so one that never fails equals armor.
#[test]
fn blessing_that_never_fails_equals_armor() {
    let fight = |friend: &str, cleric: &str| {
        format!(
            "[rules]\nbase = 'srd'\n[fighters.friend]\nskill = 0\nside = 'us'\n{friend}\n[fighters.cleric]\nskill = -1\n\
             side = 'us'\nplace = 'back'\n{cleric}\n[fighters.ogre]\nskill = 1\noffense = 3\n"
        )
    };
    let spell = |what: &str| {
        format!(
            "spells.bless = {{ clerical = {{ trait = 6 }}, enchants = {{ {what}, on = 'friend' }}, until_round = 1 }}"
        )
    };
    let cases = [("defense = 2", "armor = 2"), ("skill = 1", "modifiers = { blessing = 1 }")];
    for (what, instead) in cases {
        let blessed = exact(&fight("", &spell(what)));
        let plain = exact(&fight("", ""));
        let armored = exact(&fight(instead, ""));
        near(blessed("wins", "us"), armored("wins", "us"));
        assert!(plain("wins", "us") < armored("wins", "us") - 0.01, "{what} shows");
    }
}

/// If only player characters act (C5), a failure marks mana, and once that is used up the foe strikes (X6, LITE). The
/// mage wins with as many successes as the foe has boxes, before its own boxes and mana are full.
#[test]
fn mana_absorbs_failures() {
    for (small, large) in [(0, 0), (1, 0), (2, 2)] {
        let text = format!(
            "[rules]\nbase = 'lite'\n[fighters.mage]\nskill = 0\nspells.bolt = {{ harms = {{ offense = 1 }}, \
             lite = {{ trait = 0, small_mana = {small}, large_mana = {large} }} }}\n[fighters.imp]\nskill = 2\ninjury_boxes = 2\n"
        );
        // The mage has four boxes and the mana; with this many failures before the second success it loses.
        let failures = 4 + small + large;
        let wins: f64 = (0..failures).map(|k| f64::from(k + 1) * MEDIOCRE.powi(2) * (1.0 - MEDIOCRE).powi(k)).sum();
        near(exact(&text)("wins", "Mage"), wins);
    }
}

/// SRD 7.15: a failure stuns for a round, in which the guard strikes a mage who does not defend.
#[test]
fn failed_spell_stuns_its_caster() {
    let mage = "[fighters.mage]\nskill = 0\nspells.sleep = { magic = { trait = 0, difficulty = -1, no_drain = ['trivial'] }, \
                removes = true }\n";
    let text = format!("{RULES}{mage}[fighters.guard]\nskill = 0\n");
    // Above Mediocre the spell succeeds; at Mediocre it is watered down and puts no fighter out. A natural -4 is a
    // failure below Mediocre in any case, and drains nothing.
    let [full, partly, fails] = [50.0 / 81.0, 16.0 / 81.0, 15.0 / 81.0];
    // The guard hits an undefended mage with Poor or better (C9: 76 of 81 under the nutshell rules), otherwise with the
    // higher result.
    let [q, free] = [HIGHER, 76.0 / 81.0];
    // A round of casting ends with the guard asleep, the mage hit, neither (and the next round follows), or neither
    // with the mage stunned.
    let stunned = |then: f64| (1.0 - free) * then;
    // wins = full (1 - q) + (1 - q) (partly wins + fails (1 - free) wins)
    let wins = full * (1.0 - q) / (1.0 - (1.0 - q) * (partly + fails * stunned(1.0)));
    let of = exact(&text);
    near(of("wins", "Mage"), wins);
}

/// Each system and each effect, in simultaneous rounds, in turns, and in player-facing fights.
const CASES: [&str; 9] = [
    "[rules]\nbase = 'srd'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt', penalty = -1, boxes = 2 }, { name = 'Out', out = true }] }\ndamage = 'hit'\n[fighters.mage]\nskill = 0\nspells.bolt = { magic = { trait = 1, difficulty = 0, potential = 1, repeats = true, constitution = 0 }, harms = { offense = 3, thrown = 0 } }\n[fighters.guard]\nskill = 0\noffense = 2\n",
    "[rules]\nbase = 'srd'\npacing = 'turns'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt', penalty = -1, boxes = 2 }, { name = 'Out', out = true }] }\ndamage = 'hit'\n[fighters.mage]\nskill = 0\nspells.bolt = { magic = { trait = 1, difficulty = 0, potential = 1 }, harms = { offense = 3 }, keeps = 0 }\n[fighters.guard]\nskill = 0\noffense = 2\n",
    "[rules]\nbase = 'kaer'\n[fighters.mage]\nskill = 0\nspells.fear = { kaer = { trait = 1, difficulty = 0, target = { trait = 0 } }, enchants = { skill = -2, defense = -1, on = 'foe' } }\n[fighters.guard]\nskill = 0\noffense = 2\nresists_magic = 1\n",
    "[rules]\nbase = 'nutshell'\n[fighters.priest]\nskill = 0\nspells.heal = { miracle = { trait = 1, favor = 1 }, heals = { from = 'Hurt' } }\n[fighters.guard]\nskill = 0\noffense = 2\n",
    "[rules]\nbase = 'nutshell'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt', boxes = 2 }, { name = 'Out', out = true }] }\ndamage = 'hit'\n[fighters.psi]\nskill = 0\nspells.mind = { psi = { trait = 1, difficulty = 0, reservoir = -1, constitution = 0, subject = { trait = 0, reservoir = -2 } }, removes = true }\n[fighters.guard]\nskill = 1\noffense = 2\n",
    "[rules]\nbase = 'fantasy'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt', penalty = -1, boxes = 2 }, { name = 'Out', out = true }] }\ndamage = 'hit'\n[fighters.witch]\nskill = 0\nspells.hex = { hedge = { trait = 1, difficulty = 0, health = -2 }, enchants = { skill = -1, on = 'foe' } }\nspells.ward = { hedge = { trait = 1, difficulty = 0, health = -2 }, enchants = { defense = 2 }, from_round = 2 }\n[fighters.guard]\nskill = 0\noffense = 2\n",
    "[rules]\nbase = 'nutshell'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt', penalty = -1 }, { name = 'Out', out = true }] }\ndamage = 'hit'\n[fighters.friend]\nskill = 0\nside = 'us'\n[fighters.scholar]\nskill = -1\nside = 'us'\nplace = 'back'\nspells.fireball = { scholarly = { trait = 1, difficulty = 0, gifts = 1, costs = 2 }, harms = { offense = 2, thrown = 1 } }\n[fighters.ogre]\nskill = 1\noffense = 2\ndefense = 2\n",
    "[rules]\nbase = 'lite'\n[fighters.mage]\nskill = 0\nspells.bolt = { lite = { trait = 1, range = 'medium' }, harms = { offense = 1 } }\n[fighters.imp]\nskill = 1\ninjury_boxes = 3\n",
    "[rules]\nbase = 'srd'\npacing = 'turns'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt', penalty = -1 }, { name = 'Out', out = true }] }\ndamage = 'hit'\n[fighters.friend]\nskill = 0\nside = 'us'\n[fighters.cleric]\nskill = -1\nside = 'us'\nspells.bless = { clerical = { trait = 1 }, enchants = { skill = 1, on = 'friend' } }\n[fighters.ogre]\nskill = 2\noffense = 5\n",
];

#[test]
fn exact_matches_simulation() {
    for case in CASES {
        let found = refused(case, case);
        assert_eq!(found.len(), 0, "{case}: {found:?}");
    }
}

/// Negative control: two levels of the casting trait change the figures.
#[test]
fn casting_trait_changes_figures() {
    for case in CASES {
        assert!(!refused(case, &case.replacen("{ trait = 1", "{ trait = -1", 1)).is_empty(), "{case}");
    }
}

/// A spell has one system and one effect, and friends do not resist it.
#[test]
fn contradictory_spells_are_rejected() {
    let of = |spell: &str| {
        refusal(&format!("{RULES}[fighters.a]\nskill = 0\nspells.x = {{ {spell} }}\n[fighters.b]\nskill = 0\n"))
    };
    let cases = [
        ("removes = true", "`x` needs exactly one of `magic`, `miracle`"),
        ("lite = { trait = 0 }, miracle = {}, removes = true", "here are `miracle`, `lite`"),
        ("lite = { trait = 0 }", "the spell has no effect"),
        ("lite = { trait = 0 }, removes = false", "the spell has no effect"),
        ("lite = { trait = 0 }, removes = true, heals = {}", "the spell has several effects"),
        ("lite = { trait = 0 }, enchants = {}", "changes nothing"),
        ("lite = { trait = 0 }, heals = { wounds = 0, by_margin = false }", "closes no wounds"),
        ("kaer = { trait = 0, difficulty = 0, target = { trait = 0 } }, heals = {}", "who do not resist it"),
    ];
    for (spell, message) in cases {
        let found = of(spell);
        assert!(found.contains(message), "{spell}: {found}");
    }
}

/// X4: without `from`, a spell heals any wound: here the only level that does not put a fighter out.
#[test]
fn healing_spell_without_a_level_heals_any_wound() {
    let rules = "[rules]\nbase = 'nutshell'\nrecord = { kind = 'in-order', levels = [{ name = 'Hurt' }, { name = 'Out', out = true }] }\ndamage = 'hit'\n";
    let text = |from: &str| {
        format!(
            "{rules}[fighters.healer]\nskill = 0\nspells.heal = {{ clerical = {{ trait = 8 }}, heals = {{ {from} }} }}\n[fighters.guard]\nskill = 0\n"
        )
    };
    let cast = |from: &str| exact(&text(from))("spells cast", "Healer");
    assert!(cast("") > 0.1, "{}", cast(""));
    near(cast(""), cast("from = 'Hurt'"));
}

/// A7: `critical_success` decides which blows count as critical in fights.
#[test]
fn critical_success_has_an_effect_on_blows() {
    let duel = |rules: &str| {
        let rules = format!("{RULES}{rules}\n");
        let of = exact(&format!("{rules}[fighters.a]\nskill = 0\n[fighters.b]\nskill = 0\nonly_defends = true\n"));
        of("rounds", "")
    };
    // 4dF shows 2 or more in 15 of 81 cases, and 3 or more in 5.
    near(duel("hit = 'critical'\ncritical_success = 2"), 81.0 / 15.0);
    near(duel("hit = 'critical'\ncritical_success = 3"), 81.0 / 5.0);
}

/// The rules for checks decide castings in fights, too. The guard never strikes, so the fight lasts until the spell
/// works.
#[test]
fn rules_for_checks_have_an_effect_on_castings() {
    let rounds = |rules: &str, caster: &str| {
        let mage = format!("[fighters.mage]\nskill = 0\nspells.sleep = {{ {caster}, removes = true }}\n");
        exact(&format!("{RULES}{rules}\n{mage}[fighters.guard]\nskill = 0\nonly_defends = true\n"))("rounds", "")
    };
    let hedge = |keys: &str| format!("hedge = {{ tires = 0, {keys} }}");
    // The chances that 4dF shows at least -1, 0, 1, 2 and 3.
    let [mediocre, fair, good, great, superb] = [66.0, 50.0, 31.0, 15.0, 5.0].map(|ways: f64| 81.0 / ways);
    let against = |difficulty: i32| hedge(&format!("trait = 0, difficulty = {difficulty}"));
    near(rounds("", &against(0)), fair);
    near(rounds("success = 'surpass'", &against(0)), good);
    near(rounds("no_roll_at = 0", &against(0)), 1.0);
    near(rounds("no_roll_at = 0", &against(1)), good);
    near(rounds("criticals = 'automatic'\ncritical_success = 2", &against(4)), great);
    near(rounds("criticals = 'automatic'\ncritical_success = 3", &against(4)), superb);
    near(rounds("criticals = 'automatic'\ncritical_failure = 0", &against(0)), good);
    near(rounds("default_difficulty = 1", &hedge("trait = 0")), good);
    near(rounds("assisting = 'plus-one'", &hedge("trait = 0, assist = 'Good', difficulty = 0")), mediocre);
    near(rounds("default_levels = 'srd'", &hedge("unlisted = 'attribute', difficulty = 0")), fair);
    near(rounds("default_levels = 'lite'", &hedge("unlisted = 'attribute', difficulty = 0")), great);
}

/// LITE: if only player characters act, a foe strikes the caster of a spell that fails. A blow that wins by 1 has a
/// result that is 1 above what it must reach, however good the roll for the spell was.
#[test]
fn blow_after_a_failed_spell_has_the_result_of_its_degree() {
    let fight = |points: &str, out: i32, spell: &str| {
        format!(
            "[rules]\nbase = 'nutshell'\npacing = 'player-facing'\nround_limit = 3\ndamage.points = '{points}'\n\
             record = {{ levels = [{{ name = 'Out', from = {out}, out = true }}] }}\n[fighters.mage]\npc = true\nskill = 0\n\
             spells.fear = {{ {spell}, enchants = {{ skill = -1, on = 'foe' }} }}\n[fighters.guard]\npc = false\nskill = 0\n"
        )
    };
    let wins = |points: &str, out: i32, spell: &str| exact(&fight(points, out, spell))("wins", "Guard");
    let resisted = "magic = { trait = 2, dice = 'none', difficulty = 0, resisted_by = { trait = 5, dice = 'none' } }";
    near(wins("degree", 1, resisted), 1.0);
    near(wins("attack", 1, resisted), 1.0);
    near(wins("attack", 2, resisted), 0.0);
    near(wins("attack - guard", 1, resisted), 1.0);
    near(wins("attack - guard", 2, resisted), 0.0);
    // A spell that falls short by 12 levels, more than any blow of the guard can win by.
    let short = "hedge = { trait = 0, dice = 'none', difficulty = 12, tires = 0 }";
    for points in ["degree", "attack", "attack - guard", "attack + natural", "degree + natural"] {
        near(wins(points, 12, short), 1.0);
        near(wins(points, 13, short), 0.0);
    }
}
