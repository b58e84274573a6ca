//! What can be wrong with a fighter besides wounds, for a while: what shakes, stops or scares one.

use super::lifetime::condition;
use super::{Ailments, Enchantment, Exit, Lifetime};
use crate::rules::effects::Head;
use crate::rules::{Harm, PARTS};

condition! {
    /// What is wrong with a fighter besides wounds. All is 0 or false where nothing is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Status {
        /// What it adds to all rolls of this round and of the next (M8, W22, A16).
        fight shaken: [i8; 2],
        /// Whether this round, and the next, is spent without harming or defending (A16).
        fight blinded: [bool; 2],
        /// How stunned the fighter is in this round and the next two: 0 to 2 (W19).
        fight stun: [u8; 3],
        /// What it adds to attacks of this round and of the next (W23).
        fight off_balance: [i8; 2],
        /// How many rounds in a row, up to the last and up to this one, the fighter threw herself out of the way of a blow (W22).
        fight evaded: [u8; 2],
        /// What the marks felt are worth, and what all marks are (W19, W25).
        fight endurance: [Endurance; 2],
        /// Whether half a hit waits for another (W26).
        fight half: bool,
        /// The worst wound level that morale was tested at; 0 = none yet (C14).
        fight tested: u8,
        /// The way in which the fighter is out of the fight other than by wounds (C14, W22, W28).
        fight left: Option<Exit>,
        /// Why a member of a campaign's party takes no part in this fight.
        campaign absent: Option<Absence>,
        /// Whether the armor counts no more (A16).
        fight bare: bool,
        /// What has become of the weapon (A16).
        fight weapon: WeaponState,
        /// What parts of the body have suffered (M6).
        campaign parts: [Harm; PARTS.len()],
        /// The Fudge points spent (P7).
        campaign points: u8,
        /// Whether all wounds of this round are lighter, for a Fudge point (P3).
        round lightened: bool,
        /// Whether a wound of this fight is felt; only kept in fights that somebody began wounded.
        fight bled: bool,
        /// Whether the fighter has lost consciousness: by a blow to the head (W19), or Incapacitated when the fight was over (W29).
        fight fainted: bool,
        /// Whether one who freezes in danger has found the nerve to act (C9, Fantasy Fudge).
        fight nerved: bool,
        /// Whether a sense of danger has warned the fighter of a surprise (Fantasy Fudge).
        fight warned: bool,
        /// What effects of creatures have left (W28).
        each ailments: Ailments,
        /// What spells have cost it and done to it (X1 to X6).
        each magic: Enchantment,
        /// What has become of a fighter who is a head (W28).
        fight head: Head,
        /// The fighter who has swallowed this one, counted from 1; 0 = none has (W28).
        fight inside: u16,
        /// Whether that was in an earlier round.
        fight digested: bool,
        /// The points of damage that those inside have done to a fighter (W28).
        fight gash: u8,
        /// All counters of rules of one's own, as one number; 0 = as at the start. Kept where there are any.
        fight counters: u32,
        /// Whether the fighter has attacked once. Kept where a formula asks for it, as are those below.
        fight attacked: bool,
        /// Whether a blow of the fighter's has hit in this round.
        round hit: bool,
        /// Whether the fighter was hit in this round.
        round was_hit: bool,
        /// The points of damage that the fighter has done in this round.
        round dealt: u8,
        /// The points of damage that the fighter has taken in this round.
        round taken: u8,
    }
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
    pub(crate) fn to_every_roll(self) -> i8 {
        let parts = PARTS.iter().zip(self.parts).map(|(part, harm)| part.penalty(harm));
        let own = self.shaken[0].saturating_sub_unsigned(self.stun[0]).saturating_add(self.ailments.sickened);
        let own = own.saturating_add(self.magic.skill);
        parts.fold(own, i8::saturating_add)
    }

    /// The rest of it once a fighter takes no part any more, with or without what lasts longer than the fight.
    #[must_use]
    #[inline]
    pub fn at_end(self, carries: bool) -> Self {
        let kept = if carries { self.after(Lifetime::Fight) } else { Self::default() };
        let Self { left, fainted, bled, endurance, .. } = self.reported();
        Self { head: self.head, inside: self.inside, digested: self.inside > 0, left, fainted, bled, endurance, ..kept }
    }

    /// What is reported of it when a fight is over.
    #[inline]
    pub(crate) fn reported(self) -> Self {
        let Endurance { wounded, eased, .. } = self.endurance[0];
        let endurance = [Endurance { wounded, eased, tried: false }; 2];
        Self { left: self.left, fainted: self.fainted, bled: self.bled, endurance, ..Self::default() }
    }

    /// The rest of it for another fight, with the way out of this one.
    pub(crate) fn carried(self) -> Self {
        let Self { left, endurance, .. } = self.reported();
        Self { endurance, left, ..self.after(Lifetime::Fight) }
    }
}

/// Why a member of a campaign's party takes no more part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// Out when a fight was lost.
    Beaten,
    /// Captured by the foes.
    Captured,
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

#[cfg(test)]
mod tests {
    use super::*;

    const GONE: Option<Exit> = Some(Exit::GotAway);

    #[test]
    fn a_status_passes() {
        let status = Status { shaken: [-1, -2], blinded: [false, true], tested: 3, ..Status::default() };
        let next = status.next_round();
        assert_eq!(next, Status { shaken: [-2, 0], blinded: [true, false], tested: 3, ..Status::default() });
        assert_eq!(next.next_round().next_round(), Status { tested: 3, ..Status::default() });
        let thrown = Status { stun: [1, 2, 2], off_balance: [0, -2], evaded: [1, 2], ..status };
        assert_eq!(thrown.to_every_roll(), -2);
        assert_eq!(thrown.next_round(), Status { stun: [2, 2, 0], off_balance: [-2, 0], evaded: [2, 0], ..next });
        assert_eq!(
            Status { left: GONE, points: 2, ..status }.at_end(false),
            Status { left: GONE, ..Status::default() }
        );
        let remembered = Status { left: GONE, points: 2, ..Status::default() };
        assert_eq!(Status { left: GONE, points: 2, ..status }.at_end(true), remembered);
    }
}
