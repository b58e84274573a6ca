//! Finds keys without effect in a fight.

use super::Combat;
use super::needs::options::OPTIONS;
use super::needs::{Combatant, Need, combatants};
use super::read::{ATTACKS_KEY, NEEDS, attack_keys, key_of_attack};
use crate::combat::Fighter;
use crate::document::{KeyEffect, Owner};
use crate::rules::Rules;
use crate::subject::IsSet;
use std::collections::BTreeSet;

/// For each conditional key that the file sets for a fighter or in `[rules]`, whether it has an effect. All keys of a
/// fighter's `attacks` share one entry.
pub(super) fn idle(combat: &Combat, rules: &Rules, written: IsSet<'_>) -> Vec<KeyEffect> {
    let pcs = combat.cast.pcs().into_iter().map(Some);
    let known = combat.cast.fighters.iter().zip(pcs).map(|(fighter, pc)| Fighter { pc, ..fighter.clone() });
    let fighters = known.collect::<Vec<Fighter>>();
    let of_fighter = |which: usize, key: &str| written(&Owner::Fighter(which), key);
    let all = combatants(&fighters, rules, &of_fighter);
    let mut found = Vec::new();
    for (which, one) in all.iter().enumerate() {
        let owner = Owner::Fighter(which);
        let keys: BTreeSet<&'static str> = NEEDS.iter().map(|(key, _)| *key).collect();
        for key in keys.into_iter().filter(|key| (one.is_set)(key)) {
            found.push(KeyEffect { owner: owner.clone(), key, idle: why_idle(key, one) });
        }
        let differing: Vec<&'static str> = attack_keys().filter(|key| (one.is_set)(&key_of_attack(key))).collect();
        if let Some(last) = differing.last() {
            let acts = differing.iter().any(|key| why_idle(key, one).is_none());
            found.push(KeyEffect { owner, key: ATTACKS_KEY, idle: why_idle(last, one).filter(|_| !acts) });
        }
    }
    let options: BTreeSet<&'static str> = OPTIONS.iter().flat_map(|(keys, _)| *keys).copied().collect();
    for key in options.into_iter().filter(|key| written(&Owner::Rules, key)) {
        let mut needs = OPTIONS.iter().filter(|(keys, _)| keys.contains(&key)).map(|(_, need)| need);
        let lacking = needs.find(|need| !all.iter().any(|one| (need.is_met)(one)));
        found.push(KeyEffect { owner: Owner::Rules, key, idle: lacking.map(Need::reason_and_cure) });
    }
    found
}

/// The reason that `key` has no effect for a fighter, and a change that makes it effective; `None` if it has an effect.
fn why_idle(key: &str, one: &Combatant<'_>) -> Option<[&'static str; 2]> {
    let (_, needs) = NEEDS.iter().find(|(known, _)| *known == key)?;
    let lacking = needs.iter().find(|need| !(need.is_met)(one))?;
    (!one.uses_trait_of(key)).then(|| lacking.reason_and_cure())
}
