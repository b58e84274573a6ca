//! `compare`: how variants differ from a baseline, and whether the differences exceed chance.

use super::helpers::{
    Name, Shift, change_in_words, check_figures, check_variant, headline, name, names_or_true, shifts, texts,
};
use crate::document::{Key, Kind, Problem, Problems, Reader, Span, keys};
use crate::error::Result;
use crate::measure::number;
use crate::study::{Analysis, Lab, Reply, ReplyColumn, ReplyEntry, Setting, Study, axis};
use crate::subject::Answered;

keys! {
    pub(super) KEYS = "compare": "How variants differ from a baseline, sorted, and whether that is more than chance.";
    COMPARE: Key<Vec<Name>> = Key::new("compare", Kind::Any(&[Kind::Boolean, Kind::Text, Kind::List(&Kind::Text)]), names_or_true)
        .means("The figures to compare, by their names in the results; the first one sorts the table. `true` means the first figure of the results.", "\"party wins\"")
        .required();
    BASELINE: Key<Name> = Key::new("baseline", Kind::Text, name)
        .means("The variant that the others are compared with.", "\"srd\"")
        .otherwise("the baseline of the result");
}

#[derive(Debug)]
struct CompareAnalysis {
    figures: Vec<Name>,
    baseline: Option<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (figures, baseline, span) = (reader.read(&COMPARE), reader.read(&BASELINE), reader.span_of(&COMPARE));
    Some(Box::new(CompareAnalysis { figures: figures?, baseline, span }))
}

impl Analysis for CompareAnalysis {
    fn figures(&self, _: &Study) -> Vec<String> {
        texts(&self.figures)
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_figures(&self.figures, study, problems);
        self.baseline.iter().for_each(|name| check_variant(name, study, problems));
        if study.variants.len() < 2 {
            let problem = Problem::new("there are no variants to compare").at(self.span).secondary();
            problems.push(problem.help("write two or more under [variants], each with what is different in it"));
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let study = lab.study;
        let titles = if self.figures.is_empty() { vec![headline(study)] } else { texts(&self.figures) };
        let baseline = self.baseline.as_ref().map_or(&study.variants[study.baseline], |name| &name.text);
        let rest = study.variants.iter().filter(|variant| *variant != baseline);
        let variants: Vec<&String> = std::iter::once(baseline).chain(rest).collect();
        let mut reply = Reply::new("compare", format!("How variants differ from {baseline}"));
        reply.columns.push(ReplyColumn::plain("variant"));
        reply.columns.extend(study.varied_columns());
        let change =
            |title: &String| if titles.len() == 1 { "change".to_owned() } else { format!("change of {title}") };
        let columns = titles.iter().flat_map(|title| [title.clone(), change(title)]);
        reply.columns.extend(columns.map(ReplyColumn::figures));
        for row in study.rows() {
            let varied = &study.cells[row[0]].varied;
            let settings: Vec<Setting> = variants.iter().map(|name| Setting::of(Some(name), varied)).collect();
            let answered = lab.find(&settings)?;
            reply.trials = answered.trials;
            let mut changes = shifts(&answered, &titles);
            if *baseline == study.variants[study.baseline] {
                // The page also shows differences from this baseline, tested as one family. Use the same verdicts here.
                for (name, row) in variants[1..].iter().zip(&mut changes) {
                    for (title, shift) in titles.iter().zip(row) {
                        let figure = answered.cells[0].titled(title);
                        let known = figure.and_then(|figure| lab.difference(name, varied, figure));
                        shift.iter_mut().zip(known).for_each(|(shift, known)| shift.resolved = known.resolved);
                    }
                }
            }
            let mut rows: Vec<(f64, Vec<ReplyEntry>)> = Vec::new();
            for (case, variant) in variants.iter().enumerate() {
                let own = |place: usize| case.checked_sub(1).and_then(|case| changes[case][place]);
                let mut entries = vec![ReplyEntry::from(variant.as_str())];
                entries.extend(varied.iter().map(ReplyEntry::from));
                for (place, title) in titles.iter().enumerate() {
                    let change = if case == 0 { ReplyEntry::from("baseline") } else { Shift::entry(own(place)) };
                    entries.extend([ReplyEntry::figure(answered.cells[case].titled(title)), change]);
                }
                rows.push((own(0).map_or(0.0, |shift| shift.change.value), entries));
            }
            rows.sort_by(|one, other| other.0.total_cmp(&one.0));
            reply.rows.extend(rows.into_iter().map(|(_, entries)| entries));
            let at = varied.iter().enumerate().map(|(place, value)| format!("{} {value}", axis(&study.varied, place)));
            let at: Vec<String> = at.collect();
            reply.sentences.extend(sentence(&variants, &at.join(", "), &titles[0], &changes, &answered));
        }
        Ok(reply)
    }
}

/// A sentence on how each variant changes the figure `title`, the largest change first. `varied` has the varied values
/// in words.
fn sentence(
    variants: &[&String],
    varied: &str,
    title: &str,
    changes: &[Vec<Option<Shift>>],
    answered: &Answered,
) -> Option<String> {
    let mut known: Vec<(&String, Shift)> =
        variants[1..].iter().zip(changes).filter_map(|(name, row)| Some((*name, row[0]?))).collect();
    known.sort_by(|(_, one), (_, other)| other.change.value.abs().total_cmp(&one.change.value.abs()));
    let parts: Vec<String> =
        known.iter().map(|(name, shift)| format!("“{name}” {}", change_in_words(shift, answered.trials))).collect();
    let base = answered.cells[0].titled(title)?;
    let base = number::figure(&base.estimate, base.unit());
    let lead = if varied.is_empty() { String::new() } else { format!("{varied}: ") };
    Some(format!("{lead}Compared with “{}” ({title}: {base}): {}.", variants[0], parts.join("; ")))
}
