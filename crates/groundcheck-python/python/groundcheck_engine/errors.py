"""The one error of this package."""

from __future__ import annotations


class GroundcheckError(ValueError):
    """Why an input could not be checked. No report is ever made up for it.

    ``code``, ``field``, ``line`` and ``message`` are those of groundcheck's command line and HTTP API. The code ``internal`` means that
    groundcheck itself failed and that the answer was **not** checked.
    """

    code: str
    """What was wrong, for programs: ``empty_answer``, ``unknown_field`` … Stable once shipped."""
    message: str
    """What was wrong, for people; does not repeat the field or the line."""
    field: str | None
    """The field, as a path such as ``facts[0].value``; None where no single one is at fault."""
    line: int | None
    """The line of the input, counted from 1, where the input has lines."""

    def __init__(self, code: str, message: str, field: str | None = None, line: int | None = None) -> None:
        # All four are `args`, so that the error can be pickled on its way out of another process.
        super().__init__(code, message, field, line)
        self.code = code
        self.message = message
        self.field = field
        self.line = line

    def __str__(self) -> str:
        field = "" if self.field is None else f"{self.field}: "
        line = "" if self.line is None else f"line {self.line}: "
        return f"{field}{line}{self.message}"


# Shown and pickled by the name that people import.
GroundcheckError.__module__ = "groundcheck_engine"
