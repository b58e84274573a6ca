//! What `run` prints: the answer on one screen.

use super::bar::bar;
use super::difficulty::cut_points;
use super::entries::{Entry, MOST_LINES, bars, blood, climb, course, left, left_over, rounds};
use super::paint::Tone;
use super::table::{Align, Table, Words, pad};
use super::{agreement, answer, costs, expected, most, number, party, replies, roster, tables, warned};
use crate::measure::id;
use crate::stats::CONFIDENCE;
use crate::study::{Cell, Holds, Reply, StudyResult, Warning};
use crate::subject::capitalized;
use crate::text::{clean, glued, hang, width, wrap};

/// How to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Colors and bold type, where a terminal shows them.
    pub color: bool,
    /// The columns there are; fewer than 20 are taken as 20.
    pub width: usize,
}

/// The longest bar, in columns.
const LONGEST_BAR: usize = 40;
/// The shortest full bar worth drawing.
const SHORTEST_BAR: usize = 5;
/// Rows of a table before the rest is left to the written tables.
const MOST_ROWS: usize = 40;
/// Rows of an answer, which is all that a command prints.
const MOST_ANSWERED: usize = 60;

/// The result as text: title, headline figures with bars, the course and the end of the fight or check, or a
/// table where there is more than one cell. Warnings with their remedies stand below the answer.
///
/// No line is wider than `style.width`; names cannot steer the terminal.
pub fn page(result: &StudyResult, style: &Style) -> String {
    let style = Style { width: style.width.max(20), ..*style };
    let mut page = Page { out: String::new(), style, is_unresolved: false };
    page.heading(result);
    page.answer(result);
    result.replies.iter().for_each(|reply| page.reply(reply));
    if let Some(note) = replies::case_shown(result) {
        page.blank();
        page.wrapped("  ", note);
    }
    page.warnings(result);
    match result.cells.as_slice() {
        [cell] if party::is_party(cell) => page.party(result, cell),
        [cell] => page.cell(cell, result.cross_check.is_none()),
        _ if !result.answers.is_empty() => page.answers(result),
        _ => page.several(result),
    }
    // Of a single check or duel all figures stand there already.
    if result.cells.len() > 1 || result.cells.iter().any(party::is_party) {
        tables::asked(result).iter().for_each(|table| page.table(table));
    }
    page.costs(result);
    page.agreement(result);
    page.expectations(result);
    if !result.is_exact() {
        page.blank();
        let level = CONFIDENCE * 100.0;
        let when = if result.provenance.until.is_some() { ", valid whenever the run stopped" } else { "" };
        let note = format!("± and ranges are {level:.0}\u{a0}% intervals{when}; other figures are rounded to match.");
        page.wrapped("  ", &note);
        if page.is_unresolved {
            page.wrapped("  ", "Not resolved: among so many differences, chance alone could produce one this large.");
        }
    }
    page.out
}

struct Page {
    out: String,
    style: Style,
    /// Whether a difference is shown that may be chance.
    is_unresolved: bool,
}

impl Page {
    fn heading(&mut self, result: &StudyResult) {
        let parts = [result.title.clone(), result.provenance.base(), how(result)];
        let words = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
        for line in wrap(&clean(&words), self.style.width) {
            let line = self.painted(Tone::Title, &line);
            self.line(&line);
        }
        roster::sides(result).iter().for_each(|sides| self.wrapped("  ", &clean(sides)));
    }

    /// The answer in sentences; analyses have theirs beside what it rests on.
    fn answer(&mut self, result: &StudyResult) {
        let sentences = if result.replies.is_empty() { answer::told(result) } else { Vec::new() };
        for (place, sentence) in sentences.iter().enumerate() {
            if place == 0 {
                self.blank();
            }
            match sentence.as_slice() {
                [before, word, after] => self.judged(&clean(before), word, &clean(after)),
                parts => parts.iter().for_each(|words| self.wrapped("  ", &clean(words))),
            }
        }
        roster::notes(result).iter().for_each(|note| self.wrapped("  ", &clean(note)));
    }

    /// A sentence in which the word that judges stays on one line with the word before it, in color.
    fn judged(&mut self, before: &str, word: &Words, after: &str) {
        let kept = format!("{}\u{a0}{}", before.trim_end(), word.replace(' ', "\u{a0}"));
        // Lines are broken at spaces, and where no word is too long at nothing else.
        let mut start = before.chars().count();
        for line in wrap(&glued(&format!("{kept}{after}")), self.style.width - 2) {
            let (lead, rest): (String, String) =
                (line.chars().take(start).collect(), line.chars().skip(start).collect());
            start = start.checked_sub(line.chars().count() + 1).unwrap_or(usize::MAX);
            match rest.strip_prefix(word.as_str()) {
                Some(rest) => self.line(&format!(
                    "  {lead}{}{rest}",
                    word.tone.map_or_else(|| word.text.clone(), |tone| self.painted(tone, word))
                )),
                None => self.line(&format!("  {line}")),
            }
        }
    }

    /// `all`: also the figures that no bar or line shows; where a table of all follows, they stand there.
    fn cell(&mut self, cell: &Cell, all: bool) {
        self.blocks(vec![bars(cell), course(cell), if all { left_over(cell) } else { vec![] }]);
    }

    /// A fight of more than two: who wins, how long it takes, who is left, what becomes of each, and what it means.
    fn party(&mut self, result: &StudyResult, cell: &Cell) {
        let who_is_left =
            cell.distributions.iter().filter(|one| one.name() == id::SURVIVORS).map(|one| left(cell, one));
        let rounds = cell.distributions.iter().filter(|one| one.name() == id::ROUNDS).map(|one| rounds(cell, one));
        let hurt = cell.distributions.iter().filter_map(climb);
        self.blocks(vec![bars(cell), rounds.chain(blood(cell)).chain(who_is_left).chain(hurt).collect()]);
        if let Some(table) = party::fates(result) {
            self.table(&table);
            if party::has_several_alike(cell) {
                self.wrapped("  ", "For identical fighters: the share of them; first: any one of them.");
            }
        }
        if party::verdict(cell).is_some() {
            self.wrapped("  ", &cut_points());
        }
    }

    fn blocks(&mut self, mut blocks: Vec<Vec<Entry>>) {
        blocks.retain(|block| !block.is_empty());
        let longest = blocks.iter().flatten().map(|entry| width(&entry.label)).max().unwrap_or(0);
        let label = longest.min(self.style.width / 3);
        for block in blocks {
            self.blank();
            self.block(&block, label);
        }
    }

    fn block(&mut self, block: &[Entry], label: usize) {
        let shown = block.get(..MOST_LINES).unwrap_or(block);
        let words =
            shown.iter().filter(|entry| entry.share.is_some()).map(|entry| width(&entry.words)).max().unwrap_or(0);
        // Two columns before the label, two between label, words and bar.
        let space = self.style.width.saturating_sub(label + words + 6).min(LONGEST_BAR);
        for entry in shown {
            let mut name = hang(&entry.label, label).into_iter();
            let first = pad(&name.next().unwrap_or_default(), label, Align::Left);
            let drawn =
                entry.share.filter(|_| space >= SHORTEST_BAR).map(|share| bar(share, space)).unwrap_or_default();
            let lines = if drawn.is_empty() {
                wrap(&entry.words, self.style.width - label - 4)
            } else {
                vec![format!("{}  {}", pad(&entry.words, words, Align::Left), self.painted(Tone::Bar, &drawn))]
            };
            let mut lines = lines.into_iter();
            self.line(format!("  {first}  {}", lines.next().unwrap_or_default()).trim_end());
            loop {
                let (more, line) = (name.next(), lines.next());
                if more.is_none() && line.is_none() {
                    break;
                }
                let more = pad(&more.unwrap_or_default(), label, Align::Left);
                self.line(format!("  {more}  {}", line.unwrap_or_default()).trim_end());
            }
        }
        self.more(block.len() - shown.len());
    }

    fn table(&mut self, table: &Table) {
        self.rows(table, MOST_ROWS);
    }

    fn rows(&mut self, table: &Table, most: usize) {
        self.blank();
        self.wrapped("  ", &clean(&table.title));
        let mut shown = table.clone();
        shown.rows.truncate(most);
        self.is_unresolved |= shown.rows.iter().flatten().any(|words| words.tone == Some(Tone::Faint));
        for line in shown.painted(self.style.width - 2, self.style.color) {
            self.line(format!("  {line}").trim_end());
        }
        self.more(table.rows.len() - shown.rows.len());
    }

    /// What decides in each case.
    fn several(&mut self, result: &StudyResult) {
        let (tables, left_out) = tables::brief(result);
        tables.iter().for_each(|table| self.table(table));
        if !left_out.is_empty() {
            let names = left_out.join(", ");
            self.wrapped("  ", &clean(&format!("tables.md and --json also show, for each case: {names}.")));
        }
    }

    /// What was to be read off the grid; it holds what the headline tables would say.
    fn answers(&mut self, result: &StudyResult) {
        most::tables(result).iter().for_each(|(table, _)| self.table(table));
    }

    /// The answer of an analysis: in words, then what it rests on.
    fn reply(&mut self, reply: &Reply) {
        self.blank();
        for sentence in &reply.sentences {
            self.wrapped("  ", &clean(sentence));
        }
        self.rows(&replies::table(reply), MOST_ANSWERED);
    }

    fn more(&mut self, left: usize) {
        if left > 0 {
            self.wrapped("  ", &format!("… and {} more in tables.md and with --json", number::thousands(left as u64)));
        }
    }

    /// What fighters cost on paper.
    fn costs(&mut self, result: &StudyResult) {
        match costs::sentence(result) {
            Some(sentence) => {
                self.blank();
                self.wrapped("  ", &clean(&sentence));
            }
            None => costs::table(result).iter().for_each(|table| self.table(table)),
        }
    }

    /// Exact and simulated figures side by side, and whether they agree.
    fn agreement(&mut self, result: &StudyResult) {
        let Some((agrees, words)) = agreement::sentence(result) else { return };
        self.table(&tables::summary(result));
        self.blank();
        match agrees {
            true => self.marked("✓", Tone::Good, &words),
            false => self.marked("✗", Tone::Bad, &words),
        }
        if let Some(table) = agreement::disagreements(result) {
            self.table(&table);
        }
    }

    /// What was expected, and whether it is so.
    fn expectations(&mut self, result: &StudyResult) {
        for (place, judgement) in result.judgements.iter().enumerate() {
            if place == 0 {
                self.blank();
            }
            let (sign, tone) = match judgement.holds {
                Holds::Surely => ("✓", Tone::Good),
                Holds::Unsure => ("?", Tone::Doubtful),
                Holds::Not => ("✗", Tone::Bad),
            };
            self.marked(sign, tone, &expected::sentence(result, judgement));
        }
    }

    fn warnings(&mut self, result: &StudyResult) {
        let interrupted = "Interrupted: these figures are from the trials finished so far.";
        let interrupted = Warning::new(interrupted, "Run it again for all trials.");
        let interrupted = result.provenance.interrupted.then_some(interrupted);
        let (warnings, left) = warned::next_to_answer(result);
        for one in interrupted.iter().chain(&warnings) {
            self.blank();
            self.marked("!", Tone::Doubtful, &capitalized(&one.message()));
            self.wrapped("  ", &clean(&capitalized(&one.remedy)));
        }
        if left > 0 {
            self.wrapped("  ", &format!("And {left} more: fudgelab validate FILE"));
        }
    }

    fn painted(&self, tone: Tone, text: &str) -> String {
        tone.paint(text, self.style.color)
    }

    /// Words behind a sign of one column.
    fn marked(&mut self, sign: &str, tone: Tone, words: &str) {
        let mark = self.painted(tone, sign);
        self.hanging(&format!("{mark} "), 2, &clean(words));
    }

    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn blank(&mut self) {
        self.line("");
    }

    /// Words behind a lead, further lines indented as deep.
    fn wrapped(&mut self, lead: &str, words: &str) {
        self.hanging(lead, width(lead), words);
    }

    fn hanging(&mut self, lead: &str, indent: usize, words: &str) {
        for (place, line) in wrap(&glued(words), self.style.width - indent).into_iter().enumerate() {
            let before = if place == 0 { lead.to_owned() } else { " ".repeat(indent) };
            self.line(&format!("{before}{line}"));
        }
    }
}

/// `exact`, with its bound where that can be said in one number, or `simulated` with the trials.
fn how(result: &StudyResult) -> String {
    let bounds = result.cells.iter().filter_map(|cell| cell.headline()).filter_map(|figure| figure.estimate.bound());
    let bound = bounds.fold(0.0, f64::max);
    let exact =
        if bound > 0.0 && bound.is_finite() { format!("exact (error below {bound:.0e})") } else { "exact".to_owned() };
    let each = if result.cells.len() > 1 { " each" } else { "" };
    let until = result.provenance.until.as_ref().map_or_else(String::new, |words| format!(", until {words}"));
    let simulated = result.trials().map(|(fewest, most)| {
        let range = if fewest < most { format!("{} to ", number::thousands(fewest)) } else { String::new() };
        format!("simulated, {range}{} trials{each}{until}", number::thousands(most))
    });
    match (simulated, &result.cross_check) {
        (Some(simulated), Some(_)) => format!("{exact} and {simulated}"),
        (simulated, _) => simulated.unwrap_or(exact),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Label;
    use crate::report::fixture;
    use crate::report::paint::stripped;

    fn plain_page(result: &StudyResult, width: usize) -> String {
        page(result, &Style { color: false, width })
    }

    #[test]
    fn an_exact_duel() {
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
    fn a_party_and_its_foes() {
        insta::assert_snapshot!(plain_page(&fixture::party(), 80), @"
        Ambush at the ford · srd · simulated, 10,000 trials

          Party wins 90.6 % ± 0.6 of the time, goblins 9.4 % ± 0.6.
          For party this fight is fair: it wins 9 fights in 10, nobody is left standing
          in about 1 fight in 11 (10 to 11), and somebody is left for dead in about 1
          fight in 41 (36 to 46).

          party wins    90.6 % ± 0.6          ████████████████████████████████████▎
          goblins win   9.4 % ± 0.6           ███▊
          draw          0 % (at most 0.04 %)

          rounds        7.03 ± 0.06 on average, half of the fights over by round 2
          party left    0: 9.4 · 1: 23.0 · 2: 67.6 % (± 0.9 at most)
          goblins left  0: 90.6 · 1: 0.2 · 2: 1.1 · 3: 8.1 % (± 0.6 at most)

          How each fighter ends, in percent (left for dead: Near Death or worse; first:
          among the first to fall)
          fighter         out  left for dead                 dies        first
          Hans      9.9 ± 0.6    1.00 ± 0.20  0.50 (0.38 to 0.66)    3.9 ± 0.4
          Lena     14.2 ± 0.7    3.20 ± 0.35          1.60 ± 0.25  1.35 ± 0.23
          Goblin   92.1 ± 0.5      4.6 ± 0.4          2.30 ± 0.29   89.2 ± 0.6
          For identical fighters: the share of them; first: any one of them.
          Easy: 95 % won or more, somebody left for dead in at most 2 %; fair: 80 % and
          10 %; hard: 50 % and 30 %; deadly: anything worse.

          ± and ranges are 95 % intervals; other figures are rounded to match.
        ");
    }

    #[test]
    fn a_party_on_a_phone() {
        insta::assert_snapshot!(plain_page(&fixture::party(), 40), @"
        Ambush at the ford · srd · simulated,
        10,000 trials

          Party wins 90.6 % ± 0.6 of the time,
          goblins 9.4 % ± 0.6.
          For party this fight is fair: it wins
          9 fights in 10, nobody is left
          standing in about 1 fight in 11 (10 to
          11), and somebody is left for dead in
          about 1 fight in 41 (36 to 46).

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
          first: among the first to fall)
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
          For identical fighters: the share of
          them; first: any one of them.
          Easy: 95 % won or more, somebody left
          for dead in at most 2 %; fair: 80 %
          and 10 %; hard: 50 % and 30 %; deadly:
          anything worse.

          ± and ranges are 95 % intervals; other
          figures are rounded to match.
        ");
    }

    #[test]
    fn exact_and_simulated_side_by_side() {
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
    fn an_exact_duel_on_a_phone() {
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
    fn a_simulated_check() {
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
    fn variants_and_their_differences() {
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
    fn a_grid() {
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
    fn no_line_is_too_wide_and_no_name_steers() {
        let mut hostile = fixture::duel();
        hostile.title = "\u{1b}]0;pwned\u{7} a title with a word of sixty letters: ".to_owned() + &"x".repeat(60);
        hostile.cells[0].figures[0].subject = "\u{1b}[2J戦士".repeat(9);
        hostile.cells[0].distributions[1].points[0].label = Label::Named("\r\u{202e}".to_owned());
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
    fn color_adds_nothing_but_color() {
        let colored = page(&fixture::check(), &Style { color: true, width: 60 });
        assert_eq!(stripped(&colored), plain_page(&fixture::check(), 60));
    }

    #[test]
    fn fights_that_never_end_count_as_long() {
        let mut result = fixture::duel();
        result.cells[0].distributions[0].points.truncate(2);
        let text = plain_page(&result, 120);
        assert!(!text.contains("half of the fights") && text.contains("55.00 % last beyond 5"), "{text}");
    }

    #[test]
    fn a_median_is_where_half_are_over() {
        // Half exactly over by round 2: the fights that go on are not more than half.
        let mut result = fixture::duel();
        let rounds = &mut result.cells[0].distributions[0];
        for (point, value) in rounds.points.iter_mut().zip([0.25, 0.25, 0.5, 0.0, 0.0, 0.0]) {
            point.estimate.value = value;
        }
        assert!(plain_page(&result, 120).contains("over by round 2,"));
    }
}
