//! Games of two in which one wins what the other loses: the mix of choices that nobody can better.

use crate::error::{Error, Result};
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// How far the value may be off.
pub(super) const OFF: f64 = 1e-7;

/// The equilibrium of a matrix of what the first wins.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Equilibrium {
    /// How often the first takes each row.
    pub(super) rows: Vec<f64>,
    /// How often the second takes each column.
    pub(super) columns: Vec<f64>,
    /// What the first wins on average.
    pub(super) value: f64,
    /// How much less each row wins against the second's mix.
    pub(super) short: Vec<f64>,
}

/// The equilibrium; `wins[row][column]` is what the first wins. There is a row and a column at least.
///
/// # Errors
/// The solver of linear programs fails, or its answer is none: some choice betters it.
pub(super) fn equilibrium(wins: &[Vec<f64>]) -> Result<Equilibrium> {
    let turned: Vec<Vec<f64>> =
        (0..wins[0].len()).map(|column| wins.iter().map(|row| -row[column]).collect()).collect();
    let (rows, columns) = (best_mix(wins)?, best_mix(&turned)?);
    let worth = |row: &Vec<f64>| row.iter().zip(&columns).map(|(win, share)| win * share).sum::<f64>();
    let against: Vec<f64> = wins.iter().map(worth).collect();
    let value: f64 = against.iter().zip(&rows).map(|(win, share)| win * share).sum();
    let lost = |column: &Vec<f64>| column.iter().zip(&rows).map(|(win, share)| win * share).sum::<f64>();
    let best = against.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let best_other = turned.iter().map(lost).fold(f64::NEG_INFINITY, f64::max);
    if best - value > OFF || best_other + value > OFF {
        return Err(Error::run("no equilibrium was found: the linear program's answer can be bettered"));
    }
    let short = against.iter().map(|win| (value - win).max(0.0)).collect();
    Ok(Equilibrium { rows, columns, value, short })
}

/// The mix of rows whose least win over all columns is the highest.
fn best_mix(wins: &[Vec<f64>]) -> Result<Vec<f64>> {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let least = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let shares: Vec<Variable> = wins.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    for column in 0..wins[0].len() {
        let terms = shares.iter().zip(wins).map(|(share, row)| (*share, row[column]));
        let terms: Vec<(Variable, f64)> = terms.chain([(least, -1.0)]).collect();
        problem.add_constraint(&terms[..], ComparisonOp::Ge, 0.0);
    }
    let all: Vec<(Variable, f64)> = shares.iter().map(|share| (*share, 1.0)).collect();
    problem.add_constraint(&all[..], ComparisonOp::Eq, 1.0);
    let failed = |reason: &dyn std::fmt::Display| {
        Error::run(format!("the linear program of the equilibrium cannot be solved: {reason}"))
    };
    let solved = problem.solve().map_err(|error| failed(&error))?;
    let solution = solved.into_solution().map_err(|_| failed(&"it was stopped"))?;
    let mix: Vec<f64> = shares.iter().map(|share| solution.var_value(*share).clamp(0.0, 1.0)).collect();
    let sum: f64 = mix.iter().sum();
    Ok(mix.into_iter().map(|share| if share < OFF { 0.0 } else { share / sum }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(one: &[f64], other: &[f64]) -> bool {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9)
    }

    /// Rock, paper, scissors; matching pennies with a dearer head (von Neumann's own kind of example); a game with a saddle.
    #[test]
    fn three_games_whose_answers_are_known() {
        let rock = equilibrium(&[vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]]).unwrap();
        assert!(near(&rock.rows, &[1.0 / 3.0; 3]) && near(&rock.columns, &[1.0 / 3.0; 3]) && rock.value.abs() < 1e-9);
        let pennies = equilibrium(&[vec![3.0, -1.0], vec![-1.0, 1.0]]).unwrap();
        assert!(near(&pennies.rows, &[1.0 / 3.0, 2.0 / 3.0]) && (pennies.value - 1.0 / 3.0).abs() < 1e-9);
        let saddle = equilibrium(&[vec![4.0, 2.0, 3.0], vec![1.0, 0.0, 5.0]]).unwrap();
        assert!(
            near(&saddle.rows, &[1.0, 0.0])
                && near(&saddle.columns, &[0.0, 1.0, 0.0])
                && (saddle.value - 2.0).abs() < 1e-9
        );
        assert!(near(&saddle.short, &[0.0, 2.0]));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
        /// No choice of either side betters the mix. `equilibrium` refuses any that can be bettered.
        #[test]
        fn equilibria_of_random_games_cannot_be_bettered(rows in 1usize..7, columns in 1usize..7, cells in proptest::collection::vec(0.0f64..1.0, 36)) {
            let wins: Vec<Vec<f64>> = (0..rows).map(|row| cells[row * 6..row * 6 + columns].to_vec()).collect();
            let found = equilibrium(&wins).unwrap();
            let sum: f64 = found.rows.iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-9 && found.short.iter().all(|short| *short >= 0.0));
        }
    }
}
