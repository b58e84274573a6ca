//! What befalls a fighter besides wounds and stays for a while: what shakes, stops or scares one.

use super::compile::Fight;
use super::state::{Body, Roster, State};
use crate::rules::fudge::Rows;
use crate::rules::{Boon, Harm, PARTS};

/// What a fighter is going through besides wounds. All is 0 or false where nothing befell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Plight {
    /// What it adds to all rolls of this round and of the next (M8, W22, A16).
    pub shaken: [i8; 2],
    /// For how many rounds, this one among them, the fighter harms nobody (W19).
    pub idle: u8,
    /// For how many rounds, this one among them, the fighter does not defend either (C9, A16).
    pub helpless: u8,
    /// The worst wound level that morale was tested at; 0 = none yet (C14).
    pub tested: u8,
    /// Whether the fighter has fled or yielded (C14).
    pub fled: bool,
    /// Whether the next round is spent without harming or defending (A16).
    pub blinded: bool,
    /// Whether the armor counts no more (A16).
    pub bare: bool,
    /// What has become of the weapon (A16).
    pub weapon: Grip,
    /// What parts of the body have suffered (M6).
    pub parts: [Harm; PARTS.len()],
    /// The Fudge points spent (P7).
    pub points: u8,
    /// Whether one who freezes in danger has found the nerve to act (C9, Fantasy Fudge).
    pub nerved: bool,
}

impl Plight {
    /// As it is when the next round begins.
    #[must_use]
    pub fn next_round(self) -> Self {
        Self {
            shaken: [self.shaken[1], 0],
            idle: self.idle.saturating_sub(1),
            helpless: self.helpless.saturating_sub(1).max(u8::from(self.blinded)),
            blinded: false,
            ..self
        }
    }

    /// What it adds to all rolls of this round.
    pub(super) fn burden(&self) -> i8 {
        let parts = PARTS.iter().zip(self.parts).map(|(part, harm)| part.penalty(harm));
        parts.fold(self.shaken[0], i8::saturating_add)
    }

    /// What is left of it once a fighter takes no part any more: what is told of the end of a fight.
    #[must_use]
    pub fn at_end(self) -> Self {
        Self { fled: self.fled, ..Self::default() }
    }
}

/// What has become of a fighter's weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Grip {
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
pub struct Bearing {
    /// What wounds take from skill, 0 or less (M1).
    pub wounds: i8,
    /// What the plight adds to it.
    pub plight: i8,
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
}

impl Bearing {
    /// Of one whom nothing but wounds befell, with the normal stance.
    #[inline(always)]
    pub(super) const fn of_wounds(wounds: i8) -> Self {
        Self {
            wounds,
            plight: 0,
            stance: 0,
            readiness: Readiness::Ready,
            pace: 0,
            force: 0,
            bare: false,
            rows: Rows::NONE,
            luck: 0,
        }
    }

    /// What is taken from the skill of every roll, and what Fudge points add to it.
    #[inline(always)]
    pub(super) fn burden(self) -> i32 {
        i32::from(self.wounds) + i32::from(self.plight) + i32::from(self.luck)
    }
}

impl Fight {
    /// All that a fighter's body brings to the rolls of a step, whoever the foe is.
    pub(super) fn bearing<R: Roster>(&self, state: &State<R>, who: u16) -> Bearing {
        let body = &state.fighters.bodies()[usize::from(who)];
        Bearing {
            wounds: self.penalty(state, who),
            plight: body.plight.burden(),
            stance: body.stance,
            readiness: self.readiness(who, body, state.clock),
            pace: body.pace,
            force: match body.plight.weapon {
                Grip::Whole => 0,
                Grip::Damaged => -1,
                Grip::Dropped => self.kind(who).bare_hands,
            },
            bare: body.plight.bare,
            rows: if self.lucky { self.rows(state, who, Boon::is_for_rolls) } else { Rows::NONE },
            luck: 0,
        }
    }

    /// The bearings of two who face each other: only the difference of their pace counts, and who has a power of speed
    /// strikes on even rounds as if the other was not aware (C10, C11; SRD 4.36).
    pub(super) fn bearings<R: Roster>(&self, state: &State<R>, pair: [u16; 2]) -> [Bearing; 2] {
        let own = pair.map(|who| self.bearing(state, who));
        [0, 1].map(|k| Bearing {
            pace: own[k].pace.saturating_sub(own[1 - k].pace).max(0),
            ..self.faced(pair[k], own[k], pair[1 - k], state.clock)
        })
    }

    /// What a bearing comes to against a foe.
    pub(super) fn faced(&self, who: u16, own: Bearing, foe: u16, clock: u16) -> Bearing {
        let outpaced = self.outpaces(foe, clock) && !self.outpaces(who, clock);
        Bearing { readiness: if outpaced { Readiness::Helpless } else { own.readiness }, ..own }
    }

    /// Whether a power of speed lets a fighter strike unopposed in this round.
    fn outpaces(&self, who: u16, clock: u16) -> bool {
        self.kind(who).speed_power && clock % 2 == 1
    }

    /// What a fighter can do in a round, whoever the foe is.
    pub(super) fn readiness(&self, who: u16, body: &Body, clock: u16) -> Readiness {
        let kind = self.kind(who);
        let frozen = kind.freezes && !body.plight.nerved;
        if kind.helpless || frozen || body.plight.helpless > 0 || self.is_surprised(who, clock) {
            Readiness::Helpless
        } else if kind.only_defends || body.plight.idle > 0 {
            Readiness::Guarded
        } else {
            Readiness::Ready
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
        let plight = Plight { shaken: [-1, -2], idle: 2, helpless: 1, tested: 3, ..Plight::default() };
        let next = plight.next_round();
        assert_eq!(next, Plight { shaken: [-2, 0], idle: 1, helpless: 0, tested: 3, ..Plight::default() });
        assert_eq!(next.next_round().next_round(), Plight { tested: 3, ..Plight::default() });
        assert_eq!(Plight { fled: true, ..plight }.at_end(), Plight { fled: true, ..Plight::default() });
    }
}
