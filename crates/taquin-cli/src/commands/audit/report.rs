//! The result of an audit as text and JSON.

use crate::output::slashes;
use crate::quantity::counted;
use serde_json::{Value, json};
use std::io::{self, Write};
use taquin::Board;
use taquin::display::Grouped;
use taquin::scramble::Scrambler;
use taquin::solver::Report;
use taquin_judge::audit::{Effort, Properties, Sample, Searches, States};

/// The complete result of an audit.
pub(super) struct Audit<'a> {
    pub(super) states: &'a States,
    pub(super) properties: &'a Properties,
    pub(super) sample: Sample,
    pub(super) searches: Searches,
}

impl Audit<'_> {
    pub(super) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let Properties { overestimates, inconsistencies, at_goal, mean, mean_distance } = self.properties;
        let goal = self.states.goal();
        let mut row = |label: &str, text: String| writeln!(out, "{label:<11} {text}");
        row("size", goal.size().to_string())?;
        row("goal", slashes(goal.board()))?;
        row("boards", Grouped(self.states.count() as u64).to_string())?;
        row(
            "admissible",
            match overestimates.count {
                0 => "yes, no value exceeds the distance".to_owned(),
                count => format!("no, the value exceeds the distance on {}", counted(count, "board")),
            },
        )?;
        if let Some(found) = &overestimates.smallest {
            let moves = counted(found.state.distance.into(), "move");
            row(
                "",
                format!(
                    "{} is {moves} from the goal, but its value is {}",
                    slashes(&found.state.board),
                    found.value
                ),
            )?;
        }
        row(
            "consistent",
            match inconsistencies.count {
                0 if self.properties.is_consistent() => {
                    "yes, no move changes the value by more than 1".to_owned()
                }
                0 => format!("no, the value of the goal is {at_goal} instead of 0"),
                count => format!("no, the value drops by more than 1 in {}", counted(count, "move")),
            },
        )?;
        if let Some(found) = &inconsistencies.smallest {
            let (board, next) = (slashes(&found.state.board), slashes(&found.next));
            let (value, next_value, direction) = (found.value, found.next_value, found.direction);
            row(
                "",
                format!("from {value} at {board} to {next_value} at {next} when a tile moves {direction}"),
            )?;
        }
        row("mean", format!("{mean:.4}; the mean distance is {mean_distance:.4}"))?;
        if self.sample.boards > 0 {
            let Sample { boards, seed, .. } = self.sample;
            row("searches", format!("mean of {}, --seed {seed}", counted(boards.into(), "random board")))?;
            row("A*", self.effort(&self.searches.a_star))?;
            row("IDA*", self.effort(&self.searches.ida_star))?;
        }
        Ok(())
    }

    fn effort(&self, effort: &Effort) -> String {
        let Sample { boards, nodes, .. } = self.sample;
        let mean = counted((effort.expanded as f64 / f64::from(boards)).round() as u64, "node");
        let at_least = if effort.stopped > 0 { "at least " } else { "" };
        let mut text = format!("{at_least}{mean} expanded");
        if effort.stopped > 0 {
            let boards = counted(effort.stopped.into(), "board");
            text += &format!("; stopped at {} on {boards}", counted(nodes, "node"));
        }
        if effort.longer > 0 {
            text += &format!("; {} not optimal", counted(effort.longer.into(), "solution"));
        }
        text
    }

    pub(super) fn object(&self) -> Value {
        let Properties { overestimates, inconsistencies, at_goal, mean, mean_distance } = self.properties;
        let goal = self.states.goal();
        let Sample { boards, seed, nodes } = self.sample;
        let effort = |effort: &Effort| {
            json!({
                "expanded": effort.expanded,
                "stopped": effort.stopped,
                "not_optimal": effort.longer,
            })
        };
        let mut object = json!({
            "kind": "audit",
            "version": Report::VERSION,
            "size": [goal.size().rows(), goal.size().cols()],
            "goal": numbers(goal.board()),
            "states": self.states.count(),
            "admissible": self.properties.is_admissible(),
            "overestimates": overestimates.count,
            "consistent": self.properties.is_consistent(),
            "inconsistent_moves": inconsistencies.count,
            "value_of_goal": at_goal,
            "mean": mean,
            "mean_distance": mean_distance,
        });
        if boards > 0 {
            object["sample"] = json!({ "count": boards, "seed": seed, "generator": Scrambler::GENERATOR, "node_limit": nodes });
            object["astar"] = effort(&self.searches.a_star);
            object["idastar"] = effort(&self.searches.ida_star);
        }
        if let Some(found) = &overestimates.smallest {
            object["overestimate"] = json!({
                "board": numbers(&found.state.board),
                "value": found.value,
                "distance": found.state.distance,
            });
        }
        if let Some(found) = &inconsistencies.smallest {
            object["inconsistency"] = json!({
                "board": numbers(&found.state.board),
                "value": found.value,
                "distance": found.state.distance,
                "tile_moves": found.direction.to_string(),
                "blank_moves": found.direction.of_blank().to_string(),
                "next": numbers(&found.next),
                "next_value": found.next_value,
            });
        }
        object
    }
}

fn numbers(board: &Board) -> Vec<u16> {
    board.numbers().collect()
}
