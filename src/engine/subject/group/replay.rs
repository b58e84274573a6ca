//! Groups, roll by roll.

use super::Grouped;
use crate::chance::Recorder;
use crate::check::TaskEnd;
use crate::ladder::Ladder;
use crate::measure::thousands;
use crate::subject::RollSource;
use crate::subject::line::Line;
use crate::subject::sum::{checked, counted, halves};

/// Plays a group once; gives the source of chance back.
pub(super) fn replay(grouped: &Grouped, ladder: &Ladder, chance: RollSource) -> (Vec<Line>, RollSource) {
    let Grouped { group, names } = grouped;
    let mut recorder = Recorder::new(chance);
    let mut rolls = Vec::new();
    let outcome = group.play(&mut recorder, |roll| rolls.push(roll));
    let mut periods = Vec::new();
    for period in rolls.chunk_by(|one, next| one.period == next.period) {
        let number = period[0].period;
        let lines = period.iter().map(|roll| {
            let (name, task) = (&names[usize::from(roll.who)], &group.members()[usize::from(roll.who)]);
            let so_far = format!("{} of {}", halves(roll.progress.halves), task.successes());
            let end = match roll.end {
                Some(TaskEnd::Done) => ", done",
                Some(_) => ", out",
                None => "",
            };
            let rolls = recorder.rolls().iter().filter(|roll| roll.round == number);
            let line = checked(name, roll.who, &task.rolls()[0], roll.outcome, rolls, ladder);
            let line = line.reworded("roll", |roll| format!("{roll}, {so_far}{end}"));
            line.with("half_successes", roll.progress.halves).with("failures", roll.progress.failures)
        });
        let line = Line::new("period", format!("Period {}", thousands(number.into())));
        periods.push(Line { lines: lines.collect(), ..line.apart().with("number", number) });
    }
    let first: Vec<&str> = outcome.first().map(|who| names[who].as_str()).collect();
    let decided = outcome.decided(group.deciding());
    let after = counted(decided.into(), "period");
    let text = match (group.needed(), &first[..]) {
        (Some(needed), _) if outcome.count() >= needed => format!("Enough are done after {after}."),
        (Some(_), _) => format!("Not enough can be done after {after}."),
        (None, []) => "Nobody is done.".to_owned(),
        (None, [one]) => format!("{one} is first, after {after}."),
        (None, several) => format!("A tie after {after}: {}.", several.join(", ")),
    };
    let result = Line::new("result", text).apart().with("done", outcome.count()).with("first", first);
    periods.push(result.with("decided_in", decided));
    (periods, recorder.into_inner())
}
