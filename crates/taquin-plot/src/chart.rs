//! Charts with two numeric axes.

use crate::axis::{Axis, Ends, Range, Ruler, Scale, Ticks};
use crate::describe;
use crate::frame::{self, Entry, MARGIN, SMALL, WIDTH};
use crate::number;
use crate::palette::{LINE, SOFT, Style};
use crate::png::PngError;
use crate::scene::{Anchor, Mark, Paint, Scene, Shape};
use crate::text;

/// The height of the plot area.
const HEIGHT: f64 = 320.0;
/// The largest width of a bar.
const WIDEST: f64 = 80.0;

/// Lines and vertical bars with two numeric axes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// The title, which is also the picture's name for screen readers.
    pub title: String,
    /// Additional information, such as sizes, seeds and machines; may be empty.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis. A linear one always includes zero.
    pub y: Axis,
    /// The series. The legend names them if there are two or more.
    pub series: Vec<Series>,
}

/// A series of points.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The kind.
    pub kind: Kind,
    /// The points in order. A line is interrupted at a point that cannot be shown.
    pub points: Vec<(f64, f64)>,
}

/// The kind of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// A line with markers.
    #[default]
    Line,
    /// A bar for each point; the bars of several series are side by side.
    Bars,
}

impl Series {
    /// Creates a line.
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { name: name.into(), kind: Kind::Line, points: points.into_iter().collect() }
    }

    /// Creates bars.
    pub fn bars(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series { name: name.into(), kind: Kind::Bars, points: points.into_iter().collect() }
    }
}

impl Chart {
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
        let numbered = self.series.iter().enumerate();
        let entries: Vec<Entry<'_>> = numbered
            .map(|(i, s)| Entry { name: &s.name, style: Style::of(i), line: s.kind == Kind::Line })
            .collect();
        let (mut scene, top) = frame::begin(&self.title, &self.subtitle, &entries);
        scene.description = describe::chart(self);
        let Some((x_range, y_range)) = self.ranges() else { return frame::empty(scene, top) };

        let plot_top = (top + 24.0).round();
        let bottom = plot_top + HEIGHT;
        let y = y_range.ruler(bottom, plot_top);
        let y_ticks = y.ticks(34.0);
        let labels = y_ticks.ticks.iter().filter_map(|tick| tick.label.as_deref());
        let left = MARGIN + labels.map(|label| text::room(label, SMALL, false)).fold(0.0, f64::max) + 9.0;
        let right = WIDTH - MARGIN - 8.0;
        let inset = self.inset(x_range, right - left);
        let x = x_range.ruler(left + inset, right - inset);
        let x_ticks = x.ticks_for(|label| text::room(label, SMALL, false), 14.0);

        let area = Area { left, right, top: plot_top, bottom };
        area.grid(&mut scene, &y_ticks);
        self.bars(&mut scene, x, y);
        area.axes(&mut scene, y, &x_ticks);
        self.lines(&mut scene, x, y, left);
        let y_label = text::cut(&frame::label(&self.y, &y_ticks), SMALL, false, WIDTH - 2.0 * MARGIN);
        frame::small(&mut scene, MARGIN, plot_top - 14.0, Anchor::Start, y_label);
        let x_label = text::cut(&frame::label(&self.x, &x_ticks), SMALL, false, right - left);
        let named = !x_label.is_empty();
        frame::small(&mut scene, (left + right) / 2.0, bottom + 42.0, Anchor::Middle, x_label);
        frame::end(&mut scene, bottom + if named { 58.0 } else { 40.0 });
        scene
    }

    /// Returns the ranges of the axes, if there is a point that both can show.
    fn ranges(&self) -> Option<(Range, Range)> {
        let (x_log, y_log) = (self.x.scale == Scale::Log, self.y.scale == Scale::Log);
        let shown = |series: &Series, &(x, y): &(f64, f64)| {
            let y_fits = !y_log || y > 0.0 || (y == 0.0 && series.kind == Kind::Line);
            crate::axis::usable(x).is_some_and(|x| !x_log || x > 0.0)
                && crate::axis::usable(y).is_some()
                && y_fits
        };
        let points = || self.series.iter().flat_map(|s| s.points.iter().filter(|p| shown(s, p)));
        let ends = if self.series.iter().any(|s| s.kind == Kind::Bars) { Ends::Bars } else { Ends::Lines };
        let x = Range::of(points().map(|p| p.0), self.x.scale, Ends::Fit)?;
        let y = Range::of(points().map(|p| p.1), self.y.scale, ends)?;
        Some((x, y))
    }

    /// Returns the margin at both ends of the x axis in pixels: half a bar, or a marker.
    fn inset(&self, x: Range, room: f64) -> f64 {
        match self.slot(x.ruler(0.0, room)) {
            // The insets make the slots narrower, so use the width that fills the area together with them.
            Some(slot) => (slot / 2.0 * room / (room + slot)).clamp(4.0, room / 3.0),
            None => 8.0,
        }
    }

    /// Returns the distance between neighbouring bars, if there are bars.
    fn slot(&self, x: Ruler) -> Option<f64> {
        let bars = self.series.iter().filter(|s| s.kind == Kind::Bars);
        let mut places: Vec<f64> = bars.flat_map(|s| s.points.iter().filter_map(|p| x.at(p.0))).collect();
        places.sort_by(f64::total_cmp);
        let gaps = places.windows(2).map(|pair| pair[1] - pair[0]).filter(|&gap| gap > 1e-6);
        let smallest = gaps.fold(f64::INFINITY, f64::min);
        (!places.is_empty()).then_some(smallest.min(WIDEST))
    }

    fn bars(&self, scene: &mut Scene, x: Ruler, y: Ruler) {
        let Some(slot) = self.slot(x) else { return };
        let abreast = self.series.iter().filter(|s| s.kind == Kind::Bars).count() as f64;
        let group = slot * if slot >= 6.0 { 0.8 } else { 0.9 };
        let breadth = (group / abreast).max(0.4);
        let base = y.base().round();
        let bars = self.series.iter().enumerate().filter(|(_, s)| s.kind == Kind::Bars);
        for (place, (i, series)) in bars.enumerate() {
            let style = Style::of(i);
            for &(px, py) in &series.points {
                let (Some(centre), Some(end)) = (x.at(px), y.at(py)) else { continue };
                let left = centre - breadth * abreast / 2.0 + breadth * place as f64;
                let gap = if breadth >= 8.0 && abreast > 1.0 { 1.0 } else { 0.0 };
                let shape = frame::swatch(style, left, end.min(base), breadth - gap, (base - end).abs());
                let mark = Mark::new("plot-bar", shape, style.bar(breadth.min((base - end).abs())));
                scene.marks.push(mark.with_tip(self.tip(series, px, py)));
            }
        }
    }

    fn lines(&self, scene: &mut Scene, x: Ruler, y: Ruler, left: f64) {
        let lines = || self.series.iter().enumerate().filter(|(_, s)| s.kind == Kind::Line);
        let count = lines().count() as f64;
        let mut markers = Vec::new();
        for (place, (i, series)) in lines().enumerate() {
            let style = Style::of(i);
            let points: Vec<Option<(f64, f64)>> =
                series.points.iter().map(|&(px, py)| x.at(px).zip(y.at(py))).collect();
            for stretch in points.split(Option::is_none).filter(|stretch| stretch.len() > 1) {
                let points = stretch.iter().copied().flatten().collect();
                scene.push("plot-line", Shape::Path { points, closed: false }, style.line());
            }
            // Only some of many points get markers, at different points of each line.
            let spacing = if points.len() <= 40 { 14.0 } else { 48.0 };
            let mut next = if points.len() <= 40 { left } else { left + spacing * place as f64 / count };
            for (n, point) in points.iter().enumerate() {
                let Some(point) = *point else { continue };
                let before = n.checked_sub(1).and_then(|n| points[n]);
                let after = points.get(n + 1).copied().flatten();
                let alone = before.is_none() && after.is_none();
                if point.0 >= next || alone || n + 1 == points.len() {
                    next = point.0 + spacing;
                    let (px, py) = series.points[n];
                    markers.push(style.marker(point).with_tip(self.tip(series, px, py)));
                }
            }
        }
        scene.marks.append(&mut markers);
    }

    fn tip(&self, series: &Series, x: f64, y: f64) -> String {
        let named = |name: &str| if name.is_empty() { String::new() } else { format!("{name}, ") };
        let labelled =
            |label: &str, value: f64| format!("{label} {}", number::exact(value)).trim().to_string();
        format!("{}{}: {}", named(&series.name), labelled(&self.x.label, x), number::exact(y))
    }
}

/// The plot area.
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn grid(&self, scene: &mut Scene, ticks: &Ticks) {
        for tick in &ticks.ticks {
            let y = tick.at.round() + 0.5;
            let Some(label) = &tick.label else { continue };
            scene.line("plot-grid", (self.left, y), (self.right, y), Paint::stroke(LINE.light, 1.0));
            frame::small(scene, self.left - 9.0, tick.at + 4.3, Anchor::End, label.clone());
        }
        for tick in ticks.ticks.iter().filter(|tick| tick.label.is_none()) {
            let y = tick.at.round() + 0.5;
            scene.line("plot-axis", (self.left - 4.0, y), (self.left, y), Paint::stroke(LINE.light, 1.0));
        }
    }

    fn axes(&self, scene: &mut Scene, y: Ruler, ticks: &Ticks) {
        let paint = Paint::stroke(SOFT.light, 1.0);
        let base = y.base().round() + 0.5;
        scene.line("plot-axis", (self.left, base), (self.right, base), paint);
        let bottom = self.bottom.round() + 0.5;
        for tick in &ticks.ticks {
            let x = tick.at.round() + 0.5;
            let length = if tick.label.is_some() { 5.0 } else { 3.0 };
            scene.line("plot-axis", (x, bottom), (x, bottom + length), paint);
            if let Some(label) = &tick.label {
                frame::small(scene, tick.at, self.bottom + 20.0, Anchor::Middle, label.clone());
            }
        }
        // Two strokes across the axis show that it is not continuous between zero and the powers of ten.
        if let Some(cut) = y.cut() {
            let (x, y) = (self.left, cut.max(self.top));
            for shift in [-2.5, 2.5] {
                scene.line("plot-axis", (x - 5.0, y + shift + 2.5), (x + 5.0, y + shift - 2.5), paint);
            }
        }
    }
}
