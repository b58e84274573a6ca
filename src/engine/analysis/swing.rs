//! `swing`: how much of a fight is luck: how its length spreads, what the first wound decides, how often the weaker side wins.

use super::steps::{Scale, scale};
use super::words::{Name, chance, check_distinct, check_unvaried, check_variant, names_or_true};
use crate::document::{Key, Kind, Node, Path, Problem, Problems, Reader, Span, keys};
use crate::error::Result;
use crate::measure::{Distribution, Findings, Unit, number, same_words};
use crate::stats::{Estimate, Method};
use crate::study::{Analysis, Change, Column, Entry, Lab, Reply, Setting, Study, Value, value};

keys! {
    /// The keys of `swing`.
    pub(super) KEYS = "swing": "How swingy a fight is: the spread of its length, what the first wound decides, comebacks, how often the weaker side wins.";
    SWING: Key<Vec<Name>> = Key::new("swing", Kind::Any(&[Kind::Boolean, Kind::Text, Kind::List(&Kind::Text)]), names_or_true)
        .means("`true`, or the variants to put side by side.", "true")
        .required();
}

/// The rounds by which the first side has won, and how many levels better it is made to see the other side's upsets.
const BY_ROUND: [u32; 4] = [1, 2, 3, 5];
const GAPS: [i64; 4] = [0, 1, 2, 3];

/// The rounds by which so many fights are over.
const QUANTILES: [(&str, f64); 3] =
    [("rounds, a tenth over by", 0.1), ("rounds, half over by", 0.5), ("rounds, nine tenths over by", 0.9)];

/// How many standard errors of a share its quantiles' intervals reach to either side, for 95 %.
const REACH: f64 = 1.96;

#[derive(Debug)]
struct Swing {
    variants: Vec<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (variants, span) = (reader.read(&SWING), reader.span_of(&SWING));
    Some(Box::new(Swing { variants: variants?, span }))
}

/// The two sides of a study of fights, by name.
fn sides(study: &Study) -> Option<[String; 2]> {
    let found = study.figures().into_iter().next()?;
    let mut sides = found.figures.iter().filter(|figure| figure.name() == "wins").map(|figure| figure.subject.clone());
    match (sides.next(), sides.next(), sides.next()) {
        (Some(one), Some(other), None) => Some([one, other]),
        _ => None,
    }
}

/// What is asked of a case beyond the usual.
fn questions([one, other]: &[String; 2]) -> Vec<String> {
    let each = [one, other].into_iter().flat_map(|side| {
        [format!("{side} first blood"), format!("{one} wins and {side} first blood"), format!("{side} comes back")]
    });
    let by_round = BY_ROUND.map(|rounds| format!("{one} wins and within {rounds} rounds"));
    each.chain(by_round).chain(["lead changes".to_owned()]).collect()
}

/// A line of the answer, read off the figures of a case as it stands and of those with a better first side.
struct Line {
    title: String,
    unit: Unit,
    read: Read,
}

type Read = Box<dyn Fn(&[Findings]) -> f64>;

/// The lines of a variant, answered.
type Answers<'v> = (Option<&'v str>, Vec<(Line, Estimate)>);

fn lines([one, other]: &[String; 2], gaps: usize) -> Vec<Line> {
    let line = |title: String, unit, read: Read| Line { title, unit, read };
    let figure = |title: String, name: String, unit| line(title, unit, Box::new(move |cases| value(&cases[0], &name)));
    let deviation = |cases: &[Findings]| rounds(&cases[0]).map_or(f64::NAN, deviation);
    let mut lines = vec![
        figure("rounds, mean".to_owned(), "rounds".to_owned(), Unit::Rounds),
        line("rounds, standard deviation".to_owned(), Unit::Rounds, Box::new(deviation)),
        figure(format!("{one} wins"), format!("{one} wins"), Unit::Probability),
    ];
    for side in [one, other] {
        let (blood, both) = (format!("{side} first blood"), format!("{one} wins and {side} first blood"));
        let read = move |cases: &[Findings]| value(&cases[0], &both) / value(&cases[0], &blood);
        lines.push(line(format!("{one} wins after {side}'s first blood"), Unit::Probability, Box::new(read)));
    }
    let names = [one.clone(), other.clone()];
    lines.push(line(
        "explained by first blood".to_owned(),
        Unit::Probability,
        Box::new(move |cases| explained(&cases[0], &names)),
    ));
    lines.extend(
        [one, other].map(|side| figure(format!("{side} comes back"), format!("{side} comes back"), Unit::Probability)),
    );
    lines.push(figure("lead changes".to_owned(), "lead changes".to_owned(), Unit::Times));
    lines.extend(BY_ROUND.map(|by| {
        let plural = if by == 1 { "" } else { "s" };
        figure(
            format!("{one} has won within {by} round{plural}"),
            format!("{one} wins and within {by} rounds"),
            Unit::Probability,
        )
    }));
    for (place, gap) in GAPS.iter().take(gaps).enumerate() {
        let loser = format!("{other} wins");
        lines.push(line(
            below(other, one, *gap),
            Unit::Probability,
            Box::new(move |cases| value(&cases[place + 1], &loser)),
        ));
    }
    lines
}

/// The line of a side that is so many levels below the other.
fn below(weaker: &str, stronger: &str, gap: i64) -> String {
    match gap {
        0 => format!("{weaker} wins, as skilled as {stronger}"),
        _ => format!("{weaker} wins, {gap} below {stronger}"),
    }
}

fn rounds(found: &Findings) -> Option<&Distribution> {
    found.distributions.iter().find(|one| one.name() == "rounds")
}

fn deviation(rounds: &Distribution) -> f64 {
    if let Some(known) = rounds.deviation {
        return known.value;
    }
    let moment = |power: i32| {
        rounds.points.iter().map(|point| (point.value as f64).powi(power) * point.estimate.value).sum::<f64>()
    };
    (moment(2) - moment(1).powi(2)).max(0.0).sqrt()
}

/// The least round by which such a part of fights is over; where rounds were counted, between those of the parts that it may be.
fn quantile(rounds: &Distribution, part: f64) -> Estimate {
    let by = |part: f64| {
        // A sum over trials may fall short of 1 by rounding.
        let last = rounds.points.last().filter(|last| last.is_numbered()).map(|last| last.value);
        rounds.quantile(part, 1e-12).or(last).map_or(f64::NAN, |round| round as f64)
    };
    let value = by(part);
    match rounds.points.first().and_then(|point| point.estimate.trials()) {
        None => Estimate::exact(value, 0.0),
        Some(trials) => {
            let reach = REACH * (part * (1.0 - part) / trials as f64).sqrt();
            let (low, high) = (by((part - reach).max(0.0)), by((part + reach).min(1.0)));
            Estimate { value, method: Method::Quantile { low, high, trials } }
        }
    }
}

/// The share of the variance of winning that who draws first blood explains: that of the chances it leaves, over that of winning.
fn explained(found: &Findings, [one, other]: &[String; 2]) -> f64 {
    let wins = value(found, &format!("{one} wins"));
    let named = [one, other].map(|side| {
        [value(found, &format!("{side} first blood")), value(found, &format!("{one} wins and {side} first blood"))]
    });
    let rest = [1.0 - named[0][0] - named[1][0], wins - named[0][1] - named[1][1]];
    let part = |[share, both]: &[f64; 2]| if *share > 1e-12 { share * (both / share - wins).powi(2) } else { 0.0 };
    named.iter().chain([&rest]).map(part).sum::<f64>() / (wins * (1.0 - wins))
}

impl Analysis for Swing {
    fn figures(&self, study: &Study) -> Vec<String> {
        sides(study).map(|sides| questions(&sides)).unwrap_or_default()
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        check_unvaried("swing", self.span, study, problems);
        self.variants.iter().for_each(|name| check_variant(name, study, problems));
        check_distinct(&self.variants, problems);
        if sides(study).is_none() {
            let problem = Problem::new("`swing` is asked of a fight of two sides").at(self.span);
            problems.push(problem.help("ask it of a file with [fighters] on two sides"));
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let study = lab.study();
        let variants: Vec<Option<&str>> = match (&self.variants[..], &study.variants[..]) {
            ([], []) => vec![None],
            ([], all) => all.iter().map(|name| Some(name.as_str())).collect(),
            (some, _) => some.iter().map(|name| Some(name.text.as_str())).collect(),
        };
        let mut reply = Reply::new("swing", "How swingy it is");
        reply.columns = vec![Column::plain("what"), Column::units()];
        let Some(sides) = sides(study) else { return Ok(reply) };
        let mut answers: Vec<Answers<'_>> = Vec::new();
        for variant in variants {
            let base = Setting::of(variant, &[]);
            let gaps = self.gaps(lab, &base, &sides[0])?;
            let lines = lines(&sides, gaps.len());
            let settings: Vec<Setting> = std::iter::once(base).chain(gaps).collect();
            let computed = lab.computed(&settings, |cases| lines.iter().map(|line| (line.read)(cases)).collect())?;
            reply.trials = computed.trials;
            let bounded = |(line, one): (Line, Estimate)| {
                let one = if line.unit == Unit::Probability { chance(one) } else { one };
                (line, one)
            };
            let mut answered: Vec<(Line, Estimate)> = lines.into_iter().zip(computed.values).map(bounded).collect();
            // Batches are too short for quantiles: these are of all trials together.
            let whole = lab.find(&settings[..1])?;
            let over = QUANTILES.iter().map(|(title, part)| {
                let read: Read = Box::new(|_| f64::NAN);
                let line = Line { title: (*title).to_owned(), unit: Unit::Rounds, read };
                (line, rounds(&whole.cells[0]).map_or(Estimate::exact(f64::NAN, 0.0), |rounds| quantile(rounds, *part)))
            });
            let over: Vec<(Line, Estimate)> = over.collect();
            answered.splice(2..2, over);
            answers.push((variant, answered));
        }
        reply.columns.extend(answers.iter().map(|(variant, _)| Column::figures(variant.unwrap_or("value"))));
        // Variants may differ in how far skills go; the longest list names the lines.
        let longest = answers.iter().max_by_key(|(_, lines)| lines.len());
        for (place, (line, _)) in longest.into_iter().flat_map(|(_, lines)| lines.iter().enumerate()) {
            let entry = |(_, lines): &Answers<'_>| match lines.get(place) {
                Some((line, estimate)) if !estimate.value.is_nan() => Entry::Figure(*estimate, line.unit),
                _ => Entry::Nothing,
            };
            let mut row = vec![Entry::from(line.title.as_str()), line.unit.name().into()];
            row.extend(answers.iter().map(entry));
            reply.rows.push(row);
        }
        reply.sentences = answers.iter().map(|(variant, lines)| sentence(*variant, &sides, lines)).collect();
        Ok(reply)
    }
}

impl Swing {
    /// The cases in which the first side is as skilled as the other, and better by so many levels; none where a side's skills
    /// differ or are not simply numbers.
    fn gaps(&self, lab: &Lab<'_>, base: &Setting, first: &str) -> Result<Vec<Setting>> {
        let document = lab.document(base)?;
        let table = document.as_table().and_then(|root| root.get("fighters")).and_then(Node::as_table);
        let mut fighters: Vec<(Path, i64, bool)> = Vec::new();
        for entry in table.into_iter().flat_map(|table| table.entries()) {
            let path = Path::of(vec!["fighters".to_owned(), entry.key.clone(), "skill".to_owned()]);
            let said = |key: &str| entry.node.as_table()?.get(key)?.as_str();
            let side = said("side").or_else(|| said("name")).unwrap_or(&entry.key);
            let skill = lab.key(&path).and_then(|spec| scale(&spec.kind, path.find(&document), lab.ladder()));
            let Some((Scale::Level, Some(skill))) = skill else { return Ok(Vec::new()) };
            fighters.push((path, skill, same_words(side, first)));
        }
        let skill = |own: bool| {
            let mut skills = fighters.iter().filter(|one| one.2 == own).map(|one| one.1);
            let first = skills.next()?;
            skills.all(|other| other == first).then_some(first)
        };
        let Some(apart) = skill(true).zip(skill(false)).map(|(own, other)| own - other) else { return Ok(Vec::new()) };
        let setting = |gap: &i64| {
            let own = fighters.iter().filter(|one| one.2);
            own.fold(base.clone(), |setting, (path, skill, _)| {
                setting.with(Change::Set(path.clone(), Value::Integer(skill - apart + gap).node(self.span)))
            })
        };
        Ok(GAPS.iter().map(setting).take_while(|setting| lab.allows(setting).is_ok()).collect())
    }
}

fn sentence(variant: Option<&str>, [one, other]: &[String; 2], lines: &[(Line, Estimate)]) -> String {
    let known = |title: &str| lines.iter().find(|(line, one)| line.title.starts_with(title) && !one.value.is_nan());
    let said = |title: &str, show: fn(&Estimate, Unit) -> String| known(title).map(|(line, one)| show(one, line.unit));
    let mean = said("rounds, mean", number::short).unwrap_or_default();
    let spread = said("rounds, standard", number::bare);
    let spread = spread.map(|spread| format!(", give or take {spread}")).unwrap_or_default();
    let late = said(QUANTILES[2].0, number::bare);
    let late = late.map(|late| format!("; nine in ten are over by round {late}")).unwrap_or_default();
    let mut words = variant.map(|name| format!("{name}: a")).unwrap_or_else(|| "A".to_owned());
    words.push_str(&format!(" fight takes {mean} on average{spread}{late}."));
    if let Some(share) = said("explained", number::short) {
        words.push_str(&format!(" First blood explains {share} of the variance in who wins."));
    }
    if let Some((_, share)) = known(&below(other, one, 1)) {
        let still = if share.value < 0.5 { "still " } else { "" };
        let share = number::short(share, Unit::Probability);
        words.push_str(&format!(" One level of skill below {one}, {other} {still}wins {share}."));
    }
    words
}
