"""Generates the pages of the reference that are facts of the code, and the picture.

One fact, one home: options come from the real parser, rules from the catalogue, floors
from the import contracts. `make docs` fails when a committed page is not what this
gives; `make reference` writes them anew.

    python -m scripts.reference [--check]
"""

import difflib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from scripts.cli_page import cli_page, settings_page
from scripts.findings_page import findings_page
from scripts.picture import picture

__all__ = ["PAGES", "main"]

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final[dict[str, Callable[[], str]]] = {
    "docs/reference/cli.md": cli_page,
    "docs/reference/settings.md": settings_page,
    "docs/reference/findings.md": findings_page,
    "docs/explanation/floors.svg": picture,
}


def main(arguments: list[str]) -> int:
    """Write the pages, or say how they differ from what they should be."""
    differ = 0
    for name, make in PAGES.items():
        path, text = ROOT / name, make()
        found = path.read_text(encoding="utf-8") if path.exists() else ""
        if found == text:
            continue
        if "--check" in arguments:
            before, after = found.splitlines(), text.splitlines()
            lines = difflib.unified_diff(before, after, name, "generated", lineterm="")
            sys.stdout.write("\n".join(lines) + "\n")
            sys.stdout.write(f"{name} is out of date: run make reference\n")
            differ = 1
        else:
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {name}\n")
    return differ


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
