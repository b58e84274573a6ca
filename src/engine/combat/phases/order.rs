//! Who acts when in a round of turns (C2, SRD 4.23; C4, KAER).

use super::{Phase, Prompt, Step};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Scene, SceneMut};
use crate::combat::event::{Detail, InitiativeRolled, Observer};
use crate::combat::resolve::rolled_added;
use crate::combat::tables::Fight;
use crate::rules::own::AddedTo;
use crate::rules::{InitiativeTies, InitiativeWounds, TurnOrder};
use std::cmp::Reverse;
use std::sync::Arc;

/// Those who are still equal after so many rerolls act together.
const MOST_REROLLS: u16 = 40;

/// The levels of initiative that a second attack comes later (M11, KAER).
const SECOND_ATTACK: i32 = 3;

/// The order of a round is rolled for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Initiative;

/// What a roll comes to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Outcome {
    /// More rolls are to come.
    Rolling(Arc<Rolls>),
    /// The order is known.
    Known(Vec<Acts>),
}

/// When somebody acts, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Acts {
    /// Who, or whose side.
    who: u16,
    /// When.
    first: u16,
    /// When the second attack falls; 0 = there is none.
    second: u16,
}

/// Who has rolled what for the order.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Rolls {
    /// Those who roll: each fighter, or one for each side.
    rollers: Vec<Contender>,
    /// How often those who are equal have rolled again.
    rerolls: u16,
}

/// One who rolls for the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Contender {
    who: u16,
    /// What wounds take from initiative, 0 or less.
    wounds: i8,
    /// What the stance adds to it (M10).
    stance: i8,
    /// The additions by rules of one's own, as a number.
    own: u16,
    /// Whether somebody attacks a second time (M11).
    twice: bool,
    place: OrderPlace,
    /// The roll that is due, or made.
    roll: RollState,
}

/// A place in the order: the initiative, and how many of the same were better when they rolled again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct OrderPlace {
    level: i32,
    behind: u16,
}

/// Somebody's turn in a round in which nobody has two, as one number: the lowest is first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OrderedTurn(u64);

impl OrderedTurn {
    fn new(OrderPlace { level, behind }: OrderPlace, who: u16) -> Self {
        Self(u64::from(i32::MAX.abs_diff(level)) << 32 | u64::from(behind) << 16 | u64::from(who))
    }

    /// Whose it is.
    #[inline(always)]
    pub(crate) fn who(self) -> u16 {
        self.0 as u16
    }

    /// Whether another falls at the same point of the order.
    #[inline(always)]
    pub(crate) fn is_with(self, other: Self) -> bool {
        self.0 >> 16 == other.0 >> 16
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RollState {
    Due,
    Made(i32),
    /// Nothing is left to settle.
    Settled,
}

impl OrderPlace {
    /// Whoever has the least acts first.
    fn key(self) -> (Reverse<i32>, u16) {
        (Reverse(self.level), self.behind)
    }

    /// The place of a second attack (M11). Where ties are broken, it falls behind the first attacks of its level.
    fn second(self, ties: InitiativeTies) -> Self {
        let behind = match ties {
            InitiativeTies::Together => self.behind,
            InitiativeTies::Reroll => u16::MAX / 2 + self.behind,
        };
        Self { level: self.level - SECOND_ATTACK, behind }
    }
}

impl Contender {
    /// One who acts after so many others, without a roll.
    fn settled(behind: u16, who: u16) -> Self {
        Self {
            who,
            wounds: 0,
            stance: 0,
            own: 0,
            twice: false,
            place: OrderPlace { level: 0, behind },
            roll: RollState::Settled,
        }
    }

    /// Rolls, after so many rerolls.
    #[inline(always)]
    fn roll<const OWN: bool>(
        &mut self,
        fight: &Fight,
        rerolls: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        let kind = fight.kind(self.who);
        let added = fight.added_if::<OWN>(self.own);
        let dice = if OWN { fight.variant(added.initiative_dice) } else { None };
        let ask = Ask::against(self.who, rerolls, Purpose::AddedToInitiative);
        let more = rolled_added(fight, ask, added, AddedTo::Initiative, chance, observer);
        let rolled = InitiativeRolled {
            who: self.who,
            initiative: if dice.is_some() { 0 } else { kind.fighter.initiative },
            stance: self.stance.into(),
            wounds: self.wounds.into(),
            own: i32::from(added.initiative) + more,
            roll: chance.roll(
                Ask::against(self.who, rerolls, Purpose::Initiative),
                dice.unwrap_or_else(|| fight.dice_of(self.who, added)),
            ),
            added: self.own,
        };
        observer.detail(Detail::Initiative(rolled));
        self.roll = RollState::Made(rolled.total());
    }
}

/// Whether a place in the order is that of a whole side.
fn goes_by_side(fight: &Fight) -> bool {
    !fight.rules.pacing.players_act() && fight.rules.turn_order == TurnOrder::Sides
}

/// All of a fighter's side.
fn side_of(fight: &Fight, who: u16) -> impl Iterator<Item = u16> {
    (0..fight.fighters() as u16).filter(move |other| fight.side(*other) == fight.side(who))
}

impl Rolls {
    /// The order of the fit, about to be rolled for; of nobody where it stands already. Settled where player characters
    /// act alone.
    fn new(fight: &Fight, scene: Scene<'_>) -> Self {
        let mut rolls = Self::default();
        rolls.begin(fight, scene);
        rolls
    }

    /// The same in the memory of another order.
    fn begin(&mut self, fight: &Fight, scene: Scene<'_>) {
        self.rerolls = 0;
        self.rollers.clear();
        if fight.rules.pacing.players_act() {
            self.rollers.extend((0u16..).zip(fight.actors(scene)).map(|(behind, who)| Contender::settled(behind, who)));
            return;
        }
        if scene.bodies.iter().any(|body| body.turn > 0) {
            return;
        }
        // From afar only those need a place who shoot, or who may leave as their turn begins; unless the order is to stand for the
        // rounds of blows as well.
        let acts = |who: &u16| {
            let everybody = !fight.at_a_distance(scene.clock) || fight.keeps_order();
            everybody || fight.leaves_by_rule() || fight.may_attack(scene, *who)
        };
        let fit = || fight.fit(scene.bodies).filter(acts);
        let stance = |who: u16| fight.tactics.stance(scene.bodies[usize::from(who)].stance);
        let roller = |who, twice| {
            let wounds = match fight.rules.initiative_wounds {
                InitiativeWounds::Ignored => 0,
                InitiativeWounds::Slow => fight.penalty(scene, who),
            };
            let place = OrderPlace { level: 0, behind: 0 };
            let own = fight.additions_against_faced(scene, who);
            Contender { who, wounds, stance: stance(who).initiative, own, twice, place, roll: RollState::Due }
        };
        if fight.rules.turn_order == TurnOrder::Fighters {
            return self.rollers.extend(fit().map(|who| roller(who, stance(who).second.is_some())));
        }
        // The best of a side rolls for it.
        let best_of = |side| {
            let own = || fit().filter(move |who| fight.side(*who) == side);
            let initiative = |who| fight.kind(who).fighter.initiative + i32::from(stance(who).initiative);
            let best = own().max_by_key(|&who| (initiative(who), Reverse(who)))?;
            Some(roller(best, own().any(|who| stance(who).second.is_some())))
        };
        self.rollers.extend((0..fight.sides()).filter_map(best_of));
    }

    /// The next roll, if one is due.
    fn advance(mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Self {
        if let Some(roller) = self.rollers.iter_mut().find(|roller| roller.roll == RollState::Due) {
            roller.roll::<true>(fight, self.rerolls, chance, observer);
        }
        if self.rollers.iter().all(|roller| roller.roll != RollState::Due) {
            self.settle(fight.rules.initiative_ties);
        }
        self
    }

    /// All rolls to the last, as [`advance`](Self::advance) makes them one by one.
    fn roll_out(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        match fight.own {
            Some(_) => self.roll_all::<true>(fight, chance, observer),
            None => self.roll_all::<false>(fight, chance, observer),
        }
    }

    fn roll_all<const OWN: bool>(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        loop {
            for roller in self.rollers.iter_mut().filter(|roller| roller.roll == RollState::Due) {
                roller.roll::<OWN>(fight, self.rerolls, chance, observer);
            }
            self.settle(fight.rules.initiative_ties);
            if self.is_settled() {
                return;
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.rollers.iter().all(|roller| roller.roll == RollState::Settled)
    }

    /// Rolls for the order of a round in which nobody attacks twice: all turns, the first first.
    pub(crate) fn order(
        &mut self,
        fight: &Fight,
        scene: Scene<'_>,
        turns: &mut Vec<OrderedTurn>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        self.begin(fight, scene);
        self.roll_out(fight, chance, observer);
        turns.clear();
        for roller in &self.rollers {
            match goes_by_side(fight) {
                true => turns.extend(side_of(fight, roller.who).map(|who| OrderedTurn::new(roller.place, who))),
                false => turns.push(OrderedTurn::new(roller.place, roller.who)),
            }
        }
        turns.sort_unstable();
    }

    /// All who were to roll have rolled: ties are broken, and those who are still tied may roll again.
    fn settle(&mut self, ties: InitiativeTies) {
        if self.rerolls == 0 {
            for roller in &mut self.rollers {
                if let RollState::Made(own) = roller.roll {
                    roller.place.level = own;
                }
            }
        } else {
            let before = self.rollers.clone();
            for roller in &mut self.rollers {
                let RollState::Made(own) = roller.roll else { continue };
                let better = |other: &&Contender| {
                    other.place == roller.place && matches!(other.roll, RollState::Made(total) if total > own)
                };
                roller.place.behind += before.iter().filter(better).count() as u16;
            }
        }
        let again = ties == InitiativeTies::Reroll && self.rerolls < MOST_REROLLS;
        for one in 0..self.rollers.len() {
            let place = self.rollers[one].place;
            let equal = again && self.rollers.iter().filter(|other| other.place == place).count() > 1;
            self.rollers[one].roll = if equal { RollState::Due } else { RollState::Settled };
        }
        self.rerolls += 1;
    }

    /// Who acts when, counted from 1, once all is settled; equal places act together.
    fn turns(&self, ties: InitiativeTies) -> Vec<Acts> {
        let second = |roller: &Contender| roller.twice.then(|| roller.place.second(ties));
        let places = self.rollers.iter().flat_map(|roller| [Some(roller.place), second(roller)]);
        let mut steps: Vec<_> = places.flatten().map(OrderPlace::key).collect();
        steps.sort_unstable();
        steps.dedup();
        let turn = |place: OrderPlace| 1 + steps.partition_point(|step| *step < place.key()) as u16;
        let acts = |roller: &Contender| Acts {
            who: roller.who,
            first: turn(roller.place),
            second: second(roller).map_or(0, turn),
        };
        self.rollers.iter().map(acts).collect()
    }
}

impl Phase for Initiative {
    type At = ();
    type Question = Arc<Rolls>;
    type Outcome = Outcome;

    fn start(fight: &Fight, clock: u16) -> Option<()> {
        (fight.in_turns(clock) && !fight.in_one_turn(clock)).then_some(())
    }

    fn next(fight: &Fight, scene: Scene<'_>, _at: &()) -> Prompt<Arc<Rolls>, Outcome> {
        Prompt::Roll(Arc::new(Rolls::new(fight, scene)))
    }

    fn roll(fight: &Fight, rolls: &Arc<Rolls>, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
        let rolls = Rolls::clone(rolls).advance(fight, chance, observer);
        match rolls.is_settled() {
            true => Outcome::Known(rolls.turns(fight.rules.initiative_ties)),
            false => Outcome::Rolling(Arc::new(rolls)),
        }
    }

    /// As each roll after the other, without a copy of the rolls for each.
    fn roll_on(fight: &Fight, rolls: &Arc<Rolls>, chance: &mut impl Chance, observer: &mut impl Observer) -> Outcome {
        let mut rolls = Rolls::clone(rolls);
        rolls.roll_out(fight, chance, observer);
        Outcome::Known(rolls.turns(fight.rules.initiative_ties))
    }

    fn then(outcome: &Outcome) -> Option<Arc<Rolls>> {
        match outcome {
            Outcome::Rolling(rolls) => Some(Arc::clone(rolls)),
            Outcome::Known(_) => None,
        }
    }

    /// They grow roll by roll.
    fn recurs(_rolls: &Arc<Rolls>) -> bool {
        false
    }

    /// Everybody takes their place in the order of this round.
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &(),
        outcome: &Outcome,
        _observer: &mut impl Observer,
    ) -> Step<()> {
        let Outcome::Known(turns) = outcome else { return Step::To(()) };
        let take = |body: &mut Body, acts: &Acts| {
            body.turn = acts.first;
            body.again = if fight.tactics.stance(body.stance).second.is_some() { acts.second } else { 0 };
        };
        for acts in turns {
            match goes_by_side(fight) {
                true => side_of(fight, acts.who).for_each(|who| take(&mut scene.bodies[usize::from(who)], acts)),
                false => take(&mut scene.bodies[usize::from(acts.who)], acts),
            }
        }
        Step::Done
    }
}
