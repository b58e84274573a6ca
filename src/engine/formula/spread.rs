//! Weighted items: distributions, and mixtures of them.

use super::weight::{Fits, TooWide, Weight};
use std::collections::BTreeMap;

/// Different items with their weights, in ascending order.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemWeights<T, W> {
    pub items: Vec<(T, W)>,
    pub total: W,
}

impl<T: Ord, W: Weight> ItemWeights<T, W> {
    /// A single item, which is certain.
    pub fn certain(item: T) -> Self {
        Self { items: vec![(item, W::ONE)], total: W::ONE }
    }

    /// Sorts the items, merges equal ones, removes those with weight 0, and reduces the weights to lowest terms.
    pub fn from_unsorted(items: Vec<(T, W)>, total: W) -> Fits<Self> {
        let mut items = items;
        items.sort_unstable_by(|one, other| one.0.cmp(&other.0));
        let (mut gathered, mut start) = (0, 0);
        while start < items.len() {
            let end = start + items[start..].iter().take_while(|(item, _)| *item == items[start].0).count();
            let sum = W::sum(items[start..end].iter().map(|(_, weight)| *weight))?;
            if sum != W::ZERO {
                items.swap(gathered, start);
                items[gathered].1 = sum;
                gathered += 1;
            }
            start = end;
        }
        items.truncate(gathered);
        Ok(Self { items, total }.reduce_weights())
    }

    /// Reduces the weights to lowest terms.
    pub fn reduce_weights(mut self) -> Self {
        let divisor = W::common_divisor(self.items.iter().map(|(_, weight)| *weight), self.total);
        if divisor != W::ONE {
            self.items.iter_mut().for_each(|(_, weight)| *weight = weight.divided_by(divisor));
            self.total = self.total.divided_by(divisor);
        }
        self
    }

    /// The distribution of `follows(item)`.
    pub fn map<U: Ord>(&self, follows: impl Fn(&T) -> U) -> Fits<ItemWeights<U, W>> {
        ItemWeights::from_unsorted(
            self.items.iter().map(|(item, weight)| (follows(item), *weight)).collect(),
            self.total,
        )
    }

    /// The distribution of `gives(item, other_item)` for independent items of the two distributions.
    pub fn combine<U, V: Ord, E: From<TooWide>>(
        &self,
        other: &ItemWeights<U, W>,
        gives: impl Fn(&T, &U) -> Result<V, E>,
    ) -> Result<ItemWeights<V, W>, E> {
        let mut items = Vec::with_capacity(self.items.len() * other.items.len());
        for (one, weight) in &self.items {
            for (more, also) in &other.items {
                items.push((gives(one, more)?, weight.times(*also)?));
            }
        }
        Ok(ItemWeights::from_unsorted(items, self.total.times(other.total)?)?)
    }
}

impl<T, W> ItemWeights<T, W> {
    /// Replaces each item by `form(item)`. `form` must be strictly increasing, so that the items stay sorted and
    /// different.
    pub fn map_in_order<U>(self, form: impl Fn(T) -> U) -> ItemWeights<U, W> {
        ItemWeights {
            items: self.items.into_iter().map(|(item, weight)| (form(item), weight)).collect(),
            total: self.total,
        }
    }
}

/// A weighted mixture of distributions, which are added one by one. The total of its weights grows as needed.
#[derive(Debug)]
pub struct MixtureBuilder<T, W> {
    items: BTreeMap<T, W>,
    total: W,
}

impl<T: Ord + Clone, W: Weight> MixtureBuilder<T, W> {
    /// An empty mixture. `total` is the total of the weights of all distributions that will be added.
    pub fn new(total: W) -> Self {
        Self { items: BTreeMap::new(), total }
    }

    /// Adds a distribution with the weight `weight` out of `total`.
    pub fn add(&mut self, spread: &ItemWeights<T, W>, weight: W, total: W) -> Fits<()> {
        // The total of the mixture is a multiple of `total`. The new weights are out of `total` times the spread's own
        // total.
        let theirs = total.times(spread.total)?;
        let (widen, factor) = W::common_total_factors(self.total, theirs)?;
        if widen != W::ONE {
            self.total = self.total.times(widen)?;
            for own in self.items.values_mut() {
                *own = own.times(widen)?;
            }
        }
        let weight = weight.times(factor)?;
        for (item, own) in &spread.items {
            let more = own.times(weight)?;
            match self.items.get_mut(item) {
                Some(sum) => *sum = sum.plus(more)?,
                None => drop(self.items.insert(item.clone(), more)),
            }
        }
        Ok(())
    }

    /// The finished mixture.
    pub fn finish(self) -> Fits<ItemWeights<T, W>> {
        Ok(ItemWeights { items: self.items.into_iter().collect(), total: self.total }.reduce_weights())
    }
}
