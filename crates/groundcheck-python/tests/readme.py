"""The examples of the README, which do what they say."""

from __future__ import annotations

import re
from pathlib import Path

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def snippet(heading: str, language: str = "python") -> str:
    """The first block of a language below a heading of the README."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    found = re.search(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    assert found, heading
    return found[1]
