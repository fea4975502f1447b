//! Reads a JSON list of `{"desired": YAML, "current": YAML}` from standard input, where `current` is optional. Writes
//! nmstate's verdict on each as a JSON list. `error`: why it rejects the state, as before it applies one to a host in the
//! current state, or without a current state as `nmstatectl gc`. `profiles`: the NetworkManager profiles of
//! `nmstatectl gc`, each a name and a text.
use nmstate::NetworkState;
use serde_json::{Value, json};
use std::io::Read;

fn state(text: &Value) -> Result<NetworkState, String> {
    serde_yaml::from_str(text.as_str().unwrap_or_default()).map_err(|error| error.to_string())
}

fn verdict(input: &Value) -> Result<Value, String> {
    let desired = state(&input["desired"])?;
    if input["current"].is_string() {
        let current = state(&input["current"])?;
        desired.validate(Some(&current)).map_err(|error| error.to_string())?;
        return Ok(json!({}));
    }
    let profiles = desired.gen_conf().map_err(|error| error.to_string())?;
    Ok(json!({ "profiles": profiles["NetworkManager"] }))
}

fn main() {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("standard input is UTF-8");
    let inputs: Vec<Value> = serde_json::from_str(&text).expect("standard input is a JSON list");
    let verdicts: Vec<Value> = inputs
        .iter()
        .map(|input| verdict(input).unwrap_or_else(|error| json!({ "error": error })))
        .collect();
    println!("{}", Value::from(verdicts));
}
