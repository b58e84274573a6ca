//! Boxes filled point by point (W12, F93 4.72).

use super::condition::{Condition, condition, dead_condition};
use super::{LevelRule, Track};

impl Track {
    /// A track whose state is the number of points taken; the state after the last box is Dead (reading 23).
    ///
    /// `lightened` is whether something can reduce wounds, by at most half plus one point. If so, larger blows keep
    /// separate severities, up to a blow that kills even if reduced. Otherwise, all blows that kill an unhurt fighter
    /// have the same severity.
    pub(super) fn points(levels: &[LevelRule], boxes: &[u8], large_blow: Option<i32>, lightened: bool) -> Self {
        let ends = (1..=boxes.len()).map(|levels| boxes[..levels].iter().map(|boxes| usize::from(*boxes)).sum());
        let ends: Vec<usize> = ends.collect();
        let full = ends.last().copied().unwrap_or(0);
        let mut conditions: Vec<Condition> = (0..=full)
            .map(|taken| condition(levels, (taken > 0).then(|| ends.iter().filter(|&&end| end < taken).count())))
            .collect();
        conditions.push(dead_condition(levels));
        // A blow that is not large stops at the last box before each boundary it would cross.
        let boundaries: Vec<usize> = (0..levels.len() - 1).filter(|&k| levels[k + 1].out).map(|k| ends[k]).collect();
        // Severities of large blows are added on top (`of_large`), and all must fit a byte.
        let severities = if lightened { (2 * full + 4).min(usize::from(u8::MAX / 2)) } else { full + 2 };
        let mut next = Vec::new();
        for taken in 0..=full + 1 {
            for points in 0..severities {
                let mut to = (taken + points).min(full + 1);
                if large_blow.is_some_and(|large| (points as i32) < large) {
                    let limit = boundaries.iter().find(|&&boundary| taken <= boundary);
                    to = limit.map_or(to, |&boundary| to.min(boundary));
                }
                next.push(to as u16);
            }
            // The remaining points of a large blow can cross boundaries.
            let freely = (0..severities).filter(|_| large_blow.is_some());
            next.extend(freely.map(|points| (taken + points).min(full + 1) as u16));
        }
        Self {
            conditions,
            severities,
            stride: if large_blow.is_some() { 2 * severities } else { severities },
            next,
            severity_of_points: (0..severities as u8).collect(),
            filled: true,
            large_blow,
            boxes: boxes.to_vec(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{capacity_record, levels_after};
    use super::super::{Record, Track};

    /// W12, F93 4.72: on a Fair track the third wound hurts, the fifth is Very Hurt, the eleventh kills.
    #[test]
    fn point_track_matches_f93() {
        let track = Track::compile(&capacity_record(), 0, None);
        assert_eq!(levels_after(&track, &[1; 12]), [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
        assert_eq!(levels_after(&track, &[5]), [3], "McMurtree, F93 4.64: 5 points are Very Hurt");
        assert_eq!(levels_after(&track, &[11]), [6], "a single blow can kill");
        let totals: Vec<usize> = (-3..=4).map(|dc| Track::compile(&capacity_record(), dc, None).states() - 2).collect();
        assert_eq!(totals, [6, 8, 9, 10, 12, 13, 14, 16]);
    }

    /// W11, F93 4.72: one extra Scratch, and perhaps a Hurt; for an epic game two of each. For Fair and Terrible.
    #[test]
    fn extra_boxes_add_to_the_table() {
        let boxes = |extra: &[u8], capacity| {
            let record = Record { extra: extra.to_vec(), ..capacity_record() };
            record.check().unwrap();
            Track::compile(&record, capacity, None).boxes_of_levels().to_vec()
        };
        assert_eq!(boxes(&[1], 0), [3, 2, 2, 2, 2]);
        assert_eq!(boxes(&[1, 1], 0), [3, 3, 2, 2, 2]);
        assert_eq!(boxes(&[2, 2], 0), [4, 4, 2, 2, 2]);
        assert_eq!(boxes(&[2, 2], -3), [3, 3, 1, 1, 2]);
        let epic = Record { extra: vec![2, 2], ..capacity_record() };
        assert_eq!(levels_after(&Track::compile(&epic, 0, None), &[14, 1]), [5, 6], "death is the fifteenth wound");
    }

    /// Reading 23: for large blows of at least 3, 4 or 5 points, at each boundary of each track, one point less stops
    /// at the last box before the boundary, and a large blow crosses it.
    #[test]
    fn large_blows_cross_each_boundary() {
        for (large, capacity) in (3..=5).flat_map(|large| (-3..=4).map(move |capacity| (large, capacity))) {
            let track = Track::compile(&capacity_record(), capacity, Some(large));
            let boxes = track.boxes_of_levels();
            let very_hurt: u8 = boxes[..3].iter().sum();
            for last in [very_hurt, very_hurt + boxes[3]] {
                let (full, small, large) = (u16::from(last), large as u8 - 1, large as u8);
                assert_eq!(track.after(full, small), full, "{capacity} with {small}: the surplus is lost");
                // With a single Incapacitated box, the box before it is the last Very Hurt one, which stops the blow as
                // well.
                let before = full - 1;
                let reached = if before == u16::from(very_hurt) { before } else { full };
                assert_eq!(track.after(before, small), reached, "{capacity} with {small}: up to the last box");
                assert_eq!(track.after(full, large), full + u16::from(large.min(track.severities() as u8 - last)));
            }
        }
    }

    /// Reading 23: a small blow stops at the last Very Hurt box, then at the last Incapacitated box.
    #[test]
    fn small_blows_stop_at_boundaries() {
        let track = Track::compile(&capacity_record(), 0, Some(3));
        assert_eq!(levels_after(&track, &[2, 2, 2, 2, 2]), [1, 2, 3, 3, 3], "nicked, but never past Very Hurt");
        assert_eq!(levels_after(&track, &[5, 3]), [3, 4]);
        assert_eq!(levels_after(&track, &[7, 2, 2, 1]), [4, 4, 4, 4], "never past Incapacitated");
        assert_eq!(levels_after(&track, &[7, 3]), [4, 5]);
        assert_eq!(levels_after(&track, &[9, 1, 1]), [5, 5, 6], "beyond the last boundary small blows kill");
    }
}
