//! Blows that hit and their consequences, as plain data. One phase of a round passes it to another.

use crate::check::{Faint, ReserveLosses};
use crate::rules::effects::Doom;
use crate::rules::{HEAD, Harm};
use std::hash::{Hash, Hasher};

/// A blow that hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blow {
    /// Attacker's index in the roster.
    pub by: u16,
    /// Target's index in the roster.
    pub target: u16,
    /// Relative degree of the hit.
    pub degree: i16,
    /// Differences from an ordinary blow.
    pub hit_modifiers: HitModifiers,
    /// Row of the damage table. It depends on the results of attacker and target; 0 if damage does not.
    pub row: u16,
    /// Number of foes that the same sweep has already hit (M15). 1 for a second attack in turns.
    pub after: u16,
    /// Index of the matchup that has the figures of the attack.
    pub(crate) matchup: u16,
}

/// Writes an ordinary blow as a single word, because the exact solver looks up blows all the time. `matchup` is left
/// out: the other fields determine it.
impl Hash for Blow {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { by, target, degree, hit_modifiers, row, after, matchup: _ } = *self;
        let word = [by, target, degree as u16, after].into_iter().fold(0, |word, part| word << 16 | u64::from(part));
        state.write_u64(word);
        if hit_modifiers != HitModifiers::default() || row != 0 {
            (hit_modifiers, row).hash(state);
        }
    }
}

/// The modifiers that make a blow differ from an ordinary blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HitModifiers {
    /// Damage modifier from tactics: points, or wound levels for a graze.
    pub bonus: i8,
    /// Change of the damage factor from damaged weapon and armor (A16), from spells on the target, and from a
    /// swallower's hide.
    pub factor: i8,
    /// The part of the body that is hit: an index in [`PARTS`](crate::rules::PARTS), counted from 1, or [`HEAD`]. 0 for
    /// no particular part (M6, W19).
    pub part: u8,
    /// Whether the blow is struck from inside the target (W28).
    pub inside: bool,
}

impl HitModifiers {
    /// Whether the blow does the damage of an ordinary one.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.bonus == 0 && self.factor == 0 && self.part != HEAD
    }

    /// The two modifiers of damage, `bonus` and `factor`.
    pub(crate) fn damage_modifiers(self) -> [i32; 2] {
        [self.bonus.into(), self.factor.into()]
    }

    /// Whether the blow wounds the body as a whole. Blows to the head do; blows to other body parts harm only the part.
    #[inline(always)]
    pub const fn is_on_body(self) -> bool {
        self.part == 0 || self.part == HEAD
    }
}

/// The wound of a blow whose damage has been rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wound {
    /// Attacker's roster index; 0 if no rule needs it.
    pub by: u16,
    pub target: u16,
    /// As in [`Event::Wound`](super::Event::Wound).
    pub severity: u8,
    /// Copy of [`Blow::after`]. It distinguishes the rolls that this blow causes from those of earlier blows.
    pub nth: u16,
    /// Whether the blow won by enough to open a vein (W28).
    pub deep: bool,
    /// Whether the blow was struck from a distance (W28).
    pub afar: bool,
    /// Whether the blow hit the head. Always false under rules without rolls to stay conscious (W19, W29).
    pub head: bool,
    /// Whether the blow counts as half a hit, without a wound of its own (W26).
    pub half: bool,
    /// Points of damage, if the blow was struck from inside the target; otherwise 0 (W28).
    pub inside: u8,
    /// Points of damage; 0 if no formula reads the points of blows.
    pub points: u8,
}

/// An effect on a fighter other than a wound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Affected {
    /// Roster index of the fighter.
    pub who: u16,
    pub what: HitEffect,
}

impl Affected {
    /// The effect of spending `points` Fudge points.
    pub(crate) const fn points(who: u16, points: u8) -> Self {
        Self { who, what: HitEffect::Points(points) }
    }
}

/// An effect of an exchange or spell, other than a wound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HitEffect {
    /// All rolls of the fighter in the next round have this modifier (M8, A16).
    Shaken(i8),
    /// The fighter can neither attack nor defend in the next round (A16).
    Blinded,
    /// The armor no longer counts (A16).
    ArmorGone,
    /// The armor does not count in this exchange (A16).
    ArmorIgnored,
    /// The weapon is dropped (A16).
    WeaponDropped,
    /// The weapon is damaged (A16).
    WeaponDamaged,
    /// The fighter spends this number of Fudge points (P7).
    Points(u8),
    /// A body part is hurt; the number is its index in [`PARTS`](crate::rules::PARTS) (M6).
    Part(u8, Harm),
    /// The fighter has cast a spell, at this cost (X1 to X6).
    Cast(CastCost),
    /// A spell modifies all combat rolls of the fighter by the first number, and its defensive factor by the second.
    Enchanted(i8, i8),
    /// A spell heals this many wounds.
    Healed(u8),
    /// A spell removes the fighter from the fight.
    Removed,
    /// A blow to the head knocks the fighter out (W19). Only reported: the wound of the blow has the effect.
    KnockedOut,
}

/// The cost of a casting to the caster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastCost {
    /// State of the reservoirs after the casting.
    pub reserve: ReserveLosses,
    /// Number of castings so far, if later castings depend on it; otherwise 0.
    pub castings: u8,
    /// Whether a deity is angry with the caster.
    pub angry: bool,
    /// Whether the caster loses the next round.
    pub stunned: bool,
    /// Whether, and for how long, the caster is unconscious.
    pub faint: Faint,
}

/// Something that happened to a fighter, as transcripts report it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Stunned (W19).
    Stunned,
    VeryStunned,
    /// Dived out of the way and took one wound level less (W22).
    Evaded,
    /// Like `Evaded`, but off balance afterwards (W23).
    Unbalanced,
    /// Like `Evaded`, but prone afterwards (W23).
    Prone,
    /// Like `Evaded`, but collapsed afterwards (W22).
    Collapsed,
    /// Will made the wounds count for less (W25).
    Overcame,
    /// Survived a deadly blow at the cost of one of several lives (W28).
    Survived,
    /// A shoddy weapon broke (SRD 6.6).
    WeaponBroke,
    /// Woke after fainting from casting.
    Woke,
    Poisoned,
    /// Poison lowered Health.
    Drained,
    /// A vein is open.
    Bleeds,
    BledToDeath,
    CaughtFire,
    Burned,
    Surrendered,
    /// Harmed by a custom rule for the end of a round.
    Worn,
    Regenerated,
    /// Venomous blood ran up the weapon.
    Splashed,
    /// Sickened by a smell, which lowers all combat skills.
    Sickened,
    /// A head was severed and begins to grow back.
    Severed,
    /// Fire keeps a head from growing back.
    Seared,
    /// A head grew.
    Grown,
    Swallowed,
    Digested,
    /// Got out of the creature that had swallowed it.
    ComesOut,
    /// Put out of action by an effect other than a wound.
    Doomed(Doom),
}

/// A natural critical (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Natural {
    Success,
    Failure,
}
