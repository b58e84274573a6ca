//! The fast path for fights of more than two fighters in which all strike at the same time and nothing but wounds can
//! happen to them. Only wounds change from round to round, and only after a hit.
//!
//! A round must have the same result as [`step`](crate::combat::State::step). A test in `play/mod.rs` checks this for
//! the loop, and one in `exact/fight` for the solver, which solves such fights group by group.

use super::duel::Duel;
use super::hits::feel_wounds;
use crate::chance::Chance;
use crate::combat::condition::{Body, RollModifiers, Roster};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::exchanges::{
    BrawlSetup, Focus, Foe, exchange, meet, open_brawl, paired_fighters, preferred_blow,
};
use crate::combat::resolve::{after, damage, mark, report_fallen};
use crate::combat::result::{FirstBlood, PlayedFight};
use crate::combat::round::{KeptConditions, canonicalize_bodies, canonicalize_ended_bodies, plain_rounds};
use crate::combat::tables::{Fight, Groups, PlainRounds};
use crate::dice::Dice;
use crate::rules::{Condition, MobRoll};
use smallvec::SmallVec;

/// The blows that a group lands in one round; rarely more than one.
pub type Blows = SmallVec<[Blow; 1]>;

/// A receiver for the blows that a group lands, one after another.
trait BlowReceiver {
    /// Receives a blow that has landed. Its damage has not been rolled yet.
    fn land(&mut self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer);
}

impl BlowReceiver for Blows {
    #[inline(always)]
    fn land(&mut self, blow: Blow, _chance: &mut impl Chance, _observer: &mut impl Observer) {
        self.push(blow);
    }
}

/// A receiver that rolls the damage of each blow and marks its wound.
struct Targets<'a> {
    fight: &'a Fight,
    bodies: &'a mut [Body],
    /// Roster indexes of the fighters hit so far.
    hit: &'a mut Vec<u16>,
}

impl BlowReceiver for Targets<'_> {
    // Not inlined otherwise, which slows fights of many by 7 %.
    #[inline(always)]
    fn land(&mut self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) {
        let severity = damage(self.fight, blow, chance, observer);
        mark(self.fight, self.bodies, blow.target, severity, observer);
        self.hit.push(blow.target);
    }
}

/// The state of a fight that [`play_melee`] plays.
struct Melee<'a> {
    bodies: &'a mut [Body],
    /// Wound penalty to skill of each fighter, in roster order (M1).
    penalties: Vec<i8>,
    /// Roster indices of the fighters hit this round.
    hit: Vec<u16>,
    /// Whether any fighter has fallen so far.
    fell: bool,
    clock: u16,
}

/// Plays a fight of simultaneous rounds, in which only wounds can happen, to its end or to the round limit.
#[inline(always)]
pub(crate) fn play_melee<R: Roster, C: Chance>(
    fight: &Fight,
    mut fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
) -> PlayedFight<R> {
    let bodies = fighters.bodies_mut();
    let mut groups = Groups::find(fight, bodies);
    let penalties = (0u16..).zip(&*bodies).map(|(who, body)| fight.health(who, body).penalty).collect();
    let hit = Vec::with_capacity(bodies.len());
    let mut melee = Melee { bodies, penalties, hit, fell: false, clock: 0 };
    let (mut rounds, mut over) = (0, false);
    let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
    while !over && rounds < fight.rounds.limit && !chance.is_over() {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        for group in 0..groups.count() {
            group_round(fight, &mut melee, &groups, group, chance, observer);
        }
        melee.clock = fight.rounds.clock_after(melee.clock);
        if melee.hit.is_empty() {
            continue;
        }
        feel_hits(fight, &mut melee, &mut groups, observer);
        if first_blood == FirstBlood::NotYet {
            first_blood = FirstBlood::of(fight, melee.bodies);
            first_blood_in = rounds;
        }
        over = groups.count() == 0 || fight.rules.ends_at.is_some() && !fight.contested(melee.bodies);
    }
    let winner = if over { fight.winning_side(fighters.bodies()) } else { None };
    let first_blood_in = first_blood.round(first_blood_in);
    PlayedFight { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters }
}

/// Plays one round of the group with the index `group`.
#[inline(always)]
fn group_round(
    fight: &Fight,
    melee: &mut Melee,
    groups: &Groups,
    group: usize,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let Melee { bodies, penalties, hit, clock, .. } = melee;
    let penalty = |who: u16| penalties[usize::from(who)];
    let (lone, foes) = (groups.lone(group), groups.foes(group));
    let mut targets = Targets { fight, bodies, hit };
    exchange_in_group(fight, *clock, lone, foes, penalty, &mut targets, chance, observer);
}

/// Lets a lone fighter and its foes exchange blows, and passes the blows that land to `blows` in order. `penalty`
/// returns the wound penalty of a fighter.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "all that a group's round depends on")]
fn exchange_in_group(
    fight: &Fight,
    clock: u16,
    lone: u16,
    foes: impl ExactSizeIterator<Item = u16> + Clone,
    penalty: impl Fn(u16) -> i8,
    blows: &mut impl BlowReceiver,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let Some(first) = foes.clone().next() else { return };
    if foes.len() == 1 {
        let pairing = fight.roster.pairing([lone, first]);
        let penalties = [penalty(lone), penalty(first)];
        if let Some(blow) = exchange(fight, clock, penalties, &paired_fighters(fight, &pairing), chance, observer) {
            blows.land(blow, chance, observer);
        }
        return;
    }
    let modifiers = RollModifiers::of_wounds(penalty(lone));
    let able_foes = foes.len() as u16;
    let setup = BrawlSetup { lone, first_foe: first, able_foes, clock, modifiers, focus: Focus::All };
    let mut brawl = open_brawl::<false>(fight, setup, chance, observer);
    for who in foes {
        let foe =
            Foe { who, modifiers: RollModifiers::of_wounds(penalty(who)), outpaces: false, rank: 0, lone_additions: 0 };
        if let Some(blow) = meet::<false>(fight, &mut brawl, foe, clock, chance, observer) {
            blows.land(blow, chance, observer);
        }
    }
    if let Some(blow) = preferred_blow(fight, &brawl, observer) {
        blows.land(blow, chance, observer);
    }
}

/// Makes the wounds of the round felt, and removes fallen fighters from the groups.
fn feel_hits(fight: &Fight, melee: &mut Melee, groups: &mut Groups, observer: &mut impl Observer) {
    let Melee { bodies, penalties, hit, fell, .. } = melee;
    let nobody_fell = !*fell;
    feel_wounds(fight, bodies, hit, nobody_fell, observer, |who, Condition { penalty, fit, .. }| {
        penalties[usize::from(who)] = penalty;
        if !fit {
            groups.remove_fallen(fight.roster.side(who), who);
            *fell = true;
        }
    });
}

/// A fight in which fighters can be wounded and nothing else can happen to them, as the exact solver plays it. It plays
/// simultaneous rounds group by group, and rounds in turns attack by attack.
#[derive(Debug, Clone, Copy)]
pub struct PlainFight<'f>(&'f Fight);

impl<'f> PlainFight<'f> {
    /// The view of `fight` for the solver. `None` unless all strike at the same time and nothing but wounds can happen
    /// to fighters.
    pub fn of(fight: &'f Fight) -> Option<Self> {
        (plain_rounds(fight) == Some(PlainRounds::Exchanges)).then_some(Self(fight))
    }

    /// The view of a fight in turns for the solver.
    pub(super) fn in_turns(fight: &'f Fight) -> Self {
        Self(fight)
    }

    /// The groups of a round. Each group lists the fighter who faces one or more foes, then those foes.
    pub fn groups(&self, bodies: &[Body]) -> Vec<Vec<u16>> {
        let groups = Groups::find(self.0, bodies);
        (0..groups.count()).map(|group| [groups.lone(group)].into_iter().chain(groups.foes(group)).collect()).collect()
    }

    /// For `group`: the number of dice combinations, and the number of combinations of its fighters' wound penalties.
    pub fn combinations(&self, group: &[u16]) -> [u64; 2] {
        let fight = self.0;
        let faces = |dice: &Dice| dice.pmf().iter().count() as u64;
        // A mob may share one roll (M16).
        let mob = |first| fight.roster.kind(first).mob_dice();
        let rolls = match *group {
            [lone, first, _, ..] if fight.rules.mob_roll != MobRoll::Each => {
                faces(&fight.roster.kind(lone).dice) * faces(mob(first))
            }
            _ => group.iter().map(|who| faces(&fight.roster.kind(*who).dice)).fold(1, u64::saturating_mul),
        };
        [rolls, group.iter().map(|who| fight.roster.track(*who).penalties() as u64).fold(1, u64::saturating_mul)]
    }

    /// The view of a group of two as a duel.
    pub fn pair(&self, pair: [u16; 2]) -> Duel<'f> {
        Duel::between(self.0, &self.0.roster.pairing(pair))
    }

    /// Rolls the round of `group` and returns the blows that land, in order. `penalties` are the wound penalties of its
    /// members, in the order of `group`.
    #[inline]
    pub fn exchange<C: Chance>(
        &self,
        clock: u16,
        group: &[u16],
        penalties: &[i8],
        chance: &mut C,
        observer: &mut impl Observer,
    ) -> Blows {
        let mut blows = Blows::new();
        let place = |who| group.iter().position(|one| *one == who).unwrap_or_default();
        let foes = group[1..].iter().copied();
        let penalty = |who| penalties[place(who)];
        exchange_in_group(self.0, clock, group[0], foes, penalty, &mut blows, chance, observer);
        blows
    }

    /// Rolls the damage of a blow and returns its severity.
    #[inline]
    pub fn severity(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        damage(self.0, blow, chance, observer)
    }

    /// The wound penalty to the skill of fighter `who` if its track state is `wounds` (M1).
    #[inline]
    pub fn penalty(&self, who: u16, wounds: u16) -> i8 {
        self.0.roster.track(who).condition(wounds).penalty
    }

    /// Whether fighter `who` can fight on if its track state is `wounds`. Also false if that state ends the fight.
    #[inline]
    pub fn can_fight_on(&self, who: u16, wounds: u16) -> bool {
        // On this track, a mark that ends the fight also puts the fighter out.
        self.0.roster.track(who).condition(wounds).fit
    }

    /// The track state of fighter `who` after a wound of `severity`. `wounds` is its track state before.
    #[inline]
    pub fn hit(&self, who: u16, wounds: u16, severity: u8, observer: &mut impl Observer) -> u16 {
        after(self.0.roster.track(who), who, wounds, severity, observer)
    }

    /// Ends a round in which a fighter fell, or got a wound that ends the fight. Puts `bodies` into canonical form, and
    /// returns whether the fight continues.
    pub fn end_round(&self, bodies: &mut [Body], observer: &mut impl Observer) -> bool {
        report_fallen(self.0, bodies, observer);
        let goes_on = self.0.contested(bodies);
        bodies.iter_mut().for_each(|body| body.group = 0);
        match goes_on {
            true => canonicalize_bodies(self.0, bodies, KeptConditions::Level),
            false => canonicalize_ended_bodies(self.0, bodies, KeptConditions::Level),
        }
        goes_on
    }
}
