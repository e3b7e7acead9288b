"""Assertions on answers, with a failure that says what is wrong and where. pytest is not needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ._analysis import Detector, analyze
from ._json import well_formed
from ._request import listed, request

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._request import RequestOptions, Sources
    from .contract import Chars, Claim, Evidence, Report, Request

_WRONG = ("contradicted", "unsupported")


class UngroundedError(AssertionError):
    """An answer does not rest on its evidence. ``report`` is the whole report."""

    def __init__(self, message: str, report: Report) -> None:
        super().__init__(message)
        self.report = report

    def __reduce__(self) -> tuple[type[UngroundedError], tuple[str, Report]]:
        return UngroundedError, (str(self), self.report)


# Shown by the name that people import.
UngroundedError.__module__ = "groundcheck_engine"


def assert_grounded(
    answer: str | Request,
    sources: Sources | Detector | None = None,
    /,
    *,
    strict: bool = False,
    **options: Unpack[RequestOptions],
) -> Report:
    """Fails where the evidence contradicts a claim of the answer or does not cover it, and returns the report otherwise.

    ``sources`` is what :func:`analyze <groundcheck_engine.analyze>` takes, or a :class:`Detector <groundcheck_engine.Detector>`; the options
    are those of ``analyze``. An answer without any evidence to check it against always fails. What the evidence neither confirms nor
    contradicts passes, as does an answer in which there is nothing to check; with ``strict`` every claim must be supported, and there must be one.

    Raises :class:`UngroundedError`, an ``AssertionError``, and :class:`GroundcheckError` where the input cannot be checked.
    """
    __tracebackhide__ = True
    given: dict[str, Any] = dict(options)
    if isinstance(sources, Detector):
        report = sources.check(answer, **given)
        has_evidence = sources.has_evidence
    else:
        # Sources that come one by one are read here, for the report and for the message.
        whole: Any = request(answer, given if sources is None else {**given, "sources": sources})
        sources = whole.get("sources")
        report = analyze(whole)
        texts: list[Any] = whole.get("sources") or []
        has_evidence = bool(whole.get("facts")) or any(source["text"].strip() for source in texts)
    text = answer["answer"] if isinstance(answer, Mapping) else answer
    if not is_grounded(report, strict=strict):
        raise UngroundedError(explain(text, report, sources, strict=strict), report)
    # Prose without a claim passes with any evidence; a search that found nothing must not pass for it.
    if not has_evidence:
        raise UngroundedError(_HEADLINES["no_evidence"], report)
    return report


def is_grounded(report: Report, *, strict: bool = False) -> bool:
    """Whether :func:`assert_grounded` passes an answer with this report, if there is evidence: a report on prose does not say whether there was."""
    if report["verdict"] == "unverified":
        return not strict and report["verdict_reason"] != "no_evidence"
    return report["verdict"] == "clean"


def supported_share(report: Report) -> float | None:
    """The share of supported claims among those that were decided. None where nothing was; 0 where there is no evidence at all, and at most 0 for
    an answer that is flagged though no claim of it is wrong."""
    if report["verdict_reason"] == "no_evidence":
        return 0.0
    rate = report["summary"]["hallucination_rate"]
    if rate is None or report["verdict_reason"] == "nothing_to_check":
        return None
    return 0.0 if report["verdict"] == "flagged" and not rate else 1.0 - rate


def explain(
    answer: str, report: Report, sources: Sources | Detector | None = None, /, *, strict: bool = False
) -> str:
    """What is wrong with an answer, for people: each claim with its sentence, its status, the reason and the evidence.

    With the sources, evidence is shown with the line that it stands in. ``strict`` lists what is open as well.
    """
    texts = _texts_of(sources)
    wrong = [claim for claim in report["claims"] if claim["status"] in _WRONG]
    shown = [claim for claim in report["claims"] if claim["status"] != "supported"] if strict else wrong
    lines = [_headline(report, len(wrong))]
    for claim in shown:
        lines += ["", *_of_claim(answer, report, claim, texts)]
    for finding in report["findings"]:
        lines += ["", f"  {_one_line(finding['description'])}"]
    return "\n".join(lines)


def _texts_of(sources: Sources | Detector | None) -> dict[str, str]:
    """The texts of sources by their ids."""
    if isinstance(sources, Detector):
        return sources.texts
    return {well_formed(source["id"]): source["text"] for source in listed(sources or ())}


_HEADLINES = {
    "no_evidence": "there are no sources and no facts to check the answer against",
    "nothing_to_check": "there is nothing to check in the answer",
    "undecided": "the evidence neither confirms nor contradicts every claim",
}


def _headline(report: Report, wrong: int) -> str:
    claims = len(report["claims"])
    if wrong:
        return f"the evidence does not support {wrong} of {claims} claim{'s' if claims != 1 else ''} (risk: {report['risk']})"
    return _HEADLINES.get(report["verdict_reason"], f"the verdict is {report['verdict']} ({report['verdict_reason']})")


def _of_claim(answer: str, report: Report, claim: Claim, texts: Mapping[str, str]) -> Iterator[str]:
    """A claim in its sentence, marked below, and why it has its status."""
    yield from _marked(answer, report, claim["chars"])
    yield f"  {_one_line(claim['text'])}: {claim['status']}"
    for reason in claim["reasons"]:
        yield f"    {_one_line(reason['message'])}"
    for origin, passage in dict.fromkeys((_origin(of), _passage(of, texts)) for of in claim["evidence"]):
        yield f"    {origin}: {passage}"


def _marked(answer: str, report: Report, chars: Chars) -> Iterator[str]:
    """The sentence of a place, with the place underlined."""
    start, end = _sentence(report, chars)
    yield f"  {_one_line(answer[start:end])}"
    yield "  " + " " * (chars["start"] - start) + "~" * (min(chars["end"], end) - chars["start"])


def _sentence(report: Report, chars: Chars) -> tuple[int, int]:
    coverage = report["coverage"]
    for sentence in coverage["sentences"] if coverage else ():
        own = sentence["chars"]
        if own["start"] <= chars["start"] < own["end"]:
            return own["start"], own["end"]
    return chars["start"], chars["end"]


def _origin(evidence: Evidence) -> str:
    if evidence["source"] is not None:
        return _one_line(evidence["source"])
    return f"turn {evidence['turn']}" if evidence["turn"] is not None else f"fact {evidence['fact']}"


def _passage(evidence: Evidence, texts: Mapping[str, str]) -> str:
    """The line that evidence stands in, or what of it is around the evidence."""
    chars, text = evidence["chars"], texts.get(evidence["source"] or "")
    if chars is None or text is None:
        return _shortened(evidence["text"])
    line_end = text.find("\n", chars["end"])
    start, end = text.rfind("\n", 0, chars["start"]) + 1, len(text) if line_end < 0 else line_end
    if end - start <= _LONGEST:
        return _one_line(text[start:end].strip())
    around = max(_LONGEST - (chars["end"] - chars["start"]), 0) // 2
    first, last = max(start, chars["start"] - around), min(end, chars["end"] + around)
    return f"{'…' * (first > start)}{_shortened(text[first:last].strip())}{'…' * (last < end)}"


# What a terminal would obey, and what turns the direction of a line, is shown as a space: an answer is hostile text.
_ORDERS = {*range(32), *range(127, 160), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A)}
_HARMLESS = dict.fromkeys(_ORDERS, " ")


def _one_line(text: str) -> str:
    """A text on one line, character for character."""
    return well_formed(text).translate(_HARMLESS)


_LONGEST = 200


def _shortened(text: str) -> str:
    return _one_line(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")
