//! Fights that are built in code or read from the text of a scenario.

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

/// A fight between two to four sides.
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
    /// The figures of `ask`, in the words of the file.
    pub(super) requested_figures: Vec<String>,
    /// The aftermaths of the fights before this one, later ones last.
    earlier_fights: Vec<Aftermath>,
    /// Warnings about the text that the fight was read from.
    pub(super) text_warnings: Vec<Warning>,
}

impl Encounter {
    /// Creates a fight without sides or fighters.
    pub fn new(rules: Rules) -> Self {
        let cast = Cast { fighters: Vec::new(), sides: Vec::new() };
        Self { rules, cast, requested_figures: Vec::new(), earlier_fights: Vec::new(), text_warnings: Vec::new() }
    }

    /// Reads a fight from a scenario's text. Every key of scenario files works: fighters, rules and requested figures.
    /// Settings of the simulation, such as its number of trials, are ignored.
    ///
    /// # Errors
    /// If the text has errors (all are reported, each with its line and column), holds anything but a single fight,
    /// defines its own ladder, or has fighters with ranges or a fight before this one.
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
        Self::from_plan(&plan).map_err(|error| Problem::from(error).into())
    }

    fn from_plan(plan: &study::Study) -> Result<Self> {
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
        let (rules, cast, requested_figures) = (planned.rules.clone(), combat.cast.clone(), plan.asked.clone());
        Ok(Self { rules, cast, requested_figures, earlier_fights: Vec::new(), text_warnings: plan.warnings.clone() })
    }

    /// Adds `fighters` to the side `name`, and creates the side if necessary.
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

    /// Requests a figure beyond the usual ones, in the words of `[[ask]]`: `"party wins and not any of party dies"`. In
    /// a study of several encounters, a figure requested in one is computed for all of them.
    #[must_use]
    pub fn ask(mut self, measure: impl Into<String>) -> Self {
        self.requested_figures.push(measure.into());
        self
    }

    /// Replaces the damage rule with a custom one; see [`Rules::with_own_damage`].
    #[must_use]
    pub fn with_damage(self, rule: OwnDamage) -> Self {
        Self { rules: self.rules.with_own_damage(rule), ..self }
    }

    /// Starts this fight with fighters as an earlier fight left them, matched by name; their own `wounds` are then
    /// ignored. Every fighter of `aftermath` must be in this fight. All figures are conditional on at least one of them
    /// still being able to fight.
    ///
    /// Each side may come from a different earlier fight. If two aftermaths name the same fighter, the later one
    /// counts.
    #[must_use]
    pub fn after(mut self, aftermath: Aftermath) -> Self {
        self.earlier_fights.push(aftermath);
        self
    }

    /// Computes every figure exactly.
    ///
    /// # Errors
    /// If a number is out of range, rules contradict each other, there are fewer than two sides, a requested figure is
    /// about something unknown, or the fight is too large to solve.
    pub fn exact(&self) -> Result<Results> {
        self.study()?.exact()
    }

    /// Estimates every figure from `trials` trials. The same seed yields the same trials, on any number of threads.
    ///
    /// # Errors
    /// If `trials` is 0 or too large, or [`exact`](Self::exact) would fail for another reason than the size of the
    /// fight.
    pub fn simulate(&self, trials: u64, seed: Seed) -> Result<Results> {
        self.study()?.simulate(trials, seed)
    }

    /// Replays one trial of [`simulate`](Self::simulate) with this seed, roll by roll. Trials are numbered from 1.
    ///
    /// # Errors
    /// If `trial` is out of range, or the fight cannot be [simulated](Self::simulate).
    pub fn replay(&self, trial: u64, seed: Seed) -> Result<Transcript> {
        self.study()?.replay(0, trial, seed)
    }

    /// Plays one trial round by round. Trials are numbered from 1.
    ///
    /// # Errors
    /// If `trial` is out of range, or the fight cannot be [simulated](Self::simulate).
    pub fn play(&self, trial: u64, seed: Seed) -> Result<Playthrough> {
        Playthrough::new(&self.combat()?, trial, seed)
    }

    /// Computes exactly the state in which a side leaves this fight: wounds and everything else that outlasts a fight.
    ///
    /// # Errors
    /// If the fight cannot be solved [exactly](Self::exact), or there is no side with this name.
    pub fn aftermath(&self, side: &str) -> Result<Aftermath> {
        self.aftermath_until(side, &|| false)
    }

    /// Like [`aftermath`](Self::aftermath), but gives up once `stopped` returns true; it is called many times a second.
    ///
    /// # Errors
    /// If [`aftermath`](Self::aftermath) would fail, or `stopped` returned true.
    pub fn aftermath_until(&self, side: &str, stopped: &dyn Fn() -> bool) -> Result<Aftermath> {
        Aftermath::of(&self.combat()?, side, &Limits::largest(stopped))
    }

    /// Returns a study of this fight alone.
    ///
    /// # Errors
    /// If [`exact`](Self::exact) would fail for another reason than the size of the fight.
    pub fn study(&self) -> Result<Study> {
        Study::from_cells(self.cast.sides.join(" against "), vec![(None, Vec::new(), self)], Vec::new())
    }

    pub(super) fn combat(&self) -> Result<Combat> {
        if let Some(name) = self.cast.same_name() {
            return Err(
                Error::input(format!("two fighters are called `{name}`")).with_help("give one of them another name")
            );
        }
        let fight = compile(&self.cast, &self.rules)?;
        Combat::with_aftermaths(fight, self.cast.clone(), &self.earlier_fights.iter().collect::<Vec<_>>(), &self.rules)
    }
}
