//! The end of a run: a beam with learned weights solves a block of up to 6x6 cells. If there is no memory for its tables,
//! the lines continue down to 3x3 cells, which A* solves.

use super::lines::{Line, lines};
use crate::control::{Control, StopReason};
use crate::direction::Direction;
use crate::large::beam::{Beam, BeamWidth, Models};
use crate::large::construct::construct;
use crate::large::mutable_board::MutableBoard;
use crate::large::subtask::subtask;
use crate::moves::Moves;
use crate::size::Size;
use crate::space::Workers;
use crate::task::Task;

/// The sides of the last block, with and without a beam for it.
const BEAM_SIDE: usize = 6;
const SEARCHED_SIDE: usize = 3;

/// The least and the largest width of the beam for the block.
const MIN_WIDTH: usize = 500;
const MAX_WIDTH: usize = 4000;

pub(super) struct Endgame {
    /// The lines around the block.
    pub(super) lines: Vec<Line>,
    block: Option<Block>,
}

struct Block {
    size: Size,
    cells: Vec<usize>,
    goal_tiles: Vec<u16>,
    beam: Beam,
}

impl Endgame {
    /// Returns the most bytes that a beam for the block takes.
    pub(super) fn bytes(size: Size) -> u64 {
        let sides = [size.rows(), size.cols()].map(|side| side.min(BEAM_SIDE));
        // Boards and back-pointers of the beam take less than 200 bytes each.
        Size::new(sides[0], sides[1]).map_or(0, Beam::table_bytes) + (MAX_WIDTH * 400) as u64
    }

    /// Builds the tables of the block's beam if there is room for them.
    pub(super) fn new(
        task: &Task,
        has_room: bool,
        models: &Models,
        control: &Control,
    ) -> Result<Endgame, StopReason> {
        let board = MutableBoard::new(task);
        let lines_around = |side: usize| lines(task.size(), board.home(0), side);
        if has_room {
            let lines = lines_around(BEAM_SIDE);
            if let Some(block) = Block::new(&board, &lines, models, control).transpose()? {
                return Ok(Endgame { lines, block: Some(block) });
            }
        }
        Ok(Endgame { lines: lines_around(SEARCHED_SIDE), block: None })
    }

    /// Completes a solution, given the steps of the blank that led to a board. If there is no time for the beam, the rest
    /// is constructed.
    pub(super) fn finish(
        &self,
        task: &Task,
        board: &MutableBoard,
        steps: &[Direction],
        width: usize,
        control: &Control,
    ) -> Moves {
        let mut moves: Moves = steps.iter().map(|step| step.of_blank()).collect();
        let Some(mut end) = board.board() else { return construct(task) };
        if let Some(last) = self.block.as_ref().and_then(|block| block.solve(board, width, control)) {
            moves = moves.then(&last);
            last.iter().for_each(|direction| {
                end.slide_in_place(direction);
            });
        }
        // The line phase may have given up, and the beam may have failed.
        match Task::new(end, task.goal().clone()) {
            Ok(unsolved) => moves.then(&construct(&unsolved)).simplified(),
            Err(_) => construct(task),
        }
    }
}

impl Block {
    fn new(
        board: &MutableBoard,
        lines: &[Line],
        models: &Models,
        control: &Control,
    ) -> Option<Result<Block, StopReason>> {
        let mut is_inside = vec![true; board.tiles.len()];
        lines.iter().flat_map(|line| &line.cells).for_each(|&cell| is_inside[usize::from(cell)] = false);
        let cells: Vec<usize> = (0..is_inside.len()).filter(|&cell| is_inside[cell]).collect();
        let (first, last) = (board.coordinates[*cells.first()?], board.coordinates[*cells.last()?]);
        let size = Size::new((last[0] - first[0] + 1).into(), (last[1] - first[1] + 1).into()).ok()?;
        let solved = subtask(size, &cells, &board.goal_tiles, &board.goal_tiles)?;
        let beam = Beam::prepared(solved.goal(), models, Workers::ONE, control)?;
        Some(beam.map(|beam| Block { size, cells, goal_tiles: board.goal_tiles.clone(), beam }))
    }

    /// Returns the moves within the block, if everything around it is solved and the beam finds a solution.
    fn solve(&self, board: &MutableBoard, width: usize, control: &Control) -> Option<Moves> {
        let task = subtask(self.size, &self.cells, &self.goal_tiles, &board.tiles)?;
        let width = BeamWidth::Fixed(width.clamp(MIN_WIDTH, MAX_WIDTH));
        let found = self.beam.search(task.start(), width, None, Workers::ONE, control);
        found.moves.filter(|moves| moves.apply(task.start()).is_ok_and(|board| board == *task.goal().board()))
    }
}
