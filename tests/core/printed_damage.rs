//! The printed damage rules, compared with a calculation that shares no code with them (W1, W6 to W9, W16, W18, W26).

use crate::support::written::refused;
use crate::support::{duel, srd};
use fudgelab::RulesByName;
use fudgelab::combat::{Damage, Fighter, LandedHit, damage};
use fudgelab::ladder::Ladder;
use fudgelab::rules::damage::PrintedOption;
use fudgelab::rules::damage::text::{DamageText, printed_text};
use fudgelab::rules::effects::{Abilities, Blade, Edges, Rounding};
use fudgelab::rules::{
    DamageBy, DamageRoll, Graze, GrazeCeiling, GrazeRoll, LevelRoll, LowFactor, Record, RecordKind, RolledHits,
    RuleOption, Rules, ScalePiercing, Track,
};

/// A blow, and the values that determine its damage.
#[derive(Debug, Clone, Copy)]
struct Case {
    offense: i32,
    /// The attacker's Strength Scale minus the target's Mass Scale. A negative value comes from the target alone.
    scale: i32,
    pierces: bool,
    hit_bonus: i32,
    ward: Ward,
    degree: i32,
    roll: i32,
    tactics: i32,
    gear: i32,
    naturals: [i32; 2],
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Ward {
    None,
    Half,
    One,
    All,
}

impl Ward {
    fn points(self, points: i32) -> i32 {
        match self {
            Self::None => points,
            Self::Half if points > 0 => points / 2,
            Self::Half => points,
            Self::One => points.min(1),
            Self::All => points.min(0),
        }
    }

    fn level(self, level: i32, track: &Track) -> i32 {
        match self {
            Self::None => level,
            Self::Half => level / 2,
            Self::One => level.min(track.severity(1).into()),
            Self::All => 0,
        }
    }
}

/// The severity by the separate calculation, and whether dice are rolled for it.
fn by_hand(case: Case, track: &Track, rules: &Rules) -> (u8, bool) {
    let Case { offense, scale, degree, roll, tactics, gear, ward, .. } = case;
    let word = rules.damage_roll.word();
    let factor = offense + scale + gear + if case.pierces && degree >= 3 { (-scale).max(0) } else { 0 };
    let severest = i32::from(track.severity(i32::MAX));
    let all_rolled = rules.rolled_hits.word() == "all";
    let even = |natural: i32| i32::from(natural.rem_euclid(2) == 0);
    let shown = if word.starts_with("parity") { even(case.naturals[0]) - even(case.naturals[1]) } else { roll };
    let on_level = ["1dF-level", "parity-level", "freeform"].contains(&word);
    let moves = |shown: i32| match (word, shown) {
        ("freeform", -1..=1) => 0,
        ("freeform", 2 | 3) => 1,
        ("freeform", -3 | -2) => -1,
        ("freeform", shown) => 2 * shown.signum(),
        (_, shown) => shown,
    };
    let dice = !["none", "parity-points", "parity-level"].contains(&word);
    let wounds_alone = rules.level_roll.word() == "wounds";
    match rules.damage {
        DamageBy::Hit => return (track.severity(ward.points(1 + tactics)), false),
        DamageBy::Weapon => return (track.severity(ward.points(factor.max(0) + tactics)), false),
        _ => {}
    }
    if rules.graze == Graze::Table && degree <= 1 {
        let of = |factor: i32| rules.graze_from.iter().filter(|from| factor >= **from).count() as i32;
        let plain = of(factor);
        let rolled = rules.graze_roll.word() == "one-level"
            && !["min-mid-max", "none"].contains(&word)
            && (all_rolled || plain == 0 && of(factor + (-scale).max(0)) > 0);
        let free = match (rolled, on_level) {
            (false, _) => plain,
            (true, true) if wounds_alone && plain == 0 => 0,
            (true, true) => (plain + moves(shown)).max(0),
            (true, false) => of(factor + shown),
        };
        let level = if rolled { free.max(plain - 1).min(plain + 1) } else { free };
        let top = rules.graze_from.len() as i32;
        let more = rules.graze_ceiling.word() == "scale" && level >= top && scale >= 3;
        let level = (level.min(top) + i32::from(more) + tactics).clamp(0, severest);
        return (ward.level(level, track) as u8, rolled && dice);
    }
    let added = tactics - case.hit_bonus;
    if word == "min-mid-max" {
        let low = if rules.low_factor.word() == "-2" && factor <= -5 { -2 } else { -1 };
        let bonus = if factor < 0 {
            low
        } else if factor < 3 {
            0
        } else if factor < 6 {
            1
        } else {
            2
        };
        let bonus = bonus
            + if degree < 4 {
                0
            } else if degree < 6 {
                1
            } else {
                2
            };
        let [min, mid, max] = [roll / 100, roll / 10 % 10, roll % 10];
        let read = match bonus {
            ..0 => return (track.severity(ward.points(0)), false),
            0 => min,
            1 => mid,
            2 => max,
            3 => max + min,
            _ => min + mid + max,
        };
        return (track.severity(ward.points(read + added)), true);
    }
    let calculated = i32::from(rules.degree_multiplier) * degree + factor + added;
    let rolled = all_rolled || calculated <= 0 && calculated > scale;
    let shown = if rolled { shown } else { 0 };
    let points = match word {
        "4dF-limited" | "game-dice-limited" if calculated > 0 => (calculated + shown).max(1).min(2 * calculated),
        "4dF-limited" | "game-dice-limited" => (calculated + shown).min(1),
        "4dF-unlimited" | "1dF-points" | "parity-points" => calculated + shown,
        _ => calculated,
    };
    let critical = case.naturals[0] >= 4 && rules.critical_points.is_some();
    let through = critical && points <= 0 && scale < 0;
    let points = if through { rules.critical_points.unwrap_or(0).into() } else { points };
    let plain = i32::from(track.severity(ward.points(points)));
    let level = match on_level {
        true if ward == Ward::All || wounds_alone && plain == 0 => plain,
        true => (plain + moves(shown)).clamp(0, severest),
        false => plain,
    };
    (level as u8, rolled && dice)
}

fn told(rules: &Rules) -> String {
    let keys =
        ["damage", "damage_roll", "level_roll", "rolled_hits", "low_factor", "graze", "graze_roll", "graze_ceiling"];
    let more = ["graze_from", "degree_multiplier", "critical_points", "record"];
    let set =
        |key: &&str| RuleOption::find(key).map(|option| format!("{key} {}", option.setting(rules, &Ladder::default())));
    keys.iter().chain(&more).filter_map(set).collect::<Vec<_>>().join(", ")
}

/// A pseudo-random generator.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % below as u64) as usize
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.next(all.len())]
    }

    fn word<W: PrintedOption>(&mut self) -> W {
        W::from_index(self.next(W::words().len()))
    }
}

fn rules(numbers: &mut Numbers) -> Rules {
    loop {
        let damage =
            numbers.of(&[DamageBy::Degree, DamageBy::Degree, DamageBy::Degree, DamageBy::Hit, DamageBy::Weapon]);
        let boxes = numbers.next(2) == 0;
        let in_order = Record { kind: RecordKind::InOrder, ..crate::support::boxes(6).record };
        let rules = Rules {
            damage,
            damage_roll: numbers.word(),
            level_roll: numbers.word(),
            rolled_hits: numbers.word(),
            low_factor: numbers.word(),
            graze: numbers.of(&[Graze::Off, Graze::Table]),
            graze_roll: numbers.word(),
            graze_ceiling: numbers.word(),
            graze_from: if numbers.next(2) == 0 { vec![0, 5] } else { vec![-2, 1, 3] },
            degree_multiplier: numbers.of(&[1, 1, 2, 3]),
            critical_points: numbers.of(&[None, None, Some(1), Some(2)]),
            record: if boxes { srd().record } else { in_order },
            ..Rules::plain()
        };
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// Lists blows that differ from the calculation, for `sets` random sets of rules. `wrong` may change the rules of the
/// calculation.
fn differing(sets: usize, wrong: impl Fn(&Rules) -> Rules) -> Vec<String> {
    let mut numbers = Numbers(47);
    let mut differing = Vec::new();
    for _ in 0..sets {
        let rules = rules(&mut numbers);
        let (offense, scale) = (numbers.next(16) as i32 - 7, numbers.next(12) as i32 - 7);
        let pierces = numbers.next(3) == 0 && scale < 0;
        let hit_bonus = numbers.next(2) as i32;
        let ward = numbers.of(&[Ward::None, Ward::None, Ward::None, Ward::Half, Ward::One, Ward::All]);
        let edges = Edges { halved: Some(Rounding::Down), piercing: Some(1) };
        let abilities = Abilities {
            edges: Some(edges).filter(|_| matches!(ward, Ward::Half | Ward::One)),
            insubstantial: ward == Ward::All,
            ..Abilities::default()
        };
        let blade = if ward == Ward::Half {
            Blade::Slashing
        } else if ward == Ward::One {
            Blade::Piercing
        } else {
            Blade::Blunt
        };
        let own = Fighter {
            offense,
            blade,
            hit_bonus,
            strength_scale: scale.max(0),
            scale_piercing: if pierces { ScalePiercing::Ignore } else { ScalePiercing::None },
            ..Fighter::new("own", 0, 0)
        };
        let foe = Fighter { mass_scale: (-scale).max(0), abilities, ..Fighter::new("foe", 1, 0) };
        let fight = duel(own.clone(), foe.clone(), &rules);
        let bent = wrong(&rules);
        let mut compare = |found: Damage, case: Case| {
            let wanted = by_hand(case, fight.roster.track(1), &bent);
            if (found.severity, found.is_rolled) != wanted {
                differing.push(format!("{case:?}: {found:?}, by hand {wanted:?}, by {}", told(&rules)));
            }
        };
        for degree in 0..12 {
            for _ in 0..6 {
                let dice = fight
                    .weapons
                    .dice
                    .as_ref()
                    .map(|dice| dice.pmf().iter().map(|(value, _)| value).collect::<Vec<_>>());
                let roll = dice.map_or(0, |values| numbers.of(&values));
                let naturals = [numbers.next(9) as i32 - 4, numbers.next(9) as i32 - 4];
                let case =
                    Case { offense, scale, pierces, hit_bonus, ward, degree, roll, tactics: 0, gear: 0, naturals };
                let blow = fight.with_naturals(fight.roster.blow(0, 1, degree as i16), naturals);
                compare(fight.damage_of(blow, roll), case);
                if numbers.next(12) == 0 {
                    let case = Case { tactics: numbers.next(7) as i32 - 3, gear: numbers.next(7) as i32 - 3, ..case };
                    let critical = naturals[0] >= 4;
                    let Case { tactics: bonus, gear: factor, .. } = case;
                    let blown = LandedHit { degree, roll, bonus, factor, naturals, critical };
                    compare(damage(&own, &foe, fight.roster.track(1), blown, &rules).unwrap(), case);
                }
            }
        }
    }
    differing
}

#[test]
fn formulas_match_a_separate_calculation() {
    let differing = differing(3_000, Rules::clone);
    assert!(
        differing.is_empty(),
        "{} of 216,000: {:#?}",
        differing.len(),
        differing.iter().step_by(differing.len().div_ceil(9)).collect::<Vec<_>>()
    );
}

/// A calculation with one rule changed must differ.
#[test]
fn comparison_rejects_other_rules() {
    let not = |wrong: &dyn Fn(&Rules) -> Rules| assert!(!differing(300, wrong).is_empty());
    not(&|rules| Rules { level_roll: LevelRoll::from_index(1 - rules.level_roll.index()), ..rules.clone() });
    not(&|rules| Rules { rolled_hits: RolledHits::from_index(1 - rules.rolled_hits.index()), ..rules.clone() });
    not(&|rules| Rules { low_factor: LowFactor::from_index(1 - rules.low_factor.index()), ..rules.clone() });
    not(&|rules| Rules { graze_roll: GrazeRoll::from_index(1 - rules.graze_roll.index()), ..rules.clone() });
    not(&|rules| Rules { graze_ceiling: GrazeCeiling::from_index(1 - rules.graze_ceiling.index()), ..rules.clone() });
    not(&|rules| Rules { damage_roll: DamageRoll::from_index((rules.damage_roll.index() + 1) % 10), ..rules.clone() });
    not(&|rules| Rules { critical_points: None, ..rules.clone() });
}

#[test]
fn printed_rules_equal_their_formulas() {
    let ways = DamageRoll::words().iter().flat_map(|way| ["all", "stopped-by-scale"].map(|hits| (way.word, hits)));
    let ways = ways.flat_map(|way| ["wounds", "all"].map(|levels| (way, levels)));
    let mut copied = 0;
    for ((word, hits), levels) in ways {
        let options = format!(
            "damage_roll = '{word}'\nrolled_hits = '{hits}'\nlevel_roll = '{levels}'\ngraze_roll = 'one-level'"
        );
        let Some(rules) = srd().amend(&options).ok().filter(|rules| rules.check().is_ok()) else { continue };
        let DamageText { roll, steps, grazes } = printed_text(&rules);
        let listed = |steps: &[[String; 2]]| {
            let lines = steps.iter().map(|[name, formula]| format!("[\"{name}\", \"{formula}\"],\n"));
            format!("[\n{}]", lines.collect::<String>())
        };
        let roll =
            roll.filter(|_| word != "none").map(|roll| format!("roll = \"{roll}\"\n").replace("damage_dice", "4dF"));
        let own = format!(
            "[rules.damage]\n{}steps = {}\ngrazes = {}\n",
            roll.unwrap_or_default(),
            listed(&steps),
            listed(&grazes.unwrap_or_default())
        );
        let fight = |rules: &str| {
            let fighters =
                "[fighters.a]\nskill = 1\noffense = 4\nscale = 1\n[fighters.b]\nskill = 1\noffense = 3\nscale = 3\n";
            format!("[rules]\nbase = 'srd'\n{rules}\n{fighters}")
        };
        assert_eq!(refused(&fight(&options), &fight(&own)), [], "{own}");
        copied += 1;
    }
    assert_eq!(copied, 33);
}

/// V6: both examples of SRD 4.61, which equal those of F93 4.72.
#[test]
fn limited_damage_rolls_match_the_examples() {
    let points = |calculated: i32| {
        let own = Fighter { offense: calculated - 2, ..Fighter::new("own", 0, 0) };
        let fight = duel(own, Fighter::new("foe", 1, 0), &srd());
        (-4..=4).map(|roll| fight.damage_of(fight.roster.blow(0, 1, 2), roll).points).collect::<Vec<_>>()
    };
    assert_eq!(points(-2), [-6, -5, -4, -3, -2, -1, 0, 1, 1]);
    assert_eq!(points(2), [1, 1, 1, 1, 2, 3, 4, 4, 4]);
    assert_eq!(points(0), [-4, -3, -2, -1, 0, 1, 1, 1, 1]);
}
