//! How fighters are: small plain data, each piece of which lasts a round, a fight or longer.

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
    /// One fighter's state.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    Body {
        /// The wounds felt: the track's state when the round began.
        campaign felt: u16,
        /// The wounds marked: the track's state after the blows so far.
        campaign marked: u16,
        /// The group that the fighter is in this round, counted from 1; 0 = in none. Only kept where a round is taken step
        /// by step.
        round group: u16,
        /// When the fighter acts this round, counted from 1; 0 where there are no turns, or the order is not rolled yet.
        fight turn: u16,
        /// When the second attack of this round falls (M11); 0 = there is none.
        round again: u16,
        /// How many avoidances of this round have been made, where they are counted.
        round spent: u8,
        /// Whether the next defense suffers from a full attack, perhaps in a later round (C2).
        fight open: bool,
        /// The stance of this round, among those of the fight; 0 = normal.
        round stance: u8,
        /// How fast the fighter is this round, where it is rolled for (C11).
        round pace: i8,
        /// What else is wrong with the fighter.
        each status: Status,
    }
}

impl Body {
    /// The rest of it for another fight, with the way out of this one.
    pub(crate) fn carried(self) -> Self {
        Self { status: self.status.carried(), ..self.after(Lifetime::Fight) }
    }
}

/// In one word, or more where tactics are in use or more than wounds is wrong: the exact solver looks up states all the
/// time.
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

/// Everybody as they are at one moment of a fight, to look at.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// Rounds begun, as long as something makes rounds differ; then it stands still.
    pub clock: u16,
    /// The fighters, in the order of the roster.
    pub bodies: &'a [Body],
}

/// The same, to change.
#[derive(Debug)]
pub struct SceneMut<'a> {
    /// See [`Scene::clock`].
    pub clock: u16,
    /// See [`Scene::bodies`].
    pub bodies: &'a mut [Body],
}

impl SceneMut<'_> {
    /// As it is now.
    #[inline(always)]
    pub fn seen(&self) -> Scene<'_> {
        Scene { clock: self.clock, bodies: self.bodies }
    }
}

/// Storage for the fighters of one fight: an array where their number is known, a vector where it is not.
pub trait Roster: Debug {
    /// The fighters.
    fn bodies(&self) -> &[Body];
    /// The fighters, to change.
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

    /// What is written to it, a number for each write.
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
    fn every_field_tells_bodies_apart() {
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
    fn most_bodies_are_one_word() {
        let hurt = Body { felt: 3, marked: 4, group: 1, turn: 2, ..Body::default() };
        assert_eq!([Body::default(), hurt].map(|body| written(body).len()), [1, 1]);
        assert_eq!(written(Body { stance: 1, ..hurt }).len(), 2);
        let fled = Status { left: Some(Exit::GotAway), ..Status::default() };
        assert!(written(Body { status: fled, ..hurt }).len() > 2);
    }
}
