"""An evaluator and an event handler for LlamaIndex: ``pip install groundcheck-engine[llama-index]``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from llama_index.core.base.response.schema import PydanticResponse, Response
from llama_index.core.evaluation import BaseEvaluator, EvaluationResult
from llama_index.core.instrumentation.event_handlers import BaseEventHandler
from llama_index.core.instrumentation.events import BaseEvent
from llama_index.core.instrumentation.events.synthesis import SynthesizeEndEvent
from llama_index.core.prompts.mixin import PromptDictType
from llama_index.core.schema import NodeWithScore

from ._analysis import Detector, analyze
from ._request import named
from .grounded import explain, is_grounded, supported_share

if TYPE_CHECKING:
    from .contract import Report, Source


_LOG = logging.getLogger("groundcheck_engine")


class GroundcheckEvaluator(BaseEvaluator):
    """Whether the retrieved contexts support an answer. It asks no language model.

    ``score`` is the share of supported claims among those that could be decided, ``feedback`` says what is wrong. An answer in which nothing
    could be decided gives an invalid result, which is no pass. With ``detector`` answers are checked against its evidence, not against contexts.
    With ``strict`` every claim must be supported.
    """

    def __init__(self, *, detector: Detector | None = None, strict: bool = False, **options: Any) -> None:
        self._detector = detector
        self._strict = strict
        self._options = options

    def _get_prompts(self) -> PromptDictType:
        return {}

    def _update_prompts(self, prompts: PromptDictType) -> None:
        """There are none."""

    def evaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """Checks an answer against its contexts."""
        if not response:
            raise ValueError("there is no response to evaluate")
        sources = named((None, context) for context in contexts or ())
        report = _report(response, query, self._detector, sources, self._options)
        # Without evidence there is nothing that a score could be about.
        score = None if report["verdict_reason"] == "no_evidence" else supported_share(report)
        passing = score is not None and is_grounded(report, strict=self._strict)
        feedback = explain(response, report, self._detector or sources, strict=self._strict)
        return EvaluationResult(
            query=query,
            response=response,
            contexts=contexts,
            passing=passing,
            score=score,
            feedback="every claim is supported" if report["verdict"] == "clean" else feedback,
            invalid_result=score is None,
            invalid_reason=None if score is not None else report["verdict_reason"],
        )

    async def aevaluate(
        self,
        query: str | None = None,
        response: str | None = None,
        contexts: Sequence[str] | None = None,
        **kwargs: Any,
    ) -> EvaluationResult:
        """The same; other work goes on meanwhile."""
        return await asyncio.to_thread(self.evaluate, query, response, contexts)


class AnswerCheckHandler(BaseEventHandler):
    """Checks every answer that a query engine or a chat engine synthesizes from nodes, and calls ``on_report(report, answer)``.

    Add it to a dispatcher: ``get_dispatcher().add_event_handler(AnswerCheckHandler(on_report=…))``. LlamaIndex drops whatever a handler raises, so
    that ``on_error`` is called with it; without one it is logged. An answer that is streamed is not there yet when it is synthesized: follow it with
    :func:`groundcheck_engine.stream`.
    """

    on_report: Callable[[Any, str], object]
    on_error: Callable[[Exception], object] | None = None
    detector: Detector | None = None
    options: dict[str, Any] = {}

    @classmethod
    def class_name(cls) -> str:
        return "GroundcheckAnswerCheckHandler"

    def handle(self, event: BaseEvent, **kwargs: Any) -> None:
        """Checks the answer of an event that has one."""
        if not isinstance(event, SynthesizeEndEvent) or not isinstance(event.response, (PydanticResponse, Response)):
            return
        is_text = isinstance(event.response, Response)
        answer = event.response.response if is_text else str(event.response)
        if not answer or not answer.strip():
            return
        try:
            query = event.query if isinstance(event.query, str) else event.query.query_str
            sources = named((_name(node), node.get_content()) for node in event.response.source_nodes)
            self.on_report(_report(answer, query, self.detector, sources, self.options), answer)
        except Exception as error:
            if self.on_error is None:
                _LOG.exception("an answer could not be checked")
            else:
                self.on_error(error)


def _report(
    answer: str, query: str | None, detector: Detector | None, sources: list[Source], options: dict[str, Any]
) -> Report:
    options = {"question": query, **options}
    return analyze(answer, **options, sources=sources) if detector is None else detector.check(answer, **options)


def _name(node: NodeWithScore) -> str | None:
    """What a node's document is called by its reader."""
    name = node.metadata.get("file_name")
    return name if isinstance(name, str) and name else None
