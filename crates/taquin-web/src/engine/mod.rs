//! Answers to the page's messages, all of them from the library.
//!
//! One file per message: what may be asked (`Ask`), and the answer. Boards and results are the program's own JSON. What
//! cannot be answered is a [`Refusal`] with the library's own sentence. Whoever asks hears of progress, and can end the work,
//! through a [`Listener`].

mod about;
mod compare;
mod download;
mod example;
mod explore;
mod goal;
mod inspect;
mod left;
mod method;
mod puzzle;
mod read;
mod refusal;
mod scramble;
mod solve;
mod trace;
mod watch;

pub use refusal::{Kind, Refusal};
pub use watch::{Listener, Unheard};

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use taquin::search::Limits;
use taquin::solver::{Hints, Workshop};
use taquin::space::Workers;
use taquin::tables::TableCache;

/// The most rows, and columns, of a board that is played here.
pub const MOST_SIDE: usize = 10;

/// The longest that a search may be asked to take.
pub const MOST_SECONDS: u64 = 600;

/// Answers messages. Many threads may ask at once.
pub struct Engine {
    tables: TableCache,
    /// The bytes that one search may keep.
    memory: u64,
    coach: Hints,
}

impl Engine {
    /// With the tables at hand; one search keeps at most so many bytes.
    pub fn new(tables: TableCache, memory: u64) -> Engine {
        Engine { tables, memory, coach: Hints::default() }
    }

    /// Answers one message.
    ///
    /// # Errors
    /// If there is no answer, and why.
    pub fn answer(&self, ask: Ask, listener: &mut dyn Listener) -> Result<Value, Refusal> {
        ask.answer(self, listener)
    }

    /// For searches by one thread: there are others who search. Tables are for all of them.
    fn workshop(&self) -> Workshop<'_> {
        Workshop { workers: Workers::ONE, ..Workshop::new(&self.tables) }
    }

    /// The budget of a search that starts now.
    fn limits(&self, time: Duration) -> Limits {
        Limits { time: Some(time), memory: Some(self.memory), ..Limits::none() }
    }
}

/// Declares the messages: their names, and whether they are answered with events on the way, and whether at once.
macro_rules! messages {
    ($($(#[$doc:meta])* $variant:ident = $name:literal in $module:ident, $pace:ident;)+) => {
        /// A message that was understood.
        pub enum Ask {
            $($(#[$doc])* $variant($module::Ask),)+
        }

        impl Ask {
            /// The messages there are.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// Reads a message.
            ///
            /// # Errors
            /// If there is no such message, or its body is not what it takes.
            pub fn read(name: &str, body: Value) -> Result<Ask, Refusal> {
                match name {
                    $($name => Ok(Ask::$variant(body_of(name, body)?)),)+
                    _ => Err(Refusal::unknown_message(name)),
                }
            }

            /// How long it takes, and whether there is something to tell meanwhile.
            pub fn pace(&self) -> Pace {
                match self {
                    $(Ask::$variant(_) => Pace::$pace,)+
                }
            }

            fn answer(self, engine: &Engine, listener: &mut dyn Listener) -> Result<Value, Refusal> {
                match self {
                    $(Ask::$variant(ask) => ask.answer(engine, listener),)+
                }
            }
        }
    };
}

messages! {
    /// What the engine can do: everything a menu needs.
    About = "about" in about, Quick;
    /// A board in any notation.
    Read = "read" in read, Quick;
    /// The board of a goal's name.
    Goal = "goal" in goal, Quick;
    /// What is known of a board without searching.
    Inspect = "inspect" in inspect, Quick;
    /// A random board.
    Scramble = "scramble" in scramble, Slow;
    /// The moves that are left, and the next one.
    Left = "left" in left, Slow;
    /// A solution.
    Solve = "solve" in solve, Streamed;
    /// The steps of a search.
    Trace = "trace" in trace, Slow;
    /// Several methods on one board.
    Compare = "compare" in compare, Streamed;
    /// How many boards there are at each distance.
    Explore = "explore" in explore, Slow;
    /// A board at a distance.
    Example = "example" in example, Slow;
    /// A solution as a file.
    Download = "download" in download, Slow;
}

/// How long a message takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// A few milliseconds.
    Quick,
    /// Seconds: it searches.
    Slow,
    /// Possibly minutes; events tell how it goes on.
    Streamed,
}

fn body_of<T: DeserializeOwned>(name: &str, body: Value) -> Result<T, Refusal> {
    if !body.is_object() {
        return Err(Refusal::bad(format_args!("{name}: the body is a JSON object")));
    }
    serde_json::from_value(body).map_err(|error| Refusal::bad(format_args!("{name}: {error}")))
}
