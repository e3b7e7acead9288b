"""An answer that is checked while it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._json import from_json, well_formed
from ._places import Text, Texts
from .errors import GroundcheckError

if TYPE_CHECKING:
    from ._native import Monitor
    from .contract import Claim, MonitorReport, MonitorUpdate, Warning


class AnswerStream:
    """One answer: :meth:`push` its words as they come, :meth:`finish` it once.

    :meth:`Detector.stream <groundcheck_engine.Detector.stream>` and :func:`stream <groundcheck_engine.stream>` make it.
    """

    def __init__(self, monitor: Monitor, request: Mapping[str, Any], sources: Mapping[str, Text]) -> None:
        self._monitor = monitor
        self._request = request
        self._sources = sources
        self._pieces: list[str] = []
        self._finished: MonitorReport | None = None
        self._interrupts = False
        self.claims: list[Claim] = []
        """The claims that have settled. They never change, and the report has them as they are."""
        self.warnings: list[Warning] = []
        """The warnings so far."""
        self.settled_to = 0
        """Everything before this code point of the text is settled."""

    @property
    def text(self) -> str:
        """What was pushed so far."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return "".join(self._pieces)

    @property
    def should_interrupt(self) -> bool:
        """Whether a warning so far is above the threshold: whoever writes the answer should stop."""
        return self._interrupts

    @property
    def interruption_threshold(self) -> float:
        """The confidence of a warning above which the answer should be interrupted."""
        return self._monitor.interruption_threshold

    def push(self, piece: str) -> MonitorUpdate | None:
        """Takes the next piece, cut anywhere. Returns what it brought, or None where nothing settled and nothing was found.

        Raises :class:`GroundcheckError`: ``not_ready`` once the answer has ended, ``answer_too_large`` where it grows over its limit.
        """
        if self._finished is not None:
            raise GroundcheckError("not_ready", "the answer has ended")
        try:
            told = self._monitor.push_json(piece)
        except UnicodeEncodeError:
            told = self._monitor.push_json(well_formed(piece))
        self._pieces.append(piece)
        if told is None:
            return None
        update: MonitorUpdate = from_json(told)
        text = self.text
        Texts({**self._request, "answer": text}, self._sources).place(update)
        self.settled_to = update["settled_to_chars"] = Text(text).of_utf16(update["settled_to_utf16"])
        self.claims += update["settled"]
        self.warnings += update["warnings"]
        self._interrupts = update["should_interrupt"]
        return update

    def finish(self) -> MonitorReport:
        """Ends the answer and returns the report on all of it; a further call returns the same one.

        Its ``report`` is what :func:`analyze <groundcheck_engine.analyze>` says of the whole answer, and its ``response`` is what to show:
        the answer, or where that may not stand, a text in its place.

        Raises :class:`GroundcheckError` with the code ``empty_answer`` where nothing was pushed.
        """
        if self._finished is None:
            finished: MonitorReport = from_json(self._monitor.finish_json())
            Texts({**self._request, "answer": self.text}, self._sources).place(finished)
            self.warnings, self._interrupts = finished["warnings"], finished["should_interrupt"]
            self.claims = finished["report"]["claims"]
            self._finished = finished
        return self._finished
