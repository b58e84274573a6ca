//! Things with weights: distributions, and mixtures of them.

use super::weight::{TooWide, Weight};
use std::collections::BTreeMap;

/// Things with their weights, each once, in their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread<T, W> {
    pub items: Vec<(T, W)>,
    pub total: W,
}

impl<T: Ord, W: Weight> Spread<T, W> {
    /// One thing for certain.
    pub fn certain(item: T) -> Self {
        Self { items: vec![(item, W::ONE)], total: W::ONE }
    }

    /// Items that may be equal, brought together.
    pub fn gathered(items: Vec<(T, W)>, total: W) -> Result<Self, TooWide> {
        let mut items = items;
        items.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let (mut gathered, mut start) = (0, 0);
        while start < items.len() {
            let end = start + items[start..].iter().take_while(|(item, _)| *item == items[start].0).count();
            let sum = W::sum(items[start..end].iter().map(|(_, weight)| *weight)).ok_or(TooWide)?;
            if sum != W::ZERO {
                items.swap(gathered, start);
                items[gathered].1 = sum;
                gathered += 1;
            }
            start = end;
        }
        items.truncate(gathered);
        Ok(Self { items, total }.reduced())
    }

    /// In lowest terms.
    pub fn reduced(mut self) -> Self {
        let divisor = W::common(self.items.iter().map(|(_, weight)| *weight), self.total);
        if divisor != W::ONE {
            self.items.iter_mut().for_each(|(_, weight)| *weight = weight.over(divisor));
            self.total = self.total.over(divisor);
        }
        self
    }

    /// The results for all items.
    pub fn map<U: Ord>(&self, follows: impl Fn(&T) -> U) -> Result<Spread<U, W>, TooWide> {
        Spread::gathered(self.items.iter().map(|(item, weight)| (follows(item), *weight)).collect(), self.total)
    }
}

/// Spreads mixed with weights, under one total that grows as it has to.
#[derive(Debug)]
pub struct Mixture<T, W> {
    items: BTreeMap<T, W>,
    total: W,
}

impl<T: Ord + Clone, W: Weight> Mixture<T, W> {
    /// Nothing yet, of weights with this total.
    pub fn of(total: W) -> Self {
        Self { items: BTreeMap::new(), total }
    }

    /// A spread in place of something of this weight; `total` is that of the weights mixed with.
    pub fn add(&mut self, spread: &Spread<T, W>, weight: W, total: W) -> Result<(), TooWide> {
        // Ours is a multiple of `total`; what is added has `total` times its own.
        let theirs = total.times(spread.total).ok_or(TooWide)?;
        let (widen, factor) = W::widen(self.total, theirs).ok_or(TooWide)?;
        if widen != W::ONE {
            self.total = self.total.times(widen).ok_or(TooWide)?;
            for own in self.items.values_mut() {
                *own = own.times(widen).ok_or(TooWide)?;
            }
        }
        let weight = weight.times(factor).ok_or(TooWide)?;
        for (item, own) in &spread.items {
            let more = own.times(weight).ok_or(TooWide)?;
            match self.items.get_mut(item) {
                Some(sum) => *sum = sum.plus(more).ok_or(TooWide)?,
                None => drop(self.items.insert(item.clone(), more)),
            }
        }
        Ok(())
    }

    pub fn spread(self) -> Result<Spread<T, W>, TooWide> {
        Ok(Spread { items: self.items.into_iter().collect(), total: self.total }.reduced())
    }
}
