//! Blows that hit, and their consequences: plain data that one phase of a round passes to another.

use crate::check::{Faint, Reserve};
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
    /// Row of the damage table, by the results of attacker and target; 0 if damage does not depend on them.
    pub row: u16,
    /// Number of foes already hit by the same sweep (M15); 1 for a second attack in turns.
    pub after: u16,
    /// Index of the matchup, which follows from attacker and target.
    pub(crate) matchup: u16,
}

/// Hashes an ordinary blow as a single word, because the exact solver looks up blows all the time. `matchup` is left
/// out because it follows from the other fields.
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

/// Differences of a blow from an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HitModifiers {
    /// Damage modifier from tactics: points, or wound levels of a graze.
    pub bonus: i8,
    /// Change of the damage factor from damaged weapon and armor (A16).
    pub factor: i8,
    /// Body part that it hits: index in [`PARTS`](crate::rules::PARTS) from 1, or [`HEAD`]; 0 for no particular part
    /// (M6, W19).
    pub part: u8,
    /// Whether it is struck from inside the target (W28).
    pub inside: bool,
}

impl HitModifiers {
    /// Whether it does the damage of an ordinary blow.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.bonus == 0 && self.factor == 0 && self.part != HEAD
    }

    /// Damage modifiers: from tactics, and from lost or damaged gear.
    pub(crate) fn of_damage(self) -> [i32; 2] {
        [self.bonus.into(), self.factor.into()]
    }

    /// Whether it wounds the body as a whole instead of a part.
    #[inline(always)]
    pub const fn is_on_body(self) -> bool {
        self.part == 0 || self.part == HEAD
    }
}

/// A blow with its damage computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wound {
    /// Attacker's index in the roster; 0 if no rule needs it.
    pub by: u16,
    pub target: u16,
    /// As in [`Event::Wound`](super::Event::Wound).
    pub severity: u8,
    /// Copy of [`Blow::after`]. If it is above 0, follow-up rolls get keys of their own.
    pub nth: u16,
    /// Whether it opens a vein (W28).
    pub deep: bool,
    /// Whether it was struck from a distance (W28).
    pub afar: bool,
    /// Whether it is a blow to the head, in a fight that tracks consciousness (W19, W29).
    pub head: bool,
    /// Whether it counts as half a hit (W26).
    pub half: bool,
    /// Points of damage dealt from inside; 0 if it is struck from outside (W28).
    pub inside: u8,
    /// Points of damage; 0 if no formula reads them.
    pub points: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Affected {
    pub who: u16,
    pub what: HitEffect,
}

impl Affected {
    /// The effect of spending Fudge points.
    pub(crate) const fn points(who: u16, points: u8) -> Self {
        Self { who, what: HitEffect::Points(points) }
    }
}

/// An effect of an exchange other than a wound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HitEffect {
    /// Modifies all rolls of the next round by this amount (M8, A16).
    Shaken(i8),
    /// The fighter can neither attack nor defend in the next round (A16).
    Blinded,
    /// The armor no longer counts (A16).
    ArmorGone,
    /// The armor did not count in this exchange (A16).
    ArmorIgnored,
    /// The weapon is dropped (A16).
    WeaponDropped,
    /// The weapon is damaged (A16).
    WeaponDamaged,
    /// This many Fudge points are spent (P7).
    Points(u8),
    /// A body part is hurt, by index in [`PARTS`](crate::rules::PARTS) (M6).
    Part(u8, Harm),
    /// A spell is cast, at this cost to the caster (X1 to X6).
    Cast(CastCost),
    /// A spell modifies all combat rolls and the defensive factor by these amounts.
    Enchanted(i8, i8),
    /// A spell heals this many wounds.
    Healed(u8),
    /// A spell removes the fighter from the fight.
    Removed,
    /// A blow to the head knocks out. This is only reported, because the blow has its own wound (W19).
    KnockedOut,
}

/// The cost of a casting to the caster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastCost {
    /// State of the reservoirs after the casting.
    pub reserve: Reserve,
    /// Number of castings so far, if the next one depends on it.
    pub castings: u8,
    /// Whether a deity is angry.
    pub angry: bool,
    /// Whether the caster loses the next round.
    pub stunned: bool,
    /// Whether, and for how long, the caster is unconscious.
    pub faint: Faint,
}

/// Something that happened to a fighter, for transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Stunned (W19).
    Stunned,
    VeryStunned,
    /// Dived out of the way and took one wound level less (W22).
    Evaded,
    /// Like `Evaded`, and off balance (W23).
    Unbalanced,
    /// Like `Evaded`, and prone.
    Prone,
    /// Like `Evaded`, and collapsed.
    Collapsed,
    /// Will made the wounds lighter (W25).
    Overcame,
    /// A deadly blow cost one of several lives (W28).
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
    /// Harmed by a rule for the end of a round.
    Worn,
    Regenerated,
    /// Venomous blood ran up the weapon.
    Splashed,
    /// A smell lowers skills.
    Sickened,
    /// A head was severed and begins to grow back.
    Severed,
    /// Fire keeps a head from growing back.
    Seared,
    /// A head grew.
    Grown,
    Swallowed,
    Digested,
    /// Came out of the creature that swallowed it.
    ComesOut,
    /// Put out of action by an effect.
    Doomed(Doom),
}

/// A natural critical (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Natural {
    Success,
    Failure,
}
