//! `like`: fighters who are like one of a cast.

use super::document::{Node, Table, Value};
use super::fault::{Fault, Faults, excerpt};
use super::keys::listed;
use super::nearest::{did_you_mean, same_word};

/// Puts the stat block that each fighter is `like` under the fighter's own keys, and takes the cast out of the document.
///
/// ```toml
/// include = ["cast/fantasy.toml"]     # holds [cast.hans], [cast.goblin] …; nobody of it fights unless asked
/// [fighters.hans]
/// like = "Hans"                       # whatever [cast.hans] says,
/// skill = "Superb"                    # but for this
/// ```
///
/// A fighter who is like nobody in the cast is a fault, and becomes [`Value::Invalid`].
pub(super) fn resolve(document: &mut Node, faults: &mut Faults) {
    let Some(root) = document.as_table_mut() else { return };
    let cast = root.remove("cast");
    let none = Table::default();
    let models = match cast.as_ref().map(|entry| (&entry.node.value, entry)) {
        None | Some((Value::Invalid, _)) => &none,
        Some((Value::Table(models), _)) => models,
        Some((other, entry)) => {
            let fault = Fault::new(format!("`cast` must be a table, not {}", other.noun())).at(entry.node.span);
            faults.push(fault.help("give each a table of its own, such as `[cast.goblin]`"));
            &none
        }
    };
    for fighter in root.get_mut("fighters").and_then(Node::as_table_mut).into_iter().flat_map(Table::nodes_mut) {
        let Some(like) = fighter.as_table_mut().and_then(|own| own.remove("like")) else { continue };
        match model(&like.node, models) {
            Ok(Some(model)) => {
                let mut whole = model.clone();
                let own = std::mem::replace(fighter, Node::empty_table(like.key_span));
                let span = own.span;
                whole.overlay(own);
                *fighter = Node { span, ..whole };
            }
            Ok(None) => fighter.value = Value::Invalid,
            Err(fault) => {
                faults.push(fault.at(like.node.span));
                fighter.value = Value::Invalid;
            }
        }
    }
}

/// The stat block of this name; none where the name or the block was refused already.
fn model<'c>(name: &Node, models: &'c Table) -> Result<Option<&'c Node>, Fault> {
    let Some(word) = name.as_str() else {
        let refused = name.value == Value::Invalid;
        let help = "for example `like = \"goblin\"`";
        return if refused { Ok(None) } else { Err(Fault::new("`like` must be a name, in quotes").help(help)) };
    };
    let Some(found) = models.entries().iter().find(|entry| same_word(&entry.key, word)) else {
        return Err(nobody(word, models));
    };
    match &found.node.value {
        Value::Table(_) => Ok(Some(&found.node)),
        Value::Invalid => Ok(None),
        other => Err(Fault::new(format!("`cast.{}` must be a table, not {}", excerpt(&found.key), other.noun()))),
    }
}

fn nobody(word: &str, models: &Table) -> Fault {
    let known: Vec<&str> = models.keys().collect();
    let fault = Fault::new(format!("nobody in the cast is called `{}`", excerpt(word)));
    match known[..] {
        [] => fault
            .help("there is no cast: include one, such as `include = [\"cast/fantasy.toml\"]`, or write `[cast.…]`"),
        _ => fault.label_if(did_you_mean(word, known.iter().copied())).help(format!("the cast is {}", listed(&known))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::tests::{parse_text, shown};
    use super::*;

    fn resolved(text: &str) -> (String, Vec<String>) {
        let (mut root, mut faults) = parse_text(text);
        resolve(&mut root, &mut faults);
        (shown(&root), faults.iter().map(|fault| fault.message().to_owned()).collect())
    }

    #[test]
    fn a_fighter_is_the_model_with_keys_of_its_own() {
        let (root, faults) = resolved(
            "[cast.hans]\nskill = 2\noffense = 6\nmodifiers = { a = 1 }\n[cast.\"giant rat\"]\nskill = 0\n\
             [fighters.x]\nlike = 'Hans'\nskill = 3\nmodifiers = { b = 2 }\n[fighters.y]\nlike = 'Giant-Rat'\n\
             [fighters.z]\nskill = 1\n",
        );
        assert_eq!(faults, Vec::<String>::new());
        assert_eq!(root, "{fighters={x={skill=3 offense=6 modifiers={a=1 b=2}} y={skill=0} z={skill=1}}}");
    }

    #[test]
    fn who_is_not_in_the_cast_is_no_fighter() {
        let (root, faults) = resolved(
            "cast.goblin = {}\ncast.x = 3\n[fighters]\na = { like = 'gobln' }\nb = { like = 4 }\nc = { like = 'x' }",
        );
        assert_eq!(root, "{fighters={a=! b=! c=!}}");
        let expected = [
            "nobody in the cast is called `gobln`",
            "`like` must be a name, in quotes",
            "`cast.x` must be a table, not a whole number",
        ];
        assert_eq!(faults, expected);
        let (_, faults) = resolved("cast = 3\nfighters.a.like = 'b'");
        assert_eq!(faults, ["`cast` must be a table, not a whole number", "nobody in the cast is called `b`"]);
    }
}
