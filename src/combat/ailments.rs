//! What effects of creatures leave a fighter with, and what it does from round to round (W28).

use super::aftermath::AftermathRoll;
use super::compile::Fight;
use super::event::{Detail, Event, Observer};
use super::kind::Kind;
use super::sight::Change;
use super::state::{Body, Moment, Roster, State};
use super::suffer::Consequence;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::Pacing;
use crate::rules::effects::{Bleeding, Check, Doom, Head, Poison, Regenerates, Resist};

/// What effects have left a fighter with. All is 0 or false where nothing has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ailments {
    /// The kind whose poison drains the fighter, counted from 1; 0 = none does.
    pub poison: u16,
    /// The levels of Health lost to it.
    pub drained: u8,
    /// The kind that has opened a vein, counted from 1; 0 = none has.
    pub bleeding: u16,
    /// In how many rounds, with this one, the fighter rolls against bleeding to death.
    pub bleeds_in: u8,
    /// The damage points of fire at the end of each round.
    pub burning: u8,
    /// How many deadly blows the fighter has survived.
    pub lives: u8,
    /// Whether an effect has put the fighter out of action, which is felt together with the blows.
    pub stricken: bool,
    /// What a smell adds to all combat skills, 0 or less.
    pub sickened: i8,
    /// Which threats the fighter has rolled against that are withstood once.
    pub faced: u16,
    /// Whether the fighter is a head, and one of its block has grown since the fight began.
    pub grown: bool,
}

impl Kind {
    /// The level of a trait that resists effects.
    pub(super) fn resists(&self, by: Resist, ailments: Ailments) -> i32 {
        match by {
            Resist::Health => self.health - i32::from(ailments.drained),
            Resist::Willpower => self.will,
            Resist::Agility => self.agility,
            Resist::Constitution => self.constitution,
        }
    }
}

impl Fight {
    /// The poison at work in a fighter.
    fn poison(&self, ailments: Ailments) -> Option<Poison> {
        self.kinds.get(usize::from(ailments.poison).wrapping_sub(1))?.abilities.poison
    }

    /// What has opened a fighter's vein.
    fn bleeding(&self, ailments: Ailments) -> Option<Bleeding> {
        self.kinds.get(usize::from(ailments.bleeding).wrapping_sub(1))?.abilities.bleeding
    }

    /// What a fighter rolls at the end of this round against bleeding to death, where that is due.
    pub(super) fn bleeds_now(&self, who: u16, body: &Body) -> Option<AftermathRoll> {
        let ailments = body.status.ailments;
        let Check { by, least } = self.bleeding(ailments).filter(|_| ailments.bleeds_in == 1)?.check;
        self.is_fit(who, body).then(|| AftermathRoll::Bleeding { level: self.kind(who).resists(by, ailments), least })
    }

    /// A fighter rolls against bleeding to death.
    pub(super) fn bleed(
        &self,
        who: u16,
        [level, least]: [i32; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Change {
        let test = self.tested(Ask::new(who, Purpose::Bleeding), [level, 0], Some(least), chance, observer);
        Change::Bled { who, dies: !test.passed() }
    }

    /// What a roll against bleeding to death came to.
    pub(super) fn end_bleeding<R: Roster>(
        &self,
        state: &mut State<R>,
        who: u16,
        dies: bool,
        observer: &mut impl Observer,
    ) {
        state.moment = Moment::Aftermath { next: who };
        let first = self.nobody_fell_before(state);
        let body = &mut state.fighters.bodies_mut()[usize::from(who)];
        // The end of this round is still to come.
        body.status.ailments.bleeds_in = 1 + self.bleeding(body.status.ailments).map_or(0, |bleeding| bleeding.every);
        if dies {
            observer.detail(Detail::Followed { who, consequence: Consequence::BledToDeath });
            self.doom(who, body, Doom::Death, observer);
            self.feel(body);
            self.tell_lost(who, first, observer);
        }
    }

    /// An effect puts a fighter out of action as soon as it is felt.
    pub(super) fn doom(&self, who: u16, body: &mut Body, doom: Doom, observer: &mut impl Observer) {
        if doom == Doom::Death {
            body.marked = self.track(who).dead();
            observer.detail(Detail::Marked { who, marked: body.marked });
        } else {
            body.status.ailments.stricken = true;
        }
    }

    /// A round is over: poison drains, fire burns, wounds close, blood flows.
    pub(super) fn wear_on<R: Roster>(&self, state: &mut State<R>, observer: &mut impl Observer) {
        if !self.acting.lingers {
            return;
        }
        let first = self.nobody_fell_before(state);
        for (who, body) in (0u16..).zip(state.fighters.bodies_mut()) {
            if self.is_fit(who, body) {
                self.wear(who, body, observer);
                if !self.is_fit(who, body) {
                    self.tell_lost(who, first, observer);
                }
            }
        }
        self.digest(state, first, observer);
        self.grow_heads(state, observer);
    }

    fn wear(&self, who: u16, body: &mut Body, observer: &mut impl Observer) {
        let kind = self.kind(who);
        let ailments = &mut body.status.ailments;
        ailments.bleeds_in = ailments.bleeds_in.saturating_sub(1);
        let ailments = *ailments;
        if ailments.burning > 0 {
            let severity = self.track(who).severity(ailments.burning.into());
            let level = self.scathe(who, body, severity, Consequence::Burned, observer);
            if self.sears(who, level) {
                body.status.head = Head::Seared;
            }
        }
        if let Some(poison) = self.poison(ailments) {
            let drained = ailments.drained.saturating_add(poison.drains);
            body.status.ailments.drained = drained;
            observer.detail(Detail::Followed { who, consequence: Consequence::Drained });
            if Poison::overcomes(kind.health, drained) {
                observer.detail(Detail::Followed { who, consequence: Consequence::Doomed(poison.doom) });
                self.doom(who, body, poison.doom, observer);
            }
        }
        let by_round = kind.abilities.regeneration.is_some_and(|one| one.when == Regenerates::Round);
        if by_round && kind.track.condition(body.marked).fit {
            self.regenerate(who, body, observer);
        }
        self.feel(body);
    }

    /// A wound that is no blow: the level that it marks.
    pub(super) fn scathe(
        &self,
        who: u16,
        body: &mut Body,
        severity: u8,
        consequence: Consequence,
        observer: &mut impl Observer,
    ) -> u8 {
        let track = self.track(who);
        let after = track.after(body.marked, severity);
        let level = track.marked_at(body.marked, after);
        if self.acting.stuns {
            body.status.endurance[1].wounded = body.status.endurance[1].wounded.max(level);
        }
        body.marked = after;
        observer.detail(Detail::Followed { who, consequence });
        observer.detail(Detail::Marked { who, marked: after });
        level
    }

    /// Wounds close.
    pub(super) fn regenerate(&self, who: u16, body: &mut Body, observer: &mut impl Observer) {
        let after = self.kind(who).healed[usize::from(body.marked)];
        if after != body.marked {
            body.marked = after;
            observer.detail(Detail::Followed { who, consequence: Consequence::Regenerated });
            observer.detail(Detail::Marked { who, marked: after });
        }
    }

    /// Whether nobody had fallen before this round.
    pub(super) fn nobody_fell_before<R: Roster>(&self, state: &State<R>) -> bool {
        let mut here = (0u16..).zip(state.fighters.bodies()).filter(|(_, body)| body.status.head != Head::Latent);
        here.all(|(who, body)| self.was_fit(who, body) && !body.status.ailments.grown)
    }

    /// Whether a fighter was fit when the round, or its turn, began. Step by step, a group's wounds are felt as soon as it
    /// has fought; but only the fit are posted.
    pub(super) fn was_fit(&self, who: u16, body: &Body) -> bool {
        (self.pacing == Pacing::Simultaneous && body.post > 0) || self.is_fit(who, body)
    }

    /// An effect has put a fighter out of action at once.
    pub(super) fn tell_lost(&self, who: u16, first: bool, observer: &mut impl Observer) {
        if self.duel.is_none() {
            observer.note(Event::Fell { who, first });
        }
    }
}
