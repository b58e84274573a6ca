//! Afflictions, roll by roll.

use crate::chance::{Chance, Recorder};
use crate::check::{Affliction, AfflictionEnd, AfflictionEvent};
use crate::ladder::Ladder;
use crate::measure::thousands;
use crate::subject::line::Line;
use crate::subject::sum::{checked, counted};

/// Plays an affliction once; gives the source of chance back.
pub(super) fn replay<C: Chance>(affliction: &Affliction, ladder: &Ladder, chance: C) -> (Vec<Line>, C) {
    let mut recorder = Recorder::new(chance);
    let mut events = Vec::new();
    let outcome = affliction.play(&mut recorder, |event| events.push(event));
    let (mut lines, mut rolls) = (Vec::new(), Vec::new());
    // The number of the period, from 1; 0 while it may be resisted.
    let (mut number, mut lost) = (u32::from(affliction.resist.is_none()), 0);
    for event in events {
        match event {
            AfflictionEvent::Roll(who, outcome) => {
                let own = if number == 0 { affliction.resist.as_ref() } else { affliction.roll_after(lost) };
                let treatment = affliction.treatment.as_ref().map(|treatment| &treatment.roll);
                let Some(check) = (if who == 0 { own } else { treatment }) else { continue };
                let name = if who == 0 { "" } else { "Treatment" };
                // The roll by which it is resisted is that of the first round.
                rolls.push(checked(name, who, check, outcome, 1 + number, recorder.rolls(), ladder));
                if number == 0 {
                    number = 1;
                    lines.extend(rolls.drain(..).map(Line::apart));
                }
            }
            AfflictionEvent::Period(course) => {
                lost = course.lost;
                let so_far = format!("{lost} of {} steps lost.", affliction.steps);
                let so_far = Line::new("progress", so_far).with("lost", lost).with("successes", course.successes);
                rolls.push(so_far);
                let period = Line::new("period", format!("Period {}", thousands(number.into())));
                lines.push(Line { lines: std::mem::take(&mut rolls), ..period.apart().with("number", number) });
                number += 1;
            }
        }
    }
    let after = counted(outcome.periods.into(), "period");
    let text = match outcome.end {
        AfflictionEnd::Resisted => "Resisted: nothing happens.".to_owned(),
        AfflictionEnd::Recovered => format!("Over after {after}."),
        AfflictionEnd::Outlasted => format!("It has run its course after {after}."),
        AfflictionEnd::Succumbed => format!("Succumbs after {after}."),
        AfflictionEnd::Unfinished => format!("Stopped after {after}."),
    };
    let result = Line::new("result", text).apart().with("periods", outcome.periods).with("lost", outcome.lost);
    lines.push(result.with("end", outcome.end));
    (lines, recorder.into_inner())
}
