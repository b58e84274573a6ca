//! Hazards that fighters must resist before blows fall, and the creatures that cause them (W28).

use super::super::kind::CompiledFighter;
use crate::chance::Purpose;
use crate::error::{Error, Result};
use crate::rules::effects::{HAZARDS, Hazard};
use std::ops::Range;

/// The purpose of the roll to resist each hazard, in the order of [`HAZARDS`].
const PURPOSES: [Purpose; HAZARDS.len()] =
    [Purpose::Gaze, Purpose::Breath, Purpose::Fear, Purpose::Charm, Purpose::Stench, Purpose::Fluid];

/// Maximum number of hazards that are resisted once per fight. Each has a bit in a fighter's `faced` marks.
const MOST_ONCE: usize = 16;

/// A hazard, with the creatures that cause it.
#[derive(Debug, Clone)]
pub(crate) struct Threat {
    /// Roster range of the creatures: all fighters of a stat block, or a single one if the hazard recurs each round.
    pub(crate) sources: Range<u16>,
    pub(crate) hazard: Hazard,
    pub(crate) purpose: Purpose,
    /// The bit of this threat in the marks of fighters who have rolled to resist it. 0 if it recurs each round.
    pub(crate) mark: u16,
}

/// The threats of a fight. `blocks` has the roster range of each stat block, and the index of its compiled fighter in
/// `kinds`.
///
/// # Errors
/// If more than [`MOST_ONCE`] hazards are resisted once per fight.
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
