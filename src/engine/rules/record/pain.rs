//! Sensitivity to pain: wound penalties that are smaller or larger than the record's (W24).

use super::Track;
use crate::rules::choice::choice;

choice! {
    /// The fighter's wound penalties, compared with those of the record (W24; SRD 4.51, FF; reading 31).
    Pain {
        Normal = "normal": "the record's penalties",
        Tolerant = "tolerant": "each penalty is smaller by one: Pain Tolerance, or a High Pain Threshold (Hurt 0, Very Hurt -1)",
        LowThreshold = "low-threshold": "each existing penalty is larger by one: a Low Pain Threshold (Hurt -2, Very Hurt -3)",
        Intolerant = "intolerant": "each penalty is larger by one, and a wound without a penalty gets -1: Pain Intolerant (Scratch -1, Hurt -2, Very Hurt -3)",
        Immune = "immune": "no wound penalties",
    }
}

impl Pain {
    /// The wound penalty `penalty` (0 or less), changed by this sensitivity to pain.
    fn adjusted(self, penalty: i8) -> i8 {
        match self {
            Self::Normal => penalty,
            Self::Tolerant => penalty.saturating_add(1).min(0),
            Self::LowThreshold if penalty == 0 => 0,
            Self::LowThreshold | Self::Intolerant => penalty.saturating_sub(1),
            Self::Immune => 0,
        }
    }
}

impl Track {
    /// The track with the wound penalties changed by `pain`. Penalties that do not come from wounds, such as fatigue,
    /// stay the same.
    pub fn with_pain(mut self, pain: Pain) -> Self {
        let before = self.conditions[0].penalty;
        // Boxes that grant a bonus cause no pain.
        for condition in self.conditions[1..].iter_mut().filter(|condition| condition.penalty <= before) {
            condition.penalty = before.saturating_add(pain.adjusted(condition.penalty.saturating_sub(before)));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Record, RecordKind, Track};
    use super::*;

    /// The penalties of an undamaged fighter and after one blow of each level that leaves it fit.
    fn penalties(kind: RecordKind, body: i32, pain: Pain) -> Vec<i8> {
        let track = Track::compile(&Record { kind, ..Record::standard() }, body, None).with_pain(pain);
        (0..=3).map(|severity| track.condition(track.after(0, severity)).penalty).collect()
    }

    /// W24, reading 31: tolerant Hurt 0, Very Hurt −1; low threshold Hurt −2, Very Hurt −3, Scratch 0; intolerant −1,
    /// −2, −3 starting at Scratch; immune 0. SRD 4.51: a High Pain Threshold removes one level of penalty.
    #[test]
    fn penalties_match_each_pain_level() {
        let table = [
            (Pain::Normal, [0, 0, -1, -2]),
            (Pain::Tolerant, [0, 0, 0, -1]),
            (Pain::LowThreshold, [0, 0, -2, -3]),
            (Pain::Intolerant, [0, -1, -2, -3]),
            (Pain::Immune, [0, 0, 0, 0]),
        ];
        for (pain, expected) in table {
            assert_eq!(penalties(RecordKind::Boxes, 0, pain), expected, "{pain:?}");
            assert_eq!(penalties(RecordKind::Health, 0, pain), expected, "{pain:?}");
        }
    }

    #[test]
    fn pain_changes_capacity_and_cards() {
        let capacity = RecordKind::Capacity { terrible_fights: true };
        assert_eq!(penalties(capacity, -1, Pain::Intolerant), [0, -1, -3, -3], "a Scratch hurts before it counts");
        assert_eq!(penalties(capacity, -1, Pain::Tolerant), [0, 0, -1, -1]);
        assert_eq!(penalties(RecordKind::Cards, 1, Pain::Immune), [-1; 4], "fatigue is no pain");
        assert_eq!(penalties(RecordKind::Cards, 1, Pain::Tolerant), [-1, -1, -1, -1]);
        assert_eq!(penalties(RecordKind::Cards, 1, Pain::LowThreshold), [-1, -1, -3, -3]);
    }
}
