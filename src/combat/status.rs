//! What befalls a fighter besides wounds and stays for a while: what shakes, stops or scares one.

use super::ailments::Ailments;
use super::compile::Fight;
use super::kind::Kind;
use super::state::{Body, Roster, State};
use crate::rules::effects::Head;
use crate::rules::fudge::Rows;
use crate::rules::{Boon, Condition, Harm, PARTS, WillOverWounds};

/// What a fighter is going through besides wounds. All is 0 or false where nothing befell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Status {
    /// What it adds to all rolls of this round and of the next (M8, W22, A16).
    pub shaken: [i8; 2],
    /// Whether this round, and the next, is spent without harming or defending (A16).
    pub blinded: [bool; 2],
    /// How stunned the fighter is in this round and the next two: 0 to 2 (W19).
    pub stun: [u8; 3],
    /// What it adds to attacks of this round and of the next (W23).
    pub off_balance: [i8; 2],
    /// How many rounds in a row, up to the last and up to this one, the fighter threw herself out of the manner of a blow (W22).
    pub evaded: [u8; 2],
    /// What the marks felt are worth, and what all marks are (W19, W25).
    pub endurance: [Endurance; 2],
    /// Whether half a hit waits for another (W26).
    pub half: bool,
    /// The worst wound level that morale was tested at; 0 = none yet (C14).
    pub tested: u8,
    /// Whether the fighter has fled, yielded, collapsed, is out of action by an effect, or has yet to grow (C14, W22, W28).
    pub fled: bool,
    /// Whether the armor counts no more (A16).
    pub bare: bool,
    /// What has become of the weapon (A16).
    pub weapon: WeaponState,
    /// What parts of the body have suffered (M6).
    pub parts: [Harm; PARTS.len()],
    /// The Fudge points spent (P7).
    pub points: u8,
    /// Whether the fighter, Incapacitated when the fight was over, has lost consciousness (W29).
    pub fainted: bool,
    /// Whether one who freezes in danger has found the nerve to act (C9, Fantasy Fudge).
    pub nerved: bool,
    /// What effects of creatures have left (W28).
    pub ailments: Ailments,
    /// What has become of a fighter who is a head (W28).
    pub head: Head,
    /// The fighter who has swallowed this one, counted from 1; 0 = none has (W28).
    pub inside: u16,
    /// Whether that was in an earlier round.
    pub digested: bool,
    /// The points of damage that those inside have done to a fighter (W28).
    pub gash: u8,
}

/// What marks are worth besides what the track says. All is 0 where that is all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Endurance {
    /// The worst level marked by a wound that was no mere stun; only kept where somebody strikes to stun (W19).
    pub wounded: u8,
    /// What will takes off them: wound levels, or 1 for a success (W25).
    pub eased: u8,
    /// Whether will has been tried for the fight.
    pub tried: bool,
}

impl Status {
    /// As it is when the next round begins.
    #[must_use]
    pub fn next_round(self) -> Self {
        Self {
            shaken: [self.shaken[1], 0],
            blinded: [self.blinded[1], false],
            stun: [self.stun[1], self.stun[2], 0],
            off_balance: [self.off_balance[1], 0],
            evaded: [self.evaded[1], 0],
            digested: self.inside > 0,
            ..self
        }
    }

    /// What it adds to all rolls of this round.
    pub(super) fn burden(&self) -> i8 {
        let parts = PARTS.iter().zip(self.parts).map(|(part, harm)| part.penalty(harm));
        let own = self.shaken[0].saturating_sub_unsigned(self.stun[0]).saturating_add(self.ailments.sickened);
        parts.fold(own, i8::saturating_add)
    }

    /// What is left of it once a fighter takes no part any more.
    #[must_use]
    pub fn at_end(self) -> Self {
        Self { head: self.head, inside: self.inside, digested: self.inside > 0, ..self.told() }
    }

    /// What is told of it when a fight is over.
    pub(super) fn told(self) -> Self {
        let eased = Endurance { eased: self.endurance[0].eased, ..Endurance::default() };
        Self { fled: self.fled, endurance: [eased; 2], ..Self::default() }
    }
}

/// What has become of a fighter's weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WeaponState {
    /// Nothing.
    #[default]
    Whole,
    /// It is damaged, but still useful.
    Damaged,
    /// It is dropped, for the rest of the fight.
    Dropped,
}

/// What a fighter can do in a round against a foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Readiness {
    /// Harm and defend.
    #[default]
    Ready,
    /// Defend, but not harm (C9, W19).
    Guarded,
    /// Neither (C9, C10).
    Helpless,
}

/// All that a fighter's body brings to the rolls of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RollModifiers {
    /// What wounds take from skill, 0 or less (M1).
    pub wounds: i8,
    /// What the status adds to it.
    pub status: i8,
    /// What it adds to attacks alone.
    pub off_balance: i8,
    /// The stance, among those of the fight; 0 = normal.
    pub stance: u8,
    /// What the fighter can do.
    pub readiness: Readiness,
    /// How fast the fighter was this round (C11).
    pub pace: i8,
    /// What has become of the weapon adds to the offensive factor, 0 or less (A16).
    pub force: i8,
    /// Whether the armor counts no more (A16).
    pub bare: bool,
    /// What the fighter may spend Fudge points on (P2, P4, P5).
    pub rows: Rows,
    /// What Fudge points add to the dice, once it is known.
    pub luck: i8,
    /// Whether the fighter strikes the foe from inside (W28).
    pub inside: bool,
}

impl RollModifiers {
    /// Of one whom nothing but wounds befell, with the normal stance.
    #[inline(always)]
    pub(super) const fn of_wounds(wounds: i8) -> Self {
        Self {
            wounds,
            status: 0,
            off_balance: 0,
            stance: 0,
            readiness: Readiness::Ready,
            pace: 0,
            force: 0,
            bare: false,
            rows: Rows::NONE,
            luck: 0,
            inside: false,
        }
    }

    /// What is taken from the skill of every roll, and what Fudge points add to it.
    #[inline(always)]
    pub(super) fn burden(self) -> i32 {
        i32::from(self.wounds) + i32::from(self.status) + i32::from(self.luck)
    }
}

impl Fight {
    /// All that a fighter's body brings to the rolls of a step, whoever the foe is.
    pub(super) fn modifiers_of<R: Roster>(&self, state: &State<R>, who: u16) -> RollModifiers {
        let body = &state.fighters.bodies()[usize::from(who)];
        RollModifiers {
            wounds: self.penalty(state, who),
            status: body.status.burden(),
            off_balance: body.status.off_balance[0],
            stance: body.stance,
            readiness: self.readiness(who, body, state.clock),
            pace: body.pace,
            force: match body.status.weapon {
                WeaponState::Whole => 0,
                WeaponState::Damaged => -1,
                WeaponState::Dropped => self.kind(who).bare_hands,
            },
            bare: body.status.bare,
            rows: if self.acting.lucky { self.rows(state, who, Boon::is_for_rolls) } else { Rows::NONE },
            luck: 0,
            inside: false,
        }
    }

    /// The modifiers of two who face each other: only the difference of their pace counts, and who has a power of speed
    /// strikes on even rounds as if the other was not aware (C10, C11; SRD 4.36).
    pub(super) fn modifiers_of_pair<R: Roster>(&self, state: &State<R>, pair: [u16; 2]) -> [RollModifiers; 2] {
        let own = pair.map(|who| self.modifiers_of(state, who));
        let inside = [0, 1].map(|k| self.is_inside(state, pair[k], pair[1 - k]));
        [0, 1].map(|k| {
            let faced = self.faced(pair[k], own[k], pair[1 - k], state.clock);
            RollModifiers {
                pace: own[k].pace.saturating_sub(own[1 - k].pace).max(0),
                // Who is struck from inside neither strikes there nor defends.
                readiness: if inside[1 - k] { Readiness::Helpless } else { faced.readiness },
                inside: inside[k],
                ..faced
            }
        })
    }

    /// What a modifiers comes to against a foe.
    pub(super) fn faced(&self, who: u16, own: RollModifiers, foe: u16, clock: u16) -> RollModifiers {
        let outpaced = self.outpaces(foe, clock) && !self.outpaces(who, clock);
        let taken = self.surprises(foe, who, clock) && !self.surprises(who, foe, clock);
        let outpaced = outpaced || taken;
        RollModifiers { readiness: if outpaced { Readiness::Helpless } else { own.readiness }, ..own }
    }

    /// Whether a power of speed lets a fighter strike unopposed in this round.
    fn outpaces(&self, who: u16, clock: u16) -> bool {
        self.kind(who).speed_power && clock % 2 == 1
    }

    /// Whether a fighter comes out of nowhere in this round for a foe (W28).
    fn surprises(&self, who: u16, foe: u16, clock: u16) -> bool {
        clock == 0 && !self.at_a_distance(clock) && self.surprise(who).is_some() && !self.kind(foe).quick_reflexes
    }

    fn surprise(&self, who: u16) -> Option<i32> {
        self.kind(who).abilities.surprise
    }

    /// The result with which a fighter hits one who does not defend (C9, W28).
    pub(super) fn unopposed_by(&self, who: u16, clock: u16) -> i32 {
        self.surprise(who).filter(|_| clock == 0).unwrap_or(self.unopposed)
    }

    /// The same for one of a pair, who may strike from inside.
    pub(super) fn unopposed_in(&self, pair: [u16; 2], own: RollModifiers, clock: u16) -> i32 {
        let swallow = self.kind(pair[1]).abilities.swallow.filter(|_| own.inside);
        swallow.map_or_else(|| self.unopposed_by(pair[0], clock), |swallow| swallow.inside)
    }

    /// What a fighter can do in a round, whoever the foe is.
    pub(super) fn readiness(&self, who: u16, body: &Body, clock: u16) -> Readiness {
        let kind = self.kind(who);
        let frozen = kind.freezes && !body.status.nerved;
        if kind.helpless || frozen || body.status.blinded[0] || self.is_surprised(who, clock) {
            Readiness::Helpless
        } else if kind.only_defends || self.stops(body.status.stun[0]) {
            Readiness::Guarded
        } else {
            Readiness::Ready
        }
    }

    /// Whether one so stunned harms nobody, and cannot go all out (W19).
    pub(super) fn stops(&self, stun: u8) -> bool {
        stun > 0 && self.rules.stun.keeps_from_attacking()
    }

    /// What the wounds come to that a fighter feels.
    #[inline(always)]
    pub(super) fn health(&self, who: u16, body: &Body) -> Condition {
        self.health_of(self.kind(who), body)
    }

    /// As [`health`](Self::health), by the fighter's kind.
    #[inline(always)]
    pub(super) fn health_of(&self, kind: &Kind, body: &Body) -> Condition {
        match self.acting.felt_otherwise {
            false => kind.track.condition(body.felt),
            true => self.endured(kind, body.felt, body.status.endurance[0]),
        }
    }

    /// What a state of a fighter's track comes to: mere stuns take nothing from skill (W19), and will makes wounds lighter
    /// (W25).
    pub(super) fn endured(&self, kind: &Kind, wounds: u16, endurance: Endurance) -> Condition {
        let marked = kind.track.condition(wounds);
        let at = |level: u8| kind.levels[usize::from(level)];
        let level = if self.acting.stuns { endurance.wounded } else { marked.level };
        let will = self.rules.will_over_wounds;
        // Near Death nobody goes on by will.
        let eased = if marked.level > kind.incapacitated { 0 } else { endurance.eased };
        let lighter = |level: u8| at(level.saturating_sub(eased));
        let penalty = will.penalty(at(level).penalty, eased, lighter(level).penalty);
        let fit = if will == WillOverWounds::Levels { lighter(marked.level).fit } else { marked.fit };
        Condition { penalty, fit: fit || marked.fit, ..marked }
    }

    /// The wounds marked are felt from now on.
    #[inline(always)]
    pub(super) fn feel(&self, body: &mut Body) {
        body.felt = body.marked;
        if self.acting.feels_more {
            body.status.endurance[0] = body.status.endurance[1];
            body.status.fled |= body.status.ailments.stricken;
        }
    }

    /// Whether a fighter is not aware of the foes yet (C9).
    pub(super) fn is_surprised(&self, who: u16, clock: u16) -> bool {
        clock < self.kind(who).unaware
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plight_passes() {
        let status = Status { shaken: [-1, -2], blinded: [false, true], tested: 3, ..Status::default() };
        let next = status.next_round();
        assert_eq!(next, Status { shaken: [-2, 0], blinded: [true, false], tested: 3, ..Status::default() });
        assert_eq!(next.next_round().next_round(), Status { tested: 3, ..Status::default() });
        let thrown = Status { stun: [1, 2, 2], off_balance: [0, -2], evaded: [1, 2], ..status };
        assert_eq!(thrown.burden(), -2);
        assert_eq!(thrown.next_round(), Status { stun: [2, 2, 0], off_balance: [-2, 0], evaded: [2, 0], ..next });
        assert_eq!(Status { fled: true, ..status }.at_end(), Status { fled: true, ..Status::default() });
    }
}
