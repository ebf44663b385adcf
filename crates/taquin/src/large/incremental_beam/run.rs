//! One run of the incremental beam, from the start to the goal.

use super::beam_tree::BeamTree;
use super::endgame::Endgame;
use super::global_phase::GlobalPhase;
use super::line_phase::LinePhase;
use super::node_counter::NodeCounter;
use super::pace::{Pace, WidthPlan};
use super::parameters::{LineParameters, Parameters};
use crate::control::{Control, StopReason};
use crate::large::mutable_board::MutableBoard;
use crate::moves::Moves;
use crate::task::Task;

/// After this many moves without a completed cell, the priority of the next tiles is raised.
const PATIENCE: u32 = 40;

/// After this many raises the line phase gives up, and the endgame solves the rest.
const MAX_RAISES: u32 = 50;

/// The least width of the line phase, in which narrower beams get stuck. The global phase makes most of the moves.
pub(super) const MIN_LINE_WIDTH: usize = 100;

/// After this many moves of the line phase the width is adapted.
const LINE_STRETCH: usize = 50;

/// Runs one beam. `control` is for the endgame, whose few nodes are not counted, and for the clock.
pub(super) fn run(
    task: &Task,
    plan: WidthPlan,
    parameters: &Parameters,
    endgame: &Endgame,
    control: &Control,
    counter: &mut NodeCounter,
) -> Result<Moves, StopReason> {
    counter.poll()?;
    let mut pace = Pace::new(plan, MIN_LINE_WIDTH, control);
    let mut tree = BeamTree::new(MutableBoard::new(task), plan.max(), pace.width());
    global_phase(&mut tree, parameters, &mut pace, counter)?;
    let width = pace.width();
    let phase = LinePhase::new(&tree.board, &endgame.lines, parameters.line);
    let distance = tree.board.total_distance() as f64 / tree.board.tiles.len() as f64;
    let mut tree = BeamTree::resume(tree, pace.max_width(), pace.begin_lines(distance));
    line_phase(&mut tree, phase, parameters.line, &mut pace, counter)?;
    Ok(endgame.finish(task, &tree.board, &tree.committed, width, control))
}

/// Brings all tiles nearer to their homes, as long as the gain is worth the moves.
fn global_phase(
    tree: &mut BeamTree,
    parameters: &Parameters,
    pace: &mut Pace,
    counter: &mut NodeCounter,
) -> Result<(), StopReason> {
    let mut phase = GlobalPhase::new(&tree.board, pace.width(), parameters.exponent);
    let cells = tree.board.tiles.len();
    let is_near = |distance: u64| (distance as f64) < parameters.near * cells as f64;
    let stretch = (cells / 2).max(50);
    let mut distance = tree.board.total_distance();
    let (mut counted, mut blank) = (0, tree.board.blank());
    let mut is_worthwhile = !is_near(distance);
    while is_worthwhile {
        for _ in 0..stretch {
            counter.add(tree.len())?;
            pace.count(tree.len());
            if !tree.advance(&phase) {
                break;
            }
            for &step in &tree.committed[counted..] {
                blank = tree.board.neighbour(blank, step).unwrap_or(blank);
                phase.visit(blank);
            }
            counted = tree.committed.len();
        }
        let now = tree.total_distance();
        let gain = (distance as f64 - now as f64) / stretch as f64;
        is_worthwhile = (gain >= parameters.min_gain || !is_near(now)) && phase.adapt(&tree.board, gain);
        distance = now;
        let width = pace.adapt_globally(now, cells);
        tree.set_width(width);
        phase.set_width(width);
        is_worthwhile &= !pace.is_late();
    }
    tree.keep_best(0);
    Ok(())
}

/// Completes the lines, or as many as the beam can.
fn line_phase(
    tree: &mut BeamTree,
    mut phase: LinePhase,
    parameters: LineParameters,
    pace: &mut Pace,
    counter: &mut NodeCounter,
) -> Result<(), StopReason> {
    let mut completed = phase.completed(&tree.board, 0);
    tree.begin_phase(completed);
    let (mut moves_since, mut raises) = (0, 0);
    let mut moves = 0;
    while completed < phase.cells() && raises < MAX_RAISES {
        counter.add(tree.len())?;
        pace.count(tree.len());
        moves += 1;
        if moves % LINE_STRETCH == 0 {
            if pace.is_late() {
                break;
            }
            tree.set_width(pace.adapt_on_lines((phase.cells() - completed) as usize));
        }
        if !tree.advance(&phase) {
            break;
        }
        let most = tree.most_completed();
        moves_since += 1;
        if most > completed {
            if raises > 0 {
                // At normal priority, states with fewer completed cells would look better.
                tree.keep_best(most);
                phase.reset_priority(parameters);
            }
            (completed, moves_since, raises) = (most, 0, 0);
        } else if moves_since == PATIENCE {
            (moves_since, raises) = (0, raises + 1);
            phase.raise_priority();
        }
    }
    tree.keep_best(completed);
    Ok(())
}
