//! `like` and `attack`: completes stat blocks with the keys that they copy and the attack that they use.

use super::library;
use crate::document::{
    Context, Entry, Node, Problem, Problems, Reader, Span, Table, Value, did_you_mean, did_you_mean_one_of, excerpt,
    listed, nearest, related, same_word,
};
use crate::ladder::Ladder;
use crate::study::Warning;
use crate::subject::campaign::{FOES_SIDE, PARTY_SIDE};
use crate::subject::fight::read::ATTACK;
use crate::subject::fight::read::abilities::{self, UnsimulatedAbility};
use crate::subject::fight::read::printed::TOLD;
use crate::subject::fight::read::range_value::RangeValue;
use crate::subject::fight::read::ranges::{self, Range};

/// Keys whose tables merge entry by entry; any other key replaces the copied value.
const MERGED: [&str; 2] = ["modifiers", "abilities"];

/// Resolves `like`: merges the named stat block under each fighter's own keys, and removes `[cast]` and `[sides]` from
/// the document.
///
/// ```toml
/// include = ["my-cast.toml"]          # may have [cast.hans], [cast.goblin] …, which do not fight by themselves
/// [fighters.hans]
/// like = "Hans"                       # copies [cast.hans], or else the library's Hans
/// skill = "Superb"                    # replaces the copied skill
/// ```
///
/// Blocks copied from the library are recorded in `borrowed`. An unknown name is an error, and the fighter becomes
/// [`Value::Invalid`].
pub(super) fn resolve(document: &mut Node, ladder: &Ladder, borrowed: &mut BorrowedBlocks, problems: &mut Problems) {
    let Some(root) = document.as_table_mut() else { return };
    let help = "give each a table of its own, such as `[cast.goblin]`";
    let models = table_of(root.remove("cast"), Some(help), problems);
    let help = "give each side a table of its own, such as `[sides.goblins]`";
    let sides = table_of(root.remove("sides"), Some(help), problems).into_entries();
    let mut manned = vec![false; sides.len()];
    let rosters = rosters(root).into_iter();
    for (usual, entry) in rosters.flat_map(|(usual, table)| table.entries_mut().map(move |entry| (usual, entry))) {
        let (name, fighter) = (&entry.key, &mut entry.node);
        if fighter.as_table().is_none() {
            continue;
        }
        let like = fighter.as_table_mut().and_then(|own| own.remove("like"));
        let model = match like.as_ref().map(|like| (find_block(&like.node, &models, borrowed), like)) {
            None => Node::empty_table(fighter.span),
            Some((Ok(Some(model)), _)) => model,
            Some((Ok(None), _)) => {
                fighter.value = Value::Invalid;
                continue;
            }
            Some((Err(problem), like)) => {
                problems.push(problem.at(like.node.span));
                fighter.value = Value::Invalid;
                continue;
            }
        };
        let own = std::mem::replace(fighter, Node::empty_table(fighter.span));
        let side = sides.iter().position(|side| same_word(&side.key, side_of(name, &own, &model, usual)));
        let own = match side {
            None => own,
            Some(side) => {
                manned[side] = true;
                let mut whole = Node { span: own.span, ..sides[side].node.clone() };
                overlay_keys(&mut whole, own, ladder);
                whole
            }
        };
        *fighter = merge_block(model, own, ladder, problems);
        ranges::resolve(fighter, ladder, problems);
        borrowed.warn_about_abilities(name, fighter);
    }
    for (side, _) in sides.iter().zip(manned).filter(|(_, manned)| !manned) {
        let problem = Problem::new(format!("no fighter is on side `{}`", excerpt(&side.key))).at(side.key_span);
        problems.push(problem.help("give its name as the `side` of a fighter"));
    }
}

/// The tables of fighters in a document, each with its default side: those of a fight, or the party of a campaign and
/// the foes of each stage.
pub(super) fn rosters(root: &mut Table) -> Vec<(Option<&'static str>, &mut Table)> {
    let mut found = Vec::new();
    for entry in root.entries_mut() {
        match (entry.key.as_str(), entry.node.as_table_mut()) {
            ("fighters", Some(fighters)) => found.push((None, fighters)),
            ("campaign", Some(campaign)) => {
                for entry in campaign.entries_mut() {
                    match (entry.key.as_str(), &mut entry.node.value) {
                        ("party", Value::Table(party)) => found.push((Some(PARTY_SIDE), party)),
                        ("stages", Value::Table(stages)) => {
                            let tables = stages.entries_mut().filter_map(|stage| stage.node.as_table_mut());
                            let foes = tables.filter_map(|stage| stage.get_mut("foes")?.as_table_mut());
                            found.extend(foes.map(|foes| (Some(FOES_SIDE), foes)));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// The table of a key; empty if the key is missing. Anything but a table is reported.
fn table_of(entry: Option<Entry>, help: Option<&str>, problems: &mut Problems) -> Table {
    let Some(Entry { key, node, .. }) = entry else { return Table::default() };
    match node.value {
        Value::Table(table) => table,
        Value::Invalid => Table::default(),
        other => {
            let problem = Problem::new(format!("`{key}` must be a table, not {}", other.noun())).at(node.span);
            problems.push(problem.help_if(help.map(str::to_owned)));
            Table::default()
        }
    }
}

/// The side of a fighter: set by the fighter or the copied block, or else `usual`, the default of the table, or else
/// the fighter's name.
fn side_of<'n>(name: &'n str, own: &'n Node, model: &'n Node, usual: Option<&'n str>) -> &'n str {
    let said = |key: &str| own.text_of(key).or_else(|| model.text_of(key));
    said("side").or(usual).or_else(|| said("name")).unwrap_or(name)
}

/// The stat blocks that fighters copy from the library, and warnings about them.
#[derive(Debug, Default)]
pub(super) struct BorrowedBlocks {
    entries: Vec<&'static library::LibraryBlock>,
    /// Warnings about abilities that are not simulated, and about skills that no source prints.
    pub warnings: Vec<Warning>,
}

impl BorrowedBlocks {
    /// The stat blocks as text, for a `[cast]`.
    pub fn text(&self) -> String {
        let block = |entry: &&library::LibraryBlock| {
            format!("\n# ---- from the library: {} ----\n\n{}", entry.full_name(), entry.stat_block("cast"))
        };
        self.entries.iter().map(block).collect()
    }

    /// Records a block that a fighter copies.
    fn add_block(&mut self, entry: &'static library::LibraryBlock) {
        if !self.entries.iter().any(|known| std::ptr::eq(*known, entry)) {
            self.entries.push(entry);
        }
    }

    /// Warns if the skill of a block is this program's suggestion.
    fn warn_about_suggestion(&mut self, entry: &library::LibraryBlock) {
        if entry.tag() == library::OURS {
            let message = format!("no source prints a skill for `{}`: fudgelab uses its own suggestion", entry.name);
            self.warn(message, "set `skill` if yours differs".to_owned());
        }
    }

    /// Warns about the fighter's abilities that are not simulated.
    fn warn_about_abilities(&mut self, name: &str, fighter: &Node) {
        for UnsimulatedAbility { name: ability, reason, instead } in
            fighter.as_table().map_or(Vec::new(), abilities::unsimulated_abilities)
        {
            self.warn(
                format!("the ability `{ability}` of `{}` is not simulated: {reason}", excerpt(name)),
                format!("{instead}, or take it out with `abilities.{ability} = false`"),
            );
        }
    }

    fn warn(&mut self, message: String, remedy: String) {
        let warning = Warning::new(message, remedy);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// The stat block with this name; `None` if an error in the name or the block has already been reported.
fn find_block(name: &Node, models: &Table, borrowed: &mut BorrowedBlocks) -> Result<Option<Node>, Problem> {
    let word = match &name.value {
        Value::String(word) => word,
        Value::Invalid => return Ok(None),
        _ => return Err(Problem::new("`like` must be a name, in quotes").help("for example `like = \"goblin\"`")),
    };
    if let Some(found) = models.entries().iter().find(|entry| same_word(&entry.key, word)) {
        return match &found.node.value {
            Value::Table(_) => Ok(Some(found.node.clone())),
            Value::Invalid => Ok(None),
            other => Err(Problem::new(format!("`cast.{}` must be a table, not {}", excerpt(&found.key), other.noun()))),
        };
    }
    match library::find(word)[..] {
        [] => Err(unknown_block(word, models)),
        [entry] => {
            borrowed.add_block(entry);
            borrowed.warn_about_suggestion(entry);
            // Problems in the block are reported at the fighter's `like`.
            Ok(Some(entry.node.moved_to(name.span)))
        }
        ref several => {
            let names: Vec<String> = several.iter().map(|entry| entry.full_name()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let problem = Problem::new(format!("several sources have a `{}`", excerpt(word)));
            Err(problem.help(format!("say which: {}", listed(&names))))
        }
    }
}

/// The problem of a `like` that names no stat block.
fn unknown_block(word: &str, models: &Table) -> Problem {
    let own: Vec<&str> = models.keys().collect();
    let names = library::names();
    let problem = Problem::new(format!("there is no `{}` in the cast or the library", excerpt(word)));
    let known: Vec<&str> = own.iter().copied().chain(names.iter().map(String::as_str)).collect();
    // If no name is similar, the error may be in the cast.
    let problem = problem.label_if(did_you_mean_one_of(&related(word, &known)));
    let problem = if nearest(word, known).is_none() { problem.secondary() } else { problem };
    let lists = "`fudgelab list creatures` and `fudgelab list people` show the library";
    match own[..] {
        [] => problem.help(lists),
        _ => problem.help(format!("the cast is {}; {lists}", listed(&own))),
    }
}

/// Merges a fighter's own keys over those of the copied block. The chosen attack overrides the block that it belongs
/// to.
fn merge_block(mut model: Node, mut own: Node, ladder: &Ladder, problems: &mut Problems) -> Node {
    let span = own.span;
    if let Some(table) = model.as_table_mut() {
        TOLD.specs().iter().for_each(|spec| drop(table.remove(spec.key)));
    }
    let (models, default) = take_attacks(&mut model, problems);
    let (owns, chosen) = take_attacks(&mut own, problems);
    let known: Vec<&str> = owns.keys().chain(models.keys()).collect();
    let first = owns.keys().next();
    let chosen = chosen.or_else(|| default.filter(|_| first.is_none()));
    let name = match chosen.as_ref().map(|entry| (entry.node.as_str(), &entry.node)) {
        None => first.or_else(|| models.keys().next()),
        Some((Some(name), node)) => {
            let found = known.iter().copied().find(|attack| same_word(attack, name));
            if found.is_none() {
                problems.push(unknown_attack(name, &known, node.span));
            }
            found.or(known.first().copied()) // avoids further errors about missing keys
        }
        Some((None, node)) => {
            problems.push(Problem::new("`attack` must be the name of an attack, in quotes").at(node.span));
            None
        }
    };
    let attack = |of: &Table| name.and_then(|name| of.get(name)).cloned();
    attack(&models).into_iter().for_each(|attack| overlay_keys(&mut model, attack, ladder));
    overlay_keys(&mut model, own, ladder);
    attack(&owns).into_iter().for_each(|attack| overlay_keys(&mut model, attack, ladder));
    Node { span, ..model }
}

/// The stat block with the keys of `attack`, or, if `None`, with those of the attack that it uses.
pub(super) fn with_attack(block: &Node, attack: Option<&str>, ladder: &Ladder) -> Node {
    let mut block = block.clone();
    let span = block.span;
    if let (Some(table), Some(attack)) = (block.as_table_mut(), attack) {
        let attack = Node { value: Value::String(attack.to_owned()), span };
        *table.get_or_insert("attack", span, || Node::empty_table(span)) = attack;
    }
    merge_block(Node::empty_table(block.span), block, ladder, &mut Problems::new())
}

/// Removes and returns a stat block's attacks, and the entry that names the one in use.
fn take_attacks(block: &mut Node, problems: &mut Problems) -> (Table, Option<Entry>) {
    let Some(table) = block.as_table_mut() else { return (Table::default(), None) };
    let chosen = table.remove("attack");
    let attacks = table_of(table.remove("attacks"), None, problems);
    for attack in attacks.entries() {
        // The values of unused attacks are not read, only the names of their keys.
        let name = format!("attack `{}`", excerpt(&attack.key));
        Reader::open(&attack.node, &name, &ATTACK, Context::plain(), problems, |reader| {
            ATTACK.specs().iter().for_each(|spec| reader.skip(spec));
            Some(())
        });
    }
    (attacks, chosen)
}

/// The problem of an `attack` that is not one of the `known` attacks.
fn unknown_attack(name: &str, known: &[&str], span: Span) -> Problem {
    let problem = Problem::new(format!("there is no attack `{}`", excerpt(name))).at(span);
    match known {
        [] => problem.help("leave `attack` out, or give `attacks`"),
        _ => problem.label_if(did_you_mean(name, known.iter().copied())).help(format!("attacks are {}", listed(known))),
    }
}

/// Merges keys over those of a stat block. A value replaces the existing one, except in [`MERGED`] tables; `low`,
/// `middle` and `high` select that value of an existing range.
fn overlay_keys(block: &mut Node, over: Node, ladder: &Ladder) {
    let (Some(table), Value::Table(over)) = (block.as_table_mut(), over.value) else { return };
    for mut entry in over.into_entries() {
        let Some(there) = table.get_mut(&entry.key) else {
            table.get_or_insert(&entry.key, entry.key_span, || entry.node);
            continue;
        };
        let word = entry.node.as_str().filter(|word| ladder.parse(word).is_err());
        if let (Some(point), Some(range)) = (word.and_then(RangeValue::named), Range::of(there, ladder)) {
            entry.node.value = Value::Integer(range.value_at(point).into());
        }
        match MERGED.contains(&entry.key.as_str()) {
            true => there.overlay(entry.node),
            false => *there = entry.node,
        }
    }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::parsed::{parse_text, shown};

    fn resolved(text: &str) -> (String, Vec<String>) {
        let (mut root, mut problems) = parse_text(text);
        resolve(&mut root, &Ladder::default(), &mut BorrowedBlocks::default(), &mut problems);
        (shown(&root), problems.iter().map(|problem| problem.message().to_owned()).collect())
    }

    #[test]
    fn fighter_has_copied_and_own_keys() {
        let (root, problems) = resolved(
            "[cast.hans]\nskill = 2\noffense = 6\nmodifiers = { a = 1 }\n[cast.\"giant rat\"]\nskill = 0\n\
             [fighters.x]\nlike = 'Hans'\nskill = 3\nmodifiers = { b = 2 }\n[fighters.y]\nlike = 'Giant-Rat'\n\
             [fighters.z]\nskill = 1\n",
        );
        assert_eq!(problems, Vec::<String>::new());
        assert_eq!(root, "{fighters={x={skill=3 offense=6 modifiers={a=1 b=2}} y={skill=0} z={skill=1}}}");
    }

    #[test]
    fn like_rejects_unknown_names() {
        let (root, problems) = resolved(
            "cast.goblin = {}\ncast.x = 3\n[fighters]\na = { like = 'gobln' }\nb = { like = 4 }\nc = { like = 'x' }",
        );
        assert_eq!(root, "{fighters={a=! b=! c=!}}");
        let expected = [
            "there is no `gobln` in the cast or the library",
            "`like` must be a name, in quotes",
            "`cast.x` must be a table, not a whole number",
        ];
        assert_eq!(problems, expected);
        let (_, problems) = resolved("cast = 3\nfighters.a.like = 'b'");
        assert_eq!(problems, ["`cast` must be a table, not a whole number"]);
    }
}
