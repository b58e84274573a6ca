//! Boxes by level: a blow marks one at its level, or at the next higher open one (W10, W11, W13).

use super::condition::{Condition, condition, dead_condition, severity_by_threshold};
use super::{LevelRule, Overflow, Track};

impl Track {
    /// A state number encodes the boxes marked at each level in mixed radix; Dead comes last.
    pub(super) fn boxes(levels: &[LevelRule], overflow: Overflow) -> Self {
        let severities = levels.len() + 1;
        let radix: Vec<usize> = levels.iter().map(|level| usize::from(level.boxes) + 1).collect();
        let place: Vec<usize> = radix.iter().scan(1, |unit, r| Some(std::mem::replace(unit, *unit * r))).collect();
        let dead: usize = radix.iter().product();
        let marked = |state: usize, k: usize| state / place[k] % radix[k];
        let mut conditions: Vec<Condition> =
            (0..dead).map(|state| condition(levels, (0..levels.len()).rev().find(|&k| marked(state, k) > 0))).collect();
        conditions.push(dead_condition(levels));
        let mut next = Vec::with_capacity((dead + 1) * severities);
        let mut overflows = Vec::with_capacity((dead + 1) * severities);
        for state in 0..=dead {
            next.push(state as u16);
            overflows.push(false);
            for received in 0..levels.len() {
                let open = (received..levels.len()).find(|&k| state < dead && marked(state, k) + 1 < radix[k]);
                let out = open.is_none_or(|k| levels[k].out);
                let lost = received == 0 && out && !levels[0].out && overflow == Overflow::ScratchesNeverOut;
                overflows.push(state < dead && !lost && open != Some(received));
                next.push(if lost { state } else { open.map_or(dead, |k| state + place[k]) } as u16);
            }
        }
        Self {
            conditions,
            severities,
            stride: severities,
            next,
            overflows,
            severity_of_points: severity_by_threshold(levels),
            boxes: levels.iter().map(|level| level.boxes).collect(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{health_track, levels_after};
    use super::super::{Record, Track};

    /// W10, V7: SRD 4.57. Very Hurt, then Hurt, then Hurt again: Incapacitated.
    #[test]
    fn wounds_overflow_to_the_next_open_level() {
        let track = Track::compile(&Record::standard(), 0, None);
        assert_eq!(levels_after(&track, &[3, 2, 2]), [3, 3, 4]);
        assert_eq!(levels_after(&track, &[3, 3]), [3, 4], "two Very Hurt results are Incapacitated");
        assert_eq!(levels_after(&track, &[1, 1, 1, 1]), [1, 1, 1, 2], "the fourth Scratch hurts");
        assert_eq!(levels_after(&track, &[5, 5]), [5, 6], "past Near Death is Dead");
        assert_eq!(levels_after(&track, &[5, 1, 5, 1]), [5, 5, 6, 6], "the dead stay dead");
    }

    #[test]
    fn severity_matches_srd_4_55() {
        let track = Track::compile(&Record::standard(), 0, None);
        let levels: Vec<u8> = (-1..=11).map(|points| track.severity(points)).collect();
        assert_eq!(levels, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]);
    }

    /// W13, KAER: boxes and the levels of 1 to 11 points, for Terrible to Legendary Health.
    #[test]
    fn health_tracks_match_the_wound_table() {
        let table: [([u8; 5], [u8; 11]); 8] = [
            ([1, 1, 1, 1, 1], [1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 5]),
            ([2, 1, 1, 1, 1], [1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 5]),
            ([2, 1, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([3, 1, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([4, 1, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([4, 2, 1, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
            ([4, 2, 1, 1, 1], [1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5]),
            ([5, 3, 2, 1, 1], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]),
        ];
        for (health, (boxes, levels)) in (-3..).zip(table) {
            let track = health_track(health);
            assert_eq!(track.boxes_of_levels(), boxes, "Health {health}");
            assert_eq!((1..=11).map(|points| track.severity(points)).collect::<Vec<_>>(), levels, "Health {health}");
        }
        assert_eq!(health_track(-9), health_track(-3));
        assert_eq!(health_track(9), health_track(4));
    }

    /// W11, KAER; reading 22: a Scratch that finds Scratch, Hurt and Very Hurt full is lost; other wounds are not.
    #[test]
    fn scratches_never_put_a_fighter_out() {
        let track = health_track(0);
        assert_eq!(levels_after(&track, &[1; 8]), [1, 1, 1, 2, 3, 3, 3, 3]);
        assert_eq!(levels_after(&track, &[1, 1, 1, 1, 1, 2]), [1, 1, 1, 2, 3, 4], "a Hurt still overflows");
        assert_eq!(levels_after(&track, &[4, 5, 3, 2, 1, 1, 1, 1]), [4, 5, 5, 5, 5, 5, 5, 5], "nor does it kill");
        let always = Track::compile(&Record::standard(), 0, None);
        assert_eq!(levels_after(&always, &[1; 6]), [1, 1, 1, 2, 3, 4], "without the limit it puts out");
    }
}
