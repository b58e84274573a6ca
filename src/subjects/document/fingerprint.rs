//! Fingerprints of documents, counts and plans: 128-bit xxh3 hashes that are the same for every build and machine.

use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3Default;

/// The fingerprint of everything that `hash` writes. Equal input has equal fingerprints; different input practically
/// never does.
pub fn fingerprint(hash: impl Fn(&mut Stable)) -> u128 {
    let mut hasher = Stable(Xxh3Default::new());
    hash(&mut hasher);
    hasher.0.digest128()
}

/// A hasher with the same results on every machine. It writes the lowest byte of a number first, and a `usize` as 64
/// bits.
pub struct Stable(Xxh3Default);

impl Hasher for Stable {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0.digest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::Hash;

    /// Never change these numbers: they are in files from other builds and machines.
    #[test]
    fn fingerprint_equals_stored_values() {
        assert_eq!(fingerprint(|hasher| hasher.write(b"abc")), 0x06b0_5ab6_733a_6185_78af_5f94_892f_3950);
        let all = fingerprint(|hasher| ("abc", 1u8, 2u16, 3i64, 4usize, Some(true)).hash(hasher));
        assert_eq!(all, 0x9598_ac2a_a98b_2de2_6331_bb89_6d94_2cf6);
    }
}
