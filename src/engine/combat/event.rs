//! Events of a fight, reported to observers.

use super::condition::Body;
use super::fighter::Use;
use super::hit::{Blow, Consequence, HitEffect};
use crate::chance::{Ask, Purpose};
use crate::check::CastingEvent;
use crate::rules::Boon;

/// An event in a fight. Fighters are indexes in the roster: `by` is the attacker, `target` the target of the blow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Neither fighter of a pair won the exchange.
    StandOff {
        /// Roster indexes of the pair.
        pair: [u16; 2],
    },
    /// A blow was dodged or parried.
    Avoided {
        /// Roster index of the attacker.
        by: u16,
        target: u16,
    },
    /// A blow missed, although the target did not avoid it.
    Missed {
        /// Roster index of the attacker.
        by: u16,
    },
    /// The winner of an exchange did not reach the minimum to hit.
    BelowMinimum {
        /// Roster index of the winner.
        by: u16,
    },
    Hit {
        by: u16,
        target: u16,
        /// Relative degree.
        degree: i16,
        graze: bool,
    },
    /// The damage of a blow was computed.
    Wound {
        by: u16,
        target: u16,
        /// Wound level on a box track, points on a point track; 0 if the blow does not wound.
        severity: u8,
    },
    /// A fighter spent Fudge points (P7).
    Spent {
        /// Roster index of the fighter.
        who: u16,
        points: u8,
    },
    /// An occasional rule took effect.
    Fired {
        /// The fighter that [`Fired`] refers to.
        who: u16,
        what: Fired,
    },
    /// A fighter is out of action after this round. Not reported in one-on-one fights.
    Fell {
        who: u16,
        /// Whether no fighter had fallen before this round.
        first: bool,
    },
}

/// Rules that take effect only occasionally and are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fired {
    /// A fighter's boxes for a wound were full, so it marked a worse one (W10).
    Overflow,
    /// A fighter rolled a natural critical in a fight (A16).
    Critical,
    /// A fighter's blow hit the body part it was aimed at (M6).
    CalledShot,
    /// A fighter in all-out defense gained an advantage (M8).
    Advantage,
    /// A fighter's blow was limited to the intended damage (W19, W20).
    Pulled,
    /// Two hits on a fighter, each just stopped by Scale, made a wound (W26).
    HalfHits,
    /// A fighter's critical went through the larger Scale of its target (W26).
    Through,
    /// Toughness made a fighter's wound lighter or worse (W15).
    Toughness,
    /// A player character was spared part of a wound (W21).
    Spared,
    /// A fighter dived out of the way and took one wound level less (W22, W23).
    Evaded,
    /// A fighter's will made wounds lighter (W25).
    Overcame,
    /// A fighter was stunned (W19).
    Stunned,
    /// A fighter fled or yielded (C14).
    Fled,
    /// A head grew (W28).
    Grown,
    /// A fighter was swallowed (W28).
    Swallowed,
    /// A fighter's spell took effect (X1 to X6).
    Cast,
    /// A fighter's spell failed or was resisted.
    Fizzled,
    /// A fighter fainted from casting.
    Fainted,
}

impl Fired {
    /// All variants, in display order.
    pub const ALL: [Self; 18] = [
        Self::Overflow,
        Self::Critical,
        Self::CalledShot,
        Self::Advantage,
        Self::Pulled,
        Self::HalfHits,
        Self::Through,
        Self::Toughness,
        Self::Spared,
        Self::Evaded,
        Self::Overcame,
        Self::Stunned,
        Self::Fled,
        Self::Grown,
        Self::Swallowed,
        Self::Cast,
        Self::Fizzled,
        Self::Fainted,
    ];
}

/// Figures behind events, for transcripts. Fighters are indexes in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Round {
        /// Counted from 1.
        number: u32,
    },
    /// Two fighters, or one fighter and several foes, meet in an attack or exchange.
    Meet {
        one: u16,
        /// The other fighter, or the first of several.
        other: u16,
        /// Result that a shot from a distance needs to hit; `None` in melee.
        shot: Option<i32>,
    },
    /// A spell is about to be cast.
    Casts {
        by: u16,
        target: u16,
        /// Index of the spell among the caster's.
        spell: u8,
    },
    /// A step of the casting.
    Casting(CastingEvent),
    /// A fighter chose a stance other than the normal one for this round.
    Stance {
        who: u16,
        /// Index for [`Fight::stance_name`](crate::combat::Fight::stance_name).
        stance: u8,
    },
    /// One fighter rolled against another. If attack and defense differ, the same roll is reported twice.
    Rolled(RolledDegree),
    /// The target of the next blow does not defend.
    Undefended {
        target: u16,
        /// Result needed to hit.
        level: i32,
    },
    /// A fighter's trait was tested or compared.
    Tested(OtherRoll),
    /// A wound is about to be marked, after all rules that can change it. Only reported if wounds are resolved one by
    /// one.
    Suffered {
        by: u16,
        target: u16,
        /// As in [`Event::Wound`].
        severity: u8,
    },
    /// A consequence for a fighter, usually of a wound.
    Followed {
        /// Roster index of the fighter.
        who: u16,
        consequence: Consequence,
    },
    /// A fighter's track changed other than by a blow.
    Marked {
        who: u16,
        /// New state of the track.
        marked: u16,
    },
    /// A fighter rolled for initiative.
    Initiative(InitiativeRolled),
    /// A lone fighter made one roll against all foes. The modifiers against each foe are reported separately.
    LoneRolled {
        who: u16,
        /// Number of foes who can act.
        foes: u16,
        /// Wound penalty, 0 or less.
        penalty: i32,
        /// Modifier from the fighter's status.
        status: i32,
        /// Temporary modifiers.
        passing: i32,
        /// Penalty for the number of foes, 0 or less.
        outnumbered: i32,
        /// Modifiers to attack and defense from the stance, and from being off balance.
        tactics: [i32; 2],
        /// Modifiers with dice to attack and defense.
        own: [i32; 2],
        /// Bonus from Fudge points.
        luck: i32,
        roll: i32,
    },
    /// The dice of a custom modifier were rolled.
    Added {
        /// The fighter, and the roll to which the modifier is added.
        ask: Ask,
        /// Number of the dice, for [`Fight::modifier_dice`](crate::combat::Fight::modifier_dice).
        number: u8,
        roll: i32,
    },
    /// The custom modifiers to a lone fighter's attack and defense against the next foe.
    AddedAgainst {
        /// Index for [`Fight::added`](crate::combat::Fight::added).
        added: u16,
        /// Whether that foe can act this round.
        foe_acts: bool,
    },
    /// Dice were rolled at the end of a round.
    AfterRolled {
        who: u16,
        /// Number of the dice, for [`Fight::variant`](crate::combat::Fight::variant).
        number: u8,
        roll: i32,
    },
    /// A fighter's counters changed.
    Counted {
        who: u16,
        /// Packed counters, for [`Fight::counters_of`](crate::combat::Fight::counters_of).
        before: u32,
        after: u32,
    },
    /// A mob made one roll for all its members.
    MobRolled {
        /// The first member of the mob.
        first: u16,
        roll: i32,
    },
    /// A fighter is affected by an exchange or a spell.
    Affected {
        who: u16,
        /// Result of the dice on the table of criticals, if they were rolled.
        roll: Option<i32>,
        /// `None` if there is no effect.
        what: Option<HitEffect>,
    },
    /// A fighter is put out of action without a blow.
    PutOut {
        /// The fighter whose action it is.
        by: u16,
        target: u16,
        /// Severity of the wound that does it.
        severity: u8,
    },
    /// A fighter spends Fudge points on the roll or wound that is reported next (P1 to P6).
    Spent {
        who: u16,
        /// The boon that the points buy.
        on: Boon,
        points: u8,
    },
    /// The damage of a hit was computed.
    Damaged {
        blow: Blow,
        /// Result of the damage dice; 0 if damage is not rolled.
        roll: i32,
        /// As in [`Event::Wound`].
        severity: u8,
    },
}

/// A rolled degree and its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RolledDegree {
    pub who: u16,
    pub foe: u16,
    /// Skill against this foe, lasting modifiers included.
    pub skill: i32,
    /// Wound penalty, 0 or less.
    pub penalty: i32,
    /// Modifier from the fighter's status.
    pub status: i32,
    /// Bonus for being faster (C11).
    pub pace: i32,
    /// Penalty for the number of foes, 0 or less; 0 if it is reported with a lone fighter's roll.
    pub outnumbered: i32,
    /// Temporary modifiers.
    pub passing: i32,
    /// Modifiers from tactics.
    pub tactic: TacticalModifier,
    /// Sum of custom modifiers.
    pub own: i32,
    /// Index of the custom modifiers, for [`Fight::named_additions`](crate::combat::Fight::named_additions).
    pub added: u16,
    /// Whether the foe can act this round. If not, weapon sizes are not compared (reading 59).
    pub foe_acts: bool,
    pub roll: i32,
    /// Bonus from Fudge points (P2, P4).
    pub luck: i32,
    /// Lowest and highest possible result (A2).
    pub cap: [i32; 2],
}

impl RolledDegree {
    /// The rolled degree: the sum of the parts, limited by the cap.
    #[inline(always)]
    pub fn degree(&self) -> i32 {
        let burden = self.penalty + self.status + self.outnumbered;
        let sum =
            self.skill + burden + self.pace + self.passing + self.tactic.total() + self.own + self.roll + self.luck;
        sum.max(self.cap[0]).min(self.cap[1])
    }
}

/// A roll for initiative and its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitiativeRolled {
    pub who: u16,
    /// Initiative trait.
    pub initiative: i32,
    pub stance: i32,
    /// Wound penalty, 0 or less.
    pub wounds: i32,
    /// Sum of custom modifiers.
    pub own: i32,
    pub roll: i32,
    /// Index of the custom modifiers, for [`Fight::named_additions`](crate::combat::Fight::named_additions).
    pub added: u16,
}

impl InitiativeRolled {
    pub const fn total(&self) -> i32 {
        self.initiative + self.stance + self.wounds + self.own + self.roll
    }
}

/// A fighter's roll for something other than attack or defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherRoll {
    pub who: u16,
    pub purpose: Purpose,
    /// Level of the trait, or modifier to a situational roll.
    pub level: i32,
    /// Modifier for wounds and the like.
    pub burden: i32,
    pub roll: i32,
    /// Level that must be reached; `None` if the result is compared with another fighter's.
    pub least: Option<i32>,
}

impl OtherRoll {
    pub const fn total(&self) -> i32 {
        self.level + self.burden + self.roll
    }

    /// Whether the required level was reached; true if no level is required.
    pub fn passed(&self) -> bool {
        self.least.is_none_or(|least| self.total() >= least)
    }
}

/// Tactical modifiers to one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TacticalModifier {
    /// To an attack, or to a result that both attacks and defends.
    Attack(i32),
    /// To a defense. The penalty for an earlier full attack (C2) is separate.
    Defense {
        /// From the stance of this round.
        tactic: i32,
        /// From an earlier full attack, 0 or less.
        exposed: i32,
        /// The defense: dodge or parry.
        way: Use,
    },
}

impl TacticalModifier {
    #[inline(always)]
    pub const fn total(self) -> i32 {
        match self {
            Self::Attack(tactic) => tactic,
            Self::Defense { tactic, exposed, .. } => tactic + exposed,
        }
    }
}

/// A listener to the events of a fight. The empty observer `()` costs nothing.
pub trait Observer {
    /// Whether it inspects all fighters after each round; fights are then played step by step.
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    /// Called for each event.
    fn note(&mut self, event: Event);

    /// Called at the end of each round with the states of all fighters.
    #[inline(always)]
    fn round_over(&mut self, _bodies: &[Body]) {}

    /// Called with the figures behind events; only transcripts need them.
    #[inline(always)]
    fn detail(&mut self, _detail: Detail) {}
}

impl<O: Observer + ?Sized> Observer for &mut O {
    fn watches(&self) -> bool {
        (**self).watches()
    }

    fn note(&mut self, event: Event) {
        (**self).note(event);
    }

    fn round_over(&mut self, bodies: &[Body]) {
        (**self).round_over(bodies);
    }

    fn detail(&mut self, detail: Detail) {
        (**self).detail(detail);
    }
}

impl Observer for () {
    #[inline]
    fn note(&mut self, _event: Event) {}
}
