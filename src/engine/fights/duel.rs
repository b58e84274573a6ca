//! The ends of a duel. There are so few that trials are counted by end, and figures are computed from the counts.

use crate::combat::{EndShape, Ending, Exit, Fight, TOGETHER, Verdict};

/// The possible ends of a duel. They differ in the verdict, in first blood, and in how each fighter ends.
#[derive(Debug, Clone, PartialEq)]
pub struct DuelEnds {
    shape: EndShape,
    /// The number of ways in which a fighter can end, by exit, wound level, and whether fit and awake.
    standings: usize,
    /// The index of the first of these ways without an exit, then of the first one with each exit.
    exits: [usize; 1 + Exit::ALL.len()],
}

/// Maximum number of ends. A duel with more is counted like a fight of several fighters.
const MOST_ENDS: usize = 1 << 16;

/// Number of verdicts: either side wins, no fighter is left, undecided.
const VERDICTS: usize = 4;
/// Number of cases of first blood: neither side, either side, both together.
const FIRST_BLOODS: usize = 4;
/// Number of endings of a fighter with the same exit and wound level: fit or not, awake or not.
const ENDINGS_PER_LEVEL: usize = 4;

impl DuelEnds {
    /// The possible ends of one or several duels whose ends have the same `shape`. `None` for other fights, or if there
    /// are too many ends.
    pub fn of<'f>(mut fights: impl Iterator<Item = &'f Fight>, shape: &EndShape) -> Option<Self> {
        let levels = |fight: &Fight| {
            let levels = || [0, 1].map(|who| fight.roster.track(who).levels());
            (fight.roster.fighters() == 2 && fight.roster.sides == 2).then(levels)
        };
        let first = levels(fights.next()?)?;
        let same = fights.all(|fight| levels(fight) == Some(first));
        let duel = Self::new(shape.clone());
        (same && duel.count() <= MOST_ENDS).then_some(duel)
    }

    fn new(shape: EndShape) -> Self {
        let of_exit = shape.levels() * ENDINGS_PER_LEVEL;
        let mut exits = [0; 1 + Exit::ALL.len()];
        (1..).zip(shape.exits()).for_each(|(place, exit)| exits[1 + *exit as usize] = place * of_exit);
        Self { standings: of_exit * (1 + shape.exits().len()), exits, shape }
    }

    /// The number of possible ends.
    pub fn count(&self) -> usize {
        VERDICTS * FIRST_BLOODS * self.standings * self.standings
    }

    /// The index of an end. `blood` is the first blood as encoded by
    /// [`FightPath::encode_first_blood`](crate::combat::FightPath::encode_first_blood).
    #[inline]
    pub fn index(&self, verdict: Verdict, blood: u8, endings: [Ending; 2]) -> usize {
        let verdict = match verdict {
            Verdict::Won(side) => side,
            Verdict::NobodyLeft => 2,
            Verdict::Undecided => 3,
        };
        let standing = |own: usize| {
            let Ending { level, fit, awake, exit } = endings[own];
            let exit = self.exits[exit.map_or(0, |exit| 1 + exit as usize)];
            exit + level * ENDINGS_PER_LEVEL + 2 * usize::from(fit) + usize::from(awake)
        };
        ((verdict * FIRST_BLOODS + usize::from(blood) % FIRST_BLOODS) * self.standings + standing(0)) * self.standings
            + standing(1)
    }

    /// The end with the index `place`: the verdict, first blood, and how each fighter ended.
    pub fn end(&self, place: usize) -> (Verdict, u8, [Ending; 2]) {
        let (one, other) = (self.standings, self.standings);
        let ending = |standing: usize| {
            let (of_both, standing) = (standing / ENDINGS_PER_LEVEL, standing % ENDINGS_PER_LEVEL);
            let (level, exit) = (of_both % self.shape.levels(), of_both / self.shape.levels());
            let exit = exit.checked_sub(1).and_then(|place| self.shape.exits().get(place).copied());
            Ending { level, fit: standing >= 2, awake: standing % 2 == 1, exit }
        };
        let verdict = match place / other / one / FIRST_BLOODS {
            2 => Verdict::NobodyLeft,
            3 => Verdict::Undecided,
            side => Verdict::Won(side),
        };
        let blood = match place / other / one % FIRST_BLOODS {
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
    fn each_end_matches_its_index() {
        let shape = EndShape::with_fates(7, &[Exit::GotAway, Exit::Swallowed]);
        let duel = DuelEnds::new(shape);
        for place in 0..duel.count() {
            let (verdict, blood, endings) = duel.end(place);
            assert_eq!(duel.index(verdict, blood, endings), place);
        }
    }
}
