//! `[check]` and `[opposed]`.

use super::decode;
use super::dice::{KIND as DICE, dice};
use super::document::Value;
use super::fault::Fault;
use super::keys::{KeySpec, Kind};
use super::reader::{Item, Reader};
use crate::check::{Actor, Bands, Cap, Check, CheckRules, Contestant, Modifiers, Opposed, Ties};
use crate::error::Result;
use crate::ladder::Ladder;
use crate::rules::Rules;

const MODIFIERS: KeySpec = key(
    "modifiers",
    Kind::Map(&Kind::Integer { min: -100, max: 100 }),
    "Situational modifiers by name.",
    "{ \"good disguise\" = 1 }",
);

const UNCAPPED: KeySpec = key(
    "uncapped",
    Kind::Map(&Kind::Integer { min: -100, max: 100 }),
    "Modifiers that no cap binds: wounds, shields, tactics, numbers.",
    "{ Hurt = -1 }",
);

pub(super) const CHECK: &[KeySpec] = &[
    key("trait", Kind::Level, "The trait rolled against; none for a situational roll.", "\"Good\""),
    KeySpec { required: true, ..key("difficulty", Kind::Level, "The level to reach.", "\"Great\"") },
    MODIFIERS,
    UNCAPPED,
    key("dice", DICE, "Dice of this check's own.", "\"4dF\""),
    key(
        "outcomes",
        Kind::Any(&[Kind::Choice(&[FOUR_LEVELS]), Kind::List(&Kind::Table(OUTCOME))]),
        "Named outcomes by margin, from the worst to the best; the first without `from`.",
        "[{ name = \"failure\" }, { name = \"success\", from = 0 }, { name = \"major success\", from = 3 }]",
    ),
];

/// The word for critical outcomes four levels off the difficulty (SRD 3.6).
const FOUR_LEVELS: &str = "four-levels";

const OUTCOME: &[KeySpec] = &[
    KeySpec { required: true, ..key("name", Kind::Text, "Its name.", "\"success at a cost\"") },
    key("from", Kind::Integer { min: -100, max: 100 }, "The least margin that gives it.", "-1"),
];

pub(super) const OPPOSED: &[KeySpec] = &[
    KeySpec {
        required: true,
        ..key(
            "active",
            Kind::Table(CONTESTANT),
            "The one who tries something.",
            "{ name = \"Lisa\", trait = \"Good\" }",
        )
    },
    KeySpec {
        required: true,
        ..key("passive", Kind::Table(CONTESTANT), "The one who resists.", "{ name = \"Joe\", trait = \"Fair\" }")
    },
    key("ties", Kind::Choice(&["status quo", "active", "passive"]), "Who wins ties.", "\"status quo\""),
];

const CONTESTANT: &[KeySpec] = &[
    key("name", Kind::Text, "The name shown.", "\"Lisa\""),
    key("trait", Kind::Level, "The trait rolled against; none for a situational roll.", "\"Good\""),
    MODIFIERS,
    UNCAPPED,
    key("dice", DICE, "Dice of their own; `none` for one who rolls nothing.", "\"2dF\""),
    key("minimum", Kind::Level, "The degree that a win needs at least.", "\"Fair\""),
];

const fn key(key: &'static str, kind: Kind, meaning: &'static str, example: &'static str) -> KeySpec {
    KeySpec { key, kind, required: false, meaning, example }
}

/// Reads `[check]`.
pub(super) fn check(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<Check> {
    decode::table(|reader| {
        let actor = actor(reader, ladder, rules);
        let difficulty = reader.get("difficulty", decode::level(ladder));
        let bands = if reader.has("outcomes") { Some(reader.get("outcomes", outcomes)?) } else { None };
        let (actor, difficulty) = (actor?, difficulty?);
        let made = CheckRules::of(rules, ladder, bands).and_then(|rules| Check::new(actor, difficulty, rules));
        sound(made, reader)
    })(item)
}

/// Reads `[opposed]`.
pub(super) fn opposed(item: Item<'_>, ladder: &Ladder, rules: &Rules) -> Option<(Opposed, [String; 2])> {
    decode::table(|reader| {
        let active = reader.get("active", decode::table(|reader| contestant(reader, "active", ladder, rules)));
        let passive = reader.get("passive", decode::table(|reader| contestant(reader, "passive", ladder, rules)));
        let word = reader.get("ties", decode::choice);
        let ((active, first), (passive, second)) = (active?, passive?);
        let ties = match word {
            Some("status quo") => Ties::StatusQuo,
            Some("active") => Ties::Active,
            Some("passive") => Ties::Passive,
            _ => Ties::by_default(active.actor().rolls(), passive.actor().rolls()),
        };
        if first == second {
            let span = reader.span();
            let fault = Fault::new(format!("both sides are called `{first}`")).at(span);
            reader.faults().push(fault.help("give one of them another `name`"));
            return None;
        }
        Some((Opposed::new(active, passive, ties), [first, second]))
    })(item)
}

fn contestant(reader: &mut Reader<'_>, own: &str, ladder: &Ladder, rules: &Rules) -> Option<(Contestant, String)> {
    let name = reader.get("name", decode::text).unwrap_or_else(|| own.to_owned());
    let minimum = reader.get("minimum", decode::level(ladder));
    let made = Contestant::new(actor(reader, ladder, rules)?, minimum);
    Some((sound(made, reader)?, name))
}

fn actor(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<Actor> {
    let level = reader.get("trait", decode::level(ladder));
    let good = !reader.has("trait") || level.is_some();
    let dice = if reader.has("dice") { reader.get("dice", dice) } else { Some(rules.dice.clone()) };
    let mut read = |key| reader.get(key, decode::map(decode::integer)).unwrap_or_default().into_iter();
    let (situational, uncapped) = (read("modifiers"), read("uncapped"));
    let modifiers = Ok(Modifiers::default());
    let modifiers = situational.fold(modifiers, |sum, (name, value)| sum?.situational(name, value as i32));
    let modifiers = uncapped.fold(modifiers, |sum, (name, value)| sum?.outside(name, value as i32));
    let modifiers = sound(modifiers, reader)?.total(rules.modifier_rule());
    let cap = sound(Cap::of(rules, ladder), reader)?;
    let made = Actor::new(level, modifiers, dice?, cap);
    sound(made, reader).filter(|_| good)
}

fn outcomes(item: Item<'_>) -> Option<Bands> {
    if let Value::String(_) = item.node.value {
        return decode::choice(item).map(|_| Bands::four_levels());
    }
    let Item { name, node, kind, key_span, faults } = item;
    let outcome = |reader: &mut Reader<'_>| {
        let from = reader.get("from", decode::integer).map(|from| from as i32);
        Some((reader.get("name", decode::text)?, from))
    };
    let list = decode::list(decode::table(outcome))(Item { name, node, kind, key_span, faults: &mut *faults })?;
    let mut list = list.into_iter();
    let made = match list.next() {
        Some((worst, None)) => {
            let above: Option<Vec<(i32, String)>> = list.map(|(name, from)| Some((from?, name))).collect();
            above.map(|above| Bands::new(worst, above))
        }
        _ => None,
    };
    match made {
        Some(Ok(bands)) => Some(bands),
        Some(Err(error)) => {
            faults.push(Fault::from(error).at(node.span));
            None
        }
        None => {
            let fault = Fault::new("the first outcome has no `from`, every other one has").at(node.span);
            faults.push(fault.help("list outcomes from the worst to the best"));
            None
        }
    }
}

/// The value, or its fault at the table that is read.
fn sound<T>(made: Result<T>, reader: &mut Reader<'_>) -> Option<T> {
    match made {
        Ok(value) => Some(value),
        Err(error) => {
            let span = reader.span();
            reader.faults().push(Fault::from(error).at(span));
            None
        }
    }
}
