//! Named numbers of a single fight: a fighter's wounds, the survivors of a side, how many of a stat block are out.

use super::Number;
use super::found::every_slot;
use crate::fights::{AtEnd, Combat, Extra, MeasureSource, Outcome, Slot};
use crate::measure::{Counted, possessive, same_words};
use crate::subject::About;

/// The number called `name`; `None` if the name is unknown or means no number of a single fight. Sets in `extra` what
/// must be recorded to read it.
pub(super) fn number(combat: &Combat, name: &str, extra: &mut Extra) -> Option<Number<Combat>> {
    let is_called = |slot: &Slot| slot.has_name(name) || same_words(&counted_title(slot), name);
    if let Some(slot) = numbered(combat, extra).into_iter().find(is_called) {
        return of_slot(combat, &slot, extra);
    }
    let (_, who, entry) = single(combat).find(|(title, ..)| same_words(title, name))?;
    extra.individuals = true;
    let read = move |_: &Combat, outcome: &Outcome| Some(outcome.individuals.get(who)?.level as i64);
    Some(Number { levels: levels(combat, entry), ..plain(read) })
}

/// The names of all numbers.
pub(super) fn number_names(combat: &Combat) -> Vec<String> {
    let slots = numbered(combat, &Extra::default());
    let title = |slot: &Slot| match slot.row.source {
        MeasureSource::Levels | MeasureSource::Survivors => {
            format!("{} {}", possessive(&slot.who), slot.row.measure.id)
        }
        _ => counted_title(slot),
    };
    slots.iter().map(title).chain(single(combat).map(|(title, ..)| title)).collect()
}

/// The title of a slot in a single fight, in which a rate per round is a plain number of events.
fn counted_title(slot: &Slot) -> String {
    let title = slot.title();
    title.strip_suffix(PER_ROUND).map_or(title.clone(), str::to_owned)
}

/// The suffix of rate titles.
const PER_ROUND: &str = ", per round";

fn plain(read: impl Fn(&Combat, &Outcome) -> Option<i64> + Send + Sync + 'static) -> Number<Combat> {
    Number { read: Box::new(read), whole: None, reach: None, levels: Vec::new(), about: About::Other }
}

/// Slots with a number in each fight. A yes-or-no event of one fighter is an outcome instead. A rate becomes the number
/// of events, and identical fighters are added up.
fn numbered(combat: &Combat, extra: &Extra) -> Vec<Slot> {
    let mut slots = every_slot(combat, extra);
    slots.retain(|slot| {
        let counted = slot.row.measure.counted;
        match slot.row.source {
            MeasureSource::End(_) | MeasureSource::Awake => counted == Counted::Mean || slot.alike(combat) > 1,
            MeasureSource::Signal(_) => matches!(counted, Counted::Mean | Counted::Rate),
            MeasureSource::Levels => slot.alike(combat) == 1,
            MeasureSource::Given
            | MeasureSource::Survivors
            | MeasureSource::FirstTime(_)
            | MeasureSource::Passes(_) => true,
            _ => false,
        }
    });
    slots
}

/// The number of a slot; `None` if it has none in a single fight. Sets in `extra` what must be recorded to read it.
fn of_slot(combat: &Combat, slot: &Slot, extra: &mut Extra) -> Option<Number<Combat>> {
    let (which, alike) = (slot.which, slot.alike(combat) as i64);
    let whole = Some(alike).filter(|alike| *alike > 1);
    Some(match slot.row.source {
        MeasureSource::End(_) | MeasureSource::Awake => {
            extra.happenings |= matches!(slot.row.source, MeasureSource::Awake);
            let value = AtEnd::of(slot)?;
            Number { whole, ..plain(move |_, outcome| Some(value.read(&outcome.end()).into())) }
        }
        MeasureSource::Survivors => {
            let whole = Some(combat.cast.strength(which) as i64);
            Number { whole, ..plain(move |_, outcome| Some(outcome.end().fit(which).into())) }
        }
        MeasureSource::Levels => {
            let level = |outcome: &Outcome, which| outcome.end().levels(which).iter().position(|count| *count > 0);
            let read = plain(move |_, outcome| Some(level(outcome, which)? as i64));
            Number { levels: levels(combat, which), ..read }
        }
        MeasureSource::Signal(_) | MeasureSource::Given => {
            let place = slot.place(combat)?;
            (extra.signals, extra.happenings) = (true, true);
            plain(move |_, outcome| Some(outcome.counts[place].into()))
        }
        MeasureSource::FirstTime(path) => {
            let path = extra.path(path);
            (extra.courses, extra.happenings) = (true, true);
            // Without a round limit in the rules, an event may still happen after the round in which the fight is
            // stopped.
            let reach = (combat.fight.rules.round_limit == 0).then_some(i64::from(combat.limit));
            let read = move |_: &Combat, outcome: &Outcome| match outcome.first[path] {
                0 => reach.filter(|_| outcome.end().is_undecided()).map(|last| last + 1),
                round => Some(round.into()),
            };
            Number { reach, ..plain(read) }
        }
        MeasureSource::Passes(path) => {
            let path = extra.path(path);
            (extra.courses, extra.happenings) = (true, true);
            plain(move |_, outcome| Some(outcome.passes[path].into()))
        }
        _ => return None,
    })
}

/// The wound levels of the stat block with index `entry`: the name and number of each, from 0 for Undamaged.
fn levels(combat: &Combat, entry: usize) -> Vec<(String, i64)> {
    combat.levels[entry].iter().cloned().zip(0..).collect()
}

/// The fighters who share a stat block with others. Each has the title of its wounds, its index in the roster, and the
/// index of its stat block.
fn single(combat: &Combat) -> impl Iterator<Item = (String, usize, usize)> {
    let each = combat.cast.names().into_iter().zip(combat.cast.roster()).enumerate();
    let several = each.filter(|(_, (_, entry))| combat.fight.roster.count(*entry) > 1);
    several.map(|(who, (name, entry))| (format!("{} wounds", possessive(&name)), who, entry))
}
