//! Axes: their range, positions and ticks.
//!
//! A [`Ruler`] maps numbers to pixels. Its ends are finite and different, so all positions are finite.

use crate::number;

/// Larger values are omitted and smaller ones count as zero, so that sums and quotients do not overflow.
const LARGEST: f64 = 1e120;
const SMALLEST: f64 = 1e-120;

/// The scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scale {
    /// Equal differences have equal lengths.
    #[default]
    Linear,
    /// Equal ratios have equal lengths.
    Log,
}

/// An axis: what it measures, and its scale.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Axis {
    /// The label, such as `depth`.
    pub label: String,
    /// The scale.
    pub scale: Scale,
}

impl Axis {
    /// Creates a linear axis.
    pub fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear }
    }

    /// Creates a logarithmic axis.
    pub fn log(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log }
    }
}

/// What the range of an axis must include.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// Only the data.
    Fit,
    /// Zero and some margin; on a logarithmic axis, a lane for zeros.
    Lines,
    /// Zero and some margin; on a logarithmic axis, room for the smallest bar.
    Bars,
}

/// Returns the number as an axis can show it, or `None` if it cannot.
pub(crate) fn usable(value: f64) -> Option<f64> {
    if !value.is_finite() || value.abs() > LARGEST {
        None
    } else {
        Some(if value.abs() < SMALLEST { 0.0 } else { value })
    }
}

/// The range of an axis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Range {
    scale: Scale,
    low: f64,
    high: f64,
    whole: bool,
    zeros: bool,
}

impl Range {
    /// Computes the range of these numbers; `None` if the axis can show none of them.
    pub(crate) fn of(values: impl Iterator<Item = f64>, scale: Scale, ends: Ends) -> Option<Range> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        let (mut whole, mut zeros) = (true, false);
        for value in values.filter_map(usable) {
            if scale == Scale::Log && value <= 0.0 {
                zeros |= value == 0.0 && ends == Ends::Lines;
                continue;
            }
            whole &= value.fract() == 0.0;
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            // Without positive numbers, zeros are shown next to the first power of ten.
            return zeros.then_some(Range { scale, low: 1.0, high: 10.0, whole, zeros });
        }
        let range = Range { scale, low, high, whole, zeros };
        Some(match scale {
            Scale::Linear => range.linear(ends),
            Scale::Log => range.log(ends),
        })
    }

    fn linear(mut self, ends: Ends) -> Range {
        if ends != Ends::Fit {
            let (low, high) = (self.low.min(0.0), self.high.max(0.0));
            let margin = 0.04 * (high - low);
            self.high = if high > 0.0 { high + margin } else { high };
            self.low = if low < 0.0 { low - margin } else { low };
        }
        if self.high - self.low <= 1e-9 * self.high.abs().max(self.low.abs()) || self.high <= self.low {
            let half = (0.1 * self.low.abs()).max(1.0);
            self.low -= if ends == Ends::Fit { half } else { 0.0 };
            self.high += half;
        }
        self
    }

    fn log(mut self, ends: Ends) -> Range {
        let span = self.high / self.low;
        let (below, above) = match ends {
            Ends::Fit if span > 1.0 + 1e-9 => (1.0, 1.0),
            Ends::Fit => (3.0, 3.0),
            Ends::Lines => (span.powf(0.03).max(1.1), span.powf(0.04).max(1.1)),
            Ends::Bars => (span.powf(0.05).max(2.0), span.powf(0.03).max(1.1)),
        };
        self.low /= below;
        self.high *= above;
        self
    }

    /// Lays the range along the pixels from `from`, the lower end, to `to`.
    pub(crate) fn ruler(self, from: f64, to: f64) -> Ruler {
        let lane = if self.zeros { 30f64.copysign(to - from) } else { 0.0 };
        Ruler { range: self, bottom: from, from: from + lane, to }
    }
}

/// A range that is laid along pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ruler {
    range: Range,
    bottom: f64,
    from: f64,
    to: f64,
}

/// A tick of an axis; only major ticks have a label.
#[derive(Debug, Clone)]
pub(crate) struct Tick {
    pub(crate) at: f64,
    pub(crate) label: Option<String>,
}

/// The ticks of an axis, and the power of ten by which their labels are multiplied.
#[derive(Debug, Clone)]
pub(crate) struct Ticks {
    pub(crate) ticks: Vec<Tick>,
    pub(crate) exponent: i32,
}

impl Ruler {
    /// Returns the position of a number, if the axis can show it.
    pub(crate) fn at(&self, value: f64) -> Option<f64> {
        let value = usable(value)?;
        let part = match self.range.scale {
            Scale::Linear => (value - self.range.low) / (self.range.high - self.range.low),
            Scale::Log if value > 0.0 => {
                (value / self.range.low).log10() / (self.range.high / self.range.low).log10()
            }
            Scale::Log if value == 0.0 && self.range.zeros => return Some(self.bottom),
            Scale::Log => return None,
        };
        let at = self.from + part * (self.to - self.from);
        at.is_finite().then_some(at)
    }

    /// Returns where bars start: at zero, or at the lower end of the axis if zero is not on it.
    pub(crate) fn base(&self) -> f64 {
        match self.range.scale {
            Scale::Linear => self.at(0.0).map_or(self.bottom, |at| self.within(at)),
            Scale::Log => self.bottom,
        }
    }

    /// Returns the boundary between the lane of zeros and the powers of ten, if there is a lane.
    pub(crate) fn cut(&self) -> Option<f64> {
        self.range.zeros.then_some((self.bottom + self.from) / 2.0)
    }

    fn within(&self, at: f64) -> f64 {
        at.clamp(self.bottom.min(self.to), self.bottom.max(self.to))
    }

    /// Returns ticks whose labels are at least `spacing` pixels apart.
    pub(crate) fn ticks(&self, spacing: f64) -> Ticks {
        let mut ticks = match self.range.scale {
            Scale::Linear => self.linear_ticks(spacing),
            Scale::Log => Ticks { ticks: self.log_ticks(spacing), exponent: 0 },
        };
        if self.range.zeros {
            ticks.ticks.insert(0, Tick { at: self.bottom, label: Some("0".into()) });
        }
        ticks
    }

    /// Returns ticks whose labels, given their widths, are at least `gap` pixels apart.
    pub(crate) fn ticks_for(&self, room: impl Fn(&str) -> f64, gap: f64) -> Ticks {
        let widest = |ticks: &Ticks| {
            ticks.ticks.iter().filter_map(|tick| tick.label.as_deref()).map(&room).fold(0.0, f64::max)
        };
        let mut spacing = 36.0;
        loop {
            let ticks = self.ticks(spacing);
            let needed = widest(&ticks) + gap;
            if needed <= spacing || spacing > 1000.0 {
                return ticks;
            }
            spacing = needed.max(spacing * 1.25);
        }
    }

    fn linear_ticks(&self, spacing: f64) -> Ticks {
        let Range { low, high, whole, .. } = self.range;
        let most = ((self.to - self.from).abs() / spacing).max(1.0);
        let raw = (high - low) / most;
        let magnitude = 10f64.powf(raw.log10().floor());
        let nice = [1.0, 2.0, 5.0].map(|m| m * magnitude).into_iter().find(|&s| s >= raw * 0.999);
        let step = nice.unwrap_or(10.0 * magnitude).max(if whole { 1.0 } else { 0.0 });
        let largest = low.abs().max(high.abs());
        let exponent =
            if (1e-3..1e7).contains(&largest) { 0.0 } else { 3.0 * (largest.log10() / 3.0).floor() };
        let unit = 10f64.powf(exponent);
        let decimals = (exponent - (step * 1.0001).log10().floor()).clamp(0.0, 12.0) as usize;
        let first = (low / step - 1e-6).ceil();
        let count = ((high / step + 1e-6).floor() - first).clamp(0.0, 1000.0) as u32;
        let ticks = (0..=count).filter_map(|i| {
            let value = (first + f64::from(i)) * step;
            let at = self.within(self.at(value)?);
            Some(Tick { at, label: Some(number::grouped(value / unit, decimals)) })
        });
        Ticks { ticks: ticks.collect(), exponent: exponent as i32 }
    }

    fn log_ticks(&self, spacing: f64) -> Vec<Tick> {
        let Range { low, high, .. } = self.range;
        let (first, last) = ((low.log10() - 1e-9).ceil() as i32, (high.log10() + 1e-9).floor() as i32);
        let decade = (self.to - self.from).abs() / (high / low).log10();
        let step = [1, 2, 3, 5, 10, 20, 30, 50, 100].into_iter().find(|&k| f64::from(k) * decade >= spacing);
        let step = step.unwrap_or(200);
        if last - first < 1 {
            return self.short_log_ticks(spacing);
        }
        let plain = high <= 1.2e6 && low >= 1e-4;
        let label = |exponent: i32| {
            let decimals = usize::try_from(-exponent).unwrap_or(0);
            if plain { number::grouped(10f64.powi(exponent), decimals) } else { number::power(exponent) }
        };
        let least = if self.range.whole { low.max(1.0) } else { low };
        let mut ticks = Vec::new();
        for exponent in first - 1..=last {
            let power = 10f64.powi(exponent);
            if exponent >= first {
                let named = exponent.rem_euclid(step) == 0 || last - first < step;
                ticks.extend(self.tick(power, named.then(|| label(exponent))));
            }
            if step == 1 && decade >= 52.0 {
                let between = (2..10).map(|m| f64::from(m) * power).filter(|&v| v >= least && v <= high);
                ticks.extend(between.filter_map(|value| self.tick(value, None)));
            }
        }
        ticks
    }

    /// Ticks for less than two powers of ten: 1, 2 and 5 of each, or equal steps if those are too few.
    fn short_log_ticks(&self, spacing: f64) -> Vec<Tick> {
        let Range { low, high, .. } = self.range;
        let mut ticks: Vec<Tick> = Vec::new();
        for exponent in low.log10().floor() as i32..=high.log10().ceil() as i32 {
            for m in [1.0, 2.0, 5.0] {
                let value = m * 10f64.powi(exponent);
                if value < low * 0.999_999 || value > high * 1.000_001 {
                    continue;
                }
                let Some(at) = self.at(value).map(|at| self.within(at)) else { continue };
                let close = ticks.last().is_some_and(|tick: &Tick| (tick.at - at).abs() < spacing);
                if !close {
                    ticks.push(Tick { at, label: Some(number::compact(value)) });
                }
            }
        }
        if ticks.len() >= 2 {
            return ticks;
        }
        let even = Ruler { range: Range { scale: Scale::Linear, ..self.range }, ..*self }
            .linear_ticks(1.6 * spacing);
        let unit = 10f64.powi(even.exponent);
        let place = |label: &str| {
            let value: f64 = label.replace(',', "").parse().ok()?;
            self.tick(value * unit, Some(number::compact(value * unit)))
        };
        even.ticks.iter().filter_map(|tick| place(tick.label.as_deref()?)).collect()
    }

    fn tick(&self, value: f64, label: Option<String>) -> Option<Tick> {
        Some(Tick { at: self.within(self.at(value)?), label })
    }
}
