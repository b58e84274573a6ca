//! Names of measures for people.

use super::Measure;

impl Measure {
    /// Its name in words, given its subject and label, either of which may be empty: `Snorri wins`,
    /// `any of party dies`, `Hans Scratch given`.
    pub fn name(&self, who: &str, label: &str) -> String {
        let pattern = match (self.title, who) {
            ("", "") => self.id,
            ("", _) => return format!("{who} {}", self.id),
            (title, _) => title,
        };
        pattern.replace("{who}", who).replace("{label}", label).trim().to_owned()
    }
}

/// Whether two names are the same but for case and spaces.
pub fn same_words(one: &str, other: &str) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    words(one) == words(other)
}

/// A number of two significant digits, for a sentence.
pub fn significant(number: f64) -> String {
    let digits = (1.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{number:.digits$}")
}

/// A whole number in groups of three: `1,000,000`.
pub fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
