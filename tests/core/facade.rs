//! The root of the crate: rules by name, fights built in code, studies, results as rows, and custom damage rules.

use crate::layers::files;
use crate::support::agree::{self, Case};
use crate::support::printed;
use crate::support::{barroom, duel, snorri, srd};
use fudgelab::RulesByName;
use fudgelab::combat::Fight;
use fudgelab::rules::{DamageRoll, Graze, HalfHits, Record};
use fudgelab::{Dice, Encounter, Fighter, Landed, Level, Line, OwnDamage, Results, Rules, Seed, Study};
use std::fs;
use std::path::{Path, PathBuf};

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a}, not {b}");
}

fn value(results: &Results, title: &str) -> f64 {
    results.value(title).unwrap()
}

fn preset(name: &str) -> Rules {
    Rules::preset(name).unwrap()
}

/// A duel of two fighters who differ only in skill: Ada has `skill`, Bo is Fair.
fn fight(rules: Rules, skill: i32) -> Encounter {
    let fighter = |name: &str, skill| Fighter::named(name, skill).offense(2).defense(1);
    Encounter::new(rules).side("Ada", [fighter("Ada", skill)]).side("Bo", [fighter("Bo", 0)])
}

const MOST_NAMES: usize = 30;

/// Names that the root of the crate shows, each with the module that it comes from.
fn root_names() -> Vec<(String, String)> {
    let text = include_str!("../../src/lib.rs").replace("#[doc(hidden)]\npub use", "hidden");
    let uses = text.split("pub use ").skip(1).filter_map(|one| one.split_once(';'));
    let names = uses.flat_map(|(path, _)| {
        let (module, names) = path.rsplit_once("::").unwrap_or_default();
        let names = names.trim_matches(['{', '}']).split(',').map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| (module.to_owned(), name.to_owned())).collect::<Vec<_>>()
    });
    names.collect()
}

#[test]
fn crate_root_is_small() {
    let text = include_str!("../../src/lib.rs");
    let shown = root_names();
    let modules = text.split("\npub mod ").skip(1).count() - text.matches("#[doc(hidden)]\npub mod ").count();
    assert!(["Encounter", "Rules"].iter().all(|name| shown.iter().any(|(_, shown)| shown == name)), "{shown:?}");
    assert!(shown.len() + modules <= MOST_NAMES, "{} names, {modules} modules", shown.len());
}

/// Whether the lint for missing docs is on in a file, or in a module above it.
fn is_linted(file: &Path) -> bool {
    let has_lint = |file: &Path| fs::read_to_string(file).is_ok_and(|text| text.contains("#![deny(missing_docs)]"));
    has_lint(file) || file.ancestors().skip(1).any(|folder| has_lint(&folder.join("mod.rs")))
}

/// The files that define a type which the root shows.
fn definitions(module: &str, name: &str) -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let first = module.split("::").next().unwrap_or_default();
    let packages = [source.clone(), source.join("engine"), source.join("subjects"), source.join("studies")];
    let places = packages.iter().flat_map(|package| [package.join(format!("{first}.rs")), package.join(first)]);
    let all = places.flat_map(|place| match place {
        place if place.is_dir() => files(&place),
        place if place.exists() => vec![place],
        _ => Vec::new(),
    });
    let kinds = ["struct", "enum", "trait", "type"].map(|kind| format!("pub {kind} {name}"));
    let defines = |file: &PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        let is_whole = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        kinds.iter().any(|kind| text.match_indices(kind).any(|(at, _)| is_whole(&text[at + kind.len()..])))
    };
    all.filter(defines).collect()
}

#[test]
fn root_types_need_docs_on_all_public_items() {
    for (module, name) in root_names().into_iter().filter(|(_, name)| name != "rules") {
        // The value of a varied key is defined with the rules.
        let module = if name == "Value" { "rules" } else { &module };
        let files = definitions(module, &name);
        assert!(files.iter().any(|file| is_linted(file)), "{module}::{name}: {files:?}");
    }
    assert!(!is_linted(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/engine/combat/phases/mod.rs")));
}

#[test]
fn rules_are_set_by_name_as_in_a_file() {
    let rules = preset("srd").set("graze", "off").unwrap().set("round_limit", 7).unwrap();
    assert_eq!(rules, Rules { graze: Graze::Off, round_limit: 7, ..preset("srd") });
    let amended = preset("srd").amend("base = 'nutshell'\ngraze = 'table'\ngraze_from = [1, 4]").unwrap();
    assert_eq!(amended, Rules { graze: Graze::Table, graze_from: vec![1, 4], ..preset("nutshell") });
    let refused = |key: &str, value: &str| preset("srd").set(key, value).unwrap_err().to_string();
    assert!(refused("graze", "of").contains("did you mean `off`?"));
    assert!(refused("grace", "off").contains("did you mean `graze`?"));
    assert!(refused("graze = 'off'\nstun", "off").contains("graze = "));
    assert!(Rules::preset("kear").unwrap_err().to_string().contains("`kaer`"));
    assert!(preset("srd").amend("graze = ").is_err());
    assert!(refused("base", "kaer").contains("Rules::preset"));
    // The value of an option can be given instead of its word.
    assert_eq!(preset("srd").set("graze", Graze::Off).unwrap(), Rules { graze: Graze::Off, ..preset("srd") });
}

/// Rules that a file may not have are rejected in code too: a track of boxes in order has no grazes.
#[test]
fn rejects_contradictions_from_code() {
    let rules = Rules { record: Record::injuries(), ..srd() };
    let refused = fight(rules.clone(), 1).exact().unwrap_err().to_string();
    assert!(refused.contains("`graze` and `record` contradict each other"), "{refused}");
    assert!(fight(Rules { graze: Graze::Off, ..rules }, 1).exact().is_ok());
}

/// Limits of a file apply in code too. Some of these values once used up all memory or were outside tables.
#[test]
fn rejects_values_out_of_range_from_code() {
    let refused = |change: fn(&mut Rules)| {
        let mut rules = preset("nutshell");
        change(&mut rules);
        fight(rules, 1).simulate(10, Seed::new(1)).unwrap_err().to_string()
    };
    assert!(refused(|rules| rules.round_limit = u32::MAX).contains("`round_limit` is 4294967295"));
    assert!(refused(|rules| rules.round_limit = 10_001).contains("set a number from 1 to 10000"));
    assert!(refused(|rules| rules.reach = Some(0)).contains("`reach` is 0"));
    assert!(refused(|rules| rules.minimum_to_hit = Some(999)).contains("`minimum_to_hit`"));
    assert!(refused(|rules| rules.degree_multiplier = 0).contains("`degree_multiplier`"));
    assert!(refused(|rules| rules.graze_from = vec![5, 0]).contains("each above the one before"));
    for level in [0, 7, 200] {
        let mut rules = preset("nutshell");
        rules.ends_at = Some(level);
        assert!(fight(rules, 1).exact().unwrap_err().to_string().contains("set a number from 1 to 5"), "{level}");
    }
}

#[test]
fn rejects_fighters_with_equal_names() {
    let fighter = |name: &str| Fighter::named(name, 0).offense(1);
    let twins =
        Encounter::new(preset("nutshell")).side("A", [fighter("Hero"), fighter("Hero")]).side("B", [fighter("B")]);
    assert!(twins.exact().unwrap_err().to_string().contains("two fighters are called `Hero`"));
    let block = Encounter::new(preset("nutshell"))
        .side("A", [fighter("Orc").count(2), fighter("Orc 2")])
        .side("B", [fighter("B")]);
    assert!(block.exact().unwrap_err().to_string().contains("`Orc 2`"));
}

#[test]
fn warns_about_dice_that_are_not_fudge_dice() {
    let rules = Rules { dice: Dice::parse("3d6").unwrap(), ..preset("nutshell") };
    assert!(fight(rules, 1).exact().unwrap().warnings()[0].0.contains("plain sum far from 0"));
    assert_eq!(fight(preset("nutshell"), 1).exact().unwrap().warnings(), []);
}

#[test]
fn encounter_equals_the_fight_of_a_file() {
    let text = "[rules]\nbase = \"srd\"\n[fighters.ada]\nskill = 2\noffense = 2\ndefense = 1\n\
                [fighters.bo]\nskill = 0\noffense = 2\ndefense = 1\n[run]\nmethod = \"exact\"\n";
    let (from_file, from_code) = (Study::parse(text).unwrap().run().unwrap(), fight(preset("srd"), 2).exact().unwrap());
    assert_eq!(from_file.rows(), from_code.rows());
    assert_eq!(from_file.points("rounds"), from_code.points("rounds"));
    let simulated = |study: &Study| study.simulate(5_000, Seed::new(3)).unwrap().rows();
    assert_eq!(simulated(&Study::parse(text).unwrap()), simulated(&fight(preset("srd"), 2).study().unwrap()));
}

/// An encounter read from text has the figures, questions and warnings of a study of that text.
#[test]
fn encounter_from_text_equals_the_study() {
    let text = "[rules]\nbase = 'nutshell'\ngraze = 'off'\n[fighters.ada]\nskill = 'Great'\nweapon = 'sword'\nside = 'us'\n\
                [fighters.goblins]\nlike = 'goblin'\ncount = 2\n[[ask]]\nmeasure = 'us wins and not any of us dies'\n";
    let (read, study) = (Encounter::parse(text).unwrap(), Study::parse(text).unwrap());
    let (read, study) = (read.simulate(5_000, Seed::new(3)).unwrap(), study.simulate(5_000, Seed::new(3)).unwrap());
    assert_eq!(read.rows(), study.rows());
    assert!(read.value("us wins and not any of us dies").is_ok());
    assert_eq!(read.warnings(), study.warnings());
    let refused = |text: &str| Encounter::parse(text).unwrap_err().to_string();
    let fight = "[fighters.ada]\nskill = 1\n[fighters.bo]\nskill = 0\n";
    assert!(refused(&format!("{fight}[vary]\n'fighters.bo.skill' = [0, 1]\n")).contains("this text has 2 cases"));
    assert!(refused("check = { trait = 1, difficulty = 2 }").contains("this text has [check]"));
    assert!(refused(&format!("{fight}[ladder]\nlowest = -1\nnames = ['Weak', 'Fair', 'Strong']\n")).contains("ladder"));
    assert!(refused(&fight.replace("skill = 0", "skill = 0\nscale = '0 to 2'")).contains("ranges"));
    assert!(refused(&fight.replace("skill = 0", "skil = 0")).contains("scenario.toml:4:1"));
}

#[test]
fn settings_over_a_study_equal_settings_over_its_file() {
    use fudgelab::scenario::{self, Overrides, Source};
    use fudgelab::stats::TargetWidth;
    use fudgelab::study::MethodChoice;
    use std::path::Path;

    let text = "[fighters.ada]\nskill = 1\n[fighters.bo]\nskill = 0\n[run]\nprecision = 0.1\nmax_trials = 10_000\n";
    let read = |overrides: &Overrides| {
        let source = Source::from_bytes("duel.toml", text.as_bytes().to_vec()).unwrap();
        scenario::read_source(source, Path::new(""), overrides).map(|scenario| scenario.study)
    };
    let plain = read(&Overrides::default()).unwrap();
    let aim = Some(TargetWidth::Absolute(0.01));
    let all = [
        Overrides::default(),
        Overrides { trials: Some(500), seed: Some(7), ..Overrides::default() },
        Overrides { aim, figure: Some("bo wins".to_owned()), max_seconds: Some(9.0), ..Overrides::default() },
        Overrides { method: Some(MethodChoice::Both), ..Overrides::default() },
    ];
    for overrides in all {
        let (set, read) = (scenario::with_overrides(&plain, &overrides).unwrap(), read(&overrides).unwrap());
        assert_eq!((set.method, set.trials, set.seed, set.goal), (read.method, read.trials, read.seed, read.goal));
    }
    let contradictory = Overrides { aim, method: Some(MethodChoice::Exact), ..Overrides::default() };
    let unknown = Overrides { aim, figure: Some("eve wins".to_owned()), ..Overrides::default() };
    for overrides in [contradictory, unknown] {
        let (set, read) = (scenario::with_overrides(&plain, &overrides).unwrap_err(), read(&overrides).unwrap_err());
        assert_eq!(set.to_string().lines().next(), read.to_string().lines().next());
    }
}

#[test]
fn text_errors_give_positions() {
    let refused = Study::parse("[fighters.ada]\nskil = 2").unwrap_err().to_string();
    assert!(refused.contains("scenario.toml:2:1") && refused.contains("`skill`"), "{refused}");
    assert!(Study::open("no such file").is_err());
}

#[test]
fn variants_are_compared_on_the_same_rolls() {
    let variants = || [("srd", fight(preset("srd"), 1)), ("nutshell", fight(preset("nutshell"), 1))];
    let study = Study::compare(variants()).unwrap();
    let (exact, simulated) = (study.exact().unwrap(), study.simulate(20_000, Seed::new(1)).unwrap());
    let change = |results: &Results| results.changes().into_iter().find(|row| row.title == "Ada wins").unwrap();
    let wins = |rules: &str| value(&fight(preset(rules), 1).exact().unwrap(), "Ada wins");
    near(change(&exact).value, wins("nutshell") - wins("srd"));
    let (low, high) = change(&simulated).interval.unwrap();
    assert!(low < change(&exact).value && change(&exact).value < high);
    assert_eq!(change(&exact).variant.as_deref(), Some("nutshell"));
    near(exact.value_in("nutshell", "Ada wins").unwrap(), wins("nutshell"));
    let intervals = simulated.changes().into_iter().filter_map(|row| row.interval);
    assert!(intervals.into_iter().all(|(low, high)| low.is_finite() && high.is_finite()));
    let twice = [("a", fight(preset("srd"), 1)), ("a", fight(preset("srd"), 2))];
    assert!(Study::compare(twice).unwrap_err().to_string().contains("two variants are called `a`"));
    assert!(Study::compare(Vec::<(String, Encounter)>::new()).is_err());
}

#[test]
fn sweep_has_a_row_for_each_value() {
    let results = Study::sweep("skill", 0..=2, |skill| fight(preset("nutshell"), skill)).unwrap().exact().unwrap();
    let wins: Vec<_> = results.rows().into_iter().filter(|row| row.title == "Ada wins").collect();
    assert_eq!(wins.len(), 3);
    near(wins[0].value, 0.5);
    assert_eq!(wins[2].varied, [("skill".to_owned(), 2.into())]);
    assert!(results.csv().unwrap()[0].1.starts_with("variant,skill,"));
}

#[test]
fn questions_are_answered() {
    let asked = fight(preset("srd"), 1).ask("Ada wins and within 3 rounds");
    let answered = asked.exact().unwrap();
    let within: f64 = answered.points("rounds").iter().filter(|one| one.value <= 3).map(|one| one.probability).sum();
    let (asked, wins) = (value(&answered, "Ada wins and within 3 rounds"), value(&answered, "Ada wins"));
    assert!(asked < within && asked < wins && asked > wins * within * 0.9, "{asked}");
    assert!(fight(preset("srd"), 1).ask("Eve wins").exact().unwrap_err().to_string().contains("Eve"));
}

#[test]
fn rejects_unknown_figure_names() {
    let results = Study::compare([("srd", fight(preset("srd"), 1))]).unwrap().exact().unwrap();
    assert!(results.value_in("srd", "Ada wins").is_ok());
    let refused = |value: fudgelab::Result<f64>| value.unwrap_err().to_string();
    assert!(refused(results.value("Ada win")).contains("did you mean `Ada wins`?"));
    assert!(refused(results.value("Eve dances")).contains("figures are Ada wins, "));
    assert!(refused(results.value_in("srt", "Ada wins")).contains("did you mean `srd`?"));
}

#[test]
fn levels_parse_and_print_as_words() {
    assert_eq!("legendary 2nd".parse::<Level>().unwrap(), Level::LEGENDARY + 1);
    assert_eq!((Level::FAIR - 3).to_string(), "Terrible");
    assert_eq!(Fighter::named("Ada", Level::GOOD).avoid(Level::POOR), Fighter::named("Ada", 1).avoid(-2));
    assert!("Graet".parse::<Level>().unwrap_err().to_string().contains("did you mean `Great`?"));
}

/// A trial replayed or played round by round is the trial that a simulation counts.
#[test]
fn replayed_and_played_trials_equal_the_counted_one() {
    let fight = fight(preset("srd"), 1);
    let won = |trials: u64| {
        if trials == 0 {
            0.0
        } else {
            (value(&fight.simulate(trials, Seed::new(5)).unwrap(), "Ada wins") * trials as f64).round()
        }
    };
    for trial in 1..=12 {
        let mut play = fight.play(trial, Seed::new(5)).unwrap();
        while play.play_round() {}
        assert_eq!(play.winner() == Some("Ada"), won(trial) > won(trial - 1), "trial {trial}");
        let transcript = fight.replay(trial, Seed::new(5)).unwrap();
        assert_eq!(transcript.all("round").len() as u32, play.rounds());
        let standing = play.standing().unwrap();
        near(standing.wins[0], f64::from(play.winner() == Some("Ada")));
    }
    assert!(
        fight.play(0, Seed::new(5)).is_err()
            && fight.replay(0, Seed::new(5)).is_err()
            && fight.simulate(0, Seed::new(5)).is_err()
    );
    assert!(fight.study().unwrap().replay(1, 1, Seed::new(5)).is_err());
}

#[test]
fn playthrough_reports_the_state_of_the_fight() {
    let fight = fight(preset("nutshell"), 1);
    let mut play = fight.play(1, Seed::new(1)).unwrap();
    near(play.standing().unwrap().wins[0], value(&fight.exact().unwrap(), "Ada wins"));
    assert_eq!(play.wounds(), [("Ada".to_owned(), "Undamaged"), ("Bo".to_owned(), "Undamaged")]);
    assert!(play.play_round() && play.standing().unwrap().wins.iter().sum::<f64>() > 1.0 - 1e-12);
}

#[test]
fn fights_can_follow_each_other() {
    let first = fight(preset("srd"), 1);
    let left = first.aftermath("Ada").unwrap();
    near(left.chance_any_fit(), value(&first.exact().unwrap(), "Ada wins"));
    assert_eq!(left.chance_fit("Ada"), Some(left.chance_any_fit()));
    let second = first.clone().after(left.clone());
    let (again, fresh) = (second.exact().unwrap(), first.exact().unwrap());
    assert!(value(&again, "Ada wins") < value(&fresh, "Ada wins"));
    // Five standard errors of 50,000 trials.
    let simulated = value(&second.simulate(50_000, Seed::new(1)).unwrap(), "Ada wins");
    assert!((simulated - value(&again, "Ada wins")).abs() < 5.0 * 0.5 / 50_000f64.sqrt(), "{simulated}");
    let refused = |result: Result<Results, fudgelab::Error>| result.unwrap_err().to_string();
    assert!(first.aftermath("Eve").unwrap_err().to_string().contains("sides are Ada, Bo"));
    let other =
        Encounter::new(preset("srd")).side("Eve", [Fighter::named("Eve", 0)]).side("Bo", [Fighter::named("Bo", 0)]);
    assert!(refused(other.after(left.clone()).exact()).contains("Ada was in the previous fight"));
    assert!(
        refused(fight(preset("fudge-1993"), 1).after(left.clone()).exact())
            .contains("differs from that in the previous fight")
    );
    // Two fighters, each with an earlier fight of its own.
    let hurt = |who: &str| first.clone().aftermath(who).unwrap();
    let both = fight(preset("srd"), 1).after(hurt("Ada")).after(hurt("Bo")).exact().unwrap();
    let one = fight(preset("srd"), 1).after(hurt("Bo")).exact().unwrap();
    assert!(value(&again, "Ada wins") < value(&both, "Ada wins") && value(&both, "Ada wins") < value(&one, "Ada wins"));
    // A side that is certain to lose has no fighter left.
    let hopeless = Fighter::named("Cy", -9).offense(-9).wounds(vec![3]);
    let giant = Fighter::named("Giant", 9).offense(99);
    let lost = Encounter::new(preset("nutshell")).side("Cy", [hopeless]).side("Giant", [giant]);
    let gone = lost.aftermath("Cy").unwrap();
    assert!(gone.chance_any_fit() < 1e-12);
    if gone.chance_any_fit() == 0.0 {
        assert!(refused(lost.after(gone).exact()).contains("none of Cy can fight on"));
    }
    assert!(refused(first.after(left.without("Ada")).exact()).contains("none of"));
}

#[test]
fn three_fights_in_a_row_exact_matches_simulation() {
    let strong = |name: &str| Fighter::named(name, 2).offense(3).defense(3);
    let orc = |name: &str| {
        Encounter::new(preset("srd")).side("us", [strong("Ada")]).side("them", [Fighter::named(name, 0).offense(3)])
    };
    let second = orc("Orc").after(orc("Orc").aftermath("us").unwrap());
    let third = orc("Orc").after(second.aftermath("us").unwrap());
    let exact = value(&third.exact().unwrap(), "us wins");
    let (mut fought, mut won) = (0.0, 0.0);
    for trial in 1..=4_000 {
        let mut left = None;
        for number in 0..3 {
            let fight = left.take().map_or_else(|| orc("Orc"), |left| orc("Orc").after(left));
            let mut play = fight.play(trial, Seed::new(number)).unwrap();
            while play.play_round() {}
            let stands = play.winner() == Some("us");
            if number == 2 {
                (fought, won) = (fought + 1.0, won + f64::from(stands));
            }
            if !stands {
                break;
            }
            left = Some(play.aftermath("us").unwrap());
        }
    }
    // Five standard errors: one false alarm in a million seeds.
    let error = (exact * (1.0 - exact) / fought).sqrt();
    assert!(exact < 0.99 && (won / fought - exact).abs() < 5.0 * error, "{won} of {fought}, not {exact}");
}

#[test]
fn replay_can_be_printed() {
    let page = fight(preset("srd"), 1).replay(1, Seed::new(1)).unwrap().to_string();
    assert!(page.contains("Round 1") && page.contains("Ada"), "{page}");
}

/// A custom rule that equals W1.
fn like_the_plain_one() -> OwnDamage {
    OwnDamage::new("degree and factor", |hit: Landed| hit.degree + hit.factor + hit.tactics)
}

#[test]
fn equivalent_custom_rule_gives_equal_results() {
    for skill in [0, 2] {
        let own = preset("nutshell").with_own_damage(like_the_plain_one());
        let (own, plain) = (fight(own, skill).exact().unwrap(), fight(preset("nutshell"), skill).exact().unwrap());
        assert_eq!(own.rows(), plain.rows());
    }
    // With dice rolled for each hit, without limits.
    let rolled =
        OwnDamage::new("rolled", |hit: Landed| hit.degree + hit.factor + hit.roll).rolling(Dice::parse("1dF").unwrap());
    let own = Rules { own_damage: Some(rolled), ..preset("nutshell") };
    let theirs = Rules { damage_roll: printed("1dF-points"), ..preset("nutshell") };
    let rows = |rules| fight(rules, 1).exact().unwrap().rows();
    assert_eq!(rows(own), rows(theirs));
}

fn halved() -> OwnDamage {
    let points = |hit: Landed| (hit.degree + 1) / 2 + hit.factor + hit.roll;
    OwnDamage::new("half the degree", points).rolling(Dice::parse("2dF").unwrap())
}

fn by_own_rule() -> Vec<Case> {
    let own = Rules { own_damage: Some(halved()), ..Rules::plain() };
    let compiled = |rules: &Rules| -> Fight { barroom(rules) };
    let turns = |rules: Rules| duel(snorri(), crate::support::fighter("foe", 1), &rules);
    let kaer = Rules { damage_roll: DamageRoll::default(), half_hits: HalfHits::Off, ..crate::support::kaer() };
    let kaer_own = Rules { own_damage: Some(halved()), ..kaer.clone() };
    vec![("a duel", compiled(&own), compiled(&Rules::plain())), ("turns", turns(kaer_own), turns(kaer))]
}

#[test]
fn custom_rule_exact_matches_simulation() {
    assert_eq!(agree::disagreements(&by_own_rule()), Vec::<String>::new());
}

#[test]
fn simulation_detects_the_custom_rule() {
    assert_eq!(agree::indifferent(&by_own_rule()), Vec::<&str>::new());
}

#[test]
fn custom_rule_is_named_in_replays_and_excludes_others() {
    let own = Rules { own_damage: Some(halved()), ..preset("nutshell") };
    let fight_of = |rules| fight(rules, 1);
    let transcripts: Vec<_> = (1..20).map(|trial| fight_of(own.clone()).replay(trial, Seed::new(1)).unwrap()).collect();
    let told: Vec<&Line> = transcripts.iter().flat_map(|one| one.all("damage")).collect();
    assert!(!told.is_empty() && told.iter().all(|line| line.text.starts_with("Damage by half the degree: relative")));
    assert!(fight_of(preset("kaer").with_own_damage(halved())).exact().is_ok());
    let beside = fight_of(Rules { damage_roll: printed("1dF-points"), ..own.clone() }).exact().unwrap_err().to_string();
    assert!(beside.contains("replaces every rule"), "{beside}");
    assert_eq!(own, own.clone());
    assert_ne!(own, Rules { own_damage: Some(halved()), ..own.clone() });
}
