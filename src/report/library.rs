//! The library as a document: every stat block with its figures and source, weapons, armor and Scale.

use super::markdown::escaped;
use crate::rules::gear::{ARMOR, GUNS, Protection, SHIELDS, WEAPONS};
use crate::rules::{Choice, GearFamily, SCALES};
use crate::scenario::library::{Entry, SOURCES, Shelf, entries};

/// The library as Markdown.
pub fn document() -> String {
    let mut out = String::from(
        "# The library\n\nWhom `like` takes without an include, and what `weapon`, `armor` and `shield` take by name. Written from the \
         data files in `src/scenario/library` and the tables in `src/rules/gear.rs`; a test holds this file to them.\n\n\
         After a name come skill and offensive factor of each attack, then the defensive factor; factors stand without Scale, \
         under the rules of the source. `fudgelab list creature ghoul` shows a stat block whole.\n",
    );
    for (shelf, title) in [(Shelf::Creatures, "Creatures"), (Shelf::People, "People")] {
        for (tag, source) in SOURCES {
            let blocks: Vec<&Entry> =
                entries().iter().filter(|entry| entry.shelf == shelf && entry.tag() == tag).collect();
            if !blocks.is_empty() {
                out.push_str(&format!("\n## {title}: {source} ({tag}), {}\n\n", blocks.len()));
                blocks.iter().for_each(|block| out.push_str(&line(block)));
            }
        }
    }
    out.push_str(&gear());
    out
}

/// One stat block as an entry of a list.
fn line(entry: &Entry) -> String {
    let figures = entry.figures();
    let figure = |(called, text): &(&str, String)| match *called {
        "attacks" | "note" => escaped(text),
        called => format!("{called} {}", escaped(text)),
    };
    let figures = figures.iter().map(figure).collect::<Vec<_>>().join("; ");
    format!("- **{}** ({}): {figures}\n", escaped(&entry.name), escaped(&entry.source))
}

fn gear() -> String {
    let mut out = String::from("\n## Weapons\n\nTheir offensive factor by family (`gear` in `[rules]`).\n\n| weapon |");
    GearFamily::ALL.iter().for_each(|family| out.push_str(&format!(" {} |", family.word())));
    out.push_str(&format!("\n| --- |{}\n", " ---: |".repeat(GearFamily::ALL.len())));
    for weapon in WEAPONS {
        let factors = GearFamily::ALL.iter().map(|family| format!(" {:+} |", weapon.factor(*family)));
        out.push_str(&format!("| {} |{}\n", weapon.name, factors.collect::<String>()));
    }
    for gun in GUNS {
        let factors = GearFamily::ALL.iter().map(|family| match gun.factor(*family) {
            Some(factor) => format!(" {factor:+} |"),
            None => " - |".to_owned(),
        });
        out.push_str(&format!("| {} (its own Strength) |{}\n", gun.name, factors.collect::<String>()));
    }
    out.push_str(
        "\nThe SRD gives small guns a range; *small derringer* and *large handgun* are our names for its ends. The crossbow's figure \
         is printed by Fantasy Fudge only.\n",
    );
    out.push_str("\nWith the SRD's gear a foe's armor counts half, rounded down, against these: ");
    let halving = WEAPONS.iter().filter(|weapon| weapon.halves_armor(GearFamily::Srd)).map(|weapon| weapon.name);
    out.push_str(&format!("{}.\n", halving.collect::<Vec<_>>().join(", ")));
    out.push_str("\n## Armor\n\nIts value, and the boxes it prevents in `lite`.\n\n| armor | value | lite |\n| --- | ---: | ---: |\n");
    let value = |armor: &Protection, family| armor.value(family).map_or("-".to_owned(), |value| format!("{value:+}"));
    for one in ARMOR {
        let (srd, lite) = (value(one, GearFamily::Srd), value(one, GearFamily::Lite));
        out.push_str(&format!("| {} | {srd} | {lite} |\n", one.name));
    }
    out.push_str("\n## Shields\n\n");
    SHIELDS.iter().for_each(|one| out.push_str(&format!("- {} {}\n", one.name, value(one, GearFamily::Srd))));
    out.push_str("\n## Scale\n\nTimes a human's Strength and Speed (SRD 2.33, F93 3.32).\n\n| Scale | Strength | Speed |\n| ---: | ---: | ---: |\n");
    SCALES.iter().for_each(|one| out.push_str(&format!("| {} | {} | {} |\n", one.scale, one.strength, one.speed)));
    out
}
