//! What fighters must withstand before blows fall: looks, breath, smells (W28).
//!
//! All who fall to them fall together, before the blows of the round: two who look at each other may both turn to stone.

use super::compile::Fight;
use super::event::{Detail, Observer};
use super::kind::Kind;
use super::sight::{Change, Progress, Sight};
use super::state::{Moment, Roster, State};
use super::status::Readiness;
use super::suffer::Consequence;
use crate::chance::{Ask, Chance, Purpose};
use crate::error::{Error, Result};
use crate::rules::effects::{Bane, Doom, HAZARDS, Hazard};
use std::ops::Range;

/// What each of [`HAZARDS`] is rolled for.
const PURPOSES: [Purpose; HAZARDS.len()] =
    [Purpose::Gaze, Purpose::Breath, Purpose::Fear, Purpose::Charm, Purpose::Stench, Purpose::Fluid];

/// The most hazards that are withstood once for the fight: a fighter has so many marks.
const MOST_ONCE: usize = 16;

/// A hazard and whose it is.
#[derive(Debug, Clone)]
pub(super) struct Threat {
    /// All who are of the stat block; where it is done anew in each round, one.
    sources: Range<u16>,
    hazard: Hazard,
    purpose: Purpose,
    /// What marks that a fighter has withstood it, where that is done once.
    mark: u16,
}

/// The threats of a fight between fighters of these kinds, stat block by stat block.
pub(super) fn threats(kinds: &[Kind], blocks: impl Iterator<Item = (Range<u16>, u16)>) -> Result<Vec<Threat>> {
    let mut threats = Vec::new();
    let mut marks = (0..MOST_ONCE).map(|place| 1 << place);
    for (block, kind) in blocks {
        let hazards = kinds[usize::from(kind)].abilities.hazards;
        for (hazard, purpose) in hazards.into_iter().zip(PURPOSES) {
            let Some(hazard) = hazard else { continue };
            if hazard.each_round {
                let each = block.clone().map(|who| Threat { sources: who..who + 1, hazard, purpose, mark: 0 });
                threats.extend(each);
                continue;
            }
            let mark = marks.next().ok_or_else(|| {
                Error::input(format!("more than {MOST_ONCE} gazes, smells and the like in one fight"))
                    .with_help("give creatures that are alike one entry with a `count`")
            })?;
            threats.push(Threat { sources: block.clone(), hazard, purpose, mark });
        }
    }
    Ok(threats)
}

impl Fight {
    /// The next of the fighters, from this place on, who has something to withstand. Places go threat by threat.
    pub(super) fn sight_of_hazards<R: Roster>(&self, state: &State<R>, next: u32) -> Sight {
        for place in next..(self.threats.len() * self.fighters()) as u32 {
            let (number, who) = self.threat_at(place);
            let threat = &self.threats[usize::from(number)];
            if self.has_to_withstand(state, threat, who) {
                let ailments = state.fighters.bodies()[usize::from(who)].status.ailments;
                let level = self.kind(who).resists(threat.hazard.check.by, ailments);
                return Sight::Hazard { place, level };
            }
        }
        Sight::Withstood
    }

    /// The threat at a place, by its number, and who has to withstand it.
    fn threat_at(&self, place: u32) -> (u16, u16) {
        let fighters = self.fighters() as u32;
        ((place / fighters) as u16, (place % fighters) as u16)
    }

    fn has_to_withstand<R: Roster>(&self, state: &State<R>, threat: &Threat, who: u16) -> bool {
        let bodies = state.fighters.bodies();
        let body = &bodies[usize::from(who)];
        let immune = threat.hazard.bane == Bane::Doom(Doom::Flight) && self.kind(who).abilities.immune_to_fear;
        let done = body.status.ailments.faced & threat.mark != 0;
        let falls = body.status.ailments.stricken || body.marked != body.felt;
        if immune || done || falls || self.side(threat.sources.start) == self.side(who) || !self.is_fit(who, body) {
            return false;
        }
        let threatens = |source: u16| {
            let one = &bodies[usize::from(source)];
            let ready = || self.readiness(source, one, state.clock) == Readiness::Ready;
            let near = || self.foes(state, source).contains(&who);
            self.is_fit(source, one) && (!threat.hazard.each_round || ready() && near())
        };
        threat.sources.clone().any(threatens)
    }

    /// One rolls to withstand a threat.
    pub(super) fn withstand(
        &self,
        place: u32,
        level: i32,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let (number, who) = self.threat_at(place);
        let Threat { purpose, hazard, .. } = self.threats[usize::from(number)];
        let ask = Ask::against(who, number, purpose);
        let test = self.tested(ask, [level, 0], Some(hazard.check.least), chance, observer);
        Change::Withstood { place, passed: test.passed() }
    }

    /// One has rolled.
    pub(super) fn end_withstanding<R: Roster>(
        &self,
        state: &mut State<R>,
        place: u32,
        passed: bool,
        observer: &mut impl Observer,
    ) {
        let (number, who) = self.threat_at(place);
        let Threat { hazard, mark, .. } = self.threats[usize::from(number)];
        let body = &mut state.fighters.bodies_mut()[usize::from(who)];
        body.status.ailments.faced |= mark;
        match hazard.bane {
            _ if passed => {}
            Bane::Sickness(penalty) => {
                let sickened = &mut body.status.ailments.sickened;
                *sickened = (*sickened).min(penalty);
                observer.detail(Detail::Followed { who, consequence: Consequence::Sickened });
            }
            Bane::Doom(doom) => {
                observer.detail(Detail::Followed { who, consequence: Consequence::Doomed(doom) });
                self.doom(who, body, doom, observer);
            }
        }
        state.moment = Moment::Facing { next: place + 1 };
    }

    /// Nobody needs to roll to kill the helpless (W27).
    fn kill_the_helpless<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) {
        if !self.acting.kills {
            return;
        }
        let bodies = state.fighters.bodies();
        let strikes = |foe: u16| {
            let body = &bodies[usize::from(foe)];
            self.is_fit(foe, body) && self.readiness(foe, body, state.clock) == Readiness::Ready
        };
        let exposed = |who: u16| {
            let body = &bodies[usize::from(who)];
            self.kind(who).helpless && self.is_fit(who, body) && self.foes(state, who).into_iter().any(strikes)
        };
        let killed: Vec<u16> = (0..bodies.len() as u16).filter(|&who| exposed(who)).collect();
        for who in killed {
            observer.detail(Detail::Followed { who, consequence: Consequence::Doomed(Doom::Death) });
            self.doom(who, &mut state.fighters.bodies_mut()[usize::from(who)], Doom::Death, observer);
        }
    }

    /// All have: who has fallen is out before blows fall, and the others share out anew who fights whom.
    pub(super) fn after_hazards<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) -> Progress {
        self.kill_the_helpless(state, observer);
        if self.duel.is_none() {
            self.tell_fallen(state, observer);
        }
        state.fighters.bodies_mut().iter_mut().for_each(|body| self.feel(body));
        if !self.contested(state.fighters.bodies()) {
            return self.end_round(state, observer);
        }
        self.post(state);
        state.moment = self.moment_of_blows(state.clock);
        Progress::Round
    }
}
