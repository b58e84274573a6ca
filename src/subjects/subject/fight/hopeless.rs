//! Warns about fighters who can never hit a foe: the result they need, their best possible roll, and their penalties.

use super::Combat;
use crate::combat::{Fight, HopelessPair, SMALLER_WEAPON, Term, Use, gear_terms};
use crate::ladder::Ladder;
use crate::subject::Remark;
use crate::subject::sum::signed;

/// Maximum number of pairs of attacker and target that the warning names.
const MOST_NAMED: usize = 4;

/// A sentence about an attacker and a target, and the number of cases of the study in which it is true.
struct PairNote {
    /// The names of attacker and target.
    pair: [String; 2],
    words: String,
    cases: usize,
}

/// A warning that names attackers who can never hit a target, or cannot at first, and says why. `all` are the fights of
/// the study's cases. `None` if there are no such attackers.
pub(super) fn remark(all: &[&Combat], ladder: &Ladder) -> Option<Remark> {
    let mut told: Vec<PairNote> = Vec::new();
    for combat in all {
        for one in pairs_never_hitting(combat) {
            let pair = [one.own, one.foe].map(|entry| combat.cast.fighters[entry].name.clone());
            match told.iter_mut().find(|known| known.pair == pair) {
                Some(known) => known.cases += 1,
                None => told.push(PairNote { pair, words: sentence(combat, &one, ladder), cases: 1 }),
            }
        }
    }
    let cases = |one: &PairNote| match (one.cases, all.len()) {
        (cases, total) if cases == total => String::new(),
        (cases, total) => format!(", in {cases} of {total} cases"),
    };
    let mut sentences: Vec<String> =
        told.iter().take(MOST_NAMED).map(|one| format!("{}{}", one.words, cases(one))).collect();
    let left = told.len().saturating_sub(MOST_NAMED);
    sentences.extend((left > 0).then(|| format!("and {left} more pairs like that")));
    let remedy = "check `skill`, the penalties to it, and `minimum_to_hit` in [rules]";
    (!told.is_empty()).then(|| Remark::new(sentences.join("; "), remedy))
}

/// Pairs of attacker and target without a chance to hit, whatever values are drawn from ranges. The figures of each
/// pair are those for the values that come closest to a hit.
fn pairs_never_hitting(combat: &Combat) -> Vec<HopelessPair> {
    let mut fights = combat.possible_fights().into_iter().map(|(fight, _)| fight);
    let mut found = fights.next().map(Fight::hopeless_pairs).unwrap_or_default();
    for fight in fights {
        if found.is_empty() {
            break;
        }
        let here = fight.hopeless_pairs();
        let same = |one: &HopelessPair| here.iter().find(|other| (other.own, other.foe) == (one.own, one.foe));
        let nearer = |one: HopelessPair| {
            same(&one).map(|other| if other.missing_levels() < one.missing_levels() { *other } else { one })
        };
        found = found.into_iter().filter_map(nearer).collect();
    }
    found
}

/// A sentence such as `Ada can never hit Dragon: needs Good, best possible Fair (outnumbered −5)`.
fn sentence(combat: &Combat, one: &HopelessPair, ladder: &Ladder) -> String {
    let [own, foe] = [one.own, one.foe].map(|entry| &combat.cast.fighters[entry]);
    let gear = gear_terms(own, foe, &combat.fight.rules, Use::Attack);
    let compared = |term: &&Term| one.weapons_count || term.name != SMALLER_WEAPON;
    let terms = gear.iter().filter(compared).map(|term| (term.name, term.value));
    let terms = terms.chain([("outnumbered", one.outnumbered), ("wounds", one.wounds)]).filter(|(_, value)| *value < 0);
    let mut why: Vec<String> = terms.map(|(name, value)| format!("{name} {}", signed(value))).collect();
    why.extend(one.capped.then(|| "results are capped".to_owned()));
    let why = if why.is_empty() { String::new() } else { format!(" ({})", why.join(", ")) };
    let never = if one.always { "can never hit" } else { "cannot hit" };
    let while_so = if one.always { "" } else { " at first" };
    let [needs, best] = [one.needs, one.best].map(|level| combat.fight.rules.result_name(level, ladder));
    format!("{} {never} {}{while_so}: needs {needs}, best possible {best}{why}", own.name, foe.name)
}
