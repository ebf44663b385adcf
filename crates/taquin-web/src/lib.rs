//! taquin's web page and the HTTP server that answers its messages with a [`taquin_engine::Engine`].

#![forbid(unsafe_code)]

pub mod server;
