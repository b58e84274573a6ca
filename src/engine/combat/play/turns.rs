//! The fast path for fights in turns in which fighters can be wounded and nothing else can happen to them. Targets are
//! looked up again only after a fighter has fallen.
//!
//! A round must have the same result as [`step`](crate::combat::State::step). A test in `play/mod.rs` checks this.

use super::hits::feel_wounds;
use super::melee::PlainFight;
use crate::chance::Chance;
use crate::combat::condition::{Body, Roster, Scene, SceneMut};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::order::{OrderRolls, OrderedTurn};
use crate::combat::phases::turns::{PlainAttack, outnumbered_by_group, plain_action, plain_attack};
use crate::combat::resolve::{damage, mark};
use crate::combat::result::{FirstBlood, PlayedFight};
use crate::combat::round::plain_rounds;
use crate::combat::tables::{Fight, PlainRounds};

/// The figures of a fighter on which its turns depend, so that they need not be looked up each time.
#[derive(Debug, Clone, Copy)]
struct TurnState {
    /// Wound penalty to skill, usually 0 or less (M1).
    penalty: i8,
    fit: bool,
    /// Number of avoidances made this round, if they are counted.
    spent: u8,
    /// Penalty for the number of foes in the group, 0 or less (M15).
    outnumbered: i16,
    /// The foe that the fighter acts against; `None` if it has not been looked up yet.
    target: Option<u16>,
}

/// The state of a fight that [`play_turns`] plays.
struct TurnFight<'a> {
    fight: &'a Fight,
    bodies: &'a mut [Body],
    /// The figures of all fighters, in roster order.
    fighters: Vec<TurnState>,
    /// Roster indexes of the fighters hit at the current point of the turn order.
    hit: Vec<u16>,
    clock: u16,
}

/// Plays a fight in turns, in which only wounds can happen, to its end or to the round limit.
pub(super) fn play_turns<R: Roster, C: Chance>(
    fight: &Fight,
    mut fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
) -> PlayedFight<R> {
    let mut turn_fight = TurnFight::new(fight, fighters.bodies_mut());
    let (mut rolls, mut turns) = (OrderRolls::default(), Vec::new());
    let (mut rounds, mut over, mut fell) = (0, false, false);
    let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
    while !over && rounds < fight.rounds.limit && !chance.is_over() {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        if rounds == 1 || !fight.rounds.keeps_order {
            rolls.roll_order(fight, turn_fight.scene(), &mut turns, chance, observer);
        }
        let (mut bled, mut falls) = (false, false);
        for together in turns.chunk_by(|one, next| one.acts_with(*next)) {
            together.iter().for_each(|turn| turn_fight.take_turn(*turn, chance, observer));
            if turn_fight.hit.is_empty() {
                continue;
            }
            bled = true;
            if turn_fight.feel(!fell, observer) {
                (fell, falls) = (true, true);
                over = !fight.contested(turn_fight.bodies);
                if over {
                    break;
                }
            }
        }
        if bled && first_blood == FirstBlood::NotYet {
            first_blood = FirstBlood::of(fight, turn_fight.bodies);
            first_blood_in = rounds;
        }
        turn_fight.end_round(falls);
    }
    let winner = if over { fight.winning_side(fighters.bodies()) } else { None };
    let first_blood_in = first_blood.round(first_blood_in);
    PlayedFight { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters }
}

impl<'a> TurnFight<'a> {
    fn new(fight: &'a Fight, bodies: &'a mut [Body]) -> Self {
        let fighter = |(who, body): (u16, &Body)| {
            let health = fight.health(who, body);
            TurnState { penalty: health.penalty, fit: health.fit, spent: 0, outnumbered: 0, target: None }
        };
        let fighters = (0u16..).zip(&*bodies).map(fighter).collect();
        let mut turn_fight = Self { fight, hit: Vec::with_capacity(bodies.len()), bodies, fighters, clock: 0 };
        turn_fight.form_groups();
        turn_fight
    }

    fn scene(&self) -> Scene<'_> {
        Scene { clock: self.clock, bodies: self.bodies }
    }

    /// Forms the groups for the next rounds. All targets are then looked up again.
    fn form_groups(&mut self) {
        let Self { fight, ref mut bodies, ref mut fighters, clock, .. } = *self;
        fight.form_groups(&mut SceneMut { clock, bodies });
        let scene = Scene { clock, bodies };
        for (who, fighter) in (0u16..).zip(fighters) {
            fighter.outnumbered = outnumbered_by_group(fight, scene, who);
            fighter.target = None;
        }
    }

    /// Lets a fighter take its turn, if it is fit.
    #[inline(always)]
    fn take_turn(&mut self, turn: OrderedTurn, chance: &mut impl Chance, observer: &mut impl Observer) {
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

    /// The foe that the fighter `by` acts against, looked up if it is not known. `None` if there is no foe to act
    /// against.
    #[inline(always)]
    fn target(&mut self, by: u16) -> Option<u16> {
        let known = self.fighters[usize::from(by)].target;
        known.or_else(|| {
            let found = self.fight.first_foe(self.scene(), by);
            self.fighters[usize::from(by)].target = found;
            found
        })
    }

    /// Rolls the action of a fighter against its target, and returns the blow that hits, if any.
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

    /// Makes the wounds of all fighters in `hit` felt, and returns whether a fighter fell. `first` is whether no
    /// fighter has fallen before.
    fn feel(&mut self, first: bool, observer: &mut impl Observer) -> bool {
        let Self { fight, bodies, fighters, hit, .. } = self;
        let mut fell = false;
        feel_wounds(fight, bodies, hit, first, observer, |who, health| {
            let fighter = &mut fighters[usize::from(who)];
            (fighter.penalty, fighter.fit) = (health.penalty, health.fit);
            fell |= !health.fit;
        });
        if fell {
            self.fighters.iter_mut().for_each(|fighter| fighter.target = None);
        }
        fell
    }

    /// Ends the round. `fell` is whether a fighter fell in it.
    fn end_round(&mut self, fell: bool) {
        self.clock = self.fight.rounds.clock_after(self.clock);
        self.fighters.iter_mut().for_each(|fighter| fighter.spent = 0);
        if fell {
            self.form_groups();
        }
    }
}

/// A duel in turns in which fighters can be wounded and nothing else can happen to them. The exact solver plays it
/// attack by attack.
#[derive(Debug, Clone, Copy)]
pub struct TurnDuel<'f> {
    fight: &'f Fight,
    plain: PlainFight<'f>,
}

impl<'f> TurnDuel<'f> {
    /// The duel in `fight`. `None` if `fight` is not a duel in turns with wounds alone, or if the turn order is not
    /// rolled each round.
    pub fn of(fight: &'f Fight) -> Option<Self> {
        let in_turns = plain_rounds(fight) == Some(PlainRounds::Turns) && !fight.rules.pacing.players_act();
        let is_one = in_turns && fight.roster.duel.is_some() && !fight.rounds.keeps_order;
        is_one.then(|| Self { fight, plain: PlainFight::in_turns(fight) })
    }

    /// The duel as a [`PlainFight`].
    pub fn plain(&self) -> PlainFight<'f> {
        self.plain
    }

    /// Rolls an attack by the fighter `by` on `target` and returns the blow that hits, if any. `penalties` are the
    /// wound penalties of `by` and `target`.
    ///
    /// The number of earlier avoidances is taken as 0, because each fighter is attacked only once a round.
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
