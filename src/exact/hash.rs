//! A quick hash for looking up states; nothing depends on its order.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A map to look things up in, never to walk through.
pub(super) type Lookup<K, V> = HashMap<K, V, BuildHasherDefault<Quick>>;

/// Multiplies and rotates, a word at a time. Nobody outside chooses the keys, so it need not withstand attack.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Quick(u64);

impl Quick {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

impl Hasher for Quick {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.add(word);
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
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
        // A product's high bits are the good ones, a table goes by the low ones.
        self.0.rotate_left(26)
    }
}

/// Room for so many from the start: growing step by step would cost a small fight more than finding its states.
const ROOM: usize = 128;

/// Things numbered in the order of discovery. Found things are kept once: the table holds their numbers alone.
#[derive(Debug)]
pub(super) struct Places<K> {
    /// Numbers counted from 1, each from the slot on that its hash names; 0 = empty. Their count is a power of two, at
    /// least twice that of the things.
    slots: Vec<u32>,
    hashes: Vec<u32>,
    /// The things, by their numbers.
    pub(super) found: Vec<K>,
}

impl<K: Hash + Eq> Places<K> {
    /// Nothing found yet.
    pub(super) fn new() -> Self {
        Self { slots: vec![0; 2 * ROOM], hashes: Vec::with_capacity(ROOM), found: Vec::with_capacity(ROOM) }
    }

    /// Forgets everything, and keeps the room for it.
    pub(super) fn clear(&mut self) {
        self.slots.fill(0);
        self.hashes.clear();
        self.found.clear();
    }

    /// The number of a thing, which is found now if it was not before.
    #[inline]
    pub(super) fn place(&mut self, thing: K) -> u32 {
        let mut hasher = Quick::default();
        thing.hash(&mut hasher);
        let hash = hasher.finish() as u32;
        let mut slot = self.slot(hash);
        loop {
            match self.slots[slot] {
                0 => return self.add(thing, hash, slot),
                number => {
                    let place = number as usize - 1;
                    if self.hashes[place] == hash && self.found[place] == thing {
                        return number - 1;
                    }
                    slot = (slot + 1) & (self.slots.len() - 1);
                }
            }
        }
    }

    #[inline]
    fn slot(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn add(&mut self, thing: K, hash: u32, slot: usize) -> u32 {
        self.found.push(thing);
        self.hashes.push(hash);
        // A fight is refused long before it has so many states.
        let number = self.found.len() as u32;
        self.slots[slot] = number;
        if 2 * self.found.len() > self.slots.len() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_keep_their_numbers_while_the_table_grows() {
        let mut places = Places::new();
        for round in 0..2 {
            for thing in 0..10_000u64 {
                assert_eq!(places.place(thing * 7), thing as u32, "round {round}");
            }
        }
        assert_eq!(places.found.len(), 10_000);
        places.clear();
        assert_eq!((places.place(9), places.place(4), places.place(9)), (0, 1, 0));
    }
}
