//! Wound tracks in a transcript: the marked boxes, and their effects.

use super::Reporter;
use crate::rules::{OUT, RecordKind};
use crate::subject::line::Line;
use crate::subject::sum::signed;
use crate::text::true_minus;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The boxes of one wound level.
#[derive(Serialize)]
struct Boxes {
    level: String,
    marked: u8,
    boxes: u8,
}

impl Reporter<'_> {
    /// A line that lists the wound levels in the order of their boxes. If all fighters have the same numbers of boxes,
    /// it includes these numbers. If fighters have different levels, there is a list for each fighter. Below the line
    /// are the wounds of fighters who begin hurt. `None` without fighters.
    pub(super) fn start(&self) -> Option<Line> {
        let tracks: Vec<Vec<Boxes>> = self.all_fighters().map(|who| self.track(who)).collect();
        let first = tracks.first()?;
        let alike = |one: &Boxes, other: &Boxes| one.level == other.level && one.boxes == other.boxes;
        let same = tracks
            .iter()
            .all(|track| track.len() == first.len() && track.iter().zip(first).all(|(one, other)| alike(one, other)));
        // Shorter tracks may lack the last levels.
        let longest = tracks.iter().max_by_key(|track| track.len())?;
        let named = tracks.iter().all(|track| track.iter().zip(longest).all(|(one, other)| one.level == other.level));
        let level = |boxes: &Boxes, counted: bool| match boxes.boxes {
            many if counted && many != 1 => format!("{} ×{many}", boxes.level),
            _ => boxes.level.clone(),
        };
        let levels = |track: &[Boxes], counted: bool| {
            track.iter().map(|boxes| level(boxes, counted)).collect::<Vec<_>>().join(", ")
        };
        // Fighters with different levels are listed separately.
        let listed = match named {
            true => levels(longest, same),
            false => {
                let each = self.names.iter().zip(&tracks).map(|(who, track)| format!("{who}: {}", levels(track, true)));
                each.collect::<Vec<_>>().join("; ")
            }
        };
        let fighters = self.names.iter().zip(&tracks).map(|(who, track)| json!({ "who": who, "track": track }));
        let text = format!("Wound boxes, left to right: {listed}.");
        let mut line = Line::new("wound_boxes", text).with("fighters", fighters.collect::<Vec<Value>>());
        let hurt = self.all_fighters().filter(|&who| self.tracks[usize::from(who)].now > 0);
        line.lines = hurt.map(|who| self.wounds(who)).collect();
        Some(line)
    }

    /// The line for a fighter's wounds, such as `Brynhild  [x][ ][ ] [x] [ ] [ ] [ ]  Hurt −1`.
    pub(super) fn wounds(&self, who: u16) -> Line {
        let (marks, now) = (self.fight.roster.track(who), self.tracks[usize::from(who)].now);
        let condition = marks.condition(now);
        let (penalty, track) = (i32::from(condition.penalty), self.track(who));
        let level = &self.levels(who)[usize::from(condition.level)];
        let hinders = if penalty == 0 || !condition.fit { String::new() } else { format!(" {}", signed(penalty)) };
        let yields = self.fight.roster.kind(who).yields_with(condition);
        let out = match condition.fit || marks.is_dead(now) {
            true => "",
            false if yields => ", surrenders",
            false if level == OUT => "",
            false => ", out",
        };
        // The non-breaking space keeps the boxes of a level on one line.
        let boxes = |level: &Boxes| {
            let empty = level.boxes.saturating_sub(level.marked);
            "[x]".repeat(level.marked.into()) + &"[\u{a0}]".repeat(empty.into())
        };
        let drawn: Vec<String> = track.iter().map(boxes).filter(|boxes| !boxes.is_empty()).collect();
        let counters: Vec<(&str, i32)> = self.fight.counters_of(who, self.counters[usize::from(who)]).collect();
        let counted = |(name, value): &(&str, i32)| format!(", {}\u{a0}{}", name.replace('_', " "), true_minus(value));
        let counted: String = counters.iter().map(counted).collect();
        let columns = [self.name(who).to_owned(), drawn.join(" "), format!("{level}{hinders}{out}{counted}")];
        let line = Line::in_columns("wounds", columns);
        let line = if yields { line.with("surrenders", true) } else { line };
        let named = || counters.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
        let line =
            if counters.is_empty() { line } else { line.with("counters", named().collect::<Map<String, Value>>()) };
        line.with("who", self.name(who))
            .with("track", track)
            .with("level", level)
            .with("penalty", penalty)
            .with("fit", condition.fit)
    }

    fn levels(&self, who: u16) -> Vec<String> {
        self.fighter(who).level_names(self.rules)
    }

    /// The boxes of each wound level of a fighter. For the dead on a box track, they are those before the last blow.
    fn track(&self, who: u16) -> Vec<Boxes> {
        let (track, drawn) = (self.fight.roster.track(who), self.tracks[usize::from(who)].drawn);
        let boxes = track.boxes_of_levels().iter().zip(track.marks(drawn));
        let row = |(level, (&boxes, marked)): (String, (&u8, u8))| Boxes { level, marked, boxes };
        self.record(who).row_names().into_iter().zip(boxes).map(row).collect()
    }

    /// The severity of a blow on the target's track, in words: a wound level, a number of points on a point track, or a
    /// number of boxes on a track that is filled in order. `None` if the blow does not wound.
    pub(super) fn severity_name(&self, target: u16, severity: u8) -> Option<String> {
        let record = self.record(target);
        match (severity, record.blows_have_levels()) {
            (0, _) => None,
            (boxes, _) if record.kind == RecordKind::InOrder => {
                // Severities above the number of boxes are blows that start at the second level.
                let all = record.boxes() as u8;
                let (boxes, from) =
                    if boxes > all { (boxes - all, ", starting with the serious ones") } else { (boxes, "") };
                Some(format!("{boxes} box{}{from}", if boxes == 1 { "" } else { "es" }))
            }
            // All hits too large for the boxes have the same severity.
            (most, _)
                if record.kind == RecordKind::Absorb
                    && usize::from(most) == self.fight.roster.track(target).severities() =>
            {
                Some(format!("more than {} points", most - 1))
            }
            (level, true) => Some(record.blow_name(level).to_owned()),
            (1, false) => Some("1 point".to_owned()),
            (points, false) => Some(format!("{points} points")),
        }
    }

    /// The levels of the boxes that a blow marked, and whether the first is worse than the blow's own level, because
    /// that level had no free box. `before` and `after` are the states of the target's track.
    pub(super) fn marked(&self, target: u16, severity: u8, [before, after]: [u16; 2]) -> (Vec<String>, bool) {
        let (track, record) = (self.fight.roster.track(target), self.record(target));
        let is_box = record.kind.marks_own_level();
        let mut marked = Vec::new();
        // The dead get no more marks, and on a box track the killing blow found no free box.
        if !(is_box && track.is_dead(after) || track.is_unpaid(after)) {
            let marks = track.marks(before).into_iter().zip(track.marks(after));
            for (row, (old, new)) in record.row_names().iter().zip(marks) {
                marked.extend((old..new).map(|_| row.clone()));
            }
        }
        if track.is_dead(after) && !track.is_dead(before) {
            marked.extend(self.levels(target).pop());
        }
        if track.is_unpaid(after) && !track.is_unpaid(before) {
            marked.push(OUT.to_owned());
        }
        let own_level = record.blow_name(severity);
        let overflow = is_box && severity > 0 && marked.first().is_some_and(|name| name != own_level);
        (marked, overflow)
    }
}
