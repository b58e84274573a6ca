use fudgelab::chance::{Sampler, Seed};
use fudgelab::combat::*;
use fudgelab::rules::*;
fn main() {
    let rules = Rules { modifier_cap: Some(3), minimum_to_hit: Some(-2), size_to_hit: SizeToHit::Minimum, shields: Shields::FoeSkill, weapon_size: WeaponSize::Penalty, damage_roll: DamageRoll::FudgeLimited, graze: Graze::Table, graze_roll: GrazeRoll::OneLevel, ..Rules::plain() };
    let snorri = Fighter { offense: 5, defense: 3, weapon: Some(4), ..Fighter::new("Snorri", 0, 2) };
    let brynhild = Fighter { offense: 5, defense: 2, weapon: Some(3), shield: 1, ..Fighter::new("Brynhild", 1, 1) };
    let cast = Cast { fighters: vec![snorri, brynhild], sides: vec!["Snorri".into(), "Brynhild".into()] };
    let fight = Fight::compile(&cast, &rules).unwrap();
    let mut sum = 0u64;
    for i in 0..200_000 { sum += u64::from(play(&fight, [Body::default(); 2], &mut Sampler::new(Seed::new(1), i), &mut ()).rounds); }
    println!("{sum}");
}
