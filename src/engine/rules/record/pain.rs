//! What pain does to a fighter: wound penalties less or more than the record's (W24).

use super::Track;
use crate::rules::choice::choice;

choice! {
    /// What a fighter's wound penalties are, against those of the record (W24; SRD 4.51, FF; reading 31).
    Pain {
        Normal = "normal": "the record's penalties",
        Tolerant = "tolerant": "each penalty is one less: Pain Tolerance, or a High Pain Threshold (Hurt 0, Very Hurt -1)",
        LowThreshold = "low-threshold": "each penalty is one more, where there is one: a Low Pain Threshold (Hurt -2, Very Hurt -3)",
        Intolerant = "intolerant": "each penalty is one more, and a wound without one is at -1: Pain Intolerant (Scratch -1, Hurt -2, Very Hurt -3)",
        Immune = "immune": "no wound penalties",
    }
}

impl Pain {
    /// The penalty that a wound of this penalty comes to; both 0 or less.
    fn felt(self, penalty: i8) -> i8 {
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
    /// The track with the penalties that somebody feels to whom pain does this. What is there without a wound, such as
    /// fatigue, is no pain.
    pub fn with_pain(mut self, pain: Pain) -> Self {
        let before = self.conditions[0].penalty;
        // What helps is no pain either.
        for condition in self.conditions[1..].iter_mut().filter(|condition| condition.penalty <= before) {
            condition.penalty = before.saturating_add(pain.felt(condition.penalty.saturating_sub(before)));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Record, RecordKind, Track};
    use super::*;

    /// Penalties of the fit, Undamaged first, as one blow of each level leaves them.
    fn penalties(kind: RecordKind, body: i32, pain: Pain) -> Vec<i8> {
        let track = Track::compile(&Record { kind, ..Record::standard() }, body, None).with_pain(pain);
        (0..=3).map(|severity| track.condition(track.after(0, severity)).penalty).collect()
    }

    /// W24, reading 31: tolerant Hurt 0, Very Hurt −1; low threshold Hurt −2, Very Hurt −3, Scratch 0; intolerant −1,
    /// −2, −3 from Scratch; immune none. SRD 4.51: a High Pain Threshold takes one level off.
    #[test]
    fn penalties_by_pain() {
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
    fn pain_by_other_records() {
        let capacity = RecordKind::Capacity { terrible_fights: true };
        assert_eq!(penalties(capacity, -1, Pain::Intolerant), [0, -1, -3, -3], "a Scratch hurts before it counts");
        assert_eq!(penalties(capacity, -1, Pain::Tolerant), [0, 0, -1, -1]);
        assert_eq!(penalties(RecordKind::Cards, 1, Pain::Immune), [-1; 4], "fatigue is no pain");
        assert_eq!(penalties(RecordKind::Cards, 1, Pain::Tolerant), [-1, -1, -1, -1]);
        assert_eq!(penalties(RecordKind::Cards, 1, Pain::LowThreshold), [-1, -1, -3, -3]);
    }
}
