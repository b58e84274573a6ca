//! Decoders: from a value in a document to its meaning. Limits, words and keys come from the key's [`Kind`].
//!
//! A decoder takes an [`Item`] and returns the decoded value, or reports the error and returns `None`. Each
//! [`Key`](super::Key) has a decoder. Decoders can be nested: `decode::list(decode::integer)`. The item's context has
//! the ladder and the rules.

use super::count::spelled_count;
use super::keys::{Keys, Kind, listed};
use super::nearest::did_you_mean;
use super::node::{Entry, Node, Value};
use super::problem::{Problem, excerpt};
use super::reader::{Item, Reader};
use crate::rules::Choice;

/// Decodes text that is not empty.
pub fn text(item: Item<'_>) -> Option<String> {
    match &item.node.value {
        Value::String(text) if text.trim().is_empty() => item.unfit("this is empty"),
        Value::String(text) => Some(text.clone()),
        _ => item.wrong(),
    }
}

pub fn boolean(item: Item<'_>) -> Option<bool> {
    if let Value::Boolean(yes) = item.node.value { Some(yes) } else { item.wrong() }
}

/// Decodes a whole number within the limits of [`Kind::Integer`].
pub fn integer(item: Item<'_>) -> Option<i64> {
    let limits = item.kind.find(|kind| if let Kind::Integer { min, max } = kind { Some([*min, *max]) } else { None });
    if let Value::Integer(number) = item.node.value { within(number, limits, item) } else { item.wrong() }
}

/// Like [`integer`], but converts the number to the type of the key. A number that does not fit is reported.
pub fn whole<N: TryFrom<i64>>(mut item: Item<'_>) -> Option<N> {
    let number = integer(item.again())?;
    match N::try_from(number) {
        Ok(number) => Some(number),
        Err(_) => item.unfit(if number < 0 { "this is too small" } else { "this is too large" }),
    }
}

/// Decodes a number within the limits of [`Kind::Number`]; always finite.
pub fn number(item: Item<'_>) -> Option<f64> {
    let limits = item.kind.find(|kind| if let Kind::Number { min, max } = kind { Some([*min, *max]) } else { None });
    match item.node.value {
        Value::Float(number) => within(number, limits, item),
        Value::Integer(number) => within(number as f64, limits, item),
        _ => item.wrong(),
    }
}

/// Decodes a count within the limits of [`Kind::Count`]: `1_000_000`, `1e6`, `"1,000,000"`, `"50 million"`,
/// `"2.5 million"`.
pub fn count(item: Item<'_>) -> Option<u64> {
    let limits = item.kind.find(|kind| if let Kind::Count { min, max } = kind { Some([*min, *max]) } else { None });
    let limits = limits.unwrap_or([0, u64::MAX]).map(i128::from);
    let number = match &item.node.value {
        Value::Integer(number) => Some(i128::from(*number)),
        Value::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => Some(*number as i128),
        Value::String(text) => spelled_count(text).map(i128::from),
        _ => return item.wrong(),
    };
    let Some(number) = number else { return item.unfit("this is not a whole number") };
    u64::try_from(within(number, Some(limits), item)?).ok()
}

/// Returns `value` if it is within the inclusive limits, and reports it otherwise.
fn within<T: PartialOrd>(value: T, limits: Option<[T; 2]>, item: Item<'_>) -> Option<T> {
    match limits {
        Some([min, _]) if value < min => item.unfit("this is too small"),
        Some([_, max]) if value > max => item.unfit("this is too large"),
        _ => Some(value),
    }
}

/// Decodes a level: a word of the ladder, or a whole number.
pub fn level(item: Item<'_>) -> Option<i32> {
    match &item.node.value {
        Value::Integer(number) => {
            let level = item.context.ladder.level(*number);
            item.checked(
                level.map_err(|error| {
                    Problem::from(error).label("this level is beyond the ladder").kind("out-of-range")
                }),
            )
        }
        Value::String(word) => {
            let level = item.context.ladder.parse(word);
            item.checked(level)
        }
        _ => item.wrong(),
    }
}

/// Decodes one of the words that the key's kind lists ([`Kind::words`]).
pub fn choice(item: Item<'_>) -> Option<&'static str> {
    let words = item.kind.words();
    let found = one_of(&words)(item)?;
    words.iter().copied().find(|word| *word == found)
}

/// Decodes one of the choices of `C`.
pub fn choice_of<C: Choice>(item: Item<'_>) -> Option<C> {
    let word = choice(item)?;
    C::ALL.iter().zip(C::WORDS).find(|(_, known)| known.word == word).map(|(choice, _)| *choice)
}

/// Decodes one of `words`, for words that are known only at run time, such as the names of presets.
pub fn one_of<'w>(words: &[&'w str]) -> impl Fn(Item<'_>) -> Option<&'w str> {
    move |item| {
        // A word that is a number can also be given as a number: `full_attack = -2`.
        let found = match &item.node.value {
            Value::String(found) => found,
            Value::Integer(number) if words.contains(&number.to_string().as_str()) => &number.to_string(),
            _ => return item.wrong(),
        };
        match words.iter().find(|word| *word == found) {
            Some(word) => Some(*word),
            None => {
                let problem = Problem::new(format!("{} cannot be `{}`", item.name, excerpt(found)))
                    .label_if(did_you_mean(found, words.iter().copied()))
                    .help(format!("expected one of {}", listed(words)));
                item.refuse(problem)
            }
        }
    }
}

/// Decodes a list with `entry` as the decoder of its entries. The errors of all entries are reported.
pub fn list<T>(mut entry: impl FnMut(Item<'_>) -> Option<T>) -> impl FnMut(Item<'_>) -> Option<Vec<T>> {
    move |item| {
        let Value::Array(nodes) = &item.node.value else { return item.wrong() };
        let kind = item.kind.find(|kind| if let Kind::List(kind) = kind { Some(*kind) } else { None });
        let Item { name: list, path, context, problems, .. } = item;
        let read = |(at, node): (usize, &Node)| {
            let name = format!("entry {} of {list}", at + 1);
            let path = path.as_ref().map(|path| format!("{path}[{}]", at + 1));
            entry(Item { name, node, kind: kind.unwrap_or(&Kind::Free), key_span: node.span, path, context, problems })
        };
        all(nodes.iter().enumerate().map(read))
    }
}

/// Decodes a list of values, or a single value as a list of one.
pub fn one_or_more<T>(mut read: impl FnMut(Item<'_>) -> Option<T>) -> impl FnMut(Item<'_>) -> Option<Vec<T>> {
    move |item| match item.node.value {
        Value::Array(_) => list(&mut read)(item),
        _ => read(item).map(|one| vec![one]),
    }
}

/// Decodes a table with user-chosen keys, with `value` as the decoder of its values. The result is in file order.
pub fn map<T>(mut value: impl FnMut(Item<'_>) -> Option<T>) -> impl FnMut(Item<'_>) -> Option<Vec<(String, T)>> {
    entries(move |entry, item| value(item).map(|read| (entry.key.clone(), read)))
}

/// Like [`map`], with a decoder that also gets the entry.
pub fn entries<T>(mut value: impl FnMut(&Entry, Item<'_>) -> Option<T>) -> impl FnMut(Item<'_>) -> Option<Vec<T>> {
    move |item| {
        let Some(table) = item.node.as_table() else { return item.wrong() };
        let kind = item.kind.find(|kind| if let Kind::Map(kind) = kind { Some(*kind) } else { None });
        let Item { path, context, problems, .. } = item;
        all(table.entries().iter().map(|entry| {
            let item = Item::of(entry, kind.unwrap_or(&Kind::Free), path.as_deref(), context, problems);
            value(entry, item)
        }))
    }
}

/// All values, or `None` if any is missing. Always consumes the iterator, so that every error is reported.
fn all<T>(values: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let values: Vec<Option<T>> = values.collect();
    values.into_iter().collect()
}

const NO_KEYS: Keys = Keys::new("empty", "Nothing.", || &[]);

/// Decodes a table that has the keys of its [`Kind::Table`] or [`Kind::Open`]. `read` reads them and returns the value of the table.
pub fn table<T>(mut read: impl FnMut(&mut Reader<'_>) -> Option<T>) -> impl FnMut(Item<'_>) -> Option<T> {
    move |item| {
        if item.node.as_table().is_none() {
            return item.wrong();
        }
        let keys = item.kind.find(|kind| match kind {
            Kind::Table(keys) | Kind::Open(keys, _) => Some(*keys),
            _ => None,
        });
        Reader::open_item(item, keys.unwrap_or(&NO_KEYS), &mut read)
    }
}

/// Returns `Some(None)` if the value is the text `word`, and decodes it with `decode` otherwise.
pub fn unless<T>(word: &str, item: Item<'_>, decode: impl FnOnce(Item<'_>) -> Option<T>) -> Option<Option<T>> {
    match item.node.as_str() {
        Some(text) if text == word => Some(None),
        _ => decode(item).map(Some),
    }
}

/// The value itself, for keys that are decoded elsewhere.
pub fn node(item: Item<'_>) -> Option<Node> {
    Some(item.node.clone())
}

#[cfg(test)]
mod tests {
    use super::super::formula;
    use super::super::key::{Context, Key, keys};
    use super::super::parsed::parse_text;
    use super::super::problem::Problems;
    use super::*;
    use crate::dice::Dice;

    keys! {
        INNER = "inner": "For a test.";
        NAME: Key<String> = Key::text("name").means("For a test.", "\"Hans\"").required();
        WINS: Key<bool> = Key::flag("wins").means("For a test.", "true");
    }
    keys! {
        KEYS = "outer": "For a test.";
        TRAIT: Key<i32> = Key::level("trait").means("For a test.", "\"Fair\"").required();
        COUNT: Key<i64> = Key::<i64>::integer("count", 1, 60).means("For a test.", "6");
        PRECISION: Key<f64> = Key::number("precision", 0.0, 1.0).means("For a test.", "0.002");
        TRIALS: Key<u64> = Key::count("trials", 1, 1_000_000_000).means("For a test.", "1_000_000");
        TIES: Key<&'static str> = Key::word("ties", &["defender", "status quo"]).means("For a test.", "\"defender\"");
        DICE: Key<Dice> = Key::new("dice", Kind::Any(&[Kind::Dice, Kind::Table(&INNER)]), dice).means("For a test.", "\"4dF\"");
        LEVELS: Key<Vec<(Option<String>, Option<bool>)>> =
            Key::new("levels", Kind::List(&Kind::Table(&INNER)), |item| list(table(inner))(item)).means("For a test.", "[{ name = \"Hurt\" }]");
        MODIFIERS: Key<Vec<(String, i64)>> =
            Key::new("modifiers", Kind::Map(&Kind::Integer { min: -9, max: 9 }), |item| map(integer)(item)).means("For a test.", "{ disguise = 1 }");
    }

    #[derive(Debug, Default, PartialEq)]
    struct Read {
        trait_level: Option<i32>,
        count: Option<i64>,
        precision: Option<f64>,
        trials: Option<u64>,
        ties: Option<&'static str>,
        dice: Option<String>,
        levels: Option<Vec<(Option<String>, Option<bool>)>>,
        modifiers: Option<Vec<(String, i64)>>,
    }

    fn dice(item: Item<'_>) -> Option<Dice> {
        match &item.node.value {
            Value::String(text) => formula::dice(item, text),
            Value::Table(_) => item.refuse(Problem::new("no custom dice here")),
            _ => item.wrong(),
        }
    }

    fn inner(reader: &mut Reader<'_>) -> Option<(Option<String>, Option<bool>)> {
        Some((reader.read(&NAME), reader.read(&WINS)))
    }

    fn read(text: &str) -> (Option<Read>, Problems) {
        let (root, mut problems) = parse_text(text);
        let value = Reader::open(&root, "the scenario", &KEYS, Context::plain(), &mut problems, |reader| {
            Some(Read {
                trait_level: reader.read(&TRAIT),
                count: reader.read(&COUNT),
                precision: reader.read(&PRECISION),
                trials: reader.read(&TRIALS),
                ties: reader.read(&TIES),
                dice: reader.read(&DICE).map(|dice| dice.name().to_owned()),
                levels: reader.read(&LEVELS),
                modifiers: reader.read(&MODIFIERS),
            })
        });
        (value, problems)
    }

    #[test]
    fn valid_table_is_read_completely() {
        let (value, problems) = read(
            "trait = 'Good'\ncount = 6\nprecision = 1\ntrials = '50 million'\nties = 'status quo'\ndice = '4dF'\n\
             modifiers = { b = 1, a = -2 }\n[[levels]]\nname = 'Hurt'\n[[levels]]\nname = 'Out'\nwins = true\n",
        );
        assert!(problems.is_empty(), "{problems}");
        let expected = Read {
            trait_level: Some(1),
            count: Some(6),
            precision: Some(1.0),
            trials: Some(50_000_000),
            ties: Some("status quo"),
            dice: Some("4dF".into()),
            levels: Some(vec![(Some("Hurt".into()), None), (Some("Out".into()), Some(true))]),
            modifiers: Some(vec![("b".into(), 1), ("a".into(), -2)]),
        };
        assert_eq!(value, Some(expected));
    }

    #[test]
    fn reader_reports_all_errors_with_positions() {
        let (value, problems) = read(
            "cuont = 6\ncount = 61\nprecision = 'high'\ntrials = '50 milion'\nties = 'statusquo'\n\
             dice = 3\nmodifiers = { a = 10, b = [] }\nwholly_other = 1\n[[levels]]\nwins = 'yes'\nnames = 'x'\n",
        );
        insta::assert_snapshot!(problems.render(false), @r#"
        error: unknown key `cuont` in the scenario
         --> s.toml:1:1
          |
        1 | cuont = 6
          | ^^^^^ did you mean `count`?
          |
          = help: known keys are `trait`, `count`, `precision`, `trials`, `ties`, `dice`, `levels`, `modifiers`

        error: `count` must be a whole number from 1 to 60
         --> s.toml:2:9
          |
        2 | count = 61
          |         ^^ this is too large

        error: `precision` must be a number from 0 to 1
         --> s.toml:3:13
          |
        3 | precision = 'high'
          |             ^^^^^^ this is text

        error: `trials` must be a whole number from 1 to 1000000000, such as `1_000_000` or `"50 million"`
         --> s.toml:4:10
          |
        4 | trials = '50 milion'
          |          ^^^^^^^^^^^ this is not a whole number

        error: `ties` cannot be `statusquo`
         --> s.toml:5:8
          |
        5 | ties = 'statusquo'
          |        ^^^^^^^^^^^ did you mean `status quo`?
          |
          = help: expected one of `defender`, `status quo`

        error: `dice` must be a dice method or a formula, or a table
         --> s.toml:6:8
          |
        6 | dice = 3
          |        ^ this is a whole number

        error: `a` must be a whole number from -9 to 9
         --> s.toml:7:19
          |
        7 | modifiers = { a = 10, b = [] }
          |                   ^^ this is too large

        error: `b` must be a whole number from -9 to 9
         --> s.toml:7:27
          |
        7 | modifiers = { a = 10, b = [] }
          |                           ^^ this is a list

        error: unknown key `wholly_other` in the scenario
         --> s.toml:8:1
          |
        8 | wholly_other = 1
          | ^^^^^^^^^^^^
          |
          = help: known keys are `trait`, `count`, `precision`, `trials`, `ties`, `dice`, `levels`, `modifiers`

        error: `wins` must be true or false
          --> s.toml:10:8
           |
        10 | wins = 'yes'
           |        ^^^^^ this is text

        error: unknown key `names` in entry 1 of `levels`
          --> s.toml:11:1
           |
        11 | names = 'x'
           | ^^^^^ did you mean `name`?
           |
           = help: known keys are `name`, `wins`
        "#);
        assert_eq!(value, Some(Read { levels: Some(vec![(None, None)]), ..Read::default() }));
    }

    #[test]
    fn errors_quote_unknown_levels_and_dice() {
        let (_, problems) = read("trait = 'xyzzy'\ndice = 'xyzzy'");
        let messages: Vec<&str> = problems.iter().map(Problem::message).collect();
        assert!(messages.len() == 2 && messages.iter().all(|message| message.contains("xyzzy")), "{messages:?}");
        assert!(read("trait = 99999999999").1.render(false).contains("this level is beyond the ladder"));
    }

    #[test]
    fn syntax_errors_hide_errors_they_cause() {
        let (_, problems) = read("trait = Good\ncount = 5x\nties = 'status");
        insta::assert_snapshot!(problems.render(false), @r#"
        error: words must be quoted
         --> s.toml:1:9
          |
        1 | trait = Good
          |         ^^^^ write `"Good"`

        error: words must be quoted
         --> s.toml:2:9
          |
        2 | count = 5x
          |         ^^ write `"5x"`

        error: invalid literal string, expected `'`
         --> s.toml:3:15
          |
        3 | ties = 'status
          |               ^
        "#);
        let (_, problems) = read("trait 'Good'");
        assert_eq!(problems.iter().count(), 1, "{problems}");
    }

    /// The messages and labels of the errors in a table with the path `a.b`.
    fn errors_at_path(text: &str) -> Vec<(String, String)> {
        let (root, mut problems) = parse_text(text);
        let (name, kind, key_span, path) = ("`b`".to_owned(), &Kind::Table(&INNER), root.span, Some("a.b".to_owned()));
        let context = Context::plain();
        table(inner)(Item { name, node: &root, kind, key_span, path, context, problems: &mut problems });
        let owned = |text: &str| text.to_owned();
        problems.iter().map(|one| (owned(one.message()), owned(one.label_text().unwrap_or_default()))).collect()
    }

    #[test]
    fn errors_below_a_path_name_it_and_their_kind() {
        let expected = [
            ("a.b.wins: `wins` must be true or false", "kind: this is a whole number"),
            ("a.b.seat: unknown key `seat` in `b`", "unknown-key"),
        ];
        let expected = expected.map(|(message, label)| (message.to_owned(), label.to_owned()));
        assert_eq!(errors_at_path("wins = 3\nseat = 1"), expected);
        let missing = ("a.b.name: `b` has no `name`".to_owned(), "missing".to_owned());
        assert_eq!(errors_at_path("wins = true"), [missing]);
    }

    #[test]
    fn reader_reports_known_keys_not_read() {
        let (root, mut problems) = parse_text("name = 'x'\nwins = true");
        let name = Reader::open(&root, "it", &INNER, Context::plain(), &mut problems, |reader| reader.read(&NAME));
        assert_eq!(name.as_deref(), Some("x"));
        insta::assert_snapshot!(problems.render(false), @r"
        error: `wins` has no effect here
         --> s.toml:2:1
          |
        2 | wins = true
          | ^^^^
          |
          = help: leave it out
        ");
    }

    #[test]
    fn count_accepts_floats() {
        assert_eq!(read("trait = 0\ntrials = 1e6").0.and_then(|read| read.trials), Some(1_000_000));
    }
}
