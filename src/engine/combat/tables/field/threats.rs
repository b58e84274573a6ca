//! Hazards that fighters must withstand before blows fall, and their sources (W28).

use super::super::kind::CompiledFighter;
use crate::chance::Purpose;
use crate::error::{Error, Result};
use crate::rules::effects::{HAZARDS, Hazard};
use std::ops::Range;

/// The purpose of the roll against each of [`HAZARDS`].
const PURPOSES: [Purpose; HAZARDS.len()] =
    [Purpose::Gaze, Purpose::Breath, Purpose::Fear, Purpose::Charm, Purpose::Stench, Purpose::Fluid];

/// Maximum number of hazards withstood once per fight: each has a bit in a fighter's marks.
const MOST_ONCE: usize = 16;

#[derive(Debug, Clone)]
pub(crate) struct Threat {
    /// All fighters of the stat block; one fighter if the hazard recurs each round.
    pub(crate) sources: Range<u16>,
    pub(crate) hazard: Hazard,
    pub(crate) purpose: Purpose,
    /// Bit that marks fighters who have withstood the hazard; 0 if it recurs each round.
    pub(crate) mark: u16,
}

/// The threats in a fight, by stat block. `blocks` holds the roster range and compiled fighter of each.
///
/// # Errors
/// If there are more than [`MOST_ONCE`] hazards withstood once per fight.
pub(crate) fn threats(
    kinds: &[CompiledFighter],
    blocks: impl Iterator<Item = (Range<u16>, u16)>,
) -> Result<Vec<Threat>> {
    let mut threats = Vec::new();
    let mut marks = (0..MOST_ONCE).map(|place| 1 << place);
    for (block, kind) in blocks {
        let hazards = kinds[usize::from(kind)].fighter.abilities.hazards;
        for (hazard, purpose) in hazards.into_iter().zip(PURPOSES) {
            let Some(hazard) = hazard else { continue };
            if hazard.each_round {
                let each = block.clone().map(|who| Threat { sources: who..who + 1, hazard, purpose, mark: 0 });
                threats.extend(each);
                continue;
            }
            let mark = marks.next().ok_or_else(|| {
                Error::input(format!("more than {MOST_ONCE} gazes, smells and the like in one fight"))
                    .with_help("give creatures that are alike one entry with a `count`")
            })?;
            threats.push(Threat { sources: block.clone(), hazard, purpose, mark });
        }
    }
    Ok(threats)
}
