//! Tactics, called shots and criticals.

use super::{Kind, RuleOption, Scope, words};
use crate::rules::{AllOut, CalledShots, Choice, FightCriticals, FullAttack, InitiativeTrade, Mischance, Switch};

pub(super) const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: "postures",
        rows: &["M9"],
        source: "SRD 4.32, KAER",
        meaning: "whether fighters may trade offense for defense, by their `tactic`; where all act at once, both of a pair may then be hit",
        scope: Scope::Fights,
        kind: words!(Switch, postures),
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
        meaning: "the difficulty of the `perception` check that gains an advantage from all-out defense; none means no check",
        scope: Scope::Fights,
        kind: Kind::LevelOrNone { get: |rules| rules.advantage, set: |rules, level| rules.advantage = level },
    },
    RuleOption {
        key: "called_shots",
        rows: &["M5", "M6"],
        source: "SRD 4.31, 4.35; F93 4.6",
        meaning: "whether fighters may aim at a part of the body, by their `tactic`: its wounds are recorded by themselves, a Hurt or Incapacitated part is a skill penalty, and a disabled weapon arm drops the weapon",
        scope: Scope::Fights,
        kind: words!(CalledShots, called_shots),
    },
    RuleOption {
        key: "called_minimum",
        rows: &["M5"],
        source: "SRD 4.31",
        meaning: "the result needed to hit the part aimed at: Good or Great, by its size",
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
        meaning: "the effect of a critical for each sum of 2d6, from 2 to 12",
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
        meaning: "how initiative may be traded for attack and defense, by a fighter's `tactic`",
        scope: Scope::Fights,
        kind: words!(InitiativeTrade, initiative_trade),
    },
    RuleOption {
        key: "full_attack",
        rows: &["C2"],
        source: "SRD 4.23",
        meaning: "the defense that is left after a full attack, by a fighter's `tactic`",
        scope: Scope::Fights,
        kind: words!(FullAttack, full_attack),
    },
    RuleOption {
        key: "maneuvers",
        rows: &["M11", "M12", "M13"],
        source: "KAER",
        meaning: "whether fighters may attack twice, avoid twice or sweep, by their `tactic`",
        scope: Scope::Fights,
        kind: words!(Switch, maneuvers),
    },
];
