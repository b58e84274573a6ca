//! Who acts: trait, modifiers and dice, as checks, opposed actions, contests and tasks write them.

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
    /// One of those who act against each other. What they act with stands in other tables as well.
    pub(crate) CONTESTANT = "contestant": "One of the opponents.";
    NAME: Key<String> = Key::text("name").means("The name shown.", "\"Lisa\"").otherwise("the name of the table");
    TRAIT: Key<i32> = Key::level("trait").means("The level of the trait rolled.", "\"Good\"").otherwise("no trait: a situational roll");
    UNLISTED: Key<Unlisted> = Key::choice("unlisted")
        .means("In place of `trait`: the kind of trait, if it is not on the character sheet.", "\"skill\"");
    HIGH_ATTRIBUTE: KeyOr<bool> =
        Key::flag("high_attribute").means("Whether a high attribute helps the unlisted skill.", "true").or(false);
    ASSIST: Key<i32> = Key::level("assist").means("The level of a second trait that helps.", "\"Good\"");
    MODIFIERS: Key<Named> = Key::new("modifiers", NAMED, |item| decode::map(decode::whole)(item))
        .means("Situational modifiers by name.", "{ \"good disguise\" = 1 }");
    UNCAPPED: Key<Named> = Key::new("uncapped", NAMED, |item| decode::map(decode::whole)(item))
        .means("Modifiers that the cap does not limit: wounds, shields, tactics, numbers.", "{ Hurt = -1 }");
    DICE: Key<Dice> = dice_by_need_key("dice")
        .means("Dice for this roll only; `none` for a trait that is not rolled.", "\"2dF\"")
        .otherwise("the dice of [rules]");
    MINIMUM: Key<i32> = Key::level("minimum").means("The lowest degree that can win.", "\"Fair\"");
    + FUDGE_POINTS;
    + SPEND;
}

/// The trait that is rolled.
pub(crate) const TRAIT_KEYS: &[KeySpec] = &[TRAIT.spec(), UNLISTED.spec(), HIGH_ATTRIBUTE.spec(), ASSIST.spec()];
/// Changes to the roll.
pub(crate) const ROLL_KEYS: &[KeySpec] = &[MODIFIERS.spec(), UNCAPPED.spec(), DICE.spec()];

/// Modifiers by name.
pub(crate) type Named = Vec<(String, i32)>;

const NAMED: Kind = Kind::Map(&Kind::Integer { min: -FAR, max: FAR });

/// How many levels must be lost for a trait to be below Terrible: at least one, and so many at most.
pub(crate) fn above_nothing(level: i32, most: u32) -> u32 {
    u32::try_from(level - TERRIBLE + 1).unwrap_or(0).clamp(1, most)
}

/// Reads one who acts.
pub(crate) fn actor(reader: &mut Reader<'_>) -> Option<Actor> {
    actor_with(reader, None, Modifiers::default())
}

/// The same, with a level where none is written, and with modifiers besides those that are written.
pub(crate) fn actor_with(reader: &mut Reader<'_>, fallback: Option<i32>, besides: Modifiers) -> Option<Actor> {
    acting(reader, fallback, besides)?.alone(reader)
}

/// Trait, modifiers and dice of one who acts, as they are written.
#[derive(Debug, Clone)]
pub(crate) struct Acting {
    level: Option<i32>,
    modifiers: i32,
    dice: Dice,
}

impl Acting {
    /// The actor without a known difficulty.
    pub(crate) fn alone(self, reader: &mut Reader<'_>) -> Option<Actor> {
        let dice = at_dice(self.dice.without_need(), reader)?;
        made(self.level, self.modifiers, dice, reader)
    }

    /// The actor, if a degree of at least `degree` succeeds.
    pub(crate) fn against(&self, degree: i32, reader: &mut Reader<'_>) -> Option<Actor> {
        let dice = at_dice(self.dice_against(degree), reader)?;
        made(self.level, self.modifiers, dice, reader)
    }

    /// Its dice, where a degree of at least `degree` succeeds.
    ///
    /// # Errors
    /// A formula that fails for some roll.
    pub(crate) fn dice_against(&self, degree: i32) -> Result<Dice> {
        self.dice.against(degree, self.level, self.modifiers)
    }

    /// The same with other dice.
    pub(crate) fn rolling(self, dice: Dice) -> Self {
        Self { dice, ..self }
    }

    /// True if the dice depend on the lowest total that succeeds.
    pub(crate) fn names_need(&self) -> bool {
        self.dice.names_need()
    }
}

/// The dice, or their error where they are written.
fn at_dice(made: Result<Dice>, reader: &mut Reader<'_>) -> Option<Dice> {
    made.map_or_else(|error| reader.refuse(&DICE, error.into()), Some)
}

/// Reads what one who acts has.
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
    let modifiers = with(plus).map_or(0, |all| counted(&all, reader));
    Some(Acting { level, modifiers, dice: dice? })
}

/// The number that modifiers count; a note says so if they add up to another.
pub(crate) fn counted(modifiers: &Modifiers, reader: &mut Reader<'_>) -> i32 {
    let rules = reader.rules();
    let sums = [ModifierRule::Sum { cap: None }, rules.modifier_rule()].map(|rule| modifiers.total(rule));
    if sums[0] != sums[1] {
        let Remark { reason, remedy, .. } = capped(reader.name(), sums, rules);
        reader.problems().add_notes(&[(reason, remedy)]);
    }
    sums[1]
}

/// The remark on modifiers that add up to one number and count as another.
pub(crate) fn capped(owner: &str, sums: [i32; 2], rules: &Rules) -> Remark {
    let (why, remedy) = match rules.modifier_rule() {
        ModifierRule::Largest => (
            "only the largest bonus and the largest penalty count".to_owned(),
            "set `modifiers = \"sum\"` in [rules] to add them up",
        ),
        ModifierRule::Sum { cap } => (
            format!("`modifier_cap` is {}", cap.unwrap_or_default()),
            "set `modifier_cap = \"none\"` in [rules] to count them in full",
        ),
    };
    let [sum, counted] = sums.map(signed);
    Remark::new(format!("the modifiers of {owner} add up to {sum} and count as {counted}: {why}"), remedy)
}

/// One who acts, with results held within the limits of the rules.
pub(crate) fn made(level: Option<i32>, modifiers: i32, dice: Dice, reader: &mut Reader<'_>) -> Option<Actor> {
    let cap = Cap::of(reader.rules(), reader.context().ladder);
    reader.sound(cap.and_then(|cap| Actor::new(level, modifiers, dice, cap)))
}

/// One who acts against others, with the name shown where it is given.
pub(crate) fn contestant(item: Item<'_>) -> Option<(Contestant, Option<String>)> {
    decode::table(|reader| read_contestant(reader, Acting::alone).map(|(contestant, name, _)| (contestant, name)))(item)
}

/// The same for a side whose dice may depend on the other one's degree: made for a difficulty of Fair, together with its trait and dice.
pub(crate) fn answering(item: Item<'_>) -> Option<(Contestant, Option<String>, Acting)> {
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
    let contestant = reader.sound(made)?;
    let contestant = match luck? {
        Some(luck) => reader.sound(contestant.with_luck(luck))?,
        None => contestant,
    };
    Some((contestant, name, acting))
}

/// The dice that are written, or those of the rules; nothing where they are invalid.
pub(crate) fn own_dice(reader: &mut Reader<'_>, key: &Key<Dice>) -> Option<Dice> {
    if reader.has(key) { reader.read(key) } else { reader.sound(reader.rules().dice.clone().without_need()) }
}

/// The modifiers that are written, after those given; none where they are invalid.
pub(crate) fn own_modifiers(reader: &mut Reader<'_>, besides: Modifiers) -> Option<Modifiers> {
    let mut read = |key: &Key<Named>| reader.read(key).unwrap_or_default().into_iter();
    let (mut situational, uncapped) = (read(&MODIFIERS), read(&UNCAPPED));
    let modifiers = situational.try_fold(besides, |sum, (name, value)| sum.situational(name, value));
    let modifiers = uncapped.fold(modifiers, |sum, (name, value)| sum?.outside(name, value));
    reader.sound(modifiers)
}

/// The level rolled against: given, of a trait that is not listed, or none; nothing where it is invalid.
fn own_level(reader: &mut Reader<'_>) -> Option<Option<i32>> {
    if !reader.has(&UNLISTED) {
        let level = reader.read(&TRAIT);
        return (!reader.has(&TRAIT) || level.is_some()).then_some(level);
    }
    if reader.has(&TRAIT) {
        reader.pass(&TRAIT);
        let problem = Problem::new("`trait` and `unlisted` exclude each other");
        reader.refuse::<()>(&UNLISTED, problem.help("a trait with a level is listed: leave one of them out"));
    }
    let unlisted = reader.read(&UNLISTED)?;
    let levels = reader.rules().default_levels;
    let heeded = levels.heeds_attributes() && unlisted.is_default_skill();
    let high = heeded && reader.read(&HIGH_ATTRIBUTE);
    let level = levels.level(unlisted, high);
    if level.is_none() {
        let problem =
            Problem::new(format!("a `{}` that is not listed does not exist, so it cannot be rolled", unlisted.word()));
        let help = "give it a level with `trait`, or ask for another kind of trait";
        return reader.refuse(&UNLISTED, problem.help(help));
    }
    Some(level)
}

/// The level of a second trait, where there is one; nothing where it is invalid.
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
