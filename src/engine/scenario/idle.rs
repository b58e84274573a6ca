//! Keys that are written and do nothing in any case of a study.

use crate::document::node::Node;
use crate::document::problem::excerpt;
use crate::rules::Rules;
use crate::study::Warning;
use crate::subject::Cells;
use std::collections::BTreeMap;

/// The keys that a file itself gives each of its fighters: not those of a stat block that one is `like`.
pub(super) struct Written(Vec<(String, Vec<String>)>);

impl Written {
    /// Those of a document, before stat blocks are completed.
    pub(super) fn of(document: &Node) -> Self {
        let fighters = document.as_table().and_then(|root| root.get("fighters")).and_then(Node::as_table);
        let own = |fighter: &Node| {
            let keys = fighter.as_table().map(|keys| keys.entries()).unwrap_or_default();
            keys.iter().map(|entry| entry.key.clone()).collect()
        };
        let all = fighters.map(|fighters| fighters.entries()).unwrap_or_default();
        Self(all.iter().map(|entry| (entry.key.clone(), own(&entry.node))).collect())
    }
}

/// What was found of such keys so far.
#[derive(Default)]
pub(super) struct IdleKeys {
    /// For each key of each fighter: whether it acts in some case, and what is said of it where it does not.
    keys: BTreeMap<(usize, &'static str), (bool, Option<Warning>)>,
    cautions: Vec<Warning>,
}

impl IdleKeys {
    /// Looks at one more case.
    pub(super) fn look(&mut self, subjects: &dyn Cells, cell: usize, rules: &Rules, written: &Written) {
        let has = |which: usize, key: &str| {
            written.0.get(which).is_some_and(|(_, keys)| keys.iter().any(|written| written == key))
        };
        for idle in subjects.idle(cell, rules, &has) {
            let (acts, warning) = self.keys.entry((idle.which, idle.key)).or_default();
            match (idle.why, written.0.get(idle.which)) {
                (Some([reason, cure]), Some((fighter, _))) => {
                    *warning = Some(Warning {
                        message: format!("`{}` of `{}` does nothing: {reason}", idle.key, excerpt(fighter)),
                        remedy: format!("{cure}, or leave it out"),
                    });
                }
                _ => *acts = true,
            }
        }
        let cautions = subjects.cautions(cell, rules).into_iter();
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
