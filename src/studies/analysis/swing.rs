//! `swing`: how much of a fight is luck: the spread of its length, the effect of first blood, and how often the weaker
//! side wins. Answered for each variant and each varied value.

use super::helpers::{Name, check_distinct, check_variant, clamped_chance, names_or_true};
use super::in_force::ValuesInForce;
use super::steps::{StepScale, scale, shown};
use crate::document::{Key, Kind, Node, Path, Problem, Problems, Reader, Span, keys};
use crate::error::Result;
use crate::measure::{Distribution, Findings, Unit, clause, id, number, possessive, same_words};
use crate::stats::{Estimate, Sampling};
use crate::study::{Analysis, Change, Lab, Reply, ReplyColumn, ReplyEntry, Setting, Study, Value, value};

keys! {
    pub(super) KEYS = "swing": "How swingy a fight is: the spread of its length, what the first wound decides, comebacks, how often the weaker side wins.";
    SWING: Key<Vec<Name>> = Key::new("swing", Kind::Any(&[Kind::Boolean, Kind::Text, Kind::List(&Kind::Text)]), names_or_true)
        .means("`true`, or the variants to compare.", "true")
        .required();
}

/// The rounds for which the chance that the first side has won by then is shown.
const BY_ROUND: [u32; 4] = [1, 2, 3, 5];

/// Maximum number of skill gaps tested. The first side is 0, 1, 2 … levels better, to show the other side's upsets.
const MOST_GAPS: usize = 4;

/// Quantiles of the length of a fight, with their titles.
const QUANTILES: [(&str, f64); 3] =
    [("rounds, a tenth over by", 0.1), ("rounds, half over by", 0.5), ("rounds, nine tenths over by", 0.9)];

/// Half-width of the interval of a quantile, in standard errors of its share (95 %).
const STANDARD_ERRORS: f64 = 1.96;

#[derive(Debug)]
struct Swing {
    variants: Vec<Name>,
    span: Span,
}

pub(super) fn read(reader: &mut Reader<'_>) -> Option<Box<dyn Analysis>> {
    let (variants, span) = (reader.read(&SWING), reader.span_of(&SWING));
    Some(Box::new(Swing { variants: variants?, span }))
}

/// The names of the two sides; `None` if the study is not of fights between two sides.
fn sides(study: &Study) -> Option<[String; 2]> {
    let found = study.figures().into_iter().next()?;
    let mut sides =
        found.figures.iter().filter(|figure| figure.name() == id::WINS).map(|figure| figure.subject.clone());
    match (sides.next(), sides.next(), sides.next()) {
        (Some(one), Some(other), None) => Some([one, other]),
        _ => None,
    }
}

/// The figures that are needed in addition to the usual ones.
fn extra_figures([one, other]: &[String; 2]) -> Vec<String> {
    let each = [one, other].into_iter().flat_map(|side| {
        [format!("{side} first blood"), format!("{one} wins and {side} first blood"), format!("{side} comes back")]
    });
    let by_round = BY_ROUND.map(|rounds| format!("{one} wins and within {rounds} rounds"));
    each.chain(by_round).chain(["lead changes".to_owned()]).collect()
}

/// A row of the answer; the first side is 0 and the other 1.
#[derive(Clone, Copy, PartialEq)]
enum SwingLine {
    /// The mean number of rounds.
    Mean,
    /// The standard deviation of the number of rounds.
    Deviation,
    /// The round by which a share of the fights is over, by index in [`QUANTILES`].
    OverBy(usize),
    /// The first side's chance to win.
    Wins,
    /// The first side's chance to win after this side has drawn first blood.
    AfterBlood(usize),
    /// The share of the variance of winning that first blood explains.
    Explained,
    /// The chance that this side comes back.
    ComesBack(usize),
    LeadChanges,
    /// The chance that the first side has won by this round.
    WonWithin(u32),
    /// The other side's chance to win at this number of levels below the first.
    Below(usize),
}

impl SwingLine {
    /// All rows except quantiles, with `gaps` skill gaps.
    fn all(gaps: usize) -> Vec<Self> {
        let mut lines = vec![Self::Mean, Self::Deviation, Self::Wins, Self::AfterBlood(0), Self::AfterBlood(1)];
        lines.extend([Self::Explained, Self::ComesBack(0), Self::ComesBack(1), Self::LeadChanges]);
        lines.extend(BY_ROUND.map(Self::WonWithin));
        lines.extend((0..gaps).map(Self::Below));
        lines
    }

    fn title(self, sides: &[String; 2]) -> String {
        let [one, other] = sides;
        match self {
            Self::Mean => "rounds, mean".to_owned(),
            Self::Deviation => "rounds, standard deviation".to_owned(),
            Self::OverBy(part) => QUANTILES[part].0.to_owned(),
            Self::Wins => clause(one, "wins"),
            Self::AfterBlood(side) => clause(one, &format!("wins after {} first blood", possessive(&sides[side]))),
            Self::Explained => "explained by first blood".to_owned(),
            Self::ComesBack(side) => clause(&sides[side], "comes back"),
            Self::LeadChanges => "lead changes".to_owned(),
            Self::WonWithin(1) => clause(one, "has won within 1 round"),
            Self::WonWithin(rounds) => clause(one, &format!("has won within {rounds} rounds")),
            Self::Below(0) => clause(other, &format!("wins, as skilled as {one}")),
            Self::Below(gap) => clause(other, &format!("wins, {gap} below {one}")),
        }
    }

    fn unit(self) -> Unit {
        match self {
            Self::Mean | Self::Deviation | Self::OverBy(_) => Unit::Rounds,
            Self::LeadChanges => Unit::Times,
            _ => Unit::Probability,
        }
    }

    /// The value of the row. `cases` has the case itself, then those with a better first side.
    fn read(self, cases: &[Findings], sides: &[String; 2]) -> f64 {
        let [one, other] = sides;
        let of = |title: &str| value(&cases[0], title);
        match self {
            Self::Mean => of(id::ROUNDS),
            Self::Deviation => rounds(&cases[0]).map_or(f64::NAN, deviation),
            // Batches are too short for quantiles.
            Self::OverBy(_) => f64::NAN,
            Self::AfterBlood(side) => {
                let blood = format!("{} first blood", sides[side]);
                of(&format!("{one} wins and {blood}")) / of(&blood)
            }
            Self::Explained => variance_explained(&cases[0], sides),
            Self::WonWithin(rounds) => of(&format!("{one} wins and within {rounds} rounds")),
            Self::Below(gap) => value(&cases[gap + 1], &format!("{other} wins")),
            Self::Wins | Self::ComesBack(_) | Self::LeadChanges => of(&self.title(sides)),
        }
    }
}

/// The answers for one case.
struct Answers {
    /// The name of the case; empty if it is the only one.
    label: String,
    lines: Vec<(SwingLine, Estimate)>,
    /// The first side's skill level in the case; `None` if no gaps are tried.
    from: Option<String>,
}

/// Maximum number of cases described in sentences.
const MOST_DESCRIBED: usize = 8;

fn rounds(found: &Findings) -> Option<&Distribution> {
    found.distributions.iter().find(|one| one.name() == id::ROUNDS)
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

/// The first round by which `part` of the fights are over, with its interval if simulated.
fn quantile(rounds: &Distribution, part: f64) -> Estimate {
    let by = |part: f64| {
        // Rounding may leave the sum over all trials slightly below 1.
        let last = rounds.points.last().filter(|last| last.is_numbered()).map(|last| last.value);
        rounds.quantile(part, 1e-12).or(last).map_or(f64::NAN, |round| round as f64)
    };
    let value = by(part);
    match rounds.points.first().and_then(|point| point.estimate.trials()) {
        None => Estimate::exact(value, 0.0),
        Some(trials) => {
            let reach = STANDARD_ERRORS * (part * (1.0 - part) / trials as f64).sqrt();
            let (low, high) = (by((part - reach).max(0.0)), by((part + reach).min(1.0)));
            Estimate::sampled(Sampling::Quantile, (value, low, high), trials)
        }
    }
}

/// The share of the variance of winning that first blood explains: the variance of the chance to win given first blood,
/// divided by that of winning.
fn variance_explained(found: &Findings, [one, other]: &[String; 2]) -> f64 {
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
        sides(study).map(|sides| extra_figures(&sides)).unwrap_or_default()
    }

    fn check(&self, study: &Study, problems: &mut Problems) {
        self.variants.iter().for_each(|name| check_variant(name, study, problems));
        check_distinct(&self.variants, problems);
        if sides(study).is_none() {
            let problem = Problem::new("`swing` needs a fight between two sides").at(self.span);
            problems.push(problem.help("use it in a file with [fighters] on two sides"));
        }
    }

    fn answer(&self, lab: &Lab<'_>) -> Result<Reply> {
        let study = lab.study;
        let variants: Vec<Option<&str>> = match (&self.variants[..], &study.variants[..]) {
            ([], []) => vec![None],
            ([], all) => all.iter().map(|name| Some(name.as_str())).collect(),
            (some, _) => some.iter().map(|name| Some(name.text.as_str())).collect(),
        };
        let mut reply = Reply::new("swing", "How swingy it is");
        reply.columns = vec![ReplyColumn::plain("what"), ReplyColumn::units()];
        let Some(sides) = sides(study) else { return Ok(reply) };
        let mut answers: Vec<Answers> = Vec::new();
        let mut bases: Vec<Setting> = Vec::new();
        for row in study.rows() {
            let varied = &study.cells[row[0]].varied;
            bases.extend(variants.iter().map(|variant| Setting::of(*variant, varied)));
        }
        for base in bases {
            let label = base.label();
            let Gaps { settings: gaps, from } = self.gaps(lab, &base, &sides[0])?;
            let lines = SwingLine::all(gaps.len());
            let settings = [vec![base], gaps].concat();
            let computed =
                lab.computed(&settings, &|cases| lines.iter().map(|line| line.read(cases, &sides)).collect())?;
            reply.trials = reply.trials.max(computed.trials);
            let mut answered: Vec<(SwingLine, Estimate)> = lines.into_iter().zip(computed.values).collect();
            for (line, estimate) in &mut answered {
                if line.unit() == Unit::Probability {
                    *estimate = clamped_chance(*estimate);
                }
            }
            // Quantiles need all trials together.
            let whole = lab.find(&settings[..1])?;
            for (place, (_, part)) in QUANTILES.iter().enumerate() {
                let none = Estimate::exact(f64::NAN, 0.0);
                let over = rounds(&whole.cells[0]).map_or(none, |rounds| quantile(rounds, *part));
                answered.insert(2 + place, (SwingLine::OverBy(place), over));
            }
            answers.push(Answers { label, lines: answered, from });
        }
        let heading = |one: &Answers| if one.label.is_empty() { "value".to_owned() } else { one.label.clone() };
        reply.columns.extend(answers.iter().map(|one| ReplyColumn::figures(heading(one))));
        // Cases can have different numbers of skill gaps; the case with the most rows names them.
        let longest = answers.iter().max_by_key(|one| one.lines.len());
        for (place, (line, _)) in longest.into_iter().flat_map(|one| one.lines.iter().enumerate()) {
            let entry = |one: &Answers| match one.lines.get(place) {
                Some((line, estimate)) if !estimate.value.is_nan() => ReplyEntry::Figure(*estimate, line.unit()),
                _ => ReplyEntry::Nothing,
            };
            let mut row = vec![ReplyEntry::from(line.title(&sides)), line.unit().name().into()];
            row.extend(answers.iter().map(entry));
            reply.rows.push(row);
        }
        reply.sentences = answers.iter().take(MOST_DESCRIBED).map(|one| case_summary(&sides, one)).collect();
        let rest = answers.len().saturating_sub(MOST_DESCRIBED);
        if rest > 0 {
            let plural = if rest == 1 { "case is" } else { "cases are" };
            reply.sentences.push(format!("{rest} more {plural} in the table."));
        }
        Ok(reply)
    }
}

/// The settings in which the first side is as skilled as the other, or one to several levels better.
#[derive(Default)]
struct Gaps {
    settings: Vec<Setting>,
    /// The first side's skill level before it is moved.
    from: Option<String>,
}

impl Swing {
    /// Returns the settings for the skill gaps; empty if a side's skills differ or are not plain numbers.
    fn gaps(&self, lab: &Lab<'_>, base: &Setting, first: &str) -> Result<Gaps> {
        let case = ValuesInForce::of(lab, base)?;
        let mut fighters: Vec<(Path, i64, bool)> = Vec::new();
        for entry in case.document.entries_of("fighters") {
            let path = Path::of(["fighters", &entry.key, "skill"]);
            let side = entry.node.text_of("side").or_else(|| entry.node.text_of("name")).unwrap_or(&entry.key);
            let skill = lab.key(&path).and_then(|spec| scale(&spec.kind, case.value(&path).as_ref(), lab.ladder()));
            let Some((StepScale::Level, Some(skill))) = skill else { return Ok(Gaps::default()) };
            fighters.push((path, skill, same_words(side, first)));
        }
        let skill = |own: bool| {
            let mut skills = fighters.iter().filter(|one| one.2 == own).map(|one| one.1);
            let first = skills.next()?;
            skills.all(|other| other == first).then_some(first)
        };
        let Some((own, other)) = skill(true).zip(skill(false)) else { return Ok(Gaps::default()) };
        let node = |skill: i64| Node::of(&Value::Integer(skill), self.span);
        let mut settings = Vec::new();
        for gap in 0..MOST_GAPS {
            let mut setting = base.clone();
            for (path, skill, _) in fighters.iter().filter(|one| one.2) {
                setting.changes.push(Change::Set(path.clone(), node(skill - own + other + gap as i64)));
            }
            if lab.check_setting(&setting).is_err() {
                break;
            }
            settings.push(setting);
        }
        Ok(Gaps { settings, from: Some(shown(&node(own), StepScale::Level, lab.ladder())) })
    }
}

/// Sentences on one case: the length of the fight, first blood, and upsets.
fn case_summary([one, other]: &[String; 2], Answers { label, lines, from }: &Answers) -> String {
    let known = |wanted: SwingLine| lines.iter().find(|(line, one)| *line == wanted && !one.value.is_nan());
    let said =
        |line: SwingLine, show: fn(&Estimate, Unit) -> String| known(line).map(|(line, one)| show(one, line.unit()));
    let mean = said(SwingLine::Mean, number::short).unwrap_or_default();
    let spread = said(SwingLine::Deviation, number::bare);
    let spread = spread.map(|spread| format!(", give or take {spread}")).unwrap_or_default();
    let late = said(SwingLine::OverBy(2), number::bare);
    let late = late.map(|late| format!("; nine in ten are over by round {late}")).unwrap_or_default();
    let mut words = if label.is_empty() { "A".to_owned() } else { format!("{label}: a") };
    words.push_str(&format!(" fight takes {mean} on average{spread}{late}."));
    if let Some(share) = said(SwingLine::Explained, number::short) {
        words.push_str(&format!(" First blood explains {share} of the variance in who wins."));
    }
    if let Some((_, share)) = known(SwingLine::Below(1)) {
        let still = if share.value < 0.5 { "still " } else { "" };
        let share = number::short(share, Unit::Probability);
        let moved = from
            .as_ref()
            .map(|level| format!(" (for this, {one}'s skill is changed from {level})"))
            .unwrap_or_default();
        words.push_str(&format!(" One level of skill below {one}, {other} {still}wins {share}{moved}."));
    }
    words
}
