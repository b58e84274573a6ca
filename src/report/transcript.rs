//! One trial told roll by roll, for the table and as JSON.

use super::json::VERSION;
use super::number::thousands;
use super::text::{clean, width, wrap};
use crate::study::replay::{
    Addend, Boxes, Burst, CheckCourse, ContestCourse, Course, End, Exchange, Exchanged, FightCourse, OpposedCourse,
    Origin, Period, ReactionCourse, Reading, Round, Strike, Sum, TaskCourse, Tested, Transcript, Undefended, Wounds,
};
use serde_json::{Value, json};

/// The narrowest page that is laid out for.
const NARROWEST: usize = 20;

/// The transcript as text of lines no wider than `width`; names cannot steer the terminal.
pub fn page(transcript: &Transcript, width: usize) -> String {
    let mut page = Page { out: String::new(), width: width.max(NARROWEST), blow: "blow" };
    page.heading(transcript);
    match &transcript.course {
        Course::Check(check) => page.check(check),
        Course::Opposed(opposed) => page.opposed(opposed),
        Course::Contest(contest) => page.contest(contest),
        Course::Reaction(reaction) => page.reaction(reaction),
        Course::Task(task) => page.task(task),
        Course::Fight(fight) => page.fight(fight),
    }
    page.unused(transcript);
    page.out
}

/// The transcript as a JSON document.
pub fn document(transcript: &Transcript) -> Value {
    let mut document = json!({ "fudgelab": VERSION, "version": env!("CARGO_PKG_VERSION") });
    // Plain structures with text keys always become a JSON object.
    if let (Value::Object(document), Ok(Value::Object(told))) = (&mut document, serde_json::to_value(transcript)) {
        document.extend(told);
    }
    document
}

struct Page {
    out: String,
    width: usize,
    /// What is avoided in the round that is told.
    blow: &'static str,
}

impl Page {
    /// A paragraph: its first line indented by `indent`, the others by two more.
    fn say(&mut self, indent: usize, text: &str) {
        let lines = wrap(&clean(text), self.width.saturating_sub(indent + 2));
        for (number, line) in lines.iter().enumerate() {
            let space = if number == 0 { indent } else { indent + 2 };
            self.out.push_str(&" ".repeat(space));
            self.out.push_str(line);
            self.out.push('\n');
        }
    }

    fn blank(&mut self) {
        self.out.push('\n');
    }

    fn heading(&mut self, transcript: &Transcript) {
        let rolls = match transcript.rolls {
            Origin::Trial { trial, seed } => format!("trial {}, seed {seed}", thousands(trial)),
            Origin::Script { written, .. } => format!("a script of {}", counted(written, "roll")),
        };
        let values = transcript.varied.iter().map(|(path, value)| format!("{path} = {value}"));
        let title = Some(transcript.title.clone()).filter(|title| !title.is_empty());
        let parts = title.into_iter().chain(transcript.variant.clone()).chain(values).chain([rolls]);
        self.say(0, &parts.collect::<Vec<_>>().join(" · "));
    }

    fn check(&mut self, check: &CheckCourse) {
        self.blank();
        self.say(0, &sum(&check.sum));
        let margin = match check.margin {
            0 => "just that".to_owned(),
            above @ 1.. => format!("{above} above it"),
            below => format!("{} below it", below.unsigned_abs()),
        };
        let band = check.band.as_ref().map(|band| format!(" ({band})")).unwrap_or_default();
        self.say(0, &format!("Difficulty {}: {margin}, {}{band}.", check.difficulty.word, check.verdict));
    }

    fn opposed(&mut self, opposed: &OpposedCourse) {
        self.blank();
        self.sums(&opposed.sums);
        let result = match (&opposed.winner, opposed.below_minimum) {
            (Some(winner), _) if opposed.relative_degree == 0 => format!("A tie, which goes to {winner}."),
            (Some(winner), _) => format!("{winner} wins by {}.", opposed.relative_degree.unsigned_abs()),
            (None, true) => "Nobody wins: the better result is below its minimum.".to_owned(),
            (None, false) => "A tie: nothing changes.".to_owned(),
        };
        self.say(0, &result);
    }

    fn contest(&mut self, contest: &ContestCourse) {
        self.blank();
        self.sums(&contest.sums);
        let best = &contest.best.word;
        let result = match (&contest.winner, contest.holders.as_slice()) {
            (Some(winner), _) => format!("{winner} wins with {best}."),
            (None, [one]) => format!("Nobody wins: {one} has the best result, {best}, and that is below the minimum."),
            (None, holders) => format!("A tie for the best result, {best}: {}.", holders.join(", ")),
        };
        self.say(0, &result);
    }

    fn reaction(&mut self, reaction: &ReactionCourse) {
        self.blank();
        self.say(0, &sum(&reaction.sum));
        self.say(0, &format!("The reaction: {}.", reaction.result));
    }

    fn task(&mut self, task: &TaskCourse) {
        task.periods.iter().for_each(|period| self.period(task, period));
        self.blank();
        let periods = counted(task.periods.len() as u64, "period");
        let words = match task.end.as_str() {
            "unfinished" => format!("Unfinished: stopped after {periods}."),
            end => format!("{} after {periods}.", capitalized(end)),
        };
        self.say(0, &words);
    }

    fn period(&mut self, task: &TaskCourse, period: &Period) {
        self.blank();
        self.say(0, &format!("Period {}", thousands(period.number.into())));
        for roll in &period.rolls {
            self.say(2, &format!("{}; difficulty {}: {}", sum(&roll.sum), roll.difficulty.word, roll.verdict));
        }
        let half = if period.half_successes % 2 == 1 { "½" } else { "" };
        let whole = match period.half_successes / 2 {
            0 if !half.is_empty() => String::new(),
            whole => whole.to_string(),
        };
        let failures =
            task.failures.map(|most| format!(", {} of {most} failures", period.failures)).unwrap_or_default();
        self.say(2, &format!("{whole}{half} of {} successes{failures}.", task.needed));
    }

    fn fight(&mut self, fight: &FightCourse) {
        if let Some(wounds) = fight.start.first() {
            let level = |boxes: &Boxes| match boxes.boxes {
                1 => boxes.level.clone(),
                many => format!("{} ×{many}", boxes.level),
            };
            let same = fight.start.iter().all(|other| other.track == wounds.track);
            let levels: Vec<String> =
                wounds.track.iter().map(|boxes| if same { level(boxes) } else { boxes.level.clone() }).collect();
            self.say(0, &format!("Wound boxes, left to right: {}.", levels.join(", ")));
        }
        fight.rounds.iter().for_each(|round| self.round(round));
        self.blank();
        self.end(fight);
    }

    fn round(&mut self, round: &Round) {
        self.blank();
        let missiles = if round.missiles { ", from afar" } else { "" };
        self.blow = if round.missiles { "shot" } else { "blow" };
        self.say(0, &format!("Round {}{missiles}", thousands(round.number.into())));
        let stances: Vec<String> = round.stances.iter().map(|one| format!("{}: {}", one.who, one.stance)).collect();
        if !stances.is_empty() {
            self.say(2, &format!("Stances: {}.", stances.join("; ")));
        }
        round.initiative.iter().for_each(|one| self.say(2, &format!("Initiative of {}", sum(one))));
        round.tests.iter().for_each(|one| self.tested(one));
        round.exchanges.iter().for_each(|exchange| self.exchange(exchange));
        if round.missiles && round.exchanges.is_empty() {
            self.say(2, "Nobody shoots.");
        }
        let longest = round.after.iter().map(|wounds| width(&clean(&wounds.who))).max().unwrap_or(0);
        round.after.iter().for_each(|wounds| self.wounds(wounds, longest));
    }

    fn exchange(&mut self, exchange: &Exchange) {
        exchange.sums.iter().for_each(|one| self.say(2, &sum(one)));
        if let Some(Undefended { target, level }) = &exchange.undefended {
            self.say(2, &format!("{target} does not avoid it: {} hits.", level.word));
        }
        let rolled = !exchange.sums.is_empty();
        if exchange.results.is_empty() {
            self.say(2, "Nobody hits.");
        }
        exchange.results.iter().for_each(|result| self.result(result, rolled));
    }

    fn result(&mut self, result: &Exchanged, rolled: bool) {
        match result {
            Exchanged::StandOff => self.say(2, "Stand-off: nobody hits."),
            Exchanged::BelowMinimum { by, minimum } => {
                let least = minimum.as_ref().map_or("the minimum", |minimum| minimum.word.as_str());
                self.say(2, &format!("{by} does better but misses: it takes {least} to hit."));
            }
            Exchanged::Avoided { by, target } => self.say(2, &format!("{target} avoids {by}'s {}.", self.blow)),
            Exchanged::Missed { by } => self.say(2, &format!("{by} misses.")),
            Exchanged::PutOut { by, targets } if !rolled => {
                self.say(2, &format!("{by} takes {} unaware: out, without a roll.", listed(targets)));
            }
            Exchanged::PutOut { targets, .. } => {
                let are = if targets.len() == 1 { "is" } else { "are" };
                self.say(2, &format!("{} {are} out.", listed(targets)));
            }
            Exchanged::Tested(one) => self.tested(one),
            Exchanged::Befell { who, roll: None, what } => self.say(2, &format!("{who}: {what}.")),
            Exchanged::Befell { who, roll: Some(roll), what } => {
                self.say(2, &format!("A critical, {roll} on the table: {who}: {what}."));
            }
            Exchanged::Fled { who } => self.say(2, &format!("{who} flees.")),
            Exchanged::Followed { who, what } => self.say(2, &format!("{who} {what}.")),
            Exchanged::Hit(strike) => self.strike(strike),
        }
    }

    fn strike(&mut self, strike: &Strike) {
        let verb = if strike.graze { "grazes" } else { "hits" };
        let by = match strike.relative_degree {
            0 => "on a tie".to_owned(),
            degree => format!("by {degree}"),
        };
        let burst =
            strike.burst.map_or(String::new(), |Burst { hits, shots }| format!(", with {hits} of {shots} shots"));
        self.say(2, &format!("{} {verb} {} {by}{burst}.", strike.by, strike.target));
        // Where a hit marks so many boxes whatever its degree, the marks say it all.
        if strike.graze || !strike.terms.is_empty() {
            self.say(2, &damage(strike));
        }
        strike.tests.iter().for_each(|one| self.tested(one));
        self.say(2, &marked(strike));
    }

    fn tested(&mut self, tested: &Tested) {
        let needs = tested.least.as_ref().map_or(String::new(), |least| format!("; it takes {}", least.word));
        self.say(2, &format!("{} of {}{needs}.", capitalized(&tested.what), sum(&tested.sum).trim_end_matches('.')));
    }

    /// The boxes after a round: `Brynhild  [x][ ][ ] [x] [ ] [ ] [ ]  Hurt −1`.
    fn wounds(&mut self, wounds: &Wounds, longest: usize) {
        let name = clean(&wounds.who).into_owned();
        let gap = " ".repeat(longest.saturating_sub(width(&name)));
        let track: Vec<String> = wounds.track.iter().map(boxes).filter(|boxes| !boxes.is_empty()).collect();
        let penalty =
            if wounds.penalty == 0 || !wounds.fit { String::new() } else { format!(" {}", signed(wounds.penalty)) };
        let out = if wounds.fit || wounds.level == "Dead" { "" } else { ", out" };
        let level = format!("{}{penalty}{out}", clean(&wounds.level));
        let track = track.join(" ");
        // Written as it stands where it fits, and in two or more lines where it does not.
        let line = format!("  {name}{gap}  {track}  {level}");
        if width(&line) <= self.width {
            self.out.push_str(&line.replace('\u{a0}', " "));
            self.out.push('\n');
        } else {
            self.say(2, &format!("{name}: {level}"));
            self.say(4, &track);
        }
    }

    fn end(&mut self, fight: &FightCourse) {
        let rounds = counted(fight.rounds.len() as u64, "round");
        let text = match &fight.end {
            End::Won { side } => format!("{side} wins after {rounds}."),
            End::BothOut => format!("Nobody is left after {rounds}: a draw."),
            End::RoundLimit => format!("Stopped undecided at the limit of {rounds}: a draw."),
            End::ScriptOver { missing: None } => format!("The script ends here; the fight is not over after {rounds}."),
            End::ScriptOver { missing: Some(missing) } => {
                let next = thousands(fight.rounds.len() as u64 + 1);
                format!("The script ran out in round {next}, which is left out: {missing} is missing.")
            }
        };
        self.say(0, &text);
    }

    fn sums(&mut self, sums: &[Sum]) {
        sums.iter().for_each(|one| self.say(0, &sum(one)));
    }

    /// Says that a script was longer than what it tells.
    fn unused(&mut self, transcript: &Transcript) {
        if let Origin::Script { written, used } = transcript.rolls
            && used < written
        {
            let rolls = match written - used {
                1 => "roll of the script was".to_owned(),
                left => format!("{} rolls of the script were", thousands(left)),
            };
            self.say(0, &format!("The last {rolls} not needed."));
        }
    }
}

/// `Snorri: Great, foe's shield −1, 4dF +1 = Great`.
fn sum(sum: &Sum) -> String {
    let who = if sum.who.is_empty() { String::new() } else { format!("{}: ", sum.who) };
    if sum.terms.is_empty() && sum.base.level == sum.degree.level {
        return format!("{who}{}, no roll", sum.base.word);
    }
    let terms: String = sum.terms.iter().map(|term| format!(", {}", addend(term))).collect();
    let total = sum.base.level + sum.terms.iter().map(|term| term.value).sum::<i32>();
    // Caps and criticals lead elsewhere than the sum.
    let equals = if total == sum.degree.level { "=" } else { "→" };
    format!("{who}{}{terms} {equals}\u{a0}{}", sum.base.word, sum.degree.word)
}

/// `Damage: relative degree 2, offense +5, foe's defense −2 = 5; 4dF −2 → 3 points: Hurt.`
fn damage(strike: &Strike) -> String {
    let terms: Vec<String> = strike
        .terms
        .iter()
        .enumerate()
        .map(|(place, term)| match (place, term.name.as_str()) {
            (0, "relative degree") => format!("{}\u{a0}{}", term.name, term.value),
            _ => addend(term),
        })
        .collect();
    let terms = if terms.is_empty() { "0".to_owned() } else { terms.join(", ") };
    let what = match &strike.reading {
        _ if strike.graze => "Damage factor of the graze",
        Some(_) => "Damage factor",
        None => "Damage",
    };
    let total =
        if strike.terms.len() == 1 && !strike.graze { String::new() } else { format!(" =\u{a0}{}", strike.calculated) };
    let severity = strike.severity.as_deref().unwrap_or("no wound");
    let rolled = match (&strike.roll, strike.points, &strike.level_before_roll) {
        (None, points, _) => strike.reading.as_ref().map(|one| reading(one, points)).unwrap_or_default(),
        (Some(roll), Some(points), None) => {
            format!("; {}{} =\u{a0}{points}", addend(roll), limit(strike, points, roll))
        }
        (Some(roll), _, plain) => {
            let plain = plain.as_deref().filter(|plain| *plain != "Undamaged").unwrap_or("no wound");
            format!(", {plain}; {}", addend(roll))
        }
    };
    let tactics = match strike.graze_bonus {
        0 => String::new(),
        levels => format!("; tactics {} to the level", signed(levels)),
    };
    let through = strike.through.map_or(String::new(), |left| {
        let gets = if left == 1 { "gets" } else { "get" };
        format!(", of which {left} {gets} through")
    });
    format!("{what}: {terms}{total}{rolled}{tactics}{through}: {severity}.")
}

/// `; bonus +1 and +1: Max of 1, 2 and 3 = 3`.
fn reading(reading: &Reading, points: Option<i32>) -> String {
    let bonus = format!("; bonus {} and {}", signed(reading.of_factor), signed(reading.of_degree));
    match (&reading.read, reading.dice, points) {
        (Some(read), Some([min, mid, max]), Some(points)) => {
            let added: String = reading.added.iter().map(|term| format!(", {}", addend(term))).collect();
            format!("{bonus}: {read} of {min}, {mid} and {max}{added} =\u{a0}{points}")
        }
        _ => format!("{bonus}: nothing is rolled"),
    }
}

/// Which limit of the damage roll told (W6), if any.
fn limit(strike: &Strike, points: i32, roll: &Addend) -> &'static str {
    match points.cmp(&(strike.calculated + roll.value)) {
        std::cmp::Ordering::Equal => "",
        std::cmp::Ordering::Greater => " but at least 1",
        std::cmp::Ordering::Less if strike.calculated > 0 => " but at most doubled",
        std::cmp::Ordering::Less => " but at most 1",
    }
}

fn marked(strike: &Strike) -> String {
    let target = &strike.target;
    match (strike.marked.as_slice(), &strike.severity) {
        ([], None) => format!("{target} is not wounded."),
        ([], Some(_)) => format!("{target} marks nothing."),
        (marks, severity) => {
            let why = severity.as_ref().filter(|_| strike.overflow);
            let why = why.map(|full| format!(", for no {full} box is left")).unwrap_or_default();
            match marks {
                [dead] if dead == "Dead" => format!("{target} dies{why}."),
                _ => format!("{target} marks {}{why}.", grouped(marks)),
            }
        }
    }
}

/// `2 × Scratch, Hurt`.
fn grouped(marks: &[String]) -> String {
    let groups = marks.chunk_by(|one, next| one == next).filter_map(|group| {
        let name = group.first()?;
        Some(if group.len() == 1 { name.clone() } else { format!("{}\u{a0}×\u{a0}{name}", group.len()) })
    });
    groups.collect::<Vec<_>>().join(", ")
}

/// The boxes of a level, which stay together on a line.
fn boxes(boxes: &Boxes) -> String {
    let empty = boxes.boxes.saturating_sub(boxes.marked);
    "[x]".repeat(boxes.marked.into()) + &"[\u{a0}]".repeat(empty.into())
}

/// A term with its sign, which stay together on a line.
fn addend(term: &Addend) -> String {
    format!("{}\u{a0}{}", term.name, signed(term.value))
}

/// A whole number with its sign: `+1`, `−2`, `0`.
fn signed(value: i32) -> String {
    match value {
        0 => "0".to_owned(),
        above @ 1.. => format!("+{above}"),
        below => format!("−{}", below.unsigned_abs()),
    }
}

/// `Ann, Bob and Cora`.
fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

fn counted(count: u64, what: &str) -> String {
    format!("{} {what}{}", thousands(count), if count == 1 { "" } else { "s" })
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
