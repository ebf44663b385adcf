//! `cargo xtask bench`: measures the classic searches against the `pathfinding` crate.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::results;
use crate::workspace::{cargo, run_captured};

pub(crate) const COMMAND: Command = Command {
    name: "bench",
    arguments: "",
    about: "measure the classic searches against pathfinding (10 minutes, 6 GB); writes results/",
    run: |arguments| {
        no_arguments(arguments)?;
        compare()
    },
};

fn compare() -> Result<(), Failure> {
    let bench = |name| run_captured(cargo().args(["bench", "--package", "taquin", "--bench", name]));
    let small = bench("classic")?;
    let notes: String =
        small.lines().filter(|line| line.contains("nodes generated")).map(|l| format!("{l}\n")).collect();
    let peak = bench("peak")?;
    let text = format!(
        "\n# The classic searches against the `pathfinding` crate\n\n\
         Made by `cargo xtask bench`. *Plain* is `pathfinding` as its documentation suggests: a board as an array, \
         successors in a vector, the estimate computed from the board. *Tuned* gives it taquin's packed board and \
         an estimate carried along in the state. Times are criterion's; the ratio is theirs to taquin's.\n\n\
         {}\n{notes}\n## Once each, with the peak of what was allocated\n\n```text\n{peak}```\n",
        table(&measurements(&small)),
    );
    results::keep("classic_searches.md", "-", &text)
}

/// One line of criterion's report.
#[derive(Debug, PartialEq)]
struct Measurement {
    group: String,
    function: String,
    seconds: f64,
}

/// The middle estimate of every benchmark in criterion's output. A short name precedes `time:` on the same line, a long
/// one is on the line before.
fn measurements(output: &str) -> Vec<Measurement> {
    let mut found = Vec::new();
    let mut before = "";
    for line in output.lines() {
        if let Some((name, times)) = line.split_once("time:") {
            let name = if name.trim().is_empty() { before } else { name };
            let words: Vec<&str> = times.trim().trim_matches(['[', ']']).split_whitespace().collect();
            if let (Some((group, function)), [_, _, number, unit, ..]) =
                (name.trim().split_once('/'), &words[..])
            {
                let scale = match *unit {
                    "ns" => 1e-9,
                    "µs" => 1e-6,
                    "ms" => 1e-3,
                    _ => 1.0,
                };
                let seconds = number.parse::<f64>().unwrap_or(f64::NAN) * scale;
                found.push(Measurement { group: group.to_owned(), function: function.to_owned(), seconds });
            }
        }
        before = line;
    }
    found
}

/// A row for every measurement, with its ratio to taquin's of the same group.
fn table(measurements: &[Measurement]) -> String {
    let mut text = String::from("| what | who | ms | ratio |\n|---|---|---|---|\n");
    for Measurement { group, function, seconds } in measurements {
        let ours = measurements.iter().find(|other| other.group == *group && other.function == "taquin");
        let ratio = ours.map_or(f64::NAN, |ours| seconds / ours.seconds);
        text += &format!("| {group} | {function} | {:.3} | {ratio:.2} |\n", seconds * 1e3);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criterions_report_is_read() {
        let report = "short/taquin   time:   [1.0 ms 2.0 ms 3.0 ms]\n\
                      a rather long name of a group/pathfinding, plain\n\
                      \x20                       time:   [900.00 µs 6000.00 µs 1.1 ms]\n\
                      Found 2 outliers\n";
        let found = measurements(report);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].group.as_str(), found[0].function.as_str()), ("short", "taquin"));
        assert!((found[0].seconds - 0.002).abs() < 1e-12 && (found[1].seconds - 0.006).abs() < 1e-12);
        let same = [
            Measurement { group: "g".into(), function: "taquin".into(), seconds: 0.5 },
            Measurement { group: "g".into(), function: "other".into(), seconds: 1.5 },
        ];
        assert!(table(&same).contains("| g | other | 1500.000 | 3.00 |"));
    }
}
