//! One roll after another in a casting: who rolls what for, and what is told of it.

use super::super::{Achieved, Actor, Check, CheckOutcome, CheckVerdict, Luck};
use super::state::{CastingSum, MOST_ROUNDS, Sign};
use crate::chance::{Ask, Chance, Purpose};

/// The number of the caster among those who roll.
pub const CASTER: u16 = 0;

/// The number of the subject of a spell among those who roll.
pub const SUBJECT: u16 = 1;

/// The numbers that caster and subject roll under, and their burdens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Seats {
    /// Their places among those who roll; none = [`CASTER`] and [`SUBJECT`].
    pub places: Option<[u16; 2]>,
    /// What wounds and the like add to each of their rolls.
    pub burdens: [i16; 2],
}

/// Added to what a roll of a casting is against where others than the two roll as well: no fight has so many fighters.
pub const APART: u16 = 1 << 15;

impl Seats {
    /// A roll of a casting as one among all others. A subject rolls against each caster of a round, and may cast a spell as well.
    fn ask(&self, ask: Ask) -> Ask {
        let Some([caster, subject]) = self.places else { return ask };
        if ask.who == CASTER {
            return Ask { who: caster, against: ask.against | APART, ..ask };
        }
        // A struggle never takes more than a few rolls.
        let nth = u8::try_from(ask.against).map_or(u8::MAX, |again| again.saturating_add(1));
        Ask { who: subject, against: caster | APART, nth, ..ask }
    }

    fn burden(&self, ask: Ask) -> i32 {
        self.burdens[usize::from(ask.who)].into()
    }
}

/// A skill to cast with.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    /// The roll, with what succeeds.
    pub check: Check,
    /// The highest level that modifiers can raise it to (SRD 7.14: Great); none = any.
    pub most: Option<i32>,
}

/// The part of a casting that a roll decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastingPart {
    /// The casting itself.
    Casts,
    /// Caster or subject, against each other.
    Resists,
    /// Somebody raises a psionic result.
    Augments,
    /// The subject of a psionic attack defends.
    Defends,
    /// The caster wakes, or not.
    Wakes,
    /// A day is got through after a coma, or not.
    Endures,
    /// The caster controls more power than usual, or not.
    Channels,
}

impl CastingPart {
    /// Whether the caster spends Fudge points on it.
    pub const fn takes_points(self) -> bool {
        matches!(self, Self::Casts | Self::Channels)
    }
}

/// A roll, and what it is the sum of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CastingRoll {
    /// The part of the casting.
    pub part: CastingPart,
    /// As which it was asked for.
    pub ask: Ask,
    /// The trait.
    pub level: i32,
    /// Its modifiers.
    pub modifiers: i32,
    /// What things as they stand add: mana spent, an angry deity, a low reservoir.
    pub shift: i32,
    /// The modifier of wounds and the like.
    pub burden: i32,
    /// The natural result.
    pub natural: i32,
    /// The rolled degree.
    pub degree: i32,
    /// The difficulty and how it was judged, where it was against one.
    pub judged: Option<(i32, CheckVerdict)>,
    /// The Fudge points spent on it.
    pub spent: u8,
}

impl CastingRoll {
    const fn of(part: CastingPart, ask: Ask, shift: i32) -> Self {
        Self { part, ask, level: 0, modifiers: 0, shift, burden: 0, natural: 0, degree: 0, judged: None, spent: 0 }
    }
}

/// Something that happens without a roll, or because of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastingNote {
    /// A level is given for certain success.
    Certain,
    /// The failure stuns.
    Stunned,
    /// The reservoir loses levels.
    Drained(u8),
    /// The same of the subject.
    SubjectDrained(u8),
    /// The caster faints, or collapses.
    Faints,
    /// The caster falls into a coma.
    Coma,
    /// A point of damage.
    Damage,
    /// The subject resists.
    Resisted,
    /// The spell is reduced by so many levels.
    Reduced(u16),
    /// The deity is angered.
    Angered,
    /// A Terrible result.
    Backfired,
    /// A box of mana is marked: a large one, or a small one.
    Marked {
        /// Whether it is a large one.
        large: bool,
    },
    /// No box is left.
    Unsoftened,
}

/// What happens in a casting, for those who listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastingEvent {
    /// A roll.
    Rolls(CastingRoll),
    /// What comes of it.
    Notes(CastingNote),
}

/// A casting as it goes on.
pub(super) struct Attempt<'t> {
    /// The castings before this one since the last rest.
    pub(super) before: u32,
    /// The seats of caster and subject.
    pub(super) seats: Seats,
    /// By how much the last roll of the skill passed its difficulty, or the psi all that stood against it.
    pub(super) margin: i32,
    /// The caster's Fudge points, if there are any.
    pub(super) luck: Option<&'t Luck>,
    /// The Fudge points spent so far.
    pub(super) points: u8,
    pub(super) chance: &'t mut dyn Chance,
    pub(super) tell: &'t mut dyn FnMut(CastingEvent),
}

impl Skill {
    /// A skill that any modifiers may raise.
    pub fn plain(check: Check) -> Self {
        Self { check, most: None }
    }

    /// By how much it is higher for once, with its limit: modifiers raise no skill above the limit, but lower none to it.
    fn higher(&self, shift: i32) -> i32 {
        let (base, level) = (self.check.actor().base(), self.level());
        let most = self.most.map_or(i32::MAX, |most| most.max(level));
        (base + shift).min(most) - base
    }

    fn level(&self) -> i32 {
        self.check.actor().base() - self.check.actor().modifiers()
    }

    /// The skill with all that bears on it.
    pub fn with(&self, shift: i32) -> i32 {
        self.check.actor().base() + self.higher(shift)
    }
}

impl Attempt<'_> {
    /// Rolls the skill without Fudge points; `again` tells rolls of one casting apart.
    pub(super) fn cast(&mut self, skill: &Skill, shift: i32, again: u16) -> CheckOutcome {
        let outcome = self.check(CastingPart::Casts, cast_ask(again), &skill.check, skill.higher(shift));
        self.margin = outcome.margin;
        outcome
    }

    /// Rolls the skill, with Fudge points where the outcome `is_enough` with them and not without.
    pub(super) fn press(
        &mut self,
        skill: &Skill,
        shift: i32,
        again: u16,
        is_enough: impl Fn(&CheckOutcome) -> bool,
    ) -> CheckOutcome {
        let outcome =
            self.press_check(CastingPart::Casts, cast_ask(again), &skill.check, skill.higher(shift), is_enough);
        self.margin = outcome.margin;
        outcome
    }

    /// Rolls a check.
    pub(super) fn check(&mut self, part: CastingPart, ask: Ask, check: &Check, shift: i32) -> CheckOutcome {
        let outcome = check.roll_for(self.seats.ask(ask), shift + self.seats.burden(ask), &mut self.chance);
        self.judged(part, ask, check, shift, outcome)
    }

    /// Rolls a check, with Fudge points where the outcome `is_enough` with them and not without.
    pub(super) fn press_check(
        &mut self,
        part: CastingPart,
        ask: Ask,
        check: &Check,
        shift: i32,
        is_enough: impl Fn(&CheckOutcome) -> bool,
    ) -> CheckOutcome {
        let Some(luck) = self.luck else { return self.check(part, ask, check, shift) };
        let (keyed, higher) = (self.seats.ask(ask), shift + self.seats.burden(ask));
        let outcome = check.pressed_until(keyed, higher, (luck, self.points), is_enough, &mut self.chance);
        self.points += outcome.spent;
        self.judged(part, ask, check, shift, outcome)
    }

    /// Reports the roll of a check.
    fn judged(
        &mut self,
        part: CastingPart,
        ask: Ask,
        check: &Check,
        shift: i32,
        outcome: CheckOutcome,
    ) -> CheckOutcome {
        let judged = Some((check.difficulty(), outcome.verdict()));
        let CheckOutcome { natural, degree, spent, .. } = outcome;
        self.rolled(check.actor(), CastingRoll { natural, degree, judged, spent, ..CastingRoll::of(part, ask, shift) });
        outcome
    }

    /// Rolls for a degree.
    pub(super) fn degree(&mut self, part: CastingPart, ask: Ask, actor: &Actor, shift: i32) -> i32 {
        let natural = actor.natural_for(self.seats.ask(ask), &mut self.chance);
        let degree = actor.degree(actor.base() + shift + self.seats.burden(ask) + natural);
        self.rolled(actor, CastingRoll { natural, degree, ..CastingRoll::of(part, ask, shift) });
        degree
    }

    fn rolled(&mut self, actor: &Actor, roll: CastingRoll) {
        let modifiers = actor.modifiers();
        let (level, burden, ask) = (actor.base() - modifiers, self.seats.burden(roll.ask), self.seats.ask(roll.ask));
        let roll = CastingRoll { ask, level, modifiers, burden, ..roll };
        (self.tell)(CastingEvent::Rolls(roll));
    }

    /// Says what happens.
    pub(super) fn note(&mut self, note: CastingNote) {
        (self.tell)(CastingEvent::Notes(note));
    }

    /// Something happens to the caster.
    pub(super) fn mark(&mut self, sum: &mut CastingSum, sign: Sign, note: CastingNote) {
        sum.mark(sign);
        self.note(note);
    }

    /// Drains levels of the reservoir.
    pub(super) fn drain(&mut self, sum: &mut CastingSum, levels: u8) {
        sum.drain(levels);
        self.note(CastingNote::Drained(levels));
    }

    /// A round out cold: whether the caster wakes, which takes a Good roll of Constitution (SRD 7.11, 7.33), or the last of
    /// all rounds.
    pub(super) fn wakes(&mut self, constitution: &Check, sum: &mut CastingSum) -> bool {
        sum.rounds += 1;
        let ask = Ask::against(CASTER, sum.rounds, Purpose::Conscious);
        succeeds(&self.check(CastingPart::Wakes, ask, constitution, 0)) || sum.rounds >= MOST_ROUNDS
    }
}

/// The roll of the skill. `again` counts the rolls of one casting before it.
const fn cast_ask(again: u16) -> Ask {
    Ask::against(CASTER, again, Purpose::Action)
}

/// Whether an outcome needs no Fudge points: a full success.
pub(super) fn succeeds(outcome: &CheckOutcome) -> bool {
    outcome.achieved == Achieved::Success
}
