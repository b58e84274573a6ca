//! What an exchange leads to, and is still rolled for: the damage of blows, and other effects (M6, M8,
//! A16).

use super::blow::armor;
use super::damage::{harm, rolled_damage, wound_of};
use super::test::tested;
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::{Affected, Blow, Effect, HitModifiers, Natural, Wound};
use crate::combat::tables::{CriticalTable, Fight};
use crate::rules::{AllOut, Mischance};
use smallvec::SmallVec;

/// Something that an exchange leads to, for which there is a roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PendingRoll {
    /// A blow has landed.
    Blow(Blow),
    /// A natural critical takes effect (A16).
    Critical {
        /// Who rolled it.
        by: u16,
        /// Who suffers it.
        whom: u16,
        /// Whether that one's armor is gone already.
        bare: bool,
        /// Tells it from others of the round.
        key: u16,
    },
    /// One in all-out defense looks out for an advantage (M8).
    Lookout {
        /// Who.
        who: u16,
        /// The foes that it held against.
        held: Vec<u16>,
    },
}

impl PendingRoll {
    /// The same, with another key than other criticals of the round.
    pub(crate) fn told_apart(self, by: u16) -> Self {
        match self {
            Self::Critical { by: who, whom, bare, key } => Self::Critical { by: who, whom, bare, key: key + by },
            other => other,
        }
    }
}

/// What an exchange leads to, found roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct PendingRolls {
    /// Hardly ever more than one.
    open: SmallVec<[PendingRoll; 1]>,
    /// Blows with their damage.
    wounds: Vec<Wound>,
    affected: Vec<Affected>,
    /// Whose armor does not count, and against whose blows; none = anybody's.
    pierced: Vec<(Option<u16>, u16)>,
}

impl PendingRolls {
    pub(crate) fn add(&mut self, rolls: impl IntoIterator<Item = PendingRoll>) {
        rolls.into_iter().for_each(|roll| self.open.push(roll));
    }

    pub(crate) fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// Adds effects that are certain already.
    pub(crate) fn affect(&mut self, affected: impl IntoIterator<Item = Affected>) {
        self.affected.extend(affected);
    }

    /// Who hits whom.
    pub(crate) fn hits(&self) -> Vec<[u16; 2]> {
        let hit =
            |roll: &PendingRoll| if let PendingRoll::Blow(blow) = roll { Some([blow.by, blow.target]) } else { None };
        self.open.iter().filter_map(hit).collect()
    }

    /// Whether anybody hits.
    pub(crate) fn hit(&self) -> bool {
        self.open.iter().any(|roll| matches!(roll, PendingRoll::Blow(_)))
    }

    /// The only blow, or none, where nothing else is to be rolled for and nobody is affected.
    pub(crate) fn plain(&self) -> Option<Option<Blow>> {
        match (self.open.first(), self.open.len()) {
            _ if !self.affected.is_empty() => None,
            (None, _) => Some(None),
            (Some(PendingRoll::Blow(blow)), 1) if blow.hit_modifiers.is_on_body() => Some(Some(*blow)),
            _ => None,
        }
    }

    /// What comes next is rolled for.
    pub(crate) fn advance(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        let next = (!self.open.is_empty()).then(|| self.open.remove(0));
        match next {
            Some(PendingRoll::Blow(blow)) => self.land(fight, blow, chance, observer),
            Some(PendingRoll::Critical { by, whom, bare, key }) => {
                let effect = critical_effect(fight, by, key, chance);
                let result = effect.and_then(|(_, effect)| effect_of(effect));
                observer.note(Event::Fired { who: by, what: Fired::Critical });
                observer.detail(Detail::Affected { who: whom, roll: effect.map(|(roll, _)| roll), what: result });
                match result {
                    Some(Effect::ArmorIgnored) if !bare => {
                        self.pierced.push((Some(by).filter(|by| *by != whom), whom));
                    }
                    Some(Effect::ArmorIgnored) | None => {}
                    Some(what) => self.affected.push(Affected { who: whom, what }),
                }
            }
            Some(PendingRoll::Lookout { who, held }) => {
                self.affected.extend(look_out(fight, who, &held, chance, observer));
            }
            None => {}
        }
    }

    /// A blow falls: on the body, or on a part of it.
    fn land(&mut self, fight: &Fight, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Blow { by, target, .. } = blow;
        let pierces = |(from, whom): &(Option<u16>, u16)| *whom == target && from.is_none_or(|from| from == by);
        let armor = if self.pierced.iter().any(pierces) { armor(fight, [by, target]) } else { 0 };
        let blow = Blow {
            hit_modifiers: HitModifiers {
                factor: blow.hit_modifiers.factor.saturating_add(armor),
                ..blow.hit_modifiers
            },
            ..blow
        };
        let (severity, roll) = rolled_damage(fight, blow, chance, observer);
        if blow.hit_modifiers.is_on_body() {
            self.wounds.push(wound_of(fight, blow, (severity, roll)));
            return;
        }
        let what = Effect::Part(blow.hit_modifiers.part - 1, harm(fight, blow, severity));
        observer.note(Event::Fired { who: by, what: Fired::CalledShot });
        observer.detail(Detail::Affected { who: target, roll: None, what: Some(what) });
        self.affected.push(Affected { who: target, what });
    }

    /// The wounds and other effects, once all is found.
    pub(crate) fn into_parts(self) -> (Vec<Wound>, Vec<Affected>) {
        (self.wounds, self.affected)
    }
}

/// What an effect of a critical is to a fighter.
fn effect_of(effect: Mischance) -> Option<Effect> {
    Some(match effect {
        Mischance::Blinded => Effect::Blinded,
        Mischance::Fallen => Effect::Shaken(-2),
        Mischance::ArmorGone => Effect::ArmorGone,
        Mischance::ArmorIgnored => Effect::ArmorIgnored,
        Mischance::OffBalance => Effect::Shaken(-1),
        Mischance::WeaponDropped => Effect::WeaponDropped,
        Mischance::WeaponDamaged => Effect::WeaponDamaged,
        Mischance::Nothing => return None,
    })
}

/// What one in all-out defense may gain, who held against these (M8, reading 20).
pub(crate) fn lookout(fight: &Fight, who: u16, held: Vec<u16>) -> Option<PendingRoll> {
    fight.rules.advantage?;
    let due = match fight.rules.all_out {
        AllOut::Off => false,
        AllOut::Srd => !held.is_empty(),
        AllOut::Fudge1993 => true,
    };
    due.then_some(PendingRoll::Lookout { who, held })
}

/// A check of Perception, without wounds: the foes are at a disadvantage next round, or who made it at an advantage.
fn look_out(
    fight: &Fight,
    who: u16,
    held: &[u16],
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Vec<Affected> {
    let perception = [fight.kind(who).fighter.perception, 0];
    let test = tested(fight, Ask::new(who, Purpose::Advantage), perception, fight.rules.advantage, chance, observer);
    if test.passed() {
        observer.note(Event::Fired { who, what: Fired::Advantage });
    }
    match fight.rules.all_out {
        _ if !test.passed() => Vec::new(),
        AllOut::Fudge1993 => vec![Affected { who, what: Effect::Shaken(1) }],
        _ => held.iter().map(|&foe| Affected { who: foe, what: Effect::Shaken(-1) }).collect(),
    }
}

/// Whether a natural result is critical in a fight; who does not roll has none (A7, reading 10).
#[inline(always)]
pub(crate) fn critical_of(fight: &Fight, who: u16, roll: i32) -> Option<Natural> {
    if fight.criticals.is_none() || fight.kind(who).steady {
        return None;
    }
    let success = fight.rules.critical_success.is_some_and(|least| roll >= least);
    let failure = fight.rules.critical_failure.is_some_and(|most| roll <= most);
    match (success, failure) {
        (true, _) => Some(Natural::Success),
        (_, true) => Some(Natural::Failure),
        _ => None,
    }
}

/// Who suffers a critical: whoever rolled it or the foe, each with whether the armor is gone (A16).
pub(crate) fn critical_roll(natural: Natural, [own, foe]: [(u16, bool); 2]) -> PendingRoll {
    let (whom, bare) = if natural == Natural::Success { foe } else { own };
    PendingRoll::Critical { by: own.0, whom, bare, key: foe.0 }
}

/// What the table says; none where there is none.
fn critical_effect(fight: &Fight, by: u16, key: u16, chance: &mut impl Chance) -> Option<(i32, Mischance)> {
    let CriticalTable { dice, effects } = fight.criticals.as_ref()?;
    let roll = chance.roll(Ask::against(by, key, Purpose::Critical), dice);
    Some((roll, effects[(roll - 2) as usize]))
}
