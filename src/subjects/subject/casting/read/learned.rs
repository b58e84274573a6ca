//! Reads `[casting.hedge]` and `[casting.scholarly]`.

use super::shared::{FAIR, LEVELS, levels_to_lose, read_skill_check, unmodified_check};
use crate::check::{Learned, MINUTES_A_LEVEL, Mana, System};
use crate::document::{Key, KeyOr, Reader, keys};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS};
use crate::subject::check::check_keys::DIFFICULTY;

keys! {
    pub(crate) WITCH = "hedge magic": "A hedge witch or village wizard, who pays for each use with levels of Health.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    + HEALTH;
    + USE_TIRES;
    MINUTES: KeyOr<u16> = Key::<u16>::integer("minutes", 0, 1440)
        .means("The length of a rest in minutes. Every 15 minutes restore a level of Health.", "30")
        .or(15);
    .. ROLL_KEYS;
}

keys! {
    pub(crate) SCHOLAR = "scholarly magic": "A sorcerer who pays for each feat with power points and levels of Health.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    HEALTH: KeyOr<i32> = Key::level("health")
        .means("The level of Health, which each use lowers (`tires`). Below Terrible, the caster collapses.", "\"Good\"")
        .or(FAIR);
    USE_TIRES: KeyOr<u8> =
        Key::<u8>::integer("tires", 0, 20).means("How many levels of Health a use costs.", "1").or(1);
    GIFTS: KeyOr<u8> = Key::<u8>::integer("gifts", 1, 20)
        .means("Levels of the Gift: each gives five power points, and raises the limit of a feat by one point.", "2")
        .or(1);
    COSTS: KeyOr<u8> = Key::<u8>::integer("costs", 0, LEVELS)
        .means("The power points that a feat costs; 0 for trivial magic.", "2")
        .or(1);
    WILLPOWER: KeyOr<i32> = Key::level("willpower")
        .means("Willpower, rolled for a feat that `costs` more than the character's `gifts`. The difficulty is one level above Fair for each point beyond.", "\"Good\"")
        .or(FAIR);
    SLEEP: KeyOr<u8> = Key::<u8>::integer("sleep", 0, 24)
        .means("Hours of sleep in a rest: every two hours restore a power point.", "8")
        .or(0);
    MEDITATION: KeyOr<u8> = Key::<u8>::integer("meditation", 0, 24)
        .means("Hours of meditation in a rest: each restores a power point.", "2")
        .or(0);
    .. ROLL_KEYS;
}

/// Levels of Health that a rest of `minutes` restores.
fn levels_in(minutes: u16) -> u8 {
    u8::try_from(minutes / MINUTES_A_LEVEL).unwrap_or(u8::MAX)
}

pub(super) fn hedge(reader: &mut Reader<'_>) -> Option<System> {
    let skill = read_skill_check(reader);
    let (health, health_cost) = (levels_to_lose(reader.read(&HEALTH)), reader.read(&USE_TIRES));
    let regains = [levels_in(reader.read(&MINUTES)), 0];
    Some(System::Learned(Learned { skill: skill?, health, health_cost, mana: None, regains }))
}

pub(super) fn scholarly(reader: &mut Reader<'_>) -> Option<System> {
    let skill = read_skill_check(reader);
    let (health, health_cost) = (levels_to_lose(reader.read(&HEALTH)), reader.read(&USE_TIRES));
    let (gifts, costs) = (reader.read(&GIFTS), reader.read(&COSTS));
    let (sleep, meditation) = (reader.read(&SLEEP), reader.read(&MEDITATION));
    let willpower = reader.read(&WILLPOWER);
    let beyond = i32::from(costs) - i32::from(gifts);
    let will = if beyond > 0 { Some(unmodified_check(willpower, FAIR + beyond, reader)?) } else { None };
    reader.record_effect(
        &WILLPOWER,
        beyond > 0,
        "the feat `costs` no more than the character's `gifts`",
        "set `costs` to more than `gifts`",
    );
    let mana = Mana { points: gifts * POINTS_A_GIFT, costs, will };
    let regains = [levels_in(60 * u16::from(sleep + meditation)), sleep / 2 + meditation];
    Some(System::Learned(Learned { skill: skill?, health, health_cost, mana: Some(mana), regains }))
}

/// Power points per level of the Gift (FF).
const POINTS_A_GIFT: u8 = 5;
