//! Reads `[casting.magic]`.

use super::shared::{GREAT, POOR, check_of_actor, levels_to_lose, read_wake_check};
use crate::check::{
    Actor, Certain, Check, CheckRules, Fatigue, Magic, Manner, Modifiers, Potency, Resistance, Skill, Sparing, System,
};
use crate::document::{Key, KeyOr, Kind, Problem, Reader, decode, keys};
use crate::rules::{Choice, Success};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS, actor, actor_with};
use crate::subject::check::check_keys::{DIFFICULTY, difficulty};

keys! {
    pub(crate) MAGICIAN = "magician": "A caster of Fudge Magic: a result above the difficulty is a full success, and an equal one is watered down.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    POTENCY: Key<Potency> = Key::choice("potency")
        .means("How potent the spell is, instead of `difficulty`.", "\"potent\"");
    POTENTIAL: KeyOr<u8> = Key::<u8>::integer("potential", 0, 20)
        .means("Levels of Magic Potential for this kind of spell; 0 for a caster who is not a magician.", "3")
        .or(1);
    EASED: KeyOr<bool> = Key::flag("potential_eases")
        .means("Whether each level of Potential beyond three makes the spell one level easier (never below Poor), and each level short of three makes it one level harder.", "true")
        .or(false);
    MANNER: Key<Vec<Manner>> = Key::new("manner", Kind::List(&Kind::Words(Manner::WORDS)), |item| decode::list(decode::choice_of)(item))
        .means("The ways in which the spell is cast, each with its modifier (SRD 7.14).", "[\"long\", \"formula\"]");
    MOST_SKILL: KeyOr<i32> = Key::level("highest_skill")
        .means("The highest level to which modifiers can raise the skill. A higher skill is unchanged.", "\"Great\"")
        .or(GREAT);
    REPEATS: KeyOr<bool> = Key::flag("repeats")
        .means("Whether all castings have the same effect in the same area within a day. Until a rest, each is then one level harder than the one before.", "true")
        .or(false);
    CERTAIN: KeyOr<Certain> = Key::choice("certain")
        .means("When the magician spends a level of Potential for certain success.", "\"above-zero\"")
        .or_first();
    SPARES: Key<Vec<Sparing>> = Key::new("no_drain", Kind::List(&Kind::Words(Sparing::WORDS)), |item| decode::list(decode::choice_of)(item))
        .means("When a natural -4 fails but drains no Potential.", "[\"trivial\", \"careful\"]")
        .otherwise("a natural -4 always drains a level");
    RESISTED: Key<Actor> = Key::new("resisted_by", Kind::Table(&RESISTS), |item| decode::table(actor)(item))
        .means("The target, who resists a spell of control with a second, opposed roll. On a tie, the target resists.", "{ trait = \"Good\" }");
    AT_RESULT: KeyOr<bool> = Key::flag("at_result")
        .means("Whether the magician makes the opposed roll with the level just rolled, instead of with the skill.", "true")
        .or(false);
    + CONSTITUTION;
    ACTIVE: KeyOr<u8> = Key::<u8>::integer("active_days", 0, 30)
        .means("How many days a magician is active after waking from a coma. Constitution is rolled immediately and for each day. Each result of Mediocre or worse is a point of damage.", "2")
        .or(0);
    FATIGUE: Key<i32> = Key::level("fatigue")
        .means("The level of the trait that each casting lowers (`tires`). Below Terrible, the magician passes out.", "\"Good\"")
        .otherwise("fatigue is not counted");
    TIRES: KeyOr<u8> = Key::<u8>::integer("tires", 0, 20).means("How many levels of `fatigue` a casting costs.", "1").or(1);
    REGAINS: KeyOr<u8> = Key::<u8>::integer("regains", 0, 20)
        .means("How many levels of Potential a rest restores: one for each week. A rest also restores all of `fatigue`.", "1")
        .or(1);
    .. ROLL_KEYS;
}

keys! {
    pub(super) RESISTS = "resistance": "The target of a spell of control.";
    .. TRAIT_KEYS;
    .. ROLL_KEYS;
    CONSTITUTION: Key<i32> = Key::level("constitution")
        .means("The caster's Constitution, rolled against Good each round to wake from unconsciousness.", "\"Fair\"")
        .otherwise("rounds of unconsciousness are not counted");
}

pub(super) fn magic(reader: &mut Reader<'_>) -> Option<System> {
    let manners = manners(reader);
    let besides = manners
        .iter()
        .flatten()
        .try_fold(Modifiers::default(), |sum, manner| sum.situational(manner.word(), manner.modifier()));
    let besides = reader.checked(besides)?;
    let actor = actor_with(reader, None, besides);
    let potential = reader.read(&POTENTIAL);
    let eased = if reader.read(&EASED) { i32::from(potential) - 3 } else { 0 };
    reader.record_effect(
        &EASED,
        potential != 3,
        "three levels of Potential make no spell easier or harder",
        "change `potential`",
    );
    let difficulty =
        potency(reader).map(|difficulty| if eased == 0 { difficulty } else { (difficulty - eased).max(POOR) });
    let check = check_of_actor(actor, difficulty, reader);
    let most = reader.read(&MOST_SKILL);
    let raised = check.as_ref().is_none_or(|check| check.actor().modifiers() > 0);
    reader.record_effect(
        &MOST_SKILL,
        raised,
        "no modifier raises the skill",
        "give it a `manner` or `modifiers` that do",
    );
    let spares = reader.optional(&SPARES)?.unwrap_or_default();
    let subject = reader.optional(&RESISTED);
    let rolls_at_result = reader.has(&RESISTED) && reader.read(&AT_RESULT);
    let constitution = read_wake_check(&CONSTITUTION, reader);
    let active_days = if reader.has(&CONSTITUTION) { reader.read(&ACTIVE) } else { 0 };
    let fatigue = reader.optional(&FATIGUE);
    let costs = if reader.has(&FATIGUE) { reader.read(&TIRES) } else { 0 };
    let (repeats, certain, regains) = (reader.read(&REPEATS), reader.read(&CERTAIN), reader.read(&REGAINS));
    let (manners, difficulty) = (manners?, difficulty?);
    let spared = |sparing: &Sparing| *sparing == Sparing::First || sparing.spares(difficulty, &manners);
    let reason = "none of its conditions applies to this spell";
    reader.record_effect(&SPARES, spares.iter().any(spared), reason, "change the spell's `potency` or `manner`");
    let check = check?;
    let rules = CheckRules { success: Success::Surpass, easy: None, ..check.rules().clone() };
    let check = reader.checked(Check::new(check.actor().clone(), difficulty, rules))?;
    Some(System::Magic(Magic {
        skill: Skill { check, highest: Some(most) },
        potential,
        certain,
        spares_all: spares.iter().any(|sparing| sparing.spares(difficulty, &manners)),
        spares_first: spares.contains(&Sparing::First),
        repeats_are_harder: repeats,
        fatigue: fatigue?.map(|level| Fatigue { levels: levels_to_lose(level), costs }),
        constitution: constitution?,
        resistance: subject?.map(|subject| Resistance { subject, rolls_at_result }),
        active_days,
        regains,
    }))
}

/// Reads `manner`. Reports an error if two manners are about the same thing.
fn manners(reader: &mut Reader<'_>) -> Option<Vec<Manner>> {
    let manners = reader.optional(&MANNER)?.unwrap_or_default();
    for (at, manner) in manners.iter().enumerate() {
        let twice = |other: &&Manner| other.about() == manner.about();
        if let Some(other) = manners.iter().take(at).find(twice) {
            let message = format!("`{}` and `{}` are both about {}", other.word(), manner.word(), manner.about());
            let help = "leave one of them out; other modifiers go into `modifiers`";
            return reader.refuse(&MANNER, Problem::new(message).help(help));
        }
    }
    Some(manners)
}

/// The difficulty of the spell, from `potency` or from `difficulty`. Reports an error if both are set.
fn potency(reader: &mut Reader<'_>) -> Option<i32> {
    if !reader.has(&POTENCY) {
        return difficulty(reader);
    }
    let potency = reader.read(&POTENCY);
    if reader.has(&DIFFICULTY) {
        reader.skip(&DIFFICULTY);
        let problem = Problem::new("`potency` and `difficulty` exclude each other");
        return reader.refuse(&DIFFICULTY, problem.help("leave one of them out"));
    }
    potency.map(Potency::difficulty)
}
