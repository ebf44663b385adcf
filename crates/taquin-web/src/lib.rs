//! The page of taquin and the server behind it.
//!
//! - [`engine`]: answers messages, such as `solve` and `left`. It knows neither HTTP nor files nor async, so that a build
//!   for WebAssembly can answer the same messages in a worker of the page.
//! - [`server`]: HTTP around it: the page's files, `POST /api/<message>`, and everything that keeps strangers out.
//!
//! ```
//! use serde_json::json;
//! use taquin::{space::Workers, tables::TableCache};
//! use taquin_web::engine::{Ask, Engine, Unheard};
//! let engine = Engine::new(TableCache::new(Workers::ONE), 100 << 20);
//! let ask = Ask::read("goal", json!({ "size": [2, 2], "name": "rows" })).unwrap();
//! assert_eq!(engine.answer(ask, &mut Unheard).unwrap()["goal"], json!([1, 2, 3, 0]));
//! ```

#![forbid(unsafe_code)]

pub mod engine;
pub mod server;
