//! Wound records printed in the sources, by name (W10, W11, W16, W17).

use super::{Absorb, LevelRule, Overflow, Record, RecordKind};
use crate::rules::choice::choice;

choice! {
    /// A wound track printed in a source.
    NamedRecord {
        Standard = "standard": "3, 1, 1, 1, 1 boxes, starting at 1, 3, 5, 7, 9 points (SRD 4.57, Fudge in a Nutshell)",
        ModeratelyCinematic = "moderately-cinematic": "like `standard`, but with two boxes at Hurt: 3, 2, 1, 1, 1 (SRD 4.57, Fudge in a Nutshell)",
        Injuries = "injuries": "two minor and two serious injuries, marked in order, without penalties (LITE)",
        Conditions = "conditions": "boxes marked in order: 3 Scratch, 1 Hurt (-1), 1 Very Hurt (-2), 1 Incapacitated (LITE)",
    }
}

impl NamedRecord {
    /// The record with this name.
    pub fn record(self) -> Record {
        match self {
            Self::Standard => Record::standard(),
            Self::ModeratelyCinematic => {
                let mut record = Record::standard();
                record.levels[1].boxes = 2;
                record
            }
            Self::Injuries => Record::injuries(),
            Self::Conditions => Record::conditions(),
        }
    }
}

fn level(name: &str, from: i32, boxes: u8, penalty: i32, out: bool) -> LevelRule {
    LevelRule { name: name.into(), from, boxes, penalty, out }
}

impl Record {
    /// The standard box track: 3, 1, 1, 1, 1 boxes at 1, 3, 5, 7, 9 points (W10, SRD 4.57).
    pub fn standard() -> Self {
        Self {
            kind: RecordKind::Boxes,
            levels: vec![
                level("Scratch", 1, 3, 0, false),
                level("Hurt", 3, 1, -1, false),
                level("Very Hurt", 5, 1, -2, false),
                level("Incapacitated", 7, 1, -2, true),
                level("Near Death", 9, 1, -2, true),
            ],
            overflow: Overflow::Upward,
            extra: Vec::new(),
            absorb: Absorb::default(),
        }
    }

    /// Two minor and two serious injuries, marked in order (W16, LITE).
    pub fn injuries() -> Self {
        Self::in_order(vec![level("Minor injury", 0, 2, 0, false), level("Serious injury", 0, 2, 0, false)])
    }

    /// Scratch ×3, Hurt at −1, Very Hurt at −2 and Incapacitated, marked in order (W17, LITE).
    pub fn conditions() -> Self {
        Self::in_order(vec![
            level("Scratch", 0, 3, 0, false),
            level("Hurt", 0, 1, -1, false),
            level("Very Hurt", 0, 1, -2, false),
            level("Incapacitated", 0, 1, 0, true),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Choice;

    #[test]
    fn named_records_pass_the_check() {
        for named in NamedRecord::ALL {
            named.record().check().unwrap();
        }
        let boxes: Vec<u8> = NamedRecord::ModeratelyCinematic.record().levels.iter().map(|level| level.boxes).collect();
        assert_eq!(boxes, [3, 2, 1, 1, 1]);
    }
}
