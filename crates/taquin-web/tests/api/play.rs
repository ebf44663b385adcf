//! The messages of a game: a board, the number of moves left, and the next move.

use crate::call::{ask, site, try_ask};
use serde_json::{Value, json};
use taquin::{Board, Direction, Goal, Size};
use taquin_web::server::Site;

fn board(puzzle: &Value) -> Board {
    let [rows, cols] = [0, 1].map(|index| puzzle["size"][index].as_u64().expect("a number") as usize);
    let tiles: Vec<u16> = serde_json::from_value(puzzle["start"].clone()).expect("tiles");
    Board::new(Size::new(rows, cols).expect("a size"), &tiles).expect("a board")
}

/// Follows hints to the goal; each of them is a move of a shortest solution.
async fn follow(site: &Site, mut puzzle: Value, depth: u64) {
    let goal: Vec<u16> = serde_json::from_value(puzzle["goal"].clone()).expect("tiles");
    for left in (0..=depth).rev() {
        puzzle["hint"] = true.into();
        let answer = ask(site, "left", puzzle.clone()).await;
        assert_eq!(answer["optimal"], left, "{puzzle}");
        let Some(next) = answer.get("next") else {
            assert_eq!(left, 0);
            break;
        };
        let here = board(&puzzle);
        let directions = Direction::SUCCESSOR_ORDER.into_iter();
        let direction = directions.into_iter().find(|direction| next["tile_direction"] == direction.word());
        let direction = direction.expect("a direction");
        let from = here.size().step(here.blank(), direction.of_blank()).expect("a tile");
        assert_eq!(next["tile"], here.tile(from).expect("a tile").number());
        puzzle["start"] = here.slide(direction).expect("legal").numbers().collect();
    }
    assert_eq!(puzzle["start"], json!(goal));
}

#[tokio::test]
async fn hints_lead_to_the_goal() {
    let site = site();
    for (size, depth, goal) in
        [([3, 3], 31, "rows"), ([2, 4], 20, "blank-first"), ([3, 4], 24, "spiral"), ([4, 4], 20, "rows")]
    {
        let puzzle =
            ask(&site, "scramble", json!({ "size": size, "goal": goal, "depth": depth, "seed": 7 })).await;
        assert_eq!(puzzle["depth"], depth);
        follow(&site, json!({ "size": size, "start": puzzle["start"], "goal": puzzle["goal"] }), depth).await;
    }
}

#[tokio::test]
async fn left_on_large_and_impossible_boards() {
    let site = site();
    let reversed: Vec<u16> = (0..25).rev().collect();
    let body = json!({ "size": [5, 5], "start": reversed, "hint": true });
    let first = ask(&site, "left", body.clone()).await;
    let [lower, upper] = ["lower_bound", "upper_bound"].map(|name| first[name].as_u64().expect("a bound"));
    assert!(lower >= 100 && upper >= lower && first.get("next").is_some(), "{first}");
    // Bounds are remembered, so they never get worse.
    let second = ask(&site, "left", body).await;
    assert!(second["upper_bound"].as_u64().expect("a bound") <= upper, "{first} {second}");
    assert_eq!(first["next_attempt"], 1, "it may become exact");
    let last = json!({ "size": [5, 5], "start": reversed, "attempt": 9 });
    assert_eq!(ask(&site, "left", last).await.get("next_attempt"), None);
    let impossible = ask(&site, "left", json!({ "size": [2, 2], "start": [2, 1, 3, 0] })).await;
    assert_eq!(impossible["solvable"], false);
    let home = ask(&site, "left", json!({ "size": [2, 2], "start": [1, 2, 3, 0], "hint": true })).await;
    assert_eq!((&home["optimal"], home.get("next")), (&json!(0), None));
}

#[tokio::test]
async fn scrambles() {
    let site = site();
    for size in [[2, 2], [3, 3], [2, 5], [4, 4], [5, 5], [10, 10], [1, 3], [1, 1]] {
        for difficulty in ["easy", "medium", "hard", "any"] {
            let body = json!({ "size": size, "difficulty": difficulty, "seed": 11 });
            let puzzle = ask(&site, "scramble", body.clone()).await;
            let goal = Goal::rows(board(&puzzle).size());
            assert!(taquin::Task::new(board(&puzzle), goal).is_ok(), "{size:?} {difficulty}");
            assert_eq!(ask(&site, "scramble", body).await, puzzle, "a seed makes the same again");
        }
    }
    for (body, kind) in [
        (json!({ "size": [3, 3], "depth": 32 }), "unsupported"),
        (json!({ "size": [4, 4], "depth": 81 }), "unsupported"),
        (json!({ "size": [5, 5], "depth": 10 }), "unsupported"),
        (json!({ "size": [3, 3], "depth": 3, "difficulty": "easy" }), "bad-request"),
        (json!({ "size": [3, 3], "difficulty": "impossible" }), "bad-request"),
        (json!({ "size": [11, 3] }), "too-large"),
        (json!({ "size": [0, 3] }), "bad-request"),
    ] {
        assert_eq!(try_ask(&site, "scramble", &body).await.expect_err("refused")["kind"], kind, "{body}");
    }
}
