//! Keys of a fighter that cannot act in a fight: under which rules and beside whom each of them would (a warning and no error, since a
//! sheet may hold more than a fight asks for).

use super::Combat;
use super::read::needs::{Combatant, Need, counts_damage, rolls_initiative, treats_players};
use super::read::sides::may_be;
use super::read::{ATTACKS_KEY, NEEDS, attack_keys, key_of_attack};
use crate::combat::{Fighter, Spell, SpellEffect, Use};
use crate::rules::damage::written::{changes, rolls_game_dice};
use crate::rules::damage::{GrazeRoll, LevelRoll, LowFactor, PrintedOption};
use crate::rules::effects::Abilities;
use crate::rules::{
    AutomaticDeath, Boon, CalledShots, DamageCapacity, Evasion, FightCriticals, Graze, Lighter, ModifierSum, Pacing,
    Rules, Shields, SkillUse, Spread, Stun, Targets, WeaponSize, WillOverWounds,
};
use crate::subject::sum::listed;
use crate::subject::{Idle, IsSet, Owner, Remark};
use std::collections::{BTreeMap, BTreeSet};

/// A fight as its rules are looked at.
struct Field<'a> {
    rules: &'a Rules,
    fighters: &'a [Fighter],
}

/// When options of `[rules]` act that fighters, or other options, must have a use for.
struct RuleRow {
    keys: &'static [&'static str],
    acts: fn(&Field<'_>) -> bool,
    /// The reason why they do not.
    reason: &'static str,
    /// A change that gives them something to do.
    cure: &'static str,
}

/// The rows of a key are tried in order: the first that fails gives the reason.
const RULES: &[RuleRow] = &[
    RuleRow {
        keys: &["fudge_points"],
        acts: |field| field.any(|fighter| !fighter.spend.0.is_empty()),
        reason: "nobody spends any",
        cure: "say what for: `spend = \"survive\"` of a fighter, or of a whole side under [sides]",
    },
    RuleRow {
        keys: &["fudge_points"],
        acts: |field| field.any(|fighter| !fighter.spend.0.is_empty() && fighter.fudge_points.is_none()),
        reason: "all who spend any have a number of their own",
        cure: "leave out `fudge_points` of a fighter",
    },
    RuleRow {
        keys: &["success_limit"],
        acts: |field| field.buys(Boon::Success),
        reason: "nobody spends Fudge points on a success",
        cure: "set `pacing = \"story\"` in [rules], and `spend = \"success\"` for a fighter",
    },
    RuleRow {
        keys: &["automatic_price"],
        acts: |field| field.buys(Boon::Automatic),
        reason: "nobody spends Fudge points on an automatic success",
        cure: "write `spend = \"automatic\"` for a fighter, or for a whole side under [sides]",
    },
    RuleRow {
        keys: &["lighter_wound", "lighter_for", "scratch_price"],
        acts: |field| field.buys(Boon::Lighter),
        reason: "nobody spends Fudge points on lighter wounds",
        cure: "write `spend = \"lighter-wound\"` for a fighter, or for a whole side under [sides]",
    },
    RuleRow {
        keys: &["scratch_price"],
        acts: |field| field.rules.lighter_wound == Lighter::Scratch,
        reason: "no wound becomes a Scratch",
        cure: "set `lighter_wound = \"scratch\"` in [rules]",
    },
    RuleRow {
        keys: &["near_death_price"],
        acts: |field| field.buys(Boon::CheatDeath),
        reason: "nobody spends Fudge points to escape death",
        cure: "write `spend = \"near-death\"` for a fighter, or for a whole side under [sides]",
    },
    RuleRow {
        keys: &AGAINST_SEVERAL,
        acts: |field| !field.rules.pacing.players_act(),
        reason: "where only player characters act (`pacing`), each roll is against one foe",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["lone_strike", "mob_roll"],
        acts: |field| field.rules.pacing == Pacing::Simultaneous,
        reason: "in turns each attack has its own result",
        cure: "set `pacing = \"simultaneous\"` in [rules]",
    },
    RuleRow {
        keys: &AGAINST_SEVERAL,
        acts: |field| field.rules.closing.is_some(),
        reason: "it never comes to blows",
        cure: "set `closing` in [rules] to the number of rounds before it does",
    },
    RuleRow {
        keys: &AGAINST_SEVERAL,
        acts: |field| field.somebody_faces_several(),
        reason: "nobody faces several foes",
        cure: "give a side several fighters",
    },
    RuleRow {
        keys: &["hit"],
        acts: |field| !field.rules.pacing.players_act() && field.rules.closing.is_some(),
        reason: "shots, and rolls where only player characters act, have rules of their own",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules], and let it come to blows",
    },
    RuleRow {
        keys: &["initiative_roll"],
        acts: |field| rolls_initiative(field.rules),
        reason: "nobody rolls for initiative",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["initiative", "initiative_ties", "initiative_wounds", "turn_order"],
        acts: |field| !field.rules.pacing.players_act() && rolls_initiative(field.rules),
        reason: "nobody rolls for initiative",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    RuleRow {
        keys: &[
            "missiles",
            "range",
            "shot_degree",
            "propelled",
            "missile_parry",
            "burst_from",
            "shots",
            "shots_into_melee",
        ],
        acts: |field| field.somebody_shoots(),
        reason: "nobody shoots or throws anything",
        cure: "give a fighter a `missile`, and set `closing` in [rules]",
    },
    RuleRow {
        keys: &["avoidance"],
        acts: |field| field.rules.pacing == Pacing::Turns || field.somebody_shoots(),
        reason: "attack and avoidance are one roll",
        cure: "set `pacing = \"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["minimum_to_hit", "size_to_hit"],
        acts: |field| !field.rules.pacing.players_act() || field.somebody_shoots(),
        reason: "where only player characters act (`pacing`), a roll that wins hits",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["static_tie"],
        acts: |field| !field.rules.pacing.players_act(),
        reason: "where only player characters act (`pacing`), they win ties",
        cure: "set `pacing = \"simultaneous\"` or `\"turns\"` in [rules]",
    },
    RuleRow {
        keys: &["stun"],
        acts: |field| field.rules.stun == Stun::Off || field.any(|fighter| fighter.stuns),
        reason: "nobody strikes to stun",
        cure: "write `stuns = true` for a fighter",
    },
    RuleRow {
        keys: &["automatic_death"],
        acts: |field| field.rules.automatic_death == AutomaticDeath::Off || field.any(|fighter| fighter.helpless),
        reason: "nobody is helpless",
        cure: "write `helpless = true` for a fighter",
    },
    RuleRow {
        keys: &["graze_from", "graze_roll", "graze_ceiling"],
        acts: |field| field.rules.graze != Graze::Off,
        reason: "there are no grazes",
        cure: "set `graze = \"table\"` in [rules]",
    },
    RuleRow {
        keys: &["level_roll"],
        acts: |field| changes_damage::<LevelRoll>(field),
        reason: "the damage roll of these rules moves no wound level",
        cure: "set `damage_roll` to a roll on the wound level: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["low_factor"],
        acts: |field| changes_damage::<LowFactor>(field),
        reason: "by the damage roll of these rules no dice are read off for damage",
        cure: "set another `damage_roll`: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["damage_dice"],
        acts: |field| field.rules.own_damage.is_none() && rolls_game_dice(field.rules),
        reason: "damage is not rolled with the game's own dice",
        cure: "set another `damage_roll`: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["graze_roll"],
        acts: |field| changes_damage::<GrazeRoll>(field),
        reason: "by the damage roll of these rules grazes are not rolled for",
        cure: "set another `damage_roll`: `fudgelab list rules damage_roll`",
    },
    RuleRow {
        keys: &["called_minimum"],
        acts: |field| field.rules.called_shots != CalledShots::Off,
        reason: "there are no called shots",
        cure: "set `called_shots` in [rules]",
    },
    RuleRow {
        keys: &["critical_effects"],
        acts: |field| field.rules.fight_criticals != FightCriticals::Off,
        reason: "no critical result has an effect in fights",
        cure: "set `fight_criticals = \"table\"` in [rules]",
    },
    RuleRow {
        keys: &["evasion"],
        acts: |field| field.rules.evasion == Evasion::Off || field.any(|fighter| fighter.evades_at.is_some()),
        reason: "nobody evades",
        cure: "say when: `evades_at` of a fighter, or of a whole side under [sides]",
    },
    RuleRow {
        keys: &["will_over_wounds", "will_difficulty"],
        acts: |field| {
            // Levels take the place of rolls to stay conscious.
            let over = field.rules.will_over_wounds;
            let acts = matches!(over, WillOverWounds::Off | WillOverWounds::Levels);
            acts || field.any(|fighter| fighter.overcomes_at.is_some())
        },
        reason: "nobody uses Willpower against wounds",
        cure: "say when: `overcomes_at` of a fighter, or of a whole side under [sides]",
    },
    RuleRow {
        keys: &["will_difficulty"],
        acts: |field| field.rules.will_over_wounds != WillOverWounds::Off,
        reason: "nobody uses Willpower against wounds",
        cure: "set `will_over_wounds` in [rules]",
    },
    RuleRow {
        keys: &["gear"],
        acts: |field| {
            counts_damage(field.rules) || field.rules.weapon_size != WeaponSize::Off || field.somebody_shoots()
        },
        reason: "each hit marks the same number of boxes, whatever strikes and whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
    RuleRow {
        keys: &["damage_capacity"],
        acts: |field| field.rules.damage_capacity != DamageCapacity::Counts || counts_damage(field.rules),
        reason: "each hit marks the same number of boxes, whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
    RuleRow {
        keys: &["shields"],
        acts: |field| field.rules.shields != Shields::Defense || counts_damage(field.rules),
        reason: "each hit marks the same number of boxes, whatever protects",
        cure: "set `damage = \"weapon\"` or `\"degree\"` in [rules]",
    },
];

/// Options of melees against several foes.
const AGAINST_SEVERAL: [&str; 4] = ["outnumbered", "lone_strike", "mob_roll", "reach"];

impl Field<'_> {
    fn any(&self, is: impl Fn(&Fighter) -> bool) -> bool {
        self.fighters.iter().any(is)
    }

    fn buys(&self, boon: Boon) -> bool {
        self.any(|fighter| fighter.spend.0.iter().any(|spend| spend.on == boon))
    }

    fn somebody_faces_several(&self) -> bool {
        let foes =
            |own: &Fighter| self.fighters.iter().filter(|foe| foe.side != own.side).map(|foe| foe.count).sum::<u16>();
        self.any(|own| foes(own) > 1)
    }

    /// Whether anything flies: a missile before the melee or from behind, or a spell that is thrown.
    fn somebody_shoots(&self) -> bool {
        let throws = |spell: &Spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(_), .. });
        let shoots = |own: &Fighter| own.ranged.missile.is_some() && (self.rules.closing != Some(0) || own.at_back);
        let shot = !self.rules.pacing.players_act() && self.any(shoots);
        shot || self.any(|own| own.spells.iter().any(throws) || own.abilities != Abilities::default())
    }
}

/// True if the printed rule of damage depends on an option.
fn changes_damage<O: PrintedOption>(field: &Field<'_>) -> bool {
    field.rules.own_damage.is_none() && changes(O::KEY, field.rules)
}

/// For each key above that is written of a fighter or among the rules, whether it can act, and why not.
pub(super) fn idle(combat: &Combat, rules: &Rules, written: IsSet<'_>) -> Vec<Idle> {
    let pcs = combat.cast.pcs().into_iter().map(Some);
    let known = combat.cast.fighters.iter().zip(pcs).map(|(fighter, pc)| Fighter { pc, ..fighter.clone() });
    let fighters = &known.collect::<Vec<Fighter>>();
    let abilities = fighters.iter().any(|one| one.abilities != Abilities::default() || one.blood.is_some());
    let mut found = Vec::new();
    for (which, own) in fighters.iter().enumerate() {
        let (friends, foes) = fighters.iter().partition(|other| other.side == own.side);
        let owner = Owner::Fighter(which);
        let stage = Combatant { rules, own, foes, friends, abilities, written: &|key| written(owner, key) };
        let first_lacking =
            |needs: &[&Need]| needs.iter().find(|need| !(need.acts)(&stage)).map(|need| [need.reason, need.cure]);
        let why_idle =
            |key: &str| NEEDS.iter().find(|(known, _)| *known == key).and_then(|(_, needs)| first_lacking(needs));
        let keys: BTreeMap<&'static str, &[&Need]> = NEEDS.iter().copied().collect();
        for (key, needs) in keys.into_iter().filter(|(key, _)| written(owner, key)) {
            found.push(Idle { owner, key, why: first_lacking(needs) });
        }
        let differing: Vec<&'static str> = attack_keys().filter(|key| written(owner, &key_of_attack(key))).collect();
        if let Some(last) = differing.last() {
            let acts = differing.iter().any(|key| why_idle(key).is_none());
            found.push(Idle { owner, key: ATTACKS_KEY, why: why_idle(last).filter(|_| !acts) });
        }
    }
    let field = Field { rules, fighters };
    let keys: BTreeSet<&'static str> = RULES.iter().flat_map(|row| row.keys).copied().collect();
    for key in keys.into_iter().filter(|key| written(Owner::Rules, key)) {
        let mut of_key = RULES.iter().filter(|row| row.keys.contains(&key));
        let why = of_key.find(|row| !(row.acts)(&field)).map(|row| [row.reason, row.cure]);
        found.push(Idle { owner: Owner::Rules, key, why });
    }
    found
}

/// Who has a side to itself, in a fight of several sides, only because its `side` is not set while that of others is.
pub(super) fn alone_on_a_side<'c>(combat: &'c Combat, written: IsSet<'_>) -> Option<&'c str> {
    let cast = &combat.cast;
    let has_side = |which: usize| written(Owner::Fighter(which), "side");
    let fighters = 0..cast.fighters.len();
    let alone = fighters.clone().find(|which| !has_side(*which)).filter(|_| cast.sides.len() > 2);
    alone.filter(|_| fighters.clone().any(has_side)).map(|which| cast.fighters[which].name.as_str())
}

/// Two sides of which one may be meant to be the other: it has the nearest name, and one of them is not just the name of its fighter.
pub(super) fn near_sides(combat: &Combat) -> Option<[&str; 2]> {
    let cast = &combat.cast;
    let is_written = |side: &str| {
        let mut own = cast.fighters.iter().filter(|fighter| cast.sides[fighter.side] == side);
        own.any(|fighter| fighter.name != side)
    };
    cast.sides.iter().enumerate().find_map(|(place, side)| {
        let near = may_be(side, cast.sides[..place].iter().map(String::as_str))?;
        (is_written(side) || is_written(near)).then_some([near, side.as_str()])
    })
}

/// Spells with a table that resists energy, and spells that the caster can never afford to cast.
pub(super) fn spells(combat: &Combat) -> Vec<Remark> {
    let casters = combat.cast.fighters.iter().flat_map(|own| own.spells.iter().map(move |spell| (own, spell)));
    let remark = |(own, spell): (&Fighter, &Spell)| {
        let of = format!("`{}` of {}", spell.name, own.name);
        let (message, remedy) = if spell.system.is_resisted() && !spell.is_resisted() {
            (
                format!("{of} harms: it is energy, which nobody resists (SRD 7.16), so `resisted_by` does nothing"),
                "leave `resisted_by` out",
            )
        } else if !spell.is_affordable() {
            let remedy = "lower its price, raise the reservoir, or set `keeps = \"nothing\"` to cast it all the same";
            (format!("{of} is never cast: the first casting may cost more than the caster keeps"), remedy)
        } else {
            return None;
        };
        Some(Remark::new(message, remedy))
    };
    casters.filter_map(remark).collect()
}

/// Fighters whose modifiers count less than they add up to: the name, the sum and the number that counts.
pub(super) fn capped<'c>(combat: &'c Combat, rules: &'c Rules) -> impl Iterator<Item = (&'c str, [i32; 2])> {
    let whole = Rules { stacking: ModifierSum::Sum, modifier_cap: None, ..rules.clone() };
    let most = move |own: &Fighter| {
        let ends = own.modifiers.iter().filter_map(|modifier| modifier.rounds).map(|last| last.saturating_add(1));
        let sums = std::iter::once(1)
            .chain(ends)
            .map(|round| [&whole, rules].map(|rules| own.situational(rules, round, Use::Attack)));
        sums.into_iter().find(|[sum, counted]| sum != counted)
    };
    combat.cast.fighters.iter().filter_map(move |own| Some((own.name.as_str(), most(own)?)))
}

/// The fighters who are taken for player characters though no `pc` says so, under rules that treat these otherwise.
pub(super) fn taken_for_players<'c>(combat: &'c Combat, rules: &Rules, written: IsSet<'_>) -> Vec<&'c str> {
    let fighters = &combat.cast.fighters;
    let stated = (0..fighters.len()).any(|which| written(Owner::Fighter(which), "pc"));
    if stated || fighters.iter().any(|own| own.pc.is_some()) || !treats_players(rules) {
        return Vec::new();
    }
    let pcs = fighters.iter().zip(combat.cast.pcs()).filter(|(_, pc)| *pc);
    pcs.map(|(own, _)| own.name.as_str()).collect()
}

/// Traits that count twice: in the dice of fighters, and added to them.
pub(super) fn added_twice(combat: &Combat) -> impl Iterator<Item = Remark> {
    let mut found: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (word, fighter) in combat.fight.added_twice() {
        let names = found.entry(word).or_default();
        if !names.contains(&fighter.name) {
            names.push(fighter.name.clone());
        }
    }
    found.into_iter().map(|(word, names)| {
        let whose = listed(&names);
        let message =
            format!("the dice of {whose} hold `{word}`, and it is added to what they show as well: it counts twice");
        let cure =
            "set `skill = \"dice\"` in [rules], and the minimum as a number: then neither `skill` nor `avoid` is added";
        Remark::new(message, cure)
    })
}

/// Levels of missiles and thrown spells that count for nothing, since the dice hold the skill.
pub(super) fn unused_levels<'c>(combat: &'c Combat, rules: &Rules) -> impl Iterator<Item = Remark> + use<'c> {
    let in_dice = rules.skill == SkillUse::InDice;
    let differs = |own: &Fighter, level: i32| level != own.skill;
    let unused = move |own: &&Fighter| {
        let missile = own.ranged.missile.is_some_and(|missile| differs(own, missile.skill));
        let thrown = own
            .spells
            .iter()
            .any(|spell| matches!(spell.effect, SpellEffect::Harms { thrown: Some(level), .. } if differs(own, level)));
        in_dice && (missile || thrown)
    };
    combat.cast.fighters.iter().filter(unused).map(|own| {
        let message =
            format!("the level of {}'s missiles or thrown spells has no effect: the dice hold `skill`", own.name);
        Remark::new(message, "leave the level out, or set `skill = \"added\"` in [rules]")
    })
}

/// The side that cannot shoot in a fight that never comes to blows, if one cannot.
pub(super) fn helpless_side(combat: &Combat, rules: &Rules) -> Option<String> {
    let cast = &combat.cast;
    let shoots = |side: usize| cast.fighters.iter().any(|one| one.side == side && one.ranged.missile.is_some());
    let helpless = (0..cast.sides.len()).find(|side| rules.closing.is_none() && !shoots(*side));
    helpless.map(|side| cast.sides[side].clone())
}

/// Fighters who stand behind the others of their side with nothing to shoot or cast.
pub(super) fn useless_at_back<'c>(combat: &'c Combat, rules: &'c Rules) -> impl Iterator<Item = &'c str> {
    let fighters = &combat.cast.fighters;
    let melee = !rules.pacing.players_act() && rules.closing.is_some();
    let has_line = |own: &Fighter| fighters.iter().any(|other| other.side == own.side && !other.at_back);
    let useless = move |own: &&Fighter| {
        melee && own.at_back && has_line(own) && own.ranged.missile.is_none() && own.spells.is_empty()
    };
    fighters.iter().filter(useless).map(|own| own.name.as_str())
}

/// Fighters with `targets` who pair off with one foe each at the start, since their side is not outnumbered; with the change that lets them
/// choose.
pub(super) fn paired_off(combat: &Combat, rules: &Rules) -> Option<(Vec<String>, &'static str)> {
    let cast = &combat.cast;
    if rules.pacing.players_act() || rules.closing.is_none() {
        return None;
    }
    let most_foes =
        |own: &Fighter| (0..cast.sides.len()).filter(|side| *side != own.side).map(|side| cast.strength(side)).max();
    let from_afar = |own: &Fighter| own.ranged.missile.is_some() && (rules.closing != Some(0) || own.at_back);
    let picky = cast.fighters.iter().filter(|own| own.targets != Targets::LowestResult && !from_afar(own));
    let paired = picky.filter_map(|own| {
        let (friends, foes) = (cast.strength(own.side), most_foes(own)?);
        let joins = friends > foes && own.spread == Spread::GangUp;
        (foes > 1 && friends >= foes && !joins).then_some((own.name.clone(), friends > foes))
    });
    let paired: Vec<(String, bool)> = paired.collect();
    let many = paired.iter().any(|(_, many)| *many);
    let cure = match many {
        true => {
            "to let surplus fighters gang up on the foes they prefer, write `spread = \"gang-up\"` beside `targets`"
        }
        false => {
            "to have each attack any foe, set `pacing = \"player-facing\"` and give both sides `pc = true`, or let them \
             shoot: `missile`, and `closing` in [rules]"
        }
    };
    (!paired.is_empty()).then(|| (paired.into_iter().map(|(name, _)| name).collect(), cure))
}

/// Fighters without a `missile` whose weapon is made to shoot, which strikes as a club; with the weapon's name.
pub(super) fn clubs<'c>(combat: &'c Combat, rules: &Rules) -> impl Iterator<Item = (&'c str, &'static str)> {
    let blows = !rules.pacing.players_act() && rules.closing.is_some();
    let fighters = combat.cast.fighters.iter().filter(move |own| blows && own.ranged.missile.is_none());
    fighters.filter_map(|own| Some((own.name.as_str(), own.ranged.launcher?)))
}
