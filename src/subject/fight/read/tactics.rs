//! `tactic`, `targets`, `spread`: what a fighter chooses, and by what (M18).

use crate::document::decode;
use crate::document::fault::{Fault, Span};
use crate::document::keys::{KeySpec, Kind};
use crate::document::reader::{Item, Reader};
use crate::rules::{
    Choice, Circumstance, Mix, Policy, Record, RecordKind, Rules, STANCES, SideLeft, Spread, Tactic, Targets, When,
    Word,
};

pub(crate) const fn words<const N: usize>(list: &[Word]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut place = 0;
    while place < N {
        words[place] = list[place].word;
        place += 1;
    }
    words
}

const fn stances<const N: usize>() -> [&'static str; N] {
    let mut words = [""; N];
    let mut place = 0;
    while place < N {
        words[place] = STANCES[place].word;
        place += 1;
    }
    words
}

const STANCE: Kind = Kind::Choice(&stances::<{ STANCES.len() }>());

/// What `targets` must be.
pub(crate) const TARGETS: Kind = Kind::Choice(&words::<{ Targets::WORDS.len() }>(Targets::WORDS));

/// What `spread` must be.
pub(crate) const SPREAD: Kind = Kind::Choice(&words::<{ Spread::WORDS.len() }>(Spread::WORDS));

/// What `tactic` must be.
pub(crate) const TACTIC: Kind = Kind::Any(&[STANCE, Kind::Text, Kind::Table(POLICY)]);

/// What is done by a row: a stance, or several with weights.
const MIXED: Kind = Kind::Any(&[STANCE, Kind::Text, Kind::Table(MIX)]);

const MIX: &[KeySpec] = &[KeySpec { required: true, ..MIX_KEY }];

const MIX_KEY: KeySpec = key(
    "mix",
    Kind::Map(&Kind::Integer { min: 0, max: 1_000_000 }),
    "Stances with weights: each round one of them is rolled for.",
    "{ offensive = 2, normal = 1 }",
);

const POLICY: &[KeySpec] = &[
    key("default", MIXED, "What is done where no row of `when` holds; normal unless given.", "\"normal\""),
    key(
        "when",
        Kind::List(&Kind::Table(WHEN)),
        "Rows that are looked at in turn at the start of each round: the first that holds counts.",
        "[{ wounds = \"Very Hurt\", then = \"defensive\" }]",
    ),
    MIX_KEY,
];

const LEVELS: Kind = Kind::Integer { min: 1, max: 12 };

pub(crate) const WOUNDS: KeySpec =
    key("wounds", Kind::Text, "The fighter's worst wound is at least this.", "\"Very Hurt\"");
pub(crate) const FOE_WOUNDS: KeySpec =
    key("foe_wounds", Kind::Text, "The least wounded foe faced has at least this wound.", "\"Hurt\"");
pub(crate) const AHEAD: KeySpec =
    key("ahead", LEVELS, "The least wounded foe faced is so many wound levels worse off, or more.", "1");
pub(crate) const BEHIND: KeySpec =
    key("behind", LEVELS, "The fighter is so many wound levels worse off than the least wounded foe faced.", "2");
pub(crate) const OUTNUMBERED: KeySpec =
    key("outnumbered", Kind::Boolean, "The fighter faces several foes alone.", "true");
pub(crate) const FROM_ROUND: KeySpec =
    key("from_round", Kind::Integer { min: 2, max: 1000 }, "It is this round of the fight or a later one.", "3");
pub(crate) const UNTIL_ROUND: KeySpec =
    key("until_round", Kind::Integer { min: 1, max: 1000 }, "It is this round of the fight or an earlier one.", "1");

const WHEN: &[KeySpec] = &[
    WOUNDS,
    FOE_WOUNDS,
    AHEAD,
    BEHIND,
    OUTNUMBERED,
    key(
        "side_down_to",
        Kind::Any(&[Kind::Integer { min: 1, max: 10_000 }, Kind::Number { min: 0.0, max: 1.0 }]),
        "So many of the fighter's side are left, or such a share of those who began, or less.",
        "0.5",
    ),
    FROM_ROUND,
    UNTIL_ROUND,
    KeySpec { required: true, ..key("then", MIXED, "What is done where all of the row holds.", "\"defensive\"") },
];

pub(crate) const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// One of a few choices.
pub(crate) fn choice<C: Choice>(item: Item<'_>) -> Option<C> {
    let word = decode::choice(item)?;
    C::ALL.iter().copied().find(|choice| choice.word() == word)
}

/// How a fighter chooses stances.
pub(crate) fn tactic(rules: &Rules) -> impl Fn(Item<'_>) -> Option<Policy> {
    move |item| match item.node.as_table() {
        None => Some(Policy { when: Vec::new(), default: mixed(item, rules)? }),
        Some(_) => decode::table(|reader| policy(reader, rules))(item),
    }
}

fn policy(reader: &mut Reader<'_>, rules: &Rules) -> Option<Policy> {
    if reader.has("mix")
        && let Some(other) = ["default", "when"].into_iter().find(|other| reader.has(other))
    {
        let fault = Fault::new(format!("`mix` and `{other}` exclude each other"))
            .at(reader.span_of("mix"))
            .also(reader.span_of(other), "against this")
            .help("write `default = { mix = { ... } }` beside `when`, or `mix` alone");
        reader.faults().push(fault);
    }
    let mix = reader.get("mix", |item| weights(item, rules));
    let default = reader.get("default", |item| mixed(item, rules));
    let when = reader.get("when", decode::list(decode::table(|reader| row(reader, rules))));
    let normal = || Mix::fixed(Tactic::normal());
    Some(Policy { when: when.unwrap_or_default(), default: mix.or(default).unwrap_or_else(normal) })
}

/// A stance by name, or several with weights.
fn mixed(item: Item<'_>, rules: &Rules) -> Option<Mix> {
    if item.node.as_table().is_some() {
        return decode::table(|reader| reader.get("mix", |item| weights(item, rules)))(item);
    }
    let Some(text) = item.node.as_str() else { return item.wrong() };
    match Tactic::parse(text, rules) {
        Ok(tactic) => Some(Mix::fixed(tactic)),
        Err(error) => item.refuse(error.into()),
    }
}

fn weights(item: Item<'_>, rules: &Rules) -> Option<Mix> {
    let span = item.node.span;
    let entries = item.node.as_table().map(|table| table.entries()).unwrap_or_default();
    let places: Vec<Span> = entries.iter().map(|entry| entry.key_span).collect();
    let Item { name, node, kind, key_span, faults } = item;
    let read = decode::map(decode::integer)(Item { name, node, kind, key_span, faults: &mut *faults })?;
    let mut mix = Vec::new();
    for ((name, weight), place) in read.iter().zip(places) {
        match Tactic::parse(name, rules) {
            Ok(tactic) => mix.push((tactic, *weight as u32)),
            Err(error) => faults.push(Fault::from(error).at(place)),
        }
    }
    if mix.len() == read.len() && mix.iter().all(|(_, weight)| *weight == 0) {
        faults.push(Fault::new("a mix needs a stance of a weight above 0").at(span));
        return None;
    }
    (mix.len() == read.len()).then_some(Mix(mix))
}

/// A row of `when`.
fn row(reader: &mut Reader<'_>, rules: &Rules) -> Option<When> {
    let written = WHEN.iter().filter(|spec| !spec.required && reader.has(spec.key)).count();
    let side = reader.has("side_down_to");
    let left = reader.get("side_down_to", side_left).map(Circumstance::SideDownTo);
    let conditions = conditions(reader, rules).filter(|_| left.is_some() == side);
    let then = reader.get("then", |item| mixed(item, rules))?;
    let misspelt = reader.table().keys().any(|key| WHEN.iter().all(|spec| spec.key != key));
    if written == 0 && !misspelt {
        let span = reader.span();
        let fault = Fault::new("a row of `when` has no condition").at(span);
        reader.faults().push(fault.help("what holds always is the `default`"));
    }
    let conditions: Vec<Circumstance> = conditions?.into_iter().chain(left).collect();
    (written > 0).then_some(When { conditions, then })
}

/// What must hold of the wounds, the foes and the round; none where one of them is at fault.
pub(crate) fn conditions(reader: &mut Reader<'_>, rules: &Rules) -> Option<Vec<Circumstance>> {
    let number = |reader: &mut Reader<'_>, key: &str| reader.get(key, decode::integer);
    let all = [WOUNDS, FOE_WOUNDS, AHEAD, BEHIND, OUTNUMBERED, FROM_ROUND, UNTIL_ROUND];
    let written = all.iter().filter(|spec| reader.has(spec.key)).count();
    let level = |item: Item<'_>| wound(item, &rules.record);
    let conditions = [
        reader.get("wounds", level).map(Circumstance::Wounds),
        reader.get("foe_wounds", level).map(Circumstance::FoeWounds),
        number(reader, "ahead").map(|by| Circumstance::Ahead(by as u8)),
        number(reader, "behind").map(|by| Circumstance::Behind(by as u8)),
        reader.get("outnumbered", decode::boolean).map(Circumstance::Outnumbered),
        number(reader, "from_round").map(|round| Circumstance::FromRound(round as u16)),
        number(reader, "until_round").map(|round| Circumstance::UntilRound(round as u16)),
    ];
    let conditions: Vec<Circumstance> = conditions.into_iter().flatten().collect();
    (conditions.len() == written).then_some(conditions)
}

fn side_left(item: Item<'_>) -> Option<SideLeft> {
    match item.node.value {
        crate::document::node::Value::Float(_) => {
            decode::number(item).map(|share| SideLeft::Thousandths((share * 1000.0).round() as u16))
        }
        _ => decode::integer(item).map(|fighters| SideLeft::Fighters(fighters as u16)),
    }
}

/// A wound level of a record by its name, counted from Undamaged.
pub(crate) fn wound(item: Item<'_>, record: &Record) -> Option<u8> {
    // Those of Damage Capacity depend on the fighter's: up to Legendary.
    let most = if matches!(record.kind, RecordKind::Capacity { .. }) { 4 } else { 0 };
    let levels = record.level_names(most);
    let names: Vec<&str> = levels.iter().map(String::as_str).collect();
    let wounds = names.get(1..names.len() - 1).unwrap_or_default();
    let name = decode::one_of(wounds)(item)?;
    names.iter().position(|known| *known == name).map(|level| level as u8)
}
