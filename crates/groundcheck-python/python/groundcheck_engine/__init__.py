"""Which numbers in an LLM's answer do its sources support?

>>> from groundcheck_engine import analyze
>>> report = analyze("The NOI was $1.5M.", sources=["The NOI was $1,200,000 in Q3 2024."])
>>> report["verdict"], [claim["status"] for claim in report["claims"]]
('flagged', ['contradicted'])

:func:`analyze` checks one answer, :class:`Detector` prepares the evidence for many, :func:`stream` follows an answer while it is written,
:func:`validate_record` checks structured output, :func:`assert_grounded` is for tests. Everything runs in this process; nothing is sent.

Requests and reports are dicts: :mod:`groundcheck_engine.contract` has their types. A place has three entries, ``chars`` in code points,
which is what slices count, ``span`` in UTF-8 bytes and ``utf16`` in UTF-16 units:
``answer[claim["chars"]["start"]:claim["chars"]["end"]] == claim["text"]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._analysis import Detector, analyze, analyze_json, corrected, stream
    from ._native import SCHEMA_VERSION, __version__
    from ._stream import AnswerStream
    from ._validation import required_knowledge, validate_record, validate_record_json
    from .errors import GroundcheckError
    from .grounded import UngroundedError, assert_grounded, explain, is_grounded

__all__ = [
    "SCHEMA_VERSION",
    "AnswerStream",
    "Detector",
    "GroundcheckError",
    "UngroundedError",
    "__version__",
    "analyze",
    "analyze_json",
    "assert_grounded",
    "corrected",
    "explain",
    "is_grounded",
    "required_knowledge",
    "stream",
    "validate_record",
    "validate_record_json",
]

# pytest imports this package in every run, for its plugin: the engine is loaded by whoever uses it.
_MODULES = {
    "_analysis": ("Detector", "analyze", "analyze_json", "corrected", "stream"),
    "_native": ("SCHEMA_VERSION", "__version__"),
    "_stream": ("AnswerStream",),
    "_validation": ("required_knowledge", "validate_record", "validate_record_json"),
    "errors": ("GroundcheckError",),
    "grounded": ("UngroundedError", "assert_grounded", "explain", "is_grounded"),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for module, names in _MODULES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"{__name__}.{module}"), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
