//! `[rules]`: the registry's options, read on top of a preset.

use crate::document::decode::{self, unless};
use crate::document::dice::dice;
use crate::document::fault::Fault;
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::{
    CONFLICTS, Choice, Kind as OptionKind, LevelRule, NamedRecord, OPTIONS, Overflow, Record, RecordKind, Rules, Scope,
    Word,
};
use crate::subject::fight::read::tactics::{choice, words, wound};
use std::sync::LazyLock;

/// The kinds of a record: word, kind and meaning.
pub const RECORD_KINDS: [(&str, RecordKind, &str); 8] = [
    (
        "boxes",
        RecordKind::Boxes,
        "a blow marks a box at its level, or at the next higher open one; levels state from and boxes",
    ),
    ("health", RecordKind::Health, "as boxes, with thresholds and boxes by the fighter's Health"),
    (
        "capacity-points",
        RecordKind::CapacityPoints,
        "a blow marks as many boxes as it has points, in order; boxes by Damage Capacity",
    ),
    (
        "in-order",
        RecordKind::InOrder,
        "a blow marks as many boxes as its damage says, in order; the last box of all puts out",
    ),
    (ANY_ORDER, RecordKind::InOrder, "as in-order, but the player chooses the box: what hinders least goes first"),
    (
        "capacity",
        RecordKind::Capacity { terrible_fights: true },
        "a blow takes a level of Damage Capacity, every third Scratch one: -1 at Mediocre, -2 at Poor, -3 at Terrible, out below",
    ),
    (
        "capacity-out-at-terrible",
        RecordKind::Capacity { terrible_fights: false },
        "as capacity, but Terrible is out as well for whoever was better",
    ),
    (
        "cards",
        RecordKind::Cards,
        "a blow is a card at -1 where its level is neither the lightest nor puts out; the third card puts out",
    ),
];

/// The words of [`RECORD_KINDS`].
const KIND_WORDS: [&str; RECORD_KINDS.len()] = {
    let mut words = [""; RECORD_KINDS.len()];
    let mut place = 0;
    while place < words.len() {
        words[place] = RECORD_KINDS[place].0;
        place += 1;
    }
    words
};

/// A track in order, whose order is the player's choice.
const ANY_ORDER: &str = "any-order";

const OVERFLOWS: [(&str, Overflow); 2] =
    [("upward", Overflow::Upward), ("scratches-never-out", Overflow::ScratchesNeverOut)];

const LEVEL: &[KeySpec] = &[
    KeySpec { key: "name", kind: Kind::Text, required: true, meaning: "Its name.", example: "\"Hurt\"" },
    KeySpec {
        key: "from",
        kind: Kind::Integer { min: 1, max: 100 },
        required: false,
        meaning: "The fewest points of a blow of this level (boxes, capacity, cards).",
        example: "3",
    },
    KeySpec {
        key: "boxes",
        kind: Kind::Integer { min: 0, max: 100 },
        required: false,
        meaning: "How many boxes it has (boxes, in-order, any-order; 1 unless given).",
        example: "1",
    },
    KeySpec {
        key: "penalty",
        kind: Kind::Integer { min: -20, max: 0 },
        required: false,
        meaning: "What it takes from skill (0 unless given); with capacity and cards that follows from what is marked.",
        example: "-1",
    },
    KeySpec {
        key: "out",
        kind: Kind::Boolean,
        required: false,
        meaning: "Whether it puts a fighter out of action; the last box in order does so anyway.",
        example: "true",
    },
];

const RECORD: &[KeySpec] = &[
    KeySpec {
        key: "kind",
        kind: Kind::Choice(&KIND_WORDS),
        required: false,
        meaning: "What a blow marks; boxes unless given. `fudgelab list rules --markdown` says what each is.",
        example: "\"boxes\"",
    },
    KeySpec {
        key: "levels",
        kind: Kind::List(&Kind::Table(LEVEL)),
        required: false,
        meaning: "The wound levels above Undamaged, from the lightest on.",
        example: "[{ name = \"Hurt\", from = 1, boxes = 2, penalty = -1 }, { name = \"Out\", from = 5, out = true }]",
    },
    KeySpec {
        key: "overflow",
        kind: Kind::Choice(&["upward", "scratches-never-out"]),
        required: false,
        meaning: "Where a wound goes whose level has no open box: to the next higher one; or so, but a wound of the lightest level that would put out of action is lost.",
        example: "\"upward\"",
    },
    KeySpec {
        key: "extra",
        kind: Kind::List(&Kind::Integer { min: 0, max: 10 }),
        required: false,
        meaning: "How many boxes each level has beyond the table, from the lightest on (capacity-points, health).",
        example: "[1, 1]",
    },
];

/// What `record` may hold: a track by its name, or one spelled out.
const RECORD_OR_NAME: Kind =
    Kind::Any(&[Kind::Choice(&words::<{ NamedRecord::WORDS.len() }>(NamedRecord::WORDS)), Kind::Table(RECORD)]);

/// The keys of `[rules]`, from the registry.
pub(super) static RULES: LazyLock<Vec<KeySpec>> = LazyLock::new(|| {
    let base = KeySpec {
        key: "base",
        kind: Kind::Text,
        required: false,
        meaning: "The preset that everything not set here is taken from.",
        example: "\"srd\"",
    };
    let option = |option: &crate::rules::RuleOption| KeySpec {
        key: option.key,
        kind: kind(&option.kind),
        required: false,
        meaning: option.meaning,
        example: example(&option.kind),
    };
    std::iter::once(base).chain(OPTIONS.iter().map(option)).collect()
});

/// What a key of an option's kind must hold. Lists made here live as long as the program, and are made once.
fn kind(option: &OptionKind) -> Kind {
    match option {
        OptionKind::Words { words, .. } => Kind::Choice(words.iter().map(|word| word.word).collect::<Vec<_>>().leak()),
        OptionKind::Dice { .. } => crate::document::dice::KIND,
        OptionKind::Level { .. } => Kind::Level,
        OptionKind::LevelOrNone { .. } => Kind::Any(&[Kind::Choice(&["none"]), Kind::Level]),
        OptionKind::Integer { low, high, .. } => Kind::Integer { min: *low, max: *high },
        OptionKind::IntegerOrWord { word, low, high, .. } => {
            let number = Kind::Integer { min: *low, max: *high };
            Kind::Any(vec![number, Kind::Choice(vec![*word].leak())].leak())
        }
        OptionKind::Integers { .. } => Kind::List(&Kind::Integer { min: -100, max: 100 }),
        OptionKind::WordList { words, .. } => {
            let words = Kind::Choice(words.iter().map(|word| word.word).collect::<Vec<_>>().leak());
            Kind::List(Box::leak(Box::new(words)))
        }
        OptionKind::WoundOrWord { .. } => Kind::Text,
        OptionKind::Record { .. } => RECORD_OR_NAME,
    }
}

fn example(option: &OptionKind) -> &'static str {
    match option {
        OptionKind::Words { words, .. } => format!("\"{}\"", words[0].word).leak(),
        OptionKind::Dice { .. } => "\"4dF\"",
        OptionKind::Level { .. } | OptionKind::LevelOrNone { .. } => "\"Poor\"",
        OptionKind::Integer { high, .. } | OptionKind::IntegerOrWord { high, .. } => {
            format!("{}", (*high).min(3)).leak()
        }
        OptionKind::Integers { .. } => "[0, 5]",
        OptionKind::WordList { words, length, .. } => {
            let listed: Vec<String> = (0..*length).map(|at| format!("\"{}\"", words[at % words.len()].word)).collect();
            format!("[{}]", listed.join(", ")).leak()
        }
        OptionKind::WoundOrWord { .. } => "\"Scratch\"",
        OptionKind::Record { .. } => "{ kind = \"boxes\" }",
    }
}

/// Sets every option that the table has. `subject` is what the rules are for; an option that it does not heed is
/// a fault.
pub(super) fn apply(reader: &mut Reader<'_>, ladder: &Ladder, rules: &mut Rules, heeds: Option<&[Scope]>) {
    for option in OPTIONS {
        if !reader.has(option.key) {
            continue;
        }
        if heeds.is_some_and(|heeds| !heeds.contains(&option.scope)) {
            let fault = Fault::new(format!("`{}` has no effect on what this scenario rolls", option.key));
            let span = reader.span_of(option.key);
            reader.faults().push(fault.at(span).help(format!("leave it out; it decides {}", option.meaning)));
        }
        match option.kind {
            OptionKind::Words { words, set, .. } => {
                if let Some(word) = reader.get(option.key, decode::choice)
                    && let Some(place) = words.iter().position(|known| known.word == word)
                {
                    set(rules, place);
                }
            }
            OptionKind::Dice { set, .. } => {
                if let Some(dice) = reader.get(option.key, dice) {
                    set(rules, dice);
                }
            }
            OptionKind::Level { set, .. } => {
                if let Some(level) = reader.get(option.key, decode::level(ladder)) {
                    set(rules, level);
                }
            }
            OptionKind::LevelOrNone { set, .. } => {
                if let Some(level) = reader.get(option.key, |item| unless("none", item, decode::level(ladder))) {
                    set(rules, level);
                }
            }
            OptionKind::Integer { set, .. } => {
                if let Some(number) = reader.get(option.key, decode::integer) {
                    set(rules, number);
                }
            }
            OptionKind::IntegerOrWord { word, set, .. } => {
                if let Some(number) = reader.get(option.key, |item| unless(word, item, decode::integer)) {
                    set(rules, number);
                }
            }
            OptionKind::Integers { set, .. } => {
                if let Some(list) = reader.get(option.key, ascending) {
                    set(rules, list);
                }
            }
            OptionKind::WordList { words, length, set, .. } => {
                if let Some(places) = reader.get(option.key, |item| word_list(item, words, length)) {
                    set(rules, &places);
                }
            }
            // The record stands before it in the list, and is read already.
            OptionKind::WoundOrWord { word, set, .. } => {
                let record = rules.record.clone();
                if let Some(level) = reader.get(option.key, |item| unless(word, item, |item| wound(item, &record))) {
                    set(rules, level);
                }
            }
            OptionKind::Record { get, set } => {
                let before = get(rules).clone();
                if let Some(record) = reader.get(option.key, |item| record(item, before)) {
                    set(rules, record);
                }
            }
        }
    }
}

/// The rules' contradictions, each at the place where one side of it was written.
pub(super) fn contradictions(reader: &mut Reader<'_>, rules: &Rules) {
    let record = rules.record.check();
    for conflict in CONFLICTS.iter().filter(|conflict| (conflict.holds)(rules)) {
        let [first, second] = conflict.keys;
        if record.is_err() && conflict.keys.contains(&"record") {
            continue; // it may follow from the record's own fault
        }
        let fault = Fault::new(format!("`{first}` and `{second}` contradict each other: {}", conflict.reason));
        let fault = fault.help(conflict.cure);
        let fault = match conflict.keys.map(|key| reader.has(key)) {
            [true, true] => fault.at(reader.span_of(second)).also(reader.span_of(first), "against this"),
            [true, false] => fault.at(reader.span_of(first)),
            _ => fault.at(reader.span_of(second)),
        };
        reader.faults().push(fault);
    }
    if let Err(error) = record {
        let span = reader.span_of("record");
        reader.faults().push(Fault::from(error).at(span));
    }
}

fn ascending(item: Item<'_>) -> Option<Vec<i32>> {
    let (name, span) = (item.name.clone(), item.node.span);
    let Item { node, kind, key_span, faults, .. } = item;
    let list = decode::list(decode::integer)(Item { name: name.clone(), node, kind, key_span, faults })?;
    if list.is_empty() || list.windows(2).any(|pair| pair[0] >= pair[1]) {
        let fault = Fault::new(format!("{name} must be a list of numbers, each above the one before")).at(span);
        faults.push(fault.help("for example `[0, 5]`"));
        return None;
    }
    Some(list.into_iter().map(|number| number as i32).collect())
}

/// The places of so many words among those known.
fn word_list(item: Item<'_>, words: &[Word], length: usize) -> Option<Vec<usize>> {
    let (name, span) = (item.name.clone(), item.node.span);
    let Item { node, kind, key_span, faults, .. } = item;
    let item = Item { name: name.clone(), node, kind, key_span, faults: &mut *faults };
    let list = decode::list(decode::choice)(item)?;
    if list.len() != length {
        let fault = Fault::new(format!("{name} has {} entries, not {length}", list.len())).at(span);
        faults.push(fault.help(format!("write {length} words, one for each result in turn")));
        return None;
    }
    Some(list.iter().filter_map(|entry| words.iter().position(|word| word.word == *entry)).collect())
}

/// A record by its name, or `before` with what a table changes in it.
fn record(item: Item<'_>, mut before: Record) -> Option<Record> {
    if item.node.as_str().is_some() {
        return choice::<NamedRecord>(item).map(NamedRecord::record);
    }
    decode::table(|reader| read_record(reader, &mut before))(item)?;
    Some(before)
}

fn read_record(reader: &mut Reader<'_>, record: &mut Record) -> Option<()> {
    let word = reader.get("kind", decode::choice);
    if let Some((_, kind, _)) = word.and_then(|word| RECORD_KINDS.iter().find(|(known, ..)| *known == word)) {
        record.kind = *kind;
    }
    let kind = record.kind;
    let overflow = reader.get("overflow", decode::choice);
    if let Some((_, overflow)) = overflow.and_then(|word| OVERFLOWS.iter().find(|(known, _)| *known == word)) {
        record.overflow = *overflow;
    }
    if !kind.has_table() {
        record.extra.clear();
    } else if let Some(extra) = reader.get("extra", decode::list(decode::integer)) {
        record.extra = extra.into_iter().map(|boxes| boxes as u8).collect();
    }
    if reader.has("levels") {
        record.levels = reader.get("levels", decode::list(decode::table(|reader| level(reader, kind))))?;
    }
    if word == Some(ANY_ORDER) {
        *record = Record::any_order(std::mem::take(&mut record.levels));
    }
    Some(())
}

/// A wound level; what it has no use for, by the record's kind, has no effect here.
fn level(reader: &mut Reader<'_>, kind: RecordKind) -> Option<LevelRule> {
    let from = if !kind.has_thresholds() {
        Some(0)
    } else if reader.has("from") {
        reader.get("from", decode::integer)
    } else {
        reader.missing("from");
        None
    };
    let counted = matches!(kind, RecordKind::Boxes | RecordKind::InOrder);
    let boxes = if counted { reader.get("boxes", decode::integer).unwrap_or(1) } else { 0 };
    let derived = matches!(kind, RecordKind::Capacity { .. } | RecordKind::Cards);
    let penalty = if derived { 0 } else { reader.get("penalty", decode::integer).unwrap_or(0) };
    let out = match kind {
        RecordKind::Capacity { .. } => false,
        _ => reader.get("out", decode::boolean).unwrap_or(false),
    };
    let name = reader.get("name", decode::text)?;
    Some(LevelRule { name, from: from? as i32, boxes: boxes as u8, penalty: penalty as i32, out })
}
