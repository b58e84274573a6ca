//! Reads `[fighters.*]`: stat blocks in words or numbers.

pub mod abilities;
mod fight;
pub(crate) mod gear;
pub mod keys;
pub(crate) mod missile;
pub mod printed;
pub mod range_value;
pub mod ranges;
mod rests;
mod rule_conditions;
pub(crate) mod sides;
mod spells;
pub(crate) mod spending;
mod sums;
pub mod tactics;

pub(crate) use fight::{combat, combat_of};
pub use keys::FIGHTER;
pub use keys::{ATTACK, ATTACKS_KEY, key_of_attack};
pub(crate) use keys::{NEEDS, attack_keys};
pub(crate) use rests::note_rests;
pub(crate) use tactics::level_of_box;

use crate::combat::{Cast, Fighter, Modifier, Ranged};
use crate::dice::{Expression, is_meant_as_formula};
use crate::document::record;
use crate::document::state::{RuleNames, expression};
use crate::document::{
    AnyKey, Context, Item, Key, KeyOr, Node, Problem, Problems, Reader, Span, Value, decode, excerpt,
};
use crate::ladder::Ladder;
use crate::rules::effects::Blade;
use crate::rules::gear::{Size, bow_or_sling, is_armor, martial_art_from};
use crate::rules::morale::Flees;
use crate::rules::names::GEAR;
use crate::rules::own::{LeavingMethod, LeavingRule};
use crate::rules::{AllOut, Avoiding, DamageCapacity, Evasion, FightCriticals, Policy, Record, Rules, Spending};
use crate::subject::capitalized;
use gear::{gun, halves_armor, name_of, size_of};
use keys::*;
use missile::{Thrower, missile};
use sums::{refuse_included_keys, within_limits_at};
use tactics::starting_wounds;

/// Maximum number of fighters created from stat blocks; the fight itself may have a lower limit.
const MOST_FIGHTERS: usize = 10_000;

/// Reads the stat blocks of a fight. Reports an error if they form fewer than two sides.
pub(crate) fn cast(mut item: Item<'_>) -> Option<Cast> {
    let table = item.node.as_table();
    let keys: Vec<String> = table.map_or_else(Vec::new, |table| table.keys().map(str::to_owned).collect());
    let span = item.node.span;
    let problems_before = item.problems.found();
    let mut keys = keys.into_iter();
    let mut cast = Cast { fighters: Vec::new(), sides: Vec::new() };
    let read = |item: Item<'_>| {
        let own = keys.next().unwrap_or_default();
        let item = Item { name: format!("fighter {}", item.name), ..item };
        decode::table(|reader| stat_block(reader, &own))(item)
    };
    let blocks = decode::map(read)(item.again())?;
    let problems = item.problems;
    let mut all = 0;
    report_misspelled_sides(
        blocks.iter().filter_map(|(_, (_, side, written, _))| Some((side.as_str(), (*written)?))),
        problems,
    );
    for (_, (fighter, side, _, count)) in blocks {
        let place = cast.sides.iter().position(|known| *known == side).unwrap_or_else(|| {
            cast.sides.push(side);
            cast.sides.len() - 1
        });
        all += count;
        if all > MOST_FIGHTERS {
            problems.push(Problem::new(format!("more than {MOST_FIGHTERS} fighters")).at(span));
            return None;
        }
        cast.fighters.push(Fighter { side: place, count: count as u16, ..fighter });
    }
    report_same_names(&cast, span, problems);
    if cast.sides.len() < 2 {
        let who = match &cast.fighters[..] {
            [] => "it has no fighters".to_owned(),
            [alone] if alone.count == 1 => format!("there is only `{}`", alone.name),
            [first, ..] => format!("all are on `{}`", cast.sides[first.side]),
        };
        let problem = Problem::new(format!("a fight needs two sides, but {who}")).at(span).secondary();
        problems.push(problem.help("add fighters; each is on its own side, unless several have the same `side`"));
    }
    (problems.found() == problems_before).then_some(cast)
}

/// Reports sides that look like one name spelled in two ways. `written` has each side set in the file, and its position
/// there.
fn report_misspelled_sides<'s>(written: impl Iterator<Item = (&'s str, Span)>, problems: &mut Problems) {
    let mut known: Vec<(&str, Span)> = Vec::new();
    for (side, span) in written {
        if known.iter().any(|(other, _)| *other == side) {
            continue;
        }
        if let Some((other, first)) = known.iter().find(|(other, _)| sides::is_misspelled(side, other)) {
            let problem = Problem::new(format!("`{}` and `{}` are two sides", excerpt(other), excerpt(side))).at(span);
            let help =
                "write one name for one side; two sides need names that differ by more than case, a plural or a letter";
            problems.push(problem.also(*first, "the other one").help(help));
        }
        known.push((side, span));
    }
}

/// Reports a name that two fighters share.
fn report_same_names(cast: &Cast, span: Span, problems: &mut Problems) {
    if let Some(name) = cast.same_name() {
        let problem = Problem::new(format!("two fighters are called `{name}`")).at(span);
        problems.push(problem.help("give one of them another `name`"));
    }
}

/// A stat block, its side, the span of `side` if set, and the number of its fighters.
type ReadStatBlock = (Fighter, String, Option<Span>, usize);

/// Reads the stat block with the key `own`. If it has its own record or toughness, its wound levels refer to those.
fn stat_block(reader: &mut Reader<'_>, own: &str) -> Option<ReadStatBlock> {
    let rules = reader.rules();
    let record = reader.read_with(&RECORD, |item| record::record(item, rules.record.clone(), &rules.policies));
    let toughness = reader.read(&TOUGHNESS);
    if record.is_none() && toughness.is_none() {
        return stat_block_under_rules(reader, own);
    }
    if let Err(error) = rules.check_own(record.as_ref(), toughness, false) {
        let key: &dyn AnyKey = if record.is_some() { &RECORD } else { &TOUGHNESS };
        reader.refuse::<()>(key, error.into());
    }
    let rules = &rules.for_own(record.as_ref(), toughness);
    reader.within(Context { rules, ..reader.context() }, |reader| stat_block_under_rules(reader, own))
}

/// Reads the stat block with the key `own` under the reader's rules.
fn stat_block_under_rules(reader: &mut Reader<'_>, own: &str) -> Option<ReadStatBlock> {
    let rules = reader.rules();
    let name = reader.read(&NAME).unwrap_or_else(|| capitalized(own));
    let at_side = reader.has(&SIDE).then(|| reader.span_of(&SIDE));
    let side = reader.read(&SIDE).unwrap_or_else(|| name.clone());
    let count = reader.read(&COUNT);
    let skill = reader.read(&SKILL);
    printed::read(reader);
    reader.read(&SHEET);
    let (abilities, blood) =
        reader.read_with(&ABILITIES, decode::table(|reader| abilities::read(reader, count))).unwrap_or_default();
    let blade = reader.read(&BLADE).unwrap_or_else(|| blade_of(reader));
    let gun = reader.written(&WEAPON).and_then(gun).is_some();
    let mace = reader.written(&WEAPON).is_some_and(|weapon| halves_armor(weapon, rules.gear));
    let kind = reader.read(&KIND);
    let (offense, weapon, strength) = offense_of(reader, gun, kind);
    let damage_capacity = reader.read(&DAMAGE_CAPACITY);
    let (defense, armor) = defense_of(reader, damage_capacity);
    let (strength_scale, mass_scale) = scales(reader);
    let attributes @ [perception, agility, _] = ATTRIBUTES.map(|part| reader.read(part));
    let strength_scale = if gun { 0 } else { strength_scale };
    let parries = reader.read(&AVOID_BY) == "parry";
    let shield = reader.read(&SHIELD).unwrap_or(0);
    let named = reader.written(&SHIELD).and_then(Node::as_str);
    let small = named.is_some_and(|name| name.eq_ignore_ascii_case("small"));
    let thrower = Thrower { skill: skill.unwrap_or(0), strength, family: rules.gear };
    let (fudge_points, spend) = spending(reader);
    let record = record(reader);
    let (flees, yields_at, leaves) = exits(reader);
    let mut fighter = Fighter {
        abilities,
        blood,
        blade,
        spells: reader.read(&SPELLS).unwrap_or_default(),
        fudge_points,
        spend,
        initiative: initiative(reader, attributes),
        perception,
        strength: strength.unwrap_or(0),
        traits: printed::traits(reader),
        offense,
        offense_dice: gear_formula(reader, &OFFENSE),
        defense_dice: gear_formula(reader, &DEFENSE),
        defense,
        armor,
        halves_armor: reader.read(&HALVES_ARMOR).unwrap_or(mace),
        damage_capacity,
        weapon,
        shield,
        strength_scale,
        mass_scale,
        modifiers: reader.read(&MODIFIERS).into_iter().flatten().chain(position(reader, parries)).collect(),
        wounds: wounds(reader, record.as_ref()),
        record,
        flees,
        leaves,
        at_back: reader.read(&PLACE) == "back",
        against: reader.read(&AGAINST).unwrap_or_default(),
        agility,
        yields_at,
        ranged: Ranged {
            missile: reader.read_with(&MISSILE, |item| missile(item, thrower)),
            dodge: reader.read(&DODGE),
            cover: reader.read(&COVER),
            shield: if small { 0 } else { shield },
            launcher: reader.written(&WEAPON).and_then(name_of).and_then(bow_or_sling),
            avoiding: match parries {
                true if shield > 0 => Avoiding::Shield,
                true => Avoiding::Parry,
                false => Avoiding::Dodge,
            },
        },
        ..Fighter::new(name, 0, skill.unwrap_or(0))
    };
    read_fields(reader, &mut fighter);
    check_second_attack_weapon(reader, &fighter.tactic);
    reader.checked(fighter.check(rules));
    let spare = fighter.abilities.heads.map_or(0, |heads| heads.spare);
    skill.map(|_| (fighter, side, at_side, usize::from(count) + usize::from(spare)))
}

/// Checks the weapon of a fighter who attacks twice in a round: it must be small, or leave a hand free for a second
/// weapon, depending on the stance (M11, reading 41). A weapon without a name is not checked, since its size is
/// unknown.
fn check_second_attack_weapon(reader: &mut Reader<'_>, tactic: &Policy) {
    let Some(weapon) = reader.written(&WEAPON) else { return };
    let (Some(name), Some(size)) = (name_of(weapon), size_of(weapon)) else { return };
    let mut stances = tactic.rows().flat_map(|mix| &mix.0).map(|(tactic, _)| tactic);
    let too_large = |second: i8| {
        let small = matches!(size, Size::Unarmed | Size::MartialArt | Size::Small);
        if second == 0 { !small } else { size == Size::TwoHanded }
    };
    let Some(stance) = stances.find(|tactic| tactic.stance.second.is_some_and(too_large)) else { return };
    let (needs, help) = match stance.stance.second {
        Some(0) => (
            "a small, light weapon",
            "use a knife, a dagger or bare hands; or, with a weapon in each hand, `attack-with-both-hands`",
        ),
        _ => ("a weapon in each hand", "use one that leaves the other hand free"),
    };
    let problem = Problem::new(format!("`{}` needs {needs}; a {name} is too large", stance.name)).help(help);
    reader.refuse::<()>(&WEAPON, problem);
}

/// Reads three figures: the offensive factor without Scale; the weapon's value, `None` if the weapon's size is not
/// compared with others; and the Strength, `None` if `offense` includes it. A gun does not use the Strength of its
/// user, and its size is not compared (R4).
fn offense_of(reader: &mut Reader<'_>, gun: bool, kind: Option<&str>) -> (i32, Option<i32>, Option<i32>) {
    let weapon = weapon_of(reader);
    // Claws and teeth are not compared with weapons (M4, reading 59).
    let beast = matches!(kind, Some("creature" | "animal"));
    let named = reader.written(&WEAPON).and_then(name_of).is_some() || reader.has(&MARTIAL_ART);
    let compared = move |weapon: Option<i32>| weapon.filter(|_| !beast || named);
    let offense = if is_formula(reader, &OFFENSE) { Some(0) } else { reader.read(&OFFENSE) };
    if let Some(offense) = offense {
        refuse_included_keys(reader, &OFFENSE, &[&STRENGTH, &THROWN_UNSKILLED]);
        return (offense, compared(weapon).filter(|_| !gun), None);
    }
    let strength = reader.read(&STRENGTH);
    let thrown = reader.read(&THROWN_UNSKILLED);
    // The default is bare hands without a martial art (SRD 4.54, F93 4.72).
    let weapon = weapon.unwrap_or(Size::Unarmed.factor(reader.rules().gear));
    if gun {
        return (weapon, None, Some(strength));
    }
    let span = if reader.has(&WEAPON) { reader.span_of(&WEAPON) } else { reader.span_of(&STRENGTH) };
    let sum = i64::from(strength) + i64::from(weapon) - i64::from(thrown);
    (within_limits_at(reader, span, "Strength with the weapon", sum), compared(Some(weapon)), Some(strength))
}

/// Whether the value of `key` is a formula, or a name that formulas know. Ranges must have been replaced by numbers
/// before.
fn is_formula(reader: &Reader<'_>, key: &Key<i32>) -> bool {
    let Some(text) = reader.written(key).and_then(Node::as_str).filter(|text| !text.contains(" to ")) else {
        return false;
    };
    let known = || names_of_gear(reader).knows(text, &GEAR);
    let has_digits = text.contains(|letter: char| letter.is_ascii_digit()) && text.parse::<i64>().is_err();
    has_digits || is_meant_as_formula(text) || known()
}

/// The formula of a factor, evaluated for each hit; `None` if the factor is a number.
fn gear_formula(reader: &mut Reader<'_>, key: &Key<i32>) -> Option<Expression> {
    if !is_formula(reader, key) {
        return None;
    }
    let names = names_of_gear(reader);
    reader.read_with(key, |item| expression(item, &names, &GEAR))
}

/// The names available in formulas of weapons and armor.
fn names_of_gear(reader: &Reader<'_>) -> RuleNames {
    RuleNames::of(reader.context(), &reader.rules().record, &reader.rules().own.counters)
}

/// Reads the defensive factor without Scale, Damage Capacity and shield, and the part of it that is armor.
fn defense_of(reader: &mut Reader<'_>, damage_capacity: Option<i32>) -> (i32, i32) {
    let rules = reader.rules();
    let span = reader.span_of(&DEFENSE);
    let defense = if is_formula(reader, &DEFENSE) { Some(0) } else { reader.read(&DEFENSE) };
    if let Some(defense) = defense {
        refuse_included_keys(reader, &DEFENSE, &[&MASS, &TOUGH_HIDE]);
        let names_armor = rules.own_damage.as_ref().is_some_and(|rule| rule.formulas().uses("armor"));
        let counts = rules.fight_criticals != FightCriticals::Off || names_armor;
        let (defense, armor) = match reader.written(&DEFENSE).and_then(armor_among_parts) {
            Some(worn) => {
                let armor = reader.read(&ARMOR).unwrap_or(worn);
                (defense - worn + armor, armor)
            }
            None if counts => (defense, reader.read(&ARMOR).unwrap_or(0)),
            None => {
                refuse_included_keys(reader, &DEFENSE, &[&ARMOR]);
                (defense, 0)
            }
        };
        // The whole factor includes Damage Capacity, which the fight adds by itself.
        let counts = rules.damage_capacity == DamageCapacity::Counts;
        let capacity = damage_capacity.filter(|_| counts).unwrap_or(0);
        let rest = i64::from(defense) - i64::from(capacity);
        return (within_limits_at(reader, span, "`defense` without Damage Capacity", rest), armor);
    }
    let armor = reader.read(&ARMOR).unwrap_or(0);
    let (mass, hide) = (reader.read(&MASS), reader.read(&TOUGH_HIDE));
    let keys: [&dyn AnyKey; 3] = [&ARMOR, &MASS, &TOUGH_HIDE];
    let place = keys.into_iter().find(|key| reader.has(*key)).map_or(span, |key| reader.span_of(key));
    let sum = i64::from(armor) + i64::from(mass) + i64::from(hide);
    (within_limits_at(reader, place, "armor with Mass and a tough hide", sum), armor)
}

/// The sum of those parts of a defensive factor that have the name of an armor (reading 58); `None` without such parts.
/// The key `armor` replaces these parts.
fn armor_among_parts(defense: &Node) -> Option<i32> {
    let parts = defense.as_table()?.entries().iter().filter(|part| is_armor(&part.key));
    let worn = parts.filter_map(|part| if let Value::Integer(value) = part.node.value { Some(value) } else { None });
    let worn: Vec<i64> = worn.collect();
    // The sum is small, since the whole factor is within its limits.
    let sum = worn.iter().fold(0i64, |sum, value| sum.saturating_add(*value));
    i32::try_from(sum).ok().filter(|_| !worn.is_empty())
}

/// The value of the weapon in hand, or of bare hands with a martial art; `None` if the file sets neither.
fn weapon_of(reader: &mut Reader<'_>) -> Option<i32> {
    let family = reader.rules().gear;
    let stated = reader.read(&WEAPON);
    if stated.is_some() {
        refuse_included_keys(reader, &WEAPON, &[&MARTIAL_ART]);
    }
    let skilled = |level| level >= martial_art_from(family);
    let art = reader.read(&MARTIAL_ART).filter(|level| skilled(*level));
    stated.or_else(|| art.map(|_| Size::MartialArt.factor(family)))
}

/// The kind of wound that the named weapon causes.
fn blade_of(reader: &Reader<'_>) -> Blade {
    reader.written(&WEAPON).and_then(name_of).map_or(Blade::Blunt, Blade::of_weapon)
}

/// The attributes averaged into initiative (C4, KAER). Two of them also count by themselves: Perception for an
/// advantage (M8), Agility to stay on one's feet (W23).
const ATTRIBUTES: [&KeyOr<i32>; 3] = [&PERCEPTION, &AGILITY, &INTUITION];

/// The level for initiative, including Combat Reflexes (M19). It is the value of `initiative`, or the mean of the three
/// attributes if that key is not set (C4, KAER).
fn initiative(reader: &mut Reader<'_>, attributes: [i32; 3]) -> i32 {
    let rules = reader.rules();
    let apart = [rules.all_out != AllOut::Off, rules.evasion == Evasion::Avoidance, false];
    let level = match reader.read(&INITIATIVE) {
        Some(level) => {
            let held = ATTRIBUTES.into_iter().zip(apart).filter(|(_, apart)| !apart);
            refuse_included_keys(reader, &INITIATIVE, &held.map(|(one, _)| one as &dyn AnyKey).collect::<Vec<_>>());
            level
        }
        None => rounded_third(attributes.iter().sum()),
    };
    level + i32::from(reader.read(&COMBAT_REFLEXES))
}

/// A third of a sum, rounded to the nearest whole number; ties are impossible.
fn rounded_third(sum: i32) -> i32 {
    (2 * sum + 3).div_euclid(6)
}

/// The fighter's Fudge points, `None` if not set, and the policy for spending them.
fn spending(reader: &mut Reader<'_>) -> (Option<u8>, Spending) {
    let points = reader.read(&FUDGE_POINTS);
    if reader.has(&FUDGE_POINTS) && !reader.has(&SPEND) {
        let problem = Problem::new("`fudge_points` has no effect without `spend`").secondary();
        let problem = problem.at(reader.span_of(&FUDGE_POINTS));
        reader.problems().push(problem.help("say what the points are for, as in `spend = \"survive\"`"));
    }
    if reader.has(&SPEND) && !reader.has(&FUDGE_POINTS) && reader.rules().fudge_points == 0 {
        let problem = Problem::new("there are no Fudge points to spend").at(reader.span_of(&SPEND)).secondary();
        reader.problems().push(problem.help("set `fudge_points` for the fighter, or for all fighters in [rules]"));
    }
    (points, reader.read(&SPEND))
}

/// The fixed moments at which a fighter flees and surrenders, and its formulas for leaving. A moment is `None` if it is
/// not set, or if a formula decides when the fighter leaves.
fn exits(reader: &mut Reader<'_>) -> (Option<Flees>, Option<u8>, Vec<LeavingRule>) {
    let mut leaves = Vec::new();
    let flees = fixed_moment(reader.read(&FLEES), LeavingMethod::Flees, &mut leaves);
    let yields_at = reader.read(&YIELDS_AT);
    let surrenders = fixed_moment(reader.read(&SURRENDERS), LeavingMethod::Surrenders, &mut leaves);
    if reader.has(&YIELDS_AT) {
        refuse_included_keys(reader, &YIELDS_AT, &[&SURRENDERS]);
    }
    leaves.extend(reader.read(&CONCEDES).map(|when| LeavingRule { how: LeavingMethod::Concedes, when }));
    (flees, yields_at.or(surrenders), leaves)
}

/// Returns `moment` if it is fixed. If it is a formula, adds the formula to `leaves` and returns `None`.
fn fixed_moment<T>(moment: Option<LeavingMoment<T>>, how: LeavingMethod, leaves: &mut Vec<LeavingRule>) -> Option<T> {
    if let Some(LeavingMoment::Known(known)) = moment {
        return Some(known);
    }
    leaves.extend(moment.and_then(|by| by.leaves(how)));
    None
}

/// The fighter's own record; `None` if it uses the record in the rules.
fn record(reader: &mut Reader<'_>) -> Option<Record> {
    let rules = reader.rules();
    let boxes = reader.read(&INJURY_BOXES);
    let fodder = reader.read(&FODDER);
    let derived = boxes.map(|boxes| rules.record.with_boxes(boxes)).or_else(|| fodder.then(|| rules.record.fodder()));
    derived.or_else(|| reader.has(&RECORD).then(|| rules.record.clone()))
}

/// Reads the wounds at the start of the fight, on the record `own`. If `own` is `None`, they are on the record in the
/// rules.
fn wounds(reader: &mut Reader<'_>, own: Option<&Record>) -> Vec<u8> {
    let record = own.unwrap_or(&reader.rules().record).clone();
    reader.read_with(&WOUNDS, |item| starting_wounds(item, &record)).unwrap_or_default()
}

/// Scale of Strength and Scale of Mass, set together or separately.
fn scales(reader: &mut Reader<'_>) -> (i32, i32) {
    match reader.read(&SCALE) {
        Some(both) => {
            refuse_included_keys(reader, &SCALE, &[&STRENGTH_SCALE, &MASS_SCALE]);
            (both, both)
        }
        None => (reader.read(&STRENGTH_SCALE), reader.read(&MASS_SCALE)),
    }
}

/// Reads a stat block by itself, as it would fight under `rules`; `None` if the stat block is invalid. If it sets no
/// skill, the skill is Fair.
pub fn lone_fighter(mut block: Node, ladder: &Ladder, rules: &Rules) -> Option<Fighter> {
    let span = block.span;
    block.as_table_mut()?.get_or_insert(SKILL.spec().key, span, || Node { value: Value::Integer(0), span });
    let mut problems = Problems::new();
    let context = Context { rules, ..Context::on(ladder) };
    let fighter = Reader::open(&block, "it", &FIGHTER, context, &mut problems, |reader| stat_block(reader, ""));
    problems.into_result(fighter).ok().flatten().map(|(fighter, ..)| fighter)
}

/// The modifier to attack and avoidance from `position` (M14, KAER); `None` if it is not set. `parries` tells whether
/// the fighter usually parries.
fn position(reader: &mut Reader<'_>, parries: bool) -> Option<Modifier> {
    let name = reader.read(&POSITION)?;
    let (value, [dodge, parry]) = match name {
        "behind-foe" => (2, [0, 0]),
        "back-turned" => (-2, [-1, -2]),
        "above" => (1, [0, 0]),
        "below" => (-1, [0, 0]),
        _ => (-2, [0, 0]),
    };
    let [avoid, other_avoid] = if parries { [parry, dodge] } else { [dodge, parry] };
    Some(Modifier { name: name.to_string(), value, avoid, other_avoid, rounds: None })
}

#[cfg(test)]
mod tests {
    use super::rounded_third;

    /// Max, with Good Perception, Fair Agility and Terrible Intuition, has -2/3, which rounds to -1 (KAER).
    #[test]
    fn mean_of_three_attributes_rounds_to_nearest() {
        assert_eq!(rounded_third(1 - 3), -1);
        assert_eq!((-4..=4).map(rounded_third).collect::<Vec<_>>(), [-1, -1, -1, 0, 0, 0, 1, 1, 1]);
    }
}
