//! An entropy code for the weights of a model: asymmetric numeral systems (Duda, 2013), the variant rANS with bytes.
//!
//! Encoded symbols are the frequency of each symbol, the last state of the encoder, and the bytes that lead the decoder
//! back to the first state. The encoder works backwards, so that the decoder can work forwards.

/// Frequencies add up to this power of two.
const TOTAL: u32 = 1 << 12;

/// The first state of the encoder and the last of the decoder. No state between two symbols is smaller.
const FIRST: u32 = 1 << 23;

const SYMBOLS: usize = 256;

/// The bytes of the frequencies and the state.
const HEADER: usize = SYMBOLS * 2 + 4;

/// Encodes symbols.
pub(super) fn encode(symbols: &[u8]) -> Vec<u8> {
    let frequencies = frequencies(symbols);
    let starts = starts(&frequencies);
    let mut state = FIRST;
    let mut reversed = Vec::new();
    for symbol in symbols.iter().rev().copied().map(usize::from) {
        let frequency = frequencies[symbol];
        while state >= FIRST / TOTAL * 256 * frequency {
            reversed.push(state as u8);
            state /= 256;
        }
        state = state / frequency * TOTAL + state % frequency + starts[symbol];
    }
    let header = frequencies.iter().flat_map(|&frequency| (frequency as u16).to_le_bytes());
    header.chain(state.to_le_bytes()).chain(reversed.into_iter().rev()).collect()
}

/// Returns the share of each symbol; one that occurs has a share.
fn frequencies(symbols: &[u8]) -> [u32; SYMBOLS] {
    let mut counts = [0_u64; SYMBOLS];
    symbols.iter().for_each(|&symbol| counts[usize::from(symbol)] += 1);
    let share = |count: u64| count * u64::from(TOTAL) / symbols.len() as u64;
    let mut frequencies = counts.map(|count| if count > 0 { share(count).max(1) as u32 } else { 0 });
    loop {
        let sum: u32 = frequencies.iter().sum();
        // Rounding matters least to the most frequent symbol.
        match frequencies.iter_mut().max() {
            Some(most) if sum > TOTAL => *most -= 1,
            Some(most) if sum < TOTAL => *most += TOTAL - sum,
            _ => return frequencies,
        }
    }
}

/// Returns the sum of the frequencies before each symbol.
fn starts(frequencies: &[u32; SYMBOLS]) -> [u32; SYMBOLS] {
    let mut sum = 0;
    frequencies.map(|frequency| {
        sum += frequency;
        sum - frequency
    })
}

/// Decodes symbols one by one.
pub(super) struct Decoder<'a> {
    frequencies: [u32; SYMBOLS],
    starts: [u32; SYMBOLS],
    /// The symbol of each share.
    symbols: Vec<u8>,
    state: u32,
    bytes: &'a [u8],
}

impl<'a> Decoder<'a> {
    /// Reads the header; `None` if it is not one.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Decoder<'a>> {
        let (header, bytes) = bytes.split_at_checked(HEADER)?;
        let (pairs, state) = header.split_at(SYMBOLS * 2);
        let mut frequencies = [0; SYMBOLS];
        for (frequency, pair) in frequencies.iter_mut().zip(pairs.chunks_exact(2)) {
            *frequency = u16::from_le_bytes([pair[0], pair[1]]).into();
        }
        let state = u32::from_le_bytes([state[0], state[1], state[2], state[3]]);
        if frequencies.iter().sum::<u32>() != TOTAL || !(FIRST..FIRST * 256).contains(&state) {
            return None;
        }
        let symbols = (0..=u8::MAX)
            .flat_map(|symbol| std::iter::repeat_n(symbol, frequencies[usize::from(symbol)] as usize));
        let symbols = symbols.collect();
        Some(Decoder { frequencies, starts: starts(&frequencies), symbols, state, bytes })
    }

    /// Returns whether the decoder is where the encoder began: all symbols are decoded.
    pub(super) fn is_done(&self) -> bool {
        self.state == FIRST && self.bytes.is_empty()
    }
}

impl Iterator for Decoder<'_> {
    type Item = u8;

    /// Returns the next symbol; `None` if bytes are missing. Only the caller knows how many symbols there are.
    fn next(&mut self) -> Option<u8> {
        let share = self.state % TOTAL;
        let symbol = self.symbols[share as usize];
        let index = usize::from(symbol);
        self.state = self.frequencies[index] * (self.state / TOTAL) + share - self.starts[index];
        while self.state < FIRST {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.state = self.state * 256 + u32::from(byte);
        }
        Some(symbol)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(symbols: &[u8]) -> usize {
        let bytes = encode(symbols);
        let mut decoder = Decoder::new(&bytes).unwrap();
        assert!(decoder.by_ref().take(symbols.len()).eq(symbols.iter().copied()));
        assert!(decoder.is_done());
        for missing in 1..=bytes.len().min(HEADER + 1) {
            let cut = Decoder::new(&bytes[..bytes.len() - missing]);
            assert!(cut.is_none_or(
                |mut cut| cut.by_ref().take(symbols.len()).count() < symbols.len() || !cut.is_done()
            ));
        }
        bytes.len()
    }

    #[test]
    fn symbols_are_decoded_as_they_were_encoded() {
        round_trip(&[7]);
        round_trip(&[0, 255, 0, 1]);
        let all: Vec<u8> = (0..=u8::MAX).collect();
        round_trip(&all);
        // Equal symbols cost almost nothing, and those of which half are equal two bits at most.
        assert_eq!(round_trip(&[3; 10_000]), HEADER);
        let halves: Vec<u8> =
            (0..10_000_u32).map(|i| if i % 2 == 0 { 9 } else { (i * i / 7 % 4) as u8 }).collect();
        assert!(round_trip(&halves) < HEADER + 10_000 / 4 + 10);
        // A symbol that occurs once among many has a share all the same.
        let mut rare = vec![5; 100_000];
        rare[50_000] = 6;
        round_trip(&rare);
    }

    #[test]
    fn a_wrong_header_is_rejected() {
        let mut bytes = encode(&[1, 2, 3]);
        bytes[0] ^= 1;
        assert!(Decoder::new(&bytes).is_none() && Decoder::new(&[]).is_none());
    }
}
