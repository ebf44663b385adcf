//! Back-pointers from the boards of a beam to their parents.
//!
//! For each board, a layer keeps the index of its parent in the layer before and the step of the blank. Most boards
//! have no descendants after a few layers. They are removed from time to time, which leaves a thin tree.

/// The number of layers between two prunings.
const PRUNING_INTERVAL: usize = 24;

/// The index of a parent, and the code of the step from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct BackPointer(u32);

impl BackPointer {
    /// The most boards that a layer can have.
    pub(super) const MAX_PARENTS: usize = 1 << 30;

    pub(super) fn new(parent: usize, step: u8) -> BackPointer {
        BackPointer((parent as u32) << 2 | u32::from(step))
    }

    pub(super) fn parent(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub(super) fn step(self) -> u8 {
        (self.0 & 3) as u8
    }
}

/// The back-pointers of all layers except the first, which is the start.
#[derive(Default)]
pub(super) struct BackPointers {
    layers: Vec<Vec<BackPointer>>,
    since_pruning: usize,
}

impl BackPointers {
    /// Adds a layer. Returns the bytes of all layers.
    pub(super) fn add(&mut self, back_pointers: Vec<BackPointer>) -> u64 {
        self.layers.push(back_pointers);
        self.since_pruning += 1;
        if self.since_pruning == PRUNING_INTERVAL {
            self.since_pruning = 0;
            self.prune();
        }
        self.layers.iter().map(|layer| (layer.capacity() * size_of::<BackPointer>()) as u64).sum()
    }

    /// Removes the boards without descendants in the last layer.
    fn prune(&mut self) {
        let Some(last) = self.layers.len().checked_sub(1) else { return };
        for index in (0..last).rev() {
            let (before, after) = self.layers.split_at_mut(index + 1);
            let (layer, children) = (&mut before[index], &mut after[0]);
            let mut new_indices = vec![u32::MAX; layer.len()];
            children.iter().for_each(|pointer| new_indices[pointer.parent()] = 0);
            let mut kept = Vec::new();
            for (new_index, &pointer) in
                new_indices.iter_mut().zip(layer.iter()).filter(|(new_index, _)| **new_index == 0)
            {
                *new_index = kept.len() as u32;
                kept.push(pointer);
            }
            for pointer in children.iter_mut() {
                *pointer = BackPointer::new(new_indices[pointer.parent()] as usize, pointer.step());
            }
            kept.shrink_to_fit();
            *layer = kept;
        }
    }

    /// Returns the step codes from the start to a child of the last layer.
    pub(super) fn steps_to(&self, child: BackPointer) -> Vec<u8> {
        let mut pointer = child;
        let mut steps = vec![pointer.step()];
        for layer in self.layers.iter().rev() {
            pointer = layer[pointer.parent()];
            steps.push(pointer.step());
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pruning_keeps_the_steps() {
        let mut pruned = BackPointers::default();
        let mut whole = BackPointers::default();
        // A layer of 60 in which board k comes from board 7k + 3 of the layer before.
        let layer = |size: usize, before: usize| -> Vec<BackPointer> {
            (0..size).map(|board| BackPointer::new((7 * board + 3) % before, (board % 4) as u8)).collect()
        };
        let mut before = 1;
        for _ in 0..20 {
            pruned.add(layer(60, before));
            whole.add(layer(60, before));
            pruned.prune();
            before = 60;
        }
        for child in 0..60 {
            let pointer = BackPointer::new(child, 1);
            assert_eq!(pruned.steps_to(pointer), whole.steps_to(pointer));
        }
        assert!(
            pruned.layers[..10].iter().map(Vec::len).sum::<usize>()
                <= whole.layers[..10].iter().map(Vec::len).sum()
        );
    }
}
