//! Formulas: one small language for dice and amounts.
//!
//! A formula is text such as `highest(3, 4d6)` or `let r = 4dF; if r >= need then r else r + 2`. It is read once, with all faults by their
//! places; then it is weighed, which gives every value with an exact chance, or rolled. Nothing here knows about Fudge: the words of a
//! ladder, the names of a place and methods of dice come with a [`Scope`].
//!
//! ```
//! use fudgelab_engine::formula::{Formula, Outcomes, Scope};
//!
//! let formula = Formula::read("count(6d6 >= 5) - need", &Scope { names: &["need"], ..Scope::of_nothing() }).unwrap();
//! let Ok(Outcomes::Exact(values, total)) = formula.weigh(&[2]) else { panic!("64 of 729 fit 128 bits") };
//! assert_eq!((values[0], total), ((-2, 64), 729));
//! ```
//!
//! Reading is `parse` (characters to a tree of parts) and `check` (names, kinds). `exact` weighs: it goes through the values of names that
//! are used more than once, and counts pools face by face (`pool`) instead of listing them. `roll` evaluates once. Both have a `budget`, so
//! that no text takes long or much memory. `notes` says what may not be meant.

mod budget;
mod check;
mod exact;
mod fault;
mod flat;
mod function;
mod joint;
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
mod uses;
mod weight;
mod written;

pub use fault::{Fault, Note};
pub use function::{Kind, is_function};
pub use joint::{Joined, joint};
pub use outcomes::Outcomes;
pub use parse::GRAMMAR;
pub use scope::{FaceTable, STEP, Scope, UNSET};
pub use terms::DiceTerms;
pub use token::sign_at;
pub use tree::Order;
pub use uses::{Comparands, least_common_multiple};
pub use written::Formula;

pub(crate) use weight::gcd;

#[cfg(test)]
mod tests;
