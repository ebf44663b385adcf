//! Every way to a shortest solution gives the same length: 1,000 random 4x4 boards by every method, with every number
//! of threads, in every layout of the board, turned, mirrored and backwards. Every answer is replayed. Prints a line
//! for each way and fails at the first length that differs. `cargo xtask agree` keeps the output; with `--quick` there
//! are 20 boards.

use std::fmt;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use taquin::Workers;
use taquin::control::{Budget, Control};
use taquin::heuristic::{PatternTable, Patterns};
use taquin::internals::geometry::Geometry;
use taquin::internals::grid::{Flat, Grid, Packed16, Packed25};
use taquin::internals::kernel::Root;
use taquin::internals::kernel::ida_star_parallel;
use taquin::proof::{Verified, verify};
use taquin::scramble::Scrambler;
use taquin::solver::{Algorithm, MethodOption, MethodOptions, Solver};
use taquin::tables::Partition;
use taquin::{Board, Cell, Goal, Metric, Order, Puzzle, Size, Task};

const BOARDS: usize = 1_000;
const SEED: u64 = 1_000;

/// A* and its like keep less than this.
const MEMORY: u64 = 1 << 30;

/// Boards of more moves are too far away for a search without an estimate.
const BLIND: usize = 38;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => BOARDS,
        ["--quick"] => 20,
        _ => {
            eprintln!("usage: agreement [--quick]");
            return ExitCode::from(2);
        }
    };
    match agree(count) {
        Ok(()) => {
            println!("# all lengths agree");
            ExitCode::SUCCESS
        }
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The lengths by the first way, then all others.
fn agree(count: usize) -> Result<(), String> {
    let size = Size::square(4).expect("4x4 is a size");
    let solver = &Solver::new();
    let goal = Goal::rows(size);
    println!("# {count} random 4x4 boards, seed {SEED}, generator {}", Scrambler::GENERATOR);
    println!("# Nodes are those generated; on several threads they depend on timing.");
    println!("#");
    println!("# {:<62}{:>6}{:>7}{:>13}  different", "", "boards", "moves", "nodes");
    let boards = random(&goal, count);
    let first = format!("goal {}, the reference: 7-8, one thread, u64, plain", named(&goal));
    let reference = Way { name: &first, at_once: Workers::all() };
    let estimate = patterns(solver, &goal, &["7-8"]);
    let geometry = solver.tables().geometry(size, Order::default(), 2);
    let sample = reference.measure(boards, |task| kernel::<Packed16>(&estimate, &geometry, 1, task))?;
    kernels(solver, &sample)?;
    facade(solver, &sample)?;
    views(solver, &sample)?;
    textbooks(solver, &sample)?;
    let spiral = Goal::spiral(size);
    let boards = random(&spiral, count.div_ceil(4));
    let first = format!("goal {}, the reference: patterns 7-8", named(&spiral));
    let reference = Way { name: &first, at_once: Workers::all() };
    let sample = reference.measure(boards, |task| asked(solver, 1, task, &of_patterns(task, &["7-8"])))?;
    facade(solver, &sample)?;
    views(solver, &sample)?;
    pushes(solver, &goal, count.div_ceil(100))
}

fn random(goal: &Goal, count: usize) -> Vec<Task> {
    let mut scrambler = Scrambler::seeded(SEED);
    (0..count).map(|_| task(scrambler.solvable(goal), goal.clone())).collect()
}

fn task(start: Board, goal: Goal) -> Task {
    Task::new(start, goal).expect("a solvable board")
}

/// The search itself with all partitions, layouts, numbers of threads, with and without duplicate pruning.
fn kernels(solver: &Solver, sample: &Sample) -> Result<(), String> {
    type Kernel = fn(&Patterns<4, 4>, &Geometry, usize, &Task) -> Found;
    let layouts: [(&str, Kernel); 3] =
        [("u64", kernel::<Packed16>), ("u128", kernel::<Packed25>), ("slice", kernel::<Flat>)];
    let goal = sample.goal();
    for names in [&["5-5-5"][..], &["6-6-3"], &["7-8"], &["8-7"], &["7-8", "8-7"]] {
        let estimate = patterns(solver, goal, names);
        // The small tables take many times the nodes: all boards in the way they are used, some in the others.
        let is_small = matches!(names, ["5-5-5" | "6-6-3"]);
        for (layout, kernel) in layouts {
            for threads in 1..=3 {
                for fsm_depth in [2, 12] {
                    let all = !is_small || layout == "u64" && threads < 3;
                    let sample = if all { sample } else { &sample.every(10) };
                    let geometry = solver.tables().geometry(goal.size(), Order::default(), fsm_depth);
                    let names = names.join("+");
                    let pruned = if fsm_depth > 2 { "pruned" } else { "plain" };
                    let name = format!("IDA*, {names}, threads {threads}, {layout}, {pruned}");
                    let at_once = if threads == 1 { Workers::all() } else { Workers::ONE };
                    let way = Way { name: &name, at_once };
                    way.check(sample, |task| kernel(&estimate, &geometry, threads, task))?;
                }
            }
        }
    }
    Ok(())
}

fn kernel<G: Grid>(estimate: &Patterns<4, 4>, geometry: &Geometry, threads: usize, task: &Task) -> Found {
    let root = Root::<G>::new(task.start(), task.goal().board(), geometry);
    let workers = Workers::new(threads);
    let outcome = ida_star_parallel(&root, estimate, 0, workers, &Control::new());
    let Some(moves) = outcome.moves else { return Found::nothing(outcome.stopped) };
    let verified = verify(task, moves, Metric::Single, outcome.lower_bound);
    Found::new(&verified.expect("the replay reaches the goal"), outcome.stats.generated)
}

fn patterns(solver: &Solver, goal: &Goal, names: &[&str]) -> Patterns<4, 4> {
    let tables = partitions(goal, names).into_iter().map(|partition| {
        let build = |pattern| solver.tables().pattern(pattern, &Control::new()).expect("not cancelled");
        partition.patterns().iter().map(build).collect::<Vec<Arc<PatternTable>>>()
    });
    Patterns::new(goal, tables.collect())
}

fn partitions(goal: &Goal, names: &[&str]) -> Vec<Partition> {
    names.iter().map(|name| Partition::named(goal, name, &[]).expect("in the catalogue")).collect()
}

/// What the program does: named partitions, and all that the planner makes of one board and of many.
fn facade(solver: &Solver, sample: &Sample) -> Result<(), String> {
    let goal = named(sample.goal());
    for partition in Partition::all(sample.goal()) {
        let names = [partition.name()];
        let name = format!("goal {goal}, patterns {}", names[0]);
        Way { name: &name, at_once: Workers::all() }
            .check(sample, |task| asked(solver, 1, task, &of_patterns(task, &names)))?;
    }
    let auto = MethodOptions::default();
    let name = format!("goal {goal}, the planner, many boards");
    Way { name: &name, at_once: Workers::all() }.check(sample, |task| {
        let many = solver.to_builder().expected_boards(BOARDS as u64).search_threads(1);
        Found::by(&many.build().expect("valid options"), task)
    })?;
    for threads in [1, 2] {
        let name = format!("goal {goal}, the planner, one board, threads {threads}");
        Way { name: &name, at_once: Workers::ONE }
            .check(sample, |task| asked(solver, threads, task, &auto))?;
        let name = format!("goal {goal}, the planner without tables, one board, threads {threads}");
        Way { name: &name, at_once: Workers::ONE }.check(&sample.every(10), |task| {
            let empty = Solver::builder().threads(threads).build().expect("valid options");
            asked(&empty, threads, task, &auto)
        })?;
    }
    Ok(())
}

fn of_patterns(task: &Task, names: &[&str]) -> MethodOptions {
    let mut options = MethodOptions::default();
    options.patterns = partitions(task.goal(), names);
    options
}

/// One board, on this many threads.
fn asked(solver: &Solver, threads: usize, task: &Task, options: &MethodOptions) -> Found {
    let one = solver.to_builder().expected_boards(1).search_threads(threads);
    Found::by(&one.options(options.clone()).build().expect("valid options"), task)
}

type View = fn(&Task) -> Task;
const VIEWS: [(&str, View); 3] = [("mirrored", mirrored), ("turned", turned), ("back", back)];

/// The same puzzles seen otherwise: mirrored, turned by 180 degrees, and from the goal to the start.
fn views(solver: &Solver, sample: &Sample) -> Result<(), String> {
    for (view, seen) in VIEWS {
        let name = format!("goal {}, {view}, patterns 7-8", named(sample.goal()));
        Way { name: &name, at_once: Workers::all() }.check(sample, |task| {
            let task = seen(task);
            asked(solver, 1, &task, &of_patterns(&task, &["7-8"]))
        })?;
    }
    Ok(())
}

fn mirrored(task: &Task) -> Task {
    let size = task.size();
    let across = |cell: Cell| size.col(cell) * size.cols() + size.row(cell);
    // Of the board in rows this is the board in rows; of others, the mirror image.
    let rows = task.goal().name() == Some("rows");
    let goal = if rows { task.goal().clone() } else { moved(task.goal(), across) };
    seen(task, goal, across)
}

fn turned(task: &Task) -> Task {
    let round = |cell: Cell| task.size().cells() - 1 - cell.index();
    let rows = task.goal().name() == Some("rows");
    let goal = if rows { Goal::blank_first(task.size()) } else { moved(task.goal(), round) };
    seen(task, goal, round)
}

/// Start and goal change places; the blank is at home wherever the start has it.
fn back(start_to_goal: &Task) -> Task {
    task(start_to_goal.goal().board().clone(), Goal::from(start_to_goal.start().clone()))
}

/// A goal whose cells are seen elsewhere.
fn moved(goal: &Goal, place: impl Fn(Cell) -> usize) -> Goal {
    let mut numbers = vec![0; goal.size().cells()];
    for (cell, number) in goal.board().numbers().enumerate() {
        numbers[place(Cell::new(cell))] = number;
    }
    Goal::from(Board::new(goal.size(), &numbers).expect("the same numbers"))
}

/// A puzzle whose cells are seen elsewhere, with another goal: each tile is called as the one that is at home where its
/// home is seen.
fn seen(from: &Task, goal: Goal, place: impl Fn(Cell) -> usize) -> Task {
    let names: Vec<u16> = goal.board().numbers().collect();
    let mut numbers = vec![0; names.len()];
    for (cell, &tile) in from.start().tiles().iter().enumerate() {
        numbers[place(Cell::new(cell))] = names[place(from.goal().home(tile))];
    }
    task(Board::new(goal.size(), &numbers).expect("the same numbers"), goal)
}

/// Searches without patterns, on boards that are easy enough for them.
fn textbooks(solver: &Solver, sample: &Sample) -> Result<(), String> {
    let ways = [
        (Algorithm::IdaStar, Some("linear-conflict"), 5),
        (Algorithm::IdaStar, Some("walking-distance"), 5),
        (Algorithm::IdaStar, Some("linear-conflict,walking-distance"), 5),
        (Algorithm::AStar, Some("linear-conflict"), 10),
        (Algorithm::AStar, Some("linear-conflict,walking-distance"), 10),
        (Algorithm::IdaStar, Some("manhattan"), 20),
        (Algorithm::AStar, Some("manhattan"), 20),
        (Algorithm::Lockstep, Some("linear-conflict"), 20),
    ];
    for (algorithm, heuristic, share) in ways {
        textbook(solver, &sample.easiest(share), algorithm, heuristic)?;
    }
    // It knows no estimate: what counts is the length alone.
    textbook(solver, &sample.within(BLIND), Algorithm::Bidirectional, None)
}

fn textbook(
    solver: &Solver,
    sample: &Sample,
    algorithm: Algorithm,
    heuristic: Option<&str>,
) -> Result<(), String> {
    let estimate = heuristic.map_or_else(String::new, |heuristic| format!(", {heuristic}"));
    let mut options = MethodOptions::of(algorithm);
    if let Some(heuristic) = heuristic {
        options.set(MethodOption::Heuristic, heuristic).expect("names of heuristics");
    }
    let name = format!("{}{estimate}", algorithm.title());
    let budget = Budget { memory: Some(MEMORY), ..Budget::default() };
    let one = solver.to_builder().expected_boards(1).search_threads(1).options(options).budget(budget);
    let one = one.build().expect("valid options");
    let at_once = if algorithm == Algorithm::IdaStar { Workers::all() } else { Workers::ONE };
    Way { name: &name, at_once }.check(sample, |task| Found::by(&one, task))
}

/// The fewest pushes, straight and as above.
fn pushes(solver: &Solver, goal: &Goal, count: usize) -> Result<(), String> {
    let mut options = MethodOptions::default();
    options.metric = Metric::Multi;
    let name = format!("pushes, goal {}, the reference", named(goal));
    let reference = Way { name: &name, at_once: Workers::all() };
    let sample = reference.measure(random(goal, count), |task| asked(solver, 1, task, &options))?;
    for (view, seen) in VIEWS {
        let name = format!("pushes, goal {}, {view}", named(goal));
        Way { name: &name, at_once: Workers::all() }
            .check(&sample, |task| asked(solver, 1, &seen(task), &options))?;
    }
    Ok(())
}

fn named(goal: &Goal) -> &str {
    goal.name().unwrap_or("of its own")
}

/// Puzzles of one goal, and what the reference found.
struct Sample {
    puzzles: Vec<(Task, Found)>,
}

impl Sample {
    fn goal(&self) -> &Goal {
        self.puzzles[0].0.goal()
    }

    /// The `1 / one_in` of the puzzles that took the fewest nodes.
    fn easiest(&self, one_in: usize) -> Sample {
        let mut puzzles = self.puzzles.clone();
        puzzles.sort_by_key(|(_, known)| known.nodes);
        puzzles.truncate(puzzles.len().div_ceil(one_in));
        Sample { puzzles }
    }

    /// Every `one_in`-th puzzle.
    fn every(&self, one_in: usize) -> Sample {
        Sample { puzzles: self.puzzles.iter().step_by(one_in).cloned().collect() }
    }

    /// The puzzles of at most this many moves.
    fn within(&self, moves: usize) -> Sample {
        let short = |(_, known): &&(Task, Found)| known.length.as_ref().is_ok_and(|&length| length <= moves);
        Sample { puzzles: self.puzzles.iter().filter(short).cloned().collect() }
    }
}

/// What came of a puzzle: the proven length, or why there is none.
#[derive(Clone)]
struct Found {
    length: Result<usize, String>,
    nodes: u64,
}

impl Found {
    fn new(answer: &Verified, nodes: u64) -> Found {
        let proven = if answer.is_optimal() { Ok(answer.len()) } else { Err("no proof".to_owned()) };
        Found { length: proven, nodes }
    }

    fn nothing(why: impl fmt::Debug) -> Found {
        Found { length: Err(format!("{why:?}")), nodes: 0 }
    }

    fn by(solver: &Solver, task: &Task) -> Found {
        let puzzle = Puzzle::new(task.start().clone(), task.goal().clone()).expect("the same size");
        match solver.solve(&puzzle) {
            Ok(outcome) => {
                let nodes = outcome.stats.generated;
                outcome.into_solution().map_or_else(Found::nothing, |answer| Found::new(&answer, nodes))
            }
            Err(why) => Found::nothing(why),
        }
    }
}

/// A way to solve, and how many boards are solved by it at once.
struct Way<'a> {
    name: &'a str,
    at_once: Workers,
}

impl Way<'_> {
    /// The lengths that others are compared with.
    fn measure(&self, tasks: Vec<Task>, solve: impl Fn(&Task) -> Found + Sync) -> Result<Sample, String> {
        let found = self.run(&tasks, solve);
        let puzzles: Vec<(Task, Found)> = tasks.into_iter().zip(found).collect();
        let sample = Sample { puzzles };
        let found: Vec<Found> = sample.puzzles.iter().map(|(_, found)| found.clone()).collect();
        self.compare(&sample, &found).map(|()| sample)
    }

    /// The same lengths again?
    fn check(&self, sample: &Sample, solve: impl Fn(&Task) -> Found + Sync) -> Result<(), String> {
        let tasks: Vec<Task> = sample.puzzles.iter().map(|(task, _)| task.clone()).collect();
        self.compare(sample, &self.run(&tasks, solve))
    }

    fn run(&self, tasks: &[Task], solve: impl Fn(&Task) -> Found + Sync) -> Vec<Found> {
        let results = Mutex::new(vec![None; tasks.len()]);
        self.at_once.share(tasks.iter().enumerate(), |(index, task)| {
            let found = solve(task);
            results.lock().expect("no thread panicked")[index] = Some(found);
        });
        results.into_inner().expect("no thread panicked").into_iter().flatten().collect()
    }

    /// Prints the sums, and how many lengths differ or are none.
    fn compare(&self, sample: &Sample, found: &[Found]) -> Result<(), String> {
        let differ = |known: &Found, found: &Found| found.length.is_err() || found.length != known.length;
        let pairs = sample.puzzles.iter().zip(found);
        let different: Vec<_> = pairs.filter(|((_, known), found)| differ(known, found)).collect();
        let moves: usize = found.iter().filter_map(|found| found.length.as_ref().ok()).sum();
        let nodes: u64 = found.iter().map(|found| found.nodes).sum();
        println!("{:<64}{:>6}{moves:>7}{nodes:>13}{:>11}", self.name, found.len(), different.len());
        let Some(((task, known), found)) = different.first() else { return Ok(()) };
        let (start, goal) = (task.start(), task.goal().board());
        Err(format!(
            "{}: {:?} instead of {:?} for this board:\n{start}\nto\n{goal}",
            self.name, found.length, known.length
        ))
    }
}
