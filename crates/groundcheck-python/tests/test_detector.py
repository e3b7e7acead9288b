"""Prepared evidence, many threads, and answers that are being written."""

from __future__ import annotations

import threading
import time

import pytest

from groundcheck_engine import Detector, GroundcheckError, analyze, stream

SOURCES = ["Occupancy was 92% in Q3 2024.", "The NOI for the property was $1,200,000."]
LONG = "Occupancy was 95% in Q3 2024, which is more than anybody had thought possible. " * 40


def test_a_detector_is_what_analyze_is():
    detector = Detector(sources=SOURCES, policy={"flagged_penalty_points": 0.5}, locale="en")
    report = detector.check("Occupancy was 95%.", question="What was it?", confidence=0.9)
    assert report["summary"]["adjusted_confidence"] == 0.4
    assert report["claims"] == analyze("Occupancy was 95%.", sources=SOURCES, question="What was it?")["claims"]
    assert detector.corrected("Occupancy was 95%.")["answer"] == "Occupancy was 92%."
    assert detector.texts == {"S0": SOURCES[0], "S1": SOURCES[1]}


def test_evidence_of_a_request_is_refused():
    with pytest.raises(GroundcheckError) as raised:
        Detector(sources=SOURCES).check({"answer": "x", "sources": [{"id": "S0", "text": "t"}]})
    assert raised.value.field == "sources"
    with pytest.raises(GroundcheckError) as raised:
        Detector(sources=[{"id": "S0"}])
    assert raised.value.field == "sources[0].text"
    with pytest.raises(TypeError):
        Detector(SOURCES)


def test_many_answers_keep_their_order():
    detector = Detector(sources=SOURCES)
    answers = [f"Occupancy was {percent}%." for percent in range(60, 100)]
    reports = detector.check_many(answers, threads=4, question="What was the occupancy?")
    assert reports == [detector.check(answer, question="What was the occupancy?") for answer in answers]
    verdicts = dict(zip(answers, (report["verdict"] for report in reports)))
    assert (verdicts["Occupancy was 60%."], verdicts["Occupancy was 92%."]) == ("flagged", "clean")
    assert detector.check_many([]) == []
    assert detector.check_many(iter([{"answer": "NOI was $1.2M.", "id": "7"}]))[0]["id"] == "7"


def test_the_answer_that_cannot_be_checked_is_named():
    with pytest.raises(GroundcheckError) as raised:
        Detector(sources=SOURCES).check_many(["Occupancy was 92%.", "", "NOI was $1.2M."])
    assert (raised.value.code, raised.value.field) == ("empty_answer", "answers[1].answer")


def test_one_detector_serves_many_threads():
    detector = Detector(sources=SOURCES)
    expected = detector.check(LONG)
    reports = []
    threads = [threading.Thread(target=lambda: reports.append(detector.check(LONG))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reports == [expected] * 8


def test_other_threads_run_meanwhile():
    """While the engine works, this thread never waits for as much as half of the time that the work takes."""
    detector = Detector(sources=[f"Item {at} costs ${at}.25." for at in range(800)])
    request = '{"answer": "' + "".join(f"Item {at} costs ${at}.25, not ${at + 1}. " for at in range(1500)) + '"}'
    began, ended = [], []

    def work():
        began.append(time.perf_counter())
        detector.check_json(request)
        ended.append(time.perf_counter())

    worker = threading.Thread(target=work)
    worker.start()
    looks = []
    while not ended:
        looks.append(time.perf_counter())
    worker.join()
    longest = max(b - a for a, b in zip(looks, looks[1:]))
    assert longest < (ended[0] - began[0]) / 2, (longest, ended[0] - began[0])


def test_a_stream_says_in_the_end_what_analyze_says():
    request = {"sources": SOURCES, "question": "What was the occupancy?"}
    answer = stream(**request)
    updates = [update for at in range(0, len(LONG), 5) if (update := answer.push(LONG[at : at + 5]))]
    assert answer.should_interrupt and updates[-1]["should_interrupt"]
    assert 0 < answer.interruption_threshold < 1
    assert answer.text == LONG and 0 < answer.settled_to <= len(LONG)
    settled, warnings = list(answer.claims), list(answer.warnings)
    assert settled == [claim for update in updates for claim in update["settled"]]
    finished = answer.finish()
    assert finished["report"] == analyze(LONG, **request)
    assert finished["report"]["claims"][: len(settled)] == settled
    assert finished["warnings"][: len(warnings)] == warnings == [w for update in updates for w in update["warnings"]]
    assert finished["response"]["action"] == "interrupt" and "92%" in finished["response"]["text"]
    assert answer.finish() is finished and answer.claims == finished["report"]["claims"]


def test_most_pieces_bring_nothing():
    answer = Detector(sources=SOURCES).stream()
    assert answer.push("Occup") is None
    assert not answer.should_interrupt and answer.claims == [] and answer.settled_to == 0
    assert answer.push("ancy was 92%.") is None
    assert answer.finish()["report"]["verdict"] == "clean"
    assert not answer.should_interrupt and len(answer.claims) == 1


def test_an_answer_ends_once():
    answer = stream(sources=SOURCES)
    with pytest.raises(GroundcheckError) as raised:
        answer.push("x" * 300_000)
    assert raised.value.code == "answer_too_large" and answer.text == ""
    answer.push("Occupancy was 92%.")
    answer.finish()
    with pytest.raises(GroundcheckError) as raised:
        answer.push("more")
    assert raised.value.code == "not_ready"
    with pytest.raises(GroundcheckError) as raised:
        stream(sources=SOURCES).finish()
    assert raised.value.code == "empty_answer"


def test_thresholds_of_the_monitor():
    answer = Detector(sources=SOURCES).stream(monitor={"interruption_threshold": 1})
    answer.push(LONG)
    assert not answer.should_interrupt and answer.interruption_threshold == 1
    with pytest.raises(GroundcheckError) as raised:
        Detector().stream(monitor={"threshold": 1})
    assert raised.value.field == "monitor.threshold"
