//! Analyses: against calculations by hand, against brute force, exact against simulated.

use crate::support::written::{RACE, refusal, study};
use fudgelab::analysis::InForce;
use fudgelab::document::{Node, Path as DocumentPath, Value as NodeValue};
use fudgelab::ladder::Ladder;
use fudgelab::rules::{OPTIONS, RuleOption};
use fudgelab::scenario::{Overrides, Source, presets, read_source};
use fudgelab::stats::Estimate;
use fudgelab::study::{Change, Entry, Lab, MethodChoice, Reply, Setting, Study, answer, run};
use fudgelab::subject::Answered;
use fudgelab::subject::fight::read::FIGHTER;
use std::collections::BTreeSet;
use std::path::Path;

const DUEL: &str = "
[rules]
base = 'srd'
[fighters.ada]
skill = 1
offense = 2
[fighters.ben]
skill = 1
offense = 2
defense = 1
";

/// The answer to a question of a text; simulated with so many trials, or exact.
fn asked(text: &str, ask: &str, trials: Option<u64>, seed: u64) -> Reply {
    try_asked(text, ask, trials, seed).unwrap_or_else(|problem| panic!("{ask}: {problem}"))
}

/// A study written as text, or what is wrong with it.
fn try_study(text: &str) -> Result<Study, String> {
    let source =
        Source::from_bytes("asked.toml", text.as_bytes().to_vec()).map_err(|problem| problem.message().to_owned())?;
    let scenario = read_source(source, Path::new(""), &Overrides::default());
    scenario.map(|scenario| scenario.study).map_err(|problems| problems.render(false))
}

fn try_asked(text: &str, ask: &str, trials: Option<u64>, seed: u64) -> Result<Reply, String> {
    let method = if trials.is_some() { MethodChoice::Simulate } else { MethodChoice::Exact };
    let ask = Some(format!("[[ask]]\n{ask}\n"));
    let overrides = Overrides { ask, trials, method: Some(method), seed: Some(seed), ..Overrides::default() };
    let source =
        Source::from_bytes("asked.toml", text.as_bytes().to_vec()).map_err(|problem| problem.message().to_owned())?;
    let scenario =
        read_source(source, Path::new("scenarios"), &overrides).map_err(|problems| problems.render(false))?;
    let result = answer(&scenario.study, &()).map_err(|error| error.message().to_owned())?;
    Ok(result.replies.into_iter().next().expect("one reply"))
}

fn estimate(entry: &Entry) -> Estimate {
    match entry {
        Entry::Figure(estimate, _) | Entry::Change(estimate, ..) => *estimate,
        other => panic!("{other:?} is no figure"),
    }
}

/// The row that begins with these words.
fn row<'r>(reply: &'r Reply, words: &[&str]) -> &'r [Entry] {
    let is = |row: &&Vec<Entry>| row.iter().zip(words).all(|(entry, word)| *entry == Entry::from(*word));
    reply.rows.iter().find(is).unwrap_or_else(|| panic!("{words:?} is not in {:#?}", reply.rows))
}

fn near(value: f64, by_hand: f64) {
    assert!((value - by_hand).abs() < 1e-9, "{value} is not {by_hand}");
}

/// Ahead by one of two, three races in four are won: first blood explains a quarter of who wins. A race takes two decided rounds, or
/// three in every other; each is decided with chance 1/2.
#[test]
fn swing_of_a_race_by_hand() {
    let reply = asked(RACE, "swing = true", None, 1);
    let value = |what: &str| estimate(&row(&reply, &[what])[2]).value;
    near(value("Ada wins"), 0.5);
    near(value("Ada wins after Ada's first blood"), 0.75);
    near(value("Ada wins after Ben's first blood"), 0.25);
    near(value("explained by first blood"), 0.25);
    near(value("Ada comes back"), 0.125);
    near(value("rounds, mean"), 5.0);
    near(value("rounds, standard deviation"), 6f64.sqrt());
    near(value("Ada has won within 2 rounds"), 1.0 / 16.0);
    // Both of the first two rounds are hers, or one of them and the third.
    near(value("Ada has won within 3 rounds"), 4.0 / 64.0 + 3.0 / 64.0 + 3.0 / 64.0);
    near(value("Ben wins, as skilled as Ada"), 0.5);
    near(value("Ben wins, 1 below Ada"), 0.0);
}

/// One level up Ada hits with chance 3/4 and is never hit.
#[test]
fn sensitivity_of_a_race_by_hand() {
    let reply = asked(RACE, "sensitivity = 'ada wins'", None, 1);
    for (key, then, change) in [
        ("ada.skill", "Good", 0.5),
        ("ada.skill", "Mediocre", -0.5),
        ("ben.skill", "Good", -0.5),
        ("ben.skill", "Mediocre", 0.5),
    ] {
        near(estimate(&row(&reply, &[key, "Fair", then])[4]).value, change);
    }
    assert_eq!(
        reply.sentences[0],
        "rules.damage = degree has the biggest effect on ada wins (now 50.00 %): 50.00 points less."
    );
}

/// Of 50 random duels, `tune` names what trying every value finds.
#[test]
fn tune_finds_what_a_sweep_finds() {
    let mut state = 20_u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..50 {
        let dice = ["4dF", "2dF", "d%", "1d6-1d6"][draw(4) as usize];
        let (skill, offense, defense) = (draw(3) as i64, draw(4), draw(3));
        let key = ["skill", "offense", "defense"][draw(3) as usize];
        let target = 20 + draw(60);
        let text = |value: Option<i64>| {
            let mut keys = [("skill", 1), ("offense", offense as i64), ("defense", 0)];
            keys.iter_mut().for_each(|(name, own)| *own = value.filter(|_| *name == key).unwrap_or(*own));
            let keys: String = keys.iter().map(|(name, own)| format!("{name} = {own}\n")).collect();
            format!(
                "rules.dice = '{dice}'\n[fighters.ada]\n{keys}[fighters.ben]\nskill = {skill}\noffense = 2\ndefense = {defense}\n"
            )
        };
        let off = |value: i64| {
            let wins =
                run(&study(&text(Some(value))), &()).unwrap().cells[0].titled("ada wins").unwrap().estimate.value;
            (wins - target as f64 / 100.0).abs()
        };
        let reply = asked(&text(None), &format!("tune = 'fighters.ada.{key}'\nto = 'ada wins = {target} %'"), None, 1);
        let settled = reply.settled.expect("a value");
        let Some(Change::Set(_, Node { value: NodeValue::Integer(named), .. })) = settled.changes.last() else {
            panic!("{settled:?}")
        };
        let best = (-20..=20).map(off).fold(f64::INFINITY, f64::min);
        assert!(
            (off(*named) - best).abs() < 1e-12,
            "{dice} {key} {target} %: {named} is off by {}, not {best}",
            off(*named)
        );
    }
}

/// Simulated, the value named is the one that exact answers name, or its interval says that it may not be.
#[test]
fn tune_by_simulation() {
    let ask = "tune = 'fighters.ada.offense'\nto = ['ada wins >= 40 %', 'ada wins <= 75 %']\npick = 'most'\nbetween = [-2, 4]";
    let (exact, simulated) = (asked(DUEL, ask, None, 1), asked(DUEL, ask, Some(100_000), 1));
    let named = |reply: &Reply| reply.sentences[0].split(':').next().unwrap_or_default().to_owned();
    assert_eq!(named(&exact), named(&simulated));
    assert_eq!((exact.trials, simulated.trials), (None, Some(100_000)));
}

const CHANGES: &str = "changes = { blow = { fighters = { ada = { offense = 4 } } }, dice = { rules = { dice = '1d6-1d6' } }, idle = { fighters = { ben = { skill = 1 } } } }";

/// A change that does nothing has none of it, exactly and on shared rolls; the others have what averages over both orders give.
#[test]
fn decomposed_changes_add_up() {
    let ask = format!("decompose = 'ada wins'\n{CHANGES}");
    for trials in [None, Some(4_000)] {
        let reply = asked(DUEL, &ask, trials, 1);
        let of = |name: &str, column: usize| estimate(&row(&reply, &[name])[column]).value;
        assert_eq!((of("idle", 1), of("idle", 2)), (0.0, 0.0), "{trials:?}");
        near(of("idle", 3), 0.0);
        near(of("blow", 3), f64::midpoint(of("blow", 1), of("blow", 2)));
        near(of("blow", 3) + of("dice", 3), of("all together", 3));
        near(of("blow", 1) + of("dice", 1) + of("beyond the sum of each alone", 1), of("all together", 1));
    }
}

/// Modifiers of one's own are known by name: what each does is what a file without the others says, and one is explained beside the file
/// without it.
#[test]
fn modifiers_are_decomposed_and_explained_by_name() {
    const BERSERK: &str = "{ name = 'berserk', to = 'attack', add = '1', when = 'marked > 0' }";
    const FIRST: &str = "{ name = 'first blow', to = 'damage', add = '2', when = 'first_attack' }";
    let file =
        |rows: &[&str]| DUEL.replace("base = 'srd'", &format!("base = 'nutshell'\nmodifiers = [{}]", rows.join(", ")));
    let wins = |rows: &[&str]| {
        let text = file(rows);
        run(&study(&text), &()).unwrap().cells[0].titled("ada wins").unwrap().estimate.value
    };
    let reply = asked(&file(&[BERSERK, FIRST]), "decompose = 'ada wins'", None, 1);
    let of = |name: &str, column: usize| estimate(&row(&reply, &[name])[column]).value;
    near(of("berserk", 1), wins(&[BERSERK]) - wins(&[]));
    near(of("first blow", 2), wins(&[BERSERK, FIRST]) - wins(&[BERSERK]));
    near(of("all together", 1), wins(&[BERSERK, FIRST]) - wins(&[]));
    let reply = asked(&file(&[BERSERK, FIRST]), "explain = 'berserk'", None, 1);
    assert!(reply.title.contains("“without berserk” and “berserk”"), "{}", reply.title);
    let won = row(&reply, &["Ada wins"]);
    assert_eq!((estimate(&won[2]).value, estimate(&won[3]).value), (wins(&[FIRST]), wins(&[BERSERK, FIRST])));
    let refused = try_asked(&file(&[BERSERK]), "explain = 'beserk'", None, 1).unwrap_err();
    assert!(
        refused.contains("there is no modifier `beserk`") && refused.contains("did you mean `berserk`?"),
        "{refused}"
    );
}

/// Above ten changes orders are drawn; their mean is that of all orders within its interval. Eleven changes of which two act.
#[test]
fn many_changes_are_decomposed_by_drawn_orders() {
    let idle: String = (0..9).map(|k| format!(", x{k} = {{ cast = {{ x{k} = {{ skill = 0 }} }} }}")).collect();
    let ask = format!(
        "decompose = 'ada wins'\nchanges = {{ blow = {{ fighters = {{ ada = {{ offense = 4 }} }} }}, dice = {{ rules = {{ dice = '1d6-1d6' }} }}{idle} }}"
    );
    let few = asked(DUEL, &format!("decompose = 'ada wins'\n{CHANGES}"), None, 1);
    let many = asked(DUEL, &ask, None, 1);
    for name in ["blow", "dice"] {
        let (exact, drawn) = (estimate(&row(&few, &[name])[3]), estimate(&row(&many, &[name])[3]));
        let (low, high) = drawn.ends();
        assert!(high - low < 0.02 && (low..=high).contains(&exact.value), "{name}: {exact:?} {drawn:?}");
    }
    assert_eq!(estimate(&row(&many, &["x3"])[3]).value, 0.0);
}

/// More armor changes no chance to hit in the first round: the difference arises at how hard Ben is wounded.
#[test]
fn what_armor_changes_is_explained_by_wounds() {
    let text = format!("{DUEL}[variants]\n'as is' = {{}}\narmor = {{ fighters = {{ ben = {{ defense = 3 }} }} }}\n");
    for trials in [None, Some(40_000)] {
        let reply = asked(&text, "explain = 'armor'", trials, 1);
        assert!(
            reply.sentences.iter().any(|one| one.contains("starts at: Ben's wound in the first round")),
            "{trials:?}: {:?}",
            reply.sentences
        );
        let hits = row(&reply, &["Ada hits in the first round"]);
        assert_eq!(estimate(&hits[4]).value, 0.0, "{trials:?}");
    }
    let same = format!("{DUEL}[variants]\n'as is' = {{}}\nsame = {{ fighters = {{ ben = {{ defense = 1 }} }} }}\n");
    assert!(asked(&same, "explain = 'same'", None, 1).sentences[0].starts_with("No step of same differs"));
}

const BUILDS: &str =
    "matchup = { sword = { offense = 3, defense = 1 }, axe = { offense = 4 }, twin = { offense = 3, defense = 1 } }";

const EVEN: &str = "fighters = { ada = { skill = 1 }, ben = { skill = 1 } }\n";

/// On shared rolls builds that are the same score exactly the same, whatever the seed: no run names a difference between them.
#[test]
fn the_same_build_twice_is_never_told_apart() {
    for seed in 0..50 {
        let reply = asked(EVEN, BUILDS, Some(400), seed);
        let place =
            |name: &str| 1 + reply.columns[1..].iter().position(|column| column.name == name).expect("a column");
        let of = |one: &str, other: &str| estimate(&row(&reply, &[one])[place(other)]).value;
        near(of("sword", "twin"), 0.5);
        near(of("twin", "sword"), 0.5);
        assert_eq!(of("sword", "axe"), of("twin", "axe"), "{seed}");
        assert!(
            !reply.sentences[0].starts_with("sword does best: ") && !reply.sentences[0].starts_with("twin does best: ")
        );
    }
}

/// Each score is what a duel of the two builds gives, and the mix against any build is worth a half or more.
#[test]
fn matchup_against_duels_one_by_one() {
    let reply = asked(EVEN, BUILDS, None, 1);
    let text = "[fighters.ada]\nskill = 1\noffense = 3\ndefense = 1\n[fighters.ben]\nskill = 1\noffense = 4\n";
    let found = run(&study(text), &()).unwrap();
    let wins = |title: &str| found.cells[0].titled(title).unwrap().estimate.value;
    let place = |name: &str| 1 + reply.columns[1..].iter().position(|column| column.name == name).expect("a column");
    let sword = row(&reply, &["sword"]);
    near(estimate(&sword[place("axe")]).value, wins("ada wins") + wins("draw") / 2.0);
    let names = ["sword", "axe", "twin"];
    let mix = names.map(|name| estimate(&row(&reply, &[name])[place("mix")]).value);
    near(mix.iter().sum(), 1.0);
    for against in names {
        let worth: f64 = names
            .iter()
            .zip(mix)
            .map(|(name, share)| share * estimate(&row(&reply, &[name])[place(against)]).value)
            .sum();
        assert!(worth > 0.5 - 1e-7, "{against}: {worth}");
    }
}

/// Draws are the mean over all builds, and fights with both out are among them; the mix has digits as far as the scores do.
#[test]
fn matchup_shows_draws_and_both_out() {
    const RECKLESS: &str =
        "matchup = { reckless = { tactic = 'very-offensive', offense = 6 }, careful = { tactic = 'defensive' } }";
    const POSTURES: &str = "rules = { postures = 'on' }\nfighters = { ada = { skill = 1, offense = 2 }, ben = { skill = 1, offense = 2 } }\n";
    let reply = asked(POSTURES, RECKLESS, None, 1);
    let place = |name: &str| 1 + reply.columns[1..].iter().position(|column| column.name == name).expect("a column");
    let own = "[fighters.ada]\nskill = 1\noffense = 6\ntactic = 'very-offensive'\n[fighters.ben]\nskill = 1\n";
    let of = |other: &str, title: &str| {
        let found = run(&study(&format!("[rules]\npostures = 'on'\n{own}{other}")), &()).unwrap();
        found.cells[0].titled(title).unwrap().estimate.value
    };
    let others = ["offense = 6\ntactic = 'very-offensive'\n", "offense = 2\ntactic = 'defensive'\n"];
    for (column, title) in [("draws", "draw"), ("both out", "both out of action")] {
        let mean = others.map(|other| of(other, title)).iter().sum::<f64>() / 2.0;
        near(estimate(&row(&reply, &["reckless"])[place(column)]).value, mean);
    }
    assert!(
        reply.sentences.iter().any(|one| one.starts_with("A draw counts half: ") && one.contains("both out")),
        "{reply:?}"
    );
    // Without draws nothing is said of them.
    let plain = asked(EVEN, BUILDS, None, 1);
    assert!(plain.columns.iter().all(|column| column.name != "draws"));
}

/// By simulated scores a mix has the interval of its batches, in the table and in the sentence.
#[test]
fn mixes_of_simulated_scores_have_intervals() {
    const CIRCLE: &str =
        "matchup = { a = { offense = 4 }, b = { offense = 1, defense = 3 }, c = { skill = 2, offense = -1 } }";
    let (exact, simulated) = (asked(EVEN, CIRCLE, None, 1), asked(EVEN, CIRCLE, Some(20_000), 1));
    let mix = |reply: &Reply, name: &str| {
        let place = 1 + reply.columns[1..].iter().position(|column| column.name == "mix").expect("a column");
        estimate(&row(reply, &[name])[place])
    };
    for name in ["a", "b", "c"] {
        let (known, found) = (mix(&exact, name), mix(&simulated, name));
        assert!(known.bound().is_some_and(|bound| bound < 1e-5), "{known:?}");
        assert!(found.reach() >= 0.0 && found.ends().0 <= found.value, "{found:?}");
    }
    assert!(simulated.sentences.iter().all(|one| !one.contains(" about ") || !one.contains("both sides choose")));
}

/// What swing says, simulated against exact: no line is off by more than 2.5 times the half-width of its interval. With 20 batches that
/// is 5.2 standard errors, so that a right simulation fails once in a thousand such tests. Against other fighters some line must be off.
#[test]
fn swing_exact_and_simulated() {
    let other = DUEL.replacen("offense = 2", "offense = 3", 1);
    let off = |exact: &str| {
        let (exact, simulated) = (asked(exact, "swing = true", None, 1), asked(DUEL, "swing = true", Some(40_000), 3));
        let pairs = exact.rows.iter().zip(&simulated.rows);
        let lines = pairs.map(|(exact, simulated)| (estimate(&exact[2]), estimate(&simulated[2])));
        lines.filter(|(exact, simulated)| (exact.value - simulated.value).abs() > 2.5 * simulated.reach()).count()
    };
    assert_eq!(off(DUEL), 0);
    assert!(off(&other) > 3, "the teeth");
}

/// On shared trials the difference between variants has less than nine tenths of the interval that independent trials would leave.
#[test]
fn paired_intervals_are_narrower() {
    let text = format!("{DUEL}[variants]\n'as is' = {{}}\nroll = {{ rules = {{ damage_roll = '1dF-points' }} }}\n");
    let reply = asked(&text, "compare = 'ada wins'", Some(40_000), 1);
    let [base, roll] = ["as is", "roll"].map(|name| estimate(&row(&reply, &[name])[1]));
    let paired = estimate(&row(&reply, &["roll"])[2]).reach();
    let ratio = paired / base.reach().hypot(roll.reach());
    assert!(ratio < 0.9, "paired / unpaired = {ratio:.3}");
}

#[test]
fn questions_that_cannot_be_answered_are_refused() {
    let refused = |text: &str, ask: &str| try_asked(text, ask, None, 1).unwrap_err();
    let varied = format!(
        "{DUEL}[vary]\nfighters.ada.skill = [1, 2]\n[[ask]]\ntune = 'fighters.ada.skill'\nto = 'ada wins = 50 %'\n"
    );
    assert!(refusal(&varied).contains("`tune` asks about one case"));
    for (ask, expected) in [
        ("tune = 'fighters.ada.skil'\nto = 'ada wins = 50 %'", "there is no key `fighters.ada.skil`"),
        ("tune = 'fighters.adda.skill'\nto = 'ada wins = 50 %'", "there is no `adda` in `fighters`"),
        ("tune = 'fighters.ada.skill'\nto = 'ada wins = 50'", "is a chance, so its target is in percent"),
        ("tune = 'fighters.ada.skill'\nto = 'rounds = 50 %'", "`rounds` is not a chance"),
        ("tune = 'fighters.ada.skill'\nto = 'ada wins'", "`ada wins` is not a target"),
        ("tune = 'fighters.ada.skill'", "has no `to`"),
        ("tune = 'fighters.ada.skill'\nto = 'ada wins = 80 to 20 %'", "is not a target"),
        ("tune = 'fighters.ada.name'\nto = 'ada wins = 50 %'", "has no steps to tune"),
        ("tunee = 'x'", "did you mean `tune`?"),
        ("compare = 'ada wins'", "there are no variants to compare"),
        ("explain = 'x'", "there is no variant `x`"),
        ("decompose = 'ada wins'", "there are 0 changes to decompose"),
        (
            "decompose = 'ada wins'\nchanges = { a = { rules = { dice = '4dF' } }, b = { rules = { dice = 'd%' } } }",
            "`a` and `b` both set `rules.dice`",
        ),
        ("matchup = { a = { skill = 1 } }", "there is nothing to compare here"),
        ("matchup = { a = { skill = 1 }, b = { skil = 1 } }", "unknown key `skil`"),
        (
            "tune = ['fighters.ada.skill', 'fighters.ada.skill']\nto = 'ada wins = 50 %'",
            "`fighters.ada.skill` is named twice",
        ),
        ("tune = 'fighters.ada.skill'\nto = 'ada wins = 150 %'", "is not a target"),
        ("tune = 'fighters.ada.skill'\nto = 'ada wins = 50 %'\nbudget = 3", "a budget needs"),
        ("swing = false", "`false` asks for nothing"),
        ("dice = ['4dF', 'nonsense']", "nonsense"),
        ("balance = { a = { cost = 1, skill = 1 }, b = { cost = 2, skill = 2 } }", "do not cost the same"),
        ("balance = { a = { cost = 1, skill = 1 }, b = { skill = 2 } }", "the build `b` has no `cost`"),
        ("sensitivity = 'eve wins'", "eve wins"),
    ] {
        let found = refused(DUEL, ask);
        assert!(found.contains(expected), "{ask}: {found}");
    }
}

/// E1: a build that says no cost costs what its sheet does, six skill levels for a gift or for two Good skills.
#[test]
fn balance_takes_costs_from_sheets() {
    let sheets = "[sheets.brute]\ngifts = ['Strong']\n[sheets.duelist]\nskills = { Sword = 'Good', Dodge = 'Good' }\n";
    let text = format!("{DUEL}{sheets}");
    let same = "balance = { brute = { sheet = 'brute', offense = 4 }, duelist = { sheet = 'duelist', skill = 2 } }";
    let written = "balance = { brute = { cost = 6, offense = 4 }, duelist = { cost = 6, skill = 2 } }";
    assert_eq!(asked(&text, same, None, 1), asked(&text, written, None, 1));
    let dear =
        "balance = { brute = { cost = 5, sheet = 'brute', offense = 4 }, duelist = { sheet = 'duelist', skill = 2 } }";
    let dear = try_asked(&text, dear, None, 1).unwrap_err();
    assert!(dear.contains("do not cost the same: 5 and 6"), "{dear}");
    let none = "balance = { brute = { sheet = 'brutte', offense = 4 }, duelist = { sheet = 'duelist', skill = 2 } }";
    let none = try_asked(&text, none, None, 1).unwrap_err();
    assert!(none.contains("the build `brute` has no `cost`"), "{none}");
    let unknown = refusal(&format!("{text}[fighters.cid]\nskill = 1\nsheet = 'brut'\n"));
    assert!(unknown.contains("there is no sheet `brut`") && unknown.contains("did you mean `brute`"), "{unknown}");
}

/// The fighters of the round trips: with a skill alone, with gear by name, with factors in parts, with a gun.
const ALIKE: [&str; 4] = [
    "skill = 1",
    "skill = 2\nweapon = 'broadsword'\narmor = 'light leather'\navoid = 0\ncombat_reflexes = true\nstrength = 1",
    "skill = 1\noffense = { a = 1, b = 2 }\ndefense = 2\ndamage_capacity = 1\nstrength_scale = 1\nmass_scale = 1",
    "skill = 1\nweapon = 'small-caliber pistol'\nagility = 1",
];

/// The paths whose value in force moves a figure, or is refused, when it is written: under every preset, of every option and of every key of a
/// fighter.
#[test]
fn value_in_force_written_out_changes_nothing() {
    let mut wrong = Vec::new();
    let mut tried = BTreeSet::new();
    for preset in presets() {
        for block in ALIKE {
            let text = format!(
                "[rules]\nbase = '{}'\n[fighters.ada]\n{block}\n[fighters.ben]\nskill = 1\noffense = 1\n",
                preset.name
            );
            // Some gear has no figure in some presets.
            let Ok(study) = try_study(&text) else { continue };
            let lab = Lab::new(&study, Vec::new(), &());
            let case = Setting::default();
            let in_force = InForce::of(&lab, &case).unwrap();
            let options = OPTIONS.iter().map(|option| format!("rules.{}", option.key));
            let keys = FIGHTER.specs().iter().map(|spec| format!("fighters.ada.{}", spec.key));
            let known = lab.find(std::slice::from_ref(&case)).unwrap();
            for path in options.chain(keys) {
                let path = DocumentPath::parse(&path).unwrap();
                let Some(value) = in_force.value(&path) else { continue };
                let setting = case.with(Change::Set(path.clone(), value.clone()));
                if let Err(error) = lab.allows(&setting) {
                    // What is already in another key, or does nothing here, cannot be written beside it.
                    let refused = ["already", "no effect", "no Fudge points", "instead", "needs"];
                    if !refused.iter().any(|word| error.message().contains(word)) {
                        wrong.push(format!("{} {path} = {:?}: {}", preset.name, value.value, error.message()));
                    }
                    continue;
                }
                tried.insert(path.to_string());
                let found = lab.find(&[setting]).unwrap();
                let figures = |answered: &Answered| -> Vec<f64> {
                    answered.cells[0].figures.iter().map(|figure| figure.estimate.value).collect()
                };
                if figures(&found) != figures(&known) {
                    wrong.push(format!("{} {block} {path} = {:?} moves figures", preset.name, value.value));
                }
            }
        }
    }
    let heeds = study("fighters.ada.skill = 1\nfighters.ben.skill = 1\n").subjects.info().heeds;
    let acting = OPTIONS.iter().filter(|option| heeds.contains(&option.scope)).map(|option| option.key);
    let untried: Vec<&str> = acting.filter(|key| !tried.contains(&format!("rules.{key}"))).collect();
    assert!(wrong.is_empty() && untried.is_empty(), "{wrong:#?} {untried:?}");
}

/// Sensitivity tries every rule from the value that the preset sets: its column "now" is the setting in force.
#[test]
fn sensitivity_starts_from_the_preset() {
    let ladder = Ladder::default();
    for preset in presets().iter().filter(|preset| ["nutshell", "srd", "lite"].contains(&preset.name)) {
        let text = format!(
            "rules.base = '{}'\n[fighters.ada]\nskill = 2\noffense = 3\n[fighters.ben]\nskill = 1\noffense = 4\n",
            preset.name
        );
        let reply = asked(&text, "sensitivity = 'ada wins'\nall = true", None, 1);
        let mut of_rules = BTreeSet::new();
        for row in &reply.rows {
            let (Entry::Words(key), Entry::Words(now)) = (&row[0], &row[1]) else { panic!("{row:?}") };
            let Some(option) = key.strip_prefix("rules.").and_then(RuleOption::find) else { continue };
            of_rules.insert(option.key);
            if option.key != "record" {
                assert_eq!(*now, option.setting(&preset.rules, &ladder), "{} {key}", preset.name);
            }
        }
        assert!(of_rules.len() > 5, "{}: {of_rules:?}", preset.name);
        if ["nutshell", "srd"].contains(&preset.name) {
            assert!(of_rules.contains("degree_multiplier") && of_rules.contains("minimum_to_hit"), "{of_rules:?}");
        }
    }
}

/// A range is for the keys that are numbers. Without a range the reach is as far as can be tried.
#[test]
fn words_and_numbers_are_tuned_together() {
    let keys = "tune = ['rules.damage_roll', 'fighters.ada.offense', 'rules.dice']\nto = 'ada wins = 40 %'";
    for range in ["", "\nbetween = [0, 3]", "\nbetween = [[0, 3]]"] {
        let reply = asked(DUEL, &format!("{keys}{range}"), None, 1);
        assert!(
            reply.sentences[0].contains("damage roll = ") && reply.sentences[0].contains("offense = "),
            "{reply:?}"
        );
        assert!(reply.rows.len() > 100, "{range}: {}", reply.rows.len());
    }
    let error = try_asked(DUEL, &format!("{keys}\nbetween = [[0, 3], [1, 2]]"), None, 1).unwrap_err();
    assert!(error.contains("`between` has 2 ranges for 1 key that is a number"), "{error}");
    let words = "tune = ['rules.damage_roll', 'rules.dice']\nto = 'ada wins = 40 %'\nbetween = [0, 3]";
    let error = try_asked(DUEL, words, None, 1).unwrap_err();
    assert!(error.contains("every key here is one of several words"), "{error}");
    let four = "tune = ['rules.damage_roll', 'rules.dice', 'rules.npc_dice', 'rules.pacing']\nto = 'ada wins = 40 %'";
    let error = try_asked(DUEL, four, None, 1).unwrap_err();
    assert!(error.contains("more than 2000 combinations"), "{error}");
}

/// Two runners roll d20, and the better one gains a step of three.
const PURSUIT: &str = "
[process.pursuit]
keys = { hunter = { number = 0, from = -10, to = 20 }, quarry = { number = 0, from = -10, to = 20 } }
counters.gap = { from = -3, to = 3 }
step = [
  { roll = 'run', dice = 'd20', trait = 'quarry' },
  { roll = 'hunt', dice = 'd20', trait = 'hunter', against = 'run' },
  { gap = 'gap + sign(hunt)' },
]
ends = { caught = 'gap = 3', away = 'gap = -3' }
";

/// A better hunter wins 210 of 400 steps and loses 171, so catches the quarry with r³ / (1 + r³), r = 210 / 171. Dice that nothing rolls are
/// not among the steps.
#[test]
fn sensitivity_moves_keys_of_processes() {
    let r = (210.0 / 171.0_f64).powi(3);
    let by_hand = r / (1.0 + r) - 0.5;
    for settings in ["", "[pursuit]\nhunter = 0\n"] {
        let reply = asked(&format!("{PURSUIT}{settings}"), "sensitivity = 'caught'", None, 1);
        near(estimate(&row(&reply, &["pursuit.hunter", "0", "1"])[4]).value, by_hand);
        near(estimate(&row(&reply, &["pursuit.quarry", "0", "1"])[4]).value, -by_hand);
        assert_eq!(reply.rows.len(), 4, "{reply:?}");
        assert!(reply.sentences[0].starts_with("pursuit."), "{reply:?}");
        assert_eq!(reply.sentences.len(), 1, "no step does nothing: {reply:?}");
    }
}

/// The chance of a check that reaches its difficulty with 4dF and this much more.
fn reached(more: i64) -> f64 {
    let sums = [1, 4, 10, 16, 19, 16, 10, 4, 1];
    let good = sums.iter().zip(-4..).filter(|(_, sum)| sum + more >= 0).map(|(weight, _)| weight);
    f64::from(good.sum::<i32>()) / 81.0
}

/// Modifiers, constants, traits that formulas name, and entries of lists are moved and tuned like any key.
#[test]
fn modifiers_constants_traits_and_entries_are_moved_and_tuned() {
    let modifier = "[check]\ntrait = 'Fair'\ndifficulty = 'Good'\nmodifiers = { skill = 0 }\n";
    let constant = "[constants]\nedge = 2\n[check]\ntrait = 'Fair'\ndifficulty = 'Great'\ndice = '4dF + edge'\n";
    let list = "[process.walk]\nkeys = { legs = [0, 1] }\ncounters.fallen = { to = 1 }\n\
        step = [{ roll = 'go', trait = 'lookup(step - 1, legs)' }, { when = 'go < 0', fallen = 1 }]\n\
        ends = { fell = 'fallen = 1', there = 'step >= 2' }\n";
    for (text, figure, key, now, more) in [
        (modifier, "success", "check.modifiers.skill", "0", [-1, 0].map(reached)),
        (constant, "success", "constants.edge", "2", [0, 1].map(reached)),
        (list, "there", "walk.legs.2", "Good", [0.0; 2]),
    ] {
        let reply = asked(text, &format!("sensitivity = '{figure}'"), None, 1);
        let ups = reply.rows.iter().filter(|row| row[..2] == [Entry::from(key), Entry::from(now)]);
        let rows: Vec<f64> = ups.map(|row| estimate(&row[3]).value).collect();
        assert!(rows.len() == 2, "{key}: {reply:?}");
        if figure == "success" {
            assert!(rows.iter().any(|value| (value - more[1]).abs() < 1e-9), "{key}: {rows:?} {more:?}");
        }
    }
    let tuned = |text: &str, ask: &str| asked(text, ask, None, 1).sentences[0].clone();
    let best = tuned(modifier, "tune = 'check.modifiers.skill'\nto = 'success >= 50 %'");
    assert!(best.contains("skill = 1 ") && best.contains("61.73 %"), "{best}");
    let best = tuned(constant, "tune = 'constants.edge'\nto = 'success = 80 %'");
    assert!(best.contains("edge = 3 ") && best.contains("81.48 %"), "{best}");
    // Legendary legs never roll below Fair; with anything less there is a chance to fall.
    let best = tuned(list, "tune = ['walk.legs.1', 'walk.legs.2']\nto = 'there >= 99 %'\nbetween = '3..4'");
    assert!(best.contains("legs 1 = Legendary and legs 2 = Legendary"), "{best}");
    for (text, key, expected) in [
        (constant, "constants.egde", "there is no `egde` in `constants`"),
        (list, "walk.legs.3", "there is no key `walk.legs.3`"),
        (PURSUIT, "pursuit.huntr", "did you mean `pursuit.hunter`?"),
    ] {
        let figure = if text == constant {
            "success"
        } else if text == list {
            "there"
        } else {
            "caught"
        };
        let ask = format!("tune = '{key}'\nto = '{figure} = 50 %'");
        let overrides = Overrides { ask: Some(format!("[[ask]]\n{ask}\n")), ..Overrides::default() };
        let source = Source::from_bytes("asked.toml", text.as_bytes().to_vec()).unwrap();
        let refused = read_source(source, Path::new(""), &overrides).expect_err("refused").render(false);
        assert!(refused.contains(expected), "{key}: {refused}");
    }
}

/// Dice are moved to dice of a like mean and spread alone: a d20 to none, 4dF to the printed methods.
#[test]
fn dice_are_moved_to_dice_like_them() {
    let check = |dice: &str| format!("[check]\ntrait = 'Fair'\ndifficulty = 1\ndice = '{dice}'\n");
    let moved = |dice: &str| {
        let reply = asked(&check(dice), "sensitivity = 'success'", None, 1);
        reply.rows.iter().filter(|row| row[0] == Entry::from("check.dice")).count()
    };
    assert_eq!(moved("d20 - 10"), 0);
    assert!(moved("4dF") > 3);
}

/// A target out of reach is said to be, with the nearest value and where the figure levels off; one within reach is not.
#[test]
fn tune_says_what_cannot_be_reached() {
    const FAR: &str = "[check]\ntrait = 'Poor'\ndifficulty = 'Superb'\n";
    let to = |target: &str, between: &str| {
        asked(FAR, &format!("tune = 'check.trait'\nto = 'success {target}'\nbetween = {between}"), None, 1).sentences
    };
    for between in ["'-3..0'", "[-3, 0]", "['Terrible', 'Fair']", "'Terrible..Fair'", "'-3 to 0'"] {
        let said = to("= 60 %", between);
        assert_eq!(said[0], "success = 60 % cannot be reached: at most 6.17 %, at Fair.", "{between}");
        assert!(said[1].starts_with("Values further on were not tried"), "{said:?}");
    }
    assert_eq!(to(">= 60 %", "'-3..0'")[0], "success >= 60 % cannot be reached: at most 6.17 %, at Fair.");
    assert_eq!(to("<= 10 %", "'1..5'")[0], "success <= 10 % cannot be reached: at least 18.52 %, at Good.");
    assert!(to("= 60 %", "'0..3'")[0].starts_with("trait = Superb comes nearest"), "within reach");
    assert_eq!(to("= 60 %", "'-9..-6'")[0], "success = 60 % cannot be reached: at most 0 %, from Terrible−3 down.");
}

/// Of values near a target, one that keeps a cap is named before a nearer one that breaks it.
#[test]
fn tune_prefers_values_that_keep_a_cap() {
    let text = "[check]\ntrait = 'Fair'\ndifficulty = 'Fair'\n";
    let best = |cap: &str| {
        asked(text, &format!("tune = 'check.trait'\nto = ['success = 60 %'{cap}]"), None, 1).sentences[0].clone()
    };
    assert!(best("").starts_with("trait = Fair comes nearest"), "the teeth: {}", best(""));
    assert!(
        best(", 'success <= 50 %'").starts_with("trait = Mediocre comes nearest"),
        "{}",
        best(", 'success <= 50 %'")
    );
}

/// Costs count from the present value, so the file as it stands costs nothing.
#[test]
fn costs_count_from_the_present_value() {
    let ask = "tune = 'fighters.ada.offense'\nto = 'ada wins = 99 %'\ncosts = [2]\nbudget = 3";
    let reply = asked(DUEL, ask, None, 1);
    let costs: Vec<(&Entry, &Entry)> = reply.rows.iter().map(|row| (&row[0], &row[2])).collect();
    assert!(costs.contains(&(&Entry::from("2"), &Entry::Number(0.0))), "{costs:?}");
    assert_eq!(costs.last(), Some(&(&Entry::from("3"), &Entry::Number(2.0))), "{costs:?}");
}

/// A tuned key says whose it is wherever people act.
#[test]
fn tuned_keys_say_whose_they_are() {
    let contest = "[contest.Anna]\ntrait = 'Fair'\n[contest.Bo]\ntrait = 'Good'\n";
    let reply = asked(contest, "tune = 'contest.Anna.trait'\nto = 'Anna wins = 50 %'", None, 1);
    assert!(reply.title.starts_with("Anna's trait for "), "{}", reply.title);
}

/// A file that varies something has `swing` answered for each value, as a file with that value has.
#[test]
fn swing_is_answered_for_each_varied_value() {
    let varied = format!("{DUEL}[vary]\nfighters.ada.offense = [2, 4]\n[[ask]]\nswing = true\n");
    let study = try_study(&varied).unwrap();
    let reply = answer(&study, &()).unwrap().replies.remove(0);
    for (column, offense) in [(2, 2), (3, 4)] {
        let one = DUEL.replacen("offense = 2", &format!("offense = {offense}"), 1);
        let alone = asked(&one, "swing = true", None, 1);
        assert_eq!(reply.columns[column].name, offense.to_string());
        let values =
            |reply: &Reply, column: usize| -> Vec<Entry> { reply.rows.iter().map(|row| row[column].clone()).collect() };
        assert_eq!(values(&reply, column), values(&alone, 2));
    }
    assert!(reply.sentences[0].starts_with("2: a fight takes"), "{:?}", reply.sentences);
    assert!(reply.sentences[0].contains("Ada's skill is moved for this, from Good"));
}
