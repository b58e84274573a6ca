//! Keys of a stat block that have an effect under some rules alone.

use super::tactics::wound;
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::reader::{Item, Reader};
use crate::rules::{DamageBy, Evasion, Pacing, RecordKind, Rules, Stun, Toughness, WillOverWounds};

/// A key that has an effect under some rules alone.
struct Bound {
    key: &'static str,
    acts: fn(&Rules) -> bool,
    /// Where it has none, as the rest of a sentence.
    nowhere: &'static str,
    /// What to set in `[rules]` to give it one.
    cure: &'static str,
}

const BOUND: &[Bound] = &[
    in_rounds("targets", |rules| rules.pacing != Pacing::Story),
    in_rounds("plus_level", |rules| rules.pacing != Pacing::Story),
    in_rounds("spread", exchanges),
    in_rounds("helpless", exchanges),
    in_rounds("only_defends", exchanges),
    in_rounds("combat_paralysis", exchanges),
    in_rounds("speed_power", exchanges),
    Bound {
        key: "unaware",
        acts: |rules| rules.pacing != Pacing::Story,
        nowhere: "where one roll decides the fight",
        cure: "another `pacing`",
    },
    by_rules("pulls", |rules| rules.pacing != Pacing::Story, "another `pacing`"),
    by_rules("yields_at", |rules| rules.pacing != Pacing::Story, "another `pacing`"),
    by_rules("resistance", |rules| rules.toughness == Toughness::Gifts, "`toughness = \"gifts\"`"),
    by_rules("overcomes_at", |rules| rules.will_over_wounds != WillOverWounds::Off, "a choice for `will_over_wounds`"),
    by_rules("evades_at", |rules| rules.evasion != Evasion::Off, "a choice for `evasion`"),
    by_rules("stuns", |rules| rules.stun != Stun::Off, "a choice for `stun`"),
    Bound {
        key: "ignores_armor",
        acts: |rules| rules.damage == DamageBy::Weapon,
        nowhere: "on this damage",
        cure: "`damage = \"weapon\"`",
    },
    on_record("fatigue_cards", |rules| rules.record.kind == RecordKind::Cards, "`record = { kind = \"cards\" }`"),
    on_record("injury_boxes", |rules| rules.record.kind == RecordKind::InOrder, "a record of kind \"in-order\""),
    on_record("fodder", |rules| rules.record.kind != RecordKind::InOrder, "a record with boxes by level"),
];

/// Whether fighters meet in exchanges: all but the fights in which player characters alone roll.
fn exchanges(rules: &Rules) -> bool {
    !rules.pacing.players_act()
}

const fn in_rounds(key: &'static str, acts: fn(&Rules) -> bool) -> Bound {
    Bound { key, acts, nowhere: "in these rounds", cure: "`pacing = \"simultaneous\"`" }
}

const fn by_rules(key: &'static str, acts: fn(&Rules) -> bool, cure: &'static str) -> Bound {
    Bound { key, acts, nowhere: "under these rules", cure }
}

const fn on_record(key: &'static str, acts: fn(&Rules) -> bool, cure: &'static str) -> Bound {
    Bound { key, acts, nowhere: "on this record", cure }
}

/// Reads a key, which is a fault where it has no effect under the rules.
pub(crate) fn bound<T>(
    reader: &mut Reader<'_>,
    key: &str,
    rules: &Rules,
    decode: impl FnOnce(Item<'_>) -> Option<T>,
) -> Option<T> {
    let idle = BOUND.iter().find(|bound| bound.key == key && !(bound.acts)(rules));
    reader.get(key, |item| match idle {
        None => decode(item),
        Some(Bound { nowhere, cure, .. }) => {
            let fault = Fault::new(format!("`{key}` has no effect {nowhere}"));
            item.refuse(fault.help(format!("leave it out, or set {cure} in [rules]")))
        }
    })
}

/// Something a fighter has or has not.
pub(crate) fn gift(reader: &mut Reader<'_>, key: &str, rules: &Rules) -> bool {
    bound(reader, key, rules, decode::boolean).unwrap_or(false)
}

/// A level of wounds.
pub(crate) fn level_of_wound(reader: &mut Reader<'_>, key: &str, rules: &Rules) -> Option<u8> {
    bound(reader, key, rules, |item| wound(item, &rules.record))
}

#[cfg(test)]
mod tests {
    use super::super::FIGHTER;
    use super::*;

    #[test]
    fn they_are_keys_of_a_stat_block() {
        for bound in BOUND {
            assert!(FIGHTER.iter().any(|known| known.key == bound.key), "{}", bound.key);
        }
    }
}
