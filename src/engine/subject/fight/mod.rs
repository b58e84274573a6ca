//! A fight: sides come to blows, round by round, until one of them is left.

mod aftermath;
mod amounts;
mod duel;
mod found;
mod futile;
mod idle;
pub(super) mod introduce;
mod measures;
mod outcome;
pub mod read;
mod replay;
mod slots;
mod standing;
mod tally;
mod trial;

pub use aftermath::Aftermath;
pub use measures::{GROUPS, Row, Source};
pub use outcome::Outcome;
pub use slots::{Extra, Slot, slots};
pub use tally::{FightTally, Folded, Rate, Spread};

use super::{
    Idle, Info, Introduced, IsSet, Line, Number, Presented, Reading, Remark, Rows, Subject, Test, Told, Watched,
    Wording,
};
use crate::chance::{Ask, Chance, Sampler, Seed};
use crate::combat::{Body, Cast, EndShape, Exit, Fight, Fighter, Mixture, Path, Played, Signal, Signals};
use crate::document::{Item, KeySpec, Kind};
use crate::error::{Error, Result};
use crate::exact::{self, Asked, ExactFight, MOST_PATHS, PathGroup};
use crate::ladder::Ladder;
use crate::measure::{Counted, Figure, Findings, Measure, Unit, id, number, same_words, significant};
use crate::rules::{Record, Rules, Scope};
use crate::subject::{RollSource, actor};
use duel::Duel;
use trial::Trial;

/// In studies of more cases it is not found in which round each side wins: nobody reads so many.
const MOST_FOLLOWED: usize = 64;

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
    limit: u32,
    /// For each stat block the wound levels of the blows it gives, if they are the same for all its foes; else none.
    given: Vec<Vec<String>>,
    /// The names of the wound levels of each stat block.
    levels: Vec<Vec<String>>,
    /// Whether a fighter of each stat block can die.
    mortal: Vec<bool>,
    shape: EndShape,
    signals: Signals,
    /// Whether it is found in which round each side wins.
    follows_course: bool,
    /// The ends of a fight of two, which are counted in place of every figure.
    duel: Option<Duel>,
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
            duel: Duel::of(all(), &shape),
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
    fn levels_to_out(&self, entry: usize) -> Option<u8> {
        let of = |fight: &Fight| fight.levels_to_out(fight.first(entry));
        let first = of(&self.fight);
        let same = |mixture: &Mixture| mixture.fights().all(|fight| of(fight) == first);
        self.drawn.as_ref().is_none_or(same).then_some(first)
    }

    /// Whether the fighters of a stat block may leave the fight by an exit.
    fn may_exit(&self, entry: usize, exit: Exit) -> bool {
        let may = |fight: &Fight| fight.exits_of(entry).contains(&exit);
        self.drawn.as_ref().map_or_else(|| may(&self.fight), |drawn| drawn.fights().any(may))
    }

    /// All fights that may be fought, each with its chance.
    pub(crate) fn each(&self) -> Vec<(&Fight, f64)> {
        let Some(mixture) = &self.drawn else { return vec![(&self.fight, 1.0)] };
        let whole: f64 = mixture.weights().iter().sum();
        mixture.fights().zip(mixture.weights()).map(|(fight, weight)| (fight, weight / whole)).collect()
    }

    /// All fights that may be fought, to change.
    pub(crate) fn each_mut(&mut self) -> impl Iterator<Item = &mut Fight> {
        std::iter::once(&mut self.fight).chain(self.drawn.iter_mut().flat_map(Mixture::fights_mut))
    }

    /// Plays the fight from another start, and tells it roll by roll.
    pub(crate) fn told_from(
        &self,
        words: &Wording<'_>,
        chance: &mut RollSource,
        start: impl FnOnce(&Fight) -> Vec<Body>,
    ) -> (Vec<Line>, Played<Vec<Body>>, &Fight) {
        let drawn = self.drawn.as_ref().map(|mixture| mixture.draw(chance));
        let (fight, cast) = drawn.map_or((&self.fight, &self.cast), |(fight, cast)| (fight, cast));
        let mut lines = Vec::new();
        let played = replay::played(fight, cast, words, chance, start(fight), &|_| false, &mut |line| lines.push(line));
        (lines, played, fight)
    }

    /// The fight that is fought this time.
    #[inline]
    pub fn drawn(&self, chance: &mut impl Chance) -> &Fight {
        self.drawn.as_ref().map_or(&self.fight, |mixture| &mixture.draw(chance).0)
    }

    /// The names of the wound levels of each stat block, from Undamaged to Dead.
    pub fn level_names(&self) -> &[Vec<String>] {
        &self.levels
    }

    /// Whether a fighter of a side can die.
    fn somebody_mortal(&self, side: usize) -> bool {
        self.cast.fighters.iter().zip(&self.mortal).any(|(fighter, mortal)| fighter.side == side && *mortal)
    }

    /// The exact answer, with these groups of paths, and perhaps with how much worse everybody gets in each round.
    fn exact(&self, groups: &[PathGroup], wounds: bool, stopped: &dyn Fn() -> bool) -> Result<ExactFight> {
        let asked = Asked { groups, course: self.follows_course, wounds };
        match &self.drawn {
            None => exact::fight_until(&self.fight, asked, stopped),
            Some(mixture) => exact::mixture_until(mixture, asked, stopped),
        }
    }

    /// How it leaves a side, by its name or the first, for another fight to begin with.
    ///
    /// # Errors
    /// It has no such side, or is past what can be solved.
    pub(super) fn left(&self, side: Option<&str>) -> Result<Aftermath> {
        Aftermath::of(self, side.unwrap_or(&self.cast.sides[0]))
    }

    /// The same, where fighters begin as another fight left them.
    ///
    /// # Errors
    /// The fighters are not in it, or have ranges.
    pub(super) fn after(&self, before: &Aftermath, rules: &Rules) -> Result<Self> {
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

impl Presented for Combat {
    fn read(item: Item<'_>, cells: usize) -> Option<Self> {
        let combat = read::combat(item, cells)?;
        Some(Self { follows_course: cells <= MOST_FOLLOWED, ..combat })
    }

    fn introduce(&self, words: &Wording<'_>) -> Vec<Introduced> {
        introduce::introduce(self, words)
    }

    fn idle(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Idle> {
        idle::idle(self, rules, written)
    }

    fn cautions(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        let alone = idle::alone_on_a_side(self, written).map(|who| Remark {
            message: format!("{} sides fight each other here: {}", self.cast.sides.len(), self.cast.sides.join(", ")),
            remedy: format!("give {who} the `side` of its friends, if it has any"),
        });
        let helpless = idle::helpless_side(self, rules).map(|side| Remark {
            message: format!(
                "it never comes to blows (`closing = \"never\"`), and nobody on {side} can shoot: they only wait"
            ),
            remedy: "give one of them a `missile`, or set `closing` to the rounds until it comes to blows".to_owned(),
        });
        let near = idle::near_sides(self).map(|[one, other]| Remark {
            message: format!("`{one}` and `{other}` are two sides here, and fight each other"),
            remedy: format!("if one is misspelled, write `side = \"{one}\"` for both"),
        });
        let useless = idle::useless_at_back(self, rules).map(|who| Remark {
            message: format!(
                "{who} stays at the back with nothing to shoot or cast, and does nothing while a friend in front is fit"
            ),
            remedy: "give it a `missile` or `spells`, or leave out `place`".to_owned(),
        });
        let clubs = idle::clubs(self, rules).map(|(who, weapon)| Remark {
            message: format!("{who} strikes with a {weapon} as with a club: `weapon` is for hand-to-hand fights"),
            remedy: format!("to shoot, write `missile = {{ weapon = \"{weapon}\", skill = \"Good\" }}`"),
        });
        let capped = idle::capped(self, rules).map(|(who, sums)| actor::capped(&format!("`{who}`"), sums, rules));
        let taken = idle::taken_for_players(self, rules, written);
        let taken = (!taken.is_empty()).then(|| Remark {
            message: match &taken[..] {
                [one] => format!("{one} counts as the player character: no `pc` is set, and this is the first side"),
                all => format!(
                    "{} count as the player characters: no `pc` is set, and this is the first side",
                    all.join(", ")
                ),
            },
            remedy: "write `pc = true` for the player characters".to_owned(),
        });
        let first = capped.chain(taken);
        let general = first.chain(helpless).chain(alone).chain(near).chain(idle::spells(self));
        general.chain(useless).chain(clubs).collect()
    }

    fn takes_script(&self) -> Result<()> {
        match self.drawn {
            None => Ok(()),
            Some(_) => Err(Error::input("a script cannot be played where fighters have ranges")
                .with_help("fix them, with values or with `ranges = \"middle\"`")),
        }
    }

    fn roller(&self, ask: Ask) -> Option<String> {
        self.cast.names().get(usize::from(ask.who)).cloned()
    }

    fn remarks(all: &[&Self], ladder: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let mut remarks: Vec<Remark> = futile::remark(all, ladder).into_iter().collect();
        let most = |value: &dyn Fn(&Findings) -> f64| findings.iter().map(value).fold(0.0, f64::max);
        remarks.extend(left_out(findings));
        let never = most(&|found| found.never_ends);
        if never > 0.0 {
            remarks.push(Remark {
                message: format!("up to {} % of the fights would never end", significant(100.0 * never)),
                remedy:
                    "the fighters come to a point from which they cannot hurt each other: look at their factors, and \
                         at `minimum_to_hit` in [rules]"
                        .to_owned(),
            });
        }
        let undecided = most(&|found| found.figure(id::UNDECIDED, "").map_or(0.0, |figure| figure.estimate.value));
        if undecided > found::MINOR_UNDECIDED {
            let limit = all.first().map_or(0, |one| one.limit);
            remarks.push(Remark {
                message: format!(
                    "up to {} % of the fights reached the limit of {limit} rounds",
                    significant(100.0 * undecided)
                ),
                remedy: "raise `round_limit` in [rules], or check whether the fighters can hurt each other".to_owned(),
            });
        }
        remarks
    }
}

impl Told for Combat {
    fn replay(
        &self,
        words: &Wording<'_>,
        mut chance: RollSource,
        stop: &dyn Fn(&RollSource) -> bool,
    ) -> (Vec<Line>, RollSource) {
        let drawn = self.drawn.as_ref().map(|mixture| mixture.draw(&mut chance));
        let (fight, cast) = drawn.map_or((&self.fight, &self.cast), |(fight, cast)| (fight, cast));
        replay::replay(fight, cast, words, chance, stop)
    }

    fn tell(&self, words: &Wording<'_>, mut chance: RollSource, out: &mut dyn FnMut(Line)) {
        let drawn = self.drawn.as_ref().map(|mixture| mixture.draw(&mut chance));
        let (fight, cast) = drawn.map_or((&self.fight, &self.cast), |(fight, cast)| (fight, cast));
        replay::played(fight, cast, words, &mut chance, fight.start().to_vec(), &|_| false, out);
    }

    fn cut_short(&self, lines: &mut Vec<Line>, missing: &str) -> bool {
        replay::cut_short(lines, missing);
        true
    }

    fn standing(&self, rolls: &[i32], seed: Seed) -> Vec<(String, f64)> {
        standing::standing(self, rolls, seed)
    }
}

impl Rows for Combat {
    type Outcome = Outcome;
    type Extra = Extra;

    fn span(outcome: &Outcome) -> u32 {
        outcome.rounds
    }
}

impl Subject for Combat {
    const INFO: Info = Info {
        key: KeySpec::new(
            "fighters",
            Kind::Map(&Kind::Table(&read::FIGHTER)),
            "The fighters of a fight, by name.",
            "{ hans = { skill = \"Good\" } }",
        ),
        sample: "[fighters.hans]",
        heeds: &[Scope::All, Scope::Fights, Scope::Points, Scope::PointsOnDifficulty],
        outcomes: "SIDE wins, draw, both out, undecided, all of SIDE out, any of SIDE left for dead, any of SIDE dies, \
                   FIGHTER dies, FIGHTER LEVEL (as in \"snorri near death\": the worst wound at the end), overflow, \
                   FIGHTER overflows (and what else acts now and then), over N rounds, within N rounds, in round N",
        span: Some("round"),
    };
    type Tally = FightTally;

    fn measures() -> Vec<&'static Measure> {
        GROUPS.iter().flat_map(|group| group.iter().map(|row| &row.measure)).collect()
    }

    fn play(&self, chance: &mut impl Chance, extra: &Extra) -> Outcome {
        trial::play_once(self, chance, extra)
    }

    fn tally(&self, watched: &Watched<Self>) -> FightTally {
        FightTally::new(self, watched)
    }

    /// Fights are counted while they are played: see [`trial`](Self::trial).
    fn count(&self, _: &Outcome, _: &mut FightTally) {}

    #[inline]
    fn trial(
        &self,
        sampler: &mut Sampler,
        tally: &mut FightTally,
        watched: &Watched<Self>,
        values: &mut [i64],
        asked: &mut [[u64; 2]],
    ) {
        Trial { combat: self, tally, watched, values, asked }.run(sampler);
    }

    fn counted(&self, _: &Wording<'_>, tally: &FightTally, watched: &Watched<Self>) -> Findings {
        found::counted(self, tally, &watched.extra)
    }

    fn solve(&self, _: &Wording<'_>, watched: &Watched<Self>, stopped: &dyn Fn() -> bool) -> Result<Findings> {
        let slots = slots(self, &watched.extra);
        if let (true, Some(query)) = (watched.extra.individuals, watched.queries.first()) {
            let message =
                format!("`{}` distinguishes between identical fighters, which exact answers do not", query.title);
            return Err(Error::input(message).with_help("ask about all of them together, or use method = \"simulate\""));
        }
        if let (true, Some(query)) = (watched.extra.happenings, watched.queries.first()) {
            let message = format!(
                "`{}` asks what happens on the way, which exact answers count but do not tell apart",
                query.title
            );
            return Err(Error::input(message).with_help("ask for its figure alone, or use method = \"simulate\""));
        }
        if let (true, Some(query)) = (watched.extra.long, watched.queries.first()) {
            let message = format!("`{}` counts more rounds than an exact answer can", query.title);
            return Err(Error::input(message).with_help("ask for at most 254 rounds, or use method = \"simulate\""));
        }
        if watched.extra.paths.len() >= MOST_PATHS {
            let message = format!("more than {} questions about the course of a fight are too many", MOST_PATHS - 1);
            return Err(Error::input(message).with_help("ask for less at once, or use method = \"simulate\""));
        }
        let timed: Vec<usize> = slots::timed(&slots).map(|slot| slot.path).collect();
        let paths = watched.extra.all_paths();
        let more = !timed.is_empty() || !watched.queries.is_empty() || paths.len() > 1;
        let asked = PathGroup { paths, timed, follow_ties: true };
        let groups = [PathGroup::first_blood(), asked];
        let exact = self.exact(&groups[..1 + usize::from(more)], watched.extra.wounds, stopped)?;
        let mut findings = found::solved(self, &exact, &watched.extra);
        let branches = || exact.path_ends[1].iter().map(|(end, chance)| (Outcome::of_end(&end), chance));
        watched.add_exact(self, branches, exact.chance_bound(1.0), &mut findings);
        Ok(findings)
    }

    fn extra(&self, name: &str, extra: &mut Extra) -> bool {
        let rows = GROUPS.iter().flat_map(|group| group.iter()).filter(|row| row.measure.on_request);
        for row in rows {
            let mut with = extra.clone();
            with.requested.push(row.measure.id);
            // What is a picture of everybody is asked for by its name alone.
            let of_all =
                |slot: &Slot| row.measure.counted == Counted::Distribution && same_words(slot.row.measure.id, name);
            if slots(self, &with).iter().any(|slot| slot.is_called(name) || of_all(slot)) {
                row.source.path().map(|path| extra.path(path));
                extra.wounds |= matches!(row.source, Source::Hurt);
                extra.requested.push(row.measure.id);
                return true;
            }
        }
        false
    }

    fn named(&self, name: &str, _: &Wording<'_>, extra: &mut Extra) -> Option<Test<Self>> {
        found::outcome(self, name, extra)
    }

    fn names(&self, _: &Wording<'_>) -> Vec<String> {
        found::names(self)
    }

    fn number(&self, name: &str, _: &Wording<'_>, extra: &mut Extra) -> Option<Number<Self>> {
        amounts::number(self, name, extra)
    }

    fn numbers(&self) -> Vec<String> {
        amounts::names(self)
    }

    fn is_unfinished(outcome: &Outcome) -> bool {
        outcome.end().is_undecided()
    }

    fn at_most(&self, most: u32, extra: &mut Extra) -> Test<Self> {
        // The exact solver merges rounds, so a clock has to count them.
        match u8::try_from(most.saturating_add(1)) {
            Ok(after) => {
                let path = extra.path(Path::Clock(after));
                Box::new(move |_, outcome: &Outcome| outcome.end().memory(path) < after)
            }
            Err(_) => {
                extra.long = true;
                Box::new(move |_, outcome: &Outcome| outcome.rounds <= most)
            }
        }
    }

    fn reading(&self, figure: &Figure, extra: &mut Extra) -> Option<Reading<Self>> {
        found::reading(self, figure, extra)
    }

    fn base(&self, figure: &Figure, extra: &Extra) -> Option<Reading<Self>> {
        found::base(self, figure, extra)
    }

    fn alike(&self, figure: &Figure) -> usize {
        let same = |row: &&Row| row.measure == *figure.measure;
        let row = GROUPS.iter().flat_map(|group| group.iter()).find(same).filter(|row| row.each);
        let entry = || self.cast.fighters.iter().position(|fighter| fighter.name == figure.subject);
        row.and_then(|_| entry()).map_or(1, |entry| self.fight.count(entry))
    }
}

/// Up to this share of fights beyond the rounds that are followed no quantile that is shown is missing.
const MINOR_LATER: f64 = 0.001;

/// The reason why the median and quantiles of long fights are left out; `None` if they are there.
fn left_out(findings: &[Findings]) -> Option<Remark> {
    let longest = findings.iter().filter_map(|found| {
        let rounds = found.distributions.iter().find(|one| one.name() == id::ROUNDS)?;
        let (later, followed) = rounds.points.split_last().filter(|(last, _)| !last.is_numbered())?;
        Some((later.estimate, followed.last().map_or(0, |point| point.value), found.figure(id::MEDIAN_ROUNDS, "")))
    });
    let (later, last, median) = longest.max_by(|one, other| one.0.value.total_cmp(&other.0.value))?;
    let what = if median.is_some() { "the higher quantiles" } else { "the median and the quantiles" };
    (later.value > MINOR_LATER).then(|| Remark {
        message: format!(
            "{what} of the rounds are left out: {} of the fights last longer than {last} rounds, and more than {} states are too many \
             to follow them exactly",
            number::figure(&later, Unit::Probability),
            exact::MOST_STATES_OF_LONG_FIGHTS
        ),
        remedy: "set `method = \"simulate\"` to have them counted, or a lower `round_limit` in [rules]".to_owned(),
    })
}
