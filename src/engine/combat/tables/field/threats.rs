//! What fighters must withstand before blows fall, and who does it to whom (W28).

use super::super::kind::Kind;
use crate::chance::Purpose;
use crate::error::{Error, Result};
use crate::rules::effects::{HAZARDS, Hazard};
use std::ops::Range;

/// What each of [`HAZARDS`] is rolled for.
const PURPOSES: [Purpose; HAZARDS.len()] =
    [Purpose::Gaze, Purpose::Breath, Purpose::Fear, Purpose::Charm, Purpose::Stench, Purpose::Fluid];

/// The most hazards that are withstood once for the fight: a fighter has so many marks.
const MOST_ONCE: usize = 16;

/// A hazard and whose it is.
#[derive(Debug, Clone)]
pub(crate) struct Threat {
    /// All who are of the stat block; where it is done anew in each round, one.
    pub(crate) sources: Range<u16>,
    pub(crate) hazard: Hazard,
    pub(crate) purpose: Purpose,
    /// What marks that a fighter has withstood it, where that is done once.
    pub(crate) mark: u16,
}

/// The threats of a fight between fighters of these kinds, stat block by stat block.
pub(crate) fn threats(kinds: &[Kind], blocks: impl Iterator<Item = (Range<u16>, u16)>) -> Result<Vec<Threat>> {
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
