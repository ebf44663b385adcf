//! A bucket queue for small integers: one stack for every pair of f and g.
//!
//! Pops the smallest f, ties broken by the largest g, then by the newest, one or several at a time. Entries are 4-byte
//! node numbers in blocks from one pool, so that growing never copies and at most one block per stack is partly empty.
//! The f and g of an entry are not stored: its stack determines them.

use super::monitor::Monitor;
use super::nodes::NodeId;
use crate::control::StopReason;

/// 62 entries and the header make a block of 256 bytes.
const BLOCK_ENTRIES: usize = 62;
const NO_BLOCK: u32 = u32::MAX;

struct Block {
    below: u32,
    used: u32,
    entries: [NodeId; BLOCK_ENTRIES],
}

/// The stacks of one f, by g.
#[derive(Default)]
struct Row {
    stacks: Vec<u32>,
    /// Stacks from this g on are empty.
    end: usize,
}

pub(super) struct BucketQueue {
    rows: Vec<Row>,
    /// Rows before this one are empty.
    first: usize,
    blocks: Vec<Block>,
    free: u32,
}

impl BucketQueue {
    pub(super) fn new() -> BucketQueue {
        BucketQueue { rows: Vec::new(), first: 0, blocks: Vec::new(), free: NO_BLOCK }
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        f: u64,
        g: u32,
        node: NodeId,
        monitor: &mut Monitor,
    ) -> Result<(), StopReason> {
        let (f, g) = (f as usize, g as usize);
        self.first = self.first.min(f);
        if self.rows.get(f).is_none_or(|row| g >= row.stacks.len()) {
            self.add_stack(f, g, monitor)?;
        }
        let row = &mut self.rows[f];
        row.end = row.end.max(g + 1);
        let top = row.stacks[g];
        let has_room =
            self.blocks.get(top as usize).is_some_and(|block| (block.used as usize) < BLOCK_ENTRIES);
        if !has_room {
            self.add_block(f, g, monitor)?;
        }
        let block = &mut self.blocks[self.rows[f].stacks[g] as usize];
        block.entries[block.used as usize] = node;
        block.used += 1;
        Ok(())
    }

    #[cold]
    fn add_stack(&mut self, f: usize, g: usize, monitor: &mut Monitor) -> Result<(), StopReason> {
        if f >= self.rows.len() {
            let more = f + 1 - self.rows.len();
            monitor.make_room(&mut self.rows, more)?;
            self.rows.resize_with(f + 1, Row::default);
        }
        let stacks = &mut self.rows[f].stacks;
        let more = g + 1 - stacks.len();
        monitor.make_room(stacks, more)?;
        stacks.resize(g + 1, NO_BLOCK);
        Ok(())
    }

    /// Adds an empty block on top of a stack.
    #[cold]
    fn add_block(&mut self, f: usize, g: usize, monitor: &mut Monitor) -> Result<(), StopReason> {
        let below = self.rows[f].stacks[g];
        let number = if self.free == NO_BLOCK {
            monitor.make_room(&mut self.blocks, 1)?;
            self.blocks.push(Block { below, used: 0, entries: [0; BLOCK_ENTRIES] });
            self.blocks.len() as u32 - 1
        } else {
            let number = self.free;
            let block = &mut self.blocks[number as usize];
            self.free = std::mem::replace(&mut block.below, below);
            number
        };
        self.rows[f].stacks[g] = number;
        Ok(())
    }

    /// Pops the newest entries of the next stack, as many as `nodes` has room for; returns their f, g and count.
    pub(super) fn pop(&mut self, nodes: &mut [NodeId]) -> Option<(u64, u32, usize)> {
        while let Some(row) = self.rows.get_mut(self.first) {
            while row.end > 0 {
                let g = row.end - 1;
                let stack = &mut row.stacks[g];
                let mut taken = 0;
                while taken < nodes.len() && *stack != NO_BLOCK {
                    let number = *stack;
                    let block = &mut self.blocks[number as usize];
                    block.used -= 1;
                    nodes[taken] = block.entries[block.used as usize];
                    taken += 1;
                    if block.used == 0 {
                        *stack = block.below;
                        block.below = self.free;
                        self.free = number;
                    }
                }
                if taken > 0 {
                    return Some((self.first as u64, g as u32, taken));
                }
                row.end = g;
            }
            self.first += 1;
        }
        None
    }
}
