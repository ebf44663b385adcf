//! A trace contains exactly the steps of the search.

use crate::call::{ask, site, try_ask};
use serde_json::{Value, json};
use taquin::{Board, Direction, Size};

const BOARDS: [[u16; 9]; 2] = [[0, 1, 3, 4, 2, 5, 7, 8, 6], [4, 1, 3, 2, 5, 0, 7, 8, 6]];

/// Replays the board of every node from its root.
fn boards(nodes: &[Value]) -> Vec<Board> {
    let size = Size::square(3).expect("a size");
    let mut boards: Vec<Board> = Vec::new();
    for node in nodes {
        let board = match node["parent"].as_u64() {
            None => {
                let tiles: Vec<u16> =
                    serde_json::from_value(node["board"].clone()).expect("a root has tiles");
                Board::new(size, &tiles).expect("a board")
            }
            Some(parent) => {
                let parent = &boards[parent as usize];
                let letter = node["move"].as_str().and_then(|text| text.chars().next());
                let direction = letter.and_then(Direction::from_letter).expect("a direction");
                let next = parent.slide(direction).expect("legal");
                let moved = next.tile(parent.blank()).expect("the blank's cell").number();
                assert_eq!(node["tile"], moved);
                next
            }
        };
        boards.push(board);
    }
    boards
}

#[tokio::test]
async fn every_search_has_a_trace() {
    let site = site();
    let algorithms = ["astar", "wastar", "greedy", "bfs", "iddfs", "idastar", "bidirectional", "lockstep"];
    for (algorithm, start) in algorithms.iter().flat_map(|name| BOARDS.map(|board| (name, board))) {
        let body = json!({ "size": [3, 3], "start": start, "algorithm": algorithm, "most": 20000 });
        let trace = ask(&site, "trace", body).await;
        let (nodes, steps) =
            (trace["nodes"].as_array().expect("nodes"), trace["steps"].as_array().expect("steps"));
        let what = format!("{algorithm} {start:?}");
        assert_eq!(trace["truncated"], false, "{what}");
        let boards = boards(nodes);
        let mut expanded = 0;
        let mut path = Vec::new();
        for step in steps {
            match step["kind"].as_str() {
                Some("expand") => {
                    expanded += 1;
                    let node = step["node"].as_u64().expect("a node");
                    let g = nodes[node as usize]["g"].as_u64().expect("a depth");
                    path.truncate(g as usize);
                    path.push(node);
                }
                Some("backtrack") => drop(path.pop()),
                Some("child") => {
                    let child = &nodes[step["node"].as_u64().expect("a node") as usize];
                    let parent = *path.last().expect("a node was expanded");
                    assert_eq!(child["parent"], parent, "{what}");
                    assert_eq!(
                        child["g"].as_u64(),
                        nodes[parent as usize]["g"].as_u64().map(|g| g + 1),
                        "{what}"
                    );
                }
                Some("goal") => {
                    let node = step["node"].as_u64().expect("a node") as usize;
                    assert_eq!(boards[node].to_string(), " 1  2  3 \n 4  5  6 \n 7  8  0 ", "{what}");
                }
                _ => {}
            }
        }
        assert_eq!(trace["result"]["stats"]["expanded"], expanded, "{what}");
        // Every other expanded node is in the list as a child.
        let roots = nodes.iter().filter(|node| node["parent"].is_null()).count();
        let iterations = steps.iter().filter(|step| step["kind"] == "iteration").count();
        let expected = match *algorithm {
            "bidirectional" | "lockstep" => 2,
            "iddfs" | "idastar" => iterations,
            _ => 1,
        };
        assert_eq!(roots, expected, "{what}");
    }
}

#[tokio::test]
async fn truncated_traces_and_unsupported_boards() {
    let site = site();
    let body = json!({ "size": [2, 3], "start": [4, 5, 0, 1, 2, 3], "algorithm": "bfs", "most": 100 });
    let trace = ask(&site, "trace", body).await;
    assert_eq!((&trace["truncated"], trace["nodes"].as_array().map(Vec::len)), (&json!(true), Some(100)));
    assert!(trace["said"].as_str().expect("a note").contains("only the first 100 of"));
    assert_eq!(trace["result"]["length"], 21);
    // Depth-first search may find a very long solution; its first steps are still returned.
    let body = json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6], "algorithm": "dfs" });
    assert_eq!(ask(&site, "trace", body).await["truncated"], true);
    for (body, kind) in [
        (json!({ "size": [5, 5], "start": (0..25).collect::<Vec<u16>>() }), "unsupported"),
        (
            json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6], "algorithm": "table" }),
            "unsupported",
        ),
        (
            json!({ "size": [3, 3], "start": [0, 1, 3, 4, 2, 5, 7, 8, 6], "algorithm": "bfs", "ties": "state" }),
            "bad-request",
        ),
    ] {
        assert_eq!(try_ask(&site, "trace", &body).await.expect_err("refused")["kind"], kind, "{body}");
    }
}

#[tokio::test]
async fn depth_limited_depth_first_search() {
    let site = site();
    let body = |depth: u32| json!({ "size": [3, 3], "start": BOARDS[0], "algorithm": "dfs", "depth": depth, "most": 20000 });
    for depth in 0..=5 {
        let trace = ask(&site, "trace", body(depth)).await;
        let nodes = trace["nodes"].as_array().expect("nodes");
        boards(nodes);
        let deepest = nodes.iter().filter(|node| node["fate"] != "over-bound").map(|node| node["g"].as_u64());
        assert!(deepest.max() <= Some(Some(depth.into())));
        assert!(nodes.iter().any(|node| node["fate"] == "over-bound"));
        if depth < 4 {
            assert_eq!(trace["result"], Value::Null);
            assert_eq!(trace["said"], format!("no solution within {depth} moves"));
        } else {
            assert_eq!(trace["result"]["length"], 4);
            assert_eq!(
                trace["steps"].as_array().and_then(|steps| steps.last()).expect("steps")["kind"],
                "goal"
            );
        }
    }
    let mut wrong = body(3);
    wrong["algorithm"] = "astar".into();
    let refusal = try_ask(&site, "trace", &wrong).await.expect_err("A* has no depth limit");
    assert_eq!(refusal["message"], "depth: not supported by astar; use dfs");
}
