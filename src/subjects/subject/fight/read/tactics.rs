//! Reads `tactic`, a fighter's choice of stances (M18), and wound levels by name.

use crate::document::{AnyKey, Item, Key, KeyOr, Kind, Literal, Problem, Reader, Span, Value, decode, keys, listed};
use crate::ladder::level_index;
use crate::rules::{Circumstance, Policy, PolicyRow, Record, RecordKind, STANCES, SideLeft, StanceMix, Tactic};

const STANCE: Kind = Kind::Known(|| STANCES.iter().map(|stance| stance.word).collect());

/// Accepted values of `tactic`.
pub(crate) const TACTIC: Kind = Kind::Any(&[STANCE, Kind::Text, Kind::Table(&POLICY)]);

/// Accepted values of `default` and `then`: a stance, or several stances with weights.
const MIXED: Kind = Kind::Any(&[STANCE, Kind::Text, Kind::Table(&MIXES)]);

/// The default stance.
pub(crate) const NORMAL: Literal = Literal::Word("normal");

keys! {
    MIXES = "mix": "Stances with weights, one of which is drawn at random each round.";
    MIX: Key<StanceMix> = MIX_SHARED.required();
}

keys! {
    POLICY = "tactic": "How a fighter chooses stances.";
    DEFAULT: KeyOr<StanceMix> = Key::new("default", MIXED, mixed)
        .means("What the fighter does when no row of `when` applies.", "\"normal\"")
        .or_made(NORMAL, |_| normal());
    ROWS: Key<Vec<PolicyRow>> = Key::new("when", Kind::List(&Kind::Table(&WHEN)), |item| decode::list(decode::table(row))(item)).means(
        "Rows of conditions, checked in order at the start of each round. The first row whose conditions are all true is used.",
        "[{ wounds = \"Very Hurt\", then = \"defensive\" }]",
    );
    MIX_SHARED: Key<StanceMix> = Key::new("mix", Kind::Map(&Kind::Integer { min: 0, max: 1_000_000 }), weights)
        .means("Stances with weights: each round one of them is drawn at random.", "{ offensive = 2, normal = 1 }");
}

keys! {
    pub(crate) WHEN = "tactic row": "Conditions, and what a fighter does while all of them are true.";
    WOUNDS: Key<u8> = Key::new("wounds", Kind::Text, wound_of_rules).means("The fighter's worst wound is at least this.", "\"Very Hurt\"");
    FOE_WOUNDS: Key<u8> = Key::new("foe_wounds", Kind::Text, wound_of_rules)
        .means("All foes faced have at least this wound.", "\"Hurt\"");
    AHEAD: Key<u8> = Key::<u8>::integer("ahead", 1, 12)
        .means("All foes faced are at least this many wound levels worse off than the fighter.", "1");
    BEHIND: Key<u8> = Key::<u8>::integer("behind", 1, 12)
        .means("The fighter is at least this many wound levels worse off than the least wounded foe faced.", "2");
    OUTNUMBERED: Key<bool> = Key::flag("outnumbered").means("The fighter faces several foes alone.", "true");
    SIDE_DOWN_TO: Key<SideLeft> = Key::new(
        "side_down_to",
        Kind::Any(&[Kind::Integer { min: 1, max: 10_000 }, Kind::Number { min: 0.0, max: 1.0 }]),
        side_left,
    )
    .means("At most this many fighters are left on the fighter's side, or at most this share of those who began.", "0.5");
    FROM_ROUND: Key<u16> =
        Key::<u16>::integer("from_round", 2, 1000).means("The first round of the fight in which the row applies.", "3");
    UNTIL_ROUND: Key<u16> =
        Key::<u16>::integer("until_round", 1, 1000).means("The last round of the fight in which the row applies.", "1");
    THEN: Key<StanceMix> = Key::new("then", MIXED, mixed)
        .means("What the fighter does while all conditions of the row are true.", "\"defensive\"")
        .required();
}

/// Reads a fighter's choice of stances.
pub(crate) fn tactic(item: Item<'_>) -> Option<Policy> {
    match item.node.as_table() {
        None => Some(Policy { when: Vec::new(), default: mixed(item)? }),
        Some(_) => decode::table(policy)(item),
    }
}

fn normal() -> StanceMix {
    StanceMix::fixed(Tactic::normal())
}

/// Reads a `tactic` given as a table.
fn policy(reader: &mut Reader<'_>) -> Option<Policy> {
    if reader.has(&MIX) {
        let others: [&dyn AnyKey; 2] = [&DEFAULT, &ROWS];
        if let Some(other) = others.into_iter().find(|key| reader.has(*key)) {
            let problem = Problem::new(format!("`mix` and `{}` exclude each other", other.spec().key))
                .also(reader.span_of(other), "against this")
                .help("write `default = { mix = { ... } }` with `when`, or `mix` alone");
            reader.refuse::<()>(&MIX, problem);
        }
    }
    let mix = reader.read(&MIX_SHARED);
    let default = reader.read(&DEFAULT);
    let when = reader.read(&ROWS).unwrap_or_default();
    Some(Policy { when, default: mix.unwrap_or(default) })
}

/// Reads a stance by name, or several stances with weights.
fn mixed(item: Item<'_>) -> Option<StanceMix> {
    if item.node.as_table().is_some() {
        return decode::table(|reader| reader.read(&MIX))(item);
    }
    let Some(text) = item.node.as_str() else { return item.wrong() };
    match Tactic::parse(text, item.context.rules) {
        Ok(tactic) => Some(StanceMix::fixed(tactic)),
        Err(error) => item.refuse(error.into()),
    }
}

/// Reads several stances with weights, at least one of which must be above 0.
fn weights(mut item: Item<'_>) -> Option<StanceMix> {
    let span = item.node.span;
    let entries = item.node.as_table().map(|table| table.entries()).unwrap_or_default();
    let places: Vec<Span> = entries.iter().map(|entry| entry.key_span).collect();
    let read = decode::map(decode::integer)(item.again())?;
    let mut mix = Vec::new();
    for ((name, weight), place) in read.iter().zip(places) {
        match Tactic::parse(name, item.context.rules) {
            Ok(tactic) => mix.push((tactic, *weight as u32)),
            Err(error) => item.problems.push(Problem::from(error).at(place)),
        }
    }
    if mix.len() == read.len() && mix.iter().all(|(_, weight)| *weight == 0) {
        item.problems.push(Problem::new("a mix needs at least one stance with a weight above 0").at(span));
        return None;
    }
    (mix.len() == read.len()).then_some(StanceMix(mix))
}

/// Reads a row of `when`.
fn row(reader: &mut Reader<'_>) -> Option<PolicyRow> {
    let written = WHEN.specs().iter().filter(|spec| !spec.required() && reader.has(*spec)).count();
    let side = reader.has(&SIDE_DOWN_TO);
    let left = reader.read(&SIDE_DOWN_TO).map(Circumstance::SideDownTo);
    let conditions = conditions(reader).filter(|_| left.is_some() == side);
    let then = reader.read(&THEN)?;
    let misspelt = reader.table().keys().any(|key| WHEN.find(key).is_none());
    if written == 0 && !misspelt {
        let problem = Problem::new("a row of `when` has no condition");
        reader.refuse_table::<()>(problem.help("write what always applies as the `default`"));
    }
    let conditions: Vec<Circumstance> = conditions?.into_iter().chain(left).collect();
    (written > 0).then_some(PolicyRow { conditions, then })
}

/// Reads the conditions on wounds, foes and the round. `None` if any of them is invalid; empty if no condition is set.
pub(crate) fn conditions(reader: &mut Reader<'_>) -> Option<Vec<Circumstance>> {
    let conditions = [
        (reader.has(&WOUNDS), reader.read(&WOUNDS).map(Circumstance::Wounds)),
        (reader.has(&FOE_WOUNDS), reader.read(&FOE_WOUNDS).map(Circumstance::FoeWounds)),
        (reader.has(&AHEAD), reader.read(&AHEAD).map(Circumstance::Ahead)),
        (reader.has(&BEHIND), reader.read(&BEHIND).map(Circumstance::Behind)),
        (reader.has(&OUTNUMBERED), reader.read(&OUTNUMBERED).map(Circumstance::Outnumbered)),
        (reader.has(&FROM_ROUND), reader.read(&FROM_ROUND).map(Circumstance::FromRound)),
        (reader.has(&UNTIL_ROUND), reader.read(&UNTIL_ROUND).map(Circumstance::UntilRound)),
    ];
    let good = conditions.iter().all(|(written, read)| *written == read.is_some());
    good.then(|| conditions.into_iter().filter_map(|(_, read)| read).collect())
}

fn side_left(item: Item<'_>) -> Option<SideLeft> {
    match item.node.value {
        crate::document::node::Value::Float(_) => {
            decode::number(item).map(|share| SideLeft::Thousandths((share * 1000.0).round() as u16))
        }
        _ => decode::whole(item).map(SideLeft::Fighters),
    }
}

/// Reads a wound level of the record in force, by name. Returns its number; Undamaged is 0.
pub(crate) fn wound_of_rules(item: Item<'_>) -> Option<u8> {
    let record = &item.context.rules.record;
    wound(item, record)
}

/// Reads the wound level of a blow, by name, under the record in force. If the record uses Damage Capacity, blows have
/// other levels than fighters.
pub(crate) fn level_of_blow(item: Item<'_>) -> Option<u8> {
    let record = &item.context.rules.record;
    if !matches!(record.kind, RecordKind::Capacity { .. }) {
        return wound(item, record);
    }
    level_of(&names(record))(item)
}

/// The names of the levels of a record's boxes.
fn names(record: &Record) -> Vec<&str> {
    record.levels.iter().map(|level| level.name.as_str()).collect()
}

/// Reads the level of a box of the record in force, by name. Returns its number, counted from 1.
pub(crate) fn level_of_box(item: Item<'_>) -> Option<u8> {
    let record = &item.context.rules.record;
    level_of(&names(record))(item)
}

/// Reads one of `names` and returns its position, counted from 1.
fn level_of<'n>(names: &'n [&str]) -> impl Fn(Item<'_>) -> Option<u8> + 'n {
    |item| {
        let index = item.node.as_str().and_then(|name| level_index(names, name));
        // `one_of` reports an unknown level together with the known ones.
        let index = index.or_else(|| level_index(names, decode::one_of(names)(item)?))?;
        Some(index as u8 + 1)
    }
}

/// Reads the wounds with which a fighter with this `record` begins. On a record with levels, the list has the level of
/// each marked box, counted from 1. If boxes absorb hits, it has the points of each hit. Otherwise, it has only the
/// number of marked boxes.
pub(crate) fn starting_wounds(item: Item<'_>, record: &Record) -> Option<Vec<u8>> {
    let levels = names(record);
    if record.kind == RecordKind::Absorb {
        return match item.node.value {
            Value::Array(_) => decode::list(decode::whole)(item),
            _ => decode::whole(item).map(|points| vec![points]),
        };
    }
    match (&item.node.value, record.blows_have_levels()) {
        (Value::Integer(_), true) => {
            let problem = Problem::new(format!("{} must be a list of wound levels", item.name));
            return item.refuse(problem.help(format!("levels are {}", listed(&levels))));
        }
        (Value::Array(_), false) => {
            let problem = Problem::new(format!("{} must be a number of boxes", item.name));
            return item.refuse(problem.help("the boxes of this record are marked in order"));
        }
        (_, false) => return decode::whole(item).map(|boxes| vec![boxes]),
        (_, true) => {}
    }
    decode::list(level_of(&levels))(item)
}

/// Reads a wound level of `record`, by name. Returns its number; Undamaged is 0.
pub fn wound(item: Item<'_>, record: &Record) -> Option<u8> {
    let levels = wounds_of(record);
    let names: Vec<&str> = levels.iter().map(String::as_str).collect();
    level_of(&names)(item)
}

/// The wound levels of a record, without Undamaged and Dead.
pub(crate) fn wounds_of(record: &Record) -> Vec<String> {
    let levels = record.all_level_names();
    levels.get(1..levels.len() - 1).unwrap_or_default().to_vec()
}
