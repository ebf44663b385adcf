//! One palette: the page, its charts and the downloads use the colours of `taquin_plot::palette`, and no others.

use crate::call::{ask, site};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use taquin_plot::palette;

/// Returns the colours in a text that are written as `#rrggbb`.
fn colours(text: &str) -> BTreeSet<String> {
    let parts = text.split('#').skip(1);
    let digits = parts.map(|part| part.chars().take_while(char::is_ascii_hexdigit).collect::<String>());
    digits.filter(|digits| digits.len() == 6).map(|digits| format!("#{}", digits.to_lowercase())).collect()
}

fn page() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
    let files = fs::read_dir(folder).expect("the page").map(|entry| entry.expect("an entry").path());
    let texts = files.filter(|path| path.extension().is_some_and(|ending| ending != "png"));
    texts.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text"))).collect()
}

#[test]
fn the_style_sheet_is_the_palette() {
    let (_, sheet) = page().into_iter().find(|(name, _)| name.ends_with("palette.css")).expect("palette.css");
    assert!(
        sheet == palette::css(),
        "run `cargo run -p taquin-plot --example palette > crates/taquin-web/page/palette.css`"
    );
}

#[tokio::test]
async fn everything_has_colours_of_the_palette() {
    let both = |shade: &palette::Shade| [shade.light.to_string(), shade.dark.to_string()];
    let known: BTreeSet<String> = palette::ALL.iter().flat_map(both).collect();
    let check = |name: &str, text: &str| {
        let unknown: Vec<String> = colours(text).difference(&known).cloned().collect();
        assert!(unknown.is_empty(), "{name}: {unknown:?}");
    };
    for (name, text) in page() {
        check(&name, &text);
    }
    let site = site();
    let board = json!([0, 1, 3, 4, 2, 5, 7, 8, 6]);
    let saved = json!({ "size": [3, 3], "start": board, "moves": { "tile": "LULU" }, "format": "svg" });
    let picture = ask(&site, "download", saved).await;
    let distances = ask(&site, "explore", json!({ "size": [2, 3] })).await;
    let methods = json!([{ "algorithm": "bfs" }, { "algorithm": "astar" }]);
    let nodes = ask(&site, "compare", json!({ "size": [3, 3], "start": board, "methods": methods })).await;
    for text in [&picture["text"], &distances["chart"], &nodes["chart"]] {
        let text = text.as_str().expect("a picture");
        assert!(colours(text).len() >= 4, "{text}");
        check("a picture", text);
    }
}
