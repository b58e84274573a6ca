//! Checks the rooms (submodules) of `combat` against the paths in its files: a room uses only earlier rooms, a phase
//! uses no other phase, and no files form an import cycle.

use super::source::{Token, masked, tokens};
use super::{layer_of, library};
use std::collections::{BTreeMap, BTreeSet};

/// The rooms of `combat`, first to last.
const ROOMS: &[&str] =
    &["fighter", "condition", "hit", "event", "tables", "resolve", "phases", "round", "result", "play"];

/// The room that defines the methods of [`Fight`](fudgelab::combat::Fight). Other rooms use functions, whose imports
/// show their dependencies.
const METHODS_OF_FIGHT: &str = "tables";

/// Lists the violations in one file of `combat`. `path` is relative to `src`.
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

/// The module path of a file.
fn parts(path: &str) -> Vec<&str> {
    path.trim_end_matches(".rs").split('/').filter(|part| *part != "mod").collect()
}

/// The full paths, from the crate root, that a file refers to by `crate::` and `super::`. Groups are expanded.
fn paths<'a>(tokens: &'a [Token<'a>], own: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    for k in 0..tokens.len() {
        let before = |back: usize| k.checked_sub(back).map_or("", |k| tokens[k].text);
        let follows = before(1) == "::" || (before(2), before(1)) == ("pub", "(");
        match tokens[k].text {
            // A visibility such as `pub(in crate::combat)` uses nothing.
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

/// Follows a path from the `::` at `at`, and adds each of its full paths to `found`.
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

/// Paths and texts of the files of `combat`, by module.
fn files() -> BTreeMap<String, (String, String)> {
    let of_combat = library().into_iter().filter(|(path, _)| layer_of(path) == layer_of("combat/mod.rs"));
    let of_combat = of_combat.filter(|(path, _)| path.starts_with("combat/"));
    of_combat.map(|(path, text)| (parts(&path).join("::"), (path, text))).collect()
}

/// The modules that a module imports from: those that define a name, not those that re-export it.
fn used_by(module: &str, files: &BTreeMap<String, (String, String)>) -> BTreeSet<String> {
    let (path, text) = &files[module];
    let (own, masked) = (parts(path), masked(text));
    let tokens = tokens(&masked);
    // `mod` and `pub use` lines at the root of a room only re-export names.
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

/// The module that defines the name in `path`, followed through re-exports. `deep` counts those followed so far.
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

/// Lists files that import each other in a cycle: those that remain after files without imports are removed repeatedly.
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
fn files_of_combat_have_no_import_cycle() {
    let files = files();
    let uses = files.keys().map(|module| (module.clone(), used_by(module, &files))).collect();
    assert_eq!(circles(uses), [""; 0]);
}

#[test]
fn bad_files_are_reported() {
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
    // Tests within a file are ignored, and so are names in comments.
    let good =
        "/// See [`State`](crate::combat::round::State).\n#[cfg(test)]\nmod tests { use crate::combat::play::play; }";
    assert_eq!(violations("combat/hit.rs", good), [""; 0]);
    assert_eq!(
        violations("combat/phases/order.rs", "use super::{Phase, Prompt, Step}; use crate::combat::tables::Fight;"),
        [""; 0]
    );
}

#[test]
fn imports_lead_to_the_defining_file() {
    let files = files();
    let uses = |module: &str| used_by(module, &files);
    assert!(uses("combat::phases::order").contains("combat::tables"), "{:?}", uses("combat::phases::order"));
    assert!(uses("combat::play").contains("combat::play::melee"));
    assert!(uses("combat::phases::stances").contains("combat::condition"));
    assert!(uses("combat::round").contains("combat::phases::upkeep::swallow"));
    assert!(!uses("combat::phases::stances").contains("combat::phases::order"));
}
