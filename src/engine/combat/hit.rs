//! Blows that hit, and what they lead to: plain data that one phase of a round hands to another.

use crate::check::{Faint, Reserve};
use crate::rules::effects::Doom;
use crate::rules::{HEAD, Harm};
use std::hash::{Hash, Hasher};

/// A blow that hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blow {
    /// Who struck, in the order of the roster.
    pub by: u16,
    /// Whom it hit.
    pub target: u16,
    /// The relative degree it hit by.
    pub degree: i16,
    /// What sets it apart from an ordinary blow.
    pub hit_modifiers: HitModifiers,
    /// The row of the table of damage that is right for it, by the results of both; 0 where that makes no difference.
    pub row: u16,
    /// How many others the same sweep has cut already (M15).
    pub after: u16,
    /// Which matchup of the fight it is; follows from who struck whom.
    pub(crate) matchup: u16,
}

/// In one word, or two of a blow that is not ordinary: the exact solver looks blows up all the time. Which matchup it is follows from
/// the others.
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

/// What sets a blow apart from an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HitModifiers {
    /// What tactics add to its damage: points, or wound levels of a graze.
    pub bonus: i8,
    /// The addition of damaged weapon and armor to the damage factor (A16).
    pub factor: i8,
    /// The part of the body it hits, among [`PARTS`](crate::rules::PARTS) from 1, or the [`HEAD`]; 0 = none in particular
    /// (M6, W19).
    pub part: u8,
    /// Whether it is struck from inside (W28).
    pub inside: bool,
}

impl HitModifiers {
    /// Whether its damage is that of an ordinary blow.
    #[inline(always)]
    pub(crate) const fn is_plain(self) -> bool {
        self.bonus == 0 && self.factor == 0 && self.part != HEAD
    }

    /// The additions of tactics, and of lost or damaged weapon and armor, to its damage.
    pub(crate) fn of_damage(self) -> [i32; 2] {
        [self.bonus.into(), self.factor.into()]
    }

    /// Whether its wound is the body's, not that of a part.
    #[inline(always)]
    pub const fn is_on_body(self) -> bool {
        self.part == 0 || self.part == HEAD
    }
}

/// A blow whose damage is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wound {
    /// Who struck; 0 where wounds are marked as they fall.
    pub by: u16,
    /// Whom it hit.
    pub target: u16,
    /// Its severity, as in [`Event::Wound`](super::Event::Wound).
    pub severity: u8,
    /// Which of the blows of one attacker at this target it is, where there are several; else 0.
    pub nth: u16,
    /// Whether it opens a vein (W28).
    pub deep: bool,
    /// Whether it was shot or thrown (W28).
    pub afar: bool,
    /// Whether it is a blow to the head, in a fight that counts the conscious (W19, W29).
    pub head: bool,
    /// Whether it counts as half a hit (W26).
    pub half: bool,
    /// The points of damage it does from inside; 0 where it is struck from outside (W28).
    pub inside: u8,
    /// Its points of damage, where a formula asks for them.
    pub points: u8,
}

/// An effect and whom it affects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Affected {
    /// Whom.
    pub who: u16,
    /// What.
    pub what: Effect,
}

impl Affected {
    /// Fudge points are spent.
    pub(crate) const fn points(who: u16, points: u8) -> Self {
        Self { who, what: Effect::Points(points) }
    }
}

/// An effect of an exchange besides wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// All rolls of the next round change by so much (M8, A16).
    Shaken(i8),
    /// The next round is spent without harming or defending (A16).
    Blinded,
    /// The armor counts no more (A16).
    ArmorGone,
    /// The armor did not count in this exchange (A16).
    ArmorIgnored,
    /// The weapon is dropped (A16).
    WeaponDropped,
    /// The weapon is damaged (A16).
    WeaponDamaged,
    /// So many Fudge points are spent (P7).
    Points(u8),
    /// A part of the body, by its place among [`PARTS`](crate::rules::PARTS), suffers (M6).
    Part(u8, Harm),
    /// A spell is cast, and costs its caster this (X1 to X6).
    Cast(CastCost),
    /// A spell adds to all combat rolls, and to the defensive factor.
    Enchanted(i8, i8),
    /// A spell closes so many wounds.
    Healed(u8),
    /// A spell puts out of the fight.
    Removed,
    /// A blow to the head knocks out: it is reported, and its wound is the blow's (W19).
    KnockedOut,
}

/// What a casting costs the caster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastCost {
    /// What the reservoirs have come to.
    pub reserve: Reserve,
    /// The castings so far, as far as the next one depends on them.
    pub castings: u8,
    /// Whether a deity is angry.
    pub angry: bool,
    /// Whether the next round is lost.
    pub stunned: bool,
    /// Whether the caster is unconscious.
    pub faint: Faint,
}

/// What followed for a fighter, for transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Stunned (W19).
    Stunned,
    /// Very stunned.
    VeryStunned,
    /// Threw herself out of the way, and took one wound level less (W22).
    Evaded,
    /// As evaded, and is unbalanced (W23).
    Unbalanced,
    /// As evaded, and is prone.
    Prone,
    /// As evaded, and collapsed.
    Collapsed,
    /// Will made the wounds lighter (W25).
    Overcame,
    /// A deadly blow cost one of several lives (W28).
    Survived,
    /// A shoddy weapon broke (SRD 6.6).
    WeaponBroke,
    /// A caster who had fainted has woken.
    Woke,
    /// Poison is at work.
    Poisoned,
    /// Poison has taken Health.
    Drained,
    /// A vein is open.
    Bleeds,
    /// Bled to death.
    BledToDeath,
    /// Caught fire.
    CaughtFire,
    /// Was burned.
    Burned,
    /// Surrendered.
    Surrendered,
    /// Was harmed by what the end of a round does.
    Worn,
    /// Wounds have closed.
    Regenerated,
    /// Venomous blood has run up the weapon.
    Splashed,
    /// A smell takes from skills.
    Sickened,
    /// A head is severed, and begins to grow again.
    Severed,
    /// Fire keeps a head from growing again.
    Seared,
    /// A head has grown.
    Grown,
    /// Is swallowed.
    Swallowed,
    /// Is digested.
    Digested,
    /// Comes out of the one who swallowed.
    ComesOut,
    /// Put out of action so.
    Doomed(Doom),
}

/// A natural result that is critical (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Natural {
    Success,
    Failure,
}
