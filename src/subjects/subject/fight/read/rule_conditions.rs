//! Rules under which keys of a stat block have an effect.

use crate::document::RuleCondition;
use crate::rules::{DamageBy, Evasion, Pacing, RecordKind, Rules, Stun, Toughness, WillOverWounds};

const NOT_STORY: &str = "a `pacing` other than `story`";

/// For keys that need rounds, which a fight decided by one roll does not have.
pub(crate) const ROUNDS: RuleCondition = requires_pacing(has_rounds, NOT_STORY);

/// For keys that need exchanges of blows, which do not occur if only player characters roll.
pub(crate) const EXCHANGES: RuleCondition =
    requires_pacing(|rules| !rules.pacing.players_act(), "`pacing = \"simultaneous\"` or `\"turns\"`");

/// For keys that need separate rolls for attack and defense.
pub(crate) const TURNS: RuleCondition = RuleCondition {
    under: |rules| rules.pacing == Pacing::Turns,
    nowhere: "if one roll is both attack and defense",
    cure: "`pacing = \"turns\"`",
};

/// For keys that have no effect if one roll decides the fight.
pub(crate) const NO_STORY: RuleCondition =
    RuleCondition { under: has_rounds, nowhere: "if one roll decides the fight", cure: NOT_STORY };

/// For keys about pulled blows and surrender, which need rounds.
pub(crate) const SPARING: RuleCondition = requires_rules(has_rounds, NOT_STORY);

pub(crate) const GIFTS: RuleCondition =
    requires_rules(|rules| rules.toughness == Toughness::Gifts, "`toughness = \"gifts\"`");

pub(crate) const WILL: RuleCondition =
    requires_rules(|rules| rules.will_over_wounds != WillOverWounds::Off, "a choice for `will_over_wounds`");

pub(crate) const EVASION: RuleCondition =
    requires_rules(|rules| rules.evasion != Evasion::Off, "a choice for `evasion`");

pub(crate) const STUN: RuleCondition = requires_rules(|rules| rules.stun != Stun::Off, "a choice for `stun`");

/// For keys that need the `damage` rule under which weapons mark boxes.
pub(crate) const WEAPON_DAMAGE: RuleCondition = RuleCondition {
    under: |rules| rules.damage == DamageBy::Weapon,
    nowhere: "with this `damage`",
    cure: "`damage = \"weapon\"`",
};

pub(crate) const CARDS: RuleCondition =
    requires_record(|rules| rules.record.kind == RecordKind::Cards, "`record = { kind = \"cards\" }`");

pub(crate) const IN_ORDER: RuleCondition =
    requires_record(|rules| rules.record.kind == RecordKind::InOrder, "a record of kind \"in-order\"");

pub(crate) const BY_LEVEL: RuleCondition = requires_record(
    |rules| !matches!(rules.record.kind, RecordKind::InOrder | RecordKind::Absorb),
    "a record with boxes by level",
);

fn has_rounds(rules: &Rules) -> bool {
    rules.pacing != Pacing::Story
}

/// A condition on `pacing`. `cure` is a setting that meets it.
const fn requires_pacing(under: fn(&Rules) -> bool, cure: &'static str) -> RuleCondition {
    RuleCondition { under, nowhere: "with this `pacing`", cure }
}

/// A condition on `[rules]` in general. `cure` is a setting that meets it.
const fn requires_rules(under: fn(&Rules) -> bool, cure: &'static str) -> RuleCondition {
    RuleCondition { under, nowhere: "under these rules", cure }
}

/// A condition on the wound record. `cure` is a record that meets it.
const fn requires_record(under: fn(&Rules) -> bool, cure: &'static str) -> RuleCondition {
    RuleCondition { under, nowhere: "with this wound record", cure }
}
