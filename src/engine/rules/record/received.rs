//! Tracks of boxes that remember the level at which each wound was received, since it heals from there (W10, H1; SRD
//! 4.57, 4.8).

use super::condition::Condition;
use super::{MAX_TRACK_STATES, Track};
use crate::error::{Error, Result};
use std::collections::HashMap;

/// The meaning of a state on such a track.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Received {
    /// Number of wounds received at each level, starting at the lightest.
    pub(super) wounds: Vec<u8>,
    /// The state of the boxes that they mark.
    pub(super) boxes: u16,
}

impl Track {
    /// Like this track, but with a state for every set of wounds received, whichever boxes they mark. A track without
    /// boxes by level is returned unchanged, since its marks are its wounds.
    ///
    /// # Errors
    /// If the track would have too many states.
    pub fn remembering(self) -> Result<Self> {
        if self.overflows.is_empty() {
            return Ok(self);
        }
        let levels = self.severities();
        let unhurt = Received { wounds: vec![0; levels], boxes: 0 };
        let (mut all, mut places) = (vec![unhurt.clone()], HashMap::from([(unhurt, 0u16)]));
        // The next state for each blow; `None` for the dead state, whose number is not known yet.
        let mut next: Vec<Vec<Option<u16>>> = Vec::new();
        while let Some(state) = all.get(next.len()).cloned() {
            let mut row = vec![Some(next.len() as u16)];
            for level in 1..=levels {
                let boxes = self.after(state.boxes, level as u8);
                let mut after = Received { boxes, ..state.clone() };
                if boxes != state.boxes {
                    after.wounds[level - 1] += 1;
                }
                row.push((!self.is_dead(boxes)).then(|| {
                    *places.entry(after).or_insert_with_key(|after| {
                        all.push(after.clone());
                        (all.len() - 1) as u16
                    })
                }));
            }
            next.push(row);
            if all.len() >= MAX_TRACK_STATES {
                let message = format!(
                    "this wound track has more than {MAX_TRACK_STATES} states, counting the level at which each wound \
                     was received"
                );
                return Err(Error::input(message).with_help("give the record fewer boxes"));
            }
        }
        let dead = all.len() as u16;
        let of_boxes = |state: &Received| usize::from(state.boxes);
        let conditions: Vec<Condition> = all.iter().map(|state| self.conditions[of_boxes(state)]).collect();
        let overflows = all.iter().flat_map(|state| &self.overflows[of_boxes(state) * self.stride..][..self.stride]);
        let overflows = overflows.copied().chain(std::iter::repeat_n(false, self.stride)).collect();
        let next = next.into_iter().flatten().map(|after| after.unwrap_or(dead));
        Ok(Self {
            next: next.chain(std::iter::repeat_n(dead, self.stride)).collect(),
            overflows,
            conditions: conditions.into_iter().chain(self.conditions.last().copied()).collect(),
            received: all,
            ..self
        })
    }

    /// The wounds in `state`, each as the level at which it was received, counted from 1, the lightest. If the track
    /// does not remember those levels, each wound is given as the level at which it is marked. Empty for the dead.
    pub fn wounds(&self, state: u16) -> Vec<u8> {
        if self.is_dead(state) {
            return Vec::new();
        }
        let marks = match self.received.get(usize::from(state)) {
            Some(received) => received.wounds.clone(),
            None => self.marks(state),
        };
        (1..).zip(marks).flat_map(|(level, count)| std::iter::repeat_n(level, count.into())).collect()
    }

    /// The state of a fighter with the wounds `wounds`. On a track filled in order, all boxes below the worst wound are
    /// full, and the worst level has no more marks than boxes.
    pub fn state_of(&self, wounds: &[u8]) -> u16 {
        if !self.overflows.is_empty() {
            return wounds.iter().fold(0, |state, level| self.after(state, *level));
        }
        let Some(&worst) = wounds.iter().max() else { return 0 };
        let below = self.boxes[..usize::from(worst) - 1].iter().map(|boxes| u16::from(*boxes)).sum::<u16>();
        let marked = wounds.iter().filter(|level| **level == worst).count() as u16;
        let filled = below + marked.min(self.boxes[usize::from(worst) - 1].into());
        // If care can clear lighter boxes, state numbers are not the number of filled boxes.
        if self.injuries.is_some() { self.after(0, filled as u8) } else { filled }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{health_track, levels_after};
    use super::super::{Record, Track};

    fn standard() -> Track {
        Track::compile(&Record::standard(), 0, None)
    }

    /// W10, SRD 4.57: two Hurt wounds and a Very Hurt one mark Incapacitated, but heal as the levels received.
    #[test]
    fn remembering_track_keeps_the_level_received() {
        let track = standard().remembering().unwrap();
        let state = [3, 2, 2].iter().fold(0, |state, level| track.after(state, *level));
        assert_eq!(track.condition(state).level, 4);
        assert_eq!(track.wounds(state), [2, 2, 3]);
        assert_eq!(track.state_of(&[2, 2, 3]), state);
        assert_eq!(standard().wounds(standard().state_of(&[2, 2, 3])), [2, 3, 4], "as they are marked");
        assert!(track.wounds(track.dead()).is_empty());
    }

    /// Both tracks reach the same levels after random blows, and later states are worse.
    #[test]
    fn remembering_track_reaches_the_same_levels() {
        for track in [standard(), health_track(0), health_track(4)] {
            let remembering = track.clone().remembering().unwrap();
            assert_eq!(remembering.severities(), track.severities());
            let mut drawn = 1u32;
            for _ in 0..2000 {
                let blows: Vec<u8> = std::iter::repeat_with(|| {
                    drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (drawn >> 24) as u8 % 6
                })
                .take(9)
                .collect();
                assert_eq!(levels_after(&remembering, &blows), levels_after(&track, &blows), "{blows:?}");
            }
            for state in 0..remembering.states() as u16 {
                assert!((1..=5).all(|blow| remembering.after(state, blow) >= state));
            }
        }
    }

    /// W12: on a track of points all boxes below the worst wound are full.
    #[test]
    fn point_track_wounds_match_the_marks() {
        let record = Record { kind: super::super::RecordKind::CapacityPoints, ..Record::standard() };
        let track = Track::compile(&record, 0, None).remembering().unwrap();
        assert_eq!(track.wounds(5), [1, 1, 2, 2, 3]);
        assert_eq!(track.state_of(&[1, 1, 2, 2, 3]), 5);
        assert_eq!([&[2, 2][..], &[2], &[]].map(|wounds| track.state_of(wounds)), [4, 3, 0]);
        assert_eq!(track.state_of(&[2, 2, 2]), 4, "a wound that has healed a level goes no higher");
    }
}
