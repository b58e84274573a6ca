//! The named dice methods (D1–D19), read from `methods.toml`.

use super::definition::Definition;
use std::sync::LazyLock;
use toml::de::{DeTable, DeValue};

/// A dice method, as shown in lists and hints.
#[derive(Debug)]
pub struct MethodInfo {
    /// The method's name in files: `N`, `M` and `K` are placeholders for numbers, `X` for dice.
    pub name: &'static str,
    /// A complete expression that uses the method.
    pub example: &'static str,
    /// The row of the rule catalogue.
    pub row: &'static str,
    /// The book and section that describe the method.
    pub source: &'static str,
    /// The way to read the dice, in one line.
    pub meaning: &'static str,
    /// The formula behind the name; for plain arithmetic, the name itself.
    pub formula: &'static str,
    pub(super) definition: Definition,
    /// A truth formula, which can use the placeholders of the name. It is true if results include a situational
    /// modifier.
    pub(super) modified: &'static str,
    /// Sentences that replace `meaning`, indexed by the number of advantage or disadvantage dice. The last sentence is
    /// also for all higher numbers.
    pub(super) advantage_meanings: Vec<&'static str>,
}

impl MethodInfo {
    /// Whether users write the method by its name. False if the name has placeholders and is its own formula, such as
    /// `NdF`: such texts are read as formulas.
    pub(super) fn is_named(&self) -> bool {
        self.formula != self.name || !self.definition.has_placeholders()
    }
}

/// Every dice method, in the order of the rule catalogue.
///
/// ```
/// use fudgelab::dice::{Dice, methods};
/// let table = methods().iter().find(|method| method.row == "D4").unwrap();
/// assert_eq!((table.name, table.formula), ("3d6-table", "steps(3d6, [5, 6, 8, 10, 12, 14, 16, 17]) - 4"));
/// assert!(Dice::parse(table.example).is_ok());
/// ```
pub fn methods() -> &'static [MethodInfo] {
    static METHODS: LazyLock<Vec<MethodInfo>> = LazyLock::new(|| {
        // An entry that cannot be read is left out, and the tests of all methods fail.
        let table = DeTable::parse(include_str!("methods.toml")).ok();
        let lines = table.as_ref().and_then(|table| table.get_ref().get("method")?.get_ref().as_array());
        lines.into_iter().flatten().filter_map(|line| method(line.get_ref().as_table()?)).collect()
    });
    &METHODS
}

/// Reads an entry of `methods.toml`; `None` if a required key is missing.
fn method(line: &DeTable<'_>) -> Option<MethodInfo> {
    let value = |key: &str| line.get(key).map(|value| value.get_ref());
    let text = |key: &str| value(key).and_then(DeValue::as_str).map(|text| &*String::leak(text.to_owned()));
    let numbers = |key: &str| -> Vec<i64> {
        let number = |value: &DeValue<'_>| value.as_integer()?.to_string().parse().ok();
        value(key).and_then(DeValue::as_array).into_iter().flatten().filter_map(|one| number(one.get_ref())).collect()
    };
    let name = text("name")?;
    let formula = text("formula").unwrap_or(name);
    let limits = ['N', 'M'].into_iter().filter_map(|placeholder| match numbers(&placeholder.to_string())[..] {
        [least, most] => Some((placeholder, least, most)),
        _ => None,
    });
    let definition =
        Definition { limits: limits.collect(), required_results: numbers("shows"), ..Definition::new(name, formula) };
    let advantage_meanings = value("says").and_then(DeValue::as_array).into_iter().flatten();
    let advantage_meanings =
        advantage_meanings.filter_map(|said| Some(&*String::leak(said.get_ref().as_str()?.to_owned()))).collect();
    Some(MethodInfo {
        name,
        example: text("example").unwrap_or(name),
        row: text("row")?,
        source: text("source")?,
        meaning: text("meaning")?,
        formula,
        definition,
        modified: text("modified").unwrap_or("false"),
        advantage_meanings,
    })
}

/// The rows of the rule catalogue that the methods implement.
pub(crate) const ROWS: [&str; 19] = [
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "D8", "D9", "D10", "D11", "D12", "D13", "D14", "D15", "D16", "D17",
    "D18", "D19",
];
