//! The highest varied value that meets the conditions of a question, as a table and a sentence.

use super::super::formats::paint::Tone;
use super::super::number;
use super::super::table::{Heading, Table, Words};
use crate::measure::plural;
use crate::stats::Estimate;
use crate::study::{Answer, FigureLimit, Holds, JudgedValue, LimitSide, StudyResult, Unit};

/// A table and a sentence for each question about the highest value.
pub fn tables(result: &StudyResult) -> Vec<(Table, String)> {
    result.answers.iter().map(|answer| (table(result, answer), sentence(result, answer))).collect()
}

fn table(result: &StudyResult, answer: &Answer) -> Table {
    let conditions = &answer.question.conditions;
    let headings = conditions.iter().map(|condition| Heading::right(condition_heading(result, condition)));
    let columns = std::iter::once(Heading::left(result.axis(answer.question.path_index)))
        .chain(headings)
        .chain([Heading::left("holds")]);
    let row = |one: &JudgedValue| {
        let figures = conditions.iter().zip(&one.estimates).map(|(condition, estimate)| {
            estimate
                .map(|known| number::bare_with_interval(&known, result.unit_of(&condition.figure)))
                .unwrap_or_default()
                .into()
        });
        std::iter::once(one.value.to_string().into())
            .chain(figures)
            .chain([Words::toned(one.holds.word(), Tone::of(one.holds.known()))])
            .collect::<Vec<_>>()
    };
    let place = case_words(result, answer);
    let place = if place.is_empty() { place } else { format!(": {place}") };
    Table::new(format!("Limits: {}{place}", limits(result, answer)), columns, answer.judged.iter().map(row))
}

/// A sentence on the highest value within the limits, and how certain it is.
fn sentence(result: &StudyResult, answer: &Answer) -> String {
    let limits = limits(result, answer);
    let place = case_words(result, answer);
    let lead = if place.is_empty() { String::new() } else { format!("{place}: ") };
    let Some(most) = answer.most() else {
        let unsure = if answer.is_certain() { "" } else { " This is not certain: an interval includes a limit." };
        return format!("{lead}No value tried is within the limits ({limits}).{unsure}");
    };
    let value = most.value.to_string();
    let (value, many) = value_with_name(result, answer, &value);
    let mut words = match (answer.is_last(), many) {
        (true, true) => format!("{lead}{value} are still within the limits ({limits}); no higher number was tried."),
        (true, false) => format!("{lead}{value} is still within the limits ({limits}); no higher value was tried."),
        (false, _) => format!("{lead}Up to {value}: {limits}."),
    };
    let gaps: Vec<String> = answer.gaps().map(|gap| gap.value.to_string()).collect();
    if !gaps.is_empty() {
        words.push_str(&format!(" But the limits are not met for {}.", gaps.join(", ")));
    }
    if !answer.is_certain() {
        let unsure: Vec<&JudgedValue> = answer.judged.iter().filter(|one| one.holds == Holds::Unsure).collect();
        let is_exact = unsure.iter().all(|one| one.estimates.iter().flatten().all(Estimate::is_exact));
        let unsure = unsure.iter().map(|one| one.value.to_string()).collect::<Vec<_>>().join(", ");
        words.push_str(&match is_exact {
            true => format!(" For {unsure} a figure is exactly at a limit, as far as rounding can tell."),
            false => {
                format!(" This is not certain: for {unsure} an interval includes a limit; more trials would decide.")
            }
        });
    }
    words
}

/// The value with its name, such as `reach 5`, or `5 goblins` if the varied key is a fighter's count; and whether the
/// phrase is a plural.
fn value_with_name(result: &StudyResult, answer: &Answer, value: &str) -> (String, bool) {
    let path = varied_path(result, answer);
    match path.strip_prefix("fighters.").and_then(|rest| rest.strip_suffix(".count")) {
        Some(who) if value == "1" => (format!("1 {who}"), false),
        Some(who) => (format!("{value} {}", plural(who)), true),
        _ => (format!("{} {value}", result.axis(answer.question.path_index)), false),
    }
}

fn varied_path<'r>(result: &'r StudyResult, answer: &Answer) -> &'r str {
    result.varied.get(answer.question.path_index).map_or("", String::as_str)
}

/// The variant and the other varied values.
fn case_words(result: &StudyResult, answer: &Answer) -> String {
    let others = result.varied.iter().enumerate().filter(|(place, _)| *place != answer.question.path_index);
    let others = others.zip(&answer.others).map(|((key, _), value)| format!("{} {value}", result.axis(key)));
    answer.variant.iter().cloned().chain(others).collect::<Vec<_>>().join(", ")
}

/// The conditions in words: `party wins ≥ 70 % and any of party dies ≤ 10 %`.
fn limits(result: &StudyResult, answer: &Answer) -> String {
    let limit = |condition: &FigureLimit| {
        let sign = match condition.bound {
            LimitSide::AtLeast => '≥',
            LimitSide::AtMost => '≤',
        };
        let limit = limit_words(condition.limit, result.unit_of(&condition.figure));
        format!("{} {sign}\u{a0}{limit}", condition.figure)
    };
    answer.question.conditions.iter().map(limit).collect::<Vec<_>>().join(" and ")
}

/// A limit as the file writes it, in percent for chances: 0.07 is `7 %`, although 0.07 × 100 is 7.000000000000001.
pub(in crate::report) fn limit_words(limit: f64, unit: Unit) -> String {
    let (scale, sign) = if unit == Unit::Probability { (100.0, "\u{a0}%") } else { (1.0, "") };
    let text = format!("{:.6}", limit * scale);
    text.trim_end_matches('0').trim_end_matches('.').to_owned() + sign
}

fn condition_heading(result: &StudyResult, condition: &FigureLimit) -> String {
    let unit = if result.unit_of(&condition.figure) == Unit::Probability { ", %" } else { "" };
    format!("{}{unit}", condition.figure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::study::{Question, Value};

    /// A party's result with an answer: wins and deaths in a thousand fights against three goblins, four goblins and so
    /// on.
    fn asked(shares: &[(u64, u64)]) -> StudyResult {
        let condition = |figure: &str, bound, limit| FigureLimit { figure: figure.to_owned(), bound, limit };
        let conditions = vec![
            condition("party wins", LimitSide::AtLeast, 0.7),
            condition("any of party dies", LimitSide::AtMost, 0.1),
        ];
        let straddles = |(low, high): (f64, f64), limit| low < limit && high > limit;
        let judged = (3..).zip(shares).map(|(value, (wins, deaths))| {
            let (wins, deaths) = (Estimate::share(*wins, 1000), Estimate::share(*deaths, 1000));
            let unsure = straddles(wins.ends(), 0.7) || straddles(deaths.ends(), 0.1);
            let meets_limits = wins.value >= 0.7 && deaths.value <= 0.1;
            let sure = if meets_limits { Holds::Surely } else { Holds::Not };
            let holds = if unsure { Holds::Unsure } else { sure };
            JudgedValue { value: Value::Integer(value), estimates: vec![Some(wins), Some(deaths)], meets_limits, holds }
        });
        let question = Question { path_index: 0, conditions };
        let answer = Answer { variant: None, others: vec![], question, judged: judged.collect() };
        let varied = vec!["fighters.goblins.count".to_owned()];
        StudyResult { answers: vec![answer], varied, ..fixture::party() }
    }

    fn text(result: &StudyResult) -> String {
        let page =
            |(table, words): &(Table, String)| format!("{}\n{}\n{words}\n", table.title, table.lines(80).join("\n"));
        tables(result).iter().map(page).collect()
    }

    #[test]
    fn certain_answer_matches_snapshot() {
        insta::assert_snapshot!(text(&asked(&[(990, 10), (900, 40), (800, 60), (600, 140)])), @"
        Limits: party wins ≥ 70 % and any of party dies ≤ 10 %
        goblins count        party wins, %  any of party dies, %  holds
        3              99.0 (98.2 to 99.5)      1.0 (0.5 to 1.8)  yes
        4                       90.0 ± 1.9      4.0 (3.0 to 5.4)  yes
        5                       80.0 ± 2.5      6.0 (4.7 to 7.6)  yes
        6                       60.0 ± 3.0            14.0 ± 2.2  no
        Up to 5 goblins: party wins ≥ 70 % and any of party dies ≤ 10 %.
        ");
    }

    #[test]
    fn uncertain_answer_matches_snapshot() {
        insta::assert_snapshot!(text(&asked(&[(900, 10), (800, 95), (600, 200)])), @"
        Limits: party wins ≥ 70 % and any of party dies ≤ 10 %
        goblins count  party wins, %  any of party dies, %  holds
        3                 90.0 ± 1.9      1.0 (0.5 to 1.8)  yes
        4                 80.0 ± 2.5             9.5 ± 1.8  not certain
        5                 60.0 ± 3.0            20.0 ± 2.5  no
        Up to 4 goblins: party wins ≥ 70 % and any of party dies ≤ 10 %. This is not certain: for 4 an interval includes a limit; more trials would decide.
        ");
    }

    #[test]
    fn sentence_reports_if_no_or_every_value_is_within_limits() {
        assert!(
            text(&asked(&[(500, 10)])).ends_with(
                "\nNo value tried is within the limits (party wins ≥\u{a0}70\u{a0}% and any of party dies ≤\u{a0}10\u{a0}%).\n"
            )
        );
        assert!(text(&asked(&[(900, 10)])).contains("\n3 goblins are still within the limits ("));
    }
}
