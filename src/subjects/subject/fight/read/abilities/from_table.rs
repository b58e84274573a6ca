//! Reads abilities.

use super::*;
use crate::document::{AnyKey, Item, Problem, ReadKey, Reader, decode};
use crate::ladder::SUPERB;
use crate::rules::Pacing;
use crate::rules::effects::{
    Abilities, Bleeding, Blood, Burning, Check, Edges, HAZARDS, Hazard, HazardEffect, Heads, MINUTE, Poison, Poisoning,
    Regenerates, Regeneration, Rounding, Swallow,
};

/// The effect of edged weapons on bones (FF Restless Dead).
const ON_BONES: Edges = Edges { halved: Some(Rounding::Down), piercing: Some(1) };

/// The default number of lives, as for a cat.
const DEFAULT_LIVES: u8 = 9;

/// The default number of heads that can grow in addition to those at the start (our reading).
const DEFAULT_SPARE_HEADS: u16 = 2;

/// Reads the abilities of a stat block with `count` fighters, and separately its venomous blood. Abilities that are not
/// simulated are only checked.
pub fn read(reader: &mut Reader<'_>, count: u16) -> Option<(Abilities, Option<Blood>)> {
    let abilities = abilities(reader, count);
    for spec in ABILITIES.specs().iter().filter(|spec| UNSIMULATED.contains(&spec.key)) {
        reader.read_with(spec, check_values);
    }
    Some((abilities, blood(reader)))
}

fn abilities(reader: &mut Reader<'_>, count: u16) -> Abilities {
    let mut has = |key: &Key<Node>| read_ability(reader, key, Some(()), |_| None).is_some();
    let [immune_to_pain, immune_to_fear] = [&IMMUNE_TO_PAIN, &IMMUNE_TO_FEAR].map(&mut has);
    let (needs_near_death, insubstantial) = (has(&NEEDS_NEAR_DEATH), has(&INSUBSTANTIAL));
    let fair = |by| Check { by, least: 0 };
    let vein = Bleeding { degree: 4, check: fair(Resist::Health), every: MINUTE };
    Abilities {
        immune_to_pain,
        immune_to_fear,
        needs_near_death,
        insubstantial,
        lives: read_ability(reader, &NINE_LIVES, Some(DEFAULT_LIVES), |reader| Some(reader.read(&LIVES))).unwrap_or(0),
        bleeding: read_ability(reader, &BLEEDING, Some(vein), |reader| {
            Some(Bleeding {
                degree: reader.read(&DEGREE),
                check: check(reader, vein.check),
                every: reader.read(&HOW_OFTEN).unwrap_or(vein.every),
            })
        }),
        poison: read_ability(reader, &POISON, None, |reader| {
            let known = reader.has(&CHECK);
            let poison = Poison {
                check: check(reader, fair(Resist::Health)),
                drains: reader.read(&DRAINS),
                doom: reader.read(&EFFECT).unwrap_or(Doom::Paralysis),
            };
            known.then_some(poison)
        }),
        regeneration: read_ability(reader, &REGENERATION, None, regeneration),
        edges: read_ability(reader, &EDGES, Some(ON_BONES), |reader| {
            Some(Edges { halved: reader.read(&SLASHING), piercing: reader.read(&PIERCING) })
        }),
        surprise: surprise(reader),
        heads: heads(reader, count),
        swallow: swallow(reader),
        hazards: HAZARDS.map(|key| {
            let spec = ABILITIES.find(key)?;
            read_ability(reader, spec, None, |reader| hazard(reader, key))
        }),
        burning: read_ability(
            reader,
            &BURNING,
            Some(Burning { result: RESULT.output(None), damage: DAMAGE.output(None) }),
            |reader| Some(Burning { result: reader.read(&RESULT), damage: reader.read(&DAMAGE) }),
        ),
    }
}

/// Reads a poison that is already active at the start of a fight.
pub fn poisoning(reader: &mut Reader<'_>) -> Option<Poisoning> {
    let (drains, lost) = (reader.read(&DRAINS), reader.read(&LOST));
    Some(Poisoning { drains, lost, doom: reader.read(&EFFECT).unwrap_or(Doom::Paralysis) })
}

/// Reads the ability `key`: for `true`, returns `whole`; for `false`, `None`; a table is read by `read`. Reports an
/// error if one roll decides the fight, since abilities have no effect then.
fn read_ability<T>(
    reader: &mut Reader<'_>,
    key: &impl AnyKey,
    whole: Option<T>,
    read: impl FnMut(&mut Reader<'_>) -> Option<T>,
) -> Option<T> {
    let name = key.spec().key;
    reader.read_with(key, |item| match item.node.value {
        Value::Boolean(false) => None,
        _ if item.context.rules.pacing == Pacing::Story => {
            let problem = Problem::new(format!("`{name}` has no effect if one roll decides the fight"));
            item.refuse(problem.help(format!("take it out with `{name} = false`, or set another `pacing` in [rules]")))
        }
        Value::Boolean(true) => whole,
        _ => decode::table(read)(item),
    })
}

/// Reads the roll that resists an effect. `usual` has the default trait and difficulty.
fn check(reader: &mut Reader<'_>, usual: Check) -> Check {
    Check { by: reader.read(&TRAIT).unwrap_or(usual.by), least: reader.read(&CHECK).unwrap_or(usual.least) }
}

/// Reads venomous blood; `None` unless its dice and its difficulty are set.
fn blood(reader: &mut Reader<'_>) -> Option<Blood> {
    read_ability(reader, &VENOMOUS_BLOOD, None, |reader| {
        let known = reader.has(&CHECK) && reader.has(&DICE);
        let dice = reader.read(&DICE);
        let on = reader.read(&RESULT_OF_DICE);
        let check = check(reader, Check { by: Resist::Health, least: 0 });
        let doom = reader.read(&EFFECT).unwrap_or(Doom::Death);
        dice.filter(|_| known).map(|dice| Blood { dice, on, check, doom })
    })
}

/// The lowest result that hits in a first round of surprise; `None` without this ability.
fn surprise(reader: &mut Reader<'_>) -> Option<i32> {
    let least = read_ability(reader, &SURPRISE, Some(0), |reader| Some(reader.read(&LEAST)));
    least.filter(|_| check_npcs_act(reader, &SURPRISE, "or give its foes `unaware`"))
}

/// Whether creatures act on their own, as the ability `key` requires. Reports an error if they do not; `or` is a second
/// remedy in its help.
fn check_npcs_act(reader: &mut Reader<'_>, key: &Key<Node>, or: &str) -> bool {
    let players = reader.rules().pacing.players_act();
    if players {
        let name = key.spec().key;
        let problem = Problem::new(format!("`{name}` has no effect if only player characters act"));
        reader.refuse::<()>(key, problem.help(format!("take it out with `{name} = false`, {or}")));
    }
    !players
}

/// The ability to swallow foes (FF giant worm).
fn swallow(reader: &mut Reader<'_>) -> Option<Swallow> {
    let usual = Swallow { scale: 6, inside: -3, defense: 1, cut_out: 15 };
    let swallow = read_ability(reader, &SWALLOW, Some(usual), |reader| {
        Some(Swallow {
            scale: reader.read(&SCALE),
            inside: reader.read(&INSIDE),
            defense: reader.read(&INSIDE_DEFENSE),
            cut_out: reader.read(&CUT_OUT),
        })
    });
    swallow.filter(|_| check_npcs_act(reader, &SWALLOW, "or set another `pacing` in [rules]"))
}

/// The growth of severed heads, for a creature with `count` heads (FF hydra). By default, a creature with a single head
/// has no spare heads.
fn heads(reader: &mut Reader<'_>, count: u16) -> Option<Heads> {
    let levels = &reader.rules().record.levels;
    let hurt = levels.iter().position(|level| level.name == "Hurt").unwrap_or(1) as u8 + 1;
    let spare = if count > 1 { DEFAULT_SPARE_HEADS } else { 0 };
    // A hydra grows a second head on a Superb result.
    let usual = Heads { spare, rounds: 4, second_head_from: Some(SUPERB), seared_from: hurt };
    read_ability(reader, &HEADS, Some(usual), |reader| {
        let most = reader.read(&MOST);
        if most.is_some_and(|most| most < count) {
            let problem = Problem::new(format!("`most` is below the {count} heads at the start"));
            reader.refuse::<()>(&MOST, problem.help("raise `most`, or leave it out for two more than at the start"));
        }
        Some(Heads {
            spare: most.map_or(spare, |most| most.saturating_sub(count)),
            rounds: reader.read(&AWAY),
            second_head_from: Some(reader.read(&TWO)),
            seared_from: reader.read(&STOPPED_BY).unwrap_or(hurt),
        })
    })
}

/// Reads the hazard called `key`; `None` unless its difficulty is set.
fn hazard(reader: &mut Reader<'_>, key: &str) -> Option<Hazard> {
    let (by, doom) = match key {
        "gaze" => (Resist::Willpower, Doom::Stone),
        "deadly_breath" => (Resist::Health, Doom::Death),
        "cause_fear" => (Resist::Willpower, Doom::Flight),
        "charm" => (Resist::Willpower, Doom::Charm),
        "noxious_fluid" => (Resist::Health, Doom::Blindness),
        _ => (Resist::Willpower, Doom::Paralysis),
    };
    let known = reader.has(&CHECK);
    let check = check(reader, Check { by, least: 0 });
    if key == STENCH.spec().key {
        let penalty = reader.read(&PENALTY) as i8;
        return known.then_some(Hazard { check, effect: HazardEffect::Sickness(penalty), each_round: false });
    }
    let doom = reader.read(&EFFECT).unwrap_or(doom);
    let every = reader.read(&EVERY);
    reader.read(&FEET);
    let each_round = every.map_or(key == DEADLY_BREATH.spec().key, |every| every == "round");
    known.then_some(Hazard { check, effect: HazardEffect::Doom(doom), each_round })
}

/// Reads the interval between rolls: a number of rounds, `round` or `minute`. Returns it in rounds.
pub(super) fn interval(item: Item<'_>) -> Option<u8> {
    match item.node.value {
        Value::Integer(_) => decode::whole(item),
        _ => decode::choice(item).map(|word| if word == "round" { 1 } else { MINUTE }),
    }
}

fn regeneration(reader: &mut Reader<'_>) -> Option<Regeneration> {
    let when = match reader.read(&ON) {
        "failed roll" => Regenerates::FailedRoll,
        _ => Regenerates::Round,
    };
    if when == Regenerates::FailedRoll && !reader.rules().pacing.players_act() {
        let problem = Problem::new("wounds can close on a failed roll only if player characters alone roll");
        reader.refuse::<()>(&ON, problem.help("set `on = \"round\"`, or `pacing = \"player-facing\"` in [rules]"));
    }
    reader.read(&NOT_FROM);
    reader.read(&BOXES).map(|boxes| Regeneration { when, boxes })
}

/// Checks the values in the table of an ability that is not simulated. `true` and `false` need no check.
fn check_values(item: Item<'_>) -> Option<()> {
    if let Value::Boolean(_) = item.node.value {
        return Some(());
    }
    decode::table(|reader| {
        let keys = reader.keys();
        for spec in keys.specs() {
            reader.read_with(spec, |item| match spec.kind {
                Kind::Level => decode::level(item).map(|_| ()),
                Kind::Integer { .. } => decode::integer(item).map(|_| ()),
                _ => decode::text(item).map(|_| ()),
            });
        }
        Some(())
    })(item)
}
