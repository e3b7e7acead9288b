"""A metric for DeepEval: ``pip install groundcheck-engine[deepeval]``. It asks no language model and sends nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from deepeval.errors import MissingTestCaseParamsError
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, SingleTurnParams

from ._analysis import Detector, analyze
from ._request import named
from .errors import GroundcheckError
from .grounded import explain, supported_share

if TYPE_CHECKING:
    from .contract import PolicyOverrides, Report, Source


class GroundcheckMetric(BaseMetric):
    """How much of what could be decided in ``actual_output`` its ``retrieval_context`` supports, from 0 to 1.

    ``score`` is the number of supported claims divided by the number of those that are supported, contradicted or unsupported. Where nothing
    could be decided there is no score: the metric is ``skipped``, which DeepEval's ``assert_test`` does not count as a failure. Without any evidence the score
    is 0. ``report`` is the whole report.

    With ``detector`` answers are checked against its evidence, and test cases need no ``retrieval_context``.
    """

    def __init__(
        self,
        threshold: float = 1.0,
        *,
        detector: Detector | None = None,
        policy: PolicyOverrides | None = None,
        include_reason: bool = True,
        async_mode: bool = True,
        strict_mode: bool = False,
        verbose_mode: bool = False,
    ) -> None:
        # DeepEval copies a metric by the arguments of this function, which it looks for among the attributes.
        self.threshold = 1.0 if strict_mode else threshold
        self.detector = detector
        self.policy = policy
        self.include_reason = include_reason
        self.async_mode = async_mode
        self.strict_mode = strict_mode
        self.verbose_mode = verbose_mode
        self.report: Report | None = None
        needed = [SingleTurnParams.INPUT, SingleTurnParams.ACTUAL_OUTPUT]
        self._required_params = needed if detector is not None else [*needed, SingleTurnParams.RETRIEVAL_CONTEXT]

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float | None:
        """Checks the answer of a test case and returns the score; None where nothing could be decided."""
        return self._decide(test_case, self._checked(test_case))

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float | None:
        """The same; other work goes on meanwhile."""
        return self._decide(test_case, await asyncio.to_thread(self._checked, test_case))

    @property
    def __name__(self) -> str:
        return "Groundcheck"

    def _checked(self, test_case: LLMTestCase) -> Report:
        self.error = self.report = self.score = self.success = self.reason = None
        self.skipped = False
        for param in self._required_params:
            if not getattr(test_case, param.value):
                self.error = f"'{param.value}' cannot be empty for the '{self.__name__}' metric"
                raise MissingTestCaseParamsError(self.error)
        options: dict[str, Any] = {"question": test_case.input, "policy": self.policy}
        answer = test_case.actual_output or ""
        try:
            if self.detector is None:
                return analyze(answer, sources=_sources(test_case), **options)
            return self.detector.check(answer, **options)
        except GroundcheckError as error:
            self.error = str(error)
            raise

    def _decide(self, test_case: LLMTestCase, report: Report) -> float | None:
        self.report = report
        score = supported_share(report)
        if self.strict_mode and score is not None:
            score = float(score == 1)
        self.score, self.skipped = score, score is None
        self.is_successful()
        if self.include_reason:
            sources = self.detector if self.detector is not None else _sources(test_case)
            is_clean = report["verdict"] == "clean"
            self.reason = "every claim is supported" if is_clean else explain(test_case.actual_output or "", report, sources)
        return score


def _sources(test_case: LLMTestCase) -> list[Source]:
    """The passages that were retrieved, by the names of their sources where they have any."""
    context = test_case.retrieval_context or []
    return named((None, it) if isinstance(it, str) else (it.source, it.context) for it in context)
