//! The fast path for duels in which fighters can be wounded and nothing else can happen to them. This loop and the
//! exact solver store nothing but the states of the two wound tracks.
//!
//! A round must have the same result as [`step`](crate::combat::State::step). A test in `play/mod.rs` checks this for
//! the loop, and one in `exact/fight` for the solver.

use crate::chance::Chance;
use crate::combat::condition::{Exit, Roster};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::exchanges::{PairedFighter, exchange, paired_fighters};
use crate::combat::resolve::{after, damage};
use crate::combat::result::{Ending, FirstBlood, PlayedFight};
use crate::combat::round::plain_rounds;
use crate::combat::tables::{Fight, Pairing, PlainRounds};
use crate::rules::Condition;

/// A duel in which fighters can be wounded and nothing else can happen to them.
#[derive(Debug, Clone, Copy)]
pub struct Duel<'f> {
    fight: &'f Fight,
    seats: [PairedFighter<'f>; 2],
}

/// The effect of a hit in a duel.
#[derive(Debug, Clone, Copy)]
pub struct HitInDuel {
    /// The track state of the fighter who was hit, after the hit.
    pub wounds: u16,
    /// That fighter's wound penalty to skill, usually 0 or less (M1).
    pub(crate) penalty: i8,
    /// Whether the hit ends the fight.
    pub ends: bool,
}

impl<'f> Duel<'f> {
    /// The duel in `fight`; `None` if the fast path does not apply to this fight.
    #[inline(always)]
    pub fn of(fight: &'f Fight) -> Option<Self> {
        let pairing = fight.roster.duel.as_ref().filter(|_| plain_rounds(fight) == Some(PlainRounds::Exchanges))?;
        Some(Self::between(fight, pairing))
    }

    #[inline(always)]
    pub(super) fn between(fight: &'f Fight, pairing: &Pairing) -> Self {
        Self { fight, seats: paired_fighters(fight, pairing) }
    }

    /// The wound penalty to the skill of fighter `own` (0 or 1) if its track state is `wounds` (M1).
    #[inline(always)]
    pub fn penalty(&self, own: usize, wounds: u16) -> i8 {
        self.seats[own].kind.track.condition(wounds).penalty
    }

    /// Number of track states of fighter `own` (0 or 1).
    pub fn states(&self, own: usize) -> usize {
        self.seats[own].kind.track.states()
    }

    /// Roster indices of the two fighters.
    pub fn fighters(&self) -> [u16; 2] {
        [0, 1].map(|own| self.seats[own].who)
    }

    /// Rolls an exchange of blows and returns the blow that hits; `None` if neither hits. `penalties` are the wound
    /// penalties of both fighters.
    #[inline(always)]
    pub fn exchange(
        &self,
        clock: u16,
        penalties: [i8; 2],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Option<Blow> {
        exchange(self.fight, clock, penalties, &self.seats, chance, observer)
    }

    /// The index (0 or 1) of the fighter that `blow` hits.
    #[inline(always)]
    pub fn target(&self, blow: Blow) -> usize {
        usize::from(blow.target == self.seats[1].who)
    }

    /// Rolls the damage of a blow and returns its severity.
    #[inline(always)]
    pub fn severity(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        damage(self.fight, blow, chance, observer)
    }

    /// Marks a wound of `severity` on fighter `own` (0 or 1). `wounds` is its track state before the hit.
    #[inline(always)]
    pub fn hit(&self, own: usize, severity: u8, wounds: u16, observer: &mut impl Observer) -> HitInDuel {
        let PairedFighter { who, kind, .. } = self.seats[own];
        let wounds = after(&kind.track, who, wounds, severity, observer);
        // On this track, a mark that ends the fight also puts the fighter out.
        let Condition { penalty, fit, .. } = kind.track.condition(wounds);
        HitInDuel { wounds, penalty, ends: !fit }
    }
}

/// The result of a [`Duel`]: like [`PlayedFight`], with two track states instead of the fighters.
#[derive(Debug, Clone, Copy)]
pub struct PlayedDuel {
    /// Number of rounds begun.
    pub rounds: u32,
    /// The side that won; `None` if the round limit stopped the fight.
    pub winner: Option<usize>,
    pub first_blood: FirstBlood,
    /// The round in which first blood was drawn; 0 if it was not drawn.
    pub first_blood_in: u32,
    /// Final track states of the two fighters.
    pub wounds: [u16; 2],
}

impl PlayedDuel {
    /// Converts the result to that of a fight. `fighters` are the two fighters in their starting states, whose wounds
    /// are then set to the final ones.
    #[inline(always)]
    pub fn into_played_fight<R: Roster>(self, mut fighters: R) -> PlayedFight<R> {
        let Self { rounds, winner, first_blood, first_blood_in, wounds } = self;
        for (body, wounds) in fighters.bodies_mut().iter_mut().zip(wounds) {
            (body.felt, body.marked) = (wounds, wounds);
        }
        PlayedFight { rounds, undecided: winner.is_none(), winner, first_blood, first_blood_in, fighters }
    }
}

impl Duel<'_> {
    /// The ending of fighter `own` (0 or 1) if its final track state is `wounds`. `awake` is always false.
    #[inline(always)]
    pub fn ending(&self, own: usize, wounds: u16) -> Ending {
        let kind = self.seats[own].kind;
        let Condition { level, fit, .. } = kind.track.condition(wounds);
        let exit = (kind.yields && !fit && level < kind.out_at).then_some(Exit::Surrendered);
        Ending { level: level.into(), fit, awake: false, exit }
    }

    /// Plays the duel to its end or to the round limit, like [`play`](super::play).
    #[inline(always)]
    pub fn play<C: Chance>(self, chance: &mut C, observer: &mut impl Observer) -> PlayedDuel {
        let Self { fight, ref seats } = self;
        let mut wounds = [0; 2];
        let mut penalties = [self.penalty(0, 0), self.penalty(1, 0)];
        let (mut rounds, mut clock) = (0, 0);
        let sides = [fight.roster.side(seats[0].who), fight.roster.side(seats[1].who)];
        let (mut winner, mut first_by, mut first_blood_in) = (None, 0, 0);
        while winner.is_none() && rounds < fight.rounds.limit && !chance.is_over() {
            rounds += 1;
            chance.begin_round(rounds);
            observer.detail(Detail::Round { number: rounds });
            let blow = self.exchange(clock, penalties, chance, observer);
            clock = fight.rounds.clock_after(clock);
            let Some(blow) = blow else { continue };
            let (own, severity) = (self.target(blow), self.severity(blow, chance, observer));
            let HitInDuel { wounds: after, penalty, ends } = self.hit(own, severity, wounds[own], observer);
            // Written to compile without a branch, since no processor could predict it.
            let first = first_blood_in == 0 && after > 0;
            (first_by, first_blood_in) = if first { (sides[1 - own], rounds) } else { (first_by, first_blood_in) };
            wounds[own] = after;
            penalties[own] = penalty;
            if ends {
                winner = Some(sides[1 - own]);
            }
        }
        let first_blood = if first_blood_in > 0 { FirstBlood::By(first_by) } else { FirstBlood::NotYet };
        PlayedDuel { rounds, winner, first_blood, first_blood_in, wounds }
    }
}
