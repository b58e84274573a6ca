//! Fights, blow by blow.

use super::transcript::{
    Addend, Boxes, Burst, End, Exchange, Exchanged, FightCourse, Reading, Round, Stanced, Strike, Sum, Tested,
    Undefended, Wounds,
};
use super::words::{befell, boon_words, changed, fate_words, modifier_names};
use super::{addend, level, trait_level};
use crate::chance::Chance;
use crate::combat::{
    Blown, Body, Cast, Damage, Detail, Event, Fight, Fighter, Fired, InitiativeRolled, Observer, Rolled, Shift, Term,
    Test, Use, damage, difficulty, dodge_terms, factor_terms, minimum, pierced_scale, play_until, point_terms,
    skill_terms, total,
};
use crate::ladder::Ladder;
use crate::rules::damage::{HITS_WELL, min_mid_max::faces};
use crate::rules::effects::Ward;
use crate::rules::fudge::AUTOMATIC;
use crate::rules::{Boon, DamageBy, Pacing, Record, RecordKind, Rules, burst_hits};

/// Plays a fight and notes all of it; `stop` is asked before each round. Gives the source back.
pub(super) fn play<C: Chance>(
    fight: &Fight,
    cast: &Cast,
    rules: &Rules,
    ladder: &Ladder,
    mut chance: C,
    stop: impl Fn(&C) -> bool,
) -> (FightCourse, C) {
    let mut teller = Teller::new(fight, cast, rules, ladder);
    let start = teller.wounds();
    let bodies = vec![Body::default(); fight.fighters()];
    let outcome = play_until(fight, bodies, &mut chance, &mut teller, stop);
    teller.end_round();
    let end = match outcome.winner.and_then(|side| cast.sides.get(side)) {
        Some(side) => End::Won { side: side.clone() },
        None if !outcome.undecided => End::BothOut,
        None if outcome.rounds == fight.round_limit() => End::RoundLimit,
        None => End::ScriptOver { missing: None },
    };
    (FightCourse { start, rounds: teller.rounds, end }, chance)
}

/// Leaves out the round in which a script ran out.
pub(super) fn cut_short(course: &mut FightCourse, missing: String) {
    course.rounds.pop();
    course.end = End::ScriptOver { missing: Some(missing) };
}

/// Listens to a fight and writes down what happens.
struct Teller<'a> {
    fight: &'a Fight,
    cast: &'a Cast,
    rules: &'a Rules,
    ladder: &'a Ladder,
    names: Vec<String>,
    /// The names of each fighter's wound levels.
    levels: Vec<Vec<String>>,
    rounds: Vec<Round>,
    /// The two or more in the exchange that is being told.
    foes: Vec<(u16, u16)>,
    /// A roll that goes against several foes.
    lone: Option<Lone>,
    tracks: Vec<TrackStates>,
    /// The names of the stances taken this round; empty for the normal one.
    stances: Vec<String>,
    /// The Fudge points spent on the exchange that is told next.
    spent: Vec<Exchanged>,
    /// What was rolled for because of the wound that is suffered now.
    tests: Vec<Tested>,
}

/// A roll that goes against several foes.
#[derive(Clone, Copy)]
struct Lone {
    who: u16,
    penalty: i32,
    plight: i32,
    outnumbered: i32,
    roll: i32,
    passing: i32,
    /// What the stance adds to attack and to defense.
    tactics: [i32; 2],
    luck: i32,
    /// The skill told last.
    told: Option<i32>,
}

/// The state of a fighter's track.
#[derive(Clone, Copy, Default)]
struct TrackStates {
    now: u16,
    /// The state whose boxes are drawn: on a box track the last before Dead, which keeps no record of boxes.
    drawn: u16,
}

impl Observer for Teller<'_> {
    fn note(&mut self, event: Event) {
        match event {
            Event::StandOff { .. } => self.tell(Exchanged::StandOff),
            Event::BelowMinimum { by } => {
                let minimum = self.below(by);
                self.tell(minimum);
            }
            Event::Avoided { by, target } => {
                self.tell(Exchanged::Avoided { by: self.name(by), target: self.name(target) });
            }
            Event::Missed { by } => self.tell(Exchanged::Missed { by: self.name(by) }),
            // A hit is told with its damage, a wound with its marks.
            Event::Hit { .. } | Event::Wound { .. } | Event::Fell { .. } | Event::Spent { .. } => {}
            Event::Fired { who, what: Fired::Fled } => self.tell(Exchanged::Fled { who: self.name(who) }),
            Event::Fired { who, what } => {
                if let Some(what) = changed(what) {
                    self.tell(Exchanged::Followed { who: self.name(who), what: what.to_owned() });
                }
            }
        }
    }

    fn detail(&mut self, detail: Detail) {
        match detail {
            Detail::Round { number } => {
                self.end_round();
                self.stances.fill(String::new());
                let missiles = self.fight.is_of_missiles(number);
                self.rounds.push(Round { number, missiles, ..Round::default() });
            }
            Detail::Meet { .. } => {
                self.foes.clear();
                self.lone = None;
                if let Some(round) = self.rounds.last_mut() {
                    round.exchanges.push(Exchange { sums: Vec::new(), undefended: None, results: Vec::new() });
                }
            }
            Detail::Stance { who, stance } => self.tell_stance(who, stance),
            Detail::LoneRolled { who, penalty, plight, passing, outnumbered, tactics, luck, roll, .. } => {
                self.lone = Some(Lone { who, penalty, plight, outnumbered, roll, passing, tactics, luck, told: None });
            }
            Detail::MobRolled { .. } => {}
            Detail::Spent { who, on, points } => self.tell_spent(who, on, points),
            Detail::Initiative(rolled) => self.tell_initiative(rolled),
            Detail::Tested(test) => self.tell_test(&test),
            Detail::Suffered { by, target, severity } => self.mark(by, target, severity),
            Detail::Followed { who, fate } => {
                self.tell(Exchanged::Followed { who: self.name(who), what: fate_words(fate).to_owned() });
            }
            Detail::Marked { who, marked } => {
                let states = &mut self.tracks[usize::from(who)];
                states.now = marked;
                if !self.fight.track(who).is_dead(marked) {
                    states.drawn = marked;
                }
            }
            Detail::PutOut { by, target, severity } => {
                std::mem::take(&mut self.spent).into_iter().for_each(|spent| self.tell(spent));
                let states = &mut self.tracks[usize::from(target)];
                states.now = self.fight.track(target).after(states.now, severity);
                states.drawn = states.now;
                self.tell_out(self.name(by), self.name(target));
            }
            Detail::Undefended { target, level: needed } => {
                let undefended = Undefended { target: self.name(target), level: level(self.ladder, needed) };
                if let Some(exchange) = self.rounds.last_mut().and_then(|round| round.exchanges.last_mut()) {
                    exchange.undefended = Some(undefended);
                }
            }
            Detail::Rolled(rolled) => {
                self.tell_lone(rolled.who);
                let sum = self.sum(&rolled);
                self.add(rolled.who, rolled.foe, sum);
            }
            Detail::Befell { who, roll, what } => {
                self.tell(Exchanged::Befell { who: self.name(who), roll, what: befell(what) });
            }
            Detail::Damaged { by, target, degree, roll, edge, severity } => {
                let blown = Blown {
                    degree: degree.into(),
                    roll,
                    bonus: edge.bonus.into(),
                    factor: edge.factor.into(),
                    through: edge.through.into(),
                };
                let mut strike = self.strike(by, target, blown, severity);
                // A part's wound is told by itself.
                strike.settled = !edge.is_on_body();
                self.tell(Exchanged::Hit(Box::new(strike)));
                if !self.fight.suffers() && edge.is_on_body() {
                    self.mark(by, target, severity);
                }
            }
        }
    }
}

impl<'a> Teller<'a> {
    fn new(fight: &'a Fight, cast: &'a Cast, rules: &'a Rules, ladder: &'a Ladder) -> Self {
        let levels = |entry: usize| cast.fighters[entry].level_names(rules);
        let (levels, tracks) = (cast.roster().map(levels).collect(), vec![TrackStates::default(); fight.fighters()]);
        let (names, rounds, foes) = (cast.names(), Vec::new(), Vec::new());
        let (stances, tests, spent) = (vec![String::new(); fight.fighters()], Vec::new(), Vec::new());
        Self { fight, cast, rules, ladder, names, levels, rounds, foes, lone: None, tracks, stances, spent, tests }
    }

    fn tell_stance(&mut self, who: u16, stance: u8) {
        let (name, stance) = (self.name(who), self.fight.stance_name(stance).to_owned());
        self.stances[usize::from(who)].clone_from(&stance);
        if let Some(round) = self.rounds.last_mut() {
            round.stances.push(Stanced { who: name, stance });
        }
    }

    /// Events name fighters of the cast that the fight was compiled from.
    fn fighter(&self, who: u16) -> &'a Fighter {
        &self.cast.fighters[self.fight.entry(who)]
    }

    fn record(&self, who: u16) -> &Record {
        self.fighter(who).record(self.rules)
    }

    fn levels(&self, who: u16) -> &[String] {
        &self.levels[usize::from(who)]
    }

    fn name(&self, who: u16) -> String {
        self.names[usize::from(who)].clone()
    }

    fn tell(&mut self, result: Exchanged) {
        let Some(round) = self.rounds.last_mut() else { return };
        match round.exchanges.last_mut() {
            Some(exchange) => exchange.results.push(result),
            // Before blows fall.
            None => round.exchanges.push(Exchange { sums: Vec::new(), undefended: None, results: vec![result] }),
        }
    }

    /// Points spent on rolls are told with the rolls, those spent on wounds behind the blow.
    fn tell_spent(&mut self, who: u16, on: Boon, points: u8) {
        let many = if points == 1 { "a Fudge point".to_owned() } else { format!("{points} Fudge points") };
        let told = Exchanged::Followed { who: self.name(who), what: format!("spends {many} {}", boon_words(on)) };
        if on.is_for_wounds() { self.tell(told) } else { self.spent.push(told) }
    }

    /// Those who are out together are told together.
    fn tell_out(&mut self, by: String, name: String) {
        let results = self.rounds.last_mut().and_then(|round| round.exchanges.last_mut());
        match results.and_then(|exchange| exchange.results.last_mut()) {
            Some(Exchanged::PutOut { targets, .. }) => targets.push(name),
            _ => self.tell(Exchanged::PutOut { by, targets: vec![name] }),
        }
    }

    fn add(&mut self, who: u16, foe: u16, sum: Sum) {
        self.foes.push((who, foe));
        let mut spent = std::mem::take(&mut self.spent);
        if let Some(exchange) = self.rounds.last_mut().and_then(|round| round.exchanges.last_mut()) {
            exchange.sums.push(sum);
            exchange.results.append(&mut spent);
        }
    }

    /// The sums of one against several, as they go against this foe, unless they were told just so before.
    fn tell_lone(&mut self, foe: u16) {
        let Some(Lone { who, penalty, plight, outnumbered, roll, passing, tactics: [attack, avoid], luck, told }) =
            self.lone
        else {
            return;
        };
        let skill = self.fight.matchup(who, foe).skill;
        if told != Some(skill) {
            self.lone = self.lone.map(|lone| Lone { told: Some(skill), ..lone });
            let tactic = Shift::Attack(attack);
            let cap = self.fight.cap(who);
            let pace = 0;
            let rolled =
                Rolled { who, foe, skill, penalty, plight, pace, outnumbered, passing, tactic, roll, luck, cap };
            let defends = Rolled { tactic: Shift::Defense { tactic: avoid, exposed: 0 }, ..rolled };
            for rolled in [Some(rolled), (attack != avoid).then_some(defends)].into_iter().flatten() {
                let sum = self.sum(&rolled);
                self.add(who, foe, sum);
            }
        }
    }

    fn tell_initiative(&mut self, rolled: InitiativeRolled) {
        let InitiativeRolled { who, initiative, stance, wounds, roll } = rolled;
        let mut terms =
            vec![addend(self.stances[usize::from(who)].clone(), stance), addend(self.hindered_by(who), wounds)];
        terms.retain(|term| term.value != 0);
        terms.push(addend(self.fight.dice(who).name(), roll));
        let base = trait_level(self.ladder, initiative);
        let sum = Sum { who: self.name(who), base, terms, degree: level(self.ladder, rolled.total()) };
        if let Some(round) = self.rounds.last_mut() {
            round.initiative.push(sum);
        }
    }

    /// A roll of one fighter: before the blows, because of a wound, or because of what came of them.
    fn tell_test(&mut self, test: &Test) {
        let &Test { who, purpose, level: base, burden, roll, least } = test;
        let mut terms = vec![addend("wounds", burden)];
        terms.retain(|term| term.value != 0);
        terms.push(addend(self.fight.dice(who).name(), roll));
        let base = trait_level(self.ladder, base);
        let sum = Sum { who: self.name(who), base, terms, degree: level(self.ladder, test.total()) };
        let least = least.map(|least| level(self.ladder, least));
        let told = Tested { what: purpose.word().to_owned(), sum, least };
        let Some(round) = self.rounds.last_mut() else { return };
        if purpose.is_about_wound() {
            self.tests.push(told);
        } else if let Some(exchange) = round.exchanges.last_mut() {
            exchange.results.push(Exchanged::Tested(told));
        } else {
            round.tests.push(told);
        }
    }

    /// A wound is marked: the last blow of one against the other says so.
    fn mark(&mut self, by: u16, target: u16, severity: u8) {
        let before = self.tracks[usize::from(target)].now;
        let after = self.fight.track(target).after(before, severity);
        let (marked, overflow) = self.marked(target, severity, [before, after]);
        let drawn = !self.record(target).by_level() || !self.fight.track(target).is_dead(after);
        let states = &mut self.tracks[usize::from(target)];
        states.now = after;
        if drawn {
            states.drawn = after;
        }
        let (by, name, severity) = (self.name(by), self.name(target), self.severity_name(target, severity));
        let tests = std::mem::take(&mut self.tests);
        let results = self.rounds.iter_mut().rev().flat_map(|round| round.exchanges.iter_mut().rev());
        let strike = results.flat_map(|exchange| exchange.results.iter_mut()).find_map(|result| match result {
            Exchanged::Hit(strike) if !strike.settled && strike.by == by && strike.target == name => Some(strike),
            _ => None,
        });
        if let Some(strike) = strike {
            **strike = Strike { tests, severity, marked, overflow, settled: true, ..(**strike).clone() };
        }
    }

    fn end_round(&mut self) {
        let after = self.wounds();
        if let Some(round) = self.rounds.last_mut() {
            round.after = after;
        }
    }

    /// The winner of this exchange and the minimum against the foe.
    fn below(&self, by: u16) -> Exchanged {
        let own = self.fighter(by);
        let foe = self.foes.iter().rfind(|(who, _)| *who == by).map(|(_, foe)| self.fighter(*foe));
        let least = foe.and_then(|foe| match self.shots_fly() {
            true => Some(difficulty(foe, self.rules)),
            false => minimum(own, foe, self.rules),
        });
        Exchanged::BelowMinimum { by: self.name(by), minimum: least.map(|least| level(self.ladder, least)) }
    }

    /// Whether missiles are told of.
    fn shots_fly(&self) -> bool {
        self.rounds.last().is_some_and(|round| round.missiles)
    }

    /// What a penalty of the record comes from: cards stand for fatigue as well.
    fn hindered_by(&self, who: u16) -> &'static str {
        if self.record(who).kind == RecordKind::Cards { "cards" } else { "wounds" }
    }

    /// A rolled degree: the trait, gear and size, modifiers of this round, wounds, tactics, dice.
    fn sum(&self, rolled: &Rolled) -> Sum {
        let &Rolled { who, foe, skill, penalty, plight, pace, outnumbered, tactic, roll, luck, .. } = rolled;
        let hindered_by = self.hindered_by(who);
        let (own, foe) = (self.fighter(who), self.fighter(foe));
        let others = self.gear_and_size(own, foe, tactic);
        let round = self.rounds.last().map_or(1, |round| u16::try_from(round.number).unwrap_or(u16::MAX));
        let avoids =
            (self.rules.pacing == Pacing::Turns || self.shots_fly()) && matches!(tactic, Shift::Defense { .. });
        let purpose = if avoids { Use::Avoid } else { Use::Attack };
        // The trait: what is left of the skill without gear, size and lasting modifiers.
        let base = skill - total(&others) - own.situational(self.rules, u16::MAX, purpose);
        let stance = &self.stances[usize::from(who)];
        let mut terms = addends(&others);
        terms.push(addend(modifier_names(own, round), own.situational(self.rules, round, purpose)));
        terms.push(addend(hindered_by, penalty));
        terms.push(addend("shaken", plight));
        terms.push(addend("faster", pace));
        terms.push(addend("outnumbered", outnumbered));
        terms.push(addend("Fudge point", luck));
        match tactic {
            Shift::Attack(attack) if stance.is_empty() => terms.push(addend("off balance", attack)),
            Shift::Attack(attack) => terms.push(addend(format!("{stance} attack"), attack)),
            Shift::Defense { tactic, exposed } => {
                terms.push(addend(format!("{stance} defense"), tactic));
                terms.push(addend("exposed", exposed));
            }
        }
        terms.retain(|term| term.value != 0);
        let dice = self.fight.dice(who);
        let always_same = dice.pmf().lowest() == dice.pmf().highest();
        // The difficulty of a story element is told second, and nobody rolls for it.
        let difficulty = self.rules.pacing == Pacing::Story && !self.foes.is_empty();
        let automatic = luck == i32::from(AUTOMATIC);
        if !(automatic || difficulty || always_same && roll == 0) {
            terms.push(addend(dice.name(), roll));
        }
        let base = trait_level(self.ladder, base);
        Sum { who: self.name(who), base, terms, degree: level(self.ladder, rolled.degree()) }
    }

    /// What gear and size add to the trait that is rolled.
    fn gear_and_size(&self, own: &Fighter, foe: &Fighter, tactic: Shift) -> Vec<Term> {
        match (self.shots_fly(), tactic) {
            (false, _) => skill_terms(own, foe, self.rules)[1..].to_vec(),
            (true, Shift::Attack(_)) => Vec::new(),
            (true, Shift::Defense { .. }) => dodge_terms(own, foe, self.rules)[1..].to_vec(),
        }
    }

    /// A blow that landed; what it marks is told later.
    fn strike(&self, by: u16, target: u16, blown: Blown, severity: u8) -> Strike {
        let Blown { degree, roll, bonus, .. } = blown;
        let (afar, foe) = (self.shots_fly(), self.fighter(target));
        let own = if afar { &self.fighter(by).shooter() } else { self.fighter(by) };
        let shots = own.ranged.missile.filter(|_| afar).and_then(|missile| missile.burst);
        let burst = shots.map(|shots| Burst { hits: burst_hits(shots, degree), shots });
        let ward = Ward::between(&own.abilities, own.blade, &foe.abilities);
        let damage = damage(own, foe, self.fight.track(target), blown, self.rules);
        let terms = self.damage_terms(own, foe, blown, damage);
        let level = |level: u8| Some(self.record(target).blow_name(level).to_owned());
        let graze = matches!(damage, Damage::Graze { .. });
        let (points, level_before_roll) = match damage {
            Damage::Graze { plain, .. } => (None, level(plain)),
            Damage::Boxes { boxes, .. } => (Some(boxes), None),
            Damage::Read { points, .. } => (Some(points), None),
            Damage::Points { points, plain, rolled, .. } => {
                (Some(points), if rolled && self.rules.damage_roll.moves_level() { level(plain) } else { None })
            }
        };
        Strike {
            by: self.name(by),
            target: self.name(target),
            relative_degree: degree,
            graze,
            burst,
            calculated: match damage {
                Damage::Boxes { boxes, .. } => boxes,
                _ => terms.iter().map(|term| term.value).sum(),
            },
            terms,
            roll: self.roll_of(damage, roll),
            reading: self.reading(own, foe, blown, damage),
            points,
            through: points.map(|points| ward.points(points)).filter(|left| Some(*left) != points),
            level_before_roll,
            graze_bonus: if graze { bonus } else { 0 },
            tests: Vec::new(),
            severity: self.severity_name(target, severity),
            marked: Vec::new(),
            overflow: false,
            settled: false,
        }
    }

    /// What the damage of a blow is the sum of, before any roll.
    fn damage_terms(&self, own: &Fighter, foe: &Fighter, blown: Blown, damage: Damage) -> Vec<Addend> {
        let mut terms = addends(&factor_terms(own, foe, self.rules));
        terms.push(addend("weapon and armor lost", blown.factor));
        terms.extend((blown.degree >= HITS_WELL).then(|| addends(&[pierced_scale(own, foe)])).into_iter().flatten());
        match damage {
            Damage::Graze { .. } | Damage::Read { .. } => {}
            Damage::Points { .. } => terms.extend(self.added(own, foe, blown.bonus)),
            Damage::Boxes { .. } => {
                terms.retain(|_| self.rules.damage == DamageBy::Weapon);
                terms.push(addend("tactics", blown.bonus));
            }
        }
        terms.retain(|term| term.value != 0);
        if let Damage::Points { .. } = damage {
            let times = self.rules.degree_multiplier;
            let name =
                if times == 1 { "relative degree".into() } else { format!("relative degree\u{a0}×\u{a0}{times}") };
            terms.insert(0, addend(&name, i32::from(times) * blown.degree));
        }
        terms
    }

    /// What an ordinary hit adds to its points.
    fn added(&self, own: &Fighter, foe: &Fighter, bonus: i32) -> Vec<Addend> {
        let why = if own.ranged.in_hand { "burst" } else { "tactics" };
        addends(&point_terms(own, foe, self.rules)).into_iter().chain([addend(why, bonus)]).collect()
    }

    /// The damage roll of a blow, but for three dice of which some are read.
    fn roll_of(&self, damage: Damage, roll: i32) -> Option<Addend> {
        let parity = self.rules.damage_roll.is_parity().then_some("parity");
        let name = parity.or_else(|| Some(self.fight.damage_dice()?.name()));
        let rolled = damage.is_rolled() && !matches!(damage, Damage::Read { .. });
        name.filter(|_| rolled).map(|name| addend(name, roll))
    }

    fn reading(&self, own: &Fighter, foe: &Fighter, blown: Blown, damage: Damage) -> Option<Reading> {
        let Damage::Read { bonuses: [of_factor, of_degree], read, .. } = damage else { return None };
        let mut added = self.added(own, foe, blown.bonus);
        added.retain(|term| term.value != 0 && read.is_some());
        let dice = read.map(|_| faces(blown.roll));
        Some(Reading { of_factor, of_degree, dice, read: read.map(|read| read.word().to_owned()), added })
    }

    fn severity_name(&self, target: u16, severity: u8) -> Option<String> {
        match (severity, self.record(target).by_level()) {
            (0, _) => None,
            (boxes, _) if self.record(target).kind == RecordKind::InOrder => {
                // Beyond all boxes stand the blows that start at the second level.
                let all = self.record(target).boxes() as u8;
                let (boxes, from) = if boxes > all { (boxes - all, " from the serious ones on") } else { (boxes, "") };
                Some(format!("{boxes} box{}{from}", if boxes == 1 { "" } else { "es" }))
            }
            (level, true) => Some(self.record(target).blow_name(level).to_owned()),
            (1, false) => Some("1 point".to_owned()),
            (points, false) => Some(format!("{points} points")),
        }
    }

    /// The levels at which boxes were marked, and whether that is worse than the blow itself.
    fn marked(&self, target: u16, severity: u8, [before, after]: [u16; 2]) -> (Vec<String>, bool) {
        let track = self.fight.track(target);
        let record = self.record(target);
        let is_box = record.kind.marks_own_level();
        // The dead get no more marks, and on a box track the blow that killed found no box.
        let killed = track.is_dead(after) && !track.is_dead(before);
        let mut marked = Vec::new();
        if !(is_box && track.is_dead(after)) {
            let marks = track.marks(before).into_iter().zip(track.marks(after));
            for (row, (old, new)) in record.row_names().iter().zip(marks) {
                marked.extend((old..new).map(|_| row.clone()));
            }
        }
        if killed {
            marked.extend(self.levels(target).last().cloned());
        }
        let own_level = record.blow_name(severity);
        let overflow = is_box && severity > 0 && marked.first().is_some_and(|name| name != own_level);
        (marked, overflow)
    }

    fn wounds(&self) -> Vec<Wounds> {
        (0u16..).zip(&self.tracks).map(|(who, states)| self.wounds_of(who, *states)).collect()
    }

    fn wounds_of(&self, who: u16, states: TrackStates) -> Wounds {
        let track = self.fight.track(who);
        let condition = track.condition(states.now);
        let boxes = track.boxes_of_levels().iter().zip(track.marks(states.drawn));
        let row = |(level, (&boxes, marked)): (String, (&u8, u8))| Boxes { level, marked, boxes };
        Wounds {
            who: self.name(who),
            track: self.record(who).row_names().into_iter().zip(boxes).map(row).collect(),
            level: self.levels(who)[usize::from(condition.level)].clone(),
            penalty: condition.penalty.into(),
            fit: condition.fit,
        }
    }
}

fn addends(terms: &[Term]) -> Vec<Addend> {
    terms.iter().map(|term| addend(term.name, term.value)).collect()
}
