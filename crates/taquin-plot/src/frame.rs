//! The common parts of all charts: background, title, legend and axis labels.

use crate::axis::{Axis, Ticks};
use crate::number;
use crate::palette::{CARD, INK, SOFT, Style};
use crate::scene::{Anchor, Paint, Scene, Shape};
use crate::text;

pub(crate) const WIDTH: f64 = 760.0;
pub(crate) const MARGIN: f64 = 24.0;
pub(crate) const SMALL: f64 = 12.0;
const TITLE: f64 = 17.0;
const SUBTITLE: f64 = 13.0;

/// An entry of the legend.
pub(crate) struct Entry<'a> {
    pub(crate) name: &'a str,
    pub(crate) style: Style,
    pub(crate) line: bool,
}

/// Starts a picture with its title and legend; returns it and the height at which the rest starts.
pub(crate) fn begin(title: &str, subtitle: &str, entries: &[Entry<'_>]) -> (Scene, f64) {
    let mut scene = Scene {
        width: WIDTH,
        height: 0.0,
        title: title.to_string(),
        description: String::new(),
        marks: Vec::new(),
    };
    let paper = Shape::Rect { x: 0.0, y: 0.0, width: WIDTH, height: 0.0 };
    scene.push("plot-paper", paper, Paint::fill(CARD.light));
    let mut y = 14.0;
    let room = WIDTH - 2.0 * MARGIN;
    for line in text::wrap(title, TITLE, true, room, 2) {
        y += 22.0;
        heading(&mut scene, y, TITLE, true, line);
    }
    for line in text::wrap(subtitle, SUBTITLE, false, room, 3) {
        y += 18.5;
        heading(&mut scene, y, SUBTITLE, false, line);
    }
    y += 10.0;
    if entries.len() > 1 {
        y = legend(&mut scene, y, entries);
    }
    (scene, y + 8.0)
}

/// Ends a picture at a height.
pub(crate) fn end(scene: &mut Scene, bottom: f64) {
    scene.height = bottom.ceil();
    if let Some(paper) = scene.marks.first_mut() {
        paper.shape = Shape::Rect { x: 0.0, y: 0.0, width: scene.width, height: scene.height };
    }
}

/// Adds a small text in the colour of axes, unless it is empty.
pub(crate) fn small(scene: &mut Scene, x: f64, y: f64, anchor: Anchor, words: impl Into<String>) {
    let text = words.into();
    if text.is_empty() {
        return;
    }
    let shape = Shape::Text { x, y, size: SMALL, anchor, bold: false, text };
    scene.push("plot-soft", shape, Paint::fill(SOFT.light));
}

/// Writes that there is no data, and ends the picture.
pub(crate) fn empty(mut scene: Scene, y: f64) -> Scene {
    small(&mut scene, WIDTH / 2.0, y + 60.0, Anchor::Middle, "no data");
    end(&mut scene, y + 120.0);
    scene
}

/// Returns the label of an axis with the unit of its ticks.
pub(crate) fn label(axis: &Axis, ticks: &Ticks) -> String {
    let name = axis.label.trim();
    match (name.is_empty(), ticks.exponent) {
        (_, 0) => name.to_string(),
        (true, exponent) => format!("× {}", number::power(exponent)),
        (false, exponent) => format!("{name} (× {})", number::power(exponent)),
    }
}

fn heading(scene: &mut Scene, y: f64, size: f64, bold: bool, words: String) {
    let shape = Shape::Text { x: MARGIN, y, size, anchor: Anchor::Start, bold, text: words };
    let (class, colour) = if bold { ("plot-text", INK.light) } else { ("plot-soft", SOFT.light) };
    scene.push(class, shape, Paint::fill(colour));
}

/// Draws the legend in a row, or in columns if one row is too narrow.
fn legend(scene: &mut Scene, top: f64, entries: &[Entry<'_>]) -> f64 {
    const GAP: f64 = 22.0;
    const ROW: f64 = 20.0;
    let sample = if entries.iter().any(|entry| entry.line) { 34.0 } else { 13.0 };
    let lead = sample + 7.0;
    let room = WIDTH - 2.0 * MARGIN;
    let names: Vec<String> =
        entries.iter().map(|e| text::cut(e.name, SMALL, false, room / 2.0 - lead - GAP)).collect();
    let widths: Vec<f64> = names.iter().map(|name| lead + text::room(name, SMALL, false) + GAP).collect();
    let one_row = widths.iter().sum::<f64>() - GAP <= room;
    let column = widths.iter().copied().fold(0.0, f64::max);
    let columns = ((room + GAP) / column).floor().max(1.0) as usize;
    let mut x = MARGIN;
    let mut y = top + ROW / 2.0;
    for (i, (entry, name)) in entries.iter().zip(names).enumerate() {
        if !one_row && i > 0 && i % columns == 0 {
            x = MARGIN;
            y += ROW;
        }
        if entry.line {
            scene.line("plot-line", (x, y), (x + sample, y), entry.style.line());
            scene.marks.push(entry.style.marker((x + sample / 2.0, y)));
        } else {
            let shape = swatch(entry.style, x + sample - 13.0, y - 5.5, 13.0, 11.0);
            scene.push("plot-bar", shape, entry.style.bar(11.0));
        }
        let words = Shape::Text {
            x: x + lead,
            y: y + 4.3,
            size: SMALL,
            anchor: Anchor::Start,
            bold: false,
            text: name,
        };
        scene.push("plot-text", words, Paint::fill(INK.light));
        x += if one_row { widths[i] } else { column };
    }
    y + ROW / 2.0
}

/// Returns a bar's rectangle; the outline of a hollow bar lies inside.
pub(crate) fn swatch(style: Style, x: f64, y: f64, width: f64, height: f64) -> Shape {
    if style.hollow() && width.min(height) >= 3.0 {
        return Shape::Rect { x: x + 0.75, y: y + 0.75, width: width - 1.5, height: height - 1.5 };
    }
    Shape::Rect { x, y, width, height }
}
