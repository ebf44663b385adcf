//! Measured numbers for people: three digits and a unit.

/// A time: `830 ns`, `12.3 ms`, `1.50 s`; a dash for none.
pub(crate) fn time(seconds: f64) -> String {
    scaled(seconds, &[(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")], " ")
}

/// A large number: `950`, `12.3k`, `1.50M`.
pub(crate) fn large(number: f64) -> String {
    scaled(number, &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")], "")
}

/// A ratio: `1.00`, `0.0123`, `451`.
pub(crate) fn ratio(number: f64) -> String {
    if number.is_finite() && number > 0.0 { digits(number) } else { "–".to_owned() }
}

fn scaled(value: f64, units: &[(f64, &str)], gap: &str) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    // What would be written as 1000 has the next unit.
    let fits = |unit: &&(f64, &str)| value / unit.0 < 999.5;
    let (factor, name) = units.iter().find(fits).or(units.last()).copied().unwrap_or((1.0, ""));
    format!("{}{gap}{name}", digits(value / factor))
}

/// Three digits that count, and no fewer where a number has more before its point.
fn digits(value: f64) -> String {
    // Rounding may make a digit more, 9.999 is 10.0, so the exponent is that of the rounded number.
    let rounded = format!("{value:.2e}");
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    format!("{value:.*}", (2 - exponent.unwrap_or(0)).clamp(0, 9) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits() {
        for (seconds, text) in [
            (8.3e-7, "830 ns"),
            (1.234e-9, "1.23 ns"),
            (9.999e-4, "1.00 ms"),
            (9.996e-3, "10.0 ms"),
            (0.01234, "12.3 ms"),
            (1.5, "1.50 s"),
            (12_345.0, "12345 s"),
            (0.0, "0.00 ns"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(time(seconds), text);
        }
        assert_eq!(
            (large(950.0), large(12_345.0), large(2e12)),
            ("950".into(), "12.3k".into(), "2000G".into())
        );
        assert_eq!(
            (ratio(1.0), ratio(0.012_34), ratio(451.2)),
            ("1.00".into(), "0.0123".into(), "451".into())
        );
    }
}
