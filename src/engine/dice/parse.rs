//! Reads dice: methods by name, definitions of a file, and formulas.

use super::bound_formula::{Bound, fault_error};
use super::definition::{Definition, Placeholders};
use super::methods::{MethodInfo, methods};
use super::plain_sum::{
    MAX_TEXT, advantage_dice, is_meant_as_formula, is_number, is_plain_sum, normalize, shorten, terms,
};
use super::unknown_dice::{CanRead, unknown_dice};
use super::{Dice, Pmf};
use crate::error::{Cause, Error, Result};
use crate::formula::{FaceTable, Fault, Formula, FormulaScope, Note, Outcomes};
use crate::ladder::Ladder;
use crate::text::fold_spaces;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

type ReadResult<T, E = Unreadable> = std::result::Result<T, E>;

/// Maximum nesting depth of definitions.
const MAX_DEPTH: usize = 6;

/// A file's additions to the formula language: named numbers and custom dice.
#[derive(Debug, Default)]
pub struct Definitions {
    constants: Vec<(String, i64)>,
    /// The dice that the file defines.
    custom: Vec<Definition>,
    /// Whether a text has used each constant so far; after the constants, the same for each definition.
    is_used: Vec<AtomicBool>,
    /// The names of the traits that the file defines for fighters. Formulas about fights can use them.
    traits: Vec<String>,
}

impl Clone for Definitions {
    fn clone(&self) -> Self {
        Self::new(self.constants.clone(), self.custom.clone()).with_traits(self.traits.clone())
    }
}

/// Compares the constants and the dice only.
impl PartialEq for Definitions {
    fn eq(&self, other: &Self) -> bool {
        self.constants == other.constants && self.custom == other.custom
    }
}

/// The reason why a text cannot be read as dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// An error about the whole text.
    Whole(Error),
    /// The text of a formula, and its faults by character position.
    Faults(String, Vec<Fault>),
}

/// The formula behind a method or a definition.
struct NamedFormula {
    formula: String,
    /// Whether results include a situational modifier.
    modified: bool,
    /// Whether the file defines these dice; their formulas may get notes.
    own: bool,
}

impl Definitions {
    /// Empty definitions, without constants and custom dice.
    pub fn none() -> &'static Self {
        static NONE: LazyLock<Definitions> = LazyLock::new(Definitions::default);
        &NONE
    }

    /// The given constants and custom dice.
    pub fn new(constants: Vec<(String, i64)>, custom: Vec<Definition>) -> Self {
        let is_used = (0..constants.len() + custom.len()).map(|_| AtomicBool::new(false)).collect();
        Self { constants, custom, is_used, traits: Vec::new() }
    }

    /// Sets the names of the traits that the file defines for fighters.
    #[must_use]
    pub fn with_traits(self, traits: Vec<String>) -> Self {
        Self { traits, ..self }
    }

    /// A copy with the constants and traits, without the custom dice.
    #[must_use]
    pub fn without_dice(&self) -> Self {
        Self::new(self.constants.clone(), Vec::new()).with_traits(self.traits.clone())
    }

    /// The names of the traits that the file defines for fighters.
    pub fn traits(&self) -> &[String] {
        &self.traits
    }

    /// For each constant and definition: its table in the file, its name, and whether a text has used it so far.
    pub fn usage(&self) -> impl Iterator<Item = (&'static str, &str, bool)> {
        let constants = self.constants.iter().map(|(name, _)| ("constants", name.as_str()));
        let custom = self.custom_names().map(|name| ("dice", name));
        let is_used = self.is_used.iter().map(|is_used| is_used.load(Ordering::Relaxed));
        constants.chain(custom).zip(is_used).map(|((table, name), is_used)| (table, name, is_used))
    }

    /// Marks an entry of [`usage`](Self::usage) as used, by its index.
    fn mark_used(&self, entry: usize) {
        if let Some(is_used) = self.is_used.get(entry) {
            is_used.store(true, Ordering::Relaxed);
        }
    }

    fn custom_names(&self) -> impl Iterator<Item = &str> {
        self.custom.iter().map(|own| own.name.as_str())
    }

    /// Reads dice: a method by its name, dice that the file defines, or a formula.
    ///
    /// # Errors
    /// If the text cannot be read as dice.
    pub fn dice(&self, text: &str) -> ReadResult<Dice> {
        self.read(text, false)
    }

    /// Like [`dice`](Self::dice), but a formula can use `need`, the lowest total that succeeds.
    ///
    /// # Errors
    /// If the text cannot be read as dice.
    pub fn dice_by_need(&self, text: &str) -> ReadResult<Dice> {
        self.read(text, true)
    }

    /// Rejects a definition that could never be read, or whose name already stands for dice.
    ///
    /// # Errors
    /// If the name is invalid or taken, or the formula has faults.
    pub fn check(&self, definition: &Definition) -> ReadResult<()> {
        let name = &definition.name;
        let refuse = |message: String, help: &str| Err(Unreadable::Whole(Error::input(message).with_help(help)));
        if name.is_empty() || name.len() > 60 || name.contains(['\'', '"', '#', ';']) {
            return refuse(
                "dice need a name of 1 to 60 bytes without quotes, `#` and `;`".to_owned(),
                "such as `house`",
            );
        }
        if Self::new(self.constants.clone(), Vec::new()).dice(&definition.example("2")).is_ok() {
            return refuse(format!("`{name}` already means dice"), &format!("call it `own {name}`"));
        }
        // Unknown names are checked where the dice are used: only a fight knows the state of a fighter.
        let by_names = |faults: &[Fault]| faults.iter().all(|fault| matches!(fault.cause, Cause::Name(_)));
        let read = |text: &str| match self.read_for_dice(text, true, 0) {
            Err(Unreadable::Faults(_, faults)) if by_names(&faults) => Ok(()),
            read => read.map(|_| ()),
        };
        if !definition.has_placeholders() {
            return read(&definition.formula);
        }
        let placeholders = |number: &str| {
            let filled = definition.example(number);
            definition
                .match_text(&filled)
                .and_then(|placeholders| definition.fill_formula(&placeholders, "4dF").ok())
                .unwrap_or_default()
        };
        // Some numbers may be out of range, so several are tested.
        let tried = ["1", "2", "3"].map(|number| read(&placeholders(number)));
        tried.into_iter().reduce(|one, other| if one.is_ok() { one } else { other }).unwrap_or(Ok(())).map_err(
            |error| match error {
                Unreadable::Faults(..) => Unreadable::Whole(error.into_error()),
                error => error,
            },
        )
    }

    /// The formula of the dice that the file defines as `name`; `None` if it defines no such dice.
    pub fn custom_formula(&self, name: &str) -> Option<String> {
        let found = self.find_formula(&normalize(name), 0)?.ok()?;
        found.own.then_some(found.formula)
    }

    /// Whether the text contains `word`, directly or in the formula of custom dice that it uses.
    pub fn mentions(&self, text: &str, word: &str) -> bool {
        let names =
            |text: &str| text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|one| one == word);
        names(text) || self.custom.iter().any(|own| text.contains(&own.name) && names(&own.formula))
    }

    fn read(&self, text: &str, knows_need: bool) -> ReadResult<Dice> {
        self.read_known(text, knows_need).unwrap_or_else(|| Err(self.unknown(&normalize(text))))
    }

    fn unknown(&self, name: &str) -> Unreadable {
        let reads: [CanRead<'_>; 2] = [&|text| self.can_read(text), &|text| Self::none().can_read(text)];
        Unreadable::Whole(unknown_dice(name, self.custom_names(), reads))
    }

    /// Whether the text can be read as dice without `need`.
    fn can_read(&self, text: &str) -> bool {
        self.read_known(text, false).is_some_and(|read| read.is_ok())
    }

    /// Whether the text is the name of a method, dice that the file defines, or a plain sum. False for all other
    /// formulas.
    pub fn is_named(&self, text: &str) -> bool {
        let name = normalize(text);
        is_plain_sum(&name) || name.len() <= MAX_TEXT && self.find_formula(&name, 0).is_some()
    }

    /// Reads dice; `None` if the text is neither a method nor looks like a formula. `knows_need` allows formulas to use
    /// `need`.
    fn read_known(&self, text: &str, knows_need: bool) -> Option<ReadResult<Dice>> {
        let name = normalize(text);
        let found = if name.len() > MAX_TEXT { None } else { self.find_formula(&name, 0) };
        if let Some(found) = found {
            let within = |error: Error| Unreadable::Whole(error.context(format_args!("dice `{name}`")));
            let dice = found.map_err(within).and_then(|NamedFormula { formula, modified, own }| {
                let dice = self.read_for_dice(&formula, knows_need, 0).and_then(|read| read.dice(&name));
                let dice = dice.map_err(|error| within(error.into_error()))?;
                let notes = if own { dice.notes } else { Arc::from([]) };
                Ok(Dice { holds_modifier: modified, notes, ..dice })
            });
            return Some(dice);
        }
        // The name has to be readable again, so line breaks are kept if there are comments: a comment ends with its
        // line.
        let name = match text {
            _ if is_plain_sum(&name) => name,
            text if text.contains('#') => text.trim().to_owned(),
            text => fold_spaces(text),
        };
        if is_number(&name) {
            let error = Error::input(format!("unknown dice method `{name}`"));
            let help = "a number is not a dice method; write `none` to roll no dice";
            return Some(Err(Unreadable::Whole(error.with_help(help))));
        }
        let read = self.read_for_dice(text, knows_need, 0);
        match read.and_then(|read| read.dice(&name)) {
            Err(Unreadable::Faults(..)) if !is_meant_as_formula(&name) => None,
            Err(Unreadable::Faults(text, faults)) => {
                let faults = if knows_need { faults } else { faults.into_iter().map(explain_need).collect() };
                Some(Err(Unreadable::Faults(text, faults)))
            }
            read => Some(read),
        }
    }

    /// The formula behind `name`; `None` if it is neither a method nor a definition. `depth` is the number of
    /// definitions that contain the name.
    fn find_formula(&self, name: &str, depth: usize) -> Option<Result<NamedFormula>> {
        if let Some(found) = read_advantage(name) {
            return Some(found);
        }
        let known =
            methods().iter().filter(|info| info.is_named()).find_map(|info| {
                let placeholders = info.definition.match_text(name)?;
                Some(self.fill_definition(&info.definition, &placeholders, depth)?.map(|(formula, inner)| {
                    NamedFormula { formula, modified: inner || holds_modifier(info, &placeholders), own: false }
                }))
            });
        known.or_else(|| {
            self.custom.iter().enumerate().find_map(|(place, own)| {
                let placeholders = own.match_text(name)?;
                self.mark_used(self.constants.len() + place);
                Some(self.fill_definition(own, &placeholders, depth)?.map(|(formula, modified)| NamedFormula {
                    formula,
                    modified,
                    own: true,
                }))
            })
        })
    }

    /// The formula of `definition` with filled placeholders, and whether the dice in `X` include a situational
    /// modifier. `None` if the text in `X` is not dice. `depth` is the number of definitions that contain this one.
    fn fill_definition(
        &self,
        definition: &Definition,
        placeholders: &Placeholders<'_>,
        depth: usize,
    ) -> Option<Result<(String, bool)>> {
        let Some(inner) = placeholders.inner else {
            return Some(definition.fill_formula(placeholders, "").map(|formula| (formula, false)));
        };
        if depth == MAX_DEPTH {
            return Some(Err(Error::input(format!("more than {MAX_DEPTH} dice methods are nested"))));
        }
        let found = self.find_formula(inner, depth + 1);
        let text = match &found {
            Some(Err(error)) => return Some(Err(error.clone())),
            Some(Ok(_)) if inner.contains('\'') => format!("method(\"{inner}\")"),
            Some(Ok(_)) => format!("method('{inner}')"),
            None => self.read_for_dice(inner, false, depth + 1).ok().map(|_| format!("({inner})"))?,
        };
        if !definition.required_results.is_empty() {
            if [inner, &normalize(inner)].iter().any(|inner| has_single_use_method(inner)) {
                let error = Error::input(format!("`{}` is used twice", definition.word()));
                return Some(Err(error.with_help("there is only one further roll: write it once")));
            }
            let table = self.table(inner, depth + 1);
            let table = table.map_err(|error| Error::input(error.message()).because(error.cause().clone()));
            if let Err(error) = table.and_then(|table| definition.check_required_results(&table)) {
                return Some(Err(error));
            }
        }
        let modified = found.is_some_and(|found| found.is_ok_and(|found| found.modified));
        Some(definition.fill_formula(placeholders, &text).map(|formula| (formula, modified)))
    }

    /// Reads a formula in `scope`, to which the file's constants are added. Words that the scope does not know are
    /// looked up on the ladder. Dice methods are the built-in ones and those of the file; `scope.method` is ignored.
    ///
    /// # Errors
    /// If the formula has faults.
    pub fn read_formula(&self, text: &str, scope: &FormulaScope<'_>) -> ReadResult<Bound, Vec<Fault>> {
        self.read_formula_with(text, scope, &[], 1)
    }

    /// Like [`read_formula`](Self::read_formula), with the names `after` following the constants. `depth` is the number
    /// of definitions that contain the formula.
    fn read_formula_with(
        &self,
        text: &str,
        scope: &FormulaScope<'_>,
        after: &[&str],
        depth: usize,
    ) -> ReadResult<Bound, Vec<Fault>> {
        let ladder = Ladder::default();
        let word = |word: &str, beside: Option<&str>| {
            (scope.word)(word, beside).or_else(|| ladder.parse(word).ok().map(i64::from))
        };
        let method = |name: &str| self.table(name, depth);
        let constants = self.constants.iter().filter(|(name, _)| !scope.names.contains(&name.as_str()));
        let own = constants.clone().map(|(name, _)| name.as_str());
        let names: Vec<&str> = scope.names.iter().copied().chain(own).chain(after.iter().copied()).collect();
        let formula = Formula::read(text, &FormulaScope { names: &names, word: &word, method: &method, ..*scope })?;
        for (constant, (name, _)) in self.constants.iter().enumerate() {
            if names.iter().position(|one| one == name).is_some_and(|one| one >= scope.names.len() && formula.uses(one))
            {
                self.mark_used(constant);
            }
        }
        Ok(Bound::new(text, formula, scope.names.len(), constants.map(|(_, value)| *value).collect()))
    }

    /// Reads a formula for dice. If `knows_need`, it can use the name `need`. `depth` is the number of definitions that
    /// contain it.
    fn read_for_dice(&self, text: &str, knows_need: bool, depth: usize) -> ReadResult<ReadFormula> {
        let words: Vec<String> = (-3..=3).map(|level| Ladder::default().degree_name(level)).collect();
        let scope = FormulaScope { words: &words, ..FormulaScope::empty() };
        let read = |after: &[&str]| {
            let formula = self.read_formula_with(text, &scope, after, depth + 1);
            formula.map(|formula| ReadFormula { formula, names_need: !after.is_empty() })
        };
        let found = match read(&[]) {
            Err(_) if knows_need => read(&["need"]),
            found => found,
        };
        found.map_err(|faults| Unreadable::Faults(text.to_owned(), faults))
    }

    /// Applies the method that users write as `word X` to `dice`.
    pub(super) fn apply_method(word: &str, dice: &Dice) -> ReadResult<Dice> {
        let name = format!("{word} {}", dice.name());
        let row = methods().iter().find(|info| info.name.strip_suffix(" X") == Some(word));
        let row = row.ok_or_else(|| Self::none().unknown(&name))?;
        let placeholders = Placeholders { numbers: Vec::new(), inner: Some("it") };
        let text = row.definition.fill_formula(&placeholders, "method('it')").map_err(Unreadable::Whole)?;
        let table: FaceTable = dice.pmf().iter().map(|(value, weight)| (value.into(), weight)).collect();
        let scope = FormulaScope { method: &|_| Ok(table.clone()), ..FormulaScope::empty() };
        let formula = Formula::read(&text, &scope).map_err(|faults| Unreadable::Faults(text.clone(), faults))?;
        Bound::new(&text, formula, 0, Vec::new()).by_need(&name, None)
    }

    /// The values of the dice method `name` with their weights.
    ///
    /// # Errors
    /// If the method is unknown, or the weights need more than 64 bits.
    pub fn method(&self, name: &str) -> Result<FaceTable> {
        self.table(name, 0)
    }

    /// Like [`method`](Self::method). `depth` is the number of definitions that contain the method.
    fn table(&self, name: &str, depth: usize) -> Result<FaceTable> {
        if depth > MAX_DEPTH {
            return Err(Error::input(format!("`{name}` is nested in too many definitions, or in its own")));
        }
        let text = normalize(name);
        let formula = self.find_formula(&text, depth).transpose()?.map_or(name.to_owned(), |found| found.formula);
        let read = self.read_for_dice(&formula, false, depth).map_err(|error| match error {
            _ if text == formula && !is_meant_as_formula(&text) => {
                Error::input(format!("the dice method `{name}` is not known")).because(Cause::Method(name.to_owned()))
            }
            error => error.into_error().context(format_args!("`{name}`")),
        })?;
        match read.formula.weigh(None).map_err(Unreadable::into_error)? {
            Outcomes::Exact(items, total) if u64::try_from(total).is_ok() => {
                // No weight is larger than the total, which fits.
                Ok(items.into_iter().map(|(value, weight)| (value, weight as u64)).collect())
            }
            _ => {
                Err(Error::input(format!("the weights of `{name}` do not fit 64 bits: write its formula here instead")))
            }
        }
    }

    /// The meanings of the methods in `name` that modify other dice, one sentence each, from the outermost inward. All
    /// advantage dice have one sentence together.
    pub(super) fn meanings(name: &str) -> Vec<String> {
        if let Some((info, number)) = advantage_row(name) {
            let said =
                info.advantage_meanings.get(number).or(info.advantage_meanings.last()).copied().unwrap_or_default();
            return Some(said.to_owned()).into_iter().filter(|said| !said.is_empty()).collect();
        }
        let fitting = methods().iter().find_map(|info| {
            let placeholders = info.definition.match_text(name)?;
            Some((info, placeholders.inner?, Definition::fill_numbers(info.meaning, &placeholders)))
        });
        let Some((_, inner, meaning)) = fitting else { return Vec::new() };
        let word = name.strip_suffix(inner).unwrap_or(name).trim_end();
        std::iter::once(format!("{word}: {meaning}")).chain(Self::meanings(inner)).collect()
    }
}

/// A formula that has been read for dice. If it uses `need`, that name follows the constants.
struct ReadFormula {
    formula: Bound,
    /// Whether the formula uses `need`.
    names_need: bool,
}

impl ReadFormula {
    fn dice(self, name: &str) -> ReadResult<Dice> {
        let notes = self.formula.notes();
        if self.names_need {
            return Ok(Dice { by_need: Some(Arc::new(self.formula)), notes, ..Dice::new(name, Pmf::certain(0)) });
        }
        Ok(Dice { notes, ..self.formula.by_need(name, None)? })
    }
}

/// Notes, and dice by `need`. The names of these formulas are those of the scope, then the constants, then `need` if it
/// is used.
impl Bound {
    /// Notes that the formula may not mean what the user intended: message and suggested fix. The fix may be empty.
    pub fn notes(&self) -> Arc<[(String, String)]> {
        let place = std::iter::repeat_n(None, self.width());
        let constants = self.constants.iter().map(|value| Some((*value, *value)));
        let inputs: Vec<_> = place.chain(constants).chain([None]).collect();
        let said = |note: Note| {
            let message = format!("in `{}`, column {}: {}", shorten(self.text()), note.at + 1, note.message);
            (message, note.help.unwrap_or_default())
        };
        self.formula().notes(&inputs).into_iter().map(said).collect()
    }

    /// The distribution of a formula whose only names are the constants and `need`.
    fn weigh(&self, need: Option<i32>) -> ReadResult<Outcomes> {
        let inputs: Vec<i64> = self.constants.iter().copied().chain(need.map(i64::from)).collect();
        self.formula().weigh(&inputs).map_err(|fault| Unreadable::Faults(self.text().to_owned(), vec![fault]))
    }

    /// Dice called `name` for one value of `need`; `None` if the formula does not use it. The only names of the formula
    /// are the constants and `need`.
    pub(super) fn by_need(&self, name: &str, need: Option<i32>) -> ReadResult<Dice> {
        let outcomes = self.weigh(need)?;
        Dice::of_outcomes(name, outcomes)
            .map_err(|error| Unreadable::Whole(error.context(format_args!("dice `{name}`"))))
    }
}

impl Unreadable {
    /// Converts the reason to an error. Of several faults only the first is reported, with its column.
    pub fn into_error(self) -> Error {
        match self {
            Self::Whole(error) => error,
            Self::Faults(text, faults) => fault_error(&shorten(&text), faults),
        }
    }
}

/// Explains that `need` is not known here, if the fault is about this name; returns any other fault unchanged.
fn explain_need(fault: Fault) -> Fault {
    match fault.cause {
        Cause::Name(name) | Cause::Function(name) | Cause::Level(name) | Cause::Method(name) if name == "need" => {
            let help = "it is the lowest total of the dice that succeeds, and only rolls against a difficulty have one";
            Fault { cause: Cause::Name(name), ..Fault::new(fault.at, "`need` is not known here").help(help) }
        }
        _ => fault,
    }
}

/// The formula of a sum with advantage and disadvantage dice. They cancel one for one; the rest replace dice of the
/// first `4dF` in the sum (D11). `None` if the sum has no such dice.
fn read_advantage(name: &str) -> Option<Result<NamedFormula>> {
    let terms = terms(name)?;
    let count =
        |term: &&str| advantage_dice(term).map(|(sign, digits)| sign * digits.parse().unwrap_or(i64::MAX / 200));
    let counts: Vec<i64> = terms.iter().filter_map(count).collect();
    if counts.is_empty() {
        return None;
    }
    if counts.iter().any(|count| count.abs() > 1000) {
        let error = Error::input("the number of advantage dice is out of range").because(Cause::Range);
        return Some(Err(error.with_help("give 0 to 1000")));
    }
    let net: i64 = counts.iter().sum();
    let mut rest: Vec<String> =
        terms.iter().filter(|term| advantage_dice(term).is_none()).map(|term| (*term).to_owned()).collect();
    let Some(replaced) = rest.iter_mut().find(|term| term.trim_start_matches('+') == "4dF") else {
        return Some(Err(Error::input("there is no `4dF` whose dice the advantage dice could replace")
            .with_help("write advantage and disadvantage dice as `4dF+adv1`")));
    };
    let row = methods().iter().find(|info| info.name == if net < 0 { "4dF+disN" } else { "4dF+advN" })?;
    let size = net.abs().to_string();
    let text = format!("{}{size}", row.name.trim_end_matches('N'));
    let placeholders = row.definition.match_text(&text)?;
    let formula = match row.definition.fill_formula(&placeholders, "") {
        Ok(formula) => formula,
        Err(error) => return Some(Err(error)),
    };
    *replaced = format!("+({formula})");
    let formula = rest.concat().trim_start_matches('+').to_owned();
    Some(Ok(NamedFormula { formula, modified: holds_modifier(row, &placeholders), own: false }))
}

/// Whether results of the method include a situational modifier, given the numbers in its name.
fn holds_modifier(info: &MethodInfo, placeholders: &Placeholders<'_>) -> bool {
    let modified = Definition { formula: info.modified.to_owned(), ..info.definition.clone() };
    modified.fill_formula(placeholders, "").is_ok_and(|modified| is_true(&modified))
}

/// The method for the advantage or disadvantage dice that are left after canceling, and their number. `None` if the
/// name is not a sum with such dice.
fn advantage_row(name: &str) -> Option<(&'static MethodInfo, usize)> {
    let net: i64 = terms(name)?
        .iter()
        .filter_map(|term| advantage_dice(term).map(|(sign, digits)| sign * digits.parse::<i64>().unwrap_or(0)))
        .reduce(i64::saturating_add)?;
    let row = methods().iter().find(|info| info.name == if net < 0 { "4dF+disN" } else { "4dF+advN" })?;
    Some((row, net.unsigned_abs() as usize))
}

/// Whether the text contains a method that may occur only once in a text.
fn has_single_use_method(text: &str) -> bool {
    let found = methods().iter().find_map(|info| Some((info, info.definition.match_text(text)?.inner?)));
    found.is_some_and(|(info, inner)| !info.definition.required_results.is_empty() || has_single_use_method(inner))
}

/// Whether a truth formula without names and dice is true.
fn is_true(formula: &str) -> bool {
    let scope = FormulaScope { truth: true, ..FormulaScope::empty() };
    let weighed = Formula::read(formula, &scope).map(|formula| formula.weigh(&[]));
    matches!(weighed, Ok(Ok(Outcomes::Exact(values, _))) if values == [(1, 1)])
}
