//! Reads one network state (YAML) from standard input. Writes the NetworkManager profiles that nmstate generates for it as
//! JSON, or the error of nmstate to standard error with exit code 1.
use nmstate::NetworkState;
use std::io::Read;

fn profiles(text: &str) -> Result<String, String> {
    let state: NetworkState = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
    let generated = state.gen_conf().map_err(|error| error.to_string())?;
    serde_json::to_string(&generated).map_err(|error| error.to_string())
}

fn main() {
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .expect("standard input is UTF-8");
    match profiles(&text) {
        Ok(json) => println!("{json}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}
