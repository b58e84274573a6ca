//! `[rules]`: the registry's options, read on top of a preset.

use super::damage::{self, DAMAGE};
use super::preset::{DEFAULT_PRESET, Preset, presets};
use crate::document::decode::{self, unless};
use crate::document::dice::dice_by_need;
use crate::document::key::{Context, FAR, Key, KeyOr, keys};
use crate::document::keys::{Absent, KeySpec, Keys, Kind};
use crate::document::parse::parse;
use crate::document::problem::{Problem, Problems};
use crate::document::reader::{Item, Reader};
use crate::document::source::Source;
use crate::rules::{
    CONFLICTS, Choice, Kind as OptionKind, LevelRule, NamedRecord, OPTIONS, Overflow, Record, RecordKind, Rules, Scope,
    Word,
};
use crate::study::{Value, Warning};
use crate::subject::fight::read::tactics::wound;
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
        "a blow marks as many boxes as its damage, in order; the last box puts a fighter out of action",
    ),
    (
        ANY_ORDER,
        RecordKind::InOrder,
        "as in-order, but the player chooses the box: those with the smallest penalty first",
    ),
    (
        "capacity",
        RecordKind::Capacity { terrible_fights: true },
        "a blow lowers Damage Capacity by a level, as does every third Scratch: -1 at Mediocre, -2 at Poor, -3 at Terrible, out below",
    ),
    (
        "capacity-out-at-terrible",
        RecordKind::Capacity { terrible_fights: false },
        "as capacity, but a fighter who drops to Terrible is out",
    ),
    (
        "cards",
        RecordKind::Cards,
        "each Hurt or Very Hurt is a card at -1, cumulative; the third card puts a fighter out of action",
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

keys! {
    /// A wound level of a record.
    LEVEL = "wound level": "A wound level of a record.";
    NAME: Key<String> = Key::text("name").means("Its name.", "\"Hurt\"").required();
    FROM: Key<i32> = Key::<i32>::integer("from", 1, FAR)
        .means("The fewest points of a blow of this level (boxes, capacity, cards).", "3");
    BOXES: KeyOr<u8> = Key::<u8>::integer("boxes", 0, FAR)
        .means("How many boxes it has (boxes, in-order, any-order).", "1")
        .or(1);
    PENALTY: KeyOr<i32> = Key::<i32>::integer("penalty", -20, 0)
        .means("Its penalty to skill; with capacity and cards the penalty follows from what is marked.", "-1")
        .or(0);
    OUT: KeyOr<bool> = Key::flag("out")
        .means("Whether it puts a fighter out of action; the last box in order always does.", "true")
        .or(false);
}

keys! {
    /// A record of wounds that is spelled out.
    RECORD = "record": "A record of wounds, level by level.";
    RECORD_KIND: Key<&'static str> = Key::word("kind", &KIND_WORDS)
        .means("What a blow marks. `fudgelab list rules --markdown` says what each is.", "\"boxes\"")
        .otherwise("boxes, or as in the preset");
    LEVELS: Key<Vec<LevelRule>> = Key::new("levels", Kind::List(&Kind::Table(&LEVEL)), |item| {
        decode::list(decode::table(|reader| level(reader, RecordKind::Boxes)))(item)
    })
    .means(
        "The wound levels above Undamaged, from the lightest.",
        "[{ name = \"Hurt\", from = 1, boxes = 2, penalty = -1 }, { name = \"Out\", from = 5, out = true }]",
    );
    OVERFLOW: Key<&'static str> = Key::word("overflow", &[OVERFLOWS[0].0, OVERFLOWS[1].0]).means(
        "Where a wound goes if its level has no open box: upward, to the next higher one; or the same, except that a wound of the lightest level is lost if it would put the fighter out of action.",
        "\"upward\"",
    );
    EXTRA: Key<Vec<u8>> = Key::new("extra", Kind::List(&Kind::Integer { min: 0, max: 10 }), |item| decode::list(decode::whole)(item))
        .means("How many boxes each level has in addition to the table, from the lightest (capacity-points, health).", "[1, 1]");
}

/// What `record` may hold: a track by its name, or one spelled out.
const RECORD_OR_NAME: Kind = Kind::Any(&[Kind::Words(NamedRecord::WORDS), Kind::Table(&RECORD)]);

/// The preset that `[rules]` start from.
pub(super) const BASE: KeyOr<String> =
    Key::new("base", Kind::Named(|| presets().iter().map(|preset| preset.name.to_owned()).collect()), |item| {
        decode::text(item)
    })
    .means("The preset for everything that is not set here.", "\"nutshell\"")
    .or(DEFAULT_PRESET);

/// The keys of `[rules]`, from the registry.
pub(super) const RULES: Keys = Keys::new("rules", "The rules in force.", || &SPECS);

static SPECS: LazyLock<Vec<KeySpec>> = LazyLock::new(|| {
    let option = |option: &crate::rules::RuleOption| KeySpec {
        key: option.key,
        kind: kind(&option.kind),
        absent: Absent::Nothing,
        meaning: option.meaning,
        example: example(&option.kind),
        acts: None,
    };
    std::iter::once(BASE.spec()).chain(OPTIONS.iter().map(option)).collect()
});

/// What a key of an option's kind must hold. Lists made here live as long as the program, and are made once.
fn kind(option: &OptionKind) -> Kind {
    match option {
        OptionKind::Words { words, .. } => Kind::Words(words),
        OptionKind::Damage { words, .. } => Kind::Any(vec![Kind::Words(words), Kind::Table(&DAMAGE)].leak()),
        OptionKind::Dice { .. } => crate::document::dice::KIND,
        OptionKind::Level { .. } => Kind::Level,
        OptionKind::LevelOrNone { .. } => Kind::Any(&[Kind::Choice(&["none"]), Kind::Level]),
        OptionKind::Integer { low, high, .. } => Kind::Integer { min: *low, max: *high },
        OptionKind::IntegerOrWord { word, low, high, .. } => {
            let number = Kind::Integer { min: *low, max: *high };
            Kind::Any(vec![number, Kind::Choice(vec![*word].leak())].leak())
        }
        OptionKind::Integers { .. } => Kind::List(&Kind::Integer { min: -100, max: 100 }),
        OptionKind::WordList { words, .. } => Kind::List(Box::leak(Box::new(Kind::Words(words)))),
        OptionKind::WoundOrWord { .. } => Kind::Text,
        OptionKind::Record { .. } => RECORD_OR_NAME,
    }
}

fn example(option: &OptionKind) -> &'static str {
    match option {
        OptionKind::Words { words, .. } | OptionKind::Damage { words, .. } => format!("\"{}\"", words[0].word).leak(),
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

/// Rules with what a `[rules]` table changes in them, `base` included. Whether they contradict each other is not looked at:
/// [`Rules::check`] does.
///
/// # Errors
/// All errors of the text.
pub fn amend(mut rules: Rules, toml: &str) -> Result<Rules, Problems> {
    let mut problems = Problems::new();
    let source = problems.add_source(Source::from_bytes("[rules]", toml.as_bytes().to_vec())?);
    let root = parse(source, &mut problems);
    Reader::open(&root, "[rules]", &RULES, Context::plain(), &mut problems, |reader| {
        if let Some((_, preset)) = read_base(reader) {
            rules = preset;
        }
        apply(reader, &mut rules, None);
        Some(())
    });
    problems.into_result(rules)
}

/// A line of `[rules]` that sets an option.
pub fn setting(option: &str, value: &Value) -> String {
    // A string of JSON is one of TOML.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let value = if let Value::Text(word) = value { quoted(word) } else { value.to_string() };
    format!("{} = {value}", quoted(option))
}

/// The preset that the table starts from, where it names one: its name and its rules.
pub(super) fn read_base(reader: &mut Reader<'_>) -> Option<(String, Rules)> {
    reader.read_with(&BASE, |item| {
        let Some(name) = item.node.as_str() else { return item.wrong() };
        match Preset::find(name) {
            Ok((preset, rules)) => Some((preset.name.to_owned(), rules.clone())),
            Err(error) => item.refuse(error.into()),
        }
    })
}

/// Sets every option that the table has. `subject` is what the rules are for; an option that it does not heed is
/// an error.
pub(super) fn apply(reader: &mut Reader<'_>, rules: &mut Rules, heeds: Option<&[Scope]>) {
    let mut own_damage = false;
    for option in OPTIONS {
        let Some(written) = reader.table().get(option.key) else { continue };
        let span = written.span;
        if heeds.is_some_and(|heeds| !heeds.contains(&option.scope)) {
            let problem = Problem::new(format!("`{}` has no effect on what this scenario rolls", option.key));
            reader.problems().push(problem.at(span).help(format!("leave it out; it decides {}", option.meaning)));
        }
        match option.kind {
            // Formulas may name levels of the record, which is read by then.
            OptionKind::Damage { .. } if written.as_table().is_some() => own_damage = true,
            OptionKind::Words { words, set, .. } | OptionKind::Damage { words, set, .. } => {
                if let Some(word) = reader.get(option.key, decode::choice)
                    && let Some(place) = words.iter().position(|known| known.word == word)
                {
                    set(rules, place);
                }
            }
            OptionKind::Dice { set, .. } => {
                if let Some(dice) = reader.get(option.key, dice_by_need) {
                    set(rules, dice);
                }
            }
            OptionKind::Level { set, .. } => {
                if let Some(level) = reader.get(option.key, decode::level) {
                    set(rules, level);
                }
            }
            OptionKind::LevelOrNone { set, .. } => {
                if let Some(level) = reader.get(option.key, |item| unless("none", item, decode::level)) {
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
    if own_damage {
        damage::read(reader, rules);
    }
}

/// What a preset sets and the table's own settings leave without meaning is switched off, where it can be. Gives what is to be said of it.
pub(super) fn leave_out_meaningless(reader: &Reader<'_>, base: &str, rules: &mut Rules) -> Vec<Warning> {
    let mut notes = Vec::new();
    let written = |key: &str| reader.table().get(key).is_some();
    for conflict in CONFLICTS {
        let [first, second] = conflict.keys;
        let (own, inherited) = match (written(first), written(second)) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => continue,
        };
        if !(conflict.holds)(rules) {
            continue;
        }
        let Some(option) = OPTIONS.iter().find(|option| option.key == inherited) else { continue };
        let Some(instead) = without(option, rules, conflict.holds) else { continue };
        *rules = instead;
        notes.push(Warning {
            message: format!(
                "`{inherited}` of the preset `{base}` is left out, since `{own}` is set here: {}",
                conflict.reason
            ),
            remedy: format!("set `{inherited}` yourself, or leave `{own}` out"),
        });
    }
    notes
}

/// The rules with an option switched off, where that ends a contradiction.
fn without(option: &crate::rules::RuleOption, rules: &Rules, holds: fn(&Rules) -> bool) -> Option<Rules> {
    const OFF: [&str; 3] = ["off", "ignored", "none"];
    let mut other = rules.clone();
    match option.kind {
        OptionKind::Words { words, set, .. } => {
            set(&mut other, words.iter().position(|word| OFF.contains(&word.word))?)
        }
        OptionKind::LevelOrNone { set, .. } => set(&mut other, None),
        OptionKind::IntegerOrWord { set, .. } => set(&mut other, None),
        OptionKind::WoundOrWord { set, .. } => set(&mut other, None),
        _ => return None,
    }
    (!holds(&other)).then_some(other)
}

/// The rules' contradictions, each at the place where one side of it was written.
pub(super) fn contradictions(reader: &mut Reader<'_>, rules: &Rules) {
    let record = rules.record.check();
    for conflict in CONFLICTS.iter().filter(|conflict| (conflict.holds)(rules)) {
        if record.is_err() && conflict.keys.contains(&"record") {
            continue; // it may follow from the record's own error
        }
        let problem = Problem::from(conflict.error());
        let problem = match conflict.keys.map(|key| reader.table().get(key).map(|node| node.span)) {
            [Some(first), Some(second)] => problem.at(second).also(first, "against this"),
            [Some(first), None] => problem.at(first),
            [_, second] => problem.at(second.unwrap_or(reader.span())),
        };
        reader.problems().push(problem);
    }
    if let Err(error) = record {
        let span = reader.table().get("record").map_or(reader.span(), |node| node.span);
        reader.problems().push(Problem::from(error).at(span));
    }
}

fn ascending(mut item: Item<'_>) -> Option<Vec<i32>> {
    let list: Vec<i32> = decode::list(decode::whole)(item.again())?;
    if list.is_empty() || list.windows(2).any(|pair| pair[0] >= pair[1]) {
        let problem = Problem::new(format!("{} must be a list of numbers, each above the one before", item.name));
        return item.refuse(problem.help("for example `[0, 5]`"));
    }
    Some(list)
}

/// The places of so many words among those known.
fn word_list(mut item: Item<'_>, words: &[Word], length: usize) -> Option<Vec<usize>> {
    let list = decode::list(decode::choice)(item.again())?;
    if list.len() != length {
        let problem = Problem::new(format!("{} has {} entries, not {length}", item.name, list.len()));
        return item.refuse(problem.help(format!("write {length} words, one for each result in turn")));
    }
    Some(list.iter().filter_map(|entry| words.iter().position(|word| word.word == *entry)).collect())
}

/// A record by its name, or `before` with what a table changes in it.
fn record(item: Item<'_>, mut before: Record) -> Option<Record> {
    if item.node.as_str().is_some() {
        return decode::choice_of::<NamedRecord>(item).map(NamedRecord::record);
    }
    decode::table(|reader| read_record(reader, &mut before))(item)?;
    Some(before)
}

/// Of a record of another kind, what that kind has no use for is left out, and what it needs is the standard.
fn change_kind(record: &mut Record, kind: RecordKind) {
    let standard = Record::standard();
    let before = std::mem::replace(&mut record.kind, kind);
    if before == kind {
        return;
    }
    if !kind.marks_own_level() {
        record.overflow = standard.overflow;
    }
    if kind.has_thresholds() && !before.has_thresholds() || before == RecordKind::InOrder {
        record.levels = standard.levels;
    }
}

fn read_record(reader: &mut Reader<'_>, record: &mut Record) -> Option<()> {
    let word = reader.read(&RECORD_KIND);
    if let Some((_, kind, _)) = word.and_then(|word| RECORD_KINDS.iter().find(|(known, ..)| *known == word)) {
        change_kind(record, *kind);
    }
    let kind = record.kind;
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

/// A wound level; what it has no use for, by the record's kind, has no effect here.
fn level(reader: &mut Reader<'_>, kind: RecordKind) -> Option<LevelRule> {
    let from = if !kind.has_thresholds() {
        Some(0)
    } else if reader.has(&FROM) {
        reader.read(&FROM)
    } else {
        reader.missing(&FROM);
        None
    };
    let counted = matches!(kind, RecordKind::Boxes | RecordKind::InOrder);
    let boxes = if counted { reader.read(&BOXES) } else { 0 };
    let derived = matches!(kind, RecordKind::Capacity { .. } | RecordKind::Cards);
    let penalty = if derived { 0 } else { reader.read(&PENALTY) };
    let out = match kind {
        RecordKind::Capacity { .. } => false,
        _ => reader.read(&OUT),
    };
    let name = reader.read(&NAME)?;
    Some(LevelRule { name, from: from?, boxes, penalty, out })
}
