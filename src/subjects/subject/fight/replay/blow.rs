//! Blows that land: the hit, its damage, and the boxes it marks.

use super::Reporter;
use super::roll::addends;
use crate::combat::{Attack, Blow, Damage, Fighter, LandedHit};
use crate::rules::damage::HITS_WELL;
use crate::rules::damage::formulas::{LEVEL_BEFORE_ROLL, POINT_CHANGE, ROLL, Steps};
use crate::rules::own::AddedTo;
use crate::rules::{DamageBy, OwnDamage, burst_hits};
use crate::subject::line::Line;
use crate::subject::sum::{Addend, addend, listed, terms_after_commas, total};
use crate::text::true_minus;
use serde_json::{Value, json};
use std::cmp::Ordering;

/// The first term of a hit's damage, printed without a sign.
const RELATIVE_DEGREE: &str = "relative degree";

/// A blow that landed.
struct LandedBlow<'a> {
    own: Attack<'a>,
    foe: &'a Fighter,
    target: u16,
    /// The inputs of its damage.
    blown: LandedHit,
    damage: Damage,
    /// The damage steps that apply to its degree.
    steps: &'a Steps,
    /// The values of formulas for weapons and armor, under the names they are added to.
    gear: Vec<Addend>,
    /// The values of the damage steps, in their order.
    values: Vec<i64>,
    /// The faces shown by the dice of each formula, first for weapons and armor, then for the steps. `None` for a
    /// formula without dice.
    shown: Vec<Option<Addend>>,
    /// The terms that stance and modifiers add to the damage.
    bonus: Vec<Addend>,
}

/// A damage step, and the faces of its dice.
type ReportedStep = (Addend, Option<Addend>);

impl LandedBlow<'_> {
    /// The value of the damage step called `step`; `None` if there is no such step.
    fn value(&self, step: &str) -> Option<i32> {
        Some(*self.values.get(self.steps.index_of(step)?)? as i32)
    }
}

/// A line for a damage rule written in code:
/// `Damage by my rule: relative degree 2, damage factor +1, 1d6 4 = 5`.
fn custom_damage_line(strike: &LandedBlow<'_>, rule: &OwnDamage, terms: &[Addend], points: i32) -> Line {
    let factor = addend("damage factor", total(terms));
    let roll = rule.dice().map(|dice| addend(dice.name(), strike.blown.roll));
    let rolled = roll.as_ref().map(|roll| format!(", {roll}")).unwrap_or_default();
    let degree = strike.blown.degree;
    let text = format!("Damage by {}: {RELATIVE_DEGREE}\u{a0}{degree}, {factor}{rolled} =\u{a0}{points}", rule.name());
    Line::new("damage", text).with("terms", terms).with("points", points).with("roll", roll)
}

impl Reporter<'_> {
    /// Reports a blow that landed, with its damage `roll` and the `severity` that follows. If wounds are resolved one
    /// by one, its marks are reported later. A blow at a part of the body marks nothing, and a separate line reports
    /// its effect.
    pub(super) fn report_hit(&mut self, blow: Blow, roll: i32, severity: u8) {
        let Blow { by, target, hit_modifiers, .. } = blow;
        let on_body = hit_modifiers.is_on_body();
        let mut hit = self.hit_line(blow, roll, severity);
        if !on_body {
            finish_hit(&mut hit);
        }
        self.add_to_exchange(hit);
        if on_body && !self.fight.wounds.one_by_one {
            self.mark(by, target, severity);
        }
    }

    /// The line for a blow that landed, with a line for its damage below unless every hit marks the same boxes.
    fn hit_line(&self, blow: Blow, roll: i32, severity: u8) -> Line {
        let Blow { by, target, .. } = blow;
        let (blown, damage) = (self.fight.weapons.landed_hit(blow, roll), self.fight.damage_of(blow, roll));
        let (degree, foe) = (blown.degree, self.fighter(target));
        let own = self.spell_in_hand(by).unwrap_or_else(|| match self.shot {
            Some(_) => Attack::shot(self.fighter(by)),
            None => Attack::blow(self.fighter(by)),
        });
        let steps = self.fight.weapons.rule.formulas().steps(degree);
        let names = self.fight.weapons.gear_names(blow);
        let mut values = self.fight.damage_steps(blow, roll);
        let gear: Vec<i64> = values.drain(..names.len().min(values.len())).collect();
        let gear = names.iter().zip(gear).map(|(name, value)| addend(*name, value as i32)).collect();
        let why = if own.missile.is_some() { "burst" } else { "tactics" };
        let bonus = self.bonus_terms(by, blown.bonus, why);
        let shown = self.shown_faces(blow, roll, names.len() + values.len());
        let strike = LandedBlow { own, foe, target, blown, damage, steps, gear, values, shown, bonus };
        let verb = if damage.is_graze { "grazes" } else { "hits" };
        let how = if degree == 0 { "on a tie".to_owned() } else { format!("by {degree}") };
        let shots = own.missile.and_then(|missile| missile.burst);
        let burst = shots.map(|shots| (burst_hits(shots, degree), shots));
        let with = burst.map(|(hits, shots)| format!(", with {hits} of {shots} shots")).unwrap_or_default();
        let (by, name) = (self.name(by), self.name(target));
        let mut hit = Line::new("hit", format!("{by} {verb} {name} {how}{with}."))
            .with("by", by)
            .with("target", name)
            .with("relative_degree", degree)
            .with("graze", damage.is_graze)
            .with("burst", burst.map(|(hits, shots)| json!({ "hits": hits, "shots": shots })))
            .with("severity", self.severity_name(target, severity));
        let terms = self.damage_terms(&strike);
        // If every hit marks the same boxes whatever its degree, the marks alone are enough.
        if damage.is_graze || !terms.is_empty() || self.has_custom_damage() {
            hit.lines.push(self.damage(&strike, &terms));
        }
        hit
    }

    /// The terms that stance and modifiers of `by` add to damage. Custom modifiers have their own names; the rest of
    /// `bonus` gets the name `why`.
    fn bonus_terms(&self, by: u16, bonus: i32, why: &str) -> Vec<Addend> {
        let mut terms = self.modifiers(by, self.additions[usize::from(by)], AddedTo::Damage);
        terms.push(addend(why, bonus - total(&terms)));
        terms.retain(|term| term.value != 0);
        terms
    }

    /// The faces that the dice of each formula of a blow show, in the order of
    /// [`damage_steps`](crate::combat::Fight::damage_steps). `count` is the number of formulas. `None` for a formula
    /// without dice.
    fn shown_faces(&self, blow: Blow, roll: i32, count: usize) -> Vec<Option<Addend>> {
        let mut all = vec![None; count];
        let formulas = self.fight.weapons.rule.formulas();
        let has_roll = || formulas.steps(blow.degree.into()).index_of(ROLL).is_some();
        match (self.fight.faces_of(blow), formulas.roll()) {
            (Some(faces), _) => {
                let shown = faces.shown.iter().find(|(result, _)| *result == roll);
                for ((number, dice), shown) in faces.dice.iter().zip(shown.iter().flat_map(|(_, shown)| shown)) {
                    all[*number] = Some(addend(dice, *shown));
                }
            }
            (None, Some(dice)) if self.has_custom_damage() && has_roll() && count > 0 => {
                all[0] = Some(addend(dice.name(), roll));
            }
            _ => {}
        }
        all
    }

    /// Whether the damage rule is custom.
    fn has_custom_damage(&self) -> bool {
        self.rules.own_damage.is_some()
    }

    /// A line such as `Damage: relative degree 2, offense +5, foe's defense −2 = 5; 4dF −2 = 3`. [`add_marks`] adds the
    /// severity later, since it may change before it is marked.
    fn damage(&self, strike: &LandedBlow<'_>, terms: &[Addend]) -> Line {
        let (rule, Damage { points, is_graze, .. }) = (&self.fight.weapons.rule, strike.damage);
        if rule.is_code() {
            return custom_damage_line(strike, rule, terms, points);
        }
        let calculated = total(terms);
        let words = match terms {
            _ if self.has_custom_damage() || !strike.gear.is_empty() => {
                format!("{RELATIVE_DEGREE}\u{a0}{}", true_minus(strike.blown.degree))
            }
            [] => "0".to_owned(),
            [first, others @ ..] if first.name == RELATIVE_DEGREE => {
                format!("{RELATIVE_DEGREE}\u{a0}{}{}", first.value, terms_after_commas(others))
            }
            [first, others @ ..] => format!("{first}{}", terms_after_commas(others)),
        };
        if self.has_custom_damage() || !strike.gear.is_empty() {
            return self.steps_line(strike, format!("Damage: {words}"), self.reported_steps(strike));
        }
        let alone = terms.len() == 1 && !is_graze;
        let equals = if alone { String::new() } else { format!(" =\u{a0}{calculated}") };
        let reads = !is_graze && self.rules.damage == DamageBy::Degree && !self.rules.damage_roll.counts_degree();
        let what = match (is_graze, reads) {
            (true, _) => "Damage factor of the graze",
            (_, true) => "Damage factor",
            _ => "Damage",
        };
        let text = format!("{what}: {words}{equals}");
        let mut line = if reads {
            // The line already shows the factor.
            let steps = self.reported_steps(strike).into_iter().filter(|(step, _)| step.name != "factor").collect();
            self.steps_line(strike, text, steps)
        } else {
            Line::new("damage", text)
        };
        line = line.with("terms", terms).with("calculated", calculated);
        line.set("points", if is_graze { Value::Null } else { json!(points) });
        if reads {
            return line;
        }
        self.add_roll(&mut line, strike, calculated);
        let tactics = if is_graze { strike.blown.bonus } else { 0 };
        if tactics != 0 {
            let terms: Vec<String> = strike.bonus.iter().map(ToString::to_string).collect();
            line.text += &format!("; {} to the level", listed(&terms));
        }
        let through = if is_graze { None } else { self.through(strike) };
        if let Some(left) = through {
            line.text += &format!(", of which {left} {} through", if left == 1 { "gets" } else { "get" });
        }
        line.with("graze_bonus", tactics).with("through", through)
    }

    /// The points that get through the target's protection; `None` if all of them do.
    fn through(&self, strike: &LandedBlow<'_>) -> Option<i32> {
        Some(strike.own.ward(strike.foe).reduced_points(strike.damage.points))
            .filter(|left| *left != strike.damage.points)
    }

    /// The values of formulas for weapons and armor, then those of the damage steps. The damage roll is placed just
    /// before the first step that uses it, and only if something was rolled.
    fn reported_steps(&self, strike: &LandedBlow<'_>) -> Vec<ReportedStep> {
        let (of_gear, of_steps) = strike.shown.split_at(strike.gear.len().min(strike.shown.len()));
        let named = strike.steps.iter().zip(&strike.values).zip(of_steps);
        let mut steps: Vec<ReportedStep> = named
            .map(|(((name, _), value), shown)| (addend(name.replace('_', " "), *value as i32), shown.clone()))
            .collect();
        let first = self.fight.weapons.rule.formulas().first_step_with_roll(strike.blown.degree);
        if let Some(first) = first.filter(|_| !steps.is_empty()) {
            let (roll, shown) = steps.remove(0);
            if strike.damage.is_rolled {
                let name = self.roll_name().filter(|_| !self.has_custom_damage()).unwrap_or(&roll.name).to_owned();
                steps.insert(first - 1, (addend(name, roll.value), shown));
            }
        }
        strike.gear.iter().cloned().zip(of_gear.iter().cloned()).chain(steps).collect()
    }

    /// A line such as `Damage: relative degree 3; factor 2; roll −1 (4dF shows −1); points 4`.
    fn steps_line(&self, strike: &LandedBlow<'_>, text: String, steps: Vec<ReportedStep>) -> Line {
        let shown = |shown: &Option<Addend>| {
            let shown = shown.as_ref().map(|dice| format!(" ({} shows\u{a0}{})", dice.name, true_minus(dice.value)));
            shown.unwrap_or_default()
        };
        let said =
            steps.iter().map(|(step, dice)| format!("; {}\u{a0}{}{}", step.name, true_minus(step.value), shown(dice)));
        let said: String = said.collect();
        let through = self.through(strike).map(|left| format!(", of which {left} through")).unwrap_or_default();
        let (steps, dice): (Vec<Addend>, Vec<Option<Addend>>) = steps.into_iter().unzip();
        let line = Line::new("damage", text + &said + &through).with("steps", steps);
        line.with("dice", dice.into_iter().flatten().collect::<Vec<Addend>>()).with("points", strike.damage.points)
    }

    /// The name of the damage roll under the printed rules; `None` if damage is not rolled.
    fn roll_name(&self) -> Option<&str> {
        self.rules.damage_roll.roll_name().or_else(|| Some(self.fight.weapons.rule.formulas().roll()?.name()))
    }

    /// Adds the damage roll to the line, if there is one: `; 4dF −2 = 3`, or `, Hurt; 1dF +1` if it moves the wound
    /// level.
    fn add_roll(&self, line: &mut Line, strike: &LandedBlow<'_>, calculated: i32) {
        // A fixed amount is reported like a roll, if it changes anything.
        let by = strike.steps.iter().find(|(name, _)| *name == POINT_CHANGE).filter(|(_, step)| step.text() != "0");
        let counts =
            by.is_some() && strike.value(POINT_CHANGE) == strike.value(ROLL) && self.rules.damage_roll.is_amount();
        let value = strike.value(ROLL).filter(|_| strike.damage.is_rolled || counts);
        let Some(roll) = value.and_then(|value| Some(addend(self.roll_name()?, value))) else { return };
        if let Some(plain) = strike.value(LEVEL_BEFORE_ROLL) {
            let before = self.record(strike.target).blow_name(plain.clamp(0, u8::MAX.into()) as u8);
            line.text += &format!(", {}; {roll}", if plain <= 0 { "no wound" } else { before });
            line.set("level_before_roll", before);
        } else {
            let points = strike.damage.points;
            // The limits of the damage roll (W6).
            let limit = match points.cmp(&(calculated + roll.value)) {
                Ordering::Equal => "",
                Ordering::Greater => " but at least 1",
                Ordering::Less if calculated > 0 => " but at most doubled",
                Ordering::Less => " but at most 1",
            };
            line.text += &format!("; {roll}{limit} =\u{a0}{points}");
        }
        line.set("roll", roll);
    }

    /// The terms that add up to the damage of a blow before any roll: the relative degree, multiplied as in the rules,
    /// then the damage factor. The degree is left out for grazes, and for damage rolls that do not count it. Empty if
    /// every hit marks the same boxes, whatever its degree.
    fn damage_terms(&self, strike: &LandedBlow<'_>) -> Vec<Addend> {
        let LandedBlow { own, foe, blown, .. } = *strike;
        let mut terms = addends(&own.factor_terms(foe, self.rules));
        let changed = if self.fight.spells.is_empty() { "weapon and armor lost" } else { "weapon, armor and spells" };
        terms.push(addend(changed, blown.factor));
        if blown.degree >= HITS_WELL {
            terms.extend(addends(&[own.pierced_scale(foe)]));
        }
        let by_boxes = self.rules.damage != DamageBy::Degree;
        let by_degree =
            !by_boxes && !self.has_custom_damage() && !strike.damage.is_graze && self.rules.damage_roll.counts_degree();
        if by_degree {
            terms.extend(self.point_addends(strike));
        }
        if by_boxes {
            terms.retain(|_| self.rules.damage == DamageBy::Weapon);
            terms.extend(strike.bonus.iter().cloned());
        }
        terms.retain(|term| term.value != 0);
        if by_degree {
            let times = self.rules.degree_multiplier;
            let name = match times {
                1 => RELATIVE_DEGREE.to_owned(),
                _ => format!("{RELATIVE_DEGREE}\u{a0}×\u{a0}{times}"),
            };
            terms.insert(0, addend(name, i32::from(times) * blown.degree));
        }
        terms
    }

    /// The terms that are added to the points of an ordinary hit, in addition to degree and damage factor.
    fn point_addends(&self, strike: &LandedBlow<'_>) -> Vec<Addend> {
        let mut terms = addends(&strike.own.point_terms(strike.foe, self.rules));
        terms.extend(strike.bonus.iter().cloned());
        terms.retain(|term| term.value != 0);
        terms
    }

    /// Marks a wound of this `severity` on `target`, and adds the marks to the line of the latest hit of `by` on
    /// `target` that has none yet.
    pub(super) fn mark(&mut self, by: u16, target: u16, severity: u8) {
        let track = self.fight.roster.track(target);
        let before = self.tracks[usize::from(target)].now;
        let after = track.after(before, severity);
        let (marked, overflow) = self.marked(target, severity, [before, after]);
        let drawn = !(self.record(target).blows_have_levels() && track.is_dead(after) || track.is_unpaid(after));
        self.tracks[usize::from(target)].change(after, drawn);
        let (severity, tests) = (self.severity_name(target, severity), std::mem::take(&mut self.tests));
        let (by, name) = (self.name(by).to_owned(), self.name(target).to_owned());
        let exchanges = self.round.as_mut().into_iter().flat_map(|round| round.lines.iter_mut().rev());
        let mut lines = exchanges.flat_map(|exchange| exchange.lines.iter_mut());
        let Some(hit) = lines.find(|line| is_open(line) && line.word("by") == by && line.word("target") == name) else {
            return tests.into_iter().for_each(|line| self.add_to_exchange(line));
        };
        // Points are spent on the wound that the damage would cause, so the damage comes first.
        if tests.iter().any(|line| line.kind == "spent") {
            finish_damage_line(hit);
        }
        hit.set("severity", severity);
        hit.lines.extend(tests);
        let [dies, unpaid] = [track.is_dead(after), track.is_unpaid(after)];
        add_marks(hit, &Marks { marked, overflow, dies, absorbs: track.absorbs(), unpaid });
    }
}

/// Whether `line` is a hit whose marks have not been reported yet.
fn is_open(line: &Line) -> bool {
    line.kind == "hit" && line.lines.last().is_none_or(|last| last.kind != "marks")
}

/// Completes the line of a hit that marks nothing, unless it is complete already.
pub(super) fn finish_hit(line: &mut Line) {
    if is_open(line) {
        add_marks(line, &Marks::default());
    }
}

/// The marks of a hit on the target's wound track.
#[derive(Default)]
struct Marks {
    /// The levels of the marked boxes, or the boxes that absorb the hit.
    marked: Vec<String>,
    /// Whether the marked level is worse than the hit's own, for want of free boxes.
    overflow: bool,
    dies: bool,
    /// Whether the track has boxes that absorb hits.
    absorbs: bool,
    /// Whether the free boxes cannot absorb the hit.
    unpaid: bool,
}

/// Adds the marks of a hit to its line, and the severity to its damage line.
fn add_marks(hit: &mut Line, Marks { marked, overflow, dies, absorbs, unpaid }: &Marks) {
    let (target, severity) = (hit.word("target").to_owned(), hit.word("severity").to_owned());
    let why = if *overflow { format!(", since no {severity} box is left") } else { String::new() };
    let text = match &marked[..] {
        [] if severity.is_empty() => format!("{target} is not wounded."),
        [] => format!("{target} has nothing to mark."),
        [_] if *dies => format!("{target} dies{why}."),
        [_] if *unpaid => format!("{target} is out: no free boxes absorb {severity}."),
        _ if *absorbs => format!("{target} absorbs {severity} with {}.", grouped(marked)),
        _ => format!("{target} marks {}{why}.", grouped(marked)),
    };
    finish_damage_line(hit);
    let marks = Line::new("marks", text).with("who", target);
    hit.lines.push(marks.with("marked", &marked[..]).with("overflow", *overflow));
}

/// Adds the severity of a hit to its damage line, unless it is there already.
fn finish_damage_line(hit: &mut Line) {
    let severity = hit.word("severity").to_owned();
    if let Some(damage) = hit.lines.first_mut().filter(|line| line.kind == "damage" && !line.text.ends_with('.')) {
        damage.text += &format!(": {}.", if severity.is_empty() { "no wound" } else { &severity });
    }
}

/// Combines equal marks: `2 × Scratch, Hurt`.
fn grouped(marks: &[String]) -> String {
    let groups = marks.chunk_by(|one, next| one == next).filter_map(|group| {
        let name = group.first()?;
        Some(if group.len() == 1 { name.clone() } else { format!("{}\u{a0}×\u{a0}{name}", group.len()) })
    });
    groups.collect::<Vec<_>>().join(", ")
}
