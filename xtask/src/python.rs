//! `cargo xtask python`: builds the Python package and runs its tests and type checks in an environment below `target/`.
//!
//! The extension is built with the profile and features of the other tests, so that most of it is compiled already, and copied
//! beside the package; `cargo xtask wheel` tests what users install.

use crate::Command;
use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, root, run, succeeds, target_folder};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

pub(crate) const COMMAND: Command = Command {
    name: "python",
    arguments: "",
    about: "build the Python package, run its tests and check its types",
    run: |arguments| {
        no_arguments(arguments)?;
        check()
    },
};

/// What the package needs, with its extras, and what tests it.
pub(crate) const RUNTIME: &[&str] =
    &["numpy>=1.24", "gymnasium>=1.1", "pyarrow>=15", "dask>=2024.1", "distributed>=2024.1", "pytest>=8"];
const CHECKERS: &[&str] = &["mypy>=1.15", "pyright[nodejs]>=1.1.390"];

/// The oldest supported version.
const OLDEST: (u32, u32) = (3, 10);

/// Builds the package and checks it.
///
/// # Errors
/// If a step fails.
pub(crate) fn check() -> Result<(), Failure> {
    let folder = root().join("target/python");
    let (python, site) = staged()?;
    // Type checkers take as long as the tests, on a core of their own.
    let mut mypy = process::Command::new(&python);
    mypy.args(["-m", "mypy", "--strict", "-p", "taquin", "--cache-dir"]).arg(folder.join("mypy"));
    let types = mypy.current_dir(&site).spawn().map_err(|why| Failure::Work(format!("mypy: {why}")));
    let tests = pytest(&python, Some(&site));
    let typed = types?.wait().is_ok_and(|status| status.success());
    tests?;
    if !typed {
        return Err(Failure::Work("mypy --strict found errors".to_owned()));
    }
    let mut stubs = process::Command::new(&python);
    run(stubs.args(["-m", "mypy.stubtest", "taquin._taquin"]).current_dir(&site))?;
    let mut pyright = process::Command::new(&python);
    pyright.args(["-m", "pyright", "--pythonpath"]).arg(&python).arg("taquin");
    run(pyright.current_dir(&site))
}

/// Builds the package, and returns an interpreter with what it needs and the folder of the package.
///
/// # Errors
/// If a step fails.
pub(crate) fn staged() -> Result<(PathBuf, PathBuf), Failure> {
    let folder = root().join("target/python");
    let python = environment(&folder.join("venv"), &newest()?)?;
    let packages: Vec<&str> = RUNTIME.iter().chain(CHECKERS).copied().collect();
    install(&python, &packages)?;
    let site = stage(&folder)?;
    Ok((python, site))
}

/// Runs the tests of the package, which is installed or in a folder.
pub(crate) fn pytest(python: &Path, site: Option<&Path>) -> Result<(), Failure> {
    let mut tests = process::Command::new(python);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir"]).arg(root());
    tests.arg(root().join("python/tests")).current_dir(env::temp_dir()).env("PYTHONDONTWRITEBYTECODE", "1");
    if let Some(site) = site {
        tests.env("PYTHONPATH", site);
    }
    run(&mut tests)
}

/// Builds the extension and copies it with the package into one folder.
fn stage(folder: &Path) -> Result<PathBuf, Failure> {
    // With all features of the library, it is the one that the other tests have compiled. The program continues journals of
    // the package in its tests.
    let mut build = cargo();
    build.args([
        "build",
        "--package",
        "taquin",
        "--package",
        "taquin-py",
        "--package",
        "taquin-cli",
        "--all-features",
    ]);
    run(&mut build)?;
    let site = folder.join("site");
    let package = site.join("taquin");
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |why: std::io::Error| Failure::Work(format!("{path}: {why}"))
    };
    if package.exists() {
        fs::remove_dir_all(&package).map_err(failed(&package))?;
    }
    fs::create_dir_all(&package).map_err(failed(&package))?;
    let source = root().join("python/taquin");
    for entry in fs::read_dir(&source).map_err(failed(&source))? {
        let path = entry.map_err(failed(&source))?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, package.join(name)).map_err(failed(&path))?;
        }
    }
    let (prefix, suffix) = (env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
    let library = target_folder().join(format!("debug/{prefix}_taquin{suffix}"));
    let ending = if cfg!(windows) { "pyd" } else { "abi3.so" };
    fs::copy(&library, package.join(format!("_taquin.{ending}"))).map_err(failed(&library))?;
    Ok(site)
}

/// Creates a virtual environment unless it exists, and returns its interpreter.
pub(crate) fn environment(folder: &Path, python: &Path) -> Result<PathBuf, Failure> {
    let inside = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !succeeds(process::Command::new(&inside).arg("--version")) {
        run(process::Command::new(python).args(["-m", "venv", "--clear"]).arg(folder))?;
    }
    Ok(inside)
}

/// Installs packages, which takes a second if they are installed.
pub(crate) fn install(python: &Path, packages: &[&str]) -> Result<(), Failure> {
    let mut pip = process::Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--prefer-binary"]);
    run(pip.args(packages))
}

/// Returns the interpreters of different supported versions, oldest first: those on the path and those of pyenv.
pub(crate) fn interpreters() -> Vec<((u32, u32), PathBuf)> {
    let versions = env::home_dir().map(|home| home.join(".pyenv/versions"));
    let pyenv = versions.and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten().flatten();
    let pyenv = pyenv.map(|entry| entry.path().join("bin/python"));
    let named = (OLDEST.1..40).map(|minor| PathBuf::from(format!("python3.{minor}")));
    let mut found: Vec<((u32, u32), PathBuf)> = Vec::new();
    for python in pyenv.chain(named).chain([PathBuf::from("python3")]) {
        if let Some(version) = version(&python).filter(|version| *version >= OLDEST)
            && found.iter().all(|(other, _)| *other != version)
        {
            found.push((version, python));
        }
    }
    found.sort_unstable();
    found
}

fn newest() -> Result<PathBuf, Failure> {
    let found = interpreters().pop().map(|(_, python)| python);
    found.ok_or_else(|| {
        Failure::Work("Python 3.10 or newer is missing; it runs the tests of the package".to_owned())
    })
}

/// Returns the version of an interpreter that can create environments.
fn version(python: &Path) -> Option<(u32, u32)> {
    let script = "import sys, venv; print(*sys.version_info[:2])";
    let output = process::Command::new(python).args(["-c", script]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
