//! Formats numbers for people: `1,814,400`, `10⁹`, `3.63×10⁸`.
//!
//! Exponents are Unicode superscripts, which are drawn as raised digits.

/// Writes a number with commas between groups of three digits.
///
/// ```
/// assert_eq!(taquin_plot::group_digits(1_814_400), "1,814,400");
/// ```
pub fn group_digits(number: u64) -> String {
    grouped_digits(&number.to_string())
}

fn grouped_digits(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Writes a number with commas between thousands and a fixed number of decimals.
pub(crate) fn grouped(value: f64, decimals: usize) -> String {
    let plain = format!("{:.*}", decimals, value.abs());
    let (whole, fraction) = plain.split_once('.').map_or((plain.as_str(), None), |(w, f)| (w, Some(f)));
    let mut out = String::with_capacity(plain.len() + plain.len() / 3 + 3);
    if value < 0.0 && plain.bytes().any(|b| (b'1'..=b'9').contains(&b)) {
        out.push('−');
    }
    out.push_str(&grouped_digits(whole));
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// Writes ten to the power of `exponent`.
pub(crate) fn power(exponent: i32) -> String {
    match exponent {
        0 => "1".into(),
        1 => "10".into(),
        _ => {
            let raised = |c| match c {
                '-' => '⁻',
                '1' => '¹',
                '2' => '²',
                '3' => '³',
                '0' => '⁰',
                digit => char::from_u32('⁴' as u32 + digit as u32 - '4' as u32).unwrap_or(digit),
            };
            std::iter::once("10".to_string())
                .chain(exponent.to_string().chars().map(|c| raised(c).to_string()))
                .collect()
        }
    }
}

/// Returns the plain character of a superscript.
pub(crate) fn lowered(c: char) -> Option<char> {
    match c {
        '⁻' => Some('−'),
        '¹' => Some('1'),
        '²' => Some('2'),
        '³' => Some('3'),
        '⁰' => Some('0'),
        '⁴'..='⁹' => char::from_digit(c as u32 - '⁴' as u32 + 4, 10),
        _ => None,
    }
}

/// Writes a number with at most four digits, or seven if it is an integer: for labels of bars.
pub(crate) fn compact(value: f64) -> String {
    let size = value.abs();
    if value.fract() == 0.0 && size < 1e7 {
        return grouped(value, 0);
    }
    if !(1e-3..1e7).contains(&size) {
        let mut exponent = size.log10().floor();
        let mut mantissa = value / 10f64.powf(exponent);
        if mantissa.abs() >= 9.995 {
            mantissa /= 10.0;
            exponent += 1.0;
        }
        return format!("{}×{}", shortened(grouped(mantissa, 2)), power(exponent as i32));
    }
    let decimals = (2.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    shortened(grouped(value, decimals))
}

/// Writes all digits of an integer that is exact, otherwise as [`compact`]: for tooltips and descriptions.
pub(crate) fn exact(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 9e15 { grouped(value, 0) } else { compact(value) }
}

/// Removes trailing zeros of the decimals.
fn shortened(text: String) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(1_814_400.0, 0), "1,814,400");
        assert_eq!(grouped(-1234.5, 1), "−1,234.5");
        assert_eq!(grouped(-0.01, 1), "0.0");
        assert_eq!(grouped(999.0, 0), "999");
        assert_eq!(power(13), "10¹³");
        assert_eq!(power(-467_890), "10⁻⁴⁶⁷⁸⁹⁰");
        assert_eq!(compact(363_028_080.0), "3.63×10⁸");
        assert_eq!(compact(9_999_999.5), "10,000,000");
        assert_eq!(compact(99_999_999.0), "1×10⁸");
        assert_eq!(compact(0.0), "0");
        assert_eq!(compact(0.0151), "0.0151");
        assert_eq!(compact(1.5), "1.5");
        assert_eq!(compact(123.456), "123");
        assert_eq!(compact(2e-9), "2×10⁻⁹");
        assert_eq!(exact(10_461_394_944_000.0), "10,461,394,944,000");
    }

    #[test]
    fn superscripts_are_read_back() {
        let digits: String = power(-1_023_456_789).chars().filter_map(lowered).collect();
        assert_eq!(digits, "−1023456789");
    }
}
