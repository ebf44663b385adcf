//! The OpenAPI file matches what the server does.

use crate::call::{get, send, site};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use taquin_engine::Request;

/// The OpenAPI file.
pub(crate) static DOCUMENT: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../openapi.json")).expect("it is JSON"));

/// Follows references until a pointer names a value.
fn resolved(mut pointer: String) -> Option<(String, &'static Value)> {
    loop {
        let found = DOCUMENT.pointer(&pointer)?;
        match found["$ref"].as_str() {
            Some(reference) => pointer = reference.trim_start_matches('#').to_owned(),
            None => return Some((pointer, found)),
        }
    }
}

fn validator(pointer: &str) -> Arc<Validator> {
    static KNOWN: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let make = || {
        let components = &DOCUMENT["components"];
        let paths = &DOCUMENT["paths"];
        let schema = json!({ "$ref": format!("#{pointer}"), "components": components, "paths": paths });
        Arc::new(jsonschema::validator_for(&schema).expect("the file holds schemas"))
    };
    known.entry(pointer.to_owned()).or_insert_with(make).clone()
}

fn faults(pointer: &str, value: &Value) -> Vec<String> {
    let validator = validator(pointer);
    validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

fn operation(message: &str) -> String {
    format!("/paths/~1api~1{message}/post")
}

/// Returns whether the file allows this body.
pub(crate) fn is_valid_body(message: &str, body: &Value) -> bool {
    faults(&format!("{}/requestBody/content/application~1json/schema", operation(message)), body).is_empty()
}

/// Panics unless the file allows this answer, or event, of a message.
#[track_caller]
pub(crate) fn check_answer(message: &str, status: u16, media_type: &str, value: &Value) {
    let (response, _) = resolved(format!("{}/responses/{status}", operation(message)))
        .unwrap_or_else(|| panic!("{message} never answers {status}: {value}"));
    let schema = format!("{response}/content/{}/schema", media_type.replace('/', "~1"));
    let faults = faults(&schema, value);
    assert!(faults.is_empty(), "{message} {status}: {faults:#?}\n{value:#}");
}

#[test]
fn every_message_is_described_and_nothing_else() {
    let paths = DOCUMENT["paths"].as_object().expect("paths");
    let mut described: Vec<&str> = paths.keys().filter_map(|path| path.strip_prefix("/api/")).collect();
    described.sort_unstable();
    let mut known: Vec<&str> = Request::names().collect();
    known.sort_unstable();
    assert_eq!(described, known);
    assert_eq!(DOCUMENT["openapi"], "3.1.0");
    assert_eq!(DOCUMENT["info"]["version"], env!("CARGO_PKG_VERSION"));
}

#[test]
fn results_are_those_of_the_published_schema() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schema/taquin.schema.json");
    let text = fs::read_to_string(file).expect("the schema is published");
    let text = text.replace("\"#/$defs/", "\"#/components/schemas/Result/$defs/");
    let published: Value = serde_json::from_str(&text).expect("it is JSON");
    let mut described = DOCUMENT["components"]["schemas"]["Result"].clone();
    let definitions =
        described.as_object_mut().and_then(|result| result.remove("$defs")).expect("definitions");
    assert_eq!(described, published["$defs"]["result"]);
    for (name, definition) in definitions.as_object().expect("an object") {
        assert_eq!(definition, &published["$defs"][name], "{name}");
    }
}

#[tokio::test]
async fn the_file_is_served() {
    let reply = send(&site(), get("/openapi.json")).await;
    assert_eq!((reply.status, reply.json()), (200, DOCUMENT.clone()));
}
