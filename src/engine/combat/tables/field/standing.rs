//! Determines which fighters are fit to fight, and which side is left at the end (C13, W20, W29).

use super::super::Fight;
use super::super::kind::CompiledFighter;
use crate::combat::condition::{Body, Endurance, Scene};
use crate::rules::effects::{Bane, Doom, Head};
use crate::rules::{CONSCIOUS, Condition, Consciousness, Pacing, WillOverWounds, WoundPenalties};

impl Fight {
    /// Whether the fighter `who`, in the state `body`, is present and fit to fight.
    #[inline(always)]
    pub fn is_fit(&self, who: u16, body: &Body) -> bool {
        body.status.left.is_none() && self.health(who, body).fit
    }

    /// Roster indexes of the fighters who are present and fit to fight. `bodies` has all fighters.
    pub fn fit(&self, bodies: &[Body]) -> impl Iterator<Item = u16> {
        (0u16..).zip(bodies).filter(|(who, body)| self.is_fit(*who, body)).map(|(who, _)| who)
    }

    /// Whether any of `fighters`, a range of the roster, can flee by choice or in fear.
    pub fn may_get_away(&self, mut fighters: std::ops::Range<u16>) -> bool {
        let scary = self.threats.iter().any(|threat| threat.hazard.bane == Bane::Doom(Doom::Flight));
        fighters.any(|who| {
            scary
                || self.kind(who).fighter.flees.is_some()
                || self.may_flee_by_rule(who)
                || self.kind(who).fighter.morale.is_some()
        })
    }

    /// Whether the fight goes on: more than one side has fit fighters, and no wound has ended the fight (W20).
    pub(crate) fn contested(&self, bodies: &[Body]) -> bool {
        if self.ends_at_mark && self.marked_sides(bodies).next().is_some() {
            return false;
        }
        let mut sides = self.fit(bodies).map(|who| self.side(who));
        sides.next().is_some_and(|first| sides.any(|side| side != first))
    }

    /// The sides of the fighters with a wound that ends the fight (W20), once for each such fighter.
    fn marked_sides(&self, bodies: &[Body]) -> impl Iterator<Item = usize> {
        let marked = move |(who, body): &(u16, &Body)| {
            let kind = self.kind(*who);
            kind.track.condition(body.felt).level >= kind.mark
        };
        (0u16..).zip(bodies).filter(marked).map(|(who, _)| self.side(who))
    }

    /// The winning side; `None` if no side has won. It is the only side with fit fighters. If a wound ended the fight
    /// (W20), it is the only side without such a wound.
    pub fn standing(&self, bodies: &[Body]) -> Option<usize> {
        if self.ends_at_mark && self.marked_sides(bodies).next().is_some() {
            let mut free = (0..self.sides).filter(|side| self.marked_sides(bodies).all(|marked| marked != *side));
            return free.next().filter(|_| free.next().is_none());
        }
        let first = self.fit(bodies).next()?;
        (!self.contested(bodies)).then(|| self.side(first))
    }

    /// Number of wound levels from unhurt to the level that puts the fighter out of action, or at which it yields.
    pub fn levels_to_out(&self, who: u16) -> u8 {
        self.kind(who).levels_to_out
    }

    /// For each stat block, the sum of its fighters' wound levels. A fighter counts at most
    /// [`levels_to_out`](Self::levels_to_out).
    pub fn hurt<'b>(&'b self, bodies: &'b [Body]) -> impl Iterator<Item = u32> + 'b {
        (0..self.entries()).map(move |entry| {
            let own = (0u16..).zip(bodies).filter(move |(who, _)| self.entry(*who) == entry);
            own.map(|(who, body)| u32::from(self.track(who).condition(body.felt).level.min(self.levels_to_out(who))))
                .sum()
        })
    }

    /// The condition of a fighter from the wounds felt so far.
    #[inline(always)]
    pub(crate) fn health(&self, who: u16, body: &Body) -> Condition {
        self.health_of(self.kind(who), body)
    }

    /// Like [`health`](Self::health), if the compiled fighter is at hand.
    #[inline(always)]
    pub(crate) fn health_of(&self, kind: &CompiledFighter, body: &Body) -> Condition {
        match self.acting.felt_otherwise {
            false => kind.track.condition(body.felt),
            true => self.endured(kind, body.felt, body.status.endurance[0]),
        }
    }

    /// The condition of a fighter whose track is in the state `wounds`, after stuns and willpower are considered. Stuns
    /// alone do not reduce skill (W19), and willpower makes wounds count for less (W25).
    pub(crate) fn endured(&self, kind: &CompiledFighter, wounds: u16, endurance: Endurance) -> Condition {
        let marked = kind.track.condition(wounds);
        let at = |level: u8| kind.levels[usize::from(level)];
        let level = if self.acting.stuns { endurance.wounded } else { marked.level };
        let will = self.rules.will_over_wounds;
        // Will does not help a fighter Near Death.
        let eased = if marked.level > kind.incapacitated { 0 } else { endurance.eased };
        let lighter = |level: u8| at(level.saturating_sub(eased));
        let penalty = will.penalty(at(level).penalty, eased, lighter(level).penalty);
        let fit = if will == WillOverWounds::Levels { lighter(marked.level).fit } else { marked.fit };
        Condition { penalty, fit: fit || marked.fit, ..marked }
    }

    /// The wound penalty to a fighter's skill, usually 0 or less (M1).
    #[inline(always)]
    pub(crate) fn penalty(&self, scene: Scene<'_>, who: u16) -> i8 {
        self.health(who, &scene.bodies[usize::from(who)]).penalty
    }

    /// The wound penalty to a fighter's rolls to resist an effect. 0 if the rules do not apply wound penalties to such
    /// rolls (reading 43).
    pub(crate) fn penalty_withstanding(&self, scene: Scene<'_>, who: u16) -> i8 {
        if self.rules.wound_penalties == WoundPenalties::All { self.penalty(scene, who) } else { 0 }
    }

    /// Whether no fighter had fallen before this round. False as well if a severed head has grown back.
    pub(crate) fn nobody_fell_before(&self, bodies: &[Body]) -> bool {
        let mut here = (0u16..).zip(bodies).filter(|(_, body)| body.status.head != Head::Latent);
        here.all(|(who, body)| self.was_fit(who, body) && !body.status.ailments.grown)
    }

    /// Whether a fighter was fit when the round or its turn began.
    ///
    /// In simultaneous rounds, membership of a group shows it: groups have only fit fighters. `is_fit` would not do,
    /// because the wounds of a group can already be felt once the group has fought.
    pub(crate) fn was_fit(&self, who: u16, body: &Body) -> bool {
        (self.rules.pacing == Pacing::Simultaneous && body.group > 0) || self.is_fit(who, body)
    }

    /// Whether the fighter `who` has been swallowed by `by`.
    pub(crate) fn is_inside(&self, scene: Scene<'_>, who: u16, by: u16) -> bool {
        scene.bodies[usize::from(who)].status.inside == by + 1
    }

    /// Whether Incapacitated fighters roll to stay conscious at the end of the fight (W29).
    #[inline(always)]
    pub fn asks_who_is_awake(&self) -> bool {
        self.rules.consciousness != Consciousness::Off
    }

    /// Whether a fighter who is Incapacitated by wounds at the end of the fight is still conscious. False for any other
    /// fighter, and after a knockout (W19).
    pub fn is_awake(&self, who: u16, body: &Body) -> bool {
        let kind = self.kind(who);
        let wounded = !self.acting.stuns || body.status.endurance[0].wounded >= kind.incapacitated;
        wounded && !body.status.fainted && kind.track.condition(body.felt).level == kind.incapacitated
    }

    /// The chance that a fighter of the stat block `entry` stays conscious when Incapacitated by wounds. 1 if it does
    /// not roll.
    pub fn chance_to_stay_awake(&self, entry: usize) -> f64 {
        let kind = self.kind(self.first(entry));
        if !kind.asks_whether_awake() {
            return 1.0;
        }
        let awake = kind.dice.pmf().iter().filter(|(roll, _)| kind.fighter.constitution + roll >= CONSCIOUS);
        let weight: u64 = awake.map(|(_, weight)| weight).sum();
        weight as f64 / kind.dice.pmf().total() as f64
    }
}
