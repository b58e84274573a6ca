//! Missiles, and the distance that is closed under them.

use super::{Kind, RuleOption, Scope, words};
use crate::rules::{Missiles, Shots};

pub(super) const OPTIONS: &[RuleOption] = &[
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
];
