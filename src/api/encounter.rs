//! A fight put together in code.

use super::{Aftermath, Playthrough, Results, Study};
use crate::combat::{Cast, Fight, Fighter};
use crate::document::Problems;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::rules::Rules;
use crate::scenario::Problem;
use crate::study::replay::Transcript;
use crate::study::{self, Warning};
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
    /// What is to be known of the text that it was read from.
    noted: Vec<Warning>,
}

impl Encounter {
    /// A fight by these rules, with nobody in it yet.
    pub fn new(rules: Rules) -> Self {
        let cast = Cast { fighters: Vec::new(), sides: Vec::new() };
        Self { rules, cast, asked: Vec::new(), begun: Vec::new(), noted: Vec::new() }
    }

    /// The fight of a scenario's text, with every key that files have: who fights in it by which rules, and the figures asked for. How
    /// much is to be simulated is left aside.
    ///
    /// # Errors
    /// All errors of the text, each with its line and column; it holds something else than one fight, a ladder of its own, fighters
    /// with ranges, or a fight before it.
    ///
    /// ```
    /// use fudgelab::Encounter;
    ///
    /// let text = "[fighters.ada]\nskill = 'Good'\nweapon = 'sword'\n[fighters.goblins]\nlike = 'goblin'\ncount = 2\n";
    /// let mut play = Encounter::parse(text)?.play(1, 1)?;
    /// while play.play_round() {}
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str) -> std::result::Result<Self, Problems> {
        let plan = Study::parse(text)?.plan;
        Self::of(&plan).map_err(|error| Problem::from(error).into())
    }

    fn of(plan: &study::Study) -> Result<Self> {
        let [planned] = plan.cells.as_slice() else {
            return Err(Error::input(format!(
                "an encounter is one fight, and this text has {} cases",
                plan.cells.len()
            ))
            .with_help("leave out [variants] and [vary]; `Study` compares encounters, and varies them"));
        };
        let Some(combat) = plan.subjects.cell(0).downcast_ref::<Combat>() else {
            let rolled = plan.subjects.info().key.key;
            return Err(Error::input(format!("an encounter is a fight, and this text has [{rolled}]"))
                .with_help("write fighters, as in [fighters.ada]; or read it as a `Study`"));
        };
        if combat.drawn.is_some() || plan.ladder != Ladder::default() {
            let what = if combat.drawn.is_some() { "ranges or a fight before it" } else { "a ladder of its own" };
            return Err(Error::input(format!("an encounter cannot have {what}")).with_help("read it as a `Study`"));
        }
        let (rules, cast, asked) = (planned.rules.clone(), combat.cast.clone(), plan.asked.clone());
        Ok(Self { rules, cast, asked, begun: Vec::new(), noted: plan.warnings.clone() })
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

    pub(super) fn noted(&self) -> &[Warning] {
        &self.noted
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
