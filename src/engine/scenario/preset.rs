//! The presets: rule sets that are read like a user's own `[rules]`.

use super::rules::{RULES, apply};
use crate::document::key::{Context, Key, keys};
use crate::document::keys::{Kind, listed};
use crate::document::node::Node;
use crate::document::parse::parse;
use crate::document::problem::Problems;
use crate::document::reader::Reader;
use crate::document::source::Source;
use crate::document::{decode, nearest};
use crate::error::{Error, Result};
use crate::rules::Rules;
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

keys! {
    /// The keys of a preset's file.
    KEYS = "preset": "A preset's file.";
    MEANING: Key<String> = Key::text("meaning").means("What it is.", "\"…\"").required();
    ITS_RULES: Key<Node> = Key::new("rules", Kind::Free, decode::node).means("Its rules.", "{}").required();
}

static PRESETS: LazyLock<Vec<Preset>> =
    LazyLock::new(|| FILES.iter().filter_map(|(name, text)| read(name, text).ok()).collect());

/// All presets.
pub fn presets() -> &'static [Preset] {
    &PRESETS
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

/// Reads a preset's file as a scenario's `[rules]` are read.
fn read(name: &'static str, text: &str) -> std::result::Result<Preset, Problems> {
    let mut problems = Problems::new();
    let source = match Source::from_bytes(format!("{name}.toml"), text.as_bytes().to_vec()) {
        Ok(source) => source,
        Err(problem) => {
            problems.push(problem);
            return Err(problems);
        }
    };
    let source = problems.add_source(source);
    let root = parse(source, &mut problems);
    let mut rules = Rules::plain();
    let context = Context::plain();
    let preset = Reader::open(&root, "the preset", &KEYS, context, &mut problems, |reader| {
        let node = reader.read(&ITS_RULES)?;
        Reader::open(&node, "[rules]", &RULES, context, reader.problems(), |reader| {
            apply(reader, &mut rules, None);
            Some(())
        });
        Some(Preset { name, meaning: reader.read(&MEANING)?, rules })
    });
    match preset {
        Some(preset) if problems.is_empty() => Ok(preset),
        _ => Err(problems),
    }
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
