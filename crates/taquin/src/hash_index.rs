//! A hash table from hashes to the indices of items that are stored elsewhere, with open addressing.

/// Finds items that are stored elsewhere by their hash. At most half of the slots are used.
#[derive(Clone, Debug, Default)]
pub(crate) struct HashIndex {
    /// The index of an item plus one, or 0 for an empty slot.
    slots: Vec<u32>,
    /// Shifts the upper bits of a hash down to a slot number.
    shift: u32,
}

impl HashIndex {
    /// Clears the table and resizes it for a number of items.
    pub(crate) fn clear(&mut self, items: usize) {
        let slots = HashIndex::slots(items);
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.shift = u64::BITS - slots.ilog2();
    }

    /// Returns the memory for a number of items in bytes.
    pub(crate) fn bytes(items: usize) -> u64 {
        (HashIndex::slots(items) * size_of::<u32>()) as u64
    }

    fn slots(items: usize) -> usize {
        (2 * items).next_power_of_two().max(2)
    }

    /// Returns true if an item with this hash is known for which `is_same` holds; otherwise records `item`.
    #[inline]
    pub(crate) fn find_or_add(&mut self, hash: u64, item: u32, is_same: impl Fn(u32) -> bool) -> bool {
        let mut slot = (hash >> self.shift) as usize;
        while self.slots[slot] != 0 {
            if is_same(self.slots[slot] - 1) {
                return true;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot] = item + 1;
        false
    }
}
