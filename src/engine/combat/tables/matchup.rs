//! What a kind of fighter is against another.

use super::severity::SeverityTable;
use super::strike::Strike;
use crate::combat::fighter::{Fighter, Use, difficulty, dodge_terms, gear_terms, minimum, total};
use crate::rules::Rules;

/// What one kind of fighter is against another.
#[derive(Debug, Clone, PartialEq)]
pub struct Matchup {
    /// Skill against this foe, lasting modifiers included, before wounds and passing modifiers.
    pub skill: i32,
    /// What dodging or parrying goes by instead, in turns.
    pub avoid: i32,
    /// What the other of dodging and parrying goes by.
    pub other_avoid: i32,
    /// The result a winning blow must reach.
    pub minimum: i32,
    /// The total damage factor, Scale included (reading 11).
    pub factor: i32,
    /// Added to points on an ordinary hit: size penalties given back, bonuses that only help to hit taken off.
    pub points: i32,
    pub(crate) strike: Strike,
    /// The severity of each blow, once it is tabulated.
    pub(crate) severities: SeverityTable,
}

impl Matchup {
    /// One fighter as the foe of another.
    pub(crate) fn compile(own: &Fighter, foe: &Fighter, rules: &Rules) -> Self {
        let strike = Strike::new(own, foe, rules);
        let with =
            |level: i32, of| level + total(&gear_terms(own, foe, rules, of)) + own.situational(rules, u16::MAX, of);
        let avoid = own.avoid.unwrap_or(own.skill);
        Self {
            skill: with(own.skill, Use::Attack),
            avoid: with(avoid, Use::Avoid),
            other_avoid: with(own.other_avoid.unwrap_or(avoid), Use::OtherAvoid),
            // Far below anything that can be rolled where no minimum is asked for.
            minimum: minimum(own, foe, rules).unwrap_or(i32::MIN),
            factor: strike.factor,
            points: strike.points,
            strike,
            severities: SeverityTable::empty(),
        }
    }
}

/// The matchup of `own` with a missile in hand against `foe`, with skills to avoid the foe's missile. A hit marks at most `most_boxes`,
/// if weapons mark boxes.
pub(crate) fn shot(own: &Fighter, foe: &Fighter, most_boxes: i32, rules: &Rules) -> Matchup {
    let shooter = own.shooter();
    let strike = Strike { most_boxes, ..Strike::new(&shooter, foe, rules) };
    let [avoid, other_avoid] = avoidances(own, foe, rules);
    Matchup {
        skill: shooter.skill + own.situational(rules, u16::MAX, Use::Attack),
        avoid,
        other_avoid,
        minimum: difficulty(foe, rules),
        factor: strike.factor,
        points: strike.points,
        strike,
        severities: SeverityTable::empty(),
    }
}

/// Skills of `own` to avoid the missile of `foe`, in the usual way and in the other.
pub(crate) fn avoidances(own: &Fighter, foe: &Fighter, rules: &Rules) -> [i32; 2] {
    [own.way_to_avoid_missiles(rules), Use::OtherAvoid].map(|of| {
        let terms = dodge_terms(own, foe, rules, of);
        total(&terms) + own.situational(rules, u16::MAX, of)
    })
}
