//! A fast hash for looking up states. No result depends on its order.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map that is only used for lookups: its order must never matter.
pub(super) type Lookup<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// A hasher that multiplies and rotates, one word at a time. The keys come from this program, so it need not withstand
/// attacks.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct FastHasher(u64);

impl FastHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

impl Hasher for FastHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.add(u64::from_le_bytes(*word)));
        if !rest.is_empty() {
            self.add(rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        // The high bits of a product are well mixed, but tables use the low ones.
        self.0.rotate_left(26)
    }
}

#[inline]
fn hash<Q: Hash + ?Sized>(item: &Q) -> u32 {
    let mut hasher = FastHasher::default();
    item.hash(&mut hasher);
    hasher.finish() as u32
}

/// Number of items for which a new table has room. With fewer, small fights would spend more time on growing the table
/// than on finding their states.
const INITIAL_CAPACITY: usize = 32;

/// Numbers distinct items in the order of discovery. Each item is stored once: the hash table holds only numbers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Interner<K> {
    /// An open-addressing table of numbers counted from 1; 0 is an empty slot. Its length is a power of two and at
    /// least twice the number of items.
    slots: Vec<u32>,
    /// The hash of each item.
    hashes: Vec<u32>,
    /// The items, by number.
    pub(super) items: Vec<K>,
}

impl<K: Hash + Eq> Interner<K> {
    pub(super) fn new() -> Self {
        Self {
            slots: vec![0; 2 * INITIAL_CAPACITY],
            hashes: Vec::with_capacity(INITIAL_CAPACITY),
            items: Vec::with_capacity(INITIAL_CAPACITY),
        }
    }

    /// Removes all items but keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
        self.hashes.clear();
        self.items.clear();
    }

    /// The number of `item`, which is added if new.
    #[inline]
    pub(super) fn intern(&mut self, item: K) -> u32 {
        let hash = hash(&item);
        match self.find(hash, &item) {
            Ok(number) => number,
            Err(slot) => self.add(item, hash, slot),
        }
    }

    /// Like [`intern`](Self::intern), but copies the item only if it is new.
    #[inline]
    pub(super) fn intern_copy<Q: Hash + Eq + ?Sized>(&mut self, item: &Q) -> u32
    where
        K: Borrow<Q> + for<'q> From<&'q Q>,
    {
        let hash = hash(item);
        match self.find(hash, item) {
            Ok(number) => number,
            Err(slot) => self.add(item.into(), hash, slot),
        }
    }

    /// Returns the number of `item`, or the free slot for it as an error if it is new.
    #[inline]
    fn find<Q: Eq + ?Sized>(&self, hash: u32, item: &Q) -> Result<u32, usize>
    where
        K: Borrow<Q>,
    {
        let mut slot = self.slot(hash);
        loop {
            match self.slots[slot] {
                0 => return Err(slot),
                number => {
                    let index = number as usize - 1;
                    if self.hashes[index] == hash && self.items[index].borrow() == item {
                        return Ok(number - 1);
                    }
                    slot = (slot + 1) & (self.slots.len() - 1);
                }
            }
        }
    }

    /// The slot in which the search for this hash begins.
    #[inline]
    fn slot(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn add(&mut self, item: K, hash: u32, slot: usize) -> u32 {
        self.items.push(item);
        self.hashes.push(hash);
        // A fight is rejected long before it has that many states.
        let number = self.items.len() as u32;
        self.slots[slot] = number;
        if 2 * self.items.len() > self.slots.len() {
            self.grow();
        }
        number - 1
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; 2 * self.slots.len()];
        for (number, &hash) in (1u32..).zip(&self.hashes) {
            let mut slot = self.slot(hash);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = number;
        }
    }
}

/// Items, each with its chance, in the order of discovery.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WeightedItems<K> {
    /// The items and their numbers.
    pub(super) interner: Interner<K>,
    /// The chance of each item, by its number.
    pub(super) chances: Vec<f64>,
}

impl<K: Hash + Eq> WeightedItems<K> {
    pub(super) fn new() -> Self {
        Self { interner: Interner::new(), chances: Vec::new() }
    }

    /// Removes all items but keeps the allocated memory.
    pub(super) fn clear(&mut self) {
        self.interner.clear();
        self.chances.clear();
    }

    /// Adds `chance` to the chance of `item`.
    #[inline]
    pub(super) fn add(&mut self, item: K, chance: f64) {
        let number = self.interner.intern(item);
        self.add_to(number, chance);
    }

    /// Like [`add`](Self::add), for an item by its number. A number may be one more than the last only if its item was
    /// just added to `interner`.
    #[inline]
    pub(super) fn add_to(&mut self, number: u32, chance: f64) {
        if number as usize == self.chances.len() {
            self.chances.push(0.0);
        }
        self.chances[number as usize] += chance;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&K, f64)> {
        self.interner.items.iter().zip(self.chances.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interner_keeps_numbers_while_it_grows() {
        let mut interner = Interner::new();
        for round in 0..2 {
            for item in 0..10_000u64 {
                assert_eq!(interner.intern(item * 7), item as u32, "round {round}");
            }
        }
        assert_eq!(interner.items.len(), 10_000);
        interner.clear();
        assert_eq!((interner.intern(9), interner.intern(4), interner.intern(9)), (0, 1, 0));
    }
}
