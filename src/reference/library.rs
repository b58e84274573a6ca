//! Writes the reference of the library: every stat block, gift, fault, power and spell with its figures and source, and
//! weapons, armor and Scale.

use crate::character::library::{self as traits, Kind};
use crate::report::formats::markdown::escaped;
use crate::rules::gear::{ARMOR, GUNS, Protection, SHIELDS, WEAPONS};
use crate::rules::{Choice, GearFamily, SCALES, Scale};
use crate::scenario::library::{self, LibraryBlock, SOURCES, Shelf};

/// A section of the library page, `docs/library.md`.
#[derive(Debug)]
pub struct Chapter {
    /// The rows of the rule catalog that the chapter covers, such as `B1`.
    pub rows: &'static str,
    pub title: &'static str,
    /// The topic of `fudgelab list` that shows the same entries, such as `creatures`.
    pub list: &'static str,
    /// The sections of the rule books that print the entries.
    pub source: &'static str,
    /// The paragraph below the title; empty if the document's introduction covers it.
    about: &'static str,
    write: fn(&Chapter) -> String,
}

/// The chapters, in document order.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        rows: "B1",
        title: "Creatures",
        list: "creatures",
        source: "SRD 6.5, FF Wild Things, F93 6.4, LITE NPCs",
        about: "",
        write: |chapter| shelf_section(chapter, Shelf::Creatures),
    },
    Chapter {
        rows: "B4",
        title: "People",
        list: "people",
        source: "SRD 4.3 to 4.7, 6.3, FF Sample Characters, F93 6.3, KAER",
        about: "",
        write: |chapter| shelf_section(chapter, Shelf::People),
    },
    Chapter {
        rows: "E1",
        title: "Gifts",
        list: "gifts",
        source: "SRD 1.34, 1.8, 4.5, 6.3, 7.19, FF, F93 2.8, 6.3, LITE NPCs",
        about: "A gift costs as much as two attribute levels or six skill levels (SRD 1.64). `gifts` in `[sheets]` \
                uses the prices of this list. If a key is shown, it simulates the gift: a key of a fighter, or the \
                path of a key from the top of a file.",
        write: |chapter| traits_section(chapter, Kind::Gifts),
    },
    Chapter {
        rows: "E1",
        title: "Faults",
        list: "faults",
        source: "SRD 1.35, 1.8, 2.34, 4.5, 6.3, FF, F93 2.8, 6.3, LITE NPCs",
        about: "A fault is worth as much as a gift, or more or less if the gamemaster says so (SRD 1.63).",
        write: |chapter| traits_section(chapter, Kind::Faults),
    },
    Chapter {
        rows: "E1, X1, X2, X3",
        title: "Powers",
        list: "powers",
        source: "SRD 2, 6.3, 6.5, 7.1 to 7.3, F93 3, 6.3, 6.4, LITE NPCs",
        about: "A supernormal power costs two gifts (SRD 2.2). A psi power begins at Terrible, and each further level \
                costs two skill levels (SRD 7.31). The skill that controls it is bought separately.",
        write: |chapter| traits_section(chapter, Kind::Powers),
    },
    Chapter {
        rows: "X1, X4, X6",
        title: "Spells",
        list: "spells",
        source: "SRD 7.15, FF Magic, LITE",
        about: "Spells, and the uses of clerical, hedge and scholarly magic. The key is the table that simulates it. \
                The gamemaster sets everything that is not listed. LITE's difficulties are our reading of its three \
                sizes. KAER names no spells.",
        write: |chapter| traits_section(chapter, Kind::Spells),
    },
    Chapter {
        rows: "B2",
        title: "Weapons",
        list: "weapons",
        source: GEAR_SOURCES,
        about: "Their offensive factors, by family of gear (`gear` in `[rules]`).",
        write: weapons,
    },
    Chapter {
        rows: "B2",
        title: "Armor",
        list: "armor",
        source: GEAR_SOURCES,
        about: "Its value, and the number of boxes it prevents in `lite`.",
        write: armor,
    },
    Chapter { rows: "B2", title: "Shields", list: "armor", source: "SRD 4.31, F93 4.72", about: "", write: shields },
    Chapter {
        rows: "B3",
        title: "Scale",
        list: "scale",
        source: "SRD 2.33, F93 3.32",
        about: "Strength and Speed as multiples of a human's (SRD 2.33, F93 3.32).",
        write: scales,
    },
];

/// The sections of the rule books that print the factors of gear.
const GEAR_SOURCES: &str = "SRD 4.4, 4.54, 6.6, F93 4.63, 4.72, LITE, KAER";

/// The library as Markdown.
pub fn document() -> String {
    let mut out = String::from(
        "# The library\n\nEverything that a file can name without defining it: stat blocks to copy with `like`; gifts, \
         faults, powers and spells for character sheets; and gear for `weapon`, `armor` and `shield`. This page is \
         generated from the data files in `src/studies/scenario/library` and `src/subjects/character/library` and the \
         tables in `src/engine/rules/gear.rs`, and a test compares it with them.\n\nFor each creature or person, the \
         list gives the skill and the offensive factor of each attack, then the defensive factor. Factors exclude \
         Scale, and are computed under the rules of the source. `fudgelab list creature ghoul` prints a complete stat \
         block.\n",
    );
    CHAPTERS.iter().for_each(|chapter| out.push_str(&(chapter.write)(chapter)));
    out
}

/// The stat blocks of a shelf, grouped by source.
fn shelf_section(chapter: &Chapter, shelf: Shelf) -> String {
    let mut out = String::new();
    for (tag, source) in SOURCES {
        let on_shelf = |entry: &&LibraryBlock| entry.shelf == shelf && entry.tag() == tag;
        let blocks: Vec<&LibraryBlock> = library::entries().iter().filter(on_shelf).collect();
        if !blocks.is_empty() {
            out.push_str(&format!("\n## {}: {source} ({tag}), {}\n\n", chapter.title, blocks.len()));
            blocks.iter().for_each(|block| out.push_str(&block_line(block)));
        }
    }
    out
}

/// One stat block as an entry of a list.
fn block_line(entry: &LibraryBlock) -> String {
    let figures = entry.figures();
    let figure = |(called, text): &(&str, String)| match *called {
        "attacks" | "note" => escaped(text),
        called => format!("{called} {}", escaped(text)),
    };
    let figures = figures.iter().map(figure).collect::<Vec<_>>().join("; ");
    format!("- **{}** ({}): {figures}\n", escaped(&entry.name), escaped(&entry.source))
}

/// Gifts, faults, powers or spells, one per line.
fn traits_section(chapter: &Chapter, kind: Kind) -> String {
    let entries: Vec<_> = traits::entries().iter().filter(|entry| entry.kind == kind).collect();
    let line = |entry: &&traits::Feature| {
        let figure = |(called, text): (&str, String)| match called {
            "key" => format!("; `{text}`"),
            called => format!("; {called} {}", escaped(&text)),
        };
        let figures: String = entry.details().into_iter().map(figure).collect();
        let [name, source, means] = [&entry.name, &entry.source, &entry.means].map(|text| escaped(text));
        format!("- **{name}** ({source}): {means}{figures}\n")
    };
    let Chapter { title, about, .. } = chapter;
    format!("\n## {title}, {}\n\n{about}\n\n{}", entries.len(), entries.iter().map(line).collect::<String>())
}

fn weapons(chapter: &Chapter) -> String {
    let mut out = format!("\n## {}\n\n{}\n\n| weapon |", chapter.title, chapter.about);
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
        "\nThe SRD gives a range of factors for small guns. *small derringer* and *large handgun* are our names for \
         its ends. Only Fantasy Fudge prints the factor of the crossbow.\n",
    );
    out.push_str("\nWith the SRD's gear, a foe's armor counts half, rounded down, against these weapons: ");
    let halving = WEAPONS.iter().filter(|weapon| weapon.halves_armor(GearFamily::Srd)).map(|weapon| weapon.name);
    out.push_str(&format!("{}.\n", halving.collect::<Vec<_>>().join(", ")));
    out
}

fn armor(chapter: &Chapter) -> String {
    let heading = "| armor | value | lite |\n| --- | ---: | ---: |";
    let row = |one: &Protection| {
        let [srd, lite] = [GearFamily::Srd, GearFamily::Lite].map(|family| signed_value(one, family));
        format!("| {} | {srd} | {lite} |\n", one.name)
    };
    format!("\n## {}\n\n{}\n\n{heading}\n{}", chapter.title, chapter.about, ARMOR.iter().map(row).collect::<String>())
}

fn shields(chapter: &Chapter) -> String {
    let row = |one: &Protection| format!("- {} {}\n", one.name, signed_value(one, GearFamily::Srd));
    format!("\n## {}\n\n{}", chapter.title, SHIELDS.iter().map(row).collect::<String>())
}

fn signed_value(gear: &Protection, family: GearFamily) -> String {
    gear.value(family).map_or("-".to_owned(), |value| format!("{value:+}"))
}

fn scales(chapter: &Chapter) -> String {
    let Chapter { title, about, .. } = chapter;
    let heading = "| Scale | Strength | Speed |\n| ---: | ---: | ---: |";
    let row = |one: &Scale| format!("| {} | {} | {} |\n", one.scale, one.strength, one.speed);
    let rows: String = SCALES.iter().map(row).collect();
    format!("\n## {title}\n\n{about}\n\n{heading}\n{rows}")
}
