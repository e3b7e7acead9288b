"""Structured output, and what a question needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import _native
from ._json import from_json, to_json, utf8
from ._places import Texts
from ._request import given

if TYPE_CHECKING:
    from datetime import date

    from ._request import Sources
    from .contract import (
        Facts,
        KnowledgeCheck,
        RecordDocument,
        RecordPolicy,
        RecordProfile,
        RecordReport,
        Scope,
        Turn,
    )


def validate_record(
    record: Any,
    /,
    *,
    profile: str | RecordProfile,
    document: str | Iterable[str] | RecordDocument,
    as_of: str | date,
    schema: Mapping[str, Any] | None = None,
    institutions: Iterable[str] | None = None,
    policy: RecordPolicy | None = None,
    provider: str | None = None,
    model: str | None = None,
) -> RecordReport:
    """Checks a record that a model read from a document: a bank statement, an invoice, or what a profile of your own says.

    ``profile`` is ``bank_statement``, ``bank_statement_boundaries``, ``invoice`` or a profile; ``document`` its text, or the texts of its
    pages; ``as_of`` the day of the check, on which it depends what is in the future; ``schema`` a JSON Schema that the record must fit besides.

    A malformed record is rejected by the report. Only what is wrong with the request raises a :class:`GroundcheckError`.
    """
    if isinstance(document, str):
        document = {"text": document}
    elif not isinstance(document, Mapping):
        document = {"pages": list(document)}
    request = given({
        "profile": profile,
        "document": document,
        "as_of": as_of,
        "schema": schema,
        "institutions": None if institutions is None else list(institutions),
        "policy": policy,
        "provider": provider,
        "model": model,
    })
    # A record may be null: the report says what is wrong with that.
    report: RecordReport = from_json(_native.validate_record_json(to_json({**request, "record": record})))
    return report


def validate_record_json(request: str | bytes, /) -> str:
    """The same from JSON to JSON: the bytes of ``groundcheck records --request`` and of ``POST /api/records/validate``."""
    return _native.validate_record_json(utf8(request) if isinstance(request, str) else request)


def required_knowledge(
    question: str,
    /,
    *,
    sources: Sources | None = None,
    facts: Facts | None = None,
    scope: Scope | None = None,
    history: list[Turn] | None = None,
    locale: str | None = None,
) -> KnowledgeCheck:
    """Says whether what a question needs to be known is at hand, before anybody answers it, and what to say where it is not."""
    request = given({
        "question": question,
        "sources": sources,
        "facts": facts,
        "scope": scope,
        "history": history,
        "locale": locale,
    })
    check: KnowledgeCheck = from_json(_native.required_knowledge_json(to_json(request)))
    Texts(request).place(check)
    return check
