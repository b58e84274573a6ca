//! Campaigns, stage by stage.

use super::{Campaign, Stage};
use crate::chance::Chance;
use crate::combat::Body;
use crate::subject::sum::{capitalized, counted};
use crate::subject::{Line, Wording};

impl Campaign {
    /// Plays it once; gives the source of chance back.
    pub(super) fn told<C: Chance>(&self, _: &Wording<'_>, mut chance: C) -> (Vec<Line>, C) {
        let mut lines = Vec::new();
        let mut fights = self.fights.iter();
        let outcome = self.played(&mut chance, |moment| {
            let head = match &self.stages[moment.stage] {
                Stage::Fight { .. } => {
                    let name = fights.next().cloned().unwrap_or_default();
                    let rounds = counted(moment.rounds.into(), "round");
                    Line::new("fight", format!("{}: {rounds}", capitalized(&name))).with("rounds", moment.rounds)
                }
                Stage::Rest { days, .. } => {
                    Line::new("rest", format!("Rest: {}", counted((*days).into(), "day"))).with("days", *days)
                }
            };
            let lines_of = (0..self.party.len()).map(|who| self.member_line(who, moment.before, moment.party));
            lines.push(Line { lines: lines_of.collect(), ..head.apart() });
        });
        let fights = counted(outcome.stood.into(), "fight");
        let text = match outcome.fit {
            0 => format!("The party goes on after {fights}, and no further."),
            fit => format!("The party holds out: {fit} of {} can fight after {fights}.", self.party.len()),
        };
        lines.push(Line::new("result", text).apart().with("fights", outcome.stood).with("fit", outcome.fit));
        (lines, chance)
    }

    /// How one of the party is after a stage.
    fn member_line(&self, who: usize, before: &[Body], after: &[Body]) -> Line {
        let member = &self.party[who];
        let level = |body: &Body| usize::from(member.track.condition(body.marked).level);
        let word = |level: usize| member.levels.get(level).cloned().unwrap_or_default();
        let (old, new) = (level(&before[who]), level(&after[who]));
        let change = if old == new { word(new) } else { format!("{} → {}", word(old), word(new)) };
        let spent = after[who].status.points;
        let points =
            if spent == 0 { String::new() } else { format!(", {} spent", counted(spent.into(), "Fudge point")) };
        Line::new("fighter", format!("{}: {change}{points}", member.name))
            .with("who", &member.name)
            .with("level", new)
            .with("spent", spent)
    }
}
