//! Where the boards of a beam come from.
//!
//! Every layer keeps for each of its boards the number of its parent in the layer before, and the way taken. Most
//! boards have no descendants after a few layers; from time to time they are forgotten, and only a thin stem is left.

/// So many layers are added before those without descendants are forgotten.
const BETWEEN_PRUNINGS: usize = 24;

/// A parent and the way taken from it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Link(u32);

impl Link {
    /// The most boards a layer can have.
    pub(super) const MOST: usize = 1 << 30;

    pub(super) fn new(parent: usize, way: u8) -> Link {
        Link((parent as u32) << 2 | u32::from(way))
    }

    pub(super) fn parent(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub(super) fn way(self) -> u8 {
        (self.0 & 3) as u8
    }
}

/// The links of all layers but the first, which is the start.
#[derive(Default)]
pub(super) struct BackPointers {
    layers: Vec<Vec<Link>>,
    since_pruning: usize,
}

impl BackPointers {
    /// Adds a layer. Gives how many bytes all of them keep now.
    pub(super) fn add(&mut self, links: Vec<Link>) -> u64 {
        self.layers.push(links);
        self.since_pruning += 1;
        if self.since_pruning == BETWEEN_PRUNINGS {
            self.since_pruning = 0;
            self.prune();
        }
        self.layers.iter().map(|layer| (layer.capacity() * size_of::<Link>()) as u64).sum()
    }

    /// Forgets what has no descendants in the last layer.
    fn prune(&mut self) {
        let Some(last) = self.layers.len().checked_sub(1) else { return };
        for index in (0..last).rev() {
            let (before, after) = self.layers.split_at_mut(index + 1);
            let (layer, children) = (&mut before[index], &mut after[0]);
            let mut names = vec![u32::MAX; layer.len()];
            children.iter().for_each(|link| names[link.parent()] = 0);
            let mut kept = Vec::new();
            for (name, &link) in names.iter_mut().zip(layer.iter()).filter(|(name, _)| **name == 0) {
                *name = kept.len() as u32;
                kept.push(link);
            }
            for link in children.iter_mut() {
                *link = Link::new(names[link.parent()] as usize, link.way());
            }
            kept.shrink_to_fit();
            *layer = kept;
        }
    }

    /// The ways from the start to a child of the last layer.
    pub(super) fn ways_to(&self, child: Link) -> Vec<u8> {
        let mut link = child;
        let mut ways = vec![link.way()];
        for layer in self.layers.iter().rev() {
            link = layer[link.parent()];
            ways.push(link.way());
        }
        ways.reverse();
        ways
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pruning_keeps_the_ways() {
        let mut pruned = BackPointers::default();
        let mut whole = BackPointers::default();
        // A layer of 60 in which board k comes from board 7k + 3 of the layer before.
        let layer = |size: usize, before: usize| -> Vec<Link> {
            (0..size).map(|board| Link::new((7 * board + 3) % before, (board % 4) as u8)).collect()
        };
        let mut before = 1;
        for _ in 0..20 {
            pruned.add(layer(60, before));
            whole.add(layer(60, before));
            pruned.prune();
            before = 60;
        }
        for child in 0..60 {
            let link = Link::new(child, 1);
            assert_eq!(pruned.ways_to(link), whole.ways_to(link));
        }
        assert!(
            pruned.layers[..10].iter().map(Vec::len).sum::<usize>()
                <= whole.layers[..10].iter().map(Vec::len).sum()
        );
    }
}
