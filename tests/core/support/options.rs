//! Every setting of every option that affects fights, and fights in which settings show.

use super::printed;
use fudgelab::combat::{Cast, Fight, Fighter, Missile, Modifier, Ranged, compile};
use fudgelab::dice::Dice;
use fudgelab::rules::fudge::Spend;
use fudgelab::rules::{
    AllOut, Avoiding, Boon, CONFLICTS, CalledShots, Circumstance, FightCriticals, Graze, LevelRule, Lighter, Mischance,
    Missiles, Morale, NumberOf, OPTIONS, OptionKind, Outnumbered, Pacing, Policy, Record, RecordKind, Resistance,
    Rules, Scope, Spending, Tactic, Targets, WillOverWounds,
};
use fudgelab::scenario::Preset;

#[derive(Clone)]
pub struct Setting {
    pub key: &'static str,
    pub value: String,
    set: std::rc::Rc<dyn Fn(&mut Rules)>,
}

impl Setting {
    /// The rules with this setting.
    pub fn on(&self, rules: &Rules) -> Rules {
        let mut rules = rules.clone();
        (self.set)(&mut rules);
        rules
    }
}

/// Settings of all options that affect fights: all words of an option, or else a few different values.
pub fn settings() -> Vec<Setting> {
    // Options for checks affect spells when a file is read, and these fights are not read.
    let heeded = |scope: Scope| {
        use Scope::{All, Criticals, Fights, Points, PointsOnDifficulty, Wounds};
        matches!(scope, Fights | Points | PointsOnDifficulty | All | Criticals | Wounds)
    };
    let mut all = Vec::new();
    for option in OPTIONS.iter().filter(|option| heeded(option.scope)) {
        let mut add = |value: String, set: std::rc::Rc<dyn Fn(&mut Rules)>| {
            all.push(Setting { key: option.key, value, set });
        };
        match option.kind {
            OptionKind::Words { words, set, .. } | OptionKind::Damage { words, set, .. } => {
                for (place, word) in words().iter().enumerate() {
                    add(word.word.to_owned(), std::rc::Rc::new(move |rules| set(rules, place)));
                }
            }
            OptionKind::Dice { set, .. } => {
                for name in ["2dF", "1dF", "none"] {
                    let dice = Dice::parse(name).unwrap();
                    add(name.to_owned(), std::rc::Rc::new(move |rules| set(rules, dice.clone())));
                }
            }
            OptionKind::Number { of: NumberOf::Level, word: None, get, set } => {
                let default = get(&Rules::plain());
                add("default".to_owned(), std::rc::Rc::new(move |rules| set(rules, default)));
                for level in [-2, 0, 1] {
                    add(level.to_string(), std::rc::Rc::new(move |rules| set(rules, Some(level))));
                }
            }
            OptionKind::Number { of: NumberOf::Level, set, .. } => {
                for level in [None, Some(-2), Some(0), Some(1)] {
                    add(format!("{level:?}"), std::rc::Rc::new(move |rules| set(rules, level)));
                }
            }
            OptionKind::Number { of: NumberOf::Whole { low, high }, word: None, set, .. } => {
                for number in [low, high.min(low + 2)] {
                    add(number.to_string(), std::rc::Rc::new(move |rules| set(rules, Some(number))));
                }
            }
            OptionKind::Number { of: NumberOf::Whole { low, high }, set, .. } => {
                let numbers = match option.key {
                    // Results that 2dF can show.
                    "critical_success" => [1, 2],
                    "critical_failure" => [-2, -1],
                    _ => [low, high.min(low + 2)],
                };
                for number in [None, Some(numbers[0]), Some(numbers[1])] {
                    // A fight must have room to end; without a limit, endless ones would continue for 10,000 rounds.
                    let number = match (option.key, number) {
                        ("round_limit", None) => continue,
                        ("round_limit", Some(number)) => Some(number + 20),
                        _ => number,
                    };
                    add(format!("{number:?}"), std::rc::Rc::new(move |rules| set(rules, number)));
                }
            }
            OptionKind::Integers { set, .. } => {
                for list in [vec![0, 3], vec![1, 2]] {
                    add(format!("{list:?}"), std::rc::Rc::new(move |rules| set(rules, list.clone())));
                }
            }
            OptionKind::WordList { words, length, set, .. } => {
                for place in [0, words.len() - 1] {
                    let value = format!("all {}", words[place].word);
                    add(value, std::rc::Rc::new(move |rules| set(rules, &vec![place; length])));
                }
            }
            OptionKind::Number { of: NumberOf::Wound, word, set, .. } => {
                for (value, level) in [(word.unwrap(), None), ("the first", Some(1)), ("the second", Some(2))] {
                    add(value.to_owned(), std::rc::Rc::new(move |rules| set(rules, level)));
                }
            }
            OptionKind::Record { set, .. } => {
                for (name, record) in records() {
                    add(name.to_owned(), std::rc::Rc::new(move |rules| set(rules, record.clone())));
                }
            }
        }
    }
    all
}

fn records() -> Vec<(&'static str, Record)> {
    let standard = Record::standard();
    let by = |kind| Record { kind, ..Record::standard() };
    vec![
        ("short", short()),
        ("standard", standard),
        ("by Health", by(RecordKind::Health)),
        ("by Damage Capacity", by(RecordKind::CapacityPoints)),
        ("in order", Record::injuries()),
    ]
}

/// Three boxes, so that fights end soon.
pub fn short() -> Record {
    let level = |name: &str, from, penalty, out| LevelRule { name: name.into(), from, boxes: 1, penalty, out };
    let levels = vec![level("Scratch", 1, 0, false), level("Hurt", 3, -1, false), level("Out", 5, 0, true)];
    Record { levels, ..Record::standard() }
}

/// Whether the rules contain no contradiction.
pub fn valid(rules: &Rules) -> bool {
    rules.record.check().is_ok() && !CONFLICTS.iter().any(|conflict| (conflict.contradicts)(rules))
}

/// Rules, and a cast that fights under them.
pub struct Ground {
    pub name: &'static str,
    pub rules: Rules,
    pub cast: Box<dyn Fn(&Rules) -> Cast>,
}

impl Ground {
    /// The fight under `rules`; `None` if they contradict each other or do not allow it.
    pub fn fight(&self, rules: &Rules) -> Option<Fight> {
        if !valid(rules) {
            return None;
        }
        compile(&(self.cast)(rules), rules).ok()
    }

    /// Like [`Self::fight`], with the sides swapped.
    pub fn mirrored(&self, rules: &Rules) -> Option<Fight> {
        let mut cast = (self.cast)(rules);
        cast.sides.reverse();
        cast.fighters.iter_mut().for_each(|fighter| fighter.side = 1 - fighter.side);
        valid(rules).then(|| compile(&cast, rules).ok())?
    }

    /// Like [`Self::fight`], with `more` skill on the first side.
    pub fn skilled(&self, rules: &Rules, more: i32) -> Option<Fight> {
        let mut cast = (self.cast)(rules);
        let first = cast.fighters.iter_mut().filter(|fighter| fighter.side == 0);
        first.for_each(|fighter| fighter.skill += more);
        valid(rules).then(|| compile(&cast, rules).ok())?
    }
}

/// Fights in which settings show: a duel and one against two, in rounds and in turns, with player-facing rolls, and
/// under the presets.
pub fn grounds() -> Vec<Ground> {
    let short = Rules {
        dice: Dice::parse("2dF").unwrap(),
        record: short(),
        outnumbered: Outnumbered::PerFoe,
        round_limit: 60,
        ..Rules::plain()
    };
    let preset = |name: &str| Rules { round_limit: 60, ..Preset::find(name).unwrap().1.clone() };
    let in_turns = Rules { pacing: Pacing::Turns, ..short.clone() };
    let lite = Rules { dice: short.dice.clone(), ..preset("lite") };
    let points = Rules { dice: short.dice.clone(), ..preset("fudge-1993") };
    let kaer = Rules { dice: short.dice.clone(), record: short.record.clone(), ..preset("kaer") };
    let srd = Rules { dice: short.dice.clone(), record: short.record.clone(), ..preset("srd") };
    let tactical = Rules {
        all_out: AllOut::Srd,
        called_shots: CalledShots::Result,
        fight_criticals: FightCriticals::Table,
        critical_success: Some(2),
        critical_failure: Some(-2),
        // A temporary effect, because the whole table has many states.
        critical_effects: [Mischance::OffBalance; 11],
        ..short.clone()
    };
    let tested = Rules { morale: Morale::All, ..short.clone() };
    let willful = Rules { will_over_wounds: WillOverWounds::Reduce, ..short.clone() };
    let rich = Rules { fudge_points: 3, ..short.clone() };
    let scratched = Rules { lighter_wound: Lighter::Scratch, ..rich.clone() };
    let told = Rules { pacing: Pacing::Story, fudge_points: 2, ..short.clone() };
    let critical = Rules { critical_success: Some(2), ..short.clone() };
    let afar = Rules { closing: Some(2), ..short.clone() };
    let parried = Rules { missiles: Missiles::DodgeOrParry, ..afar.clone() };
    let grazed = Rules { graze: Graze::Table, graze_from: vec![0], ..short.clone() };
    let rolled = |damage_roll| Rules { damage_roll, ..short.clone() };
    let ground =
        |name, rules: &Rules, cast: fn(&Rules) -> Cast| Ground { name, rules: rules.clone(), cast: Box::new(cast) };
    vec![
        ground("a duel", &short, duel),
        ground("a duel by the SRD", &srd, duel),
        ground("a duel in turns", &in_turns, duel),
        ground("one against two", &short, brawl),
        ground("one against two by the SRD", &srd, brawl),
        ground("one against two in turns", &in_turns, brawl),
        ground("a KAER duel", &kaer, duel),
        ground("one against two by KAER", &kaer, brawl),
        ground("a LITE duel", &lite, duel),
        ground("two against one by LITE", &lite, brawl),
        ground("a duel by points", &points, duel),
        ground("a duel with criticals, called shots and going all out", &tactical, duel),
        ground("one who aims at the head, against one who is helpless and another", &tactical, kidnap),
        ground("a duel that may end in flight", &tested, duel),
        ground("a duel of the willful", &willful, duel),
        ground("a duel of feeble blows, levels rolled for", &rolled(printed("1dF-level")), feeble),
        ground("one with Fudge points against two", &rich, lucky),
        ground("one whose Fudge points make scratches, against two", &scratched, lucky),
        ground("a Fudge point instead of a story", &told, chosen),
        ground("a small one against a large one", &critical, sizes),
        ground("arrows before blows", &afar, skirmish),
        ground("arrows before blows, parried", &parried, skirmish),
        ground("arrows at one who dodges badly", &afar, clumsy),
        ground("arrows from behind a friend", &short, behind),
        ground("a duel of the timid", &short, timid),
        ground("a small one against a large one, with grazes", &grazed, sizes),
        ground("a duel, damage rolled for", &rolled(printed("game-dice-limited")), duel),
        ground("a duel of feeble blows, by Min-Mid-Max", &rolled(printed("min-mid-max")), feeble),
    ]
}

/// The first of these stances that the rules allow, or else the normal one.
fn allowed(rules: &Rules, words: &[&str]) -> Policy {
    let tactic = words.iter().find_map(|word| Tactic::parse(word, rules).ok());
    Policy::fixed(tactic.unwrap_or_else(Tactic::normal))
}

fn modifier(name: &str, value: i32, rounds: Option<u16>) -> Modifier {
    Modifier { name: name.into(), value, avoid: value, other_avoid: value, rounds }
}

/// Two fighters who differ in everything that rules may depend on.
fn duel(rules: &Rules) -> Cast {
    let a = Fighter {
        pc: Some(true),
        avoid: Some(0),
        initiative: 1,
        offense: 3,
        defense: 1,
        damage_capacity: Some(1),
        health: Some(2),
        weapon: Some(3),
        shield: 1,
        strength_scale: 1,
        mass_scale: 1,
        hit_bonus: 1,
        modifiers: vec![modifier("blessing", 2, None), modifier("height", 2, Some(2)), modifier("mud", -1, None)],
        tactic: allowed(rules, &["full-attack", "very-hasty", "hasty", "offensive", "attack-twice", "all-out-defense"]),
        speed: 1,
        will: 1,
        overcomes_at: Some(1),
        evades_at: Some(2),
        agility: 1,
        resistance: Resistance::Fragile,
        ..Fighter::new("A", 0, -1)
    };
    let b = Fighter {
        avoid: Some(1),
        offense: 3,
        defense: 1,
        damage_capacity: Some(-2),
        health: Some(-2),
        weapon: Some(0),
        injuries: 2,
        morale: Some(-1),
        constitution: 1,
        stuns: true,
        tactic: allowed(rules, &["aim-at-eye"]),
        ..Fighter::new("B", 1, 1)
    };
    Cast { fighters: vec![a, b], sides: vec!["A".into(), "B".into()] }
}

/// An archer against two foes: one parries, the other throws back.
fn skirmish(_: &Rules) -> Cast {
    let missile = |offense, thrown, burst| Some(Missile { skill: 1, offense, scaled: true, thrown, burst });
    let with = |missile, avoiding| Ranged { missile, avoiding, dodge: Some(6), ..Ranged::default() };
    let archer = Fighter {
        pc: Some(true),
        offense: 1,
        ranged: with(missile(1, false, Some(8)), Avoiding::Dodge),
        ..Fighter::new("archer", 0, 2)
    };
    let guard = Fighter { offense: 1, ranged: with(None, Avoiding::Parry), ..Fighter::new("guard", 1, 0) };
    let thrower = Fighter { ranged: with(missile(2, true, None), Avoiding::Dodge), ..Fighter::new("thrower", 1, 0) };
    Cast { fighters: vec![archer, guard, thrower], sides: vec!["archer".into(), "others".into()] }
}

/// An archer who shoots from behind a friend, against one foe.
fn behind(_: &Rules) -> Cast {
    let missile = Some(Missile { skill: 1, offense: 2, scaled: true, thrown: false, burst: None });
    let ranged = Ranged { missile, ..Ranged::default() };
    let archer = Fighter { pc: Some(true), at_back: true, ranged, ..Fighter::new("archer", 0, 0) };
    let friend = Fighter { offense: 1, ..Fighter::new("friend", 0, 1) };
    let foe = Fighter { offense: 2, ..Fighter::new("foe", 1, 2) };
    Cast { fighters: vec![archer, friend, foe], sides: vec!["archer".into(), "foe".into()] }
}

/// A hero with Fudge points against two foes with heavy blows.
fn lucky(_: &Rules) -> Cast {
    let sure = Spend { conditions: vec![Circumstance::Wounds(1)], save: 1, ..Spend::on(Boon::Automatic) };
    let spend = Spending(vec![sure, Spend::on(Boon::CheatDeath), Spend::on(Boon::Lighter)]);
    let hero = Fighter { pc: Some(true), offense: 2, spend, ..Fighter::new("hero", 0, 1) };
    let foe = |name: &str| Fighter { offense: 4, ..Fighter::new(name, 1, 0) };
    Cast { fighters: vec![hero, foe("first"), foe("second")], sides: vec!["hero".into(), "foes".into()] }
}

/// A fighter whose Fudge point can decide the fight, against one far better.
fn chosen(rules: &Rules) -> Cast {
    let story = rules.pacing == Pacing::Story;
    let spend = if story { Spending::on(Boon::Success) } else { Spending::default() };
    let a = Fighter { pc: Some(true), spend, ..Fighter::new("A", 0, 0) };
    let b = Fighter { dice: Some(Dice::parse("none").unwrap()), offense: 2, ..Fighter::new("B", 1, 4) };
    Cast { fighters: vec![a, b], sides: vec!["A".into(), "B".into()] }
}

/// A thug who tries to knock out two foes, one of them helpless.
fn kidnap(rules: &Rules) -> Cast {
    let tactic = allowed(rules, &["aim-at-head"]);
    let thug = Fighter { pc: Some(true), tactic, ..Fighter::new("thug", 0, 2) };
    let bound = Fighter { helpless: true, ..Fighter::new("bound", 1, 0) };
    let guard = Fighter { offense: 1, ..Fighter::new("guard", 1, 0) };
    Cast { fighters: vec![thug, bound, guard], sides: vec!["thug".into(), "others".into()] }
}

/// A small fighter against one too large to be hurt by most of its blows.
fn sizes(_: &Rules) -> Cast {
    let small = Fighter { pc: Some(true), offense: 1, ..Fighter::new("small", 0, 2) };
    let large = Fighter { strength_scale: 4, mass_scale: 4, ..Fighter::new("large", 1, -1) };
    Cast { fighters: vec![small, large], sides: vec!["small".into(), "large".into()] }
}

/// An archer against a target who dodges badly.
fn clumsy(_: &Rules) -> Cast {
    let missile = Some(Missile { skill: 1, offense: 1, scaled: true, thrown: false, burst: None });
    let archer =
        Fighter { pc: Some(true), ranged: Ranged { missile, ..Ranged::default() }, ..Fighter::new("archer", 0, 0) };
    let ranged = Ranged { dodge: Some(-1), ..Ranged::default() };
    let clumsy = Fighter { ranged, ..Fighter::new("clumsy", 1, 1) };
    Cast { fighters: vec![archer, clumsy], sides: vec!["archer".into(), "clumsy".into()] }
}

/// A fighter who is hurt and may freeze in danger, against a bold one.
fn timid(_: &Rules) -> Cast {
    let timid = Fighter { combat_paralysis: true, health: Some(1), wounds: vec![2], ..Fighter::new("timid", 0, 3) };
    let bold = Fighter { pc: Some(true), ..Fighter::new("bold", 1, 0) };
    Cast { fighters: vec![timid, bold], sides: vec!["timid".into(), "bold".into()] }
}

/// A fighter who hardly ever hurts the other.
fn feeble(_: &Rules) -> Cast {
    let a = Fighter { pc: Some(true), offense: -5, ..Fighter::new("A", 0, 3) };
    let b = Fighter { offense: 1, ..Fighter::new("B", 1, 1) };
    Cast { fighters: vec![a, b], sides: vec!["A".into(), "B".into()] }
}

/// One fighter against two; one of the two does not roll.
fn brawl(rules: &Rules) -> Cast {
    let hero = Fighter {
        pc: Some(true),
        offense: 2,
        defense: 1,
        initiative: 1,
        tactic: allowed(rules, &["sweep"]),
        targets: Targets::LowestResult,
        ..Fighter::new("hero", 0, 2)
    };
    let steady = Fighter { dice: Some(Dice::parse("none").unwrap()), offense: 1, ..Fighter::new("steady", 1, 1) };
    let foe = Fighter { offense: 1, shield: 1, ..Fighter::new("foe", 1, 0) };
    Cast { fighters: vec![hero, steady, foe], sides: vec!["hero".into(), "foes".into()] }
}
