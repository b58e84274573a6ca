//! The rules that change a wound, in order.

use super::aftereffects::{Aftereffects, PendingWound, TargetState};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::Observer;
use crate::combat::hit::Wound;
use crate::combat::resolve::{blow_key, report_spent, roll_test};
use crate::combat::tables::Fight;
use crate::rules::evasion::{LOWEST_BALANCED, UNBALANCED_PENALTY, collapses, evasion_penalty};
use crate::rules::fudge::{Occasion, WoundAtStake};
use crate::rules::sparing::worst_in_one_blow;
use crate::rules::{Boon, Evasion, LighterFor, PcNearDeath, Toughness, WillOverWounds};

/// Turns two hits that Scale only just stopped into a wound of one point (W26).
pub(super) fn add_half_hit(fight: &Fight, pending: &mut PendingWound) {
    if pending.wound.half {
        pending.effects.half = Some(!pending.state.half);
        if pending.state.half {
            pending.severity = fight.roster.kind(pending.wound.target).track.severity(1);
        }
    }
}

/// Limits a pulled blow to the severity announced, which later rules do not exceed (W20, reading 29).
pub(super) fn limit_pulled_blow(fight: &Fight, pending: &mut PendingWound) {
    pending.severity = pending.severity.min(worst_severity(fight, pending));
}

/// The worst severity that the blow can have: the level that the attacker announced, or the worst of the target's
/// track.
fn worst_severity(fight: &Fight, pending: &PendingWound) -> u8 {
    let track = &fight.roster.kind(pending.wound.target).track;
    let worst = track.severity(i32::MAX);
    match fight.roster.kind(pending.wound.by).fighter.pulls {
        None => worst,
        Some(level) if counts_levels(fight, pending) => level.min(worst),
        // On a point track: the points that bring an unhurt target to that level.
        Some(level) => track.reported_points(track.limited_severity(0, worst, level)),
    }
}

/// Whether severities on the target's track are wound levels; otherwise they are points.
fn counts_levels(fight: &Fight, pending: &PendingWound) -> bool {
    fight.roster.kind(pending.wound.target).by_level
}

/// Lets Toughness make a wound lighter or worse (W15, reading 26).
pub(super) fn apply_toughness(
    fight: &Fight,
    pending: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let kind = fight.roster.kind(pending.wound.target);
    let toughness = kind.toughness;
    let worst_severity = worst_severity(fight, pending);
    if toughness == Toughness::Gifts {
        pending.severity =
            short_of_death(fight, pending, kind.fighter.resistance.after(pending.severity, worst_severity));
        return;
    }
    let level =
        if counts_levels(fight, pending) { pending.severity } else { level_after(fight, pending, pending.severity) };
    if toughness.is_rolled(level) && pending.severity > 0 {
        let level = if toughness == Toughness::Will { kind.fighter.will } else { kind.damage_capacity };
        let degree = roll_for_target(fight, pending, Purpose::Toughness, [level, 0], None, chance, observer);
        pending.severity = short_of_death(fight, pending, toughness.after(pending.severity, degree, worst_severity));
    }
}

/// Returns `severity`, or the severity before Toughness if `severity` is worse and would be deadly on a point track
/// (reading 26). On other tracks, the worst severity is Near Death anyway.
fn short_of_death(fight: &Fight, pending: &PendingWound, severity: u8) -> u8 {
    let track = &fight.roster.kind(pending.wound.target).track;
    let worse = severity > pending.severity;
    if worse && !counts_levels(fight, pending) && track.is_dead(track.after(pending.state.marked, severity)) {
        return pending.severity;
    }
    severity
}

/// Protects player characters (W21, reading 30), judged by their wounds at the start of the round (reading 52).
/// Fighters out of action are never attacked, so none here was Incapacitated then.
pub(super) fn protect_player_character(fight: &Fight, pending: &mut PendingWound) {
    let kind = fight.roster.kind(pending.wound.target);
    if !kind.is_protected {
        return;
    }
    let TargetState { marked, level, .. } = pending.state;
    if let Some(levels) = fight.rules.pc_wound_levels {
        let worst = worst_in_one_blow(level, levels);
        pending.severity = match counts_levels(fight, pending) {
            true => pending.severity.min(worst),
            false => kind.track.limited_severity(marked, pending.severity, worst),
        };
    }
    // The exception: a fighter who fights on when Incapacitated may have been so at the start of the round.
    let already = kind.fighter.abilities.needs_near_death && level >= kind.incapacitated;
    if fight.rules.pc_near_death == PcNearDeath::OnlyIncapacitated && !already {
        pending.severity = kind.track.limited_severity(marked, pending.severity, kind.incapacitated);
    }
}

/// Limits a blow meant to stun to Incapacitated, a knockout (W19).
pub(super) fn limit_stunning_blow(fight: &Fight, pending: &mut PendingWound) {
    if fight.roster.kind(pending.wound.by).fighter.stuns {
        let target = fight.roster.kind(pending.wound.target);
        pending.severity = target.track.limited_severity(pending.state.marked, pending.severity, target.incapacitated);
    }
}

/// Lets the target evade the blow if that makes its wound lighter (W22, W23). A heroic evasion (W22) is possible only
/// once a round.
pub(super) fn evade(fight: &Fight, pending: &mut PendingWound, chance: &mut impl Chance, observer: &mut impl Observer) {
    let kind = fight.roster.kind(pending.wound.target);
    let Some(from) = kind.fighter.evades_at else { return };
    let [before, now] = pending.state.evaded;
    if now > 0 || pending.severity == 0 {
        return;
    }
    let level = marked_level(fight, pending, pending.severity);
    let less = kind.track.map_points(pending.severity, |severity| severity - 1);
    let lighter = marked_level(fight, pending, less);
    if level < from || lighter >= level {
        return;
    }
    match fight.rules.evasion {
        Evasion::Off => return,
        Evasion::Heroic => {
            let shaken = evasion_penalty(before);
            let after = kind.track.after(pending.state.marked, less);
            let wounds = match fight.wounds.may_count_less {
                false => kind.track.condition(after).penalty,
                true => {
                    let mut endurance = pending.state.endurance;
                    if !fight.roster.kind(pending.wound.by).fighter.stuns {
                        endurance.wounded = endurance.wounded.max(lighter);
                    }
                    fight.wounds.condition_with(kind, after, endurance).penalty
                }
            };
            let collapsed = collapses(kind.fighter.skill, i32::from(shaken) + i32::from(wounds));
            // A fighter never collapses to evade a wound that would not put it out of action.
            if collapsed && level < kind.incapacitated {
                return;
            }
            let evaded = before.saturating_add(1);
            pending.effects = Aftereffects { shaken, evaded, collapsed, ..pending.effects };
        }
        Evasion::Avoidance if level < kind.incapacitated => return,
        Evasion::Avoidance => {
            let balance = [kind.fighter.agility, pending.state.agility_penalty.into()];
            let degree =
                roll_for_target(fight, pending, Purpose::Balance, balance, Some(LOWEST_BALANCED), chance, observer);
            let [shaken, off_balance] =
                if degree >= LOWEST_BALANCED { [UNBALANCED_PENALTY, 0] } else { [0, UNBALANCED_PENALTY] };
            pending.effects = Aftereffects { shaken, off_balance, ..pending.effects };
        }
    }
    pending.severity = less;
}

/// Makes the wound lighter if a Fudge point spent on an earlier wound of the round does so. Then spends Fudge points of
/// the target on the wound, on one boon at most (P3, P6).
pub(super) fn spend_points_on_wound(fight: &Fight, pending: &mut PendingWound, observer: &mut impl Observer) {
    let TargetState { marked, rows, points: left, lightened, .. } = pending.state;
    if pending.severity == 0 {
        return;
    }
    let kind = fight.roster.kind(pending.wound.target);
    let (track, worst) = (&kind.track, kind.track.levels() as u8 - 2);
    let lighter = track.map_points(pending.severity, |severity| fight.rules.lighter_wound.reduced(severity));
    let helps = match counts_levels(fight, pending) {
        true => marked_level(fight, pending, lighter) < marked_level(fight, pending, pending.severity),
        false => lighter < pending.severity,
    };
    let prices = &fight.rules.prices;
    let price = if track.condition(marked).level == worst { prices.near_death } else { 1 };
    if lightened {
        pending.severity = if helps { lighter } else { pending.severity };
        if pending.severity == 0 {
            return;
        }
    }
    let harmed = WoundAtStake {
        level: marked_level(fight, pending, pending.severity),
        can_be_lighter: helps && !lightened,
        out: level_after(fight, pending, pending.severity) >= kind.incapacitated,
        dies: track.is_dead(track.after(marked, pending.severity)),
        price,
        left,
    };
    let Some(bought) = kind.fighter.spend.decide(rows, Occasion::Wounded(harmed)) else { return };
    let points =
        if bought.boon == Boon::CheatDeath { price } else { prices.minimum(bought.boon, fight.rules.lighter_wound) };
    pending.severity = match bought.boon {
        Boon::CheatDeath => track.limited_severity(marked, pending.severity, worst),
        _ => lighter,
    };
    pending.effects.lightened = bought.boon == Boon::Lighter && fight.rules.lighter_for == LighterFor::Round;
    pending.effects.points = points;
    report_spent(pending.wound.target, bought.boon, points, observer);
}

/// Rolls the target's Willpower against its wounds, including this one (W25).
pub(super) fn roll_willpower(
    fight: &Fight,
    pending: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let kind = fight.roster.kind(pending.wound.target);
    let Some(from) = kind.fighter.overcomes_at else { return };
    let will = fight.rules.will_over_wounds;
    let level = level_after(fight, pending, pending.severity);
    let worse = level > kind.track.condition(pending.state.marked).level;
    let due = match will {
        WillOverWounds::Off => false,
        WillOverWounds::Reduce | WillOverWounds::Nullify => worse && level < kind.incapacitated,
        WillOverWounds::Levels => !pending.state.willpower_rolled && level <= kind.incapacitated,
    };
    if due && pending.severity > 0 && level >= from && !fight.roster.kind(pending.wound.by).fighter.stuns {
        let least = (will != WillOverWounds::Levels).then_some(fight.rules.will_difficulty);
        let degree = roll_for_target(fight, pending, Purpose::Will, [kind.fighter.will, 0], least, chance, observer);
        pending.effects.eased = Some(will.relief(degree, fight.rules.will_difficulty));
    }
}

/// The effects of the wound at its final severity.
pub(super) fn effects(fight: &Fight, pending: &PendingWound) -> Aftereffects {
    if !fight.wounds.stuns && !pending.wound.head {
        return pending.effects;
    }
    let level = marked_level(fight, pending, pending.severity);
    let out = level >= fight.roster.kind(pending.wound.target).incapacitated;
    let effects = Aftereffects { knocked_out: out && pending.wound.head, ..pending.effects };
    match fight.wounds.stuns.then_some(fight.roster.kind(pending.wound.by).fighter.stuns) {
        Some(true) if !out => Aftereffects { stun: fight.rules.stun.degree_at(level), ..effects },
        Some(false) => Aftereffects { wounded: level, ..effects },
        _ => effects,
    }
}

/// The target's wound level after a wound of `severity`.
pub(super) fn level_after(fight: &Fight, pending: &PendingWound, severity: u8) -> u8 {
    let track = &fight.roster.kind(pending.wound.target).track;
    track.condition(track.after(pending.state.marked, severity)).level
}

/// The level at which a wound of `severity` marks a box, including overflow.
pub(super) fn marked_level(fight: &Fight, pending: &PendingWound, severity: u8) -> u8 {
    let track = &fight.roster.kind(pending.wound.target).track;
    track.marked_at(pending.state.marked, track.after(pending.state.marked, severity))
}

/// Makes a roll of the target that the wound requires, and returns the total. `level` has the level of the trait
/// rolled, then the modifier to it.
pub(super) fn roll_for_target(
    fight: &Fight,
    pending: &PendingWound,
    purpose: Purpose,
    level: [i32; 2],
    least: Option<i32>,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> i32 {
    let Wound { by, target, nth, .. } = pending.wound;
    let ask = Ask::against(target, blow_key(fight, by, nth > 0), purpose);
    roll_test(fight, ask, level, least, chance, observer).total()
}
