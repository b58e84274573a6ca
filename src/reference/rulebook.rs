//! Writes the reference of all rules from the registry: the options, their meanings, and their settings in the presets.

use super::library::{Chapter, PARTS};
use super::spelled::{self, Spelled};
use crate::dice::methods;
use crate::document::dice::DICE;
use crate::document::{KeySpec, Kind as KeyKind};
use crate::ladder::Ladder;
use crate::report::formats::markdown::{self, escaped};
use crate::report::table::{Heading, Table};
use crate::rules::{CONFLICTS, Choice, NamedRecord, NumberOf, OPTIONS, OptionKind, RuleOption, Scope, Word};
use crate::scenario::{RECORD_KINDS, key_at, presets};
use crate::subject::capitalized;
use crate::subject::fight::read::FIGHTER as FIGHTER_KEYS;
use crate::text::fold_spaces;

/// Rows of the rule catalogue that belong to a table of a scenario, or a key in one, rather than to an option.
const BY_QUESTION: &[(&str, &[&str])] = &[
    ("ladder", &["A1"]),
    ("ladder.superhuman", &["A3"]),
    ("check", &["A4"]),
    ("check.trait", &["A14"]),
    ("check.modifiers", &["A13"]),
    ("check.assist", &["A18"]),
    ("check.unlisted", &["A18"]),
    ("check.outcomes", &["A6"]),
    ("check.spend", &["P1", "P2", "P4", "P5"]),
    ("check.fudge_points", &["P7"]),
    ("opposed", &["A8"]),
    ("opposed.ties", &["A8", "A9", "A11"]),
    ("opposed.active.minimum", &["A10"]),
    ("opposed.active.dice", &["A11"]),
    ("contest", &["A12"]),
    ("reaction", &["A15"]),
    ("reaction.results", &["A15"]),
    ("task", &["A17"]),
    ("task.rolls", &["A17"]),
    ("group", &["A17"]),
    ("affliction", &["W28"]),
    ("campaign", &["H5"]),
    ("campaign.stages", &["H5"]),
    ("campaign.healer", &["H1", "H2"]),
    ("healing", &["H1", "H2", "H4"]),
    ("healing.constitution", &["H3"]),
    ("healing.rapid", &["H3"]),
    ("casting.magic", &["X1"]),
    ("casting.miracle", &["X2", "D16"]),
    ("casting.psi", &["X3"]),
    ("casting.clerical", &["X4"]),
    ("casting.hedge", &["X4"]),
    ("casting.scholarly", &["X4"]),
    ("casting.kaer", &["X5"]),
    ("casting.lite", &["X6"]),
    ("sheets", &["E1", "E6", "E7"]),
    ("sheets.system", &["E1", "E6", "E7"]),
    ("creation", &["E2"]),
    ("creation.attribute_dice", &["D19"]),
    ("experience", &["E3"]),
    ("experience.surcharge", &["E3"]),
    ("experience.exchange", &["E4"]),
    ("experience.prices", &["E3", "E5"]),
    ("experience.failures", &["E5"]),
    ("experience.key_hits", &["E5"]),
];

/// Rows of the rule catalogue that belong to a key of a fighter rather than to an option.
const BY_FIGHTER: &[(&str, &[&str])] = &[
    ("modifiers", &["M2"]),
    ("fodder", &["M17"]),
    ("position", &["M14"]),
    ("tactic", &["M18"]),
    ("hit_bonus", &["W1"]),
    ("martial_art", &["W2"]),
    ("thrown_unskilled", &["W2"]),
    ("defense", &["W3"]),
    ("strength_scale", &["W4"]),
    ("mass_scale", &["W4"]),
    ("scale_piercing", &["W4"]),
    ("weapon_tech", &["W4"]),
    ("halves_armor", &["W5"]),
    ("injury_boxes", &["W16"]),
    ("injuries", &["W16"]),
    ("serious", &["W16"]),
    ("ignores_armor", &["W18"]),
    ("pain", &["W24"]),
    ("fatigue_cards", &["W30"]),
    ("unaware", &["C9"]),
    ("shoddy", &["A16"]),
    ("danger_sense", &["C9"]),
    ("poisoned", &["W28"]),
    ("begins_poisoned", &["W28"]),
    ("against", &["M2"]),
    ("flees", &["C14"]),
    ("place", &["R1"]),
    ("helpless", &["C9"]),
    ("only_defends", &["C9"]),
    ("combat_paralysis", &["C9"]),
    ("speed_power", &["C10"]),
    ("plus_level", &["C12"]),
    ("abilities", &["W28"]),
    ("blade", &["W28"]),
    ("resistance", &["W15"]),
    ("fudge_points", &["P7"]),
    ("spend", &["P2", "P4", "P5", "P7"]),
    ("stuns", &["W19"]),
    ("pulls", &["W20"]),
    ("yields_at", &["C13"]),
    ("evades_at", &["W22", "W23"]),
    ("overcomes_at", &["W25"]),
    ("combat_reflexes", &["M19"]),
    ("peripheral_vision", &["M19"]),
    ("quick_reflexes", &["M19", "R2"]),
    ("weapon", &["R4"]),
    ("missile", &["R4", "R5"]),
    ("dodge", &["R2"]),
    ("cover", &["R1"]),
];

/// The row of the rule catalogue for dice defined in a file.
const OWN_DICE: &str = "D18";

/// The worked examples of the sources, which the tests replay with the printed dice: row, example, source.
const EXAMPLES: &[[&str; 3]] = &[
    ["V1", "Snorri and Brynhild, five rounds", "SRD 4.7"],
    ["V2", "Rachel and Archie, damage read off three dice", "SRD 4.63"],
    ["V3", "the factors of Leroy and Theodora", "SRD 4.55"],
    ["V4", "Sheba and McMurtree, Fionn and Sheba, Wilbur and the dragon: Scale", "SRD 4.58"],
    ["V5", "the same three in 1993", "F93 4.64"],
    ["V6", "the limits of the damage roll", "SRD 4.61, F93 4.72"],
    ["V7", "wounds marked one after the other", "SRD 4.57"],
    ["V8", "Paco and three thugs", "SRD 4.34"],
    ["V9", "Tucker and the pirates, one roll for all of them", "SRD 4.34, F93 4.62"],
    ["V10", "Nevada Slim and the El Paso Hombre, Will Scarlet and Dicken", "SRD 4.4"],
    ["V11", "postures, by which both are hit", "SRD 4.32"],
    ["V12", "D'Artagnan evades again and again", "SRD 7.44"],
    ["V13", "Max's wounds by knife, Risonda's will", "KAER"],
    ["V14", "Barney's two spells, and a natural critical", "SRD 7.15"],
    ["V15", "psionic struggles", "SRD 7.37"],
    ["V16", "a miracle that is rolled for three times", "SRD 7.22"],
    ["V17", "Gus and Ivan: a level with a plus", "SRD 4.36"],
    ["V18", "checks against warg riders, and a flash cantrip", "LITE"],
    ["V19", "the table of success rates", "SRD 3.23, F93 4.23"],
    ["V20", "the factors of Jeb the Dwarf", "F93 4.72"],
];

/// The forms of a wound record in a file.
const RECORD_TABLE: &str = "a track by name, or a table: `kind`; `levels` from the lightest on, each with `name`, and as \
     the kind needs them `from` (points), `boxes`, `penalty` and `out` (it ends the fight for whoever has it); `overflow`, \
     where a wound goes that finds no open box (boxes, health); `extra`, boxes beyond the printed table (health, \
     capacity-points); `boxes`, `per_hit` and `policy` (absorb). What is left out is as before. `scenarios/own-wound-track.toml` has one";

/// The forms of a damage rule in a file.
const OWN_DAMAGE: &str = "one of these words, or a rule of your own as formulas (docs/fight-formulas.md), such as \
     `{ points = \"degree + offense - defense + scale\" }`, or \
     `{ roll = \"4dF\", steps = [[\"factor\", \"offense - defense + scale\"], [\"points\", \"degree + factor + roll\"]] }`; a last step that is called \
     `level` is the wound level of the hit";

const SCOPES: [(Scope, &str); 10] = [
    (Scope::All, "Wherever dice are rolled"),
    (Scope::Actions, "All actions outside fights"),
    (Scope::Traits, "Actions with a trait"),
    (Scope::Success, "Checks, and processes of your own"),
    (Scope::Checks, "Checks"),
    (Scope::Reactions, "Reactions"),
    (Scope::Healing, "Healing"),
    (Scope::Points, "Fights, and wherever Fudge points are spent"),
    (Scope::PointsOnDifficulty, "Fights, and Fudge points spent on a difficulty"),
    (Scope::Fights, "Fights"),
];

/// The reference as Markdown: all options by scope, then dice, keys, tactics, abilities, the library, worked examples
/// and conflicts.
pub fn reference() -> String {
    let mut out = String::from(
        "# Rules\n\nEverything `[rules]` may set. Written by `fudgelab list rules --markdown` from the registry \
         (`src/engine/rules/registry/`); a test holds this file to it. Ids in brackets are rows of the rule catalogue; sources \
         are sections of the SRD of 2005, of FUDGE of 1993 (F93), and of LITE and KAER.\n",
    );
    for (scope, title) in SCOPES {
        let sections: String = OPTIONS.iter().filter(|option| option.scope == scope).map(section).collect();
        if !sections.is_empty() {
            out.push_str(&format!("\n## {title}\n{sections}"));
        }
    }
    out.push_str(
        "\n## Dice methods\n\nWhat `dice` may be, besides any formula (docs/formulas.md). `N`, `M` and `K` stand for numbers, and `X` for other dice. \
         `fudgelab list dice` shows them too.\n\n",
    );
    out.push_str(&table(["dice", "rows", "source", "meaning", "formula"], dice_rows()));
    out.push_str("\n## Keys outside `[rules]`\n\nYour own ladder, and actions outside fights.\n\n");
    out.push_str(&keys(BY_QUESTION, key_at));
    out.push_str("\n## Rules that go by fighter\n\nKeys of `[fighters.*]`.\n\n");
    out.push_str(&keys(BY_FIGHTER, |key| FIGHTER_KEYS.find(key).copied()));
    out.push_str("\n## Tactics\n\nThe stances that a fighter's `tactic` may choose; those of different kinds may be combined with `and`.\n\n");
    out.push_str(&markdown::table(&spelled::stances()));
    out.push_str(
        "\n## Special abilities\n\nWhat may stand in `abilities` of a fighter (W28): `true`, or a table of figures. What its source \
         leaves without a figure is not played until one is given, which a warning says.\n\n",
    );
    out.push_str(&table(["key", "meaning"], ability_rows()));
    out.push_str(
        "\n## The library\n\nWhat files may name without writing it down; `docs/library.md` has it whole.\n\n",
    );
    let cells = |part: &Chapter| {
        [part.title, part.rows, part.source, &format!("fudgelab list {}", part.list)].map(str::to_owned).to_vec()
    };
    out.push_str(&table(["part", "rows", "source", "shown by"], PARTS.iter().map(cells).collect()));
    out.push_str("\n## Worked examples\n\nThe tests replay what the sources work out, with the dice they print.\n\n");
    let rows =
        EXAMPLES.iter().map(|[row, example, source]| [example, row, source].map(|cell| (*cell).to_owned()).to_vec());
    out.push_str(&table(["example", "rows", "source"], rows.collect()));
    out.push_str("\n## What contradicts what\n\n");
    let rows = CONFLICTS
        .iter()
        .map(|one| vec![one.keys.join(", "), one.reason.to_owned(), one.cure.replace('`', "")])
        .collect();
    out.push_str(&table(["options", "why", "cure"], rows));
    out
}

/// A table of keys with their rows of the rule catalogue.
fn keys(listed: &[(&str, &[&str])], find: fn(&str) -> Option<KeySpec>) -> String {
    let row = |(key, ids): &(&str, &[&str])| {
        let spec = find(key)?;
        Some(vec![format!("{key} = {}", spec.example), ids.join(", "), spec.described()])
    };
    table(["key", "rows", "meaning"], listed.iter().filter_map(row).collect())
}

/// The dice methods by name, followed by dice defined in a file.
fn dice_rows() -> Vec<Vec<String>> {
    let named = methods().iter().map(|method| {
        let formula = format!("`{}`", fold_spaces(method.formula));
        [method.name, method.row, method.source, method.meaning, &formula].map(str::to_owned).to_vec()
    });
    let keys: Vec<&str> = DICE.specs().iter().map(|spec| spec.key).collect();
    let own = format!("{{ {} }}", keys.join(", "));
    named.chain([[&*own, OWN_DICE, "", DICE.meaning(), ""].map(str::to_owned).to_vec()]).collect()
}

/// The special abilities, each followed by its figures.
fn ability_rows() -> Vec<Vec<String>> {
    let row = |path: String, spec: &KeySpec| vec![format!("{path} = {}", spec.example), spec.described()];
    let abilities = FIGHTER_KEYS.find("abilities");
    let rows = |spec: &KeySpec| -> Vec<Vec<String>> {
        let figures = figures_of(&spec.kind).iter().map(|figure| row(format!("{}.{}", spec.key, figure.key), figure));
        [row(spec.key.to_owned(), spec)].into_iter().chain(figures).collect()
    };
    abilities.map_or(&[][..], |spec| figures_of(&spec.kind)).iter().flat_map(rows).collect()
}

/// The keys of the table that a value can be; empty if it cannot be a table.
fn figures_of(kind: &KeyKind) -> &'static [KeySpec] {
    match kind {
        KeyKind::Table(keys) => keys.specs(),
        KeyKind::Any(kinds) => kinds.iter().map(figures_of).find(|keys| !keys.is_empty()).unwrap_or_default(),
        _ => &[],
    }
}

fn section(option: &RuleOption) -> String {
    let ids = option.rows.join(", ");
    let mut out = format!("\n### {}\n\n{} ({ids}; {}).\n", option.key, capitalized(option.meaning), option.source);
    let (named, said): (Vec<_>, Vec<_>) = choices(option).into_iter().partition(|(word, _)| !word.is_empty());
    said.iter().for_each(|(_, meaning)| out.push_str(&format!("\nIt is {meaning}.\n")));
    if !named.is_empty() {
        let rows = named.into_iter().map(|(word, meaning)| vec![word, meaning]).collect();
        out.push_str(&format!("\n{}", table(["choice", "meaning"], rows)));
    }
    out.push_str(&format!("\nIn presets: {}.\n", escaped(&in_presets(option).0)));
    for Spelled { sentence, table } in spelled::of(option.key) {
        out.push_str(&format!("\n{}\n\n{}", escaped_words(&sentence), markdown::table(&table)));
    }
    if let Some(formulas) = formulas(option) {
        out.push_str(&format!("\n{FORMULAS}\n\n```text\n{formulas}```\n"));
    }
    out
}

/// The sentence above formulas.
pub const FORMULAS: &str = "As formulas, to be copied under `[rules.damage]` and changed (docs/fight-formulas.md):";

/// The printed damage rules as formulas, by the choices of an option; `None` if the option does not change damage.
pub fn formulas(option: &RuleOption) -> Option<String> {
    Some(spelled::formulas(option)).filter(|formulas| !formulas.is_empty())
}

/// Escapes text for Markdown, except its code spans.
fn escaped_words(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let part = |(place, part): (usize, &str)| if place % 2 == 0 { escaped(part) } else { format!("`{part}`") };
    parts.map(part).collect()
}

fn table<const N: usize>(headings: [&str; N], rows: Vec<Vec<String>>) -> String {
    markdown::table_of(&Table::new("", headings.map(Heading::left), rows), escaped_words)
}

/// The choices of an option as pairs of word and meaning. Values that are not fixed words are described by a pair with
/// an empty word.
pub fn choices(option: &RuleOption) -> Vec<(String, String)> {
    let said = |meaning: String| vec![(String::new(), meaning)];
    let listed = |words: &[Word]| -> Vec<(String, String)> {
        words.iter().map(|word| (word.word.to_owned(), word.meaning.to_owned())).collect()
    };
    match option.kind {
        OptionKind::Damage { words, .. } => [listed(words()), said(OWN_DAMAGE.to_owned())].concat(),
        OptionKind::Words { words, .. } => listed(words()),
        OptionKind::Dice { .. } => said("the name of dice: see `fudgelab list dice`".to_owned()),
        OptionKind::Number { of, word, .. } => {
            let number = match of {
                NumberOf::Level => "a level".to_owned(),
                NumberOf::Wound => "the name of a wound level".to_owned(),
                NumberOf::Whole { low, high } => format!("a whole number from {low} to {high}"),
            };
            said(match word {
                Some(word) => format!("{number}, or `{word}`"),
                None => number,
            })
        }
        OptionKind::Integers { .. } => said("a list of whole numbers, ascending".to_owned()),
        OptionKind::WordList { words, .. } => listed(words),
        OptionKind::Record { .. } => {
            let kinds = RECORD_KINDS.map(|(word, _, meaning)| (format!("{{ kind = \"{word}\" }}"), meaning.to_owned()));
            [listed(NamedRecord::WORDS), kinds.to_vec(), said(RECORD_TABLE.to_owned())].concat()
        }
    }
}

/// The option's setting in each preset, or the one that all presets share; and whether they share one.
pub fn in_presets(option: &RuleOption) -> (String, bool) {
    let ladder = Ladder::default();
    let settings: Vec<(&str, String)> =
        presets().iter().map(|preset| (preset.name, option.setting(&preset.rules, &ladder))).collect();
    let agreed = settings.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let told = match settings.first() {
        Some((_, setting)) if agreed => format!("every preset: {setting}"),
        _ => settings.iter().map(|(name, setting)| format!("{name}: {setting}")).collect::<Vec<_>>().join("; "),
    };
    (told, agreed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_with_catalogue_rows_exist() {
        let absent: Vec<_> = BY_QUESTION.iter().filter(|(path, _)| key_at(path).is_none()).collect();
        assert!(absent.is_empty(), "{absent:?}");
        let fighter = |key: &str| FIGHTER_KEYS.find(key).is_some();
        let absent: Vec<_> = BY_FIGHTER.iter().filter(|(key, _)| !fighter(key)).collect();
        assert!(absent.is_empty(), "{absent:?}");
        assert!(key_at("opposed.active.mininum").is_none() && key_at("title.names").is_none());
    }
}
