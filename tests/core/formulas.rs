//! Formulas in scenario files, and the dice and constants that a file defines.

use crate::support::written::{exact, refusal, study};
use fudgelab::dice::{Dice, methods};
use fudgelab::study::{MethodChoice, Study, run};

fn near(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} and {other}");
}

/// SRD 3.4 with custom dice: Fair against Great needs +2. Of 81 rolls, 15 reach it, 35 more show 0 or +1 and use the
/// edge of 2, and the other 31 are rolled again: (50 + 31 · 15/81) / 81 = 1505/2187. With only the edge, 50 of 81
/// succeed.
#[test]
fn check_with_a_decision_matches_hand_calculation() {
    let figure = exact(
        "[constants]\nedge = 2\n[check]\ntrait = 'Fair'\ndifficulty = 'Great'\nwithout = '4dF + edge'
dice = 'let r = 4dF; if r >= need then r else if r + edge >= need then r + edge else 4dF'",
    );
    near(figure("success", ""), 1505.0 / 2187.0);
    near(figure("success without", ""), 50.0 / 81.0);
}

/// `need` is one higher if the difficulty must be surpassed, and includes trait and modifiers: Good +1 to surpass
/// Superb needs 3 − 2 + 1 = 2.
#[test]
fn need_includes_trait_modifiers_and_surpassing() {
    let figure = exact(
        "[rules]\nsuccess = 'surpass'\ndice = 'if need = 2 then 1000 - 998 else 0'
[check]\ntrait = 'Good'\ndifficulty = 'Superb'\nmodifiers.gift = 1",
    );
    near(figure("success", ""), 1.0);
}

#[test]
fn every_member_has_its_own_need() {
    let text = "[rules]\ndice = 'need'\n[group]\nneeded = 2\nperiods = 1
members = { ada = { trait = 'Good', difficulty = 'Fair' }, ben = { trait = 'Poor', difficulty = 'Superb' } }";
    near(exact(text)("enough done", ""), 1.0);
}

/// Two coins that show 0 or 1; the active side rerolls a coin that does not win. Against 0 it needs 1, which two throws
/// reach three times in four; otherwise it ties. Against 1 it cannot win, and the second throw ties or loses. Wins 3/8,
/// ties 3/8, losses 1/4.
#[test]
fn active_dice_use_the_passive_result() {
    let text = "[rules]\ndice = 'd{0, 1}'\n[opposed.active]\ntrait = 0\ndice = 'let r = d{0, 1}; if r >= need then r else d{0, 1}'
[opposed.passive]\ntrait = 0";
    let figure = exact(text);
    near(figure("win", "active"), 0.375);
    near(figure("tie", ""), 0.375);
    near(figure("win", "passive"), 0.25);
    let simulated =
        run(&Study { goal: None, method: MethodChoice::Simulate, trials: 100_000, ..study(text) }, &()).unwrap();
    let wins = simulated.cells[0].findings.figure("win", "active").unwrap().estimate.value;
    // Five standard errors of 0.0015: a false alarm for one seed in a million, and the seed is fixed.
    assert!((wins - 0.375).abs() < 0.0077, "{wins}");
}

#[test]
fn constants_can_be_varied() {
    let study = study(
        "[constants]\nedge = 1\n[check]\ntrait = 0\ndifficulty = 2\ndice = '4dF + edge'\n[vary]\n'constants.edge' = [1, 2]",
    );
    let result = run(&Study { method: MethodChoice::Exact, ..study }, &()).unwrap();
    let success = |row: usize| result.cells[row].findings.figure("success", "").unwrap().estimate.value;
    near(success(0), 31.0 / 81.0);
    near(success(1), 50.0 / 81.0);
}

#[test]
fn study_warns_about_unused_constants_and_dice() {
    let warned = |text: &str| -> Vec<String> { study(text).warnings.iter().map(|one| one.message()).collect() };
    let text = "[constants]\nedge = 2\nother = 3\n[dice]\nhouse = '4dF + edge'\nspare = '3dF'\n[check]\ntrait = 0\ndifficulty = 2\n";
    assert_eq!(
        warned(&format!("{text}dice = 'house'")),
        [
            "`other` of [constants] has no effect: no formula uses it",
            "`spare` of [dice] has no effect: it is never used"
        ]
    );
    assert_eq!(warned(&format!("{text}dice = 'house'\nwithout = \"method('spare') + other\"")), [""; 0]);
    assert_eq!(warned(&format!("{text}dice = 'house'\n[vary]\n'check.without' = ['spare', 'other + d6']")), [""; 0]);
    // Formulas that probably do not mean what they say cause a warning, too.
    let noted = warned("[check]\ntrait = 0\ndifficulty = 1\ndice = '6d6 >= 5'");
    assert!(noted.iter().any(|note| note.contains("`6d6 >= 5`, column 5: this always passes")), "{noted:?}");
}

/// The highest of 3d6, and the better of two 1dF: 1 − 4/9 = 5/9 show +1.
#[test]
fn files_can_define_named_dice() {
    let text = "[dice]\nhouse = 'highest(1, 3d6)'\n'better of N X' = 'best(N, X)'\n[check]\ntrait = 0\n";
    near(exact(&format!("{text}difficulty = 6\ndice = 'house'"))("success", ""), 91.0 / 216.0);
    near(exact(&format!("{text}difficulty = 1\ndice = 'better of 2 1dF'"))("success", ""), 5.0 / 9.0);
    near(exact(&format!("{text}difficulty = 7\ndice = \"method('house') + 1\""))("success", ""), 91.0 / 216.0);
}

/// P(100dF >= 20), from a convolution in whole numbers. 3^100 needs 159 bits.
#[test]
fn dice_with_huge_weights_are_rounded() {
    near((exact("[check]\ntrait = 0\ndifficulty = 20\ndice = '100dF'")("success", "") - 0.008336093451) * 0.01, 0.0);
    let dice = Dice::parse("100dF").unwrap();
    assert!(dice.is_rounded() && (dice.pmf().lowest(), dice.pmf().highest()) == (-100, 100));
}

#[test]
fn errors_point_to_their_position() {
    let said = |text: &str| refusal(text);
    let at = |text: &str, place: &str, words: &str| {
        let said = said(text);
        assert!(said.contains(place) && said.contains(words), "{said}");
    };
    at(
        "[check]\ntrait = 0\ndifficulty = 1\ndice = 'highest(3, 4d6 + ned)'",
        "fight.toml:4:26",
        "column 18 of the formula",
    );
    at(
        "[check]\ntrait = 0\ndifficulty = 1\ndice = '''\nlet r = 4dF;\nr + ned'''",
        "fight.toml:6:5",
        "line 2, column 5",
    );
    at("[dice]\nhouse = '4dF + edge'\n[check]\ntrait = 0\ndifficulty = 1\ndice = 'house'", "fight.toml:6:8", "`edge`");
    at("dice = '4dF'\n[check]\ntrait = 0\ndifficulty = 1", "fight.toml:1:1", "the action dice are `dice` of `[rules]`");
    at("[dice]\n'4dF' = '3dF'\n[check]\ntrait = 0\ndifficulty = 1", "fight.toml:2", "are dice in formulas");
    at(
        "[dice]\na = \"method('b')\"\nb = \"method('a')\"\n[check]\ntrait = 0\ndifficulty = 1",
        "fight.toml:2",
        "its own",
    );
    at("[constants]\nlet = 2\n[check]\ntrait = 0\ndifficulty = 1", "fight.toml:2:1", "is a keyword of formulas");
    at(
        "[constants]\nedge = -9223372036854775808\n[check]\ntrait = 0\ndifficulty = 1",
        "fight.toml:2:8",
        "out of range",
    );
    at(
        "[constants]\nneed = 2\n[check]\ntrait = 0\ndifficulty = 1",
        "fight.toml:2:1",
        "is the lowest total of the dice",
    );
}

#[test]
fn rolls_without_a_difficulty_reject_need() {
    let dice = "let r = 4dF; if r >= need then r else 4dF";
    for text in [
        format!("[rules]\ndice = '{dice}'\n[fighters.ada]\nskill = 0\n[fighters.ben]\nskill = 0"),
        format!("[fighters.ada]\nskill = 0\ndice = '{dice}'\n[fighters.ben]\nskill = 0"),
        format!("[contest.ann]\ntrait = 0\ndice = '{dice}'\n[contest.ben]\ntrait = 0"),
        format!("[rules]\ndice = '{dice}'\n[reaction]\nmodifiers.gift = 1"),
        format!("[opposed.active]\ntrait = 0\n[opposed.passive]\ntrait = 0\ndice = '{dice}'"),
    ] {
        let said = refusal(&text);
        assert!(said.contains("`need`") && said.contains("not known here"), "{text}\n{said}");
    }
}

#[test]
fn every_method_equals_its_formula() {
    let mut named = 0;
    for method in methods().iter().filter(|method| method.example == method.name) {
        let formula = if method.name == "none" { "0 * d6" } else { method.formula };
        assert_eq!(Dice::parse(formula).unwrap().pmf(), Dice::parse(method.name).unwrap().pmf(), "{}", method.name);
        named += 1;
    }
    assert!(named > 15, "{named}");
}
