//! The mixing function for seeds and for the factors of rolls.

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014, with Stafford's "Mix13" constants): a bijection of 64-bit
/// words in which every input bit changes every output bit with a chance close to one half.
#[inline]
pub(super) const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The odd constant nearest to 2⁶⁴ divided by the golden ratio; steps of this size spread consecutive keys evenly.
pub(super) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
