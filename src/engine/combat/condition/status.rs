//! Everything other than wounds that can be wrong with a fighter.

use super::lifetime::condition;
use super::{Ailments, Enchantment, Exit, Lifetime};
use crate::rules::effects::Head;
use crate::rules::{Harm, PARTS};

condition! {
    /// A fighter's condition other than wounds; zero, `None` or false by default.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    Status {
        /// Modifiers to all rolls of this round and the next (M8, W22, A16).
        fight shaken: [i8; 2],
        /// Whether the fighter can neither attack nor defend in this round, and in the next (A16).
        fight blinded: [bool; 2],
        /// Degree of stun in this round and in the next two: 0 for none, 1 for Stunned, 2 for Very Stunned (W19).
        fight stun: [u8; 3],
        /// Modifiers to attacks in this round and the next (W23).
        fight off_balance: [i8; 2],
        /// Number of consecutive rounds in which the fighter dived away from a blow: those that end with the last
        /// round, and those that end with this one (W22).
        fight evaded: [u8; 2],
        /// Effects of stuns and willpower: on the wounds felt, and on all wounds marked (W19, W25).
        fight endurance: [Endurance; 2],
        /// Whether the fighter has taken half a hit, which a second one makes a wound (W26).
        fight half: bool,
        /// The worst wound level at which the fighter's morale has been tested; 0 if it has not been tested (C14).
        fight tested: u8,
        /// The way in which the fighter left the fight, if other than by wounds (C14, W22, W28).
        fight left: Option<Exit>,
        /// The reason why a member of a campaign's party misses this fight.
        campaign absent: Option<Absence>,
        /// Whether the armor no longer counts (A16).
        fight bare: bool,
        /// State of the weapon (A16).
        fight weapon: WeaponState,
        /// Harm to each of the [`PARTS`] of the body (M6).
        campaign parts: [Harm; PARTS.len()],
        /// Fudge points spent so far (P7).
        campaign points: u8,
        /// Whether a Fudge point makes all wounds of this round lighter (P3).
        round lightened: bool,
        /// Whether the fighter has felt a wound from this fight. Recorded only if some fighter may begin wounded.
        fight bled: bool,
        /// Whether the fighter is unconscious: from a blow to the head (W19), or because it was Incapacitated at the
        /// end of the fight and failed a roll (W29).
        fight fainted: bool,
        /// Whether a fighter with Combat Paralysis has made the roll that lets it act (C9, Fantasy Fudge).
        fight nerved: bool,
        /// Whether a sense of danger has warned the fighter of a surprise (Fantasy Fudge).
        fight warned: bool,
        each ailments: Ailments,
        each magic: Enchantment,
        /// State of a head that can grow back, or of a fighter yet to arrive (W28).
        fight head: Head,
        /// 1 + the roster index of the fighter who has swallowed this one; 0 if it is not swallowed (W28).
        fight inside: u16,
        /// Whether the fighter was already inside a foe when the round began, so that digestion wounds it.
        fight digested: bool,
        /// Total points of damage that this fighter has taken from inside (W28).
        fight gash: u8,
        /// The fighter's custom counters, packed into one number; 0 if all have their starting values.
        fight counters: u32,
        /// Whether the fighter has attacked in this fight. This field and those below are set only if some formula
        /// reads them.
        fight attacked: bool,
        /// Whether the fighter hit a foe this round.
        round hit: bool,
        /// Whether a foe hit the fighter this round.
        round was_hit: bool,
        /// Points of damage dealt this round.
        round dealt: u8,
        /// Points of damage taken this round.
        round taken: u8,
    }
}

/// Effects of stuns and willpower on a fighter's wounds; zero by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Endurance {
    /// The worst wound level that is a real wound and not only a stun. Recorded only if some fighter strikes to stun
    /// (W19).
    pub wounded: u8,
    /// The effect of willpower: the number of wound levels by which wounds count for less. Under rules without a
    /// number, 1 after a successful roll and 0 otherwise (W25).
    pub eased: u8,
    /// Whether the fighter has rolled Willpower in this fight.
    pub tried: bool,
}

impl Status {
    /// Returns the status with which the fighter begins the next round.
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

    /// Whether the fighter with the roster index `by` has swallowed this one.
    pub(crate) fn is_swallowed_by(self, by: u16) -> bool {
        self.inside == by + 1
    }

    /// The modifier to all rolls of this round because of status effects. Hurt body parts count (M6), but wounds on the
    /// track do not.
    pub(crate) fn modifier_to_all_rolls(self) -> i8 {
        let parts = PARTS.iter().zip(self.parts).map(|(part, harm)| part.penalty(harm));
        let own = self.shaken[0].saturating_sub_unsigned(self.stun[0]).saturating_add(self.ailments.sickened);
        let own = own.saturating_add(self.magic.skill);
        parts.fold(own, i8::saturating_add)
    }

    /// Returns the final status of a fighter who is out of the fight. Effects that outlast the fight are kept only if
    /// the fighter `carries` them into another fight.
    #[must_use]
    #[inline]
    pub fn final_status(self, carries: bool) -> Self {
        let kept = if carries { self.after(Lifetime::Fight) } else { Self::default() };
        let Self { left, fainted, bled, endurance, .. } = self.only_reported();
        Self { head: self.head, inside: self.inside, digested: self.inside > 0, left, fainted, bled, endurance, ..kept }
    }

    /// Returns the status without the fields that are not reported after a fight; these have their defaults.
    #[inline]
    pub(crate) fn only_reported(self) -> Self {
        let Endurance { wounded, eased, .. } = self.endurance[0];
        let endurance = [Endurance { wounded, eased, tried: false }; 2];
        Self { left: self.left, fainted: self.fainted, bled: self.bled, endurance, ..Self::default() }
    }

    /// Returns the status with which the fighter enters the next fight. It still contains the exit from the fight that
    /// ended.
    pub(crate) fn carried(self) -> Self {
        let Self { left, endurance, .. } = self.only_reported();
        Self { endurance, left, ..self.after(Lifetime::Fight) }
    }
}

/// The reason why a member of the party misses the rest of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Absence {
    /// It was out of action when the party lost a fight.
    Beaten,
    Captured,
}

/// State of a fighter's weapon (A16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum WeaponState {
    #[default]
    Whole,
    /// Damaged, but still usable.
    Damaged,
    /// Dropped for the rest of the fight.
    Dropped,
}

#[cfg(test)]
mod tests {
    use super::*;

    const GONE: Option<Exit> = Some(Exit::GotAway);

    #[test]
    fn status_keeps_only_lasting_effects() {
        let status = Status { shaken: [-1, -2], blinded: [false, true], tested: 3, ..Status::default() };
        let next = status.next_round();
        assert_eq!(next, Status { shaken: [-2, 0], blinded: [true, false], tested: 3, ..Status::default() });
        assert_eq!(next.next_round().next_round(), Status { tested: 3, ..Status::default() });
        let thrown = Status { stun: [1, 2, 2], off_balance: [0, -2], evaded: [1, 2], ..status };
        assert_eq!(thrown.modifier_to_all_rolls(), -2);
        assert_eq!(thrown.next_round(), Status { stun: [2, 2, 0], off_balance: [-2, 0], evaded: [2, 0], ..next });
        assert_eq!(
            Status { left: GONE, points: 2, ..status }.final_status(false),
            Status { left: GONE, ..Status::default() }
        );
        let remembered = Status { left: GONE, points: 2, ..Status::default() };
        assert_eq!(Status { left: GONE, points: 2, ..status }.final_status(true), remembered);
    }
}
