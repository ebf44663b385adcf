//! Draws one chart of every kind, and the awkward ones, into a directory: `cargo run --example gallery -- DIR`.

use std::path::Path;

use taquin_plot::{Axis, BarChart, Chart, Group, Series};

const SINGLE: [f64; 32] = [
    1.0, 2.0, 4.0, 8.0, 16.0, 20.0, 39.0, 62.0, 116.0, 152.0, 286.0, 396.0, 748.0, 1024.0, 1893.0, 2512.0,
    4485.0, 5638.0, 9529.0, 10878.0, 16993.0, 17110.0, 23952.0, 20224.0, 24047.0, 15578.0, 14560.0, 6274.0,
    3910.0, 760.0, 221.0, 2.0,
];
const MULTI: [f64; 25] = [
    1.0, 4.0, 8.0, 16.0, 32.0, 64.0, 127.0, 244.0, 454.0, 856.0, 1576.0, 2854.0, 5117.0, 8588.0, 13466.0,
    19739.0, 26558.0, 31485.0, 30985.0, 23494.0, 11751.0, 3390.0, 589.0, 41.0, 1.0,
];

fn by_depth(counts: &[f64]) -> impl Iterator<Item = (f64, f64)> {
    (0..).map(f64::from).zip(counts.iter().copied())
}

/// A bell of `n` depths with a given peak: the shape of large state spaces.
fn bell(n: u32, peak: f64) -> Vec<(f64, f64)> {
    let middle = 0.6 * f64::from(n);
    let height = |d: f64| (peak.log10() * (1.0 - ((d - middle) / middle).powi(2)).max(0.0)).max(0.0);
    (0..=n).map(|d| (f64::from(d), 10f64.powf(height(f64::from(d))).round())).collect()
}

fn charts() -> Vec<(&'static str, Chart)> {
    let chart = |title: &str, y: Axis, series: Vec<Series>| Chart {
        title: title.into(),
        subtitle: "goal 1..8, blank last; counted by breadth-first search".into(),
        x: Axis::linear("depth"),
        y,
        series,
    };
    let both_lines = vec![
        Series::line("single-tile moves", by_depth(&SINGLE)),
        Series::line("multi-tile moves", by_depth(&MULTI)),
    ];
    let both_bars = vec![
        Series::bars("single-tile moves", by_depth(&SINGLE)),
        Series::bars("multi-tile moves", by_depth(&MULTI)),
    ];
    let methods = (0..12).map(|m| {
        let growth = 1.25 + 0.05 * f64::from(m);
        let points = (0..=15).map(move |d| (f64::from(2 * d), growth.powi(2 * d).round()));
        Series::line(format!("method {m}"), points)
    });
    let long =
        "a series whose name is much longer than anyone would like it to be in a legend, and longer still";
    vec![
        ("bars", chart("3x3: states per depth", Axis::linear("states"), vec![Series::bars("single", by_depth(&SINGLE))])),
        ("bars_log", chart("3x3: states per depth", Axis::log("states"), vec![Series::bars("single", by_depth(&SINGLE))])),
        ("bars_two", chart("3x3: states per depth, both metrics", Axis::linear("states"), both_bars)),
        ("lines_log", chart("3x3: states per depth, both metrics", Axis::log("states"), both_lines.clone())),
        ("lines", chart("3x3: states per depth, both metrics", Axis::linear("states"), both_lines)),
        ("huge", chart("2x8: states per depth", Axis::linear("states"), vec![Series::bars("s", bell(140, 3.7e11))])),
        (
            "huge_log",
            chart("2x8: states per depth", Axis::log("states"), vec![Series::line("a", bell(140, 3.7e11)), Series::line("b", bell(57, 1.3e12))]),
        ),
        ("twelve", chart("Nodes by depth, twelve methods", Axis::log("nodes"), methods.clone().collect())),
        (
            "twelve_bars",
            chart("Twelve series of bars", Axis::log("nodes"), methods.map(|s| Series::bars(s.name, s.points.into_iter().take(5))).collect()),
        ),
        ("empty", chart("Nothing was measured", Axis::log("nodes"), vec![])),
        ("one_point", chart("A single point", Axis::log("nodes"), vec![Series::line("a", [(17.0, 3141.0)])])),
        ("one_bar", chart("A single bar", Axis::linear("nodes"), vec![Series::bars("a", [(17.0, 3141.0)])])),
        (
            "zeros_log",
            chart("Zeros on a logarithmic axis", Axis::log("nodes"), vec![
                Series::line("with zeros", [0.0, 0.0, 3.0, 80.0, 0.0, 900.0, f64::NAN, 5000.0].into_iter().enumerate().map(|(i, y)| (i as f64, y))),
                Series::line("without", (0..8).map(|i| (f64::from(i), 4f64.powi(i)))),
            ]),
        ),
        ("flat", chart("The same value everywhere", Axis::log("nodes"), vec![Series::line("a", (0..9).map(|i| (f64::from(i), 7000.0)))])),
        ("negative", chart("Below zero", Axis::linear("difference"), vec![Series::bars("a", (0..9).map(|i| (f64::from(i), f64::from(i * 700) - 2500.0)))])),
        (
            "long",
            Chart {
                title: "A title that is far too long for one line because somebody wanted to say everything about the boards & the <methods> at once, and then some more".into(),
                subtitle: format!("{long}; {long}; {long}; {long}"),
                x: Axis::log(long),
                y: Axis::log(format!("{long} {long}")),
                series: vec![Series::line(long, (1..9).map(|i| (10f64.powi(i), 10f64.powi(2 * i - 9)))), Series::bars("short", [(100.0, 1e6), (1e5, 0.01)])],
            },
        ),
    ]
}

fn bar_charts() -> Vec<(&'static str, BarChart)> {
    let categories = |n: usize| (1..=n).map(|i| format!("board {i}")).collect();
    let grouped = |groups: usize, n: usize| -> Vec<Group> {
        let value =
            |g: usize, i: usize| ((g + 1) * (i * 7919 % 97 + 3)) as f64 * 10f64.powi((i * 31 % 5) as i32);
        (0..groups)
            .map(|g| Group::new(format!("method {}", g + 1), (0..n).map(|i| Some(value(g, i)))))
            .collect()
    };
    let nodes = [400_000_000.0, 35_000_000.0, 600_000.0, 36_000.0].map(Some);
    vec![
        (
            "bench",
            BarChart {
                title: "Nodes by heuristic".into(),
                subtitle: "invented numbers".into(),
                axis: Axis::log("nodes"),
                categories: ["Manhattan", "linear conflict", "6-6-3 pattern databases", "7-8 pattern databases, reflected"].map(Into::into).into(),
                groups: vec![Group::new("", nodes)],
            },
        ),
        (
            "bench_groups",
            BarChart {
                title: "Three methods on four suites".into(),
                subtitle: "invented numbers; – means not run".into(),
                axis: Axis::log("milliseconds"),
                categories: ["korf100", "hard15", "random3x3", "a suite with a name that is a good deal longer than the others so that it needs two lines or more"]
                    .map(Into::into)
                    .into(),
                groups: vec![
                    Group::new("manhattan", [Some(12_000.0), None, Some(0.41), Some(3.0)]),
                    Group::new("5-5-5", [Some(19.5), Some(88_000.0), Some(0.0021), Some(0.0)]),
                    Group::new("7-8", [Some(1.31), Some(4_100.0), Some(0.0009), Some(2.5)]),
                ],
            },
        ),
        (
            "bench_many",
            BarChart { title: "Many boards".into(), axis: Axis::log("nodes"), categories: categories(40), groups: grouped(3, 40), ..BarChart::default() },
        ),
        (
            "bench_twelve",
            BarChart { title: "Twelve methods".into(), axis: Axis::linear("nodes"), categories: categories(3), groups: grouped(12, 3), ..BarChart::default() },
        ),
        (
            "bench_none",
            BarChart { title: "Nothing ran".into(), axis: Axis::log("nodes"), categories: categories(2), groups: vec![Group::new("a", [None, Some(0.0)])], ..BarChart::default() },
        ),
    ]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: gallery DIR")?;
    let directory = Path::new(&directory);
    std::fs::create_dir_all(directory)?;
    let drawn = charts().into_iter().map(|(name, chart)| (name, chart.svg(), chart.png(1.5)));
    let compared = bar_charts().into_iter().map(|(name, chart)| (name, chart.svg(), chart.png(1.5)));
    for (name, svg, png) in drawn.chain(compared) {
        std::fs::write(directory.join(name).with_extension("svg"), svg)?;
        std::fs::write(directory.join(name).with_extension("png"), png?)?;
    }
    Ok(())
}
