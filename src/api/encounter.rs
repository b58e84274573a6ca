//! A fight put together in code.

use super::{Aftermath, Playthrough, Results, Study};
use crate::combat::{Cast, Fight, Fighter};
use crate::error::{Error, Result};
use crate::rules::Rules;
use crate::study::replay::Transcript;
use crate::subject::fight::Combat;

/// A fight between two sides, or up to four.
///
/// ```
/// use fudgelab::{Encounter, Fighter, Rules};
///
/// let snorri = Fighter::named("Snorri", 2).offense(5).defense(3);
/// let goblins = Fighter::named("Goblin", 0).offense(1).defense(1).count(3);
/// let fight = Encounter::new(Rules::preset("srd")?).side("Snorri", [snorri]).side("goblins", [goblins]);
/// let wins = fight.exact()?.value("Snorri wins").unwrap();
/// let simulated = fight.simulate(1, 20_000)?.value("Snorri wins").unwrap();
/// assert!((wins - simulated).abs() < 0.02);
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Encounter {
    pub(super) rules: Rules,
    pub(super) cast: Cast,
    asked: Vec<String>,
    begun: Vec<Aftermath>,
}

impl Encounter {
    /// A fight by these rules, with nobody in it yet.
    pub fn new(rules: Rules) -> Self {
        let cast = Cast { fighters: Vec::new(), sides: Vec::new() };
        Self { rules, cast, asked: Vec::new(), begun: Vec::new() }
    }

    /// Adds a side, or fighters to the side of this name.
    #[must_use]
    pub fn side(mut self, name: impl Into<String>, fighters: impl IntoIterator<Item = Fighter>) -> Self {
        let name = name.into();
        let side = self.cast.sides.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.cast.sides.push(name);
            self.cast.sides.len() - 1
        });
        self.cast.fighters.extend(fighters.into_iter().map(|fighter| Fighter { side, ..fighter }));
        self
    }

    /// Asks for a figure beyond the usual ones, in the words of `[[ask]]`: `"party wins and not any of party dies"`. In a study of
    /// several encounters it is asked of them all.
    #[must_use]
    pub fn ask(mut self, measure: impl Into<String>) -> Self {
        self.asked.push(measure.into());
        self
    }

    /// Starts this fight where an earlier one left its fighters, who are found by their names; their own `wounds` do not count then.
    /// All of them must be in this fight. Figures hold for the case that at least one of them can fight on. Each side may come from a fight
    /// of its own; if two fights name the same fighter, the later one counts.
    #[must_use]
    pub fn after(mut self, aftermath: Aftermath) -> Self {
        self.begun.push(aftermath);
        self
    }

    /// Every figure, exactly.
    ///
    /// # Errors
    /// Figures out of range, rules that contradict each other, not two sides, a question about something unknown; a fight that is too
    /// large to be solved.
    pub fn exact(&self) -> Result<Results> {
        self.study()?.exact()
    }

    /// Every figure from so many trials. The same seed gives the same trials, on any number of threads.
    ///
    /// # Errors
    /// As [`exact`](Self::exact), but for the size.
    pub fn simulate(&self, seed: u64, trials: u64) -> Result<Results> {
        self.study()?.simulate(seed, trials)
    }

    /// One trial roll by roll, counted from 1: the one that [`simulate`](Self::simulate) counted with this seed.
    ///
    /// # Errors
    /// As [`simulate`](Self::simulate); a trial that is none.
    pub fn replay(&self, seed: u64, trial: u64) -> Result<Transcript> {
        self.study()?.replay(0, seed, trial)
    }

    /// One trial to be taken round by round, counted from 1.
    ///
    /// # Errors
    /// As [`simulate`](Self::simulate).
    pub fn play(&self, seed: u64, trial: u64) -> Result<Playthrough> {
        Playthrough::new(&self.combat()?, seed, trial)
    }

    /// What a side carries on from this fight, exactly: wounds and all else that lasts longer than the fight.
    ///
    /// # Errors
    /// As [`exact`](Self::exact); no side of this name.
    pub fn aftermath(&self, side: &str) -> Result<Aftermath> {
        Aftermath::of(&self.combat()?, side)
    }

    /// A study of this fight alone.
    ///
    /// # Errors
    /// As [`exact`](Self::exact), but for the size.
    pub fn study(&self) -> Result<Study> {
        Study::of(self.cast.sides.join(" against "), vec![(None, Vec::new(), self)], Vec::new())
    }

    pub(super) fn asked(&self) -> &[String] {
        &self.asked
    }

    pub(super) fn combat(&self) -> Result<Combat> {
        if let Some(name) = self.cast.same_name() {
            return Err(
                Error::input(format!("two fighters are called `{name}`")).with_help("give one of them another name")
            );
        }
        let fight = Fight::compile(&self.cast, &self.rules)?;
        Combat::begun(fight, self.cast.clone(), &self.begun.iter().collect::<Vec<_>>(), &self.rules)
    }
}
