"""Rows of a table, without the engine that has the table."""

from __future__ import annotations

import json
import pickle

import pytest

from groundcheck_engine import GroundcheckError, _native, _scoring, analyze_json
from groundcheck_engine._scoring import COLUMNS, Scoring

SOURCE = {"id": "S0", "text": "The NOI for the property was $1,200,000 in Q3 2024. Occupancy was 92%."}
WRONG = "The NOI was $1.5M for the property. Occupancy was 92%. Repairs were $7."


def row(request, id="a", **evidence):
    (row,) = Scoring(**evidence).rows([(id, request)])
    assert row.keys() == COLUMNS.keys()
    return row


def body(answer, **more):
    return json.dumps({"answer": answer, "sources": [SOURCE], **more})


def test_the_columns_say_what_the_report_says(requests):
    seen = set()
    for number, request in enumerate(requests):
        text = json.dumps(request)
        columns = row(text, f"row {number}")
        assert columns["report"] == analyze_json(text) and columns["error"] is None and columns["id"] == f"row {number}"
        report = json.loads(columns["report"])
        for name in ("verdict", "verdict_reason", "risk", "action", "disposition", "reliability"):
            assert columns[name] == report[name], name
        statuses = [claim["status"] for claim in report["claims"]]
        for name in ("supported", "contradicted", "unsupported", "unverifiable"):
            assert columns[name] == statuses.count(name), name
        assert columns["claims"] == len(statuses) == report["summary"]["total_claims"]
        assert columns["findings"] == len(report["findings"])
        assert columns["coverage"] == report["coverage"]["share"]
        seen |= {*statuses, columns["verdict"], columns["action"]}
    assert seen >= {"supported", "contradicted", "unsupported", "unverifiable", "clean", "flagged", "unverified", "none"}, seen


@pytest.mark.parametrize(
    ("request_", "code", "field"),
    [
        (None, "invalid_json", None),
        ("", "invalid_json", None),
        ("{", "invalid_json", None),
        (b'{"answer": "\xff"}', "invalid_utf8", None),
        ('{"answer": ""}', "empty_answer", "answer"),
        ('{"answer": "x", "surces": []}', "unknown_field", "surces"),
        (json.dumps({"answer": "x" * (256 * 1024 + 1)}), "answer_too_large", "answer"),
        (b" " * (_native.REQUEST_MAX_BYTES + 1), "request_too_large", None),
        (json.dumps({"answer": "x", "sources": [SOURCE, SOURCE]}), "duplicate_source_id", "sources[1].id"),
        (json.dumps({"answer": "x", "facts": "metric,value\nnoi,1,2\n"}), "invalid_csv", "facts"),
    ],
)
def test_what_cannot_be_checked_is_a_row_with_its_error(request_, code, field):
    bad = row(request_, "bad")
    report = json.loads(bad["report"])
    assert (bad["id"], bad["verdict"], bad["error"]["code"]) == ("bad", "error", code)
    assert bad["error"] == report["error"] and (report["id"], report["verdict"]) == ("bad", "error")
    if field is not None:
        assert bad["error"]["field"] == field
    # Nothing was counted, which is not the same as nothing found.
    unknown = ("risk", "claims", "supported", "contradicted", "unsupported", "unverifiable", "findings", "coverage", "reliability")
    assert all(bad[name] is None for name in unknown) and bad["disposition"] == "review"


def test_a_request_of_the_largest_size_is_checked():
    padding = _native.REQUEST_MAX_BYTES - len(body(WRONG))
    assert row(body(WRONG) + " " * padding)["error"] is None
    assert row(body(WRONG) + " " * (padding + 1))["error"]["code"] == "request_too_large"


def test_answers_may_share_their_evidence_and_policy():
    shared = row(json.dumps({"answer": WRONG}), sources=[SOURCE])
    assert shared["report"] == row(body(WRONG))["report"]
    own = row(body(WRONG), sources=[SOURCE])
    assert (own["error"]["code"], own["error"]["field"]) == ("invalid_value", "sources")
    lenient = {"currency_tolerance_ratio": 0.5}
    assert (row(body(WRONG))["contradicted"], row(body(WRONG), policy=lenient)["contradicted"]) == (1, 0)
    assert row(json.dumps({"answer": WRONG}), sources=[SOURCE], policy=lenient)["contradicted"] == 0


@pytest.mark.parametrize(
    ("evidence", "field"),
    [
        ({"policy": {"currency_tolerance_ratio": -1}}, "policy.currency_tolerance_ratio"),
        ({"policy": {"no_such": 1}}, "policy.no_such"),
        ({"sources": [SOURCE, SOURCE]}, "sources[1].id"),
        ({"locale": "en"}, "locale"),
    ],
)
def test_wrong_evidence_is_refused_before_any_answer(evidence, field):
    with pytest.raises(GroundcheckError) as refused:
        Scoring(**evidence)
    assert refused.value.field == field


def test_the_engine_is_prepared_once_in_a_process(monkeypatch):
    prepared = []
    native = _native.Scorer

    def counted(evidence):
        prepared.append(evidence)
        return native(evidence)

    monkeypatch.setattr(_native, "Scorer", counted)
    monkeypatch.setattr(_scoring, "_PREPARED", {})
    for _task in range(3):
        # As each task has it: read anew.
        scoring = pickle.loads(pickle.dumps(Scoring(sources=[SOURCE])))
        assert [row["verdict"] for row in scoring.rows([("a", json.dumps({"answer": WRONG}))] * 2)] == ["flagged"] * 2
    assert len(prepared) == 1
    for text in "bcdefgh":
        Scoring(sources=[text])
    assert len(_scoring._PREPARED) == _scoring._PREPARED_MAX


def test_what_is_handed_on_at_once_is_limited(monkeypatch):
    lines = [(str(at), body(WRONG)) for at in range(25)]
    monkeypatch.setattr(_scoring, "_ROWS_MAX", 10)
    assert [len(batch) for batch in Scoring().batches(lines)] == [10, 10, 5]
    monkeypatch.setattr(_scoring, "_REPORTS_MAX_CHARS", len(row(body(WRONG))["report"]) * 2)
    batches = list(Scoring().batches(iter(lines)))
    assert {len(batch) for batch in batches} == {1, 2} and [row["id"] for batch in batches for row in batch] == [id for id, _ in lines]
    assert list(Scoring().batches([])) == []


def test_ids_are_texts():
    ids = [None, float("nan"), 7, "é", b"\xc3\xa9", b"\xff"]
    assert [row["id"] for row in Scoring().rows((id, "{") for id in ids)] == [None, None, "7", "é", "é", "\ufffd"]
    # The request's own id is the report's.
    assert json.loads(row(body(WRONG, id="own"), "column")["report"])["id"] == "own"
