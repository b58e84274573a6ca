//! A fight in turns in which fighters can be wounded and nothing else, in a loop of its own: whom somebody attacks is looked up again only
//! when somebody has fallen. What a round comes to is what [`step`](crate::combat::State::step) says; a test in `play/mod.rs` holds
//! this loop to that.

use super::hits::felt_now;
use super::melee::PlainFight;
use crate::chance::Chance;
use crate::combat::condition::{Body, Roster, Scene, SceneMut};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::order::{OrderedTurn, Rolls};
use crate::combat::phases::turns::{PlainAttack, outnumbered_by_group, plain_action, plain_attack};
use crate::combat::resolve::{damage, mark};
use crate::combat::result::{FirstBlood, Played};
use crate::combat::round::plain_rounds;
use crate::combat::tables::{Fight, PlainRounds};

/// What a fighter's turns depend on, looked up once.
#[derive(Debug, Clone, Copy)]
struct TurnState {
    /// What the wounds felt take from skill (M1).
    penalty: i8,
    fit: bool,
    /// How many avoidances of this round have been made, where they are counted.
    spent: u8,
    /// What the foes of the group take from skill this round (M15).
    outnumbered: i16,
    /// Whom the fighter attacks; none where that is not known yet.
    target: Option<u16>,
}

/// Where such a fight stands.
struct TurnFight<'a> {
    fight: &'a Fight,
    bodies: &'a mut [Body],
    fighters: Vec<TurnState>,
    /// Who was hit at this point of the order.
    hit: Vec<u16>,
    clock: u16,
}

/// Plays it as [`play`](super::play) does.
pub(super) fn play_turns<R: Roster, C: Chance>(
    fight: &Fight,
    mut fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
) -> Played<R> {
    let mut standing = TurnFight::new(fight, fighters.bodies_mut());
    let (mut rolls, mut turns) = (Rolls::default(), Vec::new());
    let (mut rounds, mut over, mut fell) = (0, false, false);
    let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
    while !over && rounds < fight.round_limit() && !chance.is_over() {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        if rounds == 1 || !fight.keeps_order() {
            rolls.order(fight, standing.scene(), &mut turns, chance, observer);
        }
        let (mut bled, mut falls) = (false, false);
        for together in turns.chunk_by(|one, next| one.is_with(*next)) {
            together.iter().for_each(|turn| standing.take(*turn, chance, observer));
            if standing.hit.is_empty() {
                continue;
            }
            bled = true;
            if standing.feel(!fell, observer) {
                (fell, falls) = (true, true);
                over = !fight.contested(standing.bodies);
                if over {
                    break;
                }
            }
        }
        if bled && first_blood == FirstBlood::NotYet {
            first_blood = FirstBlood::of(fight, standing.bodies);
            first_blood_in = rounds;
        }
        standing.end_round(falls);
    }
    let winner = if over { fight.standing(fighters.bodies()) } else { None };
    let first_blood_in = first_blood.round(first_blood_in);
    Played { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters }
}

impl<'a> TurnFight<'a> {
    fn new(fight: &'a Fight, bodies: &'a mut [Body]) -> Self {
        let fighter = |(who, body): (u16, &Body)| {
            let health = fight.health(who, body);
            TurnState { penalty: health.penalty, fit: health.fit, spent: 0, outnumbered: 0, target: None }
        };
        let fighters = (0u16..).zip(&*bodies).map(fighter).collect();
        let mut standing = Self { fight, hit: Vec::with_capacity(bodies.len()), bodies, fighters, clock: 0 };
        standing.share_out();
        standing
    }

    fn scene(&self) -> Scene<'_> {
        Scene { clock: self.clock, bodies: self.bodies }
    }

    /// Who fights whom from this round on.
    fn share_out(&mut self) {
        let Self { fight, ref mut bodies, ref mut fighters, clock, .. } = *self;
        fight.share_out(&mut SceneMut { clock, bodies });
        let scene = Scene { clock, bodies };
        for (who, fighter) in (0u16..).zip(fighters) {
            fighter.outnumbered = outnumbered_by_group(fight, scene, who);
            fighter.target = None;
        }
    }

    /// A fighter takes a turn, if fit.
    #[inline(always)]
    fn take(&mut self, turn: OrderedTurn, chance: &mut impl Chance, observer: &mut impl Observer) {
        let by = turn.who();
        if !self.fighters[usize::from(by)].fit {
            return;
        }
        let Some(target) = self.target(by) else { return };
        let Some(blow) = self.act([by, target], chance, observer) else { return };
        let severity = damage(self.fight, blow, chance, observer);
        mark(self.fight, self.bodies, blow.target, severity, observer);
        self.hit.push(blow.target);
    }

    /// Whom a fighter acts against.
    #[inline(always)]
    fn target(&mut self, by: u16) -> Option<u16> {
        let known = self.fighters[usize::from(by)].target;
        known.or_else(|| {
            let found = self.fight.first_foe(self.scene(), by);
            self.fighters[usize::from(by)].target = found;
            found
        })
    }

    /// What a fighter does: the blow that hits, if one does.
    #[inline(always)]
    fn act(
        &mut self,
        pair @ [by, target]: [u16; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let own = pair.map(|who| self.fighters[usize::from(who)]);
        let penalties = [own[0].penalty, own[1].penalty];
        if self.fight.rules.pacing.players_act() {
            return plain_action(self.fight, self.scene(), pair, penalties, chance, observer);
        }
        let outnumbered = [own[0].outnumbered, own[1].outnumbered];
        let attack = PlainAttack { by, target, clock: self.clock, penalties, outnumbered, spent: own[1].spent };
        let (blow, spent) = plain_attack(self.fight, attack, chance, observer);
        self.fighters[usize::from(target)].spent = spent;
        blow
    }

    /// All who act at a point of the order have acted: their blows are felt. Whether somebody fell; `first`: nobody had before.
    fn feel(&mut self, first: bool, observer: &mut impl Observer) -> bool {
        let Self { fight, bodies, fighters, hit, .. } = self;
        let mut fell = false;
        felt_now(fight, bodies, hit, first, observer, |who, health| {
            let fighter = &mut fighters[usize::from(who)];
            (fighter.penalty, fighter.fit) = (health.penalty, health.fit);
            fell |= !health.fit;
        });
        if fell {
            self.fighters.iter_mut().for_each(|fighter| fighter.target = None);
        }
        fell
    }

    /// The round is over, in which somebody fell or not.
    fn end_round(&mut self, fell: bool) {
        self.clock = self.fight.clock_after(self.clock);
        self.fighters.iter_mut().for_each(|fighter| fighter.spent = 0);
        if fell {
            self.share_out();
        }
    }
}

/// A duel in turns in which the two can be wounded and nothing else, as the solver takes it: attack by attack.
#[derive(Debug, Clone, Copy)]
pub struct TurnDuel<'f> {
    fight: &'f Fight,
    plain: PlainFight<'f>,
}

impl<'f> TurnDuel<'f> {
    /// The duel that a fight is, if it is one whose order is rolled for each round.
    pub fn of(fight: &'f Fight) -> Option<Self> {
        let in_turns = plain_rounds(fight) == Some(PlainRounds::Turns) && !fight.rules.pacing.players_act();
        let is_one = in_turns && fight.duel.is_some() && !fight.keeps_order();
        is_one.then(|| Self { fight, plain: PlainFight::in_turns(fight) })
    }

    /// What it shares with other fights of this kind.
    pub fn plain(&self) -> PlainFight<'f> {
        self.plain
    }

    /// One attacks the other, when wounds take so much from their skills: the blow that hits, if one does. Each is attacked once a round, so
    /// that it does not matter whether avoidances are counted.
    #[inline(always)]
    pub fn attack(
        &self,
        [by, target]: [u16; 2],
        clock: u16,
        penalties: [i8; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let attack = PlainAttack { by, target, clock, penalties, outnumbered: [0; 2], spent: 0 };
        plain_attack(self.fight, attack, chance, observer).0
    }
}
