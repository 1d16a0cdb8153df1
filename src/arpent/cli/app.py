"""The command line as a whole: verbs, help, errors of usage, exit codes.

Knows the verbs by name and loads one when it is called. One idea: `arpent --help` is
instant and reads like a list of questions; whatever goes wrong ends in one sentence.
"""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from arpent.cli.codes import DONE, FAILED, INTERRUPTED, WRONG_USAGE
from arpent.version import __version__

if TYPE_CHECKING:
    from cyclopts import App

__all__ = ["main"]

_SHELLS: Final = "bash, zsh, fish or powershell"

_PURPOSE: Final = """\
arpent surveys what a web site publishes about itself: every URL, every date, every
feed; politely, completely, and saying which of it to believe."""

_EXAMPLES: Final = """\
Examples:
  arpent urls example.com                      every URL, as it is found
  arpent urls example.com -o urls.parquet      the same, with dates, as a table
  arpent changed example.com --since 2d        what says that it changed
  arpent demo                                  all of it, with no network at all

Exit codes: 0 done, 1 nothing found, 2 wrong usage, 3 the site refused,
4 unreachable, 5 cut short by a budget or limit, 6 our own files failed,
130 interrupted."""

_URLS_EXAMPLES: Final = """\
Examples:
  arpent urls example.com
  arpent urls example.com/sitemap-news.xml --format jsonl
  arpent urls @sites.txt -o all.parquet --report report.json --log log.jsonl
  arpent urls example.com --scope host --budget 100 --pause 2
  arpent urls sitemap.xml.gz --base https://example.com/sitemap.xml.gz

Results go to standard output, everything else to standard error. A file named
by -o appears when it is whole; a run that is interrupted leaves FILE.partial
in its place. Many hosts are asked at once, each one slowly."""

_CHANGED_EXAMPLES: Final = """\
Examples:
  arpent changed example.com --since 2d
  arpent changed example.com --since 2024-01-02T03:04:05Z --format json
  arpent changed example.com --since 6h -o changed.csv --undated undated.txt

The formats urls, jsonl, csv and parquet give the changed entries only; json
gives all three lists; the undated ones go to a file of their own by --undated."""

_DEMO_EXAMPLES: Final = """\
Examples:
  arpent demo
  arpent demo --serve                          keep the sites open, to try them"""


_VERBS: Final = (
    (
        "urls",
        "Which URLs does this site publish?",
        "TARGET... [OPTIONS]",
        _URLS_EXAMPLES,
    ),
    (
        "changed",
        "Which of them say they changed since then, and which say nothing?",
        "SITE --since WHEN [OPTIONS]",
        _CHANGED_EXAMPLES,
    ),
    (
        "demo",
        "What does this look like? (simulated sites, no network needed)",
        "[OPTIONS]",
        _DEMO_EXAMPLES,
    ),
)
"""Verb, the question it answers, its usage, and examples; in the order of help."""


def make_app() -> "App":
    """Return the application, with its verbs not yet loaded."""
    from cyclopts import App, Group, Parameter

    questions = Group("Questions that arpent answers", sort_key=0)
    app = App(
        name="arpent",
        help=_PURPOSE,
        help_epilogue=_EXAMPLES,
        usage="Usage: arpent VERB [TARGET...] [OPTIONS]",
        version=__version__,
        help_format="plaintext",
        default_parameter=Parameter(show_default=False, negative=()),
        group_commands=Group("Other", sort_key=9),
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        help_on_error=False,
        suppress_keyboard_interrupt=False,
    )
    for place, (verb, question, usage, examples) in enumerate(_VERBS):
        app.command(
            f"arpent.cli.{verb}:{verb}",
            name=verb,
            help=question,
            group=questions,
            sort_key=place,
            usage=f"Usage: arpent {verb} {usage}",
            help_epilogue=examples,
        )
    app.register_install_completion_command(
        help=f"Install completion for your shell ({_SHELLS})."
    )
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    Args:
        arguments: Without the name of the program; those of the process when None.
    """
    from arpent.errors import ArpentError, UsageError

    typed = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(typed)
    except UsageError as error:
        return _say(str(error), WRONG_USAGE)
    except ArpentError as error:
        return _say(str(error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()


def _run(typed: list[str]) -> int:
    from cyclopts import CycloptsError

    from arpent.cli.mistakes import usage_message

    app = make_app()
    try:
        code = app(typed)
    except CycloptsError as error:
        told = usage_message(error, typed, [row[0] for row in _VERBS])
        return _say(told, WRONG_USAGE)
    sys.stdout.flush()
    return code if isinstance(code, int) else DONE


def _say(message: str, code: int) -> int:
    from arpent.terms.visible import visible

    lines = (visible(line) for line in message.splitlines())
    sys.stderr.write("arpent: " + "\n        ".join(lines) + "\n")
    return code


def _unread() -> int:
    """End quietly when nobody reads: what is still buffered has no place to go."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return DONE
