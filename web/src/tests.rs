use super::*;

fn asked(request: Value) -> Value {
    serde_json::from_str(&answer(&request.to_string())).unwrap()
}

const GOBLINS: &str = "[fighters]\nhero = { side = 'party', count = 2, skill = 'Good', offense = 3, defense = 2 }\n\
                       goblin = { like = 'FF goblin', side = 'foes', count = 3 }\n";

#[test]
fn glance_describes_fight() {
    let glance =
        |trials: Value| asked(json!({ "ask": "glance", "toml": GOBLINS, "trials": trials, "milliseconds": 50 }));
    let simulated = glance(json!(4096));
    let cell = &simulated["ok"]["cells"][0];
    let sentence = cell["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("Three goblins: ") && sentence.contains("You win "), "{sentence}");
    assert_eq!(simulated["ok"]["trials"], 4096);
    // Five fighters are too many for an exact answer.
    assert_eq!(glance(Value::Null)["ok"], Value::Null);
}

#[test]
fn exact_matches_simulation() {
    let duel = GOBLINS.replace("count = 2", "count = 1").replace("count = 3", "count = 1");
    let glance = |trials: Value| asked(json!({ "ask": "glance", "toml": duel, "trials": trials, "milliseconds": 50 }));
    let (simulated, exact) = (glance(json!(4096)), glance(Value::Null));
    let [near, true_one] =
        [&simulated, &exact].map(|one| one["ok"]["cells"][0]["chances"][0]["value"].as_f64().unwrap());
    assert!((near - true_one).abs() < 0.05, "{near} is not about {true_one}");
}

#[test]
fn lone_hero_can_be_left_for_dead() {
    let duel = GOBLINS.replace("count = 2", "count = 1").replace("count = 3", "count = 1");
    let exact = asked(json!({ "ask": "glance", "toml": duel, "trials": null, "milliseconds": 50 }));
    let simulated = asked(json!({ "ask": "glance", "toml": duel, "trials": 20_000 }));
    for answer in [exact, simulated] {
        let sentence = answer["ok"]["cells"][0]["sentence"].as_str().unwrap();
        assert!(sentence.starts_with("A goblin: ") && sentence.contains("you are left for dead in "), "{sentence}");
    }
}

#[test]
fn glance_describes_campaign() {
    let day = "[campaign.party]\nada = { skill = 'Great', offense = 2, defense = 2 }\n[campaign.stages]\n\
               wolf = { foes = { wolf = { skill = 'Fair' } }, times = 2 }\n";
    let answer = asked(json!({ "ask": "glance", "toml": day, "trials": 2000 }));
    let sentence = answer["ok"]["cells"][0]["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("You come through both fights "), "{sentence}");
}

#[test]
fn errors_report_positions_in_utf_16() {
    let answer = asked(json!({ "ask": "check", "toml": "title = '𝄞 é'\ndice = 3\n[check]\ndifficulty = 'Gret'\n" }));
    let errors = answer["errors"].as_array().unwrap();
    let place = |k: usize, key: &str| errors[k]["place"][key].as_u64().unwrap();
    assert_eq!([place(0, "line"), place(0, "column"), place(0, "start"), place(0, "end")], [2, 1, 15, 19]);
    assert!(errors.iter().any(|error| error["message"].as_str().unwrap().contains("Gret")), "{errors:?}");
}

/// A custom preset is another file of the page. 50 of 81 results of 4dF are at least 0.
#[test]
fn texts_of_other_files_are_read() {
    let toml = "rules.base = 'house.toml'\ncheck = { trait = 'Good', difficulty = 'Great' }\n";
    let house = "[rules]\nbase = 'nutshell'\ndice = '4dF + 1'\n";
    let run = asked(json!({ "ask": "run", "toml": toml, "file": "check.toml", "files": { "house.toml": house } }));
    assert!(run["ok"]["sentences"][0].as_str().unwrap().contains("61.73"), "{run}");
    let check = |files| asked(json!({ "ask": "check", "toml": toml, "files": files }))["errors"][0].clone();
    let wrong = check(json!({ "house.toml": "[rules]\ndicee = '4dF'\n" }));
    assert_eq!(wrong["message"], "house.toml:2:1: unknown key `dicee` in `rules`");
    assert_eq!(wrong["place"], Value::Null);
    assert_eq!(check(json!({}))["message"], "`house.toml` is not among the files that were read");
}

#[test]
fn every_listed_file_of_the_last_run_is_returned() {
    let run = asked(
        json!({ "ask": "run", "toml": GOBLINS.to_owned() + "[run]\ntrials = 1000\nmethod = 'simulate'\n", "file": "goblins.toml" }),
    );
    let names = run["ok"]["files"].as_array().unwrap();
    assert!(
        names.contains(&json!("report.html"))
            && names.contains(&json!("summary.csv"))
            && names.contains(&json!("rounds.svg")),
        "{names:?}"
    );
    for name in names {
        assert!(asked(json!({ "ask": "file", "name": name }))["ok"].as_str().unwrap().len() > 100, "{name}");
    }
    assert!(asked(json!({ "ask": "file", "name": "no.csv" }))["errors"][0]["message"].is_string());
}

#[test]
fn replay_finds_requested_outcome() {
    let replay =
        |after: u64| asked(json!({ "ask": "replay", "toml": GOBLINS, "after": after, "outcome": "party wins" }));
    let first = replay(0)["ok"]["trial"].as_u64().unwrap();
    let next = replay(first)["ok"]["trial"].as_u64().unwrap();
    assert!(next > first);
}

#[test]
fn odds_and_rates_match_known_chances() {
    let odds = asked(
        json!({ "ask": "odds", "dice": "4dF", "level": "Good", "modifier": 0, "difficulty": "Great", "opposed": "", "opposed_dice": "" }),
    );
    assert_eq!(odds["ok"]["outcomes"][0], json!(["success", "38.27 %", "31/81"]));
    let rates = asked(json!({ "ask": "rates", "dice": ["4dF", "d%"] }));
    assert_eq!(rates["ok"]["columns"], json!(["at least", "4dF", "d%"]));
    assert!(
        asked(json!({ "ask": "rates", "dice": ["4df"] }))["errors"][0]["message"].as_str().unwrap().contains("4df")
    );
}

/// Exactly the entries that are listed as unable to fight are rejected for their missing skill.
#[test]
fn listing_marks_entries_without_skill() {
    let listing = asked(json!({ "ask": "listing" }));
    for entry in listing["ok"]["library"].as_array().unwrap() {
        let fight = format!("[fighters]\nhero = {{ skill = 1, offense = 3 }}\nfoe = {{ like = {} }}\n", entry["like"]);
        let answer = asked(json!({ "ask": "check", "toml": fight }));
        let errors = answer["errors"].as_array().into_iter().flatten();
        let lacks = errors.into_iter().any(|error| error["message"].as_str().unwrap().contains("skill"));
        assert_eq!(!lacks, entry["fights"].as_bool().unwrap(), "{entry}: {answer}");
    }
}

#[test]
fn invalid_requests_are_rejected() {
    for nonsense in ["", "{}", "{\"ask\":\"everything\"}", "{\"ask\":\"check\",\"toml\":\"\"}"] {
        assert!(answer(nonsense).starts_with("{\"errors\":[{\"message\":"), "{nonsense}");
    }
}
