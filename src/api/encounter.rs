//! A fight built in code.

use super::{Results, Study};
use crate::chance::Seed;
use crate::code::Playthrough;
use crate::combat::{Cast, Fighter, compile};
use crate::document::Problems;
use crate::error::{Error, Result};
use crate::exact::Limits;
use crate::fights::{Aftermath, Combat};
use crate::ladder::Ladder;
use crate::rules::{OwnDamage, Rules};
use crate::scenario::Problem;
use crate::study::replay::Transcript;
use crate::study::{self, Warning};

/// A fight between two sides, or up to four.
///
/// ```
/// use fudgelab::{Encounter, Fighter, Rules, RulesByName, Seed};
///
/// let snorri = Fighter::named("Snorri", 2).offense(5).defense(3);
/// let goblins = Fighter::named("Goblin", 0).offense(1).defense(1).count(3);
/// let fight = Encounter::new(Rules::preset("srd")?).side("Snorri", [snorri]).side("goblins", [goblins]);
/// let wins = fight.exact()?.value("Snorri wins")?;
/// let simulated = fight.simulate(20_000, Seed::new(1))?.value("Snorri wins")?;
/// assert!((wins - simulated).abs() < 0.02);
/// # Ok::<(), fudgelab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Encounter {
    pub(super) rules: Rules,
    pub(super) cast: Cast,
    pub(super) asked: Vec<String>,
    begun: Vec<Aftermath>,
    /// What is to be known of the text that it was read from.
    pub(super) noted: Vec<Warning>,
}

impl Encounter {
    /// A fight by these rules, with nobody in it yet.
    pub fn new(rules: Rules) -> Self {
        let cast = Cast { fighters: Vec::new(), sides: Vec::new() };
        Self { rules, cast, asked: Vec::new(), begun: Vec::new(), noted: Vec::new() }
    }

    /// Reads a fight from a scenario's text, with every key that files have: who fights, by which rules, and the figures asked for. How
    /// much the text wants to simulate is ignored.
    ///
    /// # Errors
    /// All errors of the text, each with its line and column; also if the text holds anything but one fight, a ladder of its own,
    /// fighters with ranges, or a fight before this one.
    ///
    /// ```
    /// use fudgelab::{Encounter, Seed};
    ///
    /// let text = "[fighters.ada]\nskill = 'Good'\nweapon = 'sword'\n[fighters.goblins]\nlike = 'goblin'\ncount = 2\n";
    /// let mut play = Encounter::parse(text)?.play(1, Seed::new(1))?;
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

    /// Adds a side, or adds fighters to the side with this name.
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

    /// Asks for a figure beyond the usual ones, in the words of `[[ask]]`: `"party wins and not any of party dies"`. A study of
    /// several encounters asks all of them.
    #[must_use]
    pub fn ask(mut self, measure: impl Into<String>) -> Self {
        self.asked.push(measure.into());
        self
    }

    /// Plays this fight by a damage rule of one's own: see [`Rules::with_own_damage`].
    #[must_use]
    pub fn with_damage(self, rule: OwnDamage) -> Self {
        Self { rules: self.rules.with_own_damage(rule), ..self }
    }

    /// Starts this fight where an earlier one left its fighters, matched by name; their own `wounds` are then ignored. All of them must
    /// be in this fight. Figures are given that at least one of them can fight on. Each side may come from a different earlier fight;
    /// if two of these name the same fighter, the later one counts.
    #[must_use]
    pub fn after(mut self, aftermath: Aftermath) -> Self {
        self.begun.push(aftermath);
        self
    }

    /// Computes every figure exactly.
    ///
    /// # Errors
    /// Numbers out of range, rules that contradict each other, fewer than two sides, a question about something unknown, or a fight that
    /// is too large to solve.
    pub fn exact(&self) -> Result<Results> {
        self.study()?.exact()
    }

    /// Estimates every figure from this many trials. The same seed gives the same trials, on any number of threads.
    ///
    /// # Errors
    /// As [`exact`](Self::exact), except for the size.
    pub fn simulate(&self, trials: u64, seed: Seed) -> Result<Results> {
        self.study()?.simulate(trials, seed)
    }

    /// Replays one trial roll by roll: the one that [`simulate`](Self::simulate) counts with this seed. Trials are counted from 1.
    ///
    /// # Errors
    /// As [`simulate`](Self::simulate); a trial number out of range.
    pub fn replay(&self, trial: u64, seed: Seed) -> Result<Transcript> {
        self.study()?.replay(0, trial, seed)
    }

    /// Plays one trial round by round. Trials are counted from 1.
    ///
    /// # Errors
    /// As [`simulate`](Self::simulate).
    pub fn play(&self, trial: u64, seed: Seed) -> Result<Playthrough> {
        Playthrough::new(&self.combat()?, trial, seed)
    }

    /// Computes exactly what a side carries on from this fight: wounds and everything else that lasts longer than a fight.
    ///
    /// # Errors
    /// As [`exact`](Self::exact); no side with this name.
    pub fn aftermath(&self, side: &str) -> Result<Aftermath> {
        self.aftermath_until(side, &|| false)
    }

    /// Like [`aftermath`](Self::aftermath), unless `stopped` says to give up; it is asked many times a second.
    ///
    /// # Errors
    /// As [`aftermath`](Self::aftermath); it was stopped.
    pub fn aftermath_until(&self, side: &str, stopped: &dyn Fn() -> bool) -> Result<Aftermath> {
        Aftermath::of(&self.combat()?, side, &Limits::largest(stopped))
    }

    /// Makes a study of this fight alone.
    ///
    /// # Errors
    /// As [`exact`](Self::exact), except for the size.
    pub fn study(&self) -> Result<Study> {
        Study::of(self.cast.sides.join(" against "), vec![(None, Vec::new(), self)], Vec::new())
    }

    pub(super) fn combat(&self) -> Result<Combat> {
        if let Some(name) = self.cast.same_name() {
            return Err(
                Error::input(format!("two fighters are called `{name}`")).with_help("give one of them another name")
            );
        }
        let fight = compile(&self.cast, &self.rules)?;
        Combat::begun(fight, self.cast.clone(), &self.begun.iter().collect::<Vec<_>>(), &self.rules)
    }
}
