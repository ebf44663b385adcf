//! Random messages generated from the OpenAPI file: none makes the server fail, and all answers match the file.

use crate::call::{site, try_ask};
use crate::description::DOCUMENT;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};
use taquin::scramble::Scrambler;
use taquin_engine::Request;

/// Stops after this time or this number of messages, but not before a minimum number.
const TIME: Duration = Duration::from_secs(8);
const MESSAGES: usize = 1500;
const LEAST: usize = 100;

struct Maker {
    random: Scrambler,
}

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.random.one_of(0..=n as u32 - 1) as usize
    }

    /// Returns true with probability 1 / `times`.
    fn rarely(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn one_of<'v>(&mut self, values: &'v [Value]) -> &'v Value {
        &values[self.below(values.len())]
    }

    /// Returns a value that is probably wrong where it is used.
    fn nonsense(&mut self) -> Value {
        let all = [
            json!(null),
            json!(true),
            json!(-1),
            json!(0),
            json!(1e300),
            json!(0.5),
            json!(18446744073709551615_u64),
            json!(""),
            json!("\u{0}é"),
            json!([]),
            json!([[[]]]),
            json!({}),
            json!({ "a": null }),
            json!("auto"),
            json!([0, 0]),
            json!([1000, 1000]),
            json!("x".repeat(3000)),
        ];
        self.one_of(&all).clone()
    }

    /// Returns a value that usually matches the schema.
    fn value(&mut self, schema: &Value) -> Value {
        if self.rarely(60) {
            return self.nonsense();
        }
        if let Some(reference) = schema["$ref"].as_str() {
            return self.value(DOCUMENT.pointer(reference.trim_start_matches('#')).expect("it is there"));
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.one_of(values).clone();
        }
        if let Some(choices) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            let choice = self.one_of(choices).clone();
            return self.value(&choice);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = Map::new();
            for part in parts {
                if let Value::Object(fields) = self.value(part) {
                    whole.extend(fields);
                }
            }
            return whole.into();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => self.one_of(kinds).clone(),
            kind => kind.clone(),
        };
        match kind.as_str() {
            Some("object") => self.object(schema),
            Some("array") => self.array(schema),
            Some("integer") => {
                let least = schema["minimum"].as_u64().unwrap_or(0);
                let most = schema["maximum"].as_u64().unwrap_or(1000).min(least + 40);
                (least + self.below((most - least) as usize + 1) as u64).into()
            }
            Some("number") => json!(self.below(30) as f64 / 100.0),
            Some("boolean") => self.rarely(2).into(),
            Some("string") => self.text().into(),
            _ => Value::Null,
        }
    }

    fn object(&mut self, schema: &Value) -> Value {
        let empty = Map::new();
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().unwrap_or(&empty) {
            let is_required = required.iter().any(|required| required == name);
            if if is_required { !self.rarely(40) } else { self.rarely(4) } {
                object.insert(name.clone(), self.value(schema));
            }
        }
        object.into()
    }

    fn array(&mut self, schema: &Value) -> Value {
        if let Some(items) = schema["prefixItems"].as_array() {
            return items.iter().map(|item| self.value(item)).collect();
        }
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let length = least + self.below(4);
        (0..length).map(|_| self.value(&schema["items"])).collect()
    }

    fn text(&mut self) -> &'static str {
        let all = [
            "",
            "astar",
            "idastar",
            "bfs",
            "dfs",
            "iddfs",
            "greedy",
            "lockstep",
            "table",
            "beam",
            "improve",
            "manhattan",
            "zero,hamming",
            "walking-distance",
            "blank:ULRD",
            "tile:LURD",
            "1 2/3 0",
            "[3, 1, 2, 0]",
            "ABC/DEF/GH.",
            "LULU",
            "2.5",
            "5 %",
            "nonsense",
            "{\"version\":1,\"size\":[2,2],\"start\":[3,2,1,0]}",
            "3\n1 2 3\n4 5 6\n8 7 0",
        ];
        all[self.below(all.len())]
    }

    fn body(&mut self, message: &str) -> Value {
        let schema = &DOCUMENT["paths"][format!("/api/{message}")]["post"]["requestBody"]["content"];
        let mut body = self.value(&schema["application/json"]["schema"]);
        let Some(fields) = body.as_object_mut() else { return body };
        // Usually a small valid board and a valid goal, so that most messages do some work.
        if fields.contains_key("size") && !self.rarely(10) {
            let most = if self.rarely(12) { 10 } else { 4 };
            let size = [1 + self.below(most), 1 + self.below(most)];
            fields.insert("size".to_owned(), json!(size));
            let board = |maker: &mut Maker| -> Value {
                let size = taquin::Size::new(size[0], size[1]).expect("a size");
                maker.random.any(size).numbers().collect()
            };
            if fields.contains_key("start") {
                fields.insert("start".to_owned(), board(self));
            }
            if fields.get("goal").is_some_and(Value::is_array) {
                fields.insert("goal".to_owned(), board(self));
            }
        }
        // Keeps the test short.
        if matches!(message, "solve" | "compare") && fields.get("seconds").is_none_or(Value::is_number) {
            fields.insert("seconds".to_owned(), json!(self.below(20) as f64 / 100.0));
        }
        if matches!(message, "scramble" | "example") && fields.get("depth").and_then(Value::as_u64) > Some(24)
        {
            fields.insert("depth".to_owned(), json!(24));
        }
        body
    }
}

#[tokio::test]
async fn random_messages() {
    let site = site();
    let mut maker = Maker { random: Scrambler::seeded(5) };
    let names: Vec<&str> = Request::names().collect();
    let started = Instant::now();
    let (mut answered, mut refused) = (0, 0);
    for number in 0..MESSAGES {
        if number >= LEAST && started.elapsed() > TIME {
            break;
        }
        let message = names[maker.below(names.len())];
        let body = maker.body(message);
        // Checks the answer against the file, which does not allow status 500.
        match try_ask(&site, message, &body).await {
            Ok(_) => answered += 1,
            Err(error) => {
                assert_ne!(error["kind"], "internal", "{message} {body}: {error}");
                refused += 1;
            }
        }
    }
    assert!(answered > 20 && refused > 20, "{answered} answered, {refused} refused");
    // Requests that timed out are cancelled.
    while site.load() != (0, 0) {
        assert!(started.elapsed() < 10 * TIME, "{:?}", site.load());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
