//! The structure of the SVG, the signature and size of the PNG, and unusual data.

use roxmltree::{Document, Node};
use taquin_plot::{Axis, BarChart, Chart, Group, Kind, PngError, Scale, Series};

fn chart(y: Axis, series: Vec<Series>) -> Chart {
    Chart { title: "states".into(), x: Axis::linear("depth"), y, series, ..Chart::default() }
}

fn counted(counts: &[f64]) -> Vec<(f64, f64)> {
    (0..).map(f64::from).zip(counts.iter().copied()).collect()
}

/// Returns all elements of a class.
fn of_class<'a>(document: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    document.descendants().filter(|node| node.attribute("class") == Some(class)).collect()
}

fn texts(document: &Document<'_>) -> Vec<String> {
    let all = document.descendants().filter(|node| node.has_tag_name("text"));
    let words = |node: Node<'_, '_>| {
        node.descendants().filter_map(|n| if n.is_text() { n.text() } else { None }).collect()
    };
    all.map(words).collect()
}

/// Returns the width and height from the header of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(&png[12..16], b"IHDR");
    let word = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (word(16), word(20))
}

/// The scale of pictures that only need to exist.
const TINY: f32 = 0.1;

/// Checks what holds for every picture: well-formed, named, finite coordinates, and the right size.
fn sound(svg: &str, tiny: Result<Vec<u8>, PngError>) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error} in\n{svg}"));
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let mut children = root.children().filter(Node::is_element);
    assert!(children.next().is_some_and(|node| node.has_tag_name("title")));
    assert!(children.next().is_some_and(|node| node.has_tag_name("desc") && node.text().is_some()));
    let side = |name: &str| root.attribute(name).and_then(|text| text.parse::<f64>().ok()).expect("a number");
    for node in document.descendants().filter(Node::is_element) {
        for attribute in node.attributes() {
            let plain = !["class", "aria-label"].contains(&attribute.name());
            assert!(!plain || !attribute.value().contains("NaN") && !attribute.value().contains("inf"));
        }
        if node.has_tag_name("text") {
            let at = |name: &str| {
                node.attribute(name).and_then(|text| text.parse::<f64>().ok()).expect("a number")
            };
            assert!(
                (0.0..=side("width")).contains(&at("x")) && (0.0..=side("height")).contains(&at("y")),
                "{svg}"
            );
        }
    }
    let pixels = |name: &str| (side(name) * f64::from(TINY)).round() as u32;
    assert_eq!(size(&tiny.expect("a picture")), (pixels("width"), pixels("height")));
}

#[test]
fn a_line_chart_has_the_parts_it_should_have() {
    let series = vec![
        Series::line("single", counted(&[1.0, 2.0, 4.0, 8.0, 16.0, 20.0])),
        Series::line("multi", counted(&[1.0, 4.0, 8.0, 16.0, 32.0, 64.0])),
    ];
    let svg = chart(Axis::log("count"), series).svg();
    let document = Document::parse(&svg).expect("well-formed");
    // Two lines and their samples in the legend; twelve points and two samples.
    assert_eq!(of_class(&document, "plot-line").len(), 4);
    assert_eq!(of_class(&document, "plot-marker").len(), 14);
    assert_eq!(
        texts(&document),
        ["states", "single", "multi", "1", "10", "0", "1", "2", "3", "4", "5", "count", "depth"]
    );
    let dashes: Vec<_> =
        of_class(&document, "plot-line").iter().map(|n| n.attribute("stroke-dasharray")).collect();
    assert_ne!(dashes[0], dashes[1]);
    assert!(svg.contains(
        "<desc>count by depth, logarithmic. Line single: 6 values from 1 at 0 to 20 at 5, the largest"
    ));
}

#[test]
fn bars_stand_on_the_axis_and_say_their_values() {
    let svg = chart(Axis::linear("count"), vec![Series::bars("a", counted(&[1.0, 2.0, 24_047.0]))]).svg();
    let document = Document::parse(&svg).expect("well-formed");
    let bars = of_class(&document, "plot-bar");
    assert_eq!(bars.len(), 3);
    let number = |node: &Node<'_, '_>, name| {
        node.attribute(name).and_then(|t| t.parse::<f64>().ok()).expect("a number")
    };
    let feet: Vec<f64> = bars.iter().map(|bar| number(bar, "y") + number(bar, "height")).collect();
    assert!(feet.iter().all(|foot| (foot - feet[0]).abs() < 0.02), "{feet:?}");
    let tips: Vec<_> = bars.iter().filter_map(|bar| bar.first_element_child()?.text()).collect();
    assert_eq!(tips, ["a, depth 0: 1", "a, depth 1: 2", "a, depth 2: 24,047"]);
    assert!(texts(&document).contains(&"20,000".into()));
}

#[test]
fn large_numbers_are_written_as_powers() {
    let counts = counted(&[1.0, 1e6, 10_461_394_944_000.0]);
    let linear = chart(Axis::linear("states"), vec![Series::bars("", counts.clone())]).svg();
    let document = Document::parse(&linear).expect("well-formed");
    assert!(texts(&document).contains(&"states (× 1012)".into()), "{:?}", texts(&document));
    assert!(linear.contains("states (× 10<tspan"));
    assert!(linear.contains("10,461,394,944,000"));
    let log = chart(Axis::log("states"), vec![Series::line("", counts)]).svg();
    assert!(log.contains(">10<tspan dy=\"-4.32\" font-size=\"8.64\">12</tspan></text>"));
}

#[test]
fn methods_side_by_side() {
    let bench = BarChart {
        title: "nodes".into(),
        axis: Axis::log("nodes"),
        categories: vec!["korf100".into(), "hard15".into()],
        groups: vec![
            Group::new("manhattan", [Some(363_028_080.0), None]),
            Group::new("7-8", [Some(36_710.0)]),
        ],
        ..BarChart::default()
    };
    let svg = bench.svg();
    let document = Document::parse(&svg).expect("well-formed");
    let words = texts(&document);
    for word in ["korf100", "hard15", "manhattan", "7-8", "36,710", "3.63×108", "–"] {
        assert!(words.contains(&word.to_string()), "{word} in {words:?}");
    }
    // Two in the legend, and the two that were measured.
    assert_eq!(of_class(&document, "plot-bar").len(), 4);
    assert!(svg.contains("manhattan: korf100 363,028,080, hard15 no value."));
    sound(&svg, bench.png(TINY));
}

#[test]
fn text_is_escaped() {
    let nasty = "a<b & \"c\" 'd' > ]]> \u{0} \u{b} \u{ffff} \t.";
    let chart = Chart {
        title: nasty.into(),
        subtitle: nasty.into(),
        x: Axis::linear(nasty),
        y: Axis::log(nasty),
        series: vec![Series::line(nasty, [(1.0, 1.0)]), Series::bars(nasty, [(1.0, 2.0)])],
    };
    let svg = chart.svg();
    sound(&svg, chart.png(TINY));
    let document = Document::parse(&svg).expect("well-formed");
    let title = document.root_element().first_element_child().and_then(|node| node.text());
    assert_eq!(title, Some("a<b & \"c\" 'd' > ]]> \u{fffd} \u{fffd} \u{fffd}  ."));
    let bars = BarChart {
        title: nasty.into(),
        categories: vec![nasty.into()],
        groups: vec![Group::new(nasty, [Some(1.0)])],
        ..BarChart::default()
    };
    sound(&bars.svg(), bars.png(TINY));
}

#[test]
fn the_png_is_as_large_as_asked_for() {
    let chart = chart(Axis::linear("y"), vec![Series::line("a", counted(&[1.0, 2.0]))]);
    let (width, height) = size(&chart.png(1.0).expect("a picture"));
    assert_eq!(size(&chart.png(2.0).expect("a picture")), (2 * width, 2 * height));
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e-6] {
        assert!(matches!(chart.png(scale), Err(PngError::Scale(_))), "{scale}");
    }
    let error = chart.png(1000.0).expect_err("too large");
    assert_eq!(
        error.to_string(),
        format!("a picture of {} x {} pixels is too large for this scale", width * 1000, height * 1000)
    );
}

#[test]
fn the_png_has_letters() {
    let pixels = |title: &str| {
        let chart = Chart { title: title.into(), ..Chart::default() };
        chart.png(1.0).expect("a picture").len()
    };
    assert!(pixels("The quick brown fox jumps over the lazy dog") > pixels(".") + 1000);
}

#[test]
#[ignore = "slow; run by `cargo xtask test`"]
fn unusual_data_is_drawn() {
    let odd = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1e-3,
        1e7,
        1e13,
        1e16,
        1e16 + 2.0,
        1e119,
        1e120,
        1e308,
        -1e120,
        f64::MAX,
        f64::MIN,
        1e-119,
        1e-120,
        5e-324,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    let mut lists: Vec<Vec<(f64, f64)>> = vec![vec![]];
    for &a in &odd {
        lists.push(vec![(a, a)]);
        lists.push(vec![(1.0, a), (2.0, a)]);
        for &b in &odd {
            lists.push(vec![(a, b), (b, a), (3.0, b)]);
        }
    }
    lists.push(odd.iter().flat_map(|&a| odd.map(|b| (a, b))).collect());
    for points in lists {
        for kind in [Kind::Line, Kind::Bars] {
            for (x, y) in
                [(Scale::Linear, Scale::Linear), (Scale::Linear, Scale::Log), (Scale::Log, Scale::Log)]
            {
                let chart = Chart {
                    x: Axis { label: "x".into(), scale: x },
                    y: Axis { label: "y".into(), scale: y },
                    series: vec![Series { name: "a".into(), kind, points: points.clone() }],
                    ..Chart::default()
                };
                sound(&chart.svg(), chart.png(TINY));
            }
        }
        for scale in [Scale::Linear, Scale::Log] {
            let values = points.iter().map(|p| Some(p.1));
            let chart = BarChart {
                axis: Axis { label: "v".into(), scale },
                categories: points.iter().map(|p| format!("{:e}", p.0)).collect(),
                groups: vec![Group::new("a", values.clone()), Group::new("b", values.skip(1))],
                ..BarChart::default()
            };
            sound(&chart.svg(), chart.png(TINY));
        }
    }
}

#[test]
fn many_series_differ_in_more_than_colour() {
    for count in 0..=30 {
        let series =
            (0..count).map(|i| Series::line(format!("method {i}"), counted(&[1.0, f64::from(i) + 2.0])));
        let chart = chart(Axis::log("nodes"), series.collect());
        sound(&chart.svg(), chart.png(TINY));
    }
    let series = (0..12).map(|i| Series::line("m", counted(&[1.0, f64::from(i) + 2.0])));
    let svg = chart(Axis::log("nodes"), series.collect()).svg();
    let document = Document::parse(&svg).expect("well-formed");
    let look = |node: &Node<'_, '_>| {
        format!("{:?} {:?}", node.attribute("stroke"), node.attribute("stroke-dasharray"))
    };
    let lines: std::collections::HashSet<String> =
        of_class(&document, "plot-line").iter().map(look).collect();
    assert_eq!(lines.len(), 12);
}

#[test]
fn zero_has_a_lane_on_a_logarithmic_axis() {
    let zeros = chart(Axis::log("nodes"), vec![Series::line("", counted(&[0.0, 10.0, 1000.0]))]).svg();
    let document = Document::parse(&zeros).expect("well-formed");
    // The tick of the y axis, and that of the x axis.
    assert_eq!(texts(&document).iter().filter(|word| *word == "0").count(), 2);
    assert_eq!(of_class(&document, "plot-marker").len(), 3);
}

#[test]
fn the_same_description_gives_the_same_bytes() {
    let chart = chart(Axis::log("nodes"), vec![Series::line("a", counted(&[1.0, 10.0, 1000.0]))]);
    assert_eq!(chart.svg(), chart.clone().svg());
    assert_eq!(chart.png(1.0), chart.clone().png(1.0));
}
