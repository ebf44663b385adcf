//! The published schema, the JSON notation and the vocabulary's own JSON agree.
#![cfg(feature = "serde")]

use serde_json::{Value, json};
use taquin::notation::{Mover, SolutionText, read, read_all, read_solution};
use taquin::{Board, Direction, Goal, Moves, Size};

fn schema() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/taquin.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_examples_of_the_schema_are_read() {
    let schema = schema();
    let examples = schema["examples"].as_array().unwrap();
    assert!(!examples.is_empty());
    for example in examples {
        for text in [example.to_string(), serde_json::to_string_pretty(example).unwrap()] {
            let records = read_all(&text).unwrap();
            let tiles: Vec<u16> = records[0].board.numbers().collect();
            assert_eq!(json!(tiles), example["start"]);
            let goal = records[0].goal.as_ref().map(|goal| goal.numbers().collect::<Vec<_>>());
            assert_eq!(json!(goal), example["goal"]);
            if example["length"].is_u64() {
                let solution = read_solution(&text, &records[0].board, Mover::Blank).unwrap();
                let SolutionText::Moves { moves, illegal: None, reported } = solution else {
                    panic!("{text}")
                };
                assert_eq!(json!(reported), example["length"]);
                assert_eq!(moves.apply(&records[0].board).as_ref().ok(), records[0].goal.as_ref());
            }
        }
    }
}

#[test]
fn the_schema_and_the_reader_require_the_same_fields() {
    let schema = schema();
    let complete = json!({"version": 1, "size": [1, 2], "start": [1, 0]});
    read(&complete.to_string()).unwrap();
    // Every result but an error and an improvement has a board.
    let of_boards = &schema["$defs"]["result"]["allOf"][0]["else"]["else"]["required"];
    for field in [&schema["required"], of_boards].into_iter().flat_map(|fields| fields.as_array().unwrap()) {
        let mut object = complete.clone();
        object.as_object_mut().unwrap().remove(field.as_str().unwrap());
        let error = read(&object.to_string()).unwrap_err().to_string();
        assert!(error.contains(&field.to_string()), "{error}");
    }
}

#[test]
fn the_vocabulary_survives_json() {
    let size = Size::new(2, 3).unwrap();
    let board = Goal::rows(size).board().clone();
    let moves = Moves::from([Direction::Down, Direction::Right]);
    let value =
        json!({"size": size, "board": board, "goal": Goal::rows(size), "up": Direction::Up, "moves": moves});
    let tiles = json!({"size": [2, 3], "tiles": [1, 2, 3, 4, 5, 0]});
    assert_eq!(value, json!({"size": [2, 3], "board": tiles, "goal": tiles, "up": "U", "moves": "DR"}));
    let back = |field: &str| value[field].clone();
    assert_eq!(serde_json::from_value::<Size>(back("size")).unwrap(), size);
    assert_eq!(serde_json::from_value::<Board>(back("board")).unwrap(), board);
    assert_eq!(serde_json::from_value::<Goal>(back("goal")).unwrap(), Goal::rows(size));
    assert_eq!(serde_json::from_value::<Direction>(back("up")).unwrap(), Direction::Up);
    assert_eq!(serde_json::from_value::<Moves>(back("moves")).unwrap(), moves);
}

#[test]
fn json_of_invalid_values_is_refused() {
    let refusal = |error: serde_json::Error| error.to_string();
    assert_eq!(
        serde_json::from_value::<Size>(json!([0, 3])).map_err(refusal),
        Err("a 0x3 board is out of range: rows and columns must each be 1 to 127".into())
    );
    assert_eq!(
        serde_json::from_value::<Board>(json!({"size": [1, 3], "tiles": [1, 2, 2]})).map_err(refusal),
        Err("tile 2 appears twice and tile 0 is missing".into())
    );
    assert!(
        refusal(serde_json::from_value::<Moves>(json!("UX")).unwrap_err()).contains("letters U, L, D and R")
    );
    assert!(serde_json::from_value::<Direction>(json!("up")).is_err());
}

#[test]
fn a_hundred_thousand_objects_on_one_line_are_read() {
    let text = "{\"version\":1,\"size\":[1,1],\"start\":[0]}".repeat(100_000);
    assert_eq!(read_all(&text).unwrap().len(), 100_000);
}
