//! Fights as trials: played by the million, counted, and evaluated from their ends.

mod aftermath;
mod buffers;
mod duel;
mod measures;
mod outcome;
mod slots;
pub mod sparse_counts;
mod tally;
mod trial;

pub use aftermath::Aftermath;
pub use buffers::ValueOrigin;
pub use measures::{GROUPS, MeasureSource, Row};
pub use outcome::Outcome;
pub use slots::{EndValue, Extra, Slot, end_slots, slots, timed_slots};
pub use tally::{EndFigures, FightTally, PowerSums, Rate};
pub use trial::{TrialCallback, play_once, play_trials};

use crate::chance::Chance;
use crate::combat::{Cast, EndShape, Exit, Fight, Fighter, Mixture, Signals};
use crate::error::{Error, Result};
use crate::exact::{self, ExactFight, Limits, PathGroup, SolutionOptions};
use crate::rules::{Record, Rules};
use duel::DuelEnds;

/// A compiled fight with its cast.
#[derive(Debug, Clone)]
pub struct Combat {
    /// The fight; if fighters have ranges, the one for the first combination of their values.
    pub fight: Fight,
    /// The stat blocks and sides of the fight.
    pub cast: Cast,
    /// If fighters have ranges, the fights for all combinations of their values; one is drawn for each trial.
    pub drawn: Option<Mixture>,
    /// The round limit.
    pub limit: u32,
    /// For each stat block, the wound levels that its blows can cause; empty unless they are the same for all its foes.
    dealt_levels: Vec<Vec<String>>,
    /// The names of the wound levels of each stat block.
    pub levels: Vec<Vec<String>>,
    /// For each stat block, whether its fighters can die.
    pub mortal: Vec<bool>,
    /// The layout of the fight's ends.
    pub shape: EndShape,
    /// The index of each signal.
    pub signals: Signals,
    /// Whether exact solutions find in which round each side wins.
    pub follows_course: bool,
    /// The ends of a duel, which are counted instead of each figure; `None` for other fights.
    duel: Option<DuelEnds>,
}

impl Combat {
    /// A compiled fight. If its fighters have ranges, `drawn` holds the fights for all combinations of their values.
    pub fn new(fight: Fight, cast: Cast, drawn: Option<Mixture>, rules: &Rules) -> Self {
        // In a duel no fighter is hit after going out of action, so some tracks cannot kill. Then no chance of death is
        // shown.
        let mortal = |fight: &Fight, fighter| match fight.roster.duel {
            _ if fight.roster.may_be_killed_without_wounds(fighter) => true,
            Some(_) => fight.roster.track(fighter).one_blow_kills(),
            None => fight.roster.track(fighter).can_kill(),
        };
        let all = || drawn.iter().flat_map(Mixture::fights).chain(drawn.is_none().then_some(&fight));
        let shape = EndShape::of_all(&all().collect::<Vec<_>>());
        Self {
            limit: fight.rounds.limit,
            dealt_levels: cast.fighters.iter().map(|fighter| dealt_levels(fighter, &cast, rules)).collect(),
            levels: cast.fighters.iter().map(|fighter| fighter.level_names(rules)).collect(),
            mortal: (0..fight.roster.entries())
                .map(|entry| all().any(|fight| mortal(fight, fight.roster.first(entry))))
                .collect(),
            shape: shape.clone(),
            signals: Signals::of(&fight),
            follows_course: true,
            duel: DuelEnds::of(all(), &shape),
            fight,
            cast,
            drawn,
        }
    }

    /// A fight in which fighters begin as earlier fights left them. Each side may come from a different fight.
    ///
    /// # Errors
    /// If an aftermath has a fighter who is not in this fight or whose wounds are recorded differently, or if none of
    /// its fighters can fight on.
    pub fn with_aftermaths(fight: Fight, cast: Cast, aftermaths: &[&Aftermath], rules: &Rules) -> Result<Self> {
        let begin = |starts: Vec<_>, aftermath: &&Aftermath| aftermath.starts(&fight, &cast, &starts);
        let drawn = match aftermaths {
            [] => None,
            aftermaths => {
                let starts = aftermaths.iter().try_fold(vec![(fight.start().to_vec(), 1.0)], begin)?;
                Some(Mixture::of_starts(&fight, &cast, &starts)?)
            }
        };
        Ok(Self::new(fight, cast, drawn, rules))
    }

    /// The number of wound levels from unhurt to out of action for the stat block `entry`. `None` if it varies with the
    /// values of ranges.
    pub fn levels_to_out(&self, entry: usize) -> Option<u8> {
        let of = |fight: &Fight| fight.roster.kind(fight.roster.first(entry)).levels_to_out;
        let first = of(&self.fight);
        let same = |mixture: &Mixture| mixture.fights().all(|fight| of(fight) == first);
        self.drawn.as_ref().is_none_or(same).then_some(first)
    }

    /// Whether the fighters of the stat block `entry` may leave the fight by `exit`.
    pub fn may_exit(&self, entry: usize, exit: Exit) -> bool {
        let may = |fight: &Fight| fight.exits.by_block[entry].contains(&exit);
        self.drawn.as_ref().map_or_else(|| may(&self.fight), |drawn| drawn.fights().any(may))
    }

    /// The fights for all combinations of values, each with its chance; a single one without ranges.
    pub fn possible_fights(&self) -> Vec<(&Fight, f64)> {
        let Some(mixture) = &self.drawn else { return vec![(&self.fight, 1.0)] };
        let whole: f64 = mixture.weights().iter().sum();
        mixture.fights().zip(mixture.weights()).map(|(fight, weight)| (fight, weight / whole)).collect()
    }

    /// The fight itself, then those for all combinations of values.
    pub fn possible_fights_mut(&mut self) -> impl Iterator<Item = &mut Fight> {
        std::iter::once(&mut self.fight).chain(self.drawn.iter_mut().flat_map(Mixture::fights_mut))
    }

    /// The fight for one trial, drawn at random if fighters have ranges.
    #[inline]
    pub fn draw_fight(&self, chance: &mut dyn Chance) -> &Fight {
        self.drawn.as_ref().map_or(&self.fight, |mixture| &mixture.draw(chance).0)
    }

    /// The names of the wound levels of each stat block, from Undamaged to Dead.
    pub fn level_names(&self) -> &[Vec<String>] {
        &self.levels
    }

    /// Whether any fighter of `side` can die.
    pub fn can_any_die(&self, side: usize) -> bool {
        self.cast.fighters.iter().zip(&self.mortal).any(|(fighter, mortal)| fighter.side == side && *mortal)
    }

    /// The exact solution, in which `groups` of paths are followed. If `wounds` is true, it includes how much worse the
    /// wounds of each stat block get in each round.
    pub fn exact(&self, groups: &[PathGroup], wounds: bool, limits: &Limits<'_>) -> Result<ExactFight> {
        let asked = SolutionOptions { groups, course: self.follows_course, wounds };
        match &self.drawn {
            None => exact::fight_within(&self.fight, asked, limits),
            Some(mixture) => exact::mixture_within(mixture, asked, limits),
        }
    }

    /// The aftermath for `side`, or for the first side if `None`. Another fight can begin with it.
    ///
    /// # Errors
    /// If there is no such side, the fight is too large to solve, or the calculation was stopped.
    pub fn aftermath(&self, side: Option<&str>, limits: &Limits<'_>) -> Result<Aftermath> {
        Aftermath::of(self, side.unwrap_or(&self.cast.sides[0]), limits)
    }

    /// This fight, with fighters who begin as the fight `before` left them.
    ///
    /// # Errors
    /// If the fighters are not in this fight, or it has ranges.
    pub fn after(&self, before: &Aftermath, rules: &Rules) -> Result<Self> {
        if self.drawn.is_some() {
            return Err(Error::input("fighters with ranges cannot carry on from another fight")
                .with_help("fix the ranges, with a value or with `ranges = \"middle\"`"));
        }
        let begun = Self::with_aftermaths(self.fight.clone(), self.cast.clone(), &[before], rules)?;
        Ok(Self { follows_course: self.follows_course, ..begun })
    }
}

/// The wound levels that the blows of a fighter can cause. Empty if its foes have different ones, or if their wound
/// records have no levels for blows.
fn dealt_levels(fighter: &Fighter, cast: &Cast, rules: &Rules) -> Vec<String> {
    let foes = cast.fighters.iter().filter(|foe| foe.side != fighter.side);
    let mut records = foes.map(|foe| foe.record(rules));
    let names = |record: &Record| record.levels.iter().map(|level| level.name.clone()).collect::<Vec<_>>();
    let levels = records.next().filter(|first| first.blows_have_levels()).map_or_else(Vec::new, names);
    if records.all(|record| record.blows_have_levels() && names(record) == levels) { levels } else { Vec::new() }
}
