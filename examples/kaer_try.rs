use fudgelab::report::{terminal, transcript};
use fudgelab::study::replay::{Rolls, replay};
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let scenario = fudgelab::scenario::read(path.as_ref(), &Default::default()).unwrap_or_else(|f| panic!("{f}"));
    let result = fudgelab::study::run(&scenario.study, &()).unwrap();
    let _ = &scenario;
    println!("{}", terminal::page(&result, &terminal::Style { color: false, width: 64 }));
    let cell = &scenario.study.cells[1.min(scenario.study.cells.len() - 1)];
    println!("{}", transcript::page(&replay(&scenario.study, cell, Rolls::Trial(2)).unwrap(), 60));
}
