//! A single casting, as in a fight. Its cost is returned, so that it can carry over to later castings.

use super::super::{Achieved, Actor};
use super::state::{CasterActivity, CasterEvent, CastingState, CastingSum, PartResult};
use super::turn::{Attempt, CastingEvent, Participants};
use super::{Magic, System};
use crate::chance::Chance;

/// Losses from a caster's two reservoirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ReserveLosses {
    /// Lost levels of Potential, of the psychic reservoir or of Health. With LITE, marked small mana boxes.
    pub drained: u8,
    /// Lost levels of Fatigue, or power points spent. With LITE, marked large mana boxes.
    pub spent: u8,
}

/// The part of the reservoir that a caster saves in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SavedReserve {
    /// Enough to stay conscious after paying (reading 60).
    #[default]
    Consciousness,
    /// The caster casts as long as it can pay.
    Nothing,
    /// The caster casts only while more than this is left.
    MoreThan(u8),
}

/// Whether a casting leaves the caster unconscious.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Faint {
    #[default]
    Awake,
    /// Unconscious until a Good result on a Constitution roll, made once per round.
    Wakes,
    /// Unconscious for the rest of the fight.
    Stays,
}

/// The result of one casting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastResult {
    pub achieved: Achieved,
    /// The margin of the casting roll; negative if it fell short. With psi, it is measured from the difficulty or from
    /// the subject's result, whichever is higher. With KAER, the levels by which the spell was reduced are subtracted.
    pub margin: i32,
    /// Total losses from the reservoirs, including this casting's.
    pub reserve: ReserveLosses,
    /// Whether a deity is angry.
    pub angry: bool,
    /// Whether the caster is stunned for a round.
    pub stunned: bool,
    pub faint: Faint,
    /// Whether a mana box softened the failure (X6: LITE). Only meaningful after a failure.
    pub softened: bool,
}

/// The progress of a casting after a roll.
#[derive(Debug, Clone, PartialEq)]
pub enum CastStage {
    /// More rolls follow.
    On(CastingState),
    Over(CastResult),
}

impl System {
    /// Starts a casting by a caster with the losses in `reserve`. `angry` is whether a deity is still angry about the
    /// last petition.
    pub fn begin(&self, reserve: ReserveLosses, angry: bool) -> CastingState {
        CastingState { sum: reserve.sum(), angry, activity: CasterActivity::Ready }
    }

    /// Plays the next part of a casting, and calls `tell` with each event. `before` is the number of earlier castings
    /// since the last rest.
    pub fn continue_casting(
        &self,
        mut state: CastingState,
        before: u8,
        participants: Participants,
        chance: &mut dyn Chance,
        tell: &mut impl FnMut(CastingEvent),
    ) -> CastStage {
        let mut attempt =
            Attempt { before: before.into(), participants, margin: 0, luck: None, points: 0, chance, tell };
        let went = self.play_part(&mut state, &mut attempt);
        let margin = attempt.margin;
        let sum = state.sum;
        let unconscious =
            [CasterEvent::Fainted, CasterEvent::Coma, CasterEvent::Collapsed].into_iter().any(|event| sum.has(event));
        let faint = match went {
            PartResult::On(activity @ (CasterActivity::Petition { .. } | CasterActivity::Struggle(_))) => {
                return CastStage::On(CastingState { activity, ..state });
            }
            PartResult::On(CasterActivity::Out) => Faint::Wakes,
            _ if unconscious => Faint::Stays,
            _ => Faint::Awake,
        };
        let achieved = match (sum.successes, sum.partials) {
            (0, 0) => Achieved::Failure,
            (0, _) => Achieved::Partial,
            _ => Achieved::Success,
        };
        CastStage::Over(CastResult {
            achieved,
            margin,
            reserve: self.own_losses(&sum),
            angry: state.angry,
            stunned: sum.has(CasterEvent::Stunned),
            faint,
            softened: matches!(self, Self::Lite(_)) && !sum.has(CasterEvent::Unsoftened),
        })
    }

    /// The caster's own losses. With psi, the second reservoir is the subject's.
    fn own_losses(&self, sum: &CastingSum) -> ReserveLosses {
        ReserveLosses { drained: sum.drained, spent: if matches!(self, Self::Psi(_)) { 0 } else { sum.spent } }
    }

    /// Whether a caster with the losses in `reserve` can pay for another casting, and is willing to under `keeps`.
    pub fn can_pay(&self, reserve: ReserveLosses, keeps: SavedReserve) -> bool {
        let sum = reserve.sum();
        self.can_cast(&sum)
            && match keeps {
                SavedReserve::Consciousness => !self.costs_consciousness(&sum),
                SavedReserve::Nothing => true,
                SavedReserve::MoreThan(least) => self.levels_left(&sum).is_none_or(|left| left > least),
            }
    }

    /// Whether paying for a casting can leave the caster unconscious. With psi, levels given to raise the result are
    /// part of the price. Losses from an unlucky roll are not.
    fn costs_consciousness(&self, sum: &CastingSum) -> bool {
        match self {
            Self::Magic(magic) => magic.exhausts(sum),
            Self::Psi(psi) => psi.exhausts(sum),
            Self::Learned(learned) => learned.exhausts(sum),
            Self::Miracle(_) | Self::Kaer(_) | Self::Lite(_) => false,
        }
    }

    /// Like [`levels_left`](Self::levels_left), for a caster with the losses in `reserve`.
    pub fn levels_left_after(&self, reserve: ReserveLosses) -> Option<u8> {
        self.levels_left(&reserve.sum())
    }

    /// Whether castings cost Health, which poison drains as well (X4). Fatigue, Potential, the psychic reservoir and
    /// mana are separate from Health.
    pub fn drains_health(&self) -> bool {
        matches!(self, Self::Learned(_))
    }

    /// Returns the losses in `reserve` that remain after a few minutes of quiet. Only small mana boxes clear (LITE).
    pub fn after_minutes(&self, reserve: ReserveLosses) -> ReserveLosses {
        ReserveLosses { drained: if matches!(self, Self::Lite(_)) { 0 } else { reserve.drained }, ..reserve }
    }

    /// Returns the losses in `reserve` that remain after a rest of `minutes`, less than a day. Fatigue and small mana
    /// boxes clear. Health and power points return according to the time.
    pub fn after_short_rest(&self, reserve: ReserveLosses, minutes: u32) -> ReserveLosses {
        let mut reserve = self.after_minutes(reserve);
        match self {
            Self::Magic(_) => reserve.spent = 0,
            Self::Learned(learned) => {
                let [health, points] = learned.regained_in(minutes);
                reserve.drained = reserve.drained.saturating_sub(health);
                reserve.spent = reserve.spent.saturating_sub(points);
            }
            _ => {}
        }
        reserve
    }

    /// Returns the losses in `reserve` that remain after `days` of rest. Potential and the psychic reservoir return by
    /// the week, power points by the day. Fatigue and small mana boxes clear immediately. Health returns within a day,
    /// because a level takes 15 minutes. Large mana boxes clear after `long_rest` days.
    pub fn after_days(&self, reserve: ReserveLosses, days: u32, long_rest: u32) -> ReserveLosses {
        let rests = match self {
            Self::Magic(_) | Self::Psi(_) => days / 7,
            Self::Learned(_) => days,
            Self::Lite(_) if days >= long_rest => return ReserveLosses::default(),
            Self::Miracle(_) | Self::Kaer(_) | Self::Lite(_) => 0,
        };
        let mut reserve = self.after_minutes(reserve);
        match self {
            Self::Magic(_) => reserve.spent = 0,
            Self::Learned(_) if days > 0 => reserve.drained = 0,
            _ => {}
        }
        let mut sum = reserve.sum();
        for _ in 0..rests.min(u8::MAX.into()) {
            self.apply_rest(&mut sum);
        }
        self.own_losses(&sum)
    }

    /// Returns `before`, the number of castings since the last rest, limited to the castings that affect the next one.
    pub fn relevant_castings(&self, before: u8) -> u8 {
        match self {
            Self::Magic(magic) => magic.relevant_castings(before.into()).min(magic.hopeless_after()) as u8,
            _ => 0,
        }
    }

    /// Whether castings can leave the caster unconscious.
    pub fn may_faint(&self) -> bool {
        [CasterEvent::Fainted, CasterEvent::Coma, CasterEvent::Collapsed].into_iter().any(|event| self.can_cause(event))
    }

    /// The level of Constitution at which a fainted caster rolls to wake; `None` if the caster makes no such roll.
    pub fn waking_level(&self) -> Option<i32> {
        let constitution = match self {
            Self::Magic(magic) => magic.constitution.as_ref(),
            Self::Psi(psi) => psi.constitution.as_ref(),
            _ => None,
        };
        constitution.map(|check| check.actor().base())
    }

    /// A copy whose subject resists at `level`; unchanged if the spell is not resisted.
    #[must_use]
    pub fn with_resisting_level(&self, level: i32) -> Self {
        let mut system = self.clone();
        if let Some(subject) = system.subject_mut() {
            *subject = subject.at_level(level);
        }
        system
    }

    /// A copy for a spell of pure energy, which cannot be resisted in Fudge Magic (SRD 7.16).
    #[must_use]
    pub fn as_energy(&self) -> Self {
        match self {
            Self::Magic(magic) => Self::Magic(Magic { resistance: None, ..magic.clone() }),
            other => other.clone(),
        }
    }

    /// Whether the subject rolls to resist.
    pub fn is_resisted(&self) -> bool {
        self.clone().subject_mut().is_some()
    }

    fn subject_mut(&mut self) -> Option<&mut Actor> {
        match self {
            Self::Magic(magic) => magic.resistance.as_mut().map(|one| &mut one.subject),
            Self::Psi(psi) => psi.subject.as_mut().map(|one| &mut one.actor),
            Self::Kaer(kaer) => kaer.target.as_mut(),
            Self::Miracle(_) | Self::Learned(_) | Self::Lite(_) => None,
        }
    }
}

impl ReserveLosses {
    fn sum(self) -> CastingSum {
        CastingSum { drained: self.drained, spent: self.spent, ..CastingSum::default() }
    }
}
