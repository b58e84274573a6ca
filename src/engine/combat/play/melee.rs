//! A fight of many in which fighters can be wounded and nothing else, in a loop of its own: what changes from round to round is
//! who bears which wounds, and only after a hit. What a round comes to is what [`step`](crate::combat::State::step) says; a test in
//! `play/mod.rs` holds this loop to that, one in `exact/fight` the solver, which takes such fights group by group.

use super::duel::Duel;
use super::hits::felt_now;
use crate::chance::Chance;
use crate::combat::condition::{Body, RollModifiers, Roster};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::exchanges::{BrawlSetup, Focus, Foe, answer, exchange, meet, open_brawl, seats};
use crate::combat::resolve::{after, damage, mark, report_fallen};
use crate::combat::result::{FirstBlood, Played};
use crate::combat::round::{Kept, merge_ended, plain_rounds, sort_out};
use crate::combat::tables::{Fight, Groups, PlainRounds};
use crate::dice::Dice;
use crate::rules::{Condition, MobRoll};
use smallvec::SmallVec;

/// The blows of a group's round: hardly ever more than one hits.
pub type Blows = SmallVec<[Blow; 1]>;

/// Where the blows of a group go, one after the other.
trait TakesBlows {
    fn land(&mut self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer);
}

impl TakesBlows for Blows {
    #[inline(always)]
    fn land(&mut self, blow: Blow, _chance: &mut impl Chance, _observer: &mut impl Observer) {
        self.push(blow);
    }
}

/// The fighters, whom blows wound.
struct Targets<'a> {
    fight: &'a Fight,
    bodies: &'a mut [Body],
    hit: &'a mut Vec<u16>,
}

impl TakesBlows for Targets<'_> {
    // Not inlined otherwise, which costs fights of many 7 % of their time.
    #[inline(always)]
    fn land(&mut self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) {
        let severity = damage(self.fight, blow, chance, observer);
        mark(self.fight, self.bodies, blow.target, severity, observer);
        self.hit.push(blow.target);
    }
}

/// Where such a fight stands.
struct Melee<'a> {
    bodies: &'a mut [Body],
    /// What the wounds felt take from each fighter's skill (M1).
    penalties: Vec<i8>,
    /// Who was hit this round.
    hit: Vec<u16>,
    /// Whether somebody has fallen.
    fell: bool,
    clock: u16,
}

/// Plays it as [`play`](super::play) does.
#[inline(always)]
pub(crate) fn play_melee<R: Roster, C: Chance>(
    fight: &Fight,
    mut fighters: R,
    chance: &mut C,
    observer: &mut impl Observer,
) -> Played<R> {
    let bodies = fighters.bodies_mut();
    let mut groups = Groups::find(fight, bodies);
    let penalties = (0u16..).zip(&*bodies).map(|(who, body)| fight.health(who, body).penalty).collect();
    let hit = Vec::with_capacity(bodies.len());
    let mut melee = Melee { bodies, penalties, hit, fell: false, clock: 0 };
    let (mut rounds, mut over) = (0, false);
    let (mut first_blood, mut first_blood_in) = (FirstBlood::NotYet, 0);
    while !over && rounds < fight.round_limit() && !chance.is_over() {
        rounds += 1;
        chance.begin_round(rounds);
        observer.detail(Detail::Round { number: rounds });
        for group in 0..groups.count() {
            group_round(fight, &mut melee, &groups, group, chance, observer);
        }
        melee.clock = fight.clock_after(melee.clock);
        if melee.hit.is_empty() {
            continue;
        }
        feel_hits(fight, &mut melee, &mut groups, observer);
        if first_blood == FirstBlood::NotYet {
            first_blood = FirstBlood::of(fight, melee.bodies);
            first_blood_in = rounds;
        }
        over = groups.count() == 0 || fight.ends_at_mark && !fight.contested(melee.bodies);
    }
    let winner = if over { fight.standing(fighters.bodies()) } else { None };
    let first_blood_in = first_blood.round(first_blood_in);
    Played { rounds, undecided: !over, winner, first_blood, first_blood_in, fighters }
}

/// A round of a group.
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

/// The members of a group exchange blows, each of whom loses so much of skill to wounds; those that hit land in their order.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "all that a group's round depends on")]
fn exchange_in_group(
    fight: &Fight,
    clock: u16,
    lone: u16,
    foes: impl ExactSizeIterator<Item = u16> + Clone,
    penalty: impl Fn(u16) -> i8,
    blows: &mut impl TakesBlows,
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) {
    let Some(first) = foes.clone().next() else { return };
    if foes.len() == 1 {
        let pairing = fight.pairing([lone, first]);
        let penalties = [penalty(lone), penalty(first)];
        if let Some(blow) = exchange(fight, clock, penalties, &seats(fight, &pairing), chance, observer) {
            blows.land(blow, chance, observer);
        }
        return;
    }
    let modifiers = RollModifiers::of_wounds(penalty(lone));
    let able_foes = foes.len() as u16;
    let setup = BrawlSetup { lone, first, able_foes, clock, modifiers, aim: Focus::All };
    let mut brawl = open_brawl::<false>(fight, setup, chance, observer);
    for who in foes {
        let foe = Foe { who, modifiers: RollModifiers::of_wounds(penalty(who)), outpaces: false, rank: 0, lone_own: 0 };
        if let Some(blow) = meet::<false>(fight, &mut brawl, foe, clock, chance, observer) {
            blows.land(blow, chance, observer);
        }
    }
    if let Some(blow) = answer(fight, &brawl, observer) {
        blows.land(blow, chance, observer);
    }
}

/// The wounds of a round are felt, and who falls takes no part in the next.
fn feel_hits(fight: &Fight, melee: &mut Melee, groups: &mut Groups, observer: &mut impl Observer) {
    let Melee { bodies, penalties, hit, fell, .. } = melee;
    let nobody_fell = !*fell;
    felt_now(fight, bodies, hit, nobody_fell, observer, |who, Condition { penalty, fit, .. }| {
        penalties[usize::from(who)] = penalty;
        if !fit {
            groups.lose(fight.side(who), who);
            *fell = true;
        }
    });
}

/// A fight, a duel or one of many, in which fighters can be wounded and nothing else, as the solver takes it: group by group, or in
/// turns attack by attack.
#[derive(Debug, Clone, Copy)]
pub struct PlainFight<'f>(&'f Fight);

impl<'f> PlainFight<'f> {
    /// What a fight is, if it is one.
    pub fn of(fight: &'f Fight) -> Option<Self> {
        (plain_rounds(fight) == Some(PlainRounds::Exchanges)).then_some(Self(fight))
    }

    /// What a fight in turns is.
    pub(super) fn in_turns(fight: &'f Fight) -> Self {
        Self(fight)
    }

    /// Who fights whom in a round: for each group the one who faces one foe or more, then the foes.
    pub fn groups(&self, bodies: &[Body]) -> Vec<Vec<u16>> {
        let groups = Groups::find(self.0, bodies);
        (0..groups.count()).map(|group| [groups.lone(group)].into_iter().chain(groups.foes(group)).collect()).collect()
    }

    /// In how many ways the dice of such a group can fall, and for how many sets of wounds they differ.
    pub fn ways(&self, group: &[u16]) -> [u64; 2] {
        let fight = self.0;
        let faces = |dice: &Dice| dice.pmf().iter().count() as u64;
        // A mob may have one roll for all of it (M16).
        let mob = |first| fight.kind(first).mob_dice.as_ref().unwrap_or(&fight.kind(first).dice);
        let ways = match *group {
            [lone, first, _, ..] if fight.rules.mob_roll != MobRoll::Each => {
                faces(&fight.kind(lone).dice) * faces(mob(first))
            }
            _ => group.iter().map(|who| faces(&fight.kind(*who).dice)).fold(1, u64::saturating_mul),
        };
        [ways, group.iter().map(|who| fight.track(*who).penalties() as u64).fold(1, u64::saturating_mul)]
    }

    /// A group of two, as in a duel.
    pub fn pair(&self, pair: [u16; 2]) -> Duel<'f> {
        Duel::between(self.0, &self.0.pairing(pair))
    }

    /// The blows that hit in a group's round at this time, in their order, when wounds take so much from the skills of its members.
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

    /// The severity of a blow.
    #[inline]
    pub fn severity(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        damage(self.0, blow, chance, observer)
    }

    /// What wounds take from a fighter's skill (M1).
    #[inline]
    pub fn penalty(&self, who: u16, wounds: u16) -> i8 {
        self.0.track(who).condition(wounds).penalty
    }

    /// Whether a fighter with such wounds fights on, and the fight with them.
    #[inline]
    pub fn goes_on(&self, who: u16, wounds: u16) -> bool {
        // A mark that ends the fight puts out on this track.
        self.0.track(who).condition(wounds).fit
    }

    /// What a wound of this severity makes of a fighter's wounds.
    #[inline]
    pub fn hit(&self, who: u16, wounds: u16, severity: u8, observer: &mut impl Observer) -> u16 {
        after(self.0.track(who), who, wounds, severity, observer)
    }

    /// A round is over in which those in groups fought, and somebody fell or is marked so that the fight ends. Whether it goes on; and
    /// everybody as they are then, so that what differs in nothing that matters is equal.
    pub fn end_round(&self, bodies: &mut [Body], observer: &mut impl Observer) -> bool {
        report_fallen(self.0, bodies, observer);
        let goes_on = self.0.contested(bodies);
        bodies.iter_mut().for_each(|body| body.group = 0);
        match goes_on {
            true => sort_out(self.0, bodies, Kept::Level),
            false => merge_ended(self.0, bodies, Kept::Level),
        }
        goes_on
    }
}
