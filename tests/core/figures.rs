//! Figures of small fights under every setting of every option, and under random mixes of settings. They are compared
//! with committed figures, which shows what a change affects.

use crate::support::asks::asked_twice;
use crate::support::figures::{committed, line};
use crate::support::options::{Ground, grounds};
use crate::support::rows::{Row, fill, options};

/// Checks the contract of `Ask` for every setting in every fight.
#[test]
fn rolls_of_a_round_have_distinct_keys() {
    let mut twice = Vec::new();
    for ground in grounds() {
        for setting in options().iter().flatten() {
            if let Some(ask) = ground.fight(&setting.on(&ground.rules)).and_then(|fight| asked_twice(&fight)) {
                twice.push(format!("{}: {} = {}: {ask:?}", ground.name, setting.key, setting.value));
            }
        }
    }
    assert!(twice.is_empty(), "{twice:#?}");
}

/// Every fight except those under KAER, which take longer than all others together; `kaer.rs` plays them.
fn quick_grounds() -> Vec<Ground> {
    grounds().into_iter().filter(|ground| !ground.name.contains("KAER")).collect()
}

/// Figures of the `chosen` fights: under each setting that changes any of them, and without a setting.
fn of_settings(chosen: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    for ground in quick_grounds().iter().filter(|ground| chosen(ground.name)) {
        let plain = line(&ground.fight(&ground.rules).unwrap());
        for setting in options().iter().flatten() {
            let figures = ground.fight(&setting.on(&ground.rules)).map(|fight| line(&fight));
            if let Some(figures) = figures.filter(|figures| *figures != plain) {
                rows.push((format!("{}: {} = {}", ground.name, setting.key, setting.value), figures));
            }
        }
        rows.push((ground.name.to_owned(), plain));
    }
    rows
}

fn is_duel(name: &str) -> bool {
    name.contains("duel")
}

#[test]
fn duels_under_every_setting_keep_their_figures() {
    committed("settings-in-duels", of_settings(is_duel));
}

#[test]
fn other_fights_under_every_setting_keep_their_figures() {
    committed("settings-in-other-fights", of_settings(|name| !is_duel(name)));
}

/// Settings drawn for each mix in random order. Those that contradict earlier ones are left out.
const TRIED: usize = 9;
/// Mixes per fight.
const MIXTURES: usize = 40;

#[test]
fn settings_mixed_at_random_keep_their_figures() {
    let options = options();
    let places: Vec<(usize, usize)> =
        options.iter().enumerate().flat_map(|(k, option)| (0..option.len()).map(move |place| (k, place))).collect();
    let mut fights = Vec::new();
    let mut random = 1_u64;
    let mut below = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    for (number, ground) in quick_grounds().iter().enumerate() {
        for mixture in 0..MIXTURES {
            let mut row = Row { ground: number, rules: ground.rules.clone(), made: Vec::new() };
            let order: Vec<_> = (0..TRIED).map(|_| places[below(places.len())]).collect();
            fill(&mut row, ground, &options, order.into_iter());
            let figures = line(&ground.fight(&row.rules).unwrap());
            fights.push((format!("{}: mixture {mixture}", ground.name), figures));
        }
    }
    committed("settings-mixed", fights);
}
