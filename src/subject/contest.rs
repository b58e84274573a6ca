//! `[contest]`, `[reaction]` and `[task]`.

use super::action::{DIFFICULTY, contestant, read_check, sound};
use super::actor::{ASSIST, CONTESTANT, DICE, HIGH_ATTRIBUTE, MODIFIERS, TRAIT, UNCAPPED, UNLISTED, own_dice};
use crate::check::{Actor, Bands, Cap, Check, Contest, MOST_SUCCESSES, Modifiers, PERIOD_LIMIT, Reaction, Task};
use crate::dice::Dice;
use crate::document::decode;
use crate::document::fault::Fault;
use crate::document::key::{Key, keys};
use crate::document::keys::Kind;
use crate::document::node::Value;
use crate::document::reader::{Item, Reader};
use crate::rules::{ModifierRule, ReactionModifiers, Rules};

/// What `[contest]` holds: contestants by name.
pub(crate) const CONTEST: Kind = Kind::Map(&Kind::Table(&CONTESTANT));

keys! {
    /// The keys of `[reaction]`.
    pub(crate) REACTION = "reaction": "How somebody reacts to the characters.";
    + MODIFIERS;
    + DICE;
    RESULTS: Key<Bands> = Key::new("results", Kind::List(&Kind::Table(&RESULT)), results).means(
        "What degrees are called, from the worst to the best; the first without `from`.",
        "[{ name = \"hostile\" }, { name = \"indifferent\", from = \"Fair\" }, { name = \"friendly\", from = \"Good\" }]",
    );
}

keys! {
    /// A named result of a reaction.
    RESULT = "reaction result": "A named result of a reaction.";
    RESULT_NAME: Key<String> = Key::text("name").means("Its name.", "\"friendly\"").required();
    FROM: Key<i32> = Key::level("from").means("The lowest degree that is called so.", "\"Good\"");
}

/// Successes for at least half of the periods (SRD 5.3).
const HALF: &str = "half";

/// How many successes or failures a task may take.
const TALLY: [i64; 2] = [1, MOST_SUCCESSES as i64];

keys! {
    /// The keys of `[task]`.
    pub(crate) TASK = "task": "A task that takes several rolls, period by period.";
    SUCCESSES: Key<Successes> =
        Key::new("successes", Kind::Any(&[Kind::Integer { min: TALLY[0], max: TALLY[1] }, Kind::Choice(&[HALF])]), successes)
            .means("How many successes it takes; `half` of the periods, rounded up.", "3")
            .required();
    FAILURES: Key<u32> = Key::<u32>::integer("failures", TALLY[0], TALLY[1])
        .means("How many failures end it.", "4")
        .otherwise("no number of them");
    PERIODS: Key<u32> = Key::<u32>::integer("periods", 1, PERIOD_LIMIT as i64)
        .means("How many periods there are.", "6")
        .otherwise("as many as it takes");
    ROLLS: Key<Vec<(String, Check)>> = Key::new("rolls", Kind::Map(&Kind::Table(&ROLL)), |item| decode::map(roll)(item)).means(
        "Several rolls in each period, by name; the worst counts.",
        "{ spell = { trait = \"Fair\" }, craft = { trait = \"Good\" } }",
    );
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

keys! {
    /// One of several rolls of a task.
    ROLL = "task roll": "One of several rolls that a task takes in each period.";
    + TRAIT;
    + UNLISTED;
    + HIGH_ATTRIBUTE;
    + ASSIST;
    + DIFFICULTY;
    + MODIFIERS;
    + UNCAPPED;
    + DICE;
}

/// How many successes a task takes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Successes {
    Number(u32),
    /// At least half of the periods.
    Half,
}

/// Reads `[contest]`.
pub(crate) fn contest(mut item: Item<'_>) -> Option<(Contest, Vec<String>)> {
    let span = item.node.span;
    let read = decode::map(contestant)(item.again())?;
    let faults = item.faults;
    let (mut contestants, mut names) = (Vec::new(), Vec::new());
    for (key, (contestant, name)) in read {
        let name = name.unwrap_or(key);
        if names.contains(&name) {
            let fault = Fault::new(format!("two of them are called `{name}`")).at(span);
            faults.push(fault.help("give one of them another `name`"));
        }
        contestants.push(contestant);
        names.push(name);
    }
    match Contest::new(contestants) {
        Ok(contest) => Some((contest, names)),
        Err(error) => {
            faults.push(Fault::from(error).at(span));
            None
        }
    }
}

/// Reads `[reaction]`.
pub(crate) fn reaction(item: Item<'_>) -> Option<Reaction> {
    decode::table(|reader| {
        let rules = reader.rules();
        let own = own_dice(reader, &DICE);
        let written = reader.read(&MODIFIERS).unwrap_or_default().into_iter();
        let modifiers = Ok(Modifiers::default());
        let modifiers = written.fold(modifiers, |sum, (name, value)| sum?.situational(name, value));
        let modifiers = sound(modifiers, reader);
        let results = if reader.has(&RESULTS) { reader.read(&RESULTS) } else { Some(Bands::helpfulness()) };
        let cap = sound(Cap::of(rules, reader.context().ladder), reader)?;
        let (dice, modifiers) = (own?, modifiers?);
        let (dice, total) = match rules.reaction_modifiers {
            ReactionModifiers::Degree => (dice, modifiers.total(rules.modifier_rule())),
            ReactionModifiers::DiceTotal => (on_dice(&dice, &modifiers, rules, reader)?, 0),
        };
        let actor = sound(Actor::new(None, total, dice, cap), reader)?;
        Some(Reaction::new(actor, results?))
    })(item)
}

/// Two dice with the modifiers on their total, at most ±5 (F93 4.3), before the table.
fn on_dice(dice: &Dice, modifiers: &Modifiers, rules: &Rules, reader: &mut Reader<'_>) -> Option<Dice> {
    const TABLE: &str = "2d6-table";
    const MOST: u32 = 5;
    if dice.name() != TABLE {
        let fault = Fault::new(format!("modifiers of the dice total need the dice `{TABLE}`, not `{}`", dice.name()));
        let span = reader.span_of(&DICE);
        reader.faults().push(fault.at(span).help("or set `reaction_modifiers = \"degree\"` in [rules]"));
        return None;
    }
    let rule = match rules.modifier_rule() {
        ModifierRule::Sum { .. } => ModifierRule::Sum { cap: None },
        largest @ ModifierRule::Largest => largest,
    };
    let total = modifiers.total(rule).clamp(-(MOST as i32), MOST as i32);
    let made = if total == 0 { Ok(dice.clone()) } else { Dice::parse(&format!("2d6{total:+}-table")) };
    sound(made, reader)
}

fn results(item: Item<'_>) -> Option<Bands> {
    let result = |reader: &mut Reader<'_>| {
        let from = reader.read(&FROM);
        Some((reader.read(&RESULT_NAME)?, from))
    };
    super::action::bands(item, decode::table(result), "result")
}

/// Reads `[task]`.
pub(crate) fn task(item: Item<'_>) -> Option<(Task, Vec<String>)> {
    decode::table(|reader| {
        let periods = reader.read(&PERIODS);
        let failures = reader.read(&FAILURES);
        let successes = reader.read(&SUCCESSES).and_then(|successes| match successes {
            Successes::Number(number) => Some(number),
            Successes::Half if periods.is_none() => {
                let fault = Fault::new("half of how many?").at(reader.span_of(&SUCCESSES));
                reader.faults().push(fault.help("say how many `periods` there are"));
                None
            }
            Successes::Half => periods.map(|periods| periods.div_ceil(2)),
        });
        let (checks, names) = if reader.has(&ROLLS) {
            reader.read(&ROLLS)?.into_iter().map(|(name, check)| (check, name)).unzip()
        } else {
            (vec![read_check(reader, None)?], Vec::new())
        };
        let made = Task::new(checks, successes?, failures, periods);
        Some((sound(made, reader)?, names))
    })(item)
}

fn roll(item: Item<'_>) -> Option<Check> {
    decode::table(|reader| read_check(reader, None))(item)
}

fn successes(item: Item<'_>) -> Option<Successes> {
    match item.node.value {
        Value::String(_) => decode::choice(item).map(|_| Successes::Half),
        _ => decode::whole(item).map(Successes::Number),
    }
}
