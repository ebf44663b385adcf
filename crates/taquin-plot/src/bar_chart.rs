//! Charts that compare categories.

use crate::axis::{Axis, Ends, Range, Ruler, usable};
use crate::describe;
use crate::frame::{self, Entry, MARGIN, SMALL, WIDTH};
use crate::number;
use crate::palette::{CARD, INK, LINE, SOFT, Style};
use crate::png::PngError;
use crate::scene::{Anchor, Mark, Paint, Scene, Shape};
use crate::text;

/// Horizontal bars, grouped by category, each labelled with its value.
///
/// ```
/// use taquin_plot::{Axis, BarChart, Group};
///
/// let chart = BarChart {
///     title: "Korf's 100 boards".into(),
///     axis: Axis::log("nodes"),
///     categories: vec!["Manhattan".into(), "walking distance".into()],
///     groups: vec![Group::new("IDA*", [Some(363_028_080.0), None])],
///     ..BarChart::default()
/// };
/// assert!(chart.svg().contains("Manhattan"));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BarChart {
    /// The title, which is also the picture's name for screen readers.
    pub title: String,
    /// Additional information, such as sizes, seeds and machines; may be empty.
    pub subtitle: String,
    /// The axis of the values. On a linear axis, bars start at zero.
    pub axis: Axis,
    /// The categories from top to bottom.
    pub categories: Vec<String>,
    /// The bars of each category, from top to bottom. The legend names them if there are two or more.
    pub groups: Vec<Group>,
}

/// One bar in each category.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// Its name in the legend.
    pub name: String,
    /// The value of each category, in order; `None` or missing if nothing was measured.
    pub values: Vec<Option<f64>>,
}

impl Group {
    /// Creates a group.
    pub fn new(name: impl Into<String>, values: impl IntoIterator<Item = Option<f64>>) -> Group {
        Group { name: name.into(), values: values.into_iter().collect() }
    }
}

impl BarChart {
    /// Returns the chart as an SVG document.
    pub fn svg(&self) -> String {
        self.scene().svg()
    }

    /// Returns the chart as a PNG file, `scale` times as large as the SVG's nominal size.
    ///
    /// # Errors
    ///
    /// If the scale is not a positive number, or the picture would be too large.
    pub fn png(&self, scale: f32) -> Result<Vec<u8>, PngError> {
        self.scene().png(scale)
    }

    fn scene(&self) -> Scene {
        let numbered = self.groups.iter().enumerate();
        let entries: Vec<Entry<'_>> = numbered
            .map(|(i, group)| Entry { name: &group.name, style: Style::of(i), line: false })
            .collect();
        let (mut scene, top) = frame::begin(&self.title, &self.subtitle, &entries);
        scene.description = describe::bar_chart(self);
        if self.categories.is_empty() || self.groups.is_empty() {
            return frame::empty(scene, top);
        }
        let names: Vec<Vec<String>> =
            self.categories.iter().map(|name| text::wrap(name, SMALL, false, WIDTH * 0.34, 2)).collect();
        let mut layout = self.layout(&names);
        let bottom = top + names.iter().map(|lines| self.slot(layout, lines.len())).sum::<f64>() + 4.0;
        // If the axis can show none of the numbers, only names, dashes and zeros are drawn.
        let mut label = String::new();
        if let Some(range) = Range::of(self.values(), self.axis.scale, Ends::Bars) {
            let ruler = range.ruler(layout.left, layout.right);
            layout.base = ruler.base().round();
            layout.ruler = Some(ruler);
            label = self.grid(&mut scene, ruler, layout, top, bottom);
        }
        let mut y = top;
        for (category, lines) in names.iter().enumerate() {
            let height = self.slot(layout, lines.len());
            self.row(&mut scene, layout, y + height / 2.0, category, lines);
            y += height;
        }
        let axis = layout.base + 0.5;
        scene.line("plot-axis", (axis, top), (axis, bottom), Paint::stroke(SOFT.light, 1.0));
        let named = !label.is_empty();
        frame::small(&mut scene, (layout.left + layout.right) / 2.0, bottom + 40.0, Anchor::Middle, label);
        frame::end(&mut scene, bottom + if named { 56.0 } else { 36.0 });
        scene
    }

    /// Computes the columns: names, bars, and room for the value of the longest bar.
    fn layout(&self, names: &[Vec<String>]) -> Layout {
        let breadth = self.breadth();
        let size = if breadth >= 9.0 { 11.0 } else { 9.0 };
        let rooms = names.iter().flatten().map(|line| text::room(line, SMALL, false));
        let left = (MARGIN + rooms.fold(0.0, f64::max) + 10.0).round();
        let values = self.values().map(|value| text::room(&number::compact(value), size, false));
        let right = WIDTH - MARGIN - values.fold(12.0, f64::max) - 6.0;
        Layout { left, right, breadth, size, base: left, ruler: None }
    }

    /// Draws the grid lines with their numbers, and returns the label of the axis.
    fn grid(&self, scene: &mut Scene, ruler: Ruler, layout: Layout, top: f64, bottom: f64) -> String {
        let ticks = ruler.ticks_for(|label| text::room(label, SMALL, false), 18.0);
        for tick in &ticks.ticks {
            let Some(words) = &tick.label else { continue };
            let x = tick.at.round() + 0.5;
            scene.line("plot-grid", (x, top), (x, bottom), Paint::stroke(LINE.light, 1.0));
            frame::small(scene, tick.at, bottom + 18.0, Anchor::Middle, words.clone());
        }
        text::cut(&frame::label(&self.axis, &ticks), SMALL, false, layout.right - layout.left)
    }

    /// Draws a category: its name, its bars and their values, around the height `middle`.
    fn row(&self, scene: &mut Scene, layout: Layout, middle: f64, category: usize, name: &[String]) {
        let Layout { breadth, base, size, .. } = layout;
        for (n, line) in name.iter().enumerate() {
            let down = 15.0 * (n as f64 - (name.len() as f64 - 1.0) / 2.0);
            let (x, y) = (layout.left - 10.0, middle + down + 4.3);
            let shape =
                Shape::Text { x, y, size: SMALL, anchor: Anchor::End, bold: false, text: line.clone() };
            scene.push("plot-text", shape, Paint::fill(INK.light));
        }
        let first = middle - breadth * self.groups.len() as f64 / 2.0;
        for (i, group) in self.groups.iter().enumerate() {
            let value = group.values.get(category).copied().flatten().and_then(usable);
            let y = first + breadth * i as f64;
            let style = Style::of(i);
            let thick = breadth - if breadth >= 5.0 { 1.0 } else { 0.0 };
            let end = value.and_then(|value| layout.ruler?.at(value));
            if let Some(end) = end {
                let (x, width) = (end.min(base), (end - base).abs());
                let shape = frame::swatch(style, x, y + 0.5, width, thick);
                let mark = Mark::new("plot-bar", shape, style.bar(thick.min(width)));
                scene.marks.push(mark.with_tip(self.tip(category, group, value)));
            }
            if breadth >= 7.0 {
                let text = value.map_or("–".into(), number::compact);
                let x = end.unwrap_or(base).max(base) + 5.0;
                // Hides the grid lines behind the number.
                let width = text::width(&text, size, false) + 4.0;
                let behind = Shape::Rect { x: x - 2.0, y: y + 0.5, width, height: thick };
                scene.push("plot-paper", behind, Paint::fill(CARD.light));
                let y = y + breadth / 2.0 + size * 0.36;
                let shape = Shape::Text { x, y, size, anchor: Anchor::Start, bold: false, text };
                scene.push("plot-soft", shape, Paint::fill(SOFT.light));
            }
        }
    }

    /// Returns the height of a category whose name has `lines` lines.
    fn slot(&self, layout: Layout, lines: usize) -> f64 {
        let breadth = layout.breadth;
        let gap = if self.groups.len() == 1 { (breadth * 0.4).max(2.0) } else { (breadth * 0.9).max(5.0) };
        (breadth * self.groups.len() as f64).max(16.0 * lines as f64) + gap
    }

    /// Returns the values that the axis can show.
    fn values(&self) -> impl Iterator<Item = f64> {
        let rows = self.categories.len();
        self.groups
            .iter()
            .flat_map(move |group| group.values.iter().take(rows).flatten().copied())
            .filter_map(usable)
    }

    /// Returns the thickness of a bar: many bars are thinner, so that the chart fits on a page as long as possible.
    fn breadth(&self) -> f64 {
        let bars = (self.groups.len() * self.categories.len()) as f64;
        let most = match self.groups.len() {
            1 => 20.0,
            2..=4 => 15.0,
            _ => 12.0,
        };
        (1500.0 / bars).clamp(4.0, most)
    }

    fn tip(&self, category: usize, group: &Group, value: Option<f64>) -> String {
        let text = value.map_or("–".into(), number::exact);
        let name = if group.name.is_empty() { String::new() } else { format!(", {}", group.name) };
        format!("{}{name}: {text}", self.categories[category])
    }
}

/// The columns, the thickness of bars, the font size of their values, and where bars start and end.
#[derive(Clone, Copy)]
struct Layout {
    left: f64,
    right: f64,
    breadth: f64,
    size: f64,
    base: f64,
    ruler: Option<Ruler>,
}
