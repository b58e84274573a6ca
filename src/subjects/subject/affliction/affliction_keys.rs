//! Reads `[affliction]`.

use crate::check::{Affliction, Check, MOST_STEPS, PERIOD_LIMIT, Treatment};
use crate::document::{AnyKey, Key, KeyOr, Kind, Reader, decode, keys};
use crate::subject::actor::{
    ASSIST, DICE, MODIFIERS, ROLL_KEYS, TRAIT, TRAIT_KEYS, UNCAPPED, UNLISTED, actor, levels_to_lose_below_terrible,
};
use crate::subject::check::check_keys::{DIFFICULTY, check_of, read_check};

const MAX_STEPS: i64 = MOST_STEPS as i64;

keys! {
    pub(crate) AFFLICTION = "affliction": "Poison, bleeding, disease or the like, period by period. A period can be a round, an hour or a day.";
    .. TRAIT_KEYS;
    RESIST: Key<i32> = Key::level("resist")
        .means("The level that the first roll must reach to resist the affliction completely.", "\"Good\"")
        .otherwise("the affliction cannot be resisted");
    WORSENS: Key<i32> = Key::level("difficulty")
        .means("The level to reach in each period.", "\"Fair\"")
        .otherwise("nothing is rolled, and each period costs `loses` steps");
    LOSES: KeyOr<u32> =
        Key::<u32>::integer("loses", 0, MAX_STEPS).means("How many steps a failure costs.", "1").or(1);
    REGAINS: KeyOr<u32> =
        Key::<u32>::integer("regains", 0, MAX_STEPS).means("How many steps a success restores.", "1").or(0);
    STEPS: Key<u32> = Key::<u32>::integer("steps", 1, MAX_STEPS)
        .means("The number of lost steps at which the victim succumbs: levels of Health, points or wounds.", "4")
        .otherwise("as many as bring the trait below Terrible");
    SAPS: KeyOr<bool> =
        Key::flag("saps").means("Whether each lost step lowers later rolls by a level.", "true").or(false);
    SHAKEN_OFF: Key<u32> = Key::<u32>::integer("shaken_off_after", 1, MAX_STEPS)
        .means("How many successes end the affliction.", "3")
        .otherwise("successes do not end it");
    PERIODS: Key<u32> = Key::<u32>::integer("periods", 1, PERIOD_LIMIT as i64)
        .means("How many periods the affliction lasts.", "6")
        .otherwise("no limit");
    TREATMENT: Key<Treatment> = Key::new("treatment", Kind::Table(&CARE), |item| decode::table(treatment)(item))
        .means("The healer who treats the affliction.", "{ trait = \"Good\", difficulty = \"Fair\" }")
        .otherwise("no treatment");
    .. ROLL_KEYS;
}

keys! {
    CARE = "treatment": "A healer who treats an affliction, rolling once a period.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    .. ROLL_KEYS;
    FROM: KeyOr<u32> = Key::<u32>::integer("from", 1, PERIOD_LIMIT as i64).means("The first period with treatment.", "2").or(1);
    CURES: KeyOr<bool> = Key::flag("cures")
        .means("Whether a success ends the affliction. If not, a success means that no steps are lost in the period.", "true")
        .or(false);
}

pub(crate) fn affliction(reader: &mut Reader<'_>) -> Option<Affliction> {
    let actor = actor(reader);
    let made = |reader: &mut Reader<'_>, difficulty: i32| -> Option<Check> {
        check_of(actor.clone()?, difficulty, None, reader)
    };
    let resist = reader.read(&RESIST).map(|difficulty| made(reader, difficulty));
    let difficulty = reader.read(&WORSENS);
    let steps = reader.read(&STEPS);
    let steps = steps
        .unwrap_or_else(|| levels_to_lose_below_terrible(actor.as_ref().map_or(0, |actor| actor.base()), MOST_STEPS));
    let saps = if reader.read(&SAPS) { steps } else { 1 };
    // With `saps`, each lost step raises the difficulty by one level, so there is a check for each number of lost
    // steps.
    let rolls = difficulty.into_iter().flat_map(|difficulty| (0..saps as i32).map(move |lost| difficulty + lost));
    let rolls: Vec<Option<Check>> = rolls.map(|difficulty| made(reader, difficulty)).collect();
    let treatment = reader.optional(&TREATMENT)?;
    let affliction = Affliction {
        resist: if let Some(check) = resist { Some(check?) } else { None },
        successes_to_recover: reader.read(&SHAKEN_OFF).filter(|_| !rolls.is_empty()),
        rolls: rolls.into_iter().collect::<Option<_>>()?,
        treatment,
        costs: [reader.read(&LOSES), reader.read(&REGAINS)],
        steps,
        periods: reader.read(&PERIODS),
    };
    actor?;
    let affliction = reader.checked(affliction.checked())?;
    note_effects(reader, &affliction);
    Some(affliction)
}

/// Reports which keys have an effect in combination with the others.
fn note_effects(reader: &mut Reader<'_>, affliction: &Affliction) {
    let (rolls, costs) = (!affliction.rolls.is_empty(), affliction.costs[0] > 0);
    let difficulty = "set `difficulty`";
    for key in [&REGAINS as &dyn AnyKey, &SAPS, &SHAKEN_OFF] {
        reader.record_effect(key, rolls, "nothing is rolled in a period", difficulty);
    }
    let rolled = rolls || affliction.resist.is_some();
    for key in [&MODIFIERS as &dyn AnyKey, &UNCAPPED, &DICE] {
        reader.record_effect(key, rolled, "nothing is rolled", difficulty);
    }
    let counts_steps = !reader.has(&STEPS);
    for key in [&TRAIT as &dyn AnyKey, &UNLISTED, &ASSIST] {
        reader.record_effect(key, rolled || counts_steps, "nothing is rolled", difficulty);
    }
    for key in [&REGAINS as &dyn AnyKey, &SAPS, &STEPS] {
        reader.record_effect(key, costs, "no step is ever lost", "set `loses` to 1 or more");
    }
    if let Some(treatment) = &affliction.treatment {
        let begins = affliction.periods.is_none_or(|periods| treatment.from <= periods);
        reader.record_effect(
            &TREATMENT,
            begins,
            "the affliction is over before the treatment begins",
            "set `from` to an earlier period",
        );
        let helps = treatment.cures || costs;
        reader.record_effect(&TREATMENT, helps, "no step is ever lost", "set `loses` of the affliction to 1 or more");
    }
}

fn treatment(reader: &mut Reader<'_>) -> Option<Treatment> {
    let (from, cures) = (reader.read(&FROM), reader.read(&CURES));
    Some(Treatment { roll: read_check(reader, None)?, from, cures })
}
