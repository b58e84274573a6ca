use fudgelab::{sim::Trial, study::Subject, *};
fn main() {
    let s = scenario::read("scenarios/barroom-duel.toml".as_ref(), &scenario::Overrides::default()).unwrap();
    let Subject::Fight(fight, _) = &s.study.cells[0].subject else { panic!() };
    let trial = sim::FightTrial::new((**fight).clone());
    let mut tally = trial.tally();
    for i in 0..200_000 {
        trial.run(&mut chance::Sampler::new(chance::Seed::new(1), i), &mut tally);
    }
    println!("{:?}", tally.outcomes);
}
