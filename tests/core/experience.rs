//! Experience and random characters: hand calculations, and exact answers against simulation.

use crate::support::written::{exact, refusal, refused, study};
use fudgelab::chance::Purpose;
use fudgelab::check::{Creation, Experience, MOST_COST, MOST_ROLLED, MOST_TALENTS, TALENTS, raise_cost};
use fudgelab::dice::Dice;
use fudgelab::study::replay::{Rolls, replay};
use fudgelab::study::run;

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-11, "{found}, not {expected}");
}

/// The total cost in points, which is the number of sessions at one point per session.
fn cost(keys: &str) -> f64 {
    exact(&format!("[experience]\naward = '1d1'\n{keys}\n"))("sessions", "")
}

/// E3, SRD 5.2 and F93 5.2: the cost of each level, three times as much for attributes, and the cost of gifts and
/// powers.
#[test]
fn costs_match_the_printed_ones() {
    let printed = [(-2, 1), (-1, 1), (0, 1), (1, 2), (2, 4), (3, 8), (4, 16), (5, 30), (6, 50), (7, 50)];
    for (to, points) in printed {
        assert_eq!(raise_cost(to), points);
        near(cost(&format!("skills = {{ A = {{ from = {}, to = {to} }} }}", to - 1)), points.into());
        near(cost(&format!("attributes = {{ A = {{ from = {}, to = {to} }} }}", to - 1)), (3 * points).into());
    }
    near(cost("skills = { A = { from = 'Terrible', to = 'Superb' }, B = { from = 'Fair', to = 'Good' } }"), 17.0 + 2.0);
    near(cost("gifts = 2\npowers = 1"), 2.0 * 6.0 + 12.0);
    near(cost("gifts = 2\npowers = 1\ngift_cost = 8\npower_cost = 20\ncosts_times = 2"), 2.0 * (2.0 * 8.0 + 20.0));
}

/// E3, SRD 5.2: Violet pays two extra points for each level of Herb Lore above her Good Intelligence: 6, then 10.
#[test]
fn srd_example_of_violet_pays_the_surcharge() {
    let violet =
        |to: &str| cost(&format!("skills = {{ 'Herb Lore' = {{ from = 'Good', to = '{to}', attribute = 'Good' }} }}"));
    near(violet("Great"), 6.0);
    near(violet("Superb"), 6.0 + 10.0);
    near(cost("surcharge = 5\nskills = { A = { from = 'Fair', to = 'Great', attribute = 'Good' } }"), 2.0 + 4.0 + 5.0);
}

/// Reading 56: `costs_times` multiplies the costs of levels, attributes and gifts, but not the surcharge.
#[test]
fn costs_times_does_not_multiply_the_surcharge() {
    near(
        cost("costs_times = 2\nskills = { A = { from = 'Good', to = 'Great', attribute = 'Good' } }"),
        2.0 * 4.0 + 2.0,
    );
    let all = "costs_times = 2\nsurcharge = 3\nsaved = 5\ngifts = 2\npowers = 1\ngift_cost = 7\n\
               skills = { Sword = { from = 'Poor', to = 'Legendary', attribute = 'Fair' } }\n\
               attributes = { Strength = { from = 'Fair', to = 'Great' } }\n";
    near(exact(&format!("[experience]\n{all}"))("sessions", ""), 79.833_333_333_333);
    // Exchanged points pay for the surcharge as well.
    near(cost("exchange = 3\nskills = { A = { from = 'Good', to = 'Great', attribute = 'Good' } }"), 3.0 * (4.0 + 2.0));
}

/// E3: at one to three points per session, four points take two, three or four sessions.
#[test]
fn four_points_take_two_to_four_sessions() {
    let of = exact("[experience]\nskills = { A = { from = 'Good', to = 'Great' } }\n");
    // Two sessions bring four points or more in 6 of 9 cases; three bring only three in 1 of 27.
    let [two, four] = [6.0 / 9.0, 1.0 / 27.0];
    near(of("sessions", ""), 2.0 * two + 4.0 * four + 3.0 * (1.0 - two - four));
    let within = exact("[experience]\nsessions = 2\nskills = { A = { from = 'Good', to = 'Great' } }\n");
    near(within("all bought", ""), two);
    near(within("not all bought", ""), 1.0 - two);
    near(within("purchases", ""), two);
    // Of nine pairs of awards, one brings 2 points, two bring 3, three bring 4, two bring 5 and one brings 6. Only 2
    // and 3 are saved in full.
    near(within("points left", ""), (2.0 + 2.0 * 3.0 + 0.0 + 2.0 + 2.0) / 9.0);
}

/// E4, SRD 5.4: three Fudge points buy one point of experience; those used up in play buy none.
#[test]
fn fudge_points_buy_experience() {
    near(cost("exchange = 3\nskills = { A = { from = 'Good', to = 'Great' } }"), 12.0);
    near(cost("exchange = 3\nsaved = 5\nskills = { A = { from = 'Good', to = 'Great' } }"), 7.0);
    // Each session uses up the point saved before, so nothing accumulates.
    let of =
        exact("[experience]\naward = '1d2'\nspent = '1d1'\ncosts_times = 2\nskills = { A = { from = -3, to = -2 } }\n");
    // Both points must come from one session, which has a chance of 1/2.
    near(of("sessions", ""), 2.0);
}

/// E5, LITE: one point per session. A level up to Superb costs four, and so does a spell.
#[test]
fn lite_levels_take_four_sessions() {
    let of = |keys: &str| exact(&format!("[experience]\nprices = 'lite'\n{keys}\n"))("sessions", "");
    near(of("skills = { A = { from = 'Fair', to = 'Superb' } }"), 12.0);
    near(of("gifts = 1"), 4.0);
    near(of("gifts = 1\nskills = { A = { from = 'Poor', to = 'Mediocre' } }\nlevel_cost = 8\ngift_cost = 2"), 10.0);
    let superb = refusal("[experience]\nprices = 'lite'\nskills = { A = { from = 'Great', to = 'Legendary' } }\n");
    assert!(superb.contains("`A` cannot go above Superb"), "{superb}");
}

/// E5, LITE: a point for each failed roll, where 4dF miss 0 in 31 of 81. Keys pay per hit or per session.
#[test]
fn failures_and_keys_pay_points() {
    let fails = 31.0 / 81.0;
    let of = |keys: &str| {
        exact(&format!(
            "[experience]\nprices = 'lite'\nsessions = 1\nlevel_cost = 100\nskills = {{ A = {{ from = 0, to = 1 }} }}\n{keys}\n"
        ))("points left", "")
    };
    near(of("failures = { rolls = 5, trait = 0, difficulty = 0 }"), 1.0 + 5.0 * fails);
    near(of("award = 'none'\nfailures = { rolls = 10, trait = 0, difficulty = 0 }"), 10.0 * fails);
    near(of("key_hits = '1d3-1'"), 1.0 + 1.0);
    near(of("key_hits = '1d3-1'\nkey_hits_pay = 'once'"), 1.0 + 2.0 / 3.0);
}

const CASES: [&str; 2] = [
    "[experience]\naward = '1d4'\nskills = { A = { from = 0, to = 2 } }\nfailures = { rolls = 3, trait = 0, difficulty = 0 }\n\
     spent = '1d3-1'\nexchange = 2\n",
    "[creation]\nattributes = 4\nskills = 6\ngifts = 1\nfaults = 2\n",
];

#[test]
fn exact_matches_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

#[test]
fn comparison_detects_other_dice_and_fewer_rolls() {
    assert!(!refused(CASES[0], &CASES[0].replace("1d3-1", "1d2-1")).is_empty());
    assert!(!refused(CASES[1], &CASES[1].replace("faults = 2", "faults = 1")).is_empty());
}

/// E2, SRD 1.8 and F93 2.8: a rolled attribute is Fair on average and costs nothing on average. A rolled skill is
/// Terrible, Poor, Mediocre or Fair in 11, 16, 7 or 2 of 36 cases, and costs −1 to 2.
#[test]
fn rolled_traits_match_expected_costs() {
    near(exact("[creation]\nattributes = 6\n")("cost", ""), 0.0);
    let above = exact("[creation]\nattributes = 1\n");
    near(above("costs more than nothing", ""), (6.0 + 3.0 + 1.0) / 36.0);
    let skill = (-11.0 + 7.0 + 2.0 * 2.0) / 36.0;
    near(exact("[creation]\nskills = 10\n")("cost", ""), 10.0 * skill);
    near(exact("[creation]\nskills = 1\ngifts = 2\nfaults = 1\n")("cost", ""), skill + 6.0);
    // Two attributes together cost exactly nothing in 1 + 9 + 36 + 256 + 36 + 9 + 1 of 1296 cases.
    let two = exact("[creation]\nattributes = 2\n");
    near(two("costs more than nothing", ""), (1.0 - 348.0 / 1296.0) / 2.0);
    near(two("costs nothing", ""), 348.0 / 1296.0);
}

/// E2, SRD 1.8: gifts and faults are rolled with 2d6. A repeated row, or the opposite of an earlier one, is rerolled.
#[test]
fn gifts_and_faults_match_the_table() {
    let of = exact("[creation]\ngifts = 1\nfaults = 1\n");
    let ways: Vec<f64> = (0..11).map(|row: i32| f64::from(6 - (row - 5).abs()) / 36.0).collect();
    for (row, [gift, fault]) in TALENTS.iter().enumerate() {
        near(of("rolled", gift), ways[row]);
        let others = ways.iter().enumerate().filter(|(other, _)| *other != row);
        near(of("rolled", fault), others.map(|(_, way)| way * ways[row] / (1.0 - way)).sum());
    }
}

#[test]
fn only_rolled_gifts_and_faults_are_shown() {
    for (gifts, faults) in [(0, 0), (1, 0), (0, 1), (2, 1)] {
        let result =
            run(&study(&format!("[creation]\nskills = 1\ngifts = {gifts}\nfaults = {faults}\n")), &()).unwrap();
        for (column, number) in [gifts, faults].into_iter().enumerate() {
            let shown = TALENTS.iter().filter(|row| result.cells[0].figure("rolled", row[column]).is_some()).count();
            assert_eq!(shown, if number > 0 { TALENTS.len() } else { 0 }, "{gifts} {faults}");
        }
    }
}

#[test]
fn rejects_unplayable_settings() {
    insta::assert_snapshot!(refusal("[experience]\naward = 'none'\ngifts = 1\n"), @r#"
    error: no session brings a point
     --> fight.toml:1:1
      |
    1 | [experience]
      | ^^^^^^^^^^^^
      |
      = help: for example `award = "1d3"`
    "#);
    insta::assert_snapshot!(refusal("[experience]\naward = '1d3'\n"), @r#"
    error: there is nothing to buy
     --> fight.toml:1:1
      |
    1 | [experience]
      | ^^^^^^^^^^^^
      |
      = help: name skills, attributes, gifts or powers, such as `skills = { Sword = { from = "Fair", to = "Great" } }`
    "#);
    insta::assert_snapshot!(refusal("[experience]\nskills = { A = { from = 'Good', to = 'Fair' } }\n"), @r"
    error: `to` must be above `from`
     --> fight.toml:2:38
      |
    2 | skills = { A = { from = 'Good', to = 'Fair' } }
      |                                      ^^^^^^
    ");
    let level = |to: &str| refusal(&format!("[experience]\nskills = {{ A = {{ from = 'Good', to = {to} }} }}\n"));
    assert!(level("'Good'").contains("`to` must be above `from`"));
    insta::assert_snapshot!(refusal("[experience]\npowers = 50\npower_cost = 1000\n"), @r"
    error: all of this costs 50000 points
     --> fight.toml:1:1
      |
    1 | [experience]
      | ^^^^^^^^^^^^
      |
      = help: the limit is 3000
    ");
    insta::assert_snapshot!(refusal("[creation]\n"), @r"
    error: there is nothing to roll for
     --> fight.toml:1:1
      |
    1 | [creation]
      | ^^^^^^^^^^
      |
      = help: for example `attributes = 6`
    ");
    insta::assert_snapshot!(refusal("[creation]\nattributes = 6\nattribute_dice = '2d6'\n"), @r"
    error: the dice `2d6` give levels from 2 to 12
     --> fight.toml:1:1
      |
    1 | [creation]
      | ^^^^^^^^^^
      |
      = help: the levels of a new character go from Terrible, -3, to Superb, 3
    ");
}

/// E3: the highest level can be bought, and none above. A single purchase can be too expensive. In LITE, a power costs
/// 4 like everything else.
#[test]
fn purchases_have_limits() {
    let level = |to: i32| refusal(&format!("[experience]\nskills = {{ A = {{ from = 0, to = {to} }} }}\n"));
    near(cost("skills = { A = { from = 9, to = 10 } }"), 50.0);
    assert!(level(11).contains("this level is too high"), "{}", level(11));
    let dear = refusal("[experience]\ngifts = 1\ngift_cost = 1000\ncosts_times = 4\n");
    assert!(dear.contains("the limit is 3000"), "{dear}");
    near(cost("prices = 'lite'\npowers = 1"), 4.0);
}

/// A transcript lists a purchase from savings only if there is one.
#[test]
fn savings_buy_before_the_first_session() {
    let buys = |saved: u32| {
        let text = format!(
            "[experience]\naward = '1d1'\nsaved = {saved}\nskills = {{ A = {{ from = 'Good', to = 'Great' }} }}\n"
        );
        let told = replay(&study(&text), 0, Rolls::Trial(1)).unwrap();
        (told.lines.iter().map(|line| line.kind).collect::<Vec<_>>(), exact(&text)("sessions", ""))
    };
    assert_eq!(buys(4).1, 0.0);
    assert_eq!((buys(0).1, buys(3).1), (4.0, 1.0));
    assert_ne!(buys(4).0, buys(0).0);
    assert_eq!(buys(0).0, ["session", "session", "session", "session", "result"]);
}

/// E2: a transcript gives the rolled row of the table, 2 to 12.
#[test]
fn transcript_names_the_rolled_row() {
    let told =
        replay(&study("[creation]\nattributes = 1\nskills = 1\ngifts = 1\nfaults = 1\n"), 0, Rolls::Trial(1)).unwrap();
    let [gift, fault] = told.all("talent")[..] else { panic!("{told:?}") };
    for (column, line) in [gift, fault].into_iter().enumerate() {
        let row = TALENTS.iter().position(|row| line.text.ends_with(&format!(": {}.", row[column]))).unwrap();
        assert_eq!(line.facts["row"], row + 2);
    }
}

/// Settings built in code have the same limits as those in files.
#[test]
fn rejects_purchases_and_rolls_above_the_limits() {
    let award = || vec![(Purpose::Award, Dice::parse("1d3").unwrap())];
    let bought = |costs: Vec<u32>| {
        Experience { costs, gains: award(), pays_once: false, spent: None, saved: 0, sessions: None }
            .checked()
            .map_err(|error| error.to_string())
    };
    assert!(bought(vec![MOST_COST - 1, 1]).is_ok());
    assert!(bought(vec![MOST_COST, 1]).unwrap_err().starts_with("all of this costs 3001 points"));
    assert!(bought(vec![u32::MAX, u32::MAX]).is_err());
    let [attributes, skills] = ["attribute-2d6", "skill-2d6"].map(|dice| Dice::parse(dice).unwrap());
    let rolled = |counts: [u32; 4]| {
        let [first, second, gifts, faults] = counts;
        let creation = Creation {
            attributes: (first, attributes.clone()),
            skills: (second, skills.clone()),
            talents: [gifts, faults],
        };
        creation.checked().map(|creation| creation.steps()).map_err(|error| error.to_string())
    };
    assert_eq!(rolled([MOST_ROLLED, MOST_ROLLED, MOST_TALENTS, MOST_TALENTS]), Ok(2 * MOST_ROLLED + 2 * MOST_TALENTS));
    assert_eq!(rolled([0, 0, 0, 1]), Ok(1));
    for (counts, message) in [
        ([MOST_ROLLED + 1, 0, 0, 0], "61 traits"),
        ([0, MOST_ROLLED + 1, 0, 0], "61 traits"),
        ([0, 1, MOST_TALENTS + 1, 0], "3 gifts or faults"),
        ([1, 0, 0, MOST_TALENTS + 1], "3 gifts or faults"),
    ] {
        assert!(rolled(counts).unwrap_err().starts_with(message), "{counts:?}");
    }
    // Dice that are never rolled can be anything.
    let odd = Creation { attributes: (0, Dice::parse("2d6").unwrap()), skills: (1, skills.clone()), talents: [0, 0] };
    assert!(odd.checked().is_ok());
}

/// E3: a transcript lists the award of a session, and what is bought, used up and saved.
#[test]
fn transcript_lists_a_session() {
    let text = "[experience]\naward = '1d1'\nspent = '1d1'\nsaved = 1\nsessions = 2\ngift_cost = 1\ngifts = 2\n";
    let told = replay(&study(text), 0, Rolls::Trial(1)).unwrap();
    let texts: Vec<String> = told
        .lines
        .iter()
        .flat_map(|line| std::iter::once(line).chain(&line.lines))
        .map(|line| line.text.replace('\u{a0}', " "))
        .collect();
    assert_eq!(
        texts,
        [
            "Buys 1 level or gift.",
            "Session 1",
            "0 points used up.",
            "Award: 1 point.",
            "Buys 1 level or gift.",
            "2 of 2 bought, 0 points saved.",
            "All is bought after 1 session.",
        ]
    );
}
