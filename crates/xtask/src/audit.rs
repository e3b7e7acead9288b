//! `cargo xtask audit`: what `deny.toml` asks of every dependency. Apart from the tests, as it may need the network.

use crate::{Outcome, process, tools};

/// Checks licences, bans and sources; advisories where their database can be reached, and says where it cannot.
pub fn run() -> Outcome {
    let folder = tools::CARGO_DENY.ensure()?;
    let deny = |checks: &[&str]| {
        let mut cargo = process::cargo(&["deny", "--workspace", "--all-features", "check"]);
        cargo.args(checks);
        process::prepend_path(&mut cargo, std::slice::from_ref(&folder)).map(|()| cargo)
    };
    let house = process::run(&mut deny(&["licenses", "bans", "sources"])?);

    println!("$ cargo deny check advisories");
    let output = deny(&["advisories"])?.output().map_err(|e| format!("cannot run cargo deny: {e}"))?;
    let said = format!("{}{}", String::from_utf8_lossy(&output.stderr), String::from_utf8_lossy(&output.stdout));
    let known = verdict(output.status.success(), &said);
    let (summary, advisories) = match known {
        Advisories::None => ("ok", Ok(())),
        Advisories::Some => ("FAILED", Err("a dependency has a known advisory".to_owned())),
        Advisories::OutOfReach => ("not checked (database out of reach)", Ok(())),
        Advisories::Broken => ("not checked", Err("cargo deny could not check for advisories".to_owned())),
    };
    if known != Advisories::OutOfReach {
        eprint!("{said}");
    }
    println!("licences, bans, sources: {}", if house.is_ok() { "ok" } else { "FAILED" });
    println!("advisories: {summary}");
    house.and(advisories)
}

/// What is known of advisories. cargo-deny ends alike in the last three.
#[derive(Debug, PartialEq, Eq)]
enum Advisories {
    None,
    Some,
    OutOfReach,
    Broken,
}

fn verdict(success: bool, said: &str) -> Advisories {
    if success {
        Advisories::None
    } else if said.contains("advisories FAILED") {
        Advisories::Some
    } else if said.contains("failed to fetch advisory database") {
        Advisories::OutOfReach
    } else {
        Advisories::Broken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_did_not_happen_is_no_all_clear() {
        assert_eq!(verdict(true, "advisories ok"), Advisories::None);
        assert_eq!(verdict(false, "error[vulnerability]: …\n\nadvisories FAILED"), Advisories::Some);
        assert_eq!(verdict(false, "[ERROR] failed to fetch advisory database https://…"), Advisories::OutOfReach);
        assert_eq!(verdict(false, "[ERROR] failed to deserialize config"), Advisories::Broken);
    }
}
