//! Abilities as a fight plays them.

use super::super::tactics::{choice, wound};
use crate::document::decode;
use crate::document::dice::dice;
use crate::document::fault::Fault;
use crate::document::keys::Kind;
use crate::document::node::Value;
use crate::document::reader::{Item, Reader};
use crate::ladder::Ladder;
use crate::rules::effects::{
    Abilities, Bane, Bleeding, Blood, Burning, Check, Doom, Edges, HAZARDS, Hazard, Heads, MINUTE, Poison, Regenerates,
    Regeneration, Resist, Swallow,
};
use crate::rules::{Pacing, Rules};

/// What edges do to bones (FF Restless Dead).
const BONES: Edges = Edges { halved: true, piercing: Some(1) };

/// What a cat has.
const NINE: u8 = 9;

/// The result with which a hydra grows a second head.
const SUPERB: i32 = 3;

/// How many heads may grow beyond those that there are at first, unless it is said (our reading).
const SPARE: u16 = 2;

/// Reads the abilities of so many fighters: what of them plays under these rules.
pub fn read<'r>(
    ladder: &'r Ladder,
    rules: &'r Rules,
    count: u16,
) -> impl Fn(Item<'_>) -> Option<(Abilities, Option<Blood>)> + 'r {
    move |item| {
        decode::table(|reader| {
            let abilities = abilities(reader, ladder, rules, count);
            for spec in super::ABILITIES.iter().filter(|spec| !super::PLAYED.contains(&spec.key)) {
                reader.get(spec.key, |item| figures(item, ladder));
            }
            Some((abilities, blood(reader, ladder, rules)))
        })(item)
    }
}

fn abilities(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules, count: u16) -> Abilities {
    let mut has = |key| given(reader, key, rules, Some(()), |_| None).is_some();
    let [immune_to_pain, immune_to_fear] = ["immune_to_pain", "immune_to_fear"].map(&mut has);
    let needs_near_death = has("needs_near_death");
    let fair = |by| Check { by, least: 0 };
    let vein = Bleeding { degree: 4, check: fair(Resist::Health), every: MINUTE };
    Abilities {
        immune_to_pain,
        immune_to_fear,
        needs_near_death,
        lives: given(reader, "nine_lives", rules, Some(NINE), |reader| Some(number(reader, "lives").unwrap_or(NINE)))
            .unwrap_or(0),
        bleeding: given(reader, "bleeding", rules, Some(vein), |reader| {
            Some(Bleeding {
                degree: number(reader, "degree").map_or(vein.degree, i16::from),
                check: check(reader, ladder, vein.check),
                every: reader.get("every", every).unwrap_or(vein.every),
            })
        }),
        poison: given(reader, "poison", rules, None, |reader| {
            let known = reader.has("check");
            let poison = Poison {
                check: check(reader, ladder, fair(Resist::Health)),
                drains: number(reader, "drains").unwrap_or(0),
                doom: reader.get("effect", choice).unwrap_or(Doom::Paralysis),
            };
            known.then_some(poison)
        }),
        regeneration: given(reader, "regeneration", rules, None, |reader| regeneration(reader, rules)),
        insubstantial: given(reader, "insubstantial", rules, Some(()), |_| None).is_some(),
        edges: given(reader, "edges", rules, Some(BONES), |reader| {
            Some(Edges {
                halved: reader.get("slashing", decode::choice).is_some(),
                piercing: number(reader, "piercing"),
            })
        }),
        surprise: surprise(reader, ladder, rules),
        heads: heads(reader, ladder, rules, count),
        swallow: swallow(reader, ladder, rules),
        hazards: HAZARDS.map(|key| given(reader, key, rules, None, |reader| hazard(reader, key, ladder))),
        burning: given(reader, "burning", rules, None, |reader| {
            Some(Burning {
                result: reader.get("result", decode::level(ladder)).unwrap_or(-1),
                damage: number(reader, "damage").unwrap_or(2),
            })
        }),
    }
}

/// An ability: its figures, or `whole` where it is only said to be there. Where one roll decides a fight none plays.
fn given<T>(
    reader: &mut Reader<'_>,
    key: &str,
    rules: &Rules,
    whole: Option<T>,
    read: impl FnMut(&mut Reader<'_>) -> Option<T>,
) -> Option<T> {
    reader.get(key, |item| match item.node.value {
        Value::Boolean(false) => None,
        _ if rules.pacing == Pacing::Story => {
            let fault = Fault::new(format!("`{key}` has no effect where one roll decides the fight"));
            item.refuse(fault.help(format!("take it out with `{key} = false`, or set another `pacing` in [rules]")))
        }
        Value::Boolean(true) => whole,
        _ => decode::table(read)(item),
    })
}

/// A small number, within the limits of its key.
fn number(reader: &mut Reader<'_>, key: &str) -> Option<u8> {
    reader.get(key, decode::integer).map(|number| number as u8)
}

/// The roll that escapes an effect.
fn check(reader: &mut Reader<'_>, ladder: &Ladder, usual: Check) -> Check {
    Check {
        by: reader.get("trait", choice).unwrap_or(usual.by),
        least: reader.get("check", decode::level(ladder)).unwrap_or(usual.least),
    }
}

/// What is in the blood, where its roll is known.
fn blood(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<Blood> {
    given(reader, "venomous_blood", rules, None, |reader| {
        let known = reader.has("check") && reader.has("dice");
        let dice = reader.get("dice", dice);
        let on = reader.get("on", decode::integer).unwrap_or(-1) as i32;
        let check = check(reader, ladder, Check { by: Resist::Health, least: 0 });
        let doom = reader.get("effect", choice).unwrap_or(Doom::Death);
        dice.filter(|_| known).map(|dice| Blood { dice, on, check, doom })
    })
}

/// The result that hits in a first round of surprise.
fn surprise(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<i32> {
    let least = given(reader, "surprise", rules, Some(0), |reader| {
        Some(reader.get("check", decode::level(ladder)).unwrap_or(0))
    });
    least.filter(|_| both_act(reader, "surprise", "or give its foes `unaware`", rules))
}

/// Whether creatures act by themselves, which an ability needs.
fn both_act(reader: &mut Reader<'_>, key: &str, or: &str, rules: &Rules) -> bool {
    if rules.pacing.players_act() {
        let fault = Fault::new(format!("`{key}` has no effect where only player characters act"));
        let fault = fault.at(reader.span_of(key)).help(format!("take it out with `{key} = false`, {or}"));
        reader.faults().push(fault);
    }
    !rules.pacing.players_act()
}

/// Whom it swallows (FF giant worm).
fn swallow(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules) -> Option<Swallow> {
    let usual = Swallow { scale: 6, inside: -3, defense: 1, cut_out: 15 };
    let swallow = given(reader, "swallow", rules, Some(usual), |reader| {
        Some(Swallow {
            scale: reader.get("scale", decode::integer).map_or(usual.scale, |scale| scale as i32),
            inside: reader.get("inside", decode::level(ladder)).unwrap_or(usual.inside),
            defense: number(reader, "inside_defense").unwrap_or(usual.defense),
            cut_out: number(reader, "cut_out").unwrap_or(usual.cut_out),
        })
    });
    swallow.filter(|_| both_act(reader, "swallow", "or set another `pacing` in [rules]", rules))
}

/// What becomes of so many heads when they are severed (FF hydra). A single head has nothing to grow from.
fn heads(reader: &mut Reader<'_>, ladder: &Ladder, rules: &Rules, count: u16) -> Option<Heads> {
    let hurt = rules.record.levels.iter().position(|level| level.name == "Hurt").unwrap_or(1) as u8 + 1;
    let spare = if count > 1 { SPARE } else { 0 };
    let usual = Heads { spare, rounds: 4, two: Some(SUPERB), stopped_at: hurt };
    given(reader, "heads", rules, Some(usual), |reader| {
        let most = reader.get("most", decode::integer).map(|most| most as u16);
        if most.is_some_and(|most| most < count) {
            let fault = Fault::new(format!("there are {count} heads at first")).at(reader.span_of("most"));
            reader.faults().push(fault.help("set `most` to that many or more, or leave it out for two more"));
        }
        Some(Heads {
            spare: most.map_or(spare, |most| most.saturating_sub(count)),
            rounds: number(reader, "rounds").unwrap_or(usual.rounds),
            two: reader.get("two", decode::level(ladder)).or(usual.two),
            stopped_at: reader.get("stopped_by", |item| wound(item, &rules.record)).unwrap_or(hurt),
        })
    })
}

/// A hazard by its name, where its roll is known.
fn hazard(reader: &mut Reader<'_>, key: &str, ladder: &Ladder) -> Option<Hazard> {
    let (by, doom) = match key {
        "gaze" => (Resist::Willpower, Doom::Stone),
        "deadly_breath" => (Resist::Health, Doom::Death),
        "cause_fear" => (Resist::Willpower, Doom::Flight),
        "charm" => (Resist::Willpower, Doom::Charm),
        "noxious_fluid" => (Resist::Health, Doom::Blindness),
        _ => (Resist::Willpower, Doom::Paralysis),
    };
    let known = reader.has("check");
    let check = check(reader, ladder, Check { by, least: 0 });
    if key == "stench" {
        let penalty = reader.get("penalty", decode::integer).map_or(-2, |penalty| penalty as i8);
        return known.then_some(Hazard { check, bane: Bane::Sickness(penalty), each_round: false });
    }
    let doom = reader.get("effect", choice).unwrap_or(doom);
    let every = reader.get("every", decode::choice);
    reader.get("feet", decode::integer);
    let each_round = every.map_or(key == "deadly_breath", |every| every == "round");
    known.then_some(Hazard { check, bane: Bane::Doom(doom), each_round })
}

/// A number of rounds, or a word for one.
fn every(item: Item<'_>) -> Option<u8> {
    match item.node.value {
        Value::Integer(_) => decode::integer(item).map(|rounds| rounds as u8),
        _ => decode::choice(item).map(|word| if word == "round" { 1 } else { MINUTE }),
    }
}

fn regeneration(reader: &mut Reader<'_>, rules: &Rules) -> Option<Regeneration> {
    let when = match reader.get("on", decode::choice) {
        Some("failed roll") => Regenerates::FailedRoll,
        _ => Regenerates::Round,
    };
    if when == Regenerates::FailedRoll && !rules.pacing.players_act() {
        let span = reader.span_of("on");
        let fault = Fault::new("wounds close on a failed roll only where player characters alone roll").at(span);
        reader.faults().push(fault.help("set `on = \"round\"`, or `pacing = \"player-facing\"` in [rules]"));
    }
    reader.get("not_from", decode::text);
    number(reader, "boxes").map(|boxes| Regeneration { when, boxes })
}

/// The figures of an ability that is not played; `true` stands for one without figures, `false` takes it out.
fn figures(item: Item<'_>, ladder: &Ladder) -> Option<()> {
    if let Value::Boolean(_) = item.node.value {
        return Some(());
    }
    decode::table(|reader| {
        for spec in reader.keys() {
            reader.get(spec.key, |item| match spec.kind {
                Kind::Level => decode::level(ladder)(item).map(|_| ()),
                Kind::Integer { .. } => decode::integer(item).map(|_| ()),
                Kind::Choice(_) => decode::choice(item).map(|_| ()),
                Kind::Dice => dice(item).map(|_| ()),
                _ => decode::text(item).map(|_| ()),
            });
        }
        Some(())
    })(item)
}
