//! A queue for small whole numbers: one stack for every pair of f and g.
//!
//! Pops the smallest f, of these the largest g, of these the newest. Entries are 4-byte node numbers in blocks
//! from one pool, so that growing never copies and at most one block a stack is partly empty. Neither f nor g of an
//! entry is stored: they are where it lies.

use super::limits::StopReason;
use super::monitor::Monitor;
use super::nodes::NodeId;

/// 62 entries make a block of 256 bytes.
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
    /// No stack from here on has entries.
    end: usize,
}

pub(super) struct BucketQueue {
    rows: Vec<Row>,
    /// No row before this one has entries.
    first: usize,
    blocks: Vec<Block>,
    free: u32,
}

impl BucketQueue {
    pub(super) fn new() -> BucketQueue {
        BucketQueue { rows: Vec::new(), first: 0, blocks: Vec::new(), free: NO_BLOCK }
    }

    pub(super) fn push(
        &mut self,
        f: u64,
        g: u32,
        node: NodeId,
        monitor: &mut Monitor,
    ) -> Result<(), StopReason> {
        let (f, g) = (f as usize, g as usize);
        if f >= self.rows.len() {
            let more = f + 1 - self.rows.len();
            monitor.make_room(&mut self.rows, more)?;
            self.rows.resize_with(f + 1, Row::default);
        }
        let row = &mut self.rows[f];
        if g >= row.stacks.len() {
            let more = g + 1 - row.stacks.len();
            monitor.make_room(&mut row.stacks, more)?;
            row.stacks.resize(g + 1, NO_BLOCK);
        }
        row.end = row.end.max(g + 1);
        self.first = self.first.min(f);
        let top = row.stacks[g];
        let has_room =
            self.blocks.get(top as usize).is_some_and(|block| (block.used as usize) < BLOCK_ENTRIES);
        let block = if has_room { top } else { self.new_block(top, monitor)? };
        self.rows[f].stacks[g] = block;
        let block = &mut self.blocks[block as usize];
        block.entries[block.used as usize] = node;
        block.used += 1;
        Ok(())
    }

    fn new_block(&mut self, below: u32, monitor: &mut Monitor) -> Result<u32, StopReason> {
        if self.free != NO_BLOCK {
            let number = self.free;
            let block = &mut self.blocks[number as usize];
            self.free = block.below;
            block.below = below;
            return Ok(number);
        }
        monitor.make_room(&mut self.blocks, 1)?;
        self.blocks.push(Block { below, used: 0, entries: [0; BLOCK_ENTRIES] });
        Ok(self.blocks.len() as u32 - 1)
    }

    pub(super) fn pop(&mut self) -> Option<(u64, u32, NodeId)> {
        while let Some(row) = self.rows.get_mut(self.first) {
            while row.end > 0 {
                let g = row.end - 1;
                let number = row.stacks[g];
                if number == NO_BLOCK {
                    row.end = g;
                    continue;
                }
                let block = &mut self.blocks[number as usize];
                block.used -= 1;
                let node = block.entries[block.used as usize];
                if block.used == 0 {
                    row.stacks[g] = block.below;
                    block.below = self.free;
                    self.free = number;
                }
                return Some((self.first as u64, g as u32, node));
            }
            self.first += 1;
        }
        None
    }
}
