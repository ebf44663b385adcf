//! The comparison as one JSON object.

use super::Report;
use super::table::field;
use serde_json::{Value, json};
use taquin::solver;
use taquin_lesson::compare::{Depth, Exercise, Group, Measure, Trial, TrialResult};

impl Report<'_> {
    pub(super) fn object(&self) -> Value {
        let boards = self.comparison.boards().map(|(exercise, trials)| self.board(exercise, trials));
        json!({
            "kind": "comparison",
            "version": solver::Report::VERSION,
            "boards_from": self.boards.origin,
            "seed": self.boards.seed,
            "metric": self.args.methods.metric.name(),
            "complete": self.comparison.boards().count() == self.boards.exercises.len(),
            "methods": self.comparison.methods(),
            "depths": self.comparison.groups().iter().map(|group| self.group(group)).collect::<Value>(),
            "boards": boards.collect::<Value>(),
        })
    }

    fn group(&self, group: &Group) -> Value {
        let depth = match group.depth {
            Depth::Exact(depth) => depth.into(),
            Depth::Unknown => "unknown".into(),
            Depth::Unsolvable => "unsolvable".into(),
        };
        let method = |(method, name): (usize, &String)| {
            let mut object = json!({ "method": name, "stopped": self.comparison.stopped(group, method) });
            for &measure in self.columns {
                let mean = self.comparison.mean(group, method, measure);
                object[field(measure)] = json!({ "mean": mean.value, "at_least": mean.is_least });
            }
            object
        };
        let methods = self.comparison.methods().iter().enumerate().map(method);
        let depth: Value = depth;
        json!({ "depth": depth, "count": group.boards.len(), "methods": methods.collect::<Value>() })
    }

    fn board(&self, exercise: &Exercise, trials: &[Trial]) -> Value {
        let trials = self.comparison.methods().iter().zip(trials);
        json!({
            "start": exercise.puzzle.start().numbers().collect::<Value>(),
            "goal": exercise.puzzle.goal().board().numbers().collect::<Value>(),
            "trials": trials.map(|(method, trial)| self.trial(method, trial)).collect::<Value>(),
        })
    }

    fn trial(&self, method: &str, trial: &Trial) -> Value {
        let stats = &trial.stats;
        let (status, length) = match trial.result {
            TrialResult::Solved { length, is_optimal: true } => ("optimal", Some(length)),
            TrialResult::Solved { length, is_optimal: false } => ("valid", Some(length)),
            TrialResult::Unsolvable => ("unsolvable", None),
            TrialResult::Stopped => ("stopped", None),
        };
        let mut object = json!({
            "method": method,
            "status": status,
            "length": length,
            "lower_bound": trial.lower_bound,
            "expanded": stats.expanded,
            "generated": stats.generated,
            "max_queue": stats.max_queue,
            "max_depth": stats.max_depth,
            "bytes": stats.bytes,
            "branching": trial.branching(),
        });
        if let Some(reason) = trial.stopped {
            object["reason"] = reason.to_string().into();
        }
        if self.columns.contains(&Measure::Time) {
            object["seconds"] = trial.seconds().into();
        }
        object
    }
}
