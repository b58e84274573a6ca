//! Rounds in which only player characters act (C5, C6, C9, A9; LITE), and fights told in one roll (C3, SRD 4.21).
//!
//! Each fit player character acts once a round, in the order of the roster, and each action counts at once: a turn of its
//! own (reading of C5, which knows no order). Whom it acts against follows from [`Fight::target`].

use super::cast::Cast;
use super::compile::Fight;
use super::event::{Detail, Event, Observer, Rolled, Shift};
use super::sight::{Change, Place};
use super::state::{Blow, HitModifiers, Roster, State};
use super::turns::Cost;
use crate::chance::{Ask, Chance, Purpose};
use crate::error::{Error, Result};
use crate::rules::fudge::Rows;
use crate::rules::{Boon, Pacing};
use std::cmp::Reverse;

/// An action of a player character who acts alone, with all that its rolls depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Act {
    /// Who acts.
    pub by: u16,
    /// Against whom.
    pub target: u16,
    clock: u16,
    /// What wounds take from the skill of both, 0 or less.
    wounds: [i8; 2],
    /// What else befell both adds to it.
    status: [i8; 2],
    /// What both may spend Fudge points on.
    rows: [Rows; 2],
    /// What Fudge points add to their dice.
    luck: [i8; 2],
    /// The points that who acts has left, where one roll decides the fight; else 0.
    left: u8,
    manner: Manner,
}

/// How a player character acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Manner {
    /// One of the two is hit (C5).
    Acts,
    /// The player character only defends (C5).
    Defends,
    /// The target is unaware of its foes: no roll (C9).
    Unaware,
    /// One roll decides the fight (C3).
    Story,
    /// A Fudge point decides it instead (P1).
    Bought,
}

/// Where only player characters act, nobody would roll for their friends who are none.
///
/// # Errors
/// A side with player characters and others.
pub(super) fn one_kind_a_side(cast: &Cast, pcs: &[bool]) -> Result<()> {
    let of = |side: usize, pc: bool| {
        let mut own = cast.fighters.iter().zip(pcs).filter(|(fighter, is_pc)| fighter.side == side && **is_pc == pc);
        own.next().map(|(fighter, _)| &fighter.name)
    };
    let mixed = (0..cast.sides.len()).find_map(|side| of(side, true).zip(of(side, false)));
    if let Some((pc, other)) = mixed {
        return Err(Error::input(format!("{other} fights beside {pc}, who is a player character, but is none"))
            .with_help("where only player characters act, give all of a side `pc = true`, or none"));
    }
    if !pcs.contains(&true) {
        return Err(Error::input("nobody in this fight is a player character, and only those act")
            .with_help("leave out `pc = false`, or give a side `pc = true`"));
    }
    Ok(())
}

impl Act {
    /// The two of it, with what they may spend Fudge points on and whether they roll.
    pub(super) fn players(&self) -> [(u16, Rows, bool); 2] {
        [(self.by, self.rows[0], true), (self.target, self.rows[1], self.manner != Manner::Story)]
    }

    /// The same with what Fudge points add to the dice of the two.
    pub(super) fn with_luck(self, luck: [i8; 2]) -> Self {
        Self { luck, ..self }
    }

    /// The points left to decide the fight with (P1).
    pub(super) fn left(&self) -> u8 {
        self.left
    }

    /// The same, decided by a Fudge point.
    pub(super) fn bought(self) -> Self {
        Self { manner: Manner::Bought, ..self }
    }
}

impl Fight {
    /// Who acts this round, in this order.
    pub(super) fn actors<R: Roster>(&self, state: &State<R>) -> Vec<u16> {
        let acting: Vec<u16> = self.fit(state.fighters.bodies()).filter(|&who| self.kind(who).pc).collect();
        match self.pacing {
            Pacing::Story => self.leader(&acting).into_iter().collect(),
            _ => acting,
        }
    }

    /// The best of the first player character's side rolls for all of it.
    fn leader(&self, acting: &[u16]) -> Option<u16> {
        let side = self.side(*acting.first()?);
        let skill = |who: u16| self.element(who).map(|foe| self.matchup(who, foe).skill);
        acting.iter().copied().filter(|&who| self.side(who) == side).max_by_key(|&who| (skill(who), Reverse(who)))
    }

    /// The strongest of those who stand against a fighter: the difficulty of a fight told in one roll.
    pub(super) fn element(&self, by: u16) -> Option<u16> {
        let foes = (0..self.fighters() as u16).filter(|&who| self.side(who) != self.side(by));
        foes.max_by_key(|&foe| (self.matchup(foe, by).skill, Reverse(foe)))
    }

    /// What a player character is about to do to a target.
    pub(super) fn act_of<R: Roster>(&self, state: &State<R>, by: u16, target: u16) -> Act {
        let wounds = [by, target].map(|who| self.penalty(state, who));
        let status = [by, target].map(|who| state.fighters.bodies()[usize::from(who)].status.burden());
        let manner = self.way_of_acting(state, by, target);
        let rows = [by, target]
            .map(|who| if self.acting.lucky { self.rows(state, who, Boon::is_for_rolls) } else { Rows::NONE });
        let left = if self.acting.lucky && manner == Manner::Story { self.points_left(state, by) } else { 0 };
        Act { by, target, clock: state.clock, wounds, status, rows, luck: [0; 2], left, manner }
    }

    /// How a player character acts against a target.
    fn way_of_acting<R: Roster>(&self, state: &State<R>, by: u16, target: u16) -> Manner {
        let felt = state.fighters.bodies()[usize::from(by)].felt;
        match self.pacing {
            Pacing::Story => Manner::Story,
            _ if self.is_surprised(target, state.clock) => Manner::Unaware,
            _ if self.kind(by).defends_at.is_some_and(|level| self.track(by).condition(felt).level >= level) => {
                Manner::Defends
            }
            _ => Manner::Acts,
        }
    }

    /// A player character acts.
    pub(super) fn act(&self, rank: u16, act: Act, chance: &mut impl Chance, observer: &mut impl Observer) -> Change {
        let Act { by: who, target, manner, .. } = act;
        observer.detail(Detail::Meet { one: who, other: target });
        match manner {
            Manner::Acts | Manner::Defends if self.acting.lucky => {
                let due = self.lucky_risk(act, chance, observer);
                match due.plain() {
                    Some(blow) => Change::Acted { rank, who, blow },
                    None => {
                        let place = Place::Turn { rank, then: (who + 1, 0), cost: Cost::default(), target };
                        Change::led_to(place, Box::new(due))
                    }
                }
            }
            Manner::Acts | Manner::Defends => Change::Acted { rank, who, blow: self.risk(act, chance, observer) },
            Manner::Story if self.acting.lucky => {
                Change::Settled { rank, who, cuts: self.lucky_story(act, chance, observer) }
            }
            Manner::Unaware | Manner::Story | Manner::Bought => {
                Change::Settled { rank, who, cuts: self.settle(act, chance, observer) }
            }
        }
    }

    /// A player character's roll against the foe's trait, or the foe's roll: the player character wins ties, and who loses
    /// is hit. Who only defends harms nobody.
    pub(super) fn risk(&self, act: Act, chance: &mut impl Chance, observer: &mut impl Observer) -> Option<Blow> {
        let Act { by, target, manner, .. } = act;
        let rolled = self.roll_of(act, [by, target], chance, observer);
        let opposed = self.roll_of(act, [target, by], chance, observer);
        let (degree, against) = (rolled.degree(), opposed.degree());
        if degree < against {
            let blow = self.lands(target, by, against - degree, against, HitModifiers::default(), observer);
            return blow.map(|blow| self.with_naturals([opposed.roll, rolled.roll], blow));
        }
        if manner == Manner::Defends {
            observer.note(Event::Avoided { by: target, target: by });
            return None;
        }
        let blow = self.lands(by, target, degree - against, degree, HitModifiers::default(), observer);
        blow.map(|blow| self.with_naturals([rolled.roll, opposed.roll], blow))
    }

    /// One of the two of an action rolls; whose dice always show the same does not.
    fn roll_of(
        &self,
        act: Act,
        [who, foe]: [u16; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Rolled {
        let own = usize::from(who != act.by);
        let ask = [Ask::new(who, Purpose::Attack), Ask::against(who, foe, Purpose::Avoid)][own];
        let kind = self.kind(who);
        // The difficulty of a story element is not rolled, whoever it stands for.
        let rolls = own == 0 || act.manner != Manner::Story;
        let rolled = Rolled {
            who,
            foe,
            skill: self.matchup(who, foe).skill,
            penalty: act.wounds[own].into(),
            status: act.status[own].into(),
            pace: 0,
            outnumbered: 0,
            passing: kind.passing(act.clock),
            tactic: Shift::Attack(0),
            roll: if rolls { chance.roll(ask, &kind.dice) } else { 0 },
            luck: act.luck[own].into(),
            cap: if rolls { kind.cap } else { [i32::MIN, i32::MAX] },
        };
        observer.detail(Detail::Rolled(rolled));
        rolled
    }

    /// An unaware foe is out without a roll; one roll decides a story element. Who is out, and the severity that does it.
    pub(super) fn settle(&self, act: Act, chance: &mut impl Chance, observer: &mut impl Observer) -> Vec<(u16, u8)> {
        let Act { by, target, manner, .. } = act;
        let beaten_by =
            |winner| (0..self.fighters() as u16).filter(|&who| self.side(who) != self.side(winner)).collect();
        let losers: Vec<u16> = match manner {
            Manner::Story => {
                let degree = self.roll_of(act, [by, target], chance, observer).degree();
                let against = self.roll_of(act, [target, by], chance, observer).degree();
                beaten_by(if degree >= against { by } else { target })
            }
            Manner::Bought => beaten_by(by),
            _ => {
                observer.note(Event::Hit { by, target, degree: 0, graze: false });
                vec![target]
            }
        };
        let out = |&target: &u16| (target, self.track(target).knock_out());
        let cuts: Vec<(u16, u8)> = losers.iter().map(out).collect();
        for &(target, severity) in &cuts {
            observer.detail(Detail::PutOut { by, target, severity });
            if manner == Manner::Unaware {
                observer.note(Event::Wound { by, target, severity });
            }
        }
        cuts
    }
}
