//! Reads `record`, which says how wounds are recorded (in `[rules]` or for a fighter), and the policies for boxes that
//! absorb hits.

use super::decode;
use super::key::{Context, FAR, Key, KeyOr, keys};
use super::keys::Kind;
use super::nearest::did_you_mean;
use super::node::Node;
use super::parse::parse_as;
use super::problem::{Problem, Problems, excerpt};
use super::reader::{Item, Reader};
use crate::rules::{
    Absorb, AbsorbBox, AbsorbPolicy, AbsorbStep, BoxGroup, Choice, Least, LevelRule, MOST_BOX_PENALTY, MOST_VALUE,
    NamedRecord, Overflow, Record, RecordKind,
};
use std::sync::LazyLock;

/// The kinds of wound records: word, kind and meaning.
pub const RECORD_KINDS: [(&str, RecordKind, &str); 9] = [
    (
        "boxes",
        RecordKind::Boxes,
        "a blow marks a box at its level, or at the next higher level with an open box; levels set `from` and `boxes`",
    ),
    ("health", RecordKind::Health, "like boxes, but thresholds and boxes depend on the fighter's Health"),
    (
        "capacity-points",
        RecordKind::CapacityPoints,
        "a blow marks a box for each of its points, in order; the number of boxes depends on Damage Capacity",
    ),
    (
        "in-order",
        RecordKind::InOrder,
        "a blow marks a box for each point of its damage, in order; the last box puts a fighter out of action",
    ),
    (
        ANY_ORDER,
        RecordKind::InOrder,
        "like in-order, but the player chooses the boxes: those with the smallest penalty first",
    ),
    (
        "capacity",
        RecordKind::Capacity { terrible_fights: true },
        "each wound worse than a Scratch lowers Damage Capacity by a level, as does every third Scratch; the penalty is -1 at Mediocre, -2 at Poor and -3 at Terrible, and a fighter below Terrible is out of action",
    ),
    (
        "capacity-out-at-terrible",
        RecordKind::Capacity { terrible_fights: false },
        "like capacity, but a fighter who drops to Terrible is out",
    ),
    (
        "cards",
        RecordKind::Cards,
        "each Hurt or Very Hurt is a card at -1, cumulative; the third card puts a fighter out of action",
    ),
    (
        "absorb",
        RecordKind::Absorb,
        "the target pays for a hit with free boxes whose values total at least its points; a target who cannot pay is out of action",
    ),
];

/// The word for an in-order record in which the player chooses the box.
const ANY_ORDER: &str = "any-order";

const OVERFLOWS: [(&str, Overflow); 2] =
    [("upward", Overflow::Upward), ("scratches-never-out", Overflow::ScratchesNeverOut)];

keys! {
    LEVEL = "wound level": "A wound level of a record.";
    NAME: Key<String> = Key::text("name").means("The name of the level.", "\"Hurt\"").required();
    FROM: Key<i32> = Key::<i32>::integer("from", 1, FAR)
        .means("The fewest points of a blow of this level (kinds boxes, capacity and cards).", "3");
    BOXES: KeyOr<u8> = Key::<u8>::integer("boxes", 0, FAR)
        .means("The number of boxes of this level (kinds boxes, in-order and any-order).", "1")
        .or(1);
    PENALTY: KeyOr<i32> = Key::<i32>::integer("penalty", -20, 0)
        .means("The penalty to skill from a wound of this level. The kinds capacity and cards set their own penalties.", "-1")
        .or(0);
    OUT: KeyOr<bool> = Key::flag("out")
        .means("Whether a wound of this level puts a fighter out of action. If boxes are marked in order, the last box always does.", "true")
        .or(false);
}

keys! {
    RECORD = "record": "A record of wounds, level by level.";
    RECORD_KIND: Key<&'static str> = Key::new("kind", Kind::Known(|| RECORD_KINDS.iter().map(|(word, ..)| *word).collect()), decode::choice)
        .means("What a blow marks. `fudgelab list rules record` explains each kind.", "\"boxes\"")
        .otherwise("boxes, or as in the preset");
    LEVELS: Key<Vec<LevelRule>> = Key::new("levels", Kind::List(&Kind::Table(&LEVEL)), |item| {
        decode::list(decode::table(|reader| level(reader, RecordKind::Boxes)))(item)
    })
    .means(
        "The wound levels above Undamaged, from the lightest.",
        "[{ name = \"Hurt\", from = 1, boxes = 2, penalty = -1 }, { name = \"Out\", from = 5, out = true }]",
    );
    OVERFLOW: Key<&'static str> = Key::word("overflow", &[OVERFLOWS[0].0, OVERFLOWS[1].0]).means(
        "Where a wound goes if its level has no open box. `upward`: to the next higher level that has one. `scratches-never-out`: like `upward`, but a wound of the lightest level is lost if it would put the fighter out of action.",
        "\"upward\"",
    );
    EXTRA: Key<Vec<u8>> = Key::new("extra", Kind::List(&Kind::Integer { min: 0, max: 10 }), |item| decode::list(decode::whole)(item))
        .means("The number of boxes that each level has beyond those of the table, from the lightest level (kinds capacity-points and health).", "[1, 1]");
    GROUPS: Key<Vec<BoxGroup>> = Key::new("boxes", BOXES_KIND, groups).means(
        "The boxes that absorb hits, as a list of their values, or as such lists by name of group (kind absorb). Some policies depend on the order.",
        "{ stress = [1, 2, 3], slots = [2, { value = 4, penalty = -1 }, 6] }",
    );
    PER_HIT: Key<Node> = Key::new("per_hit", Kind::Any(&[COUNT_OF_BOXES, Kind::Map(&COUNT_OF_BOXES)]), decode::node)
        .means("The maximum number of boxes that pay for one hit, in total or by group (kind absorb).", "{ stress = 1 }")
        .otherwise("any number");
    POLICY: Key<String> = Key::text("policy")
        .means(
            "How to choose the free boxes that pay (kind absorb): least-waste, in-order, largest-first, fate-core, fate-thrift, fate-save, sotc, or one of `policies` in [rules].",
            "\"in-order\"",
        )
        .otherwise("least-waste, or as in the preset");
}

keys! {
    BOX = "box": "A box that absorbs hits.";
    VALUE: Key<u8> = Key::<u8>::integer("value", 1, MOST_VALUE as i64).means("The points that the box pays for.", "4").required();
    BOX_PENALTY: Key<i32> = Key::<i32>::integer("penalty", -(MOST_BOX_PENALTY as i64), MOST_BOX_PENALTY as i64)
        .means("The modifier to later rolls once the box is marked. The penalties of several boxes add up.", "-1")
        .otherwise("nothing");
}

keys! {
    STEP = "policy step": "One step of a policy. Of all sets of free boxes that can pay for the hit, it picks the smallest (see `least`). The first step that finds a set decides.";
    OF: Key<Vec<String>> = Key::new("of", Kind::List(&Kind::Text), |item| decode::list(decode::text)(item))
        .means("The groups whose boxes may pay.", "[\"slots\"]")
        .otherwise("all");
    MOST: Key<u8> = Key::<u8>::integer("most", 1, 100).means("The most boxes in a set.", "1").otherwise("any number");
    EXACT: KeyOr<bool> =
        Key::flag("exact").means("Whether the values of a set must equal the points of the hit.", "true").or(false);
    LEAST: Key<Vec<Least>> = Key::new("least", Kind::List(&Kind::Text), |item| decode::list(least)(item))
        .means(
            "How sets are compared to find the smallest, the most important criterion first: total (the sum of the values), count (the number of boxes), order (boxes earlier in the list first), largest (larger boxes first), or the name of a group (the sum of its values).",
            "[\"total\", \"count\", \"order\"]",
        )
        .otherwise("the first in the list");
}

const COUNT_OF_BOXES: Kind = Kind::Integer { min: 1, max: 100 };

/// A box: its value, or a table that also has its penalty.
const BOX_KIND: Kind = Kind::Any(&[Kind::Integer { min: 1, max: MOST_VALUE as i64 }, Kind::Table(&BOX)]);

const BOX_LIST: Kind = Kind::List(&BOX_KIND);

const BOXES_KIND: Kind = Kind::Any(&[BOX_LIST, Kind::Map(&BOX_LIST)]);

/// Absorb policies defined in the file.
pub const POLICIES: Key<Vec<AbsorbPolicy>> =
    Key::new("policies", Kind::Map(&Kind::List(&Kind::Table(&STEP))), policies).means(
        "Policies for boxes that absorb hits, by name: each is a list of steps, and the first step that finds a set of free boxes decides.",
        "{ frugal = [{ exact = true, least = [\"count\"] }, { least = [\"total\"] }] }",
    );

/// The kind of the key `record`: a preset by name, or a table.
pub const RECORD_KIND_OF_KEY: Kind = Kind::Any(&[Kind::Words(NamedRecord::WORDS), Kind::Table(&RECORD)]);

/// Reads a wound record: a preset by name, or a table that modifies `before`. `own` holds the file's absorb policies,
/// in addition to the built-in ones.
pub fn record(item: Item<'_>, mut before: Record, own: &[AbsorbPolicy]) -> Option<Record> {
    if item.node.as_str().is_some() {
        return decode::choice_of::<NamedRecord>(item).map(NamedRecord::record);
    }
    decode::table(|reader| read_record(reader, &mut before, own))(item)?;
    Some(before)
}

/// Changes the kind of a record. Resets settings that the new kind does not use, and uses standard ones where it needs
/// more.
fn change_kind(record: &mut Record, kind: RecordKind) {
    let standard = Record::standard();
    let before = std::mem::replace(&mut record.kind, kind);
    if before == kind {
        return;
    }
    if !kind.marks_own_level() {
        record.overflow = standard.overflow;
    }
    match (before, kind) {
        (_, RecordKind::Absorb) => *record = Record::absorbing(Absorb::default()),
        (RecordKind::Absorb | RecordKind::InOrder, _) => record.levels = standard.levels,
        _ if kind.has_thresholds() && !before.has_thresholds() => record.levels = standard.levels,
        _ => {}
    }
}

fn read_record(reader: &mut Reader<'_>, record: &mut Record, own: &[AbsorbPolicy]) -> Option<()> {
    let word = reader.read(&RECORD_KIND);
    if let Some((_, kind, _)) = word.and_then(|word| RECORD_KINDS.iter().find(|(known, ..)| *known == word)) {
        change_kind(record, *kind);
    }
    let kind = record.kind;
    if kind == RecordKind::Absorb {
        return read_absorbing(reader, &mut record.absorb, own);
    }
    record.absorb = Absorb::default();
    let overflow = reader.read(&OVERFLOW);
    if let Some((_, overflow)) = overflow.and_then(|word| OVERFLOWS.iter().find(|(known, _)| *known == word)) {
        record.overflow = *overflow;
    }
    if !kind.has_table() {
        record.extra.clear();
    } else if let Some(extra) = reader.read(&EXTRA) {
        record.extra = extra;
    }
    if reader.has(&LEVELS) {
        record.levels = reader.read_with(&LEVELS, decode::list(decode::table(|reader| level(reader, kind))))?;
    }
    if word == Some(ANY_ORDER) {
        *record = Record::any_order(std::mem::take(&mut record.levels));
    }
    Some(())
}

/// Reads a wound level. Keys that the record's kind does not use have no effect and are reported.
fn level(reader: &mut Reader<'_>, kind: RecordKind) -> Option<LevelRule> {
    let from = if kind.has_thresholds() {
        reader.missing(&FROM);
        reader.read(&FROM)
    } else {
        Some(0)
    };
    let counted = matches!(kind, RecordKind::Boxes | RecordKind::InOrder);
    let boxes = if counted { reader.read(&BOXES) } else { 0 };
    let derived = matches!(kind, RecordKind::Capacity { .. } | RecordKind::Cards);
    let penalty = if derived { 0 } else { reader.read(&PENALTY) };
    let out = !matches!(kind, RecordKind::Capacity { .. }) && reader.read(&OUT);
    let name = reader.read(&NAME)?;
    Some(LevelRule { name, from: from?, boxes, penalty, out })
}

/// Reads the boxes that absorb hits, and the policy that chooses among them.
fn read_absorbing(reader: &mut Reader<'_>, absorb: &mut Absorb, own: &[AbsorbPolicy]) -> Option<()> {
    if reader.has(&GROUPS) || absorb.groups.is_empty() {
        reader.missing(&GROUPS);
        (absorb.groups, absorb.per_hit) = (reader.read(&GROUPS)?, None);
    }
    if reader.has(&PER_HIT) {
        reader.read_with(&PER_HIT, |item| per_hit(item, absorb))?;
    }
    if reader.has(&POLICY) || absorb.policy.steps.is_empty() {
        absorb.policy = match reader.has(&POLICY) {
            true => reader.read_with(&POLICY, |item| policy_by_name(item, own))?,
            false => built_in_policies().first().map(|one| one.policy.clone()).unwrap_or_default(),
        };
    }
    Some(())
}

/// Reads the boxes: one list, which becomes a group without a name, or lists by name.
fn groups(mut item: Item<'_>) -> Option<Vec<BoxGroup>> {
    if item.node.as_table().is_none() {
        let boxes = decode::list(one_box)(item)?;
        return Some(vec![BoxGroup { boxes, ..BoxGroup::default() }]);
    }
    let lists = decode::map(decode::list(one_box))(item.again())?;
    Some(lists.into_iter().map(|(name, boxes)| BoxGroup { name, boxes, per_hit: None }).collect())
}

fn one_box(item: Item<'_>) -> Option<AbsorbBox> {
    if item.node.as_table().is_none() {
        return decode::whole(item).map(|value| AbsorbBox { value, penalty: 0 });
    }
    decode::table(|reader| {
        let penalty = reader.read(&BOX_PENALTY).unwrap_or(0) as i8;
        Some(AbsorbBox { value: reader.read(&VALUE)?, penalty })
    })(item)
}

/// Reads the maximum number of boxes per hit, overall or by group.
fn per_hit(mut item: Item<'_>, absorb: &mut Absorb) -> Option<()> {
    if item.node.as_table().is_none() {
        absorb.per_hit = Some(decode::whole(item)?);
        return Some(());
    }
    for (name, most) in decode::map(decode::whole)(item.again())? {
        match absorb.groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.per_hit = Some(most),
            None => {
                let groups: Vec<&str> = absorb.groups.iter().map(|group| group.name.as_str()).collect();
                let problem =
                    Problem::new(format!("`per_hit` names `{}`, which is not a group of `boxes`", excerpt(&name)));
                return item.refuse(
                    problem.label_if(did_you_mean(&name, groups)).help("name a group, or give a number for all boxes"),
                );
            }
        }
    }
    Some(())
}

/// Reads a criterion that sets of boxes are compared by. A word that is not built in is taken as the name of a group.
fn least(item: Item<'_>) -> Option<Least> {
    let word = decode::text(item)?;
    let known = Least::WORDS.into_iter().find(|(known, _)| *known == word);
    Some(known.map_or(Least::Group(word), |(_, least)| least))
}

fn policies(item: Item<'_>) -> Option<Vec<AbsorbPolicy>> {
    let read = decode::map(decode::list(decode::table(step)))(item)?;
    Some(read.into_iter().map(|(name, steps)| AbsorbPolicy { name, steps }).collect())
}

fn step(reader: &mut Reader<'_>) -> Option<AbsorbStep> {
    Some(AbsorbStep {
        of: reader.read(&OF).unwrap_or_default(),
        most: reader.read(&MOST),
        exact: reader.read(&EXACT),
        least: reader.read(&LEAST).unwrap_or_default(),
    })
}

/// Finds a policy by name, in the file or among the built-in ones.
fn policy_by_name(item: Item<'_>, own: &[AbsorbPolicy]) -> Option<AbsorbPolicy> {
    let known: Vec<&AbsorbPolicy> = own.iter().chain(built_in_policies().iter().map(|one| &one.policy)).collect();
    let names: Vec<&str> = known.iter().map(|policy| policy.name.as_str()).collect();
    let name = decode::one_of(&names)(item)?;
    known.into_iter().find(|policy| policy.name == name).cloned()
}

keys! {
    SHIPPED = "policies": "Policies.";
    + POLICIES;
    MEANINGS: Key<Vec<(String, String)>> = Key::new("meanings", Kind::Map(&Kind::Text), |item| decode::map(decode::text)(item))
        .means("What each policy does.", "{ in-order = \"boxes in the order of the list\" }")
        .required();
}

/// A policy that is built into the program.
#[derive(Debug, Clone)]
pub struct BuiltInPolicy {
    /// The name and the steps.
    pub policy: AbsorbPolicy,
    /// The description for `list policies`.
    pub meaning: String,
}

/// The built-in policies. The first is the default for records that do not set one.
pub fn built_in_policies() -> &'static [BuiltInPolicy] {
    static POLICIES_OF_FILE: LazyLock<Vec<BuiltInPolicy>> = LazyLock::new(|| {
        let mut problems = Problems::new();
        let root = parse_as("policies.toml", include_str!("policies.toml"), &mut problems);
        let read = |reader: &mut Reader<'_>| {
            let meanings = reader.read(&MEANINGS)?;
            let meaning =
                |name: &str| meanings.iter().find(|(known, _)| known == name).map(|(_, meaning)| meaning.clone());
            let with_meaning = |policy: AbsorbPolicy| {
                let meaning = meaning(&policy.name).unwrap_or_default();
                BuiltInPolicy { policy, meaning }
            };
            Some(reader.read(&POLICIES)?.into_iter().map(with_meaning).collect())
        };
        Reader::open(&root, "the file", &SHIPPED, Context::plain(), &mut problems, read).unwrap_or_default()
    });
    &POLICIES_OF_FILE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_policies_are_complete() {
        let names: Vec<&str> = built_in_policies().iter().map(|one| one.policy.name.as_str()).collect();
        assert_eq!(
            names,
            ["least-waste", "in-order", "largest-first", "fate-core", "fate-thrift", "fate-save", "sotc"]
        );
        assert!(built_in_policies().iter().all(|one| !one.policy.steps.is_empty() && !one.meaning.is_empty()));
    }
}
