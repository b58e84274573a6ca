//! The rolls in a fight, term by term.

use super::Reporter;
use super::words::modifier_names;
use crate::chance::Purpose;
use crate::combat::{
    Attack, Fighter, InitiativeRolled, OtherRoll, RolledDegree, SMALLER_WEAPON, TacticalModifier, Term, Use,
    dodge_terms, gear_terms, total,
};
use crate::dice::Dice;
use crate::rules::fudge::AUTOMATIC_RESULT;
use crate::rules::own::AddedTo;
use crate::rules::{Pacing, RecordKind, SkillUse};
use crate::subject::line::Line;
use crate::subject::sum::{
    Addend, addend, capitalized, level, shows, successes, sum, terms_after_commas, total as total_of,
};
use crate::text::true_minus;

impl Reporter<'_> {
    /// Reports a rolled degree with its terms, then the Fudge points spent on the roll.
    pub(super) fn report_sum(&mut self, rolled: &RolledDegree) {
        // In story pacing the second sum is the difficulty of the story element, which is not rolled.
        let difficulty = self.rules.pacing == Pacing::Story && !self.foes.is_empty();
        self.foes.push((rolled.who, rolled.foe));
        let name = self.name(rolled.who).to_owned();
        let separate = self.rules.pacing == Pacing::Turns || self.shot.is_some();
        let verb = match rolled.tactic {
            TacticalModifier::Defense { .. } => Some("defends"),
            TacticalModifier::Attack(_) if separate => Some("attacks"),
            TacticalModifier::Attack(_) => None,
        };
        if verb == Some("defends") && !separate {
            // The same roll as an attack has a different sum, which has just been reported.
            let exchange = self.exchange().map(|exchange| exchange.lines.iter_mut());
            let is_attack = |line: &&mut Line| line.kind == "sum" && line.word("who") == name;
            if let Some(attack) = exchange.and_then(|mut lines| lines.rfind(is_attack)) {
                attack.text = with_verb(&attack.text, &name, "attacks");
            }
        }
        let mut line = self.sum(rolled, difficulty);
        if let Some(verb) = verb {
            line.text = with_verb(&line.text, &name, verb);
        }
        self.add_to_exchange(line);
        self.report_spent(Some(rolled.who));
    }

    /// If the current exchange has one roll against several foes, reports the sums of this roll against `foe`, unless
    /// they are the same as those last reported.
    pub(super) fn report_lone_roll(&mut self, foe: u16) {
        let Some(lone) = &mut self.lone else { return };
        let matchup = self.fight.matchup(lone.roll.who, foe);
        let skill = if lone.foe_acts { matchup.skill } else { matchup.skill_against_helpless() };
        let differs = (skill, lone.roll.pace, lone.added);
        if lone.last_reported.replace(differs) == Some(differs) {
            return;
        }
        let (added, defense, rolled, foe_acts) = (lone.added, lone.defense, lone.own, lone.foe_acts);
        let fixed = self.fight.custom.additions(added);
        let own = [i32::from(fixed.attack) + rolled[0], i32::from(fixed.defense) + rolled[1]];
        let rolled = RolledDegree { foe, skill, added, foe_acts, own: own[0], ..lone.roll };
        self.report_sum(&rolled);
        if rolled.tactic != TacticalModifier::Attack(defense) || own[0] != own[1] {
            let tactic = TacticalModifier::Defense { tactic: defense, exposed: 0, way: Use::Avoid };
            self.report_sum(&RolledDegree { tactic, own: own[1], ..rolled });
        }
    }

    /// The line for a roll for initiative.
    pub(super) fn initiative(&self, rolled: InitiativeRolled) -> Line {
        let InitiativeRolled { who, initiative, stance, wounds, roll, added, .. } = rolled;
        let mut terms =
            vec![addend(&self.stances[usize::from(who)], stance), addend(self.wound_penalty_label(who), wounds)];
        terms.extend(self.modifiers(who, added, AddedTo::Initiative));
        if let Some(dice) = self.fight.custom.initiative_dice(added) {
            return self.initiative_by_formula(who, dice, roll, terms);
        }
        let dice = self.fight.custom.dice_with(self.fight.roster.kind(who), added);
        let line = self.roll(who, initiative, terms, Some((dice, roll)), rolled.total());
        line.reworded("initiative", |sum| format!("Initiative of {sum}"))
    }

    /// The line for initiative rolled by a formula, such as `Initiative of Ada: d6 shows 4, +2 = 6`. `result` is the
    /// value of the formula, and `others` are the other terms.
    fn initiative_by_formula(&self, who: u16, dice: &Dice, result: i32, mut others: Vec<Addend>) -> Line {
        others.retain(|term| term.value != 0);
        let sum = result + total_of(&others);
        let number = dice.number().filter(|_| !dice.is_certain());
        let mut terms: Vec<Addend> = number.map(|number| addend("", number)).into_iter().collect();
        terms.retain(|term| term.value != 0);
        terms.extend(others);
        let first = if dice.is_certain() { true_minus(result) } else { shows(dice, result) };
        // A formula may subtract the dice, so that the shown faces do not add up to the sum.
        let equals = if dice.number().is_some() || dice.shown(result) == result { "=" } else { "→" };
        let name = self.name(who);
        let text =
            format!("Initiative of {name}: {first}{} {equals}\u{a0}{}", terms_after_commas(&terms), true_minus(sum));
        let line = Line::new("initiative", text).with("who", name).with("terms", terms);
        let rolled = (!dice.is_certain()).then(|| addend(dice.shown_name(), dice.shown(result)));
        line.with("roll", rolled).with("degree", level(self.ladder, sum))
    }

    /// The line for a roll by one fighter: before the blows, because of a wound, or as a consequence of the blows.
    pub(super) fn test(&self, test: &OtherRoll) -> Line {
        let least = test.least.map(|least| level(self.ladder, least));
        let needs = test.least.map(|least| format!("; it takes {}", self.ladder.degree_name(least)));
        let (what, needs) = (test.purpose.word(), needs.unwrap_or_default());
        let roll = Some((&self.fight.roster.kind(test.who).dice, test.roll));
        let line = self.roll(test.who, test.level, vec![addend("wounds", test.burden)], roll, test.total());
        let words = |sum: &str| format!("{} of {}{needs}.", capitalized(what), sum.trim_end_matches('.'));
        line.reworded("test", words).with("what", what).with("least", least)
    }

    /// The label for the penalty from a fighter's wound record. Cards have a label of their own, since they also
    /// represent fatigue.
    fn wound_penalty_label(&self, who: u16) -> &'static str {
        match self.record(who).kind {
            RecordKind::Cards => "cards",
            RecordKind::Absorb => "marked boxes",
            _ => "wounds",
        }
    }

    /// The line for a rolled degree with its terms: the trait, gear and size, modifiers of this round, wounds, tactics,
    /// dice. If it is the `difficulty` of a story element, no dice are shown.
    fn sum(&self, rolled: &RolledDegree, difficulty: bool) -> Line {
        let &RolledDegree { who, foe, skill, penalty, status, pace, passing, tactic, added, roll, luck, .. } = rolled;
        let (own, foe) = (self.fighter(who), self.fighter(foe));
        let round = u16::try_from(self.number).unwrap_or(u16::MAX);
        let purpose = match tactic {
            TacticalModifier::Defense { way, .. } if self.rules.pacing == Pacing::Turns || self.shot.is_some() => way,
            _ => Use::Attack,
        };
        let mut others = self.gear_and_size(own, foe, tactic, purpose);
        others.retain(|term| rolled.foe_acts || term.name != SMALLER_WEAPON);
        // The trait is the skill without gear, size and lasting modifiers.
        let [now, lasting] = [round, u16::MAX].map(|round| own.situational(self.rules, round, purpose));
        let base = skill - total(&others) - lasting;
        let mut terms = addends(&others);
        terms.push(addend(modifier_names(own, round), now));
        // Temporary modifiers include that of `plus_level` (C12).
        terms.push(addend("plus", passing - (now - lasting)));
        terms.push(addend(self.wound_penalty_label(who), penalty));
        terms.push(addend("shaken", status));
        terms.push(addend("faster", pace));
        terms.push(addend("outnumbered", rolled.outnumbered));
        terms.push(addend("Fudge point", luck));
        let to = if let TacticalModifier::Attack(_) = tactic { AddedTo::Attack } else { AddedTo::Defense };
        terms.extend(self.modifiers(who, added, to));
        let stance = &self.stances[usize::from(who)];
        match tactic {
            TacticalModifier::Attack(attack) if stance.is_empty() => terms.push(addend("off balance", attack)),
            TacticalModifier::Attack(attack) => terms.push(addend(format!("{stance} attack"), attack)),
            TacticalModifier::Defense { tactic, exposed, .. } => {
                terms.push(addend(format!("{stance} defense"), tactic));
                terms.push(addend("exposed", exposed));
            }
        }
        let is_alone = self.lone.as_ref().is_some_and(|lone| lone.roll.who == who);
        let dice = match self.mob.filter(|_| !is_alone) {
            Some(first) => self.fight.roster.kind(first).mob_dice(),
            None => self.fight.custom.dice_with(self.fight.roster.kind(who), added),
        };
        let always_0 = dice.is_certain() && roll == 0;
        let automatic = luck == i32::from(AUTOMATIC_RESULT);
        let roll = Some((dice, roll)).filter(|_| !(automatic || difficulty || always_0));
        match self.rules.skill {
            SkillUse::Added => self.roll(who, base, terms, roll, rolled.degree()),
            SkillUse::InDice => {
                let terms = shown_terms(terms, roll);
                successes(self.name(who), base, &terms, rolled.degree(), (self.rules, self.ladder))
            }
        }
    }

    /// The terms that custom modifiers add to rolls of the type `to`: fixed ones, then results of dice. `added` is the
    /// index of the fighter's modifiers, for [`Fight::named_additions`](crate::combat::Fight::named_additions).
    pub(super) fn modifiers(&self, who: u16, added: u16, to: AddedTo) -> Vec<Addend> {
        let fixed = self.fight.named_additions(added, to).map(|(name, by)| addend(name, by));
        let purposes: &[Purpose] = match to {
            AddedTo::Attack | AddedTo::Defense => &[Purpose::Added, Purpose::AddedToAvoid],
            AddedTo::Damage => &[Purpose::AddedToDamage],
            AddedTo::Initiative => &[Purpose::AddedToInitiative],
            AddedTo::Minimum => &[],
        };
        let rolled = self.added.iter().filter(|one| one.who == who && purposes.contains(&one.purpose));
        let rolled = rolled.filter_map(|one| {
            let (name, _) = self.fight.rolled_modifier(one.number).filter(|(_, adds)| adds.contains(&to))?;
            let dice = self.fight.custom.modifier_dice(one.number)?;
            let told =
                if dice.shown(one.roll) == one.roll { String::new() } else { format!(" ({})", shows(dice, one.roll)) };
            Some(addend(format!("{name}{told}"), one.roll))
        });
        fixed.chain(rolled).collect()
    }

    /// The line for a roll: the trait `base`, the `terms` that are not 0, the dice if any are rolled, and the rolled
    /// `degree`.
    fn roll(&self, who: u16, base: i32, terms: Vec<Addend>, roll: Option<(&Dice, i32)>, degree: i32) -> Line {
        sum(self.name(who), base, &shown_terms(terms, roll), degree, self.ladder)
    }

    /// The terms that gear and size add to the trait that is rolled for the purpose `of`.
    fn gear_and_size(&self, own: &Fighter, foe: &Fighter, tactic: TacticalModifier, of: Use) -> Vec<Term> {
        match (self.shot.is_some(), tactic) {
            (false, _) => gear_terms(own, foe, self.rules, of).to_vec(),
            (true, TacticalModifier::Attack(_)) => Vec::new(),
            (true, TacticalModifier::Defense { .. }) => {
                let spell = self.spell.and_then(|(by, _)| self.spell_in_hand(by));
                let missile = spell.unwrap_or(Attack::shot(foe)).missile;
                dodge_terms(own, missile, self.rules, of)[1..].to_vec()
            }
        }
    }
}

/// The text of a sum that begins with `Ada: `, with a verb: `Ada attacks: `.
fn with_verb(text: &str, name: &str, verb: &str) -> String {
    match text.strip_prefix(name).filter(|sum| sum.starts_with(':')) {
        Some(sum) => format!("{name} {verb}{sum}"),
        None => text.to_owned(),
    }
}

pub(super) fn addends(terms: &[Term]) -> Vec<Addend> {
    terms.iter().map(|term| addend(term.name, term.value)).collect()
}

/// The terms that are not 0, then the dice.
fn shown_terms(mut terms: Vec<Addend>, roll: Option<(&Dice, i32)>) -> Vec<Addend> {
    terms.retain(|term| term.value != 0);
    terms.extend(roll.map(|(dice, roll)| addend(dice.name(), roll)));
    terms
}
