//! Healing of wounds (H1 to H4): the sources' examples, hand calculations, and exact against simulated.

use crate::support::written::{refusal, refused, study};
use fudgelab::check::{HOURS_PER_DAY, MOST_DAYS, Wounded};
use fudgelab::study::replay::{Rolls, parse_script, replay};
use fudgelab::study::{MethodChoice, Study, run};

/// Solves a scenario; the closure returns its exact figures by measure.
fn exact(text: &str) -> impl Fn(&str) -> f64 + use<> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    move |measure| result.cells[0].figure(measure, "").unwrap_or_else(|| panic!("{measure}")).estimate.value
}

/// The exact chance of each possible last day, with its label.
fn by_day(text: &str) -> Vec<(String, f64)> {
    let result = run(&Study { method: MethodChoice::Exact, ..study(text) }, &()).unwrap();
    let days = result.cells[0].distributions.iter().find(|one| one.name() == "days").unwrap();
    days.points.iter().map(|point| (point.label().into_owned(), point.estimate.value)).collect()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, not {expected}");
}

/// Chances that 4dF reaches 0, 1, 2, 3 and 4, by index.
const REACH: [f64; 5] = [50.0 / 81.0, 31.0 / 81.0, 15.0 / 81.0, 5.0 / 81.0, 1.0 / 81.0];

/// The treatment by a healer without dice, whose result is certain.
fn healer(level: &str, rest: &str) -> String {
    format!("treatment = {{ trait = '{level}', dice = 'none', {rest} }}\n")
}

/// H1, SRD 4.8: two Hurt wounds and a Very Hurt one. A Good result leaves one Hurt wound, which heals in a week.
#[test]
fn srd_treatment_matches_the_example() {
    let wounds = "[healing]\nwounds = ['Hurt', 'Hurt', 'Very Hurt']\n";
    let of = |level: &str| exact(&format!("{wounds}{}", healer(level, "days_per_wound = 1")))("days");
    near(of("Fair"), 14.0);
    near(of("Good"), 3.0 + 7.0);
    near(of("Great"), 3.0);
    near(exact(wounds)("days"), 14.0);
}

/// H2, F93 4.74: a Good result heals the Hurt wounds and leaves the Very Hurt one unchanged.
#[test]
fn f93_treatment_heals_by_its_result() {
    let wounds = "[rules]\nbase = 'fudge-1993'\n[healing]\nwounds = ['Hurt', 'Hurt', 'Very Hurt']\n";
    let of = |level: &str| exact(&format!("{wounds}{}", healer(level, "days_per_wound = 0")))("days");
    near(of("Good"), 14.0);
    near(of("Great"), 0.0);
}

/// H3, SRD 4.8: one level a week, if Constitution reaches Fair for Hurt, Good for Very Hurt, or Great for
/// Incapacitated. The waiting times add up.
#[test]
fn rest_heals_by_constitution() {
    let of = exact("[healing]\nwounds = ['Incapacitated']\nconstitution = 'Good'\n");
    let weeks = 1.0 / REACH[1] + 1.0 / REACH[0] + 1.0 / (1.0 - 15.0 / 81.0);
    near(of("days"), 7.0 * weeks);
    near(of("days out of action"), 7.0 / REACH[1]);
    // Lighter wounds heal earlier or become equal to the worst one, which is the last to heal.
    near(
        exact("[healing]\nwounds = ['Incapacitated', 'Hurt', 'Very Hurt']\nconstitution = 'Good'\n")("days"),
        7.0 * weeks,
    );
    // Without a roll, one level heals each week.
    near(exact("[healing]\nwounds = ['Incapacitated', 'Hurt']\n")("days"), 21.0);
}

/// SRD 4.57, 4.8: a third Hurt is marked as Incapacitated, and one Fair roll of Constitution a week heals all three.
#[test]
fn overflowing_wounds_heal_together() {
    let of = |wounds: &str| exact(&format!("[healing]\nwounds = [{wounds}]\nconstitution = 'Fair'\n"));
    let [hurt, very] = [REACH[0], REACH[1]];
    near(of("'Hurt', 'Hurt', 'Hurt'")("days out of action"), 7.0 / hurt);
    near(of("'Hurt', 'Hurt', 'Hurt'")("days"), 7.0 / hurt);
    // A Very Hurt wound that heals a level makes three Hurt ones, which mark Incapacitated again, so only those have to
    // heal.
    near(of("'Hurt', 'Hurt', 'Very Hurt'")("days out of action"), 7.0 / hurt);
    // If only the Hurt wound heals, two Very Hurt ones still mark Incapacitated. If only the Very Hurt ones heal a
    // level, three Hurt ones do.
    let [two_very, three_hurt] = [7.0 / very, 7.0 / hurt];
    let either = 1.0 - (1.0 - hurt) * (1.0 - very);
    let expected = (7.0 + hurt * (1.0 - very) * two_very + (1.0 - hurt) * very * three_hurt) / either;
    near(of("'Hurt', 'Very Hurt', 'Very Hurt'")("days out of action"), expected);
    // Three Very Hurt wounds mark Near Death, which kills without treatment. There is no box for a fourth.
    near(of("'Very Hurt', 'Very Hurt', 'Very Hurt'")("dies"), 1.0);
    let many = refusal("[healing]\nwounds = ['Very Hurt', 'Very Hurt', 'Very Hurt', 'Very Hurt']\n");
    assert!(many.contains("the record has too few boxes for these wounds"), "{many}");
}

/// LITE: two serious injuries incapacitate, and minor injuries beyond their boxes are serious.
#[test]
fn overflowing_injuries_are_serious() {
    let of = |wounds: &str| exact(&format!("[rules]\nbase = 'lite'\n[healing]\nwounds = [{wounds}]\n"));
    near(of("'Serious injury', 'Serious injury', 'Serious injury'")("days out of action"), 7.0);
    near(of("'Minor injury', 'Minor injury', 'Minor injury', 'Minor injury', 'Minor injury'")("days"), 7.0);
}

/// H3: half a week ends on the fourth day.
#[test]
fn rapid_healing_halves_the_time() {
    let of = |wound: &str| exact(&format!("[healing]\nwounds = ['{wound}']\nrapid = true\n"))("days");
    assert_eq!(["Hurt", "Very Hurt", "Incapacitated"].map(of), [4.0, 7.0, 11.0]);
}

/// H4, LITE: a few minutes of care, or a long rest.
#[test]
fn care_clears_minor_injuries_and_a_long_rest_all() {
    let of = |wounds: &str| {
        exact(&format!("[rules]\nbase = 'lite'\n[healing]\nlong_rest = 5\nwounds = [{wounds}]\n"))("days")
    };
    near(of("'Minor injury', 'Minor injury'"), 0.0);
    near(of("'Minor injury', 'Serious injury'"), 5.0);
    // A fighter with a serious injury can still act.
    let hurt = study("[rules]\nbase = 'lite'\n[healing]\nwounds = ['Serious injury']\n");
    assert!(run(&hurt, &()).unwrap().cells[0].figure("days out of action", "").is_none());
    near(exact("[rules]\nbase = 'lite'\n[healing]\nlong_rest = 0\nwounds = ['Serious injury']\n")("days"), 0.0);
}

/// W27, SRD 4.51: a fighter at Near Death dies without treatment. Successful treatment heals at least one level.
#[test]
fn near_death_without_treatment_kills() {
    let wounds = "[healing]\nwounds = ['Near Death']\n";
    near(exact(wounds)("dies"), 1.0);
    let treated = exact(&format!("{wounds}treatment = {{ trait = 'Great' }}\n"));
    near(treated("dies"), 1.0 - (1.0 - 15.0 / 81.0));
    near(treated("healed"), 1.0 - treated("dies"));
    let days = by_day(&format!("{wounds}treatment = {{ trait = 'Great' }}\n"));
    assert_eq!(days.iter().map(|(label, _)| label.as_str()).collect::<Vec<_>>(), ["8", "15", "22", "not healed"]);
    near(days[3].1, treated("dies"));
    let stable = exact(&format!("{wounds}stable = true\nconstitution = 'Superb'\n"));
    let [superb, great, good, fair] = [50.0, 66.0, 76.0, 80.0].map(|of| of / 81.0);
    near(stable("days"), 7.0 * (1.0 / superb + 1.0 / great + 1.0 / good + 1.0 / fair));
}

const CASES: [&str; 3] = [
    "[healing]\nwounds = ['Hurt', 'Incapacitated']\nconstitution = 'Fair'\ntreatment = { trait = 'Good', days_per_wound = 2 }\n",
    "[healing]\nwounds = ['Near Death']\nconstitution = 'Fair'\nrapid = true\ntreatment = { trait = 'Fair' }\n",
    "[rules]\nbase = 'fudge-1993'\n[healing]\nwounds = ['Very Hurt', 'Hurt']\nconstitution = 'Fair'\ntreatment = { trait = 'Good' }\n",
];

#[test]
fn exact_matches_simulation() {
    for case in CASES {
        assert_eq!(refused(case, case).len(), 0, "{case}");
    }
}

/// One level of Constitution must be noticed, and so must one level of the healer.
#[test]
fn comparison_rejects_other_traits() {
    for case in CASES {
        for other in [
            case.replacen("constitution = 'Fair'", "constitution = 'Good'", 1),
            case.replacen("trait = 'Good'", "trait = 'Great'", 1).replacen("trait = 'Fair'", "trait = 'Good'", 1),
        ] {
            assert!(!refused(case, &other).is_empty(), "{other}");
        }
    }
}

#[test]
fn healing_rejects_values_beyond_its_limits() {
    let study = study("[healing]\nwounds = ['Hurt']\n");
    let one = study.subjects.cell(0).downcast_ref::<Wounded>().unwrap();
    let checked = |wounded: Wounded| wounded.checked().map(drop).map_err(|error| error.to_string());
    let of = |wounds: usize, days_per_wound: u32, long_rest| {
        let hours_per_wound = days_per_wound * HOURS_PER_DAY;
        checked(Wounded { wounds: vec![2; wounds], hours_per_wound, long_rest, ..one.clone() })
    };
    assert_eq!(of(4, MOST_DAYS, MOST_DAYS), Ok(()));
    assert_eq!(
        of(5, 1, 1),
        Err(
            "the record has too few boxes for these wounds: the character would be dead (leave some of them out, or give the record more boxes)"
                .to_owned()
        )
    );
    assert_eq!(of(256, 1, 1), Err("256 wounds are too many".to_owned()));
    let days = Err("treatment and rest take at most 365 days".to_owned());
    assert_eq!((of(1, MOST_DAYS + 1, 1), of(1, 1, MOST_DAYS + 1)), (days.clone(), days));
}

/// H1, SRD 4.8: the example's treatment, then a week of rest.
#[test]
fn healing_transcript_reports_each_step() {
    let told = |days: u32, wounds: &str, dice: &str| {
        let text = format!(
            "[healing]\nwounds = [{wounds}]\nconstitution = 'Fair'\ntreatment = {{ trait = 'Fair', days_per_wound = {days} }}\n"
        );
        let told =
            replay(&study(&text), 0, Rolls::Script(&parse_script(dice).unwrap())).map_err(|error| error.to_string())?;
        let all = told.lines.iter().flat_map(|line| std::iter::once(line).chain(&line.lines));
        Ok::<Vec<String>, String>(all.map(|line| line.text.replace('\u{a0}', " ")).collect())
    };
    assert_eq!(
        told(1, "'Hurt', 'Hurt', 'Very Hurt'", "1, 0").unwrap(),
        [
            "Treatment: Fair, 4dF +1 = Good; difficulty Good: success, 3 days to heal",
            "Day 3",
            "Left: Hurt.",
            "Day 10",
            "Constitution, Hurt: Fair, 4dF 0 = Fair; difficulty Fair: success",
            "All wounds are healed.",
            "Healed after 10 days.",
        ]
    );
    assert_eq!(
        told(0, "'Hurt'", "1").unwrap(),
        ["Treatment: Fair, 4dF +1 = Good; difficulty Good: success", "Healed after 0 days."]
    );
    assert!(told(0, "'Very Hurt'", "1").unwrap_err().contains("the script is too short"));
}

/// A record in `[rules]` decides the wounds that heal, and how many there can be.
#[test]
fn record_of_the_rules_has_an_effect_on_healing() {
    let text = |boxes: u8| {
        let level = |name: &str, from: u8| format!("{{ name = '{name}', from = {from}, boxes = {boxes} }}");
        let lighter = [level("Bruise", 1), level("Cut", 3), level("Gash", 5)].join(", ");
        format!(
            "[rules]\nrecord = {{ levels = [{lighter}, {{ name = 'Down', from = 7, out = true }}] }}\n\
             [healing]\nwounds = ['Gash', 'Gash', 'Gash']\n"
        )
    };
    near(exact(&text(3))("days"), 14.0);
    let refused = refusal(&text(1));
    assert!(refused.contains("the record has too few boxes for these wounds"), "{refused}");
}
