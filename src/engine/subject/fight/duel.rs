//! The ends of a fight of two. There are so few that trials are counted by end, and figures computed from the counts.

use crate::combat::{Ending, Fight, TOGETHER, Verdict};

/// A fight of one against one. What its ends may differ in are the verdict, first blood and how each of the two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Duel {
    /// For each of the two, the wound levels, from Undamaged to Dead.
    levels: [usize; 2],
}

/// A fight of more ends than this is counted like one of many.
const MOST_ENDS: usize = 1 << 14;

/// What a fight may come to: either side wins, nobody is left, undecided.
const VERDICTS: usize = 4;
/// What first blood may come to: nobody, either side, both together.
const BLOODS: usize = 4;
/// What a wound level leaves open: whether the fighter is fit, and whether awake.
const STANDINGS: usize = 4;

impl Duel {
    /// Of a fight of two, which may be any of these; none of other fights.
    pub fn of<'f>(mut fights: impl Iterator<Item = &'f Fight>) -> Option<Self> {
        let of = |fight: &Fight| {
            let levels = || [0, 1].map(|who| fight.track(who).levels());
            (fight.fighters() == 2 && fight.sides() == 2).then(|| Self { levels: levels() })
        };
        let first = of(fights.next()?)?;
        let same = fights.all(|fight| of(fight).as_ref() == Some(&first));
        (same && first.ends() <= MOST_ENDS).then_some(first)
    }

    /// How many ends there are.
    pub fn ends(&self) -> usize {
        self.levels.iter().fold(VERDICTS * BLOODS, |ends, levels| ends * levels * STANDINGS)
    }

    /// The place of an end among them.
    #[inline]
    pub fn place(&self, verdict: Verdict, blood: u8, endings: [Ending; 2]) -> usize {
        let verdict = match verdict {
            Verdict::Won(side) => side,
            Verdict::NobodyLeft => 2,
            Verdict::Undecided => 3,
        };
        let standing = |own: usize| {
            let Ending { level, fit, awake, .. } = endings[own];
            level * STANDINGS + 2 * usize::from(fit) + usize::from(awake)
        };
        let [one, other] = self.levels.map(|levels| levels * STANDINGS);
        ((verdict * BLOODS + usize::from(blood) % BLOODS) * one + standing(0)) * other + standing(1)
    }

    /// The end at a place: verdict, first blood, and how each ended.
    pub fn end(&self, place: usize) -> (Verdict, u8, [Ending; 2]) {
        let [one, other] = self.levels.map(|levels| levels * STANDINGS);
        let ending = |own: usize, standing: usize| {
            let (level, standing) = (standing / STANDINGS, standing % STANDINGS);
            Ending { level, fit: standing >= 2, dead: level + 1 == self.levels[own], awake: standing % 2 == 1 }
        };
        let verdict = match place / other / one / BLOODS {
            2 => Verdict::NobodyLeft,
            3 => Verdict::Undecided,
            side => Verdict::Won(side),
        };
        let blood = match place / other / one % BLOODS {
            3 => TOGETHER,
            side => side as u8,
        };
        (verdict, blood, [ending(0, place / other % one), ending(1, place % other)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_a_place_of_its_own() {
        let duel = Duel { levels: [7, 3] };
        for place in 0..duel.ends() {
            let (verdict, blood, endings) = duel.end(place);
            assert_eq!(duel.place(verdict, blood, endings), place);
        }
    }
}
