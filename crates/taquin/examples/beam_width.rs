//! Measures the beam search at fixed widths: mean solution length and expanded boards per second of processor time.
//!
//! ```text
//! cargo run --release -p taquin --example beam_width -- 6x6 walk 40 7 1000,10000 [model file]
//! ```
//! solves 40 random walks of 1000 to 2000 moves on 6x6 with seed 7, on one thread, once for each width; `uniform` instead of
//! `walk` takes uniformly random boards, and `FILE` boards of a file, one a line: a number, the side, and the tiles. A
//! model file replaces the built-in weights. Lengths depend on the seed, the width and the weights only.

use std::process::ExitCode;
use std::time::Instant;
use taquin::control::Control;
use taquin::internals::large::{Beam, BeamWidth, Weights};
use taquin::scramble::Scrambler;
use taquin::{Board, Goal, Size, Workers};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!(
                "beam_width: {why}\nusage: beam_width SIZE walk|uniform|FILE BOARDS SEED WIDTH[,WIDTH…] [MODEL]"
            );
            ExitCode::from(2)
        }
    }
}

fn run(words: &[&str]) -> Result<(), String> {
    let [size, source, count, seed, widths, ref model @ ..] = *words else {
        return Err("five arguments are needed".to_owned());
    };
    let size: Size = size.parse().map_err(|error| format!("{size}: {error}"))?;
    let count: usize = count.parse().map_err(|error| format!("{count}: {error}"))?;
    let seed = seed.parse().map_err(|error| format!("{seed}: {error}"))?;
    let goal = Goal::rows(size);
    let boards = boards(&goal, source, count, seed)?;
    let beam = match model {
        [] => Beam::new(&goal, Workers::ONE),
        [file, ..] => {
            let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
            let model =
                if size.cells() > 49 { Size::square(7).map_err(|error| error.to_string())? } else { size };
            let weights = Weights::from_bytes(size, model, &bytes).ok_or("not a model of this size")?;
            Beam::with_weights(&goal, &weights, Workers::ONE)
        }
    };
    let beam = beam.ok_or("no beam search for this size")?;
    println!("| width | boards | mean moves | standard error | not solved | expanded | million a second |");
    println!("|---|---|---|---|---|---|---|");
    for width in widths.split(',') {
        let width: usize = width.parse().map_err(|error| format!("{width}: {error}"))?;
        let begun = Instant::now();
        let (mut lengths, mut expanded) = (Vec::new(), 0);
        for board in &boards {
            let found = beam.search(board, BeamWidth::Fixed(width), None, Workers::ONE, &Control::new());
            expanded += found.stats.expanded;
            lengths.extend(found.moves.map(|moves| moves.len() as f64));
        }
        let seconds = begun.elapsed().as_secs_f64();
        let solved = lengths.len() as f64;
        let mean = lengths.iter().sum::<f64>() / solved;
        let variance = lengths.iter().map(|length| (length - mean).powi(2)).sum::<f64>() / (solved - 1.0);
        println!(
            "| {width} | {} | {mean:.2} | {:.2} | {} | {expanded} | {:.2} |",
            boards.len(),
            (variance / solved).sqrt(),
            boards.len() - lengths.len(),
            expanded as f64 / seconds / 1e6,
        );
    }
    Ok(())
}

fn boards(goal: &Goal, source: &str, count: usize, seed: u64) -> Result<Vec<Board>, String> {
    let mut scrambler = Scrambler::seeded(seed);
    match source {
        "walk" => Ok((0..count)
            .map(|_| {
                let moves = scrambler.one_of(1000..=2000);
                scrambler.walk(goal, moves.into())
            })
            .collect()),
        "uniform" => Ok((0..count).map(|_| scrambler.solvable(goal)).collect()),
        file => {
            let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
            let lines = text.lines().filter(|line| !line.starts_with('#')).take(count);
            lines
                .map(|line| {
                    let tiles: Result<Vec<u16>, _> =
                        line.split_whitespace().skip(2).map(str::parse).collect();
                    Board::from_flat(&tiles.map_err(|error| error.to_string())?)
                        .map_err(|error| error.to_string())
                })
                .collect()
        }
    }
}
