//! Reads `[campaign]`.

use super::idle::WEEK;
use super::member::{LostFight, Member};
use super::party::{Battle, Campaign, CampaignStage};
use super::rest::{LENGTH, RestLength, length};
use crate::check::{CheckRules, System, Wounded};
use crate::combat::{Cast, Fight};
use crate::document::{
    AnyKey, Entry, Item, Key, KeyEffect, KeyOr, Kind, Node, Owner, Problem, Reader, Span, Table, Value, decode,
    did_you_mean, excerpt, keys,
};
use crate::fights::Combat;
use crate::rules::fudge::MOST_POINTS;
use crate::rules::healing::{HURT, Healing as Healed};
use crate::subject::actor::{ROLL_KEYS, TRAIT_KEYS, capped_actor};
use crate::subject::fight::read::ranges::axes;
use crate::subject::fight::read::tactics::wound_of_rules;
use crate::subject::fight::read::{FIGHTER, combat_of, note_rests};
use crate::subject::healing::{DAYS_PER_WOUND, HOURS_PER_WOUND, HealerTreatment, LONG_REST, read_treatment};
use std::sync::Arc;

const FIGHTERS: Kind = Kind::Map(&Kind::Table(&FIGHTER));

/// Default side of the party.
pub const PARTY_SIDE: &str = "party";
/// Default side of the foes.
pub const FOES_SIDE: &str = "foes";

/// Maximum number of fights in a campaign. A stage with `times = 3` counts as three.
const MOST_FIGHTS: usize = 100;

/// Maximum number of stat blocks in a party: the outcome of a campaign stores sets of them in 32 bits.
const MOST_BLOCKS: usize = 32;

/// Maximum number of fighters in a party.
const MOST_MEMBERS: usize = 50;

keys! {
    pub(crate) CAMPAIGN = "campaign": "Fights and rests of a party, one after the other. Wounds, spent Fudge points and the costs of magic carry over.";
    PARTY: Key<Node> = Key::new("party", FIGHTERS, decode::node)
        .means("The members of the party, by name, with the keys of [fighters].", "{ ada = { skill = \"Good\", offense = 2 } }")
        .required();
    STAGES: Key<Vec<(String, WrittenStage)>> =
        Key::new("stages", Kind::Map(&Kind::Table(&STAGE)), |item| decode::map(decode::table(stage))(item))
            .means("The fights and rests, by name and in order.", "{ wolves = { foes = { wolf = { skill = \"Fair\" } }, times = 3 }, night = { rest = 1 } }")
            .required();
    HEALER: Key<Healer> = Key::new("healer", Kind::Table(&HEALER_KEYS), |item| decode::table(read_healer)(item))
        .means(
            "The healer, who treats wounds once at each rest, and treats members Near Death after a fight.",
            "{ trait = \"Good\" }",
        )
        .otherwise("no healer");
    ROLLED: KeyOr<bool> = Key::flag("rolled_healing")
        .means("Whether wounds heal by a level in a week only if a roll of the fighter's `constitution` (Fair unless set) succeeds. If `false`, they heal by a level without a roll.", "false")
        .or(true);
    LOST_FIGHT: KeyOr<LostFight> = Key::choice("lost_fight")
        .means("What happens to members of the party who did not flee if the party loses a fight. The party loses if at least one foe but no member is fit at the end.", "\"captured\"")
        .or_first();
    + LONG_REST;
}

keys! {
    HEALER_KEYS = "the healer": "The healer of a party: a Good result or better helps.";
    MEMBER: Key<(String, Span)> = Key::new("member", Kind::Text, |item| {
            let span = item.node.span;
            Some((decode::text(item)?, span))
        })
        .means("The member of the party who is the healer, by the name of the member's table. No wounds are treated while the healer is down.", "\"ada\"")
        .otherwise("the healer is not a member of the party, and is always available");
    .. TRAIT_KEYS;
    .. ROLL_KEYS;
    + DAYS_PER_WOUND;
    + HOURS_PER_WOUND;
}

/// The healer as set in the file.
#[derive(Debug, Clone)]
pub(super) struct Healer {
    treatment: HealerTreatment,
    /// The key of the healer's table in the party, and its position in the file. `None` if the healer is not in the
    /// party.
    member: Option<(String, Span)>,
}

fn read_healer(reader: &mut Reader<'_>) -> Option<Healer> {
    let member = reader.read(&MEMBER);
    Some(Healer { treatment: read_treatment(reader)?, member })
}

keys! {
    STAGE = "stage": "A fight or a rest.";
    NAME: Key<String> = Key::text("name").means("The name shown.", "\"the ford\"").otherwise("the name of the table");
    FOES: Key<Node> = Key::new("foes", FIGHTERS, decode::node)
        .means("The foes of a fight, by name, with the keys of [fighters].", "{ wolf = { skill = \"Fair\", count = 2 } }");
    TIMES: KeyOr<u32> = Key::<u32>::integer("times", 1, MOST_FIGHTS as i64)
        .means("The number of such fights, one after the other.", "3")
        .or(1);
    PRESSED: KeyOr<bool> = Key::flag("pressed")
        .means("Whether there is no time at all for care after the fight, so that Scratches remain.", "true")
        .or(false);
    REST: Key<RestLength> = Key::new("rest", LENGTH, length)
        .means("The length of a rest, instead of a fight: a number of days, in which wounds heal, or a text with a unit, such as `\"1 hour\"`. A rest of less than a day clears Scratches and restores some magic. Wounds are then treated only if they heal within the rest (`hours_per_wound`).", "7");
    NEEDED_AT: Key<u8> = Key::new("needed_at", Kind::Text, wound_of_rules)
        .means("The party rests only if a member has this wound or a worse one.", "\"Hurt\"")
        .otherwise("the party always rests");
    STAGE_LOST: Key<LostFight> = Key::choice("lost_fight")
        .means("What happens to members of the party who did not flee if the party loses this fight.", "\"slain\"")
        .otherwise("the campaign's `lost_fight`");
    EXPERIENCE: KeyOr<u8> = Key::<u8>::integer("experience", 0, 100)
        .means("The experience points that each survivor gets for the fight.", "2")
        .or(0);
    POINTS: KeyOr<u8> = Key::<u8>::integer("fudge_points", 0, MOST_POINTS as i64)
        .means("The Fudge points that each member gets back after the stage, up to the number at the start.", "1")
        .or(0);
}

/// A stage as set in the file: a fight if `foes` is set, otherwise a rest.
#[derive(Debug, Clone)]
pub(super) struct WrittenStage {
    name: Option<String>,
    foes: Option<Node>,
    times: u32,
    pressed: bool,
    rest: Option<RestLength>,
    /// The lightest wound level for which the party rests; `None` if it always rests.
    needed_at: Option<u8>,
    /// `None` if the `lost_fight` of the campaign applies.
    lost_fight: Option<LostFight>,
    experience: u8,
    /// Fudge points that each member gets back.
    points: u8,
}

fn stage(reader: &mut Reader<'_>) -> Option<WrittenStage> {
    let written = WrittenStage {
        name: reader.read(&NAME),
        foes: reader.read(&FOES),
        times: reader.read(&TIMES),
        pressed: reader.read(&PRESSED),
        rest: reader.read(&REST),
        needed_at: reader.read(&NEEDED_AT),
        lost_fight: reader.read(&STAGE_LOST),
        experience: reader.read(&EXPERIENCE),
        points: reader.read(&POINTS),
    };
    if reader.has(&FOES) == reader.has(&REST) {
        let problem = Problem::new("a stage is either a fight, with `foes`, or a `rest`").secondary();
        return reader.refuse_table(problem.help("for example `foes = { wolf = { skill = \"Fair\" } }` or `rest = 7`"));
    }
    let of_fights: [&dyn AnyKey; 4] = [&TIMES, &PRESSED, &STAGE_LOST, &EXPERIENCE];
    let vain = if reader.has(&REST) { (&of_fights[..], "rest") } else { (&[&NEEDED_AT as &dyn AnyKey][..], "fight") };
    if let Some(key) = vain.0.iter().find(|key| reader.has(**key)) {
        let problem = Problem::new(format!("`{}` has no effect on a {}", key.spec().key, vain.1));
        return reader.refuse(*key, problem.help("leave it out"));
    }
    Some(written)
}

/// Why the key `fudge_points` of a stage has no effect if the party spends none, and how to give it one.
const NOBODY_SPENDS: [&str; 2] =
    ["no member of the party spends Fudge points", "set `fudge_points` and `spend` for a member"];

/// The keys of `[campaign]` about healing.
struct Healing {
    healer: Option<Healer>,
    /// Whether Constitution is rolled to heal.
    rolled: bool,
    /// Days of a long rest, which clears all injuries and all mana boxes (LITE).
    long_rest: u32,
}

/// Reads `[campaign]` for a study of `cells` cells.
pub(crate) fn campaign(reader: &mut Reader<'_>, cells: usize) -> Option<Campaign> {
    let party = reader.read(&PARTY);
    let healer = reader.optional(&HEALER)?;
    let healing = Healing { healer, rolled: reader.read(&ROLLED), long_rest: reader.read(&LONG_REST) };
    let lost_fight = reader.read(&LOST_FIGHT);
    let stages = reader.read(&STAGES)?;
    let party = party?;
    let healer = healer_block(reader, &party, healing.healer.as_ref())?;
    let mut campaign = Campaign { healer, ..Campaign::default() };
    let combats = stages.iter().filter_map(|(_, written)| written.foes.as_ref());
    let combats: Option<Vec<Combat>> = combats.map(|foes| fight(reader, &party, foes, cells)).collect();
    let mut combats = prepare_sequence(combats?).into_iter();
    for (key, written) in stages.clone() {
        if let Some(length) = written.rest {
            let WrittenStage { needed_at, points, .. } = written;
            campaign.stages.push(CampaignStage::Rest { length, needed_at, points });
            continue;
        }
        let combat = Arc::new(combats.next()?);
        if campaign.party.is_empty() {
            read_party(reader, &mut campaign, &combat, &healing)?;
        }
        let name = written.name.unwrap_or(key);
        let first = campaign.fights.len();
        for number in 1..=written.times {
            let named = if written.times == 1 { name.clone() } else { format!("{name} {number}") };
            let WrittenStage { pressed, points, experience, .. } = written;
            let lost_fight = written.lost_fight.unwrap_or(lost_fight);
            let battle = Battle { combat: Arc::clone(&combat), pause: !pressed, points, experience, lost_fight };
            campaign.stages.push(CampaignStage::Fight(battle));
            campaign.fights.push(named);
        }
        campaign.written.push((name.clone(), written.times));
        if campaign.fights[..first].iter().any(|known| campaign.fights[first..].contains(known)) {
            let problem = Problem::new(format!("two fights are called `{}`", excerpt(&name)));
            return reader.refuse_table(problem.help("give one of them another `name`, or say how many `times`"));
        }
    }
    note_effects(reader, &campaign);
    // A rest of less than a day counts as a day here, since a scholar may sleep in it.
    note_rests(&party, campaign.longest_rest().max(campaign.has_rest().into()), reader.problems());
    for (stage, written) in &stages {
        if let Some(foes) = &written.foes {
            note_rests(foes, 0, reader.problems());
        }
        if written.points > 0 {
            let idle = (!campaign.spends_points()).then_some(NOBODY_SPENDS);
            let owner = Owner::Table(format!("`{}`", excerpt(stage)));
            reader.problems().add_effect(KeyEffect { owner, key: POINTS.spec().key, idle });
        }
    }
    let problem = match campaign.fights.len() {
        0 => Problem::new("this campaign has no fight").help("give it a stage with `foes`"),
        1..=MOST_FIGHTS => return Some(campaign),
        more => Problem::new(format!("{more} fights are too many"))
            .help(format!("a campaign can have at most {MOST_FIGHTS}")),
    };
    reader.refuse_table(problem)
}

/// Compiles the fight of the party against `foes`. The party comes first in the roster.
fn fight(reader: &mut Reader<'_>, party: &Node, foes: &Node, cells: usize) -> Option<Combat> {
    let (mut all, mut known) = (Vec::new(), Vec::new());
    for (node, side) in [(party, PARTY_SIDE), (foes, FOES_SIDE)] {
        for entry in node.as_table().into_iter().flat_map(Table::entries) {
            if known.contains(&entry.key) {
                let problem = Problem::new(format!("`{}` is already in the party", excerpt(&entry.key)));
                reader.problems().push(problem.at(entry.key_span).help("give the foe another name"));
                return None;
            }
            known.push(entry.key.clone());
            all.push(with_default_side(entry, side));
        }
    }
    let node = Node { value: Value::Table(Table::new(all)), span: foes.span };
    let context = reader.context();
    let members = party.as_table().map_or(0, |table| table.entries().len());
    let remember =
        |cast: &mut Cast| cast.fighters.iter_mut().take(members).for_each(|fighter| fighter.remembers = true);
    let item = Item {
        name: "the fight".to_owned(),
        node: &node,
        kind: &FIGHTERS,
        key_span: foes.span,
        path: None,
        context,
        problems: reader.problems(),
    };
    let combat = combat_of(item, cells, remember, Fight::from_any_start)?;
    if !axes(&mut party.clone(), context.ladder).is_empty() {
        let problem = Problem::new(
            "a member of the party has a trait with a range, so it would be a different fighter in each fight",
        );
        reader.problems().push(problem.at(party.span).help("give each of the party's traits one level"));
        return None;
    }
    let side = |k: usize| combat.cast.fighters.get(k).map(|fighter| fighter.side);
    let own = side(0);
    let mixed = (0..members).any(|k| side(k) != own) || (members..combat.cast.fighters.len()).any(|k| side(k) == own);
    if mixed {
        let problem = Problem::new("the party must be a side by itself").at(party.span);
        reader.problems().push(problem.help("leave out `side` in it, or name one that no foe has"));
        return None;
    }
    Some(combat)
}

/// The index of the healer's stat block in the party. `Some(None)` if the healer is not in the party. `None` if no
/// member has the name given for the healer; the error has then been reported.
fn healer_block(reader: &mut Reader<'_>, party: &Node, healer: Option<&Healer>) -> Option<Option<usize>> {
    let Some((member, span)) = healer.and_then(|healer| healer.member.as_ref()) else { return Some(None) };
    let names: Vec<&str> = party.as_table().into_iter().flat_map(Table::keys).collect();
    let place = names.iter().position(|name| name == member);
    if place.is_none() {
        let problem = Problem::new(format!("no member of the party is called `{}`", excerpt(member))).at(*span);
        let problem = problem.label_if(did_you_mean(member, names.iter().copied()));
        reader.problems().push(problem.help(format!("the party is {}", names.join(", "))));
    }
    place.map(Some)
}

/// Prepares the fights of a campaign to follow one another: the party may begin any of them with the crippled parts or
/// the poison that another one leaves.
fn prepare_sequence(mut combats: Vec<Combat>) -> Vec<Combat> {
    let leaves: Vec<_> = combats.iter().map(|combat| combat.fight.carried_effects()).collect();
    for fight in combats.iter_mut().flat_map(Combat::possible_fights_mut) {
        leaves.iter().for_each(|leaves| fight.allow_for_carried_effects(*leaves));
    }
    combats
}

/// Reports for each healing key whether it has an effect in this campaign.
fn note_effects(reader: &mut Reader<'_>, campaign: &Campaign) {
    let longest = campaign.longest_rest();
    let (rolled, bleeds) =
        (reader.rules().healing != Healed::Care, campaign.party.iter().any(|one| one.wounded.bleeds));
    let lite = campaign.party.iter().any(|one| matches!(one.magic, Some(System::Lite(_))));
    let [short, rest] = if campaign.has_rest() {
        ["no rest is a day long", "let the party `rest` for a day or more"]
    } else {
        ["there is no rest", "let the party `rest`"]
    };
    let [unrolled, roll] =
        ["care and a long rest heal without a roll", "set `healing = \"every-wound\"` or `\"by-result\"` in [rules]"];
    reader.record_effect(&HEALER, rolled, unrolled, roll);
    let treats = longest > 0 || campaign.treats_in_hours();
    reader.record_effect(&HEALER, treats || bleeds, short, rest);
    reader.record_effect_in(&HEALER, &DAYS_PER_WOUND, longest > 0, short, rest);
    reader.record_effect_in(&HEALER, &HOURS_PER_WOUND, campaign.has_rest(), "there is no rest", "let the party `rest`");
    let week = "let the party `rest` for a week or more";
    reader.record_effect(&ROLLED, rolled, unrolled, roll);
    reader.record_effect(&ROLLED, longest >= WEEK, "no rest is a week long", week);
    let cleared = !rolled || lite;
    reader.record_effect(
        &LONG_REST,
        cleared,
        "a long rest clears no wounds or mana boxes",
        "set `healing = \"care\"` in [rules]",
    );
    reader.record_effect(&LONG_REST, longest > 0, short, rest);
}

/// A copy of a fighter's entry with `side` set, unless the fighter already has a side.
fn with_default_side(entry: &Entry, side: &str) -> Entry {
    let mut entry = entry.clone();
    let span = entry.key_span;
    if let Some(table) = entry.node.as_table_mut() {
        table.get_or_insert("side", span, || Node { value: Value::String(side.to_owned()), span });
    }
    entry
}

/// Fills in the fields of `campaign` that describe the party, from its first fight, `combat`.
fn read_party(reader: &mut Reader<'_>, campaign: &mut Campaign, combat: &Combat, healing: &Healing) -> Option<()> {
    let rules = reader.rules();
    let Healing { healer, rolled, long_rest } = healing;
    let cast = &combat.cast;
    let own = cast.fighters.first().map(|fighter| fighter.side);
    let blocks: Vec<_> = cast.fighters.iter().enumerate().filter(|(_, fighter)| Some(fighter.side) == own).collect();
    let members: usize = blocks.iter().map(|(_, fighter)| usize::from(fighter.count)).sum();
    if blocks.len() > MOST_BLOCKS || members > MOST_MEMBERS {
        let help = format!("a party can have at most {MOST_BLOCKS} stat blocks and {MOST_MEMBERS} fighters");
        return reader.refuse_table(Problem::new(format!("a party of {members} is too large")).help(help));
    }
    let checks = reader.checked(CheckRules::of(rules, reader.context().ladder, None))?;
    let names = cast.names();
    for (who, block) in cast.roster().enumerate().filter(|(_, block)| *block < blocks.len()) {
        let fighter = &cast.fighters[block];
        let record = fighter.record(rules);
        reader.checked(Member::check_healing_rules(record))?;
        let (near_death, out) = (record.worst_level(), record.first_out());
        let dice = fighter.dice.clone().unwrap_or_else(|| rules.dice.clone());
        let constitution = capped_actor(Some(fighter.constitution), 0, dice, reader)?;
        let track = Arc::new(combat.fight.roster.track(who as u16).clone());
        let wounded = Wounded {
            healing: rules.healing,
            wounds: Vec::new(),
            track: Arc::clone(&track),
            near_death,
            bleeds: out < near_death,
            constitution: if *rolled {
                reader.checked(Wounded::rolls(&constitution, near_death.max(HURT), &checks))?
            } else {
                Vec::new()
            },
            rapid: false,
            treatment: healer.as_ref().map(|healer| healer.treatment.roll.clone()),
            hours_per_wound: healer.as_ref().map_or(0, |healer| healer.treatment.hours_per_wound),
            long_rest: *long_rest,
        };
        campaign.party.push(Member {
            name: names.get(who).cloned().unwrap_or_default(),
            block,
            levels: fighter.level_names(rules),
            track,
            wounded,
            magic: fighter.spells.first().map(|spell| spell.system.clone()),
        });
    }
    campaign.blocks = blocks.iter().map(|(_, fighter)| fighter.name.clone()).collect();
    campaign.spends = blocks.iter().any(|(_, fighter)| fighter.fudge_points.is_some_and(|points| points > 0));
    campaign.start = combat.fight.start()[..members].to_vec();
    Some(())
}
