//! Events of a fight, reported to observers.

use super::condition::Body;
use super::fighter::Use;
use super::hit::{Blow, Consequence, HitEffect};
use crate::chance::{Ask, Purpose};
use crate::check::CastingEvent;
use crate::rules::Boon;

/// An event in a fight. Fighters are roster indexes; `by` is the attacker, and `target` is the fighter attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Neither fighter of a pair won the exchange.
    StandOff {
        /// Roster indexes of the pair.
        pair: [u16; 2],
    },
    /// The target dodged or parried a blow.
    Avoided {
        /// Roster index of the attacker.
        by: u16,
        target: u16,
    },
    /// A blow missed a target who did not avoid it.
    Missed {
        /// Roster index of the attacker.
        by: u16,
    },
    /// The winner of an exchange did not reach the minimum to hit.
    BelowMinimum {
        /// Roster index of the winner.
        by: u16,
    },
    /// A blow hit.
    Hit {
        by: u16,
        target: u16,
        /// Relative degree.
        degree: i16,
        /// Whether the hit is a graze (W7).
        graze: bool,
    },
    /// The damage of a blow is final.
    Wound {
        by: u16,
        target: u16,
        /// Wound level, or points on a point track; 0 if the blow does not wound.
        severity: u8,
    },
    /// A fighter spent Fudge points (P7).
    Spent {
        /// Roster index of the fighter.
        who: u16,
        points: u8,
    },
    /// A rule that takes effect only occasionally did so.
    Fired {
        /// The fighter that [`Fired`] describes.
        who: u16,
        what: Fired,
    },
    /// A fighter is put out of action. Not reported in one-on-one fights.
    Fell {
        who: u16,
        /// Whether no fighter had fallen before this round.
        first: bool,
    },
}

/// Effects of rules that occur only occasionally. Each is counted.
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
    /// Two hits on a fighter, each only just stopped by Scale, together made a wound (W26).
    HalfHits,
    /// A fighter's critical wounded a target whose larger Scale would have stopped the blow (W26).
    Through,
    /// Toughness made a fighter's wound lighter or worse (W15).
    Toughness,
    /// Rules spared a player character part of a wound (W21).
    Spared,
    /// A fighter dived away from a blow, and its wound was one level lighter (W22, W23).
    Evaded,
    /// A fighter's will made its wounds count for less (W25).
    Overcame,
    /// A fighter was stunned (W19).
    Stunned,
    /// A fighter fled, by its `flees` key or because of morale (C14).
    Fled,
    /// A severed head grew back, or a second one grew (W28).
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

/// The figures behind events, for transcripts. Fighters are roster indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A round begins.
    Round {
        /// Counted from 1.
        number: u32,
    },
    /// Two fighters meet in an attack or exchange, or one fighter meets several foes.
    Meet {
        one: u16,
        /// The other fighter, or the first of several.
        other: u16,
        /// Result that a shot from a distance needs to hit; `None` in melee.
        shot: Option<i32>,
    },
    /// A spell is about to be cast.
    Casts {
        /// The caster.
        by: u16,
        target: u16,
        /// Index of the spell among those of the caster.
        spell: u8,
    },
    /// A step of a casting.
    Casting(CastingEvent),
    /// A fighter chose a stance other than the normal one for this round.
    Stance {
        who: u16,
        /// Index for [`Tactics::name`](crate::combat::Tactics::name).
        stance: u8,
    },
    /// One fighter rolled against another. If its result is different as attack and as defense, the roll is reported
    /// twice.
    Rolled(RolledDegree),
    /// The target of the next blow cannot defend.
    Undefended {
        target: u16,
        /// Result needed to hit.
        level: i32,
    },
    /// A fighter's trait was tested or compared.
    Tested(OtherRoll),
    /// A wound is about to be marked. All rules that can change it have been applied. Only reported if wounds are
    /// resolved one by one.
    Suffered {
        by: u16,
        target: u16,
        /// As in [`Event::Wound`].
        severity: u8,
    },
    /// Something happened to a fighter, usually because of a wound.
    Followed {
        /// Roster index of the fighter.
        who: u16,
        consequence: Consequence,
    },
    /// A fighter's track changed without a blow.
    Marked {
        who: u16,
        /// New state of the track.
        marked: u16,
    },
    /// A fighter rolled for initiative.
    Initiative(InitiativeRolled),
    /// A lone fighter made its roll against all foes of its group. Modifiers that depend on the foe are reported
    /// separately.
    LoneRolled {
        who: u16,
        /// Number of foes who can act.
        foes: u16,
        /// Wound penalty, 0 or less.
        penalty: i32,
        /// Modifier from conditions other than wounds.
        status: i32,
        /// Temporary modifiers.
        passing: i32,
        /// Penalty for the number of foes, 0 or less.
        outnumbered: i32,
        /// Modifiers to attack and to defense: from the stance, and to attack also from being off balance.
        tactics: [i32; 2],
        /// Sums of the custom modifiers with dice, to attack and to defense.
        own: [i32; 2],
        /// Bonus from Fudge points.
        luck: i32,
        roll: i32,
    },
    /// The dice of a custom modifier were rolled.
    Added {
        /// The roll that the modifier is added to.
        ask: Ask,
        /// Number of the dice, for [`CustomRules::modifier_dice`](crate::combat::CustomRules::modifier_dice).
        number: u8,
        roll: i32,
    },
    /// Additions to a lone fighter's attack and defense against the next foe.
    AddedAgainst {
        /// Index of the custom modifiers without dice, for
        /// [`CustomRules::additions`](crate::combat::CustomRules::additions).
        added: u16,
        /// Bonus for being faster (M14).
        pace: i32,
        /// Whether that foe can act this round.
        foe_acts: bool,
    },
    /// A custom rule for the end of a round rolled dice.
    AfterRolled {
        who: u16,
        /// Number of the dice, for [`CustomRules::variant`](crate::combat::CustomRules::variant).
        number: u8,
        roll: i32,
    },
    /// The end of a round changed a fighter's counters.
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
    /// An exchange or a spell affects a fighter other than by a wound.
    Affected {
        who: u16,
        /// Result on the table of criticals; `None` if it was not rolled on.
        roll: Option<i32>,
        /// `None` if there is no effect.
        what: Option<HitEffect>,
    },
    /// A fighter is put out of action by an action without a blow.
    PutOut {
        /// The fighter who acts.
        by: u16,
        target: u16,
        /// Severity of the wound that is marked for it.
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

/// A fighter's rolled degree against a foe, with all its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RolledDegree {
    pub who: u16,
    pub foe: u16,
    /// Skill against this foe, lasting modifiers included.
    pub skill: i32,
    /// Wound penalty, 0 or less.
    pub penalty: i32,
    /// Modifier from conditions other than wounds.
    pub status: i32,
    /// Bonus for being faster (C11).
    pub pace: i32,
    /// Penalty for the number of foes, 0 or less. 0 for a lone fighter whose [`Detail::LoneRolled`] includes it.
    pub outnumbered: i32,
    /// Temporary modifiers.
    pub passing: i32,
    /// Modifiers from the stance and other tactics.
    pub tactic: TacticalModifier,
    /// Sum of all custom modifiers.
    pub own: i32,
    /// Index of the custom modifiers without dice, for
    /// [`Fight::named_additions`](crate::combat::Fight::named_additions).
    pub added: u16,
    /// Whether the foe can act this round. If not, weapon sizes are not compared (reading 59).
    pub foe_acts: bool,
    /// Natural result of the dice.
    pub roll: i32,
    /// Bonus from Fudge points (P2, P4).
    pub luck: i32,
    /// Lowest and highest possible result (A2).
    pub cap: [i32; 2],
}

impl RolledDegree {
    /// The sum of all parts, limited by the cap.
    #[inline(always)]
    pub fn degree(&self) -> i32 {
        let burden = self.penalty + self.status + self.outnumbered;
        let sum =
            self.skill + burden + self.pace + self.passing + self.tactic.total() + self.own + self.roll + self.luck;
        sum.max(self.cap[0]).min(self.cap[1])
    }
}

/// A fighter's roll for initiative, with all its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitiativeRolled {
    pub who: u16,
    /// Level of the initiative trait; 0 if custom dice replace it.
    pub initiative: i32,
    /// Modifier from the stance (M10).
    pub stance: i32,
    /// Wound penalty, 0 or less.
    pub wounds: i32,
    /// Sum of all custom modifiers.
    pub own: i32,
    pub roll: i32,
    /// Index of the custom modifiers without dice, for
    /// [`Fight::named_additions`](crate::combat::Fight::named_additions).
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
    /// The index in the roster of the fighter who rolls.
    pub who: u16,
    pub purpose: Purpose,
    /// Level of the trait, or the modifier to a roll without a trait.
    pub level: i32,
    /// Modifier from wounds and other conditions.
    pub burden: i32,
    pub roll: i32,
    /// Lowest total that passes; `None` if the total is compared with another fighter's.
    pub least: Option<i32>,
}

impl OtherRoll {
    pub const fn total(&self) -> i32 {
        self.level + self.burden + self.roll
    }

    /// Whether the total reaches `least`. True if `least` is `None`.
    pub fn passed(&self) -> bool {
        self.least.is_none_or(|least| self.total() >= least)
    }
}

/// Modifier from tactics to one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TacticalModifier {
    /// For an attack, or for a result that is both attack and defense.
    Attack(i32),
    /// For a defense. The penalty for an earlier full attack (C2) is separate.
    Defense {
        /// From the stance of this round.
        tactic: i32,
        /// From an earlier full attack of the fighter, 0 or less (C2).
        exposed: i32,
        /// The defense: dodge or parry.
        way: Use,
    },
}

impl TacticalModifier {
    /// The sum of its parts.
    #[inline(always)]
    pub const fn total(self) -> i32 {
        match self {
            Self::Attack(tactic) => tactic,
            Self::Defense { tactic, exposed, .. } => tactic + exposed,
        }
    }
}

/// A listener to the events of a fight. The observer `()` ignores all events and costs nothing.
pub trait Observer {
    /// Whether the observer looks at all fighters after each round. If so, fights are played step by step.
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    /// Called for each event.
    fn note(&mut self, event: Event);

    /// Called at the end of each round with the states of all fighters.
    #[inline(always)]
    fn round_over(&mut self, _bodies: &[Body]) {}

    /// Called with the figures behind events. Only transcripts need them.
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
