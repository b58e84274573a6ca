//! One trial of a study, looked at roll by roll: the same code as the simulation's, with somebody who listens.

mod check;
mod contest;
mod fight;
mod line;
mod opposed;
mod outcome;
mod reaction;
mod script;
mod sum;
mod task;

pub use line::{Line, Origin, Transcript};
pub use outcome::{Sought, find};
pub use script::parse_script;

use super::plan::{Planned, Study, Subject};
use crate::chance::{Ask, Chance, Purpose, Sampler, Seed};
use crate::dice::nearest;
use crate::error::{Error, Result};
use crate::ladder::Ladder;
use crate::sim::MAX_TRIALS;
use crate::study::thousands;
use script::Written;

/// The most cells or variants named in a message.
const MOST_NAMED: usize = 12;

/// The rolls of a replay.
#[derive(Debug, Clone, Copy)]
pub enum Rolls<'a> {
    /// Those of a trial of the simulation, counted from 1.
    Trial(u64),
    /// A written list, in the order asked: in a fight the first fighter's roll, the second's, then damage where a blow
    /// hits. Dice that always show the same take none.
    Script(&'a [i32]),
}

/// The cell of a study to replay. `variant` is needed where there are several; so is `cell`, the number of a combination
/// of varied values, counted from 1 in the order a run shows them.
///
/// # Errors
/// A variant or a cell that is not there, or one that is not named where there are several; the message says which there
/// are.
pub fn choose<'s>(study: &'s Study, variant: Option<&str>, cell: Option<u64>) -> Result<&'s Planned> {
    let variants = study.variants.len().max(1);
    let place = variant_place(study, variant)?;
    let rows = study.cells.len() / variants;
    let row = match cell {
        None if rows == 1 => 0,
        None => return Err(Error::input(format!("this study has {rows} cells")).with_help(cells_help(study, variants))),
        Some(cell) => usize::try_from(cell).unwrap_or(usize::MAX).wrapping_sub(1),
    };
    study.cells.get(row.saturating_mul(variants).saturating_add(place)).filter(|_| row < rows).ok_or_else(|| {
        let message = format!("there is no cell {}", cell.unwrap_or(0));
        let help = if rows == 1 { "this study has just cell 1".to_owned() } else { cells_help(study, variants) };
        Error::input(message).with_help(help)
    })
}

fn variant_place(study: &Study, variant: Option<&str>) -> Result<usize> {
    let names = || study.variants.iter().map(String::as_str);
    let all = || format!("the variants are {}", listed(names().map(|name| format!("`{name}`")), study.variants.len()));
    match variant {
        None if study.variants.len() < 2 => Ok(0),
        None => Err(Error::input(format!("this study has {} variants", study.variants.len()))
            .with_help(format!("choose one with --variant; {}", all()))),
        Some(name) if study.variants.is_empty() => {
            Err(Error::input(format!("there is no variant `{name}`")).with_help("this study has no variants"))
        }
        Some(name) => {
            let same = |known: &String| known.to_lowercase() == name.to_lowercase();
            let exact = study.variants.iter().position(|known| known == name);
            exact.or_else(|| study.variants.iter().position(same)).ok_or_else(|| {
                let help = nearest(name, names()).map_or_else(all, |near| format!("did you mean `{near}`?"));
                Error::input(format!("there is no variant `{name}`")).with_help(help)
            })
        }
    }
}

fn cells_help(study: &Study, variants: usize) -> String {
    let rows = study.cells.len() / variants;
    let cell = |(number, planned): (usize, &Planned)| {
        let values: Vec<String> = planned.varied.iter().map(ToString::to_string).collect();
        format!("{} ({})", number + 1, values.join(", "))
    };
    let cells = study.cells.iter().step_by(variants).enumerate().map(cell);
    format!("choose one with --cell, 1 to {rows} by {}: {}", study.varied.join(" and "), listed(cells, rows))
}

/// The first few of many names.
fn listed(names: impl Iterator<Item = String>, count: usize) -> String {
    let shown = names.take(MOST_NAMED).collect::<Vec<_>>().join(", ");
    if count > MOST_NAMED { format!("{shown}, …") } else { shown }
}

/// Replays one trial of a cell. A trial may lie beyond those the study runs: a longer run extends a shorter one.
///
/// # Errors
/// A trial that is none; a script with a roll that the dice cannot show, or, for a check or an opposed action, with too
/// few rolls.
pub fn replay(study: &Study, planned: &Planned, rolls: Rolls<'_>) -> Result<Transcript> {
    let (rolls, lines) = match rolls {
        Rolls::Trial(trial) => {
            if !(1..=MAX_TRIALS).contains(&trial) {
                return Err(Error::input(format!("there is no trial {trial}"))
                    .with_help(format!("trials are counted from 1 to {MAX_TRIALS}")));
            }
            let (lines, _) = played(planned, &study.ladder, Sampler::new(Seed::new(study.seed), trial - 1), |_| false);
            (Origin::Trial { trial, seed: study.seed }, lines)
        }
        Rolls::Script(rolls) => scripted(planned, &study.ladder, rolls)?,
    };
    let varied = study.varied.iter().zip(&planned.varied).map(|(path, value)| (path.clone(), value.to_string()));
    let (title, variant) = (study.title.clone(), planned.variant.clone());
    Ok(Transcript { title, variant, varied: varied.collect(), rolls, lines })
}

fn scripted(planned: &Planned, ladder: &Ladder, rolls: &[i32]) -> Result<(Origin, Vec<Line>)> {
    if planned.drawn.is_some() {
        return Err(Error::input("a script cannot be played where fighters have ranges")
            .with_help("fix them, with values or with `ranges = \"middle\"`"));
    }
    let (mut lines, script) = played(planned, ladder, Written::new(rolls), Written::is_over);
    script.check(|ask| planned.subject.roll_name(ask))?;
    let missing = script.missing().map(|ask| planned.subject.roll_name(ask));
    match (&planned.subject, missing) {
        (_, None) => {}
        (Subject::Fight(..), Some(missing)) => fight::cut_short(&mut lines, &missing),
        (_, Some(missing)) => {
            return Err(Error::input(format!("the script is too short: {missing} is not in it"))
                .with_help(format!("it holds {} rolls", rolls.len())));
        }
    }
    let (written, used) = (rolls.len() as u64, script.used());
    let unused = match written - used {
        0 => None,
        1 => Some("The last roll of the script was not needed.".to_owned()),
        left => Some(format!("The last {} rolls of the script were not needed.", thousands(left))),
    };
    lines.extend(unused.map(|text| Line::new("unused", text)));
    Ok((Origin::Script { written, used }, lines))
}

/// What happens with the rolls of `chance`, until `stop` where it is a fight; gives the source back.
fn played<C: Chance>(planned: &Planned, ladder: &Ladder, mut chance: C, stop: impl Fn(&C) -> bool) -> (Vec<Line>, C) {
    match &planned.subject {
        Subject::Check(check) => check::replay(check, ladder, chance),
        Subject::Opposed(opposed, names) => opposed::replay(opposed, names, ladder, chance),
        Subject::Contest(contest, names) => contest::replay(contest, names, ladder, chance),
        Subject::Reaction(reaction) => reaction::replay(reaction, ladder, chance),
        Subject::Task(task, names) => task::replay(task, names, ladder, chance),
        Subject::Fight(fight, cast) => {
            let drawn = planned.drawn.as_ref().map(|mixture| mixture.draw(&mut chance));
            let (fight, cast) = drawn.map_or((&**fight, cast), |(fight, cast)| (fight, cast));
            fight::replay(fight, cast, &planned.rules, ladder, chance, stop)
        }
    }
}

impl Subject {
    /// A roll in words: whose, and what for.
    fn roll_name(&self, ask: Ask) -> String {
        let who = match self {
            Self::Fight(_, cast) => cast.names().get(usize::from(ask.who)).cloned(),
            Self::Opposed(_, names) => names.get(usize::from(ask.who)).cloned(),
            Self::Contest(_, names) | Self::Task(_, names) => names.get(usize::from(ask.who)).cloned(),
            Self::Check(_) | Self::Reaction(_) => None,
        };
        let what = match ask.purpose {
            Purpose::Damage => "damage roll",
            Purpose::Action | Purpose::Exchange => "roll",
            Purpose::Initiative => "initiative roll",
            Purpose::Attack => "attack roll",
            Purpose::Avoid => "roll to avoid the blow",
            Purpose::OtherAvoid => "second roll to avoid the blow",
            Purpose::Stance => "roll for a stance",
            Purpose::Target => "roll for a target",
            Purpose::Range => "value of a range",
            Purpose::Speed => "roll of speed",
            Purpose::Morale => "roll of morale",
            Purpose::Toughness => "Damage Capacity roll",
            Purpose::Nerve => "roll of nerve",
            Purpose::Advantage => "roll of perception",
            Purpose::Critical => "roll on the table of criticals",
            Purpose::Balance => "roll of Agility",
            Purpose::Will => "roll of Willpower",
            Purpose::StrikeAgain => "second try, for a Fudge point,",
            Purpose::AvoidAgain => "second try to avoid the blow, for a Fudge point,",
            Purpose::Conscious => "roll of Constitution",
            Purpose::Poison => "roll against poison",
            Purpose::Burning => "roll of catching fire",
            Purpose::Bleeding => "roll against bleeding to death",
            Purpose::Gaze => "roll against the gaze",
            Purpose::Breath => "roll against the breath",
            Purpose::Fear => "roll against fear",
            Purpose::Charm => "roll against the charm",
            Purpose::Blood => "roll of venomous blood",
            Purpose::Venom => "roll against venom",
            Purpose::Stench => "roll against the smell",
            Purpose::Growth => "roll for a second head",
            Purpose::Swallow => "roll of swallowing",
            Purpose::Fluid => "roll against the fluid",
        };
        who.map_or_else(|| format!("the {what}"), |who| format!("the {what} of {who}"))
    }
}
