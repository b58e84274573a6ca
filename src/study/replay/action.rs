//! Checks and opposed actions, roll by roll.

use super::transcript::{CheckCourse, Course, OpposedCourse, Sum};
use super::{addend, level, trait_level};
use crate::chance::{Ask, Chance, Purpose, Recorder, Roll};
use crate::check::{Actor, Check, Opposed, Standing};
use crate::ladder::Ladder;

/// Rolls a check once; gives the source back.
pub(super) fn check<C: Chance>(check: &Check, ladder: &Ladder, chance: C) -> (Course, C) {
    let mut recorder = Recorder::new(chance);
    let outcome = check.roll(&mut recorder);
    let sum = sum("", 0, check.actor(), outcome.degree, recorder.rolls(), ladder);
    let band = check.rules().bands.as_ref().zip(outcome.band).and_then(|(bands, index)| bands.name(index));
    let course = CheckCourse {
        sum,
        difficulty: trait_level(ladder, check.difficulty()),
        margin: outcome.margin,
        verdict: outcome.verdict().word().to_owned(),
        band: band.map(str::to_owned),
    };
    (Course::Check(course), recorder.into_inner())
}

/// Rolls an opposed action once; gives the source back.
pub(super) fn opposed<C: Chance>(opposed: &Opposed, names: &[String; 2], ladder: &Ladder, chance: C) -> (Course, C) {
    let mut recorder = Recorder::new(chance);
    let outcome = opposed.roll(&mut recorder);
    let [active, passive] = names;
    let winner = match outcome.result.standing {
        Standing::Win => Some(active.clone()),
        Standing::Lose => Some(passive.clone()),
        Standing::Tie | Standing::None => None,
    };
    let course = OpposedCourse {
        sums: [
            sum(active, 0, opposed.active().actor(), outcome.active, recorder.rolls(), ladder),
            sum(passive, 1, opposed.passive().actor(), outcome.passive, recorder.rolls(), ladder),
        ],
        relative_degree: outcome.result.relative,
        winner,
        below_minimum: outcome.result.standing == Standing::None,
    };
    (Course::Opposed(course), recorder.into_inner())
}

/// A degree and what it is the sum of; its roll is among `rolls`.
pub(super) fn sum<'r>(
    name: &str,
    who: u16,
    actor: &Actor,
    degree: i32,
    rolls: impl IntoIterator<Item = &'r Roll>,
    ladder: &Ladder,
) -> Sum {
    let ask = Ask::new(who, Purpose::Action);
    let modifiers = Some(addend("modifiers", actor.modifiers())).filter(|modifiers| modifiers.value != 0);
    let rolled = rolls.into_iter().find(|roll| roll.ask == ask);
    Sum {
        who: name.to_owned(),
        base: trait_level(ladder, actor.base() - actor.modifiers()),
        terms: modifiers.into_iter().chain(rolled.map(|roll| addend(roll.dice.clone(), roll.value))).collect(),
        degree: level(ladder, degree),
    }
}
