//! Exits from a fight other than by wounds: the ones that a fighter may take, and the one that it took.

use super::Fight;
use super::kind::CompiledFighter;
use crate::combat::condition::{Body, Exit};
use crate::combat::fighter::{Fighter, SpellEffect};
use crate::rules::effects::{Bane, Doom};
use crate::rules::own::Leave;
use crate::rules::{Condition, Evasion, Rules};

/// Possible exits of each stat block, from its own keys and the abilities of its foes. `kinds` has the compiled fighter
/// of each stat block.
pub(crate) fn exits(blocks: &[Fighter], kinds: &[&CompiledFighter], rules: &Rules) -> Vec<Vec<Exit>> {
    let of = |(own, kind): (&Fighter, &&CompiledFighter)| {
        let friends = blocks.iter().filter(|friend| friend.side == own.side);
        let foes = |has: &dyn Fn(&Fighter) -> bool| blocks.iter().any(|foe| foe.side != own.side && has(foe));
        let doomed = |exit| {
            let brought = own.begins_poisoned.is_some_and(|poison| Exit::by(poison.doom) == Some(exit));
            brought || foes(&|foe| dooms(foe).any(|doom| Exit::by(doom) == Some(exit)))
        };
        let may = |exit: &Exit| match exit {
            Exit::Absent => own.arrives > 1,
            Exit::Ungrown => own.abilities.heads.is_some(),
            Exit::GotAway => {
                let afraid = doomed(Exit::GotAway) && !own.abilities.immune_to_fear;
                afraid || own.may_flee(friends.clone()) || kind.fighter.morale.is_some()
            }
            Exit::Surrendered => kind.yields || own.leaves.iter().any(|leaves| leaves.how != Leave::Flees),
            Exit::Collapsed => own.evades_at.is_some() && rules.evasion == Evasion::Heroic,
            Exit::Fainted => own.spells.iter().any(|spell| spell.system.may_faint()),
            Exit::Removed => foes(&|foe| foe.spells.iter().any(|spell| spell.effect == SpellEffect::Removes)),
            Exit::KnockedOut => foes(&|foe| foe.stuns),
            Exit::Swallowed => foes(&|foe| foe.abilities.swallow.is_some()),
            Exit::Paralyzed | Exit::Petrified | Exit::Charmed | Exit::Blinded => doomed(*exit),
        };
        Exit::ALL.iter().copied().filter(may).collect()
    };
    blocks.iter().zip(kinds).map(of).collect()
}

/// The effects by which a fighter can put foes out of action without a wound.
fn dooms(fighter: &Fighter) -> impl Iterator<Item = Doom> {
    let abilities = &fighter.abilities;
    let hazards = abilities.hazards.iter().flatten().filter_map(|hazard| match hazard.bane {
        Bane::Doom(doom) => Some(doom),
        Bane::Sickness(_) => None,
    });
    let blood = fighter.blood.as_ref().map(|blood| blood.doom);
    hazards.chain(abilities.poison.map(|poison| poison.doom)).chain(blood)
}

impl Fight {
    /// Possible exits of the stat block with index `entry`.
    pub fn exits_of(&self, entry: usize) -> &[Exit] {
        &self.exits[entry]
    }

    /// The exits that any fighter of the fight may take, in the order of [`Exit::ALL`].
    pub fn exits(&self) -> impl Iterator<Item = Exit> {
        Exit::ALL.iter().copied().filter(|exit| self.exits.iter().any(|own| own.contains(exit)))
    }

    /// The lowest wound level that puts a fighter out of action. The fighter may yield at a lower one.
    pub fn out_at(&self, who: u16) -> u8 {
        self.kind(who).out_at
    }

    /// Whether a fighter in this condition has yielded, although its wounds alone would not put it out of action (C13).
    pub fn yields_with(&self, who: u16, condition: Condition) -> bool {
        !condition.fit && condition.level < self.kind(who).out_at
    }

    /// The way in which a fighter left the fight; `None` if it is fit, or if wounds put it out of action. If it has
    /// such a wound and an exit, the wound counts, except for a fighter who was swallowed and digested.
    pub fn exit(&self, who: u16, body: &Body) -> Option<Exit> {
        if self.is_fit(who, body) {
            return None;
        }
        let kind = self.kind(who);
        let level = kind.track.condition(body.felt).level;
        match body.status.left {
            Some(Exit::Swallowed) => Some(Exit::Swallowed),
            left if level < kind.out_at => left.or(kind.yields.then_some(Exit::Surrendered)),
            _ => {
                let stunned = self.acting.stuns && body.status.endurance[0].wounded < kind.incapacitated;
                (stunned && level == kind.incapacitated).then_some(Exit::KnockedOut)
            }
        }
    }
}
