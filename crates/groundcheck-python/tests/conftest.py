"""What the tests share. They run on the installed package: `cargo xtask test --only python`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from environment import from_environment

ROOT = Path(__file__).resolve().parents[3]

# Fields of a request; a labelled case has more.
FIELDS = ("id", "answer", "question", "sources", "facts", "scope", "history", "confidence", "locale", "as_of", "policy")


@pytest.fixture(scope="session")
def requests() -> list[dict[str, Any]]:
    """A request from each labelled file: English and Hebrew, prose, tables and facts."""
    out = []
    for file in sorted((ROOT / "tests/gold").glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            case = json.loads(next(lines))
        out.append({name: case[name] for name in FIELDS if name in case})
    assert len(out) >= 100
    return out


@pytest.fixture(scope="session")
def program() -> str:
    """The command line."""
    return from_environment("GROUNDCHECK_BIN")


@pytest.fixture(scope="session")
def wheel() -> str:
    """The file that the package was installed from."""
    return from_environment("GROUNDCHECK_WHEEL")
