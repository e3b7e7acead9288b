//! A short run of what `fuzz-records` does for minutes.

use groundcheck_tests::fuzz::run;

#[test]
fn no_record_of_these_seeds_panics_or_passes_though_malformed() {
    for seed in 1..=2 {
        let counts = run(seed, |counts| counts.cases < 5_000).unwrap_or_else(|case| panic!("{case}"));
        assert!(counts.malformed > 1_000 && counts.refused > 500, "{counts}");
        assert!(counts.flagged > 25 && counts.rejected > 50 && counts.clean > 20, "{counts}");
    }
}
