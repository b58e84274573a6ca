//! `[casting.magic]`.

use super::shared::{GREAT, POOR, levels_of, refuse, rolled, wakes};
use crate::check::{
    Actor, Certain, Check, CheckRules, Fatigue, Magic, Manner, Modifiers, Potency, Resistance, Skill, Sparing, System,
};
use crate::document::decode;
use crate::document::key::{Key, KeyOr, keys};
use crate::document::keys::Kind;
use crate::document::reader::{Item, Reader};
use crate::rules::{Choice, Success};
use crate::subject::actor::{ASSIST, DICE, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, actor, actor_with};
use crate::subject::check::read::{DIFFICULTY, difficulty};
use crate::subject::reading::sound;

keys! {
    /// The keys of `[casting.magic]`.
    pub(crate) MAGICIAN = "magician": "Somebody who casts by Fudge Magic: above the difficulty is full success, equal is watered down.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    POTENCY: Key<Potency> = Key::choice("potency")
        .means("In place of `difficulty`: how potent the spell is.", "\"potent\"");
    POTENTIAL: KeyOr<u8> = Key::<u8>::integer("potential", 0, 20)
        .means("Levels of Magic Potential for such spells; 0 for somebody who is not a magician.", "3")
        .or(1);
    EASED: KeyOr<bool> = Key::flag("potential_eases")
        .means("Whether each level of Potential beyond three makes the spell one level easier (never below Poor), and each one short of three harder.", "true")
        .or(false);
    MANNER: Key<Vec<Manner>> = Key::new("manner", Kind::List(&Kind::Words(Manner::WORDS)), |item| decode::list(decode::choice_of)(item))
        .means("How the spell is cast: what the source's list of modifiers has.", "[\"long\", \"formula\"]");
    MOST_SKILL: KeyOr<i32> = Key::level("highest_skill")
        .means("The highest level that modifiers can raise the skill to; a higher skill stays as it is.", "\"Great\"")
        .or(GREAT);
    REPEATS: KeyOr<bool> = Key::flag("repeats")
        .means("Whether all castings are of one effect in one area within a day: each is one harder than the one before, until a rest.", "true")
        .or(false);
    CERTAIN: KeyOr<Certain> = Key::choice("certain")
        .means("When the magician gives a level of Potential for certain success.", "\"above-zero\"")
        .or_first();
    SPARES: Key<Vec<Sparing>> = Key::new("no_drain", Kind::List(&Kind::Words(Sparing::WORDS)), |item| decode::list(decode::choice_of)(item))
        .means("When a natural -4 fails but drains no Potential.", "[\"trivial\", \"careful\"]")
        .otherwise("it always drains a level");
    RESISTED: Key<Actor> = Key::new("resisted_by", Kind::Table(&RESISTS), resisted_by)
        .means("Who resists a spell of control, in a second, opposed roll; a tie resists.", "{ trait = \"Good\" }");
    AT_RESULT: KeyOr<bool> = Key::flag("at_result")
        .means("Whether the magician makes that second roll at the level just rolled; else at the skill.", "true")
        .or(false);
    + CONSTITUTION;
    ACTIVE: KeyOr<u8> = Key::<u8>::integer("active_days", 0, 30)
        .means("How many days a magician is active after waking from a coma: a roll of Constitution at once and for each day, or a point of damage.", "2")
        .or(0);
    FATIGUE: Key<i32> = Key::level("fatigue")
        .means("The level of the trait that casting tires; below Terrible the magician passes out.", "\"Good\"")
        .otherwise("fatigue is not counted");
    TIRES: KeyOr<u8> = Key::<u8>::integer("tires", 0, 20).means("How many levels of it a casting costs.", "1").or(1);
    REGAINS: KeyOr<u8> = Key::<u8>::integer("regains", 0, 20)
        .means("How many levels of Potential a rest restores: one a week; Fatigue is whole again.", "1")
        .or(1);
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// Who resists.
    pub(super) RESISTS = "resistance": "The target of a spell of control.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
    CONSTITUTION: Key<i32> = Key::level("constitution")
        .means("The Constitution that wakes an unconscious caster: a roll against Good each round.", "\"Fair\"")
        .otherwise("rounds out cold are not counted");
}

pub(super) fn magic(item: Item<'_>) -> Option<System> {
    decode::table(|reader| {
        let manners = manners(reader);
        let besides = manners
            .iter()
            .flatten()
            .try_fold(Modifiers::default(), |sum, manner| sum.situational(manner.word(), manner.modifier()));
        let besides = sound(besides, reader)?;
        let actor = actor_with(reader, None, besides);
        let potential = reader.read(&POTENTIAL);
        let eased = if reader.read(&EASED) { i32::from(potential) - 3 } else { 0 };
        reader.acts(
            &EASED,
            potential != 3,
            "three levels of Potential make no spell easier or harder",
            "change `potential`",
        );
        let difficulty =
            potency(reader).map(|difficulty| if eased == 0 { difficulty } else { (difficulty - eased).max(POOR) });
        let check = rolled(actor, difficulty, reader);
        let most = reader.read(&MOST_SKILL);
        let raised = check.as_ref().is_none_or(|check| check.actor().modifiers() > 0);
        reader.acts(&MOST_SKILL, raised, "no modifier raises the skill", "give it a `manner` or `modifiers` that do");
        let spares = if reader.has(&SPARES) { reader.read(&SPARES)? } else { Vec::new() };
        let subject = if reader.has(&RESISTED) { Some(reader.read(&RESISTED)) } else { None };
        let at_result = subject.is_some() && reader.read(&AT_RESULT);
        let constitution = wakes(&CONSTITUTION, reader);
        let active_days = if reader.has(&CONSTITUTION) { reader.read(&ACTIVE) } else { 0 };
        let fatigue = if reader.has(&FATIGUE) { Some(reader.read(&FATIGUE)) } else { None };
        let costs = if fatigue.is_some() { reader.read(&TIRES) } else { 0 };
        let (repeats, certain, regains) = (reader.read(&REPEATS), reader.read(&CERTAIN), reader.read(&REGAINS));
        let (manners, difficulty) = (manners?, difficulty?);
        let spared = |sparing: &Sparing| *sparing == Sparing::First || sparing.spares(difficulty, &manners);
        let reason = "the spell is not of a kind that it spares";
        reader.acts(&SPARES, spares.iter().any(spared), reason, "change the spell's `potency` or `manner`");
        let check = check?;
        let rules = CheckRules { success: Success::Surpass, easy: None, ..check.rules().clone() };
        let check = sound(Check::new(check.actor().clone(), difficulty, rules), reader)?;
        Some(System::Magic(Magic {
            skill: Skill { check, most: Some(most) },
            potential,
            certain,
            spared: spares.iter().any(|sparing| sparing.spares(difficulty, &manners)),
            first_spared: spares.contains(&Sparing::First),
            repeats,
            fatigue: match fatigue {
                Some(level) => Some(Fatigue { levels: levels_of(level?), costs }),
                None => None,
            },
            constitution: constitution?,
            resistance: match subject {
                Some(subject) => Some(Resistance { subject: subject?, at_result }),
                None => None,
            },
            active_days,
            regains,
        }))
    })(item)
}

/// How the spell is cast: one manner of each thing.
fn manners(reader: &mut Reader<'_>) -> Option<Vec<Manner>> {
    if !reader.has(&MANNER) {
        return Some(Vec::new());
    }
    let manners = reader.read(&MANNER)?;
    for (at, manner) in manners.iter().enumerate() {
        let twice = |other: &&Manner| other.about() == manner.about();
        if let Some(other) = manners.iter().take(at).find(twice) {
            let message = format!("`{}` and `{}` are both about {}", other.word(), manner.word(), manner.about());
            refuse(reader, &MANNER, message, "leave one of them out; what else there is goes into `modifiers`");
            return None;
        }
    }
    Some(manners)
}

/// The difficulty of a spell, in either way.
fn potency(reader: &mut Reader<'_>) -> Option<i32> {
    if !reader.has(&POTENCY) {
        return difficulty(reader);
    }
    let potency = reader.read(&POTENCY);
    if reader.has(&DIFFICULTY) {
        reader.pass(&DIFFICULTY);
        let message = "`potency` and `difficulty` exclude each other".to_owned();
        refuse(reader, &DIFFICULTY, message, "leave one of them out");
        return None;
    }
    potency.map(Potency::difficulty)
}

/// Reads one who resists.
pub(super) fn resisted_by(item: Item<'_>) -> Option<Actor> {
    decode::table(actor)(item)
}
