//! The presets: rule sets that are read like a user's own `[rules]`.

use super::base;
use super::definitions::definitions_of;
use super::resolve::{ROOT, RULES_KEY, TITLE};
use super::rules::{BasedRules, read_over};
use crate::document::include::{Document, LoadOptions, load};
use crate::document::key::Context;
use crate::document::keys::listed;
use crate::document::node::Node;
use crate::document::parse::parse;
use crate::document::problem::Problems;
use crate::document::reader::Reader;
use crate::document::source::Source;
use crate::document::{decode, nearest};
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::rules::{OPTIONS, Rules, differing};
use crate::study::Warning;
use crate::subject::SUBJECTS;
use std::path::Path;
use std::sync::LazyLock;

/// The preset of a scenario that names none.
pub const DEFAULT_PRESET: &str = "srd";

/// A preset.
#[derive(Debug, Clone)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub meaning: String,
    /// Its rules.
    pub rules: Rules,
}

/// The files of the presets.
const FILES: [(&str, &str); 7] = [
    ("srd", include_str!("presets/srd.toml")),
    ("nutshell", include_str!("presets/nutshell.toml")),
    ("fudge-1993", include_str!("presets/fudge-1993.toml")),
    ("kaer", include_str!("presets/kaer.toml")),
    ("lite", include_str!("presets/lite.toml")),
    ("fantasy", include_str!("presets/fantasy.toml")),
    ("cinematic", include_str!("presets/cinematic.toml")),
];

static PRESETS: LazyLock<Vec<Preset>> =
    LazyLock::new(|| FILES.iter().filter_map(|(name, text)| read(name, text).ok()).collect());

/// All presets.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// The default preset: its name and its rules.
pub(super) fn start() -> (String, Rules) {
    let rules = Preset::find(DEFAULT_PRESET).map_or_else(|_| Rules::plain(), |(_, rules)| rules.clone());
    (DEFAULT_PRESET.to_owned(), rules)
}

impl Preset {
    /// The preset of this name, and its rules.
    ///
    /// # Errors
    /// An unknown name.
    pub fn find(name: &str) -> Result<(&'static Self, &'static Rules)> {
        let names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
        let Some(preset) = presets().iter().find(|preset| preset.name == name) else {
            let help = nearest(name, names.iter().copied())
                .map_or_else(|| format!("presets are {}", listed(&names)), |word| format!("did you mean `{word}`?"));
            return Err(Error::input(format!("unknown preset `{name}`")).with_help(help));
        };
        Ok((preset, &preset.rules))
    }
}

/// Reads a preset of the program.
fn read(name: &'static str, text: &str) -> std::result::Result<Preset, Problems> {
    let mut problems = Problems::new();
    let source = problems.add_source(Source::from_bytes(format!("{name}.toml"), text.as_bytes().to_vec())?);
    let root = parse(source, &mut problems);
    let plain = (String::new(), Rules::plain());
    let read = read_file(&root, "the preset", plain, Context::plain(), &mut problems, &mut Vec::new());
    let (title, rules) = read.map_or_else(|| (None, Rules::plain()), |(title, read)| (title, read.rules));
    problems.into_result(Preset { name, meaning: title.unwrap_or_default(), rules })
}

/// A file that is a preset of one's own and nothing else.
#[derive(Debug, Clone)]
pub struct OwnPreset {
    /// Its title.
    pub title: Option<String>,
    /// The preset that it starts from.
    pub base: String,
    /// The options that it sets otherwise: key and setting.
    pub settings: Vec<(&'static str, String)>,
}

/// Reads a file that has `[rules]` and nothing to roll; `None` for any other file.
pub fn own_preset(path: &Path, allow_outside: bool) -> Option<std::result::Result<OwnPreset, Problems>> {
    let Document { mut root, mut problems, bases, .. } = load(path, LoadOptions { allow_outside });
    if !is_preset(&root) {
        return None;
    }
    base::put(&mut root, &bases);
    let definitions = definitions_of(&root, &mut problems);
    let context = Context { definitions: &definitions, ..Context::plain() };
    let read = read_file(&root, "the preset", start(), context, &mut problems, &mut Vec::new());
    let own = read.map(|(title, BasedRules { base, preset, rules })| {
        let ladder = Ladder::default();
        let changed = differing(&rules, &preset, &ladder);
        let settings = OPTIONS.iter().filter(|option| changed.contains(&option.key));
        let settings = settings.map(|option| (option.key, option.setting(&rules, &ladder)));
        let by_formulas = rules.own.told().into_iter().map(|(key, _, text)| (key, text));
        let settings = settings.chain(by_formulas).collect();
        OwnPreset { title, base, settings }
    });
    let own = own.unwrap_or_else(|| OwnPreset { title: None, base: String::new(), settings: Vec::new() });
    Some(problems.into_result(own))
}

/// Whether a document has rules and nothing to roll.
pub(super) fn is_preset(root: &Node) -> bool {
    let has = |key: &str| root.as_table().is_some_and(|table| table.entry(key).is_some());
    has(RULES_KEY.spec().key) && !SUBJECTS.iter().any(|subject| has(subject.info().key.key))
}

/// Reads a preset's file as a scenario is read, over the rules of a preset of this name: its title and its rules. What else a scenario may
/// hold is passed over.
pub(super) fn read_file(
    root: &Node,
    name: &str,
    over: (String, Rules),
    context: Context<'_>,
    problems: &mut Problems,
    notes: &mut Vec<Warning>,
) -> Option<(Option<String>, BasedRules)> {
    Reader::open(root, name, &ROOT, context, problems, |reader| {
        let read = [TITLE.spec().key, RULES_KEY.spec().key];
        ROOT.specs().iter().filter(|spec| !read.contains(&spec.key)).for_each(|spec| reader.pass(spec));
        let title = reader.read(&TITLE);
        if !reader.has(&RULES_KEY) {
            reader.missing(&RULES_KEY);
        }
        let rules = |reader: &mut Reader<'_>| Some(read_over(reader, over.clone(), None, Some(name), notes));
        let rules = reader.read_with(&RULES_KEY, decode::table(rules))?;
        Some((title, rules))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::CONFLICTS;

    #[test]
    fn every_preset_file_is_sound_and_contradicts_nothing() {
        for (name, text) in FILES {
            let preset = read(name, text).unwrap_or_else(|problems| panic!("{}", problems.render(false)));
            let rules = preset.rules;
            rules.record.check().unwrap();
            for conflict in CONFLICTS {
                assert!(!(conflict.holds)(&rules), "{name}: {:?}", conflict.keys);
            }
        }
        assert_eq!(presets().len(), FILES.len());
    }

    #[test]
    fn a_preset_is_found_by_its_name() {
        assert!(Preset::find("srdd").unwrap_err().help().is_some_and(|help| help.contains("`srd`")));
        assert!(Preset::find("srd").is_ok());
    }
}
