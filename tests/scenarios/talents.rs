//! Tests of the library's gifts, faults, powers and spells: their number and prices are those of the sources, and
//! scenarios accept their keys.

use fudgelab::character::library::{Cost, Feature, Kind, entries};
use fudgelab::rules::Choice;
use fudgelab::scenario::library::SOURCES;
use fudgelab::scenario::{Overrides, Source, key_at, read_source, tables};
use std::collections::BTreeSet;

fn of(kind: Kind) -> impl Iterator<Item = &'static Feature> {
    entries().iter().filter(move |entry| entry.kind == kind)
}

fn named(kind: Kind, name: &str) -> &'static Feature {
    of(kind).find(|entry| entry.has_name(name)).unwrap_or_else(|| panic!("{name}"))
}

/// Returns the number of entries from a section of a source; `SRD 1.34` matches `FF Gifts; SRD 1.34, 1.8`.
fn printed_in(kind: Kind, section: &str) -> usize {
    let (tag, section) = section.split_once(' ').unwrap();
    let has = |entry: &&Feature| {
        let sources = entry.source.split("; ").filter_map(|source| source.split_once(' '));
        sources.filter(|(own, _)| *own == tag).any(|(_, sections)| sections.split(", ").any(|own| own == section))
    };
    of(kind).filter(has).count()
}

/// E1: the library has as many entries as each list of the sources. Three gifts of the library are one in Fantasy
/// Fudge, Magical Talent.
#[test]
fn library_has_every_entry_of_the_sources() {
    let lists = [
        (Kind::Gifts, "SRD 1.34", 34),
        (Kind::Gifts, "SRD 1.8", 6),
        (Kind::Gifts, "F93 2.8", 5),
        (Kind::Gifts, "FF Gifts", 34 + 2),
        (Kind::Gifts, "FF Innate Magic", 8 + 1),
        (Kind::Faults, "SRD 1.35", 57),
        (Kind::Faults, "SRD 1.8", 6),
        (Kind::Faults, "F93 2.8", 5),
        (Kind::Faults, "FF Faults", 82),
        (Kind::Powers, "SRD 7.31", 5 + 12 + 44 + 1),
        (Kind::Spells, "FF Clerical Magic", 10),
        (Kind::Spells, "FF Hedge Magic", 17),
        (Kind::Spells, "FF Scholarly Magic", 13),
        (Kind::Spells, "FF Sample Spells", 2),
    ];
    for (kind, section, count) in lists {
        assert_eq!(printed_in(kind, section), count, "{section}");
    }
}

/// E1, X1, X2, X3: the only entries with unusual prices. A gift or a fault is usually worth six levels, a power two
/// gifts.
#[test]
fn unusual_prices_match_the_sources() {
    let at_another_price = |entry: &'static Feature| match entry.cost {
        Cost::Worth { levels, .. } => (levels != entry.kind.usual_worth()).then_some((entry.name.as_str(), levels)),
        Cost::Casting(_) => None,
    };
    let unusual: Vec<_> = entries().iter().filter_map(at_another_price).collect();
    let printed = [
        // SRD 2.34: an attribute level and a gift.
        ("Scale", 3 + 6),
        // SRD 7.193: one gift, then two more.
        ("Spell-Casting at Great", 18),
        // FF, Innate Magic.
        ("Shapeshifter", 12),
        // SRD 6.352 and 6.311, the Halfling also in FF.
        ("Burned by Sun", 12),
        ("Dangerous Secret", 12),
        ("Halfling", 12),
        ("Needs Blood", 12),
        // SRD 6.314, 2.8.
        ("Anti-Magic Aura", 6),
        ("Flight while Intangible", 6),
        // SRD 7.11, 7.21: a narrow field is worth one gift, a step of Divine Favor two powers.
        ("Narrow Magic Potential", 6),
        ("Divine Favor", 24),
        // SRD 7.31.
        ("Latent Psi Power", 6),
    ];
    assert_eq!(unusual, printed);
    assert_eq!(Kind::ALL.iter().map(|kind| kind.usual_worth()).collect::<Vec<_>>(), [6, 6, 12, 0], "SRD 1.64, 2.2");
}

/// X4, FF: the printed details of the two sample spells.
#[test]
fn sample_spells_match_the_sources() {
    let figures = |name: &str| {
        let figures = named(Kind::Spells, name).details();
        figures.iter().map(|(called, text)| format!("{called}: {text}")).collect::<Vec<_>>().join("; ")
    };
    insta::assert_snapshot!(figures("Skinwalker"), @"skill: Transmutation; difficulty: Good; power points: 2; costs: a level of Health; time: 20 minutes; materials: a wolfskin prepared by ritual, which can be used again; key: casting.scholarly");
    insta::assert_snapshot!(figures("Targeted Fireball"), @"skill: Conjuration, Elementalism, Kineticism; difficulty: Fair; power points: 1; costs: a level of Health; time: a combat round; materials: a red garnet, which is destroyed; key: casting.scholarly");
    insta::assert_snapshot!(figures("Fire Ball"), @"difficulty: Good; key: casting.lite; also: Fireball");
}

/// E1: the wording of prices.
#[test]
fn prices_are_given_in_words() {
    let price = |kind, name: &str| {
        let (called, text) = named(kind, name).details().remove(0);
        format!("{called} {text}")
    };
    assert_eq!(price(Kind::Gifts, "combat reflexes"), "costs 1 gift");
    assert_eq!(price(Kind::Gifts, "Scale"), "costs 1.5 gifts a step");
    assert_eq!(price(Kind::Gifts, "Ambidexterity"), "costs 1 gift");
    assert_eq!(price(Kind::Faults, "Needs Blood"), "gives back 2 gifts");
    assert_eq!(price(Kind::Powers, "Magic Potential"), "costs 2 gifts a level");
    assert_eq!(price(Kind::Gifts, "Plasma Sword"), "price not printed");
}

/// Sources are known, names begin with a capital, and meanings are phrases instead of sentences.
#[test]
fn entries_are_well_formed() {
    let tags: BTreeSet<&str> = SOURCES.iter().map(|(tag, _)| *tag).collect();
    for entry in entries() {
        let Feature { name, means, source, .. } = entry;
        assert!(entry.tags().all(|tag| tags.contains(tag)), "{name}: {source}");
        assert!(!means.ends_with('.') && !means.contains(". "), "{name}: {means}");
        assert!(name.starts_with(|letter: char| letter.is_uppercase()), "{name}");
    }
}

/// Returns the keys that a casting of this system needs.
fn least(system: &str) -> &'static str {
    match system {
        "magic" => "trait = 'Fair'\n",
        "miracle" => "",
        "clerical" | "lite" => "trait = 'Good'\n",
        _ => "trait = 'Good'\ndifficulty = 'Good'\n",
    }
}

fn reads(text: &str) {
    let source = Source::from_bytes("a.toml", text.as_bytes().to_vec()).unwrap();
    read_source(source, "".as_ref(), &Overrides::default()).unwrap_or_else(|problems| panic!("{text}\n{problems}"));
}

/// A scenario accepts every key that an entry names, with its value.
#[test]
fn every_key_is_accepted() {
    let fighter = tables().into_iter().find(|table| table.name() == "fighter").unwrap();
    // Under the rules of the entry's source, if that matters.
    let rules =
        |entry: &Feature| if entry.tags().all(|tag| tag == "LITE") { "base = 'lite'" } else { "toughness = 'gifts'" };
    let keys: BTreeSet<_> = entries().iter().filter_map(|entry| Some((entry.key.as_deref()?, rules(entry)))).collect();
    assert!(keys.len() > 25, "{keys:?}");
    for (key, rules) in keys {
        let (path, value) = key.split_once(" = ").unwrap_or((key, ""));
        if fighter.find(path).is_some() {
            reads(&format!("[rules]\n{rules}\n[fighters.a]\nskill = 1\n{key}\n[fighters.b]\nskill = 0\n"));
            continue;
        }
        assert!(key_at(path).is_some(), "{key}");
        match path.split('.').collect::<Vec<_>>()[..] {
            ["casting", system] => reads(&casting(system, least(system))),
            ["casting", system, last] => {
                reads(&casting(system, &format!("{}{last} = {value}\n", least(system))));
            }
            ["healing", last] => {
                reads(&format!("[healing]\nwounds = ['Hurt']\nconstitution = 'Fair'\n{last} = {value}\n"));
            }
            ref other => panic!("{other:?}"),
        }
    }
}

/// X1, X4, X6: every spell can be cast with its printed difficulty and power points.
#[test]
fn every_spell_can_be_cast() {
    for entry in of(Kind::Spells) {
        let Cost::Casting(spell) = &entry.cost else { panic!("{}", entry.name) };
        let system = spell.system.word();
        let fixed = system == "clerical";
        let difficulty = spell.difficulty.filter(|_| !fixed).map(|level| format!("difficulty = {level}\n"));
        let points = spell.points.map(|points| format!("costs = {points}\ngifts = 2\n"));
        let least = least(system)
            .replace("difficulty = 'Good'\n", if difficulty.is_some() { "" } else { "difficulty = 'Good'\n" });
        reads(&casting(system, &[Some(least), difficulty, points].into_iter().flatten().collect::<String>()));
    }
}

fn casting(system: &str, keys: &str) -> String {
    let potency = if system == "magic" && !keys.contains("difficulty") { "potency = 'average'\n" } else { "" };
    format!("[casting.{system}]\n{keys}{potency}")
}
