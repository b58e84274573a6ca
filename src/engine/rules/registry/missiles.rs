//! Missiles, and rounds of missile fire before melee.

use super::{Kind, RuleOption, Scope, words};
use crate::rules::{MeleeShots, Missiles, ShotDegree, Shots};

pub(super) const OPTIONS: &[RuleOption] = &[
    RuleOption {
        key: "closing",
        rows: &["R6"],
        source: "the rule catalogue",
        meaning: "the number of rounds of missile fire before melee begins, in which fighters with a `missile` use it",
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
        meaning: "the result needed to hit with a missile, by distance and light, unless the target states its `cover`",
        scope: Scope::Fights,
        kind: Kind::Level { get: |rules| rules.range, set: |rules, level| rules.range = level },
    },
    RuleOption {
        key: "missiles",
        rows: &["R1", "R2", "M3"],
        source: "SRD 4.4, F93 4.63, KAER, Fantasy Fudge",
        meaning: "how a target avoids a missile that it is aware of and free to avoid; otherwise only the difficulty counts",
        scope: Scope::Fights,
        kind: words!(Missiles, missiles),
    },
    RuleOption {
        key: "shot_degree",
        rows: &["R2"],
        source: "SRD 4.4",
        meaning: "what the relative degree of a shot is measured against if the target tries to avoid it",
        scope: Scope::Fights,
        kind: words!(ShotDegree, shot_degree),
    },
    RuleOption {
        key: "shots_into_melee",
        rows: &["R1"],
        source: "the rule catalogue",
        meaning: "what happens to a shot at a foe who fights somebody on the shooter's own side, for those at the `back`",
        scope: Scope::Fights,
        kind: words!(MeleeShots, shots_into_melee),
    },
    RuleOption {
        key: "propelled",
        rows: &["R2"],
        source: "SRD 4.4, F93 4.63",
        meaning: "the penalty of a dodge against missiles that are not thrown",
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
        meaning: "the penalty of a parry without a shield against a thrown missile, where missiles can be parried; 2 more against other missiles",
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
        meaning: "whether the shots of a round are simultaneous",
        scope: Scope::Fights,
        kind: words!(Shots, shots),
    },
    RuleOption {
        key: "burst_from",
        rows: &["R5"],
        source: "SRD 4.4 (its figures are this program's)",
        meaning: "the numbers of hits in a burst at which each further point of damage is added; not on grazes",
        scope: Scope::Fights,
        kind: Kind::Integers { get: |rules| &rules.burst_from, set: |rules, from| rules.burst_from = from },
    },
];
