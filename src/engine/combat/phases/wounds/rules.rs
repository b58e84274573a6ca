//! The rules that change a wound, in order.

use super::aftereffects::{Aftereffects, PendingWound, Victim};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::Observer;
use crate::combat::hit::Wound;
use crate::combat::resolve::{report_spent, struck_by, tested};
use crate::combat::tables::Fight;
use crate::rules::evasion::{LOWEST_BALANCED, UNBALANCED_PENALTY, collapses, evasion_penalty};
use crate::rules::fudge::{Occasion, WoundAtStake};
use crate::rules::sparing::worst_in_one_blow;
use crate::rules::{Boon, Evasion, LighterFor, PcNearDeath, Toughness, WillOverWounds};

/// Turns two hits that Scale only just stopped into a wound of one point (W26).
pub(super) fn add_half(fight: &Fight, suffered: &mut PendingWound) {
    if suffered.wound.half {
        suffered.effects.half = Some(!suffered.victim.half);
        if suffered.victim.half {
            suffered.severity = fight.roster.kind(suffered.wound.target).track.severity(1);
        }
    }
}

/// Limits a pulled blow to the severity announced, which later rules do not exceed (W20, reading 29).
pub(super) fn pull(fight: &Fight, suffered: &mut PendingWound) {
    suffered.severity = suffered.severity.min(most(fight, suffered));
}

/// The worst severity of a blow against its target: the level that the attacker announced, or the worst of the track.
fn most(fight: &Fight, suffered: &PendingWound) -> u8 {
    let track = &fight.roster.kind(suffered.wound.target).track;
    let worst = track.severity(i32::MAX);
    match fight.roster.kind(suffered.wound.by).fighter.pulls {
        None => worst,
        Some(level) if by_level(fight, suffered) => level.min(worst),
        // On a point track: the points that bring an unhurt target to that level.
        Some(level) => track.reported_points(track.limited_severity(0, worst, level)),
    }
}

/// Whether severities are wound levels; otherwise they are points.
fn by_level(fight: &Fight, suffered: &PendingWound) -> bool {
    fight.roster.kind(suffered.wound.target).by_level
}

/// Lets Toughness make a wound lighter or worse (W15, reading 26).
pub(super) fn toughen(
    fight: &Fight,
    suffered: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let kind = fight.roster.kind(suffered.wound.target);
    let toughness = kind.toughness;
    let most = most(fight, suffered);
    if toughness == Toughness::Gifts {
        suffered.severity = short_of_death(fight, suffered, kind.fighter.resistance.after(suffered.severity, most));
        return;
    }
    let level =
        if by_level(fight, suffered) { suffered.severity } else { brought_to(fight, suffered, suffered.severity) };
    if toughness.is_rolled(level) && suffered.severity > 0 {
        let level = if toughness == Toughness::Will { kind.fighter.will } else { kind.damage_capacity };
        let degree = test(fight, suffered, Purpose::Toughness, [level, 0], None, chance, observer);
        suffered.severity = short_of_death(fight, suffered, toughness.after(suffered.severity, degree, most));
    }
}

/// Keeps Toughness from making a wound deadly on a point track (reading 26). On other tracks, the worst severity is
/// Near Death anyway.
fn short_of_death(fight: &Fight, suffered: &PendingWound, severity: u8) -> u8 {
    let track = &fight.roster.kind(suffered.wound.target).track;
    let worse = severity > suffered.severity;
    if worse && !by_level(fight, suffered) && track.is_dead(track.after(suffered.victim.marked, severity)) {
        return suffered.severity;
    }
    severity
}

/// Protects player characters (W21, reading 30), judged by their wounds at the start of the round (reading 52).
/// Fighters out of action are never attacked, so none here was Incapacitated then.
pub(super) fn spare(fight: &Fight, suffered: &mut PendingWound) {
    let kind = fight.roster.kind(suffered.wound.target);
    if !kind.spared {
        return;
    }
    let Victim { marked, level, .. } = suffered.victim;
    if let Some(levels) = fight.rules.pc_wound_levels {
        let worst = worst_in_one_blow(level, levels);
        suffered.severity = match by_level(fight, suffered) {
            true => suffered.severity.min(worst),
            false => kind.track.limited_severity(marked, suffered.severity, worst),
        };
    }
    // The exception: a fighter who fights on when Incapacitated may have been so at the start of the round.
    let already = kind.fighter.abilities.needs_near_death && level >= kind.incapacitated;
    if fight.rules.pc_near_death == PcNearDeath::OnlyIncapacitated && !already {
        suffered.severity = kind.track.limited_severity(marked, suffered.severity, kind.incapacitated);
    }
}

/// Limits a blow meant to stun to Incapacitated, a knockout (W19).
pub(super) fn hold_back(fight: &Fight, suffered: &mut PendingWound) {
    if fight.roster.kind(suffered.wound.by).fighter.stuns {
        let target = fight.roster.kind(suffered.wound.target);
        suffered.severity =
            target.track.limited_severity(suffered.victim.marked, suffered.severity, target.incapacitated);
    }
}

/// Lets the target evade the blow if that makes its wound lighter (W22, W23). A heroic evasion (W22) is possible only
/// once a round.
pub(super) fn evade(
    fight: &Fight,
    suffered: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let kind = fight.roster.kind(suffered.wound.target);
    let Some(from) = kind.fighter.evades_at else { return };
    let [before, now] = suffered.victim.evaded;
    if now > 0 || suffered.severity == 0 {
        return;
    }
    let level = marks(fight, suffered, suffered.severity);
    let less = kind.track.map_points(suffered.severity, |severity| severity - 1);
    let lighter = marks(fight, suffered, less);
    if level < from || lighter >= level {
        return;
    }
    match fight.rules.evasion {
        Evasion::Off => return,
        Evasion::Heroic => {
            let shaken = evasion_penalty(before);
            let after = kind.track.after(suffered.victim.marked, less);
            let wounds = match fight.wounds.felt_otherwise {
                false => kind.track.condition(after).penalty,
                true => {
                    let mut endurance = suffered.victim.endurance;
                    if !fight.roster.kind(suffered.wound.by).fighter.stuns {
                        endurance.wounded = endurance.wounded.max(lighter);
                    }
                    fight.wounds.endured(kind, after, endurance).penalty
                }
            };
            let collapsed = collapses(kind.fighter.skill, i32::from(shaken) + i32::from(wounds));
            // A fighter never collapses to evade a wound that would not put it out of action.
            if collapsed && level < kind.incapacitated {
                return;
            }
            let evaded = before.saturating_add(1);
            suffered.effects = Aftereffects { shaken, evaded, collapsed, ..suffered.effects };
        }
        Evasion::Avoidance if level < kind.incapacitated => return,
        Evasion::Avoidance => {
            let balance = [kind.fighter.agility, suffered.victim.balance.into()];
            let degree = test(fight, suffered, Purpose::Balance, balance, Some(LOWEST_BALANCED), chance, observer);
            let [shaken, off_balance] =
                if degree >= LOWEST_BALANCED { [UNBALANCED_PENALTY, 0] } else { [0, UNBALANCED_PENALTY] };
            suffered.effects = Aftereffects { shaken, off_balance, ..suffered.effects };
        }
    }
    suffered.severity = less;
}

/// Spends the target's Fudge points on the wound as it is now, on one boon at most (P3, P6). A point spent on an
/// earlier wound may already have made it lighter.
pub(super) fn buy_off(fight: &Fight, suffered: &mut PendingWound, observer: &mut impl Observer) {
    let Victim { marked, rows, points: left, lightened, .. } = suffered.victim;
    if suffered.severity == 0 {
        return;
    }
    let kind = fight.roster.kind(suffered.wound.target);
    let (track, worst) = (&kind.track, kind.track.levels() as u8 - 2);
    let lighter = track.map_points(suffered.severity, |severity| fight.rules.lighter_wound.reduced(severity));
    let helps = match by_level(fight, suffered) {
        true => marks(fight, suffered, lighter) < marks(fight, suffered, suffered.severity),
        false => lighter < suffered.severity,
    };
    let prices = &fight.rules.prices;
    let price = if track.condition(marked).level == worst { prices.near_death } else { 1 };
    if lightened {
        suffered.severity = if helps { lighter } else { suffered.severity };
        if suffered.severity == 0 {
            return;
        }
    }
    let harmed = WoundAtStake {
        level: marks(fight, suffered, suffered.severity),
        helps: helps && !lightened,
        out: brought_to(fight, suffered, suffered.severity) >= kind.incapacitated,
        dies: track.is_dead(track.after(marked, suffered.severity)),
        price,
        left,
    };
    let Some(bought) = kind.fighter.spend.decide(rows, Occasion::Wounded(harmed)) else { return };
    let points =
        if bought.boon == Boon::CheatDeath { price } else { prices.minimum(bought.boon, fight.rules.lighter_wound) };
    suffered.severity = match bought.boon {
        Boon::CheatDeath => track.limited_severity(marked, suffered.severity, worst),
        _ => lighter,
    };
    suffered.effects.lightened = bought.boon == Boon::Lighter && fight.rules.lighter_for == LighterFor::Round;
    suffered.effects.points = points;
    report_spent(suffered.wound.target, bought.boon, points, observer);
}

/// Rolls the target's Willpower against its wounds, including this one (W25).
pub(super) fn overcome(
    fight: &Fight,
    suffered: &mut PendingWound,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let kind = fight.roster.kind(suffered.wound.target);
    let Some(from) = kind.fighter.overcomes_at else { return };
    let will = fight.rules.will_over_wounds;
    let level = brought_to(fight, suffered, suffered.severity);
    let worse = level > kind.track.condition(suffered.victim.marked).level;
    let due = match will {
        WillOverWounds::Off => false,
        WillOverWounds::Reduce | WillOverWounds::Nullify => worse && level < kind.incapacitated,
        WillOverWounds::Levels => !suffered.victim.tried && level <= kind.incapacitated,
    };
    if due && suffered.severity > 0 && level >= from && !fight.roster.kind(suffered.wound.by).fighter.stuns {
        let least = (will != WillOverWounds::Levels).then_some(fight.rules.will_difficulty);
        let degree = test(fight, suffered, Purpose::Will, [kind.fighter.will, 0], least, chance, observer);
        suffered.effects.eased = Some(will.relief(degree, fight.rules.will_difficulty));
    }
}

/// The effects of the wound at its final severity.
pub(super) fn effects(fight: &Fight, suffered: &PendingWound) -> Aftereffects {
    if !fight.wounds.stuns && !suffered.wound.head {
        return suffered.effects;
    }
    let level = marks(fight, suffered, suffered.severity);
    let out = level >= fight.roster.kind(suffered.wound.target).incapacitated;
    let effects = Aftereffects { knocked_out: out && suffered.wound.head, ..suffered.effects };
    match fight.wounds.stuns.then_some(fight.roster.kind(suffered.wound.by).fighter.stuns) {
        Some(true) if !out => Aftereffects { stun: fight.rules.stun.degree_at(level), ..effects },
        Some(false) => Aftereffects { wounded: level, ..effects },
        _ => effects,
    }
}

/// The target's wound level after a wound of `severity`.
pub(super) fn brought_to(fight: &Fight, suffered: &PendingWound, severity: u8) -> u8 {
    let track = &fight.roster.kind(suffered.wound.target).track;
    track.condition(track.after(suffered.victim.marked, severity)).level
}

/// The level at which a wound of `severity` marks a box, including overflow.
pub(super) fn marks(fight: &Fight, suffered: &PendingWound, severity: u8) -> u8 {
    let track = &fight.roster.kind(suffered.wound.target).track;
    track.marked_at(suffered.victim.marked, track.after(suffered.victim.marked, severity))
}

/// Rolls for the target because of the wound, and returns the total. `level` holds the trait's level and the modifier
/// to it.
pub(super) fn test(
    fight: &Fight,
    suffered: &PendingWound,
    purpose: Purpose,
    level: [i32; 2],
    least: Option<i32>,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> i32 {
    let Wound { by, target, nth, .. } = suffered.wound;
    let ask = Ask::against(target, struck_by(fight, by, nth > 0), purpose);
    tested(fight, ask, level, least, chance, observer).total()
}
