"""Verdicts on what was read: pure, each judge stands alone."""
