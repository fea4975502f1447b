//! Reads `{"desired": YAML, "current": YAML}` (JSON) from standard input, where `current` is optional. Writes the verdict of
//! nmstate as JSON: `error` if it rejects the state, as before it applies one to a host in the current state, or without
//! a current state as `nmstatectl gc`; `profiles`: the NetworkManager profiles that `nmstatectl gc` generates.
use nmstate::NetworkState;
use serde_json::{Value, json};
use std::io::Read;

fn state(text: &str) -> Result<NetworkState, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

fn verdict(input: &Value) -> Result<Value, String> {
    let desired = state(input["desired"].as_str().unwrap_or_default())?;
    let profiles = desired.gen_conf();
    match input["current"].as_str() {
        Some(current) => desired.validate(Some(&state(current)?)).map_err(|error| error.to_string())?,
        None => {
            profiles.as_ref().map_err(|error| error.to_string())?;
        }
    }
    Ok(json!({ "profiles": profiles.ok() }))
}

fn main() {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("standard input is UTF-8");
    let input = serde_json::from_str(&text).expect("standard input is JSON");
    let output = verdict(&input).unwrap_or_else(|error| json!({ "error": error }));
    println!("{output}");
}
