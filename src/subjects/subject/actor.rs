//! Actors: trait, modifiers and dice, as defined by checks, opposed actions, contests and tasks.

use super::Remark;
use super::points::{FUDGE_POINTS, SPEND, points};
use super::sum::signed;
use crate::check::{Actor, Cap, Contestant, ModifierRule, Modifiers};
use crate::dice::Dice;
use crate::document::dice::dice_by_need_key;
use crate::document::{FAR, Item, Key, KeyOr, KeySpec, Kind, Problem, Reader, decode, keys};
use crate::error::Result;
use crate::rules::effects::TERRIBLE;
use crate::rules::{Assisting, Choice, Rules, Unlisted};

keys! {
    /// The keys of an opponent. Other tables include some of them.
    pub(crate) CONTESTANT = "contestant": "One of the opponents.";
    NAME: Key<String> = Key::text("name").means("The name shown.", "\"Lisa\"").otherwise("the name of the table");
    TRAIT: Key<i32> = Key::level("trait").means("The level of the trait rolled.", "\"Good\"").otherwise("no trait: a situational roll");
    UNLISTED: Key<Unlisted> = Key::choice("unlisted")
        .means("The kind of trait, instead of `trait`, if it is not on the character sheet.", "\"skill\"");
    HIGH_ATTRIBUTE: KeyOr<bool> =
        Key::flag("high_attribute").means("Whether a high attribute helps the unlisted skill.", "true").or(false);
    ASSIST: Key<i32> = Key::level("assist").means("The level of a second trait that helps.", "\"Good\"");
    MODIFIERS: Key<NamedModifiers> = Key::new("modifiers", NAMED, |item| decode::map(decode::whole)(item))
        .means("Situational modifiers by name.", "{ \"good disguise\" = 1 }");
    UNCAPPED: Key<NamedModifiers> = Key::new("uncapped", NAMED, |item| decode::map(decode::whole)(item))
        .means("Modifiers by name to which `modifier_cap` does not apply: wounds, shields, tactics, numbers.", "{ Hurt = -1 }");
    DICE: Key<Dice> = dice_by_need_key("dice")
        .means("Dice for this roll only; `none` for a trait that is not rolled.", "\"2dF\"")
        .otherwise("the dice of [rules]");
    MINIMUM: Key<i32> = Key::level("minimum").means("The lowest degree that can win.", "\"Fair\"");
    + FUDGE_POINTS;
    + SPEND;
}

/// The keys of the trait that is rolled.
pub(crate) const TRAIT_KEYS: &[KeySpec] = &[TRAIT.spec(), UNLISTED.spec(), HIGH_ATTRIBUTE.spec(), ASSIST.spec()];
/// The keys that change the roll.
pub(crate) const ROLL_KEYS: &[KeySpec] = &[MODIFIERS.spec(), UNCAPPED.spec(), DICE.spec()];

/// Modifiers by name.
pub(crate) type NamedModifiers = Vec<(String, i32)>;

const NAMED: Kind = Kind::Map(&Kind::Integer { min: -FAR, max: FAR });

/// The number of levels that a trait at `level` must lose to drop below Terrible. The result is at least 1 and at most
/// `most`.
pub(crate) fn levels_to_lose_below_terrible(level: i32, most: u32) -> u32 {
    u32::try_from(level - TERRIBLE + 1).unwrap_or(0).clamp(1, most)
}

/// Reads the trait, modifiers and dice of an actor for rolls without a known difficulty. `None` if any is invalid.
pub(crate) fn actor(reader: &mut Reader<'_>) -> Option<Actor> {
    actor_with(reader, None, Modifiers::default())
}

/// Like [`actor`], with `fallback` as the level if the file gives none, and `besides` as additional modifiers.
pub(crate) fn actor_with(reader: &mut Reader<'_>, fallback: Option<i32>, besides: Modifiers) -> Option<Actor> {
    acting(reader, fallback, besides)?.without_difficulty(reader)
}

/// The trait, modifiers and dice of an actor, as given in the file. `level` is `None` for a situational roll, without a
/// trait.
#[derive(Debug, Clone)]
pub(crate) struct Acting {
    level: Option<i32>,
    modifiers: i32,
    dice: Dice,
}

impl Acting {
    /// The actor for rolls without a known difficulty. Dice that use `need`, the lowest total that succeeds, are
    /// reported.
    pub(crate) fn without_difficulty(self, reader: &mut Reader<'_>) -> Option<Actor> {
        let dice = dice_or_report(self.dice.without_need(), reader)?;
        capped_actor(self.level, self.modifiers, dice, reader)
    }

    /// The actor for rolls that succeed with a degree of at least `degree`.
    pub(crate) fn against(&self, degree: i32, reader: &mut Reader<'_>) -> Option<Actor> {
        let dice = dice_or_report(self.dice_against(degree), reader)?;
        capped_actor(self.level, self.modifiers, dice, reader)
    }

    /// The dice for rolls that succeed with a degree of at least `degree`.
    ///
    /// # Errors
    /// If a formula fails for some roll.
    pub(crate) fn dice_against(&self, degree: i32) -> Result<Dice> {
        self.dice.against(degree, self.level, self.modifiers)
    }

    /// Replaces the dice.
    pub(crate) fn rolling(self, dice: Dice) -> Self {
        Self { dice, ..self }
    }

    /// Whether the dice depend on the lowest total that succeeds.
    pub(crate) fn names_need(&self) -> bool {
        self.dice.names_need()
    }
}

/// Returns the dice, or reports their error at the key `dice`.
fn dice_or_report(made: Result<Dice>, reader: &mut Reader<'_>) -> Option<Dice> {
    made.map_or_else(|error| reader.refuse(&DICE, error.into()), Some)
}

/// Reads the trait, modifiers and dice of an actor. `fallback` is the level if the file gives none, and `besides` are
/// additional modifiers.
pub(crate) fn acting(reader: &mut Reader<'_>, fallback: Option<i32>, besides: Modifiers) -> Option<Acting> {
    let rules = reader.rules();
    let level = own_level(reader).map(|level| level.or(fallback));
    let second = assisting_level(reader);
    let dice = if reader.has(&DICE) { reader.read(&DICE) } else { Some(rules.dice.clone()) };
    let modifiers = own_modifiers(reader, besides);
    let (level, second, modifiers) = (level?, second?, modifiers?);
    let with = |plus: i32| {
        if plus == 0 { Ok(modifiers.clone()) } else { modifiers.clone().situational("assisting trait", plus) }
    };
    let total = |plus: i32| with(plus).map_or(0, |all| all.total(rules.modifier_rule()));
    let (level, plus) = match second {
        Some(second) => {
            let (level, plus) = rules.assisting.assist(level.unwrap_or(0), second, total);
            (Some(level), plus)
        }
        None => (level, 0),
    };
    let modifiers = with(plus).map_or(0, |all| modifier_total(&all, reader));
    Some(Acting { level, modifiers, dice: dice? })
}

/// The total of the modifiers under the rules. Adds a note if it differs from their sum.
pub(crate) fn modifier_total(modifiers: &Modifiers, reader: &mut Reader<'_>) -> i32 {
    let rules = reader.rules();
    let sums = [ModifierRule::Sum { cap: None }, rules.modifier_rule()].map(|rule| modifiers.total(rule));
    if sums[0] != sums[1] {
        let Remark { reason, remedy, .. } = capped(reader.name(), sums, rules);
        reader.problems().add_notes(&[(reason, remedy)]);
    }
    sums[1]
}

/// The remark that the modifiers of `owner` add up to the first of `sums`, but count as the second.
pub(crate) fn capped(owner: &str, sums: [i32; 2], rules: &Rules) -> Remark {
    let (why, remedy) = match rules.modifier_rule() {
        ModifierRule::Largest => (
            "only the largest bonus and the largest penalty count".to_owned(),
            "set `stacking = \"sum\"` in [rules] to add them up",
        ),
        ModifierRule::Sum { cap } => (
            format!("`modifier_cap` is {}", cap.unwrap_or_default()),
            "set `modifier_cap = \"none\"` in [rules] to count them in full",
        ),
    };
    let [sum, counted] = sums.map(signed);
    Remark::new(format!("the modifiers of {owner} add up to {sum}, but count as {counted}: {why}"), remedy)
}

/// Creates an actor whose results are capped as the rules say. Reports values that are not allowed.
pub(crate) fn capped_actor(level: Option<i32>, modifiers: i32, dice: Dice, reader: &mut Reader<'_>) -> Option<Actor> {
    let cap = Cap::of(reader.rules(), reader.context().ladder);
    reader.checked(cap.and_then(|cap| Actor::new(level, modifiers, dice, cap)))
}

/// Reads an opponent, and the name to show; the name is `None` if the file gives none.
pub(crate) fn contestant(item: Item<'_>) -> Option<(Contestant, Option<String>)> {
    decode::table(|reader| {
        read_contestant(reader, Acting::without_difficulty).map(|(contestant, name, _)| (contestant, name))
    })(item)
}

/// Like [`contestant`], for a side whose dice can depend on the other side's degree. The opponent is read as for a
/// difficulty of Fair. The trait and dice are also returned, so that they can be used for other degrees.
pub(crate) fn responding_contestant(item: Item<'_>) -> Option<(Contestant, Option<String>, Acting)> {
    decode::table(|reader| read_contestant(reader, |acting, reader| acting.against(0, reader)))(item)
}

fn read_contestant(
    reader: &mut Reader<'_>,
    actor: impl Fn(Acting, &mut Reader<'_>) -> Option<Actor>,
) -> Option<(Contestant, Option<String>, Acting)> {
    let name = reader.read(&NAME);
    let minimum = reader.read(&MINIMUM);
    let luck = points(reader);
    let acting = acting(reader, None, Modifiers::default())?;
    let made = Contestant::new(actor(acting.clone(), reader)?, minimum);
    let contestant = reader.checked(made)?;
    let contestant = match luck? {
        Some(luck) => reader.checked(contestant.with_luck(luck))?,
        None => contestant,
    };
    Some((contestant, name, acting))
}

/// The dice given in the file, or those of the rules; `None` if they are invalid.
pub(crate) fn own_dice(reader: &mut Reader<'_>, key: &Key<Dice>) -> Option<Dice> {
    if reader.has(key) { reader.read(key) } else { reader.checked(reader.rules().dice.clone().without_need()) }
}

/// The modifiers given in the file, added to `besides`; `None` if they are invalid.
pub(crate) fn own_modifiers(reader: &mut Reader<'_>, besides: Modifiers) -> Option<Modifiers> {
    let mut read = |key: &Key<NamedModifiers>| reader.read(key).unwrap_or_default().into_iter();
    let (mut situational, uncapped) = (read(&MODIFIERS), read(&UNCAPPED));
    let modifiers = situational.try_fold(besides, |sum, (name, value)| sum.situational(name, value));
    let modifiers = uncapped.fold(modifiers, |sum, (name, value)| sum?.outside(name, value));
    reader.checked(modifiers)
}

/// The level to roll against, given directly or for an unlisted trait: `Some(None)` if neither is set, `None` if it is
/// invalid.
fn own_level(reader: &mut Reader<'_>) -> Option<Option<i32>> {
    if !reader.has(&UNLISTED) {
        let level = reader.read(&TRAIT);
        return (!reader.has(&TRAIT) || level.is_some()).then_some(level);
    }
    if reader.has(&TRAIT) {
        reader.skip(&TRAIT);
        let problem = Problem::new("`trait` and `unlisted` exclude each other");
        let help = "`trait` gives the level directly, and `unlisted` is for a trait without one: leave one of them out";
        reader.refuse::<()>(&UNLISTED, problem.help(help));
    }
    let unlisted = reader.read(&UNLISTED)?;
    let levels = reader.rules().default_levels;
    let heeded = levels.heeds_attributes() && unlisted.is_default_skill();
    let high = heeded && reader.read(&HIGH_ATTRIBUTE);
    let level = levels.level(unlisted, high);
    if level.is_none() {
        let problem =
            Problem::new(format!("a `{}` that is not listed does not exist, so it cannot be rolled", unlisted.word()));
        let help = "give it a level with `trait`, or choose another kind of trait";
        return reader.refuse(&UNLISTED, problem.help(help));
    }
    Some(level)
}

/// The level of a second trait: `Some(None)` if it is not set, `None` if it is invalid.
fn assisting_level(reader: &mut Reader<'_>) -> Option<Option<i32>> {
    if !reader.has(&ASSIST) {
        return Some(None);
    }
    let level = reader.read(&ASSIST);
    if reader.rules().assisting == Assisting::Off {
        let problem = Problem::new("`assist` has no effect while the rule `assisting` is off");
        return reader.refuse(&ASSIST, problem.help("leave it out, or set `assisting = \"plus-one\"` in [rules]"));
    }
    if !reader.has(&TRAIT) && !reader.has(&UNLISTED) {
        let problem = Problem::new("`assist` has no trait to assist");
        return reader.refuse(&ASSIST, problem.help("give the `trait` that is rolled against"));
    }
    level.map(Some)
}
