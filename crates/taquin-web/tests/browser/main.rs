//! The page in a browser, used as a person would. A browser is reset after each test, and closed if the test failed.
//!
//! Three variables choose what is tested, which is how `cargo xtask browsers` runs the same tests everywhere:
//! `TAQUIN_BROWSER` is `chromium` or `firefox`; `TAQUIN_SCREEN` is `desktop` or `phone`, 360x640 with touch; `TAQUIN_PAGE` is
//! the address of static files that are served elsewhere.
//! By default the page comes from a server in this process, with the native engine.
//!
//! Nothing waits for a fixed time: `Person::until` polls for a condition. Every visit ends by checking that the console has
//! no errors and that no other host was contacted.

mod axe;
mod boards;
mod chromedriver;
mod defects;
mod game;
mod isolation;
mod looks;
mod marionette;
mod person;
mod playing;
mod search;
mod search_lists;
mod search_tree;
mod search_words;
mod server;
mod solving;
mod static_files;
mod supervised;
mod times;
mod webdriver;

use person::visit;
