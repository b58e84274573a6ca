//! Wound cards: each Hurt or Very Hurt is a card at −1 (W30, SRD 7.45, F93 4.7).

use super::condition::{Condition, dead_condition, severity_by_threshold};
use super::{LevelRule, Track};

/// Number of cards at which a fighter is Incapacitated.
const CARDS: i32 = 3;

/// Maximum number of fatigue cards at the start of a fight; one more would put the fighter out.
pub const MOST_FATIGUE: u8 = CARDS as u8 - 1;

/// Number of wound cards that put out a fighter with `fatigue` fatigue cards.
fn cards_to_out(fatigue: i32) -> usize {
    (CARDS - fatigue.clamp(0, MOST_FATIGUE.into())) as usize
}

/// The names of the rows of a wound chart: cards, and the levels that put out immediately.
pub(super) fn rows(levels: &[LevelRule]) -> Vec<String> {
    let out = levels.iter().filter(|level| level.out).map(|level| level.name.clone());
    std::iter::once("Card".to_owned()).chain(out).collect()
}

/// The names of the states after `Undamaged`: the number of cards, then the levels that put out. Fatigue cards are not
/// counted.
pub(super) fn names(levels: &[LevelRule], fatigue: i32) -> Vec<String> {
    let cards =
        (1..cards_to_out(fatigue)).map(|cards| if cards == 1 { "1 card".into() } else { format!("{cards} cards") });
    cards.chain(levels.iter().filter(|level| level.out).map(|level| level.name.clone())).collect()
}

impl Track {
    /// A state number encodes the wound cards and a mark for each level that puts out, in mixed radix; an unreachable
    /// Dead state follows. The lightest level has no card; the other levels that do not put out are one card each.
    pub(super) fn cards(levels: &[LevelRule], fatigue: i32) -> Self {
        let to_out = cards_to_out(fatigue);
        let cards = |state: usize| state % (to_out + 1);
        let mark = |out: usize| (to_out + 1) << out;
        let first_out = levels.iter().take_while(|level| !level.out).count();
        let outs = levels.len() - first_out;
        let condition = |state: usize| {
            let worst =
                (0..outs).rev().find(|&out| state / mark(out) % 2 == 1).or((cards(state) == to_out).then_some(0));
            Condition {
                level: worst.map_or(cards(state), |out| to_out + out) as u8,
                penalty: -((cards(state) + CARDS as usize - to_out) as i8),
                fit: worst.is_none(),
            }
        };
        let dead = mark(outs);
        let mut conditions: Vec<Condition> = (0..dead).map(condition).collect();
        conditions.push(Condition { level: (to_out + outs) as u8, ..dead_condition(levels) });
        let after = |state: usize, severity: usize| match severity {
            _ if state == dead => dead,
            0 | 1 => state,
            worse if worse <= first_out => state + usize::from(cards(state) < to_out),
            worse => match mark(worse - 1 - first_out) {
                marked if state / marked % 2 == 1 => state,
                open => state + open,
            },
        };
        let severities = levels.len() + 1;
        let next = (0..=dead).flat_map(|state| (0..severities).map(move |severity| after(state, severity) as u16));
        Self {
            next: next.collect(),
            conditions,
            severities,
            stride: severities,
            severity_of_points: severity_by_threshold(levels),
            boxes: std::iter::once(to_out as u8).chain(std::iter::repeat_n(1, outs)).collect(),
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::levels_after;
    use super::super::{Record, RecordKind, Track};

    fn record() -> Record {
        let record = Record { kind: RecordKind::Cards, ..Record::standard() };
        record.check().unwrap();
        record
    }

    fn penalties(track: &Track, severities: &[u8]) -> Vec<(i8, bool)> {
        let after = |count: usize| severities[..count].iter().fold(0, |state, &severity| track.after(state, severity));
        let conditions = (0..=severities.len()).map(|count| track.condition(after(count)));
        conditions.map(|condition| (condition.penalty, condition.fit)).collect()
    }

    /// SRD 7.45: a card for each Hurt or Very Hurt, each −1, and the third is incapacitation; a Scratch has no card.
    #[test]
    fn three_cards_put_a_fighter_out() {
        let track = Track::compile(&record(), 0, None);
        assert_eq!(penalties(&track, &[2, 1, 2, 3]), [(0, true), (-1, true), (-1, true), (-2, true), (-3, false)]);
        assert_eq!(levels_after(&track, &[3, 3, 3, 2]), [1, 2, 3, 3], "Very Hurt is one card as well");
        assert_eq!(levels_after(&track, &[1; 9]), [0; 9]);
        assert_eq!(levels_after(&track, &[4]), [3], "Incapacitated in one blow");
        assert_eq!(levels_after(&track, &[2, 5, 5, 4, 2]), [1, 4, 4, 4, 4], "Near Death stays Near Death");
        assert!(!track.can_kill());
        assert_eq!((track.knockout_severity(), track.levels()), (4, 6));
        assert_eq!(record().level_names(0), ["Undamaged", "1 card", "2 cards", "Incapacitated", "Near Death", "Dead"]);
        let after = |severities: &[u8]| severities.iter().fold(0, |state, &severity| track.after(state, severity));
        assert_eq!(track.marks(after(&[2, 3, 5])), [2, 0, 1]);
    }

    /// Fatigue cards count toward the penalty and the limit from the start.
    #[test]
    fn fatigue_cards_count_as_wound_cards() {
        let tired = Track::compile(&record(), 1, None);
        assert_eq!(penalties(&tired, &[2, 3]), [(-1, true), (-2, true), (-3, false)]);
        assert_eq!(levels_after(&tired, &[2, 2, 5]), [1, 2, 3]);
        assert_eq!(record().level_names(1), ["Undamaged", "1 card", "Incapacitated", "Near Death", "Dead"]);
        let spent = Track::compile(&record(), 2, None);
        assert_eq!(penalties(&spent, &[1, 2]), [(-2, true), (-2, true), (-3, false)]);
        assert_eq!(Track::compile(&record(), 9, None), spent, "who fights has two at most");
    }
}
