//! The length of a rest: whole days, in which wounds heal, or less than a day.

use crate::check::MOST_DAYS;
use crate::document::{Item, Kind, Problem, Value, decode, excerpt};
use crate::subject::sum::counted;

/// Minutes per day.
const DAY: u32 = 24 * 60;

/// Units of time, each with its length in minutes.
const UNITS: [(&str, u32); 4] = [("minute", 1), ("hour", 60), ("day", DAY), ("week", 7 * DAY)];

/// Accepted values of `rest`: days, or a text with a unit.
pub(super) const LENGTH: Kind = Kind::Any(&[Kind::Integer { min: 1, max: MOST_DAYS as i64 }, Kind::Text]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RestLength {
    Days(u32),
    /// Less than a day.
    Minutes(u32),
}

impl RestLength {
    /// Whole days, in which wounds may heal; 0 for a shorter rest.
    pub(crate) const fn days(self) -> u32 {
        match self {
            Self::Days(days) => days,
            Self::Minutes(_) => 0,
        }
    }

    pub(super) const fn minutes(self) -> u32 {
        match self {
            Self::Days(days) => days * DAY,
            Self::Minutes(minutes) => minutes,
        }
    }

    /// A duration of `hours`, in days if it is a whole number of days.
    pub(super) const fn of_hours(hours: u32) -> Self {
        let minutes = hours * 60;
        if minutes.is_multiple_of(DAY) { Self::Days(minutes / DAY) } else { Self::Minutes(minutes) }
    }

    /// The length in words: `7 days`, `1 hour`, `90 minutes`.
    pub(super) fn words(self) -> String {
        match self {
            Self::Days(days) => counted(days.into(), "day"),
            Self::Minutes(minutes) if minutes % 60 == 0 => counted((minutes / 60).into(), "hour"),
            Self::Minutes(minutes) => counted(minutes.into(), "minute"),
        }
    }

    /// Parses a length such as `8 hours`. `None` if the text is invalid, or the length is 0 or too long. A length of
    /// more than a day must be whole days.
    fn of(text: &str) -> Option<Self> {
        let (number, unit) = text.trim().split_once(' ')?;
        let is_it = |(name, _): &&(&str, u32)| unit.trim().strip_suffix('s').unwrap_or(unit.trim()) == *name;
        let (_, minutes) = UNITS.iter().find(is_it)?;
        match number.parse::<u32>().ok()?.checked_mul(*minutes)? {
            0 => None,
            less if less < DAY => Some(Self::Minutes(less)),
            more if more % DAY == 0 && more / DAY <= MOST_DAYS => Some(Self::Days(more / DAY)),
            _ => None,
        }
    }
}

/// Reads the length of a rest: a number of days, or a text with a unit.
pub(super) fn length(item: Item<'_>) -> Option<RestLength> {
    let Value::String(text) = &item.node.value else { return decode::whole(item).map(RestLength::Days) };
    let length = RestLength::of(text);
    if length.is_none() {
        let problem = Problem::new(format!("`{}` is not the length of a rest", excerpt(text))).at(item.node.span);
        item.problems.push(problem.help(
            "a number counts days, as in `rest = 7`; a text says the unit, as in \"30 minutes\", \"8 hours\" or \"2 weeks\": less than a day, or whole days",
        ));
    }
    length
}

#[cfg(test)]
mod tests {
    use super::RestLength;

    #[test]
    fn length_accepts_texts_with_units_and_rejects_others() {
        for (text, length) in [
            ("1 hour", Some(RestLength::Minutes(60))),
            ("90 minutes", Some(RestLength::Minutes(90))),
            ("24 hours", Some(RestLength::Days(1))),
            ("2 weeks", Some(RestLength::Days(14))),
            ("1 day", Some(RestLength::Days(1))),
            ("30 hours", None),
            ("0 minutes", None),
            ("1 fortnight", None),
            ("hour", None),
        ] {
            assert_eq!(RestLength::of(text), length, "{text}");
        }
    }
}
