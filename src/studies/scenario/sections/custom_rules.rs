//! Custom rules in `[rules]`: formulas for modifiers, hits, initiative, counters and the end of rounds.

use super::definitions::refused_name;
use crate::document::{
    Entry, Item, Key, KeyOr, Kind, Node, Problem, Reader, Table, Value, decode, did_you_mean, keys, listed,
    state::{COUNTER_HELP, RuleNames, expression, refused_change},
};
use crate::rules::names::{self as contexts, Declared};
use crate::rules::own::{AddedTo, AppliesTo, Counter, MOST_COUNTER_STATES, MOST_COUNTERS, OwnModifier, RoundEndLine};
use crate::rules::{Choice, ModifierSum, Rules};

/// Maximum absolute value of a counter.
const MAX_COUNTER: i64 = 10_000;

/// A formula, or a plain number.
const FORMULA: Kind = Kind::Any(&[Kind::Text, Kind::Integer { min: -1000, max: 1000 }]);

/// The words for the rolls and amounts that a modifier can be added to.
const TARGET: Kind = Kind::Words(AddedTo::WORDS);

const MODIFIERS_KIND: Kind = Kind::Any(&[
    Kind::List(&Kind::Table(&MODIFIER)),
    Kind::Map(&Kind::Table(&MODIFIER)),
    Kind::Map(&Kind::Any(&[Kind::Table(&MODIFIER), Kind::Boolean])),
]);

keys! {
    MODIFIER = "rule modifier": "A modifier: what it is added to, how much, when, and for whom.";
    NAME: Key<String> = Key::text("name")
        .means("The name of the modifier, for transcripts and analyses.", "\"berserk\"")
        .otherwise("the name of the table");
    TO: Key<Vec<AddedTo>> = Key::new("to", Kind::Any(&[TARGET, Kind::List(&TARGET)]), targets)
        .means("What the modifier is added to.", "[\"attack\", \"defense\"]")
        .required();
    ADD: Key<Node> = Key::new("add", FORMULA, decode::node)
        .means("The amount added: a formula that can use the state of the fighter and of the foe.", "\"level - 1\"")
        .required();
    WHEN: Key<Node> =
        Key::new("when", Kind::Text, decode::node).means("The condition under which the modifier applies: a comparison without dice.", "\"level >= 'Hurt'\"");
    FOR: KeyOr<String> = Key::text("for").means("Which fighters have the modifier: a fighter, a side, or all.", "\"ann\"").or(ALL);
}

keys! {
    COUNTER = "counter": "A small number for each fighter, which formulas can use.";
    FROM: KeyOr<i64> = Key::<i64>::integer("from", -MAX_COUNTER, MAX_COUNTER).means("The lowest value.", "0").or(0);
    UP_TO: Key<i64> = Key::<i64>::integer("to", -MAX_COUNTER, MAX_COUNTER).means("The highest value.", "3").required();
    START: Key<i64> = Key::<i64>::integer("start", -MAX_COUNTER, MAX_COUNTER)
        .means("The value when the fight begins.", "3")
        .otherwise("0, or the allowed value nearest to 0");
    WHOSE: KeyOr<String> = Key::text("for").means("Which fighters have the counter: a fighter, a side, or all.", "\"ann\"").or(ALL);
}

keys! {
    AFTER_LINE = "end of round": "A line of `after`. Its other keys are names of counters, with formulas of their new values.";
    AFTER_WHEN: Key<Node> = Key::new("when", Kind::Text, decode::node)
        .means("The condition under which the line applies: a comparison without dice.", "\"was_hit\"");
    HARM: Key<Node> = Key::new("harm", FORMULA, decode::node)
        .means("The points of damage to the fighter itself.", "\"d6 - 3\"");
    AFTER_FOR: KeyOr<String> = Key::text("for").means("Which fighters the line is for: a fighter, a side, or all.", "\"ann\"").or(ALL);
}

/// The kind of a line of `after`: the keys of a line, and formulas for counters by name.
const AFTER_KIND: Kind = Kind::Open(&AFTER_LINE, &FORMULA);

/// The word for all fighters.
const ALL: &str = "all";

keys! {
    pub(in crate::scenario) OWN = "rules of one's own": "Rules that a file sets with formulas.";
    COUNTERS: Key<Vec<(String, Counter)>> =
        Key::new("counters", Kind::Map(&Kind::Table(&COUNTER)), |item| decode::map(named_counter)(item)).means(
            "Counters: small numbers for each fighter, which formulas can use and `after` changes.",
            "{ momentum = { to = 2 } }",
        );
    MODIFIERS: Key<Node> =
        Key::new("modifiers", MODIFIERS_KIND, decode::node).means(
            "Custom modifiers in fights: a list, or tables by name, where `false` leaves a modifier out. `stacking` and `modifier_cap` do not apply to them.",
            "[{ name = \"berserk\", to = [\"attack\", \"defense\"], add = 1, when = \"level >= 'Hurt'\" }]",
        );
    HIT: Key<Node> = Key::new("hit", Kind::Text, decode::node).means(
        "Whether a blow hits, instead of `attack > guard and attack >= minimum`: a comparison without dice. The comparison can use `attack`, `guard`, `guard_fixed`, `degree`, `minimum`, `natural`, `foe_natural`, `critical`, and the state of fighter and foe.",
        "\"attack >= guard\"",
    );
    INITIATIVE_ROLL: Key<Node> = Key::new("initiative_roll", FORMULA, decode::node).means(
        "The roll for the order of turns, instead of dice and trait: a formula that can use the state of the fighter.",
        "\"d10 + initiative\"",
    );
    AFTER: Key<Node> = Key::new("after", Kind::List(&AFTER_KIND), decode::node).means(
        "The lines for the end of each round: tables with new values of counters, `harm` (points of damage to the fighter itself), `when` and `for`. Formulas can use `hit`, `was_hit`, `points`, `taken`, and the state of the fighter.",
        "[{ when = \"was_hit\", momentum = 0 }]",
    );
}

/// Reads counters, which dice and all other formulas can name.
pub(in crate::scenario) fn read_counters(reader: &mut Reader<'_>, rules: &mut Rules) {
    if let Some(counters) = reader.read(&COUNTERS) {
        // Counters of a preset keep their positions, because the preset's lines of `after` refer to them by index.
        for (name, counter) in counters {
            let counter = Counter { name, ..counter };
            match rules.own.counters.iter_mut().find(|known| known.name == counter.name) {
                Some(known) => *known = counter,
                None => rules.own.counters.push(counter),
            }
        }
    }
    check_counters(reader, &rules.own.counters);
}

/// Reads the custom rules of a table over those of its preset.
pub(in crate::scenario) fn read(reader: &mut Reader<'_>, rules: &mut Rules) {
    let names = RuleNames::of(reader.context(), &rules.record, &rules.own.counters);
    let Rules { own, stacking, .. } = rules;
    let hit = reader.read_with(&HIT, |item| expression(item, &names, &contexts::HIT));
    own.hit = hit.or(own.hit.take());
    let initiative = reader.read_with(&INITIATIVE_ROLL, |item| expression(item, &names, &contexts::AMOUNT));
    own.initiative = initiative.or(own.initiative.take());
    match reader.written(&MODIFIERS).map(|node| &node.value) {
        // An older name of `stacking`.
        Some(Value::String(_)) => {
            let kind = &Kind::Words(ModifierSum::WORDS);
            let read = reader.read_with(&MODIFIERS, |item| decode::choice_of::<ModifierSum>(item.as_kind(kind)));
            *stacking = read.unwrap_or(*stacking);
        }
        _ => {
            // The modifiers of a preset stay, unless they are named here; an empty list removes them all.
            if let Some(read) = reader.read_with(&MODIFIERS, |item| modifiers(item, &names)) {
                own.modifiers.retain(|known| !read.is_empty() && read.iter().all(|(name, _)| *name != known.name));
                own.modifiers.extend(read.into_iter().filter_map(|(_, modifier)| modifier));
            }
        }
    }
    let lines = |item: Item<'_>| decode::list(decode::table(|reader| line(reader, &names)))(item);
    if let Some(read) = reader.read_with(&AFTER, lines) {
        own.after = read;
    }
}

/// Reads a table of a counter; anything else is refused with an example.
fn named_counter(item: Item<'_>) -> Option<Counter> {
    match item.node.as_table() {
        Some(_) => decode::table(counter)(item),
        None => item.wrong_with(COUNTER_HELP),
    }
}

/// Reads a counter; the caller fills in its name.
fn counter(reader: &mut Reader<'_>) -> Option<Counter> {
    let (from, to) = (reader.read(&FROM), reader.read(&UP_TO)?);
    let start = reader.read(&START).unwrap_or_else(|| 0.clamp(from.min(to), to.max(from)));
    let applies_to = applies_to(reader.read(&WHOSE));
    if from > to || !(from..=to).contains(&start) {
        let problem = Problem::new(format!("a counter from {from} to {to} cannot start at {start}"));
        return reader.refuse_table(problem.help("`from`, `start` and `to` must be in ascending order"));
    }
    Some(Counter { name: String::new(), from: from as i32, to: to as i32, start: start as i32, applies_to })
}

/// Reports counters with names that are taken, too many counters, and ranges that are too large.
fn check_counters(reader: &mut Reader<'_>, counters: &[Counter]) {
    let definitions = reader.context().definitions;
    let written: Vec<Entry> = reader.written(&COUNTERS).map_or(&[][..], Node::entries).to_vec();
    for counter in counters {
        let span = written.iter().find(|entry| entry.key == counter.name).map_or(reader.span(), |entry| entry.key_span);
        if let Some(problem) = refused_name(Declared::Counter, &counter.name, definitions, &[]) {
            reader.problems().push(problem.at(span));
        }
    }
    let all = counters.iter().map(|counter| u64::from(counter.to.abs_diff(counter.from)) + 1);
    if counters.len() > MOST_COUNTERS || all.fold(1, u64::saturating_mul) > MOST_COUNTER_STATES {
        let problem = Problem::new("there are too many counters, or their ranges are too large");
        reader
            .refuse::<()>(&COUNTERS, problem.help(format!("use at most {MOST_COUNTERS} counters, with small ranges")));
    }
}

/// Reads modifiers with their names, from a list or from tables by name. `None` instead of a modifier means `false`,
/// which removes the modifier.
fn modifiers(item: Item<'_>, names: &RuleNames) -> Option<Vec<(String, Option<OwnModifier>)>> {
    const ONE: Kind = Kind::Table(&MODIFIER);
    if item.node.as_table().is_none() {
        let list = decode::list(decode::table(|reader| modifier(reader, "", names)))(item)?;
        return Some(list.into_iter().map(|modifier| (modifier.name.clone(), Some(modifier))).collect());
    }
    let mut keys = item.node.entries().iter().map(|entry| entry.key.as_str());
    let one = |item: Item<'_>| {
        let key = keys.next().unwrap_or_default();
        match item.node.value {
            Value::Boolean(false) => Some(None),
            _ => decode::table(|reader| modifier(reader, key, names))(item.as_kind(&ONE)).map(Some),
        }
    };
    let named = |(key, modifier): (String, Option<OwnModifier>)| {
        (modifier.as_ref().map_or(key, |modifier| modifier.name.clone()), modifier)
    };
    Some(decode::map(one)(item)?.into_iter().map(named).collect())
}

/// Converts lists of modifiers in a document to tables by name, so that variants and analyses can refer to each of
/// them.
pub(in crate::scenario) fn name_modifiers(document: &mut Node) {
    name_listed_modifiers(document);
    let variants = document.get_mut("variants").and_then(Node::as_table_mut);
    variants.into_iter().flat_map(Table::nodes_mut).for_each(name_listed_modifiers);
}

/// Converts the list of modifiers in one document or variant, if it has one.
fn name_listed_modifiers(document: &mut Node) {
    let Some(modifiers) = document.get_mut("rules").and_then(|rules| rules.get_mut("modifiers")) else { return };
    let Value::Array(rows) = &modifiers.value else { return };
    let mut entries: Vec<Entry> = Vec::new();
    for row in rows {
        // A list with an unnamed modifier is left unchanged and rejected later.
        let Some(name) = row.text_of("name") else { return };
        let alike =
            entries.iter().filter(|entry| entry.key == name || entry.key.starts_with(&format!("{name} "))).count();
        let key = if alike == 0 { name.to_owned() } else { format!("{name} {}", alike + 1) };
        if entries.iter().any(|entry| entry.key == key) {
            return;
        }
        entries.push(Entry { key, key_span: row.span, node: row.clone() });
    }
    if !entries.is_empty() {
        modifiers.value = Value::Table(Table::new(entries));
    }
}

fn modifier(reader: &mut Reader<'_>, key: &str, names: &RuleNames) -> Option<OwnModifier> {
    let name = reader.read(&NAME).or_else(|| (!key.is_empty()).then(|| key.to_owned()));
    if name.is_none() {
        reader.missing(&NAME);
    }
    let to = reader.read(&TO);
    let add = reader.read_with(&ADD, |item| expression(item, names, &contexts::AMOUNT));
    let has_when = reader.has(&WHEN);
    let when = reader.read_with(&WHEN, |item| expression(item, names, &contexts::CONDITION));
    let applies_to = applies_to(reader.read(&FOR));
    if has_when && when.is_none() {
        return None;
    }
    Some(OwnModifier { name: name?, to: to?, add: add?, when, applies_to })
}

/// Reads one or more rolls or amounts that a modifier is added to.
fn targets(mut item: Item<'_>) -> Option<Vec<AddedTo>> {
    let one = |item: Item<'_>| decode::choice_of::<AddedTo>(item.as_kind(&TARGET));
    let read = decode::one_or_more(one)(item.again())?;
    let twice = read.iter().enumerate().any(|(place, to)| read[..place].contains(to));
    if read.is_empty() || twice {
        return item.refuse(Problem::new("`to` must name one or more things, each once"));
    }
    Some(read)
}

fn applies_to(name: String) -> AppliesTo {
    if name == ALL { AppliesTo::All } else { AppliesTo::Named(name) }
}

/// Reads a line of `after`, whose other keys are counters.
fn line(reader: &mut Reader<'_>, names: &RuleNames) -> Option<RoundEndLine> {
    let before = reader.problems().found();
    let when = reader.read_with(&AFTER_WHEN, |item| expression(item, names, &contexts::AFTER_WHEN));
    let harm = reader.read_with(&HARM, |item| expression(item, names, &contexts::AFTER));
    let applies_to = applies_to(reader.read(&AFTER_FOR));
    let sets = reader.others(|key, item| {
        if let Some(place) = names.counters.iter().position(|counter| counter == key) {
            if let Some(problem) = refused_change(key, &item.node.value) {
                return item.refuse(problem);
            }
            return expression(item, names, &contexts::AFTER).map(|formula| (place, formula));
        }
        let words = AFTER_LINE.specs().iter().map(|spec| spec.key);
        let known: Vec<&str> = names.counters.iter().map(String::as_str).chain(words).collect();
        let problem = Problem::new(format!("there is no counter `{key}`"));
        let problem = problem.label_if(did_you_mean(key, known.iter().copied()));
        item.refuse_key(problem.help(format!("a line of `after` can have {}", listed(&known))))
    });
    if reader.problems().found() != before {
        return None;
    }
    let line = RoundEndLine { when, sets: sets.into_iter().flatten().collect(), harm, applies_to };
    if line.sets.is_empty() && line.harm.is_none() {
        let problem = Problem::new("this line of `after` changes nothing");
        return reader.refuse_table(problem.help("give a counter a value, or `harm`"));
    }
    Some(line)
}
