//! Describes the fighters in words.

use crate::measure::{clause, distinct, id, plural};
use crate::study::{Fact, FactValue, Figure, StatBlock, StudyResult};
use crate::subject::{NO_GEAR, PLAYER_CHARACTER, capitalized, listed};

/// Maximum number of different values listed for a fact.
const MAX_VALUES: usize = 4;
/// If more facts than this vary between cases, only their names are listed, without values.
const MAX_VARYING: usize = 3;
/// Maximum number of owners named for a wound track.
const MAX_OWNERS: usize = 4;

/// Maximum number of stat blocks named for a side.
const MAX_BLOCKS_ON_A_SIDE: usize = 4;

/// Numbers of fighters that are spelled out, from two.
const NUMBER_WORDS: [&str; 11] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Maximum number of fights listed for a campaign.
const MAX_FIGHTS: usize = 8;

/// The sides of a fight: `Ada and Bo against three orcs`, `Three orcs against Ada`. For a campaign, those of each
/// fight: `wolves (2 fights): Ada against three wolves`. Empty for other rolls.
pub fn sides(result: &StudyResult) -> Vec<String> {
    let fights = distinct(result.roster.iter().map(|block| &block.fight).filter(|fight| !fight.is_empty()));
    if fights.is_empty() {
        return sides_of(result.roster.iter()).map(|sides| capitalized(&sides)).into_iter().collect();
    }
    let of = |name: &&String| {
        let first = result.roster.iter().find(|block| block.fight == **name)?;
        let all = result.roster.iter().filter(|block| block.fight.is_empty() || block.fight == **name);
        let times = match is_one(&first.times) {
            true => String::new(),
            false => format!(" ({} fights)", value_words(&first.times)),
        };
        sides_of(all).map(|sides| format!("{name}{times}: {sides}"))
    };
    let left = fights.len().saturating_sub(MAX_FIGHTS);
    let more = (left > 0).then(|| format!("and {left} more fights"));
    fights.iter().take(MAX_FIGHTS).filter_map(of).chain(more).collect()
}

/// The sides of the stat blocks in words, such as `Ada against three orcs`; `None` if there are fewer than two.
fn sides_of<'b>(blocks: impl Iterator<Item = &'b StatBlock>) -> Option<String> {
    let mut sides: Vec<(String, Vec<String>)> = Vec::new();
    for block in blocks {
        let side = match value_words(&block.side) {
            side if side.is_empty() => value_words(&block.name),
            side => side,
        };
        match sides.iter_mut().find(|(known, _)| *known == side) {
            Some((_, names)) => names.push(name_with_count(block)),
            None => sides.push((side, vec![name_with_count(block)])),
        }
    }
    let side = |(_, names): &(String, Vec<String>)| {
        let left = names.len().saturating_sub(MAX_BLOCKS_ON_A_SIDE);
        let rest = (left > 0).then(|| format!("{left} more kinds"));
        listed(&names.iter().take(MAX_BLOCKS_ON_A_SIDE).cloned().chain(rest).collect::<Vec<_>>())
    };
    (sides.len() > 1).then(|| sides.iter().map(side).collect::<Vec<_>>().join(" against "))
}

/// Notes to show below the answer: the player characters, and whether gear has no effect.
pub fn notes(result: &StudyResult) -> Vec<String> {
    let with = |what: &str| {
        let has = |block: &&StatBlock| block.figures.iter().any(|fact| fact.what == what);
        result.roster.iter().filter(has).collect::<Vec<_>>()
    };
    let (players, bare) = (with(PLAYER_CHARACTER), with(NO_GEAR));
    // Whether a fact is true in all cases, rather than under some variants only.
    let always = |blocks: &[&StatBlock], what: &str| {
        blocks
            .iter()
            .flat_map(|block| &block.figures)
            .filter(|fact| fact.what == what)
            .all(|fact| fact.values == [FactValue::So])
    };
    let sometimes = |always: bool| if always { "" } else { " in some of the cases" };
    let acting = (!players.is_empty()).then(|| {
        let names = listed(&players.iter().map(|block| name_with_count(block)).collect::<Vec<_>>());
        let one = players.len() == 1 && is_one(&players[0].count);
        let what =
            if one { "is the player character: no one else acts" } else { "are the player characters: only they act" };
        format!("{names} {what}{}.", sometimes(always(&players, PLAYER_CHARACTER)))
    });
    let gear = (!bare.is_empty()).then(|| {
        format!(
            "Gear has no effect{}: a hit does the same with any weapon and armor.",
            sometimes(always(&bare, NO_GEAR))
        )
    });
    acting.into_iter().chain(gear).collect()
}

/// The name of a stat block with its number of fighters: `Ada`, `three orcs`, `3 to 9 goblins`.
fn name_with_count(block: &StatBlock) -> String {
    let name = value_words(&block.name);
    let word = match block.count.values[..] {
        [] | [FactValue::Number(1)] => return name,
        [FactValue::Number(count)] => usize::try_from(count - 2).ok().and_then(|place| NUMBER_WORDS.get(place)),
        _ => None,
    };
    let count = word.map_or_else(|| value_words(&block.count), |word| (*word).to_owned());
    format!("{count} {}", plural(&name))
}

/// A side's name for use in a sentence; if the side is several identical fighters, their name in the plural.
pub fn side_in_sentence(result: &StudyResult, side: &str) -> String {
    let is_group_of_equals = |block: &&StatBlock| {
        let alone = block.fight.is_empty() && value_words(&block.side).is_empty() && value_words(&block.name) == side;
        alone && matches!(block.count.values[..], [FactValue::Number(2..)])
    };
    result
        .roster
        .iter()
        .find(is_group_of_equals)
        .map_or_else(|| side.to_owned(), |block| plural(&value_words(&block.name)))
}

/// A figure's title for use in a sentence; a winning side is named as in [`side_in_sentence`].
pub fn figure_in_sentence(result: &StudyResult, figure: &Figure) -> String {
    match figure.name() == id::WINS {
        true => clause(&side_in_sentence(result, &figure.subject), id::WINS),
        false => figure.title(),
    }
}

/// Whether a number is 1 in all cases.
fn is_one(fact: &Fact) -> bool {
    fact.values == [FactValue::Number(1)]
}

/// A line for each stat block: its name, and its description with the separator in front.
pub fn lines(result: &StudyResult) -> Vec<(String, String)> {
    result.roster.iter().map(|block| (value_words(&block.name), description(block))).collect()
}

/// The wound tracks, each after its owners; without owners if there is only one track.
pub fn tracks(result: &StudyResult) -> Vec<(String, String)> {
    let mut found: Vec<(&str, Vec<(usize, &str)>)> = Vec::new();
    for (place, block) in result.roster.iter().enumerate() {
        for (case, track) in block.tracks.iter().filter(|(_, track)| !track.is_empty()) {
            match found.iter_mut().find(|(known, _)| known == track) {
                Some((_, owners)) => owners.push((place, case)),
                None => found.push((track, vec![(place, case)])),
            }
        }
    }
    // The track with the most owners comes last, so that its owners can be "all others".
    let alone = found.len() == 1;
    found.sort_by_key(|(_, owners)| owners.len());
    let last = found.len().saturating_sub(1);
    let whose = |(place, owners): (usize, &[(usize, &str)])| match owners_of(result, owners) {
        _ if alone => String::new(),
        names if place == last && names.len() > MAX_OWNERS => "all others".to_owned(),
        mut names => {
            let left = names.len().saturating_sub(MAX_OWNERS);
            names.truncate(MAX_OWNERS);
            names.extend((left > 0).then(|| format!("{left} more")));
            names.join(", ")
        }
    };
    let all = found.iter().enumerate();
    all.map(|(place, (track, owners))| (whose((place, owners.as_slice())), (*track).to_owned())).collect()
}

/// The owners of a track in words: the name of a fighter who has the track in every case, the name of a case in which
/// all fighters have it, or else a fighter with a case.
fn owners_of(result: &StudyResult, owners: &[(usize, &str)]) -> Vec<String> {
    let has = |place: usize, case: &str| owners.contains(&(place, case));
    let everybody = |case: &str| (0..result.roster.len()).all(|place| has(place, case));
    let always = |place: usize| result.roster[place].tracks.iter().all(|(case, _)| has(place, case));
    let name = |place: usize| value_words(&result.roster[place].name);
    let each = |&(place, case): &(usize, &str)| {
        if always(place) || case.is_empty() {
            name(place)
        } else if everybody(case) {
            case.to_owned()
        } else {
            format!("{} with {case}", name(place))
        }
    };
    distinct(owners.iter().map(each))
}

/// The description of a stat block: ` (6, of goblins): skill Fair, offense 2, defense 1; weapon spear.`
fn description(block: &StatBlock) -> String {
    let within = if block.fight.is_empty() { String::new() } else { format!(" in {}", block.fight) };
    let side = Some(value_words(&block.side)).filter(|side| !side.is_empty()).map(|side| format!("of {side}{within}"));
    let count = (!is_one(&block.count)).then(|| value_words(&block.count));
    let aside: Vec<String> = count.into_iter().chain(side).collect();
    let aside = if aside.is_empty() { String::new() } else { format!(" ({})", aside.join(", ")) };
    let listed = |facts: &mut dyn Iterator<Item = &Fact>| facts.map(fact_words).collect::<Vec<_>>().join(", ");
    let varies = |fact: &&Fact| fact.values.len() > 1;
    let many = block.written.iter().filter(varies).count() > MAX_VARYING;
    let figures = listed(&mut block.figures.iter());
    let written = listed(&mut block.written.iter().filter(|fact| !(many && varies(fact))));
    let names: Vec<&str> =
        block.written.iter().filter(|fact| many && varies(fact)).map(|fact| fact.what.as_str()).collect();
    let names = if names.is_empty() { String::new() } else { format!("by case: {}", names.join(", ")) };
    let parts: Vec<String> = [figures, written, names].into_iter().filter(|part| !part.is_empty()).collect();
    format!("{aside}: {}.", parts.join("; "))
}

/// A fact in words: `skill Great`; `skill Good or Great`; `helpless`.
fn fact_words(fact: &Fact) -> String {
    match fact.values.as_slice() {
        [FactValue::So] => fact.what.clone(),
        _ => format!("{} {}", fact.what, value_words(fact)),
    }
}

/// The value of a fact, or the values over which it varies.
fn value_words(fact: &Fact) -> String {
    let named = |value: &FactValue| if *value == FactValue::Not { "none".to_owned() } else { value.to_string() };
    let number = |value: &FactValue| if let FactValue::Number(number) = value { Some(*number) } else { None };
    let numbers: Option<Vec<i64>> = fact.values.iter().map(number).collect();
    match (fact.values.as_slice(), numbers) {
        ([], _) => String::new(),
        ([only], _) => only.to_string(),
        (all, Some(numbers)) if all.len() > 2 => {
            let ends = [numbers.iter().min(), numbers.iter().max()];
            ends.map(|end| FactValue::Number(end.copied().unwrap_or_default()).to_string()).join(" to ")
        }
        (all, _) if all.len() > MAX_VALUES => {
            let first: Vec<String> = all.iter().take(MAX_VALUES - 1).map(named).collect();
            format!("{} or another ({} in all)", first.join(", "), all.len())
        }
        ([others @ .., last], _) => {
            format!("{} or {}", others.iter().map(named).collect::<Vec<_>>().join(", "), named(last))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;

    fn some(what: &str, values: &[&str]) -> Fact {
        let known = |value: &&str| match (*value, value.parse()) {
            ("", _) => FactValue::Not,
            ("yes", _) => FactValue::So,
            (_, Ok(number)) => FactValue::Number(number),
            (words, _) => FactValue::Words(words.to_owned()),
        };
        Fact { what: what.into(), values: values.iter().map(known).collect() }
    }

    fn block(name: &str, count: &[&str], tracks: &[(&str, &str)]) -> StatBlock {
        StatBlock {
            name: some("name", &[name]),
            side: some("side", &["goblins"]),
            count: some("count", count),
            fight: String::new(),
            times: Fact::default(),
            figures: vec![some("skill", &["Fair"])],
            written: vec![
                some("armor", &["", "mail"]),
                some("helpless", &["yes"]),
                some("tactic", &["a", "b", "c", "d", "e"]),
            ],
            tracks: tracks.iter().map(|(case, track)| ((*case).to_owned(), (*track).to_owned())).collect(),
        }
    }

    #[test]
    fn lines_list_varying_facts() {
        let mut result = fixture::empty();
        assert_eq!((lines(&result), tracks(&result)), (vec![], vec![]));
        result.roster = vec![block("Goblin", &["3", "4", "9"], &[])];
        let words =
            " (3 to 9, of goblins): skill Fair; armor none or mail, helpless, tactic a, b, c or another (5 in all).";
        assert_eq!(lines(&result), [("Goblin".to_owned(), words.to_owned())]);
    }

    #[test]
    fn tracks_name_their_owners() {
        let mut result = fixture::empty();
        let tracks_of = |one: &[(&str, &str)], other: &[(&str, &str)]| {
            result.roster = vec![block("Ann", &["1"], one), block("Orc", &["1"], other)];
            tracks(&result).into_iter().map(|(whose, track)| format!("{whose}: {track}")).collect::<Vec<_>>()
        };
        let mut tracks_of = tracks_of;
        assert_eq!(tracks_of(&[("", "x")], &[("", "x")]), [": x"]);
        assert_eq!(tracks_of(&[("", "x")], &[("", "y")]), ["Ann: x", "Orc: y"]);
        let many: Vec<(&str, &str)> = ["a", "b", "c", "d", "e"].map(|case| (case, "x")).to_vec();
        let one = [&many[..4], &[("e", "y")]].concat();
        assert_eq!(tracks_of(&one, &one), ["e: y", "a, b, c, d: x"]);
        let one = [&many[..], &[("f", "y")]].concat();
        assert_eq!(tracks_of(&one, &one), ["f: y", "all others: x"]);
        let (a, b) = (("srd", "x"), ("lite", "y"));
        assert_eq!(tracks_of(&[a, b], &[a, b]), ["srd: x", "lite: y"]);
        assert_eq!(tracks_of(&[a, ("lite", "x")], &[a, b]), ["Orc with lite: y", "Ann, srd: x"]);
    }

    #[test]
    fn sides_list_names_and_numbers() {
        let mut result = fixture::empty();
        assert!(sides(&result).is_empty());
        let one = |name: &str, side: &str, count: &[&str]| StatBlock {
            side: some("side", &[side]),
            ..block(name, count, &[])
        };
        result.roster = vec![one("Ada", "party", &["1"]), one("Bo", "party", &["1"]), one("Orc", "orcs", &["3"])];
        assert_eq!(sides(&result), ["Ada and Bo against three orcs"]);
        result.roster = vec![one("Wolf", "wolves", &["3", "4", "9"]), one("Ada", "", &["1"]), one("Fly", "", &["20"])];
        assert_eq!(sides(&result), ["3 to 9 wolves against Ada against 20 flies"]);
        assert_eq!(["Thug", "Dwarf", "Witch", "Goblins"].map(plural), ["thugs", "dwarfs", "witches", "goblins"]);
        assert_eq!(["Hero", "Elf", "Thief", "Monkey"].map(plural), ["heroes", "elves", "thieves", "monkeys"]);
    }

    #[test]
    fn campaign_fights_are_listed_one_by_one() {
        let mut result = fixture::empty();
        let ada = StatBlock { side: some("side", &["party"]), ..block("Ada", &["1"], &[]) };
        let foe = |name: &str, fight: &str, count: &[&str], times: &[&str]| StatBlock {
            side: some("side", &["foes"]),
            fight: fight.to_owned(),
            times: some("fights", times),
            ..block(name, count, &[])
        };
        let ford = [foe("Wolf", "ford", &["3"], &["2"]), foe("Orc", "ford", &["1"], &["2"])];
        result.roster = [vec![ada], ford.to_vec(), vec![foe("Orc", "gate", &["1", "2"], &["1"])]].concat();
        assert_eq!(
            sides(&result),
            ["ford (2 fights): Ada against three wolves and Orc", "gate: Ada against 1 or 2 orcs"]
        );
        assert!(lines(&result)[1].1.starts_with(" (3, of foes in ford): skill Fair"), "{:?}", lines(&result));
        let many = (1..=10).map(|number| foe("Orc", &number.to_string(), &["1"], &["1"]));
        result.roster.truncate(1);
        result.roster.extend(many);
        let lines = sides(&result);
        assert_eq!((lines.len(), &*lines[7], &*lines[8]), (9, "8: Ada against Orc", "and 2 more fights"));
    }

    #[test]
    fn notes_report_player_characters_and_gear() {
        let mut result = fixture::empty();
        let with = |name: &str, facts: Vec<Fact>| StatBlock { figures: facts, ..block(name, &["1"], &[]) };
        let [pc, bare] = [PLAYER_CHARACTER, NO_GEAR].map(|what| some(what, &["yes"]));
        result.roster = vec![with("Ann", vec![pc, bare.clone()]), with("Orc", vec![bare])];
        assert_eq!(
            notes(&result),
            [
                "Ann is the player character: no one else acts.",
                "Gear has no effect: a hit does the same with any weapon and armor."
            ]
        );
        result.roster = vec![with("Ann", vec![some(PLAYER_CHARACTER, &["", "yes"])]), with("Orc", vec![])];
        assert_eq!(notes(&result), ["Ann is the player character: no one else acts in some of the cases."]);
    }
}
