"""Requests as people write them, and what is wrong with them."""

from __future__ import annotations

import copy
import math
import pickle
from collections import OrderedDict, UserDict
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

import groundcheck_engine
from groundcheck_engine import GroundcheckError, analyze, analyze_json, corrected, required_knowledge, validate_record

NOI = "The NOI for the property was $1,200,000 in Q3 2024."


def sources_in(report):
    return [evidence["source"] for claim in report["claims"] for evidence in claim["evidence"]]


@pytest.mark.parametrize(
    ("sources", "id"),
    [
        (NOI, "S0"),
        ([NOI], "S0"),
        (("Something else.", NOI), "S1"),
        (iter([NOI]), "S0"),
        ([{"id": "report.txt", "text": NOI}], "report.txt"),
        ([UserDict(id="report.txt", text=NOI)], "report.txt"),
        ({"report.txt": NOI}, "report.txt"),
        ({"id": "report.txt", "text": NOI}, "report.txt"),
    ],
)
def test_sources_are_given_as_they_are_at_hand(sources, id):
    report = analyze("The NOI was $1.2M.", sources=sources)
    assert (report["verdict"], sources_in(report)) == ("clean", [id])


def test_a_request_is_a_dict_or_options():
    request = {"answer": "NOI was $1.5M.", "sources": [{"id": "S0", "text": NOI}], "id": "7", "confidence": 0.9}
    before = copy.deepcopy(request)
    assert analyze(request) == analyze("NOI was $1.5M.", sources=[NOI], id="7", confidence=0.9)
    assert analyze(request, id="8")["id"] == "8"
    assert analyze(request, id=None)["id"] == "7"
    assert request == before


@pytest.mark.parametrize(
    "facts",
    [
        [{"metric": "noi", "value": 1_200_000}],
        [{"metric": "noi", "value": Decimal("1200000.00")}],
        [{"metric": "noi", "value": Fraction(2_400_000, 2)}],
        [{"noi": 1_200_000}],
        (OrderedDict(metric="noi", value=1.2e6),),
        "metric,value\nNOI,1200000\n",
    ],
)
def test_facts_are_numbers_of_any_kind(facts):
    assert analyze("NOI was $1.2M.", facts=facts)["verdict"] == "clean"


@pytest.mark.parametrize("day", ["2024-12-01", date(2024, 12, 1), datetime(2024, 12, 1, 23, 59)])
def test_a_day_is_a_text_or_a_date(day):
    assert analyze("NOI was $1.2M.", sources=[NOI], as_of=day)["verdict"] == "clean"


def test_policy_and_the_other_options_arrive():
    facts = [{"metric": "noi", "value": value, "entity": entity, "unit": "USD"} for entity, value in (("Elm", 100), ("Oak", 200))]
    options = {"scope": {"entity": "Oak"}, "policy": {"currency_tolerance_ratio": 0.1}, "question": "What was the NOI?"}
    report = analyze("NOI was $190.", facts=facts, confidence=0.8, **options)
    assert report["claims"][0]["status"] == "supported"
    assert report["summary"]["original_confidence"] == 0.8
    assert analyze("NOI was $5.", sources=[NOI], retry_prompt=True)["retry_prompt"]


def itself():
    facts = [{"metric": "a", "value": 1}]
    facts.append({"metric": "b", "value": facts})
    return facts


def deep():
    value = 1
    for _ in range(5000):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("answer", "options", "code", "field"),
    [
        ("", {}, "empty_answer", "answer"),
        (" \n", {}, "empty_answer", "answer"),
        (7, {}, "invalid_value", "answer"),
        (None, {}, "missing_field", "answer"),
        ({}, {}, "missing_field", "answer"),
        ("x", {"sorces": []}, "unknown_field", "sorces"),
        ("x", {"sources": [{"id": "S0"}]}, "missing_field", "sources[0].text"),
        ("x", {"sources": ["a", {"id": "S0", "text": "b"}]}, "duplicate_source_id", "sources[1].id"),
        ("x", {"sources": [7]}, "invalid_value", "sources[0]"),
        ("x", {"facts": [{"metric": "noi", "value": math.nan}]}, "invalid_value", "facts[0].value"),
        ("x", {"facts": [{"metric": "noi", "value": Decimal("Infinity")}]}, "invalid_value", "facts[0].value"),
        ("x", {"facts": [{"metric": "noi", "value": {1}}]}, "invalid_value", "facts[0].value"),
        ("x", {"facts": [{"metric": "noi", "value": b"1"}]}, "invalid_value", "facts[0].value"),
        ("x", {"facts": [{("noi", 1): 1}]}, "invalid_value", "facts[0]"),
        ("x", {"facts": "metric,value\nnoi,much\n"}, "invalid_csv", "facts"),
        ("x", {"policy": {"tolerance": 1}}, "unknown_field", "policy.tolerance"),
        ("x", {"confidence": 2}, "invalid_value", "confidence"),
        ("x", {"as_of": "today"}, "invalid_value", "as_of"),
        ("x", {"verify": True}, "invalid_value", "verify"),
        ("x" * 300_000, {}, "answer_too_large", "answer"),
        ("x", {"sources": ["y" * 9_000_000]}, "request_too_large", None),
    ],
)
def test_what_is_wrong_is_named(answer, options, code, field):
    with pytest.raises(GroundcheckError) as raised:
        analyze(answer, **options)
    error = raised.value
    assert (error.code, error.field) == (code, field) and error.message
    assert str(error).endswith(error.message) and (error.field is None or str(error).startswith(f"{error.field}: "))
    assert isinstance(error, ValueError)


@pytest.mark.parametrize("facts", [itself(), deep()])
def test_what_has_no_end_is_refused(facts):
    with pytest.raises(GroundcheckError) as raised:
        analyze("x", facts=facts)
    assert raised.value.code in ("invalid_value", "invalid_json")


@pytest.mark.parametrize("text", ["", "{", b"\xff", "[]", '{"answer": "x"}x'])
def test_json_that_is_none_is_refused(text):
    with pytest.raises(GroundcheckError) as raised:
        analyze_json(text)
    assert raised.value.code in ("invalid_json", "invalid_utf8", "invalid_value")


def test_errors_can_be_sent_between_processes():
    error = GroundcheckError("invalid_csv", "is no number", "facts", 3)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.message, again.field, again.line) == ("invalid_csv", "is no number", "facts", 3)
    assert str(again) == "facts: line 3: is no number"


def test_a_panic_is_an_error_that_can_be_caught():
    from groundcheck_engine import _native

    with pytest.raises(GroundcheckError) as raised:
        _native.trap()
    assert raised.value.code == "internal"
    assert analyze("NOI was $1.2M.", sources=[NOI])["verdict"] == "clean"


def test_corrections_come_in_the_claims_own_form():
    result = corrected("The NOI was $1.5M for the property.", sources=[NOI])
    assert result["answer"] == "The NOI was $1.2M for the property."
    assert [(of["text"], of["replacement"]) for of in result["corrections"]] == [("$1.5M", "$1.2M")]


def test_what_a_question_needs():
    check = required_knowledge("What was the NOI in Q3 2024?", sources=[NOI])
    assert check["verified"] and not check["missing"]
    question = "🏠 What was the occupancy of Oak Plaza?"
    check = required_knowledge(question, sources=[NOI])
    assert not check["verified"] and check["limitation"]
    for need in check["required"]:
        assert question[need["chars"]["start"] : need["chars"]["end"]] == need["text"]


def test_records():
    page = "Westpac. Statement of account 034-123 456782, 1 March 2024 to 31 March 2024, balance $1,204.10"
    good = {"bank_name": "Westpac", "account_number": "034-123 456782", "statement_period": "March 2024"}
    for document in (page, [page], {"pages": [page]}):
        report = validate_record(good, profile="bank_statement", document=document, as_of=date(2024, 12, 1))
        assert report["disposition"] == "accept", report
    report = validate_record({**good, "bank_name": None}, profile="bank_statement", document=page, as_of="2024-12-01")
    assert report["disposition"] != "accept"
    assert validate_record(None, profile="bank_statement", document=page, as_of="2024-12-01")["disposition"] == "reject"
    with pytest.raises(GroundcheckError) as raised:
        validate_record(good, profile="passport", document=page, as_of="2024-12-01")
    assert raised.value.field == "profile"
    schema = {"type": "object", "required": ["closing_balance"]}
    report = validate_record(good, profile="bank_statement", document=page, as_of="2024-12-01", schema=schema)
    assert report["disposition"] == "reject"


def test_every_name_is_there():
    for name in groundcheck_engine.__all__:
        assert getattr(groundcheck_engine, name) and name in dir(groundcheck_engine)
    with pytest.raises(AttributeError, match="anything"):
        groundcheck_engine.anything


def test_versions():
    assert groundcheck_engine.__version__.count(".") == 2
    assert analyze("x 5")["schema_version"] == groundcheck_engine.SCHEMA_VERSION == 1
