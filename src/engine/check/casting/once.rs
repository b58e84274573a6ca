//! One casting by itself, as somebody casts a spell in a fight: what it costs is handed back, and may be carried on.

use super::super::{Achieved, Actor};
use super::state::{CastingState, CastingSum, Moment, Sign, Went};
use super::turn::{Attempt, CastingEvent, Seats};
use super::{Magic, System};
use crate::chance::Chance;

/// By how much a caster's reservoirs are down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Reserve {
    /// The first: levels of Potential, of the psychic reservoir, of Health; small boxes of mana.
    pub drained: u8,
    /// The second: levels of Fatigue, power points; large boxes of mana.
    pub spent: u8,
}

/// The part of a reservoir that a caster in a fight saves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Keeps {
    /// Enough to stay conscious after paying (reading 60).
    #[default]
    Consciousness,
    /// Nothing: it casts as long as it can pay.
    Nothing,
    /// It casts only while more than this is left.
    MoreThan(u8),
}

/// Whether a casting leaves the caster unconscious.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Faint {
    /// It does not.
    #[default]
    Awake,
    /// Until a Good roll of Constitution, one a round.
    Wakes,
    /// For as long as matters.
    Stays,
}

/// What has come of one casting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CastResult {
    /// How far it succeeded.
    pub achieved: Achieved,
    /// By how much the result passed the difficulty, and whatever the subject set against it.
    pub margin: i32,
    /// What the reservoirs have come to.
    pub reserve: Reserve,
    /// Whether a deity is angry.
    pub angry: bool,
    /// Whether the caster is stunned for a round.
    pub stunned: bool,
    /// Whether the caster is unconscious.
    pub faint: Faint,
    /// Whether a box of mana has made up for the failure (X6: LITE).
    pub softened: bool,
}

/// How far a casting has come after a roll.
#[derive(Debug, Clone, PartialEq)]
pub enum CastStage {
    /// More is to be rolled.
    On(CastingState),
    /// It is over.
    Over(CastResult),
}

impl System {
    /// A casting about to be rolled, with reservoirs that are down so far.
    pub fn begin(&self, reserve: Reserve, angry: bool) -> CastingState {
        CastingState { sum: reserve.sum(), angry, moment: Moment::Ready }
    }

    /// The next roll of a casting, or all that are left. `before` counts the castings before this one since the last rest.
    pub fn go_on(
        &self,
        mut state: CastingState,
        before: u8,
        seats: Seats,
        chance: &mut dyn Chance,
        tell: &mut impl FnMut(CastingEvent),
    ) -> CastStage {
        let mut attempt = Attempt { before: before.into(), seats, margin: 0, luck: None, points: 0, chance, tell };
        let went = self.go(&mut state, &mut attempt);
        let margin = attempt.margin;
        let sum = state.sum;
        let unconscious = [Sign::Fainted, Sign::Coma, Sign::Collapsed].into_iter().any(|sign| sum.has(sign));
        let faint = match went {
            Went::On(moment @ (Moment::Petition { .. } | Moment::Struggle(_))) => {
                return CastStage::On(CastingState { moment, ..state });
            }
            Went::On(Moment::Out) => Faint::Wakes,
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
            reserve: self.kept(&sum),
            angry: state.angry,
            stunned: sum.has(Sign::Stunned),
            faint,
            softened: matches!(self, Self::Lite(_)) && !sum.has(Sign::Unsoftened),
        })
    }

    /// What of the sums is the caster's own: of psi the second reservoir is the subject's.
    fn kept(&self, sum: &CastingSum) -> Reserve {
        Reserve { drained: sum.drained, spent: if matches!(self, Self::Psi(_)) { 0 } else { sum.spent } }
    }

    /// Whether the reservoirs pay for a casting and leave what the caster keeps of them.
    pub fn can_pay(&self, reserve: Reserve, keeps: Keeps) -> bool {
        let sum = reserve.sum();
        self.ready(&sum)
            && match keeps {
                Keeps::Consciousness => !self.costs_consciousness(&sum),
                Keeps::Nothing => true,
                Keeps::MoreThan(least) => self.left(&sum).is_none_or(|left| left > least),
            }
    }

    /// Whether the fixed price of a casting, and the levels that a psi gives to raise its result, can leave the caster unconscious. Losses
    /// by an unlucky roll are not part of a price.
    fn costs_consciousness(&self, sum: &CastingSum) -> bool {
        match self {
            Self::Magic(magic) => magic.exhausts(sum),
            Self::Psi(psi) => psi.exhausts(sum),
            Self::Learned(learned) => learned.exhausts(sum),
            Self::Miracle(_) | Self::Kaer(_) | Self::Lite(_) => false,
        }
    }

    /// How many levels of the reservoir are left before losing one does harm; none where there is no reservoir.
    pub fn left_of(&self, reserve: Reserve) -> Option<u8> {
        self.left(&reserve.sum())
    }

    /// Whether castings cost levels of Health, which poison drains as well (X4). Fatigue, Potential, the psychic reservoir and mana are
    /// traits of their own.
    pub fn drains_health(&self) -> bool {
        matches!(self, Self::Learned(_))
    }

    /// What some minutes of quiet make of reservoirs that are down: small boxes of mana clear (LITE).
    pub fn after_minutes(&self, reserve: Reserve) -> Reserve {
        Reserve { drained: if matches!(self, Self::Lite(_)) { 0 } else { reserve.drained }, ..reserve }
    }

    /// The same after a rest of less than a day: Fatigue comes back, and Health and power points by the minutes.
    pub fn after_short_rest(&self, reserve: Reserve, minutes: u32) -> Reserve {
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

    /// The same after days of rest: Potential and the psychic reservoir come back by the week, power points by the day, Health and
    /// Fatigue at once (a level of Health in 15 minutes), large boxes of mana in a long rest.
    pub fn after_days(&self, reserve: Reserve, days: u32, long_rest: u32) -> Reserve {
        let rests = match self {
            Self::Magic(_) | Self::Psi(_) => days / 7,
            Self::Learned(_) => days,
            Self::Lite(_) if days >= long_rest => return Reserve::default(),
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
            self.rest(&mut sum);
        }
        self.kept(&sum)
    }

    /// The castings since the last rest, as far as the next one depends on them.
    pub fn heeds(&self, before: u8) -> u8 {
        match self {
            Self::Magic(magic) => magic.heeds(before.into()).min(magic.hopeless_after()) as u8,
            _ => 0,
        }
    }

    /// Whether casting may make the caster unconscious.
    pub fn may_faint(&self) -> bool {
        [Sign::Fainted, Sign::Coma, Sign::Collapsed].into_iter().any(|sign| self.may(sign))
    }

    /// The Constitution that wakes a caster who faints; none where nothing does.
    pub fn wakes_by(&self) -> Option<i32> {
        let constitution = match self {
            Self::Magic(magic) => magic.constitution.as_ref(),
            Self::Psi(psi) => psi.constitution.as_ref(),
            _ => None,
        };
        constitution.map(|check| check.actor().base())
    }

    /// The same at somebody else, who resists at this level, if the table says that anybody resists.
    #[must_use]
    pub fn resisted_at(&self, level: i32) -> Self {
        let mut system = self.clone();
        if let Some(subject) = system.subject_mut() {
            *subject = subject.at_level(level);
        }
        system
    }

    /// The same for a spell that is energy, which is not resisted in Fudge Magic (SRD 7.16).
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

impl Reserve {
    fn sum(self) -> CastingSum {
        CastingSum { drained: self.drained, spent: self.spent, ..CastingSum::default() }
    }
}
