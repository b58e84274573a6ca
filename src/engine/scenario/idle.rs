//! Keys that are written and do nothing in any case of a study.

use crate::document::problem::excerpt;
use crate::document::{Node, Table};
use crate::rules::Rules;
use crate::study::Warning;
use crate::subject::{Cells, Owner};
use std::collections::BTreeMap;

/// The keys that a file itself sets: not those of a preset, or of a stat block that a fighter is `like`.
pub(super) struct Written {
    rules: Vec<String>,
    /// Each fighter, with its keys.
    fighters: Vec<(String, Vec<String>)>,
}

impl Written {
    /// Those of a document, before stat blocks are completed.
    pub(super) fn of(document: &Node) -> Self {
        let table = |key| document.as_table().and_then(|root| root.get(key));
        let keys = |node: &Node| node.as_table().into_iter().flat_map(Table::keys).map(str::to_owned).collect();
        let fighters = table("fighters").and_then(Node::as_table).map(Table::entries).unwrap_or_default();
        Self {
            rules: table("rules").map(keys).unwrap_or_default(),
            fighters: fighters.iter().map(|entry| (entry.key.clone(), keys(&entry.node))).collect(),
        }
    }

    /// The keys of an owner, and what it is called.
    fn of_owner(&self, owner: Owner) -> Option<(&str, &[String])> {
        match owner {
            Owner::Rules => Some(("rules", &self.rules)),
            Owner::Fighter(which) => self.fighters.get(which).map(|(fighter, keys)| (fighter.as_str(), &keys[..])),
        }
    }
}

/// What was found of such keys so far.
#[derive(Default)]
pub(super) struct IdleKeys {
    /// For each key of each owner: whether it acts in some case, and what is said of it where it does not.
    keys: BTreeMap<(Owner, &'static str), (bool, Option<Warning>)>,
    cautions: Vec<Warning>,
}

impl IdleKeys {
    /// Looks at one more case.
    pub(super) fn look(&mut self, subjects: &dyn Cells, cell: usize, rules: &Rules, written: &Written) {
        let has = |owner: Owner, key: &str| {
            written.of_owner(owner).is_some_and(|(_, keys)| keys.iter().any(|written| written == key))
        };
        for idle in subjects.idle(cell, rules, &has) {
            let (acts, warning) = self.keys.entry((idle.owner, idle.key)).or_default();
            match (idle.why, written.of_owner(idle.owner)) {
                (Some([reason, cure]), Some((owner, _))) => {
                    *warning = Some(Warning {
                        message: format!("`{}` of `{}` does nothing: {reason}", idle.key, excerpt(owner)),
                        remedy: format!("{cure}, or leave it out"),
                    });
                }
                _ => *acts = true,
            }
        }
        let cautions = subjects.cautions(cell, rules, &has).into_iter();
        self.note(cautions.map(|remark| Warning { message: remark.message, remedy: remark.remedy }));
    }

    /// Keeps what else is to be said, once.
    pub(super) fn note(&mut self, warnings: impl IntoIterator<Item = Warning>) {
        for warning in warnings {
            if !self.cautions.contains(&warning) {
                self.cautions.push(warning);
            }
        }
    }

    /// Keys that act in no case, and what else is to be said.
    pub(super) fn warnings(self) -> impl Iterator<Item = Warning> {
        let keys = self.keys.into_values().filter(|(acts, _)| !acts).filter_map(|(_, warning)| warning);
        keys.chain(self.cautions)
    }
}
