//! Describes the fighters: the figures of every stat block under the rules.

use super::Combat;
use crate::combat::Fighter;
use crate::dice::Expression;
use crate::rules::{Absorb, DamageBy, RecordKind, SkillUse};
use crate::subject::sum::signed;
use crate::subject::{FactValue, Introduced, NO_GEAR, PLAYER_CHARACTER, Wording};

/// Describes each stat block, with its total factors.
pub(in crate::subject) fn introduce(combat: &Combat, words: &Wording<'_>) -> Vec<Introduced> {
    let pcs = combat.cast.pcs();
    let one = |(entry, fighter): (usize, &Fighter)| {
        let factor = |dice: &Option<Expression>, rest: i32| match (dice, FactValue::Number(rest.into())) {
            (Some(dice), _) if rest == 0 => FactValue::Words(dice.text().to_owned()),
            (Some(dice), rest) => FactValue::Words(format!("{} + {rest}", dice.text())),
            (None, rest) => rest,
        };
        let armed = words.rules.damage != DamageBy::Hit;
        let acts = words.rules.pacing.players_act() && pcs[entry];
        let skill = match words.rules.skill {
            SkillUse::Added => FactValue::Words(words.ladder.trait_name(fighter.skill)),
            SkillUse::InDice => FactValue::Number(fighter.skill.into()),
        };
        let facts = [
            Some(("skill", skill)),
            armed.then(|| ("offense", factor(&fighter.offense_dice, fighter.offense))),
            armed.then(|| ("defense", factor(&fighter.defense_dice, fighter.defensive_factor(words.rules)))),
            acts.then_some((PLAYER_CHARACTER, FactValue::So)),
            (!armed).then_some((NO_GEAR, FactValue::So)),
        ];
        let side = &combat.cast.sides[fighter.side];
        Introduced {
            name: fighter.name.clone(),
            side: side.clone(),
            fight: None,
            count: combat.fight.roster.count(entry) as u64,
            facts: facts.into_iter().flatten().collect(),
            track: track(combat, entry, fighter, words),
        }
    };
    combat.cast.fighters.iter().enumerate().map(one).collect()
}

/// The wound levels with their boxes and skill penalties: `Scratch ×3, Hurt −1, Very Hurt −2; out of action:
/// Incapacitated, Near Death`.
fn track(combat: &Combat, entry: usize, fighter: &Fighter, words: &Wording<'_>) -> String {
    let track = combat.fight.roster.track(combat.fight.roster.first(entry));
    let names = &combat.levels[entry];
    let record = fighter.record(words.rules);
    if record.kind == RecordKind::Absorb {
        return absorbing(&record.absorb);
    }
    // In other records a level is one box or card.
    let boxed = matches!(record.kind, RecordKind::Boxes | RecordKind::CapacityPoints | RecordKind::Health);
    let boxes = |level: usize| match track.boxes_of_levels().get(level.wrapping_sub(1)) {
        Some(boxes) if boxed && *boxes != 1 => format!(" ×{boxes}"),
        _ => String::new(),
    };
    let (mut fit, mut out) = (Vec::new(), Vec::new());
    // Undamaged and Dead have no boxes.
    let marked = names.len().saturating_sub(2);
    let levels = names.iter().zip(track.conditions_of_levels()).enumerate().skip(1).take(marked);
    for (level, (name, condition)) in levels {
        match condition.fit {
            true if condition.penalty == 0 => fit.push(format!("{name}{}", boxes(level))),
            true => fit.push(format!("{name}{}\u{a0}{}", boxes(level), signed(condition.penalty.into()))),
            false => out.push(format!("{name}{}", boxes(level))),
        }
    }
    let out = if out.is_empty() { String::new() } else { format!("; out of action: {}", out.join(", ")) };
    format!("{}{out}", fit.join(", "))
}

/// The boxes that absorb hits: `box 1 ×2, box 4 −1; out of action: a hit that they cannot absorb`.
fn absorbing(absorb: &Absorb) -> String {
    let kind = |(name, count, penalty): (String, usize, i8)| {
        let times = if count == 1 { String::new() } else { format!(" ×{count}") };
        let penalty = if penalty == 0 { String::new() } else { format!("\u{a0}{}", signed(penalty.into())) };
        format!("{name}{times}{penalty}")
    };
    let kinds: Vec<String> = absorb.kinds().into_iter().map(kind).collect();
    format!("{}; out of action: a hit that they cannot absorb", kinds.join(", "))
}
