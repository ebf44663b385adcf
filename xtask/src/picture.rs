//! `cargo xtask picture`: draws the README's picture of `taquin inspect` in a terminal.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, root, run, run_captured};
use std::fs;
use std::process;

pub(crate) const COMMAND: Command = Command {
    name: "picture",
    arguments: "",
    about: "redraw the README's picture (needs the command `script`)",
    run: |arguments| {
        no_arguments(arguments)?;
        draw()
    },
};

const SHOWN: &str = "inspect '8 1 3/4 0 2/7 6 5'";

fn draw() -> Result<(), Failure> {
    run(cargo().args(["build", "--release", "--package", "taquin-cli"]))?;
    // `script` gives the program a terminal, so that it draws and colours.
    let program = format!("cargo run --quiet --release -- {SHOWN}");
    let mut script = process::Command::new("script");
    let screen = run_captured(script.args(["-qec", &program, "/dev/null"]).current_dir(root()))?;
    let path = root().join("docs/inspect.svg");
    fs::write(&path, svg(&format!("$ taquin {SHOWN}\n\n{screen}")))
        .map_err(|why| Failure::Work(format!("{} could not be written: {why}", path.display())))
}

const COLUMN: f64 = 8.4;
const LINE: f64 = 18.0;
const MARGIN: f64 = 20.0;

/// Draws a terminal's screen: one text element for every run of characters in one style.
fn svg(screen: &str) -> String {
    let lines: Vec<&str> = screen.trim_end().lines().map(|line| line.trim_end_matches('\r')).collect();
    let mut body = String::new();
    let mut widest = 0;
    for (row, line) in lines.iter().enumerate() {
        let mut column = 0;
        for (style, text) in runs(line) {
            let blank = text.len() - text.trim_start().len();
            let (x, y) = (MARGIN + COLUMN * (column + blank) as f64, MARGIN + LINE * (row as f64 + 0.8));
            let length = text.chars().count();
            if !text.trim().is_empty() {
                let width = COLUMN * (length - blank) as f64;
                let text = text.trim_start().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                body += &format!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{width:.1}\" class=\"{style}\">{text}</text>\n"
                );
            }
            column += length;
        }
        widest = widest.max(column);
    }
    let (width, height) = (2.0 * MARGIN + COLUMN * widest as f64, 2.0 * MARGIN + LINE * lines.len() as f64);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"taquin {}\">\n<style>\n\
         rect {{ fill: #1c1e26; }}\n\
         text {{ font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #d5d8da; white-space: pre; }}\n\
         .bold {{ font-weight: bold; fill: #ffffff; }}\n.dim {{ fill: #868ca0; }}\n.green {{ fill: #8fd18a; }}\n.red {{ fill: #f09483; }}\n\
         </style>\n<rect width=\"100%\" height=\"100%\" rx=\"8\"/>\n{body}</svg>\n",
        SHOWN.replace('\'', "")
    )
}

/// Splits a line at its escape sequences into runs of text, each with its style.
fn runs(line: &str) -> Vec<(String, &str)> {
    let mut runs = Vec::new();
    let mut style: Vec<&str> = Vec::new();
    let mut rest = line;
    while let Some((text, after)) = rest.split_once("\x1b[") {
        runs.push((style.join(" "), text));
        let (codes, after) = after.split_once('m').unwrap_or(("0", after));
        for code in codes.split(';') {
            match code {
                "1" => style.push("bold"),
                "2" => style.push("dim"),
                "31" => style.push("red"),
                "32" => style.push("green"),
                _ => style.clear(),
            }
        }
        rest = after;
    }
    runs.push((style.join(" "), rest));
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_follow_the_escape_sequences() {
        let line = "a \x1b[1m\x1b[32mb\x1b[0m c";
        assert_eq!(
            runs(line),
            [("".into(), "a "), ("bold".into(), ""), ("bold green".into(), "b"), ("".into(), " c")]
        );
        let drawing = svg(line);
        assert!(drawing.contains("class=\"bold green\">b</text>"));
        assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"));
    }
}
