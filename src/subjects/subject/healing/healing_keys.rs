//! Reads `[healing]`.

use crate::check::{Check, CheckRules, HOURS_PER_DAY, MOST_DAYS, Modifiers, Wounded};
use crate::document::{Key, KeyOr, Kind, Problem, Reader, RuleCondition, decode, keys};
use crate::rules::healing::{GOOD, HURT, Healing};
use crate::rules::{Record, RecordKind, Track};
use crate::subject::actor::{
    DICE, ROLL_KEYS, TRAIT_KEYS, actor, capped_actor, modifier_total, own_dice, own_modifiers,
};
use crate::subject::check::check_keys::check_of;
use crate::subject::fight::read::level_of_box;
use std::sync::Arc;

/// The range of durations in days.
const DAYS: Kind = Kind::Integer { min: 0, max: MOST_DAYS as i64 };

/// The range of `hours_per_wound`.
const HOURS: Kind = Kind::Integer { min: 0, max: (MOST_DAYS * HOURS_PER_DAY) as i64 };

/// For keys that have no effect if care heals without a roll.
const ROLLED: RuleCondition = RuleCondition {
    under: |rules| rules.healing != Healing::Care,
    nowhere: "if care heals without a roll",
    cure: "`healing = \"every-wound\"` or `\"by-result\"`",
};

/// For keys that have an effect only if a long rest clears all injuries.
const CARED_FOR: RuleCondition = RuleCondition {
    under: |rules| rules.healing == Healing::Care,
    nowhere: "under these rules",
    cure: "`healing = \"care\"`",
};

keys! {
    pub(crate) HEALING = "healing": "Wounds after a fight: how many days until they are healed.";
    WOUNDS: Key<Vec<u8>> = Key::new("wounds", Kind::List(&Kind::Text), |item| decode::list(level_of_box)(item))
        .means("The wounds, each by the level at which it was received. Scratches, the lightest, heal immediately.", "[\"Hurt\", \"Hurt\", \"Very Hurt\"]")
        .required();
    CONSTITUTION: Key<i32> = Key::level("constitution")
        .means("The trait rolled for wounds to heal by themselves: against Fair for Hurt, Good for Very Hurt, Great for Incapacitated, Superb for Near Death.", "\"Good\"")
        .otherwise("no roll: each week heals every wound by one level")
        .acts(ROLLED);
    RAPID: KeyOr<bool> = Key::flag("rapid").means("The gift Rapid Healing: wounds heal by themselves twice a week.", "true").or(false).acts(ROLLED);
    STABLE: KeyOr<bool> = Key::flag("stable")
        .means("Whether a character Near Death is out of danger. If not, the character dies unless treated with a result of Good or better.", "true")
        .or(false)
        .acts(ROLLED);
    TREATMENT: Key<HealerTreatment> = Key::new("treatment", Kind::Table(&CARE), |item| decode::table(read_treatment)(item))
        .means("The healer, who treats the wounds once.", "{ trait = \"Great\" }")
        .otherwise("no treatment")
        .acts(ROLLED);
    LONG_REST: KeyOr<u32> = Key::<u32>::new("long_rest", DAYS, decode::whole)
        .means("The days of a long rest, which clears all injuries if `healing = \"care\"`.", "3")
        .or(7)
        .acts(CARED_FOR);
    .. ROLL_KEYS;
}

keys! {
    pub(crate) CARE = "healer": "A healer who treats wounds once: a Good result or better helps.";
    .. TRAIT_KEYS;
    .. ROLL_KEYS;
    DAYS_PER_WOUND: KeyOr<u32> = Key::<u32>::new("days_per_wound", DAYS, decode::whole)
        .means("The days that each treated wound takes to heal, such as 0 for magic, or 1 for fast medicine.", "7")
        .or(1);
    HOURS_PER_WOUND: Key<u32> = Key::new("hours_per_wound", HOURS, decode::whole)
        .means(
            "The hours that each treated wound takes to heal, instead of `days_per_wound`: a rest of a few hours can then be enough. 0 means immediately.",
            "1",
        )
        .otherwise("from `days_per_wound`");
}

/// The treatment by a healer.
#[derive(Debug, Clone)]
pub(crate) struct HealerTreatment {
    pub(crate) roll: Check,
    /// The hours that each treated wound takes to heal.
    pub(crate) hours_per_wound: u32,
}

pub(crate) fn read_wounded(reader: &mut Reader<'_>) -> Option<Wounded> {
    let rules = reader.rules();
    if rules.record.kind == RecordKind::Absorb {
        let problem = Problem::new("boxes that absorb hits have no wounds that heal");
        return reader.refuse_table(problem.help("use a `record` with wound levels"));
    }
    let wounds = reader.read(&WOUNDS);
    let treatment = reader.optional(&TREATMENT)?;
    let (near_death, out) = (rules.record.worst_level(), rules.record.first_out());
    let constitution = reader.read(&CONSTITUTION);
    let constitution = match constitution {
        None if reader.has(&CONSTITUTION) => return None,
        None => Vec::new(),
        Some(level) => {
            let total = modifier_total(&own_modifiers(reader, Modifiers::default())?, reader);
            let dice = own_dice(reader, &DICE)?;
            let actor = capped_actor(Some(level), total, dice, reader)?;
            let rules = reader.checked(CheckRules::of(rules, reader.context().ladder, None))?;
            reader.checked(Wounded::rolls(&actor, near_death.max(HURT), &rules))?
        }
    };
    let track = Track::compile(&rules.record, 0, None);
    let stable = reader.read(&STABLE);
    let wounded = Wounded {
        healing: rules.healing,
        wounds: overflow_minor_injuries(wounds?, &rules.record),
        track: Arc::new(track),
        near_death,
        // If the first level that puts a fighter out of action is the last one of the track, it is not deadly.
        bleeds: out < near_death && !stable,
        constitution,
        rapid: reader.read(&RAPID),
        hours_per_wound: treatment.as_ref().map_or(0, |treatment| treatment.hours_per_wound),
        treatment: treatment.map(|treatment| treatment.roll),
        long_rest: reader.read(&LONG_REST),
    };
    let wounded = reader.checked(wounded.checked())?;
    let dying = Wounded { bleeds: out < near_death, ..wounded.clone() }.may_die();
    reader.record_effect(&STABLE, dying, "none of the wounds is Near Death", "add the worst level to `wounds`");
    let best = |check: &Check| check.possible().iter().map(|outcome| outcome.decided_degree()).max();
    let helps = wounded.treatment.as_ref().and_then(best).is_some_and(|best| wounded.may_be_treated(best));
    reader.record_effect(
        &TREATMENT,
        helps,
        "no result of the treatment helps against these wounds",
        "give it a higher `trait`",
    );
    Some(wounded)
}

/// Adjusts wounds to a record whose boxes are filled in order: minor injuries beyond the boxes of the first level
/// become serious ones (LITE). For other records, the wounds are unchanged.
fn overflow_minor_injuries(mut wounds: Vec<u8>, record: &Record) -> Vec<u8> {
    if record.kind == RecordKind::InOrder && record.levels.len() > 1 {
        let minor = wounds.iter_mut().filter(|level| **level == 1);
        minor.skip(record.levels[0].boxes.into()).for_each(|level| *level = 2);
    }
    wounds
}

/// Reads a healer.
pub(crate) fn read_treatment(reader: &mut Reader<'_>) -> Option<HealerTreatment> {
    let days = reader.read(&DAYS_PER_WOUND);
    let hours = reader.optional(&HOURS_PER_WOUND)?;
    if reader.has(&HOURS_PER_WOUND) && reader.has(&DAYS_PER_WOUND) {
        let problem = Problem::new("`hours_per_wound` and `days_per_wound` exclude each other");
        return reader.refuse(&HOURS_PER_WOUND, problem.help("leave one of them out"));
    }
    let actor = actor(reader)?;
    let hours_per_wound = hours.unwrap_or(days * HOURS_PER_DAY);
    Some(HealerTreatment { roll: check_of(actor, GOOD, None, reader)?, hours_per_wound })
}
