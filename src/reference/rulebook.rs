//! Writes the reference of all rules from the registry: the options, their meanings, and their settings in the presets.

use super::layout::{escape_except_code, fold_if_long, heading_link, table, word_meanings};
use super::library::CHAPTERS;
use super::questions::{QUESTIONS, Question};
use super::rule_tables::{self, RuleTable};
use crate::dice::methods;
use crate::document::dice::DICE;
use crate::ladder::Ladder;
use crate::report::formats::markdown;
use crate::rules::{CONFLICTS, Choice, NamedRecord, NumberOf, OptionKind, RuleOption, STANCES, Scope, Word};
use crate::scenario::{DEFAULT_PRESET, RECORD_KINDS, key_at, presets};
use crate::subject::capitalized;
use crate::text::fold_spaces;

/// The worked examples of the sources, which the tests replay with the printed dice: row of the rule catalog, example,
/// source.
pub const EXAMPLES: &[[&str; 3]] = &[
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

/// A description of the ways to write a wound record in a file.
const RECORD_FORMS: &str = "the name of a track, or a table that changes the preset's record. In the table, `kind` says what a blow \
     marks. `levels` lists the wound levels, from the lightest. Each has a `name` and, if the kind uses them, `from` (the fewest points of \
     such a wound), `boxes` and `penalty`. `out = true` means that a wound of this level puts a fighter out of action. Other keys are for \
     some kinds only: `overflow`, `extra`, `boxes`, `per_hit` and `policy`. Keys that you leave out keep the preset's setting, or the usual \
     one for another `kind`. `fudgelab list keys record` explains every key";

/// A description of the ways to write a damage rule in a file.
const DAMAGE_RULE_FORMS: &str = "one of these words, or a rule of your own as formulas, such as \
     `{ points = \"degree + offense - defense + scale\" }`, or \
     `{ roll = \"4dF\", steps = [[\"factor\", \"offense - defense + scale\"], [\"points\", \"degree + factor + roll\"]] }`; a last step that is called \
     `level` is the wound level of the hit";

/// The rolls that an option with this scope applies to, as the end of the sentence `Applies to …`.
fn scope_phrase(scope: Scope) -> &'static str {
    match scope {
        Scope::All => "all rolls",
        Scope::Actions => "all actions outside fights",
        Scope::Traits => "actions with a trait, and spells in fights",
        Scope::Success => "checks, processes of your own, and spells in fights",
        Scope::Checks => "checks, and spells in fights",
        Scope::Criticals => "checks and fights",
        Scope::Reactions => "reactions",
        Scope::Healing => "healing",
        Scope::Wounds => "fights and healing",
        Scope::Points => "fights, and wherever Fudge points are spent",
        Scope::PointsOnDifficulty => "fights, and Fudge points spent on a difficulty",
        Scope::Fights => "fights",
    }
}

/// The reference as Markdown: contents, the options and other keys by question, and lists of everything else that the
/// rules name.
pub fn reference() -> String {
    let mut out = String::from(
        "# Rules\n\nEvery option of `[rules]`, grouped by the question that it answers. `fudgelab list rules WORD` finds options by words in their \
         names and meanings. [scenario.md](scenario.md) has all other keys, and [Formulas in fights](fight-formulas.md) shows how to write rules \
         of your own. Sources are sections of the Fudge System Reference Document of 2005 (SRD) and its Fantasy Fudge (FF), of FUDGE of 1993 \
         (F93), of Fudge Lite (LITE), and of a campaign's house rules (KAER).\n\n",
    );
    out.push_str(&format!("- {}\n", heading_link(PRESET_QUESTION)));
    let lists = list_sections();
    for Question { title, options, .. } in QUESTIONS {
        let options = options.iter().map(|key| heading_link(key)).collect::<Vec<_>>().join(", ");
        out.push_str(format!("- {} {options}", heading_link(title)).trim_end());
        out.push('\n');
    }
    lists.iter().for_each(|(title, ..)| out.push_str(&format!("- {}\n", heading_link(title))));
    out.push_str(&preset_section());
    QUESTIONS.iter().for_each(|question| out.push_str(&question_section(question)));
    lists.iter().for_each(|(title, about, list)| out.push_str(&format!("\n## {title}\n\n{about}\n\n{list}")));
    out
}

/// The title of the section on presets.
const PRESET_QUESTION: &str = "What is a preset?";

/// The section on presets: their meaning, a table of them, and how to choose one.
fn preset_section() -> String {
    let rows = presets().iter().map(|preset| [format!("`{}`", preset.name), preset.meaning.clone()]);
    let presets = plain_table("presets", ["preset", "rules"], &rows.collect::<Vec<_>>());
    format!(
        "\n## {PRESET_QUESTION}\n\nA preset is a complete set of rules: it has a setting for every option below, as in one rule book or \
         one campaign. `base` in `[rules]` names the preset. Any other option in `[rules]` replaces the preset's setting. Without `base`, \
         the preset is `{DEFAULT_PRESET}`.\n\n```toml\n[rules]\nbase = \"srd\"      # the preset\ngraze = \"off\"     # instead of the \
         preset's setting\n```\n\n{presets}\nChoose the preset of the book that you play. If you play house rules, choose the preset \
         that is nearest to them, and set the options that differ. `nutshell` has the fewest rules, so it suits house rules that add \
         one thing at a time. Each option below shows its setting in every preset. A group can also write \
         [a preset of its own](running.md#rules-dice-and-traits).\n"
    )
}

fn question_section(question: &Question) -> String {
    let options: String = question.options.iter().filter_map(|key| RuleOption::find(key)).map(option_section).collect();
    let key = |(path, _): &(&str, _)| {
        let spec = key_at(path)?;
        Some([
            escape_except_code(&format!("`{path} = {}`", spec.example)),
            escape_except_code(&spec.described()) + &word_meanings(&spec.kind),
        ])
    };
    let keys: Vec<_> = question.keys.iter().filter_map(key).collect();
    let heading = if options.is_empty() || keys.is_empty() { "" } else { "\n### Keys outside `[rules]`\n" };
    let keys =
        if keys.is_empty() { String::new() } else { "\n".to_owned() + &table("keys", ["key", "meaning"], &keys) };
    format!("\n## {}\n{options}{heading}{keys}", question.title)
}

/// The lists after the options: title, introduction, and table.
fn list_sections() -> [(&'static str, &'static str, String); 5] {
    let formula = |formula| format!("`{}`", fold_spaces(formula));
    let named =
        methods().iter().map(|one| [one.name, one.source, one.meaning, &formula(one.formula)].map(str::to_owned));
    let keys: Vec<&str> = DICE.specs().iter().map(|spec| spec.key).collect();
    let own = [&*format!("`{{ {} }}`", keys.join(", ")), "", DICE.meaning(), ""].map(str::to_owned);
    let dice: Vec<_> = named.chain([own]).collect();
    let tactics = STANCES.iter().map(|one| [one.word, one.meaning, one.needs, one.source].map(str::to_owned));
    let parts = CHAPTERS
        .iter()
        .map(|one| [one.title.to_owned(), one.source.to_owned(), format!("`fudgelab list {}`", one.list)]);
    let examples = EXAMPLES.iter().map(|[_, example, source]| [*example, *source].map(str::to_owned));
    let conflicts = CONFLICTS.iter().map(|one| [one.keys.join(", "), one.reason.to_owned(), one.cure.to_owned()]);
    [
        (
            "Which dice methods are there?",
            "`dice` is one of these, or any [formula](formulas.md). `N`, `M` and `K` are numbers, and `X` is other dice.",
            plain_table("dice methods", ["dice", "source", "meaning", "formula"], &dice),
        ),
        (
            "What does each tactic do?",
            "`tactic` of a fighter is one of these, or several of different kinds, joined by `and`.",
            plain_table("tactics", ["tactic", "what it does", "needs", "source"], &tactics.collect::<Vec<_>>()),
        ),
        (
            "What is in the library?",
            "Files can name everything in [the library](library.md) without defining it.",
            plain_table("parts", ["part", "source", "shown by"], &parts.collect::<Vec<_>>()),
        ),
        (
            "Which examples of the sources are tested?",
            "With the rolls printed in the books, the program gets the printed results of these examples.",
            plain_table("examples", ["example", "source"], &examples.collect::<Vec<_>>()),
        ),
        (
            "Which options contradict each other?",
            "A file is rejected if its settings contradict each other.",
            plain_table("contradictions", ["options", "reason", "cure"], &conflicts.collect::<Vec<_>>()),
        ),
    ]
}

fn option_section(option: &RuleOption) -> String {
    let RuleOption { key, source, scope, .. } = option;
    let meaning = capitalized(option.meaning);
    let mut out = format!("\n### {key}\n\n{meaning}. Applies to {}. Source: {source}.\n", scope_phrase(*scope));
    let (named, said): (Vec<_>, Vec<_>) = choices(option).into_iter().partition(|(word, _)| !word.is_empty());
    said.iter().for_each(|(_, meaning)| out.push_str(&format!("\nIt is {meaning}.\n")));
    if !named.is_empty() {
        let rows: Vec<_> = named.into_iter().map(<[String; 2]>::from).collect();
        out.push_str(&format!("\n{}", plain_table("choices", ["choice", "meaning"], &rows)));
    }
    let (settings, agreed) = in_presets(option);
    let presets = if agreed { "In" } else { "In presets:" };
    out.push_str(&format!("\n{presets} {}.\n", escape_except_code(&settings)));
    let tables = rule_tables::tables_for(option.key);
    let rows: usize = tables.iter().map(|one| one.table.rows.len()).sum();
    let shown = |RuleTable { sentence, table }: &RuleTable| {
        format!("{}\n\n{}", escape_except_code(sentence), markdown::table(table))
    };
    if rows > 0 {
        out.push_str(&format!(
            "\n{}",
            fold_if_long(rows, "rows", &tables.iter().map(shown).collect::<Vec<_>>().join("\n"))
        ));
    }
    if let Some((sentence, formulas)) = formulas(option) {
        let text = fold_if_long(formulas.lines().count(), "lines", &format!("```text\n{formulas}```\n"));
        out.push_str(&format!("\n{sentence}\n\n{text}"));
    }
    out
}

/// A table of plain text, in which text between backticks is code.
fn plain_table<const N: usize>(noun: &str, headings: [&str; N], rows: &[[String; N]]) -> String {
    table(
        noun,
        headings,
        &rows.iter().map(|row| row.each_ref().map(|cell| escape_except_code(cell))).collect::<Vec<_>>(),
    )
}

/// The printed damage rules as formulas, by the choices of an option, with the sentence above them; `None` if the
/// option does not change damage.
pub fn formulas(option: &RuleOption) -> Option<(String, String)> {
    rule_tables::formulas(option)
}

/// The choices of an option as pairs of word and meaning. A pair with an empty word describes values that are not fixed
/// words, such as numbers.
pub fn choices(option: &RuleOption) -> Vec<(String, String)> {
    let said = |meaning: String| vec![(String::new(), meaning)];
    let listed = |words: &[Word]| -> Vec<(String, String)> {
        words.iter().map(|word| (word.word.to_owned(), word.meaning.to_owned())).collect()
    };
    match option.kind {
        OptionKind::Damage { words, .. } => [listed(words()), said(DAMAGE_RULE_FORMS.to_owned())].concat(),
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
            [listed(NamedRecord::WORDS), kinds.to_vec(), said(RECORD_FORMS.to_owned())].concat()
        }
    }
}

/// The option's setting in each preset, or only once if all presets have the same setting, and whether they do.
pub fn in_presets(option: &RuleOption) -> (String, bool) {
    let ladder = Ladder::default();
    let settings: Vec<(&str, String)> =
        presets().iter().map(|preset| (preset.name, option.setting(&preset.rules, &ladder))).collect();
    let agreed = settings.windows(2).all(|pair| pair[0].1 == pair[1].1);
    let words = match settings.first() {
        Some((_, setting)) if agreed => format!("every preset: {setting}"),
        _ => settings.iter().map(|(name, setting)| format!("{name}: {setting}")).collect::<Vec<_>>().join("; "),
    };
    (words, agreed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::OPTIONS;

    #[test]
    fn every_option_answers_one_question() {
        let sorted = |mut keys: Vec<&'static str>| {
            keys.sort_unstable();
            keys
        };
        let listed = QUESTIONS.iter().flat_map(|question| question.options).copied().collect();
        assert_eq!(sorted(listed), sorted(OPTIONS.iter().map(|option| option.key).collect()));
    }

    #[test]
    fn every_damage_choice_has_a_list_of_steps() {
        let texts: Vec<String> = OPTIONS.iter().filter_map(formulas).map(|(_, text)| text).collect();
        assert_eq!(texts.len(), 7);
        for block in texts.iter().flat_map(|text| text.split("\n\n")) {
            assert!(block.starts_with("# ") && block.contains("s = [\n"), "{block}");
        }
    }

    #[test]
    fn keys_of_questions_exist() {
        let mut paths = QUESTIONS.iter().flat_map(|question| question.keys).map(|(path, _)| *path);
        assert_eq!(paths.find(|path| key_at(path).is_none_or(|spec| !path.ends_with(spec.key))), None);
        assert!(key_at("opposed.active.mininum").is_none() && key_at("title.names").is_none());
    }
}
