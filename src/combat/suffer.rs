//! What becomes of a blow's wound before it is marked (W15).
//!
//! All blows that fall at once are found first (reading 5); then each is suffered by itself.

use super::compile::Fight;
use super::event::{Detail, Event, Observer, Test};
use super::state::{Moment, Roster, State};
use super::step::{Change, Place, Sight};
use crate::chance::{Ask, Chance, Purpose};

/// A blow whose damage is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cut {
    /// Who struck; 0 where wounds are marked as they fall.
    pub by: u16,
    /// Whom it hit.
    pub target: u16,
    /// Its severity, as in [`Event::Wound`].
    pub severity: u8,
    /// The relative degree it hit by; 0 where wounds are marked as they fall.
    pub degree: i16,
    /// Which of the blows of one attacker at this target it is, where there are several; else 0.
    pub nth: u16,
}

impl Fight {
    /// Blows have landed: their wounds are marked, or else suffered one after the other.
    pub(super) fn cut<R: Roster>(&self, state: &mut State<R>, place: Place, cuts: &[Cut]) {
        if self.suffers && !cuts.is_empty() {
            state.moment = Moment::Suffering { place, cuts: cuts.iter().rev().copied().collect() };
            return;
        }
        cuts.iter().for_each(|cut| self.strike(state, cut.target, cut.severity));
        self.leave(state, place);
    }

    /// The next wound that is suffered.
    pub(super) fn sight_of_suffering(&self, cuts: &[Cut]) -> Sight {
        // Somebody's wound is due as long as there are cuts.
        cuts.last().map_or(Sight::Marking, |&cut| Sight::Suffer { cut })
    }

    /// A wound is suffered.
    pub(super) fn suffer(&self, cut: Cut, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        let Cut { by, target, severity, nth, .. } = cut;
        let severity = self.toughness(cut, chance, observer).unwrap_or(severity);
        observer.detail(Detail::Suffered { by, target, nth, severity });
        observer.note(Event::Wound { by, target, severity });
        Change::Suffered { target, severity }
    }

    /// The severity after the target's Damage Capacity roll; none where none is made (W15, reading 26).
    fn toughness(&self, cut: Cut, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<u8> {
        let Cut { by, target, severity, nth, .. } = cut;
        let kind = self.kind(target);
        let toughness = self.rules.toughness;
        let level = kind.damage_capacity;
        if !toughness.is_rolled(severity) {
            return None;
        }
        let purpose = Purpose::Toughness;
        let roll = chance.roll(Ask::against(target, by + nth * self.fighters() as u16, purpose), &kind.dice);
        let test = Test { who: target, purpose, level, burden: 0, roll, least: None };
        observer.detail(Detail::Tested(test));
        Some(toughness.after(severity, test.total(), kind.track.severity(i32::MAX)))
    }

    /// A wound has been suffered: it is marked, and the next is due.
    pub(super) fn end_suffering<R: Roster>(&self, state: &mut State<R>, target: u16, severity: u8) {
        self.strike(state, target, severity);
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
