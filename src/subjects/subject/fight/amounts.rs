//! Numbers that each fight has, by name: the wounds of a fighter, the survivors of a side, how many of a stat block are out.

use super::Number;
use super::found::every_slot;
use crate::fights::{AtEnd, Combat, Extra, Outcome, Slot, Source};
use crate::measure::{Counted, possessive, same_words};
use crate::subject::About;

/// A number of a fight by its name; `None` if the name is unknown, or no single fight has such a number.
pub(super) fn number(combat: &Combat, name: &str, extra: &mut Extra) -> Option<Number<Combat>> {
    let is_called = |slot: &Slot| slot.is_called(name) || same_words(&counted_title(slot), name);
    if let Some(slot) = numbered(combat, extra).into_iter().find(is_called) {
        return of_slot(combat, &slot, extra);
    }
    let (_, who, entry) = single(combat).find(|(title, ..)| same_words(title, name))?;
    extra.individuals = true;
    let read = move |_: &Combat, outcome: &Outcome| Some(outcome.individuals.get(who)?.level as i64);
    Some(Number { levels: levels(combat, entry), ..plain(read) })
}

/// The names of all such numbers.
pub(super) fn names(combat: &Combat) -> Vec<String> {
    let slots = numbered(combat, &Extra::default());
    let title = |slot: &Slot| match slot.row.source {
        Source::Levels | Source::Survivors => format!("{} {}", possessive(&slot.who), slot.row.measure.id),
        _ => counted_title(slot),
    };
    slots.iter().map(title).chain(single(combat).map(|(title, ..)| title)).collect()
}

/// The title of a slot. What is shown as a rate of each round is a number in a single fight.
fn counted_title(slot: &Slot) -> String {
    let title = slot.title();
    title.strip_suffix(PER_ROUND).map_or(title.clone(), str::to_owned)
}

/// The end of the titles of rates.
const PER_ROUND: &str = ", per round";

fn plain(read: impl Fn(&Combat, &Outcome) -> Option<i64> + Send + Sync + 'static) -> Number<Combat> {
    Number { read: Box::new(read), whole: None, reach: None, levels: Vec::new(), about: About::Other }
}

/// The slots that have a number in each fight. What happens to one fighter or not is an outcome instead; of a rate it is the number of events, and
/// of several who are alike that of all of them.
fn numbered(combat: &Combat, extra: &Extra) -> Vec<Slot> {
    let mut slots = every_slot(combat, extra);
    slots.retain(|slot| {
        let counted = slot.row.measure.counted;
        match slot.row.source {
            Source::End(_) | Source::Awake => counted == Counted::Mean || slot.alike(combat) > 1,
            Source::Signal(_) => matches!(counted, Counted::Mean | Counted::Rate),
            Source::Levels => slot.alike(combat) == 1,
            Source::Given | Source::Survivors | Source::FirstTime(_) | Source::Passes(_) => true,
            _ => false,
        }
    });
    slots
}

fn of_slot(combat: &Combat, slot: &Slot, extra: &mut Extra) -> Option<Number<Combat>> {
    let (which, alike) = (slot.which, slot.alike(combat) as i64);
    let whole = Some(alike).filter(|alike| *alike > 1);
    Some(match slot.row.source {
        Source::End(_) | Source::Awake => {
            extra.happenings |= matches!(slot.row.source, Source::Awake);
            let value = AtEnd::of(slot)?;
            Number { whole, ..plain(move |_, outcome| Some(value.read(&outcome.end()).into())) }
        }
        Source::Survivors => {
            let whole = Some(combat.cast.strength(which) as i64);
            Number { whole, ..plain(move |_, outcome| Some(outcome.end().fit(which).into())) }
        }
        Source::Levels => {
            let level = |outcome: &Outcome, which| outcome.end().levels(which).iter().position(|count| *count > 0);
            let read = plain(move |_, outcome| Some(level(outcome, which)? as i64));
            Number { levels: levels(combat, which), ..read }
        }
        Source::Signal(_) | Source::Given => {
            let place = slot.place(combat)?;
            (extra.signals, extra.happenings) = (true, true);
            plain(move |_, outcome| Some(outcome.counts[place].into()))
        }
        Source::FirstTime(path) => {
            let path = extra.path(path);
            (extra.courses, extra.happenings) = (true, true);
            // Without a limit in the rules, what has not happened in a fight that is stopped all the same may happen later.
            let reach = (!combat.fight.has_limit()).then_some(i64::from(combat.limit));
            let read = move |_: &Combat, outcome: &Outcome| match outcome.first[path] {
                0 => reach.filter(|_| outcome.end().is_undecided()).map(|last| last + 1),
                round => Some(round.into()),
            };
            Number { reach, ..plain(read) }
        }
        Source::Passes(path) => {
            let path = extra.path(path);
            (extra.courses, extra.happenings) = (true, true);
            plain(move |_, outcome| Some(outcome.passes[path].into()))
        }
        _ => return None,
    })
}

/// The wound levels of a stat block, by their words.
fn levels(combat: &Combat, entry: usize) -> Vec<(String, i64)> {
    combat.levels[entry].iter().cloned().zip(0..).collect()
}

/// The wounds of each single fighter among several who are alike: name, number, stat block.
fn single(combat: &Combat) -> impl Iterator<Item = (String, usize, usize)> {
    let each = combat.cast.names().into_iter().zip(combat.cast.roster()).enumerate();
    let several = each.filter(|(_, (_, entry))| combat.fight.count(*entry) > 1);
    several.map(|(who, (name, entry))| (format!("{} wounds", possessive(&name)), who, entry))
}
