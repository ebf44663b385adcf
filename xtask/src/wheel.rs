//! `cargo xtask wheel`: makes a wheel for Linux since 2014, and tests it in a fresh environment of every Python.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::python::{RUNTIME, environment, install, interpreters, pytest};
use crate::workspace::{root, run};
use std::path::PathBuf;
use std::{env, fs, process};

pub(crate) const COMMAND: Command = Command {
    name: "wheel",
    arguments: "",
    about: "make a wheel and test it with every Python on this machine",
    run: |arguments| {
        no_arguments(arguments)?;
        make_and_test()
    },
};

/// The linker of zig links against the symbols of an old C library.
const TOOLS: &[&str] = &["maturin>=1.9.4,<2", "ziglang>=0.13"];

fn make_and_test() -> Result<(), Failure> {
    let folder = root().join("target/python");
    let pythons = interpreters();
    let (_, oldest) =
        pythons.first().ok_or_else(|| Failure::Work("Python 3.10 or newer is missing".to_owned()))?;
    let tools = environment(&folder.join("tools"), oldest)?;
    install(&tools, TOOLS)?;
    let wheels = folder.join("wheels");
    let failed = |why: std::io::Error| Failure::Work(format!("{}: {why}", wheels.display()));
    if wheels.exists() {
        fs::remove_dir_all(&wheels).map_err(failed)?;
    }
    // maturin looks for zig in the environment on the path.
    let programs = tools.parent().map(PathBuf::from).into_iter();
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(programs.chain(env::split_paths(&path)));
    let mut maturin = process::Command::new(&tools);
    maturin.args(["-m", "maturin", "build", "--release", "--locked", "--out"]).arg(&wheels);
    if cfg!(target_os = "linux") {
        maturin.args(["--zig", "--compatibility", "manylinux2014"]);
    }
    maturin.current_dir(root()).env("PATH", path.unwrap_or_default());
    run(maturin.arg("--interpreter").arg(&tools))?;
    let mut made = fs::read_dir(&wheels).map_err(failed)?.flatten().map(|entry| entry.path());
    let wheel = made.find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or_else(|| Failure::Work("maturin made no wheel".to_owned()))?;
    for ((major, minor), python) in &pythons {
        eprintln!("-- Python {major}.{minor}");
        let folder = folder.join(format!("wheel-{major}.{minor}"));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
        let python = environment(&folder, python)?;
        let wheel = wheel.to_string_lossy();
        let packages: Vec<&str> = RUNTIME.iter().copied().chain([wheel.as_ref()]).collect();
        install(&python, &packages)?;
        pytest(&python, None)?;
    }
    println!("{}", wheel.display());
    Ok(())
}
