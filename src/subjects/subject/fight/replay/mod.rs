//! Transcripts of fights, blow by blow: one line for each event.

mod blow;
mod roll;
mod round;
mod spell;
mod state;
mod words;
mod wounds;

use crate::chance::{Ask, Chance, Purpose};
use crate::combat::{
    Body, Cast, Detail, Event, Fight, Fighter, Fired, Observer, PlayedFight, RolledDegree, TacticalModifier, minimum,
    play_dyn,
};
use crate::ladder::Ladder;
use crate::measure::{clause, plural, thousands};
use crate::rules::{Boon, Record, Rules};
use crate::subject::line::Line;
use crate::subject::sum::{counted, listed, result_fact, shows};
use crate::subject::{BreakOff, Wording, capitalized};
use crate::text::true_minus;
use state::{LoneRoll, TrackStates};
use words::{boon_words, change_text, consequence_words, effect_text};

/// Plays a fight from `start` and returns its end. `cast` must be the one from which the fight was compiled. `out`
/// receives the transcript, each round as soon as it ends.
pub(in crate::subject) fn play_and_report(
    fight: &Fight,
    cast: &Cast,
    words: &Wording<'_>,
    chance: &mut dyn Chance,
    start: Vec<Body>,
    out: &mut dyn FnMut(Line),
) -> PlayedFight<Vec<Body>> {
    let mut teller = Reporter::new(fight, cast, words, &start, out);
    let begun = teller.start();
    begun.into_iter().for_each(&mut *teller.out);
    let outcome = play_dyn(fight, start, chance, Some(&mut teller));
    teller.end_round();
    let rounds = counted(teller.rounds, "round");
    let winner = outcome.winner.and_then(|side| cast.sides.get(side));
    let (how, text) = match outcome.winner {
        Some(side) => ("won", clause(&side_in_sentence(fight, cast, side), &format!("wins after {rounds}."))),
        None if !outcome.undecided => ("both_out", format!("No fighter is left after {rounds}: a draw.")),
        None if outcome.rounds == fight.rounds.limit => {
            ("round_limit", format!("Stopped undecided at the limit of {rounds}: a draw."))
        }
        None => (SCRIPT_OVER, format!("The script ends here; the fight is not over after {rounds}.")),
    };
    (teller.out)(result_line(how, text).with("winner", winner));
    outcome
}

/// The name of a side for a sentence. It is in the plural if the side has the name of identical fighters and no others
/// are on it.
fn side_in_sentence(fight: &Fight, cast: &Cast, side: usize) -> String {
    let name = &cast.sides[side];
    let mut own = cast.fighters.iter().enumerate().filter(|(_, fighter)| fighter.side == side);
    match (own.next(), own.next()) {
        (Some((entry, fighter)), None) if fight.roster.count(entry) > 1 && fighter.name == *name => {
            capitalized(&plural(name))
        }
        _ => name.clone(),
    }
}

/// The value of `end` in a transcript whose script ends before the fight does.
const SCRIPT_OVER: &str = "script_over";

/// The last line of a transcript. `how` is the value of its key `end`.
fn result_line(how: &str, text: String) -> Line {
    Line::new("result", text).apart().with("end", how)
}

/// Replaces the round in which a script breaks off with a line that says why the script breaks off.
pub(super) fn cut_short(lines: &mut Vec<Line>, why: BreakOff<'_>) {
    // The last two lines are the round and the result.
    lines.truncate(lines.len().saturating_sub(2));
    let next = thousands(lines.iter().filter(|line| line.kind == "round").count() as u64 + 1);
    lines.push(match why {
        BreakOff::Missing(missing) => {
            let text = format!("The script ran out in round {next}, which is left out: {missing} is missing.");
            result_line(SCRIPT_OVER, text).with("missing", missing)
        }
        BreakOff::Impossible(sentence) => {
            let text = format!("The script breaks off in round {next}, which is left out: {sentence}.");
            result_line(SCRIPT_OVER, text).with("impossible", sentence)
        }
    });
}

/// The roll of a modifier with dice.
struct ModifierRoll {
    who: u16,
    /// The purpose of the roll that the modifier is added to.
    purpose: Purpose,
    /// The number of the dice, for [`modifier_dice`](crate::combat::CustomRules::modifier_dice).
    number: u8,
    roll: i32,
}

/// An observer that writes the transcript of a fight.
struct Reporter<'a> {
    fight: &'a Fight,
    cast: &'a Cast,
    rules: &'a Rules,
    ladder: &'a Ladder,
    /// By fighter, its name in the transcript.
    names: Vec<String>,
    /// Receives each line of the transcript as soon as it is complete.
    out: &'a mut dyn FnMut(Line),
    /// The line of the current round; `None` before the first one.
    round: Option<Line>,
    /// The number of completed rounds.
    rounds: u64,
    /// The number of the current round, counted from 1.
    number: u32,
    /// Whether the current round is one of missiles.
    afar: bool,
    /// The result needed to hit, if the current exchange is a shot; otherwise `None`.
    shot: Option<i32>,
    /// The caster of the current spell, and the index of the spell among the caster's.
    spell: Option<(u16, u8)>,
    /// The fighters in the current exchange, each with its foe.
    foes: Vec<(u16, u16)>,
    /// One roll against several foes, if there is one in the current exchange.
    lone: Option<LoneRoll>,
    /// By fighter, the state of its wound track.
    tracks: Vec<TrackStates>,
    /// By fighter, the name of the stance taken this round; empty for the normal one.
    stances: Vec<String>,
    /// Lines about Fudge points spent on the next roll, each with its spender.
    spent: Vec<(u16, Line)>,
    /// Lines about rolls and points for the wound being resolved.
    tests: Vec<Line>,
    /// The modifiers with dice that were rolled in the current exchange.
    added: Vec<ModifierRoll>,
    /// By fighter, the index of the custom modifiers in its last roll, for [`Fight::named_additions`].
    additions: Vec<u16>,
    /// The first member of the mob, if a mob makes one roll in this exchange.
    mob: Option<u16>,
    /// By fighter, its counters packed into a number.
    counters: Vec<u32>,
    /// The fighter whose natural critical is about to take effect.
    critical: Option<u16>,
    /// The fighters whom the last line of the exchange reports as out.
    fallen: Vec<String>,
}

impl Observer for Reporter<'_> {
    fn note(&mut self, event: Event) {
        let line = match event {
            Event::StandOff { .. } => Line::new("stand_off", "Stand-off: no fighter hits."),
            Event::BelowMinimum { by } => self.below_minimum_line(by),
            Event::Avoided { by, target } => {
                let what = if self.shot.is_some() { "shot" } else { "blow" };
                self.line("avoided", [("by", by), ("target", target)], |[by, target]| {
                    format!("{target} avoids {by}'s {what}.")
                })
            }
            Event::Missed { by } => self.line("missed", [("by", by)], |[by]| format!("{by} misses.")),
            // Reported with the damage and the marks.
            Event::Hit { .. } | Event::Wound { .. } | Event::Fell { .. } | Event::Spent { .. } => return,
            Event::Fired { who, what: Fired::Fled } => {
                self.line("fled", [("who", who)], |[who]| format!("{who} flees."))
            }
            Event::Fired { who, what: Fired::Critical } => {
                self.critical = Some(who);
                return;
            }
            Event::Fired { what: Fired::Cast, .. } => Line::new("cast", "The spell takes effect."),
            Event::Fired { what: Fired::Fizzled, .. } => Line::new("cast", "The spell fails."),
            Event::Fired { who, what } => match change_text(what) {
                Some(what) => self.event_line(who, what),
                None => return,
            },
        };
        self.add_to_exchange(line);
    }

    fn detail(&mut self, detail: Detail) {
        match detail {
            Detail::Round { number } => self.begin_round(number),
            Detail::Casts { by, target, spell } => self.begin_spell(by, target, spell),
            Detail::Casting(event) => {
                let line = self.casting(event);
                self.add_to_exchange(line);
            }
            Detail::Meet { one, shot, .. } => {
                self.shot = shot;
                self.spell = self.spell.filter(|(by, _)| *by == one && shot.is_some());
                self.foes.clear();
                self.added.clear();
                self.mob = None;
                self.lone = None;
                self.add_to_round(Line::new("exchange", ""));
            }
            Detail::Stance { who, stance } => {
                self.stances[usize::from(who)] = self.fight.tactics.name(stance).to_owned();
            }
            Detail::LoneRolled { who, penalty, status, passing, outnumbered, tactics, own, luck, roll, .. } => {
                let (foe, skill, pace, cap, tactic) =
                    (who, 0, 0, self.fight.roster.kind(who).cap, TacticalModifier::Attack(tactics[0]));
                let sum = RolledDegree {
                    who,
                    foe,
                    skill,
                    penalty,
                    status,
                    pace,
                    outnumbered,
                    passing,
                    tactic,
                    own: 0,
                    added: 0,
                    foe_acts: true,
                    roll,
                    luck,
                    cap,
                };
                self.lone = Some(LoneRoll {
                    roll: sum,
                    defense: tactics[1],
                    own,
                    added: 0,
                    foe_acts: true,
                    last_reported: None,
                });
            }
            Detail::Added { ask: Ask { who, purpose, .. }, number, roll } => {
                // A later roll for the same purpose replaces the earlier one.
                self.added.retain(|old| (old.who, old.purpose, old.number) != (who, purpose, number));
                self.added.push(ModifierRoll { who, purpose, number, roll });
            }
            Detail::AfterRolled { who, number, roll } => {
                if let Some(dice) = self.fight.custom.variant(number) {
                    let words = |[who]: [&str; 1]| format!("{who}, at the end of the round: {}.", shows(dice, roll));
                    let line = self.line("rolled", [("who", who)], words);
                    self.add_to_exchange(line.with("dice", dice.shown_name()).with("shown", dice.shown(roll)));
                }
            }
            Detail::Counted { who, before, after } => {
                self.counters[usize::from(who)] = after;
                let changed: Vec<String> =
                    (self.fight.counters_of(who, before).zip(self.fight.counters_of(who, after)))
                        .filter(|((_, old), (_, new))| old != new)
                        .map(|((_, old), (name, value))| {
                            format!("{} {} to {}", name.replace('_', " "), true_minus(old), true_minus(value))
                        })
                        .collect();
                let text = changed.join(", ");
                let line = self.line("counted", [("who", who)], |[who]| format!("{who}: {text}."));
                self.add_to_exchange(line.with("what", text));
            }
            Detail::AddedAgainst { added, pace, foe_acts } => {
                if let Some(lone) = &mut self.lone {
                    (lone.added, lone.roll.pace, lone.foe_acts) = (added, pace, foe_acts);
                    self.additions[usize::from(lone.roll.who)] = added;
                }
            }
            Detail::MobRolled { first, .. } => self.mob = Some(first),
            Detail::Spent { who, on, points } => self.store_spent(who, on, points),
            Detail::Initiative(rolled) => {
                self.add_to_round(self.initiative(rolled));
                self.added.clear();
            }
            Detail::Tested(test) => {
                let line = self.test(&test);
                if test.purpose.is_about_wound() {
                    self.tests.push(line);
                } else if self.exchange().is_some() {
                    self.add_to_exchange(line);
                } else {
                    self.add_to_round(line);
                }
            }
            Detail::Suffered { by, target, severity } => self.mark(by, target, severity),
            Detail::Followed { who, consequence } => {
                self.add_to_exchange(self.event_line(who, consequence_words(consequence)));
            }
            Detail::Marked { who, marked } => {
                let is_dead = self.fight.roster.track(who).is_dead(marked);
                self.tracks[usize::from(who)].change(marked, !is_dead);
            }
            Detail::PutOut { by, target, severity } => {
                self.report_spent(None);
                let states = &mut self.tracks[usize::from(target)];
                states.change(self.fight.roster.track(target).after(states.now, severity), true);
                self.report_put_out(by, target);
            }
            Detail::Undefended { target, level: needed } => {
                self.report_lone_roll(target);
                if let Some(exchange) = self.exchange() {
                    exchange.lines.retain(|line| line.kind != "undefended");
                }
                let word = self.rules.result_name(needed, self.ladder);
                let words = |[target]: [&str; 1]| format!("{target} does not avoid it: {word} is enough to hit.");
                let line = self.line("undefended", [("target", target)], words);
                self.add_to_exchange(line.with("level", result_fact(self.rules, self.ladder, needed)));
            }
            Detail::Rolled(rolled) => {
                self.report_lone_roll(rolled.who);
                self.additions[usize::from(rolled.who)] = rolled.added;
                self.report_sum(&rolled);
            }
            Detail::Affected { who, roll, what } => {
                let what = effect_text(what);
                let by = self.critical.take().unwrap_or(who);
                let kind = if by == who { "failure" } else { "success" };
                let critical = |roll| format!("Critical {kind} of {}, {roll} on the table. Effect on ", self.name(by));
                let table = roll.map(critical).unwrap_or_default();
                let line = self.line("befell", [("who", who)], |[who]| format!("{table}{who}: {what}."));
                self.add_to_exchange(line.with("roll", roll).with("what", what));
            }
            Detail::Damaged { blow, roll, severity } => {
                self.report_hit(blow, roll, severity);
            }
        }
    }
}

impl<'a> Reporter<'a> {
    fn new(
        fight: &'a Fight,
        cast: &'a Cast,
        words: &Wording<'a>,
        start: &[Body],
        out: &'a mut dyn FnMut(Line),
    ) -> Self {
        let names = cast.names();
        Self {
            fight,
            cast,
            rules: words.rules,
            ladder: words.ladder,
            out,
            round: None,
            rounds: 0,
            number: 1,
            afar: false,
            shot: None,
            spell: None,
            foes: Vec::new(),
            lone: None,
            tracks: start.iter().map(|body| TrackStates::starting_in(body.felt)).collect(),
            stances: vec![String::new(); names.len()],
            spent: Vec::new(),
            tests: Vec::new(),
            added: Vec::new(),
            additions: vec![0; names.len()],
            mob: None,
            counters: start.iter().map(|body| body.status.counters).collect(),
            critical: None,
            fallen: Vec::new(),
            names,
        }
    }

    /// The stat block of a fighter. `cast` must be the one from which the fight was compiled.
    fn fighter(&self, who: u16) -> &'a Fighter {
        &self.cast.fighters[self.fight.roster.entry(who)]
    }

    fn record(&self, who: u16) -> &Record {
        self.fighter(who).record(self.rules)
    }

    fn all_fighters(&self) -> std::ops::Range<u16> {
        0..self.names.len() as u16
    }

    fn name(&self, who: u16) -> &str {
        &self.names[usize::from(who)]
    }

    /// A line about `fighters`, each given as a role and a roster index. Their names are stored under their roles, and
    /// `words` makes the text of the line from the names.
    fn line<const N: usize>(
        &self,
        kind: &'static str,
        fighters: [(&str, u16); N],
        words: impl FnOnce([&str; N]) -> String,
    ) -> Line {
        let line = Line::new(kind, words(fighters.map(|(_, who)| self.name(who))));
        fighters.into_iter().fold(line, |line, (key, who)| line.with(key, self.name(who)))
    }

    /// A line about something that happened to `who`; `what` is the end of the sentence.
    fn event_line(&self, who: u16, what: &str) -> Line {
        self.line("followed", [("who", who)], |[who]| format!("{who} {what}.")).with("what", what)
    }

    /// Stores a line about spent points until the roll that they change has been reported; for points spent on a wound,
    /// until the blow has been reported.
    fn store_spent(&mut self, who: u16, on: Boon, points: u8) {
        let many = if points == 1 { "a Fudge point".to_owned() } else { format!("{points} Fudge points") };
        let what = format!("spends {many} {}", boon_words(on));
        let line = self.line("spent", [("who", who)], |[who]| format!("{who} {what}.")).with("what", what);
        if on.is_for_wounds() { self.tests.push(line) } else { self.spent.push((who, line)) }
    }

    /// Reports the stored lines about points that `by` spent on a roll. If `by` is `None`, reports those of all
    /// fighters.
    fn report_spent(&mut self, by: Option<u16>) {
        let (told, left) =
            std::mem::take(&mut self.spent).into_iter().partition(|(who, _)| by.is_none_or(|by| by == *who));
        self.spent = left;
        let told: Vec<(u16, Line)> = told;
        told.into_iter().for_each(|(_, line)| self.add_to_exchange(line));
    }

    /// Reports that `by` has put `target` out. Fighters put out one right after another share a line.
    fn report_put_out(&mut self, by: u16, target: u16) {
        let (by, target) = (self.name(by).to_owned(), self.name(target).to_owned());
        if self.exchange().and_then(|exchange| exchange.lines.pop_if(|last| last.kind == "put_out")).is_none() {
            self.fallen.clear();
        }
        self.fallen.push(target);
        let rolled = self.exchange().is_some_and(|exchange| exchange.lines.iter().any(|line| line.kind == "sum"));
        let text = match (rolled, &self.fallen[..]) {
            (false, all) => format!("{by} takes {} unaware: out, without a roll.", listed(all)),
            (true, [one]) => format!("{one} is out."),
            (true, all) => format!("{} are out.", listed(all)),
        };
        self.add_to_exchange(Line::new("put_out", text).with("by", by).with("targets", &self.fallen[..]));
    }

    /// The line for the fighter `by`, who wins an exchange but does not reach the minimum to hit.
    fn below_minimum_line(&self, by: u16) -> Line {
        let foe = self.foes.iter().rfind(|(who, _)| *who == by).map(|(_, foe)| self.fighter(*foe));
        let least = self.shot.or_else(|| foe.and_then(|foe| minimum(self.fighter(by), foe, self.rules)));
        let needed = least.map_or("the minimum".to_owned(), |least| self.rules.result_name(least, self.ladder));
        let words = |[by]: [&str; 1]| format!("{by} does better but misses: it takes {needed} to hit.");
        let line = self.line("below_minimum", [("by", by)], words);
        line.with("minimum", least.map(|least| result_fact(self.rules, self.ladder, least)))
    }
}
