//! The one list of everything `[rules]` may set.

use super::fudge::MOST_POINTS;
use super::{
    AllOut, Assisting, AutomaticDeath, Avoidance, CalledShots, Choice, Consciousness, CriticalRule, DamageBy,
    DamageCapacity, DamageRoll, DefaultLevels, Evasion, FightCriticals, FullAttack, GearFamily, Graze, GrazeRoll,
    HalfHits, HeadBlows, InitiativeRolls, InitiativeTies, InitiativeTrade, InitiativeWounds, LevelRoll, Lighter,
    LoneStrike, LowFactor, Maneuvers, Mischance, Missiles, MobRoll, ModifierSum, Morale, Outnumbered, Pacing,
    PcNearDeath, Postures, ReactionModifiers, Record, ResultsCap, RolledHits, Rules, Shields, Shots, SizeToHit,
    StaticTie, StrikeFirst, Stun, Success, SuccessLimit, Toughness, TurnOrder, WeaponSize, WillOverWounds, Word,
};
use crate::dice::Dice;
use crate::ladder::Ladder;

/// An option of `[rules]`.
#[derive(Debug, Clone, Copy)]
pub struct RuleOption {
    /// Its key in scenario files.
    pub key: &'static str,
    /// The rows of the rule catalogue that it switches.
    pub rows: &'static [&'static str],
    /// Where the sources say it.
    pub source: &'static str,
    /// What it decides, in one line.
    pub meaning: &'static str,
    /// Where it has an effect.
    pub scope: Scope,
    /// What it may be set to, and how.
    pub kind: Kind,
}

/// Where an option has an effect. Set by hand for any other subject it is a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Wherever dice are rolled.
    All,
    /// In checks, and the checks of a task.
    Checks,
    /// In all actions outside fights.
    Actions,
    /// In actions with a trait: all but reactions.
    Traits,
    /// In reactions.
    Reactions,
    /// In fights.
    Fights,
}

/// What an option may be set to, how it is read from the rules and how it is set.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// One of a few words; the setter takes a place in the list.
    Words {
        /// The words.
        words: &'static [Word],
        /// The word in force.
        get: fn(&Rules) -> &'static str,
        /// Sets the word at a place in `words`.
        set: fn(&mut Rules, usize),
    },
    /// A dice method.
    Dice {
        /// The dice in force.
        get: fn(&Rules) -> &Dice,
        /// Sets them.
        set: fn(&mut Rules, Dice),
    },
    /// A level of the ladder.
    Level {
        /// The level in force.
        get: fn(&Rules) -> i32,
        /// Sets it.
        set: fn(&mut Rules, i32),
    },
    /// A level of the ladder, or `none`.
    LevelOrNone {
        /// The level in force.
        get: fn(&Rules) -> Option<i32>,
        /// Sets it.
        set: fn(&mut Rules, Option<i32>),
    },
    /// A whole number in a range.
    Integer {
        /// The smallest number.
        low: i64,
        /// The largest number.
        high: i64,
        /// The number in force.
        get: fn(&Rules) -> i64,
        /// Sets it.
        set: fn(&mut Rules, i64),
    },
    /// A whole number in a range, or a word that stands for none.
    IntegerOrWord {
        /// The word for none.
        word: &'static str,
        /// The smallest number.
        low: i64,
        /// The largest number.
        high: i64,
        /// The number in force.
        get: fn(&Rules) -> Option<i64>,
        /// Sets it.
        set: fn(&mut Rules, Option<i64>),
    },
    /// A list of whole numbers, ascending.
    Integers {
        /// The list in force.
        get: fn(&Rules) -> &[i32],
        /// Sets it.
        set: fn(&mut Rules, Vec<i32>),
    },
    /// A list of words, of a fixed length.
    WordList {
        /// The words.
        words: &'static [Word],
        /// How many there must be.
        length: usize,
        /// The words in force.
        get: fn(&Rules) -> Vec<&'static str>,
        /// Sets the words at these places in `words`; there are as many as there must be.
        set: fn(&mut Rules, &[usize]),
    },
    /// A wound level of the record by its name, or a word that stands for none.
    WoundOrWord {
        /// The word for none.
        word: &'static str,
        /// The level in force, counted from 1.
        get: fn(&Rules) -> Option<u8>,
        /// Sets it.
        set: fn(&mut Rules, Option<u8>),
    },
    /// A wound record.
    Record {
        /// The record in force.
        get: fn(&Rules) -> &Record,
        /// Sets it.
        set: fn(&mut Rules, Record),
    },
}

/// An option of words over one field of the rules.
macro_rules! words {
    ($choice:ident, $field:ident) => {
        Kind::Words {
            words: $choice::WORDS,
            get: |rules| rules.$field.word(),
            set: |rules, place| rules.$field = $choice::ALL[place],
        }
    };
}

/// Every option, in the order in which they are listed and written.
pub const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: "dice",
        rows: &[
            "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13", "D14", "D15", "D16",
            "D17", "D18", "D19",
        ],
        source: "SRD 3.2",
        meaning: "the action dice of everyone who has none of their own",
        scope: Scope::All,
        kind: Kind::Dice { get: |rules| &rules.dice, set: |rules, dice| rules.dice = dice },
    },
    RuleOption {
        key: "npc_dice",
        rows: &["D13", "C6", "A11"],
        source: "LITE; SRD 3.5, 4.33",
        meaning: "the action dice of those in a fight who are no player characters and have none of their own",
        scope: Scope::Fights,
        kind: Kind::Dice {
            get: |rules| rules.npc_dice.as_ref().unwrap_or(&rules.dice),
            set: |rules, dice| rules.npc_dice = Some(dice),
        },
    },
    RuleOption {
        key: "modifiers",
        rows: &["A13"],
        source: "SRD 3.3, LITE",
        meaning: "how situational modifiers come together",
        scope: Scope::All,
        kind: words!(ModifierSum, modifiers),
    },
    RuleOption {
        key: "modifier_cap",
        rows: &["A13", "M2"],
        source: "SRD 3.3",
        meaning: "the largest sum of situational modifiers, either way",
        scope: Scope::All,
        kind: Kind::IntegerOrWord {
            word: "none",
            low: 0,
            high: 20,
            get: |rules| rules.modifier_cap.map(i64::from),
            set: |rules, cap| rules.modifier_cap = cap.map(|cap| cap as i32),
        },
    },
    RuleOption {
        key: "results_cap",
        rows: &["A2", "A3"],
        source: "LITE",
        meaning: "how far a rolled degree may go; who does not roll is not bound",
        scope: Scope::All,
        kind: words!(ResultsCap, results_cap),
    },
    RuleOption {
        key: "success",
        rows: &["A4", "A5"],
        source: "SRD 3.4, 7.15",
        meaning: "what succeeds in a check",
        scope: Scope::Checks,
        kind: words!(Success, success),
    },
    RuleOption {
        key: "criticals",
        rows: &["A7"],
        source: "SRD 3.6, F93 4.8",
        meaning: "what a natural critical does in a check",
        scope: Scope::Checks,
        kind: words!(CriticalRule, criticals),
    },
    RuleOption {
        key: "critical_success",
        rows: &["A7"],
        source: "SRD 3.6",
        meaning: "the natural result from which on a critical success counts",
        scope: Scope::Checks,
        kind: Kind::IntegerOrWord {
            word: "none",
            low: -20,
            high: 20,
            get: |rules| rules.critical_success.map(i64::from),
            set: |rules, natural| rules.critical_success = natural.map(|natural| natural as i32),
        },
    },
    RuleOption {
        key: "critical_failure",
        rows: &["A7"],
        source: "SRD 3.6",
        meaning: "the natural result from which down a critical failure counts",
        scope: Scope::Checks,
        kind: Kind::IntegerOrWord {
            word: "none",
            low: -20,
            high: 20,
            get: |rules| rules.critical_failure.map(i64::from),
            set: |rules, natural| rules.critical_failure = natural.map(|natural| natural as i32),
        },
    },
    RuleOption {
        key: "no_roll_at",
        rows: &["A4"],
        source: "F93 4.1",
        meaning: "a difficulty of this level or less succeeds without a roll",
        scope: Scope::Checks,
        kind: Kind::LevelOrNone { get: |rules| rules.no_roll_at, set: |rules, level| rules.no_roll_at = level },
    },
    RuleOption {
        key: "default_difficulty",
        rows: &["A18"],
        source: "LITE",
        meaning: "the difficulty of a check that states none",
        scope: Scope::Checks,
        kind: Kind::LevelOrNone {
            get: |rules| rules.default_difficulty,
            set: |rules, level| rules.default_difficulty = level,
        },
    },
    RuleOption {
        key: "assisting",
        rows: &["A18"],
        source: "SRD 3.3, F93 4.3",
        meaning: "what a second trait that contributes does",
        scope: Scope::Traits,
        kind: words!(Assisting, assisting),
    },
    RuleOption {
        key: "default_levels",
        rows: &["A18"],
        source: "SRD 1.4, 3.4, F93 2.4, LITE",
        meaning: "the level of a trait that a character does not list",
        scope: Scope::Traits,
        kind: words!(DefaultLevels, default_levels),
    },
    RuleOption {
        key: "reaction_modifiers",
        rows: &["A15"],
        source: "SRD 3.7, F93 4.9",
        meaning: "what the modifiers of a reaction are added to",
        scope: Scope::Reactions,
        kind: words!(ReactionModifiers, reaction_modifiers),
    },
    RuleOption {
        key: "minimum_to_hit",
        rows: &["C7"],
        source: "SRD 4.22",
        meaning: "the level a winning blow must reach to hit a foe of the same size",
        scope: Scope::Fights,
        kind: Kind::LevelOrNone { get: |rules| rules.minimum_to_hit, set: |rules, level| rules.minimum_to_hit = level },
    },
    RuleOption {
        key: "size_to_hit",
        rows: &["C8"],
        source: "SRD 4.22, F93 4.6, KAER",
        meaning: "what a difference in size does to hitting",
        scope: Scope::Fights,
        kind: words!(SizeToHit, size_to_hit),
    },
    RuleOption {
        key: "shields",
        rows: &["M3"],
        source: "SRD 4.31, F93 4.72",
        meaning: "what a shield does in melee",
        scope: Scope::Fights,
        kind: words!(Shields, shields),
    },
    RuleOption {
        key: "weapon_size",
        rows: &["M4"],
        source: "SRD 4.31",
        meaning: "what the smaller weapon suffers",
        scope: Scope::Fights,
        kind: words!(WeaponSize, weapon_size),
    },
    RuleOption {
        key: "gear",
        rows: &["W2"],
        source: "SRD 4.54, F93 4.72",
        meaning: "whose figures weapons have",
        scope: Scope::Fights,
        kind: words!(GearFamily, gear),
    },
    RuleOption {
        key: "pacing",
        rows: &["A9", "C1", "C2", "C3", "C4", "C5", "C9"],
        source: "SRD 4.21 to 4.23, KAER, LITE",
        meaning: "who acts when",
        scope: Scope::Fights,
        kind: words!(Pacing, pacing),
    },
    RuleOption {
        key: "turn_order",
        rows: &["C2"],
        source: "SRD 4.23",
        meaning: "who rolls for initiative, where there are turns",
        scope: Scope::Fights,
        kind: words!(TurnOrder, turn_order),
    },
    RuleOption {
        key: "initiative",
        rows: &["C2"],
        source: "SRD 4.23",
        meaning: "how often initiative is rolled for, where there are turns",
        scope: Scope::Fights,
        kind: words!(InitiativeRolls, initiative),
    },
    RuleOption {
        key: "initiative_ties",
        rows: &["C2", "C4"],
        source: "SRD 4.23, KAER",
        meaning: "what equal initiative means, where there are turns",
        scope: Scope::Fights,
        kind: words!(InitiativeTies, initiative_ties),
    },
    RuleOption {
        key: "initiative_wounds",
        rows: &["C4"],
        source: "KAER",
        meaning: "what wounds do to initiative, where there are turns",
        scope: Scope::Fights,
        kind: words!(InitiativeWounds, initiative_wounds),
    },
    RuleOption {
        key: "avoidance",
        rows: &["C4"],
        source: "SRD 4.23, KAER",
        meaning: "how many blows a fighter can avoid in a round of turns",
        scope: Scope::Fights,
        kind: words!(Avoidance, avoidance),
    },
    RuleOption {
        key: "strike_first",
        rows: &["C11"],
        source: "SRD 4.36",
        meaning: "whether the faster of two who exchange blows has an advantage, by the fighters' `speed`",
        scope: Scope::Fights,
        kind: words!(StrikeFirst, strike_first),
    },
    RuleOption {
        key: "morale",
        rows: &["C14"],
        source: "Fantasy Fudge",
        meaning: "who rolls not to flee when first wounded and when about to go down, see the fighters' `morale`",
        scope: Scope::Fights,
        kind: words!(Morale, morale),
    },
    RuleOption {
        key: "unopposed",
        rows: &["C9"],
        source: "SRD 4.22, F93 4.6",
        meaning: "the level that hits a target who does not defend",
        scope: Scope::Fights,
        kind: Kind::Level { get: |rules| rules.unopposed, set: |rules, level| rules.unopposed = level },
    },
    RuleOption {
        key: "outnumbered",
        rows: &["M15"],
        source: "SRD 4.34, F93 4.62",
        meaning: "what a fighter against several foes loses in skill",
        scope: Scope::Fights,
        kind: words!(Outnumbered, outnumbered),
    },
    RuleOption {
        key: "lone_strike",
        rows: &["M15"],
        source: "SRD 4.34, F93 4.62",
        meaning: "whom a fighter against several foes may hit",
        scope: Scope::Fights,
        kind: words!(LoneStrike, lone_strike),
    },
    RuleOption {
        key: "mob_roll",
        rows: &["M16"],
        source: "SRD 4.34, F93 4.62",
        meaning: "whether several foes of one fighter roll once for all of them",
        scope: Scope::Fights,
        kind: words!(MobRoll, mob_roll),
    },
    RuleOption {
        key: "reach",
        rows: &["M15"],
        source: "SRD 4.34, F93 4.62",
        meaning: "the most foes who can reach one fighter: 6 with room, 3 or 4 with swung weapons, 1 or 2 in a doorway",
        scope: Scope::Fights,
        kind: Kind::IntegerOrWord {
            word: "any",
            low: 1,
            high: 1000,
            get: |rules| rules.reach.map(i64::from),
            set: |rules, reach| rules.reach = reach.map(|reach| reach as u32),
        },
    },
    RuleOption {
        key: "sweeping_blow",
        rows: &["M15"],
        source: "SRD 4.34, F93 4.62",
        meaning: "what a blow that cuts through one foe after another loses in damage for each foe already cut",
        scope: Scope::Fights,
        kind: Kind::IntegerOrWord {
            word: "off",
            low: 1,
            high: 2,
            get: |rules| rules.sweeping_blow.map(i64::from),
            set: |rules, loss| rules.sweeping_blow = loss.map(|loss| loss as u8),
        },
    },
    RuleOption {
        key: "postures",
        rows: &["M9"],
        source: "SRD 4.32, KAER",
        meaning: "whether fighters may trade offense for defense, by their `tactic`",
        scope: Scope::Fights,
        kind: words!(Postures, postures),
    },
    RuleOption {
        key: "all_out",
        rows: &["M7", "M8"],
        source: "SRD 4.31, 4.7; F93 4.6",
        meaning: "whether fighters may go all out, by their `tactic`; for turns see `full_attack`",
        scope: Scope::Fights,
        kind: words!(AllOut, all_out),
    },
    RuleOption {
        key: "advantage",
        rows: &["M8"],
        source: "SRD 4.31, 4.7; F93 4.6",
        meaning: "what a check of `perception` must reach for an advantage from all-out defense; no check where there is none",
        scope: Scope::Fights,
        kind: Kind::LevelOrNone { get: |rules| rules.advantage, set: |rules, level| rules.advantage = level },
    },
    RuleOption {
        key: "called_shots",
        rows: &["M5", "M6"],
        source: "SRD 4.31, 4.35; F93 4.6",
        meaning: "whether fighters may aim at a part of the body, by their `tactic`: its wounds are its own, Hurt or Incapacitated it takes from skill, and the weapon arm drops the weapon",
        scope: Scope::Fights,
        kind: words!(CalledShots, called_shots),
    },
    RuleOption {
        key: "called_minimum",
        rows: &["M5"],
        source: "SRD 4.31",
        meaning: "the result that hits the part aimed at: Good or Great, by its size",
        scope: Scope::Fights,
        kind: Kind::LevelOrNone { get: |rules| rules.called_minimum, set: |rules, level| rules.called_minimum = level },
    },
    RuleOption {
        key: "fight_criticals",
        rows: &["A7", "A16"],
        source: "SRD 3.6, F93 4.8",
        meaning: "what natural criticals do in fights",
        scope: Scope::Fights,
        kind: words!(FightCriticals, fight_criticals),
    },
    RuleOption {
        key: "critical_effects",
        rows: &["A16"],
        source: "SRD 3.6, F93 4.8",
        meaning: "what befalls a fighter by a critical, for each sum of 2d6 from 2 to 12",
        scope: Scope::Fights,
        kind: Kind::WordList {
            words: Mischance::WORDS,
            length: 11,
            get: |rules| rules.critical_effects.iter().map(|effect| effect.word()).collect(),
            set: |rules, places| {
                rules.critical_effects.iter_mut().zip(places).for_each(|(effect, &place)| {
                    *effect = Mischance::ALL[place];
                });
            },
        },
    },
    RuleOption {
        key: "initiative_trade",
        rows: &["C2", "M10"],
        source: "SRD 4.23, KAER",
        meaning: "what initiative may be traded for, by a fighter's `tactic`",
        scope: Scope::Fights,
        kind: words!(InitiativeTrade, initiative_trade),
    },
    RuleOption {
        key: "full_attack",
        rows: &["C2"],
        source: "SRD 4.23",
        meaning: "what defense a full attack leaves, by a fighter's `tactic`",
        scope: Scope::Fights,
        kind: words!(FullAttack, full_attack),
    },
    RuleOption {
        key: "maneuvers",
        rows: &["M11", "M12", "M13"],
        source: "KAER",
        meaning: "whether fighters may attack twice, avoid twice or sweep, by their `tactic`",
        scope: Scope::Fights,
        kind: words!(Maneuvers, maneuvers),
    },
    RuleOption {
        key: "closing",
        rows: &["R6"],
        source: "the rule catalogue",
        meaning: "the rounds in which those who have a `missile` use it and the others close in, before blows are exchanged",
        scope: Scope::Fights,
        kind: Kind::IntegerOrWord {
            word: "never",
            low: 0,
            high: 1000,
            get: |rules| rules.closing.map(i64::from),
            set: |rules, rounds| rules.closing = rounds.map(|rounds| rounds as u16),
        },
    },
    RuleOption {
        key: "range",
        rows: &["R1"],
        source: "SRD 4.4, F93 4.63",
        meaning: "the least result that hits with a missile, by distance and light, where the target has no `cover`",
        scope: Scope::Fights,
        kind: Kind::Level { get: |rules| rules.range, set: |rules, level| rules.range = level },
    },
    RuleOption {
        key: "missiles",
        rows: &["R1", "R2", "M3"],
        source: "SRD 4.4, F93 4.63, KAER, Fantasy Fudge",
        meaning: "how who is aware of a missile, and is free to, avoids it; against others the difficulty alone decides",
        scope: Scope::Fights,
        kind: words!(Missiles, missiles),
    },
    RuleOption {
        key: "propelled",
        rows: &["R2"],
        source: "SRD 4.4, F93 4.63",
        meaning: "what a dodge loses against missiles that are not thrown",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: -5,
            high: 0,
            get: |rules| i64::from(rules.propelled),
            set: |rules, loss| rules.propelled = loss as i32,
        },
    },
    RuleOption {
        key: "missile_parry",
        rows: &["R2"],
        source: "KAER",
        meaning: "what a parry without a shield loses against a thrown missile, where missiles are parried; 2 more against others",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: -5,
            high: 0,
            get: |rules| i64::from(rules.missile_parry),
            set: |rules, loss| rules.missile_parry = loss as i32,
        },
    },
    RuleOption {
        key: "shots",
        rows: &["R2", "R3"],
        source: "SRD 4.4, F93 4.6, KAER",
        meaning: "when the missiles of a round fall",
        scope: Scope::Fights,
        kind: words!(Shots, shots),
    },
    RuleOption {
        key: "burst_from",
        rows: &["R5"],
        source: "SRD 4.4 (its figures are this program's)",
        meaning: "the hits of a burst from which on a point of damage is added, and another, and so on; grazes are no worse for it",
        scope: Scope::Fights,
        kind: Kind::Integers { get: |rules| &rules.burst_from, set: |rules, from| rules.burst_from = from },
    },
    RuleOption {
        key: "toughness",
        rows: &["W15"],
        source: "SRD 4.52",
        meaning: "what a fighter's toughness does to a blow's wound",
        scope: Scope::Fights,
        kind: words!(Toughness, toughness),
    },
    RuleOption {
        key: "fudge_points",
        rows: &["P7"],
        source: "SRD 1.36, 5.4, Fantasy Fudge, KAER, LITE",
        meaning: "how many Fudge points a fighter has to `spend` who states none: SRD and LITE 1 to 5, Fantasy Fudge 1 to 3, KAER 2; how they are earned, or exchanged for experience, is a matter of campaigns and not of a fight",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: 0,
            high: MOST_POINTS as i64,
            get: |rules| rules.fudge_points.into(),
            set: |rules, points| rules.fudge_points = points as u8,
        },
    },
    RuleOption {
        key: "success_limit",
        rows: &["P1"],
        source: "SRD 1.36, 7.42, Fantasy Fudge, KAER",
        meaning: "what a Fudge point cannot make succeed, where one unopposed roll decides a fight (`pacing = \"story\"`)",
        scope: Scope::Fights,
        kind: words!(SuccessLimit, success_limit),
    },
    RuleOption {
        key: "lighter_wound",
        rows: &["P3"],
        source: "SRD 1.36, Fantasy Fudge, KAER",
        meaning: "how much lighter a Fudge point makes the wound of one blow",
        scope: Scope::Fights,
        kind: words!(Lighter, lighter_wound),
    },
    RuleOption {
        key: "scratch_price",
        rows: &["P3"],
        source: "SRD 1.36 (dearer than the rest; the figure is this program's)",
        meaning: "the Fudge points that a wound costs which becomes a Scratch, where `lighter_wound` is that",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: 1,
            high: 5,
            get: |rules| rules.prices.scratch.into(),
            set: |rules, price| rules.prices.scratch = price as u8,
        },
    },
    RuleOption {
        key: "automatic_price",
        rows: &["P4"],
        source: "SRD 1.36 (one or more)",
        meaning: "the Fudge points that an automatic +4 costs",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: 1,
            high: 5,
            get: |rules| rules.prices.automatic.into(),
            set: |rules, price| rules.prices.automatic = price as u8,
        },
    },
    RuleOption {
        key: "near_death_price",
        rows: &["P6", "W21"],
        source: "KAER, SRD 4.64",
        meaning: "the Fudge points that it costs not to die for one who is at Near Death already; others pay one",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: 1,
            high: 5,
            get: |rules| rules.prices.near_death.into(),
            set: |rules, price| rules.prices.near_death = price as u8,
        },
    },
    RuleOption {
        key: "stun",
        rows: &["W19"],
        source: "SRD 4.62, FF, F93 4.73",
        meaning: "what the blows of fighters do who strike to stun",
        scope: Scope::Fights,
        kind: words!(Stun, stun),
    },
    RuleOption {
        key: "head_blows",
        rows: &["W19"],
        source: "SRD 4.62, F93 4.73",
        meaning: "what a blow to the head does; who aims there does so as at other parts",
        scope: Scope::Fights,
        kind: words!(HeadBlows, head_blows),
    },
    RuleOption {
        key: "automatic_death",
        rows: &["W27"],
        source: "SRD 4.51, F93 4.7",
        meaning: "whether the helpless are killed without a roll",
        scope: Scope::Fights,
        kind: words!(AutomaticDeath, automatic_death),
    },
    RuleOption {
        key: "pc_wound_levels",
        rows: &["W21"],
        source: "SRD 4.64",
        meaning: "how many wound levels below the present one a blow may bring a player character at most",
        scope: Scope::Fights,
        kind: Kind::IntegerOrWord {
            word: "any",
            low: 1,
            high: 12,
            get: |rules| rules.pc_wound_levels.map(i64::from),
            set: |rules, levels| rules.pc_wound_levels = levels.map(|levels| levels as u8),
        },
    },
    RuleOption {
        key: "pc_near_death",
        rows: &["W21"],
        source: "SRD 4.64",
        meaning: "whether a blow may leave a player character Near Death, or worse",
        scope: Scope::Fights,
        kind: words!(PcNearDeath, pc_near_death),
    },
    RuleOption {
        key: "evasion",
        rows: &["W22", "W23"],
        source: "SRD 7.44, KAER",
        meaning: "what a fighter who is hit may do to take one wound level less, where the fighter's `evades_at` says so",
        scope: Scope::Fights,
        kind: words!(Evasion, evasion),
    },
    RuleOption {
        key: "will_over_wounds",
        rows: &["W25"],
        source: "SRD 4.51, F93 4.7, KAER",
        meaning: "what a roll of Willpower does against wounds, where the fighter's `overcomes_at` says so",
        scope: Scope::Fights,
        kind: words!(WillOverWounds, will_over_wounds),
    },
    RuleOption {
        key: "will_difficulty",
        rows: &["W25"],
        source: "SRD 4.51",
        meaning: "the level that a roll of Willpower against wounds must reach to reduce or nullify",
        scope: Scope::Fights,
        kind: Kind::Level { get: |rules| rules.will_difficulty, set: |rules, level| rules.will_difficulty = level },
    },
    RuleOption {
        key: "damage_capacity",
        rows: &["W3"],
        source: "SRD 4.54",
        meaning: "whether Damage Capacity is part of the defensive factor",
        scope: Scope::Fights,
        kind: words!(DamageCapacity, damage_capacity),
    },
    RuleOption {
        key: "static_tie",
        rows: &["M17"],
        source: "SRD 4.33, FF",
        meaning: "what a tie with somebody who does not roll comes to; player characters who act by themselves win ties anyway",
        scope: Scope::Fights,
        kind: words!(StaticTie, static_tie),
    },
    RuleOption {
        key: "damage",
        rows: &["W1", "W16", "W18"],
        source: "SRD 4.55, LITE",
        meaning: "what the damage of a hit goes by",
        scope: Scope::Fights,
        kind: words!(DamageBy, damage),
    },
    RuleOption {
        key: "degree_multiplier",
        rows: &["W8"],
        source: "SRD 4.55",
        meaning: "how many points each step of relative degree makes; for 2 the source has wounds from 1, 4, 7, 10 and 13 points, which `record` says",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: 1,
            high: 4,
            get: |rules| rules.degree_multiplier.into(),
            set: |rules, times| rules.degree_multiplier = times as u8,
        },
    },
    RuleOption {
        key: "damage_roll",
        rows: &["W6", "W9"],
        source: "SRD 4.55, 4.61, 4.63, F93 4.72, KAER",
        meaning: "how damage is rolled",
        scope: Scope::Fights,
        kind: words!(DamageRoll, damage_roll),
    },
    RuleOption {
        key: "level_roll",
        rows: &["W6"],
        source: "SRD 4.61",
        meaning: "what a damage roll on the wound level may change",
        scope: Scope::Fights,
        kind: words!(LevelRoll, level_roll),
    },
    RuleOption {
        key: "rolled_hits",
        rows: &["W26"],
        source: "SRD 4.58, F93 4.64",
        meaning: "which hits the damage roll is for",
        scope: Scope::Fights,
        kind: words!(RolledHits, rolled_hits),
    },
    RuleOption {
        key: "half_hits",
        rows: &["W26"],
        source: "F93 4.64",
        meaning: "what becomes of hits that the target's larger Scale just stopped",
        scope: Scope::Fights,
        kind: words!(HalfHits, half_hits),
    },
    RuleOption {
        key: "critical_points",
        rows: &["W26"],
        source: "F93 4.64",
        meaning: "the points that a blow struck with a natural critical success does to a larger target where it would do none, grazes aside",
        scope: Scope::Fights,
        kind: Kind::IntegerOrWord {
            word: "off",
            low: 1,
            high: 2,
            get: |rules| rules.critical_points.map(i64::from),
            set: |rules, points| rules.critical_points = points.map(|points| points as u8),
        },
    },
    RuleOption {
        key: "low_factor",
        rows: &["W9"],
        source: "SRD 4.63",
        meaning: "what a damage factor below 0 adds to the bonus of Min-Mid-Max, which says which of three dice to read",
        scope: Scope::Fights,
        kind: words!(LowFactor, low_factor),
    },
    RuleOption {
        key: "graze",
        rows: &["W7"],
        source: "SRD 4.56",
        meaning: "whether a hit by one level is a graze",
        scope: Scope::Fights,
        kind: words!(Graze, graze),
    },
    RuleOption {
        key: "graze_from",
        rows: &["W7"],
        source: "SRD 4.56",
        meaning: "the smallest damage factor of each graze level: Scratch, Hurt …",
        scope: Scope::Fights,
        kind: Kind::Integers { get: |rules| &rules.graze_from, set: |rules, from| rules.graze_from = from },
    },
    RuleOption {
        key: "graze_roll",
        rows: &["W7"],
        source: "SRD 4.56",
        meaning: "what the damage roll may do to a graze",
        scope: Scope::Fights,
        kind: words!(GrazeRoll, graze_roll),
    },
    RuleOption {
        key: "record",
        rows: &["W10", "W11", "W12", "W13", "W14", "W16", "W17", "W27", "W30", "M1"],
        source: "SRD 4.57, 7.45, F93 4.7, 4.72, KAER, LITE",
        meaning: "how wounds are recorded, and what each level takes from skill",
        scope: Scope::Fights,
        kind: Kind::Record { get: |rules| &rules.record, set: |rules, record| rules.record = record },
    },
    RuleOption {
        key: "large_blow",
        rows: &["W12"],
        source: "F93 4.72",
        meaning: "the points in one blow that it takes to carry a fighter past Very Hurt, or past Incapacitated, on a point track",
        scope: Scope::Fights,
        kind: Kind::IntegerOrWord {
            word: "off",
            low: 2,
            high: 20,
            get: |rules| rules.large_blow.map(i64::from),
            set: |rules, points| rules.large_blow = points.map(|points| points as i32),
        },
    },
    RuleOption {
        key: "consciousness",
        rows: &["W29", "W27"],
        source: "F93 4.7",
        meaning: "whether those who end a fight Incapacitated roll to stay conscious; who is Near Death is not, and dies without help",
        scope: Scope::Fights,
        kind: words!(Consciousness, consciousness),
    },
    RuleOption {
        key: "ends_at",
        rows: &["W20", "C13"],
        source: "SRD 4.62",
        meaning: "the wound level at which the first mark ends the fight: whoever has it has lost, and where both sides have it nobody wins",
        scope: Scope::Fights,
        kind: Kind::WoundOrWord { word: "out", get: |rules| rules.ends_at, set: |rules, level| rules.ends_at = level },
    },
    RuleOption {
        key: "round_limit",
        rows: &["C13"],
        source: "a limit of this program",
        meaning: "the rounds after which an undecided fight is stopped as a draw",
        scope: Scope::Fights,
        kind: Kind::Integer {
            low: 1,
            high: 10_000,
            get: |rules| i64::from(rules.round_limit),
            set: |rules, rounds| rules.round_limit = rounds as u32,
        },
    },
];

impl RuleOption {
    /// The option of this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        OPTIONS.iter().find(|option| option.key == key)
    }

    /// Its setting in words.
    pub fn setting(&self, rules: &Rules, ladder: &Ladder) -> String {
        match self.kind {
            Kind::Words { get, .. } => get(rules).to_owned(),
            Kind::Dice { get, .. } => get(rules).name().to_owned(),
            Kind::Level { get, .. } => ladder.trait_name(get(rules)),
            Kind::LevelOrNone { get, .. } => get(rules).map_or("none".to_owned(), |level| ladder.trait_name(level)),
            Kind::Integer { get, .. } => get(rules).to_string(),
            Kind::IntegerOrWord { word, get, .. } => get(rules).map_or(word.to_owned(), |number| number.to_string()),
            Kind::WoundOrWord { word, get, .. } => {
                let name = |level: u8| rules.record.level_names(0).get(usize::from(level)).cloned().unwrap_or_default();
                get(rules).map_or(word.to_owned(), name)
            }
            Kind::Integers { get, .. } => get(rules).iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
            Kind::WordList { get, .. } => get(rules).join(", "),
            Kind::Record { get, .. } => get(rules).to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_sets_itself() {
        for option in OPTIONS {
            if let Kind::Words { words, get, set } = option.kind {
                for (place, word) in words.iter().enumerate() {
                    let mut rules = Rules::plain();
                    set(&mut rules, place);
                    assert_eq!(get(&rules), word.word, "{}", option.key);
                }
            }
        }
    }

    #[test]
    fn keys_are_unique() {
        for (k, option) in OPTIONS.iter().enumerate() {
            assert!(OPTIONS[k + 1..].iter().all(|other| other.key != option.key), "{}", option.key);
        }
    }

    #[test]
    fn an_option_is_found_by_its_key() {
        assert_eq!(RuleOption::find("pacing").map(|option| option.key), Some("pacing"));
        assert!(RuleOption::find("pace").is_none());
    }
}
