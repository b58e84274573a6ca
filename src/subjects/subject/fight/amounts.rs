//! Numbers of a single fight: those that questions name, such as a fighter's wounds or the survivors of a side, and the
//! values of figures, which variants are compared in.

use super::findings::every_slot;
use super::{Number, Reading};
use crate::fights::{Combat, EndValue, Extra, MeasureSource, Outcome, Slot, slots};
use crate::measure::{Counted, Figure, possessive, same_words};

/// The number called `name`; `None` if the name is unknown or does not mean a number of a single fight. Marks in
/// `extra` the data that must be recorded to read the number.
pub(super) fn number(combat: &Combat, name: &str, extra: &mut Extra) -> Option<Number<Combat>> {
    let is_called = |slot: &Slot| slot.has_name(name) || same_words(&counted_title(slot), name);
    if let Some(slot) = numeric_slots(combat, extra).into_iter().find(is_called) {
        return number_of_slot(combat, &slot, extra);
    }
    let (_, who, entry) = identical_fighters(combat).find(|(title, ..)| same_words(title, name))?;
    extra.individuals = true;
    let read = Box::new(move |_: &Combat, outcome: &Outcome| Some(outcome.individuals.get(who)?.level as i64));
    Some(Number { levels: levels(combat, entry), ..Number::new(read) })
}

/// The names of all numbers.
pub(super) fn number_names(combat: &Combat) -> Vec<String> {
    let slots = numeric_slots(combat, &Extra::default());
    let title = |slot: &Slot| match slot.row.source {
        MeasureSource::Levels | MeasureSource::Survivors => {
            format!("{} {}", possessive(&slot.who), slot.row.measure.id)
        }
        _ => counted_title(slot),
    };
    slots.iter().map(title).chain(identical_fighters(combat).map(|(title, ..)| title)).collect()
}

/// The title of a slot in a single fight, in which a rate per round is a plain number of events.
fn counted_title(slot: &Slot) -> String {
    let title = slot.title();
    title.strip_suffix(PER_ROUND).map_or(title.clone(), str::to_owned)
}

/// The suffix of rate titles.
const PER_ROUND: &str = ", per round";

/// Slots whose value in a single fight is a number. A yes-or-no event of one fighter is not among them; it is an
/// outcome. For a rate, the number is the number of events. The numbers of identical fighters are added.
fn numeric_slots(combat: &Combat, extra: &Extra) -> Vec<Slot> {
    let mut slots = every_slot(combat, extra);
    slots.retain(|slot| {
        let counted = slot.row.measure.counted;
        match slot.row.source {
            MeasureSource::End(None, _) | MeasureSource::Awake => {
                counted == Counted::Mean || slot.identical_fighters(combat) > 1
            }
            MeasureSource::Signal(_) => matches!(counted, Counted::Mean | Counted::Rate),
            MeasureSource::Levels => slot.identical_fighters(combat) == 1,
            MeasureSource::BlowsDealt
            | MeasureSource::Survivors
            | MeasureSource::FirstTime(_)
            | MeasureSource::PathEvents(_) => true,
            _ => false,
        }
    });
    slots
}

/// The number of a slot; `None` if it has no value in a single fight. Marks in `extra` the data that must be recorded
/// to read the number.
fn number_of_slot(combat: &Combat, slot: &Slot, extra: &mut Extra) -> Option<Number<Combat>> {
    let (Reading::AtEnd(read) | Reading::By(read)) = value(combat, slot, extra)? else { return None };
    let source = slot.row.source;
    extra.unfollowed_events |=
        !matches!(source, MeasureSource::End(..) | MeasureSource::Survivors | MeasureSource::Levels);
    Some(match source {
        MeasureSource::End(..) | MeasureSource::Awake => Number {
            whole: Some(slot.identical_fighters(combat) as i64).filter(|alike| *alike > 1),
            ..Number::new(read)
        },
        MeasureSource::Survivors => {
            Number { whole: Some(combat.cast.strength(slot.which) as i64), ..Number::new(read) }
        }
        MeasureSource::Levels => Number { levels: levels(combat, slot.which), ..Number::new(read) },
        MeasureSource::FirstTime(_) => {
            // Without a round limit in the rules, an event may still happen after the round in which the fight is
            // stopped.
            let reach = (!combat.fight.rounds.has_limit).then_some(i64::from(combat.limit));
            let later = move |outcome: &Outcome| Some(reach.filter(|_| outcome.end().is_undecided())? + 1);
            let read = move |combat: &Combat, outcome: &Outcome| read(combat, outcome).or_else(|| later(outcome));
            Number { reach, ..Number::new(Box::new(read)) }
        }
        _ => Number::new(read),
    })
}

/// A reader for the value of a slot in a single fight; `None` if it has no such value. Marks in `extra` the data that
/// must be recorded to read the value.
fn value(combat: &Combat, slot: &Slot, extra: &mut Extra) -> Option<Reading<Combat>> {
    if let Some(value) = EndValue::of(slot) {
        return Some(Reading::AtEnd(Box::new(move |_, outcome: &Outcome| Some(value.read(&outcome.end()).into()))));
    }
    let which = slot.which;
    Some(Reading::By(match slot.row.source {
        MeasureSource::Survivors => Box::new(move |_, outcome: &Outcome| Some(outcome.end().fit(which).into())),
        MeasureSource::Levels => Box::new(move |_, outcome: &Outcome| {
            outcome.end().levels(which).iter().position(|count| *count > 0).map(|level| level as i64)
        }),
        MeasureSource::Signal(_) | MeasureSource::BlowsDealt => {
            let place = slot.signal?;
            let most = if combat.signals.is_flag(place) { 1 } else { u32::MAX };
            extra.signals = true;
            Box::new(move |_, outcome: &Outcome| Some(outcome.counts[place].min(most).into()))
        }
        MeasureSource::FirstTime(path) => {
            let path = extra.add_path(path);
            extra.courses = true;
            Box::new(move |_, outcome: &Outcome| Some(outcome.first[path].into()).filter(|first| *first > 0))
        }
        MeasureSource::PathEvents(path) => {
            let path = extra.add_path(path);
            extra.courses = true;
            Box::new(move |_, outcome: &Outcome| Some(outcome.passes[path].into()))
        }
        MeasureSource::Rounds => return Some(Reading::Span),
        _ => return None,
    }))
}

/// The slot of a figure.
fn slot_of(combat: &Combat, figure: &Figure, extra: &Extra) -> Option<Slot> {
    let same = |slot: &Slot| (slot.row.measure.id, &slot.who[..], &slot.label[..]) == figure.identity();
    slots(combat, extra).into_iter().find(same)
}

/// A reader for the value of a figure in a single fight; `None` if the figure has no such value. Marks in `extra` the
/// data that must be recorded to read the value.
pub(super) fn reading(combat: &Combat, figure: &Figure, extra: &mut Extra) -> Option<Reading<Combat>> {
    value(combat, &slot_of(combat, figure, extra)?, extra)
}

/// The denominator of a figure that is not averaged over all fights: the number of rounds, or the number of fights in
/// which the event happened. `None` for other figures.
pub(super) fn denominator(combat: &Combat, figure: &Figure, extra: &Extra) -> Option<Reading<Combat>> {
    match figure.measure.counted {
        Counted::Rate => Some(Reading::Span),
        Counted::FirstTime => {
            let path = slot_of(combat, figure, extra)?.path;
            Some(Reading::By(Box::new(move |_, outcome: &Outcome| Some((outcome.first[path] > 0).into()))))
        }
        _ => None,
    }
}

/// The wound levels of the stat block with index `entry`: the name and number of each, from 0 for Undamaged.
fn levels(combat: &Combat, entry: usize) -> Vec<(String, i64)> {
    combat.levels[entry].iter().cloned().zip(0..).collect()
}

/// The fighters who share a stat block with others. Each has the title of its wounds, its index in the roster, and the
/// index of its stat block.
fn identical_fighters(combat: &Combat) -> impl Iterator<Item = (String, usize, usize)> {
    let each = combat.cast.names().into_iter().zip(combat.cast.roster()).enumerate();
    let several = each.filter(|(_, (_, entry))| combat.fight.roster.count(*entry) > 1);
    several.map(|(who, (name, entry))| (format!("{} wounds", possessive(&name)), who, entry))
}
