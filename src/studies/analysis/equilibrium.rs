//! Zero-sum games of two players, and their Nash equilibrium in mixed strategies.

use crate::error::{Error, Result};
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// Maximum error of the value of a game. Smaller shares in a mix count as 0.
pub(super) const TOLERANCE: f64 = 1e-7;

/// The Nash equilibrium of a payoff matrix: the mix of choices (mixed strategy) of each player. All payoffs are the
/// first player's.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Equilibrium {
    /// The share of each row in the first player's mix.
    pub(super) rows: Vec<f64>,
    /// The share of each column in the second player's mix.
    pub(super) columns: Vec<f64>,
    /// The first player's mean payoff.
    pub(super) value: f64,
    /// For each row, its payoff against the second player's mix, subtracted from `value`; at least 0.
    pub(super) losses: Vec<f64>,
}

/// Returns the equilibrium; `wins[row][column]` is the first player's payoff. Needs at least one row and one column.
///
/// # Errors
/// If the linear program cannot be solved, or if some choice does better than its solution.
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
    if best - value > TOLERANCE || best_other + value > TOLERANCE {
        return Err(Error::run("internal error: the solver's mix is not an equilibrium; please report it"));
    }
    let losses = against.iter().map(|win| (value - win).max(0.0)).collect();
    Ok(Equilibrium { rows, columns, value, losses })
}

/// The mix of rows that maximizes the smallest payoff over all columns.
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
    Ok(mix.into_iter().map(|share| if share < TOLERANCE { 0.0 } else { share / sum }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(one: &[f64], other: &[f64]) -> bool {
        one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9)
    }

    /// Rock, paper, scissors; matching pennies with a higher payoff for heads (as in von Neumann's example); a game
    /// with a saddle point.
    #[test]
    fn equilibrium_matches_known_games() {
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
        assert!(near(&saddle.losses, &[0.0, 2.0]));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
        /// No choice of either side beats the mix: `equilibrium` rejects solutions that can be improved.
        #[test]
        fn equilibria_of_random_games_have_valid_mixes(rows in 1usize..7, columns in 1usize..7, cells in proptest::collection::vec(0.0f64..1.0, 36)) {
            let wins: Vec<Vec<f64>> = (0..rows).map(|row| cells[row * 6..row * 6 + columns].to_vec()).collect();
            let found = equilibrium(&wins).unwrap();
            let sum: f64 = found.rows.iter().sum();
            prop_assert!((sum - 1.0).abs() < 1e-9 && found.losses.iter().all(|short| *short >= 0.0));
        }
    }
}
