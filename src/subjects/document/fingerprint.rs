//! Numbers that stand for documents, counts and plans: xxh3 of 128 bits, so that every build on every machine has the same.

use std::hash::Hasher;
use xxhash_rust::xxh3::Xxh3Default;

/// A number that stands for all that is hashed: the same for the same, and another for anything else, by all odds.
pub fn fingerprint(hash: impl Fn(&mut Stable)) -> u128 {
    let mut hasher = Stable(Xxh3Default::new());
    hash(&mut hasher);
    hasher.0.digest128()
}

/// Takes the bytes of all that is hashed; those of a number from the lowest, with as many for a size as for 64 bits.
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

    /// Kept by files of other builds and machines: never change it.
    #[test]
    fn the_numbers_stay() {
        assert_eq!(fingerprint(|hasher| hasher.write(b"abc")), 0x06b0_5ab6_733a_6185_78af_5f94_892f_3950);
        let all = fingerprint(|hasher| ("abc", 1u8, 2u16, 3i64, 4usize, Some(true)).hash(hasher));
        assert_eq!(all, 0x9598_ac2a_a98b_2de2_6331_bb89_6d94_2cf6);
    }
}
