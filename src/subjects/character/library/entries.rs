//! Reads the files of the library.

use super::super::PRICES;
use super::{CastingCost, Cost, Feature, Kind, Magic};
use crate::document::{
    Context, FAR, Item, Key, KeyOr, Keys, Kind as KeyKind, Problems, Reader, decode, keys, parse::parse_as,
};
use crate::rules::Choice;

/// The name and text of the library file for `kind`.
const fn file(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Gifts => ("gifts.toml", include_str!("gifts.toml")),
        Kind::Faults => ("faults.toml", include_str!("faults.toml")),
        Kind::Powers => ("powers.toml", include_str!("powers.toml")),
        Kind::Spells => ("spells.toml", include_str!("spells.toml")),
    }
}

/// The key for the worth of a gift, fault or power, in gifts. The library and sheets both use it.
pub(in super::super) const WORTH: Key<f64> = Key::number("worth", 0.0, FAR as f64)
    .means("The worth in gifts. Half a gift is three skill levels.", "0.5")
    .otherwise("as in `fudgelab list gifts`, `faults` or `powers`; for other names 1, or 2 for a power");

keys! {
    TALENT = "entry": "A gift, fault or power of the library.";
    ALSO: Key<Vec<String>> = Key::new("also", KeyKind::List(&KeyKind::Text), |item| decode::list(decode::text)(item))
        .means("Other names.", "[\"Ambidexterity\"]");
    SOURCE: Key<String> = Key::text("source").means("The sources and their sections.", "\"SRD 1.34; FF Gifts\"").required();
    MEANS: Key<String> = Key::text("means").means("The effect.", "\"+1 to initiative\"").required();
    PLAYED_BY: Key<String> =
        Key::text("key").means("The key of a scenario that plays it.", "\"combat_reflexes = true\"");
    EACH: KeyOr<String> = Key::text("each").means("The unit that `worth` pays for.", "\"level\"").or("");
    + WORTH;
}

keys! {
    SPELL = "spell": "A spell of the library.";
    + ALSO;
    + SOURCE;
    + MEANS;
    SYSTEM: Key<Magic> = Key::choice("system").means("The system of magic.", "\"clerical\"").required();
    SKILL: Key<String> = Key::text("skill").means("The skills rolled.", "\"Transmutation\"");
    DIFFICULTY: Key<i32> = Key::level("difficulty").means("The level to reach.", "\"Good\"");
    POINTS: Key<u8> = Key::<u8>::integer("points", 0, 100).means("Power points.", "2");
    TIME: Key<String> = Key::text("time").means("How long the casting takes.", "\"20 minutes\"");
    MATERIALS: Key<String> = Key::text("materials").means("The materials needed.", "\"a red garnet\"");
    RESISTED: Key<String> = Key::text("resisted").means("The trait that resists the spell.", "\"Willpower\"");
}

/// Reads all entries of `kind`. Also returns the errors; only tests need them, to ensure that no file has one.
pub(super) fn entries(kind: Kind) -> (Vec<Feature>, Problems) {
    let (name, text) = file(kind);
    let mut problems = Problems::new();
    let root = parse_as(name, text, &mut problems);
    let is_spell = kind == Kind::Spells;
    let keys: &'static Keys = if is_spell { &SPELL } else { &TALENT };
    let entry = |block: &crate::document::Entry| {
        Reader::open(&block.node, &block.key, keys, Context::plain(), &mut problems, |reader| {
            if is_spell { spell(&block.key, reader) } else { talent(&block.key, kind, reader) }
        })
    };
    (root.entries_of(kind.word()).iter().filter_map(entry).collect(), problems)
}

fn talent(name: &str, kind: Kind, reader: &mut Reader<'_>) -> Option<Feature> {
    let (worth, each, key) = (reader.read_with(&WORTH, worth_in_levels), reader.read(&EACH), reader.read(&PLAYED_BY));
    let cost = Cost::Worth { levels: worth.unwrap_or(kind.usual_worth()), each };
    entry(name, kind, cost, key, reader)
}

fn spell(name: &str, reader: &mut Reader<'_>) -> Option<Feature> {
    let [skill, time, materials, resisted] = [SKILL, TIME, MATERIALS, RESISTED].map(|key| reader.read(&key));
    let (difficulty, points) = (reader.read(&DIFFICULTY), reader.read(&POINTS));
    let system = reader.read(&SYSTEM)?;
    let casting = CastingCost { system, skill, difficulty, points, time, materials, resisted };
    entry(name, Kind::Spells, Cost::Casting(casting), None, reader)
}

fn entry(name: &str, kind: Kind, cost: Cost, key: Option<String>, reader: &mut Reader<'_>) -> Option<Feature> {
    let also = reader.read(&ALSO).unwrap_or_default();
    let (source, means) = (reader.read(&SOURCE), reader.read(&MEANS));
    Some(Feature { name: name.to_owned(), also, kind, source: source?, means: means?, cost, key })
}

/// Decodes a worth in gifts and converts it to skill levels. Reports a worth that is not a whole number of levels.
pub(in super::super) fn worth_in_levels(mut item: Item<'_>) -> Option<i32> {
    let levels = decode::number(item.again())? * f64::from(PRICES.gift);
    let whole = levels.round();
    if (levels - whole).abs() > 1e-6 {
        return item.unfit("this is not a whole number of skill levels (a gift is six)");
    }
    Some(whole as i32)
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, entries as all};
    use crate::rules::Choice;

    #[test]
    fn library_has_no_errors_and_no_duplicate_names() {
        for kind in Kind::ALL {
            let (entries, problems) = super::entries(*kind);
            assert!(problems.is_empty() && entries.len() > 50, "{problems}");
            let mut names: Vec<String> = entries
                .iter()
                .flat_map(|one| [&one.name].into_iter().chain(&one.also))
                .map(|name| name.to_lowercase())
                .collect();
            names.sort();
            let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
            assert!(twice.is_empty(), "{twice:?}");
        }
        assert_eq!(all().len(), Kind::ALL.iter().map(|kind| super::entries(*kind).0.len()).sum::<usize>());
    }
}
