//! `taquin man`.

use super::Run;
use crate::args;
use crate::echo;
use crate::exit::{Exit, Failure};
use crate::output;
use clap::{Args, Command, ValueHint};
use clap_mangen::Man;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use taquin::display::SystemError;

const EXAMPLES: &str = "\
EXAMPLES:
  taquin man
  taquin man -o target/taquin.1
  taquin man --write target/man";

/// Generate manual pages
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ManArgs {
    /// Write the pages of the program and all commands to this directory
    #[arg(long = "write", alias = "dir", value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) dir: Option<PathBuf>,
}

impl Run for ManArgs {
    fn run(&self, _: Option<&OsStr>) -> Result<Exit, Failure> {
        let mut command = args::command();
        // Names and global options of the commands below.
        command.build();
        let Some(directory) = &self.dir else {
            let mut out = output::stdout();
            out.write_all(page(&command, &command)?.as_bytes())?;
            out.flush()?;
            return Ok(Exit::Success);
        };
        fs::create_dir_all(directory).and_then(|()| render_all(&command, &command, directory)).map_err(
            |error| {
                let name = echo::argument(&directory.display().to_string());
                Failure::input(format_args!("--write {name}: {}", SystemError(&error)))
            },
        )?;
        Ok(Exit::Success)
    }
}

/// Writes the page of a command, and those of the commands below it.
fn render_all(program: &Command, command: &Command, directory: &Path) -> io::Result<()> {
    let page = page(program, command)?;
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    fs::write(directory.join(format!("{name}.1")), page)?;
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    below
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| render_all(program, below, directory))
}

/// Returns a page in ASCII, which is all that groff reads without a preprocessor.
fn page(program: &Command, command: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    render(program, command, &mut page)?;
    let text = String::from_utf8_lossy(&page);
    let mut ascii = String::with_capacity(text.len());
    for character in text.chars() {
        match character.is_ascii() {
            true => ascii.push(character),
            false => ascii.push_str(&format!("\\[u{:04X}]", u32::from(character))),
        }
    }
    Ok(ascii)
}

/// Writes a page in the usual order of sections.
fn render(program: &Command, command: &Command, out: &mut dyn Write) -> io::Result<()> {
    let man = Man::new(command.clone());
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    let sections = sections(command);
    for section in sections.iter().filter(|section| section.title.is_empty()) {
        writeln!(out, ".PP")?;
        section.lines.iter().try_for_each(|line| writeln!(out, "{}", escaped(line)))?;
    }
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(out)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    let general = self::sections(program);
    let is_status = |section: &&Section| section.title == EXIT_CODES;
    if let Some(codes) = sections.iter().find(is_status).or_else(|| general.iter().find(is_status)) {
        writeln!(out, ".SH \"EXIT STATUS\"")?;
        for line in &codes.lines {
            let (code, meaning) = line.split_once(' ').unwrap_or((line, ""));
            writeln!(out, ".TP\n\\fB{code}\\fR\n{}", escaped(meaning.trim()))?;
        }
    }
    let others = |section: &&Section| !section.title.is_empty() && section.title != EXIT_CODES;
    for Section { title, lines } in sections.iter().filter(others) {
        writeln!(out, ".SH \"{}\"\n.EX", title.split(',').next().unwrap_or_default())?;
        lines.iter().try_for_each(|line| writeln!(out, "{}", escaped(line)))?;
        writeln!(out, ".EE")?;
    }
    if command.get_name() != program.get_name() {
        writeln!(out, ".SH \"SEE ALSO\"\n\\fB{}\\fR(1)", program.get_name())?;
    }
    Ok(())
}

/// The heading of exit codes in the help.
const EXIT_CODES: &str = "EXIT CODES";

/// A section of the text below the help of a command; the text before the first heading has no title.
struct Section {
    title: String,
    lines: Vec<String>,
}

/// Returns the sections of the text below the help: a heading in capitals ends with a colon, its lines are indented.
fn sections(command: &Command) -> Vec<Section> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut sections: Vec<Section> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match (line.strip_suffix(':'), sections.last_mut()) {
            (Some(title), _) if !line.starts_with(' ') => {
                sections.push(Section { title: title.to_owned(), lines: Vec::new() });
            }
            (_, Some(section)) if line.starts_with(' ') != section.title.is_empty() => {
                section.lines.push(line.trim().to_owned());
            }
            _ => sections.push(Section { title: String::new(), lines: vec![line.trim().to_owned()] }),
        }
    }
    sections
}

/// Escapes a line of text: no character is a request or an escape, and hyphens can be copied.
fn escaped(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    if line.starts_with(['.', '\'']) {
        text.push_str("\\&");
    }
    for character in line.chars() {
        match character {
            '\\' => text.push_str("\\e"),
            '-' => text.push_str("\\-"),
            '\'' => text.push_str("\\(aq"),
            '`' => text.push_str("\\(ga"),
            '^' => text.push_str("\\(ha"),
            '~' => text.push_str("\\(ti"),
            other => text.push(other),
        }
    }
    text
}
