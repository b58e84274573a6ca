//! Reads `spells`: the spells that a fighter casts in place of blows, and when (X1 to X6).

use super::tactics::{self, conditions, wound_of_rules};
use crate::check::{MOST_LEVELS, SavedReserve};
use crate::combat::{CastOn, Spell, SpellEffect};
use crate::document::{FAR, Item, Key, KeyOr, Kind, Problem, Reader, decode, keys, listed};
use crate::subject::casting::read::{self as casting, system};

/// Accepted values of `spells`.
pub(super) const SPELLS_KIND: Kind = Kind::Map(&Kind::Table(&SPELL));

const LEVELS: i64 = MOST_LEVELS as i64;

/// Accepted values of `keeps`.
const KEPT: Kind = Kind::Any(&[Kind::Integer { min: 0, max: LEVELS }, Kind::Choice(&[NOTHING])]);
const NOTHING: &str = "nothing";

keys! {
    SPELL = "spell": "A spell that a fighter casts instead of a blow: its system of magic, its effect, and when it is cast.";
    + casting::MAGIC;
    + casting::MIRACLE;
    + casting::PSI;
    + casting::CLERICAL;
    + casting::HEDGE;
    + casting::SCHOLARLY;
    + casting::KAER;
    + casting::LITE;
    HARMS: Key<SpellEffect> = Key::new("harms", Kind::Table(&HARM), |item| decode::table(harms)(item))
        .means("The spell strikes a foe.", "{ offense = 4, thrown = \"Good\" }");
    HEALS: Key<SpellEffect> = Key::new("heals", Kind::Table(&HEALING), |item| decode::table(heals)(item))
        .means("The spell closes wounds of the most wounded fighter on the caster's side who can still fight.", "{ from = \"Very Hurt\" }");
    ENCHANTS: Key<SpellEffect> = Key::new("enchants", Kind::Table(&ENCHANTMENT), |item| decode::table(enchants)(item))
        .means("The spell changes a fighter's rolls or defense until the fight ends.", "{ defense = 2, on = \"caster\" }");
    REMOVES: Key<bool> = Key::flag("removes")
        .means("Whether the spell puts a foe out of the fight without a wound: asleep, charmed or banished.", "true");
    KEEPS: Key<SavedReserve> = Key::new("keeps", KEPT, keeps)
        .means("The spell is cast only while more than this is left of the reservoir, in boxes, or in levels above the point where losing a level does \
                harm. With `nothing`, it is cast as long as the caster can pay for it.", "0")
        .otherwise("enough to stay conscious: the spell is not cast if paying for it would make the caster faint or collapse");
    + tactics::WOUNDS;
    + tactics::FOE_WOUNDS;
    + tactics::AHEAD;
    + tactics::BEHIND;
    + tactics::OUTNUMBERED;
    + tactics::FROM_ROUND;
    + tactics::UNTIL_ROUND;
}

keys! {
    HARM = "spell that harms": "How a spell strikes.";
    OFFENSE: Key<i32> = Key::<i32>::integer("offense", -FAR, FAR)
        .means("The spell's offensive factor, or the number of boxes that it marks, if boxes depend on the weapon.", "4")
        .required();
    THROWN: Key<i32> = Key::level("thrown")
        .means("The level of the trait used to throw the spell once it is cast. It can then miss, or be avoided like a missile.", "\"Good\"")
        .otherwise("the spell hits by the margin of the casting");
}

keys! {
    HEALING = "spell that heals": "How a spell heals.";
    WOUNDS_CLOSED: KeyOr<u8> = Key::<u8>::integer("wounds", 0, 20)
        .means("How many wounds the spell closes, the worst first.", "2")
        .or(1);
    BY_MARGIN: KeyOr<bool> = Key::flag("by_margin")
        .means("Whether each level above the difficulty closes one more wound.", "false")
        .or(true);
    FROM: Key<u8> = Key::new("from", Kind::Text, wound_of_rules)
        .means("The lightest wound for which the spell is cast.", "\"Very Hurt\"")
        .otherwise("any wound");
}

keys! {
    ENCHANTMENT = "enchantment": "What a spell changes. If two spells add to the same value, only the stronger counts.";
    ADDS: KeyOr<i32> = Key::<i32>::integer("skill", -20, 20)
        .means("The amount added to all combat rolls.", "1")
        .or(0);
    DEFENDS: KeyOr<i32> = Key::<i32>::integer("defense", -50, 50)
        .means("The amount added to the defensive factor.", "2")
        .or(0);
    CAST_ON: KeyOr<&'static str> = Key::word("on", &["caster", "friend", "foe"])
        .means("The target of the spell: the caster, the first friend not yet under the spell, or a foe not yet under the spell.", "\"friend\"")
        .or("caster");
}

/// Reads a fighter's spells, in file order.
pub(super) fn spells(item: Item<'_>) -> Option<Vec<Spell>> {
    let read = decode::map(decode::table(spell))(item)?;
    Some(read.into_iter().map(|(name, spell)| Spell { name, ..spell }).collect())
}

/// Reads a spell; the caller fills in its name.
fn spell(reader: &mut Reader<'_>) -> Option<Spell> {
    let system = system(reader);
    let effect = effect(reader);
    let keeps = reader.read(&KEEPS).unwrap_or_default();
    let conditions = conditions(reader);
    Some(Spell { name: String::new(), system: system?, effect: effect?, keeps, conditions: conditions? })
}

fn keeps(item: Item<'_>) -> Option<SavedReserve> {
    let levels = decode::unless(NOTHING, item, decode::whole)?;
    Some(levels.map_or(SavedReserve::Nothing, SavedReserve::MoreThan))
}

/// Reads the effect of a spell. Reports an error unless exactly one effect is set.
fn effect(reader: &mut Reader<'_>) -> Option<SpellEffect> {
    let written = [&HARMS, &HEALS, &ENCHANTS].map(|key| reader.has(key).then(|| reader.read(key)));
    let removes = reader.has(&REMOVES).then(|| reader.read(&REMOVES)).filter(|written| *written != Some(false));
    let removes = removes.map(|written| written.map(|_| SpellEffect::Removes));
    let effects: Vec<Option<SpellEffect>> = written.into_iter().flatten().chain(removes).collect();
    match effects[..] {
        [effect] => effect,
        _ => {
            let what = if effects.is_empty() { "has no effect" } else { "has several effects" };
            let keys = listed(&[HARMS.spec().key, HEALS.spec().key, ENCHANTS.spec().key, REMOVES.spec().key]);
            let problem = Problem::new(format!("the spell {what}")).help(format!("give it one of these: {keys}"));
            reader.refuse_table(if effects.is_empty() { problem.secondary() } else { problem })
        }
    }
}

fn harms(reader: &mut Reader<'_>) -> Option<SpellEffect> {
    let (offense, thrown) = (reader.read(&OFFENSE), reader.read(&THROWN));
    Some(SpellEffect::Harms { offense: offense?, thrown })
}

fn heals(reader: &mut Reader<'_>) -> Option<SpellEffect> {
    let (wounds, by_margin) = (reader.read(&WOUNDS_CLOSED), reader.read(&BY_MARGIN));
    Some(SpellEffect::Heals { wounds, by_margin, from: reader.read(&FROM).unwrap_or(1) })
}

fn enchants(reader: &mut Reader<'_>) -> Option<SpellEffect> {
    let on = match reader.read(&CAST_ON) {
        "friend" => CastOn::Friend,
        "foe" => CastOn::Foe,
        _ => CastOn::Caster,
    };
    // The keys' limits are narrower than an `i8`.
    let [skill, defense] = [&ADDS, &DEFENDS].map(|key| reader.read(key) as i8);
    Some(SpellEffect::Enchants { skill, defense, on })
}
