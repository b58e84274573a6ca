//! What an exchange leads to, and is still rolled for: the damage of blows, and what befalls fighters besides (M6, M8,
//! A16).

use super::compile::Fight;
use super::event::{Detail, Event, Fired, Observer};
use super::state::{Blow, HitModifiers, Roster, State};
use super::status::{RollModifiers, WeaponState};
use super::suffer::Cut;
use crate::chance::{Ask, Chance, Purpose};
use crate::dice::{Dice, Pmf};
use crate::error::Result;
use crate::rules::{AllOut, CalledShots, FightCriticals, Harm, Mischance, PARTS, Rules};
use std::collections::VecDeque;

/// Something that an exchange leads to, for which there is a roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum PendingRoll {
    /// A blow has landed.
    Blow(Blow),
    /// A natural critical befalls somebody (A16).
    Critical {
        /// Who rolled it.
        by: u16,
        /// Whom it befalls.
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
    /// The same, told from other criticals of the round.
    pub(super) fn told_apart(self, by: u16) -> Self {
        match self {
            Self::Critical { by: who, whom, bare, key } => Self::Critical { by: who, whom, bare, key: key + by },
            other => other,
        }
    }
}

/// Something that befell a fighter in an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Affected {
    /// Whom it befell.
    pub who: u16,
    /// What.
    pub what: Effect,
}

impl Affected {
    /// Fudge points are spent.
    pub(super) const fn points(who: u16, points: u8) -> Self {
        Self { who, what: Effect::Points(points) }
    }
}

/// What may befall a fighter in an exchange besides wounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Effect {
    /// All rolls of the next round change by so much (M8, A16).
    Shaken(i8),
    /// The next round is spent without harming or defending (A16).
    Blinded,
    /// The armor counts no more (A16).
    ArmorGone,
    /// The armor did not count in this exchange (A16).
    ArmorIgnored,
    /// The weapon is dropped (A16).
    WeaponDropped,
    /// The weapon is damaged (A16).
    WeaponDamaged,
    /// So many Fudge points are spent (P7).
    Points(u8),
    /// A part of the body, by its place among [`PARTS`], suffers (M6).
    Part(u8, Harm),
    /// A blow to the head knocks out: it is told, and its wound is the blow's (W19).
    KnockedOut,
}

/// A natural result that is critical (A7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Natural {
    Success,
    Failure,
}

/// What natural criticals do (A16).
#[derive(Debug, Clone)]
pub(super) struct Criticals {
    /// The dice of the table.
    dice: Dice,
    effects: [Mischance; 11],
}

impl Criticals {
    pub(super) fn compile(rules: &Rules) -> Result<Option<Self>> {
        if rules.fight_criticals == FightCriticals::Off {
            return Ok(None);
        }
        let die = Pmf::uniform(&[1, 2, 3, 4, 5, 6])?;
        let dice = Dice::new("2d6", die.convolve(&die)?);
        Ok(Some(Self { dice, effects: rules.critical_effects }))
    }
}

/// What an exchange leads to, found roll by roll.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct PendingRolls {
    open: VecDeque<PendingRoll>,
    /// Blows with their damage.
    cuts: Vec<Cut>,
    affected: Vec<Affected>,
    /// Whose armor does not count, and against whose blows; none = anybody's.
    pierced: Vec<(Option<u16>, u16)>,
}

impl PendingRolls {
    pub(super) fn add(&mut self, claims: impl IntoIterator<Item = PendingRoll>) {
        self.open.extend(claims);
    }

    pub(super) fn is_over(&self) -> bool {
        self.open.is_empty()
    }

    /// What befell fighters already.
    pub(super) fn befall(&mut self, affected: impl IntoIterator<Item = Affected>) {
        self.affected.extend(affected);
    }

    /// Who hits whom.
    pub(super) fn hits(&self) -> Vec<[u16; 2]> {
        let hit =
            |claim: &PendingRoll| if let PendingRoll::Blow(blow) = claim { Some([blow.by, blow.target]) } else { None };
        self.open.iter().filter_map(hit).collect()
    }

    /// The only blow, or none, where nothing else is due and nothing befell.
    pub(super) fn plain(&self) -> Option<Option<Blow>> {
        match (self.open.front(), self.open.len()) {
            _ if !self.affected.is_empty() => None,
            (None, _) => Some(None),
            (Some(PendingRoll::Blow(blow)), 1) if blow.hit_modifiers.is_on_body() => Some(Some(*blow)),
            _ => None,
        }
    }

    /// What comes next is rolled for.
    pub(super) fn advance(&mut self, fight: &Fight, chance: &mut impl Chance, observer: &mut impl Observer) {
        match self.open.pop_front() {
            Some(PendingRoll::Blow(blow)) => self.strike(fight, blow, chance, observer),
            Some(PendingRoll::Critical { by, whom, bare, key }) => {
                let effect = fight.critical_effect(by, key, chance);
                let befell = effect.and_then(|(_, effect)| befell(effect));
                observer.note(Event::Fired { who: by, what: Fired::Critical });
                observer.detail(Detail::Affected { who: whom, roll: effect.map(|(roll, _)| roll), what: befell });
                match befell {
                    Some(Effect::ArmorIgnored) if !bare => {
                        self.pierced.push((Some(by).filter(|by| *by != whom), whom));
                    }
                    Some(Effect::ArmorIgnored) | None => {}
                    Some(what) => self.affected.push(Affected { who: whom, what }),
                }
            }
            Some(PendingRoll::Lookout { who, held }) => {
                self.affected.extend(fight.look_out(who, &held, chance, observer))
            }
            None => {}
        }
    }

    /// A blow falls: on the body, or on a part of it.
    fn strike(&mut self, fight: &Fight, blow: Blow, chance: &mut impl Chance, observer: &mut impl Observer) {
        let Blow { by, target, .. } = blow;
        let pierces = |(from, whom): &(Option<u16>, u16)| *whom == target && from.is_none_or(|from| from == by);
        let armor = if self.pierced.iter().any(pierces) { fight.armor([by, target]) } else { 0 };
        let blow = Blow {
            hit_modifiers: HitModifiers {
                factor: blow.hit_modifiers.factor.saturating_add(armor),
                ..blow.hit_modifiers
            },
            ..blow
        };
        let (severity, roll) = fight.rolled_damage(blow, chance, observer);
        if blow.hit_modifiers.is_on_body() {
            self.cuts.push(fight.cut_of(blow, (severity, roll)));
            return;
        }
        let what = Effect::Part(blow.hit_modifiers.part - 1, fight.harm(blow, severity));
        observer.note(Event::Fired { who: by, what: Fired::CalledShot });
        observer.detail(Detail::Affected { who: target, roll: None, what: Some(what) });
        self.affected.push(Affected { who: target, what });
    }

    /// The blows and what else befell, once all is found.
    pub(super) fn into_parts(self) -> (Vec<Cut>, Vec<Affected>) {
        (self.cuts, self.affected)
    }
}

impl Fight {
    /// What one in all-out defense may gain, who held against these (M8, reading 20).
    pub(super) fn lookout(&self, who: u16, held: Vec<u16>) -> Option<PendingRoll> {
        self.rules.advantage?;
        let due = match self.rules.all_out {
            AllOut::Off => false,
            AllOut::Srd => !held.is_empty(),
            AllOut::Fudge1993 => true,
        };
        due.then_some(PendingRoll::Lookout { who, held })
    }

    /// A check of Perception, without wounds: the foes are at a disadvantage next round, or who made it at an advantage.
    fn look_out(
        &self,
        who: u16,
        held: &[u16],
        chance: &mut impl Chance,
        observer: &mut impl Observer,
    ) -> Vec<Affected> {
        let perception = [self.kind(who).perception, 0];
        let test = self.tested(Ask::new(who, Purpose::Advantage), perception, self.rules.advantage, chance, observer);
        if test.passed() {
            observer.note(Event::Fired { who, what: Fired::Advantage });
        }
        match self.rules.all_out {
            _ if !test.passed() => Vec::new(),
            AllOut::Fudge1993 => vec![Affected { who, what: Effect::Shaken(1) }],
            _ => held.iter().map(|&foe| Affected { who: foe, what: Effect::Shaken(-1) }).collect(),
        }
    }

    /// Whether a natural result is critical in a fight; who does not roll has none (A7, reading 10).
    #[inline(always)]
    pub(super) fn critical_of(&self, who: u16, roll: i32) -> Option<Natural> {
        if self.criticals.is_none() || self.kind(who).steady {
            return None;
        }
        let success = self.rules.critical_success.is_some_and(|least| roll >= least);
        let failure = self.rules.critical_failure.is_some_and(|most| roll <= most);
        match (success, failure) {
            (true, _) => Some(Natural::Success),
            (_, true) => Some(Natural::Failure),
            _ => None,
        }
    }

    /// Whom a critical befalls: of who rolled it and the foe, each with whether the armor is gone (A16).
    pub(super) fn critical(&self, natural: Natural, [own, foe]: [(u16, bool); 2]) -> PendingRoll {
        let (whom, bare) = if natural == Natural::Success { foe } else { own };
        PendingRoll::Critical { by: own.0, whom, bare, key: foe.0 }
    }

    /// What the table says; none where there is none.
    fn critical_effect(&self, by: u16, key: u16, chance: &mut impl Chance) -> Option<(i32, Mischance)> {
        let Criticals { dice, effects } = self.criticals.as_ref()?;
        let roll = chance.roll(Ask::against(by, key, Purpose::Critical), dice);
        Some((roll, effects[(roll - 2) as usize]))
    }

    /// What sets a blow apart before it lands: what stances add, what has become of weapon and armor, what is aimed at.
    #[inline(always)]
    pub(super) fn hit_modifiers(&self, pair: [u16; 2], modifiers: [RollModifiers; 2], bonus: i8) -> HitModifiers {
        let armor = if modifiers[1].bare { self.armor(pair) } else { 0 };
        let part = self.tactics.stance(modifiers[0].stance).aim;
        let inside = modifiers[0].inside;
        let hide = self.kind(pair[1]).abilities.swallow.filter(|_| inside).map_or(0, |swallow| swallow.defense);
        let factor = modifiers[0].force.saturating_add(armor).saturating_sub_unsigned(hide);
        HitModifiers { bonus, factor, part, through: 0, inside }
    }

    /// What the second's armor takes from the damage factor of the first.
    fn armor(&self, [by, target]: [u16; 2]) -> i8 {
        self.matchup(by, target).strike.armor.clamp(i8::MIN.into(), i8::MAX.into()) as i8
    }

    /// The same for a blow that lands: whether it hits the part it was aimed at, or gives back what aiming took (M5, M6).
    #[inline(always)]
    pub(super) fn aimed(&self, hit_modifiers: HitModifiers, relative: i32, rolled: i32) -> HitModifiers {
        if hit_modifiers.part == 0 {
            return hit_modifiers;
        }
        let rule = self.rules.called_shots;
        let reaches = self.rules.called_minimum.is_none_or(|least| rolled >= least);
        let hit = match PARTS.get(usize::from(hit_modifiers.part) - 1) {
            None => reaches,
            Some(part) => {
                rule == CalledShots::Result && reaches || rule == CalledShots::Degree && relative >= part.degree
            }
        };
        let ordinary = !(hit || self.grazes && relative <= 1);
        let bonus = hit_modifiers.bonus + i8::from(ordinary && rule == CalledShots::Fudge1993);
        HitModifiers { bonus, part: if hit { hit_modifiers.part } else { 0 }, ..hit_modifiers }
    }

    /// What a blow does to the part of the body it hits: by its wound level. Just reached, a part is at most Hurt, unless
    /// the attacker is much larger (SRD 4.35; reading: by 3 levels of Scale).
    fn harm(&self, blow: Blow, severity: u8) -> Harm {
        let levels = &self.rules.record.levels;
        let at = usize::from(severity).min(levels.len());
        let Some(level) = at.checked_sub(1).map(|at| &levels[at]) else { return Harm::None };
        let harm = match level {
            level if level.out => Harm::Incapacitated,
            level if level.penalty < 0 => Harm::Hurt,
            _ => Harm::Scratched,
        };
        let needed = PARTS[usize::from(blow.hit_modifiers.part) - 1].degree;
        let just = self.rules.called_shots == CalledShots::Degree && i32::from(blow.degree) == needed;
        let much_larger = self.matchups[usize::from(blow.matchup)].strike.scale >= 3;
        if just && !much_larger { harm.min(Harm::Hurt) } else { harm }
    }

    /// What befell fighters in an exchange.
    pub(super) fn befall<R: Roster>(&self, state: &mut State<R>, affected: &[Affected]) {
        for &Affected { who, what } in affected {
            let status = &mut state.fighters.bodies_mut()[usize::from(who)].status;
            match what {
                Effect::Shaken(by) => status.shaken[1] = status.shaken[1].saturating_add(by),
                Effect::Blinded => status.blinded[1] = true,
                Effect::ArmorGone => status.bare = true,
                Effect::ArmorIgnored | Effect::KnockedOut => {}
                Effect::Points(points) => status.points = status.points.saturating_add(points),
                Effect::WeaponDropped => status.weapon = WeaponState::Dropped,
                Effect::WeaponDamaged => status.weapon = status.weapon.max(WeaponState::Damaged),
                Effect::Part(part, harm) => {
                    let suffered = &mut status.parts[usize::from(part)];
                    *suffered = harm.max(*suffered);
                    if *suffered == Harm::Incapacitated && PARTS[usize::from(part)].holds_weapon {
                        status.weapon = WeaponState::Dropped;
                    }
                }
            }
        }
    }
}

/// What an effect of a critical is to a fighter.
fn befell(effect: Mischance) -> Option<Effect> {
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
