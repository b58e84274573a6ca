//! Finds keys that a file sets but that have no effect in any case of a study.

use crate::document::{Entry, KeyEffect, Node, Owner, excerpt};
use crate::rules::Rules;
use crate::study::Warning;
use crate::subject::Cells;
use crate::subject::fight::read::{ATTACKS_KEY, key_of_attack};
use std::collections::BTreeMap;

/// The keys that the file itself sets, without those from a preset or copied with `like`.
pub(super) struct FileKeys {
    /// The keys of `[rules]`, and the names of its modifiers and counters: `modifiers.berserk`.
    rules: Vec<String>,
    /// Each fighter, with its keys and those of its attacks. In a campaign: the party, then the foes of each stage.
    fighters: Vec<(String, Vec<String>)>,
    /// Options of `[rules]` because of which an option of the preset is left out, so that they have an effect anyway.
    pub(super) displacing: Vec<&'static str>,
}

impl FileKeys {
    /// Collects the keys of a document, before stat blocks are completed with `like`.
    pub(super) fn of(document: &Node) -> Self {
        let keys = |entries: &[Entry]| entries.iter().map(|entry| entry.key.clone()).collect::<Vec<_>>();
        let of_fighter = |fighter: &Entry| {
            let attacks = fighter.node.entries_of(ATTACKS_KEY).iter();
            let of_attacks = attacks.flat_map(|attack| attack.node.entries()).map(|entry| key_of_attack(&entry.key));
            (fighter.key.clone(), keys(fighter.node.entries()).into_iter().chain(of_attacks).collect())
        };
        let campaign = document.get("campaign");
        let of_campaign = |key: &str| campaign.map(|campaign| campaign.entries_of(key)).unwrap_or_default();
        let foes = of_campaign("stages").iter().flat_map(|stage| stage.node.entries_of("foes"));
        let fighters = document.entries_of("fighters").iter().chain(of_campaign("party")).chain(foes);
        let rules = document.entries_of("rules");
        let below = |entry: &Entry| {
            entry.node.entries().iter().map(|own| format!("{}.{}", entry.key, own.key)).collect::<Vec<_>>()
        };
        let named =
            rules.iter().filter(|entry| ["modifiers", "counters"].contains(&entry.key.as_str())).flat_map(below);
        Self {
            rules: keys(rules).into_iter().chain(named).collect(),
            fighters: fighters.map(of_fighter).collect(),
            displacing: Vec::new(),
        }
    }

    /// The name and the keys of an owner; `None` for tables whose keys are not collected.
    fn of_owner(&self, owner: &Owner) -> Option<(&str, &[String])> {
        match owner {
            Owner::Rules => Some(("rules", &self.rules)),
            Owner::Fighter(which) => self.fighters.get(*which).map(|(fighter, keys)| (fighter.as_str(), &keys[..])),
            Owner::Table(_) => None,
        }
    }
}

/// The keys found so far that have no effect.
#[derive(Default)]
pub(super) struct IdleKeys {
    /// For each key of each owner: whether it has an effect in some case, and the warning if it does not.
    keys: BTreeMap<(Owner, &'static str), (bool, Option<Warning>)>,
    /// Warnings about settings without effect in all cases so far; `None` before the first case.
    never: Option<Vec<Warning>>,
    /// All other warnings.
    cautions: Vec<Warning>,
}

impl IdleKeys {
    /// Finds the keys without effect in one more cell.
    pub(super) fn check_cell(&mut self, subjects: &dyn Cells, cell: usize, rules: &Rules, written: &FileKeys) {
        let has = |owner: &Owner, key: &str| {
            written.of_owner(owner).is_some_and(|(_, keys)| keys.iter().any(|written| written == key))
        };
        self.add(subjects.key_effects(cell, rules, &has), written);
        let never = subjects.ineffective_remarks(cell, rules, &has).into_iter();
        self.never = Some(match self.never.take() {
            None => never.collect(),
            Some(known) => never.filter(|remark| known.contains(remark)).collect(),
        });
        self.note(subjects.cautions(cell, rules, &has));
    }

    /// Merges the effects of keys found in one more case.
    pub(super) fn add(&mut self, effects: impl IntoIterator<Item = KeyEffect>, written: &FileKeys) {
        for KeyEffect { owner, key, idle } in effects {
            let table = match &owner {
                Owner::Table(name) => Some(name.clone()),
                _ => written.of_owner(&owner).map(|(name, _)| format!("`{}`", excerpt(name))),
            };
            let displaces = owner == Owner::Rules && written.displacing.contains(&key);
            let warning = idle.filter(|_| !displaces).zip(table).map(|([reason, cure], table)| {
                Warning::idle(format!("`{key}` of {table}"), reason, format!("{cure}, or leave it out"))
            });
            let (acts, known) = self.keys.entry((owner, key)).or_default();
            *acts |= warning.is_none();
            *known = warning.or(known.take());
        }
    }

    /// Adds other warnings, each once.
    pub(super) fn note(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        for warning in warnings {
            if !self.cautions.contains(&warning) {
                self.cautions.push(warning);
            }
        }
    }

    /// The warnings about keys without effect in any case, then all other warnings.
    pub(super) fn warnings(self) -> impl Iterator<Item = Warning> {
        let keys = self.keys.into_values().filter(|(acts, _)| !acts).filter_map(|(_, warning)| warning);
        keys.chain(self.never.into_iter().flatten()).chain(self.cautions)
    }
}
