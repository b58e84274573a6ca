//! The rooms of `combat`, first to last, held against the paths in its files: a room uses earlier rooms only, a phase no other
//! phase, and no two files use each other in a circle.

use super::source::{Token, masked, tokens};
use super::{layer_of, library};
use std::collections::{BTreeMap, BTreeSet};

/// The rooms of `combat`, first to last.
const ROOMS: &[&str] =
    &["fighter", "condition", "hit", "event", "tables", "resolve", "phases", "round", "result", "play"];

/// The room whose methods [`Fight`](fudgelab::combat::Fight) has. Others use functions, whose imports show who needs whom.
const METHODS_OF_FIGHT: &str = "tables";

/// What is wrong with one file of `combat`. `path` is relative to `src`.
fn violations(path: &str, text: &str) -> Vec<String> {
    let own = parts(path);
    let ["combat", room, inside @ ..] = &own[..] else { return Vec::new() };
    let Some(place) = ROOMS.iter().position(|known| known == room) else {
        return vec![format!("{path}: `{room}` is no room of combat")];
    };
    let masked = masked(text);
    let tokens = tokens(&masked);
    let mut found = Vec::new();
    for used in paths(&tokens, &own) {
        let ["combat", other, further @ ..] = &used[..] else { continue };
        if ROOMS.iter().position(|known| known == other).is_some_and(|other| other > place) {
            found.push(format!("{path}: `{other}` comes after `{room}`"));
        }
        let phase =
            |parts: &[&str]| parts.first().filter(|name| name.starts_with(char::is_lowercase)).map(|s| s.to_string());
        if let (Some(own), Some(used), "phases", "phases") = (phase(inside), phase(further), *room, *other)
            && own != used
        {
            found.push(format!("{path}: the phase `{own}` uses the phase `{used}`"));
        }
    }
    let methods = tokens.windows(2).any(|two| two[0].text == "impl" && two[1].text == "Fight");
    if methods && *room != METHODS_OF_FIGHT {
        found.push(format!("{path}: methods of `Fight` belong to {METHODS_OF_FIGHT}"));
    }
    found
}

/// The module that a file is.
fn parts(path: &str) -> Vec<&str> {
    path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod").collect()
}

/// The paths of a file into this crate, from its root: by `crate::` and `super::`, groups taken apart.
fn paths<'a>(tokens: &'a [Token<'a>], own: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    for k in 0..tokens.len() {
        let before = |back: usize| k.checked_sub(back).map_or("", |k| tokens[k].text);
        let follows = before(1) == "::" || (before(2), before(1)) == ("pub", "(");
        match tokens[k].text {
            // A visibility, as in `pub(in crate::combat)`, uses nothing.
            "crate" if before(1) != "in" => further(tokens, k + 1, Vec::new(), &mut found),
            "super" if !follows => {
                let supers = tokens[k..].chunks(2).take_while(|pair| pair[0].text == "super").count();
                let base = own[..own.len().saturating_sub(supers)].to_vec();
                further(tokens, k + 2 * supers - 1, base, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Follows a path from the `::` at `at`; gives where it goes on after it.
fn further<'a>(tokens: &'a [Token<'a>], at: usize, base: Vec<&'a str>, found: &mut Vec<Vec<&'a str>>) {
    let text = |k: usize| tokens.get(k).map_or("", |token| token.text);
    match (text(at), text(at + 1)) {
        ("::", "{") => {
            let mut nested = 0;
            for k in at + 1..tokens.len() {
                match text(k) {
                    "{" => nested += 1,
                    "}" => nested -= 1,
                    name if nested == 1 && matches!(text(k - 1), "{" | ",") => {
                        let base = base.iter().copied().chain([name]).collect();
                        further(tokens, k + 1, base, found);
                    }
                    _ => {}
                }
                if nested == 0 {
                    break;
                }
            }
        }
        ("::", name) if !name.is_empty() => {
            further(tokens, at + 2, base.into_iter().chain([name]).collect(), found);
        }
        _ => found.push(base),
    }
}

/// The files of `combat`, by the module that each is.
fn files() -> BTreeMap<String, (String, String)> {
    let of_combat = library().into_iter().filter(|(path, _)| layer_of(path) == layer_of("combat/mod.rs"));
    let of_combat = of_combat.filter(|(path, _)| path.starts_with("combat/"));
    of_combat.map(|(path, text)| (parts(&path).join("::"), (path, text))).collect()
}

/// The files that a file uses, by what it imports: the file that defines the name, not the one that hands it on.
fn used_by(module: &str, files: &BTreeMap<String, (String, String)>) -> BTreeSet<String> {
    let (path, text) = &files[module];
    let (own, masked) = (parts(path), masked(text));
    let tokens = tokens(&masked);
    // In the face of a room, `mod` and `pub use` lines hand names on; they use nothing.
    let mut used = BTreeSet::new();
    let inner = (0..tokens.len()).filter(|&k| tokens[k].text == "use" && !is_handed_on(&tokens, k));
    let local = inner.filter(|&k| files.contains_key(&format!("{module}::{}", tokens[k + 1].text)));
    for k in local {
        let base = own.iter().copied().chain([tokens[k + 1].text]).collect();
        let mut found = Vec::new();
        further(&tokens, k + 2, base, &mut found);
        used.extend(found.iter().map(|path| defined_in(path, files, 0)));
    }
    used.extend(
        paths(&tokens, &own)
            .iter()
            .filter(|path| path.first() == Some(&"combat"))
            .map(|path| defined_in(path, files, 0)),
    );
    used.remove(module);
    used.remove("");
    used
}

/// Whether the `use` at `k` is public.
fn is_handed_on(tokens: &[Token<'_>], k: usize) -> bool {
    k > 0 && matches!(tokens[k - 1].text, "pub" | ")")
}

/// The module that defines what a path names, followed through the faces that hand it on.
fn defined_in(path: &[&str], files: &BTreeMap<String, (String, String)>, deep: usize) -> String {
    let Some(length) = (1..=path.len()).rev().find(|length| files.contains_key(&path[..*length].join("::"))) else {
        return String::new();
    };
    let module = path[..length].join("::");
    let Some(name) = path.get(length).filter(|_| deep < 5) else { return module };
    let masked = masked(&files[&module].1);
    let tokens = tokens(&masked);
    for k in (0..tokens.len()).filter(|&k| tokens[k].text == "use" && is_handed_on(&tokens, k)) {
        let first = tokens[k + 1].text;
        let base: Vec<&str> = if first == "super" || first == "crate" {
            continue;
        } else {
            path[..length].iter().copied().chain([first]).collect()
        };
        let mut found = Vec::new();
        further(&tokens, k + 2, base, &mut found);
        if let Some(handed) = found.iter().find(|handed| handed.last() == Some(name)) {
            return defined_in(handed, files, deep + 1);
        }
    }
    module
}

/// Files that use each other in a circle: those that are left once those that use nothing are taken away, again and again.
fn circles(mut uses: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let free: Vec<String> = uses.iter().filter(|(_, used)| used.is_empty()).map(|(file, _)| file.clone()).collect();
        if free.is_empty() {
            break;
        }
        for file in free {
            uses.remove(&file);
            uses.values_mut().for_each(|used| _ = used.remove(&file));
        }
    }
    uses.into_iter().map(|(file, used)| format!("{file} uses {used:?}")).collect()
}

#[test]
fn every_room_uses_earlier_rooms_only() {
    let found: Vec<String> = files().values().flat_map(|(path, text)| violations(path, text)).collect();
    assert_eq!(found, [""; 0]);
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let files = files();
    let uses = files.keys().map(|module| (module.clone(), used_by(module, &files))).collect();
    assert_eq!(circles(uses), [""; 0]);
}

/// Teeth: everything that must be found in a bad file is found.
#[test]
fn violations_are_found() {
    let bad = [
        ("combat/condition/status.rs", "use crate::combat::tables::Fight;", "`tables` comes after `condition`"),
        ("combat/condition/status.rs", "use super::super::round::State;", "`round` comes after `condition`"),
        ("combat/hit.rs", "use super::{condition::Body, event::Event};", "`event` comes after `hit`"),
        ("combat/phases/order.rs", "use super::turns::Turns;", "the phase `order` uses the phase `turns`"),
        (
            "combat/phases/turns/attack.rs",
            "use super::super::order::Order;",
            "the phase `turns` uses the phase `order`",
        ),
        ("combat/phases/turns/attack.rs", "use crate::combat::phases::{Phase, wounds::Wounds};", "the phase `wounds`"),
        ("combat/phases/order.rs", "impl Fight { fn f(&self) {} }", "methods of `Fight` belong to tables"),
        ("combat/cellar.rs", "", "`cellar` is no room of combat"),
    ];
    for (path, text, reason) in bad {
        let found = violations(path, text);
        assert!(found.len() == 1 && found[0].contains(reason), "{text} in {path}: {found:?}");
    }
    let uses = |of: &[(&str, &[&str])]| {
        let set = |used: &[&str]| used.iter().map(|one| one.to_string()).collect::<BTreeSet<_>>();
        of.iter().map(|(file, used)| (file.to_string(), set(used))).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(circles(uses(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])), [""; 0]);
    assert_eq!(circles(uses(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &[])])).len(), 3);
    // A test of a file that uses what comes later is not looked at, nor what is merely named in words.
    let good =
        "/// See [`State`](crate::combat::round::State).\n#[cfg(test)]\nmod tests { use crate::combat::play::play; }";
    assert_eq!(violations("combat/hit.rs", good), [""; 0]);
    assert_eq!(
        violations("combat/phases/order.rs", "use super::{Phase, Prompt, Step}; use crate::combat::tables::Fight;"),
        [""; 0]
    );
}

/// Teeth of the circles: imports are followed to the file that defines a name.
#[test]
fn imports_are_followed() {
    let files = files();
    let uses = |module: &str| used_by(module, &files);
    assert!(uses("combat::phases::order").contains("combat::tables"), "{:?}", uses("combat::phases::order"));
    assert!(uses("combat::play").contains("combat::play::melee"));
    assert!(uses("combat::phases::stances").contains("combat::condition"));
    assert!(uses("combat::round").contains("combat::phases::aftermath::swallow"));
    assert!(!uses("combat::phases::stances").contains("combat::phases::order"));
}
