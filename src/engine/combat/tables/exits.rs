//! The exits from a fight that its fighters may take, other than by wounds.

use super::compiled_fighter::CompiledFighter;
use crate::combat::condition::Exit;
use crate::combat::fighter::{Cast, Fighter, SpellEffect};
use crate::rules::effects::{Doom, HazardEffect};
use crate::rules::own::LeavingMethod;
use crate::rules::{Evasion, Rules};

/// The exits that are possible in a fight.
#[derive(Debug, Clone)]
pub struct Exits {
    /// For each stat block, its possible exits other than by wounds.
    pub by_block: Vec<Vec<Exit>>,
    /// Whether any stat block has a possible exit.
    pub(crate) any: bool,
    /// Whether fighters may flee because of their side's losses or their own wounds.
    pub(crate) routs: bool,
}

impl Exits {
    /// The exits of each stat block of `cast`, from its own keys and the abilities of its foes. `kinds` has the
    /// compiled fighter of each stat block.
    pub(super) fn compile(cast: &Cast, kinds: &[&CompiledFighter], rules: &Rules) -> Self {
        let of = |(block, kind): (&Fighter, &&CompiledFighter)| {
            let own = &kind.fighter;
            let friends = cast.fighters.iter().filter(|friend| friend.side == block.side);
            let foes = |has: &dyn Fn(&Fighter) -> bool| {
                let sides = cast.fighters.iter().map(|foe| foe.side);
                sides.zip(kinds).any(|(side, foe)| side != block.side && has(&foe.fighter))
            };
            let doomed = |exit| {
                let brought = own.begins_poisoned.is_some_and(|poison| Exit::caused_by(poison.doom) == Some(exit));
                brought || foes(&|foe| dooms(foe).any(|doom| Exit::caused_by(doom) == Some(exit)))
            };
            let may = |exit: &Exit| match exit {
                Exit::Absent => own.arrives > 1,
                Exit::Ungrown => own.abilities.heads.is_some(),
                Exit::GotAway => {
                    let afraid = doomed(Exit::GotAway) && !own.abilities.immune_to_fear;
                    afraid || block.may_flee(friends.clone()) || own.morale.is_some()
                }
                Exit::Surrendered => kind.yields || own.leaves.iter().any(|leaves| leaves.how != LeavingMethod::Flees),
                Exit::Collapsed => own.evades_at.is_some() && rules.evasion == Evasion::Heroic,
                Exit::Fainted => own.spells.iter().any(|spell| spell.system.may_faint()),
                Exit::Removed => foes(&|foe| foe.spells.iter().any(|spell| spell.effect == SpellEffect::Removes)),
                Exit::KnockedOut => foes(&|foe| foe.stuns),
                Exit::Swallowed => foes(&|foe| foe.abilities.swallow.is_some()),
                Exit::Paralyzed | Exit::Petrified | Exit::Charmed | Exit::Blinded => doomed(*exit),
            };
            Exit::ALL.iter().copied().filter(may).collect()
        };
        let by_block: Vec<Vec<Exit>> = cast.fighters.iter().zip(kinds).map(of).collect();
        let routs = kinds.iter().any(|kind| kind.fighter.flees.is_some());
        Self { any: by_block.iter().any(|own| !own.is_empty()), by_block, routs }
    }

    /// The exits that any fighter of the fight may take, in the order of [`Exit::ALL`].
    pub fn all(&self) -> impl Iterator<Item = Exit> {
        Exit::ALL.iter().copied().filter(|exit| self.by_block.iter().any(|own| own.contains(exit)))
    }
}

/// The effects by which a fighter can put foes out of action without a wound.
fn dooms(fighter: &Fighter) -> impl Iterator<Item = Doom> {
    let abilities = &fighter.abilities;
    let hazards = abilities.hazards.iter().flatten().filter_map(|hazard| match hazard.effect {
        HazardEffect::Doom(doom) => Some(doom),
        HazardEffect::Sickness(_) => None,
    });
    let blood = fighter.blood.as_ref().map(|blood| blood.doom);
    hazards.chain(abilities.poison.map(|poison| poison.doom)).chain(blood)
}
