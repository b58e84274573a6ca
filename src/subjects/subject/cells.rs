//! The cells of a study, all of one subject, whose type is erased.

use super::along::PlayAlong;
use super::query::{QUESTIONS, Query};
use super::saved;
use super::script::{CheckedScript, RequestedRoll, RollKey, RollSource, roll_name};
use super::tried::{TrialCounts, WatchedSubject};
use super::watched::Watched;
use super::{BreakOff, Info, IsSet, Line, Reading, Remark, Subject, Transcribed, Wording};
use crate::chance::{Sampler, Seed};
use crate::document::fingerprint;
use crate::document::{Item, KeyEffect, Node, Problem};
use crate::error::{Error, Result};
use crate::exact::Limits;
use crate::fights::{Aftermath, Combat};
use crate::ladder::Ladder;
use crate::measure::{Compared, Counted as How, Figure, Findings, Measure};
use crate::rules::Rules;
use crate::sim::{Batch, Compare, Monitor, PairSums, PairTally, Plan, Simulated, add};
use crate::stats::{Estimate, test_equal, test_zero};
use std::any::Any;
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Cells of one subject, by index.
pub trait Cells: Send + Sync {
    fn info(&self) -> &'static Info;

    /// The measures of the subject.
    fn measures(&self) -> Vec<&'static Measure>;

    /// An empty collection of cells of the same subject.
    fn cells(&self) -> Box<dyn Cells>;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads one more cell, for a study of `cells` cells; `None` if its table is invalid.
    fn read(&mut self, item: Item<'_>, cells: usize) -> Option<()>;

    /// See [`Presented::search`](super::presentation::Presented::search).
    fn search(&mut self, cell: usize, document: &Node, others: bool, limits: &Limits<'_>) -> Vec<Problem>;

    /// The cell with the index `cell`, as a subject that can be described.
    fn transcribed(&self, cell: usize) -> &dyn Transcribed;

    /// The cell with the index `cell`, to be modified; `None` while it is being simulated.
    fn cell_mut(&mut self, cell: usize) -> Option<&mut dyn Any>;

    /// The number of fighters in a cell; 1 if it is not a fight.
    fn fighters(&self, cell: usize) -> usize;

    /// The exact answer for a cell, including what `asked` requests.
    ///
    /// # Errors
    /// If the cell is too large to solve, a request is unknown, or the work was stopped.
    fn solve(&self, cell: usize, words: &Wording<'_>, asked: &[String], limits: &Limits<'_>) -> Result<Findings>;

    /// A simulation of some cells as variants of one another, without trials yet.
    ///
    /// # Errors
    /// If a request is unknown.
    fn job<'j>(&'j self, variants: SimulatedVariants<'j>) -> Result<Box<dyn Job + 'j>>;

    /// A test of whether a trial of the cell has the outcome `name`. It takes the seed and the number of the trial,
    /// from 0.
    ///
    /// # Errors
    /// If the name is unknown; the error suggests the nearest one, or lists all.
    fn outcome<'c>(
        &'c self,
        cell: usize,
        words: &Wording<'_>,
        name: &str,
    ) -> Result<Box<dyn Fn(Seed, u64) -> bool + 'c>>;

    /// See [`Presented::remarks`](super::presentation::Presented::remarks).
    fn remarks(&self, ladder: &Ladder, findings: &[Findings]) -> Vec<Remark>;
}

impl dyn Cells + '_ {
    /// The cell, for downcasting to its type.
    pub fn cell(&self, cell: usize) -> &dyn Any {
        self.transcribed(cell)
    }

    /// The state in which a fight leaves one side, for another fight to begin with. `side` is the side's name; `None`
    /// is the first side.
    ///
    /// # Errors
    /// If the cell is not a fight, has no such side, or is too large to solve, or the work was stopped.
    pub fn left(&self, cell: usize, side: Option<&str>, limits: &Limits<'_>) -> Result<Aftermath> {
        match self.cell(cell).downcast_ref::<Combat>() {
            Some(combat) => combat.aftermath(side, limits),
            None => Err(Error::input("only a fight can come before another")),
        }
    }

    /// Lets the fighters of a cell begin in the state in which another fight left them.
    ///
    /// # Errors
    /// If the cell is not a fight, or the fighters are not in it.
    pub fn begin(&mut self, cell: usize, before: &Aftermath, rules: &Rules) -> Result<()> {
        let only = || Error::input("only a fight can continue from another fight");
        let combat = self.cell_mut(cell).and_then(|one| one.downcast_mut::<Combat>()).ok_or_else(only)?;
        *combat = combat.after(before, rules)?;
        Ok(())
    }

    /// See [`Presented::key_effects`](super::presentation::Presented::key_effects).
    pub fn key_effects(&self, cell: usize, rules: &Rules, written: IsSet<'_>) -> Vec<KeyEffect> {
        self.transcribed(cell).key_effects(rules, written)
    }

    /// See [`Presented::cautions`](super::presentation::Presented::cautions).
    pub fn cautions(&self, cell: usize, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        self.transcribed(cell).cautions(rules, written)
    }

    /// See [`Presented::ineffective_remarks`](super::presentation::Presented::ineffective_remarks).
    pub fn ineffective_remarks(&self, cell: usize, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        self.transcribed(cell).ineffective_remarks(rules, written)
    }

    /// Reads an exact answer that [`save_found`](super::save_found) has serialized.
    ///
    /// # Errors
    /// If `text` is not such an answer.
    pub fn load_found(&self, text: &str) -> Result<Findings> {
        let own: Vec<&Measure> = self.measures().into_iter().chain(QUESTIONS).collect();
        saved::load_found(text, &own)
    }

    /// Describes a trial, counted from 0, roll by roll; see [`Transcribed::tell`].
    pub fn tell_trial(&self, cell: usize, words: &Wording<'_>, seed: Seed, trial: u64, out: &mut dyn FnMut(Line)) {
        self.transcribed(cell).tell(words, RollSource::trial(Sampler::new(seed, trial)), out);
    }

    /// The keys of a trial's rolls, in the order in which they are made.
    pub fn roll_keys(&self, cell: usize, words: &Wording<'_>, seed: Seed, trial: u64) -> Vec<RollKey> {
        let source = RollSource::with_keys(Sampler::new(seed, trial));
        self.transcribed(cell).replay(words, source).1.into_keys()
    }

    /// Plays a cell with a list of rolls. Also returns the number of rolls used.
    ///
    /// # Errors
    /// If the dice cannot show a roll, or there are too few rolls. There is no error if the part of the trial before
    /// that can be shown on its own.
    pub fn replay_script(&self, cell: usize, words: &Wording<'_>, rolls: &[i32]) -> Result<(Vec<Line>, u64)> {
        let subject = self.transcribed(cell);
        let (mut lines, script) = transcript_from_rolls(subject, words, rolls, CheckedScript::is_over)?;
        if let Some(refusal) = script.refusal(&|roll| name_of(subject, roll)) {
            let sentence =
                [Some(refusal.message()), refusal.help()].into_iter().flatten().collect::<Vec<_>>().join("; ");
            let is_cut = subject.cut_short(&mut lines, BreakOff::Impossible(&sentence));
            // Whole rounds before that are worth showing.
            if !(is_cut && lines.iter().any(|line| line.kind == "round")) {
                return Err(refusal);
            }
        } else if let Some(missing) = script.missing() {
            let missing = name_of(subject, missing);
            if !subject.cut_short(&mut lines, BreakOff::Missing(&missing)) {
                return Err(Error::input(format!("the script is too short: {missing} is not in it"))
                    .with_help(format!("it holds {} rolls", rolls.len())));
            }
        }
        Ok((lines, script.used()))
    }

    /// The progress of a cell after the `rolls` made at a table.
    ///
    /// # Errors
    /// If the dice cannot show a roll, or the subject cannot be played along.
    pub fn along(&self, cell: usize, words: &Wording<'_>, rolls: &[i32]) -> Result<PlayAlong> {
        let subject = self.transcribed(cell);
        // Missing rolls are requested, even where a script would stop.
        let (mut lines, script) = transcript_from_rolls(subject, words, rolls, |script| script.missing().is_some())?;
        if let Some(refusal) = script.refusal(&|roll| name_of(subject, roll)) {
            return Err(refusal);
        }
        let next = script.missing().map(|roll| (name_of(subject, roll), roll.dice.clone()));
        if let Some((missing, _)) = &next
            && !(subject.cut_short(&mut lines, BreakOff::Missing(missing)) && lines.pop().is_some())
        {
            lines.clear();
        }
        let who = |roll: &RequestedRoll| subject.roller(roll.ask, roll.round).unwrap_or_else(|| "The dice".to_owned());
        let made = script.made().iter().map(|(roll, value)| (who(roll), roll.dice.clone(), *value));
        Ok(PlayAlong { lines, next, rolls: made.collect() })
    }
}

/// A trial played with a list of rolls, and the state of the list afterwards. Once `ends` returns true, no new round
/// begins.
///
/// # Errors
/// If the subject cannot be played from a list.
fn transcript_from_rolls(
    subject: &dyn Transcribed,
    words: &Wording<'_>,
    rolls: &[i32],
    ends: fn(&CheckedScript) -> bool,
) -> Result<(Vec<Line>, CheckedScript)> {
    subject.takes_script()?;
    let (lines, source) = subject.replay(words, RollSource::written(rolls, ends));
    Ok((lines, source.script))
}

/// The name of a roll in words.
fn name_of(subject: &dyn Transcribed, roll: &RequestedRoll) -> String {
    roll_name(subject.roller(roll.ask, roll.round), roll.ask.purpose)
}

/// Variants that are simulated together.
#[derive(Debug, Clone, Copy)]
pub struct SimulatedVariants<'r> {
    /// The indices of their cells.
    pub cells: &'r [usize],
    /// The wording of figures, for each variant.
    pub words: &'r [Wording<'r>],
    /// The index of the variant that the others are compared with.
    pub baseline: usize,
    /// Requests in addition to the usual figures.
    pub asked: &'r [String],
}

/// A simulation that can be continued.
pub trait Job: Send {
    /// Continues until each variant has `trials` trials.
    fn extend(&mut self, seed: u64, trials: u64, monitor: &dyn Monitor);

    /// Also runs the trials with the numbers in `range`; the first trial of a study is number 0.
    fn add(&mut self, seed: u64, range: Range<u64>, monitor: &dyn Monitor);

    /// Checks that trials last long enough to answer all questions.
    ///
    /// # Errors
    /// If a question is about a time after which trials are stopped.
    fn check_reach(&self) -> Result<()>;

    /// The answer from the trials run so far.
    ///
    /// # Errors
    /// If a formula of a process had no value in a trial.
    fn answer(&self) -> Result<Answered>;

    /// Serializes the counts so far.
    ///
    /// # Errors
    /// If a formula of a process had no value in a trial, or serialization failed.
    fn save(&self) -> Result<String>;

    /// Adds the serialized counts in `text`. They must be from trials that this simulation has not run.
    ///
    /// # Errors
    /// If `text` is not the counts of the same figures.
    fn load(&mut self, text: &str) -> Result<()>;
}

/// The answers for the variants of one combination of varied values.
#[derive(Debug, Clone, Default)]
pub struct Answered {
    /// The findings of each variant.
    pub cells: Vec<Findings>,
    /// For each variant, the differences of the compared figures from the baseline; empty if there is only one variant.
    pub changes: Vec<Vec<Changed>>,
    /// Trials per variant; `None` if the answer is exact.
    pub trials: Option<u64>,
}

/// The difference of a figure from the baseline.
#[derive(Debug, Clone)]
pub struct Changed {
    /// The variant's own figure.
    pub figure: Figure,
    /// The variant's figure minus the baseline's.
    pub change: Estimate,
    /// The p-value of no difference; `None` if the answer is exact.
    pub p: Option<f64>,
}

/// Cells of the subject `S`.
pub(super) struct Of<S> {
    cells: Vec<Arc<S>>,
    subject: PhantomData<fn() -> S>,
}

impl<S> Of<S> {
    pub(super) const NEW: Self = Self { cells: Vec::new(), subject: PhantomData };

    pub(super) fn holding(cells: Vec<S>) -> Self {
        Self { cells: cells.into_iter().map(Arc::new).collect(), subject: PhantomData }
    }
}

impl<S: Subject> Of<S> {
    fn watched(&self, cell: usize, words: &Wording<'_>, asked: &[String]) -> Result<Watched<S>> {
        let subject = &self.cells[cell];
        if asked.is_empty() {
            return Ok(Watched::default());
        }
        Watched::asked(subject, words, asked, &Self::usual(subject, words))
    }

    /// The figures that are computed without a request. Their values are not meaningful.
    fn usual(subject: &S, words: &Wording<'_>) -> Vec<Figure> {
        let none = Watched::default();
        subject.counted(words, &subject.tally(&none), &none).figures
    }
}

impl<S: Subject + Transcribed> Cells for Of<S> {
    fn info(&self) -> &'static Info {
        const { &S::INFO }
    }

    fn measures(&self) -> Vec<&'static Measure> {
        S::measures()
    }

    fn cells(&self) -> Box<dyn Cells> {
        Box::new(Self::NEW)
    }

    fn len(&self) -> usize {
        self.cells.len()
    }

    fn read(&mut self, item: Item<'_>, cells: usize) -> Option<()> {
        self.cells.push(Arc::new(S::read(item, cells)?));
        Some(())
    }

    fn search(&mut self, cell: usize, document: &Node, others: bool, limits: &Limits<'_>) -> Vec<Problem> {
        let one = Arc::get_mut(&mut self.cells[cell]);
        debug_assert!(one.is_some(), "a cell is searched before it is shared");
        one.map(|one| one.search(document, others, limits)).unwrap_or_default()
    }

    fn transcribed(&self, cell: usize) -> &dyn Transcribed {
        &*self.cells[cell]
    }

    fn cell_mut(&mut self, cell: usize) -> Option<&mut dyn Any> {
        Arc::get_mut(&mut self.cells[cell]).map(|one| one as &mut dyn Any)
    }

    fn fighters(&self, cell: usize) -> usize {
        self.cells[cell].fighters()
    }

    fn solve(&self, cell: usize, words: &Wording<'_>, asked: &[String], limits: &Limits<'_>) -> Result<Findings> {
        self.cells[cell].solve(words, &self.watched(cell, words, asked)?, limits)
    }

    fn job<'j>(&'j self, variants: SimulatedVariants<'j>) -> Result<Box<dyn Job + 'j>> {
        Ok(Box::new(JobOf::new(self, variants)?))
    }

    fn outcome<'c>(
        &'c self,
        cell: usize,
        words: &Wording<'_>,
        name: &str,
    ) -> Result<Box<dyn Fn(Seed, u64) -> bool + 'c>> {
        let subject = &*self.cells[cell];
        let mut extra = S::Extra::default();
        let known = Self::usual(subject, words);
        let query = Query::of_trials(name, subject, words, &known, &mut extra)?;
        subject.check_reach(&extra)?;
        Ok(Box::new(move |seed, trial| {
            let outcome = subject.play(&mut Sampler::new(seed, trial), &extra);
            query.is_given(subject, &outcome) && query.holds(subject, &outcome)
        }))
    }

    fn remarks(&self, ladder: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let all: Vec<&S> = self.cells.iter().map(|cell| &**cell).collect();
        S::remarks(&all, ladder, findings)
    }
}

/// The simulation of variants of one subject.
struct JobOf<'j, S: Subject> {
    variants: Vec<WatchedSubject<S>>,
    rolled: SimulatedVariants<'j>,
    /// The compared figures, and how each is compared.
    compared: Vec<(Figure, Compare)>,
    done: Simulated<TrialCounts<S::Tally>>,
    /// The fingerprint of the names of all figures, once it is needed.
    names: OnceLock<u128>,
}

impl<'j, S: Subject> JobOf<'j, S> {
    fn new(of: &Of<S>, rolled: SimulatedVariants<'j>) -> Result<Self> {
        let tried = |(cell, words): (&usize, &Wording<'_>)| {
            let watched = of.watched(*cell, words, rolled.asked)?;
            Ok(WatchedSubject { subject: Arc::clone(&of.cells[*cell]), watched })
        };
        let variants: Vec<WatchedSubject<S>> =
            rolled.cells.iter().zip(rolled.words).map(tried).collect::<Result<_>>()?;
        let done = Simulated::empty(&Batch { variants: &variants, values: 0, compared: &[] });
        let mut job = Self { variants, rolled, compared: Vec::new(), done, names: OnceLock::new() };
        if job.variants.len() > 1 {
            job.compare();
            job.done = Simulated::empty(&job.batch(&job.compares()));
        }
        Ok(job)
    }

    /// Decides which figures are compared, and which values trials must record for that.
    fn compare(&mut self) {
        let (values, compared) = comparisons(&self.findings(), self.rolled.asked);
        for WatchedSubject { subject, watched } in &mut self.variants {
            let reading = |(figure, base): &(Figure, bool)| {
                let query =
                    watched.queries.iter().position(|query| !figure.label.is_empty() && query.title == figure.label);
                let found = match (query, base) {
                    (Some(query), false) => Some(Reading::Query(query)),
                    (Some(query), true) => Some(Reading::Given(query)),
                    (None, false) => subject.reading(figure, &mut watched.extra),
                    (None, true) => subject.base(figure, &watched.extra),
                };
                found.unwrap_or(Reading::Nothing)
            };
            watched.values = values.iter().map(reading).collect();
        }
        self.compared = compared;
    }

    fn compares(&self) -> Vec<Compare> {
        self.compared.iter().map(|(_, compare)| *compare).collect()
    }

    fn batch<'b>(&'b self, compared: &'b [Compare]) -> Batch<'b, WatchedSubject<S>> {
        let values = self.variants.first().map_or(0, |tried| tried.watched.values.len());
        Batch { variants: &self.variants, values, compared }
    }

    /// Checks that no trial so far has failed.
    ///
    /// # Errors
    /// If a formula of a process had no value in a trial.
    fn check_trials(&self) -> Result<()> {
        self.variants.iter().try_for_each(|tried| tried.subject.check_trials())
    }

    fn findings(&self) -> Vec<Findings> {
        let tallies = self.variants.iter().zip(self.rolled.words).zip(&self.done.tallies);
        let found = tallies.map(|((tried, words), counted)| {
            let mut findings = tried.subject.counted(words, &counted.tally, &tried.watched);
            let asked = tried.watched.queries.iter().zip(&counted.asked);
            asked.for_each(|(query, counts)| query.add_counted(*counts, self.done.trials, &mut findings));
            findings
        });
        found.collect()
    }

    /// The fingerprint of the names of all figures of all variants.
    fn names(&self) -> u128 {
        *self.names.get_or_init(|| names_of(&self.findings()))
    }
}

/// A value to record in each trial: that of the figure or, if the flag is set, that of its denominator.
type ComparedValue = (Figure, bool);

/// The values to record in each trial, and the figures to compare with the baseline. A [`Compare`] has the indices of
/// the values that it needs. The figures are those that are always compared, and those that `asked` names.
fn comparisons(findings: &[Findings], asked: &[String]) -> (Vec<ComparedValue>, Vec<(Figure, Compare)>) {
    let is_asked = |figure: &Figure| {
        asked.iter().any(|title| figure.has_name(title))
            && !matches!(figure.measure.counted, How::Median | How::Distribution)
    };
    let all = findings.iter().flat_map(|found| &found.figures);
    let (mut values, mut compared): (Vec<ComparedValue>, Vec<(Figure, Compare)>) = Default::default();
    for figure in all.filter(|figure| figure.measure.compared == Compared::Yes || is_asked(figure)) {
        if compared.iter().any(|(known, _)| known.identity() == figure.identity()) {
            continue;
        }
        let place = values.len();
        values.push((figure.clone(), false));
        let compare = if figure.measure.counted.has_base() {
            values.push((figure.clone(), true));
            Compare::Ratio(place, place + 1)
        } else {
            Compare::Mean(place)
        };
        compared.push((figure.clone(), compare));
    }
    (values, compared)
}

/// The differences of the compared figures between a variant and the baseline. `pair` has the tallies of trials paired
/// with those of the baseline. `alike` returns the number of identical fighters who share a figure.
fn changes(
    compared: &[(Figure, Compare)],
    [found, base]: [&Findings; 2],
    pair: &PairTally,
    alike: &dyn Fn(&Figure) -> usize,
) -> Vec<Changed> {
    let change = |(place, (figure, _)): (usize, &(Figure, Compare))| {
        let own = found.matching_figure(figure).filter(|own| base.matching_figure(own).is_some())?;
        let by = alike(own) as f64;
        let of_error = |estimate: &Estimate| estimate.standard_error().map(|error| test_zero(estimate.value, error));
        let (change, p) = match pair.sums(place) {
            PairSums::Mean(change) => {
                let estimate = Estimate::paired_divided(change.sum, change.squares, pair.trials(), by);
                // Each trial that changes this share changes it by +1 or −1.
                let p = if own.measure.counted == How::Share && by == 1.0 {
                    let up = (change.squares as i128 + change.sum) as u64 / 2;
                    Some(test_equal(up, change.squares as u64 - up))
                } else {
                    of_error(&estimate)
                };
                (estimate, p)
            }
            PairSums::Ratio(cross) => {
                let estimate = Estimate::paired_ratio(&cross.sums, &cross.products, pair.trials());
                (estimate, of_error(&estimate))
            }
        };
        Some(Changed { figure: own.clone(), change, p })
    };
    compared.iter().enumerate().filter_map(change).collect()
}

/// The fingerprint of the names of all figures in `found`.
fn names_of(found: &[Findings]) -> u128 {
    fingerprint(|hasher| {
        found.iter().flat_map(|found| &found.figures).for_each(|figure| figure.identity().hash(hasher));
    })
}

impl<S: Subject> Job for JobOf<'_, S> {
    fn extend(&mut self, seed: u64, trials: u64, monitor: &dyn Monitor) {
        self.add(seed, self.done.trials..trials, monitor);
    }

    fn add(&mut self, seed: u64, range: Range<u64>, monitor: &dyn Monitor) {
        let compared = self.compares();
        let plan = Plan { seed: Seed::new(seed), trials: range.end, baseline: self.rolled.baseline };
        let none = Simulated::empty(&self.batch(&compared));
        let done = std::mem::replace(&mut self.done, none);
        self.done = add(done, &self.batch(&compared), &plan, range, monitor);
    }

    fn check_reach(&self) -> Result<()> {
        self.variants.iter().try_for_each(|tried| tried.subject.check_reach(&tried.watched.extra))
    }

    fn answer(&self) -> Result<Answered> {
        self.check_trials()?;
        let cells = self.findings();
        let base = &cells.get(self.rolled.baseline);
        let changes = self.done.pairs.iter().zip(&cells).zip(&self.variants).map(|((pair, own), tried)| {
            let alike = |figure: &Figure| tried.subject.alike(figure);
            base.map_or_else(Vec::new, |base| changes(&self.compared, [own, base], pair, &alike))
        });
        let changes = changes.collect();
        Ok(Answered { changes, trials: Some(self.done.trials), cells })
    }

    fn save(&self) -> Result<String> {
        self.check_trials()?;
        saved::save(&self.done, self.names())
    }

    fn load(&mut self, text: &str) -> Result<()> {
        let loaded = saved::load(text, self.names())?;
        let none = Simulated::empty(&self.batch(&self.compares()));
        self.done = std::mem::replace(&mut self.done, none).merge(loaded);
        Ok(())
    }
}
