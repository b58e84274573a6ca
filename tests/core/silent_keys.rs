//! A key that changes no figure, given the other keys of its file, is rejected or causes a warning. Tests every key of
//! every table that describes a roll, in files with different settings.

use crate::support::written::scenario;
use fudgelab::document::{KeySpec, Keys, Kind};
use fudgelab::scenario::{Overrides, Source, read_source};
use fudgelab::study::{MethodChoice, Study, run};
use fudgelab::subject::SUBJECTS;
use std::collections::BTreeSet;

/// Files, each with the tables whose keys are tested in it. All keys are dotted, so each extra line adds one key.
const FILES: &[(&str, &[&str])] = &[
    ("check.trait = 1\ncheck.difficulty = 0", &["check"]),
    ("check.trait = 1\ncheck.difficulty = 0\ncheck.spend = 'reroll'", &["check"]),
    ("rules.base = 'lite'\ncheck.trait = 1\ncheck.difficulty = 0", &["check"]),
    ("opposed.active.trait = 1\nopposed.passive.trait = 0", &["opposed", "opposed.active", "opposed.passive"]),
    ("contest.ann.trait = 1\ncontest.bob.trait = 0\ncontest.eve.trait = 2", &["contest.ann"]),
    ("reaction.modifiers.gift = 1", &["reaction"]),
    ("task.trait = 0\ntask.difficulty = 0\ntask.successes = 3", &["task"]),
    ("task.trait = 0\ntask.difficulty = 0\ntask.successes = 2\ntask.periods = 4", &["task"]),
    ("task.trait = 0\ntask.difficulty = 0\ntask.successes = 3\ntask.failures = 2", &["task"]),
    ("task.rolls.a.trait = 0\ntask.rolls.a.difficulty = 0\ntask.successes = 2", &["task", "task.rolls.a"]),
    (
        "group.members.a.trait = 0\ngroup.members.a.difficulty = 0\ngroup.members.b.trait = 1\ngroup.members.b.difficulty = 0",
        &["group", "group.members.a"],
    ),
    (
        "group.members.a.trait = 0\ngroup.members.a.difficulty = 0\ngroup.members.a.successes = 2\ngroup.members.a.failures = 2\n\
         group.members.b.trait = 1\ngroup.members.b.difficulty = 0\ngroup.members.b.successes = 2\ngroup.members.b.failures = 3",
        &["group"],
    ),
    ("affliction.trait = 0\naffliction.steps = 3", &["affliction"]),
    ("affliction.trait = 0\naffliction.resist = 1\naffliction.periods = 3", &["affliction"]),
    ("affliction.trait = 0\naffliction.difficulty = 0\naffliction.periods = 5", &["affliction"]),
    ("affliction.trait = 0\naffliction.difficulty = 0\naffliction.loses = 0\naffliction.periods = 5", &["affliction"]),
    (
        "affliction.trait = 0\naffliction.difficulty = 1\naffliction.periods = 5\naffliction.treatment.trait = 0\naffliction.treatment.difficulty = 0",
        &["affliction", "affliction.treatment"],
    ),
    (
        "affliction.trait = 0\naffliction.difficulty = 1\naffliction.loses = 0\naffliction.periods = 5\n\
         affliction.treatment.trait = 0\naffliction.treatment.difficulty = 0",
        &["affliction.treatment"],
    ),
    ("healing.wounds = ['Hurt', 'Very Hurt']", &["healing"]),
    ("healing.wounds = ['Hurt', 'Hurt', 'Hurt']\nhealing.constitution = 1", &["healing"]),
    ("healing.wounds = ['Near Death', 'Hurt']\nhealing.treatment.trait = 1", &["healing", "healing.treatment"]),
    ("healing.wounds = ['Scratch']", &["healing"]),
    ("rules.base = 'fudge-1993'\nhealing.wounds = ['Incapacitated']\nhealing.treatment.trait = -3", &["healing"]),
    ("rules.base = 'lite'\nhealing.wounds = ['Minor injury', 'Serious injury']", &["healing"]),
    ("rules.base = 'lite'\nhealing.wounds = ['Minor injury']", &["healing"]),
    ("experience.gifts = 2", &["experience"]),
    ("experience.powers = 1\nexperience.saved = 12", &["experience"]),
    ("experience.skills.A.from = 0\nexperience.skills.A.to = 2", &["experience", "experience.skills.A"]),
    (
        "experience.skills.A.from = 0\nexperience.skills.A.to = 2\nexperience.skills.A.attribute = 0",
        &["experience", "experience.skills.A"],
    ),
    ("experience.attributes.A.from = 0\nexperience.attributes.A.to = 2", &["experience", "experience.attributes.A"]),
    (
        "experience.prices = 'lite'\nexperience.skills.A.from = 0\nexperience.skills.A.to = 2",
        &["experience", "experience.skills.A"],
    ),
    ("experience.prices = 'lite'\nexperience.gifts = 1\nexperience.key_hits = '1d2-1'", &["experience"]),
    ("experience.gifts = 1\nexperience.sessions = 3\nexperience.key_hits = '1d3-1'", &["experience"]),
    ("creation.attributes = 2", &["creation"]),
    ("creation.gifts = 1", &["creation"]),
    (
        "casting.magic.trait = 0\ncasting.magic.potency = 'average'\ncasting.magic.potential = 3",
        &["casting", "casting.magic"],
    ),
    (
        "casting.castings = 4\ncasting.magic.trait = 0\ncasting.magic.difficulty = 0\ncasting.magic.potential = 2",
        &["casting", "casting.magic"],
    ),
    (
        "casting.castings = 4\ncasting.rest_every = 2\ncasting.magic.trait = 0\ncasting.magic.difficulty = 1",
        &["casting.magic"],
    ),
    ("casting.miracle.favor = 1", &["casting", "casting.miracle"]),
    ("casting.castings = 2\ncasting.spend = 'reroll'\ncasting.miracle.favor = 1", &["casting", "casting.miracle"]),
    (
        "casting.spend = 'reroll'\ncasting.magic.trait = 0\ncasting.magic.difficulty = 0\ncasting.magic.potential = 1",
        &["casting"],
    ),
    ("casting.castings = 3\ncasting.clerical.trait = 0", &["casting", "casting.clerical"]),
    ("casting.psi.trait = 0\ncasting.psi.difficulty = 0", &["casting.psi"]),
    (
        "casting.castings = 4\ncasting.psi.trait = 0\ncasting.psi.difficulty = 0\ncasting.psi.augments = 'never'",
        &["casting", "casting.psi"],
    ),
    ("casting.hedge.trait = 0\ncasting.hedge.difficulty = 0", &["casting", "casting.hedge"]),
    ("casting.castings = 6\ncasting.hedge.trait = 0\ncasting.hedge.difficulty = 0", &["casting", "casting.hedge"]),
    (
        "casting.castings = 7\ncasting.scholarly.health = 4\ncasting.scholarly.trait = 0\ncasting.scholarly.difficulty = 0",
        &["casting.scholarly"],
    ),
    (
        "casting.castings = 7\ncasting.rest_every = 2\ncasting.scholarly.trait = 0\ncasting.scholarly.difficulty = 0\ncasting.scholarly.costs = 2",
        &["casting.scholarly"],
    ),
    ("casting.kaer.trait = 0\ncasting.kaer.difficulty = 0", &["casting.kaer"]),
    ("casting.kaer.trait = 0\ncasting.kaer.difficulty = 0\ncasting.kaer.target.trait = 0", &["casting.kaer"]),
    ("rules.base = 'lite'\ncasting.lite.trait = 0", &["casting"]),
    ("rules.base = 'lite'\ncasting.castings = 6\ncasting.lite.trait = 0", &["casting.lite"]),
    (
        "rules.base = 'lite'\ncasting.castings = 6\ncasting.lite.trait = 0\ncasting.lite.range = 'long'",
        &["casting", "casting.lite"],
    ),
    (
        "campaign.party.a.skill = 1\ncampaign.stages.f.foes.b.skill = 0\ncampaign.stages.r.rest = 3\ncampaign.stages.g.foes.c.skill = 0",
        &["campaign"],
    ),
    (
        "campaign.rolled_healing = false\ncampaign.party.a.skill = 1\ncampaign.stages.f.foes.b.skill = 0\ncampaign.stages.r.rest = 7\n\
         campaign.stages.g.foes.c.skill = 0",
        &["campaign"],
    ),
    (
        "campaign.healer.trait = 1\ncampaign.party.a.skill = 1\ncampaign.stages.f.foes.b.skill = 0\ncampaign.stages.r.rest = 7\n\
         campaign.stages.g.foes.c.skill = 0",
        &["campaign", "campaign.healer"],
    ),
    (
        "rules.base = 'lite'\ncampaign.party.a.skill = 1\ncampaign.stages.f.foes.b.skill = 0\ncampaign.stages.r.rest = 7\n\
         campaign.stages.g.foes.c.skill = 0",
        &["campaign"],
    ),
];

/// The keys of the table at a dotted path.
fn keys_of(path: &str) -> &'static Keys {
    let mut words = path.split('.');
    let subject = words.next().unwrap();
    let info = SUBJECTS.iter().map(|subject| subject.info()).find(|info| info.key.key == subject).unwrap();
    let mut kind = info.key.kind;
    for word in words {
        kind = match kind.find(|kind| Some(*kind).filter(|kind| matches!(kind, Kind::Table(_) | Kind::Map(_)))).unwrap()
        {
            Kind::Table(keys) => keys.find(word).unwrap().kind,
            Kind::Map(each) => *each,
            _ => unreachable!(),
        };
    }
    kind.find(|kind| if let Kind::Table(keys) = kind { Some(*keys) } else { None }).unwrap()
}

/// Values to test for a key.
fn values(spec: &KeySpec) -> BTreeSet<String> {
    let words = |words: &[&str]| words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>();
    let of = |kind: &Kind| {
        Some(match kind {
            Kind::Integer { min, max } => [*min, 1, 2, 3, 5, 8, 30]
                .into_iter()
                .filter(|one| (min..=max).contains(&one))
                .map(|one| one.to_string())
                .collect(),
            Kind::Boolean => vec!["true".to_owned(), "false".to_owned()],
            Kind::Level => ["-3", "-1", "0", "1", "2", "4"].map(str::to_owned).to_vec(),
            Kind::Dice => words(&["2dF", "1d3", "1d2", "1d1", "none"]),
            Kind::Choice(all) => words(all),
            Kind::Words(all) => all.iter().map(|word| format!("'{}'", word.word)).collect(),
            _ => return None,
        })
    };
    spec.kind.find(of).into_iter().flatten().chain([spec.example.to_owned()]).collect()
}

/// The exact figures of a file as text, and its warnings; `None` if it is rejected or too large to solve.
fn answer(text: &str) -> Option<(String, Vec<String>)> {
    let study = readable(text)?;
    let warnings = study.warnings.iter().map(|one| one.message()).collect();
    Some((figures(study)?, warnings))
}

/// Whether `warning` says that `key` of `table` has no effect.
fn says_idle(warning: &str, key: &str, table: &str) -> bool {
    warning.starts_with(&format!("`{key}` of `{table}` has no effect"))
}

/// The study of a file; `None` if it is rejected.
fn readable(text: &str) -> Option<Study> {
    let source = Source::from_bytes("file.toml", text.as_bytes().to_vec()).ok()?;
    Some(read_source(source, "".as_ref(), &Overrides::default()).ok()?.study)
}

/// The exact figures of a study as text; `None` if it is too large to solve.
fn figures(study: Study) -> Option<String> {
    let result = run(&Study { method: MethodChoice::Exact, ..study }, &()).ok()?;
    let found = &result.cells[0].findings;
    Some(format!("{:?} {:?}", found.figures, found.distributions))
}

#[test]
fn file_warns_about_keys_without_effect() {
    let (mut silent, mut acting) = (Vec::new(), Vec::new());
    for (file, tables) in FILES {
        scenario(file);
        let (plain, warned) = answer(file).unwrap_or_else(|| panic!("{file}"));
        // If there is a warning about the file as a whole, no key has an effect.
        if !warned.is_empty() {
            continue;
        }
        for (table, spec) in
            tables.iter().flat_map(|table| keys_of(table).specs().iter().map(move |spec| (table, spec)))
        {
            let written = format!("{table}.{}", spec.key);
            let taken = |line: &str| line.strip_prefix(&written).is_some_and(|rest| rest.starts_with([' ', '.']));
            if file.lines().any(|line| taken(line.trim())) {
                continue;
            }
            let answers =
                values(spec).into_iter().map(|value| (answer(&format!("{file}\n{written} = {value}\n")), value));
            let answers: Vec<_> = answers.filter_map(|(found, value)| Some((found?, value))).collect();
            let last = table.rsplit('.').next().unwrap_or_default();
            let idle = |warnings: &[String]| warnings.iter().any(|warning| says_idle(warning, spec.key, last));
            let wrong = answers.iter().find(|((figures, warnings), _)| *figures != plain && idle(warnings));
            acting.extend(wrong.map(|(_, value)| format!("{written} = {value} in {file:?}")));
            let changes = answers.iter().any(|((figures, _), _)| *figures != plain);
            let told = answers.iter().any(|((_, warnings), _)| !warnings.is_empty());
            if !answers.is_empty() && !changes && !told {
                silent.push(format!("{written} in {file:?}"));
            }
        }
    }
    assert_eq!((silent, acting), (vec![], vec![]));
}

/// A17: a member's `constitution` has an effect if wounds are rolled for in a rest of a week, or if it keeps a fighter
/// conscious.
#[test]
fn campaign_warns_about_constitution_without_effect() {
    let warned = |healing: &str, rest: u32, rules: &str| {
        let text = format!(
            "[rules]\nbase = 'nutshell'\n{rules}\n[campaign]\n{healing}\n[campaign.party]\nada = {{ skill = 1, constitution = 1 }}\n\
             [campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0, constitution = 2 }} }}\n[campaign.stages.bed]\nrest = {rest}\n"
        );
        let mut warnings: Vec<String> = scenario(&text).study.warnings.iter().map(|one| one.message()).collect();
        warnings.retain(|one| one.contains("`constitution`"));
        warnings
    };
    let foe = "`constitution` of `wolf` has no effect: no fighter rolls to stay conscious".to_owned();
    let own = |reason: &str| format!("`constitution` of `ada` has no effect: {reason}");
    assert_eq!(warned("", 7, ""), std::slice::from_ref(&foe));
    assert_eq!(warned("rolled_healing = false", 7, ""), [own("wounds heal without a roll"), foe.clone()]);
    assert_eq!(warned("", 6, ""), [own("no rest is a week long, so no member rolls to heal"), foe]);
    assert_eq!(warned("rolled_healing = false", 7, "consciousness = 'rolled'"), [] as [&str; 0]);
}

/// A17: spell keys that matter only in a rest have no effect in a single fight, nor in a campaign without a rest that
/// is long enough.
#[test]
fn fight_warns_about_spell_keys_for_rests() {
    let of_spell = |study: &Study| {
        let ours = study.warnings.iter().filter(|one| one.message().contains("` of `bolt` of `ada` has no effect"));
        ours.count()
    };
    let spell = |system: &str| format!("spells.bolt = {{ {system}, harms = {{ offense = 3 }} }}");
    for (system, least) in [
        ("magic = { trait = 1, difficulty = 0, regains = 2 }", Some(7)),
        ("psi = { trait = 1, difficulty = 0, regains = 2 }", Some(7)),
        ("scholarly = { trait = 1, difficulty = 0, sleep = 8 }", Some(1)),
        ("scholarly = { trait = 1, difficulty = 0, meditation = 1 }", Some(1)),
        ("hedge = { trait = 1, difficulty = 0, minutes = 30 }", None),
        ("lite = { trait = 1, rest_clears = 'all' }", None),
        ("magic = { trait = 1, difficulty = 0, constitution = 0, active_days = 2 }", None),
    ] {
        let own = spell(system);
        let fight = format!("[fighters.ada]\nskill = 1\n{own}\n[fighters.wolf]\nskill = 0\n");
        assert_eq!(of_spell(&scenario(&fight).study), 1, "{system}");
        for days in [1, 6, 7] {
            let campaign = format!(
                "[campaign.party.ada]\nskill = 1\n{own}\n[campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0 }} }}\n\
                 [campaign.stages.bed]\nrest = {days}\n"
            );
            let idle = usize::from(least.is_none_or(|least| days < least));
            assert_eq!(of_spell(&scenario(&campaign).study), idle, "{system}, {days} days");
        }
    }
    let plain = "magic = { trait = 1, difficulty = 0 }";
    let fight = format!("[fighters.ada]\nskill = 1\n{}\n[fighters.wolf]\nskill = 0\n", spell(plain));
    assert_eq!(of_spell(&scenario(&fight).study), 0);
}

/// A17: rests and stages that restore nothing.
#[test]
fn study_warns_about_rests_that_restore_nothing() {
    let warned = |text: &str, start: &str| {
        scenario(text).study.warnings.iter().filter(|one| one.message().starts_with(start)).count()
    };
    let casting = |scholar: &str| {
        let scholar = format!("scholarly = {{ trait = 0, difficulty = 0{scholar} }}");
        let text = format!("[casting]\ncastings = 4\nrest_every = 2\n{scholar}\n");
        warned(&text, "`rest_every` of `casting` has no effect: a rest restores nothing")
    };
    assert_eq!([casting(""), casting(", sleep = 8"), casting(", meditation = 1")], [1, 0, 0]);
    let campaign = |own: &str, stage: &str, start: &str| {
        let text = format!(
            "[campaign.party.ada]\nskill = 1\n{own}\n[campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0 }} }}\n{stage}\n\
             [campaign.stages.bed]\nrest = 2\n"
        );
        warned(&text, start)
    };
    let scholar = |keys: &str| {
        let spell = format!("scholarly = {{ trait = 1, difficulty = 0{keys} }}, harms = {{ offense = 3 }}");
        campaign(&format!("spells.bolt = {{ {spell} }}"), "", "rests restore no power points to Ada")
    };
    assert_eq!([scholar(""), scholar(", sleep = 8"), scholar(", costs = 0")], [1, 0, 0]);
    let points = |own: &str| {
        campaign(own, "fudge_points = 1", "`fudge_points` of `wolf` has no effect: no member of the party spends")
    };
    assert_eq!([points(""), points("fudge_points = 2\nspend = 'reroll'")], [1, 0]);
}

/// Keys of a fighter that only describe it, or that copy or select the values of other keys.
const NO_VALUES: [&str; 9] = ["name", "side", "source", "kind", "traits", "note", "like", "attacks", "ranges"];

/// Default values, which change nothing.
const DEFAULTS: [(&str, &str); 3] = [("arrives", "1"), ("pc", "true"), ("tactic", "'normal'")];

const PRESETS: [&str; 7] = ["srd", "nutshell", "fudge-1993", "kaer", "fantasy", "lite", "cinematic"];

/// Like [`file_warns_about_keys_without_effect`], but for fights: under every preset, each key of a fighter changes a
/// figure of a plain duel with some value, causes a warning, or has all its values rejected.
#[test]
fn fight_warns_about_fighter_keys_without_effect() {
    let mut silent = Vec::new();
    for preset in PRESETS {
        let file =
            format!("rules.base = '{preset}'\nrules.round_limit = 3\nfighters.a.skill = 1\nfighters.b.skill = 0\n");
        let (plain, warned) = answer(&file).unwrap_or_else(|| panic!("{preset}"));
        for spec in keys_of("fighters.a").specs().iter().filter(|spec| !NO_VALUES.contains(&spec.key)) {
            let is_default =
                |value: &str| DEFAULTS.iter().any(|(key, default)| spec.key == *key && value.starts_with(default));
            let is_small =
                |value: &str| value.parse::<u32>().is_ok_and(|value| value <= 5) || value.parse::<u32>().is_err();
            let tried = values(spec).into_iter().filter(|value| !is_default(value) && is_small(value));
            let line = |value: &str| {
                if spec.key == "skill" {
                    file.replace("skill = 1", &format!("skill = {value}"))
                } else {
                    format!("{file}fighters.a.{} = {value}\n", spec.key)
                }
            };
            let mut idle = Vec::new();
            let acts = tried.into_iter().any(|value| {
                let found = answer(&line(&value));
                let acts = found
                    .as_ref()
                    .is_some_and(|(figures, warnings)| *figures != plain || warnings.len() > warned.len());
                idle.extend(found.filter(|_| !acts).map(|_| value));
                acts
            });
            if !acts && !idle.is_empty() {
                silent.push(format!("{} = {} under {preset}", spec.key, idle.join(" or ")));
            }
        }
    }
    assert_eq!(silent, [] as [&str; 0]);
}

/// Different fights, as lines to add to a duel of `a` and `b`.
const KINDS: [&str; 8] = [
    "",
    "fighters.b.count = 2",
    "rules.pacing = 'turns'",
    "rules.closing = 1\nfighters.b.missile = { weapon = 'bow', skill = 1, offense = 2 }",
    "rules.closing = 1\nfighters.a.missile = { weapon = 'bow', skill = 1, offense = 2 }\nfighters.b.armor = 2\nfighters.b.scale = 1",
    "fighters.b.spells.bolt = { lite = { trait = 1 }, harms = { offense = 1, thrown = 1 } }",
    "fighters.b.abilities = { edges = 'half', poison = { check = 'Fair', drains = 1 } }",
    "rules.closing = 'never'\nfighters.a.missile = { weapon = 'bow', skill = 1, offense = 2 }\nfighters.b.missile = { weapon = 'bow', skill = 1, offense = 2 }",
];

/// The figures of 200 trials as text. Rolls do not depend on keys, so the figures change only if a key has an effect.
fn played(study: Study) -> Option<String> {
    let result = run(&Study { goal: None, method: MethodChoice::Simulate, trials: 200, ..study }, &()).ok()?;
    let found = &result.cells[0].findings;
    Some(format!("{:?} {:?}", found.figures, found.distributions))
}

/// The fighter keys that change a figure although a warning says that they have no effect, in duels of these `kinds`
/// under `presets`.
fn acting_though_idle(presets: &[&str], kinds: &[&str], says_idle: fn(&str, &str, &str) -> bool) -> Vec<String> {
    let mut acting = Vec::new();
    for (preset, kind) in presets.iter().flat_map(|preset| kinds.iter().map(move |kind| (preset, kind))) {
        let duel = "rules.round_limit = 3\nfighters.a.skill = 1\nfighters.b.skill = 0";
        let file = format!("rules.base = '{preset}'\n{duel}\n{kind}\n");
        let Some(plain) = readable(&file).and_then(played) else { continue };
        for spec in keys_of("fighters.a").specs() {
            for value in values(spec) {
                let study = readable(&format!("{file}fighters.a.{} = {value}\n", spec.key));
                let is_idle = |study: &Study| study.warnings.iter().any(|one| says_idle(&one.message(), spec.key, "a"));
                if study.filter(is_idle).and_then(played).is_some_and(|figures| figures != plain) {
                    acting.push(format!("{} = {value} under {preset}, {kind}", spec.key));
                }
            }
        }
    }
    acting
}

/// Converse: a key that has no effect according to a warning changes no figure.
#[test]
fn key_with_an_effect_has_no_warning() {
    assert_eq!(acting_though_idle(&PRESETS, &KINDS, says_idle), [] as [&str; 0]);
}

/// Negative control: the test above finds keys with both an effect and a warning.
#[test]
fn key_with_an_effect_and_a_warning_is_found() {
    // A bow, but no round to shoot it in: the warning is about `b`, while `offense` of `a` has an effect.
    let bow = "fighters.b.missile = { weapon = 'bow', skill = 1, offense = 2 }";
    let found = acting_though_idle(&["srd"], &[bow], |warning, _, _| says_idle(warning, "missile", "b"));
    let of = |key: &str| found.iter().filter(|one| one.starts_with(&format!("{key} = "))).count();
    assert!(of("offense") > 0 && of("armor") > 0 && of("note") == 0, "{found:?}");
}

/// The reason distinguishes a campaign of short rests from one without a rest.
#[test]
fn warnings_name_the_day_of_rest_that_keys_need() {
    let warned = |rest: &str| {
        // No wound of this record bleeds, so the healer has an effect only in rests.
        let text = format!(
            "[rules]\nbase = 'nutshell'\nrecord = {{ kind = 'in-order', levels = [{{ name = 'Hurt' }}, {{ name = 'Out', out = true }}] }}\n\
             [campaign]\nhealer = {{ trait = 1, days_per_wound = 2 }}\n[campaign.party]\nada = {{ skill = 1 }}\n\
             [campaign.stages.wolf]\nfoes = {{ wolf = {{ skill = 0 }} }}\n{rest}"
        );
        let warnings = scenario(&text).study.warnings;
        let of = |key: &str| {
            let idle = format!("`{key}` of `");
            let found = warnings.iter().find(|one| one.message().starts_with(&idle));
            found.map(|one| format!("{}; {}", one.message().rsplit(": ").next().unwrap_or_default(), one.remedy))
        };
        ["healer", "days_per_wound"].map(of)
    };
    let said = |words: &str| [(); 2].map(|()| Some(words.to_owned()));
    assert_eq!(warned(""), said("there is no rest; let the party `rest`, or leave it out"));
    let short = "[campaign.stages.nap]\nrest = '8 hours'\n";
    assert_eq!(warned(short), said("no rest is a day long; let the party `rest` for a day or more, or leave it out"));
    assert_eq!(warned("[campaign.stages.nap]\nrest = 1\n"), [None, None]);
}
