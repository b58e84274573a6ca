//! Exact fights on one core: the reference duel, its grid of skills, and the barroom duel (SRD 4.7).

use criterion::{Criterion, criterion_group, criterion_main};
use fudgelab::combat::{Cast, Fight, Fighter};
use fudgelab::exact::fight;
use fudgelab::rules::{DamageRoll, Graze, GrazeRoll, LevelRule, Record, RecordKind, Rules, Shields, WeaponSize};
use std::hint::black_box;

fn duel(first: Fighter, second: Fighter, rules: &Rules) -> Fight {
    let sides = vec![first.name.clone(), second.name.clone()];
    Fight::compile(&Cast { fighters: vec![first, second], sides }, rules).expect("the duel compiles")
}

/// The duel of `scenarios/reference-duel.toml`.
fn reference(skills: [i32; 2]) -> Fight {
    let level = |name: &str, from, boxes, penalty, out| LevelRule { name: name.to_owned(), from, boxes, penalty, out };
    let levels = vec![
        level("Scratch", 1, 3, 0, false),
        level("Hurt", 3, 1, -1, false),
        level("Very Hurt", 5, 1, -2, false),
        level("Out", 7, 1, 0, true),
    ];
    let rules = Rules { record: Record { kind: RecordKind::Boxes, levels }, ..Rules::plain() };
    let fighter = |name, side: usize, offense| Fighter { offense, ..Fighter::new(name, side, skills[side]) };
    duel(fighter("A", 0, 1), fighter("B", 1, 2), &rules)
}

fn barroom() -> Fight {
    let rules = Rules {
        modifier_cap: Some(3),
        minimum_to_hit: Some(-2),
        shields: Shields::FoeSkill,
        weapon_size: WeaponSize::Penalty,
        damage_roll: DamageRoll::FudgeLimited,
        graze: Graze::Table,
        graze_roll: GrazeRoll::OneLevel,
        ..Rules::plain()
    };
    let snorri = Fighter { offense: 5, defense: 3, weapon: Some(4), ..Fighter::new("Snorri", 0, 2) };
    let brynhild = Fighter { offense: 5, defense: 2, weapon: Some(3), shield: 1, ..Fighter::new("Brynhild", 1, 1) };
    duel(snorri, brynhild, &rules)
}

fn exact_fights(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact");
    let one = reference([1, 0]);
    group.bench_function("reference duel", |b| b.iter(|| fight(black_box(&one))));
    let grid: Vec<Fight> = (-3..=3).flat_map(|a| (-3..=3).map(move |b| reference([a, b]))).collect();
    group.bench_function("7 x 7 skills", |b| {
        b.iter(|| grid.iter().for_each(|duel| drop(black_box(fight(black_box(duel))))))
    });
    let barroom = barroom();
    group.bench_function("barroom duel", |b| b.iter(|| fight(black_box(&barroom))));
    group.finish();
}

criterion_group!(benches, exact_fights);
criterion_main!(benches);
