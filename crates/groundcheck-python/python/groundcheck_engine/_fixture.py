"""What the fixture ``groundcheck`` gives."""

from __future__ import annotations

from ._analysis import Detector, analyze, corrected
from .grounded import assert_grounded


class Groundcheck:
    """What tests need of the package, as methods."""

    analyze = staticmethod(analyze)
    assert_grounded = staticmethod(assert_grounded)
    corrected = staticmethod(corrected)
    detector = Detector
