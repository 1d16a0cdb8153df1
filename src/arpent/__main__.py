"""`python -m arpent`, and the command `arpent`."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave with its exit code."""
    from arpent.cli.app import main as run  # noqa: PLC0415 -- after the first signal

    sys.exit(run())


if __name__ == "__main__":
    main()
