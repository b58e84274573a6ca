//! Turns the results of fights, simulated or exact, into figures.

use super::{Counted, Signal, Test};
use crate::combat::{End, Ending, Exit};
use crate::exact::{Bounded, ExactFight, FightLength, FirstTime};
use crate::fights::{
    Combat, EndFigures, EndValue, Extra, FightTally, GROUPS, MeasureSource, Outcome, PowerSums, Rate, Slot, end_slots,
    slots, timed_slots,
};
use crate::measure::{Distribution, Figure, Findings, Label, Levels, Point, Unit, id, same_words};
use crate::stats::Estimate;

/// The value of a slot: a figure, a distribution or both. Empty if the slot has no value.
#[derive(Default)]
struct SlotValue {
    figure: Option<Estimate>,
    /// The points of a distribution.
    points: Option<Vec<Point>>,
    /// The wound levels behind the points; `None` if the points are not wound levels.
    levels: Option<Levels>,
    /// The standard deviation of the distribution; `None` if it follows from the points.
    deviation: Option<Estimate>,
}

impl From<Estimate> for SlotValue {
    fn from(figure: Estimate) -> Self {
        Self { figure: Some(figure), ..Self::default() }
    }
}

impl From<Vec<Point>> for SlotValue {
    fn from(points: Vec<Point>) -> Self {
        Self { points: Some(points), ..Self::default() }
    }
}

/// The findings of `slots`, each with the value that `found` returns for it.
fn findings(slots: &[Slot], found: &dyn Fn(&Slot) -> SlotValue) -> Findings {
    let mut findings = Findings::default();
    for slot in slots {
        let measure = &slot.row.measure;
        let SlotValue { figure, points, levels, deviation } = found(slot);
        let figure = figure.map(|estimate| Figure::new(measure, &slot.who, estimate).labeled(&slot.label));
        findings.figures.extend(figure);
        let distribution = points.map(|points| Distribution::new(measure, &slot.who, points));
        findings.distributions.extend(distribution.map(|one| Distribution { levels, deviation, ..one }));
    }
    findings
}

/// Largest share of fights stopped by the round limit that is not reported. Such a share is too small to change a shown
/// chance. With a limit of 1,000 rounds, it changes the mean number of rounds by at most 0.01.
pub(super) const MINOR_UNDECIDED: f64 = 1e-5;

/// The slots that `extra` requests, and two that need no request: the chance that the fight never ends if `never_ends`
/// is true, and the mean rounds of decided fights if `undecided` is true.
fn with_endless(combat: &Combat, extra: &Extra, never_ends: bool, undecided: bool) -> Vec<Slot> {
    let mut extra = extra.clone();
    extra.requested.extend(never_ends.then_some(id::NEVER_ENDS));
    extra.requested.extend(undecided.then_some(id::DECIDED_ROUNDS));
    slots(combat, &extra)
}

/// The figures of simulated fights.
pub(super) fn simulated(combat: &Combat, tally: &FightTally, extra: &Extra) -> Findings {
    let at_limit = tally.rounds.get(combat.limit as usize).copied().unwrap_or(0);
    let undecided = at_limit as f64 > MINOR_UNDECIDED * tally.trials() as f64;
    let slots = with_endless(combat, extra, false, undecided);
    let folded = tally.end_figures(combat, &slots);
    findings(&slots, &|slot| of_tally(combat, tally, &folded, &slots, slot))
}

/// The value of `slot` in simulated fights. `folded` must have been computed for the same `slots`.
fn of_tally(combat: &Combat, tally: &FightTally, folded: &EndFigures, slots: &[Slot], slot: &Slot) -> SlotValue {
    let fights = tally.trials();
    let alike = slot.identical_fighters(combat);
    let rounds = (tally.total_rounds(), tally.rounds_squared());
    let last = |counts: &[u64]| counts.iter().rposition(|&n| n > 0).unwrap_or(0);
    // Fights that were stopped although the rules have no limit.
    let cut = if combat.fight.rounds.has_limit { 0 } else { undecided(folded, slots) };
    let by_round =
        |counts: &[u64]| Point::numbers(1, counts[..=last(counts)].iter().skip(1).map(|&n| Estimate::share(n, fights)));
    let counted = slot.row.measure.counted;
    // Identical fighters in one fight are not independent, so their share is a mean over fights.
    let estimate = |counted, PowerSums { sum, squares }: PowerSums| match counted {
        Counted::Share if alike == 1 => Estimate::share(sum, fights),
        _ => Estimate::mean_divided(sum.into(), squares.into(), fights, alike as f64),
    };
    match slot.row.source {
        MeasureSource::End(..) | MeasureSource::Awake => {
            let place = end_slots(slots).position(|other| std::ptr::eq(other, slot));
            estimate(counted, place.map(|place| folded.ends[place]).unwrap_or_default()).into()
        }
        MeasureSource::Signal(_) | MeasureSource::BlowsDealt => {
            let rate = slot.signal.map(|place| *tally.signal(place)).unwrap_or_default();
            let Rate { sum, squares, products } = rate;
            match counted {
                Counted::Rate => Estimate::ratio((sum, squares), products, rounds, fights),
                _ => estimate(counted, PowerSums { sum, squares }),
            }
            .into()
        }
        MeasureSource::Rounds => match counted {
            Counted::Median => {
                let median = Estimate::median(&tally.rounds);
                let is_known = cut == 0 || median.ends().1 < f64::from(combat.limit);
                SlotValue { figure: is_known.then_some(median), ..SlotValue::default() }
            }
            Counted::Distribution => {
                let mut ended = tally.rounds.clone();
                ended.last_mut().into_iter().for_each(|last| *last -= cut);
                let mut points = by_round(&ended);
                let later = |cut| later_point(i64::from(combat.limit) + 1, Estimate::share(cut, fights));
                points.extend(Some(cut).filter(|cut| *cut > 0).map(later));
                points.into()
            }
            _ => estimate(counted, PowerSums { sum: rounds.0, squares: rounds.1 }).into(),
        },
        MeasureSource::RoundsIfWon => by_round(&tally.won(slot.which)).into(),
        MeasureSource::WoundsByRound => {
            let levels = f64::from(combat.levels_to_out(slot.which).unwrap_or(1)) * alike as f64;
            let rounds = tally.hurt.chunks(combat.fight.roster.entries()).take(last(&tally.rounds) + 1);
            let changes = rounds.map(|entries| entries[slot.which]);
            let means = changes.map(|one| Estimate::mean_divided(one.sum.into(), one.squares.into(), fights, levels));
            Point::numbers(0, means).into()
        }
        MeasureSource::NeverEnds => SlotValue::default(),
        MeasureSource::DecidedRounds => {
            let undecided = undecided(folded, slots);
            let (decided, limit) = (fights - undecided, u64::from(combat.limit));
            let (sum, squares) = (rounds.0 - limit * undecided, rounds.1 - limit * limit * undecided);
            let mean = (decided > 0).then(|| Estimate::mean(sum.into(), squares.into(), decided));
            SlotValue { figure: mean, ..SlotValue::default() }
        }
        MeasureSource::Survivors => {
            let counts = tally.survivors(slot.which).iter();
            Point::numbers(0, counts.map(|&n| Estimate::share(n, fights))).into()
        }
        MeasureSource::Levels | MeasureSource::Fates => {
            let width = combat.shape.columns();
            let columns = slot.select_columns(combat, &folded.columns[slot.which * width..(slot.which + 1) * width]);
            let shares: Vec<Estimate> = columns.iter().map(|sums| estimate(Counted::Share, *sums)).collect();
            level_points(combat, slot, &shares)
        }
        MeasureSource::FirstTime(_) => {
            let number = timed_slots(slots).position(|other| std::ptr::eq(other, slot)).unwrap_or(0);
            let counts = tally.first(number);
            let moment = |power| (0u64..).zip(counts).map(|(round, fights)| round.pow(power) * fights).sum::<u64>();
            let [n, sum, squares] = [0, 1, 2].map(moment);
            // Without any fights the figure is listed all the same.
            let mean = (n > 0 || fights == 0).then(|| Estimate::mean(sum.into(), squares.into(), n));
            SlotValue { figure: mean, ..by_round(counts).into() }
        }
        MeasureSource::PathEvents(_) => estimate(counted, *tally.path_sums(slot.path)).into(),
    }
}

/// Number of simulated fights stopped before they were decided.
fn undecided(folded: &EndFigures, slots: &[Slot]) -> u64 {
    let place = end_slots(slots).position(|other| other.row.measure.id == id::UNDECIDED);
    place.map_or(0, |place| folded.ends[place].sum)
}

/// The point, labeled "later", for all rounds from `first` on.
fn later_point(first: i64, estimate: Estimate) -> Point {
    Point { value: first, label: Label::Named("later".to_owned()), estimate }
}

/// The figures of an exactly solved fight.
pub(super) fn solved(combat: &Combat, exact: &ExactFight, extra: &Extra) -> Findings {
    let undecided = exact.ends.chance(|end| end.is_undecided()) > MINOR_UNDECIDED;
    let slots = with_endless(combat, extra, exact.never_ends > 0.0, undecided);
    let length = exact.length();
    let found = findings(&slots, &|slot| of_exact(combat, exact, &length, slot));
    Findings { never_ends: exact.never_ends, beyond: exact.beyond, ..found }
}

/// The points of a distribution of rounds. `followed` has the share of each single round, from round 0. `parts` has the
/// periods that follow: the last round of each period, and its share. `later` is the share of all later rounds.
/// `chances` converts shares to estimates.
fn points_of_rounds(
    followed: &[f64],
    parts: &[(u64, f64)],
    later: f64,
    chances: &dyn Fn(&[f64]) -> Vec<Estimate>,
) -> Vec<Point> {
    let mut shares = followed.get(1..).unwrap_or_default().to_vec();
    shares.extend(parts.iter().map(|(_, share)| *share));
    shares.extend((later > 0.0).then_some(later));
    let mut estimates = chances(&shares).into_iter();
    let mut points = Point::numbers(1, estimates.by_ref().take(followed.len().saturating_sub(1)));
    let mut first = followed.len() as i64;
    for (&(last, _), estimate) in parts.iter().zip(estimates.by_ref()) {
        let last = last as i64;
        let label = if first == last { Label::Number } else { Label::From(first) };
        points.push(Point { value: last, label, estimate });
        first = last + 1;
    }
    points.extend(estimates.map(|estimate| later_point(first, estimate)));
    points
}

/// The value of `slot` in an exactly solved fight.
fn of_exact(combat: &Combat, exact: &ExactFight, length: &FightLength, slot: &Slot) -> SlotValue {
    let alike = slot.identical_fighters(combat) as f64;
    let chance = |chance: f64| Estimate::exact(chance, exact.chance_bound(chance));
    let share = |chance: f64, rest: f64| Estimate::exact_share(chance, rest, exact.chance_bound(chance));
    let chances = |shares: &[f64]| shares.iter().map(|share| chance(*share)).collect();
    let all_shares = |shares: &[f64]| -> Vec<Estimate> {
        let several = shares.iter().filter(|share| **share > 0.0).count() > 1;
        // More than one value occurs, so no single one is certain.
        let rest = if several { f64::MIN_POSITIVE } else { 0.0 };
        shares.iter().map(|one| share(*one, rest)).collect()
    };
    let exactly = |number: Bounded| Estimate::exact(number.value, number.bound);
    let estimate = |value: f64| {
        let bound = match slot.row.measure.unit {
            Unit::Probability => exact.chance_bound(value),
            Unit::Rounds => exact.mean_bound(),
            Unit::PerRound => exact.rate_bound(value),
            Unit::Points => exact.points_bound(value),
            _ => exact.count_bound(value),
        };
        Estimate::exact(value, bound)
    };
    let mean = exact.mean_rounds;
    let counted = slot.row.measure.counted;
    match slot.row.source {
        MeasureSource::End(path, read) => {
            // First blood has its own group; all other paths share one.
            let ends = path.map_or(&exact.ends, |_| &exact.path_ends[usize::from(slot.path > 0)]);
            let count = |end: &End<'_>| f64::from(read(end, slot.which, slot.path));
            let mean = ends.mean(count) / alike;
            match counted {
                Counted::Mean => estimate(mean),
                _ => share(mean, ends.mean(|end| alike - count(end))),
            }
            .into()
        }
        MeasureSource::Awake => estimate(exact.awake[slot.which]).into(),
        MeasureSource::Signal(_) | MeasureSource::BlowsDealt => {
            let times = slot.signal.map_or(0.0, |place| exact.counts[place]);
            estimate(match counted {
                Counted::Rate if mean > 0.0 => times / mean,
                Counted::Rate => 0.0,
                _ => times / alike,
            })
            .into()
        }
        MeasureSource::Rounds => match counted {
            Counted::Median => SlotValue { figure: length.median.map(exactly), ..SlotValue::default() },
            Counted::Distribution => {
                let points = points_of_rounds(&exact.rounds, &length.parts, length.later, &all_shares);
                SlotValue { deviation: length.deviation.map(exactly), ..points.into() }
            }
            _ => estimate(mean).into(),
        },
        MeasureSource::RoundsIfWon => {
            Point::numbers(1, exact.won_in[slot.which].iter().skip(1).map(|share| chance(*share))).into()
        }
        MeasureSource::WoundsByRound => {
            // A difference of two shares is off by at most as much as the larger share can be.
            let levels = f64::from(combat.levels_to_out(slot.which).unwrap_or(1)) * alike;
            let bound = exact.chance_bound(1.0);
            let changes = exact.hurt_in[slot.which].iter().map(|change| Estimate::exact(change / levels, bound));
            Point::numbers(0, changes).into()
        }
        MeasureSource::NeverEnds => estimate(exact.never_ends).into(),
        MeasureSource::DecidedRounds => {
            let undecided = exact.ends.chance(|end| end.is_undecided());
            let decided = exact.ends.chance(|end| !end.is_undecided());
            if decided <= 0.0 {
                return SlotValue::default();
            }
            let all = (mean - f64::from(combat.limit) * undecided) / decided;
            let off = exact.mean_bound() + f64::from(combat.limit) * exact.chance_bound(undecided);
            Estimate::exact(all, off / decided).into()
        }
        MeasureSource::Survivors => {
            let strength = combat.cast.strength(slot.which);
            let fit = |count: usize| exact.ends.chance(|end| usize::from(end.fit(slot.which)) == count);
            Point::numbers(0, all_shares(&(0..=strength).map(fit).collect::<Vec<_>>())).into()
        }
        MeasureSource::Levels | MeasureSource::Fates => {
            let mut shares = vec![0.0; combat.shape.columns()];
            for (end, chance) in exact.ends.iter() {
                for (share, count) in shares.iter_mut().zip(end.columns(slot.which)) {
                    *share += chance * f64::from(*count) / alike;
                }
            }
            level_points(combat, slot, &all_shares(slot.select_columns(combat, &shares)))
        }
        MeasureSource::FirstTime(_) => {
            let results = &exact.path_results[1];
            let (first, FirstTime { chance: all, sum }) = (&results.first[slot.path], results.times[slot.path]);
            let figure = (all > 0.0).then(|| {
                let mean = sum / all;
                // The event happens before the fight ends, so the error of `sum` is at most that of the mean rounds.
                Estimate::exact(mean, (exact.mean_bound() + mean * exact.chance_bound(all)) / all)
            });
            let later = if exact.beyond > 0.0 { (all - first.iter().sum::<f64>()).max(0.0) } else { 0.0 };
            SlotValue { figure, ..points_of_rounds(first, &[], later, &chances).into() }
        }
        MeasureSource::PathEvents(_) => estimate(exact.path_results[1].counts[slot.path]).into(),
    }
}

/// Points for the wound levels of a slot, labeled by name. If the slot is about fates, points for the exits follow.
/// `estimates` has one value for each level, then one for each exit. Death is left out if no fighter of the stat block
/// can die, and an exit if no fighter can take it.
fn level_points(combat: &Combat, slot: &Slot, estimates: &[Estimate]) -> SlotValue {
    let levels = &combat.levels[slot.which];
    let shown = levels.len() - usize::from(!combat.mortal[slot.which]);
    let count = levels.len() as i64;
    let out_at = combat.fight.roster.kind(combat.fight.roster.first(slot.which)).out_at;
    let mut points = Vec::new();
    for (value, (label, estimate)) in (0..).zip(levels.iter().zip(estimates).take(shown)) {
        points.push(Point { value, label: Label::Named(label.clone()), estimate: *estimate });
    }
    let exits = combat.shape.exits().iter().zip(estimates.iter().skip(combat.shape.levels()));
    for (value, (exit, estimate)) in (count..).zip(exits) {
        if combat.may_exit(slot.which, *exit) || estimate.value > 0.0 {
            points.push(Point { value, label: Label::Named(exit.words().to_owned()), estimate: *estimate });
        }
    }
    SlotValue { levels: Some(Levels { count, out: i64::from(out_at).min(count) }), ..points.into() }
}

/// Slots that are true or false at the end of a fight.
fn yes_or_no(combat: &Combat, extra: &Extra) -> Vec<Slot> {
    let mut slots = every_slot(combat, extra);
    slots.retain(|slot| matches!(slot.row.source, MeasureSource::End(..)) && slot.identical_fighters(combat) == 1);
    slots
}

/// All slots of a fight, including those shown only on request.
pub(super) fn every_slot(combat: &Combat, extra: &Extra) -> Vec<Slot> {
    let rows = GROUPS.iter().flat_map(|group| group.iter());
    let requested = rows.filter(|row| row.measure.on_request).map(|row| row.measure.id).collect();
    slots(combat, &Extra { requested, named: true, ..extra.clone() })
}

/// The test for an outcome by name: a chance in the table, an event such as overflow, or the end of a single fighter.
/// `None` if the name is unknown. Marks in `extra` the data that must be recorded for the test.
pub(super) fn outcome(combat: &Combat, name: &str, extra: &mut Extra) -> Option<Test<Combat>> {
    if let Some(mut slot) = yes_or_no(combat, extra).into_iter().find(|slot| slot.has_name(name)) {
        slot.path = slot.row.source.path(combat, slot.which).map_or(0, |path| extra.add_path(path));
        let value = EndValue::of(&slot)?;
        return Some(Box::new(move |_, outcome: &Outcome| value.read(&outcome.end()) > 0));
    }
    if let Some(places) = event_counters(combat, name) {
        (extra.signals, extra.unfollowed_events) = (true, true);
        return Some(Box::new(move |_, outcome: &Outcome| places.iter().any(|place| outcome.counts[*place] > 0)));
    }
    let (_, who, entry, fates) = fighter_ends(combat).find(|(title, ..)| same_words(title, name))?;
    if combat.fight.roster.count(entry) == 1 {
        return Some(Box::new(move |_, outcome: &Outcome| {
            let end = outcome.end();
            fates.iter().any(|fate| match fate {
                Fate::Level(level) => end.levels(entry)[*level] > 0,
                Fate::Exit(exit) => end.exited(entry, *exit) > 0,
            })
        }));
    }
    extra.individuals = true;
    let took = |own: &Ending, fate: &Fate| match fate {
        Fate::Level(level) => own.level == *level,
        Fate::Exit(exit) => own.exit == Some(*exit),
    };
    Some(Box::new(move |_, outcome: &Outcome| {
        outcome.individuals.get(who).is_some_and(|own| fates.iter().any(|fate| took(own, fate)))
    }))
}

/// The indexes of the counters of an occasional event: one counter if `name` includes a stat block ("Snorri
/// overflows"), otherwise one for each stat block ("overflow"). `None` if no such event has this name.
fn event_counters(combat: &Combat, name: &str) -> Option<Vec<usize>> {
    let mut fired = slots(combat, &Extra::default());
    fired.retain(|slot| matches!(slot.row.source, MeasureSource::Signal(Signal::Fired(_) | Signal::FirstFall)));
    if let Some(slot) = fired.iter().find(|slot| slot.has_name(name)) {
        return slot.signal.map(|place| vec![place]);
    }
    let many = format!("{name}s");
    let same = |slot: &&Slot| [name, &many].into_iter().any(|name| same_words(slot.row.measure.id, name));
    let places: Vec<usize> = fired.iter().filter(same).filter_map(|slot| slot.signal).collect();
    (!places.is_empty()).then_some(places)
}

/// A possible end of a single fighter.
enum Fate {
    /// Ends at this wound level.
    Level(usize),
    /// Leaves the fight by this exit.
    Exit(Exit),
}

/// All named ends of all fighters. Each has its title, the fighter's index in the roster, the index of the stat block,
/// and the fates that the title includes.
fn fighter_ends(combat: &Combat) -> impl Iterator<Item = (String, usize, usize, Vec<Fate>)> {
    let each = combat.cast.names().into_iter().zip(combat.cast.roster()).enumerate();
    each.flat_map(|(who, (name, entry))| {
        let levels = &combat.levels[entry];
        let titled = |words: &str, fates| (format!("{name} {words}"), who, entry, fates);
        let dies = titled("dies", vec![Fate::Exit(Exit::Swallowed), Fate::Level(levels.len() - 1)]);
        let ends = levels.iter().enumerate().map(|(level, word)| titled(word, vec![Fate::Level(level)]));
        let exits = Exit::ALL.iter().filter(|exit| combat.may_exit(entry, **exit));
        let exits = exits.flat_map(|exit| {
            let titles = exit.outcome().into_iter().chain([exit.words()]);
            titles.map(|words| titled(words, vec![Fate::Exit(*exit)]))
        });
        std::iter::once(dies).chain(ends).chain(exits).collect::<Vec<_>>()
    })
}

/// The names of all outcomes of a fight: everything that can be true or false of it, and the possible ends of each
/// fighter.
pub(super) fn outcome_names(combat: &Combat) -> Vec<String> {
    let slots = yes_or_no(combat, &Extra::default());
    let titles = slots.iter().map(Slot::title);
    titles.chain(fighter_ends(combat).map(|(name, ..)| name)).collect()
}
