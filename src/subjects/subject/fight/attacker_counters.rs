//! Warns about damage formulas that read a counter of the striker if the target has one by the same name.

use super::Combat;
use crate::combat::Fighter;
use crate::rules::Rules;
use crate::rules::names::FOE;
use crate::rules::own::Counter;
use crate::subject::Remark;

/// A warning for each counter of the attacker that a damage formula reads although some target has a counter of the
/// same name. There is no warning if a damage formula also reads the target's counter.
pub(super) fn remarks(combat: &Combat, rules: &Rules) -> Vec<Remark> {
    let Some(damage) = &rules.own_damage else { return Vec::new() };
    let formulas = damage.formulas();
    let cast = &combat.cast;
    let has =
        |fighter: &Fighter, counter: &Counter| counter.applies_to.includes(&fighter.name, &cast.sides[fighter.side]);
    let target = |counter: &Counter| {
        let is_struck = |target: &&Fighter| {
            cast.fighters.iter().any(|striker| striker.side != target.side && !striker.only_defends)
        };
        cast.fighters.iter().filter(is_struck).find(|target| has(target, counter))
    };
    let remark = |counter: &Counter| {
        let name = &counter.name;
        let foe = format!("{FOE}{name}");
        if !formulas.uses(name) || formulas.uses(&foe) {
            return None;
        }
        let target = &target(counter)?.name;
        let message =
            format!("`{name}` in `damage` is the attacker's, even if the target is {target}, who has one too");
        Some(Remark::new(message, format!("write `{foe}` for the target's")))
    };
    rules.own.counters.iter().filter_map(remark).collect()
}
