"""What all tests share: Hypothesis profiles, and the farm of simulated sites."""

import os

from hypothesis import settings

pytest_plugins = ["farm.simulated"]

settings.register_profile("default", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

_READABLE_BYTES = 60


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name bytes that nobody can read by their size, the same on every worker."""
    if not isinstance(val, bytes):
        return None
    readable = len(val) <= _READABLE_BYTES and val.isascii() and b"\x00" not in val
    return None if readable else f"{len(val)}-bytes"
