//! The barroom duel (SRD 4.7) on one core: the general engine beside a loop written by hand for this one fight.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::{Cast, Fight, Fighter};
use fudgelab::rules::{DamageRoll, Graze, GrazeRoll, Rules, Shields, SizeToHit, WeaponSize};
use fudgelab::sim::{FightTrial, Trial};

mod by_hand;

/// Duels in one iteration.
const DUELS: u64 = 100_000;

fn rules() -> Rules {
    Rules {
        modifier_cap: Some(3),
        minimum_to_hit: Some(-2),
        size_to_hit: SizeToHit::Minimum,
        shields: Shields::FoeSkill,
        weapon_size: WeaponSize::Penalty,
        damage_roll: DamageRoll::FudgeLimited,
        graze: Graze::Table,
        graze_roll: GrazeRoll::OneLevel,
        ..Rules::plain()
    }
}

fn cast() -> Cast {
    let snorri = Fighter { offense: 5, defense: 3, weapon: Some(4), ..Fighter::new("Snorri", 0, 2) };
    let brynhild = Fighter { offense: 5, defense: 2, weapon: Some(3), shield: 1, ..Fighter::new("Brynhild", 1, 1) };
    Cast { fighters: vec![snorri, brynhild], sides: vec!["Snorri".into(), "Brynhild".into()] }
}

fn duels(c: &mut Criterion) {
    let mut group = c.benchmark_group("barroom duel");
    group.throughput(Throughput::Elements(DUELS));
    group.bench_function("general engine", |b| {
        let trial = FightTrial::new(Fight::compile(&cast(), &rules()).expect("the duel compiles"));
        b.iter(|| {
            let mut tally = trial.tally();
            for i in 0..DUELS {
                trial.run(&mut Sampler::new(Seed::new(1), i), &mut tally);
            }
            tally
        });
    });
    group.bench_function("written by hand", |b| {
        let duel = by_hand::Duel::new();
        b.iter(|| duel.play(DUELS, 1));
    });
    group.finish();
}

criterion_group!(benches, duels);
criterion_main!(benches);
