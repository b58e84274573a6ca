//! Where a fight stands.

use super::sight::{Place, Sight};
use super::status::Status;
use super::suffer::Cut;
use crate::rules::HEAD;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// Everything that can differ between two moments of a fight and matters to what follows; equal states
/// have equal futures, which is what the exact solver merges by. The number of the round is not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State<R> {
    /// Where in the round the fight stands.
    pub moment: Moment,
    /// Rounds begun, as long as modifiers with a duration still run; then it stands still.
    pub clock: u16,
    /// The fighters, in the order of the roster.
    pub fighters: R,
}

/// A moment of a round.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Stances are chosen, from this fighter on.
    Choosing {
        /// The first fighter who may be next.
        next: u16,
    },
    /// The next group fights.
    Group(u16),
    /// Who acts when this round is rolled for.
    Order,
    /// Of those who act at this point of the order, the next from this fighter on attacks.
    Turn {
        /// The point of the order, counted from 1.
        rank: u16,
        /// The first fighter who may be next.
        next: u16,
        /// How many blows of a sweep of that fighter have landed (M13).
        swept: u16,
    },
    /// A fighter has picked out whom to attack.
    Aimed {
        /// The point of the order.
        rank: u16,
        /// Who attacks.
        by: u16,
        /// Whom.
        target: u16,
    },
    /// What comes before the blows is rolled for, from this fighter on (C9, C11).
    Mustering {
        /// The first fighter who may be next.
        next: u16,
    },
    /// What fighters must withstand before blows fall is rolled for, from this place on (W28).
    Facing {
        /// The first place that may be next.
        next: u32,
    },
    /// Blows have landed whose wounds are suffered one after the other.
    Suffering {
        /// Where in the round they fell.
        place: Place,
        /// The blows, the next one last.
        cuts: Vec<Cut>,
    },
    /// The round's wounds are felt, and what follows from them is looked at, from this fighter on.
    Aftermath {
        /// The first fighter who may be next.
        next: u16,
    },
    /// A step has been begun, and what was rolled settles what the next roll depends on.
    Begun(Sight),
    /// All blows have fallen: they are felt now.
    Marking,
}

/// One fighter's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Body {
    /// The wounds felt: the track's state when the round began.
    pub felt: u16,
    /// The wounds marked: the track's state after the blows so far.
    pub marked: u16,
    /// The group that the fighter is in this round, counted from 1; 0 = in none. Only kept where a round is taken step
    /// by step.
    pub post: u16,
    /// When the fighter acts this round, counted from 1; 0 where there are no turns, or the order is not rolled yet.
    pub turn: u16,
    /// When the second attack of this round falls (M11); 0 = there is none.
    pub again: u16,
    /// How many avoidances of this round have been made, where they are counted.
    pub spent: u8,
    /// Whether the next defense suffers from a full attack, perhaps in a later round (C2).
    pub open: bool,
    /// The stance of this round, among those of the fight; 0 = normal.
    pub stance: u8,
    /// How fast the fighter is this round, where it is rolled for (C11).
    pub pace: i8,
    /// What else befell the fighter.
    pub status: Status,
}

/// In one word, or more where tactics are in use or something befell the fighter: the exact solver looks up states all the
/// time.
impl Hash for Body {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { felt, marked, post, turn, again, spent, open, stance, pace, status } = *self;
        let word = |parts: [u16; 4]| parts.into_iter().fold(0, |word, part| word << 16 | u64::from(part));
        state.write_u64(word([felt, marked, post, turn]));
        let tactics = word([again, spent.into(), stance.into(), u16::from_be_bytes([open.into(), pace as u8])]);
        if tactics > 0 {
            state.write_u64(tactics);
        }
        if status != Status::default() {
            status.hash(state);
        }
    }
}

/// A blow that hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Blow {
    /// Who struck, in the order of the roster.
    pub by: u16,
    /// Whom it hit.
    pub target: u16,
    /// The relative degree it hit by.
    pub degree: i16,
    /// What sets it apart from an ordinary blow.
    pub hit_modifiers: HitModifiers,
    /// What the parity of both natural results makes of it, where that is the damage roll (W6); else 0.
    pub parity_bonus: i8,
    /// How many others the same sweep has cut already (M15).
    pub after: u16,
    /// Which matchup of the fight it is; follows from who struck whom.
    pub(super) matchup: u16,
}

/// What sets a blow apart from an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct HitModifiers {
    /// What tactics add to its damage: points, or wound levels of a graze.
    pub bonus: i8,
    /// What has become of weapon and armor adds to the damage factor (A16).
    pub factor: i8,
    /// The part of the body it hits, among [`PARTS`](crate::rules::PARTS) from 1, or the [`HEAD`]; 0 = none in particular
    /// (M6, W19).
    pub part: u8,
    /// The points it does to a larger target where it would do none (W26).
    pub through: u8,
    /// Whether it is struck from inside (W28).
    pub inside: bool,
}

impl HitModifiers {
    /// Whether its damage is that of an ordinary blow.
    #[inline(always)]
    pub(super) const fn is_plain(self) -> bool {
        self.bonus == 0 && self.factor == 0 && self.through == 0 && self.part != HEAD
    }

    /// Whether its wound is the body's, not that of a part.
    #[inline(always)]
    pub(crate) const fn is_on_body(self) -> bool {
        self.part == 0 || self.part == HEAD
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

/// A roster that can be hashed, so that the exact solver can look its states up.
pub trait HashableRoster: Roster + Clone + Eq + Hash {}

impl<R: Roster + Clone + Eq + Hash> HashableRoster for R {}

impl<R: Roster> State<R> {
    /// How deep in its round the state lies, where a group or a point of the order begins; else 0. What follows in the
    /// round lies deeper.
    pub fn depth(&self) -> u16 {
        match self.moment {
            Moment::Group(group) => group,
            Moment::Turn { rank, next: 0, swept: 0 } => rank,
            _ => 0,
        }
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
            |body, to| body.post = to,
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
        let hurt = Body { felt: 3, marked: 4, post: 1, turn: 2, ..Body::default() };
        assert_eq!([Body::default(), hurt].map(|body| written(body).len()), [1, 1]);
        assert_eq!(written(Body { stance: 1, ..hurt }).len(), 2);
        let fled = Status { fled: true, ..Status::default() };
        assert!(written(Body { status: fled, ..hurt }).len() > 2);
    }
}
