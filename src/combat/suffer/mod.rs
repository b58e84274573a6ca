//! What becomes of a blow's wound before it is marked (W15, W19 to W23, W25), and what it brings along (W28).
//!
//! All blows that fall at once are found first (reading 5); then each is suffered by itself: it goes through the rules of
//! `changes.rs`, one after the other.

mod afflict;
mod changes;
mod victim;

pub use victim::{Consequence, Effects, Victim};

use super::compile::Fight;
use super::event::{Detail, Event, Fired, Observer};
use super::sight::{Change, Place, Sight};
use super::state::{Moment, Roster, State};
use crate::chance::Chance;
use victim::Wound;

/// A blow whose damage is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Cut {
    /// Who struck; 0 where wounds are marked as they fall.
    pub by: u16,
    /// Whom it hit.
    pub target: u16,
    /// Its severity, as in [`Event::Wound`].
    pub severity: u8,
    /// Which of the blows of one attacker at this target it is, where there are several; else 0.
    pub nth: u16,
    /// Whether it opens a vein (W28).
    pub deep: bool,
    /// Whether it was shot or thrown (W28).
    pub afar: bool,
    /// Whether it counts as half a hit (W26).
    pub half: bool,
    /// The points of damage it does from inside; 0 where it is struck from outside (W28).
    pub inside: u8,
}

impl Fight {
    /// Blows have landed: their wounds are marked, or else suffered one after the other.
    pub(super) fn cut<R: Roster>(
        &self,
        state: &mut State<R>,
        place: Place,
        cuts: &[Cut],
        observer: &mut impl Observer,
    ) {
        if self.acting.suffers && !cuts.is_empty() {
            state.moment = Moment::Suffering { place, cuts: cuts.iter().rev().copied().collect() };
            return;
        }
        cuts.iter().for_each(|cut| self.strike(state.fighters.bodies_mut(), cut.target, cut.severity, observer));
        self.leave(state, place);
    }

    /// The next wound that is suffered.
    pub(super) fn sight_of_suffering<R: Roster>(&self, state: &State<R>, cuts: &[Cut]) -> Sight {
        // Somebody's wound is due as long as there are cuts.
        cuts.last().map_or(Sight::Marking, |&cut| Sight::Suffer { cut, victim: self.victim(state, cut.target) })
    }

    /// A wound is suffered: each rule in turn makes of it what the last one left.
    pub(super) fn suffer(
        &self,
        cut: Cut,
        victim: Victim,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let Cut { by, target, severity, .. } = cut;
        let mut wound = Wound { cut, victim, severity, told: severity, effects: Effects::default() };
        self.add_half(&mut wound);
        wound.tell(Fired::HalfHits, target, observer);
        self.pull(&mut wound);
        wound.tell(Fired::Pulled, by, observer);
        self.toughen(&mut wound, chance, observer);
        wound.tell(Fired::Toughness, target, observer);
        self.spare(&mut wound);
        wound.tell(Fired::Spared, target, observer);
        self.hold_back(&mut wound);
        wound.tell(Fired::Pulled, by, observer);
        self.evade(&mut wound, chance, observer);
        wound.tell(Fired::Evaded, target, observer);
        self.buy_off(&mut wound, observer);
        self.survive(&mut wound);
        self.overcome(&mut wound, chance, observer);
        self.afflict(&mut wound, chance, observer);
        let severity = wound.severity;
        observer.detail(Detail::Suffered { by, target, severity });
        observer.note(Event::Wound { by, target, severity });
        let effects = self.effects(&wound);
        effects.fired().for_each(|what| observer.note(Event::Fired { who: target, what }));
        effects.told().for_each(|consequence| observer.detail(Detail::Followed { who: target, consequence }));
        Change::Suffered { by, target, severity, effects }
    }

    /// A wound has been suffered: it is marked, and the next is due.
    pub(super) fn end_suffering<R: Roster>(
        &self,
        state: &mut State<R>,
        [by, target]: [u16; 2],
        severity: u8,
        effects: Effects,
        observer: &mut impl Observer,
    ) {
        self.strike(state.fighters.bodies_mut(), target, severity, observer);
        let bodies = state.fighters.bodies_mut();
        let body = &mut bodies[usize::from(target)];
        effects.befall(&mut body.status);
        if let Some(doom) = effects.doom {
            self.doom(target, body, doom, observer);
        }
        if let Some(doom) = effects.backlash {
            self.doom(by, &mut bodies[usize::from(by)], doom, observer);
        }
        if self.heals_on_failed_roll(by) {
            self.regenerate(by, &mut bodies[usize::from(by)], observer);
        }
        let Moment::Suffering { place, cuts } = &mut state.moment else { return };
        cuts.pop();
        if cuts.is_empty() {
            let place = *place;
            self.leave(state, place);
        }
    }

    /// The blows of a place in the round are marked.
    fn leave<R: Roster>(&self, state: &mut State<R>, place: Place) {
        match place {
            Place::Group(group) => self.end_group(state, group),
            Place::Turn { rank, then: (next, swept), .. } => state.moment = Moment::Turn { rank, next, swept },
        }
    }
}
