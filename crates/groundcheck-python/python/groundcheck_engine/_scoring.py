"""Answers into rows of a table, for engines that score many at once: :mod:`groundcheck_engine.spark`. Needs none of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import _native
from ._json import to_json, utf8
from ._request import given

if TYPE_CHECKING:
    from ._request import Sources
    from .contract import Facts, PolicyOverrides

# The columns of a row and their types, as SQL has them. What is only known of an answer that was checked is null in a row with an error.
COLUMNS = {
    "id": "string",
    "verdict": "string",
    "verdict_reason": "string",
    "risk": "string",
    "action": "string",
    "disposition": "string",
    "claims": "int",
    "supported": "int",
    "contradicted": "int",
    "unsupported": "int",
    "unverifiable": "int",
    "findings": "int",
    "coverage": "double",
    "reliability": "double",
    "report": "string",
    "error": "struct<code: string, field: string, line: int, message: string>",
}

# What each process has prepared, by its evidence: a worker has many tasks, one after another. More than a few are not used at once.
_PREPARED: dict[bytes, _native.Scorer] = {}
_PREPARED_MAX = 4

# What is handed on at once: reports are some times as large as answers.
_ROWS_MAX = 1_000
_REPORTS_MAX_CHARS = 4 * 1024 * 1024


class Scoring:
    """How answers are scored. Small to send to other processes; each prepares the engine once."""

    def __init__(
        self,
        *,
        sources: Sources | None = None,
        facts: Facts | None = None,
        policy: PolicyOverrides | None = None,
        locale: str | None = None,
    ) -> None:
        evidence = {"sources": sources, "facts": facts, "policy": policy, "locale": locale}
        self._evidence = to_json(given(evidence))
        # What is wrong with the evidence is said here, and not by every row.
        self._prepared()

    def rows(self, requests: Iterable[tuple[Any, Any]]) -> Iterator[dict[str, Any]]:
        """A row for each id and request, in their order. Never raises because of a request."""
        engine = self._prepared()
        for id, request in requests:
            name = _text(id)
            row = engine.score(_json(request), name)
            row["id"] = name
            yield row

    def batches(self, requests: Iterable[tuple[Any, Any]]) -> Iterator[list[dict[str, Any]]]:
        """The same in lists that do not take much memory."""
        batch: list[dict[str, Any]] = []
        chars = 0
        for row in self.rows(requests):
            batch.append(row)
            chars += len(row["report"])
            if len(batch) >= _ROWS_MAX or chars >= _REPORTS_MAX_CHARS:
                yield batch
                batch, chars = [], 0
        if batch:
            yield batch

    def _prepared(self) -> _native.Scorer:
        engine = _PREPARED.get(self._evidence)
        if engine is None:
            engine = _native.Scorer(self._evidence)
            while len(_PREPARED) >= _PREPARED_MAX:
                _PREPARED.pop(next(iter(_PREPARED)), None)
            _PREPARED[self._evidence] = engine
        return engine


def _text(id: Any) -> str | None:
    """An id as a text. Tables have NaN where there is none, too."""
    if id is None or id != id:
        return None
    return bytes(id).decode(errors="replace") if isinstance(id, (bytes, bytearray)) else str(id)


def _json(request: Any) -> bytes:
    """A request as the engine reads it. None is no JSON, and the engine says so."""
    if isinstance(request, str):
        return utf8(request)
    return bytes(request) if isinstance(request, (bytes, bytearray)) else b""
