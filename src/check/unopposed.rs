//! Unopposed actions: a roll against a difficulty (A4 to A7, A14).

use super::{Actor, Bands, Critical, Criticals, Luck, within_limit};
use crate::chance::{Ask, Chance, Purpose};
use crate::error::{Error, Result};
use crate::rules::Boon;
use crate::rules::fudge::AUTOMATIC;

/// What succeeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SuccessRule {
    /// A degree of at least the difficulty (A4: SRD 3.4, F93 4.4, LITE).
    #[default]
    Meet,
    /// A degree above the difficulty; just the difficulty is a partial success (A5: SRD 7.15).
    Surpass,
}

impl SuccessRule {
    /// The least margin that is a full success.
    const fn least_margin(self) -> i32 {
        match self {
            Self::Meet => 0,
            Self::Surpass => 1,
        }
    }
}

/// The rules of a check. The default is the plain one: meeting the difficulty succeeds.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckRules {
    /// What succeeds.
    pub success: SuccessRule,
    /// A difficulty of this level or less succeeds without a roll (F93 4.1: Terrible); none: every check is rolled.
    pub easy: Option<i32>,
    /// Natural criticals (A7); none: there are none.
    pub criticals: Option<Criticals>,
    /// Named outcomes by margin (A6); none: success and failure only.
    pub bands: Option<Bands>,
}

/// A check that is ready to be rolled.
#[derive(Debug, Clone, PartialEq)]
pub struct Check {
    actor: Actor,
    difficulty: i32,
    rules: CheckRules,
    /// True where the difficulty is low enough to succeed without a roll.
    certain: bool,
    /// Fudge points to spend.
    luck: Option<Luck>,
}

/// How far an action succeeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Achieved {
    /// Not at all.
    Failure,
    /// In a watered-down way (A5).
    Partial,
    /// As it was meant.
    Success,
}

/// Five results that exclude each other: a natural critical counts as that and as nothing else,
/// whatever the total was (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// A natural critical failure.
    CriticalFailure,
    /// Below the difficulty, without a critical.
    Failure,
    /// Just the difficulty where it must be surpassed, without a critical.
    Partial,
    /// The difficulty is met or surpassed, without a critical.
    Success,
    /// A natural critical success.
    CriticalSuccess,
}

impl Verdict {
    /// All verdicts, from the worst to the best.
    pub const ALL: [Self; 5] =
        [Self::CriticalFailure, Self::Failure, Self::Partial, Self::Success, Self::CriticalSuccess];

    /// The verdict in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::CriticalFailure => "critical failure",
            Self::Failure => "failure",
            Self::Partial => "partial success",
            Self::Success => "success",
            Self::CriticalSuccess => "critical success",
        }
    }
}

/// What came of one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct CheckOutcome {
    /// The dice alone; 0 where nothing was rolled.
    pub natural: i32,
    /// The rolled degree, after modifiers, criticals and the cap.
    pub degree: i32,
    /// Rolled degree − difficulty.
    pub margin: i32,
    /// How far it succeeded. An automatic critical decides it whatever the margin.
    pub achieved: Achieved,
    /// Whether the natural result was critical.
    pub critical: Option<Critical>,
    /// The number of the [`Bands`] it falls into; none without bands. Where an automatic critical decides, it is
    /// the band of the nearest margin that would have succeeded, or failed.
    pub band: Option<u16>,
    /// The Fudge points spent.
    pub spent: u8,
}

impl CheckOutcome {
    /// The one of five verdicts that this is.
    pub const fn verdict(&self) -> Verdict {
        match (self.critical, self.achieved) {
            (Some(Critical::Failure), _) => Verdict::CriticalFailure,
            (Some(Critical::Success), _) => Verdict::CriticalSuccess,
            (None, Achieved::Failure) => Verdict::Failure,
            (None, Achieved::Partial) => Verdict::Partial,
            (None, Achieved::Success) => Verdict::Success,
        }
    }
}

impl Check {
    /// `actor` tries something of this `difficulty`.
    ///
    /// # Errors
    /// A difficulty or `easy` level beyond ±[`LEVEL_LIMIT`](super::LEVEL_LIMIT); criticals that force a degree
    /// which the cap on results takes back; criticals with dice that hold a modifier (A7).
    pub fn new(actor: Actor, difficulty: i32, rules: CheckRules) -> Result<Self> {
        within_limit("the difficulty", difficulty)?;
        within_limit("the level that needs no roll,", rules.easy.unwrap_or(0))?;
        if rules.criticals.is_some() && !actor.rolls_naturally() {
            return Err(Error::input("criticals depend on the natural roll, and these dice contain a modifier")
                .with_help("put the modifier on the trait, or set `criticals = \"off\"`"));
        }
        if let (Some(cap), Some(criticals)) = (actor.cap(), &rules.criticals)
            && let Some(degree) = criticals.forced().find(|&degree| cap.apply(degree) != degree)
        {
            let message = format!("a critical result would have degree {degree}, which the cap on results forbids");
            return Err(
                Error::input(message).with_help("drop the cap, or let criticals succeed and fail by themselves")
            );
        }
        let certain = rules.easy.is_some_and(|easy| difficulty <= easy);
        Ok(Self { actor, difficulty, rules, certain, luck: None })
    }

    /// The same check with Fudge points to spend on it.
    #[must_use]
    pub fn with_luck(self, luck: Luck) -> Self {
        Self { luck: Some(luck), ..self }
    }

    /// The Fudge points there are to spend.
    pub fn luck(&self) -> Option<&Luck> {
        self.luck.as_ref()
    }

    /// Who acts.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }

    /// The difficulty.
    pub fn difficulty(&self) -> i32 {
        self.difficulty
    }

    /// The rules it is judged by.
    pub fn rules(&self) -> &CheckRules {
        &self.rules
    }

    /// Rolls it once.
    ///
    /// What succeeds without a roll (F93 4.1) has at least the degree that its success needs, and is a plain success
    /// among named outcomes: the band of the least margin that succeeds.
    pub fn roll(&self, chance: &mut impl Chance) -> CheckOutcome {
        self.roll_by(0, chance)
    }

    /// The same, rolled by number `who` where several rolls are made together.
    pub fn roll_by(&self, who: u16, chance: &mut impl Chance) -> CheckOutcome {
        self.roll_for(Ask::new(who, Purpose::Action), 0, chance)
    }

    /// The same for any purpose, at a skill that is so much higher than the actor's for once.
    pub(super) fn roll_for(&self, ask: Ask, higher: i32, chance: &mut impl Chance) -> CheckOutcome {
        if self.certain {
            let least = self.rules.success.least_margin();
            let outcome = self.outcome(0, self.actor.base().max(self.difficulty + least), None);
            return CheckOutcome { band: self.band(least), ..outcome };
        }
        let Some(luck) = &self.luck else { return self.rolled(ask, higher, chance) };
        if let Some(bought) = self.bought(luck, higher) {
            return bought;
        }
        let mut outcome = self.rolled(ask, higher, chance);
        for boon in &luck.uses {
            if outcome.achieved == Achieved::Success || outcome.spent >= luck.points {
                break;
            }
            let spent = outcome.spent + 1;
            match boon {
                // One of the same dice by one: whether they are critical is not changed by it.
                Boon::Shift => {
                    let shifted =
                        self.outcome(outcome.natural, self.actor.degree(outcome.degree + 1), outcome.critical);
                    if shifted.achieved == Achieved::Success {
                        outcome = CheckOutcome { spent, ..shifted };
                    }
                }
                Boon::Reroll if self.actor.rolls() => {
                    outcome = CheckOutcome { spent, ..self.rolled(Ask { against: 1, ..ask }, higher, chance) };
                }
                _ => {}
            }
        }
        outcome
    }

    fn rolled(&self, ask: Ask, higher: i32, chance: &mut impl Chance) -> CheckOutcome {
        let natural = self.actor.natural_for(ask, chance);
        let criticals = self.rules.criticals.filter(|_| self.actor.rolls());
        let critical = criticals.and_then(|criticals| criticals.judge(natural));
        let total = self.actor.base() + higher + natural;
        let total = criticals.zip(critical).map_or(total, |(criticals, critical)| criticals.lift(total, critical));
        self.outcome(natural, self.actor.degree(total), critical)
    }

    /// What Fudge points buy before the dice are rolled: success as such, or +4 in place of the dice where that is enough.
    fn bought(&self, luck: &Luck, higher: i32) -> Option<CheckOutcome> {
        let base = self.actor.base() + higher;
        let least = self.rules.success.least_margin();
        luck.uses.iter().find_map(|boon| {
            let (price, degree) = match boon {
                Boon::Success => {
                    let level = base - self.actor.modifiers();
                    (luck.limit.price(level, self.difficulty)?, base.max(self.difficulty + least))
                }
                Boon::Automatic => (luck.automatic, self.actor.degree(base + i32::from(AUTOMATIC))),
                _ => return None,
            };
            let outcome = self.outcome(0, degree, None);
            let buys = price <= luck.points && outcome.achieved == Achieved::Success;
            buys.then_some(CheckOutcome { spent: price, ..outcome })
        })
    }

    fn outcome(&self, natural: i32, degree: i32, critical: Option<Critical>) -> CheckOutcome {
        let margin = degree - self.difficulty;
        let achieved = self.achieved(margin, critical);
        let fitting = match achieved {
            Achieved::Failure => margin.min(-1),
            Achieved::Partial => margin,
            Achieved::Success => margin.max(self.rules.success.least_margin()),
        };
        CheckOutcome { natural, degree, margin, achieved, critical, band: self.band(fitting), spent: 0 }
    }

    fn band(&self, margin: i32) -> Option<u16> {
        self.rules.bands.as_ref().map(|bands| bands.index(margin))
    }

    fn achieved(&self, margin: i32, critical: Option<Critical>) -> Achieved {
        let decides = self.rules.criticals.is_some_and(|criticals| criticals.decides());
        match critical.filter(|_| decides) {
            Some(Critical::Failure) => Achieved::Failure,
            Some(Critical::Success) => Achieved::Success,
            None if margin >= self.rules.success.least_margin() => Achieved::Success,
            None if margin >= 0 => Achieved::Partial,
            None => Achieved::Failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Script;
    use crate::check::{Cap, CriticalEffect};
    use crate::dice::{Dice, Pmf};

    const GOOD: i32 = 1;
    const GREAT: i32 = 2;
    const SUPERB: i32 = 3;

    fn actor(level: i32) -> Actor {
        Actor::new(Some(level), 0, Dice::parse("4dF").unwrap(), None).unwrap()
    }

    fn rolled(check: &Check, natural: i32) -> CheckOutcome {
        let mut script = Script::new([natural]);
        let outcome = check.roll(&mut script);
        assert_eq!((script.left(), script.ran_out()), (0, false));
        outcome
    }

    /// A4, SRD 3.4: Parri Great with +1, Mickey Good with -1.
    #[test]
    fn the_climbing_party() {
        // SRD 3.4: Parri climbs a Good cliff, Mickey does not, but manages the rope at Poor.
        let climb = |level, difficulty, natural| {
            rolled(&Check::new(actor(level), difficulty, CheckRules::default()).unwrap(), natural)
        };
        let parri = climb(GREAT, GOOD, 1);
        assert_eq!((parri.degree, parri.margin, parri.verdict()), (SUPERB, 2, Verdict::Success));
        let mickey = climb(GOOD, GOOD, -1);
        assert_eq!((mickey.degree, mickey.margin, mickey.verdict()), (0, -1, Verdict::Failure));
        assert_eq!(climb(GOOD, -2, -3).verdict(), Verdict::Success);
    }

    #[test]
    fn nathaniel_shoots() {
        // F93 4.21: the table of two dice, and a Good archer who rolls 7, 9 and 3.
        let table = [-4, -3, -2, -1, 0, 0, 0, 1, 2, 3, 4];
        let dice = Dice::new("2d6-table", Pmf::new(-4, vec![1, 2, 3, 4, 16, 4, 3, 2, 1]).unwrap());
        let archer = Actor::new(Some(GOOD), 0, dice, None).unwrap();
        let check = Check::new(archer, 0, CheckRules::default()).unwrap();
        assert_eq!([7, 9, 3].map(|sum| rolled(&check, table[sum - 2]).degree), [GOOD, GREAT, -2]);
    }

    /// A5, SRD 7.15.
    #[test]
    fn a_spell_must_surpass() {
        // SRD 7.15 with its natural −4; the two castings of the example there.
        let criticals = Criticals::new(None, Some(-4), CriticalEffect::Automatic).unwrap();
        let rules = CheckRules { success: SuccessRule::Surpass, criticals: Some(criticals), ..CheckRules::default() };
        let pizza = Check::new(actor(0), 0, rules.clone()).unwrap();
        assert_eq!(
            [1, 0, -1].map(|natural| rolled(&pizza, natural).verdict()),
            [Verdict::Success, Verdict::Partial, Verdict::Failure]
        );
        let barney = rolled(&pizza, -3);
        assert_eq!((barney.degree, barney.critical, barney.achieved), (-3, None, Achieved::Failure));
        let food = rolled(&Check::new(actor(GREAT), -3, rules).unwrap(), -4);
        assert_eq!((food.degree, food.margin), (-2, 1));
        assert_eq!((food.achieved, food.verdict()), (Achieved::Failure, Verdict::CriticalFailure));
    }

    #[test]
    fn the_effects_of_criticals() {
        let judged = |effect, level, difficulty, natural| {
            let rules = CheckRules { criticals: Some(Criticals::natural_four(effect)), ..CheckRules::default() };
            let outcome = rolled(&Check::new(actor(level), difficulty, rules).unwrap(), natural);
            (outcome.degree, outcome.achieved, outcome.verdict())
        };
        let (won, lost) = (Verdict::CriticalSuccess, Verdict::CriticalFailure);
        let (report, automatic) = (CriticalEffect::Report, CriticalEffect::Automatic);
        // Terrible against Superb, +4: the total of Good is not enough by itself.
        assert_eq!(judged(report, -3, SUPERB, 4), (GOOD, Achieved::Failure, won));
        assert_eq!(judged(automatic, -3, SUPERB, 4), (GOOD, Achieved::Success, won));
        assert_eq!(judged(CriticalEffect::TRANS_SUPERB, -3, SUPERB, 4), (4, Achieved::Success, won));
        assert_eq!(judged(CriticalEffect::TRANS_SUPERB, GOOD, SUPERB, 4), (5, Achieved::Success, won));
        // Superb against Terrible, −4.
        assert_eq!(judged(report, SUPERB, -3, -4), (-1, Achieved::Success, lost));
        assert_eq!(judged(automatic, SUPERB, -3, -4), (-1, Achieved::Failure, lost));
        assert_eq!(judged(CriticalEffect::TRANS_SUPERB, SUPERB, -3, -4), (-4, Achieved::Failure, lost));
        assert_eq!(judged(automatic, 0, 0, 3), (3, Achieved::Success, Verdict::Success));
    }

    #[test]
    fn modifiers_never_make_a_critical() {
        let rules =
            CheckRules { criticals: Some(Criticals::natural_four(CriticalEffect::Report)), ..CheckRules::default() };
        let helped = Actor::new(Some(0), 3, Dice::parse("4dF").unwrap(), None).unwrap();
        assert_eq!(rolled(&Check::new(helped, 0, rules.clone()).unwrap(), 3).critical, None);
        // Nor is anything critical where nothing is rolled, wherever the threshold lies.
        let always = Criticals::new(Some(0), None, CriticalEffect::Automatic).unwrap();
        let fixed = Actor::new(Some(0), 0, Dice::parse("none").unwrap(), None).unwrap();
        let rules = CheckRules { criticals: Some(always), ..rules };
        assert_eq!(Check::new(fixed, 1, rules).unwrap().roll(&mut Script::new([])).verdict(), Verdict::Failure);
    }

    #[test]
    fn an_easy_task_needs_no_roll() {
        // F93 4.1: Terrible or worse. SRD rolls for it.
        let outcome = |difficulty, success| {
            let rules =
                CheckRules { easy: Some(-3), success, bands: Some(Bands::four_levels()), ..CheckRules::default() };
            let mut script = Script::new([-4]);
            (Check::new(actor(-3), difficulty, rules).unwrap().roll(&mut script), script.left())
        };
        let (easy, left) = outcome(-3, SuccessRule::Meet);
        assert_eq!((easy.natural, easy.degree, easy.verdict(), easy.band, left), (0, -3, Verdict::Success, Some(2), 1));
        // Far below the trait it is still no critical success: nothing was rolled.
        let (far, _) = outcome(-9, SuccessRule::Meet);
        assert_eq!((far.margin, far.verdict(), far.band), (6, Verdict::Success, Some(2)));
        let (surpassed, _) = outcome(-3, SuccessRule::Surpass);
        assert_eq!((surpassed.margin, surpassed.verdict()), (1, Verdict::Success));
        let (hard, left) = outcome(-2, SuccessRule::Meet);
        assert_eq!((hard.verdict(), left), (Verdict::Failure, 0));
    }

    #[test]
    fn bands_follow_the_margin_and_automatic_criticals() {
        let rules = |effect| CheckRules {
            bands: Some(Bands::four_levels()),
            criticals: Some(Criticals::natural_four(effect)),
            ..CheckRules::default()
        };
        let band = |effect, level, difficulty, natural| {
            rolled(&Check::new(actor(level), difficulty, rules(effect)).unwrap(), natural).band
        };
        assert_eq!(band(CriticalEffect::Report, 0, 0, 4), Some(3));
        assert_eq!(band(CriticalEffect::Report, 0, GREAT, 1), Some(1));
        assert_eq!(band(CriticalEffect::Automatic, -3, SUPERB, 4), Some(2));
        assert_eq!(band(CriticalEffect::Report, -3, SUPERB, 4), Some(1));
        assert_eq!(band(CriticalEffect::Automatic, SUPERB, -3, -4), Some(1));
        assert_eq!(band(CriticalEffect::Automatic, 0, 0, -4), Some(0));
    }

    #[test]
    fn contradictions_and_wild_levels_are_refused() {
        let capped = |highest| {
            let cap = Cap::new(-4, highest).unwrap();
            Actor::new(Some(0), 0, Dice::parse("4dF").unwrap(), Some(cap)).unwrap()
        };
        let rules = CheckRules {
            criticals: Some(Criticals::natural_four(CriticalEffect::TRANS_SUPERB)),
            ..CheckRules::default()
        };
        let problem = Check::new(capped(3), 0, rules.clone()).unwrap_err();
        assert!(problem.message().contains("degree 4") && problem.help().is_some());
        assert!(Check::new(capped(4), 0, rules).is_ok());
        // Only what the criticals in use force can contradict.
        let bad_only = Criticals::new(None, Some(-4), CriticalEffect::TRANS_SUPERB).unwrap();
        let rules = CheckRules { criticals: Some(bad_only), ..CheckRules::default() };
        assert!(Check::new(capped(3), 0, rules).is_ok());
        assert!(Check::new(actor(0), 101, CheckRules::default()).is_err());
        assert!(Check::new(actor(0), 0, CheckRules { easy: Some(-101), ..CheckRules::default() }).is_err());
    }
}
