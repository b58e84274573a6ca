//! A fight: sides exchange blows, round by round, until only one of them is left.

mod amounts;
mod attacker_counters;
mod cautions;
mod findings;
mod hopeless;
mod idle;
pub(super) mod introduce;
mod needs;
mod never;
pub mod read;
mod replay;
mod standing;

use super::{
    Info, Introduced, IsSet, Line, Number, Presented, Reading, Remark, Rows, Subject, Test, Transcribed, Watched,
    Wording,
};
use crate::chance::{Ask, Chance, Sampler, Seed, Weight};
use crate::combat::{Body, End, Fight, PlayedFight, Signal};
use crate::document::{Item, KeyEffect, KeySpec, Kind};
use crate::error::{Error, Result};
use crate::exact::{self, ErrorBounds, Limits, MOST_MOMENTS, MOST_PATHS, PathGroup};
use crate::fights::{
    self, Combat, Extra, FightTally, GROUPS, MeasureSource, Outcome, Slot, ValueOrigin, play_once, slots, timed_slots,
};
use crate::ladder::Ladder;
use crate::measure::{Counted, Figure, Findings, Measure, Point, Unit, id, number, same_words, thousands, two_digits};
use crate::rules::{Rules, Scope};
use crate::sim::Trials;
use crate::subject::{BreakOff, RollSource, actor};

/// Maximum number of cases in a study that records the rounds in which each side wins. With more cases, there would be
/// too many distributions to read.
const MOST_FOLLOWED: usize = 64;

/// Plays the fight once and reports it roll by roll to `out`. `start` returns the fighters at the start of a fight.
/// Returns the end, and the fight that was played: one drawn at random if fighters have ranges.
pub(crate) fn play_with_transcript<'c>(
    combat: &'c Combat,
    words: &Wording<'_>,
    chance: &mut dyn Chance,
    start: &dyn Fn(&Fight) -> Vec<Body>,
    out: &mut dyn FnMut(Line),
) -> (PlayedFight<Vec<Body>>, &'c Fight) {
    let drawn = combat.drawn.as_ref().map(|mixture| mixture.draw(chance));
    let (fight, cast) = drawn.map_or((&combat.fight, &combat.cast), |(fight, cast)| (fight, cast));
    (replay::play_and_report(fight, cast, words, chance, start(fight), out), fight)
}

impl Presented for Combat {
    fn read(item: Item<'_>, cells: usize) -> Option<Self> {
        let mut combat = read::combat(item, cells)?;
        combat.follows_course = cells <= MOST_FOLLOWED;
        Some(combat)
    }

    fn introduce(&self, words: &Wording<'_>) -> Vec<Introduced> {
        introduce::introduce(self, words)
    }

    fn key_effects(&self, rules: &Rules, written: IsSet<'_>) -> Vec<KeyEffect> {
        idle::idle(self, rules, written)
    }

    fn cautions(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        let alone = cautions::alone_on_a_side(self, written).map(|who| {
            let (number, sides) = (self.cast.sides.len(), self.cast.sides.join(", "));
            let remedy = format!("give {who} the `side` of its friends, if it has any");
            Remark::new(format!("{number} sides fight each other here: {sides}"), remedy)
        });
        let helpless = cautions::helpless_side(self, rules).map(|side| {
            let waits = format!("no fighter on {side} can shoot, so they only wait");
            let remedy =
                "give one of them a `missile`, or set `closing` to the number of rounds before the first blows";
            Remark::new(format!("the fight never comes to blows (`closing = \"never\"`), and {waits}"), remedy)
        });
        let near = cautions::similar_sides(self).map(|[one, other]| {
            let remedy = format!("if one is misspelled, write `side = \"{one}\"` for both");
            Remark::new(format!("`{one}` and `{other}` are two sides here, and fight each other"), remedy)
        });
        let useless = cautions::useless_at_back(self, rules).map(|who| {
            let idle = "does nothing while a friend in front is fit";
            let message = format!("{who} stays at the back with nothing to shoot or cast, and {idle}");
            Remark::new(message, "give it a `missile` or `spells`, or leave out `place`")
        });
        let clubs = cautions::launchers_as_clubs(self, rules).map(|(who, weapon)| {
            let message = format!("{who} strikes with a {weapon} as with a club: `weapon` is for hand-to-hand fights");
            Remark::new(message, format!("to shoot, write `missile = {{ weapon = \"{weapon}\", skill = \"Good\" }}`"))
        });
        let capped =
            cautions::capped_modifiers(self, rules).map(|(who, sums)| actor::capped(&format!("`{who}`"), sums, rules));
        let taken = cautions::taken_for_players(self, rules, written);
        let taken = (!taken.is_empty()).then(|| {
            let counts = match taken.len() {
                1 => "counts as the player character",
                _ => "count as the player characters",
            };
            let message = format!("{} {counts}: no `pc` is set, and this is the first side", taken.join(", "));
            Remark::new(message, "write `pc = true` for the player characters")
        });
        let paired = cautions::paired_off(self, rules).map(|(who, cure)| {
            let message = format!(
                "`targets` of {} has nothing to choose at first: the sides pair off, and each faces one foe until a fighter falls",
                who.join(", ")
            );
            Remark::new(message, cure)
        });
        let twice = cautions::added_twice(self);
        let first = twice.chain(cautions::unused_levels(self, rules)).chain(capped).chain(taken).chain(paired);
        let general = first.chain(helpless).chain(alone).chain(near).chain(cautions::spell_warnings(self));
        general.chain(useless).chain(clubs).chain(attacker_counters::remarks(self, rules)).collect()
    }

    fn ineffective_remarks(&self, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
        never::never(self, rules, written)
    }

    fn takes_script(&self) -> Result<()> {
        match self.drawn {
            None => Ok(()),
            Some(_) => Err(Error::input("a script cannot be played if fighters have ranges")
                .with_help("replace the ranges by values, or set `ranges = \"middle\"`")),
        }
    }

    fn roller(&self, ask: Ask, _: u32) -> Option<String> {
        self.cast.names().get(usize::from(ask.who)).cloned()
    }

    fn remarks(all: &[&Self], ladder: &Ladder, findings: &[Findings]) -> Vec<Remark> {
        let mut remarks: Vec<Remark> = hopeless::remark(all, ladder).into_iter().collect();
        let most = |value: &dyn Fn(&Findings) -> f64| findings.iter().map(value).fold(0.0, f64::max);
        remarks.extend(left_out(findings));
        let never = most(&|found| found.never_ends);
        if never > 0.0 {
            remarks.push(Remark::new(
                format!("up to {} % of the fights would never end", two_digits(100.0 * never)),
                "the fighters reach a point from which they cannot hurt each other: check their factors, and \
                         `minimum_to_hit` in [rules]",
            ));
        }
        let undecided = most(&|found| found.figure(id::UNDECIDED, "").map_or(0.0, |figure| figure.estimate.value));
        if undecided > findings::MINOR_UNDECIDED {
            remarks.extend(all.first().map(|one| stopped(one, undecided)));
        }
        remarks
    }
}

impl Transcribed for Combat {
    fn tell(&self, words: &Wording<'_>, mut chance: RollSource, out: &mut dyn FnMut(Line)) -> RollSource {
        play_with_transcript(self, words, &mut chance, &|fight| fight.start().to_vec(), out);
        chance
    }

    fn cut_short(&self, lines: &mut Vec<Line>, why: BreakOff<'_>) -> bool {
        replay::cut_short(lines, why);
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
        heeds: &[
            Scope::All,
            Scope::Checks,
            Scope::Success,
            Scope::Criticals,
            Scope::Traits,
            Scope::Wounds,
            Scope::Fights,
            Scope::Points,
            Scope::PointsOnDifficulty,
        ],
        outcomes: "SIDE wins, draw, both out, undecided, all of SIDE out, any of SIDE left for dead, any of SIDE dies, \
                   FIGHTER dies, FIGHTER LEVEL (as in \"snorri near death\": the worst wound at the end), overflow, \
                   FIGHTER overflows (and other rare events), over N rounds, within N rounds, in round N",
        span: Some("round"),
    };
    type Tally = FightTally;

    fn measures() -> Vec<&'static Measure> {
        GROUPS.iter().flat_map(|group| group.iter().map(|row| &row.measure)).collect()
    }

    fn play(&self, sampler: &mut Sampler, extra: &Extra) -> Outcome {
        play_once(self, sampler, extra)
    }

    fn tally(&self, watched: &Watched<Self>) -> FightTally {
        let follows = |reading: &Reading<Self>| match reading {
            Reading::By(_) => ValueOrigin::Course,
            Reading::Span => ValueOrigin::Rounds,
            _ => ValueOrigin::End,
        };
        let compared: Vec<ValueOrigin> = watched.values.iter().map(follows).collect();
        FightTally::new(self, &watched.extra, watched.queries.is_empty().then_some(&compared))
    }

    /// Does nothing: fights are counted while they are played, in [`trials`](Self::trials).
    fn count(&self, _: &Outcome, _: &mut FightTally) {}

    fn trials(&self, trials: Trials<'_>, tally: &mut FightTally, watched: &Watched<Self>, asked: &mut [[u64; 2]]) {
        let look =
            |outcome: &Outcome, values: &mut [i64], asked: &mut [[u64; 2]]| watched.note(self, outcome, values, asked);
        fights::play_trials(self, trials, tally, (&watched.extra, &look), asked);
    }

    fn counted(&self, _: &Wording<'_>, tally: &FightTally, watched: &Watched<Self>) -> Findings {
        findings::simulated(self, tally, &watched.extra)
    }

    fn fighters(&self) -> usize {
        self.fight.roster.fighters()
    }

    fn solve(&self, _: &Wording<'_>, watched: &Watched<Self>, limits: &Limits<'_>) -> Result<Findings> {
        let slots = slots(self, &watched.extra);
        if let (true, Some(query)) = (watched.extra.individuals, watched.queries.first()) {
            let message =
                format!("`{}` distinguishes between identical fighters, which exact answers do not", query.title);
            return Err(Error::input(message).with_help("ask about all of them together, or use method = \"simulate\""));
        }
        if let (true, Some(query)) = (watched.extra.unfollowed_events, watched.queries.first()) {
            let message = format!(
                "`{}` depends on the events of a single fight, but exact answers only have averages of such events \
                 over all fights",
                query.title
            );
            return Err(Error::input(message)
                .with_help("ask only for the number of these events, or use method = \"simulate\""));
        }
        let moments = watched.extra.moments.clone();
        let paths = watched.extra.all_paths();
        if moments.len() > MOST_MOMENTS {
            let message = format!("questions about {} numbers of rounds are too many", moments.len());
            return Err(Error::input(message).with_help(format!("ask about at most {MOST_MOMENTS} at once")));
        }
        if paths.len() + usize::from(!moments.is_empty()) > MOST_PATHS {
            let message = format!("more than {} questions about the course of a fight are too many", MOST_PATHS - 1);
            return Err(Error::input(message).with_help("ask for less at once, or use method = \"simulate\""));
        }
        let timed: Vec<usize> = timed_slots(&slots).map(|slot| slot.path).collect();
        // The memory of the moments comes after the paths.
        let place = paths.len();
        let more = !timed.is_empty() || !watched.queries.is_empty() || paths.len() > 1;
        let asked = PathGroup { paths, timed, follow_ties: true, moments: moments.clone() };
        let groups = [PathGroup::first_blood(), asked];
        let exact = self.exact(&groups[..1 + usize::from(more)], watched.extra.wounds, limits)?;
        let mut findings = findings::solved(self, &exact, &watched.extra);
        let rounds = |end: &End<'_>| match moments.is_empty() {
            true => 0,
            false => moments.get(usize::from(end.memory(place))).copied().unwrap_or(u32::MAX),
        };
        let outcome = |end: &End<'_>| {
            let mut outcome = Outcome::of_end(end);
            outcome.rounds = rounds(end);
            outcome
        };
        let branches = || exact.path_ends[1].iter().map(|(end, chance)| (outcome(&end), Weight::rounded(chance)));
        let off = ErrorBounds { left: exact.chance_bound(1.0), ..ErrorBounds::default() };
        findings.figures.extend(watched.queries.iter().filter_map(|query| query.solved(self, branches(), off)));
        Ok(findings)
    }

    fn extra(&self, name: &str, extra: &mut Extra) -> bool {
        let rows = GROUPS.iter().flat_map(|group| group.iter()).filter(|row| row.measure.on_request);
        for row in rows {
            let mut with = extra.clone();
            with.requested.push(row.measure.id);
            // A distribution over all fighters is requested by its name alone.
            let of_all =
                |slot: &Slot| row.measure.counted == Counted::Distribution && same_words(slot.row.measure.id, name);
            let slots = slots(self, &with);
            if slots.iter().any(|slot| slot.has_name(name) || of_all(slot)) {
                let own = slots.iter().filter(|slot| std::ptr::eq(slot.row, row));
                for path in own.filter_map(|slot| row.source.path(self, slot.which)) {
                    extra.add_path(path);
                }
                extra.wounds |= matches!(row.source, MeasureSource::WoundsByRound);
                extra.requested.push(row.measure.id);
                return true;
            }
        }
        false
    }

    fn named(&self, name: &str, _: &Wording<'_>, extra: &mut Extra) -> Option<Test<Self>> {
        findings::outcome(self, name, extra)
    }

    fn names(&self, _: &Wording<'_>) -> Vec<String> {
        findings::outcome_names(self)
    }

    fn number(&self, name: &str, _: &Wording<'_>, extra: &mut Extra) -> Option<Number<Self>> {
        amounts::number(self, name, extra)
    }

    fn numbers(&self) -> Vec<String> {
        amounts::number_names(self)
    }

    fn is_unfinished(outcome: &Outcome) -> bool {
        outcome.end().is_undecided()
    }

    fn at_most(&self, most: u32, extra: &mut Extra) -> Test<Self> {
        if self.fight.rounds.has_limit && most >= self.limit {
            return Box::new(|_, _| true);
        }
        extra.add_moment(most);
        let has_limit = self.fight.rounds.has_limit;
        // Without a round limit in the rules, a stopped fight would have taken longer.
        Box::new(move |_, outcome: &Outcome| outcome.rounds <= most && (has_limit || !outcome.end().is_undecided()))
    }

    fn check_reach(&self, extra: &Extra) -> Result<()> {
        let longest = extra.moments.last().copied().unwrap_or(0);
        if self.fight.rounds.has_limit || longest <= self.limit {
            return Ok(());
        }
        let [limit, longest] = [self.limit, longest].map(|rounds| thousands(rounds.into()));
        let message = format!("trials stop after {limit} rounds, so no trial can tell whether a fight takes {longest}");
        let help = format!("ask for at most {limit} rounds, set `round_limit` in [rules], or use method = \"exact\"");
        Err(Error::input(message).with_help(help))
    }

    fn reading(&self, figure: &Figure, extra: &mut Extra) -> Option<Reading<Self>> {
        amounts::reading(self, figure, extra)
    }

    fn base(&self, figure: &Figure, extra: &Extra) -> Option<Reading<Self>> {
        amounts::denominator(self, figure, extra)
    }

    fn alike(&self, figure: &Figure) -> usize {
        let same = |row: &&fights::Row| row.measure == *figure.measure;
        let row = GROUPS.iter().flat_map(|group| group.iter()).find(same).filter(|row| row.each);
        let entry = || self.cast.fighters.iter().position(|fighter| fighter.name == figure.subject);
        row.and_then(|_| entry()).map_or(1, |entry| self.fight.roster.count(entry))
    }
}

/// The warning about fights stopped by the round limit. `share` is their largest share in any case of the study.
fn stopped(one: &Combat, share: f64) -> Remark {
    let (share, limit) = (two_digits(100.0 * share), one.limit);
    if one.fight.rounds.has_limit {
        let message = format!("up to {share} % of the fights reached the limit of {limit} rounds");
        return Remark::new(
            message,
            "raise `round_limit` in [rules], or check whether the fighters can hurt each other",
        );
    }
    let message = format!(
        "up to {share} % of the fights were stopped after {limit} rounds though `round_limit` is \"none\": they count as draws of that length, \
         so chances to win and mean rounds are too low"
    );
    let remedy = "use `method = \"exact\"`, which stops no fight that can end, or set a `round_limit` in [rules]";
    Remark::new(message, remedy)
}

/// Largest share of fights that can last longer than the recorded rounds while all shown quantiles are still known.
const MINOR_LATER: f64 = 0.001;

/// The warning that quantiles of long fights, or even their median, are left out; `None` if all are shown.
fn left_out(findings: &[Findings]) -> Option<Remark> {
    let longest = findings.iter().filter_map(|found| {
        let rounds = found.distributions.iter().find(|one| one.name() == id::ROUNDS)?;
        // Stopped trials have their own warning.
        let is_left = |last: &Point| !last.is_numbered() && last.estimate.is_exact();
        let (later, followed) = rounds.points.split_last().filter(|(last, _)| is_left(last))?;
        Some((later.estimate, followed.last().map_or(0, |point| point.value), found.figure(id::MEDIAN_ROUNDS, "")))
    });
    let (later, last, median) = longest.max_by(|one, other| one.0.value.total_cmp(&other.0.value))?;
    let what = if median.is_some() { "the higher quantiles" } else { "the median and the quantiles" };
    (later.value > MINOR_LATER).then(|| {
        let (share, most) = (number::figure(&later, Unit::Probability), exact::MOST_STATES_OF_LONG_FIGHTS);
        let message = format!(
            "{what} of the rounds are left out: {share} of the fights last longer than {last} rounds, and are then in \
             more than {most} states, too many to follow exactly"
        );
        Remark::new(message, "set `method = \"simulate\"` to have them counted, or a lower `round_limit` in [rules]")
    })
}
