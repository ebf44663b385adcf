//! The arguments of `taquin serve`.

use crate::echo;
use crate::quantity;
use clap::Args;
use std::net::IpAddr;

pub(super) const ABOUT: &str = "\
Serve the page: play, solve, and see the search happen

The page is part of the program and loads nothing from elsewhere. Its address is printed on standard output; Ctrl-C ends \
the server. It listens on this machine only, and answers nobody but its own page, unless --bind says otherwise.";

pub(super) const EXAMPLES: &str = "\
EXAMPLES:
  taquin serve
  taquin serve --open
  taquin serve --port 0 --log";

#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port to listen at; 0 is any free one
    #[arg(long, value_name = "PORT", default_value_t = 8015, value_parser = quantity::whole::<u16>)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) port: u16,
    /// The address to listen at; any but this machine's own lets others use it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = echo::value::<IpAddr>)]
    pub(crate) bind: IpAddr,
    /// Show the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Write a JSON object for every request to standard error
    #[arg(long)]
    pub(crate) log: bool,
}
