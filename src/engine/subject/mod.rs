//! Subjects: what can be rolled. Each has a folder and implements the trait [`Subject`]; [`SUBJECTS`] lists them all.
//!
//! A subject says how its table in a file is read, what one trial is, how it is solved, and what is measured. What is the
//! same for all of them (running trials of several variants together, comparing them, finding a trial by its outcome, saving
//! what was counted) is written once, in [`Cells`], [`Job`] and [`Tried`].

mod actor;
mod affliction;
mod along;
pub(crate) mod campaign;
mod casting;
mod cells;
mod charts;
mod check;
mod contest;
mod creation;
mod experience;
pub mod fight;
mod group;
mod healing;
mod line;
mod opposed;
pub(crate) mod own;
mod played;
mod points;
mod query;
mod reaction;
mod rows;
mod saved;
mod script;
mod sum;
mod task;
mod tried;
mod watched;

pub use along::{Along, Luck};
pub use cells::{Answered, Cells, Changed, Job, Rolled};
pub use charts::{ChartKind, charts};
pub use line::Line;
pub use query::{About, Number, Query};
pub use rows::{Row, Value, Weighed};
pub use saved::save_found;
pub use script::{RollKey, RollSource, parse_script};
use sum::listed;
pub use sum::{capitalized, counted};
pub use tried::{Counted, Tried};
pub use watched::{Amount, Reading, Watched};

use crate::chance::{Ask, Chance, Sampler, Seed};
use crate::check::{Check, Reaction};
use crate::document::{Item, KeySpec};
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::measure::{Figure, Findings, Measure};
use crate::rules::{Rules, Scope};
use crate::sim::Tally;
use fight::{Aftermath, Combat};
use opposed::Action;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// Every subject there is. A new one is named here.
pub static SUBJECTS: &[&dyn Kind] = &[
    &cells::Of::<Check>::NEW,
    &cells::Of::<Action>::NEW,
    &cells::Of::<contest::Contested>::NEW,
    &cells::Of::<Reaction>::NEW,
    &cells::Of::<task::Tasked>::NEW,
    &cells::Of::<group::Grouped>::NEW,
    &cells::Of::<crate::check::Affliction>::NEW,
    &cells::Of::<crate::check::Wounded>::NEW,
    &cells::Of::<campaign::Campaign>::NEW,
    &cells::Of::<crate::check::Casting>::NEW,
    &cells::Of::<crate::check::Experience>::NEW,
    &cells::Of::<crate::check::Creation>::NEW,
    &cells::Of::<crate::check::own::OwnProcess>::NEW,
    &cells::Of::<Combat>::NEW,
];

/// Every measure, of all subjects.
pub fn measures() -> impl Iterator<Item = &'static Measure> {
    SUBJECTS.iter().flat_map(|subject| subject.measures())
}

/// The measures that have a distribution; those that several subjects have under one id, once.
pub fn distributions() -> Vec<&'static Measure> {
    let mut all: Vec<&Measure> = Vec::new();
    for measure in measures().filter(|measure| measure.chart.is_some()) {
        if all.iter().all(|known| known.id != measure.id) {
            all.push(measure);
        }
    }
    all
}

/// Cells made in code: fights.
pub fn fights(cells: Vec<Combat>) -> Box<dyn Cells> {
    Box::new(cells::Of::holding(cells))
}

/// What a subject is called, and what of the rules it heeds.
#[derive(Debug)]
pub struct Info {
    /// Its key in a file, with what the table holds.
    pub key: KeySpec,
    /// How the key is written where a file has none, as in `` `[check]` ``.
    pub sample: &'static str,
    /// The options of `[rules]` that have an effect on it.
    pub heeds: &'static [Scope],
    /// The outcomes of a trial by name, for `replay --find`.
    pub outcomes: &'static str,
    /// What its time is counted in, where it takes some: `round`.
    pub span: Option<&'static str>,
}

/// What figures are put into words with.
#[derive(Debug, Clone, Copy)]
pub struct Wording<'w> {
    /// The words for levels.
    pub ladder: &'w Ladder,
    /// The rules in force.
    pub rules: &'w Rules,
}

/// One thing to roll, of one kind: everything that a study asks of it.
pub trait Subject: Debug + Send + Sync + Sized + 'static {
    /// Its name.
    const INFO: Info;
    /// What came of one trial, as far as anything is measured by it.
    type Outcome;
    /// What trials are counted in.
    type Tally: Tally + Clone + Serialize + DeserializeOwned;
    /// What is looked at beyond the usual because somebody asks for it.
    type Extra: Debug + Clone + Default + PartialEq + Send + Sync;

    /// Reads it from its table in a file, for a study of so many cells. What is wrong with the table is reported with its place.
    fn read(item: Item<'_>, cells: usize) -> Option<Self>;

    /// Its measures, where each is read off the outcome of a trial.
    fn rows() -> &'static [Row<Self, Self::Outcome>] {
        &[]
    }

    /// All its measures.
    fn measures() -> Vec<&'static Measure> {
        Self::rows().iter().map(|row| row.measure).collect()
    }

    /// Whom it is about, in the order in which they are read; nobody where that needs no words.
    fn introduce(&self, _words: &Wording<'_>) -> Vec<Introduced> {
        Vec::new()
    }

    /// Of the keys written, those that may do nothing under these rules.
    fn idle(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Idle> {
        Vec::new()
    }

    /// What a file says that is hardly meant, though nothing is wrong with it.
    fn cautions(&self, _rules: &Rules, _written: IsSet<'_>) -> Vec<Remark> {
        Vec::new()
    }

    /// How it leaves a side, by its name or the first, for another fight to begin with.
    ///
    /// # Errors
    /// It is no fight, or has no such side; it is past what can be solved.
    fn left(&self, _side: Option<&str>) -> Result<Aftermath> {
        Err(Error::input("only a fight can come before another"))
    }

    /// The same, where fighters begin as another fight left them.
    ///
    /// # Errors
    /// It is no fight, or the fighters are not in it.
    fn after(&self, _before: &Aftermath, _rules: &Rules) -> Result<Self> {
        Err(Error::input("only a fight can begin as another fight left its fighters"))
    }

    /// One trial.
    fn play(&self, chance: &mut impl Chance, extra: &Self::Extra) -> Self::Outcome;

    /// A tally of no trials.
    fn tally(&self, watched: &Watched<Self>) -> Self::Tally;

    /// Counts a trial.
    fn count(&self, outcome: &Self::Outcome, tally: &mut Self::Tally);

    /// Plays a trial and counts it; what is watched of it goes into `values` and `asked`. Only for subjects that know a
    /// faster way.
    fn trial(
        &self,
        sampler: &mut Sampler,
        tally: &mut Self::Tally,
        watched: &Watched<Self>,
        values: &mut [i64],
        asked: &mut [[u64; 2]],
    ) {
        let outcome = self.play(sampler, &watched.extra);
        self.count(&outcome, tally);
        watched.note(self, &outcome, values, asked);
    }

    /// What the trials counted say.
    fn counted(&self, words: &Wording<'_>, tally: &Self::Tally, watched: &Watched<Self>) -> Findings;

    /// The exact answer, with one figure for each query at the end.
    ///
    /// # Errors
    /// It is past what can be solved, or a query is; it was stopped.
    fn solve(&self, words: &Wording<'_>, watched: &Watched<Self>, stopped: &dyn Fn() -> bool) -> Result<Findings>;

    /// One trial roll by roll; `stop` is asked now and then whether to end it. Gives the source of chance back.
    fn replay(
        &self,
        words: &Wording<'_>,
        chance: RollSource,
        stop: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource);

    /// One trial roll by roll, each line as soon as it is whole: a trial may take more lines than fit in memory. Only for subjects
    /// whose trials may.
    fn tell(&self, words: &Wording<'_>, chance: RollSource, out: &mut dyn FnMut(Line)) {
        self.replay(words, chance, &|_| false).0.into_iter().for_each(out);
    }

    /// Leaves out what a script did not finish, `missing` being the roll that it needed next; false where a trial has no such parts.
    fn cut_short(_lines: &mut Vec<Line>, _missing: &str) -> bool {
        false
    }

    /// Whether the rolls of a trial can be written down beforehand.
    ///
    /// # Errors
    /// Why not.
    fn takes_script(&self) -> Result<()> {
        Ok(())
    }

    /// Where a trial stands once these rolls are made: each way in which it may end, and its chance; nothing where that cannot be said.
    fn standing(&self, _rolls: &[i32], _seed: Seed) -> Vec<(String, f64)> {
        Vec::new()
    }

    /// What to look at for a measure that is found only on request, by its name in words; none where it is no such name.
    fn extra(&self, _name: &str, _extra: &mut Self::Extra) -> bool {
        false
    }

    /// A test for an outcome that goes by a name beyond those of the measures, such as a wound level.
    fn named(&self, _name: &str, _words: &Wording<'_>, _extra: &mut Self::Extra) -> Option<Test<Self>> {
        None
    }

    /// The names of such outcomes, for messages.
    fn names(&self, _words: &Wording<'_>) -> Vec<String> {
        Vec::new()
    }

    /// A number that each trial has, by a name beyond those of the measures, such as a fighter's wounds.
    fn number(&self, _name: &str, _words: &Wording<'_>, _extra: &mut Self::Extra) -> Option<Number<Self>> {
        None
    }

    /// The names of such numbers, for messages.
    fn numbers(&self) -> Vec<String> {
        Vec::new()
    }

    /// The time an outcome took, where time is counted.
    fn span(_outcome: &Self::Outcome) -> u32 {
        0
    }

    /// Whether a limit cut it off before it was over: then it took longer than its time.
    fn is_unfinished(_outcome: &Self::Outcome) -> bool {
        false
    }

    /// A test for at most this much time; of an exact answer, `extra` says what to look at for it.
    fn at_most(&self, most: u32, _extra: &mut Self::Extra) -> Test<Self> {
        Box::new(move |_, outcome: &Self::Outcome| Self::span(outcome) <= most)
    }

    /// How the value of a figure is read off a trial, where it can be.
    fn reading(&self, figure: &Figure, _extra: &mut Self::Extra) -> Option<Reading<Self>> {
        watched::reading(self, figure)
    }

    /// What that value is taken over, where not over all trials.
    fn base(&self, _figure: &Figure, _extra: &Self::Extra) -> Option<Reading<Self>> {
        None
    }

    /// How many alike a figure is shared by: what it counts in a trial is divided by that.
    fn alike(&self, _figure: &Figure) -> usize {
        1
    }

    /// A roll in words: whose it is; none where only one rolls.
    fn roller(&self, _ask: Ask) -> Option<String> {
        None
    }

    /// Remarks on the answers, for a reader.
    fn remarks(_all: &[&Self], _ladder: &Ladder, _findings: &[Findings]) -> Vec<Remark> {
        Vec::new()
    }
}

/// Whether an outcome is of some kind.
pub type Test<S> = Box<dyn Fn(&S, &<S as Subject>::Outcome) -> bool + Send + Sync>;

/// Something the reader of a result should know, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What is the matter.
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// The words between a setting and the reason why it does nothing.
const IDLE: &str = " does nothing: ";

impl Remark {
    /// The remark that a setting does nothing.
    pub(crate) fn idle(setting: &str, reason: &str, remedy: String) -> Self {
        Self { message: format!("{setting}{IDLE}{reason}"), remedy }
    }

    /// The setting that does nothing, and the reason; `None` for other remarks.
    pub fn idle_parts(&self) -> Option<(&str, &str)> {
        self.message.split_once(IDLE)
    }
}

/// The value of a fact that is so.
pub const YES: &str = "yes";

/// The fact of a fighter who acts as a player character, where only those act (C5).
pub const PLAYER_CHARACTER: &str = "player character";

/// The fact of a fighter whose weapons and armor change no wound: hits mark boxes (W16).
pub const NO_GEAR: &str = "gear without effect";

/// One of those that a subject is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduced {
    /// The name.
    pub name: String,
    /// The side.
    pub side: String,
    /// The fight of a campaign that it is in, and the number of such fights; `None` if it is in all fights.
    pub fight: Option<(String, u32)>,
    /// How many such there are.
    pub count: u64,
    /// What its figures come to, by the key that they belong to.
    pub facts: Vec<(&'static str, String)>,
    /// The wound levels, with what each takes from skill.
    pub track: String,
}

/// Whose a key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// One of those that the subject is about, by the order in the file: of a campaign the party first.
    Fighter(usize),
    /// The rules: the table `[rules]`.
    Rules,
}

/// Whether a file sets a key of somebody's.
pub type IsSet<'w> = &'w dyn Fn(Owner, &str) -> bool;

/// A key that is written, and whether it does anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Idle {
    /// Whose it is.
    pub owner: Owner,
    /// The key.
    pub key: &'static str,
    /// Why it does nothing, and what would give it something to do; none where it acts.
    pub why: Option<[&'static str; 2]>,
}

/// A kind of subject, apart from any of its cells.
pub trait Kind: Sync {
    /// Its name.
    fn info(&self) -> &'static Info;

    /// Its measures.
    fn measures(&self) -> Vec<&'static Measure>;

    /// No cells yet of this kind.
    fn cells(&self) -> Box<dyn Cells>;
}
