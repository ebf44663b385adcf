//! Lists the files of the page, so that the server embeds a new file without further changes.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("page");
    println!("cargo::rerun-if-changed=page");
    let mut files = Vec::new();
    collect(&page, &mut files)?;
    files.sort();
    let mut list = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&page).map_err(io::Error::other)?;
        let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
        list += &format!("    ({:?}, include_bytes!({:?})),\n", parts.join("/"), file);
    }
    list += "]\n";
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("page_files.rs"), list)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
