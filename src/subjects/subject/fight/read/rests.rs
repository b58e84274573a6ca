//! Keys of spells that have an effect only between fights, in a rest.

use crate::document::{AnyKey, Entry, KeyEffect, Node, Owner, Problems, Table, excerpt};
use crate::subject::casting::read as casting;

/// A key of a magic system that has no effect within a fight. It can have an effect if a party rests long enough
/// between the fights of a campaign.
struct RestKey {
    system: &'static dyn AnyKey,
    key: &'static dyn AnyKey,
    /// Minimum days of rest; `None` if the key has no effect in campaigns either.
    days: Option<u32>,
    /// Why the key has no effect without such a rest.
    reason: &'static str,
    cure: &'static str,
}

/// A key that needs a rest of a week; also the template for similar keys.
const NEEDS_WEEK: RestKey = RestKey {
    system: &casting::MAGIC,
    key: &casting::REGAINS,
    days: Some(7),
    reason: "no rest is a week long",
    cure: "let a party `rest` for a week or more in [campaign]",
};

/// A key that needs a rest of a day; also the template for similar keys.
const NEEDS_DAY: RestKey = RestKey {
    system: &casting::SCHOLARLY,
    key: &casting::SLEEP,
    days: Some(1),
    reason: "there is no rest of a day",
    cure: "let a party `rest` in [campaign]",
};

/// A key that has no effect in campaigns either; also the template for similar keys.
const NO_REST_HELPS: RestKey = RestKey {
    system: &casting::HEDGE,
    key: &casting::MINUTES,
    days: None,
    reason: "fights have no rest, and a `rest` of a campaign has its own length",
    cure: "use it in [casting]",
};

const REST_KEYS: [RestKey; 7] = [
    NEEDS_WEEK,
    RestKey { system: &casting::PSI, key: &casting::PSI_REGAINS, ..NEEDS_WEEK },
    NEEDS_DAY,
    RestKey { key: &casting::MEDITATION, ..NEEDS_DAY },
    NO_REST_HELPS,
    RestKey { system: &casting::LITE, key: &casting::CLEARS, ..NO_REST_HELPS },
    RestKey {
        system: &casting::MAGIC,
        key: &casting::ACTIVE,
        reason: "a caster in a coma is out of the fight, and the days after it are not followed",
        ..NO_REST_HELPS
    },
];

/// The entries of a table; empty if `node` is not a table.
fn entries(node: Option<&Node>) -> &[Entry] {
    node.and_then(Node::as_table).map_or(&[], Table::entries)
}

/// Records for each of the [`REST_KEYS`] in the spells of `fighters` whether it has an effect. `days` is the length of
/// the longest rest between fights; 0 without rests.
pub(crate) fn note_rests(fighters: &Node, days: u32, problems: &mut Problems) {
    for fighter in entries(Some(fighters)) {
        let own = fighter.node.as_table().and_then(|own| own.get("spells"));
        for spell in entries(own) {
            let table = format!("`{}` of `{}`", excerpt(&spell.key), excerpt(&fighter.key));
            let written = |row: &&RestKey| {
                let system = spell.node.as_table().and_then(|spell| spell.get(row.system.spec().key));
                system.and_then(Node::as_table).is_some_and(|system| system.get(row.key.spec().key).is_some())
            };
            for row in REST_KEYS.iter().filter(written) {
                let acts = row.days.is_some_and(|least| days >= least);
                let idle = (!acts).then_some([row.reason, row.cure]);
                problems.add_effect(KeyEffect { owner: Owner::Table(table.clone()), key: row.key.spec().key, idle });
            }
        }
    }
}
