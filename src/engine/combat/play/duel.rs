//! A duel in which the two can be wounded and nothing else: what a round of it comes to, for a loop of its own here and for the exact
//! solver. All that either keeps is two states of wound tracks. What a round comes to is what
//! [`step`](crate::combat::State::step) says; a test in `play/mod.rs` holds the loop to that, one in `exact/fight` the solver.

use crate::chance::Chance;
use crate::combat::condition::{Exit, Roster};
use crate::combat::event::{Detail, Observer};
use crate::combat::hit::Blow;
use crate::combat::phases::exchanges::{Seat, exchange, seats};
use crate::combat::resolve::{after, damage};
use crate::combat::result::{Ending, FirstBlood, Played};
use crate::combat::round::plain_rounds;
use crate::combat::tables::{Fight, Pairing, PlainRounds};
use crate::rules::Condition;

/// The two of such a duel.
#[derive(Debug, Clone, Copy)]
pub struct Duel<'f> {
    fight: &'f Fight,
    seats: [Seat<'f>; 2],
}

/// What a hit does in such a duel.
#[derive(Debug, Clone, Copy)]
pub struct HitInDuel {
    /// The state of the track of whom it hit.
    pub wounds: u16,
    /// What the wounds then take from skill (M1).
    pub(crate) penalty: i8,
    /// Whether it ends the fight.
    pub ends: bool,
}

impl<'f> Duel<'f> {
    /// The duel that a fight is, if it is one.
    #[inline(always)]
    pub fn of(fight: &'f Fight) -> Option<Self> {
        let pairing = fight.duel.as_ref().filter(|_| plain_rounds(fight) == Some(PlainRounds::Exchanges))?;
        Some(Self::between(fight, pairing))
    }

    /// These two by themselves.
    #[inline(always)]
    pub(super) fn between(fight: &'f Fight, pairing: &Pairing) -> Self {
        Self { fight, seats: seats(fight, pairing) }
    }

    /// What wounds take from the skill of one of the two (M1).
    #[inline(always)]
    pub fn penalty(&self, own: usize, wounds: u16) -> i8 {
        self.seats[own].kind.track.condition(wounds).penalty
    }

    /// How many states the track of one of the two has.
    pub fn states(&self, own: usize) -> usize {
        self.seats[own].kind.track.states()
    }

    /// The two.
    pub fn fighters(&self) -> [u16; 2] {
        [0, 1].map(|own| self.seats[own].who)
    }

    /// The blow of a round that hits, if one does.
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

    /// Whom of the two it hits.
    #[inline(always)]
    pub fn target(&self, blow: Blow) -> usize {
        usize::from(blow.target == self.seats[1].who)
    }

    /// The severity of a blow.
    #[inline(always)]
    pub fn severity(&self, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) -> u8 {
        damage(self.fight, blow, chance, observer)
    }

    /// A wound of this severity is marked on one of the two, who bears these wounds.
    #[inline(always)]
    pub fn hit(&self, own: usize, severity: u8, wounds: u16, observer: &mut impl Observer) -> HitInDuel {
        let Seat { who, kind, .. } = self.seats[own];
        let wounds = after(&kind.track, who, wounds, severity, observer);
        // A mark that ends the fight puts out on this track.
        let Condition { penalty, fit, .. } = kind.track.condition(wounds);
        HitInDuel { wounds, penalty, ends: !fit }
    }
}

/// How such a duel went: all that [`Played`] says, with two states of wound tracks in place of the fighters.
#[derive(Debug, Clone, Copy)]
pub struct PlayedDuel {
    /// The rounds it took.
    pub rounds: u32,
    /// The side that won; none where the round limit stopped it.
    pub winner: Option<usize>,
    /// Who drew first blood.
    pub first_blood: FirstBlood,
    /// In which round; 0 if nobody did.
    pub first_blood_in: u32,
    /// The states of the two tracks.
    pub wounds: [u16; 2],
}

impl PlayedDuel {
    /// With these fighters, who were as the fight begins.
    #[inline(always)]
    pub fn with<R: Roster>(self, mut fighters: R) -> Played<R> {
        let Self { rounds, winner, first_blood, first_blood_in, wounds } = self;
        for (body, wounds) in fighters.bodies_mut().iter_mut().zip(wounds) {
            (body.felt, body.marked) = (wounds, wounds);
        }
        Played { rounds, undecided: winner.is_none(), winner, first_blood, first_blood_in, fighters }
    }
}

impl Duel<'_> {
    /// How one of the two ended who bears these wounds, as far as they say.
    #[inline(always)]
    pub fn ending(&self, own: usize, wounds: u16) -> Ending {
        let kind = self.seats[own].kind;
        let Condition { level, fit, .. } = kind.track.condition(wounds);
        let exit = (kind.yields && !fit && level < kind.out_at).then_some(Exit::Surrendered);
        Ending { level: level.into(), fit, awake: false, exit }
    }

    /// Plays it to its end, or to the round limit, as [`play`](super::play) does.
    #[inline(always)]
    pub fn play<C: Chance>(self, chance: &mut C, observer: &mut impl Observer) -> PlayedDuel {
        let Self { fight, ref seats } = self;
        let mut wounds = [0; 2];
        let mut penalties = [self.penalty(0, 0), self.penalty(1, 0)];
        let (mut rounds, mut clock) = (0, 0);
        let sides = [fight.side(seats[0].who), fight.side(seats[1].who)];
        let (mut winner, mut first_by, mut first_blood_in) = (None, 0, 0);
        while winner.is_none() && rounds < fight.round_limit() && !chance.is_over() {
            rounds += 1;
            chance.begin_round(rounds);
            observer.detail(Detail::Round { number: rounds });
            let blow = self.exchange(clock, penalties, chance, observer);
            clock = fight.clock_after(clock);
            let Some(blow) = blow else { continue };
            let (own, severity) = (self.target(blow), self.severity(blow, chance, observer));
            let HitInDuel { wounds: after, penalty, ends } = self.hit(own, severity, wounds[own], observer);
            // Written so that it compiles without a branch, since no processor can predict it.
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
