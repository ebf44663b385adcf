//! `cargo xtask site`: writes the page with its engine as a folder of static files, `target/site`.

use crate::failure::{Failure, no_arguments};
use crate::workspace::{cargo, root, run};
use crate::{Command, wasm_target};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

pub(crate) const COMMAND: Command = Command {
    name: "site",
    arguments: "",
    about: "write the page with its engine in WebAssembly to target/site, for any web host",
    run: |arguments| {
        no_arguments(arguments)?;
        let site = build()?;
        for (name, bytes) in site.sizes()? {
            eprintln!("{bytes:>9} {name}");
        }
        Ok(())
    },
};

/// The most bytes of the module, compressed by gzip, and of everything else that the first paint needs.
const MAX_MODULE: u64 = 1_500_000;
const MAX_PAGE: u64 = 200_000;

/// The folder that was written.
pub(crate) struct Site {
    pub(crate) folder: PathBuf,
    module: String,
    /// What the service worker stores, without the models.
    files: Vec<String>,
}

/// Compiles the engine and writes the folder.
///
/// # Errors
/// If the compiler or a file is missing, or the files are larger than they may be.
pub(crate) fn build() -> Result<Site, Failure> {
    let toolchain = wasm_target::complete()?;
    let mut build = cargo();
    build.args(["build", "--release", "--package", "taquin-wasm", "--target", wasm_target::NAME]);
    toolchain.apply(&mut build);
    run(&mut build)?;
    let folder = root().join("target/site");
    let module = toolchain.output().join("taquin_wasm.wasm");
    let site = write(&folder, &module).map_err(|why| Failure::Work(format!("target/site: {why}")))?;
    site.check_sizes()?;
    eprintln!("xtask: wrote target/site, {} files", site.files.len());
    Ok(site)
}

fn write(folder: &Path, module: &Path) -> io::Result<Site> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    for part in ["page", "models"] {
        fs::create_dir_all(folder.join(part))?;
    }
    let web = root().join("crates/taquin-web");
    for path in files_in(&web.join("page"))? {
        let name = path.file_name().unwrap_or_default();
        let target = if name == "index.html" { folder.join(name) } else { folder.join("page").join(name) };
        fs::copy(&path, target)?;
    }
    for path in files_in(&root().join("crates/taquin/models"))? {
        fs::copy(&path, folder.join("models").join(path.file_name().unwrap_or_default()))?;
    }
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(licence), folder.join(licence))?;
    }
    // A new module gets a new name, so that no cache of a host or browser confuses it with an older one.
    let bytes = fs::read(module)?;
    let module = format!("taquin-{:016x}.wasm", hash(&bytes));
    fs::write(folder.join(&module), bytes)?;
    fs::write(folder.join("engine.json"), format!("{{\"engine\":\"worker\",\"module\":\"{module}\"}}\n"))?;
    // GitHub Pages otherwise processes the files first.
    fs::write(folder.join(".nojekyll"), "")?;

    let mut files: Vec<String> = vec!["./".to_owned(), "engine.json".to_owned(), module.clone()];
    for path in files_in(&folder.join("page"))? {
        files.push(format!("page/{}", path.file_name().unwrap_or_default().to_string_lossy()));
    }
    let script = fs::read_to_string(web.join("site/service-worker.js"))?;
    let header = format!("const SITE = {{ version: \"{}\", files: {files:?} }};\n", version(folder)?);
    fs::write(folder.join("service-worker.js"), header + &script)?;
    Ok(Site { folder: folder.to_owned(), module, files })
}

/// A hash of all files written so far.
fn version(folder: &Path) -> io::Result<String> {
    let mut all = Vec::new();
    for folder in [folder.to_owned(), folder.join("page"), folder.join("models")] {
        for path in files_in(&folder)? {
            all.push((path.file_name().map(ToOwned::to_owned), fs::read(&path)?));
        }
    }
    Ok(format!("{:016x}", hash(&all)))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The files of a folder, without its folders, sorted by name.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

impl Site {
    /// Returns the compressed size of the module, and of the other files that the page loads when it starts.
    pub(crate) fn sizes(&self) -> Result<[(&'static str, u64); 2], Failure> {
        let page = self.files.iter().filter(|file| **file != self.module);
        let page = page.map(|file| if file == "./" { "index.html" } else { file.as_str() });
        let page: u64 = page.map(|file| compressed(&self.folder.join(file))).sum::<Result<_, _>>()?;
        let module = compressed(&self.folder.join(&self.module))?;
        Ok([("WebAssembly module, compressed", module), ("other files of the page, compressed", page)])
    }

    /// Returns the path of the module.
    pub(crate) fn module(&self) -> PathBuf {
        self.folder.join(&self.module)
    }

    fn check_sizes(&self) -> Result<(), Failure> {
        for ((name, bytes), most) in self.sizes()?.into_iter().zip([MAX_MODULE, MAX_PAGE]) {
            if bytes > most {
                return Err(Failure::Work(format!("{name}: {bytes} bytes, at most {most} are allowed")));
            }
        }
        Ok(())
    }
}

/// The size of a file after `gzip -9`, as hosts send it.
fn compressed(path: &Path) -> Result<u64, Failure> {
    compressed_by("gzip", &["-9", "-c"], path)
}

/// The size of a file after a program has compressed it.
pub(crate) fn compressed_by(program: &str, arguments: &[&str], path: &Path) -> Result<u64, Failure> {
    let failed = |why: io::Error| Failure::Work(format!("{program} {}: {why}", path.display()));
    let mut child = process::Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let bytes = fs::read(path).map_err(failed)?;
    let input = child.stdin.take();
    // A thread of its own, because the program may wait until its output is read.
    let writer = std::thread::spawn(move || input.map_or(Ok(()), |mut input| input.write_all(&bytes)));
    let output = child.wait_with_output().map_err(failed)?;
    writer.join().unwrap_or(Ok(())).map_err(failed)?;
    if !output.status.success() {
        return Err(Failure::Work(format!("{program} failed: {}", output.status)));
    }
    Ok(output.stdout.len() as u64)
}
