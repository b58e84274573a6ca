//! What follows once the wounds of a round are felt (C14, W28).

use super::compile::Fight;
use super::event::{Event, Fired, Observer};
use super::sight::{Change, Progress, Sight};
use super::state::{Body, Moment, Roster, State};
use super::status::Status;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::morale::{STEADY, trial};
use crate::rules::{CONSCIOUS, Consciousness};

/// What a fighter goes through once wounds are felt, with all that its roll depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AftermathRoll {
    /// Morale is tested: a situational roll (C14).
    Morale {
        /// What wounds take from it, 0 or less.
        wounds: i8,
        /// The wound level that it is tested at.
        level: u8,
    },
    /// A roll against bleeding to death (W28).
    Bleeding {
        /// The level of the trait rolled for.
        level: i32,
        /// The least result that keeps alive.
        least: i32,
    },
    /// A roll for a second head beside one that grows (W28).
    Growth {
        /// The level of Health.
        level: i32,
        /// The least result with which it grows.
        least: i32,
    },
    /// A creature tries to swallow a foe (W28).
    Swallow {
        /// Whom.
        victim: u16,
        /// Its skill, and the victim's Agility.
        levels: [i32; 2],
        /// What wounds and the like add to each.
        burdens: [i32; 2],
    },
}

impl Fight {
    /// What the next fighter, from this one on, goes through.
    pub(super) fn sight_of_aftermath<R: Roster>(&self, state: &State<R>, next: u16) -> Sight {
        let mut due = (next..self.fighters() as u16)
            .filter_map(|who| Some(Sight::AftermathRoll { who, ordeal: self.ordeal(state, who)? }));
        due.next().unwrap_or(Sight::Aftermath)
    }

    /// What a fighter has to go through now; nothing twice.
    fn ordeal<R: Roster>(&self, state: &State<R>, who: u16) -> Option<AftermathRoll> {
        let body = &state.fighters.bodies()[usize::from(who)];
        let condition = self.track(who).condition(body.felt);
        let tested = self.kind(who).morale.is_some() && self.is_fit(who, body);
        let due = tested && trial(body.status.tested, condition.level, self.track(who).grave());
        let morale = due.then_some(AftermathRoll::Morale { wounds: condition.penalty, level: condition.level });
        let bleeds = morale.or_else(|| self.bleeds_now(who, body));
        bleeds.or_else(|| self.grows_two(state, who)).or_else(|| self.tries_to_swallow(state, who))
    }

    /// A fighter goes through an ordeal: what becomes of the status.
    pub(super) fn endure(
        &self,
        who: u16,
        ordeal: AftermathRoll,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let (wounds, level) = match ordeal {
            AftermathRoll::Morale { wounds, level } => (wounds, level),
            AftermathRoll::Bleeding { level, least } => return self.bleed(who, [level, least], chance, observer),
            AftermathRoll::Growth { level, least } => return self.roll_growth(who, [level, least], chance, observer),
            AftermathRoll::Swallow { victim, levels, burdens } => {
                return self.try_to_swallow([who, victim], levels, burdens, chance, observer);
            }
        };
        let morale = [self.kind(who).morale.unwrap_or(0), wounds.into()];
        let test = self.tested(Ask::new(who, Purpose::Morale), morale, Some(STEADY), chance, observer);
        let fled = !test.passed();
        if fled {
            observer.note(Event::Fired { who, what: Fired::Fled });
        }
        Change::Endured { who, level, fled }
    }

    /// What an ordeal came to.
    pub(super) fn come_through<R: Roster>(&self, state: &mut State<R>, who: u16, level: u8, fled: bool) {
        let status = &mut state.fighters.bodies_mut()[usize::from(who)].status;
        *status = Status { tested: level, fled, ..*status };
        state.moment = Moment::Aftermath { next: who };
    }

    /// Whether those who are Incapacitated when a fight is over roll to stay conscious (W29).
    #[inline(always)]
    pub fn asks_who_is_awake(&self) -> bool {
        self.rules.consciousness != Consciousness::Off
    }

    /// The fight is over: the Incapacitated roll to stay conscious.
    pub(super) fn come_to(&self, bodies: &mut [Body], chance: &mut impl Chance, observer: &mut impl Observer) {
        for (who, body) in (0u16..).zip(bodies) {
            let kind = self.kind(who);
            if kind.asks_whether_awake() && kind.track.condition(body.felt).level == kind.incapacitated {
                let ask = Ask::new(who, Purpose::Conscious);
                let test = self.tested(ask, [kind.constitution, 0], Some(CONSCIOUS), chance, observer);
                body.status.fainted = !test.passed();
            }
        }
    }

    /// Whether a fighter is Incapacitated when a fight is over, but conscious.
    pub fn is_awake(&self, who: u16, body: &Body) -> bool {
        let kind = self.kind(who);
        kind.track.condition(body.felt).level == kind.incapacitated && !body.status.fainted
    }

    /// The wound level of the Incapacitated of a stat block, and the chance that they stay conscious.
    pub fn chance_to_stay_awake(&self, entry: usize) -> (usize, f64) {
        let kind = self.kind(self.first(entry));
        if !kind.asks_whether_awake() {
            return (kind.incapacitated.into(), 1.0);
        }
        let awake = kind.dice.pmf().iter().filter(|(roll, _)| kind.constitution + roll >= CONSCIOUS);
        let weight: u64 = awake.map(|(_, weight)| weight).sum();
        (kind.incapacitated.into(), weight as f64 / kind.dice.pmf().total() as f64)
    }

    /// A round is over for good, and perhaps the fight: what passes has passed, and the next round begins.
    pub(super) fn end_round<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) -> Progress {
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            (body.stance, body.pace) = (0, 0);
            if self.acting.befalls {
                body.status = if self.is_fit(who, body) { body.status.next_round() } else { body.status.at_end() };
            }
        }
        state.clock = self.clock_after(state.clock);
        state.moment = self.first_moment(state.clock);
        self.post(state);
        if self.contested(state.fighters.bodies()) {
            return Progress::NextRound;
        }
        self.digest_whole(state, observer);
        Progress::Over
    }
}
