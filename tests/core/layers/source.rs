//! Just enough Rust syntax to find paths. Comments, literals and items for tests are blanked out.

/// A name, a `::`, or a single character.
#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub text: &'a str,
}

impl Token<'_> {
    /// Whether the token is a name or a keyword.
    pub fn is_name(&self) -> bool {
        self.text.starts_with(is_name)
    }
}

fn is_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Splits a masked text into tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if is_name(first) {
            rest.find(|sign| !is_name(sign)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (text, after) = rest.split_at(length);
        tokens.push(Token { text });
        rest = after.trim_start();
    }
    tokens
}

/// Removes comments, literals and items under `#[cfg(test)]`.
pub fn masked(text: &str) -> String {
    without_tests(&without_literals(text))
}

/// Replaces each comment and literal by a space.
fn without_literals(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after_name = masked.ends_with(is_name);
        match literal(rest, after_name) {
            Some(length) => {
                masked.push(' ');
                rest = &rest[length..];
            }
            None => {
                masked.push(sign);
                rest = &rest[sign.len_utf8()..];
            }
        }
    }
    masked
}

/// The length of the comment or literal at the start of `text`, if any. `after_name`: whether a name precedes it, so
/// that an `r` starts no raw string.
fn literal(text: &str, after_name: bool) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    if text.starts_with('"') {
        return Some(quoted(text));
    }
    if text.starts_with('r') && !after_name {
        let hashes = text[1..].chars().take_while(|sign| *sign == '#').count();
        if text[1 + hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let start = hashes + 2;
            return Some(text[start..].find(&close).map_or(text.len(), |end| start + end + close.len()));
        }
    }
    // A character, not a lifetime: 'a' and '\n' are closed right away.
    let inner = text.strip_prefix('\'')?;
    let first = inner.chars().next()?;
    if first == '\\' {
        let escaped = 1 + inner[1..].chars().next().map_or(0, char::len_utf8);
        return inner[escaped..].find('\'').map(|end| 1 + escaped + end + 1);
    }
    inner[first.len_utf8()..].starts_with('\'').then(|| first.len_utf8() + 2)
}

/// The length of a block comment, including nested ones.
fn block_comment(text: &str) -> usize {
    let mut nested = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            nested += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            nested -= 1;
            at += 2;
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
        if nested == 0 {
            break;
        }
    }
    at
}

/// The length of a string, including its quotes.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            '"' if !escaped => return at + 1,
            _ => escaped = sign == '\\' && !escaped,
        }
    }
    text.len()
}

const FOR_TESTS: &str = "#[cfg(test)]";

/// Removes each item under `#[cfg(test)]`, which ends at its first `;` or after its first block.
fn without_tests(text: &str) -> String {
    let Some((before, after)) = text.split_once(FOR_TESTS) else { return text.to_owned() };
    let mut nested = 0;
    for (at, sign) in after.char_indices() {
        match sign {
            '{' => nested += 1,
            '}' => nested -= 1,
            _ => {}
        }
        // A group in braces belongs to its `use`.
        let is_use = after.trim_start().starts_with("use ") || after[..at].contains("]\nuse ");
        if nested == 0 && (sign == ';' || (sign == '}' && !is_use)) {
            return before.to_owned() + &without_tests(&after[at + 1..]);
        }
    }
    before.to_owned()
}

/// The files of modules that this file declares for tests only, as paths below `src` without `.rs`.
pub fn test_files(path: &str, text: &str) -> Vec<String> {
    let stem = path.trim_end_matches(".rs");
    let folder = stem.strip_suffix("/mod").unwrap_or(stem);
    let text = without_literals(text);
    let declared = text.split(FOR_TESTS).skip(1).filter_map(|after| {
        let item = &after[..after.find([';', '{'])?];
        let (_, name) = item.rsplit_once("mod ")?;
        after[item.len()..].starts_with(';').then(|| format!("{folder}/{}", name.trim()))
    });
    declared.collect()
}
