//! Writes down what a search does: every node it makes, with its parent, and the steps that name them.

use super::watch::Listener;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::ops::ControlFlow;
use taquin::search::{Event, Fate, Observer, Progress};
use taquin::{Board, Direction, Metric, Moves};

/// Records a search until there are too many nodes.
///
/// The search names boards, the record names nodes by their place in the list: a node is one way to reach a board, and those
/// that were cut are in the list, too. So who is taken up is found by its board and the moves that led to it.
pub(super) struct Recorder<'a> {
    listener: &'a mut dyn Listener,
    most: usize,
    truncated: bool,
    nodes: Vec<Value>,
    steps: Vec<Value>,
    /// The nodes made for each board and number of moves that were not taken up yet, the latest last.
    waiting: HashMap<(Board, u32), Vec<usize>>,
    /// The node last taken up, at the end; a depth-first search goes back along this path.
    path: Vec<(Board, usize)>,
}

/// What was recorded.
pub(super) struct Recorded {
    pub(super) nodes: Vec<Value>,
    pub(super) steps: Vec<Value>,
    /// Did more happen?
    pub(super) truncated: bool,
}

impl<'a> Recorder<'a> {
    /// Records at most so many nodes.
    pub(super) fn new(listener: &'a mut dyn Listener, most: usize) -> Recorder<'a> {
        Recorder {
            listener,
            most,
            truncated: false,
            nodes: Vec::new(),
            steps: Vec::new(),
            waiting: HashMap::new(),
            path: Vec::new(),
        }
    }

    /// Who is taken up: a node that was made for it, or else a root.
    fn taken(&mut self, board: &Board, g: u32, h: u32) -> usize {
        if let Some(node) = self.waiting.get_mut(&(board.clone(), g)).and_then(Vec::pop) {
            return node;
        }
        let tiles: Vec<u16> = board.numbers().collect();
        self.nodes.push(json!({ "parent": null, "move": null, "tile": null, "g": g, "h": h, "f": g + h,
            "fate": "root", "board": tiles }));
        self.nodes.len() - 1
    }

    fn child(&mut self, direction: Direction, g: u32, h: Option<u32>, fate: Fate) {
        let Some((parent_board, parent)) = self.path.last().cloned() else { return };
        let from = parent_board.size().step(parent_board.blank(), direction.of_blank());
        let tile = from.and_then(|cell| parent_board.tile(cell)).map(taquin::Tile::number);
        let node = self.nodes.len();
        let mut object = json!({ "parent": parent, "move": direction.letter(), "tile": tile, "g": g });
        if let Some(h) = h {
            object["h"] = h.into();
            object["f"] = (g + h).into();
        }
        object["fate"] = fate_name(fate).into();
        self.nodes.push(object);
        if matches!(fate, Fate::Kept | Fate::Improved | Fate::Goal)
            && let Some(board) = parent_board.slide(direction)
        {
            self.waiting.entry((board, g)).or_default().push(node);
        }
        self.steps.push(json!({ "kind": "child", "node": node }));
    }

    /// The search has found the goal, which it takes up without a word.
    pub(super) fn arrive(&mut self, goal: &Board, moves: &Moves) {
        let length = moves.len(Metric::Single) as u32;
        if !self.truncated
            && let Some(node) = self.waiting.get(&(goal.clone(), length)).and_then(|nodes| nodes.last())
        {
            self.steps.push(json!({ "kind": "goal", "node": node }));
        }
    }

    pub(super) fn finish(self) -> Recorded {
        Recorded { nodes: self.nodes, steps: self.steps, truncated: self.truncated }
    }
}

impl Observer for Recorder<'_> {
    fn progress(&mut self, _: &Progress) -> ControlFlow<()> {
        self.listener.goes_on()
    }

    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&mut self, event: &Event) {
        self.truncated |= self.nodes.len() >= self.most || self.steps.len() >= 4 * self.most;
        if self.truncated {
            return;
        }
        match event {
            Event::Iteration { bound } => {
                // Everything begins again, with nodes of its own.
                self.waiting.clear();
                self.steps.push(json!({ "kind": "iteration", "bound": bound }));
            }
            Event::Expand { board, g, h, open, closed } => {
                let node = self.taken(board, *g, *h);
                self.path.truncate(*g as usize);
                self.path.push((board.clone(), node));
                self.steps.push(json!({ "kind": "expand", "node": node, "open": open, "closed": closed }));
            }
            Event::Child { direction, g, h, fate } => self.child(*direction, *g, *h, *fate),
            Event::Backtrack => {
                self.path.pop();
                self.steps.push(json!({ "kind": "backtrack" }));
            }
        }
    }
}

/// What became of a child, in a word.
pub(super) const fn fate_name(fate: Fate) -> &'static str {
    match fate {
        Fate::Kept => "kept",
        Fate::Improved => "improved",
        Fate::Goal => "goal",
        Fate::StepsBack => "steps-back",
        Fate::Closed => "closed",
        Fate::NotBetter => "not-better",
        Fate::OverBound => "over-bound",
        Fate::OnPath => "on-path",
    }
}

/// The same in a sentence.
pub(super) const fn fate_title(fate: Fate) -> &'static str {
    match fate {
        Fate::Kept => "it is new and will be looked at",
        Fate::Improved => "it was waiting already; this way to it is shorter",
        Fate::Goal => "it is the goal",
        Fate::StepsBack => "it takes the last move back",
        Fate::Closed => "it was expanded before",
        Fate::NotBetter => "it waits already, and this way to it is not shorter",
        Fate::OverBound => "it lies beyond the bound",
        Fate::OnPath => "it is on the present path already",
    }
}

/// All fates there are.
pub(super) const FATES: [Fate; 8] = [
    Fate::Kept,
    Fate::Improved,
    Fate::Goal,
    Fate::StepsBack,
    Fate::Closed,
    Fate::NotBetter,
    Fate::OverBound,
    Fate::OnPath,
];
