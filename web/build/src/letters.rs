//! Encodes bytes as characters that an HTML file can hold, seven bits each: an eighth smaller than base64.
//!
//! The code of a character is its seven bits, except for three codes that HTML would change or interpret: these get an
//! eighth bit. So `code & 127` decodes every character, as in `page/engine.js`.

/// Codes that get an eighth bit, since HTML would change or interpret them.
const ESCAPED_CODES: [u8; 3] = [0, b'\r', b'<'];

/// Encodes bytes; the last character is padded with zeros.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut letters = String::with_capacity(bytes.len() * 6 / 5);
    let (mut bits, mut count) = (0_u32, 0);
    for &byte in bytes {
        bits = bits << 8 | u32::from(byte);
        count += 8;
        while count >= 7 {
            count -= 7;
            letters.push(letter(bits >> count));
        }
    }
    if count > 0 {
        letters.push(letter(bits << (7 - count)));
    }
    letters
}

fn letter(bits: u32) -> char {
    let code = (bits & 127) as u8;
    char::from(if ESCAPED_CODES.contains(&code) { code | 128 } else { code })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes like `page/engine.js`.
    fn read(letters: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let (mut bits, mut count) = (0_u32, 0);
        for letter in letters.chars() {
            bits = bits << 7 | (u32::from(letter) & 127);
            count += 7;
            if count >= 8 {
                count -= 8;
                bytes.push((bits >> count) as u8);
            }
        }
        bytes
    }

    #[test]
    fn decoding_restores_all_bytes() {
        let bytes: Vec<u8> = (0..=255).chain((0..=255).rev()).chain([0, 0, 13, 60, 255]).collect();
        for length in 0..bytes.len() {
            assert_eq!(read(&encode(&bytes[..length])), bytes[..length], "{length} bytes");
        }
    }

    #[test]
    fn letters_are_safe_in_html() {
        let bytes: Vec<u8> = (0..20_000_u32).map(|number| (number * number / 7) as u8).collect();
        assert!(encode(&bytes).chars().all(|letter| !['\0', '\r', '<'].contains(&letter)));
        assert!(encode(&[0; 7]).chars().all(|letter| letter == '\u{80}'));
    }
}
