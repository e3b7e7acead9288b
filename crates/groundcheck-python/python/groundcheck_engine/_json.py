"""Objects of Python to the JSON that the engine reads, and back.

``json.dumps`` alone would write ``NaN``, which is no JSON, and say of an object that it cannot write only what class it has. Here each is an
error that names its place, as the engine does: ``facts[0].value``.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

from .errors import GroundcheckError

_SURROGATES = re.compile("[\ud800-\udfff]")

# Deeper than any request, and what ends a list that holds itself.
_DEPTH_MAX = 64


def well_formed(text: str) -> str:
    """The text with U+FFFD for each half of a surrogate pair, which no UTF-8 can hold: one character for one."""
    return _SURROGATES.sub("\ufffd", text)


def utf8(text: str) -> bytes:
    """A text as the engine reads it."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return well_formed(text).encode()


def to_json(value: Any) -> bytes:
    """The JSON text of plain data; a :class:`GroundcheckError` names what is none."""
    try:
        return utf8(json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain))
    except (TypeError, ValueError, RecursionError):
        _refuse(value, "", 0)
        raise


def from_json(text: str) -> Any:
    """What the engine wrote, as plain data."""
    return json.loads(text)


def _plain(value: Any) -> Any:
    """What is not plain data, but says the same as some: numbers of other libraries, dates, mappings."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, (Decimal, Real)):
        return float(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)


def _refuse(value: Any, path: str, depth: int) -> None:
    """Raises for the first thing that is no plain data, and says where it is."""

    def invalid(message: str) -> GroundcheckError:
        return GroundcheckError("invalid_value", message, path or None)

    if depth > _DEPTH_MAX:
        raise invalid("is nested too deeply")
    if isinstance(value, Mapping):
        for name, item in value.items():
            if not isinstance(name, str):
                raise invalid(f"must have texts as keys, not {type(name).__name__}")
            _refuse(item, f"{path}.{name}" if path else name, depth + 1)
    elif isinstance(value, (list, tuple)):
        for at, item in enumerate(value):
            _refuse(item, f"{path}[{at}]", depth + 1)
    elif isinstance(value, (Decimal, Real)) and not math.isfinite(value):
        raise invalid("must be a finite number")
    elif not (value is None or isinstance(value, (str, date, Decimal, Real))):
        raise invalid(f"must be plain data, not {type(value).__name__}")
