"""Requests, from what people have at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, Union

from ._json import well_formed

if TYPE_CHECKING:
    from datetime import date

    from .contract import Facts, MonitorPolicyOverrides, PolicyOverrides, Scope, Source, Turn

Sources = Union[str, "Mapping[str, str]", "Iterable[str | Source]"]
"""Sources: one text, texts by their ids, or a list of texts and of dicts. A text without an id is called by its place: ``S0``, ``S1`` …"""


class AnswerOptions(TypedDict, total=False):
    """What may be said of an answer besides its text. All of it is optional."""

    id: str
    """Comes back in the report."""
    question: str
    """What was asked."""
    scope: Scope
    """Which facts apply: only those of this ``entity`` and ``period``, and those that name none."""
    history: list[Turn]
    """The conversation so far, oldest first."""
    confidence: float
    """Your own confidence in the answer, 0 to 1."""
    locale: str
    """The language and region the answer is written for: ``en``, ``en-GB``, ``he``. Read off its letters where absent."""
    as_of: str | date
    """The day the answer was given, ``2024-12-01``: the engine has no clock."""
    policy: PolicyOverrides
    """Thresholds and switches that differ from the defaults."""
    provider: str
    """Who gave the answer; it changes nothing about the check."""
    model: str
    """Which of the provider's models."""


class CheckOptions(AnswerOptions, total=False):
    """What may be said of an answer that is whole."""

    retry_prompt: bool
    """Whether the report of a flagged answer has an instruction for the model to write it again."""


class RequestOptions(CheckOptions, total=False):
    """The same with what the answer should rest on."""

    sources: Sources
    """The documents that the answer should rest on."""
    facts: Facts
    """Known values: a list of dicts, one a fact or a row, or a CSV table as a text."""


class StreamOptions(AnswerOptions, total=False):
    """What may be said of an answer that is being written."""

    monitor: MonitorPolicyOverrides
    """Thresholds of the monitor that differ from the defaults."""


class StreamRequestOptions(StreamOptions, total=False):
    """The same with what the answer should rest on."""

    sources: Sources
    """The documents that the answer should rest on."""
    facts: Facts
    """Known values: a list of dicts, one a fact or a row, or a CSV table as a text."""


def request(answer: str | Mapping[str, Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """A request of an answer, or of a whole request, with these options. What is None counts as not given."""
    whole = dict(answer) if isinstance(answer, Mapping) else {"answer": answer}
    return given({**whole, **{name: value for name, value in options.items() if value is not None}})


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not None, sources as the contract has them."""
    out = {name: value for name, value in options.items() if value is not None}
    if "sources" in out:
        out["sources"] = listed(out["sources"])
    return out


def listed(sources: Sources) -> list[Any]:
    """Sources as the contract has them."""
    if isinstance(sources, str):
        sources = [sources]
    if isinstance(sources, Mapping):
        # One source of the contract, not a text with the id `id` and another with the id `text`.
        if {"id", "text"} <= sources.keys():
            return [sources]
        return [{"id": id, "text": text} for id, text in sources.items()]
    return [{"id": f"S{at}", "text": source} if isinstance(source, str) else source for at, source in enumerate(sources)]


def named(texts: Iterable[tuple[str | None, str]]) -> list[Source]:
    """Sources of texts that bear a name or none. Passages of one document share its name: the second gets ` (2)` behind it."""
    out: list[Source] = []
    seen: set[str] = set()
    for at, (name, text) in enumerate(texts):
        name = _cut(name or f"S{at}", _LONGEST_ID)
        own, count = name, 1
        while own in seen:
            count += 1
            own = f"{_cut(name, _LONGEST_ID - 12)} ({count})"
        seen.add(own)
        out.append({"id": own, "text": text})
    return out


# What the contract takes, in bytes.
_LONGEST_ID = 1024


def _cut(name: str, most: int) -> str:
    return well_formed(name).encode()[:most].decode(errors="ignore")
