//! taquin's web page and the server behind it.
//!
//! - [`engine`]: answers messages such as `solve` and `left`. It uses neither HTTP nor files nor async, so a WebAssembly
//!   build can answer the same messages in a worker of the page.
//! - [`server`]: HTTP around the engine: the page's files, `POST /api/<message>`, and protection against other sites.
//!
//! ```
//! use serde_json::json;
//! use taquin::Solver;
//! use taquin_web::engine::{Engine, NullListener, Request};
//! let engine = Engine::new(&Solver::new(), 100 << 20);
//! let request = Request::parse("goal", json!({ "size": [2, 2], "name": "rows" })).unwrap();
//! assert_eq!(engine.answer(request, &mut NullListener).unwrap()["goal"], json!([1, 2, 3, 0]));
//! ```

#![forbid(unsafe_code)]

pub mod engine;
pub mod server;
