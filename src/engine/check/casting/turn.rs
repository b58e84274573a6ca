//! The rolls of a casting, one by one, and reports of them.

use super::super::{Achieved, Actor, Check, CheckOutcome, CheckVerdict, Luck};
use super::state::{CasterEvent, CastingSum, MOST_ROUNDS};
use crate::chance::{Ask, Chance, Purpose};

/// The caster's number in rolls outside fights.
pub const CASTER: u16 = 0;

/// The number of a spell's subject in rolls outside fights.
pub const SUBJECT: u16 = 1;

/// The caster and the subject of a casting: their numbers in rolls, and modifiers from outside the casting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Participants {
    /// The roster indices of caster and subject; `None` means [`CASTER`] and [`SUBJECT`].
    pub roster_indices: Option<[u16; 2]>,
    /// Modifiers to the rolls of the caster and of the subject, such as from wounds.
    pub burdens: [i16; 2],
}

/// A bit added to `Ask::against` in a fight, so that rolls of a casting differ from all others. No fight has this many
/// fighters.
pub const CASTING_BIT: u16 = 1 << 15;

impl Participants {
    /// Returns `ask` with roster indices, so that it differs from all other rolls of a fight; unchanged outside fights.
    /// A subject may roll against several casters in a round, and may also cast a spell.
    fn ask(&self, ask: Ask) -> Ask {
        let Some([caster, subject]) = self.roster_indices else { return ask };
        if ask.who == CASTER {
            return Ask { who: caster, against: ask.against | CASTING_BIT, ..ask };
        }
        // A struggle takes only a few rolls.
        let nth = u8::try_from(ask.against).map_or(u8::MAX, |again| again.saturating_add(1));
        Ask { who: subject, against: caster | CASTING_BIT, nth, ..ask }
    }

    /// The modifier from outside the casting to the roll `ask`.
    fn burden(&self, ask: Ask) -> i32 {
        self.burdens[usize::from(ask.who)].into()
    }
}

/// A casting skill.
#[derive(Debug, Clone, PartialEq)]
pub struct Skill {
    pub check: Check,
    /// The highest level to which modifiers can raise the skill (SRD 7.14: Great); `None` without a limit.
    pub highest: Option<i32>,
}

/// The purpose of a roll in a casting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastingPart {
    Casts,
    /// Caster and subject roll against each other.
    Resists,
    /// Caster or subject tries to raise a psionic result.
    Augments,
    /// The subject of a psionic attack defends.
    Defends,
    /// The caster tries to wake.
    Wakes,
    /// The caster tries to avoid damage on a day after a coma.
    Endures,
    /// The caster tries to control more power than usual.
    Channels,
}

impl CastingPart {
    /// Whether the caster can spend Fudge points on rolls of this purpose.
    pub const fn takes_points(self) -> bool {
        matches!(self, Self::Casts | Self::Channels)
    }
}

/// A roll, with the parts of its total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CastingRoll {
    pub part: CastingPart,
    pub ask: Ask,
    /// The trait without its modifiers.
    pub level: i32,
    pub modifiers: i32,
    /// Modifiers from the state of the casting: repeated castings, an angry deity, a low reservoir.
    pub shift: i32,
    /// Modifier from outside the casting, such as from wounds.
    pub burden: i32,
    pub natural: i32,
    pub degree: i32,
    /// The difficulty and the verdict; `None` if the roll had no difficulty.
    pub difficulty_and_verdict: Option<(i32, CheckVerdict)>,
    /// Fudge points spent on the roll.
    pub spent: u8,
}

impl CastingRoll {
    const fn of(part: CastingPart, ask: Ask, shift: i32) -> Self {
        Self {
            part,
            ask,
            level: 0,
            modifiers: 0,
            shift,
            burden: 0,
            natural: 0,
            degree: 0,
            difficulty_and_verdict: None,
            spent: 0,
        }
    }
}

/// An event of a casting other than a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastingNote {
    /// The caster gives up a level of Potential for certain success.
    Certain,
    /// The failure stuns the caster.
    Stunned,
    /// The reservoir loses this many levels.
    Drained(u8),
    /// The subject's reservoir loses this many levels.
    SubjectDrained(u8),
    /// The caster faints or collapses.
    Faints,
    Coma,
    /// The caster takes a point of damage.
    Damage,
    Resisted,
    /// The spell is reduced by this many levels.
    Reduced(u16),
    Angered,
    /// The result is Terrible.
    Backfired,
    /// A mana box is marked.
    Marked {
        large: bool,
    },
    /// A failure finds no mana box left to mark.
    Unsoftened,
}

/// An event of a casting, for observers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastingEvent {
    Rolls(CastingRoll),
    Notes(CastingNote),
}

/// A casting in progress.
pub(super) struct Attempt<'t> {
    /// The number of earlier castings since the last rest.
    pub(super) before: u32,
    pub(super) participants: Participants,
    /// The margin of the last skill roll. With psi, it is measured from the difficulty or from the subject's result,
    /// whichever is higher.
    pub(super) margin: i32,
    /// The caster's Fudge points, if any.
    pub(super) luck: Option<&'t Luck>,
    /// Fudge points spent so far.
    pub(super) points: u8,
    pub(super) chance: &'t mut dyn Chance,
    pub(super) tell: &'t mut dyn FnMut(CastingEvent),
}

impl Skill {
    /// A skill without a limit to modifiers.
    pub fn plain(check: Check) -> Self {
        Self { check, highest: None }
    }

    /// Returns `shift`, reduced so that modifiers do not raise the skill above its limit. A trait that is already above
    /// the limit keeps its level.
    fn capped_shift(&self, shift: i32) -> i32 {
        let (base, level) = (self.check.actor().base(), self.level());
        let most = self.highest.map_or(i32::MAX, |most| most.max(level));
        (base + shift).min(most) - base
    }

    /// The skill without its modifiers.
    fn level(&self) -> i32 {
        self.check.actor().base() - self.check.actor().modifiers()
    }

    /// The skill's level with all modifiers and `shift`.
    pub fn level_with(&self, shift: i32) -> i32 {
        self.check.actor().base() + self.capped_shift(shift)
    }
}

impl Attempt<'_> {
    /// Rolls the skill without Fudge points. `shift` is added to the skill; `again` is the number of earlier rolls in
    /// this casting.
    pub(super) fn cast(&mut self, skill: &Skill, shift: i32, again: u16) -> CheckOutcome {
        let outcome = self.check(CastingPart::Casts, cast_ask(again), &skill.check, skill.capped_shift(shift));
        self.margin = outcome.margin;
        outcome
    }

    /// Rolls the skill. Spends Fudge points if that is necessary to get an outcome that `is_enough` accepts. `shift`
    /// and `again` are as in [`cast`](Self::cast).
    pub(super) fn cast_with_points(
        &mut self,
        skill: &Skill,
        shift: i32,
        again: u16,
        is_enough: impl Fn(&CheckOutcome) -> bool,
    ) -> CheckOutcome {
        let outcome = self.check_with_points(
            CastingPart::Casts,
            cast_ask(again),
            &skill.check,
            skill.capped_shift(shift),
            is_enough,
        );
        self.margin = outcome.margin;
        outcome
    }

    /// Rolls `check`, with `shift` added to its trait, and reports the roll. Spends none of the caster's Fudge points.
    pub(super) fn check(&mut self, part: CastingPart, ask: Ask, check: &Check, shift: i32) -> CheckOutcome {
        let outcome =
            check.roll_for(self.participants.ask(ask), shift + self.participants.burden(ask), &mut self.chance);
        self.report_check(part, ask, check, shift, outcome)
    }

    /// Rolls `check`, with `shift` added to its trait. Spends Fudge points if that is necessary to get an outcome that
    /// `is_enough` accepts.
    pub(super) fn check_with_points(
        &mut self,
        part: CastingPart,
        ask: Ask,
        check: &Check,
        shift: i32,
        is_enough: impl Fn(&CheckOutcome) -> bool,
    ) -> CheckOutcome {
        let Some(luck) = self.luck else { return self.check(part, ask, check, shift) };
        let (keyed, higher) = (self.participants.ask(ask), shift + self.participants.burden(ask));
        let outcome = check.roll_until_enough(keyed, higher, (luck, self.points), is_enough, &mut self.chance);
        self.points += outcome.spent;
        self.report_check(part, ask, check, shift, outcome)
    }

    /// Reports the roll of a check and returns its outcome.
    fn report_check(
        &mut self,
        part: CastingPart,
        ask: Ask,
        check: &Check,
        shift: i32,
        outcome: CheckOutcome,
    ) -> CheckOutcome {
        let difficulty_and_verdict = Some((check.difficulty(), outcome.verdict()));
        let CheckOutcome { natural, degree, spent, .. } = outcome;
        self.report_roll(
            check.actor(),
            CastingRoll { natural, degree, difficulty_and_verdict, spent, ..CastingRoll::of(part, ask, shift) },
        );
        outcome
    }

    /// Rolls `actor`, with `shift` added, without a difficulty. Returns the degree.
    pub(super) fn degree(&mut self, part: CastingPart, ask: Ask, actor: &Actor, shift: i32) -> i32 {
        let natural = actor.roll_natural_for(self.participants.ask(ask), &mut self.chance);
        let degree = actor.degree(actor.base() + shift + self.participants.burden(ask) + natural);
        self.report_roll(actor, CastingRoll { natural, degree, ..CastingRoll::of(part, ask, shift) });
        degree
    }

    /// Completes `roll` with the values of `actor`, and reports it.
    fn report_roll(&mut self, actor: &Actor, roll: CastingRoll) {
        let modifiers = actor.modifiers();
        let (level, burden, ask) =
            (actor.base() - modifiers, self.participants.burden(roll.ask), self.participants.ask(roll.ask));
        let roll = CastingRoll { ask, level, modifiers, burden, ..roll };
        (self.tell)(CastingEvent::Rolls(roll));
    }

    pub(super) fn note(&mut self, note: CastingNote) {
        (self.tell)(CastingEvent::Notes(note));
    }

    /// Records `event` in `sum`, and reports `note`.
    pub(super) fn mark(&mut self, sum: &mut CastingSum, event: CasterEvent, note: CastingNote) {
        sum.mark(event);
        self.note(note);
    }

    /// Drains `levels` of the reservoir, and reports it.
    pub(super) fn drain(&mut self, sum: &mut CastingSum, levels: u8) {
        sum.drain(levels);
        self.note(CastingNote::Drained(levels));
    }

    /// Rolls Constitution in a round of unconsciousness. Returns whether the caster wakes: on a Good roll (SRD 7.11,
    /// 7.33), or after [`MOST_ROUNDS`].
    pub(super) fn roll_to_wake(&mut self, constitution: &Check, sum: &mut CastingSum) -> bool {
        sum.rounds += 1;
        let ask = Ask::against(CASTER, sum.rounds, Purpose::Conscious);
        succeeds(&self.check(CastingPart::Wakes, ask, constitution, 0)) || sum.rounds >= MOST_ROUNDS
    }
}

/// The [`Ask`] of a skill roll. `again` is the number of earlier rolls in this casting.
const fn cast_ask(again: u16) -> Ask {
    Ask::against(CASTER, again, Purpose::Action)
}

/// Whether the outcome is a full success.
pub(super) fn succeeds(outcome: &CheckOutcome) -> bool {
    outcome.achieved == Achieved::Success
}
