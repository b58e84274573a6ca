//! What is rolled before the blows of a round fall: nerve and pace (C9, Fantasy Fudge; C11, SRD 4.36).
//!
//! Who is given to freezing in danger needs a Good roll of Health to act; once that is made, it is made for the fight. Where
//! pace is rolled for, the faster of two who face each other adds the difference to the skill fought with.

use super::compile::Fight;
use super::event::Observer;
use super::sight::{Change, Sight};
use super::state::{Moment, Roster, State};
use crate::chance::{Ask, Chance, Purpose};

/// The level that a roll of nerve must reach: Good.
const NERVE: i32 = 1;

/// What a fighter rolls before blows fall, with all that the rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Readying {
    who: u16,
    /// What wounds and the like add.
    burden: i16,
    /// Whether it takes nerve to act.
    frozen: bool,
}

impl Fight {
    /// The next fighter, from this one on, who has something to roll for.
    pub(super) fn sight_of_muster<R: Roster>(&self, state: &State<R>, next: u16) -> Sight {
        let bodies = (0u16..).zip(state.fighters.bodies()).skip(next.into());
        let due = bodies.filter(|(who, body)| self.is_fit(*who, body)).find_map(|(who, body)| {
            let frozen = self.kind(who).freezes && !body.status.nerved;
            let races = self.acting.races && !self.at_a_distance(state.clock);
            (frozen || races).then(|| Readying { who, burden: self.modifiers_of(state, who).burden() as i16, frozen })
        });
        due.map_or(Sight::Mustered, |muster| Sight::Readying { muster })
    }

    /// One rolls for nerve and pace.
    pub(super) fn muster(&self, muster: Readying, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        let Readying { who, burden, frozen } = muster;
        let kind = self.kind(who);
        let burden = i32::from(burden);
        let mut test =
            |purpose, level, least| self.tested(Ask::new(who, purpose), [level, burden], least, chance, observer);
        let nerved = frozen && test(Purpose::Nerve, kind.health, Some(NERVE)).passed();
        // Far beyond any trait and dice that are not refused elsewhere.
        let pace =
            if self.acting.races { test(Purpose::Speed, kind.speed, None).total().clamp(-120, 120) as i8 } else { 0 };
        Change::Rallied { who, pace, nerved }
    }

    /// A fighter has rolled, or all have.
    pub(super) fn rally<R: Roster>(&self, state: &mut State<R>, rolled: Option<(u16, i8, bool)>) {
        state.moment = match rolled {
            Some((who, pace, nerved)) => {
                let body = &mut state.fighters.bodies_mut()[usize::from(who)];
                body.pace = pace;
                body.status.nerved |= nerved;
                Moment::Mustering { next: who + 1 }
            }
            None => self.moment_after_mustering(state.clock),
        };
    }
}
