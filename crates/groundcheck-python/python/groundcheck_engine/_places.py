"""Places of a text in code points, which is what Python's slices count.

The engine counts UTF-8 bytes (``span``) and UTF-16 units (``utf16``), the same in every language. Here each such place gets a third entry,
``chars``.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from ._json import well_formed

_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


class Text:
    """A text whose places the engine names. Texts of ASCII cost nothing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._is_ascii = text.isascii()
        found = () if self._is_ascii else _TWO_UNITS.finditer(text)
        # Where each character of two UTF-16 units ends, in units: a place behind `n` of them has `n` code points fewer.
        self._ends = [match.start() + before + 2 for before, match in enumerate(found)]

    def of_utf16(self, unit: int) -> int:
        """The code point at this UTF-16 unit."""
        return unit - bisect_right(self._ends, unit)

    def of_utf8(self, byte: int) -> int:
        """The code point at this byte."""
        return byte if self._is_ascii else len(well_formed(self.text).encode()[:byte].decode())


class Texts:
    """The texts that a report names places of: the answer (or the question, where there is no answer), the sources, the conversation."""

    def __init__(self, request: Mapping[str, Any], sources: Mapping[str, Text] | None = None) -> None:
        self._question = Text(request.get("question") or "")
        self._answer = Text(request["answer"]) if "answer" in request else self._question
        self._sources = sources_by_id(request.get("sources")) if sources is None else sources
        self._history: Sequence[Mapping[str, Any]] = request.get("history") or ()

    def place(self, node: Any) -> None:
        """Adds ``chars`` to everything in what the engine wrote that has a place."""
        self._walk(node, self._answer)

    def _walk(self, node: Any, text: Text) -> None:
        if isinstance(node, list):
            for item in node:
                if isinstance(item, (dict, list)):
                    self._walk(item, text)
            return
        for name, value in node.items():
            if isinstance(value, (dict, list)) and value:
                # What a question asks for and no source mentions is the only place in the question among those in the answer.
                self._walk(value, self._question if name == "not_in_sources" else text)
        if "span" in node:
            node["chars"] = self._chars(node, text)

    def _chars(self, node: Mapping[str, Any], text: Text) -> dict[str, int] | None:
        span, utf16 = node["span"], node.get("utf16")
        if span is None:
            return None
        turn, source = node.get("turn"), node.get("source")
        if turn is not None:
            text = Text(self._history[turn]["text"])
        # A finding (it alone has a severity) says `answer` where no source is meant.
        elif source is not None and not ("severity" in node and source == "answer"):
            text = self._sources[source]
        if utf16 is None:
            return {"start": text.of_utf8(span["start"]), "end": text.of_utf8(span["end"])}
        return {"start": text.of_utf16(utf16["start"]), "end": text.of_utf16(utf16["end"])}


def sources_by_id(sources: Sequence[Mapping[str, Any]] | None) -> dict[str, Text]:
    """The texts of sources."""
    return {well_formed(source["id"]): Text(source["text"]) for source in sources or ()}
