//! Under which rules keys of a stat block have an effect.

use crate::document::keys::Acts;
use crate::rules::{DamageBy, Evasion, Pacing, RecordKind, Rules, Stun, Toughness, WillOverWounds};

/// What acts in rounds of any kind.
pub(crate) const ROUNDS: Acts = in_rounds(any_rounds);

/// What acts in exchanges: in all fights but those in which player characters alone roll.
pub(crate) const EXCHANGES: Acts = in_rounds(|rules| !rules.pacing.players_act());

/// What acts where attack and defense are rolls of their own.
pub(crate) const TURNS: Acts = Acts {
    under: |rules| rules.pacing == Pacing::Turns,
    nowhere: "where one roll is attack and defense",
    cure: "`pacing = \"turns\"`",
};

/// What has no place where one roll decides the fight.
pub(crate) const NO_STORY: Acts =
    Acts { under: any_rounds, nowhere: "where one roll decides the fight", cure: "another `pacing`" };

/// What spares a foe.
pub(crate) const SPARING: Acts = by_rules(any_rounds, "another `pacing`");

pub(crate) const GIFTS: Acts = by_rules(|rules| rules.toughness == Toughness::Gifts, "`toughness = \"gifts\"`");

pub(crate) const WILL: Acts =
    by_rules(|rules| rules.will_over_wounds != WillOverWounds::Off, "a choice for `will_over_wounds`");

pub(crate) const EVASION: Acts = by_rules(|rules| rules.evasion != Evasion::Off, "a choice for `evasion`");

pub(crate) const STUN: Acts = by_rules(|rules| rules.stun != Stun::Off, "a choice for `stun`");

/// What acts where weapons mark boxes.
pub(crate) const WEAPON_DAMAGE: Acts =
    Acts { under: |rules| rules.damage == DamageBy::Weapon, nowhere: "on this damage", cure: "`damage = \"weapon\"`" };

pub(crate) const CARDS: Acts =
    on_record(|rules| rules.record.kind == RecordKind::Cards, "`record = { kind = \"cards\" }`");

pub(crate) const IN_ORDER: Acts =
    on_record(|rules| rules.record.kind == RecordKind::InOrder, "a record of kind \"in-order\"");

pub(crate) const BY_LEVEL: Acts =
    on_record(|rules| rules.record.kind != RecordKind::InOrder, "a record with boxes by level");

fn any_rounds(rules: &Rules) -> bool {
    rules.pacing != Pacing::Story
}

const fn in_rounds(under: fn(&Rules) -> bool) -> Acts {
    Acts { under, nowhere: "in these rounds", cure: "`pacing = \"simultaneous\"`" }
}

const fn by_rules(under: fn(&Rules) -> bool, cure: &'static str) -> Acts {
    Acts { under, nowhere: "under these rules", cure }
}

const fn on_record(under: fn(&Rules) -> bool, cure: &'static str) -> Acts {
    Acts { under, nowhere: "on this record", cure }
}
