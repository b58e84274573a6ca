//! Starting states of fighters: unhurt, or with wounds, poison and other conditions.

use super::super::Fight;
use crate::combat::condition::{Ailments, Body, Endurance, Status};
use crate::combat::fighter::{Cast, Fighter};
use crate::error::{Error, Result};
use crate::rules::effects::{Poison, Poisoning};
use std::sync::OnceLock;

impl Fight {
    /// The starting states of all fighters, in roster order.
    pub fn start(&self) -> &[Body] {
        &self.start
    }

    /// This fight with the starting states `fighters`, in roster order, for example as an earlier fight left them
    /// ([`Body::after`]).
    ///
    /// # Errors
    /// If there is not one state for each fighter, if a track has no such state, or if the fight would be over before
    /// it begins.
    pub fn starting(mut self, fighters: Vec<Body>) -> Result<Self> {
        let (begin, all) = (fighters.len(), self.roster.fighters());
        if begin != all {
            return Err(Error::input(format!("{begin} fighters begin a fight of {all}")));
        }
        let unknown =
            |(who, body): &(u16, &Body)| usize::from(body.felt.max(body.marked)) >= self.roster.track(*who).states();
        if let Some((who, body)) = (0u16..).zip(&fighters).find(unknown) {
            let state = body.felt.max(body.marked);
            return Err(Error::input(format!("the wound track of fighter {who} has no state {state}")));
        }
        if !self.contested(&fighters) {
            return Err(Error::input("this fight is over before it begins")
                .with_help("each side needs a fighter who can fight on, without a wound that ends the fight"));
        }
        self.wounds.may_begin_wounded = fighters.iter().any(|body| body.felt > 0);
        self.rounds.plain &= fighters.iter().all(|body| *body == Body::default());
        self.rounds.wounds_alone &= fighters.iter().all(|body| body.status == Status::default());
        if fighters.iter().any(|body| body.status.ailments.poison.is_some()) {
            self.allow_for_poison();
        }
        self.start = fighters;
        self.rounds.plain_rounds = OnceLock::new();
        Ok(self)
    }

    /// This fight, prepared for any starting states. It uses no optimization that depends on how its fighters begin.
    #[must_use]
    pub fn from_any_start(mut self) -> Self {
        self.wounds.may_begin_wounded = true;
        self.rounds.plain = false;
        self.rounds.plain_rounds = OnceLock::new();
        self
    }

    /// Two flags: whether fighters can have hurt body parts after the fight, and whether they can be poisoned.
    pub fn carried_effects(&self) -> [bool; 2] {
        [!self.rounds.wounds_alone, self.rounds.lingers]
    }

    /// Prepares this fight for fighters who come from another fight. `parts` and `poison` are the flags that
    /// [`carried_effects`](Self::carried_effects) returns for that fight.
    pub fn allow_for_carried_effects(&mut self, [parts, poison]: [bool; 2]) {
        self.rounds.wounds_alone &= !parts;
        if poison {
            self.allow_for_poison();
        }
    }

    /// The starting state of the fighter `who`, from the wounds and the poison in its stat block.
    ///
    /// # Errors
    /// If a wound is too large for the track, or poison has already lowered Health below Terrible.
    fn starting_state(&self, who: u16, fighter: &Fighter) -> Result<Body> {
        let (track, kind) = (self.roster.track(who), self.roster.kind(who));
        let boxes = || track.boxes_of_levels().iter().sum();
        let most = if kind.by_level || track.absorbs() { track.severities() as u8 } else { boxes() };
        if let Some(wound) = fighter.wounds.iter().find(|wound| **wound > most) {
            let message = format!("{} begins with a wound of {wound}, but the track goes only to {most}", fighter.name);
            return Err(Error::input(message));
        }
        let felt = fighter.wounds.iter().fold(0, |state, severity| track.after(state, *severity));
        let wounded = if self.wounds.stuns && kind.by_level { track.condition(felt).level } else { 0 };
        let mut body = Body { felt, marked: felt, ..Body::default() };
        body.status.endurance = [Endurance { wounded, ..Endurance::default() }; 2];
        if let Some(poisoning @ Poisoning { lost, .. }) = fighter.begins_poisoned {
            if Poison::puts_out(kind.health, kind.fighter.poisoned.health_lost(lost)) {
                let message = format!("{} begins with a Health below Terrible, which ends a fight", fighter.name);
                return Err(Error::input(message).with_help("give `begins_poisoned` a smaller `lost`"));
            }
            body.status.ailments = Ailments { poison: Some(poisoning.into()), drained: lost, ..Ailments::default() };
        }
        Ok(body)
    }

    /// This fight with the starting states given in the stat blocks.
    pub(in crate::combat) fn starting_from_stat_blocks(self, cast: &Cast) -> Result<Self> {
        if cast.fighters.iter().all(|fighter| fighter.wounds.is_empty() && fighter.begins_poisoned.is_none()) {
            return Ok(self);
        }
        let begin = |(who, entry): (u16, usize)| self.starting_state(who, &cast.fighters[entry]);
        let start = (0u16..).zip(cast.roster()).map(begin).collect::<Result<_>>()?;
        self.starting(start)
    }
}
