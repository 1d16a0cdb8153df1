"""What all tests share: Hypothesis profiles, and the farm of simulated sites."""

import os

from hypothesis import settings

pytest_plugins = ["farm.simulated"]

settings.register_profile("default", max_examples=25, deadline=None)
settings.register_profile("ci", max_examples=500, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
