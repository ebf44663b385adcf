//! Grades as one JSON object.

use super::report::{Graded, Report};
use serde_json::{Value, json};
use taquin::solver;
use taquin_judge::grade::Finding;

impl Report {
    pub(super) fn object(&self) -> Value {
        json!({
            "kind": "grade",
            "version": solver::Report::VERSION,
            "program": self.program,
            "suite": self.suite,
            "points": self.points(),
            "max_points": self.most(),
            "right": self.right(),
            "boards": self.graded.iter().map(board).collect::<Vec<_>>(),
        })
    }
}

fn board(graded: &Graded) -> Value {
    let (exercise, finding) = (&graded.exercise, &graded.score.finding);
    let (kind, reason) = graded.verdict();
    json!({
        "name": exercise.name,
        "size": [exercise.start.size().rows(), exercise.start.size().cols()],
        "start": exercise.start.numbers().collect::<Vec<_>>(),
        "goal": exercise.goal.board().numbers().collect::<Vec<_>>(),
        "solvable": exercise.is_solvable(),
        "legal": finding.is_legal(),
        "reaches_goal": finding.reaches_goal(),
        "length": finding.length(),
        "optimal": finding.is_shortest(),
        "optimal_length": finding.shortest(),
        "reported_length": finding.reported(),
        "length_right": finding.is_count_correct(),
        "unsolvable_recognised": graded.is_unsolvable_recognised(),
        "points": graded.score.points,
        "verdict": kind,
        "reason": reason,
        "seconds": graded.seconds(),
        "stderr": graded.score.run.stderr_tail,
        "ignored": graded.score.ignored.first,
        "ignored_lines": graded.score.ignored.count,
        "answer": graded.score.answer,
        "completeness": completeness(finding),
    })
}

/// The comparison with all solutions; `null` if only one was asked for.
fn completeness(finding: &Finding) -> Value {
    let Finding::Solutions { completeness, .. } = finding else { return Value::Null };
    json!({
        "expected": completeness.expected,
        "found": completeness.found,
        "repeated": completeness.repeated,
        "unwanted": completeness.unwanted,
        "complete": completeness.is_complete(),
    })
}
