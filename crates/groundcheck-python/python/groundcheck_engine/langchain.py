"""A callback handler for LangChain: ``pip install groundcheck-engine[langchain]``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.outputs import LLMResult

from ._analysis import Detector, analyze
from ._request import named
from .grounded import UngroundedError, explain, is_grounded

if TYPE_CHECKING:
    from .contract import Report, Source


@dataclass
class _Root:
    """What is known of a chain, by its outermost run."""

    question: str | None
    documents: dict[str, Document] = field(default_factory=dict)
    # Whether a search has ended: one that found nothing, or failed, leaves an answer without evidence.
    searched: bool = False
    runs: list[UUID] = field(default_factory=list)


class AnswerCheckHandler(BaseCallbackHandler):
    """Checks what a language model answers against the documents that its chain has retrieved.

    ``on_report(report, answer)`` is called for each answer, before ``invoke`` returns. With ``enforce`` an answer that is not grounded raises
    :class:`UngroundedError <groundcheck_engine.UngroundedError>` out of ``invoke``. ``options`` are those of :func:`groundcheck_engine.analyze`.

    What a model says before a search, such as a question put in other words, is not checked; an answer after a search that found nothing has no
    evidence and is not grounded. A chain that fetches its documents without a retriever's callbacks is not checked at all: give it a
    ``detector``, and everything is checked against the detector's evidence. With ``.stream()`` the words are out before the check.

    One handler may follow many chains at once.
    """

    def __init__(
        self,
        on_report: Callable[[Report, str], object] | None = None,
        *,
        detector: Detector | None = None,
        enforce: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.on_report = on_report
        self.detector = detector
        self.enforce = enforce
        self.options = dict(options or {})
        # Otherwise LangChain logs what a handler raises and goes on: an answer that was not checked would look like one that was.
        self.raise_error = True
        self._lock = threading.Lock()
        self._roots: dict[UUID, _Root] = {}

    def on_chain_start(
        self, serialized: Any, inputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        self._enter(run_id, parent_run_id, _question(inputs))

    def on_tool_start(
        self, serialized: Any, input_str: str, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        self._enter(run_id, parent_run_id)

    def on_llm_start(
        self, serialized: Any, prompts: list[str], *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        self._enter(run_id, parent_run_id)

    def on_chat_model_start(
        self, serialized: Any, messages: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        self._enter(run_id, parent_run_id)

    def on_retriever_start(
        self, serialized: Any, query: str, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        self._enter(run_id, parent_run_id, query)

    def on_retriever_end(
        self, documents: Sequence[Document], *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        with self._lock:
            root = self._roots.get(run_id)
            if root is not None:
                root.searched = True
                # A passage that two searches have found is one source.
                root.documents.update((document.page_content, document) for document in documents)
        self._leave(run_id, parent_run_id)

    def on_llm_end(
        self, response: LLMResult, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        with self._lock:
            root = self._roots.get(run_id)
            sources = named((_name(document), text) for text, document in root.documents.items()) if root else []
        try:
            if root is not None and (root.searched or self.detector is not None):
                for generation in (generation for generations in response.generations for generation in generations):
                    # A call of a tool says nothing.
                    if generation.text.strip():
                        self._check(generation.text, root.question, sources)
        finally:
            self._leave(run_id, parent_run_id)

    def on_chain_end(self, outputs: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any) -> None:
        self._leave(run_id, parent_run_id)

    def on_tool_end(self, output: Any, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any) -> None:
        self._leave(run_id, parent_run_id)

    def on_chain_error(
        self, error: BaseException, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        self._leave(run_id, parent_run_id)

    on_tool_error = on_llm_error = on_chain_error

    def on_retriever_error(
        self, error: BaseException, *, run_id: UUID, parent_run_id: UUID | None = None, **kwargs: Any
    ) -> None:
        with self._lock:
            root = self._roots.get(run_id)
            if root is not None:
                root.searched = True
        self._leave(run_id, parent_run_id)

    def _enter(self, run_id: UUID, parent_run_id: UUID | None, question: str | None = None) -> None:
        """A run begins: it belongs to the chain of the run that it is part of."""
        with self._lock:
            root = None if parent_run_id is None else self._roots.get(parent_run_id)
            root = _Root(question) if root is None else root
            root.question = root.question or question
            root.runs.append(run_id)
            self._roots[run_id] = root

    def _leave(self, run_id: UUID, parent_run_id: UUID | None) -> None:
        """A run ends. With the outermost one all is forgotten."""
        with self._lock:
            root = self._roots.get(run_id)
            if root is not None and root.runs[0] == run_id:
                for own in root.runs:
                    self._roots.pop(own, None)

    def _check(self, answer: str, question: str | None, sources: list[Source]) -> None:
        options: dict[str, Any] = {"question": question, **self.options}
        if self.detector is None:
            report = analyze(answer, **options, sources=sources)
        else:
            report = self.detector.check(answer, **options)
        if self.on_report is not None:
            self.on_report(report, answer)
        has_evidence = self.detector is not None or any(source["text"].strip() for source in sources)
        if self.enforce and not (has_evidence and is_grounded(report)):
            raise UngroundedError(explain(answer, report, self.detector or sources), report)


def _name(document: Document) -> str | None:
    """What a document is called: by its loader, or by its id."""
    source = document.metadata.get("source")
    return source if isinstance(source, str) and source else document.id


def _question(inputs: Any) -> str | None:
    """The question among what a chain begins with, where it is called as in LangChain's own chains."""
    if isinstance(inputs, str):
        return inputs
    if not isinstance(inputs, Mapping):
        return None
    return next((inputs[name] for name in ("question", "input", "query") if isinstance(inputs.get(name), str)), None)
