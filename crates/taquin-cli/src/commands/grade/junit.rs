//! Grades as JUnit XML: a board is a test, a lost point a failure, a missing answer an error.

use super::report::{Graded, Report};
use crate::xml::escaped;
use std::io::{self, Write};
use taquin_judge::grade::MAX_POINTS;

impl Report {
    pub(super) fn junit(&self, out: &mut dyn Write) -> io::Result<()> {
        let suite = self.suite.unwrap_or("boards");
        let errors = self.graded.iter().filter(|graded| !graded.has_answer()).count();
        let (tests, failures) = (self.graded.len(), self.graded.len() - self.right() - errors);
        let time: f64 = self.graded.iter().map(Graded::seconds).sum();
        writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>")?;
        writeln!(
            out,
            "  <testsuite name=\"{suite}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.3}\">"
        )?;
        for graded in &self.graded {
            let (name, time) = (escaped(&graded.exercise.name), graded.seconds());
            write!(out, "    <testcase classname=\"{suite}\" name=\"{name}\" time=\"{time:.3}\"")?;
            if graded.score.points == MAX_POINTS {
                writeln!(out, "/>")?;
                continue;
            }
            let (kind, reason) = graded.verdict();
            let element = if graded.has_answer() { "failure" } else { "error" };
            let complaints = escaped(&graded.score.run.stderr_tail);
            writeln!(
                out,
                ">\n      <{element} type=\"{kind}\" message=\"{}\">{complaints}</{element}>\n    </testcase>",
                escaped(&reason)
            )?;
        }
        writeln!(out, "  </testsuite>\n</testsuites>")
    }
}
