//! The state of fighters: small plain data, each piece of which lasts a round, a fight or a campaign.
//!
//! A `Body` is the state of one fighter: its wounds, its place in the round, and a `Status` for everything else that
//! can be wrong with it. `RollModifiers` has the modifiers that a condition brings to rolls. An `Exit` is a way out of
//! the fight other than by wounds. `tables/exits.rs` finds the exits that are possible in a fight.

mod ailments;
mod exit;
mod lifetime;
mod modifiers;
mod spells;
mod status;

pub use ailments::Ailments;
pub use exit::Exit;
pub use lifetime::Lifetime;
pub(crate) use modifiers::MOST_ROLLED;
pub use modifiers::{Additions, Readiness, RollModifiers};
pub use spells::Enchantment;
pub use status::{Absence, Endurance, Status, WeaponState};

use lifetime::condition;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

condition! {
    /// The state of one fighter.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    Body {
        /// Track state with the wounds that are felt: only these count for penalties and fitness.
        campaign felt: u16,
        /// Track state with all wounds marked so far, felt or not.
        campaign marked: u16,
        /// The fighter's group this round, counted from 1; 0 if it is in none. Some fast paths do not set it.
        round group: u16,
        /// Position in the turn order, counted from 1. 0 in rounds without turns, and before the order is known.
        fight turn: u16,
        /// Position of a second attack in this round's turn order (M11), counted from 1; 0 without a second attack.
        round again: u16,
        /// Number of avoidances that the fighter has made this round; 0 if the rules do not limit them.
        round spent: u8,
        /// Whether the next defense is weaker because of a full attack, even in a later round (C2).
        fight open: bool,
        /// Index of this round's stance; 0 is the normal stance.
        round stance: u8,
        /// Result of this round's roll of speed; 0 if speed is not rolled (C11).
        round pace: i8,
        /// Everything other than wounds that can be wrong with the fighter.
        each status: Status,
    }
}

impl Body {
    /// Returns the state with which the fighter enters the next fight. It still contains the exit from the fight that
    /// ended.
    pub(crate) fn carried(self) -> Self {
        Self { status: self.status.carried(), ..self.after(Lifetime::Fight) }
    }
}

/// Writes a single word in most states, because the exact solver looks up states all the time. Tactics and status
/// effects add more words.
impl Hash for Body {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { felt, marked, group, turn, again, spent, open, stance, pace, status } = *self;
        let word = |parts: [u16; 4]| parts.into_iter().fold(0, |word, part| word << 16 | u64::from(part));
        state.write_u64(word([felt, marked, group, turn]));
        let tactics = word([again, spent.into(), stance.into(), u16::from_be_bytes([open.into(), pace as u8])]);
        if tactics > 0 {
            state.write_u64(tactics);
        }
        if status != Status::default() {
            status.hash(state);
        }
    }
}

/// A read-only view of all fighters at one moment of a fight.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Number of completed rounds, as long as rounds differ. After that, the clock cycles through the rounds that
    /// repeat.
    pub clock: u16,
    /// The fighters, in roster order.
    pub bodies: &'a [Body],
}

/// Like [`Scene`], but mutable.
#[derive(Debug)]
pub struct SceneMut<'a> {
    pub clock: u16,
    pub bodies: &'a mut [Body],
}

impl SceneMut<'_> {
    /// A read-only view of the same moment.
    #[inline(always)]
    pub fn view(&self) -> Scene<'_> {
        Scene { clock: self.clock, bodies: self.bodies }
    }
}

/// Storage for the fighters of one fight: an array if their number is known at compile time, otherwise a vector.
pub trait Roster: Debug {
    fn bodies(&self) -> &[Body];
    fn bodies_mut(&mut self) -> &mut [Body];
}

impl<R> Roster for R
where
    R: AsRef<[Body]> + AsMut<[Body]> + Debug,
{
    #[inline(always)]
    fn bodies(&self) -> &[Body] {
        self.as_ref()
    }
    #[inline(always)]
    fn bodies_mut(&mut self) -> &mut [Body] {
        self.as_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// A hasher that records each value written to it.
    #[derive(Default)]
    struct Written(Vec<u64>);

    impl Hasher for Written {
        fn finish(&self) -> u64 {
            0
        }
        fn write(&mut self, bytes: &[u8]) {
            self.0.extend(bytes.iter().map(|byte| u64::from(*byte)));
        }
        fn write_u64(&mut self, word: u64) {
            self.0.push(word);
        }
    }

    fn written(body: Body) -> Vec<u64> {
        let mut written = Written::default();
        body.hash(&mut written);
        written.0
    }

    #[test]
    fn body_hash_distinguishes_every_field() {
        let set: [fn(&mut Body, u16); 9] = [
            |body, to| body.felt = to,
            |body, to| body.marked = to,
            |body, to| body.group = to,
            |body, to| body.turn = to,
            |body, to| body.again = to,
            |body, to| body.spent = to as u8,
            |body, to| body.open = to > 0,
            |body, to| body.stance = to as u8,
            |body, to| body.pace = -i8::from(to > 0),
        ];
        let bodies: Vec<Body> = (0..3_u32.pow(9))
            .map(|mut number| {
                let mut body = Body::default();
                for set in set {
                    set(&mut body, (number % 3) as u16);
                    number /= 3;
                }
                body
            })
            .collect();
        let apart: HashSet<Body> = bodies.iter().copied().collect();
        let words: HashSet<Vec<u64>> = bodies.into_iter().map(written).collect();
        assert_eq!(words.len(), apart.len());
    }

    #[test]
    fn body_hash_needs_one_word_without_stance_or_status() {
        let hurt = Body { felt: 3, marked: 4, group: 1, turn: 2, ..Body::default() };
        assert_eq!([Body::default(), hurt].map(|body| written(body).len()), [1, 1]);
        assert_eq!(written(Body { stance: 1, ..hurt }).len(), 2);
        let fled = Status { left: Some(Exit::GotAway), ..Status::default() };
        assert!(written(Body { status: fled, ..hurt }).len() > 2);
    }
}
