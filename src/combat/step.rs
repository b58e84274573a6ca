//! The steps of a round.

use super::brawl::{Odds, Scene};
use super::compile::{Fight, Pairing};
use super::event::{Event, Observer};
use super::group::Groups;
use super::state::{Blow, Body, Moment, Roster, State};
use super::turns::{Attack, Order};
use crate::chance::Chance;
use crate::rules::Pacing;

/// How far a step brought the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// The round goes on.
    Round,
    /// The round is over, the fight is not.
    NextRound,
    /// At most one side has anybody fit to fight.
    Over,
}

/// All that the rolls of the next step depend on: steps of equal sights have equal chances, whatever else differs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Two exchange blows.
    Exchange {
        /// Their group.
        group: u16,
        /// The two.
        pair: [u16; 2],
        /// The state's clock.
        clock: u16,
        /// What their wounds take from either's skill.
        penalties: [i8; 2],
    },
    /// A blow's damage is due.
    Damage {
        /// Where in the round it fell.
        place: Place,
        /// The blow.
        blow: Blow,
    },
    /// Who acts when is rolled for.
    Order {
        /// Who has rolled what.
        order: Box<Order>,
    },
    /// One attacks another.
    Attack {
        /// The point of the order.
        rank: u16,
        /// The attack.
        attack: Attack,
    },
    /// Nobody is left to act at this point of the order; nothing is rolled.
    TurnOver {
        /// The point of the order.
        rank: u16,
    },
    /// One fights several.
    Brawl {
        /// Their group.
        group: u16,
        /// Where they stand.
        scene: Box<Scene>,
    },
    /// Nothing is rolled.
    Marking,
}

/// Where in a round a blow falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// In this group.
    Group(u16),
    /// In somebody's turn.
    Turn {
        /// The point of the order.
        rank: u16,
        /// Whose.
        who: u16,
    },
}

/// What a step comes to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Change {
    /// Blows were exchanged, and perhaps one hit.
    Exchanged {
        /// The group.
        group: u16,
        /// The blow that hit.
        blow: Option<Blow>,
    },
    /// A blow's damage was found.
    Struck {
        /// Where in the round.
        place: Place,
        /// Whom it hit.
        target: u16,
        /// The severity.
        severity: u8,
    },
    /// A roll for the order was made; more are to come.
    Ordering {
        /// Who has rolled what.
        order: Box<Order>,
    },
    /// The order of this round is known.
    Ordered {
        /// Who acts when, counted from 1.
        turns: Vec<(u16, u16)>,
    },
    /// An attack was made, and perhaps hit.
    Attacked {
        /// The point of the order.
        rank: u16,
        /// The attack.
        attack: Attack,
        /// The blow that hit.
        blow: Option<Blow>,
    },
    /// An action settled without a blow who is out.
    Settled {
        /// The point of the order.
        rank: u16,
        /// Who acted.
        who: u16,
        /// Who is out, and the severity that does it.
        cuts: Vec<(u16, u8)>,
    },
    /// All who act at a point of the order have acted.
    TurnOver {
        /// The point of the order.
        rank: u16,
    },
    /// A roll of a brawl was made, which goes on.
    Brawling {
        /// The group.
        group: u16,
        /// Where they stand now.
        scene: Box<Scene>,
    },
    /// A brawl is over for this round.
    Brawled {
        /// The group.
        group: u16,
        /// Who was hit, in the order of the blows, and how severely.
        cuts: Vec<(u16, u8)>,
    },
    /// The round's wounds are felt.
    Marked,
}

impl Sight {
    /// Whether it grows roll by roll, so that hardly two are equal.
    pub fn is_scene(&self) -> bool {
        matches!(self, Self::Brawl { .. } | Self::Order { .. })
    }
}

impl Change {
    /// What the next step's rolls depend on, where that follows from this change alone.
    #[inline]
    pub fn next_sight(&self) -> Option<Sight> {
        match self {
            &Self::Exchanged { group, blow: Some(blow) } => Some(Sight::Damage { place: Place::Group(group), blow }),
            // Where only player characters act, the blow may be the other's.
            &Self::Attacked { rank, attack, blow: Some(blow) } => {
                Some(Sight::Damage { place: Place::Turn { rank, who: attack.by }, blow })
            }
            Self::Brawling { group, scene } => Some(Sight::Brawl { group: *group, scene: scene.clone() }),
            Self::Ordering { order } => Some(Sight::Order { order: order.clone() }),
            _ => None,
        }
    }
}

impl Fight {
    /// Takes the next step. Its rolls are one exchange, one roll of a brawl, or the damage of one blow: the cost of an
    /// exact step is the product of the rolls inside it.
    #[inline(always)]
    pub fn step<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        let change = self.decide(&self.sight(state), chance, observer);
        self.apply(state, &change, observer)
    }

    /// What the rolls of the next step depend on.
    #[inline(always)]
    pub fn sight<R: Roster>(&self, state: &State<R>) -> Sight {
        match &state.moment {
            Moment::Begun(sight) => sight.clone(),
            Moment::Marking => Sight::Marking,
            Moment::Order => self.sight_of_order(state),
            &Moment::Turn { rank, next } => self.sight_of_turn(state, rank, next),
            &Moment::Group(group) => match &self.duel {
                Some(pairing) => self.sight_of_pair(state, group, pairing),
                None => self.sight_of_group(state, group),
            },
        }
    }

    /// What the next step comes to, where it rolls nothing.
    #[inline]
    pub fn without_roll<R: Roster>(&self, state: &State<R>) -> Option<Change> {
        match state.moment {
            Moment::Marking => Some(Change::Marked),
            Moment::Turn { .. } => match self.sight(state) {
                Sight::TurnOver { rank } => Some(Change::TurnOver { rank }),
                _ => None,
            },
            _ => None,
        }
    }

    fn sight_of_pair<R: Roster>(&self, state: &State<R>, group: u16, pairing: &Pairing) -> Sight {
        let penalties = self.penalties(state, pairing);
        Sight::Exchange { group, pair: pairing.fighters, clock: state.clock, penalties }
    }

    fn sight_of_group<R: Roster>(&self, state: &State<R>, group: u16) -> Sight {
        let (lone, foes) = self.posted(state, group);
        if let [foe] = foes[..] {
            return self.sight_of_pair(state, group, &self.pairing([lone, foe]));
        }
        let foes = foes.into_iter().map(|foe| (foe, self.penalty(state, foe))).collect();
        let scene = Scene::new(lone, foes, state.clock, self.penalty(state, lone));
        Sight::Brawl { group, scene: Box::new(scene) }
    }

    /// The rolling half of a step.
    #[inline(always)]
    pub fn decide(&self, sight: &Sight, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        match sight {
            &Sight::Exchange { group, pair, clock, penalties } => {
                let pairing = self.duel.unwrap_or_else(|| self.pairing(pair));
                let blow = self.exchange(clock, penalties, &pairing, chance, observer);
                Change::Exchanged { group, blow }
            }
            &Sight::Damage { place, blow } => {
                Change::Struck { place, target: blow.target, severity: self.damage(blow, chance, observer) }
            }
            Sight::Order { order } => self.roll_order(Order::clone(order), chance, observer),
            &Sight::Attack { rank, attack } => self.take_turn(rank, attack, chance, observer),
            &Sight::TurnOver { rank } => Change::TurnOver { rank },
            Sight::Brawl { group, scene } => match Scene::clone(scene).advance(self, chance, observer).into_cuts() {
                Ok(cuts) => Change::Brawled { group: *group, cuts },
                Err(scene) => Change::Brawling { group: *group, scene: Box::new(scene) },
            },
            Sight::Marking => Change::Marked,
        }
    }

    /// The other half: the state after a change.
    #[inline(always)]
    pub fn apply<R: Roster>(&self, state: &mut State<R>, change: &Change, observer: &mut impl Observer) -> Progress {
        if let Some(next) = change.next_sight() {
            state.moment = Moment::Begun(next);
            return Progress::Round;
        }
        match change {
            &Change::Exchanged { group, .. } => self.end_group(state, group),
            &Change::Struck { place, target, severity } => {
                self.strike(state, target, severity);
                match place {
                    Place::Group(group) => self.end_group(state, group),
                    Place::Turn { rank, who } => self.end_attack(state, rank, who, target),
                }
            }
            Change::Brawled { group, cuts } => {
                cuts.iter().for_each(|&(who, severity)| self.strike(state, who, severity));
                self.end_group(state, *group);
            }
            Change::Ordered { turns } => self.take_turns(state, turns),
            &Change::Attacked { rank, attack, .. } => self.end_attack(state, rank, attack.by, attack.target),
            Change::Settled { rank, who, cuts } => {
                cuts.iter().for_each(|&(target, severity)| self.strike(state, target, severity));
                state.moment = Moment::Turn { rank: *rank, next: who + 1 };
            }
            &Change::TurnOver { rank } => return self.end_turn(state, rank, observer),
            Change::Marked => {
                let progress = self.mark(state, true, observer);
                self.post(state);
                return progress;
            }
            // What goes on has a next sight.
            Change::Brawling { .. } | Change::Ordering { .. } => {}
        }
        Progress::Round
    }

    /// A group has fought: nobody looks at its wounds any more until the round is over, so they are felt already, which
    /// lets more states be equal. The next group is up.
    fn end_group<R: Roster>(&self, state: &mut State<R>, group: u16) {
        let mut last = true;
        for body in state.fighters.bodies_mut().iter_mut().filter(|_| self.duel.is_none()) {
            last &= body.post <= group + 1;
            if body.post == group + 1 {
                body.felt = body.marked;
            }
        }
        state.moment = if last { Moment::Marking } else { Moment::Group(group + 1) };
    }

    /// All steps of a round at once: what [`step`](Self::step) does one by one, for sources of chance that
    /// need no state in between. `groups` is room to work in.
    #[inline(always)]
    pub fn round<R: Roster>(
        &self,
        state: &mut State<R>,
        groups: &mut Groups,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        if self.pacing != Pacing::Simultaneous {
            return self.round_of_turns(state, chance, observer);
        }
        let struck = match &self.duel {
            Some(pairing) => self.pair_round(state, pairing, chance, observer),
            None => {
                groups.find(self, state.fighters.bodies());
                let mut struck = false;
                for group in 0..groups.count() {
                    struck |= self.group_round(state, groups, group, chance, observer);
                }
                struck
            }
        };
        self.mark(state, struck, observer)
    }

    /// A round of turns, step by step.
    fn round_of_turns<R: Roster>(
        &self,
        state: &mut State<R>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Progress {
        loop {
            let progress = self.step(state, chance, observer);
            if progress != Progress::Round {
                return progress;
            }
        }
    }

    /// A round of one against one. True where a blow hit.
    #[inline(always)]
    fn pair_round<R: Roster>(
        &self,
        state: &mut State<R>,
        pairing: &Pairing,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let penalties = self.penalties(state, pairing);
        let blow = self.exchange(state.clock, penalties, pairing, chance, observer);
        self.land(state, blow, chance, observer)
    }

    /// A round of a group. True where a blow hit.
    fn group_round<R: Roster>(
        &self,
        state: &mut State<R>,
        groups: &Groups,
        group: usize,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let (lone, foes) = (groups.lone(group), groups.foes(group));
        let mut some = foes.clone();
        // Every group has a foe in it.
        let Some(first) = some.next() else { return false };
        let count = 1 + some.count() as u16;
        if count == 1 {
            return self.pair_round(state, &self.pairing([lone, first]), chance, observer);
        }
        let odds = Odds { lone, first, foes: count, clock: state.clock, penalty: self.penalty(state, lone) };
        let mut brawl = self.open_brawl(odds, chance, observer);
        let mut struck = false;
        for foe in foes {
            let penalty = self.penalty(state, foe);
            let blow = self.meet(&mut brawl, foe, state.clock, penalty, chance, observer);
            struck |= self.land(state, blow, chance, observer);
        }
        let blow = self.answer(&brawl, observer);
        struck | self.land(state, blow, chance, observer)
    }

    /// Finds and marks the damage of a blow. True where there is one.
    #[inline(always)]
    fn land<R: Roster>(
        &self,
        state: &mut State<R>,
        blow: Option<Blow>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> bool {
        let Some(blow) = blow else { return false };
        let severity = self.damage(blow, chance, observer);
        self.strike(state, blow.target, severity);
        true
    }

    /// What the wounds they feel take from a fighter's skill (M1).
    #[inline(always)]
    pub(super) fn penalty<R: Roster>(&self, state: &State<R>, who: u16) -> i8 {
        self.track(who).condition(state.fighters.bodies()[usize::from(who)].felt).penalty
    }

    /// The round's wounds are felt from now on; a side with nobody fit has lost (C13).
    #[inline(always)]
    fn mark<R: Roster>(&self, state: &mut State<R>, struck: bool, observer: &mut impl Observer) -> Progress {
        state.moment = self.first_moment();
        state.clock = (state.clock + 1).min(self.longest);
        if self.pacing != Pacing::Simultaneous {
            self.end_turns(state);
        } else if struck && self.duel.is_none() {
            self.tell_fallen(state, observer);
        }
        if struck {
            state.fighters.bodies_mut().iter_mut().for_each(|body| body.felt = body.marked);
        }
        if !struck || self.contested(state) { Progress::NextRound } else { Progress::Over }
    }

    /// Says who is out of action from now on.
    pub(super) fn tell_fallen<R: Roster>(&self, state: &State<R>, observer: &mut impl Observer) {
        let fit = |who: u16, wounds: u16| self.track(who).condition(wounds).fit;
        // Step by step, a group's wounds are felt as soon as it has fought; but only the fit are posted.
        let grouped = self.pacing == Pacing::Simultaneous;
        let was_fit = |who: u16, body: &Body| (grouped && body.post > 0) || fit(who, body.felt);
        let bodies = || (0u16..).zip(state.fighters.bodies());
        let first = bodies().all(|(who, body)| was_fit(who, body));
        for (who, _) in bodies().filter(|&(who, body)| was_fit(who, body) && !fit(who, body.marked)) {
            observer.note(Event::Fell { who, first });
        }
    }

    /// Where a round begins.
    #[inline(always)]
    pub(super) fn first_moment(&self) -> Moment {
        match self.pacing {
            Pacing::Simultaneous => Moment::Group(0),
            _ => Moment::Order,
        }
    }

    /// Whether a fighter with these wounds is fit to fight.
    #[inline(always)]
    pub(super) fn is_fit(&self, who: u16, wounds: u16) -> bool {
        self.track(who).condition(wounds).fit
    }

    /// True while more than one side has somebody fit.
    #[inline(always)]
    pub(super) fn contested<R: Roster>(&self, state: &State<R>) -> bool {
        let mut sides = self.fit(state).map(|k| self.side(k));
        sides.next().is_some_and(|first| sides.any(|side| side != first))
    }

    /// The fighters fit to go on.
    #[inline(always)]
    pub(super) fn fit<R: Roster>(&self, state: &State<R>) -> impl Iterator<Item = u16> {
        let bodies = (0u16..).zip(state.fighters.bodies());
        bodies.filter(|(k, body)| self.track(*k).condition(body.felt).fit).map(|(k, _)| k)
    }

    /// The side that still has somebody fit, if there is just one.
    #[inline]
    pub fn standing<R: Roster>(&self, state: &State<R>) -> Option<usize> {
        let first = self.fit(state).next()?;
        (!self.contested(state)).then(|| self.side(first))
    }
}
