"""`assert_grounded` fails where it should, and says why so that people can read it."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from readme import snippet

from groundcheck_engine import Detector, UngroundedError, analyze, assert_grounded, explain, is_grounded

NOI = "Figures of Oak Plaza\nThe NOI for the property was $1,200,000 in Q3 2024.\nOccupancy was 92%."


@pytest.mark.parametrize(
    ("answer", "sources", "passes", "passes_strictly"),
    [
        ("The NOI for the property was $1.2M in Q3 2024.", [NOI], True, True),
        ("The NOI for the property was $1.5M in Q3 2024.", [NOI], False, False),
        # Neither confirmed nor contradicted.
        ("The NOI for the property was $1.2M, up 4%.", [NOI], True, False),
        # Nothing to check.
        ("The property did well.", [NOI], True, False),
        # Nothing to check it against.
        ("The NOI was $1.2M.", None, False, False),
        ("The NOI was $1.2M.", [], False, False),
    ],
)
def test_what_passes(answer, sources, passes, passes_strictly):
    evidence = [sources] if sources is None else [sources, Detector(sources=sources)]
    for given in evidence:
        for strict, expected in ((False, passes), (True, passes_strictly)):
            try:
                report = assert_grounded(answer, given, strict=strict)
            except UngroundedError as error:
                report, passed = error.report, False
            else:
                passed = True
            assert passed == expected == is_grounded(report, strict=strict)
            assert report["claims"] == analyze(answer, sources=sources or [])["claims"]


@pytest.mark.parametrize("nothing", [None, [], [""], ["  "], Detector(), Detector(sources=[" "])])
def test_prose_without_evidence_does_not_pass(nothing):
    with pytest.raises(UngroundedError, match="there are no sources and no facts"):
        assert_grounded("The property did well.", nothing)
    assert_grounded("The property did well.", NOI)
    assert_grounded("The property did well.", facts=[{"metric": "occupancy_rate", "value": 85}])


def test_facts_and_whole_requests():
    facts = [{"metric": "occupancy_rate", "value": 85}]
    assert_grounded("Occupancy was 85%.", facts=facts)
    assert_grounded({"answer": "Occupancy was 85%.", "facts": facts})
    with pytest.raises(AssertionError, match="fact 0: occupancy_rate"):
        assert_grounded({"answer": "Occupancy was 95%.", "facts": facts})


def test_the_message_shows_sentence_claim_status_reason_and_evidence():
    with pytest.raises(UngroundedError) as raised:
        assert_grounded("All is well. The NOI was 🏠 $1.5M for the property. Occupancy was 92%.", {"report.txt": NOI})
    assert str(raised.value).splitlines() == [
        "the evidence does not support 1 of 2 claims (risk: high)",
        "",
        "  The NOI was 🏠 $1.5M for the property.",
        "                ~~~~~",
        "  $1.5M: contradicted",
        "    report.txt: $1,200,000 (25 % off).",
        "    report.txt: The NOI for the property was $1,200,000 in Q3 2024.",
    ]


def test_errors_can_be_sent_between_processes():
    with pytest.raises(UngroundedError) as raised:
        assert_grounded("The NOI was $1.5M.", [NOI])
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.report) == (str(raised.value), raised.value.report)


def test_a_long_line_of_evidence_is_cut_around_it():
    source = "word " * 200 + "The NOI was $1,200,000. " + "word " * 200
    report = analyze("The NOI was $1.5M.", sources=[source])
    shown = explain("The NOI was $1.5M.", report, [source]).splitlines()[-1]
    assert "$1,200,000" in shown and shown.count("…") == 2 and len(shown) < 230
    assert "$1,200,000" in explain("The NOI was $1.5M.", report)


def test_hostile_text_cannot_act():
    answer = "The \x1b[31mNOI\u202e \ud83d was $1.5M\u2028 now."
    with pytest.raises(UngroundedError) as raised:
        assert_grounded(answer, {"a\x1b]0;b": "The NOI was \x07$1,200,000."})
    assert not {"\x1b", "\x07", "\u202e", "\u2028"} & set(str(raised.value))
    assert str(raised.value).encode()


def test_a_pytest_run_fails_readably(tmp_path):
    """As the README says, with its own example."""
    right = """
def test_right(groundcheck):
    source = "The NOI for the property was $1,200,000 in Q3 2024."
    detector = groundcheck.detector(sources=[source])
    report = groundcheck.assert_grounded("The NOI was $1.2M for the property.", detector)
    assert report == groundcheck.analyze("The NOI was $1.2M for the property.", sources=[source])

def ask(question):
    return "The NOI was $1.5M for the property."

"""
    (tmp_path / "test_answers.py").write_text(right + snippet("In pytest"), encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--color=no", str(tmp_path)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 1, run.stdout + run.stderr
    assert "1 failed, 1 passed" in run.stdout, run.stdout
    shown = [line.rstrip() for line in run.stdout.splitlines()]
    promised = snippet("In pytest", "text").splitlines()
    assert len(promised) == 7 and shown[shown.index(promised[0]) :][:7] == promised, run.stdout
    # The failure is shown where the test calls, not inside this package.
    assert "grounded.py" not in run.stdout.split("short test summary")[0], run.stdout


def test_the_plugin_costs_nothing_until_it_is_asked_for():
    code = "import sys, groundcheck_engine.pytest_plugin; sys.exit('groundcheck_engine._native' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
