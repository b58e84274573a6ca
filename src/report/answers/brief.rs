//! A result on one screen: the answer, and the figures that fit.

use super::super::difficulty::cut_points;
use super::super::entries::{
    MAX_LINES, course_lines, first_blood_line, other_figures, probability_bars, rounds_line, running_totals,
    survivors_line,
};
use super::super::formats::paint::Tone;
use super::super::page::{LabeledLine, Page, Part, Sign};
use super::super::table::Table;
use super::super::{costs, number, party, roster, tables};
use super::{agreement, answer, answer_warnings, expected, highest_value, replies};
use crate::measure::id;
use crate::stats::CONFIDENCE;
use crate::study::{Cell, Holds, Judgement, Reply, StudyResult};

/// Maximum number of rows of a table; the rest is left to the written tables.
const MAX_ROWS: usize = 40;
/// Maximum number of rows in the table of an analysis. It is larger because the command of an analysis prints no other
/// table.
const MAX_ANALYSIS_ROWS: usize = 60;

/// The whole page: title, answer, warnings with their remedies, headline figures with bars, and the course and the end
/// of the fight or check, or tables if there are several cells.
pub fn page(result: &StudyResult) -> Page {
    let mut blocks = answer(result);
    blocks.extend(result.replies.iter().flat_map(reply));
    blocks.extend(replies::case_note(result).map(|note| vec![Part::plain_sentence(note)]));
    blocks.extend(warnings(result));
    match result.cells.as_slice() {
        [cell] if party::is_party(cell) => blocks.extend(party_blocks(result, cell)),
        // If a table of all figures follows, it includes those that no bar or line shows.
        [cell] => blocks.extend(
            [
                probability_bars(cell),
                course_lines(cell),
                if result.cross_check.is_none() { other_figures(cell) } else { vec![] },
            ]
            .map(lines),
        ),
        // Answers read off the grid already say what the headline tables would.
        _ if !result.answers.is_empty() => {
            blocks.extend(highest_value::tables(result).into_iter().map(|(table, _)| rows(table, MAX_ROWS)));
        }
        _ => blocks.extend(case_tables(result)),
    }
    // For a single check or duel, all figures are on the page already.
    let is_single = result.cells.len() <= 1 && !result.cells.iter().any(party::is_party);
    let asked = tables::requested(result).filter(|_| !is_single);
    let cost = match costs::sentence(result) {
        Some(sentence) => Some(vec![Part::plain_sentence(sentence)]),
        None => costs::table(result).map(|table| rows(table, MAX_ROWS)),
    };
    blocks.extend(asked.map(|table| rows(table, MAX_ROWS)).into_iter().chain(cost));
    blocks.extend(cross_check(result));
    blocks.push(result.judgements.iter().map(|one| expectation(result, one)).collect());
    blocks.push(precision(result, &blocks));
    Page::new(2, blocks)
}

/// The title, the requested figures, the fighters, and the answer in sentences. Analyses have their sentences next to
/// their tables.
fn answer(result: &StudyResult) -> Vec<Vec<Part>> {
    let parts = [result.title.clone(), result.provenance.base(), method_words(result)];
    let title = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    let mut heading = vec![Part::Title(title)];
    heading.extend(answer::requested_sentences(result).into_iter().map(Part::plain_sentence));
    heading.extend(roster::sides(result).into_iter().map(Part::plain_sentence));
    let sentences = if result.replies.is_empty() { answer::answer_sentences(result) } else { Vec::new() };
    let notes = roster::notes(result).into_iter().map(Part::plain_sentence);
    if sentences.is_empty() {
        heading.extend(notes);
        return vec![heading];
    }
    vec![heading, sentences.into_iter().map(Part::Sentence).chain(notes).collect()]
}

/// A fight of more than two: who wins, how long it takes, who is left, how each fighter ends, and a verdict.
fn party_blocks(result: &StudyResult, cell: &Cell) -> Vec<Vec<Part>> {
    let named = |name: &'static str| cell.distributions.iter().filter(move |one| one.name() == name);
    let who_is_left = named(id::SURVIVORS).map(|one| survivors_line(cell, one));
    let rounds = named(id::ROUNDS).map(|one| rounds_line(cell, one));
    let hurt = cell.distributions.iter().filter_map(running_totals);
    let course = rounds.chain(first_blood_line(cell)).chain(who_is_left).chain(hurt).collect();
    let mut ends = party::fates(result).map(|table| rows(table, MAX_ROWS)).unwrap_or_default();
    if !ends.is_empty() && party::has_identical_fighters(cell) {
        ends.push(Part::plain_sentence(
            "In a group of identical fighters, figures are per member; “first” counts any of them.",
        ));
    }
    ends.extend(party::verdict(result, cell).map(|_| Part::plain_sentence(cut_points())));
    vec![lines(probability_bars(cell)), lines(course), ends]
}

/// The deciding figures of each case, as tables.
fn case_tables(result: &StudyResult) -> Vec<Vec<Part>> {
    let (tables, left_out) = tables::brief(result);
    let mut blocks: Vec<Vec<Part>> = tables.into_iter().map(|table| rows(table, MAX_ROWS)).collect();
    if !left_out.is_empty() {
        let note = format!("tables.md and --json also show, for each case: {}.", left_out.join(", "));
        blocks.last_mut().into_iter().for_each(|last| last.push(Part::plain_sentence(&note)));
    }
    blocks
}

/// The reply of an analysis: its sentences, then its table.
fn reply(reply: &Reply) -> Vec<Vec<Part>> {
    vec![reply.sentences.iter().map(Part::plain_sentence).collect(), rows(replies::table(reply), MAX_ANALYSIS_ROWS)]
}

/// Exact and simulated figures side by side, and whether they agree.
fn cross_check(result: &StudyResult) -> Vec<Vec<Part>> {
    let Some((agrees, words)) = agreement::sentence(result) else { return Vec::new() };
    let sign = if agrees { Sign::Yes } else { Sign::No };
    let disagreements = agreement::disagreements(result).map(|table| rows(table, MAX_ROWS));
    vec![rows(tables::summary(result), MAX_ROWS), vec![Part::Marked(sign, words)], disagreements.unwrap_or_default()]
}

/// An expectation, and whether it is met.
fn expectation(result: &StudyResult, judgement: &Judgement) -> Part {
    let sign = match judgement.holds {
        Holds::Surely => Sign::Yes,
        Holds::Unsure => Sign::Unsure,
        Holds::Not => Sign::No,
    };
    Part::Marked(sign, expected::sentence(result, judgement))
}

fn warnings(result: &StudyResult) -> Vec<Vec<Part>> {
    let interrupted = || {
        let [message, remedy] = match result.is_exact() {
            true => ["Interrupted: these are the cases that were solved so far.", "Run it again for all cases."],
            false => {
                ["Interrupted: these figures are from the trials finished so far.", "Run it again for all trials."]
            }
        };
        Part::Warning { message: message.to_owned(), remedy: remedy.to_owned() }
    };
    let mut blocks: Vec<Vec<Part>> = Vec::new();
    blocks.extend(result.provenance.interrupted.then(|| vec![interrupted()]));
    let (warnings, left) = answer_warnings::next_to_answer(result);
    blocks.extend(warnings.iter().map(|one| vec![Part::from_warning(one)]));
    if let (Some(last), 1..) = (blocks.last_mut(), left) {
        last.push(Part::plain_sentence(format!("And {left} more: fudgelab validate FILE")));
    }
    blocks
}

/// Notes on the precision of simulated figures.
fn precision(result: &StudyResult, blocks: &[Vec<Part>]) -> Vec<Part> {
    if result.is_exact() {
        return Vec::new();
    }
    let level = CONFIDENCE * 100.0;
    let when = if result.provenance.until.is_some() { ", valid whenever the run stopped" } else { "" };
    let note = format!("± and ranges are {level:.0}\u{a0}% intervals{when}; other figures are rounded to match.");
    // Whether the page shows a difference that may be chance.
    let is_unresolved = blocks.iter().flatten().any(|part| match part {
        Part::Table(table) => table.rows.iter().flatten().any(|words| words.tone == Some(Tone::Faint)),
        _ => false,
    });
    let unresolved = "Not resolved: among so many differences, chance alone could produce one this large.";
    std::iter::once(Part::plain_sentence(note)).chain(is_unresolved.then(|| Part::plain_sentence(unresolved))).collect()
}

fn lines(mut lines: Vec<LabeledLine>) -> Vec<Part> {
    let left = lines.len().saturating_sub(MAX_LINES);
    lines.truncate(MAX_LINES);
    let lines = Some(lines).filter(|lines| !lines.is_empty()).map(Part::Lines);
    lines.into_iter().chain(rows_left_out(left)).collect()
}

fn rows(mut table: Table, most: usize) -> Vec<Part> {
    let left = table.rows.len().saturating_sub(most);
    table.rows.truncate(most);
    std::iter::once(Part::Table(table)).chain(rows_left_out(left)).collect()
}

fn rows_left_out(left: usize) -> Option<Part> {
    let left = Some(left as u64).filter(|left| *left > 0)?;
    Some(Part::plain_sentence(format!("… and {} more in tables.md and with --json", number::thousands(left))))
}

/// The method: `exact`, with its error bound if there is one, or `simulated` with the number of trials.
fn method_words(result: &StudyResult) -> String {
    let bounds = result.cells.iter().filter_map(|cell| cell.headline()).filter_map(|figure| figure.estimate.bound());
    let bound = bounds.fold(0.0, f64::max);
    let exact = if bound > 0.0 && bound.is_finite() {
        format!("exact (error below {:.0e})", rounded_up(bound))
    } else {
        "exact".to_owned()
    };
    let each = if result.cells.len() > 1 { " each" } else { "" };
    let until = result.provenance.until.as_ref().map_or_else(String::new, |words| format!(", until {words}"));
    let simulated = result.trials_in_words().map(|trials| format!("simulated, {trials} trials{each}{until}"));
    match (simulated, &result.cross_check) {
        (Some(simulated), Some(_)) => format!("{exact} and {simulated}"),
        (simulated, _) => simulated.unwrap_or(exact),
    }
}

/// The smallest number of one digit that is not less than `bound`, apart from rounding.
fn rounded_up(bound: f64) -> f64 {
    let digit = 10_f64.powf(bound.log10().floor());
    (bound / digit - 1e-9).ceil() * digit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fixture;
    use crate::report::formats::paint::without_color_codes;
    use crate::report::formats::terminal::Style;
    use crate::text::width;

    fn plain_page(result: &StudyResult, width: usize) -> String {
        page(result).text(&Style::plain(width))
    }

    #[test]
    fn error_bounds_are_rounded_up_to_one_digit() {
        let shown = [1e-15, 3e-13, 3.2e-13, 9.1e-14].map(|bound| format!("{:.0e}", rounded_up(bound)));
        assert_eq!(shown, ["1e-15", "3e-13", "4e-13", "1e-13"]);
    }

    #[test]
    fn exact_duel_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::duel(), 80), @"
        Barroom duel · srd · exact (error below 1e-15)

          Snorri wins 56.10 % of the time, Brynhild 43.90 %.

          Snorri wins        56.10 %  ██████████████████████▌
          Brynhild wins      43.90 %  █████████████████▌
          draw               0 %

          rounds             3.82 on average, half of the fights over by round 3,
                             20.40 % last beyond 5
          Snorri ends        Undamaged 32.5 · Scratch 14.5 · Hurt 5.4 · Very Hurt 3.7 ·
                             Incapacitated 37.9 · Near Death 6.0 %

          Snorri Near Death  6.00 %
        ");
    }

    #[test]
    fn party_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::party(), 80), @"
        Ambush at the ford · srd · simulated, 10,000 trials

          Party wins 90.6 % ± 0.6 of the time, goblins 9.4 % ± 0.6.
          For party this fight is fair: it wins 9 fights in 10, all of its fighters are
          out of action in about 1 fight in 11 (10 to 11), and at least one is left for
          dead in about 1 fight in 41 (36 to 46).

          party wins    90.6 % ± 0.6          ████████████████████████████████████▎
          goblins win   9.4 % ± 0.6           ███▊
          draw          0 % (at most 0.04 %)

          rounds        7.03 ± 0.06 on average, half of the fights over by round 2
          party left    0: 9.4 · 1: 23.0 · 2: 67.6 % (± 0.9 at most)
          goblins left  0: 90.6 · 1: 0.2 · 2: 1.1 · 3: 8.1 % (± 0.6 at most)

          How each fighter ends, in percent (left for dead: Near Death or worse; first:
          among the first of all to fall)
          fighter         out  left for dead                 dies        first
          Hans      9.9 ± 0.6    1.00 ± 0.20  0.50 (0.38 to 0.66)    3.9 ± 0.4
          Lena     14.2 ± 0.7    3.20 ± 0.35          1.60 ± 0.25  1.35 ± 0.23
          Goblin   92.1 ± 0.5      4.6 ± 0.4          2.30 ± 0.29   89.2 ± 0.6
          In a group of identical fighters, figures are per member; “first” counts any
          of them.
          Easy: 95 % of fights won or more, a member left for dead in at most 2 %; fair:
          80 % and 10 %; hard: 50 % and 30 %; deadly: anything worse.

          ± and ranges are 95 % intervals; other figures are rounded to match.
        ");
    }

    #[test]
    fn narrow_party_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::party(), 40), @"
        Ambush at the ford · srd · simulated,
        10,000 trials

          Party wins 90.6 % ± 0.6 of the time,
          goblins 9.4 % ± 0.6.
          For party this fight is fair: it wins
          9 fights in 10, all of its fighters
          are out of action in about 1 fight in
          11 (10 to 11), and at least one is
          left for dead in about 1 fight in 41
          (36 to 46).

          party wins    90.6 % ± 0.6
          goblins win   9.4 % ± 0.6
          draw          0 % (at most 0.04 %)

          rounds        7.03 ± 0.06 on average,
                        half of the fights over
                        by round 2
          party left    0: 9.4 · 1: 23.0 ·
                        2: 67.6 % (± 0.9 at
                        most)
          goblins left  0: 90.6 · 1: 0.2 ·
                        2: 1.1 · 3: 8.1 %
                        (± 0.6 at most)

          How each fighter ends, in percent
          (left for dead: Near Death or worse;
          first: among the first of all to fall)
                                  left for
          fighter         out         dead
          Hans      9.9 ± 0.6  1.00 ± 0.20
          Lena     14.2 ± 0.7  3.20 ± 0.35
          Goblin   92.1 ± 0.5    4.6 ± 0.4

          fighter                 dies
          Hans     0.50 (0.38 to 0.66)
          Lena             1.60 ± 0.25
          Goblin           2.30 ± 0.29

          fighter        first
          Hans       3.9 ± 0.4
          Lena     1.35 ± 0.23
          Goblin    89.2 ± 0.6
          In a group of identical fighters,
          figures are per member; “first” counts
          any of them.
          Easy: 95 % of fights won or more, a
          member left for dead in at most 2 %;
          fair: 80 % and 10 %; hard: 50 % and
          30 %; deadly: anything worse.

          ± and ranges are 95 % intervals; other
          figures are rounded to match.
        ");
    }

    #[test]
    fn cross_check_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::both(5_600), 80), @"
        Barroom duel · srd · exact (error below 1e-15) and simulated, 10,000 trials

          Snorri wins 56.10 % of the time, Brynhild 43.90 %, Snorri Near Death 6.00 %.

          Snorri wins        56.10 %  ██████████████████████▌
          Brynhild wins      43.90 %  █████████████████▌
          draw               0 %
          Snorri Near Death  6.00 %   ██▍

          rounds             half of the fights over by round 3, 20.40 % last beyond 5
          Snorri ends        Undamaged 32.5 · Scratch 14.5 · Hurt 5.4 · Very Hurt 3.7 ·
                             Incapacitated 37.9 · Near Death 6.0 %

          All figures
          figure               exact             simulated
          Snorri wins        56.10 %          56.0 % ± 1.0
          Brynhild wins      43.90 %          44.0 % ± 1.0
          draw                   0 %  0 % (at most 0.04 %)
          Snorri Near Death   6.00 %           6.0 % ± 0.5

        ✓ Exact and simulated agree in all 17 comparisons (smallest p value 1, corrected
          for their number; a false alarm occurs at most once in 1,000 runs). A true
          difference of 2.6 points in “Snorri wins” would have been found nine times in
          ten.

          ± and ranges are 95 % intervals; other figures are rounded to match.
        ");
        let page = plain_page(&fixture::both(5_000), 80);
        assert!(page.contains("✗ Exact and simulated disagree in 2 of 17 comparisons"), "{page}");
        assert!(page.contains("Where exact and simulated disagree\n"), "{page}");
    }

    #[test]
    fn narrow_duel_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::duel(), 40), @"
        Barroom duel · srd · exact (error below
        1e-15)

          Snorri wins 56.10 % of the time,
          Brynhild 43.90 %.

          Snorri wins    56.10 %  ███████▉
          Brynhild wins  43.90 %  ██████▏
          draw           0 %

          rounds         3.82 on average, half
                         of the fights over by
                         round 3, 20.40 % last
                         beyond 5
          Snorri ends    Undamaged 32.5 ·
                         Scratch 14.5 ·
                         Hurt 5.4 ·
                         Very Hurt 3.7 ·
                         Incapacitated 37.9 ·
                         Near Death 6.0 %

          Snorri Near    6.00 %
            Death
        ");
    }

    #[test]
    fn simulated_check_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::check(), 80), @"
        A climb · srd · simulated, 10,000 trials

          Success 87.7 % ± 0.6 of the time.

        ! The interval is wider than ± 0.5 %.
          Run more trials: --trials 1000000

          success           87.7 % ± 0.6  ███████████████████████████████████▏

          relative degrees  Poor 12.3 · Fair 60.0 · Good 27.7 % (± 1.0 at most)

          margin            −0.153 ± 0.028 levels

          ± and ranges are 95 % intervals; other figures are rounded to match.
        ");
    }

    #[test]
    fn variants_match_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::variants(), 80), @"
        Which damage roll? · srd · simulated, 10,000 trials each

          Snorri wins most often with “1dF” (59.0 % ± 1.0), least often with “no roll”,
          the baseline (56.1 % ± 1.0).

          Variants compared with no roll
                           Snorri
          variant         wins, %           change in points       rounds
          no roll      56.1 ± 1.0                   baseline  3.80 ± 0.04
          1dF          59.0 ± 1.0                 +2.9 ± 0.6  3.65 ± 0.04
          Min-Mid-Max  56.0 ± 1.0  −0.1 ± 0.6 (not resolved)  3.81 ± 0.04

          variant                   change in rounds
          no roll                           baseline
          1dF                         −0.150 ± 0.028
          Min-Mid-Max  +0.010 ± 0.028 (not resolved)

          ± and ranges are 95 % intervals; other figures are rounded to match.
          Not resolved: among so many differences, chance alone could produce one this
          large.
        ");
    }

    #[test]
    fn grid_matches_snapshot() {
        insta::assert_snapshot!(plain_page(&fixture::grid(), 80), @r"
        Success rates · srd · exact (error below 1e-15)

          Success most often at dice 4dF, difficulty −1 (80.00 %), least often at dice
          d%, difficulty 2 (19.00 %).

          success, %
          dice \ difficulty     -1      0      1      2
          4dF                80.00  60.00  40.00  20.00
          d%                 79.00  59.00  39.00  19.00
        ");
    }

    #[test]
    fn lines_fit_the_width_without_control_characters() {
        let mut hostile = fixture::duel();
        hostile.title = "\u{1b}]0;pwned\u{7} a title with a word of sixty letters: ".to_owned() + &"x".repeat(60);
        hostile.cells[0].figures[0].subject = "\u{1b}[2J戦士".repeat(9);
        hostile.cells[0].distributions[1].points[0].label = crate::measure::Label::Named("\r\u{202e}".to_owned());
        let mut results = vec![hostile, fixture::check(), fixture::variants(), fixture::series(), fixture::grid()];
        results.extend([fixture::empty(), fixture::party()]);
        results[1].provenance.interrupted = true;
        for result in &results {
            for columns in 20..100 {
                let text = plain_page(result, columns);
                assert!(text.lines().all(|line| width(line) <= columns), "{columns}: {text}");
                assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()), "{text:?}");
            }
        }
    }

    #[test]
    fn colored_page_equals_plain_page_without_codes() {
        let colored = page(&fixture::check()).text(&Style { color: true, width: 60 });
        assert_eq!(without_color_codes(&colored), plain_page(&fixture::check(), 60));
    }

    #[test]
    fn endless_fights_count_as_long() {
        let mut result = fixture::duel();
        result.cells[0].distributions[0].points.truncate(2);
        let text = plain_page(&result, 120);
        assert!(!text.contains("half of the fights") && text.contains("55.00 % last beyond 5"), "{text}");
    }

    #[test]
    fn median_is_first_round_with_half_of_fights_over() {
        // Exactly half of the fights are over by round 2: those that continue are not more than half.
        let mut result = fixture::duel();
        let rounds = &mut result.cells[0].distributions[0];
        for (point, value) in rounds.points.iter_mut().zip([0.25, 0.25, 0.5, 0.0, 0.0, 0.0]) {
            point.estimate.value = value;
        }
        assert!(plain_page(&result, 120).contains("over by round 2,"));
    }
}
