//! Tables that write out rules decided by numbers. Every number is computed by the rules' code; none is typed here.

use crate::ladder::Ladder;
use crate::report::table::{Heading, Table};
use crate::rules::damage::PrintedOption;
use crate::rules::damage::printed::{self, GAME_DICE};
use crate::rules::damage::text::{DamageText, printed_text};
use crate::rules::healing::Healing;
use crate::rules::hit::minimum_to_hit;
use crate::rules::{
    CAPACITY_BOXES, CRITICAL_EFFECTS, Choice, DamageRoll, Graze, GrazeRoll, HEALTH_TABLE, LevelRule, NamedRecord,
    OptionKind, PARTS, Record, RecordKind, RuleOption, Rules, SizeToHit, Word, burst_hits,
};
use crate::scenario::presets;
use crate::subject::signed;
use std::fmt::Display;

/// A table and the sentence above it.
pub(super) struct RuleTable {
    pub(super) sentence: String,
    pub(super) table: Table,
}

/// The tables of the numbers behind the option `key`; empty if its choices already say everything.
pub(super) fn tables_for(key: &str) -> Vec<RuleTable> {
    match key {
        "graze_from" => vec![graze_table()],
        "record" => named_records().chain(preset_records()).chain([capacity_table(), health_table()]).collect(),
        "size_to_hit" => vec![size_to_hit_table()],
        "called_shots" => vec![body_parts_table()],
        "critical_effects" => vec![critical_effects_table()],
        "healing" => vec![treatment_table()],
        "burst_from" => vec![burst_table()],
        _ => Vec::new(),
    }
}

/// The printed damage rules as formulas, one block per choice of an option, and the sentence above them: whole rules
/// for options that choose the damage rule or its roll, for other options only the lists of steps that differ between
/// choices. `None` if the option does not change damage.
pub(super) fn formulas(option: &RuleOption) -> Option<(String, String)> {
    let (OptionKind::Words { words, set, .. } | OptionKind::Damage { words, set, .. }) = option.kind else {
        return None;
    };
    if !printed::damage_depends_on(option.key) {
        return None;
    }
    let whole = [DamageRoll::KEY, "damage"].contains(&option.key);
    let grazing = |roll: usize| Rules {
        damage_roll: DamageRoll::from_index(roll),
        graze: Graze::Table,
        graze_roll: GrazeRoll::from_index(GrazeRoll::words().len() - 1),
        ..Rules::plain()
    };
    let rolls = if whole { 0..0 } else { 0..DamageRoll::words().len() };
    let mut shown = rolls.map(grazing).chain([Rules::plain()]).map(|rules| {
        let choice = |place: usize| {
            let mut rules = rules.clone();
            set(&mut rules, place);
            setting_lines(&printed_text(&rules))
        };
        (rules.damage_roll.word(), (0..words().len()).map(choice).collect::<Vec<_>>())
    });
    let (roll, choices) = shown.find(|(_, choices)| whole || choices.windows(2).any(|pair| pair[0] != pair[1]))?;
    let block = |(word, list): (&Word, &Vec<String>)| {
        let own = list.iter().filter(|setting| whole || !choices.iter().all(|list| list.contains(setting)));
        format!(
            "# {} = \"{}\"\n{}",
            option.key,
            word.word,
            own.map(|setting| format!("{setting}\n")).collect::<String>()
        )
    };
    let blocks: Vec<String> = words().iter().zip(&choices).map(block).collect();
    let sentence = match whole {
        true => "As formulas, to be copied under `[rules.damage]` and changed:".to_owned(),
        false => format!(
            "As parts of a damage rule. Copy the rule `{roll}` from `{}`, and put the lists of a choice into it:",
            DamageRoll::KEY
        ),
    };
    Some((sentence, blocks.join("\n")))
}

/// The settings of a damage rule in a file: its roll and its lists of steps.
fn setting_lines(DamageText { roll, steps, grazes }: &DamageText) -> Vec<String> {
    let roll = roll.as_ref().map(|roll| match &**roll {
        GAME_DICE => "roll = \"4dF\"  # or other dice of the game".to_owned(),
        roll => format!("roll = \"{roll}\""),
    });
    let list = |key: &str, steps: &[[String; 2]]| {
        let steps = steps.iter().map(|[name, formula]| format!("    [\"{name}\", \"{formula}\"],\n"));
        format!("{key} = [\n{}]", steps.collect::<String>())
    };
    let grazes = grazes.iter().map(|grazes| list("grazes", grazes));
    roll.into_iter().chain([list("steps", steps)]).chain(grazes).collect()
}

fn graze_table() -> RuleTable {
    let rules = &presets()[0].rules;
    let level = |factor: i32| rules.graze_from.iter().filter(|&&from| factor >= from).count() as u8;
    let rows = merged_rows(-3..=8, |factor| match level(factor) {
        0 => "nothing".to_owned(),
        level => rules.record.blow_name(level).to_owned(),
    });
    rule_table("As printed, a graze is", ["damage factor", "wound"], rows)
}

/// The levels of each named track.
fn named_records() -> impl Iterator<Item = RuleTable> {
    NamedRecord::ALL.iter().map(|named| {
        let levels = levels_table(&named.record());
        RuleTable { sentence: format!("The track `{}`:", named.word()), table: levels }
    })
}

/// The tracks of the presets; presets with equal tracks share a table. Of named tracks, only the penalties are shown.
fn preset_records() -> impl Iterator<Item = RuleTable> {
    let mut found: Vec<(&Record, Vec<&str>)> = Vec::new();
    for preset in presets() {
        match found.iter_mut().find(|(record, _)| **record == preset.rules.record) {
            Some((_, names)) => names.push(preset.name),
            None => found.push((&preset.rules.record, vec![preset.name])),
        }
    }
    found.into_iter().map(|(record, names)| {
        let whose = names.join(", ");
        let Some(named) = NamedRecord::ALL.iter().find(|named| named.record() == *record) else {
            return RuleTable { sentence: format!("The track of {whose} ({record}):"), table: levels_table(record) };
        };
        let row = |level: &LevelRule| vec![level.name.clone(), penalty_words(level.penalty, level.out)];
        let sentence = format!("The track of {whose} is `{}`, with these penalties:", named.word());
        rule_table(&sentence, ["level", "penalty"], record.levels.iter().map(row).collect())
    })
}

/// The levels of a track, with points and boxes only if its kind uses them.
fn levels_table(record: &Record) -> Table {
    let (points, boxes) =
        (record.kind.has_thresholds(), matches!(record.kind, RecordKind::Boxes | RecordKind::InOrder));
    let headings = [(true, "level"), (points, "from points"), (boxes, "boxes"), (true, "penalty")];
    let columns = headings.iter().filter(|(shown, _)| *shown).map(|(_, name)| Heading::left(*name));
    let rows = record.levels.iter().map(|level| {
        let cells = [
            (true, level.name.clone()),
            (points, level.from.to_string()),
            (boxes, level.boxes.to_string()),
            (true, penalty_words(level.penalty, level.out)),
        ];
        cells.into_iter().filter(|(shown, _)| *shown).map(|(_, cell)| cell)
    });
    Table::new("", columns, rows)
}

/// The penalty in words, or `out of action` for a level that takes its fighter out of the fight.
fn penalty_words(penalty: i32, out: bool) -> String {
    match (out, penalty) {
        (true, _) => "out of action".to_owned(),
        (false, 0) => "none".to_owned(),
        (false, penalty) => signed(penalty),
    }
}

/// The names of the wound levels in the printed tables.
fn wound_names() -> Vec<String> {
    Record::standard().levels.into_iter().map(|level| level.name).collect()
}

/// The trait levels for which printed tables have rows, from Terrible up.
fn trait_names() -> impl Iterator<Item = String> {
    let ladder = Ladder::default();
    (ladder.lowest()..).map(move |level| ladder.trait_name(level))
}

fn capacity_table() -> RuleTable {
    let row = |(name, boxes): (String, &[u8; 5])| std::iter::once(name).chain(boxes.map(|count| count.to_string()));
    let columns = std::iter::once("Damage Capacity".to_owned()).chain(wound_names()).map(Heading::left);
    RuleTable {
        sentence: "`capacity-points` has boxes by Damage Capacity:".to_owned(),
        table: Table::new("", columns, trait_names().zip(&CAPACITY_BOXES).map(row)),
    }
}

fn health_table() -> RuleTable {
    let row = |(name, row): (String, &crate::rules::HealthRow)| {
        let cells = row.from.iter().zip(row.boxes).map(|(from, boxes)| format!("{from}+ ×{boxes}"));
        std::iter::once(name).chain(cells).collect::<Vec<_>>()
    };
    let columns = std::iter::once("Health".to_owned()).chain(wound_names()).map(Heading::left);
    RuleTable {
        sentence: "`health` has points and boxes by Health (`3+ ×2`: two boxes, from 3 points on):".to_owned(),
        table: Table::new("", columns, trait_names().zip(&HEALTH_TABLE).map(row)),
    }
}

fn size_to_hit_table() -> RuleTable {
    let ladder = Ladder::default();
    let usual = presets().iter().find_map(|preset| preset.rules.minimum_to_hit).unwrap_or_default();
    let name = |rule, larger_by| ladder.degree_name(minimum_to_hit(rule, usual, larger_by));
    let rows = merged_rows(-4..=12, |larger_by| name(SizeToHit::Minimum, larger_by));
    rule_table(
        &format!(
            "`minimum`, where {} hits a foe of the same size: the result needed, by how much the attacker's Mass Scale is larger than \
             the target's:",
            ladder.degree_name(usual)
        ),
        ["larger by", "result needed"],
        rows,
    )
}

fn body_parts_table() -> RuleTable {
    let penalty = |penalty: i8| if penalty == 0 { "none".to_owned() } else { signed(penalty.into()) };
    let rows = PARTS.iter().map(|part| {
        let dropped = if part.holds_weapon { ", and the weapon is dropped" } else { "" };
        vec![part.name.to_owned(), part.degree.to_string(), penalty(part.hurt), penalty(part.incapacitated) + dropped]
    });
    rule_table(
        "Parts of the body, the relative degree that hits them with `degree`, and what their wounds take from skill:",
        ["part", "relative degree", "Hurt", "Incapacitated"],
        rows.collect(),
    )
}

fn critical_effects_table() -> RuleTable {
    let rows =
        (2..).zip(CRITICAL_EFFECTS).map(|(sum, effect): (i32, _)| vec![sum.to_string(), effect.word().to_owned()]);
    rule_table("As printed:", ["2d6", "effect"], rows.collect())
}

fn treatment_table() -> RuleTable {
    let names = wound_names();
    let last = names.len() as u8;
    let ladder = Ladder::default();
    let name = |level: u8| match usize::from(level).checked_sub(1).and_then(|place| names.get(place)) {
        Some(name) => name.clone(),
        None => "healed".to_owned(),
    };
    let row = |rule: Healing, degree: i32| {
        let treated = (2..=last).map(|level| name(rule.level_after_treatment(level, last, degree)));
        [rule.word().to_owned(), ladder.degree_name(degree)].into_iter().chain(treated).collect::<Vec<_>>()
    };
    let rows =
        [Healing::EveryWound, Healing::ByResult].into_iter().flat_map(|rule| (0..=3).map(move |degree| (rule, degree)));
    let columns =
        ["healing", "result"].map(str::to_owned).into_iter().chain(names.iter().skip(1).cloned()).map(Heading::left);
    RuleTable {
        sentence: "What a healer's result leaves of a wound of each level:".to_owned(),
        table: Table::new("", columns, rows.map(|(rule, degree)| row(rule, degree))),
    }
}

fn burst_table() -> RuleTable {
    /// The number of shots in the source's example.
    const EXAMPLE_SHOTS: u16 = 20;
    let rows = merged_rows(1..=10, |degree| burst_hits(EXAMPLE_SHOTS, degree).to_string());
    rule_table(&format!("Of a burst of {EXAMPLE_SHOTS} shots hit:"), ["relative degree", "hits"], rows)
}

fn rule_table<const N: usize>(sentence: &str, headings: [&str; N], rows: Vec<Vec<String>>) -> RuleTable {
    RuleTable { sentence: sentence.to_owned(), table: table(headings, rows) }
}

/// The rows of a table of `of` over `range`. Consecutive numbers with equal values share a row: `-4 or less`, `0 to 2`,
/// `6 or more`. The first and the last row also stand for everything beyond `range`.
fn merged_rows<T: Display + PartialEq>(
    range: std::ops::RangeInclusive<i32>,
    of: impl Fn(i32) -> T,
) -> Vec<Vec<String>> {
    let (first, last) = (*range.start(), *range.end());
    let mut rows: Vec<(i32, i32, T)> = Vec::new();
    for number in range {
        let value = of(number);
        match rows.last_mut() {
            Some((_, to, same)) if *same == value => *to = number,
            _ => rows.push((number, number, value)),
        }
    }
    let words = |(from, to, value): (i32, i32, T)| {
        let band = match (from, to) {
            (from, to) if from == to && from != first && to != last => signed(from),
            (from, to) if from == first => format!("{} or less", signed(to)),
            (from, to) if to == last => format!("{} or more", signed(from)),
            (from, to) => format!("{} to {}", signed(from), signed(to)),
        };
        vec![band, value.to_string()]
    };
    rows.into_iter().map(words).collect()
}

fn table<const N: usize>(headings: [&str; N], rows: Vec<Vec<String>>) -> Table {
    Table::new("", headings.map(Heading::left), rows)
}
