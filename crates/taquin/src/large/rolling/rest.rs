//! What a beam leaves to others: a block that a beam with learned weights solves, where there is room for its tables, and
//! the few cells that a plain search solves otherwise.

use super::lines::{Line, lines};
use super::scene::{STEPS, Scene};
use crate::control::{Control, StopReason};
use crate::large::beam::{Beam, Width};
use crate::large::block::block;
use crate::large::construct::construct;
use crate::moves::Moves;
use crate::size::Size;
use crate::space::Workers;
use crate::task::Task;

/// The sides of the block, with and without tables.
const BLOCK: usize = 6;
const SMALL_BLOCK: usize = 3;

/// The widths of the beam for the block.
const NARROWEST: usize = 500;
const WIDEST: usize = 4000;

pub(super) struct Rest {
    /// The lines around the block.
    pub(super) lines: Vec<Line>,
    block: Option<Block>,
}

struct Block {
    size: Size,
    cells: Vec<usize>,
    residents: Vec<u16>,
    beam: Beam,
}

impl Rest {
    /// The most bytes that a block with tables takes.
    pub(super) fn bytes(size: Size) -> u64 {
        let sides = [size.rows(), size.cols()].map(|side| side.min(BLOCK));
        // Boards and links of the beam take less than 200 bytes each.
        Size::new(sides[0], sides[1]).map_or(0, Beam::table_bytes) + (WIDEST * 400) as u64
    }

    /// Prepares the block.
    pub(super) fn new(task: &Task, has_room: bool, control: &Control) -> Result<Rest, StopReason> {
        let scene = Scene::new(task);
        let around = |side: usize| lines(task.size(), scene.home(0), side);
        if has_room {
            let lines = around(BLOCK);
            if let Some(block) = Block::new(&scene, &lines, control).transpose()? {
                return Ok(Rest { lines, block: Some(block) });
            }
        }
        Ok(Rest { lines: around(SMALL_BLOCK), block: None })
    }

    /// The whole solution, from the steps that led to a scene. If there is no time for the block, it is constructed.
    pub(super) fn finish(
        &self,
        task: &Task,
        scene: Scene,
        steps: Vec<u8>,
        width: usize,
        control: &Control,
    ) -> Moves {
        let mut moves: Moves = steps.iter().map(|&step| STEPS[usize::from(step)].of_blank()).collect();
        let Some(mut board) = scene.board() else { return construct(task) };
        if let Some(last) = self.block.as_ref().and_then(|block| block.solve(&scene, width, control)) {
            moves = moves.then(&last);
            last.iter().for_each(|direction| {
                board.slide_in_place(direction);
            });
        }
        // If the beam left more than a block, or the block is not solved.
        match Task::new(board, task.goal().clone()) {
            Ok(rest) => moves.then(&construct(&rest)).simplified(),
            Err(_) => construct(task),
        }
    }
}

impl Block {
    fn new(scene: &Scene, lines: &[Line], control: &Control) -> Option<Result<Block, StopReason>> {
        let mut is_left = vec![true; scene.tiles.len()];
        lines.iter().flat_map(|line| &line.cells).for_each(|&cell| is_left[usize::from(cell)] = false);
        let cells: Vec<usize> = (0..is_left.len()).filter(|&cell| is_left[cell]).collect();
        let (first, last) = (scene.spots[*cells.first()?], scene.spots[*cells.last()?]);
        let size = Size::new((last[0] - first[0] + 1).into(), (last[1] - first[1] + 1).into()).ok()?;
        let solved = block(size, &cells, &scene.residents, &scene.residents)?;
        let beam = Beam::prepared(solved.goal(), Workers::ONE, control)?;
        Some(beam.map(|beam| Block { size, cells, residents: scene.residents.clone(), beam }))
    }

    /// The moves within the block, if everything around it is done.
    fn solve(&self, scene: &Scene, width: usize, control: &Control) -> Option<Moves> {
        let task = block(self.size, &self.cells, &self.residents, &scene.tiles)?;
        let width = Width::Boards(width.clamp(NARROWEST, WIDEST));
        let found = self.beam.search(task.start(), width, None, Workers::ONE, control);
        found.moves.filter(|moves| moves.apply(task.start()).is_ok_and(|board| board == *task.goal().board()))
    }
}
