//! Writes a scene as SVG.
//!
//! Colours are presentation attributes, which any style sheet overrides: a page that contains the SVG can restyle
//! `.plot-paper`, `.plot-text`, `.plot-soft`, `.plot-grid` and `.plot-axis`, for instance for a dark theme.

use std::fmt::Write as _;

use crate::scene::{Anchor, Mark, Paint, Scene, Shape};
use crate::text::{self, RAISED_BY, RAISED_SIZE};

pub(crate) fn write(scene: &Scene) -> String {
    let mut out = String::new();
    let (width, height) = (number(scene.width), number(scene.height));
    out.push_str(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" \
         font-family=\"'Noto Sans', 'Helvetica Neue', Arial, sans-serif\">\n",
        escaped(&scene.title)
    ));
    out.push_str(&format!("<title>{}</title>\n", escaped(&scene.title)));
    out.push_str(&format!("<desc>{}</desc>\n", escaped(&scene.description)));
    for mark in &scene.marks {
        element(&mut out, mark);
    }
    out.push_str("</svg>\n");
    out
}

fn element(out: &mut String, mark: &Mark) {
    let class = mark.class;
    let (name, attributes, content) = match &mark.shape {
        Shape::Rect { x, y, width, height } => {
            let corner = format!("x=\"{}\" y=\"{}\"", number(*x), number(*y));
            let size = format!("width=\"{}\" height=\"{}\"", number(*width), number(*height));
            ("rect", format!("{corner} {size}"), String::new())
        }
        Shape::Tile { x, y, side, radius } => {
            let corner = format!("x=\"{}\" y=\"{}\"", number(*x), number(*y));
            let (side, radius) = (number(*side), number(*radius));
            ("rect", format!("{corner} width=\"{side}\" height=\"{side}\" rx=\"{radius}\""), String::new())
        }
        Shape::Circle { x, y, radius } => {
            let centre = format!("cx=\"{}\" cy=\"{}\"", number(*x), number(*y));
            ("circle", format!("{centre} r=\"{}\"", number(*radius)), String::new())
        }
        Shape::Path { points, closed } => {
            let mut list = String::new();
            for (i, (x, y)) in points.iter().enumerate() {
                let gap = if i == 0 { "" } else { " " };
                let _ = write!(list, "{gap}{},{}", number(*x), number(*y));
            }
            let name = if *closed { "polygon" } else { "polyline" };
            (name, format!("points=\"{list}\" stroke-linejoin=\"round\""), String::new())
        }
        Shape::Text { x, y, size, anchor, bold, text } => {
            let mut attributes =
                format!("x=\"{}\" y=\"{}\" font-size=\"{}\"", number(*x), number(*y), number(*size));
            match anchor {
                Anchor::Start => {}
                Anchor::Middle => attributes.push_str(" text-anchor=\"middle\""),
                Anchor::End => attributes.push_str(" text-anchor=\"end\""),
            }
            if *bold {
                attributes.push_str(" font-weight=\"bold\"");
            }
            ("text", attributes, spans(text, *size))
        }
    };
    let _ = write!(out, "<{name} class=\"{class}\" {attributes}{}", paint(mark.paint));
    let tip = mark.tip.as_ref().map_or(String::new(), |tip| format!("<title>{}</title>", escaped(tip)));
    if content.is_empty() && tip.is_empty() {
        out.push_str("/>\n");
    } else {
        let _ = writeln!(out, ">{tip}{content}</{name}>");
    }
}

fn paint(paint: Paint) -> String {
    let mut out = match paint.fill {
        Some(colour) => format!(" fill=\"{colour}\""),
        None => " fill=\"none\"".into(),
    };
    if let Some(stroke) = paint.stroke {
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", stroke.colour, number(stroke.width));
        if !stroke.dash.is_empty() {
            let dash: Vec<String> = stroke.dash.iter().map(|&length| number(length)).collect();
            let _ = write!(out, " stroke-dasharray=\"{}\"", dash.join(" "));
        }
    }
    out
}

/// Writes the content of a text element: superscripts are `tspan`s, and the text after them returns to the baseline.
fn spans(text: &str, size: f64) -> String {
    let mut out = String::new();
    let mut up = false;
    for run in text::runs(text) {
        let plain = escaped(&run.text);
        let (by, small) = (number(size * RAISED_BY), number(size * RAISED_SIZE));
        let _ = match (run.raised, up) {
            (true, _) => write!(out, "<tspan dy=\"-{by}\" font-size=\"{small}\">{plain}</tspan>"),
            (false, true) => write!(out, "<tspan dy=\"{by}\">{plain}</tspan>"),
            (false, false) => write!(out, "{plain}"),
        };
        up = run.raised;
    }
    out
}

/// Writes a coordinate with at most two decimals.
fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Adding zero turns -0 into 0.
    format!("{}", rounded + 0.0)
}

/// Escapes a text for XML elements and attributes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML 1.0 does not allow these characters, not even as references.
            '\0'..='\x1f' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(c),
        }
    }
    out
}
