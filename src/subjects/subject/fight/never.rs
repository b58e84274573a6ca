//! Finds custom rules that never have an effect in a fight.

use crate::dice::Expression;
use crate::document::Owner;
use crate::fights::Combat;
use crate::rules::Rules;
use crate::subject::{IsSet, Remark};

/// Warnings about modifiers, lines of `after`, counters and conditions for leaving that have no effect in any state of
/// the fight. Only those that the file itself sets are checked, not those of its base.
pub(super) fn never(combat: &Combat, rules: &Rules, written: IsSet<'_>) -> Vec<Remark> {
    let active: Vec<_> = combat.possible_fights().into_iter().filter_map(|(fight, _)| fight.custom.active()).collect();
    if active.is_empty() {
        return Vec::new();
    }
    let own = |table: &str, name: &str| written(&Owner::Rules, &format!("{table}.{name}"));
    let idle = |reason: String| Remark::new(reason, "change its condition, or leave it out");
    let modifiers = rules.own.modifiers.iter().enumerate().filter(|(place, modifier)| {
        own("modifiers", &modifier.name) && active.iter().all(|active| !active.modifiers.contains(place))
    });
    let modifiers = modifiers.map(|(_, modifier)| {
        let why = match &modifier.when {
            Some(when) => format!("it never adds anything while `{}` is true", when.text()),
            None => "it adds 0".to_owned(),
        };
        idle(format!("the modifier `{}` never has an effect: {why}", modifier.name))
    });
    let lines = rules.own.after.iter().enumerate().filter(|(place, _)| {
        written(&Owner::Rules, "after") && active.iter().all(|active| !active.lines.contains(place))
    });
    let lines = lines.filter_map(|(place, line)| {
        let why = never_true_reason(line.when.as_ref()?);
        Some(idle(format!("line {} of `after` never has an effect: {why}", place + 1)))
    });
    let counters = rules.own.counters.iter().enumerate().filter(|(place, counter)| {
        own("counters", &counter.name) && active.iter().all(|active| !active.counters.contains(place))
    });
    let counters = counters.map(|(_, counter)| {
        Remark::new(
            format!("the counter `{}` has no effect: only its own formula uses it", counter.name),
            "use it in another formula, or leave it out",
        )
    });
    let leaving = combat.cast.fighters.iter().enumerate().flat_map(|(entry, fighter)| {
        let never = fighter.leaves.iter().filter(move |leaves| {
            written(&Owner::Fighter(entry), leaves.how.key())
                && combat.possible_fights().iter().all(|(fight, _)| {
                    let kind = fight.roster.kind_of(fight.roster.first(entry));
                    !fight.custom.may_leave(kind, leaves.how)
                })
        });
        never.map(|leaves| {
            let (key, why) = (leaves.how.key(), never_true_reason(&leaves.when));
            idle(format!("`{key}` of `{}` never has an effect: {why}", fighter.name))
        })
    });
    modifiers.chain(lines).chain(counters).chain(leaving).collect()
}

/// The reason that something with the condition `when` has no effect.
fn never_true_reason(when: &Expression) -> String {
    format!("`{}` is never true in this fight", when.text())
}
