//! `taquin grade`.

mod args;
mod class;
mod class_csv;
mod class_html;
mod class_summary;
mod csv;
mod job;
mod json;
mod junit;
mod report;
mod report_folder;
mod student;
mod submission;
mod text;
mod worker;

pub(crate) use args::GradeArgs;

use super::Run;
use super::explore::check_memory;
use super::solve::report_table_fault;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::input::{GoalChoice, Reader};
use crate::memory;
use crate::output;
use crate::progress::{self, StatusLine};
use crate::quantity::counted;
use crate::signals;
use crate::table_dir;
use args::GradeForm;
use report::{Graded, Report};
use std::ffi::OsStr;
use std::io::Write;
use std::time::Duration;
use taquin::Workers;
use taquin::notation::Dialect;
use taquin::scramble::Scrambler;
use taquin::solver::Solver;
use taquin::tables;
use taquin::{Goal, Metric, NamedGoal};
use taquin_judge::child::{ENFORCES_MEMORY, Program, ResourceLimits};
use taquin_judge::grade::{Exercise, GradeError, Grader, Requirement};

/// Time limit per board for the graded program.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(10);
pub(crate) const DEFAULT_MEMORY: u64 = 1 << 30;
/// Time limit for proving optimality of an answer.
const OPTIMUM_TIME: Duration = Duration::from_secs(10);
/// Output limit, far larger than any solution.
const OUTPUT: u64 = 4 << 20;
/// Processes that the program may start.
const PROCESSES: usize = 100;

impl Run for GradeArgs {
    fn runs_programs(&self) -> bool {
        // The workers of a class notice by themselves when the class ends.
        !self.worker && self.submissions.is_none()
    }

    fn run(&self, folder: Option<&OsStr>) -> Result<Exit, Failure> {
        if self.worker {
            return worker::run();
        }
        let form = self.format.resolve()?;
        let program = Program::new(&self.program).ok_or_else(|| Failure::input("no program given"))?;
        let suite = self.chosen_suite();
        let exercises = exercises(self)?;
        if self.memory_limit.is_some() && !ENFORCES_MEMORY {
            output::message(format_args!("--memory-limit: not supported on this system"));
        }
        if let Some(submissions) = &self.submissions {
            return class::run(self, form, submissions, exercises, folder);
        }
        let solver = optimum_solver(folder)?;
        let grader = Grader {
            program: &program,
            submission: None,
            notation: self.chosen_notation(),
            mover: self.letters,
            dialect: self.chosen_dialect(),
            resource_limits: ResourceLimits {
                time: self.time_limit.unwrap_or(DEFAULT_TIME),
                memory: self.memory_limit.unwrap_or(DEFAULT_MEMORY),
                output: OUTPUT,
                processes: PROCESSES,
            },
            solver: &solver,
        };
        signals::catch();
        let graded = grade_all(&grader, &exercises)?;
        report_table_fault(&solver);
        let report = Report { program: program.command_line(), suite: suite.map(|suite| suite.name), graded };
        let mut out = output::stdout();
        match form {
            GradeForm::Text => report.text(&mut out)?,
            GradeForm::Json => writeln!(out, "{}", report.object())?,
            GradeForm::Csv => report.csv(&mut out)?,
            GradeForm::Junit => report.junit(&mut out)?,
        }
        out.flush()?;
        if report.graded.len() < exercises.len() {
            output::message(format_args!(
                "interrupted after {} of {}",
                report.graded.len(),
                counted(exercises.len() as u64, "board")
            ));
            return Ok(Exit::Interrupted);
        }
        Ok(Exit::from(report.points() == report.most()))
    }
}

/// Returns the solver that finds the optimum of a board.
fn optimum_solver(folder: Option<&OsStr>) -> Result<Solver, Failure> {
    let solver = Solver::builder().store(table_dir::store(folder)).time_limit(OPTIMUM_TIME);
    Ok(solver.memory_limit(memory::default_limit()).build()?)
}

/// Grades the exercises in order, until Ctrl-C.
fn grade_all(grader: &Grader<'_>, exercises: &[Exercise]) -> Result<Vec<Graded>, Failure> {
    let mut line = StatusLine::new();
    let mut graded = Vec::new();
    for exercise in exercises {
        let (done, total) = (graded.len() as u64, exercises.len() as u64);
        let score = grader.grade(exercise, &progress::control(), || {
            line.bar("grading", done, total);
            progress::poll()
        });
        let score = score.map_err(|error| {
            let name = echo::argument(&grader.program.command_line());
            match &error {
                GradeError::Program(_) => Failure::input(format_args!("{name}: {error}"))
                    .hint("give the program and its arguments after --"),
                GradeError::File(_) => Failure::input(&error),
                GradeError::Board(_) | GradeError::Search(_) => {
                    Failure::input(format_args!("{}: {error}", exercise.name))
                }
            }
        })?;
        match score {
            Some(score) if !signals::was_interrupted() => {
                graded.push(Graded { exercise: exercise.clone(), score });
            }
            _ => break,
        }
    }
    Ok(graded)
}

/// Returns the exercises.
fn exercises(args: &GradeArgs) -> Result<Vec<Exercise>, Failure> {
    if let Some(suite) = args.chosen_suite() {
        let mut exercises = suite.exercises();
        if args.any_length {
            if exercises.iter().any(|exercise| matches!(exercise.requirement, Requirement::AllWithin(_))) {
                return Err(Failure::input(format_args!(
                    "--any-length: not supported by the suite {}, which asks for all solutions",
                    suite.name
                )));
            }
            exercises.iter_mut().for_each(|exercise| exercise.requirement = Requirement::Any);
        }
        return Ok(exercises);
    }
    if !args.has_boards() {
        return Err(Failure::input("no boards given")
            .hint("give boards, --suite, or --size with --depths or --unsolvable"));
    }
    let requirement = if args.any_length { Requirement::Any } else { Requirement::Shortest };
    let mut reader = Reader::default();
    let usual = args.chosen_dialect().map_or(NamedGoal::Rows, Dialect::goal);
    let choice = GoalChoice::read(&args.goal, &mut reader)?.or(usual);
    let mut exercises = Vec::new();
    for item in reader.boards(&args.boards, None)? {
        let goal = choice.of(&item)?;
        exercises.push(Exercise { name: item.name, start: item.board, goal, requirement, optimum: None });
    }
    let Some(size) = args.size else { return Ok(exercises) };
    let goal = choice.at(size)?;
    if args.depths.is_some() {
        check_memory(&goal, Metric::Single, None)?;
    }
    let mut scrambler = Scrambler::seeded(args.seed);
    for depth in args.depths.clone().into_iter().flatten() {
        let boards = at_depth(&mut scrambler, &goal, depth, args.count)?;
        exercises.extend(boards.into_iter().zip(1..).map(|(start, number)| {
            let moves = counted(depth.into(), "move");
            let name = if args.count > 1 { format!("{moves}, {number}") } else { moves };
            Exercise { name, start, goal: goal.clone(), requirement, optimum: None }
        }));
    }
    for number in 1..=args.unsolvable.unwrap_or_default() {
        let start = scrambler.unsolvable(&goal).map_err(Failure::input)?;
        exercises.push(Exercise {
            name: format!("unsolvable {number}"),
            start,
            goal: goal.clone(),
            requirement,
            optimum: None,
        });
    }
    Ok(exercises)
}

fn at_depth(
    scrambler: &mut Scrambler,
    goal: &Goal,
    depth: u32,
    count: u32,
) -> Result<Vec<taquin::Board>, Failure> {
    let boards = tables::boards_between(
        scrambler,
        goal,
        Metric::Single,
        depth..=depth,
        count as usize,
        Workers::all(),
        &progress::control(),
    );
    boards.map_err(|error| {
        Failure::input(format_args!("--depth: {error}"))
            .hint("generate other boards with `taquin scramble` and pass them as -")
    })
}
