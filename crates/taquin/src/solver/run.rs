//! The hinge: chooses the kernel for a layout and a heuristic, once per solve.
//!
//! Two nested matches, layout × heuristic. Behind them everything is monomorphic; nothing before them is generic.

use super::Enumeration;
use super::method::{Algorithm, Method};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::goal::Goal;
use crate::grid::{Flat, Grid, Layout, Packed16, Packed25};
use crate::heuristic::{
    Hamming, Heuristic, HeuristicKind, LinearConflict, Manhattan, Max, WalkingDistance, Zero,
};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::search::{self, Limits, Observer, Outcome, Policies, Root, Weight};
use std::ops::ControlFlow;

/// A method for a start and a goal of the same size.
pub(super) struct Job<'a> {
    pub(super) method: &'a Method,
    pub(super) start: &'a Board,
    pub(super) goal: &'a Goal,
}

/// Runs the search of a job.
pub(super) fn run(job: &Job, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    let run = match Layout::of(job.start.size().cells()) {
        Layout::Packed16 => with_layout::<Packed16>,
        Layout::Packed25 => with_layout::<Packed25>,
        Layout::Flat => with_layout::<Flat>,
    };
    run(job, limits, observer)
}

fn with_layout<G: Grid>(job: &Job, limits: &Limits, observer: &mut dyn Observer) -> Outcome {
    let Job { method, start, goal } = *job;
    let geometry = Geometry::new(start.size(), method.order);
    let root = Root::<G>::new(start, goal.board(), &geometry);
    if method.metric == Metric::Multi {
        let walking = WalkingDistance::new(goal, Metric::Multi);
        return search::ida_star_multi(&root, method.order, &walking, limits, observer);
    }
    match method.algorithm {
        Algorithm::BreadthFirst => return search::breadth_first(&root, limits, observer),
        Algorithm::DepthFirst => return search::depth_first(&root, limits, observer),
        Algorithm::IterativeDeepening => return search::iterative_deepening(&root, limits, observer),
        Algorithm::Bidirectional => return search::bidirectional(&root, limits, observer),
        Algorithm::AStar
        | Algorithm::WeightedAStar
        | Algorithm::Greedy
        | Algorithm::IdaStar
        | Algorithm::Lockstep => {}
    }
    match method.heuristic.as_ref().map_or(&[][..], |heuristic| heuristic.kinds()) {
        [] | [HeuristicKind::Zero] => informed(job, &root, &Zero, limits, observer),
        [HeuristicKind::Hamming] => informed(job, &root, &Hamming::new(goal), limits, observer),
        [HeuristicKind::Manhattan] => informed(job, &root, &Manhattan::new(goal), limits, observer),
        [HeuristicKind::LinearConflict] => informed(job, &root, &LinearConflict::new(goal), limits, observer),
        [HeuristicKind::WalkingDistance] => {
            informed(job, &root, &WalkingDistance::new(goal, Metric::Single), limits, observer)
        }
        several => informed(job, &root, &Max::new(several, goal), limits, observer),
    }
}

fn informed<G: Grid, H: Heuristic>(
    job: &Job,
    root: &Root<G>,
    heuristic: &H,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    let Method { algorithm, weight, duplicates, ties, .. } = *job.method;
    let policies = Policies { duplicates: duplicates.unwrap_or_default(), ties: ties.unwrap_or_default() };
    match algorithm {
        Algorithm::IdaStar => search::ida_star(root, heuristic, limits, observer),
        Algorithm::Greedy => search::greedy(root, heuristic, policies, limits, observer),
        Algorithm::WeightedAStar => {
            let weight = weight.unwrap_or(Weight::ONE);
            search::weighted_a_star(root, heuristic, weight, policies, limits, observer)
        }
        Algorithm::Lockstep => {
            let twin = job.start.twin().map(|twin| Root { start: G::load(&twin), ..root.clone() });
            search::lockstep(root, twin.as_ref(), heuristic, policies, limits, observer)
        }
        _ => search::a_star(root, heuristic, policies, limits, observer),
    }
}

type OnSolution<'a> = &'a mut dyn FnMut(Moves) -> ControlFlow<()>;

/// Gives every solution within the bound.
pub(super) fn enumerate(
    enumeration: &Enumeration,
    limits: &Limits,
    observer: &mut dyn Observer,
    on_solution: OnSolution,
) -> Outcome {
    let run = match Layout::of(enumeration.start.size().cells()) {
        Layout::Packed16 => enumerate_with_layout::<Packed16>,
        Layout::Packed25 => enumerate_with_layout::<Packed25>,
        Layout::Flat => enumerate_with_layout::<Flat>,
    };
    run(enumeration, limits, observer, on_solution)
}

fn enumerate_with_layout<G: Grid>(
    enumeration: &Enumeration,
    limits: &Limits,
    observer: &mut dyn Observer,
    on_solution: OnSolution,
) -> Outcome {
    let Enumeration { start, goal, order, bound } = *enumeration;
    let geometry = Geometry::new(start.size(), order);
    let root = Root::<G>::new(start, goal.board(), &geometry);
    search::enumerate(&root, &Manhattan::new(goal), bound, limits, observer, on_solution)
}
