//! Describes the opponents in a fight in words.

use fudgelab::combat::Cast;
use fudgelab::scenario::library;
use fudgelab::subject::capitalized;

const NUMBERS: [&str; 11] =
    ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Returns all fighters who are not on the first fighter's side, such as `Six goblins and an ogre`.
pub(crate) fn foes(cast: &Cast) -> String {
    let own = cast.fighters.first().map(|fighter| fighter.side);
    let foes = cast.fighters.iter().filter(|fighter| Some(fighter.side) != own);
    capitalized(&joined_with_and(foes.map(|fighter| count_with_name(fighter.count, &fighter.name)).collect()))
}

/// Whether the first fighter is alone on its side.
pub(crate) fn is_alone(cast: &Cast) -> bool {
    let own = cast.fighters.first().map(|fighter| fighter.side);
    cast.fighters.iter().filter(|fighter| Some(fighter.side) == own).map(|fighter| fighter.count).sum::<u16>() == 1
}

/// Returns a number in words from two to twelve, otherwise in digits: `three`, `13`.
pub(crate) fn number(count: usize) -> String {
    let word = count.checked_sub(2).and_then(|place| NUMBERS.get(place));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

/// Returns a number of fighters in words: `six goblins`, `an ogre`, `Lena`. Proper names
/// get no article. All names in a fight are capitalized, but the library has the names of creatures in lower case.
pub(crate) fn count_with_name(count: u16, name: &str) -> String {
    // A goblin chief is a creature because a goblin is.
    let mut kinds = name.match_indices(' ').map(|(end, _)| &name[..end]).chain([name]);
    let is_kind = kinds.any(|kind| library::find(kind).iter().any(|entry| entry.name.starts_with(char::is_lowercase)));
    let small = uncapitalized(name);
    match count {
        1 if is_kind && small.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {small}"),
        1 if is_kind => format!("a {small}"),
        1 => name.to_owned(),
        _ => format!("{} {}", number(count.into()), plural(&small)),
    }
}

/// Returns the plural of a name, such as `wolves`.
fn plural(name: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    let but = |letters: usize| &name[..name.len() - letters];
    let vowel_before_y = ends(&["ay", "ey", "oy", "uy"]);
    match name {
        _ if ends(&["dead", "folk", "people", "kin"]) => name.to_owned(),
        _ if ends(&["man"]) && !ends(&["human", "shaman"]) => format!("{}men", but(3)),
        _ if ends(&["chief"]) => format!("{name}s"),
        _ if ends(&["olf", "elf", "arf", "ief", "lf"]) => format!("{}ves", but(1)),
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{name}es"),
        _ if ends(&["y"]) && !vowel_before_y => format!("{}ies", but(1)),
        _ => format!("{name}s"),
    }
}

/// Joins parts as in `a, b and c`.
fn joined_with_and(mut parts: Vec<String>) -> String {
    match (parts.pop(), parts.len()) {
        (None, _) => String::new(),
        (Some(last), 0) => last,
        (Some(last), _) => format!("{} and {last}", parts.join(", ")),
    }
}

fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_uses_articles_and_plurals() {
        let said = [
            (6, "Goblin"),
            (2, "Wolf"),
            (3, "Thief"),
            (1, "Goblin chief"),
            (2, "Goblin chief"),
            (13, "Dwarf"),
            (4, "Bandit"),
            (2, "Harpy"),
            (5, "Restless dead"),
        ];
        let said = said.map(|(count, name)| count_with_name(count, name));
        assert_eq!(
            said,
            [
                "six goblins",
                "two wolves",
                "three thieves",
                "a goblin chief",
                "two goblin chiefs",
                "13 dwarves",
                "four bandits",
                "two harpies",
                "five restless dead"
            ]
        );
        let said = ["Ogre", "Troll", "Lena", "Wilbur's dragon", "Redbeard"].map(|name| count_with_name(1, name));
        assert_eq!(said, ["an ogre", "a troll", "Lena", "Wilbur's dragon", "Redbeard"]);
    }

    #[test]
    fn listed_joins_two_parts_with_and() {
        assert_eq!(joined_with_and(vec!["six goblins".into(), "an ogre".into()]), "six goblins and an ogre");
    }
}
