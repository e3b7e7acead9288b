"""What `cargo xtask test --only python` says in the environment."""

from __future__ import annotations

import os


def from_environment(name: str) -> str:
    value = os.environ.get(name)
    assert value, f"{name} is not set: `cargo xtask test --only python` sets it"
    return value


def without_settings() -> dict[str, str]:
    """The environment without settings of whoever runs the tests: they would change reports."""
    return {name: value for name, value in os.environ.items() if not name.startswith("HALLUCINATION_")}
