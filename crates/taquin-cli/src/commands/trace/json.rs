//! The steps of a search as one JSON object.

use super::{Shown, cut};
use crate::signals;
use serde_json::{Value, json};
use std::io::{self, Write};
use taquin::solver::{MethodReport, Report};
use taquin_lesson::trace::{Expansion, Row};

impl Shown<'_> {
    /// Writes the object step by step: as a value in memory it would take many times the memory of the recording. After a
    /// signal, it ends with the steps that were written until then.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let numbers = |board: &taquin::Board| board.numbers().collect::<Value>();
        let size = self.puzzle.size();
        let children = self.recorded.trace.children();
        let step = |row: &Row| match row {
            Row::Bound(bound) => json!({ "kind": "bound", "bound": bound }),
            Row::Expanded { number, expansion: Expansion { node, open, closed } } => {
                let mut object = json!({ "kind": "expanded", "step": number });
                self.describe(&mut object, *node);
                object["open"] = (*open).into();
                object["closed"] = (*closed).into();
                object["children"] = children[*node].iter().map(|&child| self.child_object(child)).collect();
                object
            }
            Row::Goal { number, node } => {
                let mut object = json!({ "kind": "goal", "step": number });
                self.describe(&mut object, *node);
                object
            }
        };
        let outcome = self.recorded.outcome.as_ref();
        let start = json!({
            "kind": "trace",
            "version": Report::VERSION,
            "size": [size.rows(), size.cols()],
            "start": numbers(self.puzzle.start()),
            "goal": numbers(self.puzzle.goal().board()),
            "method": MethodReport::from(&self.recorded.method),
        })
        .to_string();
        // The steps go between the two objects, whose inner braces are left out.
        write!(out, "{},\"steps\":[", &start[..start.len() - 1])?;
        let mut rows = self.rows();
        let mut comma = "";
        let mut is_complete = false;
        while !signals::is_late() {
            let Some(row) = rows.next() else {
                is_complete = true;
                break;
            };
            write!(out, "{comma}{}", step(&row))?;
            comma = ",";
        }
        let end = json!({
            "truncated": self.recorded.trace.is_truncated || !is_complete,
            "result": outcome.map(|outcome| Report::new(self.puzzle, outcome)),
        })
        .to_string();
        writeln!(out, "],{}", &end[1..])?;
        match is_complete {
            true => Ok(()),
            false => cut(out),
        }
    }

    fn describe(&self, object: &mut Value, node: usize) {
        let at = &self.recorded.trace.nodes[node];
        object["node"] = node.into();
        object["board"] = at.board.numbers().collect();
        object["g"] = at.g.into();
        if let (Some(h), Some(f)) = (self.h(node), self.f(node)) {
            object["h"] = h.into();
            // f is an integer unless the weight is fractional.
            object["f"] = if f.fract() == 0.0 { (f as u64).into() } else { f.into() };
        }
    }

    fn child_object(&self, child: usize) -> Value {
        let mut object = json!({});
        if let Some(origin) = self.recorded.trace.nodes[child].origin {
            object["move"] = json!({ "tile": origin.tile.number(), "direction": origin.direction.word() });
            self.describe(&mut object, child);
            object["status"] = origin.status.name().into();
            object["reason"] = origin.status.title().into();
        }
        object
    }
}
