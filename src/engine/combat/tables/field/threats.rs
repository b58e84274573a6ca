//! Hazards that fighters must resist, with the creatures that cause them (W28), and the death of the helpless (W27).

use super::super::compiled_fighter::CompiledFighter;
use crate::chance::Purpose;
use crate::combat::fighter::{Cast, Fighter};
use crate::error::{Error, Result};
use crate::rules::effects::{HAZARDS, Hazard};
use crate::rules::{AutomaticDeath, Rules};
use std::ops::Range;

/// The purpose of the roll to resist each hazard, in the order of [`HAZARDS`].
const PURPOSES: [Purpose; HAZARDS.len()] =
    [Purpose::Gaze, Purpose::Breath, Purpose::Fear, Purpose::Charm, Purpose::Stench, Purpose::Fluid];

/// Maximum number of hazards that are resisted once per fight. Each has a bit in a fighter's `faced` marks.
const MOST_ONE_TIME_HAZARDS: usize = 16;

/// A hazard, with the creatures that cause it.
#[derive(Debug, Clone)]
pub(crate) struct Threat {
    /// Roster range of the creatures: all fighters of a stat block, or a single one if the hazard recurs each round.
    pub(crate) sources: Range<u16>,
    pub(crate) hazard: Hazard,
    pub(crate) purpose: Purpose,
    /// The bit that marks fighters who have rolled to resist this threat. 0 if the threat recurs each round.
    pub(crate) mark: u16,
}

/// The dangers that fighters face before blows fall.
#[derive(Debug, Clone)]
pub(crate) struct Threats {
    pub(crate) all: Vec<Threat>,
    /// Whether helpless fighters are killed without a roll if a foe who can attack faces them (W27).
    pub(crate) kill_helpless: bool,
}

impl Threats {
    /// The dangers of `cast`. `kinds_of` has the index of the compiled fighter of each stat block in `kinds`.
    ///
    /// # Errors
    /// If more than [`MOST_ONE_TIME_HAZARDS`] hazards are resisted once per fight.
    pub(crate) fn compile(cast: &Cast, kinds_of: &[u16], kinds: &[CompiledFighter], rules: &Rules) -> Result<Self> {
        let blocks = cast.fighters.iter().zip(kinds_of).scan(0, |first, (fighter, kind)| {
            let block = *first..*first + fighter.count;
            *first = block.end;
            Some((block, &kinds[usize::from(*kind)].fighter))
        });
        let kills = rules.automatic_death != AutomaticDeath::Off;
        Ok(Self { all: threats(blocks)?, kill_helpless: kills && kinds.iter().any(|kind| kind.fighter.helpless) })
    }
}

/// The threats of a fight. `blocks` has each stat block with its roster range.
fn threats<'a>(blocks: impl Iterator<Item = (Range<u16>, &'a Fighter)>) -> Result<Vec<Threat>> {
    let mut threats = Vec::new();
    let mut marks = (0..MOST_ONE_TIME_HAZARDS).map(|place| 1 << place);
    for (block, fighter) in blocks {
        for (hazard, purpose) in fighter.abilities.hazards.into_iter().zip(PURPOSES) {
            let Some(hazard) = hazard else { continue };
            if hazard.each_round {
                let each = block.clone().map(|who| Threat { sources: who..who + 1, hazard, purpose, mark: 0 });
                threats.extend(each);
                continue;
            }
            let mark = marks.next().ok_or_else(|| {
                Error::input(format!("more than {MOST_ONE_TIME_HAZARDS} gazes, smells and the like in one fight"))
                    .with_help("give creatures that are alike one entry with a `count`")
            })?;
            threats.push(Threat { sources: block.clone(), hazard, purpose, mark });
        }
    }
    Ok(threats)
}
