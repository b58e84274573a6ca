//! Reads `[group]`.

use crate::check::{Group, MOST_SUCCESSES, PERIOD_LIMIT, Task};
use crate::document::{AnyKey, Entry, Key, KeyOr, Kind, Node, Reader, Table, decode, keys};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS};
use crate::subject::check::check_keys::{DIFFICULTY, read_check};

/// A group and the names of its members.
#[derive(Debug, Clone)]
pub struct NamedGroup {
    pub group: Group,
    /// The names of the members, in the same order.
    pub names: Vec<String>,
}

keys! {
    pub(crate) GROUP = "group": "Several members who work side by side, period by period, each for themselves: a race, or a group challenge.";
    MEMBERS: Key<Node> = Key::new("members", Kind::Map(&Kind::Table(&MEMBER)), decode::node)
        .means("The members of the group, by name.", "{ ada = { trait = \"Good\" }, ben = { trait = \"Fair\" } }")
        .required();
    NEEDED: Key<u32> = Key::<u32>::integer("needed", 1, 20)
        .means("How many members must be done, in a group challenge.", "2")
        .otherwise("a race: the first member who is done wins");
    SUCCESSES: KeyOr<u32> = Key::<u32>::integer("successes", 1, MOST_SUCCESSES as i64)
        .means("How many successes each member needs.", "3")
        .or(1);
    FAILURES: Key<u32> = Key::<u32>::integer("failures", 1, MOST_SUCCESSES as i64)
        .means("How many failures put a member out.", "4")
        .otherwise("no limit");
    PERIODS: Key<u32> =
        Key::<u32>::integer("periods", 1, PERIOD_LIMIT as i64).means("How many periods there are.", "6").otherwise("no limit");
}

keys! {
    MEMBER = "member": "A member of a group, who rolls once a period.";
    .. TRAIT_KEYS;
    + DIFFICULTY;
    .. ROLL_KEYS;
    OWN_SUCCESSES: Key<u32> = Key::<u32>::integer("successes", 1, MOST_SUCCESSES as i64)
        .means("How many successes this member needs: fewer with a head start.", "4")
        .otherwise("as in [group]");
    OWN_FAILURES: Key<u32> = Key::<u32>::integer("failures", 1, MOST_SUCCESSES as i64)
        .means("How many failures put this member out.", "2")
        .otherwise("as in [group]");
}

pub(crate) fn group(reader: &mut Reader<'_>) -> Option<NamedGroup> {
    let common =
        Common { successes: reader.read(&SUCCESSES), failures: reader.read(&FAILURES), periods: reader.read(&PERIODS) };
    let needed = reader.read(&NEEDED);
    let members = reader.read_with(&MEMBERS, decode::map(decode::table(|reader| member(reader, &common))))?;
    let all = reader.written(&MEMBERS).and_then(Node::as_table).map(Table::entries).unwrap_or_default();
    for key in [&SUCCESSES as &dyn AnyKey, &FAILURES] {
        let has_own = |member: &Entry| member.node.as_table().is_some_and(|own| own.get(key.spec().key).is_some());
        reader.record_effect(
            key,
            !all.iter().all(has_own),
            "every member has its own",
            "leave it out of at least one member, so that the group's value applies",
        );
    }
    let (names, tasks) = members.into_iter().unzip();
    Some(NamedGroup { group: reader.checked(Group::new(tasks, needed))?, names })
}

/// The settings that all members share.
struct Common {
    successes: u32,
    failures: Option<u32>,
    periods: Option<u32>,
}

fn member(reader: &mut Reader<'_>, common: &Common) -> Option<Task> {
    let successes = reader.read(&OWN_SUCCESSES).unwrap_or(common.successes);
    let failures = reader.read(&OWN_FAILURES).or(common.failures);
    let check = read_check(reader, None)?;
    reader.checked(Task::new(vec![check], successes, failures, common.periods))
}
