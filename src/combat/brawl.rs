//! One against several (M15, M16; SRD 4.34, F93 4.62).

use super::compile::Fight;
use super::event::{Detail, Event, Observer};
use super::state::Blow;
use crate::chance::{Ask, Chance, Purpose};
use crate::rules::{LoneStrike, MobRoll, Outnumbered};

/// A lone fighter's round against several foes, who meet the one roll of the lone fighter one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Brawl {
    lone: u16,
    /// The lone fighter's roll with all that goes for every foe: wounds, passing modifiers, being outnumbered.
    total: i32,
    /// The one roll of all foes, where they share it (M16).
    mob: Option<i32>,
    standing: Standing,
    /// Whom the lone fighter would hit: of the foes bested, and of those bested by two levels.
    prizes: [Option<Prize>; 2],
}

/// How the lone fighter stands against the foes met so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Standing {
    /// Better than all.
    Free,
    /// As good as the best.
    Tied,
    /// Beaten by one at least: no blow of the lone fighter's lands this round.
    Beaten,
}

/// A foe whom the lone fighter may hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Prize {
    /// The foe's rolled degree: the lowest is chosen, then the first in the roster (reading 34).
    rolled: i32,
    blow: Blow,
}

/// What the rolls of a brawl depend on before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Odds {
    pub(super) lone: u16,
    /// The first of the foes.
    pub(super) first: u16,
    /// How many foes there are.
    pub(super) foes: u16,
    pub(super) clock: u16,
    /// What wounds take from the lone fighter's skill.
    pub(super) penalty: i8,
}

impl Fight {
    /// What so many foes take from the skill of one, 0 or less (M15).
    pub(super) fn outnumbered(&self, foes: u16) -> i32 {
        match self.outnumbered {
            Outnumbered::Off => 0,
            Outnumbered::PerFoe => -i32::from(foes.saturating_sub(1)),
            Outnumbered::Epic => -i32::from(foes / 2),
        }
    }

    /// The lone fighter's roll, and that of the mob where it has but one.
    pub(super) fn open_brawl(&self, odds: Odds, chance: &mut impl Chance, observer: &mut impl Observer) -> Brawl {
        let Odds { lone, first, foes, clock, penalty } = odds;
        observer.detail(Detail::Meet { one: lone, other: first });
        let kind = self.kind(lone);
        let passing = kind.passing(clock);
        let outnumbered = self.outnumbered(foes);
        let roll = chance.roll(Ask::new(lone, Purpose::Exchange), &kind.dice);
        let mob = match self.mob_roll {
            MobRoll::Each => None,
            _ => {
                let dice = self.kind(first).mob_dice.as_ref().unwrap_or(&self.kind(first).dice);
                let roll = chance.roll(Ask::new(first, Purpose::Exchange), dice);
                observer.detail(Detail::MobRolled { first, roll });
                Some(roll)
            }
        };
        observer.detail(Detail::LoneRolled { who: lone, foes, penalty: penalty.into(), passing, outnumbered, roll });
        let total = roll + i32::from(penalty) + passing + outnumbered;
        Brawl { lone, total, mob, standing: Standing::Free, prizes: [None; 2] }
    }

    /// The next foe rolls and meets the lone fighter's result: perhaps a blow that hits the lone fighter.
    #[inline]
    pub(super) fn meet(
        &self,
        brawl: &mut Brawl,
        foe: u16,
        clock: u16,
        penalty: i8,
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        let lone = brawl.lone;
        let own = self.matchup(lone, foe);
        let theirs = self.matchup(foe, lone);
        let kind = self.kind(foe);
        let passing = kind.passing(clock);
        let roll = match brawl.mob {
            Some(roll) => roll,
            None => chance.roll(Ask::new(foe, Purpose::Exchange), &kind.dice),
        };
        let degree = self.kind(lone).capped(own.skill + brawl.total);
        let rolled = kind.capped(theirs.skill + i32::from(penalty) + passing + roll);
        let (skill, penalty) = (theirs.skill, penalty.into());
        observer.detail(Detail::Rolled { who: foe, foe: lone, skill, penalty, passing, roll, degree: rolled });
        let relative = degree - rolled;
        let tie = if relative == 0 { self.wins_tie([lone, foe]) } else { None };
        if relative < 0 || tie == Some(1) {
            brawl.beaten();
            return self.lands(foe, lone, -relative, rolled, observer);
        }
        if relative == 0 && tie.is_none() {
            brawl.tied(self.lone_strike);
        } else if degree >= own.minimum {
            let blow = self.blow(lone, foe, clamped(relative));
            brawl.bested(Prize { rolled, blow });
        }
        None
    }

    /// The lone fighter's blow, once all foes have been met.
    pub(super) fn answer(&self, brawl: &Brawl, observer: &mut impl Observer) -> Option<Blow> {
        let prize = match brawl.standing {
            Standing::Free => brawl.prizes[0],
            Standing::Tied => brawl.prizes[1],
            Standing::Beaten => None,
        };
        let blow = prize.map(|prize| prize.blow)?;
        let Blow { by, target, degree, .. } = blow;
        observer.note(Event::Hit { by, target, degree, graze: self.grazes && degree <= 1 });
        Some(blow)
    }

    /// A blow that has won lands if it reaches the minimum to hit (C7).
    #[inline(always)]
    pub(super) fn lands(
        &self,
        by: u16,
        target: u16,
        relative: i32,
        rolled: i32,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        if rolled < self.matchup(by, target).minimum {
            observer.note(Event::BelowMinimum { by });
            return None;
        }
        let degree = clamped(relative);
        observer.note(Event::Hit { by, target, degree, graze: self.grazes && degree <= 1 });
        Some(self.blow(by, target, degree))
    }
}

/// A relative degree, within what a blow holds.
#[inline(always)]
fn clamped(relative: i32) -> i16 {
    relative.min(i16::MAX.into()) as i16
}

impl Brawl {
    fn beaten(&mut self) {
        self.standing = Standing::Beaten;
        // Nobody can be hit any more: what could have been no longer tells two brawls apart.
        self.prizes = [None; 2];
    }

    fn tied(&mut self, rule: LoneStrike) {
        match (rule, self.standing) {
            (LoneStrike::BeatAll, _) => self.beaten(),
            (LoneStrike::BeatOrTie, Standing::Free) => {
                self.standing = Standing::Tied;
                self.prizes[0] = None;
            }
            _ => {}
        }
    }

    fn bested(&mut self, prize: Prize) {
        let open = match self.standing {
            Standing::Free => [true, prize.blow.degree >= 2],
            Standing::Tied => [false, prize.blow.degree >= 2],
            Standing::Beaten => [false; 2],
        };
        for (slot, _) in self.prizes.iter_mut().zip(open).filter(|(_, open)| *open) {
            if slot.is_none_or(|held| prize.rolled < held.rolled) {
                *slot = Some(prize);
            }
        }
    }
}

/// A brawl in the middle, for those who take it roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scene {
    odds: Odds,
    /// The foes, with what wounds take from their skill.
    foes: Vec<(u16, i8)>,
    brawl: Option<Brawl>,
    /// How many foes have met the lone fighter's result.
    met: usize,
    /// A blow whose damage is due.
    due: Option<Blow>,
    /// The blows that hit: whom, and how severely.
    cuts: Vec<(u16, u8)>,
}

impl Scene {
    /// A brawl of these that is about to begin. There is at least one foe.
    pub(super) fn new(lone: u16, foes: Vec<(u16, i8)>, clock: u16, penalty: i8) -> Self {
        let odds = Odds { lone, first: foes[0].0, foes: foes.len() as u16, clock, penalty };
        Self { odds, foes, brawl: None, met: 0, due: None, cuts: Vec::new() }
    }

    /// The blows that hit, once it is over.
    pub(super) fn into_cuts(self) -> Result<Vec<(u16, u8)>, Self> {
        let over = self.due.is_none() && self.met > self.foes.len();
        if over { Ok(self.cuts) } else { Err(self) }
    }

    /// The next roll: the lone fighter's, a foe's, or the damage of a blow.
    pub(super) fn advance(mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) -> Self {
        if let Some(blow) = self.due.take() {
            self.cuts.push((blow.target, fight.damage(blow, chance, observer)));
            return self;
        }
        let Some(brawl) = &mut self.brawl else {
            self.brawl = Some(fight.open_brawl(self.odds, chance, observer));
            return self;
        };
        self.due = match self.foes.get(self.met) {
            Some(&(foe, penalty)) => fight.meet(brawl, foe, self.odds.clock, penalty, chance, observer),
            None => fight.answer(brawl, observer),
        };
        self.met += 1;
        self
    }
}
