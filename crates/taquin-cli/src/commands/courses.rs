//! `taquin courses`.

use super::Run;
use crate::destination;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::wrapped::wrapped;
use clap::Args;
use serde_json::{Map, Value, json};
use std::ffi::OsStr;
use std::io::{self, Write};
use taquin::Course;
use taquin_judge::grade::Suite;

const AFTER_HELP: &str = "\
EXAMPLES:
  taquin courses
  taquin courses --json
  taquin --course wisconsin solve '[4,3,8,5,1,6,7,2,0]'";

/// List the courses of --course, with their sources and an example
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct CoursesArgs {
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl Run for CoursesArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let mut out = output::stdout();
        if self.json {
            let courses: Vec<Value> = Course::ALL.iter().map(|&course| object(course)).collect();
            writeln!(out, "{}", json!({ "kind": "courses", "version": 1, "courses": courses }))?;
        } else {
            for (index, &course) in Course::ALL.iter().enumerate() {
                let gap = if index > 0 { "\n" } else { "" };
                write!(out, "{gap}")?;
                print(&mut out, course)?;
            }
        }
        out.flush()?;
        Ok(Exit::Success)
    }
}

fn print(out: &mut dyn Write, course: Course) -> io::Result<()> {
    let columns = destination::columns();
    writeln!(out, "{}", wrapped(&format!("{course}: {}", course.title()), 2, columns))?;
    for (label, value) in rows(course) {
        writeln!(out, "{}", wrapped(&format!("  {label:<9} {value}"), 12, columns))?;
    }
    Ok(())
}

fn rows(course: Course) -> Vec<(&'static str, String)> {
    let policies: Vec<String> =
        course.policies().iter().map(|(option, value)| format!("--{option} {value}")).collect();
    let method = if policies.is_empty() { "chosen for each board".to_owned() } else { policies.join(" ") };
    let mut rows = vec![
        ("goal", format!("--goal {}", course.goal())),
        ("method", method),
        ("output", format!("--output {}", course.dialect())),
        ("boards", format!("--to {}", course.notation())),
        ("letters", format!("--letters {}", course.mover())),
    ];
    rows.extend(Suite::of(course).map(|suite| ("grading", format!("--suite {}", suite.name))));
    rows.push(("source", course.source().to_owned()));
    rows.push(("example", example(course)));
    rows
}

fn example(course: Course) -> String {
    format!("taquin --course {course} solve '{}'", course.example())
}

fn object(course: Course) -> Value {
    let method: Map<String, Value> = course
        .policies()
        .iter()
        .map(|(option, value)| (option.name().replace('-', "_"), Value::from(*value)))
        .collect();
    json!({
        "name": course.name(),
        "title": course.title(),
        "source": course.source(),
        "goal": course.goal().name(),
        "method": method,
        "output": course.dialect().name(),
        "notation": course.notation().name(),
        "letters": course.mover().name(),
        "suite": Suite::of(course).map(|suite| suite.name),
        "example": example(course),
    })
}
