//! Bytes as letters that an HTML file can hold, seven bits each: an eighth smaller than base64.
//!
//! A letter is the character of its seven bits, except for three that HTML would change or read: these get an eighth bit. So `code & 127` reads
//! each of them, which is what `page/engine.js` does.

const CHANGED: [u8; 3] = [0, b'\r', b'<'];

/// The bytes as letters. The last letter is filled up with zeros.
pub(crate) fn written(bytes: &[u8]) -> String {
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
    char::from(if CHANGED.contains(&code) { code | 128 } else { code })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `page/engine.js` reads them.
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
    fn all_bytes_can_be_read_again() {
        let bytes: Vec<u8> = (0..=255).chain((0..=255).rev()).chain([0, 0, 13, 60, 255]).collect();
        for length in 0..bytes.len() {
            assert_eq!(read(&written(&bytes[..length])), bytes[..length], "{length} bytes");
        }
    }

    #[test]
    fn html_keeps_every_letter() {
        let bytes: Vec<u8> = (0..20_000_u32).map(|number| (number * number / 7) as u8).collect();
        assert!(written(&bytes).chars().all(|letter| !['\0', '\r', '<'].contains(&letter)));
        assert!(written(&[0; 7]).chars().all(|letter| letter == '\u{80}'));
    }
}
