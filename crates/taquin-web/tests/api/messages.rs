//! The answer of every message.

use crate::call::{ask, engine, get, post, send, site, try_ask};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use taquin::search::ChildStatus;
use taquin::solver::Algorithm;
use taquin_engine::{Listener, Request};

const EXAMPLE: [u16; 9] = [0, 1, 3, 4, 2, 5, 7, 8, 6];
const HARDEST: [u16; 9] = [8, 6, 7, 2, 5, 4, 3, 0, 1];
const UNSOLVABLE: [u16; 9] = [1, 2, 3, 4, 5, 6, 8, 7, 0];

#[tokio::test]
async fn about() {
    let about = ask(&site(), "about", json!({})).await;
    assert_eq!(about["goals"], json!(["rows", "blank-first", "spiral"]));
    assert_eq!(about["algorithms"].as_array().expect("a list").len(), 1 + Algorithm::ALL.len());
    assert_eq!(about["limits"]["largest"], json!([10, 10]));
    assert_eq!(about["fates"].as_array().expect("a list").len(), ChildStatus::ALL.len());
}

#[tokio::test]
async fn read() {
    let site = site();
    for text in ["0 1 3/4 2 5/7 8 6", "3\n0 1 3\n4 2 5\n7 8 6\n", "[0,1,3,4,2,5,7,8,6]", ".AC/DBE/GHF"] {
        let puzzle = ask(&site, "read", json!({ "text": text })).await;
        assert_eq!(puzzle["start"], json!(EXAMPLE), "{text}");
        assert_eq!(puzzle["goal"], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    }
    let spiral = json!([1, 2, 3, 8, 0, 4, 7, 6, 5]);
    let puzzle = ask(&site, "read", json!({ "text": "0 1 3/4 2 5/7 8 6", "goal": "spiral" })).await;
    assert_eq!(puzzle["goal"], spiral);
    // The program's own results include the goal, and are read back unchanged.
    let again = ask(&site, "read", json!({ "text": puzzle.to_string() })).await;
    assert_eq!(again, puzzle);
    for (text, words) in [
        ("", "no board"),
        ("1 2 3/4 5 6/7 8", "row 3 has 2 of 3 entries"),
        ("1 2/3 3", "3"),
        ("1 2/3 0\n\n1 2/3 0", "a second board begins here"),
    ] {
        let error = try_ask(&site, "read", &json!({ "text": text })).await.expect_err(text);
        let message = error["message"].as_str().expect("a message");
        assert!(error["kind"] == "bad-request" && message.contains(words), "{text}: {message}");
    }
    let large = (1..=121).map(|n| (n % 121).to_string()).collect::<Vec<_>>().join(" ");
    let error = try_ask(&site, "read", &json!({ "text": large })).await.expect_err("too large");
    assert_eq!(error["kind"], "too-large");
}

#[tokio::test]
async fn goal() {
    let goal = ask(&site(), "goal", json!({ "size": [2, 4], "name": "spiral" })).await;
    assert_eq!(goal, json!({ "size": [2, 4], "goal": [1, 2, 3, 4, 0, 7, 6, 5] }));
}

#[tokio::test]
async fn inspect() {
    let site = site();
    let facts = ask(&site, "inspect", json!({ "size": [3, 3], "start": EXAMPLE })).await;
    assert_eq!(
        (&facts["solvable"], &facts["manhattan"], &facts["lower_bound"]),
        (&json!(true), &json!(4), &json!(4))
    );
    let facts = ask(&site, "inspect", json!({ "size": [3, 3], "start": UNSOLVABLE })).await;
    assert_eq!(facts["inversions"], json!({ "count": 1, "pairs": [[8, 7]], "truncated": false }));
    assert!(facts["reason"].as_str().expect("a reason").contains("parity"));
    // The suggested exchange makes the board solvable.
    let [a, b] = [0, 1].map(|index| facts["exchange"][index].as_u64().expect("a tile") as u16);
    let exchanged = UNSOLVABLE.map(|tile| {
        if tile == a {
            b
        } else if tile == b {
            a
        } else {
            tile
        }
    });
    assert_eq!(ask(&site, "inspect", json!({ "size": [3, 3], "start": exchanged })).await["solvable"], true);
    // Some boards have no such exchange.
    let facts = ask(&site, "inspect", json!({ "size": [1, 4], "start": [3, 2, 1, 0] })).await;
    assert_eq!((&facts["solvable"], facts.get("exchange")), (&json!(false), None));
    let reversed: Vec<u16> = (0..100).rev().collect();
    let facts = ask(&site, "inspect", json!({ "size": [10, 10], "start": reversed })).await;
    assert_eq!(facts["inversions"]["truncated"], true);
    ask(&site, "inspect", json!({ "size": [1, 1], "start": [0] })).await;
}

#[tokio::test]
async fn solve() {
    let site = site();
    let reply = send(&site, post("solve", json!({ "size": [3, 3], "start": EXAMPLE }).to_string())).await;
    let events = reply.events();
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(kinds.last(), Some(&"done"));
    assert!(kinds.contains(&"improved"), "{kinds:?}");
    let answer = &events.last().expect("events")["answer"];
    assert_eq!((&answer["status"], &answer["moves"]["tile"]), (&json!("optimal"), &json!("LULU")));
    for (method, length) in [
        (json!({ "algorithm": "idastar", "heuristic": "walking-distance" }), json!(31)),
        (json!({ "algorithm": "auto", "metric": "multi" }), json!(20)),
        (
            json!({ "algorithm": "astar", "duplicates": "closed", "ties": "state", "order": "tile:ULDR" }),
            json!(31),
        ),
        (json!({ "algorithm": "wastar", "weight": 1 }), json!(31)),
        (json!({ "gap": "0" }), json!(31)),
    ] {
        let mut body = json!({ "size": [3, 3], "start": HARDEST, "goal": "rows", "seconds": 20 });
        body.as_object_mut().expect("an object").extend(method.as_object().expect("an object").clone());
        let answer = ask(&site, "solve", body).await;
        assert_eq!(answer["length"], length, "{method}");
    }
    let answer = ask(&site, "solve", json!({ "size": [3, 3], "start": UNSOLVABLE })).await;
    assert_eq!(answer["status"], "unsolvable");
    // Reaching a limit is not an error.
    let reversed: Vec<u16> = (0..25).rev().collect();
    let answer = ask(&site, "solve", json!({ "size": [5, 5], "start": reversed, "seconds": 0.2 })).await;
    assert_eq!((&answer["status"], &answer["stopped"]), (&json!("valid"), &json!("time")));
    for (method, words) in [
        (json!({ "algorithm": "bfs", "heuristic": "manhattan" }), "heuristic: not supported by bfs"),
        (json!({ "algorithm": "magic" }), "is not an algorithm; expected astar"),
        (json!({ "heuristic": "luck" }), "is not a heuristic; expected zero"),
        (json!({ "weight": 0.5 }), "0.5"),
        (json!({ "gap": -1 }), "-1"),
        (json!({ "order": "UDLR" }), "UDLR"),
        (json!({ "seconds": 1e9 }), "600"),
        (json!({ "seconds": -1 }), "-1"),
    ] {
        let mut body = json!({ "size": [3, 3], "start": EXAMPLE });
        body.as_object_mut().expect("an object").extend(method.as_object().expect("an object").clone());
        let error = try_ask(&site, "solve", &body).await.expect_err("it is refused");
        let message = error["message"].as_str().expect("a message");
        assert!(error["kind"] == "bad-request" && message.contains(words), "{method}: {message}");
    }
}

#[tokio::test]
async fn compare() {
    let site = site();
    let methods = json!([
        { "algorithm": "astar", "heuristic": "manhattan" },
        { "algorithm": "astar", "heuristic": "linear-conflict" },
        { "algorithm": "bfs" },
        { "algorithm": "fast" },
    ]);
    let body = json!({ "size": [3, 3], "start": HARDEST, "methods": methods, "seconds": 10 });
    let answer = ask(&site, "compare", body).await;
    let rows = answer["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 4);
    assert!(rows[..3].iter().all(|row| row["length"] == 31 && row["status"] == "optimal"));
    assert!(rows[0]["expanded"].as_u64() > rows[1]["expanded"].as_u64());
    assert!(answer["chart"].as_str().expect("a chart").starts_with("<svg"));
    for methods in [json!([]), json!([{ "algorithm": "bfs", "ties": "state" }]), json!(vec![json!({}); 13])] {
        let body = json!({ "size": [3, 3], "start": HARDEST, "methods": methods });
        assert_eq!(try_ask(&site, "compare", &body).await.expect_err("refused")["kind"], "bad-request");
    }
}

#[tokio::test]
async fn explore_and_example() {
    let site = site();
    let explored = ask(&site, "explore", json!({ "size": [2, 3] })).await;
    let depths = explored["depths"].as_array().expect("counts").clone();
    assert_eq!(depths.iter().filter_map(Value::as_u64).sum::<u64>(), 360);
    assert!(explored["chart"].as_str().expect("a chart").contains("2x3: boards by distance"));
    for depth in 0..depths.len() {
        let puzzle = ask(&site, "example", json!({ "size": [2, 3], "depth": depth })).await;
        let left = ask(&site, "left", json!({ "size": [2, 3], "start": puzzle["start"] })).await;
        assert_eq!(left["optimal"], depth);
    }
    // A seed gives the same board, whatever was asked before.
    let seeded = json!({ "size": [2, 3], "depth": 10, "seed": 5 });
    let first = ask(&site, "example", seeded.clone()).await;
    assert_eq!(ask(&crate::call::site(), "example", seeded).await, first);
    let too_far = json!({ "size": [2, 3], "depth": depths.len() });
    assert_eq!(try_ask(&site, "example", &too_far).await.expect_err("too far")["kind"], "unsupported");
    // There are no published counts for this goal.
    let own = json!({ "size": [2, 4], "goal": [1, 0, 2, 3, 4, 5, 6, 7] });
    assert_eq!(ask(&site, "explore", own).await["source"], "counted now");
    for size in [[4, 4], [10, 10]] {
        let error = try_ask(&site, "explore", &json!({ "size": size })).await.expect_err("too large");
        assert_eq!(error["kind"], "unsupported");
    }
    assert_eq!(ask(&site, "explore", json!({ "size": [1, 4] })).await["depths"], json!([1, 1, 1, 1]));
}

/// Counts how often the engine asks whether it should stop, which it does only while it works.
#[derive(Default)]
struct Polls(usize);

impl Listener for Polls {
    fn event(&mut self, _: Value) {}

    fn poll(&mut self) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

#[test]
fn examples_of_a_goal_are_enumerated_once() {
    let engine = engine();
    let polls = |depth: u32| {
        let body = json!({ "size": [3, 3], "goal": "spiral", "depth": depth });
        let mut polls = Polls::default();
        engine.answer(Request::parse("example", body).expect("a message"), &mut polls).expect("an example");
        polls.0
    };
    assert!(polls(20) > 0);
    for depth in [20, 0, 5, 28] {
        assert_eq!(polls(depth), 0, "{depth}");
    }
}

#[tokio::test]
async fn the_exchange_repairs_tiles_that_are_wrong() {
    let site = site();
    for (start, exchange) in [
        // In each other's place.
        (json!([1, 2, 3, 4, 5, 6, 8, 7, 0]), json!([8, 7])),
        // A cycle of four: no two are in each other's place, but 1 belongs where 2 is.
        (json!([2, 3, 4, 1, 5, 6, 7, 8, 0]), json!([2, 1])),
    ] {
        let facts = ask(&site, "inspect", json!({ "size": [3, 3], "start": start })).await;
        assert_eq!((&facts["solvable"], &facts["exchange"]), (&json!(false), &exchange), "{start}");
        let tiles: Vec<u64> = serde_json::from_value(start).expect("tiles");
        let swapped: Vec<u64> = tiles
            .iter()
            .map(|&tile| match exchange.as_array().expect("two").iter().position(|one| *one == tile) {
                Some(place) => exchange[1 - place].as_u64().expect("a tile"),
                None => tile,
            })
            .collect();
        let repaired = ask(&site, "inspect", json!({ "size": [3, 3], "start": swapped })).await;
        assert_eq!(repaired["solvable"], true);
    }
}

#[tokio::test]
async fn download() {
    let site = site();
    let result = ask(&site, "solve", json!({ "size": [3, 3], "start": EXAMPLE })).await;
    let file = async |format: &str, more: Value| {
        let mut body = result.clone();
        body["format"] = format.into();
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        ask(&site, "download", body).await
    };
    let text = file("text", json!({})).await;
    assert!(text["text"].as_str().expect("text").starts_with("Minimum number of moves = 4\n"));
    assert_eq!((&text["name"], &text["type"]), (&json!("taquin-3x3.txt"), &json!("text/plain")));
    assert_eq!(file("text", json!({ "dialect": "moves" })).await["text"], "tile: LULU\n");
    let json = file("json", json!({})).await;
    assert_eq!(serde_json::from_str::<Value>(json["text"].as_str().expect("text")).expect("JSON"), result);
    let svg = file("svg", json!({})).await;
    assert_eq!(svg["text"].as_str().expect("text").matches("board-tray").count(), 5);
    assert!(file("gif", json!({})).await["data"].as_str().expect("data").starts_with("R0lGODlh"));
    // Only a board.
    for format in ["text", "json", "svg", "gif"] {
        ask(&site, "download", json!({ "size": [2, 2], "start": [1, 2, 3, 0], "format": format })).await;
    }
    // Only solutions are drawn.
    for moves in ["L", "LULUL", "LUX"] {
        let body = json!({ "size": [3, 3], "start": EXAMPLE, "format": "svg", "moves": { "tile": moves } });
        assert_eq!(try_ask(&site, "download", &body).await.expect_err(moves)["kind"], "bad-request");
    }
    let around = "RL".repeat(3000);
    let body = json!({ "size": [3, 3], "start": [1, 2, 3, 4, 5, 6, 7, 8, 0], "format": "gif", "moves": { "tile": around } });
    assert_eq!(try_ask(&site, "download", &body).await.expect_err("too long")["kind"], "too-large");
}

#[tokio::test]
async fn the_page_and_health() {
    let site = site();
    let page = send(&site, get("/")).await;
    assert_eq!((page.status, page.media_type()), (200, "text/html; charset=utf-8"));
    let tag = page.headers["etag"].clone();
    let mut again = get("/page/index.html");
    again.headers_mut().insert("if-none-match", tag);
    let again = send(&site, again).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let health = send(&site, get("/health")).await;
    assert_eq!(health.json(), json!({ "status": "ok", "searches": 0, "queue": 0 }));
}
