//! The variables of the environment that OpenTelemetry names and the SDK does not read itself.

use std::time::Duration;

/// How long one request to the collector may take where nobody says.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Whether spans are made, and what is to be said of that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Nobody asked for them.
    No,
    /// Somebody did, in a way that is not known here: why.
    Unusable(&'static str),
    /// To the collector that the other variables name.
    Yes {
        /// How long one request may take.
        timeout: Duration,
    },
}

/// What these variables say. One that is empty counts as not set, as OpenTelemetry has it.
pub(super) fn wanted(variable: impl Fn(&str) -> Option<String>) -> Wanted {
    let variable = |name: &str| variable(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
    let of_traces = |what: &str| {
        variable(&format!("OTEL_EXPORTER_OTLP_TRACES_{what}"))
            .or_else(|| variable(&format!("OTEL_EXPORTER_OTLP_{what}")))
    };
    if variable("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
        return Wanted::No;
    }
    match variable("OTEL_TRACES_EXPORTER").as_deref() {
        None if of_traces("ENDPOINT").is_none() => return Wanted::No,
        Some("none") => return Wanted::No,
        None | Some("otlp") => {}
        Some(_) => return Wanted::Unusable("OTEL_TRACES_EXPORTER can be otlp or none"),
    }
    if of_traces("PROTOCOL").is_some_and(|protocol| protocol != "http/protobuf") {
        return Wanted::Unusable(
            "OTEL_EXPORTER_OTLP_PROTOCOL can only be http/protobuf; collectors take it on port 4318",
        );
    }
    let timeout = of_traces("TIMEOUT").and_then(|ms| ms.parse().ok()).map_or(TIMEOUT, Duration::from_millis);
    Wanted::Yes { timeout }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Wanted {
        wanted(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn spans_are_made_where_somebody_names_a_collector() {
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4318");
        let yes = Wanted::Yes { timeout: TIMEOUT };
        assert_eq!(with(&[]), Wanted::No);
        assert_eq!(with(&[("OTEL_SERVICE_NAME", "x"), ("OTEL_TRACES_SAMPLER", "always_on")]), Wanted::No);
        assert_eq!(with(&[("OTEL_EXPORTER_OTLP_ENDPOINT", " ")]), Wanted::No);
        assert_eq!(with(&[endpoint]), yes);
        assert_eq!(with(&[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://c/t")]), yes);
        assert_eq!(with(&[("OTEL_TRACES_EXPORTER", "otlp")]), yes);
        assert_eq!(with(&[endpoint, ("OTEL_SDK_DISABLED", "True")]), Wanted::No);
        assert_eq!(with(&[endpoint, ("OTEL_SDK_DISABLED", "1")]), yes);
        assert_eq!(with(&[endpoint, ("OTEL_TRACES_EXPORTER", "none")]), Wanted::No);
    }

    #[test]
    fn what_is_not_known_here_is_said() {
        let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:4317");
        for wrong in [("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"), ("OTEL_TRACES_EXPORTER", "zipkin")] {
            assert!(matches!(with(&[endpoint, wrong]), Wanted::Unusable(why) if why.contains(wrong.0)), "{wrong:?}");
        }
        // What is said of traces counts for them, whatever is said of all.
        let both = [
            endpoint,
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf"),
        ];
        assert_eq!(with(&both), Wanted::Yes { timeout: TIMEOUT });
        let timeouts = [endpoint, ("OTEL_EXPORTER_OTLP_TIMEOUT", "9"), ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "250")];
        assert_eq!(with(&timeouts), Wanted::Yes { timeout: Duration::from_millis(250) });
    }
}
