"""One answer, and many against the same evidence."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _native
from ._json import from_json, to_json, utf8
from ._places import Texts, sources_by_id
from ._request import given, listed, request
from ._stream import AnswerStream
from .errors import GroundcheckError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._request import CheckOptions, RequestOptions, Sources, StreamOptions, StreamRequestOptions
    from .contract import Corrected, Facts, PolicyOverrides, Report, Request


def analyze(answer: str | Request, /, **options: Unpack[RequestOptions]) -> Report:
    """Checks an answer against its sources and facts.

    ``answer`` is the text itself, or a whole request as a dict. The options are the other fields of a request: ``sources``, ``facts``,
    ``question``, ``scope``, ``history``, ``confidence``, ``locale``, ``as_of``, ``policy``, ``retry_prompt``, ``id``, ``provider``, ``model``.

    Raises :class:`GroundcheckError`, which names the field that is wrong.

    >>> report = analyze("The NOI was $1.5M.", sources=["The NOI was $1,200,000."])
    >>> report["claims"][0]["status"], report["claims"][0]["nearest"]["text"]
    ('contradicted', '$1,200,000')
    """
    whole = request(answer, options)
    report: Report = from_json(_native.analyze_json(to_json(whole)))
    Texts(whole).place(report)
    return report


def analyze_json(request: str | bytes, /) -> str:
    """Checks a request given as JSON and returns the report as JSON: byte for byte what the command line and HTTP return.

    Its places are in UTF-8 bytes and UTF-16 units, as everywhere else; only :func:`analyze` adds those in code points.
    """
    return _native.analyze_json(utf8(request) if isinstance(request, str) else request)


def corrected(answer: str | Request, /, **options: Unpack[RequestOptions]) -> Corrected:
    """Checks an answer and corrects what the evidence contradicts; takes what :func:`analyze` takes.

    Each correction is in the claim's own form (``$1.5M`` becomes ``$1.2M``) and was checked again: it is supported in the corrected answer,
    and no other claim became worse.
    """
    whole = request(answer, options)
    result: Corrected = from_json(_native.corrected_json(to_json(whole)))
    Texts(whole).place(result)
    return result


def stream(**options: Unpack[StreamRequestOptions]) -> AnswerStream:
    """Follows one answer while it is written; :meth:`Detector.stream` does so for many answers from the same evidence."""
    rest: dict[str, Any] = dict(options)
    sources, facts = rest.pop("sources", None), rest.pop("facts", None)
    return Detector(sources=sources, facts=facts, locale=rest.get("locale")).stream(**rest)


class Detector:
    """Sources, facts and policy, prepared once and used for many answers.

    A detector does not change. Any number of threads may use it at the same time, and they work at the same time: the GIL is released.

    >>> detector = Detector(facts=[{"metric": "occupancy_rate", "value": 85}])
    >>> [report["verdict"] for report in detector.check_many(["Occupancy was 95%.", "Occupancy was 85%."])]
    ['flagged', 'clean']
    """

    def __init__(
        self,
        *,
        sources: Sources | None = None,
        facts: Facts | None = None,
        policy: PolicyOverrides | None = None,
        locale: str | None = None,
    ) -> None:
        listed_sources = None if sources is None else listed(sources)
        evidence = given({"sources": listed_sources, "facts": facts, "policy": policy, "locale": locale})
        self._engine = _native.Detector(to_json(evidence))
        self._texts = sources_by_id(listed_sources)
        self._has_facts = bool(facts)

    @property
    def has_evidence(self) -> bool:
        """Whether there is anything to check an answer against: a source with text, or a fact."""
        return self._has_facts or any(text.text.strip() for text in self._texts.values())

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the sources by their ids."""
        return {id: text.text for id, text in self._texts.items()}

    def check(self, answer: str | Request, /, **options: Unpack[CheckOptions]) -> Report:
        """Checks an answer against the prepared evidence: :func:`analyze` without ``sources`` and ``facts``."""
        whole = request(answer, options)
        report: Report = from_json(self._engine.analyze_json(to_json(whole)))
        Texts(whole, self._texts).place(report)
        return report

    def check_json(self, request: str | bytes, /) -> str:
        """The same from JSON to JSON: see :func:`analyze_json`."""
        return self._engine.analyze_json(utf8(request) if isinstance(request, str) else request)

    def check_many(
        self, answers: Iterable[str | Request], /, *, threads: int | None = None, **options: Unpack[CheckOptions]
    ) -> list[Report]:
        """Checks answers on several threads, by default as many as there are cores, and returns the reports in their order.

        The options are those of every answer. Raises the error of the first answer that cannot be checked; its ``field`` says which:
        ``answers[3].answer``.
        """
        # Imported where it is used: it takes longer than all the rest of this package.
        from concurrent.futures import ThreadPoolExecutor

        workers = os.cpu_count() if threads is None else threads
        pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="groundcheck")
        try:
            running = [pool.submit(self.check, answer, **options) for answer in answers]
            return [_numbered(at, check.result) for at, check in enumerate(running)]
        finally:
            pool.shutdown(cancel_futures=True)

    def corrected(self, answer: str | Request, /, **options: Unpack[CheckOptions]) -> Corrected:
        """Checks an answer and corrects what the evidence contradicts: :func:`corrected` without ``sources`` and ``facts``."""
        whole = request(answer, options)
        result: Corrected = from_json(self._engine.corrected_json(to_json(whole)))
        Texts(whole, self._texts).place(result)
        return result

    def stream(self, **options: Unpack[StreamOptions]) -> AnswerStream:
        """Follows an answer while it is written. The options are those of :meth:`check`, and ``monitor``: thresholds of the monitor."""
        whole = given(options)
        return AnswerStream(self._engine.monitor(to_json(whole)), whole, self._texts)


def _numbered(at: int, result: Any) -> Any:
    """A result; an error says of which answer it is."""
    try:
        return result()
    except GroundcheckError as error:
        field = f"answers[{at}]" if error.field is None else f"answers[{at}].{error.field}"
        raise GroundcheckError(error.code, error.message, field, error.line) from None
