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
        bytes.iter().for_each(|&byte| self.add(u64::from(byte)));
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
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
const ROOM: usize = 112;

/// Things numbered in the order of discovery.
#[derive(Debug)]
pub(super) struct Places<K> {
    place: Lookup<K, u32>,
    /// The things, by their numbers.
    pub(super) found: Vec<K>,
}

impl<K: Hash + Eq + Clone> Places<K> {
    /// Nothing found yet.
    pub(super) fn new() -> Self {
        let place = Lookup::with_capacity_and_hasher(ROOM, BuildHasherDefault::default());
        Self { place, found: Vec::with_capacity(ROOM) }
    }

    #[cold]
    fn add(&mut self, thing: K) -> u32 {
        let next = self.found.len() as u32;
        self.place.insert(thing.clone(), next);
        self.found.push(thing);
        next
    }

    /// Forgets everything, and keeps the room for it.
    pub(super) fn clear(&mut self) {
        self.place.clear();
        self.found.clear();
    }

    /// The number of a thing, which is found now if it was not before.
    #[inline]
    pub(super) fn place(&mut self, thing: K) -> u32 {
        // Nearly always it is known: looking it up is quicker than asking for its entry.
        match self.place.get(&thing) {
            Some(&known) => known,
            None => self.add(thing),
        }
    }
}
