"""The fixture ``groundcheck``. pytest loads this module by itself; the engine is loaded by the first test that asks for the fixture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from ._fixture import Groundcheck


@pytest.fixture(scope="session")
def groundcheck() -> Groundcheck:
    """Checks answers: ``groundcheck.assert_grounded(answer, sources)``, ``groundcheck.analyze``, ``groundcheck.detector``."""
    from ._fixture import Groundcheck

    return Groundcheck()
