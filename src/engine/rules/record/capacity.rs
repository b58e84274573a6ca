//! Damage Capacity as the wound record: wounds lower it level by level (W14, SRD 4.57; reading 25).

use super::condition::{Condition, severity_by_threshold};
use super::{LevelRule, Track};
use crate::ladder::TERRIBLE;

/// Number of Scratches that cost as much as one worse wound.
const SCRATCHES: usize = 3;

/// Maximum number of levels that a Damage Capacity can lose, however high it is.
const MOST_LOST: i32 = 100;

/// The names of the rows of a wound chart: Scratches since the last lost level, and levels lost.
pub(super) fn rows(levels: &[LevelRule]) -> Vec<String> {
    let scratch = levels.first().map_or_else(String::new, |level| level.name.clone());
    vec![scratch, "Level lost".to_owned()]
}

/// The name of a Damage Capacity that has lost `lost` levels.
pub(super) fn lost_name(lost: usize) -> String {
    match lost {
        0 => "No level lost".to_owned(),
        1 => "1 level lost".to_owned(),
        _ => format!("{lost} levels lost"),
    }
}

/// Number of levels that a Damage Capacity loses before the fighter is out: below Terrible if `terrible_fights`,
/// otherwise at Terrible.
pub(super) fn levels_to_lose(capacity: i32, terrible_fights: bool) -> usize {
    let to_terrible = capacity.max(TERRIBLE).saturating_sub(TERRIBLE);
    // Limited, so that the table stays small.
    to_terrible.saturating_add(terrible_fights.into()).clamp(1, MOST_LOST) as usize
}

impl Track {
    /// A state number is the Scratches since the last lost level, plus three times the levels lost; an unreachable Dead
    /// state follows. The severity after that of the last wound level takes all of Damage Capacity at once: it puts out
    /// a fighter who does not defend.
    pub(super) fn capacity(levels: &[LevelRule], capacity: i32, terrible_fights: bool) -> Self {
        let all = levels_to_lose(capacity, terrible_fights);
        let condition = |lost: usize| Condition {
            level: lost as u8,
            // An undamaged fighter has no penalty, however low the Damage Capacity.
            penalty: if lost == 0 { 0 } else { (capacity.max(TERRIBLE) - lost as i32).min(0) as i8 },
            fit: lost < all,
        };
        let mut conditions: Vec<Condition> =
            (0..SCRATCHES * (all + 1)).map(|state| condition(state / SCRATCHES)).collect();
        conditions.push(Condition { level: all as u8 + 1, penalty: 0, fit: false });
        let severities = levels.len() + 2;
        let after = |state: usize, severity: usize| match severity {
            0 => state,
            // Nothing is left to lose: already out, or dead.
            _ if state / SCRATCHES >= all => state,
            // The third Scratch costs a level, and the count starts again.
            1 => state + 1,
            worse if worse <= levels.len() => state + SCRATCHES,
            _ => all * SCRATCHES,
        };
        let next =
            (0..conditions.len()).flat_map(|state| (0..severities).map(move |severity| after(state, severity) as u16));
        Self {
            next: next.collect(),
            conditions,
            severities,
            stride: severities,
            severity_of_points: severity_by_threshold(levels),
            boxes: vec![SCRATCHES as u8 - 1, all as u8],
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::levels_after;
    use super::super::{Record, RecordKind, Track};

    fn track(capacity: i32, terrible_fights: bool) -> Track {
        let record = Record { kind: RecordKind::Capacity { terrible_fights }, ..Record::standard() };
        record.check().unwrap();
        Track::compile(&record, capacity, None)
    }

    fn penalties(track: &Track) -> Vec<(i8, bool)> {
        let hits = (0..track.levels() - 1).map(|hits| (0..hits).fold(0, |state, _| track.after(state, 2)));
        hits.map(|state| (track.condition(state).penalty, track.condition(state).fit)).collect()
    }

    /// SRD 4.57: at Mediocre −1, at Poor −2, at Terrible −3 or out, below Terrible out; an undamaged fighter has no
    /// penalty.
    #[test]
    fn penalties_match_the_remaining_capacity() {
        assert_eq!(penalties(&track(0, true)), [(0, true), (-1, true), (-2, true), (-3, true), (-4, false)]);
        assert_eq!(penalties(&track(1, true))[..3], [(0, true), (0, true), (-1, true)]);
        assert_eq!(penalties(&track(-1, true))[..2], [(0, true), (-2, true)], "one hit, and Mediocre is Poor");
        assert_eq!(penalties(&track(-3, true)), [(0, true), (-4, false)]);
        assert_eq!(penalties(&track(0, false)), [(0, true), (-1, true), (-2, true), (-3, false)]);
        assert_eq!(penalties(&track(-3, false)), [(0, true), (-4, false)], "undamaged, Terrible fights");
        assert_eq!(penalties(&track(-9, true)), penalties(&track(-3, true)));
        assert_eq!(track(1000, true).levels(), 102);
    }

    /// Reading 25: a hit of any level above a Scratch costs one level, as does every third Scratch; then the count
    /// starts again.
    #[test]
    fn three_scratches_equal_a_hit() {
        let fair = track(0, true);
        assert_eq!(levels_after(&fair, &[2, 5, 3, 4]), [1, 2, 3, 4]);
        assert_eq!(levels_after(&fair, &[1, 1, 1, 1, 1, 1, 1]), [0, 0, 1, 1, 1, 2, 2]);
        assert_eq!(levels_after(&fair, &[1, 1, 2, 1]), [0, 0, 1, 2], "Scratches stay beside a hit");
        assert_eq!(levels_after(&fair, &[2, 2, 2, 2, 2, 1, 1, 1, 6]), [1, 2, 3, 4, 4, 4, 4, 4, 4], "nothing below");
        assert!(!fair.can_kill() && !fair.one_blow_kills());
        assert_eq!(fair.severities(), 6, "those of blows, and all at once");
        assert_eq!(levels_after(&fair, &[fair.knockout_severity()]), [4], "who does not defend loses all");
        assert_eq!((0..=11).map(|points| fair.severity(points)).max(), Some(5), "and no blow of points does");
        let after = |severities: &[u8]| severities.iter().fold(0, |state, &severity| fair.after(state, severity));
        assert_eq!(fair.marks(after(&[1, 1, 3])), [2, 1]);
        assert_eq!(fair.marks(after(&[1, 1, 1])), [0, 1]);
    }
}
