//! A trace contains exactly the steps of the search.

use crate::call::{ask, site, try_ask};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use taquin::display::Counted;
use taquin::search::ChildStatus;
use taquin::{Board, Direction, Size};

const BOARDS: [[u16; 9]; 3] =
    [[0, 1, 3, 4, 2, 5, 7, 8, 6], [4, 1, 3, 2, 5, 0, 7, 8, 6], [1, 3, 5, 4, 0, 2, 7, 8, 6]];
const GOAL: &str = " 1  2  3 \n 4  5  6 \n 7  8  0 ";

/// The answer, with a node for every entry of its columns.
struct Trace {
    answer: Value,
    nodes: Vec<Node>,
    /// The letter and the value of each step.
    steps: Vec<(char, Option<usize>)>,
}

struct Node {
    parent: Option<usize>,
    root: usize,
    g: usize,
    board: Board,
    /// `None` for a root.
    status: Option<ChildStatus>,
}

fn numbers(column: &Value) -> Vec<Option<usize>> {
    let list = column.as_array().expect("a list");
    list.iter().map(|number| number.as_u64().map(|number| number as usize)).collect()
}

fn indices(column: &Value) -> Vec<usize> {
    numbers(column).into_iter().map(|number| number.expect("a number")).collect()
}

impl Trace {
    /// Replays the board of every node from its root.
    fn new(answer: Value) -> Trace {
        let size = Size::square(3).expect("a size");
        let columns = &answer["nodes"];
        let moves = columns["move"].as_str().expect("letters").chars();
        let mut nodes: Vec<Node> = Vec::new();
        for ((parent, letter), status) in
            numbers(&columns["parent"]).into_iter().zip(moves).zip(numbers(&columns["fate"]))
        {
            let index = nodes.len();
            let status = status.map(|status| ChildStatus::ALL[status]);
            nodes.push(match parent.map(|parent| &nodes[parent]) {
                None => {
                    let roots = answer["roots"].as_array().expect("roots");
                    let root = roots.iter().find(|root| root["node"] == index).expect("a root has a board");
                    let tiles: Vec<u16> = serde_json::from_value(root["board"].clone()).expect("tiles");
                    let board = Board::new(size, &tiles).expect("a board");
                    Node { parent, root: index, g: 0, board, status }
                }
                Some(Node { root, g, board, .. }) => {
                    let direction = Direction::from_letter(letter).expect("a direction");
                    let board = board.slide(direction).expect("legal");
                    Node { parent, root: *root, g: g + 1, board, status }
                }
            });
        }
        let kinds = answer["steps"]["kind"].as_str().expect("letters").chars();
        let steps = kinds.zip(numbers(&answer["steps"]["value"])).collect();
        Trace { answer, nodes, steps }
    }
}

/// Asks for the trace of a 3x3 board.
async fn trace(fields: Value) -> Trace {
    let mut body = json!({ "size": [3, 3], "most": 100_000 });
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    Trace::new(ask(&site(), "trace", body).await)
}

#[tokio::test]
async fn every_search_has_a_trace() {
    let algorithms = ["astar", "wastar", "greedy", "bfs", "iddfs", "idastar", "bidirectional", "lockstep"];
    for (algorithm, start) in algorithms.iter().flat_map(|name| BOARDS.map(|board| (name, board))) {
        let trace = trace(json!({ "start": start, "algorithm": algorithm })).await;
        let what = format!("{algorithm} {start:?}");
        assert_eq!(trace.answer["truncated"], false, "{what}");
        let mut path = Vec::new();
        for &(kind, value) in &trace.steps {
            match (kind, value) {
                ('e', Some(node)) => {
                    path.truncate(trace.nodes[node].g);
                    path.push(node);
                }
                ('b', None) => drop(path.pop()),
                ('c', Some(node)) => assert_eq!(trace.nodes[node].parent.as_ref(), path.last(), "{what}"),
                ('g', Some(node)) => assert_eq!(trace.nodes[node].board.to_string(), GOAL, "{what}"),
                ('i', Some(_)) => {}
                other => panic!("{what}: {other:?}"),
            }
        }
        let count = |kind| trace.steps.iter().filter(|step| step.0 == kind).count();
        assert_eq!(trace.answer["result"]["stats"]["expanded"], count('e'), "{what}");
        // Every other expanded node is in the list as a child.
        let roots = trace.nodes.iter().filter(|node| node.parent.is_none()).count();
        let expected = match *algorithm {
            "bidirectional" | "lockstep" => 2,
            "iddfs" | "idastar" => count('i'),
            _ => 1,
        };
        assert_eq!(roots, expected, "{what}");
        // The solution leads from the start to the goal, one move after the other.
        let way = indices(&trace.answer["solution"]);
        assert_eq!(trace.answer["result"]["length"], way.len() - 1, "{what}");
        let boards: Vec<&Board> = way.iter().map(|&node| &trace.nodes[node].board).collect();
        assert_eq!(boards[0].numbers().collect::<Vec<u16>>(), start, "{what}");
        assert_eq!(boards[boards.len() - 1].to_string(), GOAL, "{what}");
        let is_move = |pair: &[&Board]| {
            Direction::SUCCESSOR_ORDER.iter().any(|&to| pair[0].slide(to).as_ref() == Some(pair[1]))
        };
        assert!(boards.windows(2).all(is_move), "{what}");
        match trace.answer["meeting"].as_array() {
            Some(_) => {
                let [one, other] = indices(&trace.answer["meeting"])[..] else { panic!("{what}") };
                assert_eq!(trace.nodes[one].status, Some(ChildStatus::Meeting), "{what}");
                assert_eq!(trace.nodes[one].board, trace.nodes[other].board, "{what}");
                assert_ne!(trace.nodes[one].root, trace.nodes[other].root, "{what}");
                assert!(way.contains(&one) != way.contains(&other), "{what}");
            }
            None => assert_ne!(*algorithm, "bidirectional", "{what}"),
        }
    }
}

/// The open list that the page shows: nodes that were generated and neither expanded nor replaced.
struct Queue {
    open: HashSet<usize>,
    rank: Vec<usize>,
    /// The nodes that come before all others, in reverse order.
    popped: Vec<usize>,
}

impl Queue {
    /// Returns the first node of a root.
    fn next(&self, trace: &Trace, root: usize) -> Option<usize> {
        let nodes = || self.open.iter().copied().filter(|&node| trace.nodes[node].root == root);
        let is_next = |node: &&usize| self.open.contains(*node) && trace.nodes[**node].root == root;
        let popped = self.popped.iter().rev().find(is_next);
        popped.copied().or_else(|| nodes().min_by_key(|&node| self.rank[node]))
    }
}

#[tokio::test]
#[ignore = "slow; run by `cargo xtask test`"]
async fn the_open_list_is_in_the_order_of_the_search() {
    let mut methods = Vec::new();
    for duplicates in ["closed", "parent", "keep"] {
        for ties in ["state", "deep-first", "shallow-first", "insertion"] {
            let heuristics =
                if duplicates == "closed" { &["manhattan", "hamming", "zero"][..] } else { &["manhattan"] };
            for heuristic in heuristics {
                for algorithm in ["astar", "wastar", "greedy", "lockstep"] {
                    methods.push(json!({ "algorithm": algorithm, "heuristic": heuristic, "ties": ties, "duplicates": duplicates }));
                }
            }
        }
    }
    methods.push(json!({ "algorithm": "wastar", "heuristic": "hamming", "weight": 1.5 }));
    methods.push(json!({ "algorithm": "bidirectional" }));
    for goal_test in ["generated", "selected"] {
        methods.push(json!({ "algorithm": "bfs", "goal_test": goal_test }));
    }
    methods.push(json!({ "algorithm": "dfs", "goal_test": "selected" }));
    let [a, b, c] = BOARDS;
    let boards = [a, b, c, [8, 1, 3, 4, 0, 2, 7, 6, 5]];
    let (mut batches, mut replacements) = (0, 0);
    for (method, start) in methods.iter().flat_map(|method| boards.map(|board| (method, board))) {
        let mut fields = method.clone();
        fields["start"] = json!(start);
        fields["most"] = 1500.into();
        let trace = trace(fields).await;
        let what = format!("{method} {start:?}");
        let answer = &trace.answer["queue"];
        let (open, closed) = (indices(&trace.answer["open"]), indices(&trace.answer["closed"]));
        let is_lockstep = method["algorithm"] == "lockstep";
        let roots = trace.nodes.iter().enumerate().filter(|(_, node)| node.parent.is_none());
        let mut queue = Queue {
            open: roots.map(|(index, _)| index).collect(),
            rank: indices(&answer["rank"]),
            popped: Vec::new(),
        };
        let lists = answer["popped"].as_array().expect("a list").iter();
        let popped: HashMap<usize, Vec<usize>> = lists
            .map(|popped| {
                (popped["expansion"].as_u64().expect("a number") as usize, indices(&popped["nodes"]))
            })
            .collect();
        batches += popped.len();
        let pairs = answer["replaced"].as_array().expect("a list").iter().map(indices);
        let replaced: HashMap<usize, usize> = pairs.map(|pair| (pair[1], pair[0])).collect();
        replacements += replaced.len();
        let mut expansion = 0;
        for &(kind, value) in &trace.steps {
            let Some(node) = value else { continue };
            match kind {
                'e' | 'g' => {
                    let root = trace.nodes[node].root;
                    // A goal that is tested when it is generated is not selected from the open list.
                    if trace.nodes[node].status != Some(ChildStatus::Goal) {
                        let next = queue.next(&trace, root);
                        assert_eq!(next, Some(node), "{what}, expansion {expansion}");
                    }
                    queue.open.remove(&node);
                    if kind == 'g' {
                        continue;
                    }
                    let counted = |other: &&usize| !is_lockstep || trace.nodes[**other].root == root;
                    assert_eq!(queue.open.iter().filter(counted).count(), open[expansion], "{what}");
                    if let Some(popped) = popped.get(&expansion) {
                        queue.popped.extend(popped.iter().rev());
                    }
                    expansion += 1;
                }
                'c' if trace.nodes[node].status.is_some_and(ChildStatus::is_kept) => {
                    let older = replaced.get(&node);
                    let is_improved = trace.nodes[node].status == Some(ChildStatus::Improved);
                    assert_eq!(older.is_some(), is_improved, "{what}");
                    if let Some(&older) = older {
                        assert_eq!(trace.nodes[older].board, trace.nodes[node].board, "{what}");
                        assert!(trace.nodes[older].g > trace.nodes[node].g, "{what}");
                        assert!(queue.open.remove(&older), "{what}");
                    }
                    queue.open.insert(node);
                }
                _ => {}
            }
        }
        assert_eq!(expansion, closed.len(), "{what}");
        assert!(is_lockstep || closed.iter().copied().eq(1..=expansion), "{what}");
    }
    assert!(batches > 50 && replacements > 0, "only {batches} batches and {replacements} replacements");
}

#[tokio::test]
async fn searches_without_an_open_list_report_their_path() {
    for method in [
        json!({ "algorithm": "idastar" }),
        json!({ "algorithm": "iddfs" }),
        json!({ "algorithm": "dfs", "depth": 9 }),
    ] {
        let mut fields = method.clone();
        fields["start"] = json!(BOARDS[1]);
        let trace = trace(fields).await;
        assert_eq!(trace.answer["queue"], Value::Null);
        let expanded = trace.steps.iter().filter(|step| step.0 == 'e');
        let depths: Vec<usize> = expanded.map(|step| trace.nodes[step.1.expect("a node")].g).collect();
        assert_eq!(indices(&trace.answer["open"]), depths, "{method}");
        assert!(indices(&trace.answer["closed"]).iter().all(|&closed| closed == 0), "{method}");
    }
}

#[tokio::test]
async fn solved_and_unsolvable_boards() {
    for algorithm in ["astar", "bfs", "dfs", "idastar", "bidirectional", "lockstep"] {
        let solved = trace(json!({ "start": [1, 2, 3, 4, 5, 6, 7, 8, 0], "algorithm": algorithm })).await;
        assert_eq!(solved.steps.last(), Some(&('g', Some(0))), "{algorithm}");
        assert_eq!(indices(&solved.answer["solution"]), [0], "{algorithm}");
        let unsolvable = trace(json!({ "start": [2, 1, 3, 4, 5, 6, 7, 8, 0], "algorithm": algorithm })).await;
        assert_eq!(unsolvable.answer["solution"], Value::Null, "{algorithm}");
        assert!(unsolvable.answer["result"]["reason"].is_string(), "{algorithm}");
        // Only lockstep search finds that out by searching.
        assert_eq!(unsolvable.nodes.is_empty(), algorithm != "lockstep");
    }
}

#[tokio::test]
async fn truncated_traces_and_unsupported_methods() {
    let site = site();
    let body = json!({ "size": [2, 3], "start": [4, 5, 0, 1, 2, 3], "algorithm": "bfs", "most": 100 });
    let trace = ask(&site, "trace", body).await;
    assert_eq!(
        (&trace["truncated"], trace["nodes"]["h"].as_array().map(Vec::len)),
        (&json!(true), Some(100))
    );
    assert!(trace["said"].as_str().expect("a note").contains("only the first 100 of"));
    assert_eq!((&trace["result"]["length"], &trace["solution"]), (&json!(21), &Value::Null));
    // Depth-first search may find a very long solution; its first steps are still returned.
    let body = json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6], "algorithm": "dfs" });
    assert_eq!(ask(&site, "trace", body).await["truncated"], true);
    // A large board, two moves from the goal.
    let near: Vec<u16> = (1..24).chain([0, 24]).collect();
    let trace = ask(&site, "trace", json!({ "size": [5, 5], "start": near, "algorithm": "astar" })).await;
    assert_eq!(trace["solution"].as_array().map(Vec::len), Some(2));
    for (fields, kind) in [
        (json!({ "algorithm": "table" }), "unsupported"),
        (json!({ "algorithm": "bfs", "ties": "state" }), "bad-request"),
    ] {
        let mut body = json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6] });
        for (name, value) in fields.as_object().expect("fields") {
            body[name] = value.clone();
        }
        assert_eq!(try_ask(&site, "trace", &body).await.expect_err("refused")["kind"], kind, "{body}");
    }
}

#[tokio::test]
async fn depth_limited_depth_first_search() {
    for depth in 0..=5 {
        let trace = trace(json!({ "start": BOARDS[0], "algorithm": "dfs", "depth": depth })).await;
        let is_within = |node: &&Node| node.status != Some(ChildStatus::OverBound);
        assert!(trace.nodes.iter().filter(is_within).all(|node| node.g <= depth));
        assert!(!trace.nodes.iter().all(|node| is_within(&node)));
        if depth < 4 {
            assert_eq!(trace.answer["result"], Value::Null);
            let moves = Counted(depth as u64, "move");
            assert_eq!(trace.answer["said"], format!("no solution within {moves}"));
        } else {
            assert_eq!(trace.answer["result"]["length"], 4);
            assert_eq!(trace.steps.last().map(|step| step.0), Some('g'));
        }
    }
    let wrong = json!({ "size": [3, 3], "start": BOARDS[0], "algorithm": "astar", "depth": 3 });
    let refusal = try_ask(&site(), "trace", &wrong).await.expect_err("A* has no depth limit");
    assert_eq!(refusal["message"], "depth: not supported by astar; use dfs");
}
