//! Draws search trees.

use crate::board::{self, CAPTION, MOVED, PAPER, TILE};
use std::fmt;
use taquin::Board;
use taquin::display::Counted;
use taquin_plot::{Colour, Picture, palette};

/// Viewers open files with more tiles slowly.
const MAX_TILES: usize = 40_000;

const GAP: f64 = 12.0;
const FONT_SIZE: f64 = 10.0;
const LINE: f64 = 13.0;
/// The approximate width of a letter, relative to the font size.
const LETTER_WIDTH: f64 = 0.6;
/// The distance from the captions of a board to its children.
const DROP: f64 = 28.0;

/// The height of the legend.
const LEGEND: f64 = 24.0;

/// The tiles of open and of pruned nodes.
const OPEN: Colour = palette::SERIES_3.light;
const PRUNED: Colour = palette::SOFT.light;
const BRANCH: Colour = palette::EDGE.light;

/// A node of a search tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeNode {
    /// The index of its parent, which is smaller than its own; `None` for a root.
    pub parent: Option<usize>,
    /// The board.
    pub board: Board,
    /// The text above it.
    pub heading: String,
    /// The lines below it.
    pub captions: Vec<String>,
    /// Its state, which determines its colour.
    pub state: NodeState,
    /// Whether it is on the solution path.
    pub is_on_path: bool,
}

/// The state of a node in a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeState {
    /// It was expanded.
    Expanded,
    /// It is open.
    Open,
    /// It was pruned.
    Pruned,
}

impl NodeState {
    const ALL: [NodeState; 3] = [NodeState::Expanded, NodeState::Open, NodeState::Pruned];

    /// Returns its name in the legend.
    const fn name(self) -> &'static str {
        match self {
            NodeState::Expanded => "expanded",
            NodeState::Open => "open",
            NodeState::Pruned => "pruned",
        }
    }

    const fn tile(self) -> Colour {
        match self {
            NodeState::Expanded => TILE,
            NodeState::Open => OPEN,
            NodeState::Pruned => PRUNED,
        }
    }
}

/// Draws a tree, or several side by side, below a legend of the colours. Each parent is centred above its children.
///
/// ```
/// use taquin_draw::{NodeState, TreeNode, tree};
/// let node = |parent, text| TreeNode {
///     parent,
///     board: taquin::notation::read(text).unwrap(),
///     heading: String::new(),
///     captions: vec!["g 1".to_owned()],
///     state: NodeState::Open,
///     is_on_path: false,
/// };
/// let nodes = [node(None, "1 2/0 3"), node(Some(0), "0 2/1 3"), node(Some(0), "1 2/3 0")];
/// assert_eq!(tree("two moves", &nodes).unwrap().svg().matches("board-tray").count(), 3);
/// ```
///
/// # Errors
/// If there are too many nodes.
pub fn tree(title: &str, nodes: &[TreeNode]) -> Result<Picture, TooMany> {
    let cells = nodes.first().map_or(1, |node| node.board.size().cells());
    let max = (MAX_TILES / cells).max(1);
    if nodes.len() > max {
        return Err(TooMany { boards: nodes.len(), max });
    }
    let layout = Layout::new(nodes);
    let (width, height) = layout.paper;
    let description = Counted(nodes.len() as u64, "board").to_string();
    let mut picture = Picture::new(width, height, title, &description);
    picture.rectangle("board-paper", (0.0, 0.0), layout.paper, PAPER);
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent.filter(|&parent| parent < index) {
            let (colour, thick) = if node.is_on_path { (MOVED, 3.0) } else { (BRANCH, 1.0) };
            let (from, to) = (layout.foot(parent, &nodes[parent]), layout.head(index, node));
            picture.line("tree-branch", from, to, thick, colour);
        }
    }
    for (index, node) in nodes.iter().enumerate() {
        layout.draw(&mut picture, index, node);
    }
    draw_legend(&mut picture, &legend(nodes));
    Ok(picture)
}

/// Returns the names and colours of the states that occur, and of the solution path if there is one.
fn legend(nodes: &[TreeNode]) -> Vec<(&'static str, Colour)> {
    let occurs = |state: &NodeState| nodes.iter().any(|node| node.state == *state);
    let states = NodeState::ALL.into_iter().filter(occurs).map(|state| (state.name(), state.tile()));
    let has_path = nodes.iter().any(|node| node.is_on_path && node.parent.is_some());
    states.chain(has_path.then_some(("solution", MOVED))).collect()
}

/// Returns the width of an entry of the legend.
fn legend_width(name: &str) -> f64 {
    LINE + 4.0 + name.chars().count() as f64 * FONT_SIZE * LETTER_WIDTH + GAP
}

fn draw_legend(picture: &mut Picture, legend: &[(&'static str, Colour)]) {
    let mut x = GAP;
    for &(name, colour) in legend {
        picture.tile("tree-legend", (x, GAP), LINE - 2.0, 2.0, colour);
        let width = legend_width(name) - LINE - 4.0 - GAP;
        let middle = (x + LINE + 4.0 + width / 2.0, GAP + (LINE - 2.0) / 2.0);
        picture.text("board-caption", middle, FONT_SIZE, CAPTION, name);
        x += legend_width(name);
    }
}

/// The positions of all parts.
struct Layout {
    cell: f64,
    /// The width and height of a board.
    board: (f64, f64),
    /// The horizontal centre of each board, and its upper edge.
    positions: Vec<(f64, f64)>,
    paper: (f64, f64),
}

impl Layout {
    fn new(nodes: &[TreeNode]) -> Layout {
        let longest_side =
            nodes.first().map_or(1, |node| node.board.size().rows().max(node.board.size().cols()));
        let cell = (60.0 / longest_side as f64).clamp(14.0, 20.0);
        let board = nodes.first().map_or((cell, cell), |node| board::extent(&node.board, cell));
        let texts = nodes.iter().flat_map(|node| node.captions.iter().chain([&node.heading]));
        let longest = texts.map(|text| text.chars().count()).max().unwrap_or_default();
        let slot = board.0.max(longest as f64 * FONT_SIZE * LETTER_WIDTH) + GAP;
        let lines = nodes.iter().map(|node| node.captions.len()).max().unwrap_or_default();
        let row = LINE + board.1 + lines as f64 * LINE + DROP;
        let depths = depths(nodes);
        let columns = columns(nodes);
        let position = |(&depth, &column): (&usize, &f64)| {
            (GAP + slot * (column + 0.5), GAP + LEGEND + LINE + depth as f64 * row)
        };
        let positions: Vec<(f64, f64)> = depths.iter().zip(&columns).map(position).collect();
        let across = columns.iter().copied().fold(0.0, f64::max) + 1.0;
        let down = depths.iter().copied().max().map_or(0, |depth| depth + 1);
        let names: f64 = legend(nodes).iter().map(|(name, _)| legend_width(name)).sum();
        let tree = (2.0 * GAP + across * slot, 2.0 * GAP + down as f64 * row - DROP.min(down as f64 * row));
        let paper = (tree.0.max(GAP + names), tree.1 + LEGEND);
        Layout { cell, board, positions, paper }
    }

    /// Returns where the edge from the parent ends.
    fn head(&self, index: usize, node: &TreeNode) -> (f64, f64) {
        let (x, y) = self.positions[index];
        (x, if node.heading.is_empty() { y } else { y - LINE })
    }

    /// Returns where the edges to the children start.
    fn foot(&self, index: usize, node: &TreeNode) -> (f64, f64) {
        let (x, y) = self.positions[index];
        (x, y + self.board.1 + 4.0 + node.captions.len() as f64 * LINE)
    }

    fn draw(&self, picture: &mut Picture, index: usize, node: &TreeNode) {
        let (x, y) = self.positions[index];
        let (width, height) = self.board;
        picture.text("board-caption", (x, y - LINE / 2.0), FONT_SIZE, CAPTION, &node.heading);
        let corner = (x - width / 2.0, y);
        board::draw_styled(picture, &node.board, corner, self.cell, |_| ("board-tile", node.state.tile()));
        for (line, caption) in node.captions.iter().enumerate() {
            let middle = (x, y + height + 4.0 + (line as f64 + 0.5) * LINE);
            picture.text("board-caption", middle, FONT_SIZE, CAPTION, caption);
        }
    }
}

/// Returns the depth of each node below its root.
fn depths(nodes: &[TreeNode]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let above = node.parent.and_then(|parent| depths.get(parent));
        depths.push(above.map_or(0, |depth| depth + 1));
    }
    depths
}

/// Returns the column of each node: each leaf has its own, from left to right, and a parent is centred above its children.
fn columns(nodes: &[TreeNode]) -> Vec<f64> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut roots = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        match node.parent.filter(|&parent| parent < index) {
            Some(parent) => children[parent].push(index),
            None => roots.push(index),
        }
    }
    let mut columns = vec![0.0; nodes.len()];
    let mut free = 0.0;
    // A path may be as long as the list, so this uses an explicit stack. A node is visited again after its children.
    let mut stack: Vec<(usize, bool)> = roots.into_iter().rev().map(|root| (root, false)).collect();
    while let Some((node, is_after)) = stack.pop() {
        match (&children[node][..], is_after) {
            ([], _) => {
                columns[node] = free;
                free += 1.0;
            }
            ([first, .., last], true) => columns[node] = (columns[*first] + columns[*last]) / 2.0,
            ([only], true) => columns[node] = columns[*only],
            (below, false) => {
                stack.push((node, true));
                stack.extend(below.iter().rev().map(|&child| (child, false)));
            }
        }
    }
    columns
}

/// A tree has too many boards to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooMany {
    /// The number of boards.
    pub boards: usize,
    /// The largest number that can be drawn for this size.
    pub max: usize,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a tree of {} boards is too large to draw (at most {})", self.boards, self.max)
    }
}

impl std::error::Error for TooMany {}
