//! Determines which fighters can attack or defend in a round (C9, C10, W19), and how conditions modify their rolls.

use super::super::Fight;
use crate::combat::condition::{Body, Readiness, RollModifiers, Scene, WeaponState};
use crate::rules::fudge::Rows;
use crate::rules::{Boon, Pacing};

impl Fight {
    /// The modifiers to a fighter's rolls that come from its own state, against any foe.
    pub(crate) fn modifiers_of(&self, scene: Scene<'_>, who: u16) -> RollModifiers {
        if self.rounds.wounds_alone {
            return RollModifiers::of_wounds(self.penalty(scene, who));
        }
        let body = &scene.bodies[usize::from(who)];
        RollModifiers {
            wounds: self.penalty(scene, who),
            status: body.status.modifier_to_all_rolls(),
            off_balance: body.status.off_balance[0],
            stance: body.stance,
            readiness: self.readiness(who, body, scene.clock),
            pace: body.pace,
            force: match body.status.weapon {
                WeaponState::Whole => 0,
                WeaponState::Damaged => -1,
                WeaponState::Dropped => self.roster.kind(who).bare_hands,
            },
            bare: body.status.bare,
            ward: body.status.magic.defense,
            rows: if self.roster.spends_on_rolls {
                self.spending_rows(scene, who, Boon::is_for_rolls)
            } else {
                Rows::NONE
            },
            luck: 0,
            inside: false,
            own: 0,
        }
    }

    /// The roll modifiers of two fighters who face each other. `pace` is the difference for the faster fighter, and 0
    /// for the slower one. On even rounds, the foe of a fighter with a speed power is helpless (C10, C11; SRD 4.36).
    pub(crate) fn modifiers_of_pair(&self, scene: Scene<'_>, pair: [u16; 2]) -> [RollModifiers; 2] {
        let own = pair.map(|who| self.modifiers_of(scene, who));
        if self.rounds.wounds_alone {
            return own;
        }
        let inside = [0, 1].map(|k| scene.bodies[usize::from(pair[k])].status.is_swallowed_by(pair[1 - k]));
        [0, 1].map(|k| {
            let faced = self.modifiers_against(scene, pair[k], own[k], pair[1 - k]);
            RollModifiers {
                pace: own[k].pace.saturating_sub(own[1 - k].pace).max(0),
                // A fighter struck from inside can neither strike back at that foe nor defend.
                readiness: if inside[1 - k] { Readiness::Helpless } else { faced.readiness },
                inside: inside[k],
                own: self.additions(scene, pair[k], pair[1 - k]),
                ..faced
            }
        })
    }

    /// The modifiers of the fighter `who` against `foe`: the modifiers `own`, which apply against any foe, but with the
    /// readiness `Helpless` if `foe` outpaces or surprises the fighter.
    pub(crate) fn modifiers_against(&self, scene: Scene<'_>, who: u16, own: RollModifiers, foe: u16) -> RollModifiers {
        let clock = scene.clock;
        let surprises =
            |by: u16, whom: u16| self.surprises(by, whom, clock) && !scene.bodies[usize::from(whom)].status.warned;
        let speeds = |who: u16| self.roster.kind(who).fighter.speed_power;
        let outpaced = clock % 2 == 1 && speeds(foe) && !speeds(who);
        let taken = surprises(foe, who) && !surprises(who, foe);
        let outpaced = outpaced || taken;
        RollModifiers { readiness: if outpaced { Readiness::Helpless } else { own.readiness }, ..own }
    }

    /// Whether the fighter `who` can act against `foe` this round. A fighter who cannot does not count when the foe is
    /// outnumbered (M15, reading 57).
    pub(crate) fn can_act_against(&self, scene: Scene<'_>, who: u16, foe: u16) -> bool {
        if self.rounds.plain {
            return true;
        }
        let readiness = self.readiness(who, &scene.bodies[usize::from(who)], scene.clock);
        let own = RollModifiers { readiness, ..RollModifiers::default() };
        self.modifiers_against(scene, who, own, foe).readiness != Readiness::Helpless
    }

    /// Whether the fighter `who` attacks `foe` out of nowhere this round (W28).
    fn surprises(&self, who: u16, foe: u16, clock: u16) -> bool {
        clock == 0
            && !self.rounds.at_a_distance(clock)
            && self.roster.kind(who).fighter.abilities.surprise.is_some()
            && !self.roster.kind(foe).fighter.quick_reflexes
    }

    /// The result that the fighter `who` needs to hit a target who does not defend (C9, W28).
    pub(crate) fn unopposed_by(&self, who: u16, clock: u16) -> i32 {
        self.roster.kind(who).fighter.abilities.surprise.filter(|_| clock == 0).unwrap_or(self.rules.unopposed)
    }

    /// Like [`unopposed_by`](Self::unopposed_by), for an attack by the first fighter of `pair` on the second. `own` has
    /// the attacker's modifiers: it may be inside the target.
    pub(crate) fn unopposed_in(&self, pair: [u16; 2], own: RollModifiers, clock: u16) -> i32 {
        let swallow = self.roster.kind(pair[1]).fighter.abilities.swallow.filter(|_| own.inside);
        swallow.map_or_else(|| self.unopposed_by(pair[0], clock), |swallow| swallow.inside)
    }

    /// The readiness of a fighter in the round at `clock`, apart from effects of a foe's speed or surprise.
    pub(crate) fn readiness(&self, who: u16, body: &Body, clock: u16) -> Readiness {
        if self.rounds.wounds_alone {
            return Readiness::Ready;
        }
        let kind = self.roster.kind(who);
        let frozen = kind.fighter.combat_paralysis && !body.status.nerved;
        let magic = body.status.magic;
        if kind.fighter.helpless
            || frozen
            || magic.unconscious
            || body.status.blinded[0]
            || kind.is_surprised(body, clock)
        {
            Readiness::Helpless
        } else if kind.fighter.only_defends
            || magic.casting && self.rules.pacing == Pacing::Simultaneous
            || self.rules.stun.keeps_from_attacking(body.status.stun[0])
        {
            Readiness::Guarded
        } else {
            Readiness::Ready
        }
    }

    /// Whether the fighter `who` can make an attack in its turn. At a distance it needs a missile. In simultaneous
    /// rounds, melee attacks are not made in turns. The fighter must also be ready, and its stance must not give up the
    /// attack.
    pub(crate) fn may_attack(&self, scene: Scene<'_>, who: u16) -> bool {
        let armed = match self.is_afar(scene, who) {
            true => self.roster.kind(who).fighter.ranged.missile.is_some(),
            false => self.rules.pacing != Pacing::Simultaneous,
        };
        let body = &scene.bodies[usize::from(who)];
        let gives_up = self.tactics.stance(body.stance).no_attack;
        armed && !gives_up && self.readiness(who, body, scene.clock) == Readiness::Ready
    }

    /// Whether the fighter `who` can try to avoid an attack. If the attack comes from a distance (`afar`), the rules
    /// must allow it, and the fighter must not attack at the same time.
    pub(crate) fn may_avoid(&self, scene: Scene<'_>, who: u16, afar: bool) -> bool {
        let nimble = self.rules.missiles.may_be_avoided(self.roster.kind(who).fighter.quick_reflexes);
        let busy = || self.rounds.in_one_turn(scene.clock) && self.may_attack(scene, who);
        !afar || nimble && !busy()
    }
}
