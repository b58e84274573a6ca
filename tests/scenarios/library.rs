//! Tests of the library (B1 to B4): its stat blocks can fight, and names and keys that users type find them.

use fudgelab::scenario::library::{LibraryBlock, Shelf, entries, find};
use fudgelab::scenario::{Overrides, Problems, Source, read_source};
use fudgelab::study::{MethodChoice, Study, StudyResult, run};
use std::path::Path;

const TRIALS: u64 = 2_000;

fn read(text: &str) -> Result<Study, Problems> {
    let source = Source::from_bytes("a.toml", text.as_bytes().to_vec())?;
    Ok(read_source(source, "".as_ref(), &Overrides::default())?.study)
}

fn simulated(text: &str) -> StudyResult {
    let study = read(text).unwrap_or_else(|faults| panic!("{text}\n{faults}"));
    run(&Study { goal: None, method: MethodChoice::Simulate, trials: TRIALS, ..study }, &()).unwrap()
}

fn refused(text: &str) -> String {
    read(text).map_or_else(|faults| faults.to_string(), |_| panic!("read: {text}"))
}

/// Returns the preset that fits the entry's source.
fn preset(entry: &LibraryBlock) -> &'static str {
    match entry.tag() {
        "FF" => "fantasy",
        "F93" => "fudge-1993",
        "LITE" => "lite",
        "KAER" => "kaer",
        _ => "srd",
    }
}

/// Whether the source prints a skill for the entry to fight with.
fn fights(entry: &LibraryBlock) -> bool {
    let skill =
        |line: &str| line.starts_with("skill = ") || (line.starts_with("attacks.") && line.contains("skill = "));
    entry.text.lines().any(skill)
}

/// Returns an `attack = …` line for each named attack; one empty text if there are no named attacks.
fn attacks(entry: &LibraryBlock) -> Vec<String> {
    let named =
        entry.text.lines().filter_map(|line| line.strip_prefix("attacks.")).map(|rest| match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap_or_default().to_owned(),
            None => rest.split([' ', '.']).next().unwrap_or_default().to_owned(),
        });
    let mut names: Vec<String> = named.map(|name| format!("attack = {name:?}\n")).collect();
    names.dedup();
    if names.is_empty() { vec![String::new()] } else { names }
}

/// Returns a scenario in which Hans fights the foe whose table is `foe`.
fn against_hans(base: &str, foe: &str) -> String {
    // Only `lite` treats player characters differently.
    let pc = if base == "lite" { "pc = true\n" } else { "" };
    format!("[rules]\nbase = '{base}'\n[fighters.hans]\nlike = 'Hans'\nside = 'heroes'\n{pc}{foe}side = 'foes'\n")
}

/// Entries that fight with a warning: name, ability, and reason. Their sources name the ability without details that a
/// fight needs. All other entries fight without a warning.
const WARNED: &[(&str, &str, &str)] = &[
    ("SRD skunk", "noxious_fluid", NO_CHECK),
    ("SRD giant spider", "poison", NO_CHECK),
    ("SRD giant spider", "web", WEB),
    ("SRD dragon", "charm", NO_CHECK),
    ("F93 skunk", "noxious_fluid", NO_CHECK),
    ("F93 giant spider", "poison", NO_CHECK),
    ("F93 giant spider", "web", WEB),
    ("F93 dragon", "charm", NO_CHECK),
    ("LITE spider", "poison", NO_CHECK),
    ("LITE spider", "web", WEB),
    ("SRD Brogo", "lucky", LUCK),
    ("SRD Screamer", "lucky", LUCK),
    ("SRD Cassandra Pine", "regeneration", "its source gives no `boxes`"),
    ("FF Lena", "lucky", LUCK),
    ("FF Tomas", "lucky", LUCK),
    ("F93 Brogo", "lucky", LUCK),
    ("F93 Tarag", "lucky", LUCK),
    ("F93 Screamer", "lucky", LUCK),
];

const NO_CHECK: &str = "its source gives no `check`";
const WEB: &str = "its source says how to break a web, but not how the web catches foes";
const LUCK: &str = "one reroll in an hour of play is not a rule for a single fight";

/// Returns the warnings of a fight and the expected ones.
fn warnings(result: &StudyResult, entry: &LibraryBlock) -> [Vec<String>; 2] {
    let name = entry.full_name();
    let known = WARNED.iter().filter(|(who, ..)| *who == name);
    let known =
        known.map(|(_, ability, why)| format!("the ability `{ability}` of `foe` is not simulated: {why}")).collect();
    [result.warnings.iter().map(|warning| warning.message()).collect(), known]
}

/// B1, B4: the fight of every library entry can be played and has exactly the expected warnings.
#[test]
fn every_entry_with_a_skill_can_fight_hans() {
    for entry in entries().iter().filter(|entry| fights(entry)) {
        for attack in attacks(entry) {
            let like =
                format!("[fighters.foe]\nlike = {:?}\nskill = 'Fair'\nranges = 'middle'\n{attack}", entry.full_name());
            let like = if attack.is_empty() || entry.text.contains("\nskill = ") {
                like.replace("skill = 'Fair'\n", "")
            } else {
                like
            };
            let result = simulated(&against_hans(preset(entry), &like));
            let [mut told, known] = warnings(&result, entry);
            // Entries that fudgelab made up say so.
            let count = told.len();
            told.retain(|message| !message.contains("fudgelab uses its own suggestion"));
            assert_eq!(count - told.len(), usize::from(entry.tag() == "OURS"), "{}", entry.full_name());
            // A foe reported as unable to hit has no hits.
            let hits = result.cells[0].figure("hits in a round", "Foe").map_or(0.0, |figure| figure.estimate.value);
            told.retain(|message| !(message.starts_with("Foe can never hit Hans: ") && hits == 0.0));
            assert_eq!(told, known, "{} {attack}", entry.full_name());
            let undecided = result.cells[0].figure("undecided", "").map_or(0.0, |figure| figure.estimate.value);
            assert_eq!(undecided, 0.0, "{} {attack}", entry.full_name());
        }
    }
}

/// A stat block printed by `list creature` or `list person` runs when pasted, and is the one that `like` copies.
#[test]
fn pasted_stat_block_equals_like() {
    for entry in entries().iter().filter(|entry| fights(entry)) {
        let block = entry.stat_block("fighters").replace("[fighters.", "[fighters.\"x\"]#");
        let pasted = simulated(&against_hans(preset(entry), &format!("{block}name = 'Foe'\nranges = 'low'\n")));
        let like = format!("[fighters.x]\nlike = {:?}\nname = 'Foe'\nranges = 'low'\n", entry.full_name());
        let liked = simulated(&against_hans(preset(entry), &like));
        let values = |result: &StudyResult| -> Vec<u64> {
            result.cells[0].figures.iter().map(|figure| figure.estimate.value.to_bits()).collect()
        };
        assert_eq!(values(&pasted), values(&liked), "{}", entry.full_name());
    }
}

/// The bestiaries in `scenarios/` have every creature that can fight. The space fighter is not a creature, although the
/// library lists it as one.
#[test]
fn bestiaries_have_every_creature_that_fights() {
    let files = [("bestiary", ["SRD", "FF"].as_slice()), ("bestiary-1993", &["F93"]), ("bestiary-lite", &["LITE"])];
    let beasts = || entries().iter().filter(|entry| entry.shelf == Shelf::Creatures && fights(entry));
    for (file, tags) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{file}.toml"));
        let text = std::fs::read_to_string(path).unwrap();
        let list = text.split_once(".like\" = [").and_then(|(_, rest)| rest.split_once(']')).unwrap().0;
        let named: Vec<&str> = list.split('"').skip(1).step_by(2).collect();
        let expected = beasts().filter(|entry| tags.contains(&entry.tag()) && entry.name != "two-seat space fighter");
        assert_eq!(named, expected.map(LibraryBlock::full_name).collect::<Vec<_>>(), "{file}");
    }
    assert!(beasts().all(|entry| entry.tag() == "OURS" || files.iter().any(|(_, tags)| tags.contains(&entry.tag()))));
}

#[test]
fn entries_without_skill_are_rejected_in_fights() {
    let without: Vec<String> = entries().iter().filter(|entry| !fights(entry)).map(LibraryBlock::full_name).collect();
    assert!(without.contains(&"FF ghost".to_owned()) && without.contains(&"SRD cat".to_owned()), "{without:?}");
    for name in without {
        let said = refused(&against_hans("srd", &format!("[fighters.foe]\nlike = {name:?}\nranges = 'middle'\n")));
        assert!(said.contains("fighter `foe` has no `skill`"), "{name}: {said}");
    }
}

#[test]
fn names_ignore_case_and_need_a_source_if_ambiguous() {
    assert_eq!(find("GRIZZLY_bear").len(), 2, "one of the SRD, one of F93");
    assert_eq!(find("ff ghoul").iter().map(|entry| entry.full_name()).collect::<Vec<_>>(), ["FF ghoul"]);
    let said = refused(&against_hans("srd", "[fighters.foe]\nlike = 'dragon'\n"));
    assert!(said.contains("several sources have a `dragon`"), "{said}");
    assert!(said.contains("say which: `SRD dragon`, `FF dragon`, `F93 dragon`"), "{said}");
    let said = refused(&against_hans("srd", "[fighters.foe]\nlike = 'goul'\n"));
    assert!(said.contains("did you mean `ghoul`?") && said.contains("fudgelab list creatures"), "{said}");
}

#[test]
fn cast_overrides_library() {
    let own = "[cast.ghoul]\nskill = 'Superb'\noffense = 50\n[fighters.foe]\nlike = 'ghoul'\n";
    let result = simulated(&against_hans("srd", own));
    assert!(result.warnings.is_empty(), "no poison: {:?}", result.warnings);
    let wins = |result: &StudyResult| result.cells[0].figure("wins", "foes").map(|figure| figure.estimate.value);
    assert!(wins(&result) > wins(&simulated(&against_hans("srd", "[fighters.foe]\nlike = 'ghoul'\n"))));
}

#[test]
fn unsimulated_abilities_warn_once_and_unknown_ones_are_rejected() {
    let twice = "[fighters.foe]\nlike = 'SRD skunk'\ncount = 2\n[vary]\n\"fighters.foe.count\" = [1, 2]\n";
    let twice = twice.replace("count = 2\n", "count = 2\nside = 'foes'\n");
    let text = against_hans("srd", "").replace("side = 'foes'\n", &twice);
    let result = simulated(&text);
    let told: Vec<String> = result.warnings.iter().map(|warning| warning.message()).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(
        told[0].contains("the ability `noxious_fluid` of `foe` is not simulated: its source gives no `check`"),
        "{told:?}"
    );
    let none =
        simulated(&text.replace("like = 'SRD skunk'", "like = 'SRD skunk'\nabilities = { noxious_fluid = false }"));
    assert!(none.warnings.is_empty(), "{:?}", none.warnings);
    let given = text.replace("like = 'SRD skunk'", "like = 'SRD skunk'\nabilities.noxious_fluid.check = 'Superb'");
    let given = simulated(&given);
    assert!(given.warnings.is_empty(), "{:?}", given.warnings);
    let wins = |result: &StudyResult| result.cells[0].figure("wins", "heroes").unwrap().estimate.value;
    assert!(wins(&given) < wins(&none), "what it squirts is felt");
    let bare = simulated(&against_hans("srd", "[fighters.foe]\nskill = 1\nabilities = { poison = true }\n"));
    assert!(
        bare.warnings[0]
            .message()
            .contains("the ability `poison` of `foe` is not simulated: its source gives no `check`"),
        "{:?}",
        bare.warnings
    );
    assert!(bare.warnings[0].remedy.contains("`abilities.poison.check = \"Fair\"`"), "{:?}", bare.warnings);
    let story =
        "[fighters.foe]\nlike = 'ghoul'\nside = 'foes'\n[rules]\npacing = 'story'\n[fighters.hans]\nlike = 'Hans'\n";
    assert!(refused(story).contains("`poison` has no effect if one roll decides the fight"), "{}", refused(story));
    let troll = "[fighters.foe]\nskill = 1\nabilities.regeneration = { on = 'failed roll', boxes = 1 }\n";
    assert!(refused(&against_hans("srd", troll)).contains("only if player characters alone roll"));
    let worm = "[fighters.foe]\nskill = 1\nabilities = { swallow = true }\n";
    assert!(refused(&against_hans("lite", worm)).contains("`swallow` has no effect if only player characters act"));
    let hydra = "[fighters.foe]\nlike = 'hydra head'\ncount = 5\nabilities.heads.most = 4\n";
    let said = refused(&against_hans("fantasy", hydra));
    assert!(said.contains("`most` is below the 5 heads at the start"), "{said}");
    let said = refused(&against_hans("srd", "[fighters.foe]\nskill = 1\nabilities = { poisn = true }\n"));
    assert!(said.contains("unknown key `poisn`") && said.contains("did you mean `poison`?"), "{said}");
    let said = refused(&against_hans("srd", "[fighters.foe]\nskill = 1\nabilities.poison = { chek = 'Fair' }\n"));
    assert!(said.contains("unknown key `chek`") && said.contains("did you mean `check`?"), "{said}");
}

/// The parts of user-defined stat blocks are checked against the printed totals, like those of the library.
#[test]
fn parts_match_printed_totals() {
    let ogre =
        "[fighters.foe]\nskill = 1\nscale = 3\noffense = { club = 2, 'Great Strength' = 2 }\nprinted_offense = 7\n";
    read(&against_hans("srd", ogre)).unwrap();
    let wrong = ogre.replace("= 7", "= 8");
    let said = refused(&against_hans("srd", &wrong));
    assert!(said.contains("the parts, with Scale, add up to +7") && said.contains("a.toml:10:19"), "{said}");
    read(&against_hans("srd", &format!("{wrong}printed_note = 'a misprint'\n"))).unwrap();
    let said = refused(&against_hans("srd", &format!("{ogre}printed_note = 'a misprint'\n")));
    assert!(said.contains("`printed_note` has nothing to explain"), "{said}");
    let ranges = "[cast.x]\nskill = 1\ndefense = { hide = '1 to 3' }\nscale = '2 to 4'\nprinted_defense = '3 to 7'\n";
    read(&against_hans("srd", &format!("{ranges}[fighters.foe]\nskill = 1\n"))).unwrap();
    let said =
        refused(&against_hans("srd", &format!("{}[fighters.foe]\nskill = 1\n", ranges.replace("3 to 7", "3 to 6"))));
    assert!(said.contains("the parts, with Scale, add up to +3 to +7"), "{said}");
}

#[test]
fn fighter_keys_override_attack_and_stat_block() {
    let cast = "[cast.x]\nskill = 0\noffense = { claws = 3 }\nattacks.bite = { skill = 1, offense = 5 }\nattacks.kick = { offense = 2 }\n";
    let wins = |foe: &str| {
        let result = simulated(&against_hans("srd", &format!("{cast}[fighters.foe]\nlike = 'x'\n{foe}")));
        result.cells[0].figures.iter().map(|figure| figure.estimate.value.to_bits()).collect::<Vec<_>>()
    };
    let plain = |keys: &str| {
        let result = simulated(&against_hans("srd", &format!("[fighters.foe]\n{keys}")));
        result.cells[0].figures.iter().map(|figure| figure.estimate.value.to_bits()).collect::<Vec<_>>()
    };
    assert_eq!(wins(""), plain("skill = 1\noffense = 5\n"));
    assert_eq!(wins("attack = 'Kick'\n"), plain("skill = 0\noffense = 2\n"));
    assert_eq!(wins("skill = 2\n"), plain("skill = 2\noffense = 5\n"));
    assert_eq!(wins("offense = { stone = 1 }\n"), plain("skill = 1\noffense = 1\n"));
    assert_eq!(wins("attacks.butt = { offense = 7 }\n"), plain("skill = 0\noffense = 7\n"));
    assert_ne!(wins(""), wins("attack = 'kick'\n"));
    let said = refused(&against_hans("srd", &format!("{cast}[fighters.foe]\nlike = 'x'\nattack = 'bit'\n")));
    assert!(said.contains("there is no attack `bit`") && said.contains("did you mean `bite`?"), "{said}");
}

/// B1, B4: the library has at least this number of entries from each source.
#[test]
fn library_has_entries_of_every_source() {
    let count =
        |shelf: Shelf, tag: &str| entries().iter().filter(|entry| entry.shelf == shelf && entry.tag() == tag).count();
    for (tag, creatures, people) in [("SRD", 13, 20), ("FF", 20, 4), ("F93", 7, 12), ("LITE", 1, 0), ("KAER", 0, 2)] {
        assert!(count(Shelf::Creatures, tag) >= creatures, "{tag}");
        assert!(count(Shelf::People, tag) >= people, "{tag}");
    }
}

/// R4, SRD 4.54: a superhero of Scale 10 with an ordinary pistol adds neither Strength nor Scale.
#[test]
fn guns_ignore_strength_of_their_user() {
    let figures = |foe: &str| {
        let result = simulated(&against_hans("srd", &format!("[fighters.foe]\nskill = 1\nmass_scale = 2\n{foe}")));
        result.cells[0].figures.iter().map(|figure| figure.estimate.value.to_bits()).collect::<Vec<_>>()
    };
    let plain = figures("offense = 2\n");
    assert_eq!(figures("weapon = 'handgun'\n"), plain);
    assert_eq!(figures("weapon = 'handgun'\nstrength = 'Superb'\nstrength_scale = 10\n"), plain);
    assert_ne!(figures("weapon = 'club'\n".replace("club", "broadsword").as_str()), plain);
    assert_ne!(figures("weapon = 3\nstrength = 'Superb'\n"), plain);
    let said = refused(&against_hans("srd", "[fighters.foe]\nskill = 1\nweapon = 'assault rifle'\n"));
    assert!(said.contains("there is no value for `assault rifle`"), "{said}");
}
