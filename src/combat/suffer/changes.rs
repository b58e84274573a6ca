//! The rules that change a wound, in their order.

use super::Cut;
use super::victim::{Effects, Victim, Wound};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::compile::Fight;
use crate::combat::event::Observer;
use crate::combat::luck::tell_spent;
use crate::rules::evasion::{BALANCED, UNBALANCED, collapses, evasion_penalty};
use crate::rules::fudge::{Harmed, Occasion};
use crate::rules::sparing::worst_in_one_blow;
use crate::rules::{Boon, Evasion, PcNearDeath, Toughness, WillOverWounds};

impl Fight {
    /// Two hits that Scale just stopped make a wound of one point (W26).
    pub(super) fn add_half(&self, wound: &mut Wound) {
        if wound.cut.half {
            wound.effects.half = Some(!wound.victim.half);
            if wound.victim.half {
                wound.severity = self.kind(wound.cut.target).track.severity(1);
            }
        }
    }

    /// A pulled blow does no worse than what was announced, whatever becomes of it later (W20, reading 29).
    pub(super) fn pull(&self, wound: &mut Wound) {
        wound.severity = wound.severity.min(self.most(wound));
    }

    /// The worst severity that a blow can have against its target: what the attacker announced, or the worst there is.
    fn most(&self, wound: &Wound) -> u8 {
        let track = &self.kind(wound.cut.target).track;
        let worst = track.severity(i32::MAX);
        match self.kind(wound.cut.by).pulls {
            None => worst,
            Some(level) if self.by_level(wound) => level.min(worst),
            // On a point track, as many points as bring the unhurt there.
            Some(level) => track.held(0, worst, level),
        }
    }

    /// Whether severities are wound levels; else they are points.
    fn by_level(&self, wound: &Wound) -> bool {
        self.kind(wound.cut.target).by_level
    }

    /// Toughness makes a wound lighter or worse (W15, reading 26).
    pub(super) fn toughen(&self, wound: &mut Wound, chance: &mut impl Chance, observer: &mut impl Observer) {
        let kind = self.kind(wound.cut.target);
        let toughness = self.rules.toughness;
        let most = self.most(wound);
        if toughness == Toughness::Gifts {
            wound.severity = kind.resistance.after(wound.severity, most);
            return;
        }
        let level = if self.by_level(wound) { wound.severity } else { self.brought_to(wound, wound.severity) };
        if toughness.is_rolled(level) && wound.severity > 0 {
            let level = if toughness == Toughness::Will { kind.will } else { kind.damage_capacity };
            let degree = self.test(wound, Purpose::Toughness, level, None, chance, observer);
            wound.severity = toughness.after(wound.severity, degree, most);
        }
    }

    /// Player characters are spared (W21, reading 30). Nobody strikes at who is out of action already, so nobody here was
    /// Incapacitated when the round began.
    pub(super) fn spare(&self, wound: &mut Wound) {
        let kind = self.kind(wound.cut.target);
        if !kind.spared {
            return;
        }
        let marked = wound.victim.marked;
        let level = kind.track.condition(marked).level;
        if let Some(levels) = self.rules.pc_wound_levels {
            let worst = worst_in_one_blow(level, levels);
            wound.severity = match self.by_level(wound) {
                true => wound.severity.min(worst),
                false => kind.track.held(marked, wound.severity, worst),
            };
        }
        // Who fights on when Incapacitated may have begun the round so.
        let already = kind.abilities.needs_near_death && level >= kind.incapacitated;
        if self.rules.pc_near_death == PcNearDeath::OnlyIncapacitated && !already {
            wound.severity = kind.track.held(marked, wound.severity, kind.incapacitated);
        }
    }

    /// A blow that is to stun knocks out at worst (W19).
    pub(super) fn hold_back(&self, wound: &mut Wound) {
        if self.kind(wound.cut.by).stuns {
            let target = self.kind(wound.cut.target);
            wound.severity = target.track.held(wound.victim.marked, wound.severity, target.incapacitated);
        }
    }

    /// The target throws herself out of the manner (W22, W23): once a round, where it helps.
    pub(super) fn evade(&self, wound: &mut Wound, chance: &mut impl Chance, observer: &mut impl Observer) {
        let kind = self.kind(wound.cut.target);
        let Some(from) = kind.evades_at else { return };
        let [before, now] = wound.victim.evaded;
        if now > 0 || wound.severity == 0 {
            return;
        }
        let level = self.marks(wound, wound.severity);
        let lighter = self.marks(wound, wound.severity - 1);
        if level < from || lighter >= level {
            return;
        }
        match self.rules.evasion {
            Evasion::Off => return,
            Evasion::Heroic => {
                let shaken = evasion_penalty(before);
                let after = kind.track.after(wound.victim.marked, wound.severity - 1);
                let wounds = kind.track.condition(after).penalty;
                let collapsed = collapses(kind.skill, i32::from(shaken) + i32::from(wounds));
                // Nobody gives up the fight to be spared a wound that would not end it.
                if collapsed && level < kind.incapacitated {
                    return;
                }
                let evaded = before.saturating_add(1);
                wound.effects = Effects { shaken, evaded, collapsed, ..wound.effects };
            }
            Evasion::Avoidance if level < kind.incapacitated => return,
            Evasion::Avoidance => {
                let degree = self.test(wound, Purpose::Balance, kind.agility, Some(BALANCED), chance, observer);
                let [shaken, off_balance] = if degree >= BALANCED { [UNBALANCED, 0] } else { [0, UNBALANCED] };
                wound.effects = Effects { shaken, off_balance, ..wound.effects };
            }
        }
        wound.severity -= 1;
    }

    /// The target spends Fudge points on the wound as it is by then: on one thing at most (P3, P6).
    pub(super) fn buy_off(&self, wound: &mut Wound, observer: &mut impl Observer) {
        let Victim { marked, rows, points: left, .. } = wound.victim;
        if wound.severity == 0 {
            return;
        }
        let kind = self.kind(wound.cut.target);
        let (track, worst) = (&kind.track, kind.track.levels() as u8 - 2);
        let lighter = self.rules.lighter_wound.after(wound.severity);
        let helps = match self.by_level(wound) {
            true => self.marks(wound, lighter) < self.marks(wound, wound.severity),
            false => lighter < wound.severity,
        };
        let prices = &self.rules.prices;
        let price = if track.condition(marked).level == worst { prices.near_death } else { 1 };
        let harmed = Harmed {
            level: self.marks(wound, wound.severity),
            helps,
            out: self.brought_to(wound, wound.severity) >= kind.incapacitated,
            dies: track.is_dead(track.after(marked, wound.severity)),
            price,
            left,
        };
        let Some(bought) = kind.spending.decide(rows, Occasion::Wounded(harmed)) else { return };
        let points =
            if bought.boon == Boon::CheatDeath { price } else { prices.of(bought.boon, self.rules.lighter_wound) };
        wound.severity = match bought.boon {
            Boon::CheatDeath => track.held(marked, wound.severity, worst),
            _ => lighter,
        };
        wound.effects.points = points;
        tell_spent(wound.cut.target, bought.boon, points, observer);
    }

    /// The target's will goes against the wounds that this one brings (W25).
    pub(super) fn overcome(&self, wound: &mut Wound, chance: &mut impl Chance, observer: &mut impl Observer) {
        let kind = self.kind(wound.cut.target);
        let Some(from) = kind.overcomes_at else { return };
        let will = self.rules.will_over_wounds;
        let level = self.brought_to(wound, wound.severity);
        let worse = level > kind.track.condition(wound.victim.marked).level;
        let due = match will {
            WillOverWounds::Off => false,
            WillOverWounds::Reduce | WillOverWounds::Nullify => worse && level < kind.incapacitated,
            WillOverWounds::Levels => !wound.victim.tried && level <= kind.incapacitated,
        };
        if due && wound.severity > 0 && level >= from && !self.kind(wound.cut.by).stuns {
            let least = (will != WillOverWounds::Levels).then_some(self.rules.will_difficulty);
            let degree = self.test(wound, Purpose::Will, kind.will, least, chance, observer);
            wound.effects.eased = Some(will.eased(degree, self.rules.will_difficulty));
        }
    }

    /// What follows from the wound as it is at last.
    pub(super) fn effects(&self, wound: &Wound) -> Effects {
        if !self.acting.stuns {
            return wound.effects;
        }
        let level = self.marks(wound, wound.severity);
        match self.kind(wound.cut.by).stuns {
            true if level < self.kind(wound.cut.target).incapacitated => {
                Effects { stun: self.rules.stun.at(level), ..wound.effects }
            }
            true => wound.effects,
            false => Effects { wounded: level, ..wound.effects },
        }
    }

    /// The wound level that the target has after a wound.
    pub(super) fn brought_to(&self, wound: &Wound, severity: u8) -> u8 {
        let track = &self.kind(wound.cut.target).track;
        track.condition(track.after(wound.victim.marked, severity)).level
    }

    /// The level at which a wound marks a box, overflow included.
    pub(super) fn marks(&self, wound: &Wound, severity: u8) -> u8 {
        let track = &self.kind(wound.cut.target).track;
        track.marked_at(wound.victim.marked, track.after(wound.victim.marked, severity))
    }

    /// The target's roll because of a wound: the rolled degree, without what wounds take.
    pub(super) fn test(
        &self,
        wound: &Wound,
        purpose: Purpose,
        level: i32,
        least: Option<i32>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> i32 {
        let Cut { by, target, nth, .. } = wound.cut;
        let ask = Ask::against(target, self.struck_by(by, nth > 0), purpose);
        self.tested(ask, [level, 0], least, chance, observer).total()
    }
}
