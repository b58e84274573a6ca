//! `[rules]`: the registry's options, read on top of a preset.

use super::decode;
use super::dice::dice;
use super::fault::Fault;
use super::keys::{KeySpec, Kind};
use super::reader::{Item, Reader};
use super::tactics::wound;
use crate::ladder::Ladder;
use crate::rules::{CONFLICTS, Kind as OptionKind, LevelRule, OPTIONS, Overflow, Record, RecordKind, Rules};
use crate::study::SubjectKind;
use std::sync::LazyLock;

const RECORD_KINDS: [(&str, RecordKind); 4] = [
    ("boxes", RecordKind::Boxes),
    ("capacity-points", RecordKind::CapacityPoints),
    ("health", RecordKind::Health),
    ("in-order", RecordKind::InOrder),
];

const OVERFLOWS: [(&str, Overflow); 2] =
    [("upward", Overflow::Upward), ("scratches-never-out", Overflow::ScratchesNeverOut)];

const LEVEL: &[KeySpec] = &[
    KeySpec { key: "name", kind: Kind::Text, required: true, meaning: "Its name.", example: "\"Hurt\"" },
    KeySpec {
        key: "from",
        kind: Kind::Integer { min: 1, max: 100 },
        required: false,
        meaning: "The fewest points of a blow that marks it (boxes).",
        example: "3",
    },
    KeySpec {
        key: "boxes",
        kind: Kind::Integer { min: 0, max: 100 },
        required: false,
        meaning: "How many boxes it has (boxes, in-order; 1 unless given).",
        example: "1",
    },
    KeySpec {
        key: "penalty",
        kind: Kind::Integer { min: -20, max: 0 },
        required: false,
        meaning: "What it takes from skill (0 unless given).",
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
        kind: Kind::Choice(&["boxes", "capacity-points", "health", "in-order"]),
        required: false,
        meaning: "What a blow marks: a box at its level; or as many boxes as it has points, in order, with boxes by Damage Capacity (capacity-points) or those given, the last of which puts out (in-order); or a box at its level, thresholds and boxes by the fighter's Health.",
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
];

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
        OptionKind::Dice { .. } => super::dice::KIND,
        OptionKind::LevelOrNone { .. } => Kind::Any(&[Kind::Choice(&["none"]), Kind::Level]),
        OptionKind::IntegerOrWord { word, low, high, .. } => {
            let number = Kind::Integer { min: *low, max: *high };
            if word.is_empty() { number } else { Kind::Any(vec![number, Kind::Choice(vec![*word].leak())].leak()) }
        }
        OptionKind::Integers { .. } => Kind::List(&Kind::Integer { min: -100, max: 100 }),
        OptionKind::WoundOrWord { .. } => Kind::Text,
        OptionKind::Record { .. } => Kind::Table(RECORD),
    }
}

fn example(option: &OptionKind) -> &'static str {
    match option {
        OptionKind::Words { words, .. } => format!("\"{}\"", words[0].word).leak(),
        OptionKind::Dice { .. } => "\"4dF\"",
        OptionKind::LevelOrNone { .. } => "\"Poor\"",
        OptionKind::IntegerOrWord { high, .. } => format!("{}", (*high).min(3)).leak(),
        OptionKind::Integers { .. } => "[0, 5]",
        OptionKind::WoundOrWord { .. } => "\"Scratch\"",
        OptionKind::Record { .. } => "{ kind = \"boxes\" }",
    }
}

/// Sets every option that the table has. `subject` is what the rules are for; an option that it does not heed is
/// a fault.
pub(super) fn apply(reader: &mut Reader<'_>, ladder: &Ladder, rules: &mut Rules, subject: Option<SubjectKind>) {
    for option in OPTIONS {
        if !reader.has(option.key) {
            continue;
        }
        if subject.is_some_and(|subject| !subject.heeds(option.scope)) {
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
            OptionKind::LevelOrNone { set, .. } => {
                if let Some(level) = reader.get(option.key, |item| unless("none", item, decode::level(ladder))) {
                    set(rules, level);
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
            // The record stands before it in the list, and is read already.
            OptionKind::WoundOrWord { word, set, .. } => {
                let record = rules.record.clone();
                if let Some(level) = reader.get(option.key, |item| unless(word, item, |item| wound(item, &record))) {
                    set(rules, level);
                }
            }
            OptionKind::Record { get, set } => {
                let mut record = get(rules).clone();
                if reader.get(option.key, decode::table(|reader| read_record(reader, &mut record))).is_some() {
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

/// Nothing for the word, else what the decoder gives.
pub(super) fn unless<T>(word: &str, item: Item<'_>, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<Option<T>> {
    match item.node.as_str() {
        Some(text) if text == word && !word.is_empty() => Some(None),
        _ => decode(item).map(Some),
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

fn read_record(reader: &mut Reader<'_>, record: &mut Record) -> Option<()> {
    let word = reader.get("kind", decode::choice);
    if let Some((_, kind)) = word.and_then(|word| RECORD_KINDS.iter().find(|(known, _)| *known == word)) {
        record.kind = *kind;
    }
    let word = reader.get("overflow", decode::choice);
    if let Some((_, overflow)) = word.and_then(|word| OVERFLOWS.iter().find(|(known, _)| *known == word)) {
        record.overflow = *overflow;
    }
    let boxes = record.kind == RecordKind::Boxes;
    let counted = record.kind != RecordKind::CapacityPoints;
    let level = |reader: &mut Reader<'_>| {
        let from = if boxes && !reader.has("from") {
            reader.missing("from");
            None
        } else if boxes {
            reader.get("from", decode::integer)
        } else {
            Some(0)
        };
        let count = if counted { reader.get("boxes", decode::integer).unwrap_or(1) } else { 0 };
        let penalty = reader.get("penalty", decode::integer).unwrap_or(0);
        let out = reader.get("out", decode::boolean).unwrap_or(false);
        let name = reader.get("name", decode::text)?;
        Some(LevelRule { name, from: from? as i32, boxes: count as u8, penalty: penalty as i32, out })
    };
    if reader.has("levels") {
        record.levels = reader.get("levels", decode::list(decode::table(level)))?;
    }
    Some(())
}
