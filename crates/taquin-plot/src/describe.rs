//! Descriptions of charts for screen readers.

use crate::axis::{Scale, usable};
use crate::bar_chart::BarChart;
use crate::chart::{Chart, Kind};
use crate::number::exact;

/// How many values are listed; the others are only counted.
const MAX_LISTED: usize = 24;

pub(crate) fn chart(chart: &Chart) -> String {
    let mut out = format!("{} by {}", name(&chart.y.label, "y"), name(&chart.x.label, "x"));
    if chart.y.scale == Scale::Log {
        out.push_str(", logarithmic");
    }
    out.push('.');
    if !chart.subtitle.is_empty() {
        out.push_str(&format!(" {}.", chart.subtitle.trim_end_matches('.')));
    }
    for (i, series) in chart.series.iter().enumerate() {
        let kind = match series.kind {
            Kind::Line => "Line",
            Kind::Bars => "Bars",
        };
        let points: Vec<(f64, f64)> =
            series.points.iter().filter_map(|&(x, y)| usable(x).zip(usable(y))).collect();
        let label = name(&series.name, &(i + 1).to_string()).to_string();
        out.push_str(&format!(" {kind} {label}: "));
        let peak = points.iter().copied().reduce(|best, point| if point.1 > best.1 { point } else { best });
        match (points.first(), points.last(), peak) {
            (Some(first), Some(last), Some(peak)) if points.len() > 1 => out.push_str(&format!(
                "{} values from {} at {} to {} at {}, the largest {} at {}.",
                points.len(),
                exact(first.1),
                exact(first.0),
                exact(last.1),
                exact(last.0),
                exact(peak.1),
                exact(peak.0)
            )),
            (Some(only), ..) => out.push_str(&format!("{} at {}.", exact(only.1), exact(only.0))),
            _ => out.push_str("no data."),
        }
    }
    out
}

pub(crate) fn bar_chart(chart: &BarChart) -> String {
    let mut out = format!("Bars of {}", name(&chart.axis.label, "values"));
    if chart.axis.scale == Scale::Log {
        out.push_str(", logarithmic");
    }
    out.push('.');
    if !chart.subtitle.is_empty() {
        out.push_str(&format!(" {}.", chart.subtitle.trim_end_matches('.')));
    }
    let text = |value: &Option<f64>| value.and_then(usable).map_or("no value".into(), exact);
    for (i, group) in chart.groups.iter().enumerate() {
        out.push_str(&format!(" {}: ", name(&group.name, &(i + 1).to_string())));
        let pairs = chart.categories.iter().zip(&group.values);
        let listed: Vec<String> =
            pairs.take(MAX_LISTED).map(|(name, value)| format!("{name} {}", text(value))).collect();
        out.push_str(&listed.join(", "));
        let more = chart.categories.len().saturating_sub(MAX_LISTED);
        out.push_str(&if more > 0 { format!(", and {more} more.") } else { ".".into() });
    }
    out
}

fn name<'a>(given: &'a str, default: &'a str) -> &'a str {
    if given.trim().is_empty() { default } else { given.trim() }
}
