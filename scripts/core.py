"""Says which files are the pure core, for the coverage that is asked of it.

coverage report --include "$(python -m scripts.core)"
"""

import sys

from scripts.picture import floors

__all__ = ["patterns"]


def patterns() -> list[str]:
    """Return a pattern for each room of the pure core."""
    rooms = [room for layer in floors() for room, pure in layer if pure]
    return [f"src/arpent/{room}{end}" for room in rooms for end in (".py", "/*")]


if __name__ == "__main__":
    sys.stdout.write(",".join(patterns()) + "\n")
