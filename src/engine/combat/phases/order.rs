//! Turn order in a round of turns (C2, SRD 4.23; C4, KAER).

use super::{Phase, PhaseStep, Prompt};
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::condition::{Body, Scene, SceneMut};
use crate::combat::event::{Detail, InitiativeRolled, Observer};
use crate::combat::resolve::rolled_added;
use crate::combat::tables::Fight;
use crate::rules::own::AddedTo;
use crate::rules::{InitiativeTies, InitiativeWounds, TurnOrder};
use std::cmp::Reverse;
use std::sync::Arc;

/// Maximum number of rerolls; fighters who are still tied act together.
const MOST_REROLLS: u16 = 40;

/// The delay of a second attack, in levels of initiative (M11, KAER).
const SECOND_ATTACK_DELAY: i32 = 3;

/// The phase that rolls for the turn order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Initiative;

/// The state of the initiative rolls after one more roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum OrderOutcome {
    /// Further rolls are due.
    Rolling(Arc<OrderRolls>),
    /// The order of the round.
    Known(Vec<OrderPositions>),
}

/// The positions of a fighter or a side in the order, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OrderPositions {
    /// The fighter, or the one who rolled for its side.
    who: u16,
    /// The position of the first attack.
    first: u16,
    /// The position of the second attack; 0 without one.
    second: u16,
}

/// The initiative rolls of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct OrderRolls {
    /// Every fighter who rolls, or one for each side.
    rollers: Vec<Contender>,
    /// The current pass: 0 for the first rolls, 1 for the first reroll of ties, and so on.
    rerolls: u16,
}

/// A fighter who rolls for the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Contender {
    who: u16,
    /// The wound penalty to initiative, 0 or less.
    wounds: i8,
    /// The stance's modifier to initiative (M10).
    stance: i8,
    /// Index of the additions that custom rules make; 0 if none.
    own: u16,
    /// Whether the fighter, or anyone on its side, attacks a second time (M11).
    twice: bool,
    rank: InitiativeRank,
    roll: RollState,
}

/// A position in the order: the initiative, and the number of contenders with the same initiative who beat this one in
/// rerolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct InitiativeRank {
    level: i32,
    behind: u16,
}

/// A fighter's turn in a round without second attacks, packed into one number: the lowest acts first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct OrderedTurn(u64);

impl OrderedTurn {
    fn new(InitiativeRank { level, behind }: InitiativeRank, who: u16) -> Self {
        Self(u64::from(i32::MAX.abs_diff(level)) << 32 | u64::from(behind) << 16 | u64::from(who))
    }

    #[inline(always)]
    pub(crate) fn who(self) -> u16 {
        self.0 as u16
    }

    /// Whether `self` and `other` are at the same point of the order.
    #[inline(always)]
    pub(crate) fn acts_with(self, other: Self) -> bool {
        self.0 >> 16 == other.0 >> 16
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RollState {
    Due,
    Made(i32),
    /// No further roll is needed.
    Settled,
}

impl InitiativeRank {
    /// Sort key: the smallest acts first.
    fn key(self) -> (Reverse<i32>, u16) {
        (Reverse(self.level), self.behind)
    }

    /// The position of a second attack (M11). If ties are rerolled, it comes after the first attacks of its level.
    fn second_attack(self, ties: InitiativeTies) -> Self {
        let behind = match ties {
            InitiativeTies::Together => self.behind,
            InitiativeTies::Reroll => u16::MAX / 2 + self.behind,
        };
        Self { level: self.level - SECOND_ATTACK_DELAY, behind }
    }
}

impl Contender {
    /// A contender who acts after `behind` others, without a roll.
    fn without_roll(behind: u16, who: u16) -> Self {
        Self {
            who,
            wounds: 0,
            stance: 0,
            own: 0,
            twice: false,
            rank: InitiativeRank { level: 0, behind },
            roll: RollState::Settled,
        }
    }

    /// Rolls initiative. `rerolls` distinguishes the rolls of one round.
    #[inline(always)]
    fn roll<const OWN: bool>(
        &mut self,
        fight: &Fight,
        rerolls: u16,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        let kind = fight.roster.kind(self.who);
        let added = fight.custom.additions_or_none::<OWN>(self.own);
        let dice = if OWN { fight.custom.variant(added.initiative_dice) } else { None };
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
                dice.unwrap_or_else(|| fight.custom.dice_of(kind, added)),
            ),
            added: self.own,
        };
        observer.detail(Detail::Initiative(rolled));
        self.roll = RollState::Made(rolled.total());
    }
}

/// Whether the order ranks sides rather than fighters.
fn ranks_sides(fight: &Fight) -> bool {
    !fight.rules.pacing.players_act() && fight.rules.turn_order == TurnOrder::Sides
}

/// The fighters on the side of `who`, itself included.
fn members_of_side(fight: &Fight, who: u16) -> impl Iterator<Item = u16> {
    (0..fight.roster.fighters() as u16).filter(move |other| fight.roster.side(*other) == fight.roster.side(who))
}

impl OrderRolls {
    /// The rolls for the order of the fit fighters. There are none if the order is already known. If only player
    /// characters act, the order is known without rolls.
    fn new(fight: &Fight, scene: Scene<'_>) -> Self {
        let mut rolls = Self::default();
        rolls.restart(fight, scene);
        rolls
    }

    /// Like [`new`](Self::new), but reuses memory.
    fn restart(&mut self, fight: &Fight, scene: Scene<'_>) {
        self.rerolls = 0;
        self.rollers.clear();
        if fight.rules.pacing.players_act() {
            self.rollers
                .extend((0u16..).zip(fight.actors(scene)).map(|(behind, who)| Contender::without_roll(behind, who)));
            return;
        }
        if scene.bodies.iter().any(|body| body.turn > 0) {
            return;
        }
        // In a round of missiles only shooters need a position, unless fighters may leave as a turn begins, or the
        // order is kept for later rounds.
        let acts = |who: &u16| {
            let everybody = !fight.rounds.at_a_distance(scene.clock) || fight.rounds.keeps_order;
            everybody || fight.custom.has_exits() || fight.may_attack(scene, *who)
        };
        let fit = || fight.fit(scene.bodies).filter(acts);
        let stance = |who: u16| fight.tactics.stance(scene.bodies[usize::from(who)].stance);
        let roller = |who, twice| {
            let wounds = match fight.rules.initiative_wounds {
                InitiativeWounds::Ignored => 0,
                InitiativeWounds::Slow => fight.penalty(scene, who),
            };
            let rank = InitiativeRank { level: 0, behind: 0 };
            let own = fight.additions_against_current_foe(scene, who);
            Contender { who, wounds, stance: stance(who).initiative, own, twice, rank, roll: RollState::Due }
        };
        if fight.rules.turn_order == TurnOrder::Fighters {
            return self.rollers.extend(fit().map(|who| roller(who, stance(who).second.is_some())));
        }
        // The fighter with the best initiative rolls for its side.
        let best_of = |side| {
            let own = || fit().filter(move |who| fight.roster.side(*who) == side);
            let initiative = |who| fight.roster.kind(who).fighter.initiative + i32::from(stance(who).initiative);
            let best = own().max_by_key(|&who| (initiative(who), Reverse(who)))?;
            Some(roller(best, own().any(|who| stance(who).second.is_some())))
        };
        self.rollers.extend((0..fight.roster.sides).filter_map(best_of));
    }

    /// Makes the next roll, if one is due, and breaks ties after the last one.
    fn advance(mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Self {
        if let Some(roller) = self.rollers.iter_mut().find(|roller| roller.roll == RollState::Due) {
            roller.roll::<true>(fight, self.rerolls, chance, observer);
        }
        if self.rollers.iter().all(|roller| roller.roll != RollState::Due) {
            self.break_ties(fight.rules.initiative_ties);
        }
        self
    }

    /// Makes all remaining rolls, with the same result as repeated calls of [`advance`](Self::advance).
    fn roll_rest(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        match fight.custom.tables {
            Some(_) => self.roll_rest_with::<true>(fight, chance, observer),
            None => self.roll_rest_with::<false>(fight, chance, observer),
        }
    }

    /// Like [`roll_rest`](Self::roll_rest). The constant `OWN` is whether the fight has custom rules.
    fn roll_rest_with<const OWN: bool>(
        &mut self,
        fight: &Fight,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        loop {
            for roller in self.rollers.iter_mut().filter(|roller| roller.roll == RollState::Due) {
                roller.roll::<OWN>(fight, self.rerolls, chance, observer);
            }
            self.break_ties(fight.rules.initiative_ties);
            if self.is_settled() {
                return;
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.rollers.iter().all(|roller| roller.roll == RollState::Settled)
    }

    /// Rolls for the order of a round without second attacks, and fills `turns` with it.
    pub(crate) fn roll_order(
        &mut self,
        fight: &Fight,
        scene: Scene<'_>,
        turns: &mut Vec<OrderedTurn>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) {
        self.restart(fight, scene);
        self.roll_rest(fight, chance, observer);
        turns.clear();
        for roller in &self.rollers {
            match ranks_sides(fight) {
                true => turns.extend(members_of_side(fight, roller.who).map(|who| OrderedTurn::new(roller.rank, who))),
                false => turns.push(OrderedTurn::new(roller.rank, roller.who)),
            }
        }
        turns.sort_unstable();
    }

    /// Breaks ties once every due roll is made. Contenders who are still tied may roll again.
    fn break_ties(&mut self, ties: InitiativeTies) {
        if self.rerolls == 0 {
            for roller in &mut self.rollers {
                if let RollState::Made(own) = roller.roll {
                    roller.rank.level = own;
                }
            }
        } else {
            let before = self.rollers.clone();
            for roller in &mut self.rollers {
                let RollState::Made(own) = roller.roll else { continue };
                let better = |other: &&Contender| {
                    other.rank == roller.rank && matches!(other.roll, RollState::Made(total) if total > own)
                };
                roller.rank.behind += before.iter().filter(better).count() as u16;
            }
        }
        let again = ties == InitiativeTies::Reroll && self.rerolls < MOST_REROLLS;
        for one in 0..self.rollers.len() {
            let rank = self.rollers[one].rank;
            let equal = again && self.rollers.iter().filter(|other| other.rank == rank).count() > 1;
            self.rollers[one].roll = if equal { RollState::Due } else { RollState::Settled };
        }
        self.rerolls += 1;
    }

    /// The positions of all contenders, counted from 1, once everything is settled. Contenders with equal positions act
    /// together.
    fn positions(&self, ties: InitiativeTies) -> Vec<OrderPositions> {
        let second = |roller: &Contender| roller.twice.then(|| roller.rank.second_attack(ties));
        let places = self.rollers.iter().flat_map(|roller| [Some(roller.rank), second(roller)]);
        let mut steps: Vec<_> = places.flatten().map(InitiativeRank::key).collect();
        steps.sort_unstable();
        steps.dedup();
        let turn = |rank: InitiativeRank| 1 + steps.partition_point(|step| *step < rank.key()) as u16;
        let acts = |roller: &Contender| OrderPositions {
            who: roller.who,
            first: turn(roller.rank),
            second: second(roller).map_or(0, turn),
        };
        self.rollers.iter().map(acts).collect()
    }
}

impl Phase for Initiative {
    type Position = ();
    type Question = Arc<OrderRolls>;
    type Outcome = OrderOutcome;

    fn first_position(fight: &Fight, clock: u16) -> Option<()> {
        (fight.rounds.in_turns(clock) && !fight.rounds.in_one_turn(clock)).then_some(())
    }

    fn next(fight: &Fight, scene: Scene<'_>, _at: &()) -> Prompt<Arc<OrderRolls>, OrderOutcome> {
        Prompt::Roll(Arc::new(OrderRolls::new(fight, scene)))
    }

    fn roll(
        fight: &Fight,
        rolls: &Arc<OrderRolls>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> OrderOutcome {
        let rolls = OrderRolls::clone(rolls).advance(fight, chance, observer);
        match rolls.is_settled() {
            true => OrderOutcome::Known(rolls.positions(fight.rules.initiative_ties)),
            false => OrderOutcome::Rolling(Arc::new(rolls)),
        }
    }

    /// Like the default, but does not copy the rolls each time.
    fn roll_with_follow_ups(
        fight: &Fight,
        rolls: &Arc<OrderRolls>,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> OrderOutcome {
        let mut rolls = OrderRolls::clone(rolls);
        rolls.roll_rest(fight, chance, observer);
        OrderOutcome::Known(rolls.positions(fight.rules.initiative_ties))
    }

    fn follow_up(outcome: &OrderOutcome) -> Option<Arc<OrderRolls>> {
        match outcome {
            OrderOutcome::Rolling(rolls) => Some(Arc::clone(rolls)),
            OrderOutcome::Known(_) => None,
        }
    }

    /// Always false: a question contains all rolls made so far.
    fn is_worth_caching(_rolls: &Arc<OrderRolls>) -> bool {
        false
    }

    /// Stores every fighter's position in the order of this round.
    fn apply(
        fight: &Fight,
        scene: &mut SceneMut<'_>,
        _at: &(),
        outcome: &OrderOutcome,
        _observer: &mut impl Observer,
    ) -> PhaseStep<()> {
        let OrderOutcome::Known(turns) = outcome else { return PhaseStep::Continue(()) };
        let take = |body: &mut Body, acts: &OrderPositions| {
            body.turn = acts.first;
            body.again = if fight.tactics.stance(body.stance).second.is_some() { acts.second } else { 0 };
        };
        for acts in turns {
            match ranks_sides(fight) {
                true => {
                    members_of_side(fight, acts.who).for_each(|who| take(&mut scene.bodies[usize::from(who)], acts));
                }
                false => take(&mut scene.bodies[usize::from(acts.who)], acts),
            }
        }
        PhaseStep::Done
    }
}
