//! Operators and functions of numbers, and their limits.

use super::fault::Fault;
use super::function::Function;
use super::token::LARGEST_NUMBER;
use super::tree::{FormulaNode, Operator, Rounding};
use crate::text::thousands;

/// Maximum size of a pool whose number of dice is computed.
pub const MOST_POOLED: i64 = 60;

/// Returns `value`, or a fault at position `at` if it is beyond ±[`LARGEST_NUMBER`].
pub fn check_range(value: i64, at: usize) -> Result<i64, Fault> {
    if value.abs() <= LARGEST_NUMBER { Ok(value) } else { Err(out_of_range(value, at)) }
}

/// The fault for a value that is out of range.
pub fn out_of_range(value: i64, at: usize) -> Fault {
    Fault::new(
        at,
        format!(
            "this can reach {}, but numbers must be from −1,000,000 to 1,000,000",
            with_thousands_separators(value)
        ),
    )
}

/// Formats a number with thousands separators: `2,000,000`.
pub fn with_thousands_separators(value: i64) -> String {
    format!("{}{}", if value < 0 { "−" } else { "" }, thousands(value.unsigned_abs()))
}

/// The result of an operator. `sign` and `divisor_at` are the positions for faults.
pub fn apply_operator(operator: Operator, sign: usize, divisor_at: usize, left: i64, right: i64) -> Result<i64, Fault> {
    let value = match operator {
        Operator::Add => left + right,
        Operator::Subtract => left - right,
        Operator::Multiply => left * right,
        Operator::Divide(_) if right == 0 => return Err(Fault::new(divisor_at, "the divisor can be 0")),
        Operator::Divide(rounding) => rounded_quotient(left, right, rounding),
    };
    check_range(value, sign)
}

/// The rounded quotient; `right` must not be 0.
pub fn rounded_quotient(left: i64, right: i64, rounding: Rounding) -> i64 {
    let down = |left: i64, right: i64| {
        let quotient = left / right;
        if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
    };
    match rounding {
        Rounding::Down => down(left, right),
        Rounding::Nearest => down(2 * left + right, 2 * right),
        Rounding::Up => -down(-left, right),
    }
}

/// The result of a function of numbers. `values` are the values of its arguments, with lists replaced by their entries.
/// `arguments` are only used for the positions of faults.
pub fn apply_function(function: Function, values: &[i64], arguments: &[FormulaNode]) -> Result<i64, Fault> {
    let first = values[0];
    Ok(match function {
        Function::Min => values.iter().copied().min().unwrap_or(0),
        Function::Max => values.iter().copied().max().unwrap_or(0),
        Function::Abs => first.abs(),
        Function::Sign => first.signum(),
        Function::Clamp if values[0] > values[2] => {
            return Err(Fault::new(
                arguments[0].at,
                format!("the lower end {} is above the upper end {}", values[0], values[2]),
            ));
        }
        Function::Clamp => values[1].clamp(values[0], values[2]),
        Function::Steps => values[1..].iter().filter(|step| first >= **step).count() as i64,
        Function::Remainder if values[1] == 0 => return Err(Fault::new(arguments[1].at, "the divisor can be 0")),
        Function::Negate => -first,
        Function::Not => 1 - first,
        Function::Remainder => first - rounded_quotient(first, values[1], Rounding::Down) * values[1],
        _ => first,
    })
}

/// The start and the end of the range of dice that a function keeps of `size` sorted dice. `at` is the position for the
/// fault.
///
/// # Errors
/// If `middle` cannot keep this number of dice, because an odd number of dice would be left out.
pub fn kept_range(function: Function, kept: i64, size: usize, at: usize) -> Result<(usize, usize), Fault> {
    let kept = usize::try_from(kept).unwrap_or(0).min(size);
    Ok(match function {
        Function::Highest => (size - kept, size),
        Function::Lowest => (0, kept),
        _ if !(size - kept).is_multiple_of(2) => {
            return Err(Fault::new(at, format!("{size} dice have no middle {kept}: an odd number would be left out")));
        }
        _ => ((size - kept) / 2, (size + kept) / 2),
    })
}

/// The number of dice in a computed pool. A negative `count` becomes 0; a fault at position `at` if it is too large.
pub fn check_pool_size(count: i64, at: usize) -> Result<usize, Fault> {
    if count > MOST_POOLED {
        return Err(Fault::new(at, format!("this can reach {count}, but `pool` makes at most {MOST_POOLED} dice")));
    }
    Ok(usize::try_from(count).unwrap_or(0))
}

/// Returns the number of evaluations, or a fault at position `at`: `times` must be 1 to 1,000, and odd for a median.
pub fn check_evaluations(function: Function, times: i64, at: usize) -> Result<usize, Fault> {
    match usize::try_from(times) {
        Ok(1..) if function == Function::Median && times % 2 == 0 => {
            Err(Fault::new(at, format!("a median needs an odd number of evaluations, not {times}")))
        }
        Ok(times @ 1..=1_000) => Ok(times),
        Ok(1_001..) => Err(Fault::new(at, "at most 1,000 evaluations are possible")),
        _ => Err(Fault::new(at, "at least 1 evaluation is needed")),
    }
}

/// The index of the value that the function selects of `times` values in ascending order.
pub const fn selected_index(function: Function, times: usize) -> usize {
    match function {
        Function::Best => times - 1,
        Function::Worst => 0,
        _ => times / 2,
    }
}
