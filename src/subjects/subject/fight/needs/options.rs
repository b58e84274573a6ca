//! Conditions under which options in `[rules]` have an effect.

use super::keys::{HAS_MELEE, INITIATIVE_ROLLED};
use super::{Combatant, Need, counts_damage, rolls_initiative};
use crate::check::System;
use crate::combat::Fighter;
use crate::rules::damage::text::{affects_printed_damage, rolls_game_dice};
use crate::rules::damage::{GrazeRoll, LevelRoll, LowFactor, PrintedOption};
use crate::rules::{
    AutomaticDeath, Avoiding, Boon, CalledShots, CriticalRule, DamageCapacity, Evasion, FightCriticals, Graze, Lighter,
    Pacing, Shields, Stun, WeaponSize, WillOverWounds,
};

/// Options that matter only in melees against several foes.
const AGAINST_SEVERAL: [&str; 4] = ["outnumbered", "lone_strike", "mob_roll", "reach"];

/// Options that decide checks, and in fights castings of spells.
const OF_CASTINGS: [&str; 6] =
    ["success", "criticals", "no_roll_at", "default_difficulty", "assisting", "default_levels"];

/// Options with their needs, in the order in which the needs are checked. A need is met if any fighter meets it. The
/// first unmet need explains why an option has no effect.
pub(crate) const OPTIONS: &[(&[&str], Need)] = &[
    (
        &["fudge_points"],
        need(
            |one| !one.own.spend.0.is_empty(),
            "no fighter spends Fudge points",
            "write `spend = \"survive\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["fudge_points"],
        need(
            |one| !one.own.spend.0.is_empty() && one.own.fudge_points.is_none(),
            "all fighters who spend Fudge points have their own `fudge_points`",
            "leave out `fudge_points` for at least one fighter",
        ),
    ),
    (
        &["success_limit"],
        need(
            |one| one.buys(Boon::Success),
            "no fighter spends Fudge points on a success",
            "set `pacing = \"story\"` in [rules], and `spend = \"success\"` for a fighter",
        ),
    ),
    (
        &["automatic_price"],
        need(
            |one| one.buys(Boon::Automatic),
            "no fighter spends Fudge points on an automatic success",
            "write `spend = \"automatic\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["lighter_wound", "lighter_for", "scratch_price"],
        need(
            |one| one.buys(Boon::Lighter),
            "no fighter spends Fudge points on lighter wounds",
            "write `spend = \"lighter-wound\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["scratch_price"],
        need(
            |one| one.rules.lighter_wound == Lighter::Scratch,
            "no wound becomes a Scratch",
            "set `lighter_wound = \"scratch\"` in [rules]",
        ),
    ),
    (
        &["near_death_price"],
        need(
            |one| one.buys(Boon::CheatDeath),
            "no fighter spends Fudge points to escape death",
            "write `spend = \"near-death\"` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &AGAINST_SEVERAL,
        need(
            |one| !one.rules.pacing.players_act(),
            "if only player characters act (`pacing`), each roll is against one foe",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
        ),
    ),
    (
        &["lone_strike", "mob_roll"],
        need(
            |one| one.rules.pacing == Pacing::Simultaneous,
            "with `pacing = \"turns\"`, each attack has its own result",
            "set `pacing = \"simultaneous\"` in [rules]",
        ),
    ),
    (&AGAINST_SEVERAL, HAS_MELEE),
    (&AGAINST_SEVERAL, need(|one| one.several_foes(), "no fighter faces several foes", "give a side several fighters")),
    (
        &["hit"],
        need(
            |one| !one.rules.pacing.players_act() && one.rules.closing.is_some(),
            "it does not apply to shots, or if only player characters act",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules], and set `closing` to a number of rounds",
        ),
    ),
    (&["initiative_roll"], INITIATIVE_ROLLED),
    (
        &["initiative", "initiative_ties", "initiative_wounds", "turn_order"],
        need(
            |one| !one.rules.pacing.players_act() && rolls_initiative(one.rules),
            "no fighter rolls for initiative",
            "set `pacing = \"turns\"` in [rules]",
        ),
    ),
    (
        &["missiles", "range", "shot_degree", "propelled", "missile_parry", "burst_from", "shots", "shots_into_melee"],
        need(
            |one| one.has_missiles(),
            "no fighter shoots or throws anything",
            "give a fighter a `missile`, and set `closing` in [rules]",
        ),
    ),
    (
        &["shot_degree"],
        need(
            |one| one.avoids_missiles(),
            "no fighter can avoid a missile",
            "set `shots = \"in-turn\"` or `missiles` in [rules]",
        ),
    ),
    (
        &["range"],
        need(
            |one| one.is_shot_at() && one.own.ranged.cover.is_none(),
            "every fighter who is shot at has its own `cover`",
            "leave out `cover` for at least one fighter",
        ),
    ),
    (
        &["burst_from"],
        need(
            |one| one.shoots(one.own) && one.own.ranged.missile.is_some_and(|missile| missile.burst.is_some()),
            "no fighter shoots bursts",
            "give a fighter a `missile` with a `burst`",
        ),
    ),
    (
        &["shots_into_melee"],
        need(
            |one| one.own.at_back && one.has_line() && one.shoots(one.own) || one.throws_spells(one.own),
            "no fighter shoots from behind a friend",
            "put a fighter with a `missile` at the `back`, and a friend in front",
        ),
    ),
    (
        &["propelled"],
        need(
            |one| !one.rules.missiles.may_be_parried(),
            "with `missiles = \"dodge-or-parry\"`, the penalties are fixed",
            "set another `missiles` in [rules]",
        ),
    ),
    (
        &["propelled"],
        need(
            |one| {
                let propelled = |foe: &&Fighter| one.shoots(foe) && foe.ranged.missile.is_some_and(|one| !one.thrown);
                one.avoids_missiles() && one.foes.iter().any(propelled)
            },
            "no fighter can avoid a missile that is not thrown",
            "give a foe a bow or another launcher as its `missile`",
        ),
    ),
    (
        &["missile_parry"],
        need(
            |one| one.rules.missiles.may_be_parried(),
            "missiles cannot be parried",
            "set `missiles = \"dodge-or-parry\"` in [rules]",
        ),
    ),
    (
        &["missile_parry"],
        need(
            |one| one.parries_missiles(),
            "no fighter who is shot at parries without a shield",
            "write `avoid_by = \"parry\"` for a fighter without a `shield`",
        ),
    ),
    (
        &["avoidance"],
        need(
            |one| one.rules.pacing == Pacing::Turns || one.has_missiles(),
            "attack and avoidance are a single roll",
            "set `pacing = \"turns\"` in [rules]",
        ),
    ),
    (
        &["minimum_to_hit", "size_to_hit"],
        need(
            |one| !one.rules.pacing.players_act() || one.has_missiles(),
            "if only player characters act (`pacing`), every winning roll is a hit",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
        ),
    ),
    (
        &["static_tie"],
        need(
            |one| !one.rules.pacing.players_act(),
            "if only player characters act (`pacing`), they win ties",
            "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
        ),
    ),
    (
        &["stun"],
        need(
            |one| one.rules.stun == Stun::Off || one.own.stuns,
            "no fighter strikes to stun",
            "write `stuns = true` for a fighter",
        ),
    ),
    (
        &["automatic_death"],
        need(
            |one| one.rules.automatic_death == AutomaticDeath::Off || one.own.helpless,
            "no fighter is helpless",
            "write `helpless = true` for a fighter",
        ),
    ),
    (
        &["graze_from", "graze_roll", "graze_ceiling"],
        need(|one| one.rules.graze != Graze::Off, "there are no grazes", "set `graze = \"table\"` in [rules]"),
    ),
    (
        &["level_roll"],
        need(
            changes_damage::<LevelRoll>,
            "the damage roll of these rules does not change wound levels",
            "set `damage_roll` to a roll on the wound level: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["low_factor"],
        need(
            changes_damage::<LowFactor>,
            "the damage roll of these rules does not read one of three dice",
            "set another `damage_roll`: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["damage_dice"],
        need(
            |one| one.rules.own_damage.is_none() && rolls_game_dice(one.rules),
            "the damage rule does not roll these dice",
            "set another `damage_roll`: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["graze_roll"],
        need(
            changes_damage::<GrazeRoll>,
            "the damage roll of these rules is not made for grazes",
            "set another `damage_roll`: `fudgelab list rules damage_roll`",
        ),
    ),
    (
        &["called_minimum"],
        need(
            |one| one.rules.called_shots != CalledShots::Off,
            "there are no called shots",
            "set `called_shots` in [rules]",
        ),
    ),
    (
        &["critical_effects"],
        need(
            |one| one.rules.fight_criticals != FightCriticals::Off,
            "no critical result has an effect in fights",
            "set `fight_criticals = \"table\"` in [rules]",
        ),
    ),
    (
        &["critical_success"],
        need(
            |one| {
                let counts = one.rules.fight_criticals != FightCriticals::Off || one.rules.critical_points.is_some();
                counts || one.uses("critical") || one.casts_with_criticals()
            },
            "nothing in the fight uses natural critical successes",
            "set `fight_criticals` or `critical_points` in [rules], or use `critical` in a formula",
        ),
    ),
    (
        &["critical_failure"],
        need(
            |one| one.rules.fight_criticals != FightCriticals::Off || one.casts_with_criticals(),
            "nothing in the fight uses natural critical failures",
            "set `fight_criticals = \"table\"` in [rules]",
        ),
    ),
    (&OF_CASTINGS, need(|one| one.casts(), "no fighter casts a spell", "give a fighter `spells`")),
    (
        &["success", "no_roll_at"],
        need(
            |one| one.casts() && one.own.spells.iter().any(|spell| !matches!(spell.system, System::Magic(_))),
            "spells of Fudge Magic are always rolled, and must surpass their difficulty",
            "give a fighter a spell of another system",
        ),
    ),
    (
        &["evasion"],
        need(
            |one| one.rules.evasion == Evasion::Off || one.own.evades_at.is_some(),
            "no fighter evades",
            "set `evades_at` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["will_over_wounds", "will_difficulty"],
        need(
            |one| one.rules.will_over_wounds == WillOverWounds::Off || one.own.overcomes_at.is_some(),
            "no fighter uses Willpower against wounds",
            "set `overcomes_at` for a fighter, or for a whole side under [sides]",
        ),
    ),
    (
        &["will_difficulty"],
        need(
            |one| one.rules.will_over_wounds != WillOverWounds::Off,
            "no fighter uses Willpower against wounds",
            "set `will_over_wounds` in [rules]",
        ),
    ),
    (
        &["will_difficulty"],
        need(
            |one| one.rules.will_over_wounds != WillOverWounds::Levels,
            "with `will_over_wounds = \"levels\"`, Willpower is rolled without a difficulty",
            "set `will_over_wounds = \"reduce\"` or `\"nullify\"` in [rules]",
        ),
    ),
    (
        &["gear"],
        need(
            |one| counts_damage(one.rules) || one.rules.weapon_size != WeaponSize::Off || one.has_missiles(),
            "each hit marks the same number of boxes, whatever the weapons and armor",
            "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
        ),
    ),
    (
        &["damage_capacity"],
        need(
            |one| one.rules.damage_capacity != DamageCapacity::Counts || counts_damage(one.rules),
            "each hit marks the same number of boxes, whatever the armor",
            "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
        ),
    ),
    (
        &["shields"],
        need(
            |one| one.rules.shields != Shields::Defense || counts_damage(one.rules),
            "each hit marks the same number of boxes, whatever the armor",
            "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
        ),
    ),
];

const fn need(is_met: fn(&Combatant<'_>) -> bool, reason: &'static str, cure: &'static str) -> Need {
    Need { is_met, reason, cure }
}

impl Combatant<'_> {
    fn buys(&self, boon: Boon) -> bool {
        self.own.spend.0.iter().any(|spend| spend.on == boon)
    }

    /// Whether natural criticals decide castings of the fighter.
    fn casts_with_criticals(&self) -> bool {
        self.casts() && !matches!(self.rules.criticals, CriticalRule::Off | CriticalRule::Report)
    }

    /// Whether the fighter can parry missiles without a shield, as its usual defense or in addition to it.
    fn parries_missiles(&self) -> bool {
        let avoiding = self.own.ranged.avoiding;
        let twice = avoiding.other(self.own.shield > 0) == Avoiding::Parry && self.has_stance(|stance| stance.doubled);
        (avoiding == Avoiding::Parry || twice) && self.avoids_missiles()
    }
}

/// Whether the option `O` changes the printed damage rule in force. False under a custom damage rule.
fn changes_damage<O: PrintedOption>(one: &Combatant<'_>) -> bool {
    one.rules.own_damage.is_none() && affects_printed_damage(O::KEY, one.rules)
}
