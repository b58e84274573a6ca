//! Reads `[contest]`.

use crate::check::Contest;
use crate::document::{Item, Kind, Problem, decode};
use crate::subject::actor::{CONTESTANT, contestant};

/// A contest whose contestants have names.
#[derive(Debug, Clone)]
pub struct Contested {
    pub contest: Contest,
    /// The names of the contestants, in the order of the contestants in `contest`.
    pub names: Vec<String>,
}

/// The kind of `[contest]`: contestants by name.
pub(crate) const CONTEST: Kind = Kind::Map(&Kind::Table(&CONTESTANT));

pub(crate) fn contest(mut item: Item<'_>) -> Option<Contested> {
    let span = item.node.span;
    let read = decode::map(contestant)(item.again())?;
    let problems = item.problems;
    let (mut contestants, mut names) = (Vec::new(), Vec::new());
    for (key, (contestant, name)) in read {
        let name = name.unwrap_or(key);
        if names.contains(&name) {
            let problem = Problem::new(format!("two contestants are called `{name}`")).at(span);
            problems.push(problem.help("give one of them another `name`"));
        }
        contestants.push(contestant);
        names.push(name);
    }
    match Contest::new(contestants) {
        Ok(contest) => Some(Contested { contest, names }),
        Err(error) => {
            problems.push(Problem::from(error).at(span));
            None
        }
    }
}
