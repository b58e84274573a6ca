//! The named dice methods (D1–D19): one table, and how each is read.

use super::Pmf;
use super::custom::{Band, look_up};
use crate::error::Result;

/// What is known about a dice method or a prefix word, for lists and hints.
#[derive(Debug)]
pub struct MethodInfo {
    /// How it is written; `N` stands for a number.
    pub name: &'static str,
    /// A whole expression that uses it.
    pub example: &'static str,
    /// Its row in the rule catalogue.
    pub row: &'static str,
    /// Where it is printed.
    pub source: &'static str,
    /// How it is read, in one line.
    pub meaning: &'static str,
    pub(super) kind: Kind,
}

/// How a row of the table is turned into a distribution.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    /// A name written in full.
    Fixed(fn() -> Result<Pmf>),
    /// A form with numbers in it, read by the parser.
    Form,
    /// A word before any method; where its name ends in `N`, it is given the number written there.
    Prefix(fn(&Pmf, u32) -> Result<Pmf>),
    /// The same, where a second number after `from` says which result is enough.
    Until(fn(&Pmf, u32, i32) -> Result<Pmf>),
}

/// Every dice method and prefix word, in the order of the rule catalogue.
///
/// ```
/// use fudgelab::dice::{Dice, methods};
/// let table = methods().iter().find(|method| method.row == "D4").unwrap();
/// assert_eq!(table.name, "3d6-table");
/// assert!(Dice::parse(table.example).is_ok());
/// ```
pub fn methods() -> &'static [MethodInfo] {
    METHODS
}

const fn row(
    name: &'static str,
    example: &'static str,
    row: &'static str,
    source: &'static str,
    kind: Kind,
    meaning: &'static str,
) -> MethodInfo {
    MethodInfo { name, example, row, source, meaning, kind }
}

const fn fixed(
    name: &'static str,
    id: &'static str,
    source: &'static str,
    build: fn() -> Result<Pmf>,
    meaning: &'static str,
) -> MethodInfo {
    row(name, name, id, source, Kind::Fixed(build), meaning)
}

static METHODS: &[MethodInfo] = &[
    fixed("4dF", "D1", "SRD 3.21", || fudge_die()?.repeat(4), "the sum of four Fudge dice, each −1, 0 or +1"),
    row("NdF", "2dF", "D2", "SRD 3.5", Kind::Form, "the sum of N Fudge dice"),
    fixed("4d6-faces", "D3", "LITE", four_faces, "four d6, each 1–2 minus, 3–4 blank, 5–6 plus; equals 4dF"),
    fixed("4d3-8", "D3", "SRD 3.21", || sides(3)?.repeat(4)?.map(|sum| sum - 8), "four d3 less 8; equals 4dF"),
    fixed("3d6-table", "D4", "SRD 3.22", || look_up(&sides(6)?.repeat(3)?, THREE_D6), "3d6 looked up in a table"),
    fixed("d%", "D5", "SRD 3.22", || look_up(&sides(100)?, PERCENT), "percentile dice looked up in a table"),
    fixed("4d6-lowest", "D6", "SRD 3.22", four_lowest, "two plus and two minus d6: the lowest counts, both signs 0"),
    fixed("2d6-table", "D7", "F93 4.21", || two_d6(0), "2d6 looked up in the 1993 table"),
    row("2d6+N-table", "2d6-1-table", "D7", "F93 4.3", Kind::Form, "2d6 with up to ±5 on the dice before the table"),
    fixed("2d6-good-bad", "D8", "F93 4.22", good_bad, "a good and a bad d6 without a table; equals 2d6-table"),
    fixed("1d6-1d6", "D9", "LITE", || sides(6)?.convolve(&sides(6)?.negate()?), "a plus d6 less a minus d6"),
    fixed("1d6-1d6-smaller", "D9", "LITE", || smaller(&sides(6)?), "the smaller d6 counts with its sign, a tie is 0"),
    fixed("6x6", "D10", "LITE", six_by_six, "two d6 looked up in a square table"),
    row(
        "4dF+advN",
        "4dF+adv1",
        "D11",
        "LITE",
        Kind::Form,
        "N of the four dice (1 or 2) show 0 in place of minus; 3 or more add 1 to 4dF instead",
    ),
    row(
        "4dF+disN",
        "4dF+dis2",
        "D11",
        "LITE",
        Kind::Form,
        "N of the four dice (1 or 2) show 0 in place of plus; 3 or more take 1 from 4dF instead",
    ),
    fixed("npc-d6", "D12", "SRD 3.5", npc, "1d6 for an NPC: 2–5 is 0, else a second d6 says how far off"),
    fixed("none", "D13", "SRD 3.5", || Ok(Pmf::certain(0)), "no dice: always 0"),
    row(
        "open-ended",
        "open-ended 4dF",
        "D14",
        "SRD 7.43",
        Kind::Prefix(|pmf, _| pmf.open_ended(false)),
        "after a natural +4 only, one more roll, which is added if positive",
    ),
    row(
        "open-ended-mirrored",
        "open-ended-mirrored 4dF",
        "D14",
        "SRD 7.43",
        Kind::Prefix(|pmf, _| pmf.open_ended(true)),
        "the same, and after a natural −4 one more roll, which is added if negative",
    ),
    row(
        "median3",
        "median3 4dF",
        "D15",
        "SRD 4.21",
        Kind::Prefix(|pmf, _| pmf.median_of_three()),
        "the middle of three rolls",
    ),
    row("bestN", "best2 4dF", "D16", "SRD FF gifts", Kind::Prefix(Pmf::best_of), "the best of N rolls"),
    row(
        "latestNfromM",
        "latest3from1 4dF",
        "D16",
        "SRD 7.22, KAER",
        Kind::Until(Pmf::latest_of),
        "up to N rolls, of which the last counts; M or more is not rolled again",
    ),
    row("worstN", "worst2 4dF", "D18", "the mirror of bestN", Kind::Prefix(Pmf::worst_of), "the worst of N rolls"),
    row(
        "toward-zero",
        "toward-zero 2d6-table",
        "D17",
        "F93 4.62",
        Kind::Prefix(|pmf, _| pmf.toward_zero()),
        "a roll moved one step towards 0",
    ),
    fixed(
        "attribute-2d6",
        "D19",
        "SRD 1.8, F93 2.8",
        || look_up(&sides(6)?.repeat(2)?, ATTRIBUTE_2D6),
        "a random attribute: 2d6 looked up",
    ),
    fixed(
        "skill-2d6",
        "D19",
        "SRD 1.8, F93 2.8",
        || look_up(&sides(6)?.repeat(2)?, SKILL_2D6),
        "a random skill: 2d6 looked up",
    ),
    fixed(
        "attribute-d%",
        "D19",
        "SRD 6.11",
        || look_up(&sides(100)?, ATTRIBUTE_PERCENT),
        "a percentile trait of another game, as a level",
    ),
    fixed(
        "attribute-3d6",
        "D19",
        "SRD 6.11",
        || look_up(&sides(6)?.repeat(3)?, ATTRIBUTE_3D6),
        "a trait of 3 to 18 of another game, as a level",
    ),
    fixed(
        "attribute-3d6-revised",
        "D19",
        "SRD 6.111",
        || look_up(&sides(6)?.repeat(3)?, ATTRIBUTE_3D6_REVISED),
        "the same by the stricter table",
    ),
    row("NdM", "2d10-11", "D18", "LITE", Kind::Form, "plain arithmetic: dice and numbers added and subtracted"),
    row("NdMkhK", "4d6kh3-12", "D18", "LITE", Kind::Form, "the K highest of N dice, summed"),
    row("NdMklK", "2d20kl1-7", "D18", "LITE", Kind::Form, "the K lowest of N dice, summed"),
];

/// The rows of the rule catalogue that the methods play, each once and in order.
pub(crate) const ROWS: [&str; 19] = rows();

const fn rows() -> [&'static str; 19] {
    let mut rows = [""; 19];
    let mut at = 0;
    while at < METHODS.len() {
        let row = METHODS[at].row;
        rows[number(row) - 1] = row;
        at += 1;
    }
    rows
}

/// The number in `D16`.
const fn number(row: &str) -> usize {
    let letters = row.as_bytes();
    let (mut number, mut at) = (0, 1);
    while at < letters.len() {
        number = 10 * number + (letters[at] - b'0') as usize;
        at += 1;
    }
    number
}

/// The table of SRD 3.22 for 3d6.
const THREE_D6: &[Band] = &[
    Band { from: 3, to: 4, result: -4 },
    Band { from: 5, to: 5, result: -3 },
    Band { from: 6, to: 7, result: -2 },
    Band { from: 8, to: 9, result: -1 },
    Band { from: 10, to: 11, result: 0 },
    Band { from: 12, to: 13, result: 1 },
    Band { from: 14, to: 15, result: 2 },
    Band { from: 16, to: 16, result: 3 },
    Band { from: 17, to: 18, result: 4 },
];

/// The table of SRD 3.22 for percentile dice.
const PERCENT: &[Band] = &[
    Band { from: 1, to: 1, result: -4 },
    Band { from: 2, to: 6, result: -3 },
    Band { from: 7, to: 18, result: -2 },
    Band { from: 19, to: 38, result: -1 },
    Band { from: 39, to: 62, result: 0 },
    Band { from: 63, to: 82, result: 1 },
    Band { from: 83, to: 94, result: 2 },
    Band { from: 95, to: 99, result: 3 },
    Band { from: 100, to: 100, result: 4 },
];

/// The table of F93 4.21 for 2d6.
const TWO_D6: &[Band] = &[
    Band { from: 2, to: 2, result: -4 },
    Band { from: 3, to: 3, result: -3 },
    Band { from: 4, to: 4, result: -2 },
    Band { from: 5, to: 5, result: -1 },
    Band { from: 6, to: 8, result: 0 },
    Band { from: 9, to: 9, result: 1 },
    Band { from: 10, to: 10, result: 2 },
    Band { from: 11, to: 11, result: 3 },
    Band { from: 12, to: 12, result: 4 },
];

/// A random attribute (SRD 1.8, F93 2.8).
const ATTRIBUTE_2D6: &[Band] = &[
    Band { from: 2, to: 2, result: -3 },
    Band { from: 3, to: 3, result: -1 },
    Band { from: 4, to: 4, result: -2 },
    Band { from: 5, to: 5, result: -1 },
    Band { from: 6, to: 8, result: 0 },
    Band { from: 9, to: 9, result: 1 },
    Band { from: 10, to: 10, result: 2 },
    Band { from: 11, to: 11, result: 1 },
    Band { from: 12, to: 12, result: 3 },
];

/// A random skill (SRD 1.8, F93 2.8).
const SKILL_2D6: &[Band] = &[
    Band { from: 2, to: 5, result: -3 },
    Band { from: 6, to: 8, result: -2 },
    Band { from: 9, to: 10, result: -1 },
    Band { from: 11, to: 11, result: 0 },
    Band { from: 12, to: 12, result: -3 },
];

/// A percentile trait (SRD 6.11).
const ATTRIBUTE_PERCENT: &[Band] = &[
    Band { from: 1, to: 3, result: -3 },
    Band { from: 4, to: 10, result: -2 },
    Band { from: 11, to: 30, result: -1 },
    Band { from: 31, to: 70, result: 0 },
    Band { from: 71, to: 90, result: 1 },
    Band { from: 91, to: 97, result: 2 },
    Band { from: 98, to: 100, result: 3 },
];

/// A trait of 3 to 18 (SRD 6.11).
const ATTRIBUTE_3D6: &[Band] = &[
    Band { from: 3, to: 3, result: -3 },
    Band { from: 4, to: 5, result: -2 },
    Band { from: 6, to: 8, result: -1 },
    Band { from: 9, to: 12, result: 0 },
    Band { from: 13, to: 15, result: 1 },
    Band { from: 16, to: 17, result: 2 },
    Band { from: 18, to: 18, result: 3 },
];

/// The same, revised (SRD 6.111): Superb starts at 19, which 3d6 do not reach.
const ATTRIBUTE_3D6_REVISED: &[Band] = &[
    Band { from: 3, to: 5, result: -3 },
    Band { from: 6, to: 8, result: -2 },
    Band { from: 9, to: 11, result: -1 },
    Band { from: 12, to: 13, result: 0 },
    Band { from: 14, to: 15, result: 1 },
    Band { from: 16, to: 18, result: 2 },
];

/// The square table of LITE for two d6 (D10).
const SQUARE: [[i32; 6]; 6] = [
    [-4, -3, -2, -2, -1, 0],
    [-3, -1, -1, -1, 0, 1],
    [-2, -1, 0, 0, 1, 2],
    [-2, -1, 0, 0, 1, 2],
    [-1, 0, 1, 1, 1, 3],
    [0, 1, 2, 2, 3, 4],
];

/// A die with faces 1 to `sides`.
pub(super) fn sides(sides: i32) -> Result<Pmf> {
    Pmf::uniform(&(1..=sides).collect::<Vec<_>>())
}

/// One Fudge die.
pub(super) fn fudge_die() -> Result<Pmf> {
    Pmf::uniform(&[-1, 0, 1])
}

/// 2d6 with a modifier on the dice total, clamped to 2–12, looked up in the 1993 table (D7).
pub(super) fn two_d6(modifier: i32) -> Result<Pmf> {
    look_up(&sides(6)?.repeat(2)?.map(|sum| (sum + modifier).clamp(2, 12))?, TWO_D6)
}

/// 4dF with `advantage` dice in it; disadvantage dice count negative, and have been canceled against the
/// others by that (D11, LITE).
pub(super) fn advantage(advantage: i32) -> Result<Pmf> {
    let sign = advantage.signum();
    let replaced = advantage.unsigned_abs();
    if replaced >= 3 {
        return fudge_die()?.repeat(4)?.map(|sum| sum + sign);
    }
    let special = fudge_die()?.map(|face| if face == -sign { 0 } else { face })?;
    fudge_die()?.repeat(4 - replaced)?.convolve(&special.repeat(replaced)?)
}

fn four_faces() -> Result<Pmf> {
    sides(6)?.map(|face| (face - 1) / 2 - 1)?.repeat(4)
}

/// The lower of the two plus dice against the lower of the two minus dice (D6).
fn four_lowest() -> Result<Pmf> {
    smaller(&sides(6)?.keep_lowest(2, 1)?)
}

fn good_bad() -> Result<Pmf> {
    pair(&sides(6)?, |good, bad| if good == 6 || bad == 6 { 0 } else { smaller_of(good, bad) })
}

fn smaller(die: &Pmf) -> Result<Pmf> {
    pair(die, smaller_of)
}

fn smaller_of(plus: i32, minus: i32) -> i32 {
    match plus.cmp(&minus) {
        std::cmp::Ordering::Less => plus,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => -minus,
    }
}

fn six_by_six() -> Result<Pmf> {
    // Faces are 1 to 6.
    pair(&sides(6)?, |across, down| SQUARE[down as usize - 1][across as usize - 1])
}

/// 1d6 for an NPC, and a second one that says how far off (D12).
fn npc() -> Result<Pmf> {
    let off = sides(6)?.map(|second| [1, 1, 1, 2, 2, 3][second as usize - 1])?;
    sides(6)?.and_then(|first| match first {
        1 => off.negate(),
        6 => Ok(off.clone()),
        _ => Ok(Pmf::certain(0)),
    })
}

/// Two rolls of the same die, read together.
fn pair(die: &Pmf, read: impl Fn(i32, i32) -> i32) -> Result<Pmf> {
    die.and_then(|first| die.map(|second| read(first, second)))
}
