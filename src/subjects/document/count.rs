//! Large numbers and times as people write them: `1_000_000`, `50 million`, `2 min`.

/// Reads `1000000`, `1_000_000`, `1,000,000`, `1e6`, `2.5e6`, `50 million` or `50million`; `None` if the text is not a
/// whole number that fits into 64 bits.
pub fn spelled_count(text: &str) -> Option<u64> {
    const POWERS: [(&str, &str); 3] = [("thousand", "e3"), ("million", "e6"), ("billion", "e9")];
    let spelled = POWERS.iter().fold(text.to_lowercase(), |text, (word, power)| text.replace(word, power));
    let digits: String = spelled.chars().filter(|letter| !matches!(letter, '_' | ',' | ' ')).collect();
    scientific(&digits)
}

/// Reads `2.5e6` as a whole number, without rounding through floating point. `None` if it is not a whole number of at
/// most 64 bits.
fn scientific(text: &str) -> Option<u64> {
    let (mantissa, power) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let all_digits = format!("{whole}{fraction}{power}").bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits {
        return None;
    }
    let zeros = power.parse::<u32>().ok()?.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    format!("{whole}{fraction}").parse::<u64>().ok()?.checked_mul(10_u64.checked_pow(zeros)?)
}

/// Reads `90`, `90 s`, `2 min` or `1.5 hours` as seconds; `None` if the text is not a time.
pub fn spelled_seconds(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase();
    let split = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let scale = match unit.trim() {
        "" | "s" | "sec" | "second" | "seconds" => 1.0,
        "m" | "min" | "minute" | "minutes" => 60.0,
        "h" | "hour" | "hours" => 3600.0,
        _ => return None,
    };
    number.parse::<f64>().ok().map(|number| number * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelled_seconds_accepts_units() {
        for (text, seconds) in
            [("90", 90.0), ("90 s", 90.0), ("2 min", 120.0), ("2min", 120.0), ("1.5 hours", 5400.0), (" 1 H ", 3600.0)]
        {
            assert_eq!(spelled_seconds(text), Some(seconds), "{text}");
        }
        for text in ["", "min", "-1 s", "1e3", "2 weeks", "1..5 h", "1 min 30 s", "nan"] {
            assert_eq!(spelled_seconds(text), None, "{text}");
        }
    }

    #[test]
    fn spelled_count_accepts_words_and_separators() {
        for (text, value) in [
            ("1", 1),
            ("1_000_000", 1_000_000),
            ("1,000", 1_000),
            ("1e6", 1_000_000),
            ("2.5E6", 2_500_000),
            ("2.50 million", 2_500_000),
            ("50 million", 50_000_000),
            ("3thousand", 3_000),
            ("1 billion", 1_000_000_000),
            ("1e12", 1_000_000_000_000),
        ] {
            assert_eq!(spelled_count(text), Some(value), "{text}");
        }
    }

    #[test]
    fn spelled_count_rejects_other_text() {
        for text in [
            "",
            "-1",
            "+5",
            "1.5",
            "1e-3",
            "2.55e1",
            "e6",
            "million",
            "18446744073709551616",
            "1e20",
            "1e99999999999",
            "ten",
            "1e6e6",
        ] {
            assert_eq!(spelled_count(text), None, "{text}");
        }
    }
}
