//! The ends of a fight of two. There are so few that trials are counted by end, and figures computed from the counts.

use crate::combat::{EndShape, Ending, Exit, Fight, TOGETHER, Verdict};

/// A fight of one against one. What its ends may differ in are the verdict, first blood and how each of the two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelEnds {
    /// The shape of its ends.
    shape: EndShape,
    /// The number of ways for either to end, with all that these leave open.
    standings: usize,
    /// Of those the first without an exit, and by each.
    exits: [usize; 1 + Exit::ALL.len()],
}

/// A fight of more ends than this is counted like one of many.
const MOST_ENDS: usize = 1 << 16;

/// What a fight may come to: either side wins, nobody is left, undecided.
const VERDICTS: usize = 4;
/// What first blood may come to: nobody, either side, both together.
const BLOODS: usize = 4;
/// The possibilities that wound level and exit leave open: whether the fighter is fit, and whether awake.
const STANDINGS: usize = 4;

impl DuelEnds {
    /// A fight of two, which may be any of these with ends of one shape; `None` for other fights.
    pub fn of<'f>(mut fights: impl Iterator<Item = &'f Fight>, shape: &EndShape) -> Option<Self> {
        let levels = |fight: &Fight| {
            let levels = || [0, 1].map(|who| fight.track(who).levels());
            (fight.fighters() == 2 && fight.sides() == 2).then(levels)
        };
        let first = levels(fights.next()?)?;
        let same = fights.all(|fight| levels(fight) == Some(first));
        let duel = Self::new(shape.clone());
        (same && duel.ends() <= MOST_ENDS).then_some(duel)
    }

    fn new(shape: EndShape) -> Self {
        let of_exit = shape.levels() * STANDINGS;
        let mut exits = [0; 1 + Exit::ALL.len()];
        (1..).zip(shape.exits()).for_each(|(place, exit)| exits[1 + *exit as usize] = place * of_exit);
        Self { standings: of_exit * (1 + shape.exits().len()), exits, shape }
    }

    /// How many ends there are.
    pub fn ends(&self) -> usize {
        VERDICTS * BLOODS * self.standings * self.standings
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
            let Ending { level, fit, awake, exit } = endings[own];
            let exit = self.exits[exit.map_or(0, |exit| 1 + exit as usize)];
            exit + level * STANDINGS + 2 * usize::from(fit) + usize::from(awake)
        };
        ((verdict * BLOODS + usize::from(blood) % BLOODS) * self.standings + standing(0)) * self.standings + standing(1)
    }

    /// The end at a place: verdict, first blood, and how each ended.
    pub fn end(&self, place: usize) -> (Verdict, u8, [Ending; 2]) {
        let (one, other) = (self.standings, self.standings);
        let ending = |standing: usize| {
            let (of_both, standing) = (standing / STANDINGS, standing % STANDINGS);
            let (level, exit) = (of_both % self.shape.levels(), of_both / self.shape.levels());
            let exit = exit.checked_sub(1).and_then(|place| self.shape.exits().get(place).copied());
            Ending { level, fit: standing >= 2, awake: standing % 2 == 1, exit }
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
        (verdict, blood, [ending(place / other % one), ending(place % other)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_has_a_place_of_its_own() {
        let shape = EndShape::with_fates(7, &[Exit::GotAway, Exit::Swallowed]);
        let duel = DuelEnds::new(shape);
        for place in 0..duel.ends() {
            let (verdict, blood, endings) = duel.end(place);
            assert_eq!(duel.place(verdict, blood, endings), place);
        }
    }
}
