//! Fights as they are tried: played by the million, counted, and read off their ends.

mod aftermath;
mod current;
mod duel;
mod measures;
mod outcome;
mod slots;
pub mod sparse;
mod tally;
mod trial;

pub use aftermath::Aftermath;
pub use current::Follows;
pub use measures::{GROUPS, Row, Source};
pub use outcome::Outcome;
pub use slots::{AtEnd, Extra, Slot, ends, slots, timed};
pub use tally::{FightTally, Folded, PowerSums, Rate};
pub use trial::{Look, play_once, trials};

use crate::chance::Chance;
use crate::combat::{Cast, EndShape, Exit, Fight, Fighter, Mixture, Signals};
use crate::error::{Error, Result};
use crate::exact::{self, Asked, ExactFight, Limits, PathGroup};
use crate::rules::{Record, Rules};
use duel::DuelEnds;

/// A fight of a cast.
#[derive(Debug, Clone)]
pub struct Combat {
    /// The fight; where fighters have ranges, that of the first combination of their values.
    pub fight: Fight,
    /// Who fights.
    pub cast: Cast,
    /// The fights with each combination of values, where fighters have ranges: one is drawn for each trial.
    pub drawn: Option<Mixture>,
    /// The round after which it is stopped.
    pub limit: u32,
    /// For each stat block the wound levels of the blows it gives, if they are the same for all its foes; else none.
    given: Vec<Vec<String>>,
    /// The names of the wound levels of each stat block.
    pub levels: Vec<Vec<String>>,
    /// Whether a fighter of each stat block can die.
    pub mortal: Vec<bool>,
    /// The shape of its ends.
    pub shape: EndShape,
    /// The places of its signals.
    pub signals: Signals,
    /// Whether it is found in which round each side wins.
    pub follows_course: bool,
    /// The ends of a fight of two, which are counted in place of every figure.
    duel: Option<DuelEnds>,
}

impl Combat {
    /// A fight, with the fights of all combinations of values where its fighters have ranges.
    pub fn new(fight: Fight, cast: Cast, drawn: Option<Mixture>, rules: &Rules) -> Self {
        // In a duel nobody is hit who is out already, so some tracks cannot kill; then no chance of it is shown.
        let mortal = |fight: &Fight, fighter| match fight.duel() {
            _ if fight.may_be_slain(fighter) => true,
            Some(_) => fight.track(fighter).one_blow_kills(),
            None => fight.track(fighter).kills(),
        };
        let all = || drawn.iter().flat_map(Mixture::fights).chain(drawn.is_none().then_some(&fight));
        let shape = EndShape::of_all(&all().collect::<Vec<_>>());
        Self {
            limit: fight.round_limit(),
            given: cast.fighters.iter().map(|fighter| given_levels(fighter, &cast, rules)).collect(),
            levels: cast.fighters.iter().map(|fighter| fighter.level_names(rules)).collect(),
            mortal: (0..fight.entries()).map(|entry| all().any(|fight| mortal(fight, fight.first(entry)))).collect(),
            shape: shape.clone(),
            signals: Signals::of(&fight),
            follows_course: true,
            duel: DuelEnds::of(all(), &shape),
            fight,
            cast,
            drawn,
        }
    }

    /// A fight that begins as others left its fighters, those of each side perhaps by a fight of their own.
    ///
    /// # Errors
    /// Somebody who is not in it, or whose wounds are recorded otherwise; nobody can fight on.
    pub fn begun(fight: Fight, cast: Cast, begun: &[&Aftermath], rules: &Rules) -> Result<Self> {
        let begin = |starts: Vec<_>, aftermath: &&Aftermath| aftermath.starts(&fight, &cast, &starts);
        let drawn = match begun {
            [] => None,
            begun => {
                let starts = begun.iter().try_fold(vec![(fight.start().to_vec(), 1.0)], begin)?;
                Some(Mixture::of_starts(&fight, &cast, &starts)?)
            }
        };
        Ok(Self::new(fight, cast, drawn, rules))
    }

    /// The wound levels between a fighter of a stat block who is unhurt and one who is out of action; none where ranges differ in it.
    pub fn levels_to_out(&self, entry: usize) -> Option<u8> {
        let of = |fight: &Fight| fight.levels_to_out(fight.first(entry));
        let first = of(&self.fight);
        let same = |mixture: &Mixture| mixture.fights().all(|fight| of(fight) == first);
        self.drawn.as_ref().is_none_or(same).then_some(first)
    }

    /// Whether the fighters of a stat block may leave the fight by an exit.
    pub fn may_exit(&self, entry: usize, exit: Exit) -> bool {
        let may = |fight: &Fight| fight.exits_of(entry).contains(&exit);
        self.drawn.as_ref().map_or_else(|| may(&self.fight), |drawn| drawn.fights().any(may))
    }

    /// All fights that may be fought, each with its chance.
    pub fn each(&self) -> Vec<(&Fight, f64)> {
        let Some(mixture) = &self.drawn else { return vec![(&self.fight, 1.0)] };
        let whole: f64 = mixture.weights().iter().sum();
        mixture.fights().zip(mixture.weights()).map(|(fight, weight)| (fight, weight / whole)).collect()
    }

    /// All fights that may be fought, to change.
    pub fn each_mut(&mut self) -> impl Iterator<Item = &mut Fight> {
        std::iter::once(&mut self.fight).chain(self.drawn.iter_mut().flat_map(Mixture::fights_mut))
    }

    /// The fight that is fought this time.
    #[inline]
    pub fn drawn(&self, chance: &mut dyn Chance) -> &Fight {
        self.drawn.as_ref().map_or(&self.fight, |mixture| &mixture.draw(chance).0)
    }

    /// The names of the wound levels of each stat block, from Undamaged to Dead.
    pub fn level_names(&self) -> &[Vec<String>] {
        &self.levels
    }

    /// Whether a fighter of a side can die.
    pub fn somebody_mortal(&self, side: usize) -> bool {
        self.cast.fighters.iter().zip(&self.mortal).any(|(fighter, mortal)| fighter.side == side && *mortal)
    }

    /// The exact answer, with these groups of paths, and perhaps with how much worse everybody gets in each round.
    pub fn exact(&self, groups: &[PathGroup], wounds: bool, limits: &Limits<'_>) -> Result<ExactFight> {
        let asked = Asked { groups, course: self.follows_course, wounds };
        match &self.drawn {
            None => exact::fight_until(&self.fight, asked, limits),
            Some(mixture) => exact::mixture_until(mixture, asked, limits),
        }
    }

    /// How it leaves a side, by its name or the first, for another fight to begin with.
    ///
    /// # Errors
    /// It has no such side, or is past what can be solved; it was stopped.
    pub fn left(&self, side: Option<&str>, limits: &Limits<'_>) -> Result<Aftermath> {
        Aftermath::of(self, side.unwrap_or(&self.cast.sides[0]), limits)
    }

    /// The same, where fighters begin as another fight left them.
    ///
    /// # Errors
    /// The fighters are not in it, or have ranges.
    pub fn after(&self, before: &Aftermath, rules: &Rules) -> Result<Self> {
        if self.drawn.is_some() {
            return Err(Error::input("fighters with ranges cannot begin as another fight left them")
                .with_help("fix the ranges, with a value or with `ranges = \"middle\"`"));
        }
        let begun = Self::begun(self.fight.clone(), self.cast.clone(), &[before], rules)?;
        Ok(Self { follows_course: self.follows_course, ..begun })
    }
}

/// The wound levels of the blows that a fighter gives; none if its foes have different ones, or records on which blows have no level.
fn given_levels(fighter: &Fighter, cast: &Cast, rules: &Rules) -> Vec<String> {
    let foes = cast.fighters.iter().filter(|foe| foe.side != fighter.side);
    let mut records = foes.map(|foe| foe.record(rules));
    let names = |record: &Record| record.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>();
    let levels = records.next().filter(|first| first.by_level()).map_or_else(Vec::new, names);
    if records.all(|record| record.by_level() && names(record) == levels) { levels } else { Vec::new() }
}
