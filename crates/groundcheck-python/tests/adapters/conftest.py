"""Each adapter runs on the package that it is for, offline."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

# What reads the README is with the other tests.
sys.path.append(str(Path(__file__).resolve().parents[1]))

# What these packages read when they are imported.
os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "1"
os.environ["LANGCHAIN_TRACING_V2"] = os.environ["LANGSMITH_TRACING"] = "false"


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    """Whatever connects to the network fails its test."""

    def refused(self, address):
        raise AssertionError(f"connects to {address}")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket.socket, "connect_ex", refused)
