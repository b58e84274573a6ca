//! Formulas: a small language for dice and amounts.
//!
//! A formula is text such as `highest(3, 4d6)` or `let r = 4dF; if r >= need then r else r + 2`. It is read once, which
//! reports faults by position. Then it can be weighed, which computes every value with its exact probability, or
//! rolled. Nothing here knows about Fudge: ladder words, names and dice methods come from a [`FormulaScope`].
//!
//! ```
//! use fudgelab_engine::formula::{Formula, Outcomes, FormulaScope};
//!
//! let formula = Formula::read("count(6d6 >= 5) - need", &FormulaScope { names: &["need"], ..FormulaScope::empty() }).unwrap();
//! let Ok(Outcomes::Exact(values, total)) = formula.weigh(&[2]) else { panic!("64 of 729 fit 128 bits") };
//! assert_eq!((values[0], total), ((-2, 64), 729));
//! ```
//!
//! Reading consists of `parse` (characters to syntax tree) and `check` (names, kinds). `exact` weighs: it enumerates
//! the values of names that are used more than once, and counts pools face by face (`pool`) instead of listing them.
//! `roll` evaluates once. Both have a `budget`, so that no text takes long or needs much memory. `notes` points out
//! valid formulas that may not say what the user meant.

mod budget;
mod check;
mod compiled;
mod exact;
mod fault;
mod function;
mod joint_formulas;
mod name_use;
mod notes;
mod numbers;
mod outcomes;
mod parse;
mod pool;
mod range;
mod roll;
mod scope;
mod spread;
mod terms;
mod token;
mod tree;
mod weight;
mod without_dice;

pub use compiled::Formula;
pub use fault::{Fault, Note};
pub use function::{ValueKind, is_function};
pub use joint_formulas::{JointFormula, joint_distribution};
pub use name_use::{Comparands, least_common_multiple};
pub use outcomes::Outcomes;
pub use parse::RESERVED_WORDS;
pub use scope::{FaceTable, FormulaScope, STEP_SEPARATOR, UNSET};
pub use terms::DiceTerms;
pub use token::sign_at;
pub use tree::Order;

pub(crate) use weight::gcd;

#[cfg(test)]
mod tests;
