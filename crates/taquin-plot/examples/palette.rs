//! Prints the page's style sheet of colours: `crates/taquin-web/page/palette.css`.

fn main() {
    print!("{}", taquin_plot::palette::css());
}
