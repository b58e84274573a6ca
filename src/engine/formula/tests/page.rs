//! The formulas in `docs/formulas.md`.

use super::chances;

/// Every line of the page's formula blocks is a formula whose probabilities add up to 1. Every function has an example.
#[test]
fn documented_formulas_are_accepted() {
    let page = include_str!("../../../../docs/formulas.md");
    let blocks: Vec<&str> =
        page.split("```formula\n").skip(1).map(|block| block.split("```").next().unwrap()).collect();
    let inputs = [("need", 2), ("degree", 1), ("armor", 3)];
    let lines = || blocks.iter().flat_map(|block| block.lines()).filter(|line| !line.starts_with('#'));
    for line in lines() {
        let sum: f64 = chances(line, &inputs).iter().map(|(_, chance)| chance).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{line}: {sum}");
    }
    assert!(lines().count() > 30);
    for function in crate::formula::function::Function::ALL {
        assert!(
            lines().any(|line| line.contains(&format!("{}(", function.word()))),
            "{} has no example",
            function.word()
        );
    }
}
