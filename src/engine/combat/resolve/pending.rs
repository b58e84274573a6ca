//! Rolls that follow from an exchange: for the damage of blows, and for other effects (M6, M8, A16).

use super::blow::armor_reduction;
use super::damage::{harm, rolled_damage, wound_of};
use super::trait_roll::roll_test;
use crate::chance::{Ask, Chance, Purpose};
use crate::combat::event::{Detail, Event, Fired, Observer};
use crate::combat::hit::{Affected, Blow, HitEffect, HitModifiers, Natural, Wound};
use crate::combat::tables::{CriticalTable, Fight};
use crate::rules::{AllOut, Mischance};
use smallvec::SmallVec;

/// A roll that follows from an exchange.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum PendingRoll {
    /// The damage of a blow that has landed.
    Blow(Blow),
    /// The effect of a natural critical (A16).
    Critical {
        /// The fighter who rolled the critical.
        by: u16,
        /// The fighter who suffers its effect.
        whom: u16,
        /// Whether the armor of `whom` is already gone.
        bare: bool,
        /// A number that distinguishes the critical from others of the same fighter in the round.
        key: u16,
    },
    /// The roll of a fighter in all-out defense to find an advantage (M8).
    Lookout {
        who: u16,
        /// The foes whose attacks the fighter's defense has stopped.
        held: Vec<u16>,
    },
}

impl PendingRoll {
    /// Adds `by` to the key of a critical, to distinguish it from another critical of the same fighter in the round.
    /// Other rolls stay unchanged.
    pub(crate) fn with_distinct_key(self, by: u16) -> Self {
        match self {
            Self::Critical { by: who, whom, bare, key } => Self::Critical { by: who, whom, bare, key: key + by },
            other => other,
        }
    }
}

/// The rolls that follow from an exchange, and their results so far.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct PendingRolls {
    /// The rolls that remain; rarely more than one.
    open: SmallVec<[PendingRoll; 1]>,
    /// Wounds of the blows rolled so far.
    wounds: Vec<Wound>,
    /// Effects on fighters other than wounds.
    affected: Vec<Affected>,
    /// Targets whose armor does not count in this exchange, each after the only attacker who benefits from it; `None`
    /// if all attackers do.
    pierced: Vec<(Option<u16>, u16)>,
}

impl PendingRolls {
    /// Adds rolls, which are made in this order.
    pub(crate) fn add(&mut self, rolls: impl IntoIterator<Item = PendingRoll>) {
        rolls.into_iter().for_each(|roll| self.open.push(roll));
    }

    /// Whether no rolls remain.
    pub(crate) fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// Adds effects that need no roll.
    pub(crate) fn affect(&mut self, affected: impl IntoIterator<Item = Affected>) {
        self.affected.extend(affected);
    }

    /// Attacker and target of each blow that has landed and whose damage has not been rolled yet.
    pub(crate) fn hits(&self) -> Vec<[u16; 2]> {
        let hit =
            |roll: &PendingRoll| if let PendingRoll::Blow(blow) = roll { Some([blow.by, blow.target]) } else { None };
        self.open.iter().filter_map(hit).collect()
    }

    /// Whether a blow has landed whose damage has not been rolled yet.
    pub(crate) fn has_hit(&self) -> bool {
        self.open.iter().any(|roll| matches!(roll, PendingRoll::Blow(_)))
    }

    /// Recognizes the usual cases. `Some(Some(blow))` if the damage of a single blow to the body is all that follows.
    /// `Some(None)` if nothing follows. `None` if there is any other roll or effect.
    pub(crate) fn plain(&self) -> Option<Option<Blow>> {
        match (self.open.first(), self.open.len()) {
            _ if !self.affected.is_empty() => None,
            (None, _) => Some(None),
            (Some(PendingRoll::Blow(blow)), 1) if blow.hit_modifiers.is_on_body() => Some(Some(*blow)),
            _ => None,
        }
    }

    /// Makes the next roll.
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
                    Some(HitEffect::ArmorIgnored) if !bare => {
                        self.pierced.push((Some(by).filter(|by| *by != whom), whom));
                    }
                    Some(HitEffect::ArmorIgnored) | None => {}
                    Some(what) => self.affected.push(Affected { who: whom, what }),
                }
            }
            Some(PendingRoll::Lookout { who, held }) => {
                self.affected.extend(roll_for_advantage(fight, who, &held, chance, observer));
            }
            None => {}
        }
    }

    /// Rolls the damage of a blow, and stores the wound, or the harm to the body part that it hits.
    fn land(&mut self, fight: &Fight, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Blow { by, target, .. } = blow;
        let pierces = |(from, whom): &(Option<u16>, u16)| *whom == target && from.is_none_or(|from| from == by);
        let armor = if self.pierced.iter().any(pierces) { armor_reduction(fight, [by, target]) } else { 0 };
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
        let what = HitEffect::Part(blow.hit_modifiers.part - 1, harm(fight, blow, severity));
        observer.note(Event::Fired { who: by, what: Fired::CalledShot });
        observer.detail(Detail::Affected { who: target, roll: None, what: Some(what) });
        self.affected.push(Affected { who: target, what });
    }

    /// The wounds and the other effects.
    pub(crate) fn into_parts(self) -> (Vec<Wound>, Vec<Affected>) {
        (self.wounds, self.affected)
    }
}

/// The effect that an entry of the table of criticals has on a fighter; `None` if it has none.
fn effect_of(effect: Mischance) -> Option<HitEffect> {
    Some(match effect {
        Mischance::Blinded => HitEffect::Blinded,
        Mischance::Fallen => HitEffect::Shaken(-2),
        Mischance::ArmorGone => HitEffect::ArmorGone,
        Mischance::ArmorIgnored => HitEffect::ArmorIgnored,
        Mischance::OffBalance => HitEffect::Shaken(-1),
        Mischance::WeaponDropped => HitEffect::WeaponDropped,
        Mischance::WeaponDamaged => HitEffect::WeaponDamaged,
        Mischance::Nothing => return None,
    })
}

/// The roll of the fighter `who`, in all-out defense, to find an advantage. `held` are the foes whose attacks its
/// defense has stopped. `None` if no roll is due (M8, reading 20).
pub(crate) fn advantage_roll(fight: &Fight, who: u16, held: Vec<u16>) -> Option<PendingRoll> {
    fight.rules.advantage?;
    let due = match fight.rules.all_out {
        AllOut::Off => false,
        AllOut::Srd => !held.is_empty(),
        AllOut::Fudge1993 => true,
    };
    due.then_some(PendingRoll::Lookout { who, held })
}

/// Rolls the fighter's Perception without wound penalties. If the roll succeeds, the fighter has an advantage in the
/// next round, or the foes in `held` have a disadvantage; this depends on the rules.
fn roll_for_advantage(
    fight: &Fight,
    who: u16,
    held: &[u16],
    chance: &mut impl Chance,
    observer: &mut impl Observer,
) -> Vec<Affected> {
    let perception = [fight.roster.kind(who).fighter.perception, 0];
    let test = roll_test(fight, Ask::new(who, Purpose::Advantage), perception, fight.rules.advantage, chance, observer);
    if test.passed() {
        observer.note(Event::Fired { who, what: Fired::Advantage });
    }
    match fight.rules.all_out {
        _ if !test.passed() => Vec::new(),
        AllOut::Fudge1993 => vec![Affected { who, what: HitEffect::Shaken(1) }],
        _ => held.iter().map(|&foe| Affected { who: foe, what: HitEffect::Shaken(-1) }).collect(),
    }
}

/// The critical that the fighter `who` rolled with the natural result `roll`. `None` for an ordinary result, and if the
/// fight has no table of criticals. Dice that always show the same cause no criticals (A7, reading 10).
#[inline(always)]
pub(crate) fn critical_of(fight: &Fight, who: u16, roll: i32) -> Option<Natural> {
    if fight.criticals.is_none() || fight.roster.kind(who).steady {
        return None;
    }
    let failure = fight.rules.critical_failure.is_some_and(|most| roll <= most);
    match (fight.is_critical_success(who, roll), failure) {
        (true, _) => Some(Natural::Success),
        (_, true) => Some(Natural::Failure),
        _ => None,
    }
}

/// The roll for the effect of a critical. After a success, the foe suffers the effect; after a failure, the fighter who
/// rolled it does. `own` and `foe` are these two fighters, each with whether its armor is gone (A16).
pub(crate) fn critical_roll(natural: Natural, [own, foe]: [(u16, bool); 2]) -> PendingRoll {
    let (whom, bare) = if natural == Natural::Success { foe } else { own };
    PendingRoll::Critical { by: own.0, whom, bare, key: foe.0 }
}

/// Rolls on the table of criticals, and returns the roll with its entry. `None` if the rules have no table.
fn critical_effect(fight: &Fight, by: u16, key: u16, chance: &mut impl Chance) -> Option<(i32, Mischance)> {
    let CriticalTable { dice, effects } = fight.criticals.as_ref()?;
    let roll = chance.roll(Ask::against(by, key, Purpose::Critical), dice);
    Some((roll, effects[(roll - 2) as usize]))
}
