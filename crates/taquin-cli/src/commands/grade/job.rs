//! The input of a worker process: the settings of the whole class, and one submission.

use super::OPTIMUM_TIME;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;
use taquin::control::StopReason;
use taquin::solver::Report;
use taquin::{Board, Goal};
use taquin_judge::grade::{Exercise, Requirement};
use taquin_judge::optimum::Optimum;

/// How long a preparation may run, unless the time limit is longer.
const PREPARATION: Duration = Duration::from_secs(120);
/// Time for starting a worker and copying a submission.
const COPY_TIME: Duration = Duration::from_secs(60);
/// Time for ending a program and all its children.
const BOARD_SLACK: Duration = Duration::from_secs(5);

/// A submission to grade.
#[derive(Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) settings: Settings,
    /// The student's file or folder.
    pub(super) submission: PathBuf,
    /// The folder for temporary files, which the class deletes.
    pub(super) folder: PathBuf,
    /// The cores that the program may use; all if there are none.
    pub(super) cores: Vec<usize>,
}

/// What all submissions have in common. It is saved with the reports: they can only be continued with the same settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Settings {
    pub(super) program: Vec<String>,
    /// A shell command that is run once in the copy of each submission.
    pub(super) prepare: Option<String>,
    pub(super) suite: Option<String>,
    pub(super) notation: Option<String>,
    pub(super) dialect: Option<String>,
    pub(super) letters: String,
    pub(super) time_limit: Duration,
    pub(super) memory_limit: u64,
    pub(super) exercises: Vec<ExerciseFields>,
}

/// The settings as they are saved with the reports.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedSettings {
    kind: String,
    version: u32,
    #[serde(flatten)]
    settings: Settings,
}

impl SavedSettings {
    const KIND: &str = "settings";

    pub(super) fn new(settings: &Settings) -> SavedSettings {
        let (kind, version) = (SavedSettings::KIND.to_owned(), Report::VERSION);
        SavedSettings { kind, version, settings: settings.clone() }
    }

    /// Returns the settings, if they are of this version.
    pub(super) fn current(self) -> Option<Settings> {
        (self.kind == SavedSettings::KIND && self.version == Report::VERSION).then_some(self.settings)
    }
}

/// The fields of a serialized exercise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct ExerciseFields {
    name: String,
    start: Board,
    goal: Goal,
    requirement: RequirementFields,
    /// The optimal solution length.
    optimum: Option<u64>,
    /// A lower bound, if the optimum could not be found in time.
    lower_bound: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum RequirementFields {
    Shortest,
    AllWithin(u32),
    Any,
}

impl Settings {
    /// Returns the time after which a worker is killed, because its program must have kept it from ending: more than all
    /// limits together.
    pub(super) fn worker_time(&self) -> Duration {
        let preparation = self.prepare.as_ref().map_or(Duration::ZERO, |_| self.preparation_time());
        let board = self.time_limit.saturating_add(OPTIMUM_TIME).saturating_add(BOARD_SLACK);
        let boards = board.saturating_mul(u32::try_from(self.exercises.len()).unwrap_or(u32::MAX));
        COPY_TIME.saturating_add(preparation).saturating_add(boards)
    }

    /// Returns how long the preparation, a compiler for example, may run.
    pub(super) fn preparation_time(&self) -> Duration {
        PREPARATION.max(self.time_limit)
    }

    /// Returns whether the settings agree, except for what is known about the optimum.
    pub(super) fn agrees_with(&self, other: &Settings) -> bool {
        self.without_optimum() == other.without_optimum()
    }

    fn without_optimum(&self) -> Settings {
        let mut settings = self.clone();
        for exercise in &mut settings.exercises {
            (exercise.optimum, exercise.lower_bound) = (None, None);
        }
        settings
    }
}

impl ExerciseFields {
    /// Returns the name of the board.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl From<&Exercise> for ExerciseFields {
    fn from(exercise: &Exercise) -> ExerciseFields {
        let (optimum, lower_bound) = match exercise.optimum {
            Some(Optimum::Length(length)) => (Some(length), None),
            Some(Optimum::AtLeast(bound, _)) => (None, Some(bound)),
            None => (None, None),
        };
        ExerciseFields {
            name: exercise.name.clone(),
            start: exercise.start.clone(),
            goal: exercise.goal.clone(),
            requirement: match exercise.requirement {
                Requirement::Shortest => RequirementFields::Shortest,
                Requirement::AllWithin(bound) => RequirementFields::AllWithin(bound),
                Requirement::Any => RequirementFields::Any,
            },
            optimum,
            lower_bound,
        }
    }
}

impl From<ExerciseFields> for Exercise {
    fn from(fields: ExerciseFields) -> Exercise {
        let lower_bound = fields.lower_bound.map(|bound| Optimum::AtLeast(bound, StopReason::Time));
        Exercise {
            name: fields.name,
            start: fields.start,
            goal: fields.goal,
            requirement: match fields.requirement {
                RequirementFields::Shortest => Requirement::Shortest,
                RequirementFields::AllWithin(bound) => Requirement::AllWithin(bound),
                RequirementFields::Any => Requirement::Any,
            },
            optimum: fields.optimum.map(Optimum::Length).or(lower_bound),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_has_time_for_everything() {
        let exercise = ExerciseFields {
            name: String::new(),
            start: taquin::notation::read("1 2/0 3").unwrap(),
            goal: taquin::NamedGoal::Rows.of(taquin::Size::square(2).unwrap()),
            requirement: RequirementFields::Any,
            optimum: None,
            lower_bound: None,
        };
        let mut settings = Settings {
            program: Vec::new(),
            prepare: None,
            suite: None,
            notation: None,
            dialect: None,
            letters: String::new(),
            time_limit: Duration::from_secs(100),
            memory_limit: 0,
            exercises: vec![exercise; 3],
        };
        let boards = 3 * (settings.time_limit + OPTIMUM_TIME);
        assert!(settings.worker_time() > boards);
        settings.prepare = Some("make".to_owned());
        assert!(settings.worker_time() > boards + PREPARATION);
        settings.time_limit = Duration::MAX;
        assert_eq!(settings.worker_time(), Duration::MAX);
    }
}
