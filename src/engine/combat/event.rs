//! What happens in a fight, for those who listen.

use super::condition::Body;
use super::fighter::Use;
use super::hit::{Blow, Consequence, Effect};
use crate::chance::{Ask, Purpose};
use crate::check::CastingEvent;
use crate::rules::Boon;

/// Something that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Neither of a pair won the exchange.
    StandOff {
        /// The pair.
        pair: [u16; 2],
    },
    /// A blow was dodged or parried.
    Avoided {
        /// Who struck.
        by: u16,
        /// At whom.
        target: u16,
    },
    /// A blow that nobody avoided missed all the same.
    Missed {
        /// Who struck.
        by: u16,
    },
    /// The winner of an exchange stayed below the minimum to hit.
    BelowMinimum {
        /// The winner.
        by: u16,
    },
    /// A blow landed.
    Hit {
        /// Who struck.
        by: u16,
        /// Whom it hit.
        target: u16,
        /// The relative degree.
        degree: i16,
        /// Whether it is a graze.
        graze: bool,
    },
    /// The damage of a blow was found.
    Wound {
        /// Who struck.
        by: u16,
        /// Whom it hit.
        target: u16,
        /// Its severity: a wound level on a box track, points on a point track; 0 = none.
        severity: u8,
    },
    /// A fighter spends Fudge points (P7).
    Spent {
        /// Who.
        who: u16,
        /// How many.
        points: u8,
    },
    /// A rule that does not act every time acted.
    Fired {
        /// For whom, or on whom.
        who: u16,
        /// What.
        what: Fired,
    },
    /// A fighter is out of action from the end of this round on. Not reported in fights of one against one.
    Fell {
        /// Who.
        who: u16,
        /// True where nobody had fallen before this round.
        first: bool,
    },
}

/// What of the rules acts now and then, and is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fired {
    /// A wound of a fighter found its boxes full, and marked a worse one (W10).
    Overflow,
    /// A natural critical of a fighter in a fight (A16).
    Critical,
    /// A blow of a fighter hit the part of the body it was aimed at (M6).
    CalledShot,
    /// A fighter in all-out defense gained an advantage (M8).
    Advantage,
    /// A blow of a fighter did no worse than was meant (W19, W20).
    Pulled,
    /// Two hits on a fighter that Scale just stopped made a wound (W26).
    HalfHits,
    /// A critical went through the larger Scale of whom a fighter hit (W26).
    Through,
    /// Toughness made a wound of a fighter lighter or worse (W15).
    Toughness,
    /// A player character was spared the whole of a wound (W21).
    Spared,
    /// A fighter took one wound level less by getting out of the way (W22, W23).
    Evaded,
    /// The will of a fighter made wounds lighter (W25).
    Overcame,
    /// A fighter was stunned (W19).
    Stunned,
    /// A fighter fled or yielded (C14).
    Fled,
    /// A head grew (W28).
    Grown,
    /// A fighter was swallowed (W28).
    Swallowed,
    /// A spell of a fighter took effect (X1 to X6).
    Cast,
    /// A spell of a fighter failed, or was resisted.
    Fizzled,
    /// A fighter fainted from casting.
    Fainted,
}

impl Fired {
    /// All of them, in the order in which they are shown.
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

/// The figures behind events, for transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// A round begins.
    Round {
        /// Its number, counted from 1.
        number: u32,
    },
    /// Two fighters, or one and several, come to blows.
    Meet {
        /// One of them.
        one: u16,
        /// The other, or the first of the others.
        other: u16,
        /// The result that a shot from afar needs to hit; none where it comes to blows.
        shot: Option<i32>,
    },
    /// A spell is about to be cast.
    Casts {
        /// Who casts it.
        by: u16,
        /// On whom.
        target: u16,
        /// Which of the caster's spells it is.
        spell: u8,
    },
    /// What happens as it is cast.
    Casting(CastingEvent),
    /// A stance was chosen for this round. Not reported where it is the normal one.
    Stance {
        /// Who chose.
        who: u16,
        /// The stance, for [`Fight::stance_name`](crate::combat::Fight::stance_name).
        stance: u8,
    },
    /// One rolled against one. Where offense and defense differ, the same roll is reported twice.
    Rolled(Rolled),
    /// The blow about to be struck is not avoided.
    Undefended {
        /// Whom it is aimed at.
        target: u16,
        /// The result that hits.
        level: i32,
    },
    /// One's trait was tested, or compared.
    Tested(Test),
    /// A wound is about to be marked, after all that may become of it. Told where wounds are suffered one by one.
    Suffered {
        /// Who struck.
        by: u16,
        /// Whom it hit.
        target: u16,
        /// Its severity, as in [`Event::Wound`].
        severity: u8,
    },
    /// Something followed from a wound.
    Followed {
        /// For whom.
        who: u16,
        /// What.
        consequence: Consequence,
    },
    /// The track of a fighter changed otherwise than by a blow.
    Marked {
        /// Whose.
        who: u16,
        /// Its state.
        marked: u16,
    },
    /// One rolled for the order of the round.
    Initiative(InitiativeRolled),
    /// A lone fighter rolled, for all foes at once: what counts against each is reported as they meet it.
    LoneRolled {
        /// Who.
        who: u16,
        /// How many foes there are.
        foes: u16,
        /// What wounds take, 0 or less.
        penalty: i32,
        /// What the fighter's status adds.
        status: i32,
        /// Modifiers that do not last, beyond those that do.
        passing: i32,
        /// What the number of foes takes, 0 or less.
        outnumbered: i32,
        /// What the stance adds to attack and to defense.
        tactics: [i32; 2],
        /// The additions of modifiers with dice to attack and to defense.
        own: [i32; 2],
        /// What Fudge points add to the dice.
        luck: i32,
        /// What the dice showed.
        roll: i32,
    },
    /// A modifier of one's own rolled.
    Added {
        /// For whom, and what it is added to.
        ask: Ask,
        /// The number of its dice.
        number: u8,
        /// The result.
        roll: i32,
    },
    /// The additions by modifiers of one's own to a lone fighter's attack and defense against the next foe.
    AddedAgainst {
        /// As a number of the fight.
        added: u16,
        /// Whether that foe can act in this round.
        foe_acts: bool,
    },
    /// Dice were rolled at the end of a round.
    AfterRolled {
        /// For whom.
        who: u16,
        /// Their number, for [`Fight::variant`](crate::combat::Fight::variant).
        number: u8,
        /// The result.
        roll: i32,
    },
    /// The counters of a fighter have changed.
    Counted {
        /// Whose.
        who: u16,
        /// All of them before, as one number.
        before: u32,
        /// And after.
        after: u32,
    },
    /// A mob rolled once for all of it.
    MobRolled {
        /// The first of the mob.
        first: u16,
        /// What the dice showed.
        roll: i32,
    },
    /// A fighter suffers an effect of an exchange.
    Affected {
        /// Whom.
        who: u16,
        /// What the dice showed, where a critical's table says so.
        roll: Option<i32>,
        /// What; none where it is nothing.
        what: Option<Effect>,
    },
    /// One is put out of action without a blow.
    PutOut {
        /// Whose action it is.
        by: u16,
        /// Who is out.
        target: u16,
        /// The severity that does it.
        severity: u8,
    },
    /// Fudge points are spent, on the roll or the wound that is reported next (P1 to P6).
    Spent {
        /// Who spends them.
        who: u16,
        /// On what.
        on: Boon,
        /// How many.
        points: u8,
    },
    /// The damage of a hit was rolled.
    Damaged {
        /// The blow.
        blow: Blow,
        /// What the damage dice showed; 0 where damage is not rolled.
        roll: i32,
        /// Its severity, as in [`Event::Wound`].
        severity: u8,
    },
}

/// A rolled degree and what it is the sum of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rolled {
    /// Who.
    pub who: u16,
    /// Against whom.
    pub foe: u16,
    /// Skill against this foe, lasting modifiers included.
    pub skill: i32,
    /// What wounds take from it, 0 or less.
    pub penalty: i32,
    /// What the fighter's status adds.
    pub status: i32,
    /// What being the faster adds (C11).
    pub pace: i32,
    /// What the number of foes takes, 0 or less, where it is not reported with a lone fighter's roll.
    pub outnumbered: i32,
    /// Modifiers that do not last, beyond those that do.
    pub passing: i32,
    /// What tactics add.
    pub tactic: Shift,
    /// The additions by modifiers of one's own.
    pub own: i32,
    /// The number of what they add, by which they are told.
    pub added: u16,
    /// Whether the foe can act in this round. If not, the sizes of weapons are not compared (reading 59).
    pub foe_acts: bool,
    /// What the dice showed.
    pub roll: i32,
    /// What Fudge points add to them (P2, P4).
    pub luck: i32,
    /// The least and the most that can be rolled (A2).
    pub cap: [i32; 2],
}

impl Rolled {
    /// The rolled degree: the sum, within the cap of results.
    #[inline(always)]
    pub fn degree(&self) -> i32 {
        let burden = self.penalty + self.status + self.outnumbered;
        let sum =
            self.skill + burden + self.pace + self.passing + self.tactic.total() + self.own + self.roll + self.luck;
        sum.max(self.cap[0]).min(self.cap[1])
    }
}

/// A roll for initiative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitiativeRolled {
    /// Who.
    pub who: u16,
    /// The trait.
    pub initiative: i32,
    /// What the stance adds.
    pub stance: i32,
    /// What wounds take, 0 or less.
    pub wounds: i32,
    /// The additions by modifiers of one's own.
    pub own: i32,
    /// What the dice showed.
    pub roll: i32,
    /// The number of what they add, by which they are told.
    pub added: u16,
}

impl InitiativeRolled {
    /// The sum.
    pub const fn total(&self) -> i32 {
        self.initiative + self.stance + self.wounds + self.own + self.roll
    }
}

/// A roll of one fighter that is no blow and no defense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Test {
    /// Who.
    pub who: u16,
    /// What for.
    pub purpose: Purpose,
    /// The trait, or what is added to a situational roll.
    pub level: i32,
    /// What wounds and the like add.
    pub burden: i32,
    /// What the dice showed.
    pub roll: i32,
    /// The level that must be reached; none where it is compared with another's.
    pub least: Option<i32>,
}

impl Test {
    /// The rolled degree.
    pub const fn total(&self) -> i32 {
        self.level + self.burden + self.roll
    }

    /// Whether it reached what it must.
    pub fn passed(&self) -> bool {
        self.least.is_none_or(|least| self.total() >= least)
    }
}

/// What a stance adds to one result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    /// To one that both hits and defends, or that is to hit.
    Attack(i32),
    /// To one that is to keep from being hit; what an earlier full attack takes (C2) is apart.
    Defense {
        /// By the stance of this round.
        tactic: i32,
        /// By a full attack before, 0 or less.
        exposed: i32,
        /// Dodge or parry.
        way: Use,
    },
}

impl Shift {
    /// All that is added.
    #[inline(always)]
    pub const fn total(self) -> i32 {
        match self {
            Self::Attack(tactic) => tactic,
            Self::Defense { tactic, exposed, .. } => tactic + exposed,
        }
    }
}

/// Somebody who listens to a fight. The empty observer costs nothing.
pub trait Observer {
    /// Whether it looks at everybody after each round; then fights are played step by step.
    #[inline(always)]
    fn watches(&self) -> bool {
        false
    }

    /// Something happened.
    fn note(&mut self, event: Event);

    /// A round is over, and everybody is like this.
    #[inline(always)]
    fn round_over(&mut self, _bodies: &[Body]) {}

    /// The figures behind what happens; only transcripts listen.
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
