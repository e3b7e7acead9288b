"""The metric in DeepEval."""

from __future__ import annotations

import asyncio
import re

import deepeval
import pytest
from deepeval.errors import MissingTestCaseParamsError
from deepeval.evaluate.configs import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import BaseMetric
from deepeval.metrics.utils import copy_metrics
from deepeval.test_case import LLMTestCase, RetrievedContextData
from readme import snippet
from support import RIGHT, SOURCE, WRONG

from groundcheck_engine import Detector, GroundcheckError
from groundcheck_engine.deepeval import GroundcheckMetric


def case(answer, context=(SOURCE,)):
    return LLMTestCase(input="What was the NOI?", actual_output=answer, retrieval_context=list(context))


@pytest.mark.parametrize(
    ("answer", "score", "success"), [(RIGHT, 1, True), (WRONG, 0, False), (f"{WRONG} That was in Q3 2024.", 0.5, False)]
)
def test_the_score_is_the_share_of_supported_claims(answer, score, success):
    metric = GroundcheckMetric()
    assert metric.measure(case(answer)) == metric.score == score
    assert metric.success == metric.is_successful() == success
    assert metric.report["verdict"] == ("clean" if success else "flagged")
    assert ("$1.5M: contradicted" in metric.reason) == (not success)
    assert isinstance(metric, BaseMetric) and metric.__name__ == "Groundcheck"
    assert asyncio.run(GroundcheckMetric().a_measure(case(answer))) == score


def test_thresholds():
    half = f"{WRONG} That was in Q3 2024."
    for threshold, strict, score, success in ((0.5, False, 0.5, True), (0.5, True, 0, False)):
        metric = GroundcheckMetric(threshold, strict_mode=strict)
        metric.measure(case(half))
        assert (metric.score, metric.success) == (score, success)


def test_where_nothing_could_be_decided_there_is_no_score():
    metric = GroundcheckMetric()
    assert metric.measure(case("All is well.")) is None
    assert metric.skipped and not metric.success and not metric.is_successful()
    assert metric.reason == "there is nothing to check in the answer"
    metric.measure(case(RIGHT))
    assert metric.success and not metric.skipped


def test_without_evidence_nothing_is_a_success():
    metric = GroundcheckMetric()
    assert metric.measure(case(WRONG, [""])) == 0 and not metric.success
    # A link that is there decides nothing of what is said.
    assert metric.measure(case("See https://example.com/a. All is well.", ["It is at https://example.com/a."])) is None
    assert metric.skipped and not metric.success
    metric.measure(case(RIGHT))
    with pytest.raises(GroundcheckError):
        metric.measure(case(RIGHT, ["x" * 20_000_000]))
    assert metric.score is None and not metric.success and metric.error


def test_evidence_is_named_and_may_be_the_detectors():
    context = [RetrievedContextData(context=SOURCE, source="q3.pdf"), RetrievedContextData(context="x", source="q3.pdf")]
    metric = GroundcheckMetric()
    metric.measure(case(WRONG, context))
    assert "q3.pdf: $1,200,000" in metric.reason
    metric = GroundcheckMetric(detector=Detector(sources={"q4.pdf": SOURCE}))
    metric.measure(LLMTestCase(input="What was the NOI?", actual_output=WRONG))
    assert "q4.pdf: The NOI for" in metric.reason


def test_what_is_missing_is_named():
    metric = GroundcheckMetric()
    with pytest.raises(MissingTestCaseParamsError, match="retrieval_context"):
        metric.measure(LLMTestCase(input="x", actual_output=WRONG))
    assert metric.error and not metric.is_successful()
    with pytest.raises(GroundcheckError):
        GroundcheckMetric(policy={"document_confidence": 7}).measure(case(WRONG))


def test_a_copy_measures_the_same():
    metric = GroundcheckMetric(0.25, policy={"currency_tolerance_ratio": 0.5}, include_reason=False)
    [copy] = copy_metrics([metric])
    copy.measure(case(WRONG))
    assert (copy.score, copy.threshold, copy.reason) == (1, 0.25, None)


@pytest.mark.parametrize("run_async", [False, True])
def test_deepeval_evaluates_with_it(run_async, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = deepeval.evaluate(
        [case(RIGHT), case(WRONG), case("All is well.")],
        [GroundcheckMetric()],
        async_config=AsyncConfig(run_async=run_async),
        display_config=DisplayConfig(show_indicator=False, print_results=False),
        cache_config=CacheConfig(write_cache=False),
    )
    [right] = [test for test in result.test_results if test.actual_output == RIGHT]
    [wrong] = [test for test in result.test_results if test.actual_output == WRONG]
    assert right.success and right.metrics_data[0].score == 1
    assert not wrong.success and "$1.5M: contradicted" in wrong.metrics_data[0].reason


def test_an_assertion_of_deepeval(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    deepeval.assert_test(case(RIGHT), [GroundcheckMetric()])
    with pytest.raises(AssertionError, match="Groundcheck"):
        deepeval.assert_test(case(WRONG), [GroundcheckMetric()])


def test_the_readme():
    names = {}
    code = snippet("DeepEval")
    exec(code, names)
    said = re.findall(r"^(metric\.\S+)  # (.+)$", code, re.MULTILINE)
    assert len(said) == 2
    for expression, value in said:
        assert eval(expression, names) == eval(value)
