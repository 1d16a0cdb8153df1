"""The version, in a place that every room may read."""

from typing import Final

__all__ = ["__version__"]

__version__: Final = "0.1.0"
